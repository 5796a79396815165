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
from games.pret_a_porter.making import lacks
from games.pret_a_porter.rules.card_questions import buy_freely
from games.pret_a_porter.rules.growth import (
    fire_before_upkeep,
    fire_in_growth,
    fire_nobody,
    no_growth,
    sell_in_growth,
    train,
    upgrade,
)
from games.pret_a_porter.rules.offices import (
    CREDIT,
    buildings_for,
    buy_building,
    fire_to_hire,
    hire,
    take_no_contract,
    take_no_design,
)
from games.pret_a_porter.rules.planning import ask_about, place_pawn
from games.pret_a_porter.rules.show import (
    NOTHING,
    ask_for_firing,
    collection,
    show_as_they_are,
    show_designs,
)
from games.pret_a_porter.rules.suppliers import buy_more, buy_nothing_late, buy_set, buy_units
from games.pret_a_porter.state import House, Player

CASH_WITHOUT_CREDIT = 45
"""Cash with which nobody needs a credit."""


def is_idle(g: House, p: Player, pawn: int, location: int, what: str = "") -> bool:
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


place_pawn.rarely_useful(is_idle)
buy_building.rarely_useful(is_rash)
hire.rarely_useful(is_rash)
fire_to_hire.rarely_useful(has_room)
buy_units.rarely_useful(is_glut)
buy_set.rarely_useful(is_useless)
buy_more.rarely_useful(is_useless)
buy_freely.rarely_useful(
    lambda g, p, key, colours: any(not lacks(p, each) for each in colours.split("+"))
)
train.rarely_useful(is_rash)
upgrade.rarely_useful(is_rash)
no_growth.rarely_useful(is_for_good)
fire_nobody.rarely_useful(is_for_good)
show_designs.rarely_useful(is_small)
for never in (take_no_contract, take_no_design, buy_nothing_late, show_as_they_are):
    never.rarely_useful()
for never in (ask_about, ask_for_firing, fire_in_growth, sell_in_growth, fire_before_upkeep):
    never.rarely_useful()
