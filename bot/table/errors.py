"""Errors: why something cannot be done at a table."""

from __future__ import annotations

from bot.operations.logs import LoggableError


class Refused(Exception):
    """The bot refuses what somebody tried; the text is a sentence for them."""


class Damaged(LoggableError, ValueError):
    """Stored data cannot be read; the text quotes none of it, so logs may have it."""


class Stale(Refused):
    """An answer to a question that is no longer open, or a change of what somebody else changed."""


class NewerRelease(Refused):
    """A newer release, in another process on the same database, plays this table."""


class ChannelBusy(Refused):
    """A game is open in the channel already."""
