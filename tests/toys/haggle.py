"""Haggle: who bids most gets the lot, and anybody may bid at any time until all have passed."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from games.kernel import EVERYBODY, Game, State

ROUNDS, GOLD = 3, 12


@dataclass(slots=True)
class Player:
    """A player with gold and lots."""

    seat: int
    gold: int = GOLD
    lots: list[int] = field(default_factory=list[int])


@dataclass(slots=True)
class Table(State):
    """An auction."""

    players: list[Player] = field(default_factory=list[Player])
    lots: list[int] = field(default_factory=list[int])
    unsold: list[int] = field(default_factory=list[int])
    paid: int = 0
    bid: int = 0
    bidder: int = -1


ABOUT = "Bid for a lot whenever you like, until all have had enough. For two to four bidders."
game = Game("Haggle", Table, seats=range(2, 5), about=ABOUT)
game.verb("bid", "Bid for the lot.")
game.verb("pass", "Bid no more for it.")


@game.setup
def setup(g: Table, options: Any) -> None:
    g.lots, g.players = [*range(1, 1 + ROUNDS)], [Player(seat) for seat in range(g.seats)]
    g.then("offer_lot")


@game.step
def offer_lot(g: Table) -> None:
    g.bid, g.bidder = 0, -1
    if g.lots:
        g.heading("Lot {n}", n=g.lots[-1])
        g.then(("haggle", EVERYBODY), "sell", "offer_lot")
    else:
        g.scores = [p.gold + 9 * len(p.lots) for p in g.players]


@game.choice("Bid, or bid no more.", at_once=True, may_pass="No more bids")
def haggle(g: Table, p: Player) -> Iterator[str]:
    if p.seat != g.bidder:
        yield from (f"bid {n}" for n in range(g.bid + 1, min(g.bid + 3, p.gold) + 1))


@haggle.does("bid {n:d}")
def bid(g: Table, p: Player, n: int) -> None:
    g.bid, g.bidder = n, p.seat
    g.say("{who:seat bids|You bid} {n}.", who=p.seat, n=n)


@haggle.passes
def drop_out(g: Table, p: Player) -> None:
    g.say("{who:seat bids|You bid} no more.", who=p.seat)


@haggle.premove("the lot")
def later(g: Table, p: Player) -> Iterator[tuple[tuple[()], list[str]]]:
    if len(g.lots) > 1 and p.gold:
        yield (), ["bid 1"]


@game.step
def sell(g: Table) -> None:
    lot = g.lots.pop()
    if g.bidder >= 0:
        best = g.players[g.bidder]
        best.gold -= g.bid
        g.paid += g.bid
        best.lots.append(lot)
        g.say("{who:seat buys|You bought} the lot for {n}.", who=best.seat, n=g.bid)
    else:
        g.unsold.append(lot)


def pieces(g: Table) -> tuple[int, list[int]]:
    """All gold, and all lots."""
    sold = [lot for p in g.players for lot in p.lots]
    return g.paid + sum(p.gold for p in g.players), sorted([*g.lots, *g.unsold, *sold])
