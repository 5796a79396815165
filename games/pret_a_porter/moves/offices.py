"""Prêt-à-Porter: moves at the locations 1 to 5."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from games.kernel import Phrase, Said, listed, phrase
from games.pret_a_porter.company import (
    FINANCE,
    capacity,
    credit_no_upkeep,
    owned,
    severance,
    total_upkeep,
)
from games.pret_a_porter.components import CARDS, DESIGNS, FRESH, NAME, Card
from games.pret_a_porter.effects import amount as in_words
from games.pret_a_porter.making import COLOUR_INDEX, needs, spare, stock_of
from games.pret_a_porter.moves.alarms import cannot_pay
from games.pret_a_porter.rules.offices import (
    DECK,
    buy_building,
    fire_to_hire,
    hire,
    look_instead,
    take_contract,
    take_credit,
    take_design,
)
from games.pret_a_porter.state import House, Player


@take_credit.says
def taking_credit(g: House, p: Player, amount: int) -> Said:
    pieces = amount // FINANCE["credit"]
    charged = max(0, p.credits + pieces - max(p.credits, credit_no_upkeep(p)))
    due = phrase(
        "You would have ${cash}; ${charged} more upkeep a month; ${amount} due at the next show.",
        cash=p.cash + amount,
        charged=charged,
        amount=amount,
    )
    return Said(phrase("Credit of ${amount}", amount=amount), due)


def card_text(card: Card, side: str = FRESH) -> Phrase:
    """What a side of a card says."""
    return listed(card.sides[side].text, "words")


@take_contract.says
@buy_building.says
@hire.says
def taking_card(g: House, p: Player, card: str) -> Said:
    it, upkeep = CARDS[card], CARDS[card].sides[FRESH].upkeep
    said = {"card": it.name, "cost": it.cost, "upkeep": upkeep}
    if it.kind == "contract":
        return Said(phrase("{card}", card=it.name), card_text(it), [card])
    then = replace(p, cash=p.cash - it.cost, cards=p.cards | {card: FRESH})
    if it.kind == "employee":
        label = phrase("{card} (upkeep ${upkeep})", card=it.name, upkeep=upkeep)
    elif upkeep:
        label = phrase("{card} for ${cost} (upkeep ${upkeep})", **said)
    else:
        label = phrase("{card} for ${cost}", card=it.name, cost=it.cost)
    return Said(label, card_text(it), [card], alarm=cannot_pay(g, p, then))


@buy_building.refuses
def cannot_buy(g: House, p: Player, card: str) -> str | None:
    if card not in g.rows["building"]:
        return None
    return phrase(
        "{card} costs ${cost}, and you have ${cash}.",
        card=NAME[card],
        cost=CARDS[card].cost,
        cash=p.cash,
    )


@hire.refuses
def cannot_hire(g: House, p: Player, card: str) -> str | None:
    if card not in g.rows["employee"]:
        return None
    return phrase("Your {n} places for employees are taken: fire somebody first.", n=capacity(p))


@fire_to_hire.says
def firing(g: House, p: Player, card: str) -> Said:
    cards, cost = {each: side for each, side in p.cards.items() if each != card}, severance(p, card)
    now, after = total_upkeep(p), total_upkeep(replace(p, cards=cards))
    said = {"cash": p.cash - cost, "now": now, "then": after}
    if after == now:
        brings = phrase("You keep ${cash}; your upkeep stays ${now}.", cash=p.cash - cost, now=now)
    else:
        brings = phrase("You keep ${cash}; upkeep changes from ${now} to ${then}.", **said)
    last = owned(p, "employee") == [card]
    return Said(
        phrase("Fire {card} for ${cost}" if cost else "Fire {card}", card=NAME[card], cost=cost),
        brings,
        tone="grave" if last else "unusual",
        alarm=phrase("{card} is your last employee.", card=NAME[card]) if last else "",
    )


@fire_to_hire.refuses
def cannot_fire(g: House, p: Player, card: str) -> str | None:
    if card not in owned(p, "employee"):
        return None
    return phrase(
        "Firing {card} costs ${cost}, and you have ${cash}.",
        card=NAME[card],
        cost=severance(p, card),
        cash=p.cash,
    )


@take_design.says
def taking_design(g: House, p: Player, card: str) -> Said:
    if card == DECK:
        return Said(phrase("The top of the deck, unseen"), phrase("You see it once you take it."))
    it = DESIGNS[card]
    first, second = it.materials
    label = phrase(
        "{design} ({style} {type} of {first} and {second}, ${price})",
        design=it.name,
        style=it.style,
        type=it.type,
        first=first,
        second=second,
        price=it.price,
    )
    return Said(label, partial(fit_of_design, p, card), [card])


def fit_of_design(p: Player, card: str) -> Phrase:
    """How a design would fit the player's others and their materials."""
    it = DESIGNS[card]
    same = sum(DESIGNS[each].style == it.style for each in p.designs)
    owned_now = "You have {n} {style}" if same else "Your first {style}"
    facts = [phrase(owned_now, n=same, style=it.style)]
    if it.type == p.type:
        facts.append(phrase("your type: 1 trend"))
    have = spare(needs(p.designs), stock_of(p))
    lack = [colour for colour in it.materials if not have[COLOUR_INDEX[colour]]]
    facts.append(phrase("{colours:list} to buy" if lack else "materials are there", colours=lack))
    if it.bonus:
        gains = [in_words(res, n) for res, n in it.bonus.items()]
        facts.append(phrase("brings {gains:commas}", gains=gains))
    return phrase("{facts:semicolons}.", facts=facts)


look_instead.says("Look into the deck and keep one")
