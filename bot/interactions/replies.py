"""Acknowledges interactions, and replies to them."""

from __future__ import annotations

import asyncio
import logging
import re
import time
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager, suppress
from typing import Any

import discord

from bot.interactions.client import Interaction
from bot.operations.discord_errors import (
    ALREADY_ACKNOWLEDGED,
    NO_RESPONSE,
    REQUEST_ERRORS,
    TOKEN_EXPIRED,
    UNKNOWN_MESSAGE,
    UNKNOWN_WEBHOOK,
    is_external,
    log_error,
)
from bot.operations.markdown import escape_markdown
from bot.outbox.layout import Modal, below, send_arguments
from bot.pages.page import Form, Page
from bot.store import OutOfService
from bot.table import Refused
from bot.texts.languages import _, language_of_locale, use_language

log = logging.getLogger(__name__)
MAX_TEXT = 2000
SLOT, AGAIN = "slot", "again"
"""The keys in `extras` of an interaction: the function that releases its slot, and the button that
opens its refused form again.
"""
MAX_PICTURE_WAIT_S = 6.0
MAX_EDIT_WAIT_S = 8.0
"""A reply that cannot be shown within this time is sent as a new message, in words."""
UPDATE = discord.InteractionResponseType.deferred_message_update
"""The response to a press whose message is edited; other responses are new messages."""
TOKEN_PAUSES_S = (0.5, 2.0, 5.0)
"""The pauses before a reply is tried again because Discord does not know its token yet."""
MAX_FORM_WAIT_S = 2.0
RETRY_DELAY_S = 1.0
"""The pause of discord.py before it repeats a request that has failed."""
QUOTED = re.compile("[“„«「].*[”“»」]", re.DOTALL)
"""What a refusal quotes of what was typed, between the quotation marks of any language."""


class NotAcknowledged(Exception):
    """Discord did not accept the acknowledgement of an interaction, so it was not handled."""


async def use_language_of(interaction: Interaction) -> None:
    """Sets the language from here on: the one that the person who acts has chosen, else that of
    their Discord.
    """
    people = interaction.client.store.people
    person = await people.cached(interaction.user.id)
    locale = language_of_locale(interaction.locale)
    if locale != (person.locale or "en"):
        with suppress(OutOfService):
            await people.save(person.user, locale=locale)
    use_language(person.language or locale)


async def acknowledge(interaction: Interaction, *, ephemeral: bool) -> None:
    """Tells Discord that an interaction has arrived, then waits for a slot, then sets the language.

    The reply will be an ephemeral message, or else replace the message with the button. Raises
    NotAcknowledged if Discord does not accept it: then nothing may be done, since Discord tells the
    person that the interaction failed.
    """
    await _defer(interaction, ephemeral)
    interaction.extras[SLOT] = await interaction.client.work.enter()
    await use_language_of(interaction)


async def _defer(interaction: Interaction, ephemeral: bool) -> None:
    began = time.monotonic()
    try:
        try:
            await interaction.response.defer(ephemeral=ephemeral, thinking=ephemeral)
        except NO_RESPONSE:
            began -= RETRY_DELAY_S
            await interaction.response.defer(ephemeral=ephemeral, thinking=ephemeral)
    except REQUEST_ERRORS as error:
        # Discord may know already: from our first attempt if its answer was lost, else (if there
        # was no time for a second one) from another process, which handles the interaction.
        known = isinstance(error, discord.HTTPException) and error.code == ALREADY_ACKNOWLEDGED
        if known and time.monotonic() - began >= RETRY_DELAY_S:
            return
        if known:
            interaction.client.rivals.was_faster()
        raise NotAcknowledged(str(error)) from error


@asynccontextmanager
async def before_form(interaction: Interaction) -> AsyncGenerator[None]:
    """Inside of it a form is made, which must be the first response to an interaction. Raises
    Refused if that takes too long.
    """
    try:
        async with asyncio.timeout(MAX_FORM_WAIT_S):
            await use_language_of(interaction)
            yield
    except TimeoutError as error:
        raise Refused(_("I am too busy to open that now. Please try again in a minute.")) from error


async def open_form(interaction: Interaction, form: Form) -> None:
    """Opens a form as the first response to an interaction."""
    await interaction.response.send_modal(Modal(form))


def release_slot(interaction: Interaction) -> None:
    """Releases the slot of an interaction that only waits for Discord or a picture from now on."""
    release = interaction.extras.pop(SLOT, None)
    if release:
        release()


async def reply(interaction: Interaction, page: Page) -> int:
    """Replies to an acknowledged interaction with a page; returns the number of the message, or 0
    if no token can edit it.

    If the message to replace was deleted, or cannot be edited soon, a new one is sent. What the
    interaction did is committed, so an error of Discord here does no harm.
    """
    release_slot(interaction)
    try:
        async with asyncio.timeout(MAX_EDIT_WAIT_S):
            await page.wait_for_pictures(MAX_PICTURE_WAIT_S)
            return await _edit_response(interaction, page)
    except REQUEST_ERRORS as error:
        if not is_external(error):
            raise
        log.info("the reply to an interaction cannot be shown: %s", error)
        code = error.code if isinstance(error, discord.HTTPException) else 0
    if code not in TOKEN_EXPIRED - {UNKNOWN_WEBHOOK}:
        if page.files and code not in (UNKNOWN_MESSAGE, UNKNOWN_WEBHOOK):
            page = page.without_files(lacks_permission=False)
        await _reply_in_new_message(interaction, page)
    return 0


async def _edit_response(interaction: Interaction, page: Page) -> int:
    """Edits the response to an interaction, and returns its number. Discord may know the
    acknowledgement, but its token only some seconds later.
    """
    edit, change = interaction.client.outbox.uploads.edit, interaction.edit_original_response
    pressed = interaction.message if interaction.response.type is UPDATE else None
    number = pressed.id if pressed else 0
    for pause_s in (*TOKEN_PAUSES_S, None):
        try:
            try:
                return await edit(number, page, change)
            except NO_RESPONSE:
                return await edit(number, page, change)
        except discord.NotFound as error:
            if error.code != UNKNOWN_WEBHOOK or pause_s is None:
                raise
            await asyncio.sleep(pause_s)
    raise AssertionError


async def reset_selects(interaction: Interaction) -> None:
    """Edits the message of a select without a change, so that Discord no longer shows the pick:
    else it would send nothing when the same option is picked again.
    """
    release_slot(interaction)
    try:
        await interaction.edit_original_response()
    except REQUEST_ERRORS as error:
        log_error(log, "a select shows what was picked in vain", error)


async def _reply_in_new_message(interaction: Interaction, page: Page) -> None:
    try:
        await interaction.followup.send(**await send_arguments(page), ephemeral=True)
    except REQUEST_ERRORS as error:
        log_error(log, "nor can it be shown in a new message", error)


async def send_ephemeral(interaction: Interaction, sentence: str) -> None:
    """Sends a sentence to the person who acted, in a new message that nobody else sees; after a
    refused form with the button to edit it.
    """
    again = interaction.extras.get(AGAIN)
    more: dict[str, Any] = {"view": below(again)} if again else {}
    text = QUOTED.sub(lambda quoted: escape_markdown(quoted[0]), sentence)
    text = text if len(text) <= MAX_TEXT else text[: MAX_TEXT - 1] + "…"
    release_slot(interaction)
    try:
        if interaction.response.is_done() or not await _sent_first(interaction, text):
            await interaction.followup.send(text, ephemeral=True, **more)
    except REQUEST_ERRORS as error:
        log.info("an interaction could not be replied to: %s", error)


async def _sent_first(interaction: Interaction, text: str) -> bool:
    """Sends a text as the first response; returns False if there was one before."""
    try:
        await interaction.response.send_message(text, ephemeral=True)
    except discord.HTTPException as error:
        if error.code != ALREADY_ACKNOWLEDGED:
            raise
        return False
    return True
