"""What no game may tell: hidden lists and values, guesses, and answers in secret; nothing here
names a game.
"""

import dataclasses
import itertools
import json
import random
from collections import Counter
from collections.abc import Iterator
from typing import Any

from atelier_testing.played import (
    LONGEST_GAME,
    Table,
    as_json,
    asked_samples,
    collected,
    every_table,
    samples,
    seats_answering,
)
from atelier_testing.project import pieces_of
from games._kernel.unseen import PRIVATE
from games.kernel import Game, State, known, players

PLAYED_OUT = 12
"""Samples that are played out to the end."""


def state_and_players(g: Any) -> list[Any]:
    """The state and its players, which may have hidden lists."""
    return [g, *players(g)]


def hidden_fields(place: Any, *ways: str) -> list[str]:
    """The names of the fields of a place that are hidden in one of these ways, by default lists."""
    wanted = {*ways} or {"pool"}
    return [each.name for each in dataclasses.fields(place) if wanted & each.metadata.keys()]


def hides_something(game: Game[Any]) -> bool:
    """Whether players see different things."""
    kinds = [type(place) for place in state_and_players(game.new(game.seats[0], 1))]
    return any(each.metadata for kind in kinds for each in dataclasses.fields(kind))


def hidden_from(g: Any, seat: int | None) -> list[tuple[Any, str]]:
    """Place and name of each list that a seat (None: a spectator) does not see."""
    return [
        (place, each.name)
        for place in state_and_players(g)
        for each in dataclasses.fields(place)
        if "pool" in each.metadata and not is_seen(place, each, seat)
    ]


def is_seen(place: Any, hidden: dataclasses.Field[Any], seat: int | None) -> bool:
    """Whether a seat sees a hidden field: that of its own, or where it is hidden from its owner
    that of others; nobody sees one of the state.
    """
    owner = getattr(place, "seat", None)
    if None in (owner, seat):
        return False
    return owner != seat if hidden.metadata.get("from") == "owner" else owner == seat


def has_length(place: Any, name: str) -> bool:
    """Whether everybody sees the length of a hidden list."""
    [found] = [each for each in dataclasses.fields(place) if each.name == name]
    return found.metadata.get("length", True)


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
        allowed = {id(place) for place in state_and_players(sample.g)}
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
                assert game.points_of(guess) == game.points_of(g), (
                    "points that not all seats can count"
                )
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


@every_table
def test_a_guess_deals_the_unseen_afresh(table: Table) -> None:
    game, chance = table.game, random.Random(8)
    if not any(hidden_fields(place) for place in state_and_players(samples(table)[0].g)):
        return
    differs, could_differ = 0, False
    for g in asked_samples(table):
        for seat in range(table.seats):
            guess = game.guess(g, seat, chance)
            assert guess.rng != g.rng
            assert pieces_of(game, guess) == pieces_of(game, g)
            lists = hidden_from(g, seat)
            dealt = hidden_from(guess, seat)
            pairs = [
                (getattr(place, name), getattr(other, name))
                for (place, name), (other, _) in zip(lists, dealt, strict=True)
            ]
            assert all(
                len(true) == len(guessed) or not has_length(*there)
                for (true, guessed), there in zip(pairs, lists, strict=True)
            )
            differs += any(sorted(true) != sorted(guessed) for true, guessed in pairs)
            pools = [pool_of(place, name) for place, name in lists if getattr(place, name)]
            could_differ |= len({*pools}) < len(pools)
    assert differs or not could_differ, "no guess ever differs from the truth"


@every_table
def test_nobody_holds_what_they_may_not_hold(table: Table) -> None:
    """What `may_hold`, with the place or without, and `can_be` of a game rule out is not there in
    truth, nor in a guess.
    """
    game, chance = table.game, random.Random(12)
    assert all(sample.g.can_be() for sample in samples(table) if sample.g.scores is None)
    kind = type(samples(table)[0].g)
    if kind.may_hold is State.may_hold and kind.may_hold_at is State.may_hold_at:
        return
    for sample in samples(table):
        guesses = [game.guess(sample.g, seat, chance) for seat in range(table.seats)]
        for g in () if game.is_open(sample.g) else (sample.g, *guesses):
            assert not held_though_ruled_out(g)


def held_though_ruled_out(g: Any) -> list[str]:
    """What is in hidden fields where `may_hold`, with the place or without, says it is not."""
    return [
        f"{thing} in “{name}” of {owner}"
        for place in state_and_players(g)
        for owner in [getattr(place, "seat", None)]
        for name in hidden_fields(place, "among", "pool")
        for held in [getattr(place, name)]
        for at, thing in enumerate(held if isinstance(held, list) else [held])
        if not g.may_hold_at(owner, name, at, thing)
    ]


def pool_of(place: Any, name: str) -> str:
    """The pool of a hidden list."""
    [found] = [each for each in dataclasses.fields(place) if each.name == name]
    return found.metadata["pool"].format(seat=getattr(place, "seat", None))


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
        name, _who, *args = g.agenda[-1]
        if game.choices[name].is_always_asked(g, args):
            continue
        for seat in seats_answering(g):
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
            # Python's own JSON takes fewer types than orjson.
            plain = json.dumps(view, ensure_ascii=False, separators=(",", ":"))
            assert plain.encode() == as_json(view), "lists, dicts and plain values only"
            assert not PRIVATE & view.keys()
            for place, name in hidden_from(g, seat):
                shown = view if place is g else view["players"][place.seat]
                if table.game.is_open(g):
                    assert shown[name] == getattr(place, name)
                    continue
                length = len(getattr(place, name)) if has_length(place, name) else None
                assert shown[name] == length
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
        by_owner = {
            str(getattr(place, "seat", "-")): place for place in state_and_players(sample.g)
        }
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
    for g in collected(table).open_questions[:40]:
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
    for g in collected(table).open_questions[:40]:
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
