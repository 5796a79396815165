"""Prêt-à-Porter: labels and consequences of growth, and firing."""

from __future__ import annotations

from games.kernel import Phrase, phrase
from games.pret_a_porter.components import CARDS, FLIPPED, FRESH, NAME
from games.pret_a_porter.effects import price_to_turn
from games.pret_a_porter.labels.offices import card_text, consequence_firing, label_firing
from games.pret_a_porter.rules.growth import NEVER, grow, growth_sale, staff
from games.pret_a_porter.state import House, Player


def label_turning(g: House, p: Player, card: str) -> Phrase:
    """The card and what turning it costs."""
    name, trained = NAME[card], CARDS[card].kind == "employee"
    if g.growth is None or g.growth.seat != p.seat:
        cost = CARDS[card].sides[FLIPPED].cost
        ahead = "Train {card} (${cost})" if trained else "Upgrade {card} (${cost})"
        return phrase(ahead, card=name, cost=cost)
    now = "Train {card} for ${cost}" if trained else "Upgrade {card} for ${cost}"
    return phrase(now, card=name, cost=price_to_turn(g, card))


def consequence_turning(g: House, p: Player, card: str) -> Phrase:
    """What the card does then, and the upkeep."""
    change = CARDS[card].sides[FLIPPED].upkeep - CARDS[card].sides[FRESH].upkeep
    text = card_text(CARDS[card], FLIPPED)
    return phrase("Upkeep {change:+}. {text}", change=change, text=text)


grow.labels(
    {
        "train {card}": label_turning,
        "upgrade {card}": label_turning,
        "fire {card}": label_firing,
        "sell {card}": lambda g, p, card: phrase(
            "Sell {card} for ${price}", card=NAME[card], price=growth_sale(p, card)[1]
        ),
        NEVER: "No growth until I want to be asked again",
    }
)
grow.unusual("fire {card}", "sell {card}")
grow.consequences(
    {
        "train {card}": consequence_turning,
        "upgrade {card}": consequence_turning,
        "fire {card}": consequence_firing,
    }
)
staff.labels({"fire {card}": label_firing, NEVER: "Fire nobody until I want to be asked again"})
staff.unusual("fire {card}")
staff.consequences({"fire {card}": consequence_firing})
