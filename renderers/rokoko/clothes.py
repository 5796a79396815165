"""The four dresses, on a guest or on a stand, trimmed with lace and yarn; nothing else."""

from collections.abc import Sequence

from PIL import Image

from renderers.caching import cached_per_language
from renderers.canvas import Sprite, write

from .brush import Brush, outline
from .colours import (
    BLACK,
    BROWN_DEEP,
    GOLD,
    GOLD_DEEP,
    HAIR_POWDER,
    INK,
    IVORY,
    SILK,
    SKIN,
    THREAD,
    THREAD_DEEP,
    silk_letter,
)

BOX_SIZE = (100.0, 152.0)
LADIES = "BG"
LACE, LACE_EDGE = "#FFFFFF", "#9AA4B5"
STAND, STAND_LINEN = GOLD_DEEP, "#E9DDC4"


@cached_per_language
def dress(colour: str, trims: str, w: int, guest: bool = True, lettered: bool = True) -> Sprite:
    """A dress with its letter; `trims` holds l for lace and y for yarn."""
    pen = Brush(w, *BOX_SIZE)
    if colour in LADIES:
        gown(pen, colour, trims, guest)
    else:
        coat(pen, colour, trims, guest)
    out = pen.done()
    if lettered:
        letter(out, colour, w)
    return Sprite(out)


def dress_height(w: int) -> int:
    return round(w * BOX_SIZE[1] / BOX_SIZE[0])


def letter(out: Image.Image, colour: str, w: int) -> None:
    """Writes the letter of the silk: on a petticoat, or on a label sewn to a coat."""
    size, lady = max(24, round(w * 0.32)), colour in LADIES
    middle = (w / 2, dress_height(w) * (0.83 if lady else 0.69))
    if not lady:
        half = size * 0.52
        tag = Brush(round(2 * half))
        tag.box(0, 0, 99.9, 99.9, SILK[colour].edge, 20)
        tag.box(7, 7, 93, 93, IVORY, 14)
        out.alpha_composite(tag.done(), (round(middle[0] - half), round(middle[1] - half)))
    write(out, middle, silk_letter(colour), "sans-bold", size, INK, "m")


# --------------------------------------------------------------------- gowns

SKIRTS = {
    "B": "M50 70 L42 70 C38 75 30 73 18 76 C4 80 1 96 2 116 L4 142 C20 148 34 149 50 149",
    "G": "M50 70 L42 70 C36 76 26 82 18 98 C10 114 8 130 9 143 C22 148 36 149 50 149",
}
PETTICOAT = "M50 68 L45 70 C38 96 32 120 28 146 C36 148 44 148 50 148"
SWAG = "M44 70 C30 74 16 86 14 102 C22 110 34 106 38 96 C42 88 44 80 44 70 Z"
SWAG_CLOTH = "M43 72 C31 76 19 87 17 100 C23 106 33 103 36.5 94 C40 87 42 80 43 72 Z"
BODICE = "M50 40 L37 40 C31 41 27 50 25 62 L34 64 C35 58 38 54 40 52 L43 71 L50 73"
BODICE_CLOTH = "M50 42 L38 42 C33 43 30 51 28 60 L33 61 C35 55 38 51 41 49 L44.5 69.5 L50 71"


def gown(pen: Brush, colour: str, trims: str, guest: bool) -> None:
    """Draws a lady's dress: the court gown on wide panniers in blue, the round gown in green."""
    silk, skirt = SILK[colour], SKIRTS[colour]
    if guest:
        lady_head(pen, colour)
    else:
        pen.disc(50, 26, 4, 6, STAND)
        pen.box(47, 30, 53, 44, STAND_LINEN)
    pen.shape(skirt, silk.edge, half=True)
    pen.shrunk(skirt, silk.body, 110, 0.965)
    pen.shape(PETTICOAT, silk.pale, half=True)
    if colour == "B":
        pen.stroke("M40 72 C30 78 14 84 8 112", silk.edge, 1.8, both=True)
        pen.stroke("M41 74 C34 88 24 96 18 142", silk.edge, 1.8, both=True)
    else:
        for path, ink in ((SWAG, silk.edge), (SWAG_CLOTH, silk.body)):
            pen.shape(path, ink)
            pen.poly([(100 - x, y) for x, y in outline(path)], ink)
    pen.shape(BODICE, silk.edge, half=True)
    pen.shape(BODICE_CLOTH, silk.body, half=True)
    pen.shape("M50 42 L44 42 L47 70 L50 72", silk.pale, half=True)
    pen.shape("M50 47 C46 46 43 43 43 40 L50 40", SKIN if guest else STAND_LINEN, half=True)
    for y in (55, 63):
        pen.poly([(50, y), (45, y - 3), (45, y + 3)], silk.edge)
        pen.poly([(50, y), (55, y - 3), (55, y + 3)], silk.edge)
    trim_gown(pen, trims)


def lady_head(pen: Brush, colour: str) -> None:
    """Draws a lady's head: tall powdered hair with a plume, or a coiffure under a bonnet."""
    cloth = SILK[colour]
    if colour == "B":
        pen.shape("M50 0 C36 0 34 14 37 24 L63 24 C66 14 64 0 50 0 Z", HAIR_POWDER)
        pen.disc(37, 23, 5, fill=HAIR_POWDER)
        pen.disc(63, 23, 5, fill=HAIR_POWDER)
        pen.shape("M54 9 C61 -1 76 0 82 10 C73 7 66 10 58 15 Z", cloth.edge)
        pen.shape("M56 10 C62 2 73 2 78 8 C71 7 65 9 58 14 Z", cloth.body)
    else:
        pen.disc(50, 17, 16, 13, HAIR_POWDER)
        pen.shape("M33 15 C37 1 63 1 67 15 C56 9 44 9 33 15 Z", cloth.edge)
        pen.shape("M36 12 C40 3 60 3 64 12 C56 8 44 8 36 12 Z", cloth.body)
    pen.disc(50, 23, 8, 9.5, SKIN)
    pen.box(46.5, 30, 53.5, 42, SKIN)


def trim_gown(pen: Brush, trims: str) -> None:
    """Sews a cord with tassels down the opening, and scallops of lace along the hem."""
    if "y" in trims:
        cord(pen, "M42 68 C36 90 34 110 31 138", (31, 138))
    if "l" in trims:
        hem = [(4 + 92 * (i + 0.5) / 13, 5.0, 5.0) for i in range(13)]
        lace(pen, [(x, 144 + 3 * (1 - ((x - 50) / 46) ** 2), rx, ry) for x, rx, ry in hem])
        lace(pen, [(25, 62, 8, 5), (75, 62, 8, 5)])


def lace(pen: Brush, puffs: Sequence[tuple[float, float, float, float]]) -> None:
    """Draws puffs of lace inside one common edge."""
    for more, ink in ((1.1, LACE_EDGE), (0, LACE)):
        for x, y, rx, ry in puffs:
            pen.disc(x, y, rx + more, ry + more, ink)


def cord(pen: Brush, path: str, end: tuple[float, float]) -> None:
    """Draws a cord of yarn along both edges, with a tassel at each end."""
    x, y = end
    pen.stroke(path, THREAD_DEEP, 4.2, both=True)
    pen.stroke(path, THREAD, 2.2, both=True)
    for at in (x, 100 - x):
        pen.disc(at, y + 1, 4.8, 5.6, THREAD_DEEP)
        pen.disc(at, y, 3.2, 3.8, THREAD)


# --------------------------------------------------------------------- coats

COATS = {
    "R": "M50 36 L40 37 C30 39 24 46 22 60 L17 88 L27 91 L33 66 C34 74 33 84 30 94 "
    "C26 106 20 116 17 126 C28 131 40 132 50 132",
    "Y": "M50 36 L40 37 C30 39 24 46 22 60 L18 86 L28 89 L33 66 C34 74 35 80 32 92 "
    "C28 106 20 120 12 136 C26 138 36 128 40 108 L44 92 L50 96",
}
VESTS = {
    "R": "M50 38 L45 39 C42 60 41 84 38 118 C42 120 46 120 50 120",
    "Y": "M50 38 L44 39 C41 56 40 72 39 104 L46 110 L50 104",
}
LAPELS = {
    "R": ("M44 42 C41 66 40 90 36 124", (36, 123)),
    "Y": ("M44 42 C41 60 40 76 39 104", (39, 105)),
}


def coat(pen: Brush, colour: str, trims: str, guest: bool) -> None:
    """Draws a gentleman's dress: the long coat in red, the cutaway coat in yellow."""
    silk = SILK[colour]
    if guest:
        gentleman(pen, colour)
    else:
        pen.box(47.5, 104, 52.5, 143, STAND)
        pen.shape("M32 150 C36 142 64 142 68 150 Z", STAND)
        pen.disc(50, 26, 4, 6, STAND)
        pen.box(47, 30, 53, 40, STAND_LINEN)
    if colour == "Y":
        for x in (39, 51.5):
            pen.box(x, 96, x + 9.5, 126, silk.pale)
    pen.shape(COATS[colour], silk.edge, half=True)
    pen.shrunk(COATS[colour], silk.body, 84, 0.96)
    pen.shape(VESTS[colour], silk.pale, half=True)
    for y in (56, 68, 80):
        for x in (43, 57):
            pen.disc(x, y, 1.8, fill=GOLD_DEEP)
    pen.shape("M50 36 L45 38 C45 46 47 50 50 53", LACE, half=True)
    if "y" in trims:
        cord(pen, *LAPELS[colour])
    if "l" in trims:
        trim_coat(pen)


SHOES = ("M34 149 C34 142 42 142 48 143 L48 149 Z", "M66 149 C66 142 58 142 52 143 L52 149 Z")


def gentleman(pen: Brush, colour: str) -> None:
    """Draws head, stockings and shoes: a tricorne, or hair in a bow and a cane."""
    for x in (40, 53):
        pen.box(x, 112, x + 7, 146, "#F3EBDD")
    for path in SHOES:
        pen.shape(path, BLACK)
    pen.disc(50, 24, 9, 10, SKIN)
    if colour == "R":
        pen.disc(40, 26, 4, 7, HAIR_POWDER)
        pen.disc(60, 26, 4, 7, HAIR_POWDER)
        pen.shape(
            "M28 17 C36 20 64 20 72 17 C70 8 62 12 58 4 C53 1 47 1 42 4 C38 12 30 8 28 17 Z", BLACK
        )
        pen.stroke("M29 16 C38 19 62 19 71 16", GOLD, 2)
        return
    pen.shape("M40 24 C37 10 44 6 50 6 C58 6 64 10 61 24 C59 16 42 16 40 24 Z", HAIR_POWDER)
    pen.disc(39, 25, 4, 5, HAIR_POWDER)
    pen.disc(61, 25, 4, 5, HAIR_POWDER)
    pen.shape("M60 32 L72 28 L71 38 Z", BLACK)
    pen.stroke("M84 76 L88 148", BROWN_DEEP, 3)
    pen.disc(84, 75, 4, fill=GOLD)


def trim_coat(pen: Brush) -> None:
    """Sews lace to cuffs and jabot."""
    for side in ((16, 21, 26), (74, 79, 84)):
        lace(pen, [(x, 91, 4.4, 4.8) for x in side])
    lace(pen, [(46, 50, 4.8, 4.4), (54, 50, 4.8, 4.4), (50, 56, 4.8, 4.4), (50, 45, 4.8, 4.4)])
