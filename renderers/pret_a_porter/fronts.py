"""The street small: nine shop fronts with what a pawn would cost and give there for one company."""

from typing import NamedTuple

from PIL import Image

from games.words import _, listed, translate
from renderers.canvas import panel, paste, write
from renderers.layout import Box, Part
from renderers.transcript import dollars

from .colours import CLOTHS, GAIN, GLASS, GREY, INK, LINE, PAGE, block, sheet
from .reading import Pawn, View, design_of, location_of, pieces, supplier
from .shops import AWNING_PX, SIGN_PX, awning, awning_colours, draw_pieces, draw_places, draw_sign
from .signs import swatch

LEFT_PX = 40
FRONT_SIZE, STEP_X, STEP_Y = (496, 156), 512, 164
PLACE_PX = 46


class LocationCell(NamedTuple):
    """A location as one company sees it: what it says, prices and quality, or pieces."""

    number: int
    name: str
    state: str
    pawns: tuple[Pawn, ...]
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
    return LocationCell(n, it.name, it.state, it.pawns, it.free, words, prices, quality, left)


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


def fronts(view: View) -> Part:
    blocks, places = list[tuple[Image.Image, tuple[int, int]]](), dict[str, Box]()
    for k, it in enumerate(location_cells(view)):
        x, y = LEFT_PX + k % 3 * STEP_X, k // 3 * STEP_Y
        places[str(it.number)] = Box(x, y, *FRONT_SIZE)
        blocks += [
            (front(it._replace(words="", prices=(), pieces=())), (x, y)),
            (worth(is_shut(it), it.words, it.prices, it.pieces), (x + 8, y + WORTH_Y)),
        ]
    return Part(3 * STEP_Y + 4, blocks, places)


WORTH_Y, WORTH_SIZE = 90, (FRONT_SIZE[0] - 16, 60)
"""What an action is worth stands below the awning."""


def is_shut(it: LocationCell) -> bool:
    return it.state == "done" or (not it.free and it.state != "now")


@block
def front(it: LocationCell) -> Image.Image:
    """A location: its sign with the pawns, and an awning."""
    w, h = FRONT_SIZE
    out, shut = sheet(w, h), is_shut(it)
    state = "done" if shut else it.state
    paste(out, panel(w, h, PAGE if shut else GLASS, LINE if shut else INK, 3, 6), 0, 0)
    places = min(4, len(it.pawns) + it.free) * (PLACE_PX + 6) + 8
    draw_sign(out, it.number, it.name, state, w, places, it.quality)
    draw_places(out, it.pawns, it.free, w - 10, SIGN_PX / 2, places - 8, PLACE_PX)
    paste(out, awning(w, AWNING_PX, *awning_colours(state)), 0, SIGN_PX - 2)
    return out


@block
def worth(
    shut: bool,
    words: str,
    prices: tuple[tuple[int, bool], ...],
    found: tuple[tuple[str, int], ...],
) -> Image.Image:
    """What an action at a location is worth to a company."""
    out = sheet(*WORTH_SIZE, PAGE if shut else GLASS)
    y, ink = 120 - WORTH_Y, GREY if shut else INK
    write(out, (10, y), words, "sans", 34, ink, room=FRONT_SIZE[0] - 36)
    for k, ((price, lower), cloth) in enumerate(zip(prices, CLOTHS, strict=False)):
        left = 4 + k * 81
        paste(out, swatch(cloth, 40), left, y - 20)
        kind, size = ("serif-black" if lower else "serif"), 44 if price < 10 else 36
        write(out, (left + 44, y), str(price), kind, size, GAIN if lower and not shut else ink)
    draw_pieces(out, found, 12, y, 58, 74)
    return out
