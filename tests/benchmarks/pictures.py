"""Pictures: drawn and encoded, warm and in a fresh process."""

from __future__ import annotations

import json
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from bot.pictures.pictures import draw, warm
from games import discover
from tests.benchmarks.figures import TARGETS, figure, percentile, times
from tests.benchmarks.kernel import positions

ROOT = Path(__file__).parent.parent.parent
FRESH = """
import json, sys
from bot.pictures.pictures import draw
draw(json.load(open(sys.argv[1])))
"""
VIEWS = 40


def run(name: str) -> None:
    """Prints the figures of a game's pictures."""
    game = discover()[name]
    asked = positions(name)
    asked = asked[:: max(1, len(asked) // VIEWS)]
    boards = [game.view(g, None) for g, _, _ in asked]
    screens = [game.view(g, seat) for g, seat, _ in asked]
    print(f"{name}: {len(boards)} boards and as many own screens")
    first = fresh(boards[0])
    warm()
    draw(boards[0])
    for what, views in (("board", boards), ("own screen", screens)):
        taken = times(draw, views)
        sizes = [len(draw(view)) / 1024 for view in views]
        most = (TARGETS.get(name, {}).get(what), 300 if what == "board" else None)
        figure(f"warm {what}, drawn and encoded, median", statistics.median(taken), "ms", most[0])
        figure(f"warm {what}, drawn and encoded, p99", percentile(taken, 0.99), "ms")
        figure(f"size of {what}, median", statistics.median(sizes), "KB")
        figure(f"size of {what}, largest", max(sizes), "KB", most[1])
    figure("first picture of a fresh process, median of 3", first, "s", 1.5)


def fresh(view: object) -> float:
    """Seconds from the start of a process to its first picture, imports included; of three."""
    taken: list[float] = []
    with tempfile.NamedTemporaryFile("w", suffix=".json") as file:
        json.dump(view, file)
        file.flush()
        for _ in range(3):
            began = time.perf_counter()
            subprocess.run([sys.executable, "-c", FRESH, file.name], cwd=ROOT, check=True)
            taken.append(time.perf_counter() - began)
    return statistics.median(taken)
