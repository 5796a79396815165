"""What a view says, as the values that the rooms of the picture show; nothing is drawn here."""

import re
from collections.abc import Iterable, Mapping, Sequence
from itertools import takewhile
from typing import Any

from games.words import _, filled, phrase, reader, translate
from renderers.fonts import initials
from renderers.seats import names_of, winners
from renderers.transcript import joined

from .ateliers import Atelier
from .icon_text import bonus_icons
from .market import Basin, Design, Employee, Segment, Tile, Window
from .palace import Decoration, Guest, Hall, HallPlace, Seat, Space

View = dict[str, Any]
Facts = Mapping[str, Any]
GIFTS = {"yarn": "y", "lace": "l", "prestige": "star", "free_tile": "tile"}


def phase_of(view: View) -> str:
    """What is being asked, or "over"."""
    return "over" if view["scores"] is not None else view["question"]["name"]


def seats_of(view: View) -> list[Seat]:
    return list(enumerate(initials(names_of(view))))


def owner_of(it: Facts, seats: Sequence[Seat]) -> Seat | None:
    """Who has put a marker there."""
    owner: int | None = it["owner"]
    return None if owner is None else seats[owner]


# -------------------------------------------------------------------- dresses


def letters_of(silk: Mapping[str, int]) -> str:
    """Bales as letters: two of red and one of yellow are RRY."""
    return "".join(colour[0].upper() * number for colour, number in silk.items())


def trims_of(it: Facts) -> str:
    return "y" * it.get("yarn", 0) + "l" * it.get("lace", 0)


def design_of(it: Facts) -> Design:
    return Design(it["id"], it["colour"][0].upper(), letters_of(it["silk"]), trims_of(it),
                  it["master"], it["value"], it["prestige"])  # fmt: skip


def tile_of(it: Facts) -> Tile:
    return letters_of(it["silk"]), trims_of(it["goods"])


# --------------------------------------------------------------------- palace


def halls_of(view: View) -> list[Hall]:
    """The five halls, the King's first."""
    seats, fresh = seats_of(view), fresh_ids(view)
    return [
        Hall(
            key=hall["key"],
            name=_("King’s hall") if hall["key"] == "king" else translate(hall["name"]),
            standings=hall_places_of(hall, seats),
            musician=owner_of(hall["musician"], seats),
            cost=hall["musician"]["cost"],
            fresh=hall["musician"]["id"] in fresh,
            spaces=tuple(space_of(view, it, seats, fresh) for it in left_to_right(hall["spaces"])),
        )
        for hall in view["halls"]
    ]


def left_to_right(spaces: Sequence[Facts]) -> list[Facts]:
    """The spaces of a hall from left to right: the master space stands in the middle."""
    master, *others = spaces
    middle = 1 if others[0]["id"].startswith("H1") else len(others) // 2
    return [*others[:middle], master, *others[middle:]]


def space_of(view: View, it: Facts, seats: Sequence[Seat], fresh: set[str]) -> Space:
    """A guest space; it bears its number while somebody may rent there."""
    dress, now = it["dress"], view["now"]
    owner = owner_of(it, seats)
    guest = None
    if dress and owner:
        guest = Guest(owner, dress["colour"][0].upper(), trims_of(dress), it["id"] in fresh)
    renting = phase_of(view) == "place" and not now["must_sell"]
    open_now = renting and not guest and (not it["master"] or now["maker"] == "master")
    return Space(it["master"], guest, gift_of(it), key_of(it) if open_now else "", it["key"])


def key_of(it: Facts) -> str:
    """What a guest space is called in moves, in capitals."""
    return _("M (master space)")[0] if it["master"] else it["key"]


def gift_of(it: Facts) -> str:
    """What a space gives: Livre as "+2", anything else by its sign."""
    for what, n in it["bonus"].items():
        return f"+{n}" if what == "livre" else GIFTS[what]
    return ""


def hall_places_of(hall: Facts, seats: Sequence[Seat]) -> tuple[HallPlace, ...]:
    """What the places of a hall bring as it stands, and to whom."""
    points = hall["points"]
    shares = sorted({n for n in points if n}, reverse=True)
    found = [HallPlace(str(n), tuple(s for s in seats if points[s[0]] == n)) for n in shares]
    taken = sum(len(standing.holders) for standing in found)
    free = [HallPlace(str(n), ()) for n in hall["majority"][taken:] if n]
    return tuple(found + free)


def decorations_of(view: View, kind: str) -> list[Decoration]:
    """The decorations of a kind, those of the halls as kind "musician"."""
    seats, fresh = seats_of(view), fresh_ids(view)
    musicians = (hall["musician"] for hall in view["halls"])
    return [
        Decoration(it["cost"], it["prestige"], owner_of(it, seats), it["id"] in fresh)
        for it in (musicians if kind == "musician" else view["decorations"][kind])
    ]


def basins_of(view: View) -> tuple[tuple[Basin, ...], tuple[Decoration, ...]]:
    """The upper row of the fountain with its incomes, and the lower row."""
    incomes = [it["income"] for it in view["decorations"]["upper"]]
    upper = zip(decorations_of(view, "upper"), incomes, strict=True)
    return tuple(upper), tuple(decorations_of(view, "lower"))


# --------------------------------------------------------------------- market


def windows_of(view: View) -> list[Window]:
    """The windows; those are lit whose dress the one who acts can make now."""
    lit = lit_dresses(view)
    return [
        Window(it["price"], design_of(dress) if dress else None, it["dark"],
               bool(dress) and dress["id"] in lit)
        for it in view["workshop"]
        for dress in [it["dress"]]
    ]  # fmt: skip


def lit_dresses(view: View) -> set[str]:
    """The dresses that the one who acts may make, or the one that is being paid for."""
    phase, now = phase_of(view), view["now"]
    if phase == "pay":
        return {now["dress"]}
    if phase not in ("act", "extra_dress") or now["maker"] == "apprentice":
        return set()
    return {
        it["dress"]["id"]
        for it in view["workshop"]
        if it["dress"]
        and (now["maker"] == "master" or not it["dress"]["master"])
        and can_pay(view, now["seat"], it["dress"], it["price"])
    }


def can_pay(view: View, who: int, dress: Facts, price: int) -> bool:
    """Whether a player has what the tile of a dress demands."""
    player, silk = view["players"][who], view["tables"][who]["silk"]
    enough = all(silk.get(colour, 0) >= n for colour, n in dress["silk"].items())
    goods = player["yarn"] >= dress["yarn"] and player["lace"] >= dress["lace"]
    return enough and goods and player["livre"] >= price


def segments_of(view: View) -> list[Segment]:
    return [
        (it["price"] or 0, tuple(tile_of(tile) if tile else None for tile in it["tiles"]))
        for it in view["segments"]
    ]


def employee_of(it: Facts) -> Employee:
    return Employee(it["grade"], it["id"], curly(translate(it["name"])), bonus_icons(it["bonus"]))


def hire_hint(view: View) -> str:
    hiring = view["hiring"]
    left = sum(card is not None for card in hiring["cards"])
    if left < 2:
        return _("the last") if left else _("nobody left")
    _free, *prices = hiring["prices"][: left - 1]
    if not prices:
        return _("then free")
    return _("then {prices:commas}, free", prices=[str(n) for n in reversed(prices)])


# -------------------------------------------------------------------- ateliers


def ateliers_of(view: View) -> list[Atelier]:
    names = names_of(view)
    return [
        Atelier(
            seat=seat,
            name=names[who],
            asked=who in view["asked"] or who in winners(view),
            sealed=who in view["answered"],
            starts=who == view["starting"],
            favor=who == view["favor"],
            points=view["score_sheets"][who]["total"],
            livre=player["livre"],
            lace=player["lace"],
            yarn=player["yarn"],
            silk=tuple((c[0].upper(), n) for c, n in in_colours(table["silk"])),
            hand=table["hand"],
            supply=table["supply"],
            discard=len(player["discard"]),
            dresses=table["dresses"],
        )
        for seat, player, table in zip(seats_of(view), view["players"], view["tables"], strict=True)
        for who in [seat[0]]
    ]


def in_colours(silk: Mapping[str, int]) -> list[tuple[str, int]]:
    """Bales in the order of the colours."""
    return [(c, silk[c]) for c in ("red", "yellow", "blue", "green") if silk.get(c)]


# ---------------------------------------------------------------------- words

AMOUNTS = {
    "livre": "{n} Livre",
    "yarn": "{n} yarn",
    "lace": "{n} lace",
    "prestige": "{n} prestige",
    "free_tile": "a free resource tile",
    "red": "{n} red",
    "yellow": "{n} yellow",
    "blue": "{n} blue",
    "green": "{n} green",
}


def amounts(found: Mapping[str, int]) -> str:
    """How much there is of each thing, as in "2 red, 1 lace"; "" for nothing."""
    return commas(_(AMOUNTS[what], n=n) for what, n in found.items() if n)


def commas(parts: Iterable[str]) -> str:
    """The parts that say something in a row, as in "2 red, 1 lace"."""
    return joined(*parts, between=", ")


def curly(text: str) -> str:
    """A text with the apostrophes of print."""
    return text.replace("'", "’")


def without_full_stop(sentence: str) -> str:
    return sentence.rstrip(".。")


SUBJECT = re.compile(r"\{who:seat(?:\}[ はが]|[ はが]?([^|}]*)\|[^}]*\})")
"""Who does something at the beginning of a sentence, with what joins it to the rest: a space, or a
Japanese particle. The group is the verb for all others, where the seat itself reads another one."""


def latest_move(view: View, names: Sequence[str], most: int | None = None) -> str:
    """What the latest move did, as one line: "Ada takes R05 for 2 Livre, gains 1 lace"; of several
    deeds the first ones.
    """
    phase = phase_of(view)
    news: list[list[Any]] = [each for each in view["news"] if each[1].get("is") != "aside"]
    if phase == "choose":
        return _("New employees, tiles and dresses")
    if not news:
        return _("All hands are chosen") if phase == "play" else ""
    if phase == "act" and len(news) > 1:
        news = news[:-1]  # the card that was played is told beside the one who acts
    who, known = news[0][1].get("who"), reader()
    same = takewhile(lambda each: each[1].get("who") == who, news)
    deeds: list[str] = []
    for template, values, *_others in same:
        said_here = known.texts.get(template, template)
        deed = SUBJECT.sub(r"\1", said_here, count=1) if deeds else said_here
        deeds.append(without_full_stop(filled(deed, values, known, names)))
    return curly(commas(deeds[:most]))


def fresh_ids(view: View) -> set[str]:
    """The guest spaces and decorations on which the latest move put a marker."""
    if phase_of(view) == "over":
        return set()
    told = [values for _template, values, *_others in view["news"]]
    return {values[name] for values in told for name in ("space", "decoration") if name in values}


def whose_turn(view: View, who: str) -> str:
    """What those who are asked do, as a sentence about `who`; without a name its rest."""
    if they := view["question"]["they"]:
        return translate(they, [who] * view["seats"])
    if len(view["asked"]) > 1:
        return _("{who:text} choose", who=who)
    return _("{who:text} chooses", who=who)


def hint(view: View) -> str:
    """What those who are asked have to know."""
    now, made = view["now"], view["making"]
    match phase_of(view):
        case "choose":
            return _("employees for the hand, in secret")
        case "play":
            return _("one of {n} cards", n=view["tables"][view["asked"][0]]["hand"])
        case "act":
            face = view["faces"][now["card"]]
            who = commas([translate(face["name"]), translate(face["grade"])])
            return curly(f"{who} ({face['id']})")
        case "pay":
            return _(
                "{dress:text} needs {silk:text}",
                dress=f"{translate(made['colour'])} ({now['dress']})",
                silk=amounts(made["silk"]),
            )
        case "place":
            return _(
                "{prestige} prestige if rented out, {value} Livre if sold",
                prestige=made["prestige"],
                value=made["value"],
            )
        case _:
            opening = _("Bonus: {text}", text="").strip()
            wish = translate(view["question"]["prompt"]).removeprefix(opening).strip()
            return curly(without_full_stop(wish))


def outcome(view: View, who: str) -> str:
    """Who has won, as a sentence about `who`; without a name its rest."""
    if winners(view)[1:]:
        return _("{who:text} share the win", who=who)
    return _("{who:text} wins", who=who)


REASONS = {
    "Livre": phrase("tied; more Livre"),
    "rented dresses": phrase("tied; more rented dresses"),
}


def reason(view: View) -> str:
    steps = view["tie_steps"]
    return translate(REASONS[steps[-1]["why"]]) if steps else _("most prestige")
