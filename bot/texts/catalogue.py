"""The cards and tiles of all games, found by what people type."""

from __future__ import annotations

import difflib
import re
import unicodedata
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from bot.texts.languages import LANGUAGES, current_language, translate, using_language
from games import discover
from games.kernel import Card, Game

MAX_TYPED_CHARACTERS = 100
MIN_SIMILARITY = 0.5
"""A name is suggested if it is at least this similar to what was typed, from 0 to 1."""


@dataclass(frozen=True, slots=True)
class Entry:
    """A card of a game with its names: `key` for the bot, `label` for a reader."""

    game: Game[Any]
    card: Card
    key: str
    label: str
    names: tuple[str, ...]
    """The name in the reader's language and in English, normalized."""
    spellings: tuple[tuple[str, ...], ...]
    """Key, labels, names and id, normalized."""

    @property
    def name(self) -> str:
        """The name in the reader's language, normalized."""
        return self.names[0]


def normalized(text: str) -> str:
    """The words of a text, without case, accents and punctuation."""
    plain = unicodedata.normalize("NFKD", text[:MAX_TYPED_CHARACTERS]).casefold()
    bare = "".join(c for c in plain if not unicodedata.combining(c) and c not in "'’")
    return " ".join(re.findall(r"[^\W_]+", bare))


def entries() -> tuple[Entry, ...]:
    """Every card of every game, with its names in the current language."""
    return entries_in(current_language())


@lru_cache(len(LANGUAGES))
def entries_in(language: str) -> tuple[Entry, ...]:
    """Every card of every game, with its names in a language."""
    with using_language(language):
        return tuple(
            _entry(game, card) for game in discover().values() for card in game.lookup.values()
        )


def _entry(game: Game[Any], card: Card) -> Entry:
    key = f"{game.name}/{card['id']}"
    with using_language(current_language(), game.name):
        translated = translate(card["name"]), str(card["name"])
    labels = [f"{name} · {game.title}" for name in translated]
    names = tuple(map(normalized, translated))
    spellings = (
        (normalized(key),),
        tuple(map(normalized, labels)),
        names,
        (normalized(card["id"]),),
    )
    return Entry(game, card, key, labels[0], names, spellings)


def sorted_entries(first: Game[Any] | None) -> list[Entry]:
    """Every card, those of the `first` game before the others."""
    return sorted(entries(), key=lambda entry: entry.game is not first)


def entries_matching(typed: str, first: Game[Any] | None = None) -> list[Entry]:
    """The cards whose name contains this: of the `first` game first, and in each game first the
    names that begin with it.
    """
    wanted = normalized(typed)
    found = [entry for entry in entries() if any(wanted in name for name in entry.names)]

    def place(entry: Entry) -> tuple[bool, bool]:
        begins = any(name.startswith(wanted) for name in entry.names)
        return entry.game is not first, not begins

    return sorted(found, key=place)


def find_entry(typed: str, first: Game[Any] | None = None) -> Entry | None:
    """The card of this key, label, name or id, or the only one whose name contains this."""
    wanted, cards = normalized(typed), sorted_entries(first)
    for way in range(4):
        for entry in cards:
            if wanted in entry.spellings[way]:
                return entry
    found = entries_matching(typed, first)
    return found[0] if len(found) == 1 else None


def similar_entries(typed: str, first: Game[Any] | None = None, most: int = 5) -> list[Entry]:
    """The cards that may have been meant, the most likely first."""
    wanted = normalized(typed)
    names = {name: entry for entry in reversed(sorted_entries(first)) for name in entry.names}
    alike = difflib.get_close_matches(wanted, names, most, MIN_SIMILARITY)
    found = [*entries_matching(typed, first), *(names[name] for name in alike)]
    return list({entry.key: entry for entry in found}.values())[:most]
