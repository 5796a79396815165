"""Reviews of finished games: at each decision the strong player compares the move that was played
with the best one that it finds, from what the seat could know.

A first look at every decision finds moves that may have been better. A second, longer look at the
most doubtful decisions uses other deals, so that no move seems better by chance; it finds the
turning points. Looks run one after another in a process of low priority, and what they find is
stored after every few.
"""

from __future__ import annotations

import asyncio
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
from bot.players.candidates import candidates, margin_needed
from bot.players.explaining import explain
from bot.players.levels.strong import (
    Result,
    Results,
    Trial,
    best,
    compare,
    difference,
    values,
)
from bot.players.pool import Thinkers
from bot.players.reasons import read_reason
from bot.players.thought_timer import ThoughtTimer
from bot.store import ALL_TENTHS, Claim, MoveRow, OutOfService, ReviewRow, Store, to_json
from bot.store.moves import StoredState
from bot.store.rows import OBJECTS, decompressed
from bot.table import NewerRelease, Refused, Table, Tables
from bot.table.history import replay_states, stored_states
from bot.table.lines import kept_lines
from bot.texts.languages import _
from games import opened
from games.kernel import Game

log = logging.getLogger(__name__)
VERSION = 6
"""The version of the reviewer. Raise it when reviews would find something else; reviews of other
versions are not shown.
"""
REVIEW_S = 120.0
"""The processor time of all looks at a game, at most."""
FIRST_LOOKS_SHARE = 0.6
"""The share of `REVIEW_S` for first looks."""
FIRST_TIME_FACTOR, SECOND_TIME_FACTOR = 4.0, 24.0
"""A first or second look takes at most this many times the steady player's time for a move."""
MAX_SECOND_LOOKS = 8
"""How many decisions get a second look, at most."""
MAX_SLOWDOWN = 5.0
"""A look may last this many times its processor time while other processes run first."""
COMPARING_SHARE = 0.6
"""The share of a first look that compares all candidates; the rest tries the move that was played
and the best one again in other deals.
"""
CLEAR_ERRORS, MIN_LOSS = 2.0, 0.04
"""A mistake is worse than the best move by this many standard errors, and by this value of 0 to 1.
"""
MAX_TURNING_POINTS, MIN_CHANCE_LOST = 3, 0.03
"""How many turning points a game has at most, and how much of the chance to win each must cost."""
SMOOTHING_GAMES = 60
"""A point of the chart averages over this many games that were played out, if there are as many."""
SAVE_EVERY_LOOKS = 5
"""After this many looks their findings are stored."""
MAX_WAITING = 20
"""How many reviews may be in progress; more cannot be requested."""


@dataclass(slots=True)
class Decision:
    """A decision of a finished game, and what the review found about it."""

    line: int
    """The line of the log with the move."""
    seat: int
    move: str
    best: str = ""
    """The best move that was found: "" before the first look, and `move` where none is better."""
    looks: int = 0
    """How many looks it has had."""
    doubt: float = 0.0
    """A low estimate of how much better the best move was, from the first look."""
    worse: float = 0.0
    """How much worse the move was in the last look, in the strong player's values from 0 to 1."""
    error: float = 0.0
    """The standard error of `worse`."""
    points: float = 0.0
    """How many points of lead the move cost."""
    chance: float = 0.0
    """How much of the chance to win the move cost, from 0 to 1."""
    chances: list[float] = field(default_factory=list[float])
    """How likely each seat was to win after the move that was played."""
    rounds: int = 0
    """How many games were played to their end after that move."""
    reason: Any = None
    """Why the best move was better, as `Reason.data`, once a second look has confirmed it."""

    @property
    def is_mistake(self) -> bool:
        """Whether a clearly better move was found."""
        return self.best != self.move and self.worse >= max(MIN_LOSS, CLEAR_ERRORS * self.error)


# --- Findings -------------------------------------------------------------------------------------


def stored_decisions(row: ReviewRow) -> list[Decision]:
    """The decisions of a stored review, in the order of the game; none where it is damaged."""
    try:
        found = [Decision(**each) for each in OBJECTS.read(row.found)]
        for each in found:
            if each.reason is not None:
                read_reason(each.reason)
        return sorted(found, key=lambda each: each.line)
    except (ValueError, TypeError):
        return []


def turning_points(found: Iterable[Decision]) -> list[Decision]:
    """The worst mistakes that a second look has confirmed, in the order of the game."""
    sure = (each for each in found if each.looks > 1 and each.is_mistake)
    costly = [each for each in sure if each.chance >= MIN_CHANCE_LOST]
    worst = sorted(costly, key=lambda each: -each.worse)[:MAX_TURNING_POINTS]
    return sorted(worst, key=lambda each: each.line)


def points_lost(found: Sequence[Decision]) -> float:
    """How many points of lead each decision cost on average, compared with the best moves found."""
    return max(0.0, statistics.fmean(each.points for each in found))


def chances(found: Sequence[Decision]) -> list[list[float]]:
    """How likely each seat was to win after each of these decisions. Games that were played out
    after neighbouring decisions count too, up to `SMOOTHING_GAMES`.
    """
    known = [each for each in found if each.rounds]
    return [_smoothed(known, each.line) for each in found] if known else []


def _smoothed(known: Sequence[Decision], line: int) -> list[float]:
    nearest = sorted(known, key=lambda each: abs(each.line - line))
    used, games = list[Decision](), 0
    for each in nearest:
        if games >= SMOOTHING_GAMES:
            break
        used.append(each)
        games += each.rounds
    by_seat = zip(*(each.chances for each in used), strict=True)
    return [statistics.fmean(shares, [each.rounds for each in used]) for shares in by_seat]


# --- Looks ----------------------------------------------------------------------------------------


def decisions(
    game: Game[Any], seed: int, rows: Sequence[MoveRow], kept: Mapping[int, StoredState]
) -> list[tuple[Decision, bytes]]:
    """The decisions of a log that were not taken back and had more than one candidate move, each
    with the dumped state before it. It is slow: call it in a thread. Raises Refused if the game
    cannot be replayed.
    """
    standing = {line.seq for line in kept_lines(rows)}
    found: dict[tuple[int, int], tuple[Decision, bytes]] = {}
    before, question = None, -1
    for row, (seq, g) in zip(rows, replay_states(game, seed, rows, kept), strict=True):
        seat, move = row.seat or 0, row.move or ""
        stands = seq in standing and row.kind in ("move", "end") and not game.is_premove(move)
        if stands and before is not None and {*game.candidate_moves(before, seat)} - {move}:
            # A changed secret answer replaces the earlier one.
            found[question, seat] = Decision(seq, seat, move), zlib.compress(game.dump(before), 1)
        before, question = g, row.question
    return [*found.values()]


def next_look(
    found: Sequence[Decision], spent_s: float, thought_s: float
) -> tuple[Decision, float] | None:
    """The next decision to look at, and for how many seconds of processor time; None where the
    review is done. The steady player takes `thought_s` for a move.
    """
    if spent_s >= REVIEW_S:
        return None
    for each in found:
        if not each.looks:
            return each, min(
                FIRST_TIME_FACTOR * thought_s, REVIEW_S * FIRST_LOOKS_SHARE / len(found)
            )
    left = [each for each in _doubtful(found) if each.looks == 1]
    if not left:
        return None
    return left[0], min(SECOND_TIME_FACTOR * thought_s, (REVIEW_S - spent_s) / len(left))


def _doubtful(found: Iterable[Decision]) -> list[Decision]:
    """The decisions that get a second look, the most doubtful first."""
    better = [each for each in found if each.best not in ("", each.move)]
    return sorted(better, key=lambda each: -each.doubt)[:MAX_SECOND_LOOKS]


def _tenths(found: Sequence[Decision]) -> int:
    """How many tenths of an unfinished review are done."""
    first = sum(each.looks > 0 for each in found) / len(found)
    again = _doubtful(found) if first == 1 else []
    second = sum(each.looks > 1 for each in again) / len(again) if again else 0.0
    whole = FIRST_LOOKS_SHARE * first + (1 - FIRST_LOOKS_SHARE) * second
    return min(ALL_TENTHS - 1, int(ALL_TENTHS * whole))


def look(name: str, data: bytes, decision: Decision, seconds: float) -> tuple[Decision, float]:
    """The decision after its next look, and the processor time in seconds; runs in another process.
    Its random numbers depend only on the decision and the look.
    """
    began = time.thread_time()
    game, g = opened(name, decompressed(data))
    rng = random.Random(f"{decision.line}:{decision.looks}")
    run = second_look if decision.looks else first_look
    return run(game, g, decision, seconds, rng), time.thread_time() - began


def first_look(
    game: Game[Any], g: Any, decision: Decision, seconds: float, rng: random.Random
) -> Decision:
    """The decision with the best move that is found in `seconds` of processor time."""
    seat, move = decision.seat, decision.move
    comparing, trying = (
        ThoughtTimer(each, MAX_SLOWDOWN) for each in (seconds * COMPARING_SHARE, seconds)
    )
    usual, *others = candidates(game, g, seat, rng, game.expert(g, seat))
    first = dict.fromkeys([usual, move, *others])
    trial = Trial(game, g, seat, comparing, rng)
    results = compare([*first], trial, 2 if move != usual else 1)
    found = best(values(results), *margin_needed(game, g)) if move in results else move
    doubt = 0.0
    if found != move and len(results[move]) > 1:
        judged = values(results)
        ahead, error = difference(judged[found], judged[move])
        doubt = ahead - error
    return _play_out(game, g, decision, found, doubt, trying, rng)


def second_look(
    game: Game[Any], g: Any, decision: Decision, seconds: float, rng: random.Random
) -> Decision:
    """The decision after its move was compared once more with the best one of the first look, with
    the reason if that one is better.
    """
    again = _play_out(
        game, g, decision, decision.best, decision.doubt, ThoughtTimer(seconds, MAX_SLOWDOWN), rng
    )
    if not again.is_mistake:
        return again
    return replace(again, reason=explain(game, g, again.seat, again.best, again.move, rng).data())


def _play_out(
    game: Game[Any],
    g: Any,
    decision: Decision,
    found: str,
    doubt: float,
    timer: ThoughtTimer,
    rng: random.Random,
) -> Decision:
    """The decision after games were played to their end with its move and with the best one."""
    seat, move = decision.seat, decision.move
    moves = [*dict.fromkeys([move, found])]
    trial, results = Trial(game, g, seat, timer, rng), Results()
    while timer.spent() < 1 or len(results.get(move, ())) < 2:
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
    return round(value, 3)


def _leads(results: Sequence[Result]) -> list[float]:
    return [each.lead for each in results]


def _won(results: Sequence[Result]) -> list[float]:
    return [each.won or 0.0 for each in results]


# --- Making reviews -------------------------------------------------------------------------------


class Reviewer:
    """Makes the reviews that people have requested, one after another."""

    def __init__(
        self, store: Store, tables: Tables, thinkers: Thinkers, show: Callable[[int], None]
    ) -> None:
        """Calls `show` with each table whose review has progressed."""
        self._store, self._tables, self._thinkers, self._show = store, tables, thinkers, show
        self._job = BackgroundJob(self._make_all)

    async def request(self, table: Table) -> ReviewRow:
        """The review of a table as far as it is made; starts one if there is none. Raises Refused
        where the game cannot be reviewed, or where too many reviews are in progress.
        """
        _check_over(table)
        row = await self.get(table)
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

    async def get(self, table: Table) -> ReviewRow | None:
        """The review of a table, done or in progress; None where there is none of this version, or
        its findings are damaged.
        """
        row = await self._store.reviews.get(table.id)
        if row is None or (row.seq, row.version) != (table.seq, VERSION):
            return None
        return row if row.tenths < ALL_TENTHS or stored_decisions(row) else None

    def wake(self) -> None:
        """Goes on with the reviews in progress."""
        self._job.start()

    async def close(self) -> None:
        """Stops; the next start of the bot goes on."""
        await self._job.close()

    async def _make_all(self) -> None:
        try:
            to_do = await self._store.reviews.to_do(VERSION)
            for table_id in to_do:
                await self._review_alone(table_id)
            if to_do and not self._job.is_wanted:
                await self._thinkers.stop_low_priority()
        except OutOfService as error:
            log.info("reviews go on later: %s", error.remedy)

    async def _review_alone(self, table_id: int) -> None:
        """Makes a review, unless another process does. Deletes one that cannot be made."""
        logs.set_log_table(table_id)
        async with self._store.claim(Claim.REVIEW, table_id) as mine:
            if not mine:
                return
            try:
                table = await self._tables.get(table_id)
                row = await self.get(table)
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
        """Looks at one decision after another, and stores the findings after every few."""
        game = table.game
        asked = await _decisions(table)
        states = {decision.line: data for decision, data in asked}
        known = {each.line: each for each in stored_decisions(row) if each.line in states}
        found = {decision.line: known.get(decision.line, decision) for decision, _data in asked}
        unsaved = 0
        while coming := next_look([*found.values()], row.spent, self._thinkers.seconds):
            decision, seconds = coming
            work = (game.name, states[decision.line], decision, seconds)
            found[decision.line], took = await self._thinkers.run_low_priority(look, *work)
            row.spent += took
            unsaved += 1
            tenths = _tenths([*found.values()])
            if tenths != row.tenths or unsaved >= SAVE_EVERY_LOOKS:
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
    """Raises Refused where a game was not played to its end."""
    if table.row.status == "abandoned":
        raise Refused(_("This game ended without a result, so there is nothing to review."))
    if table.row.status == "broken":
        raise Refused(_("Table {n} is set aside: its stored state cannot be read.", n=table.id))
    if table.row.status != "over":
        raise Refused(_("This game is not over yet. A game can be reviewed when it has ended."))


async def _decisions(table: Table) -> list[tuple[Decision, bytes]]:
    """The decisions of a table's game; raises Refused where it cannot be replayed."""
    rows, kept = await table.store.moves.of(table.id), await stored_states(table)
    return await asyncio.to_thread(decisions, table.game, table.seed, rows, kept)
