"""Pictures: drawn and encoded, warm and in a fresh process."""

import json
import random
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from benchmarks.figures import TARGETS, figure, percentile, times
from benchmarks.kernel import positions
from bot.pictures.drawing import draw, warm
from bot.pictures.samples import views as sample_views
from games import discover

ROOT = Path(__file__).parent.parent
FRESH = """
import json, sys
from bot.pictures.drawing import draw
draw(json.load(open(sys.argv[1])))
"""
VIEWS, IN_A_ROW, STARTS = 40, 240, 3
"""How many views are drawn, how many in a row, and how many processes are started."""


def run(name: str) -> None:
    game = discover()[name]
    asked = positions(name)
    asked = asked[:: max(1, len(asked) // VIEWS)]
    boards = [game.view(g, None) for g, _, _ in asked]
    screens = [game.view(g, seat) for g, seat, _ in asked]
    print(f"{name}: {len(boards)} boards and as many own screens")
    first = fresh(boards[0])
    warm(sample_views(name))
    nexts = [processor_ms(draw, view) for view in boards_in_a_row(name)]
    half = len(nexts) // 2
    figure(
        "next board of a running game, processor, median", statistics.median(nexts[half:]), "ms", 6
    )
    draw(boards[0])
    for what, views in (("board", boards), ("own screen", screens)):
        taken = times(draw, views)
        sizes = [len(draw(view)) / 1024 for view in views]
        most = TARGETS.get(name, {}).get(what)
        figure(f"warm {what}, drawn and encoded, median", statistics.median(taken), "ms", most)
        figure(f"warm {what}, drawn and encoded, p99", percentile(taken, 0.99), "ms")
        figure(f"size of {what}, median", statistics.median(sizes), "KB")
        figure(f"size of {what}, largest", max(sizes), "KB", 250)
    figure(f"first picture of a fresh process, median of {STARTS}", first, "s", 0.3)


def boards_in_a_row(name: str) -> list[dict[str, Any]]:
    """The views of a watcher after each move of one random game."""
    game, rng = discover()[name], random.Random(1)
    g = game.new(game.seats[len(game.seats) // 2], 7)
    found = [game.view(g, None)]
    while g.scores is None and len(found) < IN_A_ROW:
        seat = rng.choice(g.asked)
        g = game.play(g, seat, rng.choice(game.legal(g, seat)))
        found.append(game.view(g, None))
    return found


def processor_ms(run: Callable[[Any], object], given: Any) -> float:
    began = time.process_time()
    run(given)
    return 1000 * (time.process_time() - began)


def fresh(view: object) -> float:
    """The seconds from the start of a process to its first picture, with imports; of some runs."""
    taken: list[float] = []
    with tempfile.NamedTemporaryFile("w", suffix=".json") as file:
        json.dump(view, file)
        file.flush()
        for _ in range(STARTS):
            began = time.perf_counter()
            subprocess.run([sys.executable, "-c", FRESH, file.name], cwd=ROOT, check=True)
            taken.append(time.perf_counter() - began)
    return statistics.median(taken)
