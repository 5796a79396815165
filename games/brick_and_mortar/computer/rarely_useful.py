"""Brick & Mortar: moves that computer players need not think about."""

from __future__ import annotations

from games.brick_and_mortar.components import CARD, LOWEST
from games.brick_and_mortar.computer.estimates import crate_value
from games.brick_and_mortar.effects import points_on_close_discard, store_of
from games.brick_and_mortar.money import fewest_tokens
from games.brick_and_mortar.rules.advertisement import exchange_nothing
from games.brick_and_mortar.rules.building import (
    auction_of,
    buy_from_hand,
    close_store,
    open_bidding,
    outbid,
    pass_and_close,
    pay_winning_bid,
    price_for,
    put_up,
    say_how_then_bid,
    say_how_then_buy,
    scrap,
)
from games.brick_and_mortar.rules.month_end import sell_points
from games.brick_and_mortar.rules.sale import offer_crates, sell_everything
from games.brick_and_mortar.rules.sale_modifiers import buy_crate
from games.brick_and_mortar.rules.supply import (
    add_to_market,
    bid_for_crates,
    craft_for_market,
    craft_for_points,
    pay_for_stock,
    say_payment,
)
from games.brick_and_mortar.state import Brick, Player
from games.brick_and_mortar.trade import most_placed, room

SMALL_RAISE = 3
FEW_TOKENS = 1
"""Computer players ignore larger raises in an auction (in dollars), and more Debt Tokens."""
MANY_POINTS = 3
"""Computer players ignore selling this many points or more."""


def is_too_expensive(g: Brick, p: Player, store: str) -> bool:
    """Whether the store costs several Debt Tokens."""
    return fewest_tokens(p, price_for(p, store, CARD[store].cost)) > FEW_TOKENS


def is_overbid(g: Brick, p: Player, price: int) -> bool:
    """Whether a bid jumps far up or takes several Debt Tokens."""
    auction = auction_of(g)
    if price > auction.price + SMALL_RAISE:
        return True
    due = price_for(p, auction.store, price)
    return price > auction.price and fewest_tokens(p, due) > FEW_TOKENS


def closes_for_nothing(g: Brick, p: Player, store: str) -> bool:
    return not points_on_close_discard(store_of(p, store))


def has_no_store_to_close(g: Brick, p: Player) -> bool:
    """Whether no store that could be closed gives points."""
    return not any(points_on_close_discard(store) for store in p.stores)


def is_bid_above_value(g: Brick, p: Player, kind: str, price: int) -> bool:
    """Whether no crate sells for this price."""
    return price > LOWEST[kind] and all(
        price >= crate_value(store.card, kind, 1) for store in p.stores if room(store, kind)
    )


def is_odd_offer(g: Brick, p: Player, kind: str, quantity: int, price: int = 0) -> bool:
    """Whether the price is odd, or the count neither all crates nor half of them, nor none."""
    if not quantity:
        return False
    most = most_placed(g, p, kind)
    return price % 2 == 1 or quantity not in (most, (most + 1) // 2)


put_up.rarely_useful(is_too_expensive)
open_bidding.rarely_useful(is_overbid)
outbid.rarely_useful(is_overbid)
pass_and_close.rarely_useful(has_no_store_to_close)
close_store.rarely_useful(closes_for_nothing)
offer_crates.rarely_useful(is_odd_offer)
for never in (scrap, say_how_then_buy, say_how_then_bid, say_payment):
    never.rarely_useful()
buy_from_hand.rarely_useful(
    lambda g, p, store, tokens=None: tokens is not None or is_too_expensive(g, p, store)
)
bid_for_crates.rarely_useful(
    lambda g, p, kind, price, crates: crates > 0 or is_bid_above_value(g, p, kind, price)
)
sell_points.rarely_useful(lambda g, p, purchases, count: count > MANY_POINTS)
# in every month to come
exchange_nothing.rarely_useful(lambda g, p, when, always="": bool(always))
add_to_market.rarely_useful(lambda g, p, store, count, always="": bool(always))
craft_for_points.rarely_useful(lambda g, p, store, always="": bool(always))
craft_for_market.rarely_useful(lambda g, p, store, always="": bool(always))
sell_everything.rarely_useful(lambda g, p, kind, always="": bool(always))
# with other Debt Tokens than usual
pay_winning_bid.rarely_useful(lambda g, p, price, tokens=None: tokens is not None)
pay_for_stock.rarely_useful(lambda g, p, tokens=None, card="": tokens is not None)
buy_crate.rarely_useful(lambda g, p, store, kind, player, tokens=None: tokens is not None)
