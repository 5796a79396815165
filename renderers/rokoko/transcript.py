"""The pictures in words: one reading of a view, whole for `tell` and short for `describe`."""

from collections.abc import Iterable, Iterator, Sequence

from games.words import _, phrase, translate
from renderers.course import course_of, decided_by, decided_words
from renderers.seats import by_place, place_of, seats_asked, winners
from renderers.transcript import (
    MAX_CHARS,
    Line,
    Reading,
    Section,
    alt_text,
    as_sentence,
    detail,
    joined,
    names_in_words,
    people,
    section,
    summary,
    transcript,
)

from .board import FAVOR_LIVRE
from .finale import leaders_of
from .guests import rivals_of
from .private import chosen_by
from .reading import (
    Facts,
    View,
    amounts,
    commas,
    fresh_ids,
    hint,
    hire_hint,
    in_colours,
    key_of,
    latest_move,
    left_to_right,
    outcome,
    phase_of,
    reason,
    whose_turn,
    without_full_stop,
)
from .sheet import PARTS
from .windows import missing_for

Names = Sequence[str]
COLOURS = {"R": "red", "Y": "yellow", "B": "blue", "G": "green", "y": "yarn", "l": "lace"}
"""What the letters of silk and goods stand for."""
TRIMS = {"yarn": phrase("yarn"), "lace": phrase("lace")}


def describe(view: View) -> str:
    """The picture in words, in at most a thousand characters: at the end the material of as many
    dresses as there is room for.
    """
    text, needs = alt_text(lambda names: reading(view, names), view), needs_in_windows(view)
    while needs:
        more = as_sentence(_("Material of {needs:text}", needs=joined(*needs)))
        if len(text) + 1 + len(more) < MAX_CHARS:
            return f"{text}\n{more}"
        needs.pop()
    return text


def tell(view: View) -> str:
    return transcript(reading(view, names_in_words(view)))


def reading(view: View, names: Names) -> Reading:
    if phase_of(view) == "over":
        score = sentences(_("Prestige"), scores(view, names))
        lead = sentences(_("The course of the lead"), the_lead(view, names))
        return [the_end(view, names), score, lead, *palace(view, names)]
    seats = range(view["seats"])
    return [
        sentences(title(view), now_lines(view, names)),
        sentences(_("You"), own_lines(view, names)),
        sentences(_("Players"), (player_line(view, who, names) for who in seats)),
        sentences(_("Workshop"), workshop(view)),
        sentences(_("The warehouse"), warehouse(view)),
        sentences(_("For hire"), hire(view)),
        *palace(view, names),
    ]


def sentences(heading: str, lines: Iterable[Line | str]) -> Section:
    whole = [Line(line) if isinstance(line, str) else line for line in lines]
    return section(heading, [Line(sentence(it.text), sentence(it.in_alt_text)) for it in whole])


def with_label(head: str, text: str) -> str:
    """A text after what it is about."""
    return joined(head, text, between=": ")


def sentence(text: str) -> str:
    return text and as_sentence(text)


# ------------------------------------------------------------- where it stands


def title(view: View) -> str:
    rounds = {"n": view["round"], "rounds": view["rounds"]}
    return _("{title}, round {n} of {rounds}", title=view["title"], **rounds)


def now_lines(view: View, names: Names) -> Iterator[Line | str]:
    yield summary(title(view))
    yield with_label(whose_turn(view, people(names[who] for who in seats_asked(view))), hint(view))
    if view["making"]:
        yield detail(_("In the making: {dress:text}", dress=dress_words(view["making"])))
    yield latest_move(view, names)
    yield detail(_("{who:text} starts this round", who=names[view["starting"]]))
    if view["favor"] is None:
        whole = _("The Favor is free to take, with {n} Livre", n=FAVOR_LIVRE)
        yield Line(whole, _("Favor: free to take"))
    else:
        holder = names[view["favor"]]
        whole = _("{who:text} has the Favor and starts the next round", who=holder)
        yield Line(whole, _("Favor: {who:text}", who=holder))


def the_end(view: View, names: Names) -> Section:
    heading = _("{title}, the end", title=view["title"])
    won = outcome(view, people(names[who] for who in winners(view)))
    return sentences(heading, [Line(with_label(won, reason(view)), with_label(heading, won))])


def the_lead(view: View, names: Names) -> Iterator[Line]:
    """The round that decided the game, and who led after each; nothing where that is not known."""
    if course := course_of(view):
        if decided := decided_by(view, names):
            yield summary(decided_words(decided))
        led = (people(names[who] for who in leaders_of(points)) for points in course[1:])
        yield detail(_("In the lead, round by round: {who:text}", who=joined(*led)))


def scores(view: View, names: Names) -> Iterator[Line]:
    """Every player's score, part by part, the best first."""
    for who in by_place(view):
        total = view["score_sheets"][who]["total"]
        yield Line(
            with_label(f"{place_of(view, who)}. {names[who]}, {total}", parts_of(view, who)),
            with_label(f"{names[who]} {total}", parts_of(view, who, zeros=False)),
        )


def parts_of(view: View, who: int, *, zeros: bool = True) -> str:
    """`zeros`: also the parts of 0."""
    sheet = view["score_sheets"][who]
    parts = [(name, sheet[step]) for (name, _sign), step in zip(PARTS, view["steps"], strict=True)]
    return commas(f"{translate(name)} {n}" for name, n in parts if n or zeros)


# --------------------------------------------------------------------- players


def player_line(view: View, who: int, names: Names) -> Line:
    """What everybody knows of a player; the alt text leaves out what there is none of."""
    player, table = view["players"][who], view["tables"][who]
    prestige = _("{n} prestige", n=view["score_sheets"][who]["total"])
    goods = {"lace": player["lace"], "yarn": player["yarn"]}
    piles = {"hand": table["hand"], "supply": table["supply"], "discard": len(player["discard"])}
    rented = _("{n} rented out", n=table["dresses"])
    answered = _("has answered") if who in view["answered"] else ""
    whole = joined(
        prestige,
        _("{n} Livre, income {income}", n=player["livre"], income=table["income"]),
        amounts(goods) or _("no goods"),
        silk_words(table),
        rented,
        _("hand {hand}, supply {supply}, discard {discard}", **piles),
        answered,
    )
    short = joined(
        prestige,
        amounts({"livre": player["livre"]} | goods | dict(in_colours(table["silk"]))),
        rented if table["dresses"] else "",
        _("hand {hand}, supply {supply}", **piles),
        answered,
        _("starts") if who == view["starting"] else "",
        between=", ",
    )
    return Line(with_label(names[who], whole), with_label(names[who], short))


def silk_words(table: Facts) -> str:
    if not table["tiles"]:
        return _("no silk")
    tiles = " / ".join(amounts(it["silk"]) for it in table["tiles"])
    silk = amounts(dict(in_colours(table["silk"])))
    return _("silk {silk:text}, on tiles {tiles:text}", silk=silk, tiles=tiles)


def own_lines(view: View, names: Names) -> Iterator[Line | str]:
    who = view["viewer"]
    if who is None:
        return
    me, now, chosen = view["players"][who], view["now"], chosen_by(view)
    yield detail(_("You are {who:text}", who=names[who]))
    if now and now["seat"] == who:
        yield detail(_("In play: {cards:text}", cards=card_words(view, now["card"])))
    supply = [card for card in me["supply"] if card not in chosen]
    yield cards_line(view, _("Hand"), me["hand"])
    if chosen:
        yield cards_line(view, _("Chosen"), chosen)
    yield cards_line(view, _("Your supply"), supply)
    yield cards_line(view, _("Your discard"), me["discard"])
    tiles = [with_code(amounts(it["silk"]), it["id"]) for it in view["tables"][who]["tiles"]]
    yield detail(_("Silk tiles: {tiles:text}", tiles=joined(*tiles) or _("none")))
    yield from map(detail, dress_options(view))
    rivals = commas(f"{name} {own}:{other}" for name, own, other, _points in rivals_of(view))
    yield detail(_("Strength in the halls, you to the best other: {halls:text}", halls=rivals))
    parts, total = parts_of(view, who, zeros=False), view["score_sheets"][who]["total"]
    yield detail(
        _("Your prestige as it stands, {n}: {parts:text}", n=total, parts=parts or _("nothing"))
    )


def cards_line(view: View, pile: str, cards: Sequence[str]) -> Line:
    """The viewer's own cards of a pile, short as their names."""
    whole = joined(*(card_words(view, card) for card in cards)) or _("empty")
    named = commas(with_code(view["faces"][card]["name"], card) for card in cards)
    return Line(with_label(pile, whole), with_label(pile, named or _("empty")))


def with_code(name: str, code: str) -> str:
    """A card by its name, and by the code that its picture has."""
    return f"{translate(name)} ({code})"


def card_words(view: View, card: str) -> str:
    return employee_words(view["faces"][card], card)


def employee_words(face: Facts, card: str) -> str:
    text = without_full_stop(translate(face["text"]))
    return commas([with_code(face["name"], card), translate(face["grade"]), text])


def dress_options(view: View) -> Iterator[str]:
    ready: list[str] = []
    lack: list[str] = []
    for it in view["workshop"]:
        if it["dress"]:
            name = dress_name(it["dress"])
            missing = dict(missing_for(view, it["dress"]))
            dear = it["price"] - view["players"][view["viewer"]]["livre"]
            if dear > 0:
                missing["livre"] = dear
            if missing:
                lacks = amounts({COLOURS.get(k, k): n for k, n in missing.items()})
                lack.append(with_label(name, lacks))
            else:
                ready.append(name)
    yield _("You have the material for: {dresses:text}", dresses=commas(ready)) if ready else ""
    yield _("You lack: {dresses:text}", dresses=joined(*lack)) if lack else ""


# ---------------------------------------------------------------------- market


def workshop(view: View) -> Iterator[Line]:
    """What hangs in the windows; the alt text has the dresses with their prices."""
    shown = [
        _("{dress:text} for {price}", dress=dress_name(it["dress"]), price=it["price"])
        for it in view["workshop"]
        if it["dress"]
    ]
    yield summary(_("Windows: {dresses:text}", dresses=commas(shown) or _("empty")))
    for k, it in enumerate(view["workshop"], 1):
        dress = dress_words(it["dress"]) if it["dress"] else _("empty")
        values = {"n": k, "price": it["price"], "dress": dress}
        yield detail(
            _("Window {n}, dark, {price} Livre: {dress:text}", **values)
            if it["dark"]
            else _("Window {n}, {price} Livre: {dress:text}", **values)
        )


def dress_words(dress: Facts) -> str:
    return joined(
        dress_name(dress),
        _("needs {material:text}", material=needs_of(dress)),
        _("masters only") if dress["master"] else "",
        _("sells for {n}", n=dress["value"]),
        _("rents for {n} prestige", n=dress["prestige"]),
        between=", ",
    )


def dress_name(dress: Facts) -> str:
    """A dress by its colour and its code."""
    return with_code(dress["colour"], dress["id"])


def needs_of(dress: Facts) -> str:
    return amounts({**dress["silk"], "yarn": dress["yarn"], "lace": dress["lace"]})


def needs_in_windows(view: View) -> list[str]:
    """The material of each dress in the windows, as long as the game goes on."""
    if phase_of(view) == "over":
        return []
    dresses = [it["dress"] for it in view["workshop"] if it["dress"]]
    return [with_label(dress_name(it), needs_of(it)) for it in dresses]


def warehouse(view: View) -> Iterator[Line]:
    short: list[str] = []
    whole: list[Line] = []
    for it in view["segments"]:
        tiles = [tile for tile in it["tiles"] if tile]
        count = {"segment": it["name"], "n": len(tiles), "places": len(it["tiles"])}
        if not tiles:
            whole.append(detail(_("{segment:text}: all {places} places are empty", **count)))
            continue
        shown = joined(*map(tile_words, tiles))
        priced = count | {"price": it["price"]}
        short.append(_("{n} at {price}", **priced))
        whole.append(
            detail(
                _(
                    "{segment:text}, {n} of {places} places, {price} Livre a tile: {tiles:text}",
                    **priced,
                    tiles=shown,
                )
            )
        )
    yield summary(_("Tiles: {segments:text}", segments=commas(short) or _("none")))
    yield from whole


def tile_words(tile: Facts) -> str:
    values = {"silk": amounts(tile["silk"]), "goods": amounts(tile["goods"])}
    return _("{silk:text} or {goods:text}", **values)


def hire(view: View) -> Iterator[Line]:
    hiring = view["hiring"]
    found = [card for card in hiring["cards"] if card]
    if not found:
        yield Line(_("Nobody for hire"))
        return
    cards = commas(with_code(card["name"], card["id"]) for card in found)
    yield Line(
        _("Price {n} Livre, {hint:text}", n=hiring["price"], hint=hire_hint(view)),
        _("Hire for {n}: {cards:text}", n=hiring["price"], cards=cards),
    )
    for card in found:
        yield detail(employee_words(card, card["id"]))


# ---------------------------------------------------------------------- palace


def palace(view: View, names: Names) -> list[Section]:
    """What the palace shows: halls, decorations, what all halls bring. The alt text has the halls,
    as long as the game goes on.
    """
    over = phase_of(view) == "over"
    lines = [hall_line(view, hall, names) for hall in view["halls"]]
    if over:
        lines = [detail(line.text) for line in lines]
    elif not any(line.in_alt_text for line in lines):
        lines.append(summary(_("The halls are empty")))
    return [
        sentences(_("Halls"), lines),
        sentences(
            _("Terrace and roofs, each with its price or its owner"),
            map(detail, decorations(view, names)),
        ),
    ]


def hall_line(view: View, hall: Facts, names: Names) -> Line:
    """What a hall brings to whom, its musician, its guests and its free spaces."""
    name, spaces, points = translate(hall["name"]), left_to_right(hall["spaces"]), hall["points"]
    led = {n: people(names[who] for who, k in enumerate(points) if k == n) for n in points if n}
    now = commas(_("{n} to {who:text}", n=n, who=led[n]) for n in sorted(led, reverse=True))
    guests = [guest_words(view, it, names) for it in spaces if it["dress"]]
    free = [f"{key_of(it)} {gift(it)}".strip() for it in spaces if not it["dress"]]
    whole = joined(
        _("{hall}, {values:list} prestige", hall=name, values=[str(n) for n in hall["majority"]]),
        _("now {shares:text}", shares=now) if led else "",
        _("musician: {owner:text}", owner=bought(view, hall["musician"], names)),
        _("guests: {guests:text}", guests=commas(guests)) if guests else _("no guest"),
        _("free: {spaces:text}", spaces=commas(free)) if free else _("no space free"),
    )
    shares = [f"{names[who]} {n}" for who, n in enumerate(points) if n]
    return Line(whole, with_label(name, commas(shares)) if shares else "")


def guest_words(view: View, it: Facts, names: Names) -> str:
    dress = it["dress"]
    told = joined(
        translate(dress["colour"]),
        *(translate(TRIMS[what]) for what in TRIMS if dress[what]),
        _("master space") if it["master"] else "",
        _("just now") if it["id"] in fresh_ids(view) else "",
        between=", ",
    )
    return f"{names[it['owner']]} ({told})"


def gift(it: Facts) -> str:
    found = amounts(it["bonus"])
    return f"({found})" if found else ""


def bought(view: View, it: Facts, names: Names) -> str:
    owner: int | None = it["owner"]
    if owner is None:
        return amounts({"livre": it["cost"]})
    return f"{names[owner]} ({_('just now')})" if it["id"] in fresh_ids(view) else names[owner]


def decorations(view: View, names: Names) -> Iterator[str]:
    found = view["decorations"]
    paid = {kind: [bought(view, it, names) for it in each] for kind, each in found.items()}
    brings = {
        kind: [amounts({"prestige": it["prestige"]}) for it in found[kind]]
        for kind in ("fireworks", "lower")
    }
    brings["upper"] = [_("income {n}", n=it["income"]) for it in found["upper"]]
    told = {
        kind: joined(*map(commas, zip(each, paid[kind], strict=True)))
        for kind, each in brings.items()
    }
    yield _("Statues: {each:text}", each=commas(paid["statue"]))
    yield _("Fireworks: {each:text}", each=told["fireworks"])
    yield _("Fountain, above: {each:text}", each=told["upper"])
    yield _("Fountain, below: {each:text}", each=told["lower"])
    yield _("Below, each pays 1 Livre a round for each rented dress")
    values = [
        str(it["value"])
        if it["owner"] is None
        else _("{n} to {who:text}", n=it["value"], who=names[it["owner"]])
        for it in view["all_halls"]
    ]
    yield _("In all halls: {values:text}", values=commas(values))


SAID_ELSEWHERE = (
    "discount",
    "faces.*.bonus.*",
    "halls.*.musician.prestige",
    "hiring.cards.*.bonus.*",
    "now.maker",
    "now.must_sell",
    "players.*.seat",
    "statue_table.*",
)
"""What pictures show and words tell by other facts, by the moves or by the question."""
