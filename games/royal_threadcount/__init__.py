"""Royal Threadcount."""

from games.royal_threadcount import habits, labels, mastery, premoves
from games.royal_threadcount.cards import game

__all__ = ["game", "habits", "labels", "mastery", "premoves"]
