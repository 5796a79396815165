"""Prêt-à-Porter: labels and consequences of the questions of cards."""

from __future__ import annotations

from games.kernel import Phrase, phrase
from games.pret_a_porter.components import CARDS, NAME, TOKEN_NAME
from games.pret_a_porter.effects import amount
from games.pret_a_porter.labels.offices import card_text, consequence_design, label_design
from games.pret_a_porter.labels.suppliers import COLOUR_NAMES, units_ahead, with_units
from games.pret_a_porter.rules.card_questions import (
    category,
    donate,
    effect_of,
    extra_contract,
    extra_design,
    free_cost,
    free_purchase,
    keep,
    material,
    option,
    peek,
    price_for,
    sell,
    swap,
    swap_in,
    things,
)
from games.pret_a_porter.state import House, Player


def label_gain(g: House, p: Player, key: str, price: int, colour: str) -> Phrase:
    """The colour, and what it costs."""
    return phrase(
        "{colour} for ${price} (you have {n})" if price else "{colour} (you have {n})",
        colour=COLOUR_NAMES[colour],
        price=price,
        n=p.material[colour],
    )


def consequence_gain(g: House, p: Player, key: str, price: int, colour: str) -> Phrase:
    """What could be shown with it."""
    return with_units(p, [colour])


def consequence_top(g: House, kind: str) -> str:
    """What the open top of a deck does."""
    return card_text(CARDS[g.tops[kind]]) if g.tops[kind] else ""


def label_free(g: House, p: Player, key: str, colours: str) -> Phrase:
    """The units and what they cost."""
    cost = free_cost(p, key, colours)
    return phrase(
        "{units:list}: ${cost} (leaves ${cash})",
        units=units_ahead(colours.split("+")),
        cost=cost,
        cash=p.cash - cost,
    )


def label_donation(g: House, p: Player, key: str, times: int) -> Phrase:
    """The prestige and its price."""
    price = times * effect_of(p, key, "exchange")["pay"]
    return phrase("{n} prestige for ${price}", n=times, price=price)


material.labels({"gain {colour}": label_gain, "pass": "No material"})
material.consequences({"gain {colour}": consequence_gain})
free_purchase.labels({"buy {colours}": label_free})
free_purchase.consequences(
    {"buy {colours}": lambda g, p, key, colours: with_units(p, colours.split("+"))}
)
option.labels(
    {
        "choose {thing}": lambda g, p, key, thing: phrase(
            "Take {what}", what=amount(thing, things(p, key)[thing])
        )
    }
)
category.labels(
    {"choose {thing}": lambda g, p, key, thing: phrase("Ties in {what}", what=TOKEN_NAME[thing])}
)
donate.labels({"donate {times:d}": label_donation})
extra_design.labels({"take {card}": lambda g, p, key, card: label_design(g, p, card)})
extra_design.consequences({"take {card}": lambda g, p, key, card: consequence_design(g, p, card)})
peek.labels(
    {
        "look": lambda g, p, key: phrase(
            "Look and keep one for ${price}", price=effect_of(p, key, "exchange")["pay"]
        )
    }
)
keep.labels({"keep {card}": lambda g, p, count, card: label_design(g, p, card)})
swap.labels({"swap {card}": lambda g, p, key, card: phrase("Give away {card}", card=NAME[card])})
swap_in.labels({"take {card}": lambda g, p, source, given, card: label_design(g, p, card)})
swap_in.consequences(
    {"take {card}": lambda g, p, source, given, card: consequence_design(g, p, card)}
)
sell.labels(
    {
        "sell {card}": lambda g, p, key, card: phrase(
            "{card}: ${price}", card=NAME[card], price=price_for(p, key, card)
        )
    }
)
extra_contract.labels(
    {
        "take {card}": lambda g, p, key, card: phrase(
            "Take {card}", card=NAME.get(g.tops["contract"], "a contract")
        )
    }
)
extra_contract.consequences({"take {card}": lambda g, p, key, card: consequence_top(g, "contract")})
