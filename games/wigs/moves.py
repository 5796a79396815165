"""Powdered Wigs: what is said of each move, and why the rulebook forbids some."""

from __future__ import annotations

from collections import Counter

from games.kernel import Said, phrase
from games.wigs.components import BARON, BON_VIVANT, NAME
from games.wigs.rules import pass_by, purchase, put_on, sell_to, show, stop_selling, take
from games.wigs.state import EMPTY, Player, Wigs, game
from games.wigs.terms import (
    column_for,
    columns_to_sell,
    free_prices,
    kind_of,
    named,
    pairs,
    prices,
    sale_gold,
    wig_at,
)

game.verb("take", "Take one of the wigs on offer before the first round.")
game.verb("wear", "Choose in secret the wig that you wear this round.")
game.verb("show", "Place one of the five wigs that you drew as the only Trendsetter.")
game.verb("sell", "Sell wigs of one type from behind your screen to the market.")
game.verb("pass", "Sell or buy nothing; “all” passes until the end of the phase.")
game.verb("buy", "Buy a wig from the square of this price in a column.")


@take.says
def taking(g: Wigs, p: Player, wig: int) -> Said:
    return Said(phrase("Take the {wig}", wig=NAME[wig]), cards=[str(wig)])


@put_on.says
def wearing(g: Wigs, p: Player, wig: int) -> Said:
    return Said(phrase("Wear the {wig}", wig=NAME[wig]), cards=[str(wig)])


@show.says
def placing(g: Wigs, p: Player, placed: int, wig: int) -> Said:
    column = column_for(g, wig)
    label = phrase("Place the {wig} in column {column:text}", wig=NAME[wig], column=column)
    return Said(label, cards=[str(wig)])


@sell_to.says
def selling(g: Wigs, p: Player, already: int, wig: int, count: int, column: str = "") -> Said:
    """The sale with its sum: 3 + 4 = 7 gold."""
    column = column or columns_to_sell(g, wig)[0]
    sale = {
        "count": count,
        "wig": named(wig, count),
        "column": column,
        "prices": " + ".join(map(str, free_prices(g, column)[:count])),
        "gold": sale_gold(g, p, column, count),
    }
    if p.worn == BARON:
        label = phrase(
            "Sell {count} {wig} to column {column:text}"
            " for {prices:text} + {count} (Baron) = {gold} gold",
            **sale,
        )
    elif count > 1:
        label = phrase(
            "Sell {count} {wig} to column {column:text} for {prices:text} = {gold} gold", **sale
        )
    else:
        label = phrase("Sell {count} {wig} to column {column:text} for {gold} gold", **sale)
    return Said(label, draws_for_pairs(g, p, [wig] * count))


def draws_for_pairs(g: Wigs, p: Player, sold: list[int]) -> str:
    """What a Bon Vivant draws after this sale."""
    if p.worn != BON_VIVANT:
        return ""
    left = list((Counter(p.tiles) - Counter(sold)).elements())
    n = min(pairs(left), len(g.supply))
    return phrase("you then draw {n:wig|wigs} for pairs", n=n) if n else phrase("leaves no pair")


@sell_to.refuses
def cannot_sell(
    g: Wigs, p: Player, already: int, wig: int, count: int, column: str = ""
) -> str | None:
    if wig not in NAME:
        return None
    if wig == already:
        return phrase(
            "The Scholar sells two different types; you have sold {wig} already.", wig=NAME[wig]
        )
    if wig not in p.tiles:
        return phrase("You cannot sell the wig that you are wearing.") if wig == p.worn else None
    columns = columns_to_sell(g, wig)
    if not columns:
        full = [each for each in g.market if wig in g.market[each]]
        if full:
            return phrase(
                "Column {column:text} is full, and the {wig} has no other column.",
                column=full[0],
                wig=NAME[wig],
            )
        return phrase(
            "Each type has one column on the market: there is no room for the {wig}.",
            wig=NAME[wig],
        )
    if column in g.market and kind_of(g, column) not in (EMPTY, wig):
        return phrase(
            "Column {column:text} holds {kind} wigs; yours are {own}.",
            column=column,
            kind=NAME[kind_of(g, column)],
            own=NAME[wig],
        )
    if column not in ("", *columns):
        return None
    column = column or columns[0]
    room = g.market[column].count(EMPTY)
    if room < count <= p.tiles.count(wig):
        return phrase(
            "Column {column:text} has room for {n:more wig|more wigs}.", column=column, n=room
        )
    return None


@stop_selling.says
def selling_nothing(g: Wigs, p: Player, already: int) -> Said:
    label = phrase("Sell nothing more" if already else "Sell nothing")
    return Said(label, draws_for_pairs(g, p, []))


@purchase.says
def buying(g: Wigs, p: Player, column: str, price: int) -> Said:
    wig = wig_at(g, column, price)
    label = phrase(
        "Buy the {wig} from column {column:text} for {price} gold",
        wig=NAME[wig],
        column=column,
        price=price,
    )
    left, alarm = p.gold - price, ""
    if left < g.end_gold <= p.gold:
        alarm = phrase(
            "You keep {gold} gold, and with less than {end} the game may go on.",
            gold=left,
            end=g.end_gold,
        )
    return Said(label, after_purchase(g, column, price), cards=[str(wig)], alarm=alarm)


def after_purchase(g: Wigs, column: str, price: int) -> str:
    """What the gap is good for."""
    wig, there = wig_at(g, column, price), g.market[column]
    if there.count(EMPTY) == len(prices(g, column)) - 1:
        return phrase("then column {column:text} is open to every type", column=column)
    following = min([price, *free_prices(g, column)])
    return phrase("then the next {wig} sells for {price}", wig=NAME[wig], price=following)


@pass_by.says
def passing(g: Wigs, p: Player, all: str = "") -> str:
    if all:
        return phrase("Pass for the rest of this phase")
    return phrase("Pass for now (asked again if somebody buys)")
