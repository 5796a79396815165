"""What every game must keep of the words in its pictures: each is translated, and each fits.

Nothing here names a game; a new renderer is held to all of this by being there.
"""

from __future__ import annotations

import re
import string
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from itertools import takewhile
from typing import Any
from unittest.mock import patch

import pytest
from PIL import Image

from atelier_testing.pictures import Table, described, drawn, every_table, states, view_of
from atelier_testing.project import own_games
from bot.texts.languages import LANGUAGES, lexicon, read
from games import folder
from games.kernel import Game
from games.words import Lexicon, speaking
from renderers import canvas, fonts, for_game

PLAIN = string.ascii_letters
OTHER = "абцдефгхийклмнопярстувщхыз" + "абцдефгхийклмнопярстувщхыз".upper()
ROMAN = re.compile(r"\b[IVX]+\b")
CODE = re.compile(r"\b[A-Z]+\d+[A-Za-z]?\b")
"""What things are called in moves, as in D07: the same in every language."""
NAMES = ["11", "22", "33", "44", "55"]
"""Names without letters: all letters in a picture come from a catalogue."""
OVERLAP = 4
"""Pixels that the boxes of two texts may share: they are a little larger than what is seen."""
EDGE = 2
"""Pixels of a text that nobody misses where its image ends."""
VIEWS = 4
"""Positions that are drawn in each language."""


class Pseudo(Mapping[str, str]):
    """A catalogue that has every text, in other letters; it is a third longer if asked for."""

    def __init__(self, *, longer: bool = False) -> None:
        self._longer = longer

    def __getitem__(self, text: str) -> str:
        """The text; its values stand where they stood."""
        out: list[str] = []
        for words, name, spec, _conversion in string.Formatter().parse(text):
            out.append(self._other(words))
            if name is not None:
                forms = self._other(spec or "") if "|" in (spec or "") else spec
                out.append(f"{{{name}:{forms}}}" if forms else f"{{{name}}}")
        return "".join(out)

    def __iter__(self) -> Iterator[str]:
        """No text: it cannot list them."""
        return iter(())

    def __len__(self) -> int:
        """No text."""
        return 0

    def _other(self, words: str) -> str:
        if self._longer:
            words = re.sub(r"[a-z]{3}", lambda found: found[0] + found[0][-1], words)
        return words.translate(str.maketrans(PLAIN, OTHER))


PSEUDO, LONGER = Lexicon("bg", Pseudo()), Lexicon("mk", Pseudo(longer=True))
"""Languages that differ from English in every letter, and write lists in Cyrillic; the second has
longer words, too.
"""


@dataclass(frozen=True)
class Print:
    """A text on an image, with the box that its letters fill: left, top, right, bottom."""

    image: Image.Image
    text: str
    box: tuple[int, int, int, int]

    def overlaps(self, other: Print) -> bool:
        """Whether both are on the same image and their letters lie on each other, unless one is the
        shade of the other.
        """
        moved = max(abs(a - b) for a, b in zip(self.box, other.box, strict=True))
        if self.text == other.text and moved <= OVERLAP:
            return False
        left, top = max(self.box[0], other.box[0]), max(self.box[1], other.box[1])
        right, bottom = min(self.box[2], other.box[2]), min(self.box[3], other.box[3])
        shared = min(right - left, bottom - top)
        return self.image is other.image and shared > OVERLAP

    @property
    def is_inside(self) -> bool:
        """Whether the whole text is on the image, but for the soft edge of its shade."""
        left, top, right, bottom = self.box
        wide, high = self.image.size
        return min(left, top) >= -EDGE and right <= wide + EDGE and bottom <= high + EDGE


def prints(view: dict[str, Any], language: Lexicon) -> list[Print]:
    """The texts that are printed when a view is drawn in a language; those of blocks that are kept
    from an earlier drawing are not among them.
    """
    found: list[Print] = []
    original = canvas.print_text

    def record(image: Image.Image, x: int, y: int, text: str, kind: str, size: int, *ink: Any):
        mask, dx, dy = fonts.label(text, kind, size)
        left, top = x + dx, y + dy
        box = (left, top, left + mask.width, top + mask.height)
        if text:
            found.append(Print(image, text, box))
        original(image, x, y, text, kind, size, *ink)

    with patch.object(canvas, "print_text", record), speaking(language):
        for_game(view["game"]).draw(view)
    return found


def forget(game: Game[Any]) -> None:
    """Empties all that the pictures of a game keep."""
    package = for_game(game.name).__name__
    for name, module in list(sys.modules.items()):
        if f"{name}.".startswith((f"{package}.", "renderers.canvas.", "renderers.cards.")):
            for value in vars(module).values():
                if hasattr(value, "cache_clear"):
                    value.cache_clear()


def some_views(table: Table) -> list[dict[str, Any]]:
    """The last positions of those that are drawn, for all and for a player by turns."""
    found = states(table)[-VIEWS:]
    viewers = [None if n % 2 == 0 else n % table.seats for n in range(len(found))]
    views = [view_of(table, g, viewer) for g, viewer in zip(found, viewers, strict=True)]
    return [view | {"names": NAMES[: table.seats]} for view in views]


def bare(text: str, game: Game[Any]) -> bool:
    """Whether a text has English words beside the title of its game."""
    kept = CODE.sub("", ROMAN.sub("", text.replace(game.title, "")))
    return any(c in PLAIN for c in kept)


@every_table
def test_every_word_of_a_picture_is_translated(table: Table):
    for view in some_views(table):
        found = prints(view, PSEUDO)
        assert [each.text for each in found if bare(each.text, table.game)] == []


@every_table
def test_every_word_that_describes_a_picture_is_translated(table: Table):
    tell = getattr(for_game(table.game.name), "tell", None)
    for view in some_views(table):
        with speaking(PSEUDO):
            texts = [described(view), *([tell(view)] if tell else [])]
        words = " ".join(texts).replace(table.game.title, "").split()
        assert [word for word in words if bare(word, table.game)] == []


@cache
def languages_of(name: str) -> list[str]:
    """The languages that a game is translated into, and English."""
    catalogue = folder(name).joinpath("translations")
    return [each for each in LANGUAGES if each == "en" or read(catalogue, each)]


@every_table
def test_words_fit_into_a_picture_in_every_language(table: Table):
    views = some_views(table)
    for code in languages_of(table.game.name):
        for view in views:
            found = prints(view, lexicon(code, table.game.name))
            cut = [each.text for each in found if each.text.endswith("…") and each.text != "…"]
            assert cut == [], code
            assert_apart(found)


@every_table
def test_longer_words_stay_on_a_picture_and_apart(table: Table):
    for view in some_views(table):
        assert_apart(prints(view, LONGER))


def assert_apart(found: list[Print]) -> None:
    """Asserts that no text leaves its image or lies on another one."""
    assert [each.text for each in found if not each.is_inside] == []
    pairs: list[tuple[str, str]] = []
    rightwards = sorted(found, key=lambda each: each.box[0])
    for n, a in enumerate(rightwards):
        beside = takewhile(lambda b, end=a.box[2]: b.box[0] < end, rightwards[n + 1 :])
        pairs += [(a.text, b.text) for b in beside if a.overlaps(b)]
    assert pairs == []


@pytest.mark.parametrize("game", own_games(), ids=lambda game: game.name)
def test_pictures_keep_nothing_in_another_language(game: Game[Any]):
    views = some_views(Table(game, game.seats[-1]))
    forget(game)
    for view in views:
        drawn(view)
    with speaking(PSEUDO):
        after_english = [drawn(view) for view in views]
        forget(game)
        anew = [drawn(view) for view in views]
    assert after_english == anew
