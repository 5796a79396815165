"""Royal Threadcount."""

from games.royal_threadcount.rules import game

__all__ = ["game"]
