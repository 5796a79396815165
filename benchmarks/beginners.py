"""What goes wrong for beginners at a table, and whether they were warned."""

import argparse

from atelier_testing.beginners import BEGINNERS, Seen, mishaps_of, play
from benchmarks.figures import figure
from games import discover


def options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--games", type=int, default=4, help="games of each kind of beginner")


def run(name: str, chosen: argparse.Namespace) -> None:
    game = discover()[name]
    print(f"{name}: {chosen.games} games of each kind of beginner")
    for kind, beginner in BEGINNERS.items():
        seen = Seen()
        for seed in range(chosen.games):
            play(game, seed, beginner, seen)
        figure(f"{kind}: questions a game", seen.questions / chosen.games, "questions")
        for alarm in mishaps_of(name):
            figure(f"{kind}: {alarm}", seen.warned[alarm] + seen.unwarned[alarm], "times")
            figure(f"{kind}: {alarm}, unwarned", seen.unwarned[alarm], "times", 0)
        for alarm, times in sorted(seen.alarms.items()):
            figure(f"{kind}: questions with {alarm}", 100 * times / seen.questions, "%")
