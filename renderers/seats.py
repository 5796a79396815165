"""The seats of a table in pictures: their tokens, wax seals and wreaths, and what every view says
of them.
"""

import math
from collections.abc import Mapping
from typing import Any

from PIL import Image

from games.words import _, appearance, phrase, translate
from renderers.caching import cached, cached_per_language
from renderers.canvas import RIM, Pen, Point, Sprite, ellipse, silhouette, write
from renderers.fonts import OTHER_SCRIPTS, capital_height, face_of, readable, text_mask

SEATS = (
    ("#0072B2", "#FFFFFF", "circle"),
    ("#D55E00", "#1F1410", "diamond"),
    ("#009E73", "#1F1410", "square"),
    ("#CC79A7", "#1F1410", "triangle"),
    ("#E69F00", "#1F1410", "star"),
    ("#56B4E9", "#1F1410", "drop"),
    ("#333333", "#FFFFFF", "heart"),
    ("#F0E442", "#1F1410", "bell"),
)
"""Colour, the colour of letters on it, and shape of each seat: eyes that confuse the colours of two
seats tell their shapes apart.
"""
BELL = (
    (0, -1), (0.42, -0.86), (0.64, -0.5), (0.68, 0.3), (1, 0.82),
    (-1, 0.82), (-0.68, 0.3), (-0.64, -0.5), (-0.42, -0.86),
)  # fmt: skip
"""The outline of a bell of radius 1."""
RING, RING_EDGE, RING_INK = "#FFD84D", "#7A5719", "#33261D"
LETTER_SIZE = {
    "triangle": 0.46, "diamond": 0.48, "star": 0.42, "drop": 0.48, "heart": 0.44, "bell": 0.46,
}  # fmt: skip
LETTER_DROP = {"triangle": 0.13, "star": 0.02, "drop": 0.12, "heart": 0.02, "bell": 0.06}


def _seat_shape(shape: str, r: float) -> list[Point]:
    if shape == "star":
        turns = [(math.radians(36 * i - 90), r if i % 2 == 0 else r * 0.56) for i in range(10)]
        return [(50 + reach * math.cos(a), 52 + reach * math.sin(a)) for a, reach in turns]
    if shape == "drop":
        arc = [math.radians(-35 + 10 * i) for i in range(26)]
        round_end = [
            (50 + r * 0.76 * math.cos(a), 50 + r * (0.24 + 0.76 * math.sin(a))) for a in arc
        ]
        return [(50, 50 - r), *round_end]
    if shape == "heart":
        turns = [math.tau * i / 40 for i in range(40)]
        return [(50 + r * math.sin(a) ** 3, 50 - r * _height_of_heart(a)) for a in turns]
    q = r * 0.8
    corners = {
        "diamond": [(0, -r), (r, 0), (0, r), (-r, 0)],
        "square": [(-q, -q), (q, -q), (q, q), (-q, q)],
        "triangle": [(0, -r), (r, r * 0.78), (-r, r * 0.78)],
        "bell": [(x * r, y * r) for x, y in BELL],
    }
    if shape in corners:
        return [(50 + x, 50 + y) for x, y in corners[shape]]
    return ellipse(50, 50, r, r)


def _height_of_heart(angle: float) -> float:
    waves = ((13, 1), (-5, 2), (-2, 3), (-1, 4))
    return sum(size * math.cos(n * angle) for size, n in waves) / 17 - 0.06


@cached
def seat_token(
    number: int, letters: str, px: int, ring: bool = False, sealed: bool = False
) -> Sprite:
    """A seat's token: with a bright ring if asked, with a seal if it has answered."""
    colour, ink, shape = SEATS[number]
    pen = Pen(px)
    if ring:
        pen.disc(50, 50, 49, fill=RING_EDGE)
        pen.disc(50, 50, 46.5, fill=RING)
        pen.disc(50, 50, 40.5, fill=RIM)
    reach = 33.0 if ring else 43.0
    rim = 2.5 if ring else 3.5
    pen.poly(_seat_shape(shape, reach), colour, RING_INK if ring else RIM, rim)
    out = pen.done()
    size = LETTER_SIZE.get(shape, 0.56) * (0.8 if ring else 1) * (0.8 if len(letters) > 1 else 1)
    middle = px / 2 + px * LETTER_DROP.get(shape, 0.0) * (0.8 if ring else 1)
    points = max(min(24, px // 2), int(px * size))
    if letters and face_of(letters[0], "sans-bold") in OTHER_SCRIPTS:
        middle -= _below_middle(letters, points)
    write(out, (px / 2, middle), letters, "sans-bold", points, ink, "m")
    if sealed:
        small = wax_seal(px * 5 // 9)
        out.alpha_composite(small, (px - small.width, px - small.height))
    return Sprite(out)


def _below_middle(letters: str, size: int) -> float:
    """How far the middle of these letters is below the middle of a capital."""
    mask, _, dy = text_mask(letters, "sans-bold", size)
    return dy + mask.height / 2 + capital_height("sans-bold", size) / 2


@cached
def wax_seal(px: int) -> Image.Image:
    pen = Pen(px)
    rim: list[Point] = []
    for i in range(18):
        angle, r = math.tau * i / 18, (47, 43.5, 45.5)[i % 3]
        rim.append((50 + r * math.cos(angle), 50 + r * math.sin(angle)))
    pen.blob(rim, "#A61F30", "#5C0D18", 4)
    pen.disc(50, 50, 33, ink="#7C1322", w=3.5)
    pen.line(ellipse(50, 50, 39, 39, 0, 200, 285), "#D9636B", 3.5, curve=False)
    pen.line([(34, 51), (45, 62), (67, 37)], "#FFF3E4", 9, curve=False)
    return pen.done()


@cached
def laurel(px: int, leaf: str, edge: str) -> Image.Image:
    pen = Pen(px)
    for way in (1, -1):
        stem = [(50 + way * (x - 50), y) for x, y in ellipse(50, 51, 36, 38, 0, 86, -48)]
        pen.line(stem, edge, 3, curve=False)
        for i in (*range(2, 22, 4), 24):
            (x0, y0), (x, y) = stem[i - 1], stem[i]
            along = math.degrees(math.atan2(y - y0, x - x0))
            for lean in (-30, 30) if i < 24 else (0,):
                angle = math.radians(along + 1.9 * lean)
                middle = (x + 6 * math.cos(angle), y + 6 * math.sin(angle))
                pen.disc(*middle, 8.6, 3.9, leaf, edge, 1.8, along + lean)
    pen.disc(50, 89, 4.5, fill=leaf, ink=edge, w=2)
    return pen.done()


@cached
def winners_wreath(px: int, number: int, letters: str, leaf: str, edge: str) -> Sprite:
    out = laurel(px, leaf, edge).copy()
    token = seat_token(number, letters, px * 9 // 16)
    out.alpha_composite(token.image, ((px - token.width) // 2, (px - token.height) // 2 + px // 50))
    return Sprite(out)


ORDINALS = (
    phrase("1st"), phrase("2nd"), phrase("3rd"), phrase("4th"),
    phrase("5th"), phrase("6th"), phrase("7th"), phrase("8th"),
)  # fmt: skip


@cached_per_language
def place_wreath(px: int, place: int, leaf: str, ink: str) -> Sprite:
    """A pale wreath round a place, from the second down."""
    out = silhouette(laurel(px, leaf, leaf), leaf, 0.45)
    write(
        out,
        (px / 2, px * 0.52),
        translate(ORDINALS[place - 1]),
        "serif",
        px // 4,
        ink,
        "m",
        px * 0.62,
    )
    return Sprite(out)


# ------------------------------------------------------------- seats of a view


def names_of(view: Mapping[str, Any]) -> list[str]:
    """The players' names in letters that can be shown; their numbers where there are no names, or
    where what is left of them looks the same.
    """
    return [*_shown_names(tuple(view.get("names") or [""] * view["seats"]))]


@cached_per_language
def _shown_names(given: tuple[str, ...]) -> list[str]:
    """Such names, by the name of each seat."""
    numbers = [_("Player {n}", n=who + 1) for who in range(len(given))]
    names = [readable(name) for name in given]
    seen = [appearance(each) for each in (*numbers, *names)]
    return [
        name if name and seen.count(appearance(name)) == 1 else number
        for name, number in zip(names, numbers, strict=True)
    ]


def place_of(view: Mapping[str, Any], who: int) -> int:
    """A seat's place at the end; ties share it."""
    return view["places"][who]


def by_place(view: Mapping[str, Any]) -> list[int]:
    """The seats from the first place to the last; ties in seat order."""
    return sorted(range(view["seats"]), key=lambda who: place_of(view, who))


def winners(view: Mapping[str, Any]) -> list[int]:
    """The seats that have won; none before the end."""
    return list(view["winners"])


def seats_asked(view: Mapping[str, Any]) -> list[int]:
    return list(view["asked"])
