"""Ratings of players from the results of one game in one server: a pure function of the rows.

The model is openskill's Plackett-Luce, which takes any number of players and equal places. A
computer player is an opponent like another, each level with a rating of its own.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from statistics import fmean
from typing import Any, Final

from openskill.models import PlackettLuce

from bot.store import ResultRow, Store

LEAST_PEOPLE: Final = 2
"""A game counts with so many people: games against computer players alone rate nobody."""
KEPT: Final = 64
Key = int | str | tuple[int, int]
"""Whose rating: a user, the level of a computer player, or table and seat of an erased user."""


@dataclass(slots=True, frozen=True)
class Rating:
    """The estimated skill of a player, and how uncertain it is."""

    mu: float
    sigma: float
    games: int
    """Games that counted."""

    @property
    def low(self) -> float:
        """A cautious estimate of the skill; players are ordered by it."""
        return self.mu - 3 * self.sigma


def games_of(rows: Iterable[ResultRow]) -> Iterator[list[ResultRow]]:
    """The rows of each game, in the order they come in."""
    for _, game in groupby(rows, key=lambda row: row.table_id):
        yield list(game)


def counts(game: Sequence[ResultRow]) -> bool:
    """Whether a game counts for ratings: at least two people played it, to its end."""
    return sum(not row.level for row in game) >= LEAST_PEOPLE


def ratings(rows: Iterable[ResultRow]) -> dict[Key, Rating]:
    """The ratings after these results, which are in the order of the games."""
    model = PlackettLuce()
    found: dict[Key, Rating] = {}
    fresh = Rating(model.mu, model.sigma, 0)
    for game in games_of(rows):
        if not counts(game):
            continue
        before = [found.get(_key(row), fresh) for row in game]
        teams = [[model.rating(mu=old.mu, sigma=old.sigma)] for old in before]
        rated: Any = model.rate(teams, ranks=[float(row.rank) for row in game])
        after: dict[Key, list[tuple[float, float]]] = {}
        for row, [new] in zip(game, rated, strict=True):
            after.setdefault(_key(row), []).append((new.mu, new.sigma))
        for key, values in after.items():  # several seats of one level: their mean
            played = found.get(key, fresh).games + 1
            mu, sigma = (fmean(each) for each in zip(*values, strict=True))
            found[key] = Rating(mu, sigma, played)
    return found


def _key(row: ResultRow) -> Key:
    if row.level:
        return row.level
    return (row.table_id, row.seat) if row.user is None else row.user


class Ratings:
    """The ratings of servers and games, worked out in a thread when there are new results."""

    def __init__(self, store: Store) -> None:
        """Takes the store with the results."""
        self._store = store
        self._kept: OrderedDict[
            tuple[int | None, str], tuple[list[ResultRow], dict[Key, Rating]]
        ] = OrderedDict()

    async def of(self, guild: int | None, game: str) -> tuple[list[ResultRow], dict[Key, Rating]]:
        """The results of a game in a server, and the ratings that follow from them."""
        rows = await self._store.results.of_server(guild, game)
        place = guild, game
        if place not in self._kept or self._kept[place][0] != rows:
            self._kept[place] = rows, await asyncio.to_thread(ratings, rows)
        self._kept.move_to_end(place)
        while len(self._kept) > KEPT:
            self._kept.popitem(last=False)
        return self._kept[place]
