"""Brick & Mortar: what a good player does that an absent one does not: auctions."""

from __future__ import annotations

from games.brick_and_mortar.computer.absent import KEPT_FOR_STOCK, best_affordable, best_in_hand
from games.brick_and_mortar.computer.stores import MONEY_PER_POINT, advantage, purchase_gain
from games.brick_and_mortar.rules.building import (
    auction_of,
    price_for,
    raise_bid,
    store_action,
)
from games.brick_and_mortar.state import Brick, Player

MIN_POINTS_BETTER = 1.0
"""Points by which a public store has to be better than one in hand to be put up."""
RAISE_DOLLARS = 2
"""By how much a good player raises in an auction, so that it does not take long."""


@store_action.expert
def buy_or_put_up(g: Brick, p: Player) -> str:
    """The store that may gain most: one in hand, or one of the row if it is clearly better."""
    own = best_in_hand(g, p)
    least = (purchase_gain(g, p, own) if own else 0) + MIN_POINTS_BETTER
    best = best_affordable(g, p, g.row)
    if best and purchase_gain(g, p, best) > least:
        return f"auction {best}"
    return f"buy {own}" if own else "pass"


@raise_bid.expert
def raise_to_worth(g: Brick, p: Player) -> str:
    """One step more, as long as the store is worth it and the money reaches for it."""
    auction = auction_of(g)
    least = price_for(p, auction.store, auction.price + 1)
    own = best_in_hand(g, p)
    instead = purchase_gain(g, p, own) if own else 0.0
    worth = (advantage(g, p, auction.store) - instead) * MONEY_PER_POINT
    beyond = int(min(worth, p.money - KEPT_FOR_STOCK)) - least
    return f"bid {auction.price + 1 + min(beyond, RAISE_DOLLARS - 1)}" if beyond >= 0 else "drop"
