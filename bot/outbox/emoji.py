"""The emoji of the application: the symbols of all games and the tokens of seats.

Each start uploads those that Discord does not have yet, in the background. The name of an emoji
has a digest of its pixels, so it is found again, and replaced once it is drawn differently. All of
them may be missing: then messages have words alone.
"""

from __future__ import annotations

import asyncio
import logging
import re
from collections.abc import Sequence
from functools import cache
from types import SimpleNamespace
from typing import Any

import aiohttp
import discord

from bot.operations.discord_errors import REQUEST_ERRORS, is_refused, log_error
from bot.pages.names import TOKENS
from bot.pages.page import MAX_TEXT, Part, characters
from bot.pages.signs import with_signs, without_signs
from bot.pictures import symbols
from bot.pictures.pictures import Pictures

log = logging.getLogger(__name__)
OURS = re.compile(rf"(.+)_[0-9a-f]{{{symbols.DIGEST_CHARS}}}")
"""The name of an emoji that some release has uploaded: that of a symbol, and a digest."""
INVALID_EMOJI = "INVALID_EMOJI"
"""How the code of an error ends with which Discord refuses a message for an emoji in it."""
TOO_MANY = 30008
"""An application has as many emoji as Discord allows."""
FIRST_WAIT_S, MAX_WAIT_S = 2.0, 1800.0
"""The wait between two attempts: it doubles each time, up to the second value."""

_known: dict[str, discord.PartialEmoji] = {}
"""The emoji by their symbols: those of the one application of this process."""


class EmojiGone(aiohttp.ClientError):
    """Discord has refused a message because an emoji in it is gone. It is made again without."""


class Emoji:
    """Keeps the emoji of the application up to date."""

    def __init__(self, client: discord.Client, pictures: Pictures) -> None:
        """Knows no emoji before `begin`."""
        self._client, self._pictures = client, pictures
        self._task: asyncio.Task[None] | None = None
        self._drawn: dict[str, symbols.Drawn] = {}
        _known.clear()

    def watch(self, trace: aiohttp.TraceConfig) -> None:
        """Has the requests of an aiohttp session raise EmojiGone."""
        trace.on_request_end.append(self._after)

    def begin(self) -> None:
        """Finds and uploads emoji in the background, once."""
        if self._task is None:
            self._start(upload=True)

    async def close(self) -> None:
        """Stops; the next start goes on."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    def _start(self, *, upload: bool) -> None:
        self._task = asyncio.create_task(self._keep_trying(upload=upload), name="emoji")

    async def _after(
        self, _: Any, __: SimpleNamespace, answer: aiohttp.TraceRequestEndParams
    ) -> None:
        """Forgets all emoji if Discord refuses one, and looks which are there: somebody has deleted
        it, or a newer release has replaced it.
        """
        if answer.response.status != 400 or not _known:
            return
        if INVALID_EMOJI in await answer.response.text(encoding="utf-8", errors="replace"):
            _known.clear()
            if self._task is None or self._task.done():
                self._start(upload=False)
            raise EmojiGone(INVALID_EMOJI)

    async def _keep_trying(self, *, upload: bool) -> None:
        wait = FIRST_WAIT_S
        while True:
            try:
                await self._update(upload=upload)
                return
            except REQUEST_ERRORS as error:
                if isinstance(error, discord.HTTPException) and is_refused(error):
                    log.warning("messages have no emoji: %s", error)
                    return
                log.info("messages have no emoji yet: %s", error)
                await asyncio.sleep(max(wait, getattr(error, "retry_after", 0.0)))
                wait = min(2 * wait, MAX_WAIT_S)

    async def _update(self, *, upload: bool) -> None:
        """Notes the emoji that are there. Uploads missing ones, and deletes those of earlier
        releases.
        """
        drawn = self._drawn = self._drawn or await self._draw()
        if not drawn:
            return
        wanted = {symbol: f"{each.name}_{each.digest}" for symbol, each in drawn.items()}
        there = await self._find(wanted)
        if not upload:
            return
        missing = {name: symbol for symbol, name in wanted.items() if name not in there}
        for name, symbol in missing.items():
            if not await self._upload(name, drawn[symbol].png):
                break
        if missing:
            there = await self._find(wanted)
        old = [each for name, each in there.items() if _is_old(name, wanted, drawn)]
        for each in old:
            await _delete(each)
        done = len([name for name in missing if name in there])
        log.info("emoji: %d of %d uploaded, %d old ones deleted", done, len(wanted), len(old))

    async def _draw(self) -> dict[str, symbols.Drawn]:
        """All symbols; those of a package that cannot draw its own are left out."""
        drawn: dict[str, symbols.Drawn] = {}
        for group in symbols.groups():
            try:
                found = await self._pictures.symbols(group)
            except Exception as error:  # noqa: BLE001  (a package may raise anything)
                log_error(log, "the emoji of a game cannot be drawn", error)
            else:
                drawn |= {f"{group}/{each.name}": each for each in found}
        return drawn

    async def _find(self, wanted: dict[str, str]) -> dict[str, discord.Emoji]:
        """The emoji of the application by their names; notes those that are wanted."""
        there = {each.name: each for each in await self._client.fetch_application_emojis()}
        for symbol, name in wanted.items():
            if name in there:
                _known[symbol] = discord.PartialEmoji(name=name, id=there[name].id)
        return there

    async def _upload(self, name: str, png: bytes) -> bool:
        """Uploads an emoji, unless Discord refuses it: another process may have been faster.
        Returns False if it would refuse all others too.
        """
        try:
            await self._client.create_application_emoji(name=name, image=png)
        except discord.HTTPException as error:
            if not is_refused(error):
                raise
            log.info("the emoji %s is not uploaded: %s", name, error)
            return not isinstance(error, discord.Forbidden) and error.code != TOO_MANY
        return True


def _is_old(name: str, wanted: dict[str, str], drawn: dict[str, symbols.Drawn]) -> bool:
    """Whether an emoji was uploaded for a symbol that is drawn differently now."""
    found = OURS.fullmatch(name)
    known = {each.name for each in drawn.values()}
    return bool(found) and found[1] in known and name not in wanted.values()


async def _delete(emoji: discord.Emoji) -> None:
    try:
        await emoji.delete()
    except discord.HTTPException as error:
        if not is_refused(error):
            raise
        log.info("the emoji %s is not deleted: %s", emoji.name, error)


def emoji_field(symbol: str) -> dict[str, Any]:
    """The field of a button or an option with the emoji of a symbol; {} if there is none."""
    emoji = _known.get(symbol)
    return {"emoji": {"id": str(emoji.id), "name": emoji.name}} if emoji else {}


def with_emoji(parts: Sequence[Part]) -> list[Part]:
    """The parts of a page with the emoji of the application for signs and for the tokens of seats.
    They are longer than these; if there is no room, signs are left out and tokens stay as they are.
    """
    written = [_with_emoji(part) if isinstance(part, str) else part for part in parts]
    if sum(map(characters, written)) <= MAX_TEXT:
        return written
    return [without_signs(part) if isinstance(part, str) else part for part in parts]


def _with_emoji(text: str) -> str:
    text = with_signs(text, lambda symbol: str(_known.get(symbol) or ""))
    for token, symbol in _tokens().items():
        if token in text and symbol in _known:
            text = text.replace(token, str(_known[symbol]))
    return text


@cache
def _tokens() -> dict[str, str]:
    """The symbols of seats by the characters that stand for them."""
    names = symbols.symbols_of(symbols.SEATS)
    return {token: f"{symbols.SEATS}/{name}" for token, name in zip(TOKENS, names, strict=True)}
