"""What every game must keep of the words in its pictures: each is translated, and each fits.

Nothing here names a game; a new renderer is held to all of this by being there.
"""

from __future__ import annotations

import os
import re
import string
import sys
from collections.abc import Collection, Iterator, Mapping
from functools import cache
from itertools import takewhile
from operator import eq
from typing import Any

import pytest

from atelier_testing.drawn_texts import DrawnText, drawn_texts, tracking_texts
from atelier_testing.pictures import (
    NAMES,
    Table,
    described,
    every_table,
    names_of,
    states,
    view_of,
)
from atelier_testing.project import own_games
from atelier_testing.texts import WHOLE
from bot.texts.languages import lexicon, read_catalogue
from games import folder
from games.kernel import Game
from games.words import PERSONS, Lexicon, using_language
from renderers import caching, for_game, seats
from renderers.fonts import initials

PLAIN = string.ascii_letters
OTHER = "абцдефгхийклмнопярстувщхыз" + "абцдефгхийклмнопярстувщхыз".upper()
ROMAN = re.compile(r"\b[IVX]+\b")
CODE = re.compile(r"\b[A-Z]+\d+[A-Za-z]?\b")
"""What things are called in moves, as in D07: the same in every language."""
NUMBERS = ["11", "22", "33", "44", "55", "66", "77", "88"]
"""Names without letters: all letters in a picture come from a catalogue."""
COVERED = 0.05
"""The share of a text that may be covered."""
LEAST_OF_A_NAME = 5
"""Letters of a long name that are shown at least, however wide they are."""
NARROW, LEGIBLE = 265, 4.9
"""Pixels: the width of a picture in a message on a phone, and the least size of type there, which
is fifteen of the dots of its screen.
"""
SIGN = 2
"""Letters or figures on a sign that colour and shape tell, too."""
VIEWS = 4
"""Positions that are drawn in each language."""


class Pseudo(Mapping[str, str]):
    """A catalogue that translates every text into other letters; a third longer with `longer`."""

    def __init__(self, *, longer: bool = False) -> None:
        self._longer = longer

    def __getitem__(self, text: str) -> str:
        """Values stay where they are."""
        out: list[str] = []
        for words, name, spec, _conversion in string.Formatter().parse(text):
            out.append(self._other(words))
            if name is not None:
                forms = self._forms(spec) if spec and "|" in spec else spec
                out.append(f"{{{name}:{forms}}}" if forms else f"{{{name}}}")
        return "".join(out)

    def __iter__(self) -> Iterator[str]:
        """Empty: it cannot list its texts."""
        return iter(())

    def __len__(self) -> int:
        return 0

    def _forms(self, spec: str) -> str:
        kind = next((kind for kind in PERSONS if spec.startswith(kind)), "")
        return kind + self._other(spec.removeprefix(kind))

    def _other(self, words: str) -> str:
        if self._longer:
            words = re.sub(r"[a-z]{3}", lambda found: found[0] + found[0][-1], words)
        return words.translate(str.maketrans(PLAIN, OTHER))


PSEUDO, LONGER = Lexicon("bg", Pseudo()), Lexicon("mk", Pseudo(longer=True))
"""Languages that differ from English in every letter, and write lists in Cyrillic; the second has
longer words, too.
"""


def texts_in_picture(view: dict[str, Any], language: Lexicon) -> list[DrawnText]:
    """The texts in the picture of a view in a language."""
    with tracking_texts(), using_language(language):
        return drawn_texts(for_game(view["game"]).draw(view))


def sampled_views(table: Table) -> list[dict[str, Any]]:
    """The last positions of those that are drawn, for all and for a player by turns."""
    found = states(table)[-VIEWS:]
    viewers = [None if n % 2 == 0 else n % table.seats for n in range(len(found))]
    views = [view_of(table, g, viewer) for g, viewer in zip(found, viewers, strict=True)]
    return [view | {"names": NUMBERS[: table.seats]} for view in views]


def is_untranslated(text: str, game: Game[Any]) -> bool:
    """Whether a text has untranslated words beside the title of its game."""
    kept = CODE.sub("", ROMAN.sub("", text.replace(game.title, "")))
    return any(c in PLAIN for c in kept)


@every_table
def test_every_word_of_a_picture_is_translated(table: Table):
    for view in sampled_views(table):
        found = texts_in_picture(view, PSEUDO)
        assert [each.text for each in found if is_untranslated(each.text, table.game)] == []


@every_table
def test_every_word_that_describes_a_picture_is_translated(table: Table):
    tell = getattr(for_game(table.game.name), "tell", None)
    for view in sampled_views(table):
        with using_language(PSEUDO):
            texts = [described(view), *([tell(view)] if tell else [])]
        words = " ".join(texts).replace(table.game.title, "").split()
        assert [word for word in words if is_untranslated(word, table.game)] == []


@cache
def languages_of(name: str) -> list[str]:
    """The languages that a game is translated into, and English; only that of the variable
    TEST_LANGUAGES where it names one.
    """
    catalogue = folder(name).joinpath("translations")
    known = [each for each in WHOLE if each == "en" or read_catalogue(catalogue, each)]
    wanted = os.environ.get("TEST_LANGUAGES", "all")
    return known if wanted == "all" else [each for each in known if each == wanted]


@every_table
def test_words_fit_into_a_picture_in_every_language(table: Table):
    views = sampled_views(table)
    for code in languages_of(table.game.name):
        for view in views:
            found = texts_in_picture(view, lexicon(code, table.game.name))
            cut = [each.text for each in found if each.text.endswith("…")]
            assert cut == [], code
            assert_apart(found)


@every_table
def test_longer_words_stay_on_a_picture_and_apart(table: Table):
    for view in sampled_views(table):
        assert_apart(texts_in_picture(view, LONGER))


@pytest.mark.parametrize("kind", NAMES)
@every_table
def test_names_of_any_kind_fit_into_a_picture_and_stay_apart(table: Table, kind: str):
    names = names_of(table, kind)
    for n, g in enumerate(states(table), start=list(NAMES).index(kind)):
        # Every second kind of name is looked at by players where the others are by spectators.
        view = view_of(table, g, None if n % 2 else n % table.seats, names)
        signs = initials(seats.names_of(view))
        assert_apart(texts_in_picture(view, lexicon("en", table.game.name)), signs)


@every_table
def test_a_name_of_usual_length_is_never_cut_and_a_long_one_keeps_its_beginning(table: Table):
    for kind, least in (("of usual length", 99), ("long", LEAST_OF_A_NAME)):
        names = names_of(table, kind)
        for g in states(table)[-VIEWS:]:
            for viewer in (None, 0):
                view = view_of(table, g, viewer, names)
                found = texts_in_picture(view, lexicon("en", table.game.name))
                kept = [each.text[:-1] for each in found if each.text.endswith("…")]
                begun = [cut for cut in kept if cut and any(it.startswith(cut) for it in names)]
                assert [cut for cut in begun if len(cut) < least] == []


@every_table
def test_what_decides_a_move_is_legible_in_a_narrow_message(table: Table):
    small: set[str] = set()
    for g in states(table):
        for seat in g.asked:
            with tracking_texts():
                picture = for_game(table.game.name).draw(view_of(table, g, seat))
            least = LEGIBLE * picture.width / NARROW
            words = [each for each in drawn_texts(picture) if len(each.text) > SIGN]
            small |= {each.text for each in words if each.size < least}
    assert small == set()


def assert_apart(found: list[DrawnText], signs: Collection[str] = ()) -> None:
    """Asserts that no text leaves its image, lies on another one or is covered by something else;
    the letters of seats may be where many tokens stand at one place.
    """
    words = [each for each in found if each.text not in signs]
    assert [each.text for each in words if each.is_cut_off] == []
    assert [each.text for each in words if len(each.text) > 1 and each.covered > COVERED] == []
    pairs: list[tuple[str, str]] = []
    rightwards = sorted(words, key=lambda each: each.box[0])
    for n, a in enumerate(rightwards):
        beside = takewhile(lambda b, end=a.box[2]: b.box[0] < end, rightwards[n + 1 :])
        pairs += [(a.text, b.text) for b in beside if a.overlaps(b)]
    assert pairs == []


@pytest.mark.parametrize("game", own_games(), ids=lambda game: game.name)
def test_pictures_keep_nothing_in_another_language(game: Game[Any]):
    pictures = for_game(game.name)
    views = sampled_views(Table(game, game.seats[-1]))
    for view in views:
        pictures.draw(view)
    with using_language(PSEUDO):
        after_english = [pictures.draw(view).tobytes() for view in views]
        forget_drawings(pictures.__name__)
        anew = [pictures.draw(view).tobytes() for view in views]
    assert all(map(eq, after_english, anew))


def forget_drawings(package: str) -> None:
    """Drops all drawings, and what the modules of a package have cached."""
    caching.clear()
    for name, module in list(sys.modules.items()):
        if f"{name}.".startswith(f"{package}."):
            for value in vars(module).values():
                if hasattr(value, "cache_clear"):
                    value.cache_clear()
