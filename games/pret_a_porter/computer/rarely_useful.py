"""Prêt-à-Porter: moves that computer players need not think about."""

from __future__ import annotations

from games.pret_a_porter.calendar import quarter_of
from games.pret_a_porter.company import capacity, credit_room, owned
from games.pret_a_porter.components import (
    BANK,
    BUILDINGS,
    CARDS,
    EMPLOYEES,
    FLIPPED,
    IMPORT,
    LOCAL,
    WAREHOUSE,
)
from games.pret_a_porter.computer.estimates import (
    MIN_TURN_GAIN,
    TURN_RESERVE,
    materials_lacking,
    pawn_gifts,
    turning_value,
    worth_taking,
)
from games.pret_a_porter.making import useful_units
from games.pret_a_porter.rules.card_questions import free_purchase
from games.pret_a_porter.rules.growth import grow, staff
from games.pret_a_porter.rules.offices import (
    CREDIT,
    buildings,
    buildings_for,
    contracts,
    designs,
    employees,
)
from games.pret_a_porter.rules.planning import place
from games.pret_a_porter.rules.show import NOTHING, collection, style
from games.pret_a_porter.rules.suppliers import last_minute, more, supplier, warehouse
from games.pret_a_porter.state import House, Player

CASH_WITHOUT_CREDIT = 45
"""Cash with which nobody needs a credit."""


def is_idle(g: House, p: Player, location: int, what: str = "") -> bool:
    """Whether a player has no room, or not the money or the need, for what a location offers; or
    says in advance `what` the pawn takes.
    """
    if what:
        return True
    if location == EMPLOYEES:
        return len(owned(p, "employee")) >= capacity(p)
    if location == BUILDINGS:
        return not buildings_for(g, p)
    if location in (LOCAL, WAREHOUSE, IMPORT):
        return not materials_lacking(p)
    if location == BANK and not pawn_gifts(p, BANK, quarter_of(g.round)):
        return p.cash >= CASH_WITHOUT_CREDIT or credit_room(p) < CREDIT
    return False


def is_rash(g: House, p: Player, card: str) -> bool:
    """Whether taking a card, or turning it over, leaves too little for the next materials."""
    if card not in p.cards:
        return worth_taking(g, p, card) < 0
    price = CARDS[card].sides[FLIPPED].cost
    return p.cash - price < TURN_RESERVE or turning_value(card, g.round) < MIN_TURN_GAIN


def has_room(g: House, p: Player, card: str) -> bool:
    """Whether there is room to hire without firing this employee."""
    return len(owned(p, "employee")) < capacity(p)


def is_glut(g: House, p: Player, colour: str, count: int) -> bool:
    """Whether these are other units than the main style lacks."""
    return count != materials_lacking(p)[colour]


def is_useless(g: House, p: Player, colours: str) -> bool:
    """Whether the main style lacks none of these colours."""
    lacking = materials_lacking(p)
    return any(not lacking[colour] for colour in colours.split("+"))


def is_for_good(g: House, p: Player, always: str = "") -> bool:
    """Whether the player is asked for no other growth or firing."""
    return bool(always)


def is_small(g: House, p: Player, designs: str) -> bool:
    """Whether a larger collection of this style is possible."""
    moves = list(collection.options(g, p))
    return designs.count("+") < max(move.count("+") for move in moves) or designs == NOTHING


place.rarely_useful({"place {location:d} [{what}]": is_idle, "ask {about}": True})
contracts.rarely_useful({"pass": True})
buildings.rarely_useful({"take {card}": is_rash})
employees.rarely_useful({"take {card}": is_rash, "fire {card}": has_room})
designs.rarely_useful({"pass": True})
supplier.rarely_useful({"buy {colour} {count:d}": is_glut})
warehouse.rarely_useful({"buy {colours}": is_useless})
more.rarely_useful({"more {colours}": is_useless})
last_minute.rarely_useful({"pass": True})
free_purchase.rarely_useful(
    {
        "buy {colours}": lambda g, p, key, colours: any(
            not useful_units(p, colour) for colour in colours.split("+")
        )
    }
)
grow.rarely_useful(
    {
        "train {card}": is_rash,
        "upgrade {card}": is_rash,
        "fire {card}": True,
        "sell {card}": True,
        "pass [{always}]": is_for_good,
    }
)
staff.rarely_useful({"fire {card}": True, "pass [{always}]": is_for_good})
style.rarely_useful({"show {designs}": True})
collection.rarely_useful({"show {designs}": is_small, "ask {about}": True})
