"""Buttons and selects: what is done when somebody presses one.

A custom_id carries all there is to know, `action:table:rest`, so nothing is kept in memory and
buttons work after a restart. What an action does is registered with `pressed` and `picked`.
"""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable, Container
from typing import Any, cast

from bot.interactions.replies import Interaction, answered, from_before, listen
from bot.operations.logs import about
from bot.table import Refused
from bot.texts.languages import _

NUMBER, LARGEST = re.compile("[0-9]{1,19}"), 2**63 - 1
"""How numbers are written that fit into the store, those of people and of tables."""
PICK = "pick-"
"""What the custom_id of a select begins with."""
Pressed = Callable[[Interaction, int, str], Awaitable[None]]
Picked = Callable[[Interaction, int, str, str], Awaitable[None]]
ON_PRESS: dict[str, Pressed] = {}
ON_PICK: dict[str, Picked] = {}


def pressed(action: str) -> Callable[[Pressed], Pressed]:
    """Registers what a button of this action does, given interaction, table and rest."""

    def register(run: Pressed) -> Pressed:
        ON_PRESS[action] = run
        return run

    return register


def picked(action: str) -> Callable[[Picked], Picked]:
    """Registers what a select of this action does: as `pressed`, and the value picked."""

    def register(run: Picked) -> Picked:
        ON_PICK[action] = run
        return run

    return register


def foreign() -> Refused:
    """Returns what is said to a press that this release cannot read."""
    return Refused(_("This button was made by another release of the bot; nothing changed."))


def as_number(text: str) -> int:
    """Returns the number in a custom_id, or in a value; Refused where there is none."""
    if not _is_number(text):
        raise foreign()
    return int(text)


def _is_number(text: str) -> bool:
    return bool(NUMBER.fullmatch(text)) and int(text) <= LARGEST


def one_of(text: str, known: Container[str]) -> str:
    """Returns a value that this release knows; Refused where it does not."""
    if text not in known:
        raise foreign()
    return text


async def receive(interaction: Interaction) -> None:
    """Does what a button or select is for, once; every failure is answered with a sentence.

    What was pressed is read from the interaction. For a `discord.ui.DynamicItem` the library would
    first make an object of every component of the message.
    """
    if not interaction.client.arrivals.first(interaction.id):
        return
    data = cast("dict[str, Any]", interaction.data)
    action, _colon, rest = str(data["custom_id"]).partition(":")
    table, _colon, rest = rest.partition(":")
    async with answered(interaction):
        run = _registered(action, data)
        if run is None or not _is_number(table):
            await listen(interaction)
            raise foreign()
        about(int(table))
        if not await from_before(interaction, int(table)):
            await run(interaction, int(table), rest)


def _registered(action: str, data: dict[str, Any]) -> Pressed | None:
    """Returns what is done for a custom_id that begins like this; None where nothing is."""
    if not action.startswith(PICK):
        return ON_PRESS.get(action)
    run = ON_PICK.get(action.removeprefix(PICK))
    value = next(iter(data.get("values", ())), "")
    return run and (lambda interaction, table, rest: run(interaction, table, rest, value))
