"""The emoji of silk, yarn, lace, dresses, grades, decorations and prestige."""

from functools import partial

from renderers.symbols import SIZE_PX, Symbol, Symbols

from .clothes import dress
from .colours import GRADES, SILK
from .ornaments import basins, burst, musician, statue
from .pieces import bale, crest, goods, star

COLOURS = {"R": "red", "Y": "yellow", "B": "blue", "G": "green"}


def symbols() -> Symbols:
    silk = {
        f"silk_{COLOURS[each]}": Symbol(partial(bale, each, 106, False), (COLOURS[each],))
        for each in SILK
    }
    dresses = {
        f"dress_{COLOURS[each]}": Symbol(
            partial(dress, each, "", 84, False, False), (f"{COLOURS[each]} dress",)
        )
        for each in SILK
    }
    grades = {
        f"grade_{grade}": Symbol(partial(crest, grade, SIZE_PX, False), (grade,))
        for grade in GRADES
    }
    return {
        **silk,
        **dresses,
        **grades,
        "yarn_ball": Symbol(partial(goods, "y", SIZE_PX), ("yarn",)),
        "lace_rosette": Symbol(partial(goods, "l", SIZE_PX), ("lace",)),
        "musician": Symbol(partial(musician, 0, SIZE_PX, True), ("musician", "musicians")),
        "statue": Symbol(partial(statue, 0, 112, True), ("statue", "statues")),
        "fountain": Symbol(partial(basins, SIZE_PX), ("fountain",)),
        "fireworks": Symbol(partial(burst, SIZE_PX, True), ("fireworks",)),
        "prestige_star_gold": Symbol(partial(star, SIZE_PX), ("prestige",)),
    }
