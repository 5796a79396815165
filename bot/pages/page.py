"""A page: what a message says and shows, as plain data. `bot.outbox.layout` sends it."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from typing import Any, Literal

from bot.pictures.pictures import Pictures, describe, digest
from bot.texts.languages import _

MAX_TEXT, MAX_TEXT_IN_ALL = 3500, 4000
"""Characters of one text, and of all texts of a message."""
MAX_BUTTON_LABEL, MAX_OPTION_LABEL, MAX_PLACEHOLDER, MAX_CUSTOM_ID = 80, 100, 150, 100
MAX_BUTTONS_IN_ROW, MAX_OPTIONS = 5, 25
Style = Literal["primary", "secondary", "success", "danger"]


@dataclass(slots=True)
class Attachment:
    """A file of a message."""

    name: str
    data: bytes | Callable[[], Awaitable[bytes]] = field(compare=False, repr=False)
    """What is in it, or what draws it when the message is sent. Two files of one name are taken for
    the same.
    """
    description: str = ""
    """What a picture shows, in words."""

    async def made(self) -> bytes:
        """Returns what is in it; it is drawn first where need be."""
        if not isinstance(self.data, bytes):
            self.data = await self.data()
        return self.data


class Picture(Attachment):
    """A file that the message shows."""

    __slots__ = ()


class FileLink(Attachment):
    """A file that the message offers for download."""

    __slots__ = ()


@dataclass(slots=True)
class Button:
    """A button. Its custom_id says all there is to know, so it works after a restart."""

    action: str
    """What a press does, as registered with `bot.interactions.controls.pressed`."""
    table: int
    rest: str = ""
    label: str = ""
    style: Style = "secondary"
    disabled: bool = False

    def __post_init__(self) -> None:
        """Cuts a label that is too long."""
        self.label = clamp(self.label, MAX_BUTTON_LABEL)
        assert len(self.custom_id) <= MAX_CUSTOM_ID, self.custom_id

    @property
    def custom_id(self) -> str:
        """What Discord hands back when the button is pressed."""
        return f"{self.action}:{self.table}:{self.rest}"


@dataclass(slots=True)
class Option:
    """An option of a select."""

    label: str
    value: str
    description: str = ""
    default: bool = False

    def __post_init__(self) -> None:
        """Cuts texts that are too long."""
        self.label = clamp(self.label, MAX_OPTION_LABEL)
        self.description = clamp(self.description, MAX_OPTION_LABEL)


@dataclass(slots=True)
class Select:
    """A select of which one option is picked. Its custom_id says what it is for."""

    action: str
    """What a pick does, as registered with `bot.interactions.controls.picked`."""
    table: int
    rest: str = ""
    placeholder: str = ""
    options: Sequence[Option] = ()

    def __post_init__(self) -> None:
        """Cuts a placeholder that is too long."""
        self.placeholder = clamp(self.placeholder, MAX_PLACEHOLDER)
        assert len(self.custom_id) <= MAX_CUSTOM_ID, self.custom_id

    @property
    def custom_id(self) -> str:
        """What Discord hands back when an option is picked."""
        return f"pick-{self.action}:{self.table}:{self.rest}"


@dataclass(slots=True, init=False)
class Row:
    """Up to five buttons side by side, or one select."""

    controls: tuple[Button | Select, ...]

    def __init__(self, *controls: Button | Select) -> None:
        """Takes the controls from left to right."""
        assert len(controls) <= MAX_BUTTONS_IN_ROW, controls
        self.controls = controls

    @property
    def options(self) -> list[Option]:
        """The options of its select; [] where it has buttons."""
        return [each for control in self.controls for each in getattr(control, "options", ())]


Part = str | Picture | FileLink | Row


@dataclass(slots=True)
class Page:
    """What a message says and shows, from top to bottom."""

    parts: list[Part]
    digest: str
    """A short name for what it says: a message is edited where its page has another one."""
    mentions: list[int]
    """The users whom a mention in its texts notifies."""
    question: int
    """The question that was open when the page was made."""
    silent: bool = False
    """Whether it notifies nobody when it arrives, not even in a DM."""

    @property
    def files(self) -> list[Picture | FileLink]:
        """The files of the message."""
        return [part for part in self.parts if isinstance(part, Attachment)]

    @property
    def text_length(self) -> int:
        """The characters of all texts."""
        return sum(len(part) for part in self.parts if isinstance(part, str))

    async def in_time(self, seconds: float) -> None:
        """Waits so long for the pictures; a picture that is late is told in words."""
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                for file in self.files:
                    await file.made()
        for place, part in reversed([*enumerate(self.parts)]):
            if isinstance(part, Attachment) and not isinstance(part.data, bytes):
                self.parts[place : place + 1] = self._in_words(part)

    def _in_words(self, picture: Attachment) -> list[Part]:
        note = _("-# The picture takes too long just now; this is what it shows.")
        room = MAX_TEXT_IN_ALL - self.text_length
        return [clamp(f"{note}\n{picture.description}", room)] if room > 0 else []


def page(
    *parts: Part, mentions: Iterable[int] = (), facts: object = None, question: int = 0
) -> Page:
    """Returns a page of texts, pictures, files and rows. Its digest is of them and of `facts`."""
    fitting = [clamp(part, MAX_TEXT) if isinstance(part, str) else part for part in parts]
    return Page(fitting, digest([repr(fitting), facts]), list(mentions), question)


def picture(pictures: Pictures, view: dict[str, Any]) -> Picture:
    """Returns the picture of a view, described in words. Its name says which view it is of."""
    key = digest(view)
    return Picture(f"{view['game']}-{key}.png", partial(pictures.png, view, key), describe(view))


def in_rows(buttons: Sequence[Button]) -> list[Row]:
    """Returns the buttons in rows of five."""
    starts = range(0, len(buttons), MAX_BUTTONS_IN_ROW)
    return [Row(*buttons[i : i + MAX_BUTTONS_IN_ROW]) for i in starts]


def clamp(text: str, most: int) -> str:
    """Returns the text, cut with an ellipsis where it has more characters than allowed."""
    return text if len(text) <= most else text[: most - 1].rstrip() + "…"
