"""Royal Threadcount."""

from games.royal_threadcount import foresight, habits, labels, mastery
from games.royal_threadcount.cards import game

__all__ = ["foresight", "game", "habits", "labels", "mastery"]
