"""Menus: legal moves become buttons and selects, and a press finds its way back to what it means.

Every control is a `DynamicItem` whose custom_id carries all there is to know, `action:table:rest`,
so nothing is kept in memory and buttons work after a restart. What an action does is registered
with `pressed` and `picked`.
"""

from __future__ import annotations

import logging
import re
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar, cast

import discord
from discord import ui

from bot.answers import answered
from bot.table import Refused

log = logging.getLogger(__name__)
BUTTON_LABEL, OPTION_LABEL, CUSTOM_ID = 80, 100, 100
MOST_BUTTONS, MOST_OPTIONS, MOST_SELECTS = 10, 25, 12
A_ROW = 5

Interaction = discord.Interaction[Any]
Pressed = Callable[[Interaction, int, str], Awaitable[None]]
Picked = Callable[[Interaction, int, str, str], Awaitable[None]]
Action = TypeVar("Action", Pressed, Picked)
ON_PRESS: dict[str, Pressed] = {}
ON_PICK: dict[str, Picked] = {}


def pressed(action: str) -> Callable[[Pressed], Pressed]:
    """Registers what a button of this action does, given interaction, table and rest."""

    def register(run: Pressed) -> Pressed:
        ON_PRESS[action] = run
        return run

    return register


def picked(action: str) -> Callable[[Picked], Picked]:
    """Registers what a select of this action does: as `pressed`, and the value picked."""

    def register(run: Picked) -> Picked:
        ON_PICK[action] = run
        return run

    return register


class Press(
    ui.DynamicItem[ui.Button[Any]], template=r"(?P<action>[a-z]+):(?P<table>\d+):(?P<rest>.*)"
):
    """A button; the custom_id says what it is for."""

    def __init__(
        self,
        action: str,
        table: int,
        rest: str = "",
        *,
        label: str = "",
        style: discord.ButtonStyle = discord.ButtonStyle.secondary,
        disabled: bool = False,
    ) -> None:
        """Takes what the press means and what the button looks like."""
        self.action, self.table, self.rest = action, table, rest
        custom_id = f"{action}:{table}:{rest}"
        assert len(custom_id) <= CUSTOM_ID, custom_id
        button = ui.Button[Any](
            label=clamp(label, BUTTON_LABEL), style=style, custom_id=custom_id, disabled=disabled
        )
        super().__init__(button)

    @classmethod
    async def from_custom_id(
        cls, interaction: Interaction, item: ui.Item[Any], match: re.Match[str], /
    ) -> Press:
        """The button that was pressed."""
        return cls(match["action"], int(match["table"]), match["rest"])

    async def callback(self, interaction: Interaction) -> None:
        """Does what the button is for; every failure is answered with a sentence."""
        async with answered(interaction):
            await _known(ON_PRESS, self.action)(interaction, self.table, self.rest)


class Pick(
    ui.DynamicItem[ui.Select[Any]], template=r"pick-(?P<action>[a-z]+):(?P<table>\d+):(?P<rest>.*)"
):
    """A select of which one option is picked; the custom_id says what it is for."""

    def __init__(
        self,
        action: str,
        table: int,
        rest: str = "",
        *,
        placeholder: str = "",
        options: Sequence[discord.SelectOption] = (),
    ) -> None:
        """Takes what the pick means, and at most 25 options."""
        self.action, self.table, self.rest = action, table, rest
        custom_id = f"pick-{action}:{table}:{rest}"
        assert len(custom_id) <= CUSTOM_ID, custom_id
        select = ui.Select[Any](
            custom_id=custom_id, placeholder=clamp(placeholder, 150), options=list(options)
        )
        super().__init__(select)

    @classmethod
    async def from_custom_id(
        cls, interaction: Interaction, item: ui.Item[Any], match: re.Match[str], /
    ) -> Pick:
        """The select that was used."""
        return cls(match["action"], int(match["table"]), match["rest"])

    async def callback(self, interaction: Interaction) -> None:
        """Does what the select is for; every failure is answered with a sentence."""
        async with answered(interaction):
            data = cast("dict[str, Any]", interaction.data or {})
            await _known(ON_PICK, self.action)(
                interaction, self.table, self.rest, data["values"][0]
            )


def _known(actions: dict[str, Action], action: str) -> Action:
    """What an action does; Refused where this release does not know it."""
    if action not in actions:
        raise Refused("This button was made by another release of the bot; nothing changed.")
    return actions[action]


@dataclass(slots=True, frozen=True)
class Entry:
    """A line of a menu: a move, or the words that lead further into it."""

    words: str
    label: str
    leads_on: bool = False


def entries(moves: dict[str, str], prefix: str = "") -> list[Entry]:
    """The menu of the moves (with labels) that begin with some words.

    A long menu is split by the next word; a heading then says what the moves behind it have in
    common.
    """
    said = prefix.split()
    inside = {m: label for m, label in moves.items() if m.split(" ")[: len(said)] == said}
    if len(inside) <= MOST_OPTIONS:
        return [Entry(move, label) for move, label in inside.items()]
    groups = _by_next_word(inside, said)
    if len(groups) == 1:
        return entries(moves, f"{prefix} {next(iter(groups))}".strip())
    shared = _shared_words(inside)
    return [
        Entry(*next(iter(group.items())))
        if len(group) == 1
        else Entry(f"{prefix} {word}".strip(), _heading(word, group, shared), leads_on=True)
        for word, group in groups.items()
    ]


def next_words(moves: dict[str, str], said: Sequence[str]) -> dict[str, str]:
    """The words that can follow those said, each with what it leads to."""
    groups = _by_next_word(moves, said)
    shared = _shared_words(moves)
    return {
        word: next(iter(group.values())) if len(group) == 1 else _heading(word, group, shared)
        for word, group in groups.items()
        if word
    }


def _by_next_word(moves: dict[str, str], said: Sequence[str]) -> dict[str, dict[str, str]]:
    """The moves that begin with the words said, by the word after them ("" where none follows)."""
    groups: dict[str, dict[str, str]] = {}
    for move, label in moves.items():
        words = move.split(" ")
        if words[: len(said)] == list(said):
            groups.setdefault((*words, "")[len(said)], {})[move] = label
    return groups


def _shared_words(moves: dict[str, str]) -> set[str]:
    """The words that all labels have."""
    sets = [set(label.split()) for label in moves.values()]
    return sets[0].intersection(*sets) if sets else set()


def _heading(word: str, group: dict[str, str], shared: set[str]) -> str:
    """What a group of moves is about: the words of its labels that not the whole menu shares."""
    common = _shared_words(group) - shared
    told = [each for each in next(iter(group.values())).split() if each in common]
    return f"{' '.join(told) or word.capitalize()} …"


def rows(
    table: int,
    question: int,
    moves: dict[str, str],
    prefix: str = "",
    grid: Sequence[Sequence[str]] = (),
) -> list[ui.ActionRow[Any]]:
    """The rows of controls for these moves: a few buttons, or selects, split by word where long.

    Moves that stand in a grid are drawn as one, disabled where they are not open.
    """
    if grid:
        laid = {move for line in grid for move in line}
        others = {move: label for move, label in moves.items() if move not in laid}
        drawn = [row(*(_cell(table, question, move, moves) for move in line)) for line in grid]
        return [*drawn, *(rows(table, question, others, prefix) if others else [])]
    listed = entries(moves, prefix)
    if len(listed) <= MOST_BUTTONS:
        out = in_rows([_button(table, question, entry) for entry in listed])
    else:
        chunks = [listed[i : i + MOST_OPTIONS] for i in range(0, len(listed), MOST_OPTIONS)]
        out = [
            row(_select(table, question, chunk, n, len(chunks)))
            for n, chunk in enumerate(chunks[:MOST_SELECTS])
        ]
    if prefix:
        out.append(row(Press("into", table, f"{question}:", label="Back")))
    return out


def row(*items: Press | Pick) -> ui.ActionRow[Any]:
    """Up to five buttons side by side, or one select."""
    return ui.ActionRow[Any](*cast("tuple[ui.Item[Any], ...]", items))


def in_rows(buttons: Sequence[Press]) -> list[ui.ActionRow[Any]]:
    """Buttons in rows of five."""
    return [row(*buttons[i : i + A_ROW]) for i in range(0, len(buttons), A_ROW)]


def _cell(table: int, question: int, move: str, moves: dict[str, str]) -> Press:
    """A space of a grid, named by the last word of its move."""
    return Press(
        "move",
        table,
        f"{question}:{move}",
        label=move.split(" ")[-1],
        style=discord.ButtonStyle.primary,
        disabled=move not in moves,
    )


def _button(table: int, question: int, entry: Entry) -> Press:
    style = (
        discord.ButtonStyle.primary
        if entry.words.split(" ")[0] != "pass"
        else discord.ButtonStyle.secondary
    )
    action = "into" if entry.leads_on else "move"
    return Press(action, table, f"{question}:{entry.words}", label=entry.label, style=style)


def _select(table: int, question: int, listed: list[Entry], n: int, of: int) -> Pick:
    options = [
        discord.SelectOption(
            label=clamp(entry.label, OPTION_LABEL),
            value=f"{'into' if entry.leads_on else 'move'}:{entry.words}",
        )
        for entry in listed
    ]
    more = f" ({n + 1} of {of})" if of > 1 else ""
    return Pick("move", table, f"{question}:{n}", placeholder=f"Choose{more}", options=options)


def clamp(text: str, most: int) -> str:
    """The text, cut with an ellipsis where it is longer than Discord allows."""
    return text if len(text) <= most else text[: most - 1].rstrip() + "…"
