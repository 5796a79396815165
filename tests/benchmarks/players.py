"""Computer players against each other: how often the one that thinks wins."""

from __future__ import annotations

import os
import random
from concurrent.futures import ProcessPoolExecutor

from bot.players import levels
from games import discover
from tests.benchmarks.figures import figure


def contest(name: str, seed: int, seconds: float) -> float:
    """What a game of two brings the steady player, 1 for a victory; seats swap with the seed."""
    game, rng = discover()[name], random.Random(seed)
    seats = max(2, game.seats[0])
    steady = seed % seats
    g = game.new(seats, seed // seats)
    while g.scores is None:
        seat = g.asked[0]
        choose, _ = levels()["steady" if seat == steady else "quick"]
        g = game.play(g, seat, choose(game, g, seat, seconds, rng))
    best = max(g.scores)
    return (g.scores[steady] == best) / g.scores.count(best)


def run(name: str, games: int, seconds: float) -> None:
    """Prints the share of games that the steady player wins; shared victories count in part."""
    with ProcessPoolExecutor(os.cpu_count()) as pool:
        won = list(pool.map(contest, [name] * games, range(games), [seconds] * games))
    share = 100 * sum(won) / games
    off = 196 * (share / 100 * (1 - share / 100) / games) ** 0.5
    print(f"{name}: steady against quick, {games} games, {seconds} s a thought, seats swapped")
    figure("victories of the steady player", share, "%", least=80, note=f"+- {off:.0f}")
