"""Powdered Wigs: answers in advance."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from games.kernel import Step
from games.wigs.rules import buy, draft, sales, sell, wear
from games.wigs.state import Player, Wigs, game
from games.wigs.terms import cheapest_price

Upcoming = Iterator[tuple[tuple[int, ...], Iterable[str]]]


@draft.premove("taking", several=True)
def draft_premoves(g: Wigs, p: Player) -> Upcoming:
    """The next wigs of the offer; one is dropped when others have taken all of its type."""
    if ("draft", p.seat) in g.agenda[:-1]:
        yield (), draft.options(g, p)


@wear.premove("wearing")
def wear_premoves(g: Wigs, p: Player) -> Upcoming:
    """What to wear next round, the worn wig included, from the sales of this round on."""
    if g.phase in ("sell", "buy"):
        yield (), [f"wear {wig}" for wig in sorted({*p.tiles, p.worn})]


@sell.premove("selling")
def sell_premoves(g: Wigs, p: Player) -> Upcoming:
    """The first sale of this round as the market stands, or none; it is dropped when its squares
    are gone.
    """
    if g.phase in ("wear", "market") or ("turn_to_sell", p.seat, 0) in g.agenda:
        yield (0,), [*sales(g, p, 0), "pass"]


@buy.premove("buying", several=True)
def buy_premoves(g: Wigs, p: Player) -> Upcoming:
    """The next purchases, or passing, once or for good; dropped when somebody else buys the wig."""
    if g.phase in ("sell", "buy") and not p.out and p.gold >= (cheapest_price(g) or p.gold + 1):
        yield (), buy.options(g, p)


@game.next_turn
def next_turn(g: Wigs, p: Player) -> Step | None:
    """Selling in its phase, buying in its own."""
    if ("turn_to_sell", p.seat, 0) in g.agenda:
        return ("turn_to_sell", p.seat, 0)
    may_buy = g.phase == "buy" and not p.out and cheapest_price(g)
    return ("buy", p.seat) if may_buy and p.gold >= cheapest_price(g) else None
