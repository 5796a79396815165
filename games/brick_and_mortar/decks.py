"""Brick & Mortar: drawing from the two decks, and reshuffling them."""

from __future__ import annotations

from games.brick_and_mortar.state import Brick, Player


def draw_store(g: Brick) -> str:
    """The next Store Card, from the discards once the deck is used up; "" if there are none."""
    if not g.store_deck:
        g.store_deck = g.store_discards + g.draft_leftovers
        g.store_discards, g.draft_leftovers = [], []
        g.left_unseen(g, "draft_leftovers")
    return g.draw(g.store_deck) if g.store_deck else ""


def draw_market(g: Brick) -> str:
    """The next Market Card, from the discards once the deck is used up."""
    if not g.market_deck:
        g.market_deck = g.market_discards + g.put_away
        g.market_discards, g.put_away = [], []
        g.left_unseen(g, "put_away")
    return g.draw(g.market_deck)


def put_away(g: Brick, p: Player, card: str) -> None:
    """Discards a Market Card of the hand face down."""
    p.cards.remove(card)
    g.put_away.append(card)
    g.sees(p.seat, g, "put_away", card)
