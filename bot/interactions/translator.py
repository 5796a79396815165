"""Translates slash commands for Discord."""

from __future__ import annotations

import discord
from discord import app_commands

from bot.texts.languages import language_of_locale, lexicon
from games.words import translate_into

NAMES = (
    app_commands.TranslationContextLocation.command_name,
    app_commands.TranslationContextLocation.group_name,
    app_commands.TranslationContextLocation.parameter_name,
)
"""What people type is the same in every language."""


class Translator(app_commands.Translator):
    """Translates the descriptions of commands and options, and the entries of context menus."""

    async def translate(
        self,
        string: app_commands.locale_str,
        locale: discord.Locale,
        context: app_commands.TranslationContextTypes,
    ) -> str | None:
        """The text in a language; None if it stays English."""
        if context.location in NAMES and not isinstance(context.data, app_commands.ContextMenu):
            return None
        found = translate_into(string.message, lexicon(language_of_locale(locale)))
        return None if found == string.message else found[:100]
