"""The news as players read them, in the order in which things happened: a line for each act, other
events in small print, headings where a part of the game begins.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from itertools import groupby

from bot.operations.markdown import escape_markdown
from bot.pages.page import MAX_LINE
from bot.pages.signs import sign
from bot.pictures.symbols import symbol_in
from bot.table.news import Sentence
from bot.texts.languages import current_language, reader
from games.kernel import ASIDE, HEADING

PARTICLES = {"ja": "はがの"}
"""Particles that follow the subject of a sentence, by language."""
STOPS = {"ja": ("。", "、")}
"""The end of a sentence, and the sign between two with one subject, if not "." and "; "."""

MAX_SIGNS = 3


@dataclass(slots=True)
class _Line:
    """What a line says; `goes_on` if the last sentence begins with the name of its subject."""

    text: str = ""
    goes_on: bool = False
    said: list[str] = field(default_factory=list[str])
    """Its sentences as phrases."""

    def add(self, sentence: Sentence) -> bool:
        """Adds a sentence, without its subject if the sentence before has the same one; False if
        the line would be too long.
        """
        stop, between = STOPS.get(current_language(), (".", reader().sign("; ")))
        said, predicate = escape_markdown(sentence.text), _predicate(sentence)
        if self.goes_on and predicate and self.text.endswith(stop):
            text = f"{self.text.removesuffix(stop)}{between}{predicate}"
        else:
            text = join_sentences(filter(None, [self.text, said]))
        if self.text and len(text) > MAX_LINE:
            return False
        self.text, self.goes_on = text, bool(predicate)
        self.said.append(sentence.said)
        return True


def _predicate(sentence: Sentence) -> str:
    """What a sentence says of its subject, if it can follow another predicate; else ""."""
    particles = PARTICLES.get(current_language(), " ")
    if not sentence.predicate.startswith((*particles,)):
        return ""  # as in "Ann's loan"
    predicate = escape_markdown(sentence.predicate).strip().lstrip(particles)
    return predicate if predicate[:1].isalnum() else ""


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


def lines_of(sentences: Iterable[Sentence], game: str, *, asides: bool = False) -> list[str]:
    """The lines that tell these news of a game, `asides` of the log too. What one move brought a
    seat is one line, or several if it would be long; signs of what it is about stand before it.
    """
    told = (each for each in merge_repeats(sentences) if asides or each.kind != ASIDE)
    lines: list[str] = []
    for (_seq, subject, kind), act in groupby(told, lambda it: (it.seq, it.subject, it.kind)):
        for line in _joined(act):
            if kind == HEADING:
                stop, _between = STOPS.get(current_language(), (".", ""))
                lines.append(f"**{line.text.removesuffix(stop)}**")
            elif subject is None or kind == ASIDE:
                lines.append(f"-# {line.text}")
            else:
                lines.append(f"· {_signs(game, line)}{line.text}")
    return lines


def _signs(game: str, line: _Line) -> str:
    """The signs of the first things that a line is about, with a space behind each."""
    found = dict.fromkeys(symbol_in(game, each) for each in line.said)
    return "".join(f"{sign(each)} " for each in [*filter(None, found)][:MAX_SIGNS])


def _joined(act: Iterable[Sentence]) -> Iterator[_Line]:
    """The sentences of an act in as many lines as they need."""
    line = _Line()
    for sentence in act:
        if not line.add(sentence):
            yield line
            line = _Line()
            line.add(sentence)
    yield line
