"""Prêt-à-Porter: answers to the questions of cards."""

from __future__ import annotations

from functools import partial

from games.kernel import Said, phrase
from games.pret_a_porter.components import CARDS, NAME, TOKEN_NAME
from games.pret_a_porter.effects import amount
from games.pret_a_porter.moves.offices import card_text, taking_design
from games.pret_a_porter.moves.suppliers import COLOUR_NAMES, too_costly, units_ahead, with_units
from games.pret_a_porter.rules.card_questions import (
    buy_freely,
    buy_prestige,
    choose_category,
    choose_thing,
    effect_of,
    free_cost,
    gain_unit,
    give_away,
    keep_one,
    no_unit,
    pay_for_look,
    price_for,
    sell_one,
    take_extra_design,
    take_in_exchange,
    take_top,
    things,
)
from games.pret_a_porter.state import House, Player


@gain_unit.says
def gaining(g: House, p: Player, key: str, price: int, colour: str) -> Said:
    label = phrase(
        "{colour} for ${price} (you have {n})" if price else "{colour} (you have {n})",
        colour=COLOUR_NAMES[colour],
        price=price,
        n=p.material[colour],
    )
    alarm = too_costly(g, p, [colour], price)
    return Said(label, partial(with_units, p, [colour]), alarm=alarm)


no_unit.says("No material")


@buy_freely.says
def buying(g: House, p: Player, key: str, colours: str) -> Said:
    each, cost = colours.split("+"), free_cost(p, key, colours)
    label = phrase(
        "{units:list}: ${cost} (leaves ${cash})",
        units=units_ahead(each),
        cost=cost,
        cash=p.cash - cost,
    )
    return Said(label, partial(with_units, p, each), alarm=too_costly(g, p, each, cost))


@choose_thing.says
def choosing_thing(g: House, p: Player, key: str, thing: str) -> str:
    return phrase("Take {what}", what=amount(thing, things(p, key)[thing]))


@choose_category.says
def choosing_category(g: House, p: Player, key: str, thing: str) -> str:
    return phrase("Win ties in {what}", what=TOKEN_NAME[thing])


@buy_prestige.says
def buying_prestige(g: House, p: Player, key: str, times: int) -> str:
    price = times * effect_of(p, key, "exchange")["pay"]
    return phrase("{n} prestige for ${price}", n=times, price=price) if times else BUY_NONE


BUY_NONE = phrase("Buy no prestige")


@take_extra_design.says
def taking_extra_design(g: House, p: Player, key: str, card: str) -> Said:
    return taking_design(g, p, card)


@take_in_exchange.says
def taking_in_exchange(g: House, p: Player, source: str, given: str, card: str) -> Said:
    return taking_design(g, p, card)


@keep_one.says
def keeping(g: House, p: Player, card: str) -> Said:
    return taking_design(g, p, card)


@pay_for_look.says
def looking(g: House, p: Player, key: str) -> Said:
    price = effect_of(p, key, "exchange")["pay"]
    label = phrase("Look and keep one for ${price}", price=price)
    return Said(label, alarm=too_costly(g, p, (), price))


@give_away.says
def giving_away(g: House, p: Player, key: str, card: str) -> str:
    return phrase("Give away {card}", card=NAME[card])


@sell_one.says
def selling(g: House, p: Player, key: str, card: str) -> str:
    return phrase("Sell {card} for ${price}", card=NAME[card], price=price_for(p, key, card))


@take_top.says
def taking_top(g: House, p: Player, key: str, card: str) -> Said:
    top = g.tops["contract"]
    if not top:
        return Said(phrase("Take {card}", card="a contract"))
    return Said(phrase("Take {card}", card=NAME[top]), card_text(CARDS[top]))
