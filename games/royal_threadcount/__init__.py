"""Royal Threadcount."""

from games.royal_threadcount import foresight
from games.royal_threadcount.cards import game

__all__ = ["foresight", "game"]
