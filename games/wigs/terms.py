"""Powdered Wigs: the terms of the rulebook, as functions of a game."""

from __future__ import annotations

from collections.abc import Callable
from itertools import compress, groupby

from games.kernel import EVERYBODY, phrase
from games.wigs.components import BARON, COLUMNS, NAME, PLURAL, PRICES
from games.wigs.state import EMPTY, Player, Wigs


def owned(p: Player) -> int:
    """How many wigs a player owns, the worn one included."""
    return len(p.tiles) + (p.worn != 0)


def in_order(g: Wigs, open_key: Callable[[Player], tuple[int, ...]]) -> list[int]:
    """The seats by what all can see, then by the lower sum of their wigs, then by lot."""
    order: list[int] = []
    for _, tied in groupby(sorted(g.players, key=open_key), open_key):
        group = list(tied)
        if len(group) == 1:
            order.append(group[0].seat)
            continue
        g.reveal()
        for _, alike in groupby(sorted(group, key=total), total):
            seats = [p.seat for p in alike]
            while seats:
                order.append(g.draw(seats) if len(seats) > 1 else seats.pop())
    return order


def total(p: Player) -> int:
    """The sum of the numbers on a player's wigs, the worn one included."""
    return sum(p.tiles) + p.worn


def pairs(wigs: list[int]) -> int:
    """How many pairs of equal wigs these are."""
    return sum(wigs.count(wig) // 2 for wig in NAME)


def kind_of(g: Wigs, column: str) -> int:
    """The type of wig in a column; 0 where it is empty."""
    return max(g.market[column])


def column_for(g: Wigs, wig: int) -> str:
    """Where a drawn wig goes: its column, else the left-most empty one, else "" for nowhere."""
    columns = columns_to_sell(g, wig)
    return columns[0] if columns else ""


def columns_to_sell(g: Wigs, wig: int) -> list[str]:
    """Where a wig can be sold: its column, else any empty one; a full column takes no more."""
    market = g.market
    for column in COLUMNS:
        if wig in market[column]:
            return [column] if EMPTY in market[column] else []
    return [column for column in COLUMNS if not any(market[column])]


def all_prices(g: Wigs) -> dict[str, list[int]]:
    """The prices of the squares by column, bottom first; two players use fewer of column II."""
    return PRICES[g.layout, g.seats == 2]


def prices(g: Wigs, column: str) -> list[int]:
    """The prices of one column's squares, bottom first."""
    return all_prices(g)[column]


def free_prices(g: Wigs, column: str) -> list[int]:
    """The prices of the empty squares of a column, lowest square first."""
    squares = zip(prices(g, column), g.market[column], strict=True)
    return [price for price, wig in squares if wig == EMPTY]


def place(g: Wigs, wig: int, column: str, source: int) -> None:
    """Puts a wig on the lowest empty square of a column."""
    square = g.market[column].index(EMPTY)
    g.market[column][square] = wig
    g.fresh[column][square] = source
    g.last = (column, square + 1)
    g.moved = True


def sale_gold(g: Wigs, p: Player, column: str, count: int) -> int:
    """The gold for selling this many wigs to this column, with the Baron's extra gold."""
    return sum(free_prices(g, column)[:count]) + (count if p.worn == BARON else 0)


def cheapest_price(g: Wigs) -> int:
    """The price of the cheapest wig on the market; 0 where it is empty."""
    table = all_prices(g)
    lowest = [next(compress(table[column], wigs), 0) for column, wigs in g.market.items()]
    return min(filter(None, lowest), default=0)


def wig_at(g: Wigs, column: str, price: int) -> int:
    """The wig on the square of this price; 0 where it is empty."""
    return g.market[column][prices(g, column).index(price)]


def put_behind_screen(g: Wigs, p: Player, wig: int) -> None:
    """Gives a player a wig that all have seen."""
    p.tiles.append(wig)
    p.moved[wig] = p.moved.get(wig, 0) - 1
    g.sees(EVERYBODY, p, "tiles", wig)


def take_from_screen(g: Wigs, p: Player, wig: int) -> None:
    """Takes a wig of a player that all see now."""
    p.tiles.remove(wig)
    p.moved[wig] = p.moved.get(wig, 0) + 1
    g.left(p, "tiles", wig)


def draw_unseen(g: Wigs) -> int:
    """A random wig from the supply that only its owner sees."""
    g.left_unseen(g, "supply")
    return g.draw(g.supply)


def named(wig: int, count: int) -> str:
    """The name of a type of wig, in the plural if there are several."""
    return NAME[wig] if count == 1 else PLURAL[wig]


def counted(wigs: list[int]) -> list[str]:
    """Names of wigs, with the number of equal ones."""
    counts = ((wigs.count(wig), NAME[wig]) for wig in sorted(set(wigs)))
    return [phrase("{n} × {wig}", n=n, wig=name) if n > 1 else name for n, name in counts]
