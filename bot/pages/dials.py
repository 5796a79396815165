"""Dials: a question whose moves are numbers is answered with a select for each number.

A pattern such as `bid {coins:d} {cards:d}` says how such a move is written. A draft is the move
that the dials show.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from bot.pages.menus import MAX_BUTTONS, Entry, entry_button
from bot.pages.page import MAX_OPTIONS, Button, Option, Row, Select, in_rows
from bot.texts.languages import _


def dial_values(moves: dict[str, str], pattern: str) -> list[dict[str, int]]:
    """Returns for each dial of the pattern the numbers that it can show, by their text.

    Returns [] where a dial has more numbers than a select has options: then a menu serves better.
    """
    dials: list[dict[str, int]] = [{} for _ in range(pattern.count("{"))]
    for move in moves:
        for dial, number in zip(dials, _numbers(pattern, move), strict=False):
            dial.setdefault(str(number), number)
    if any(len(dial) > MAX_OPTIONS for dial in dials) or not all(dials):
        return []
    return dials


def first_matching(moves: Iterable[str], pattern: str, wished: Iterable[str]) -> str:
    """Returns the first wished move that is open and of the pattern, else the first of the
    pattern.
    """
    matching = [move for move in moves if _numbers(pattern, move)]
    return next((move for move in wished if move in matching), matching[0])


def nearest_move(moves: Iterable[str], pattern: str, wanted: Sequence[int], kept: int) -> str:
    """Returns the move of the pattern with the wanted number on one dial and the others as
    near as can be; "" where there is none.
    """
    matching = [(move, _numbers(pattern, move)) for move in moves]
    near = [
        (sum(abs(a - b) for a, b in zip(numbers, wanted, strict=True)), move)
        for move, numbers in matching
        if numbers and numbers[kept] == wanted[kept]
    ]
    return min(near, key=lambda found: found[0])[1] if near else ""


def set_dial(moves: Iterable[str], pattern: str, draft: str, dial: int, number: int) -> str:
    """Returns the draft with another number on one dial."""
    wanted = _numbers(pattern, draft)
    if dial >= len(wanted):
        return draft
    wanted[dial] = number
    return nearest_move(moves, pattern, wanted, dial) or draft


def dial_rows(
    table: int, question: int | str, moves: dict[str, str], pattern: str, draft: str
) -> list[Row]:
    """Returns a select for each dial, set as in the draft, and a button that submits the draft.

    Moves of another form are buttons beside it.
    """
    names = [part.split(":")[0] for part in pattern.split("{")[1:]]
    shown = _numbers(pattern, draft)
    out: list[Row] = []
    for i, (name, numbers) in enumerate(zip(names, dial_values(moves, pattern), strict=True)):
        options = [
            Option(
                label=f"{_(name.capitalize())}: {number}", value=text, default=number == shown[i]
            )
            for text, number in sorted(numbers.items(), key=lambda each: each[1])
        ]
        out.append(Row(Select("dial", table, f"{question}:{i}:{draft}", options=options)))
    others = [Entry(move, label) for move, label in moves.items() if not _numbers(pattern, move)]
    answer = Button("move", table, f"{question}:{draft}", label=moves[draft], style="success")
    buttons = [entry_button(table, question, entry) for entry in others]
    return out + in_rows([answer, *buttons[: MAX_BUTTONS - 1]])


def _numbers(pattern: str, move: str) -> list[int]:
    """The numbers of a move of this pattern; [] where it is of another form."""
    found = re.fullmatch(re.sub(r"\{\w+:d\}", r"(\\d+)", pattern), move)
    return [int(number) for number in found.groups()] if found else []
