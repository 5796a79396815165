"""Tiles, coins, signs and ornaments; not where they lie, and nothing of a view."""

from PIL import Image

from renderers.caching import cached
from renderers.canvas import (
    Pen,
    Sprite,
    ellipse,
    paste,
    rounded,
    shadowed,
    silhouette,
    spiral,
    write,
)
from renderers.seats import place_wreath, winners_wreath

from .colours import (
    CARD,
    EDGE,
    GILT,
    GILT_DARK,
    GILT_LIGHT,
    GROUND,
    INK,
    INK_SOFT,
    IVORY,
    ON_GROUND,
    ROSE,
    ROSE_DEEP,
    ROSE_PALE,
    SAGE_DEEP,
    SAGE_INK,
)
from .heads import bow, wig


def tile_face(kind: int, w: int, h: int, badge: int) -> Image.Image:
    """A tile without its shadow: ground of the type, gilt line, wig, number."""
    out = rounded(w, h, 18, GROUND[kind], EDGE[kind], 2, (7, GILT_LIGHT, 2) if h > 80 else None)
    side = min(w, h) - (8 if h > 80 else 2)
    rail = 14 if w > h + 20 else 0
    out.alpha_composite(wig(kind, side), ((w - side) // 2 + rail, (h - side) // 2))
    corner = 4 if h > 80 else -2
    out.alpha_composite(
        rounded(badge, badge, badge // 2, IVORY, EDGE[kind], 3),
        (max(0, corner), h - badge - max(0, corner)),
    )
    middle = (max(0, corner) + badge / 2, h - max(0, corner) - badge / 2)
    write(out, middle, str(kind), "sans-bold", int(badge * 0.78), EDGE[kind], "m")
    return out


@cached
def tile(kind: int, w: int, h: int, badge: int = 44) -> Sprite:
    blur, down, depth = (5, 4, 90) if h > 80 else (3, 2, 80)
    return shadowed(tile_face(kind, w, h, badge), blur, down, depth, border=8)


@cached
def tile_back(w: int, h: int) -> Sprite:
    """The back of a tile: sage and gilt, with a bow."""
    out = rounded(w, h, 18, SAGE_DEEP, INK, 2, (9, GILT_LIGHT, 2))
    side = min(w, h) - 24
    pen = Pen(side)
    pen.disc(50, 50, 41, fill="#5C6F51", ink=GILT_LIGHT, w=2)
    bow(pen, 50, 48, 32, GILT_LIGHT, INK, IVORY)
    out.alpha_composite(pen.done(), ((w - side) // 2, (h - side) // 2))
    return shadowed(out)


@cached
def ghost(kind: int, px: int) -> Sprite:
    """A wig as a pale engraving: a type that is not held."""
    return Sprite(silhouette(wig(kind, px), "#84957A", 0.4))


@cached
def coin(amount: int, px: int, state: str = "on") -> Sprite:
    """A coin; 0 is a blank one.

    States: "on" gold; "can" gold in a rose ring, to be bought now; "next" ivory in a thick rose
    ring, paid to the next sale; "room" ivory in a thin sage ring, free; "off" only engraved.
    """
    pen = Pen(px)
    ink = INK
    if state == "off":
        pen.disc(50, 50, 44, ink=SAGE_DEEP, w=3)
        ink = SAGE_INK
    elif state in ("next", "room"):
        ink = ROSE_DEEP if state == "next" else SAGE_INK
        pen.disc(50, 50, 48, fill=ROSE_DEEP if state == "next" else SAGE_DEEP)
        pen.disc(50, 50, 39 if state == "next" else 45, fill=IVORY)
    else:
        if state == "can":
            pen.disc(50, 50, 49.5, fill=ROSE_DEEP)
        gold_coin(pen, 41 if state == "can" else 48)
    out = pen.done()
    if amount:
        write(out, (px / 2, px / 2), str(amount), "serif", int(px * 0.62), ink, "m")
    return Sprite(out)


def gold_coin(p: Pen, r: float) -> None:
    p.disc(50, 50, r, fill=GILT_DARK)
    p.disc(50, 50, r * 0.93, fill=GILT_LIGHT)
    p.disc(50, 50, r * 0.77, ink=GILT, w=2.4)
    for inner, outer in zip(
        ellipse(50, 50, r * 0.82, r * 0.82)[::3],
        ellipse(50, 50, r * 0.92, r * 0.92)[::3],
        strict=True,
    ):
        p.line([inner, outer], GILT, 1.6, curve=False)


@cached
def tile_backs(px: int) -> Sprite:
    """The sign for a number of tiles: two tile backs with a bow."""
    pen = Pen(px)
    for x, y in ((34, 8), (12, 18)):
        pen.poly([(x, y), (x + 54, y), (x + 54, y + 72), (x, y + 72)], SAGE_DEEP, INK, 4)
        rim = [(x + 8, y + 8), (x + 46, y + 8), (x + 46, y + 64), (x + 8, y + 64)]
        pen.poly(rim, SAGE_DEEP, GILT_LIGHT, 3)
    bow(pen, 39, 54, 17, GILT_LIGHT, INK, IVORY)
    return Sprite(pen.done())


@cached
def wig_box(px: int) -> Sprite:
    """The supply: a round, striped wig box with a bow."""
    pen = Pen(px)
    drum = [(7, 36), (7, 84), *ellipse(50, 82, 43, 13, 0, 180, 0), (93, 36)]
    pen.poly(drum, ROSE_PALE, INK, 2.4)
    for left, right in ((-38, -26), (-16, -5), (5, 16), (26, 38)):
        foot = [50 + left, 50 + right]
        low = [82 + 12 * (1 - (x / 43) ** 2) ** 0.5 for x in (left, right)]
        top = [36 + 12 * (1 - (x / 43) ** 2) ** 0.5 for x in (left, right)]
        stripe = [(foot[0], top[0]), (foot[1], top[1]), (foot[1], low[1]), (foot[0], low[0])]
        pen.poly(stripe, ROSE)
    pen.disc(50, 38, 46, 16, CARD, INK, 2.4)
    pen.disc(50, 31, 46, 16, CARD, INK, 2.4)
    pen.disc(50, 30, 36, 11, ink=GILT, w=2)
    bow(pen, 50, 27, 24, ROSE_DEEP, "#4A0F1E", ROSE_PALE)
    return Sprite(pen.done())


@cached
def new_sign(px: int) -> Sprite:
    """The sign of a tile that came from the supply in this round: a small wig box."""
    out = rounded(px, px, px // 2, IVORY, GILT_DARK, 2)
    box = wig_box(px * 2 // 3)
    paste(out, box, px // 6, px // 6 + 1)
    return Sprite(out)


@cached
def number_sign(kind: int, px: int) -> Sprite:
    """The number of a type on its ground."""
    out = rounded(px, px, 10, GROUND[kind], EDGE[kind], 2)
    write(out, (px / 2, px / 2), str(kind), "sans-bold", int(px * 0.72), ON_GROUND[kind], "m")
    return Sprite(out)


@cached
def shell(px: int) -> Sprite:
    """A gilt shell for the crest of a leaf."""
    pen = Pen(px)
    for lean in (-64, 64, -38, 38, -13, 13):
        x, y = ellipse(50, 72, 26, 34, 0, lean - 90, lean - 89)[0]
        pen.disc(x, y, 30, 11, GILT_LIGHT, GILT_DARK, 4, lean - 90)
    pen.disc(50, 74, 14, 11, GILT_LIGHT, GILT_DARK, 4)
    return Sprite(pen.done())


@cached
def scroll(px: int) -> Image.Image:
    """A gilt rococo corner for the upper left: two C-scrolls and a leaf."""
    pen = Pen(px)
    for ink, w in ((GILT_DARK, 9.0), (GILT_LIGHT, 5.0)):
        pen.line([(10, 96), (8, 60), (14, 30), (30, 14), (60, 8), (96, 10)], ink, w)
        pen.line(spiral(84, 24, 14, -1, 270), ink, w * 0.8, curve=False)
        pen.line(spiral(24, 84, 14, 1, 180), ink, w * 0.8, curve=False)
        pen.line([(22, 22), (36, 36), (48, 40)], ink, w * 0.8)
        pen.line([(22, 22), (36, 36), (40, 48)], ink, w * 0.8)
    pen.disc(20, 20, 10, fill=GILT_LIGHT, ink=GILT_DARK, w=2.5)
    return pen.done()


@cached
def fleuron() -> Sprite:
    """The quiet ornament of a square that is not used."""
    return Sprite(silhouette(shell(96).image, SAGE_DEEP, 0.35))


def final_wreath(position: int, who: int, letters: str, px: int) -> Sprite:
    """A winner's wreath, or a pale one with the place of another player."""
    if position == 1:
        return winners_wreath(px, who, letters, GILT_LIGHT, GILT_DARK)
    return place_wreath(px, position, GILT, INK_SOFT)
