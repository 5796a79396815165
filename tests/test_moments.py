"""When something happens: the time of an answer does not tell whether there was a choice.

Time is counted here, and nobody waits for it.
"""

import asyncio
import itertools
import math
import random
import selectors
from collections.abc import Callable, Coroutine, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

import pytest

from bot.operations.workers import WorkerPool
from bot.players import pool
from bot.players.levels import levels
from bot.players.pool import Thinkers, think
from games import discover

ANSWERS = 60
"""How many answers of each kind are compared."""
LOOK_S = 0.02
"""How far time goes on whenever a thought looks at it."""
STEADY_S = 0.4
LEVELS = sorted(levels())
SECRETIVE = [
    name for name, game in discover().items() if any(c.always for c in game.choices.values())
]
"""Games with questions that are asked even where there is one answer."""


# --- Time that is counted -------------------------------------------------------------------------


@dataclass
class Time:
    """A time that goes on when somebody waits or thinks."""

    now: float = 1000.0

    def look(self) -> float:
        """The time after a little work."""
        self.now += LOOK_S
        return self.now


class Jump(selectors.DefaultSelector):
    """Waits for nothing: time jumps to when it would have waited until."""

    def __init__(self, time: Time) -> None:
        super().__init__()
        self._time = time

    def select(self, timeout: float | None = None) -> Any:
        """What is ready now."""
        self._time.now += max(0.0, timeout or 0.0)
        return super().select(0)


def passing(time: Time, work: Coroutine[Any, Any, Any]) -> Any:
    """The result of work on an event loop that has this time."""
    loop = asyncio.SelectorEventLoop(Jump(time))
    loop.time = lambda: time.now
    try:
        return loop.run_until_complete(work)
    finally:
        loop.close()


@pytest.fixture
def time(monkeypatch: pytest.MonkeyPatch) -> Time:
    """A time in which thoughts are thought here, from a known chance."""
    found = Time()

    async def run(_pool: Any, work: Callable[..., Any], *args: Any) -> Any:
        return work(*args)

    monkeypatch.setattr(WorkerPool, "run", run)
    monkeypatch.setattr("time.thread_time", found.look)
    monkeypatch.setattr("time.perf_counter", lambda: found.now)
    monkeypatch.setattr(pool, "chance", random.Random(7))
    for level in ("steady", "strong"):
        monkeypatch.setattr(f"bot.players.levels.{level}.MAX_PLAYOUT_MOVES", 2)
        monkeypatch.setattr(f"bot.players.levels.{level}.SHORT_PLAYOUT_MOVES", 2)
    return found


# --- Are two series of numbers alike? -------------------------------------------------------------


def distance(one: Sequence[float], other: Sequence[float]) -> float:
    """How far two series are apart: Kolmogorov and Smirnov, in units of the limit at 0.1 %."""
    apart = max(
        abs(sum(x <= at for x in one) / len(one) - sum(x <= at for x in other) / len(other))
        for at in (*one, *other)
    )
    limit = math.sqrt(-math.log(0.001 / 2) / 2 * (1 / len(one) + 1 / len(other)))
    return apart / limit


def test_the_measure_tells_different_series_apart_and_like_ones_not():
    chance = random.Random(1)
    one, other = ([chance.random() for _ in range(ANSWERS)] for _ in range(2))
    assert distance(one, other) < 1 < distance(one, [x + 0.5 for x in other])


# --- Computer players -----------------------------------------------------------------------------


@cache
def asked(name: str, is_forced: bool) -> list[tuple[Any, Any, int]]:
    """Questions of a game that others cannot see into, with one answer or with several."""
    return list(itertools.islice(_asked(name, is_forced), ANSWERS // 4))


def _asked(name: str, is_forced: bool) -> Iterator[tuple[Any, Any, int]]:
    game, chance = discover()[name], random.Random(5)
    for seats in itertools.islice(itertools.cycle(game.seats), 40):
        g = game.new(seats, chance.getrandbits(64))
        while g.scores is None:
            seat = chance.choice(g.asked)
            moves = game.legal(g, seat)
            if game.hides_choice(g, seat) and (len(moves) == 1) == is_forced:
                yield game, g, seat
            g = game.play(g, seat, chance.choice(moves))


def times_of(time: Time, level: str, questions: list[tuple[Any, Any, int]]) -> list[float]:
    """After what times a computer player answers these questions."""
    thinkers, found = Thinkers(STEADY_S), list[float]()
    for game, g, seat in itertools.islice(itertools.cycle(questions), ANSWERS):
        began = time.now
        passing(time, thinkers.choose(game, g, seat, level))
        found.append(time.now - began)
    return found


@pytest.mark.sampled(one_in=18)
@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("name", SECRETIVE)
def test_nobody_can_tell_a_computers_only_answer_by_its_time(name: str, level: str, time: Time):
    forced, free = asked(name, True), asked(name, False)
    if not forced:
        pytest.skip("every question of this game has several answers")
    assert distance(times_of(time, level, forced), times_of(time, level, free)) < 1


def test_thoughts_alone_would_tell(time: Time):
    """The comparison finds a difference where there is one."""

    def took(game: Any, g: Any, seat: int) -> float:
        began = time.now
        think(game.name, game.dump(g), seat, "steady", STEADY_S, 1)
        return time.now - began

    name = next(name for name in SECRETIVE if asked(name, True))
    forced, free = ([took(*each) for each in asked(name, kind)] for kind in (True, False))
    assert distance(forced * 4, free * 4) > 1


def test_answers_come_at_once_where_nothing_is_secret(time: Time):
    game, g, seat = next(
        (game, g, g.asked[0])
        for game in discover().values()
        for g in played(game)
        if not game.hides_choice(g, g.asked[0])
    )
    began = time.now
    passing(time, Thinkers(STEADY_S).choose(game, g, seat, "quick"))
    assert time.now == began


def played(game: Any) -> Iterator[Any]:
    """The states of a game that is played at random."""
    chance = random.Random(5)
    g = game.new(game.seats[0], 1)
    while g.scores is None:
        yield g
        g = game.play(g, g.asked[0], chance.choice(game.legal(g, g.asked[0])))


@pytest.mark.parametrize("level", LEVELS)
def test_a_secret_answer_is_hardly_later_than_the_longest_thought(level: str, time: Time):
    name = next(name for name in SECRETIVE if asked(name, True))
    assert max(times_of(time, level, asked(name, True))) < 10
