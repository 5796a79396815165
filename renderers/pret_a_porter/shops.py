"""What the shops of the street are made of: signs, awnings, spaces, windows with a design."""

from PIL import Image, ImageDraw

from games.words import translate
from renderers.caching import cached, cached_per_language
from renderers.canvas import OVERSAMPLING, Sprite, panel, paste, write
from renderers.fonts import fitted, text_width
from renderers.layout import common_size, fitted_lines
from renderers.transcript import dollars

from .colours import FRONT, GLASS, GREY, INK, JOINT, LINE, NOW, PAGE, PAPER, STYLES, sheet
from .garments import MANNEQUIN_HEIGHT_PER_WIDTH, mannequin
from .reading import Look, Pawn
from .signs import number, pawn, rule, space, swatch, token
from .terms import MARKS

SIGN_PX, AWNING_PX = 64, 20
SCALLOP_PX = 30
WINDOW_SIZE, BOARD_WINDOW_SIZE, WINDOW_GARMENT_PX = (368, 388), (310, 388), 174


def colours_of(state: str) -> tuple[str, str]:
    """The ground and the letters of the sign of a shop that acts, has acted or waits."""
    return {"now": (NOW, INK), "done": (PAGE, GREY)}.get(state, (INK, PAPER))


def awning_colours(state: str) -> tuple[str, str]:
    """The stripes of the awning of a shop."""
    return LINE if state == "done" else INK, NOW if state == "now" else PAPER


@cached
def awning(w: int, h: int, dark: str, light: str) -> Sprite:
    """A scalloped awning in stripes."""
    k = OVERSAMPLING
    out = Image.new("RGBa", (w * k, h * k))
    draw = ImageDraw.Draw(out)
    count = max(3, round(w / SCALLOP_PX)) | 1
    for i in range(count):
        left, right, ink = i * w * k / count, (i + 1) * w * k / count, light if i % 2 else dark
        draw.rectangle((left, 0, right, h * k // 2), fill=ink)
        draw.ellipse((left, 0, right - 1, h * k - 1), fill=ink)
    return Sprite(out.reduce(k).convert("RGBA"))


def draw_sign(
    out: Image.Image, n: int, name: str, state: str, w: int, right: float = 0, quality: int = 0
) -> float:
    """Draws a sign so wide at the top, with so much room left at its right; returns where its words
    end.
    """
    ground, ink = colours_of(state)
    paste(out, panel(w, SIGN_PX, ground, GREY if state == "done" else INK, 3, 6), 0, 0)
    plate = number(n, 46, "done" if state == "done" else "plate")
    paste(out, plate, 9, 9)
    name, size = fitted(
        name, "serif", 40 if w > 400 else 34, w - 78 - right - (92 if quality else 0)
    )
    write(out, (68, SIGN_PX / 2), name, "serif", size, ink)
    end = 68 + text_width(name, "serif", size)
    if quality:
        write(out, (end + 14, SIGN_PX / 2), f"+{quality}", "serif", 36, ink)
        seal = token("Q", 44, "", ink, INK if ink == PAPER else PAPER)
        paste(out, seal, end + 58, 10)
        end += 102
    return end


def draw_places(
    out: Image.Image,
    pawns: tuple[Pawn, ...],
    free: int,
    right: float,
    y: float,
    room: float,
    px: int,
) -> None:
    """Draws pawns and free spaces in a row that ends at the right; many stand closer together."""
    count = len(pawns) + free
    step = min(px + 6.0, (room - px) / max(1, count - 1))
    x = right - px - step * (count - 1)
    for k in range(len(pawns), count):
        paste(out, space(px - 4), x + step * k + 2, y - px / 2 + 2)
    for k, it in enumerate(pawns):
        middle = x + step * k + px / 2
        if it.fresh:
            paste(out, panel(px + 6, px + 6, NOW, INK, 2, 10), middle, y, "middle")
        paste(out, pawn(it.seat, it.letters, px + 4, it.acted), middle, y, "middle")


def draw_pieces(
    out: Image.Image, pieces: tuple[tuple[str, int], ...], x: float, y: float, px: int, step: float
) -> None:  # fmt: skip
    for k, (kind, n) in enumerate(pieces):
        paste(out, bonus(kind, n, px), x + k * step, y - px / 2)


def bonus(kind: str, n: int, px: int) -> Sprite:
    if kind == "cash":
        return token("cash", px, dollars(n))
    return token(kind, px, f"{n}{translate(MARKS[kind])}" if n > 1 else "")


@cached_per_language
def window(it: Look, size: tuple[int, int] = WINDOW_SIZE) -> Image.Image:
    """A design in a shop window: price, materials and bonus beside the mannequin, below it the
    name. Crossed materials are missing.
    """
    (w, h), design, ink = size, it.design, STYLES[it.design.style]
    glass, px = h - 94, WINDOW_GARMENT_PX
    out = sheet(w, h, FRONT)
    for y in range(0, glass, 34):
        rule(out, 0, y, w, 1, JOINT)
    paste(out, panel(w, glass + 60, ink.tint, INK, 4, 40), 0, 4)
    rule(out, 4, glass - 14, w - 4, 14, JOINT)
    stand = mannequin(design.style, design.type, px)
    paste(out, stand, 36 + (w - 310) / 2, glass - 6 - px * MANNEQUIN_HEIGHT_PER_WIDTH)
    write(out, (18, 32), design.id, "sans-bold", 30, ink.dark)
    write(out, (w - 18, 46), dollars(design.price), "serif-black", 54, INK, "r")
    for k, (cloth, missing) in enumerate(zip(design.materials, it.missing, strict=True)):
        paste(out, swatch(cloth, 58, missing), w - 52, 112 + k * 66, "middle")
    draw_pieces(out, design.bonus, w - 83, 246, 62, 0)
    paste(out, panel(w, 94, GLASS, INK, 4, 6), 0, glass)
    write(out, (14, glass + 28), design.name, "sans-bold", 36, INK, room=w - 24)
    draw_kind(out, it, 14, glass + 68, w - 24)
    return out


def draw_kind(out: Image.Image, it: Look, x: float, y: float, room: float) -> None:
    """Writes style and clothing type of a design; the own type has the sign of trend."""
    design = it.design
    style, kind = translate(design.style), translate(design.type)
    left = room - 10 - (46 if it.own_type else 0)
    size = common_size([(style, "sans-bold"), (kind, "sans")], 32, left)
    write(out, (x, y), style, "sans-bold", size, STYLES[design.style].body)
    x += text_width(style, "sans-bold", size) + 10
    write(out, (x, y), kind, "sans", size, GREY)
    if it.own_type:
        paste(out, token("T", 40), x + text_width(kind, "sans", size) + 8, y - 21)


def draw_words(
    out: Image.Image, words: str, x: float, y: float, room: float, most: int, size: int = 34,
    ink: str = INK, kind: str = "sans",
) -> float:  # fmt: skip
    """Writes words on at most so many lines, the first at half its height; returns where the next
    line would be.
    """
    lines, size = fitted_lines(words, kind, size, room, most)
    for line in lines:
        write(out, (x, y), line, kind, size, ink)
        y += round(size * 1.14)
    return y
