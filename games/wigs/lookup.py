"""Powdered Wigs: the five wigs, for /card."""

from __future__ import annotations

from games.kernel import Card
from games.wigs.components import DATA
from games.wigs.rules import buy, draft, trend, wear
from games.wigs.state import game
from games.wigs.terms import wig_at

__all__ = ["game"]

DEBUT: list[int] = DATA["setup"]["debut"]
ORDER = "A lower number sells earlier in the round."
WINS_DEBUT = "Be the only one to wear it, and its debut wig is yours."


@game.cards
def wigs() -> list[Card]:
    """A card for each type of wig, lowest number first."""
    return [
        {
            "id": str(wig["id"]),
            "name": wig["name"],
            "kind": "Wig",
            "text": [wig["text"], ORDER, *([WINS_DEBUT] if wig["id"] in DEBUT else [])],
            "facts": {"Number": wig["id"], "In the game": wig["count"]},
        }
        for wig in DATA["wig"]
    ]


draft.cards({"take {wig:d}": lambda g, p, wig: [str(wig)]})
wear.cards({"wear {wig:d}": lambda g, p, wig: [str(wig)]})
trend.cards({"show {wig:d}": lambda g, p, placed, wig: [str(wig)]})
buy.cards({"buy {column} {price:d}": lambda g, p, column, price: [str(wig_at(g, column, price))]})
