"""Powdered Wigs: why a move is not open, in a sentence."""

from __future__ import annotations

from games.kernel import phrase
from games.wigs.components import COLUMNS, NAME, PLURAL
from games.wigs.rules import buy, sell, trend
from games.wigs.state import EMPTY, Player, Wigs
from games.wigs.terms import columns_to_sell, kind_of, named, prices, wig_at


@trend.refuses
def cannot_show(g: Wigs, p: Player, placed: int, words: list[str]) -> str | None:
    """Why a wig cannot be placed."""
    return phrase("You can place only wigs that you drew and that fit into a column now.")


@sell.refuses
def cannot_sell(g: Wigs, p: Player, already: int, words: list[str]) -> str | None:
    """Why a sale is refused."""
    if words[0] != "sell" or len(words) not in (3, 4) or words[1] not in map(str, NAME):
        return None
    wig = int(words[1])
    if wig == already:
        return phrase(
            "The Scholar sells two different types; you have sold {wig} already.", wig=NAME[wig]
        )
    if wig == p.worn and wig not in p.tiles:
        return phrase(
            "You have no {wig} behind your screen. You cannot sell the wig that you are wearing.",
            wig=NAME[wig],
        )
    if wig not in p.tiles:
        return phrase("You have no {wig} behind your screen.", wig=NAME[wig])
    columns = columns_to_sell(g, wig)
    if not columns:
        return no_column(g, wig)
    if len(words) > 3 and words[3] in COLUMNS and words[3] not in columns:
        return wrong_column(g, wig, words[3], columns)
    if len(words) > 3 and len(columns) == 1:
        return phrase(
            "Only column {column:text} is possible: leave the column out.", column=columns[0]
        )
    if len(columns) > 1 and words[-1] not in columns:
        return phrase(
            "Name the column, {columns:or}: the {wig} can start any of them.",
            columns=columns,
            wig=NAME[wig],
        )
    column = words[3] if len(words) > 3 else columns[0]
    most = min(p.tiles.count(wig), g.market[column].count(EMPTY))
    return phrase(
        "You can sell at most {most} {wig} to column {column:text} now.",
        most=most,
        wig=named(wig, most),
        column=column,
    )


def no_column(g: Wigs, wig: int) -> str:
    """Why a type has no place on the market."""
    full = [column for column in COLUMNS if wig in g.market[column]]
    if full:
        return phrase(
            "Column {column:text} is full, so no more {wig} can be sold this round.",
            column=full[0],
            wig=PLURAL[wig],
        )
    return phrase(
        "No column is free for the {wig}: each holds another type ({taken:commas}).",
        wig=NAME[wig],
        taken=[
            phrase("{column:text} {wig}", column=column, wig=NAME[kind_of(g, column)])
            for column in COLUMNS
        ],
    )


def wrong_column(g: Wigs, wig: int, column: str, columns: list[str]) -> str:
    """Why a type may not go to this column."""
    kind = kind_of(g, column)
    if kind == EMPTY:
        return phrase(
            "The {wig} is already in column {column:text} and cannot start a second one.",
            wig=NAME[wig],
            column=columns[0],
        )
    return phrase(
        "Column {column:text} holds {kind} wigs; yours are {own}.",
        column=column,
        kind=NAME[kind],
        own=NAME[wig],
    )


@buy.refuses
def cannot_buy(g: Wigs, p: Player, words: list[str]) -> str | None:
    """Why a purchase is refused."""
    if len(words) != 3 or words[0] != "buy" or words[1] not in COLUMNS:
        return None
    column = words[1]
    if words[2] not in map(str, prices(g, column)):
        return phrase(
            "Column {column:text} has squares of {prices:commas} gold.",
            column=column,
            prices=prices(g, column),
        )
    price = int(words[2])
    if wig_at(g, column, price) == EMPTY:
        return phrase(
            "The square of {price} gold in column {column:text} is empty.",
            price=price,
            column=column,
        )
    return phrase("The square costs {price} gold and you have {gold}.", price=price, gold=p.gold)
