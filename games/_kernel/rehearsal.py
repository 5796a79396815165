"""Rehearsals: a seat plays its next turn on a copy of what it sees, before it is asked.

Others come first, and nobody knows what they will do, so the copy goes on as things stand. It ends
where chance or a reveal comes that tells the seat something.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import takewhile
from typing import Any

from games._kernel import chance
from games._kernel.plans import planned
from games._kernel.question import Question
from games._kernel.stack import OTHERS_COME, Stack
from games._kernel.state import IllegalMove, Planned, State, Step, asks, players
from games.words import phrase

MOST_STEPS = 20
"""The steps of a plan."""


class Rehearsal:
    """A copy, and the planned moves of a seat that were made in it."""

    def __init__(
        self,
        stack: Stack[Any],
        copy: Callable[[Any], Any],
        next_turn: Callable[[Any, Any], Step | None] | None,
        g: State,
        seat: int,
        moves: Iterable[str],
    ) -> None:
        """Makes these moves, as far as they are open, from the question on that the seat is asked
        in the copy `g`, else in its next turn. That begins with what `next_turn` says for a state
        and a player, or with a planned question before which only questions come.
        """
        self._stack, self._copy, self._next_turn, self.seat = stack, copy, next_turn, seat
        g.plans, g.rng = {}, chance.rehearsed(seat)
        self.g: Any = g
        """The copy, before anything that its seat cannot know."""
        self.question: Question | None = None
        """What the seat would be asked next; None where the plan ends."""
        self.steps: list[Planned] = []
        self.asked: list[Question] = []
        """The question of each step."""
        self.end = ""
        """Why the plan ends."""
        self.waits = False
        """Whether others come before that question."""
        self.left = [*moves]
        """The moves after the first one that is not open, and this one."""
        self._ask_in(g)
        while self.left and not self.refuse(self.left[0]):
            self._make(self.left.pop(0))

    def whole_plan(self) -> list[Planned]:
        """The steps; IllegalMove if a move is not open."""
        if self.left:
            raise IllegalMove(self.refuse(self.left[0]))
        return self.steps

    def refuse(self, move: str) -> str:
        """Why a move is no step, in a sentence; "" if it is one."""
        if self.question is None:
            return phrase("You cannot plan “{move:text}”. {why}", move=move[:60], why=self.end)
        return "" if move in self.question else self.question.refuse(move)

    def _make(self, move: str) -> None:
        """Makes a move that is open."""
        assert self.question is not None
        asked, self.question = self.question, None
        self.asked.append(asked)
        self.steps.append(planned(asked, move, waits=self.waits))
        if not isinstance(self.g.agenda[-1][1], int) and not asked.choice.at_once:
            self.end = phrase("Then all answers are revealed.")
        elif len(self.steps) == MOST_STEPS:
            self.end = phrase("A plan has at most {n:step|steps}.", n=MOST_STEPS)
        else:
            after = self._stack.answer(self._copy(self.g), self.seat, move)
            if not self._ends(self.g, after):
                self._ask_in(after)

    def _ask_in(self, g: State) -> None:
        """Goes on with the question that the seat is asked in a copy, else with its next turn."""
        self.g, self.waits = g, self.seat not in g.asked
        if self.waits and not self._begin_turn():
            return
        name, _who, *args = self.g.agenda[-1]
        choice = self._stack.choices[name]
        moves = choice.open_moves(self.g, self.seat, args)
        if moves:
            self.question, self.end = Question(choice, self.g, self.seat, args, moves), ""

    def _begin_turn(self) -> bool:
        """Begins the next turn of the seat without what comes before it; False if nobody knows yet
        what it is asked then.
        """
        g, self.end = self._copy(self.g), phrase("Then others have their turns.")
        choices, p = self._stack.choices, players(g)[self.seat]
        if g.scores is not None:
            return False
        open_now = g.agenda.pop()
        if answer := g.answers.get(self.seat):  # secret so far, but not to its seat
            choices[open_now[0]].run(g, self.seat, open_now[2:], answer)
        # A step before a question may change what is asked.
        coming = takewhile(lambda step: step[0] in choices, reversed(g.agenda))
        own = (step for step in coming if asks(step[1], self.seat))
        first = self._next_turn(g, p) if self._next_turn else None
        step = first or next(own, None)
        if step is None:
            return False
        if step in g.agenda:
            while g.agenda[-1] != step:
                g.agenda.pop()
        else:
            g.agenda += [OTHERS_COME, step]
        g.asked, g.answers = [], {}
        after = self._stack.advance(self._copy(g), self.seat)
        if self._ends(self.g, after) or self.seat not in after.asked:
            return False
        self.g = after
        return True

    def _ends(self, before: State, after: State) -> bool:
        """Whether the plan ends because of what happened between these states."""
        if after.rng != before.rng:
            self.end = phrase("Then something is drawn, rolled or revealed.")
        elif after.scores is not None:
            self.end = phrase("Then the game is over.")
        else:
            return False
        return True
