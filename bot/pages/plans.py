"""Planning one's turn: the page on which a player plays it on a copy of what they see."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from bot.pages.names import heading, with_bold_label
from bot.pages.page import Button, Page, Part, Row, in_lines, in_rows, page, picture
from bot.pages.premoves import confirmation
from bot.pages.questions import Asked, controls
from bot.pictures.pictures import Pictures
from bot.table import Table
from bot.texts.languages import _, translate
from games.kernel import Rehearsal, plan_move, planned_moves
from games.words import unpack


def plan_of(table: Table, seat: int) -> dict[str, Any]:
    """The moves of a seat's plan, and whether it is used."""
    plan = table.state.plans.get(seat)
    moves = [step.move for step in plan.steps] if plan else []
    return {"moves": moves, "used": plan is not None and plan.used}


def rehearsal(table: Table, seat: int) -> Rehearsal:
    """The copy of what a seat sees, after the moves of its plan."""
    return table.game.rehearse(table.state, seat, plan_of(table, seat)["moves"])


def steps_of(table: Table, seat: int) -> list[str]:
    """The moves of a seat's plan that are open as things stand."""
    return [step.move for step in rehearsal(table, seat).steps]


def planned_question(table: Table, seat: int) -> Asked | None:
    """The question of the next step of a plan; None where the plan ends."""
    it = rehearsal(table, seat)
    return Asked(table, it.question, len(it.steps)) if it.question else None


def plan_buttons(table: Table, seat: int) -> list[Button]:
    """The button that opens the page; [] where a seat can plan nothing."""
    g = table.state
    is_asked = seat in g.asked
    if plan_of(table, seat)["moves"]:
        label = _("My plan …")
    elif is_asked and not isinstance(g.agenda[-1][1], int):
        return []  # what several answer in secret ends a plan
    elif planned_question(table, seat) is None:
        return []
    else:
        label = _("And afterwards …") if is_asked else _("Plan my turn …")
    return [Button("plan", table.id, label=label)]


def plan_line(table: Table, seat: int) -> str:
    """A seat's plan in a line of its panel; "" if it has none."""
    plan = plan_of(table, seat)
    it = rehearsal(table, seat) if plan["moves"] else None
    if it is None or not it.steps:
        return ""
    steps = " · ".join(f"{n} {label}" for n, (label, _told) in enumerate(_said(table, it), 1))
    return with_bold_label(_("Your plan") if plan["used"] else _("Your plan, not used yet"), steps)


async def plan_page(
    table: Table,
    seat: int,
    pictures: Pictures,
    *,
    draft: str = "",
    confirm: str = "",
    note: str = "",
) -> Page:
    """The picture of the copy, the steps of the plan and the controls of the next one, or the
    question whether to `confirm` it.
    """
    table = table.snapshot()
    plan, it = plan_of(table, seat), rehearsal(table, seat)
    view = table.game.view(it.g, seat) | {"names": table.names}
    lines = [f"📝 **{_('Plan: this is not played yet. Only you see it.')}**", *_steps(table, it)]
    rows, below = list[Row](), in_rows(_buttons(table, plan, it))
    if it.left:
        step = table.state.plans[seat].steps[len(it.steps)]
        label = translate(unpack(step.label), table.escaped_names)
        lines.append(_("⚠ As things stand, this is not possible: {move:text}", move=label))
    if it.question:
        asked = Asked(table, it.question, len(it.steps))
        if confirm in it.question:
            told, rows = confirmation(asked, confirm)
            below = []
        else:
            told, rows = controls(asked, draft)
            told = "\n".join([f"**{translate(it.question.prompt, table.escaped_names)}**", told])
        lines.append(told.strip())
    else:
        lines.append(translate(it.end))
    parts: list[Part] = [heading(table), *([note] if note else []), picture(pictures, view)]
    return page(*parts, in_lines("\n".join(lines)), *rows, *below, facts=[plan])


def _said(table: Table, it: Rehearsal) -> Iterator[tuple[str, str]]:
    """What is said of each step: its label and its outcome."""
    for question, step in zip(it.asked, it.steps, strict=True):
        yield Asked(table, question).in_text(step.move)


def _steps(table: Table, it: Rehearsal) -> Iterator[str]:
    """The steps, a line each, and headings where others come before one or the next question."""
    others_first = _("Your next turn, as things stand; others come first:")
    for n, (label, told) in enumerate(_said(table, it)):
        if it.steps[n].waits:
            yield others_first
        yield f"**{n + 1}** {label}" + (f": {told}" if told else "")
    if it.question and it.waits:
        yield others_first


def _buttons(table: Table, plan: dict[str, Any], it: Rehearsal) -> list[Button]:
    """The buttons that use the plan, shorten it, throw it away, and go back."""
    moves = [step.move for step in it.steps]
    found: list[Button] = []
    if moves and not (plan["used"] and moves == plan["moves"]):
        use = _("Use this plan")
        found.append(Button("plan-use", table.id, str(len(moves)), label=use, style="success"))
    if moves:
        back = _("Take back a step")
        found.append(Button("plan-back", table.id, str(len(moves)), label=back))
    if plan["moves"]:
        found.append(Button("plan-drop", table.id, label=_("Throw away")))
    return [*found, Button("return", table.id, label=_("Back"))]


def labelled_plans(table: Table, seat: int, typed: str) -> dict[str, str]:
    """The plan that was typed, and those with a step more, with labels."""
    it = table.game.rehearse(table.state, seat, planned_moves(typed))
    moves, verb = [step.move for step in it.steps], typed.split(" ")[0]
    made = [label for label, _told in _said(table, it)]
    found = {tuple(moves): made} if moves else {}
    if it.question:
        longer = Asked(table, it.question).labels
        found |= {(*moves, move): [*made, label] for move, label in longer.items()}
    return {
        plan_move(each, verb): _("Plan: {moves:semicolons}", moves=labels)
        for each, labels in found.items()
    }
