"""The pictures in words."""

from renderers.canvas import names_of, seats_asked, winners

from .finale import minus, results, verdict
from .panel import cloth_words, question
from .reading import (
    View,
    call,
    exhibiting,
    hopes,
    lines_of,
    month_name,
    over,
    owes,
    pawns_on,
    runway_of,
    seats_in_order,
    tiles,
)

LEVELS = ((40, 3), (40, 2), (24, 2), (24, 1), (14, 1), (14, 0), (9, 0), (6, 0))
"""Letters of names, and how much is told beside the figures."""
LETTERS = {"white": "W", "yellow": "Y", "green": "G", "blue": "B", "red": "R", "black": "K"}


def describe(view: View) -> str:
    """Return the picture in words, in at most a thousand characters."""
    text = ""
    for most, more in LEVELS:
        names = [cut(name, most) for name in names_of(view)]
        lines = end_words(view, names) if over(view) else game_words(view, names, more)
        text = "\n".join(line for line in lines if line)
        if len(text) <= 1000:
            return text
    return text[:999] + "…"


def cut(name: str, most: int) -> str:
    """Return a name, cut with an ellipsis after a number of letters."""
    return name if len(name) <= most else name[: most - 1].rstrip() + "…"


def game_words(view: View, names: list[str], more: int) -> list[str]:
    """Say where the game stands, what the viewer has, the shows or the street, the companies."""
    who, words = call(view)
    if len(seats_asked(view)) == 1:
        who = names[seats_asked(view)[0]]
    waiting = f" {who} {words}." if who else ""
    return [
        f"{view['title']}, {month_name(view)} ({view['round']} of 12), {view['phase']}.{waiting}",
        own_words(view, more),
        show_words(view, names, more) if exhibiting(view) or more else "",
        "" if exhibiting(view) else pawn_words(view, names),
        *(company_words(view, who, names, more) for who in seats_in_order(view)),
        "" if exhibiting(view) or more < 2 else row_words(view, more),
    ]


def own_words(view: View, more: int) -> str:
    """Say what the viewer is asked and has."""
    who = view["viewer"]
    if who is None:
        return ""
    p = view["players"][who]
    asked = question(view)
    designs = " ".join(p["designs"]) if more else str(len(p["designs"]))
    parts = [f"designs {designs or 'none'}", f"own type {p['type']}", cloth_words(view)]
    if view["looking"]:
        parts.append(f"to choose from {' '.join(view['looking'])}")
    best = hopes(view, who)
    if best:
        parts.append(f"best now +{best[0].prestige} prestige, sale ${best[0].takings}")
    parts += [f"ahead: {topic}: {move}" for topic, move in view["ahead"].items()]
    start = f"You are {names_of(view)[who][:12]}. {asked}".strip()
    return f"{start} Your {'; '.join(part for part in parts if part)}."


def show_words(view: View, names: list[str], more: int) -> str:
    """Say which shows come, or in their month how each line stands."""
    if not exhibiting(view):
        told = [f"{tile.city} {' '.join(kind for kind, _ in tile.lines)}" for tile in tiles(view)]
        month = month_name(view, view["month"]["next_exhibition"])
        return f"Shows in {month}: {'; '.join(told)}."
    lines = lines_of(view)
    sums = [sum(line.prestige[who] for line in lines) for who in range(view["seats"])]
    verb = "won" if all(line.judged for line in lines) else "would win"
    told = [f"{line.city} {line.category} {'-'.join(map(str, line.counts))}" for line in lines]
    counts = f" Lines by seat: {'; '.join(told)}." if more else ""
    won = ", ".join(f"{name} {n}" for name, n in zip(names, sums, strict=True))
    return f"Prestige {verb}: {won}.{counts}"


def pawn_words(view: View, names: list[str]) -> str:
    """Say who stands where."""
    told = [
        f"{it['number']} {'+'.join(names[who] for who in pawns_on(it))}"
        for it in view["locations"]
        if it["pawns"] or it["card_pawns"]
    ]
    return f"Pawns: {', '.join(told)}." if told else "No pawn is placed."


def company_words(view: View, who: int, names: list[str], more: int) -> str:
    """Say what a company has and owes."""
    p, company = view["players"][who], view["companies"][who]
    tokens = " ".join(f"{kind}{n}" for kind, n in p["tokens"].items() if n)
    debts = f", owes {owes(p)}: ${company['debts']}" if company["debts"] else ""
    text = f"{names[who]}: ${p['cash']}, upkeep {company['upkeep']}{debts}, {p['vp']} VP"
    text += f", prestige {p['prestige']}" + (f", {tokens}" if tokens else "")
    if exhibiting(view):
        it = runway_of(view, who)
        return f"{text}; {it.title}."
    if not more:
        return text + "."
    stock = "".join(f"{LETTERS[cloth]}{n}" for cloth, n in p["material"].items() if n)
    cards = " ".join(p["cards"])
    held = [f"{len(p['designs'])} designs", stock, cards]
    return f"{text}; {', '.join(part for part in held if part)}."


def row_words(view: View, more: int) -> str:
    """Say what lies open on the street."""
    facts = view["facts"]
    told = [
        f"{kind}s {', '.join(facts[card]['name'] if more > 2 else card for card in cards)}"
        for kind, cards in view["rows"].items()
        if cards
    ]
    return f"Open: {'; '.join(told)}."


def end_words(view: View, names: list[str]) -> list[str]:
    """Say who won, and every score line by line."""
    best = " and ".join(names[who] for who in winners(view))
    lines = [f"{view['title']}, final scores: {best} {verdict(view)}."]
    if view["viewer"] is not None:
        lines.append(f"You are {names[view['viewer']]}.")
    for it in results(view):
        debts = f", unpaid loans {minus(-it.debts)}" if it.debts else ""
        broke = ", bankrupt" if it.bankrupt else ""
        lines.append(
            f"{it.place} {names[it.seat]} {minus(it.total)}{broke}: ${it.cash}, {it.earlier} VP"
            f" of the year, {it.last} for the last {it.prestige} prestige{debts}."
        )
    return lines
