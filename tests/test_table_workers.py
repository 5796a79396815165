"""Workers that show tables: when they try again what failed."""

import asyncio
import logging
import time
from collections import Counter

import pytest

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


@pytest.fixture
def shown(monkeypatch: pytest.MonkeyPatch) -> Shown:
    """The first wait takes a minute if nothing ends it."""
    monkeypatch.setattr(table_workers, "FIRST_WAIT_S", 60.0)
    monkeypatch.setattr(table_workers, "SHORT_WAIT_S", 5 * MOMENT_S)
    return Shown()


async def test_what_failed_is_shown_soon_after_another_table_could_be_shown(shown: Shown):
    workers = TableWorkers(shown.show)
    shown.failing.add(1)
    workers.kick(1)
    await shown.has_tried(1, 1)
    workers.kick(2)
    await shown.has_tried(1, 2)
    shown.failing.clear()
    workers.kick(2)
    await workers.finish(1, 10)
    assert shown.tries[1] == 3 and not workers.tasks
    await workers.close()


async def test_of_two_tables_that_can_be_shown_each_has_others_tried_again(shown: Shown):
    workers = TableWorkers(shown.show)
    shown.failing |= {1, 2, 3, 4, 5}
    for table in shown.failing:
        workers.kick(table)
        await shown.has_tried(table, 1)
    await asyncio.sleep(10 * MOMENT_S)
    workers.kick(6)
    workers.kick(7)
    await shown.has_tried(4, 2)
    await asyncio.sleep(10 * MOMENT_S)
    assert shown.tries == {1: 2, 2: 2, 3: 2, 4: 2, 5: 1, 6: 1, 7: 1}
    await workers.close()


async def test_the_failure_of_another_table_ends_no_wait(shown: Shown):
    workers = TableWorkers(shown.show)
    shown.failing |= {1, 2}
    workers.kick(1)
    await shown.has_tried(1, 1)
    workers.kick(2)
    await shown.has_tried(2, 1)
    await asyncio.sleep(20 * MOMENT_S)
    assert shown.tries == {1: 1, 2: 1}
    await workers.close()


async def test_a_direct_message_that_may_only_come_later_waits_for_its_time(
    shown: Shown, monkeypatch: pytest.MonkeyPatch
):
    workers = TableWorkers(shown.show)
    shown.failing.add(1)
    workers.kick(1)
    await shown.has_tried(1, 1)
    shown.failing.clear()
    shown.postponed.add(1)
    monkeypatch.setattr(table_workers, "FIRST_WAIT_S", MOMENT_S)
    workers.kick(2)
    await shown.has_tried(1, 2)
    workers.kick(2)
    await asyncio.sleep(20 * MOMENT_S)
    assert shown.tries == {1: 2, 2: 2}, "another table ends no wait that Discord did not cause"
    await workers.close()


async def test_what_is_shown_at_the_second_try_is_not_shown_a_third_time(shown: Shown):
    workers = TableWorkers(shown.show)
    shown.failing.add(1)
    workers.kick(1)
    await shown.has_tried(1, 1)
    shown.failing.clear()
    workers.kick(1)
    await workers.finish(1, 10)
    assert shown.tries[1] == 2
    await workers.close()


async def test_each_wait_is_twice_as_long(shown: Shown, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(table_workers, "FIRST_WAIT_S", MOMENT_S)
    workers = TableWorkers(shown.show)
    shown.failing.add(1)
    began = time.monotonic()
    workers.kick(1)
    await shown.has_tried(1, 5)
    assert time.monotonic() - began >= (1 + 2 + 4 + 8) * MOMENT_S
    await workers.close()


@pytest.mark.parametrize("kind", ["failing", "bug"])
async def test_no_wait_is_longer_than_the_longest(
    shown: Shown, monkeypatch: pytest.MonkeyPatch, kind: str
):
    for name in ("FIRST_WAIT_S", "MAX_WAIT_S", "MAX_BUG_WAIT_S"):
        monkeypatch.setattr(table_workers, name, MOMENT_S)
    workers = TableWorkers(shown.show)
    shown.failing |= {1} if kind == "failing" else set()
    shown.bugs |= {1: KeyError("a bug")}
    workers.kick(1)
    await shown.has_tried(1, 12)
    await workers.close()
    assert not workers.tasks
    workers.kick(1)
    assert not workers.tasks, "the next start shows it"


async def test_tables_that_are_held_for_the_same_time_are_not_shown_at_once(shown: Shown):
    workers, tables = TableWorkers(shown.show), range(20)
    shown.bugs |= dict.fromkeys(tables, Held(0.0))
    for table in tables:
        workers.kick(table)
        await shown.has_tried(table, 1)
    shown.bugs.clear()
    shown.tries.clear()
    for table in tables:
        await workers.finish(table, 10)
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
    workers = TableWorkers(shown.show)
    shown.bugs[1] = KeyError("a bug")
    began = time.monotonic()
    workers.kick(1)
    await shown.has_tried(1, 5)
    assert time.monotonic() - began >= (1 + 2 + 4 + 8) * MOMENT_S
    shown.bugs[1] = KeyError("another bug")
    workers.kick(1)
    await shown.has_tried(1, 6)
    workers.kick(2)
    await workers.finish(2, 10)
    errors = [each for each in caplog.records if each.levelno == logging.ERROR]
    assert len(errors) == 2 and 1 in workers.tasks
    del shown.bugs[1]
    workers.kick(1)
    await workers.finish(1, 10)
    assert not workers.tasks


@pytest.mark.parametrize("kind", ["failing", "postponed", "held", "bug"])
async def test_the_log_does_not_tell_how_often_a_table_changes_that_is_shown_later(
    shown: Shown, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, kind: str
):
    """Some changes are a secret of those who make them."""
    caplog.set_level(logging.DEBUG)
    monkeypatch.setattr(table_workers, "FIRST_WAIT_S", MOMENT_S)
    workers = TableWorkers(shown.show)
    if kind in ("failing", "postponed"):
        getattr(shown, kind).add(1)
    else:
        shown.bugs[1] = Held(60.0) if kind == "held" else KeyError("a bug")
    for change in range(4):
        workers.kick(1)
        await shown.has_tried(1, change + 1)
    assert len([each for each in caplog.records if each.name == table_workers.__name__]) == 1
    await workers.close()
