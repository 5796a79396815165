"""The emoji of the five wigs: their tiles."""

from functools import partial

from renderers.symbols import Symbol, Symbols

from .colours import NAMES, PLURALS, TYPES
from .pieces import tile


def symbols() -> Symbols:
    return {
        f"wig_{NAMES[kind].lower().replace(' ', '_')}": Symbol(
            partial(tile, kind, 118, 122, 44), (NAMES[kind], PLURALS[kind])
        )
        for kind in TYPES
    }
