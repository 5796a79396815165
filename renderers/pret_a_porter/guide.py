"""In planning: what a pawn would cost and give at each location, for one company."""

from typing import NamedTuple

from PIL import Image

from games.words import _, listed, translate
from renderers.caching import cached_per_language
from renderers.canvas import panel, paste, write
from renderers.fonts import fitted, text_width
from renderers.transcript import dollars

from .colours import CLOTHS, GAIN, GREY, INK, LINE, NOW_PALE, finished, page, sheet
from .reading import View, design_of, location_of, pieces, supplier
from .signs import number, rule, space, swatch, token
from .street import bonus

WIDTH_PX, LEFT_PX, RIGHT_PX = 1600, 40, 1560
HEAD_PX, CELL_PX = 76, 104
GUIDE_PX = HEAD_PX + 3 * CELL_PX + 12


class LocationCell(NamedTuple):
    """A location as one company sees it: what it says, prices and quality, or pieces."""

    number: int
    name: str
    state: str
    free: int
    words: str
    prices: tuple[tuple[int, bool], ...]
    quality: int
    pieces: tuple[tuple[str, int], ...]


def location_cells(view: View) -> tuple[LocationCell, ...]:
    return tuple(location_cell(view, n) for n in range(1, 10))


def location_cell(view: View, n: int) -> LocationCell:
    it = location_of(view, n)
    quality, prices = supplier(view, n, own=True) if n in (6, 7, 8) else (0, ())
    words = WORDS[n](view) if n in WORDS else ""
    left = pieces(view) if n == 9 else ()
    return LocationCell(n, it.name, it.state, it.free, words, prices, quality, left)


def bank_words(view: View) -> str:
    room = view["companies"][view["viewer"]]["credit_room"]
    return _("credit up to ${n}", n=room) if room else _("no credit for you now")


def contract_words(view: View) -> str:
    count = len(view["rows"]["contract"])
    return _("{n:contract|contracts}, free", n=count) if count else _("none left")


def building_words(view: View) -> str:
    cash = view["players"][view["viewer"]]["cash"]
    costs = sorted(view["facts"][card]["cost"] for card in view["rows"]["building"])
    if not costs:
        return _("none left")
    dear = sum(cost > cash for cost in costs)
    prices = listed(dollars(cost) for cost in costs)
    if not dear:
        return translate(prices)
    if dear == len(costs):
        return _("{prices}; all too dear", prices=prices)
    return _("{prices}; {n} too dear", prices=prices, n=dear)


def staff_words(view: View) -> str:
    company = view["companies"][view["viewer"]]
    room = max(0, company["places"] - len(company["employees"]))
    if not view["rows"]["employee"]:
        return _("none left")
    costs = sorted(view["facts"][card]["sides"]["a"]["upkeep"] for card in view["rows"]["employee"])
    return _("{n:place|places} free; upkeep {costs:list}", n=room, costs=costs)


def design_words(view: View) -> str:
    own = view["players"][view["viewer"]]["type"]
    row = [design_of(view, card) for card in view["rows"]["design"]]
    fitting = [it.id for it in row if it.type == own]
    if not row:
        return _("only from the deck")
    if fitting:
        return _("your type: {cards:list}", cards=fitting)
    return _("{n:design|designs}, no {type}", n=len(row), type=own)


WORDS = {1: bank_words, 2: contract_words, 3: building_words, 4: staff_words, 5: design_words}


def guide(found: tuple[LocationCell, ...]) -> Image.Image:
    out = page(WIDTH_PX, GUIDE_PX)
    out.paste(guide_head(), (0, 0))
    for k, it in enumerate(found):
        out.paste(
            draw_location_cell(it, k < 3),
            (LEFT_PX - 8 + k % 3 * 517, HEAD_PX - 5 + k // 3 * CELL_PX),
        )
    return out


@cached_per_language
def guide_head() -> Image.Image:
    out = sheet(WIDTH_PX, HEAD_PX - 5)
    rule(out, LEFT_PX, 0, RIGHT_PX, 4)
    title, note = _("A pawn for you"), _("your prices, your limits, free spaces")
    room = RIGHT_PX - LEFT_PX - text_width(title, "serif", 46) - 40
    write(out, (LEFT_PX, 38), title, "serif", 46, INK)
    write(out, (RIGHT_PX, 39), note, "sans", 34, GREY, "r", room)
    return finished(out)


@cached_per_language
def draw_location_cell(it: LocationCell, first_row: bool) -> Image.Image:
    """A location: number, name, free spaces, and what an action there is worth."""
    w, x, y = 486, 8, 5
    out = sheet(w + 16, CELL_PX + 1)
    if it.state == "now":
        paste(out, panel(w + 16, CELL_PX - 6, NOW_PALE, radius=8), 0, 3)
    if not first_row:
        rule(out, x, 0, x + w, 1, LINE)
    shut = it.state == "done" or not it.free
    paste(out, number(it.number, 42, "done" if shut else it.state), x, y + 4)
    full = _("full")
    room = w - 62 - (38 * it.free if it.free else text_width(full, "sans-bold", 30))
    name, size = fitted(it.name, "sans-bold", 36, room - (96 if it.quality else 0))
    write(out, (x + 54, y + 25), name, "sans-bold", size, GREY if shut else INK)
    if it.quality:
        left = x + 54 + text_width(name, "sans-bold", size) + 14
        write(out, (left, y + 25), f"+{it.quality}", "serif", 36, INK)
        paste(out, token("Q", 38), left + 46, y + 6)
    if it.free:
        for k in range(it.free):
            paste(out, space(34), x + w - 36 - 38 * k, y + 8)
    else:
        write(out, (x + w, y + 25), full, "sans-bold", 30, GREY, "r")
    write(out, (x + 54, y + 72), it.words, "sans", 32, INK, room=w - 54)
    for k, ((price, lower), cloth) in enumerate(zip(it.prices, CLOTHS, strict=False)):
        left = x + 10 + k * 80
        paste(out, swatch(cloth, 38), left, y + 53)
        ink = GAIN if lower else INK
        write(out, (left + 43, y + 71), str(price), "serif-black" if lower else "serif", 38, ink)
    for k, (kind, n) in enumerate(it.pieces):
        paste(out, bonus(kind, n, 50), x + 54 + k * 64, y + 50)
    return finished(out)
