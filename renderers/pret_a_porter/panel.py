"""A company in full, as its own player sees it."""

from functools import lru_cache
from typing import NamedTuple

from PIL import Image

from renderers.canvas import names_of, panel, place, seat, write
from renderers.fonts import fit, width

from .colours import ALARM, CLOTHS, GREY, INK, LINE, NOW, ZERO, finished, page, sheet
from .guide import guide, stops
from .looks import Look, hope_table, look_book
from .reading import (
    Entry,
    Row,
    View,
    design_of,
    exhibiting,
    holding,
    hopes,
    month_name,
    owes,
    row_of,
    tiles,
)
from .signs import barcode, prestige, rule, swatch, token
from .street import draw_entry
from .wording import charged, count_of

WIDE, LEFT, RIGHT = 1600, 40, 1560
HEADER, PROMPT, FIGURES, BILL = 160, 84, 140, 164
HELD, ROW = 80, 96


def own_panel(view: View) -> Image.Image:
    """Return the parts of a company below one another."""
    blocks = parts(view)
    image = page(WIDE, sum(block.height for block in blocks) + 24).copy()
    y = 0
    for block in blocks:
        image.paste(block, (0, y))
        y += block.height
    return image


def parts(view: View) -> list[Image.Image]:
    """Return what is shown of a company, the question first."""
    who: int = view["viewer"]
    row = row_of(view, who)
    found = [header(row, names_of(view)[who], issue(view), own_type(view))]
    words = question(view)
    if words:
        found.append(prompt(words))
    found.append(figures(row, due_in(view)))
    found += books(view)
    best = hopes(view, who)
    if best:
        found.append(hope_table(show_words(view), best))
    if view["phase"] in ("planning", "action"):
        found.append(guide(stops(view)))
    columns = [held(view, kind) for kind in ("employees", "buildings", "contracts")]
    found.append(holdings(*columns))
    found.append(stock_and_bill(tuple(view["players"][who]["material"].values()), bill(view)))
    return found


# ---------------------------------------------------------------------- header


def issue(view: View) -> str:
    """Return month and phase."""
    return f"{month_name(view)}, {view['round']} of 12"


def own_type(view: View) -> str:
    """Return the clothing type of the viewer's tile in words."""
    kind = view["players"][view["viewer"]]["type"]
    plural = {"dress": "dresses", "trousers": "trousers"}.get(kind, f"{kind}s")
    return f"{view['phase']} · own type: {plural}"


def question(view: View) -> str:
    """Return what the viewer is asked, or has planned."""
    if view["viewer"] in view["asked"]:
        return view["prompt"]
    if view["answer"]:
        return f"You answered: {view['answer']}"
    return ""


def due_in(view: View) -> str:
    """Return when debts are due."""
    if exhibiting(view):
        return "due now"
    return f"due in {month_name(view, view['month']['next_exhibition'])[:3]}"


def show_words(view: View) -> str:
    """Return the head of the best collections."""
    cities = [tile.city for tile in tiles(view)]
    return "The show" if len(cities) == 1 else "The shows"


@lru_cache(maxsize=32)
def header(row: Row, name: str, when: str, kind: str) -> Image.Image:
    """Return seat and name, month and clothing type."""
    out = sheet(WIDE, HEADER)
    place(out, seat(row.seat, row.letters, 96, ring=row.asked), 36, 36)
    room = RIGHT - 150 - width(kind, "sans", 34) - 40
    size = next((n for n in (88, 76, 64) if width(name, "serif-black", n) <= room), 56)
    shown = fit(name, "serif-black", size, room)
    write(out, (150, 82), shown, "serif-black", size, INK)
    end = 150 + width(shown, "serif-black", size)
    if RIGHT - width(kind, "sans", 34) - end > 220:
        barcode(out, round((end + RIGHT - width(kind, "sans", 34)) / 2) - 64, 52)
    write(out, (RIGHT, 64), when, "sans-bold", 36, INK, "r")
    write(out, (RIGHT, 108), kind, "sans", 34, INK, "r")
    rule(out, LEFT, 144, RIGHT, 8)
    return finished(out)


@lru_cache(maxsize=64)
def prompt(words: str) -> Image.Image:
    """Return the question on a yellow strip."""
    out = sheet(WIDE, PROMPT)
    place(out, panel(RIGHT - LEFT, 64, NOW, radius=8), LEFT, 8)
    write(out, (LEFT + 20, 40), fit(words, "sans-bold", 40, 1480), "sans-bold", 40, INK)
    return finished(out)


@lru_cache(maxsize=40)
def figures(row: Row, due: str) -> Image.Image:
    """Return the figures of a company, as large as a cover line."""
    out = sheet(WIDE, FIGURES)
    late = ALARM if row.debts else ZERO
    upkeep = charged(row.upkeep) + ("!" if row.short else "")
    items = (
        (40, f"${row.cash}", "cash", INK),
        (
            262,
            upkeep,
            "upkeep",
            ALARM if row.short else INK,
        ),
        (470, f"${row.debts}", due, late),
        (690, str(row.vp), "VP", INK),
        (850, str(row.prestige), "prestige", INK),
    )
    for x, value, words, ink in items:
        size = 80 if len(value) < 5 else 68
        write(out, (x, 48), value, "serif-black", size, ink if value not in ("0", "$0") else ZERO)
        write(out, (x, 110), words, "sans", 34, GREY)
        if words == "prestige":
            place(out, prestige(56), x + width(value, "serif-black", size) + 12, 18)
    for x, kind, n in zip((1130, 1290, 1450), ("Q", "T", "PR"), row.tokens, strict=True):
        write(out, (x, 48), str(n), "serif-black", 80 if n < 10 else 62, INK if n else ZERO, "r")
        place(out, token(kind, 76), x + 12, 12)
    return finished(out)


# --------------------------------------------------------------------- designs


def books(view: View) -> list[Image.Image]:
    """Return the designs to choose from, those that are shown, and all others."""
    p = view["players"][view["viewer"]]
    found: list[Image.Image] = []
    if view["looking"]:
        note = "only you see these"
        found.append(look_book("From the deck", note, looks(view, view["looking"]), True))
    taken = chosen(view)
    if taken:
        found.append(look_book("On the runway", "", looks(view, taken, bool(p["collection"]))))
    rest = [card for card in p["designs"] if card not in taken]
    if rest or not taken:
        note = cloth_words(view) if rest else "none"
        found.append(look_book("Designs", note, looks(view, rest)))
    return found


def chosen(view: View) -> list[str]:
    """Return the designs of the viewer's collection, as far as they are decided on."""
    runway = view["runway"]
    if runway and runway["seat"] == view["viewer"]:
        return runway["shown"]
    return view["players"][view["viewer"]]["collection"]


def looks(view: View, cards: list[str], made: bool = False) -> tuple[Look, ...]:
    """Return designs as pages, with what is missing for them."""
    p = view["players"][view["viewer"]]
    found: list[Look] = []
    for card in sorted(cards, key=lambda card: (view["facts"][card]["style"], card)):
        design = design_of(view, card)
        missing = tuple(not made and not p["material"][cloth] for cloth in design.materials)
        found.append(Look(design, missing, design.type == p["type"]))
    return tuple(found)


def cloth_words(view: View) -> str:
    """Say for how many designs of a style there is cloth."""
    best: dict[str, int] = {}
    for it in view["prospects"][view["viewer"]]:
        best[it["style"]] = max(best.get(it["style"], 0), len(it["designs"]))
    labels = [f"{n} {style}" for style, n in best.items()]
    return f"cloth at hand for {' or '.join(labels[:2])}" if labels else ""


# -------------------------------------------------------------------- holdings


class Held(NamedTuple):
    """A column of cards: its head, what is said beside it, the cards."""

    title: str
    note: str
    entries: tuple[Entry, ...]


def held(view: View, kind: str) -> Held:
    """Return the cards of a kind that the viewer's company has."""
    who = view["viewer"]
    company = view["companies"][who]
    entries = tuple(holding(view, who, card) for card in company[kind])
    places = f"{len(entries)} of {company['places']} places"
    title = {"employees": "Staff"}.get(kind, kind.capitalize())
    return Held(title, places if kind == "employees" else "", entries)


@lru_cache(maxsize=40)
def holdings(*columns: Held) -> Image.Image:
    """Return staff, buildings and contracts side by side."""
    most = max(1, *(len(column.entries) for column in columns))
    out = sheet(WIDE, HELD + ROW * most + 16)
    w = 485
    for k, column in enumerate(columns):
        x = LEFT + k * 517
        rule(out, x, 0, x + w, 4)
        write(out, (x, 38), column.title, "serif", 46, INK)
        write(out, (x + w, 39), column.note, "sans", 34, INK, "r")
        for r, entry in enumerate(column.entries):
            y = HELD + r * ROW
            if r:
                rule(out, x, y - 3, x + w, 1, LINE)
            draw_entry(out, entry, x, y, w)
        if not column.entries:
            write(out, (x, HELD + 24), "none", "sans", 32, GREY)
    return finished(out)


# ------------------------------------------------------------ stock and upkeep


class Bill(NamedTuple):
    """What a month costs: the sum, its parts, what is owed, what goes wrong."""

    total: int
    parts: str
    owes: str
    alarm: bool


NAMES = {"printed": "printed staff", "employees": "staff", "buildings": "buildings",
         "credits": "credits", "loans": "loans"}  # fmt: skip


def bill(view: View) -> Bill:
    """Return the bill of the viewer's company."""
    who = view["viewer"]
    company = view["companies"][who]
    found = [f"{NAMES[name]} {n}" for name, n in company["upkeep_lines"].items() if n]
    less = company["track"] - company["upkeep"]
    words = " + ".join(found) + (f" − {less}" if less > 0 else "")
    debts = owes(view["players"][who])
    when = "now" if exhibiting(view) else f"in {month_name(view, company['due_month'])}"
    told = f"{debts}: ${company['debts']} due {when}" if debts else "no credit, no loan"
    coming = company["loans_to_come"]
    if coming:
        told += f"; forces {count_of(coming, 'new loan')}!"
    return Bill(company["upkeep"], words or "nothing", told, bool(debts or coming))


@lru_cache(maxsize=40)
def stock_and_bill(stock: tuple[int, ...], it: Bill) -> Image.Image:
    """Return the materials at hand, and the upkeep as a sum."""
    out = sheet(WIDE, BILL)
    rule(out, LEFT, 0, 800, 4)
    write(out, (LEFT, 38), "Materials", "serif", 46, INK)
    for k, (cloth, n) in enumerate(zip(CLOTHS, stock, strict=True)):
        x = LEFT + 32 + k * 127
        place(out, swatch(cloth, 62), x, 108, "middle")
        write(out, (x + 40, 106), str(n), "serif", 52 if n < 10 else 40, INK if n else ZERO)
    rule(out, 832, 0, RIGHT, 4)
    write(out, (832, 38), "Upkeep", "serif", 46, INK)
    write(out, (RIGHT, 38), charged(it.total), "serif-black", 54, INK, "r")
    room = RIGHT - 832
    for y, words, ink in ((92, it.parts, INK), (134, it.owes, ALARM if it.alarm else GREY)):
        size = next((n for n in (34, 32, 30, 28) if width(words, "sans", n) <= room), 26)
        write(out, (832, y), fit(words, "sans", size, room), "sans", size, ink)
    return finished(out)
