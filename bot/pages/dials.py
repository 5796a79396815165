"""Dials: if the moves of a question are made of numbers, each number gets a select.

The draft is the move that the selects show now.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Sequence

from bot.pages.menus import MAX_BUTTONS, Entry, entry_button
from bot.pages.page import MAX_OPTIONS, Button, Option, Row, Select, in_rows
from bot.texts.languages import _, translate
from games.kernel import Dials


def first_draft(dials: Dials, preferred: Iterable[str]) -> str:
    """Returns the first of the preferred moves that the dials can show and that is legal, else the
    first legal one that they can show.
    """
    moves = (move for each in (preferred, dials) for move in each if dials.setting(move))
    return next(move for move in moves if move in dials)


def dial_rows(
    table: int,
    question: int | str,
    dials: Dials,
    draft: str,
    labels: dict[str, str],
    unusual: Container[str] = (),
) -> list[Row]:
    """Returns a select for each dial with several numbers, set to the draft, and a button that
    makes the draft.

    Moves that the dials cannot show are buttons beside it. `labels` has the labels of all these.
    """
    out: list[Row] = []
    for i, (name, shown) in enumerate(zip(dials.names, dials.setting(draft), strict=True)):
        if len(dials.numbers[i]) == 1:
            continue
        options = [
            Option(
                label=_("{name:text}: {n}", name=translate(name), n=number),
                value=str(number),
                default=number == shown,
            )
            for number in offered_numbers(dials.numbers[i], shown)
        ]
        out.append(Row(Select("dial", table, f"{question}:{i}:{draft}", options=options)))
    others = [Entry(move, labels[move]) for move in dials.also]
    answer = Button("move", table, f"{question}:{draft}", label=labels[draft], style="success")
    buttons = [entry_button(table, question, entry, unusual) for entry in others]
    return out + in_rows([answer, *buttons[: MAX_BUTTONS - 1]])


def offered_numbers(numbers: Sequence[int], shown: int) -> list[int]:
    """Returns the numbers that the select of a dial offers. If there are too many, these are some
    from the whole range and those near the number that is shown, so that two picks reach most
    numbers.
    """
    if len(numbers) <= MAX_OPTIONS:
        return [*numbers]
    far, near = MAX_OPTIONS // 2, MAX_OPTIONS - MAX_OPTIONS // 2
    last, at = len(numbers) - 1, numbers.index(shown)
    whole_range = {round(n * last / (far - 1)) for n in range(far)}
    by_nearness = sorted(range(len(numbers)), key=lambda i: abs(i - at))
    around = [i for i in by_nearness if i not in whole_range][:near]
    return [numbers[i] for i in sorted({*whole_range, *around})]
