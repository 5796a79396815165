"""Brick & Mortar: moves that computer players need not think about."""

from __future__ import annotations

from games.brick_and_mortar.components import CARD, LOWEST
from games.brick_and_mortar.computer.estimates import crate_value
from games.brick_and_mortar.effects import points_on_close_discard, store_of
from games.brick_and_mortar.money import fewest_tokens
from games.brick_and_mortar.rules.advertisement import redraw
from games.brick_and_mortar.rules.building import (
    auction_of,
    manage,
    opening_bid,
    pay_auction,
    price_for,
    raise_bid,
    store_action,
)
from games.brick_and_mortar.rules.month_end import invest
from games.brick_and_mortar.rules.sale import SELL_ALL, sale_bid, sell
from games.brick_and_mortar.rules.sale_modifiers import buy_surplus
from games.brick_and_mortar.rules.supply import craft, pay_stock, produce, stock, supply_bid
from games.brick_and_mortar.state import OTHERWISE, Brick, Player
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


store_action.rarely_useful(
    {
        "buy {store} [tokens {count:d}]": lambda g, p, store, tokens=None: (
            tokens is not None or is_too_expensive(g, p, store)
        ),
        "auction {store}": is_too_expensive,
        "close": has_no_store_to_close,
        OTHERWISE: True,
    }
)
opening_bid.rarely_useful({"bid {price:d}": is_overbid})
raise_bid.rarely_useful({"bid {price:d}": is_overbid, OTHERWISE: True})
redraw.rarely_useful({"pass [{always}]": lambda g, p, when, always="": bool(always)})
produce.rarely_useful(
    {"supply {count:d} [{always}]": lambda g, p, store, count, always="": bool(always)}
)
craft.rarely_useful(
    {
        "points [{always}]": lambda g, p, store, always="": bool(always),
        "market [{always}]": lambda g, p, store, always="": bool(always),
    }
)
sell.rarely_useful({f"{SELL_ALL} [{{always}}]": lambda g, p, always="": bool(always)})
pay_auction.rarely_useful(
    {"pay [tokens {count:d}]": lambda g, p, price, tokens=None: tokens is not None}
)
manage.rarely_useful({"close {store}": closes_for_nothing, "scrap": True})
supply_bid.rarely_useful(
    {
        "bid {price:d} {crates:d}": lambda g, p, kind, price, crates: (
            crates > 0 or is_bid_above_value(g, p, kind, price)
        ),
    }
)
stock.rarely_useful({OTHERWISE: True})
pay_stock.rarely_useful(
    {"pay [tokens {count:d} {store}]": lambda g, p, tokens=None, card="": tokens is not None}
)
sale_bid.rarely_useful({"offer {quantity:d} [at {price:d}]": is_odd_offer})
buy_surplus.rarely_useful(
    {
        "buy {kind} {player:d} [tokens {count:d}]": (
            lambda g, p, store, kind, player, tokens=None: tokens is not None
        )
    }
)
invest.rarely_useful({"sell {count:d}": lambda g, p, purchases, count: count > MANY_POINTS})
