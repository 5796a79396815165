"""Why a move is better than another one: what it brings everybody, and what comes mostly after it.

A reason is evidence that a reader can check: how much more the seat and its best rival have at the
end, what each move changes at once, and what brings points in a typical game after each.
"""

from __future__ import annotations

import random
import statistics
from collections import defaultdict
from collections.abc import Callable, Iterable
from itertools import chain
from typing import Any

from bot.players.budget import averages
from bot.players.courses import (
    PAIRS,
    REST,
    Change,
    Course,
    Part,
    Sides,
    differing_resources,
    play_out,
)
from bot.players.evidence import (
    MOSTLY,
    MUCH,
    amount_of,
    names,
    shares,
    sure_mean,
)
from bot.players.ledger import Ledger
from bot.players.reasons import OFTENER, Reason, Share
from bot.players.trading import trades
from bot.players.weighing import UNTOLD, Weighed
from games.kernel import Game

LARGE = 0.2
"""What is told is at least this share of the gain."""
MAX_PARTS, MAX_AT_END = 3, 4
MOST_AT_ONCE = 2
"""What a move brings at once is no cause if it is more than this times the gain."""


def explain(
    game: Game[Any],
    g: Any,
    seat: int,
    better: str,
    other: str,
    rng: random.Random,
    pairs: int = PAIRS,
) -> Reason:
    """Why `better` is better than `other` for a seat that is asked."""
    labels = str(game.label(g, seat, better)), str(game.label(g, seat, other))
    hints = str(game.consequence(g, seat, better)), str(game.consequence(g, seat, other))
    about = game.view(g, seat)["question"]["prompt"]
    sides = play_out(game, g, seat, better, other, rng, pairs)
    return reason_of(seat, sides, labels, hints, about)


def reason_of(
    seat: int,
    sides: Sides,
    labels: tuple[str, str] = ("", ""),
    hints: tuple[str, str] = ("", ""),
    about: str = "",
) -> Reason:
    """What these games tell: `labels` and `hints` are what is said of the two moves, `about` is the
    question that they answer.
    """
    games = len(sides[0])
    own = _differences(sides, lambda it: it.final[seat])
    rival = _differences(sides, lambda it: max(it.rivals(seat).values(), default=0))
    rivals = [it.best_rival(seat) for side in sides for it in side]
    most = statistics.mode(rivals)
    reason = Reason(seat, games, round(statistics.fmean(own)), round(statistics.fmean(rival)))
    reason.rival_seat = most if rivals.count(most) > games else None
    gained = sure_mean([a - b for a, b in zip(own, rival, strict=True)])
    if gained > 0:
        _add_parts(reason, sides, gained, labels)
        if any(it.is_weighed for it in chain(*sides)):
            reason.events = Weighed(reason, sides, labels, hints).events()
            untold = abs(reason.own - reason.own_told)
            reason.is_direct = reason.is_direct and untold <= UNTOLD * reason.own
        else:
            _add_end(reason, sides)
            found = averages(reason, sides, " ".join([about, *labels, *hints]))
            traded = trades(reason, sides)
            reason.averages, reason.trades = found or [], traded or []
            if found:
                reason.left_at_once = _left_at_once(sides)
            if found is None and traded is None:
                Ledger(reason, sides).tell(reason)
    return reason


def _left_at_once(sides: Sides) -> tuple[list[Share], list[Share]]:
    """What the moves of a pair of games leave of what they change differently."""
    pair = sides[0][0], sides[1][0]
    goods = differing_resources(*pair)
    first, second = (shares({it: each.steps[0].has.get(it, 0) for it in goods}) for each in pair)
    return first, second


def _differences(sides: Sides, value: Callable[[Course], float]) -> list[float]:
    return [value(a) - value(b) for a, b in zip(*sides, strict=True)]


# --- Parts ----------------------------------------------------------------------------------------


def _add_parts(reason: Reason, sides: Sides, gained: float, labels: tuple[str, str]) -> None:
    """What the seat has more or less of at the end, and what each move changes of it at once."""

    def parts(changes: Iterable[Change]) -> dict[Part, float]:
        found = defaultdict[Part, float](float)
        for each in changes:
            found[each.part] += each.n if each.who == reason.seat else 0
        return found

    ended = [[parts(it.changes()) for it in side] for side in sides]
    every = dict.fromkeys(part for side in ended for each in side for part in each if part != REST)
    more = {
        part: sure_mean([a[part] - b[part] for a, b in zip(*ended, strict=True)]) for part in every
    }
    large = {part: n for part, n in more.items() if abs(n) >= max(1, LARGE * gained)}
    reason.parts = shares(large)[:MAX_PARTS]

    at_once = [parts(c for it in side for c in it.steps[0].changes) for side in sides]
    first, second = ({part: n / reason.games for part, n in each.items()} for each in at_once)
    reason.at_once = shares(first)[:MAX_PARTS], shares(second)[:MAX_PARTS]
    at_once_more = {part: first.get(part, 0) - second.get(part, 0) for part in first | second}
    differing = [it for it, n in at_once_more.items() if abs(n) >= max(1, LARGE * gained)]
    largest = sorted(large, key=lambda it: -abs(large[it]))
    wanted = [it for it in dict.fromkeys([*largest, *differing]) if it != REST]
    later, instead = (
        [_share(it, statistics.fmean(each[it] for each in side)) for it in wanted[:MAX_AT_END]]
        for side in ended
    )
    reason.at_end = later, instead
    all_more = more | {REST: sure_mean([a[REST] - b[REST] for a, b in zip(*ended, strict=True)])}
    kept = [min(n, max(0, all_more[part])) for part, n in at_once_more.items()]
    reason.is_direct = (
        min(sum(kept), reason.own) >= max(1, MUCH * gained)
        and sum(at_once_more.values()) <= MOST_AT_ONCE * reason.own
        and not differing_resources(sides[0][0], sides[1][0])
    ) or (
        bool(large)
        and _is_named(labels[0], max(large, key=lambda it: large[it]))
        and all(_is_named(" ".join(labels), it) for it in wanted)
        and all(abs(all_more[it] / at_once_more[it] - 1) <= MUCH for it in differing)
        and abs(reason.own - sum(large.values())) <= max(1, UNTOLD * reason.own)
    )


def _is_named(label: str, part: Part) -> bool:
    return any(isinstance(it, str) and names(label, it) for _name, it in part[1])


def _share(part: Part, n: float) -> Share:
    return Share(round(n), amount_of(*part, abs(round(n))))


def _add_end(reason: Reason, sides: Sides) -> None:
    soon, late = (sum(not it.turns for it in side) / reason.games for side in sides)
    if abs(soon - late) >= OFTENER and max(soon, late) >= MOSTLY:
        reason.ends = soon > late
        leads = [
            it.final[reason.seat] - max(it.rivals(reason.seat).values(), default=0)
            for it in sides[0]
        ]
        reason.ahead = round(statistics.fmean(leads))
