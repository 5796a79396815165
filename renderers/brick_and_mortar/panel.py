"""A player's own picture: the back office with the question and what it is about, the cash, the
cards and the own building.
"""

from collections.abc import Sequence
from typing import NamedTuple

from PIL import Image, ImageDraw

from games.words import _
from renderers.canvas import Sprite, panel, paste, write
from renderers.fonts import fitted, text_width
from renderers.layout import Box, fitted_lines, fitted_with_name
from renderers.seats import wax_seal
from renderers.transcript import dollars, with_label

from .badges import banknote, bulb, price_tag, rosette, shelves, token
from .bay import bay_block
from .board import paste_building, store_boxes
from .buildings import PITCH_PX
from .buttons import window_sign, window_words
from .colours import (
    DIM,
    ENAMEL,
    INK,
    LAMP,
    LINE,
    NOTE_INK,
    PALE,
    PAPER,
    PAVEMENT,
    WINDOW,
    WOOD_DARK,
    block,
    yard,
)
from .docks import (
    EDGE_PX,
    LOW_OFFICE_DOCK_PX,
    OFFICE_DOCK_PX,
    STOCKS_AT,
    dock_block,
    low_dock_block,
    stocks_block,
    street_block,
)
from .docks import PITCH_PX as BESIDE
from .goods import emblem, outline
from .ladder import ladder_block, rung_box
from .lines import lines_of, write_lines
from .lots import HEIGHT_PX as LOT_PX
from .lots import WIDTH_PX as LOT_WIDTH_PX
from .lots import lot_block
from .office import Rule, Shop, Stage, crates_of, number_of, shop, side, stage, stocks
from .reading import Plate, View, docks, month_and_phase, plate, state_of, walkers
from .row import Counts
from .side import least_height, side_block
from .signs import awning, paint_letters, sign

TOP_PX, LEFT_PX, GAP_PX = 124, 448, 16
FRAME_PX, TITLE_PX, STREET_PX = 10, 108, 60
CARD_WIDTH_PX, RULE_WIDTH_PX = 548, 444
"""The width of a store card, and of the words on it."""
MARKET_PX, LARGE_MARKET_PX = 224, 300
LABEL_PX = 52
SIDE_PX, SMALL_SHOP_PX = 384, 96
MANY_STORES = 4
"""Beside so many store cards there is room for Market Cards at the left."""
PLACE_ROOM_PX = 720
"""The room for where the game stands, at the right of the header."""


class Part(NamedTuple):
    """A part of a picture at its place in the right column."""

    block: Image.Image
    x: int
    y: int
    name: str = ""
    """What moves call it."""


class Layout(NamedTuple):
    """The parts, and where things stand that are below them."""

    parts: list[Part]
    frame_px: int
    side_px: int
    docks_at: int
    dock_px: int
    building_at: int


def layout(view: View, it: Stage) -> Layout:
    parts = stage_parts(it)
    foot = parts[-1].y + parts[-1].block.height + FRAME_PX
    below, end = parts_below(view, foot + GAP_PX)
    beside, hand = side(view), hand_parts(view)
    side_px = max(least_height(beside), end - TOP_PX - 140 - height_of(hand))
    docks_at = TOP_PX + 140 + side_px + height_of(hand) + 28
    hand = [part._replace(y=part.y + TOP_PX + 140 + side_px) for part in hand]
    dock_px = LOW_OFFICE_DOCK_PX if is_about_stores(view) else OFFICE_DOCK_PX
    building_at = docks_at + (dock_px + 24 if is_dock_shown(view) else 0)
    if view["phase"] == "investment":
        building_at += STREET_PX + 20
    found = [*parts, *below, *hand]
    return Layout(found, foot - TOP_PX, side_px, docks_at, dock_px, building_at)


def own_panel(view: View) -> Image.Image:
    """What a player sees alone; it grows downward with the question and the hand."""
    it, me = stage(view), view["viewer"]
    parts, frame_px, side_px, docks_at, dock_px, building_at = layout(view, it)
    shown, low = docks(view) if is_dock_shown(view) else [], is_about_stores(view)
    image = yard(building_at + PITCH_PX + 16)
    own = plate(view, me)
    paste_header(image, own, state_of(view, me), month_and_phase(view))
    image.paste(cash_block(view["players"][me]["money"]), (40, TOP_PX))
    image.paste(side_block(side(view), side_px), (40, TOP_PX + 140))
    image.paste(frame_block(frame_px, it.state == "asked"), (LEFT_PX, TOP_PX))
    for drawn, x, y, _name in parts:
        image.paste(drawn, (x, y))
    for i, dock in sorted(enumerate(shown), key=lambda placed: placed[1].now):
        x, y = 40 - EDGE_PX + BESIDE * i, docks_at - EDGE_PX
        image.paste((low_dock_block if low else dock_block)(dock, dock_px), (x, y))
        at = x + STOCKS_AT[0], y + dock_px + STOCKS_AT[1]
        image.paste(stocks_block(stocks(view, dock.kind)), at)
    if view["phase"] == "investment":
        image.paste(street_block(view["goal"], walkers(view)), (0, docks_at - 6))
    paste_building(image, view, me, building_at)
    return image


def boxes_on_panel(view: View, words: Sequence[str]) -> list[Box]:
    """The cards, stores and things to choose that the words of a move name; of a number its bar."""
    it, me = stage(view), view["viewer"]
    parts, building_at = (found := layout(view, it)).parts, found.building_at
    places = {name: Box(x, y, *drawn.size) for drawn, x, y, name in parts if name}
    places = store_boxes(view, me, building_at) | places
    named = [view["players"][me]["bought"]] if words[0] in ("open", "scrap") else words
    boxes = [places[word] for word in named if word in places]
    answers = [rung["answer"] for rung in view["ladder"]] if it.ladder else []
    if it.ladder and (n := number_of(words)) in answers:
        y = next(part.y for part in parts if part.name == LADDER)
        boxes.append(rung_box(it.ladder, answers.index(n)).moved(LEFT_PX + FRAME_PX, y))
    return boxes


LADDER = "(the numbers)"


def stage_parts(it: Stage) -> list[Part]:
    """The question with its choices drawn on it, from the top down."""
    y, found = TOP_PX + FRAME_PX, list[Part]()
    blocks = [(title_block(it.title, it.state), "")]
    blocks += [(bay_block(it.bay), "")] if it.bay else []
    blocks += [(ladder_block(it.ladder), LADDER)] if it.ladder else []
    for drawn, name in blocks:
        found.append(Part(drawn, LEFT_PX + FRAME_PX, y, name))
        y += drawn.height
    for i, lot in enumerate(it.lots):
        row, column = divmod(i, 2)
        at = LEFT_PX + FRAME_PX + 4 + column * (LOT_WIDTH_PX + 8), y + 4 + row * LOT_PX
        found.append(Part(lot_block(lot), *at, lot.id))
    return found


def parts_below(view: View, y: int) -> tuple[list[Part], int]:
    """The own cards and the stores on offer below the question, and where they end. Market Cards
    come first unless the question is about stores.
    """
    shops, about = store_parts(view), view["viewer"] in view["asked"] and is_about_stores(view)
    if about and len(shops) == 1:  # the store that is bid for, with the cards at its side
        beside = market_parts(view, LEFT_PX + CARD_WIDTH_PX + GAP_PX, CARD_WIDTH_PX, 2)
        found = [part._replace(y=part.y + y) for part in (*shops, *beside)]
        return found, height_of(found)
    found = list[Part]()
    market = [] if is_market_at_left(view) else market_parts(view, LEFT_PX, 1112, 5)
    for group in (shops, market) if about else (market, shops):
        found += [part._replace(y=part.y + y) for part in group]
        y += height_of(group) + GAP_PX if group else 0
    return found, y - GAP_PX


def height_of(parts: list[Part]) -> int:
    return max((part.y + part.block.height for part in parts), default=0)


def is_dock_shown(view: View) -> bool:
    """Whether the market matters to what is done now."""
    trades = view["phase"] in ("advertisement", "supply", "sale", "inventory")
    return trades or (view["phase"] == "building" and view["month"] > 1)


def is_about_stores(view: View) -> bool:
    """Whether store cards are chosen, or bid for."""
    about = ("draft", "store_action", "opening_bid", "raise_bid", "pay_auction", "manage")
    return view["question"]["name"] in about


def is_about_market_cards(view: View) -> bool:
    """Whether Market Cards are chosen."""
    return view["question"]["name"] in ("play", "redraw", "research", "add")


def store_parts(view: View) -> list[Part]:
    """The store cards that a player is asked about, two in a row."""
    found, y = list[Part](), 0
    for names, words in groups_of(view):
        if not names:
            continue
        if words:
            found.append(Part(label_block(words, 1112), LEFT_PX, y))
            y += LABEL_PX
        shops = [(shop(view, name), name) for name in names]
        for row in (shops[i : i + 2] for i in range(0, len(shops), 2)):
            tall = max(store_height(each) for each, _name in row)
            for column, (each, name) in enumerate(row):
                at = LEFT_PX + column * (CARD_WIDTH_PX + GAP_PX), y
                found.append(Part(store_block(each, tall), *at, name))
            y += tall + GAP_PX
    return found


def hand_parts(view: View) -> list[Part]:
    """What stands below the figures at the left: the store cards in hand by name and cost, where
    the question is not about them, or else the Market Cards where many stores are shown.
    """
    if is_market_at_left(view):
        return [part._replace(y=part.y + 16) for part in market_parts(view, 40, SIDE_PX, 1)]
    names = view["players"][view["viewer"]]["hand"]
    if not names or any(names == shown for shown, _words in groups_of(view)):
        return []
    blocks = [small_store_block(shop(view, name)) for name in names]
    step = SMALL_SHOP_PX + 12
    found = [Part(each, 40, 8 + LABEL_PX + step * n) for n, each in enumerate(blocks)]
    return [Part(label_block(_("in hand"), SIDE_PX), 40, 8), *found]


def is_market_at_left(view: View) -> bool:
    many = sum(len(names) for names, _words in groups_of(view)) >= MANY_STORES
    return many and is_about_stores(view)


def groups_of(view: View) -> list[tuple[list[str], str]]:
    """The store cards that a player is asked about, with their headings."""
    me, choice = view["players"][view["viewer"]], view["question"]["name"]
    asked = view["viewer"] in view["asked"]
    if me["pack"]:
        return [(me["pack"], _("pick one")), (me["hand"], _("kept"))]
    if asked and view["auction"]:
        return [([view["auction"]["store"]], "")]
    if asked and choice == "store_action":
        return [(me["hand"], _("in hand")), (view["row"], _("in the public row"))]
    return [([me["bought"]], _("bought"))] if me["bought"] else []


def market_parts(view: View, left: int, room: int, columns: int) -> list[Part]:
    """The Market Cards in hand, in a row or several."""
    cards: list[str] = view["players"][view["viewer"]]["cards"]
    columns = max(columns, len(cards)) if columns > 2 else columns
    w = (room - GAP_PX * (columns - 1)) // columns
    tall = LARGE_MARKET_PX if is_about_market_cards(view) else MARKET_PX
    small, found = is_about_stores(view), list[Part]()
    for i, name in enumerate(cards):
        crates, (row, column) = crates_of(view, name), divmod(i, columns)
        block = small_market_block(crates, w) if small else market_block(name, crates, w, tall)
        at = left + column * (w + GAP_PX), row * (block.height + GAP_PX)
        found.append(Part(block, *at, name))
    return found


# ----------------------------------------------------------------- header, cash


def paste_header(image: Image.Image, own: Plate, state: str, where: str) -> None:
    words = _("{place:text} · for your eyes only", place=where)
    alone, small = fitted(words, "sans", 34, PLACE_ROOM_PX)
    room = 1560 - 136 - 12 - text_width(alone, "sans", small)
    title, large = fitted_with_name(
        lambda shown: _("{who:text}'s back office", who=shown), own.name, "serif", 50, room
    )
    image.paste(header_ground(), (0, 0))
    image.paste(title_of(own.seat, own.letters, "" if state == "out" else state, title, large))
    drawn = place_block(alone, small)
    image.paste(drawn, (1568 - drawn.width, 0))


@block
def header_ground() -> Image.Image:
    out = Image.new("RGB", (1600, 120), PAVEMENT)
    ImageDraw.Draw(out).rectangle((0, 0, 1600, 95), fill=ENAMEL)
    paste(out, awning(1600, 20, 40), 0, 96)
    return out


@block
def title_of(seat: int, letters: str, state: str, title: str, size: int) -> Image.Image:
    out = Image.new("RGB", (142 + round(text_width(title, "serif", size)), 96), ENAMEL)
    paste(out, token(seat, letters, 84, state), 36, 6)
    paint_letters(out, (136, 49), title, size)
    return out


@block
def place_block(words: str, size: int) -> Image.Image:
    out = Image.new("RGB", (12 + round(text_width(words, "sans", size)), 96), ENAMEL)
    write(out, (out.width - 8, 49), words, "sans", size, PALE, "r")
    return out


@block
def cash_block(money: int) -> Image.Image:
    out = Image.new("RGB", (384, 124), PAVEMENT)
    paste(out, banknote(384, 124), 0, 0)
    sum_ = dollars(money)
    room = 288 - text_width(sum_, "serif", 88)
    write(out, (44, 62), _("cash"), "sans", 36, NOTE_INK, room=room)
    write(out, (344, 60), sum_, "serif", 88, INK, "r")
    return out


# ------------------------------------------------------------------------- cards


@block
def market_block(name: str, crates: Counts, w: int, tall: int) -> Image.Image:
    """A Market Card: two numbers with their goods, and the name to type."""
    out = Image.new("RGB", (w, tall), PAVEMENT)
    paste(out, panel(w, tall, PAPER, WOOD_DARK, 2), 0, 0)
    px = 60 if w < 180 else 72 if tall == MARKET_PX else 96
    for i, (kind, count) in enumerate(crates):
        y = 16 + (tall - 60) * (i + 0.5) / len(crates)
        write(out, (w / 2 - px * 0.62, y), str(count), "serif", px if px > 60 else 72, INK, "m")
        paste(out, emblem(kind, px), w / 2 + px * 0.5, y, "middle")
    write(out, (w / 2, tall - 28), name.upper(), "sans", 34, DIM, "m")
    return out


@block
def small_market_block(crates: Counts, w: int) -> Image.Image:
    """A Market Card in one line, where it is not what the question is about."""
    out = Image.new("RGB", (w, SMALL_SHOP_PX), PAVEMENT)
    paste(out, panel(w, SMALL_SHOP_PX, PAPER, WOOD_DARK, 2), 0, 0)
    for i, (kind, count) in enumerate(crates):
        x = w * (i + 0.5) / len(crates)
        write(out, (x - 22, SMALL_SHOP_PX / 2), str(count), "serif", 50, INK, "m")
        paste(out, emblem(kind, 46), x + 20, SMALL_SHOP_PX / 2, "middle")
    return out


@block
def frame_block(tall: int, lit: bool) -> Image.Image:
    """What a question is drawn on; it is lit if it is the viewer's."""
    out = Image.new("RGB", (1112, tall), PAVEMENT)
    paste(out, panel(1112, tall, PAPER, LAMP if lit else LINE, 8 if lit else 2), 0, 0)
    return out


@block
def title_block(words: str, state: str) -> Image.Image:
    """The question in one large line or two smaller ones; an answer that is sealed has a seal."""
    out, x = Image.new("RGB", (1092, TITLE_PX), PAPER), 26
    if state == "sealed":
        paste(out, Sprite(wax_seal(76)), 16, (TITLE_PX - 76) / 2)
        x = 108
    room = 1072 - x
    lines, size = (words,), 44
    if text_width(words, "sans-bold", size) > room:
        lines, size = fitted_lines(words, "sans-bold", 40, room, 2)
    for i, line in enumerate(lines):
        y = TITLE_PX / 2 + (i - (len(lines) - 1) / 2) * 46
        write(out, (x, y), line, "sans-bold", size, INK if state else DIM)
    return out


@block
def label_block(words: str, w: int) -> Image.Image:
    out = Image.new("RGB", (w, LABEL_PX), PAVEMENT)
    write(out, (4, LABEL_PX / 2 - 2), words, "serif", 42, INK, room=w - 8)
    return out


def store_height(each: Shop) -> int:
    return 274 + (sum(12 + rule_height(rule) for rule in each.rules) or 52)


def moment(rule: Rule) -> str:
    """The window of a modifier, as it stands before it."""
    return with_label(window_words(rule.window), rule.text).removesuffix(rule.text).rstrip()


def rule_height(rule: Rule) -> int:
    return max(68, 39 * lines_of(rule.text, "sans-bold", 34, RULE_WIDTH_PX, moment(rule)))


@block
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
    return out


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


@block
def small_store_block(each: Shop) -> Image.Image:
    """A store in hand by its name and cost."""
    out = Image.new("RGB", (SIDE_PX, SMALL_SHOP_PX), PAVEMENT)
    paste(out, panel(SIDE_PX, SMALL_SHOP_PX, PAPER, LINE, 2), 0, 0)
    paste(out, sign(each.name, SIDE_PX - 116, SMALL_SHOP_PX - 20, 40, 34), 10, 10)
    paste(out, price_tag(dollars(each.cost), 88, 56), SIDE_PX - 98, 20)
    return out
