"""Brick & Mortar: drawing from the two decks, and reshuffling them."""

from __future__ import annotations

from games.brick_and_mortar.state import Brick, Player


def draw_store(g: Brick) -> str:
    """A Store Card off the deck, which is made of the discards once it is used up; or ""."""
    if not g.store_deck:
        g.store_deck = g.store_discards + g.draft_leftovers
        g.store_discards, g.draft_leftovers = [], []
        g.left_unseen(g, "draft_leftovers")
    return g.draw(g.store_deck) if g.store_deck else ""


def draw_market(g: Brick) -> str:
    """A Market Card off the deck, which is made of the discards once it is used up."""
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
