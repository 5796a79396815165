"""Rokoko: the final scoring, also as it would be now."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from games.kernel import Phrase, phrase
from games.rokoko.components import (
    DRESSES,
    EMPLOYEES,
    FACTS,
    FIREWORKS,
    MASTER,
    MUSICIAN,
    STATUE,
    STATUES,
)
from games.rokoko.halls import dresses_of, funded, hall_called, majorities
from games.rokoko.state import Player, Rokoko, board_of, game, owned

STEPS = (
    "tokens",
    "favor",
    "cards",
    "majorities",
    "dresses",
    "terrace",
    "decorations",
    "statues",
    "all_halls",
    "money",
)
"""The parts of a score, in the order of the final scoring."""

COUNTED: dict[str, Callable[[Rokoko, Player], int]] = {
    "musicians": lambda g, p: len(funded(g, p.seat)[MUSICIAN]),
    "statues": lambda g, p: len(funded(g, p.seat)[STATUE]),
    "fireworks": lambda g, p: len(funded(g, p.seat)[FIREWORKS]),
    "dresses": lambda g, p: len(dresses_of(g, p.seat)),
    "masters_owned": lambda g, p: sum(EMPLOYEES[c].grade == MASTER for c in owned(g, p)),
    "dress_colours": lambda g, p: len({DRESSES[d].colour for d in dresses_of(g, p.seat)}),
}
"""What cards of level 6 count."""


def card_points(g: Rokoko, p: Player) -> dict[str, int]:
    """What each card of level 6 that a player owns brings."""
    cards = sorted(owned(g, p))  # sorted, so that the order does not tell where a card is
    bonuses = {card: EMPLOYEES[card].bonus for card in cards if EMPLOYEES[card].level == 6}
    return {
        card: bonus["prestige"] * COUNTED[bonus["what"]](g, p) for card, bonus in bonuses.items()
    }


def score_sheet(g: Rokoko, p: Player, halls: list[list[int]]) -> dict[str, int]:
    """The score of a player part by part, with what the halls bring by hall and seat."""
    on_board, own = board_of(g).decorations, funded(g, p.seat)
    dresses = sorted((DRESSES[dress].prestige for dress in dresses_of(g, p.seat)), reverse=True)
    parts = {
        "tokens": p.prestige,
        "favor": FACTS["favor_prestige"] if g.favor == p.seat else 0,
        "cards": sum(card_points(g, p).values()),
        "majorities": sum(points[p.seat] for points in halls),
        "dresses": sum(dresses),
        "terrace": sum(dresses[: len(own[FIREWORKS])]),
        "decorations": sum(on_board[each].prestige for kind in own.values() for each in kind),
        "statues": STATUES[len(own[STATUE])],
        "all_halls": p.all_halls,
        "money": p.livre // FACTS["livre_a_prestige"],
    }
    return {**parts, "total": sum(parts.values())}


def score_sheets(g: Rokoko) -> list[dict[str, int]]:
    """By seat, as they stand."""
    halls = majorities(g)
    return [score_sheet(g, p, halls) for p in g.players]


PARTS: dict[str, Callable[[int], Phrase]] = {
    "tokens": lambda n: phrase("{n} prestige of tokens", n=n),
    "cards": lambda n: phrase("{n} prestige for employees", n=n),
    "dresses": lambda n: phrase("{n} prestige of dresses", n=n),
    "terrace": lambda n: phrase("{n} prestige for dresses on the terrace", n=n),
    "decorations": lambda n: phrase("{n} prestige of decorations", n=n),
    "statues": lambda n: phrase("{n} prestige for the set of statues", n=n),
    "all_halls": lambda n: phrase("{n} prestige for all halls", n=n),
    "money": lambda n: phrase("{n} prestige for money", n=n),
}


@game.parts
def prestige_by_kind(g: Rokoko, p: Player) -> list[Phrase]:
    halls = majorities(g)
    found = score_sheet(g, p, halls)
    return [
        *(said(found[part]) for part, said in PARTS.items()),
        *(
            phrase(
                "{n} prestige for being first or second in {hall}",
                n=points[p.seat],
                hall=hall_called(hall),
            )
            for hall, points in zip(board_of(g).halls, halls, strict=True)
        ),
    ]


def tie_breaks(g: Rokoko) -> list[int]:
    """By seat, how many players are behind in Livre and then in rented dresses."""
    ranks = [(p.livre, len(dresses_of(g, p.seat))) for p in g.players]
    return [sum(other < own for other in ranks) for own in ranks]


def tie_steps(g: Rokoko) -> list[dict[str, Any]]:
    """How a tie for first place is broken: each comparison by seat, and the seats left after it."""
    best = max(g.scores or [0])
    tied: list[int] = [seat for seat, score in enumerate(g.scores or []) if score == best]
    steps: list[dict[str, Any]] = []
    compared = {
        "Livre": [p.livre for p in g.players],
        "rented dresses": [len(dresses_of(g, seat)) for seat in range(g.seats)],
    }
    for why, values in compared.items():
        if len(tied) == 1:
            break
        most = max(values[seat] for seat in tied)
        shown = {str(seat): values[seat] for seat in tied}
        tied = [seat for seat in tied if values[seat] == most]
        steps.append({"why": why, "values": shown, "left": tied})
    return steps
