"""Royal Threadcount: what a good player does, from what they can see."""

from __future__ import annotations

from games.royal_threadcount.board import expected_silk
from games.royal_threadcount.components import (
    COLOURS,
    DYE_COST,
    DYE_POINTS,
    MATCHES,
    SILK_COST,
    SPACES,
    TURNS,
)
from games.royal_threadcount.computer.absent import sow_what_pays, useful_dye
from games.royal_threadcount.computer.prospects import best_set, worth_of_moves
from games.royal_threadcount.rules import dye, market, sow, zero
from games.royal_threadcount.scoring import owned_hues, owned_patterns
from games.royal_threadcount.state import NOTHING, Player, Threadcount, turn_of
from games.royal_threadcount.terms import buyable_hues, outcome_of_roll, zeros_to_name

NEXT_PLAYER_SHARE = 0.6
"""The share of the next player's silk that is subtracted in a game of two."""
DYE_SILK_WORTH = 1.0
"""Points that one silk is worth when it buys a dye card."""
FAVOURITE_ODDS_PER_DYE = 3.0
"""How much likelier a colour is somebody's favourite for each dye of it that they bought."""
WAIT_TURNS_PER_GARMENT, EXTRA_WAIT_TURNS = 1.2, 0.5
"""A player waits for dyes of their own colour while this many turns are left: so many for each
garment without a dye, and some more.
"""
PATTERNS_PER_PILE = 2
"""Patterns of a pile that are considered: the one on offer and the one beneath."""


sow.expert(sow_what_pays)


@zero.expert
def best_own_zero(g: Threadcount, p: Player) -> str:
    """The number that brings most silk beyond what it leaves to the next player."""
    return f"zero {max(SPACES, key=lambda space: silk_lead(g, space))}"


def silk_lead(g: Threadcount, *named: int) -> float:
    """The silk that a roll brings, with these numbers named for zeros, before the next player's."""
    turn = turn_of(g)
    if len(named) < zeros_to_name(turn):
        return max(silk_lead(g, *named, space) for space in SPACES)
    it = outcome_of_roll(g, turn, *named)
    if turn.number == TURNS and turn.seat == g.order[-1]:
        return it.silk
    part = NEXT_PLAYER_SHARE / (g.seats - 1)
    return it.silk - part * expected_silk(it.after, g.idle_doubles)


@dye.expert
def dye_for_own_colour(g: Threadcount, p: Player) -> str:
    """The dye that is missing for the card of the own colour, while a garment needs a dye."""
    if NOTHING not in p.hues:
        return useful_dye(g, p)
    cost = DYE_COST[p.favourite[0]]
    return f"dye {min(cost, key=lambda each: (p.dye[each] >= cost[each], p.dye[each]))}"


@market.expert
def best_market_move(g: Threadcount, p: Player) -> str:
    """Cheap dyes, then the pattern or the new offers that are worth most in the end, or silk is
    saved for others.
    """
    left = TURNS - turn_of(g).number
    hue = hue_to_buy(g, p, left)
    cheap = hue and SILK_COST[hue] == min(SILK_COST.values())
    if cheap or (hue and not left and p.hues.count(NOTHING) > p.patterns.count(NOTHING)):
        return f"buy {hue}"
    move = pattern_to_buy(g, p, left)
    return f"buy {hue}" if hue and move == "done" else move


def pattern_to_buy(g: Threadcount, p: Player, left: int) -> str:
    """The best move about patterns; none where patterns arranged by hand fill all garments."""
    if p.by_hand and NOTHING not in p.patterns:
        return "done"
    piles = tuple([tuple(pile[-PATTERNS_PER_PILE:]) for pile in g.slots])
    owned = best_set(tuple(sorted(owned_patterns(p))), g.scoring)
    worth = worth_of_moves(left, p.silk, owned, piles, g.scoring)
    return max(
        (move for move in worth if move != "refresh" or g.deck),
        key=worth.__getitem__,
    )


def hue_to_buy(g: Threadcount, p: Player, left: int) -> str:
    """A dye card of the own colour; any, if there is no time to wait for it; or ""."""
    missing = p.hues.count(NOTHING)
    hues = [*buyable_hues(g, p)]
    if not missing or not hues:
        return ""
    own = p.favourite[0]
    liked = empress_odds(g, p)

    def use(hue: str) -> tuple[float, int, int]:
        points = DYE_POINTS * sum(liked[colour] for colour in MATCHES[hue])
        wasted = sum(n for each, n in DYE_COST[hue].items() if each in DYE_COST[own])
        return (
            points - DYE_SILK_WORTH * SILK_COST[hue],
            -wasted,
            max(p.dye[each] for each in DYE_COST[hue]),
        )

    best = max(hues, key=use)
    return (
        best
        if own in MATCHES[best] or left <= WAIT_TURNS_PER_GARMENT * missing + EXTRA_WAIT_TURNS
        else ""
    )


def empress_odds(g: Threadcount, p: Player) -> dict[str, float]:
    """How likely the Empress likes each colour, judged by what others have bought."""
    own = p.favourite[0]
    liked = dict.fromkeys(COLOURS, 0.0) | {own: 1.0}
    for other in g.players:
        bought = [colour for hue in owned_hues(other) for colour in MATCHES[hue]]
        hints = {
            each: 1 + FAVOURITE_ODDS_PER_DYE * bought.count(each) for each in COLOURS if each != own
        }
        if other.seat != p.seat:
            for each, hint in hints.items():
                liked[each] += hint / sum(hints.values())
    return liked
