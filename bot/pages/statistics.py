"""The pages of /stats and /leaderboard: results, ratings, and what can be told of many games."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from statistics import fmean
from typing import Any

from bot.pages.page import Picture
from bot.pictures.drawing import describe_chart, run_in_language
from bot.pictures.pictures import Pictures, picture_key
from bot.standings import statistics
from bot.standings.ratings import Rating
from bot.standings.statistics import Average, Game, Meetings, Year
from bot.store import ResultRow
from bot.texts.languages import _, current_language
from games import discover
from games.words import phrase

MAX_RECENT = 8
MAX_MET = 5
MAX_NAMED = 3
"""How many of the most active people of a year are named."""
RATING = phrase("rating")
MINUTE_S, HOUR_S, DAY_S = 60, 3600, 86400


def game_title(name: str) -> str:
    """The title of a game; its name if it is not installed."""
    game = discover().get(name)
    return game.title if game else name


def rating_text(rating: Rating) -> str:
    """A rating in words: the estimate, the skill and its uncertainty."""
    return _(
        "rating **{low:.1f}** ({mu:.1f} ± {sigma:.1f})",
        low=rating.low,
        mu=rating.mu,
        sigma=rating.sigma,
    )


def span_text(seconds: float) -> str:
    """A length of time in its largest fitting unit."""
    if seconds < 2 * HOUR_S:
        return _("{n:minute|minutes}", n=max(1, round(seconds / MINUTE_S)))
    if seconds < 2 * DAY_S:
        return _("{n:hour|hours}", n=round(seconds / HOUR_S))
    return _("{n:day|days}", n=round(seconds / DAY_S))


def summary(rows: Sequence[ResultRow], rating: Rating | None) -> str:
    """Games, wins, average place, best score and rating in a line."""
    line = _(
        "{n:game|games}, {won} won · average place {place:.1f} · best score {best}",
        n=len(rows),
        won=sum(row.rank == 1 for row in rows),
        place=fmean(row.rank for row in rows),
        best=max(row.score for row in rows),
    )
    return f"{line} · {rating_text(rating)}" if rating else line


def recent_results(rows: Sequence[ResultRow]) -> str:
    """The latest results, newest first."""
    lines: list[str] = []
    for row in reversed(rows[-MAX_RECENT:]):
        line = _(
            "<t:{when}:d> {game}, table {n}: place {rank} of {seats}, {score:point|points}",
            when=int(row.made),
            game=game_title(row.game),
            n=row.table_id,
            rank=row.rank,
            seats=row.seats,
            score=row.score,
        )
        early = _(" (left early)") if row.resigned else ""
        lines.append(f"· {line}{early}{_(' (handed over)') if row.handed_over else ''}")
    return "\n".join([_("**Lately**"), *lines])


def met_text(met: Sequence[Meetings]) -> str:
    """How somebody did against those whom they met most; "" if they met nobody."""
    lines = [
        _(
            "{who:text}: {n:game|games}, placed before them in {ahead} and behind them in {behind}",
            who=f"<@{each.user}>",
            n=each.games,
            ahead=each.ahead,
            behind=each.behind,
        )
        for each in met[:MAX_MET]
    ]
    return _titled(_("**Against others**"), lines)


def averages_text(rows: Sequence[ResultRow]) -> str:
    """Places and points by number of players, and by seat where that says something."""
    lines = [
        _average_line(_("{n:player|players}", n=number), each)
        for number, each in statistics.by_players(rows).items()
    ]
    seats = statistics.by_seat(rows)
    if len(seats) > 1:
        lines += [_average_line(_("seat {n}", n=seat + 1), each) for seat, each in seats.items()]
    return _titled(_("**By players and seats**"), lines)


def _average_line(what: str, each: Average) -> str:
    return _(
        "{what:text}: {n:game|games}, average place {place:.1f}, {points:.0f} points on average",
        what=what,
        n=each.games,
        place=each.place,
        points=each.points,
    )


def facts_text(games: Sequence[Game], rows: Sequence[ResultRow], *, of_one_game: bool) -> str:
    """How fast somebody answers, and of one game their best and their closest one."""
    lines: list[str] = []
    if (usual := statistics.usual_answer_s(rows)) is not None:
        lines.append(_("Usually answers within {time:text}", time=span_text(usual)))
    if in_time := sum(row.in_time for row in rows):
        lines.append(_("Always answered in time in {n:game|games} with a time limit", n=in_time))
    best = statistics.best(rows) if of_one_game else None
    if best is not None:
        lines.append(
            _(
                "Best game: table {n}, place {rank} with {score:point|points}",
                n=best.table_id,
                rank=best.rank,
                score=best.score,
            )
        )
    closest = statistics.closest(games) if of_one_game else None
    if closest is not None:
        lines.append(_closest_line(closest))
    return _titled(_("**In numbers**"), lines)


def _closest_line(game: Game) -> str:
    if lead := statistics.lead(game):
        return _(
            "Closest game: table {n}, won by {lead:point|points}", n=game[0].table_id, lead=lead
        )
    return _("Closest game: table {n}, won by a tie-break", n=game[0].table_id)


def _titled(title: str, lines: Sequence[str]) -> str:
    return "\n".join([title, *(f"· {line}" for line in lines)]) if lines else ""


def rating_picture(
    pictures: Pictures, game: str, courses: Mapping[str, Sequence[float]]
) -> Picture | None:
    """The ratings of people over their rated games, by name, as a picture; None if there are fewer
    than two to show.
    """
    most = max(map(len, courses.values()), default=0)
    if most < 2:
        return None
    lines = [[*course, *[course[-1]] * (most - len(course))] for course in courses.values()]
    chart: dict[str, Any] = {
        "game": game,
        "title": game_title(game),
        "unit": RATING,
        "by_game": True,
        "names": [*courses],
        "points": [[round(value, 1) for value in row] for row in zip(*lines, strict=True)],
        "winners": [],
    }
    drawing = partial(pictures.chart, chart, language=current_language())
    words = partial(run_in_language, current_language(), describe_chart, chart)
    return Picture(f"ratings-{picture_key(chart)}.png", drawing, words)


def year_lines(year: Year) -> list[str]:
    lines = [
        _(
            "Played to the end: {games:list}",
            games=[f"{game_title(name)} ({n})" for name, n in year.games.items()],
        )
    ]
    lines += _named(_most_played, year.players) + _named(_most_won, year.winners)
    if year.rivals:
        one, other, often = year.rivals
        lines.append(
            _(
                "Met most often: {one:text} and {other:text}, in {n:game|games}",
                one=f"<@{one}>",
                other=f"<@{other}>",
                n=often,
            )
        )
    if year.closest:
        lines.append(_closest_line(year.closest))
    if year.fastest:
        who, seconds = year.fastest
        lines.append(
            _(
                "Answers fastest: {who:text}, usually within {time:text}",
                who=f"<@{who}>",
                time=span_text(seconds),
            )
        )
    return lines


def _named(say: Callable[[list[str]], str], counted: Sequence[tuple[int, int]]) -> list[str]:
    return [say([f"<@{user}> ({n})" for user, n in counted[:MAX_NAMED]])] if counted else []


def _most_played(names: list[str]) -> str:
    return _("Played most: {names:list}", names=names)


def _most_won(names: list[str]) -> str:
    return _("Won most: {names:list}", names=names)
