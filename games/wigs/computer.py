"""Powdered Wigs: what an absent player does: cheap, sensible, and from what they can see."""

from __future__ import annotations

from games.wigs.rules import buy, draft, gold_of, sales, sell, trend, wear
from games.wigs.state import Player, Wigs
from games.wigs.terms import column_for


@draft.default
def take_alike(g: Wigs, p: Player) -> str:
    """The type that the player has most of, else the lowest."""
    return f"take {max(sorted(set(g.offer)), key=p.tiles.count)}"


@wear.default
def wear_debut(g: Wigs, p: Player) -> str:
    """A type whose debut wig is still there, else the one the player has most of."""
    return f"wear {max(sorted(set(p.tiles)), key=lambda wig: (wig in g.debut, p.tiles.count(wig)))}"


@trend.default
def show_own(g: Wigs, p: Player, placed: int) -> str:
    """What the player holds most of, else the lowest."""
    fitting = [wig for wig in sorted(set(p.five)) if column_for(g, wig)]
    return f"show {max(fitting, key=p.tiles.count)}"


@sell.default
def sell_best(g: Wigs, p: Player, already: int) -> str:
    """The sale that pays most."""
    return max(sales(g, p, already), key=lambda move: gold_of(g, p, move), default="pass")


@buy.default
def buy_nothing(g: Wigs, p: Player) -> str:
    """Passes for the phase."""
    return "pass all"
