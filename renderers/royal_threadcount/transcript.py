"""The pictures in words: one reading of a view, told whole by `tell`, in short by `describe`."""

from collections.abc import Iterable, Iterator
from functools import partial

from games.words import _, phrase, translate
from renderers.course import decided_by, decided_words
from renderers.seats import seats_asked, winners
from renderers.transcript import (
    Line,
    Reading,
    Section,
    alt_text,
    amounts,
    as_sentence,
    detail,
    joined,
    names_in_words,
    section,
    summary,
    transcript,
)

from .board import PRINTED, buyer
from .patterns import GARMENTS, PRIMARY, title_of
from .reading import (
    Result,
    View,
    Wear,
    dice_words,
    hint,
    market_items,
    numbers_of,
    owned,
    paying_spaces,
    phase_of,
    results,
    roll_total,
    running_order,
    spares_of,
    turn_shown,
    turn_words,
    verdict,
    wears_of,
    whose_turn,
)


def describe(view: View) -> str:
    """The picture in words, in at most a thousand characters."""
    return alt_text(partial(read, view), view)


def tell(view: View) -> str:
    return transcript(read(view, names_in_words(view)))


def read(view: View, names: list[str]) -> Reading:
    title = translate(view["title"])
    if phase_of(view) == "over":
        heading = _("{title:text}, the end", title=title)
        placed = [result_line(result, names) for result in results(view)]
        return [
            section(heading, [summary(as_sentence(heading)), *verdict_lines(view, names)]),
            section(_("Presented"), placed),
        ]
    heading = commas([title, turn_words(view)])
    return [
        section(heading, [summary(as_sentence(heading)), *turn_lines(view, names)]),
        section(_("You"), own_lines(view, names)),
        section(_("Silk board"), board_lines(view, names)),
        section(_("Patterns"), pattern_lines(view, names)),
        section(_("Dye cards"), dye_lines(view)),
        *(player_section(view, who, names) for who in running_order(view)),
    ]


def commas(parts: Iterable[object]) -> str:
    """Several things on one line."""
    return joined(*map(str, parts), between=", ")


# -------------------------------------------------------------------- the turn


def turn_lines(view: View, names: list[str]) -> Iterator[Line]:
    if seats_asked(view):
        yield Line(as_sentence(joined(whose_turn(view, names), hint(view))))
    yield detail(_("{n} of 10 weeks left.", n=view["weeks"]))
    rolls = [(names[who], view["rolls"][who]) for who in running_order(view)]
    whole = joined(*(_("{name:text}, rolled {n}", name=name, n=n) for name, n in rolls))
    brief = commas(f"{name} {n}" for name, n in rolls)
    yield Line(
        _("Turn order: {rolls:text}.", rolls=whole),
        "" if view["now"] else _("Turn order: {rolls:text}.", rolls=brief),
    )


def own_lines(view: View, names: list[str]) -> Iterator[Line]:
    who = view["viewer"]
    if who is None:
        return
    colour, garments = view["players"][who]["favourite"][0], view["sheets"][who]["garments"]
    you = _("You are {name:text}; your secret colour is {colour}.", name=names[who], colour=colour)
    yield Line(you, _("Your secret colour: {colour}.", colour=colour))
    scores = ((title_of(it["garment"]), it["dye_points"]) for it in garments)
    points = commas(f"{garment} {n}" for garment, n in scores if n)
    yield detail(_("Points for your dyes: {points:text}.", points=points) if points else "")
    can = [(what, gain) for what, _silk, state, gain in market_items(view) if state == "can"]
    whole = commas(
        title_of(what) if gain is None else _("{card:text} (adds {n})", card=title_of(what), n=gain)
        for what, gain in can
    )
    brief = commas(title_of(what) + (f" +{gain}" if gain else "") for what, gain in can)
    nothing = _("You cannot afford anything yet.")
    yield Line(
        _("You can afford: {cards:text}.", cards=whole) if can else nothing,
        _("You can afford: {cards:text}.", cards=brief) if can else nothing,
    )
    dear = commas(
        title_of(what) for what, _silk, state, _gain in market_items(view) if state == "dear"
    )
    yield detail(_("Too expensive: {cards:text}.", cards=dear) if dear else "")


# ------------------------------------------------------------------- the board


def board_lines(view: View, names: list[str]) -> Iterator[Line]:
    cubes, phase = commas(view["cubes"]), phase_of(view)
    yield Line(_("Silk on {spaces:text}.", spaces=cubes) if cubes else _("The board is empty."))
    free = commas(view["sowable"])
    yield detail(_("Free to sow: {spaces:text}.", spaces=free) if free else "")
    total = roll_total(view)
    if total:
        who, _letters, silk, dye = total
        gain = commas([_("{silk:text} silk", silk=silk), _("1 {dye}", dye=dye) if dye else ""])
        yield Line(
            _("Last roll, by {name:text}: {gain:text}.", name=names[who], gain=gain),
            roll_in_short(view, names),
        )
    for n, (face, waits, first, second) in enumerate(dice_words(view), 1):
        what = commas([first, second if n < 4 or waits else "", _("waits") if waits else ""])
        number = _("Die {n}, {face:text}: {what:text}.", n=n, face=face, what=what)
        yield detail(number if n < 4 else _("Dye die, {face}: {what:text}.", face=face, what=what))
    zeros = view["zero_outcomes"].items()
    if zeros and phase == "zero":
        found = commas(_("{n:text} for {silk} silk", n=n, silk=it["silk"]) for n, it in zeros)
        yield detail(_("The 0 named: {found:text}.", found=found))
    paid = commas(
        _("{space} pays {silk}", space=space, silk=silk) for space, silk in paying_spaces(view)
    )
    yield detail(_("Spaces: {paid:text}.", paid=paid) if paid else "")


def roll_in_short(view: View, names: list[str]) -> str:
    turn = turn_shown(view)
    assert turn is not None
    dice, zeros = " ".join(map(str, turn["dice"])), commas(turn["zeros"])
    facts: dict[str, str] = {"name": names[turn["seat"]], "face": turn["face"], "dice": dice}
    if not turn["resolved"]:
        return _("{name:text} rolled {face} {dice:text}.", **facts)
    lines = commas(map(numbers_of, turn["lines"]))
    found = (
        _("0 as {zeros:text}", zeros=zeros) if zeros else "",
        _("+{n} silk", n=turn["silk"]),
        _("+1 {dye}", dye=turn["dye"]),
        _("line {line:text}", line=lines) if lines else "",
    )
    return _("{name:text} rolled {face} {dice:text}: {found:text}.", found=commas(found), **facts)


# ------------------------------------------------------------------ the market


def pattern_lines(view: View, names: list[str]) -> Iterator[Line]:
    player, deck, printed = buyer(view), view["deck"], PRINTED[view["scoring"]]
    offers = [offer for offer in view["offers"] if offer["pattern"]]
    brief = commas(f"{title_of(offer['pattern'])} {offer['price']}" for offer in offers)
    shown = brief or _("sold out")
    yield summary(_("Patterns: {offers:text}; {n} in deck.", offers=shown, n=deck))
    for offer in view["offers"]:
        slot, pattern = offer["slot"], offer["pattern"]
        if not pattern:
            yield detail(_("Slot {n}: sold out.", n=slot))
            continue
        title, price, worth = title_of(pattern), offer["price"], commas(printed.get(pattern, ()))
        held = owned(player, pattern) if player else 0
        facts = joined(
            _("Slot {n}: {pattern:text}, {silk} silk", n=slot, pattern=title, silk=price),
            _("one to four are worth {values:text}", values=worth),
            _("{name:text} has {n}", name=names[view["now"]["seat"]], n=held) if player else "",
            _("{n} beneath", n=len(offer["beneath"])),
            _("can be paid") if offer["payable"] else "",
        )
        yield detail(as_sentence(facts))
    full = _("{n} in the deck; 1 silk for three new.", n=deck)
    yield detail(full if deck else _("The pattern deck is used up."))


def dye_lines(view: View) -> Iterator[Line]:
    piles = commas(f"{title_of(it['hue'])} {it['left']}" for it in view["dyes"])
    yield summary(_("Dye cards: {piles:text}.", piles=piles))
    for it in view["dyes"]:
        cost = {"hue": title_of(it["hue"]), "dye": amounts(it["dye"]), "silk": it["silk"]}
        facts = joined(
            _("{hue:text}: {dye:text}, {silk} silk", **cost),
            _("{n} left", n=it["left"]) if it["left"] else _("sold out"),
            _("can be paid") if it["payable"] else "",
        )
        yield detail(as_sentence(facts))


# ----------------------------------------------------------------- the players


def player_section(view: View, who: int, names: list[str]) -> Section:
    player, points, name = view["players"][who], view["sheets"][who]["total"], names[who]
    silk, wears = player["silk"], wears_of(player)
    dye = amounts({colour: player["dye"][colour] for colour in PRIMARY.values()})
    some = _("{n} silk; dye: {dye:text}.", n=silk, dye=dye)
    held = commas(map(title_of, [*player["spare_hues"], *player["spare_patterns"]]))
    lines = [
        Line(some if dye else _("{n} silk; no dye.", n=silk), player_in_short(view, who, names)),
        detail(as_sentence(clothes_words(wears))),
        detail(_("Spare: {cards:text}.", cards=held) if held else ""),
    ]
    return section(_("{name:text}, {n:point|points}", name=name, n=points), lines)


def player_in_short(view: View, who: int, names: list[str]) -> str:
    player, points = view["players"][who], view["sheets"][who]["total"]
    silk, spares = player["silk"], commas(spares_of(player))
    dye = amounts({colour: player["dye"][colour] for colour in PRIMARY.values()})
    stock = {"name": names[who], "n": points, "silk": silk, "dye": dye or _("no dye")}
    return as_sentence(
        joined(
            _("{name:text}: {n} pts, {silk} silk, {dye:text}", **stock),
            wears_in_short(wears_of(player)),
            _("spare {cards:text}", cards=spares) if spares else "",
        )
    )


def clothes_words(wears: tuple[Wear, ...]) -> str:
    worn: list[str] = []
    for kind, hue, pattern in started_garments(wears):
        dyed = f"{title_of(kind)} {title_of(hue) or _('undyed')}"
        worn.append(commas([dyed, title_of(pattern) or _("no pattern")]))
    return joined(*worn) or _("No garment begun")


def wears_in_short(wears: tuple[Wear, ...]) -> str:
    """The garments that are begun, as in "Kimono red Kikko"."""
    worn = (
        " ".join(filter(None, (title_of(kind), title_of(hue), title_of(pattern))))
        for kind, hue, pattern in started_garments(wears)
    )
    return commas(worn) or _("nothing yet")


def started_garments(wears: tuple[Wear, ...]) -> list[tuple[str, str, str]]:
    """The garments that have a dye or a pattern, with both."""
    return [(kind, *wear) for kind, wear in zip(GARMENTS, wears, strict=True) if any(wear)]


# --------------------------------------------------------------------- the end


def verdict_lines(view: View, names: list[str]) -> Iterator[Line]:
    won, why = verdict(view, names)
    best, steps = winners(view), view["tie_steps"]
    if len(best) > 1:
        who = [phrase("{name:text}", name=names[each]) for each in best]
        won = _("{names:list} share the win with {top}", names=who, top=max(view["scores"]))
    elif steps:
        why = _("tie broken: {why}", why=steps[-1]["why"])
    yield Line(as_sentence(joined(won, why)))
    if decided := decided_by(view, names):
        yield summary(as_sentence(decided_words(decided)))
    favourite = title_of(view["empress_pattern"])
    yield Line(_("The Empress likes the pattern {pattern:text}.", pattern=favourite))
    colours = [translate(colour) for colour in view["empress_colours"]]
    whose = commas(f"{colour} ({name})" for name, colour in zip(names, colours, strict=True))
    yield Line(
        _("Her colours: {colours:text}.", colours=whose),
        _("Her colours: {colours:text}.", colours=commas(colours)),
    )
    tracks = PRINTED[view["scoring"]].items()
    worth = joined(*(f"{title_of(pattern)} {commas(values)}" for pattern, values in tracks))
    yield detail(_("One to four of a pattern are worth: {worth:text}.", worth=worth))


def result_line(it: Result, names: list[str]) -> Line:
    garments, dyes, patterns, total = it.parts
    score = _(
        "{place}. {name:text}: {n:point|points}", place=it.place, name=names[it.seat], n=total
    )
    parts = (_("garments {n}", n=garments), _("dyes {n}", n=dyes), _("patterns {n}", n=patterns))
    by_dye = commas(f"{title_of(kind)} {n}" for kind, n in zip(GARMENTS, it.dyes, strict=True) if n)
    sets = commas(
        f"{count} {title_of(pattern)} {points}" + (f" {_('with the favourite')}" if liked else "")
        for pattern, count, points, liked in it.sets
    )
    whole = (
        parts[0],
        parts[1] + (f" ({by_dye})" if by_dye else ""),
        parts[2] + (f" ({sets})" if sets else ""),
        clothes_words(it.wears),
    )
    return Line(
        as_sentence(joined(score, *whole)),
        as_sentence(joined(score, commas(parts), wears_in_short(it.wears))),
    )


SAID_ELSEWHERE = ("asked.*",)
"""What pictures show and words tell by other facts, by the moves or by the question."""
