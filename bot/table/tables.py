"""Opens, finds and reads tables, and caches some of them."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import secrets
import time
from collections import OrderedDict
from collections.abc import AsyncGenerator, Callable, Iterable, Sequence
from dataclasses import asdict, replace

from bot.store import (
    Conflict,
    InvitationRow,
    LeagueTableRow,
    MoveRow,
    Store,
    TableRow,
    to_json,
)
from bot.store.rows import NUMBERS, OBJECT, OBJECTS
from bot.table.errors import ChannelBusy, Damaged, NewerRelease, NoNewGames, Refused
from bot.table.lobby import check_seats
from bot.table.new_table import COLUMNS, NewTable
from bot.table.settings import checked_options
from bot.table.table import Person, Table
from bot.texts.languages import _
from games import discover
from games.kernel import LaterRelease
from games.reading import whole_number

log = logging.getLogger(__name__)
MAX_CACHED = 1024
"""Tables in memory; others are read when they are needed."""
LARGEST_ID = 2**63
SEED_BITS = 256
PAGE_SIZE = 500
"""Tables that one query reads."""


class Tables:
    def __init__(
        self,
        store: Store,
        on_change: Callable[[Table], None],
        on_set_aside: Callable[[int], None] = lambda number: None,
        on_write_failure: Callable[[Table], None] = lambda table: None,
    ) -> None:
        """Takes the store and three callbacks: `on_change` gets a table after every commit,
        `on_write_failure` a table whose commit failed, `on_set_aside` the number of a damaged
        table.
        """
        self.store = store
        self.on_change, self.on_write_failure = on_change, on_write_failure
        self.on_set_aside = on_set_aside
        self._cached: OrderedDict[int, Table] = OrderedDict()
        self._read_locks: dict[int, asyncio.Lock] = {}

    async def open(self, new: NewTable, guests: Sequence[InvitationRow] = ()) -> Table:
        """Opens a lobby and invites these guests. Raises ChannelBusy if the channel has an open
        table, or a finished game another open rematch; Refused if the game cannot be played with so
        many seats or with these options.
        """
        try:
            table = await self.get(await self.store.tables.add(_row_of(new), guests))
        except Conflict as error:
            raise ChannelBusy(_("A game is open in this channel already.")) from error
        self.on_change(table)
        return table

    async def must_take_new_games(self) -> None:
        """Raises NoNewGames if nobody may open a game now."""
        if await self.store.operator.closed_since() is not None:
            raise NoNewGames(
                _(
                    "No new games can be opened for now, because this bot is about to be upgraded."
                    " Open tables go on; try again later."
                )
            )

    async def start_league_table(self, planned: LeagueTableRow, new: NewTable) -> Table:
        """Starts the game of a table that a league has planned, with the people who sit there.
        Raises ChannelBusy if its channel has an open table or it was opened before.
        """
        row, people = _row_of(new), [*new.people]
        table = Table(row, self.store, new.game, people, OBJECT.read(row.options))
        g = await asyncio.to_thread(new.game.new, len(people), table.seed, table.options)
        # The line has no seat: nobody at the table started it, so all who are asked are notified.
        line = table.new_line(g, kind="start", question=0)
        try:
            table = await self.get(await self.store.leagues.open_table(planned, row, line))
        except Conflict as error:
            raise ChannelBusy(_("A game is open in this channel already.")) from error
        self.on_change(table)
        return table

    async def get(self, table_id: int) -> Table:
        """The table with this number; raises Refused if there is none, or it cannot be read."""
        if not 0 < table_id < LARGEST_ID:
            raise Refused(_("There is no such table."))
        lock = self._read_locks.setdefault(table_id, asyncio.Lock())
        try:
            async with lock:
                table = self._cached.get(table_id)
                if table is None or await self._is_old(table):
                    table = await self._read(table_id)
                    self._cached[table_id] = table
        finally:
            self._read_locks.pop(table_id, None)
        self._cached.move_to_end(table_id)
        self._evict()
        return table

    async def _is_old(self, table: Table) -> bool:
        """Whether another process has changed a table since it was read. A locked table is not
        checked: if it is old, its commit fails.
        """
        if table.outdated or table.lock.locked():
            return table.outdated
        return not await self.store.tables.is_current(table.row, table.seq)

    async def wait_for_commit(self, table_id: int) -> None:
        """Waits until the current commit of a table has updated the table in memory. Others can
        read a commit from the store before that.
        """
        table = self._cached.get(table_id)
        if table is not None:
            async with table.lock:
                pass

    def mark_outdated(self, table_ids: Iterable[int]) -> None:
        """Has these tables read again, because their rows were changed elsewhere."""
        for table_id in table_ids:
            if table_id in self._cached:
                self._cached[table_id].outdated = True

    def mark_all_outdated(self) -> None:
        self.mark_outdated([*self._cached])

    async def in_channel(self, channel: int) -> Table:
        """The open table of a channel, else its last one; raises Refused if it never had one."""
        row = await self.store.tables.open_in(channel) or await self.store.tables.last_in(channel)
        if row is None:
            raise Refused(_("There is no table in this channel; /game new opens one."))
        return await self.get(row.id)

    async def waiting_for_computers(self) -> AsyncGenerator[int]:
        """Yields the running tables where a computer player is asked, or may be. It reads no
        states.
        """
        after = 0
        while rows := await self.store.tables.running(after, PAGE_SIZE):
            for number, people, asked in rows:
                if _has_computer_asked(people, asked):
                    yield number
            after = rows[-1][0]

    async def _read(self, table_id: int) -> Table:
        row = await self.store.tables.get(table_id)
        if row is None:
            raise Refused(_("There is no table {n}.", n=table_id))
        last = await self.store.moves.last(table_id)
        try:
            return self._build(row, last, await self.store.moves.newest_question(table_id))
        except (ValueError, TypeError, KeyError) as error:
            is_newer = isinstance(error, LaterRelease) or row.game not in discover()
            if self.store.shared and row.status != "broken" and is_newer:
                raise NewerRelease(
                    _(
                        "Table {n} is moving to a newer release of the bot. Try again in a minute.",
                        n=table_id,
                    )
                ) from error
            await self._set_aside(row, error)
            raise Refused(why_set_aside(row)) from error

    def _build(self, row: TableRow, last: MoveRow | None, newest_question: int) -> Table:
        """Makes a table from its row, the last line of its log and the number of its newest
        question; raises ValueError, TypeError or KeyError if these are damaged.
        """
        if row.game not in discover():
            raise _no_game(row)
        if whole_number(row.seed, 2**SEED_BITS) is None:
            raise Damaged("the seed cannot be read")
        people = [Person(**person) for person in OBJECTS.read(row.people)]
        options = OBJECT.read(row.options)
        table = Table(row, self.store, discover()[row.game], people, options)
        table.on_change, table.on_write_failure = self.on_change, self.on_write_failure
        if last is not None:
            table.g = table.state_after(last)
            table.game = table.game.of(table.g)
            table.seq, table.question, table.last = last.seq, last.question, last
            table.newest_question = newest_question
            if len(people) != table.g.seats:
                raise Damaged(f"{len(people)} people sit on {table.g.seats} seats")
            if not {*table.g.asked} <= {*range(table.g.seats)}:
                raise Damaged("a seat is asked that does not exist")
        elif row.status in ("running", "over"):
            raise Damaged("the log has no line")
        table.check_votes()
        return table

    async def _set_aside(self, row: TableRow, error: Exception) -> None:
        """Marks a table as broken because it cannot be read; the outbox tells its channel. A game
        that has ended stays as it is if it is only not installed.
        """
        has_ended = row.status in ("over", "abandoned")
        if row.status == "broken" or (has_ended and row.game not in discover()):
            return
        log.error("the table is set aside: %s", error, exc_info=error, extra={"table": row.id})
        with contextlib.suppress(Conflict):
            await self.store.tables.save(replace(row, status="broken"), row)
            self.on_set_aside(row.id)

    async def check_games(self) -> None:
        """Sets aside open tables whose game is not installed, and reopens tables whose game is
        installed again. Processes that share a store set nothing aside: another one may be of a
        newer release that has the game.
        """
        found = await self.store.tables.broken_or_of_other_games([*discover()])
        for number, game, status in found:
            if status == "broken" and game in discover():
                with contextlib.suppress(Refused):
                    await self._reopen(await self.get(number))
            elif status != "broken" and not self.store.shared:
                row = await self.store.tables.get(number)
                if row is not None:
                    await self._set_aside(row, _no_game(row))

    async def _reopen(self, table: Table) -> None:
        """Reopens a table that was set aside; raises Refused if its channel has another
        open table.
        """
        async with table.lock:
            if table.g is None:
                await table.save(status="lobby")
            else:
                await table.save(status="running" if table.g.scores is None else "over")
        log.info("the table goes on: its game is here again", extra={"table": table.id})

    def _evict(self) -> None:
        """Removes the least recently used tables from memory."""
        if len(self._cached) <= MAX_CACHED:
            return
        for table_id in list(self._cached):
            if len(self._cached) <= MAX_CACHED:
                return
            if not self._cached[table_id].lock.locked():
                del self._cached[table_id]


def _row_of(new: NewTable) -> TableRow:
    """A new table as it is stored; raises Refused if its game cannot be played so."""
    check_seats(new.game, new.seats)
    now = time.time()
    columns = {name: getattr(new, name) for name in COLUMNS}
    return TableRow(
        id=0,
        game=new.game.name,
        status="lobby",
        host=new.host,
        people=to_json([asdict(each) for each in new.people]),
        options=to_json(checked_options(new.game, new.options)),
        votes="[]",
        seed=str(secrets.randbits(SEED_BITS) if new.seed is None else new.seed),
        salt=secrets.token_hex(16),
        version=new.game.version,
        made=now,
        paused=0,
        touched=now,
        **columns,
    )


def _no_game(row: TableRow) -> Damaged:
    return Damaged(f"no game named “{row.game[:60]}” can be played here")


def why_set_aside(row: TableRow) -> str:
    """What somebody reads who wants a table that is set aside."""
    if row.game not in discover():
        return _(
            "Table {n} is set aside, because its game “{game:text}” is not available here any"
            " more. Its log is kept; the channel is free for a new game.",
            n=row.id,
            game=row.game[:60],
        )
    return _(
        "Table {n} is set aside, because its stored state cannot be read."
        " Its log is kept; the channel is free for a new game.",
        n=row.id,
    )


def _has_computer_asked(people: str, asked: str) -> bool:
    """Whether a computer player is asked, or may be: if that cannot be read."""
    try:
        seats = [Person(**person) for person in OBJECTS.read(people)]
        waiting = NUMBERS.read(asked)
    except (ValueError, TypeError):
        return True
    computers = {seat for seat, person in enumerate(seats) if person.computer}
    return not computers.isdisjoint(waiting)
