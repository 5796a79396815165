"""What stands beside a question: bill and money after it, points, place, what is known."""

from typing import NamedTuple

from PIL import Image, ImageDraw

from games.words import _
from renderers.canvas import Sprite, panel, paste, progress, write
from renderers.fonts import text_width, wrapped
from renderers.seats import wax_seal
from renderers.transcript import dollars

from .badges import bulb, rosette, slip
from .colours import DIM, ENAMEL, INK, LINE, PAPER, PAVEMENT, STEP, block
from .goods import outline

Counts = tuple[tuple[str, int], ...]
WIDTH_PX = 384


class Side(NamedTuple):
    """What a player can count on, and what they know that others do not."""

    bill: int
    after: int
    tokens: int
    """The Debt Tokens that the bill would take now."""
    points: int
    goal: int
    place: str
    ahead: tuple[str, ...]
    demand: Counts
    """What the player knows of the demand cards that lie face down."""


def least_height(side: Side) -> int:
    return 404 + (96 if side.demand else 0) + 42 * len(lines_ahead(side.ahead))


def side_block(side: Side, tall: int) -> Image.Image:
    out = side_ground(tall).copy()
    out.paste(money_block(side.bill, side.after, side.tokens), (RIM_PX, RIM_PX))
    out.paste(points_block(side.points, side.goal, side.place), (RIM_PX, POINTS_Y))
    if side.demand or side.ahead:
        out.paste(secrets_block(side.demand, side.ahead), (RIM_PX, SECRETS_Y))
    return out


RIM_PX, POINTS_Y, SECRETS_Y = 20, 190, 396
INNER_PX, END_PX = WIDTH_PX - 2 * RIM_PX, WIDTH_PX - 28 - RIM_PX
"""How wide the parts are, and where their lines end."""


@block
def side_ground(tall: int) -> Image.Image:
    out = Image.new("RGB", (WIDTH_PX, tall), PAVEMENT)
    paste(out, panel(WIDTH_PX, tall, PAPER, LINE, 2), 0, 0)
    for y in (182, 386):
        ImageDraw.Draw(out).line((28, y, WIDTH_PX - 28, y), LINE, 2)
    return out


def part(h: int) -> Image.Image:
    return Image.new("RGB", (INNER_PX, h), PAPER)


@block
def money_block(bill: int, after: int, tokens: int) -> Image.Image:
    out, words = part(160), dollars(bill)
    paste(out, bulb(66), 4, 4)
    room = END_PX - 84 - 16 - text_width(words, "serif", 60)
    write(out, (84, 38), _("bill"), "sans", 36, DIM, room=room)
    write(out, (END_PX, 38), words, "serif", 60, INK, "r")
    write(out, (8, 114), _("after it"), "sans", 36, DIM, room=180)
    if tokens:
        paste(out, slip(tokens, 120, 56), END_PX - 120, 88)
    else:
        write(out, (END_PX, 114), dollars(after), "serif", 60, INK, "r")
    return out


@block
def points_block(points: int, goal: int, place: str) -> Image.Image:
    out = part(190)
    paste(out, rosette(76), 4, 12)
    write(out, (96, 50), str(points), "serif", 76, INK)
    write(out, (END_PX, 54), _("of {goal}", goal=goal), "serif", 46, DIM, "r", 150)
    progress(out, (8, 102, WIDTH_PX - 56, 24), points / goal, STEP, ENAMEL)
    write(out, (8, 160), place, "sans", 36, DIM, room=WIDTH_PX - 56)
    return out


@block
def secrets_block(demand: Counts, ahead: tuple[str, ...]) -> Image.Image:
    """The demand that only the player knows of, and what they have answered in advance."""
    lines, y = lines_ahead(ahead), 24
    out = part(2 + (96 if demand else 0) + 42 * len(lines))
    if demand:
        known_demand(out, demand, y)
        y += 90
    for n, line in enumerate(lines):
        if n == 0:
            paste(out, Sprite(wax_seal(36)), 8, y - 18)
        write(out, (52, y), line, "sans", 32, DIM, room=WIDTH_PX - 100)
        y += 42
    return out


def lines_ahead(ahead: tuple[str, ...]) -> list[str]:
    """The lines of what is answered in advance."""
    return [line for each in ahead for line in wrapped(each, "sans", 32, WIDTH_PX - 100)]


def known_demand(out: Image.Image, demand: Counts, y: int) -> None:
    """Draws the boxes that the player knows to come."""
    write(out, (8, y), _("demand you know of"), "sans", 34, DIM, room=WIDTH_PX - 56)
    step = min(88, (WIDTH_PX - 44) // len(demand))
    for i, (kind, count) in enumerate(demand):
        paste(out, outline(kind, 38, INK), 4 + i * step, y + 26)
        size = 36 if len(demand) < 5 else 30
        write(out, (44 + i * step, y + 46), str(count), "sans-bold", size, INK)
