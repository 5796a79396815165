"""Chance: no draw tells anything about another, each is equally likely, all can be checked."""

import hashlib
import itertools
from collections import Counter
from typing import Any

import pytest

from games import discover, record
from games._kernel import chance
from games.kernel import MASK, Game, chance_after_rewind

KEY = int.from_bytes(hashlib.sha256(b"a seed").digest())


def drawn(begun: int, n: int, times: int) -> list[int]:
    """So many numbers in range(n)."""
    found: list[int] = []
    for _ in range(times):
        number, begun = chance.below(begun, n)
        found.append(number)
    return found


def test_a_draw_is_the_hash_of_a_counter_under_the_seed():
    hashes = [
        hashlib.blake2b(n.to_bytes(8), digest_size=8, key=KEY.to_bytes(32)).digest()
        for n in range(1, 9)
    ]
    assert drawn(chance.begin(KEY), 1 << 64, 8) == [int.from_bytes(each) for each in hashes]


def test_every_number_is_equally_likely_even_where_many_draws_are_too_high():
    n = (
        3 << 62
    )  # three quarters of 64 bits: a remainder would bring the lowest third twice as often
    thirds = Counter(number // (1 << 62) for number in drawn(chance.begin(KEY), n, 6000))
    assert thirds.keys() == {0, 1, 2} and all(1850 < count < 2150 for count in thirds.values())


def test_a_short_seed_draws_with_splitmix64():
    states = [5 + i * chance.STRIDE & MASK for i in range(1, 9)]
    assert drawn(chance.begin(5), 6, 8) == [chance._splitmix(state) % 6 for state in states]
    assert chance.begin(MASK) == MASK < chance.begin(MASK + 1)


def test_chance_goes_on_after_a_vote_with_what_follows_from_the_seed():
    goes_on = [chance_after_rewind(seed, entry) for seed in (KEY, KEY + 1) for entry in range(3)]
    assert len({*goes_on}) == 6 and all(each > MASK for each in goes_on)
    firsts = [drawn(each, 1 << 64, 3) for each in (chance.begin(KEY), *goes_on)]
    assert len({*itertools.chain(*firsts)}) == 21


def test_lots_are_each_drawn_once_and_follow_from_the_seed():
    lots = [chance.draw_lots(seed, 3) for seed in range(KEY, KEY + 60)]
    assert {tuple(each) for each in lots} == {*itertools.permutations(range(3))}
    assert lots[0] == chance.draw_lots(KEY, 3)


def test_chance_stays_what_games_that_are_stored_were_played_with():
    assert chance.draw_lots(5, 6) == [4, 5, 3, 2, 0, 1]
    assert drawn(chance_after_rewind(5, 7), 100, 6) == [15, 27, 1, 78, 73, 48]


@pytest.mark.parametrize("name", sorted(discover()))
def test_a_record_with_a_long_seed_can_be_checked_and_uses_no_number_twice(name: str):
    game = discover()[name]
    g = game.new(game.seats[0], KEY)
    seat = g.asked[0]
    first = (seat, game.default(g, seat))
    entries: list[record.Entry] = [first, 4, *moves_after(game, first, 4)]
    text = record.write(game, game.seats[0], KEY, None, entries, "salt")
    record.verify(text)
    if name == "royal_threadcount":  # in which dice are rolled all the time
        with pytest.raises(ValueError, match=r"Line \d+"):
            record.verify(text.replace("chance 4", "chance 5"))
    again: list[record.Entry] = [first, 4, 4]
    with pytest.raises(ValueError, match="used before"):
        record.write(game, game.seats[0], KEY, None, again, "salt")


def moves_after(game: Game[Any], first: tuple[int, str], entry: int) -> list[record.Entry]:
    """Random moves to the end after a move and new chance."""
    g = game.play(game.new(game.seats[0], KEY), *first)
    g.rng = chance_after_rewind(KEY, entry)
    return record.random_moves(game, g, 2)


def test_a_seed_has_at_most_256_bits():
    for seed in (-1, 1 << 256):
        with pytest.raises(ValueError, match="A seed is a number"):
            chance.begin(seed)
    text = record.write(discover()["wigs"], 2, KEY, None, [])
    with pytest.raises(record.Unreadable, match="A seed is a number"):
        record.verify(text.replace(f"seed {KEY}", f"seed {1 << 256}"))
