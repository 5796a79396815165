"""Kills: the bot ends at random instants; nothing is lost or twice, and the next goes on."""

from __future__ import annotations

import asyncio
import random
import signal
import statistics
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any, Self

from bot.store import Store
from tests.wire import ledger
from tests.wire.home import Home, home
from tests.wire.standin import until
from tests.wire.storm import Storm

UP = {"playing": 60, "showing": 25, "thinking": 15}
"""What a running bot does when it is killed, and how many times in a hundred."""
DOWN = {"starting": 90, "migrating": 10}
"""What a starting bot does when it is killed, and how many times in a hundred."""
KILL_AGAIN_SHARE = 0.4
"""The share of starts that are killed again."""
TIMEOUT_S = 60.0
"""No wait is longer, however busy the machine is."""


@dataclass
class Tally:
    kills: Counter[str] = field(default_factory=Counter)
    repaired: list[float] = field(default_factory=list)
    """The seconds from each start until everything was shown."""
    connected: list[float] = field(default_factory=list)
    """The seconds from each start until the bot was connected."""
    moves: int = 0
    """How many moves of people the logs have."""
    lines: int = 0
    """Lines of all logs."""
    games: int = 0
    """Games played to their end."""
    pressed: int = 0
    """How many controls from before a kill were used after it."""

    def __iadd__(self, other: Tally) -> Self:
        for each in fields(self):
            setattr(self, each.name, getattr(self, each.name) + getattr(other, each.name))
        return self


class Kills(Storm):
    """Kills the bot so many times, with a table of each title and one with a computer player."""

    goes_on = True
    """People play until they are stopped."""

    def __init__(
        self,
        home: Home,
        kills: int,
        seed: int,
        titles: Sequence[str],
        told: Callable[[Tally], None] = lambda tally: None,
    ) -> None:
        super().__init__(home, len(titles) + 1, 0.0, seed, titles=titles)
        self.wanted, self.told, self.chance = kills, told, random.Random(seed + 2)
        self.tally = Tally()

    async def play(self) -> None:
        """People play while the bot is killed; each start shows everything again."""
        while (n := self.tally.kills.total()) < self.wanted:
            await self._kill_while_they_play(self._drawn(UP))
            while self.wanted > self.tally.kills.total() and (
                self.chance.random() < KILL_AGAIN_SHARE
            ):
                if self._drawn(DOWN) == "starting":
                    await self.home.launch()
                    usual = statistics.median_high(self.tally.connected)
                    await asyncio.sleep(self.chance.uniform(0, usual))
                    await self._kill()
                else:
                    await self._kill_while_migrating()
            await self.start()
            for seating in self.seatings:
                if seating.panels:
                    await seating.uses(*self.chance.choice(seating.panels), "old")
                    used = self._open[-1].interaction
                    told = f"an old control is answered at {seating.title}"
                    await until(lambda used=used: used.confirmed or used.followups, told, TIMEOUT_S)
                    self.tally.pressed += 1
            if n // 10 < self.tally.kills.total() // 10:
                await self.check_messages()
            self.told(self.tally)

    async def start(self) -> None:
        """Starts the bot, and waits until the outbox is empty and each board up to date."""
        began = time.monotonic()
        await self.home.start()
        self.tally.connected.append(time.monotonic() - began)
        await until(self._all_is_shown, "everything is shown", TIMEOUT_S)
        self.tally.repaired.append(time.monotonic() - began)

    def _all_is_shown(self) -> bool:
        return not ledger.unshown(self.db) and not self._hidden(self.seatings)

    def _drawn(self, stages: dict[str, int]) -> str:
        """Draws one of these stages, and counts it."""
        [stage] = self.chance.choices([*stages], [*stages.values()])
        self.tally.kills[stage] += 1
        return stage

    async def _kill_while_they_play(self, stage: str) -> None:
        players = [asyncio.create_task(seating.play()) for seating in self.seatings]
        wanted = len(self.tries) + self.chance.randint(1, 2 * len(self.seatings))
        with suppress(AssertionError):
            await until(lambda: len(self.tries) >= wanted, "people move", TIMEOUT_S)
            await asyncio.sleep(self.chance.uniform(0, 0.2))
            if stage == "showing":
                seen = len(self.home.discord.sends)
                await until(lambda: len(self.home.discord.sends) > seen, "something is shown", 2)
            elif stage == "thinking":
                await until(self._somebody_thinks, "somebody thinks", 2)
                await asyncio.sleep(self.chance.uniform(0, 0.05))
        await self.home.end(signal.SIGKILL)
        for player in players:
            player.cancel()
        for outcome in await asyncio.gather(*players, return_exceptions=True):
            if not isinstance(outcome, asyncio.CancelledError):
                raise outcome
        self._is_killed()

    async def _kill(self) -> None:
        await self.home.end(signal.SIGKILL)
        self._is_killed()

    def _is_killed(self) -> None:
        """What was on its way needs no answer; and nobody else has the database open."""
        self.home.discord.note_break()
        self.close_database()

    def _somebody_thinks(self) -> bool:
        """Whether a computer player is asked."""
        found = [ledger.newest(self.db, each.place.id) for each in self.seatings if each.computers]
        running = [table for table in found if table is not None and table.status == "running"]
        return any(table.people[s]["level"] for table in running for s in table.state.asked)

    async def _kill_while_migrating(self) -> None:
        """Kills a bot that is creating its database; the next one must be able to use it."""
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder) / "new.sqlite3"
            await self.home.launch(DATABASE_URL=f"sqlite:///{file}")
            await until(file.exists, "the database is begun", TIMEOUT_S)
            await asyncio.sleep(self.chance.uniform(0, 0.05))
            await self._kill()
            store = await Store.open(file)
            assert await store.outbox.waiting() == []
            await store.close()

    async def check_messages(self) -> None:
        """Raises AssertionError where the store and the stand-in have different messages."""
        # A computer player may move at any moment, so this looks until everything is quiet.
        with suppress(AssertionError):
            await until(lambda: self._all_is_shown() and not self.strange(), "all is known", 20)
        strange = self.strange()
        assert strange == [], strange

    def strange(self) -> list[Any]:
        """The messages that only the stand-in or only the store has."""
        return [
            there.get(number, number)
            for channel, there in self.home.discord.channels.items()
            for number in {*there} ^ ledger.posted(self.db, channel)
        ]


async def killing(
    folder: Path,
    kills: int,
    seed: int,
    titles: Sequence[str],
    told: Callable[[Tally], None] = lambda tally: None,
    forks: bool = False,
) -> Tally:
    """The result of so many kills of one bot. A fork starts faster than the command."""
    async with home(folder, forks) as bot:
        bot.hasten_dms()
        run = Kills(bot, kills, seed, titles, told)
        await run.start()
        await run.run(0)
        await run.check_messages()
        run.close_database()
        assert run.report.slow == []
        assert bot.discord.unknown == []
        assert bot.broken == "", bot.broken
    report = run.report
    run.tally.moves, run.tally.lines, run.tally.games = report.moves, report.lines, report.over
    return run.tally
