"""The pictures in words: `describe`, short enough for an alt text, and `tell`, with all of them."""

from collections import Counter
from collections.abc import Iterator
from functools import partial

from games.words import _, phrase, translate
from renderers.course import decided_by, decided_words
from renderers.seats import place_of, seats_asked, winners
from renderers.transcript import (
    Line,
    Reading,
    alt_text,
    amount,
    as_sentence,
    detail,
    joined,
    names_in_words,
    one_line,
    section,
    summary,
    transcript,
    with_label,
)

from .board import STRIPS
from .colours import NAMES, PLURALS, name_of
from .reading import (
    View,
    chosen,
    column_type,
    known_types,
    line_of_players,
    note,
    phase_hint,
    tiles_owned,
    whose_turn,
)
from .screen import POWERS, pay_facts


def describe(view: View) -> str:
    """The picture in words, in less than a thousand characters."""
    return alt_text(partial(read, view), view)


def tell(view: View) -> str:
    return transcript(read(view, names_in_words(view)))


def read(view: View, names: list[str]) -> Reading:
    title, who = title_words(view), who_words(view, names)
    draft, decided = view["phase"] == "draft", decided_by(view, names)
    last = summary(as_sentence(decided_words(decided))) if decided else newest(view)
    return (
        section(
            title,
            [summary(joined(as_sentence(title), who, between=" ")), detail(who), last],
        ),
        section(_("Your screen"), own_lines(view, names)),
        section(_("Draft") if draft else _("Market"), market_lines(view, names)),
        section(_("Wigs set aside"), [stock_words(view)]),
        section(translate(STRIPS[view["phase"]]), player_lines(view, names)),
    )


def tally(counts: Counter[int]) -> str:
    """Types with their numbers, as in "2 Baron, Scholar"."""
    found = sorted(counts.items())
    parts = (amount(n, several(k, n)) if n > 1 else name_of(k) for k, n in found)
    return joined(*parts, between=", ")


def several(kind: int, n: int) -> str:
    """The name of so many tiles of a type."""
    return NAMES[kind] if n == 1 else PLURALS[kind]


PHASES = {
    "draft": phrase("draft"),
    "wear": phrase("all pick a wig to wear"),
    "market": phrase("setting the market"),
    "sell": phrase("selling"),
    "buy": phrase("buying"),
}


def title_words(view: View) -> str:
    """Says game, round and phase; at the end why it is over."""
    title, number, phase = view["title"], view["round"], view["phase"]
    if phase == "over":
        words = _("the end ({reason:text})", reason=phase_hint(view))
    else:
        words = translate(PHASES[phase])
    if not number:
        return _("{title:text}, {phase:text}", title=title, phase=words)
    return _("{title:text}, round {n}, {phase:text}", title=title, n=number, phase=words)


def who_words(view: View, names: list[str]) -> str:
    asked, best = seats_asked(view), winners(view)
    said = joined(*(names[who] for who in best or asked), between=", ")
    if best:
        one = len(best) == 1
        return (
            _("{name:text} wins.", name=said) if one else _("{name:text} share the win.", name=said)
        )
    if len(asked) == 1:
        return as_sentence(whose_turn(view, asked[0], names))
    return _("{name:text} pick.", name=said) if asked else ""


def newest(view: View) -> Line:
    if view["phase"] in ("draft", "over") or not view["last"]:
        return detail("")
    column, square = view["last"]
    kind = view["market"][column][square - 1]
    price = view["prices"][column][square - 1]
    if not kind:
        return detail("")
    where = {"type": NAMES[kind], "column": column, "price": price}
    return detail(_("Sold last: {type} to {column:text} for {price}.", **where))


def market_lines(view: View, names: list[str]) -> Iterator[str]:
    if view["phase"] == "draft":
        yield _("On offer: {tiles:text}.", tiles=tally(Counter(view["offer"])))
        return
    for column in view["market"]:
        yield as_sentence(with_label(column, column_words(view, column, names)))


def column_words(view: View, column: str, names: list[str]) -> str:
    """Which squares of a column are taken, which are free, and which are new."""
    kind = column_type(view, column)
    squares, prices = view["market"][column], view["prices"][column]
    taken = " ".join(str(p) for p, there in zip(prices, squares, strict=True) if there)
    free = " ".join(str(p) for p, there in zip(prices, squares, strict=True) if not there)
    what = _("{type} on {prices:text}", type=NAMES[kind], prices=taken) if kind else _("open")
    room = _("free {prices:text}", prices=free) if free else _("full")
    return joined(joined(what, room, between=", "), *fresh_words(view, column, names))


def fresh_words(view: View, column: str, names: list[str]) -> Iterator[str]:
    """Which squares of a column were filled this round, and by whom."""
    fresh: list[int] = [] if view["phase"] == "over" else view["fresh"][column]
    for source in sorted(set(fresh) - {0}):
        new = zip(view["prices"][column], fresh, strict=True)
        prices = " ".join(str(p) for p, f in new if f == source)
        if source > 0:
            name = names[source - 1]
            yield _("{prices:text} new from {name:text}", prices=prices, name=name)
        else:
            yield _("{prices:text} new from the supply", prices=prices)


def stock_words(view: View) -> str:
    """Which debut tiles are left, how big the supply is, and what ends the game."""
    debut = tally(Counter(view["debut"])) or _("none left")
    back = tally(Counter(view["returned"]))
    parts = [
        _("Debut: {tiles:text}.", tiles=debut),
        _("Supply {n}, put back {tiles:text}.", n=view["supply"], tiles=back)
        if back
        else _("Supply {n}.", n=view["supply"]),
        _("Ends at {gold} gold.", gold=view["end_gold"]),
    ]
    return joined(*parts, between=" ")


def player_lines(view: View, names: list[str]) -> Iterator[Line | str]:
    hint = "" if view["phase"] == "over" else phase_hint(view)
    if hint:
        yield as_sentence(hint[:1].upper() + hint[1:])
    for who in line_of_players(view):
        yield player_words(view, who, names)
    if view["phase"] in ("wear", "market", "sell"):
        order: list[int] = view["buy_order"]
        said = joined(*(names[who] for who in order), between=", ")
        yield _("Buying order now: {names:text}.", names=said)


def player_words(view: View, who: int, names: list[str]) -> str:
    player, known = view["players"][who], known_types(view, who)
    name, gold = names[who], player["gold"]
    if view["phase"] == "over":
        name = _("{place}. {name:text}", place=place_of(view, who), name=name)
    parts = joined(
        _("{gold} of {end} gold", gold=gold, end=view["end_gold"]),
        _("{n:wig|wigs}", n=tiles_owned(view, who)),
        _("wears {type}", type=NAMES[player["worn"]]) if player["worn"] else "",
        note(view, who)[0],
        _("has answered") if who in view["answered"] else "",
        _("known {tiles:text}", tiles=tally(known)) if known and who != view["viewer"] else "",
        between=", ",
    )
    return as_sentence(with_label(name, parts))


def own_lines(view: View, names: list[str]) -> Iterator[Line | str]:
    who = view["viewer"]
    if who is None:
        return
    yield detail(_("You are {name:text}.", name=names[who]))
    yield _(
        "Behind your screen: {tiles:text}.", tiles=tally(known_types(view, who)) or _("nothing")
    )
    if chosen(view):
        yield _("You will wear {type}; it may be changed.", type=NAMES[chosen(view)])
    five: Counter[int] = Counter(view["players"][who]["five"])
    if five:
        said = joined(*(drawn_words(view, *each) for each in sorted(five.items())), between=", ")
        yield _("You drew {tiles:text}.", tiles=said)
    elif view["phase"] in ("market", "sell"):
        sold = [sale_words(int(kind), sale) for kind, sale in view["sales"].items() if sale["fits"]]
        yield _("You could sell {tiles:text}.", tiles=joined(*sold) or _("nothing"))
        if view["best"]:
            yield _("Two types bring {gold} gold.", gold=view["best"])
    for kind in NAMES:
        if text := type_words(view, kind):
            held = known_types(view, who)[kind]
            line = _("{type}, you hold {n}: {text:text}.", type=NAMES[kind], n=held, text=text)
            yield detail(line)


def drawn_words(view: View, kind: int, n: int) -> str:
    """How many tiles of a type were drawn for the market, and where one would go."""
    sale = view["sales"].get(str(kind))
    if not sale or not sale["squares"]:
        return _("{n} {type} (no room)", n=n, type=several(kind, n))
    where = {"column": sale["columns"][0], "price": sale["squares"][0]}
    return _("{n} {type} (to {column:text} for {price})", n=n, type=several(kind, n), **where)


def sale_words(kind: int, sale: View) -> str:
    where = {"columns": sale["columns"], "gold": sale["gold"]}
    n = sale["fits"]
    return _("{n} {type} to {columns:or} for {gold}", n=n, type=several(kind, n), **where)


def type_words(view: View, kind: int) -> str:
    """What can be done with a type in this phase."""
    card, facts = pay_facts(view, kind)
    if card == "sale":
        columns, squares, fits, gold = facts
        worth = _("worth {gold}", gold=gold) if fits else ""
        return joined(room_words(columns, squares), worth)
    if card == "power":
        power = one_line(translate(POWERS[kind]))
        debut = _("its debut wig can be won") if facts[2] else ""
        picked = _("you have picked it") if chosen(view) == kind else ""
        return joined(power, room_words(*facts[3]) if facts[3] else "", debut, picked)
    if card == "price":
        column, prices, payable, _passed = facts
        return price_words(column, prices[:payable])
    return ""


def room_words(columns: tuple[str, ...], squares: tuple[int, ...]) -> str:
    """Where a type has room."""
    if not columns:
        return _("no free column")
    prices = " ".join(map(str, squares))
    return _("free {prices:text} in {columns:or}", prices=prices, columns=list(columns))


def price_words(column: str, payable: tuple[int, ...]) -> str:
    """For how much a type can be bought."""
    if not column:
        return _("none on the market")
    if not payable:
        return _("{column:text}, none", column=column)
    prices = " ".join(map(str, payable))
    return _("{column:text}, you can pay {prices:text}", column=column, prices=prices)
