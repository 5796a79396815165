"""Finds puzzles: `python -m bot.puzzles GAME --count 10` appends 10 puzzles to the game's file.

It plays games by `expert` moves, or takes the finished games of a database (`--stored FILE`), and
looks for positions where several moves are clearly worse than the best one, for a reason. It
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
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

from bot.players.explaining import explain
from bot.players.levels.strong import Results, Trial, difference, values
from bot.players.thought_timer import ThoughtTimer
from bot.store import Store
from bot.table import Refused, Tables
from bot.table.history import replay_states, stored_states
from games import discover, folder
from games.kernel import Game
from games.puzzles import FILE, HARDEST, Outcome, line_of, position, puzzles_of

MIN_MOVES, MAX_MOVES = 3, 6
"""How many moves a puzzle offers."""
MAX_CANDIDATES = 16
"""Positions with more candidate moves are skipped."""
FIRST_ROUNDS, ALL_ROUNDS, LONG_ROUNDS = 12, 96, 384
"""How many deals are played with all candidates, then with those that are left, and in all where
the margin of a move is in question.
"""
MIN_CHANCE_LOST = 0.07
"""A worse move is less likely to win than the best one by this much, from 0 to 1."""
MARGIN_ERRORS, DOUBTFUL_ERRORS = 3.0, 1.5
"""A worse move is worse by this many standard errors. Its margin is in question from the second
number on.
"""
CLOSE_CHANCE = 0.15
"""A move that costs less of the chance to win comes close to the best one."""
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
    ranked = sorted(found, key=lambda move: found[move], reverse=True)
    best, judged = ranked[0], values(results)
    margins = {
        move: min(
            _errors(judged[best], judged[move]),
            _errors(*([each.lead for each in results[it]] for it in (best, move))),
        )
        for move in ranked[1:]
    }
    return {move: found[move]._replace(margin=margins.get(move, 0.0)) for move in ranked}


def _errors(better: Sequence[float], worse: Sequence[float]) -> float:
    """How many standard errors the mean difference is."""
    ahead, error = difference(better, worse)
    return ahead / error if error else 0.0


def puzzle_at(game: Game[Any], g: Any, seat: int, rng: random.Random) -> dict[str, Outcome] | None:
    """The outcomes of the moves to choose from if a position makes a puzzle; else None."""
    default, moves = game.default(g, seat), game.candidate_moves(g, seat)
    if not MIN_MOVES <= len(moves) <= MAX_CANDIDATES:
        return None
    trial, first = _trial(game, g, seat, rng), Results()
    for _round in range(FIRST_ROUNDS):
        trial.play_round(moves, first)
    ranked = [*outcomes(first)]
    chosen = [*dict.fromkeys([ranked[0], default, *ranked])][:MAX_MOVES]
    found = measured(game, g, seat, chosen, rng)
    if found is None:
        return None
    best, second, *_others = found
    has_reason = not explain(game, g, seat, best, second, rng).says_nothing
    return found if has_reason else None


def measured(
    game: Game[Any], g: Any, seat: int, moves: list[str], rng: random.Random
) -> dict[str, Outcome] | None:
    """The outcomes of the best of these moves and of those that are clearly worse; None if they are
    too few for a puzzle.
    """
    trial, results = _trial(game, g, seat, rng), Results()
    for n in range(1, LONG_ROUNDS + 1):
        trial.play_round(moves, results)
        if n % FIRST_ROUNDS:
            continue
        found, share = outcomes(results), min(1.0, n / ALL_ROUNDS)
        clear = {move for move in found if _is_clear(found, move, share)}
        in_question = {move for move, each in found.items() if _is_in_question(each)} - clear
        if len(clear | in_question) < MIN_MOVES - 1:
            return None
        if n >= ALL_ROUNDS and not in_question:
            break
    found = outcomes(results)
    best = next(iter(found))
    left = {move: each for move, each in found.items() if move == best or _is_clear(found, move)}
    return left if len(left) >= MIN_MOVES else None


def _trial(game: Game[Any], g: Any, seat: int, rng: random.Random) -> Trial:
    return Trial(game, g, seat, ThoughtTimer(float("inf")), rng)


def _is_clear(found: dict[str, Outcome], move: str, share: float = 1.0) -> bool:
    """Whether a move is clearly worse than the best one. After only a share of the rounds, whether
    it may still turn out to be.
    """
    best, each = next(iter(found.values())), found[move]
    less_likely = best.chance - each.chance >= MIN_CHANCE_LOST * share
    return less_likely and each.margin >= MARGIN_ERRORS * share**0.5 * share


def _is_in_question(each: Outcome) -> bool:
    return DOUBTFUL_ERRORS <= each.margin < MARGIN_ERRORS


def difficulty(game: Game[Any], g: Any, seat: int, found: dict[str, Outcome]) -> int:
    """How hard a puzzle is, from 1 to 3: harder if the move of an absent player, a rule of thumb or
    what brings most at once is wrong, and if another move comes close.
    """
    best, second, *_others = found.values()
    answer = next(iter(found))
    hurdles = [
        game.default(g, seat) != answer,
        game.expert(g, seat) != answer,
        _greediest(game, g, seat, [*found]) not in ("", answer),
        best.chance - second.chance < CLOSE_CHANCE,
    ]
    return max(1, min(HARDEST, sum(hurdles)))


def _greediest(game: Game[Any], g: Any, seat: int, moves: Sequence[str]) -> str:
    """The move after which the seat has most points; "" where several have."""
    after = {move: (game.points_of(game.play(g, seat, move)) or [0] * g.seats) for move in moves}
    most = max(points[seat] for points in after.values())
    greedy = [move for move in moves if after[move][seat] == most]
    return greedy[0] if len(greedy) == 1 else ""


def simulated_positions(game: Game[Any], rng: random.Random) -> Iterator[Any]:
    """Positions of one game after another, played by `expert` moves and some random ones."""
    seats = [n for n in game.seats if n >= game.fewest_seats]
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
            yield _line(game, g, seat, found)


def _line(game: Game[Any], g: Any, seat: int, found: dict[str, Outcome]) -> str:
    hard = difficulty(game, g, seat, found)
    return line_of(game.version, seat, found, hard, game.dump(g))


def measured_again(game: Game[Any], rng: random.Random) -> Iterator[str]:
    """Yields the puzzles of a game that still are puzzles, with what is measured now."""
    for puzzle in puzzles_of(game.name):
        _game, g = position(puzzle)
        found = measured(game, g, puzzle.seat, puzzle.moves, rng)
        if found is not None:
            yield _line(game, g, puzzle.seat, found)


def main(arguments: list[str] | None = None) -> int:
    """Runs the command line: appends puzzles to the file of a game."""
    parser = argparse.ArgumentParser(prog="python -m bot.puzzles", description=__doc__)
    parser.add_argument("game", choices=[*discover()])
    parser.add_argument("--count", type=int, default=10, help="puzzles to find")
    parser.add_argument("--seed", default="1", help="the seed of the games that are played")
    parser.add_argument("--stored", type=Path, help="a database to take finished games from")
    parser.add_argument(
        "--again", action="store_true", help="measure its puzzles again and drop those that fail"
    )
    chosen = parser.parse_args(arguments)
    game, rng = discover()[chosen.game], random.Random(f"{chosen.game} {chosen.seed}")
    if chosen.stored and not chosen.stored.is_file():
        parser.error(f"there is no file {chosen.stored}")
    file = Path(str(folder(game.name).joinpath(FILE)))
    if chosen.again:
        known = len(puzzles_of(game.name))
        lines = [*measured_again(game, rng)]
        file.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
        print(f"{len(lines)} of {known} puzzles of {game.title} remain", flush=True)
        return 0
    positions = (
        asyncio.run(stored_positions(game, chosen.stored))
        if chosen.stored
        else simulated_positions(game, rng)
    )
    known = len(puzzles_of(game.name))
    for n, line in enumerate(search(game, positions, chosen.count, rng), 1):
        with file.open("a", encoding="utf-8") as out:
            out.write(f"{line}\n")
        print(f"puzzle {known + n} of {game.title}", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
