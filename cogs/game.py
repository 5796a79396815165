"""Opens, lists, shows, leaves and ends tables: /game."""

from __future__ import annotations

import discord
from discord import app_commands

from bot.interactions import (
    Context,
    command,
    context_menu,
    extension,
    group,
    name_of,
    pressed,
)
from bot.interactions.completion import complete_pace, explained_choices_of
from bot.interactions.controls import as_number, one_of
from bot.interactions.cooldowns import GIVE, INVITE
from bot.interactions.finding import (
    complete_game,
    find_game,
    find_table,
    is_asked,
    own_tables,
    sees_channel,
)
from bot.operations.markdown import escape_markdown
from bot.outbox.layout import send_arguments
from bot.pages import panels
from bot.pages.board import board_page, ended_early_text, together_text
from bot.pages.lobby import LEVEL
from bot.pages.names import when
from bot.pages.page import Button, Row
from bot.pages.text import text_pages
from bot.table import (
    STAND_IN_LEVEL,
    ChannelBusy,
    Refused,
    Table,
    extensions,
    format_names,
    gone,
    invitations,
    lobby,
    not_started_text,
    seating,
    votes,
)
from bot.table import together as meetings
from bot.table.pace import parse_pace, sentence
from bot.table.pauses import DAYS, MAX_DAYS
from bot.table.settings import PACE
from bot.table.votes import END
from bot.texts.languages import _, translate
from cogs._tables.opening import check_channel, new_table, open_table
from cogs._tables.rematch import open_rematch
from cogs._tables.seats import vote_open_text
from cogs._tables.threads import offer_thread, open_private_table
from games import discover

GROUP = group("game", "Open, find and manage tables")


def missing_votes(table: Table, user: int) -> list[str]:
    """The names of those who must agree before a table ends early; raises Refused if it has ended,
    or if this user has agreed already.
    """
    if table.row.status not in ("lobby", "running"):
        raise Refused(_("This game has ended already."))
    agreed = table.votes.get(END, [])
    missing = votes.voters(table, END) - {*agreed, user}
    seats = [seat for seat, person in enumerate(table.people) if person.user in missing]
    names = [table.escaped_names[seat] for seat in seats]
    if user in agreed and names:
        raise Refused(
            _(
                "You have agreed already; {names:text} must agree, too.",
                names=format_names(names),
            )
        )
    return names


@pressed("abandon")
async def press_abandon(ctx: Context) -> None:
    """Ends a table early, or asks the others; `rest` has the status of the table and the user at
    the time of the question.
    """
    status, _colon, asked = ctx.rest.partition(":")
    if ctx.user.id != as_number(asked):
        raise Refused(_("Somebody else was asked this. Type /game abandon to end the game."))
    missing_votes(ctx.table, ctx.user.id)
    if ctx.table.row.status != one_of(status, ("lobby", "running")):
        raise Refused(_("The game has started since you were asked, so it was not ended."))
    done = await votes.vote_to_abandon(ctx.table, ctx.user.id)
    await ctx.reply(ended_early_text(ctx.table) if done else vote_open_text())


@pressed("go-on", seat=True, ephemeral=True)
async def press_go_on(ctx: Context) -> None:
    """Goes on with a game whose channel is gone."""
    await gone.go_on(ctx.table, ctx.user.id, ctx.bot.clock.now())
    await ctx.reply(_("The game goes on."))


@pressed("end-gone", seat=True, ephemeral=True)
async def press_end_gone(ctx: Context) -> None:
    """Ends a game whose channel is gone, if all have pressed this."""
    missing = format_names(missing_votes(ctx.table, ctx.user.id))
    done = await votes.vote_to_abandon(ctx.table, ctx.user.id)
    asks = _("The game ends once {names:text} press this, too.", names=missing)
    await ctx.reply(ended_early_text(ctx.table) if done else asks)


@command(GROUP)
@app_commands.describe(
    game="What to play",
    seats="For how many; else as many as the game takes",
    private="Whether only people you invite may join, in a private thread",
)
@app_commands.autocomplete(game=complete_game)
async def new(
    ctx: Context,
    game: str,
    seats: app_commands.Range[int, 1, 10] | None = None,
    private: bool = False,
) -> None:
    """Open a table in this channel."""
    chosen_game = find_game(game)
    await check_channel(ctx)
    table = new_table(ctx, chosen_game, seats or chosen_game.seats[-1], private=private)
    try:
        await (open_private_table(ctx, table) if private else open_table(ctx, table))
    except ChannelBusy:
        await offer_thread(ctx, table)


@command(GROUP)
async def rematch(ctx: Context) -> None:
    """Play the last game of this channel again, with the same people and options."""
    await check_channel(ctx)
    last = await ctx.bot.store.tables.last_over(ctx.interaction.channel_id or 0, ctx.user.id)
    ctx.use_table(await (ctx.bot.tables.get(last) if last else find_table(ctx)))
    await open_rematch(ctx)


@command(GROUP)
async def list_(ctx: Context) -> None:
    """Show the open tables of this server, or yours in a DM."""
    user, guild = ctx.user.id, ctx.guild_id
    if guild is None:
        lines = [_line(table, user) for table in await own_tables(ctx)]
    else:
        lines: list[str] = []
        for row in await ctx.bot.store.tables.open(guild=guild):
            try:
                lines.append(_line(await ctx.bot.tables.get(row.id), user))
            except Refused as error:
                lines.append(f"· {error}")
    none = _("No table is open. /game new opens one. These games can be played:")
    games = [f"· **{game.title}**: {translate(game.about)}" for game in discover().values()]
    await ctx.reply(_("### Open tables"), lines or "\n".join([none, *games]))


def _line(table: Table, user: int) -> str:
    if table.row.status == "lobby":
        state = _("gathers players, {n} of {seats}", n=len(table.people), seats=table.row.seats)
        state += f"\n-# {translate(table.game.about)}"
    elif table.row.paused:
        state = _("paused until {when:text}", when=when(table.row.paused, "f"))
    elif is_asked(table, user):
        state = _("**waits for you**")
    else:
        names = format_names([table.escaped_names[s] for s in table.state.asked])
        state = _("waits for {names:text}", names=names)
    where = f"<#{table.row.channel}>"
    return _(
        "· {game}, table {n} in {where:text}: {state:text}",
        game=table.game.title,
        n=table.id,
        where=where,
        state=state,
    )


@command(GROUP)
async def board(ctx: Context) -> None:
    """Show the board of this channel's table, only to you."""
    ctx.use_table(await find_table(ctx))
    if ctx.table.g is None:
        raise Refused(not_started_text())
    await ctx.reply(await board_page(ctx.table, ctx.bot.pictures, []))


@command(GROUP, table=True)
async def text(ctx: Context) -> None:
    """Read the table as text: all that is public and, if you play, what you alone see."""
    first, *more = await text_pages(ctx.table, ctx.user.id)
    await ctx.reply(first)
    for further in more:
        await ctx.interaction.followup.send(**await send_arguments(further), ephemeral=True)


@command(GROUP, seat=True)
async def leave(ctx: Context) -> None:
    """Leave a lobby, or a running game (asks first)."""
    table = ctx.table
    if table.row.status != "running":
        await seating.leave(table, ctx.user.id)
        await ctx.reply(_("You have left table {n}.", n=table.id))
        return
    await ctx.reply(
        _(
            "Leave table {n}, {game}, for good? A computer player takes over until somebody"
            " claims the seat.",
            n=table.id,
            game=table.game.title,
        ),
        Row(Button("resign", table.id, label=_("Leave the game"), style="danger")),
    )


@command(GROUP)
async def abandon(ctx: Context) -> None:
    """End this channel's game early, if everybody at the table agrees (asks first)."""
    ctx.use_table(await find_table(ctx), seat=True)
    table, user, status = ctx.table, ctx.user.id, ctx.table.row.status
    if others := missing_votes(table, user):
        question = _(
            "End table {n}, {game}, before it is finished? {names:text} must agree, too.",
            n=table.id,
            game=table.game.title,
            names=format_names(others),
        )
        label = _("Yes, ask them")
    elif status == "lobby":
        question = _(
            "Close table {n}, {game}, before it starts? Everybody who joined loses their seat.",
            n=table.id,
            game=table.game.title,
        )
        label = _("Close the table")
    else:
        question = _(
            "End table {n}, {game}, before it is finished? It ends at once, and that cannot be"
            " undone.",
            n=table.id,
            game=table.game.title,
        )
        label = _("End the game")
    button = Button("abandon", table.id, f"{status}:{user}", label=label, style="danger")
    await ctx.reply(question, Row(button))


@command(GROUP, seat=True)
async def undo(ctx: Context) -> None:
    """Ask the table to undo earlier moves. Your own last move has a button."""
    await ctx.reply(await panels.rewind_page(ctx.table))


@command(GROUP, table=True)
@app_commands.describe(
    returning="Whether you take your seat back; else a computer player plays for you",
    level="How the computer player plays",
)
@app_commands.choices(level=explained_choices_of(LEVEL))
async def handover(ctx: Context, returning: bool = False, level: str = STAND_IN_LEVEL) -> None:
    """Have a computer player play for you for a while, or take your seat back."""
    if returning and ctx.table.seat_of(ctx.user.id) is None:
        await seating.claim(ctx.table, ctx.user.id, ctx.name)
        done = _("Your seat is yours again.")
    elif returning:
        back = await seating.reclaim(ctx.table, ctx.user.id)
        done = _("Your seat is yours again.") if back else _("No computer player holds your seat.")
    else:
        await seating.hand_over(ctx.table, ctx.user.id, level)
        done = _(
            "A computer player plays for you at table {n}. You have your seat back as soon as you"
            " want to move. If it made most of your moves, or still plays at the end, the result is"
            " not yours.",
            n=ctx.table.id,
        )
    await ctx.reply(done)


@command(GROUP, seat=True)
@app_commands.describe(to="Who gets your seat")
async def give(ctx: Context, to: discord.Member) -> None:
    """Offer your seat in a running game to somebody else, who has to accept."""
    if to.bot:
        raise Refused(_("A bot cannot take a seat; /game handover has a computer player play."))
    if not sees_channel(to, ctx.table.row, mentioned=True):
        name = escape_markdown(name_of(to))
        raise Refused(_("{name:text} cannot see the channel of this table.", name=name))
    ctx.bot.cooldowns.use(GIVE, ctx.user.id)
    await seating.offer(ctx.table, ctx.user.id, ctx.seat, to.id, name_of(to))
    await ctx.reply(
        _(
            "Your seat is offered to {name:text}, in the channel of the table. You can withdraw"
            " the offer there; it ends with your next move, or after {n:day|days}.",
            name=escape_markdown(name_of(to)),
            n=seating.OFFER_DAYS,
        )
    )


@command(GROUP)
@app_commands.describe(player="The person you invite")
async def invite(ctx: Context, player: discord.Member) -> None:
    """Invite somebody to the table that gathers players in this channel."""
    await invite_person(ctx, await find_table(ctx), player)


@context_menu("Invite to my table", servers_only=True)
async def invite_from_menu(ctx: Context, player: discord.Member) -> None:
    rows = await ctx.bot.store.tables.open(guild=ctx.guild_id, user=ctx.user.id)
    own = [row for row in rows if row.status == "lobby"]
    here = [row for row in own if row.channel == ctx.interaction.channel_id]
    if len(here or own) > 1:
        raise Refused(
            _("Several of your tables gather players. Type /game invite in the channel of one.")
        )
    if not own:
        raise Refused(_("You sit at no table that gathers players; /game new opens one."))
    await invite_person(ctx, await ctx.bot.tables.get((here or own)[0].id), player)


async def invite_person(ctx: Context, table: Table, player: discord.Member) -> None:
    """Invites somebody to a table; raises Refused if that cannot be."""
    ctx.use_table(table)
    name = escape_markdown(name_of(player))
    if player.bot:
        raise Refused(_("Bots cannot play here. Add a computer player in the lobby instead."))
    if not sees_channel(player, table.row, mentioned=True):
        raise Refused(_("{name:text} cannot see the channel of this table.", name=name))
    if await invitations.is_unanswered(table, ctx.user.id, player.id):
        withdraw = Button("withdraw", table.id, str(player.id), label=_("Withdraw the invitation"))
        await ctx.reply(_("{name:text} is invited already.", name=name), Row(withdraw))
        return
    ctx.bot.cooldowns.use(INVITE, ctx.user.id)
    await invitations.invite(table, ctx.user.id, player.id, name_of(player))
    await ctx.reply(
        _(
            "{name:text} is invited, and can join or decline with two buttons. To withdraw the"
            " invitation, type /game invite once more.",
            name=name,
        )
    )


@command(GROUP, table=True)
@app_commands.describe(player="Who no longer answers")
async def without(ctx: Context, player: discord.User) -> None:
    """Vote to go on without somebody whose time has run out."""
    seat = ctx.table.seat_of(player.id)
    if seat is None:
        raise Refused(_("{name:text} does not play here.", name=escape_markdown(name_of(player))))
    done = await votes.propose_without(ctx.table, ctx.user.id, seat)
    await ctx.reply(_("A computer player has the seat now.") if done else vote_open_text())


@command(GROUP, seat=True)
@app_commands.describe(days="After so many days the game goes on by itself")
async def pause(ctx: Context, days: app_commands.Range[int, 1, MAX_DAYS] = DAYS) -> None:
    """Vote to pause the game: nobody moves, and no time runs."""
    done = await votes.propose_pause(ctx.table, ctx.user.id, days)
    await ctx.reply(_("The game is paused.") if done else vote_open_text())


@command(GROUP, seat=True)
@app_commands.describe(another_day="Whether the half hour that is proposed does not suit you")
async def together(ctx: Context, another_day: bool = False) -> None:
    """Propose half an hour in which all of you play, or say that you are in."""
    table, user, found = ctx.table, ctx.user.id, await meetings.together(ctx.table)
    if found and another_day:
        await meetings.want_another_day(table, user, int(found.at))
    else:
        await meetings.propose(table, user, ctx.bot.clock.now())
    if found := await meetings.together(table):
        await ctx.reply(together_text(table, found))


@command(GROUP, seat=True)
async def resume(ctx: Context) -> None:
    """Vote to resume a paused game before its pause is over."""
    done = await votes.propose_resume(ctx.table, ctx.user.id)
    await ctx.reply(_("The game goes on.") if done else vote_open_text())


@command(GROUP, seat=True)
@app_commands.describe(pace="How long an answer may take, such as 36h or 21:00 Europe/Paris")
@app_commands.autocomplete(pace=complete_pace)
async def pace(ctx: Context, pace: str) -> None:
    """Vote for another pace of the game."""
    chosen = parse_pace(pace, (await ctx.bot.store.people.get(ctx.user.id)).zone)
    if ctx.table.row.status == "lobby":
        await lobby.choose(ctx.table, ctx.user.id, (PACE, str(chosen)))
        done = True
    else:
        done = await votes.propose_pace(ctx.table, ctx.user.id, chosen)
    await ctx.reply(sentence(chosen, for_discord=True) if done else vote_open_text())


@command(GROUP, seat=True)
@app_commands.describe(days="So many days more")
async def extend(ctx: Context, days: app_commands.Range[int, 1, extensions.MAX_DAYS] = 1) -> None:
    """Vote for more time for the answers that are due now, once."""
    done = await votes.propose_extension(ctx.table, ctx.user.id, days)
    await ctx.reply(_("The deadline has moved.") if done else vote_open_text())


@command(GROUP)
@app_commands.describe(
    wanted="Whether I may write to you in private when you are asked for a secret"
)
async def dms(ctx: Context, wanted: bool) -> None:
    """Choose whether I ask for secrets in a DM, or only behind the button Move."""
    await ctx.bot.store.people.save_dms(ctx.user.id, "wanted" if wanted else "unwanted")
    for table in await own_tables(ctx):
        await ctx.bot.refresh(table.id)
    await ctx.reply(
        _("Noted. I'll message you at each secret choice.")
        if wanted
        else _("Noted. You answer at the table instead.")
    )


setup = extension(GROUP, invite_from_menu)
