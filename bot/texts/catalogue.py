"""The cards and tiles of all games, found by their names and by what they do."""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

from bot.texts.languages import LANGUAGES, current_language, translate, using_language
from bot.texts.search import Search, normalized, typed_words
from games import discover
from games.kernel import Card, Game

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


def entries() -> tuple[Entry, ...]:
    """In the current language."""
    return entries_in(current_language())


@lru_cache(len(LANGUAGES))
def entries_in(language: str) -> tuple[Entry, ...]:
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


def entries_matching(typed: str, first: Game[Any] | None = None) -> list[Entry]:
    """The cards with these words in their names or in what they do: those of the `first` game
    before the others, and in each game the best first; all cards if no word was typed.
    """
    found = _search(current_language()).found(typed) if typed_words(typed) else entries()
    return _sorted(found, first)


def _sorted(found: Iterable[Entry], first: Game[Any] | None) -> list[Entry]:
    """The cards of the `first` game, with the figures of its edition, before the others."""
    if first is None:
        return [*found]
    own = [entry for entry in found if entry.game.name == first.name]
    others = [entry for entry in found if entry.game.name != first.name]
    if own and own[0].game is not first:
        cards = {entry.key: first.lookup.get(entry.card["id"]) for entry in own}
        own = [replace(entry, game=first, card=card) for entry in own if (card := cards[entry.key])]
    return own + others


@lru_cache(len(LANGUAGES))
def _search(language: str) -> Search[Entry]:
    """All cards by their words in a language, and by their English names."""
    with using_language(language):
        return Search(
            (entry, entry.name, entry.names[-1], " ".join(_said(entry)))
            for entry in entries_in(language)
        )


def _said(entry: Entry) -> Iterator[str]:
    """What a card says, and of which game it is, in the current language."""
    card = entry.card
    with using_language(current_language(), entry.game.name):
        for text in (card["kind"], *card["text"], *card["facts"], *card["facts"].values()):
            yield translate(text) if isinstance(text, str) else str(text)
    yield entry.game.title


def find_entry(typed: str, first: Game[Any] | None = None) -> Entry | None:
    """The card of this key, label, name or id."""
    wanted, cards = normalized(typed), _sorted(entries(), first)
    for way in range(4):
        for entry in cards:
            if wanted in entry.spellings[way]:
                return entry
    return None


def similar_entries(typed: str, first: Game[Any] | None = None, most: int = 5) -> list[Entry]:
    """The cards whose names are spelled much like this, the most similar first."""
    names = {name: entry for entry in reversed(_sorted(entries(), first)) for name in entry.names}
    alike = difflib.get_close_matches(typed_words(typed), names, most, MIN_SIMILARITY)
    return list({names[name].key: names[name] for name in alike}.values())
