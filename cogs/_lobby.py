"""Opening tables, and the buttons of lobbies, seats and votes."""

from __future__ import annotations

import logging
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from dataclasses import replace
from typing import Any

import discord
from discord import app_commands

from bot.interactions import Context, picked, pressed, submitted
from bot.interactions.controls import as_number, one_of
from bot.interactions.cooldowns import NEW_TABLE, NEW_THREAD
from bot.interactions.finding import find_game, find_members
from bot.interactions.replies import release_slot
from bot.interactions.server_settings import check_allowed
from bot.operations import permissions
from bot.operations.discord_errors import (
    AUTOMOD,
    MISSING_ACCESS,
    REQUEST_ERRORS,
    THREAD_LOCKED,
    TOO_MANY_THREADS,
)
from bot.outbox.leagues import MAX_OPEN_OF_SERVER
from bot.pages.lobby import LEVEL, options_page, pace_form, settings_of
from bot.pages.names import link
from bot.pages.page import Button, Row, truncate
from bot.table import (
    NewTable,
    Person,
    Refused,
    Table,
    format_names,
    invitations,
    lobby,
    seating,
    votes,
)
from bot.table.lobby import check_seats
from bot.table.moderation import may_moderate
from bot.table.pace import PRESETS, make_pace
from bot.table.settings import LOT, PACE
from bot.table.votes import END
from bot.texts.languages import _, translate
from games.kernel import Game
from games.words import phrase

log = logging.getLogger(__name__)
OptionHandler = Callable[[Context, Table, int], Awaitable[None]]
WEEK_MIN = 10080
MAX_OPEN_OF_HOST = 10
"""Open tables of one host: lobbies and running games."""
LEVEL_CHOICES = [
    app_commands.Choice(name=phrase("{level}: {about}", level=level, about=about), value=level)
    for level, about in LEVEL.values.values()
]


async def check_channel(ctx: Context) -> None:
    """Raises Refused if no game can be played here: in a DM, or if the bot lacks permissions. Joins
    a private thread.
    """
    interaction, channel = ctx.interaction, ctx.interaction.channel
    if interaction.guild_id is None or interaction.channel_id is None:
        raise Refused(_("Open tables in a channel of a server, with /game new."))
    missing = permissions.missing(interaction.app_permissions, channel)
    if missing:
        raise Refused(
            _(
                "I cannot host a game here. In the settings of this channel, allow me:"
                " {names:text}.",
                names=format_names([*map(translate, missing)]),
            )
        )
    if isinstance(channel, discord.Thread) and channel.is_private():
        try:
            await channel.join()
        except discord.Forbidden as error:
            raise Refused(unseen_channel_text()) from error


def unseen_channel_text() -> str:
    """Returns what people read in a channel that the bot cannot see."""
    return _(
        "I cannot see this channel, so no game can be played here. In a private thread, mention me:"
        " that adds me to it. Elsewhere, somebody who manages the server can give me View Channel."
    )


def new_table(ctx: Context, game: Game[Any], seats: int, *, private: bool = False) -> NewTable:
    """A table of the person in this channel, as all tables begin; raises Refused if the game is not
    for so many.
    """
    check_seats(game, seats)
    return NewTable(
        game,
        guild=ctx.guild_id,
        channel=ctx.interaction.channel_id or 0,
        people=[Person(ctx.name, user=ctx.user.id)],
        seats=seats,
        pace=str(PRESETS["relaxed"]),
        late="once",
        seating=LOT,
        private=private,
    )


async def open_table(ctx: Context, new: NewTable) -> None:
    """Opens a lobby, and replies when its board is posted or takes long. If Discord refuses the
    board, the table is closed and Refused raised.
    """
    await check_allowed(ctx)
    await check_limits(ctx)
    ctx.bot.cooldowns.use(NEW_TABLE, ctx.user.id)
    table = await ctx.bot.tables.open(new)
    posted = await wait_for_lobby(ctx, table)
    said = _(
        "Table {n} is open in {where:text}: {game} for {seats}.",
        n=table.id,
        where=f"<#{new.channel}>",
        game=new.game.title,
        seats=new.seats,
    )
    then = _("Others can join there.")
    if new.private:
        then = _("Only people whom you invite there see it, with /game invite.")
    if not posted:
        then = _("Discord is slow at the moment; the table appears there soon.")
    await ctx.reply(f"{said} {then}")


async def wait_for_lobby(ctx: Context, table: Table) -> bool:
    """Waits for the first board of a table; returns False if that takes long. If Discord refuses
    the board, the table is closed and Refused raised.
    """
    release_slot(ctx.interaction)
    try:
        return await ctx.bot.outbox.wait_for_board(table.id)
    except discord.HTTPException as error:
        raise Refused(cannot_post(ctx, error)) from error


async def check_limits(ctx: Context) -> None:
    """Raises Refused if the person or the server has too many open tables."""
    hosted, here = await ctx.bot.store.tables.open_counts(ctx.user.id, ctx.guild_id)
    if hosted >= MAX_OPEN_OF_HOST:
        raise Refused(
            _(
                "You host {n:open table|open tables}, the most allowed. Finish one, or end"
                " one: /game abandon",
                n=hosted,
            )
        )
    if here >= MAX_OPEN_OF_SERVER:
        raise Refused(
            _(
                "This server has {n:open table|open tables}, the most allowed. One must end"
                " first: /game list",
                n=here,
            )
        )


def cannot_post(ctx: Context, error: discord.HTTPException) -> str:
    """Returns why no table was opened, after Discord refused its first board."""
    if error.code in THREAD_LOCKED:
        return _(
            "No table was opened, because this thread is locked. Somebody who manages threads can"
            " unlock it."
        )
    if error.code == MISSING_ACCESS:
        return unseen_channel_text()
    if error.code in AUTOMOD:
        return _(
            "No table was opened, because AutoMod of this server blocks my message. Somebody who"
            " manages the server can change its rules."
        )
    if isinstance(error, discord.Forbidden):
        needed = permissions.missing(discord.Permissions.none(), ctx.interaction.channel)
        return _(
            "No table was opened, because Discord does not let me write here. Somebody who manages"
            " the server can check that I have all of these permissions in this channel:"
            " {names:text}.",
            names=format_names([*map(translate, needed)]),
        )
    return _("No table was opened, because I cannot write in this channel any more.")


# --- The lobby ------------------------------------------------------------------------------------


async def check_auto_start(ctx: Context) -> None:
    """Raises Refused if the last seat would start a game that cannot be played here. If somebody at
    the table has left the server, it is not the last one.
    """
    row = ctx.table.row
    if row.starts_full and ctx.guild_id is not None:
        await check_channel(ctx)
    if row.starts_full and len(ctx.table.people) == row.seats - 1:
        await free_absent(ctx)


async def free_absent(ctx: Context) -> list[str]:
    """Frees the seats of people in the lobby who have left the server, and returns their names."""
    guild = ctx.bot.get_guild(ctx.table.row.guild or 0)
    others = [p.user for p in ctx.table.people if p.user and p.user != ctx.user.id]
    if guild is None or ctx.table.row.status != "lobby":
        return []
    found = await find_members(guild, others)
    return await lobby.free_absent(ctx.table, [user for user, who in found.items() if who is None])


@pressed("join")
async def press_join(ctx: Context) -> None:
    """Takes a seat."""
    await check_auto_start(ctx)
    await lobby.join(ctx.table, ctx.user.id, ctx.name)
    await enter_thread(ctx)


async def enter_thread(ctx: Context) -> None:
    """Adds the person who has taken a seat to the thread of a private table. They may have seen it
    without being in it, as moderators do, or have left it.
    """
    if ctx.table.row.private:
        try:
            await ctx.bot.http.add_user_to_thread(ctx.table.row.channel, ctx.user.id)
        except REQUEST_ERRORS as error:
            log.info("a player is not in the thread of their table: %s", error)


def check_guest(ctx: Context) -> None:
    """Raises Refused for anybody but the invited user, whose number is `rest`; it is "" on the
    message of the lobby, which invites several people.
    """
    if ctx.rest and ctx.user.id != as_number(ctx.rest):
        raise Refused(_("This invitation is for somebody else. You can join at the table itself."))


@pressed("welcome", ephemeral=True)
async def press_welcome(ctx: Context) -> None:
    """Takes a seat in answer to an invitation."""
    check_guest(ctx)
    await check_auto_start(ctx)
    await lobby.join(ctx.table, ctx.user.id, ctx.name)
    await enter_thread(ctx)
    await ctx.reply(
        _(
            "You sit at [{game:text}, table {n}]({link:text}).",
            game=ctx.table.game.title,
            n=ctx.table.id,
            link=link(ctx.table),
        )
    )


@pressed("decline", ephemeral=True)
async def press_decline(ctx: Context) -> None:
    """Declines an invitation."""
    check_guest(ctx)
    await invitations.decline(ctx.table, ctx.user.id)
    await ctx.reply(
        _("You have declined. If you want no invitations at all, type /settings invitations.")
    )


@pressed("withdraw", ephemeral=True)
async def press_withdraw(ctx: Context) -> None:
    """Withdraws an invitation; `rest` is the number of the guest."""
    await invitations.withdraw(ctx.table, ctx.user.id, as_number(ctx.rest))
    await ctx.reply(_("The invitation is withdrawn."))


@pressed("leave")
async def press_leave(ctx: Context) -> None:
    """Frees the seat in the lobby."""
    if ctx.table.row.status != "lobby":
        raise Refused(_("The game is running already; /game leave gives up your seat."))
    await seating.leave(ctx.table, ctx.user.id)


@pressed("computer")
async def press_computer(ctx: Context) -> None:
    """Seats a computer player."""
    await check_auto_start(ctx)
    await lobby.add_computer(ctx.table, ctx.user.id)


@pressed("no-computer")
async def press_no_computer(ctx: Context) -> None:
    """Frees the seat of a computer player."""
    await lobby.remove_computer(ctx.table, ctx.user.id)


@pressed("start")
async def press_start(ctx: Context) -> None:
    """Starts the game."""
    await check_channel(ctx)
    lobby.must_be_ready(ctx.table, ctx.user.id)
    if gone := await free_absent(ctx):
        raise Refused(
            _(
                "{names:text} left the server. Their seats are free, and the game has not started.",
                names=format_names(gone),
            )
        )
    await lobby.start(ctx.table, ctx.user.id)


@pressed("options", ephemeral=True)
async def press_options(ctx: Context) -> None:
    """Shows the options of the lobby."""
    ctx.table.must_be_lobby()
    await ctx.reply(options_page(ctx.table, ctx.user.id))


def on_option(action: str) -> Callable[[OptionHandler], OptionHandler]:
    """Registers the handler of a select in the options of a lobby; then shows the options again."""

    def register(handle: OptionHandler) -> OptionHandler:
        @picked(action)
        async def _pick(ctx: Context) -> None:  # pyright: ignore[reportUnusedFunction]
            message, note = ctx.interaction.message, ""
            private = message is not None and message.flags.ephemeral
            try:
                await handle(ctx, ctx.table, ctx.user.id)
            except Refused as error:
                if not private:
                    raise
                ctx.table, note = await ctx.bot.tables.get(ctx.table.id), f"⚠ {error}"
            if private:
                await ctx.reply(options_page(ctx.table, ctx.user.id, note))

        return handle

    return register


@on_option("setting")
async def pick_setting(ctx: Context, table: Table, user: int) -> None:
    """Changes a setting; `rest` is its key."""
    known = {setting.key: setting for setting in settings_of(table)}
    setting = known[one_of(ctx.rest, known)]
    await lobby.choose(table, user, setting, one_of(ctx.value, setting.offered(NewTable.of(table))))


@pressed("pace", opens_form=True)
async def press_pace(ctx: Context) -> None:
    """Opens the form for a pace of one's own."""
    ctx.table.must_be_lobby()
    lobby.must_be_host(ctx.table, ctx.user.id)
    zone = (await ctx.bot.store.people.get(ctx.user.id)).zone
    await ctx.open_form(pace_form(ctx.table, zone))


@submitted("pace")
async def submit_pace(ctx: Context) -> None:
    """Sets the pace that somebody has described."""
    note = ""
    try:
        pace = make_pace(*[*ctx.values, *[""] * 4][:4])
        await lobby.choose(ctx.table, ctx.user.id, PACE, str(pace))
    except Refused as error:
        ctx.table, note = await ctx.bot.tables.get(ctx.table.id), f"⚠ {error}"
    await ctx.reply(options_page(ctx.table, ctx.user.id, note))


@on_option("up")
async def pick_up(ctx: Context, table: Table, user: int) -> None:
    """Moves somebody one seat up."""
    await lobby.move_up(table, user, ctx.value)


@on_option("free")
async def pick_free(ctx: Context, table: Table, user: int) -> None:
    """Frees the seat of somebody."""
    await lobby.free_seat(table, user, ctx.value)


# --- Leaving and ending ---------------------------------------------------------------------------


@pressed("resign")
async def press_resign(ctx: Context) -> None:
    """Gives up a seat in a running game."""
    await seating.leave(ctx.table, ctx.user.id)
    await ctx.reply(
        _("You have left table {n}. A computer player holds your seat.", n=ctx.table.id)
    )


@pressed("agree")
async def press_agree(ctx: Context) -> None:
    """Says yes to a proposal."""
    await votes.agree(ctx.table, ctx.user.id, ctx.rest or END)


@pressed("refuse")
async def press_refuse(ctx: Context) -> None:
    """Says no to a proposal."""
    await votes.refuse(ctx.table, ctx.user.id, ctx.rest)


def vote_open_text() -> str:
    """Returns what somebody reads who has made a proposal."""
    return _("I have asked the others. The vote is at the table.")


@pressed("take")
async def press_take(ctx: Context) -> None:
    """Takes a seat that somebody left."""
    await seating.take(ctx.table, ctx.user.id, ctx.name, as_number(ctx.rest))
    await enter_thread(ctx)


@pressed("accept", ephemeral=True)
async def press_accept(ctx: Context) -> None:
    """Takes the seat that was offered to the person who pressed; `rest` is the seat."""
    await seating.accept(ctx.table, as_number(ctx.rest), ctx.user.id, ctx.name)
    await enter_thread(ctx)
    await ctx.reply(_("The seat at table {n} is yours.", n=ctx.table.id))


@pressed("end-offer", ephemeral=True)
async def press_end_offer(ctx: Context) -> None:
    """Ends the offer of a seat; `rest` is the seat."""
    moderator = ctx.interaction.permissions.manage_messages
    moderator = moderator and await may_moderate(ctx.table, ctx.user.id)
    await seating.end_offer(ctx.table, as_number(ctx.rest), ctx.user.id, moderator=moderator)
    await ctx.reply(_("The offer has ended."))


@pressed("thread", table=False)
async def press_thread(ctx: Context) -> None:
    """Opens a table in a thread of a busy channel; `number` is how many seats it has, and `rest`
    its game.
    """
    new = new_table(ctx, find_game(ctx.rest), ctx.number)
    async with new_thread(ctx, new, ctx.interaction.channel) as placed:
        await open_table(ctx, placed)


@asynccontextmanager
async def new_thread(ctx: Context, new: NewTable, channel: object) -> AsyncGenerator[NewTable]:
    """Opens a thread of a channel for a table, puts the table there, and archives the thread if the
    table is refused. A private one starts with the bot and the person who acts.
    """
    title, private = new.game.title, bool(new.private)
    if not isinstance(channel, discord.TextChannel) or (private and channel.is_news()):
        raise Refused(_("A thread can only be opened in a text channel."))
    await check_allowed(ctx)
    await check_limits(ctx)
    ctx.bot.cooldowns.use(NEW_THREAD, ctx.user.id)
    try:
        thread = await open_thread(channel, f"{title} · {ctx.name}", title, private=private)
    except Refused:
        ctx.bot.cooldowns.forget(NEW_THREAD, ctx.user.id)
        raise
    try:
        if private:
            await thread.add_user(ctx.user)
        yield replace(new, channel=thread.id)
    except (Refused, discord.HTTPException):
        with suppress(*REQUEST_ERRORS):
            await thread.edit(archived=True)
        raise


async def open_thread(
    channel: discord.TextChannel, title: str, *plain_titles: str, private: bool
) -> discord.Thread:
    """Opens a public thread, or a private one to which only the bot adds people; with the next
    title if AutoMod blocks one. Raises Refused if Discord does not allow that.
    """
    types = discord.ChannelType
    public = types.news_thread if channel.is_news() else types.public_thread
    try:
        return await channel.create_thread(
            name=truncate(title, 100),
            type=types.private_thread if private else public,
            auto_archive_duration=WEEK_MIN,
            invitable=not private,
        )
    except discord.Forbidden as error:
        name = permissions.PRIVATE if private else permissions.PUBLIC
        raise Refused(cannot_open_thread([permissions.NEEDED[name]])) from error
    except discord.HTTPException as error:
        if error.code in AUTOMOD:
            log.info("AutoMod blocks the name of a thread: %s", error)
            if plain_titles:
                return await open_thread(channel, *plain_titles, private=private)
            raise Refused(
                _(
                    "AutoMod of this server blocks the name of the thread, “{name:text}”.",
                    name=title,
                )
            ) from error
        if error.code not in TOO_MANY_THREADS:
            raise
        raise Refused(
            _(
                "This server has all the threads that Discord allows. Archive one, or use"
                " another channel."
            )
        ) from error


def cannot_open_thread(missing: list[str]) -> str:
    """Returns that the bot lacks these permissions to open a thread."""
    names = format_names([*map(translate, missing)])
    return _("I cannot open a thread here, because I lack: {names:text}.", names=names)


async def open_private_table(ctx: Context, new: NewTable) -> None:
    """Opens a private table: here if this is a private thread, else in a new private thread."""
    channel = ctx.interaction.channel
    if isinstance(channel, discord.Thread) and channel.is_private():
        await open_table(ctx, new)
        return
    granted = ctx.interaction.app_permissions
    if missing := permissions.missing_for_thread(granted, private=True):
        raise Refused(cannot_open_thread(missing))
    async with new_thread(ctx, new, channel) as placed:
        await open_table(ctx, placed)


async def offer_thread(ctx: Context, new: NewTable) -> None:
    """Replies that the channel is busy, with a button that opens a thread; raises Refused if none
    can be opened.
    """
    lacks = permissions.missing_for_thread(ctx.interaction.app_permissions, private=False)
    if lacks or not isinstance(ctx.interaction.channel, discord.TextChannel):
        raise Refused(
            _(
                "A game is open in this channel already. Open yours in another channel or in a"
                " thread."
            )
        )
    label = _("Open it in a thread")
    own = Button("thread", new.seats, new.game.name, label=label, style="primary")
    await ctx.reply(
        _("A game is open in this channel already. Yours can have a thread of its own."), Row(own)
    )
