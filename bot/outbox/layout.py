"""Turns pages into Discord's components (v2). No other module knows what these look like.

Components are plain JSON here, as Discord documents them; discord.py gets a view without items.
So the library keeps no view in memory, and nothing has to be stopped after sending.
"""

from __future__ import annotations

import io
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any
from zlib import crc32

import discord
from discord import ButtonStyle, ComponentType, TextStyle, ui

from bot.outbox.emoji import emoji_field, with_emoji
from bot.pages.page import (
    MAX_FIELDS,
    MAX_RADIO,
    Attachment,
    Button,
    Field,
    Form,
    Option,
    Page,
    Part,
    Picture,
    Row,
    Section,
    Select,
)

MAX_ID = 2**31 - 1
NOTHING: Mapping[str, int] = {}
GOLD = 0xB98E3E
"""The color at the edge of every message."""
Component = dict[str, Any]


class Layout(ui.LayoutView):
    """A view made of ready components."""

    def __init__(self, components: list[Component]) -> None:
        """Takes the components of a whole message."""
        super().__init__(timeout=None)
        self._components = components

    def to_components(self) -> list[Component]:
        return self._components

    def has_components_v2(self) -> bool:
        """True, for Discord's flag IS_COMPONENTS_V2."""
        return True


class Legacy(Layout):
    """The controls below a message with content."""

    def has_components_v2(self) -> bool:
        """False: such a message has no flag."""
        return False


def below(*buttons: Button) -> Legacy:
    """These buttons below a message with content."""
    return Legacy([_component(Row(*buttons))])


class Modal(ui.Modal):
    """A modal made of ready components; the library keeps no reference to it."""

    def __init__(self, form: Form) -> None:
        super().__init__(title=form.title, custom_id=form.custom_id)
        self._form = form
        self.stop()  # the library need not wait for it: `controls.receive` gets what was typed

    def to_components(self) -> list[Component]:
        form = self._form
        about = [_component(form.about)] if form.about and len(form.fields) < MAX_FIELDS else []
        return about + [_labelled(field) for field in form.fields]


def _labelled(field: Field) -> Component:
    label: Component = {
        "type": ComponentType.label.value,
        "label": field.label,
        "description": field.description,
        "component": {"custom_id": field.name} | (_choice(field) or _text_input(field)),
    }
    return _without_empty(label)


def _text_input(field: Field) -> Component:
    style = TextStyle.paragraph if field.is_long else TextStyle.short
    return _without_empty(
        {
            "type": ComponentType.text_input.value,
            "style": style.value,
            "value": field.text,
            "required": False,
            "max_length": field.max_length,
        }
    )


def _choice(field: Field) -> Component:
    """The input of a field with options; {} for a text."""
    options = [_option(option) for option in field.options]
    if not options:
        return {}
    if field.several:
        kind, least, most = ComponentType.checkbox_group, 0, len(options)
    elif len(options) <= MAX_RADIO:
        return {"type": ComponentType.radio_group.value, "options": options, "required": True}
    else:
        kind, least, most = ComponentType.select, 1, 1
    bounds = {"min_values": least, "max_values": most, "required": least > 0}
    return {"type": kind.value, "options": options, **bounds}


async def send_arguments(page: Page, *, first_id: int | None = None) -> dict[str, Any]:
    """The arguments of `send` for a page, with its pictures drawn; `first_id` becomes the id of the
    first component. Nobody is notified.
    """
    files = await _files(page)  # first, because the alt text comes with a drawn picture
    return {
        "view": Layout(components(page, first_id)),
        "files": files,
        "silent": True,
        "allowed_mentions": discord.AllowedMentions.none(),
    }


def notification_arguments(page: Page, button: Button) -> dict[str, Any]:
    """The arguments of `send` for a message that notifies people. A lock screen shows nothing but
    content, which a message with a layout cannot have. So this message has the sentence of the page
    and a button; it is then edited to show the page.
    """
    users = [discord.Object(user) for user in page.mentions]
    return {
        "content": page.notification,
        "view": below(button),
        "allowed_mentions": discord.AllowedMentions(everyone=False, roles=False, users=users),
    }


@dataclass(slots=True)
class Kept:
    """A file that a message has already."""

    number: int
    description: str

    def to_dict(self) -> dict[str, Any]:
        """What discord.py sends in place of a new file."""
        return {"id": self.number, "description": self.description or None}


async def edit_arguments(page: Page, kept: Mapping[str, int] = NOTHING) -> dict[str, Any]:
    """The arguments of `edit` that make a message show a page; an edit mentions nobody. Files that
    the message has keep their numbers: `kept`, by name.
    """
    files: list[discord.File | Kept] = [*await _files(page)]
    for n, file in enumerate(page.files):
        if file.name in kept:
            files[n] = Kept(kept[file.name], file.description)
    return {
        "content": None,
        "view": Layout(components(page)),
        "attachments": files,
        "allowed_mentions": discord.AllowedMentions.none(),
    }


async def _files(page: Page) -> list[discord.File]:
    """The files of a page, for a single request: it closes them."""
    return [
        discord.File(io.BytesIO(await file.read()), file.name, description=file.description or None)
        for file in page.files
    ]


def components(page: Page, first_id: int | None = None) -> list[Component]:
    """The components of a page: all its parts in one container."""
    parts = [_component(part) for part in with_emoji(page.parts)]
    container: Component = {"type": ComponentType.container.value, "accent_color": GOLD}
    if first_id is not None:
        container["id"] = first_id
    return [container | {"components": parts}]


def _component(part: Part) -> Component:
    match part:
        case str():
            return {"type": ComponentType.text_display.value, "content": part}
        case Row():
            controls = [_control(control) for control in part.controls]
            return {"type": ComponentType.action_row.value, "components": controls}
        case Picture():
            return {"type": ComponentType.media_gallery.value, "items": [_shown(part)]}
        case Section():
            return {
                "type": ComponentType.section.value,
                "components": [_component(part.text)],
                "accessory": {"type": ComponentType.thumbnail.value, **_shown(part.picture)},
            }
        case _:
            return {"type": ComponentType.file.value, "file": _media(part)}


def _shown(picture: Picture) -> Component:
    """A picture with its alt text."""
    return _without_empty({"media": _media(picture), "description": picture.description})


def _media(file: Attachment) -> Component:
    """How a component refers to a file of its message."""
    return {"url": f"attachment://{file.name}"}


def _control(control: Button | Select) -> Component:
    if isinstance(control, Select):  # with an id, no client takes it for the one before
        return _without_empty(
            {
                "type": ComponentType.string_select.value,
                "id": 1 + crc32(control.custom_id.encode()) % MAX_ID,
                "custom_id": control.custom_id,
                "placeholder": control.placeholder,
                "min_values": control.min_values,
                "max_values": control.max_values,
                "options": [_option(option) for option in control.options],
            }
        )
    return {
        "type": ComponentType.button.value,
        "custom_id": control.custom_id,
        "label": control.label,
        "style": ButtonStyle[control.style].value,
        "disabled": control.disabled,
    } | emoji_field(control.symbol)


def _option(option: Option) -> Component:
    return _without_empty(
        {
            "label": option.label,
            "value": option.value,
            "description": option.description,
            "default": option.default,
        }
        | emoji_field(option.symbol)
    )


def _without_empty(component: Component) -> Component:
    """A component without empty texts, which Discord rejects."""
    return {name: value for name, value in component.items() if value != ""}
