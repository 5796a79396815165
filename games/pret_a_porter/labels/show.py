"""Prêt-à-Porter: labels and consequences of the show."""

from __future__ import annotations

from games.kernel import Phrase, phrase
from games.pret_a_porter.company import price_of
from games.pret_a_porter.components import DESIGNS, NAME
from games.pret_a_porter.effects import runway_of
from games.pret_a_porter.making import collections, powers_of, stock_of
from games.pret_a_porter.projection import Prospect, prospect
from games.pret_a_porter.rules.show import (
    NOTHING,
    change,
    change_price,
    collection,
    cover,
    designs_of,
    listed_collections,
    style,
    waive,
)
from games.pret_a_porter.state import House, Player

MAX_LABEL_CHARS = 80


def label_style(g: House, p: Player, style: str) -> Phrase:
    """The style."""
    return phrase("{style}", style=style)


def consequence_style(g: House, p: Player, style: str) -> Phrase:
    """The best collection of the style without changes."""
    some = collections(tuple(designs_of(p, style)), stock_of(p), powers_of(p))
    best = max(some, key=lambda each: (len(each), sum(DESIGNS[d].price for d in each)))
    return in_line(prospect(g, p, best)) if best else phrase("Only with a change of style.")


def is_listed(g: House, p: Player, style: str) -> bool:
    """Whether the style need not be chosen but to change others to it."""
    return bool(listed_collections(p, style)) or not designs_of(p, style)


def consequence_change(g: House, p: Player, card: str) -> Phrase:
    """The price of the design."""
    return phrase("Its price: ${price}.", price=DESIGNS[card].price)


def label_collection(g: House, p: Player, designs: str) -> Phrase:
    """The designs by name, or by number where the names are too long."""
    if designs == "none":
        return phrase("Show nothing")
    each = designs.split("+")
    names = phrase("Show {designs:list}", designs=[NAME[card] for card in each])
    if len(names) <= MAX_LABEL_CHARS:
        return names
    return phrase("Show {n} designs: {designs:text}", n=len(each), designs=" ".join(each))


def consequence_collection(g: House, p: Player, designs: str) -> Phrase:
    """What the collection would win and earn now."""
    if designs == "none":
        return phrase("No sale; tokens still count.")
    return in_line(prospect(g, p, tuple(designs.split("+"))))


def in_line(it: Prospect) -> Phrase:
    """What is expected of a collection, in a line."""
    return phrase(
        "Sells for ${takings}, wins {prestige} prestige as things stand: quality {Q}, trend {T},"
        " PR {PR}, X2 {X2}.",
        **it.counts,
        prestige=it.prestige,
        takings=it.takings,
    )


def label_change(g: House, p: Player, card: str) -> Phrase:
    """The design and what the change costs."""
    price = change_price(g, p)
    return phrase(
        "{card} as {style} (${price})" if price else "{card} as {style} (free)",
        card=NAME[card],
        style=runway_of(g).style,
        price=price,
    )


def label_cover(g: House, p: Player, colour: str) -> Phrase:
    """The unit that is used, or the money."""
    if colour == NOTHING:
        price = price_of(p, "wild_missing_material")
        return phrase("Pay ${price} for the missing unit", price=price)
    return phrase("Use a spare unit of {colour}", colour=colour)


style.labels({"style {style}": label_style, "show {designs}": label_collection})
style.unusual("style {style}", when=is_listed)
style.unusual("show {designs}", when=lambda g, p, designs: designs == NOTHING)
style.consequences({"style {style}": consequence_style, "show {designs}": consequence_collection})
change.labels({"change {card}": label_change})
change.consequences({"change {card}": consequence_change})
collection.labels(
    {
        "show {designs}": label_collection,
        "ask {about}": "Ask me before the upkeep whether I fire somebody",
    }
)
collection.unusual("show {designs}", when=lambda g, p, designs: designs == NOTHING)
collection.consequences({"show {designs}": consequence_collection})
waive.labels({"waive {colour}": "Do without a unit of {colour}"})
cover.labels({"dye {colour}": label_cover})
