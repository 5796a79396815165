"""Brick & Mortar: what can be answered before it is asked."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from games.brick_and_mortar.components import ACTING, CARD, KINDS
from games.brick_and_mortar.rules.advertisement import may_redraw, play, redraw
from games.brick_and_mortar.rules.building import manage, raise_bid, starting_store, store_action
from games.brick_and_mortar.rules.month_end import invest, purchase_limits
from games.brick_and_mortar.rules.sale import sale_bid
from games.brick_and_mortar.rules.supply import bids, produce, supply_bid
from games.brick_and_mortar.state import Brick, Player
from games.brick_and_mortar.trade import offers
from games.kernel import EVERYBODY

WINDOW = "supply_before"
"""When factories add to the market."""
Upcoming = Iterator[tuple[tuple[str, ...], Iterable[str]]]


@starting_store.premove("starting store")
def starting_store_premoves(g: Brick, p: Player) -> Upcoming:
    """A Starting Store that is still there."""
    if ("starting_store", p.seat) in g.agenda:
        yield (), starting_store.options(g, p)


@play.premove("advertisement")
def play_premoves(g: Brick, p: Player) -> Upcoming:
    """Market Cards of this month, as long as they are in hand."""
    if g.phase == "building" or ("play", EVERYBODY) in g.agenda:
        yield (), list(play.options(g, p))


@produce.premove("factory {0}")
def produce_premoves(g: Brick, p: Player) -> Upcoming:
    """What a factory adds to the market this month."""
    coming = g.phase in ("building", "advertisement")
    if coming or ("use_modifiers", p.seat, WINDOW, False) in g.agenda:
        for store in p.stores:
            if any(m.word == "supply_market" for m in ACTING.get((store.card, WINDOW), ())):
                yield (store.card,), produce.options(g, p, store.card)


@store_action.premove("store action")
def act_premoves(g: Brick, p: Player) -> Iterator[tuple[tuple[()], list[str]]]:
    """Buying from hand or passing, while others are at it."""
    if may_act_later(g, p):
        moves = store_action.options(g, p)
        yield (), [move for move in moves if not move.startswith(("auction", "close"))]


@raise_bid.premove("auction")
def drop_premoves(g: Brick, p: Player) -> Iterator[tuple[tuple[()], list[str]]]:
    """Dropping out, whatever is bid until then."""
    if g.auction and p.seat in g.auction.bidders:
        yield (), ["drop"]


@manage.premove("building")
def manage_premoves(g: Brick, p: Player) -> Iterator[tuple[tuple[()], list[str]]]:
    """Opening what will be bought, or leaving things as they are."""
    if may_act_later(g, p):
        yield (), ["open", "done"]


@redraw.premove("exchange {0} playing")
def redraw_premoves(g: Brick, p: Player) -> Iterator[tuple[tuple[str], list[str]]]:
    """Keeping all cards, before or after playing."""
    if may_redraw(p):
        waiting = [step[1] for step in g.agenda if step[0] == "offer_redraw"]
        now = [step[2] for step in g.agenda if step[0] == "redraw" and p.seat in g.asked]
        yield from (((when,), ["pass"]) for when in now + waiting[::-1])


@supply_bid.premove("supply {0}")
def supply_premoves(g: Brick, p: Player) -> Iterator[tuple[tuple[str], tuple[str, ...]]]:
    """The kinds that the player has stores for and that are still to be stocked this month."""
    if g.phase not in ("building", "advertisement", "supply"):
        return
    reached = KINDS.index(g.kind) + 1 if g.kind else 0
    for kind in KINDS[reached:]:
        if any(kind in CARD[store.card].capacity for store in p.stores):
            yield (kind,), bids(kind)


@sale_bid.premove("sale {0}")
def sale_premoves(g: Brick, p: Player) -> Iterator[tuple[tuple[str], tuple[str, ...]]]:
    """The kinds that the player has stores for and that are still to be sold this month."""
    if g.phase not in ("building", "advertisement", "supply", "sale"):
        return
    reached = KINDS.index(g.kind) + 1 if g.phase == "sale" and g.kind else 0
    for kind in KINDS[reached:]:
        capacity = sum(CARD[store.card].capacity.get(kind, 0) for store in p.stores)
        if capacity:
            yield (kind,), offers(kind, capacity)


@invest.premove("investment")
def invest_premoves(g: Brick, p: Player) -> Iterator[tuple[tuple[int], list[str]]]:
    """Every purchase and every sale of this month, whether or not it can be paid in the end."""
    if ("investment_phase",) in g.agenda or ("invest", p.seat, 0) in g.agenda:
        purchases = [f"buy {n}" for n in range(1, purchase_limits(p)[1] + 1)]
        yield (0,), ["pass", *purchases, *(f"sell {n}" for n in range(1, p.points + 1))]


def may_act_later(g: Brick, p: Player) -> bool:
    """Whether a player still has the store action of this month."""
    return g.phase == "building" and g.month > 1 and not p.acted
