"""The news as players read them: a line for each seat, and other events in small print."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import groupby

from bot.operations.markdown import escape_markdown
from bot.table.news import Sentence
from bot.texts.languages import current_language, reader

PARTICLES = {"ja": "はがの"}
"""Particles that follow the subject of a sentence, by language."""
STOPS = {"ja": ("。", "、")}
"""The end of a sentence, and the sign between two with one subject, if not "." and "; "."""


@dataclass(slots=True)
class _SeatNews:
    """What one seat did; `goes_on` if the last sentence begins with its name."""

    text: str = ""
    goes_on: bool = False

    def add(self, sentence: Sentence) -> None:
        """Adds a sentence, without its subject if the sentence before has the same one."""
        stop, between = STOPS.get(current_language(), (".", reader().sign("; ")))
        predicate = (
            escape_markdown(sentence.predicate)
            .strip()
            .lstrip(PARTICLES.get(current_language(), ""))
        )
        if self.goes_on and predicate and self.text.endswith(stop):
            self.text = f"{self.text.removesuffix(stop)}{between}{predicate}"
        else:
            self.text = join_sentences(filter(None, [self.text, escape_markdown(sentence.text)]))
        self.goes_on = bool(predicate)


def join_sentences(sentences: Iterable[str]) -> str:
    """Sentences in a row; not all languages have a space between them."""
    return (" " if reader().spaced else "").join(sentences)


def merge_repeats(sentences: Iterable[Sentence]) -> Iterator[Sentence]:
    """These sentences; equal ones in a row become one, with their number."""
    stop, _between = STOPS.get(current_language(), (".", ""))
    for _key, alike in groupby(sentences, lambda each: (each.subject, each.text, each.predicate)):
        first, *more = alike
        times = f" ({1 + len(more)}×){stop}" if more and first.text.endswith(stop) else ""
        if times:
            said = first.text.removesuffix(stop) + times
            predicate = first.predicate and first.predicate.removesuffix(stop) + times
            first = replace(first, text=said, predicate=predicate)
        yield from [first] if times else [first, *more]


def lines_by_seat(sentences: Iterable[Sentence], *, by_turn: bool = False) -> list[str]:
    """A line for what each seat did in a round, or `by_turn` in each of its turns. Sentences
    without a seat, such as the start of a round, are in small print between them.
    """
    lines: list[str] = []
    seats: dict[int, _SeatNews] = {}
    others: list[Sentence] = []

    def end_round() -> None:
        lines.extend(f"· {told.text}" for told in seats.values())
        seats.clear()
        if others:
            lines.append(f"-# {join_sentences(escape_markdown(each.text) for each in others)}")
            others.clear()

    for sentence in merge_repeats(sentences):
        if sentence.subject is None:
            others.append(sentence)
            continue
        if others or (by_turn and sentence.subject not in seats):
            end_round()
        seats.setdefault(sentence.subject, _SeatNews()).add(sentence)
    end_round()
    return lines
