"""Royal Threadcount."""

from games.royal_threadcount.cards import game

__all__ = ["game"]
