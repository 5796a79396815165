"""Prêt-à-Porter: labels and consequences of the locations 6 to 9."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from games.kernel import Phrase, phrase
from games.pret_a_porter.components import DATA, STYLES, TOKEN_NAME
from games.pret_a_porter.effects import amount, units
from games.pret_a_porter.making import collections, powers_of, stock_of
from games.pret_a_porter.rules.show import designs_of
from games.pret_a_porter.rules.suppliers import (
    PIECES,
    last_minute,
    more,
    supplier,
    unit_price,
    warehouse,
)
from games.pret_a_porter.state import House, Player

COLOUR_NAMES = {
    "white": "White",
    "yellow": "Yellow",
    "green": "Green",
    "blue": "Blue",
    "red": "Red",
    "black": "Black",
}
"""What colours are called at the head of a line."""


def units_ahead(colours: Iterable[str]) -> list[str]:
    """Units of these colours as the head of a line, which begins with a capital."""
    first, *others = units(colours)
    return [COLOUR_NAMES.get(first, first), *others]


def label_units(g: House, p: Player, colour: str, count: int) -> Phrase:
    """The units and the price."""
    cost = count * unit_price(g, colour)
    return phrase(
        "{n} {colour} for ${cost} (leaves ${cash})",
        n=count,
        colour=colour,
        cost=cost,
        cash=p.cash - cost,
    )


def consequence_units(g: House, p: Player, colour: str, count: int) -> Phrase:
    """What could be shown with them."""
    return with_units(p, [colour] * count)


def label_unit(g: House, p: Player, colour: str) -> Phrase:
    """The colour and the price."""
    return phrase("{unit} for ${cost}", unit=COLOUR_NAMES[colour], cost=unit_price(g, colour))


def label_set(g: House, p: Player, colours: str) -> Phrase:
    """The colours and the price."""
    each = colours.split("+")
    cost = sum(unit_price(g, colour) for colour in each)
    return phrase(
        "{units:list} for ${cost} (leaves ${cash})",
        units=units_ahead(each),
        cost=cost,
        cash=p.cash - cost,
    )


def consequence_set(g: House, p: Player, colours: str) -> Phrase:
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
        return phrase("You can show {then:design|designs}, as now.", then=then)
    return phrase("Then you can show {then:design|designs}; now {now}.", then=then, now=now)


def largest(p: Player) -> int:
    """The most designs of one style that can be made now."""
    sizes = [
        len(each)
        for style in STYLES
        for each in collections(tuple(designs_of(p, style)), stock_of(p), powers_of(p))
    ]
    return max(sizes, default=0)


def consequence_piece(g: House, p: Player, card: str) -> Phrase:
    """What the player has of it."""
    if card == "cash":
        return phrase("Then ${cash}.", cash=p.cash + DATA["pieces"][card])
    most = max(each.tokens[card] for each in g.players if each is not p)
    n = p.tokens[card] + DATA["pieces"][card]
    what = TOKEN_NAME[card]
    return phrase("Then {n} {what}; most of the others: {most}.", n=n, what=what, most=most)


def label_piece(g: House, p: Player, card: str) -> Phrase:
    """The piece in words."""
    return phrase("Take {what}", what=amount(card, PIECES[card]))


supplier.labels({"buy {colour} {count:d}": label_units})
supplier.consequences({"buy {colour} {count:d}": consequence_units})
warehouse.labels({"buy {colours}": label_set, "buy {colour}+…": label_unit})
warehouse.consequences({"buy {colours}": consequence_set, "buy {colour}+…": consequence_set})
more.labels({"more {colours}": label_set, "more {colour}+…": label_unit})
more.consequences({"more {colours}": consequence_set, "more {colour}+…": consequence_set})
last_minute.labels({"take {card}": label_piece})
last_minute.consequences({"take {card}": consequence_piece})
