"""The dresses in the windows, as large as a player needs them, and the one that is being made."""

from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

from PIL import Image

from games.words import _
from renderers.caching import cached_per_language
from renderers.canvas import icon, panel, paste, write
from renderers.fonts import text_width

from .asked import EDGE, PART_PX, Part, crossed, done, tag
from .clothes import dress, dress_height
from .colours import CREAM, DARK_WINDOW, GOLD_PALE, INK, IVORY, LEAF, POWDER, SILK
from .market import Design
from .pieces import bale, goods, prestige, purse, thimble
from .reading import View, design_of, lit_dresses, phase_of

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


WINDOW_SIZE = (244, WINDOW_PX)


def made(view: View) -> Image.Image:
    """The dress that is being made, with what it needs."""
    design = design_of(view["making"])
    prices = (it.price for it in options_of(view) if it.design.id == design.id)
    return window(Option(design, next(prices, None), False, ()), True, WINDOW_SIZE[0])
