"""Prêt-à-Porter."""

from games.pret_a_porter import foresight, lookup, rules, view
from games.pret_a_porter.state import game

__all__ = ["foresight", "game", "lookup", "rules", "view"]
