"""Royal Threadcount."""

from games.royal_threadcount import foresight, habits, mastery
from games.royal_threadcount.cards import game

__all__ = ["foresight", "game", "habits", "mastery"]
