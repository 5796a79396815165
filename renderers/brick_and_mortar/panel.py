"""A player's own picture: the back office with cash, question and cards, and the own building."""

from typing import NamedTuple

from PIL import Image, ImageDraw

from games.words import _
from renderers.caching import cached, cached_per_language
from renderers.canvas import dashed, panel, paste, write
from renderers.fonts import fitted, text_width
from renderers.layout import fitted_with_name
from renderers.transcript import dollars, with_label

from .badges import banknote, bulb, price_tag, rosette, shelves, token
from .buildings import LEDGE_PX, PITCH_PX, finished_wall, front_at, front_block, plate_block
from .buttons import window_sign, window_words
from .colours import (
    DIM,
    ENAMEL,
    INK,
    LINE,
    NOTE_INK,
    PALE,
    PAPER,
    PAVEMENT,
    WINDOW,
    WOOD_DARK,
    finished,
    yard,
)
from .dial import question_block
from .docks import DOCK_SIZE, EDGE_PX, dock_block
from .docks import PITCH_PX as BESIDE
from .goods import emblem, outline
from .lines import lines_of, write_lines
from .office import Rule, Shop, crates_of, question, shop
from .reading import View, docks, front, month_and_phase, plate, state_of
from .row import Counts
from .signs import awning, paint_letters, sign

TOP_PX, LEFT_PX, GAP_PX = 124, 448, 16
CARD_WIDTH_PX, RULE_WIDTH_PX = 548, 444
"""The width of a store card, and of the words on it."""
MARKET_PX = 224
LABEL_PX = 52
MIN_CARDS_PX = 540
"""The height of the store cards that the dial beside them needs."""
PLACE_ROOM_PX = 720
"""The room for where the game stands, at the right of the header."""


class Row(NamedTuple):
    """Two store cards beside each other, with a heading above or none."""

    heading: str
    shops: tuple[Shop, ...]
    tall: int


def own_panel(view: View) -> Image.Image:
    """What a player sees alone; it grows downward with the hand."""
    me = view["viewer"]
    rows = rows_of(view)
    body = sum(row.tall for row in rows) + GAP_PX * (len(rows) - 1)
    docks_at = TOP_PX + MARKET_PX + GAP_PX + body + 28
    building_at = docks_at + (DOCK_SIZE[1] + 24 if is_trading_phase(view) else 0)
    image = yard(building_at + PITCH_PX + 16)
    own = plate(view, me)
    image.paste(
        header_block(own.seat, own.letters, own.name, state_of(view, me), month_and_phase(view))
    )
    image.paste(cash_block(view["players"][me]["money"]), (40, TOP_PX))
    image.paste(question_block(question(view)), (40, TOP_PX + 140))
    paste_cards(image, view, rows)
    if is_trading_phase(view):
        for i, dock in sorted(enumerate(docks(view)), key=lambda placed: placed[1].now):
            image.paste(dock_block(dock), (40 - EDGE_PX + BESIDE * i, docks_at - EDGE_PX))
    paste_building(image, view, building_at)
    return image


def is_trading_phase(view: View) -> bool:
    """Whether the market matters to what is done now."""
    return view["phase"] in ("advertisement", "supply", "sale")


def rows_of(view: View) -> list[Row]:
    """The store cards to show, two in a row."""
    found: list[Row] = []
    for names, words in groups_of(view):
        shops = [shop(view, name) for name in names]
        for i in range(0, len(shops), 2):
            pair = tuple(shops[i : i + 2])
            top = words if i == 0 else ""
            found.append(Row(top, pair, max(map(store_height, pair)) + (LABEL_PX if top else 0)))
    missing = MIN_CARDS_PX - sum(row.tall for row in found) - GAP_PX * max(0, len(found) - 1)
    if not found:
        return [Row("", (), MIN_CARDS_PX)]
    if missing > 0:
        found[-1] = found[-1]._replace(tall=found[-1].tall + missing)
    return found


def groups_of(view: View) -> list[tuple[list[str], str]]:
    """The store cards that matter to a player, with a heading where there are several."""
    me, choice = view["players"][view["viewer"]], view["question"]["name"]
    asked = view["viewer"] in view["asked"]
    if me["pack"]:
        return [(me["pack"], _("pick one")), (me["hand"], _("kept"))]
    if asked and view["auction"]:
        return [([view["auction"]["store"]], _("up for auction")), (me["hand"], _("in hand"))]
    if asked and choice == "store_action":
        return [(me["hand"], _("in hand")), (view["row"], _("in the public row"))]
    if me["bought"]:
        return [([me["bought"]], _("bought")), (me["hand"], _("in hand"))]
    return [(me["hand"], "")]


def paste_cards(image: Image.Image, view: View, rows: list[Row]) -> None:
    cards = view["players"][view["viewer"]]["cards"]
    w = (1112 - GAP_PX * (len(cards) - 1)) // max(5, len(cards))
    w = w if len(cards) > 5 else (1112 - GAP_PX * 4) // 5
    for i, name in enumerate(cards):
        image.paste(
            market_block(name, crates_of(view, name), w), (LEFT_PX + i * (w + GAP_PX), TOP_PX)
        )
    y = TOP_PX + MARKET_PX + GAP_PX
    for row in rows:
        drop = LABEL_PX if row.heading else 0
        if row.heading:
            image.paste(label_block(row.heading), (LEFT_PX, y))
        if not row.shops:
            image.paste(empty_block(row.tall), (LEFT_PX, y))
        for i, each in enumerate(row.shops):
            image.paste(
                store_block(each, row.tall - drop),
                (LEFT_PX + i * (CARD_WIDTH_PX + GAP_PX), y + drop),
            )
        y += row.tall + GAP_PX


def paste_building(image: Image.Image, view: View, y: int) -> None:
    image.paste(finished_wall(), (32, y - LEDGE_PX))
    image.paste(plate_block(plate(view, view["viewer"])), (48, y + 8))
    for slot, store in enumerate(view["players"][view["viewer"]]["stores"]):
        image.paste(front_block(front(view, store)), (front_at(slot), y + 8))


# ----------------------------------------------------------------- header, cash


@cached_per_language
def header_block(seat: int, letters: str, name: str, state: str, place_: str) -> Image.Image:
    out = Image.new("RGB", (1600, 120), PAVEMENT)
    ImageDraw.Draw(out).rectangle((0, 0, 1600, 95), fill=ENAMEL)
    paste(out, awning(1600, 20, 40), 0, 96)
    paste(out, token(seat, letters, 84, "" if state == "out" else state), 36, 6)
    place_ = _("{place:text} · for your eyes only", place=place_)
    alone, small = fitted(place_, "sans", 34, PLACE_ROOM_PX)
    room = 1560 - 136 - 12 - text_width(alone, "sans", small)
    title, large = fitted_with_name(
        lambda shown: _("{who:text}'s back office", who=shown), name, "serif", 50, room
    )
    paint_letters(out, (136, 49), title, large)
    write(out, (1560, 49), alone, "sans", small, PALE, "r")
    return finished(out)


@cached_per_language
def cash_block(money: int) -> Image.Image:
    out = Image.new("RGB", (384, 124), PAVEMENT)
    paste(out, banknote(384, 124), 0, 0)
    sum_ = dollars(money)
    room = 288 - text_width(sum_, "serif", 88)
    write(out, (44, 62), _("cash"), "sans", 36, NOTE_INK, room=room)
    write(out, (344, 60), sum_, "serif", 88, INK, "r")
    return finished(out)


# ------------------------------------------------------------------------- cards


@cached_per_language
def market_block(name: str, crates: Counts, w: int) -> Image.Image:
    """A Market Card: two numbers with their goods, and the name to type."""
    out = Image.new("RGB", (w, MARKET_PX), PAVEMENT)
    paste(out, panel(w, MARKET_PX, PAPER, WOOD_DARK, 2), 0, 0)
    px = 72 if w > 180 else 60
    for i, (kind, count) in enumerate(crates):
        y = 16 + (MARKET_PX - 60) * (i + 0.5) / len(crates)
        write(out, (w / 2 - px * 0.62, y), str(count), "serif", 72, INK, "m")
        paste(out, emblem(kind, px), w / 2 + px * 0.5, y, "middle")
    write(out, (w / 2, MARKET_PX - 28), name.upper(), "sans", 34, DIM, "m")
    return finished(out)


@cached
def label_block(words: str) -> Image.Image:
    out = Image.new("RGB", (1112, LABEL_PX), PAVEMENT)
    write(out, (4, LABEL_PX / 2 - 2), words, "serif", 42, INK, room=1104)
    return finished(out)


@cached_per_language
def empty_block(tall: int) -> Image.Image:
    out = Image.new("RGB", (1112, tall), PAVEMENT)
    paste(out, dashed(1112, tall, DIM, thick=3), 0, 0)
    write(out, (556, tall / 2), _("no store cards left"), "serif", 44, DIM, "m", 1072)
    return finished(out)


def store_height(each: Shop) -> int:
    return 274 + (sum(12 + rule_height(rule) for rule in each.rules) or 52)


def moment(rule: Rule) -> str:
    """The window of a modifier, as it stands before it."""
    return with_label(window_words(rule.window), rule.text).removesuffix(rule.text).rstrip()


def rule_height(rule: Rule) -> int:
    return max(68, 39 * lines_of(rule.text, "sans-bold", 34, RULE_WIDTH_PX, moment(rule)))


@cached_per_language
def store_block(each: Shop, tall: int) -> Image.Image:
    out = Image.new("RGB", (CARD_WIDTH_PX, tall), PAVEMENT)
    paste(out, panel(CARD_WIDTH_PX, tall, PAPER, WOOD_DARK, 2), 0, 0)
    paste(out, awning(CARD_WIDTH_PX - 8, 18, 16), 4, 86)
    paste(out, sign(each.name, CARD_WIDTH_PX, 88, 50, 42), 0, 0)
    paste(out, price_tag(dollars(each.cost), 100, 60), 20, 112)
    paste(out, bulb(54), 154, 114)
    write(out, (210, 142), dollars(each.utilities), "serif", 46, INK)
    paste(out, rosette(58), 292, 112)
    write(out, (356, 142), str(each.points), "serif", 46, INK)
    if each.shelves:
        planks = shelves(each.shelves, 56)
        paste(out, planks, CARD_WIDTH_PX - 84, 142 - planks.height / 2)
        write(out, (CARD_WIDTH_PX - 94, 142), str(each.shelves), "serif", 46, INK, "r")
    holdings(out, each)
    ImageDraw.Draw(out).line((20, 250, CARD_WIDTH_PX - 20, 250), fill=LINE, width=2)
    if not each.rules:
        write(out, (20, 294), _("no modifier"), "sans", 34, DIM, room=CARD_WIDTH_PX - 40)
    y = 262
    for rule in each.rules:
        face = "sans-bold" if rule.external else "sans"
        paste(out, window_sign(rule.window, 64), 14, y)
        write_lines(out, (88, y + 20), rule.text, face, 34, RULE_WIDTH_PX, 39, moment(rule))
        y += 12 + rule_height(rule)
    return finished(out)


def holdings(out: Image.Image, each: Shop) -> None:
    """Draws what a store holds, or the boxes that it has."""
    if not each.holds:
        write(out, (20, 214), _("holds no goods"), "sans", 34, DIM, room=CARD_WIDTH_PX - 40)
    for i, (kind, count) in enumerate(each.holds):
        x = 20 + 102 * i
        if each.own_boxes:
            paste(out, panel(60, 60, WINDOW, WOOD_DARK, 3, 8), x - 2, 182)
            paste(out, outline(kind, 44), x + 28, 212, "middle")
        else:
            paste(out, emblem(kind, 58), x, 183)
        write(out, (x + 66, 214), str(count), "serif", 46, INK)
