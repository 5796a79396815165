"""The public board of a working month: header, street, companies."""

from PIL import Image

from .colours import page
from .companies import FIGURES, GOODS, HEADS, paste_companies
from .header import HEADER, SHOWS, paste_header
from .reading import View
from .street import COLUMN, PURCHASE, ROW, paste_street

STREET = HEADER + SHOWS[1] + 10


def board(view: View) -> Image.Image:
    """Return the board of a working month; it is as long as there are companies."""
    image = page(1600, height(view["seats"])).copy()
    paste_header(image, view)
    paste_companies(image, view, paste_street(image, view, STREET))
    return image


def height(seats: int) -> int:
    """Return how high the board of so many companies is."""
    street = COLUMN[1] + ROW[1] + PURCHASE[1]
    return STREET + street + HEADS + (FIGURES + GOODS) * seats + 24
