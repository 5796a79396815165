"""Prêt-à-Porter: labels and consequences of the locations 1 to 5."""

from __future__ import annotations

from dataclasses import replace

from games.kernel import Phrase, listed, phrase
from games.pret_a_porter.company import FINANCE, credit_no_upkeep, severance, total_upkeep
from games.pret_a_porter.components import CARDS, DESIGNS, FRESH, NAME, Card
from games.pret_a_porter.effects import amount
from games.pret_a_porter.making import COLOUR_INDEX, needs, spare, stock_of
from games.pret_a_porter.rules.offices import DECK, bank, buildings, contracts, designs, employees
from games.pret_a_porter.state import House, Player


def label_credit(g: House, p: Player, amount: int) -> Phrase:
    """The credit."""
    return phrase("Credit of ${amount}", amount=amount)


def consequence_credit(g: House, p: Player, amount: int) -> Phrase:
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


def label_card(g: House, p: Player, card: str) -> Phrase:
    """The card with its price and upkeep."""
    it = CARDS[card]
    upkeep = it.sides[FRESH].upkeep
    if it.kind == "contract":
        return phrase("{card} (free)", card=it.name)
    if it.kind == "employee":
        return phrase("{card} (upkeep ${upkeep})", card=it.name, upkeep=upkeep)
    return phrase("{card} (${cost}, upkeep ${upkeep})", card=it.name, cost=it.cost, upkeep=upkeep)


def consequence_card(g: House, p: Player, card: str) -> Phrase:
    """What the card does."""
    return card_text(CARDS[card])


def label_firing(g: House, p: Player, card: str) -> Phrase:
    """The employee and the severance."""
    return phrase("Fire {card} for ${cost}", card=NAME[card], cost=severance(p, card))


def consequence_firing(g: House, p: Player, card: str) -> Phrase:
    """What the firing leaves, and the upkeep then."""
    cards = {each: side for each, side in p.cards.items() if each != card}
    return phrase(
        "You keep ${cash}; upkeep falls from ${now} to ${then}.",
        cash=p.cash - severance(p, card),
        now=total_upkeep(p),
        then=total_upkeep(replace(p, cards=cards)),
    )


def label_design(g: House, p: Player, card: str) -> Phrase:
    """The design, or the deck."""
    if card == DECK:
        return phrase("The top of the deck, unseen")
    it = DESIGNS[card]
    first, second = it.materials
    return phrase(
        "{design} ({style} {type} of {first}+{second}, ${price})",
        design=it.name,
        style=it.style,
        type=it.type,
        first=first,
        second=second,
        price=it.price,
    )


def consequence_design(g: House, p: Player, card: str) -> Phrase:
    """How the design would fit."""
    if card == DECK:
        return phrase("You see it once you take it.")
    it = DESIGNS[card]
    same = sum(DESIGNS[each].style == it.style for each in p.designs)
    facts = [phrase("You have {n} {style}", n=same, style=it.style)]
    if it.type == p.type:
        facts.append(phrase("your type: 1 trend"))
    have = spare(needs(p.designs), stock_of(p))
    lack = [colour for colour in it.materials if not have[COLOUR_INDEX[colour]]]
    facts.append(phrase("{colours:list} to buy" if lack else "materials are there", colours=lack))
    if it.bonus:
        gains = [amount(res, n) for res, n in it.bonus.items()]
        facts.append(phrase("brings {gains:commas}", gains=gains))
    return phrase("{facts:semicolons}.", facts=facts)


bank.labels({"credit {amount:d}": label_credit})
bank.consequences({"credit {amount:d}": consequence_credit})
contracts.labels({"take {card}": label_card})
contracts.consequences({"take {card}": consequence_card})
buildings.labels({"take {card}": label_card})
buildings.consequences({"take {card}": consequence_card})
employees.labels({"take {card}": label_card, "fire {card}": label_firing})
employees.unusual("fire {card}")
employees.consequences({"take {card}": consequence_card, "fire {card}": consequence_firing})
designs.labels({"take {card}": label_design, "look": "Look into the deck and keep one"})
designs.consequences({"take {card}": consequence_design})
