"""Dials: moves that are a number on each of several dials, so many that nobody lists them all."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cached_property, lru_cache
from itertools import islice, product, starmap
from math import prod

MAX_TRIED, MAX_LISTED = 1_000, 300
"""With more settings, or more moves that fit, moves are sampled instead of listed."""
SAMPLE_SIZE, MAX_TRIES, MAX_NUMBERS_PER_TRY = 60, 240, 25
"""Moves of a sample, tries to find one, and numbers of a dial in each try."""

Setting = tuple[int, ...]


class Dials:
    """The moves of a choice with `dials`: a number on each dial, if these fit together.

    `in` works for every move. Iterating lists all moves if they are few, and otherwise a sample,
    the same one each time.
    """

    def __init__(
        self,
        *numbers: Sequence[int],
        fits: Callable[..., bool] = lambda *_numbers: True,
        also: Iterable[str] = (),
    ) -> None:
        """Takes the numbers of each dial, such as `range(100)`. `fits` gets a number of each dial
        and says whether they fit together; `also` are moves of other forms.

        Leave out numbers that never fit: the sample gets better.
        """
        self.numbers = numbers
        self.pattern = ""
        """The form of the moves; the choice sets it."""
        self._fits = fits
        self.also = [*also]

    @classmethod
    def from_moves(cls, pattern: str, moves: Iterable[str]) -> Dials:
        """The dials of listed moves; moves of another form become `also`."""
        if isinstance(moves, SampledMoves):
            return moves.dials
        listed = {move: _numbers(pattern, move) for move in moves}
        settings = {setting for setting in listed.values() if setting}
        turned = [sorted(set(numbers)) for numbers in zip(*settings, strict=True)]
        also = [move for move, setting in listed.items() if not setting]
        dials = cls(*turned, fits=lambda *numbers: numbers in settings, also=also)
        dials.pattern, dials.all = pattern, [setting for setting in listed.values() if setting]
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
        found = [each for each in product(*self.numbers) if self._fits(*each)]
        return found if len(found) <= MAX_LISTED else None

    def setting(self, move: str) -> Setting:
        """The number on each dial; () for a move of another form."""
        return _numbers(self.pattern, move)

    def move(self, setting: Iterable[int]) -> str:
        """The move of a setting."""
        return _unnamed_form(self.pattern).format(*setting)

    def fits(self, setting: Setting) -> bool:
        """Whether these numbers are on the dials and fit together."""
        if len(setting) != len(self.numbers):
            return False
        on = all(n in dial for n, dial in zip(setting, self.numbers, strict=True))
        return on and self._fits(*setting)

    def off(self, move: str) -> tuple[str, Sequence[int]] | None:
        """The first dial that does not have its number of this move: its name, and its numbers."""
        for name, numbers, number in zip(
            self.names, self.numbers, self.setting(move), strict=False
        ):
            if number not in numbers:
                return name, numbers
        return None

    def __contains__(self, move: str) -> bool:
        """Whether a move is open."""
        return move in self.also or self.fits(self.setting(move))

    def __iter__(self) -> Iterator[str]:
        """The moves, or a sample of them, then those of other forms."""
        settings = self.sample() if self.all is None else self.all
        yield from starmap(_unnamed_form(self.pattern).format, settings)
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
    """The names of the numbers of a pattern."""
    return [name.replace("_", " ").capitalize() for name in re.findall(r"\{(\w+):d\}", pattern)]


@lru_cache
def _unnamed_form(pattern: str) -> str:
    """A pattern with an unnamed place for each number."""
    return re.sub(r"\{\w+:d\}", "{}", pattern)


def _numbers(pattern: str, move: str) -> Setting:
    """The numbers of a move of this form, written without leading zeros; () for any other move."""
    found = _form(pattern).fullmatch(move)
    return tuple(map(int, found.groups())) if found else ()


@lru_cache
def _form(pattern: str) -> re.Pattern[str]:
    words = re.split(r"\{\w+:d\}", pattern)
    return re.compile("(0|[1-9][0-9]{0,8})".join(map(re.escape, words)))


def _distance(one: Sequence[int], other: Sequence[int]) -> int:
    """By how much two settings differ."""
    return sum(abs(a - b) for a, b in zip(one, other, strict=True))
