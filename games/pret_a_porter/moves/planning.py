"""Prêt-à-Porter: moves of the planning phase."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from functools import partial

from games.kernel import Phrase, Said, phrase
from games.pret_a_porter.company import capacity, credit_no_upkeep, credit_room, owned
from games.pret_a_porter.components import (
    BANK,
    BUILDINGS,
    CARDS,
    COLOURS,
    CONTRACTS,
    DATA,
    DESIGNS,
    EMPLOYEES,
    LAST_MINUTE,
    LOCATIONS,
    NAME,
    NEW_DESIGNS,
    WAREHOUSE,
)
from games.pret_a_porter.effects import amount
from games.pret_a_porter.making import lacks
from games.pret_a_porter.moves.offices import taking_card, taking_credit, taking_design
from games.pret_a_porter.moves.suppliers import taking_piece
from games.pret_a_porter.rules.planning import (
    FIRING,
    GROWTH,
    ask_about,
    open_locations,
    place_extra,
    place_pawn,
)
from games.pret_a_porter.rules.suppliers import PIECES, discount_at, list_price
from games.pret_a_porter.state import House, Player


@place_pawn.says
def placing(g: House, p: Player, pawn: int, location: int, what: str = "") -> Said:
    name = SHORT_NAMES.get(location, LOCATIONS[location].name)
    if what:
        said = taking(g, p, location, what)
        label = phrase("{number} {place}: {what}", number=location, place=name, what=said.label)
        return replace(said, label=label, tone="usual")
    label = phrase("{number} {place}", number=location, place=name)
    return Said(label, partial(prospect_at, g, p, location), [f"location-{location}"])


SHORT_NAMES = {
    6: phrase("Local"),
    7: phrase("Warehouse"),
    8: phrase("Import"),
    9: phrase("Last minute"),
}
"""What signs call the locations with long names."""


def taking(g: House, p: Player, location: int, what: str) -> Said:
    """What is said of the thing that a pawn is to take."""
    if location == BANK:
        return taking_credit(g, p, int(what))
    if location == LAST_MINUTE:
        return replace(taking_piece(g, p, what), label=amount(what, PIECES[what]))
    return (taking_design if location == NEW_DESIGNS else taking_card)(g, p, what)


@place_pawn.refuses
def cannot_place(g: House, p: Player, pawn: int, location: int, what: str = "") -> str | None:
    if location not in LOCATIONS or location in open_locations(g, p):
        return None
    return phrase("All spaces of {place} are taken.", place=LOCATIONS[location].name)


@place_extra.says
def placing_extra(g: House, p: Player, locations: tuple[int, ...], location: int) -> Said:
    label = phrase("Extra action at {place}", place=LOCATIONS[location].name)
    return Said(label, partial(prospect_at, g, p, location))


@ask_about.says
def asking(g: House, p: Player, pawn: int, about: str) -> Said:
    return Said(ASK_ABOUT[about], tone="setting")


ASK_ABOUT = {
    FIRING: phrase("Ask me whether I fire somebody"),
    GROWTH: phrase("Ask me about growth again"),
}


# --- What a location offers ----------------------------------------------------------------------


def prospect_at(g: House, p: Player, location: int) -> Phrase:
    """What an action at a location would cost and bring now."""
    before = len(g.spaces[location]) + len(g.card_spaces[location])
    action = PROSPECTS.get(location, prospect_at_supplier)(g, p, location)
    if not before:
        return action
    return phrase("{action} {n:pawn acts|pawns act} before yours.", action=action, n=before)


def prospect_at_bank(g: House, p: Player, location: int) -> Phrase:
    room = credit_room(p)
    if credit_no_upkeep(p) > p.credits:
        return phrase("Credit up to ${room} without upkeep.", room=room)
    return phrase("Credit up to ${room}, each $10 for $1 of upkeep a month.", room=room)


def prospect_at_contracts(g: House, p: Player, location: int) -> Phrase:
    cards = named(g, "contract")
    return phrase("Free: {cards:or}.", cards=cards) if cards else NONE_LEFT


def prospect_at_buildings(g: House, p: Player, location: int) -> Phrase:
    row = [
        phrase("{card} for ${price}", card=NAME[card], price=CARDS[card].cost)
        for card in g.rows["building"]
    ]
    return phrase("{row:or}; you have ${cash}.", cash=p.cash, row=row) if row else NONE_LEFT


def prospect_at_employees(g: House, p: Player, location: int) -> Phrase:
    room, cards = max(0, capacity(p) - len(owned(p, "employee"))), named(g, "employee")
    if not cards:
        return NONE_LEFT
    return phrase("{n:free place|free places}: {cards:or}.", n=room, cards=cards)


def prospect_at_designs(g: House, p: Player, location: int) -> Phrase:
    styles = Counter(DESIGNS[design].style for design in g.rows["design"])
    own = sum(DESIGNS[design].type == p.type for design in g.rows["design"])
    if not styles:
        return phrase("Only the deck is left.")
    row = [phrase("{n} {style}", n=n, style=style) for style, n in styles.items()]
    return phrase("{row:commas}; {own} of your type; or the deck.", row=row, own=own)


def prospect_at_supplier(g: House, p: Player, location: int) -> Phrase:
    """The prices after discounts, the quality, and the colours that are lacking."""
    prices = [list_price(location, colour) - discount_at(p, location) for colour in COLOURS]
    wanted = [colour for colour in COLOURS if lacks(p, colour)]
    return phrase(
        "One unit each of any colours, ${low} to ${high}; {quality} quality. {lack}"
        if location == WAREHOUSE
        else "Units of one colour, ${low} to ${high} each; {quality} quality. {lack}",
        low=max(1, min(prices)),
        high=max(1, max(prices)),
        quality=DATA["quality"][LOCATIONS[location].id],
        lack=phrase("You lack {colours:list}." if wanted else "You lack nothing.", colours=wanted),
    )


def prospect_at_last_minute(g: House, p: Player, location: int) -> Phrase:
    return phrase("{pieces:or}.", pieces=[amount(each, PIECES[each]) for each in g.pieces])


PROSPECTS = {
    BANK: prospect_at_bank,
    CONTRACTS: prospect_at_contracts,
    BUILDINGS: prospect_at_buildings,
    EMPLOYEES: prospect_at_employees,
    NEW_DESIGNS: prospect_at_designs,
    LAST_MINUTE: prospect_at_last_minute,
}
"""Suppliers aside, what the action of each location would bring."""
NONE_LEFT = phrase("None left.")


def named(g: House, kind: str) -> list[str]:
    """The cards of a row by name."""
    return [NAME[card] for card in g.rows[kind]]
