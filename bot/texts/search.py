"""Finds what has the words that somebody types: in any order, by their beginnings."""

from __future__ import annotations

import math
import re
import unicodedata
from collections import defaultdict
from collections.abc import Iterable, Iterator
from typing import Generic, TypeVar

from bot.texts.languages import _

Item = TypeVar("Item")
MAX_TYPED_CHARACTERS = 50
"""How much of what somebody types is read; a custom_id has room for it."""
WEIGHTS = (3, 3, 1)
"""What a word counts in a title, among the other words, and in a text."""
BEGINNING, SIMILAR = 0.8, 0.4
"""How well a word fits of which only the beginning or a part was typed, or another form; the whole
word counts 1.
"""
MIN_PART_CHARACTERS, MIN_STEM_CHARACTERS, MAX_ENDING_CHARACTERS = 5, 4, 3
UNSPACED = re.compile("([\u3040-\u30ff\u3400-\u9fff々]+)")
"""Letters of Japanese, which has no spaces."""


def normalized(text: str) -> str:
    """The words of a text, without case, accents and punctuation."""
    plain = unicodedata.normalize("NFKD", text).casefold()
    bare = "".join(c for c in plain if not unicodedata.combining(c) and c not in "'’")
    return " ".join(re.findall(r"[^\W_]+", bare))


def spaced(text: str) -> str:
    """A normalized text in which an apostrophe ends a word, as in French."""
    return normalized(re.sub("['’]", " ", text))


def typed_words(typed: str) -> str:
    """The words that somebody typed, cut."""
    return spaced(typed[:MAX_TYPED_CHARACTERS])[:MAX_TYPED_CHARACTERS].strip()


def words_of(text: str) -> Iterator[str]:
    """The words of a text; of Japanese each two neighbouring letters."""
    for part in UNSPACED.sub(r" \1 ", spaced(text)).split():
        if UNSPACED.match(part):
            yield from (part[i : i + 2] for i in range(max(1, len(part) - 1)))
        else:
            yield part


def common_words() -> set[str]:
    """The words of questions that say nothing of what is looked for, in the current language."""
    text = _(
        "a an and any are at be can could do does for from get gets has have how i if in is it many"
        " may me much must my of on one or s t than that the them there to what when where which"
        " who why with you your"
    )
    return set(words_of(text))


def likeness(typed: str, word: str) -> float:
    """How well a word fits one that was typed, from 0 to 1."""
    if word.startswith(typed):
        return 1.0 if word == typed else BEGINNING
    if UNSPACED.match(typed):
        return SIMILAR if typed in word else 0
    shorter, longer = sorted((typed, word), key=len)
    if len(shorter) >= MIN_PART_CHARACTERS and shorter in longer:  # compounds, as in German
        return SIMILAR
    stem = max(MIN_STEM_CHARACTERS, len(longer) - MAX_ENDING_CHARACTERS)
    return SIMILAR if typed[:stem] == word[:stem] and len(shorter) >= stem else 0


class Search(Generic[Item]):
    """Items, found by the words of their titles, of their other words and of their texts."""

    def __init__(self, items: Iterable[tuple[Item, str, str, str]]) -> None:
        """In the current language."""
        self.items: list[Item] = []
        self.titles: list[str] = []
        self.weights: defaultdict[str, dict[int, int]] = defaultdict(dict)
        self.common = common_words()
        for n, (item, *texts) in enumerate(items):
            self.items.append(item)
            self.titles.append(spaced(texts[0]))
            for text, weight in zip(texts, WEIGHTS, strict=True):
                for word in words_of(text):
                    self.weights[word].setdefault(n, weight)

    def found(self, typed: str) -> list[Item]:
        """The items with these words, the best first: those whose title begins with what was typed,
        then by how many of the words they have, where, and how rare these are.
        """
        wanted = typed_words(typed)
        words = [*words_of(wanted)]
        fits = [self._fits(word) for word in [w for w in words if w not in self.common] or words]
        rarity = [math.log(1 + len(self.items) / max(1, len(each))) for each in fits]
        scores: dict[int, float] = {}
        for n in {n for each in fits for n in each}:
            has = [(each[n], rare) for each, rare in zip(fits, rarity, strict=True) if n in each]
            share = sum(rare for _fit, rare in has) / sum(rarity)
            scores[n] = share * sum(fit * rare for fit, rare in has)
        best = sorted(scores, key=lambda n: (not self.titles[n].startswith(wanted), -scores[n], n))
        return [self.items[n] for n in best]

    def _fits(self, typed: str) -> dict[int, float]:
        """How well each item fits a word that was typed; the items without it are left out."""
        fits: dict[int, float] = {}
        for word, weights in self.weights.items():
            if like := likeness(typed, word):
                for n, weight in weights.items():
                    fits[n] = max(fits.get(n, 0), like * weight)
        return fits
