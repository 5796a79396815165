"""What the pictures and the words need to know, read from a view."""

from dataclasses import dataclass
from typing import Any

from games.words import _, phrase, translate
from renderers.fonts import initials
from renderers.seats import by_place, names_of, place_of, winners

from .patterns import PRIMARY, letters_of, localized_letters, title_of

View = dict[str, Any]

# -------------------------------------------------------------- reading a view


def phase_of(view: View) -> str:
    """What is being asked, or "over"."""
    return "over" if view["scores"] is not None else view["question"]["name"]


def turn_shown(view: View) -> View | None:
    """The turn whose dice lie on the table: the one being played, else the one before."""
    now = view["now"]
    return now if now and now["dice"] else view["previous"]


def running_order(view: View) -> list[int]:
    return view["order"] or list(range(view["seats"]))


def owned(player: View, pattern: str) -> int:
    """How many cards of a pattern a player has, used or spare."""
    return [*player["patterns"], *player["spare_patterns"]].count(pattern)


def turn_words(view: View) -> str:
    """Where the game stands, as in "Turn 6 of 10, market"."""
    step, now = STEPS[phase_of(view)], view["now"]
    if not now:
        return _("Set-up, {step}", step=step)
    if now["number"] == 10:
        return _("Last turn, {step}", step=step)
    return _("Turn {n} of 10, {step}", n=now["number"], step=step)


STEPS = {
    "place": phrase("turn order"),
    "sow": phrase("sowing"),
    "dye": phrase("the roll"),
    "zero": phrase("the roll"),
    "market": phrase("market"),
    "wardrobe": phrase("market"),
}


def whose_turn(view: View, names: list[str]) -> str:
    """What the player who is asked does."""
    return translate(view["question"]["they"], names)


def hint(view: View) -> str:
    last, empty = view["now"] and view["now"]["number"] == 10, not view["cubes"]
    return {
        "place": _("rolled 0: any empty space"),
        "sow": _("board empty: one cube is free" if empty else "1 silk for each cube"),
        "dye": _("white: red, yellow or blue"),
        "zero": _("any number from 1 to 9"),
        "market": _("last chance to rearrange" if last else "dyes and patterns, or nothing more"),
        "wardrobe": _("any dye and pattern in any garment"),
    }[phase_of(view)]


# ----------------------------------------------------------- what the dice do

Die = tuple[str, bool, str, str]  # face, whether it waits, two lines of words


def dice_words(view: View) -> tuple[Die, ...]:
    """The three numbers and the dye die with what they did, will do, or wait for."""
    turn = turn_shown(view)
    if not turn:
        return ()
    done = turn if turn["resolved"] else view["outcome"] or {}
    numbers, asked = named_numbers(turn), phase_of(view) == "zero"
    lines: list[Die] = []
    used: list[str] = []
    for face, was_zero in numbers:
        if face == 0:
            first = _("name 1-9" if asked else "then 1-9")
            lines.append(("0", asked, first, best_zero(view) if asked else ""))
            asked = False
            continue
        first, second = die_role(face, done, used)
        first = _("0 {what:text}", what=first) if was_zero else first
        lines.append((str(face), False, first, second))
    return (*lines, dye_die(turn))


def named_numbers(turn: View) -> list[tuple[int, bool]]:
    """The three numbers, zeros as they were named, and whether each was a zero."""
    zeros = list(turn["zeros"])
    return [
        (face, False) if face else (zeros.pop(0), True) if zeros else (0, False)
        for face in turn["dice"]
    ]


def die_role(face: int, done: View, used: list[str]) -> tuple[str, str]:
    """What one die does; the first die of an empty space fills it."""
    if not done:
        return _("is {n}", n=face), ""
    line = next((numbers_of(line) for line in done["lines"] if face in line), "")
    stays = _("line {line:text}", line=line) if line else _("stays")
    for role, first, second in (
        ("filled", _("fills {n}", n=face), stays),
        ("refilled", _("refills {n}", n=face), _("after the line")),
        ("cleared", _("clears {n}", n=face), _("+{n} silk", n=1)),
    ):
        if face in done[role] and f"{role}{face}" not in used:
            used.append(f"{role}{face}")
            return first, second
    return _("{n} again", n=face), _("no effect")


def numbers_of(line: list[int]) -> str:
    """As in "1-5-9"."""
    return "-".join(map(str, line))


def best_zero(view: View) -> str:
    """The most that the next zero can bring."""
    found = [outcome["silk"] for outcome in view["zero_outcomes"].values()]
    return _("up to +{n}", n=max(found)) if found else ""


def dye_die(turn: View) -> Die:
    if not turn["dye"]:
        return (
            "white",
            True,
            _("pick one"),
            _(
                "{letters:or}",
                letters=[phrase("{it:text}", it=localized_letters(p)) for p in PRIMARY],
            ),
        )
    second = _("white: free" if turn["face"] == "white" else "dye die")
    return turn["face"], False, _("+1 {dye}", dye=turn["dye"]), second


def paying_spaces(view: View) -> tuple[tuple[int, int], ...]:
    """The spaces that paid in the turn being played, with how much."""
    turn = view["now"]
    if not turn or not turn["resolved"]:
        return ()
    lifted = {space for line in turn["lines"] for space in line}
    found = {space: (space in lifted) + (space in turn["cleared"]) for space in range(1, 10)}
    return tuple((space, silk) for space, silk in found.items() if silk)


Total = tuple[int, str, str, str]  # seat, letters, silk, dye


def roll_total(view: View) -> Total | None:
    turn = turn_shown(view)
    if not turn:
        return None
    done = turn if turn["resolved"] else view["outcome"]
    silk = f"+{done['silk']}" if done else "?"
    who: int = turn["seat"]
    return who, initials(names_of(view))[who], silk, turn["dye"]


# -------------------------------------------- what players have, and could buy

Wear = tuple[str, str]  # hue and pattern, "" where there is none


def wears_of(player: View) -> tuple[Wear, ...]:
    return tuple(zip(player["hues"], player["patterns"], strict=True))


def spares_of(player: View) -> list[str]:
    """The spare cards, as in RV and Kikko."""
    return [*map(letters_of, player["spare_hues"]), *map(title_of, player["spare_patterns"])]


MarketItem = tuple[str, int, str, int | None]  # hue or pattern, silk, "can" "dear" "sold", points


def market_items(view: View) -> tuple[MarketItem, ...]:
    """What is on the market, and whether the viewer can pay for it now."""
    me = view["players"][view["viewer"]]
    gains = {move: found["points"] for move, found in view["previews"].items()}
    found: list[MarketItem] = []
    for dye in view["dyes"]:
        enough = all(me["dye"][colour] >= n for colour, n in dye["dye"].items())
        state = "can" if enough and me["silk"] >= dye["silk"] else "dear"
        state = state if dye["left"] else "sold"
        found.append((dye["hue"], dye["silk"], state, gains.get(f"buy {dye['hue']}")))
    for offer in view["offers"]:
        state = "can" if offer["price"] <= me["silk"] else "dear"
        state = state if offer["pattern"] else "sold"
        gain = gains.get(f"pattern {offer['slot']}")
        found.append((offer["pattern"], offer["price"], state, gain))
    return tuple(found)


# ---------------------------------------------------------------- how it ended


@dataclass(frozen=True, slots=True)
class Result:
    """What a player presents, and the sheet of the score."""

    seat: int
    letters: str
    name: str
    place: int
    wears: tuple[Wear, ...]
    dyes: tuple[int, ...]
    parts: tuple[int, int, int, int]
    sets: tuple[tuple[str, int, int, bool], ...]


def results(view: View) -> list[Result]:
    """The players from the first to the last."""
    names = names_of(view)
    letters = initials(names)
    sheets = view["sheets"]
    return [
        Result(
            seat=who,
            letters=letters[who],
            name=names[who],
            place=place_of(view, who),
            wears=wears_of(view["players"][who]),
            dyes=tuple(garment_["dye_points"] for garment_ in s["garments"]),
            parts=(s["garment_points"], s["dye_points"], s["pattern_points"], s["total"]),
            sets=tuple((x["pattern"], x["count"], x["points"], x["favourite"]) for x in s["sets"]),
        )
        for who, s in ((each, sheets[each]) for each in by_place(view))
    ]


def verdict(view: View, names: list[str]) -> tuple[str, str]:
    """Who has won, and why; players have these names."""
    best, scores, steps = winners(view), view["scores"], view["tie_steps"]
    top = max(scores)
    if len(best) > 1:
        return _("{n} share the win with {top}", n=len(best), top=top), _("tied in everything")
    name = names[best[0]]
    if steps:
        why = _("tie broken: {why}", why=REASONS[len(steps) - 1])
        return _("{name:text} wins at {top}", name=name, top=top), why
    second = max(score for who, score in enumerate(scores) if who not in best)
    rival = names[next(who for who, score in enumerate(scores) if score == second)]
    ahead = _("{n:point|points} ahead of {name:text}", n=top - second, name=rival)
    return _("{name:text} wins with {top}", name=name, top=top), ahead


REASONS = (
    phrase("more tertiary colours"),
    phrase("more of the favourite pattern"),
    phrase("the dearer patterns"),
    phrase("done earliest"),
)
"""What breaks a tie at the first step, the second and so on, in short."""
