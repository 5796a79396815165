"""The public board: the calendar, the silk board, the dice and the markets, above the players."""

from collections.abc import Sequence
from dataclasses import dataclass

from PIL import Image, ImageDraw

from games.words import _, translate
from renderers.caching import cached, cached_per_language
from renderers.canvas import (
    CLEAR,
    Pen,
    Sprite,
    crop,
    dashed,
    panel,
    paste,
    rounded,
    shadowed,
    write,
)
from renderers.fonts import initials, text_width
from renderers.layout import Box, Type, write_name
from renderers.seats import names_of, seat_token

from .patterns import (
    BASIC,
    GHOST,
    GOLD,
    HAIR,
    HUES,
    INDIGO,
    INDIGO_PALE,
    INK,
    INK_SOFT,
    SEAL,
    SHADE,
    TERTIARY,
    THREAD,
    WASHI,
    block,
    bolt,
    title_of,
)
from .pieces import (
    JAPANESE,
    KANJI,
    badge,
    chip,
    cube,
    d4,
    d10,
    dish,
    left_cube,
    paste_header,
    sheet,
    stamp,
    washi,
)
from .players import PLANS, player_block, player_facts
from .reading import (
    Die,
    Total,
    View,
    dice_words,
    owned,
    paying_spaces,
    phase_of,
    roll_total,
    running_order,
)

# -------------------------------------------------------------------- calendar


@block
def calendar_block(weeks: int) -> Image.Image:
    """The calendar: a thread with ten knots, the seal on this week's."""
    out = crop(washi(1200), 0, 144, 1600, 60)
    paste(out, panel(1240, 3, INDIGO, radius=1), 40, 27)
    for i in range(10):
        x, left = 68 + 1182 * i / 9, 10 - i
        if left == weeks:
            paste(out, stamp(str(left), 56), x, 28, "middle")
        else:
            paste(out, knot(left > weeks), x, 28, "middle")
    words = _("{n:week|weeks} left", n=weeks) if weeks > 1 else _("last week")
    write(out, (1560, 28), words, "serif", 44, SEAL if weeks == 1 else INK, "r", 264)
    return out


@cached
def knot(past: bool) -> Sprite:
    """A week on the calendar: filled if it is past."""
    return Sprite(rounded(24, 24, 12, INDIGO if past else WASHI, INDIGO, 4))


# ------------------------------------------------------------------ silk board

CELL_PX, RIM_PX, SUM_PX = 124, 12, 414


def silk_board(view: View) -> Image.Image:
    phase = phase_of(view)
    now = view["now"]
    able = phase == "sow" and (not view["cubes"] or view["players"][now["seat"]]["silk"] > 0)
    free = [(space, _("sow")) for space in view["sowable"] if able]
    if phase == "place":
        free = [(space, _("here")) for space in range(1, 10) if space not in view["cubes"]]
    offers = tuple((int(n), o["silk"]) for n, o in view["zero_outcomes"].items())
    cleared: list[list[int]] = now["lines"] if now and now["resolved"] else []
    lines = tuple(map(tuple, cleared))
    cubes, total = tuple(view["cubes"]), roll_total(view)
    return silk_block(cubes, paying_spaces(view), lines, tuple(free), offers, total)


def space_box(space: str, left: int, top: int) -> Box:
    """A space of a cloth whose block begins here."""
    x, y = corner(int(space))
    return Box(left + x, top + y, CELL_PX, CELL_PX)


def centre(space: int) -> tuple[int, int]:
    return 2 + RIM_PX + (space - 1) % 3 * CELL_PX + CELL_PX // 2 + 12, (
        space - 1
    ) // 3 * CELL_PX + 86


@cached_per_language
def silk_block(
    cubes: tuple[int, ...],
    paid: tuple[tuple[int, int], ...],
    lines: tuple[tuple[int, ...], ...],
    free: tuple[tuple[int, str], ...],
    offers: tuple[tuple[int, int], ...],
    total: Total | None,
) -> Image.Image:
    out = empty_board(lines).copy()
    gains, spots, chances = dict(paid), dict(free), dict(offers)
    for space in range(1, 10):
        facts = space in cubes, gains.get(space, 0), spots.get(space, ""), chances.get(space)
        if facts != (False, 0, "", None):
            out.paste(silk_space(lines, space, *facts), corner(space))
    if total:
        out.paste(roll_sum(lines, *total), (0, SUM_PX))
    return out


@block
def empty_board(lines: tuple[tuple[int, ...], ...]) -> Image.Image:
    return cloth(lines)


def corner(space: int) -> tuple[int, int]:
    """The upper left one."""
    x, y = centre(space)
    return x - CELL_PX // 2, y - CELL_PX // 2


@block
def silk_space(
    lines: tuple[tuple[int, ...], ...],
    space: int,
    taken: bool,
    gain: int,
    word: str,
    chance: int | None,
) -> Image.Image:
    """A finished space of the cloth: its cube, or what it would bring."""
    out, (x, y) = crop(cloth(lines), *corner(space), CELL_PX, CELL_PX), (CELL_PX // 2,) * 2
    if taken:
        paste(out, cube(84), x + 10, y + 4, "middle")
    elif gain:
        paste(out, left_cube(84, f"+{gain}"), x + 10, y + 4, "middle")
    elif word:
        paste(out, left_cube(84, word), x + 10, y + 4, "middle")
    elif chance is not None:
        paste(out, left_cube(84, f"+{chance}"), x + 10, y + 4, "middle")
    corner_gain = gain or chance
    if corner_gain and taken:
        gold = text_width(f"+{corner_gain}", "sans-bold", 36)
        paste(out, panel(round(gold) + 8, 38, INDIGO, radius=6), x + 52 - gold, y - 61)
        write(out, (x + 56, y - 42), f"+{corner_gain}", "sans-bold", 36, GOLD, "r")
    return out


@block
def roll_sum(
    lines: tuple[tuple[int, ...], ...], who: int, letters: str, silk: str, dye: str
) -> Image.Image:
    """Who rolled and what it brought, as it stands below the cloth."""
    out = crop(cloth(lines), 0, SUM_PX, 424, 496 - SUM_PX)
    paste(out, seat_token(who, letters, 64), 14, 6)
    write(out, (90, 38), _("rolled"), "sans", 34, INK_SOFT, room=100)
    paste(out, cube(54), 196, 10)
    write(out, (256, 38), silk, "serif", 48, INK)
    if dye:
        paste(out, chip(HUES[dye].letters, 40, 46), 324, 15)
        write(out, (370, 38), "+1", "serif", 48, INK)
    else:
        write(out, (336, 38), _("dye ?"), "sans", 34, INK_SOFT, room=86)
    return out


@cached
def cloth(lines: tuple[tuple[int, ...], ...]) -> Image.Image:
    """The cloth with the numbers of its spaces, and the threads through cleared lines."""
    out = crop(washi(1200), 26, 204, 424, 496)
    paste(out, indigo_cloth(), 14, 12)
    for line in lines:
        paste(out, cleared_line((line[0], line[-1])), 14, 12)
    for space in range(1, 10):
        x, y = centre(space)
        paste(out, panel(24, 32, INDIGO, radius=6), x - 53, y - 58)
        write(out, (x - 50, y - 42), str(space), "sans", 32, INDIGO_PALE)
    return out


@cached
def indigo_cloth() -> Sprite:
    px = 3 * CELL_PX + 2 * RIM_PX
    out = rounded(px, px, 18, INDIGO)
    draw = ImageDraw.Draw(out)
    for i in (1, 2):
        at = RIM_PX + i * CELL_PX
        for k in range(RIM_PX + 8, px - RIM_PX - 18, 22):
            draw.line((at, k, at, k + 12), fill=INDIGO_PALE, width=3)
            draw.line((k, at, k + 12, at), fill=INDIGO_PALE, width=3)
    return shadowed(out, 5, 3, 80, SHADE, border=8)


@cached
def cleared_line(line: tuple[int, int]) -> Sprite:
    px = 3 * CELL_PX + 2 * RIM_PX
    unit, pen = 100 / px, Pen(px, oversampling=2)
    ends = [(x - 4, y - 8) for x, y in (centre(line[0]), centre(line[1]))]
    pen.line([(x * unit, y * unit) for x, y in ends], THREAD, 8 * unit, curve=False)
    return Sprite(pen.done())


# ------------------------------------------------------------------------ dice


def dice(view: View) -> Image.Image:
    """The dice with what they did; before the first roll, the rolls for the order."""
    lines = dice_words(view)
    if lines:
        return dice_block(lines)
    names = names_of(view)
    letters = initials(names)
    rows = [(who, letters[who], names[who], view["rolls"][who]) for who in running_order(view)]
    return order_block(tuple(rows))


@cached_per_language
def dice_block(lines: tuple[Die, ...]) -> Image.Image:
    """The three numbers and the dye die, each with its words."""
    out = washi(1200).crop((450, 204, 774, 700))
    for k, line in enumerate(lines):
        out.paste(die_line(k, line), (0, 6 + 100 * k))
    return out


@block
def die_line(k: int, line: Die) -> Image.Image:
    """A die with its words, finished."""
    face, waits, first, second = line
    out, y = crop(washi(1200), 450, 210 + 100 * k, 324, 100), 50
    piece = d10(face, 88, waits) if k < 3 else d4(face, 88, waits)
    paste(out, piece, 54, y, "middle")
    ink = SEAL if waits else INK
    write(out, (112, y - 18 if second else y), first, "sans-bold", 36, ink, room=208)
    write(out, (112, y + 22), second, "sans", 32, INK_SOFT, room=208)
    return out


@block
def order_block(rows: tuple[tuple[int, str, str, int], ...]) -> Image.Image:
    """The seats in the order of their turns, with what they rolled for it."""
    out = crop(washi(1200), 450, 204, 324, 496)
    write(out, (12, 32), _("Turn order"), "serif", 40, INK, room=308)
    for k, (who, letters, name, roll) in enumerate(rows):
        y = 98 + 84 * k
        paste(out, seat_token(who, letters, 64), 44, y, "middle")
        paste(out, d10(str(roll % 10), 76), 122, y, "middle")
        write_name(out, Box(172, y - 38, 148, 76), name, Type("sans", 36, INK))
    return out


# ---------------------------------------------------------------------- market


@dataclass(frozen=True, slots=True)
class Offer:
    """A pattern for sale: its price, what one to four are worth, how many the buyer has."""

    pattern: str
    price: int
    payable: bool
    values: tuple[int, ...]
    held: int
    beneath: int


PRINTED = {  # what one to four of a kind are worth, as the cards of each scoring print it
    "M-A": {"asanoha": (3, 9, 15, 21), "uroko": (5, 10, 15, 20), "ichimatsu": (4, 12, 20, 28),
            "kikko": (5, 15, 25, 35), "seigaiha": (5, 15, 25, 35), "karakusa": (6, 18, 30, 42)},
    "M-B": {"asanoha": (3, 11, 19, 27), "uroko": (4, 12, 20, 28), "ichimatsu": (4, 12, 20, 28),
            "kikko": (5, 13, 21, 29), "seigaiha": (5, 13, 21, 29), "karakusa": (6, 14, 22, 30)},
}  # fmt: skip


def buyer(view: View) -> View | None:
    return view["players"][view["now"]["seat"]] if view["now"] else None


def offers_of(view: View, player: View | None) -> tuple[Offer, ...]:
    return tuple(
        Offer(
            offer["pattern"],
            offer["price"],
            offer["payable"],
            PRINTED[view["scoring"]].get(offer["pattern"], ()),
            owned(player, offer["pattern"]) if player else 9,
            len(offer["beneath"]),
        )
        for offer in view["offers"]
    )


@block
def offers_block(offers: tuple[Offer, ...], deck: int) -> Image.Image:
    out = crop(washi(1200), 774, 204, 826, 236)
    title, below = _("Patterns"), translate(JAPANESE["market"])
    write(out, (10, 24), title, "serif", 40, INK)
    left = 28 + text_width(title, "serif", 40)
    write(out, (left, 26), below, "sans", 32, INK_SOFT)
    left += text_width(below, "sans", 32) + 20
    write(out, (786, 26), deck_words(deck), "sans", 32, INK_SOFT, "r", 786 - left)
    for k, offer in enumerate(offers):
        offer_card(out, 10 + 264 * k, 52, offer)
    return out


def deck_words(deck: int) -> str:
    return _("{n} in deck, 1 silk for three new", n=deck) if deck else _("the deck is empty")


def offer_card(out: Image.Image, x: int, y: int, offer: Offer) -> None:
    if not offer.pattern:
        paste(out, dashed(248, 172, GHOST, 10, 9, 2), x, y)
        write(out, (x + 124, y + 86), _("sold out"), "sans", 34, GHOST, "m", 228)
        return
    paste(out, cards(min(3, 1 + offer.beneath), offer.payable), x, y)
    write_vertically(out, x + 14, y + 14, offer.pattern)
    paste(out, bolt(offer.pattern, 88, 70, 1.5), x + 58, y + 14)
    paste(out, cube(46), x + 150, y + 26)
    ink = INK if offer.payable else INK_SOFT
    write(out, (x + 230, y + 50), str(offer.price), "serif", 56, ink, "r")
    write(out, (x + 18, y + 108), title_of(offer.pattern), "serif", 40, INK, room=214)
    worth_line(out, x + 18, y + 147, offer)


@cached
def cards(number: int, payable: bool) -> Sprite:
    """A pattern for sale on those beneath it, still without words."""
    out = Image.new("RGBA", (248 + 6 * (number - 1), 172 + 6 * (number - 1)), CLEAR)
    for k in reversed(range(number)):
        out.alpha_composite(sheet(248, 172, payable and not k).image, (6 * k, 6 * k))
    return Sprite(out, border=6 * number + 2)


def worth_line(out: Image.Image, x: float, y: float, offer: Offer) -> None:
    """Writes what one to four of a kind are worth; the next one of the buyer is vermilion."""
    for n, value in enumerate(offer.values):
        lit = n == offer.held
        kind, size, ink = ("sans-bold", 34, SEAL) if lit else ("sans", 30, INK_SOFT)
        write(out, (x, y), str(value), kind, size, ink)
        x += text_width(str(value), kind, size)
        if n < 3:
            write(out, (x + 13, y), "·", "sans-bold", 30, INK_SOFT, "m")
            x += 26


def write_vertically(out: Image.Image, x: int, y: int, word: str) -> None:
    """Writes the kanji of a pattern downward on a strip of paper."""
    paste(out, panel(38, 70, WASHI, HAIR, 2, 6), x, y)
    kanji = KANJI[word]
    for k, sign in enumerate(kanji):
        at = y + 35 + (k - (len(kanji) - 1) / 2) * 23
        write(out, (x + 19, at), sign, "sans-bold", 26, INK, "m")


Pile = tuple[str, int, bool]  # hue, cards left, whether it can be paid


@block
def dyes_block(piles: tuple[Pile, ...]) -> Image.Image:
    out = crop(washi(1200), 774, 440, 826, 256)
    stock = {hue: (left, payable) for hue, left, payable in piles}
    for line, hues in enumerate((BASIC, TERTIARY)):
        y = pile_place(hues[0])[1]
        paste(out, cube(42), 4, y + 37)
        write(out, (50, y + 58), "3" if line else "1", "serif", 46, INK)
        for hue in hues:
            pile(out, *pile_place(hue), hue, *stock[hue])
    return out


def pile_place(hue: str) -> tuple[int, int]:
    line, hues = (0, BASIC) if hue in BASIC else (1, TERTIARY)
    return 80 + round((hues.index(hue) + line / 2) * 108.9), 8 + 124 * line


def pile(out: Image.Image, x: int, y: int, hue: str, left: int, payable: bool) -> None:
    """Draws a pile of dye cards: dish, cards left, price in dye."""
    if payable:
        paste(out, sheet(105, 116, True), x, y)
    paste(out, dish(hue, 68, not left), x + 52, y + 43, "middle")
    paste(out, badge(left, 38), x + 71, y - 5)
    cost = HUES[hue].cost
    for n, letter in enumerate(cost):
        paste(out, chip(letter, 28, 30), x + 53 - 15 * len(cost) + 30 * n, y + 80)


# ----------------------------------------------------------------------- board


def board(view: View) -> Image.Image:
    image = washi(1200).copy()
    paste_header(image, view, translate(view["title"]))
    image.paste(calendar_block(view["weeks"]), (0, 144))
    image.paste(silk_board(view), (26, 204))
    image.paste(dice(view), (450, 204))
    image.paste(offers_block(offers_of(view, buyer(view)), view["deck"]), (774, 204))
    piles = tuple((dye["hue"], dye["left"], dye["payable"]) for dye in view["dyes"])
    image.paste(dyes_block(piles), (774, 440))
    plan = PLANS[view["seats"]]
    start = (1600 - view["seats"] * (plan.w + 16) + 16) // 2
    for k, facts in enumerate(player_facts(view)):
        x = start + k * (plan.w + 16)
        image.paste(player_block(facts, view["seats"], x), (x, 708))
    return image


def boxes_on_board(words: Sequence[str]) -> list[Box]:
    """The space, dye or pattern that the words of a move name."""
    match words:
        case "place" | "sow" | "zero", space:
            return [space_box(space, 26, 204)]
        case "buy", hue:
            x, y = pile_place(hue)
            return [Box(774 + x, 440 + y, 105, 116)]
        case "pattern", slot:
            return [Box(784 + 264 * (int(slot) - 1), 256, 248, 172)]
        case _:
            return []
