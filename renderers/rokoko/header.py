"""The line at the top of every picture: where the game stands, and who is to move."""

from PIL import Image

from games.words import _, shortened
from renderers.canvas import Point, crop, write
from renderers.canvas import paste as put
from renderers.fonts import MIN_SIZE_PX, fitted, text_width, wrapped
from renderers.layout import Box, Type, fitted_with_name, write_lines
from renderers.seats import names_of, seat_token, seats_asked, winners, winners_wreath

from .colours import CREAM, GOLD, GOLD_DEEP, GOLD_PALE, POWDER_PALE, block
from .palace import Seat, ground
from .reading import View, hint, latest_move, outcome, phase_of, reason, seats_of, whose_turn

HEADER_PX = 140
MOON_X = 744
"""Where the words at the left end."""
RIGHT_X, RIGHT_PX = 870, 690
"""Where the right of the header begins, and how wide the words are."""
TOKEN_PX = 88
MAX_NAME_CHARS = 16
EVENT_ROOM_PX = 660
"""How wide the latest event is."""
LINE_STEP_PX = 23
"""From one small line to the next."""


def paste_header(image: Image.Image, view: View) -> None:
    if phase_of(view) == "over":
        turn, event = _("The end"), reason(view)
    else:
        turn, event = round_of(view), latest_event(view)
    image.paste(left_block(_("Rokoko"), turn, event), (0, 0))
    image.paste(right_block(*message(view), bool(winners(view))), (RIGHT_X, 0))


def message(view: View) -> tuple[tuple[Seat, ...], str, int, str]:
    """Seats, words, their size and the words below: whose turn it is, or who has won."""
    over = phase_of(view) == "over"
    say, below = (outcome, "") if over else (whose_turn, hint(view))
    shown = winners(view) or seats_asked(view)
    who = tuple(seats_of(view)[each] for each in shown)
    name = names_of(view)[shown[0]] if len(shown) == 1 else ""
    room = RIGHT_PX - TOKEN_PX * len(who) - 14
    text, size = fitted_with_name(lambda shown: say(view, shown), name, "serif", 54, room)
    return who, text.strip(), size, below


def round_of(view: View) -> str:
    return _("Round {n} of {rounds}", n=view["round"], rounds=view["rounds"])


def latest_event(view: View) -> str:
    """What the latest move did, with names that leave room for it; not all where two lines are too
    short.
    """
    names = [shortened(name, MAX_NAME_CHARS) for name in names_of(view)]
    told = (latest_move(view, names, most) for most in (None, 3, 2, 1))
    fits = (each for each in told if fits_on_two_lines(each, EVENT_ROOM_PX))
    return next(fits, latest_move(view, names, 1))


@block
def left_block(title: str, turn: str, event: str) -> Image.Image:
    out = crop(left_ground(title, turn), 0, 0, RIGHT_X, HEADER_PX)
    note(out, (40, 118), event, 32, EVENT_ROOM_PX)
    return out


@block
def left_ground(title: str, turn: str) -> Image.Image:
    """The left of the header without an event, in the colours of the palette."""
    out = crop(ground(), 0, 0, RIGHT_X, HEADER_PX)
    title, large = fitted(title, "serif", 60, 280)
    write(out, (40, 68), title, "serif", large, CREAM)
    x = max(266, 55 + text_width(title, "serif", large))
    write(out, (x, 71), turn, "serif", 44, GOLD_PALE, room=MOON_X - x)
    return out


@block
def right_block(who: tuple[Seat, ...], text: str, size: int, below: str, won: bool) -> Image.Image:
    out = crop(ground(), RIGHT_X, 0, 1600 - RIGHT_X, HEADER_PX)
    text, size = fitted(text, "serif", size, RIGHT_PX - TOKEN_PX * len(who))
    write(out, (RIGHT_PX, 68), text, "serif", size, CREAM, "r")
    x = RIGHT_PX - text_width(text, "serif", size) - 12
    px = 76 if len(who) < 3 else 64
    for k, each in enumerate(reversed(who)):
        middle = (x - px * (k + 0.5), 64)
        if won:
            put(out, winners_wreath(px + 8, *each, GOLD, GOLD_DEEP), *middle, "middle")
        else:
            put(out, seat_token(*each, px, len(who) < 3), *middle, "middle")
    note(out, (RIGHT_PX, 118), below, 32, RIGHT_PX, "r")
    return out


def note(out: Image.Image, at: Point, text: str, size: int, room: float, across: str = "l") -> None:
    """Writes a line below the title, a little smaller where it is long, or on two small lines."""
    for smaller in (size, size - 4, MIN_SIZE_PX):
        if text_width(text, "sans", smaller) <= room:
            write(out, at, text, "sans", smaller, POWDER_PALE, across)
            return
    balanced = (share for share in (0.55, 0.7, 0.85) if fits_on_two_lines(text, share * room))
    room *= next(balanced, 1.0)
    left = at[0] - room if across == "r" else at[0]
    box = Box(left, 91, room, 2 * LINE_STEP_PX)
    write_lines(out, box, text, Type("sans", MIN_SIZE_PX, POWDER_PALE), LINE_STEP_PX, across)


def fits_on_two_lines(text: str, room: float) -> bool:
    lines = wrapped(text, "sans", MIN_SIZE_PX, room)
    return len(lines) <= 2 and not any(line.endswith("…") for line in lines)
