"""Slash commands in the languages of Discord."""

from __future__ import annotations

import discord
from discord import app_commands

from bot.texts.languages import lexicon, understood
from games.words import said

NAMES = (
    app_commands.TranslationContextLocation.command_name,
    app_commands.TranslationContextLocation.group_name,
    app_commands.TranslationContextLocation.parameter_name,
)
"""What players type is the same for all, so that they can tell each other."""


class Translator(app_commands.Translator):
    """What commands and their options are described as in each language."""

    async def translate(
        self,
        string: app_commands.locale_str,
        locale: discord.Locale,
        context: app_commands.TranslationContextTypes,
    ) -> str | None:
        """Returns the text in a language, or None where it stays as it is."""
        if context.location in NAMES:
            return None
        found = said(string.message, lexicon(understood(locale)))
        return None if found == string.message else found[:100]
