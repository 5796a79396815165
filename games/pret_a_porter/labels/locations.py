"""Prêt-à-Porter: labels and consequences of using a card at a location."""

from __future__ import annotations

from games.kernel import Phrase, phrase
from games.pret_a_porter.components import CARDS, NAME
from games.pret_a_porter.labels.offices import card_text
from games.pret_a_porter.rules.locations import price
from games.pret_a_porter.state import House, Player


def consequence_price(g: House, p: Player, key: str, card: str) -> Phrase:
    """What the card says."""
    return card_text(CARDS[card], p.cards[card])


price.labels(
    {
        "use {card}": lambda g, p, key, card: phrase("Use {card} now", card=NAME[card]),
        "save {card}": lambda g, p, key, card: phrase(
            "Save {card} for a later pawn", card=NAME[card]
        ),
    }
)
price.consequences({"use {card}": consequence_price})
