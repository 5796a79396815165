"""Dials: moves that are a number, or a word, on each of several dials, so many that nobody lists
them all.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cached_property, lru_cache
from itertools import islice, product
from math import prod
from typing import cast

MAX_TRIED, MAX_LISTED = 1_000, 300
"""With more settings, or more moves that fit, moves are sampled instead of listed."""
SAMPLE_SIZE, MAX_TRIES, MAX_NUMBERS_PER_TRY = 60, 240, 25
"""Moves of a sample, tries to find one, and numbers of a dial in each try."""

DIAL = re.compile(r"\{(\w+)(:d)?\}")
"""The place of a dial in a pattern: {price:d} for numbers, {order} for words."""
Setting = tuple[int, ...]


class Dials:
    """The moves of a choice with `dials`: a number or a word on each dial, if these fit together.
    In a setting the place of a word among those of its dial stands for it.

    `in` works for every move. Iterating lists all moves if they are few, and otherwise a sample,
    the same one each time.
    """

    def __init__(
        self,
        *values: Sequence[int] | Sequence[str],
        fits: Callable[..., bool] = lambda *_numbers: True,
        also: Iterable[str] = (),
    ) -> None:
        """Takes the numbers of each dial, such as `range(100)`, or its words. `fits` gets a value
        of each dial and says whether they fit together; `also` are moves of other forms.

        Leave out values that never fit: the sample gets better.
        """
        words = [[*map(str, dial)] if dial and isinstance(dial[0], str) else [] for dial in values]
        self.words = words
        """The words of each dial, [] for one with numbers."""
        self.numbers: tuple[Sequence[int], ...] = tuple(
            range(len(own)) if own else cast("Sequence[int]", dial)
            for dial, own in zip(values, words, strict=True)
        )
        self.pattern = ""
        """The form of the moves; the choice sets it."""
        self._fits: Callable[..., bool] = fits
        if any(words):
            turns = [own.__getitem__ if own else int for own in words]
            self._fits = lambda *setting: fits(
                *[turn(n) for turn, n in zip(turns, setting, strict=True)]
            )
        self.also = [*also]

    @classmethod
    def from_moves(cls, pattern: str, moves: Iterable[str]) -> Dials:
        """The dials of listed moves; moves of another form become `also`."""
        if isinstance(moves, SampledMoves):
            return moves.dials
        listed = {move: _values(pattern, move) for move in moves}
        settings = dict.fromkeys(values for values in listed.values() if values)
        turned = [[*dict.fromkeys(values)] for values in zip(*settings, strict=True)]
        turned = [dial if isinstance(dial[0], str) else sorted(dial) for dial in turned]
        also = [move for move, values in listed.items() if not values]
        dials = cls(*turned, fits=lambda *values: values in settings, also=also)
        dials.pattern = pattern
        dials.all = [dials.setting(move) for move, values in listed.items() if values]
        return dials

    @property
    def names(self) -> list[str]:
        """The names of the dials, from the pattern: {dark_rose:d} is "Dark rose"."""
        return names_of(self.pattern)

    @cached_property
    def all(self) -> list[Setting] | None:
        """All settings that fit, in order; None if there are too many."""
        if prod(map(len, self.numbers)) > MAX_TRIED:
            return None
        found = [*islice(self._fitting(), MAX_LISTED + 1)]
        return found if len(found) <= MAX_LISTED else None

    def _fitting(self) -> Iterator[Setting]:
        return (each for each in product(*self.numbers) if self._fits(*each))

    def setting(self, move: str) -> Setting:
        """The number on each dial; () for a move of another form, or with an unknown word."""
        try:
            return tuple(
                value if isinstance(value, int) else words.index(value)
                for value, words in zip(_values(self.pattern, move), self.words, strict=False)
            )
        except ValueError:
            return ()

    def move(self, setting: Iterable[int]) -> str:
        """The move of a setting."""
        return _unnamed_form(self.pattern).format(*self._values(setting))

    def _values(self, setting: Iterable[int]) -> list[int | str]:
        """The number or the word on each dial; a number that stands for no word is itself."""
        pairs = zip(setting, self.words, strict=False)
        return [words[n] if n in range(len(words)) else n for n, words in pairs]

    def fits(self, setting: Setting) -> bool:
        """Whether these numbers are on the dials and fit together."""
        if len(setting) != len(self.numbers):
            return False
        on = all(n in dial for n, dial in zip(setting, self.numbers, strict=True))
        return on and self._fits(*setting)

    def off(self, move: str) -> tuple[str, Sequence[int] | Sequence[str]] | None:
        """The first dial that does not have its value of this move: its name, and its values."""
        said = _values(self.pattern, move)
        for name, value, words, numbers in zip(
            self.names, said, self.words, self.numbers, strict=False
        ):
            if value not in (words or numbers):
                return name, words or numbers
        return None

    def __contains__(self, move: str) -> bool:
        """Whether a move is open."""
        return move in self.also or self.fits(self.setting(move))

    def __iter__(self) -> Iterator[str]:
        """The moves, or a sample of them, then those of other forms."""
        if "all" not in vars(self) and prod(map(len, self.numbers)) <= MAX_LISTED:
            settings = self._fitting()  # often nobody wants more than the first
        else:
            settings = self.sample() if self.all is None else self.all
        yield from map(self.move, settings)
        yield from self.also

    def set_dial(self, move: str, dial: int, number: int) -> str:
        """The move after one dial is set to a number; other dials change as little as possible.

        It is the same move if nothing fits that number.
        """
        now = [*self.setting(move)]
        if not 0 <= dial < len(now):
            return move
        now[dial] = number
        found = min(
            self._settings_with(tuple(now), dial),
            default=None,
            key=lambda each: _distance(each, now),
        )
        return self.move(found) if found else move

    def _settings_with(self, wanted: Setting, kept: int) -> Iterator[Setting]:
        """Settings that keep one wanted number, with the nearest one among them if possible."""
        if self.fits(wanted):
            yield wanted
        elif self.all is not None:
            yield from (each for each in self.all if each[kept] == wanted[kept])
        elif wanted[kept] in self.numbers[kept]:
            others = [i for i in range(len(wanted)) if i != kept]
            one_more = [
                each for i in others for each in self._settings_along(wanted, i) if self.fits(each)
            ]
            dials = [*self.numbers]
            dials[kept] = [wanted[kept]]
            yield from one_more or Dials(*dials, fits=self._fits).sample()

    def _settings_along(self, setting: Setting, dial: int) -> Iterator[Setting]:
        """The settings that differ from one on a single dial."""
        for number in self.numbers[dial]:
            yield (*setting[:dial], number, *setting[dial + 1 :])

    def sample(self) -> Iterator[Setting]:
        """Some settings that fit, each once: the ends of the dials, then random ones."""
        found: dict[Setting, None] = {}
        for setting in self._candidates(found):
            if setting not in found:
                found[setting] = None
                yield setting
            if len(found) == SAMPLE_SIZE:
                return
        if len(found) < 2:
            for setting in product(*self.numbers):
                if setting not in found and self._fits(*setting):
                    found[setting] = None
                    yield setting
                if len(found) == SAMPLE_SIZE:
                    return

    def _candidates(self, found: dict[Setting, None]) -> Iterator[Setting]:
        """Settings that fit: random ones, and ones that differ from a found one on one dial."""
        lowest = tuple(dial[0] for dial in self.numbers)
        if self._fits(*lowest):
            yield lowest
        for i, dial in enumerate(self.numbers):
            highest_first = ((*lowest[:i], number, *lowest[i + 1 :]) for number in reversed(dial))
            yield from islice((each for each in highest_first if self._fits(*each)), 1)
        chance = random.Random(0)
        for n in range(MAX_TRIES):
            known = [*found][n % len(found)] if found and n % 2 else None
            start = known or tuple(map(chance.choice, self.numbers))
            i = chance.randrange(len(start))
            before, dial, behind = start[:i], self.numbers[i], start[i + 1 :]
            for _ in range(MAX_NUMBERS_PER_TRY):
                setting = (*before, chance.choice(dial), *behind)
                if self._fits(*setting):
                    yield setting
                    break


class SampledMoves(list[str]):
    """A sample of the moves of dials, as a list; every move that fits is `in` it."""

    def __init__(self, dials: Dials) -> None:
        """Lists the sample."""
        super().__init__(dials)
        self.dials = dials

    def __contains__(self, move: object) -> bool:
        """Whether a move is open."""
        return isinstance(move, str) and move in self.dials


def names_of(pattern: str) -> list[str]:
    """The names of the dials of a pattern."""
    return [name_of(found[1]) for found in DIAL.finditer(pattern)]


def name_of(word: str) -> str:
    """What people read for a word, such as "Dark rose"."""
    return word.replace("_", " ").capitalize()


def kinds_of(pattern: str) -> list[bool]:
    """Whether each dial of a pattern has words and not numbers."""
    return [not found[2] for found in DIAL.finditer(pattern)]


@lru_cache
def _unnamed_form(pattern: str) -> str:
    """A pattern with an unnamed place for each dial."""
    return DIAL.sub("{}", pattern)


def _values(pattern: str, move: str) -> tuple[int | str, ...]:
    """The words and the numbers of a move of this form, these without leading zeros; () for any
    other move.
    """
    found = _form(pattern).fullmatch(move)
    said = zip(kinds_of(pattern), found.groups(), strict=True) if found else ()
    return tuple(value if is_word else int(value) for is_word, value in said)


@lru_cache
def _form(pattern: str) -> re.Pattern[str]:
    plain, dials = DIAL.split(pattern)[::3], kinds_of(pattern)
    parts = [r"(\S+)" if is_word else "(0|[1-9][0-9]{0,8})" for is_word in dials]
    form = "".join(re.escape(text) + part for text, part in zip(plain, [*parts, ""], strict=True))
    return re.compile(form)


def _distance(one: Sequence[int], other: Sequence[int]) -> int:
    """By how much two settings differ."""
    return sum(abs(a - b) for a, b in zip(one, other, strict=True))
