"""The pictures in words: `describe`, short enough for an alt text, and `tell`, with all of them."""

from collections.abc import Iterator
from functools import partial

from games.words import _, phrase, translate
from renderers.transcript import (
    Line,
    Reading,
    alt_text,
    amount,
    amounts,
    as_sentence,
    detail,
    dollars,
    joined,
    names_in_words,
    one_line,
    section,
    summary,
    transcript,
    with_label,
)

from .finale import Result, best_named, decision, lead, results, verdict
from .fronts import bank_words, staff_words
from .panel import bill, cloth_words, debts_due, question
from .reading import (
    Design,
    Look,
    Moment,
    View,
    chosen_designs,
    debts_of,
    design_of,
    is_over,
    is_show_month,
    leaders,
    lines_of,
    location_of,
    looks,
    month_name,
    pawns_on,
    points_of_the_year,
    prospects,
    runway_of,
    seats_in_order,
    shows_of_the_year,
    tiles,
)
from .reading import Line as Award
from .shows import summary_words
from .terms import CATEGORIES, TURNED, location_name, minus, name_of_month, phase_name

KINDS = {"contract": phrase("contract"), "building": phrase("building"),
         "employee": phrase("employee")}  # fmt: skip
ROWS = {"contracts": "contract", "buildings": "building", "employees": "employee",
        "designs": "design"}  # fmt: skip
"""The row of cards at each location that has one."""
OPEN = {
    "contract": phrase("Contracts"),
    "building": phrase("Buildings"),
    "employee": phrase("Employees"),
    "design": phrase("Designs"),
}
STATES = {"now": phrase("under way"), "done": phrase("done")}


def describe(view: View) -> str:
    """The picture in words, in less than a thousand characters."""
    return alt_text(partial(read, view), view)


def tell(view: View) -> str:
    return transcript(read(view, names_in_words(view)))


def read(view: View, names: list[str]) -> Reading:
    if is_over(view):
        heading = _("{title:text}, final scores", title=view["title"])
        return [section(heading, [summary(heading), *final_lines(view, names)])]
    heading = _(
        "{title:text}, {month:text}, month {n} of 12, {phase:text}",
        title=view["title"],
        month=month_name(view),
        n=view["round"],
        phase=phase_name(view["phase"]),
    )
    own = view["viewer"] is not None
    return [
        section(heading, [summary(as_sentence(heading)), *now_lines(view, names)]),
        section(_("You"), own_lines(view, names) if own else ()),
        section(_("Your designs"), own_designs(view) if own else ()),
        section(_("Your cards"), own_cards(view) if own else ()),
        section(_("Your best collections"), prospect_lines(view) if own else ()),
        *shows_or_pawns(view, names),
        section(_("Companies"), (company_line(view, who, names) for who in seats_in_order(view))),
        section(_("Street"), () if is_show_month(view) else street(view, names)),
    ]


def comma_list(parts: list[str]) -> str:
    """Things one after the other, with the commas of the language."""
    return joined(*parts, between=", ")


def sentence(text: str) -> str:
    return as_sentence(text[:1].upper() + text[1:])


def in_sentences(texts: list[str]) -> str:
    return one_line("\n".join(map(translate, texts)))


def now_lines(view: View, names: list[str]) -> Iterator[Line | str]:
    if they := view["question"]["they"]:
        yield _("Now {they:text}.", they=translate(they, names))
    order = comma_list([names[who] for who in seats_in_order(view)])
    yield detail(_("Turn order: {names:text}.", names=order))
    if is_show_month(view):
        yield from (detail(as_sentence(words)) for words in summary_words(view, lines_of(view)))
        return
    month, short = month_name(view, view["month"]["next_exhibition"]), list[str]()
    for tile in tiles(view):
        prized = comma_list([translate(CATEGORIES[kind]) for kind, _prizes in tile.lines])
        short.append(f"{translate(tile.city)} ({prized})")
        lines = (
            _("{what} {prizes:list}", what=CATEGORIES[kind], prizes=prizes)
            for kind, prizes in tile.lines
        )
        said = {"month": month, "city": tile.city, "lines": joined(*lines)}
        yield detail(_("Show in {month:text}, {city:text}: prestige for {lines:text}.", **said))
        ahead = [
            with_label(translate(CATEGORIES[line.category]), comma_list(leading))
            for line in lines_of(view)
            if line.city == tile.city and (leading := [names[who] for who in leaders(line)])
        ]
        if ahead:
            told = {"city": tile.city, "lines": joined(*ahead)}
            yield detail(_("In the lead in {city:text}: {lines:text}.", **told))
    yield summary(_("Shows in {month:text}: {shows:text}.", month=month, shows=joined(*short)))


# -------------------------------------------------------------------- the own company


def own_lines(view: View, names: list[str]) -> Iterator[Line | str]:
    who = view["viewer"]
    p, found, company = view["players"][who], bill(view), view["companies"][who]
    yield _("You are {name:text}; own type {type}.", name=names[who], type=p["type"])
    yield question(view)
    for topic, move in view["ahead"].items():
        yield _("Answered in advance, {topic}: {move:text}.", topic=topic, move=move)
    yield summary(sentence(own_summary(view)))
    money = {"cash": p["cash"], "debts": company["debts"], "due": debts_due(view)}
    yield detail(_("Cash ${cash}; debts ${debts}, {due:text}.", **money))
    yield detail(sentence(stock(view, who)))
    upkeep = _("upkeep {n}: {parts:text}", n=found.total, parts=found.parts)
    yield detail(sentence(joined(upkeep, found.owes)))
    if company["loans_to_come"]:
        yield detail(_("That forces {n:new loan|new loans}.", n=company["loans_to_come"]))
    places = {"n": len(company["employees"]), "most": company["places"]}
    yield detail(_("Places for staff: {n} of {most}.", **places))
    if view["phase"] in ("planning", "action"):
        offers = {"credit": bank_words(view), "staff": staff_words(view)}
        yield detail(_("Bank: {credit:text}. Employees: {staff:text}.", **offers))


def own_summary(view: View) -> str:
    p, best = view["players"][view["viewer"]], prospects(view, view["viewer"])
    designs, choice, promise = in_short(view, p["designs"]), in_short(view, p["looked_at"]), ""
    if best:
        won = {"n": best[0].prestige, "cash": best[0].takings}
        promise = _("best now +{n} prestige, sale ${cash}", **won)
    return joined(
        _("designs: {what:text}", what=designs) if designs else _("no designs"),
        cloth_words(view),
        _("to choose from: {cards:text}", cards=choice) if choice else "",
        promise,
    )


def in_short(view: View, cards: list[str]) -> str:
    return comma_list([design_name(design_of(view, card)) for card in cards])


def stock(view: View, who: int) -> str:
    material = amounts(view["players"][who]["material"])
    return _("materials {what:text}", what=material) if material else _("no materials")


def own_designs(view: View) -> Iterator[Line]:
    p, shown = view["players"][view["viewer"]], chosen_designs(view)
    for look in looks(view, p["looked_at"]):
        yield detail(_("From the deck: {design:text}.", design=look_words(look)))
    for look in looks(view, shown, bool(p["collection"])):
        yield detail(_("On the runway: {design:text}.", design=look_words(look)))
    for look in looks(view, [card for card in p["designs"] if card not in shown]):
        yield detail(as_sentence(look_words(look)))
    if not p["designs"] and not shown:
        yield detail(sentence(_("no designs")))
    yield from map(detail, map(style_words, view["wardrobe"]))


def style_words(it: View) -> str:
    """How many designs of a style can be shown now, and what all of them lack."""
    said = {"style": it["style"], "n": it["ready"], "most": len(it["designs"])}
    ready = _("{style}: {n} of {most} can be shown", **said)
    lacks = amounts(it["lacks"])
    return as_sentence(
        joined(ready, _("missing for all: {what:text}", what=lacks) if lacks else "")
    )


def look_words(look: Look) -> str:
    it = look.design
    lacks = [cloth for cloth, gone in zip(it.materials, look.missing, strict=True) if gone]
    return joined(
        design_words(it),
        _("your type") if look.own_type else "",
        _("missing {what:list}", what=lacks) if lacks else "",
    )


def design_words(it: Design) -> str:
    """A design as its card prints it."""
    bonus = comma_list([piece_words(kind, n) for kind, n in it.bonus])
    return comma_list(
        [
            with_code(it.name, it.id),
            _("{style} {type} of {what:list}", style=it.style, type=it.type, what=it.materials),
            dollars(it.price),
            _("brings {what:text}", what=bonus) if bonus else "",
        ]
    )


def piece_words(kind: str, n: int) -> str:
    return dollars(n) if kind == "cash" else amount(n, CATEGORIES[kind])


def design_name(it: Design) -> str:
    """A design by its style and type, as in "Sport dress (D14)"."""
    return with_code(_("{style} {type}", style=it.style, type=it.type), it.id)


def with_code(name: str, code: str) -> str:
    """A card by its name, and by the code that its picture has."""
    return f"{translate(name)} ({code})"


def own_cards(view: View) -> Iterator[Line]:
    for card, up in view["players"][view["viewer"]]["cards"].items():
        it = view["facts"][card]
        turned = translate(TURNED[it["kind"]]) if up == "b" else ""
        if up == "a" and it["can_turn"]:
            turned = _("${n} to turn", n=it["sides"]["b"]["cost"])
        kind = translate(KINDS[it["kind"]])
        yield detail(card_words(view, card, up, kind, turned))


def card_words(view: View, card: str, up: str, *facts: str) -> str:
    it = view["facts"][card]
    side = it["sides"][up]
    upkeep = "" if it["kind"] == "contract" else _("upkeep {n}", n=side["upkeep"])
    head = comma_list([with_code(it["name"], card), *facts, upkeep])
    return with_label(head, in_sentences(side["text"]))


def prospect_lines(view: View) -> Iterator[Line]:
    for it in prospects(view, view["viewer"]):
        cards = comma_list([design.id for design in it.designs])
        said = {"what": it.label, "cards": cards, "n": it.prestige, "cash": it.takings}
        text = _("{what:text} ({cards:text}): {n} prestige, sale ${cash}", **said)
        won = [f"{g.city} {translate(CATEGORIES[g.category])} {g.prestige}" for g in it.lines
               if g.prestige]  # fmt: skip
        yield detail(as_sentence(joined(text, comma_list(won))))


# -------------------------------------------------------------------- shows and pawns


def shows_or_pawns(view: View, names: list[str]) -> Reading:
    """How every line of the shows stands or was judged; in short who stands where."""
    if not is_show_month(view):
        return [section("", [summary(pawn_words(view, names))])]
    lines = lines_of(view)
    judged = all(line.judged for line in lines)
    heading = _("Prestige won, line by line") if judged else _("Prestige to be won, line by line")
    sums = [f"{name} {sum(line.prestige[who] for line in lines)}" for who, name in enumerate(names)]
    short = [
        f"{translate(line.city)} {translate(CATEGORIES[line.category])} {led(line, names)}"
        for line in lines
    ]
    found = [
        summary(
            _("Prestige won: {names:text}.", names=comma_list(sums))
            if judged
            else _("Prestige as things stand: {names:text}.", names=comma_list(sums))
        ),
        summary(_("The most of each: {lines:text}.", lines=joined(*short))),
        *(detail(award_words(view, line, names)) for line in lines),
    ]
    return [section(heading, found)]


def led(line: Award, names: list[str]) -> str:
    """Who has most in a line, and how much."""
    most = max(line.counts)
    leaders = [names[who] for who, n in enumerate(line.counts) if n == most]
    return f"{most} ({comma_list(leaders)})" if most else "0"


def award_words(view: View, line: Award, names: list[str]) -> str:
    stand = [
        _("{name:text} {count} for {n} prestige", name=names[who], count=line.counts[who], n=won)
        if (won := line.prestige[who])
        else f"{names[who]} {line.counts[who]}"
        for who in seats_in_order(view)
    ]
    said = {
        "city": line.city,
        "what": CATEGORIES[line.category],
        "prizes": line.prizes,
        "stand": comma_list(stand),
    }
    if line.judged:
        return _("{city:text}, {what}, prizes {prizes:list}, judged: {stand:text}.", **said)
    return _("{city:text}, {what}, prizes {prizes:list}: {stand:text}.", **said)


def pawn_words(view: View, names: list[str]) -> str:
    where = [
        with_label(place_name(view, it["number"]), comma_list([names[w] for w in pawns_on(it)]))
        for it in view["locations"]
        if pawns_on(it)
    ]
    return _("Pawns at {where:text}.", where=joined(*where)) if where else _("No pawn is placed.")


def place_name(view: View, number: int) -> str:
    return location_name(number, view["locations"][number - 1]["name"])


# ---------------------------------------------------------------------- the companies


def company_line(view: View, who: int, names: list[str]) -> Line:
    p, company = view["players"][who], view["companies"][who]
    owed = {"debts": debts_of(p), "n": company["debts"]}
    debts = _("owes {debts:text}: ${n}", **owed) if company["debts"] else ""
    upkeep, vp = _("upkeep {n}", n=company["upkeep"]), _("{n} VP", n=p["vp"])
    prestige = _("{n} prestige", n=p["prestige"])
    runway = runway_of(view, who) if is_show_month(view) else None
    pawns = "" if runway else _("{n:pawn|pawns} left", n=company["pawns_left"])
    coming = company["loans_to_come"]
    forced = _("forces {n:new loan|new loans}", n=coming) if coming else ""
    text = joined(
        with_label(comma_list([names[who], pawns]), dollars(p["cash"])),
        comma_list([upkeep, forced]),
        debts or _("no debts"),
        comma_list([vp, prestige]),
        comma_list([piece_words(kind, n) for kind, n in p["tokens"].items() if n]),
        stock(view, who),
        runway_words(view, who) if runway else held_designs(view, who),
        held_cards(view, who),
    )
    marks = comma_list([piece_words(kind, n) for kind, n in p["tokens"].items() if n])
    held = [
        _("{n:design|designs}", n=len(p["designs"])),
        _("{n:cloth|cloths}", n=cloths) if (cloths := sum(p["material"].values())) else "",
        _("{n:card|cards}", n=cards) if (cards := len(p["cards"])) else "",
    ]
    short = joined(
        comma_list(
            [with_label(names[who], dollars(p["cash"])), upkeep, debts, vp, prestige, marks]
        ),
        runway.title if runway else comma_list(held),
    )
    return Line(as_sentence(text), as_sentence(short))


def held_designs(view: View, who: int) -> str:
    shown = [design_name(design_of(view, card)) for card in view["players"][who]["designs"]]
    return _("designs {what:text}", what=comma_list(shown)) if shown else _("no designs")


def held_cards(view: View, who: int) -> str:
    found: list[str] = []
    for card, up in view["players"][who]["cards"].items():
        it = view["facts"][card]
        name, turned = with_code(it["name"], card), translate(TURNED[it["kind"]])
        found.append(f"{name} {turned}" if up == "b" else name)
    return _("cards {what:text}", what=comma_list(found)) if found else _("no cards")


def runway_words(view: View, who: int) -> str:
    it = runway_of(view, who)
    shown = f" ({comma_list([design_name(design) for design in it.designs])})" if it.designs else ""
    return comma_list([f"{it.title}{shown}", it.words])


# ------------------------------------------------------------------------- the street


def street(view: View, names: list[str]) -> Iterator[Line]:
    for it in view["locations"]:
        place = as_sentence(place_words(view, it["number"], names))
        yield detail(in_sentences([place, it["text"]]))
        if it["id"] in ROWS:
            yield from map(detail, row_words(view, ROWS[it["id"]]))
        if "prices" in it:
            yield detail(price_words(view, it))
        if "pieces" in it:
            left = comma_list([piece_words(piece["id"], piece["n"]) for piece in it["pieces"]])
            words = _("left: {what:text}", what=left) if left else _("nothing left")
            yield detail(sentence(words))
    cards = [
        with_label(translate(OPEN[kind]), row_in_short(view, kind))
        for kind, row in view["rows"].items()
        if row
    ]
    yield summary(_("Open are {cards:text}.", cards=joined(*cards)))


def row_in_short(view: View, kind: str) -> str:
    row = view["rows"][kind]
    if kind == "design":
        return in_short(view, row)
    return comma_list([translate(view["facts"][card]["name"]) for card in row])


def place_words(view: View, number: int, names: list[str]) -> str:
    it, pawns = location_of(view, number), list[str]()
    for pawn in it.pawns:
        name = names[pawn.seat]
        if pawn.acted:
            name = _("{name:text} (has acted)", name=name)
        elif pawn.fresh:
            name = _("{name:text} (new)", name=name)
        pawns.append(name)
    state = translate(STATES[it.state]) if it.state else ""
    head = comma_list([f"{number} {translate(view['locations'][number - 1]['name'])}", state])
    free = _("{n:space|spaces} free", n=it.free)
    return with_label(head, joined(comma_list(pawns) or _("nobody"), free))


def row_words(view: View, kind: str) -> Iterator[str]:
    for card in view["rows"][kind]:
        it = view["facts"][card]
        if kind == "design":
            yield as_sentence(design_words(design_of(view, card)))
        else:
            yield card_words(view, card, "a", dollars(it["cost"]) if kind == "building" else "")
    top, left = view["tops"].get(kind), view["decks"][kind]
    if top:
        yield _("Next: {card}; {n} in the deck.", card=view["facts"][top]["name"], n=left)
    else:
        yield _("{n} in the deck.", n=left)


def price_words(view: View, it: View) -> str:
    own = {cloth: n for cloth, n in it["own_prices"].items() if n != it["prices"][cloth]}
    said = {"prices": prices(it["prices"]), "n": it["quality"]}
    if own and view["viewer"] is not None:
        return _("Prices: {prices:text}; for you {own:text}; {n} quality.", own=prices(own), **said)
    return _("Prices: {prices:text}; {n} quality.", **said)


def prices(found: dict[str, int]) -> str:
    return comma_list([_("{what} {n}", what=cloth, n=n) for cloth, n in found.items()])


# ---------------------------------------------------------------------------- the end


def final_lines(view: View, names: list[str]) -> Iterator[Line | str]:
    yield as_sentence(f"{best_named(view, names)} {verdict(view)}")
    if view["viewer"] is not None:
        yield _("You are {name:text}.", name=names[view["viewer"]])
    if how := joined(decision(view, names), lead(view)):
        yield sentence(how)
    for it in results(view):
        short = final_words(it, names[it.seat])
        designs = {
            "designs": comma_list([design_name(design) for design in it.designs]),
            "n": it.takings,
        }
        sale = _("last sale {designs:text} for ${n}", **designs) if it.designs else ""
        named = [with_code(view["facts"][chip.id]["name"], chip.id) for chip in it.chips]
        cards = comma_list(named)
        held = _("cards {what:text}", what=cards) if cards else ""
        yield Line(as_sentence(joined(short, sale, held)), as_sentence(short))
    yield from map(detail, map(partial(moment_words, names), shows_of_the_year(view)))
    for name, points in zip(names, zip(*points_of_the_year(view), strict=True), strict=False):
        said = {"name": name, "points": comma_list([minus(n) for n in points])}
        yield detail(_("{name:text}, points from month to month: {points:text}.", **said))


def moment_words(names: list[str], it: Moment) -> str:
    """What each company showed in a month of shows, and the prestige that it won."""
    shown: list[str] = []
    for name, designs, won in zip(names, it.shown, it.prestige, strict=True):
        what = comma_list([design_name(each) for each in designs]) or _("showed nothing")
        said = {"name": name, "designs": what, "n": won}
        shown.append(_("{name:text}: {designs:text}, {n} prestige", **said))
    when = comma_list([name_of_month(it.month), *it.cities])
    return as_sentence(with_label(when, joined(*shown)))


def final_words(it: Result, name: str) -> str:
    head = _("{place}. {name:text}, {total:text}", place=it.place, name=name, total=minus(it.total))
    return joined(
        comma_list([head, _("bankrupt") if it.bankrupt else ""]),
        _("cash ${cash}, {n} VP of the year", cash=it.cash, n=it.earlier),
        _("{n} for the last {prestige} prestige", n=it.last, prestige=it.prestige),
        _("unpaid loans {n:text}", n=minus(-it.debts)) if it.debts else "",
    )


SAID_ELSEWHERE = (
    "credits.*",
    "errand.location",
    "facts.*.sides.*.short.*",
    "prospects.*.*.lines.*.counts.*",
    "question.name",
    "turns.*",
    "wardrobe.*.designs.*",
)
"""What pictures show and words tell by other facts, by the moves or by the question."""
