"""Hints: at which tables there are any, what they say, and that nobody else learns of them."""

import asyncio
import json
import random
from typing import Any

import pytest

from bot.pages.lessons import hint_text
from bot.players.hints import Hints
from bot.players.levels import steady
from bot.players.levels.steady import SURE_ROUNDS, Thought
from bot.players.pool import Thinkers
from bot.players.reasons import Event, Reason
from bot.table import Tables
from games import discover
from games.kernel import phrase
from games.lesson import lesson_of
from tests.sim_server import SimServer, all_of, buttons, ephemeral_text, options, text
from tests.tables import ADA, game_of

PEOPLE = ("Ada", "Ben")


async def with_hints(sim: SimServer) -> str:
    """A game with hints; who is asked."""
    await sim.gather(computers=0, seats=2, hints=True)
    [name] = await sim.asked()
    return name


def other(name: str) -> str:
    return "Ben" if name == "Ada" else "Ada"


# --- At which tables ------------------------------------------------------------------------------


async def test_a_table_with_hints_says_so_and_is_not_rated(sim: SimServer):
    await sim.open(seats=2)
    assert "💡" not in text(sim.board())
    await sim.pick_option("Ada", "Hints: yes")
    assert "Players can ask for a sensible move. The game is not rated." in text(sim.board())
    await sim.press("Ben", "Join")
    await sim.press("Ada", "Start")
    assert "💡 with hints, not rated" in text(sim.board())
    await sim.play_out()
    assert "not rated" in text(sim.board())
    assert await sim.bot.store.results.without_results() == []
    assert "Nobody yet" in ephemeral_text(await sim.command("Ada", "leaderboard", game="wigs"))
    await sim.press("Ada", "Rematch")
    assert (await sim.table()).row.hints and "not rated" in text(sim.board())


async def test_only_the_host_allows_hints(sim: SimServer):
    await sim.open(seats=2, hints=True)
    shown = (await sim.press("Ben", "Options")).response
    assert "Hints: yes" in text(shown) and not options(shown)
    await sim.press("Ben", "Join")
    await sim.forge("Ben", await sim.press("Ada", "Options"), table="")
    assert (await sim.table()).row.hints == 1
    await sim.pick_option("Ada", "Hints: no")
    assert (await sim.table()).row.hints == 0


async def test_a_table_without_hints_gives_none(sim: SimServer):
    await sim.gather(computers=0, seats=2)
    [name] = await sim.asked()
    panel = (await sim.press(name, "Move")).response
    assert "Hint" not in buttons(panel)
    assert "Hints are off at this table" in ephemeral_text(await sim.command(name, "hint"))
    pressed = await sim.press_old(name, panel, "hint:1:0")
    assert "Hints are off at this table" in ephemeral_text(pressed)


# --- What they say --------------------------------------------------------------------------------


async def test_a_hint_names_a_sensible_move_and_what_the_lesson_says_of_the_question(
    sim: SimServer, monkeypatch: pytest.MonkeyPatch
):
    name = await with_hints(sim)
    table = await sim.table()
    seat = table.state.asked[0]
    first, second, *_ = table.game.legal(table.state, seat)

    async def advise(*_: Any) -> Thought:
        return Thought(first, second, 3.6)

    monkeypatch.setattr(Thinkers, "advise", advise)
    panel = (await sim.press(name, "Move")).response
    hinted = await sim.press(name, "Hint", panel)
    shown = text(hinted.response)
    assert hinted.response.id == panel.id
    names = [table.game.label(table.state, seat, move) for move in (first, second)]
    assert f"💡 A computer player would choose: **{names[0]}**" in shown
    compared = f"better by at least 3 gold than: {names[1]}"
    taught = lesson_of("wigs").hints["draft"].text
    assert shown.index(compared) < shown.index(taught.split(". ")[0])
    assert "Hint" in buttons(hinted.response)


@pytest.mark.parametrize(
    ("points", "said"),
    [(None, "I am not sure that it is better than"), (1.2, "it is a little better than")],
)
async def test_an_uncertain_difference_is_not_named(
    sim: SimServer, points: float | None, said: str
):
    await with_hints(sim)
    table = await sim.table()
    seat = table.state.asked[0]
    first, second, *_ = table.game.legal(table.state, seat)
    assert said in hint_text(table, seat, Thought(first, second, points))
    alone = hint_text(table, seat, Thought(first))
    assert "better" not in alone and "💡" in alone


async def test_a_hint_gives_the_reason_in_place_of_the_lesson(sim: SimServer):
    await with_hints(sim)
    table = await sim.table()
    seat = table.state.asked[0]
    first, second, *_ = table.game.legal(table.state, seat)
    taken = phrase("{who:seat takes|You took} it.", who=1 - seat)
    reason = Reason(seat, 8, own=3, events=[Event(None, 0, taken, 8)])
    said = hint_text(table, seat, Thought(first, second, 3.6, reason))
    assert f"Better than “{table.game.label(table.state, seat, second)}”:" in said
    assert f"in 8 of 8 games instead of 0: {table.names[1 - seat]} takes it." in said
    assert "estimate" not in said and lesson_of("wigs").hints["draft"].text not in said
    unclear = hint_text(table, seat, Thought(first, second, 3.6, Reason(seat)))
    assert "better by at least 3 gold" in unclear


async def test_a_hint_speaks_the_language_of_its_reader(sim: SimServer):
    name = await with_hints(sim)
    await sim.command(name, "settings language", language="de")
    assert "Ein Computerspieler würde wählen" in ephemeral_text(await sim.command(name, "hint"))


async def test_a_hint_is_asked_for_by_command_and_in_private_messages(sim: SimServer):
    await with_hints(sim)
    await sim.play_until(lambda table: table.view(None)["question"]["secret"])
    assert "💡" in ephemeral_text(await sim.command("Ben", "hint"))
    pressed = await sim.people["Ada"].user.click(sim.dms("Ada")[-1], label="Hint")
    assert "💡" in text(pressed.response)


# --- When, and for whom ---------------------------------------------------------------------------


async def test_two_presses_think_once(sim: SimServer, monkeypatch: pytest.MonkeyPatch):
    name = await with_hints(sim)
    asked: list[int] = []
    go_on = asyncio.Event()

    async def advise(_self: Any, game: Any, g: Any, seat: int) -> Thought:
        asked.append(seat)
        await go_on.wait()
        return Thought(game.default(g, seat))

    monkeypatch.setattr(Thinkers, "advise", advise)
    panel = (await sim.press(name, "Move")).response
    button = buttons(panel)["Hint"]
    presses = asyncio.create_task(sim.at_once((name, panel, button), (name, panel, button)))
    while not asked:
        await asyncio.sleep(0.01)
    go_on.set()
    answers = await presses
    assert all("💡" in text(answer.response) for answer in answers)
    assert "💡" in ephemeral_text(await sim.command(name, "hint"))
    assert len(asked) == 1


async def test_a_failed_thought_is_repeated(sim: SimServer, monkeypatch: pytest.MonkeyPatch):
    await with_hints(sim)
    table = await sim.table()
    seat, tries = table.state.asked[0], list[int]()

    async def advise(_self: Any, game: Any, g: Any, seat: int) -> Thought:
        tries.append(seat)
        if len(tries) == 1:
            raise OSError
        return Thought(game.default(g, seat))

    monkeypatch.setattr(Thinkers, "advise", advise)
    with pytest.raises(OSError):
        await sim.bot.hints.of(table, seat)
    assert (await sim.bot.hints.of(table, seat)).move in table.game.legal(table.state, seat)


async def test_a_hint_for_a_question_that_has_passed_says_so(
    sim: SimServer, monkeypatch: pytest.MonkeyPatch
):
    name = await with_hints(sim)
    old = (await sim.press(name, "Move")).response
    button = buttons(old)["Hint"]
    table = await sim.table()

    async def too_late(_self: Any, game: Any, g: Any, seat: int) -> Thought:
        move = game.default(g, seat)
        await table.submit(seat, move, "meanwhile", table.question)
        return Thought(move)

    monkeypatch.setattr(Thinkers, "advise", too_late)
    await sim.press(name, "Hint", old)
    sent = json.dumps([each.json for each in sim.env.http_requests])
    assert "The game has moved on since this hint" in sent
    again = await sim.press_old(name, old, button)
    assert "The game has moved on since this hint" in text(again.response)
    assert "💡" not in text(again.response)


async def test_somebody_who_is_not_asked_gets_no_hint(sim: SimServer):
    name = await with_hints(sim)
    idle = other(name)
    panel = (await sim.press(idle, "Move")).response
    assert "Hint" not in buttons(panel)
    assert "You are not asked anything now" in ephemeral_text(await sim.command(idle, "hint"))
    sim.people["Cleo"] = sim.guild.add_member(sim.env.create_user("cleo"))
    assert "You do not play" in ephemeral_text(await sim.command("Cleo", "hint"))
    before = await sim.table()
    number = before.question
    pressed = await sim.press_old(idle, panel, f"hint:1:{number}")
    assert "You are not asked anything now" in ephemeral_text(pressed)


async def test_a_position_that_was_taken_back_has_its_hint(sim: SimServer):
    name = await with_hints(sim)
    panel = (await sim.press(name, "Move")).response
    hinted = text((await sim.press(name, "Hint", panel)).response)
    [line] = [each for each in hinted.splitlines() if "💡" in each]
    await sim.make(name, await sim.default(name), panel)
    undone = (await sim.command(name, "game undo")).response
    custom_id, value = next(iter(options(undone).values()))
    await sim.people[name].select(undone, [value], custom_id=custom_id)
    await sim.press(other(name), "Agree")
    assert await sim.asked() == [name]
    shown = ephemeral_text(await sim.command(name, "hint"))
    assert "💡" in shown and line.partition("**")[0] in shown


async def test_nobody_else_learns_that_somebody_took_a_hint(sim: SimServer):
    await with_hints(sim)
    await sim.play_until(lambda table: table.view(None)["question"]["secret"])
    messages = (*sim.posts(), sim.dms("Ben")[-1])
    before = [await all_of(message) for message in messages]
    rows = sim.sql("SELECT * FROM tables"), sim.sql("SELECT * FROM moves")
    await sim.people["Ada"].user.click(sim.dms("Ada")[-1], label="Hint")
    messages = (*sim.posts(), sim.dms("Ben")[-1])
    assert [await all_of(message) for message in messages] == before
    assert (sim.sql("SELECT * FROM tables"), sim.sql("SELECT * FROM moves")) == rows


# --- What they know -------------------------------------------------------------------------------


@pytest.mark.sampled
@pytest.mark.parametrize("name", discover())
async def test_a_hint_knows_what_its_seat_knows(name: str, tables: Tables, seed: int):
    """A computer player thinks about the same state where a seat cannot tell two apart."""
    heard: list[bytes] = []

    class Listening:
        async def advise(self, game: Any, g: Any, seat: int) -> Thought:
            heard.append(game.dump(g))
            return steady.think_over(game, g, seat, 0.01, random.Random(seed))

    game = discover()[name]
    table = await game_of(tables, name, ADA, seats=game.seats[-1], seed=seed)
    rng = random.Random(seed)
    hints: list[Any] = [Hints(Listening()), Hints(Listening())]  # pyright: ignore[reportArgumentType]
    for n in range(60):
        truth = table.state
        seat = rng.choice(truth.asked)
        if n % 5 == 0:
            heard.clear()
            for each, g in zip(hints, (truth, game.guess(truth, seat, rng)), strict=True):
                table.g = g
                thought = await each.of(table, seat)
                assert thought.move in game.legal(truth, seat)
                assert hint_text(table, seat, thought)
            assert heard[0] == heard[1]
            table.g = truth
        await table.submit(seat, game.default(truth, seat), f"test:{n}")
        if table.row.status != "running":
            break


@pytest.mark.parametrize(
    ("points", "said"),
    [
        ([3.0] * SURE_ROUNDS, 3.0),
        ([3.0] * (SURE_ROUNDS - 1), None),
        ([9.0, -9.0] * SURE_ROUNDS, None),
        ([-3.0] * SURE_ROUNDS, None),
    ],
)
def test_how_much_better_a_move_is_is_said_only_where_it_is_sure(
    points: list[float], said: float | None
):
    assert steady._sure_points(points) == said


def test_a_thought_compares_its_move_with_another_one():
    game = discover()["wigs"]
    g, compared = game.new(2, 4), 0
    for n in range(12):
        [seat, *_] = g.asked
        thought = steady.think_over(game, g, seat, 0.05, random.Random(n))
        legal = game.legal(g, seat)
        assert thought.move in legal and thought.other in {"", *legal} - {thought.move}
        assert thought.points is None or thought.points > 0
        compared += bool(thought.other)
        g = game.play(g, seat, game.default(g, seat))
    assert compared


async def test_a_hint_waits_until_no_computer_player_is_asked():
    pool, game = Thinkers(0.01), discover()["wigs"]
    g = game.new(2, 4)
    try:
        pool.waiting += 1
        advice = asyncio.create_task(pool.advise(game, g, g.asked[0]))
        done, _ = await asyncio.wait({advice}, timeout=0.3)
        assert not done
        pool.waiting -= 1
        assert (await advice).move in game.legal(g, g.asked[0])
    finally:
        pool.close()
