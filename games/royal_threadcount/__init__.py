"""Royal Threadcount."""

from games.royal_threadcount import habits
from games.royal_threadcount.cards import game

__all__ = ["game", "habits"]
