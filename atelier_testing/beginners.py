"""Beginners at a table: one presses the first blue button, one takes what brings most at once. Did
what went wrong for them come with a warning?

`tests/games/NAME_mishaps.py` says what can go wrong: `MISHAPS`, by the name of the alarm that has
to warn of it, whether it happened to a seat between two states.
"""

import importlib
import importlib.util
import os
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import pytest

from atelier_testing.project import own_games, seed_of_day
from games import discover
from games.kernel import Dials, Game, Picks, Question, Tone

GAMES, IN_THE_LONG_RUN = 2, 10
Mishap = Callable[[Any, Any, int], bool]
TONES: tuple[Tone, ...] = ("usual", "unusual", "grave", "setting")
"""From the buttons that are pressed first to those that are pressed last."""
Beginner = Callable[[Game[Any], Any, Question], str]


def mishaps_of(name: str) -> dict[str, Mishap]:
    """What can go wrong in a game, by the name of the alarm."""
    module = f"tests.games.{name}_mishaps"
    if importlib.util.find_spec(module) is None:
        return {}
    return importlib.import_module(module).MISHAPS


def first_button(_game: Game[Any], _g: Any, question: Question) -> str:
    """The move that a panel offers first: its dials as they stand, as few picks as it takes, the
    first blue button.
    """
    menu = question.menu
    if isinstance(menu, Dials):
        return question.default()
    if isinstance(menu, Picks) and menu.things:
        return min((move for move in question if move in menu), key=lambda each: len(menu.of(each)))
    return min(question, key=lambda move: TONES.index(question.tone(move)))


def most_points_now(game: Game[Any], g: Any, question: Question) -> str:
    """The move after which the player has most points; the first of equal ones."""
    seat = question.seat

    def brings(move: str) -> float:
        after = game.play(g, seat, move)
        points = game.points_of(after) or game.evaluation_of(after) or [0] * g.seats
        return points[seat] - (question.tone(move) == "setting") / 2

    return max(question, key=brings)


BEGINNERS: dict[str, Beginner] = {"first button": first_button, "most points": most_points_now}


@dataclass
class Seen:
    """What went wrong for the seats of some games, by the name of the alarm."""

    games: int = 0
    warned: Counter[str] = field(default_factory=Counter[str])
    unwarned: Counter[str] = field(default_factory=Counter[str])
    alarms: Counter[str] = field(default_factory=Counter[str])
    """How many questions came with each alarm, and how many moves were made that had one."""
    questions: int = 0


def play(game: Game[Any], seed: int, beginner: Beginner, seen: Seen) -> None:
    """Plays a game to its end by such players alone, and counts what went wrong."""
    mishaps = mishaps_of(game.name)
    g = game.new(game.seats[seed % len(game.seats)], seed)
    told: list[set[str]] = [set() for _ in range(g.seats)]
    while g.scores is None:
        seat = g.asked[0]
        question = game.question(g, seat)
        assert question is not None
        alarms = game.view(g, seat).get("alarms", {})
        move = beginner(game, g, question)
        told[seat] |= {*alarms}
        if question.alarm(move):
            told[seat] |= {*mishaps}
        seen.alarms.update([*alarms, *(["a move"] if question.alarm(move) else [])])
        seen.questions += 1
        after = game.play(g, seat, move)
        for name, happened in mishaps.items():
            for each in range(g.seats):
                if happened(g, after, each):
                    (seen.warned if name in told[each] else seen.unwarned)[name] += 1
                    told[each].discard(name)
        g = after
    seen.games += 1


@pytest.mark.parametrize("beginner", BEGINNERS)
@pytest.mark.parametrize("name", [game.name for game in own_games() if mishaps_of(game.name)])
def test_nothing_goes_wrong_for_a_beginner_without_a_warning(name: str, beginner: str) -> None:
    seen, first = Seen(), seed_of_day()
    games = IN_THE_LONG_RUN if os.environ.get("TEST_LONG") == "1" else GAMES
    for seed in range(first, first + games):
        play(discover()[name], seed, BEGINNERS[beginner], seen)
    assert not seen.unwarned
