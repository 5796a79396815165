"""Powdered Wigs: arithmetic added to a view, from what its seat sees."""

from __future__ import annotations

from itertools import combinations
from typing import Any

from games.kernel import phrase
from games.wigs.components import COLUMNS, NAME, SCHOLAR
from games.wigs.rules import gold_of, place_of, sales
from games.wigs.state import Player, Wigs, game
from games.wigs.terms import columns_to_sell, free_prices, owned, prices, sale_gold


@game.last_round
def last_round_text(g: Wigs) -> str:
    """A text that this is the last round: a player with enough gold buys no more, or the supply is
    empty. Neither can change after the sale. "" if the game may go on.
    """
    enough = any(p.out and p.gold >= g.end_gold for p in g.players)
    is_last = g.phase == "buy" and (enough or not g.supply)
    return phrase("This is the last round.") if is_last else ""


@game.derived
def arithmetic(g: Wigs, seat: int | None) -> dict[str, Any]:
    """The order of buying as it stands, and for an own screen what each type would bring."""
    by_gold = sorted(g.players, key=lambda p: (p.gold, owned(p)))
    out: dict[str, Any] = {
        "prices": {column: list(prices(g, column)) for column in COLUMNS},
        "buy_order": [p.seat for p in by_gold],
        "sales": {},
        "best": None,
    }
    if seat is None:
        return out
    p = g.players[seat]
    for wig in NAME:
        columns, held = columns_to_sell(g, wig), p.tiles.count(wig)
        squares = free_prices(g, columns[0]) if columns else []
        fits = min(held, len(squares))
        out["sales"][str(wig)] = {
            "columns": columns,
            "squares": squares,
            "held": held,
            "fits": fits,
            "gold": sale_gold(g, p, columns[0], fits) if columns else 0,
        }
    before_sale = g.phase == "market" or (g.phase == "sell" and not p.done and not p.sold)
    if p.worn == SCHOLAR and before_sale:
        out["best"] = best_pair(g, p)
    return out


def best_pair(g: Wigs, p: Player) -> int:
    """The most that two types would bring the Scholar now."""
    priced = [(gold_of(g, p, move), *place_of(g, move)) for move in sales(g, p, 0)]
    singles = [gold for gold, _, _ in priced]
    pairs = [a[0] + b[0] for a, b in combinations(priced, 2) if a[1] != b[1] and a[2] != b[2]]
    return max([0, *singles, *pairs])
