"""Employee cards: a silhouette in an oval, as the age loved them, and what the card brings."""

from PIL import Image

from games.words import _, phrase, translate
from renderers.caching import cached
from renderers.canvas import Sprite, panel, paste, rounded, write
from renderers.fonts import MIN_SIZE_PX, sizes
from renderers.layout import fitted_lines
from renderers.seats import RING, wax_seal

from .brush import Brush
from .colours import (
    BROWN,
    BROWN_DEEP,
    CREAM,
    GOLD,
    GOLD_DEEP,
    GRADES,
    INK,
    IVORY,
    POWDER,
    POWDER_DEEP,
    POWDER_PALE,
    SOFT,
    WAX_DEEP,
    block,
)
from .icon_text import draw_icon_text, icon_text_width, wrap_icon_text
from .market import Employee
from .pieces import crest

MAY = {
    "master": phrase("every action"),
    "journeyman": phrase("all but hiring"),
    "apprentice": phrase("tiles, decorations"),
}

FACE = (
    "M44 20 C38 24 34 32 33 40 C32 44 33 46 31 50 L25 59 C24 61 26 63 30 63 "
    "C30 65 28 67 29 69 C30 70 28 72 29 74 C30 75 29 77 29 80 C30 85 38 85 43 84 "
    "C46 90 45 96 40 100 C30 104 24 110 20 122 L92 122 C90 110 84 102 70 98 "
    "C66 92 66 84 68 78 C78 66 78 40 68 26 C62 18 52 16 44 20 Z"
)
HEADS = {  # wig, its queue; hair, its queue; cap, its brim
    "master": (
        "M36 30 C30 8 54 -2 70 8 C84 16 88 42 80 60 C76 66 68 64 64 58 C60 54 60 48 60 42 "
        "C54 44 46 40 42 34 Z",
        "M70 58 C80 62 86 78 84 102 C80 106 74 104 71 98 C74 84 72 70 66 64 Z",
    ),
    "journeyman": (
        "M36 30 C38 14 56 8 68 16 C78 24 80 44 74 58 C68 62 64 54 62 46 C56 44 52 38 50 32 "
        "C44 34 40 32 36 30 Z",
        "M72 50 C82 52 84 66 78 78 C74 72 72 66 68 62 Z",
    ),
    "apprentice": (
        "M30 34 C28 10 50 0 68 8 C86 14 90 36 80 50 C66 40 48 34 30 34 Z",
        "M22 36 C40 30 66 34 84 50 L81 57 C62 44 44 40 24 43 Z",
    ),
}
WIG, HAIR_BROWN = POWDER, BROWN_DEEP
HAIR = {
    "master": (WIG, WIG),
    "journeyman": (HAIR_BROWN, HAIR_BROWN),
    "apprentice": (GRADES["apprentice"].cloth, BROWN),
}


@cached
def portrait(grade: str, px: int) -> Sprite:
    """The silhouette of a grade in an oval frame: wig and bow, queue, or cap."""
    pen = Brush(px, 100, 124)
    for inset, ink in ((0, GOLD_DEEP), (2.5, GOLD), (5, IVORY)):
        pen.disc(50, 62, 49 - inset, 61 - inset, ink)
    pen.shape(FACE, INK)
    for path, ink in zip(HEADS[grade], HAIR[grade], strict=True):
        pen.shape(path, ink)
    details(pen, grade)
    frame = Brush(px, 100, 124)
    frame.disc(50, 62, 44, 56, IVORY)
    out, mask = pen.done(), frame.done().getchannel("A")
    rim = Brush(px, 100, 124)
    for inset, ink in ((0, GOLD_DEEP), (2.5, GOLD), (5, IVORY)):
        rim.disc(50, 62, 49 - inset, 61 - inset, ink)
    return Sprite(Image.composite(out, rim.done(), mask))


APRON = "M42 98 C36 104 36 114 40 122 L66 122 L62 102 C56 106 48 104 42 98 Z"


def details(pen: Brush, grade: str) -> None:
    """Draws what is light in a silhouette: jabot and tape, shirt and thread, cap band and pins."""
    cloth = GRADES[grade].cloth
    if grade == "master":
        pen.shape("M40 98 C30 102 26 112 30 122 L44 122 C50 112 48 104 44 96 Z", IVORY)
        for y in (40, 51):
            pen.disc(69, y, 9, 5, POWDER_PALE, rot=-14)
            pen.disc(69, y, 4, 2, POWDER_DEEP, rot=-14)
        pen.stroke("M44 26 C52 12 66 14 72 22", POWDER_PALE, 3)
        pen.poly([(68, 66), (90, 58), (90, 76)], cloth)
        pen.stroke("M58 99 C54 108 54 116 56 124", GOLD, 6)
        for y in (104, 110, 116):
            pen.stroke(f"M53 {y} L59 {y}", INK, 1.5)
    elif grade == "journeyman":
        pen.shape("M42 97 L34 104 L40 122 L54 122 L50 104 Z", IVORY)
        pen.poly([(70, 50), (84, 44), (82, 58)], cloth)
        pen.stroke("M66 104 L80 120", GOLD, 2.5)
        pen.stroke("M66 104 C60 110 66 116 60 124", CREAM, 1.5)
    else:
        pen.shape(APRON, POWDER_PALE)
        pen.stroke("M62 102 L66 96", POWDER_PALE, 4)


@block
def face(it: Employee, w: int, h: int, state: str = "") -> Image.Image:
    """A card as a player sees it; `state` is played, chosen or nothing."""
    out = Image.new("RGB", (w, h), POWDER)
    rim = RING if state == "played" else GRADES[it.grade].cloth
    if state == "played":
        paste(out, panel(w, h, INK, radius=18), 0, 0)
    edge = rounded(w - 4, h - 4, 16, CREAM, rim, 8 if state == "played" else 5)
    paste(out, Sprite(edge), 2, 2)
    paste(out, crest(it.grade, 54), 16, 16)
    write(out, (w - 18, 42), it.id, "sans-bold", 34, INK, "r")
    px, top = (104, 22) if w > 240 else (80, 60)
    paste(out, portrait(it.grade, px), (w - px) / 2, top)
    if state == "chosen":
        paste(out, Sprite(wax_seal(56)), w - 74, 96)
    write_name_lines(out, it.name, w)
    if draw_bonus(out, it, w) < 2:
        words = _("played now") if state == "played" else translate(MAY[it.grade])
        ink = WAX_DEEP if state == "played" else SOFT
        write(out, (w / 2, h - 28), words, "sans", 30, ink, "m", w - 20)
    return out


def write_name_lines(out: Image.Image, name: str, w: int) -> None:
    lines, size = fitted_lines(name, "sans-bold", 30, w - 20, 2)
    for k, each in enumerate(lines):
        y = 180 + 26 * k - 14 * (len(lines) - 1)
        write(out, (w / 2, y), each, "sans-bold", size, INK, "m")


def draw_bonus(out: Image.Image, it: Employee, w: int) -> int:
    """Draws the bonus of a card; returns how many lines it takes."""
    size = next((n for n in (36, 32, 28) if icon_text_width(it.bonus, n) < w - 24), 28)
    lines = wrap_icon_text(it.bonus, size, w - 24)
    for k, each in enumerate(lines):
        small = next((n for n in sizes(size) if icon_text_width(each, n) <= w - 24), MIN_SIZE_PX)
        draw_icon_text(out, w / 2 - icon_text_width(each, small) / 2, 232 + 42 * k, each, small)
    return len(lines)


@block
def empty_slot(w: int, h: int) -> Image.Image:
    """The place of a card that is not there yet."""
    out = Image.new("RGB", (w, h), POWDER)
    paste(out, panel(w, h, "#BDD0DE", POWDER_DEEP, 2), 0, 0)
    return out
