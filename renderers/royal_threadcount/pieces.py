"""What several pictures share: cubes, dishes, dice, labels, paper and the header."""

import math
from itertools import pairwise
from random import Random

from PIL import Image, ImageDraw

from games.words import _, names_for, phrase
from renderers.caching import cached, cached_per_language
from renderers.canvas import (
    Panel,
    Pen,
    Point,
    Points,
    Sprite,
    crop,
    ellipse,
    panel,
    paste,
    rounded,
    shadowed,
    write,
)
from renderers.fonts import fitted, initials, text_width
from renderers.layout import fitted_with_name, without_overlap
from renderers.palettes import quantized
from renderers.seats import names_of, seat_token, seats_asked

from .patterns import (
    BRASS,
    FIBRE_DARK,
    FIBRE_PALE,
    GHOST,
    GOLD,
    HAIR,
    HUES,
    INDIGO,
    INK,
    INK_SOFT,
    LACQUER,
    PAPER,
    PRIMARY,
    SEAL,
    SEAL_PALE,
    SHADE,
    WASHI,
    block,
    bolt,
    game_palette,
    letters_of,
    localized_letters,
    mix,
    text_on,
)
from .reading import View, hint, turn_words, whose_turn

# ---------------------------------------------------------------------- signs


@cached
def cube(px: int) -> Sprite:
    pen = Pen(px)
    rim = [(50, 3), (93, 25), (93, 75), (50, 97), (7, 75), (7, 25)]
    pen.poly([(50, 3), (93, 25), (50, 47), (7, 25)], "#FFFFFF")
    pen.poly([(7, 25), (50, 47), (50, 97), (7, 75)], "#E7E2D6")
    pen.poly([(93, 25), (50, 47), (50, 97), (93, 75)], "#C9C2B1")
    pen.line([*rim, *rim[:2]], "#5C5646", 3.4, curve=False)
    pen.line([(7, 25), (50, 47), (93, 25)], "#8E8672", 2, curve=False)
    pen.line([(50, 47), (50, 97)], "#8E8672", 2, curve=False)
    return Sprite(pen.done())


def draw_dashed_line(pen: Pen, points: Points, ink: str, w: float, on: float, off: float) -> None:
    """Draws a dashed line along the points of a pen's box."""
    steps: list[Point] = []
    for (x0, y0), (x1, y1) in pairwise(points):
        n = max(1, round(math.hypot(x1 - x0, y1 - y0)))
        steps += [(x0 + (x1 - x0) * i / n, y0 + (y1 - y0) * i / n) for i in range(n)]
    stride = max(1, round(on + off))
    for i in range(0, len(steps), stride):
        run = steps[i : i + round(on)]
        if len(run) > 1:
            pen.line(run, ink, w, curve=False)


@cached
def left_cube(px: int, words: str) -> Sprite:
    """The dashed trace of a cube with words in it: silk that was taken, or can be sown."""
    pen = Pen(px)
    rim = [(50, 3), (93, 25), (93, 75), (50, 97), (7, 75), (7, 25), (50, 3)]
    pen.poly(rim, INDIGO)
    draw_dashed_line(pen, rim, GOLD, 3, 11, 8)
    out = pen.done()
    size = 48 if words.isdigit() else 40 if words.startswith("+") else 30
    write(out, (px / 2, px / 2), words, "sans-bold", size, GOLD, "m", px - 14)
    return Sprite(out)


@cached_per_language
def dish(hue: str, px: int, sold: bool = False, lettered: bool = True) -> Sprite:
    """A dish of dye with its letters; one that is sold out is only dashed."""
    pen, dye = Pen(px), HUES[hue]
    if sold:
        draw_dashed_line(pen, ellipse(50, 50, 46, 46), GHOST, 3, 9, 7)
    else:
        pen.disc(50, 50, 50, fill=INK)
        pen.disc(50, 50, 47, fill=PAPER)
        pen.disc(50, 50, 41.5, fill=dye.ground)
    out = pen.done()
    letters = letters_of(hue)
    size = max(24, round(px * (0.46 if len(letters) == 1 else 0.4)))
    ink = INK_SOFT if sold else text_on(dye.ground)
    if lettered:
        write(out, (px / 2, px / 2), letters, "sans-bold", size, ink, "m", px * 0.8)
    return Sprite(out)


@cached_per_language
def chip(letter: str, w: int, h: int, lacking: bool = False) -> Sprite:
    """A chip of dye; one that its buyer still lacks is hollow."""
    colour = HUES[PRIMARY[letter]].ground
    edge = mix(colour, "#000000", 0.45)
    out = rounded(w, h, 6, PAPER if lacking else colour, edge, 3 if lacking else 2)
    size = max(24, round(h * 0.72))
    ink = INK_SOFT if lacking else text_on(colour)
    write(out, (w / 2, h / 2), localized_letters(letter), "sans-bold", size, ink, "m")
    return Sprite(out)


@cached
def badge(number: int, px: int) -> Sprite:
    """How many cards are left in a pile."""
    ink = INK if number else GHOST
    out = rounded(px, px, px // 2, PAPER, ink, 2)
    write(out, (px / 2, px / 2), str(number), "sans-bold", round(px * 0.74), ink, "m")
    return Sprite(out)


@cached
def tag(words: str, size: int = 26, warn: bool = False, room: int = 1600) -> Sprite:
    """A paper label, no wider than its room; one that warns is vermilion."""
    ink = SEAL if warn else INK
    words, size = fitted(words, "sans-bold", size, room - 18)
    w, h = round(text_width(words, "sans-bold", size)) + 18, size + 12
    out = rounded(w, h, 8, PAPER, SEAL if warn else INK_SOFT, 2)
    write(out, (w / 2, h / 2), words, "sans-bold", size, ink, "m")
    return Sprite(out)


@cached
def d10(face: str, px: int, waits: bool = False) -> Sprite:
    """A ten-sided die; one that waits for a choice is gold."""
    pen = Pen(px)
    tones = ("#D9A02A", GOLD, "#FFE7A3") if waits else ("#D9CFB8", "#EDE6D4", "#FFFEFA")
    rim = [(50, 3), (96, 40), (96, 62), (50, 98), (4, 62), (4, 40)]
    pen.poly(rim, tones[0])
    pen.poly([(50, 3), (96, 40), (80, 68), (50, 80), (20, 68), (4, 40)], tones[1])
    pen.poly([(50, 3), (80, 68), (50, 80), (20, 68)], tones[2])
    edges = (
        [(4, 40), (20, 68), (50, 80), (80, 68), (96, 40)],
        [(20, 68), (50, 3), (80, 68)],
        [(50, 80), (50, 98)],
        [(20, 68), (4, 62)],
        [(80, 68), (96, 62)],
    )
    for edge in edges:
        pen.line(edge, BRASS if waits else "#A99D81", 1.6, curve=False)
    pen.line([*rim, *rim[:2]], INK, 3, curve=False)
    out = pen.done()
    size = round(px * (0.5 if len(face) == 1 else 0.4))
    write(out, (px / 2, px * 0.5), face, "serif", size, INK, "m")
    return Sprite(out)


def no_pattern(hue: str, room: float) -> str:
    """What a label says of a garment of this hue that has no pattern; without the letters of the
    hue where the room is short.
    """
    words = _("{letters:text}, no pattern", letters=letters_of(hue))
    return words if text_width(words, "sans-bold", 24) + 18 <= room else _("no pattern")


@cached_per_language
def d4(face: str, px: int, waits: bool = False) -> Sprite:
    """The dye die; white is a free choice, gold while it waits for one."""
    pen = Pen(px)
    fill = GOLD if waits else HUES[face].ground if face in HUES else "#FFFFFF"
    letters = letters_of(face) or localized_letters("W")
    pen.poly([(50, 5), (95, 80), (50, 96)], mix(fill, "#000000", 0.3))
    pen.poly([(50, 5), (95, 80), (5, 80)], fill)
    pen.poly([(5, 80), (95, 80), (50, 96)], mix(fill, "#000000", 0.35))
    pen.line([(50, 5), (95, 80), (50, 96), (5, 80), (50, 5), (95, 80)], INK, 3, curve=False)
    out = pen.done()
    size = max(24, round(px * 0.42))
    write(out, (px / 2, px * 0.58), letters, "sans-bold", size, text_on(fill), "m")
    return Sprite(out)


@cached
def stamp(words: str, px: int) -> Sprite:
    """A vermilion seal with light letters; without letters, with a plum blossom."""
    out = rounded(px, px, px // 7, SEAL)
    out.alpha_composite(
        rounded(px - px // 8, px - px // 8, px // 10, SEAL, SEAL_PALE, 2), (px // 16, px // 16)
    )
    if words:
        size = round(px * (0.6 if len(words) == 1 else 0.5))
        write(out, (px / 2, px / 2), words, "serif", size, SEAL_PALE, "m")
        return Sprite(out)
    pen = Pen(px)
    petals = [math.radians(72 * i - 90) for i in range(5)]
    for a in petals:
        pen.disc(50 + 18.5 * math.cos(a), 50 + 18.5 * math.sin(a), 14.5, fill=SEAL_PALE)
    for a in petals:
        pen.line([(50, 50), (50 + 15 * math.cos(a), 50 + 15 * math.sin(a))], SEAL, 2, curve=False)
    pen.disc(50, 50, 5, fill=SEAL)
    out.alpha_composite(pen.done())
    return Sprite(out)


@cached
def blind(w: int, h: int) -> Sprite:
    """The Empress's blind, drawn up: brocade edge, slats, the roll, cords and tassels."""
    tail, roll, unit = 70, 34, 100 / w
    pen = Pen(w, h + tail)

    def box(x: float, y: float, x2: float, y2: float, fill: str) -> None:
        corners = [(x, y), (x2, y), (x2, y2), (x, y2)]
        pen.poly([(px * unit, py * unit) for px, py in corners], fill)

    box(4, 0, w - 4, h - roll, "#DCCB98")
    for i in range((h - roll - 24) * 2 // 9):
        box(4, 24 + 4.5 * i, w - 4, 25.5 + 4.5 * i, "#A8935C")
    for x in (4, w / 2 - 9, w - 22):
        box(x, 0, x + 18, h - roll, INDIGO)
        box(x + 3, 0, x + 4.5, h - roll, "#D9C27A")
        box(x + 13.5, 0, x + 15, h - roll, "#D9C27A")
    box(0, h - roll, w, h, "#B9A56C")
    for i in range(1, 7):
        y = h - roll + roll * (1 - math.cos(math.pi * i / 7)) / 2
        box(0, y, w, y + 1.5, "#7F6B3A")
    for x in (w / 4, w * 3 / 4):
        box(x - 2, 12, x + 2, h + 10, SEAL)
        pen.disc(x * unit, (h + 11) * unit, 7 * unit, fill=GOLD)
        fringe = [(x - 5, h + 16), (x + 5, h + 16), (x + 10, h + 60), (x - 10, h + 60)]
        pen.poly([(px * unit, py * unit) for px, py in fringe], SEAL)
    out = pen.done()
    band = bolt("kikko", w - 8, 24, 1.0)
    out.paste(band.image.convert("RGB"), (4, 0))
    return shadowed(out, 5, 3, 80, SHADE)


@cached
def rack(w: int) -> Sprite:
    out = Image.new("RGBA", (w, 14), (0, 0, 0, 0))
    out.alpha_composite(rounded(w, 8, 4, LACQUER), (0, 3))
    for x in (0, w - 14):
        out.alpha_composite(rounded(14, 14, 3, BRASS), (x, 0))
    return Sprite(out)


@cached
def sheet(w: int, h: int, live: bool = False) -> Sprite | Panel:
    """A sheet of paper; a live one has a gold edge inside an ink line."""
    if live:
        out = rounded(w, h, 18, INK)
        out.alpha_composite(rounded(w - 4, h - 4, 16, PAPER, GOLD, 5), (2, 2))
        return Sprite(out, border=8)
    return panel(w, h, PAPER, HAIR, 2)


# ----------------------------------------------------------------- Japanese names

KANJI = {
    "dye": "色",
    "uroko": "鱗",
    "asanoha": "麻の葉",
    "ichimatsu": "市松",
    "kikko": "亀甲",
    "seigaiha": "青海波",
    "karakusa": "唐草",
}
JAPANESE = {
    "market": phrase("mise 店"),
    "surplus": phrase("yo 余"),
    "red": phrase("akairo 赤"),
    "orange": phrase("daidairo 橙"),
    "yellow": phrase("kiiro 黄"),
    "green": phrase("midori 緑"),
    "blue": phrase("ao 青"),
    "violet": phrase("murasaki 紫"),
}
"""Words of the dictionary: how they sound, then the kanji."""


# ----------------------------------------------------------------- grounds


@block
def washi(h: int) -> Image.Image:
    """Paper with a few long fibres, in the colours of the palette."""
    out = Image.new("RGB", (1600, h), WASHI)
    draw, chance = ImageDraw.Draw(out), Random(7)
    for _fibre in range(h // 12):
        x, y, a = chance.uniform(0, 1600), chance.uniform(0, h), chance.uniform(0, math.tau)
        bend, path = chance.uniform(-0.12, 0.12), [(x, y)]
        for _step in range(chance.randint(6, 16)):
            a += bend
            x, y = x + 7 * math.cos(a), y + 7 * math.sin(a)
            path.append((x, y))
        tone = FIBRE_PALE if chance.random() < 0.6 else FIBRE_DARK
        draw.line(path, fill=tone, width=chance.choice((1, 2)))
    return out


# --------------------------------------------------------------------- header

Token = tuple[int, str]


def paste_header(image: Image.Image, view: View, title: str) -> None:
    """Puts the header of a game that is on: where it stands, and who is to move."""
    names, asked, viewer = names_of(view), seats_asked(view), view["viewer"]
    under, tokens, name, words, below = turn_words(view), (), "", "", ""
    if asked:
        who = asked[0]
        tokens = ((who, initials(names)[who]),)
        words, below = whose_turn(view, names_for(viewer, names)), hint(view)
        if who == viewer:
            below = surplus(view) or below
        else:
            name = names[who]
    paste_heading(image, (title, under, True), tokens, name, words, below)


def surplus(view: View) -> str:
    """What the viewer would lose by ending the turn now."""
    me, cap = view["players"][view["viewer"]], view["dye_cap"]
    lost = [phrase("{n} silk", n=me["silk"] - 7)] if me["silk"] > 7 else []
    if cap:
        dyes = me["dye"].items()
        lost += [phrase("{n} {dye}", n=n - cap, dye=dye) for dye, n in dyes if n > cap]
    return _("{what:list} too many to keep", what=lost) if lost else ""


HEADER_PX = 144


def paste_heading(
    image: Image.Image,
    heading: tuple[str, str, bool],
    tokens: tuple[Token, ...],
    name: str,
    words: str,
    below: str,
) -> None:
    """Puts a header on a picture: title, state and whether there is a seal; seats, words in which a
    name may be cut, and words below them.
    """
    left, end = heading_block(*heading)
    image.paste(left, (0, 0))
    image.paste(message_block(end, left.width, tokens, name, words, below), (left.width, 0))


@cached
def heading_block(title: str, under: str, sealed: bool) -> tuple[Image.Image, float]:
    x = 144 if sealed else 40
    end = x + max(text_width(title, "serif", 52), text_width(under, "sans", 34))
    out = crop(washi(1200), 0, 0, 2 * round(end / 2) + 24, HEADER_PX)
    if sealed:
        paste(out, stamp("", 84), 40, 44)
    write(out, (x, 70), title, "serif", 52, INK)
    write(out, (x, 116), under, "sans", 34, INK_SOFT)
    return quantized(out, game_palette()), end


@block
def message_block(
    end: float, left: int, tokens: tuple[Token, ...], name: str, words: str, below: str
) -> Image.Image:
    out = crop(washi(1200), left, 0, 1600 - left, HEADER_PX)
    right = 1560 - left
    px = 96 if len(tokens) < 3 else 64
    room = 1560 - end - 48 - (px + 4) * len(tokens)
    words, size = fitted_with_name(
        lambda shown: words.replace(name, shown, 1), name, "serif", 52, room
    )
    below, small = fitted(below, "sans", 34, room)
    top, low = without_overlap((words, "serif", size), (below, "sans", small), (70, 116))
    write(out, (right, top), words, "serif", size, INK, "r")
    write(out, (right, low), below, "sans", small, INK_SOFT, "r")
    reach = max(text_width(words, "serif", size), text_width(below, "sans", small))
    for k, (who, letters) in enumerate(reversed(tokens)):
        x = right - 20 - reach - px - (px + 4) * k
        paste(out, seat_token(who, letters, px, True), x, 88 - px // 2)
    return out
