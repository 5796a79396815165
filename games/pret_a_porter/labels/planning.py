"""Prêt-à-Porter: labels and consequences of planning."""

from __future__ import annotations

from collections import Counter

from games.kernel import Phrase, phrase
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
from games.pret_a_porter.labels.offices import (
    consequence_card,
    consequence_credit,
    consequence_design,
    label_card,
    label_credit,
    label_design,
)
from games.pret_a_porter.labels.suppliers import consequence_piece
from games.pret_a_porter.making import useful_units
from games.pret_a_porter.rules.planning import FIRING, GROWTH, extra, is_full, place, spaces
from games.pret_a_porter.rules.suppliers import discount_at, list_price
from games.pret_a_porter.state import House, Player


def consequence_pawn(g: House, p: Player, location: int) -> Phrase:
    """What an action at a location would cost and bring now."""
    before = len(g.spaces[location]) + len(g.card_spaces[location])
    action = OF_LOCATION.get(location, consequence_supplier)(g, p, location)
    return phrase("{action} After {n:pawn|pawns}.", action=action, n=before) if before else action


def consequence_bank(g: House, p: Player, location: int) -> Phrase:
    """The credit that can be taken."""
    room = credit_room(p)
    if credit_no_upkeep(p) > p.credits:
        return phrase("Up to ${room}, no upkeep.", room=room)
    return phrase("Up to ${room} now, $1 upkeep each $10.", room=room)


def consequence_contracts(g: House, p: Player, location: int) -> Phrase:
    """The contracts that lie there."""
    return phrase("Free. {cards:commas}.", cards=named(g, "contract"))


def consequence_buildings(g: House, p: Player, location: int) -> Phrase:
    """The buildings with their prices."""
    row = [
        phrase("{card} ${price}", card=NAME[card], price=CARDS[card].cost)
        for card in g.rows["building"]
    ]
    return phrase("You have ${cash}. {row:commas}.", cash=p.cash, row=row or [NONE_LEFT])


def consequence_employees(g: House, p: Player, location: int) -> Phrase:
    """The employees, and whether there is a place."""
    room = max(0, capacity(p) - len(owned(p, "employee")))
    return phrase("Room for {room}. {cards:commas}.", room=room, cards=named(g, "employee"))


def consequence_new_designs(g: House, p: Player, location: int) -> Phrase:
    """The designs of the row by style."""
    styles = Counter(DESIGNS[design].style for design in g.rows["design"])
    own = sum(DESIGNS[design].type == p.type for design in g.rows["design"])
    if not styles:
        return phrase("Row: none; 0 of your type; or the deck.")
    row = [phrase("{n} {style}", n=n, style=style) for style, n in styles.items()]
    return phrase("Row: {row:commas}; {own} of your type; or the deck.", row=row, own=own)


def consequence_supplier(g: House, p: Player, location: int) -> Phrase:
    """The prices after discounts, the quality, and the colours that are lacking."""
    prices = [list_price(location, colour) - discount_at(p, location) for colour in COLOURS]
    wanted = [colour for colour in COLOURS if useful_units(p, colour)]
    return phrase(
        "${low}-{high} a unit, one each of any colours, {quality} quality. {lack}"
        if location == WAREHOUSE
        else "${low}-{high} a unit, one colour, {quality} quality. {lack}",
        low=max(1, min(prices)),
        high=max(1, max(prices)),
        quality=DATA["quality"][LOCATIONS[location].id],
        lack=phrase(
            "You lack {colours:commas}." if wanted else "You lack nothing.", colours=wanted
        ),
    )


def consequence_last_minute(g: House, p: Player, location: int) -> Phrase:
    """The pieces."""
    pieces = [amount(each, DATA["pieces"][each]) for each in g.pieces]
    return phrase("One of {pieces:commas}.", pieces=pieces)


OF_LOCATION = {
    BANK: consequence_bank,
    CONTRACTS: consequence_contracts,
    BUILDINGS: consequence_buildings,
    EMPLOYEES: consequence_employees,
    NEW_DESIGNS: consequence_new_designs,
    LAST_MINUTE: consequence_last_minute,
}
NONE_LEFT = phrase("None left")


def named(g: House, kind: str) -> list[str]:
    """The cards of a row by name."""
    return [NAME[card] for card in g.rows[kind]] or [NONE_LEFT]


def label_place(g: House, p: Player, location: int) -> Phrase:
    """The location and the space."""
    name = LOCATIONS[location].name
    if is_full(g, location):
        return phrase("{number} {place} (card space)", number=location, place=name)
    return phrase(
        "{number} {place} (space {n} of {most})",
        number=location,
        place=name,
        n=len(g.spaces[location]) + 1,
        most=spaces(g, location),
    )


def label_taking(g: House, p: Player, location: int, what: str) -> Phrase:
    """The location, and what the pawn is to take there."""
    if location == BANK:
        taken = label_credit(g, p, int(what))
    elif location == LAST_MINUTE:
        taken = amount(what, DATA["pieces"][what])
    else:
        taken = (label_design if location == NEW_DESIGNS else label_card)(g, p, what)
    name = LOCATIONS[location].name
    return phrase("{number} {place}: {what}", number=location, place=name, what=taken)


def consequence_taking(g: House, p: Player, location: int, what: str) -> Phrase:
    """What the card does, or how the design fits the player's others."""
    if location == BANK:
        return consequence_credit(g, p, int(what))
    of_place = {NEW_DESIGNS: consequence_design, LAST_MINUTE: consequence_piece}
    return of_place.get(location, consequence_card)(g, p, what)


ASK_ABOUT = {
    FIRING: phrase("From now on ask me whether I fire somebody"),
    GROWTH: phrase("Ask me about growth again"),
}


def label_ask(g: House, p: Player, about: str) -> Phrase:
    """What the player is asked for from then on."""
    return ASK_ABOUT[about]


place.labels(
    {
        "place {location:d}": label_place,
        "place {location:d} {what}": label_taking,
        "ask {about}": label_ask,
    }
)
place.unusual("ask {about}")
place.consequences(
    {"place {location:d}": consequence_pawn, "place {location:d} {what}": consequence_taking}
)
extra.labels(
    {
        "place {location:d}": lambda g, p, locations, location: phrase(
            "Extra action at {place}", place=LOCATIONS[location].name
        )
    }
)
extra.consequences(
    {"place {location:d}": lambda g, p, locations, location: consequence_pawn(g, p, location)}
)
