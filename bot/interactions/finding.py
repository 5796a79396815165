"""Finds the table or the game of an interaction."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Iterable, Iterator
from typing import Any

import discord

from bot.interactions.completion import Choices, completion
from bot.interactions.context import Context
from bot.operations.discord_errors import LEFT_SERVER, REQUEST_ERRORS
from bot.operations.logs import set_log_table
from bot.pages.page import truncate
from bot.store import TableRow
from bot.table import Refused, Table
from bot.texts.languages import _, reader
from games import discover
from games.kernel import Game
from games.reading import whole_number

log = logging.getLogger(__name__)
MAX_LOOKUP_S = 3.0


def can_see_channel(ctx: Context, row: TableRow) -> bool:
    """Whether the person can see the channel of a table: this is it, or they are in its server."""
    if row.channel == ctx.interaction.channel_id:
        return True
    return isinstance(ctx.user, discord.Member) and sees_channel(ctx.user, row)


def sees_channel(member: discord.Member, row: TableRow, mentioned: bool = False) -> bool:
    """Whether a member of a server sees the channel of a table; a private thread only if they will
    be mentioned in it, which adds them to it.
    """
    channel = member.guild.get_channel_or_thread(row.channel)
    if channel is None or row.guild != member.guild.id:
        return False
    if isinstance(channel, discord.Thread) and channel.is_private() and not mentioned:
        return False
    with contextlib.suppress(discord.ClientException):  # a thread whose channel is not known
        return channel.permissions_for(member).view_channel
    return False


async def find_members(
    guild: discord.Guild, users: Iterable[int]
) -> dict[int, discord.Member | None]:
    """Asks Discord for the members of a server with these numbers; None for one who has left it. It
    leaves out those of whom Discord says nothing in time.
    """
    found: dict[int, discord.Member | None] = {}

    async def find(user: int) -> None:
        try:
            async with asyncio.timeout(MAX_LOOKUP_S):
                found[user] = await guild.fetch_member(user)
        except REQUEST_ERRORS as error:
            if isinstance(error, discord.NotFound) and error.code in LEFT_SERVER:
                found[user] = None
            else:
                log.info("whether somebody is on the server is not known: %s", error)

    await asyncio.gather(*map(find, users))
    return found


def may_see(ctx: Context, table: Table) -> bool:
    """Whether a person may look at a table: they play there, or see its channel."""
    return table.seat_of(ctx.user.id) is not None or can_see_channel(ctx, table.row)


async def check_place(ctx: Context, table: Table) -> None:
    """Raises Refused unless a press belongs to this table: a message that everybody sees is where
    the table is. In direct messages, and on messages for one person alone, that person plays there,
    sees its channel, watches, or is invited or offered a seat.
    """
    message, store = ctx.interaction.message, table.store
    if table.row.channel == ctx.interaction.channel_id:
        return
    private = message is None or message.flags.ephemeral or ctx.guild_id is None
    if private and (
        may_see(ctx, table)
        or ctx.user.id in await store.watchers.of(table.id)
        or any(each.user == ctx.user.id for each in await store.invitations.of(table.id))
        or any(each.user == ctx.user.id for each in (await store.offers.of(table.id)).values())
    ):
        return
    raise Refused(
        _("This button belongs to a table in another channel. Nothing changed; use it there.")
    )


def is_asked(table: Table, user: int) -> bool:
    """Whether a table waits for this user."""
    seat = table.seat_of(user)
    if seat is None or table.g is None or table.row.paused:
        return False
    return seat in table.g.asked


async def table_by_number(ctx: Context, number: str) -> Table:
    """A table by its number, as chosen from a list; raises Refused if there is none."""
    table_id = whole_number(number)
    if table_id is None:
        raise Refused(_("Choose one of your games from the list that `game:` shows."))
    set_log_table(table_id)
    return await ctx.bot.tables.get(table_id)


async def table_of_message(ctx: Context, message: discord.Message) -> Table:
    """The table of a message of the bot, from its buttons, else that of the channel."""
    if ctx.bot.user is None or message.author.id != ctx.bot.user.id:
        raise Refused(_("This message is not from me: open the menu on the board of a table."))
    ids = [*_custom_ids(message.components)]
    number = next((each.split(":")[1] for each in ids if each.count(":") > 1), "")
    return await (table_by_number(ctx, number) if number else find_table(ctx))


def _custom_ids(parts: Iterable[Any]) -> Iterator[str]:
    """The custom_ids of these parts of a message, and of those within them."""
    for part in parts:
        if custom_id := getattr(part, "custom_id", None):
            yield custom_id
        accessory = getattr(part, "accessory", None)
        yield from _custom_ids(
            [*getattr(part, "children", ()), *([accessory] if accessory else [])]
        )


async def find_table(
    ctx: Context, chosen: str | None = None, game: Game[Any] | None = None
) -> Table:
    """The chosen table, else that of the channel, else the one that waits for this person.

    Raises Refused if there is none or more than one, or if it plays another game than `game`.
    """
    if chosen:
        table = await table_by_number(ctx, chosen)
        if not may_see(ctx, table):
            raise Refused(_("Choose one of your games from the list that `game:` shows."))
    elif ctx.guild_id is not None and ctx.interaction.channel_id is not None:
        table = await ctx.bot.tables.in_channel(ctx.interaction.channel_id)
    else:
        table = await _own_table(ctx, game)
    set_log_table(table.id)
    if game is not None and game is not table.game:
        raise Refused(
            _(
                "The table here plays {here:text}, not {game:text}: use {command:text} or /move.",
                here=table.game.title,
                game=game.title,
                command=f"/{table.game.name}",
            )
        )
    return table


async def _own_table(ctx: Context, game: Game[Any] | None) -> Table:
    mine = [table for table in await own_tables(ctx) if game in (None, table.game)]
    waiting = [table for table in mine if is_asked(table, ctx.user.id)]
    if len(waiting) == 1 or len(mine) == 1:
        return (waiting or mine)[0]
    if game is None and mine:
        raise Refused(_("You sit at several tables: choose one with `game:`."))
    if game is None:
        raise Refused(
            _("You are not in a game. In a channel of your server, /game new opens a table.")
        )
    if mine:
        raise Refused(
            _(
                "You sit at several tables of {game:text}: choose one with `game:`.",
                game=game.title,
            )
        )
    raise Refused(
        _(
            "You are not playing {game:text}. In a channel of your server, /game new opens a"
            " table.",
            game=game.title,
        )
    )


async def own_tables(ctx: Context) -> list[Table]:
    """The running tables of the person, oldest first, except those set aside."""
    bot = ctx.bot
    tables: list[Table] = []
    for row in await bot.store.tables.open(user=ctx.user.id):
        if row.status == "running":
            with contextlib.suppress(Refused):
                tables.append(await bot.tables.get(row.id))
    return tables


@completion
async def complete_own_table(ctx: Context, current: str) -> Choices:
    """The person's running tables; those that wait for them come first."""
    user = ctx.user.id
    tables = sorted(await own_tables(ctx), key=lambda table: not is_asked(table, user))
    names: Choices = []
    for table in tables:
        waits = _(" (waits for you)") if is_asked(table, user) else ""
        names.append((f"{table.game.title}, {_('table {n}', n=table.id)}{waits}", str(table.id)))
    return [(name, number) for name, number in names if current.lower() in name.lower()]


@completion
async def complete_game(_ctx: Context, current: str) -> Choices:
    """The games by their titles."""
    return [
        (
            _(
                "{game} ({players}, {minutes} minutes)",
                game=game.title,
                players=game.sizes,
                minutes=game.minutes,
            ),
            name,
        )
        for name, game in discover().items()
        if current.lower() in game.title.lower() or current.lower() in name
    ]


def find_game(name: str) -> Game[Any]:
    """A game by its name or title; raises Refused if there is none."""
    for game in discover().values():
        if name.lower() in (game.name, game.title.lower()):
            return game
    titles = reader().sign(", ").join(game.title for game in discover().values())
    raise Refused(
        _(
            "There is no game “{name:text}” here. There is: {titles:text}.",
            name=truncate(name, 50),
            titles=titles,
        )
    )
