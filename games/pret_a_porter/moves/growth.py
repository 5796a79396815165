"""Prêt-à-Porter: growth, and firing before the upkeep."""

from __future__ import annotations

from dataclasses import replace

from games.kernel import Said, phrase
from games.pret_a_porter.components import CARDS, FLIPPED, FRESH, NAME
from games.pret_a_porter.effects import price_to_turn
from games.pret_a_porter.moves.alarms import cannot_pay
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
    ahead = g.growth is None or g.growth.seat != p.seat
    cost = it.sides[FLIPPED].cost if ahead else price_to_turn(g, card)
    train = it.kind == "employee"
    if cost:
        said = "Train {card} for ${cost}" if train else "Upgrade {card} for ${cost}"
        label = phrase(said, card=name, cost=cost)
    else:
        said = "Train {card} for nothing" if train else "Upgrade {card} for nothing"
        label = phrase(said, card=name)
    change = it.sides[FLIPPED].upkeep - it.sides[FRESH].upkeep
    text = card_text(it, FLIPPED)
    then = phrase("{text} Upkeep {change:+}.", change=change, text=text) if change else text
    paid = replace(p, cash=p.cash - cost, cards=p.cards | {card: FLIPPED})
    return Said(label, then, [card], alarm=cannot_pay(g, p, paid))


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
def going_without(g: House, p: Player, always: str = "") -> Said:
    if always:
        return Said(phrase("No growth, and do not ask me again"), tone="setting")
    return Said(phrase("No growth this month"))


@fire_nobody.says
def firing_nobody(g: House, p: Player, always: str = "") -> Said:
    if always:
        return Said(phrase("Fire nobody, and do not ask me again"), tone="setting")
    return Said(phrase("Fire nobody"))


for fire in (fire_in_growth, fire_before_upkeep):
    fire.says(firing)
    fire.refuses(cannot_fire)
