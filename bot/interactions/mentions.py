"""Mentions of slash commands, which people can click."""

from __future__ import annotations

import logging
from typing import Any

from discord import app_commands

from bot.operations.discord_errors import REQUEST_ERRORS

log = logging.getLogger(__name__)


class Mentions:
    """The mention of each slash command. It needs their ids, which Discord knows."""

    def __init__(self, tree: app_commands.CommandTree[Any]) -> None:
        """Takes the command tree."""
        self._tree = tree
        self._found: dict[str, str] = {}

    def __getitem__(self, name: str) -> str:
        """The mention of a command; its plain name while its id is unknown."""
        return self._found.get(name, f"`/{name}`")

    async def fetch(self) -> None:
        """Asks Discord for the ids of the commands, unless they are known."""
        if self._found:
            return
        try:
            fetched = await self._tree.fetch_commands()
        except REQUEST_ERRORS as error:
            log.info("the ids of the commands are not known: %s", error)
            return
        for command in fetched:
            self._found[command.name] = command.mention
            for part in command.options:
                if isinstance(part, app_commands.AppCommandGroup):
                    self._found[part.qualified_name] = part.mention
