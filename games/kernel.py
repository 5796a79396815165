"""The kernel: a stack of named steps over plain data, named choices, one integer of chance.

A game is a `Game` object, a state class and small functions named after its rulebook. A step runs
by itself and may plan more; a choice lists the moves of a seat, and its `does` carries one of them
out. Who must answer, secrets, undo barriers, replay and storage are here and know no game. Nothing
here knows Discord, files or clocks.

This is all that a game imports; what it is made of stands in `_kernel`, a room for each concern.
"""

from games._kernel.chance import MASK, lot, renewed
from games._kernel.choice import PASSES, Choice, Effect, Verb, do_nothing
from games._kernel.copies import copier
from games._kernel.dials import Dials
from games._kernel.engine import Card, Game, NoOptions
from games._kernel.options import about_value, option, option_values
from games._kernel.picks import Picks
from games._kernel.state import (
    EVERYBODY,
    IllegalMove,
    News,
    State,
    Step,
    hidden,
    known,
    places,
    players,
    winners,
)
from games.words import Phrase, listed, phrase

__all__ = [
    "EVERYBODY",
    "MASK",
    "PASSES",
    "Card",
    "Choice",
    "Dials",
    "Effect",
    "Game",
    "IllegalMove",
    "News",
    "NoOptions",
    "Phrase",
    "Picks",
    "State",
    "Step",
    "Verb",
    "about_value",
    "copier",
    "do_nothing",
    "hidden",
    "known",
    "listed",
    "lot",
    "option",
    "option_values",
    "phrase",
    "places",
    "players",
    "renewed",
    "winners",
]

IllegalMove.__module__ = __name__  # a traceback names what is imported, not the room
