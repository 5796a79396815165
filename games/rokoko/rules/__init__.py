"""Rokoko: the rulebook from top to bottom, a chapter a module; figures and names are in cards.toml.

setup.py        the set-up, and the four phases of a round
preparation.py  Phase 1: prepare for a new round
selection.py    Phase 2: the hand
turns.py        Phase 3: the order of a turn
actions.py      Phase 3: the six main actions
dressmaking.py  Phase 3: paying for a dress, renting it out or selling it
bonuses.py      Phase 3: the bonuses that ask something
closing.py      Phase 4, and the final scoring
"""

from games.rokoko.rules import (
    actions,
    bonuses,
    closing,
    dressmaking,
    preparation,
    selection,
    setup,
    turns,
)

__all__ = [
    "actions",
    "bonuses",
    "closing",
    "dressmaking",
    "preparation",
    "selection",
    "setup",
    "turns",
]
