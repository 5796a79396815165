"""The public board of a working month: header, the shows to come, street, companies."""

from collections.abc import Sequence

from PIL import Image

from renderers.layout import Box

from .colours import page
from .header import HEADER_PX, RUNWAY_PX, next_runway, paste_header
from .houses import houses_high, paste_houses
from .reading import View
from .street import STREET_PX, card_box, location_box, paste_street

STREET_Y = HEADER_PX + RUNWAY_PX + 2
HOUSES_Y = STREET_Y + STREET_PX + 4


def board(view: View) -> Image.Image:
    image = page(1600, HOUSES_Y + houses_high(view["seats"]) + 24)
    paste_header(image, view)
    image.paste(next_runway(view), (0, HEADER_PX))
    paste_street(image, view, STREET_Y)
    paste_houses(image, view, HOUSES_Y)
    return image


def boxes_on_board(view: View, words: Sequence[str]) -> list[Box]:
    """The location where a move places a pawn, the deck of designs, the cards on the street."""
    verb, *rest = words
    numbers = [int(rest.pop(0))] if verb == "place" else [5] if "deck" in rest else []
    shops = [location_box(n, STREET_Y) for n in numbers]
    cards = (card_box(view, word, STREET_Y) for word in rest)
    return [*shops, *filter(None, cards)]
