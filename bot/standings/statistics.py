"""What can be told of finished games: by opponents, seats and numbers of players, and in a year."""

from __future__ import annotations

import csv
import io
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import combinations
from statistics import fmean, median
from typing import Final

from bot.standings.ratings import games_of
from bot.store import CLOCK, COMPUTER, FORCED, MoveRow, ResultRow

Game = Sequence[ResultRow]
"""The results of all seats of a finished game."""
MIN_ANSWERS: Final = 3
"""Games with fewer answers of somebody say nothing about how fast they answer."""
MIN_SPEED_GAMES: Final = 3
"""Games that the fastest player of a year has played."""
CSV_COLUMNS: Final = (
    "ended", "server", "game", "table", "players", "seat", "place", "points", "left_early",
    "handed_over", "in_time", "median_answer_seconds", "rating_after",
)  # fmt: skip


@dataclass(slots=True, frozen=True)
class Meetings:
    """How somebody did in games against one other person."""

    user: int
    games: int
    ahead: int
    """In how many of them they were placed before that person."""
    behind: int


@dataclass(slots=True, frozen=True)
class Average:
    """How somebody did on a seat, or among so many players."""

    games: int
    place: float
    points: float


@dataclass(slots=True, frozen=True)
class Year:
    """The games of a server in a year."""

    games: dict[str, int]
    """How often each game was played to its end, most played first."""
    players: list[tuple[int, int]]
    """Who played most: users with their games."""
    winners: list[tuple[int, int]]
    """Who won most."""
    rivals: tuple[int, int, int] | None
    """The two users who met most often, and in how many games."""
    closest: Game | None
    fastest: tuple[int, float] | None
    """The user who answered fastest, and the median of their games in seconds."""


def answer_time_s(
    lines: Sequence[MoveRow], asked: Iterable[Sequence[int]], seat: int
) -> float | None:
    """The median time in which the person of a seat answered, in seconds; None after too few
    answers. `asked` has the seats that are asked after each of the `lines`. An answer in advance
    and one that was given for them do not count, and a changed answer counts from the first.
    """
    waits: list[float] = []
    since: float | None = None
    for line, now_asked in zip(lines, asked, strict=True):
        own = line.seat == seat and line.kind in ("move", "end") and not line.unnoticed
        given = (line.token or "").startswith((CLOCK, COMPUTER, FORCED))
        if own and since is not None and not given:
            waits.append(line.made - since)
        if seat not in now_asked:
            since = None
        elif own or since is None:
            since = line.made
    return median(waits) if len(waits) >= MIN_ANSWERS else None


def own_result(game: Game, user: int) -> ResultRow | None:
    """The result of a user in a game that they played themselves."""
    return next((row for row in game if row.user == user and not row.handed_over), None)


def meetings(games: Iterable[Game], user: int) -> list[Meetings]:
    """How a user did against everybody whom they met, most games first."""
    found: dict[int, Counter[str]] = defaultdict(Counter)
    for game in games:
        own = own_result(game, user)
        for row in game if own else ():
            if own and row.user not in (None, user) and not row.handed_over:
                found[row.user or 0]["games"] += 1
                found[row.user or 0]["ahead"] += own.rank < row.rank
                found[row.user or 0]["behind"] += own.rank > row.rank
    met = [Meetings(other, n["games"], n["ahead"], n["behind"]) for other, n in found.items()]
    return sorted(met, key=lambda each: -each.games)


def by_seat(rows: Iterable[ResultRow]) -> dict[int, Average]:
    """Average place and points on each seat, whatever the number of players."""
    return _averages((row.seat, row) for row in rows)


def by_players(rows: Iterable[ResultRow]) -> dict[int, Average]:
    """Average place and points with so many players."""
    return _averages((row.seats, row) for row in rows)


def _averages(pairs: Iterable[tuple[int, ResultRow]]) -> dict[int, Average]:
    groups: dict[int, list[ResultRow]] = defaultdict(list)
    for key, row in pairs:
        groups[key].append(row)
    return {
        key: Average(len(rows), fmean(row.rank for row in rows), fmean(row.score for row in rows))
        for key, rows in sorted(groups.items())
    }


def best(rows: Iterable[ResultRow]) -> ResultRow | None:
    """The result with the best place; of several the one with most points."""
    return max(rows, key=lambda row: (-row.rank, row.score, row.made), default=None)


def lead(game: Game) -> int:
    """By how many points the winners of a game were ahead of the next; 0 if all share the win."""
    won = [row.score for row in game if row.rank == 1]
    others = [row.score for row in game if row.rank > 1]
    return max(won) - max(others) if won and others else 0


def closest(games: Iterable[Game]) -> Game | None:
    """The game with the smallest lead, the latest of several. A game that all have won has none."""
    decided = [game for game in games if any(row.rank > 1 for row in game)]
    return min(decided, key=lambda game: (lead(game), -game[0].made), default=None)


def usual_answer_s(rows: Iterable[ResultRow]) -> float | None:
    """The median of the times in which somebody answered in their games; None if none is known."""
    known = [row.answer_s for row in rows if row.answer_s is not None and not row.handed_over]
    return median(known) if known else None


def year_of(rows: Sequence[ResultRow]) -> Year:
    """What a server played in a year; `rows` are those of its games, by table."""
    games = [*games_of(rows)]
    own = [row for row in rows if row.user is not None and not row.handed_over]
    met: Counter[tuple[int, int]] = Counter()
    for game in games:
        users = sorted({row.user for row in game if row.user is not None and not row.handed_over})
        met.update(combinations(users, 2))
    (rivals, often), *_others = [*met.most_common(1), ((0, 0), 0)]
    speeds: dict[int, list[ResultRow]] = defaultdict(list)
    for row in own:
        if row.answer_s is not None:
            speeds[row.user or 0].append(row)
    timed = [
        (usual_answer_s(each) or 0.0, user)
        for user, each in speeds.items()
        if len(each) >= MIN_SPEED_GAMES
    ]
    played = Counter(game[0].game for game in games)
    return Year(
        games=dict(played.most_common()),
        players=Counter(row.user or 0 for row in own).most_common(),
        winners=Counter(row.user or 0 for row in own if row.rank == 1).most_common(),
        rivals=(*rivals, often) if often > 1 else None,
        closest=closest([game for game in games if sum(not row.level for row in game) > 1]),
        fastest=(min(timed)[1], min(timed)[0]) if timed else None,
    )


def games_csv(
    rows: Iterable[ResultRow], courses: Mapping[tuple[int | None, str], Mapping[int, float]]
) -> bytes:
    """The results of a user as a CSV file in UTF-8; `courses` has their rating after each rated
    game, by server and game, then by table. Places and seats count from 1.
    """
    text = io.StringIO()
    table = csv.writer(text, lineterminator="\n")
    table.writerow(CSV_COLUMNS)
    for row in rows:
        rating = courses.get((row.guild, row.game), {}).get(row.table_id)
        answer = "" if row.answer_s is None else round(row.answer_s)
        ended = datetime.fromtimestamp(row.made, UTC).isoformat(timespec="seconds")
        facts = [row.table_id, row.seats, row.seat + 1, row.rank, row.score]
        left = [row.resigned, int(row.handed_over), row.in_time]
        rated = "" if rating is None else f"{rating:.2f}"
        table.writerow([ended, row.guild or "", row.game, *facts, *left, answer, rated])
    return text.getvalue().encode()
