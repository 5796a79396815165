"""Royal Threadcount: what is worked out for whoever looks at a game; no rules, no secrets."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from typing import Any

from games.royal_threadcount.board import Outcome, most_silk, outcome, sowable
from games.royal_threadcount.outfit import add_hue, add_pattern
from games.royal_threadcount.scoring import sheet, tie_steps, total
from games.royal_threadcount.state import (
    DYE_COST,
    DYES,
    HUES,
    PRICE,
    SILK_COST,
    SPACES,
    Player,
    Threadcount,
    Turn,
    game,
)

DEAREST = max(SILK_COST.values())


def payable_hues(p: Player) -> list[str]:
    """The dye cards that a player has the dye and the silk for."""
    return covered(min(p.silk, DEAREST), *p.dye.values())


@lru_cache
def covered(silk: int, *dye: int) -> list[str]:
    """The dye cards that so much silk and so many red, yellow and blue dyes are enough for."""
    have: dict[str, int] = dict(zip(DYES, dye, strict=True))
    return [
        hue
        for hue in HUES
        if silk >= SILK_COST[hue] and all(have[d] >= n for d, n in DYE_COST[hue].items())
    ]


def numbers(turn: Turn) -> tuple[int, ...]:
    """The numbers that are known of a roll: those on the dice, and what zeros were named."""
    return tuple(sorted([*filter(None, turn.dice), *turn.zeros]))


def zeros_to_name(turn: Turn) -> int:
    """How many zeros of a roll have no number yet."""
    return turn.dice.count(0) - len(turn.zeros)


@game.derived
def arithmetic(g: Threadcount, seat: int | None) -> dict[str, Any]:
    """The score sheets as this seat can work them out, the market, the board and the dice."""
    over = g.scores is not None
    colours = g.empress_colours if over else [] if seat is None else g.players[seat].favourite
    turn = g.now
    rolled = turn if turn and turn.dice and not turn.resolved else None
    choice = g.agenda[-1][0] if g.asked else ""
    buyer = g.players[turn.seat] if turn and choice == "market" else None
    payable, silk = (payable_hues(buyer), buyer.silk) if buyer else ([], 0)
    return {
        "sheets": [sheet(g, p, colours, g.empress_pattern) for p in g.players],
        "colours_known": list(colours),
        "tie_steps": tie_steps(g) if over else [],
        "sowable": sowable(tuple(g.cubes)) if choice == "sow" else [],
        "outcome": outlook(g, rolled) if rolled and not zeros_to_name(rolled) else None,
        "zero_outcomes": zero_outcomes(g, rolled) if rolled and choice == "zero" else {},
        "dyes": [
            {
                "hue": hue,
                "dye": DYE_COST[hue],
                "silk": SILK_COST[hue],
                "left": g.piles[hue],
                "payable": g.piles[hue] > 0 and hue in payable,
            }
            for hue in HUES
        ],
        "offers": [
            {
                "slot": slot,
                "pattern": pile[-1] if pile else "",
                "price": PRICE[pile[-1]] if pile else 0,
                "beneath": pile[:-1],
                "payable": bool(pile) and PRICE[pile[-1]] <= silk,
            }
            for slot, pile in enumerate(g.slots, 1)
        ],
        "previews": previews(g, buyer.seat) if buyer and seat == buyer.seat else {},
    }


def outlook(g: Threadcount, turn: Turn, *named: int) -> dict[str, Any]:
    """What the dice will do, with these numbers named for zeros."""
    rolled = tuple(sorted((*numbers(turn), *named)))
    return as_data(outcome(tuple(g.cubes), rolled, g.idle_doubles))


def as_data(it: Outcome) -> dict[str, Any]:
    """An outcome as plain data."""
    return {
        "after": list(it.after),
        "filled": list(it.filled),
        "lines": [list(line) for line in it.lines],
        "refilled": list(it.refilled),
        "cleared": list(it.cleared),
        "silk": it.silk,
    }


def zero_outcomes(g: Threadcount, turn: Turn) -> dict[str, Any]:
    """For each number that a zero may count as: what the roll does then, or at best."""
    more = zeros_to_name(turn) - 1
    return {
        str(n): outlook(g, turn, n) if not more else {"silk": silk_at_best(g, turn, n)}
        for n in SPACES
    }


def silk_at_best(g: Threadcount, turn: Turn, named: int) -> int:
    """The most silk a roll can bring if its next zero counts as this number."""
    rolled = tuple(sorted((*numbers(turn), named)))
    return most_silk(tuple(g.cubes), rolled, zeros_to_name(turn) - 1, g.idle_doubles)


def previews(g: Threadcount, seat: int) -> dict[str, Any]:
    """For each card that can be bought: what it leaves, and what it adds as far as its buyer knows.

    The favourite pattern counts for nothing here, and of the colours only the buyer's own.
    """
    p = g.players[seat]
    now = total(g, p, p.favourite, "")
    found: dict[str, Any] = {}
    for hue in payable_hues(p):
        if g.piles[hue]:
            dye = {d: n - DYE_COST[hue].get(d, 0) for d, n in p.dye.items()}
            points = worth(g, p, hue, "") - now
            found[f"buy {hue}"] = {"silk": p.silk - SILK_COST[hue], "dye": dye, "points": points}
    for slot, pile in enumerate(g.slots, 1):
        if pile and PRICE[pile[-1]] <= p.silk:
            points = worth(g, p, "", pile[-1]) - now
            left = {"silk": p.silk - PRICE[pile[-1]], "dye": dict(p.dye), "points": points}
            found[f"pattern {slot}"] = left
    return found


def worth(g: Threadcount, p: Player, hue: str, pattern: str) -> int:
    """What a player would score with one more dye or pattern, as far as the player knows."""
    more = replace(
        p,
        hues=list(p.hues),
        patterns=list(p.patterns),
        spare_hues=list(p.spare_hues),
        spare_patterns=list(p.spare_patterns),
    )
    if hue:
        add_hue(more, hue)
    if pattern:
        add_pattern(more, pattern, g.scoring)
    return total(g, more, p.favourite, "")
