"""Premoves: answers to questions that a seat gives before they are asked.

Only their owner knows them. The kernel plays one when its question is asked. It drops one that is
no longer open, and tells the owner. If the choice says so, a premove stays for the next time; else
up to two more answers may stand in for it, "contract else" and "contract else else": the first that
is open counts.
"passing" answers all questions of a phase that can be declined; it is stored with that phase.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from games._kernel.choice import AnyChoice, Choice
from games._kernel.dials import Dials
from games._kernel.forms import do_nothing
from games._kernel.question import ELSE, SET, Question, called
from games._kernel.refusals import first_few
from games._kernel.state import AHEAD, KIND, IllegalMove, State, players
from games.words import phrase

FORGET = "forget"
"""The first word of a move that clears a premove."""
MOST_ANSWERS = 3
"""The answers that a seat may give in advance to one question, in the order in which they count."""
PASSING = "passing"
"""The question of a premove that passes."""
WHOLE_PHASE, UNLESS_USEFUL = "rest", "idle"
"""How a seat passes: until the phase is over, or until another move is useful."""


def _modes(g: State, p: Any) -> Iterable[str]:
    return (WHOLE_PHASE, UNLESS_USEFUL)


PASS_MODES = Choice(_modes, "")
"""The choice between these modes."""
PASS_MODES.does(WHOLE_PHASE)(do_nothing).says("Pass for the rest of this phase")
PASS_MODES.does(UNLESS_USEFUL)(do_nothing).says("Pass unless another move is useful")


def upcoming(choices: dict[str, AnyChoice], g: State, seat: int) -> Iterator[Question]:
    """The later questions that a seat may answer now."""
    if g.scores is not None:
        return
    now = g.agenda[-1] if seat in g.asked or seat in g.answers else ("",)
    own = premoves_of(g, seat)
    for name, choice in choices.items():
        for args, moves in choice.questions_ahead(g, players(g)[seat]):
            if choice.stays or (name, *args) != (now[0], *now[2:]):
                first = choice.question.format(*args)
                if own and not isinstance(moves, Dials):
                    moves = [*moves]  # for the answers that stand in, too
                before = True
                for each in _names(choice, first):
                    if before or each in own:
                        yield Question(choice, g, seat, args, moves, each, own.get(each, ""))
                    before = each in own
    if modes := list(_pass_modes(choices, g, seat)):
        yield Question(PASS_MODES, g, seat, (), modes, PASSING, own.get(PASSING, ""))


def _names(choice: AnyChoice, first: str) -> list[str]:
    """The names of the answers in advance to a question: the first one and those after it."""
    return [first] if choice.stays else [first + ELSE * n for n in range(MOST_ANSWERS)]


def _pass_modes(choices: dict[str, AnyChoice], g: State, seat: int) -> Iterator[str]:
    """The modes in which a seat may pass in this phase, if it can decline something, and the mode
    in which it already passes.

    Without phases, a question that has premoves of its own needs no mode.
    """
    now, phase = _passing(g, seat)[0], getattr(g, "phase", "")
    asked = [choices[g.agenda[-1][0]]]
    if phase:
        planned = (step for step in g.agenda if step[0] in choices)
        asked += [choices[step[0]] for step in planned if _asks(step[1], seat)]
    declined = [each for each in asked if each.passing and (phase or not each.upcoming)]
    if declined or now == WHOLE_PHASE:
        yield WHOLE_PHASE
    if now == UNLESS_USEFUL or not all(choice.always is True for choice in declined):
        yield UNLESS_USEFUL


def _asks(who: int | Iterable[int] | None, seat: int) -> bool:
    """Whether a question to these seats asks this seat."""
    return who is None or (who == seat if isinstance(who, int) else seat in who)


def _passing(g: State, seat: int) -> tuple[str, str]:
    """The mode in which a seat passes, and its phase; both "" if it does not pass."""
    mode, _, phase = g.premoves.get(seat, {}).get(PASSING, "").partition(" ")
    return mode, phase


def _phase(choices: dict[str, AnyChoice], g: State) -> str:
    """The current phase: the field of the state, else the question; "" between questions."""
    name = g.agenda[-1][0]
    return getattr(g, "phase", "") or (name if name in choices else "")


def premoves_of(g: State, seat: int) -> dict[str, str]:
    """The premoves of a seat, by question."""
    own = dict(g.premoves.get(seat, {}))
    if PASSING in own:
        own[PASSING] = _passing(g, seat)[0]
    return own


def set_premove(choices: dict[str, AnyChoice], g: State, seat: int, text: str) -> None:
    """Sets or clears a premove, as a move says; IllegalMove if that is not open.

    The news stay, or others could tell that something was set.
    """
    found, move = read(choices, g, seat, text)
    own = g.premoves.setdefault(seat, {})
    own.pop(found.name, None)
    if move:
        phase = f" {_phase(choices, g)}" if found.name == PASSING else ""
        own[found.name] = move + phase
    if not own:
        del g.premoves[seat]


def is_premove(text: str) -> bool:
    """Whether a move sets or clears a premove."""
    return text.split(" ", 1)[0] in (SET, FORGET)


def read(choices: dict[str, AnyChoice], g: State, seat: int, text: str) -> tuple[Question, str]:
    """The question of a move and its answer, "" to clear it; IllegalMove if not open."""
    verb, _, rest = text.partition(" ")
    own = g.premoves.get(seat, {})
    questions, refusal = list(own), ""
    for found in upcoming(choices, g, seat):
        move = rest.removeprefix(f"{found.name} ")
        if verb == FORGET and rest == found.name and rest in own:
            return found, ""
        if verb == SET and move != rest:
            if move in found:
                return found, move
            refusal = refusal or found.refuse(move)
        if verb == SET and found.name not in questions:
            questions.append(found.name)
    if refusal:
        raise IllegalMove(refusal)
    sentence = "“{move:text}” cannot be set in advance now. You can {verb:text}: {others}."
    others = first_few(questions) if questions else "nothing"
    raise IllegalMove(phrase(sentence, move=text[:60], verb=verb, others=others))


def label(choices: dict[str, AnyChoice], g: State, seat: int, text: str) -> str:
    """The label of a move that sets or clears a premove."""
    found, move = read(choices, g, seat, text)
    if not move:
        return phrase("Forget what was set in advance for {question}", question=found.called)
    return phrase("In advance, {question}: {move}", question=found.called, move=found.label(move))


def take_premove(g: State, choice: AnyChoice, seat: int, args: tuple[Any, ...]) -> str | None:
    """The premove for a question that is now asked, if it is open. Removes it unless it stays."""
    if seat not in g.premoves:
        return None
    question = choice.question.format(*args) if choice.upcoming else ""
    own = g.premoves[seat]
    given = {name: own[name] for name in _names(choice, question) if name in own}
    for name in () if choice.stays else given:
        del own[name]
    is_open = (each for each in given.values() if each in choice.open_moves(g, seat, args))
    move = next(is_open, None)
    if not given:
        question, move = PASSING, _passing_move(g, choice, seat, args)
    elif move is None and not choice.stays:
        for each in given.values():
            _tell_dropped(g, seat, question, each)
    if not g.premoves[seat]:
        del g.premoves[seat]
    if move is not None:
        named = choice.label(g, seat, args, move)
        said: dict[str, Any] = {"question": called(question), "move": named, KIND: AHEAD}
        g.say("As you chose in advance, {question}: {move}.", seat, **said)
    return move


def _passing_move(g: State, choice: AnyChoice, seat: int, args: tuple[Any, ...]) -> str | None:
    """The move with which a seat declines, if it passes in this phase; if it cannot, it stops
    passing.

    UNLESS_USEFUL does not pass on a choice that is always asked, as that would tell that the seat
    has no other useful move.
    """
    mode = _passing(g, seat)[0]
    if (
        not mode
        or not choice.passing
        or (mode == UNLESS_USEFUL and choice.is_always_asked(g, args))
    ):
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
    """Stops passing whose phase is over."""
    phase = _phase(choices, g)
    for seat in list(g.premoves):
        if phase and _passing(g, seat)[1] not in ("", phase):
            del g.premoves[seat][PASSING]
            g.say("Auto-pass is off: the phase is over.", seat)
            if not g.premoves[seat]:
                del g.premoves[seat]


def drop_outdated(choices: dict[str, AnyChoice], g: State) -> None:
    """Drops premoves that are no longer allowed."""
    for seat in list(g.premoves):
        passed = premoves_of(g, seat)
        for found in upcoming(choices, g, seat):
            if found.name in passed and passed[found.name] in found:
                del passed[found.name]
            if not passed:
                break
        for question, move in passed.items():
            del g.premoves[seat][question]
            _tell_dropped(g, seat, question, move)
        if not g.premoves[seat]:
            del g.premoves[seat]


def _tell_dropped(g: State, seat: int, question: str, move: str) -> None:
    template = "Your answer for {question}, {move:text}, is cancelled: it is no longer possible."
    g.say(template, seat, question=called(question), move=move)
