"""The public board: market, debut, supply and the players' rows; nothing private, no header."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from PIL import Image

from games.words import _, phrase, translate
from renderers.canvas import Sprite, crop, dashed, icon, panel, paste, progress, write
from renderers.course import course_of, decided_by
from renderers.fonts import fitted, initials, text_width
from renderers.layout import Box, Type, write_lines, write_name
from renderers.seats import names_of, place_of, seat_token, wax_seal, winners

from .colours import (
    CARD,
    DASHES,
    EDGE,
    GILT,
    GILT_DARK,
    GROUND,
    INK,
    INK_SOFT,
    IVORY,
    ON_GROUND,
    ROSE_DEEP,
    SAGE_DEEP,
    SAGE_EMPTY,
    SAGE_INK,
    SAGE_NEXT,
    SAGE_PALE,
    TROUGH,
    block,
    name_of,
)
from .finale import course_block, winners_wigs
from .grounds import (
    COLUMNS_X,
    PLANS,
    ROWS_WIDTH_PX,
    ROWS_X,
    Plan,
    board_ground,
    market_ground,
    row_y,
)
from .header import paste_header
from .pieces import (
    coin,
    final_wreath,
    fleuron,
    new_sign,
    number_sign,
    tile,
    tile_back,
    tile_backs,
    wig_box,
)
from .reading import View, column_type, known_types, line_of_players, note, phase_hint, tiles_owned


def board(view: View) -> Image.Image:
    seats = view["seats"]
    image = board_ground(seats).copy()
    paste_header(image, view, view["title"])
    course = course_of(view)
    if view["phase"] == "draft":
        image.paste(offer_block(tuple(sorted(view["offer"])), seats), (56, 168))
    elif course:
        letters = tuple(initials(names_of(view)))
        decided = decided_by(view, names_of(view))
        image.paste(course_block(course, letters, view["end_gold"], decided), (56, 168))
    else:
        for column in view["market"]:
            market_column(image, view, column)
    best = winners(view)
    if course and len(best) == 1:
        image.paste(wigs_of_winner(view, best[0]), (32, 968))
    else:
        image.paste(debut_caption(seats), (48, 984))
        image.paste(debut_block(tuple(view["debut"]), seats), (248, 984))
        image.paste(supply_block(view["supply"], tuple(view["returned"]), seats), (652, 980))
    image.paste(order_bar(view), (ROWS_X, 152))
    for k, who in enumerate(line_of_players(view)):
        y = row_y(seats, k)
        image.paste(row_block(row_facts(view, who), seats, y), (ROWS_X, y))
    return image


def wigs_of_winner(view: View, who: int) -> Image.Image:
    known = known_types(view, who)
    unknown = tiles_owned(view, who) - known.total()
    return winners_wigs(names_of(view)[who], tuple(sorted(known.items())), unknown, view["seats"])


@block
def offer_block(kinds: tuple[int, ...], seats: int) -> Image.Image:
    """The open tiles of the draft; those taken leave a dashed place."""
    out = market_ground(880, 776)
    write(out, (440, 38), _("Take one in turn, four each"), "serif", 44, INK, "m", 840)
    for k in range(4 * seats):
        x, y, h = offer_place(k, seats)
        if k < len(kinds):
            paste(out, tile(kinds[k], 204, h, 52), x, y)
        else:
            paste(out, dashed(204, h, SAGE_DEEP, 6, 9, 2), x, y)
    return out


def offer_place(k: int, seats: int) -> tuple[int, int, int]:
    """Where a tile of the draft is among them, and its height."""
    h = (700 - 16 * (seats - 1)) // seats
    return 8 + k % 4 * 220, 76 + k // 4 * (h + 16), h


def market_column(image: Image.Image, view: View, column: str) -> None:
    """Puts a column on the board: its head with numeral and type, then its squares by price."""
    x, letters = COLUMNS_X[column], initials(names_of(view))
    image.paste(column_head(column, column_type(view, column)), (x, 172))
    squares, prices, news = view["market"][column], view["prices"][column], view["fresh"][column]
    lowest = squares.index(0) if 0 in squares else None
    for price in set(range(1, 6)) - set(prices):
        image.paste(unused_square(), (x, square_y(price)))
    for i, price in enumerate(prices):
        kind, fresh = squares[i], 0 if view["phase"] == "over" else news[i]
        if kind:
            state = "can" if can_buy(view, price) else "on"
            last = fresh > 0 and view["last"] == [column, i + 1]
            tone = "last" if last else "sold" if fresh > 0 else "drawn" if fresh else "old"
        else:
            state, tone = (WAITING.get(view["phase"], "off") if i == lowest else "off"), "empty"
        seller = fresh - 1 if fresh > 0 else -1
        sign = letters[seller] if fresh > 0 else ""
        image.paste(square(price, kind, state, tone, seller, sign), (x, square_y(price)))


WAITING = {"sell": "next", "market": "room", "wear": "room"}


def boxes_on_board(view: View, words: Sequence[str]) -> list[Box]:
    """The pieces that the words of a move name: a tile on offer, or squares of the market."""
    match words:
        case "take", kind:
            k = sorted(view["offer"]).index(int(kind))
            x, y, h = offer_place(k, view["seats"])
            return [Box(56 + x, 168 + y, 204, h)]
        case "buy", column, price:
            return [square_box(column, int(price))]
        case "sell", kind, count, *to:
            return free_squares(view, int(kind), int(count), *to)
        case "show", kind:
            return free_squares(view, int(kind), 1)
        case _:
            return []


def free_squares(view: View, kind: int, count: int, *to: str) -> list[Box]:
    """The next free squares for tiles of a type, in their column, else in the first open one."""
    market = view["market"]
    columns = to or [
        *(column for column in market if kind in market[column]),
        *(column for column in market if not any(market[column])),
    ]
    squares = zip(view["prices"][columns[0]], market[columns[0]], strict=True) if columns else ()
    free = [price for price, there in squares if not there]
    return [square_box(columns[0], price) for price in free[:count]]


def square_box(column: str, price: int) -> Box:
    return Box(COLUMNS_X[column], square_y(price), 272, 132)


def square_y(price: int) -> int:
    """Where the square of a price begins; equal prices stand at equal height."""
    return 244 + (5 - price) * 140


def can_buy(view: View, price: int) -> bool:
    """Whether the one asked to buy can pay a price."""
    if view["phase"] != "buy" or not view["asked"]:
        return False
    return price <= view["players"][view["asked"][0]]["gold"]


@block
def column_head(column: str, kind: int) -> Image.Image:
    """The head of a column: its numeral, and its type on the type's ground."""
    out, edge = market_ground(272, 60), EDGE.get(kind, SAGE_DEEP)
    paste(out, panel(272, 60, GROUND.get(kind, SAGE_PALE), edge), 0, 0)
    paste(out, panel(76, 60, IVORY, edge), 0, 0)
    write(out, (38, 30), column, "serif", 46, INK, "m")
    words, ink = name_of(kind) or _("open"), ON_GROUND.get(kind, SAGE_INK)
    write(out, (173, 30), words, "sans-bold", 34, ink, "m", 184)
    return out


@block
def unused_square() -> Image.Image:
    """The place of a square that this game does not use."""
    out = market_ground(272, 132)
    paste(out, fleuron(), 136, 66, "middle")
    return out


@block
def square(
    price: int, kind: int, state: str, tone: str, seller: int = -1, letters: str = ""
) -> Image.Image:
    """A square of the market: price coin at the left, tile or free place at the right."""
    out = market_ground(272, 132)
    fill, thick = SQUARE_FILLS[state if tone in ("old", "empty") else tone]
    paste(out, panel(272, 132, fill, GILT_DARK if thick else SAGE_DEEP, thick or 2), 0, 0)
    paste(out, coin(price, 80 if state == "off" else 96, state), 60, 66, "middle")
    if kind:
        paste(out, tile(kind, 146, 120, 42), 119, 6)
    elif state != "off":
        ink = ROSE_DEEP if state == "next" else SAGE_INK
        paste(out, dashed(146, 120, ROSE_DEEP if state == "next" else SAGE_DEEP), 119, 6)
        words = _("next\nsale") if state == "next" else _("next")
        write_lines(out, Box(125, 30, 134, 72), words, Type("sans-bold", 34, ink), 36, "m")
    if seller >= 0:
        paste(out, seat_token(seller, letters, 60), 106, 1)
    elif tone == "drawn":
        paste(out, new_sign(48), 112, 4)
    return out


SQUARE_FILLS = {  # ground of a square, and the thickness of its gilt frame
    "last": (IVORY, 5),
    "sold": (CARD, 3),
    "drawn": (SAGE_NEXT, 2),
    "on": (SAGE_PALE, 0),
    "can": (SAGE_NEXT, 0),
    "next": (SAGE_NEXT, 0),
    "room": (SAGE_NEXT, 0),
    "off": (SAGE_EMPTY, 0),
}


@block
def debut_caption(seats: int) -> Image.Image:
    out = crop(board_ground(seats), 48, 984, 200, 168)
    write(out, (16, 38), _("Debut"), "serif", 44, INK, room=180)
    type_ = Type("sans", 30, INK_SOFT)
    write_lines(out, Box(16, 72, 184, 72), _("wear it alone,\nit is yours"), type_, 36)
    return out


@block
def debut_block(kinds: tuple[int, ...], seats: int) -> Image.Image:
    """The debut tiles; one that was won leaves its place."""
    out = crop(board_ground(seats), 248, 984, 376, 168)
    for i, kind in enumerate((2, 3, 4)):
        x = 8 + i * 120
        if kind in kinds:
            paste(out, tile(kind, 112, 148, 42), x, 10)
        else:
            paste(out, dashed(112, 148, DASHES, 6, 9, 2), x, 10)
            write(out, (x + 56, 84), _("gone"), "sans", 30, INK_SOFT, "m", 100)
    return out


@block
def supply_block(number: int, back: tuple[int, ...], seats: int) -> Image.Image:
    """The wig box with its number, and what had to go back into it this round."""
    out = crop(board_ground(seats), 652, 980, 296, 176)
    paste(out, wig_box(104 if back else 136), 14, 8 if back else 20)
    x, y, size = (142, 46, 68) if back else (172, 72, 80)
    write(out, (x, y), str(number), "serif", size, INK)
    write(out, (x, y + size * 0.75), _("supply"), "sans", 34, INK_SOFT, room=284 - x)
    if back:
        write(out, (16, 146), _("back"), "sans", 30, INK_SOFT, room=72)
    for k, kind in enumerate(back[:4]):
        paste(out, number_sign(kind, 44), 90 + 50 * k, 124)
    return out


STRIPS = {
    "draft": phrase("Draft order"),
    "wear": phrase("All pick"),
    "market": phrase("Revealed"),
    "sell": phrase("Sell order"),
    "buy": phrase("Buy order"),
    "over": phrase("Final order"),
}
ORDERED = ("draft", "sell", "buy", "over")


def order_bar(view: View) -> Image.Image:
    """What the rows below are sorted by, and the coming order as it stands."""
    letters = initials(names_of(view))
    order: list[int] = view["buy_order"]
    chain = tuple((who, letters[who]) for who in order)
    title, ordered = translate(STRIPS[view["phase"]]), view["phase"] in ORDERED
    return order_bar_block(title, ordered, phase_hint(view), chain, view["seats"])


@block
def order_bar_block(
    title: str, ordered: bool, hint: str, chain: tuple[tuple[int, str], ...], seats: int
) -> Image.Image:
    out = crop(board_ground(seats), ROWS_X, 152, ROWS_WIDTH_PX, 80)
    if ordered:
        paste(out, icon("down", 40, ROSE_DEEP), 22, 20)
    x = 76 if ordered else 24
    if hint:
        x = write_after(out, x, title, 240)
        write_lines(out, Box(x + 16, 4, 548 - x, 72), hint, Type("sans", 32, INK_SOFT), 34, "r")
        return out
    write_after(out, x, title, 256 - x)
    paste(out, panel(2, 48, GILT, radius=1), 266, 16)
    x = max(358, write_after(out, 282, _("Buy"), 110) + 2)
    px = min(54, (574 - x) // max(1, len(chain)))
    for k, (who, letters) in enumerate(chain):
        paste(out, seat_token(who, letters, px), x + k * px, 40 - px / 2)
    return out


def write_after(out: Image.Image, x: int, words: str, room: int) -> int:
    """Writes words in the order bar from x on, in a room; returns where they end."""
    text, size = fitted(words, "serif", 38, room)
    write(out, (x, 40), text, "serif", size, INK)
    return x + round(text_width(text, "serif", size))


# ------------------------------------------------------------------------ rows


@dataclass(frozen=True, slots=True)
class Facts:
    seat: int
    letters: str
    name: str
    words: str
    tone: str
    asked: bool
    gold: int
    end: int
    tiles: int
    worn: int
    sealed: bool
    drafting: bool
    place: int
    known: tuple[tuple[int, int], ...]


def row_facts(view: View, who: int) -> Facts:
    names, player = names_of(view), view["players"][who]
    words, tone = note(view, who)
    return Facts(
        seat=who,
        letters=initials(names)[who],
        name=names[who],
        words=words,
        tone=tone,
        asked=who in view["asked"],
        gold=player["gold"],
        end=view["end_gold"],
        tiles=tiles_owned(view, who),
        worn=player["worn"],
        sealed=who in view["answered"],
        drafting=view["phase"] == "draft",
        place=place_of(view, who) if view["phase"] == "over" else 0,
        known=tuple(sorted(known_types(view, who).items())),
    )


@block
def row_ground(framed: bool, seats: int, y: int) -> Image.Image:
    """An empty row in the colours of the palette; one that is asked or has won is framed."""
    h = PLANS[seats].h
    out = crop(board_ground(seats), ROWS_X, y, ROWS_WIDTH_PX, h)
    if framed:
        paste(out, panel(ROWS_WIDTH_PX, h, IVORY, GILT_DARK, 5), 0, 0)
    return out


@block
def row_block(facts: Facts, seats: int, y: int) -> Image.Image:
    plan = PLANS[seats]
    ground = row_ground(facts.asked or facts.place == 1, seats, y)
    out = crop(ground, 0, 0, ROWS_WIDTH_PX, plan.h)
    x, middle, px = plan.token
    token = seat_token(facts.seat, facts.letters, px + 16 if facts.asked else px, facts.asked)
    paste(out, token, x, middle, "middle")
    x, middle, size = plan.name
    room = ROWS_WIDTH_PX - 16 - x if facts.drafting else plan.room
    box = Box(x, middle - size / 2 - 6, room, size + 12)
    write_name(out, box, facts.name, Type("sans-bold", size, INK))
    draw_note(out, facts, plan)
    draw_gold(out, facts, plan)
    if facts.drafting:
        draw_drafted(out, facts, plan)
        return out
    draw_tiles(out, facts, plan)
    draw_worn(out, facts, plan)
    if plan.known:
        draw_known(out, facts, *plan.known)
    return out


def draw_note(out: Image.Image, facts: Facts, plan: Plan) -> None:
    x, y, size = plan.note
    if facts.tone == "done":
        paste(out, icon("tick", size, SAGE_INK), x, y - size // 2)
        x += size + 10
    kind, ink = ("sans-bold", ROSE_DEEP) if facts.tone == "now" else ("sans", INK_SOFT)
    room = ROWS_WIDTH_PX - 16 - x if facts.drafting else plan.name[0] + plan.room - x
    write(out, (x, y), facts.words, kind, size, ink, room=room)


def draw_gold(out: Image.Image, facts: Facts, plan: Plan) -> None:
    x, y, icon, size = plan.gold
    paste(out, coin(0, icon), x, y, "middle")
    write(out, (x + icon * 0.7, y), str(facts.gold), "serif", size, INK)


def draw_tiles(out: Image.Image, facts: Facts, plan: Plan) -> None:
    """Shows how many tiles a player has, and how far the gold is from the end of the game."""
    x, y, icon, size = plan.count
    paste(out, tile_backs(icon), x, y, "middle")
    write(out, (x + icon * 0.6, y), str(facts.tiles), "serif", size, INK)
    x, y, length, thick = plan.bar
    progress(out, (x, y, length, thick), facts.gold / facts.end, TROUGH, GILT_DARK)
    write(out, (x + length + 10, y + thick / 2), str(facts.end), "sans", 28, INK_SOFT)


def draw_drafted(out: Image.Image, facts: Facts, plan: Plan) -> None:
    """Shows the tiles that a player has taken in the draft."""
    x, y, w, h = plan.slots
    kinds = list(Counter(dict(facts.known)).elements())
    for k in range(4):
        if k < len(kinds):
            paste(out, tile(kinds[k], w, h, 34 if w < 100 else 40), x + k * (w + 12), y)
        else:
            paste(out, dashed(w, h, DASHES, 6, 9, 2), x + k * (w + 12), y)


def draw_worn(out: Image.Image, facts: Facts, plan: Plan) -> None:
    """Shows the worn wig; before it is revealed only whether it has been picked."""
    x, y, w, h = plan.worn
    if facts.place:
        wreath = final_wreath(facts.place, facts.seat, facts.letters, h)
        paste(out, wreath, x + w / 2 + 6, y + h / 2 + 6, "middle")
        return
    if facts.worn:
        paste(out, tile(facts.worn, w, h, 46), x, y)
    elif facts.sealed:
        paste(out, tile_back(w, h), x, y)
        paste(out, Sprite(wax_seal(68)), x + w - 56, y + h - 56)
    else:
        paste(out, dashed(w, h, DASHES, 6, 9, 2), x, y)
    words = name_of(facts.worn) or (_("picked") if facts.sealed else _("not yet"))
    ink = INK if facts.worn else INK_SOFT
    middle = x + w / 2
    room = 2 * (ROWS_WIDTH_PX - middle) - 8
    write(out, (middle, y + h + 22), words, "sans", 32, ink, "m", room)


def draw_known(out: Image.Image, facts: Facts, x: int, y: int, w: int, h: int) -> None:
    """Shows the tiles that everybody has seen go behind a screen."""
    if h > 70:
        words = _("known behind the screen") if facts.known else _("nothing known")
        write(out, (x, y - 26), words, "sans", 30, INK_SOFT, room=330)
    elif facts.known:
        paste(out, icon("eye", 40, INK_SOFT), x - 4, y + h / 2 - 20)
        x += 44
    for kind, n in facts.known:
        paste(out, tile(kind, w, h, 32), x, y)
        if n > 1:
            write(out, (x + w + 4, y + h / 2), f"×{n}", "sans-bold", 30, INK)
        x += w + (40 if n > 1 else 8)
