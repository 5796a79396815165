"""Powdered Wigs: cheap greedy policies that computer players are measured against."""

from games.wigs.components import BARON
from games.wigs.rules import buy
from games.wigs.state import Wigs, game

MOST_PAID = 2
"""Gold for which the policy still buys a wig."""


def baron(g: Wigs, seat: int) -> str:
    """Wears the Baron where they have one, makes the best sale, and buys for very little."""
    p, moves = g.players[seat], game.legal(g, seat)
    if f"wear {BARON}" in moves:
        return f"wear {BARON}"
    if g.phase != "buy":
        return game.default(g, seat)
    bought = [move for move in moves if move.startswith("buy ")]
    cheap = [move for move in bought if buy.words(move)[1] <= min(MOST_PAID, p.gold)]
    return min(cheap, key=lambda move: buy.words(move)[1], default="pass")


SCRIPTS = {"baron": baron}
