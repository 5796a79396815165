"""The street: nine shops with what they offer and what it costs, and the pawns before them."""

from PIL import Image, ImageDraw

from games.words import _, translate
from renderers.canvas import panel, paste, write
from renderers.fonts import MIN_SIZE_PX, text_width
from renderers.layout import Box, Type, fitted_lines, write_lines

from .colours import (
    CLOTHS,
    DOOR,
    FRONT,
    GLASS,
    GREY,
    INK,
    JOINT,
    LINE,
    PAGE,
    POT,
    ZINC,
    block,
    sheet,
)
from .reading import (
    Design,
    Entry,
    Look,
    Pawn,
    View,
    design_of,
    location_of,
    offer,
    pieces,
    supplier,
)
from .shops import (
    AWNING_PX,
    BOARD_WINDOW_SIZE,
    SIGN_PX,
    awning,
    awning_colours,
    colours_of,
    draw_pieces,
    draw_places,
    draw_sign,
    window,
)
from .signs import number, rule, swatch, token

WIDTH_PX, CARD_PX, ROOFS_PX = 1600, 112, 48
SHOP_W, SHOP_STEP = 496, 512
NEXT_PX, PAVEMENT_PX, GAP_PX = 42, 66, 12
HEAD_PX = SIGN_PX + AWNING_PX - 2
CARDS_PX = HEAD_PX + 3 * CARD_PX + NEXT_PX
DOOR_W, WINDOW_STEP = 232, 322
SMALL_W, SMALL_STEP, GOODS_PX = 291, 307, 118
SMALL_PX = HEAD_PX + GOODS_PX + PAVEMENT_PX
STREET_PX = ROOFS_PX + CARDS_PX + PAVEMENT_PX + BOARD_WINDOW_SIZE[1] + SMALL_PX + 3 * GAP_PX
SMALL_SHOPS = (1, 6, 7, 8, 9)
DECKS = {2: "contract", 3: "building", 4: "employee"}


def paste_street(image: Image.Image, view: View, y: int) -> None:
    """Puts the nine locations on the board."""
    image.paste(roofs(), (0, y))
    y += ROOFS_PX
    for k, (n, kind) in enumerate(DECKS.items()):
        x, it = 40 + k * SHOP_STEP, location_of(view, n)
        entries = tuple(offer(view, card) for card in view["rows"][kind])
        top = view["tops"][kind]
        following = (translate(view["facts"][top]["name"]) if top else "", view["decks"][kind])
        image.paste(sign(it.number, it.name, it.state, SHOP_W), (x, y))
        image.paste(card_column(entries, following), (x, y + HEAD_PX))
        image.paste(pavement(it.pawns, it.free, SHOP_W), (x, y + CARDS_PX))
    y += CARDS_PX + PAVEMENT_PX + GAP_PX
    left = view["decks"]["design"]
    words = _("{n} more in the deck", n=left) if left else _("the deck is empty")
    it = location_of(view, 5)
    image.paste(door(it.number, it.name, it.state, words), (40, y))
    image.paste(pavement(it.pawns, it.free, DOOR_W), (40, y + BOARD_WINDOW_SIZE[1] - PAVEMENT_PX))
    for k, card in enumerate(view["rows"]["design"]):
        image.paste(design_window(design_of(view, card)), (284 + k * WINDOW_STEP, y))
    for k in range(len(view["rows"]["design"]), 4):
        image.paste(sold_out(), (284 + k * WINDOW_STEP, y))
    y += BOARD_WINDOW_SIZE[1] + GAP_PX
    goods = {1: bank(), 9: last_minute(pieces(view))}
    for k, n in enumerate(SMALL_SHOPS):
        x, it, quality = 40 + k * SMALL_STEP, location_of(view, n), 0
        if n in goods:
            window = goods[n]
        else:
            quality, prices = supplier(view, n, own=False)
            window = materials(tuple(price for price, _lowered in prices))
        image.paste(sign(it.number, it.name, it.state, SMALL_W), (x, y))
        image.paste(window, (x, y + HEAD_PX))
        image.paste(pavement(it.pawns, it.free, SMALL_W, quality), (x, y + HEAD_PX + GOODS_PX))


def location_box(n: int, y: int) -> Box:
    """The sign of a location on a street that begins at this height."""
    if n in DECKS:
        return Box(40 + [*DECKS].index(n) * SHOP_STEP, y + ROOFS_PX, SHOP_W, HEAD_PX)
    y += ROOFS_PX + CARDS_PX + PAVEMENT_PX + GAP_PX
    if n == 5:
        return Box(40, y, DOOR_W, BOARD_WINDOW_SIZE[1])
    y += BOARD_WINDOW_SIZE[1] + GAP_PX
    return Box(40 + SMALL_SHOPS.index(n) * SMALL_STEP, y, SMALL_W, SMALL_PX - PAVEMENT_PX)


def card_box(view: View, card: str, y: int) -> Box | None:
    """A card that the street shows, if it does."""
    y += ROOFS_PX
    for k, kind in enumerate(DECKS.values()):
        if card in (row := view["rows"][kind]):
            top = y + HEAD_PX + row.index(card) * CARD_PX
            return Box(40 + k * SHOP_STEP, top, SHOP_W, CARD_PX)
    if card in (row := view["rows"]["design"]):
        x = 284 + row.index(card) * WINDOW_STEP
        return Box(x, y + CARDS_PX + PAVEMENT_PX + GAP_PX, *BOARD_WINDOW_SIZE)
    return None


@block
def roofs() -> Image.Image:
    """The zinc roofs of the first row of houses, with chimneys and dormers."""
    k, h = 3, ROOFS_PX
    out = sheet(WIDTH_PX * k, h * k)
    draw = ImageDraw.Draw(out)

    def fill(left: float, top: float, right: float, low: float, ink: str, slope: float = 0) -> None:
        corners = (left + slope, top), (right - slope, top), (right, low), (left, low)
        draw.polygon([(x * k, y * k) for x, y in corners], fill=ink)

    for n in range(3):
        left, top = 40 + n * SHOP_STEP, (20, 14, 18)[n]
        right = left + SHOP_W
        for x in (left + 40, right - 84):
            fill(x, top - 8, x + 42, top + 8, ZINC)
            for pot in (4, 17, 30):
                fill(x + pot, top - 14, x + pot + 8, top - 8, POT)
        fill(left - 10, top, right + 10, h, DOOR, 16)
        fill(left + 4, top, right - 4, top + 4, ZINC)
        for x in range(left + 62, right - 40, 124):
            draw.polygon(
                [(a * k, b * k) for a, b in ((x - 22, 30), (x, 19), (x + 22, 30))], fill=ZINC
            )
            fill(x - 19, 30, x + 19, h, FRONT)
            fill(x - 10, 33, x - 1, h, ZINC)
            fill(x + 1, 33, x + 10, h, ZINC)
    return out.reduce(k)


# ------------------------------------------------------------- signs, pavements


@block
def sign(n: int, name: str, state: str, w: int) -> Image.Image:
    """The sign of a shop and its awning."""
    out = sheet(w, HEAD_PX, GLASS)
    draw_sign(out, n, name, state, w)
    paste(out, awning(w, AWNING_PX, *awning_colours(state)), 0, SIGN_PX - 2)
    return out


@block
def pavement(pawns: tuple[Pawn, ...], free: int, w: int, quality: int = 0) -> Image.Image:
    """The pavement before a shop, on which pawns stand; at its left the quality of a purchase."""
    out = sheet(w, PAVEMENT_PX, PAGE)
    rule(out, 0, 0, w, 4, INK)
    left = 12
    if quality:
        write(out, (left, 35), f"+{quality}", "serif", 40, INK)
        paste(out, token("Q", 46), left + 48, 12)
        left = 112
    room = w - 12 - left
    run = min(room, 64.0 * (len(pawns) + free) - 8)
    right = w - 12 if quality else (w + run) / 2
    draw_places(out, pawns, free, right, 35, room, 56)
    return out


def glass(w: int, h: int) -> Image.Image:
    """A shop window, open to the pavement below."""
    out = sheet(w, h, GLASS)
    rule(out, 0, 0, 3, h, INK)
    rule(out, w - 3, 0, w, h, INK)
    return out


# ----------------------------------------------------------------------- cards


@block
def card_column(entries: tuple[Entry, ...], following: tuple[str, int]) -> Image.Image:
    """The cards of a row, and the open top of the deck."""
    out, w = glass(SHOP_W, CARDS_PX - HEAD_PX), SHOP_W - 28
    for k, entry in enumerate(entries):
        if k:
            rule(out, 14, k * CARD_PX, 14 + w, 1, LINE)
        draw_entry(out, entry, 14, 2 + k * CARD_PX, w)
    name, count = following
    if name:
        y = 3 * CARD_PX + 1
        rule(out, 14, y, 14 + w, 1, LINE)
        words, left = _("next: {card:text}", card=name), _("{n} left", n=count)
        room = SHOP_W - 26 - text_width(left, "sans", 26)
        x = 84 if text_width(words, "sans", MIN_SIZE_PX) <= room - 76 else 8
        write(out, (x, y + 20), words, "sans", 26, GREY, room=room + 8 - x)
        write(out, (SHOP_W - 8, y + 20), left, "sans", 26, GREY, "r")
    return out


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
        write(out, (left, y + (64 if len(lines) == 1 else 62) + 33 * k), line, "sans", size, INK)


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


@block
def design_window(it: Design) -> Image.Image:
    return window(Look(it, (False, False), False), BOARD_WINDOW_SIZE)


@block
def sold_out() -> Image.Image:
    """A window without a design."""
    w, h = BOARD_WINDOW_SIZE
    out = sheet(w, h)
    paste(out, panel(w, h - 4, PAGE, LINE, 4, 40), 0, 4)
    return out


@block
def door(n: int, name: str, state: str, words: str) -> Image.Image:
    """The door of New Designs, with the deck behind it."""
    w, h = DOOR_W, BOARD_WINDOW_SIZE[1] - PAVEMENT_PX
    out = sheet(w, h, FRONT)
    for y in range(SIGN_PX * 2, h, 34):
        rule(out, 0, y, w, 1, JOINT)
    ground, ink = colours_of(state)
    paste(out, panel(w, 118, ground, GREY if state == "done" else INK, 3, 6), 0, 0)
    paste(out, number(n, 46, "done" if state == "done" else "plate"), 9, 9)
    lines, size = fitted_lines(name, "serif", 38, w - 24, 2)
    first = fitted_lines(name, "serif", 38, w - 82, 1)[0][0] if len(lines) == 1 else ""
    if first and not first.endswith("…"):
        write(out, (66, 59), name, "serif", 36, ink, room=w - 78)
    else:
        write(out, (66, 33), lines[0], "serif", size, ink, room=w - 78)
        write(out, (w / 2, 84), " ".join(lines[1:]), "serif", size, ink, "m", w - 24)
    paste(out, awning(w - 60, AWNING_PX, *awning_colours(state)), 30, 132)
    rule(out, 44, 152, w - 44, h - 152, DOOR)
    rule(out, w // 2 - 3, 152, w // 2 + 3, h - 152, INK)
    paste(out, panel(w - 20, 82, GLASS, INK, 3, 6), 10, h - 118)
    write_lines(out, Box(18, h - 114, w - 36, 74), words, Type("sans", 32, INK), 34, "m")
    return out


# ----------------------------------------------------------------- small shops


@block
def materials(prices: tuple[int, ...]) -> Image.Image:
    out = glass(SMALL_W, GOODS_PX)
    for k, (cloth, price) in enumerate(zip(CLOTHS, prices, strict=True)):
        x, y = 14 + k % 3 * 92, 32 + k // 3 * 56
        paste(out, swatch(cloth, 46), x, y - 23)
        write(out, (x + 51, y), str(price), "serif", 44, INK, room=36)
    return out


@block
def bank() -> Image.Image:
    out = glass(SMALL_W, GOODS_PX)
    words = _("$10 per design of\nyour largest style")
    write_lines(out, Box(14, 6, SMALL_W - 28, 106), words, Type("sans", 32, INK), 36, "m")
    return out


@block
def last_minute(left: tuple[tuple[str, int], ...]) -> Image.Image:
    out = glass(SMALL_W, GOODS_PX)
    draw_pieces(out, left, 12, 60, 62, 68)
    if not left:
        write(out, (14, 60), _("nothing left"), "sans", 32, GREY, room=SMALL_W - 28)
    return out
