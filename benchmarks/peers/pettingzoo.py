"""Random games of PettingZoo, all written in Python; each turn makes what an agent observes."""

from __future__ import annotations

import random
import sys
import warnings
from importlib import import_module
from importlib.metadata import version

import numpy as np

from benchmarks.peers.timing import Play, tell

CHOSEN = ("go_v5", "hanabi_v5", "texas_holdem_v4", "chess_v6")


def of(name: str) -> Play:
    """A function that plays a random game with this name."""
    game = import_module(f"pettingzoo.classic.{name}").env()

    def play(rng: random.Random) -> int:
        game.reset(seed=rng.randrange(2**31))
        moves = 0
        for _ in game.agent_iter():
            seen, _, ended, cut, about = game.last()
            action = None
            if not (ended or cut):
                mask = seen["action_mask"] if isinstance(seen, dict) else about["action_mask"]
                action = rng.choice(np.flatnonzero(mask))
                moves += 1
            game.step(action)
        return moves

    return play


if __name__ == "__main__":
    warnings.simplefilter("ignore")
    chosen = {(name, "Python"): of(name) for name in CHOSEN}
    tell("PettingZoo", version("pettingzoo"), chosen, int(sys.argv[1]))
