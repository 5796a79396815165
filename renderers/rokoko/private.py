"""A player's own atelier: hand, goods and piles, and below them what the question is about."""

from collections.abc import Callable, Sequence
from typing import TypeVar

from PIL import Image, ImageDraw

from games.words import _, phrase, translate
from renderers.caching import cached_per_language
from renderers.canvas import Sprite, panel, paste, write
from renderers.fonts import fitted, text_width
from renderers.layout import Box, Part, fitted_with_name, named_boxes, paste_parts
from renderers.palettes import blank
from renderers.seats import names_of, seat_token, seats_asked

from .asked import PART_PX, viewer_of
from .colours import (
    CREAM,
    GOLD,
    GOLD_DEEP,
    GOLD_PALE,
    INK,
    IVORY,
    NIGHT,
    PARQUET,
    POWDER,
    POWDER_DEEP,
    POWDER_PALE,
    SOFT,
    block,
    game_palette,
)
from .faces import empty_slot, face
from .funding import decorations
from .guests import Rival, halls, rivals_of
from .header import note, round_of
from .market import Employee, Tile, employee_line, tile_piece
from .palace import Seat
from .pieces import cards, chest, discard_sign, goods, purse, star
from .reading import View, commas, employee_of, hint, phase_of, seats_of, tile_of, whose_turn
from .sheet import PARTS
from .stalls import (
    employee_places,
    kept_places,
    kept_tiles,
    market,
    shelf_places,
    shelves,
)
from .windows import WINDOW_SIZE, made, windows

T = TypeVar("T")
LEFT_PX, RIGHT_PX, TOP_PX = 40, 900, 160
HAND_Y, STOCK_Y, SILK_Y = 212, 528, 614
BELOW_Y, MAKING_BELOW_Y = 740, 526
"""Where the parts below begin, where a dress is being made higher up."""
CARD_PX, COLUMN_PX, RIGHT_COLUMN_PX, PILES_PX = 304, 836, 660, 560
GAP_PX, FLOOR_PX, CORNICE_PX, HALLS_PX = 14, 40, 156, 14


@block
def cornice() -> Image.Image:
    """The night above the wall, where the header is."""
    out = Image.new("RGB", (1600, CORNICE_PX), POWDER)
    pen = ImageDraw.Draw(out)
    pen.rectangle((0, 0, 1599, 139), NIGHT)
    pen.rectangle((0, 140, 1599, 147), POWDER_PALE)
    pen.rectangle((0, 152, 1599, 154), POWDER_DEEP)
    return out


@block
def floor() -> Image.Image:
    out = Image.new("RGB", (1600, 30), PARQUET)
    ImageDraw.Draw(out).rectangle((0, 0, 1599, 6), POWDER_PALE)
    return out


def is_making(view: View) -> bool:
    return view["viewer"] in view["asked"] and phase_of(view) in ("pay", "place")


def own_atelier(view: View) -> Image.Image:
    making = is_making(view)
    parts, y = parts_below(view), MAKING_BELOW_Y if making else BELOW_Y
    h = y + sum(part.height + GAP_PX for part in parts) - GAP_PX + FLOOR_PX
    image = blank(1600, h, POWDER, game_palette())
    paste_own_header(image, view)
    image.paste(floor(), (0, h - 30))
    (paste_making if making else paste_top)(image, view)
    paste_parts(image, parts, LEFT_PX, y, GAP_PX)
    return image


def places_in_atelier(view: View) -> dict[str, Box]:
    """Where the picture shows what moves name, by these names."""
    if is_making(view):
        left = WINDOW_SIZE[0] + 16
        above = moved(kept_places(view, PART_PX - left), LEFT_PX + left, TOP_PX + 96)
        return above | named_boxes(parts_below(view), LEFT_PX, MAKING_BELOW_Y, GAP_PX)
    found = hand_places(view) | named_boxes(parts_below(view), LEFT_PX, BELOW_Y, GAP_PX)
    if at_market(view):
        shelves_, hiring, favor_ = market(view, RIGHT_COLUMN_PX)
        y = TOP_PX + shelves_.height + GAP_PX
        found |= moved(shelf_places(view, RIGHT_COLUMN_PX, 66), RIGHT_PX, TOP_PX)
        found |= moved(employee_places(view, RIGHT_COLUMN_PX), RIGHT_PX, y)
        y += hiring.height + GAP_PX
        return found | {"favor": Box(RIGHT_PX, y, *favor_.size)}
    shown, pitch = shown_of(supply(view), pile_pitch(view))
    rows = {card: Box(18, 54 + pitch * k, 624, pitch) for k, card in enumerate(shown)}
    return found | moved(rows, RIGHT_PX, TOP_PX)


def moved(places: dict[str, Box], x: float, y: float) -> dict[str, Box]:
    return {name: box.moved(x, y) for name, box in places.items()}


def parts_below(view: View) -> list[Part]:
    """What the question of the viewer is about, then how they stand where there is room."""
    match phase_of(view) if view["viewer"] in view["asked"] else "":
        case "act":
            return [windows(view), decorations(view), pile_lines(view)]
        case "play":
            return [windows(view), pile_lines(view), standing(view)]
        case "place":
            return [halls(view)]
        case "extra_tile":
            drawn = shelves(view, PART_PX, 112)
            places = shelf_places(view, PART_PX, 112)
            return [Part(drawn.height, [(drawn, (0, 0))], places), windows(view)]
        case "extra_decoration":
            return [decorations(view), standing(view)]
        case _:
            return [windows(view), standing(view)]


def paste_top(image: Image.Image, view: View) -> None:
    """Puts hand, goods and silk on the picture, and beside them the market or the piles."""
    paste_hand(image, view)
    image.paste(stock_of(view), (LEFT_PX, STOCK_Y))
    tiles = tuple(tile_of(tile) for tile in view["tables"][view["viewer"]]["tiles"])
    image.paste(silk_block(tiles), (LEFT_PX, SILK_Y))
    y = TOP_PX
    for drawn in market(view, RIGHT_COLUMN_PX) if at_market(view) else piles(view):
        image.paste(drawn, (RIGHT_PX, y))
        y += drawn.height + GAP_PX


def at_market(view: View) -> bool:
    return view["viewer"] in view["asked"] and phase_of(view) in ("play", "act")


def paste_making(image: Image.Image, view: View) -> None:
    """Puts the dress that is being made on the picture; beside it goods, silk, all halls."""
    image.paste(made(view), (LEFT_PX, TOP_PX + 4))
    left = WINDOW_SIZE[0] + 16
    image.paste(stock_of(view), (LEFT_PX + left, TOP_PX + 4))
    image.paste(kept_tiles(view, PART_PX - left), (LEFT_PX + left, TOP_PX + 96))


def stock_of(view: View) -> Image.Image:
    who = view["viewer"]
    me, table = view["players"][who], view["tables"][who]
    prestige = view["score_sheets"][who]["total"]
    return stock_block((me["livre"], me["lace"], me["yarn"], table["income"], prestige))


def standing(view: View) -> Part:
    """How the viewer stands in the halls, and their prestige part by part."""
    parts = tuple(view["score_sheets"][view["viewer"]][step] for step in view["steps"])
    rivals = rivals_of(view)
    most = max(1, *(n for _name, own, other, _points in rivals for n in (own, other)))
    bars = [
        (in_hall(it, most, viewer_of(view)), (HALLS_PX + 163 * k, 54))
        for k, it in enumerate(rivals)
    ]
    blocks = [(in_halls(), (0, 0)), *bars, (score(parts), (RIGHT_PX - LEFT_PX, 0))]
    return Part(SCORE_PX, blocks)


def chosen_by(view: View) -> list[str]:
    """The cards that the viewer has chosen in secret for the hand."""
    answer: str = view["answer"] or ""
    return answer.split(" ")[1:]


def lines_of(view: View, ids: list[str]) -> tuple[Employee, ...]:
    return tuple(employee_of(view["faces"][card]) for card in ids)


# -------------------------------------------------------------------- header


def paste_own_header(image: Image.Image, view: View) -> None:
    names = names_of(view)
    who: int = view["viewer"]
    words, below, size = "", "", 50
    if who in view["asked"]:
        words, below = translate(OWN_TURNS[phase_of(view)]), hint(view)
    elif who in view["answered"]:
        words, below = _("You have chosen"), _("sealed until all have")
    elif len(seats_asked(view)) == 1:
        name, below = names[seats_asked(view)[0]], hint(view)
        words, size = fitted_with_name(
            lambda shown: whose_turn(view, shown), name, "serif", size, OWN_HALF_PX
        )
    elif view["asked"]:
        words = _("The others choose")
    image.paste(cornice(), (0, 0))
    image.paste(own_title(seats_of(view)[who], round_of(view)), (0, 0))
    image.paste(own_words(words, size, below), (800, 0))


OWN_HALF_PX = 720
"""How much room there is in the right half of the header."""


OWN_TURNS = {
    "choose": phrase("Choose your hand"),
    "play": phrase("Play a card"),
    "act": phrase("Your main action"),
    "pay": phrase("Pay in silk"),
    "place": phrase("Rent out or sell"),
    "extra_tile": phrase("Take a tile?"),
    "extra_decoration": phrase("Fund another?"),
    "extra_dress": phrase("Make another?"),
    "bargain": phrase("Your bonus"),
}


@block
def own_title(who: Seat, turn: str) -> Image.Image:
    out = Image.new("RGB", (800, 140), NIGHT)
    paste(out, seat_token(*who, 84, True), 40, 24)
    title, large = fitted(_("Your atelier"), "serif", 54, 640)
    write(out, (138, 54), title, "serif", large, CREAM)
    write(out, (138, 108), turn, "serif", 38, GOLD_PALE, room=640)
    return out


@block
def own_words(words: str, size: int, below: str) -> Image.Image:
    out = Image.new("RGB", (800, 140), NIGHT)
    write(out, (760, 68), words, "serif", size, CREAM, "r", OWN_HALF_PX)
    note(out, (760, 120), below, 32, OWN_HALF_PX, "r")
    return out


# ---------------------------------------------------------------------- hand


def paste_hand(image: Image.Image, view: View) -> None:
    """Puts the hand on the picture: the card in play first, then those that are left."""
    me, found = view["players"][view["viewer"]], hand(view)
    slots, w = hand_slots(view)
    played = bool(found) and found[0][1] == "played"
    title = _("Your hand, and the card in play") if played else _("Your hand")
    image.paste(title_block(title, view["tables"][me["seat"]]["hand"]), (LEFT_PX, 160))
    for k in range(slots):
        x = LEFT_PX + k * (w + 16)
        if k < len(found):
            card, state = found[k]
            image.paste(face(employee_of(view["faces"][card]), w, CARD_PX, state), (x, HAND_Y))
        else:
            image.paste(empty_slot(w, CARD_PX), (x, HAND_Y))


def hand(view: View) -> list[tuple[str, str]]:
    """The cards of the viewer with what is said of them: the card in play, the hand, the chosen."""
    me, now = view["players"][view["viewer"]], view["now"]
    found = [(now["card"], "played")] if now and now["seat"] == me["seat"] else []
    found += [(card, "") for card in me["hand"]]
    return found + [(card, "chosen") for card in chosen_by(view)]


def hand_slots(view: View) -> tuple[int, int]:
    """How many cards stand beside each other, and how wide each is."""
    slots = max(3, len(hand(view)))
    return slots, (COLUMN_PX - 16 * (slots - 1)) // slots


def hand_places(view: View) -> dict[str, Box]:
    w = hand_slots(view)[1]
    return {
        "depute" if state == "played" else card: Box(LEFT_PX + k * (w + 16), HAND_Y, w, CARD_PX)
        for k, (card, state) in enumerate(hand(view))
    }


@block
def title_block(title: str, number: int) -> Image.Image:
    out = Image.new("RGB", (COLUMN_PX, 48), POWDER)
    paste(out, cards(40), 2, 4)
    write(out, (54, 24), title, "serif", 38, INK, room=COLUMN_PX - 120)
    write(out, (COLUMN_PX - 4, 24), str(number), "serif", 40, INK, "r")
    return out


# --------------------------------------------------------------------- stock


@block
def stock_block(counts: tuple[int, ...]) -> Image.Image:
    out = Image.new("RGB", (COLUMN_PX, 78), POWDER)
    paste(out, panel(COLUMN_PX, 76, IVORY, GOLD), 0, 0)
    livre, lace, yarn, income, points = counts
    x = 18.0
    for piece, number in ((purse(52), livre), (goods("l", 50), lace), (goods("y", 50), yarn)):
        paste(out, piece, x, 38 - piece.height / 2)
        write(out, (x + piece.width + 6, 38), str(number), "serif", 50, INK)
        x += piece.width + 36 + text_width(str(number), "serif", 50)
    write(out, (COLUMN_PX - 18, 38), str(points), "serif", 50, INK, "r")
    end = COLUMN_PX - 66 - text_width(str(points), "serif", 50)
    paste(out, star(44), end, 15)
    write(out, (x + 4, 38), _("income +{n}", n=income), "sans", 32, SOFT, room=end - x - 16)
    return out


@block
def silk_block(tiles: tuple[Tile, ...]) -> Image.Image:
    """The kept tiles one by one, in two lines where they are many."""
    out = Image.new("RGB", (COLUMN_PX, 96), POWDER)
    paste(out, panel(COLUMN_PX, 92, CREAM, GOLD), 0, 0)
    if not tiles:
        write(out, (20, 46), _("No silk on the shelf yet"), "sans", 32, SOFT, room=COLUMN_PX - 40)
        return out
    write(out, (18, 46), _("Silk"), "serif", 36, INK, room=80)
    wide = sum(28 + 37 * len(bales) for bales, _ in tiles)
    rows = (
        [tiles] if wide < COLUMN_PX - 110 else [tiles[: len(tiles) // 2], tiles[len(tiles) // 2 :]]
    )
    for row, shown in enumerate(rows):
        shelf(out, shown, 12 + 35 * row, 68 if len(rows) == 1 else 34)
    return out


def shelf(out: Image.Image, tiles: tuple[Tile, ...], y: int, h: int) -> None:
    """Draws kept tiles in a line; low ones for two lines."""
    bale_px = 36 if h > 50 else 27
    x = 104
    for bales, _goods in tiles:
        w = 16 + (bale_px + 1) * len(bales)
        paste(out, tile_piece(bales, "", w, h), x, y)
        x += w + 8


# --------------------------------------------------------------------- piles


SCORE_PX = 266


def piles(view: View) -> list[Image.Image]:
    """Supply and discard, a line for each card."""
    who = view["viewer"]
    left = lines_of(view, supply(view))
    discard, pitch = lines_of(view, view["players"][who]["discard"]), pile_pitch(view)
    asked = phase_of(view) == "choose" and who in view["asked"]
    return [pile("supply", left, pitch, asked), pile("discard", discard, pitch, False)]


def supply(view: View) -> list[str]:
    """The cards of the supply that the viewer has not chosen."""
    chosen = chosen_by(view)
    return [card for card in view["players"][view["viewer"]]["supply"] if card not in chosen]


def pile_pitch(view: View) -> int:
    """How high the line of a card is in the piles."""
    discard = view["players"][view["viewer"]]["discard"]
    count = max(1, len(supply(view))) + max(1, len(discard))
    return min(46, (PILES_PX - 2 * 62 - GAP_PX) // count)


def pile_lines(view: View) -> Part:
    """Supply and discard by names, beside each other."""
    me = view["players"][view["viewer"]]
    blocks = [
        (pile_line(kind, tuple(it.name for it in lines_of(view, me[kind]))), (766 * k, 0))
        for k, kind in enumerate(PILES)
    ]
    return Part(56, blocks)


@block
def pile_line(kind: str, names: tuple[str, ...]) -> Image.Image:
    out = Image.new("RGB", (754, 56), POWDER)
    paste(out, panel(754, 56, CREAM, GOLD), 0, 0)
    paste(out, PILES[kind][1](40), 16, 10)
    write(out, (70, 28), str(len(names)), "serif", 36, INK)
    words = commas(names) or _("no card")
    write(out, (116, 28), words, "sans", 30, SOFT, room=622)
    return out


@block
def in_halls() -> Image.Image:
    out = Image.new("RGB", (COLUMN_PX, SCORE_PX), POWDER)
    paste(out, panel(COLUMN_PX, SCORE_PX, CREAM, GOLD), 0, 0)
    title = _("In the halls: you and the best other")
    write(out, (18, 30), title, "serif", 34, INK, room=COLUMN_PX - 36)
    return out


@block
def in_hall(it: Rival, most: int, mine: Seat) -> Image.Image:
    """How strong the viewer and the best of the others are in a hall, as a pair of bars."""
    name, own, other, points = it
    out = Image.new("RGB", (155, 204), CREAM)
    pen = ImageDraw.Draw(out)
    look = (IVORY, GOLD_DEEP, 4) if points else (CREAM, "#CDBF9F", 2)
    paste(out, panel(155, 204, *look, 12), 0, 0)
    for left, n, ink in ((20, own, GOLD_DEEP), (82, other, POWDER_DEEP)):
        top = 150 - max(4, 82 * n // most)
        fill = ink if n else "#CDBF9F"
        pen.rounded_rectangle((left, top, left + 52, 150), 6, fill=fill)
        write(out, (left + 26, top - 22), str(n), "serif", 44, INK if n else SOFT, "m")
    if own * 82 // most > 40:
        paste(out, seat_token(*mine, 40), 26, 112)
    write(out, (77, 178), name, "sans-bold", 30, INK, "m", 148)
    return out


@block
def score(parts: tuple[int, ...]) -> Image.Image:
    out = score_ground().copy()
    for k, points in enumerate(parts):
        at = (316 + 322 * (k // 5), 76 + 40 * (k % 5))
        write(out, at, str(points), "serif", 34, INK if points else SOFT, "r")
    return out


@cached_per_language
def score_ground() -> Image.Image:
    out = Image.new("RGB", (660, SCORE_PX), POWDER)
    paste(out, panel(660, SCORE_PX, CREAM, GOLD), 0, 0)
    write(out, (18, 30), _("Your prestige as it stands"), "serif", 34, INK, room=624)
    for k, (name, sign) in enumerate(PARTS):
        x, y = 16 + 322 * (k // 5), 76 + 40 * (k % 5)
        paste(out, sign(34), x + 22, y, "middle")
        write(out, (x + 50, y), translate(name), "sans", 32, SOFT, room=214)
    return out


MIN_LINE_PX = 32
PILES: dict[str, tuple[str, Callable[[int], Sprite]]] = {
    "supply": (phrase("Supply, face down"), chest),
    "discard": (phrase("Discard, face up"), discard_sign),
}


def shown_of(line: Sequence[T], pitch: int) -> tuple[Sequence[T], int]:
    """The lines of a pile that are shown, and their height; a pile that is too high is cut."""
    if pitch >= MIN_LINE_PX:
        return line, pitch
    return line[: max(1, len(line) * pitch // MIN_LINE_PX - 1)], MIN_LINE_PX


@block
def pile(kind: str, line: tuple[Employee, ...], pitch: int, asked: bool) -> Image.Image:
    """A pile under its title, a line for each card."""
    shown, pitch = shown_of(line, pitch)
    h = 62 + pitch * max(1, len(shown) + (len(shown) < len(line)))
    fill, edge, thick = (IVORY, GOLD_PALE, 5) if asked else (CREAM, GOLD, 2)
    out = Image.new("RGB", (660, h), POWDER)
    paste(out, panel(660, h, fill, edge, thick), 0, 0)
    title, sign = PILES[kind]
    paste(out, sign(46), 16, 8)
    write(out, (76, 30), translate(title), "serif", 36, INK, room=500)
    write(out, (640, 30), str(len(line)), "serif", 38, INK, "r")
    for k, employee in enumerate(shown):
        out.paste(employee_line(employee, 624, pitch, fill), (18, 54 + pitch * k))
    y = 54 + pitch * len(shown) + pitch // 2
    if len(shown) < len(line):
        write(out, (70, y), _("and {n} more", n=len(line) - len(shown)), "sans", 30, SOFT)
    elif not line:
        write(out, (20, y), _("no card"), "sans", 30, SOFT)
    return out
