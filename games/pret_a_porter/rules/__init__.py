"""Prêt-à-Porter: the rulebook in its chapters, from the set-up to the ending."""

from games.pret_a_porter.rules import (
    awards,
    card_questions,
    ending,
    growth,
    locations,
    offices,
    planning,
    rounds,
    sales,
    setup,
    show,
    suppliers,
    upkeep,
)

__all__ = [
    "awards",
    "card_questions",
    "ending",
    "growth",
    "locations",
    "offices",
    "planning",
    "rounds",
    "sales",
    "setup",
    "show",
    "suppliers",
    "upkeep",
]
