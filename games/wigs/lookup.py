"""Powdered Wigs: the five wigs, for /card."""

from __future__ import annotations

from games.kernel import Card
from games.wigs.components import DATA
from games.wigs.state import game

DEBUT: list[int] = DATA["setup"]["debut"]
WINS_DEBUT = "Be the only one to wear it, and its debut wig is yours."


@game.cards
def wigs() -> list[Card]:
    """A card for each type of wig, lowest number first."""
    return [
        {
            "id": str(wig["id"]),
            "name": wig["name"],
            "kind": "Wig",
            "text": [wig["text"], *([WINS_DEBUT] if wig["id"] in DEBUT else [])],
            "facts": {"Order of selling": wig["id"], "In the game": wig["count"]},
        }
        for wig in DATA["wig"]
    ]
