"""Prêt-à-Porter: moves at the locations 6 to 9."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import replace
from functools import partial

from games.kernel import Said, phrase
from games.pret_a_porter.components import COLOURS, STYLES
from games.pret_a_porter.effects import amount, units
from games.pret_a_porter.making import collections, powers_of, stock_of
from games.pret_a_porter.moves.alarms import cannot_pay
from games.pret_a_porter.projection import expected_counts
from games.pret_a_porter.rules.show import designs_of
from games.pret_a_porter.rules.suppliers import (
    OF_ONE_COLOUR,
    PIECES,
    buy_more,
    buy_set,
    buy_units,
    cost_of_set,
    more,
    purchase_of,
    take_piece,
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


@buy_units.says
def buying_units(g: House, p: Player, colour: str, count: int) -> Said:
    cost = count * unit_price(purchase_of(g, p, *OF_ONE_COLOUR), colour)
    label = phrase(
        "{n} {colour} for ${cost} (leaves ${cash})",
        n=count,
        colour=colour,
        cost=cost,
        cash=p.cash - cost,
    )
    colours = [colour] * count
    return Said(label, partial(with_units, p, colours), alarm=too_costly(g, p, colours, cost))


def too_costly(g: House, p: Player, colours: Iterable[str], cost: int) -> str:
    """What the player would regret about paying so much for these units."""
    return cannot_pay(g, p, replace(p, cash=p.cash - cost, material=stocked(p, colours)))


def stocked(p: Player, colours: Iterable[str]) -> dict[str, int]:
    """A player's materials with these units."""
    more = Counter(colours)
    return {colour: n + more[colour] for colour, n in p.material.items()}


def picking(g: House, p: Player, colour: str) -> Said:
    cost = cost_of_set(g, p, [colour])
    label = phrase("{unit} for ${cost}", unit=COLOUR_NAMES[colour], cost=cost)
    return Said(label, partial(with_units, p, [colour]))


warehouse.thing(picking)
more.thing(picking)


@buy_set.says
@buy_more.says
def buying_set(g: House, p: Player, colours: str) -> Said:
    each = colours.split("+")
    cost = cost_of_set(g, p, each)
    label = phrase(
        "{units:list} for ${cost} (leaves ${cash})",
        units=units_ahead(each),
        cost=cost,
        cash=p.cash - cost,
    )
    return Said(label, partial(with_units, p, each), alarm=too_costly(g, p, each, cost))


@buy_set.refuses
@buy_more.refuses
def cannot_buy_set(g: House, p: Player, colours: str) -> str | None:
    each = colours.split("+")
    if not {*each} <= {*COLOURS}:
        return None
    if each != [colour for colour in COLOURS if colour in each]:
        order = ", ".join(COLOURS)
        return phrase("Name each colour once, in the order {order:text}.", order=order)
    cost = cost_of_set(g, p, each)
    if cost <= p.cash:
        return None
    return phrase("These cost ${cost}, and you have ${cash}.", cost=cost, cash=p.cash)


def with_units(p: Player, colours: Iterable[str]) -> str:
    """The largest collections before and with these units, "" if they are the same."""
    now = largest(p)
    then = largest(replace(p, material=stocked(p, colours)))
    if then == now:
        return ""
    if not now:
        return phrase("Then you can show {then:design|designs}.", then=then)
    return phrase("Then you can show {then:design|designs} instead of {now}.", then=then, now=now)


def largest(p: Player) -> int:
    """The most designs of one style that can be made now."""
    sizes = [
        len(each)
        for style in STYLES
        for each in collections(tuple(designs_of(p, style)), stock_of(p), powers_of(p))
    ]
    return max(sizes, default=0)


@take_piece.says
def taking_piece(g: House, p: Player, card: str) -> Said:
    label = phrase("Take {what}", what=amount(card, PIECES[card]))
    if card == "cash":
        return Said(label, phrase("You would have ${cash}.", cash=p.cash + PIECES[card]))
    return Said(label, partial(place_at_show, g, p, card))


def place_at_show(g: House, p: Player, token: str) -> str:
    """Where a piece would take a player in its category if everybody showed what they can."""
    now = expected_counts(g, p)[token]
    most = max(expected_counts(g, each)[token] for each in g.players if each is not p)
    return phrase(
        "As things stand, {n} at the show instead of {now}; the best of the others: {most}.",
        n=now + PIECES[token],
        now=now,
        most=most,
    )
