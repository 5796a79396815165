"""Computer players: what they play is legal, what they think about is what they see."""

import asyncio
import math
import multiprocessing
import os
import random
import signal
import time
from collections.abc import AsyncIterator, Iterator
from functools import cache
from itertools import islice
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio

from bot.players.levels import levels, time_factor
from bot.players.pool import NICENESS, Thinkers, think
from bot.players.thought_timer import MAX_SLOWDOWN, MAX_THOUGHT_S, ThoughtTimer
from games import discover

GAMES = sorted(discover())
LEVELS = sorted(levels())
THINKING = [level for level in LEVELS if level != "quick"]
ROUNDS = 25
"""Rounds of thought in a test, counted and not timed."""
AHEAD = 15
"""Moves that a thought looks ahead in a test: a long game costs no more than a short one."""


@pytest.fixture
def counted(monkeypatch: pytest.MonkeyPatch) -> None:
    """A timer that goes on by a second whenever it is looked at."""
    timer = iter(range(10_000_000))
    monkeypatch.setattr("time.thread_time", lambda: float(next(timer)))
    monkeypatch.setattr("bot.players.thought_timer.MAX_SLOWDOWN", math.inf)
    for level in ("steady", "strong"):
        monkeypatch.setattr(f"bot.players.levels.{level}.MAX_PLAYOUT_MOVES", AHEAD)
        monkeypatch.setattr(f"bot.players.levels.{level}.SHORT_PLAYOUT_MOVES", AHEAD)


def chosen(level: str, game: Any, g: Any, seat: int, seed: int, seconds: float = ROUNDS) -> str:
    """The move of a computer player with this chance."""
    return levels()[level][0](game, g, seat, seconds, random.Random(seed))


Question = tuple[Any, Any, int]
"""A game, a position, and a seat that is asked there."""


@cache
def questions(name: str) -> list[Question]:
    """Two positions of each kind of question of a game."""
    return list(asked_at_random(discover()[name], random.Random(3)))


def asked_at_random(game: Any, rng: random.Random) -> Iterator[Question]:
    """Such positions in some games of few seats and of many."""
    found: dict[tuple[str, int], int] = {}
    for seats in (game.seats[0], game.seats[-1]):
        for _ in range(8):
            g = game.new(seats, rng.getrandbits(64))
            while g.scores is None:
                seat = rng.choice(g.asked)
                kind = (g.agenda[-1][0], seats)
                many = len(game.legal(g, seat)) > 1
                if many and found.get(kind, 0) < 2 and rng.random() < 0.5:
                    found[kind] = found.get(kind, 0) + 1
                    yield game, g, seat
                g = game.play(g, seat, rng.choice(game.legal(g, seat)))


# --- Moves ----------------------------------------------------------------------------------------


def test_every_level_says_about_itself_what_it_does():
    assert {"quick", "steady", "strong"} <= set(LEVELS)
    for _, about in levels().values():
        assert about[0].islower() and not about.endswith(".") and len(about) < 90


@pytest.mark.sampled(one_in=30)
@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("name", GAMES)
def test_every_level_plays_legally_in_every_kind_of_question(name: str, level: str, counted: None):
    asked: set[str] = set()
    for n, (game, g, seat) in enumerate(questions(name)):
        before = game.dump(g)
        assert chosen(level, game, g, seat, n, 3) in game.legal(g, seat)
        assert game.dump(g) == before
        asked.add(g.agenda[-1][0])
    rare = {*discover()[name].choices} - asked
    assert len(rare) * 3 <= len(discover()[name].choices), f"no game came to {rare}"


@pytest.mark.sampled(one_in=5)
@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("name", GAMES)
def test_the_same_chance_gives_the_same_move(name: str, level: str, counted: None):
    played: set[str] = set()
    asked = questions(name)
    for game, g, seat in asked[:: max(1, len(asked) // 4)]:
        moves = [chosen(level, game, g, seat, 9, 10) for _ in range(2)]
        assert moves[0] == moves[1]
        played.add(moves[0])
    assert played


@pytest.mark.parametrize("name", GAMES)
def test_the_quick_player_plays_every_move_it_has(name: str):
    game, g, seat = max(questions(name), key=lambda each: len(game_moves(each)) < 12)
    moves = game_moves((game, g, seat))
    assert {chosen("quick", game, g, seat, n) for n in range(40 * len(moves))} == set(moves)


def game_moves(question: Question) -> list[str]:
    game, g, seat = question
    return game.legal(g, seat)


# --- What they see --------------------------------------------------------------------------------


@pytest.mark.sampled(one_in=5)
@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("name", GAMES)
def test_a_player_tries_moves_only_in_positions_that_were_dealt_afresh(
    name: str, level: str, counted: None, monkeypatch: pytest.MonkeyPatch
):
    kind = type(discover()[name])
    guess, play, playout = kind.guess, kind.play, kind.playout
    fair: list[Any] = []
    judged: list[Any] = []

    def guessed(game: Any, g: Any, *args: Any) -> Any:
        fair.append(guess(game, g, *args))
        return fair[-1]

    def played(game: Any, g: Any, *args: Any) -> Any:
        judged.append(g)
        fair.append(play(game, g, *args))
        return fair[-1]

    def played_out(game: Any, g: Any, *args: Any, **more: Any) -> Any:
        judged.append(g)
        return playout(game, g, *args, **more)

    asked = [each for each in questions(name) if len(each[0].candidate_moves(*each[1:])) > 1][:6]
    monkeypatch.setattr(kind, "guess", guessed)
    monkeypatch.setattr(kind, "play", played)
    monkeypatch.setattr(kind, "playout", played_out)
    for n, (game, g, seat) in enumerate(asked):
        fair.clear()
        judged.clear()
        chosen(level, game, g, seat, n, 5)
        assert judged or level == "quick"
        for position in judged:
            assert any(position is known for known in fair)


# --- Strength and time ----------------------------------------------------------------------------


@pytest.mark.sampled(one_in=2)
@pytest.mark.parametrize("level", THINKING)
def test_a_player_who_thinks_takes_a_move_that_wins_at_once(level: str, counted: None):
    found = last_questions()
    assert found
    for game, g, seat in found:
        best = [m for m in game.legal(g, seat) if wins(game.play(g, seat, m), seat)]
        assert chosen(level, game, g, seat, 1, 120) in best


@cache
def last_questions() -> list[Question]:
    """Such a question of every game that has one."""
    return [question for name in GAMES for question in islice(deciding(name), 1)]


def deciding(name: str) -> Iterator[Question]:
    """Positions in which every move ends the game, some by winning it and some not."""
    game, rng = discover()[name], random.Random(12)
    for _ in range(40):
        after = game.new(game.seats[0], rng.getrandbits(64))
        g, seat = after, 0
        while after.scores is None:
            g, seat = after, rng.choice(after.asked)
            after = game.play(g, seat, rng.choice(game.legal(g, seat)))
        if g.answers or len(g.asked) > 1:
            continue
        ends = [game.play(g, seat, move) for move in game.legal(g, seat)]
        if all(end.scores is not None for end in ends) and len({wins(e, seat) for e in ends}) == 2:
            yield game, g, seat


def wins(g: Any, seat: int) -> bool:
    """Whether the seat has won alone."""
    others = [score for s, score in enumerate(g.scores) if s != seat] if g.scores else []
    return bool(others) and g.scores[seat] > max(others)


@pytest.mark.sampled(one_in=5)
@pytest.mark.parametrize("level", THINKING)
@pytest.mark.parametrize("name", GAMES)
def test_a_player_who_thinks_keeps_to_its_time(name: str, level: str):
    game = discover()[name]
    g = game.new(game.seats[-1], 3)
    began, worked = time.perf_counter(), time.thread_time()
    chosen(level, game, g, g.asked[0], 1, 0.1)
    assert time.thread_time() - worked < 0.3
    assert time.perf_counter() - began < MAX_THOUGHT_S


@pytest.mark.sampled(one_in=5)
@pytest.mark.parametrize("level", THINKING)
@pytest.mark.parametrize("name", GAMES)
def test_without_any_time_there_is_an_answer_at_once(name: str, level: str):
    for n, (game, g, seat) in enumerate(islice(questions(name), 8)):
        worked = time.thread_time()
        assert chosen(level, game, g, seat, n, 0) in game.legal(g, seat)
        assert time.thread_time() - worked < 0.5


@pytest.mark.sampled(one_in=5)
@pytest.mark.parametrize("level", THINKING)
@pytest.mark.parametrize("name", GAMES)
def test_without_any_time_a_player_who_thinks_does_what_a_good_one_would(name: str, level: str):
    several = (
        each
        for each in questions(name)
        if each[0].has_expert(each[1]) or len(each[0].candidate_moves(*each[1:])) > 1
    )
    for n, (game, g, seat) in enumerate(islice(several, 8)):
        assert chosen(level, game, g, seat, n, 0) == game.expert(g, seat)


def test_a_strong_thought_is_longer_and_the_longest_ends_in_eight_seconds():
    assert time_factor("strong") > time_factor("steady") == 1
    timer = ThoughtTimer(MAX_THOUGHT_S / MAX_SLOWDOWN)
    assert timer.spent() < 0.01
    timer._began -= MAX_THOUGHT_S  # pyright: ignore[reportPrivateUsage]
    assert timer.spent() >= 1


# --- The process in which they think --------------------------------------------------------------


@pytest_asyncio.fixture
async def thinkers() -> AsyncIterator[Thinkers]:
    """A pool whose thoughts are short."""
    pool = Thinkers(0.05)
    yield pool
    pool.close()


def position() -> tuple[Any, Any, int]:
    """A question with several answers."""
    return questions(GAMES[0])[0]


def thinking() -> list[int]:
    """The processes that this one has started to think in."""
    return [child.pid for child in multiprocessing.active_children() if child.pid is not None]


@pytest.mark.sampled(one_in=3)
async def test_a_thought_is_thought_in_another_process(thinkers: Thinkers):
    game, g, seat = position()
    for level in LEVELS:
        assert await thinkers.choose(game, g, seat, level) in game.legal(g, seat)
    [pid] = thinking()
    assert pid != os.getpid()
    assert Path(f"/proc/{pid}").exists()


@pytest.mark.sampled(one_in=3)
async def test_a_thinking_process_that_was_killed_is_followed_by_another(thinkers: Thinkers):
    game, g, seat = position()
    await thinkers.choose(game, g, seat, "quick")
    [first] = thinking()
    os.kill(first, signal.SIGKILL)
    assert await thinkers.choose(game, g, seat, "quick") in game.legal(g, seat)
    [second] = set(thinking()) - {first}
    assert second != first


@pytest.mark.sampled(one_in=3)
async def test_a_process_killed_within_a_thought_does_not_lose_it():
    game, g, seat = position()
    pool = Thinkers(0.4)
    try:
        await pool.choose(game, g, seat, "quick")
        [pid] = thinking()
        thoughts = [asyncio.create_task(pool.choose(game, g, seat, "steady")) for _ in range(3)]
        await asyncio.sleep(0.2)
        pool.seconds = 0.05
        os.kill(pid, signal.SIGKILL)
        for move in await asyncio.wait_for(asyncio.gather(*thoughts), 30):
            assert move in game.legal(g, seat)
    finally:
        pool.close()


@pytest.mark.sampled(one_in=3)
async def test_no_process_is_left_when_the_thinkers_are_sent_home():
    game, g, seat = position()
    pool = Thinkers(0.05)
    pool.close()
    await pool.choose(game, g, seat, "quick")
    [pid] = thinking()
    pool.close()
    for _ in range(200):
        if not thinking():
            break
        await asyncio.sleep(0.05)
    assert thinking() == [] and not Path(f"/proc/{pid}").exists()
    assert await pool.choose(game, g, seat, "quick") in game.legal(g, seat)
    pool.close()


@pytest.mark.sampled(one_in=3)
async def test_what_nobody_waits_for_is_done_behind_all_else_and_after_thoughts(
    thinkers: Thinkers,
):
    thinkers.waiting = 1
    behind = asyncio.create_task(thinkers.run_low_priority(os.getpriority, os.PRIO_PROCESS, 0))
    await asyncio.sleep(0.3)
    assert not behind.done() and thinking() == [], "a thought waits"
    thinkers.waiting = 0
    own = os.getpriority(os.PRIO_PROCESS, 0)
    assert await behind == min(19, own + NICENESS)
    [pid] = thinking()
    game, g, seat = position()
    assert await thinkers.choose(game, g, seat, "quick") in game.legal(g, seat)
    assert len(thinking()) == 2, "thoughts have a process of their own"
    await thinkers.stop_low_priority()
    for _ in range(200):
        if pid not in thinking():
            break
        await asyncio.sleep(0.05)
    assert len(thinking()) == 1 and pid not in thinking()


@pytest.mark.sampled(one_in=3)
async def test_the_event_loop_goes_on_while_players_think():
    game, g, seat = position()
    pool = Thinkers(0.2)
    ticks = 0

    async def tick() -> None:
        nonlocal ticks
        while True:
            await asyncio.sleep(0.01)
            ticks += 1

    ticking = asyncio.create_task(tick())
    try:
        moves = [pool.choose(game, g, seat, "steady") for _ in range(4)]
        for move in await asyncio.gather(*moves):
            assert move in game.legal(g, seat)
    finally:
        ticking.cancel()
        pool.close()
    assert ticks > 20


@pytest.mark.parametrize("level", LEVELS)
def test_a_thought_about_a_stored_position_is_the_same_as_about_a_live_one(
    level: str, counted: None
):
    game, g, seat = position()
    stored = think(game.name, game.dump(g), seat, level, 4.0, 77)
    assert stored == chosen(level, game, g, seat, 77, 4.0)
