"""Short words for what a store does, and lines of words with the emblems of goods in them."""

import re
from collections.abc import Callable
from functools import lru_cache
from typing import Any, NamedTuple

from PIL import Image

from renderers.canvas import place, write
from renderers.fonts import width

from .colours import DIM, GOODS, INK
from .goods import emblem

Modifier = dict[str, Any]
Figures = dict[str, Any]

# ------------------------------------------------------------- what a store does


def bulk(figures: Figures) -> str:
    """Return the discount of a loading dock."""
    less = f"\N{MINUS SIGN}${-figures['amount']}"
    return f"Buy {figures['at_least']} or more of a kind: {less}~each"


SHORT: dict[str, Callable[[Figures], str]] = {
    "supply_price_delta": bulk,
    "split_investment": lambda f: f"Buy points twice, up to {f['max_each']} each time",
    "peek_and_add_card": lambda f: "Look at one pile; you may add a card to it",
    "draw_then_discard": lambda f: f"Draw {f['draw']} cards, then put {f['discard']} away",
    "gain_money": lambda f: f"Collect ${f['amount']} after the bills",
}


def short(m: Modifier) -> str:
    """Return a modifier in words for a shop window; "{food}" stands for the emblem of food."""
    figures = m["figures"]
    if m["word"] == "supply_market":
        crates = f"{figures['max']}~{{{m['kinds'][0]}}}"
        return f"Up to {crates} to the market, earns ${figures['money_each']} each"
    return SHORT[m["word"]](figures) if m["word"] in SHORT else with_emblems(m)


KIND = re.compile(rf"(?:(\d+) )?\b({'|'.join(GOODS)})\b(?: (\$?\d+))?")


def with_emblems(m: Modifier) -> str:
    """Return the text of a modifier with emblems for the goods; numbers stay beside theirs."""

    def drawn(found: re.Match[str]) -> str:
        before, kind, after = found.groups()
        return (f"{before}~" if before else "") + f"{{{kind}}}" + (f"~{after}" if after else "")

    return KIND.sub(drawn, m["text"])


def window_words(window: str) -> tuple[str, str]:
    """Return the phase of a window, and when in it."""
    phase, _, when = window.partition("_")
    moments = {"during": "", "during_art": "art", "after_type": "after each kind"}
    return phase.capitalize(), moments.get(when, when.replace("_", " "))


# ------------------------------------------------------- lines with emblems in them


class Bit(NamedTuple):
    """A word of a line: its place, and the emblem before it if there is one."""

    x: float
    line: int
    before: str
    kind: str
    text: str
    dim: bool


@lru_cache(maxsize=512)
def laid_out(text: str, face: str, size: int, room: int, dim: int = 0) -> tuple[Bit, ...]:
    """Return the words of a text on lines of a width; the first few are dim."""
    space, x, line = width(" ", face, size), 0.0, 0
    found: list[Bit] = []
    for i, word in enumerate(text.split()):
        before, kind, rest = parts(word)
        run = width(before + rest, face, size) + (icon(size) if kind else 0)
        if x and x + run > room:
            x, line = 0.0, line + 1
        found.append(Bit(x, line, before, kind, rest, i < dim))
        x += run + space
    return tuple(found)


def parts(word: str) -> tuple[str, str, str]:
    """Return what stands before the emblem of a word, its goods, and what stands after it."""
    before, brace, rest = word.replace("~", "\N{THIN SPACE}").partition("{")
    if not brace:
        return "", "", before
    kind, _, after = rest.partition("}")
    return before, kind, after


def icon(size: int) -> int:
    """Return how large the emblems are in a line of letters."""
    return round(size * 1.1)


def lines_of(text: str, face: str, size: int, room: int) -> int:
    """Return how many lines a text needs."""
    return 1 + max((bit.line for bit in laid_out(text, face, size, room)), default=-1)


def write_lines(
    image: Image.Image,
    xy: tuple[float, float],
    text: str,
    face: str,
    size: int,
    room: int,
    leading: int,
    dim: int = 0,
) -> None:
    """Write a text on lines; xy is the left of the first line at half its capitals."""
    for bit in laid_out(text, face, size, room, dim):
        x, y = xy[0] + bit.x, xy[1] + bit.line * leading
        ink = DIM if bit.dim else INK
        if bit.before:
            write(image, (x, y), bit.before, face, size, ink)
            x += width(bit.before, face, size)
        if bit.kind:
            place(image, emblem(bit.kind, icon(size)), x, y - icon(size) / 2 - 1)
            x += icon(size)
        write(image, (x, y), bit.text, face, size, ink)
