"""A page: what a message says and shows, as plain data. `bot.outbox.layout` sends it."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any, Literal, Protocol

from bot.operations import permissions
from bot.pictures.drawing import Drawn, describe, run_in_language
from bot.pictures.pictures import Pictures, digest, picture_key
from bot.texts.languages import _, current_language, using_language

MAX_TEXT, MAX_COMPONENTS = 4000, 40
"""Characters of all texts of a message together, and its components with the container."""
MAX_BUTTON_LABEL, MAX_OPTION_LABEL, MAX_PLACEHOLDER, MAX_CUSTOM_ID = 80, 100, 150, 100
MAX_BUTTONS_IN_ROW, MAX_OPTIONS, MAX_FILES = 5, 25, 10
MAX_LINE = 120
"""Characters of a line of a panel, after which the next sentence begins a line of its own."""
SENTENCE = re.compile(r".+?(?:[.!?:;][)*]* +|[。；]|$)")
MAX_NOTIFICATION = 400
"""Characters of a notification; a lock screen shows fewer."""
MAX_TITLE = 45
"""Characters of the title of a form, and of the label of its field."""
MAX_FIELDS, MAX_RADIO = 5, 5
"""Fields of a form, and options that a field shows at once; more of them are a select."""
Style = Literal["primary", "secondary", "success", "danger"]


class Drawing(Protocol):
    """A function that draws a picture when its message is sent."""

    def __call__(self, *, urgent: bool) -> Awaitable[Drawn]:
        """Draws it; urgent pictures come before others."""
        ...


@dataclass(slots=True)
class Attachment:
    name: str
    data: bytes | Drawing = field(compare=False, repr=False)
    """The bytes, or a function that draws them when the message is sent. Files with the same name
    count as equal.
    """
    words: str | Callable[[], str] = field(default="", compare=False, repr=False)
    """The description of a picture, or a function that returns it before the picture is drawn."""

    async def read(self, *, urgent: bool = False) -> bytes:
        """The bytes; draws the picture if it must."""
        if not isinstance(self.data, bytes):
            self.data, self.words = await self.data(urgent=urgent)
        return self.data

    @property
    def description(self) -> str:
        """What a picture shows, in words. It is slow the first time until the picture is drawn."""
        if not isinstance(self.words, str):
            self.words = self.words()
        return self.words


class Picture(Attachment):
    """A file that the message shows."""

    __slots__ = ()


class FileLink(Attachment):
    """A file that the message offers for download."""

    __slots__ = ()


@dataclass(slots=True)
class Button:
    """A button. Its custom_id holds all that its handler needs, so it works after a restart."""

    action: str
    """The action of its handler, see `bot.interactions.controls.pressed`."""
    table: int
    rest: str = ""
    label: str = ""
    style: Style = "secondary"
    disabled: bool = False
    symbol: str = ""
    """Before the label, if the application has its emoji, see `bot.pictures.symbols`."""

    def __post_init__(self) -> None:
        self.label = truncate(self.label, MAX_BUTTON_LABEL)
        assert len(self.custom_id) <= MAX_CUSTOM_ID, self.custom_id

    @property
    def custom_id(self) -> str:
        """What Discord sends when the button is pressed."""
        return f"{self.action}:{self.table}:{self.rest}"


@dataclass(slots=True)
class Option:
    label: str
    value: str
    description: str = ""
    default: bool = False
    symbol: str = ""
    """As that of a button."""

    def __post_init__(self) -> None:
        self.label = truncate(self.label, MAX_OPTION_LABEL)
        self.description = truncate(self.description, MAX_OPTION_LABEL)


@dataclass(slots=True)
class Select:
    """A select. Its custom_id holds all that its handler needs. The placeholder says what is asked;
    Discord has none of its own that does.
    """

    action: str
    """The action of its handler, see `bot.interactions.controls.picked`."""
    table: int
    rest: str = ""
    placeholder: str = ""
    options: Sequence[Option] = ()
    min_values: int = 1
    max_values: int = 1

    def __post_init__(self) -> None:
        self.placeholder = truncate(self.placeholder, MAX_PLACEHOLDER)
        assert self.placeholder, self.custom_id
        assert len(self.custom_id) <= MAX_CUSTOM_ID, self.custom_id

    @property
    def custom_id(self) -> str:
        """What Discord sends when options are picked."""
        return f"pick-{self.action}:{self.table}:{self.rest}"


Answers = Mapping[str, Sequence[str]]
"""What each field of a form was given, by its name: a text, or the values of what was picked."""


@dataclass(slots=True)
class Field:
    """A field of a form: a text, or with options one of these, or `several`."""

    label: str
    name: str = "text"
    """Identifies it in its form."""
    description: str = ""
    text: str = ""
    """The text in the field when the form opens."""
    max_length: int = 1
    """Characters that the field takes."""
    is_long: bool = False
    options: Sequence[Option] = ()
    several: bool = False
    """Whether any number of the options may be picked, also none."""

    def __post_init__(self) -> None:
        self.label = truncate(self.label, MAX_TITLE)
        self.description = truncate(self.description, MAX_OPTION_LABEL)

    def filled(self, given: Sequence[str]) -> Field:
        """The field with what it was given before."""
        options = [replace(each, default=each.value in given) for each in self.options]
        return replace(self, text="".join(given)[: self.max_length], options=options)


@dataclass(slots=True)
class Form:
    """A modal. Its custom_id holds all that its handler needs, so it works after a restart."""

    action: str
    """The action of its handlers, see `bot.interactions.controls.form` and `submitted`."""
    table: int
    title: str
    fields: Sequence[Field]
    rest: str = ""
    about: str = ""
    """What stands above the fields, unless there are as many fields as there may be."""

    def __post_init__(self) -> None:
        self.title = truncate(self.title, MAX_TITLE)
        assert 1 <= len(self.fields) <= MAX_FIELDS, self.custom_id
        assert len(self.custom_id) <= MAX_CUSTOM_ID, self.custom_id

    @property
    def custom_id(self) -> str:
        """What Discord sends when the form is submitted."""
        return f"form-{self.action}:{self.table}:{self.rest}"

    def filled(self, typed: Answers) -> Form:
        """The form with what was typed before, where it has that field."""
        fields = [f.filled(typed[f.name]) if f.name in typed else f for f in self.fields]
        return replace(self, fields=fields)


@dataclass(slots=True, init=False)
class Row:
    """Up to five buttons side by side, or one select."""

    controls: tuple[Button | Select, ...]

    def __init__(self, *controls: Button | Select) -> None:
        assert len(controls) <= MAX_BUTTONS_IN_ROW, controls
        self.controls = controls

    @property
    def options(self) -> list[Option]:
        """The options of its select; [] if it has buttons."""
        return [each for control in self.controls for each in getattr(control, "options", ())]


@dataclass(slots=True)
class Section:
    """A text with a small picture beside it, which adds nothing to the words."""

    text: str
    picture: Picture


Part = str | Picture | FileLink | Row | Section
Entries = list[str]
"""A list as text; if there is no room, whole entries are left out."""


@dataclass(slots=True)
class Page:
    """What a message says and shows, from top to bottom."""

    parts: list[Part]
    digest: str
    """A hash of what it shows: a message is edited if the digest of its page changes."""
    mentions: list[int]
    """The users whom its mentions notify."""
    question: int
    """The open question when the page was made."""
    notification: str = ""
    """What a lock screen shows of its new message: one plain sentence without a secret, as anybody
    may read it there. A message without one arrives silently.
    """
    language: str = field(default_factory=current_language)
    """The language of its texts."""

    @property
    def files(self) -> list[Picture | FileLink]:
        shown = [part.picture if isinstance(part, Section) else part for part in self.parts]
        return [part for part in shown if isinstance(part, Attachment)]

    @property
    def text_length(self) -> int:
        """The characters of all texts."""
        return sum(map(characters, self.parts))

    async def wait_for_pictures(self, seconds: float) -> None:
        """Waits so long for the pictures of a reply; describes late ones in words."""
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await asyncio.gather(*(file.read(urgent=True) for file in self.files))
        note = _("-# The picture is taking too long; here is what it shows, as text.")
        late = [file for file in self.files if not isinstance(file.data, bytes)]
        self.parts = self._with_words(note, late, MAX_TEXT - self.text_length)

    def without_files(self, *, lacks_permission: bool) -> Page:
        """The page with its pictures described in words, and the reason: the bot lacks the
        permission to attach files, or Discord accepts none for now.
        """
        with using_language(self.language):
            note = _(
                "-# Discord takes no pictures from me at the moment, so I describe this one in"
                " words."
            )
            if lacks_permission:
                note = _(
                    "-# I lack the permission **{permission}** in this channel, so I describe the"
                    " picture in words.",
                    permission=permissions.NEEDED["attach_files"],
                )
        told = self._with_words(note, self.files, MAX_TEXT)
        most = _longest_allowed([characters(part) for part in told])
        parts = [_cut(part, most) for part in told]
        return replace(self, parts=parts, digest=digest([self.digest, note]))

    def _with_words(self, note: str, files: Sequence[Attachment], room: int) -> list[Part]:
        """The parts with a note and descriptions, together `room` characters, in place of these
        files; a file without a description is left out, and so is the picture of a section.
        """
        parts = list[Part]()
        for part in self.parts:
            if isinstance(part, Section) and part.picture in files:
                parts.append(part.text)
            elif not isinstance(part, Attachment) or part not in files:
                parts.append(part)
            elif room > 0 and (description := part.description):
                words = truncate(f"{note}\n{description}", room)
                parts.append(words)
                room -= len(words)
        return parts


def page(
    *parts: Part | Entries,
    mentions: Iterable[int] = (),
    facts: object = None,
    question: int = 0,
    notification: str = "",
) -> Page:
    """A page of these parts. Its digest covers them and `facts`. If its texts are too long
    together, the longest are cut.
    """
    most = _longest_allowed([characters(part) for part in parts])
    cut = [_cut(part, most) for part in parts]
    rows = [part for part in cut if isinstance(part, Row)]
    sections = [part for part in cut if isinstance(part, Section)]
    count = 1 + len(cut) + sum(len(row.controls) for row in rows) + 2 * len(sections)
    assert count <= MAX_COMPONENTS, f"{count} components"
    notification = truncate(notification, MAX_NOTIFICATION)
    return Page(cut, digest([repr(cut), facts]), list(mentions), question, notification)


def characters(part: Part | Entries) -> int:
    """The characters of a text, a list or a section; 0 for other parts."""
    text = "\n".join(part) if isinstance(part, list) else part
    text = text.text if isinstance(text, Section) else text
    return len(text) if isinstance(text, str) else 0


def _longest_allowed(lengths: Sequence[int]) -> int:
    """How long the longest of these texts may be: shorter ones are not cut, and the longer ones
    share the remaining room.
    """
    room = MAX_TEXT
    for place, length in enumerate(sorted(lengths)):
        share = room // (len(lengths) - place)
        if length > share:
            return share
        room -= length
    return MAX_TEXT


def _cut(part: Part | Entries, most: int) -> Part:
    """A part with at most so many characters; a list says how many entries it omits."""
    if isinstance(part, str):
        return truncate(part, most)
    if isinstance(part, Section):
        return Section(truncate(part.text, most), part.picture)
    if not isinstance(part, list):
        return part
    lines = part
    for kept in reversed(range(len(part))):
        if len("\n".join(lines)) <= most:
            break
        lines = [*part[:kept], _("-# and {n} more", n=len(part) - kept)]
    return truncate("\n".join(lines), most)


def picture(pictures: Pictures, view: dict[str, Any]) -> Picture:
    """The picture of a view. Its file name depends on the view and the language."""
    key, language = picture_key(view), current_language()
    drawing = partial(pictures.view, view, key, language=language)
    words = partial(run_in_language, language, describe, view)
    return Picture(f"{view['game']}-{key}.png", drawing, words)


def marked_picture(pictures: Pictures, view: dict[str, Any], better: str, other: str) -> Picture:
    """The picture of a view, with the pieces of a better and another move marked."""
    moves, language = (better, other), current_language()
    key = picture_key([view, moves])
    drawing = partial(pictures.marked, view, moves, key, language=language)
    words = partial(run_in_language, language, describe, view)
    return Picture(f"{view['game']}-{key}.png", drawing, words)


def in_rows(buttons: Sequence[Button]) -> list[Row]:
    """The buttons in rows of five."""
    starts = range(0, len(buttons), MAX_BUTTONS_IN_ROW)
    return [Row(*buttons[i : i + MAX_BUTTONS_IN_ROW]) for i in starts]


def in_lines(part: Part | Entries) -> Part | Entries:
    """A text whose lines are broken after a sentence where they are long; other parts as they
    are.
    """
    if not isinstance(part, str):
        return part
    return "\n".join(each for line in part.split("\n") for each in _broken(line))


def _broken(line: str) -> list[str]:
    small = "-# " if line.startswith("-# ") else ""
    found = [""]
    for sentence in SENTENCE.findall(line):
        if found[-1] and len(found[-1]) + len(sentence) > MAX_LINE:
            found.append(small)
        found[-1] += sentence
    return [each.rstrip() for each in found]


def truncate(text: str, max_length: int) -> str:
    """A text, cut with an ellipsis if it is longer than allowed."""
    return text if len(text) <= max_length else text[: max_length - 1].rstrip() + "…"
