"""What a player answers before it is asked: all at once on a page, or below their panel.

A question of few answers is a select that shows what is set. One of many has a button that opens
its own controls. An answer for every time is a switch.
"""

from __future__ import annotations

from typing import Any

from bot.pages.names import heading, with_bold_label
from bot.pages.page import (
    MAX_COMPONENTS,
    MAX_OPTIONS,
    Button,
    Entries,
    Option,
    Page,
    Part,
    Row,
    Select,
    in_lines,
    in_rows,
    page,
)
from bot.pages.questions import Asked, controls
from bot.table import Table, undo
from bot.texts.languages import _, translate
from games.kernel import Dials, is_planned

MAX_NEXT_ROWS = 2
"""Rows of controls of a question that is offered below a panel; one with more is on the page."""
MAX_INVITED = 5
"""Questions that are offered below a panel to somebody who is invited."""
ASK_ME = "ask"
"""The option of a select that clears an answer; those that set one are "move:MOVE"."""
COMPONENTS_LEFT = MAX_COMPONENTS - 12
"""Components of a page for answers in advance, beside its texts and the buttons below them."""


def what_comes_next(table: Table, seat: int, view: dict[str, Any]) -> list[Part]:
    """What a seat that need not answer now has set in advance, and the questions to which it is
    invited, else the next one that it may answer already, with their controls.
    """
    later = premoves_of(table, seat)
    names = [each.name for each in table.game.invitation(table.state, seat)]
    lines, rows = noted(later, view), list[Row]()
    if table.people[seat].stand_in or not names:
        for asked in later.values():
            question = asked.question
            if question.given or question.stays or is_planned(table.state, question):
                continue
            told, rows = controls(asked)
            if len(rows) <= MAX_NEXT_ROWS:
                lines += filter(None, [_next_text(asked), told])
                break
            rows = []
    else:
        lines.append(
            _(
                "You are invited to answer this while others are asked. Nobody sees whether you"
                " have; your answers are carried out in turn order."
            )
        )
        told, rows = controls(later[names[0]])
        if len(names) == 1 and len(rows) <= MAX_NEXT_ROWS:
            lines += filter(None, [_next_text(later[names[0]]), told])
        else:
            rows = [_in_a_row(later[name], "move") for name in names[:MAX_INVITED]]
    return [*(["\n".join(lines)] if lines else []), *rows]


def _next_text(asked: Asked) -> str:
    return _(
        "You can already answer **{question:text}**. Only you see it, and I use it if it is still"
        " possible.",
        question=translate(asked.question.called),
    )


def premoves_of(table: Table, seat: int) -> dict[str, Asked]:
    """The questions that a seat may answer in advance, those that come soonest first."""
    game, g = table.game, table.state
    order = [*game.choices.values()]
    now = next((n for n, name in enumerate(game.choices) if name == g.agenda[-1][0]), 0)
    found = [Asked(table, each) for each in game.questions(g, seat) if each.name]

    def turns_away(asked: Asked) -> tuple[bool, int]:
        choice, stands_in = asked.question.choice, asked.question.name != asked.question.called
        away = (order.index(choice) - now - 1) % len(order) if choice in order else len(order)
        return stands_in, 0 if choice.orders else away

    return {each.question.name: each for each in sorted(found, key=turns_away)}


def noted(later: dict[str, Asked], view: dict[str, Any]) -> list[str]:
    """The answers that a seat has set in advance, a line each."""
    now: dict[str, str] = view.get("ahead", {})
    return [
        f"· {with_bold_label(translate(later[name].question.called), later[name].in_text(move)[0])}"
        for name, move in now.items()
    ]


async def premoves_page(
    table: Table, seat: int, name: str = "", draft: str = "", confirm: str = ""
) -> Page:
    """All that a player may answer in advance; or the controls for one question, or the question
    whether to `confirm` an answer to it.
    """
    later = premoves_of(table, seat)
    if name not in later:
        return _all_at_once(table, later)
    asked = later[name]
    called, given = translate(asked.question.called), asked.question.given
    if confirm in asked.question:
        told, rows = confirmation(asked, confirm)
        return page(heading(table), in_lines(told), *rows)
    told = noted(later, {"ahead": {name: given}})[0] if given else _next_text(asked)
    clear = Button("forget", table.id, name, label=_("Clear {question}", question=called))
    below = [*settings_button(asked), *([clear] if given else [])]
    back = Button("advance", table.id, label=_("Back"))
    rows = [*controls(asked, draft)[1], *in_rows([*below, back])]
    return page(heading(table), in_lines(told), *rows, facts=given)


def _all_at_once(table: Table, later: dict[str, Asked]) -> Page:
    """The page with all later questions that have room on it, and the switches."""
    introduction = _(
        "I give this answer when the question comes up, to a secret question 2 to 20 minutes"
        " later. If it is no longer possible, I cancel it and tell you. Only you see it."
    )
    parts: list[Part | Entries] = [heading(table), in_lines(introduction)]
    room, left = COMPONENTS_LEFT, list[Asked]()
    for stays in (True, False):
        these = [each for each in later.values() if each.question.stays == stays]
        if stays and these:
            parts.append(f"**{_('Every time')}**")
        switches = [_switch(each) for each in these if len(each.question.moves) == 1]
        rows = in_rows([each for each in switches if stays])
        rows += [_in_a_row(each) for each in these if not stays or len(each.question.moves) > 1]
        if not stays and these and parts[2:]:
            parts.append(f"**{_('Next time')}**")
        for row in rows:
            room -= 1 + len(row.controls)
            if room >= 0:
                parts.append(row)
        left += these if room < 0 else []
    if left:
        options = [
            Option(translate(each.question.called), each.question.name)
            for each in left[:MAX_OPTIONS]
        ]
        pick = Select("advance", table.id, "", placeholder=_("Which decision?"), options=options)
        parts.append(Row(pick))
    return page(*parts, back(table), facts=[each.question.given for each in later.values()])


def _in_a_row(asked: Asked, action: str = "later") -> Row:
    """The answers to a later question as a select that shows the one that is set; a button to its
    own controls if they are too many.
    """
    called, given = translate(asked.question.called), asked.question.given
    if isinstance(asked.question.menu, Dials) or len(asked.question.moves) >= MAX_OPTIONS:
        label = _titled(called, asked.label(given)) if given else _("{label} …", label=called)
        style = "success" if given else "secondary"
        return Row(Button("advance", asked.table.id, asked.where, label=label, style=style))
    options = [
        Option(
            _titled(called, label),
            f"move:{move}",
            default=move == given,
            symbol=asked.symbol(move),
        )
        for move, label in asked.labels.items()
    ]
    if given:
        options.append(Option(_titled(called, _("ask me")), ASK_ME))
    return Row(asked.select(action, options, called))


def _switch(asked: Asked) -> Button:
    """The button that sets the only answer for every time, or clears it."""
    [move] = asked.question.moves
    label = _titled(translate(asked.question.called), asked.label(move))
    if asked.question.given:
        label = _("{label} (on)", label=label)
        return Button("later", asked.table.id, asked.where, label=label, style="success")
    label = _("{label} (off)", label=label)
    return Button("later", asked.table.id, f"{asked.where}:{move}", label=label)


def _titled(title: str, label: str) -> str:
    return _("{title:text}: {label:text}", title=title, label=label)


# --- Shared with panels ---------------------------------------------------------------------------


def confirmation(asked: Asked, move: str) -> tuple[str, list[Row]]:
    """The move and what it would bring, and the buttons that confirm it or go back."""
    table, (label, consequence) = asked.table, asked.in_text(move)
    final = asked.is_now and undo.is_final(table, asked.question.seat, move)
    lines = [
        _("Confirm: **{move:text}**", move=label),
        consequence,
        _("You cannot take this back on your own.") if final else "",
    ]
    confirm = Button(
        *("yes", table.id, f"{asked.where}:{move}"), label=_("Confirm"), style="success"
    )
    goes_back = Button("return" if asked.step is None else "plan", table.id, label=_("Back"))
    return "\n".join(filter(None, lines)), [Row(confirm, goes_back)]


def settings_button(asked: Asked) -> list[Button]:
    """The button that opens the page of settings; [] if there are none."""
    label = _("Ask me more / less …")
    return [Button("asking", asked.table.id, asked.where, label=label)] if asked.settings else []


def back(table: Table) -> Row:
    return Row(Button("return", table.id, label=_("Back")))
