"""A player's own picture: the secret color, the outfit or the part of the board that is asked
about, the stocks and what can be paid.
"""

from collections.abc import Sequence

from PIL import Image

from games.words import _, translate
from renderers.caching import cached_per_language
from renderers.canvas import crop, dashed, panel, paste, write
from renderers.fonts import text_width
from renderers.layout import Box, Type, write_lines
from renderers.seats import seat_token

from .board import Offer, die_line, offers_of, silk_block, space_box
from .clothes import garment, garment_height
from .patterns import (
    BASIC,
    GARMENTS,
    GHOST,
    HAIR,
    HUES,
    INK,
    INK_SOFT,
    PAPER,
    PRIMARY,
    SEAL,
    TERTIARY,
    block,
    bolt,
    letters_of,
    title_of,
)
from .pieces import (
    JAPANESE,
    badge,
    blind,
    chip,
    cube,
    d4,
    d10,
    dish,
    no_pattern,
    paste_header,
    rack,
    sheet,
    tag,
    washi,
)
from .reading import (
    Die,
    MarketItem,
    Total,
    View,
    Wear,
    dice_words,
    market_items,
    phase_of,
    roll_total,
    wears_of,
)

PANEL_PX = 800
GARMENT_PLACES = {"kimono": (296, 176, 288), "hakama": (588, 188, 186), "obi": (784, 182, 164),
       "sensu": (784, 330, 164)}  # fmt: skip
SMALL_PX = 84
"""How wide a garment is beside the silk board."""
OF_THE_BOARD = ("place", "sow", "dye", "zero")
"""The questions that are about the silk board or the dice."""


def own_panel(view: View) -> Image.Image:
    me = view["players"][view["viewer"]]
    image = washi(PANEL_PX).copy()
    paste_header(image, view, _("Your outfit"))
    image.paste(secret_block(me["favourite"][0]), (26, 144))
    sheet_ = view["sheets"][view["viewer"]]
    points = tuple(piece["dye_points"] for piece in sheet_["garments"])
    asked = phase_of(view) if view["viewer"] in view["asked"] else ""
    lines = dice_words(view)
    if asked in OF_THE_BOARD:
        image.paste(own_silk_board(view), (296, 150))
        image.paste(small_clothes_block(wears_of(me), points), (720, 150))
    else:
        image.paste(clothes_block(wears_of(me), points), (290, 154))
    if asked in ("dye", "zero"):
        for k, line in enumerate(lines):
            image.paste(die_line(k, line), (296 + k % 2 * 340, 578 + k // 2 * 104))
    else:
        spares = (tuple(me["spare_hues"]), tuple(me["spare_patterns"]))
        image.paste(below_block(*spares, lines, roll_total(view)), (290, BELOW_Y))
    dyes = tuple(me["dye"][hue] for hue in PRIMARY.values())
    image.paste(stock_block(me["silk"], dyes, sheet_["total"]), (970, 144))
    found = tuple(market_items(view))
    image.paste(market_block(found, own_stock(view, me), offers_of(view, me), asked), (970, 236))
    return image


BELOW_Y = 588


def boxes_on_panel(words: Sequence[str]) -> list[Box]:
    """The space, dye, pattern or garment that the words of a move name."""
    match words:
        case "place" | "sow" | "zero", space:
            return [space_box(space, 288, 144)]
        case "buy", hue:
            row, hues = (0, BASIC) if hue in BASIC else (1, TERTIARY)
            return [Box(1034 + 87 * hues.index(hue), 300 + 150 * row, 87, 148)]
        case "dye", hue:
            return [Box(1124 + 98 * [*PRIMARY.values()].index(hue), 164, 92, 52)]
        case "pattern", slot:
            return [Box(984 + 191 * (int(slot) - 1), 608, 186, 152)]
        case "arrange", kind, *_:
            x, y, w = GARMENT_PLACES[kind]
            return [Box(x, y, w, garment_height(kind, w))]
        case _:
            return []


def own_silk_board(view: View) -> Image.Image:
    """The cloth with the numbers of the spaces that are open, or with what each would bring."""
    free = set(view["sowable"])
    if phase_of(view) == "place":
        free = set(range(1, 10)) - set(view["cubes"])
    offers = tuple((int(n), it["silk"]) for n, it in view["zero_outcomes"].items())
    spots = tuple((space, str(space)) for space in sorted(free))
    return silk_block(tuple(view["cubes"]), (), (), spots, offers, None).crop((8, 6, 420, 418))


@block
def small_clothes_block(wears: tuple[Wear, ...], points: tuple[int, ...]) -> Image.Image:
    """The four garments below each other, small, each with its words."""
    out = crop(washi(PANEL_PX), 720, 150, 250, 412)
    for k, (kind, (hue, pattern), value) in enumerate(zip(GARMENTS, wears, points, strict=True)):
        y = 8 + 102 * k
        piece = garment(kind, SMALL_PX, hue, pattern)
        paste(out, piece, 2, y + (94 - garment_height(kind, SMALL_PX)) / 2)
        if not hue and not pattern:
            write(out, (96, y + 47), title_of(kind), "sans", 32, INK_SOFT, room=152)
            continue
        dye = letters_of(hue) + (f" +{value}" if value and pattern else "")
        write(
            out, (96, y + 28), dye or _("no dye"), "sans-bold", 34, INK if hue else SEAL, room=152
        )
        words, ink = (title_of(pattern), INK) if pattern else (_("no pattern"), SEAL)
        write(out, (96, y + 66), words, "sans", 32, ink, room=152)
    return out


Stock = tuple[tuple[str, int, tuple[bool, ...]], ...]  # hue, cards left, chips of its price lacking


def own_stock(view: View, me: View) -> Stock:
    found: list[tuple[str, int, tuple[bool, ...]]] = []
    for dye in view["dyes"]:
        cost, have = HUES[dye["hue"]].cost, me["dye"]
        lacking = tuple(
            cost[: n + 1].count(letter) > have[PRIMARY[letter]] for n, letter in enumerate(cost)
        )
        found.append((dye["hue"], dye["left"], lacking))
    return tuple(found)


@block
def secret_block(color: str) -> Image.Image:
    """The card of the favourite colour that only its owner knows."""
    out = crop(washi(PANEL_PX), 26, 144, 260, 640)
    paste(out, panel(236, 608, PAPER, HAIR, 2, shadow=True), 14, 8)
    paste(out, blind(204, 98), 30, 20)
    paste(out, dish(color, 132), 132, 276, "middle")
    write(out, (132, 392), title_of(color), "serif", 50, INK, "m", 220)
    write(out, (132, 442), translate(JAPANESE[color]), "sans", 34, INK_SOFT, "m", 220)
    write(out, (132, 510), _("your secret:"), "sans-bold", 32, SEAL, "m", 220)
    worth = _("+2 a match,\nfor everyone")
    write_lines(out, Box(22, 530, 220, 72), worth, Type("sans", 32, INK_SOFT), 36, "m")
    return out


@block
def clothes_block(wears: tuple[Wear, ...], points: tuple[int, ...]) -> Image.Image:
    """The four garments, large, each with its dye, its pattern and what it lacks."""
    out = crop(washi(PANEL_PX), 290, 154, 680, 420)
    paste(out, rack(290), 0, 20)
    for kind, (hue, pattern), value in zip(GARMENTS, wears, points, strict=True):
        x, y, w = GARMENT_PLACES[kind]
        x, y = x - 290, y - 154
        paste(out, garment(kind, w, hue, pattern), x, y)
        words = own_label(kind, hue, pattern, value)
        label = tag(words, 32, bool(hue) != bool(pattern), LABEL_ROOMS_PX[kind])
        right = 486 if kind == "hakama" else 676
        middle = min(max(x + w / 2, label.width / 2), right - label.width / 2)
        paste(out, label, middle - label.width / 2, y + garment_height(kind, w) - OWN_DROP[kind])
    return out


def own_label(kind: str, hue: str, pattern: str, value: int) -> str:
    """What is written below an own garment; where room is short, only what it lacks."""
    letters, title = letters_of(hue), title_of(pattern)
    if not hue and not pattern:
        return title_of(kind)
    if not hue:
        return _("{pattern:text}, no dye", pattern=title) if kind == "kimono" else _("no dye")
    if pattern:
        return f"{letters} {title}" + (f" +{value}" if value else "")
    return no_pattern(hue, LABEL_ROOMS_PX[kind])


LABEL_ROOMS_PX = {"kimono": 420, "hakama": 230, "obi": 236, "sensu": 240}
OWN_DROP = {"kimono": 0, "hakama": 0, "obi": 4, "sensu": -4}


@block
def below_block(
    hues: tuple[str, ...],
    patterns: tuple[str, ...],
    lines: tuple[Die, ...],
    total: Total | None,
) -> Image.Image:
    out = crop(washi(PANEL_PX), 290, BELOW_Y, 680, 176)
    write(out, (10, 32), _("Spare"), "serif", 40, INK, room=110)
    write(out, (10, 68), translate(JAPANESE["surplus"]), "sans", 30, INK_SOFT, room=110)
    x = 128.0
    if not hues and not patterns:
        write(out, (x, 40), _("no card"), "sans", 34, INK_SOFT)
    for hue in hues[:5]:
        paste(out, dish(hue, 64), x, 8)
        x += 70
    most = int((674 - x) // 136)
    for pattern in patterns[: most if len(patterns) <= most else most - 1]:
        paste(out, bolt(pattern, 104, 40, 1.2), x + 14, 0)
        write(out, (x + 66, 60), title_of(pattern), "sans", 30, INK, "m", 132)
        x += 136
    if len(patterns) > most:
        write(out, (x + 8, 40), f"+{len(patterns) - most + 1}", "sans-bold", 40, INK)
    write(out, (10, 122), _("Dice"), "serif", 40, INK, room=110)
    for k, (face, waits, _first, _second) in enumerate(lines):
        piece = d10(face, 84, waits) if k < 3 else d4(face, 84, waits)
        paste(out, piece, 170 + 90 * k, 116, "middle")
    if total:
        paste(out, seat_token(total[0], total[1], 64), 528, 118, "middle")
        write(out, (568, 120), total[2], "serif", 48, INK)
    if total and total[3]:
        paste(out, chip(HUES[total[3]].letters, 36, 42), 634, 98)
    if not lines:
        write(out, (128, 122), _("not rolled yet"), "sans", 34, INK_SOFT)
    return out


@block
def stock_block(silk: int, dye: tuple[int, ...], points: int) -> Image.Image:
    out = crop(washi(PANEL_PX), 970, 144, 630, 92)
    paste(out, cube(64), 8, 14)
    write(out, (80, 46), str(silk), "serif", 64, SEAL if silk > 7 else INK)
    x = 154
    for letter, number in zip(PRIMARY, dye, strict=True):
        paste(out, chip(letter, 46, 52), x, 20)
        write(out, (x + 54, 46), str(number), "serif", 56, INK if number else GHOST)
        x += 98
    write(out, (590, 50), _("pts"), "sans", 34, INK_SOFT, "r")
    right = 579 - text_width(_("pts"), "sans", 34)
    write(out, (right, 46), str(points), "serif", 64, INK, "r", right - 442)
    return out


@cached_per_language
def market_block(
    found: tuple[MarketItem, ...], stock: Stock, offers: tuple[Offer, ...], asked: str
) -> Image.Image:
    """Dyes and patterns with their prices; those that can be paid are lit, with the points they
    add. While a dye is chosen, those are lit that one more dye is enough for.
    """
    out = market_ground().copy()
    short = {hue for hue, left, lacking in stock if left and sum(lacking) == 1 and asked == "dye"}
    lit = any(wish[2] == "can" for wish in found)
    title = _("One dye short") if short else _("You can pay" if lit else "Nothing affordable yet")
    hint = _("points it adds" if asked == "market" else "in your market")
    out.paste(market_title(title, hint if lit and not short else ""), (20, 16))
    by_hue, stocked = {wish[0]: wish for wish in found[:12]}, {each[0]: each[1:] for each in stock}
    for row, hues in enumerate((BASIC, TERTIARY)):
        for k, hue in enumerate(hues):
            _hue, _silk, state, gain = by_hue[hue]
            live = hue in short if asked == "dye" else state == "can"
            out.paste(dye_item(hue, live, gain, *stocked[hue]), (64 + 87 * k, 64 + 150 * row))
    for k, (wish, offer) in enumerate(zip(found[12:], offers, strict=True)):
        out.paste(pattern_item(wish, offer.values, offer.held), (14 + 191 * k, 372))
    return out


@block
def market_ground() -> Image.Image:
    """The sheet of the market with the silk that each row of dyes costs."""
    out = crop(washi(PANEL_PX), 970, 236, 630, 548)
    paste(out, panel(590, 532, PAPER, HAIR, 2), 0, 8)
    for row, silk in enumerate("13"):
        y = 68 + 150 * row
        paste(out, cube(40), 14, y + 20)
        write(out, (34, y + 88), silk, "serif", 46, INK, "m")
    return out


@block
def market_title(title: str, hint: str) -> Image.Image:
    out = Image.new("RGB", (560, 48), PAPER)
    write(out, (4, 24), title, "serif", 40, INK, room=540)
    if hint:
        room = 552 - 4 - text_width(title, "serif", 40) - 20
        write(out, (552, 26), hint, "sans", 32, INK_SOFT, "r", room)
    return out


@block
def dye_item(
    hue: str, live: bool, gain: int | None, left: int, lacking: tuple[bool, ...]
) -> Image.Image:
    """A dye card for sale: its dish, the cards left, the dye that it costs, the points it adds."""
    out = Image.new("RGB", (87, 148), PAPER)
    if live:
        paste(out, sheet(85, 142, True), 0, 4)
    paste(out, dish(hue, 62, not left), 40, 50, "middle")
    if left:
        paste(out, badge(left, 40), 46, 0)
    cost = HUES[hue].cost
    for n, (letter, lacks) in enumerate(zip(cost, lacking, strict=True)):
        paste(out, chip(letter, 26, 30, lacks), 42 - 13 * len(cost) + 26 * n, 83)
    if gain is not None:
        write(out, (42, 129), f"+{gain}", "sans-bold", 34, SEAL if gain else INK_SOFT, "m")
    return out


@block
def pattern_item(wish: MarketItem, values: tuple[int, ...], held: int) -> Image.Image:
    """A pattern for sale: its price, what it adds, and what one to four of it are worth."""
    pattern, silk, state, gain = wish
    out = Image.new("RGB", (186, 152), PAPER)
    if state == "sold":
        paste(out, dashed(186, 152, GHOST, 10, 9, 2), 0, 0)
        write(out, (93, 76), _("sold out"), "sans", 32, GHOST, "m", 168)
        return out
    paste(out, sheet(186, 152, state == "can"), 0, 0)
    ink = INK if state == "can" else INK_SOFT
    if gain is None:
        paste(out, bolt(pattern, 84, 48, 1.3), 12, 13)
        paste(out, cube(36), 100, 20)
        write(out, (172, 38), str(silk), "serif", 46, ink, "r")
    else:
        paste(out, bolt(pattern, 46, 48, 1.3), 12, 13)
        paste(out, cube(32), 62, 22)
        write(out, (97, 38), str(silk), "serif", 46, ink)
        more = SEAL if gain else INK_SOFT
        write(out, (175, 38), f"+{gain}", "sans-bold", 32, more, "r")
    write(out, (14, 84), title_of(pattern), "sans-bold", 32, INK, room=162)
    left = 14.0
    for n, value in enumerate(values):
        kind, ink = ("sans-bold", SEAL) if n == held else ("sans", INK_SOFT)
        write(out, (left, 124), str(value), kind, 30, ink)
        left += text_width(str(value), kind, 30) + 12
    return out
