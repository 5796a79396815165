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
from games.brick_and_mortar.state import ALWAYS, OTHERWISE, Brick, Player
from games.brick_and_mortar.trade import most_placed, room

SMALL_RAISE = 3
FEW_TOKENS = 1
"""Computer players ignore larger raises in an auction (in dollars), and more Debt Tokens."""
MANY_POINTS = 3
"""Computer players ignore selling this many points or more."""


def dear(g: Brick, p: Player, store: str) -> bool:
    """Whether a store cannot be paid but with several tokens."""
    return fewest_tokens(p, price_for(p, store, CARD[store].cost)) > FEW_TOKENS


def rash(g: Brick, p: Player, price: int) -> bool:
    """Whether a bid jumps far up or is more than there is."""
    auction = auction_of(g)
    if price > auction.price + SMALL_RAISE:
        return True
    due = price_for(p, auction.store, price)
    return price > auction.price and fewest_tokens(p, due) > FEW_TOKENS


def brings_nothing(g: Brick, p: Player, store: str) -> bool:
    """Whether closing a store gives no points."""
    return not points_on_close_discard(store_of(p, store))


def nothing_to_gain(g: Brick, p: Player) -> bool:
    """Whether closing any store gives no points."""
    return not any(points_on_close_discard(store) for store in p.stores)


def beyond_value(g: Brick, p: Player, kind: str, price: int) -> bool:
    """Whether no crate may bring as much."""
    return price > LOWEST[kind] and all(
        price >= crate_value(store.card, kind, 1) for store in p.stores if room(store, kind)
    )


def odd(g: Brick, p: Player, kind: str, quantity: int, price: int) -> bool:
    """Whether an offer differs little from one of all or half the crates at an even price."""
    most = most_placed(g, p, kind)
    return price % 2 == 1 or quantity not in (most, (most + 1) // 2)


store_action.rarely_useful(
    {
        "buy {store}": dear,
        "buy {store} tokens {count:d}": True,
        "auction {store}": dear,
        "close": nothing_to_gain,
        OTHERWISE: True,
    }
)
opening_bid.rarely_useful({"bid {price:d}": rash})
raise_bid.rarely_useful({"bid {price:d}": rash, OTHERWISE: True})
redraw.rarely_useful({f"pass {ALWAYS}": True})
produce.rarely_useful({f"supply {{count:d}} {ALWAYS}": True})
craft.rarely_useful({f"points {ALWAYS}": True, f"market {ALWAYS}": True})
sell.rarely_useful({f"{SELL_ALL} {ALWAYS}": True})
pay_auction.rarely_useful({"pay tokens {count:d}": True})
manage.rarely_useful({"close {store}": brings_nothing, "scrap": True})
supply_bid.rarely_useful(
    {
        "bid {price:d} {crates:d}": lambda g, p, kind, price, crates: (
            crates > 0 or beyond_value(g, p, kind, price)
        ),
    }
)
stock.rarely_useful({OTHERWISE: True})
pay_stock.rarely_useful({"pay tokens {count:d} {store}": True})
sale_bid.rarely_useful({"offer {quantity:d} at {price:d}": odd})
buy_surplus.rarely_useful({"buy {kind} {player:d} tokens {count:d}": True})
invest.rarely_useful({"sell {count:d}": lambda g, p, purchases, count: count > MANY_POINTS})
