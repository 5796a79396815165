"""Prêt-à-Porter: what a move is called, and in a line what it would cost, leave and bring."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import replace

from games.kernel import Phrase, listed, phrase
from games.pret_a_porter.cards import (
    BANK,
    BUILDINGS,
    CARDS,
    COLOURS,
    CONTRACTS,
    DATA,
    DESIGNS,
    EMPLOYEES,
    FLIPPED,
    FRESH,
    LAST_MINUTE,
    LOCATIONS,
    NAME,
    NEW_DESIGNS,
    STYLES,
    TOKEN_NAME,
    WAREHOUSE,
    Card,
)
from games.pret_a_porter.company import (
    FINANCE,
    capacity,
    change_style,
    credit_no_upkeep,
    credit_room,
    owned,
    paid_changes,
    price_of,
    severance,
    total_upkeep,
)
from games.pret_a_porter.effects import amount, errand_of, price_to_turn, unused
from games.pret_a_porter.making import (
    NEEDS,
    PLACE,
    collections,
    makeable,
    needs,
    powers_of,
    spare,
    stock_of,
)
from games.pret_a_porter.projection import Prospect, prospect
from games.pret_a_porter.state import House, Player, Runway

LONGEST_LABEL = 80
DECK = "deck"
COLOUR_NAMES = {
    "white": "White",
    "yellow": "Yellow",
    "green": "Green",
    "blue": "Blue",
    "red": "Red",
    "black": "Black",
}
"""What colours are called at the head of a line."""


def units(colours: Iterable[str]) -> list[str]:
    """Units of these colours, alike ones counted."""
    return [
        phrase("{n} {colour}", n=n, colour=colour) if n > 1 else colour
        for colour, n in Counter(colours).items()
    ]


def units_ahead(colours: Iterable[str]) -> list[str]:
    """The same at the head of a line."""
    first, *others = units(colours)
    return [COLOUR_NAMES.get(first, first), *others]


# --- Planning ------------------------------------------------------------------------------------


def of_pawn(g: House, p: Player, location: int) -> Phrase:
    """What an action at a location would cost and give, as things stand."""
    before = len(g.spaces[location]) + len(g.card_spaces[location])
    action = OF_LOCATION.get(location, of_supplier)(g, p, location)
    return phrase("{action} After {n:pawn|pawns}.", action=action, n=before) if before else action


def of_bank(g: House, p: Player, location: int) -> Phrase:
    """The credit that can be taken."""
    room = credit_room(p)
    if credit_no_upkeep(p) > p.credits:
        return phrase("Up to ${room}, no upkeep.", room=room)
    return phrase("Up to ${room} now, $1 upkeep each $10.", room=room)


def of_contracts(g: House, p: Player, location: int) -> Phrase:
    """The contracts that lie there."""
    return phrase("Free. {cards:commas}.", cards=named(g, "contract"))


def of_buildings(g: House, p: Player, location: int) -> Phrase:
    """The buildings with their prices."""
    row = [
        phrase("{card} ${price}", card=NAME[card], price=CARDS[card].cost)
        for card in g.rows["building"]
    ]
    return phrase("You have ${cash}. {row:commas}.", cash=p.cash, row=row or [NONE_LEFT])


def of_employees(g: House, p: Player, location: int) -> Phrase:
    """The employees, and whether there is a place."""
    room = max(0, capacity(p) - len(owned(p, "employee")))
    return phrase("Room for {room}. {cards:commas}.", room=room, cards=named(g, "employee"))


def of_new_designs(g: House, p: Player, location: int) -> Phrase:
    """The designs of the row by style."""
    styles = Counter(DESIGNS[design].style for design in g.rows["design"])
    own = sum(DESIGNS[design].type == p.type for design in g.rows["design"])
    if not styles:
        return phrase("Row: none; 0 of your type; or the deck.")
    row = [phrase("{n} {style}", n=n, style=style) for style, n in styles.items()]
    return phrase("Row: {row:commas}; {own} of your type; or the deck.", row=row, own=own)


def of_supplier(g: House, p: Player, location: int) -> Phrase:
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


def of_last_minute(g: House, p: Player, location: int) -> Phrase:
    """The pieces."""
    pieces = [amount(each, DATA["pieces"][each]) for each in g.pieces]
    return phrase("One of {pieces:commas}.", pieces=pieces)


OF_LOCATION = {
    BANK: of_bank,
    CONTRACTS: of_contracts,
    BUILDINGS: of_buildings,
    EMPLOYEES: of_employees,
    NEW_DESIGNS: of_new_designs,
    LAST_MINUTE: of_last_minute,
}
NONE_LEFT = phrase("None left")


def named(g: House, kind: str) -> list[str]:
    """The cards of a row by name."""
    return [NAME[card] for card in g.rows[kind]] or [NONE_LEFT]


# --- Bank and cards ------------------------------------------------------------------------------


def of_credit(g: House, p: Player, amount: int) -> Phrase:
    """What the credit leaves and costs."""
    pieces = amount // FINANCE["credit"]
    charged = max(0, p.credits + pieces - max(p.credits, credit_no_upkeep(p)))
    return phrase(
        "Cash ${cash}; upkeep +${charged} a month; ${amount} due at the exhibition.",
        cash=p.cash + amount,
        charged=charged,
        amount=amount,
    )


def card_text(card: Card, side: str = FRESH) -> Phrase:
    """What a side of a card says."""
    return listed(card.sides[side].text, "words")


def label_of_card(g: House, p: Player, card: str) -> Phrase:
    """The card with its price and upkeep."""
    it = CARDS[card]
    upkeep = it.sides[FRESH].upkeep
    if it.kind == "contract":
        return phrase("{card} (free)", card=it.name)
    if it.kind == "employee":
        return phrase("{card} (upkeep ${upkeep})", card=it.name, upkeep=upkeep)
    return phrase("{card} (${cost}, upkeep ${upkeep})", card=it.name, cost=it.cost, upkeep=upkeep)


def of_card(g: House, p: Player, card: str) -> Phrase:
    """What the card does."""
    return card_text(CARDS[card])


def of_top(g: House, kind: str) -> str:
    """What the open top of a deck does."""
    return card_text(CARDS[g.tops[kind]]) if g.tops[kind] else ""


def label_of_firing(g: House, p: Player, card: str) -> Phrase:
    """The employee and the severance."""
    return phrase("Fire {card} for ${cost}", card=NAME[card], cost=severance(p, card))


def of_firing(g: House, p: Player, card: str) -> Phrase:
    """What the firing leaves, and the upkeep then."""
    cards = {each: side for each, side in p.cards.items() if each != card}
    return phrase(
        "Leaves ${cash}; upkeep ${now}, then ${then}.",
        cash=p.cash - severance(p, card),
        now=total_upkeep(p),
        then=total_upkeep(replace(p, cards=cards)),
    )


def label_of_turning(g: House, p: Player, card: str) -> Phrase:
    """The card and what turning it costs."""
    name, trained = NAME[card], CARDS[card].kind == "employee"
    if g.growth is None or g.growth.seat != p.seat:
        cost = CARDS[card].sides[FLIPPED].cost
        ahead = "Train {card} (${cost})" if trained else "Upgrade {card} (${cost})"
        return phrase(ahead, card=name, cost=cost)
    now = "Train {card} for ${cost}" if trained else "Upgrade {card} for ${cost}"
    return phrase(now, card=name, cost=price_to_turn(g, card))


def of_turning(g: House, p: Player, card: str) -> Phrase:
    """What the card does then, and the upkeep."""
    change = CARDS[card].sides[FLIPPED].upkeep - CARDS[card].sides[FRESH].upkeep
    text = card_text(CARDS[card], FLIPPED)
    return phrase("Upkeep {change:+}. {text}", change=change, text=text)


# --- Designs -------------------------------------------------------------------------------------


def label_of_design(g: House, p: Player, card: str) -> Phrase:
    """The design, or the deck."""
    if card == DECK:
        return phrase("The top of the deck, unseen")
    it = DESIGNS[card]
    first, second = it.materials
    return phrase(
        "{design}: {style} {type}, {first}+{second}, {gains:commas}",
        design=it.name,
        style=it.style,
        type=it.type,
        first=first,
        second=second,
        gains=[amount("cash", it.price), *[amount(res, n) for res, n in it.bonus.items()]],
    )


def of_design(g: House, p: Player, card: str) -> Phrase:
    """How the design would fit."""
    if card == DECK:
        return phrase("You see it when you have it.")
    it = DESIGNS[card]
    same = sum(DESIGNS[each].style == it.style for each in p.designs)
    facts = [phrase("You have {n} {style}", n=same, style=it.style)]
    if it.type == p.type:
        facts.append(phrase("your type: 1 trend"))
    have = spare(needs(p.designs), stock_of(p))
    lack = [colour for colour in it.materials if not have[PLACE[colour]]]
    facts.append(phrase("{colours:list} to buy" if lack else "materials are there", colours=lack))
    return phrase("{facts:semicolons}.", facts=facts)


# --- Materials -----------------------------------------------------------------------------------


def list_price(location: int, colour: str) -> int:
    """What a unit costs at a supplier by the list."""
    return DATA["prices"][LOCATIONS[location].id][colour]


def discount_at(p: Player, location: int) -> int:
    """What unused cards take off each unit at a supplier."""
    return sum(
        effect["per_unit"]
        for each in unused(p, "location")
        if location in each.at
        for effect in each.do
        if effect["do"] == "discount"
    )


def unit_price(g: House, colour: str) -> int:
    """What a unit costs in the running action: never less than a dollar (ruling)."""
    errand = errand_of(g)
    return max(1, list_price(errand.location, colour) - errand.discount)


def useful_units(p: Player, colour: str) -> int:
    """How many more units of a colour all of a player's designs have a use for."""
    wanted = sum(PLACE[colour] in NEEDS[design] for design in p.designs)
    return max(0, wanted - p.material[colour])


def label_of_units(g: House, p: Player, colour: str, count: int) -> Phrase:
    """The units and the price."""
    cost = count * unit_price(g, colour)
    return phrase(
        "{n} {colour} for ${cost} (leaves ${cash})",
        n=count,
        colour=colour,
        cost=cost,
        cash=p.cash - cost,
    )


def of_units(g: House, p: Player, colour: str, count: int) -> Phrase:
    """What could be shown with them."""
    return with_units(p, [colour] * count)


def label_of_set(g: House, p: Player, colours: str) -> Phrase:
    """The colours and the price."""
    each = colours.split("+")
    cost = sum(unit_price(g, colour) for colour in each)
    return phrase(
        "{units:list} for ${cost} (leaves ${cash})",
        units=units_ahead(each),
        cost=cost,
        cash=p.cash - cost,
    )


def of_set(g: House, p: Player, colours: str) -> Phrase:
    """What could be shown with them."""
    return with_units(p, colours.split("+"))


def with_units(p: Player, colours: Iterable[str]) -> Phrase:
    """The largest collections before and with these units."""
    now = largest(p)
    material = dict(p.material)
    for colour in colours:
        material[colour] += 1
    then = largest(replace(p, material=material))
    if then == now:
        return phrase("Largest collection {then}, as now.", then=then)
    return phrase("Largest collection {then}, now {now}.", then=then, now=now)


def largest(p: Player) -> int:
    """The most designs of one style that can be made now."""
    sizes = [
        len(each)
        for style in STYLES
        for each in collections(tuple(of_style_of(p, style)), stock_of(p), powers_of(p))
    ]
    return max(sizes, default=0)


def of_style_of(p: Player, style: str) -> list[str]:
    """A player's designs of a style."""
    return [design for design in p.designs if DESIGNS[design].style == style]


def label_of_gain(g: House, p: Player, key: str, price: int, colour: str) -> Phrase:
    """The colour, and what it costs."""
    return phrase(
        "{colour} for ${price} (you have {n})" if price else "{colour} (you have {n})",
        colour=COLOUR_NAMES[colour],
        price=price,
        n=p.material[colour],
    )


def of_gain(g: House, p: Player, key: str, price: int, colour: str) -> Phrase:
    """What could be shown with it."""
    return with_units(p, [colour])


def of_piece(g: House, p: Player, card: str) -> Phrase:
    """What the player has of it."""
    if card == "cash":
        return phrase("Then ${cash}.", cash=p.cash + DATA["pieces"][card])
    most = max(each.tokens[card] for each in g.players if each is not p)
    n = p.tokens[card] + DATA["pieces"][card]
    what = TOKEN_NAME[card]
    return phrase("Then {n} {what}; most of the others: {most}.", n=n, what=what, most=most)


# --- The show ------------------------------------------------------------------------------------


def can_show(p: Player, style: str) -> bool:
    """Whether something of a style can be made, changes of style counted."""
    stock, powers = stock_of(p), powers_of(p)
    if any(makeable((design,), stock, powers) for design in of_style_of(p, style)):
        return True
    paid = price_of(p, "change_style") if not change_style(p) else 0
    if not change_style(p) and (not paid_changes(p) or paid > p.cash):
        return False
    powers = powers_of(p, paid)
    return any(makeable((design,), stock, powers) for design in p.designs)


def candidates(p: Player, runway: Runway) -> list[str]:
    """The designs that can be in the collection: of its style, and possible to make."""
    stock, powers = stock_of(p), powers_of(p)
    return sorted(
        design
        for design in p.designs
        if (DESIGNS[design].style == runway.style or design in runway.changed)
        and makeable((design,), stock, powers)
    )


def label_of_style(g: House, p: Player, style: str) -> str:
    """The style."""
    return style


def of_style(g: House, p: Player, style: str) -> Phrase:
    """The best collection of the style without changes."""
    some = collections(tuple(of_style_of(p, style)), stock_of(p), powers_of(p))
    best = max(some, key=lambda each: (len(each), sum(DESIGNS[d].price for d in each)))
    return in_line(prospect(g, p, best)) if best else phrase("Only with a change of style.")


def of_change(g: House, p: Player, card: str) -> Phrase:
    """The price of the design."""
    return phrase("Its price: ${price}.", price=DESIGNS[card].price)


def label_of_collection(g: House, p: Player, designs: str) -> Phrase:
    """The designs by name, or by number where the names are too long."""
    if designs == "none":
        return phrase("Show nothing")
    each = designs.split("+")
    names = phrase("{n}: {designs:commas}", n=len(each), designs=[NAME[card] for card in each])
    if len(names) <= LONGEST_LABEL:
        return names
    return phrase("{n}: {designs:text}", n=len(each), designs=" ".join(each))


def of_collection(g: House, p: Player, designs: str) -> Phrase:
    """What the collection would win and bring, as things stand."""
    if designs == "none":
        return phrase("No sale; tokens still count.")
    return in_line(prospect(g, p, tuple(designs.split("+"))))


def in_line(it: Prospect) -> Phrase:
    """What is expected of a collection, in a line."""
    return phrase(
        "Q {Q} T {T} PR {PR} X2 {X2}: {prestige} prestige, sale ${takings} as things stand.",
        **it.counts,
        prestige=it.prestige,
        takings=it.takings,
    )
