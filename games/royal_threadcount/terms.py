"""Royal Threadcount: terms of the rulebook, as arithmetic and as words; nothing changes here."""

from __future__ import annotations

from collections import Counter

from games.kernel import Phrase, phrase
from games.royal_threadcount.scoring import complete, owned_hues, owned_patterns
from games.royal_threadcount.state import DATA, DYE_COST, GARMENTS, HUES, NAME, Player, Threadcount

SILK_KEPT: int = DATA["limits"]["silk"]


def taken(g: Threadcount, words: list[str], verb: str) -> str | None:
    """That the space named has a cube already."""
    if len(words) == 2 and words[0] == verb and words[1] in map(str, g.cubes):
        return phrase(
            "Space {space:text} is full; a cube goes only onto an empty space.", space=words[1]
        )
    return None


def newly_covered(g: Threadcount, p: Player, dye: str) -> list[str]:
    """The dye cards that one more such dye makes possible, silk aside."""

    def covers(hue: str, more: int) -> bool:
        return all(p.dye[d] + more * (d == dye) >= n for d, n in DYE_COST[hue].items())

    return [hue for hue in HUES if g.piles[hue] and covers(hue, 1) and not covers(hue, 0)]


def completable(p: Player) -> int:
    """How many more garments a player could complete by arranging."""
    best = min(len(GARMENTS), len(owned_hues(p)), len(owned_patterns(p)))
    return best - len(complete(p))


def spares(p: Player) -> int:
    """How many cards a player has that lie in no garment."""
    return len(p.spare_hues) + len(p.spare_patterns)


def surplus_silk(p: Player) -> int:
    """The silk that a player loses if the turn ends now."""
    return max(0, p.silk - SILK_KEPT)


def surplus_dye(g: Threadcount, p: Player) -> dict[str, int]:
    """The dye that a player loses if the turn ends now."""
    if g.dye_cap is None:
        return {}
    return {each: n - g.dye_cap for each, n in p.dye.items() if n > g.dye_cap}


def amounts(dye: dict[str, int]) -> list[Phrase]:
    """So much of each dye in words."""
    return [phrase("{n} {dye}", n=n, dye=each) for each, n in dye.items()]


def cost_in_dye(hue: str) -> Phrase:
    """The dye that a card costs: "2 red + 1 yellow"; no card takes more than two colours."""
    first, *second = amounts(DYE_COST[hue])
    return phrase("{first} + {second}", first=first, second=second[0]) if second else first


def counted(patterns: list[str]) -> list[str]:
    """Names of patterns, alike ones counted."""
    counts = Counter(patterns).items()
    return [
        phrase("{n} × {pattern}", n=n, pattern=NAME[p]) if n > 1 else NAME[p] for p, n in counts
    ]
