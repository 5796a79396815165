"""Royal Threadcount: cheap greedy policies that computer players are measured against."""

from games.royal_threadcount.components import PRICE, SILK_COST
from games.royal_threadcount.rules import market
from games.royal_threadcount.state import NOTHING, Threadcount, game


def cheapest(g: Threadcount, seat: int) -> str:
    """Buys the cheapest that a garment lacks as soon as it can be paid."""
    wanted = offers(g, seat)
    return min(wanted, key=wanted.__getitem__) if wanted else otherwise(g, seat)


def dearest(g: Threadcount, seat: int) -> str:
    """Buys the dearest that a garment lacks as soon as it can be paid."""
    wanted = offers(g, seat)
    return max(wanted, key=wanted.__getitem__) if wanted else otherwise(g, seat)


def most_points(g: Threadcount, seat: int) -> str:
    """Buys what brings most points at once; where nothing does, the cheapest."""
    points = game.points_of(g)
    assert points is not None
    gains = {move: points_after(g, seat, move) - points[seat] for move in offers(g, seat)}
    best = max(gains, key=gains.__getitem__, default="")
    return best if best and gains[best] > 0 else cheapest(g, seat)


def offers(g: Threadcount, seat: int) -> dict[str, int]:
    """The dye cards and patterns that a player lacks and can pay, with what they cost in silk."""
    p = g.players[seat]
    if g.agenda[-1][0] != market.name:
        return {}
    costs: dict[str, int] = {}
    for move in game.legal(g, seat):
        if move.startswith("buy ") and NOTHING in p.hues:
            costs[move] = SILK_COST[market.words(move)[0]]
        elif move.startswith("pattern ") and NOTHING in p.patterns:
            costs[move] = PRICE[g.slots[market.words(move)[0] - 1][-1]]
    return costs


def otherwise(g: Threadcount, seat: int) -> str:
    """The usual move, but nothing is bought."""
    return "done" if g.agenda[-1][0] == market.name else game.default(g, seat)


def points_after(g: Threadcount, seat: int, move: str) -> int:
    """The points of a player after a purchase, as all can count them."""
    points = game.points_of(game.play(g, seat, move))
    assert points is not None
    return points[seat]


SCRIPTS = {"cheapest": cheapest, "dearest": dearest, "most_points": most_points}
