"""Brick & Mortar: what stores are worth, for computer players."""

from __future__ import annotations

from games.brick_and_mortar.components import CARD, SLOTS
from games.brick_and_mortar.points import EMPTY_SLOT_POINTS
from games.brick_and_mortar.rules.building import price_for
from games.brick_and_mortar.state import Brick, Player

MEASURED: dict[str, float] = {
    "advertisement_agency": -3.0,
    "antique_store": 1.8,
    "art_gallery": 1.2,
    "art_liquidator": -0.5,
    "art_peddler": -2.8,
    "art_purveyor": 0.1,
    "art_studio": 3.1,
    "auction_house": 2.9,
    "bakery": -3.0,
    "bank": 0.3,
    "bazaar": 5.5,
    "clothing_distributor": -1.0,
    "clothing_exporter": -1.1,
    "clothing_importer": -0.9,
    "clothing_wholesaler": 0.8,
    "consignment_store": -1.6,
    "convenience_store": 0.6,
    "corner_grocery": 0.3,
    "department_store": 5.0,
    "designer_boutique": 1.2,
    "designer_knockoffs": 0.2,
    "duty_free": 5.2,
    "electronics_distributor": -0.8,
    "electronics_exporter": 0.2,
    "electronics_importer": -0.3,
    "electronics_liquidator": -0.4,
    "electronics_peddler": -2.4,
    "electronics_surplus": -5.2,
    "electronics_wholesaler": 0.6,
    "estate_seller": 2.6,
    "exporter": 2.1,
    "factory_thirds": 2.5,
    "farmers_market": 0.7,
    "flea_market": 2.9,
    "food_bank": -1.1,
    "food_distributor": -0.1,
    "food_wholesaler": 1.9,
    "freezer": -2.6,
    "fulfillment_center_a": -0.8,
    "fulfillment_center_b": -0.5,
    "fulfillment_center_c": -0.9,
    "fulfillment_center_hybrid": -0.6,
    "gadget_shop": -1.0,
    "jeweler": 0.0,
    "jewelry_collector": -4.2,
    "jewelry_crafter": 3.9,
    "jewelry_liquidator": 0.3,
    "jewelry_peddler": -2.5,
    "knockoff_electronics": 0.3,
    "large_canning_factory": 1.0,
    "large_loading_dock": -1.4,
    "large_textile_mill": 0.8,
    "mall_gallery": 2.7,
    "market_research_firm": -1.4,
    "outlet_store": 1.8,
    "pawn_shop": -0.5,
    "private_catering": 2.7,
    "resale_shop": 2.9,
    "small_canning_factory": -0.2,
    "small_loading_dock": -1.5,
    "small_textile_mill": -0.3,
    "solar_roof": -0.5,
    "souvenir_stand": 1.4,
    "starting_1": 1.4,
    "starting_2": -0.4,
    "starting_3": 1.0,
    "starting_4": 0.7,
    "starting_5": -0.8,
    "starting_6": -1.2,
    "thrift_store": 1.4,
    "warehouse": -5.0,
}
"""By how many points players came out ahead of others with a store that they had for six months at
its printed cost: measured over 5,000 games of default moves in which stores were bought at random.
"""
MEASURED_MONTHS = 6
"""The months of that measure."""
ANY_STORE_POINTS = 3.0
"""What any store brings in such a time, in points, beside what was measured."""
MONEY_PER_POINT = 3.5
"""The money that a point costs when points are bought steadily."""
POINTS_PER_MONTH = 6
"""The points that a player may expect to gain in a month."""


def income(store: str, months: int) -> float:
    """The points from what an open store earns in so many months."""
    card = CARD[store]
    whole = ANY_STORE_POINTS + MEASURED[store] + card.cost / MONEY_PER_POINT - card.points
    return whole * months / MEASURED_MONTHS


def months_to_come(g: Brick) -> int:
    """The months of sales still to come, with this one, at the players' pace of points."""
    to_goal = g.goal - max(p.points for p in g.players)
    return min(g.last_month - g.month, max(0, to_goal) // POINTS_PER_MONTH + 1) + 1


def least_valuable_store(g: Brick, p: Player) -> str:
    """The open store that is missed least."""
    months = months_to_come(g)
    cards = [store.card for store in p.stores]
    return min(cards, key=lambda card: income(card, months) + CARD[card].points)


def advantage(g: Brick, p: Player, store: str) -> float:
    """The points that a store may bring before its cost; where all slots are taken, beyond those of
    the store that it replaces.
    """
    months = months_to_come(g)
    gained = income(store, months) + CARD[store].points
    if len(p.stores) < SLOTS:
        return gained + EMPTY_SLOT_POINTS[len(p.stores)]
    least = least_valuable_store(g, p)
    return gained - income(least, months) - CARD[least].points


def purchase_gain(g: Brick, p: Player, store: str) -> float:
    """The points that a store may bring beyond its printed cost."""
    return advantage(g, p, store) - price_for(p, store, CARD[store].cost) / MONEY_PER_POINT
