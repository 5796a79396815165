"""Rokoko: every employee, dress, resource tile, decoration and hall, for /card."""

from __future__ import annotations

from games.kernel import Card, Phrase, listed, phrase
from games.rokoko.components import (
    APPRENTICE,
    DRESSES,
    EMPLOYEES,
    FIREWORKS,
    GUESTS,
    HALLS,
    JOURNEYMAN,
    MASTER,
    MUSICIAN,
    SIDES,
    STATUE,
    STATUES,
    TILES,
    Decoration,
    Dress,
    Employee,
    Tile,
)
from games.rokoko.effects import amount, amounts
from games.rokoko.moves import bonus_listed
from games.rokoko.rules.actions import describe
from games.rokoko.state import game
from games.rokoko.view import dress_facts, employee_facts, tile_facts

FUNDED = {
    MUSICIAN: phrase("Counts like a dress in its hall."),
    STATUE: phrase(
        "1 to 8 statues bring {points:commas} prestige.", points=list(map(str, STATUES[1:]))
    ),
    "upper": phrase("Brings its income at the end of each round."),
    "lower": phrase("Brings 1 Livre for each dress you have rented out, each round."),
    FIREWORKS: phrase("At the end one of your dresses counts twice."),
}
"""What decorations are good for, by kind, or row of the fountain."""
PRICE = ("Price", "Price on side A", "Price on side B")
INCOME = ("Income", "Income on side A", "Income on side B")
PRESTIGE = ("Prestige", "Prestige on side A", "Prestige on side B")
MAJORITY = ("Majority", "Majority on side A", "Majority on side B")
GUEST_SPACES = [
    ("Space 1", "Space 1 on side A", "Space 1 on side B"),
    ("Space 2", "Space 2 on side A", "Space 2 on side B"),
    ("Space 3", "Space 3 on side A", "Space 3 on side B"),
]
"""What facts are called: where both sides of the board agree, on side A, on side B."""
GRADE_NAMES = {MASTER: "Master", JOURNEYMAN: "Journeyman", APPRENTICE: "Apprentice"}


@game.cards
def all_cards() -> list[Card]:
    return [
        *[employee_card(it) for it in EMPLOYEES.values()],
        *[dress_card(it) for it in DRESSES.values()],
        *[tile_card(it) for it in TILES.values()],
        *[
            decoration_card(id)
            for id in dict.fromkeys(id for b in SIDES.values() for id in b.decorations)
        ],
        *[hall_card(hall) for hall in HALLS],
    ]


def employee_card(it: Employee) -> Card:
    level = str(it.level) if it.level else phrase("base card, one for each player")
    facts = {"Grade": GRADE_NAMES[it.grade], "Level": level}
    return {**employee_facts(it), "kind": "employee", "text": [it.text], "facts": facts}


def all_of(goods: dict[str, int]) -> Phrase:
    """As in "2 red, 1 yarn"."""
    return listed(amounts(goods), "commas") if any(goods.values()) else phrase("nothing")


def dress_card(it: Dress) -> Card:
    facts = {
        "Guest": GUESTS[it.colour],
        "Silk": all_of(it.silk),
        "Goods": all_of(it.goods),
        "Sells for": amount("livre", it.value),
        "Prestige": str(it.prestige),
    }
    name = phrase("Dress {dress:text}, {colour}", dress=it.id, colour=it.colour)
    text = "Only a master can make it." if it.master else "Masters and journeymen can make it."
    about = {"name": name, "kind": "dress", "text": [phrase(text)], "facts": facts}
    return {**dress_facts(it), **about}


def tile_card(it: Tile) -> Card:
    silk = all_of(it.silk)
    facts = {"Kept": phrase("{silk} silk", silk=silk), "Discarded": all_of(it.goods)}
    name = phrase("Tile {tile:text}, {silk}", tile=it.id, silk=silk)
    text = [phrase("Keep it as silk, or discard it at once for its goods.")]
    return {**tile_facts(it), "name": name, "kind": "resource tile", "text": text, "facts": facts}


def decoration_card(space: str) -> Card:
    """A decoration to look up: what it costs and brings on each side of the board that has it."""
    found = {side: it for side, b in SIDES.items() if (it := b.decorations.get(space))}
    side, it = next(iter(found.items()))
    what = describe(SIDES[side], it)
    return {
        "id": space,
        "name": phrase("{space:text}: {what}", space=space, what=what),
        "kind": "decoration",
        "what": it.kind,
        "text": [FUNDED[it.row or it.kind]],
        "facts": {
            **by_side(PRICE, {side: amount("livre", it.cost) for side, it in found.items()}),
            **by_side(INCOME, {side: income(it) for side, it in found.items()}),
            **by_side(PRESTIGE, {side: printed(it) for side, it in found.items()}),
        },
    }


def income(it: Decoration) -> str:
    """What an upper space of the fountain adds each round; "" of other decorations."""
    return amount("livre", it.income) if it.income else ""


def printed(it: Decoration) -> str:
    """The prestige on a decoration; "" of statues."""
    return str(it.prestige) if it.prestige else ""


def hall_card(number: int) -> Card:
    """A hall to look up: what its majority and its guest spaces bring."""
    halls = {side: board.halls[number] for side, board in SIDES.items()}
    facts = by_side(MAJORITY, {side: "/".join(map(str, h.majority)) for side, h in halls.items()})
    for i, labels in enumerate(GUEST_SPACES, 1):
        spaces = {side: hall.spaces[i] for side, hall in halls.items() if hall.spaces[i].bonus}
        facts |= by_side(labels, {side: bonus_listed(space) for side, space in spaces.items()})
    return {
        "id": f"H{number + 1}",
        "name": halls["A"].name,
        "kind": "hall",
        "what": MUSICIAN,
        "text": ["The other spaces bring nothing at once."],
        "facts": facts,
    }


def by_side(labels: tuple[str, str, str], values: dict[str, str]) -> dict[str, str]:
    """One fact where both sides of the board agree, else one for each side that has something."""
    same, *others = labels
    if len({*values.values()}) == 1 and [*values] == [*SIDES]:
        return {same: values["A"]} if values["A"] else {}
    return {
        label: values[side] for side, label in zip(SIDES, others, strict=True) if values.get(side)
    }
