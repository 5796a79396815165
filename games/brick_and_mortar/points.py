"""Brick & Mortar: points, the turn order that follows them, and the investment marker."""

from __future__ import annotations

from games.brick_and_mortar.components import CARD, DATA
from games.brick_and_mortar.money import TOKEN_POINTS
from games.brick_and_mortar.state import Brick, Player, game
from games.kernel import Phrase, phrase

EMPTY_SLOT_POINTS: list[int] = DATA["building"]["empty"]


def gain(g: Brick, p: Player, points: int) -> None:
    """Gives points; a player who now has fewer falls behind at once (11.1)."""
    if not points:
        return
    p.points += points
    g.order.remove(p.seat)
    fewer = (i for i, seat in enumerate(g.order) if g.players[seat].points < p.points)
    g.order.insert(next(fewer, len(g.order)), p.seat)
    if p.points >= g.goal and not g.goal_taken:
        g.goal_taken = True
        g.say(
            "{who:seat reaches|You reached} {goal} points: this month is the last.",
            who=p.seat,
            goal=g.goal,
        )


def lose(g: Brick, p: Player, points: int) -> None:
    """Takes points; a player who now has more goes ahead at once (11.1)."""
    if not points:
        return
    p.points -= points
    g.order.remove(p.seat)
    ahead = [i for i, seat in enumerate(g.order) if g.players[seat].points > p.points]
    g.order.insert(ahead[-1] + 1 if ahead else 0, p.seat)


def in_order(g: Brick) -> list[Player]:
    return [g.players[seat] for seat in g.order]


def sheet(p: Player) -> dict[str, int]:
    """What a player's final score is made of (10.3)."""
    lines = {
        "points": p.points,
        "stores": sum(CARD[store.card].points for store in p.stores),
        "empty": -sum(EMPTY_SLOT_POINTS[len(p.stores) :]),
        "debt": -TOKEN_POINTS * p.debt,
    }
    return lines | {"total": sum(lines.values())}


@game.parts
def points_by_kind(g: Brick, p: Player) -> list[Phrase]:
    lines = sheet(p)
    return [
        phrase("{n:point|points} for open stores", n=lines["stores"]),
        phrase("{n:point|points} for empty slots", n=lines["empty"]),
        phrase("{n:point|points} for Debt Tokens", n=lines["debt"]),
    ]
