"""Royal Threadcount: every card, and the four garments, to be looked up; no rules."""

from __future__ import annotations

from typing import Any

from games.kernel import Card
from games.royal_threadcount.rules import game
from games.royal_threadcount.state import DATA

__all__ = ["game"]

POINTS: dict[str, Any] = DATA["points"]


@game.cards
def everything() -> list[Card]:
    """The dyes round the colour wheel, the patterns, the favourite colours, the garments."""
    return [
        *map(dye_card, DATA["dye"]),
        *map(pattern_card, DATA["pattern"]),
        *map(colour_card, DATA["colour"]),
        *map(garment_card, DATA["garment"]),
    ]


def dye_card(hue: dict[str, Any]) -> Card:
    """A dye: what it costs, how many there are, which favourite colours it carries."""
    dyes = [f"{count} {colour}" for colour, count in hue["dye"].items()]
    return {
        "id": hue["id"],
        "name": f"{hue['name']} dye",
        "kind": f"Dye, {hue['class']} hue",
        "text": [
            "Gives one garment its colour.",
            f"In a complete garment it scores {POINTS['dye']} for each colour that it carries and"
            " the Empress likes.",
        ],
        "facts": {
            "Dye": ", ".join(dyes),
            "Silk": hue["silk"],
            "Carries": " and ".join(hue["matches"]),
            "In the game": hue["copies"],
        },
    }


def pattern_card(pattern: dict[str, Any]) -> Card:
    """A pattern: what it costs and what one to four of it are worth."""
    tracks, favourites = pattern["values"], POINTS["favourites"]
    return {
        "id": pattern["id"],
        "name": pattern["name"],
        "kind": f"Pattern, {pattern['meaning'].lower()}",
        "text": [
            "In complete garments one to four cards of this pattern score together.",
            f"If the Empress likes it best, each of them scores {favourites['M-A']} more"
            f" ({favourites['M-B']} with the option M-B).",
        ],
        "facts": {
            "Silk": pattern["price"],
            "Points for 1 to 4": ", ".join(map(str, tracks["M-A"])),
            "With M-B": ", ".join(map(str, tracks["M-B"])),
            "In the game": pattern["copies"],
        },
    }


def colour_card(colour: dict[str, Any]) -> Card:
    """A favourite colour: the dyes that carry it."""
    carriers = [hue["id"] for hue in DATA["dye"] if colour["id"] in hue["matches"]]
    return {
        "id": f"favourite-{colour['id']}",
        "name": f"Favourite {colour['id']}",
        "kind": "Favourite colour of the Empress",
        "text": [
            f"At the end every dye that carries {colour['id']} scores {POINTS['dye']} in a complete"
            " garment, for anybody.",
            "Until then only the player who was dealt it knows it.",
        ],
        "facts": {"Carried by": ", ".join(carriers)},
    }


def garment_card(garment: dict[str, Any]) -> Card:
    """A garment: what it takes to complete it."""
    return {
        "id": garment["id"],
        "name": garment["name"],
        "kind": "Garment",
        "text": [
            "Everybody makes one; it takes a dye and a pattern.",
            "Incomplete, it scores nothing, and neither do the cards in it.",
        ],
        "facts": {"Points when complete": POINTS["garment"]},
    }
