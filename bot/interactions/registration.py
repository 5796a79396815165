"""Registering the slash commands at Discord, where it does not know them yet."""

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
"""How long a start waits for Discord's answer; then the bot works while it goes on trying."""
FIRST_WAIT_S, MAX_WAIT_S = 2.0, 1800.0
"""The waits between two attempts: each is twice as long as the one before."""


class Unregistered(Exception):
    """Discord has refused the commands; the text is one sentence that says why."""


class Registration:
    """Sends the commands to Discord when they differ from those that it took last."""

    def __init__(self, tree: app_commands.CommandTree[Any], store: Store) -> None:
        """Takes all commands, and where the digest of what Discord took is stored."""
        self._tree, self._store = tree, store
        self._task: asyncio.Task[None] | None = None
        self._is_renewed = False

    async def begin(self) -> None:
        """Registers the commands, if need be in the background once START_WAIT_S have passed;
        Unregistered where Discord refuses them before that.
        """
        self._task = asyncio.create_task(self._register())
        await asyncio.wait({self._task}, timeout=START_WAIT_S)
        if self._task.done():
            self._task.result()
        else:
            self._task.add_done_callback(_log_refusal)

    def renew(self) -> None:
        """Registers the commands again, once: Discord has delivered one that this release does not
        have. Nothing is done where another release has registered its own commands since.
        """
        if self._is_renewed or self._task is None or not self._task.done():
            return
        self._is_renewed = True
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
        """A digest of the commands and of all texts that they may be translated with."""
        payload = [each.to_dict(self._tree) for each in self._tree.get_commands()]
        digest = hashlib.sha256(json.dumps(payload).encode())
        for folder in catalogues():
            files = folder.iterdir() if folder.is_dir() else ()  # a package may have none
            for file in sorted(files, key=lambda each: each.name):
                if file.name.endswith(".po"):
                    digest.update(file.read_bytes())
        return digest.hexdigest()


def _log_refusal(task: asyncio.Task[None]) -> None:
    """Logs what ended a registration in the background; the bot goes on with the commands that
    Discord knows.
    """
    error = None if task.cancelled() else task.exception()
    if isinstance(error, Unregistered):
        sentence = str(error)
        log.error(sentence)
    elif error is not None:
        log_error(log, "the commands are not registered", error)
