"""Leagues in the store, in SQLite and PostgreSQL: nothing is planned or opened twice."""

from dataclasses import replace
from typing import Any

import pytest

from bot.store import (
    Conflict,
    LeagueMemberRow,
    LeagueRow,
    LeagueSeatRow,
    LeagueTableRow,
    PostRow,
    ResultRow,
    Store,
)
from tests.test_store import line, row


def league(**known: Any) -> LeagueRow:
    """A league in its sign-up."""
    plain: dict[str, Any] = {"guild": 7, "channel": 1, "name": "Winter", "game": "wigs"}
    plain |= {"options": "{}", "seats": 2, "rounds": 2, "pace": "daily", "days": 0}
    plain |= {"division_size": 0, "seed": "5a", "made": 1.0}
    return LeagueRow(id=0, **plain | known)


def member(league_id: int, user: int, **known: Any) -> LeagueMemberRow:
    """A member who signs up."""
    return LeagueMemberRow(0, league_id, user, f"name of {user}", float(user), **known)


async def planned(store: Store) -> tuple[LeagueRow, LeagueTableRow]:
    """A league of two people with the first round planned, and its only table."""
    number = await store.leagues.add(league())
    for user in (101, 102):
        await store.leagues.join(member(number, user))
    before = await read(store, number)
    ids = [each.id for each in await store.leagues.members(number)]
    await store.leagues.start_season(before, [ids])
    table = LeagueTableRow(number, 1, 1, 1, 0, 2)
    seats = [LeagueSeatRow(number, 1, 1, who, 1, seat) for seat, who in enumerate(ids)]
    await store.leagues.add_round(await read(store, number), [table], seats, 9.5)
    return await read(store, number), table


async def read(store: Store, number: int = 1) -> LeagueRow:
    found = await store.leagues.get(number)
    assert found is not None
    return found


async def test_a_name_is_given_once_in_a_server_until_the_league_ends(store: Store):
    first = await store.leagues.add(league())
    with pytest.raises(Conflict):
        await store.leagues.add(league())
    assert await store.leagues.add(league(guild=8)) != first
    await store.leagues.set_status(await read(store, first), "ended")
    again = await store.leagues.add(league())
    assert [each.id for each in await store.leagues.of_server(7)] == [again]


async def test_a_season_starts_and_a_round_is_planned_once(store: Store):
    now, table = await planned(store)
    assert (now.status, now.round, now.due) == ("running", 1, 9.5)
    with pytest.raises(Conflict):
        await store.leagues.start_season(replace(now, status="signup", round=0), [])
    with pytest.raises(Conflict):
        await store.leagues.add_round(replace(now, round=0), [replace(table, number=2)], [], None)
    with pytest.raises(Conflict):
        await store.leagues.set_status(replace(now, round=0), "over")
    assert await store.leagues.tables(now.id) == [table]
    places = [(each.season, each.place) for each in await store.leagues.members(now.id)]
    assert places == [(1, 0), (1, 1)]
    await store.leagues.set_status(now, "over")
    over = await read(store)
    await store.leagues.set_status(over, "signup", 2)
    assert ((await read(store)).season, (await read(store)).round) == (2, 0)


async def test_a_table_is_opened_once_with_the_first_line_of_its_log(store: Store):
    _now, table = await planned(store)
    start = line(0, 0, kind="start", token=None, move=None)
    number = await store.leagues.open_table(table, row(channel=5), start)
    opened = await store.tables.get(number)
    assert opened is not None and opened.status == "running"
    assert (await store.moves.last(number)) == replace(start, table_id=number)
    assert [each.id for each in await store.leagues.opened(1, 1)] == [number]
    for channel in (5, 6):  # one that is taken, and another one
        with pytest.raises(Conflict):
            await store.leagues.open_table(table, row(channel=channel), start)
    assert await store.tables.counts_in(None) == {"running": 1}
    result = ResultRow(number, 0, "wigs", 7, 101, "", 5, 1, 0, 2, 1.0)
    await store.results.add([result])
    assert await store.leagues.results(1, 1) == [result]
    assert await store.leagues.opened(1, 2) == await store.leagues.results(1, 2) == []


async def test_what_changes_makes_a_league_due_and_is_not_lost_while_it_is_looked_at(store: Store):
    now, table = await planned(store)
    number = await store.leagues.open_table(
        table, row(channel=5), line(0, 0, kind="start", token=None)
    )
    for change in (
        lambda: store.leagues.join(member(1, 103)),
        lambda: store.leagues.set_two_rounds(1, True),
        lambda: store.leagues.set_state(2, "left"),
        lambda: store.leagues.remove(3),
        lambda: store.leagues.touch(1),
        lambda: store.moves.add(line(number, 1, kind="end")),
    ):
        now = await read(store)
        await store.leagues.mark_checked(now, 50.0, "")
        assert await store.leagues.due(49.0) == [] and await store.leagues.due(50.0) == [1]
        before = await read(store)
        await change()
        assert await store.leagues.due(0.0) == [1]
        await store.leagues.mark_checked(before, None, "trouble")
        assert await store.leagues.due(0.0) == [1], "it has changed since it was read"
    assert await store.leagues.to_retry(7) == [1] and await store.leagues.to_retry(8) == []
    await store.leagues.mark_checked(await read(store), None, "")
    assert await store.leagues.due(9e9) == []


async def test_who_has_their_data_deleted_leaves_a_place_only_where_they_played(store: Store):
    await planned(store)
    await store.leagues.join(member(1, 103))
    for user in (101, 103):
        await store.privacy.erase(user, "steady")
    assert [each.user for each in await store.leagues.members(1)] == [None, 102]


async def test_messages_of_leagues_and_of_tables_are_apart(store: Store):
    await store.leagues.add(league())
    number = await store.tables.add(row())
    post = PostRow(1, "board", 5, 6, "x", -1, 1.0)
    await store.league_posts.save(post)
    assert await store.league_posts.of(1) == {"board": post}
    assert await store.posts.of(number) == {}
    await store.league_posts.remove(1, "board")
    assert await store.league_posts.of(1) == {}
