"""Prêt-à-Porter."""

from games.pret_a_porter import labels, lookup, premoves, rules, view
from games.pret_a_porter.state import game

__all__ = ["game", "labels", "lookup", "premoves", "rules", "view"]
