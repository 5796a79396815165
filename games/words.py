"""Texts for people: templates with values, in the language of the reader.

`phrase` makes a text that is translated later, `_` translates at once. Rules, pictures and the bot
use both.
"""

from __future__ import annotations

import re
import string
import unicodedata
from collections.abc import Generator, Iterable, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, Any, Final, Literal, TypeAlias

if TYPE_CHECKING:
    from babel import Locale

LISTS: Final[dict[str, Literal["standard", "or"]]] = {"list": "standard", "or": "or"}
"""Format specs of lists that are joined as in the language, with babel's style."""
ENGLISH_JOINS: Final = {"list": " and ", "or": " or "}
"""What stands before the last part of such a list in English."""
JOINED: Final = {"commas": ", ", "words": " ", "lines": "\n", "semicolons": "; "}
"""Format specs of lists that are joined by a separator."""
SIGNS: Final = {
    "fr": {"; ": "\N{NO-BREAK SPACE}; ", ": ": "\N{NO-BREAK SPACE}: "},
    "ja": {", ": "、", "; ": "；", ": ": "："},
}
"""Separators in languages that do not use the English ones."""

SEAT, THEY = PERSONS = ("seat", "they")
"""How format specs begin that say something of a seat, with its name and without. No noun of a
number may begin so.
"""

PlainData: TypeAlias = (
    bool | int | float | str | Sequence["PlainData"] | Mapping[str, "PlainData"] | None
)
"""What JSON can hold; tuples become lists, phrases what `pack` makes of them."""


class Reader(str):
    """The name of the seat that reads a text: it is addressed as "you"."""

    __slots__ = ()


class Phrase(str):
    """A text that knows its template and values, so that it can be translated later.

    As a string it is the English text; `translate_into` translates it.
    """

    __slots__ = ("template", "values")

    template: str
    values: dict[str, Any]

    def __reduce__(self) -> Any:
        """How pickle takes it to another process."""
        return _make_phrase, (self.template, self.values)


@dataclass(frozen=True)
class Lexicon:
    """A language: its code, such as "de" or "pt_BR", and translations by English text."""

    language: str
    texts: Mapping[str, str] = field(default_factory=dict[str, str])

    @cached_property
    def locale(self) -> Locale:
        """The babel locale for plurals, lists and dates. British English has no comma before "and".
        Rules in English need none: they run without babel.
        """
        from babel import Locale

        return Locale.parse("en_GB" if self.language == "en" else self.language)

    @cached_property
    def counts(self) -> list[str]:
        """The plural categories of the language, such as one and other."""
        tags = {"one"} if self.language == "en" else self.locale.plural_form.tags
        order = ("zero", "one", "two", "few", "many", "other")
        return [tag for tag in order if tag in tags | {"other"}]

    def count(self, number: Any, forms: str) -> str:
        """A number with its noun in the right plural form; the last form also stands for missing
        ones.
        """
        nouns = forms.split("|")
        if self.language == "en":
            kind = int(abs(number) != 1)
        else:
            kind = self.counts.index(self.locale.plural_form(number))
        noun = nouns[-1] if kind >= len(nouns) - 1 else nouns[kind]
        number = self.decimal(number) if isinstance(number, float) else number
        return f"{number} {noun}" if self.spaced else f"{number}{noun}"

    def decimal(self, number: float) -> str:
        """A number with one decimal, if it is not whole, and the separator of the language."""
        if self.language == "en":
            return f"{number:.1f}".removesuffix(".0")
        from babel.numbers import format_decimal

        return format_decimal(number, "0.#", locale=self.locale)

    def joined(self, parts: Sequence[str], spec: str) -> str:
        """A list with "and" or "or" before its last part; British English has no comma there."""
        if self.language == "en":
            *first, last = parts or [""]
            return ENGLISH_JOINS[spec].join([", ".join(first), last] if first else [last])
        from babel.lists import format_list

        return str(format_list(parts, style=LISTS[spec], locale=self.locale))

    def template(self, english: str) -> str:
        """The translated template; of a template without words only the punctuation changes."""
        return self.texts.get(english) or _with_punctuation(english, self.language)

    def sign(self, sign: str) -> str:
        """The separator of this language for ", ", "; " or ": "."""
        return SIGNS.get(self.language, {}).get(sign, sign)

    @property
    def spaced(self) -> bool:
        """Whether the language puts spaces between words."""
        return self.language not in ("ja", "zh")


@lru_cache(maxsize=1024)
def _with_punctuation(template: str, language: str) -> str:
    """A template with the punctuation of a language, if it has no words."""
    signs = SIGNS.get(language, {})
    if not signs or any(c.isalpha() for text, _name, _spec in _parts(template) for c in text):
        return template
    for sign, own in signs.items():
        template = template.replace(sign, own)
    return template


ENGLISH: Final = Lexicon("en")

_reader: ContextVar[Lexicon] = ContextVar("reader", default=ENGLISH)


def reader() -> Lexicon:
    """The language of the reader of this context; English by default."""
    return _reader.get()


def use_language(lexicon: Lexicon) -> None:
    """Sets the language of all texts from here on, in this context."""
    _reader.set(lexicon)


@contextmanager
def using_language(lexicon: Lexicon) -> Generator[None]:
    """Sets the language of all texts within the `with` block."""
    token = _reader.set(lexicon)
    try:
        yield
    finally:
        _reader.reset(token)


@lru_cache(maxsize=4096)
def _parts(template: str) -> tuple[tuple[str, str | None, str], ...]:
    """The parts of a template: literal text, the name of the value after it, its format spec."""
    parsed = string.Formatter().parse(template)
    return tuple((text, name, spec or "") for text, name, spec, _ in parsed)


def filled(template: str, values: Mapping[str, Any], lexicon: Lexicon, names: Sequence[str]) -> str:
    """A template in any language, filled in with values.

    `{who:seat}` is the name of a seat, `{n:tile|tiles}` a number with its noun, `{move:text}` is
    never translated. `{names:list}`, `{names:or}`, `{names:commas}`, `{names:words}`,
    `{names:lines}` and `{names:semicolons}` join several values.

    `{who:seat sells|You sold}` and `{who:seat's|Your}` are the name of a seat with what follows it,
    but for this seat itself the words behind "|". `{who:they their|your}` is without the name.
    """
    out: list[str] = []
    for text, name, spec in _parts(template):
        out.append(text)
        if name is not None:
            out.append(_value(values[name], spec, lexicon, names))
    return "".join(out)


def _value(value: Any, spec: str, lexicon: Lexicon, names: Sequence[str]) -> str:
    if not spec:  # the most common case
        if isinstance(value, str) and (lexicon is not ENGLISH or names):
            return translate_into(value, lexicon, names)
        return lexicon.decimal(value) if isinstance(value, float) else str(value)
    if spec.startswith(PERSONS):
        return _said_of_seat(value, spec, names)
    if "|" in spec:
        return lexicon.count(value, spec)
    if spec in LISTS or spec in JOINED:
        parts = [_value(each, "", lexicon, names) for each in value]
        if spec in JOINED:
            return lexicon.sign(JOINED[spec]).join(parts)
        return lexicon.joined(parts, spec)
    if spec == "text":
        return str(value)
    if isinstance(value, str) and (lexicon is not ENGLISH or names):
        value = translate_into(value, lexicon, names)
    return format(value, spec)


def _said_of_seat(seat: int, spec: str, names: Sequence[str]) -> str:
    name = names[seat] if seat < len(names) else f"Player {seat + 1}"
    others, two, own = spec.partition("|")
    if two and isinstance(name, Reader):
        return own
    if others.startswith(SEAT):
        return f"{name}{others.removeprefix(SEAT)}"
    return others.removeprefix(THEY).removeprefix(" ")


def phrase(template: str, /, **values: Any) -> Phrase:
    """A template with values, to be translated later; values may be phrases and lists of them.

    Catalogues translate the template, so write it as one literal with the whole sentence.
    """
    return _make_phrase(template, values)


def _(template: str, /, **values: Any) -> str:
    """A template filled in with values, in the language of the reader.

    Texts among the values are translated too, so write names of people as `{name:text}`.
    """
    lexicon = _reader.get()
    return filled(lexicon.template(template), values, lexicon, ())


def template(text: str) -> str:
    """A template for `_` unchanged; the call marks it for the catalogues."""
    return text


def translate(text: str, names: Sequence[str] = ()) -> str:
    """A text in the language of the reader."""
    return translate_into(text, _reader.get(), names)


def listed(parts: Iterable[str], spec: str = "list") -> Phrase:
    """Several texts as one phrase: "silk, lace and yarn", or joined by another `spec`."""
    return _make_phrase(f"{{parts:{spec}}}", {"parts": list(parts)})


def _make_phrase(template: str, values: dict[str, Any]) -> Phrase:
    made = Phrase(filled(template, values, ENGLISH, ()))
    made.template, made.values = template, values
    return made


def translate_into(text: str, lexicon: Lexicon, names: Sequence[str] = ()) -> str:
    """A text in a language: a phrase by its template and values, a plain text as a whole.

    Texts without a translation stay English; `names` are those of the seats.
    """
    if not isinstance(text, Phrase):
        return lexicon.texts.get(text, text)
    return filled(lexicon.template(text.template), text.values, lexicon, names)


def news_text(
    template: str, values: dict[str, Any], names: Sequence[str], lexicon: Lexicon = ENGLISH
) -> str:
    """The text of a piece of news, with these names of the seats."""
    return filled(lexicon.template(template), values, lexicon, names)


def pack(value: PlainData) -> Any:
    """Plain data as JSON that keeps the templates and values of phrases."""
    if isinstance(value, Phrase):
        return {"say": value.template, "of": pack(value.values)}
    if isinstance(value, dict):
        return {key: pack(each) for key, each in value.items()}
    if isinstance(value, (list, tuple)):
        return [pack(each) for each in value]
    return value


def unpack(value: PlainData) -> Any:
    """The reverse of `pack`: plain data with its phrases."""
    if isinstance(value, dict):
        if value.keys() == {"say", "of"}:
            return _make_phrase(str(value["say"]), unpack(value["of"]))
        return {key: unpack(each) for key, each in value.items()}
    if isinstance(value, list):
        return [unpack(each) for each in value]
    return value


def names_for(seat: int | None, names: Sequence[str]) -> list[str]:
    """The names of the seats for a seat that reads them; for None they address nobody."""
    return [Reader(name) if each == seat else name for each, name in enumerate(names)]


def seat_names(seats: int) -> list[str]:
    """Names for seats without people: "Player 1" and so on."""
    return [f"Player {seat + 1}" for seat in range(seats)]


# ---------------------------------------------------------------------- names

LOOKALIKES: Final = str.maketrans(
    "авеѕіјкмнорстухαβεζηικμνορτυχ",
    "abesijkmhopctyxabezhikmnoptyx",
)
"""Letters that look like Latin ones, in either case: Cyrillic ones, then Greek ones."""
UNSEEN: Final = re.compile("[\u034f\u17b4\u17b5\u180b-\u180f\ufe00-\ufe0f\U000e0100-\U000e01ef]")
"""Combining characters that show nothing of their own; other invisible ones have category C."""
MARK: Final = re.compile(r" \([0-9]+\)$")
"""What tells a name apart from another one that looks the same."""


def appearance(name: str) -> str:
    """What a reader sees of a name, to compare: without case, width and invisible
    characters, and with Latin letters for others that look like them.
    """
    text = unicodedata.normalize("NFKC", name)
    text = "".join(c for c in UNSEEN.sub("", text) if unicodedata.category(c)[0] != "C")
    return " ".join(text.casefold().translate(LOOKALIKES).split())


def told_apart(names: Sequence[str]) -> list[str]:
    """Names of which no two look the same: "Ada" and "Ada" become "Ada (1)" and "Ada (2)".
    The number is the place in the list, so it stays with its person.
    """
    return [*_told_apart(tuple(names))]


@lru_cache(maxsize=1024)
def _told_apart(names: tuple[str, ...]) -> tuple[str, ...]:
    marked: set[int] = set()
    while True:
        shown = tuple(f"{name} ({i + 1})" if i in marked else name for i, name in enumerate(names))
        seen = [appearance(name) for name in shown]
        alike = {i for i, each in enumerate(seen) if seen.count(each) > 1} - marked
        if not alike:  # "Ada (2)" may be somebody's own name; then it gets a mark as well
            return shown
        marked |= alike


def between_words(text: str, end: int) -> str:
    """The text up to this place, or to the end of the word before it if that is not half as far."""
    space = text.rfind(" ", 0, end + 1)
    return text[:space] if 2 * space >= end else text[:end]


def shortened(text: str, most: int) -> str:
    """A text of at most so many characters, cut with an ellipsis before its mark, if possible
    between words.
    """
    if len(text) <= most:
        return text
    found = MARK.search(text)
    mark = found[0] if found else ""
    return between_words(text, max(0, most - 1 - len(mark))).rstrip() + "…" + mark
