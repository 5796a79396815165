"""Royal Threadcount: arithmetic, alarms and a forecast added to a view, from what its seat sees."""

from __future__ import annotations

from typing import Any

from games.kernel import phrase
from games.royal_threadcount.board import Outcome, sowable
from games.royal_threadcount.components import (
    DYE_COST,
    GARMENTS,
    HUES,
    PRICE,
    SILK_COST,
    SILK_KEPT,
    SPACES,
    TURNS,
)
from games.royal_threadcount.outfit import worth
from games.royal_threadcount.scoring import (
    complete,
    owned_hues,
    owned_patterns,
    sheet,
    tie_steps,
    total,
)
from games.royal_threadcount.state import Player, Threadcount, Turn, game
from games.royal_threadcount.terms import (
    buyable_hues,
    buyable_patterns,
    completable,
    outcome_of_roll,
    silk_at_best,
    surplus_silk,
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


# --- Alarms and the forecast ---------------------------------------------------------------------

LATE = 9
"""From this turn on a missing garment is a danger."""


def turns_left(g: Threadcount, p: Player) -> int:
    """A player's turns that have not ended."""
    if g.now is None:
        return TURNS
    begun = g.order.index(p.seat) <= g.order.index(g.now.seat)
    ended = g.now.number - (p.seat == g.now.seat or not begun)
    return TURNS - ended


@game.alarm
def silk_lost(g: Threadcount, p: Player) -> str | None:
    """Silk over the limit goes at the end of a turn."""
    if g.now is None or g.now.seat != p.seat:
        return None
    if surplus_silk(p):
        return phrase(
            "You keep {most} silk: {n} more will be lost at the end of your turn.",
            most=SILK_KEPT,
            n=surplus_silk(p),
        )
    if not g.now.resolved and p.silk >= SILK_KEPT - 1:
        return phrase(
            "You have {n} silk and keep {most} at most: what the roll adds must be spent at once.",
            n=p.silk,
            most=SILK_KEPT,
        )
    return None


@game.alarm
def uncompleted(g: Threadcount, p: Player) -> str | None:
    """Cards that the player has would complete a garment, if they lay elsewhere."""
    n = completable(p)
    return (
        phrase("Your cards could complete {n:garment|garments} more: rearrange them.", n=n)
        if n
        else None
    )


@game.alarm
def unfinished(g: Threadcount, p: Player) -> str | None:
    """A garment that lacks a card scores nothing, and few turns are left."""
    missing, left = len(GARMENTS) - len(complete(p)), turns_left(g, p)
    if not missing or left > TURNS + 1 - LATE or completable(p) == missing:
        return None
    return phrase(
        "{n:garment is|garments are} incomplete and so far worth nothing; {turns:turn|turns} left.",
        n=missing,
        turns=left,
    )


@game.forecast
def outlook(g: Threadcount, p: Player) -> str | None:
    """How many turns are to come, and what four garments still need."""
    left = turns_left(g, p)
    dyes = max(0, len(GARMENTS) - len(owned_hues(p)))
    patterns = max(0, len(GARMENTS) - len(owned_patterns(p)))
    if dyes and patterns:
        return phrase(
            "{turns:turn|turns} left; for four garments you need"
            " {dyes:more dye card|more dye cards} and {patterns:more pattern|more patterns}.",
            turns=left,
            dyes=dyes,
            patterns=patterns,
        )
    if dyes:
        return phrase(
            "{turns:turn|turns} left; for four garments you need"
            " {dyes:more dye card|more dye cards}.",
            turns=left,
            dyes=dyes,
        )
    if patterns:
        return phrase(
            "{turns:turn|turns} left; for four garments you need"
            " {patterns:more pattern|more patterns}.",
            turns=left,
            patterns=patterns,
        )
    return phrase(
        "{turns:turn|turns} left; you have cards for four garments, better ones may still pay.",
        turns=left,
    )
