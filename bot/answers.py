"""Answers to interactions: every failure is a sentence for the one who pressed or typed."""

from __future__ import annotations

import logging
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from typing import Any

import discord

from bot.languages import _, speak, understood
from bot.store import Store
from bot.table import Refused

log = logging.getLogger(__name__)
Interaction = discord.Interaction[Any]
MOST_TEXT = 2000
ACKNOWLEDGED = 40060


def trouble() -> str:
    """What is said where a bug is the reason."""
    return _("Something went wrong on my side, and nothing changed. Please try once more.")


async def listen(interaction: Interaction) -> None:
    """Has everything be said in the language of the person who acts: as settled, else as his
    Discord is.
    """
    store: Store = interaction.client.store
    person = await store.remembered(interaction.user.id)
    locale = understood(interaction.locale)
    if locale != (person.locale or "en"):
        await store.settle(person.user, locale=locale)
    speak(person.language or locale)


@asynccontextmanager
async def answered(interaction: Interaction) -> AsyncGenerator[None]:
    """Within it a refusal, or a bug, is told to the person who acted, and nobody else."""
    try:
        await listen(interaction)
        yield
    except Refused as error:
        await tell(interaction, str(error))
    except discord.NotFound as error:
        # Too late to be answered; what the press did is committed, and the outbox shows it.
        log.info("an interaction could not be answered: %s", error)
    except discord.HTTPException as error:
        if error.code != ACKNOWLEDGED:
            raise
        log.info("an interaction was delivered twice: %s", error)
    except Exception:
        log.exception("an interaction failed")
        await tell(interaction, trouble())


async def tell(interaction: Interaction, sentence: str) -> None:
    """Says something to the person who acted, seen by nobody else."""
    text = sentence if len(sentence) <= MOST_TEXT else sentence[: MOST_TEXT - 1] + "…"
    try:
        if interaction.response.is_done():
            await interaction.followup.send(text, ephemeral=True)
        else:
            await interaction.response.send_message(text, ephemeral=True)
    except discord.HTTPException as error:
        log.info("an answer could not be given: %s", error)
