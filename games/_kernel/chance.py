"""All chance of a game, as one number: what is drawn next follows from it alone.

A number of up to 64 bits is a state of splitmix64, which is fast and can be worked out from what it
has drawn. Guessed states and games of earlier releases have one. A larger number is a key of 256
bits above a counter of 64: each draw is a BLAKE2b hash of the counter under that key, and no draw
tells anything about another one.
"""

from __future__ import annotations

from hashlib import blake2b

MASK = (1 << 64) - 1
COUNTER_BITS, KEY_BYTES = 64, 32
STRIDE = 0x9E3779B97F4A7C15


def begin(seed: int) -> int:
    """Return the chance of a game with this seed; ValueError where that has more than 256 bits."""
    if not 0 <= seed < 1 << 8 * KEY_BYTES:
        raise ValueError("A seed is a number from 0 to 2 to the power of 256, less 1.")
    return seed if seed <= MASK else _keyed(seed)


def advance(chance: int) -> int:
    """Return the chance after a draw."""
    return (chance + STRIDE) & MASK if chance <= MASK else chance + 1


def below(chance: int, n: int) -> tuple[int, int]:
    """Return a number in range(n) and the chance after it. With a key each is equally likely."""
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


def renewed(seed: int, entry: int) -> int:
    """Return the chance after moves were taken back by a vote, as the log notes it: of a game with
    a key it follows from the seed and the `entry`, a number that is not used twice; else it is the
    entry itself.
    """
    if seed <= MASK:
        return entry
    return _branch(seed, entry, b"taken back")


def lot(seed: int, n: int) -> list[int]:
    """Return range(n) in an order that follows from the seed; what a game with this seed draws
    tells nothing about it.
    """
    chance, left, order = _branch(seed, n, b"seats"), [*range(n)], list[int]()
    while left:
        place, chance = below(chance, len(left))
        order.append(left.pop(place))
    return order


def _branch(seed: int, entry: int, purpose: bytes) -> int:
    """Return chance of its own, for a purpose, that follows from the seed and a number."""
    key = seed.to_bytes(KEY_BYTES)
    digest = blake2b(entry.to_bytes(8), digest_size=KEY_BYTES, key=key, person=purpose)
    return _keyed(int.from_bytes(digest.digest()))


def _keyed(key: int) -> int:
    return key << COUNTER_BITS
