"""Prêt-à-Porter."""

from games.pret_a_porter import foresight, labels, lookup, rules, view
from games.pret_a_porter.state import game

__all__ = ["foresight", "game", "labels", "lookup", "rules", "view"]
