"""Picks: moves that are several things of a list at once, "choose B1 B4 B5"."""

from __future__ import annotations

import re
from collections.abc import Iterable

BETWEEN = re.compile("[ +]")
"""What stands between the words of a move."""


class Picks:
    """The open moves of a choice with `picks`: which things of a list can be picked together.

    The pattern shows one thing, how it is joined to the next, and "…": "choose {card} …",
    "buy {colour}+…". A thing is a word, or several: "play {card} {pile} …".
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
        """All that can be picked; what begins with the same word stands together."""
        sizes = {len(picked) for picked in self._moves}
        self.least, self.most = min(sizes, default=0), max(sizes, default=0)
        """How many things a move has."""
        self.labels: dict[str, str] = {}
        """What each thing is called."""
        self.outlooks: dict[str, str] = {}
        """What each thing would bring, or ""."""

    def of(self, move: str) -> list[str]:
        """The things that a move picks; [] where it is of another form."""
        fixed, words = self._one.split(" {")[0].split(" "), BETWEEN.split(move)
        length, said = self._one.count("{"), words[len(fixed) :]
        if words[: len(fixed)] != fixed or len(said) % length:
            return []
        return [" ".join(said[i : i + length]) for i in range(0, len(said), length)]

    def __contains__(self, move: str) -> bool:
        """Whether a move is open and made of picked things."""
        return self._moves.get(frozenset(self.of(move))) == move

    def move(self, picked: Iterable[str]) -> str:
        """The open move that picks these things, else the text that would."""
        things = sorted(picked, key=lambda pick: (*self.things, pick).index(pick))
        said = f"{self._one.split(' {')[0]} {self._joint.join(things)}"
        return self._moves.get(frozenset(things), said)
