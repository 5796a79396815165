"""Dials: a question whose moves are numbers is answered with a select for each number.

A draft is the move that the dials show.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Sequence

from bot.pages.menus import MAX_BUTTONS, Entry, entry_button
from bot.pages.page import MAX_OPTIONS, Button, Option, Row, Select, in_rows
from bot.texts.languages import _, spoken
from games.kernel import Dials


def first_draft(dials: Dials, wished: Iterable[str]) -> str:
    """Returns the first wished move that is open and of the form of the dials, else the first of
    that form.
    """
    open_moves = (move for each in (wished, dials) for move in each if dials.setting(move))
    return next(move for move in open_moves if move in dials)


def dial_rows(
    table: int,
    question: int | str,
    dials: Dials,
    draft: str,
    labels: dict[str, str],
    unusual: Container[str] = (),
) -> list[Row]:
    """Returns a select for each dial that can be turned, set as in the draft, and a button that
    submits the draft.

    Moves of another form are buttons beside it. `labels` has the label of the draft and of these.
    """
    out: list[Row] = []
    for i, (name, shown) in enumerate(zip(dials.names, dials.setting(draft), strict=True)):
        if len(dials.numbers[i]) == 1:
            continue
        options = [
            Option(
                label=_("{name:text}: {n}", name=spoken(name), n=number),
                value=str(number),
                default=number == shown,
            )
            for number in offered(dials.numbers[i], shown)
        ]
        out.append(Row(Select("dial", table, f"{question}:{i}:{draft}", options=options)))
    others = [Entry(move, labels[move]) for move in dials.also]
    answer = Button("move", table, f"{question}:{draft}", label=labels[draft], style="success")
    buttons = [entry_button(table, question, entry, unusual) for entry in others]
    return out + in_rows([answer, *buttons[: MAX_BUTTONS - 1]])


def offered(numbers: Sequence[int], shown: int) -> list[int]:
    """Returns the numbers of a dial that its select offers: all, or where they are too many some
    from end to end and those around the one that is shown, so that two picks reach most of them.
    """
    if len(numbers) <= MAX_OPTIONS:
        return [*numbers]
    far, near = MAX_OPTIONS // 2, MAX_OPTIONS - MAX_OPTIONS // 2
    last, at = len(numbers) - 1, numbers.index(shown)
    from_end_to_end = {round(n * last / (far - 1)) for n in range(far)}
    by_nearness = sorted(range(len(numbers)), key=lambda i: abs(i - at))
    around = [i for i in by_nearness if i not in from_end_to_end][:near]
    return [numbers[i] for i in sorted({*from_end_to_end, *around})]
