"""Errors: why something cannot be done at a table."""

from __future__ import annotations

from bot.store.rows import Damaged as Damaged


class Refused(Exception):
    """The bot refuses what somebody tried; the text is a sentence for them."""


class Stale(Refused):
    """An answer to a question that is no longer open, or a change of what somebody else changed."""


class NewerRelease(Refused):
    """A newer release, in another process on the same database, plays this table."""


class NoNewGames(Refused):
    """The operator of the bot lets nobody open a new game for now."""


class ChannelBusy(Refused):
    """A game is open in the channel already."""
