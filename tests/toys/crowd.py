"""Crowd: everybody lays a card of their own in secret; the highest one that is alone wins it."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from games.kernel import EVERYBODY, Game, State, hidden

ROUNDS = 4


@dataclass(slots=True)
class Player:
    """A player with cards and what they have won."""

    seat: int
    hand: list[int] = hidden("card {seat}")
    laid: list[int] = field(default_factory=list[int])
    points: int = 0


@dataclass(slots=True)
class Table(State):
    """A table for a crowd."""

    players: list[Player] = field(default_factory=list[Player])


ABOUT = "Lay a card that nobody else lays, and as high as you dare. For six to eight people."
game = Game("Crowd", Table, seats=range(6, 9), about=ABOUT)
game.verb("lay", "Lay a card of your hand.")


@game.setup
def setup(g: Table, options: Any) -> None:
    g.players = [Player(seat, [*range(1, 2 * ROUNDS + 1)]) for seat in range(g.seats)]
    g.then(*[("lay", EVERYBODY), "compare"] * ROUNDS)


@game.choice("Lay a card.")
def lay(g: Table, p: Player) -> Iterator[str]:
    yield from (f"lay {card}" for card in sorted(p.hand))


@lay.does("lay {card:d}")
def lay_card(g: Table, p: Player, card: int) -> None:
    p.hand.remove(card)
    p.laid.append(card)
    g.say("{who:seat lays|You laid} the {card}.", who=p.seat, card=card)


@game.step
def compare(g: Table) -> None:
    laid = [p.laid[-1] for p in g.players]
    alone = [p for p in g.players if laid.count(p.laid[-1]) == 1]
    if alone:
        best = max(alone, key=lambda p: p.laid[-1])
        best.points += best.laid[-1]
        g.say("{who:seat gets|You get} {n}.", who=best.seat, n=best.laid[-1])
    if len(g.players[0].laid) == ROUNDS:
        g.scores = [p.points for p in g.players]


def pieces(g: Table) -> list[int]:
    """All cards."""
    return sorted(card for p in g.players for card in [*p.hand, *p.laid])
