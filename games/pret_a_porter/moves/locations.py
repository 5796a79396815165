"""Prêt-à-Porter: using a card at a location, or saving it."""

from __future__ import annotations

from games.kernel import Said, phrase
from games.pret_a_porter.components import CARDS, NAME
from games.pret_a_porter.moves.offices import card_text
from games.pret_a_porter.rules.locations import save_price, use_price
from games.pret_a_porter.state import House, Player


@use_price.says
def using(g: House, p: Player, key: str, card: str) -> Said:
    return Said(phrase("Use {card} now", card=NAME[card]), card_text(CARDS[card], p.cards[card]))


@save_price.says
def saving(g: House, p: Player, key: str, card: str) -> str:
    return phrase("Save {card} for a later pawn", card=NAME[card])
