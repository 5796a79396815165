"""Turns pages into what discord.py sends. Nothing else knows what Discord's components look like.

Components are written out here as Discord documents them, and discord.py is given a view without
items. So the library keeps nothing in memory, no items refer to each other in circles, and nothing
has to be closed after sending.
"""

from __future__ import annotations

import io
from typing import Any

import discord
from discord import ButtonStyle, ComponentType, TextStyle, ui

from bot.pages.page import Attachment, Button, Form, Option, Page, Part, Picture, Row, Select

GOLD = 0xB98E3E
"""The color at the edge of every message."""
Component = dict[str, Any]


class Layout(ui.LayoutView):
    """A view that consists of components written out already."""

    def __init__(self, components: list[Component]) -> None:
        """Takes the components of a whole message."""
        super().__init__(timeout=None)
        self._written = components

    def to_components(self) -> list[Component]:
        """Returns the components as Discord takes them."""
        return self._written

    def has_components_v2(self) -> bool:
        """Returns True: Discord is to read them as a layout, not as rows below a text."""
        return True


class Modal(ui.Modal):
    """A modal whose field is written out; the library keeps nothing of it."""

    def __init__(self, form: Form) -> None:
        """Takes the form that it shows."""
        super().__init__(title=form.title, custom_id=form.custom_id)
        self._form = form
        self.stop()  # else the library would wait for its answer, which `controls.receive` gets

    def to_components(self) -> list[Component]:
        """Returns the components as Discord takes them."""
        field: Component = {
            "type": ComponentType.text_input.value,
            "custom_id": "text",
            "style": TextStyle.paragraph.value,
            "value": self._form.text,
            "required": False,
            "max_length": self._form.most,
        }
        label = {"type": ComponentType.label.value, "label": self._form.label}
        return [label | {"component": _filled(field)}]


async def send_arguments(page: Page, *, first_id: int | None = None) -> dict[str, Any]:
    """Returns the arguments that send a page, with its pictures drawn.

    `first_id` is the id of the message's first component.
    """
    users = [discord.Object(user) for user in page.mentions]
    files = await _files(page)  # first, since a drawn picture comes with its words
    return {
        "view": Layout(components(page, first_id)),
        "files": files,
        "silent": page.silent,
        "allowed_mentions": discord.AllowedMentions(everyone=False, roles=False, users=users),
    }


async def edit_arguments(page: Page) -> dict[str, Any]:
    """Returns the arguments that make a message show a page; an edit mentions nobody."""
    files = await _files(page)
    return {
        "view": Layout(components(page)),
        "attachments": files,
        "allowed_mentions": discord.AllowedMentions.none(),
    }


async def _files(page: Page) -> list[discord.File]:
    """Returns the files of a page for one request, which closes them."""
    return [
        discord.File(io.BytesIO(await file.made()), file.name, description=file.description or None)
        for file in page.files
    ]


def components(page: Page, first_id: int | None = None) -> list[Component]:
    """Returns the components of a page as Discord takes them: all its parts in one frame."""
    parts = [_component(part) for part in page.parts]
    frame: Component = {"type": ComponentType.container.value, "accent_color": GOLD}
    if first_id is not None:
        frame["id"] = first_id
    return [frame | {"components": parts}]


def _component(part: Part) -> Component:
    match part:
        case str():
            return {"type": ComponentType.text_display.value, "content": part}
        case Row():
            controls = [_control(control) for control in part.controls]
            return {"type": ComponentType.action_row.value, "components": controls}
        case Picture():
            item = {"media": _media(part), "description": part.description}
            return {"type": ComponentType.media_gallery.value, "items": [_filled(item)]}
        case _:
            return {"type": ComponentType.file.value, "file": _media(part)}


def _media(file: Attachment) -> Component:
    """Returns how a component names a file of its message."""
    return {"url": f"attachment://{file.name}"}


def _control(control: Button | Select) -> Component:
    if isinstance(control, Select):
        return _filled(
            {
                "type": ComponentType.string_select.value,
                "custom_id": control.custom_id,
                "placeholder": control.placeholder,
                "min_values": control.least,
                "max_values": control.most,
                "options": [_option(option) for option in control.options],
            }
        )
    return {
        "type": ComponentType.button.value,
        "custom_id": control.custom_id,
        "label": control.label,
        "style": ButtonStyle[control.style].value,
        "disabled": control.disabled,
    }


def _option(option: Option) -> Component:
    return _filled(
        {
            "label": option.label,
            "value": option.value,
            "description": option.description,
            "default": option.default,
        }
    )


def _filled(component: Component) -> Component:
    """Returns a component without the texts that are empty."""
    return {name: value for name, value in component.items() if value != ""}
