"""Royal Threadcount: arithmetic added to a view, from what its seat sees."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from games.kernel import phrase
from games.royal_threadcount.board import Outcome, sowable
from games.royal_threadcount.components import DYE_COST, HUES, PRICE, SILK_COST, SPACES, TURNS
from games.royal_threadcount.outfit import add_hue, add_pattern
from games.royal_threadcount.scoring import sheet, tie_steps, total
from games.royal_threadcount.state import Player, Threadcount, Turn, game
from games.royal_threadcount.terms import (
    buyable_hues,
    buyable_patterns,
    outcome_of_roll,
    silk_at_best,
    zeros_to_name,
)


@game.last_round
def last_round_text(g: Threadcount) -> str:
    is_last = g.now is not None and g.now.number == TURNS
    return phrase("This is everybody's last turn.") if is_last else ""


@game.derived
def arithmetic(g: Threadcount, seat: int | None) -> dict[str, Any]:
    """The score sheets as this seat can work them out, the market, the board and the dice."""
    over = g.scores is not None
    colours = g.empress_colours if over else [] if seat is None else g.players[seat].favourite
    turn = g.now
    rolled = turn if turn and turn.dice and not turn.resolved else None
    choice = g.agenda[-1][0] if g.asked else ""
    buyer = g.players[turn.seat] if turn and choice == "market" else None
    hues = [*buyable_hues(g, buyer)] if buyer else []
    slots = dict(buyable_patterns(g, buyer)) if buyer else {}
    return {
        "sheets": [sheet(g, p, colours, g.empress_pattern) for p in g.players],
        "colours_known": list(colours),
        "tie_steps": tie_steps(g) if over else [],
        "sowable": sowable(tuple(g.cubes)) if choice == "sow" else [],
        "outcome": as_data(outcome_of_roll(g, rolled))
        if rolled and not zeros_to_name(rolled)
        else None,
        "zero_outcomes": zero_outcomes(g, rolled) if rolled and choice == "zero" else {},
        "dyes": [
            {
                "hue": hue,
                "dye": DYE_COST[hue],
                "silk": SILK_COST[hue],
                "left": g.piles[hue],
                "payable": hue in hues,
            }
            for hue in HUES
        ],
        "offers": [
            {
                "slot": slot,
                "pattern": pile[-1] if pile else "",
                "price": PRICE[pile[-1]] if pile else 0,
                "beneath": pile[:-1],
                "payable": slot in slots,
            }
            for slot, pile in enumerate(g.slots, 1)
        ],
        "previews": previews(g, buyer.seat) if buyer and seat == buyer.seat else {},
    }


def as_data(it: Outcome) -> dict[str, Any]:
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
        str(n): as_data(outcome_of_roll(g, turn, n))
        if not more
        else {"silk": silk_at_best(g, turn, n)}
        for n in SPACES
    }


def previews(g: Threadcount, seat: int) -> dict[str, Any]:
    """For each card that can be bought: what it leaves, and what it adds as far as its buyer knows.

    The favourite pattern counts for nothing here, and of the colours only the buyer's own.
    """
    p = g.players[seat]
    now = total(g, p, p.favourite, "")
    found: dict[str, Any] = {}
    for hue in buyable_hues(g, p):
        dye = {d: n - DYE_COST[hue].get(d, 0) for d, n in p.dye.items()}
        points = worth(g, p, hue, "") - now
        found[f"buy {hue}"] = {"silk": p.silk - SILK_COST[hue], "dye": dye, "points": points}
    for slot, pattern in buyable_patterns(g, p):
        points = worth(g, p, "", pattern) - now
        left = {"silk": p.silk - PRICE[pattern], "dye": dict(p.dye), "points": points}
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
