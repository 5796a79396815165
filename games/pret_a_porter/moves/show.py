"""Prêt-à-Porter: moves of the show."""

from __future__ import annotations

from functools import partial

from games.kernel import Phrase, Said, phrase
from games.pret_a_porter.company import price_of
from games.pret_a_porter.components import DESIGNS, NAME, STYLES
from games.pret_a_porter.effects import runway_of
from games.pret_a_porter.making import collections, powers_of, stock_of
from games.pret_a_porter.moves.alarms import cannot_repay
from games.pret_a_porter.projection import best_of_size, prospect
from games.pret_a_porter.rules.show import (
    NOTHING,
    ask_for_firing,
    candidates,
    change_one,
    change_price,
    choose_style,
    cover_unit,
    designs_of,
    listed_collections,
    show_as_they_are,
    show_designs,
    waive_unit,
)
from games.pret_a_porter.state import House, Player

MAX_LABEL_CHARS = 80


@choose_style.says
def choosing_style(g: House, p: Player, style: str) -> Said:
    """Unusual where the style need not be chosen but to change others to it."""
    listed = listed_collections(p, style) or not designs_of(p, style)
    label, best = phrase("Collection in {style}", style=style), partial(best_of_style, g, p, style)
    return Said(label, best, tone="unusual" if listed else "usual")


@choose_style.refuses
def cannot_choose_style(g: House, p: Player, style: str) -> str | None:
    if style not in STYLES:
        return None
    return phrase("You can make no design of the style {style}.", style=style)


def best_of_style(g: House, p: Player, style: str) -> Phrase:
    """What is expected of the best collection of the style without changes."""
    some = collections(tuple(designs_of(p, style)), stock_of(p), powers_of(p))
    best = max(some, key=lambda each: (len(each), sum(DESIGNS[d].price for d in each)))
    return prospect_of(g, p, best) if best else phrase("Only with designs of other styles.")


@show_as_they_are.says
@show_designs.says
def showing(g: House, p: Player, designs: str) -> Said:
    """The designs by name, or by number where the names are too long."""
    if designs == NOTHING:
        without = phrase("No sale; tokens still count.")
        most = len(best_of_size(p)) if shows_none(g) else 0
        lost = phrase("You could show {n:design|designs}.", n=most) if most else ""
        return Said(phrase("Show nothing"), without, tone="unusual", alarm=lost)
    each = designs.split("+")
    label = phrase("Show {designs:list}", designs=[NAME[card] for card in each])
    if len(label) > MAX_LABEL_CHARS:
        label = phrase("Show {n} designs: {designs:text}", n=len(each), designs=" ".join(each))
    return Said(label, partial(prospect_of, g, p, tuple(each)), alarm=cannot_repay(g, p, each))


def shows_none(g: House) -> bool:
    """Whether nothing is on the runway yet."""
    return g.runway is None or not g.runway.shown


@show_designs.refuses
def cannot_show(g: House, p: Player, designs: str) -> str | None:
    each, runway = designs.split("+"), runway_of(g)
    if not {*each} <= {*p.designs}:
        return None
    if strange := [card for card in each if card not in candidates(p, runway)]:
        return phrase(
            "{card} cannot be made or is not {style}.", card=NAME[strange[0]], style=runway.style
        )
    if each != sorted({*each}):
        return phrase("Name each design once, in the order of the numbers.")
    return phrase("You lack materials for these designs together.")


def prospect_of(g: House, p: Player, designs: tuple[str, ...]) -> Phrase:
    """What a collection would win and earn now."""
    it = prospect(g, p, designs)
    return phrase(
        "Sells for ${takings} and wins {prestige} prestige as things stand (quality {Q}, trend {T},"
        " PR {PR}, designs {X2}).",
        **it.counts,
        prestige=it.prestige,
        takings=it.takings,
    )


@change_one.says
def changing(g: House, p: Player, card: str) -> Said:
    price = change_price(g, p)
    label = phrase(
        "{card} as {style} (${price})" if price else "{card} as {style} (free)",
        card=NAME[card],
        style=runway_of(g).style,
        price=price,
    )
    return Said(label, phrase("Its price: ${price}.", price=DESIGNS[card].price))


@cover_unit.says
def covering(g: House, p: Player, colour: str) -> str:
    if colour == NOTHING:
        price = price_of(p, "wild_missing_material")
        return phrase("Pay ${price} for the missing unit", price=price)
    return phrase("Use a spare unit of {colour}", colour=colour)


@ask_for_firing.says
def asking_for_firing(g: House, p: Player, about: str) -> Said:
    return Said(phrase("Ask me before the upkeep whether I fire somebody"), tone="setting")


waive_unit.says("Do without a unit of {colour}")
