"""Prêt-à-Porter: what a move is called, and in a line what it would cost, leave and bring."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace

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


def listed(words: Sequence[str]) -> str:
    """Words as a list: "a, b and c"; alike ones are counted."""
    counts = Counter(words)
    parts = [f"{n} {word}" if n > 1 else word for word, n in counts.items()]
    return " and ".join(filter(None, [", ".join(parts[:-1]), parts[-1]]))


def fitting(text: str, otherwise: str) -> str:
    """A label, or a shorter one where it is too long."""
    return text if len(text) <= LONGEST_LABEL else otherwise


# --- Planning ------------------------------------------------------------------------------------


def of_pawn(g: House, p: Player, location: int) -> str:
    """What an action at a location would cost and give, as things stand."""
    before = len(g.spaces[location]) + len(g.card_spaces[location])
    queue = f" After {before} pawn{'s' if before > 1 else ''}." if before else ""
    return OF_LOCATION.get(location, of_supplier)(g, p, location) + queue


def of_bank(g: House, p: Player, location: int) -> str:
    """The credit that can be taken."""
    room = credit_room(p)
    free = credit_no_upkeep(p) > p.credits
    return f"Up to ${room} now, $1 upkeep each $10." if not free else f"Up to ${room}, no upkeep."


def of_contracts(g: House, p: Player, location: int) -> str:
    """The contracts that lie there."""
    return f"Free. {named(g, 'contract')}."


def of_buildings(g: House, p: Player, location: int) -> str:
    """The buildings with their prices."""
    row = [f"{NAME[card]} ${CARDS[card].cost}" for card in g.rows["building"]]
    return f"You have ${p.cash}. {', '.join(row) or 'None left'}."


def of_employees(g: House, p: Player, location: int) -> str:
    """The employees, and whether there is a place."""
    room = capacity(p) - len(owned(p, "employee"))
    return f"Room for {max(0, room)}. {named(g, 'employee')}."


def of_new_designs(g: House, p: Player, location: int) -> str:
    """The designs of the row by style."""
    styles = Counter(DESIGNS[design].style for design in g.rows["design"])
    own = sum(DESIGNS[design].type == p.type for design in g.rows["design"])
    row = ", ".join(f"{n} {style}" for style, n in styles.items()) or "none"
    return f"Row: {row}; {own} of your type; or the deck."


def of_supplier(g: House, p: Player, location: int) -> str:
    """The prices after discounts, the quality, and the colours that are lacking."""
    prices = [list_price(location, colour) - discount_at(p, location) for colour in COLOURS]
    low, high = max(1, min(prices)), max(1, max(prices))
    quality = DATA["quality"][LOCATIONS[location].id]
    how = "one each of any colours" if location == WAREHOUSE else "one colour"
    wanted = [colour for colour in COLOURS if useful_units(p, colour)]
    want = f" You lack {', '.join(wanted)}." if wanted else " You lack nothing."
    return f"${low}-{high} a unit, {how}, {quality} quality.{want}"


def of_last_minute(g: House, p: Player, location: int) -> str:
    """The pieces."""
    return f"One of {', '.join(amount(each, DATA['pieces'][each]) for each in g.pieces)}."


OF_LOCATION = {
    BANK: of_bank,
    CONTRACTS: of_contracts,
    BUILDINGS: of_buildings,
    EMPLOYEES: of_employees,
    NEW_DESIGNS: of_new_designs,
    LAST_MINUTE: of_last_minute,
}


def named(g: House, kind: str) -> str:
    """The cards of a row by name."""
    return ", ".join(NAME[card] for card in g.rows[kind]) or "None left"


# --- Bank and cards ------------------------------------------------------------------------------


def of_credit(g: House, p: Player, amount: int) -> str:
    """What the credit leaves and costs."""
    pieces = amount // FINANCE["credit"]
    charged = max(0, p.credits + pieces - max(p.credits, credit_no_upkeep(p)))
    return f"Cash ${p.cash + amount}; upkeep +${charged} a month; ${amount} due at the exhibition."


def card_text(card: Card, side: str = FRESH) -> str:
    """What a side of a card says."""
    return " ".join(card.sides[side].text)


def label_of_card(g: House, p: Player, card: str) -> str:
    """The card with its price and upkeep."""
    it = CARDS[card]
    upkeep = f"upkeep ${it.sides[FRESH].upkeep}"
    facts = {"contract": "free", "building": f"${it.cost}, {upkeep}", "employee": upkeep}
    return f"{it.name} ({facts[it.kind]})"


def of_card(g: House, p: Player, card: str) -> str:
    """What the card does."""
    return card_text(CARDS[card])


def of_top(g: House, kind: str) -> str:
    """What the open top of a deck does."""
    return card_text(CARDS[g.tops[kind]]) if g.tops[kind] else ""


def label_of_firing(g: House, p: Player, card: str) -> str:
    """The employee and the severance."""
    return f"Fire {NAME[card]} for ${severance(p, card)}"


def of_firing(g: House, p: Player, card: str) -> str:
    """What the firing leaves, and the upkeep then."""
    cards = {each: side for each, side in p.cards.items() if each != card}
    then = total_upkeep(replace(p, cards=cards))
    return f"Leaves ${p.cash - severance(p, card)}; upkeep ${total_upkeep(p)}, then ${then}."


def label_of_turning(g: House, p: Player, card: str) -> str:
    """The card and what turning it costs."""
    verb = "Train" if CARDS[card].kind == "employee" else "Upgrade"
    if g.growth is None or g.growth.seat != p.seat:
        return f"{verb} {NAME[card]} (${CARDS[card].sides[FLIPPED].cost})"
    return f"{verb} {NAME[card]} for ${price_to_turn(g, card)}"


def of_turning(g: House, p: Player, card: str) -> str:
    """What the card does then, and the upkeep."""
    change = CARDS[card].sides[FLIPPED].upkeep - CARDS[card].sides[FRESH].upkeep
    return f"Upkeep {change:+}. {card_text(CARDS[card], FLIPPED)}"


# --- Designs -------------------------------------------------------------------------------------


def label_of_design(g: House, p: Player, card: str) -> str:
    """The design, or the deck."""
    if card == DECK:
        return "The top of the deck, unseen"
    it = DESIGNS[card]
    bonus = "".join(f", {amount(res, n)}" for res, n in it.bonus.items())
    return f"{it.name}: {it.style} {it.type}, {'+'.join(it.materials)}, ${it.price}{bonus}"


def of_design(g: House, p: Player, card: str) -> str:
    """How the design would fit."""
    if card == DECK:
        return "You see it when you have it."
    it = DESIGNS[card]
    same = sum(DESIGNS[each].style == it.style for each in p.designs)
    own = "your type: 1 trend; " if it.type == p.type else ""
    have = spare(needs(p.designs), stock_of(p))
    lack = [colour for colour in it.materials if not have[PLACE[colour]]]
    rest = f"{listed(lack)} to buy" if lack else "materials are there"
    return f"You have {same} {it.style}; {own}{rest}."


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


def label_of_units(g: House, p: Player, colour: str, count: int) -> str:
    """The units and the price."""
    cost = count * unit_price(g, colour)
    return f"{count} {colour} for ${cost} (leaves ${p.cash - cost})"


def of_units(g: House, p: Player, colour: str, count: int) -> str:
    """What could be shown with them."""
    return with_units(p, [colour] * count)


def label_of_set(g: House, p: Player, colours: str) -> str:
    """The colours and the price."""
    each = colours.split("+")
    cost = sum(unit_price(g, colour) for colour in each)
    return f"{listed(each).capitalize()} for ${cost} (leaves ${p.cash - cost})"


def of_set(g: House, p: Player, colours: str) -> str:
    """What could be shown with them."""
    return with_units(p, colours.split("+"))


def with_units(p: Player, colours: Iterable[str]) -> str:
    """The largest collections before and with these units."""
    now = largest(p)
    material = dict(p.material)
    for colour in colours:
        material[colour] += 1
    then = largest(replace(p, material=material))
    return f"Largest collection {then}{f', now {now}' if then != now else ', as now'}."


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


def label_of_gain(g: House, p: Player, key: str, price: int, colour: str) -> str:
    """The colour, and what it costs."""
    return (
        f"{colour.capitalize()}{f' for ${price}' if price else ''} (you have {p.material[colour]})"
    )


def of_gain(g: House, p: Player, key: str, price: int, colour: str) -> str:
    """What could be shown with it."""
    return with_units(p, [colour])


def of_piece(g: House, p: Player, card: str) -> str:
    """What the player has of it."""
    if card == "cash":
        return f"Then ${p.cash + DATA['pieces'][card]}."
    most = max(each.tokens[card] for each in g.players if each is not p)
    n = p.tokens[card] + DATA["pieces"][card]
    return f"Then {n} {TOKEN_NAME[card]}; most of the others: {most}."


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


def of_style(g: House, p: Player, style: str) -> str:
    """The best collection of the style without changes."""
    some = collections(tuple(of_style_of(p, style)), stock_of(p), powers_of(p))
    best = max(some, key=lambda each: (len(each), sum(DESIGNS[d].price for d in each)))
    return in_line(prospect(g, p, best)) if best else "Only with a change of style."


def of_change(g: House, p: Player, card: str) -> str:
    """The price of the design."""
    return f"Its price: ${DESIGNS[card].price}."


def label_of_collection(g: House, p: Player, designs: str) -> str:
    """The designs by name, or by number where the names are too long."""
    if designs == "none":
        return "Show nothing"
    each = designs.split("+")
    names = fitting(", ".join(NAME[design] for design in each), " ".join(each))
    return fitting(f"{len(each)}: {names}", f"{len(each)}: {' '.join(each)}")


def of_collection(g: House, p: Player, designs: str) -> str:
    """What the collection would win and bring, as things stand."""
    if designs == "none":
        return "No sale; tokens still count."
    return in_line(prospect(g, p, tuple(designs.split("+"))))


def in_line(it: Prospect) -> str:
    """What is expected of a collection, in a line."""
    tokens = " ".join(f"{name} {n}" for name, n in it.counts.items())
    return f"{tokens}: {it.prestige} prestige, sale ${it.takings} as things stand."
