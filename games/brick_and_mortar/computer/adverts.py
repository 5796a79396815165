"""Brick & Mortar: which Market Cards to play, for computer players.

It rests on what everybody sees and on the player's own cards, never on those of others.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import combinations, product

from games.brick_and_mortar.components import HIGHEST, KINDS, LOWEST, MARKET
from games.brick_and_mortar.computer.estimates import MEAN
from games.brick_and_mortar.computer.trading import Holding, holding, revenue
from games.brick_and_mortar.rules.advertisement import PILES
from games.brick_and_mortar.state import Brick, Player

CARDS_PER_OPPONENT = 0.9
"""The Supply Cards, and the Demand Cards, that each other player may be expected to play."""
BID_SURCHARGE_SHARE = 0.15
"""The share of the span of prices by which a crate costs more where there is competition."""


def best_cards(g: Brick, p: Player, count: int) -> str:
    """The way to play this many Market Cards that may earn most."""
    own = [each for kind in KINDS if (each := holding(g, p, kind)) and each.crates + each.space]
    gains: dict[tuple[str, int, int], float] = {}
    best, move = -1.0, ""
    for cards in combinations(sorted(p.cards), count):
        for piles in product(PILES, repeat=count):
            supply, demand = crates_and_boxes(cards, piles)
            worth = 0.0
            for each in own:
                key = each.kind, supply.get(each.kind, 0), demand.get(each.kind, 0)
                if key not in gains:
                    gains[key] = market_gain(g, each, key[1], key[2])
                worth += gains[key]
            if worth > best:
                best, move = worth, play_move(cards, piles)
    return move


def crates_and_boxes(
    cards: tuple[str, ...], piles: tuple[str, ...]
) -> tuple[dict[str, int], dict[str, int]]:
    supply = crates_on_cards(
        *[card for card, pile in zip(cards, piles, strict=True) if pile == "supply"]
    )
    demand = crates_on_cards(
        *[card for card, pile in zip(cards, piles, strict=True) if pile == "demand"]
    )
    return supply, demand


@lru_cache(maxsize=65536)
def crates_on_cards(*cards: str) -> dict[str, int]:
    crates: dict[str, int] = {}
    for card in cards:
        for kind, n in MARKET[card].items():
            crates[kind] = crates.get(kind, 0) + n
    return crates


def play_move(cards: tuple[str, ...], piles: tuple[str, ...]) -> str:
    return f"play {' '.join(f'{card} {pile}' for card, pile in zip(cards, piles, strict=True))}"


def market_gain(g: Brick, own: Holding, supply: int, demand: int) -> float:
    """What a player may earn with a kind whose crates and boxes they play."""
    more = CARDS_PER_OPPONENT * (g.seats - 1) * MEAN[own.kind]
    there, boxes = g.market[own.kind] + supply + more, demand + more
    wanted, price = own.space + own.others_space, float(LOWEST[own.kind])
    bought = min(own.space, there)
    if own.others_space and there < wanted:
        bought = there * own.space / wanted
        price += BID_SURCHARGE_SHARE * (HIGHEST[own.kind] - LOWEST[own.kind])
    others = own.others_crates + min(own.others_space, there - bought)
    with_none = revenue(own, own.crates, others, boxes)
    return max(with_none, revenue(own, own.crates + bought, others, boxes) - bought * price)
