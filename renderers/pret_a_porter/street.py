"""The street: nine locations with their pawns, what they offer and what it costs."""

from typing import NamedTuple

from PIL import Image

from games.words import _, translate
from renderers.caching import cached, cached_per_language
from renderers.canvas import panel, paste, write
from renderers.fonts import MIN_SIZE_PX, text_width
from renderers.layout import Box, Type, fitted_lines, write_lines
from renderers.transcript import dollars

from .colours import CLOTHS, GREY, INK, LINE, NOW, NOW_PALE, STYLES, finished, sheet
from .garments import garment
from .reading import (
    Design,
    Entry,
    Location,
    Pawn,
    View,
    design_of,
    location_of,
    offer,
    pieces,
    supplier,
)
from .shops import bonus
from .signs import number, pawn, rule, space, swatch, token

CARD_PX = 112
COLUMN_SIZE = (485, 72 + 3 * CARD_PX + 42)
ROW_SIZE = (1520, 250)
PURCHASE_SIZE = (904, 226)
SIDE_SIZE = (280, 226)
HEAD_PX = 72
DECKS = {2: "contract", 3: "building", 4: "employee"}


def paste_street(image: Image.Image, view: View, y: int) -> int:
    """Puts the nine locations on the board; returns where they end."""
    for k, (n, kind) in enumerate(DECKS.items()):
        entries = tuple(offer(view, card) for card in view["rows"][kind])
        top = view["tops"][kind]
        following = (translate(view["facts"][top]["name"]) if top else "", view["decks"][kind])
        image.paste(head_block(location_of(view, n), COLUMN_SIZE[0]), (40 + k * 517, y))
        image.paste(card_column(entries, following), (40 + k * 517, y + HEAD_PX))
    designs = tuple(design_of(view, card) for card in view["rows"]["design"])
    left = view["decks"]["design"]
    words = _("{n} more in the deck", n=left) if left else _("the deck is empty")
    image.paste(head_block(location_of(view, 5), ROW_SIZE[0], words), (40, y + COLUMN_SIZE[1]))
    image.paste(design_row(designs), (40, y + COLUMN_SIZE[1] + HEAD_PX))
    y += COLUMN_SIZE[1] + ROW_SIZE[1]
    image.paste(bank(location_of(view, 1)), (40, y))
    shelves = tuple(Shelf(location_of(view, n), *supplier(view, n, own=False)) for n in (6, 7, 8))
    image.paste(materials(shelves), (344, y))
    image.paste(last_minute(location_of(view, 9), pieces(view)), (1280, y))
    return y + PURCHASE_SIZE[1]


# ----------------------------------------------------------------------- heads


def draw_spaces(out: Image.Image, pawns: tuple[Pawn, ...], free: int, right: int, y: int,
                room: int = 172, px: int = 54) -> None:  # fmt: skip
    """Draws pawns and free spaces in a row that ends at the right; many stand closer together."""
    count = len(pawns) + free
    step = min(px + 4, (room - px) / max(1, count - 1))
    x = right - px - step * (count - 1)
    for k in range(len(pawns), count):
        paste(out, space(px - 4), x + step * k + 2, y - px / 2 + 2)
    for k, it in enumerate(pawns):
        middle = x + step * k + px / 2
        if it.fresh:
            paste(out, panel(px + 8, px + 8, NOW, INK, 2, 10), middle, y, "middle")
        paste(out, pawn(it.seat, it.letters, px + 8, it.acted), middle, y, "middle")


@cached
def head_block(it: Location, w: int, words: str = "") -> Image.Image:
    """The head of a location: a heavy rule, number, name, a word beside it, spaces."""
    out = sheet(w, HEAD_PX)
    if it.state == "now":
        paste(out, panel(w, 68, NOW_PALE, radius=1), 0, 2)
    rule(out, 0, 0, w, 4)
    paste(out, number(it.number, 46, it.state), 3, 13)
    spaces = 260 if words else 172
    ink, room = GREY if it.state == "done" else INK, w - 74 - spaces
    write(out, (62, 36), it.name, "serif", 42, ink, room=room)
    if words:
        beside = text_width(it.name, "serif", 42) + 24
        write(out, (62 + beside, 39), words, "sans", 30, GREY, room=room - beside)
    draw_spaces(out, it.pawns, it.free, w - 2, 36, spaces)
    return finished(out)


def small_head(out: Image.Image, it: Location, right: int) -> None:
    """Draws the same where there is less room: the name stands below."""
    if it.state == "now":
        paste(out, panel(right, 112, NOW_PALE, radius=1), 0, 2)
    rule(out, 0, 0, right, 4)
    paste(out, number(it.number, 46, it.state), 3, 13)
    write(out, (0, 90), it.name, "serif", 42, GREY if it.state == "done" else INK, room=right)
    draw_spaces(out, it.pawns, it.free, right - 2, 36, right - 66)


# ----------------------------------------------------------------------- cards


@cached_per_language
def card_column(entries: tuple[Entry, ...], following: tuple[str, int]) -> Image.Image:
    """The cards of a row, and the open top of the deck."""
    out = sheet(COLUMN_SIZE[0], COLUMN_SIZE[1] - HEAD_PX)
    for k, entry in enumerate(entries):
        if k:
            rule(out, 0, k * CARD_PX, COLUMN_SIZE[0], 1, LINE)
        draw_entry(out, entry, 0, 2 + k * CARD_PX, COLUMN_SIZE[0])
    name, count = following
    if name:
        y = 3 * CARD_PX + 1
        rule(out, 0, y, COLUMN_SIZE[0], 1, LINE)
        words, left = _("next: {card:text}", card=name), _("{n} left", n=count)
        room = COLUMN_SIZE[0] - 10 - text_width(left, "sans", 26)
        x = 70 if text_width(words, "sans", MIN_SIZE_PX) <= room - 70 else 0
        write(out, (x, y + 20), words, "sans", 26, GREY, room=room - x)
        write(out, (COLUMN_SIZE[0], y + 20), left, "sans", 26, GREY, "r")
    return finished(out)


def draw_entry(out: Image.Image, it: Entry, x: int, y: int, w: int) -> None:
    """Draws a card as a list has it: number, name, price; below that what it does."""
    left, right = x + 76, x + w
    write(out, (x, y + 25), it.id, "sans-bold", 32, GREY, room=70)
    room = w - 76.0
    if it.price:
        write(out, (right, y + 23), it.price, "serif", 44, INK, "r")
        room -= text_width(it.price, "serif", 44) + 10
    size = 36 if text_width(it.name, "sans-bold", 36) <= room else 32
    write(out, (left, y + 24), it.name, "sans-bold", size, INK, room=room)
    rest = room - text_width(it.name, "sans-bold", size) - 6
    label, note, does = notes(it, right - left, rest)
    if label and text_width(label, "sans", NOTE_PX) <= rest:
        write(out, (left + room, y + 26), label, "sans", NOTE_PX, GREY, "r")
    write(out, (right, y + 64), note, "sans-bold", NOTE_PX, GREY, "r")
    taken = text_width(note, "sans-bold", NOTE_PX) + 14 if note else 0
    lines, size = fitted_lines(does, "sans", EFFECT_PX, right - left - taken, 2)
    for k, line in enumerate(lines):
        write(out, (left, y + (64 if len(lines) == 1 else 58) + 33 * k), line, "sans", size, INK)


EFFECT_PX, NOTE_PX = 32, 32
"""The sizes of what a card does, and of what is said beside it."""


def notes(it: Entry, room: float, beside: float) -> tuple[str, str, str]:
    """What is said beside the name of a card, what beside its effect, and its effect: a note is
    said in short, beside the name or after the effect where there is little room.
    """
    if (
        text_width(it.does, "sans", EFFECT_PX) + text_width(it.note, "sans-bold", NOTE_PX) + 14
        <= room
    ):
        return it.label, it.note, it.does
    left = room - text_width(it.short_note, "sans-bold", NOTE_PX) - 14
    lines, size = fitted_lines(it.does, "sans", EFFECT_PX, left, 2)
    if size == EFFECT_PX and not lines[-1].endswith("…"):
        return it.label, it.short_note, it.does
    if text_width(it.short_note, "sans", NOTE_PX) <= beside:
        return it.short_note, "", it.does
    return it.label, "", f"{it.does} · {it.short_note}"


# --------------------------------------------------------------------- designs


@cached_per_language
def design_row(designs: tuple[Design, ...]) -> Image.Image:
    out = sheet(ROW_SIZE[0], ROW_SIZE[1] - HEAD_PX)
    w = (ROW_SIZE[0] - 48) // 4
    for k, design in enumerate(designs):
        out.paste(design_card(design, w), (k * (w + 16), 4))
    return finished(out)


@cached_per_language
def design_card(it: Design, w: int) -> Image.Image:
    """A design: the garment on its tint, style and name, materials, bonus, price."""
    out, ink = sheet(w, 164), STYLES[it.style]
    paste(out, panel(112, 164, ink.tint, radius=12), 0, 0)
    paste(out, garment(it.style, it.type, 102), 56, 82, "middle")
    write(out, (124, 18), it.id, "sans-bold", 29, GREY)
    write(out, (w, 18), translate(it.style), "sans-bold", 32, ink.body, "r", w - 200)
    size = next((n for n in (34, 30) if text_width(it.name, "sans-bold", n) <= w - 124), 27)
    write(out, (124, 58), it.name, "sans-bold", size, INK, room=w - 124)
    write(out, (124, 94), translate(it.type), "sans", 28, GREY, room=w - 124)
    for k, cloth in enumerate(it.materials):
        paste(out, swatch(cloth, 46), 124 + k * 50, 116)
    for k, (kind, n) in enumerate(it.bonus):
        paste(out, bonus(kind, n, 48), 228 + 52 * k, 115)
    write(out, (w, 138), dollars(it.price), "serif", 46, INK, "r")
    return out


# -------------------------------------------------------------------- purchase


class Shelf(NamedTuple):
    """A supplier: the location, the quality of a purchase, its prices and whether lowered."""

    place: Location
    quality: int
    prices: tuple[tuple[int, bool], ...]


@cached_per_language
def materials(shelves: tuple[Shelf, ...]) -> Image.Image:
    out = sheet(*PURCHASE_SIZE)
    rule(out, 0, 0, PURCHASE_SIZE[0], 4)
    x = 374
    write(out, (0, 36), _("Materials"), "serif", 42, INK, room=x - 40)
    for k, cloth in enumerate(CLOTHS):
        paste(out, swatch(cloth, 52), x + k * 62, 36, "middle")
    for r, shelf in enumerate(shelves):
        draw_shelf(out, shelf, x, 94 + r * 54, r)
    return finished(out)


def draw_shelf(out: Image.Image, it: Shelf, x: int, y: int, r: int) -> None:
    where = it.place
    if where.state == "now":
        paste(out, panel(PURCHASE_SIZE[0], 52, NOW_PALE, radius=1), 0, y - 26)
    if r:
        rule(out, 0, y - 27, PURCHASE_SIZE[0], 1, LINE)
    paste(out, number(where.number, 44, where.state), 3, y - 22)
    ink = GREY if where.state == "done" else INK
    write(out, (58, y), where.name, "sans-bold", 36, ink, room=180)
    write(out, (286, y - 1), f"+{it.quality}", "serif", 42, INK, "r")
    paste(out, token("Q", 44), 312, y, "middle")
    for k, (price, _lowered) in enumerate(it.prices):
        write(out, (x + k * 62, y - 1), str(price), "serif", 46, INK, "m")
    draw_spaces(
        out, where.pawns, where.free, PURCHASE_SIZE[0] - 2, y, PURCHASE_SIZE[0] - x - 350, 50
    )


@cached_per_language
def bank(it: Location) -> Image.Image:
    out = sheet(*SIDE_SIZE)
    small_head(out, it, 272)
    words = _("$10 per design of\nyour largest style")
    write_lines(out, Box(0, 120, 280, 72), words, Type("sans", 32, INK), 36)
    return finished(out)


@cached_per_language
def last_minute(it: Location, left: tuple[tuple[str, int], ...]) -> Image.Image:
    out = sheet(*SIDE_SIZE)
    small_head(out, it, 280)
    for k, (kind, n) in enumerate(left):
        paste(out, bonus(kind, n, 64), 33 + k * 71, 158, "middle")
    if not left:
        write(out, (0, 154), _("nothing left"), "sans", 32, GREY, room=SIDE_SIZE[0])
    return finished(out)
