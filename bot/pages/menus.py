"""Menus: legal moves become buttons and selects, and a press finds its way back to what it means.

Every control is a `DynamicItem` whose custom_id carries all there is to know, `action:table:rest`,
so nothing is kept in memory and buttons work after a restart. What an action does is registered
with `pressed` and `picked`.
"""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable, Container, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, cast

import discord
from discord import ui

from bot.interactions.replies import answered, from_before, listen
from bot.operations.garbage import let_go_at_the_end, take_apart
from bot.operations.logs import about
from bot.table import Refused
from bot.texts.languages import _

BUTTON_LABEL, OPTION_LABEL, CUSTOM_ID = 80, 100, 100
MOST_BUTTONS, MOST_OPTIONS, MOST_SELECTS = 10, 25, 12
MOST_UNFOLDED = 6
"""Selects under the headings of a menu that are laid open at once."""
A_ROW = 5

NUMBER, LARGEST = re.compile("[0-9]{1,19}"), 2**63 - 1
"""How numbers are written that fit into the store, those of people and of tables."""
CARRIED = "(?P<action>[^:]*):?(?P<table>[^:]*):?(?P<rest>.*)"
"""What a custom_id carries; whatever else a button may say fits too, and is answered."""
NOTHING: dict[str, str] = {}
AHEAD = "+"
"""Stands before the name of a question that is answered in advance, in place of a number."""

Interaction = discord.Interaction[Any]
Pressed = Callable[[Interaction, int, str], Awaitable[None]]
Picked = Callable[[Interaction, int, str, str], Awaitable[None]]
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


def foreign() -> Refused:
    """What is said to a press that this release cannot read."""
    return Refused(_("This button was made by another release of the bot; nothing changed."))


def as_number(text: str) -> int:
    """The number that a part of a custom_id, or a value, says; Refused where it says none."""
    if not NUMBER.fullmatch(text) or int(text) > LARGEST:
        raise foreign()
    return int(text)


def one_of(text: str, known: Container[str]) -> str:
    """A value that this release knows; Refused where it does not."""
    if text not in known:
        raise foreign()
    return text


def _read(match: re.Match[str]) -> tuple[str, int, str]:
    """Action, table and rest of a custom_id; an action that nobody knows where it has none."""
    try:
        return match["action"], as_number(match["table"]), match["rest"]
    except Refused:
        return "", 0, ""


class Press(ui.DynamicItem[ui.Button[Any]], template=re.compile(f"(?!pick-){CARRIED}", re.DOTALL)):
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
        return cls(*_read(match))

    async def callback(self, interaction: Interaction) -> None:
        """Does what the button is for."""
        await _carry_out(interaction, self, ON_PRESS.get(self.action))


class Pick(ui.DynamicItem[ui.Select[Any]], template=re.compile(f"pick-{CARRIED}", re.DOTALL)):
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
        return cls(*_read(match))

    async def callback(self, interaction: Interaction) -> None:
        """Does what the select is for."""
        data = cast("dict[str, Any]", interaction.data or {})
        value = next(iter(data.get("values", ())), "")
        await _carry_out(interaction, self, ON_PICK.get(self.action), value)


async def _carry_out(
    interaction: Interaction,
    control: Press | Pick,
    run: Callable[..., Awaitable[None]] | None,
    *value: str,
) -> None:
    """Does what a control is for, once; every failure is answered with a sentence. None where this
    release knows of nothing.
    """
    let_go_at_the_end(interaction)
    if control.view is not None:
        take_apart(control.view)  # it was made for this press alone
    if not interaction.client.arrivals.first(interaction.id):
        return
    about(control.table)
    async with answered(interaction):
        if run is None:
            await listen(interaction)
            raise foreign()
        if not await from_before(interaction, control.table):
            await run(interaction, control.table, control.rest, *value)


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
    lines = [
        Entry(*next(iter(group.items())))
        if len(group) == 1
        else Entry(f"{prefix} {word}".strip(), _heading(word, group, shared), leads_on=True)
        for word, group in groups.items()
    ]
    headings = [line for line in lines if line.leads_on]
    if len(headings) > 1:
        return lines
    # A single heading would only cost a press: what is behind it stands in its place.
    behind = {line.words: entries(moves, line.words) for line in headings}
    return [each for line in lines for each in behind.get(line.words, [line])]


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
    """What a group of moves is about: the longest words in a row that all its labels have, without
    those at their ends that the whole menu shares.
    """
    labels = [[each.strip(",;:.") for each in label.split()] for label in group.values()]
    first, spaced = labels[0], [f" {' '.join(label)} " for label in labels]
    runs = (first[i:j] for i in range(len(first)) for j in range(len(first), i, -1))
    best: list[str] = []
    for run in runs:
        if len(run) > len(best) and not shared.issuperset(run):
            phrase = f" {' '.join(run)} "
            if all(phrase in label for label in spaced):
                best = run
    while best and best[0] in shared:
        best = best[1:]
    while best and best[-1] in shared:
        best = best[:-1]
    return f"{' '.join(best) or word.capitalize()} …"


def rows(
    table: int,
    question: int | str,
    moves: dict[str, str],
    prefix: str = "",
    grid: Sequence[Sequence[str]] = (),
    outlooks: Mapping[str, str] = NOTHING,
) -> list[ui.ActionRow[Any]]:
    """The rows of controls for these moves: a few buttons, or selects, split by word where long.

    Moves that stand in a grid are drawn as one, disabled where they are not open. Options of a
    select say what their moves would bring, where `outlooks` knows.
    """
    if grid:
        laid = {move for line in grid for move in line}
        others = {move: label for move, label in moves.items() if move not in laid}
        drawn = [row(*(_cell(table, question, move, moves) for move in line)) for line in grid]
        more = rows(table, question, others, prefix, outlooks=outlooks) if others else []
        return [*drawn, *more]
    listed = entries(moves, prefix)
    unfolded = _unfolded(moves, listed)
    if len(listed) <= MOST_BUTTONS:
        out = in_rows([_button(table, question, e) for e in listed if e.words not in unfolded])
        selects = [part for entry in listed for part in unfolded.get(entry.words, ())]
    else:
        out, selects = [], _in_selects(_("Choose"), listed)
    out += [
        row(_select(table, question, chunk, n, name, outlooks))
        for n, (name, chunk) in enumerate(selects[:MOST_SELECTS])
    ]
    if prefix:
        out.append(row(Press("into", table, f"{question}:", label=_("Back"))))
    return out


def _unfolded(
    moves: dict[str, str], listed: list[Entry]
) -> dict[str, list[tuple[str, list[Entry]]]]:
    """The selects of headings that are laid open at once, where they are few and end in moves."""
    headings = [entry for entry in listed if entry.leads_on]
    inside = {entry.words: entries(moves, entry.words) for entry in headings}
    selects = {entry.words: _in_selects(entry.label, inside[entry.words]) for entry in headings}
    deeper = any(entry.leads_on for found in inside.values() for entry in found)
    if deeper or len(listed) > MOST_BUTTONS or sum(map(len, selects.values())) > MOST_UNFOLDED:
        return {}
    return selects


def _in_selects(name: str, listed: list[Entry]) -> list[tuple[str, list[Entry]]]:
    """The lines of a menu in as many selects as they need, each with what stands on it."""
    chunks = [listed[i : i + MOST_OPTIONS] for i in range(0, len(listed), MOST_OPTIONS)]
    if len(chunks) == 1:
        return [(name, listed)]
    return [
        (_("{name:text} ({n} of {all})", name=name, n=n + 1, all=len(chunks)), chunk)
        for n, chunk in enumerate(chunks)
    ]


# --- Dials ----------------------------------------------------------------------------------------


def turned(moves: dict[str, str], pattern: str) -> list[dict[str, int]]:
    """For each dial of the pattern, the numbers it can show, with the first move that has it.

    Empty where a dial has more numbers than a select has options: then a menu serves better.
    """
    dials: list[dict[str, int]] = [{} for _ in range(pattern.count("{"))]
    for move in moves:
        for dial, number in zip(dials, _numbers(pattern, move), strict=False):
            dial.setdefault(str(number), number)
    if any(len(dial) > MOST_OPTIONS for dial in dials) or not all(dials):
        return []
    return dials


def fitting(moves: Iterable[str], pattern: str, wished: Iterable[str]) -> str:
    """The first wished move that is open and of the pattern, else the first one of the pattern."""
    dialled = [move for move in moves if _numbers(pattern, move)]
    return next((move for move in wished if move in dialled), dialled[0])


def nearest(moves: Iterable[str], pattern: str, wanted: Sequence[int], kept: int) -> str:
    """The move of the pattern with the wanted number on one dial and the others as near as can be;
    "" where there is none.
    """
    fitting = [(move, _numbers(pattern, move)) for move in moves]
    near = [
        (sum(abs(a - b) for a, b in zip(numbers, wanted, strict=True)), move)
        for move, numbers in fitting
        if numbers and numbers[kept] == wanted[kept]
    ]
    return min(near, key=lambda found: found[0])[1] if near else ""


def turn(moves: Iterable[str], pattern: str, draft: str, dial: int, number: int) -> str:
    """The draft with another number on one dial."""
    wanted = _numbers(pattern, draft)
    if dial >= len(wanted):
        return draft
    wanted[dial] = number
    return nearest(moves, pattern, wanted, dial) or draft


def dial_rows(
    table: int, question: int | str, moves: dict[str, str], pattern: str, draft: str
) -> list[ui.ActionRow[Any]]:
    """A select for each dial, set as in the draft, and a button that gives the draft as answer.

    Moves of another form are buttons beside it.
    """
    names = [part.split(":")[0] for part in pattern.split("{")[1:]]
    shown = _numbers(pattern, draft)
    out: list[ui.ActionRow[Any]] = []
    for i, (name, numbers) in enumerate(zip(names, turned(moves, pattern), strict=True)):
        options = [
            discord.SelectOption(
                label=f"{_(name.capitalize())}: {number}", value=text, default=number == shown[i]
            )
            for text, number in sorted(numbers.items(), key=lambda each: each[1])
        ]
        out.append(row(Pick("dial", table, f"{question}:{i}:{draft}", options=options)))
    others = [Entry(move, label) for move, label in moves.items() if not _numbers(pattern, move)]
    seal = Press(
        "move", table, f"{question}:{draft}", label=moves[draft], style=discord.ButtonStyle.success
    )
    buttons = [_button(table, question, entry) for entry in others]
    return out + in_rows([seal, *buttons[: MOST_BUTTONS - 1]])


def _numbers(pattern: str, move: str) -> list[int]:
    """The numbers of a move of this pattern; [] where it is of another form."""
    found = re.fullmatch(re.sub(r"\{\w+:d\}", r"(\\d+)", pattern), move)
    return [int(number) for number in found.groups()] if found else []


# --- Rows -----------------------------------------------------------------------------------------


def row(*items: Press | Pick) -> ui.ActionRow[Any]:
    """Up to five buttons side by side, or one select."""
    return ui.ActionRow[Any](*cast("tuple[ui.Item[Any], ...]", items))


def in_rows(buttons: Sequence[Press]) -> list[ui.ActionRow[Any]]:
    """Buttons in rows of five."""
    return [row(*buttons[i : i + A_ROW]) for i in range(0, len(buttons), A_ROW)]


def _cell(table: int, question: int | str, move: str, moves: dict[str, str]) -> Press:
    """A space of a grid, named by the last word of its move."""
    return Press(
        "move",
        table,
        f"{question}:{move}",
        label=move.split(" ")[-1],
        style=discord.ButtonStyle.primary,
        disabled=move not in moves,
    )


def _button(table: int, question: int | str, entry: Entry) -> Press:
    style = (
        discord.ButtonStyle.primary
        if entry.words.split(" ")[0] != "pass"
        else discord.ButtonStyle.secondary
    )
    action = "into" if entry.leads_on else "move"
    return Press(action, table, f"{question}:{entry.words}", label=entry.label, style=style)


def _select(
    table: int,
    question: int | str,
    listed: list[Entry],
    n: int,
    placeholder: str,
    outlooks: Mapping[str, str],
) -> Pick:
    options = [
        discord.SelectOption(
            label=clamp(entry.label, OPTION_LABEL),
            value=f"{'into' if entry.leads_on else 'move'}:{entry.words}",
            description=clamp(outlooks.get(entry.words, ""), OPTION_LABEL) or None,
        )
        for entry in listed
    ]
    return Pick("move", table, f"{question}:{n}", placeholder=placeholder, options=options)


def clamp(text: str, most: int) -> str:
    """The text, cut with an ellipsis where it is longer than Discord allows."""
    return text if len(text) <= most else text[: most - 1].rstrip() + "…"
