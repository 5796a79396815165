"""Lines of words with the emblems of goods in them: "{food}" stands for one, "~" for a thin space
at which no line ends.
"""

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from PIL import Image

from renderers.canvas import paste, write
from renderers.fonts import UNBREAKABLE, sizes, text_width, truncated

from .colours import DIM, INK
from .goods import emblem


class Bit(NamedTuple):
    """What stands together on a line: its place, an emblem if there is one, the words around it."""

    x: float
    line: int
    before: str
    kind: str
    text: str
    dim: bool


@lru_cache(maxsize=512)
def laid_out(text: str, face: str, size: int, room: int, head: str = "") -> tuple[Bit, ...]:
    """The words of a text on lines of a width; those of its head come first and are dim."""
    space, x, line = text_width(" ", face, size), 0.0, 0
    words = [(word, True) for word in unbreakable_parts(head, face, size, room)]
    words += [
        (word, False) for word in unbreakable_parts(f" {text}" if head else text, face, size, room)
    ]
    found: list[Bit] = []
    for word, dim in words:
        before, kind, rest = split_at_emblem(word.strip())
        run = text_width(before + rest, face, size) + (emblem_size(size) if kind else 0)
        gap = space if x and word.startswith(" ") else 0
        if x and x + gap + run > room:
            x, line, gap = 0.0, line + 1, 0
        if x and not (gap or before or kind) and dim == found[-1].dim:
            found[-1] = found[-1]._replace(text=found[-1].text + rest)
        else:
            found.append(Bit(x + gap, line, before, kind, rest, dim))
        x += gap + run
    return tuple(found)


EMBLEM, HYPHEN = re.compile(r"(?<=[^~ ])(?=\{)"), re.compile("(?<=-)")


def unbreakable_parts(text: str, face: str, size: int, room: int) -> Iterator[str]:
    """The parts of a text that stay on one line, with the space before them; a word that is too
    long is broken after its hyphens, and cut where it still is.
    """
    for word in UNBREAKABLE.findall(text):
        for part in EMBLEM.split(word):
            if "{" in part or text_width(part.strip(), face, size) <= room:
                yield part
            else:
                yield from (truncated(each, face, size, room) for each in HYPHEN.split(part))


def split_at_emblem(word: str) -> tuple[str, str, str]:
    """What stands before the emblem of a word, its goods, and what stands after it."""
    before, brace, rest = word.replace("~", "\N{THIN SPACE}").partition("{")
    if not brace:
        return "", "", before
    kind, _, after = rest.partition("}")
    return before, kind, after


def emblem_size(size: int) -> int:
    return round(size * 1.1)


def lines_of(text: str, face: str, size: int, room: int, head: str = "") -> int:
    return 1 + max((bit.line for bit in laid_out(text, face, size, room, head)), default=-1)


def fitting_size(text: str, face: str, size: int, room: int, most: int) -> int:
    """The largest size of type in which a text needs at most so many lines."""
    found = (each for each in sizes(size) if lines_of(text, face, each, room) <= most)
    return next(found, sizes(size)[-1])


def write_lines(
    image: Image.Image,
    xy: tuple[float, float],
    text: str,
    face: str,
    size: int,
    room: int,
    leading: int,
    head: str = "",
    most: int = 99,
) -> None:
    """Writes a text on lines, at most so many; xy is the left of the first line at half its
    capitals.
    """
    found = laid_out(text, face, size, room, head)
    bits = [bit for bit in found if bit.line < most]
    if len(bits) < len(found):
        bits[-1] = bits[-1]._replace(text=f"{bits[-1].text[:-1]}…")
    for bit in bits:
        x, y = xy[0] + bit.x, xy[1] + bit.line * leading
        ink = DIM if bit.dim else INK
        if bit.before:
            write(image, (x, y), bit.before, face, size, ink)
            x += text_width(bit.before, face, size)
        if bit.kind:
            paste(image, emblem(bit.kind, emblem_size(size)), x, y - emblem_size(size) / 2 - 1)
            x += emblem_size(size)
        write(image, (x, y), bit.text, face, size, ink)
