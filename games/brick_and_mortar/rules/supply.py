"""Brick & Mortar: the Supply Phase."""

from __future__ import annotations

from games.brick_and_mortar.state import Brick, game


@game.step
def supply_phase(g: Brick) -> None:
    """Fills the market from the Supply Cards, then stocks kind by kind ("Supply Phase")."""
    g.phase = "supply"
