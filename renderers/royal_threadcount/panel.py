"""A player's own picture: the secret color, the outfit, the stocks and what can be paid."""

from PIL import Image

from games.words import _, translate
from renderers.caching import cached_per_language
from renderers.canvas import crop, dashed, panel, paste, write
from renderers.fonts import text_width
from renderers.layout import Box, Type, write_lines
from renderers.palettes import quantized
from renderers.seats import seat_token

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
    bolt,
    game_palette,
    letters_of,
    title_of,
)
from .pieces import (
    JAPANESE,
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
    roll_total,
    wears_of,
)

GARMENT_PLACES = {"kimono": (300, 166, 270), "hakama": (588, 178, 186), "obi": (784, 172, 164),
       "sensu": (784, 320, 164)}  # fmt: skip


def own_panel(view: View) -> Image.Image:
    me = view["players"][view["viewer"]]
    image = washi(700).copy()
    paste_header(image, view, _("Your outfit"))
    image.paste(secret_block(me["favourite"][0]), (26, 144))
    sheet_ = view["sheets"][view["viewer"]]
    points = tuple(piece["dye_points"] for piece in sheet_["garments"])
    image.paste(clothes_block(wears_of(me), points), (290, 144))
    spares = (tuple(me["spare_hues"]), tuple(me["spare_patterns"]))
    image.paste(below_block(*spares, dice_words(view), roll_total(view)), (290, 508))
    dyes = tuple(me["dye"][hue] for hue in PRIMARY.values())
    image.paste(stock_block(me["silk"], dyes, sheet_["total"]), (970, 144))
    image.paste(market_block(market_items(view), view["question"]["name"] == "market"), (970, 236))
    return image


@cached_per_language
def secret_block(color: str) -> Image.Image:
    """The card of the favourite colour that only its owner knows."""
    out = crop(washi(700), 26, 144, 260, 540)
    paste(out, panel(236, 508, PAPER, HAIR, 2, shadow=True), 14, 8)
    paste(out, blind(204, 78), 30, 20)
    paste(out, dish(color, 132), 132, 226, "middle")
    write(out, (132, 328), title_of(color), "serif", 50, INK, "m", 220)
    write(out, (132, 374), translate(JAPANESE[color]), "sans", 34, INK_SOFT, "m", 220)
    write(out, (132, 422), _("your secret:"), "sans-bold", 32, SEAL, "m", 220)
    worth = _("+2 a match,\nfor everyone")
    write_lines(out, Box(22, 440, 220, 64), worth, Type("sans", 32, INK_SOFT), 32, "m")
    return quantized(out, game_palette())


@cached_per_language
def clothes_block(wears: tuple[Wear, ...], points: tuple[int, ...]) -> Image.Image:
    """The four garments, large, each with its dye, its pattern and what it lacks."""
    out = crop(washi(700), 290, 144, 680, 364)
    paste(out, rack(290), 0, 20)
    for kind, (hue, pattern), value in zip(GARMENTS, wears, points, strict=True):
        x, y, w = GARMENT_PLACES[kind]
        x, y = x - 290, y - 144
        paste(out, garment(kind, w, hue, pattern), x, y)
        words = own_label(kind, hue, pattern, value)
        label = tag(words, 32, bool(hue) != bool(pattern), LABEL_ROOMS_PX[kind])
        right = 486 if kind == "hakama" else 676
        middle = min(max(x + w / 2, label.width / 2), right - label.width / 2)
        paste(out, label, middle - label.width / 2, y + garment_height(kind, w) - OWN_DROP[kind])
    return quantized(out, game_palette())


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


@cached_per_language
def below_block(
    hues: tuple[str, ...],
    patterns: tuple[str, ...],
    lines: tuple[Die, ...],
    total: Total | None,
) -> Image.Image:
    out = crop(washi(700), 290, 508, 680, 176)
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
    return quantized(out, game_palette())


@cached_per_language
def stock_block(silk: int, dye: tuple[int, ...], points: int) -> Image.Image:
    out = crop(washi(700), 970, 144, 630, 92)
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
    return quantized(out, game_palette())


@cached_per_language
def market_block(found: tuple[MarketItem, ...], market: bool) -> Image.Image:
    """Dyes and patterns; those that can be paid are lit, with the points they add."""
    out = crop(washi(700), 970, 236, 630, 448)
    paste(out, panel(590, 416, PAPER, HAIR, 2), 0, 8)
    lit = any(wish[2] == "can" for wish in found)
    title = _("You can pay" if lit else "Nothing affordable yet")
    write(out, (24, 40), title, "serif", 40, INK, room=540)
    if lit:
        hint = _("points it adds" if market else "in your market")
        room = 572 - 24 - text_width(title, "serif", 40) - 20
        write(out, (572, 42), hint, "sans", 32, INK_SOFT, "r", room)
    by_hue = {wish[0]: wish for wish in found[:12]}
    for row, hues in enumerate((BASIC, TERTIARY)):
        for k, hue in enumerate(hues):
            draw_dye_item(out, 18 + 94 * k, 68 + 114 * row, by_hue[hue])
    for k, wish in enumerate(found[12:]):
        draw_pattern_item(out, 14 + 191 * k, 300, wish)
    return quantized(out, game_palette())


def draw_dye_item(out: Image.Image, x: int, y: int, wish: MarketItem) -> None:
    hue, _, state, gain = wish
    if state == "can":
        paste(out, sheet(90, 108, True), x, y)
    paste(out, dish(hue, 62, state == "sold"), x + 45, y + 40, "middle")
    if gain is not None:
        write(out, (x + 45, y + 86), f"+{gain}", "sans-bold", 34, SEAL if gain else INK_SOFT, "m")
        return
    cost = HUES[hue].cost
    for n, letter in enumerate(cost):
        paste(out, chip(letter, 24, 26), x + 45 - 13 * len(cost) + 26 * n, y + 74)


def draw_pattern_item(out: Image.Image, x: int, y: int, wish: MarketItem) -> None:
    pattern, silk, state, gain = wish
    if state == "sold":
        paste(out, dashed(186, 112, GHOST, 10, 9, 2), x, y)
        write(out, (x + 93, y + 56), _("sold out"), "sans", 32, GHOST, "m", 168)
        return
    paste(out, sheet(186, 112, state == "can"), x, y)
    ink = INK if state == "can" else INK_SOFT
    if gain is None:
        paste(out, bolt(pattern, 84, 48, 1.3), x + 12, y + 13)
        paste(out, cube(36), x + 100, y + 20)
        write(out, (x + 172, y + 38), str(silk), "serif", 46, ink, "r")
    else:
        paste(out, bolt(pattern, 46, 48, 1.3), x + 12, y + 13)
        paste(out, cube(32), x + 62, y + 22)
        write(out, (x + 97, y + 38), str(silk), "serif", 46, ink)
        more = SEAL if gain else INK_SOFT
        write(out, (x + 175, y + 38), f"+{gain}", "sans-bold", 32, more, "r")
    write(out, (x + 14, y + 84), title_of(pattern), "sans-bold", 32, INK, room=162)
