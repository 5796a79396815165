"""Pictures in words. A renderer makes one reading of a view, in sections and lines; `alt_text` is
its short form and `transcript` its long one.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from games.words import _, phrase, reader, shortened, told_apart, translate

MAX_CHARS = 1000
"""Characters of an alt text; Discord takes 1,024."""
NAME_LENGTHS = (40, 24, 16, 12, 9)
"""How long players' names may be in an alt text; the first that makes it short enough is used."""


@dataclass(frozen=True, slots=True)
class Line:
    """A line of a reading. The alt text has `short`, by default the same text."""

    text: str
    short: str | None = None

    @property
    def in_alt_text(self) -> str:
        """The alt text's line: "" if it is left out."""
        return self.text if self.short is None else self.short


def detail(text: str) -> Line:
    """A line that the alt text leaves out."""
    return Line(text, "")


def summary(text: str) -> Line:
    """A line that only the alt text has."""
    return Line("", text)


@dataclass(frozen=True, slots=True)
class Section:
    """A part of a reading: a short heading, which the alt text leaves out, and lines. Empty lines
    are left out.
    """

    heading: str
    lines: Sequence[Line | str]


Reading = Sequence[Section]


def section(heading: str, lines: Iterable[Line | str]) -> Section:
    return Section(heading, tuple(lines))


def transcript(reading: Reading) -> str:
    """The whole reading, with a blank line between sections."""
    found = [(each.heading, [_line(line).text for line in each.lines]) for each in reading]
    told = [(heading, [text for text in texts if text]) for heading, texts in found]
    return "\n\n".join("\n".join([heading, *texts]) for heading, texts in told if texts)


def alt_text(read: Callable[[list[str]], Reading], view: Mapping[str, Any]) -> str:
    """The reading of a view as alt text: lines without headings, at most MAX_CHARS. `read` gets the
    players' names, which are cut first if the text is too long, before its end is.
    """
    text, given = "", names_in_words(view)
    for names in dict.fromkeys(tuple(shortened(n, most) for n in given) for most in NAME_LENGTHS):
        reading = read(told_apart(names))
        lines = [_line(line).in_alt_text for each in reading for line in each.lines]
        text = "\n".join(line for line in lines if line)
        if len(text) < MAX_CHARS:
            break
    return shortened(text, MAX_CHARS - 1)


def _line(line: Line | str) -> Line:
    return Line(line) if isinstance(line, str) else line


def names_in_words(view: Mapping[str, Any]) -> list[str]:
    """The players' names as they write them: a text can show any script."""
    given: Sequence[str] = view.get("names") or [""] * view["seats"]
    return [" ".join(name.split()) or _("Player {n}", n=i + 1) for i, name in enumerate(given)]


def people(names: Iterable[str]) -> str:
    """Names as a list, as in "Ada, Ben and Cleo", without translating them."""
    return _("{names:list}", names=[phrase("{name:text}", name=name) for name in names])


def as_sentence(text: str) -> str:
    """A text as a sentence, with the full stop of the reader's language."""
    return text + ("." if reader().spaced else "。")


def one_line(text: str) -> str:
    return (" " if reader().spaced else "").join(text.split("\n"))


def amount(n: int, what: str) -> str:
    """A number of a thing in the order of the reader's language, as in "2 red"."""
    return _("{n} {what}", n=n, what=what) if reader().spaced else f"{translate(what)}{n}"


def dollars(n: int) -> str:
    """An amount of money, with the sign where the reader's language has it."""
    return _("${n}", n=n)


def amounts(found: Mapping[str, int]) -> str:
    """The amounts of several things, as in "2 red, 1 lace"; "" for nothing."""
    return joined(*(amount(n, what) for what, n in found.items() if n), between=", ")


def with_label(head: str, text: str) -> str:
    """A label and a text, with the colon of the reader's language."""
    return joined(head, text, between=": ")


def joined(*parts: str, between: str = "; ") -> str:
    """The parts that are not empty as one line, with the punctuation of the reader's language."""
    sign = reader().sign(between) if between != " " or reader().spaced else ""
    return sign.join(part for part in parts if part)
