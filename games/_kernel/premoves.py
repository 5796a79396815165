"""Premoves: answers to questions that a seat gives before they are asked.

They are given when the question comes, dropped with a word to their owner as soon as they are not
open any more, and known to nobody else. Where a choice says so, they stay for the next time.
"passing" answers all questions of a phase that can be declined; it is kept with the phase that it
is for.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from games._kernel.choice import AnyChoice, Choice, do_nothing
from games._kernel.dials import Dials, SampledMoves
from games._kernel.state import IllegalMove, State, players
from games.words import Phrase, phrase

SET, FORGET = "ahead", "forget"
"""First words of moves that answer a question before it is asked, and that take it back."""

PASSING = "passing"
"""The question under which a seat sets that it passes."""
WHOLE_PHASE, UNLESS_USEFUL = "rest", "idle"
"""The modes of passing: until the phase is over, or until a move other than passing is useful."""


def _modes(g: State, p: Any) -> Iterable[str]:
    return (WHOLE_PHASE, UNLESS_USEFUL)


PASS_MODES = Choice(_modes, "")
"""The choice of a mode of passing."""
PASS_MODES.does(WHOLE_PHASE, "Pass for the rest of this phase")(do_nothing)
PASS_MODES.does(UNLESS_USEFUL, "Pass unless another move is useful")(do_nothing)


@dataclass
class Upcoming:
    """A later question of a seat."""

    question: str
    choice: AnyChoice
    args: tuple[Any, ...]
    options: Iterable[str]
    """The moves allowed in advance, listed only when they are needed."""

    @cached_property
    def moves(self) -> list[str]:
        """The same as a list."""
        return self.choice.listed(self.options)

    def __contains__(self, move: str) -> bool:
        """Whether this may be answered in advance."""
        return move in (self.options if isinstance(self.options, Dials) else self.moves)


def upcoming(choices: dict[str, AnyChoice], g: State, seat: int) -> Iterator[Upcoming]:
    """The later questions that a seat may answer now."""
    if g.scores is not None:
        return
    now = g.agenda[-1] if seat in g.asked or seat in g.answers else ("",)
    for name, choice in choices.items():
        for args, moves in choice.upcoming(g, players(g)[seat]) if choice.upcoming else ():
            if choice.stays or (name, *args) != (now[0], *now[2:]):
                yield Upcoming(choice.question.format(*args), choice, args, moves)
    if modes := list(_pass_modes(choices, g, seat)):
        yield Upcoming(PASSING, PASS_MODES, (), modes)


def _pass_modes(choices: dict[str, AnyChoice], g: State, seat: int) -> Iterator[str]:
    """The modes in which a seat may pass in this phase, where something can be declined; and the
    mode in which it does.

    Where no phase is longer than its question, a line of that question's own says as much.
    """
    now, phase = _passing(g, seat)[0], getattr(g, "phase", "")
    asked = [choices[g.agenda[-1][0]]]
    if phase:
        planned = (step for step in g.agenda if step[0] in choices)
        asked += [choices[step[0]] for step in planned if _names(step[1], seat)]
    declined = [each for each in asked if each.passing and (phase or not each.upcoming)]
    if declined or now == WHOLE_PHASE:
        yield WHOLE_PHASE
    if now == UNLESS_USEFUL or not all(choice.always for choice in declined):
        yield UNLESS_USEFUL


def _names(who: int | Iterable[int] | None, seat: int) -> bool:
    """Whether a question put to these is put to a seat."""
    return who is None or (who == seat if isinstance(who, int) else seat in who)


def _passing(g: State, seat: int) -> tuple[str, str]:
    """The mode in which a seat passes, and the phase that it is for; empty where it does not."""
    mode, _, phase = g.premoves.get(seat, {}).get(PASSING, "").partition(" ")
    return mode, phase


def _phase(choices: dict[str, AnyChoice], g: State) -> str:
    """The phase that is played: what the state calls it, else the question; "" between two."""
    name = g.agenda[-1][0]
    return getattr(g, "phase", "") or (name if name in choices else "")


def shown(g: State, seat: int) -> dict[str, str]:
    """What a seat has set, by question."""
    own = dict(g.premoves.get(seat, {}))
    if PASSING in own:
        own[PASSING] = _passing(g, seat)[0]
    return own


def set_premove(choices: dict[str, AnyChoice], g: State, seat: int, text: str) -> None:
    """Sets or forgets an answer, as a move says; IllegalMove where that is not open.

    What was told last stays: if it went, others could tell that something was set.
    """
    found, move = read(choices, g, seat, text)
    own = g.premoves.setdefault(seat, {})
    own.pop(found.question, None)
    if move:
        phase = f" {_phase(choices, g)}" if found.question == PASSING else ""
        own[found.question] = move + phase
    if not own:
        del g.premoves[seat]


def read(choices: dict[str, AnyChoice], g: State, seat: int, text: str) -> tuple[Upcoming, str]:
    """The question and the answer ("" to forget it) of a move; IllegalMove if not open."""
    verb, _, rest = text.partition(" ")
    own = g.premoves.get(seat, {})
    questions = list(own)
    for found in upcoming(choices, g, seat):
        move = rest.removeprefix(f"{found.question} ")
        if verb == FORGET and rest == found.question and rest in own:
            return found, ""
        if verb == SET and move != rest:
            if move in found:
                return found, move
            sentence = "“{move:text}” cannot be set in advance for {question}. You can: {moves}."
            raise IllegalMove(
                phrase(sentence, move=move[:60], question=found.question, moves=some(found.moves))
            )
        if verb == SET and found.question not in questions:
            questions.append(found.question)
    sentence = "“{move:text}” cannot be set in advance now. You can {verb:text}: {others}."
    others = some(questions) if questions else "nothing"
    raise IllegalMove(phrase(sentence, move=text[:60], verb=verb, others=others))


def label(choices: dict[str, AnyChoice], g: State, seat: int, text: str) -> str:
    """The label of such a move."""
    found, move = read(choices, g, seat, text)
    if not move:
        return phrase("Forget what was set in advance for {question}", question=found.question)
    named = found.choice.label(g, seat, found.args, move)
    return phrase("In advance, {question}: {move}", question=found.question, move=named)


def given(g: State, choice: AnyChoice, seat: int, args: tuple[Any, ...]) -> str | None:
    """The answer that was set for a question which is now asked, if it is open."""
    if seat not in g.premoves:
        return None
    question = choice.question.format(*args) if choice.upcoming else ""
    own = g.premoves[seat]
    move = own.get(question) if choice.stays else own.pop(question, None)
    if move is None:
        question, move = PASSING, _passed(g, choice, seat, args)
    elif move not in choice.open_moves(g, seat, args):
        if not choice.stays:
            _tell_dropped(g, seat, question, move)
        move = None
    if not g.premoves[seat]:
        del g.premoves[seat]
    if move is not None:
        named = choice.label(g, seat, args, move)
        g.say("As you chose in advance, {question}: {move}.", seat, question=question, move=named)
    return move


def _passed(g: State, choice: AnyChoice, seat: int, args: tuple[Any, ...]) -> str | None:
    """The move with which a seat declines, as it set for this phase; else that is dropped.

    Where a choice is always asked lest a wait tell a secret, nobody passes for want of anything
    else: that would tell it.
    """
    mode = _passing(g, seat)[0]
    if not mode or not choice.passing or (mode == UNLESS_USEFUL and choice.always):
        return None
    moves = choice.listed(choice.open_moves(g, seat, args))
    if mode == UNLESS_USEFUL and choice.candidate_moves(g, seat, args, moves) == [choice.passing]:
        return choice.passing
    if mode == WHOLE_PHASE and choice.passing in moves:
        return choice.passing
    del g.premoves[seat][PASSING]
    if mode == WHOLE_PHASE:
        g.say("Auto-pass is off: you cannot pass now.", seat)
    else:
        g.say("Auto-pass is off: you now have other options.", seat)
    return None


def end_passing(choices: dict[str, AnyChoice], g: State) -> None:
    """Drops passing in advance where the phase that it was for is over."""
    phase = _phase(choices, g)
    for seat in list(g.premoves):
        if phase and _passing(g, seat)[1] not in ("", phase):
            del g.premoves[seat][PASSING]
            g.say("Auto-pass is off: the phase is over.", seat)
            if not g.premoves[seat]:
                del g.premoves[seat]


def drop_passed(choices: dict[str, AnyChoice], g: State) -> None:
    """Drops answers to questions that are past, and those that are not allowed any more."""
    for seat in list(g.premoves):
        passed = shown(g, seat)
        for found in upcoming(choices, g, seat):
            if found.question in passed and passed[found.question] in found:
                del passed[found.question]
            if not passed:
                break
        for question, move in passed.items():
            del g.premoves[seat][question]
            _tell_dropped(g, seat, question, move)
        if not g.premoves[seat]:
            del g.premoves[seat]


def _tell_dropped(g: State, seat: int, question: str, move: str) -> None:
    template = "Your answer for {question}, {move:text}, is cancelled: it is no longer possible."
    g.say(template, seat, question=question, move=move)


def some(texts: list[str]) -> Phrase:
    """The first few of these, and how many more there are."""
    if isinstance(texts, SampledMoves) and texts.dials.all is None:
        return phrase("{moves:text} and many more", moves=", ".join(texts[:8]))
    if len(texts) <= 8:
        return phrase("{moves:text}", moves=", ".join(texts))
    return phrase("{moves:text} and {n} more", moves=", ".join(texts[:8]), n=len(texts) - 8)
