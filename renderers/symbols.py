"""Symbols: the small pictures of things that stand beside their words on buttons, in lists and in
news. A game's module may have `symbols()`, which returns them by name; screen readers read a name
aloud. They have no letters, because people of all languages see the same ones.
"""

from collections.abc import Callable, Mapping
from functools import partial
from typing import NamedTuple

from PIL import Image

from renderers.canvas import Sprite, rounded, scaled
from renderers.seats import SEATS, seat_token

SIZE_PX = 128
"""Width and height."""


class Symbol(NamedTuple):
    """How a thing is drawn, and what the texts of its game call it in English."""

    draw: Callable[[], Sprite]
    words: tuple[str, ...]


Symbols = Mapping[str, Symbol]


def of_seats() -> Symbols:
    """The tokens of the seats, in order."""
    return {
        f"seat_{n + 1}_{shape}": Symbol(partial(seat_token, n, "", SIZE_PX), ())
        for n, (_colour, _ink, shape) in enumerate(SEATS)
    }


def square(symbol: Symbol) -> Image.Image:
    """A symbol in the middle of a transparent square."""
    drawn = symbol.draw()
    image, pad = drawn.image.convert("RGBA"), drawn.pad
    image = image.crop((pad, pad, image.width - pad, image.height - pad))
    larger = SIZE_PX / max(image.size)
    if larger < 1:
        image = scaled(image, round(image.width * larger), round(image.height * larger))
    out = Image.new("RGBA", (SIZE_PX, SIZE_PX), (0, 0, 0, 0))
    out.alpha_composite(image, ((SIZE_PX - image.width) // 2, (SIZE_PX - image.height) // 2))
    return out


def on_ground(piece: Sprite, ground: str, edge: str) -> Sprite:
    """A dark piece on a bright ground, so that it shows on a dark page too."""
    out = rounded(SIZE_PX, SIZE_PX, 20, ground, edge, 3)
    place = ((SIZE_PX - piece.image.width) // 2, (SIZE_PX - piece.image.height) // 2)
    out.alpha_composite(piece.image, place)
    return Sprite(out)
