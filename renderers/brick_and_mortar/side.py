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
    return 404 + (96 if side.demand else 0) + 42 * len(lines_ahead(side))


@block
def side_block(side: Side, tall: int) -> Image.Image:
    out = Image.new("RGB", (WIDTH_PX, tall), PAVEMENT)
    paste(out, panel(WIDTH_PX, tall, PAPER, LINE, 2), 0, 0)
    end, draw = WIDTH_PX - 28, ImageDraw.Draw(out)
    paste(out, bulb(66), 24, 24)
    bill = dollars(side.bill)
    room = end - 104 - 16 - text_width(bill, "serif", 60)
    write(out, (104, 58), _("bill"), "sans", 36, DIM, room=room)
    write(out, (end, 58), bill, "serif", 60, INK, "r")
    write(out, (28, 134), _("after it"), "sans", 36, DIM, room=180)
    if side.tokens:
        paste(out, slip(side.tokens, 120, 56), end - 120, 108)
    else:
        write(out, (end, 134), dollars(side.after), "serif", 60, INK, "r")
    draw.line((28, 182, end, 182), LINE, 2)
    paste(out, rosette(76), 24, 202)
    write(out, (116, 240), str(side.points), "serif", 76, INK)
    write(out, (end, 244), _("of {goal}", goal=side.goal), "serif", 46, DIM, "r", 150)
    progress(out, (28, 292, WIDTH_PX - 56, 24), side.points / side.goal, STEP, ENAMEL)
    write(out, (28, 350), side.place, "sans", 36, DIM, room=WIDTH_PX - 56)
    draw.line((28, 386, end, 386), LINE, 2)
    y = 420
    if side.demand:
        known_demand(out, side.demand, y)
        y += 90
    for n, line in enumerate(lines_ahead(side)):
        if n == 0:
            paste(out, Sprite(wax_seal(36)), 28, y - 18)
        write(out, (72, y), line, "sans", 32, DIM, room=WIDTH_PX - 100)
        y += 42
    return out


def lines_ahead(side: Side) -> list[str]:
    """The lines of what is answered in advance."""
    return [line for each in side.ahead for line in wrapped(each, "sans", 32, WIDTH_PX - 100)]


def known_demand(out: Image.Image, demand: Counts, y: int) -> None:
    """Draws the boxes that the player knows to come."""
    write(out, (28, y), _("demand you know of"), "sans", 34, DIM, room=WIDTH_PX - 56)
    step = min(88, (WIDTH_PX - 44) // len(demand))
    for i, (kind, count) in enumerate(demand):
        paste(out, outline(kind, 38, INK), 24 + i * step, y + 26)
        size = 36 if len(demand) < 5 else 30
        write(out, (64 + i * step, y + 46), str(count), "sans-bold", size, INK)
