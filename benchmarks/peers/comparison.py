"""Compares random moves of our games with those of three libraries, and our pictures with naive
ones by Pillow and with the encoding of an empty board.
"""

import argparse
import json
import random
import statistics
import subprocess
import sys
import tempfile
import time
import venv
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from PIL import Image

from benchmarks.figures import keep
from benchmarks.kernel import positions
from benchmarks.peers import naive
from benchmarks.peers.timing import Play, moves_a_second
from bot.pictures.drawing import draw, warm
from bot.pictures.samples import views as sample_views
from games import discover
from games.kernel import Game
from renderers import palettes

ROOT = Path(__file__).parent.parent.parent
PEERS = {
    "openspiel": "open_spiel",
    "rlcard": "rlcard",
    "pettingzoo": "pettingzoo[classic]",
}
"""The module here that plays a library's games, and the packages that it needs."""
VIEWS = 8
SECONDS = 600


def of(game: Game[Any]) -> Play:
    """A function that plays a random game of ours; every move is checked and makes a new state."""

    def play(rng: random.Random) -> int:
        g, moves = game.new(game.seats[0], rng.randrange(2**31)), 0
        while g.scores is None:
            seat = g.asked[0]
            g = game.play(g, seat, rng.choice(game.legal(g, seat)))
            moves += 1
        return moves

    return play


def ours(games: int) -> dict[str, float]:
    """Moves a second of each of our games."""
    found: dict[str, float] = {}
    for name, game in discover().items():
        found[name] = moves_a_second(of(game), games)
        line(f"ours: {name}", "Python", found[name])
    return found


# --- the peers ------------------------------------------------------------------------------------


def installed(folder: Path, packages: Iterable[str]) -> tuple[Path, dict[str, str]]:
    """Installs packages in a folder; returns its Python, and why some could not be installed."""
    print("  installing what is compared into a folder that is thrown away ...", flush=True)
    venv.create(folder, with_pip=True)
    python = folder / ("Scripts" if sys.platform == "win32" else "bin") / "python"
    failed: dict[str, str] = {}
    for package in packages:
        began = time.monotonic()
        ran = subprocess.run(
            [str(python), "-m", "pip", "install", "--quiet", package],
            capture_output=True,
            text=True,
        )
        if ran.returncode:
            failed[package] = last_line(ran.stderr)
        print(f"  {package}: {time.monotonic() - began:.0f} s", flush=True)
    return python, failed


def rates(python: Path, peer: str, games: int) -> list[dict[str, Any]]:
    """The figures of a library's games, played by a Python that has it; raises RuntimeError with a
    reason where they cannot be played.
    """
    ran = subprocess.run(
        [str(python), "-m", f"benchmarks.peers.{peer}", str(games)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=SECONDS,
    )
    if ran.returncode:
        raise RuntimeError(last_line(ran.stderr))
    return [json.loads(each) for each in ran.stdout.splitlines() if each.startswith("{")]


def last_line(text: str) -> str:
    """The last line of a program's output."""
    return (text.strip().splitlines() or ["it said nothing"])[-1]


def beside(ours: dict[str, float], games: int) -> None:
    """Prints the speed of the libraries, and that of our games as a multiple."""
    with tempfile.TemporaryDirectory(prefix="atelier-peers-") as folder:
        python, failed = installed(Path(folder), PEERS.values())
        for peer, package in PEERS.items():
            if package in failed:
                print(f"  {package} cannot be installed here: {failed[package]}")
                continue
            try:
                found = rates(python, peer, games)
            except (RuntimeError, subprocess.TimeoutExpired) as error:
                print(f"  {package} cannot be played here: {error}")
                continue
            for each in found:
                what = f"{each['library']}: {each['game']}"
                line(what, each["language"], each["rate"], ratios(ours, each["rate"]))


def ratios(ours: dict[str, float], rate: float) -> str:
    """The speed of our slowest, middle and fastest game as multiples of a library's."""
    found = sorted(ours.values())
    shown = (found[0], statistics.median(found), found[-1])
    return "".join(f"{each / rate:>9.2f}" for each in shown)


def line(what: str, language: str, rate: float, more: str = "") -> None:
    """Prints and keeps a line of the table."""
    keep(what, rate, "moves/s")
    print(f"  {what:<44}{language:<8}{rate:>10,.0f}{more}", flush=True)


# --- pictures -------------------------------------------------------------------------------------


def pictures(name: str, views: int = VIEWS) -> dict[str, float]:
    """The processor time for a board of a game in ms: ours, the naive one, an empty one."""
    game, found = discover()[name], positions(name, games=4)
    chosen = found[:: max(1, len(found) // views)][:views]
    boards = [game.view(g, None) for g, _, _ in chosen]
    drawn = [naive.marks(board) for board in boards]
    warm(sample_views(name))
    draw(boards[0])
    empty = Image.new("P", drawn[0][0])
    return {
        "ours": median(draw, boards),
        "naive": median(lambda each: naive.picture(*each), drawn),
        "floor": median(palettes.png, [empty] * 5),
    }


def median(run: Any, things: list[Any]) -> float:
    """The median processor time of a thing, in milliseconds."""
    taken: list[float] = []
    for thing in things:
        began = time.process_time()
        run(thing)
        taken.append((time.process_time() - began) * 1e3)
    return statistics.median(taken)


def options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--games", type=int, default=5, help="random games of each, at least")
    parser.add_argument(
        "--install", action="store_true", help="fetch the peers into a folder that is thrown away"
    )


def run(chosen: argparse.Namespace) -> None:
    print("peers: moves a second of the processor in random games; legal moves are listed for each")
    print(f"  {'':<52}{'moves/s':>10}   ours to it: slowest, middle, quickest")
    found = ours(chosen.games)
    if chosen.install:
        beside(found, chosen.games)
    else:
        print(f"  `peers --install` adds {', '.join(PEERS.values())}")
    print("peers: a board as PNG in ms of the processor; as Pillow would at first; an empty board")
    print(f"  {'':<24}{'ours':>8}{'naive':>8}{'empty':>8}{'naive/ours':>12}{'ours/empty':>12}")
    for name in discover():
        took = pictures(name)
        for what, milliseconds in took.items():
            keep(f"{name}: {what}", milliseconds, "ms")
        shown = "".join(f"{took[each]:>8.1f}" for each in ("ours", "naive", "floor"))
        more, floor = took["naive"] / took["ours"], took["ours"] / took["floor"]
        print(f"  {name:<24}{shown}{more:>12.2f}{floor:>12.2f}", flush=True)
