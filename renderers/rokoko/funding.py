"""The decorations that can be funded, with what they cost and bring."""

from functools import partial
from typing import NamedTuple

from PIL import Image

from games.words import _
from renderers.caching import cached, cached_per_language
from renderers.canvas import Pen, Sprite, paste, write
from renderers.fonts import text_width
from renderers.seats import seat_token

from .asked import PART_PX, Part, done, sheet, tag, viewer_of
from .colours import INK, POWDER_DEEP, SOFT
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
    blocks = [
        (stands_sheet(stands, viewer_of(view)), (0, 0)),
        (groups_sheet(groups, len(upper), next_statue), (0, STANDS_PX + 10)),
    ]
    return Part(STANDS_PX + 10 + DECORATIONS_PX, blocks)


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


@cached_per_language
def stands_sheet(stands: tuple[Stand, ...], mine: Seat) -> Image.Image:
    out = sheet(PART_PX, STANDS_PX)
    step = (PART_PX - 20) // len(stands)
    for k, it in enumerate(stands):
        x = 10 + step * k
        paste(out, musician(k + 1, 92, it.offer.owner is not None), x + 50, 84, "middle")
        write(out, (x + 100, 36), it.name, "serif", 36, INK, room=step - 104)
        mark(out, it.offer, x + 134, 102, 66)
        prestige(out, x + 176, 84, it.offer.gain, 44, INK)
        paste(out, seat_token(*mine, 34), x + 176, 113)
        write(out, (x + 216, 130), f"{it.own} : {it.other}", "serif", 40, SOFT)
    return done(out)


@cached_per_language
def groups_sheet(
    groups: tuple[tuple[Offer, ...], ...], upper: int, next_statue: int
) -> Image.Image:
    """Statues, fountain, fireworks: prices above, and below each what it brings."""
    out = sheet(PART_PX, DECORATIONS_PX)
    step = (PART_PX - 60) / sum(map(len, groups))
    titles = (_("Statues"), _("Fountain"), _("Fireworks"))
    signs = (statue(0, 34, False), fountain_sign(40), burst(44, True))
    x = 12.0
    for kind, (title, sign, found) in enumerate(zip(titles, signs, groups, strict=True)):
        end = x + step * len(found)
        paste(out, sign, x + 24, 28, "middle")
        more = f" +{next_statue}" if kind == 0 else ""
        room = end - x - 62
        shown = title + more
        write(out, (x + 52, 28), shown, "serif", 34, INK, room=room - (36 if more else 0))
        if more:
            run = min(room - 36, text_width(shown, "serif", 34))
            paste(out, star(30), x + 56 + run, 12)
        for k, it in enumerate(found):
            middle = x + step * (k + 0.5)
            mark(out, it, middle, 88, 62)
            if kind == 2:
                prestige(out, middle - 27, 144, it.gain, 36, INK)
            elif kind == 1:
                words = f"+{it.gain if k < upper else 1}"
                write(out, (middle - (0 if k < upper else 15), 144), words, "serif", 32, INK, "m")
                if k >= upper:
                    paste(out, gown_sign(32), middle + 19, 144, "middle")
        x = end + 18
    return done(out)


@cached
def fountain_sign(px: int) -> Sprite:
    pen = Pen(px)
    pen.poly([(8, 36), (92, 36), (78, 56), (22, 56)], POWDER_DEEP)
    pen.poly([(2, 70), (98, 70), (84, 94), (16, 94)], POWDER_DEEP)
    pen.poly([(44, 8), (56, 8), (56, 90), (44, 90)], POWDER_DEEP)
    return Sprite(pen.done())
