"""Plans: the answers of a seat's next turn, made on a copy of what it sees and given one by one.

Only their owner knows them. A plan waits for its first question. It goes on as long as each
question, and what is said of its answer, are what the planner read; else the person is asked.
What the copy does is in rehearsal.py.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from games._kernel.choice import AnyChoice
from games._kernel.question import Question
from games._kernel.state import AHEAD, KIND, Plan, Planned, State, Step
from games.words import pack, phrase, unpack

PLAN, SKETCH = "plan", "sketch"
"""The first words of moves that set a plan: to be used, or only to be kept."""
BETWEEN = " / "
"""What stands between the moves of a plan."""
GONE = "Your plan ends before “{move}”: it is no longer possible."
INSTEAD = "Your plan ends before “{move}”: the answer is another one."


def is_plan(text: str) -> bool:
    """Whether a move sets a plan or throws it away."""
    return text.split(" ", 1)[0] in (PLAN, SKETCH)


def is_used(text: str) -> bool:
    """Whether such a move has the plan carried out."""
    return text.split(" ", 1)[0] == PLAN


def plan_move(moves: Iterable[str], verb: str) -> str:
    """What a seat says to set a plan; without moves it throws its plan away."""
    return f"{verb} {BETWEEN.join(moves)}".strip()


def planned_moves(text: str) -> list[str]:
    """The moves of a plan in such a text."""
    return [move.strip() for move in text.partition(" ")[2].split(BETWEEN.strip()) if move.strip()]


def set_plan(g: State, seat: int, steps: list[Planned], *, used: bool) -> None:
    """Sets the plan of a seat, or throws it away if it has no steps.

    The news stay, or others could tell that something was set.
    """
    g.plans.pop(seat, None)
    if steps:
        g.plans[seat] = Plan(steps, used)


def label(steps: Iterable[Planned]) -> str:
    """The label of a move that sets this plan."""
    moves = [unpack(step.label) for step in steps]
    return phrase("Plan: {moves:semicolons}", moves=moves) if moves else phrase("No plan")


def planned(question: Question, move: str, *, waits: bool) -> Planned:
    """A step of a plan, as its planner reads it."""
    name = _name(question.choice, question.args)
    return Planned(name, move, pack(question.label(move)), _read(question, move), waits)


def _name(choice: AnyChoice, args: Iterable[Any]) -> str:
    """A question with its arguments."""
    return " ".join(map(str, (choice.name, *args)))


def _read(question: Question, move: str) -> str:
    """What its player reads of a move."""
    said = question.label(move), question.alarm(move), question.consequence(move)
    return "\n".join(map(str, said))


def is_planned(g: State, question: Question) -> bool:
    """Whether a plan that is used answers a later question of its seat."""
    plan, name = g.plans.get(question.seat), _name(question.choice, question.args)
    return plan is not None and plan.used and name in [step.question for step in plan.steps]


def next_move(g: State, choice: AnyChoice, seat: int, args: Sequence[Any]) -> str:
    """What the plan of a seat says to a question that it is asked; "" if it means something else
    than its planner read.
    """
    plan = g.plans.get(seat)
    if plan is None or not plan.used or plan.steps[0].question != _name(choice, args):
        return ""
    step, question = plan.steps[0], _question(g, choice, seat, args)
    return step.move if step.move in question and _read(question, step.move) == step.read else ""


def take_step(g: State, choice: AnyChoice, seat: int, step: Step) -> str | None:
    """The next move of the plan of a seat that is asked now, if its moment tells nothing. Where it
    does not fit, a plan that has begun ends, and one that waits is no longer used.
    """
    plan = g.plans.get(seat)
    if plan is None or not plan.used:
        return None
    args = step[2:]
    if move := next_move(g, choice, seat, args):
        return None if choice.hides_answer(g, step[1], args) else move
    label = unpack(plan.steps[0].label)
    if plan.steps[0].question == _name(choice, args):
        _tell_change(g, _question(g, choice, seat, args), plan.steps[0].move, label)
    elif plan.steps[0].waits:
        plan.used = False
        g.say("Your plan rests: before “{move}” you are asked something else.", seat, move=label)
        return None
    else:
        g.say("Your plan ends before “{move}”: you are asked something else.", seat, move=label)
    del g.plans[seat]
    return None


def _question(g: State, choice: AnyChoice, seat: int, args: Sequence[Any]) -> Question:
    return Question(choice, g, seat, args, choice.open_moves(g, seat, args))


def _tell_change(g: State, question: Question, move: str, label: str) -> None:
    """Tells a seat why its plan ends before a move of this question."""
    if move in question:
        now = question.alarm(move) or question.consequence(move) or question.label(move)
        template = "Your plan ends before “{move}”. Now it means: {now}"
        g.say(template, question.seat, move=label, now=now)
    else:
        g.say(GONE, question.seat, move=label)


def follow(g: State, choice: AnyChoice, seat: int, args: Sequence[Any], move: str) -> None:
    """Goes on in the plan of a seat with its answer to a question; another answer than the planned
    one ends it.
    """
    plan = g.plans.get(seat)
    if plan is None or plan.steps[0].question != _name(choice, args):
        return
    step = plan.steps.pop(0)
    label = unpack(step.label)
    if plan.used and step.move == move:
        g.say("As you planned: {move}.", seat, move=label, **{KIND: AHEAD})
    elif plan.used:
        is_open = step.move in _question(g, choice, seat, args)  # else only one was left
        g.say(INSTEAD if is_open else GONE, seat, move=label)
    if step.move != move or not plan.steps:
        del g.plans[seat]
