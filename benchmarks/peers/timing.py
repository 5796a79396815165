"""Times random games, ours and those of other libraries alike."""

import json
import random
import time
from collections.abc import Callable

MIN_S = 0.5
"""A game is played for at least this processor time."""

Play = Callable[[random.Random], int]
"""Plays a random game to its end, listing the legal moves each time; returns its moves."""


def moves_a_second(play: Play, games: int) -> float:
    """Moves per second of processor time in at least this many random games."""
    rng, moves, taken, played = random.Random(1), 0, 0.0, 0
    play(rng)  # the first game also loads and compiles, so it does not count
    while played < games or taken < MIN_S:
        began = time.process_time()
        moves += play(rng)
        taken += time.process_time() - began
        played += 1
    return moves / taken


def tell(library: str, version: str, games: dict[tuple[str, str], Play], times: int) -> None:
    """Prints a line of JSON for each game: its name, its language, its speed."""
    for (game, language), play in games.items():
        about = {"library": f"{library} {version}", "game": game, "language": language}
        print(json.dumps(about | {"rate": moves_a_second(play, times)}), flush=True)
