"""Workers that show tables: when they try again what failed."""

import asyncio
import logging
import time
from collections import Counter
from collections.abc import AsyncIterator

import pytest
import pytest_asyncio

from bot.operations.breaker import Held
from bot.outbox import table_workers
from bot.outbox.dms import Postponed
from bot.outbox.refusals import REFUSED_WAITS_S, Refusal
from bot.outbox.table_workers import TableWorkers, spread

MOMENT_S = 0.01


class Shown:
    """Tables that can be shown, unless Discord fails for them."""

    def __init__(self) -> None:
        self.failing: set[int] = set()
        self.postponed: set[int] = set()
        self.bugs: dict[int, Exception] = {}
        self.tries = Counter[int]()
        self.workers = TableWorkers(self.show)

    async def show(self, table_id: int) -> None:
        self.tries[table_id] += 1
        if table_id in self.failing:
            raise OSError("Discord is away")
        if table_id in self.postponed:
            raise Postponed(60.0)
        if table_id in self.bugs:
            raise self.bugs[table_id]

    async def has_tried(self, table_id: int, times: int) -> None:
        """Waits until a table was tried so many times."""
        async with asyncio.timeout(10):
            while self.tries[table_id] < times:
                await asyncio.sleep(MOMENT_S / 5)

    async def fails(self, *tables: int) -> None:
        """These tables cannot be shown, each of which is tried once."""
        self.failing |= {*tables}
        for table in tables:
            self.workers.kick(table)
            await self.has_tried(table, 1)


@pytest_asyncio.fixture
async def shown(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Shown]:
    """The first wait takes a minute if nothing ends it."""
    monkeypatch.setattr(table_workers, "FIRST_WAIT_S", 60.0)
    monkeypatch.setattr(table_workers, "SHORT_WAIT_S", 5 * MOMENT_S)
    made = Shown()
    yield made
    await made.workers.close()


async def test_what_failed_is_shown_soon_after_another_table_could_be_shown(shown: Shown):
    await shown.fails(1)
    shown.workers.kick(2)
    await shown.has_tried(1, 2)
    shown.failing.clear()
    shown.workers.kick(2)
    await shown.workers.finish(1, 10)
    assert shown.tries[1] == 3 and not shown.workers.tasks


async def test_of_two_tables_that_can_be_shown_each_has_others_tried_again(shown: Shown):
    await shown.fails(1, 2, 3, 4, 5)
    await asyncio.sleep(10 * MOMENT_S)
    shown.workers.kick(6)
    shown.workers.kick(7)
    await shown.has_tried(4, 2)
    await asyncio.sleep(10 * MOMENT_S)
    assert shown.tries == {1: 2, 2: 2, 3: 2, 4: 2, 5: 1, 6: 1, 7: 1}


async def test_the_failure_of_another_table_ends_no_wait(shown: Shown):
    await shown.fails(1, 2)
    await asyncio.sleep(20 * MOMENT_S)
    assert shown.tries == {1: 1, 2: 1}


async def test_a_direct_message_that_may_only_come_later_waits_for_its_time(
    shown: Shown, monkeypatch: pytest.MonkeyPatch
):
    await shown.fails(1)
    shown.failing.clear()
    shown.postponed.add(1)
    monkeypatch.setattr(table_workers, "FIRST_WAIT_S", MOMENT_S)
    shown.workers.kick(2)
    await shown.has_tried(1, 2)
    shown.workers.kick(2)
    await asyncio.sleep(20 * MOMENT_S)
    assert shown.tries == {1: 2, 2: 2}, "another table ends no wait that Discord did not cause"


async def test_what_is_shown_at_the_second_try_is_not_shown_a_third_time(shown: Shown):
    await shown.fails(1)
    shown.failing.clear()
    shown.workers.kick(1)
    await shown.workers.finish(1, 10)
    assert shown.tries[1] == 2


async def test_each_wait_is_twice_as_long(shown: Shown, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(table_workers, "FIRST_WAIT_S", MOMENT_S)
    shown.failing.add(1)
    began = time.monotonic()
    shown.workers.kick(1)
    await shown.has_tried(1, 5)
    assert time.monotonic() - began >= (1 + 2 + 4 + 8) * MOMENT_S


@pytest.mark.parametrize("kind", ["failing", "bug"])
async def test_no_wait_is_longer_than_the_longest(
    shown: Shown, monkeypatch: pytest.MonkeyPatch, kind: str
):
    for name in ("FIRST_WAIT_S", "MAX_WAIT_S", "MAX_BUG_WAIT_S"):
        monkeypatch.setattr(table_workers, name, MOMENT_S)
    shown.failing |= {1} if kind == "failing" else set()
    shown.bugs |= {1: KeyError("a bug")}
    shown.workers.kick(1)
    await shown.has_tried(1, 12)
    await shown.workers.close()
    assert not shown.workers.tasks
    shown.workers.kick(1)
    assert not shown.workers.tasks, "the next start shows it"


async def test_tables_that_are_held_for_the_same_time_are_not_shown_at_once(shown: Shown):
    tables = range(20)
    shown.bugs |= dict.fromkeys(tables, Held(0.0))
    for table in tables:
        shown.workers.kick(table)
        await shown.has_tried(table, 1)
    shown.bugs.clear()
    shown.tries.clear()
    for table in tables:
        await shown.workers.finish(table, 10)
    assert [*shown.tries] != [*tables]


def test_waits_are_spread():
    waits_s = [spread(60.0) for _ in range(99)]
    assert 60 <= min(waits_s) < 65 and 70 < max(waits_s) <= 75


def test_a_table_that_is_refused_again_waits_longer(monkeypatch: pytest.MonkeyPatch):
    now = time.monotonic()
    monkeypatch.setattr(time, "monotonic", lambda: now)
    refusal = Refusal(0, 7, "Forbidden")
    for wait_s in REFUSED_WAITS_S:
        assert not refusal.is_due()
        now += 0.99 * wait_s
        assert not refusal.is_due()
        now += 0.27 * wait_s
        assert refusal.is_due()


async def test_after_a_bug_a_table_is_tried_at_growing_intervals_and_when_it_changes(
    shown: Shown, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
):
    monkeypatch.setattr(table_workers, "FIRST_WAIT_S", MOMENT_S)
    shown.bugs[1] = KeyError("a bug")
    began = time.monotonic()
    shown.workers.kick(1)
    await shown.has_tried(1, 5)
    assert time.monotonic() - began >= (1 + 2 + 4 + 8) * MOMENT_S
    shown.bugs[1] = KeyError("another bug")
    shown.workers.kick(1)
    await shown.has_tried(1, 6)
    shown.workers.kick(2)
    await shown.workers.finish(2, 10)
    errors = [each for each in caplog.records if each.levelno == logging.ERROR]
    assert len(errors) == 2 and 1 in shown.workers.tasks
    del shown.bugs[1]
    shown.workers.kick(1)
    await shown.workers.finish(1, 10)
    assert not shown.workers.tasks


@pytest.mark.parametrize("kind", ["failing", "postponed", "held", "bug"])
async def test_the_log_does_not_tell_how_often_a_table_changes_that_is_shown_later(
    shown: Shown, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, kind: str
):
    """Some changes are a secret of those who make them."""
    caplog.set_level(logging.DEBUG)
    monkeypatch.setattr(table_workers, "FIRST_WAIT_S", MOMENT_S)
    if kind in ("failing", "postponed"):
        getattr(shown, kind).add(1)
    else:
        shown.bugs[1] = Held(60.0) if kind == "held" else KeyError("a bug")
    for change in range(4):
        shown.workers.kick(1)
        await shown.has_tried(1, change + 1)
    assert len([each for each in caplog.records if each.name == table_workers.__name__]) == 1
