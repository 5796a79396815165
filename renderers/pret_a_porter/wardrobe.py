"""A company's designs by style on their mannequins, and the stage with what it could show now."""

import re
from typing import NamedTuple

from PIL import Image

from games.words import _, translate
from renderers.canvas import crop, panel, paste, write
from renderers.fonts import fitted, text_width
from renderers.layout import Box, Part, whole
from renderers.seats import seat_token
from renderers.transcript import dollars

from .colours import CLOTHS, GREY, INK, PAPER, STYLES, ZERO, block, sheet
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
ROW_PX = RIGHT_PX - LEFT_PX


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
    """The groups, each in the first row with room; the last row has room for the stage."""
    out, room = [list[Group]()], [ROW_PX]
    for it in found:
        fits = (n for n, left in enumerate(room) if it.width <= left)
        if (n := next(fits, len(out))) == len(out):
            out.append([])
            room.append(ROW_PX)
        out[n].append(it)
        room[n] -= it.width + GAP_PX
    return out if room[-1] >= STAGE_MIN_PX else [*out, []]


def wardrobe(view: View) -> list[Part]:
    """The materials, then the designs by style with the stage after the last of them."""
    stock = tuple(view["players"][view["viewer"]]["material"].values())
    parts, found = [whole(shelf(stock))], rows(groups(view))
    for row in found:
        blocks, x = list[tuple[Image.Image, tuple[int, int]]](), LEFT_PX
        places = dict[str, Box]()
        for it in row:
            head = group_head(it.style, it.ready, it.of, it.lacks, it.width)
            blocks += [
                (group_ground(it.style, it.width, ready=it.ready > 0), (x, 0)),
                (head, (x, 0)),
            ]
            for k, look in enumerate(it.looks):
                at = x + 6 + k * CELL_SIZE[0], GROUP_HEAD_PX
                blocks.append((piece(look), at))
                places[look.design.id] = Box(*at, *CELL_SIZE)
            x += it.width + GAP_PX
        if row is found[-1]:  # what stands below the feet of mannequins changes more often
            it, w = stage_of(view), RIGHT_PX - x
            shown = collection(it.month, it.label, it.designs, it.nearest, w)
            blocks += [(shown, (x, 0)), (standing(it.stands, it.words, w), (x, FEET_PX))]
        parts.append(Part(GROUP_PX + 14, blocks, places))
    return parts


@block
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
    return out


# ---------------------------------------------------------------------- groups


@block
def group_ground(style: str, w: int, *, ready: bool) -> Image.Image:
    out, ink = sheet(w, GROUP_PX), STYLES[style]
    paste(out, panel(w, GROUP_PX, ink.tint, ink.dark, 4 if ready else 2, 12), 0, 0)
    if ready:
        paste(out, panel(w, GROUP_HEAD_PX, ink.dark, radius=12), 0, 0)
    return out


@block
def group_head(
    style: str, ready: int, of: int, lacks: tuple[tuple[str, int], ...], w: int
) -> Image.Image:
    """How many designs of a style can be shown, and what all of them lack."""
    out = crop(group_ground(style, w, ready=ready > 0), 0, 0, w, GROUP_HEAD_PX)
    ink = PAPER if ready else STYLES[style].dark
    count, right, y = f"{ready}/{of}", w - 16.0, GROUP_HEAD_PX / 2
    one = w < 2 * CELL_SIZE[0]
    room = right - 34 - text_width(count, "sans-bold", 34)
    name, size = fitted(translate(style), "serif", 40, room)
    write(out, (16, y), name, "serif", size, ink)
    left = 32 + text_width(name, "serif", size)
    room -= left - 16
    runs = [58 + (text_width(f"×{n}", "sans-bold", 32) if n > 1 else 0) for _cloth, n in lacks]
    if not one and lacks and sum(runs) <= room:
        for (cloth, n), run in zip(reversed(lacks), reversed(runs), strict=True):
            if n > 1:
                write(out, (right, y), f"×{n}", "sans-bold", 32, ink, "r")
            paste(out, swatch(cloth, 40, True), right - run + 6, y - 20)
            right -= run
            room -= run
        words = _("for all:")
        if text_width(words, "sans", 32) + 12 <= room:
            write(out, (right - 6, y), words, "sans", 32, ink, "r")
            room -= text_width(words, "sans", 32) + 12
    told = _("{n} of {most} can be shown", n=ready, most=of)
    fits = text_width(told, "sans-bold", 32) <= room + text_width(count, "sans-bold", 34) - 8
    write(out, (left, y), told if fits and not one else count, "sans-bold", 32 if fits else 34, ink)
    return out


@block
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


WALK_PX = GROUP_PX - 118
FEET_PX = WALK_PX + 16


def empty_stage(w: int) -> Image.Image:
    shares = (0.25, 0.75) if w < 900 else (0.15, 0.5, 0.85)
    return stage(w, GROUP_PX, WALK_PX, tuple(round(w * share) for share in shares))


@block
def collection(
    month: str, label: str, designs: tuple[Design, ...], nearest: tuple[Look, ...], w: int
) -> Image.Image:
    """The mannequins of a collection, or those that lack least for one."""
    out = empty_stage(w).crop((0, 0, w, FEET_PX))
    month, size = fitted(month, "serif", 42, w * 0.45)
    write(out, (22, 38), month, "serif", size, PAPER)
    room = w - 60 - text_width(month, "serif", size)
    write(out, (w - 22, 39), label, "sans-bold", 36, PAPER, "r", room)
    foot = WALK_PX + 12
    paste_collection(out, designs, 30, foot, w - 60, GARMENT_PX)
    top = foot - round(GARMENT_PX * MANNEQUIN_HEIGHT_PER_WIDTH)
    most = max(2, w // 400)
    wide = (w - 40) / most
    for k, look in enumerate(nearest[:most]):
        x, design = 24 + k * wide, look.design
        paste(out, ghost(design.style, design.type, GARMENT_PX), x - 8, top)
        lacks = [c for c, gone in zip(design.materials, look.missing, strict=True) if gone]
        for n, cloth in enumerate(lacks):
            paste(out, swatch(cloth, 50, True), x + GARMENT_PX + 22, top + 100 + n * 62, "middle")
    return out


@block
def standing(stands: tuple[Stand, ...], words: str, w: int) -> Image.Image:
    """What a company has in each category and who leads there, and what a collection would win."""
    out = empty_stage(w).crop((0, FEET_PX, w, GROUP_PX))
    draw_stands(out, stands, WALK_PX - FEET_PX + (48 if words else 62))
    write(out, (w / 2, out.height - 22), words, "sans", 32, INK, "m", w - 24)
    return out


def draw_stands(out: Image.Image, stands: tuple[Stand, ...], y: float) -> None:
    step = (out.width - 90) / max(1, len(stands))
    for k, stand in enumerate(stands):
        x = 56 + k * step
        paste(out, token(stand.category, 50), x, y - 25)
        write(out, (x + 58, y), str(stand.n), "serif", 46, INK)
        x += 66 + text_width(str(stand.n), "serif", 46)
        end = 56 + (k + 1) * step
        for n, (seat, mark) in enumerate(stand.leaders):
            if x + n * 36 + 48 <= end:
                paste(out, seat_token(seat, mark, 48), x + n * 36, y - 24)
