"""Royal Threadcount: what outfits are worth, and how a tie is broken."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from typing import Any, NamedTuple

from games.kernel import Phrase, phrase
from games.royal_threadcount.components import (
    CLASS,
    DYE_POINTS,
    FAVOURITE_POINTS,
    GARMENT_POINTS,
    GARMENTS,
    MATCHES,
    NAME,
    PATTERNS,
    PRICE,
    SET_POINTS,
    TURNS,
)
from games.royal_threadcount.state import Player, Threadcount, game


def complete(p: Player) -> list[int]:
    """Numbers of the garments that have a dye and a pattern."""
    return [i for i in range(len(GARMENTS)) if p.hues[i] and p.patterns[i]]


def owned_hues(p: Player) -> list[str]:
    return [hue for hue in p.hues if hue] + p.spare_hues


def owned_patterns(p: Player) -> list[str]:
    return [pattern for pattern in p.patterns if pattern] + p.spare_patterns


def garment_points(p: Player) -> int:
    return GARMENT_POINTS * len(complete(p))


def dye_points(hues: Sequence[str], colours: Collection[str]) -> int:
    """The points for each of these Empress colours that a dye card carries."""
    return DYE_POINTS * sum(colour in colours for hue in hues for colour in MATCHES[hue])


def pattern_points(patterns: Sequence[str], favourite_pattern: str, model: str) -> int:
    """The value of each set, and something for each card of the favourite pattern."""
    sets = sum(SET_POINTS[model, pattern][patterns.count(pattern)] for pattern in set(patterns))
    return sets + FAVOURITE_POINTS[model] * patterns.count(favourite_pattern)


def total(g: Threadcount, p: Player, colours: Collection[str], favourite_pattern: str) -> int:
    """A player's score if these are the favourites of the Empress."""
    used = complete(p)
    return (
        garment_points(p)
        + dye_points([p.hues[i] for i in used], colours)
        + pattern_points([p.patterns[i] for i in used], favourite_pattern, g.scoring)
    )


def sheet(
    g: Threadcount, p: Player, colours: Collection[str], favourite_pattern: str
) -> dict[str, Any]:
    """The score of a player, by category and by garment; only complete garments count."""
    used = complete(p)
    hues, patterns = [p.hues[i] for i in used], [p.patterns[i] for i in used]
    kinds = [pattern for pattern in PATTERNS if pattern in patterns]
    return {
        "seat": p.seat,
        "garment_points": garment_points(p),
        "dye_points": dye_points(hues, colours),
        "pattern_points": pattern_points(patterns, favourite_pattern, g.scoring),
        "total": total(g, p, colours, favourite_pattern),
        "garments": [
            {
                "garment": garment,
                "hue": p.hues[i],
                "pattern": p.patterns[i],
                "complete": i in used,
                "dye_points": dye_points([p.hues[i]], colours) if i in used else 0,
            }
            for i, garment in enumerate(GARMENTS)
        ],
        "sets": [
            {
                "pattern": pattern,
                "count": patterns.count(pattern),
                "favourite": pattern == favourite_pattern,
                "points": pattern_points(
                    [pattern] * patterns.count(pattern), favourite_pattern, g.scoring
                ),
            }
            for pattern in kinds
        ],
        "tie": {each.key: each.count(p, favourite_pattern) for each in COMPARISONS},
    }


@game.points
def points_now(g: Threadcount) -> list[int]:
    """The score of each player as everybody knows it: favourites count once they are revealed."""
    return [total(g, p, g.empress_colours, g.empress_pattern) for p in g.players]


@game.parts
def points_by_kind(g: Threadcount, p: Player) -> list[Phrase]:
    found = sheet(g, p, g.empress_colours, g.empress_pattern)
    return [
        phrase("{n:point|points} for complete garments", n=found["garment_points"]),
        phrase("{n:point|points} for the Empress's colours", n=found["dye_points"]),
        *(
            phrase(
                "{n:point|points} for {pattern}", n=each["points"], pattern=NAME[each["pattern"]]
            )
            for each in found["sets"]
        ),
    ]


# --- Ties ----------------------------------------------------------------------------------------


def tertiary_dyes(p: Player, favourite_pattern: str) -> int:
    return sum(CLASS[p.hues[i]] == "tertiary" for i in complete(p))


def favourite_patterns(p: Player, favourite_pattern: str) -> int:
    return sum(p.patterns[i] == favourite_pattern for i in complete(p))


def price_of_patterns(p: Player, favourite_pattern: str) -> int:
    return sum(PRICE[p.patterns[i]] for i in complete(p))


def turns_left_when_finished(p: Player, favourite_pattern: str) -> int:
    return TURNS - p.finished if p.finished else 0


class Comparison(NamedTuple):
    """Something that is compared between players of equal score; more is better."""

    key: str
    """Its key in a view."""
    why: str
    """How somebody wins by it."""
    count: Callable[[Player, str], int]
    """A function of the player and the favourite pattern."""


COMPARISONS = (
    Comparison("tertiaries", phrase("colour quality: more tertiary colours"), tertiary_dyes),
    Comparison(
        "favourites",
        phrase("pattern selection: more of the favourite pattern"),
        favourite_patterns,
    ),
    Comparison("price", phrase("pattern selection: the dearer patterns"), price_of_patterns),
    Comparison("early", phrase("completion time: done earliest"), turns_left_when_finished),
)
"""What breaks a tie, in this order."""


def tie_breaks(g: Threadcount) -> list[int]:
    """By seat, how many players rank lower; the player who drops out first has 0."""
    ranks = [[each.count(p, g.empress_pattern) for each in COMPARISONS] for p in g.players]
    return [sum(other < own for other in ranks) for own in ranks]


def tie_steps(g: Threadcount) -> list[dict[str, Any]]:
    """How the tie for first place is broken: each comparison by seat, and the seats that go on."""
    scores = g.scores or []
    tied = [seat for seat, score in enumerate(scores) if score == max(scores)]
    steps: list[dict[str, Any]] = []
    for _, why, count in COMPARISONS:
        if len(tied) == 1:
            break
        values = {seat: count(g.players[seat], g.empress_pattern) for seat in tied}
        most = max(values.values())
        tied = [seat for seat in tied if values[seat] == most]
        steps.append({"why": why, "values": {str(s): v for s, v in values.items()}, "left": tied})
    return steps
