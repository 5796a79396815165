"""The part of the board that a question is about, with the choices on it, for a private picture.

Questions about a company's own designs and cards have none: these are shown anyway.
"""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from PIL import Image

from games.words import _, translate
from renderers.canvas import panel, paste, write
from renderers.fonts import fitted, text_width
from renderers.layout import Box, Part, whole
from renderers.transcript import dollars

from .colours import (
    ALARM,
    CLOTHS,
    GLASS,
    GREY,
    INK,
    LINE,
    PAGE,
    STYLES,
    block,
    sheet,
)
from .fronts import fronts
from .lines import table
from .reading import (
    Location,
    Look,
    View,
    effect_text,
    heads,
    is_show_month,
    lines_of,
    location_of,
    looks,
    pieces,
    supplier,
)
from .shops import (
    AWNING_PX,
    SIGN_PX,
    awning,
    awning_colours,
    bonus,
    draw_places,
    draw_sign,
    draw_words,
    window,
)
from .signs import rule, swatch
from .terms import minus, short_month

WIDTH_PX, LEFT_PX, RIGHT_PX, GAP_PX = 1600, 40, 1560, 16
HEAD_PX = SIGN_PX + AWNING_PX + 8
CARD_SIZE, CLOTH_SIZE, PIECE_SIZE, CREDIT_SIZE = (496, 232), (240, 224), (368, 130), (240, 190)
Parts = list[Part]


def part_asked_about(view: View) -> Parts:
    """The blocks of it; for somebody who is not asked the street, until their pawns have acted."""
    if view["viewer"] in view["asked"]:
        return PARTS[view["question"]["name"]](view)
    return the_street(view) if acts_on_street(view) else []


def acts_on_street(view: View) -> bool:
    """Whether the viewer has pawns to place this month, or some that have not acted yet."""
    if is_show_month(view) or view["phase"] == "growth":
        return False
    who = view["viewer"]
    pawns = (
        pawn for n in range(1, len(view["locations"]) + 1) for pawn in location_of(view, n).pawns
    )
    return view["companies"][who]["pawns_left"] > 0 or any(
        it.seat == who and not it.acted for it in pawns
    )


def nothing(view: View) -> Parts:
    return []


def the_street(view: View) -> Parts:
    return [fronts(view)]


# ---------------------------------------------------------------------- blocks


@block
def head(it: Location, words: str) -> Image.Image:
    """The sign of a location over the whole width: words and pawns at its right."""
    w = RIGHT_PX - LEFT_PX
    out = sheet(WIDTH_PX, HEAD_PX)
    shop = sheet(w, HEAD_PX)
    places = min(5, len(it.pawns) + it.free) * 54 + 12
    end = draw_sign(shop, it.number, it.name, "now", w, places)
    room = w - places - end - 40
    write(shop, (w - places - 12, SIGN_PX / 2), words, "sans", 34, INK, "r", room)
    draw_places(shop, it.pawns, it.free, w - 12, SIGN_PX / 2, places - 12, 48)
    paste(shop, awning(w, AWNING_PX, *awning_colours("now")), 0, SIGN_PX - 2)
    out.paste(shop, (LEFT_PX, 0))
    return out


def cells(found: Sequence[Image.Image], names: Sequence[str]) -> Parts:
    """Cells of one size in rows, with what moves call them."""
    if not found:
        return []
    w, h = found[0].size
    most = (RIGHT_PX - LEFT_PX + GAP_PX) // (w + GAP_PX)
    blocks = [
        (cell, (LEFT_PX + k % most * (w + GAP_PX), k // most * (h + GAP_PX)))
        for k, cell in enumerate(found)
    ]
    places = {name: Box(*at, w, h) for name, (_cell, at) in zip(names, blocks, strict=True)}
    return [Part(-(-len(found) // most) * (h + GAP_PX), blocks, places)]


# ----------------------------------------------------------------------- cards


class Offer(NamedTuple):
    """A card: what it does, what it costs and whether that is too much, what is said beside it."""

    id: str
    name: str
    does: str
    price: str
    note: str
    bar: str = ""
    """Why it cannot be had."""


def offers(kind: str) -> Callable[[View], Parts]:
    def draw(view: View) -> Parts:
        number = {"contract": 2, "building": 3, "employee": 4}[kind]
        found = [offer_of(view, card) for card in view["rows"][kind]]
        top, left = view["tops"][kind], view["decks"][kind]
        name = translate(view["facts"][top]["name"]) if top else ""
        words = " · ".join(
            [_("next: {card:text}", card=name), _("{n} left", n=left)] if name else []
        )
        return [
            whole(head(location_of(view, number), words)),
            *card_cells(found),
            *firing(view, kind),
        ]

    return draw


def card_cells(found: list[Offer]) -> Parts:
    return cells([card_cell(it) for it in found], [it.id for it in found])


def offer_of(view: View, card: str) -> Offer:
    it, who = view["facts"][card], view["viewer"]
    company, cash = view["companies"][who], view["players"][who]["cash"]
    side, price, bar = it["sides"]["a"], "", ""
    note = _("upkeep {n}", n=side["upkeep"]) if side["upkeep"] else ""
    if it["kind"] == "building":
        price = dollars(it["cost"])
        bar = _("too dear") if it["cost"] > cash else ""
    elif it["kind"] == "employee" and len(company["employees"]) >= company["places"]:
        bar = _("no free place")
    return Offer(card, translate(it["name"]), effect_text(side), price, note, bar)


def firing(view: View, kind: str) -> Parts:
    """The employees, where there is no place for another one."""
    company = view["companies"][view["viewer"]]
    full = kind == "employee" and len(company["employees"]) >= company["places"]
    return staff_to_fire(view) if full else []


def staff_to_fire(view: View) -> Parts:
    who = view["viewer"]
    company, found = view["companies"][who], list[Offer]()
    for card, cost in company["severance"].items():
        it = view["facts"][card]
        side = it["sides"][view["players"][who]["cards"][card]]
        bar = _("too dear") if cost > view["players"][who]["cash"] else ""
        words = [_("fire for ${n}", n=cost), _("upkeep {n}", n=side["upkeep"])]
        name, does = translate(it["name"]), effect_text(side)
        found.append(Offer(card, name, does, "", " · ".join(words), bar))
    return card_cells(found)


def top_contract(view: View) -> Parts:
    top = view["tops"]["contract"]
    return card_cells([offer_of(view, top)] if top else [])


def turns(view: View) -> Parts:
    """The cards that can still be turned, with what they do then and what that costs."""
    who, found = view["viewer"], list[Offer]()
    for card, cost in view["turns"].items():
        it = view["facts"][card]
        change = it["sides"]["b"]["upkeep"] - it["sides"]["a"]["upkeep"]
        note = _("upkeep {change:+}", change=change) if change else ""
        bar = _("too dear") if cost > view["players"][who]["cash"] else ""
        name, does = translate(it["name"]), effect_text(it["sides"]["b"])
        found.append(Offer(card, name, does, dollars(cost), note, bar))
    heading = whole(title(_("Train or upgrade"), _("what the cards do then")))
    return [heading, *card_cells(found)] if found else []


@block
def card_cell(it: Offer) -> Image.Image:
    (w, h), ink = CARD_SIZE, GREY if it.bar else INK
    out = sheet(w, h)
    paste(out, panel(w, h, PAGE if it.bar else GLASS, LINE if it.bar else INK, 3, 10), 0, 0)
    room = w - 36.0
    if it.price:
        write(out, (w - 18, 40), it.price, "serif-black", 52, ALARM if it.bar else INK, "r")
        room -= text_width(it.price, "serif-black", 52) + 14
    name, size = fitted(it.name, "sans-bold", 40, room)
    write(out, (18, 40), name, "sans-bold", size, ink)
    draw_words(out, it.does, 18, 92, w - 36, 3, 34, ink)
    write(out, (w - 18, h - 28), it.id, "sans", 30, GREY, "r")
    room = w - 50 - text_width(it.id, "sans", 30)
    words = " · ".join(part for part in (it.bar, it.note) if part)
    write(out, (18, h - 28), words, "sans-bold", 32, ALARM if it.bar else INK, room=room)
    return out


# --------------------------------------------------------------------- designs


def windows(view: View, cards: list[str]) -> Parts:
    return cells([glazed(*looks(view, [card])) for card in cards], cards)


@block
def glazed(look: Look) -> Image.Image:
    return window(look)


def design_row(view: View) -> Parts:
    left = view["decks"]["design"]
    words = _("{n} more in the deck", n=left) if left else _("the deck is empty")
    return [whole(head(location_of(view, 5), words)), *windows(view, view["rows"]["design"])]


def from_the_deck(view: View) -> Parts:
    looked_at = view["players"][view["viewer"]]["looked_at"]
    return [whole(title(_("From the deck"), _("only you see these"))), *windows(view, looked_at)]


@block
def title(words: str, note: str) -> Image.Image:
    out = sheet(WIDTH_PX, 76)
    rule(out, LEFT_PX, 0, RIGHT_PX, 4)
    write(out, (LEFT_PX, 38), words, "serif", 46, INK)
    room = RIGHT_PX - LEFT_PX - text_width(words, "serif", 46) - 40
    write(out, (RIGHT_PX, 39), note, "sans", 34, INK, "r", room)
    return out


# ------------------------------------------------------------------- materials


class ClothOffer(NamedTuple):
    """A material: its price, 0 if it is not that of a location; how many the company has; the
    styles of its designs that lack it and how many units.
    """

    cloth: str
    price: int
    too_dear: bool
    have: int
    lacks: tuple[tuple[str, int], ...]


def materials(view: View) -> Parts:
    """The materials of the supplier where the viewer's pawn acts; else without prices."""
    p, errand = view["players"][view["viewer"]], view["errand"]
    prices, blocks = [0] * len(CLOTHS), Parts()
    if errand and errand["location"] in (6, 7, 8):
        quality, own = supplier(view, errand["location"], own=True)
        prices = [price for price, _lower in own]
        words = _("+{n} quality with any purchase", n=quality)
        blocks.append(whole(head(location_of(view, errand["location"]), words)))
    found: list[Image.Image] = []
    for cloth, price in zip(CLOTHS, prices, strict=True):
        lacks = tuple((it["style"], n) for it in view["wardrobe"] if (n := it["lacks"].get(cloth)))
        offer = ClothOffer(cloth, price, price > p["cash"], p["material"][cloth], lacks[:2])
        found.append(cloth_cell(offer))
    return [*blocks, *cells(found, [*CLOTHS])]


@block
def cloth_cell(it: ClothOffer) -> Image.Image:
    (w, h), shut = CLOTH_SIZE, it.too_dear
    out = sheet(w, h)
    paste(out, panel(w, h, PAGE if shut else GLASS, LINE if shut else INK, 3, 10), 0, 0)
    paste(out, swatch(it.cloth, 76), 16, 14)
    if it.price:
        ink = ALARM if shut else INK
        write(out, (w - 18, 52), dollars(it.price), "serif-black", 60, ink, "r", 126)
    have = _("you have {n}", n=it.have)
    write(out, (16, 118), have, "sans", 32, INK if it.have else GREY, room=w - 32)
    for k, (style, n) in enumerate(it.lacks):
        words = f"{translate(style)} {minus(-n)}"
        ink = STYLES[style].body
        write(out, (16, 158 + k * 38), words, "sans-bold", 32, ink, room=w - 28)
    return out


# ------------------------------------------------------ last minute, bank, lines


class PieceOffer(NamedTuple):
    """A piece: what the company has of it and would have, and the most that another has."""

    kind: str
    n: int
    have: int
    others: int


def last_pieces(view: View) -> Parts:
    who, found = view["viewer"], list[Image.Image]()
    for kind, n in pieces(view):
        have, others = [
            [p["cash"] if kind == "cash" else p["tokens"][kind] for p in some]
            for some in (
                [view["players"][who]],
                [p for p in view["players"] if p["seat"] != who],
            )
        ]
        found.append(piece_cell(PieceOffer(kind, n, have[0], max(others))))
    names = [kind for kind, _n in pieces(view)]
    return [whole(head(location_of(view, 9), "")), *cells(found, names)]


@block
def piece_cell(it: PieceOffer) -> Image.Image:
    w, h = PIECE_SIZE
    out = sheet(w, h)
    paste(out, panel(w, h, GLASS, INK, 3, 10), 0, 0)
    paste(out, bonus(it.kind, it.n, 92), 18, h / 2 - 46)
    cash = it.kind == "cash"
    now, then = (dollars(n) if cash else str(n) for n in (it.have, it.have + it.n))
    write(out, (132, 46), f"{now} → {then}", "serif-black", 46, INK, room=w - 150)
    words = "" if cash else _("others up to {n}", n=it.others)
    write(out, (132, 96), words, "sans", 32, GREY, room=w - 150)
    return out


class Credit(NamedTuple):
    """A credit with the cash, upkeep and debts after it, and when these are due."""

    amount: int
    cash: int
    upkeep: int
    debts: int
    due: str


def credits_at_bank(view: View) -> Parts:
    due = short_month(view["month"]["next_exhibition"])
    found = [
        credit_cell(Credit(it["amount"], it["cash"], it["upkeep"], it["debts"], due))
        for it in view["credits"]
    ]
    words = _("$10 per design of\nyour largest style").replace("\n", " ")
    names = [str(it["amount"]) for it in view["credits"]]
    return [whole(head(location_of(view, 1), words)), *cells(found, names)]


@block
def credit_cell(it: Credit) -> Image.Image:
    w, h = CREDIT_SIZE
    out = sheet(w, h)
    paste(out, panel(w, h, GLASS, INK, 3, 10), 0, 0)
    write(out, (16, 42), dollars(it.amount), "serif-black", 56, INK, room=w - 32)
    lines = (
        _("then ${n}", n=it.cash),
        _("upkeep {n}", n=it.upkeep),
        _("{month:text}: ${n} due", month=it.due, n=it.debts),
    )
    for k, line in enumerate(lines):
        write(out, (16, 92 + 36 * k), line, "sans", 32, INK, room=w - 32)
    return out


def lines_table(view: View) -> Parts:
    """Every line of the shows with what each company has in it."""
    return [whole(table(lines_of(view), heads(view)))]


PARTS: dict[str, Callable[[View], Parts]] = {
    "place": the_street,
    "extra": the_street,
    "price": the_street,
    "bank": credits_at_bank,
    "contracts": offers("contract"),
    "buildings": offers("building"),
    "employees": offers("employee"),
    "extra_contract": top_contract,
    "designs": design_row,
    "extra_design": design_row,
    "swap_in": design_row,
    "keep": from_the_deck,
    "supplier": materials,
    "warehouse": materials,
    "more": materials,
    "free_purchase": materials,
    "material": materials,
    "last_minute": last_pieces,
    "grow": turns,
    "staff": staff_to_fire,
    "option": lines_table,
    "category": lines_table,
    "donate": lines_table,
    "style": nothing,
    "change": nothing,
    "collection": nothing,
    "waive": nothing,
    "cover": nothing,
    "swap": nothing,
    "sell": nothing,
    "peek": nothing,
}
"""What is drawn for each question; nothing where it is about the company's own designs."""
