"""The emoji of the dyes, the six patterns, the four garments and the cube."""

from functools import partial

from renderers.symbols import SIZE_PX, Symbol, Symbols

from .clothes import garment
from .patterns import GARMENTS, HUES, PATTERNS, bolt
from .pieces import cube, dish


def symbols() -> Symbols:
    dyes = {
        f"dye_{hue.replace('-', '_')}": Symbol(partial(dish, hue, SIZE_PX, False, False), (hue,))
        for hue in HUES
    }
    patterns = {
        f"pattern_{pattern}": Symbol(partial(bolt, pattern, SIZE_PX, SIZE_PX, 2.0), (name,))
        for pattern, name in PATTERNS.items()
    }
    garments = {
        f"garment_{kind}": Symbol(partial(garment, kind, 110, "red"), (name,))
        for kind, name in GARMENTS.items()
    }
    return {
        **dyes,
        **patterns,
        **garments,
        "silk_cube": Symbol(partial(cube, SIZE_PX), ("cube",)),
    }
