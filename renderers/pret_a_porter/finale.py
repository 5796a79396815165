"""The end: a score sheet, the winner first."""

from typing import NamedTuple

from PIL import Image

from games.words import _
from renderers.caching import cached, cached_per_language
from renderers.canvas import panel, paste, write
from renderers.fonts import fitted, initials, text_width
from renderers.layout import Box, Type, row, without_overlap, write_name
from renderers.seats import (
    by_place,
    names_of,
    place_of,
    place_wreath,
    seat_token,
    winners,
    winners_wreath,
)
from renderers.transcript import dollars, people

from .colours import ALARM, GREY, INK, LINE, NOW, NOW_PALE, PAGE, ZERO, page, sheet
from .colours import finished as reduced
from .companies import CORNER_RADII_PX, Chip
from .garments import garment
from .reading import Design, View, designs_of, goods_of
from .signs import barcode, prestige, rule
from .terms import minus

WIDTH_PX, LEFT_PX, RIGHT_PX, CELLS_X = 1600, 40, 1560, 360
LABEL_ROOM_PX = CELLS_X - LEFT_PX - 16
HEADER_PX, HEAD_PX, ROW_PX, TOTAL_PX, LAST_SHOW_PX, CARD_PX = 160, 266, 92, 120, 174, 54


class Points(NamedTuple):
    """A line of the score sheet: what it is called, each company's value, and what the value
    counts.
    """

    label: str
    values: list[int]
    kind: str = ""


class Result(NamedTuple):
    seat: int
    letters: str
    name: str
    place: int
    cash: int
    earlier: int
    """Points from before the last exchange of prestige, and from cards."""
    last: int
    prestige: int
    debts: int
    total: int
    bankrupt: bool
    designs: tuple[Design, ...]
    takings: int
    chips: tuple[Chip, ...]


def results(view: View) -> list[Result]:
    names, marks = names_of(view), initials(names_of(view))
    found: list[Result] = []
    for who in by_place(view):
        p = view["players"][who]
        last = p["last_prestige"] * view["worth"]
        sold: list[str] = view["sold"].get(who, view["sold"].get(str(who))) or []
        found.append(
            Result(
                who, marks[who], names[who], place_of(view, who), p["cash"], p["vp"] - last, last,
                p["last_prestige"], view["companies"][who]["debts"], view["scores"][who],
                p["bankrupt"], designs_of(view, sold), p["takings"], goods_of(view, who).chips,
            )
        )  # fmt: skip
    return found


def best_named(view: View, names: list[str]) -> str:
    """The names of the winners, or "nobody"."""
    return people(names[who] for who in winners(view)) or _("Nobody")


def verdict(view: View) -> str:
    """That somebody wins, or several share the win, with what total; or why nobody does."""
    best = winners(view)
    if not best:
        return _("wins: all are bankrupt")
    points = view["scores"][best[0]]
    if len(best) == 1:
        return _("wins with {n:point|points}", n=points)
    return _("share the win with {n:point|points}", n=points)


def finale(view: View) -> Image.Image:
    ranking = tuple(results(view))
    head = header(view["title"], best_named(view, names_of(view)), verdict(view))
    block = score_sheet(ranking, view["worth"])
    image = page(WIDTH_PX, HEADER_PX + block.height + 24)
    image.paste(head, (0, 0))
    image.paste(block, (0, HEADER_PX))
    return image


@cached
def header(title: str, name: str, words: str) -> Image.Image:
    out = sheet(WIDTH_PX, HEADER_PX)
    write(out, (LEFT_PX - 4, 80), title, "serif-black", 88, INK)
    x = LEFT_PX + text_width(title, "serif-black", 88) + 30
    barcode(out, round(x), 52)
    room = RIGHT_PX - x - 180
    (name, large), (words, size) = fitted(name, "serif", 60, room), fitted(words, "sans", 40, room)
    top, low = without_overlap((name, "serif", large), (words, "sans", size), (62, 112))
    write(out, (RIGHT_PX, top), name, "serif", large, INK, "r")
    write(out, (RIGHT_PX, low), words, "sans", size, INK, "r")
    rule(out, LEFT_PX, 144, RIGHT_PX, 8)
    return reduced(out)


@cached_per_language
def score_sheet(results: tuple[Result, ...], worth: int) -> Image.Image:
    rows = lines_of(results, worth)
    step = (RIGHT_PX - CELLS_X) / len(results)
    cards = max(1, -(-max(len(it.chips) for it in results) // abreast(step)))
    out = sheet(
        WIDTH_PX, HEAD_PX + ROW_PX * len(rows) + TOTAL_PX + LAST_SHOW_PX + CARD_PX * cards + 16
    )
    for k, it in enumerate(results):
        if it.place == 1:
            band = panel(round(step) - 8, out.height - 4, NOW_PALE, NOW, 3, 18)
            paste(out, band, CELLS_X + k * step, 0)
        draw_head(out, it, CELLS_X + (k + 0.5) * step - 4, step - 24)
    for r, line in enumerate(rows):
        y = HEAD_PX + ROW_PX * r
        rule(out, LEFT_PX, y, RIGHT_PX, 2 if not r else 1, INK if not r else LINE)
        write(out, (LEFT_PX, y + ROW_PX // 2), line.label, "serif", 42, INK, room=LABEL_ROOM_PX)
        for k, it in enumerate(results):
            x = CELLS_X + (k + 0.5) * step - 4
            draw_value(out, line.values[k], x, y + ROW_PX // 2, it.prestige, line.kind)
    y = HEAD_PX + ROW_PX * len(rows)
    rule(out, LEFT_PX, y, RIGHT_PX, 6)
    write(out, (LEFT_PX, y + TOTAL_PX // 2), _("Total"), "serif-black", 56, INK, room=LABEL_ROOM_PX)
    for k, it in enumerate(results):
        x = CELLS_X + (k + 0.5) * step - 4
        size = 88 if abs(it.total) < 1000 else 70
        write(out, (x, y + TOTAL_PX // 2), minus(it.total), "serif-black", size, INK, "m")
    draw_last(out, results, y + TOTAL_PX, step)
    return reduced(out)


def lines_of(results: tuple[Result, ...], worth: int) -> list[Points]:
    last = _("Last prestige ×{n}", n=worth) if worth > 1 else _("Last prestige")
    found = [
        Points(_("Cash"), [it.cash for it in results], "cash"),
        Points(_("VP of the year"), [it.earlier for it in results]),
        Points(last, [it.last for it in results], "prestige"),
    ]
    if any(it.debts for it in results):
        found.append(Points(_("Unpaid loans"), [-it.debts for it in results]))
    return found


def draw_value(out: Image.Image, value: int, x: float, y: int, turned: int, kind: str) -> None:
    """Draws a value; beside points for prestige the prestige that was turned into them."""
    words = dollars(value) if kind == "cash" else minus(value)
    ink = ALARM if value < 0 else INK if value else ZERO
    write(out, (x, y), words, "serif", 56, ink, "m")
    if kind == "prestige" and value:
        left = x + text_width(words, "serif", 56) / 2 + 22
        count = str(turned)
        write(out, (left, y), count, "sans", 34, GREY)
        paste(out, prestige(30, GREY), left + text_width(count, "sans", 34) + 6, y - 16)


def draw_head(out: Image.Image, it: Result, x: float, room: float) -> None:
    wreath = winners_wreath(170, it.seat, it.letters, NOW, INK)
    if it.place > 1:
        wreath = place_wreath(130, it.place, LINE, INK)
    paste(out, wreath, x, 94, "middle")
    if it.place > 1:
        paste(out, seat_token(it.seat, it.letters, 60), x + 26, 110)
    box = Box(x - room / 2, 180, room, 46 if it.bankrupt else 72)
    write_name(out, box, it.name, Type("serif", 52, INK), "m")
    if it.bankrupt:
        write(out, (x, 246), _("bankrupt"), "sans-bold", 34, ALARM, "m", room)


def draw_last(out: Image.Image, results: tuple[Result, ...], y: int, step: float) -> None:
    rule(out, LEFT_PX, y, RIGHT_PX, 2)
    write(out, (LEFT_PX, y + 60), _("Last show"), "serif", 42, INK, room=LABEL_ROOM_PX)
    write(out, (LEFT_PX, y + 196), _("Cards"), "serif", 42, INK, room=LABEL_ROOM_PX)
    for k, it in enumerate(results):
        left = CELLS_X + k * step
        px, room = 72, step - 40
        pitch = min(px + 4.0, (room - px) / max(1, len(it.designs) - 1))
        start = left + (step - px - pitch * (len(it.designs) - 1)) / 2 - 4
        for n, design in enumerate(it.designs):
            paste(out, garment(design.style, design.type, px), start + n * pitch, y + 8)
        words = _("sold for ${n}", n=it.takings) if it.designs else _("nothing shown")
        write(out, (left + step / 2 - 4, y + 134), words, "sans", 32, GREY, "m", room)
        draw_cards(out, it.chips, Box(left + 10, y + 169, step - 24, 0))


def draw_cards(out: Image.Image, chips: tuple[Chip, ...], box: Box) -> None:
    """Draws the cards of a company by name, one below the other, or two side by side."""
    many = abreast(box.w + 24)
    cells = row(box, [0] * many, 12)
    for k, it in enumerate(chips):
        cell = cells[k % many]
        x, y = cell.x, cell.y + CARD_PX * (k // many)
        fill = INK if it.turned else PAGE
        paste(
            out,
            panel(24, 24, fill, INK, 2, CORNER_RADII_PX[it.kind] * 3 // 5),
            x,
            y + CARD_PX // 2 - 12,
        )
        name_box = Box(x + 32, y, cell.w - 32, CARD_PX)
        write_name(out, name_box, it.name, Type("sans", 30, INK))


def abreast(step: float) -> int:
    """How many cards stand side by side where a company has so much room."""
    return 2 if step > 500 else 1
