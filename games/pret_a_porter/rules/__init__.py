"""Prêt-à-Porter: the rulebook from top to bottom, a chapter a module; figures are in cards.toml.

setup.py           the set-up
rounds.py          the calendar, and the phases of a round
decks.py           drawing, laying out and discarding cards
planning.py        working rounds 1: placing pawns
locations.py       working rounds 2: the nine locations in their order
offices.py         locations 1 to 5: Bank, Contracts, Buildings, Employees, New Designs
suppliers.py       locations 6 to 9: materials, Last-Minute Preparations
card_questions.py  the questions that effects of cards ask
growth.py          working rounds 3: training and upgrading
upkeep.py          working rounds 4: payments, loans, and contracts that turn
show.py            exhibition rounds 1 and 2: prestige, and showing collections
awards.py          exhibition rounds 3: awards
sales.py           exhibition rounds 4: sales
ending.py          the end of the game
"""

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
