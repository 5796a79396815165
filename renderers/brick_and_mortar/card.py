"""The picture of one card that is looked up: a shop front with all it does, or a Market Card."""

from typing import Any

from PIL import Image, ImageDraw

from games.words import _, translate
from renderers.caching import cached_per_language
from renderers.canvas import Sprite, panel, paste, rounded, write
from renderers.fonts import text_width
from renderers.layout import Box, Type
from renderers.layout import write_lines as write_caption
from renderers.transcript import dollars

from .badges import bulb, plank, price_tag, rosette
from .buttons import phase_name, window_sign, window_words
from .colours import (
    ALARM,
    CREAM,
    DIM,
    ENAMEL,
    INK,
    PAPER,
    PAVEMENT,
    STEP,
    WINDOW,
    WOOD_DARK,
    finished,
)
from .goods import crate, emblem, outline
from .lines import lines_of, write_lines
from .signs import awning, bricks, sign

Card = dict[str, Any]
WIDTH_PX, TEXT_ROOM_PX, LINE_STEP_PX, SHELF_PX = 1200, 932, 58, 100
TOP_PX = 228
BESIDE_ROOM_PX = 250
"""The room for words beside the crates in a window."""


def draw_card(card: Card) -> Image.Image:
    """The picture of a Store Card, a Starting Store or a Market Card."""
    return market_card(card) if "crates" in card else store_card(card)


# ----------------------------------------------------------------------- stores


def store_card(card: Card) -> Image.Image:
    texts = [translate(modifier["drawn"]) for modifier in card["modifiers"]]
    talls = [84 + LINE_STEP_PX * lines_of(text, "sans", 46, TEXT_ROOM_PX) for text in texts]
    window = SHELF_PX * card["shelves"] + 20 if card["shelves"] else 140 if card["boxes"] else 0
    tall = TOP_PX + 232 + (window + 36 if window else 0) + (sum(talls) or 90)
    out = shop(tall, translate(card["name"]))
    y = TOP_PX + 40
    figures(out, card, y)
    y += 136
    if card["shelves"]:
        filled_window(out, card, y, window)
    elif card["boxes"]:
        own_boxes(out, card, y)
    y += window + 36 if window else 0
    if not texts:
        write(out, (76, y + 36), _("no modifier"), "sans", 46, DIM)
    for modifier, text, tall in zip(card["modifiers"], texts, talls, strict=True):
        modifier_lines(out, modifier, text, y)
        y += tall
    return finished(out)


def shop(h: int, name: str) -> Image.Image:
    out = Image.new("RGB", (WIDTH_PX, h), PAVEMENT)
    out.paste(bricks(WIDTH_PX, h, 72, 28), (0, 0))
    draw = ImageDraw.Draw(out)
    draw.rectangle((40, TOP_PX - 20, WIDTH_PX - 40, h - 32), fill=PAPER)
    draw.rectangle((24, h - 40, WIDTH_PX - 24, h - 24), fill=STEP)
    paste(out, awning(WIDTH_PX - 64, 52, 17), 32, TOP_PX - 24)
    paste(out, sign(name, WIDTH_PX - 56, 168, 96, 72, True), 28, 40)
    return out


def figures(out: Image.Image, card: Card, y: int) -> None:
    paste(out, price_tag(dollars(card["cost"]), 176, 104), 76, y + 8)
    write(out, (268, y + 60), _("cost"), "sans", 40, DIM, room=132)
    paste(out, bulb(96), 412, y + 10)
    write(out, (510, y + 58), dollars(card["utilities"]), "serif", 76, INK)
    paste(out, rosette(104), 804, y + 6)
    write(out, (916, y + 58), str(card["points"]), "serif", 76, INK)
    for x, words in ((614, _("every\nmonth")), (974, _("points\nat the end"))):
        write_caption(out, Box(x, y + 20, 176, 80), words, Type("sans", 36, DIM), 40)


def filled_window(out: Image.Image, card: Card, y: int, h: int) -> None:
    """Draws the shelves, full at the top; goods move down one every month."""
    draw, n, px = ImageDraw.Draw(out), card["shelves"], 84
    draw.rectangle((64, y, WIDTH_PX - 64, y + h), fill=WINDOW, outline=WOOD_DARK, width=4)
    kinds = [(t, kind) for t, kind in enumerate(card["capacity"]) for _ in
             range(card["capacity"][kind])]  # fmt: skip
    room = 760 - px - 20 * (len(card["capacity"]) - 1)
    step = min(px + 8, room / max(1, len(kinds) - 1))
    for row in range(n):
        base = y + 10 + (row + 1) * SHELF_PX - 8
        plank(draw, 68, WIDTH_PX - 68, base, row == n - 1, 12)
        for i, (t, kind) in enumerate(kinds):
            paste(out, crate(kind, px, row > 0), 88 + i * step + t * 20, base - px + 1)
    if n == 1:
        write(out, (WIDTH_PX - 90, y + 56), _("one month"), "sans", 44, ALARM, "r", BESIDE_ROOM_PX)
        return
    last = y + h - 66
    write(out, (WIDTH_PX - 90, y + 58), _("new goods"), "sans", 44, INK, "r", BESIDE_ROOM_PX)
    write(out, (WIDTH_PX - 90, last + 6), _("last month"), "sans", 44, ALARM, "r", BESIDE_ROOM_PX)
    if n > 2:
        x = WIDTH_PX - 116
        draw.line((x, y + 118, x, last - 56), fill=DIM, width=5)
        draw.polygon([(x - 15, last - 58), (x + 15, last - 58), (x, last - 34)], fill=DIM)
        months = _("{n:month|months}", n=n)
        write(out, (x - 34, y + 158), months, "sans", 44, DIM, "r", BESIDE_ROOM_PX - 60)


def own_boxes(out: Image.Image, card: Card, y: int) -> None:
    """Draws the boxes of a Fulfillment Center."""
    boxes = [kind for kind, count in card["boxes"].items() for _ in range(count)]
    for i, kind in enumerate(boxes):
        paste(out, panel(120, 120, WINDOW, WOOD_DARK, 4, 14), 76 + 136 * i, y)
        paste(out, outline(kind, 84), 136 + 136 * i, y + 60, "middle")
    write(out, (WIDTH_PX - 90, y + 60), _("no shelves"), "sans", 40, DIM, "r", 340)


def modifier_lines(out: Image.Image, modifier: Card, text: str, y: int) -> None:
    paste(out, window_sign(modifier["window"], 108), 72, y)
    phase = phase_name(modifier["window"])
    when = window_words(modifier["window"]).removeprefix(phase)
    x = 208.0
    for word, face, ink in ((phase, "sans-bold", INK), (when, "sans", DIM)):
        write(out, (x, y + 22), word, face, 40, ink)
        x += text_width(word, face, 40)
    if modifier["external"]:
        paste(out, all_stores(), x + 24, y - 2)
    write_lines(out, (208, y + 50 + LINE_STEP_PX / 2), text, "sans", 46, TEXT_ROOM_PX, LINE_STEP_PX)


@cached_per_language
def all_stores() -> Sprite:
    """The label of what acts on all stores of its owner."""
    out = rounded(272, 48, 24, ENAMEL)
    write(out, (136, 24), _("all your stores"), "sans", 36, CREAM, "m", 244)
    return Sprite(out)


# ----------------------------------------------------------------- Market Cards


def market_card(card: Card) -> Image.Image:
    out = Image.new("RGB", (WIDTH_PX, 800), PAVEMENT)
    out.paste(bricks(WIDTH_PX, 800, 72, 28), (0, 0))
    paste(out, panel(WIDTH_PX - 80, 720, PAPER, WOOD_DARK, 4, 28), 40, 40)
    write(out, (WIDTH_PX / 2, 110), translate(card["name"]), "serif", 72, INK, "m", WIDTH_PX - 160)
    for i, (kind, count) in enumerate(card["crates"].items()):
        x = WIDTH_PX / 2 + (i - (len(card["crates"]) - 1) / 2) * 440
        write(out, (x - 90, 310), str(count), "serif", 200, INK, "m")
        paste(out, emblem(kind, 220), x + 80, 310, "middle")
    uses = {"supply": _("Supply: crates for the docks"), "sale": _("Demand: boxes to sell into")}
    for row, (phase, text) in enumerate(uses.items()):
        paste(out, window_sign(f"{phase}_during", 92), 150, 490 + 124 * row)
        write(out, (270, 536 + 124 * row), text, "sans", 54, INK, room=WIDTH_PX - 350)
    return finished(out)
