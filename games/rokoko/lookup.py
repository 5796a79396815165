"""Rokoko: every employee, dress and resource tile, to be looked up."""

from __future__ import annotations

from games.kernel import Card, Phrase, listed, phrase
from games.rokoko.components import (
    APPRENTICE,
    DRESSES,
    EMPLOYEES,
    GUESTS,
    JOURNEYMAN,
    MASTER,
    TILES,
    Dress,
    Employee,
    Tile,
)
from games.rokoko.effects import amount, amounts
from games.rokoko.state import game
from games.rokoko.view import dress_facts, employee_facts, tile_facts

GRADE_NAMES = {MASTER: "Master", JOURNEYMAN: "Journeyman", APPRENTICE: "Apprentice"}


@game.cards
def all_cards() -> list[Card]:
    """Every employee, dress and resource tile."""
    return [
        *[employee_card(it) for it in EMPLOYEES.values()],
        *[dress_card(it) for it in DRESSES.values()],
        *[tile_card(it) for it in TILES.values()],
    ]


def employee_card(it: Employee) -> Card:
    """An employee to look up."""
    level = str(it.level) if it.level else phrase("base card, one for each player")
    facts = {"Grade": GRADE_NAMES[it.grade], "Level": level}
    return {**employee_facts(it), "kind": "employee", "text": [it.text], "facts": facts}


def all_of(goods: dict[str, int]) -> Phrase:
    """Amounts in words: "2 red, 1 yarn"."""
    return listed(amounts(goods), "commas") if any(goods.values()) else phrase("nothing")


def dress_card(it: Dress) -> Card:
    """A dress to look up."""
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
    """A resource tile to look up."""
    silk = all_of(it.silk)
    facts = {"Kept": phrase("{silk} silk", silk=silk), "Discarded": all_of(it.goods)}
    name = phrase("Tile {tile:text}, {silk}", tile=it.id, silk=silk)
    text = [phrase("Keep it as silk, or discard it at once for its goods.")]
    return {**tile_facts(it), "name": name, "kind": "resource tile", "text": text, "facts": facts}
