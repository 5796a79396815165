"""The dresses in the windows, as large as a player needs them, and the one that is being made."""

from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

from PIL import Image

from games.words import _
from renderers.canvas import crop, icon, panel, paste, write
from renderers.fonts import text_width
from renderers.layout import Box, Part

from .asked import EDGE, PART_PX, crossed, tag
from .clothes import dress
from .colours import CREAM, DARK_WINDOW, GOLD_PALE, INK, IVORY, LEAF, POWDER, SILK, block
from .market import Design
from .pieces import bale, goods, prestige, purse, thimble
from .reading import View, design_of, lit_dresses, phase_of

Missing = tuple[str, int]  # a silk, y or l, and how much of it


class Option(NamedTuple):
    """A dress, the price of its window, unless it is made, whether that is too much, whether a
    master is missing, and what else.
    """

    design: Design
    price: int | None
    dark: bool
    dear: bool = False
    unfit: bool = False
    missing: tuple[Missing, ...] = ()


WINDOW_PX, NARROW_WINDOW_PX, MAX_DRESS_PX = 348, 398, 152
"""How high a window is, and a narrow one, which has its needs below the dress."""
NARROW_PX, WIDE_WINDOWS = 220, 6
"""Windows are narrow up to this width, and wide if there are no more than so many."""


def options_of(view: View) -> list[Option]:
    return [
        Option(
            design_of(it["dress"]),
            it["price"],
            it["dark"],
            it["price"] > view["players"][view["viewer"]]["livre"],
            is_unfit(view, it["dress"]),
            tuple(missing_for(view, it["dress"])),
        )
        for it in view["workshop"]
        if it["dress"]
    ]


def missing_for(view: View, needs: View) -> Iterator[Missing]:
    """The silk and goods that the viewer is missing for a dress."""
    me, silk = view["players"][view["viewer"]], view["tables"][view["viewer"]]["silk"]
    for colour, n in needs["silk"].items():
        if silk.get(colour, 0) < n:
            yield colour[0].upper(), n - silk.get(colour, 0)
    for what in ("yarn", "lace"):
        if me[what] < needs[what]:
            yield what[0], needs[what] - me[what]


def is_unfit(view: View, needs: View) -> bool:
    """Whether somebody else was played for a dress that only masters make."""
    acts = phase_of(view) in ("act", "extra_dress") and view["viewer"] in view["asked"]
    return acts and needs["master"] and view["now"]["maker"] != "master"


def windows(view: View) -> Part:
    """The dresses in the windows over the whole width, each with what is missing for it."""
    phase, now = phase_of(view), view["now"]
    made = view["making"] or {"id": ""}
    found = [it for it in options_of(view) if it.design.id != made["id"]]
    acts = phase in ("act", "extra_dress") and view["viewer"] in view["asked"]
    idle = acts and now["maker"] == "apprentice"
    ready = {it.design.id for it in found if not (it.missing or it.dear or it.unfit)}
    lit = lit_dresses(view) if acts else ready
    count = max(WIDE_WINDOWS, len(found))
    w = (PART_PX + 11) // count - 11
    row = [
        (window(it, it.design.id in lit, w), (round(k * (PART_PX + 11) / count), 56))
        for k, it in enumerate(found)
    ]
    head = windows_head(len(found), len(lit), idle)
    h = window_height(w)
    places = {it.design.id: Box(*at, w, h) for it, (_window, at) in zip(found, row, strict=True)}
    return Part(56 + (h if found else 0), [(head, (0, 0)), *row], places)


@block
def windows_head(count: int, ready: int, idle: bool) -> Image.Image:
    out = Image.new("RGB", (PART_PX, 52), POWDER)
    write(out, (4, 26), _("In the windows"), "serif", 42, INK, room=700)
    if not count:
        words = _("empty")
    elif idle:
        words = _("an apprentice makes no dress")
    else:
        words = _("you have all for {n}", n=ready) if ready else _("what you lack")
    write(out, (PART_PX - 4, 28), words, "sans", 36, INK, "r", 700)
    if count and not ready:
        paste(out, crossed(34), PART_PX - 50 - min(700, text_width(words, "sans", 36)), 10)
    return out


def window_height(w: int) -> int:
    return NARROW_WINDOW_PX if w < NARROW_PX else WINDOW_PX


def window(it: Option, ready: bool, w: int) -> Image.Image:
    """A dress with what it needs; what is missing is crossed."""
    out = window_ground(it._replace(missing=()), ready, w).copy()
    out.paste(needs(it, ready, w), needs_box(w)[:2])
    return out


@block
def window_ground(it: Option, ready: bool, w: int) -> Image.Image:
    """A dress with the price of its window and what it brings. One in a dark window is gone after
    this round.
    """
    h, design = window_height(w), it.design
    out = Image.new("RGB", (w, h), POWDER)
    fill, ink = (DARK_WINDOW, CREAM) if it.dark else (IVORY if ready else CREAM, INK)
    paste(out, panel(w, h, fill, *((GOLD_PALE, 8) if ready else (EDGE, 2)), 14), 0, 0)
    gown = dress(design.colour, design.trims, min(MAX_DRESS_PX, w - 30), False)
    x, foot = (8, 294) if w > NARROW_PX else ((w - gown.width) / 2, 268)
    paste(out, gown, x, foot - gown.height)
    if it.price is not None:
        tag(out, it.price, 62, 41, 40, it.dear)
    write(out, (76, 38), design.id, "sans-bold", 32, ink, room=w - 84)
    if design.master:
        paste(out, thimble(42), w - 50, 14)
        if it.unfit:
            paste(out, crossed(26), w - 20, 20, "middle")
    write_worth(out, design, ink, ready)
    return out


def needs_box(w: int) -> tuple[int, int, int, int]:
    """Where needs are in a window: at the right of the dress or below it."""
    return (w - 64, 60, 64, 240) if w > NARROW_PX else (0, 260, w, 90)


@block
def needs(it: Option, ready: bool, w: int) -> Image.Image:
    """Bales and goods; those that are missing come last of their kind."""
    box = needs_box(w)
    out = crop(window_ground(it._replace(missing=()), ready, w), *box)
    found, lacking = [*it.design.silk, *it.design.trims], dict(it.missing)
    places = (places_beside if w > NARROW_PX else places_below)(w, len(found))
    left = Counter(found)
    for need, (x, y, px) in zip(found, places, strict=True):
        x, y = x - box[0], y - box[1]
        piece = bale(need, round(px / 1.2)) if need in SILK else goods(need, px)
        paste(out, piece, x, y)
        if left[need] <= lacking.get(need, 0):
            paste(out, crossed(26 if px > 38 else 22), x + px - 6, y + 6, "middle")
        left[need] -= 1
    return out


Place = tuple[float, float, int]  # the corner of a need, and how large it is


def places_beside(w: int, count: int) -> Iterator[Place]:
    """Places below each other at the right."""
    step = min(54, 220 // count)
    for k in range(count):
        yield w - 58, 72 + k * step, min(46, step - 4)


def places_below(w: int, count: int) -> Iterator[Place]:
    """Places in a row, or in two of three; crosses reach over their right edges."""
    across, px = (count, 40 if count < 4 else 38) if count < 5 else (3, 36)
    step, top = min(52, (w - 8) // across), 292 if count < 5 else 274
    for k in range(count):
        row, column = divmod(k, across)
        shown = min(across, count - row * across)
        x = w / 2 + (column - shown / 2) * step + (step - px) / 2 - 4
        yield x, top + row * (px + 4), px


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


WINDOW_SIZE = (244, WINDOW_PX)


def made(view: View) -> Image.Image:
    """The dress that is being made, with what it needs."""
    design = design_of(view["making"])
    prices = (it.price for it in options_of(view) if it.design.id == design.id)
    return window(Option(design, next(prices, None), False), True, WINDOW_SIZE[0])
