"""Prêt-à-Porter."""

from games.pret_a_porter import rules
from games.pret_a_porter.state import game

__all__ = ["game", "rules"]
