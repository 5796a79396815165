"""Royal Threadcount: answers in advance."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from games.kernel import Step
from games.royal_threadcount.components import TURNS
from games.royal_threadcount.rules import market, purchases, sow
from games.royal_threadcount.state import Player, Threadcount, game

Upcoming = Iterator[tuple[tuple[()], Iterable[str]]]


def has_turn_to_come(g: Threadcount, p: Player) -> bool:
    """Whether a player has another turn after the one that is played."""
    return next_turn(g, p) is not None


@game.next_turn
def next_turn(g: Threadcount, p: Player) -> Step | None:
    """The next of the turns that are counted over all players."""
    begun = (step[1] for step in reversed(g.agenda) if step[0] == "start_turn")
    count = next(begun, TURNS * g.seats)
    count += (g.order.index(p.seat) - count) % g.seats
    return ("start_turn", count) if count < TURNS * g.seats else None


@sow.premove("sowing")
def sow_premoves(g: Threadcount, p: Player) -> Upcoming:
    """The next turn's first cube, as the board stands, or the roll."""
    if has_turn_to_come(g, p):
        yield (), sow.options(g, p)


@market.premove("market")
def market_premoves(g: Threadcount, p: Player) -> Upcoming:
    """The first purchase after the next roll, of what can be paid even without it, or none."""
    if ("spend", p.seat) in g.agenda or has_turn_to_come(g, p):
        yield (), [*purchases(g, p), "done"]
