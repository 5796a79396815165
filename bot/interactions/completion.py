"""Autocompletion: what people are offered while they type an option of a command."""

from __future__ import annotations

import functools
from collections.abc import Awaitable, Callable, Coroutine, Iterable
from itertools import islice
from typing import Any, TypeVar

from discord import app_commands

from bot.interactions.client import Interaction
from bot.interactions.context import Context
from bot.pages.page import truncate
from bot.table import Refused
from bot.table.pace import PRESETS, parse_pace
from bot.table.settings import PACE, Setting
from games.words import phrase

UNSET = "-"
"""In place of "", which Discord does not take."""
MAX_CHOICES, MAX_CHOICE_LENGTH = 25, 100
Value = TypeVar("Value", str, int)
Choices = list[tuple[str, str]]
"""Names, as people read them, each with its value."""


def completion(
    find: Callable[[Context, str], Awaitable[Iterable[tuple[str, Value]]]],
) -> Callable[[Interaction, str], Coroutine[Any, Any, list[app_commands.Choice[Value]]]]:
    """Makes an autocompletion from a function that returns names and values for what was typed. If
    it raises Refused, nothing is offered.
    """

    @functools.wraps(find)
    async def complete(interaction: Interaction, current: str) -> list[app_commands.Choice[Value]]:
        try:
            found = await find(Context(interaction), current)
        except Refused:
            return []
        return [
            app_commands.Choice(name=truncate(name, MAX_CHOICE_LENGTH), value=value)
            for name, value in islice(found, MAX_CHOICES)
        ]

    return complete


@completion
async def complete_pace(ctx: Context, current: str) -> Choices:
    """The paces that one press chooses, and what somebody has typed, if it is a pace."""
    zone = (await ctx.bot.store.people.get(ctx.user.id)).zone
    paces = [str(parse_pace(current, zone))] if current else [*map(str, PRESETS.values())]
    return [(f"{PACE.label(pace)}: {PACE.about(pace)}", pace) for pace in paces]


def choices_of(setting: Setting) -> list[app_commands.Choice[str]]:
    """The values of a setting, for an option of a command; "" is `UNSET`."""
    return [
        app_commands.Choice(name=label, value=value or UNSET)
        for value, (label, _about) in setting.values.items()
    ]


def explained_choices_of(setting: Setting) -> list[app_commands.Choice[str]]:
    """The same with what each value means."""
    return [
        app_commands.Choice(name=phrase("{level}: {about}", level=label, about=about), value=value)
        for value, (label, about) in setting.values.items()
    ]
