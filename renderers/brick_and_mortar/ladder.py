"""A bar for each number that may be answered: what it is worth, and what comes with it."""

from typing import NamedTuple

from PIL import Image, ImageDraw

from games.words import _
from renderers.canvas import panel, paste, write
from renderers.fonts import text_width
from renderers.layout import Box, fitted_lines

from .colours import ALARM, DIM, ENAMEL, GOODS, INK, LAMP, PAPER, block
from .goods import outline

WIDTH_PX, HEIGHT_PX, LOW_PX = 1092, 318, 236
FEW_RUNGS = 3
"""So few numbers need less height."""
GAIN = GOODS["food"].fill
CAPTION_PX = 66
LEAST_PX = 30
"""What is written smaller cannot be read in a narrow message."""
MAX_LOSS = 3
"""A loss is a loss: its bar grows no longer than that of so much."""


class Rung(NamedTuple):
    """A number that may be answered: how high its bar is, the words at its end and below it."""

    answer: str
    height: int
    words: str
    below: str
    alarm: bool
    """The words below are a warning."""
    chosen: bool


class Ladder(NamedTuple):
    """The numbers of a question."""

    caption: str
    rungs: tuple[Rung, ...]
    gain: bool
    """The bars show what comes in, not what it costs."""
    wanted: tuple[str, int] | None = None
    """The goods at hand and the boxes for them that the player knows of."""


def height(it: Ladder) -> int:
    return LOW_PX if len(it.rungs) <= FEW_RUNGS else HEIGHT_PX


def columns(it: Ladder) -> tuple[float, float]:
    """Where the first bar begins, and how wide each is."""
    cell = min(150.0, (WIDTH_PX - 28) / len(it.rungs))
    return (WIDTH_PX - cell * len(it.rungs)) / 2, cell


def rung_box(it: Ladder, k: int) -> Box:
    left, cell = columns(it)
    return Box(left + k * cell + 6, CAPTION_PX, cell - 12, height(it) - CAPTION_PX)


@block
def ladder_block(it: Ladder) -> Image.Image:
    tall, (left, cell) = height(it), columns(it)
    out = Image.new("RGB", (WIDTH_PX, tall), PAPER)
    top = 30 + 36 * write_caption(out, it)
    foot = tall - (90 if any(rung.below for rung in it.rungs) else 52)
    up = max(1, *(rung.height for rung in it.rungs))
    down = min(MAX_LOSS, max(0, *(-rung.height for rung in it.rungs)))
    unit = (foot - top - (66 if down else 34)) / (up + down)
    base = foot - down * unit - (32 if down else 0)
    for i, rung in enumerate(it.rungs):
        x = left + i * cell
        if rung.chosen:
            high = tall - top + 14
            paste(out, panel(round(cell), high, LAMP, INK, 3, 10), x, top - 8)
        draw_bar(out, rung, (x, cell), (base, unit), it.gain)
        middle, size = x + cell / 2, 44 if cell > 60 else 36
        write(out, (middle, foot + 26), rung.answer, "serif", size, INK, "m", cell)
        ink = ALARM if rung.alarm else INK if rung.chosen else DIM
        crowded = text_width(rung.below, "sans-bold", LEAST_PX) > cell - 2
        below = rung.below.rstrip("!") if crowded else rung.below  # its ink says it, too
        write(out, (middle, foot + 66), below, "sans-bold", 32, ink, "m", cell - 2)
    ImageDraw.Draw(out).rectangle((left, base - 1, WIDTH_PX - left, base + 2), fill=INK)
    return out


def write_caption(out: Image.Image, it: Ladder) -> int:
    """Writes what the bars mean, and the known demand beside it; returns the number of lines."""
    room = WIDTH_PX - 60
    if it.wanted and it.wanted[1]:
        kind, count = it.wanted
        words = _("{n:box|boxes} that you know of", n=count)
        run = min(350, text_width(words, "sans-bold", 32))
        write(out, (WIDTH_PX - 24, 28), words, "sans-bold", 32, INK, "r", run)
        paste(out, outline(kind, 42, INK), WIDTH_PX - 24 - run - 52, 7)
        room -= round(run) + 70
    lines, size = fitted_lines(it.caption, "sans", 32, room, 2)
    for i, line in enumerate(lines):
        write(out, (26, 28 + 36 * i), line, "sans", size, DIM)
    return len(lines)


def draw_bar(
    out: Image.Image,
    rung: Rung,
    across: tuple[float, float],
    scale: tuple[float, float],
    gain: bool,
) -> None:
    """Draws a bar from the base line, upward for what comes in or is paid, downward for a loss."""
    (x, cell), (base, unit) = across, scale
    end = base - max(-MAX_LOSS, rung.height) * unit
    fill = ALARM if rung.height < 0 else GAIN if gain else ENAMEL
    if rung.height:
        box = (x + 4, min(base, end), x + cell - 4, max(base, end))
        ImageDraw.Draw(out).rounded_rectangle(box, 6, fill=fill)
    y = end + 19 if rung.height < 0 else end - 19
    ink = ALARM if rung.height < 0 and not rung.chosen else INK
    write(out, (x + cell / 2, y), rung.words, "sans-bold", 32, ink, "m", cell - 2)
