"""The pictures told at length, `tell`: all that they show, a section for each part."""

from collections import Counter
from collections.abc import Iterator

from renderers.canvas import place_of
from renderers.telling import joined, told

from .board import STRIPS
from .colours import NAMES
from .reading import View, chosen, line_of_players, note, owned, seen, strip_hint
from .screen import POWERS, pay_facts
from .words import (
    column_words,
    count,
    order_words,
    own_words_of,
    spoken_names,
    stock_words,
    tally,
    title_words,
)


def tell(view: View) -> str:
    """Return all that the board and the viewer's own screen show, by sections."""
    names, draft = spoken_names(view), view["phase"] == "draft"
    title, _, rest = title_words(view, names).partition(". ")
    market = [f"{column} {column_words(view, column, names)}." for column in view["market"]]
    offer = [f"On offer: {tally(Counter(view['offer']))}."]
    return told(
        (title, [rest, newest(view)]),
        ("Your screen", own_words(view)),
        ("Draft" if draft else "Market", offer if draft else market),
        ("Tiles apart", [stock_words(view)]),
        (STRIPS[view["phase"]], players(view, names)),
    )


def newest(view: View) -> str:
    """Say which tile was sold to the market last."""
    if view["phase"] in ("draft", "over") or not view["last"]:
        return ""
    column, square = view["last"]
    kind = NAMES.get(view["market"][column][square - 1], "")
    price = view["prices"][column][square - 1]
    return f"Sold last: {kind} to {column} for {price}." if kind else ""


def players(view: View, names: list[str]) -> Iterator[str]:
    """Yield what everybody knows of each player, and how they would buy."""
    hint = "" if view["phase"] == "over" else strip_hint(view)
    yield f"{hint[:1].upper()}{hint[1:]}." if hint else ""
    for who in line_of_players(view):
        player, known = view["players"][who], seen(view, who)
        place = f", place {place_of(view, who)}" if view["phase"] == "over" else ""
        yield joined(
            f"{names[who]}{place}: {player['gold']} of {view['end_gold']} gold",
            count(owned(view, who), "tile"),
            f"wears {NAMES[player['worn']]}" if player["worn"] else "",
            note(view, who)[0],
            "has answered" if who in view["answered"] else "",
            f"known {tally(known)}" if known and who != view["viewer"] else "",
        ) + "."  # fmt: skip
    yield order_words(view, names)


def own_words(view: View) -> Iterator[str]:
    """Yield what only the viewer knows, and what can be done with each type."""
    who = view["viewer"]
    if who is None:
        return
    yield f"You are {spoken_names(view)[who]}."
    yield from own_words_of(view)
    for kind in NAMES:
        text = type_words(view, kind)
        yield f"{NAMES[kind]}, you hold {seen(view, who)[kind]}: {text}." if text else ""


def type_words(view: View, kind: int) -> str:
    """Say what can be done with a type in this phase."""
    card, facts = pay_facts(view, kind)
    if card == "sale":
        columns, squares, fits, gold = facts
        room = f"free {' '.join(map(str, squares))} in {' or '.join(columns)}" if columns else ""
        return joined(room or "no free column", f"worth {gold}" if fits else "")
    if card == "power":
        debut = "its debut tile can be won" if facts[2] else ""
        picked = "you have picked it" if chosen(view) == kind else ""
        return joined(" ".join(POWERS[kind]), debut, picked)
    if card == "price":
        column, prices, gold, passed = facts
        return price_words(column, [n for n in prices if n <= gold and not passed])
    return ""


def price_words(column: str, payable: list[int]) -> str:
    """Say for how much a type can be bought."""
    if not column:
        return "none on the market"
    return f"{column}, you can pay {' '.join(map(str, payable))}" if payable else f"{column}, none"
