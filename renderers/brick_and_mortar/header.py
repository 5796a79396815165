"""The enamel header with the seats, and the track of months and phases below it."""

from typing import NamedTuple

from PIL import Image, ImageDraw

from games.words import _, translate
from renderers.caching import cached, cached_per_language
from renderers.canvas import crop, panel, paste, write
from renderers.fonts import fitted, text_width

from .badges import token
from .buttons import PHASES, button
from .colours import (
    ALARM,
    DIM,
    ENAMEL,
    GOLD,
    GOODS,
    INK,
    LAMP,
    PALE,
    PAVEMENT,
    SPENT,
    block,
    finished,
)
from .goods import emblem, faded_emblem
from .signs import awning, paint_letters

HEADER_PX, STRIP_PX = 120, 86


class HeaderSeat(NamedTuple):
    """A seat in the header: in turn order, or with bids in the order of carrying them out."""

    seat: int
    letters: str
    state: str
    bid: str = ""
    amount: str = ""


class Heading(NamedTuple):
    """What the header says: where the game stands, whom it waits for, the seats."""

    where: str
    good: str
    caption: str
    names: tuple[str, ...]
    callers: tuple[HeaderSeat, ...]


@cached
def header_ground() -> Image.Image:
    out = Image.new("RGB", (1600, HEADER_PX), PAVEMENT)
    ImageDraw.Draw(out).rectangle((0, 0, 1600, 95), fill=ENAMEL)
    paste(out, awning(1600, 24, 40), 0, 96)
    paint_letters(out, (40, 25), "Brick & Mortar", 32, GOLD, drop=2)
    return out


@block
def header_block(heading: Heading) -> Image.Image:
    out = header_ground().copy()
    right = seats(out, heading.callers)
    left = write_month_and_phase(out, heading, right)
    room = round(right - left - 44)
    write(out, (right, 25), heading.caption, "sans", 30, PALE, "r", room)
    if heading.names:
        text, size = names_or_number(heading.names, room)
        write(out, (right, 68), text, "serif", size, LAMP, "r")
    return out


CAPTION_ROOM_PX = 240
"""The room that is left for what is waited for, beside a long month and phase."""


def write_month_and_phase(out: Image.Image, heading: Heading, right: float) -> float:
    """Writes month, phase and the goods of the step, before the seats; returns where they end."""
    bids = any(caller.bid for caller in heading.callers)
    word = translate(GOODS[heading.good].name) if heading.good and not bids else ""
    room = right - 84 - CAPTION_ROOM_PX - (0 if not heading.good else 92 if word else 80)
    size = fitted(heading.where + word, "serif", 52, room)[1]
    paint_letters(out, (40, 68), heading.where, size)
    x = 40 + text_width(heading.where, "serif", size)
    if not heading.good:
        return x
    paste(out, emblem(heading.good, 56), x + 24, 37)
    x += 80
    if not word:
        return x
    paint_letters(out, (x + 12, 68), word, size, LAMP)
    return x + 12 + text_width(word, "serif", size)


def seats(out: Image.Image, callers: tuple[HeaderSeat, ...]) -> float:
    """Draws the tokens, each with its bid if it has one; returns where they begin."""
    if not any(caller.bid for caller in callers):
        x = 1560 - 92 * len(callers)
        for i, caller in enumerate(callers):
            paste(out, token(caller.seat, caller.letters, 88, caller.state), x + 92 * i, 4)
        return x - 20
    x = 1568
    for caller in reversed(callers):
        run = max(text_width(caller.bid, "serif", 40), text_width(caller.amount, "sans-bold", 30))
        x -= run + 16
        colour = LAMP if caller.state == "asked" else PALE
        write(out, (x, 34 if caller.amount else 48), caller.bid, "serif", 40, colour)
        write(out, (x, 72), caller.amount, "sans-bold", 30, colour)
        x -= 84
        paste(out, token(caller.seat, caller.letters, 78, caller.state), x, 9)
    return x - 20


def names_or_number(names: tuple[str, ...], room: int) -> tuple[str, int]:
    """The names, or how many there are where they do not fit, and the size of letters."""
    listed = " & ".join(names)
    found = fitted(listed, "serif", 46, room)
    if len(names) > 1 and found[0] != listed:
        return fitted(_("{n:player|players}", n=len(names)), "serif", 46, room)
    return found


class PhaseTrack(NamedTuple):
    """What the track shows: months by number, the phase, the goods of its step, a figure."""

    month: int
    last: int
    phase: str
    good: str
    note: str
    note_seat: tuple[int, str] | None


@block
def phase_track_block(track: PhaseTrack) -> Image.Image:
    ground, x = phase_track_ground(track._replace(note="", note_seat=None))
    out = crop(ground, 0, 0, 1600, STRIP_PX)
    room = 1552 - x - (82 if track.note_seat else 0)
    note, size = fitted(track.note, "sans-bold", 36, room)
    write(out, (1560, 42), note, "sans-bold", size, INK, "r")
    left = 1560 - text_width(note, "sans-bold", size)
    if track.note_seat:
        paste(out, token(*track.note_seat, 72), left - 82, 6)
    return out


@cached_per_language
def phase_track_ground(track: PhaseTrack) -> tuple[Image.Image, int]:
    """The track without a figure, in the colours of the palette, and where the phases end."""
    out = Image.new("RGB", (1600, STRIP_PX), PAVEMENT)
    end = phases(out, months(out, track), track)
    return finished(out), end


def months(out: Image.Image, track: PhaseTrack) -> int:
    """Draws the months up to the last one; returns where they end."""
    draw, x = ImageDraw.Draw(out), 40
    letters = _("J F M A M J J A S O").split()
    for month in range(1, track.last + 1):
        letter, past = letters[month - 1], month < track.month
        if month == track.month:
            paste(out, panel(38, 52, INK, radius=8), x, 16)
        elif month == track.last:
            paste(out, panel(38, 52, PAVEMENT, ALARM, 3, 8), x, 16)
        ink = LAMP if month == track.month else DIM if past else INK
        write(out, (x + 19, 42), letter, "sans" if past else "sans-bold", 34, ink, "m")
        if past:
            draw.line((x + 6, 42, x + 32, 42), fill=DIM, width=2)
        x += 40
    last = _("last")
    write(out, (x + 6, 42), last, "sans", 30, ALARM)
    return x + max(78, round(text_width(last, "sans", 30)) + 22)


def phases(out: Image.Image, x: int, track: PhaseTrack) -> int:
    """Draws the buttons of the phases, the running one lit, with its goods; returns the end."""
    now = PHASES.index(track.phase) if track.phase in PHASES else -1
    for i, phase in enumerate(PHASES):
        if i != now:
            paste(out, button(phase, 56, ENAMEL if i > now else SPENT, PAVEMENT), x, 14)
            x += 62
            continue
        run = 64 + (234 if track.good else 0)
        paste(out, panel(run + 8, 68, INK, radius=34), x - 4, 8)
        paste(out, button(phase, 60, LAMP, INK), x, 12)
        if track.good:
            goods(out, x + 72, track.good)
        x += run + 18
    return x


def goods(out: Image.Image, x: int, now: str) -> None:
    over = True
    for kind in GOODS:
        if kind == now:
            paste(out, panel(44, 52, LAMP, radius=8), x - 3, 16)
            over = False
        paste(out, faded_emblem(kind, 38) if over else emblem(kind, 38), x, 23)
        x += 44
