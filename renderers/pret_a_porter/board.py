"""The public board of a working month: header, the shows to come, street, companies."""

from PIL import Image

from .colours import page
from .header import HEADER_PX, RUNWAY_PX, next_runway, paste_header
from .houses import houses_high, paste_houses
from .reading import View
from .street import STREET_PX, paste_street

STREET_Y = HEADER_PX + RUNWAY_PX + 2
HOUSES_Y = STREET_Y + STREET_PX + 4


def board(view: View) -> Image.Image:
    image = page(1600, HOUSES_Y + houses_high(view["seats"]) + 24)
    paste_header(image, view)
    image.paste(next_runway(view), (0, HEADER_PX))
    paste_street(image, view, STREET_Y)
    paste_houses(image, view, HOUSES_Y)
    return image
