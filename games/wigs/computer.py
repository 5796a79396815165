"""Powdered Wigs: what an absent player does, and a good one: cheap, and from what they can see."""

from __future__ import annotations

from collections import Counter
from itertools import accumulate

from games.wigs.components import BARON, BON_VIVANT, BUCCANEER, SCHOLAR
from games.wigs.rules import buy, draft, gold_of, sales, sell, trend, wear
from games.wigs.state import EMPTY, Player, Wigs
from games.wigs.terms import column_for, columns_to_sell, free_prices, prices

WIG_GOLD = 1
"""What a wig behind the screen is worth, in gold: good players buy at this price and sell for more.
"""
DEBUT_GOLD = 2
"""What a chance of a debut wig is worth, in gold."""
BARON_GOLD = 2
"""What a good player expects of the Baron, in gold, on top of selling the wigs in hand."""
MANY_ALIKE = 2
"""With this many wigs of a type, one more of it is better than a first Baron."""

# --- What an absent player does ------------------------------------------------------------------


@draft.default
def take_alike(g: Wigs, p: Player) -> str:
    """The type that the player has most of, else the lowest."""
    return f"take {max(sorted(set(g.offer)), key=p.tiles.count)}"


@wear.default
def wear_debut(g: Wigs, p: Player) -> str:
    """A type whose debut wig is still there, else the one the player has most of."""
    return f"wear {max(sorted(set(p.tiles)), key=lambda wig: (wig in g.debut, p.tiles.count(wig)))}"


@trend.default
def show_own(g: Wigs, p: Player, placed: int) -> str:
    """What the player holds most of, else the lowest."""
    fitting = [wig for wig in sorted(set(p.five)) if column_for(g, wig)]
    return f"show {max(fitting, key=p.tiles.count)}"


@sell.default
def sell_best(g: Wigs, p: Player, already: int) -> str:
    """The sale that pays most."""
    return max(sales(g, p, already), key=lambda move: gold_of(g, p, move), default="pass")


@buy.default
def buy_nothing(g: Wigs, p: Player) -> str:
    """Pass for the phase."""
    return "pass all"


# --- What a good player does ---------------------------------------------------------------------


@draft.expert
def take_baron(g: Wigs, p: Player) -> str:
    """A first Baron, unless many of another type are held; else what the player has most of."""
    alike = take_alike(g, p)
    many = p.tiles.count(draft.words(alike)[0]) >= MANY_ALIKE
    first = BARON in g.offer and BARON not in p.tiles
    return f"take {BARON}" if first and not many else alike


@wear.expert
def wear_what_pays(g: Wigs, p: Player) -> str:
    """The type that brings most this round if the market stays as it is."""
    return f"wear {max(sorted(set(p.tiles)), key=lambda wig: gain_of_round(g, p, wig))}"


def gain_of_round(g: Wigs, p: Player, worn: int) -> int:
    """About how much gold a round brings a player who wears this type."""
    held = Counter(p.tiles)
    held[worn] -= 1
    gains = sorted((gain_of_sale(g, wig, n, worn) for wig, n in held.items()), reverse=True)
    gain = sum(gains[: 2 if worn == SCHOLAR else 1])
    if worn in g.debut:
        gain += DEBUT_GOLD
    if worn == BARON:
        gain += BARON_GOLD
    elif worn == BUCCANEER:
        gain += WIG_GOLD
    elif worn == BON_VIVANT:
        gain += WIG_GOLD * sum(n // 2 for n in held.values())
    return gain


def gain_of_sale(g: Wigs, wig: int, held: int, worn: int) -> int:
    """The most by which a sale of a type can make its seller richer, as the market is now."""
    extra = (worn == BARON) - WIG_GOLD
    gains = [
        gain
        for column in columns_to_sell(g, wig)
        for gain in accumulate(price + extra for price in free_prices(g, column)[:held])
    ]
    return max(gains, default=0)


@sell.expert
def sell_dear(g: Wigs, p: Player, already: int) -> str:
    """The sale that brings most above what its wigs are worth, or none."""
    gains = {m: gold_of(g, p, m) - WIG_GOLD * sell.words(m)[1] for m in sales(g, p, already)}
    best = max(gains, key=gains.__getitem__, default="pass")
    return best if gains.get(best, 0) > 0 else "pass"


@buy.expert
def buy_cheap(g: Wigs, p: Player) -> str:
    """The cheapest wig that costs no more than it is worth, one like those in hand if possible.
    Buys nothing if the player would win by passing.
    """
    if p.gold >= g.end_gold and leads(g, p):
        return "pass all"
    own = Counter([*p.tiles, p.worn])
    wanted = {
        f"buy {column} {price}": (-price, own[wig])
        for column, squares in g.market.items()
        for price, wig in zip(prices(g, column), squares, strict=True)
        if wig != EMPTY and price <= min(p.gold, WIG_GOLD + gain_of_room(g, own, wig, squares))
    }
    return max(wanted, key=wanted.__getitem__, default="pass all")


def gain_of_room(g: Wigs, own: Counter[int], wig: int, squares: list[int]) -> int:
    """One gold where the supply stands still and a player who owns a Baron has more of a type than
    its column has room for: a purchase opens a square for the next sale. Else nothing.
    """
    crowded = own[wig] > squares.count(EMPTY)
    return 1 if g.stale_rounds and crowded and own[BARON] else 0


def leads(g: Wigs, p: Player) -> bool:
    """Whether a player has more gold than each other."""
    return all(p.gold > other.gold for other in g.players if other is not p)
