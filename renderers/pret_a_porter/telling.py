"""The pictures told at length, `tell`: all that they show, a section for each part."""

from collections.abc import Iterator

from renderers.canvas import names_of, seats_asked, winners
from renderers.telling import amounts, joined, told

from .finale import minus, results, verdict
from .guide import bank_words, staff_words
from .looks import Look
from .panel import bill, chosen, due_in, looks, question
from .reading import (
    TURNED,
    Design,
    Line,
    View,
    call,
    design_of,
    exhibiting,
    hopes,
    lines_of,
    month_name,
    over,
    owes,
    place_of,
    runway_of,
    seats_in_order,
    tiles,
)
from .shows import summary_words
from .wording import count_of

TOKENS = {"Q": "quality", "T": "trend", "PR": "PR"}
CATEGORIES = TOKENS | {"X2": "designs"}
PIECES = TOKENS | {"cash": "dollars"}
STATES = {"now": ", now", "done": ", done", "": ""}


def tell(view: View) -> str:
    """Return all that the board and the viewer's own picture show, by sections."""
    if over(view):
        return told((f"{view['title']}, final scores", final_words(view)))
    where = f"{month_name(view)}, month {view['round']} of 12, {view['phase']}"
    return told(
        (f"{view['title']}, {where}", now_words(view)),
        ("You", own_words(view)),
        ("Your designs", own_designs(view)),
        ("Your cards", own_cards(view)),
        ("Your best collections", hope_words(view)),
        *((show_lines(view),) if exhibiting(view) else ()),
        ("Companies", (company_words(view, who) for who in seats_in_order(view))),
        ("Street", () if exhibiting(view) else street(view)),
    )


def now_words(view: View) -> Iterator[str]:
    """Yield who is asked, and which shows are next."""
    _, words = call(view)
    asked = " and ".join(names_of(view)[who] for who in seats_asked(view))
    yield f"{asked} {words}." if asked else ""
    order = ", ".join(names_of(view)[who] for who in seats_in_order(view))
    yield f"Turn order: {order}."
    if exhibiting(view):
        yield f"{'. '.join(summary_words(view, lines_of(view)))}."
        return
    month = month_name(view, view["month"]["next_exhibition"])
    for tile in tiles(view):
        lines = [
            f"{CATEGORIES[kind]} {' and '.join(map(str, prizes))}" for kind, prizes in tile.lines
        ]
        yield f"Show in {month}, {tile.city}: prestige for {', '.join(lines)}."


def final_words(view: View) -> Iterator[str]:
    """Yield who won, and every score line by line."""
    best = " and ".join(names_of(view)[who] for who in winners(view))
    yield f"{best} {verdict(view)}."
    for it in results(view):
        yield joined(
            f"{it.place}. {it.name}, {minus(it.total)}{', bankrupt' if it.bankrupt else ''}",
            f"cash ${it.cash}, {it.earlier} VP of the year",
            f"{it.last} for the last {it.prestige} prestige",
            f"unpaid loans {minus(-it.debts)}" if it.debts else "",
            f"last sale {', '.join(map(named, it.designs))} for ${it.takings}"
            if it.designs
            else "",
            f"cards {', '.join(chip.id for chip in it.chips)}" if it.chips else "",
        ) + "."  # fmt: skip


# -------------------------------------------------------------------- the own company


def own_words(view: View) -> Iterator[str]:
    """Yield what the viewer is asked, and the stock and the bill of the company."""
    who = view["viewer"]
    if who is None:
        return
    p, found, company = view["players"][who], bill(view), view["companies"][who]
    yield f"You are {names_of(view)[who]}; own type {p['type']}. {question(view)}".strip()
    for topic, move in view["ahead"].items():
        yield f"Answered ahead, {topic}: {move}."
    yield f"Cash ${p['cash']}; debts ${company['debts']}, {due_in(view)}."
    yield f"Materials: {amounts(p['material']) or 'none'}."
    yield f"Upkeep {found.total}: {found.parts}; {found.owes.rstrip('!')}."
    yield f"Places for staff: {len(company['employees'])} of {company['places']}."
    if view["phase"] in ("planning", "action"):
        yield f"Bank: {bank_words(view)}. Employees: {staff_words(view)}."


def own_designs(view: View) -> Iterator[str]:
    """Yield the designs to choose from, those that are shown, and all others of the viewer."""
    if view["viewer"] is None:
        return
    p, shown = view["players"][view["viewer"]], chosen(view)
    for look in looks(view, view["looking"]):
        yield f"From the deck: {look_words(look)}."
    for look in looks(view, shown, bool(p["collection"])):
        yield f"On the runway: {look_words(look)}."
    for look in looks(view, [card for card in p["designs"] if card not in shown]):
        yield f"{look_words(look)}."
    if not p["designs"] and not shown:
        yield "None."


def look_words(look: Look) -> str:
    """Return a design with what is missing for it."""
    it = look.design
    lacks = [cloth for cloth, gone in zip(it.materials, look.missing, strict=True) if gone]
    return joined(
        design_words(it),
        "your type" if look.own_type else "",
        f"missing {' and '.join(lacks)}" if lacks else "",
    )


def design_words(it: Design) -> str:
    """Return a design as its card prints it."""
    bonus = amounts({PIECES[kind]: n for kind, n in it.bonus})
    return joined(
        f"{it.id} {it.name}, {it.style} {it.type}",
        f"of {' and '.join(it.materials)}",
        f"${it.price}",
        f"brings {bonus}" if bonus else "",
        between=", ",
    )


def named(it: Design) -> str:
    """Return a design as pictures show it small."""
    return f"{it.id} {it.style} {it.type}"


def own_cards(view: View) -> Iterator[str]:
    """Yield staff, buildings and contracts of the viewer's company with what they do."""
    if view["viewer"] is None:
        return
    for card, up in view["players"][view["viewer"]]["cards"].items():
        it = view["facts"][card]
        side = it["sides"][up]
        cost = f", ${it['sides']['b']['cost']} to turn" if up == "a" and it["can_turn"] else ""
        turned = f", {TURNED[it['kind']]}" if up == "b" else cost
        upkeep = "" if it["kind"] == "contract" else f", upkeep {side['upkeep']}"
        yield f"{card} {it['name']}, {it['kind']}{turned}{upkeep}: {' '.join(side['text'])}"


def hope_words(view: View) -> Iterator[str]:
    """Yield the best collections that the viewer could show, with what they would win."""
    if view["viewer"] is None:
        return
    for it in hopes(view, view["viewer"]):
        cards = ", ".join(design.id for design in it.designs)
        won = [f"{city} {CATEGORIES[kind]} {n}" for city, kind, n in it.lines if n]
        yield (
            f"{it.label} ({cards}): {it.prestige} prestige, sale ${it.takings}"
            f"{'; ' if won else ''}{', '.join(won)}."
        )


# -------------------------------------------------------------------------- the shows


def show_lines(view: View) -> tuple[str, Iterator[str]]:
    """Return how every line of the shows stands or was judged."""
    lines = lines_of(view)
    verb = "Prestige won" if all(line.judged for line in lines) else "Prestige to be won"
    return f"{verb}, line by line", (line_words(view, line) for line in lines)


def line_words(view: View, line: Line) -> str:
    """Say what each company has in a line, and what that wins."""
    names = names_of(view)
    stand = [
        f"{names[who]} {line.counts[who]}"
        + (f" for {line.prestige[who]} prestige" if line.prestige[who] else "")
        for who in seats_in_order(view)
    ]
    judged = ", judged" if line.judged else ""
    prizes = " and ".join(map(str, line.prizes))
    return f"{line.city}, {CATEGORIES[line.category]}, prizes {prizes}{judged}: {', '.join(stand)}."


# ---------------------------------------------------------------------- the companies


def company_words(view: View, who: int) -> str:
    """Say what a company has and owes, and in a month of shows what it shows."""
    p, company = view["players"][who], view["companies"][who]
    coming = company["loans_to_come"]
    cards = [
        f"{card} {view['facts'][card]['name']}"
        + (f" ({TURNED[view['facts'][card]['kind']]})" if up == "b" else "")
        for card, up in p["cards"].items()
    ]
    pawns = "" if exhibiting(view) else f", {count_of(company['pawns_left'], 'pawn')} left"
    debts = f"owes {owes(p)}: ${company['debts']}" if company["debts"] else "no debts"
    return joined(
        f"{names_of(view)[who]}{pawns}: ${p['cash']}",
        f"upkeep {company['upkeep']}" + (f", forces {count_of(coming, 'loan')}" if coming else ""),
        debts,
        f"{p['vp']} VP, {p['prestige']} prestige",
        amounts({TOKENS[kind]: n for kind, n in p["tokens"].items()}),
        f"materials {amounts(p['material']) or 'none'}",
        runway_words(view, who) if exhibiting(view) else held_designs(view, who),
        f"cards {', '.join(cards)}" if cards else "no cards",
    ) + "."  # fmt: skip


def held_designs(view: View, who: int) -> str:
    """Say which designs a company has."""
    facts, cards = view["facts"], view["players"][who]["designs"]
    shown = [f"{card} {facts[card]['style']} {facts[card]['type']}" for card in cards]
    return f"designs {', '.join(shown)}" if shown else "no designs"


def runway_words(view: View, who: int) -> str:
    """Say what a company shows, has sold, or could show."""
    it = runway_of(view, who)
    shown = f" ({', '.join(map(named, it.designs))})" if it.designs else ""
    return joined(f"{it.title}{shown}", it.words, between=", ")


# ------------------------------------------------------------------------- the street


def street(view: View) -> Iterator[str]:
    """Yield every location with its pawns, then what is to be had there."""
    for it in view["locations"]:
        number = it["number"]
        yield f"{place_words(view, number)}. {it['text']}"
        if it["id"] in ROWS:
            yield from row_words(view, ROWS[it["id"]])
        if "prices" in it:
            yield f"{price_words(view, number)}; {it['quality']} quality."
        if "pieces" in it:
            left = amounts({PIECES[piece["id"]]: piece["n"] for piece in it["pieces"]})
            yield f"Left: {left or 'nothing'}."


ROWS = {"contracts": "contract", "buildings": "building", "employees": "employee",
        "designs": "design"}  # fmt: skip


def place_words(view: View, number: int) -> str:
    """Say who stands at a location, and how many spaces are free."""
    it, names = place_of(view, number), names_of(view)
    pawns = [
        names[pawn.seat] + (" (has acted)" if pawn.acted else " (new)" if pawn.fresh else "")
        for pawn in it.pawns
    ]
    name = view["locations"][number - 1]["name"]
    here = ", ".join(pawns) or "nobody"
    return f"{number} {name}{STATES[it.state]}: {here}; {it.free} free"


def row_words(view: View, kind: str) -> Iterator[str]:
    """Yield the cards that lie open, the next one, and how many are in the deck."""
    for card in view["rows"][kind]:
        it = view["facts"][card]
        if kind == "design":
            yield f"{design_words(design_of(view, card))}."
            continue
        side = it["sides"]["a"]
        cost = f", ${it['cost']}" if kind == "building" else ""
        upkeep = f", upkeep {side['upkeep']}" if kind != "contract" else ""
        yield f"{card} {it['name']}{cost}{upkeep}: {' '.join(side['text'])}"
    top = view["tops"].get(kind)
    following = f"Next: {view['facts'][top]['name']}; " if top else ""
    yield f"{following}{view['decks'][kind]} in the deck."


def price_words(view: View, number: int) -> str:
    """Say what materials cost, and what they cost the viewer."""
    it = view["locations"][number - 1]
    text = f"Prices: {', '.join(f'{cloth} {n}' for cloth, n in it['prices'].items())}"
    own = {cloth: n for cloth, n in it["own_prices"].items() if n != it["prices"][cloth]}
    lower = ", ".join(f"{cloth} {n}" for cloth, n in own.items())
    return f"{text}; for you {lower}" if lower and view["viewer"] is not None else text
