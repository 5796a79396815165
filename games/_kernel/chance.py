"""All chance of a game, as one number from which the next draw follows.

A number of up to 64 bits is a state of splitmix64: fast, but it can be worked out from its draws.
Guessed states use it, and games with a seed that short, as in tests. A larger number is a key of
256 bits above a counter of 64 bits: each draw is a BLAKE2b hash of the counter with that key, and
says nothing about other draws.
"""

from __future__ import annotations

from hashlib import blake2b

MASK = (1 << 64) - 1
COUNTER_BITS, KEY_BYTES = 64, 32
STRIDE = 0x9E3779B97F4A7C15


def begin(seed: int) -> int:
    """The chance of a game with this seed; ValueError if it has more than 256 bits."""
    if not 0 <= seed < 1 << 8 * KEY_BYTES:
        raise ValueError("A seed is a number from 0 to 2 to the power of 256, less 1.")
    return seed if seed <= MASK else _keyed(seed)


def advance(chance: int) -> int:
    """The chance after a draw."""
    return (chance + STRIDE) & MASK if chance <= MASK else chance + 1


def rehearsed(seat: int) -> int:
    """The chance of a copy on which a seat plans, as long as nothing has been drawn."""
    return -1 - seat


def below(chance: int, n: int) -> tuple[int, int]:
    """A number in range(n) and the chance after it. With a key, all are equally likely."""
    chance = advance(chance)
    if chance <= MASK:
        return _splitmix(chance) % n, chance
    key, too_high = (chance >> COUNTER_BITS).to_bytes(KEY_BYTES), (MASK + 1) - (MASK + 1) % n
    while (drawn := _hash(key, chance & MASK)) >= too_high:
        chance = advance(chance)
    return drawn % n, chance


def _splitmix(state: int) -> int:
    z = ((state ^ (state >> 30)) * 0xBF58476D1CE4E5B9) & MASK
    z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & MASK
    return z ^ (z >> 31)


def _hash(key: bytes, counter: int) -> int:
    return int.from_bytes(blake2b(counter.to_bytes(8), digest_size=8, key=key).digest())


def chance_after_rewind(seed: int, entry: int) -> int:
    """The chance after a rewind, from the `entry` that the log has for it: a number that is
    never used twice.
    """
    return _branch(seed, entry, b"taken back")


def draw_lots(seed: int, n: int) -> list[int]:
    """The numbers of range(n) in an order that follows from the seed, and about which the draws of
    the game say nothing.
    """
    chance, left, order = _branch(seed, n, b"seats"), [*range(n)], list[int]()
    while left:
        place, chance = below(chance, len(left))
        order.append(left.pop(place))
    return order


def _branch(seed: int, entry: int, purpose: bytes) -> int:
    """Separate chance for a purpose, which follows from the seed and a number."""
    key = seed.to_bytes(KEY_BYTES)
    digest = blake2b(entry.to_bytes(8), digest_size=KEY_BYTES, key=key, person=purpose)
    return _keyed(int.from_bytes(digest.digest()))


def _keyed(key: int) -> int:
    return key << COUNTER_BITS
