"""A company's designs by style on their mannequins, and the stage with what it could show now."""

import re
from typing import NamedTuple

from PIL import Image

from games.words import _, translate
from renderers.caching import cached_per_language
from renderers.canvas import panel, paste, write
from renderers.fonts import fitted, text_width
from renderers.seats import seat_token
from renderers.transcript import dollars

from .colours import (
    CLOTHS,
    GREY,
    INK,
    PAPER,
    STYLES,
    ZERO,
    finished,
    page,
    sheet,
)
from .garments import MANNEQUIN_HEIGHT_PER_WIDTH, ghost, mannequin
from .reading import (
    Design,
    Look,
    View,
    chosen_designs,
    designs_of,
    is_show_month,
    letters,
    looks,
    month_name,
    prospects,
)
from .shops import bonus, draw_words
from .signs import rule, swatch, token
from .stage import paste_collection, stage

WIDTH_PX, LEFT_PX, RIGHT_PX = 1600, 40, 1560
SHELF_PX, GROUP_HEAD_PX, CELL_SIZE, GAP_PX = 78, 66, (251, 384), 16
GROUP_PX = GROUP_HEAD_PX + CELL_SIZE[1] + 6
GARMENT_PX, STAGE_MIN_PX = 148, 520
MOST_IN_GROUP = 6


class Group(NamedTuple):
    """The designs of a style: how many of them can be shown now, and of all units are missing."""

    style: str
    looks: tuple[Look, ...]
    ready: int
    of: int
    lacks: tuple[tuple[str, int], ...]

    @property
    def width(self) -> int:
        return len(self.looks) * CELL_SIZE[0] + 12


def groups(view: View) -> list[Group]:
    """The designs of the viewer by style; many of a style are several groups."""
    found: list[Group] = []
    for it in view["wardrobe"]:
        pieces, lacks = looks(view, it["designs"]), tuple(it["lacks"].items())
        found += [
            Group(it["style"], pieces[k : k + MOST_IN_GROUP], it["ready"], len(pieces), lacks)
            for k in range(0, len(pieces), MOST_IN_GROUP)
        ]
    return found


def rows(found: list[Group]) -> list[list[Group]]:
    """The groups in rows; the last row has room for the stage."""
    out: list[list[Group]] = [[]]
    room = 1520
    for it in found:
        if it.width > room:
            out.append([])
            room = 1520
        out[-1].append(it)
        room -= it.width + GAP_PX
    return out if room >= STAGE_MIN_PX else [*out, []]


def wardrobe(view: View) -> list[Image.Image]:
    """The materials, then the designs by style with the stage after the last of them."""
    stock = tuple(view["players"][view["viewer"]]["material"].values())
    blocks, found = [shelf(stock)], rows(groups(view))
    for row in found:
        image, x = page(WIDTH_PX, GROUP_PX + 14), LEFT_PX
        for it in row:
            image.paste(group_block(it), (x, 0))
            x += it.width + GAP_PX
        if row is found[-1]:
            image.paste(stage_block(stage_of(view), RIGHT_PX - x), (x, 0))
        blocks.append(image)
    return blocks


@cached_per_language
def shelf(stock: tuple[int, ...]) -> Image.Image:
    out = sheet(WIDTH_PX, SHELF_PX)
    rule(out, LEFT_PX, 0, RIGHT_PX, 4)
    title, words, x = _("Designs"), _("Materials"), RIGHT_PX - 6 * 124 + 20
    write(out, (LEFT_PX, 40), title, "serif", 46, INK)
    room = x - 40 - LEFT_PX - text_width(title, "serif", 46)
    write(out, (x - 20, 41), words, "sans", 34, GREY, "r", room)
    for k, (cloth, n) in enumerate(zip(CLOTHS, stock, strict=True)):
        paste(out, swatch(cloth, 54), x + k * 124, 12)
        size = 48 if n < 10 else 38
        write(out, (x + k * 124 + 62, 40), str(n), "serif", size, INK if n else ZERO)
    return finished(out)


# ---------------------------------------------------------------------- groups


@cached_per_language
def group_block(it: Group) -> Image.Image:
    """A style: how many of its designs can be shown, what all of them lack, the designs."""
    w, ink, ready = it.width, STYLES[it.style], it.ready > 0
    out = sheet(w, GROUP_PX)
    paste(out, panel(w, GROUP_PX, ink.tint, ink.dark, 4 if ready else 2, 12), 0, 0)
    if ready:
        paste(out, panel(w, GROUP_HEAD_PX, ink.dark, radius=12), 0, 0)
    draw_group_head(out, it, PAPER if ready else ink.dark)
    for k, look in enumerate(it.looks):
        out.paste(piece(look), (6 + k * CELL_SIZE[0], GROUP_HEAD_PX))
    return finished(out)


def draw_group_head(out: Image.Image, it: Group, ink: str) -> None:
    count, right, y = f"{it.ready}/{it.of}", it.width - 16.0, GROUP_HEAD_PX / 2
    one = len(it.looks) == 1
    room = right - 34 - text_width(count, "sans-bold", 34)
    name, size = fitted(translate(it.style), "serif", 40, room)
    write(out, (16, y), name, "serif", size, ink)
    left = 32 + text_width(name, "serif", size)
    room -= left - 16
    runs = [58 + (text_width(f"×{n}", "sans-bold", 32) if n > 1 else 0) for _cloth, n in it.lacks]
    if not one and it.lacks and sum(runs) <= room:
        for (cloth, n), run in zip(reversed(it.lacks), reversed(runs), strict=True):
            if n > 1:
                write(out, (right, y), f"×{n}", "sans-bold", 32, ink, "r")
            paste(out, swatch(cloth, 40, True), right - run + 6, y - 20)
            right -= run
            room -= run
        words = _("for all:")
        if text_width(words, "sans", 32) + 12 <= room:
            write(out, (right - 6, y), words, "sans", 32, ink, "r")
            room -= text_width(words, "sans", 32) + 12
    told = _("{n} of {most} can be shown", n=it.ready, most=it.of)
    fits = text_width(told, "sans-bold", 32) <= room + text_width(count, "sans-bold", 34) - 8
    write(out, (left, y), told if fits and not one else count, "sans-bold", 32 if fits else 34, ink)


@cached_per_language
def piece(it: Look) -> Image.Image:
    """A design on its mannequin; crossed materials are missing."""
    (w, h), design = CELL_SIZE, it.design
    out = sheet(w, h, STYLES[design.style].tint)
    paste(out, mannequin(design.style, design.type, GARMENT_PX), 30, 22)
    write(out, (10, 30), design.id, "sans-bold", 30, STYLES[design.style].dark)
    write(out, (w - 10, 30), dollars(design.price), "serif-black", 44, INK, "r")
    for k, (cloth, missing) in enumerate(zip(design.materials, it.missing, strict=True)):
        paste(out, swatch(cloth, 50, missing), w - 40, 92 + k * 58, "middle")
    for kind, n in design.bonus:
        paste(out, bonus(kind, n, 54), w - 40, 208, "middle")
    draw_name(out, design.name, 290)
    trend = 44 if it.own_type else 0
    kind, size = fitted(translate(design.type), "sans", 32, w - 20 - trend)
    write(out, (10, 364), kind, "sans", size, GREY)
    if it.own_type:
        paste(out, token("T", 38), 16 + text_width(kind, "sans", size), 344)
    return out


def draw_name(out: Image.Image, name: str, y: float) -> None:
    """Writes the name of a design on one line or two; a long word in thin letters."""
    room = out.width - 14
    bold = all(text_width(word, "sans-bold", 30) <= room for word in re.split("[ -]", name))
    draw_words(out, name, 8, y, room, 2, 32, INK, "sans-bold" if bold else "sans")


# ----------------------------------------------------------------------- stage


class Stand(NamedTuple):
    """What a company has in a category, and the seats that have most."""

    category: str
    n: int
    leaders: tuple[tuple[int, str], ...]


class Stage(NamedTuple):
    """What a company shows or could show: the month, the collection, what is said of it, how it
    stands, and where there is none the designs that lack least.
    """

    month: str
    designs: tuple[Design, ...]
    label: str
    words: str
    stands: tuple[Stand, ...]
    nearest: tuple[Look, ...]


def stage_of(view: View) -> Stage:
    who = view["viewer"]
    month = month_name(view, 0 if is_show_month(view) else view["month"]["next_exhibition"])
    chosen, best = chosen_designs(view), prospects(view, who)
    if chosen:
        shown = designs_of(view, chosen)
        return Stage(month, shown, _("On the runway"), "", stands(view), ())
    if best:
        it = best[0]
        words = _("would win {n} prestige, sale ${cash}", n=it.prestige, cash=it.takings)
        return Stage(month, it.designs, it.label, words, stands(view), ())
    near = [look for it in groups(view) for look in it.looks]
    near.sort(key=lambda look: (sum(look.missing), -look.design.price))
    nothing = _("nothing to show yet") if not view["standings"][who]["shown"] else ""
    return Stage(month, (), nothing, "", stands(view), tuple(near[:3]))


def stands(view: View) -> tuple[Stand, ...]:
    """The categories of this quarter's lines, each once."""
    who, marks, found = view["viewer"], letters(view), dict[str, Stand]()
    best = view["prospects"][who]
    for line in best[0]["lines"] if best else view["lines"]:
        kind, counts = line["category"], line["counts"]
        leaders = [n for n, count in enumerate(counts) if count == max(counts) > 0]
        found[kind] = Stand(kind, counts[who], tuple((n, marks[n]) for n in leaders))
    return tuple(found.values())


@cached_per_language
def stage_block(it: Stage, w: int) -> Image.Image:
    h, walk = GROUP_PX, GROUP_PX - 118
    shares = (0.25, 0.75) if w < 900 else (0.15, 0.5, 0.85)
    out = stage(w, h, walk, tuple(round(w * share) for share in shares))
    month, size = fitted(it.month, "serif", 42, w * 0.45)
    write(out, (22, 38), month, "serif", size, PAPER)
    room = w - 60 - text_width(month, "serif", size)
    write(out, (w - 22, 39), it.label, "sans-bold", 36, PAPER, "r", room)
    top = walk + 12 - round(GARMENT_PX * MANNEQUIN_HEIGHT_PER_WIDTH)
    paste_collection(out, it.designs, 30, walk + 12, w - 60, GARMENT_PX)
    most = max(2, w // 400)
    wide = (w - 40) / most
    for k, look in enumerate(it.nearest[:most]):
        x, design = 24 + k * wide, look.design
        paste(out, ghost(design.style, design.type, GARMENT_PX), x - 8, top)
        lacks = [c for c, gone in zip(design.materials, look.missing, strict=True) if gone]
        for n, cloth in enumerate(lacks):
            paste(out, swatch(cloth, 50, True), x + GARMENT_PX + 22, top + 100 + n * 62, "middle")
    draw_stands(out, it, walk + (48 if it.words else 62))
    write(out, (w / 2, h - 22), it.words, "sans", 32, INK, "m", w - 24)
    return finished(out)


def draw_stands(out: Image.Image, it: Stage, y: float) -> None:
    step = (out.width - 90) / max(1, len(it.stands))
    for k, stand in enumerate(it.stands):
        x = 56 + k * step
        paste(out, token(stand.category, 50), x, y - 25)
        write(out, (x + 58, y), str(stand.n), "serif", 46, INK)
        x += 66 + text_width(str(stand.n), "serif", 46)
        end = 56 + (k + 1) * step
        for n, (seat, mark) in enumerate(stand.leaders):
            if x + n * 36 + 48 <= end:
                paste(out, seat_token(seat, mark, 48), x + n * 36, y - 24)
