"""How a finished game went, in figures that everybody could count: who led by how much, the round
that decided it, the move that brought most at once.

It is made from public points, views and news alone, so it tells no secret of a game that keeps its
secrets at the end.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from bot.store.moves import StoredState
from bot.table.errors import Refused
from bot.table.history import History, read_history, replay_states, stored_states
from bot.table.lines import Told, told_by
from bot.table.table import Table
from games.kernel import HEADING, KIND, Game

Points = dict[int, list[int]]
MAX_COURSES = 8
"""How many courses are kept in memory."""


@dataclass(slots=True)
class Course:
    """The log of a finished game, and the points of all seats after each of its lines."""

    history: History
    points: Points
    """By number of line."""
    views: dict[int, dict[str, Any]] = field(default_factory=dict[int, dict[str, Any]])
    """What everybody saw at the end of each round, by number of line."""


@dataclass(slots=True, frozen=True)
class Round:
    """A part of a game between two headings."""

    heading: Told
    start: int
    """The line that began it, which also ended the round before."""
    shown: int
    """The last line after which it still went on."""
    end: int
    """The line up to which points count for it; the last count is no part of the last round."""


@dataclass(slots=True, frozen=True)
class Decision:
    """The round, by its number from 0, that decided a game, and what the winner gained in it on
    the second.
    """

    number: int
    round: Round
    gained: int


@dataclass(slots=True, frozen=True)
class BestMove:
    """The line of a move, the news that tell of it, and the points that it brought its seat."""

    seat: int
    told: Told
    gain: int


_kept: OrderedDict[tuple[Any, ...], Course] = OrderedDict()
"""By game, table, seed and moves: a database that was set back may go on otherwise."""


async def course_of(table: Table) -> Course | None:
    """The course of a finished game; None before its end, and where the game does not count points
    or cannot be replayed.
    """
    if table.state.scores is None:
        return None
    if table.game.points_of(table.game.new(len(table.people), 0, table.options)) is None:
        return None
    try:
        found = await read_history(table, None)
        moves = tuple((row.kind, row.seat, row.move) for row in found.rows)
        key = table.game.name, table.id, table.seed, moves
        if key not in _kept:
            kept = await stored_states(table)
            _kept[key] = await asyncio.to_thread(_replayed, table.game, table.seed, found, kept)
    except Refused:
        return None
    _kept.move_to_end(key)
    while len(_kept) > MAX_COURSES:
        _kept.popitem(last=False)
    return _kept[key]


def _replayed(
    game: Game[Any], seed: int, history: History, kept: Mapping[int, StoredState]
) -> Course:
    shown = {each.shown for each in rounds_of(history)}
    it = Course(history, {})
    for seq, g in replay_states(game, seed, history.rows, kept):
        it.points[seq] = game.points_of(g) or []
        if seq in shown:
            it.views[seq] = game.view(g, None)
    return it


def with_course(view: dict[str, Any], course: Course | None) -> dict[str, Any]:
    """The view of a finished game with its `story`: the rounds, each with its `heading`, the points
    at its `start` and after it, and the public `view` at its end; and which of them `decided` the
    game, by how much between which seats.
    """
    if course is None:
        return view
    last = course.points[course.history.lines[-1].seq]
    rounds, first_two = rounds_of(course.history), leaders(view)
    told = [
        {
            "heading": [*each.heading[:2]],
            "start": course.points[each.start],
            "points": last if each is rounds[-1] else course.points[each.end],
            "view": course.views[each.shown],
        }
        for each in rounds
    ]
    found = deciding_round(course, *first_two) if first_two else None
    decided = found and {"round": found.number, "gained": found.gained, "seats": first_two}
    return view | {"story": {"rounds": told, "decided": decided}}


def leaders(view: Mapping[str, Any]) -> tuple[int, int] | None:
    """The first seat of the only team that wins, and of the best of the others; None if there is no
    such team.
    """
    places, scores = view["places"], view["scores"]
    order = sorted({*view["teams"]}, key=lambda seat: (places[seat], -scores[seat]))
    alone = len(order) > 1 and places[order[0]] == 1 < places[order[1]]
    return (order[0], order[1]) if alone else None


def rounds_of(history: History) -> list[Round]:
    """The parts of a game between its headings. What a line brings before its heading is of the
    round before.
    """
    *lines, _last = history.lines
    found: list[Round] = []
    for n, line in enumerate(lines):
        if heading := next((it for it in told_by(line) if it[1].get(KIND) == HEADING), None):
            if found:
                before = lines[n - 1].seq
                found[-1] = replace(found[-1], shown=max(found[-1].start, before), end=line.seq)
            found.append(Round(heading, line.seq, lines[-1].seq, lines[-1].seq))
    return found


def deciding_round(course: Course, winner: int, second: int) -> Decision | None:
    """The round in which the winner gained most on the second, if there are several rounds and
    nothing else, such as the last count, brought more.
    """
    ahead = {seq: each[winner] - each[second] for seq, each in course.points.items()}
    found = [
        Decision(n, each, ahead[each.end] - ahead[each.start])
        for n, each in enumerate(rounds_of(course.history))
    ]
    if len(found) < 2:
        return None
    best = max(found, key=lambda each: each.gained)
    last_count = ahead[course.history.lines[-1].seq] - ahead[found[-1].round.end]
    return best if best.gained > max(0, last_count) else None


def best_move(course: Course) -> BestMove | None:
    """The move that brought its seat most points at once. One that ends a round or the game does
    not count, as all are paid then.
    """
    best: BestMove | None = None
    before: list[int] = []
    for line in course.history.lines[:-1]:
        now, told = course.points[line.seq], told_by(line)
        if before and line.seat is not None and line.kind == "move":
            own = (each for each in told if each[2] is None and each[1].get("who") == line.seat)
            first = next(own, None)
            gain = now[line.seat] - before[line.seat]
            ends = any(each[1].get(KIND) == HEADING for each in told)
            if first and not ends and gain > (best.gain if best else 0):
                best = BestMove(line.seat, first, gain)
        before = now
    return best
