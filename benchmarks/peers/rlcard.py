"""Random games of RLCard, all written in Python; each step makes what an agent observes."""

from __future__ import annotations

import random
import sys
from importlib.metadata import version

import rlcard

from benchmarks.peers.timing import Play, tell

CHOSEN = ("uno", "gin-rummy", "mahjong", "doudizhu")


def of(name: str) -> Play:
    """A function that plays a random game with this name."""
    game = rlcard.make(name, config={"seed": 1})

    def play(rng: random.Random) -> int:
        state, _ = game.reset()
        moves = 0
        while not game.is_over():
            state, _ = game.step(rng.choice(list(state["legal_actions"])))
            moves += 1
        return moves

    return play


if __name__ == "__main__":
    chosen = {(name, "Python"): of(name) for name in CHOSEN}
    tell("RLCard", version("rlcard"), chosen, int(sys.argv[1]))
