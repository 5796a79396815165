"""Brick & Mortar, chapter 10 of RULES.md: the final score."""

from __future__ import annotations

from games.brick_and_mortar.points import in_order, sheet
from games.brick_and_mortar.state import Brick, game


@game.points
def points_now(g: Brick) -> list[int]:
    """The final score as it would be now."""
    return [sheet(p)["total"] for p in g.players]


@game.step
def final_scoring(g: Brick) -> None:
    """Counts; of equal scores the one further ahead in turn order is the better."""
    g.phase = ""
    for p in in_order(g):
        g.say(
            "{who:seat|You}: {points:point|points} + {stores} for stores − {empty} for empty slots"
            " − {debt} for debt = {total}.",
            who=p.seat,
            **{name: abs(n) if name != "total" else n for name, n in sheet(p).items()},
        )
    g.scores = [sheet(p)["total"] for p in g.players]
    g.tie_breaks = [-g.order.index(seat) for seat in range(g.seats)]
