"""Powdered Wigs: arithmetic, alarms and a forecast added to a view, from what its seat sees."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations
from typing import Any

from games.kernel import phrase
from games.wigs.components import COLUMNS, DATA, NAME, SCHOLAR
from games.wigs.rules import gold_of, place_of, sales, sell
from games.wigs.state import Player, Wigs, game
from games.wigs.terms import (
    columns_to_sell,
    counted,
    free_prices,
    named,
    owned,
    prices,
    sale_gold,
)


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


# --- Alarms and the forecast ---------------------------------------------------------------------


@game.alarm
def nothing_to_sell(g: Wigs, p: Player) -> str | None:
    """Who owns a single wig wears it, and has none to sell."""
    if g.phase == "wear" and len(p.tiles) == 1:
        return phrase("This is your only wig: while you wear it, you have none to sell this round.")
    if g.phase == "buy" and not p.tiles:
        return phrase("You own only the wig you wear: without another you sell nothing next round.")
    return None


@game.alarm
def no_room(g: Wigs, p: Player) -> str | None:
    """No type behind the screen has a square now."""
    if g.phase != "wear" or not p.tiles or any(columns_to_sell(g, wig) for wig in p.tiles):
        return None
    return phrase("None of your wigs has room on the market as it stands.")


@game.alarm
def worthless(g: Wigs, p: Player) -> str | None:
    """What is bought in the last round brings nothing."""
    may_end = any(each.gold >= g.end_gold for each in g.players) or not g.supply
    if g.phase != "buy" or not may_end:
        return None
    return phrase("The game may end with this phase: a wig bought now is then worth nothing.")


@game.forecast
def outlook(g: Wigs, p: Player) -> str | None:
    """The next phase, and how well the player stands for it."""
    if g.phase == "draft":
        return until_the_draft_ends(p)
    if g.phase in ("wear", "market") or (g.phase == "sell" and not p.done and g.asked != [p.seat]):
        return until_the_sale(g, p)
    if g.phase == "sell":
        by_gold = sorted(g.players, key=lambda each: (each.gold, owned(each)))
        place = by_gold.index(p) + 1
        return phrase(
            "Next you buy, the poorest first: as it stands you are number {n} of {seats}.",
            n=place,
            seats=g.seats,
        )
    leader = max(g.players, key=lambda each: (each.gold, each is p))
    if leader.gold >= g.end_gold or not g.supply:
        return phrase("Then the game may end: the most gold wins, and wigs count nothing.")
    if leader is p:
        return phrase(
            "Next round: {n:wig|wigs} to choose from; you lead with {gold} of {end} gold.",
            n=owned(p),
            gold=p.gold,
            end=g.end_gold,
        )
    return phrase(
        "Next round: {n:wig|wigs} to choose from; {who:seat leads|you lead} with {gold} of {end}"
        " gold.",
        n=owned(p),
        who=leader.seat,
        gold=leader.gold,
        end=g.end_gold,
    )


def until_the_draft_ends(p: Player) -> str:
    """What the wigs of the draft are for."""
    if not p.tiles:
        return phrase("Each round you wear one wig and sell others: several of one type sell best.")
    return phrase(
        "Yours so far: {wigs:commas}. Each round you wear one and sell others, one type at a time.",
        wigs=counted(p.tiles),
    )


def wearing(p: Player, wig: int) -> Player:
    """A player once they wear one of their wigs."""
    tiles = p.tiles.copy()
    tiles.remove(wig)
    return replace(p, tiles=tiles, worn=wig)


def until_the_sale(g: Wigs, p: Player) -> str:
    """The best sale as the market stands; before a wig is worn, with one of them put on."""
    sellers = [wearing(p, wig) for wig in sorted(set(p.tiles))] if g.phase == "wear" else [p]
    found = [(gold_of(g, each, move), move) for each in sellers for move in sales(g, each, 0)]
    gold, best = max(found, key=lambda each: each[0], default=(0, ""))
    facts: dict[str, Any] = {"most": DATA["round"]["to_market"]}
    if best:
        wig, count = sell.words(best)[:2]
        facts |= {"count": count, "wig": named(wig, count), "gold": gold}
    if g.phase != "wear":  # also while a Trendsetter sets the market, one wig after another
        if not best:
            return phrase("Next you sell: none of your wigs has room as the market stands.")
        return phrase(
            "Next you sell: {count} {wig} would bring {gold} gold as the market stands.", **facts
        )
    if not best:
        return phrase(
            "Next {most} wigs come to the market, then you sell: so far none of yours has room.",
            **facts,
        )
    return phrase(
        "Next {most} wigs come to the market, then you sell: now {count} {wig} would bring {gold}"
        " gold.",
        **facts,
    )
