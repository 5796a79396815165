"""What every game must keep, for every number of seats; nothing here names a game.

A new game is held to all of this by being there. Its own rules are tested in tests/games.
"""

import dataclasses
import importlib
import itertools
import json
import random
import re
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any

import orjson
import pytest

from atelier_testing.project import ROOT, own_games
from games import discover, folder, record
from games._kernel.unseen import PRIVATE
from games.kernel import (
    EVERYBODY,
    Game,
    IllegalMove,
    about_value,
    known,
    option_values,
    players,
)
from games.words import seat_names, tell
from renderers import for_game

GAMES_PLAYED = 6
"""Random games for each number of seats, at least; every value of every option occurs in one.
One of good play comes after them.
"""
MOVES_PLAYED = 4_000
"""Moves after which no further random game of a table begins: long games are fewer."""
SAMPLES = 110
"""States looked at closely, of the games played of a title with all numbers of seats together."""
PLAYED_OUT = 12
"""Samples that are played out to the end."""
GARBAGE = 500
"""Texts that are tried as moves at each table."""
LONGEST_GAME = 10_000
LONGEST_ABOUT = 200
"""Characters of what is said about a game: two lines or three on a phone's screen."""
LONGEST_LABEL, LONGEST_DESCRIPTION, MOST_COMMANDS = 80, 100, 24
"""What Discord takes for a button, and for a command and its group."""
MOST_MOVES = 300
LETTERS = "abcdepqrst0123456789 -+_.,:/{}[]()%@#*`'\"\\\n\t\r\0²٣éÄ“\u2028\u202e😀"
"""A few of each kind: a text need not look like a move to break something."""
PLAYTHROUGHS = 4
MOST_GAMES_FOR_RARE_WORDS = 300


@dataclass(frozen=True)
class Table:
    """A game with a number of seats."""

    game: Game[Any]
    seats: int


@dataclass(frozen=True)
class Played:
    """A game: what it takes to play it again, what was asked, and where it ended."""

    seed: int
    options: dict[str, Any]
    log: list[tuple[int, str]]
    questions: list[str]
    end: Any


@dataclass(frozen=True)
class Sample:
    """A state on the way through a game, and as bytes before anything else happened."""

    g: Any
    dumped: bytes
    played: Played


GAMES = own_games()
TABLES = [Table(game, seats) for game in GAMES for seats in game.seats]
every_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
every_table = pytest.mark.parametrize(
    "table", TABLES, ids=lambda table: f"{table.game.name}-{table.seats}"
)


# --- Games played --------------------------------------------------------------------------------


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
    """Game 0 has the options as they are, the next ones each value in turn, the rest at random."""
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
        seat = chance.choice(game.seats_asked(g))
        move = seat, choose(game, g, seat, chance)
        yield g, move
        g = game.play(g, *move)
    yield g, None


def games_played(table: Table) -> list[Played]:
    """The random games of a table, and one of good play.

    Where they are so long that not every value of an option comes to its turn, the tables of the
    game begin at different ones, so that each value comes to its turn with some number of seats.
    """
    return _looked_at(table)[0]


@dataclass
class Gathered:
    """What is looked at of the games of a table."""

    samples: list[Sample] = field(default_factory=list)
    open_questions: list[Any] = field(default_factory=list)
    """States in which several seats are asked and none has answered."""
    news: list[tuple[str, dict[str, Any], int | None]] = field(default_factory=list)
    """Of every template some."""


def gathered(table: Table) -> Gathered:
    """What the games of a table brought."""
    return _looked_at(table)[1]


@cache
def _looked_at(table: Table) -> tuple[list[Played], Gathered]:
    """The games of a table and what they brought: most of their states are gone after that."""
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
    return [played for played, _ in games], gathered_from(table, games)


def game_played(
    table: Table, seed: int, options: dict[str, Any], choose: Chooser
) -> tuple[Played, list[Any]]:
    """A game with this seed and moves so chosen, and its states."""
    log: list[tuple[int, str]] = []
    states: list[Any] = []
    for g, move in play(table.game, table.seats, seed, options, choose):
        states.append(g)
        if move is not None:
            log.append(move)
    questions = [g.agenda[-1][0] if g.asked else "over" for g in states]
    return Played(seed, options, log, questions, states[-1]), states


def gathered_from(table: Table, games: list[tuple[Played, list[Any]]]) -> Gathered:
    """What is looked at of these games."""
    found, told = Gathered(), Counter[str]()
    chosen = chosen_places(table, [played for played, _ in games])
    for played, states in games:
        several = 0
        for i, g in enumerate(states):
            if (played.seed, i) in chosen or g.scores is not None:
                found.samples.append(Sample(g, table.game.dump(g), played))
            if several < 6 and len(g.asked) > 1 and not g.answers:
                found.open_questions.append(g)
                several += 1
            for template, values, seat in g.news:
                told[template] += 1
                if told[template] <= 20:
                    found.news.append((template, values, seat))
    random.Random(table.seats).shuffle(found.samples)
    return found


def chosen_places(table: Table, games: list[Played]) -> set[tuple[int, int]]:
    """Seeds and moves at which the states are samples: of every question equally many, if there
    are so many.
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


def samples(table: Table) -> list[Sample]:
    """States on the way through the games, of every question some, and all the last ones."""
    return gathered(table).samples


def again(table: Table, played: Played, play: Callable[..., Any]) -> Iterator[Any]:
    """Each state of a game that was played before."""
    g = table.game.new(table.seats, played.seed, played.options)
    yield g
    for seat, move in played.log:
        g = play(g, seat, move)
        yield g


def asked_samples(table: Table) -> list[Any]:
    """The sampled states in which somebody is asked."""
    return [sample.g for sample in samples(table) if sample.g.asked]


def answering(g: Any) -> list[int]:
    """The seats that may move: those asked, and those that may change a secret answer."""
    return [seat for seat in range(g.seats) if g.asked and (seat in g.asked or seat in g.answers)]


PLAIN = orjson.OPT_NON_STR_KEYS | orjson.OPT_PASSTHROUGH_DATACLASS | orjson.OPT_PASSTHROUGH_DATETIME
"""What a view may hold: the same as for Python's own JSON, which takes several times as long."""


def as_json(value: Any) -> bytes:
    """Plain data as one text; the order of keys shows too, so it may tell nothing either."""
    return orjson.dumps(value, option=PLAIN)


# --- Flow ----------------------------------------------------------------------------------------


@every_table
def test_games_end(table: Table) -> None:
    for played in games_played(table):
        scores = played.end.scores
        assert scores is not None, f"no end after {LONGEST_GAME} moves, seed {played.seed}"
        assert len(scores) == table.seats
        assert not played.end.asked and not played.end.agenda and not played.end.answers


@every_table
def test_a_table_of_absent_players_comes_to_an_end(table: Table) -> None:
    game, g = table.game, table.game.new(table.seats, 1)
    for _ in range(LONGEST_GAME):
        if g.scores is not None:
            return
        g = game.play(g, g.asked[0], game.default(g, g.asked[0]))
    pytest.fail(f"no end after {LONGEST_GAME} default moves")


@every_table
def test_a_seat_that_is_asked_has_moves_and_no_other_seat_has(table: Table) -> None:
    for sample in samples(table):
        g = sample.g
        assert (not g.asked) == (g.scores is not None), "somebody is asked until the game is over"
        for seat in range(table.seats):
            moves = table.game.legal(g, seat)
            assert bool(moves) == (seat in answering(g))
            assert len(set(moves)) == len(moves) <= MOST_MOVES
            assert all(re.fullmatch(r"\S+( \S+)*", move) for move in moves)


@every_table
def test_labels_are_short_and_differ(table: Table) -> None:
    for g in asked_samples(table):
        for seat in answering(g):
            moves = table.game.legal(g, seat)
            labels = [table.game.label(g, seat, move) for move in moves]
            assert all(0 < len(label) <= LONGEST_LABEL for label in labels), labels
            twice = [label for label, count in Counter(labels).items() if count > 1]
            assert not twice, f"these labels stand for several moves: {twice}"
            if picks := table.game.picks(g, seat):
                things = [*picks.labels.values()]
                assert all(0 < len(label) <= LONGEST_LABEL for label in things), things
                assert len({*things}) == len(things), f"two of these have one label: {things}"


@every_table
def test_the_default_and_the_move_of_a_good_player_are_legal(table: Table) -> None:
    for g in asked_samples(table):
        for seat in answering(g):
            legal = table.game.legal(g, seat)
            assert table.game.default(g, seat) in legal and table.game.expert(g, seat) in legal


@every_table
def test_a_good_player_knows_what_is_seen_and_no_more(table: Table) -> None:
    game, chance = table.game, random.Random(9)
    for g in asked_samples(table):
        for seat in g.asked:
            assert game.expert(game.guess(g, seat, chance), seat) == game.expert(g, seat)


@every_table
def test_the_default_is_legal_in_every_state_that_others_take_for_possible(table: Table) -> None:
    game, chance = table.game, random.Random(12)
    for g in asked_samples(table)[:40]:
        guess = game.guess(g, chance.randrange(table.seats), chance)
        for seat in guess.asked:
            assert game.default(guess, seat) in game.legal(guess, seat)


@every_game
def test_every_choice_and_every_effect_occurs(game: Game[Any]) -> None:
    wanted = {
        (name, effect.pattern) for name, choice in game.choices.items() for effect in choice.effects
    }
    assert all(choice.effects for choice in game.choices.values())
    for played in itertools.chain(*(games_played(each) for each in TABLES if each.game is game)):
        made = zip(played.questions, played.log, strict=False)  # the last one is “over”
        wanted -= {(name, game.choices[name].read(move)[2].pattern) for name, (_, move) in made}
    for number in range(MOST_GAMES_FOR_RARE_WORDS):
        chance = random.Random(number)
        options = some_options(game, number, chance)
        g = game.new(game.seats[number % len(game.seats)], number, options)
        if game.version > 1 and number % 2:  # some words are those of an earlier version
            g = game.load(game.dump(g), 1 + number // 2 % (game.version - 1))
        for _ in range(LONGEST_GAME):
            if g.scores is not None or not wanted:
                break
            seat = chance.choice(g.asked)
            name, moves = g.agenda[-1][0], game.legal(g, seat)
            words = {m: (name, game.choices[name].read(m)[2].pattern) for m in moves}
            new = [m for m in moves if words[m] in wanted]
            move = chance.choice(new or moves)
            wanted.discard(words[move])
            g = game.play(g, seat, move)
        if not wanted:
            return
    pytest.fail(f"never open in {MOST_GAMES_FOR_RARE_WORDS} games: {sorted(wanted)}")


# --- Moves that are not open ---------------------------------------------------------------------


def assert_refused(table: Table, g: Any, seat: int, text: str) -> None:
    """Asserts that a text is refused with a sentence and that nothing changes."""
    before = table.game.dump(g)
    with pytest.raises(IllegalMove) as refused:
        table.game.play(g, seat, text)
    sentence = str(refused.value)
    assert sentence.endswith(".") and sentence[0] in f"“{sentence[0].upper()}", sentence
    assert table.game.dump(g) == before


def text_near(game: Game[Any], chance: random.Random) -> str:
    """A text that looks like a move, or one that does not."""
    if chance.random() < 0.5:
        return letters(chance, 80)
    patterns = [effect.pattern for choice in game.choices.values() for effect in choice.effects]
    words = sorted({word for pattern in patterns for word in pattern.split(" ")})
    plain = [word for word in words if not word.startswith("{")]
    kinds: list[Callable[[], str]] = [
        lambda: chance.choice(plain),
        lambda: str(chance.randint(-2, 60)),
        lambda: chance.choice(["", "²", "٣", "9" * 5000, "I", "-0", "1e3", "{0}", "%s"]),
        lambda: letters(chance, 8),
    ]
    return " ".join(chance.choice(kinds)() for _ in range(chance.randrange(7)))


def letters(chance: random.Random, most: int) -> str:
    """Any letters, so many at most."""
    return "".join(chance.choices(LETTERS, k=chance.randint(0, most)))


@every_table
def test_garbage_is_refused(table: Table) -> None:
    states, chance = [sample.g for sample in samples(table)], random.Random(2)
    for _ in range(GARBAGE):
        g, seat = chance.choice(states), chance.randint(-1, table.seats)
        text = text_near(table.game, chance)
        if text not in table.game.legal(g, seat):
            assert_refused(table, g, seat, text)


@every_table
def test_moves_that_were_open_before_are_refused_now(table: Table) -> None:
    tried = sorted({move for played in games_played(table) for _, move in played.log})
    chance = random.Random(0)
    for sample in samples(table)[:60]:
        g = sample.g
        for seat in range(table.seats):
            legal = table.game.legal(g, seat)
            for text in chance.sample(tried, min(5, len(tried))):
                if text not in legal:
                    assert_refused(table, g, seat, text)
            for move in legal[:1]:
                for near in (move + " ", " " + move, move.upper(), move + " 1", move[:-1]):
                    if near not in legal:
                        assert_refused(table, g, seat, near)


# --- Plain data ----------------------------------------------------------------------------------


@every_table
def test_play_never_touches_its_argument(table: Table) -> None:
    for g in asked_samples(table):
        before = table.game.dump(g)
        for seat in answering(g):
            for move in table.game.legal(g, seat)[:4]:
                after = table.game.play(g, seat, move)
                table.game.playout(after, random.Random(1), most=8)
                assert table.game.dump(g) == before, f"{seat} {move}"
        table.game.guess(g, 0, random.Random(1))
        table.game.view(g, 0)
        assert table.game.dump(g) == before


def changed_by_asking(game: Game[Any], g: Any) -> str:
    """A sentence about the first question to the rules that changes the state; "" if none does."""
    before = game.dump(g)
    for seat in answering(g):
        asked: list[tuple[str, tuple[str, ...]]] = [("view", ()), ("legal", ())]
        asked += [("default", ()), ("expert", ()), ("candidate_moves", ())]
        for move in game.legal(game.load(before, game.version), seat)[:4]:
            asked += [("label", (move,)), ("outlook", (move,)), ("cards_of", (move,))]
        for what, args in asked:
            getattr(game, what)(g, seat, *args)
            if game.dump(g) != before:
                return f"Game.{what} changes the state at the choice “{g.agenda[-1][0]}”."
    return ""


@every_table
def test_what_only_asks_about_a_state_leaves_it_alone(table: Table) -> None:
    for g in asked_samples(table)[:40]:
        assert changed_by_asking(table.game, g) == ""


@every_table
def test_states_survive_storage(table: Table) -> None:
    game = table.game
    for sample in samples(table):
        loaded = game.load(sample.dumped, game.version)
        assert loaded == sample.g and game.dump(sample.g) == sample.dumped
        assert all(game.legal(loaded, s) == game.legal(sample.g, s) for s in range(table.seats))


@every_table
def test_play_goes_on_after_storage(table: Table) -> None:
    game, played = table.game, games_played(table)[-1]

    def through_storage(g: Any, seat: int, move: str) -> Any:
        loaded = game.load(game.dump(g), game.version)
        assert loaded == g
        return game.play(loaded, seat, move)

    *_, end = again(table, played, through_storage)
    assert end == played.end


@every_table
def test_replay_equals_play(table: Table) -> None:
    for played in games_played(table):
        replayed = table.game.replay(table.seats, played.seed, played.log, played.options)
        assert replayed == played.end


# --- Secrets -------------------------------------------------------------------------------------


def places(g: Any) -> list[Any]:
    """What may have hidden lists: the state and its players."""
    return [g, *players(g)]


def hidden_fields(place: Any, *ways: str) -> list[str]:
    """The names of the fields of a place that are hidden in one of these ways, by default lists."""
    wanted = {*ways} or {"pool"}
    return [each.name for each in dataclasses.fields(place) if wanted & each.metadata.keys()]


def hides_something(game: Game[Any]) -> bool:
    """Whether a game has anything that not all players see."""
    kinds = [type(place) for place in places(game.new(game.seats[0], 1))]
    return any(each.metadata for kind in kinds for each in dataclasses.fields(kind))


def hidden_from(g: Any, seat: int | None) -> list[tuple[Any, str]]:
    """Place and name of each list that a seat (None: a spectator) does not see."""
    return [
        (place, name)
        for place in places(g)
        if seat is None or getattr(place, "seat", None) != seat
        for name in hidden_fields(place)
    ]


@every_table
def test_hidden_lists_belong_to_the_state_or_its_players(table: Table) -> None:
    def inside(value: Any) -> Iterator[Any]:
        if isinstance(value, list | tuple):
            for each in value:
                yield from inside(each)
        elif isinstance(value, dict):
            yield from inside(list(value.values()))
        elif dataclasses.is_dataclass(value):
            yield value
            for each in dataclasses.fields(value):
                yield from inside(getattr(value, each.name))

    for sample in samples(table)[:20]:
        allowed = {id(place) for place in places(sample.g)}
        for place in inside(sample.g):
            assert id(place) in allowed or not hidden_fields(place), type(place)
        assert [p.seat for p in players(sample.g)] == list(range(table.seats))


@every_table
def test_a_view_tells_only_what_its_seat_may_know(table: Table) -> None:
    """A guess keeps what a seat knows and nothing else: whatever shows through differs."""
    game, chance = table.game, random.Random(7)
    for sample in samples(table):
        g = sample.g
        for seat in range(table.seats):
            shown = as_json(game.view(g, seat))
            for guess in (game.guess(g, seat, chance), game.guess(g, seat, chance)):
                assert as_json(game.view(guess, seat)) == shown
                assert guess.asked == g.asked
                assert game.points(guess) == game.points(g), "points that not all seats can count"
                assert game.legal(guess, seat) == game.legal(g, seat)
                for move in game.legal(g, seat):
                    assert game.label(guess, seat, move) == game.label(g, seat, move)


@every_table
def test_what_hides_the_unknown_is_the_same_in_all_states_it_cannot_tell_apart(
    table: Table,
) -> None:
    game, chance = table.game, random.Random(13)

    def guessed(g: Any, seat: int) -> Any:
        return game.guess(game.hide_unknown(g, seat), seat, random.Random(1))

    for sample in samples(table)[:20]:
        for seat in range(table.seats):
            guess = game.guess(sample.g, seat, chance)
            assert guessed(guess, seat) == guessed(sample.g, seat)
            assert pieces_of(game, guessed(guess, seat)) == pieces_of(game, sample.g)


def pieces_of(game: Game[Any], g: Any) -> Any:
    """The components of a game wherever they are."""
    return module_of(game).pieces(g)


@every_table
def test_a_guess_deals_the_unseen_afresh(table: Table) -> None:
    game, chance = table.game, random.Random(8)
    pieces = module_of(game).pieces
    if not any(hidden_fields(place) for place in places(samples(table)[0].g)):
        return
    differs = 0
    for g in asked_samples(table):
        for seat in range(table.seats):
            guess = game.guess(g, seat, chance)
            assert guess.rng != g.rng
            assert pieces(guess) == pieces(g)
            lists = hidden_from(g, seat)
            dealt = hidden_from(guess, seat)
            pairs = [
                (getattr(place, name), getattr(other, name))
                for (place, name), (other, _) in zip(lists, dealt, strict=True)
            ]
            assert all(len(true) == len(guessed) for true, guessed in pairs)
            differs += any(sorted(true) != sorted(guessed) for true, guessed in pairs)
            only_hands = [place.seat for place, _ in lists if place is not g]
            assert seat not in only_hands
    assert differs or len({pool for pool, _ in pools_of(samples(table)[0].g)}) == len(
        pools_of(samples(table)[0].g)
    ), "no guess ever differs from the truth"


def pools_of(g: Any) -> list[tuple[str, str]]:
    """Pool and name of every hidden list."""
    return [
        (each.metadata["pool"], each.name)
        for place in places(g)
        for each in dataclasses.fields(place)
        if "pool" in each.metadata
    ]


@every_table
def test_a_guess_can_be_played_to_the_end(table: Table) -> None:
    chance = random.Random(9)
    for g in asked_samples(table)[:PLAYED_OUT]:
        guess = table.game.guess(g, chance.randrange(table.seats), chance)
        assert table.game.playout(guess, chance, most=LONGEST_GAME).scores is not None


@every_table
def test_a_move_that_can_be_taken_back_tells_its_maker_nothing(table: Table) -> None:
    """Where `rng` stays the same a move is undone freely: all that followed was known before."""
    game, chance = table.game, random.Random(10)
    for g in asked_samples(table):
        seat = g.asked[0]
        moves = game.legal(g, seat)
        guesses = [game.guess(g, seat, chance) for _ in range(2)]
        for move in chance.sample(moves, min(4, len(moves))):
            after = game.play(g, seat, move)
            if after.rng != g.rng:
                continue
            shown = as_json(game.view(after, seat))
            for guess in guesses:
                there = game.play(guess, seat, move)
                assert as_json(game.view(there, seat)) == shown, f"“{move}” wants g.reveal()"


@every_table
def test_whether_somebody_is_asked_tells_no_secret(table: Table) -> None:
    """A single move is made by the kernel: others could tell from the wait that there are more."""
    game, chance = table.game, random.Random(11)
    for g in asked_samples(table):
        name = g.agenda[-1][0]
        if game.choices[name].always:
            continue
        for seat in answering(g):
            for other in range(table.seats):
                if other != seat:
                    moves = game.legal(game.guess(g, other, chance), seat)
                    alone = len(moves) == 1 != len(game.legal(g, seat))
                    assert not alone, f"the choice “{name}” wants always=True"


@every_table
def test_views_are_plain_and_show_nothing_private(table: Table) -> None:
    for sample in samples(table):
        g = sample.g
        for seat in (None, *range(table.seats)):
            view = table.game.view(g, seat)
            plain = json.loads(json.dumps(view))  # takes fewer types than orjson
            assert orjson.loads(as_json(view)) == plain, "lists, dicts and plain values only"
            assert not PRIVATE & view.keys()
            for place, name in hidden_from(g, seat):
                shown = view if place is g else view["players"][place.seat]
                if table.game.is_open(g):
                    assert shown[name] == getattr(place, name)
                    continue
                assert shown[name] == len(getattr(place, name))
                assert shown[f"{name}_seen"] == sorted(known(g, seat, place, name))


@every_table
def test_a_spectator_sees_what_every_seat_sees_but_no_hand(table: Table) -> None:
    for sample in samples(table):
        g = sample.g
        common = table.game.view(g, None)
        public = [each.name for each in dataclasses.fields(g) if each.name not in PRIVATE]
        public = [name for name in public if name not in ("players", "news")]
        own = {"viewer", "answer", "news", "players"}
        for seat in range(table.seats):
            view = table.game.view(g, seat)
            assert view.keys() >= common.keys() - own
            assert {name: view[name] for name in public} == {name: common[name] for name in public}
            for news in common["news"]:
                assert news in view["news"]
            for p in players(g):
                seen, told = view["players"][p.seat], common["players"][p.seat]
                for each in dataclasses.fields(p):
                    if not each.metadata:
                        assert seen[each.name] == told[each.name]


@every_table
def test_what_is_known_of_hidden_lists_is_true(table: Table) -> None:
    for sample in samples(table):
        by_owner = {str(getattr(place, "seat", "-")): place for place in places(sample.g)}
        for key, things in sample.g.seen.items():
            _, owner, name = key.split("/")
            place = by_owner[owner]
            assert name in hidden_fields(place, "among", "pool")
            value = getattr(place, name)
            there = Counter(value if name in hidden_fields(place, "pool") else [value])
            assert Counter(things) <= there, f"{key} says {things}, there is {there}"


# --- Answers in secret ---------------------------------------------------------------------------


@every_table
def test_answers_in_any_order_give_the_same_state(table: Table) -> None:
    game, chance = table.game, random.Random(3)
    for g in gathered(table).open_questions[:40]:
        answers = {seat: chance.choice(game.legal(g, seat)) for seat in g.asked}
        orders = list(itertools.permutations(g.asked))
        ends = []
        for order in chance.sample(orders, min(3, len(orders))):
            end = g
            for seat in order:
                end = game.play(end, seat, answers[seat])
            ends.append(end)
        assert all(end == ends[0] for end in ends)


@every_table
def test_an_answer_can_be_changed_until_the_last_is_in_and_nobody_sees_it(table: Table) -> None:
    game, chance = table.game, random.Random(4)
    for g in gathered(table).open_questions[:40]:
        first, *others = g.asked
        moves = game.legal(g, first)
        one, two = chance.choice(moves), chance.choice(moves)
        after_one, after_two = game.play(g, first, one), game.play(g, first, two)
        assert game.play(after_one, first, two) == after_two
        assert game.view(after_one, first)["answer"] == one
        for seat in (None, *others):
            assert as_json(game.view(after_one, seat)) == as_json(game.view(after_two, seat))
            assert game.view(after_one, seat)["answer"] is None
        assert after_one.rng == g.rng, "an answer can be taken back"
        assert game.legal(after_one, first) == moves


# --- Components and news -------------------------------------------------------------------------


@every_table
def test_no_piece_is_made_or_lost(table: Table) -> None:
    game, pieces = table.game, module_of(table.game).pieces

    def first_of(played: Played) -> Any:
        return pieces(game.new(table.seats, played.seed, played.options))

    played = games_played(table)[0]
    first = first_of(played)
    assert all(pieces(g) == first for g in again(table, played, game.play))
    assert all(pieces(each.g) == first_of(each.played) for each in samples(table))


@every_table
def test_news_can_be_told(table: Table) -> None:
    names = seat_names(table.seats)
    assert gathered(table).news
    for template, values, seat in gathered(table).news:
        assert seat is EVERYBODY or seat in range(table.seats)
        sentence = tell(template, values, names)
        assert sentence.strip() == sentence and "\n" not in sentence and sentence


# --- What belongs to a game besides its rules ----------------------------------------------------


def module_of(game: Game[Any]) -> ModuleType:
    """The module with the tests of a game, or the first of them."""
    return importlib.import_module(f"tests.games.test_{game.name}")


def modules_of(game: Game[Any]) -> list[ModuleType]:
    """All modules with tests of a game: many tests are split into test_NAME_WHAT.py. Where the name
    of one game begins like that of another, a module belongs to the longer name.
    """
    longer = tuple(f"test_{each.name}" for each in GAMES if each.name.startswith(f"{game.name}_"))
    more = sorted((ROOT / "tests" / "games").glob(f"test_{game.name}_*.py"))
    own = [path.stem for path in more if not path.stem.startswith(longer)]
    return [module_of(game), *[importlib.import_module(f"tests.games.{stem}") for stem in own]]


@cache
def rules_of(name: str) -> tuple[list[str], list[str]]:
    """The numbers of the chapters and of the rules in a RULES.md."""
    text = folder(name).joinpath("RULES.md").read_text(encoding="utf-8")
    chapters = re.findall(r"^## (\d+)\. \S.*$", text, re.MULTILINE)
    rules = re.findall(r"^\*\*(\d+\.\d+) [^*]+\.\*\* \S", text, re.MULTILINE)
    assert len(rules) == len(re.findall(r"^\*\*\d", text, re.MULTILINE)), "**3.2 Title.** text"
    assert re.match(r"(# .+\n\n)?\w", text), "first the game in a few sentences"
    assert set(re.findall(r"\d+\.\d+", text)) <= set(rules), "a rule is named that is not there"
    assert "(ruling" not in text, "rulings stand in the last chapter"
    return chapters, rules


def rules_tested(module: ModuleType) -> set[str]:
    """The numbers in the rule marks of a module's tests."""
    holders = [value for name, value in vars(module).items() if name.lower().startswith("test")]
    classes = [each for each in holders if isinstance(each, type)]
    inner = [value for each in classes for value in vars(each).values()]
    marks = [mark for each in (*holders, *inner) for mark in getattr(each, "pytestmark", [])]
    return {str(number) for mark in marks if mark.name == "rule" for number in mark.args}


@every_game
def test_the_facts_are_in_order(game: Game[Any]) -> None:
    assert discover()[game.name] is game
    assert game.seats and game.title and game.minutes > 0 and 1 <= game.weight <= 5
    assert 60 <= len(game.about) <= LONGEST_ABOUT, "say what it is like, and for whom it is"
    texts = [c.prompt for c in game.choices.values() if isinstance(c.prompt, str)]
    assert all(text.endswith((".", "?")) for text in texts)


@every_game
def test_every_value_of_every_option_is_explained(game: Game[Any]) -> None:
    for name, facts in game.options.model_fields.items():
        told = [about_value(facts, value) for value in option_values(facts)]
        assert facts.title and len({*told}) == len(told), name
        for text in told:
            assert text.endswith(".") and 10 <= len(text) <= LONGEST_DESCRIPTION, text


@every_game
def test_the_verbs_make_commands(game: Game[Any]) -> None:
    assert 0 < len(game.verbs) <= MOST_COMMANDS
    for first, verb in game.verbs.items():
        assert verb.sentence.endswith(".") and len(verb.sentence) <= LONGEST_DESCRIPTION
        words = [name for name, _ in verb.words]
        assert len({*words, "game"}) == len(words) + 1, f"two words of “{first}” have one name"
        for word in (first, *words):
            assert re.fullmatch(r"[a-z][a-z0-9_]{0,31}", word), f"“{word}” is no name for Discord"


@every_game
def test_the_rules_are_written_down_and_each_is_tested(game: Game[Any]) -> None:
    chapters, rules = rules_of(game.name)
    tested = {rule for module in modules_of(game) for rule in rules_tested(module)}
    assert chapters == [str(number) for number in range(1, len(chapters) + 1)] and rules
    assert len(set(rules)) == len(rules)
    assert {rule.split(".")[0] for rule in rules} <= set(chapters)
    assert not set(rules) - tested, "rules without a test"
    assert not tested - set(rules), "tests of rules that are not there"


@every_game
def test_there_are_pictures(game: Game[Any]) -> None:
    pictures = for_game(game.name)
    assert callable(pictures.draw) and callable(pictures.describe)


@every_table
def test_there_are_enough_playthroughs(table: Table) -> None:
    found = [record_of(path) for path in playthroughs() if path.parent.name == table.game.name]
    fitting = [text for text in found if f"\nseats {table.seats}\n" in text]
    assert len(fitting) >= PLAYTHROUGHS
    assert all("\nscores " in text for text in fitting)


def playthroughs() -> list[Path]:
    """All records of games played before."""
    return sorted((ROOT / "tests" / "playthroughs").glob("*/*.txt"))


def record_of(path: Path) -> str:
    """The text of a record."""
    return path.read_text(encoding="utf-8")


@pytest.mark.parametrize("path", playthroughs(), ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_a_playthrough_still_plays_as_it_did(path: Path) -> None:
    text = record_of(path)
    assert text.startswith(f"game {path.parent.name}\n")
    record.verify(text)
