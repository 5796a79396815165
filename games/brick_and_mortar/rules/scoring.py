"""Brick & Mortar, chapter 10 of RULES.md: the final score."""

from __future__ import annotations

from games.brick_and_mortar.cards import CARD, DATA
from games.brick_and_mortar.points import in_order
from games.brick_and_mortar.state import Brick, Player, game

EMPTY: list[int] = DATA["building"]["empty"]
TOKEN: int = DATA["debt"]["points"]


def sheet(p: Player) -> dict[str, int]:
    """What a player's final score is made of ("Final Scoring")."""
    lines = {
        "points": p.points,
        "stores": sum(CARD[store.card].points for store in p.stores),
        "empty": -sum(EMPTY[len(p.stores) :]),
        "debt": -TOKEN * p.debt,
    }
    return lines | {"total": sum(lines.values())}


@game.step
def final_scoring(g: Brick) -> None:
    """Counts; of equal scores the one further ahead in turn order is the better."""
    g.phase = ""
    for p in in_order(g):
        g.say(
            "{who:seat}: {points} + {stores} for stores, {empty} for empty slots, "
            "{debt} for debt = {total}.",
            who=p.seat,
            **sheet(p),
        )
    g.scores = [sheet(p)["total"] for p in g.players]
    g.tie_breaks = [-g.order.index(seat) for seat in range(g.seats)]
