"""Prêt-à-Porter: every card and tile of the game, to be looked up; no rules."""

from __future__ import annotations

from typing import Any

from games.kernel import Card as Entry
from games.pret_a_porter import cards as components
from games.pret_a_porter.cards import CARDS, DESIGNS, FLIPPED, FRESH, LOCATIONS, SHOWS, TYPES, Card
from games.pret_a_porter.cards import TOKEN_NAME as TOKENS
from games.pret_a_porter.effects import amount
from games.pret_a_porter.state import game

TURNED = {"contract": "extended", "building": "upgraded", "employee": "trained"}
LINE_NAMES = ("First line", "Second line", "Third line", "Fourth line")


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
    """A design: style, type, materials, price and bonus."""
    bonus = [amount(res, n) for res, n in it.bonus.items()]
    text = [f"Needs a unit of {it.materials[0]} and one of {it.materials[1]}."]
    return {
        "id": it.id,
        "name": it.name,
        "kind": "Design" + (", extra" if it.extra else ""),
        "text": [*text, *[f"Brings {each} when it is shown." for each in bonus]],
        "facts": {"Style": it.style, "Type": it.type, "Price": f"${it.price}"},
        "colours": list(it.materials),
    }


def of_card(it: Card) -> Entry:
    """A contract, building or employee with both sides."""
    text = list(it.sides[FRESH].text)
    facts: dict[str, Any] = {}
    if it.kind == "building":
        facts["Price"] = f"${it.cost}"
    if it.kind != "contract":
        facts["Upkeep"] = f"${it.sides[FRESH].upkeep}"
    if FLIPPED in it.sides:
        turned = it.sides[FLIPPED]
        text += [f"Once {TURNED[it.kind]}: {each[0].lower()}{each[1:]}" for each in turned.text]
        if it.kind != "contract":
            facts[f"To be {TURNED[it.kind]}"] = f"${turned.cost}"
            facts["Upkeep then"] = f"${turned.upkeep}"
    where = ", last quarter" if it.last else ""
    extra = ", extra" if it.extra else ""
    kind = it.kind.capitalize() + where + extra
    return {"id": it.id, "name": it.name, "kind": kind, "text": text, "facts": facts}


def of_show(it: components.Show) -> Entry:
    """A fashion show with its lines."""
    return {
        "id": it.id,
        "name": it.city,
        "kind": "Fashion show" + (", last quarter" if it.last else ""),
        "text": ["The higher a line, the more prestige; each quarter says how many lines count."],
        "facts": {
            name: TOKENS[line].capitalize() if line != "PR" else line
            for name, line in zip(LINE_NAMES, it.lines, strict=True)
        },
    }


def of_type(name: str, designs: list[str]) -> Entry:
    """A clothing type with its starting designs."""
    first, second = (DESIGNS[design].name for design in designs)
    return {
        "id": f"type-{name}",
        "name": name.capitalize(),
        "kind": "Clothing type",
        "text": [
            f"Whoever has this tile starts with {first} and {second}.",
            f"Each {name} in the collection brings 1 trend.",
        ],
        "facts": {"Starting style": DESIGNS[designs[0]].style},
    }


def of_location(it: components.Location) -> Entry:
    """A location with its spaces."""
    seats = zip((2, 3, 4), it.spaces, strict=True)
    return {
        "id": f"location-{it.number}",
        "name": it.name,
        "kind": "Location",
        "text": [it.text],
        "facts": {
            "Number": it.number,
            "Spaces": ", ".join(f"{n} for {players}" for players, n in seats),
        },
    }
