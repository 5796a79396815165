"""The kernel with every game: moves, states, views and guesses."""

import random
import time
import zlib
from typing import Any

from benchmarks.figures import TARGETS, each_takes, figure, percentile, times
from games import discover
from games.research import numbered

GAMES = 30


def positions(name: str, games: int = 0, share: float = 0.2) -> list[tuple[Any, int, str]]:
    """Positions of random games, each with a seat that is asked and a legal move."""
    game, rng = discover()[name], random.Random(1)
    found: list[tuple[Any, int, str]] = []
    for n in range(games or GAMES):
        g = game.new(game.seats[n % len(game.seats)], n)
        while g.scores is None:
            seat = rng.choice(g.asked)
            move = rng.choice(game.legal(g, seat))
            if rng.random() < share:
                found.append((g, seat, move))
            g = game.play(g, seat, move)
    return found


def moves_a_second(name: str) -> float:
    """Moves per second of processor time in random games, with all legal moves listed each time."""
    game = discover()[name]
    moves, taken = 0, 0.0
    for seed in range(GAMES):
        start = game.new(game.seats[seed % len(game.seats)], seed)
        began = time.process_time()
        game.playout(start, random.Random(seed))
        taken += time.process_time() - began
        moves += length(game, start, random.Random(seed))
    return moves / taken


def length(game: Any, g: Any, rng: random.Random) -> int:
    """How many moves the game has that `playout` plays with this generator."""
    moves = 0
    while g.scores is None:
        seat = g.asked[0]
        g = game.play(g, seat, game.random_candidate(g, seat, rng))
        moves += 1
    return moves


def run(name: str) -> None:
    game, rng = discover()[name], random.Random(2)
    asked = positions(name)
    stored = [game.dump(g) for g, _, _ in asked]
    print(f"{name}: {len(asked)} positions")
    goal = TARGETS.get(name, {}).get
    rates = sorted(moves_a_second(name) for _ in range(5))
    figure("random games, legal moves listed", rates[2], "moves/s", least=goal("moves"))
    figure("play, legality checked", each_takes(lambda p: game.play(*p), asked), "us", goal("play"))
    figure("legal", each_takes(lambda p: game.legal(p[0], p[1]), asked), "us")
    figure("dump", each_takes(lambda p: game.dump(p[0]), asked), "us", goal("dump"))
    figure(
        "load", each_takes(lambda data: game.load(data, game.version), stored), "us", goal("load")
    )
    figure("view of a seat", each_takes(lambda p: game.view(p[0], p[1]), asked), "us")
    numbers = {seats: numbered(name, seats) for seats in game.seats}
    seen = each_takes(lambda p: numbers[p[0].seats].seen(p[0], p[1]), asked)
    figure("what a seat sees, as numbers", seen, "us")
    figure("guess", each_takes(lambda p: game.guess(p[0], p[1], rng), asked), "us")
    slowest = percentile(times(lambda p: game.legal(p[0], p[1]), asked), 0.99)
    figure("legal, p99 of all positions", slowest, "ms", 1)
    longest = max(len(game.legal(g, seat)) for g, seat, _ in asked)
    figure("longest list of moves", longest, "moves", 300)
    sizes = sorted(len(zlib.compress(data, 1)) for data in stored)
    figure("size of a state as stored, median", sizes[len(sizes) // 2], "bytes")
    figure("size of a state as stored, largest", sizes[-1], "bytes", 4096)
