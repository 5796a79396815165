"""Puzzles: positions with a clear best move, and what each move brings.

Those of a game are in `puzzles.jsonl` in its folder, one on each line; `python -m bot.puzzles`
finds and appends them. A puzzle is known by its position, so lines may be moved or removed.
"""

from __future__ import annotations

import json
import zlib
from dataclasses import dataclass
from functools import cache
from typing import Any, NamedTuple

from games import discover, folder, opened
from games.kernel import Game

FILE = "puzzles.jsonl"
HARDEST = 3
"""The easiest puzzles have difficulty 1."""


class Outcome(NamedTuple):
    """What a move brings on average."""

    chance: float
    """The chance of winning, from 0 to 1; a shared victory counts in part."""
    lead: float
    """Points before the best other seat at the end."""
    margin: float = 0.0
    """How many standard errors the best move is ahead; 0 for the best move itself."""


@dataclass(frozen=True, slots=True)
class Puzzle:
    """A position in which a seat is asked, and the outcome of each of the moves to choose from."""

    game: str
    number: int
    """By which messages name it: a checksum of its position."""
    seat: int
    outcomes: dict[str, Outcome]
    """By move, the best one first."""
    data: bytes
    """The state, as `dump` made it in this version of the game."""
    version: int
    difficulty: int
    """From 1 to `HARDEST`."""

    @property
    def best(self) -> str:
        return next(iter(self.outcomes))

    @property
    def moves(self) -> list[str]:
        """The moves to choose from, sorted so that the order tells nothing."""
        return sorted(self.outcomes)


@cache
def puzzles_of(name: str) -> tuple[Puzzle, ...]:
    file = folder(name).joinpath(FILE)
    lines = file.read_text(encoding="utf-8").splitlines() if file.is_file() else []
    return tuple(_read(name, line) for line in lines)


def all_puzzles() -> list[Puzzle]:
    return [puzzle for name in discover() for puzzle in puzzles_of(name)]


def position(puzzle: Puzzle) -> tuple[Game[Any], Any]:
    """The game of a puzzle and its state; ValueError if the state cannot be read."""
    game, g = opened(puzzle.game, puzzle.data, puzzle.version)
    g.news.clear()  # the reader has not seen what came before
    return game, g


def line_of(
    version: int, seat: int, outcomes: dict[str, Outcome], difficulty: int, data: bytes
) -> str:
    """A puzzle as a line of the file."""
    rounded = {move: [round(each, 3) for each in outcome] for move, outcome in outcomes.items()}
    facts = {"version": version, "seat": seat, "difficulty": difficulty, "moves": rounded}
    return json.dumps(
        facts | {"state": json.loads(data)}, ensure_ascii=False, separators=(",", ":")
    )


def _read(name: str, line: str) -> Puzzle:
    facts = json.loads(line)
    outcomes = {move: Outcome(*each) for move, each in facts["moves"].items()}
    data = json.dumps(facts["state"], ensure_ascii=False).encode()
    number = zlib.crc32(data)
    hard = facts.get("difficulty", 1)
    return Puzzle(name, number, facts["seat"], outcomes, data, facts["version"], hard)
