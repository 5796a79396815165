"""Finds puzzles: `python -m bot.puzzles GAME --count 10` appends 10 puzzles to the game's file.

It plays games by `expert` moves, or takes the finished games of a database (`--stored FILE`), and
looks for positions where the default and other moves are clearly worse than the best one. It
compares moves as the strong player does: it deals what the seat cannot see and plays to the end.
Moves that are nearly as good as the best one are left out of the puzzle.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import statistics
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from bot.players.levels.strong import Results, Trial
from bot.players.thought_timer import ThoughtTimer
from bot.store import Store
from bot.table import Refused, Tables
from bot.table.history import replay_states, stored_states
from games import discover, folder
from games.kernel import Game
from games.puzzles import FILE, Outcome, line_of, puzzles_of

MIN_MOVES, MAX_MOVES = 3, 6
"""How many moves a puzzle offers."""
MAX_CANDIDATES = 16
"""Positions with more candidate moves are skipped."""
FIRST_ROUNDS, ALL_ROUNDS = 12, 96
"""How many deals are played with all candidates, and then with those that are left."""
MIN_CHANCE_LOST = 0.07
"""A worse move is less likely to win than the best one by this much, from 0 to 1."""
MARGIN_ERRORS = 2.5
"""A worse move costs points of lead by this many standard errors."""
RANDOM_MOVES_SHARE = 0.15
"""The share of random moves in the games that are played, so that positions differ."""
EXAMINED_SHARE = 0.25
"""The share of the positions of a game that are examined."""
MAX_CHOICE_SHARE = 0.34
"""At most this share of the puzzles asks the same kind of question."""


def outcomes(results: Results) -> dict[str, Outcome]:
    """The average outcome of each move, the best first."""
    found = {
        move: Outcome(
            statistics.fmean(each.won or 0.0 for each in tried),
            statistics.fmean(each.lead for each in tried),
        )
        for move, tried in results.items()
    }
    return dict(sorted(found.items(), key=lambda item: item[1], reverse=True))


def puzzle_at(game: Game[Any], g: Any, seat: int, rng: random.Random) -> dict[str, Outcome] | None:
    """The outcomes of the moves to choose from if a position makes a puzzle; else None."""
    default, moves = game.default(g, seat), game.candidate_moves(g, seat)
    if not MIN_MOVES <= len(moves) <= MAX_CANDIDATES:
        return None
    if game.has_expert(g) and game.expert(g, seat) == default:
        return None  # the default is rarely wrong there
    trial = Trial(game, g, seat, ThoughtTimer(float("inf")), rng)
    first: Results = {}
    for _round in range(FIRST_ROUNDS):
        trial.play_round(moves, first)
    ranked = [*outcomes(first)]
    if default not in ranked[1:]:
        return None
    ranked.remove(default)
    chosen = [*ranked[: MAX_MOVES - 1], default]
    results: Results = {}
    for n in range(1, ALL_ROUNDS + 1):
        trial.play_round(chosen, results)
        if n % FIRST_ROUNDS == 0 and default not in _clearly_worse(results, n / ALL_ROUNDS):
            return None
    found, worse = outcomes(results), _clearly_worse(results)
    best = next(iter(found))
    left = {move: each for move, each in found.items() if move == best or move in worse}
    return left if len(left) >= MIN_MOVES else None


def _clearly_worse(results: Results, share: float = 1.0) -> set[str]:
    """The moves that are clearly worse than the best one. After only a share of the rounds, those
    that may still turn out to be.
    """
    found = outcomes(results)
    best, *others = found
    worse: set[str] = set()
    for other in others:
        gains = [a.lead - b.lead for a, b in zip(results[best], results[other], strict=True)]
        error = statistics.stdev(gains) / len(gains) ** 0.5
        less_likely = found[best].chance - found[other].chance >= MIN_CHANCE_LOST * share
        if less_likely and statistics.fmean(gains) > MARGIN_ERRORS * error * share:
            worse.add(other)
    return worse


def simulated_positions(game: Game[Any], rng: random.Random) -> Iterator[Any]:
    """Positions of one game after another, played by `expert` moves and some random ones."""
    seats = [n for n in game.seats if n >= 2]
    while True:
        g = game.new(rng.choice(seats), rng.getrandbits(64))
        while g.scores is None:
            yield g
            seat = g.asked[0]
            is_random = rng.random() < RANDOM_MOVES_SHARE
            move = game.random_candidate(g, seat, rng) if is_random else game.expert(g, seat)
            g = game.play(g, seat, move)


async def stored_positions(game: Game[Any], file: Path) -> list[Any]:
    """The positions of the finished games in a database file."""
    store = await Store.open(file)
    found: list[Any] = []
    try:
        tables = Tables(store, lambda _table: None)
        for number in await store.tables.over(game.name):
            try:
                table = await tables.get(number)
                rows = await store.moves.of(number)
                kept = await stored_states(table)
                found += [g for _, g in replay_states(table.game, table.seed, rows, kept)]
            except Refused as error:
                print(f"table {number}: {error}", file=sys.stderr)
    finally:
        await store.close()
    return found


def search(
    game: Game[Any], positions: Iterable[Any], count: int, rng: random.Random
) -> Iterator[str]:
    """Yields `count` puzzles that are found among positions, as lines of the puzzle file."""
    asked = Counter[str]()
    for g in positions:
        if sum(asked.values()) == count:
            return
        if g.scores is not None or not g.asked or g.answers or rng.random() > EXAMINED_SHARE:
            continue
        choice, seat = g.agenda[-1][0], g.asked[0]
        if asked[choice] >= max(1, count * MAX_CHOICE_SHARE):
            continue
        found = puzzle_at(game, g, seat, rng)
        if found is not None:
            asked[choice] += 1
            yield line_of(game.version, seat, found, game.dump(g))


def main(arguments: list[str] | None = None) -> int:
    """Runs the command line: appends puzzles to the file of a game."""
    parser = argparse.ArgumentParser(prog="python -m bot.puzzles", description=__doc__)
    parser.add_argument("game", choices=[*discover()])
    parser.add_argument("--count", type=int, default=10, help="puzzles to find")
    parser.add_argument("--seed", default="1", help="the seed of the games that are played")
    parser.add_argument("--stored", type=Path, help="a database to take finished games from")
    chosen = parser.parse_args(arguments)
    game, rng = discover()[chosen.game], random.Random(f"{chosen.game} {chosen.seed}")
    if chosen.stored and not chosen.stored.is_file():
        parser.error(f"there is no file {chosen.stored}")
    positions = (
        asyncio.run(stored_positions(game, chosen.stored))
        if chosen.stored
        else simulated_positions(game, rng)
    )
    file = Path(str(folder(game.name).joinpath(FILE)))
    known = len(puzzles_of(game.name))
    for n, line in enumerate(search(game, positions, chosen.count, rng), 1):
        with file.open("a", encoding="utf-8") as out:
            out.write(f"{line}\n")
        print(f"puzzle {known + n} of {game.title}", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
