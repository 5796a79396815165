"""Brick & Mortar: answers in advance."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from games.brick_and_mortar.components import CARD, HIGHEST_AUCTION_BID, KINDS
from games.brick_and_mortar.rules.advertisement import BEFORE, REDRAW_SLOT, play, redraw
from games.brick_and_mortar.rules.building import price_for, raise_bid, starting_store, store_action
from games.brick_and_mortar.rules.month_end import invest, is_last, purchase_limits
from games.brick_and_mortar.rules.sale import ANY_NUMBER, SELL_ALL, sale_bid, sell
from games.brick_and_mortar.rules.supply import craft, first_store, produce, stock, supply_bid
from games.brick_and_mortar.state import ALWAYS, OTHERWISE, Brick, Player, game
from games.brick_and_mortar.trade import UNLIMITED, capacity, offers
from games.kernel import EVERYBODY, Step

Upcoming = Iterator[tuple[tuple[str, ...], Iterable[str]]]
LIMITS = 25
"""A select offers no more."""


@starting_store.premove("starting store")
def starting_store_premoves(g: Brick, p: Player) -> Upcoming:
    """A Starting Store that is still there."""
    if ("starting_store", p.seat) in g.agenda:
        yield (), starting_store.options(g, p)


@play.premove("advertisement", together=lambda g, p: g.phase == "advertisement")
def play_premoves(g: Brick, p: Player) -> Upcoming:
    """Market Cards of this month, or of the next one once hands are full again."""
    if g.phase not in ("", "advertisement") or ("play", EVERYBODY) in g.agenda:
        yield (), play.options(g, p)


@produce.premove("factory {0}", stays=True)
def produce_premoves(g: Brick, p: Player) -> Upcoming:
    """What a factory adds to the market, in every month."""
    for card in stores_with(p, "supply_market"):
        yield (card,), produce.options(g, p, card)


@craft.premove("workshop {0}", stays=True)
def craft_premoves(g: Brick, p: Player) -> Upcoming:
    """What a workshop gives, in every month."""
    for card in stores_with(p, "market_or_points"):
        yield (card,), craft.options(g, p, card)


@store_action.premove("store action")
def act_premoves(g: Brick, p: Player) -> Iterator[tuple[tuple[()], list[str]]]:
    """Everything but the wish to be asked more, while others are at it; and a purchase, or none,
    for the next month. In Investment the money is known: what takes Debt Tokens is dropped.
    """
    if may_act_later(g, p):
        yield (), [move for move in store_action.options(g, p) if move != OTHERWISE]
    elif g.phase not in ("", "building", "advertisement") and not is_last(g):
        money = p.money if g.phase == "investment" else UNLIMITED
        there = [card for card in p.hand if price_for(p, card, CARD[card].cost) <= money]
        yield (), [*(f"buy {card}" for card in there), "pass"]


@raise_bid.premove("auction", together=lambda g, p: True)
def raise_premoves(g: Brick, p: Player) -> Iterator[tuple[tuple[()], list[str]]]:
    """Dropping out whatever is bid until then, or the most that is bid. Also for who leads."""
    if g.auction and p.seat in (g.auction.leader, *g.auction.bidders):
        least = g.auction.price + 1
        limits = range(least, min(least + LIMITS, HIGHEST_AUCTION_BID + 1))
        yield (), ["drop", *(f"up to {limit}" for limit in limits)]


@redraw.premove("exchanging cards", stays=True)
def redraw_premoves(g: Brick, p: Player) -> Upcoming:
    """Keeping all cards, in every month; also while the third slot is empty for a time."""
    if len(p.stores) >= REDRAW_SLOT or redraw.answers_ahead(g, p.seat, BEFORE):
        yield (BEFORE,), ["pass"]


@sell.premove("selling", stays=True)
def sell_premoves(g: Brick, p: Player) -> Upcoming:
    """Selling all where everything finds a box, in every month, even with all stores closed."""
    if p.stores or sell.answers_ahead(g, p.seat, g.kind, stays=True):
        yield (g.kind,), [SELL_ALL]


@sell.premove("selling {0}", together=lambda g, p: True)
def sale_of_kind_premoves(g: Brick, p: Player) -> Upcoming:
    """The first sale of the kind at hand, while others sell it without competition."""
    if p.seat in g.turns[1:] and g.phase == "sale" and g.to_place == ANY_NUMBER:
        moves = sell.options(g, p, g.kind)
        yield (g.kind,), (move for move in moves if not move.endswith(ALWAYS))


@stock.premove("stocking {1}", together=lambda g, p: not g.competition)
def stock_premoves(g: Brick, p: Player) -> Upcoming:
    """How many crates of the kind at hand are bought at most, while others buy it."""
    if p.seat in g.turns[1:] and g.phase == "supply":
        numbers = range(capacity(p, g.kind), 0, -1)
        yield (first_store(g, p), g.kind), [*(f"stock all {n}" for n in numbers), "done"]


@supply_bid.premove("supply {0}")
def supply_premoves(g: Brick, p: Player) -> Iterator[tuple[tuple[str], Iterable[str]]]:
    """The kinds that the player has stores for and that are still to be stocked this month, with
    any number of crates: room and money may change until then.
    """
    if g.phase not in ("building", "advertisement", "supply"):
        return
    reached = KINDS.index(g.kind) + 1 if g.kind else 0
    for kind in KINDS[reached:]:
        if capacity(p, kind):
            yield (kind,), supply_bid.options(g, p, kind)


@sale_bid.premove("sale {0}")
def sale_premoves(g: Brick, p: Player) -> Iterator[tuple[tuple[str], tuple[str, ...]]]:
    """The kinds that the player has stores for and that are still to be sold this month."""
    if g.phase not in ("building", "advertisement", "supply", "sale"):
        return
    reached = KINDS.index(g.kind) + 1 if g.phase == "sale" and g.kind else 0
    for kind in KINDS[reached:]:
        if most := capacity(p, kind):
            yield (kind,), offers(kind, most)


@invest.premove("investing", stays=True)
def investing_premoves(g: Brick, p: Player) -> Iterator[tuple[tuple[int], list[str]]]:
    """Neither buying nor selling points, in every month."""
    yield (0,), ["pass"]


@invest.premove("investment", together=lambda g, p: g.phase == "investment")
def invest_premoves(g: Brick, p: Player) -> Iterator[tuple[tuple[int], list[str]]]:
    """Every purchase and every sale of this month, whether or not it can be paid in the end."""
    if ("investment_phase",) in g.agenda or ("invest", p.seat, 0) in g.agenda:
        purchases = [f"buy {n}" for n in range(1, purchase_limits(p)[1] + 1)]
        yield (0,), ["pass", *purchases, *(f"sell {n}" for n in range(1, p.points + 1))]


@game.next_turn
def next_turn(g: Brick, p: Player) -> Step | None:
    """The store action, or stocking or selling the kind at hand."""
    if may_act_later(g, p) and g.auction is None:
        return ("store_action", p.seat)
    if p.seat in g.turns[1:]:
        g.turns = g.turns[g.turns.index(p.seat) :]
        return ("next_stocker",) if g.phase == "supply" else ("next_seller",)
    return None


def stores_with(p: Player, word: str) -> list[str]:
    """The open stores of a player that have such a modifier."""
    return [
        store.card for store in p.stores if any(m.word == word for m in CARD[store.card].modifiers)
    ]


def may_act_later(g: Brick, p: Player) -> bool:
    """Whether a player still has the store action of this month."""
    return g.phase == "building" and g.month > 1 and not p.acted
