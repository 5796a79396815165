"""Mentions of slash commands, which people can press."""

from __future__ import annotations

import logging
from typing import Any

from discord import app_commands

from bot.operations.discord_errors import REQUEST_ERRORS

log = logging.getLogger(__name__)


class Mentions:
    """How each slash command is mentioned; Discord has to be asked for their ids."""

    def __init__(self, tree: app_commands.CommandTree[Any]) -> None:
        """Takes the tree whose commands are mentioned."""
        self._tree = tree
        self._found: dict[str, str] = {}

    def __getitem__(self, name: str) -> str:
        """Returns the mention of a command; its name alone where its id is not known."""
        return self._found.get(name, f"`/{name}`")

    async def fetch(self) -> None:
        """Asks Discord for the ids of the commands, until it has told them."""
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
