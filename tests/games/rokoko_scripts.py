"""Rokoko: cheap greedy policies that computer players are measured against."""

from games.rokoko.components import DRESSES
from games.rokoko.computer import best_tile
from games.rokoko.rules.actions import act
from games.rokoko.rules.dressmaking import pay, place
from games.rokoko.rules.selection import choose
from games.rokoko.state import Rokoko, game


def seller(g: Rokoko, seat: int) -> str:
    """Does the usual, but sells every dress at once."""
    return "sell" if g.agenda[-1][0] == place.name else game.default(g, seat)


def dressmaker(g: Rokoko, seat: int) -> str:
    """Makes the dress of most prestige there is, else takes what makes one possible; rents out."""
    moves = game.legal(g, seat)
    dresses = [move for move in moves if move.startswith("make ")]
    if dresses:
        return max(dresses, key=lambda move: DRESSES[act.words(move)[0]].prestige)
    if g.agenda[-1][0] == place.name:
        return moves[0]
    if g.agenda[-1][0] == act.name:
        tiles = (move for move in moves if move.startswith("take "))
        return best_tile(g, g.players[seat], tiles) or "pass"
    return game.default(g, seat)


def most_points(g: Rokoko, seat: int) -> str:
    """Does what brings most points at once, with the dress in its place; else the usual."""
    usual, moves = game.default(g, seat), game.legal(g, seat)
    if g.agenda[-1][0] == choose.name:
        return usual
    return max([usual, *moves], key=lambda move: points_after(g, seat, move))


def points_after(g: Rokoko, seat: int, move: str) -> int:
    """The points of a player after a move, once a dress that it makes is where it usually goes."""
    after = game.play(g, seat, move)
    while after.asked and after.agenda[-1][0] in (pay.name, place.name):
        after = game.play(after, seat, game.default(after, seat))
    points = game.points_of(after)
    assert points is not None
    return points[seat]


SCRIPTS = {"seller": seller, "dressmaker": dressmaker, "most_points": most_points}
