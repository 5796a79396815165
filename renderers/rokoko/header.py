"""The line at the top of every picture: where the game stands, and who is to move."""

from functools import lru_cache

from PIL import Image

from renderers.canvas import cut, names_of, reduced, seat, seats_asked, winners, write
from renderers.canvas import place as put
from renderers.fonts import fit, width

from .colours import CREAM, GOLD_PALE, POWDER_PALE, world
from .palace import Seat, night
from .reading import View, call, lately, phase_of, seats_of

TALL = 138


def header(view: View) -> Image.Image:
    """Return the header of the public board, the moon in its middle."""
    seats, names = seats_of(view), names_of(view)
    turn = f"Round {view['round']} of {view['rounds']}"
    if phase_of(view) == "over":
        best = winners(view)
        words = " share the win" if best[1:] else " wins"
        who = tuple(seats[each] for each in best)
        name = "" if best[1:] else names[best[0]]
        return header_block("The end", reason(view), who, name, words.strip(), "")
    words, hint = call(view)
    asked = tuple(seats[each] for each in seats_asked(view))
    name = names[seats_asked(view)[0]] if len(asked) == 1 else ""
    return header_block(turn, lately(view), asked, name, words.strip(), hint)


def reason(view: View) -> str:
    """Return what decided the game."""
    if not view["tie_steps"]:
        return "most prestige"
    return f"tied; more {view['tie_steps'][-1]['why']}"


@lru_cache(maxsize=32)
def header_block(
    turn: str, event: str, who: tuple[Seat, ...], name: str, words: str, hint: str
) -> Image.Image:
    """Return the finished header."""
    out = cut(night(), 0, 0, 1600, TALL)
    write(out, (40, 68), "Rokoko", "serif", 60, CREAM)
    write(out, (266, 71), turn, "serif", 44, GOLD_PALE)
    small = 32 if width(event, "sans", 32) < 660 else 28
    write(out, (40, 118), fit(event, "sans", small, 660), "sans", small, POWDER_PALE)
    size = next((n for n in (54, 46) if room(who, name, words, n) < 690), 44)
    left = 690 - 88 * len(who) - width(words, "serif", size) - 14
    text = f"{fit(name, 'serif', size, left)} {words}" if name else words
    write(out, (1560, 68), text, "serif", size, CREAM, "r")
    x = 1560 - width(text, "serif", size) - 12
    px = 76 if len(who) < 3 else 64
    for k, each in enumerate(reversed(who)):
        put(out, seat(*each, px, len(who) < 3), x - px * (k + 1), 64 - px / 2)
    write(out, (1560, 118), fit(hint, "sans", 32, 690), "sans", 32, POWDER_PALE, "r")
    return reduced(out, world())


def room(who: tuple[Seat, ...], name: str, words: str, size: int) -> float:
    """Return how much room the right half of the header takes in a size."""
    return 88 * len(who) + width(f"{name} {words}", "serif", size) + 14
