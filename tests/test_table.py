"""A table from lobby to score, through its own methods on a store in a file."""

from __future__ import annotations

import asyncio
import hashlib
import itertools
import json
import random
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

import pytest
import pytest_asyncio

from bot.outbox.layout import components
from bot.pages import panels
from bot.pages.board import board_page, log_page
from bot.pages.lobby import lobby_page
from bot.pages.page import Page
from bot.pictures.pictures import Pictures
from bot.players.levels import levels
from bot.store import MoveRow, Store
from bot.table import (
    Person,
    Refused,
    Stale,
    Table,
    Tables,
    format_names,
    lobby,
    seating,
    undo,
    votes,
)
from games import discover, record
from tests.databases import Address, ask

ADA, BEN, CLEO, DORA = 101, 102, 103, 104
NAMES = {ADA: "Ada", BEN: "Ben", CLEO: "Cleo", DORA: "Dora"}
GAMES = sorted(discover())
SEED = 0xC0FFEE5EEDBA5E01
"""A number that does not occur anywhere by chance."""
MANY = 3000
"""Moves after which a test gives up waiting for a game."""


@dataclass
class House:
    """The tables of one process, and the changes that it was notified of."""

    address: Address
    store: Store
    tables: Tables
    changed: list[int] = field(default_factory=list)
    channels: Any = field(default_factory=lambda: itertools.count(1))
    tokens: Any = field(default_factory=lambda: itertools.count(1))

    async def lobby(self, name: str = "wigs", *people: int, seats: int = 0, **more: Any) -> Table:
        """A table of these people in a channel of its own."""
        game = discover()[name]
        host, *others = people or (ADA, BEN)
        table = await self.tables.open(
            game,
            guild=1,
            channel=next(self.channels),
            host=Person(NAMES[host], user=host),
            seats=seats or max(len(people) or 2, game.seats[0]),
            options=more.get("options", {}),
        )
        for user in others:
            await lobby.join(table, user, NAMES[user])
        return table

    async def game(self, name: str = "wigs", *people: int, **more: Any) -> Table:
        """A running game of these people; computer players sit where more are needed."""
        table = await self.lobby(name, *people, **more)
        while len(table.people) < table.row.seats:
            await lobby.add_computer(table, table.row.host)
        await lobby.start(table, table.row.host)
        return table

    async def move(self, table: Table, seat: int, move: str) -> Any:
        """Makes a move with a new interaction."""
        return await table.submit(seat, move, f"interaction {next(self.tokens)}")

    async def play_until(
        self, table: Table, there: Callable[[Table], bool], rng: random.Random | None = None
    ) -> Table:
        """The table after sensible (or random) moves up to where something holds."""
        for _ in range(MANY):
            if there(table):
                return table
            seat = table.state.asked[0]
            legal = table.game.legal(table.state, seat)
            default = table.game.default(table.state, seat)
            await self.move(table, seat, rng.choice(legal) if rng else default)
        raise AssertionError("it never comes to that")

    async def log(self, table: Table) -> list[MoveRow]:
        """The stored lines of a table."""
        return await self.store.moves.of(table.id)


@asynccontextmanager
async def process(address: Address) -> AsyncIterator[House]:
    """A house as a process would have it: a connection and tables of its own."""
    store = await Store.open(address)
    changed: list[int] = []
    try:
        yield House(address, store, Tables(store, lambda table: changed.append(table.id)), changed)
    finally:
        await store.close()


@pytest_asyncio.fixture
async def house(address: Address) -> AsyncIterator[House]:
    """A house with an empty store."""
    async with process(address) as opened:
        yield opened


@pytest.fixture(autouse=True)
def known_seed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every game has the same seed, so that tests repeat."""
    monkeypatch.setattr("secrets.randbits", lambda bits: SEED)


def position(table: Table) -> bytes:
    """The whole state as it is stored."""
    return table.game.dump(table.state)


def secretly_asked(table: Table) -> bool:
    """Whether several people are asked at once."""
    return len(table.state.asked) > 1


# --- The lobby ------------------------------------------------------------------------------------


async def test_a_new_table_seats_its_host_and_is_found_in_its_channel(house: House):
    table = await house.lobby("wigs", ADA, seats=3)
    assert table.people == [Person("Ada", user=ADA)]
    assert table.row.status == "lobby" and table.row.host == ADA
    assert await house.tables.in_channel(table.row.channel) is table
    assert house.changed == [table.id]
    with pytest.raises(Refused, match="not started yet"):
        _ = table.state


async def test_a_busy_channel_takes_no_second_table(house: House):
    table = await house.lobby()
    with pytest.raises(Refused, match="open in this channel already"):
        await house.tables.open(
            table.game,
            guild=1,
            channel=table.row.channel,
            host=Person("Cleo", user=CLEO),
            seats=2,
            options={},
        )
    assert [row.id for row in await house.store.tables.open()] == [table.id]


@pytest.mark.parametrize("name", GAMES)
async def test_a_table_has_as_many_seats_as_its_game_allows(house: House, name: str):
    seats = discover()[name].seats
    for wrong in (seats[0] - 1, seats[-1] + 1):
        with pytest.raises(Refused, match=f"is for {seats[0]} to {seats[-1]} players"):
            await house.lobby(name, ADA, seats=wrong)
    assert (await house.lobby(name, ADA, seats=seats[-1])).row.seats == seats[-1]


async def test_nobody_sits_twice_and_nobody_sits_where_all_seats_are_taken(house: House):
    table = await house.lobby("wigs", ADA, seats=2)
    with pytest.raises(Refused, match="already"):
        await lobby.join(table, ADA, "Ada")
    await lobby.join(table, BEN, "Ben")
    with pytest.raises(Refused, match="All 2 seats"):
        await lobby.join(table, CLEO, "Cleo")
    with pytest.raises(Refused, match="All 2 seats"):
        await lobby.add_computer(table, ADA)
    assert table.names == ["Ada", "Ben"]


async def test_of_two_who_press_join_at_once_one_gets_the_last_seat(house: House):
    table = await house.lobby("wigs", ADA, seats=2)
    outcome = await asyncio.gather(
        lobby.join(table, BEN, "Ben"), lobby.join(table, CLEO, "Cleo"), return_exceptions=True
    )
    assert [type(each) for each in outcome] == [type(None), Refused]
    assert table.names == ["Ada", "Ben"]


async def test_only_somebody_at_the_table_seats_a_computer_player_or_starts(house: House):
    table = await house.lobby("wigs", ADA, BEN, seats=3)
    for attempt in (
        lobby.add_computer(table, CLEO),
        lobby.start(table, CLEO),
        seating.leave(table, CLEO),
    ):
        with pytest.raises(Refused, match=r"do not play at this table\. Its players: Ada and Ben"):
            await attempt


async def test_computer_players_have_names_of_their_own(house: House):
    table = await house.tables.open(
        discover()["wigs"],
        guild=1,
        channel=1,
        host=Person("Pierrot", user=ADA),
        seats=4,
        options={},
    )
    for _ in range(3):
        await lobby.add_computer(table, ADA)
    assert len(set(table.names)) == 4
    assert [bool(person.level) for person in table.people] == [False, True, True, True]


@pytest.mark.parametrize("level", sorted(levels()))
async def test_the_next_computer_player_is_of_the_level_of_the_last(house: House, level: str):
    table = await house.lobby("wigs", ADA, seats=3)
    await lobby.add_computer(table, ADA, level)
    await lobby.add_computer(table, ADA)
    assert [person.level for person in table.people] == ["", level, level]


async def test_the_host_sets_options_and_nobody_else(house: House):
    table = await house.lobby()
    with pytest.raises(Refused, match="Only the host"):
        await lobby.set_option(table, BEN, "end_gold", 25)
    await lobby.set_option(table, ADA, "end_gold", 25)
    async with process(house.address) as later:
        assert (await later.tables.get(table.id)).options["end_gold"] == 25
    await lobby.start(table, ADA)
    assert table.state.end_gold == 25
    with pytest.raises(Refused, match="no longer gathering"):
        await lobby.set_option(table, ADA, "end_gold", 20)


@pytest.mark.parametrize(
    ("options", "sentence"),
    [({"wig": 3}, "no option “wig”; it has .*end_gold"), ({"end_gold": 21}, "“end_gold” must be")],
)
async def test_a_wrong_option_is_named(house: House, options: dict[str, Any], sentence: str):
    with pytest.raises(Refused, match=sentence):
        await house.lobby("wigs", ADA, options=options)
    table = await house.lobby()
    [(name, value)] = options.items()
    before = dict(table.options)
    with pytest.raises(Refused, match=sentence):
        await lobby.set_option(table, ADA, name, value)
    assert table.options == before


async def test_a_host_who_leaves_the_lobby_hands_it_over(house: House):
    table = await house.lobby("wigs", ADA, BEN, seats=3)
    await lobby.add_computer(table, ADA)
    await seating.leave(table, ADA)
    assert table.row.host == BEN and table.seat_of(BEN) == 0 and len(table.people) == 2
    await lobby.set_option(table, BEN, "end_gold", 25)
    assert table.options["end_gold"] == 25


async def test_a_lobby_without_people_is_closed_and_its_channel_is_free(house: House):
    table = await house.lobby("wigs", ADA, seats=3)
    await lobby.add_computer(table, ADA)
    await seating.leave(table, ADA)
    assert table.row.status == "abandoned"
    assert await house.store.tables.open_in(table.row.channel) is None


async def test_a_game_starts_with_those_who_are_there_and_not_with_too_few(house: House):
    table = await house.lobby("wigs", ADA, seats=4)
    with pytest.raises(Refused, match="needs 2 players or more; this table has 1"):
        await lobby.start(table, ADA)
    await lobby.join(table, BEN, "Ben")
    await lobby.start(table, BEN)
    assert table.row.status == "running" and table.row.seats == 2 and table.state.seats == 2
    for attempt in (
        lobby.join(table, CLEO, "Cleo"),
        lobby.start(table, ADA),
        lobby.add_computer(table, ADA),
    ):
        with pytest.raises(Refused, match="no longer gathering"):
            await attempt


async def test_of_two_who_press_start_at_once_one_starts(house: House):
    table = await house.lobby()
    outcome = await asyncio.gather(
        lobby.start(table, ADA), lobby.start(table, BEN), return_exceptions=True
    )
    assert [type(each) for each in outcome] == [type(None), Refused]
    assert [row.kind for row in await house.log(table)] == ["start"]


# --- Moves ----------------------------------------------------------------------------------------


async def test_a_move_is_committed_with_the_state_after_it(house: House):
    table = await house.game()
    before, [seat] = table.state, table.state.asked
    move = table.game.legal(before, seat)[0]
    receipt = await table.submit(seat, move, "token", table.question)
    assert (receipt.seat, receipt.move, receipt.repeated) == (seat, move, False)
    assert receipt.label == table.game.label(before, seat, move)
    assert table.state == table.game.play(before, seat, move)
    line = await house.store.moves.last(table.id)
    assert line is not None and (line.seat, line.move, line.token) == (seat, move, "token")
    assert line.seq == receipt.seq == table.seq == 1
    async with process(house.address) as later:
        assert position(await later.tables.get(table.id)) == position(table)


async def test_an_illegal_move_is_refused_with_the_sentence_of_the_game(house: House):
    table = await house.game()
    before, [seat] = position(table), table.state.asked
    with pytest.raises(Refused, match=r"“take 99” is not open to you now\. You can: take"):
        await house.move(table, seat, "take 99")
    assert position(table) == before
    assert len(await house.log(table)) == 1


async def test_a_player_who_is_not_asked_sees_whose_turn_it_is(house: House):
    table = await house.game()
    [seat] = table.state.asked
    with pytest.raises(Refused, match=f"not your turn: the table waits for {table.names[seat]}"):
        await house.move(table, 1 - seat, "take 1")
    assert len(await house.log(table)) == 1


async def test_an_answer_to_a_question_that_has_passed_changes_nothing(house: House):
    table = await house.game()
    passed = table.question
    await house.move(table, *a_move(table))
    before = position(table)
    seat, move = a_move(table)
    with pytest.raises(Stale, match="question has passed"):
        await table.submit(seat, move, "late", passed)
    assert position(table) == before and len(await house.log(table)) == 2
    assert not (await table.submit(seat, move, "in time", table.question)).repeated


def a_move(table: Table) -> tuple[int, str]:
    """A sensible move of somebody who is asked."""
    seat = table.state.asked[0]
    return seat, table.game.default(table.state, seat)


async def test_an_interaction_delivered_twice_plays_once(house: House):
    table = await house.game()
    seat, move = a_move(table)
    first = await table.submit(seat, move, "token", table.question)
    again = await table.submit(seat, move, "token", first.seq - 1)
    assert again.repeated and (again.seat, again.move, again.seq) == (seat, move, first.seq)
    async with process(house.address) as later:
        assert (await (await later.tables.get(table.id)).submit(seat, move, "token")).repeated
    assert len(await house.log(table)) == 2


async def test_the_move_that_ends_a_game_is_answered_when_it_is_delivered_twice(house: House):
    table = await house.game()
    await house.play_until(table, lambda table: table.row.status == "over")
    last = table.last
    assert last is not None and last.seat is not None and last.move and last.token
    again = await table.submit(last.seat, last.move, last.token)
    assert again.repeated and again.seq == last.seq


async def test_of_several_answers_to_one_question_exactly_one_wins(house: House):
    table = await house.game()
    [seat] = table.state.asked
    moves = table.game.legal(table.state, seat)
    assert len(moves) > 1
    outcome = await asyncio.gather(
        *(table.submit(seat, move, move, table.question) for move in moves), return_exceptions=True
    )
    assert sum(isinstance(each, Stale) for each in outcome) == len(moves) - 1
    assert len(await house.log(table)) == 2


async def test_one_interaction_delivered_several_times_at_once_plays_once(house: House):
    table = await house.game()
    seat, move = a_move(table)
    outcome = await asyncio.gather(
        *(table.submit(seat, move, "token", table.question) for _ in range(5))
    )
    assert sorted(receipt.repeated for receipt in outcome) == [False] + 4 * [True]
    assert len(await house.log(table)) == 2


async def test_a_write_that_fails_changes_nothing_and_the_move_can_be_made_again(house: House):
    table = await house.game()
    before, (seat, move) = position(table), a_move(table)
    await ask(house.address, "ALTER TABLE moves RENAME COLUMN news TO gossip")
    with pytest.raises(Exception, match="news"):
        await table.submit(seat, move, "token")
    assert position(table) == before and table.seq == 0
    await ask(house.address, "ALTER TABLE moves RENAME COLUMN gossip TO news")
    assert not (await table.submit(seat, move, "token")).repeated
    assert table.seq == 1


@pytest.mark.parametrize("name", GAMES)
async def test_a_whole_game_is_played_and_read_again_with_its_news(house: House, name: str):
    table = await house.game(name)
    await house.play_until(table, lambda table: table.row.status == "over", random.Random(5))
    assert table.state.scores is not None and not table.state.asked
    assert [row.seq for row in await house.log(table)] == list(range(table.seq + 1))
    assert house.changed.count(table.id) >= table.seq
    with pytest.raises(Refused, match="has ended"):
        await house.move(table, 0, "pass")
    async with process(house.address) as later:
        again = await later.tables.get(table.id)
        assert position(again) == position(table) and again.row.status == "over"
        record.verify(await again.record())
    assert await house.store.tables.open_in(table.row.channel) is None


async def test_the_news_of_a_table_names_its_people(house: House):
    table = await house.game()
    [seat] = table.state.asked
    await house.move(table, seat, table.game.legal(table.state, seat)[0])
    assert any(text.startswith(f"{table.names[seat]} takes") for _, text, _ in await table.news())


# --- Secret answers -------------------------------------------------------------------------------


async def secret_question(house: House, *people: int) -> Table:
    """A game whose people are all asked in secret."""
    return await house.play_until(await house.game("wigs", *people), secretly_asked)


async def test_a_secret_answer_keeps_the_question_open_and_the_last_one_closes_it(house: House):
    table = await secret_question(house)
    question = table.question
    await house.move(table, 0, table.game.legal(table.state, 0)[0])
    assert table.question == question and table.state.asked == [1]
    await table.submit(1, table.game.legal(table.state, 1)[0], "Ben", question)
    assert table.question == question + 1


async def test_a_secret_answer_can_be_changed_until_all_have_answered(house: House):
    table = await secret_question(house)
    first, second = table.game.legal(table.state, 0)[:2]
    question = table.question
    await table.submit(0, first, "first", question)
    await table.submit(0, second, "second", question)
    assert table.state.answers == {0: second} and table.question == question
    await table.submit(1, table.game.legal(table.state, 1)[0], "Ben", question)
    assert table.state.players[0].worn == int(second.split()[1])
    with pytest.raises(Stale):
        await table.submit(0, first, "third", question)


async def test_all_who_are_asked_in_secret_can_answer_at_the_same_moment(house: House):
    table = await secret_question(house, ADA, BEN, CLEO)
    question = table.question
    moves = [table.game.legal(table.state, seat)[0] for seat in range(3)]
    receipts = await asyncio.gather(
        *(table.submit(seat, move, f"{seat}", question) for seat, move in enumerate(moves))
    )
    assert sorted(receipt.seq for receipt in receipts) == list(range(table.seq - 2, table.seq + 1))
    worn = [player.worn for player in table.state.players]
    assert worn == [int(move.split()[1]) for move in moves]


# --- Taking back ----------------------------------------------------------------------------------


async def test_a_move_taken_back_leaves_the_position_as_it_was(house: House):
    table = await house.game()
    before, question = position(table), table.question
    seat, move = a_move(table)
    user = table.people[seat].user
    assert user
    label = (await house.move(table, seat, move)).label
    assert position(table) != before and await undo.can_undo(table, seat)
    assert await undo.undo(table, user, "undo") == label
    assert position(table) == before and table.question == question
    assert [row.kind for row in await house.log(table)] == ["start", "move", "undo"]
    assert (await table.news())[-1][1] == f"{table.names[seat]} takes the last move back."
    async with process(house.address) as later:
        assert position(await later.tables.get(table.id)) == before


async def test_only_the_own_last_move_can_be_taken_back(house: House):
    table = await house.game()
    first, _ = a_move(table)
    assert not await undo.can_undo(table, first)
    await house.move(table, *a_move(table))
    other = table.people[1 - first].user
    assert other
    assert not await undo.can_undo(table, 1 - first)
    with pytest.raises(Refused, match="only your own last move"):
        await undo.undo(table, other, "somebody else's")
    await house.move(table, *a_move(table))
    user = table.people[first].user
    assert user
    with pytest.raises(Refused, match="before anybody else moved"):
        await undo.undo(table, user, "too late")
    with pytest.raises(Refused, match="You do not play"):
        await undo.undo(table, CLEO, "a stranger's")


async def test_a_move_that_revealed_something_cannot_be_taken_back(house: House):
    table = await secret_question(house)
    await house.move(table, 0, table.game.legal(table.state, 0)[0])
    await house.move(table, 1, table.game.legal(table.state, 1)[0])
    before = position(table)
    assert not await undo.can_undo(table, 1)
    with pytest.raises(Refused, match="revealed something"):
        await undo.undo(table, BEN, "undo")
    assert position(table) == before


async def test_moves_are_taken_back_one_after_the_other(house: House):
    table = await secret_question(house)
    positions = [position(table)]
    first, second = table.game.legal(table.state, 0)[:2]
    for move in (first, second):
        await house.move(table, 0, move)
        positions.append(position(table))
    for n in (1, 2):
        assert await undo.undo(table, ADA, f"undo {n}")
        assert position(table) == positions[-1 - n]
    await house.move(table, 0, second)
    assert table.state.answers == {0: second}
    await undo.undo(table, ADA, "undo 3")
    assert position(table) == positions[0]


async def test_an_undo_delivered_twice_takes_back_one_move(house: House):
    table = await secret_question(house)
    for move in table.game.legal(table.state, 0)[:2]:
        await house.move(table, 0, move)
    assert await undo.undo(table, ADA, "undo")
    before = position(table)
    assert await undo.undo(table, ADA, "undo") == ""
    assert position(table) == before


async def test_a_late_delivery_does_not_repeat_a_move_taken_back(house: House):
    table = await house.game()
    seat, move = a_move(table)
    user, question = table.people[seat].user, table.question
    assert user
    await table.submit(seat, move, "token", question)
    await undo.undo(table, user, "undo")
    before = position(table)
    assert (await table.submit(seat, move, "token", question)).repeated
    assert position(table) == before
    assert not (await table.submit(seat, move, "another", question)).repeated


async def test_the_record_leaves_out_what_was_taken_back_and_verifies(house: House):
    table = await house.game()
    seat, move = a_move(table)
    user = table.people[seat].user
    assert user
    other = next(each for each in table.game.legal(table.state, seat) if each != move)
    await house.move(table, seat, other)
    await undo.undo(table, user, "undo")
    await house.move(table, seat, move)
    text = await table.record()
    record.verify(text)
    assert f"{seat} {move}" in text.splitlines() and f"{seat} {other}" not in text.splitlines()


async def test_an_undo_to_a_damaged_line_is_refused_and_the_game_goes_on(house: House):
    table = await house.game()
    seat, move = a_move(table)
    user = table.people[seat].user
    assert user
    await house.move(table, seat, move)
    await house.store._db.execute("UPDATE moves SET state = ? WHERE seq = 0", (b"\0",))
    assert not await undo.can_undo(table, seat)
    with pytest.raises(Refused):
        await undo.undo(table, user, "undo")
    await house.move(table, *a_move(table))


@pytest.mark.parametrize("name", GAMES)
async def test_a_move_that_can_be_undone_is_undone_anywhere_in_a_game(house: House, name: str):
    table = await house.game(name, ADA, BEN)
    rng, taken, refused = random.Random(11), 0, 0
    for n in range(120):
        if table.row.status != "running":
            break
        seat = rng.choice(table.state.asked)
        move = rng.choice(table.game.legal(table.state, seat))
        before, chance = position(table), table.state.rng
        await house.move(table, seat, move)
        user = table.people[seat].user
        if user is None or table.row.status != "running":
            continue
        if await undo.can_undo(table, seat):
            assert table.state.rng == chance
            await undo.undo(table, user, f"undo {n}")
            assert position(table) == before
            await house.move(table, seat, move)
            taken += 1
        else:
            assert table.state.rng != chance
            refused += 1
    assert taken + refused


# --- Leaving and ending ---------------------------------------------------------------------------


async def test_a_computer_player_takes_the_seat_of_a_player_who_leaves_a_running_game(house: House):
    table = await house.game()
    seat = table.state.asked[0]
    user = table.people[seat].user
    assert user
    before = position(table)
    await seating.leave(table, user)
    assert table.waiting_computers() == [seat] and table.waiting_people() == []
    assert table.names == ["Ada", "Ben"] and position(table) == before
    assert table.row.host == table.people[1 - seat].user and table.row.status == "running"
    assert table.people[seat].level in levels()
    with pytest.raises(Refused, match="You do not play"):
        await seating.leave(table, user)
    async with process(house.address) as later:
        assert (await later.tables.get(table.id)).people == table.people


async def test_a_game_that_everybody_leaves_is_abandoned(house: House):
    table = await house.game()
    await seating.leave(table, ADA)
    await seating.leave(table, BEN)
    assert table.row.status == "abandoned"
    assert await house.store.tables.open_in(table.row.channel) is None
    assert table.waiting_computers() == []
    with pytest.raises(Refused, match="has ended"):
        await house.move(table, *a_move(table))


async def test_a_game_is_abandoned_when_all_its_people_agree(house: House):
    table = await house.game("wigs", ADA, BEN, seats=3)
    assert not await votes.vote_to_abandon(table, ADA)
    assert not await votes.vote_to_abandon(table, ADA)
    assert table.row.status == "running"
    with pytest.raises(Refused, match="You do not play"):
        await votes.vote_to_abandon(table, CLEO)
    async with process(house.address) as later:
        assert (await later.tables.get(table.id)).votes == {"end": [ADA]}
    assert await votes.vote_to_abandon(table, BEN)
    assert table.row.status == "abandoned"
    for attempt in (votes.vote_to_abandon(table, ADA), seating.leave(table, ADA)):
        with pytest.raises(Refused, match="has ended"):
            await attempt


async def test_the_host_closes_a_lobby_alone_and_a_guest_does_not(house: House):
    table = await house.lobby("wigs", ADA, BEN)
    assert not await votes.vote_to_abandon(table, BEN)
    assert await votes.vote_to_abandon(table, ADA)
    assert table.row.status == "abandoned"


async def test_a_player_who_has_left_need_not_agree(house: House):
    table = await house.game("wigs", ADA, BEN, CLEO)
    await votes.vote_to_abandon(table, ADA)
    await seating.leave(table, CLEO)
    assert await votes.vote_to_abandon(table, BEN)


# --- The tables of a process ----------------------------------------------------------------------


async def test_tables_that_are_not_cached_are_read_again_as_they_are(
    house: House, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr("bot.table.tables.MAX_CACHED", 2)
    tables = [await house.game() for _ in range(5)]
    for n, table in enumerate(tables):
        for _ in range(n + 1):
            await house.move(await house.tables.get(table.id), *a_move(table))
            table = await house.tables.get(table.id)
    kept = {table.id: position(await house.tables.get(table.id)) for table in tables}
    again = [await house.tables.get(table.id) for table in tables]
    assert {table.id: position(table) for table in again} == kept
    assert [table.seq for table in again] == [1, 2, 3, 4, 5]
    assert again[0] is not tables[0]
    assert await house.tables.get(again[-1].id) is again[-1]


async def test_a_table_in_use_is_not_forgotten(house: House, monkeypatch: pytest.MonkeyPatch):
    used = await house.game()
    monkeypatch.setattr("bot.table.tables.MAX_CACHED", 1)
    async with used.lock:
        for _ in range(3):
            await house.game()
        assert await house.tables.get(used.id) is used


async def test_a_table_asked_for_from_several_sides_at_once_is_one(house: House):
    table = await house.game()
    async with process(house.address) as later:
        found = await asyncio.gather(*(later.tables.get(table.id) for _ in range(10)))
        assert len({id(each) for each in found}) == 1


async def test_an_undo_cancels_impossible_premoves_of_others_and_tells_them(
    house: House,
):
    table = await house.game("wigs", ADA, BEN, CLEO)
    seat, other, answer = await premoved_again(house, table)
    await house.move(table, other, answer)
    assert table.state.premoves and await undo.undo(table, table.people[seat].user or 0, "back")
    assert not table.state.premoves
    [(said, to)] = [(text, to) for _, text, to in await table.news(5) if "are cancelled" in text]
    assert to == other and "somebody took a move back" in said
    record.verify(await table.record())


async def premoved_again(house: House, table: Table) -> tuple[int, int, str]:
    """A seat that may take its move back, and another one with an answer in advance that was not
    open before that move.
    """
    rng = random.Random(1)
    for _ in range(MANY):
        before, seat = table.state, rng.choice(table.state.asked)
        await house.move(table, seat, rng.choice(table.game.legal(before, seat)))
        for other in {0, 1, 2} - {seat, *table.state.asked}:
            new = [a for a in in_advance(table, other) if a not in in_advance(table, other, before)]
            if new and await undo.can_undo(table, seat):
                return seat, other, new[0]
    raise AssertionError("it never comes to that")


def in_advance(table: Table, seat: int, g: Any = None) -> list[str]:
    """The premoves that a seat can set, now or in another state."""
    questions = table.game.premoves(g or table.state, seat)
    return [f"ahead {question} {move}" for question, moves in questions.items() for move in moves]


async def test_nothing_is_lost_if_another_process_wrote_first(house: House):
    table = await house.game()
    async with process(house.address) as other:
        theirs = await other.tables.get(table.id)
        seat, move = a_move(theirs)
        await theirs.submit(seat, move, "theirs", theirs.question)
        mine = next(each for each in table.game.legal(table.state, seat) if each != move)
        with pytest.raises(Stale):
            await table.submit(seat, mine, "mine", table.question)
        again = await house.tables.get(table.id)
        assert position(again) == position(theirs) and again.seq == 1
        assert not (await house.move(again, *a_move(again))).repeated
        with pytest.raises(Stale):
            await theirs.submit(*a_move(theirs), "theirs again")
        assert (await other.tables.get(table.id)).seq == 2
    assert [row.token for row in await house.log(table)][:2] == [None, "theirs"]


async def test_the_same_interaction_in_two_processes_plays_once(house: House):
    table = await house.game()
    async with process(house.address) as other:
        theirs = await other.tables.get(table.id)
        seat, move = a_move(table)
        outcome = await asyncio.gather(
            table.submit(seat, move, "token", table.question),
            theirs.submit(seat, move, "token", theirs.question),
            return_exceptions=True,
        )
    played = [each for each in outcome if not isinstance(each, Stale)]
    assert sum(not each.repeated for each in played) == 1  # type: ignore[union-attr]
    assert len(await house.log(table)) == 2


async def test_a_player_who_joined_in_another_process_keeps_the_seat(house: House):
    table = await house.lobby("wigs", ADA, seats=4)
    async with process(house.address) as other:
        await lobby.join((await other.tables.get(table.id)), BEN, "Ben")
        try:
            await lobby.join(table, CLEO, "Cleo")
        except Stale:
            await lobby.join((await house.tables.get(table.id)), CLEO, "Cleo")
    async with process(house.address) as later:
        assert (await later.tables.get(table.id)).names == ["Ada", "Ben", "Cleo"]


async def test_a_game_started_in_another_process_does_not_go_back_to_its_lobby(house: House):
    table = await house.lobby("wigs", ADA, BEN, seats=4)
    async with process(house.address) as other:
        await lobby.start((await other.tables.get(table.id)), BEN)
        with pytest.raises(Refused):
            await lobby.join(table, CLEO, "Cleo")
    async with process(house.address) as later:
        found = await later.tables.get(table.id)
        assert found.row.status == "running" and found.names == ["Ada", "Ben"]


@pytest.mark.parametrize(
    "damage",
    ["state = substr(state, 2)", "state = NULL", "state = substr(state, 1, 40)"],
    ids=["not compressed", "missing", "cut off"],
)
async def test_a_table_with_a_damaged_state_is_set_aside_and_no_other(house: House, damage: str):
    broken, whole = await house.game(), await house.game()
    await house.move(broken, *a_move(broken))
    await house.store._db.execute(
        f"UPDATE moves SET {damage} WHERE table_id = ? AND seq = 1", (broken.id,)
    )
    async with process(house.address) as later:
        for _ in range(2):
            with pytest.raises(Refused, match=f"Table {broken.id} is set aside"):
                await later.tables.get(broken.id)
        row = await later.store.tables.get(broken.id)
        assert row is not None and row.status == "broken"
        assert await later.store.tables.open_in(broken.row.channel) is None
        assert len(await later.store.moves.of(broken.id)) == 2
        assert broken.id in await later.store.outbox.waiting()
        await later.move(await later.tables.get(whole.id), *a_move(whole))


@pytest.mark.parametrize(
    "damage",
    ["people = 'nobody'", "people = '[]'", "options = '[1]'", "people = '[7]'"],
)
async def test_a_table_whose_row_cannot_be_read_is_set_aside_and_no_other(
    house: House, caplog: pytest.LogCaptureFixture, damage: str
):
    broken, whole = await house.game(), await house.game()
    await house.store._db.execute(f"UPDATE tables SET {damage} WHERE id = ?", (broken.id,))
    async with process(house.address) as later:
        with pytest.raises(Refused, match=f"Table {broken.id} is set aside"):
            await later.tables.get(broken.id)
        said = [(r.getMessage(), getattr(r, "table", None)) for r in caplog.records]
        assert any("set aside" in text and table == broken.id for text, table in said)
        assert [row.id for row in await later.store.tables.open()] == [whole.id]
        await later.move(await later.tables.get(whole.id), *a_move(whole))


async def test_an_open_table_whose_game_is_not_installed_is_set_aside_at_the_start(house: House):
    gone, over, whole = await house.game(), await house.game(), await house.game()
    await house.store._db.execute(
        "UPDATE tables SET game = 'faro' WHERE id IN (?, ?)", (gone.id, over.id)
    )
    await house.store._db.execute("UPDATE tables SET status = 'over' WHERE id = ?", (over.id,))
    async with process(house.address) as later:
        await later.tables.check_games()
        shared = later.store.shared  # with a process of a newer release, which may have the game
        why = "is moving to a newer release" if shared else "is set aside, because its game “faro”"
        with pytest.raises(Refused, match=f"Table {gone.id} {why}"):
            await later.tables.get(gone.id)
        with pytest.raises(Refused):
            await later.tables.get(over.id)
        rows = [await later.store.tables.get(each.id) for each in (gone, over, whole)]
        kept = "running" if shared else "broken"
        assert [row and row.status for row in rows] == [kept, "over", "running"]
        assert shared or gone.id in await later.store.outbox.waiting()
        await later.move(await later.tables.get(whole.id), *a_move(whole))


async def test_tables_that_were_set_aside_and_can_be_read_again_go_on_as_they_were(house: House):
    begun, ended = await house.game(), await house.game()
    await house.play_until(ended, lambda table: table.state.scores is not None)
    for table in (begun, ended):
        await house.store._db.execute(
            "UPDATE tables SET status = 'broken' WHERE id = ?", (table.id,)
        )
    async with process(house.address) as later:
        await later.tables.check_games()
        rows = [await later.store.tables.get(each.id) for each in (begun, ended)]
        assert [row and row.status for row in rows] == ["running", "over"]
        await later.move(await later.tables.get(begun.id), *a_move(begun))


async def test_an_unknown_table_is_refused(house: House):
    with pytest.raises(Refused, match="There is no table 77"):
        await house.tables.get(77)
    for number in (0, -1, 2**63, 10**30):
        with pytest.raises(Refused):
            await house.tables.get(number)
    with pytest.raises(Refused, match="no table in this channel"):
        await house.tables.in_channel(77)


async def test_a_channel_shows_its_open_table_and_else_its_last(house: House):
    first = await house.lobby()
    await votes.vote_to_abandon(first, ADA)
    assert await house.tables.in_channel(first.row.channel) is first
    second = await house.tables.open(
        first.game,
        guild=1,
        channel=first.row.channel,
        host=Person("Ben", user=BEN),
        seats=2,
        options={},
    )
    assert await house.tables.in_channel(first.row.channel) is second


@pytest.mark.parametrize(
    ("names", "sentence"),
    [
        ([], "nobody"),
        (["Ada"], "Ada"),
        (["Ada", "Ben"], "Ada and Ben"),
        (["Ada", "Ben", "Cleo"], "Ada, Ben and Cleo"),
    ],
)
def test_names_are_formatted_as_in_a_sentence(names: list[str], sentence: str):
    assert format_names(names) == sentence


# --- Fair chance ----------------------------------------------------------------------------------


async def test_the_commitment_is_the_hash_of_salt_and_seed(house: House):
    table = await house.lobby()
    text = f"{table.row.salt}:{SEED}"
    assert table.commitment() == hashlib.sha256(text.encode()).hexdigest()
    assert table.commitment() == record.commitment(table.row.salt, SEED)
    await lobby.start(table, ADA)
    assert f"commitment {table.commitment()}" in await table.record()


async def test_two_tables_with_one_seed_have_different_commitments(house: House):
    first, second = await house.lobby(), await house.lobby()
    assert first.row.seed == second.row.seed == str(SEED)
    assert first.commitment() != second.commitment()


@pytest.mark.parametrize("address", ["sqlite"], indirect=True)  # pages know no database
@pytest.mark.parametrize("name", GAMES)
async def test_no_page_shows_seed_salt_or_chance_before_the_end(house: House, name: str):
    pictures = Pictures()
    table = await house.lobby(name, ADA, BEN)
    assert_silent(table, await said(lobby_page(table)))
    while len(table.people) < table.row.seats:
        await lobby.add_computer(table, ADA)
    await lobby.start(table, ADA)
    for n in range(24):
        if table.row.status != "running":
            break
        views = [table.view(seat) for seat in (None, *range(table.state.seats))]
        assert_silent(table, json.dumps(views))
        if n % 8 == 0:
            shown = [await board_page(table, pictures, [ADA]), await log_page(table, 0)]
            shown += [await panels.panel_page(table, seat, pictures) for seat in (0, 1)]
            shown += [await panels.answered_page(table, 0)]
            for page in shown:
                assert_silent(table, await said(page))
        await house.move(table, *a_move(table))
    await house.play_until(table, lambda table: table.row.status == "over")
    assert str(SEED) in await said(await board_page(table, pictures, []))


async def said(page: Page) -> str:
    """All texts of a page, and its files with their names."""
    files = [(file.name, file.description, (await file.read()).hex()) for file in page.files]
    return json.dumps([components(page), files])


def assert_silent(table: Table, text: str) -> None:
    """Fails if a text gives away what is still to be drawn."""
    assert len(text) > 50
    for secret in (str(SEED), table.row.salt, f"{SEED:x}", str(table.g.rng if table.g else SEED)):
        assert secret not in text
