"""What happened, as a player reads it: by round and by seat, what is no move in small print."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import groupby

from bot.operations.markdown import escape_markdown
from bot.table import Sentence
from bot.texts.languages import current_language, reader

PARTICLES = {"ja": "はがの"}
"""What stands behind a name that is the subject, and goes with it."""
STOPS = {"ja": ("。", "、")}
"""How a sentence ends, and what stands between two with one subject, where not "." and "; "."""


@dataclass(slots=True)
class _Told:
    """What one seat did, and whether the last sentence begins with its name."""

    text: str = ""
    goes_on: bool = False

    def add(self, sentence: Sentence) -> None:
        """Adds a sentence; of one with the same subject as that before it, the rest."""
        stop, between = STOPS.get(current_language(), (".", reader().sign("; ")))
        rest = (
            escape_markdown(sentence.predicate)
            .strip()
            .lstrip(PARTICLES.get(current_language(), ""))
        )
        if self.goes_on and rest and self.text.endswith(stop):
            self.text = f"{self.text.removesuffix(stop)}{between}{rest}"
        else:
            self.text = in_a_row(filter(None, [self.text, escape_markdown(sentence.text)]))
        self.goes_on = bool(rest)


def in_a_row(sentences: Iterable[str]) -> str:
    """Returns sentences one after another; not all languages have a space between them."""
    return (" " if reader().spaced else "").join(sentences)


def counted(sentences: Iterable[Sentence]) -> Iterator[Sentence]:
    """Yields sentences; equal ones that follow each other are one, with how many they are."""
    stop, _between = STOPS.get(current_language(), (".", ""))
    for _key, alike in groupby(sentences, lambda each: (each.subject, each.text, each.predicate)):
        first, *more = alike
        times = f" ({1 + len(more)}×){stop}" if more and first.text.endswith(stop) else ""
        if times:
            said = first.text.removesuffix(stop) + times
            predicate = first.predicate and first.predicate.removesuffix(stop) + times
            first = replace(first, text=said, predicate=predicate)
        yield from [first] if times else [first, *more]


def grouped(sentences: Iterable[Sentence], *, by_turn: bool = False) -> list[str]:
    """Returns a line for what each seat did in a round, or in each of its turns. What is about no
    seat, such as the beginning of a round, stands between these lines in small print.
    """
    lines: list[str] = []
    seats: dict[int, _Told] = {}
    others: list[Sentence] = []

    def end_round() -> None:
        lines.extend(f"· {told.text}" for told in seats.values())
        seats.clear()
        if others:
            lines.append(f"-# {in_a_row(escape_markdown(each.text) for each in others)}")
            others.clear()

    for sentence in counted(sentences):
        if sentence.subject is None:
            others.append(sentence)
            continue
        if others or (by_turn and sentence.subject not in seats):
            end_round()
        seats.setdefault(sentence.subject, _Told()).add(sentence)
    end_round()
    return lines
