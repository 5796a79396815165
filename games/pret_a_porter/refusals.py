"""Prêt-à-Porter: why a move is not open, in a sentence."""

from __future__ import annotations

from games.kernel import Phrase, phrase
from games.pret_a_porter.company import capacity, credit_room, owned, severance
from games.pret_a_porter.components import CARDS, COLOURS, DESIGNS, LOCATIONS, NAME, STYLES
from games.pret_a_porter.effects import amount, errand_of, price_to_turn, runway_of
from games.pret_a_porter.rules.growth import VERB, grow, improvable, staff
from games.pret_a_porter.rules.offices import CREDIT, bank, buildings, contracts, designs, employees
from games.pret_a_porter.rules.planning import extra, open_locations, place
from games.pret_a_porter.rules.show import candidates, collection, style
from games.pret_a_porter.rules.suppliers import (
    PIECES,
    last_minute,
    more,
    supplier,
    unit_price,
    warehouse,
)
from games.pret_a_porter.state import House, Player


@place.refuses
def cannot_place(g: House, p: Player, words: list[str]) -> Phrase | None:
    """That a location is full."""
    if len(words) > 1 and words[0] == "place" and words[1] in map(str, LOCATIONS):
        location = int(words[1])
        if location not in open_locations(g, p):
            return phrase("All spaces of {place} are taken.", place=LOCATIONS[location].name)
    return None


@extra.refuses
def cannot_take_extra(
    g: House, p: Player, locations: tuple[int, ...], words: list[str]
) -> Phrase | None:
    """That the card does not reach so far."""
    if words[0] == "place":
        return phrase("Your card gives an extra action at {places:commas} only.", places=locations)
    return None


@bank.refuses
def cannot_credit(g: House, p: Player, words: list[str]) -> Phrase | None:
    """The limit."""
    if words[0] != "credit":
        return None
    return phrase(
        "Credit comes in steps of ${step}, and your limit leaves ${room}.",
        step=CREDIT,
        room=credit_room(p, errand_of(g).raised),
    )


@contracts.refuses
@buildings.refuses
def cannot_take(g: House, p: Player, words: list[str]) -> Phrase | None:
    """That a card is not in the row, or too dear."""
    card = CARDS.get(words[-1])
    if len(words) != 2 or words[0] != "take" or card is None:
        return None
    if card.id not in g.rows[card.kind]:
        return not_there(card.id)
    if not card.cost:
        return None
    return phrase(
        "{card} costs ${cost}, and you have ${cash}.",
        card=card.name,
        cost=card.cost,
        cash=p.cash,
    )


@employees.refuses
def cannot_hire(g: House, p: Player, words: list[str]) -> Phrase | None:
    """That there is no place, or no money for the severance."""
    card = words[-1]
    if len(words) != 2 or card not in CARDS:
        return None
    if words[0] == "fire":
        return cannot_fire(p, card)
    if card in g.rows["employee"]:
        return phrase(
            "Your {n} places for employees are taken: fire somebody first.", n=capacity(p)
        )
    return not_there(card)


@designs.refuses
def cannot_take_design(g: House, p: Player, words: list[str]) -> Phrase | None:
    """That a design is not there."""
    if len(words) == 2 and words[0] == "take" and words[1] in DESIGNS:
        return not_there(words[1])
    return None


def not_there(card: str) -> Phrase:
    """That a card is not in the row."""
    return phrase("{card} is not in the row.", card=NAME[card])


def cannot_fire(p: Player, card: str) -> Phrase:
    """Why an employee cannot be fired."""
    if card not in owned(p, "employee"):
        return phrase("{card} is not one of your employees.", card=NAME[card])
    return phrase(
        "Firing {card} costs ${cost}, and you have ${cash}.",
        card=NAME[card],
        cost=severance(p, card),
        cash=p.cash,
    )


@supplier.refuses
def cannot_buy(g: House, p: Player, words: list[str]) -> Phrase | None:
    """The price in the way."""
    if words[0] == "buy" and len(words) == 3 and words[1] in COLOURS and words[2].isdigit():
        return phrase(
            "A unit of {colour} costs ${price} here, and you have ${cash}.",
            colour=words[1],
            price=unit_price(g, words[1]),
            cash=p.cash,
        )
    return None


@warehouse.refuses
@more.refuses
def cannot_buy_set(g: House, p: Player, words: list[str]) -> Phrase | None:
    """The order of colours, or the price."""
    colours = words[-1].split("+")
    if len(words) != 2 or not set(colours) <= set(COLOURS):
        return None
    if colours != [colour for colour in COLOURS if colour in colours]:
        order = ", ".join(COLOURS)
        return phrase("Name each colour once, in the order {order:text}.", order=order)
    cost = sum(unit_price(g, colour) for colour in colours)
    if cost <= p.cash:
        return None
    return phrase("These cost ${cost}, and you have ${cash}.", cost=cost, cash=p.cash)


@last_minute.refuses
def cannot_take_piece(g: House, p: Player, words: list[str]) -> Phrase | None:
    """That a piece is gone."""
    if len(words) == 2 and words[0] == "take" and words[1] in PIECES:
        piece = amount(words[1], PIECES[words[1]])
        return phrase("The piece of {piece} is already taken this month.", piece=piece)
    return None


@style.refuses
def cannot_choose_style(g: House, p: Player, words: list[str]) -> Phrase | None:
    """That nothing of the style can be made."""
    if len(words) == 2 and words[0] == "style" and words[1] in STYLES:
        return phrase("You can make no design of the style {style}.", style=words[1])
    return None


@collection.refuses
def cannot_show(g: House, p: Player, words: list[str]) -> Phrase | None:
    """The style, or the materials that are missing."""
    designs = words[-1].split("+")
    if len(words) != 2 or words[0] != "show" or not set(designs) <= set(p.designs):
        return None
    runway = runway_of(g)
    if strange := [each for each in designs if each not in candidates(p, runway)]:
        return phrase(
            "{card} cannot be made or is not {style}.", card=NAME[strange[0]], style=runway.style
        )
    if designs != sorted(set(designs)):
        return phrase("Name each design once, in the order of the numbers.")
    return phrase("You lack materials for these designs together.")


@grow.refuses
def cannot_grow(g: House, p: Player, words: list[str]) -> Phrase | None:
    """Why a card cannot be turned or an employee not be fired."""
    card = words[-1]
    if len(words) != 2 or card not in CARDS:
        return None
    if words[0] == "fire":
        return cannot_fire(p, card)
    if words[0] not in VERB.values():
        return None
    kind = CARDS[card].kind
    trained = words[0] == "train"
    if VERB.get(kind) != words[0] or card not in improvable(p, kind):
        return phrase(
            "You cannot train {card}." if trained else "You cannot upgrade {card}.",
            card=NAME[card],
        )
    if price_to_turn(g, card) > p.cash:
        cost = price_to_turn(g, card)
        return phrase("That costs ${cost}, and you have ${cash}.", cost=cost, cash=p.cash)
    return phrase(
        "You may train no more this month." if trained else "You may upgrade no more this month."
    )


@staff.refuses
def cannot_dismiss(g: House, p: Player, words: list[str]) -> Phrase | None:
    """Why an employee cannot be fired."""
    if len(words) == 2 and words[0] == "fire" and words[1] in CARDS:
        return cannot_fire(p, words[1])
    return None
