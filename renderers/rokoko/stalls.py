"""What one can buy beside dresses: tiles, employees, the Favor; and the silk that is kept."""

from PIL import Image

from games.words import _
from renderers.caching import cached_per_language
from renderers.canvas import Panel, Sprite, panel, paste, write
from renderers.fonts import text_width
from renderers.layout import Box
from renderers.seats import seat_token

from .asked import crossed, sheet, tag
from .colours import CREAM, GOLD_DEEP, GONE, INK, IVORY, POWDER, SOFT, block
from .market import Employee, Tile, draw_hire
from .palace import Seat
from .pieces import bale, favor, goods, palace_sign, prestige
from .reading import (
    View,
    employee_of,
    hire_hint,
    owner_of,
    phase_of,
    seats_of,
    segments_of,
    tile_of,
)


def market(view: View, w: int) -> list[Image.Image]:
    """The warehouse, the employees for hire and the Favor card in a column."""
    livre, hiring = view["players"][view["viewer"]]["livre"], view["hiring"]
    line = tuple(employee_of(card) if card else None for card in hiring["cards"])
    cost = hiring["price"] or 0
    grade = view["now"]["maker"] if phase_of(view) == "act" else "master"
    holder: int | None = view["favor"]
    return [
        shelves(view, w, 66),
        hire_sheet(w, cost, hire_hint(view), line, cost > livre or grade != "master"),
        favor_sheet(w, None if holder is None else seats_of(view)[holder], grade == "apprentice"),
    ]


def shelves(view: View, w: int, pitch: int) -> Image.Image:
    """The warehouse with the numbers of its places; a price that is too high is crossed."""
    livre = view["players"][view["viewer"]]["livre"]
    discount = view["discount"] if phase_of(view) == "extra_tile" else 0
    segments = segments_of(view)
    head = SHELF_EDGES_PX[pitch > LARGE_PX][0]
    out = shelves_sheet(len(segments), len(segments[0][1]), w, pitch).copy()
    for n, (cost, tiles) in enumerate(segments):
        cost -= discount
        row = shelf(n, max(0, cost), tiles, cost > livre, w, pitch)
        out.paste(row, (RIM_PX, head + pitch * n - SHELF_UP_PX))
    return out


def shelf_places(view: View, w: int, pitch: int) -> dict[str, Box]:
    """Where shelves show the places of the warehouse."""
    head, left = SHELF_EDGES_PX[pitch > LARGE_PX]
    found = dict[str, Box]()
    for n, (_cost, tiles) in enumerate(segments_of(view)):
        step = (w - left - 10) / len(tiles)
        for k in range(len(tiles)):
            at = left + step * k, head + pitch * n + 4
            found[f"W{n + 1} {k + 1}"] = Box(*at, round(step) - 8, pitch - 8)
    return found


def employee_places(view: View, w: int) -> dict[str, Box]:
    """Where the employees for hire stand in their sheet."""
    cards = view["hiring"]["cards"]
    return {it["id"]: Box(18, 65 + 43 * k, w - 36, 43) for k, it in enumerate(cards) if it}


LARGE_PX, RIM_PX, SHELF_UP_PX = 90, 6, 3
SHELF_EDGES_PX = ((36, 138), (58, 240))
"""Where shelves begin from the top and their tiles from the left, in small and in large."""


@block
def shelves_sheet(rows: int, places: int, w: int, pitch: int) -> Image.Image:
    large = pitch > LARGE_PX
    head, left = SHELF_EDGES_PX[large]
    out = sheet(w, head + pitch * rows + 10, large)
    if large:
        write(out, (18, 32), _("The warehouse"), "serif", 40, INK, room=left + 60)
    step = (w - left - 10) / places
    for k in range(places):
        at = (left + step * (k + 0.5), head / 2 + 4)
        write(out, at, str(k + 1), "sans-bold", 44 if large else 30, SOFT, "m")
    return out


@block
def shelf(
    n: int, cost: int, tiles: tuple[Tile | None, ...], closed: bool, w: int, pitch: int
) -> Image.Image:
    """A segment of the warehouse, within the rim of its sheet."""
    large = pitch > LARGE_PX
    left = SHELF_EDGES_PX[large][1] - RIM_PX
    out = Image.new("RGB", (w - 2 * RIM_PX, pitch), IVORY if large else CREAM)
    step, y = (out.width - left - 10 + RIM_PX) / len(tiles), SHELF_UP_PX + pitch / 2
    write(out, (14 - RIM_PX, y), f"W{n + 1}", "sans-bold", 44 if large else 34, INK)
    if any(tiles):
        px = 84 if large else 56
        tag(out, cost, px, left - px / 2 - (22 if large else 8), y, closed)
    for k, tile in enumerate(tiles):
        piece = tile_large(tile, round(step) - 8, pitch - 8)
        paste(out, piece, left + step * k, SHELF_UP_PX + 4)
    return out


@cached_per_language
def tile_large(tile: Tile | None, w: int, h: int) -> Sprite | Panel:
    """A resource tile: its silk at the left, the goods that it gives instead at the right."""
    if tile is None:
        return panel(w, h, GONE, radius=8)
    silk, gives = tile
    piece = panel(w, h, IVORY, GOLD_DEEP, 2, 8)
    out = piece.image.convert("RGB")
    step = min((w - 10) / (len(silk) + len(gives)), h * 0.8)
    for k, colour in enumerate(silk):
        px = round(min(step - 2, (h - 10) / 1.2))
        paste(out, bale(colour, px), 5 + step * (k + 0.5), h / 2, "middle")
    for k, each in enumerate(reversed(gives)):
        paste(out, goods(each, round(step - 3)), w - 5 - step * (k + 0.5), h / 2, "middle")
    out.putalpha(piece.image.getchannel("A"))
    return Sprite(out)


@block
def hire_sheet(
    w: int, cost: int, hint: str, line: tuple[Employee | None, ...], closed: bool
) -> Image.Image:
    out = Image.new("RGB", (w, 242), POWDER)
    x = draw_hire(out, cost, hint, line)
    if closed and any(line):
        paste(out, crossed(30), x + 24, 16, "middle")
    return out


@block
def favor_sheet(w: int, holder: Seat | None, closed: bool) -> Image.Image:
    out = sheet(w, 60)
    paste(out, favor(64), 16, 8)
    title = _("Favor +{livre}", livre=5) if holder is None else _("Favor")
    write(out, (96, 30), title, "serif", 36, INK, room=250)
    words = _("free to take") if holder is None else _("starts next")
    write(out, (w - 18, 31), words, "sans", 32, SOFT, "r", w - 380)
    x = w - 48 - min(w - 380, text_width(words, "sans", 32))
    if holder:
        paste(out, seat_token(*holder, 46), x, 30, "middle")
    elif closed:
        paste(out, crossed(30), x, 30, "middle")
    return out


Kept = tuple[str, str]  # a tile, its silk


def kept_tiles(view: View, w: int) -> Image.Image:
    """The tiles that the viewer has kept, one by one with their numbers; beside them, what being in
    all halls is worth.
    """
    tiles = tuple((it["id"], tile_of(it)[0]) for it in view["tables"][view["viewer"]]["tiles"])
    seats = seats_of(view)
    values = tuple((it["value"], owner_of(it, seats)) for it in view["all_halls"])
    present = len(view["tables"][view["viewer"]]["present"])
    return kept_sheet(tiles, values, present, w, phase_of(view) == "pay")


def kept_step(count: int, w: int) -> int:
    return min(190, (w - 40) // max(1, count))


def kept_places(view: View, w: int) -> dict[str, Box]:
    tiles = view["tables"][view["viewer"]]["tiles"]
    step = kept_step(len(tiles), w)
    return {it["id"]: Box(20 + step * k, 62, step - 12, 112) for k, it in enumerate(tiles)}


@block
def kept_sheet(
    tiles: tuple[Kept, ...],
    values: tuple[tuple[int, Seat | None], ...],
    present: int,
    w: int,
    lit: bool,
) -> Image.Image:
    out = sheet(w, 252, lit)
    write(out, (20, 34), _("Silk"), "serif", 40, INK, room=w - 40)
    step = kept_step(len(tiles), w)
    if not tiles:
        write(out, (20, 106), _("No silk on the shelf yet"), "sans", 32, SOFT, room=w - 40)
    for k, (id, silk) in enumerate(tiles):
        x = 20 + step * k
        paste(out, panel(step - 12, 112, IVORY, GOLD_DEEP, 2, 8), x, 62)
        px = min(50, (step - 24) // len(silk))
        for n, colour in enumerate(silk):
            at = x + (step - 12) / 2 + (n - (len(silk) - 1) / 2) * (px + 2)
            paste(out, bale(colour, px), at, 100, "middle")
        write(out, (x + (step - 12) / 2, 154), id, "sans-bold", 30, SOFT, "m", step - 16)
    paste(out, palace_sign(46, True), 20, 190)
    x = 80 + text_width(_("All halls"), "serif", 36)
    write(out, (78, 214), _("All halls"), "serif", 36, INK)
    for value, owner in values:
        if owner:
            paste(out, seat_token(*owner, 46), x + 40, 214, "middle")
            x += 66
        else:
            x = prestige(out, x + 18, 214, value, 40, INK)
    words = _("you are in {n} of {all}", n=present, all=5)
    write(out, (w - 20, 214), words, "sans", 34, INK, "r", w - x - 40)
    return out
