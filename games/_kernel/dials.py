"""Dials: moves that are a number on each of several dials, so many that nobody lists them all."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cached_property, lru_cache
from itertools import product
from math import prod

WALKED, LISTED = 1_000, 300
"""Settings that are tried one by one, and moves that are listed; of more there is a sample."""
SAMPLED, TRIES, SPINS = 60, 240, 25
"""Moves of a sample, how often one is looked for, and numbers that are tried on a dial for it."""

Setting = tuple[int, ...]


class Dials:
    """The moves of a choice with `dials`: a number on each dial, as far as they fit together.

    Whether a move is among them is worked out for that move. Iterating lists all of them where they
    are few, and else a sample, the same one each time.
    """

    def __init__(
        self,
        *numbers: Sequence[int],
        fits: Callable[..., bool] = lambda *_numbers: True,
        also: Iterable[str] = (),
    ) -> None:
        """Takes the numbers of each dial, such as `range(100)`; `fits` gets a number of each and
        says whether they may stand together; `also` are moves of other forms.

        The fewer settings do not fit, the better is the sample: leave out what never fits.
        """
        self.numbers = numbers
        self.pattern = ""
        """The form of the moves; the choice sets it."""
        self._fits = fits
        self.also = [*also]

    @classmethod
    def over(cls, pattern: str, moves: Iterable[str]) -> Dials:
        """The dials of moves that are listed; those of another form stand beside them."""
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
        """What the dials are called, from the pattern: {dark_rose:d} is "Dark rose"."""
        return names_of(self.pattern)

    @cached_property
    def all(self) -> list[Setting] | None:
        """All settings that fit, in order; None where they are too many."""
        if prod(map(len, self.numbers)) > WALKED:
            return None
        found = [each for each in product(*self.numbers) if self._fits(*each)]
        return found if len(found) <= LISTED else None

    def setting(self, move: str) -> Setting:
        """The number on each dial; () where a move is of another form."""
        return _numbers(self.pattern, move)

    def move(self, setting: Iterable[int]) -> str:
        """The move that the dials show."""
        return _blank(self.pattern).format(*setting)

    def fits(self, setting: Setting) -> bool:
        """Whether these numbers are on the dials and may stand together."""
        if len(setting) != len(self.numbers):
            return False
        on = all(n in dial for n, dial in zip(setting, self.numbers, strict=True))
        return on and self._fits(*setting)

    def __contains__(self, move: str) -> bool:
        """Whether a move is open."""
        return move in self.also or self.fits(self.setting(move))

    def __iter__(self) -> Iterator[str]:
        """The moves, or a sample of them, and then those of other forms."""
        settings = self.sample() if self.all is None else self.all
        yield from map(self.move, settings)
        yield from self.also

    def turn(self, move: str, dial: int, number: int) -> str:
        """The move after one dial is turned to a number: the others move only as far as they must.

        The same move where the number fits nothing.
        """
        now = [*self.setting(move)]
        if not 0 <= dial < len(now):
            return move
        now[dial] = number
        found = min(self._with(tuple(now), dial), default=None, key=lambda each: _apart(each, now))
        return self.move(found) if found else move

    def _with(self, wanted: Setting, kept: int) -> Iterator[Setting]:
        """Settings with one of the wanted numbers, the nearest of them among these if possible."""
        if self.fits(wanted):
            yield wanted
        elif self.all is not None:
            yield from (each for each in self.all if each[kept] == wanted[kept])
        elif wanted[kept] in self.numbers[kept]:
            others = [i for i in range(len(wanted)) if i != kept]
            one_more = [each for i in others for each in self._line(wanted, i) if self.fits(each)]
            dials = [*self.numbers]
            dials[kept] = [wanted[kept]]
            yield from one_more or Dials(*dials, fits=self._fits).sample()

    def _line(self, setting: Setting, dial: int) -> Iterator[Setting]:
        """The settings that differ on one dial alone."""
        for number in self.numbers[dial]:
            yield (*setting[:dial], number, *setting[dial + 1 :])

    def sample(self) -> Iterator[Setting]:
        """Returns some settings that fit, each once: the ends of the dials, then some at random."""
        found: dict[Setting, None] = {}
        for setting in self._looked_for(found):
            if setting not in found:
                found[setting] = None
                yield setting
            if len(found) == SAMPLED:
                return
        if len(found) < 2:
            for setting in product(*self.numbers):
                if setting not in found and self._fits(*setting):
                    found[setting] = None
                    yield setting
                if len(found) == SAMPLED:
                    return

    def _looked_for(self, found: dict[Setting, None]) -> Iterator[Setting]:
        """Settings that fit: random ones, and such as differ from one that is found on one dial."""
        lowest = tuple(dial[0] for dial in self.numbers)
        if self._fits(*lowest):
            yield lowest
        for i in range(len(lowest)):
            highest_first = reversed([*self._line(lowest, i)])
            yield from [each for each in highest_first if self._fits(*each)][:1]
        chance = random.Random(0)
        for n in range(TRIES):
            known = [*found][n % len(found)] if found and n % 2 else None
            start = known or tuple(map(chance.choice, self.numbers))
            i = chance.randrange(len(start))
            before, dial, behind = start[:i], self.numbers[i], start[i + 1 :]
            for _ in range(SPINS):
                setting = (*before, chance.choice(dial), *behind)
                if self._fits(*setting):
                    yield setting
                    break


class SampledMoves(list[str]):
    """Some of the moves of dials, to be looked at; any that fits is `in` it."""

    def __init__(self, dials: Dials) -> None:
        """Lists the sample."""
        super().__init__(dials)
        self.dials = dials

    def __contains__(self, move: object) -> bool:
        """Whether a move is open."""
        return isinstance(move, str) and move in self.dials


def names_of(pattern: str) -> list[str]:
    """What the numbers of a form of words are called."""
    return [name.replace("_", " ").capitalize() for name in re.findall(r"\{(\w+):d\}", pattern)]


@lru_cache
def _blank(pattern: str) -> str:
    """A form of words with an unnamed place for each number."""
    return re.sub(r"\{\w+:d\}", "{}", pattern)


def _numbers(pattern: str, move: str) -> Setting:
    """The numbers of a move of this form, () of any other; they are written without zeros before
    them.
    """
    found = _form(pattern).fullmatch(move)
    return tuple(map(int, found.groups())) if found else ()


@lru_cache
def _form(pattern: str) -> re.Pattern[str]:
    words = re.split(r"\{\w+:d\}", pattern)
    return re.compile("(0|[1-9][0-9]{0,8})".join(map(re.escape, words)))


def _apart(one: Sequence[int], other: Sequence[int]) -> int:
    """By how much two settings differ."""
    return sum(abs(a - b) for a, b in zip(one, other, strict=True))
