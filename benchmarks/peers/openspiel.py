"""Random games of OpenSpiel, whose games are written in C++, and some in Python."""

from __future__ import annotations

import random
import sys
from importlib.metadata import version

import pyspiel
from open_spiel.python import games as _games  # noqa: F401  (registers those in Python)

from benchmarks.peers.timing import Play, tell

CHOSEN = {
    "gin_rummy": "C++",
    "backgammon": "C++",
    "tarok": "C++",
    "python_liars_poker": "Python",
    "python_block_dominoes": "Python",
}


def of(name: str) -> Play:
    """A function that plays a random game with this name."""
    game = pyspiel.load_game(name)

    def play(rng: random.Random) -> int:
        state, moves = game.new_initial_state(), 0
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes, chances = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(rng.choices(outcomes, chances)[0])
            else:
                state.apply_action(rng.choice(state.legal_actions()))
                moves += 1
        return moves

    return play


if __name__ == "__main__":
    known = {game.short_name for game in pyspiel.registered_games()}
    chosen = {(name, language): of(name) for name, language in CHOSEN.items() if name in known}
    tell("OpenSpiel", version("open_spiel"), chosen, int(sys.argv[1]))
