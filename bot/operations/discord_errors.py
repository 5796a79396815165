"""The wire: what Discord and the way there can do to a request without anybody's fault."""

from __future__ import annotations

import logging
from collections import OrderedDict
from typing import Final

import aiohttp
import discord

LOST = (aiohttp.ClientError, TimeoutError, ConnectionError)
"""No answer came; the request may have been carried out or not."""
FAILED = (discord.HTTPException, discord.RateLimited, *LOST)
"""Whatever a request to Discord can end in."""
UNKNOWN_INTERACTION, ACKNOWLEDGED = 10062, 40060
EXPIRED: Final = {10015, 50027}
"""An interaction can no longer be answered by its token."""
CLOSED_DMS: Final = {50007, 50278}
"""Somebody does not let the bot write to them, or shares no server with it."""
PASSING: Final = {0, 20026, 40003, 40004, 40006}
"""With 403: Cloudflare or Discord holds back the bot for some time, because it is flagged, opens
direct messages too fast, or uses something that is switched off.
"""
UNKNOWN_CHANNEL: Final = 10003
UNKNOWN_MESSAGE: Final = 10008
"""A message is gone."""
UNKNOWN_MEMBER: Final = 10007
"""Somebody is not on a server."""
THREAD_EXISTS: Final = 160004
"""A message has a thread already."""
FROZEN = 50083
"""A thread is archived."""
MISSING_PERMISSIONS = 50013
WITHOUT_FILES: Final = {MISSING_PERMISSIONS, 40005, 400001}
"""A message may be taken without its files: the bot may not attach any, they are too large, or
Discord limits uploads for now.
"""
LOCKED: Final = {FROZEN, 160005}
"""A thread is locked; one that is only archived takes messages."""
MISSING_ACCESS = 50001
"""The bot does not see a channel, or is not in a private thread."""
TOO_MANY_THREADS: Final = {160006, 160007}
"""A server has as many active threads as Discord allows, or as many in announcement channels."""
NOT_EDITED: Final = {UNKNOWN_MESSAGE, 30046, FROZEN}
"""A message is gone, was edited too often when it was old, or lies in an archived thread: another
takes its place.
"""
OURS: Final = {400, 401, 405}
"""What Discord answers to a request that we should not have made."""
NOT_OURS: Final = {*EXPIRED, *CLOSED_DMS, *NOT_EDITED, UNKNOWN_INTERACTION, ACKNOWLEDGED}
AT_MOST = 10_000
"""Interactions that are remembered."""
LIBRARY = ("discord.client", "discord.shard", "discord.app_commands.tree")
"""Where the library logs what the wire does as an error."""


def is_fault(error: BaseException | None) -> bool:
    """Whether the wire, or somebody on Discord, is the reason of an error, and no bug of ours."""
    if isinstance(error, discord.HTTPException):
        return error.status not in OURS or error.code in NOT_OURS
    return isinstance(error, (*FAILED, discord.ConnectionClosed, discord.GatewayNotFound))


def is_refused(error: discord.HTTPException) -> bool:
    """Whether Discord refuses a request for good: the same request would be refused again."""
    if isinstance(error, discord.Forbidden):
        return error.code not in PASSING
    return 400 <= error.status < 500 and error.status not in (401, 429)


def is_shut(error: discord.HTTPException) -> bool:
    """Whether nothing can be written in a place: it is gone, locked, or not for the bot."""
    gone = isinstance(error, (discord.Forbidden, discord.NotFound)) or error.code in LOCKED
    return gone and is_refused(error)


def is_closed(error: discord.HTTPException) -> bool:
    """Whether somebody does not let the bot write to them."""
    return error.code in CLOSED_DMS


def complain(log: logging.Logger, what: str, error: BaseException) -> None:
    """Logs a fault of the wire as a warning, and a bug with all that helps to find it."""
    if is_fault(error):
        log.warning("%s: %s", what, error)
    else:
        log.error(what, exc_info=error)


class Arrivals:
    """Which interactions have come in; Discord may deliver one more than once."""

    def __init__(self) -> None:
        """Starts with none."""
        self._known: OrderedDict[int, None] = OrderedDict()

    def first(self, number: int) -> bool:
        """Whether an interaction comes in for the first time; from now on it has."""
        if number in self._known:
            return False
        self._known[number] = None
        if len(self._known) > AT_MOST:
            self._known.popitem(last=False)
        return True


class Calm(logging.Filter):
    """Makes warnings of one line from what the library logs as errors, where it is the wire."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Lets everything pass."""
        error = record.exc_info[1] if record.exc_info else None
        if error is not None and is_fault(error):
            known = record.args if isinstance(record.args, tuple) else ()
            record.msg, record.args = f"{record.msg}: %s", (*known, error)
            record.levelno, record.levelname = logging.WARNING, "WARNING"
            record.exc_info = None
        return True


def calm_library() -> None:
    """Has the library's log tell faults of the wire as warnings."""
    for name in LIBRARY:
        library = logging.getLogger(name)
        if not any(isinstance(each, Calm) for each in library.filters):
            library.addFilter(Calm())
