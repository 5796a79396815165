"""Why something cannot be done at a table."""

from __future__ import annotations

from bot.operations.logs import Quotable


class Refused(Exception):
    """Something that cannot be done; its text is a sentence for the person who tried."""


class Damaged(Quotable, ValueError):
    """Something stored cannot be read; its text quotes nothing of what is stored."""


class Stale(Refused):
    """An answer to a question that is no longer open."""


class Newer(Refused):
    """A table that a newer release plays, in another process on the same database."""


class Busy(Refused):
    """A game is open in the channel already."""
