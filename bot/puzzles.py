"""Finds puzzles: `python -m bot.puzzles GAME --count 10` appends so many to its file.

It plays games as good players would, or takes the finished games of a database (`--stored FILE`),
and looks for positions where the sensible default and other moves are clearly worse than the best
one. Moves are compared as the strong player does it: in deals of all that the seat cannot see,
played on to the end. Moves that are nearly as good as the best one are left out.
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

LEAST_MOVES, MOST_MOVES = 3, 6
"""Moves to choose from."""
MOST_CANDIDATES = 16
"""Candidate moves of a position that is worth a look."""
FEW_ROUNDS, MANY_ROUNDS = 12, 96
"""Deals in which all candidates are tried at first, and in which those that are left are compared.
"""
LESS_LIKELY = 0.07
"""By how much another move is less likely to win than the best one."""
SURELY = 2.5
"""By how many standard errors it brings fewer points of the lead."""
CARELESS = 0.15
"""The share of moves of the games that are played by chance, so that positions differ."""
LOOKED_AT = 0.25
"""The share of the positions of a game that are looked at."""
SHARE_OF_A_CHOICE = 0.34
"""The share of the puzzles that may ask the same kind of question."""


def outcomes(results: Results) -> dict[str, Outcome]:
    """What each move brought on average, the best first."""
    found = {
        move: Outcome(
            statistics.fmean(each.won or 0.0 for each in tried),
            statistics.fmean(each.lead for each in tried),
        )
        for move, tried in results.items()
    }
    return dict(sorted(found.items(), key=lambda item: item[1], reverse=True))


def puzzle_at(game: Game[Any], g: Any, seat: int, rng: random.Random) -> dict[str, Outcome] | None:
    """The outcomes of the moves to choose from where a position is a puzzle; else None."""
    default, moves = game.default(g, seat), game.candidate_moves(g, seat)
    if not LEAST_MOVES <= len(moves) <= MOST_CANDIDATES:
        return None
    if game.has_expert(g) and game.expert(g, seat) == default:
        return None  # the default is rarely wrong there
    trial = Trial(game, g, seat, ThoughtTimer(float("inf")), rng)
    first: Results = {}
    for _round in range(FEW_ROUNDS):
        trial.play_round(moves, first)
    ranked = [*outcomes(first)]
    if default not in ranked[1:]:
        return None
    ranked.remove(default)
    chosen = [*ranked[: MOST_MOVES - 1], default]
    results: Results = {}
    for n in range(1, MANY_ROUNDS + 1):
        trial.play_round(chosen, results)
        if n % FEW_ROUNDS == 0 and default not in _clearly_worse(results, n / MANY_ROUNDS):
            return None
    found, worse = outcomes(results), _clearly_worse(results)
    best = next(iter(found))
    left = {move: each for move, each in found.items() if move == best or move in worse}
    return left if len(left) >= LEAST_MOVES else None


def _clearly_worse(results: Results, share: float = 1.0) -> set[str]:
    """The moves that are clearly worse than the best one; where only a share of the rounds is
    played, those of which that may still turn out.
    """
    found = outcomes(results)
    best, *others = found
    worse: set[str] = set()
    for other in others:
        gains = [a.lead - b.lead for a, b in zip(results[best], results[other], strict=True)]
        error = statistics.stdev(gains) / len(gains) ** 0.5
        less_likely = found[best].chance - found[other].chance >= LESS_LIKELY * share
        if less_likely and statistics.fmean(gains) > SURELY * error * share:
            worse.add(other)
    return worse


def simulated(game: Game[Any], rng: random.Random) -> Iterator[Any]:
    """Positions of one game after another, as good but sometimes careless players reach them."""
    seats = [n for n in game.seats if n >= 2]
    while True:
        g = game.new(rng.choice(seats), rng.getrandbits(64))
        while g.scores is None:
            yield g
            seat = g.asked[0]
            is_careless = rng.random() < CARELESS
            move = game.random_candidate(g, seat, rng) if is_careless else game.expert(g, seat)
            g = game.play(g, seat, move)


async def stored(game: Game[Any], file: Path) -> list[Any]:
    """The positions of the finished games in the file of a database."""
    store = await Store.open(file)
    found: list[Any] = []
    try:
        tables = Tables(store, lambda _table: None)
        for number in await store.tables.over(game.name):
            try:
                table = await tables.get(number)
                rows = await store.moves.of(number)
                found += [g for _, g in replay_states(table.game, rows, await stored_states(table))]
            except Refused as error:
                print(f"table {number}: {error}", file=sys.stderr)
    finally:
        await store.close()
    return found


def search(
    game: Game[Any], positions: Iterable[Any], count: int, rng: random.Random
) -> Iterator[str]:
    """So many puzzles that are found among positions, as lines of the file."""
    asked = Counter[str]()
    for g in positions:
        if sum(asked.values()) == count:
            return
        if g.scores is not None or not g.asked or g.answers or rng.random() > LOOKED_AT:
            continue
        choice, seat = g.agenda[-1][0], g.asked[0]
        if asked[choice] >= max(1, count * SHARE_OF_A_CHOICE):
            continue
        found = puzzle_at(game, g, seat, rng)
        if found is not None:
            asked[choice] += 1
            yield line_of(game.version, seat, found, game.dump(g))


def main(arguments: list[str] | None = None) -> int:
    """Appends puzzles to the file of a game."""
    parser = argparse.ArgumentParser(prog="python -m bot.puzzles", description=__doc__)
    parser.add_argument("game", choices=[*discover()])
    parser.add_argument("--count", type=int, default=10, help="puzzles to find")
    parser.add_argument("--seed", default="1", help="the seed of the games that are played")
    parser.add_argument("--stored", type=Path, help="a database to take finished games from")
    chosen = parser.parse_args(arguments)
    game, rng = discover()[chosen.game], random.Random(f"{chosen.game} {chosen.seed}")
    if chosen.stored and not chosen.stored.is_file():
        parser.error(f"there is no file {chosen.stored}")
    positions = asyncio.run(stored(game, chosen.stored)) if chosen.stored else simulated(game, rng)
    file = Path(str(folder(game.name).joinpath(FILE)))
    known = len(puzzles_of(game.name))
    for n, line in enumerate(search(game, positions, chosen.count, rng), 1):
        with file.open("a", encoding="utf-8") as out:
            out.write(f"{line}\n")
        print(f"puzzle {known + n} of {game.title}", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
