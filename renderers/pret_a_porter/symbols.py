"""The emoji of the six cloths, the tokens and the five styles."""

from functools import partial

from renderers.canvas import Sprite
from renderers.symbols import SIZE_PX, Symbol, Symbols, on_ground

from .colours import CLOTHS, GREY, PAPER, STYLES
from .garments import garment
from .signs import prestige, swatch, token

WORDS = {"Q": "quality", "T": "trend", "PR": "PR"}
SMALLER = round(SIZE_PX * 0.76)
"""The size of a black sign on its ground."""


def symbols() -> Symbols:
    cloths = {
        f"cloth_{cloth}": Symbol(partial(swatch, cloth, SIZE_PX, False, False), (cloth,))
        for cloth in CLOTHS
    }
    tokens = {
        f"token_{word.lower()}": Symbol(partial(_bright, kind), (word,))
        for kind, word in WORDS.items()
    }
    styles = {
        f"style_{style.lower()}": Symbol(partial(garment, style, "dress", 92), (style,))
        for style in STYLES
    }
    return cloths | tokens | styles | {"prestige_star": Symbol(partial(_bright), ("prestige",))}


def _bright(kind: str = "") -> Sprite:
    """A token without its letter, or the star of prestige, on paper."""
    sign = token(kind, SMALLER, " ") if kind else prestige(SMALLER)
    return on_ground(sign, PAPER, GREY)
