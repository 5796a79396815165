"""Sentences: templates over plain values, filled in for a reader in the reader's language.

`phrase` makes a text that is said later, `_` one that is said at once, in the language of `reader`.
Rules, pictures and the bot use the same.
"""

from __future__ import annotations

import string
from collections.abc import Generator, Iterable, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from typing import Any, Final, Literal, TypeAlias

from babel import Locale
from babel.lists import format_list
from babel.plural import PluralRule

LISTS: Final[dict[str, Literal["standard", "or"]]] = {"list": "standard", "or": "or"}
"""Specs of lists that are joined as the language does, and their style there."""
JOINED: Final = {"commas": ", ", "words": " ", "lines": "\n", "semicolons": "; "}
"""Specs of lists that are joined by a sign."""
SIGNS: Final = {
    "fr": {"; ": "\N{NO-BREAK SPACE}; ", ": ": "\N{NO-BREAK SPACE}: "},
    "ja": {", ": "、", "; ": "；", ": ": "："},
}
"""Separators between the parts of a line, in languages that do not use the English ones."""

PlainData: TypeAlias = (
    bool | int | float | str | Sequence["PlainData"] | Mapping[str, "PlainData"] | None
)
"""What JSON can hold; tuples are lists there, phrases are what `packed` makes of them."""


class Phrase(str):
    """A text for people that knows its template and values, so it can be said in other languages.

    As a string it is the English text; `said` gives it in another language.
    """

    __slots__ = ("template", "values")

    template: str
    values: dict[str, Any]

    def __reduce__(self) -> Any:
        """Itself in another process."""
        return _phrased, (self.template, self.values)


@dataclass(frozen=True)
class Lexicon:
    """A language: its code, such as "de" or "pt_BR", and its translations by English text."""

    language: str
    texts: Mapping[str, str] = field(default_factory=dict[str, str])

    @cached_property
    def locale(self) -> Locale:
        """The babel locale for plurals and lists; British English has no comma before "and"."""
        return Locale.parse("en_GB" if self.language == "en" else self.language)

    @cached_property
    def counts(self) -> list[str]:
        """The plural categories of the language, such as one and other."""
        tags = self._kind_of.tags | {"other"}
        return [tag for tag in ("zero", "one", "two", "few", "many", "other") if tag in tags]

    @cached_property
    def _kind_of(self) -> PluralRule:
        return self.locale.plural_form

    def count(self, number: Any, forms: str) -> str:
        """A number with its noun in the right plural form; the last form stands for all missing
        ones.
        """
        nouns = forms.split("|")
        kind = self.counts.index(self._kind_of(number))
        noun = nouns[-1] if kind >= len(nouns) - 1 else nouns[kind]
        return f"{number} {noun}" if self.spaced else f"{number}{noun}"

    def template(self, english: str) -> str:
        """The translated template; in a template without words only the punctuation changes."""
        return self.texts.get(english) or _signed(english, self.language)

    def sign(self, sign: str) -> str:
        """The separator of this language for ", ", "; " or ": "."""
        return SIGNS.get(self.language, {}).get(sign, sign)

    @property
    def spaced(self) -> bool:
        """Whether the language puts spaces between words."""
        return self.language not in ("ja", "zh")


@lru_cache(maxsize=1024)
def _signed(template: str, language: str) -> str:
    """A template without words, with the punctuation of a language; any other as it is."""
    signs = SIGNS.get(language, {})
    if not signs or any(c.isalpha() for text, _name, _spec in _parts(template) for c in text):
        return template
    for sign, own in signs.items():
        template = template.replace(sign, own)
    return template


ENGLISH: Final = Lexicon("en")

_reader: ContextVar[Lexicon] = ContextVar("reader", default=ENGLISH)


def reader() -> Lexicon:
    """Return the language of the person who reads what is made now; English by default."""
    return _reader.get()


def speak(lexicon: Lexicon) -> None:
    """Use this language for everything said from here on, in this context."""
    _reader.set(lexicon)


@contextmanager
def speaking(lexicon: Lexicon) -> Generator[None]:
    """Use this language for everything said within the `with` block."""
    token = _reader.set(lexicon)
    try:
        yield
    finally:
        _reader.reset(token)


@lru_cache(maxsize=4096)
def _parts(template: str) -> tuple[tuple[str, str | None, str], ...]:
    """The pieces of a template: literal text, the name of the value after it, its format spec."""
    parsed = string.Formatter().parse(template)
    return tuple((text, name, spec or "") for text, name, spec, _ in parsed)


def filled(template: str, values: Mapping[str, Any], lexicon: Lexicon, names: Sequence[str]) -> str:
    """Return a template, in whatever language it is, with its values in their places.

    `{who:seat}` is the name of a seat, `{n:tile|tiles}` a count with its noun, `{move:text}` the
    same in every language; `{names:list}`, `{names:or}`, `{names:commas}`, `{names:words}`,
    `{names:lines}` and `{names:semicolons}` are several things in a row.
    """
    out: list[str] = []
    for text, name, spec in _parts(template):
        out.append(text)
        if name is not None:
            out.append(_value(values[name], spec, lexicon, names))
    return "".join(out)


def _value(value: Any, spec: str, lexicon: Lexicon, names: Sequence[str]) -> str:
    if not spec:  # most are said so
        if isinstance(value, str) and (lexicon is not ENGLISH or names):
            return said(value, lexicon, names)
        return str(value)
    if spec == "seat":
        return str(names[value]) if value < len(names) else f"Player {value + 1}"
    if "|" in spec:
        return lexicon.count(value, spec)
    if spec in LISTS or spec in JOINED:
        parts = [_value(each, "", lexicon, names) for each in value]
        if spec in JOINED:
            return lexicon.sign(JOINED[spec]).join(parts)
        return str(format_list(parts, style=LISTS[spec], locale=lexicon.locale))
    if spec == "text":
        return str(value)
    if isinstance(value, str) and (lexicon is not ENGLISH or names):
        value = said(value, lexicon, names)
    return format(value, spec)


def phrase(template: str, /, **values: Any) -> Phrase:
    """The text a template makes of its values; phrases and lists of them may be values too.

    The template is what catalogues translate, so it is written out where it stands, and everything
    that is part of the sentence stands in it.
    """
    return _phrased(template, values)


def _(template: str, /, **values: Any) -> str:
    """Return the text that a template makes of its values, in the language of the reader.

    Texts among the values are translated as well, so names of people stand as `{name:text}`.
    """
    lexicon = _reader.get()
    return filled(lexicon.template(template), values, lexicon, ())


def template(text: str) -> str:
    """Return a template that `_` fills in later; catalogues find it by this call."""
    return text


def spoken(text: str, names: Sequence[str] = ()) -> str:
    """Return a text, phrase or term, in the language of the reader."""
    return said(text, _reader.get(), names)


def listed(parts: Iterable[str], spec: str = "list") -> Phrase:
    """Several texts as one: "silk, lace and yarn", or as `spec` joins them."""
    return _phrased(f"{{parts:{spec}}}", {"parts": list(parts)})


def _phrased(template: str, values: dict[str, Any]) -> Phrase:
    made = Phrase(filled(template, values, ENGLISH, ()))
    made.template, made.values = template, values
    return made


def said(text: str, lexicon: Lexicon, names: Sequence[str] = ()) -> str:
    """A text in a language: a phrase by its template and values, a plain text as a whole.

    What the lexicon does not know stays English; `names` are those of the seats.
    """
    if not isinstance(text, Phrase):
        return lexicon.texts.get(text, text)
    return filled(lexicon.template(text.template), text.values, lexicon, names)


def tell(
    template: str, values: dict[str, Any], names: Sequence[str], lexicon: Lexicon = ENGLISH
) -> str:
    """The sentence a template of news makes of its values, for these names of the seats."""
    return filled(lexicon.template(template), values, lexicon, names)


def packed(value: PlainData) -> Any:
    """A text, or values with texts in them, as JSON that keeps what phrases are made of."""
    if isinstance(value, Phrase):
        return {"say": value.template, "of": packed(value.values)}
    if isinstance(value, dict):
        return {key: packed(each) for key, each in value.items()}
    if isinstance(value, (list, tuple)):
        return [packed(each) for each in value]
    return value


def unpacked(value: PlainData) -> Any:
    """Undo `packed`: plain data with its phrases restored."""
    if isinstance(value, dict):
        if value.keys() == {"say", "of"}:
            return _phrased(str(value["say"]), unpacked(value["of"]))
        return {key: unpacked(each) for key, each in value.items()}
    if isinstance(value, list):
        return [unpacked(each) for each in value]
    return value


def seat_names(seats: int) -> list[str]:
    """Names for seats that nobody has: "Player 1" and so on."""
    return [f"Player {seat + 1}" for seat in range(seats)]
