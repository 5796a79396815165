"""Brick & Mortar: every card with what its picture needs, for /card."""

from __future__ import annotations

from functools import cache
from typing import Any

from games.brick_and_mortar.components import (
    CARD,
    HEADING,
    MARKET,
    SHOWN_WINDOWS,
    STARTS,
    contents,
)
from games.brick_and_mortar.state import game
from games.kernel import phrase

Shown = dict[str, Any]


@cache
def card(name: str) -> Shown:
    return store_card(name) if name in CARD else market_card(name)


def store_card(name: str) -> Shown:
    it = CARD[name]
    cost, utilities = phrase("${n}", n=it.cost), phrase("${n}", n=it.utilities)
    facts = {"Cost": cost, "Utilities": utilities, "Points": it.points}
    if it.capacity:
        facts |= {"Holds": contents(it.capacity), "Shelves": it.shelves}
    if it.boxes:
        facts["Boxes"] = contents(it.boxes)
    return {
        "id": it.id,
        "name": it.name,
        "kind": "Starting Store" if name in STARTS else "Store Card",
        "text": [
            phrase("{when}: {text}", when=SHOWN_WINDOWS[m.window], text=m.text)
            for m in it.modifiers
        ],
        "facts": facts,
        "cost": it.cost,
        "utilities": it.utilities,
        "points": it.points,
        "capacity": it.capacity,
        "shelves": it.shelves,
        "boxes": it.boxes,
        "modifiers": [
            {
                "window": m.window,
                "text": m.text,
                "drawn": m.drawn,
                "short": m.short,
                "external": m.external,
            }
            for m in it.modifiers
        ],
    }


def market_card(name: str) -> Shown:
    crates = contents(MARKET[name])
    return {
        "id": name,
        "name": phrase("Market Card {number:text}", number=name.upper()),
        "kind": "Market Card",
        "text": [
            phrase("As supply: {crates} for the market.", crates=crates),
            phrase("As demand: boxes for {crates}.", crates=crates),
        ],
        "facts": {HEADING[kind]: count for kind, count in MARKET[name].items()},
        "crates": MARKET[name],
    }


@game.cards
def every_card() -> list[Shown]:
    return [card(name) for name in (*CARD, *MARKET)]
