"""Prêt-à-Porter."""

from games.pret_a_porter import lookup, rules, view
from games.pret_a_porter.state import game

__all__ = ["game", "lookup", "rules", "view"]
