"""Alarms: each stands in a row of its own kind, and is found when its moment comes."""

from collections.abc import AsyncIterator
from typing import Literal, get_args

import pytest_asyncio

from bot.store import OfferRow, Shard, Store, TurnRow
from bot.store.alarms import Alarm, AlarmKind
from tests.databases import Address
from tests.test_store import row

ALL = Shard(0, 1)
KINDS: tuple[AlarmKind, ...] = get_args(AlarmKind)
TOGETHER: tuple[tuple[float, Literal["together", "meeting"]], ...] = (
    (90.0, "together"),
    (100.0, "meeting"),
)


@pytest_asyncio.fixture
async def store(address: Address) -> AsyncIterator[Store]:
    """A lobby, a paused game, an open one with everything that can wait."""
    opened = await Store.open(address)
    lobby = row(channel=1, status="lobby", touched=50.0)
    paused = row(channel=2, status="running", paused=40)
    for each in (lobby, paused, row(channel=3, status="running")):
        await opened.tables.add(each)
    await opened.turns.save([TurnRow(3, 0, 7, 0, 1.0, 90.0, 20.0, forced=10.0)])
    await opened.offers.save(OfferRow(3, 1, 8, 0, 30.0))
    for moment, what in (
        (60.0, "vote"),
        (70.0, "gone"),
        (80.0, "asked"),
        (1.0, "stays"),
        *TOGETHER,
    ):
        await opened.waits.begin(3, what, moment)
    yield opened
    await opened.close()


async def test_every_alarm_is_found_from_its_moment_on_the_earliest_first(store: Store):
    expected = [
        *(Alarm("forced", 3, 0, 10.0), Alarm("turn", 3, 0, 20.0), Alarm("offer", 3, 1, 30.0)),
        *(Alarm("pause", 2, 0, 40.0), Alarm("lobby", 1, 0, 50.0), Alarm("vote", 3, 0, 60.0)),
        *(Alarm("gone", 3, 0, 70.0), Alarm("asked", 3, 0, 80.0)),
        *(Alarm(kind, 3, 0, moment) for moment, kind in TOGETHER),
    ]
    assert {each.kind for each in expected} == {*KINDS}
    lengths = dict.fromkeys(KINDS, 0.0)
    for count, moment in enumerate(range(5, 120, 10)):
        assert await store.alarms.before(ALL, moment, lengths, 99) == expected[:count]
    assert await store.alarms.before(ALL, 119.0, lengths, 4) == expected[:4]
    assert await store.alarms.before(Shard(1, 2), 119.0, lengths, 99) == []


async def test_an_alarm_comes_a_length_after_the_moment_of_its_row(store: Store):
    lengths: dict[AlarmKind, float] = {"offer": 100.0, "vote": 0.0}
    assert await store.alarms.before(ALL, 129.0, lengths, 99) == [Alarm("vote", 3, 0, 60.0)]
    assert (await store.alarms.before(ALL, 130.0, lengths, 99))[1] == Alarm("offer", 3, 1, 130.0)


async def test_what_is_late_takes_no_place_of_what_falls_due_since(store: Store):
    lengths: dict[AlarmKind, float] = dict.fromkeys(KINDS, 0.0) | {"offer": 32.0}
    found = await store.alarms.before(ALL, 65.0, lengths, 2, since=60.0)
    assert found == [Alarm("vote", 3, 0, 60.0), Alarm("offer", 3, 1, 62.0)]


async def test_a_table_that_is_set_aside_waits_for_nothing(store: Store):
    before = await store.tables.get(3)
    assert before is not None
    after = row(channel=3, status="broken")
    after.id = 3
    await store.tables.save(after, before)
    kinds = [
        each.kind for each in await store.alarms.before(ALL, 99.0, dict.fromkeys(KINDS, 0.0), 99)
    ]
    assert kinds == ["forced", "turn", "pause", "lobby"]
