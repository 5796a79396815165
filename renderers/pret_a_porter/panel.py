"""A company in full, as its own player sees it."""

from collections.abc import Sequence
from typing import NamedTuple

from PIL import Image

from games.words import _, phrase, template, translate
from renderers.canvas import panel, paste, write
from renderers.fonts import text_width
from renderers.layout import (
    Box,
    Part,
    Type,
    fitted_lines,
    named_boxes,
    paste_parts,
    whole,
    write_name,
)
from renderers.seats import seat_token
from renderers.transcript import amount, dollars, joined

from .asked import part_asked_about
from .colours import ALARM, GREY, INK, LINE, NOW, ZERO, block, page, sheet
from .forecast import prospect_table
from .header import current_month
from .reading import (
    Entry,
    Figures,
    Head,
    View,
    debts_of,
    figures_of,
    heads,
    holding,
    is_show_month,
    month_name,
    prospects,
    tiles,
)
from .signs import prestige, rule, token, tower
from .street import CARD_PX, draw_entry
from .terms import PLURALS, minus, phase_name, short_month
from .wardrobe import wardrobe

WIDTH_PX, LEFT_PX, RIGHT_PX = 1600, 40, 1560
HEADER_PX, PROMPT_PX, FIGURES_PX = 160, 84, 140
HELD_HEAD_PX = 80


def own_panel(view: View) -> Image.Image:
    found = parts(view)
    image = page(WIDTH_PX, sum(each.height for each in found) + 24)
    paste_parts(image, found, 0, 0)
    return image


def boxes_on_panel(view: View, words: Sequence[str]) -> list[Box]:
    """What the words of a move name; cards in the columns are left out."""
    found = named_boxes(parts(view), 0, 0)
    return [found[word] for word in words if word in found]


def parts(view: View) -> list[Part]:
    """What is shown of a company, the question first."""
    who: int = view["viewer"]
    head = next(it for it in heads(view) if it.seat == who)
    found = [whole(header(head, current_month(view), own_type(view)))]
    words = question(view)
    if words:
        found.append(whole(prompt(words)))
    found += [
        whole(figures(figures_of(view, who), debts_due(view))),
        *part_asked_about(view),
        *wardrobe(view),
    ]
    best = prospects(view, who)
    if best:
        found.append(whole(prospect_table(show_words(view), best)))
    kinds = ("employees", "buildings", "contracts")
    columns = [card_column(cards_held(view, kind)) for kind in kinds]
    places = [(LEFT_PX + 517 * k, 0) for k in range(len(kinds))]
    tall = max(each.height for each in columns)
    found.append(Part(tall, [*zip(columns, places, strict=True)]))
    found.append(whole(bill_block(bill(view))))
    return found


# ---------------------------------------------------------------------- header


def own_type(view: View) -> str:
    """The phase, and the clothing type of the viewer's tile."""
    types = PLURALS[view["players"][view["viewer"]]["type"]]
    return _("{phase:text} · own type: {types}", phase=phase_name(view["phase"]), types=types)


def question(view: View) -> str:
    """What the viewer is asked, or has planned."""
    if view["viewer"] in view["asked"]:
        return translate(view["question"]["prompt"])
    return _("You answered: {move:text}", move=view["answer"]) if view["answer"] else ""


def debts_due(view: View) -> str:
    if is_show_month(view):
        return _("due now")
    return _("due in {month:text}", month=short_month(view["month"]["next_exhibition"]))


def show_words(view: View) -> str:
    return _("The show") if len(tiles(view)) == 1 else _("The shows")


@block
def header(it: Head, when: str, kind: str) -> Image.Image:
    out = sheet(WIDTH_PX, HEADER_PX)
    paste(out, seat_token(it.seat, it.letters, 96, ring=it.asked), 36, 36)
    told = max(text_width(when, "sans-bold", 36), text_width(kind, "sans", 34))
    room = RIGHT_PX - 150 - told - 40
    end = write_name(out, Box(150, 34, room, 96), it.name, Type("serif-black", 88, INK))[1]
    if RIGHT_PX - told - end > 220:
        paste(out, tower(100), (end + RIGHT_PX - told) / 2 - 50, 38)
    write(out, (RIGHT_PX, 64), when, "sans-bold", 36, INK, "r")
    write(out, (RIGHT_PX, 108), kind, "sans", 34, INK, "r")
    rule(out, LEFT_PX, 144, RIGHT_PX, 8)
    return out


@block
def prompt(words: str) -> Image.Image:
    """The question on a yellow strip."""
    out = sheet(WIDTH_PX, PROMPT_PX)
    paste(out, panel(RIGHT_PX - LEFT_PX, 64, NOW, radius=8), LEFT_PX, 8)
    write(out, (LEFT_PX + 20, 40), words, "sans-bold", 40, INK, room=1480)
    return out


@block
def figures(it: Figures, due: str) -> Image.Image:
    out = sheet(WIDTH_PX, FIGURES_PX)
    late = ALARM if it.debts else ZERO
    upkeep = minus(-it.upkeep) + ("!" if it.short else "")
    draw_figure(out, (40, 202), dollars(it.cash), _("cash"), INK)
    draw_figure(out, (262, 188), upkeep, _("upkeep"), ALARM if it.short else INK)
    draw_figure(out, (470, 200), dollars(it.debts), due, late)
    draw_figure(out, (690, 140), str(it.vp), _("VP"), INK)
    end = draw_figure(out, (850, 240), str(it.prestige), _("prestige"), INK)
    paste(out, prestige(56), end + 12, 18)
    for x, kind, n in zip((1130, 1290, 1450), ("Q", "T", "PR"), it.tokens, strict=True):
        write(out, (x, 48), str(n), "serif-black", 80 if n < 10 else 62, INK if n else ZERO, "r")
        paste(out, token(kind, 76), x + 12, 12)
    return out


def draw_figure(out: Image.Image, at: tuple[int, int], value: str, words: str, ink: str) -> float:
    """Draws a figure with its words below it, from an x on and in so much room; returns where the
    figure ends.
    """
    (x, room), size = at, 80 if len(value) < 5 else 68
    write(out, (x, 48), value, "serif-black", size, ink if value not in ("0", "$0") else ZERO)
    write(out, (x, 110), words, "sans", 34, GREY, room=room)
    return x + text_width(value, "serif-black", size)


# ---------------------------------------------------------------------- designs


def cloth_words(view: View) -> str:
    """For how many designs of a style there is cloth."""
    best: dict[str, int] = {}
    for it in view["prospects"][view["viewer"]]:
        best[it["style"]] = max(best.get(it["style"], 0), len(it["designs"]))
    sizes = [amount(n, style) for style, n in best.items()]
    return _("cloth at hand for {sizes:or}", sizes=sizes[:2]) if sizes else ""


# -------------------------------------------------------------------- holdings


KINDS = {
    "employees": phrase("Staff"),
    "buildings": phrase("Buildings"),
    "contracts": phrase("Contracts"),
}


class CardColumn(NamedTuple):
    """A column of cards: its head, what is said beside it, the cards."""

    title: str
    note: str
    entries: tuple[Entry, ...]


def cards_held(view: View, kind: str) -> CardColumn:
    who = view["viewer"]
    company = view["companies"][who]
    entries = tuple(holding(view, who, card) for card in company[kind])
    places = _("{n} of {most} places", n=len(entries), most=company["places"])
    return CardColumn(translate(KINDS[kind]), places if kind == "employees" else "", entries)


COLUMN_PX = 485


@block
def card_column(it: CardColumn) -> Image.Image:
    w = COLUMN_PX
    out = sheet(w + 1, HELD_HEAD_PX + CARD_PX * max(1, len(it.entries)) + 16)
    rule(out, 0, 0, w, 4)
    write(out, (0, 38), it.title, "serif", 46, INK)
    room = w - text_width(it.title, "serif", 46) - 20
    write(out, (w, 39), it.note, "sans", 34, INK, "r", room)
    for r, entry in enumerate(it.entries):
        y = HELD_HEAD_PX + r * CARD_PX
        if r:
            rule(out, 0, y - 3, w, 1, LINE)
        draw_entry(out, entry, 0, y, w)
    if not it.entries:
        write(out, (0, HELD_HEAD_PX + 24), _("none"), "sans", 32, GREY)
    return out


# ------------------------------------------------------------ stock and upkeep


class Bill(NamedTuple):
    """What a month costs: the sum, its parts, what is owed, what that forces, the ink of both."""

    total: int
    parts: str
    owes: str
    forced: str
    ink: str


UPKEEP = {
    "printed": template("regular staff {n}"),
    "employees": template("staff {n}"),
    "buildings": template("buildings {n}"),
    "credits": template("credits {n}"),
    "loans": template("loans {n}"),
}
"""The parts of a bill."""


def bill(view: View) -> Bill:
    who = view["viewer"]
    company = view["companies"][who]
    found = [_(UPKEEP[name], n=n) for name, n in company["upkeep_lines"].items() if n]
    less = company["track"] - company["upkeep"]
    words = " + ".join(found) + (f" − {less}" if less > 0 else "")
    debts = debts_of(view["players"][who])
    owed = {"debts": debts, "n": company["debts"], "month": month_name(view, company["due_month"])}
    if not debts:
        told = _("no credit, no loan")
    elif is_show_month(view):
        told = _("{debts:text}: ${n} due now", **owed)
    else:
        told = _("{debts:text}: ${n} due in {month:text}", **owed)
    coming = company["loans_to_come"]
    forced = _("forces {n:new loan|new loans}!", n=coming) if coming else ""
    return Bill(
        company["upkeep"], words or _("nothing"), told, forced, ALARM if debts or coming else GREY
    )


@block
def bill_block(it: Bill) -> Image.Image:
    lines = bill_lines(it, RIGHT_PX - LEFT_PX - 60)
    out = sheet(WIDTH_PX, 80 + BILL_LINE_PX * len(lines))
    rule(out, LEFT_PX, 0, RIGHT_PX, 4)
    title, total = _("Upkeep"), minus(-it.total)
    write(out, (LEFT_PX, 40), title, "serif", 46, INK)
    write(out, (LEFT_PX + 24 + text_width(title, "serif", 46), 39), total, "serif-black", 54, INK)
    for k, (line, size, ink) in enumerate(lines):
        write(out, (LEFT_PX, 94 + BILL_LINE_PX * k), line, "sans", size, ink)
    return out


BILL_LINE_PX = 44


def bill_lines(it: Bill, room: float) -> list[tuple[str, int, str]]:
    """The lines below the sum with their sizes and inks: its parts, and what is owed."""
    found: list[tuple[str, int, str]] = []
    for words, ink in ((it.parts, INK), (joined(it.owes, it.forced), it.ink)):
        lines, size = fitted_lines(words, "sans", 36, room, 2)
        found += [(line, size, ink) for line in lines]
    return found
