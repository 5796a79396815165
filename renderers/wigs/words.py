"""The picture in words, `describe`; nothing is drawn here."""

from collections import Counter

from renderers.canvas import seats_asked, winners

from .colours import NAMES
from .reading import (
    DEEDS,
    View,
    chosen,
    column_type,
    line_of_players,
    note,
    owned,
    seen,
    strip_hint,
)


def describe(view: View) -> str:
    """Return the picture in words, in less than a thousand characters."""
    text = ""
    for most in (40, 24, 16, 12, 9):
        names = [fit_words(name, most) for name in spoken_names(view)]
        lines = [title_words(view, names), *market_words(view, names), stock_words(view)]
        lines += [player_words(view, who, names) for who in line_of_players(view)]
        lines += [order_words(view, names), *own_words_of(view)]
        text = "\n".join(line for line in lines if line)
        if len(text) < 1000:
            break
    return fit_words(text, 999)


def spoken_names(view: View) -> list[str]:
    """Return the players' names as they write them, which words can show in any script."""
    given = view.get("names") or [""] * view["seats"]
    return [" ".join(name.split()) or f"Player {i + 1}" for i, name in enumerate(given)]


def fit_words(name: str, most: int) -> str:
    """Return a name, cut with an ellipsis after a number of letters."""
    return name if len(name) <= most else name[: most - 1].rstrip() + "…"


def tally(counts: Counter[int]) -> str:
    """Return types with their numbers, as in "2 Baron, Scholar"."""
    return ", ".join(f"{n} {NAMES[k]}" if n > 1 else NAMES[k] for k, n in sorted(counts.items()))


PHASE_WORDS = {
    "draft": "draft",
    "wear": "all pick a wig to wear",
    "market": "setting the market",
    "sell": "selling",
    "buy": "buying",
    "over": "the end",
}


def title_words(view: View, names: list[str]) -> str:
    """Say game, round, phase, and who is asked or has won."""
    phase, asked, best = view["phase"], seats_asked(view), winners(view)
    head = f"{view['title']}, " + (f"round {view['round']}, " if view["round"] else "")
    head += PHASE_WORDS[phase]
    if phase == "over":
        reason = strip_hint(view)
        verb = " wins." if len(best) == 1 else " share the win."
        return f"{head} ({reason}). {' and '.join(names[who] for who in best)}{verb}"
    verb = DEEDS[phase] if len(asked) == 1 else DEEDS[phase].removesuffix("s")
    return f"{head}. {', '.join(names[who] for who in asked)} {verb}." if asked else f"{head}."


def market_words(view: View, names: list[str]) -> list[str]:
    """Say what is on offer in the draft, or what lies on each square of the market."""
    if view["phase"] == "draft":
        return [f"{strip_hint(view).capitalize()}. On offer: {tally(Counter(view['offer']))}."]
    return [f"{column} {column_words(view, column, names)}." for column in view["market"]]


def column_words(view: View, column: str, names: list[str]) -> str:
    """Say which squares of a column are taken, which are free, and which are new."""
    kind = column_type(view, column)
    squares, prices = view["market"][column], view["prices"][column]
    taken = [str(p) for p, there in zip(prices, squares, strict=True) if there]
    free = [str(p) for p, there in zip(prices, squares, strict=True) if not there]
    words = f"{NAMES[kind]} on {' '.join(taken)}, " if kind else "open, "
    words += f"free {' '.join(free)}" if free else "full"
    if view["phase"] == "over":
        return words
    fresh: list[int] = view["fresh"][column]
    for source in sorted(set(fresh) - {0}):
        new = [str(p) for p, f in zip(prices, fresh, strict=True) if f == source]
        giver = names[source - 1] if source > 0 else "the supply"
        words += f"; {' '.join(new)} new from {giver}"
    return words


def stock_words(view: View) -> str:
    """Say which debut tiles are left, how big the supply is, and what ends the game."""
    words = f"Debut: {tally(Counter(view['debut'])) or 'none left'}. Supply {view['supply']}"
    back = tally(Counter(view["returned"]))
    return words + (f", put back {back}." if back else ".") + f" Ends at {view['end_gold']} gold."


def player_words(view: View, who: int, names: list[str]) -> str:
    """Say what everybody knows of a player."""
    player = view["players"][who]
    words = f"{names[who]}: {player['gold']} gold, {count(owned(view, who), 'tile')}"
    if player["worn"]:
        words += f", wears {NAMES[player['worn']]}"
    state_words = note(view, who)[0]
    words += f", {state_words}" if state_words else ""
    if seen(view, who) and who != view["viewer"]:
        words += f". Known: {tally(seen(view, who))}"
    return words + "."


def count(n: int, thing: str) -> str:
    """Return a number of things, as in "1 tile" or "2 tiles"."""
    return f"{n} {thing}" if n == 1 else f"{n} {thing}s"


def order_words(view: View, names: list[str]) -> str:
    """Say the order in which all would buy as things stand."""
    if view["phase"] not in ("wear", "market", "sell"):
        return ""
    order: list[int] = view["buy_order"]
    return f"Buying order now: {', '.join(names[who] for who in order)}."


def own_words_of(view: View) -> list[str]:
    """Say what only the viewer knows: tiles, answer, drawn tiles, what a sale would bring."""
    who = view["viewer"]
    if who is None:
        return []
    lines = [f"Behind your screen: {tally(seen(view, who)) or 'nothing'}."]
    if chosen(view):
        lines.append(f"You will wear {NAMES[chosen(view)]}; it may be changed.")
    five: Counter[int] = Counter(view["players"][who]["five"])
    if five:
        fits = {int(kind): sale for kind, sale in view["sales"].items() if sale["squares"]}
        goals = [
            f"{n} {NAMES[kind]} ({goal_words(fits.get(kind))})" for kind, n in sorted(five.items())
        ]
        lines.append(f"You drew {', '.join(goals)}.")
    elif view["phase"] in ("market", "sell"):
        sold = [
            f"{s['fits']} {NAMES[int(kind)]} to {' or '.join(s['columns'])} for {s['gold']}"
            for kind, s in view["sales"].items()
            if s["fits"]
        ]
        lines.append(f"You could sell {'; '.join(sold) or 'nothing'}.")
        if view["best"]:
            lines.append(f"Two types bring {view['best']} gold.")
    return lines


def goal_words(sale: View | None) -> str:
    """Say where a tile for the market would go."""
    return f"to {sale['columns'][0]} for {sale['squares'][0]}" if sale else "no room"
