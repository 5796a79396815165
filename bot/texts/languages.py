"""Languages: catalogues, and the language of the reader.

A catalogue is a file in gettext's format, `translations/CODE.po`: one of the bot, one in the
folder of each game. What no catalogue knows stays English. `translations/former.po` has English
texts that were reworded, each with its wording of today: news and questions that were stored in
the former wording are translated like those of today.
"""

from __future__ import annotations

import logging
from contextlib import AbstractContextManager
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Final

from babel.messages.pofile import PoFileError, read_po

from games import discover, folder, installed, words
from games.words import ENGLISH, Lexicon, _, reader, spoken

__all__ = [
    "LANGUAGES",
    "_",
    "catalogues",
    "lacks_texts",
    "lexicon",
    "read",
    "reader",
    "speak",
    "speak_of",
    "speaking",
    "spoken",
    "spoken_now",
    "understood",
]

log = logging.getLogger(__name__)
LANGUAGES: Final = {
    "en": "English",
    "de": "Deutsch",
    "fr": "Français",
    "es": "Español",
    "ja": "日本語",
}
"""The languages there are, each by its own name."""


def understood(locale: object) -> str:
    """The language of these that a locale of Discord means; English where there is none."""
    code = str(locale).split("-")[0].lower()
    return code if code in LANGUAGES else "en"


def speak(language: str) -> None:
    """Has everything be said in this language from here on, for the person who acts now."""
    words.speak(lexicon(language))


def speak_of(game: str) -> None:
    """Has everything from here on be said with the words of this game, in the same language."""
    words.speak(lexicon(spoken_now(), game))


def speaking(language: str, game: str = "") -> AbstractContextManager[None]:
    """Within it everything is said in this language, with the words of a game if one is named."""
    return words.speaking(lexicon(language, game))


def spoken_now() -> str:
    """The code of the language that is spoken now."""
    return reader().language


@cache
def lexicon(language: str, game: str = "") -> Lexicon:
    """All that is known in a language: the catalogue of a game, where one is named, before those of
    the house and of the other games, which may translate the same English word otherwise.
    """
    if language not in LANGUAGES or language == "en":
        return ENGLISH
    if game:
        own = read(folder(game).joinpath("translations"), language)
        return Lexicon(language, {**lexicon(language).texts, **own})
    texts: dict[str, str] = {}
    for each in catalogues():
        texts = read(each, language) | texts
    for game_name in installed():
        if lacks_texts(folder(game_name).joinpath("translations"), language):
            log.warning("%s lacks texts in “%s” and says them in English", game_name, language)
    return Lexicon(language, texts)


def load_all() -> None:
    """Reads the texts of all languages; takes a while, so not on the event loop."""
    for language in LANGUAGES:
        lexicon(language)


def lacks_texts(catalogue: Traversable, language: str) -> bool:
    """Whether a folder has no texts in a language, or not all of those in its other languages."""
    texts = [read(catalogue, each, empty=True).keys() for each in LANGUAGES]
    known = read(catalogue, language).keys()
    return not known or any(each - known for each in texts)


def catalogues() -> list[Traversable]:
    """The folders with catalogues: that of the house, then those of the games."""
    folders = [files("bot.texts"), *(folder(game) for game in discover())]
    return [each.joinpath("translations") for each in folders]


@cache
def read(catalogue: Traversable, language: str, *, empty: bool = False) -> dict[str, str]:
    """What a folder knows in a language, by the English text of today and of former times; {} where
    it has no such file, or one that cannot be read. With `empty` also the texts that are not
    translated yet.
    """
    texts = _read_file(catalogue.joinpath(f"{language}.po"))
    former = _read_file(catalogue.joinpath("former.po"))
    texts |= {old: texts[new] for old, new in former.items() if texts.get(new)}
    return texts if empty else {english: text for english, text in texts.items() if text}


def _read_file(file: Traversable) -> dict[str, str]:
    if not file.is_file():
        return {}
    try:
        with file.open("rb") as opened:
            found = read_po(opened)
    except (ValueError, PoFileError):
        return {}
    return {str(each.id): str(each.string) for each in found if each.id}
