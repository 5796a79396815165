"""Registers the slash commands with Discord, if they have changed."""

from __future__ import annotations

import asyncio
import hashlib
import json
import logging
from contextlib import suppress
from typing import Any

import discord
from discord import app_commands

from bot.operations.discord_errors import REQUEST_ERRORS, is_refused, log_error
from bot.store import OutOfService, Store
from bot.texts.languages import catalogues

log = logging.getLogger(__name__)
START_WAIT_S = 5.0
"""A start waits so long for Discord's answer; then it goes on while this is tried again."""
FIRST_WAIT_S, MAX_WAIT_S = 2.0, 1800.0
"""The wait between two attempts: it doubles each time, up to the second value."""


class Unregistered(Exception):
    """Discord refuses the commands; the text is a sentence that says why."""


class Registration:
    """Sends the commands to Discord if they differ from those that it got last."""

    def __init__(self, tree: app_commands.CommandTree[Any], store: Store) -> None:
        """Takes the command tree, and the store with the digest of what Discord got last."""
        self._tree, self._store = tree, store
        self._task: asyncio.Task[None] | None = None
        self._was_registered_again = False

    async def begin(self) -> None:
        """Registers the commands, after START_WAIT_S in the background. Raises Unregistered if
        Discord refuses them before that.
        """
        self._task = asyncio.create_task(self._register())
        await asyncio.wait({self._task}, timeout=START_WAIT_S)
        if self._task.done():
            self._task.result()
        else:
            self._task.add_done_callback(_log_refusal)

    def register_again(self) -> None:
        """Registers the commands again, once, because Discord has delivered one that this release
        does not have. Does nothing if another release has registered its own commands since.
        """
        if self._was_registered_again or self._task is None or not self._task.done():
            return
        self._was_registered_again = True
        self._task = asyncio.create_task(self._register(again=True))
        self._task.add_done_callback(_log_refusal)

    async def close(self) -> None:
        """Stops trying."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def _register(self, again: bool = False) -> None:
        application = self._tree.client.application_id or 0
        digest = await asyncio.to_thread(self._digest)
        is_known = await self._store.registrations.get(application) == digest
        if is_known is not again:
            return
        wait = FIRST_WAIT_S
        while True:
            try:
                await self._tree.sync()
                break
            except REQUEST_ERRORS as error:
                if isinstance(error, discord.HTTPException) and is_refused(error):
                    lines = [line.strip().rstrip(".") for line in str(error).splitlines()]
                    reason = "; ".join(lines)
                    raise Unregistered(
                        f"Discord did not take the commands of the bot: {reason}."
                    ) from error
                log.warning("the commands are not registered yet: %s", error)
                await asyncio.sleep(max(wait, getattr(error, "retry_after", 0.0)))
                wait = min(2 * wait, MAX_WAIT_S)
        with suppress(OutOfService):  # then the next start registers them again
            await self._store.registrations.save(application, digest)
        log.info("Discord has taken the commands")

    def _digest(self) -> str:
        """A digest of the commands and of the catalogues that translate them."""
        payload = [each.to_dict(self._tree) for each in self._tree.get_commands()]
        digest = hashlib.sha256(json.dumps(payload).encode())
        for folder in catalogues():
            files = folder.iterdir() if folder.is_dir() else ()  # a package may have none
            for file in sorted(files, key=lambda each: each.name):
                if file.name.endswith(".po"):
                    digest.update(file.read_bytes())
        return digest.hexdigest()


def _log_refusal(task: asyncio.Task[None]) -> None:
    """Logs why a registration in the background failed; the commands that Discord knows
    still work.
    """
    error = None if task.cancelled() else task.exception()
    if isinstance(error, Unregistered):
        sentence = str(error)
        log.error(sentence)
    elif error is not None:
        log_error(log, "the commands are not registered", error)
