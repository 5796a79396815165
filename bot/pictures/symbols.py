"""Symbols: which one stands for a label or a piece of news, and the drawn ones.

A label names things by phrases, so what it names first is known in every language, and the symbol
tells no more than the label does.
"""

from __future__ import annotations

import hashlib
import io
import re
import string
from collections.abc import Mapping
from contextlib import suppress
from functools import cache, lru_cache
from typing import NamedTuple, cast

from bot.texts.languages import using_language
from games import installed
from games.words import PERSONS, Phrase
from renderers import for_game, own_names
from renderers.symbols import Symbol, Symbols, of_seats, square

SEATS = "seats"
"""In place of a game: the tokens of seats, whose symbols are in their order."""
DIGEST_CHARS = 6


class Drawn(NamedTuple):
    """A symbol as PNG, with a digest of its pixels."""

    name: str
    digest: str
    png: bytes


class _Words(NamedTuple):
    """The words of a game's symbols, and a pattern that finds them in a template."""

    names: Mapping[str, str]
    """The names of symbols by their words in lower case."""
    pattern: re.Pattern[str] | None


def groups() -> list[str]:
    """The seats, and every game that can be drawn."""
    return [SEATS, *own_names(), *installed()]


def symbols_of(group: str) -> Symbols:
    """{} for a game that has none."""
    if group == SEATS:
        return of_seats()
    with suppress(LookupError):  # a game without pictures
        return getattr(for_game(group), "symbols", dict[str, Symbol])()
    return {}


@cache
def draw(group: str) -> list[Drawn]:
    """The symbols of a game, or of seats, in their order."""
    with using_language("en", group):
        return [_drawn(name, symbol) for name, symbol in symbols_of(group).items()]


def _drawn(name: str, symbol: Symbol) -> Drawn:
    image, png = square(symbol), io.BytesIO()
    image.save(png, "PNG")
    pixels = hashlib.sha256(image.tobytes()).hexdigest()
    return Drawn(name, pixels[:DIGEST_CHARS], png.getvalue())


def symbol_in(game: str, text: str) -> str:
    """The symbol of what a text of a game names first, as "GAME/NAME"; "" if that has none, or is
    one of several in a list.
    """
    name = _first_named(text, _words(game))
    return f"{game}/{name}" if name else ""


@cache
def _words(game: str) -> _Words:
    names = {
        word.lower(): name for name, symbol in symbols_of(game).items() for word in symbol.words
    }
    longest_first = sorted(map(re.escape, names), key=len, reverse=True)
    pattern = re.compile(rf"\b(?:{'|'.join(longest_first)})\b", re.IGNORECASE)
    return _Words(names, pattern if names else None)


def _first_named(text: object, words: _Words) -> str | None:
    """The name of a symbol; "" for a list of several things, None for a text that names none."""
    if words.pattern is None:
        return None
    if not isinstance(text, Phrase):
        return words.names.get(text.lower()) if isinstance(text, str) else None
    for literal, field, spec in _parts(text.template):
        if found := words.pattern.search(literal):
            return words.names[found[0].lower()]
        value = text.values.get(field) if spec != "text" else None
        entries = cast("list[object]", value if isinstance(value, list | tuple) else [value])
        named = [_first_named(each, words) for each in entries]
        if any(each is not None for each in named):
            return named[0] if len(named) == 1 else ""
        if "|" in spec and not spec.startswith(PERSONS) and (found := words.pattern.search(spec)):
            return words.names[found[0].lower()]
    return None


@lru_cache(maxsize=4096)
def _parts(template: str) -> list[tuple[str, str, str]]:
    """The parts of a template: literal text, the name of the value after it, its format spec."""
    parsed = string.Formatter().parse(template)
    return [(literal, field or "", spec or "") for literal, field, spec, _ in parsed]
