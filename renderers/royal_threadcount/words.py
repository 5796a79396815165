"""The pictures in words."""

from renderers.canvas import names_of, winners

from .patterns import GARMENTS, HUES, PRIMARY
from .reading import (
    View,
    call,
    phase_of,
    results,
    running_order,
    spare_words,
    title_of,
    turn_shown,
    turn_words,
    verdict,
    wears_of,
    wishes,
)


def describe(view: View) -> str:
    """Return the picture in words, in at most a thousand characters."""
    text = ""
    for most, letters in ((32, 9), (20, 9), (14, 9), (10, 9), (10, 4), (7, 3)):
        names = [short(name, most) for name in names_of(view)]
        say = end_words if phase_of(view) == "over" else game_words
        lines = say(view, names, letters)
        text = "\n".join(line for line in lines if line)
        if len(text) <= 1000:
            return text
    return text[:999] + "…"


def short(name: str, most: int) -> str:
    """Return a name, cut with an ellipsis after a number of letters."""
    return name if len(name) <= most else name[: most - 1].rstrip() + "…"


def game_words(view: View, names: list[str], letters: int) -> list[str]:
    """Say where the game stands, the board, the dice, the market and the players."""
    words, hint = call(view)
    asked = f" {names[view['asked'][0]]}{words}: {hint}." if view["asked"] else ""
    lines = [f"{view['title']}, {turn_words(view)}.{asked}", board_words(view, names)]
    lines += market_words(view)
    if view["now"] is None:
        rolls = [f"{names[who]} {view['rolls'][who]}" for who in running_order(view)]
        lines.append(f"Turn order: {', '.join(rolls)}.")
    if view["viewer"] is not None:
        lines += own_words(view)
    return [*lines, *(player_words(view, who, names, letters) for who in running_order(view))]


def board_words(view: View, names: list[str]) -> str:
    """Say where silk lies and what the last roll did."""
    spaces = " ".join(map(str, view["cubes"]))
    text = f"Silk on {spaces}." if spaces else "The board is empty."
    turn = turn_shown(view)
    if not turn:
        return text
    dice = " ".join(map(str, turn["dice"]))
    text += f" {names[turn['seat']]} rolled {turn['face']} {dice}"
    if turn["zeros"]:
        text += f" (0 as {', '.join(map(str, turn['zeros']))})"
    if not turn["resolved"]:
        return text + "."
    lines = ", ".join("-".join(map(str, line)) for line in turn["lines"])
    text += f": +{turn['silk']} silk, +1 {turn['dye']}" + (f", line {lines}" if lines else "")
    return text + "."


def market_words(view: View) -> list[str]:
    """Say which patterns and dyes are for sale."""
    offers = [f"{title_of(o['pattern'])} {o['price']}" for o in view["offers"] if o["pattern"]]
    piles = [f"{HUES[dye['hue']].letters}{dye['left']}" for dye in view["dyes"]]
    return [
        f"Patterns: {', '.join(offers) or 'sold out'}; {view['deck']} in deck. "
        f"Dye cards: {' '.join(piles)}."
    ]


def wear_words(player: View, letters: int) -> str:
    """Say what a player wears, as in "kimono RV Kikko", with so many letters of the pattern."""
    worn = [
        f"{kind} {HUES[hue].letters if hue else '–'} {title_of(pattern)[:letters] or '–'}"
        for kind, (hue, pattern) in zip(GARMENTS, wears_of(player), strict=True)
        if hue or pattern
    ]
    return ", ".join(worn) or "nothing yet"


def player_words(view: View, who: int, names: list[str], letters: int) -> str:
    """Say what everybody knows of a player."""
    player = view["players"][who]
    dye = " ".join(f"{letter}{player['dye'][hue]}" for letter, hue in PRIMARY.items())
    spare = spare_words(player, letters)
    text = f"{names[who]}: {view['sheets'][who]['total']} pts, {player['silk']} silk, {dye}; "
    return text + wear_words(player, letters) + (f"; spare {spare}" if spare else "") + "."


def own_words(view: View) -> list[str]:
    """Say what only the viewer knows, and what the viewer can pay."""
    colour = view["players"][view["viewer"]]["favourite"][0]
    can = [
        (HUES[what].letters if what in HUES else title_of(what)) + (f" +{gain}" if gain else "")
        for what, _, state, gain in wishes(view)
        if state == "can"
    ]
    return [f"Your secret color: {colour}. You can pay {', '.join(can) or 'nothing'}."]


def end_words(view: View, names: list[str], letters: int) -> list[str]:
    """Say who won, what the Empress likes, and every player's score and outfit."""
    _, words, why = verdict(view)
    best = " and ".join(names[who] for who in winners(view))
    if len(view["winners"]) > 1:
        words = f" share the win with {max(view['scores'])}"
    why = why if not why.endswith(tuple(names_of(view))) else why.partition(" of ")[0]
    colours = ", ".join(view["empress_colours"])
    lines = [
        f"{view['title']}, the end. {best}{words} ({why}).",
        f"The Empress likes {colours} and {title_of(view['empress_pattern'])}.",
    ]
    for result in results(view):
        garments, dyes, patterns, total = result.parts
        who = result.seat
        lines.append(
            f"{result.place}. {names[who]} {total}: garments {garments}, dyes {dyes}, "
            f"patterns {patterns}; {wear_words(view['players'][who], letters)}."
        )
    return lines
