"""Tables in the cache of a process, and what another process has written meanwhile."""

import asyncio

import pytest

from bot.table import NewTable, Person, Refused, Stale, lobby, votes
from tests.tables import ADA, BEN, CLEO, Harness, a_move, position, process


async def test_tables_that_are_not_cached_are_read_again_as_they_are(
    harness: Harness, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr("bot.table.tables.MAX_CACHED", 2)
    tables = [await harness.game() for _ in range(5)]
    for n, table in enumerate(tables):
        for _ in range(n + 1):
            await harness.move(await harness.tables.get(table.id), *a_move(table))
            table = await harness.tables.get(table.id)
    kept = {table.id: position(await harness.tables.get(table.id)) for table in tables}
    again = [await harness.tables.get(table.id) for table in tables]
    assert {table.id: position(table) for table in again} == kept
    assert [table.seq for table in again] == [1, 2, 3, 4, 5]
    assert again[0] is not tables[0]
    assert await harness.tables.get(again[-1].id) is again[-1]


async def test_a_table_in_use_is_not_forgotten(harness: Harness, monkeypatch: pytest.MonkeyPatch):
    used = await harness.game()
    monkeypatch.setattr("bot.table.tables.MAX_CACHED", 1)
    async with used.lock:
        for _ in range(3):
            await harness.game()
        assert await harness.tables.get(used.id) is used


async def test_a_table_asked_for_from_several_sides_at_once_is_one(harness: Harness):
    table = await harness.game()
    async with process(harness.address) as later:
        found = await asyncio.gather(*(later.tables.get(table.id) for _ in range(10)))
        assert len({id(each) for each in found}) == 1


async def test_an_unknown_table_is_refused(harness: Harness):
    with pytest.raises(Refused, match="There is no table 77"):
        await harness.tables.get(77)
    for number in (0, -1, 2**63, 10**30):
        with pytest.raises(Refused):
            await harness.tables.get(number)
    with pytest.raises(Refused, match="no table in this channel"):
        await harness.tables.in_channel(77)


async def test_a_channel_shows_its_open_table_and_else_its_last(harness: Harness):
    first = await harness.lobby()
    await votes.vote_to_abandon(first, ADA)
    assert await harness.tables.in_channel(first.row.channel) is first
    second = await harness.tables.open(
        NewTable(
            first.game,
            guild=1,
            channel=first.row.channel,
            people=[Person("Ben", user=BEN)],
            seats=2,
        )
    )
    assert await harness.tables.in_channel(first.row.channel) is second


@pytest.mark.parametrize("address", ["postgresql"], indirect=True)
async def test_what_another_process_wrote_is_read_again(harness: Harness):
    table = await harness.game()
    async with process(harness.address) as other:
        theirs = await other.tables.get(table.id)
        await harness.move(theirs, *a_move(theirs))
        assert position(await harness.tables.get(table.id)) == position(theirs)


async def test_nothing_is_lost_if_another_process_wrote_first(harness: Harness):
    table = await harness.game()
    async with process(harness.address) as other:
        theirs = await other.tables.get(table.id)
        seat, move = a_move(theirs)
        await theirs.submit(seat, move, "theirs", theirs.question)
        mine = next(each for each in table.game.legal(table.state, seat) if each != move)
        with pytest.raises(Stale):
            await table.submit(seat, mine, "mine", table.question)
        again = await harness.tables.get(table.id)
        assert position(again) == position(theirs) and again.seq == 1
        assert not (await harness.move(again, *a_move(again))).repeated
        with pytest.raises(Stale):
            await theirs.submit(*a_move(theirs), "theirs again")
        assert (await other.tables.get(table.id)).seq == 2
    assert [row.token for row in await harness.log(table)][:2] == [None, "theirs"]


async def test_the_same_interaction_in_two_processes_plays_once(harness: Harness):
    table = await harness.game()
    async with process(harness.address) as other:
        theirs = await other.tables.get(table.id)
        seat, move = a_move(table)
        outcome = await asyncio.gather(
            table.submit(seat, move, "token", table.question),
            theirs.submit(seat, move, "token", theirs.question),
            return_exceptions=True,
        )
    played = [each for each in outcome if not isinstance(each, Stale)]
    assert sum(not each.repeated for each in played) == 1  # type: ignore[union-attr]
    assert len(await harness.log(table)) == 2


async def test_a_player_who_joined_in_another_process_keeps_the_seat(harness: Harness):
    table = await harness.lobby("wigs", ADA, seats=4)
    async with process(harness.address) as other:
        await lobby.join((await other.tables.get(table.id)), BEN, "Ben")
        try:
            await lobby.join(table, CLEO, "Cleo")
        except Stale:
            await lobby.join((await harness.tables.get(table.id)), CLEO, "Cleo")
    async with process(harness.address) as later:
        assert (await later.tables.get(table.id)).names == ["Ada", "Ben", "Cleo"]


async def test_a_game_started_in_another_process_does_not_go_back_to_its_lobby(harness: Harness):
    table = await harness.lobby("wigs", ADA, BEN, seats=4)
    async with process(harness.address) as other:
        await lobby.start((await other.tables.get(table.id)), BEN)
        with pytest.raises(Stale, match="Somebody changed the table just now"):
            await lobby.join(table, CLEO, "Cleo")
    async with process(harness.address) as later:
        found = await later.tables.get(table.id)
        assert found.row.status == "running" and found.names == ["Ada", "Ben"]
