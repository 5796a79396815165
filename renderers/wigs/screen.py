"""A player's own screen: card and five leaves with what can be answered, and below the others."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from PIL import Image

from games.words import _, phrase, translate
from renderers.canvas import Sprite, crop, dashed, icon, panel, paste, write
from renderers.fonts import initials, text_width
from renderers.layout import Box, Type, write_in, write_lines, write_name
from renderers.seats import names_of, place_of, seat_token, wax_seal

from .colours import (
    GILT,
    GILT_DARK,
    INK,
    INK_SOFT,
    IVORY,
    ROSE_DEEP,
    SAGE_DEEP,
    SAGE_INK,
    SAGE_PALE,
    TYPES,
    block,
    name_of,
)
from .grounds import LEAF_STEP_PX, LEAF_WIDTH_PX, LEAVES_X, OTHERS_BOX, screen_ground
from .header import paste_header
from .pieces import coin, final_wreath, ghost, number_sign, shell, tile, tile_backs
from .reading import (
    View,
    chosen,
    column_type,
    known_types,
    line_of_players,
    note,
    purse,
    tiles_owned,
)


def screen(view: View) -> Image.Image:
    image = screen_ground().copy()
    viewer, drafting = view["viewer"], view["phase"] == "draft"
    paste_header(image, view, _("Your screen"))
    image.paste(own_card(view), (40, 152))
    for kind in TYPES:
        x = LEAVES_X + (kind - 1) * LEAF_STEP_PX
        held = view["offer"].count(kind) if drafting else known_types(view, viewer)[kind]
        sealed = view["phase"] == "wear" and chosen(view) == kind
        image.paste(leaf_block(kind, held, sealed, pay_facts(view, kind)), (x, 180))
    names = names_of(view)
    letters = initials(names)
    others = [
        other_facts(view, who, letters[who], names[who])
        for who in line_of_players(view)
        if who != viewer
    ]
    for k, facts in enumerate(others):
        w = OTHERS_BOX[2] // len(others)
        x = OTHERS_BOX[0] + k * w
        image.paste(other_block(facts, x, w), (x + 8, OTHERS_BOX[1] + 6))
    return image


def boxes_on_screen(view: View, words: Sequence[str]) -> list[Box]:
    """The leaf of the type that the words of a move name."""
    match words:
        case "buy", column, _:
            kind = column_type(view, column)
        case _, kind, *_ if kind.isdigit():
            kind = int(kind)
        case _:
            return []
    return [Box(LEAVES_X + (kind - 1) * LEAF_STEP_PX, 180, LEAF_WIDTH_PX, 460)]


def own_card(view: View) -> Image.Image:
    """The card at the left: what the viewer wears, what it brings, their gold and tiles."""
    who: int = view["viewer"]
    title, kind, line = own_words(view)
    emblem = "worn" if view["players"][who]["worn"] else "picked" if kind else view["phase"]
    position = place_of(view, who) if view["phase"] == "over" else 0
    letters = initials(names_of(view))[who]
    counts = (view["players"][who]["gold"], tiles_owned(view, who), position)
    drafted = tuple(sorted(view["players"][who]["tiles"])) if emblem == "draft" else ()
    return own_block(title, kind, line, emblem, who, letters, counts, drafted)


def own_words(view: View) -> tuple[str, int, str]:
    """A title, the type worn or picked, and a line below, for the card at the left."""
    phase, me = view["phase"], view["players"][view["viewer"]]
    if phase == "over":
        return _("the end"), 0, note(view, view["viewer"])[0]
    if phase == "draft":
        return _("your wigs"), 0, _("1 sells first")
    if me["worn"]:
        return _("you wear"), me["worn"], own_line(view)
    if chosen(view):
        return _("you will wear"), chosen(view), _("may be changed")
    return _("you wear"), 0, _("pick a wig")


def own_line(view: View) -> str:
    """The line that matters most to the viewer in this phase."""
    phase, me = view["phase"], view["players"][view["viewer"]]
    if phase == "sell" and me["done"]:
        return _("sold for {gold}", gold=me["earned"]) if me["sold"] else _("sold nothing")
    if phase == "buy":
        most = purse(view, view["viewer"])
        if me["out"]:
            return _("passed")
        return _("buys up to {gold}", gold=most) if most else _("cannot buy")
    if view["best"]:
        return _("two types: +{gold}", gold=view["best"])
    return translate(SHORT_POWERS[me["worn"]])


SHORT_POWERS = {
    1: phrase("pairs draw wigs"),
    2: phrase("alone: market"),
    3: phrase("+1 a wig"),
    4: phrase("sells two types"),
    5: phrase("draws one wig"),
}


@block
def own_block(
    title: str,
    kind: int,
    line: str,
    emblem: str,
    who: int,
    letters: str,
    counts: tuple[int, int, int],
    drafted: tuple[int, ...],
) -> Image.Image:
    """The finished card at the left of a screen."""
    out = crop(screen_ground(), 40, 152, 296, 508)
    gold, tiles, position = counts
    write(out, (148, 35), title, "sans", 34, INK_SOFT, "m", OWN_ROOM_PX)
    if kind:
        paste(out, tile(kind, 216, 204, 56), 40, 60)
        write(out, (148, 296), name_of(kind), "serif", 46, INK, "m", OWN_ROOM_PX)
        if emblem == "picked":
            paste(out, Sprite(wax_seal(84)), 192, 200)
    elif position:
        paste(out, final_wreath(position, who, letters, 232), 32, 70)
    elif emblem == "draft":
        for k in range(4):
            x, y = 52 + k % 2 * 104, 62 + k // 2 * 100
            if k < len(drafted):
                paste(out, tile(drafted[k], 88, 88, 34), x, y)
            else:
                paste(out, dashed(88, 88, ROSE_DEEP, 6, 9, 2), x, y)
        write(out, (148, 294), _("{n} of 4", n=tiles), "serif", 52, INK, "m", OWN_ROOM_PX)
    else:
        paste(out, dashed(216, 204, ROSE_DEEP), 40, 60)
        write(out, (148, 162), "?", "serif", 110, ROSE_DEEP, "m")
    write(out, (148, 347), line, "sans-bold", 36, ROSE_DEEP, "m", OWN_ROOM_PX)
    paste(out, panel(232, 2, GILT, radius=1), 32, 384)
    paste(out, coin(0, 54), 44, 446, "middle")
    write(out, (80, 446), str(gold), "serif", 64, INK)
    paste(out, tile_backs(54), 196, 446, "middle")
    write(out, (228, 446), str(tiles), "serif", 48, INK)
    return out


OWN_ROOM_PX = 276
"""How wide words on the card at the left may be."""
PayFacts = tuple[str, tuple[Any, ...]]  # which card, and what it says


def pay_facts(view: View, kind: int) -> PayFacts:
    """What the card below a type's tiles says in this phase."""
    me, phase = view["players"][view["viewer"]], view["phase"]
    nothing: dict[str, Any] = {"columns": [], "squares": [], "fits": 0, "gold": 0}
    sale = view["sales"].get(str(kind)) or nothing
    where = tuple(sale["columns"]), tuple(sale["squares"])
    if phase == "draft":
        return "power", (kind, kind in view["offer"], kind in view["debut"], None)
    if phase == "wear":
        mine = known_types(view, view["viewer"])[kind] > 0
        return "power", (kind, mine, kind in view["debut"], where)
    if me["five"]:
        return "trend", (kind, me["five"].count(kind), *where)
    if phase == "buy":
        column = next((c for c in view["market"] if column_type(view, c) == kind), "")
        stock = zip(view["prices"].get(column, []), view["market"].get(column, []), strict=True)
        amounts = tuple(price for price, there in stock if there)
        payable = 0 if me["out"] else sum(price <= me["gold"] for price in amounts)
        return "price", (column, amounts, payable, me["out"])
    return ("sale", (*where, sale["fits"], sale["gold"])) if phase != "over" else ("over", ())


def leaf_block(kind: int, held: int, sealed: bool, pay: PayFacts) -> Image.Image:
    """A leaf below its shell: the tiles of a type, and what can be done with them."""
    card, facts = pay
    out = leaf_with_tiles(kind, held, sealed, card == "power").copy()
    top = PAY_TOP_PX[card == "power"]
    out.paste(pay_block(kind, card, facts), (0, top))
    return out


PAY_TOP_PX = (278, 238)
"""Where the card below a type's tiles begins, and where a tall one does."""


@block
def leaf_with_tiles(kind: int, held: int, sealed: bool, tall: bool) -> Image.Image:
    """A leaf with the tiles of a type, smaller above a tall card."""
    out = crop(screen_ground(), LEAVES_X + (kind - 1) * LEAF_STEP_PX, 180, LEAF_WIDTH_PX, 460)
    write(
        out, (LEAF_WIDTH_PX / 2, 56), name_of(kind), "sans-bold", 36, INK, "m", LEAF_WIDTH_PX - 32
    )
    size, badge = ((152, 140), 46) if tall else ((168, 168), 50)
    foot = 90 + size[1]
    for k in range(min(held, 3) - 1, -1, -1):
        paste(out, tile(kind, *size, badge), 32 + k * 9, 90 - k * 7)
    if held > 1:
        paste(out, panel(80, 64, IVORY, GILT_DARK, 4, 32), 142, foot - 56)
        write(out, (182, foot - 24), f"×{held}", "sans-bold", 48, INK, "m")
    if not held:
        paste(out, ghost(kind, size[1] - 8), 40, 88)
    if sealed:
        paste(out, Sprite(wax_seal(72)), 150, 78)
    return out


@block
def pay_block(kind: int, card: str, facts: tuple[Any, ...]) -> Image.Image:
    """The card below a type's tiles."""
    top = PAY_TOP_PX[card == "power"]
    x = LEAVES_X + (kind - 1) * LEAF_STEP_PX
    out = crop(screen_ground(), x, 180, LEAF_WIDTH_PX, 460)
    PAY_CARDS[card](out, *facts)
    return out.crop((0, top, LEAF_WIDTH_PX, 460))


PAY_CARD_AT = (20, 280)


def pay_card(out: Image.Image, bright: bool) -> None:
    """Draws the card below a type's tiles, bright if something can be done with them."""
    fill, line, thick = (IVORY, GILT_DARK, 3) if bright else (SAGE_PALE, SAGE_DEEP, 2)
    paste(out, panel(192, 172, fill, line, thick), *PAY_CARD_AT)


def pay_text(
    out: Image.Image,
    x: int,
    y: int,
    words: str,
    kind: str,
    size: int,
    ink: str,
    anchor: str = "m",
    room: int = 176,
) -> None:
    """Writes on the card below a type's tiles."""
    write(out, (PAY_CARD_AT[0] + x, PAY_CARD_AT[1] + y), words, kind, size, ink, anchor, room)


def pay_lines(out: Image.Image, words: str) -> None:
    box = Box(PAY_CARD_AT[0] + 8, PAY_CARD_AT[1] + 46, 176, 80)
    write_lines(out, box, words, Type("sans", 34, SAGE_INK), 40, "m")


def pay_pair(out: Image.Image, left: tuple[str, Type], right: tuple[str, Type]) -> None:
    """Writes something at the left below the coins, and in the rest of the line something else."""
    (where, type_), (words, other) = left, right
    box = Box(PAY_CARD_AT[0] + 18, PAY_CARD_AT[1] + 122, 160, 0)
    run = min(84, text_width(where, type_.kind, type_.size))
    write_in(out, box._replace(w=run), where, type_)
    write_in(out, Box(box.x + run + 8, box.y, box.w - run - 8, 0), words, other, "r")


def pay_coins(out: Image.Image, amounts: Sequence[int], lit: Sequence[bool]) -> None:
    """Draws a line of coins: gold where it can be had or paid, engraved elsewhere."""
    size, step = {4: (44, 42), 5: (40, 36)}.get(len(amounts), (52, 56))
    left = PAY_CARD_AT[0] + 96 - (step * (len(amounts) - 1) + size) / 2
    for i, amount in enumerate(amounts):
        piece = coin(amount, size, "on" if lit[i] else "off")
        paste(out, piece, left + step * i, PAY_CARD_AT[1] + 42 - size // 2)


def sale_card(
    out: Image.Image, columns: Sequence[str], free: Sequence[int], fits: int, gold: int
) -> None:
    """Shows the free squares of a type's column and what a sale brings now."""
    pay_card(out, fits > 0)
    if not columns:
        pay_lines(out, _("no free\ncolumn"))
        return
    pay_coins(out, free, [i < fits for i in range(len(free))])
    several = len(columns) > 1
    where, kind, size = (" ".join(columns), "serif", 32) if several else (columns[0], "serif", 44)
    if fits:
        ink, big = ROSE_DEEP, 68 if gold < 10 else 50 if several else 58
        pay_pair(out, (where, Type(kind, size, INK)), (f"+{gold}", Type("serif", big, ink)))
    else:
        words = _("none") if free else _("full")
        pay_pair(out, (where, Type(kind, size, SAGE_INK)), (words, Type("sans", 36, SAGE_INK)))


POWERS = {
    1: phrase("each pair\ndraws a wig"),
    2: phrase("alone: fills\nthe market"),
    3: phrase("+1 gold for\neach wig"),
    4: phrase("sells two\ntypes"),
    5: phrase("draws a wig\nafter selling"),
}


def power_card(
    out: Image.Image,
    kind: int,
    mine: bool,
    debut: bool,
    where: tuple[Sequence[str], Sequence[int]] | None,
) -> None:
    """Says what wearing a type does, where the market stands for it, and whether its debut tile
    can be won.
    """
    fill, line, thick = (IVORY, GILT_DARK, 3) if mine else (SAGE_PALE, SAGE_DEEP, 2)
    x, y = POWER_CARD_AT
    paste(out, panel(192, 212, fill, line, thick), x, y)
    ink = INK if mine else SAGE_INK
    top = y + 8 if where else y + 26
    write_lines(
        out, Box(x + 6, top, 180, 80), translate(POWERS[kind]), Type("sans", 32, ink), 38, "m"
    )
    if where:
        landing_line(out, y + 116, *where)
    if debut:
        paste(out, panel(168, 48, ROSE_DEEP if mine else SAGE_INK, radius=24), x + 12, y + 152)
        write(out, (x + 96, y + 176), _("+ debut"), "sans-bold", 32, IVORY, "m", 152)


POWER_CARD_AT = (20, 240)


def landing_line(out: Image.Image, y: int, columns: Sequence[str], free: Sequence[int]) -> None:
    """Draws where the next tile of a type lands: its column, and what the square pays."""
    left = PAY_CARD_AT[0]
    if not columns:
        write(out, (left + 96, y), _("no room"), "sans", 36, SAGE_INK, "m", 176)
        return
    to = _("to")
    write(out, (left + 18, y), to, "sans", 34, INK_SOFT, "l", 76)
    x = left + max(62, 30 + round(min(76, text_width(to, "sans", 34))))
    write(out, (x, y), columns[0], "serif", 44, INK, "l")
    paste(out, coin(free[0], 56, "next"), left + 150, y, "middle")


def trend_card(
    out: Image.Image, kind: int, n: int, columns: Sequence[str], free: Sequence[int]
) -> None:
    """Shows how many of the drawn tiles are of a type, and where one would go."""
    pay_card(out, n > 0 and bool(free))
    if not n:
        pay_lines(out, _("not among\nthe drawn"))
        return
    paste(out, tile(kind, 84, 84, 34), PAY_CARD_AT[0] + 16, PAY_CARD_AT[1] + 14)
    pay_text(out, 112, 58, f"×{n}", "sans-bold", 48, INK, "l")
    landing_line(out, PAY_CARD_AT[1] + 136, columns, free)


def price_card(
    out: Image.Image, column: str, amounts: Sequence[int], payable: int, passed: bool
) -> None:
    """Shows the tiles of a type on the market by price, gold where the viewer can pay."""
    lit = [n < payable for n in range(len(amounts))]
    pay_card(out, any(lit))
    if not column:
        pay_lines(out, _("none on\nthe market"))
        return
    pay_coins(out, amounts, lit)
    if any(lit):
        price = f"−{amounts[0]}", Type("serif", 68, ROSE_DEEP)
        pay_pair(out, (column, Type("serif", 44, INK)), price)
    else:
        words = _("passed") if passed else _("too dear"), Type("sans", 32, SAGE_INK)
        pay_pair(out, (column, Type("serif", 44, SAGE_INK)), words)


def end_card(out: Image.Image) -> None:
    paste(out, shell(96), PAY_CARD_AT[0] + 48, PAY_CARD_AT[1] + 36)


PAY_CARDS: dict[str, Callable[..., None]] = {
    "power": power_card,
    "trend": trend_card,
    "price": price_card,
    "sale": sale_card,
    "over": end_card,
}


# -------------------------------------------------------------------- the others


@dataclass(frozen=True, slots=True)
class Other:
    """What everybody knows of another player."""

    seat: int
    letters: str
    name: str
    asked: bool
    gold: int
    tiles: int
    worn: int
    known: tuple[tuple[int, int], ...]


def other_facts(view: View, who: int, letters: str, name: str) -> Other:
    player = view["players"][who]
    return Other(
        seat=who,
        letters=letters,
        name=name,
        asked=who in view["asked"],
        gold=player["gold"],
        tiles=tiles_owned(view, who),
        worn=player["worn"],
        known=tuple(sorted(known_types(view, who).items())),
    )


@block
def other_block(it: Other, x: int, w: int) -> Image.Image:
    """Another player in the strip at the foot: name, gold and tiles, what they wear, and what is
    known behind their screen.
    """
    out = crop(screen_ground(), x + 8, OTHERS_BOX[1] + 6, w - 16, 100)
    paste(out, seat_token(it.seat, it.letters, 72, it.asked), 48, 50, "middle")
    left, right = 96, w - 28
    if it.worn:
        paste(out, tile(it.worn, 84, 84, 34), left, 8)
        left += 96
    write(out, (right, 28), str(it.gold), "serif", 48, INK, "r")
    gold = right - round(text_width(str(it.gold), "serif", 48)) - 32
    paste(out, coin(0, 44), gold, 28, "middle")
    write_name(out, Box(left, 0, gold - 32 - left, 56), it.name, Type("sans-bold", 44, INK))
    write(out, (right, 76), str(it.tiles), "serif", 40, INK, "r")
    backs = right - round(text_width(str(it.tiles), "serif", 40)) - 30
    paste(out, tile_backs(40), backs, 76, "middle")
    if it.known:
        paste(out, icon("eye", 36, INK_SOFT), left, 58)
        left += 44
    for kind, n in it.known:
        paste(out, number_sign(kind, 40), left, 56)
        left += 46
        if n > 1:
            write(out, (left, 76), f"×{n}", "sans-bold", 30, INK)
            left += 42
        if left + 46 > backs - 30:
            break
    return out
