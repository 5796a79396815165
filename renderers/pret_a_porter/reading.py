"""What the pictures show, read from a view: plain values that finished parts are kept under.

Words in them are in the language of the reader, but for styles and clothing types, which are also
what garments are drawn from.
"""

from collections import Counter
from typing import Any, NamedTuple

from games.words import _, translate
from renderers.caching import cached_per_language
from renderers.fonts import initials
from renderers.seats import names_of, seats_asked
from renderers.transcript import amount, dollars

from .colours import STYLES
from .terms import (
    EXHIBITION_PHASES,
    TURNED,
    WORKING_PHASES,
    debts_in_words,
    location_name,
    minus,
    name_of_month,
    short_month,
)

View = dict[str, Any]

# ------------------------------------------------------------------ the game


def is_over(view: View) -> bool:
    return view["scores"] is not None


def is_show_month(view: View) -> bool:
    return view["month"]["exhibition"]


def month_name(view: View, number: int = 0) -> str:
    """The present month if no number is given."""
    return name_of_month(number or view["round"])


def phases(view: View) -> tuple[str, ...]:
    return EXHIBITION_PHASES if is_show_month(view) else WORKING_PHASES


def seats_in_order(view: View) -> list[int]:
    return list(view["order"])


def letters(view: View) -> tuple[str, ...]:
    return _letters(tuple(view.get("names") or ()), view["seats"])


@cached_per_language
def _letters(names: tuple[str, ...], seats: int) -> tuple[str, ...]:
    return tuple(initials(names_of({"names": names, "seats": seats})))


PARTICLES = " は"
"""What stands between a name and what is said of it."""


def whose_turn(view: View) -> tuple[str, str]:
    """Who is asked, and what they do, without the name; "" where nobody is."""
    asked, nobody = seats_asked(view), [""] * view["seats"]
    if not asked:
        return "", ""
    words = translate(view["question"]["they"], nobody).lstrip(PARTICLES)
    return names_of(view)[asked[0]], words


# ---------------------------------------------------------------------- cards


class Design(NamedTuple):
    id: str
    name: str
    style: str
    type: str
    materials: tuple[str, ...]
    price: int
    bonus: tuple[tuple[str, int], ...]


class Look(NamedTuple):
    """A design with the materials that the viewer lacks for it, and whether it is of their type."""

    design: Design
    missing: tuple[bool, ...]
    own_type: bool


class Entry(NamedTuple):
    """A company card in a list: what it is called and does, its price, what is said beside it, and
    that where there is little room.
    """

    id: str
    name: str
    does: str
    price: str
    label: str = ""
    note: str = ""
    short_note: str = ""


def design_of(view: View, card: str) -> Design:
    it = view["facts"][card]
    return Design(
        card, translate(it["name"]), it["style"], it["type"], tuple(it["materials"]), it["price"],
        tuple(it["bonus"].items()),
    )  # fmt: skip


def designs_of(view: View, cards: list[str]) -> tuple[Design, ...]:
    """Designs by style, the more numerous style first."""
    found = [design_of(view, card) for card in cards]
    counts = Counter(it.style for it in found)
    order = list(STYLES)
    found.sort(key=lambda it: (-counts[it.style], order.index(it.style), it.id))
    return tuple(found)


def looks(view: View, cards: list[str], made: bool = False) -> tuple[Look, ...]:
    """Designs as the viewer sees them, by style; for those that are made nothing is missing."""
    p = view["players"][view["viewer"]]
    found: list[Look] = []
    for card in sorted(cards, key=lambda card: (view["facts"][card]["style"], card)):
        design = design_of(view, card)
        missing = tuple(not made and not p["material"][cloth] for cloth in design.materials)
        found.append(Look(design, missing, design.type == p["type"]))
    return tuple(found)


def chosen_designs(view: View) -> list[str]:
    """The designs of the viewer's collection, as far as they are decided on."""
    runway = view["runway"]
    if runway and runway["seat"] == view["viewer"]:
        return runway["shown"]
    return view["players"][view["viewer"]]["collection"]


def effect_text(side: View) -> str:
    """What a side of a card does, in few words."""
    return " · ".join(translate(each) for each in side["short"])


def offer(view: View, card: str) -> Entry:
    """A card that is to be had: a building's price, an employee's upkeep."""
    it = view["facts"][card]
    side = it["sides"]["a"]
    name, words, upkeep = translate(it["name"]), effect_text(side), side["upkeep"]
    if it["kind"] == "building":
        notes = (_("upkeep {n}", n=upkeep), minus(-upkeep)) if upkeep else ("", "")
        return Entry(card, name, words, dollars(it["cost"]), "", *notes)
    if it["kind"] == "employee":
        return Entry(card, name, words, str(upkeep), _("upkeep"))
    return Entry(card, name, words, "")


def holding(view: View, who: int, card: str) -> Entry:
    """A card that a company has: its upkeep, and whether it can still be turned."""
    it, up = view["facts"][card], view["players"][who]["cards"][card]
    side = it["sides"][up]
    note = ""
    if up == "b":
        note = translate(TURNED[it["kind"]])
    elif it["can_turn"]:
        note = turn_cost(it["kind"], it["sides"]["b"]["cost"])
    upkeep = "" if it["kind"] == "contract" else str(side["upkeep"])
    return Entry(card, translate(it["name"]), effect_text(side), upkeep, "", note, note)


def turn_cost(kind: str, cost: int) -> str:
    """How a card can still be turned, and what that costs."""
    if kind == "building":
        return _("upgrade ${cost}", cost=cost)
    return _("train ${cost}", cost=cost) if kind == "employee" else _("fresh")


# ------------------------------------------------------------------ locations


class Pawn(NamedTuple):
    """A pawn on a space: its seat, its letters, whether it has acted or was just placed."""

    seat: int
    letters: str
    acted: bool
    fresh: bool


class Location(NamedTuple):
    """A location: its number, how it stands, its pawns, its free spaces."""

    number: int
    name: str
    state: str
    pawns: tuple[Pawn, ...]
    free: int


def pawns_on(location: dict[str, Any]) -> list[int]:
    """Whose pawns stand on a location, those that cards have put there last."""
    return [*location["pawns"], *location["card_pawns"]]


def location_of(view: View, number: int) -> Location:
    """A location; the one that is resolved is "now", those before it are "done"."""
    it = view["locations"][number - 1]
    at = view["at"]
    state = "now" if at == number else "done" if at > number else ""
    acted = 99 if state == "done" else it["acted"] or 0
    marks = letters(view)
    seats = pawns_on(it)
    fresh = last_pawn(view) if view["phase"] == "planning" else ("", 0)
    last = len(it["pawns"]) - 1
    pawns = tuple(
        Pawn(who, marks[who], n < acted, (it["name"], who) == fresh and n == last)
        for n, who in enumerate(seats)
    )
    name = location_name(number, it["name"])
    return Location(number, name, state, pawns, it["spaces"] - len(it["pawns"]))


def last_pawn(view: View) -> tuple[str, int]:
    """Where the last pawn went and whose it is, as the news have it."""
    for _text, facts in reversed(view["news"]):
        if "place" in facts and "who" in facts:
            return facts["place"], facts["who"]
    return "", 0


def supplier(view: View, number: int, own: bool) -> tuple[int, tuple[tuple[int, bool], ...]]:
    """The quality of a supplier, and its prices with whether they are lowered."""
    it = view["locations"][number - 1]
    prices = it["own_prices"] if own else it["prices"]
    return it["quality"], tuple((prices[c], prices[c] < it["prices"][c]) for c in it["prices"])


def pieces(view: View) -> tuple[tuple[str, int], ...]:
    """What is left at the last location."""
    return tuple((it["id"], it["n"]) for it in view["locations"][8]["pieces"])


# ---------------------------------------------------------------------- shows


class Tile(NamedTuple):
    city: str
    lines: tuple[tuple[str, tuple[int, ...]], ...]


def tiles(view: View, quarter: int = 0) -> tuple[Tile, ...]:
    """The shows of a quarter, of the present one if none is given."""
    it = view["quarters"][(quarter or view["month"]["quarter"]) - 1]
    prizes = [tuple(line) for line in view["prizes"]]
    return tuple(
        Tile(
            translate(show["city"]), tuple(zip(show["lines"][: it["lines"]], prizes, strict=False))
        )
        for show in it["shows"]
    )


# ------------------------------------------------------------------ companies


class Head(NamedTuple):
    """A company where it is named."""

    seat: int
    letters: str
    name: str
    asked: bool


def heads(view: View) -> tuple[Head, ...]:
    """The companies in turn order."""
    names, marks = names_of(view), letters(view)
    order, asked = seats_in_order(view), view["asked"]
    return tuple(Head(who, marks[who], names[who], who in asked) for who in order)


class Figures(NamedTuple):
    """What a company has in figures, and when its debts are due."""

    cash: int
    upkeep: int
    short: bool
    """Whether the bills to come force a loan."""
    debts: int
    due: str
    vp: int
    prestige: int
    tokens: tuple[int, ...]


def figures_of(view: View, who: int) -> Figures:
    p, company = view["players"][who], view["companies"][who]
    if is_show_month(view):
        due = _("due now")
    else:
        due = _("due {month:text}", month=short_month(view["month"]["next_exhibition"]))
    tokens = tuple(p["tokens"][kind] for kind in ("Q", "T", "PR"))
    return Figures(
        p["cash"], company["upkeep"], company["loans_to_come"] > 0, company["debts"], due,
        p["vp"], p["prestige"], tokens,
    )  # fmt: skip


class Chip(NamedTuple):
    """A card a company has, in short: its kind, number and name, whether it is turned."""

    kind: str
    id: str
    name: str
    turned: bool


class Goods(NamedTuple):
    designs: tuple[Design, ...]
    materials: tuple[tuple[str, int], ...]
    chips: tuple[Chip, ...]
    owes: str


def goods_of(view: View, who: int) -> Goods:
    p, company = view["players"][who], view["companies"][who]
    cards = [*company["employees"], *company["buildings"], *company["contracts"]]
    facts = [view["facts"][card] for card in cards]
    chips = tuple(
        Chip(it["kind"], card, translate(it["name"]), p["cards"][card] == "b")
        for card, it in zip(cards, facts, strict=True)
    )
    stock = tuple((cloth, n) for cloth, n in p["material"].items() if n)
    return Goods(designs_of(view, p["designs"]), stock, chips, debts_of(p))


def debts_of(p: View) -> str:
    return debts_in_words(p["credits"], p["loans"])


class Gain(NamedTuple):
    """What a collection wins in a line."""

    city: str
    category: str
    prestige: int


class Prospect(NamedTuple):
    """A collection and what it wins, as things stand or for certain."""

    designs: tuple[Design, ...]
    label: str
    lines: tuple[Gain, ...]
    prestige: int
    takings: int


def cities_of(view: View) -> dict[str, str]:
    """The city of each show of the game."""
    shows = [show for quarter in view["quarters"] for show in quarter["shows"]]
    return {show["id"]: translate(show["city"]) for show in shows}


def prospects(view: View, who: int) -> tuple[Prospect, ...]:
    """The best collections a company could show, with what they would win."""
    return tuple(prospect(view, it) for it in view["prospects"][who])


def prospect(view: View, it: View) -> Prospect:
    cities = cities_of(view)
    lines = tuple(
        Gain(cities[line["show"]], line["category"], line["prestige"]) for line in it["lines"]
    )
    label = amount(len(it["designs"]), it["style"])
    return Prospect(designs_of(view, it["designs"]), label, lines, it["prestige"], it["takings"])


class Line(NamedTuple):
    """A line of a fashion show: its prizes, and by seat what is compared and what it wins."""

    city: str
    category: str
    prizes: tuple[int, ...]
    counts: tuple[int, ...]
    prestige: tuple[int, ...]
    judged: bool


def leaders(line: Line) -> list[int]:
    """The seats that win most in a line."""
    best = max(line.prestige)
    return [who for who, won in enumerate(line.prestige) if won == best > 0]


def lines_of(view: View) -> tuple[Line, ...]:
    """The lines of this quarter: those judged as they were, the others as they stand."""
    cities = cities_of(view)
    judged = {(it["show"], it["line"]): it for it in view["awards"]} if is_show_month(view) else {}
    found: list[Line] = []
    for it in view["lines"]:
        award = judged.get((it["show"], it["line"]))
        told = award or it
        found.append(
            Line(
                cities[it["show"]], it["category"], tuple(view["prizes"][it["line"] - 1]),
                tuple(told["counts"]), tuple(told["prestige"]), award is not None,
            )
        )  # fmt: skip
    return tuple(found)


class Runway(NamedTuple):
    """What a company shows, has sold, or could show: garments, words, and a line below them."""

    designs: tuple[Design, ...]
    title: str
    words: str
    certain: bool


def runway_of(view: View, who: int) -> Runway:
    """What a company shows in this month, or the best it could."""
    p, nothing = view["players"][who], _("showed nothing")
    if {who, str(who)} & view["sold"].keys():
        sold = collection_sold(view, who)
        words = _("sale ${n}", n=p["takings"]) if sold else _("no sale")
        title = _("sold {n} {style}", **size_and_style(view, sold)) if sold else nothing
        return Runway(designs_of(view, sold), title, words, True)
    if view["standings"][who]["shown"]:
        won = sum(line.prestige[who] for line in lines_of(view))
        words = _("wins {n} prestige as it stands", n=won) if not view["awards"] else ""
        cards = p["collection"]
        title = _("shows {n} {style}", **size_and_style(view, cards)) if cards else nothing
        return Runway(designs_of(view, cards), title, words, True)
    best = prospects(view, who)
    if not best:
        return Runway((), _("nothing to show"), "", False)
    it = best[0]
    words = _("would win {n} prestige, sale ${cash}", n=it.prestige, cash=it.takings)
    title = _("best now: {collection:text}", collection=it.label)
    return Runway(it.designs, title, words, False)


def size_and_style(view: View, cards: list[str]) -> dict[str, Any]:
    styles = Counter(view["facts"][card]["style"] for card in cards)
    return {"n": len(cards), "style": styles.most_common(1)[0][0]}


class Moment(NamedTuple):
    """A show month as it went: by seat what was shown and the prestige that it won."""

    month: int
    cities: tuple[str, ...]
    shown: tuple[tuple[Design, ...], ...]
    prestige: tuple[int, ...]
    decided: bool


def collection_sold(view: View, who: int) -> list[str]:
    """What a company sold in the latest month of shows."""
    return view["sold"].get(who, view["sold"].get(str(who))) or []


def rounds_by_month(view: View) -> dict[int, View]:
    """The months of a finished game, as far as its story is known."""
    rounds: list[View] = view["story"]["rounds"] if "story" in view else []
    return {it["heading"][1]["round"]: it for it in rounds}


def deciding_month(view: View) -> int:
    """The month that decided a finished game; 0 if none did."""
    if "story" not in view or not view["story"]["decided"]:
        return 0
    number: int = view["story"]["decided"]["round"]
    return list(rounds_by_month(view))[number]


def shows_of_the_year(view: View) -> tuple[Moment, ...]:
    """The months of shows of a finished game; where its story is not known, only the last."""
    months, decided = rounds_by_month(view), deciding_month(view)
    found: list[Moment] = []
    for quarter in view["quarters"]:
        month = 3 * quarter["quarter"]
        last = quarter is view["quarters"][-1]
        if not last and month + 1 not in months:
            continue
        # Until the next show a view has what this one brought.
        seen = view if last else months[month + 1]["view"]
        cities = tuple(translate(show["city"]) for show in quarter["shows"])
        seats = range(view["seats"])
        shown = tuple(designs_of(seen, collection_sold(seen, who)) for who in seats)
        won = tuple(sum(award["prestige"][who] for award in seen["awards"]) for who in seats)
        found.append(Moment(month, cities, shown, won, month == decided))
    return tuple(found)


def points_of_the_year(view: View) -> tuple[tuple[int, ...], ...]:
    """The points by seat at the start of a finished game and after each month; () where they are
    not known.
    """
    months = rounds_by_month(view)
    if not months:
        return ()
    start = next(iter(months.values()))["start"]
    starts = [start] if 1 in months else [start, start]  # a year may begin without a heading
    return tuple(map(tuple, [*starts, *(it["points"] for it in months.values())]))
