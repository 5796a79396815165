"""The emoji of the five kinds of goods and of points."""

from functools import partial

from renderers.symbols import SIZE_PX, Symbol, Symbols

from .badges import rosette
from .colours import GOODS
from .goods import emblem


def symbols() -> Symbols:
    goods = {
        f"goods_{kind}": Symbol(partial(emblem, kind, SIZE_PX, False), (kind,)) for kind in GOODS
    }
    return goods | {"points_rosette": Symbol(partial(rosette, SIZE_PX), ("point", "points"))}
