"""The parts of the board that a question is about, as large as their player needs them."""

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import partial
from typing import NamedTuple

from PIL import Image

from games.words import _, translate
from renderers.caching import cached, cached_per_language
from renderers.canvas import Pen, Sprite, icon, panel, paste, write
from renderers.fonts import text_width
from renderers.palettes import quantized
from renderers.seats import seat_token

from .clothes import dress, dress_height
from .colours import (
    CANDLE,
    CREAM,
    DARK_WINDOW,
    GOLD,
    GOLD_DEEP,
    GOLD_PALE,
    GONE,
    INK,
    IVORY,
    LEAF,
    PARQUET,
    POWDER,
    POWDER_DEEP,
    SILK,
    SOFT,
    WALL,
    game_palette,
)
from .icon_text import gown_sign
from .market import Design, Employee, Tile, draw_hire
from .ornaments import burst, musician, statue
from .palace import (
    Decoration,
    Hall,
    Seat,
    Space,
    dais,
    floor_space,
    gift,
    marker,
    write_hall_places,
)
from .pieces import bale, favor, goods, palace_sign, prestige, price, purse, star, thimble
from .reading import (
    View,
    decorations_of,
    design_of,
    employee_of,
    halls_of,
    hire_hint,
    lit_dresses,
    owner_of,
    phase_of,
    seats_of,
    segments_of,
    tile_of,
)

PART_PX = 1520
"""How wide a part is that takes the whole width."""
EDGE = "#CDBF9F"


class Part(NamedTuple):
    """Blocks with their places in a part of a picture that is so high."""

    height: int
    blocks: Sequence[tuple[Image.Image, tuple[int, int]]]


def viewer_of(view: View) -> Seat:
    who: int = view["viewer"]
    return seats_of(view)[who]


def done(block: Image.Image) -> Image.Image:
    return quantized(block, game_palette())


def sheet(w: int, h: int, lit: bool = False) -> Image.Image:
    """An empty sheet on the wall; a lit one is what the question is about."""
    out = Image.new("RGB", (w, h), POWDER)
    paste(out, panel(w, h, *((IVORY, GOLD_PALE, 5) if lit else (CREAM, GOLD, 2))), 0, 0)
    return out


@cached
def crossed(px: int) -> Sprite:
    """The sign of what is missing or not open."""
    pen = Pen(px)
    pen.disc(50, 50, 49, fill=CREAM)
    pen.disc(50, 50, 41, fill=SILK["R"].edge)
    for line in ([(32, 32), (68, 68)], [(32, 68), (68, 32)]):
        pen.line(line, CREAM, 14, curve=False)
    return Sprite(pen.done())


def tag(out: Image.Image, number: int, px: int, x: float, y: float, closed: bool) -> None:
    """Puts a price on its middle, crossed where it cannot be paid or is not open."""
    paste(out, price(number, px), x, y, "middle")
    if closed:
        paste(out, crossed(30), x + px * 0.42, y - px * 0.36, "middle")


# ------------------------------------------------------------------ dresses in windows

Missing = tuple[str, int]  # a silk, y, l, "livre" or "master", and how much of it


class Option(NamedTuple):
    """A dress, the price of its window, unless it is made, and what the viewer is missing."""

    design: Design
    price: int | None
    dark: bool
    missing: tuple[Missing, ...]


WINDOW_PX, MAX_DRESS_PX = 348, 152


def options_of(view: View) -> list[Option]:
    return [
        Option(
            design_of(it["dress"]),
            it["price"],
            it["dark"],
            (*missing_for(view, it["dress"], it["price"]), *unfit(view, it["dress"])),
        )
        for it in view["workshop"]
        if it["dress"]
    ]


def missing_for(view: View, needs: View, cost: int) -> Iterator[Missing]:
    """What the viewer is missing for a dress: silk, goods and money."""
    me, silk = view["players"][view["viewer"]], view["tables"][view["viewer"]]["silk"]
    for colour, n in needs["silk"].items():
        if silk.get(colour, 0) < n:
            yield colour[0].upper(), n - silk.get(colour, 0)
    for what in ("yarn", "lace"):
        if me[what] < needs[what]:
            yield what[0], needs[what] - me[what]
    if me["livre"] < cost:
        yield "livre", cost - me["livre"]


def unfit(view: View, needs: View) -> Iterator[Missing]:
    """A master, where somebody else was played for a dress that only masters make."""
    acts = phase_of(view) in ("act", "extra_dress") and view["viewer"] in view["asked"]
    if acts and needs["master"] and view["now"]["maker"] != "master":
        yield "master", 1


def windows(view: View) -> Part:
    """The dresses in the windows over the whole width, each with what is missing for it."""
    phase, now = phase_of(view), view["now"]
    made = view["making"] or {"id": ""}
    found = [it for it in options_of(view) if it.design.id != made["id"]]
    acts = phase in ("act", "extra_dress") and view["viewer"] in view["asked"]
    idle = acts and now["maker"] == "apprentice"
    lit = lit_dresses(view) if acts else {it.design.id for it in found if not it.missing}
    count = len(view["workshop"])
    w = (PART_PX + 11) // count - 11
    row = [
        (window(it, it.design.id in lit, w), (round(k * (PART_PX + 11) / count), 56))
        for k, it in enumerate(found)
    ]
    return Part(56 + WINDOW_PX, [(windows_head(len(lit), idle), (0, 0)), *row])


@cached_per_language
def windows_head(ready: int, idle: bool) -> Image.Image:
    out = Image.new("RGB", (PART_PX, 52), POWDER)
    write(out, (4, 26), _("In the windows"), "serif", 42, INK, room=700)
    if idle:
        words = _("an apprentice makes no dress")
    else:
        words = _("you have all for {n}", n=ready) if ready else _("what you lack")
    write(out, (PART_PX - 4, 28), words, "sans", 36, INK, "r", 700)
    if not ready:
        paste(out, crossed(34), PART_PX - 50 - min(700, text_width(words, "sans", 36)), 10)
    return done(out)


@cached_per_language
def window(it: Option, ready: bool, w: int) -> Image.Image:
    """A dress with the price of its window, what it needs, with what is missing crossed, and what
    it brings. One in a dark window is gone after this round.
    """
    h, design, lacking = WINDOW_PX, it.design, dict(it.missing)
    out = Image.new("RGB", (w, h), POWDER)
    fill, ink = (DARK_WINDOW, CREAM) if it.dark else (IVORY if ready else CREAM, INK)
    paste(out, panel(w, h, fill, *((GOLD_PALE, 8) if ready else (EDGE, 2)), 14), 0, 0)
    px = min(MAX_DRESS_PX, w - 66)
    paste(out, dress(design.colour, design.trims, px, False), 8, 294 - dress_height(px))
    if it.price is not None:
        tag(out, it.price, 62, 41, 40, "livre" in lacking)
    write(out, (76, 38), design.id, "sans-bold", 32, ink, room=w - 84)
    if design.master:
        paste(out, thimble(42), w - 50, 14)
        if "master" in lacking:
            paste(out, crossed(26), w - 20, 20, "middle")
    draw_needs(out, it, w - 58)
    write_worth(out, design, ink, ready)
    return done(out)


def draw_needs(out: Image.Image, it: Option, x: int) -> None:
    """Draws bales and goods below each other; those that are missing come last of their kind."""
    needs, lacking = [*it.design.silk, *it.design.trims], dict(it.missing)
    y, left = 72, Counter(needs)
    step = min(54, (292 - y) // len(needs))
    px = min(46, step - 4)
    for k, need in enumerate(needs):
        piece = bale(need, round(px / 1.2)) if need in SILK else goods(need, px)
        paste(out, piece, x, y + k * step)
        if left[need] <= lacking.get(need, 0):
            paste(out, crossed(26), x + px - 6, y + k * step + 6, "middle")
        left[need] -= 1


def write_worth(out: Image.Image, design: Design, ink: str, ready: bool) -> None:
    """Writes the prestige of a dress and what it sells for, and a tick between them."""
    y, right, size = out.height - 32, out.width - 10, 44 if out.width > 200 else 40
    end = prestige(out, 8, y, design.prestige, size, ink)
    value, px = str(design.value), size - 8 if out.width > 200 else 28
    write(out, (right, y), value, "serif", size, ink, "r")
    left = right - text_width(value, "serif", size) - px - 4
    paste(out, purse(px), left, y - px / 2)
    if ready and left - end > 40:
        paste(
            out, icon("tick", 36, LEAF if ink == INK else GOLD_PALE), (end + left) / 2, y, "middle"
        )


# ------------------------------------------------------------------------- the market


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
    rows = tuple(
        (max(0, cost - discount), tiles, cost - discount > livre)
        for cost, tiles in segments_of(view)
    )
    return shelves_sheet(rows, w, pitch)


Shelf = tuple[int, tuple[Tile | None, ...], bool]  # the price, the tiles, whether that is too much


@cached_per_language
def shelves_sheet(rows: tuple[Shelf, ...], w: int, pitch: int) -> Image.Image:
    large = pitch > 90
    head, left = (58, 240) if large else (36, 138)
    out = sheet(w, head + pitch * len(rows) + 10, large)
    if large:
        write(out, (18, 32), _("The warehouse"), "serif", 40, INK, room=left + 60)
    count = len(rows[0][1])
    step = (w - left - 10) / count
    for k in range(count):
        at = (left + step * (k + 0.5), head / 2 + 4)
        write(out, at, str(k + 1), "sans-bold", 44 if large else 30, SOFT, "m")
    for n, (cost, tiles, closed) in enumerate(rows):
        y = head + pitch * n
        write(out, (14, y + pitch / 2), f"W{n + 1}", "sans-bold", 44 if large else 34, INK)
        if any(tiles):
            px = 84 if large else 56
            tag(out, cost, px, left - px / 2 - (22 if large else 8), y + pitch / 2, closed)
        for k, tile in enumerate(tiles):
            piece = tile_large(tile, round(step) - 8, pitch - 8)
            paste(out, piece, left + step * k, y + 4)
    return done(out)


@cached_per_language
def tile_large(tile: Tile | None, w: int, h: int) -> Sprite:
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


@cached_per_language
def hire_sheet(
    w: int, cost: int, hint: str, line: tuple[Employee | None, ...], closed: bool
) -> Image.Image:
    out = Image.new("RGB", (w, 242), POWDER)
    x = draw_hire(out, cost, hint, line)
    if closed and any(line):
        paste(out, crossed(30), x + 24, 16, "middle")
    return done(out)


@cached_per_language
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
    return done(out)


# ------------------------------------------------------------------------ decorations


class Offer(NamedTuple):
    """A decoration with its price for the viewer, and whether that or a rule is in the way."""

    cost: int
    closed: bool
    owner: Seat | None
    gain: int
    fresh: bool


class Stand(NamedTuple):
    """A musician: the hall, and how strong the viewer and the best of the others are there."""

    name: str
    own: int
    other: int
    offer: Offer


DECORATIONS_PX, STANDS_PX = 172, 166


def decorations(view: View) -> Part:
    """What can be funded: musicians above; statues, fountain and fireworks below."""
    stands = tuple(
        Stand(name, own, other, it)
        for (name, own, other, _points), it in zip(rivals_of(view), musicians(view), strict=True)
    )
    upper = view["decorations"]["upper"]
    rows = {name: offers(view, name) for name in ("statue", "upper", "lower", "fireworks")}
    table = view["statue_table"]
    mine = sum(it["owner"] == view["viewer"] for it in view["decorations"]["statue"])
    next_statue = table[mine + 1] - table[mine] if mine + 1 < len(table) else 0
    fountain = tuple(
        offer._replace(gain=income)
        for offer, income in zip(rows["upper"], (it["income"] for it in upper), strict=True)
    )
    groups = (rows["statue"], (*fountain, *rows["lower"]), rows["fireworks"])
    blocks = [
        (stands_sheet(stands, viewer_of(view)), (0, 0)),
        (groups_sheet(groups, len(upper), next_statue), (0, STANDS_PX + 10)),
    ]
    return Part(STANDS_PX + 10 + DECORATIONS_PX, blocks)


def musicians(view: View) -> tuple[Offer, ...]:
    paid = [hall["musician"] for hall in view["halls"]]
    found = [
        Decoration(it.cost, each["prestige"], it.musician, it.fresh)
        for it, each in zip(halls_of(view), paid, strict=True)
    ]
    return tuple(map(partial(offer, view, False), found))


def offers(view: View, kind: str) -> tuple[Offer, ...]:
    """The decorations of a kind; of each row of the fountain a player has only one."""
    found = view["decorations"][kind]
    fountain = kind in ("upper", "lower")
    taken = fountain and any(it["owner"] == view["viewer"] for it in found)
    return tuple(map(partial(offer, view, taken), decorations_of(view, kind)))


def offer(view: View, taken: bool, it: Decoration) -> Offer:
    discount = view["discount"] if phase_of(view) == "extra_decoration" else 0
    cost = max(0, it.cost - discount)
    closed = taken or cost > view["players"][view["viewer"]]["livre"]
    return Offer(cost, closed, it.owner, it.prestige, it.fresh)


def mark(out: Image.Image, it: Offer, x: float, y: float, px: int) -> None:
    """Puts the price of a decoration on its place, or the token of who has paid."""
    if it.owner is None:
        tag(out, it.cost, px, x, y, it.closed)
    else:
        marker(out, Decoration(it.cost, it.gain, it.owner, it.fresh), x, y, px - 6)


@cached_per_language
def stands_sheet(stands: tuple[Stand, ...], mine: Seat) -> Image.Image:
    out = sheet(PART_PX, STANDS_PX)
    step = (PART_PX - 20) // len(stands)
    for k, it in enumerate(stands):
        x = 10 + step * k
        paste(out, musician(k + 1, 92, it.offer.owner is not None), x + 50, 84, "middle")
        write(out, (x + 100, 36), it.name, "serif", 36, INK, room=step - 104)
        mark(out, it.offer, x + 134, 102, 66)
        prestige(out, x + 176, 84, it.offer.gain, 44, INK)
        paste(out, seat_token(*mine, 34), x + 176, 113)
        write(out, (x + 216, 130), f"{it.own} : {it.other}", "serif", 40, SOFT)
    return done(out)


@cached_per_language
def groups_sheet(
    groups: tuple[tuple[Offer, ...], ...], upper: int, next_statue: int
) -> Image.Image:
    """Statues, fountain, fireworks: prices above, and below each what it brings."""
    out = sheet(PART_PX, DECORATIONS_PX)
    step = (PART_PX - 60) / sum(map(len, groups))
    titles = (_("Statues"), _("Fountain"), _("Fireworks"))
    signs = (statue(0, 34, False), fountain_sign(40), burst(44, True))
    x = 12.0
    for kind, (title, sign, found) in enumerate(zip(titles, signs, groups, strict=True)):
        end = x + step * len(found)
        paste(out, sign, x + 24, 28, "middle")
        more = f" +{next_statue}" if kind == 0 else ""
        room = end - x - 62
        shown = title + more
        write(out, (x + 52, 28), shown, "serif", 34, INK, room=room - (36 if more else 0))
        if more:
            run = min(room - 36, text_width(shown, "serif", 34))
            paste(out, star(30), x + 56 + run, 12)
        for k, it in enumerate(found):
            middle = x + step * (k + 0.5)
            mark(out, it, middle, 88, 62)
            if kind == 2:
                prestige(out, middle - 27, 144, it.gain, 36, INK)
            elif kind == 1:
                words = f"+{it.gain if k < upper else 1}"
                write(out, (middle - (0 if k < upper else 15), 144), words, "serif", 32, INK, "m")
                if k >= upper:
                    paste(out, gown_sign(32), middle + 19, 144, "middle")
        x = end + 18
    return done(out)


@cached
def fountain_sign(px: int) -> Sprite:
    pen = Pen(px)
    pen.poly([(8, 36), (92, 36), (78, 56), (22, 56)], POWDER_DEEP)
    pen.poly([(2, 70), (98, 70), (84, 94), (16, 94)], POWDER_DEEP)
    pen.poly([(44, 8), (56, 8), (56, 90), (44, 90)], POWDER_DEEP)
    return Sprite(pen.done())


# ------------------------------------------------------------------------------ halls

Rival = tuple[str, int, int, int]  # a hall, own strength, the best other one, own points
HALL_PX, HEAD_PX = 172, 424


def rivals_of(view: View) -> tuple[Rival, ...]:
    """How the viewer stands in each hall."""
    who = view["viewer"]
    return tuple(
        (
            _("King’s") if hall["key"] == "king" else translate(hall["name"]),
            hall["strength"][who],
            max(n for seat, n in enumerate(hall["strength"]) if seat != who),
            hall["points"][who],
        )
        for hall in view["halls"]
    )


def halls(view: View) -> Part:
    """The halls below each other: who leads, and the spaces with their numbers."""
    step = HALL_PX + 8
    blocks = [
        (hall_row(hall, own, other), (0, step * k))
        for k, (hall, (_name, own, other, _points)) in enumerate(
            zip(halls_of(view), rivals_of(view), strict=True)
        )
    ]
    return Part(step * len(blocks) - 8, blocks)


@cached_per_language
def hall_row(hall: Hall, own: int, other: int) -> Image.Image:
    out = Image.new("RGB", (PART_PX, HALL_PX), POWDER)
    paste(out, panel(PART_PX, HALL_PX, CANDLE, GOLD, 3), 0, 0)
    paste(out, panel(PART_PX - HEAD_PX - 8, 44, PARQUET, radius=12), HEAD_PX, HALL_PX - 48)
    write(out, (18, 36), hall.name, "serif", 44, INK, room=HEAD_PX - 140)
    number = 1 if hall.key == "king" else int(hall.key)
    paste(out, musician(number, 54, hall.musician is not None), HEAD_PX - 94, 36, "middle")
    marker(out, Decoration(hall.cost, 0, hall.musician, hall.fresh), HEAD_PX - 42, 34, 50)
    write_hall_places(out, hall.standings, 18, 92, HEAD_PX - 10)
    words = _("you {own}, best other {other}", own=own, other=other)
    write(out, (18, 142), words, "sans", 32, SOFT, room=HEAD_PX - 36)
    step = (PART_PX - HEAD_PX - 16) / len(hall.spaces)
    for k, space in enumerate(hall.spaces):
        left = round(HEAD_PX + step * k)
        paste(out, panel(round(step) - 10, HALL_PX - 60, WALL, radius=12), left + 4, 8)
        hall_space(out, space, left + step / 2 - 1)
    return done(out)


def hall_space(out: Image.Image, space: Space, x: float) -> None:
    """Draws a guest with their token, or what a free space gives, with its number where it is
    open.
    """
    foot = HALL_PX - 34
    if space.master:
        paste(out, dais(100), x - 50, foot - 20 if space.guest else 70)
    if space.guest:
        owner, colour, trims, _fresh = space.guest
        paste(out, dress(colour, trims, 90), x - 45, foot - dress_height(90) + 14)
        paste(out, seat_token(*owner, 48), x + 40, foot + 2, "middle")
        return
    if space.master:
        paste(out, thimble(66), x, 54, "middle")
        if not space.number:
            paste(out, crossed(34), x + 32, 28, "middle")
    else:
        paste(out, floor_space(84, bool(space.number)), x, 62, "middle")
        gift(out, space.gift, round(x), 62, 60)
    if space.number:
        paste(out, panel(60, 54, INK, GOLD_PALE, 3, 12), x - 30, foot - 24)
        write(out, (x, foot + 3), space.number, "sans-bold", 44, CREAM, "m")


# ------------------------------------------------------------- a dress in the making

WINDOW_SIZE = (244, WINDOW_PX)


def made(view: View) -> Image.Image:
    """The dress that is being made, with what it needs."""
    design = design_of(view["making"])
    prices = (it.price for it in options_of(view) if it.design.id == design.id)
    return window(Option(design, next(prices, None), False, ()), True, WINDOW_SIZE[0])


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


@cached_per_language
def kept_sheet(
    tiles: tuple[Kept, ...],
    values: tuple[tuple[int, Seat | None], ...],
    present: int,
    w: int,
    lit: bool,
) -> Image.Image:
    out = sheet(w, 252, lit)
    write(out, (20, 34), _("Silk"), "serif", 40, INK, room=w - 40)
    step = min(190, (w - 40) // max(1, len(tiles)))
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
    return done(out)
