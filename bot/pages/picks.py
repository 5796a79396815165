"""Picks: if each move of a question is several things of one list, one select answers it.

If every move has the same number of things, picking them makes the move. Else the pick is a draft,
and a button makes the move.
"""

from __future__ import annotations

from collections.abc import Container, Mapping, Sequence

from bot.pages.menus import MAX_BUTTONS, Entry, entry_button
from bot.pages.page import MAX_OPTIONS, Button, Option, Row, Select, in_rows
from bot.texts.languages import _, translate
from games.kernel import Picks


def has_picks(picks: Picks | None) -> bool:
    """Returns whether to use one select: several things can be picked, and all fit into it."""
    return picks is not None and picks.most > 1 and len(picks.things) <= MAX_OPTIONS


def has_draft(picks: Picks) -> bool:
    """Returns whether the number of things varies, so that a pick is only a draft."""
    return picks.least < picks.most


def pick_rows(
    table: int,
    question: int | str,
    picks: Picks,
    draft: str,
    labels: Mapping[str, str],
    names: Sequence[str],
    unusual: Container[str] = (),
) -> list[Row]:
    """Returns a select of all things, in which those of the draft (a move or "") are picked, and
    the button that makes the draft, if one is needed.

    Moves that are no picks are buttons beside it. `labels` has the labels of the moves, `names` the
    names of the players.
    """
    picked = picks.of(draft)
    options = [
        Option(
            label=translate(picks.labels[thing], names),
            value=thing,
            description=translate(picks.consequences[thing], names),
            default=thing in picked,
        )
        for thing in picks.things
    ]
    number = f"{picks.least}–{picks.most}" if has_draft(picks) else str(picks.least)
    select = Select(
        "picks",
        table,
        str(question),
        placeholder=_("Pick {number:text} of these", number=number),
        options=options,
        min_values=picks.least,
        max_values=picks.most,
    )
    others = [Entry(move, labels[move]) for move in picks.also]
    buttons = [entry_button(table, question, each, unusual) for each in others[: MAX_BUTTONS - 1]]
    if draft and has_draft(picks):
        answer = Button("move", table, f"{question}:{draft}", label=labels[draft], style="success")
        buttons.insert(0, answer)
    return [Row(select), *in_rows(buttons)]
