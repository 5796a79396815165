"""The header of a picture: the game, the round and phase, and whose turn it is."""

from collections.abc import Sequence

from PIL import Image

from renderers.canvas import Sprite, Theme, panel, paste, write
from renderers.fonts import fitted, sizes, text_width
from renderers.layout import fitted_with_name

TITLE_ROOM_PX, HEADING_ROOM_PX = 400, 1130


def heading(
    image: Image.Image, theme: Theme, title: str, turn: str, steps: Sequence[str], now: str
) -> int:
    """Writes game, round and steps at the left of a header, 96 pixels high; returns where they end.
    The steps are smaller if they are long.
    """
    title, large = fitted(title, "serif", 56, TITLE_ROOM_PX)
    write(image, (40, 82), title, "serif", large, theme.ink)
    x = 40 + text_width(title, "serif", large) + 26
    paste(image, panel(2, 52, theme.line, radius=1), x, 56)
    x += 28
    if turn:
        write(image, (x, 82), turn, "sans-bold", 40, theme.ink)
        x += text_width(turn, "sans-bold", 40) + 36
    room = HEADING_ROOM_PX - x - 30 * len(steps)
    size = fitted("".join(steps), "sans", 36, room)[1]
    for step in steps:
        lit = step == now
        kind = "sans-bold" if lit else "sans"
        run = text_width(step, kind, size)
        if lit:
            paste(image, panel(round(run) + 28, 54, theme.accent, radius=27), x - 14, 55)
        write(image, (x, 82), step, kind, size, theme.on_accent if lit else theme.soft)
        x += run + 30
    return round(x) - 16


def words_left(tokens: Sequence[Sprite]) -> int:
    """Where the words of a banner begin."""
    step = tokens[0].width - (0 if len(tokens) < 3 else 4) if tokens else 0
    return 4 + step * (len(tokens) - 1) + tokens[0].width + 12 if tokens else 34


def fits(tokens: Sequence[Sprite], words: str, room: int) -> bool:
    """Whether a banner has room for its words."""
    return text_width(words, "sans-bold", sizes(48)[-1]) <= room - words_left(tokens) - 34


def banner(
    image: Image.Image, theme: Theme, tokens: Sequence[Sprite], words: str, name: str, room: int
) -> None:
    """Draws a pill at the right of the header with tokens and words. A name in the words is cut if
    they are too long.
    """
    step = tokens[0].width - (0 if len(tokens) < 3 else 4)
    left = words_left(tokens)
    rest = room - left - 34
    text, size = fitted_with_name(
        lambda shown: words.replace(name, shown, 1), name, "sans-bold", 48, rest
    )
    total = round(left + text_width(text, "sans-bold", size) + 34)
    x = image.width - 40 - total
    paste(image, panel(total, 84, theme.bright, theme.edge, 4, 42, None, True), x, 40)
    for k, token in enumerate(tokens):
        paste(image, token, x + 4 + k * step, 82 - token.height / 2)
    write(image, (x + left, 82), text, "sans-bold", size, theme.ink)
