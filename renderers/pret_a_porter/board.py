"""The public board of a working month: header, street, companies."""

from PIL import Image

from .colours import page
from .companies import FIGURES_PX, GOODS_PX, HEADS_PX, paste_companies
from .header import HEADER_PX, SHOWS_SIZE, paste_header
from .reading import View
from .street import STREET_PX, paste_street

STREET_Y = HEADER_PX + SHOWS_SIZE[1] + 10


def board(view: View) -> Image.Image:
    image = page(1600, height(view["seats"]))
    paste_header(image, view)
    paste_companies(image, view, paste_street(image, view, STREET_Y))
    return image


def height(seats: int) -> int:
    return STREET_Y + STREET_PX + HEADS_PX + (FIGURES_PX + GOODS_PX) * seats + 24
