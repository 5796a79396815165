"""What the pictures and the words need to know, read from a view."""

from dataclasses import dataclass
from typing import Any

from renderers.canvas import by_place, names_of, place_of, winners
from renderers.fonts import initials

from .patterns import HUES

View = dict[str, Any]

# -------------------------------------------------------------- reading a view


def phase_of(view: View) -> str:
    """Return what is being asked, or "over"."""
    return "over" if view["scores"] is not None else view["choice"] or ""


def turn_shown(view: View) -> View | None:
    """Return the turn whose dice lie on the table: the one being played, else the one before."""
    now = view["now"]
    return now if now and now["dice"] else view["previous"]


def running_order(view: View) -> list[int]:
    """Return the seats in the order of their turns."""
    return view["order"] or list(range(view["seats"]))


def owned(player: View, pattern: str) -> int:
    """Return how many cards of a pattern a player has, used or spare."""
    return [*player["patterns"], *player["spare_patterns"]].count(pattern)


def title_of(pattern: str) -> str:
    """Return the name of a pattern, garment or hue as a heading."""
    return pattern.capitalize()


def turn_words(view: View) -> str:
    """Return where the game stands, as in "Turn 6 of 10, market"."""
    step, now = STEPS.get(phase_of(view), ""), view["now"]
    if not now:
        return f"Set-up, {step}"
    return f"Turn {now['number']} of 10, {step}" if now["number"] < 10 else f"Last turn, {step}"


STEPS = {
    "place": "turn order",
    "sow": "sowing",
    "dye": "the roll",
    "zero": "the roll",
    "market": "market",
    "wardrobe": "market",
}


def call(view: View) -> tuple[str, str]:
    """Return what the one asked does, and a hint."""
    phase, last = phase_of(view), bool(view["now"]) and view["now"]["number"] == 10
    free = "board empty: one cube is free" if not view["cubes"] else "1 silk for each cube"
    return {
        "place": (" places silk", "rolled 0: any empty space"),
        "sow": (" to sow or roll", free),
        "dye": (" picks a dye", "white: red, yellow or blue"),
        "zero": (" names a 0", "any number from 1 to 9"),
        "market": (" to buy", "last chance to rearrange" if last else "dyes, patterns, or done"),
        "wardrobe": (" rearranges", "any dye and pattern in any garment"),
    }.get(phase, ("", view["prompt"]))


OWN_CALL = {
    "place": "You place silk",
    "sow": "You sow or roll",
    "dye": "You pick a dye",
    "zero": "You name a 0",
    "market": "You buy",
    "wardrobe": "You rearrange",
}


# ----------------------------------------------------------- what the dice do

Die = tuple[str, bool, str, str]  # face, whether it waits, two lines of words


def dice_words(view: View) -> tuple[Die, ...]:
    """Return the three numbers and the dye die with what they did, will do, or wait for."""
    turn = turn_shown(view)
    if not turn:
        return ()
    done = turn if turn["resolved"] else view["outcome"] or {}
    numbers, asked = named(turn), phase_of(view) == "zero"
    lines: list[Die] = []
    used: list[str] = []
    for face, was_zero in numbers:
        if face == 0:
            first, second = ("name 1-9", best_zero(view)) if asked else ("then 1-9", "")
            lines.append(("0", asked, first, second))
            asked = False
            continue
        first, second = die_role(face, done, used)
        lines.append((str(face), False, f"0 {first}" if was_zero else first, second))
    return (*lines, dye_words(turn))


def named(turn: View) -> list[tuple[int, bool]]:
    """Return the three numbers, zeros as they were named, and whether each was a zero."""
    zeros = list(turn["zeros"])
    return [
        (face, False) if face else (zeros.pop(0), True) if zeros else (0, False)
        for face in turn["dice"]
    ]


def die_role(face: int, done: View, used: list[str]) -> tuple[str, str]:
    """Return what one die does; the first die of an empty space fills it."""
    if not done:
        return f"is {face}", ""
    line = next((line for line in done["lines"] if face in line), None)
    for role, first, second in (
        ("filled", f"fills {face}", "line " + "-".join(map(str, line)) if line else "stays"),
        ("refilled", f"refills {face}", "after the line"),
        ("cleared", f"clears {face}", "+1 silk"),
    ):
        if face in done[role] and f"{role}{face}" not in used:
            used.append(f"{role}{face}")
            return first, second
    return f"{face} again", "no effect"


def best_zero(view: View) -> str:
    """Return the most that the next zero can bring."""
    found = [outcome["silk"] for outcome in view["zero_outcomes"].values()]
    return f"up to +{max(found)}" if found else ""


def dye_words(turn: View) -> Die:
    """Return the dye die with what it brought."""
    if not turn["dye"]:
        return ("white", True, "pick one", "R, Y or B")
    return (
        turn["face"],
        False,
        f"+1 {turn['dye']}",
        "white: free" if turn["face"] == "white" else "dye die",
    )


def pays(view: View) -> tuple[tuple[int, int], ...]:
    """Return the spaces that paid in the turn being played, with how much."""
    turn = view["now"]
    if not turn or not turn["resolved"]:
        return ()
    lifted = {space for line in turn["lines"] for space in line}
    found = {space: (space in lifted) + (space in turn["cleared"]) for space in range(1, 10)}
    return tuple((space, silk) for space, silk in found.items() if silk)


Total = tuple[int, str, str, str]  # seat, letters, silk, dye


def roll_total(view: View) -> Total | None:
    """Return who rolled the dice on the table, and what they brought."""
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
    """Return the dye and the pattern of each garment."""
    return tuple(zip(player["hues"], player["patterns"], strict=True))


def spare_words(player: View, letters: int = 9) -> str:
    """Return the spare cards, as in "RV, Kikko"."""
    hues = [HUES[hue].letters for hue in player["spare_hues"]]
    return ", ".join([*hues, *(title_of(p)[:letters] for p in player["spare_patterns"])])


Wish = tuple[str, int, str, int | None]  # hue or pattern, silk, "can" "dear" "sold", points


def wishes(view: View) -> tuple[Wish, ...]:
    """Return the market as the viewer could use it with the stocks as they are."""
    me = view["players"][view["viewer"]]
    gains = {move: found["points"] for move, found in view["previews"].items()}
    found: list[Wish] = []
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
    """Return the players from the first to the last."""
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
            dyes=tuple(garment_["dye"] for garment_ in s["garments"]),
            parts=(s["garment"], s["dye"], s["pattern"], s["total"]),
            sets=tuple((x["pattern"], x["count"], x["points"], x["favourite"]) for x in s["sets"]),
        )
        for who, s in ((each, sheets[each]) for each in by_place(view))
    ]


def verdict(view: View) -> tuple[str, str, str]:
    """Return a winner's name, the words after it, and why."""
    names, best, scores = names_of(view), winners(view), view["scores"]
    top = max(scores)
    steps = view["tie_steps"]
    if len(best) > 1:
        return "", f"{len(best)} share the win with {top}", "level in every respect"
    if steps:
        reason = steps[-1]["why"].partition(": ")[2] or steps[-1]["why"]
        return names[best[0]], f" wins at {top}", f"tie broken: {reason}"
    others = sorted((s for who, s in enumerate(scores) if who not in best), reverse=True)
    lead = top - others[0]
    second = next(w for w, s in enumerate(scores) if w not in best and s == others[0])
    points = "point" if lead == 1 else "points"
    return names[best[0]], f" wins with {top}", f"{lead} {points} ahead of {names[second]}"
