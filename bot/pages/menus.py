"""Menus: the lines and headings of moves, in several steps if there are many."""

from __future__ import annotations

import re
import string
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import takewhile

from bot.pages.page import MAX_OPTIONS
from bot.texts.languages import _

MAX_BUTTONS, MAX_SELECTS = 10, 12
"""Buttons, and selects, of one menu."""
MAX_UNFOLDED = 6
"""If the headings of a menu need no more selects than this, these are shown at once."""
DIGITS_AND_SIGNS = f"{string.digits}{string.punctuation} "
"""Characters at the end of a heading that are cut off."""
SEPARATORS = " \u00a0,;:.，；：、。"
"""Characters between words."""
WORD = re.compile("[^ ：、；]+[ ：、；]*")
"""A word of a label, with the separators after it."""


@dataclass(slots=True, frozen=True)
class Entry:
    """A line of a menu: a move, or a heading that opens the moves with these words."""

    words: str
    label: str
    is_heading: bool = False


def entries(moves: dict[str, str], prefix: str = "") -> list[Entry]:
    """The menu of the moves that begin with `prefix`; `moves` has their labels.

    Moves that extend another move, as "buy 3 tokens 2" extends "buy 3", are under a heading. A long
    menu is split by the next word; a heading says what its moves have in common.
    """
    words = prefix.split()
    inside = {m: label for m, label in moves.items() if m.split(" ")[: len(words)] == words}
    details = _details(inside, len(words))
    lines = [
        entry
        for move, label in inside.items()
        if move not in {each for group in details.values() for each in group}
        for entry in (Entry(move, label), *_detailed(move, label, details.get(move, {})))
    ]
    if len(lines) <= MAX_OPTIONS:
        return lines
    groups = _by_next_word(inside, words)
    if len(groups) == 1:
        return entries(moves, f"{prefix} {next(iter(groups))}".strip())
    shared = _shared_words(inside)
    lines = [
        Entry(*next(iter(group.items())))
        if len(group) == 1
        else Entry(f"{prefix} {word}".strip(), _heading(word, group, shared), is_heading=True)
        for word, group in groups.items()
    ]
    headings = [line for line in lines if line.is_heading]
    if len(headings) > 1:
        return lines
    # A single heading would only cost a press, so its moves take its place.
    under = {line.words: entries(moves, line.words) for line in headings}
    return [each for line in lines for each in under.get(line.words, [line])]


def _details(moves: dict[str, str], prefix_length: int) -> dict[str, dict[str, str]]:
    """Groups of several moves that extend another move, by that move. The first `prefix_length`
    words alone do not count as a move.
    """
    found: dict[str, dict[str, str]] = {}
    for move, label in moves.items():
        words = move.split(" ")
        starts = (" ".join(words[:n]) for n in range(prefix_length + 1, len(words)))
        if shorter := next((start for start in starts if start in moves), ""):
            found.setdefault(shorter, {})[move] = label
    return {shorter: group for shorter, group in found.items() if len(group) > 1}


def _detailed(move: str, label: str, group: dict[str, str]) -> list[Entry]:
    """The heading of the moves that extend a move: how all their labels begin; [] if there are
    none.
    """
    words = [*_by_next_word(group, move.split(" "))]
    if not words:
        return []
    columns = takewhile(lambda column: len({*column}) == 1, zip(*group.values(), strict=False))
    alike = "".join(column[0] for column in columns)
    whole = alike.rpartition(" ")[0].rstrip(DIGITS_AND_SIGNS + SEPARATORS)
    alike = whole or alike.rstrip(DIGITS_AND_SIGNS + SEPARATORS)
    prefix = f"{move} {words[0]}" if len(words) == 1 else move
    return [Entry(prefix, f"{alike or label} …", is_heading=True)]


def next_words(moves: dict[str, str], words: Sequence[str]) -> dict[str, str]:
    """The words that can follow these, each with its move or heading."""
    groups = _by_next_word(moves, words)
    shared = _shared_words(moves)
    return {
        word: next(iter(group.values())) if len(group) == 1 else _heading(word, group, shared)
        for word, group in groups.items()
        if word
    }


def _by_next_word(moves: dict[str, str], prefix: Sequence[str]) -> dict[str, dict[str, str]]:
    """The moves that begin with these words, by the word after them ("" if none follows)."""
    groups: dict[str, dict[str, str]] = {}
    for move, label in moves.items():
        words = move.split(" ")
        if words[: len(prefix)] == list(prefix):
            groups.setdefault((*words, "")[len(prefix)], {})[move] = label
    return groups


def _shared_words(moves: dict[str, str]) -> set[str]:
    sets = [set(label.split(" ")) for label in moves.values()]
    return sets[0].intersection(*sets) if sets else set()


def _words(label: str) -> list[str]:
    """The words of a label, without separators."""
    return [word.rstrip(SEPARATORS) for word in WORD.findall(label)]


def _heading(word: str, group: dict[str, str], shared: set[str]) -> str:
    """The heading of a group of moves: how all its labels begin, else the first word that all of
    them have and the rest of the menu does not.
    """
    labels = [_words(label) for label in group.values()]
    columns = takewhile(lambda column: len({*column}) == 1, zip(*labels, strict=False))
    start = [column[0] for column in columns]
    in_all = {each for each in labels[0] if all(each in label for label in labels)} - shared
    common = (each for each in labels[0] if each in in_all and each.isalpha())
    first = "".join(WORD.findall(next(iter(group.values())))[: len(start)]).rstrip(SEPARATORS)
    heading = first if {*start} - shared else next(common, word)
    return f"{heading[:1].upper()}{heading[1:]} …"


def heading_of(moves: dict[str, str], prefix: str) -> str:
    """The heading that opens the moves with these words; "" if there is none."""
    words = prefix.split()
    above = (entries(moves, " ".join(words[:n])) for n in range(len(words)))
    headings = (each for listed in above for each in listed if each.is_heading)
    return next((each.label for each in headings if each.words == prefix), "")


def unfolded(
    moves: dict[str, str], listed: list[Entry]
) -> dict[Entry, list[tuple[str, list[Entry]]]]:
    """The selects of each heading, if they are few and have no headings inside; else {}."""
    inside = {
        entry: [each for each in entries(moves, entry.words) if each.words != entry.words]
        for entry in listed
        if entry.is_heading
    }
    selects = {entry: in_selects(entry.label, found) for entry, found in inside.items()}
    deeper = any(each.is_heading for found in inside.values() for each in found)
    if deeper or len(listed) > MAX_BUTTONS or sum(map(len, selects.values())) > MAX_UNFOLDED:
        return {}
    return selects


def in_selects(name: str, listed: list[Entry]) -> list[tuple[str, list[Entry]]]:
    """The lines of a menu for as many selects as they need, each with its placeholder."""
    chunks = [listed[i : i + MAX_OPTIONS] for i in range(0, len(listed), MAX_OPTIONS)]
    if len(chunks) == 1:
        return [(name, listed)]
    return [
        (_("{name:text} ({n} of {all})", name=name, n=n + 1, all=len(chunks)), chunk)
        for n, chunk in enumerate(chunks)
    ]
