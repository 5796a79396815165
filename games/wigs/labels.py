"""Powdered Wigs: labels of moves and commands."""

from __future__ import annotations

from games.kernel import phrase
from games.wigs.components import BARON, NAME
from games.wigs.rules import buy, draft, sell, trend, wear
from games.wigs.state import Player, Wigs, game
from games.wigs.terms import (
    column_for,
    columns_to_sell,
    free_prices,
    named,
    sale_gold,
    wig_at,
)

game.verb("take", "Take one of the wigs on offer before the first round.")
game.verb("wear", "Choose in secret the wig that you wear this round.")
game.verb("show", "Place one of the five wigs that you drew as the only Trendsetter.")
game.verb("sell", "Sell wigs of one type from behind your screen to the market.")
game.verb("pass", "Sell or buy nothing; “all” passes until the end of the phase.")
game.verb("buy", "Buy a wig from the square of this price in a column.")


def label_placing(g: Wigs, p: Player, placed: int, wig: int) -> str:
    """The wig and the column that it goes to."""
    return phrase(
        "Place the {wig} in column {column:text}", wig=NAME[wig], column=column_for(g, wig)
    )


def label_sale(g: Wigs, p: Player, already: int, wig: int, count: int, column: str = "") -> str:
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
        return phrase(
            "Sell {count} {wig} to column {column:text}"
            " for {prices:text} + {count} (Baron) = {gold} gold",
            **sale,
        )
    if count > 1:
        return phrase(
            "Sell {count} {wig} to column {column:text} for {prices:text} = {gold} gold", **sale
        )
    return phrase("Sell {count} {wig} to column {column:text} for {gold} gold", **sale)


def label_passing(g: Wigs, p: Player, already: int) -> str:
    """Whether the Scholar sold something before."""
    return phrase("Sell nothing more" if already else "Sell nothing")


def label_purchase(g: Wigs, p: Player, column: str, price: int) -> str:
    """The purchase with its price."""
    return phrase(
        "Buy the {wig} from column {column:text} for {price} gold",
        wig=NAME[wig_at(g, column, price)],
        column=column,
        price=price,
    )


draft.labels({"take {wig:d}": lambda g, p, wig: phrase("Take the {wig}", wig=NAME[wig])})
wear.labels({"wear {wig:d}": lambda g, p, wig: phrase("Wear the {wig}", wig=NAME[wig])})
trend.labels({"show {wig:d}": label_placing})
sell.labels(
    {
        "sell {wig:d} {count:d}": label_sale,
        "sell {wig:d} {count:d} {column}": label_sale,
        "pass": label_passing,
    }
)
buy.labels(
    {
        "buy {column} {price:d}": label_purchase,
        "pass": "Pass for now (asked again if somebody buys)",
        "pass all": "Pass for the rest of this phase",
    }
)
