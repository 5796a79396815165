"""What cards do in few words, always "when: what"; the whole text is in the look-up of a card."""

import re
from collections.abc import Sequence
from functools import lru_cache

PLACES = {
    "Local Materials, the Warehouse or Import": "6, 7, 8",
    "Local Materials": "6",
    "the Warehouse": "7",
    "Import": "8",
    "the Bank": "1",
    "Contracts": "2",
    "Buildings": "3",
    "Employees": "4",
    "New Designs": "5",
    "Last-Minute": "9",
}
WHEN = [
    (r"At the show with (\d) or more designs shown", r"Show, \1+ designs"),
    (r"At the show", "Show"),
    (r"After your sale with (\d) or more designs shown", r"Sale of \1+ designs"),
    (r"After your sale", "Sale"),
    (r"After the awards with (\d) or more designs shown", r"Awards, \1+ designs"),
    (r"(After|At) the awards", "Awards"),
    (r"At upkeep: pay \$(\d+) less", r"Upkeep: −$\1"),
    (r"At upkeep", "Upkeep"),
    (r"In the growth phase", "Growth"),
    (r"At the end of the game", "End"),
    (r"At once", "Now"),
    (r"At the start of each working month", "Monthly"),
    (r"Once a month you have an extra action at", "Monthly: extra pawn at"),
    (r"With a pawn at ([^:]+?):", r"Pawn at <\1>:"),
    (r"When the month reaches ([^:]+?):", r"At <\1>:"),
]
WHAT = [
    (r",? and you gain ", " and gain "),
    (r", and ", " and "),
    (r" and (\$\d|\d+ points?)", r" and gain \1"),
    (r"take the contract on top of the deck", "+1 contract of the deck"),
    (r"change the style of 1 design to that of the collection", "1 design changes style"),
    (r"change the style of (\d) designs to that of the collection", r"\1 designs change style"),
    (r"(\d) designs? needs? only one of the two materials", r"\1 with one cloth only"),
    (r"you may look at (\d) designs from the deck and keep 1 instead of taking one",
     r"deck: see \1, keep 1"),
    (r"look at (\d)( designs)? from the deck and keep (1|one)", r"see \1 of the deck, keep 1"),
    (r"you may (also )?", ""),
    (r"swap a design for one from the", "swap a design with the"),
    (r": pay \$(\d+) to ", r", $\1: "),
    (r"one more clothing type of your choice gives 1 trend a design", "T for 1 more type"),
    (r", at most 1 in all", ", 1 at most"),
    (r"(\d) more clothing types of your choice give 1 trend a design", r"T for \1 more types"),
    (r"(\d) more designs? counts? as your clothing type", r"\1 more of your type"),
    (r"(\d) units of yours may stand for any colour", r"\1 units of any colour"),
    (r"take (\d) more design from the row or the deck", r"+\1 design"),
    (r"take (\d) more design from the deck", r"+\1 design of the deck"),
    (r"materials cost \$(\d) less a unit", r"−$\1 a unit"),
    (r"buy (\d) more unit of each colour", r"+\1 unit a colour"),
    (r"buy up to (\d) units?( of different colours)? at Warehouse prices",
     r"buy \1 at prices of 7"),
    (r"gain (\d+) material of any colour", r"+\1 cloth"),
    (r"gain (\d+) quality", r"+\1 Q"),
    (r"gain (\d+) trend", r"+\1 T"),
    (r"gain (\d+) points?", r"+\1 VP"),
    (r"gain (\$?\d+)", r"+\1"),
    (r"or (\d+) quality", r"or \1 Q"),
    (r" for each award line you alone are first on", " a line won alone"),
    (r" for each trained employee and upgraded building", " a turned card"),
    (r" for each design in the last collection", " a design last shown"),
    (r" for each prestige you hold", " a prestige"),
    (r" for each (design|building|material)( sold| you own| left)?", r" a \1\2"),
    (r" a (design sold)", " a design"),
    (r" you own| left", ""),
    (r" for each full \$(\d)", r" per $\1"),
    (r", for at most (\d+)", r", max \1"),
    (r", up to (\d) times", r", max \1×"),
    (r"you win ties (for|in) (a )?", "wins ties, "),
    (r"category you name", "line of yours"),
    (r"(one|1) training or upgrade costs \$(\d) less", r"first −$\2"),
    (r"train or upgrade one more card", "1 more card"),
    (r"train one more employee", "train 1 more"),
    (r"do without a missing material", "for a missing cloth"),
    (r"sell an unmade design for", "sell a design,"),
    (r"sell up to (\d) unmade designs, each for its printed price", r"sell \1 more, printed price"),
    (r"discard a design, see", "swap one, see"),
    (r"Your pawns may go to any location though it is full", "Never full"),
    (r"Your pawns may go to ([^.]+?) though it is full", r"Never full: <\1>"),
    (r"your credit limit is \$(\d+) higher", r"+$\1 limit"),
    (r"Your credits cost no upkeep", "Credits: no upkeep"),
    (r"(\d) of your credits cost no upkeep", r"\1 credits: no upkeep"),
    (r"You repay each credit with \$(\d) less", r"Repay −$\1 each"),
    (r"[Yy]our (\d) dearest employees cost \$1 less upkeep each, but at least \$1",
     r"\1 staff upkeep −$1"),
    (r"Houses (\d) more employee", r"+\1 place for staff"),
    (r"pay half, rounded down", "half"),
    (r" and ", ", "),
]  # fmt: skip


@lru_cache(maxsize=512)
def brief(text: tuple[str, ...]) -> str:
    """Return the sentences of a card in few words."""
    lines = [shortened(sentence) for sentence in text]
    if len(lines) == 2 and lines[0].partition(": ")[0] == lines[1].partition(": ")[0]:
        return f"{lines[0]}, {lines[1].partition(': ')[2]}"
    return " · ".join(lines)


def shortened(sentence: str) -> str:
    """Return a sentence in few words."""
    for long, short in (*WHEN, *WHAT):
        sentence = re.sub(long, short, sentence)
    for name, digits in PLACES.items():
        sentence = sentence.replace(f"<{name}>", digits)
        sentence = sentence.replace(f"pawn at {name}", f"pawn at {digits}")
    for name, digits in PLACES.items():
        sentence = sentence.replace(name, digits)
    return sentence.rstrip(".")


def listed(words: Sequence[str]) -> str:
    """Return words as a list: "a, b and c"."""
    return " and ".join(filter(None, [", ".join(words[:-1]), words[-1]])) if words else ""


def charged(n: int) -> str:
    """Return what is taken away, with a true minus."""
    return f"−{n}" if n else "0"


def count_of(n: int, word: str) -> str:
    """Return a number with its word: "1 loan", "2 loans"."""
    return f"{n} {word}" if n == 1 else f"{n} {word}s"
