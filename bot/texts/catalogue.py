"""The cards and tiles of all games, found by what people type."""

from __future__ import annotations

import difflib
import re
import unicodedata
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from bot.texts.languages import LANGUAGES, speaking, spoken, spoken_now
from games import discover
from games.kernel import Card, Game

LONGEST_TYPED = 100
LIKENESS = 0.5
"""How like a name is to what was typed, from 0 to 1, so that it may have been meant."""


@dataclass(frozen=True, slots=True)
class Entry:
    """A card of a game, and what it is called: `key` for the bot, `label` for a reader."""

    game: Game[Any]
    card: Card
    key: str
    label: str
    names: tuple[str, ...]
    """The name in the reader's language and in English, folded."""
    spellings: tuple[tuple[str, ...], ...]
    """Key, labels, names and id, folded."""

    @property
    def name(self) -> str:
        """The name in the reader's language, folded."""
        return self.names[0]


def folded(text: str) -> str:
    """The letters and digits of a text: without case, accents and signs, one space between."""
    plain = unicodedata.normalize("NFKD", text[:LONGEST_TYPED]).casefold()
    bare = "".join(c for c in plain if not unicodedata.combining(c) and c not in "'’")
    return " ".join(re.findall(r"[^\W_]+", bare))


def entries() -> tuple[Entry, ...]:
    """Every card of every game, as it is called in the language of the reader."""
    return entries_in(spoken_now())


@lru_cache(len(LANGUAGES))
def entries_in(language: str) -> tuple[Entry, ...]:
    """Every card of every game, as it is called in a language."""
    with speaking(language):
        return tuple(
            _entry(game, card) for game in discover().values() for card in game.lookup.values()
        )


def _entry(game: Game[Any], card: Card) -> Entry:
    key = f"{game.name}/{card['id']}"
    with speaking(spoken_now(), game.name):
        said = spoken(card["name"]), str(card["name"])
    labels = [f"{name} · {game.title}" for name in said]
    names = tuple(map(folded, said))
    spellings = ((folded(key),), tuple(map(folded, labels)), names, (folded(card["id"]),))
    return Entry(game, card, key, labels[0], names, spellings)


def listed(first: Game[Any] | None) -> list[Entry]:
    """Every card, those of one game before the others."""
    return sorted(entries(), key=lambda entry: entry.game is not first)


def matching(typed: str, first: Game[Any] | None = None) -> list[Entry]:
    """The cards whose name has this in it: of one game first, and in each what begins with it."""
    said = folded(typed)
    found = [entry for entry in entries() if any(said in name for name in entry.names)]

    def place(entry: Entry) -> tuple[bool, bool]:
        begins = any(name.startswith(said) for name in entry.names)
        return entry.game is not first, not begins

    return sorted(found, key=place)


def meant(typed: str, first: Game[Any] | None = None) -> Entry | None:
    """The card of this key, label, name or id, or the only one whose name has this in it."""
    said, cards = folded(typed), listed(first)
    for way in range(4):
        for entry in cards:
            if said in entry.spellings[way]:
                return entry
    found = matching(typed, first)
    return found[0] if len(found) == 1 else None


def nearest(typed: str, first: Game[Any] | None = None, most: int = 5) -> list[Entry]:
    """The cards that may have been meant, the likeliest first."""
    said = folded(typed)
    names = {name: entry for entry in reversed(listed(first)) for name in entry.names}
    alike = difflib.get_close_matches(said, names, most, LIKENESS)
    found = [*matching(typed, first), *(names[name] for name in alike)]
    return list({entry.key: entry for entry in found}.values())[:most]
