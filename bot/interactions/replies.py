"""Answers to interactions: every failure becomes a sentence for the one who pressed or typed."""

from __future__ import annotations

import logging
import re
import time
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager, suppress
from typing import Any

import discord

from bot.operations.discord_errors import (
    ACKNOWLEDGED,
    EXPIRED,
    FAILED,
    LOST,
    UNKNOWN_INTERACTION,
    complain,
    is_fault,
)
from bot.operations.markdown import escaped
from bot.outbox.layout import edit_arguments, send_arguments
from bot.pages.page import Page
from bot.store import OutOfService, Store
from bot.table import Refused
from bot.texts.languages import _, speak, understood

log = logging.getLogger(__name__)
Interaction = discord.Interaction[Any]
MOST_TEXT = 2000
UNKNOWN_MESSAGE = 10008
SLOT = "slot"
"""Where an interaction keeps what gives its slot back."""
PATIENCE = 6.0
"""Seconds that somebody waits for a picture."""
ASKED_AGAIN = 1.0
"""Seconds before the library makes a request again that has failed."""
QUOTED = re.compile("“.*”", re.DOTALL)
"""What a refusal repeats of what was typed."""
IN_A_WORD = re.compile(r"(?<=\w)\\_(?=\w)")
"""Where an underscore is nothing but one, as in the names of options."""


class Unheard(Exception):
    """Discord was not told in time that an interaction has arrived, and nothing was done."""


def trouble() -> str:
    """What is said where a bug is the reason."""
    return _("Something went wrong on my side, and nothing changed. Please try once more.")


async def listen(interaction: Interaction) -> None:
    """Has everything be said in the language of the person who acts: as settled, else as his
    Discord is.
    """
    store: Store = interaction.client.store
    person = await store.people.remembered(interaction.user.id)
    locale = understood(interaction.locale)
    if locale != (person.locale or "en"):
        with suppress(OutOfService):
            await store.people.save(person.user, locale=locale)
    speak(person.language or locale)


async def acknowledge(
    interaction: Interaction, *, ephemeral: bool = False, thinking: bool = False
) -> None:
    """Tells Discord that an interaction has arrived, once, and only then listens to who it is from;
    Unheard where that was in vain, and then nothing may be done, since the person is told that it
    failed.
    """
    if interaction.response.is_done():
        return
    await _defer(interaction, ephemeral, thinking)
    interaction.extras[SLOT] = await interaction.client.work.enter()
    await listen(interaction)


def release_slot(interaction: Interaction) -> None:
    """Gives the slot of an interaction back, since it only waits for Discord or a picture now."""
    release = interaction.extras.pop(SLOT, None)
    if release:
        release()


async def _defer(interaction: Interaction, ephemeral: bool, thinking: bool) -> None:
    began = time.monotonic()
    try:
        try:
            await interaction.response.defer(ephemeral=ephemeral, thinking=thinking)
        except LOST:
            began -= ASKED_AGAIN
            await interaction.response.defer(ephemeral=ephemeral, thinking=thinking)
    except FAILED as error:
        # Discord knows already: of an own attempt whose receipt was lost, or, where there was no
        # time for a second one, of another process that carries it out.
        known = isinstance(error, discord.HTTPException) and error.code == ACKNOWLEDGED
        if known and time.monotonic() - began >= ASKED_AGAIN:
            return
        raise Unheard(str(error)) from error


async def show(interaction: Interaction, page: Page) -> bool:
    """Puts a page where an interaction was deferred to; whether it stands there. A new message
    takes its place where that is gone.

    What the interaction did stands, so it does no harm where the page cannot be shown.
    """
    release_slot(interaction)
    await page.in_time(PATIENCE)
    try:
        try:
            await interaction.edit_original_response(**await edit_arguments(page))
        except LOST:
            await interaction.edit_original_response(**await edit_arguments(page))
    except FAILED as error:
        if not is_fault(error):
            raise
        log.info("what came of an interaction cannot be shown: %s", error)
        if isinstance(error, discord.HTTPException) and error.code == UNKNOWN_MESSAGE:
            await _show_anew(interaction, page)
        return False
    return True


async def _show_anew(interaction: Interaction, page: Page) -> None:
    """Puts a page into a message of its own, seen by the person who acted alone."""
    try:
        await interaction.followup.send(**await send_arguments(page), ephemeral=True)
    except FAILED as error:
        complain(log, "nor can it be shown anew", error)


def unstored() -> str:
    """What is said where the database is out of service."""
    return _(
        "I cannot store anything at the moment, so nothing changed. Whoever runs me is told; please"
        " try again later."
    )


@asynccontextmanager
async def answered(interaction: Interaction) -> AsyncGenerator[None]:
    """Within it a refusal, or a bug, is told to the person who acted, and nobody else; in the
    language of his Discord, until it is known which he has settled.
    """
    try:
        speak(understood(interaction.locale))
        yield
    except Exception as error:
        await answer_for(interaction, error)


async def answer_for(interaction: Interaction, error: Exception) -> None:
    """Tells the person who acted what an error means for him, if he can be told."""
    if isinstance(error, Refused):
        await tell(interaction, str(error))
    elif isinstance(error, OutOfService):
        await tell(interaction, unstored())
    elif isinstance(error, Unheard) or _is_past(error):
        # What the press did is committed, if it did anything, and the outbox shows it.
        log.info("an interaction could not be answered: %s", error)
    else:
        complain(log, "an interaction failed", error)
        await tell(interaction, trouble())


def _is_past(error: Exception) -> bool:
    """Whether Discord takes no answer any more."""
    past = {UNKNOWN_INTERACTION, ACKNOWLEDGED, *EXPIRED}
    gone = isinstance(error, discord.NotFound)
    return gone or (isinstance(error, discord.HTTPException) and error.code in past)


async def from_before(interaction: Interaction, table_id: int) -> bool:
    """Whether something was pressed on a message that a restored backup does not know: it may show
    a game that went on otherwise. Whoever pressed is told so, and the message is removed.
    """
    message, restored = interaction.message, interaction.client.restored
    if message is None or message.created_at.timestamp() > restored:
        return False
    await listen(interaction)
    store: Store = interaction.client.store
    if any(post.message == message.id for post in (await store.posts.of(table_id)).values()):
        return False
    await tell(
        interaction,
        _(
            "This message is from before my data was restored from a backup, and nothing changed."
            " What stands now is posted anew; moves made after the backup must be made again."
        ),
    )
    if not message.flags.ephemeral:
        with suppress(*FAILED):
            await message.delete()
    return True


async def tell(interaction: Interaction, sentence: str) -> None:
    """Says something to the person who acted, seen by nobody else."""
    text = QUOTED.sub(lambda quoted: IN_A_WORD.sub("_", escaped(quoted[0])), sentence)
    text = text if len(text) <= MOST_TEXT else text[: MOST_TEXT - 1] + "…"
    release_slot(interaction)
    try:
        if interaction.response.is_done() or not await _is_first(interaction, text):
            await interaction.followup.send(text, ephemeral=True)
    except FAILED as error:
        log.info("an answer could not be given: %s", error)


async def _is_first(interaction: Interaction, text: str) -> bool:
    """Says something as the first answer; whether there was none before."""
    try:
        await interaction.response.send_message(text, ephemeral=True)
    except discord.HTTPException as error:
        if error.code != ACKNOWLEDGED:
            raise
        return False
    return True
