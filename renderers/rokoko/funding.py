"""The decorations that can be funded, with what they cost and bring."""

from functools import partial
from typing import NamedTuple

from PIL import Image

from games.words import _
from renderers.caching import cached
from renderers.canvas import Pen, Sprite, paste, write
from renderers.fonts import text_width
from renderers.layout import Box, Part
from renderers.seats import seat_token

from .asked import PART_PX, sheet, tag, viewer_of
from .colours import CREAM, INK, POWDER_DEEP, SOFT, block
from .guests import rivals_of
from .icon_text import gown_sign
from .ornaments import burst, musician, statue
from .palace import Decoration, Seat, marker
from .pieces import prestige, star
from .reading import View, decorations_of, phase_of


class Offer(NamedTuple):
    """A decoration with its price for the viewer, and whether that or a rule is in the way."""

    cost: int
    closed: bool
    owner: Seat | None
    gain: int
    fresh: bool


class Stand(NamedTuple):
    """A musician: the hall, and how strong the viewer and the best of the others are there."""

    name: str
    own: int
    other: int
    offer: Offer


DECORATIONS_PX, STANDS_PX = 172, 166
RIM_PX, STANDS_RIM_PX = 6, 10
"""How far from the edges of a sheet its parts are."""


@block
def empty_sheet(h: int) -> Image.Image:
    return sheet(PART_PX, h)


def decorations(view: View) -> Part:
    """What can be funded: musicians above; statues, fountain and fireworks below."""
    paid = offers(view, "musician")
    stands = tuple(
        Stand(name, own, other, it)
        for (name, own, other, _points), it in zip(rivals_of(view), paid, strict=True)
    )
    upper = view["decorations"]["upper"]
    rows = {name: offers(view, name) for name in ("statue", "upper", "lower", "fireworks")}
    table = view["statue_table"]
    mine = sum(it["owner"] == view["viewer"] for it in view["decorations"]["statue"])
    next_statue = table[mine + 1] - table[mine] if mine + 1 < len(table) else 0
    fountain = tuple(
        offer._replace(gain=income)
        for offer, income in zip(rows["upper"], (it["income"] for it in upper), strict=True)
    )
    groups = (rows["statue"], (*fountain, *rows["lower"]), rows["fireworks"])
    step, below = (PART_PX - 20) // len(stands), STANDS_PX + 10
    blocks = [(empty_sheet(STANDS_PX), (0, 0)), (empty_sheet(DECORATIONS_PX), (0, below))]
    places = dict[str, Box]()
    for k, (it, hall) in enumerate(zip(stands, view["halls"], strict=True)):
        drawn, at = stand(k, it, viewer_of(view), step), (10 + step * k, STANDS_RIM_PX)
        blocks.append((drawn, at))
        places[hall["musician"]["id"]] = Box(*at, *drawn.size)
    step, x = (PART_PX - 60) / sum(map(len, groups)), 12.0
    kinds = (("statue",), ("upper", "lower"), ("fireworks",))
    for kind, found in enumerate(groups):
        codes = [it["id"] for name in kinds[kind] for it in view["decorations"][name]]
        for k, code in enumerate(codes):
            places[code] = Box(x + step * k, below + 52, step, 114)
        left = 2 * int(x / 2)  # halves are rounded to even
        drawn = group(kind, found, x - left, step, len(upper), next_statue if kind == 0 else 0)
        blocks.append((drawn, (left, below + RIM_PX)))
        x += step * len(found) + 18
    return Part(below + DECORATIONS_PX, blocks, places)


def offers(view: View, kind: str) -> tuple[Offer, ...]:
    """The decorations of a kind; of each row of the fountain a player has only one."""
    found = decorations_of(view, kind)
    fountain = kind in ("upper", "lower")
    taken = fountain and any(it.owner and it.owner[0] == view["viewer"] for it in found)
    return tuple(map(partial(offer, view, taken), found))


def offer(view: View, taken: bool, it: Decoration) -> Offer:
    discount = view["discount"] if phase_of(view) == "extra_decoration" else 0
    cost = max(0, it.cost - discount)
    closed = taken or cost > view["players"][view["viewer"]]["livre"]
    return Offer(cost, closed, it.owner, it.prestige, it.fresh)


def mark(out: Image.Image, it: Offer, x: float, y: float, px: int) -> None:
    """Puts the price of a decoration on its place, or the token of who has paid."""
    if it.owner is None:
        tag(out, it.cost, px, x, y, it.closed)
    else:
        marker(out, Decoration(it.cost, it.gain, it.owner, it.fresh), x, y, px - 6)


@block
def stand(k: int, it: Stand, mine: Seat, w: int) -> Image.Image:
    out = Image.new("RGB", (w, STANDS_PX - 2 * STANDS_RIM_PX), CREAM)
    paste(out, musician(k + 1, 92, it.offer.owner is not None), 50, 84 - STANDS_RIM_PX, "middle")
    write(out, (100, 36 - STANDS_RIM_PX), it.name, "serif", 36, INK, room=w - 104)
    mark(out, it.offer, 134, 102 - STANDS_RIM_PX, 66)
    prestige(out, 176, 84 - STANDS_RIM_PX, it.offer.gain, 44, INK)
    paste(out, seat_token(*mine, 34), 176, 113 - STANDS_RIM_PX)
    write(out, (216, 130 - STANDS_RIM_PX), f"{it.own} : {it.other}", "serif", 40, SOFT)
    return out


@block
def group(
    kind: int, found: tuple[Offer, ...], x: float, step: float, upper: int, next_statue: int
) -> Image.Image:
    """Statues, the fountain or fireworks: prices above, and below each what it brings."""
    end = x + step * len(found)
    out = Image.new("RGB", (round(end) + 4, DECORATIONS_PX - 2 * RIM_PX), CREAM)
    title, sign = (
        (_("Statues"), statue(0, 34, False)),
        (_("Fountain"), fountain_sign(40)),
        (_("Fireworks"), burst(44, True)),
    )[kind]
    paste(out, sign, x + 24, 28 - RIM_PX, "middle")
    more = f" +{next_statue}" if kind == 0 else ""
    room, shown, y = end - x - 62, title + more, 28 - RIM_PX
    write(out, (x + 52, y), shown, "serif", 34, INK, room=room - (36 if more else 0))
    if more:
        run = min(room - 36, text_width(shown, "serif", 34))
        paste(out, star(30), x + 56 + run, y - 16)
    y = 144 - RIM_PX
    for k, it in enumerate(found):
        middle = x + step * (k + 0.5)
        mark(out, it, middle, 88 - RIM_PX, 62)
        if kind == 2:
            prestige(out, middle - 27, y, it.gain, 36, INK)
        elif kind == 1:
            words = f"+{it.gain if k < upper else 1}"
            write(out, (middle - (0 if k < upper else 15), y), words, "serif", 32, INK, "m")
            if k >= upper:
                paste(out, gown_sign(32), middle + 19, y, "middle")
    return out


@cached
def fountain_sign(px: int) -> Sprite:
    pen = Pen(px)
    pen.poly([(8, 36), (92, 36), (78, 56), (22, 56)], POWDER_DEEP)
    pen.poly([(2, 70), (98, 70), (84, 94), (16, 94)], POWDER_DEEP)
    pen.poly([(44, 8), (56, 8), (56, 90), (44, 90)], POWDER_DEEP)
    return Sprite(pen.done())
