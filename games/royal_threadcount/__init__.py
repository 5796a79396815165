"""Royal Threadcount."""

from games.royal_threadcount import computer, lookup, moves, premoves, rules, view
from games.royal_threadcount.state import game

__all__ = ["computer", "game", "lookup", "moves", "premoves", "rules", "view"]
