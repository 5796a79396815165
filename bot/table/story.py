"""How a finished game went, in figures that everybody could count: who led by how much, the round
that decided it, the move that brought most at once.

It is made from public points and public news alone, so it tells no secret of a game that keeps its
secrets at the end.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from bot.store import MoveRow
from bot.store.moves import StoredState
from bot.table.errors import Refused
from bot.table.history import History, read_history, replay_states, stored_states
from bot.table.lines import Told, told_by
from bot.table.table import Table
from games.kernel import HEADING, KIND, Game

Points = dict[int, list[int]]
MAX_STEPS = 120
"""The most steps of a course that a picture shows."""


@dataclass(slots=True)
class Course:
    """The log of a finished game, and the points of all seats after each of its lines."""

    history: History
    points: Points
    """By number of line."""


@dataclass(slots=True, frozen=True)
class Round:
    """A part of a game between two headings, and what the winner gained in it on the second."""

    heading: Told
    gained: int


@dataclass(slots=True, frozen=True)
class BestMove:
    """The line of a move, the news that tell of it, and the points that it brought its seat."""

    seat: int
    told: Told
    gain: int


async def course_of(table: Table) -> Course | None:
    """The course of a finished game; None where the game does not count points, or cannot be
    replayed.
    """
    if table.game.points_of(table.game.new(len(table.people), 0, table.options)) is None:
        return None
    try:
        found = await read_history(table, None)
        kept = await stored_states(table)
        points = await asyncio.to_thread(_points, table.game, table.seed, found.rows, kept)
    except Refused:
        return None
    return Course(found, points)


def with_course(view: dict[str, Any], course: Course | None) -> dict[str, Any]:
    """The view of a finished game with the points of all seats for up to MAX_STEPS of its steps."""
    if course is None:
        return view
    points = list(course.points.values())
    chosen = (
        points
        if len(points) <= MAX_STEPS
        else [points[round(n * (len(points) - 1) / (MAX_STEPS - 1))] for n in range(MAX_STEPS)]
    )
    return view | {"course": chosen}


def _points(
    game: Game[Any], seed: int, rows: Sequence[MoveRow], kept: Mapping[int, StoredState]
) -> Points:
    return {seq: game.points_of(g) or [] for seq, g in replay_states(game, seed, rows, kept)}


def leaders(places: Sequence[int], scores: Sequence[int]) -> tuple[int, int] | None:
    """The only winner and the best of the others; None if there is no such winner."""
    order = sorted(range(len(places)), key=lambda seat: (places[seat], -scores[seat]))
    alone = len(order) > 1 and places[order[0]] == 1 < places[order[1]]
    return (order[0], order[1]) if alone else None


def deciding_round(course: Course, winner: int, second: int) -> Round | None:
    """The round in which the winner gained most on the second, if there are several rounds and
    nothing else, such as the last count, brought more.
    """
    ahead = {seq: each[winner] - each[second] for seq, each in course.points.items()}
    rounds: list[Round] = []
    heading: Told | None = None
    *lines, last = course.history.lines
    start = before = ahead[lines[0].seq] if lines else 0
    for line in lines:
        found = next((each for each in told_by(line) if each[1].get(KIND) == HEADING), None)
        if found:  # what a line brings before its heading is of the round before
            if heading:
                rounds.append(Round(heading, ahead[line.seq] - start))
            heading, start = found, ahead[line.seq]
        before = ahead[line.seq]
    if heading is None or not rounds:
        return None
    rounds.append(Round(heading, before - start))
    best = max(rounds, key=lambda each: each.gained)
    return best if best.gained > max(0, ahead[last.seq] - before) else None


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
