"""Turns errors into sentences for the person who pressed or typed something."""

from __future__ import annotations

import logging
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager

import discord

from bot.interactions.client import Interaction
from bot.interactions.replies import NotAcknowledged, send_ephemeral
from bot.operations.discord_errors import (
    ALREADY_ACKNOWLEDGED,
    AUTOMOD,
    TOKEN_EXPIRED,
    UNKNOWN_INTERACTION,
    log_error,
)
from bot.store import OutOfService
from bot.table import Damaged, Refused
from bot.texts.languages import _, language_of_locale, use_language

log = logging.getLogger(__name__)


@asynccontextmanager
async def replying_to_errors(interaction: Interaction) -> AsyncGenerator[None]:
    """Replies to an error inside of it, for the person who acted alone; in the language of their
    Discord, as long as the one that they have chosen is not known.
    """
    try:
        use_language(language_of_locale(interaction.locale))
        yield
    except Exception as error:  # noqa: BLE001  (the person who acted is told)
        await reply_with_error(interaction, error)


async def reply_with_error(interaction: Interaction, error: Exception) -> None:
    """Tells the person who acted what an error means for them, if Discord still allows that."""
    if isinstance(error, Refused):
        await send_ephemeral(interaction, str(error))
    elif isinstance(error, OutOfService):
        await send_ephemeral(interaction, database_unavailable())
    elif isinstance(getattr(error, "original", error), Damaged):
        log.error("a part of what is stored cannot be read: %s", error)
        sentence = _(
            "A part of what is stored of this game is damaged, so I cannot show it. Nothing"
            " changed; other games go on."
        )
        await send_ephemeral(interaction, sentence)
    elif isinstance(error, NotAcknowledged) or _is_expired(error):
        # What the press did is committed, if it did anything, and the outbox shows it.
        log.info("an interaction could not be answered: %s", error)
    elif isinstance(error, discord.HTTPException) and error.code in AUTOMOD:
        log.warning("AutoMod blocks the reply to an interaction: %s", error)
        sentence = _(
            "AutoMod of this server blocks my answer. Somebody who manages the server can change"
            " its rules."
        )
        await send_ephemeral(interaction, sentence)
    else:
        log_error(log, "an interaction failed", error)
        sentence = _("Something went wrong on my side, and nothing changed. Please try once more.")
        await send_ephemeral(interaction, sentence)


def database_unavailable() -> str:
    """What people read while the database is out of service."""
    return _("I cannot save anything at the moment, so nothing changed. Please try again later.")


def _is_expired(error: Exception) -> bool:
    """Whether Discord no longer accepts a reply."""
    expired = {UNKNOWN_INTERACTION, ALREADY_ACKNOWLEDGED, *TOKEN_EXPIRED}
    gone = isinstance(error, discord.NotFound)
    return gone or (isinstance(error, discord.HTTPException) and error.code in expired)
