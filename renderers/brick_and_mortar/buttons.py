"""The seven phases as enamel buttons, and the windows in which stores act."""

import math
from collections.abc import Callable

from PIL import Image

from games.words import phrase, translate
from renderers.caching import cached, cached_per_language
from renderers.canvas import Pen, Sprite, paste, rounded, write
from renderers.transcript import joined

from .colours import ALARM, CREAM, DIM, ENAMEL, GOODS, INK, LAMP, PAPER, SPENT
from .goods import box, emblem

PHASE_NAMES = {
    "building": phrase("Building"),
    "advertisement": phrase("Advertisement"),
    "supply": phrase("Supply"),
    "sale": phrase("Sale"),
    "inventory": phrase("Inventory"),
    "utilities": phrase("Utilities"),
    "investment": phrase("Investment"),
}
PHASES = tuple(PHASE_NAMES)
MOMENTS = {
    "during": "",
    "before": phrase("before"),
    "after": phrase("after"),
    "before_food": phrase("before food"),
    "after_food": phrase("after food"),
    "after_jewelry": phrase("after jewelry"),
    "after_art": phrase("after art"),
    "during_art": phrase("art"),
    "after_type": phrase("after each kind"),
}
"""When in its phase a window is."""


def phase_name(window: str) -> str:
    return translate(PHASE_NAMES[window.partition("_")[0]])


def window_words(window: str) -> str:
    """The phase of a window, and when in it, as in "Sale, before food"."""
    return joined(phase_name(window), translate(MOMENTS[window.partition("_")[2]]), between=", ")


def shop_front(pen: Pen, ink: str, disc: str) -> None:
    pen.poly([(22, 28), (78, 28), (84, 46), (16, 46)], ink)
    pen.poly(box(24, 50, 76, 76), ink)
    pen.poly(box(54, 56, 67, 76), disc)


def megaphone(pen: Pen, ink: str, disc: str) -> None:
    pen.poly([(20, 42), (40, 42), (74, 22), (74, 74), (40, 56), (20, 56)], ink)
    pen.poly([(28, 58), (40, 58), (45, 78), (33, 78)], ink)
    pen.line([(81, 42), (81, 54)], ink, 6, curve=False)


def truck(pen: Pen, ink: str, disc: str) -> None:
    pen.poly(box(14, 32, 56, 64), ink)
    pen.poly([(60, 42), (75, 42), (86, 54), (86, 64), (60, 64)], ink)
    for x in (30, 71):
        pen.disc(x, 67, 10, fill=disc)
        pen.disc(x, 67, 7, fill=ink)


def register_tag(pen: Pen, ink: str, disc: str) -> None:
    pen.poly([(16, 50), (36, 26), (82, 26), (82, 74), (36, 74)], ink)


def falling_shelf(pen: Pen, ink: str, disc: str) -> None:
    pen.poly(box(20, 24, 80, 31), ink)
    pen.poly(box(20, 70, 80, 77), ink)
    pen.poly(box(45.5, 36, 54.5, 52), ink)
    pen.poly([(34, 49), (66, 49), (50, 67)], ink)


def lit_bulb(pen: Pen, ink: str, disc: str) -> None:
    pen.disc(50, 38, 20, fill=ink)
    pen.poly([(36, 50), (64, 50), (60, 64), (40, 64)], ink)
    pen.poly(box(41, 67, 59, 80), ink)


def ribbon(pen: Pen, ink: str, disc: str) -> None:
    pen.poly([(36, 55), (64, 55), (72, 84), (50, 74), (28, 84)], ink)
    pen.disc(50, 38, 22, fill=ink)
    pen.disc(50, 38, 11, fill=disc)


BUTTONS: dict[str, Callable[[Pen, str, str], None]] = dict(
    zip(
        PHASES,
        (shop_front, megaphone, truck, register_tag, falling_shelf, lit_bulb, ribbon),
        strict=True,
    )
)


@cached
def button(phase: str, px: int, disc: str = ENAMEL, ink: str = CREAM) -> Sprite:
    pen = Pen(px)
    pen.disc(50, 50, 50, fill=ink)
    pen.disc(50, 50, 46, fill=disc)
    BUTTONS[phase](pen, ink, disc)
    out = pen.done()
    if phase == "sale":
        dollar = DIM if disc == SPENT else disc  # a spent button is too pale to be read on
        write(out, (px * 0.57, px * 0.5), "$", "sans-bold", round(px * 0.44), dollar, "m")
    return Sprite(out)


@cached_per_language
def window_sign(window: str, px: int, lit: bool = False) -> Sprite:
    """The sign of a window: a phase's button, a post before or after it, the goods."""
    phase, _, when = window.partition("_")
    colours = (LAMP, INK) if lit else (ENAMEL, CREAM)
    if when == "during":
        return button(phase, px, *colours)
    after, aimed = when.startswith("after"), when.startswith(("before", "after"))
    out = Image.new("RGBA", (px, px), (0, 0, 0, 0))
    small = round(px * 0.86)
    paste(out, button(phase, small, *colours), 0 if after else px - small, (px - small) / 2)
    if aimed:
        post = rounded(max(3, round(px * 0.09)), round(px * 0.72), 3, ALARM)
        out.alpha_composite(post, (px - post.width if after else 0, round(px * 0.14)))
    tail, corner = when.split("_")[-1], round(px * 0.46)
    at = px - corner - (round(px * 0.1) if after else 0)
    if tail in GOODS:
        paste(out, emblem(tail, corner), at, px - corner)
    if tail == "type":
        paste(out, five_dots(corner), at, px - corner)
    return Sprite(out)


@cached
def five_dots(px: int) -> Sprite:
    """The sign for each type of goods."""
    pen = Pen(px)
    pen.disc(50, 50, 50, fill=INK)
    pen.disc(50, 50, 43, fill=PAPER)
    for i in range(5):
        turn = math.radians(72 * i - 90)
        pen.disc(50 + 25 * math.cos(turn), 50 + 25 * math.sin(turn), 9.5, fill=INK)
    return Sprite(pen.done())
