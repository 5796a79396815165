"""The end of the game as a street: what everybody built and sold, and the course of the lead."""

from PIL import Image, ImageDraw

from games.words import _
from renderers.canvas import Sprite, panel, paste, write
from renderers.fonts import text_width
from renderers.layout import Box, Type, common_size, fitted_with_name, write_name
from renderers.seats import winners_wreath

from .badges import plank, rosette, token
from .buildings import FRONT_SIZE, LEDGE_PX, PLATE_SIZE, facade, front_at, pane
from .buttons import button
from .chronicle import SLOTS, Shop, Street, race, streets
from .colours import (
    ALARM,
    CREAM,
    DIM,
    INK,
    LAMP,
    LINE,
    NOTE_EDGE,
    PAPER,
    SPENT,
    WALL_INK,
    WASHED,
    WINDOW,
    block,
    yard,
)
from .goods import crate, emblem, outline
from .header import HEADER_PX, header_ground
from .lines import lines_of, write_lines
from .race import race_block
from .reading import View, signed
from .signs import awning, bricks, paint_letters, sign

FIRST_Y, GAP_PX, PITCH_GAP_PX = HEADER_PX + 22, 14, 24
WINNER_PX = 284
HEIGHTS = {2: (284, 436), 3: (184, 328), 4: (184, 300)}
"""By number of players, the heights of the streets after the first and of the race."""
MANY_CRATES = 5
"""No more crates than this stand in a window; their numbers say the rest."""


def finale(view: View) -> Image.Image:
    """The streets from the first place to the last, and the race between the first two."""
    found, course = streets(view), race(view)
    tall, race_px = HEIGHTS[len(found)]
    y = FIRST_Y + WINNER_PX + GAP_PX + (race_px if course else -PITCH_GAP_PX + 10)
    image = yard(y + (PITCH_GAP_PX + tall) * (len(found) - 1) + 16)
    winners = " & ".join(each.name for each in found if each.won)
    image.paste(header_block(winners, verdict(found)), (0, 0))
    image.paste(street_block(found[0], WINNER_PX), (32, FIRST_Y - LEDGE_PX))
    if course:
        image.paste(race_block(course, race_px), (40, FIRST_Y + WINNER_PX + GAP_PX))
    for n, each in enumerate(found[1:]):
        top = y + PITCH_GAP_PX + (PITCH_GAP_PX + tall) * n
        image.paste(street_block(each, tall), (32, top - LEDGE_PX))
    return image


def verdict(found: list[Street]) -> str:
    """By how much the winner is ahead."""
    ahead = found[0].total - found[1].total
    return _("wins by {n}", n=ahead) if ahead else _("ahead in turn order")


@block
def header_block(name: str, words: str) -> Image.Image:
    out = header_ground().copy()
    room = 1480 - text_width(words, "sans-bold", 46)
    title, size = fitted_with_name(
        lambda shown: _("The street that {who:text} built", who=shown), name, "serif", 54, room
    )
    paint_letters(out, (40, 68), title, size)
    write(out, (1560, 62), words, "sans-bold", 46, LAMP, "r")
    return out


# ------------------------------------------------------------------------------- streets


@block
def street_block(street: Street, tall: int) -> Image.Image:
    """A building with the shops of a player; that of a winner has a lamp in each window."""
    out = facade(tall).copy()
    plate(out, street, tall - 16)
    for slot in range(SLOTS):
        at = front_at(slot) - 32, LEDGE_PX + 8
        if slot < len(street.shops):
            out.paste(front_block(street.shops[slot], tall - 16, street.won), at)
        else:
            out.paste(bricks(FRONT_SIZE[0], tall - 16, tones=WASHED), at)
            middle = at[0] + FRONT_SIZE[0] / 2, at[1] + tall / 2 - 8
            write(out, middle, _("never built"), "serif", 36, WALL_INK, "m", FRONT_SIZE[0] - 24)
    return out


def plate(out: Image.Image, street: Street, tall: int) -> None:
    """Draws who built it, with the lines of the score."""
    x, y, w = 16, LEDGE_PX + 8, PLATE_SIZE[0]
    line = (LAMP, 8) if street.won else (LINE, 2)
    paste(out, panel(w, tall, PAPER, *line), x, y)
    large = tall > 200
    total = signed(street.total)
    px, size = (58, 54) if not large else (96, 76) if len(total) < 3 else (64, 60)
    if street.won:
        piece = winners_wreath(px, street.seat, street.letters, NOTE_EDGE, INK)
    else:
        piece = token(street.seat, street.letters, px - 8)
    middle = y + 8 + px / 2
    paste(out, piece, x + 10 + px / 2, middle, "middle")
    write(out, (x + w - 14, middle), total, "serif", size, INK, "r", w - px - 30)
    figures, foot = score_lines(street), y + tall - (28 if large else 22)
    rows = [figures[:2], figures[2:]] if large and figures[2:] else [figures]
    top = middle + px / 2
    box = Box(x + 12, top, w - 24, foot - 18 - 42 * (len(rows) - 1) - top)
    write_name(out, box, street.name, Type("sans-bold", 36, INK), "m")
    for n, row in enumerate(reversed(rows)):
        score_row(out, row, Box(x + 12, foot - 20 - 42 * n, w - 24, 40))


Figure = tuple[Sprite | None, str, str]
"""A line of the score: its sign, its number and the ink of that."""


def score_lines(street: Street) -> list[Figure]:
    """What makes the total; what empty slots and debt take off is one number."""
    found: list[Figure] = [
        (rosette(34), str(street.points), INK),
        (button("building", 34), f"+{street.stores}", INK),
    ]
    lost = street.empty + street.debt
    return [*found, (None, signed(-lost), ALARM)] if lost else found


def score_row(out: Image.Image, figures: list[Figure], box: Box) -> None:
    """Draws figures in the middle of a box, as large as they can be."""
    signs = sum(piece.width + 2 for piece, _words, _ink in figures if piece)
    room = box.w - signs - 8 * (len(figures) - 1)
    texts = [(words, "sans-bold") for _piece, words, _ink in figures]
    size = common_size(texts, 36, room)
    run = sum(text_width(words, kind, size) for words, kind in texts)
    x, y = box.x + max(0, room - run) / 2, box.middle[1]
    for piece, words, ink in figures:
        if piece:
            paste(out, piece, x, y - piece.height / 2)
            x += piece.width + 2
        write(out, (x, y), words, "sans-bold", size, ink)
        x += text_width(words, "sans-bold", size) + 8


def front_block(shop: Shop, tall: int, lit: bool) -> Image.Image:
    """A shop with what it sold or, without shelves, what it does; a closed one is dark."""
    w, closed = FRONT_SIZE[0], shop.points is None
    out = bricks(w, tall, tones=WASHED).copy()
    paste(out, pane(w, tall, SPENT if closed else CREAM if lit else WINDOW), 0, 0)
    high, small = (78, 36) if tall > 200 else (70, 32)
    paste(out, awning(w, 16, 12), 0, high - 2)
    paste(out, sign(shop.name, w, high, 44, small), 0, 0)
    foot, end = tall - 28, w - 14
    if shop.points is not None:
        number = str(shop.points)
        write(out, (end, foot), number, "serif", 42, INK, "r")
        end -= round(text_width(number, "serif", 42)) + 46
        paste(out, rosette(40), end, foot - 22)
    box = Box(14, high + 14, w - 28, foot - 22 - high - 14)
    if shop.rule and box.h < 80:
        rule(out, shop.rule, Box(box.x, high + 12, end - 20, tall - 18 - high))
        return out
    since = _("closed") if closed else _("own boxes") if shop.boxes else shop.since
    write(out, (14, foot), since, "sans", 32, INK if closed else DIM, room=end - 22)
    if shop.sold or shop.boxes:
        sales(out, shop, box)
    elif shop.rule:
        rule(out, shop.rule, box)
    elif shop.since and not shop.more:
        write(out, box.middle, _("sold nothing"), "sans", 34, DIM, "m", w - 28)
    return out


def sales(out: Image.Image, shop: Shop, box: Box) -> None:
    """Draws what a shop sold: its numbers, above them crates on a shelf where there is room; of
    boxes of its own the numbers.
    """
    sold = shop.boxes or shop.sold
    high = box.h - 48 if box.h > 100 and not shop.boxes else 0
    size, px, gap = (42, 42, 18) if len(sold) < 4 else (36, 32, 6)
    if len(sold) > 4:
        size, px, gap = 32, 32, 4
    x, y = box.x, box.y + high + (box.h - high) / 2
    for kind, count in sold:
        words = f"{count}+" if shop.more and not shop.boxes else str(count)
        paste(out, (outline if shop.boxes else emblem)(kind, px), x, y - px / 2)
        write(out, (x + px + 4, y), words, "serif", size, INK)
        x += px + 4 + text_width(words, "serif", size) + gap
    if not high:
        return
    total = sum(count for _kind, count in sold)
    crates = [
        kind for kind, count in sold for _n in range(max(1, round(count * MANY_CRATES / total)))
    ]
    side = round(min(high - 10, box.w / len(crates)))
    for n, kind in enumerate(crates):
        paste(out, crate(kind, side), box.x + n * side, box.y + high - 9 - side)
    plank(ImageDraw.Draw(out), 6, FRONT_SIZE[0] - 6, round(box.y + high) - 9, False)


def rule(out: Image.Image, words: str, box: Box) -> None:
    """Writes what a shop without shelves does."""
    room = round(box.w)
    size = next(
        (it for it in range(34, 23, -2) if lines_of(words, "sans", it, room) * (it + 1) <= box.h),
        24,
    )
    leading = size + 1
    lines = min(int(box.h // leading), lines_of(words, "sans", size, room))
    y = box.middle[1] - (lines - 1) / 2 * leading
    write_lines(out, (box.x, y), words, "sans", size, room, leading, most=lines)
