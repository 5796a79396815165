"""Prêt-à-Porter: growth, and firing before the upkeep."""

from __future__ import annotations

from games.kernel import Said, phrase
from games.pret_a_porter.components import CARDS, FLIPPED, FRESH, NAME
from games.pret_a_porter.effects import price_to_turn
from games.pret_a_porter.moves.offices import cannot_fire, card_text, firing
from games.pret_a_porter.rules.growth import (
    fire_before_upkeep,
    fire_in_growth,
    fire_nobody,
    growth_sale,
    improvable,
    no_growth,
    sell_in_growth,
    train,
    upgrade,
)
from games.pret_a_porter.state import House, Player


@train.says
@upgrade.says
def turning(g: House, p: Player, card: str) -> Said:
    it, name = CARDS[card], NAME[card]
    trained = it.kind == "employee"
    if g.growth is None or g.growth.seat != p.seat:
        ahead = "Train {card} (${cost})" if trained else "Upgrade {card} (${cost})"
        label = phrase(ahead, card=name, cost=it.sides[FLIPPED].cost)
    else:
        now = "Train {card} for ${cost}" if trained else "Upgrade {card} for ${cost}"
        label = phrase(now, card=name, cost=price_to_turn(g, card))
    change = it.sides[FLIPPED].upkeep - it.sides[FRESH].upkeep
    then = phrase("Upkeep {change:+}. {text}", change=change, text=card_text(it, FLIPPED))
    return Said(label, then, [card])


@train.refuses
def cannot_train(g: House, p: Player, card: str) -> str | None:
    if card not in improvable(p, "employee"):
        return None
    return too_dear(g, p, card) or phrase("You may train no more this month.")


@upgrade.refuses
def cannot_upgrade(g: House, p: Player, card: str) -> str | None:
    if card not in improvable(p, "building"):
        return None
    return too_dear(g, p, card) or phrase("You may upgrade no more this month.")


def too_dear(g: House, p: Player, card: str) -> str | None:
    """That a player cannot pay for turning a card over."""
    cost = price_to_turn(g, card)
    if cost <= p.cash:
        return None
    return phrase("That costs ${cost}, and you have ${cash}.", cost=cost, cash=p.cash)


@sell_in_growth.says
def selling(g: House, p: Player, card: str) -> Said:
    price = growth_sale(p, card)[1]
    label = phrase("Sell {card} for ${price}", card=NAME[card], price=price)
    return Said(label, tone="unusual")


@no_growth.says
def going_without(g: House, p: Player, always: str = "") -> str:
    if always:
        return phrase("No growth until I want to be asked again")
    return phrase("No growth this month")


@fire_nobody.says
def firing_nobody(g: House, p: Player, always: str = "") -> str:
    return phrase("Fire nobody until I want to be asked again" if always else "Fire nobody")


for fire in (fire_in_growth, fire_before_upkeep):
    fire.says(firing)
    fire.refuses(cannot_fire)
