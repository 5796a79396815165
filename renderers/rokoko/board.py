"""The public board, put together from its rooms; nothing is drawn here."""

from PIL import Image

from renderers.caching import cached
from renderers.palettes import blank, quantized

from .ateliers import atelier_at, atelier_block, atelier_width, board_height
from .colours import NIGHT, game_palette
from .header import paste_header
from .market import (
    FAVOR_BOX,
    FOUNTAIN_BOX,
    HIRE_BOX,
    WAREHOUSE_BOX,
    WORKSHOP_BOX,
    favor_block,
    fountain_block,
    hire_block,
    paste_window,
    segment_block,
    shelves,
    shop_front,
)
from .palace import (
    FIREWORKS_Y,
    GABLE_BOX,
    HALLS,
    STATUES_Y,
    fireworks_block,
    fireworks_x,
    gable_block,
    ground,
    hall_block,
    statue_block,
    statue_x,
)
from .reading import (
    View,
    ateliers_of,
    basins_of,
    decorations_of,
    employee_of,
    halls_of,
    hire_hint,
    owner_of,
    seats_of,
    segments_of,
    windows_of,
)

FAVOR_LIVRE = 5  # as the letter prints it


def board(view: View) -> Image.Image:
    seats = view["seats"]
    image = market_ground(seats).copy()
    paste_header(image, view)
    paste_palace(image, view)
    paste_market(image, view)
    for who, it in enumerate(ateliers_of(view)):
        at = atelier_at(who, seats)
        image.paste(atelier_block(it, at[0], atelier_width(seats)), at)
    return image


@cached
def market_ground(seats: int) -> Image.Image:
    out = blank(1600, board_height(seats), NIGHT, game_palette())
    out.paste(ground(), (0, 0))
    out.paste(quantized(shop_front(), game_palette()), WORKSHOP_BOX[:2])
    out.paste(quantized(shelves(), game_palette()), WAREHOUSE_BOX[:2])
    return out


def paste_palace(image: Image.Image, view: View) -> None:
    seats = seats_of(view)
    bursts, statues = decorations_of(view, "fireworks"), decorations_of(view, "statue")
    for k, it in enumerate(bursts):
        x = fireworks_x(k, len(bursts))
        image.paste(fireworks_block(it, x), (x - 70, FIREWORKS_Y))
    for k, it in enumerate(statues):
        x = statue_x(k, len(statues))
        image.paste(statue_block(it, k % 4, x), (x, STATUES_Y))
    values = tuple((it["value"], owner_of(it, seats)) for it in view["all_halls"])
    image.paste(gable_block(values), GABLE_BOX[:2])
    for hall in halls_of(view):
        image.paste(hall_block(hall), HALLS[hall.key][:2])


def paste_market(image: Image.Image, view: View) -> None:
    windows = windows_of(view)
    for k, window in enumerate(windows):
        paste_window(image, window, k, len(windows))
    favor: int | None = view["favor"]
    holder = None if favor is None else seats_of(view)[favor]
    image.paste(favor_block(holder, FAVOR_LIVRE), FAVOR_BOX[:2])
    image.paste(fountain_block(*basins_of(view)), FOUNTAIN_BOX[:2])
    for k, (cost, tiles) in enumerate(segments_of(view)):
        at = (WAREHOUSE_BOX[0] + 6, WAREHOUSE_BOX[1] + 6 + 77 * k)
        image.paste(segment_block(k, cost, tiles), at)
    hiring = view["hiring"]
    line = tuple(employee_of(card) if card else None for card in hiring["cards"])
    image.paste(hire_block(hiring["price"] or 0, hire_hint(view), line), HIRE_BOX[:2])
