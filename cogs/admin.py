"""Commands for moderators: /admin."""

from __future__ import annotations

from contextlib import suppress

import discord
from discord import app_commands

from bot.interactions import Context, command, completion, extension, group, name_of, pressed
from bot.interactions.commands import must_have
from bot.interactions.completion import explained_choices_of
from bot.interactions.finding import find_table
from bot.operations.markdown import escape_markdown
from bot.pages.lobby import LEVEL
from bot.pages.names import TOKENS
from bot.pages.page import Button, Row
from bot.store.rows import phrase_of
from bot.table import STAND_IN_LEVEL, Refused, Table, format_names, lobby, moderation
from bot.table.names import Named, plain_name
from bot.table.pauses import DAYS, MAX_DAYS
from bot.texts.languages import _, translate, using_language
from games.words import appearance

PERMISSIONS = discord.Permissions(manage_messages=True)
GROUP = group("admin", "Moderate this channel's table", PERMISSIONS)


def moderator(ctx: Context, table: Table) -> Named:
    """The moderator who acts; with their user name if somebody else at the table has a name that
    looks the same.
    """
    user, seat = ctx.user.id, table.seat_of(ctx.user.id)
    if seat is not None:
        return Named(user, table.names[seat])
    name = plain_name(ctx.name)
    if appearance(name) in map(appearance, table.names):
        name = f"{name} (@{ctx.user.name})"
    return Named(user, name)


async def announce(ctx: Context, table: Table) -> None:
    """Tells the channel what the moderator did, in its language."""
    store = ctx.bot.store
    note = (await store.notes.of(table.id, since=-1))[-1]
    with using_language(await store.language_of(table.row)):
        words = translate(phrase_of(note.words), table.names)
        line = _("🛡️ Table {n}: {what:text}", n=table.id, what=escape_markdown(words))
    await ctx.reply(_("Done, and announced in the channel."))
    await ctx.interaction.followup.send(line, allowed_mentions=discord.AllowedMentions.none())


@pressed("end")
async def press_end(ctx: Context) -> None:
    """Ends a game early, after the moderator has confirmed it."""
    must_have(ctx, PERMISSIONS)
    if ctx.table.row.channel != ctx.interaction.channel_id:
        raise Refused(_("That table is in another channel."))
    await moderation.end(ctx.table, moderator(ctx, ctx.table))
    await announce(ctx, ctx.table)


@completion
async def complete_seat(ctx: Context, current: str) -> list[tuple[str, int]]:
    """The seats of the table in this channel, by their players."""
    table = await find_table(ctx)
    return [
        (f"{TOKENS[seat]} {name}", seat + 1)
        for seat, name in enumerate(table.names)
        if current.lower() in f"{seat + 1} {name}".lower()
    ]


@command(GROUP)
@app_commands.describe(days="After so many days the game goes on by itself")
async def pause(ctx: Context, days: app_commands.Range[int, 1, MAX_DAYS] = DAYS) -> None:
    """Pause this channel's game: nobody moves, and no time runs."""
    table = await find_table(ctx)
    await moderation.pause(table, moderator(ctx, table), days)
    await announce(ctx, table)


@command(GROUP)
async def resume(ctx: Context) -> None:
    """Resume this channel's paused game."""
    table = await find_table(ctx)
    await moderation.resume(table, moderator(ctx, table))
    await announce(ctx, table)


@command(GROUP)
async def end(ctx: Context) -> None:
    """End this channel's game unfinished (asks first)."""
    table = await find_table(ctx)
    await moderation.must_be_able_to_end(table, moderator(ctx, table))
    await ctx.reply(
        _(
            "End table {n}, {game}, early? This cannot be undone.",
            n=table.id,
            game=table.game.title,
        ),
        Row(Button("end", table.id, label=_("End the game"), style="danger")),
    )


@command(GROUP)
@app_commands.describe(
    seat="Whose seat",
    member="Who is offered the seat; else a computer player takes it at once",
    level="How the computer player plays",
)
@app_commands.choices(level=explained_choices_of(LEVEL))
@app_commands.autocomplete(seat=complete_seat)
async def replace(
    ctx: Context,
    seat: app_commands.Range[int, 1, 10],
    member: discord.Member | None = None,
    level: str = STAND_IN_LEVEL,
) -> None:
    """Offer a seat of this channel's game to somebody, or give it to a computer player."""
    table = await find_table(ctx)
    if member is None:
        await moderation.replace(table, moderator(ctx, table), seat - 1, level)
    elif member.bot:
        raise Refused(_("A bot cannot take a seat; leave `member:` out for a computer player."))
    else:
        await moderation.offer(table, moderator(ctx, table), seat - 1, member.id, name_of(member))
    await announce(ctx, table)


@command(GROUP)
@app_commands.describe(member="Who may not play in new games on this server")
async def ban(ctx: Context, member: discord.User) -> None:
    """Keep somebody out of new games on this server; their running games go on."""
    store, guild = ctx.bot.store, ctx.guild_id or 0
    await store.peace.ban(guild, member.id, ctx.bot.clock.now())
    for row in await store.tables.open(guild=guild, user=member.id):
        with suppress(Refused):  # it is set aside
            await lobby.free_absent(await ctx.bot.tables.get(row.id), [member.id])
    await ctx.reply(
        _(
            "{who:text} can no longer open or join tables on this server, nor be invited or offered"
            " a seat. Running games go on. I tell nobody; /admin unban ends it.",
            who=f"<@{member.id}>",
        )
    )


@command(GROUP)
@app_commands.describe(member="Who may play again; without it, I list who may not")
async def unban(ctx: Context, member: discord.User | None = None) -> None:
    """Let somebody play in new games on this server again."""
    peace, guild = ctx.bot.store.peace, ctx.guild_id or 0
    if member is not None and await peace.unban(guild, member.id):
        await ctx.reply(_("{who:text} can play here again.", who=f"<@{member.id}>"))
        return
    banned = await peace.banned(guild)
    if not banned:
        raise Refused(_("Nobody is banned from the tables of this server."))
    names = format_names([f"<@{user}>" for user in banned])
    await ctx.reply(_("Banned from the tables of this server: {names:text}.", names=names))


setup = extension(GROUP)
