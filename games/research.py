"""Games as numbers, for programs that learn: moves as numbered words, views as slots.

`games.aec` (PettingZoo) and `games.openspiel` are made of this; docs/research.md shows how.
"""

from __future__ import annotations

import argparse
import dataclasses
import json
import random
import re
import struct
import types
import typing
import zlib
from array import array
from collections.abc import Callable, Iterable
from contextlib import suppress
from functools import cache, lru_cache, reduce
from itertools import chain
from typing import Any

from games import Unusable, discover
from games.kernel import Game, IllegalMove, figures, known, victory_shares

END, QUOTE, PLUS = range(3)
"""What ends a move, begins and ends a word that is spelled, and joins words."""
BITS = 16
JOINT = re.compile(r"(?<=[^ +])(\+)(?=[^ +])| ")
SAID = 8
"""Slots for the words of a move that are said already."""
SAMPLE = 10
"""In so many random games lists are measured; if their lengths differ, there is room for more."""
HIDDEN = {"rng", "edition", "agenda", "answers", "premoves", "plans", "seen", "tie_breaks", "news"}
"""Fields of a state that no view shows, and the news."""
Options = tuple[tuple[str, Any], ...]
Source = tuple[str, list[str]]
"""The source of some numbers, and the names of their slots."""


class Words:
    """The words of moves, each with one number.

    They are the numbers below 100, and in sorted order the words of the forms of moves, the ids of
    `lookup`, and what stands alone in `cards.toml`. So they change with these alone, and are the
    same in each process. Any other word is spelled between quotes, two hex digits for each byte.
    """

    def __init__(self, game: Game[Any]) -> None:
        forms = (form for each in game.choices.values() for form in each.forms)
        found = set(re.findall(r"[^\s{}:]+", " ".join(chain(*(form.patterns for form in forms)))))
        data: list[Any] = [*game.lookup]
        with suppress(FileNotFoundError):
            data.append(figures(game.module))
        found.update(re.findall(r'"([^\s"+\\]{1,20})"', json.dumps(data, ensure_ascii=False)))
        first = ["", '"', "+", *map(str, range(100)), *"abcdef"]
        self.all = [*first, *sorted(found.difference(first))]
        self._numbers = {word: number for number, word in enumerate(self.all) if number != QUOTE}
        self.of = lru_cache(1 << 16)(self._of)
        """The numbers of the words of a move; the last one is `END`."""

    def _of(self, move: str) -> tuple[int, ...]:
        return (*chain(*(self._said(word) for word in JOINT.split(move) if word)), END)

    def _said(self, word: str) -> list[int]:
        if word in self._numbers:
            return [self._numbers[word]]
        return [QUOTE, *(self._numbers[digit] for digit in word.encode().hex()), QUOTE]

    def move(self, said: Iterable[int]) -> str:
        """The move that these words say."""
        text = " ".join(self.all[number] for number in said if number).replace(" + ", "+")
        return re.sub('" (.*?) "', lambda it: bytes.fromhex(it[1].replace(" ", "")).decode(), text)

    def number(self, move: str) -> int:
        """A move as one number: 16 bits for each word."""
        return reduce(lambda number, word: number << BITS | word, self.of(move))

    def move_of(self, number: int) -> str:
        """The move that has this number."""
        places = range(0, number.bit_length(), BITS)
        return self.move(number >> place & (1 << BITS) - 1 for place in reversed(places))


class _Codes(dict[Any, int]):
    """The number of a text in a slot: that of a word, or one above all words from its checksum."""

    def __missing__(self, text: Any) -> int:
        if not isinstance(text, str):
            return -1 if text is None else int(text)
        return self.setdefault(text, (1 << BITS) + zlib.crc32(text.encode()) % (1 << 23))


class Numbered:
    """A game for so many seats as numbers: its words, and what a seat sees as numbers in slots.

    A function that is compiled for the class of the state fills the slots. Before the things of a
    list comes their number, before what may be hidden or None whether it is there; what is not
    there is 0. A list that is much longer than those of a sample of games is cut.
    """

    def __init__(self, game: Game[Any], seats: int, options: Options = ()) -> None:
        """Takes options as pairs of name and value."""
        self.game, self.key, self.words = game, (game.name, seats, options), Words(game)
        self._choices = {name: number for number, name in enumerate(game.choices, 1)}
        self._codes = _Codes({word: number for number, word in enumerate(self.words.all)})
        self._lengths: dict[str, set[int]] = {}
        begun = [game.new(seats, seed, dict(options)) for seed in range(SAMPLE)]
        self._state: Any = type(begun[0])
        self._compile(self._measured)
        for seed, g in enumerate(begun):
            self._look(game.playout(g, random.Random(seed), watch=self._look), 0)
        said = [f"said[{i}]" for i in range(SAID)]
        self.slots = ["viewer", "question", *said, *self._compile(_padded)]
        """What is in each slot: "players[1].hand[0]"; a name with "#" has a length."""
        self._pack = struct.Struct(f"{len(self.slots)}i").pack

    def begin(self, seed: int) -> Dialogue:
        """A game at its first choice."""
        _, seats, options = self.key
        begun = Dialogue(self, self.game.new(seats, seed, dict(options)))
        begun.go_on()
        return begun

    def seen(self, g: Any, seat: int, said: tuple[int, ...] = ()) -> array[int]:
        """What a seat sees that has said these words of its move."""
        question = self._choices[g.agenda[-1][0]] if g.asked else 0
        row = self._row(g, seat, self.game.is_open(g))
        return array("i", self._pack(seat, question, *(*said, *[0] * SAID)[:SAID], *row))

    def _look(self, g: Any, seat: int, _move: str = "") -> None:
        self._row(g, seat, self.game.is_open(g))

    def _measured(self, path: str, _size: int, _n: int, things: Any, row: list[int]) -> list[int]:
        self._lengths.setdefault(path, set()).add(len(things))
        return row

    def _compile(self, pad: Callable[..., list[int]]) -> list[str]:
        row, names = self._value(self._state, "g", "")
        does: dict[str, Any] = {"code": self._codes, "known": known, "pad": pad}
        does["flat"] = chain.from_iterable
        exec(f"def row(g, seat, everything): return ({row},)", does)
        self._row: Callable[[Any, int, bool], tuple[int, ...]] = does["row"]
        return names

    def _value(self, kind: Any, value: str, path: str) -> Source:
        origin, args = typing.get_origin(kind), typing.get_args(kind)
        some = [arg for arg in args if arg is not type(None)]
        if dataclasses.is_dataclass(kind):
            hints = typing.get_type_hints(kind)
            fields = (each for each in dataclasses.fields(kind) if path or each.name not in HIDDEN)
            owner = f"{value}.seat" if "seat" in hints else "None"
            return _joined(self._field(it, hints[it.name], value, path, owner) for it in fields)
        if origin in (typing.Union, types.UnionType) and len(some) == 1:
            return _perhaps(self._value(some[0], value, path), f"{value} is not None")
        if origin in (list, dict) or (origin is tuple and args[-1] is ...):
            return self._list(kind, value, f"len({value})", path)
        if origin is tuple:
            parts = enumerate(args)
            return _joined(self._value(of, f"{value}[{i}]", f"{path}.{i}") for i, of in parts)
        return value if kind in (int, bool) else f"code[{value}]", [path]

    def _field(self, each: Any, kind: Any, of: str, path: str, owner: str) -> Source:
        """A field, hidden as in views."""
        value, path, how = f"{of}.{each.name}", f"{path}.{each.name}".lstrip("."), each.metadata
        facts = f"known(g, seat, {of}, {each.name!r})"
        sees = f"(everything or None is not {owner} {'!=' if 'from' in how else '=='} seat)"
        if "pool" in how and "among" not in how:
            length = f"len({value})" + (f" if {sees} else -1" if "length" in how else "")
            return self._list(kind, f"({value} if {sees} else sorted({facts}))", length, path)
        source = self._value(kind, value, path)
        if "among" in how:
            return _perhaps(source, f"({sees} or {value} in {facts})")
        return _perhaps(source, sees) if "fuzz" in how else source

    def _list(self, kind: Any, things: str, length: str, path: str) -> Source:
        """A list, or a dict as a list of pairs."""
        args, inside, depth = typing.get_args(kind), f"{path}[]", path.count("[]")
        if typing.get_origin(kind) is dict:
            args, things = (tuple[args],), f"{things}.items()"
        row, names = self._value(args[0], f"x{depth}", inside)
        each = f"[{row if names == [inside] else f'({row},)'} for x{depth} in v{depth}]"
        rows = each if names == [inside] else f"[*flat({each})]"
        found = self._lengths.get(path, {0})
        width = max(found) if len(found) == 1 else max(found) * 5 // 4 + 2
        own = [f"{path}[{i}]{name[len(inside) :]}" for i in range(width) for name in names]
        call = f"*pad({path!r}, {len(own)}, {length}, (v{depth} := {things}), {rows})"
        return call, [f"{path}#", *own]


def _padded(_path: str, size: int, length: int, _things: Any, row: list[int]) -> list[int]:
    return [length, *row, *[0] * (size - len(row))] if len(row) <= size else [length, *row[:size]]


def _joined(sources: Iterable[Source]) -> Source:
    rows, names = zip(*sources, strict=True)
    return ", ".join(rows), [*chain(*names)]


def _perhaps(source: Source, there: str) -> Source:
    row, names = source
    return f"*((1, {row}) if {there} else (0,) * {len(names) + 1})", [f"{names[0]}?", *names]


class Dialogue:
    """A game in which the seats that are asked say their moves one after another, word by word.

    What is no choice is said by itself. Seats that answer at the same time see nothing of each
    other's answers. Of dials with very many moves the sample of `Game.legal` can be said.
    """

    def __init__(self, numbered: Numbered, g: Any, said: tuple[int, ...] = ()) -> None:
        """Takes a state, and the words that the first seat which is asked has said."""
        self.numbered = numbered
        self._ask(g, said)

    def _ask(self, g: Any, said: tuple[int, ...] = ()) -> None:
        self.g, self.said, self.seat = g, said, g.asked[0] if g.asked else -1
        words, moves = self.numbered.words, self.numbered.game.legal(g, self.seat)
        spoken = {words.of(move): move for move in moves}
        self._open = {words: spoken[words] for words in spoken if words[: len(said)] == said}

    @property
    def options(self) -> list[int]:
        """The words that can be said next, in rising order; [] if the game is over."""
        return sorted({words[len(self.said)] for words in self._open})

    def say(self, word: int) -> None:
        """Says the next word; IllegalMove if it is not open."""
        if word not in self.options:
            raise IllegalMove(f"{word} is not one of {self.options}")
        at = len(self.said)
        self.said += (word,)
        self._open = {words: move for words, move in self._open.items() if words[at] == word}
        self.go_on()

    def go_on(self) -> None:
        """Says what is no choice."""
        while self._open:
            if len(self._open) == 1:
                (move,) = self._open.values()
                self._ask(self.numbered.game.play(self.g, self.seat, move))
            elif len(options := self.options) == 1:
                self.said += (*options,)
            else:
                break

    def seen_by(self, seat: int) -> array[int]:
        """What a seat sees, in slots."""
        return self.numbered.seen(self.g, seat, self.said if seat == self.seat else ())

    def guess(self, seat: int, rng: random.Random) -> Dialogue:
        """One that a seat cannot tell from this; in it another seat begins its move anew."""
        g = self.numbered.game.guess(self.g, seat, rng)
        return Dialogue(self.numbered, g, self.said if seat == self.seat else ())

    def returns(self) -> list[float]:
        """By seat, at the end: 1 for a victory, -1 for none, shared ones between; else 0."""
        over = self.g.scores is not None
        return [2 * each - 1 for each in victory_shares(self.g)] if over else [0.0] * self.g.seats

    def __deepcopy__(self, _memo: Any) -> Dialogue:
        """A copy that shares the state, which no move changes."""
        copied = object.__new__(Dialogue)
        copied.__dict__.update(self.__dict__)
        return copied

    def __reduce__(self) -> tuple[Any, ...]:
        it = self.numbered
        return _restored, (it.key, it.game.dump(self.g), it.game.version, self.said)


def _restored(key: tuple[Any, ...], data: bytes, version: int, said: tuple[int, ...]) -> Dialogue:
    it = numbered(*key)
    return Dialogue(it, it.game.load(data, version), said)


@cache
def numbered(name: str, seats: int, options: Options = ()) -> Numbered:
    """A game by its name."""
    return Numbered(discover()[name], seats, options)


def env(asked: argparse.Namespace) -> int:
    """Print the words and slots of a game, as learning programs see it."""
    try:
        it = numbered(asked.name, asked.seats or discover()[asked.name].fewest_seats)
    except ValueError as error:
        raise Unusable(error) from None
    for title, names in (("words", it.words.all), ("slots", it.slots)):
        print(title, *(f"{number:6} {name}" for number, name in enumerate(names)), sep="\n")
    return 0
