"""A season of a league: read from the store, with its standings and its next round."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Collection, Container, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

from bot.standings import pairing
from bot.standings.league import (
    Seat,
    Standing,
    promote_and_relegate,
    split_into_divisions,
    standings,
)
from bot.standings.pairing import Meetings, pair
from bot.standings.ratings import Key, Rating
from bot.standings.results import store_results
from bot.store import (
    LeagueMemberRow,
    LeagueRow,
    LeagueSeatRow,
    LeagueTableRow,
    ResultRow,
    Store,
    TableRow,
    objects_of,
)

OPEN = ("lobby", "running")


@dataclass(slots=True)
class RoundTable:
    """A table of a round."""

    row: LeagueTableRow
    members: dict[int, int]
    """The members at the table, by seat; computer players have the other seats."""
    table: TableRow | None
    """None until it is opened."""
    results: list[ResultRow]
    """Empty before the game is over, and where it ended without a result."""
    is_open: bool
    """Whether the game has not ended. A table that is not opened yet is open while one of its
    members is active.
    """


@dataclass(slots=True)
class Season:
    """A season as it is now."""

    league: LeagueRow
    number: int
    members: dict[int, LeagueMemberRow]
    """The present and former members of the league, by id."""
    tables: list[RoundTable]
    """The tables of all its rounds, oldest first."""
    byes: list[LeagueSeatRow]
    """Who sat out in which round."""
    divisions: list[list[Standing]]
    """The standings of each division, the highest one first."""
    met_before: Mapping[tuple[int, int], int]
    """How often people sat at one table in earlier seasons."""

    @property
    def active(self) -> list[LeagueMemberRow]:
        """The active members, in the order in which they signed up."""
        return [each for each in self.members.values() if each.state == "active"]

    @property
    def playing(self) -> list[list[int]]:
        """The active members of each division, the first place first."""
        return [
            [each.member for each in division if self.members[each.member].state == "active"]
            for division in self.divisions
        ]

    @property
    def has_results(self) -> bool:
        """Whether a table has been played to its end."""
        return any(each.results for each in self.tables)

    def open_tables(self, member: int) -> int:
        """How many tables of a member have not ended."""
        return sum(each.is_open and member in each.members.values() for each in self.tables)


async def read_season(store: Store, league: LeagueRow, number: int | None = None) -> Season:
    """Reads a season of a league, by default the newest one; season 0 comes before the first and is
    empty.
    """
    await store_results(store)
    number = league.season if number is None else number
    members = {each.id: each for each in await store.leagues.members(league.id)}
    seats = await store.leagues.seats(league.id)
    opened = {each.id: each for each in await store.leagues.opened(league.id, number)}
    results: dict[int, list[ResultRow]] = {}
    for row in await store.leagues.results(league.id, number):
        results.setdefault(row.table_id, []).append(row)
    own = [seat for seat in seats if seat.season == number]
    seated_at: dict[tuple[int, int], dict[int, int]] = {}
    for seat in own:
        seated_at.setdefault((seat.round, seat.number), {})[seat.seat] = seat.member_id
    tables: list[RoundTable] = []
    for row in await store.leagues.tables(league.id):
        if row.season != number:
            continue
        seated = seated_at.get((row.round, row.number), {})
        table = opened.get(row.table_id)
        if table is not None:
            is_open = table.status in OPEN
        else:
            is_open = any(members[who].state == "active" for who in seated.values())
        found = results.get(row.table_id, [])
        tables.append(RoundTable(row, seated, table, found, is_open))
    byes = [seat for seat in own if not seat.number]
    before = [seat for seat in seats if seat.season < number]
    season = Season(league, number, members, tables, byes, [], _meetings(before))
    season.divisions = _divisions(season)
    return season


def _meetings(seats: Sequence[LeagueSeatRow]) -> Counter[tuple[int, int]]:
    tables: dict[tuple[int, int, int], list[int]] = {}
    for seat in seats:
        if seat.number:
            key = seat.season, seat.round, seat.number
            tables.setdefault(key, []).append(seat.member_id)
    return Counter(pair(*two) for table in tables.values() for two in combinations(table, 2))


# --- Standings ------------------------------------------------------------------------------------


def _divisions(season: Season) -> list[list[Standing]]:
    byes = Counter(seat.member_id for seat in season.byes)
    byes.update(_without_result(season))
    played = [each for each in season.members.values() if each.season == season.number > 0]
    found: list[list[Standing]] = []
    for division in range(max((each.division for each in played), default=-1) + 1):
        own = [each for each in played if each.division == division]
        members = [each.id for each in sorted(own, key=lambda each: each.place)]
        games = [
            _seats(season, each)
            for each in season.tables
            if each.results and each.row.division == division
        ]
        found.append(standings(members, games, byes))
    return found


def _seats(season: Season, table: RoundTable) -> list[Seat]:
    seats: list[Seat] = []
    for row in table.results:
        member = table.members.get(row.seat)
        user = season.members[member].user if member in season.members else None
        finished = member is None or (row.user == user and not row.level and not row.resigned)
        seats.append(Seat(member, row.rank, row.score, finished, row.team))
    return seats


def _without_result(season: Season) -> list[int]:
    """The members whose table ended without a result while they sat there, once for each table."""
    found: list[int] = []
    for each in season.tables:
        if each.table is None or each.is_open or each.results:
            continue
        users = {person.get("user") for person in objects_of(each.table.people)} - {None}
        found += [who for who in each.members.values() if season.members[who].user in users]
    return found


# --- The start of a season ------------------------------------------------------------------------


def starting_divisions(last: Season, ratings: Mapping[Key, Rating]) -> list[list[int]]:
    """The members in each division of the next season: first those who played in the last one,
    after moving up or down, then the others by rating. Those without a rating come last, as they
    signed up.
    """
    active = {each.id: each for each in last.active}
    old = promote_and_relegate([division for division in last.playing if division])
    newcomers = [who for who in active if who not in old]

    def rating(who: int) -> float:
        found = ratings.get(active[who].user or 0)
        return found.low if found else 0.0

    newcomers.sort(key=lambda who: -rating(who))
    return split_into_divisions([*old, *newcomers], last.league.division_size)


# --- The next round -------------------------------------------------------------------------------


def next_round(
    season: Season,
    free: Container[int],
    allowed: range,
    apart: Collection[tuple[int, int]] = (),
) -> tuple[list[LeagueTableRow], list[LeagueSeatRow]]:
    """The tables and seats of the next round. The members who are free play, if there are two in
    their division; all others sit out. The game takes the `allowed` numbers of players. Pairs of
    members who are to stay `apart` share a table only where nothing else is possible. Takes a while
    for many people.
    """
    league, number = season.league, season.league.round + 1
    seed = f"{league.seed}:{season.number}:{number}"
    rows = [
        LeagueSeatRow(league.id, each.row.season, each.row.round, who, each.row.number, seat)
        for each in season.tables
        for seat, who in each.members.items()
    ]
    meetings = Meetings(_meetings(rows), season.met_before, {pair(*two) for two in apart})
    byes = Counter(seat.member_id for seat in season.byes)
    tables: list[LeagueTableRow] = []
    seats: list[LeagueSeatRow] = []
    for division, members in enumerate(season.playing):
        order = [who for who in members if who in free]
        sizes = pairing.table_sizes(len(order), league.seats, allowed)
        out = pairing.choose_byes(order, len(order) - sum(sizes), byes)
        order = [who for who in order if who not in out]
        for people in pairing.assign_tables(order, sizes, meetings, f"{seed}:{division}"):
            count = max(len(people), allowed[0])
            table = LeagueTableRow(
                league.id, season.number, number, len(tables) + 1, division, count
            )
            tables.append(table)
            chance = random.Random(f"{seed}:{table.number}")
            drawn = chance.sample(range(count), len(people))
            seats += [
                LeagueSeatRow(league.id, season.number, number, who, table.number, seat)
                for who, seat in zip(people, drawn, strict=True)
            ]
    seated = {seat.member_id for seat in seats}
    seats += [
        LeagueSeatRow(league.id, season.number, number, who, 0, 0)
        for members in season.playing
        for who in members
        if who not in seated
    ]
    return tables, seats
