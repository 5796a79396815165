"""Has computer players think and move wherever one is asked."""

from __future__ import annotations

import asyncio
import logging
from contextlib import suppress

from bot.operations import logs
from bot.operations.discord_errors import log_error
from bot.operations.work import WorkQueue
from bot.players.pool import Thinkers
from bot.store import COMPUTER, Claim, OutOfService, Store
from bot.table import CLOCK, STAND_IN_LEVEL, Refused, Table, Tables
from games.lesson import position

log = logging.getLogger(__name__)


class ComputerPlayers:
    """Has the computer players of all tables move, at each table one after another."""

    def __init__(self, store: Store, tables: Tables, thinkers: Thinkers, work: WorkQueue) -> None:
        self._store, self._tables, self._thinkers, self._work = store, tables, thinkers, work
        self._moving: dict[int, asyncio.Task[None]] = {}

    def wake(self, table: Table) -> None:
        """Has the computer players of a table move if they are asked."""
        if table.waiting_computers() and table.id not in self._moving:
            self._moving[table.id] = asyncio.create_task(
                self._move_all(table.id), name=f"computer players of table {table.id}"
            )

    async def wake_all(self) -> None:
        async for table_id in self._tables.waiting_for_computers():
            with suppress(Refused):  # a broken table, or one of a newer release
                async with self._work.background():
                    self.wake(await self._tables.get(table_id))

    async def answer_for(self, table: Table, seat: int) -> None:
        """Answers once for a person whose time is up."""
        question, seq = table.question, table.seq
        move = await self._choose(table, seat, STAND_IN_LEVEL)
        await table.submit(seat, move, f"{CLOCK}{seq}:{seat}", question)

    async def close(self) -> None:
        """Stops; the next start of the bot goes on."""
        moving = list(self._moving.values())
        for task in moving:
            task.cancel()
        await asyncio.gather(*moving, return_exceptions=True)

    async def _move_all(self, table_id: int) -> None:
        logs.set_log_table(table_id)
        try:
            while True:
                table = await self._tables.get(table_id)
                waiting = table.waiting_computers()
                if not waiting:
                    break
                async with self._store.claim(Claim.THINK, table_id) as mine:
                    if not mine:  # another process thinks for this table, until nobody is asked
                        break
                    await self._move(table, waiting[0])
        except OutOfService as error:
            log.info("the computer players move later: %s", error.remedy)
        except Exception as error:  # noqa: BLE001  (the other tables go on)
            log_error(log, "the computer players stopped", error)
        finally:
            self._moving.pop(table_id, None)

    async def _move(self, table: Table, seat: int) -> None:
        question, seq = table.question, table.seq
        level = table.people[seat].computer
        here = position(table.game, table.state, seat) if table.row.lesson else None
        if here:
            move = here.move
        else:
            move = await self._choose(table, seat, level)
        try:
            await table.submit(seat, move, f"{COMPUTER}{seq}:{seat}:{level}", question)
        except Refused as error:
            log.info("a thought came too late: %s", error)

    async def _choose(self, table: Table, seat: int, level: str) -> str:
        attended = any(not person.computer for person in table.people)
        return await self._thinkers.choose(table.game, table.state, seat, level, table.id, attended)
