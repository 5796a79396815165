"""Lessons: the chosen deal of a tutorial, its first turns, and what each question is about.

All of it stands in `lesson.toml` in the folder of a game. A game without that file has a lesson
without turns, with a deal by chance.
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass, field, replace
from functools import cache
from typing import Any

from games import discover, folder
from games.kernel import Game

DEFAULT_QUESTIONS = 6
"""How many first questions are explained if a lesson sets no other number."""
LEARNER_SEAT = 0
"""The seat of the learner."""
UNTAUGHT = ("ahead", "news")
"""Keys of a view that answers in advance change, and those that others give meanwhile."""


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
    """What `why` says of the position, as paths into the view: `"players 0 gold"`. For tests."""
    then: tuple[str, ...] = ()
    """What the computer players do after that move, until the next question."""


@dataclass(frozen=True, slots=True)
class Lesson:
    """The hints of a game by choice, the turns of its chosen deal, and what is said after them."""

    seats: int = 0
    """With how many players the chosen deal is; 0 where there is none."""
    seed: int | None = None
    after: str = ""
    hinted: int = DEFAULT_QUESTIONS
    """Questions that are explained where there are no turns."""
    turns: tuple[Turn, ...] = ()
    hints: dict[str, Hint] = field(default_factory=dict[str, Hint])

    @property
    def questions(self) -> int:
        """How many questions are explained."""
        return len(self.turns) or self.hinted


@dataclass(frozen=True, slots=True)
class Taught:
    """A position of the chosen deal: what a seat sees and does there."""

    seat: int
    seen: dict[str, Any]
    move: str
    turn: int
    """The number of the turn, counted from 0."""
    first: bool
    """Whether a choice is asked there for the first time."""


@cache
def lesson_of(game: str) -> Lesson:
    """The lesson of a game by its name."""
    file = folder(game).joinpath("lesson.toml")
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
def taught(name: str) -> tuple[Taught, ...]:
    """The positions of the chosen deal in the order of play; IllegalMove where a move of it is not
    open.
    """
    lesson, game = lesson_of(name), discover()[name]
    if lesson.seed is None:
        return ()
    g, found = game.new(lesson.seats, lesson.seed), list[Taught]()
    for n, turn in enumerate(lesson.turns):
        for i, move in enumerate((turn.move, *turn.then)):
            seat = g.asked[0] if i else LEARNER_SEAT
            seen = _seen(game, g, seat)
            first = (seat, seen["choice"]) not in {(e.seat, e.seen["choice"]) for e in found}
            found.append(Taught(seat, seen, move, n, first))
            g = game.play(g, seat, move)
    return tuple(found)


def position(game: Game[Any], g: Any, seat: int) -> Taught | None:
    """The position of the chosen deal that a seat sees; None where the game has gone another
    way.
    """
    here = _seen(game, g, seat)
    for each in taught(game.name):
        if each.seat == seat and each.seen == here and each.move in game.legal(g, seat):
            return each
    return None


def _seen(game: Game[Any], g: Any, seat: int) -> dict[str, Any]:
    """What a seat sees, as if nobody had answered yet where several are asked."""
    if g.answers:
        g = replace(g, answers={}, asked=sorted({*g.asked, *g.answers}))
    return {key: value for key, value in game.view(g, seat).items() if key not in UNTAUGHT}
