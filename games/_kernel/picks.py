"""Picks: moves that pick several things from a list at once, such as "choose B1 B4 B5"."""

from __future__ import annotations

import re
from collections.abc import Iterable

WORD_SEPARATOR = re.compile("[ +]")
"""What separates the words of a move."""


class Picks:
    """The open moves of a choice with `picks`: which things of a list can be picked together.

    The pattern has one thing, its separator and "…": "choose {card} …", "buy {colour}+…". A thing
    is one word or several: "play {card} {pile} …".
    """

    def __init__(self, pattern: str, moves: Iterable[str]) -> None:
        """Takes the open moves."""
        self._one, self._joint = pattern[:-2], pattern[-2]
        self._moves: dict[frozenset[str], str] = {}
        self.also: list[str] = []
        """Open moves of other forms."""
        for move in moves:
            if picked := self.of(move):
                self._moves[frozenset(picked)] = move
            else:
                self.also.append(move)
        found = dict.fromkeys(pick for move in self._moves.values() for pick in self.of(move))
        firsts = [*dict.fromkeys(pick.split(" ")[0] for pick in found)]
        self.things = sorted(found, key=lambda pick: firsts.index(pick.split(" ")[0]))
        """All things that can be picked; those with the same first word come together."""
        sizes = {len(picked) for picked in self._moves}
        self.least, self.most = min(sizes, default=0), max(sizes, default=0)
        """The fewest and the most things of a move."""

    def of(self, move: str) -> list[str]:
        """The things that a move picks; [] for a move of another form."""
        fixed, words = self._one.split(" {")[0].split(" "), WORD_SEPARATOR.split(move)
        length, said = self._one.count("{"), words[len(fixed) :]
        if words[: len(fixed)] != fixed or len(said) % length:
            return []
        return [" ".join(said[i : i + length]) for i in range(0, len(said), length)]

    def __contains__(self, move: str) -> bool:
        """Whether a move is open and picks things."""
        return self._moves.get(frozenset(self.of(move))) == move

    def move(self, picked: Iterable[str]) -> str:
        """The open move that picks these things, or the text of that move if it is not open."""
        things = sorted(picked, key=lambda pick: (*self.things, pick).index(pick))
        said = f"{self._one.split(' {')[0]} {self._joint.join(things)}"
        return self._moves.get(frozenset(things), said)
