"""Prêt-à-Porter: every card and tile, for /card."""

from __future__ import annotations

from typing import Any

from games.kernel import Card as Entry
from games.kernel import listed, phrase
from games.pret_a_porter import components
from games.pret_a_porter.components import (
    CARDS,
    DESIGNS,
    FLIPPED,
    FRESH,
    LOCATIONS,
    SHOWS,
    SIZE,
    TYPE_NAME,
    TYPES,
    Card,
)
from games.pret_a_porter.effects import amount
from games.pret_a_porter.state import game

KIND_NAMES = {
    "contract": phrase("Contract"),
    "building": phrase("Building"),
    "employee": phrase("Employee"),
}
TURNED = {
    "contract": "Once extended: {text}",
    "building": "Once upgraded: {text}",
    "employee": "Once trained: {text}",
}
TO_TURN = {"building": "To be upgraded", "employee": "To be trained"}
LINE_NAMES = ("First line", "Second line", "Third line", "Fourth line")
CATEGORIES = {"Q": "Quality", "T": "Trend", "PR": "PR", SIZE: "Designs"}


@game.cards
def everything() -> list[Entry]:
    """Designs, contracts, buildings, employees, shows, clothing types, locations."""
    return [
        *map(of_design, DESIGNS.values()),
        *map(of_card, CARDS.values()),
        *map(of_show, SHOWS.values()),
        *[of_type(name, designs) for name, designs in TYPES.items()],
        *map(of_location, LOCATIONS.values()),
    ]


def of_design(it: components.Design) -> Entry:
    first, second = it.materials
    bonus = [amount(res, n) for res, n in it.bonus.items()]
    return {
        "id": it.id,
        "name": it.name,
        "kind": phrase("Design, extra" if it.extra else "Design"),
        "text": [
            phrase("Needs a unit of {first} and one of {second}.", first=first, second=second),
            *[phrase("Brings {what} when it is shown.", what=each) for each in bonus],
        ],
        "facts": {"Style": it.style, "Type": it.type, "Price": amount("cash", it.price)},
        "colours": list(it.materials),
    }


def of_card(it: Card) -> Entry:
    text = list(it.sides[FRESH].text)
    facts: dict[str, Any] = {}
    if it.kind == "building":
        facts["Price"] = amount("cash", it.cost)
    if it.kind != "contract":
        facts["Upkeep"] = amount("cash", it.sides[FRESH].upkeep)
    if FLIPPED in it.sides:
        turned = it.sides[FLIPPED]
        text += [phrase(TURNED[it.kind], text=each) for each in turned.text]
        if it.kind != "contract":
            facts[TO_TURN[it.kind]] = amount("cash", turned.cost)
            facts["Upkeep then"] = amount("cash", turned.upkeep)
    kinds = [KIND_NAMES[it.kind]]
    kinds += [phrase("last quarter")] * it.last + [phrase("extra")] * it.extra
    kind = listed(kinds, "commas")
    return {"id": it.id, "name": it.name, "kind": kind, "text": text, "facts": facts}


def of_show(it: components.Show) -> Entry:
    return {
        "id": it.id,
        "name": it.city,
        "kind": phrase("Fashion show, last quarter" if it.last else "Fashion show"),
        "text": ["The higher a line, the more prestige; each quarter says how many lines count."],
        "facts": {name: CATEGORIES[line] for name, line in zip(LINE_NAMES, it.lines, strict=True)},
    }


def of_type(name: str, designs: list[str]) -> Entry:
    first, second = (DESIGNS[design].name for design in designs)
    return {
        "id": f"type-{name}",
        "name": TYPE_NAME[name],
        "kind": "Clothing type",
        "text": [
            phrase(
                "With this tile you start with {first} and {second}.",
                first=first,
                second=second,
            ),
            phrase("Each {type} in the collection brings 1 trend.", type=name),
        ],
        "facts": {"Starting style": DESIGNS[designs[0]].style},
    }


def of_location(it: components.Location) -> Entry:
    seats = zip((2, 3, 4), it.spaces, strict=True)
    return {
        "id": f"location-{it.number}",
        "name": it.name,
        "kind": "Location",
        "text": [it.text],
        "facts": {
            "Number": it.number,
            "Spaces": listed(
                [phrase("{n} for {players}", n=n, players=players) for players, n in seats],
                "commas",
            ),
        },
    }
