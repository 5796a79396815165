"""The cards and tiles of all games, found by what people type."""

from __future__ import annotations

import difflib
import re
import unicodedata
from dataclasses import dataclass
from functools import cache
from typing import Any

from games import discover
from games.kernel import Card, Game

LONGEST_TYPED = 100
LIKENESS = 0.5
"""How like a name is to what was typed, from 0 to 1, so that it may have been meant."""


@dataclass(frozen=True, slots=True)
class Entry:
    """A card of a game, and what it is called: `key` for the bot, `label` for people."""

    game: Game[Any]
    card: Card
    key: str
    label: str
    spellings: tuple[str, ...]
    """Key, label, name and id, folded."""

    @property
    def name(self) -> str:
        """The name, folded."""
        return self.spellings[2]


def folded(text: str) -> str:
    """The letters and digits of a text: without case, accents and signs, one space between."""
    plain = unicodedata.normalize("NFKD", text[:LONGEST_TYPED]).casefold()
    bare = "".join(c for c in plain if not unicodedata.combining(c) and c not in "'’")
    return " ".join(re.findall(r"[^\W_]+", bare))


@cache
def entries() -> tuple[Entry, ...]:
    """Every card of every game."""
    return tuple(
        _entry(game, card) for game in discover().values() for card in game.lookup.values()
    )


def _entry(game: Game[Any], card: Card) -> Entry:
    key, label = f"{game.name}/{card['id']}", f"{card['name']} · {game.title}"
    spellings = tuple(map(folded, (key, label, card["name"], card["id"])))
    return Entry(game, card, key, label, spellings)


def listed(first: Game[Any] | None) -> list[Entry]:
    """Every card, those of one game before the others."""
    return sorted(entries(), key=lambda entry: entry.game is not first)


def matching(typed: str, first: Game[Any] | None = None) -> list[Entry]:
    """The cards whose name has this in it: of one game first, and in each what begins with it."""
    said = folded(typed)
    found = [entry for entry in entries() if said in entry.name]
    return sorted(found, key=lambda e: (e.game is not first, not e.name.startswith(said)))


def meant(typed: str, first: Game[Any] | None = None) -> Entry | None:
    """The card of this key, label, name or id, or the only one whose name has this in it."""
    said = folded(typed)
    for way in range(4):
        for entry in listed(first):
            if entry.spellings[way] == said:
                return entry
    found = matching(typed, first)
    return found[0] if len(found) == 1 else None


def nearest(typed: str, first: Game[Any] | None = None, most: int = 5) -> list[Entry]:
    """The cards that may have been meant, the likeliest first."""
    said = folded(typed)
    names = {entry.name: entry for entry in reversed(listed(first))}
    alike = difflib.get_close_matches(said, names, most, LIKENESS)
    found = [*matching(typed, first), *(names[name] for name in alike)]
    return list({entry.key: entry for entry in found}.values())[:most]
