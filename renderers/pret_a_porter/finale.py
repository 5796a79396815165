"""The end, to be posted: the winner on the cover, the year as a race, the collections of all shows,
and the sum of each company.
"""

from typing import NamedTuple

from PIL import Image

from games.words import _
from renderers.canvas import panel, paste, write
from renderers.course import Pen, course_lines, draw_lines, spread
from renderers.fonts import fitted, initials, text_width
from renderers.layout import Box, Type, write_lines, write_name
from renderers.seats import by_place, names_of, place_of, seat_token, winners, winners_wreath
from renderers.transcript import dollars, joined, people

from .colours import ALARM, DIM, GREY, INK, LINE, NOW, PAGE, PAPER, STAGE, block, page, sheet
from .garments import HEIGHT_PER_WIDTH, MANNEQUIN_HEIGHT_PER_WIDTH, garment
from .reading import (
    Chip,
    Design,
    Moment,
    View,
    collection_sold,
    deciding_month,
    designs_of,
    goods_of,
    points_of_the_year,
    shows_of_the_year,
)
from .shows import frame
from .signs import prestige, rule, tower
from .stage import paste_collection, stage
from .terms import minus, month_letters, name_of_month

WIDTH_PX, HEIGHT_PX, LEFT_PX, RIGHT_PX = 1600, 1200, 40, 1560
HEADER_PX, TOP_PX, SUMS_PX, BANKRUPT_PX = 112, 124, 132, 40
COVER_W, GAP_PX = 340, 20
RACE_PX, SHOW_HEAD_PX = 360, 118
MOST_GARMENT_PX = 150


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
        found.append(
            Result(
                who, marks[who], names[who], place_of(view, who), p["cash"], p["vp"] - last, last,
                p["last_prestige"], view["companies"][who]["debts"], view["scores"][who],
                p["bankrupt"], designs_of(view, collection_sold(view, who)), p["takings"],
                goods_of(view, who).chips,
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


def margin(view: View) -> str:
    """By how much somebody won, or `verdict`."""
    best, scores = winners(view), view["scores"]
    others = [scores[who] for who in range(view["seats"]) if who not in best]
    if len(best) != 1 or not others:
        return verdict(view)
    ahead = scores[best[0]] - max(others)
    return _("wins by {n}", n=ahead) if ahead > 0 else verdict(view)


def decision(view: View, names: list[str]) -> str:
    """The month that decided the game, by how much between whom; "" if none did."""
    month = deciding_month(view)
    if not month:
        return ""
    it = view["story"]["decided"]
    said = {"month": capital(name_of_month(month)), "n": f"+{it['gained']}"}
    return _("{month:text} decided it: {n:text} on {name:text}", name=names[it["seats"][1]], **said)


def capital(text: str) -> str:
    """A text as a line begins."""
    return text[:1].upper() + text[1:]


def lead(view: View) -> str:
    """Since when the winner has been in the lead; "" where that is not known."""
    points, best = points_of_the_year(view), winners(view)
    if not points or len(best) != 1:
        return ""
    who = best[0]
    behind = [k for k, row in enumerate(points) if any(n >= row[who] for n in others(row, who))]
    month = max(behind, default=0) + 1
    if month >= len(points):
        return ""
    return _("in the lead since {month:text}", month=name_of_month(month))


def others(row: tuple[int, ...], who: int) -> list[int]:
    return [n for seat, n in enumerate(row) if seat != who]


def finale(view: View) -> Image.Image:
    image = page(WIDTH_PX, HEIGHT_PX)
    found, shows, points = results(view), shows_of_the_year(view), points_of_the_year(view)
    marks, order = tuple(initials(names_of(view))), tuple(by_place(view))
    image.paste(header(view["title"], view["seats"]), (0, 0))
    worn = next((it.shown[order[0]] for it in reversed(shows) if it.shown[order[0]]), ())
    last = sums(tuple(found), view["worth"])
    high = HEIGHT_PX - last.height - TOP_PX - 12
    best = tuple((who, marks[who]) for who in winners(view))
    names, score = best_named(view, names_of(view)), minus(view["scores"][order[0]])
    front = Cover(best, names, score, margin(view), worn if best else ())
    image.paste(cover(front, high), (LEFT_PX, TOP_PX))
    x, y = LEFT_PX + COVER_W + GAP_PX, TOP_PX
    if points:
        image.paste(race(points, marks, order, decision(view, names_of(view)), lead(view)), (x, y))
        y, high = y + RACE_PX, high - RACE_PX
    w = (RIGHT_PX - x + 8) // len(shows)
    for k, it in enumerate(shows):
        image.paste(show_column(it, marks, order, w - 8, high), (x + k * w, y))
    image.paste(last, (0, HEIGHT_PX - last.height))
    return image


@block
def header(title: str, seats: int) -> Image.Image:
    out = sheet(WIDTH_PX, HEADER_PX)
    write(out, (LEFT_PX - 4, 58), title, "serif-black", 92, INK)
    paste(out, tower(96), RIGHT_PX - 88, 4)
    words = _("twelve months, ten shows, {n} houses", n=seats)
    room = RIGHT_PX - LEFT_PX - text_width(title, "serif-black", 92) - 160
    write(out, (RIGHT_PX - 104, 62), words, "sans", 38, GREY, "r", room)
    rule(out, LEFT_PX, HEADER_PX - 10, RIGHT_PX, 8)
    return out


class Cover(NamedTuple):
    """What is on the cover: the winners, their names and points, by how much, what they showed."""

    best: tuple[tuple[int, str], ...]
    names: str
    score: str
    words: str
    worn: tuple[Design, ...]


@block
def cover(it: Cover, h: int) -> Image.Image:
    """The winners on the cover of a magazine, with the last collection of the first of them."""
    w, y = COVER_W, 20
    out = sheet(w, h, NOW)
    for x in range(w):  # the floor rises to the right
        rule(out, x, h - 96 - x // 12, x, 200, PAPER)
    alone = len(it.best) == 1
    for k, (who, letters) in enumerate(it.best):
        px = 116 if alone else 96
        paste(out, winners_wreath(px, who, letters, PAPER, INK), 14 + k % 3 * 104, y + k // 3 * 100)
    if alone:
        write(out, (w - 18, 82), it.score, "serif-black", 130, INK, "r", w - 160)
        y += 120
    elif it.best:
        y += 100 * -(-len(it.best) // 3)
    write_name(out, Box(18, y, w - 36, 132), it.names, Type("serif-black", 58, INK))
    write_lines(out, Box(18, y + 136, w - 36, 84), it.words, Type("sans-bold", 38, INK), 40)
    draw_worn(out, it.worn, y + 230)
    for edge in ((0, 0, w, 6), (0, h - 6, w, 6), (0, 0, 5, h), (w - 6, 0, w, h)):
        rule(out, *edge)
    return out


def draw_worn(out: Image.Image, worn: tuple[Design, ...], top: int) -> None:
    """Puts a collection on the floor of the cover: up to two in a row, more in two rows."""
    room, foot = out.width - 32, out.height - 26
    rows = [worn] if len(worn) < 3 else [worn[: len(worn) // 2], worn[len(worn) // 2 :]]
    most = len(rows[-1])
    px = min(230, round(room / (1 + 0.85 * (most - 1))))
    tall = (foot - top) / (1 if len(rows) == 1 else 1.7)
    px = min(px, round(tall / MANNEQUIN_HEIGHT_PER_WIDTH))
    for k, row in enumerate(rows):
        raised = round((len(rows) - 1 - k) * 0.7 * px * MANNEQUIN_HEIGHT_PER_WIDTH)
        paste_collection(out, row, 16, foot - raised, room, px, anchor="m")


@block
def race(
    points: tuple[tuple[int, ...], ...],
    marks: tuple[str, ...],
    order: tuple[int, ...],
    decided: str,
    led: str,
) -> Image.Image:
    """The points of each company over the year; the months of shows are marked."""
    w = RIGHT_PX - LEFT_PX - COVER_W - GAP_PX
    out = sheet(w, RACE_PX)
    low, high = min(0, *map(min, points)), max(1, *map(max, points))
    plot = Box(74, 108, w - 74 - 84, RACE_PX - 108 - 76)
    month = plot.w / 12
    for k in range(2, 12, 3):
        band = panel(round(month), round(plot.h) + 68, PAGE, radius=6)
        paste(out, band, plot.x + k * month, plot.y - 8)
    for value in ticks(low, high):
        y = round(plot.bottom - (value - low) / (high - low) * plot.h)
        rule(out, round(plot.x), y, round(plot.right), 2 if value else 3, LINE if value else GREY)
    limits, lines = (plot.y - 30, plot.bottom + 30), course_lines(points, plot, low, high)
    draw_lines(out, plot, lines, order[::-1], Pen(8, 13, INK))
    title = decided or _("Points over the year")
    write(out, (0, 28), title, "serif", 48, INK, room=w)
    write(out, (0, 78), led, "sans", 38, GREY, room=w)
    for value in ticks(low, high):
        y = plot.bottom - (value - low) / (high - low) * plot.h
        write(out, (plot.x - 12, y), minus(value), "sans", 30, GREY, "r", plot.x - 12)
    for k, letter in enumerate(month_letters()):
        x, y, show = plot.x + (k + 0.5) * month, plot.bottom + 34, k % 3 == 2
        if show:
            paste(out, panel(46, 44, INK, radius=6), x, y, "middle")
        write(out, (x, y), letter, "serif", 34, PAPER if show else INK, "m", month - 8)
    last = [plot.bottom - (n - low) / (high - low) * plot.h for n in points[-1]]
    ends = spread([last[who] + order.index(who) / 9 for who in range(len(last))], limits, 62)
    for who, y in enumerate(ends):
        paste(out, seat_token(who, marks[who], 60), plot.right + 46, y, "middle")
    for n, who in enumerate(order):
        for k in (n + 1, n + 6):  # no two at the same time, so that none covers another
            if k < len(points) - 1:
                paste(out, seat_token(who, marks[who], 44), *lines[who][k], "middle")
    return out


def ticks(low: int, high: int) -> range:
    """The figures of the axis."""
    step = next(n for n in (10, 20, 25, 50, 100, 200, 500, 1000, 10**6) if (high - low) / n <= 4)
    return range(-(-low // step) * step, high + 1, step)


@block
def show_column(
    it: Moment, marks: tuple[str, ...], order: tuple[int, ...], w: int, h: int
) -> Image.Image:
    """A month of shows: what each company showed, and the prestige that it won."""
    out = sheet(w, h, STAGE)
    ink = NOW if it.decided else PAPER
    write(out, (16, 28), capital(name_of_month(it.month)), "serif", 42, ink, room=w - 32)
    for k, (line, size) in enumerate(city_lines(it.cities, w - 28)):
        write(out, (16, 70 + 30 * k), line, "sans", size, LINE)
    top = SHOW_HEAD_PX
    high = (h - top) / len(order)
    most = max(it.prestige)
    for k, who in enumerate(order):
        y = round(top + k * high)
        won, tall = it.prestige[who], round(top + (k + 1) * high) - y
        row = company_row(it.shown[who], who, marks[who], won, won == most > 0, w, tall)
        out.paste(row, (0, y))
    if it.decided:
        frame(out)
    return out


def city_lines(cities: tuple[str, ...], room: float) -> list[tuple[str, int]]:
    """Cities on a line if they fit, else on two, with the size of each."""
    whole = joined(*cities, between=", ")
    if text_width(whole, "sans", 28) <= room:
        return [(whole, 28)]
    half = -(-len(cities) // 2)
    parts = (joined(*some, between=", ") for some in (cities[:half], cities[half:]) if some)
    return [fitted(part, "sans", 28, room) for part in parts]


@block
def company_row(
    designs: tuple[Design, ...], who: int, letters: str, won: int, most: bool, w: int, h: int
) -> Image.Image:
    """What a company showed in a month of shows, and on the catwalk what that won."""
    walk = h - 46
    out = stage(w, h, walk, (w // 2,), 16, 16)
    px = min(MOST_GARMENT_PX, round((walk - 2) / HEIGHT_PER_WIDTH))
    room = w - 24.0
    step = min(px + 6.0, (room - px) / max(1, len(designs) - 1))
    x = (w - px - step * (len(designs) - 1)) / 2
    for k, it in enumerate(designs):
        paste(
            out,
            garment(it.style, it.type, px),
            x + k * step,
            walk - round(px * HEIGHT_PER_WIDTH) + 4,
        )
    if not designs:
        write(out, (w / 2, walk / 2), _("showed nothing"), "sans", 30, DIM, "m", room)
    gain, y = f"+{won}", walk + 23
    run = text_width(gain, "serif-black", 40)
    x = (w - 44 - 10 - run - 42) / 2
    paste(out, seat_token(who, letters, 44), x, y - 22)
    write(out, (x + 54, y), gain, "serif-black", 40, INK if won else GREY)
    paste(out, prestige(34, INK if won else GREY), x + 60 + run, y - 18)
    if most:
        rule(out, round(x + 54), round(y + 17), round(x + 94 + run), 4, ALARM)
    return out


@block
def sums(found: tuple[Result, ...], worth: int) -> Image.Image:
    """The score of each company as a sum."""
    out = sheet(WIDTH_PX, SUMS_PX + BANKRUPT_PX * any(it.bankrupt for it in found))
    rule(out, LEFT_PX, 0, RIGHT_PX, 6)
    step = (RIGHT_PX - LEFT_PX + 24) / len(found)
    for k, it in enumerate(found):
        x, w = LEFT_PX + k * step, step - 24
        paste(out, seat_token(it.seat, it.letters, 60), x, 16)
        total, size = fitted(minus(it.total), "serif-black", 64, w / 3)
        write(out, (x + w, 48), total, "serif-black", size, INK, "r")
        room = w - 84 - text_width(total, "serif-black", size)
        write_name(out, Box(x + 70, 14, room, 66), it.name, Type("serif", 40, INK))
        draw_sum(out, it, worth, x, w)
    return out


def draw_sum(out: Image.Image, it: Result, worth: int, x: float, w: float) -> None:
    """Writes what a total is made of: cash, points of the year, points for the last prestige."""
    parts = f"{dollars(it.cash)} + {it.earlier} {_('VP')} + {it.last}"
    parts += f" − {it.debts}" if it.debts else ""
    note = f"({it.prestige}", f"×{worth})"
    y, extra = 104, text_width("".join(note), "sans", 30) + 44
    if it.bankrupt:
        write(out, (x, y + BANKRUPT_PX), _("bankrupt"), "sans-bold", 32, ALARM, room=w)
    room = w - extra if it.prestige else w
    size = next(
        n for n in (34, 32, 30, 28, 26, 24) if n == 24 or text_width(parts, "sans-bold", n) <= room
    )
    write(out, (x, y), parts, "sans-bold", size, INK, room=w)
    x += text_width(parts, "sans-bold", size) + 10
    if it.prestige and text_width(parts, "sans-bold", size) <= room:
        write(out, (x, y), note[0], "sans", 30, GREY)
        x += text_width(note[0], "sans", 30) + 4
        paste(out, prestige(26, GREY), x, y - 15)
        write(out, (x + 29, y), note[1], "sans", 30, GREY)
