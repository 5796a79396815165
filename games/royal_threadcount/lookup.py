"""Royal Threadcount: every card, and the four garments, for /card."""

from __future__ import annotations

from typing import Any

from games.kernel import Card, listed, phrase
from games.royal_threadcount.components import DATA
from games.royal_threadcount.state import game
from games.royal_threadcount.terms import amounts

POINTS: dict[str, Any] = DATA["points"]
RANKS = {
    "primary": phrase("primary"),
    "secondary": phrase("secondary"),
    "tertiary": phrase("tertiary"),
}


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
    return {
        "id": hue["id"],
        "name": phrase("{hue} dye", hue=hue["name"]),
        "kind": phrase("Dye, {rank} hue", rank=RANKS[hue["class"]]),
        "text": [
            "Gives one garment its colour.",
            phrase(
                "In a complete garment it scores {points} for each colour in its name that "
                "the Empress likes.",
                points=POINTS["dye"],
            ),
        ],
        "facts": {
            "Dye": listed(amounts(hue["dye"]), "commas"),
            "Silk": hue["silk"],
            "Carries": listed(hue["matches"]),
            "In the game": hue["copies"],
        },
    }


def pattern_card(pattern: dict[str, Any]) -> Card:
    tracks, favourites = pattern["values"], POINTS["favourites"]
    return {
        "id": pattern["id"],
        "name": pattern["name"],
        "kind": phrase("Pattern, {meaning}", meaning=pattern["meaning"]),
        "text": [
            "In complete garments one to four cards of this pattern score together.",
            phrase(
                "If the Empress likes it best, each of them scores {points} more"
                " ({other} with the option M-B).",
                points=favourites["M-A"],
                other=favourites["M-B"],
            ),
        ],
        "facts": {
            "Silk": pattern["price"],
            "Points for 1 to 4": ", ".join(map(str, tracks["M-A"])),
            "With M-B": ", ".join(map(str, tracks["M-B"])),
            "In the game": pattern["copies"],
        },
    }


def colour_card(colour: dict[str, Any]) -> Card:
    carriers = [hue["id"] for hue in DATA["dye"] if colour["id"] in hue["matches"]]
    return {
        "id": f"favourite-{colour['id']}",
        "name": phrase("Favourite {colour}", colour=colour["id"]),
        "kind": "Favourite colour of the Empress",
        "text": [
            phrase(
                "At the end every dye with {colour} in its name scores {points} in a complete"
                " garment, for every player.",
                colour=colour["id"],
                points=POINTS["dye"],
            ),
            "Until then only its owner knows it.",
        ],
        "facts": {"Carried by": listed(carriers, "commas")},
    }


def garment_card(garment: dict[str, Any]) -> Card:
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
