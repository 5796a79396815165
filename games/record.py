"""The record of a game: a text that people can read and anybody can check.

    game NAME
    version 1
    seats 3
    seed 7
    options {"end_gold": 20}

        > Player 3 begins.
    2 take 4
        > Player 3 takes the Scholar.
        2> Only seat 2 is told this.
        = 51e0aa7d0b3f8c11
    chance 123456
    0 take 1
    scores 12 20 7

A line at the margin is a move (a seat and a text), or `chance` after moves were undone by a vote: a
number from which, with the seed, chance goes on. With a seed of up to 64 bits, as in earlier
releases, the number is the chance itself. Indented lines are news of the game and, now and then, a
checksum of all views. `lot`, `salt`, `commitment` and `handed` may follow the options. `lot 1 2 0`
says that the seats were drawn by lot: seat 0 was the second, 1 the third and 2 the first in the
list of players. The commitment, if you have kept it, proves that the seed was fixed before the
game. `handed 0` says that the person of seat 0 handed it over: a computer player made most of its
moves, or had it at the end.
"""

from __future__ import annotations

import hashlib
import json
import random
import re
from collections.abc import Iterable, Iterator
from typing import Any

from pydantic import BaseModel

from games import discover
from games.kernel import MASK, Game, IllegalMove, chance_after_rewind, draw_lots
from games.words import news_text, seat_names

MOVES_PER_SUM = 25
HEADER = ("game", "version", "seats", "seed", "options", "lot", "salt", "commitment", "handed")

Entry = tuple[int, str] | int
"""A move as seat and text, or a number for `games.kernel.chance_after_rewind`."""


class Unreadable(ValueError):
    """The text is no record of a game of this project; the message is a sentence."""


def commitment(salt: str, seed: int) -> str:
    """The seal that is published before a game, to check its seed afterwards."""
    return hashlib.sha256(f"{salt}:{seed}".encode()).hexdigest()


def sum_of_views(game: Game[Any], g: Any) -> str:
    """A checksum of what all seats and a watcher see: sixteen hexadecimal digits."""
    views = [game.view(g, seat) for seat in (None, *range(g.seats))]
    for view in views:
        view.pop("last_round", None)  # records of earlier releases know nothing of it
    canonical = json.dumps(views, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(canonical.encode()).hexdigest()[:16]


def header(lines: list[str]) -> dict[str, str]:
    """The header of a record, which ends at the first empty line; Unreadable if it is not one."""
    head: dict[str, str] = {}
    for line in lines:
        if not line:
            break
        word, _, rest = line.partition(" ")
        if word not in HEADER or word in head:
            raise Unreadable(f"This is not the record of a game: it begins with “{line[:60]}”.")
        head[word] = rest
    missing = [word for word in HEADER[:5] if word not in head]
    if missing:
        raise Unreadable(f"The record does not say its {missing[0]}.")
    if head["game"] not in discover():
        raise Unreadable(f"There is no game named “{head['game']}” here.")
    for word in ("seats", "seed"):
        if not re.fullmatch(r"\d{1,78}", head[word]):
            raise Unreadable(f"The {word} of the record must be a number, not “{head[word][:60]}”.")
    if not _is_table(head["options"]):
        raise Unreadable("The options of the record cannot be read.")
    return head


def write(
    game: Game[Any],
    seats: int,
    seed: int,
    options: BaseModel | dict[str, Any] | None,
    moves: Iterable[Entry],
    salt: str | None = None,
    begun: tuple[Any, int] | None = None,
    drawn: bool = False,
    handed: str = "",
) -> str:
    """The record of a game; IllegalMove if a move was not open. `drawn` says whether the seats were
    drawn by lot, `handed` lists those that were handed over to computer players.

    A game that began in an older version gives `begun`: its first state, converted to the current
    version, and that older version.
    """
    return "\n".join(_lines(game, seats, seed, options, moves, salt, begun, drawn, handed)) + "\n"


def random_moves(game: Game[Any], g: Any, seed: int) -> list[Entry]:
    """Random moves to the end of a game, the same ones for the same seed.

    A share of them, which also follows from the seed, are default moves.
    """
    chance = random.Random(seed)
    sensible = chance.random()
    moves: list[Entry] = []
    while g.scores is None:
        seat, usual = chance.choice(game.seats_asked(g)), chance.random() < sensible
        move = game.default(g, seat) if usual else chance.choice(game.legal(g, seat))
        moves.append((seat, move))
        g = game.play(g, seat, move)
    return moves


def record_again(text: str) -> str:
    """The record of the same game under today's rules: its moves as long as they are legal, then
    random moves if the game had ended. Unreadable if the game cannot begin.
    """
    game, g, head, entries = _opened(text.splitlines())
    seats, seed, options = g.seats, int(head["seed"]), json.loads(head["options"])
    moves: list[Entry] = []
    for entry in entries:
        if isinstance(entry, int):
            g.rng = chance_after_rewind(seed, entry)
        else:
            try:
                g = game.play(g, *entry)
            except IllegalMove:
                break
        moves.append(entry)
    if "unfinished" not in text.splitlines():
        moves += random_moves(game, g, seed)
    return write(game, seats, seed, options, moves, head.get("salt"), drawn="lot" in head)


def verify(text: str) -> None:
    """Plays a record again; ValueError, with a sentence, names the first line that differs.

    Options that the record does not have take their defaults.
    """
    lines = text.splitlines()
    game, g, head, entries = _opened(lines)
    seed, options = int(head["seed"]), json.loads(head["options"])
    salt, drawn, handed = head.get("salt"), "lot" in head, head.get("handed", "")
    played = _lines(game, g.seats, seed, options, entries, salt, None, drawn, handed)
    line_of_options = list(head).index("options") + 1
    for number, line in enumerate(lines, 1):
        try:
            expected = next(played, None)
        except ValueError as error:
            raise ValueError(f"Line {number}, “{line}”, cannot be played: {error}") from None
        if expected is None:
            raise ValueError(f"Line {number}, “{line}”, comes after the end of the game.")
        if line != expected and number != line_of_options:
            says = f"it says “{line.strip()}”, the game says “{expected.strip()}”"
            raise ValueError(f"Line {number} differs: {says}.")
    if missing := next(played, None):
        raise ValueError(f"The record stops before “{missing.strip()}”.")


def _opened(lines: list[str]) -> tuple[Game[Any], Any, dict[str, str], Iterator[Entry]]:
    """The game of a record, its first state, header and moves; Unreadable if it cannot begin."""
    head = header(lines)
    game = discover()[head["game"]]
    body = [line for line in lines[len(head) + 1 :] if not line.startswith(" ")]
    try:
        g = game.new(int(head["seats"]), int(head["seed"]), json.loads(head["options"]))
    except ValueError as error:
        raise Unreadable(str(error)) from None
    return game, g, head, _entries(body)


def _lines(
    game: Game[Any],
    seats: int,
    seed: int,
    options: BaseModel | dict[str, Any] | None,
    moves: Iterable[Entry],
    salt: str | None,
    begun: tuple[Any, int] | None = None,
    drawn: bool = False,
    handed: str = "",
) -> Iterator[str]:
    g, version = begun or (game.new(seats, seed, options), game.version)
    yield f"game {game.name}"
    yield f"version {version}"
    yield f"seats {seats}"
    yield f"seed {seed}"
    yield f"options {_options(game, options)}"
    if drawn:
        yield f"lot {' '.join(map(str, draw_lots(seed, seats)))}"
    if salt is not None:
        yield f"salt {salt}"
        yield f"commitment {commitment(salt, seed)}"
    if handed:
        yield f"handed {handed}"
    yield ""
    yield from _news_lines(g)
    made, last = 0, 0
    for entry in moves:
        if isinstance(entry, int):
            if seed > MASK and entry <= last:
                raise ValueError("chance goes on with a number that was used before")
            last = entry
            g.rng = chance_after_rewind(seed, entry)
            yield f"chance {entry}"
            continue
        g = game.play(g, *entry)
        made += 1
        yield f"{entry[0]} {entry[1]}"
        yield from _news_lines(g)
        if made % MOVES_PER_SUM == 0 or g.scores is not None:
            yield f"    = {sum_of_views(game, g)}"
    yield "unfinished" if g.scores is None else f"scores {' '.join(map(str, g.scores))}"


def _news_lines(g: Any) -> Iterator[str]:
    names = seat_names(g.seats)
    for template, values, seat in g.news:
        yield f"    {'' if seat is None else seat}> {news_text(template, values, names)}"


def _options(game: Game[Any], options: BaseModel | dict[str, Any] | None) -> str:
    given = isinstance(options, BaseModel)
    chosen = options if given else game.options.model_validate(options or {})
    return json.dumps(chosen.model_dump(mode="json"))


def _is_table(text: str) -> bool:
    try:
        return isinstance(json.loads(text), dict)
    except ValueError:
        return False


def _entries(lines: list[str]) -> Iterator[Entry]:
    for line in lines:
        if found := re.fullmatch(r"chance (\d+)", line):
            yield int(found[1])
        elif found := re.fullmatch(r"(\d+) (.+)", line):
            yield int(found[1]), found[2]
