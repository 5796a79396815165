"""A player's own atelier: hand, supply and discard, silk, and the dresses that they can make."""

from collections.abc import Callable, Iterator

from PIL import Image, ImageDraw

from games.words import _, phrase, translate
from renderers.caching import cached, cached_per_language
from renderers.canvas import Sprite, crop, icon, panel, paste, write
from renderers.fonts import fitted, text_width
from renderers.layout import fitted_with_name
from renderers.palettes import quantized
from renderers.seats import names_of, seat_token, seats_asked

from .clothes import dress
from .colours import (
    CREAM,
    GOLD,
    GOLD_DEEP,
    GOLD_PALE,
    INK,
    IVORY,
    LEAF,
    NIGHT,
    PARQUET,
    POWDER,
    POWDER_DEEP,
    POWDER_PALE,
    SILK,
    SOFT,
    game_palette,
)
from .faces import empty_slot, face
from .finale import PARTS
from .header import HEADER_PX, note, round_of
from .market import Design, Employee, Tile, employee_line, tile_piece
from .palace import Seat
from .pieces import bale, cards, chest, discard_sign, goods, price, purse, star, thimble
from .reading import (
    View,
    design_of,
    employee_of,
    hint,
    phase_of,
    seats_of,
    tile_of,
    whose_turn,
)

SIZE = (1600, 1040)
LEFT_PX, RIGHT_PX, TOP_PX = 40, 900, 160
HAND_Y, STOCK_Y, SILK_Y, OPTIONS_Y = 212, 528, 614, 716
CARD_PX, OPTIONS_PX = 304, 290
COLUMN_PX = 836


@cached
def room() -> Image.Image:
    """The empty atelier in the colours of the palette: night above the cornice, panelled walls, a
    floor.
    """
    out = Image.new("RGB", SIZE, POWDER)
    pen = ImageDraw.Draw(out)
    pen.rectangle((0, 0, 1599, 139), NIGHT)
    pen.rectangle((0, 140, 1599, 147), POWDER_PALE)
    pen.rectangle((0, 152, 1599, 154), POWDER_DEEP)
    pen.rectangle((0, 1016, 1599, 1039), PARQUET)
    pen.rectangle((0, 1010, 1599, 1016), POWDER_PALE)
    return quantized(out, game_palette())


def own_atelier(view: View) -> Image.Image:
    image = room().copy()
    who = view["viewer"]
    image.paste(own_header(view), (0, 0))
    paste_hand(image, view)
    me, table = view["players"][who], view["tables"][who]
    prestige = view["score_sheets"][who]["total"]
    counts = (me["livre"], me["lace"], me["yarn"], table["income"], prestige)
    image.paste(stock_block(counts), (LEFT_PX, STOCK_Y))
    tiles = tuple(tile_of(tile) for tile in table["tiles"])
    image.paste(silk_block(tiles), (LEFT_PX, SILK_Y))
    image.paste(dress_options_block(dress_options_of(view)), (LEFT_PX, OPTIONS_Y))
    paste_piles(image, view)
    return image


def chosen_by(view: View) -> list[str]:
    """The cards that the viewer has chosen in secret for the hand."""
    answer: str = view["answer"] or ""
    return answer.split(" ")[1:]


def lines_of(view: View, ids: list[str]) -> tuple[Employee, ...]:
    return tuple(employee_of(view["faces"][card]) for card in ids)


# -------------------------------------------------------------------- header


def own_header(view: View) -> Image.Image:
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
    return own_header_block(seats_of(view)[who], round_of(view), words, size, below)


OWN_HALF_PX = 720
"""How wide the right half of the header is."""


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


@cached_per_language
def own_header_block(who: Seat, turn: str, words: str, size: int, below: str) -> Image.Image:
    out = crop(room(), 0, 0, 1600, HEADER_PX)
    paste(out, seat_token(*who, 84, True), 40, 24)
    title, large = fitted(_("Your atelier"), "serif", 54, 640)
    write(out, (138, 54), title, "serif", large, CREAM)
    write(out, (138, 108), turn, "serif", 38, GOLD_PALE, room=640)
    write(out, (1560, 68), words, "serif", size, CREAM, "r", OWN_HALF_PX)
    note(out, (1560, 120), below, 32, OWN_HALF_PX, "r")
    return quantized(out, game_palette())


# ---------------------------------------------------------------------- hand


def paste_hand(image: Image.Image, view: View) -> None:
    """Puts the hand on the picture: the card in play first, then those that are left."""
    me, now = view["players"][view["viewer"]], view["now"]
    found = [(card, "played") for card in [now["card"]] if now["seat"] == me["seat"]] if now else []
    found += [(card, "") for card in me["hand"]] + [(card, "chosen") for card in chosen_by(view)]
    slots = max(3, len(found))
    w = (COLUMN_PX - 16 * (slots - 1)) // slots
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


@cached
def title_block(title: str, number: int) -> Image.Image:
    out = crop(room(), LEFT_PX, 160, COLUMN_PX, 48)
    paste(out, cards(40), 2, 4)
    write(out, (54, 24), title, "serif", 38, INK, room=COLUMN_PX - 120)
    write(out, (COLUMN_PX - 4, 24), str(number), "serif", 40, INK, "r")
    return quantized(out, game_palette())


# --------------------------------------------------------------------- stock


@cached_per_language
def stock_block(counts: tuple[int, ...]) -> Image.Image:
    out = crop(room(), LEFT_PX, STOCK_Y, COLUMN_PX, 78)
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
    return quantized(out, game_palette())


@cached_per_language
def silk_block(tiles: tuple[Tile, ...]) -> Image.Image:
    """The kept tiles one by one, in two lines where they are many."""
    out = crop(room(), LEFT_PX, SILK_Y, COLUMN_PX, 96)
    paste(out, panel(COLUMN_PX, 92, CREAM, GOLD), 0, 0)
    if not tiles:
        write(out, (20, 46), _("No silk on the shelf yet"), "sans", 32, SOFT, room=COLUMN_PX - 40)
        return quantized(out, game_palette())
    write(out, (18, 46), _("Silk"), "serif", 36, INK, room=80)
    wide = sum(28 + 37 * len(bales) for bales, _ in tiles)
    rows = (
        [tiles] if wide < COLUMN_PX - 110 else [tiles[: len(tiles) // 2], tiles[len(tiles) // 2 :]]
    )
    for row, shown in enumerate(rows):
        shelf(out, shown, 12 + 35 * row, 68 if len(rows) == 1 else 34)
    return quantized(out, game_palette())


def shelf(out: Image.Image, tiles: tuple[Tile, ...], y: int, h: int) -> None:
    """Draws kept tiles in a line; low ones for two lines."""
    bale_px = 36 if h > 50 else 27
    x = 104
    for bales, _goods in tiles:
        w = 16 + (bale_px + 1) * len(bales)
        paste(out, tile_piece(bales, "", w, h), x, y)
        x += w + 8


# -------------------------------------------------------------------- dresses

Missing = tuple[str, int]  # a silk, y, l or "livre", and how much of it
DressOption = tuple[
    Design, int, tuple[Missing, ...]
]  # the dress, the price of its window, what is missing


def dress_options_of(view: View) -> tuple[DressOption, ...]:
    return tuple(
        (design_of(it["dress"]), it["price"], tuple(missing_for(view, it["dress"], it["price"])))
        for it in view["workshop"]
        if it["dress"]
    )


def missing_for(view: View, needs: View, cost: int) -> Iterator[Missing]:
    """What the viewer is missing for a dress: silk, goods and money."""
    me, silk = view["players"][view["viewer"]], view["tables"][view["viewer"]]["silk"]
    for colour, n in needs["silk"].items():
        if silk.get(colour, 0) < n:
            yield colour[0].upper(), n - silk.get(colour, 0)
    for what in ("yarn", "lace"):
        if me[what] < needs[what]:
            yield what[0], needs[what] - me[what]
    if me["livre"] < cost:
        yield "livre", cost - me["livre"]


def missing_sign(what: str) -> Sprite:
    if what == "livre":
        return purse(28)
    return bale(what, 28) if what in SILK else goods(what, 30)


@cached_per_language
def dress_options_block(found: tuple[DressOption, ...]) -> Image.Image:
    """The dresses in the windows: what can be made, and what is missing for the others."""
    out = crop(room(), LEFT_PX, OPTIONS_Y, COLUMN_PX, OPTIONS_PX)
    paste(out, panel(COLUMN_PX, OPTIONS_PX, CREAM, GOLD), 0, 0)
    write(out, (18, 28), _("In the windows"), "serif", 34, INK, room=420)
    ready = sum(not missing for _, _, missing in found)
    words = _("you have all for {n}", n=ready) if ready else _("what you lack")
    write(out, (COLUMN_PX - 18, 28), words, "sans", 32, SOFT, "r", 370)
    step = (COLUMN_PX - 18) / max(6, len(found))
    for k, (design, cost, missing) in enumerate(found):
        out.paste(
            dress_option_block(design, cost, missing, round(step) - 6), (round(12 + k * step), 50)
        )
    return quantized(out, game_palette())


OPTION_PX = 230


@cached_per_language
def dress_option_block(
    design: Design, cost: int, missing: tuple[Missing, ...], w: int
) -> Image.Image:
    """One dress with the price of its window, and a tick or what is missing."""
    out = Image.new("RGB", (w, OPTION_PX), CREAM)
    fill, edge, thick = (CREAM, "#CDBF9F", 2) if missing else (IVORY, GOLD_DEEP, 4)
    paste(out, panel(w, OPTION_PX, fill, edge, thick, 12), 0, 0)
    paste(out, price(cost, 40), 5, 5)
    if design.master:
        paste(out, thimble(36), w - 42, 8)
    write(out, (w / 2, 66), design.id, "sans-bold", 32, INK, "m")
    paste(out, dress(design.colour, design.trims, 70, False), w / 2 - 35, 82)
    if missing:
        shortage(out, missing)
    else:
        paste(out, icon("tick", 34, LEAF), w / 2 - 17, OPTION_PX - 38)
    return out


def shortage(out: Image.Image, missing: tuple[Missing, ...]) -> None:
    """Draws what is missing for a dress, as far as there is room."""
    x, y, more = 6.0, OPTION_PX - 20, text_width("…", "sans-bold", 30)
    for k, (what, n) in enumerate(missing, 1):
        piece = missing_sign(what)
        words = str(n) if n > 1 or what == "livre" else ""
        run = piece.width + text_width(words, "sans-bold", 30) + 4
        if x + run > out.width - 4 - (more if k < len(missing) else 0):
            write(out, (x, y + 2), "…", "sans-bold", 30, INK)
            return
        write(out, (x, y), words, "sans-bold", 30, INK)
        paste(out, piece, x + run - piece.width - 2, y - piece.height / 2)
        x += run + 2


# --------------------------------------------------------------------- piles


Rival = tuple[str, int, int, int]  # a hall, own strength, the best other one, own points


def rivals_of(view: View) -> tuple[Rival, ...]:
    """How the viewer stands in each hall."""
    who = view["viewer"]
    return tuple(
        (
            _("King’s") if hall["key"] == "king" else translate(hall["name"]),
            hall["strength"][who],
            max(n for seat, n in enumerate(hall["strength"]) if seat != who),
            hall["points"][who],
        )
        for hall in view["halls"]
    )


PILES_PX, HALLS_PX, SCORE_PX = 846, 148, 266


def paste_piles(image: Image.Image, view: View) -> None:
    who, me = view["viewer"], view["players"][view["viewer"]]
    left = [card for card in me["supply"] if card not in chosen_by(view)]
    supply, discard = lines_of(view, left), lines_of(view, me["discard"])
    count = max(1, len(supply)) + max(1, len(discard))
    pitch = min(46, (PILES_PX - 2 * 62 - 14) // count)
    asked = phase_of(view) == "choose" and who in view["asked"]
    above, below = pile("supply", supply, pitch, asked), pile("discard", discard, pitch, False)
    image.paste(above, (RIGHT_PX, TOP_PX))
    image.paste(below, (RIGHT_PX, TOP_PX + above.height + 14))
    room_left = PILES_PX - above.height - below.height - 14
    if room_left >= SCORE_PX + 14:
        parts = tuple(view["score_sheets"][who][step] for step in view["steps"])
        image.paste(score(parts), (RIGHT_PX, TOP_PX + PILES_PX - SCORE_PX))
    if room_left >= SCORE_PX + HALLS_PX + 28:
        at = TOP_PX + PILES_PX - SCORE_PX - 14 - HALLS_PX
        image.paste(in_halls(rivals_of(view)), (RIGHT_PX, at))


@cached_per_language
def in_halls(rivals: tuple[Rival, ...]) -> Image.Image:
    """How strong the viewer and the best of the others are in each hall."""
    out = Image.new("RGB", (660, HALLS_PX), POWDER)
    paste(out, panel(660, HALLS_PX, CREAM, GOLD), 0, 0)
    write(out, (18, 28), _("In the halls: you and the best other"), "serif", 32, INK, room=624)
    for k, (name, own, other, points) in enumerate(rivals):
        x = 16 + 127 * k
        look = (IVORY, GOLD_DEEP, 4) if points else (CREAM, "#CDBF9F", 2)
        paste(out, panel(120, 88, *look, 12), x, 52)
        write(out, (x + 60, 70), name, "sans", 30, SOFT, "m", 112)
        write(out, (x + 48, 110), str(own), "serif", 40, INK if own else SOFT, "r")
        write(out, (x + 60, 110), ":", "serif", 34, SOFT, "m")
        write(out, (x + 72, 110), str(other), "serif", 40, SOFT)
    return quantized(out, game_palette())


@cached_per_language
def score(parts: tuple[int, ...]) -> Image.Image:
    out = score_ground().copy()
    for k, points in enumerate(parts):
        at = (316 + 322 * (k // 5), 76 + 40 * (k % 5))
        write(out, at, str(points), "serif", 34, INK if points else SOFT, "r")
    return quantized(out, game_palette())


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


@cached_per_language
def pile(kind: str, line: tuple[Employee, ...], pitch: int, asked: bool) -> Image.Image:
    """A pile under its title, a line for each card; a pile that is too high is cut."""
    shown = line
    if pitch < MIN_LINE_PX:
        pitch, shown = MIN_LINE_PX, line[: max(1, len(line) * pitch // MIN_LINE_PX - 1)]
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
    return quantized(out, game_palette())
