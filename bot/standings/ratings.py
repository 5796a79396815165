"""Ratings of players from the results of one game in one server: a pure function of the rows.

The model is openskill's Plackett-Luce, which takes any number of players, ties and teams. A
computer player is an opponent or partner like any other; each level has its own rating. A game that
all win or lose together is not rated.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from statistics import fmean
from typing import Any, Final

from openskill.models import PlackettLuce

from bot.store import ResultRow, Store

MIN_PEOPLE: Final = 2
"""A game is rated if at least this many people played: not against computer players alone."""
MAX_CACHED: Final = 64
Key = int | str | tuple[int, int]
"""Whose rating: a user's, a computer player's (its level), or an erased user's (table and seat)."""


@dataclass(slots=True, frozen=True)
class Rating:
    """The estimated skill of a player, and how uncertain it is."""

    mu: float
    sigma: float
    games: int
    """How many rated games they played."""

    @property
    def low(self) -> float:
        """A cautious estimate of the skill; players are ordered by it."""
        return self.mu - 3 * self.sigma


def games_of(rows: Iterable[ResultRow]) -> Iterator[list[ResultRow]]:
    """The rows of each game, in their order."""
    for _, game in groupby(rows, key=lambda row: row.table_id):
        yield list(game)


def is_rated(game: Sequence[ResultRow]) -> bool:
    """Whether a game is rated: at least two people played it to its end."""
    return sum(not row.level for row in game) >= MIN_PEOPLE


def ratings(rows: Iterable[ResultRow]) -> dict[Key, Rating]:
    """The ratings after these results, which are oldest first."""
    found: dict[Key, Rating] = {}
    for _rated in _rate(rows, found):
        pass
    return found


def course(rows: Iterable[ResultRow], user: int) -> dict[int, float]:
    """By table, the cautious estimate of the skill of a user after each of their rated games."""
    found: dict[Key, Rating] = {}
    return {table: found[user].low for table, played in _rate(rows, found) if user in played}


def fresh() -> Rating:
    """The rating of somebody who has played no game."""
    model = PlackettLuce()
    return Rating(model.mu, model.sigma, 0)


def _rate(
    rows: Iterable[ResultRow], found: dict[Key, Rating]
) -> Iterator[tuple[int, Collection[Key]]]:
    """Brings ratings up to date with one rated game after the other; yields its table and who
    played there.
    """
    model, new = PlackettLuce(), fresh()
    for game in games_of(rows):
        if not is_rated(game):
            continue
        teams: dict[tuple[int, int], list[Key]] = {}
        for row in game:  # who left their partners has a rank of their own
            team = row.seat if row.team < 0 else row.team
            teams.setdefault((row.rank, team), []).append(_key(row))
        if len({team for _rank, team in teams}) == 1:
            continue
        before = [[found.get(key, new) for key in keys] for keys in teams.values()]
        rated: Any = model.rate(
            [[model.rating(mu=old.mu, sigma=old.sigma) for old in team] for team in before],
            ranks=[float(rank) for rank, _team in teams],
        )
        after: dict[Key, list[tuple[float, float]]] = {}
        for keys, several in zip(teams.values(), rated, strict=True):
            for key, one in zip(keys, several, strict=True):
                after.setdefault(key, []).append((one.mu, one.sigma))
        for key, values in after.items():  # several seats of one level: their mean
            played = found.get(key, new).games + 1
            mu, sigma = (fmean(each) for each in zip(*values, strict=True))
            found[key] = Rating(mu, sigma, played)
        yield game[0].table_id, after


def _key(row: ResultRow) -> Key:
    if row.level:
        return row.level
    return (row.table_id, row.seat) if row.user is None else row.user


class Ratings:
    """The ratings by server and game, computed in a thread when there are new results."""

    def __init__(self, store: Store) -> None:
        """Takes the store with the results."""
        self._store = store
        self._cache: OrderedDict[
            tuple[int | None, str], tuple[list[ResultRow], dict[Key, Rating]]
        ] = OrderedDict()

    async def of(self, guild: int | None, game: str) -> tuple[list[ResultRow], dict[Key, Rating]]:
        """The results of a game in a server, and the ratings that follow from them."""
        rows = await self._store.results.of_server(guild, game)
        place = guild, game
        if place not in self._cache or self._cache[place][0] != rows:
            self._cache[place] = rows, await asyncio.to_thread(ratings, rows)
        self._cache.move_to_end(place)
        while len(self._cache) > MAX_CACHED:
            self._cache.popitem(last=False)
        return self._cache[place]
