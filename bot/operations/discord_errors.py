"""Errors of Discord and of the network: which are bugs of the bot, and which mean what."""

from __future__ import annotations

import json
import logging
from collections import OrderedDict
from typing import Any, Final

import aiohttp
import discord


class GarbledAnswer(aiohttp.ClientError):
    """What Discord has answered cannot be read."""


NO_RESPONSE = (aiohttp.ClientError, TimeoutError, ConnectionError)
"""No answer came that can be read; the request may have been carried out or not."""
REQUEST_ERRORS = (discord.HTTPException, discord.RateLimited, *NO_RESPONSE)
"""Every error that a request to Discord can raise."""
UNKNOWN_INTERACTION, ALREADY_ACKNOWLEDGED = 10062, 40060
UNKNOWN_WEBHOOK: Final = 10015
"""The token of an interaction is no longer known, or not yet."""
TOKEN_EXPIRED: Final = {UNKNOWN_WEBHOOK, 50027}
"""The token of an interaction is no longer valid."""
CLOSED_DMS: Final = {50007, 50278}
"""A user does not accept direct messages from the bot, or shares no server with it."""
TEMPORARY_403: Final = {0, 20026, 40003, 40004, 40006}
"""With status 403: Cloudflare or Discord holds back the bot for some time, because it is flagged,
opens DM channels too fast, or uses something that is switched off.
"""
UNKNOWN_CHANNEL: Final = 10003
UNKNOWN_MESSAGE: Final = 10008
LEFT_SERVER: Final = {10007, 10013}
"""A user is not a member of a server, or there is no such user."""
THREAD_FULL: Final = 30033
"""A thread has as many members as Discord allows."""
THREAD_EXISTS: Final = 160004
THREAD_ARCHIVED = 50083
MISSING_PERMISSIONS = 50013
FILES_REFUSED: Final = {MISSING_PERMISSIONS, 40005, 400001}
"""Discord may accept the message without its files: the bot may not attach any, they are too large,
or uploads are limited for now.
"""
THREAD_LOCKED: Final = {THREAD_ARCHIVED, 160005}
"""A message cannot be edited in an archived thread, or sent to a locked one."""
MISSING_ACCESS = 50001
"""The bot cannot see a channel, or is not in a private thread."""
CHANNEL_GONE: Final = {UNKNOWN_CHANNEL, MISSING_ACCESS}
"""A channel was deleted, or the bot cannot see it or is not in its server."""
TOO_MANY_THREADS: Final = {160006, 160007}
"""A server has as many active threads as Discord allows, or as many in announcement channels."""
AUTOMOD: Final = {200000, 200001}
"""AutoMod of the server blocks the words of a message, or of the name of a thread."""
INVALID_BODY: Final = 50035
TOO_MANY_EDITS: Final = 30046
"""A message is old and was edited too often for now."""
CANNOT_EDIT: Final = {UNKNOWN_MESSAGE, TOO_MANY_EDITS, THREAD_ARCHIVED}
"""A new message must replace this one: it is gone, or it is old and was edited too often, or its
thread is archived.
"""
BUG_STATUSES: Final = {400, 401, 405}
"""The statuses of requests that the bot should not have made."""
EXTERNAL_CODES: Final = {
    *TOKEN_EXPIRED,
    *CLOSED_DMS,
    *CANNOT_EDIT,
    *AUTOMOD,
    *FILES_REFUSED,
    UNKNOWN_INTERACTION,
    ALREADY_ACKNOWLEDGED,
}
MAX_REMEMBERED = 10_000
"""How many interactions are remembered."""
LIBRARY_LOGGERS = ("discord.client", "discord.shard", "discord.app_commands.tree")
"""Where discord.py logs external errors as its own."""


def refuse_garbled(trace: aiohttp.TraceConfig) -> None:
    """Makes the requests of an aiohttp session raise GarbledAnswer where the answer says that it is
    JSON and is not.
    """

    async def read(_: Any, __: Any, answer: aiohttp.TraceRequestEndParams) -> None:
        if answer.response.headers.get("Content-Type") == "application/json":
            try:
                json.loads(await answer.response.text(encoding="utf-8"))
            except ValueError as error:
                raise GarbledAnswer(str(error)) from error

    trace.on_request_end.append(read)


def is_external(error: BaseException | None) -> bool:
    """Whether the cause of an error is Discord, the network or a user, and not a bug of the bot."""
    if isinstance(error, discord.HTTPException):
        return error.status not in BUG_STATUSES or error.code in EXTERNAL_CODES
    return isinstance(error, (*REQUEST_ERRORS, discord.ConnectionClosed, discord.GatewayNotFound))


def is_refused(error: discord.HTTPException) -> bool:
    """Whether Discord would refuse the same request again."""
    if isinstance(error, discord.Forbidden):
        return error.code not in TEMPORARY_403
    return 400 <= error.status < 500 and error.status not in (401, 429)


def is_unwritable(error: discord.HTTPException) -> bool:
    """Whether the bot cannot write in a channel: it is gone, locked, or closed to the bot."""
    gone = isinstance(error, (discord.Forbidden, discord.NotFound)) or error.code in THREAD_LOCKED
    return gone and is_refused(error)


def is_dm_closed(error: Exception) -> bool:
    """Whether a user does not accept direct messages from the bot."""
    return isinstance(error, discord.HTTPException) and error.code in CLOSED_DMS


def log_error(log: logging.Logger, what: str, error: BaseException) -> None:
    """Logs an external error as a warning, and a bug as an error with its traceback."""
    if is_external(error):
        log.warning("%s: %s", what, error)
    else:
        log.error(what, exc_info=error)


class SeenInteractions:
    """The latest interactions; Discord may deliver one more than once."""

    def __init__(self) -> None:
        self._known: OrderedDict[int, None] = OrderedDict()

    def is_new(self, number: int) -> bool:
        """Whether an interaction was not seen before; remembers it."""
        if number in self._known:
            return False
        self._known[number] = None
        if len(self._known) > MAX_REMEMBERED:
            self._known.popitem(last=False)
        return True


class ExternalErrorFilter(logging.Filter):
    """Turns external errors that discord.py logs into warnings of one line."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Changes the record; never drops it."""
        error = record.exc_info[1] if record.exc_info else None
        if error is not None and is_external(error):
            known = record.args if isinstance(record.args, tuple) else ()
            record.msg, record.args = f"{record.msg}: %s", (*known, error)
            record.levelno, record.levelname = logging.WARNING, "WARNING"
            record.exc_info = None
        return True


def downgrade_library_errors() -> None:
    """Has discord.py log external errors as warnings."""
    for name in LIBRARY_LOGGERS:
        library = logging.getLogger(name)
        if not any(isinstance(each, ExternalErrorFilter) for each in library.filters):
            library.addFilter(ExternalErrorFilter())
