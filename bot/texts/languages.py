"""Languages: catalogues, and the language of whoever reads.

A catalogue is a file in gettext's format, `translations/CODE.po`: one of the house, one in the
folder of each game. What no catalogue knows stays English.
"""

from __future__ import annotations

from collections.abc import Generator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Any, Final

from babel.messages.pofile import read_po

from games import discover
from games.words import ENGLISH, Lexicon, phrase, said

LANGUAGES: Final = {
    "en": "English",
    "de": "Deutsch",
    "fr": "Français",
    "es": "Español",
    "ja": "日本語",
}
"""The languages there are, each by its own name."""

_reader: ContextVar[Lexicon] = ContextVar("reader", default=ENGLISH)


def understood(locale: object) -> str:
    """The language of these that a locale of Discord means; English where there is none."""
    code = str(locale).split("-")[0].lower()
    return code if code in LANGUAGES else "en"


def speak(language: str) -> None:
    """Has everything be said in this language from here on, for whoever acts now."""
    _reader.set(lexicon(language))


@contextmanager
def speaking(language: str) -> Generator[None]:
    """Within it everything is said in this language."""
    token = _reader.set(lexicon(language))
    try:
        yield
    finally:
        _reader.reset(token)


def spoken_now() -> str:
    """The code of the language that is spoken now."""
    return _reader.get().language


def reader() -> Lexicon:
    """The language of whoever reads what is made now."""
    return _reader.get()


def _(template: str, /, **values: Any) -> str:
    """A text of the house in the language of whoever reads it; see `games.words` for templates."""
    return said(phrase(template, **values), _reader.get())


def spoken(text: str, names: Sequence[str] = ()) -> str:
    """A text of a game, phrase or term, in the language of whoever reads it."""
    return said(text, _reader.get(), names)


@cache
def lexicon(language: str) -> Lexicon:
    """All that is known in a language: the catalogue of the house and those of the games."""
    if language not in LANGUAGES or language == "en":
        return ENGLISH
    texts: dict[str, str] = {}
    for folder in catalogues():
        texts = read(folder, language) | texts
    return Lexicon(language, texts)


def catalogues() -> list[Traversable]:
    """The folders with catalogues: that of the house, then those of the games."""
    folders = [files("bot.texts"), *(files("games").joinpath(game) for game in discover())]
    return [folder.joinpath("translations") for folder in folders]


def read(folder: Traversable, language: str) -> dict[str, str]:
    """What a folder knows in a language, by the English text; {} where it has no such file."""
    file = folder.joinpath(f"{language}.po")
    if not file.is_file():
        return {}
    with file.open("rb") as opened:
        found = read_po(opened, locale=language)
    return {str(each.id): str(each.string) for each in found if each.id and each.string}
