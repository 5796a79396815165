"""How random games are timed, ours and those of the peers alike; knows neither."""

from __future__ import annotations

import json
import random
import time
from collections.abc import Callable

MIN_S = 0.5
"""Seconds of the processor that a game is played for, at least."""

Play = Callable[[random.Random], int]
"""Plays a random game to its end, listing the legal moves before each; how many moves it had."""


def moves_a_second(play: Play, games: int) -> float:
    """Moves a second of the processor in so many random games or more."""
    rng, moves, taken, played = random.Random(1), 0, 0.0, 0
    play(rng)  # what is loaded and compiled with the first game does not count
    while played < games or taken < MIN_S:
        began = time.process_time()
        moves += play(rng)
        taken += time.process_time() - began
        played += 1
    return moves / taken


def tell(library: str, version: str, games: dict[tuple[str, str], Play], times: int) -> None:
    """Prints a line of JSON for each game: what it is, in what it is written, how quick it is."""
    for (game, language), play in games.items():
        about = {"library": f"{library} {version}", "game": game, "language": language}
        print(json.dumps(about | {"rate": moves_a_second(play, times)}), flush=True)
