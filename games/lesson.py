"""Lessons: the chosen deal of a tutorial, its first turns, and what each question is about.

They are in `lesson.toml` in the folder of a game. A game without that file has a tutorial with a
random deal and without turns.
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass, field, replace
from functools import cache
from importlib.resources.abc import Traversable
from typing import Any

from games import discover, folder
from games.kernel import Game

DEFAULT_QUESTIONS = 6
"""How many questions are explained if a lesson gives no number."""
LEARNER_SEAT = 0
"""The seat of the person who learns."""
IGNORED_VIEW_KEYS = ("ahead", "news")
"""Keys of a view that may differ from the chosen deal."""


@dataclass(frozen=True, slots=True)
class Hint:
    """What a question is about, and the numbers of the rules behind it."""

    text: str
    rules: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Turn:
    """A question of the chosen deal: a good move, and why it is good."""

    move: str
    why: str
    facts: dict[str, Any] = field(default_factory=dict[str, Any])
    """What `why` says of the position, as paths into the view: `"players 0 gold"`. Tests check it.
    """
    then: tuple[str, ...] = ()
    """What the computer players do after that move, until the next question."""


@dataclass(frozen=True, slots=True)
class Lesson:
    """The hints of a game by choice, the turns of its chosen deal, and the text after them."""

    seats: int = 0
    """The number of players in the chosen deal; 0 if there is none."""
    seed: int | None = None
    after: str = ""
    hinted: int = DEFAULT_QUESTIONS
    """How many questions are explained if there are no turns."""
    turns: tuple[Turn, ...] = ()
    hints: dict[str, Hint] = field(default_factory=dict[str, Hint])

    @property
    def questions(self) -> int:
        return len(self.turns) or self.hinted


@dataclass(frozen=True, slots=True)
class LessonPosition:
    """A position of the chosen deal: what a seat sees, and its move."""

    seat: int
    seen: dict[str, Any]
    move: str
    turn: int
    """The number of the turn, from 0."""
    first: bool
    """Whether the seat is asked this choice for the first time."""


@cache
def lesson_of(game: str) -> Lesson:
    return read_lesson(folder(game))


def read_lesson(place: Traversable) -> Lesson:
    """The lesson in the folder of a game; raises any error where its file is damaged."""
    file = place.joinpath("lesson.toml")
    if not file.is_file():
        return Lesson()
    data: dict[str, Any] = tomllib.loads(file.read_text(encoding="utf-8"))
    facts = {name: data.pop(name) for name in ("seats", "seed", "after") if name in data}
    hinted = data.pop("questions", DEFAULT_QUESTIONS)
    turns = tuple(
        Turn(each["move"], each["why"], each.get("facts", {}), tuple(each.get("then", ())))
        for each in data.pop("turn", ())
    )
    hints = {choice: Hint(hint["text"], tuple(hint["rules"])) for choice, hint in data.items()}
    return Lesson(**facts, hinted=hinted, turns=turns, hints=hints)


@cache
def lesson_positions(name: str) -> tuple[LessonPosition, ...]:
    """The positions of the chosen deal in order; IllegalMove if one of its moves is not open."""
    lesson, game = lesson_of(name), discover()[name]
    if lesson.seed is None:
        return ()
    g, found = game.new(lesson.seats, lesson.seed), list[LessonPosition]()
    for n, turn in enumerate(lesson.turns):
        for i, move in enumerate((turn.move, *turn.then)):
            seat = g.asked[0] if i else LEARNER_SEAT
            seen = _seen(game, g, seat)
            met = {(each.seat, each.seen["question"]["name"]) for each in found}
            first = (seat, seen["question"]["name"]) not in met
            found.append(LessonPosition(seat, seen, move, n, first))
            g = game.play(g, seat, move)
    return tuple(found)


def position(game: Game[Any], g: Any, seat: int) -> LessonPosition | None:
    """The position of the chosen deal that a seat sees; None if the game went another way."""
    here = _seen(game, g, seat)
    for each in lesson_positions(game.name):
        if each.seat == seat and each.seen == here and each.move in game.legal(g, seat):
            return each
    return None


def _seen(game: Game[Any], g: Any, seat: int) -> dict[str, Any]:
    """What a seat sees, as if nobody had answered yet."""
    if g.answers:
        g = replace(g, answers={}, asked=sorted({*g.asked, *g.answers}))
    return {key: value for key, value in game.view(g, seat).items() if key not in IGNORED_VIEW_KEYS}
