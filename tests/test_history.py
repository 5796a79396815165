"""History: every state as its reader could see it, and the pages of /history."""

import random
import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Any
from unittest.mock import Mock

import pytest

from bot.pictures.drawing import describe
from bot.store import MoveRow, to_json
from bot.table import NewTable, Person, Refused, Table, Tables, undo
from bot.table.clock import DAY_S, Clock
from bot.table.history import (
    news_of_line,
    read_history,
    replay_states,
    state_at,
    steps,
    stored_states,
)
from bot.table.story import course_of, with_course
from games import discover
from games.kernel import Game, chance_after_rewind
from tests.sim_server import SimServer, alt_texts, buttons, options, reply_text, text
from tests.tables import ADA, BEN, CLEO, game_of
from tests.test_store import line

NAMES = ("Ada", "Ben", "Cleo")


async def started(tables: Tables, game: str, seats: int = 3) -> Table:
    return await game_of(tables, game, *(ADA, BEN, CLEO)[:seats])


async def play_on(table: Table, chance: random.Random, moves: int) -> Iterator[Any]:
    """Makes moves, mostly default ones; yields the state after each."""
    for n in range(moves):
        if table.state.scores is not None:
            return
        g = table.state
        seat = chance.choice(g.asked)
        usual = chance.random() < 0.5
        move = table.game.default(g, seat) if usual else chance.choice(table.game.legal(g, seat))
        await table.submit(seat, move, f"t{table.seq}:{n}")
        yield table.state


def seen(table: Table, g: Any, seat: int | None) -> Any:
    """What a seat sees of a state that was stored."""
    return table.game.view(table.game.load(table.game.dump(g), table.game.version), seat)


# --- The states that were -------------------------------------------------------------------------


async def test_states_of_a_finished_game_are_forgotten_and_played_again(tables: Tables):
    table = await started(tables, "wigs")
    truth = [table.state]
    async for g in play_on(table, random.Random(5), 1000):
        truth.append(g)
    assert table.state.scores is not None
    other = await started(tables, "wigs")
    async for _g in play_on(other, random.Random(5), 5):
        pass
    now = table.row.touched + 3 * DAY_S
    clock = Clock(
        *(tables.store, tables),
        **dict.fromkeys(("show", "answer", "notify"), Mock()),
        now=lambda: now,
        keep_states_s=3 * DAY_S,
    )
    await clock.sweep(now - 1)
    assert len(await table.store.moves.with_state(table.id)) == len(truth)
    await clock.sweep(now + DAY_S)
    assert await table.store.moves.with_state(table.id) == {0, table.seq}
    assert len(await table.store.moves.with_state(other.id)) == 6
    history = await read_history(table, None)
    for step in (0, 5, len(history.steps) - 1):
        g = await state_at(table, history, step)
        assert g == truth[history.line(step).seq]


@pytest.mark.parametrize("game", ["wigs", "brick_and_mortar"])
async def test_every_state_that_is_not_stored_is_played_again(
    tables: Tables, monkeypatch: pytest.MonkeyPatch, game: str
):
    monkeypatch.setattr("bot.store.moves.KEPT_STATES", 10)
    table = await started(tables, game)
    truth = [table.state]
    async for g in play_on(table, random.Random(5), 90):
        truth.append(g)
    found = await read_history(table, None)
    kept = await table.store.moves.with_state(table.id)
    assert len(kept) < len(truth) / 2, "nothing was thinned"
    for step in range(0, len(found.steps), 5):
        g = await state_at(table, found, step)
        for seat in (None, 0, 1, 2):
            assert seen(table, g, seat) == seen(table, truth[found.line(step).seq], seat)
    kept_states = await stored_states(table)
    every = [g for _, g in replay_states(table.game, table.seed, found.rows, kept_states)]
    assert [seen(table, g, 1) for g in every] == [seen(table, g, 1) for g in truth]


async def test_moves_taken_back_are_no_part_of_the_history(
    tables: Tables, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr("bot.store.moves.KEPT_STATES", 10)
    table = await started(tables, "brick_and_mortar")
    chance, undone, ahead = random.Random(2), 0, 0
    truth: list[tuple[int, Any]] = []
    for n in range(140):
        if table.state.scores is not None:
            break
        g, game = table.state, table.game
        other = chance.randrange(3)
        later = list(game.premoves(g, other).items())
        if later and chance.random() < 0.5:
            question, moves = chance.choice(later)
            await table.submit(other, f"ahead {question} {chance.choice(moves)}", f"a{n}")
            ahead += 1
        seat = chance.choice(g.asked)
        if chance.random() < 0.6 and await undo.can_undo(table, seat := (table.last.seat or 0)):
            await undo.undo(table, 101 + seat, f"u{n}")
            undone += 1
        else:
            seat = chance.choice(table.state.asked)
            await table.submit(seat, chance.choice(game.legal(table.state, seat)), f"m{n}")
        if n % 10 == 9:
            found = await read_history(table, None)
            assert all(line.back_to is None for line in found.lines)
            truth.append((table.seq, table.state))
    assert undone > 5 and ahead > 5
    rows = await table.store.moves.of(table.id)
    again = dict(replay_states(table.game, table.seed, rows, await stored_states(table)))
    for seq, g in truth:
        for viewer in (None, 0, 1, 2):
            assert seen(table, again[seq], viewer) == seen(table, g, viewer)


@pytest.mark.parametrize("other", [0, 2])
async def test_what_others_changed_unnoticed_stays_when_a_move_is_taken_back(
    tables: Tables, other: int
):
    table = await started(tables, "wigs")
    while len(table.state.asked) < 3:
        seat = table.state.asked[0]
        await table.submit(seat, table.game.default(table.state, seat), f"t{table.seq}")
    first, second = table.game.legal(table.state, other)[:2]
    for seat, move in ((other, first), (1, table.game.legal(table.state, 1)[0]), (other, second)):
        await table.submit(seat, move, f"t{table.seq}")
    await undo.undo(table, 102, "undo")
    assert table.state.answers == {other: second}
    await table.store._db.execute("UPDATE moves SET state = NULL WHERE seq > 0")
    rows = await table.store.moves.of(table.id)
    *_, (_seq, last) = replay_states(table.game, table.seed, rows, await stored_states(table))
    assert last == table.state


async def test_new_chance_after_a_rewind_is_part_of_the_history(tables: Tables):
    table = await started(tables, "wigs")
    chance = random.Random(1)
    async for _ in play_on(table, chance, 20):
        pass
    back = await table.store.moves.get(table.id, 8)
    again = replace(table.state_after(back), rng=chance_after_rewind(table.seed, 123456789))
    await table.store.moves.add(
        replace(
            back,
            seq=21,
            kind="rewind",
            seat=None,
            move="123456789",
            token=None,
            question=21,
            back_to=8,
            undone=to_json([*range(9, 21)]),
            state=None,
            news="[]",
        )
    )
    lines = (await read_history(table, None)).lines
    assert [line.seq for line in lines] == [*range(9), 21]
    found = await read_history(table, None)
    assert (await state_at(table, replace(found, steps=[9]), 0)) == again


async def test_an_earlier_position_shows_no_more_than_the_seat_knew_then(tables: Tables):
    table = await started(tables, "wigs")
    async for _ in play_on(table, random.Random(4), 40):
        pass
    for seat in (None, 0, 1):
        found = await read_history(table, seat)
        for step in range(0, len(found.steps), 5):
            g = await state_at(table, found, step)
            truth = seen(table, g, seat)
            if seat is not None:
                guess = table.game.guess(g, seat, random.Random(step))
                assert seen(table, guess, seat) == truth


async def test_secret_answers_of_others_are_no_steps(tables: Tables):
    table = await started(tables, "wigs")
    while not table.view(None)["question"]["secret"]:
        seat = table.state.asked[0]
        await table.submit(seat, table.game.default(table.state, seat), f"t{table.seq}")
    before = len((await read_history(table, 1)).steps)
    own = len((await read_history(table, 0)).steps)
    for n, move in enumerate(table.game.legal(table.state, 0)[:2]):
        await table.submit(0, move, f"s{n}")
    assert (
        len((await read_history(table, 1)).steps)
        == len((await read_history(table, None)).steps)
        == before
    )
    assert len((await read_history(table, 0)).steps) > own
    for seat in (1, 2):
        await table.submit(seat, table.game.default(table.state, seat), f"x{seat}")
    assert len((await read_history(table, None)).steps) == before + 1


def test_premoves_are_steps_for_their_owner_alone():
    def line(seq: int, seat: int, move: str, question: int, unnoticed: int) -> MoveRow:
        return replace(
            MoveRow(1, seq, "move", seat, move, None, question, None, 1, None, "[]", 0.0),
            unnoticed=unnoticed,
        )

    lines = [
        replace(line(0, 0, "", 0, 0), kind="start"),
        line(1, 1, "ahead investment pass", 0, 1),
        line(2, 0, "pass", 2, 0),
    ]
    assert steps(lines, None) == steps(lines, 0) == [0, 2]
    assert steps(lines, 1) == [0, 1, 2]


def test_a_line_tells_its_seat_what_it_did_and_others_what_all_may_know():
    news = [["{who:seat} passes.", {"who": 0}, None], ["It is cold.", {}, 1]]
    passing = line(1, 1, seat=0, label="Pass", news=to_json(news))
    assert [news_of_line(passing, seat, NAMES) for seat in (0, 1, None)] == [
        ["You: Pass", "Ada passes."],
        ["Ada passes.", "It is cold."],
        ["Ada passes."],
    ]


async def test_a_lobby_has_no_history(tables: Tables):
    host = Person("Ada", user=101)
    table = await tables.open(
        NewTable(discover()["wigs"], guild=1, channel=1, people=[host], seats=3)
    )
    with pytest.raises(Refused, match="not started"):
        await read_history(table, 0)


@pytest.mark.parametrize("first", [0, 1])
@pytest.mark.parametrize("error", [None, RuntimeError, IndexError])
async def test_a_history_that_the_rules_no_longer_accept_is_refused_with_a_sentence(
    tables: Tables, monkeypatch: pytest.MonkeyPatch, error: type[Exception] | None, first: int
):
    table = await started(tables, "wigs")
    async for _ in play_on(table, random.Random(4), 10):
        pass
    await table.store._db.execute(
        "UPDATE moves SET state = NULL, move = 'fly' WHERE seq >= ?", (first,)
    )
    found = await read_history(table, None)
    if error is not None:  # as rules of another release may raise it
        monkeypatch.setattr(Game, "play", Mock(side_effect=error))
    with pytest.raises(Refused, match="another release"):
        await state_at(table, found, 5)


# --- The pages ------------------------------------------------------------------------------------


async def test_history_steps_back_and_forth(sim: SimServer):
    await sim.gather(computers=0)
    table = await sim.table()
    for n in range(12):
        seat = table.state.asked[0]
        await table.submit(seat, table.game.default(table.state, seat), f"t{n}")
    shown = (await sim.command("Ada", "history")).response
    assert shown.ephemeral
    found = await read_history(table, table.names.index("Ada"))
    last = len(found.steps) - 1
    assert f"Step {last} of {last}" in text(shown)
    assert buttons(shown, disabled=True).keys() == {"›", "»"}
    page = (await sim.press("Ada", "‹", shown)).response or shown
    assert f"Step {last - 1} of {last}" in text(page)
    g = await state_at(table, found, last - 1)
    view = table.game.view(g, table.names.index("Ada")) | {"names": table.names}
    assert alt_texts(page) == [describe(view)]
    await sim.press("Ada", "«", page)
    assert f"Step 0 of {last}" in text(page)
    assert all(int(moment) % 60 == 0 for moment in re.findall(r"<t:(\d+):", text(page)))
    await sim.press("Ada", "»", page)
    assert f"Step {last} of {last}" in text(page)
    [custom_id, value] = list(options(page).values())[1]
    await sim.people["Ada"].select(page, [value], custom_id=custom_id)
    assert "Step 1 of" in text(page)


async def test_a_watcher_looks_back_without_a_seat(sim: SimServer):
    table = await sim.start("Ada", "Ben")
    shown = (await sim.command("Cleo", "history")).response
    assert alt_texts(shown) == [describe(table.view(None))]
    assert alt_texts(shown) != [describe(table.view(0))]


async def test_a_finished_game_shows_the_board_and_the_screen_of_any_player(sim: SimServer):
    table = await sim.finish()
    for name in ("Ada", "Cleo"):
        shown = (await sim.command(name, "history", table=str(table.id))).response
        ended = with_course(table.view(None), await course_of(table))
        assert alt_texts(shown) == [describe(ended)]
        before = (await sim.press(name, "‹", shown)).response or shown
        found = await read_history(table, None)
        line = found.line(len(found.steps) - 2).seq
        for seat, player in enumerate(table.names):
            custom_id, value = options(before)[f"What {player} saw"]
            await sim.people[name].select(before, [value], custom_id=custom_id)
            seen = await read_history(table, seat)
            step = max(n for n in range(len(seen.steps)) if seen.line(n).seq <= line)
            view = table.game.view(await state_at(table, seen, step), seat)
            assert alt_texts(before) == [describe(view | {"names": table.names})]
            assert f"Step {step} of" in text(before)
        await sim.press(name, "«", before)
        first = table.game.view(await state_at(table, seen, 0), seat)
        assert alt_texts(before) == [describe(first | {"names": table.names})], "the same eyes"
        custom_id, value = options(before)["The board"]
        await sim.people[name].select(before, [value], custom_id=custom_id)
        board = table.game.view(await state_at(table, found, 0), None)
        assert alt_texts(before) == [describe(board | {"names": table.names})]


async def test_a_finished_game_is_found_in_its_server_and_in_the_dm_of_its_players(sim: SimServer):
    await sim.finish()
    other = sim.guild.create_text_channel("elsewhere")
    found = await sim.people["Cleo"].autocomplete(other, "history", "table", "")
    [number] = [each["value"] for each in found]
    shown = await sim.command("Cleo", "history", other, table=number)
    assert "Step" in reply_text(shown)
    own = await sim.people["Ben"].user.autocomplete("history", "table", "")
    assert [each["value"] for each in own] == [number]
    assert "Step" in reply_text(await sim.command_dm("Ben", "history", table=number))
    assert await sim.people["Cleo"].user.autocomplete("history", "table", "") == []
    refused = await sim.command_dm("Cleo", "history", table=number)
    assert "whose channel you see" in reply_text(refused)
