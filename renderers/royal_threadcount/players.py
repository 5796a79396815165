"""The panels of the players on the public board: seat, name and points, clothes, silk and dye."""

from dataclasses import dataclass

from PIL import Image

from games.words import _
from renderers.caching import cached, cached_per_language
from renderers.canvas import Sprite, crop, panel, paste, write
from renderers.fonts import initials, text_width
from renderers.layout import Box, Type, row, write_name
from renderers.seats import names_of, seat_token

from .clothes import garment, garment_height
from .patterns import GARMENTS, GHOST, INK, INK_SOFT, PRIMARY, SEAL, block, letters_of
from .pieces import chip, cube, sheet, tag, washi
from .reading import View, Wear, running_order, spares_of, wears_of


@dataclass(frozen=True, slots=True)
class Facts:
    seat: int
    letters: str
    name: str
    asked: bool
    points: int
    leads: bool
    silk: int
    dye: tuple[int, int, int]
    wears: tuple[Wear, ...]
    spares: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Plan:
    """Where things stand in a player's panel; fewer players have larger clothes."""

    w: int
    clothes: dict[str, tuple[int, int, int]]
    silk: tuple[int, int]
    dye: tuple[tuple[int, int], ...]
    spare: tuple[int, int]
    room: int
    points: int = 44


PLAYER_PX = 452
PLANS = {
    2: Plan(
        752,
        {"kimono": (24, 84, 264), "hakama": (302, 110, 206), "obi": (528, 92, 196),
         "sensu": (528, 238, 196)},
        (24, 414), ((190, 414), (290, 414), (390, 414)), (736, 414), 234,
    ),
    3: Plan(
        496,
        {"kimono": (18, 88, 192), "hakama": (222, 88, 164), "obi": (20, 300, 180),
         "sensu": (216, 306, 166)},
        (396, 140), ((400, 214), (400, 288), (400, 362)), (480, 430), 300,
    ),
    4: Plan(
        368,
        {"kimono": (18, 82, 172), "hakama": (206, 82, 148), "obi": (22, 273, 164),
         "sensu": (206, 272, 148)},
        (18, 422), ((130, 422), (206, 422), (282, 422)), (354, 384), 228,
    ),
    5: Plan(
        291,
        {"kimono": (12, 82, 138), "hakama": (160, 84, 120), "obi": (14, 244, 130),
         "sensu": (160, 246, 118)},
        (16, 368), ((16, 424), (106, 424), (196, 424)), (206, 370), 0, 368,
    ),
}  # fmt: skip


def player_facts(view: View) -> list[Facts]:
    """What everybody may know of the players, in the order of their turns."""
    names = names_of(view)
    letters, points = initials(names), [sheet_["total"] for sheet_ in view["sheets"]]
    best = max(points)
    return [
        Facts(
            seat=who,
            letters=letters[who],
            name=names[who],
            asked=who in view["asked"],
            points=points[who],
            leads=best > 0 and points[who] == best,
            silk=view["players"][who]["silk"],
            dye=tuple(view["players"][who]["dye"][hue] for hue in PRIMARY.values()),
            wears=wears_of(view["players"][who]),
            spares=tuple(spares_of(view["players"][who])),
        )
        for who in running_order(view)
    ]


@block
def player_block(facts: Facts, seats: int, x: int) -> Image.Image:
    plan = PLANS[seats]
    out = outfit(facts.wears, facts.asked, seats, x).copy()
    player_head(out, facts, plan)
    paste(out, cube(48), plan.silk[0], plan.silk[1] - 24)
    left, y = plan.silk[0] + 54, plan.silk[1]
    room = (plan.dye[0][0] if plan.dye[0][0] > left else plan.w) - left - 2
    ink = SEAL if facts.silk > 7 else INK
    write(out, (left, y), str(facts.silk), "serif", 48, ink, room=room)
    for letter, number, (left, y) in zip(PRIMARY, facts.dye, plan.dye, strict=True):
        paste(out, chip(letter, 36, 40), left, y - 20)
        write(out, (left + 43, y), str(number), "serif", 44, INK if number else GHOST)
    if facts.spares:
        words = spare_words(facts, plan)
        label = tag(words, 24)
        x, y = plan.spare[0] - label.width, plan.spare[1] - 18
        for behind in range(8 if words.isdigit() else 0, -1, -4):  # a pile tells what it counts
            paste(out, label, x - behind, y - behind)
    return out


@cached_per_language
def outfit(wears: tuple[Wear, ...], asked: bool, seats: int, x: int) -> Image.Image:
    """A player's panel with their clothes alone."""
    plan = PLANS[seats]
    out = ground(plan.w, x, asked).copy()
    short = overlapping_garments(wears, plan) if plan.w >= 300 else set(GARMENTS)
    for kind, wear in zip(GARMENTS, wears, strict=True):
        draw_garment(out, kind, wear, plan, kind in short)
    return out


@cached
def ground(w: int, x: int, asked: bool) -> Image.Image:
    out = crop(washi(1200), x, 708, w, PLAYER_PX)
    if asked:
        paste(out, sheet(w, PLAYER_PX, True), 0, 0)
    return out


def spare_words(facts: Facts, plan: Plan) -> str:
    """The spare cards, or how many there are where they are too long."""
    number = len(facts.spares)
    room = plan.room or 110 - text_width(str(facts.silk), "serif", 48)
    found = [_("spare {cards:text}", cards=", ".join(facts.spares))] if plan.room else []
    found += [_("{n} spare", n=number), str(number)]
    fitting = (words for words in found if text_width(words, "sans-bold", 24) <= room)
    return next(fitting, found[-1])


def player_head(out: Image.Image, facts: Facts, plan: Plan) -> None:
    token = seat_token(facts.seat, facts.letters, 74, facts.asked)
    paste(out, token, 48, 44, "middle")
    right, y = plan.w - 20.0, plan.points
    roomy = plan.w > 368 or text_width(facts.name, "serif", 44) < 140
    if y < 100 and roomy:
        write(out, (right, y + 4), _("pts"), "sans", 30, INK_SOFT, "r")
        right -= text_width(_("pts"), "sans", 30) + 8
    run = text_width(str(facts.points), "serif", 50)
    write(out, (right, y), str(facts.points), "serif", 50, INK, "r")
    if facts.leads:
        paste(out, panel(round(run), 6, SEAL, radius=3), right - run, y + 25)
    room = (right - run if y < 100 else plan.w) - 104
    write_name(out, Box(92, 8, room, 72), facts.name, Type("serif", 44, INK))


def draw_garment(out: Image.Image, kind: str, wear: Wear, plan: Plan, short: bool) -> None:
    x, y, w = plan.clothes[kind]
    paste(out, garment(kind, w, *wear), x, y)
    labels = labels_of(wear, short)
    widths = [label.width for label in labels]
    for label, spot in zip(labels, row(labels_box(kind, labels, plan), widths, 4), strict=True):
        paste(out, label, spot.x, spot.y)


def overlapping_garments(wears: tuple[Wear, ...], plan: Plan) -> set[str]:
    """The garments whose labels would lie on those of others, or on the dye, if they were not
    short.
    """
    boxes = {
        kind: labels_box(kind, labels_of(wear, False), plan)
        for kind, wear in zip(GARMENTS, wears, strict=True)
    }
    dye = [Box(x, y - 20, 36, 40) for x, y in plan.dye]
    return {
        kind
        for kind, box in boxes.items()
        if any(overlap(box, boxes[other]) for other in boxes if other != kind)
        or any(overlap(box, each) for each in dye)
    }


def labels_box(kind: str, labels: list[Sprite], plan: Plan) -> Box:
    x, y, w = plan.clothes[kind]
    foot = {"kimono": 0.32, "hakama": 0.16, "obi": 0.23, "sensu": 0.26}[kind]
    run = sum(label.width + 4 for label in labels)
    return Box(
        min(x - 4, plan.w - 10 - run), y + garment_height(kind, w) - round(w * foot), run, 38
    )


def labels_of(wear: Wear, short: bool) -> list[Sprite]:
    """The labels of a garment; what it lacks is said by vermilion alone if that is short."""
    hue, pattern = wear
    if not hue and not pattern:
        return []
    if hue and pattern:
        return [tag(letters_of(hue))]
    if short:
        return [tag(letters_of(hue) or "–", warn=True)]
    lack = tag(_("no dye") if pattern else _("no pattern"), 24, True)
    return [tag(letters_of(hue)), lack] if hue else [lack]


def overlap(one: Box, other: Box) -> bool:
    across = max(one.x, other.x) < min(one.right, other.right)
    return across and max(one.y, other.y) < min(one.bottom, other.bottom)
