"""Reviews of finished games: at each decision the strong player compares the move that was played
with the best one that it finds, from what the seat could know.

A first look at every decision finds the moves that may have been better. A second, longer look at
the most doubtful ones deals afresh, so that no move seems better by chance alone; turning points
are found there. Looks run in a process that stands behind all others, one after another, and what
they find is stored after every few.
"""

from __future__ import annotations

import asyncio
import json
import logging
import math
import random
import statistics
import time
import zlib
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from typing import Any

from bot.operations import logs
from bot.operations.discord_errors import log_error
from bot.operations.work import BackgroundJob
from bot.players.candidates import candidates, needed
from bot.players.clock import Clock
from bot.players.levels.strong import (
    Result,
    Results,
    Trial,
    best,
    compared,
    difference,
    values,
)
from bot.players.pool import Thinkers
from bot.store import ALL_TENTHS, Claim, MoveRow, OutOfService, ReviewRow, Store, to_json
from bot.store.moves import StoredState
from bot.table import NewerRelease, Refused, Table, Tables
from bot.table.history import replay_states, stored_states
from bot.table.lines import kept_lines
from bot.texts.languages import _
from games import discover
from games.kernel import Game

log = logging.getLogger(__name__)
VERSION = 1
"""What a review of another version has found is not shown; raise it where others are found."""
REVIEW_S = 120.0
"""Seconds of work that all looks at a game take together, at most."""
FIRST_LOOKS = 0.6
"""The share of that time for first looks."""
FIRST_PATIENCE, SECOND_PATIENCE = 4.0, 24.0
"""How many times as long as the steady player thinks a look takes, at most."""
SECOND_LOOKS = 8
"""Decisions that are looked at for a second time, at most."""
SLOWEST = 5.0
"""How many times as long as its work a look may last, where other processes come first."""
COMPARING = 0.6
"""The share of a first look in which all candidates are compared; in the rest the move that was
played and the best one are tried again in other deals.
"""
CLEAR, LEAST = 2.0, 0.04
"""By how many standard errors, and by what value from 0 to 1, a move is clearly worse."""
TURNING_POINTS, LEAST_CHANCE = 3, 0.03
"""Turning points of a game, at most, and how much of the chance of winning each costs, at least."""
SMOOTH = 60
"""Games played out that a point of the chart rests on, at least where there are so many."""
SAVED_EVERY = 5
"""Looks after which what was found is stored."""
MAX_WAITING = 20
"""Reviews that are not done, at most; more cannot be asked for."""


@dataclass(slots=True)
class Decision:
    """A decision of a finished game, and what was found about it."""

    line: int
    """The line of the log with the move."""
    seat: int
    move: str
    best: str = ""
    """The best move that was found; "" before the first look, and the move itself where none is
    better."""
    looks: int = 0
    doubt: float = 0.0
    """By how much the best move seemed to be better at least, at the first look."""
    worse: float = 0.0
    """By how much the move was worse in the last look, as the strong player values results from 0
    to 1, and the standard error of that.
    """
    error: float = 0.0
    points: float = 0.0
    """By how many points of the lead the move was worse."""
    chance: float = 0.0
    """By how much the move was less likely to win."""
    chances: list[float] = field(default_factory=list[float])
    """How likely each seat was to win after the move that was played."""
    rounds: int = 0
    """Games that were played to their end from there."""

    @property
    def is_mistake(self) -> bool:
        """Whether a clearly better move was found."""
        return self.best != self.move and self.worse >= max(LEAST, CLEAR * self.error)


# --- What is found --------------------------------------------------------------------------------


def stored(row: ReviewRow) -> list[Decision]:
    """The decisions of a stored review, in the order of the game; none where it is damaged."""
    try:
        return sorted((Decision(**each) for each in json.loads(row.found)), key=lambda d: d.line)
    except (ValueError, TypeError):
        return []


def turning_points(found: Iterable[Decision]) -> list[Decision]:
    """The decisions with the worst mistakes that a second look has confirmed, in the order of the
    game; none where the game was decided.
    """
    sure = (each for each in found if each.looks > 1 and each.is_mistake)
    costly = [each for each in sure if each.chance >= LEAST_CHANCE]
    worst = sorted(costly, key=lambda each: -each.worse)[:TURNING_POINTS]
    return sorted(worst, key=lambda each: each.line)


def points_lost(found: Sequence[Decision]) -> float:
    """Points of the lead that decisions lost on average, compared with the best moves found."""
    return max(0.0, statistics.fmean(each.points for each in found))


def chances(found: Sequence[Decision]) -> list[list[float]]:
    """How likely each seat was to win after each of these decisions; games that were played out
    from the decisions around it count as well, until they are enough.
    """
    known = [each for each in found if each.rounds]
    return [_around(known, each.line) for each in found] if known else []


def _around(known: Sequence[Decision], line: int) -> list[float]:
    nearest = sorted(known, key=lambda each: abs(each.line - line))
    used, games = list[Decision](), 0
    for each in nearest:
        if games >= SMOOTH:
            break
        used.append(each)
        games += each.rounds
    by_seat = zip(*(each.chances for each in used), strict=True)
    return [statistics.fmean(shares, [each.rounds for each in used]) for shares in by_seat]


# --- Looks ----------------------------------------------------------------------------------------


def decisions(
    game: Game[Any], rows: Sequence[MoveRow], kept: Mapping[int, StoredState]
) -> list[tuple[Decision, bytes]]:
    """The decisions of a log that stand and had more than one candidate move, each with the state
    before it, dumped. It is slow, so call it in a thread. Refused if the game cannot be played
    again.
    """
    standing = {line.seq for line in kept_lines(rows)}
    found: dict[tuple[int, int], tuple[Decision, bytes]] = {}
    before, question = None, -1
    for row, (seq, g) in zip(rows, replay_states(game, rows, kept), strict=True):
        seat, move = row.seat or 0, row.move or ""
        stands = seq in standing and row.kind in ("move", "end") and not game.is_premove(move)
        if stands and before is not None and {*game.candidate_moves(before, seat)} - {move}:
            # A secret answer that is changed takes the place of the earlier one.
            found[question, seat] = Decision(seq, seat, move), zlib.compress(game.dump(before), 1)
        before, question = g, row.question
    return [*found.values()]


def next_look(
    found: Sequence[Decision], spent_s: float, thought_s: float
) -> tuple[Decision, float] | None:
    """The decision that is looked at next, and for how many seconds of work; None where the review
    is done. A thought of the steady player takes `thought_s`.
    """
    if spent_s >= REVIEW_S:
        return None
    for each in found:
        if not each.looks:
            return each, min(FIRST_PATIENCE * thought_s, REVIEW_S * FIRST_LOOKS / len(found))
    left = [each for each in _doubtful(found) if each.looks == 1]
    if not left:
        return None
    return left[0], min(SECOND_PATIENCE * thought_s, (REVIEW_S - spent_s) / len(left))


def _doubtful(found: Iterable[Decision]) -> list[Decision]:
    """The decisions that are looked at for a second time."""
    better = [each for each in found if each.best not in ("", each.move)]
    return sorted(better, key=lambda each: -each.doubt)[:SECOND_LOOKS]


def _tenths(found: Sequence[Decision]) -> int:
    """How much of a review that is not done is done."""
    first = sum(each.looks > 0 for each in found) / len(found)
    again = _doubtful(found) if first == 1 else []
    second = sum(each.looks > 1 for each in again) / len(again) if again else 0.0
    whole = FIRST_LOOKS * first + (1 - FIRST_LOOKS) * second
    return min(ALL_TENTHS - 1, int(ALL_TENTHS * whole))


def look(name: str, data: bytes, decision: Decision, seconds: float) -> tuple[Decision, float]:
    """A decision as it is after the next look, and the seconds of work that this took; runs in
    another process. The same look finds the same again.
    """
    began, game = time.thread_time(), discover()[name]
    g = game.load(zlib.decompress(data), game.version)
    rng = random.Random(f"{decision.line}:{decision.looks}")
    run = second_look if decision.looks else first_look
    return run(game, g, decision, seconds, rng), time.thread_time() - began


def first_look(
    game: Game[Any], g: Any, decision: Decision, seconds: float, rng: random.Random
) -> Decision:
    """A decision with the best move that is found in so many seconds of work."""
    seat, move = decision.seat, decision.move
    comparing, trying = (Clock(each, SLOWEST) for each in (seconds * COMPARING, seconds))
    usual, *others = candidates(game, g, seat, rng, game.expert(g, seat))
    first = dict.fromkeys([usual, move, *others])
    trial = Trial(game, g, seat, comparing, rng)
    results = compared([*first], trial, 2 if move != usual else 1)
    found = best(values(results), *needed(game, g)) if move in results else move
    doubt = 0.0
    if found != move and len(results[move]) > 1:
        judged = values(results)
        ahead, error = difference(judged[found], judged[move])
        doubt = ahead - error
    return _tried(game, g, decision, found, doubt, trying, rng)


def second_look(
    game: Game[Any], g: Any, decision: Decision, seconds: float, rng: random.Random
) -> Decision:
    """A decision whose move is compared with the best one of the first look once more."""
    return _tried(game, g, decision, decision.best, decision.doubt, Clock(seconds, SLOWEST), rng)


def _tried(
    game: Game[Any],
    g: Any,
    decision: Decision,
    found: str,
    doubt: float,
    clock: Clock,
    rng: random.Random,
) -> Decision:
    """A decision after games that were played to their end with its move and the best one."""
    seat, move = decision.seat, decision.move
    moves = [*dict.fromkeys([move, found])]
    trial, results = Trial(game, g, seat, clock, rng), Results()
    while clock.spent() < 1 or len(results.get(move, ())) < 2:
        trial.play_round(moves, results, math.inf)
    judged, played, better = values(results), results[move], results[found]
    worse, error = difference(judged[found], judged[move])
    ended = [each.shares for each in played if each.shares]
    return replace(
        decision,
        best=found,
        looks=decision.looks + 1,
        doubt=_rounded(doubt),
        worse=_rounded(worse),
        error=_rounded(error),
        points=_rounded(difference(_leads(better), _leads(played))[0]),
        chance=_rounded(difference(_won(better), _won(played))[0]),
        chances=[_rounded(statistics.fmean(each)) for each in zip(*ended, strict=True)],
        rounds=len(ended),
    )


def _rounded(value: float) -> float:
    """A value with as many digits as are stored."""
    return round(value, 3)


def _leads(results: Sequence[Result]) -> list[float]:
    return [each.lead for each in results]


def _won(results: Sequence[Result]) -> list[float]:
    return [each.won or 0.0 for each in results]


# --- Making them ----------------------------------------------------------------------------------


class Reviewer:
    """Makes the reviews that people have asked for, one after another."""

    def __init__(
        self, store: Store, tables: Tables, thinkers: Thinkers, show: Callable[[int], None]
    ) -> None:
        """Takes what it works with; `show` is told of each table whose review has come further."""
        self._store, self._tables, self._thinkers, self._show = store, tables, thinkers, show
        self._job = BackgroundJob(self._go_on)

    async def ask(self, table: Table) -> ReviewRow:
        """The review of a table as far as it is made; it is begun if there is none. Refused, with a
        sentence, where the game cannot be reviewed, or too many reviews wait.
        """
        _check_over(table)
        row = await self.found(table)
        if row is not None:
            return row
        waiting = len(await self._store.reviews.to_do(VERSION))
        if waiting >= MAX_WAITING:
            raise Refused(
                _("{n:review is|reviews are} being made already. Ask again later.", n=waiting)
            )
        if not await _decisions(table):
            raise Refused(_("Nobody had a choice in this game, so there is nothing to review."))
        row = ReviewRow(table.id, table.seq, VERSION, time.time())
        await self._store.reviews.save(row)
        self.wake()
        return row

    async def found(self, table: Table) -> ReviewRow | None:
        """The review of a table, done or not; None where there is none of this version, or what it
        found is damaged.
        """
        row = await self._store.reviews.get(table.id)
        if row is None or (row.seq, row.version) != (table.seq, VERSION):
            return None
        return row if row.tenths < ALL_TENTHS or stored(row) else None

    def wake(self) -> None:
        """Goes on with the reviews that are not done."""
        self._job.start()

    async def close(self) -> None:
        """Stops; what is not done goes on with the next start."""
        await self._job.close()

    async def _go_on(self) -> None:
        try:
            to_do = await self._store.reviews.to_do(VERSION)
            for table_id in to_do:
                await self._review_alone(table_id)
            if to_do and not self._job.is_wanted:
                await self._thinkers.rest()
        except OutOfService as error:
            log.info("reviews go on later: %s", error.remedy)

    async def _review_alone(self, table_id: int) -> None:
        """Makes a review, unless another process does. One that cannot be made is forgotten."""
        logs.set_log_table(table_id)
        async with self._store.claim(Claim.REVIEW, table_id) as mine:
            if not mine:
                return
            try:
                table = await self._tables.get(table_id)
                row = await self.found(table)
                if row is not None and row.tenths < ALL_TENTHS:
                    await self._review(table, row)
            except NewerRelease:
                log.info("the review is left to another process, of a newer release")
            except OutOfService:
                raise
            except Refused as error:
                log.info("the game cannot be reviewed: %s", error)
                await self._store.reviews.remove(table_id)
            except Exception as error:  # noqa: BLE001  (the other reviews go on)
                log_error(log, "the game cannot be reviewed", error)
                await self._store.reviews.remove(table_id)

    async def _review(self, table: Table, row: ReviewRow) -> None:
        """Looks at one decision after another, and stores what is found after every few."""
        game = table.game
        asked = await _decisions(table)
        states = {decision.line: data for decision, data in asked}
        known = {each.line: each for each in stored(row) if each.line in states}
        found = {decision.line: known.get(decision.line, decision) for decision, _data in asked}
        unsaved = 0
        while coming := next_look([*found.values()], row.spent, self._thinkers.seconds):
            decision, seconds = coming
            work = (game.name, states[decision.line], decision, seconds)
            found[decision.line], took = await self._thinkers.run_behind(look, *work)
            row.spent += took
            unsaved += 1
            tenths = _tenths([*found.values()])
            if tenths != row.tenths or unsaved >= SAVED_EVERY:
                await self._save(row, found, tenths)
                unsaved = 0
        await self._save(row, found, ALL_TENTHS)

    async def _save(self, row: ReviewRow, found: Mapping[int, Decision], tenths: int) -> None:
        is_further, row.tenths = tenths != row.tenths, tenths
        row.found = to_json([asdict(each) for each in found.values() if each.looks])
        await self._store.reviews.save(row)
        if is_further:
            self._show(row.table_id)


def _check_over(table: Table) -> None:
    """Refused where a game was not played to its end."""
    if table.row.status == "abandoned":
        raise Refused(_("This game ended without a result, so there is nothing to review."))
    if table.row.status == "broken":
        raise Refused(_("Table {n} is set aside: its stored state cannot be read.", n=table.id))
    if table.row.status != "over":
        raise Refused(_("This game is not over yet. A game can be reviewed when it has ended."))


async def _decisions(table: Table) -> list[tuple[Decision, bytes]]:
    """The decisions of a table's game; Refused where it cannot be played again."""
    rows, kept = await table.store.moves.of(table.id), await stored_states(table)
    return await asyncio.to_thread(decisions, table.game, rows, kept)
