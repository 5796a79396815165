"""Premoves: answers to questions that a seat gives before they are asked.

Only their owner knows them. The kernel plays one when its question is asked, unless the moment may
tell others something: there it stays set, and the bot plays it after a drawn time. It drops one
that is no longer open, and tells the owner. If the choice says so, a premove stays for the next
time; else up to two more answers may stand in for it, "contract else" and "contract else else": the
first that is open counts. Where the question comes several times, those behind it are for the next
time. One may be a standing order, a rule that makes the move each time.
"passing" answers all questions of a phase that can be declined; it is stored with that phase.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import Any

from games._kernel.choice import AnyChoice, Choice, Premove
from games._kernel.dials import Dials
from games._kernel.forms import do_nothing
from games._kernel.question import ELSE, SET, Question, called
from games._kernel.refusals import first_few
from games._kernel.state import AHEAD, KIND, IllegalMove, State, Step, asks, players
from games.words import Phrase, phrase

FORGET = "forget"
"""The first word of a move that clears a premove."""
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


def upcoming(
    choices: dict[str, AnyChoice], g: State, seat: int, names: Collection[str] | None = None
) -> Iterator[Question]:
    """The later questions that a seat may answer now; if `names` are given, at least these."""
    if g.scores is not None:
        return
    now = g.agenda[-1] if seat in g.asked or seat in g.answers else ("",)
    own = premoves_of(g, seat)
    for name, choice in choices.items():
        for premove in choice.premoves:
            if names is not None and not any(each.startswith(premove.begins) for each in names):
                continue
            again = premove.stays or premove.several
            questions = [
                (args, moves)
                for args, moves in choice.questions_ahead(g, players(g)[seat], premove)
                if again or (name, *args) != (now[0], *now[2:])
            ]
            if name == now[0] and not again and own.keys() & {*premove.names(now[2:])}:
                questions.insert(0, (now[2:], choice.open_moves(g, seat, now[2:])))
            for args, moves in questions:
                answers = premove.names(args)
                if not own.keys().isdisjoint(answers) and not isinstance(moves, Dials):
                    moves = [*moves]  # for the answers that stand in, too
                before = True
                for each in answers:
                    if before or each in own:
                        given = own.get(each, "")
                        yield Question(choice, g, seat, args, moves, each, given, premove)
                    before = each in own and not choice.is_order(own[each])
    if modes := list(_pass_modes(choices, g, seat)):
        yield Question(PASS_MODES, g, seat, (), modes, PASSING, own.get(PASSING, ""))


def _given(own: dict[str, str], choice: AnyChoice, args: Sequence[Any]) -> tuple[list[str], bool]:
    """The names of a seat's premoves for a question, and whether these stay."""
    for premove in choice.premoves:
        if names := [name for name in premove.names(args) if name in own]:
            return names, premove.stays
    return [], False


def invited(choices: dict[str, AnyChoice], g: State) -> dict[int, list[str]]:
    """See `Game.invited`; the state is that of a watcher."""
    found: dict[int, list[str]] = {}
    for seat in sorted({*range(g.seats)} - {*g.asked, *g.answers}):
        p = players(g)[seat]
        names = [
            premove.question.format(*args)
            for choice in choices.values()
            for premove in choice.premoves
            if premove.together and premove.together(g, p)
            for args, _moves in choice.questions_ahead(g, p, premove)
        ]
        if names:
            found[seat] = names
    return found


def unanswered(
    choices: dict[str, AnyChoice], g: State, seat: int, names: list[str]
) -> list[Question]:
    """Those of these later questions that a seat has not answered, not even for every time."""
    own = g.premoves.get(seat, {})
    return [
        each
        for each in upcoming(choices, g, seat, names)
        if each.name in names and not _given(own, each.choice, each.args)[0]
    ]


def _pass_modes(choices: dict[str, AnyChoice], g: State, seat: int) -> Iterator[str]:
    """The modes in which a seat may pass in this phase, if it can decline something, and the mode
    in which it already passes.

    Without phases, a question that has premoves of its own needs no mode.
    """
    now, phase = _passing(g, seat)[0], getattr(g, "phase", "")
    asked = [choices[g.agenda[-1][0]]]
    if phase:
        planned = (step for step in g.agenda if step[0] in choices)
        asked += [choices[step[0]] for step in planned if asks(step[1], seat)]
    declined = [each for each in asked if each.passing and (phase or not each.premoves)]
    if declined or now == WHOLE_PHASE:
        yield WHOLE_PHASE
    if now == UNLESS_USEFUL or not all(choice.always is True for choice in declined):
        yield UNLESS_USEFUL


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


def answer_in_advance(
    g: State, choice: AnyChoice, seat: int, args: Sequence[Any]
) -> tuple[str, str]:
    """The premove for a question that is asked: its question and its move, "" if none is open."""
    own = g.premoves.get(seat)
    if not own:
        return "", ""
    given, _stays = _given(own, choice, args)
    for name in given:
        move = choice.as_ordered(g, seat, args, own[name])
        if move in choice.open_moves(g, seat, args):
            return given[0].partition(ELSE)[0], move
    return ("", "") if given else (PASSING, _passing_move(g, choice, seat, args))


def waiting_answer(g: State, choice: AnyChoice, seat: int, args: Sequence[Any]) -> tuple[str, str]:
    """The same, but what is set while the question is asked is for the next time, if there is one:
    unless its moment tells something, an earlier one was taken at once.
    """
    question, move = answer_in_advance(g, choice, seat, args)
    taken = choice.several and not choice.hides_answer(g, g.agenda[-1][1], args)
    return ("", "") if taken and question != PASSING else (question, move)


def take_premove(g: State, choice: AnyChoice, seat: int, step: Step) -> str | None:
    """The premove for a question that is now asked, if it is open and its moment tells nothing.
    Removes it unless it stays, and drops what is not open.
    """
    if seat not in g.premoves:
        return None
    who, args = step[1], step[2:]
    move = answer_in_advance(g, choice, seat, args)[1]
    if not move:
        _drop(g, choice, seat, args)
    elif not choice.hides_answer(g, who, args):
        use(g, choice, seat, args, move, asks=True)
        return move
    return None


def use(
    g: State, choice: AnyChoice, seat: int, args: Sequence[Any], move: str, *, asks: bool = False
) -> None:
    """Removes the premove for a question that is answered, unless it stays; tells its owner if it
    is this answer. `asks` says that the question comes only now.
    """
    if seat not in g.premoves:
        return
    find = answer_in_advance if asks else waiting_answer
    question, given = find(g, choice, seat, args)
    ordered = any(map(choice.is_order, g.premoves[seat].values()))
    used = move if given == move else ""
    left = [each for how in choice.premoves for each in _left(g, choice, how, seat, args, used)]
    for premove in choice.premoves:
        _spend(g, choice, seat, () if premove.stays else premove.names(args))
    if left:
        g.premoves.setdefault(seat, {}).update(left)
    if given == move:
        named = choice.label(g, seat, args, move)
        said: dict[str, Any] = {"question": called(question), "move": named, KIND: AHEAD}
        if ordered:
            _drop_repeated(g, seat, said)
        g.say("As you chose in advance, {question}: {move}.", seat, **said)


def _left(
    g: State, choice: AnyChoice, premove: Premove, seat: int, args: Sequence[Any], used: str
) -> list[tuple[str, str]]:
    """The premoves behind the used one that are for the next time, by their new names; all of them
    if none is used.
    """
    comes = (each for each, _ in choice.questions_ahead(g, players(g)[seat], premove))
    if not premove.several or tuple(args) not in comes:
        return []
    answers, names = choice.answers_ahead(g, seat, *args), premove.names(args)
    first = answers.index(used) + 1 if used in answers else 0
    return [*zip(names, answers[first:], strict=False)]


def _drop_repeated(g: State, seat: int, said: dict[str, Any]) -> None:
    """Drops the news of what a standing order has just done, if it now does so again."""
    for i, (_text, values, to) in enumerate(g.news):
        if to == seat and _kind_of_move(values) == _kind_of_move(said):
            did = [each for each in g.news[i + 1 : i + 2] if each[1].get("who") == seat]
            del g.news[i : i + 1 + len(did)]
            return


def _kind_of_move(said: dict[str, Any]) -> tuple[Any, ...]:
    """What the moves of a standing order have in common that differ in a number alone."""
    move = said.get("move")
    template = move.template if isinstance(move, Phrase) else move
    return said.get(KIND), said.get("question"), template


def _drop(g: State, choice: AnyChoice, seat: int, args: Sequence[Any]) -> None:
    """Drops the premoves for a question that is asked, of which none is open; one that stays
    stays. A seat that cannot pass stops passing.
    """
    own = g.premoves[seat]
    names, stays = _given(own, choice, args)
    if names:
        for name, move in _spend(g, choice, seat, () if stays else names).items():
            _tell_dropped(g, seat, name, move)
        return
    mode = _passing(g, seat)[0]
    if not mode or not choice.passing or _is_asked_anyway(g, choice, args, mode):
        return
    _spend(g, choice, seat, [PASSING])
    if mode == WHOLE_PHASE:
        g.say("Auto-pass is off: you cannot pass now.", seat)
    else:
        g.say("Auto-pass is off: you now have other options.", seat)


def _spend(g: State, choice: AnyChoice, seat: int, names: Iterable[str]) -> dict[str, str]:
    """Removes premoves of a seat, but no standing orders, and returns them by name."""
    own = g.premoves.get(seat, {})
    spent = {each: own[each] for each in names if each in own and not choice.is_order(own[each])}
    for name in spent:
        del own[name]
    if not own:
        g.premoves.pop(seat, None)
    return spent


def _passing_move(g: State, choice: AnyChoice, seat: int, args: Sequence[Any]) -> str:
    """The move with which a seat declines, if it passes in this phase, else ""."""
    mode = _passing(g, seat)[0]
    if not mode or not choice.passing or _is_asked_anyway(g, choice, args, mode):
        return ""
    moves = choice.listed(choice.open_moves(g, seat, args))
    if mode == UNLESS_USEFUL:
        moves = choice.candidate_moves(g, seat, args, moves)
        return choice.passing if moves == [choice.passing] else ""
    return choice.passing if choice.passing in moves else ""


def _is_asked_anyway(g: State, choice: AnyChoice, args: Sequence[Any], mode: str) -> bool:
    """Whether a seat that passes in this mode is asked, and goes on passing after that: on a choice
    that is always asked, a pass would tell that no other move is useful.
    """
    return mode == UNLESS_USEFUL and choice.is_always_asked(g, args)


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
    """Drops premoves that are no longer allowed. Standing orders end without a word."""
    for seat in list(g.premoves):
        passed = premoves_of(g, seat)
        for found in upcoming(choices, g, seat, [*passed]):
            move = passed.get(found.name, "")
            if found.choice.is_order(move) or move in found:
                del passed[found.name]
            if not passed:
                break
        for question, move in passed.items():
            del g.premoves[seat][question]
            if not any(choice.is_order(move) for choice in choices.values()):
                _tell_dropped(g, seat, question, move)
        if not g.premoves[seat]:
            del g.premoves[seat]


def _tell_dropped(g: State, seat: int, question: str, move: str) -> None:
    template = "Your answer for {question}, {move:text}, is cancelled: it is no longer possible."
    g.say(template, seat, question=called(question.partition(ELSE)[0]), move=move)
