"""The kernel: a stack of named steps over plain data, named choices, one integer of chance.

A game is a `Game` object, a state class and small functions named after its rulebook. A step runs
by itself and may plan more. A choice lists the moves of a seat, and its `does` carries them out.
The kernel decides who must answer, and handles secrets, undo, replay and storage for all games. It
knows nothing of Discord or clocks, and reads no files but the figures of games.

A game imports only this module; the parts are in `_kernel`.
"""

from games._kernel.chance import MASK, chance_after_rewind, draw_lots
from games._kernel.choice import PASSES, Choice
from games._kernel.copies import copier
from games._kernel.dials import Dials
from games._kernel.engine import Game
from games._kernel.figures import figures
from games._kernel.forms import Form, Said, Tone, Verb, do_nothing
from games._kernel.options import NoOptions, about_value, option, option_values
from games._kernel.picks import Picks
from games._kernel.plans import PLAN, SKETCH, is_plan, is_planned, plan_move, planned_moves
from games._kernel.question import Question
from games._kernel.rehearsal import Rehearsal
from games._kernel.rulebook import Card
from games._kernel.state import (
    AHEAD,
    ASIDE,
    EVERYBODY,
    HEADING,
    KIND,
    WORTH,
    IllegalMove,
    LaterRelease,
    News,
    State,
    Step,
    hidden,
    known,
    lead,
    places,
    players,
    teams,
    victory_shares,
    winners,
)
from games.reading import whole_number
from games.words import Phrase, listed, phrase

KERNEL = 1
"""The number of this interface. It rises when a game that was written for it must be changed."""

__all__ = [
    "AHEAD",
    "ASIDE",
    "EVERYBODY",
    "HEADING",
    "KERNEL",
    "KIND",
    "MASK",
    "PASSES",
    "PLAN",
    "SKETCH",
    "WORTH",
    "Card",
    "Choice",
    "Dials",
    "Form",
    "Game",
    "IllegalMove",
    "LaterRelease",
    "News",
    "NoOptions",
    "Phrase",
    "Picks",
    "Question",
    "Rehearsal",
    "Said",
    "State",
    "Step",
    "Tone",
    "Verb",
    "about_value",
    "chance_after_rewind",
    "copier",
    "do_nothing",
    "draw_lots",
    "figures",
    "hidden",
    "is_plan",
    "is_planned",
    "known",
    "lead",
    "listed",
    "option",
    "option_values",
    "phrase",
    "places",
    "plan_move",
    "planned_moves",
    "players",
    "teams",
    "victory_shares",
    "whole_number",
    "winners",
]

IllegalMove.__module__ = __name__  # so a traceback names the public module
