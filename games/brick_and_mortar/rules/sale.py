"""Brick & Mortar: the Sale Phase."""

from __future__ import annotations

from games.brick_and_mortar.state import Brick, game


@game.step
def sale_phase(g: Brick) -> None:
    """Turns the Demand Cards over, then sells kind by kind ("Sale Phase")."""
    g.phase = "sale"
