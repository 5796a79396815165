"""The palace at the end, and the score sheet in the garden below it: a player's own picture."""

from collections.abc import Callable
from typing import NamedTuple

from PIL import Image

from games.words import _, phrase, translate
from renderers.canvas import Sprite, crop, panel, paste, write
from renderers.layout import Box, Type, write_name
from renderers.seats import names_of, place_of, seat_token, winners_wreath

from .board import paste_palace
from .colours import CREAM, GOLD, GOLD_DEEP, GOLD_PALE, INK, IVORY, SOFT, block
from .header import paste_header
from .icon_text import gown_sign, night_sky
from .ornaments import musician, statue
from .palace import Seat, ground
from .pieces import crown, favor, palace_sign, purse, star
from .reading import View, seats_of

SHEET_BOX = (40, 862, 1520, 700)
LABELS_PX, HEAD_PX, PITCH_PX = 400, 142, 45

PARTS: tuple[tuple[str, Callable[[int], Sprite]], ...] = (
    (phrase("Tokens"), star),
    (phrase("Favor"), lambda px: favor(round(px * 1.15))),
    (phrase("Crowned cards"), crown),
    (phrase("Majorities"), palace_sign),
    (phrase("Dresses"), lambda px: gown_sign(px)),
    (phrase("Terrace"), night_sky),
    (phrase("Decorations"), lambda px: musician(1, px, True)),
    (phrase("Statues"), lambda px: statue(0, round(px * 0.95), False)),
    (phrase("All halls"), lambda px: palace_sign(px, True)),
    (phrase("Money"), purse),
)
"""The parts of a score in the order of the final scoring, each with its sign."""


class Result(NamedTuple):
    seat: Seat
    name: str
    place: int
    parts: tuple[int, ...]
    total: int


def score_sheet(view: View) -> Image.Image:
    image = ground().copy()
    paste_header(image, view)
    paste_palace(image, view)
    image.paste(sheet_block(results(view)), SHEET_BOX[:2])
    return image


def results(view: View) -> tuple[Result, ...]:
    names, seats = names_of(view), seats_of(view)
    return tuple(
        Result(
            seat=seats[who],
            name=names[who],
            place=place_of(view, who),
            parts=tuple(view["score_sheets"][who][step] for step in view["steps"]),
            total=view["score_sheets"][who]["total"],
        )
        for who in range(view["seats"])
    )


@block
def sheet_block(found: tuple[Result, ...]) -> Image.Image:
    out = crop(ground(), *SHEET_BOX)
    paste(out, panel(SHEET_BOX[2], SHEET_BOX[3], CREAM, GOLD, 3), 0, 0)
    w = (SHEET_BOX[2] - LABELS_PX - 16) // len(found)
    for k, result in enumerate(found):
        if result.place == 1:
            paste(
                out, panel(w - 8, SHEET_BOX[3] - 20, IVORY, GOLD_PALE, 5), LABELS_PX + k * w + 4, 10
            )
    labels(out)
    for k, result in enumerate(found):
        column(out, result, LABELS_PX + k * w, w)
    return out


def labels(out: Image.Image) -> None:
    write(out, (28, HEAD_PX // 2 + 8), _("Prestige"), "serif", 44, INK, room=LABELS_PX - 40)
    for k, (name, sign) in enumerate(PARTS):
        y = HEAD_PX + 14 + PITCH_PX * k + PITCH_PX // 2
        paste(out, panel(SHEET_BOX[2] - 40, 2, "#E7DBC2", radius=1), 20, y - PITCH_PX // 2)
        paste(out, sign(40), 52, y, "middle")
        write(out, (92, y), translate(name), "sans", 34, INK, room=LABELS_PX - 104)
    y = HEAD_PX + 14 + PITCH_PX * len(PARTS)
    paste(out, panel(SHEET_BOX[2] - 40, 4, GOLD, radius=2), 20, y)
    write(out, (28, y + 48), _("Total"), "serif", 44, INK, room=LABELS_PX - 40)


def column(out: Image.Image, it: Result, x: int, w: int) -> None:
    middle, best = x + w / 2, it.place == 1
    token = winners_wreath(88, *it.seat, GOLD, GOLD_DEEP) if best else seat_token(*it.seat, 60)
    paste(out, token, middle, 54, "middle")
    write_name(out, Box(x + 14, 94, w - 28, 54), it.name, Type("serif", 38, INK), "m")
    for k, points in enumerate(it.parts):
        y = HEAD_PX + 14 + PITCH_PX * k + PITCH_PX // 2
        text, ink = (str(points), INK) if points else ("–", SOFT)
        write(out, (middle, y), text, "serif", 40, ink, "m")
    y = HEAD_PX + 62 + PITCH_PX * len(it.parts)
    write(out, (middle, y), str(it.total), "serif", 72 if best else 56, INK, "m")
