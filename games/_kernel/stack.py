"""The stack: runs what a state plans until somebody has to answer, and carries answers out."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from difflib import get_close_matches
from typing import Any, Generic, cast

from games._kernel import plans, premoves
from games._kernel.choice import AnyChoice, S
from games._kernel.state import State, Step

MAX_STEPS = 100_000
"""With more steps between two questions, the game is endless."""

OTHERS_COME: Step = ("others_come",)
"""Where a rehearsed turn ends, in place of a step."""


class Stack(Generic[S]):
    """The steps and choices of a game by name; runs those on the agenda of a state."""

    def __init__(
        self,
        title: str,
        steps: dict[str, Callable[..., None]],
        choices: dict[str, AnyChoice],
        is_open: Callable[[S], bool],
    ) -> None:
        """`is_open` says whether everybody sees everything of a finished game."""
        self.steps, self.choices = steps, choices
        self._title, self._is_open = title, is_open

    def answer(self, g: S, seat: int, move: str) -> S:
        """Carries out a legal move, or keeps it until all seats that are asked have answered."""
        name, who, *args = g.agenda[-1]
        if seat not in g.answers:  # nobody must notice a changed answer
            g.news.clear()
            premoves.use(g, self.choices[name], seat, args, move)
            plans.follow(g, self.choices[name], seat, args, move)
        if self.choices[name].at_once:
            self._carry_out_at_once(g, seat, move)
            return self.advance(g, seat)
        if isinstance(who, int):
            g.agenda.pop()
            self.choices[name].run(g, seat, args, move)
            return self.advance(g, seat)
        if seat in g.asked:
            g.asked.remove(seat)
        g.answers[seat] = move
        return g if g.asked else self.advance(self._reveal_answers(g), seat, alone=False)

    def advance(self, g: S, mover: int | None = None, *, alone: bool = True) -> S:
        """Runs what is planned until somebody has to answer or the game is over.

        `mover` is the seat that answered last. `alone` is False after a question to several seats.
        """
        for _ in range(MAX_STEPS):
            if g.scores is not None or not g.agenda:
                g.asked = []
                g.agenda.clear()
                g.premoves.clear()
                g.plans.clear()
                if self._is_open(g):
                    g.reveal()
                return g
            if g.premoves:
                premoves.end_passing(self.choices, g)
            step = g.agenda[-1]
            choice = self.choices.get(step[0])
            if choice is None:
                if step == OTHERS_COME:
                    g.asked = []
                    return g
                if step[0] not in self.steps:
                    raise KeyError(self._unknown(step[0]))
                g.agenda.pop()
                self.steps[step[0]](g, *step[1:])
            elif self._ask(g, choice, step, mover, alone):
                if g.premoves:
                    premoves.drop_outdated(self.choices, g)
                return g
        raise RuntimeError(
            f"{self._title} asks nobody and does not end: {g.agenda[-5:]}. Plan a choice,"
            " or set g.scores."
        )

    def _ask(self, g: S, choice: AnyChoice, step: Step, mover: int | None, alone: bool) -> bool:
        """Whether somebody has to answer. If nobody has, the choice is carried out.

        After a question to several seats, a premove that stays marks a reveal for every seat, so
        that it makes no difference who answered last.
        """
        if not _names_seats(step, g.seats):
            whom = f"a seat from 0 to {g.seats - 1}, several seats, or EVERYBODY"
            raise RuntimeError(
                f"{self._title} plans the choice “{step[0]}” without {whom}: say"
                f' g.then(("{step[0]}", seat)).'
            )
        who, args = step[1], step[2:]
        if choice.at_once:
            return self._ask_at_once(g, choice, step, mover)
        if isinstance(who, int):
            g.asked, only = [who], choice.only_move(g, who, args)
            given = _answer(g, choice, who, step, only)
            if given is None:
                return True
            if only is None and (who != mover or (choice.stays and not alone)):
                g.reveal()  # the mover must not see it and then undo the move
            g.agenda.pop()
            choice.run(g, who, args, given)
            return False
        g.asked = []
        for seat in _seats(g, who):
            given = _answer(g, choice, seat, step, choice.only_move(g, seat, args))
            if given is None:
                g.asked.append(seat)
            else:
                g.answers[seat] = given
        if g.asked:
            return True
        self._reveal_answers(g)
        return False

    def _ask_at_once(self, g: S, choice: AnyChoice, step: Step, mover: int | None) -> bool:
        """Whether a seat that has not passed has more to say than that; else the question ends."""
        args, g.asked = step[2:], []
        for seat in _seats(g, step[1]):
            only = choice.only_move(g, seat, args)
            if only == choice.passing:
                given = premoves.take_premove(g, choice, seat, step)
            else:
                given = _answer(g, choice, seat, step, only)
            if given is not None:
                if given != only and seat != mover:
                    g.reveal()  # the mover must not see it and then undo the move
                g.asked = []
                self._carry_out_at_once(g, seat, given)
                return False
            if only is None:
                g.asked.append(seat)
        if not g.asked:
            g.agenda.pop()
        return bool(g.asked)

    def _carry_out_at_once(self, g: S, seat: int, move: str) -> None:
        """Carries out an answer to an open question, of which a seat that passes is out."""
        name, who, *args = g.agenda.pop()
        passes = move == self.choices[name].passing
        if left := tuple(each for each in _seats(g, who) if each != seat or not passes):
            g.agenda.append((name, left, *args))
        self.choices[name].run(g, seat, args, move)

    def _reveal_answers(self, g: S) -> S:
        name, _, *args = g.agenda.pop()
        answers, g.answers = g.answers, {}
        g.reveal()
        for seat in sorted(answers):
            self.choices[name].run(g, seat, args, answers[seat])
        return g

    def _unknown(self, name: str) -> str:
        known = [*self.steps, *self.choices]
        near = get_close_matches(name, known, 1) or known
        return f"{self._title} has no step or choice “{name}”; there is: {', '.join(near)}."


def _answer(g: State, choice: AnyChoice, seat: int, step: Step, only: str | None) -> str | None:
    """The premove of a seat, else its only answer, else the next move of its plan. A premove is for
    a question that the planner was not asked, so that it leaves their plan as it is.
    """
    if given := premoves.take_premove(g, choice, seat, step):
        return given
    given = plans.take_step(g, choice, seat, step) if only is None else only
    if given is not None:
        plans.follow(g, choice, seat, step[2:], given)
    return given


def _seats(g: State, who: Any) -> Iterable[int]:
    """The seats that a planned choice asks."""
    if who is None:
        return range(g.seats)
    return (who,) if isinstance(who, int) else who


def _names_seats(step: Step, seats: int) -> bool:
    """Whether a planned choice names the seats that are asked."""
    if len(step) < 2:
        return False
    who = step[1]
    if isinstance(who, int):
        return 0 <= who < seats
    if isinstance(who, tuple | list | set | range):
        return all(each in range(seats) for each in cast("Iterable[Any]", who))
    return who is None
