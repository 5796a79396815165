"""Games that are played once, and the states and news of them that all tests look at."""

import dataclasses
import itertools
import random
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import cache
from typing import Any

import orjson
import pytest

from atelier_testing.project import own_games
from games.kernel import Game, option_values, teams

GAMES_PLAYED = 6
"""Random games for each number of seats, at least; every value of every option occurs in one.
One of good play comes after them.
"""
MOVES_PLAYED = 4_000
"""Moves after which no further random game of a table begins: long games are fewer."""
SAMPLES = 110
"""States looked at closely, of the games played of a title with all numbers of seats together."""
SETS_OF_WINNERS = 40
"""More than a table of five has."""
LONGEST_GAME = 10_000
"""Moves after which a game has to be over."""


@dataclass(frozen=True)
class Table:
    """A game with a number of seats."""

    game: Game[Any]
    seats: int


@dataclass(frozen=True)
class Played:
    """A finished game: what it takes to play it again, its questions, and its last state."""

    seed: int
    options: dict[str, Any]
    log: list[tuple[int, str]]
    questions: list[str]
    end: Any


@dataclass(frozen=True)
class Sample:
    """A state of a game, and its bytes before anything else was done to it."""

    g: Any
    dumped: bytes
    played: Played


GAMES = own_games()
TABLES = [Table(game, seats) for game in GAMES for seats in game.seats]
every_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
every_table = pytest.mark.parametrize(
    "table", TABLES, ids=lambda table: f"{table.game.name}-{table.seats}"
)


def values_of_options(game: Game[Any]) -> dict[str, list[Any]]:
    """Per option the values that can be listed, or the ends of its range."""
    found: dict[str, list[Any]] = {}
    for name, facts in game.options.model_json_schema().get("properties", {}).items():
        if "minimum" in facts and "maximum" in facts:
            found[name] = [facts["minimum"], facts["maximum"]]
        elif listed := option_values(game.options.model_fields[name]):
            found[name] = listed
    return found


def some_options(game: Game[Any], number: int, chance: random.Random) -> dict[str, Any]:
    """Options for the game with this number: 0 has the defaults, the next ones each value in turn,
    the rest random values.
    """
    values = values_of_options(game)
    single = [{name: value} for name, several in values.items() for value in several]
    if number == 0:
        return {}
    if number <= len(single):
        return single[number - 1]
    return {name: chance.choice(several) for name, several in values.items()}


Chooser = Callable[[Game[Any], Any, int, random.Random], str]
"""How the moves of a game are chosen."""


def random_move(game: Game[Any], g: Any, seat: int, chance: random.Random) -> str:
    """Any move of a seat."""
    return chance.choice(game.legal(g, seat))


def good_move(game: Game[Any], g: Any, seat: int, _chance: random.Random) -> str:
    """The move of a good player."""
    return game.expert(g, seat)


def play(
    game: Game[Any], seats: int, seed: int, options: dict[str, Any], choose: Chooser
) -> Iterator[tuple[Any, Any]]:
    """Each state of a game with the move made in it; (state, None) at the end."""
    chance = random.Random(seed)
    g = game.new(seats, seed, options)
    for _ in range(LONGEST_GAME):
        if g.scores is not None:
            break
        given = ((seat, game.answer_in_advance(g, seat)) for seat in game.seats_asked(g))
        if (move := next((each for each in given if each[1]), None)) is None:
            seat = chance.choice(g.asked)
            move = seat, choose(game, g, seat, chance)
        yield g, move
        g = game.play(g, *move)
    yield g, None


def games_played(table: Table) -> list[Played]:
    """The random games of a table, and one of good play. If there are too few games for every value
    of an option, the tables of the game begin at different values.
    """
    return _play_and_collect(table)[0]


@dataclass
class Collected:
    """What is collected from the games of a table."""

    samples: list[Sample] = field(default_factory=list)
    open_questions: list[Any] = field(default_factory=list)
    """States in which several seats are asked and none has answered."""
    news: list[tuple[str, dict[str, Any], int | None]] = field(default_factory=list)
    """Of every template some."""


def collected(table: Table) -> Collected:
    """What the games of a table brought."""
    return _play_and_collect(table)[1]


@cache
def _play_and_collect(table: Table) -> tuple[list[Played], Collected]:
    """The games of a table and what was collected from them; most of their states are dropped."""
    chance, tables = random.Random(table.seats), len(table.game.seats)
    count = 1 + sum(len(several) for several in values_of_options(table.game).values())
    first = table.game.seats.index(table.seats) * count // tables
    games: list[tuple[Played, list[Any]]] = []
    moves = 0
    for number in range(max(count, GAMES_PLAYED)):
        if moves > MOVES_PLAYED and number * tables >= count:
            break
        options = some_options(table.game, (first + number) % max(count, GAMES_PLAYED), chance)
        games.append(game_played(table, number, options, random_move))
        moves += len(games[-1][0].log)
    games.append(game_played(table, len(games), {}, good_move))
    return [played for played, _ in games], collect(table, games)


def game_played(
    table: Table, seed: int, options: dict[str, Any], choose: Chooser
) -> tuple[Played, list[Any]]:
    """A game and its states."""
    log: list[tuple[int, str]] = []
    states: list[Any] = []
    for g, move in play(table.game, table.seats, seed, options, choose):
        states.append(g)
        if move is not None:
            log.append(move)
    questions = [g.agenda[-1][0] if g.asked else "over" for g in states]
    return Played(seed, options, log, questions, states[-1]), states


def collect(table: Table, games: list[tuple[Played, list[Any]]]) -> Collected:
    """What is looked at of these games."""
    found, told = Collected(), Counter[str]()
    chosen = sampled_places(table, [played for played, _ in games])
    for played, states in games:
        several = 0
        for i, g in enumerate(states):
            if (played.seed, i) in chosen or g.scores is not None:
                found.samples.append(Sample(g, table.game.dump(g), played))
            at_once = g.asked and table.game.choices[g.agenda[-1][0]].at_once
            if several < 6 and len(g.asked) > 1 and not g.answers and not at_once:
                found.open_questions.append(g)
                several += 1
            for template, values, seat in g.news:
                told[template] += 1
                if told[template] <= 20:
                    found.news.append((template, values, seat))
    random.Random(table.seats).shuffle(found.samples)
    return found


def sampled_places(table: Table, games: list[Played]) -> set[tuple[int, int]]:
    """Seed and move number of each sampled state: equally many of every question, if there are so
    many.
    """
    places: dict[str, list[tuple[int, int]]] = {}
    for played in games:
        for i, question in enumerate(played.questions):
            places.setdefault(question, []).append((played.seed, i))
    chance = random.Random(table.seats)
    for several in places.values():
        chance.shuffle(several)
    turns = itertools.zip_longest(*places.values())
    in_turn = [place for turn in turns for place in turn if place is not None]
    return set(in_turn[: SAMPLES // len(table.game.seats)])


def shared_victories(g: Any) -> Iterator[Any]:
    """The final state with each possible set of winners; of a large table with some of them."""
    assert g.scores is not None
    team, size = teams(g), range(1, g.seats + 1)
    sets = [first for n in size for first in itertools.combinations(sorted({*team}), n)]
    for first in random.Random(g.seats).sample(sets, min(len(sets), SETS_OF_WINNERS)):
        scores = [max(g.scores) + (each in first) for each in team]
        yield dataclasses.replace(g, scores=scores, tie_breaks=[])


def samples(table: Table) -> list[Sample]:
    """Some states of every question, and all final states."""
    return collected(table).samples


def replay(table: Table, played: Played, play: Callable[..., Any]) -> Iterator[Any]:
    """The states of a game, played again."""
    g = table.game.new(table.seats, played.seed, played.options)
    yield g
    for seat, move in played.log:
        g = play(g, seat, move)
        yield g


def asked_samples(table: Table) -> list[Any]:
    """The sampled states in which somebody is asked."""
    return [sample.g for sample in samples(table) if sample.g.asked]


def seats_answering(g: Any) -> list[int]:
    """The seats that may move: those asked, and those that may change a secret answer."""
    return [seat for seat in range(g.seats) if g.asked and (seat in g.asked or seat in g.answers)]


PLAIN = orjson.OPT_NON_STR_KEYS | orjson.OPT_PASSTHROUGH_DATACLASS | orjson.OPT_PASSTHROUGH_DATETIME
"""What a view may hold: the same as for Python's own JSON, which takes several times as long."""


def as_json(value: Any) -> bytes:
    """As JSON; the order of keys is kept, because it could tell something too."""
    return orjson.dumps(value, option=PLAIN)
