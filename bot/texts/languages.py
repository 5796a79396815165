"""Languages: catalogues of translations, and the current language.

A catalogue is a gettext file `translations/CODE.po`: one of the bot, and one in the folder of each
game. A text without a translation stays English. `translations/former.po` maps former English
wordings to those of today, so that news and questions that were stored in a former wording are
translated too.
"""

from __future__ import annotations

import logging
from contextlib import AbstractContextManager
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Final

from babel import Locale

from games import folder, installed, own_names, words
from games.words import ENGLISH, Lexicon, _, reader, translate

__all__ = [
    "LANGUAGES",
    "_",
    "catalogues",
    "current_language",
    "lacks_texts",
    "language_of_locale",
    "lexicon",
    "read_catalogue",
    "reader",
    "translate",
    "use_language",
    "use_words_of",
    "using_language",
]

log = logging.getLogger(__name__)


def _languages() -> dict[str, str]:
    """English, and every language of which the bot has a catalogue, each by its own name."""
    found = files("bot.texts").joinpath("translations").iterdir()
    codes = sorted(each.name.removesuffix(".po") for each in found if each.name.endswith(".po"))
    names = {code: str(Locale.parse(code).display_name).capitalize() for code in codes}
    return {"en": "English", **names}


LANGUAGES: Final = _languages()


def language_of_locale(locale: object) -> str:
    """The language in `LANGUAGES` for a locale of Discord; English where there is none."""
    code = str(locale).split("-")[0].lower()
    return code if code in LANGUAGES else "en"


def use_language(language: str) -> None:
    """Makes this the current language from here on, for the person who acts now."""
    words.use_language(lexicon(language))


def use_words_of(game: str) -> None:
    """Prefers the translations of this game from here on, in the current language."""
    words.use_language(lexicon(current_language(), game))


def using_language(language: str, game: str = "") -> AbstractContextManager[None]:
    """Within it, this is the current language; the translations of `game` are preferred."""
    return words.using_language(lexicon(language, game))


def current_language() -> str:
    return reader().language


@cache
def lexicon(language: str, game: str = "") -> Lexicon:
    """All translations in a language. Those of `game` come before those of the bot and of the other
    games, which may translate the same English word otherwise.
    """
    if language not in LANGUAGES or language == "en":
        return ENGLISH
    if game:
        own = read_catalogue(folder(game).joinpath("translations"), language)
        return Lexicon(language, {**lexicon(language).texts, **own})
    texts: dict[str, str] = {}
    for each in catalogues():
        texts = read_catalogue(each, language) | texts
    for game_name in installed():
        if lacks_texts(folder(game_name).joinpath("translations"), language):
            log.warning("%s lacks texts in “%s” and says them in English", game_name, language)
    return Lexicon(language, texts)


def load_all() -> None:
    """Reads the texts of all languages. Takes a while: not for the event loop."""
    for language in LANGUAGES:
        lexicon(language)


def lacks_texts(catalogue: Traversable, language: str) -> bool:
    """Whether a folder has no texts in a language, or not all of those in its other languages."""
    texts = [read_catalogue(catalogue, each, empty=True).keys() for each in LANGUAGES]
    known = read_catalogue(catalogue, language).keys()
    return not known or any(each - known for each in texts)


def catalogues() -> list[Traversable]:
    """The folders with catalogues: the bot's, then those of the games."""
    folders = [files("bot.texts"), *map(folder, [*own_names(), *installed()])]
    return [each.joinpath("translations") for each in folders]


@cache
def read_catalogue(catalogue: Traversable, language: str, *, empty: bool = False) -> dict[str, str]:
    """The translations of a folder in a language, by English text in today's and in former wording;
    {} where the file is missing or cannot be read. With `empty`, also texts that are not translated
    yet.
    """
    texts = _read_file(catalogue.joinpath(f"{language}.po"))
    former = _read_file(catalogue.joinpath("former.po"))
    texts |= {old: texts[new] for old, new in former.items() if texts.get(new)}
    return texts if empty else {english: text for english, text in texts.items() if text}


def _read_file(file: Traversable) -> dict[str, str]:
    from babel.messages.pofile import PoFileError, read_po  # English needs no catalogue

    if not file.is_file():
        return {}
    try:
        with file.open("rb") as opened:
            found = read_po(opened)
    except (ValueError, PoFileError):
        return {}
    said = {str(each.id): "" if each.fuzzy else str(each.string) for each in found}
    return {english: text for english, text in said.items() if english}
