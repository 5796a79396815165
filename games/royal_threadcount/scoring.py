"""Royal Threadcount: what outfits are worth, and how a tie is broken."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any

from games.kernel import phrase
from games.royal_threadcount.components import (
    CLASS,
    DATA,
    GARMENTS,
    MATCHES,
    PATTERNS,
    PRICE,
    TURNS,
)
from games.royal_threadcount.state import Player, Threadcount, game

VALUES: dict[tuple[str, str], list[int]] = {
    (model, pattern["id"]): [0, *values]
    for pattern in DATA["pattern"]
    for model, values in pattern["values"].items()
}
FAVOURITE: dict[str, int] = DATA["points"]["favourites"]
TIE = ("tertiaries", "favourites", "price", "early")
QUALITY, SELECTION, COST, TIME = (
    phrase("colour quality: more tertiary colours"),
    phrase("pattern selection: more of the favourite pattern"),
    phrase("pattern selection: the dearer patterns"),
    phrase("completion time: done earliest"),
)
"""What breaks a tie, in this order."""


def complete(p: Player) -> list[int]:
    """Numbers of the garments that have a dye and a pattern."""
    return [i for i in range(len(GARMENTS)) if p.hues[i] and p.patterns[i]]


def owned_hues(p: Player) -> list[str]:
    return [hue for hue in p.hues if hue] + p.spare_hues


def owned_patterns(p: Player) -> list[str]:
    return [pattern for pattern in p.patterns if pattern] + p.spare_patterns


def garment_points(p: Player) -> int:
    """2 for each complete garment."""
    return DATA["points"]["garment"] * len(complete(p))


def dye_points(hues: Sequence[str], colours: Collection[str]) -> int:
    """2 for each of these Empress colours that a dye carries."""
    return DATA["points"]["dye"] * sum(colour in colours for hue in hues for colour in MATCHES[hue])


def pattern_points(patterns: Sequence[str], favourite: str, model: str) -> int:
    """The value of each set, and something for each card of the favourite pattern."""
    sets = sum(VALUES[model, pattern][patterns.count(pattern)] for pattern in set(patterns))
    return sets + FAVOURITE[model] * patterns.count(favourite)


def total(g: Threadcount, p: Player, colours: Collection[str], favourite: str) -> int:
    """A player's score if these are the favourites of the Empress."""
    used = complete(p)
    return (
        garment_points(p)
        + dye_points([p.hues[i] for i in used], colours)
        + pattern_points([p.patterns[i] for i in used], favourite, g.scoring)
    )


def sheet(g: Threadcount, p: Player, colours: Collection[str], favourite: str) -> dict[str, Any]:
    """The score of a player, by category and by garment; only complete garments count."""
    used = complete(p)
    hues, patterns = [p.hues[i] for i in used], [p.patterns[i] for i in used]
    kinds = [pattern for pattern in PATTERNS if pattern in patterns]
    return {
        "seat": p.seat,
        "garment": garment_points(p),
        "dye": dye_points(hues, colours),
        "pattern": pattern_points(patterns, favourite, g.scoring),
        "total": total(g, p, colours, favourite),
        "garments": [
            {
                "garment": garment,
                "hue": p.hues[i],
                "pattern": p.patterns[i],
                "complete": i in used,
                "dye": dye_points([p.hues[i]], colours) if i in used else 0,
            }
            for i, garment in enumerate(GARMENTS)
        ],
        "sets": [
            {
                "pattern": pattern,
                "count": patterns.count(pattern),
                "favourite": pattern == favourite,
                "points": pattern_points(
                    [each for each in patterns if each == pattern], favourite, g.scoring
                ),
            }
            for pattern in kinds
        ],
        "tie": dict(zip(TIE, rank(p, favourite), strict=True)),
    }


@game.points
def points_now(g: Threadcount) -> list[int]:
    """The score of each player as everybody knows it: favourites count once they are revealed."""
    return [total(g, p, g.empress_colours, g.empress_pattern) for p in g.players]


def rank(p: Player, favourite: str) -> tuple[int, int, int, int]:
    """What is compared between players of equal score, the first thing first; more is better."""
    used = complete(p)
    return (
        sum(CLASS[p.hues[i]] == "tertiary" for i in used),
        sum(p.patterns[i] == favourite for i in used),
        sum(PRICE[p.patterns[i]] for i in used),
        TURNS - p.finished if p.finished else 0,
    )


def tie_breaks(g: Threadcount) -> list[int]:
    """By seat, how many players rank lower; the player who drops out first has 0."""
    ranks = [rank(p, g.empress_pattern) for p in g.players]
    return [sum(other < own for other in ranks) for own in ranks]


def tie_steps(g: Threadcount) -> list[dict[str, Any]]:
    """How the tie for first place is broken: each comparison by seat, and the seats that go on."""
    best = max(g.scores or [0])
    tied = [seat for seat, score in enumerate(g.scores or []) if score == best]
    steps: list[dict[str, Any]] = []
    for i, why in enumerate((QUALITY, SELECTION, COST, TIME)):
        if len(tied) == 1:
            break
        values = {seat: rank(g.players[seat], g.empress_pattern)[i] for seat in tied}
        most = max(values.values())
        tied = [seat for seat in tied if values[seat] == most]
        steps.append({"why": why, "values": {str(s): v for s, v in values.items()}, "left": tied})
    return steps
