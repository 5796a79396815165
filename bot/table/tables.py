"""All tables of a bot: opens them, finds them and reads them from the store; caches some."""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
import secrets
import time
from collections import OrderedDict
from collections.abc import AsyncGenerator, Callable, Iterable, Sequence
from dataclasses import asdict, replace
from typing import Any

from bot.store import (
    Conflict,
    InvitationRow,
    LateRule,
    LeagueRow,
    LeagueTableRow,
    MoveRow,
    Pace,
    Seating,
    Store,
    TableRow,
    to_json,
)
from bot.table.errors import Busy, Damaged, Newer, Refused
from bot.table.lobby import check_seats, checked_options, with_computers
from bot.table.rematch import first_seated
from bot.table.table import Person, Table
from bot.texts.languages import _
from games import discover
from games.kernel import Game

log = logging.getLogger(__name__)
AT_HAND = 1024
"""So many tables are kept in memory; the others are read again when they are needed."""
LARGEST_ID = 2**63
SEED_BITS = 256
A_PAGE = 500
"""So many tables are read with one query."""


class Tables:
    """All tables of a bot: opens them, finds them and reads them from the store; caches some."""

    def __init__(
        self,
        store: Store,
        changed: Callable[[Table], None],
        set_aside: Callable[[int], None] = lambda number: None,
        hindered: Callable[[Table], None] = lambda table: None,
    ) -> None:
        """Takes the store and three callbacks: `changed` is called after every commit of a table,
        `hindered` after a commit that failed, `set_aside` with the number of a damaged table.
        """
        self.store = store
        self.changed, self.hindered = changed, hindered
        self.set_aside = set_aside
        self._at_hand: OrderedDict[int, Table] = OrderedDict()
        self._reading: dict[int, asyncio.Lock] = {}

    async def open(
        self,
        game: Game[Any],
        *,
        guild: int | None,
        channel: int,
        host: Person,
        seats: int,
        options: dict[str, Any],
        pace: Pace = "none",
        late: LateRule = "wait",
        lesson: int = 0,
        seed: int | None = None,
        computers: Sequence[str] = (),
        seating: Seating = "listed",
        private: bool = False,
        hints: bool = False,
    ) -> Table:
        """Opens a lobby where its host sits, and computer players of these levels; only people who
        are invited may join a private one; at one with `hints` players can ask for a sensible move.
        Raises Refused if the channel has an open table or the
        game is not for so many seats. All chance follows from the seed, by default one that
        nobody knows.
        """
        check_seats(game, seats)
        row = TableRow(
            id=0,
            game=game.name,
            guild=guild,
            channel=channel,
            status="lobby",
            host=host.user or 0,
            seats=seats,
            people=to_json([asdict(each) for each in with_computers([host], computers)]),
            options=to_json(checked_options(game, options)),
            votes="[]",
            seed=str(secrets.randbits(SEED_BITS) if seed is None else seed),
            salt=secrets.token_hex(16),
            version=game.version,
            made=time.time(),
            touched=time.time(),
            pace=pace,
            late=late,
            lesson=lesson,
            seating=seating,
            private=int(private),
            hints=int(hints),
        )
        return await self._add(row)

    async def open_rematch(
        self, before: Table, host: Person, guests: Sequence[InvitationRow]
    ) -> Table:
        """Opens the lobby of a rematch of a finished game in its channel, with these guests. Raises
        Refused if the channel has an open table or an option is no longer known.
        """
        now = time.time()
        row = replace(
            before.row,
            status="lobby",
            host=host.user or 0,
            seats=len(before.people),
            people=to_json([asdict(each) for each in first_seated(before, host)]),
            options=to_json(checked_options(before.game, before.options)),
            votes="[]",
            seed=str(secrets.randbits(SEED_BITS)),
            salt=secrets.token_hex(16),
            version=before.game.version,
            made=now,
            touched=now,
            paused=0,
            lesson=0,
            seating="listed",
            rematch_of=before.id,
        )
        return await self._add(row, guests)

    async def start_of_league(
        self, league: LeagueRow, planned: LeagueTableRow, channel: int, people: Sequence[Person]
    ) -> Table:
        """Starts the game of a table that a league has planned, with these people on its seats.
        Raises Busy if the channel has an open table or this one is open already, and Damaged if its
        game cannot be played here.
        """
        game = discover().get(league.game)
        if game is None:
            raise Damaged(f"no game named “{league.game}” can be played here")
        seed, options, now = secrets.randbits(SEED_BITS), json.loads(league.options), time.time()
        host = next(seat for seat, person in enumerate(people) if person.user)
        row = TableRow(
            id=0,
            game=game.name,
            guild=league.guild,
            channel=channel,
            status="lobby",
            host=people[host].user or 0,
            seats=len(people),
            people=to_json([asdict(each) for each in people]),
            options=to_json(options),
            votes="[]",
            seed=str(seed),
            salt=secrets.token_hex(16),
            version=game.version,
            made=now,
            touched=now,
            pace=league.pace,
            late="seat",
        )
        table = Table(row, self.store, game, [*people], options)
        g = await asyncio.to_thread(game.new, len(people), seed, options)
        # Nobody at the table has started it, so it notifies everybody who is asked.
        line = table.new_line(g, kind="start", question=0)
        try:
            table = await self.get(await self.store.leagues.open_table(planned, row, line))
        except Conflict as error:
            raise Busy(_("A game is open in this channel already.")) from error
        self.changed(table)
        return table

    async def _add(self, row: TableRow, guests: Sequence[InvitationRow] = ()) -> Table:
        """Stores a new table with its guests; raises Busy if the channel has an open one."""
        try:
            table = await self.get(await self.store.tables.add(row, guests))
        except Conflict as error:
            raise Busy(_("A game is open in this channel already.")) from error
        self.changed(table)
        return table

    async def get(self, table_id: int) -> Table:
        """The table of this number; raises Refused if there is none or it cannot be read."""
        if not 0 < table_id < LARGEST_ID:
            raise Refused(_("There is no such table."))
        lock = self._reading.setdefault(table_id, asyncio.Lock())
        try:
            async with lock:
                table = self._at_hand.get(table_id)
                if table is None or await self._is_old(table):
                    table = await self._read(table_id)
                    self._at_hand[table_id] = table
        finally:
            self._reading.pop(table_id, None)
        self._at_hand.move_to_end(table_id)
        self._let_go()
        return table

    async def _is_old(self, table: Table) -> bool:
        """Whether another process has changed a table since it was read. A table that is locked
        here need not be checked: if it is old, its write is refused.
        """
        if table.outdated or table.lock.locked():
            return table.outdated
        return not await self.store.tables.is_current(table.row, table.seq)

    async def at_rest(self, table_id: int) -> None:
        """Waits until a running commit of a table has updated the table in memory, because others
        can read a commit before the task that made it goes on.
        """
        table = self._at_hand.get(table_id)
        if table is not None:
            async with table.lock:
                pass

    def outdate(self, table_ids: Iterable[int]) -> None:
        """Marks these tables to be read again, because something else has changed their rows."""
        for table_id in table_ids:
            if table_id in self._at_hand:
                self._at_hand[table_id].outdated = True

    async def in_channel(self, channel: int) -> Table:
        """The open table of a channel, else its last one; raises Refused if there never was one."""
        row = await self.store.tables.open_in(channel) or await self.store.tables.last_in(channel)
        if row is None:
            raise Refused(_("There is no table in this channel; /game new opens one."))
        return await self.get(row.id)

    async def left_to_computers(self) -> AsyncGenerator[int]:
        """The running tables where a computer player is asked, found without reading their states,
        and those where that is not known.
        """
        after = 0
        while rows := await self.store.tables.running(after, A_PAGE):
            for number, people, asked in rows:
                if _has_computer_asked(people, asked):
                    yield number
            after = rows[-1][0]

    async def _read(self, table_id: int) -> Table:
        row = await self.store.tables.get(table_id)
        if row is None:
            raise Refused(_("There is no table {n}.", n=table_id))
        last = await self.store.moves.last(table_id)
        if self.store.shared and row.status != "broken" and _is_newer(row, last):
            raise Newer(
                _(
                    "Table {n} is moving to a newer release of the bot. Try again in a minute.",
                    n=table_id,
                )
            )
        try:
            return self._laid(row, last, await self.store.moves.newest_question(table_id))
        except (ValueError, TypeError, KeyError) as error:
            await self._set_aside(row, error)
            raise Refused(_why_set_aside(row)) from error

    def _laid(self, row: TableRow, last: MoveRow | None, newest: int) -> Table:
        """Makes a table of its row, the last line of its log and the number of its newest
        question; raises an error if it is damaged.
        """
        if row.game not in discover():
            raise _no_game(row)
        people = [Person(**person) for person in json.loads(row.people)]
        options: dict[str, Any] = dict(json.loads(row.options))
        table = Table(row, self.store, discover()[row.game], people, options)
        table.changed, table.hindered = self.changed, self.hindered
        if last is not None:
            table.g = table.open_line(last)
            table.seq, table.question, table.last = last.seq, last.question, last
            table.newest = newest
            if len(people) != table.g.seats:
                raise Damaged(f"{len(people)} people sit on {table.g.seats} seats")
        return table

    async def _set_aside(self, row: TableRow, error: Exception) -> None:
        """Marks a table that cannot be read; the outbox tells its channel. What has ended stays as
        it is while its game is not here.
        """
        has_ended = row.status in ("over", "abandoned")
        if row.status == "broken" or (has_ended and row.game not in discover()):
            return
        log.error("the table is set aside: %s", error, exc_info=error, extra={"table": row.id})
        with contextlib.suppress(Conflict):
            await self.store.tables.save(replace(row, status="broken"), row)
            self.set_aside(row.id)

    async def take_stock(self) -> None:
        """Sets aside the open tables whose game is not here, and goes on with those that were set
        aside while their game was missing or broken. Where several processes share the store, open
        tables are left alone, since another process may be of a newer release that has the game.
        """
        found = await self.store.tables.broken_or_of_other_games([*discover()])
        for number, game, status in found:
            if status == "broken" and game in discover():
                with contextlib.suppress(Refused):
                    await self._go_on(await self.get(number))
            elif status != "broken" and not self.store.shared:
                row = await self.store.tables.get(number)
                if row is not None:
                    await self._set_aside(row, _no_game(row))

    async def _go_on(self, table: Table) -> None:
        """Opens a table that was set aside again; Refused where its channel has another one."""
        async with table.lock:
            if table.g is None:
                await table.save(status="lobby")
            else:
                await table.save(status="running" if table.g.scores is None else "over")
        log.info("the table goes on: its game is here again", extra={"table": table.id})

    def _let_go(self) -> None:
        """Removes the least recently used tables from memory."""
        if len(self._at_hand) <= AT_HAND:
            return
        for table_id in list(self._at_hand):
            if len(self._at_hand) <= AT_HAND:
                return
            if not self._at_hand[table_id].lock.locked():
                del self._at_hand[table_id]


def _no_game(row: TableRow) -> Damaged:
    return Damaged(f"no game named “{row.game}” can be played here")


def _why_set_aside(row: TableRow) -> str:
    """What somebody is told who wants a table that is set aside."""
    if row.game not in discover():
        return _(
            "Table {n} is set aside, because its game “{game:text}” is not available here any"
            " more. Its log is kept; the channel is free for a new game.",
            n=row.id,
            game=row.game,
        )
    return _(
        "Table {n} is set aside, because its stored state cannot be read."
        " Its log is kept; the channel is free for a new game.",
        n=row.id,
    )


def _is_newer(row: TableRow, last: MoveRow | None) -> bool:
    """Whether a newer release wrote a table: this one has no such game or version of it."""
    game = discover().get(row.game)
    return game is None or (last is not None and last.version > game.version)


def _has_computer_asked(people: str, asked: str | None) -> bool:
    """Whether a computer player is asked, or may be: the people cannot be read, or an older release
    wrote the line without storing who is asked.
    """
    try:
        seats = [Person(**person) for person in json.loads(people)]
    except (ValueError, TypeError):
        return True
    computers = {seat for seat, person in enumerate(seats) if person.computer}
    return bool(computers) and (asked is None or not computers.isdisjoint(json.loads(asked)))
