"""The public board, put together from its rooms; nothing is drawn here."""

from PIL import Image

from renderers.caching import cached
from renderers.layout import Box
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
    window_width,
)
from .palace import (
    CELL_SIZE,
    FIREWORKS_Y,
    GABLE_BOX,
    HALLS,
    NICHE_SIZE,
    STATUES_Y,
    fireworks_block,
    fireworks_x,
    gable_block,
    ground,
    guest_box,
    hall_block,
    payer_box,
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
from .stalls import employee_places

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


def places_on_board(view: View) -> dict[str, Box]:
    """Where the board shows what moves name, by these names."""
    x, y = WAREHOUSE_BOX[0] + 6, WAREHOUSE_BOX[1] + 10
    found = {"favor": Box(*FAVOR_BOX)}
    for n, (_cost, tiles) in enumerate(segments_of(view)):
        step = 500 / len(tiles)
        for k in range(len(tiles)):
            left = x + round(126 + k * step)
            found[f"W{n + 1} {k + 1}"] = Box(left, y + 77 * n, round(step) - 8, 68)
    windows = windows_of(view)
    for k, window in enumerate(windows):
        if window.design:
            left = WORKSHOP_BOX[0] + 8 + round(k * 1520 / len(windows))
            w = window_width(len(windows))
            found[window.design.id] = Box(left, WORKSHOP_BOX[1] + 8, w, 248)
    for card, box in employee_places(view, HIRE_BOX[2]).items():
        found[card] = box.moved(*HIRE_BOX[:2])
    for hall, shown in zip(view["halls"], halls_of(view), strict=True):
        found[hall["musician"]["id"]] = payer_box(shown)
        for space in shown.spaces:
            found[f"{shown.key} {space.key}"] = guest_box(shown, space.key)
    return found | decoration_places(view)


def decoration_places(view: View) -> dict[str, Box]:
    """The decorations that are in no hall."""
    codes = {name: [it["id"] for it in found] for name, found in view["decorations"].items()}
    found = dict[str, Box]()
    for k, code in enumerate(codes["fireworks"]):
        x = fireworks_x(k, len(codes["fireworks"]))
        found[code] = Box(x - 70, FIREWORKS_Y, 140, CELL_SIZE[1])
    for k, code in enumerate(codes["statue"]):
        found[code] = Box(statue_x(k, len(codes["statue"])), STATUES_Y, *NICHE_SIZE)
    x, y = FOUNTAIN_BOX[0] + 132, FOUNTAIN_BOX[1]
    for row, step, down in (("upper", 76, 38), ("lower", 94, 117)):
        for k, code in enumerate(codes[row]):
            middle = x + (k - (len(codes[row]) - 1) / 2) * step
            found[code] = Box(middle - 25, y + down - 25, 50, 50)
    return found
