"""The record of a game: a text that people can read and anybody can check.

    game NAME
    version 1
    seats 3
    seed 7
    options {"end_gold": 20}
    edition 2
    release 0.3.0

        > Player 3 begins.
    2 take 4
        > Player 3 takes the Scholar.
        2> Only seat 2 is told this.
        = 51e0aa7d0b3f8c11
    chance 123456
    0 take 1
    scores 12 20 7

A line at the margin is a move (a seat and a text), or `chance` after moves were undone by a vote: a
number from which, with the seed, chance goes on. Indented lines are news of the game and, now and
then, a checksum of all views. `edition`, `release`, `lot`, `salt`, `commitment` and `handed` may
follow the options. The edition is that of the figures, the first one where it is not said.
The release is the one that wrote the record; the version is that of the game's rules, and `version
2` at the margin says that they changed while the game ran. `lot 1 2 0` says that the seats were
drawn by lot: seat 0 was the second, 1 the third and 2 the first in the list of players. The
commitment, if you have kept it, proves that the seed was fixed before the game. `handed 0` says
that the person of seat 0 handed it over: a computer player made most of its moves, or had it at the
end.
"""

from __future__ import annotations

import hashlib
import json
import random
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import zip_longest
from typing import Any, Literal, NamedTuple, cast

from pydantic import BaseModel

from games import NAME, discover, unusable
from games.kernel import MASK, Game, IllegalMove, chance_after_rewind, draw_lots
from games.reading import read_json, whole_number
from games.version import VERSION
from games.words import Phrase, news_text, seat_names

MOVES_PER_SUM = 25
NEEDED = ("game", "version", "seats", "seed", "options")
HEADER = (*NEEDED, "edition", "release", "lot", "salt", "commitment", "handed")
SUM = "    = "
MOST = {"version": 9999, "edition": 9999, "seats": 99, "seed": 10**78 - 1}
"""The largest numbers of a header."""
MAX_QUOTED = 100
"""Characters of a line that a sentence repeats."""

Entry = tuple[int, str] | int
"""A move as seat and text, or a number for `games.kernel.chance_after_rewind`."""
News = tuple[str, dict[str, Any], int | None]
"""Template and values of a sentence, and the seat that is told; None for all."""


class Unreadable(ValueError):
    """The text is no record of a game of this project; the message is a sentence."""

    status = 2
    """The exit status of `verify`."""


class NeedsRelease(Unreadable):
    """Only another release, or a package, can verify the record; the message says which."""

    status = 3


class Told(NamedTuple):
    """A line of the log as it was played: the version of the rules, the move or chance (None at the
    start), and its news.
    """

    version: int
    entry: Entry | None
    news: Sequence[News]


@dataclass(slots=True)
class _Block:
    """A line at the margin, "" before the first move, with what is indented below it."""

    line: str
    news: Sequence[News] = ()
    g: Any = None
    """The state, if a checksum follows."""


@dataclass(slots=True)
class _Written:
    """A block of a record, with the number of each line."""

    number: int
    line: str
    news: list[tuple[int, str]] = field(default_factory=list[tuple[int, str]])
    sums: list[tuple[int, str]] = field(default_factory=list[tuple[int, str]])


class _Difference(NamedTuple):
    """Where a record differs from the game, in a sentence. `words`: in wording alone; `views`: in a
    checksum, or that it is missing; `news`: in what a sentence tells; `game`: in anything else.
    """

    number: int
    kind: Literal["words", "views", "news", "game"]
    sentence: str


def commitment(salt: str, seed: int) -> str:
    """The seal that is published before a game, to check its seed afterwards."""
    return hashlib.sha256(f"{salt}:{seed}".encode()).hexdigest()


def sum_of_views(game: Game[Any], g: Any) -> str:
    """A checksum of what all seats and a watcher see, as sixteen hexadecimal digits: of the facts,
    which stay when a text is reworded.
    """
    views = [_facts_of_view(game.view(g, seat)) for seat in (None, *range(g.seats))]
    canonical = json.dumps(views, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(canonical.encode()).hexdigest()[:16]


def _facts_of_view(view: dict[str, Any]) -> Any:
    news = [values for _template, values in view["news"]]
    question = view["question"]["name"]
    return _without_words({**view, "news": news, "title": "", "question": question})


def _without_words(value: Any) -> Any:
    """Plain data in which a phrase is only its values."""
    if isinstance(value, Phrase):
        return _without_words(value.values)
    if isinstance(value, dict):
        parts = cast("dict[str, Any]", value)
        return {key: _without_words(each) for key, each in parts.items()}
    if isinstance(value, list | tuple):
        return [_without_words(each) for each in cast("Sequence[Any]", value)]
    return value


def header(lines: list[str]) -> dict[str, str]:
    """The header of a record, which ends at the first empty line; Unreadable if it is not one."""
    head: dict[str, str] = {}
    unknown = ""
    for line in lines:
        if not line:
            break
        word, _, rest = line.partition(" ")
        if word in head or (word not in HEADER and "game" not in head):
            raise Unreadable(f"This is not the record of a game: it begins with {_quoted(line)}.")
        if word not in HEADER:
            unknown = unknown or line
        head[word] = rest
    if unknown and head.get("release", VERSION) == VERSION:
        raise Unreadable(f"This is not the record of a game: it begins with {_quoted(unknown)}.")
    if unknown:
        raise NeedsRelease(f"The line {_quoted(unknown)} is unknown here: it needs {_maker(head)}.")
    missing = [word for word in NEEDED if word not in head]
    if missing:
        raise Unreadable(f"The record does not say its {missing[0]}.")
    for word, most in MOST.items():
        if word in head and whole_number(head[word], most) is None:
            says = f"must be a number, not {_quoted(head[word])}"
            if head[word].isascii() and head[word].isdigit():
                says = f"must be a number up to {most}"
            raise Unreadable(f"The {word} of the record {says}.")
    try:
        readable = isinstance(read_json(head["options"]), dict)
    except ValueError:
        readable = False
    if not readable:
        raise Unreadable("The options of the record cannot be read.")
    _check_game(head)
    return head


def _check_game(head: dict[str, str]) -> None:
    """NeedsRelease if the game, or this version of its rules, is not installed."""
    name = head["game"]
    if name in unusable():
        raise NeedsRelease(f"{unusable()[name]} The record needs a package that works.")
    if name not in discover():
        if not NAME.fullmatch(name):
            raise Unreadable(f"There is no game named {_quoted(name)}.")
        raise NeedsRelease(
            f"There is no game named {_quoted(name)} here: the record needs its package, or"
            f" {_maker(head)}."
        )
    game = discover()[name]
    if int(head["version"]) > game.version:
        raise NeedsRelease(
            f"The record is of version {head['version']} of the rules of {game.title}, here is"
            f" version {game.version}: it needs {_maker(head)}."
        )
    if not 0 < _edition(head) <= game.edition:
        raise NeedsRelease(
            f"The record has edition {head['edition']} of the figures of {game.title}, here is"
            f" edition {game.edition}: it needs {_maker(head)}."
        )


def _edition(head: dict[str, str]) -> int:
    return int(head.get("edition", 1))


def game_of(head: dict[str, str]) -> Game[Any]:
    """The game of a record's header, with the figures with which it began."""
    return discover()[head["game"]].in_edition(_edition(head))


def _maker(head: dict[str, str]) -> str:
    """Which release can verify a record, in words."""
    if (release := head.get("release", VERSION)) != VERSION:
        return f"release {_quoted(release)[1:-1]} of Atelier, which wrote it"
    return f"a release of Atelier with version {head['version']} of the rules"


def _quoted(text: str) -> str:
    return f"“{_printable(text, MAX_QUOTED)}”"


def _printable(text: str, most: int = 4 * MAX_QUOTED) -> str:
    """A text of bounded length without signs that would do something to a terminal."""
    shown = text if len(text) <= most else f"{text[:most]}…"
    return "".join(sign if sign.isprintable() else "�" for sign in shown)


def write(
    game: Game[Any],
    seats: int,
    seed: int,
    options: BaseModel | dict[str, Any] | None,
    moves: Iterable[Entry],
    salt: str | None = None,
    drawn: bool = False,
    handed: str = "",
    release: str | None = None,
) -> str:
    """The record of a game; IllegalMove if a move was not open. `drawn` says whether the seats were
    drawn by lot, `handed` lists those that were handed over to computer players, `release` says
    which release writes it.
    """
    lines = _header(game, game.version, seats, seed, options, salt, drawn, handed, release)
    for block in _played(game, game.new(seats, seed, options), seed, moves):
        lines += [block.line, *_news_lines(block.news, seats)]
        if block.g is not None:
            lines.append(f"{SUM}{sum_of_views(game, block.g)}")
    return "\n".join(lines) + "\n"


def write_told(
    game: Game[Any],
    seats: int,
    seed: int,
    options: BaseModel | dict[str, Any] | None,
    told: Sequence[Told],
    scores: Sequence[int] | None,
    salt: str | None = None,
    drawn: bool = False,
    handed: str = "",
) -> str:
    """The record of a game that began under other rules than those of today, with its news as they
    were told then. It has no checksums.
    """
    version = told[0].version
    lines = _header(game, version, seats, seed, options, salt, drawn, handed)
    for line in told:
        if line.version != version:
            version = line.version
            lines.append(f"version {version}")
        margin = "" if line.entry is None else _margin(line.entry)
        lines += [margin, *_news_lines(line.news, seats)]
    return "\n".join([*lines, _end(scores)]) + "\n"


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
    seats, seed, options = g.seats, int(head["seed"]), read_json(head["options"])
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
    return write(game, seats, seed, options, moves, head.get("salt"), "lot" in head)


def verify(text: str) -> list[str]:
    """Plays a record again, and returns what else there is to tell: sentences in another wording,
    rules that have changed since.

    ValueError, with a sentence, names the first line that differs; NeedsRelease if it may differ
    because another release made the record. Options that the record does not have take their
    defaults.
    """
    lines = text.splitlines()
    game, g, head, entries = _opened(lines)
    versions = {int(head["version"]), *filter(None, map(_new_version, lines[len(head) :]))}
    own_rules = versions == {game.version}
    played = f"The game was played under {_listed(versions)} of the rules of {game.title}"
    here = f"here is version {game.version}."
    if (newest := max(versions)) > game.version:
        needs = f"a release of Atelier with version {newest} of the rules"
        raise NeedsRelease(f"{played}; {here} The record needs {needs}.")
    differences = [*_compared(lines, head, game, g, entries)]
    if differences and own_rules and head.get("release") == VERSION:
        raise ValueError(_if_cut_off(text, differences[0]))
    stops = next((each for each in differences if each.kind == "game"), None)
    graver = stops or next((each for each in differences if each.kind != "words"), None)
    if stops and own_rules:
        raise ValueError(_if_cut_off(text, stops))
    if graver and own_rules:
        raise NeedsRelease(
            f"Moves, draws and scores are as the game says. {graver.sentence} To compare that as"
            f" well, the record needs {_maker(head)}."
        )
    if graver:
        needs = f"It needs {_maker(head)}." if len(versions) == 1 else "No release has both."
        raise NeedsRelease(f"{played}; {here} {needs} {graver.sentence}")
    remarks = [] if own_rules else [f"{played}; {here}"]
    if not _is_summed(lines, head):
        remarks.append("It has no checksums of what the seats saw.")
    if differences:
        several = f"{len(differences)} sentences are" if differences[1:] else "A sentence is"
        remarks.append(f"{several} worded differently. {differences[0].sentence}")
    return remarks


def _new_version(line: str) -> int | None:
    """The version of the rules from this line of the body on; None for all other lines."""
    word, _, rest = line.partition(" ")
    return whole_number(rest, MOST["version"]) if word == "version" else None


def _listed(versions: set[int]) -> str:
    first, *others = map(str, sorted(versions))
    return f"versions {first} and {', '.join(others)}" if others else f"version {first}"


def _is_summed(lines: list[str], head: dict[str, str]) -> bool:
    """Whether checksums are compared: `write_told` writes none, and no release."""
    return "release" in head or any(line.startswith(SUM) for line in lines)


def _if_cut_off(text: str, difference: _Difference) -> str:
    """The sentence about a difference, which may come from the end of an incomplete file."""
    cut = not text.endswith("\n") and difference.number >= len(text.splitlines())
    return f"{difference.sentence}{' The file seems to be cut off.' if cut else ''}"


def _compared(
    lines: list[str],
    head: dict[str, str],
    game: Game[Any],
    g: Any,
    entries: Iterator[Entry],
) -> Iterator[_Difference]:
    """Where a record differs from the game, by line; after a difference in the game itself nothing
    is compared.
    """
    seed, options = int(head["seed"]), read_json(head["options"])
    salt, drawn, release = head.get("salt"), "lot" in head, head.get("release")
    noted = head.get("handed", "").split(" ")
    handed = " ".join(seat for seat in map(str, range(g.seats)) if seat in noted)
    version = int(head["version"])
    expected = _header(game, version, g.seats, seed, options, salt, drawn, handed, release)
    for number, (line, says) in enumerate(zip_longest(lines[: len(head)], expected), 1):
        if line != says and not (line and line.startswith("options ")):
            yield _differs(number, line or "", says or "")
            return
    names, summed = seat_names(g.seats), _is_summed(lines, head)
    played = _played(game, g, seed, entries)
    for block in _blocks(lines, len(head)):
        number, line = block.number, block.line
        if (changed := _new_version(line) or 0) > version:
            version = changed
            continue
        try:
            says = next(played, None)
        except (ValueError, OverflowError) as error:
            why = f"cannot be played: {_printable(str(error)).rstrip('.')}."
            yield _Difference(number, "game", f"Line {number}, {_quoted(line)}, {why}")
            return
        if says is None:
            after = f"Line {number}, {_quoted(line)}, comes after the end of the game."
            yield _Difference(number, "game", after)
            return
        if line != says.line:
            yield _differs(number, line, says.line)
            return
        below = [*_compared_news(block, says, names)]
        if summed:
            below += _compared_sums(block, says, game)
        yield from sorted(below)
    if missing := next(played, None):
        before = _quoted(missing.line) if missing.line else "its first move"
        yield _Difference(len(lines) + 1, "game", f"The record stops before {before}.")


def _differs(number: int, line: str, says: str) -> _Difference:
    if not line.strip():
        return _Difference(number, "game", f"Line {number} should say {_quoted(says.strip())}.")
    both = f"it says {_quoted(line.strip())}, the game says {_quoted(says.strip())}"
    return _Difference(number, "game", f"Line {number} differs: {both}.")


def _compared_news(block: _Written, says: _Block, names: Sequence[str]) -> Iterator[_Difference]:
    number = block.number
    for written, news in zip_longest(block.news, says.news):
        number, line = written or (number + 1, "")
        expected = _news_line(news, names) if news else ""
        if line == expected:
            continue
        differs = _differs(number, line, expected)
        alone = bool(written and news and _tells(line, news, names))
        yield differs._replace(kind="words" if alone else "news")


def _tells(line: str, news: News, names: Sequence[str]) -> bool:
    """Whether a sentence tells the same as this news, in other words: to the same seat, with the
    same numbers, names and things.
    """
    template, values, seat = news
    whose, sign, said = line.strip().partition("> ")
    if not sign or whose != ("" if seat is None else str(seat)):
        return False
    expected = news_text(template, values, names)
    if re.findall("[0-9]+", said) != re.findall("[0-9]+", expected):
        return False
    facts = _facts(template, values, names)
    return all(fact in said for fact in facts if fact in expected)


def _facts(template: str, values: dict[str, Any], names: Sequence[str]) -> Iterator[str]:
    """The texts of the values of a phrase, in which its wording has no part."""
    seats = set(re.findall(r"{(\w+):seat}", template))
    for name, value in values.items():
        for each in cast("list[Any]", value) if isinstance(value, list) else [value]:
            if isinstance(each, Phrase) and each.values:
                yield from _facts(each.template, each.values, names)
            elif name in seats:
                yield names[int(each)]
            elif isinstance(each, str | int):
                yield str(each)


def _compared_sums(block: _Written, says: _Block, game: Game[Any]) -> Iterator[_Difference]:
    for written, g in zip_longest(block.sums, [] if says.g is None else [says.g]):
        number, line = written or (block.number + len(block.news) + 1, "")
        expected = "" if g is None else f"{SUM}{sum_of_views(game, g)}"
        if line != expected:
            yield _differs(number, line, expected)._replace(kind="views")


def _opened(lines: list[str]) -> tuple[Game[Any], Any, dict[str, str], Iterator[Entry]]:
    """The game of a record, its first state, header and moves; Unreadable if it cannot begin."""
    head = header(lines)
    game = game_of(head)
    try:
        g = game.new(int(head["seats"]), int(head["seed"]), read_json(head["options"]))
    except ValueError as error:
        if int(head["version"]) == game.version and head.get("release", VERSION) == VERSION:
            raise Unreadable(_printable(str(error))) from None
        needs = f"{_printable(str(error))} The record needs {_maker(head)}."
        raise NeedsRelease(needs) from None
    return game, g, head, _entries(lines[len(head) + 1 :])


def _header(
    game: Game[Any],
    version: int,
    seats: int,
    seed: int,
    options: BaseModel | dict[str, Any] | None,
    salt: str | None,
    drawn: bool,
    handed: str,
    release: str | None = None,
) -> list[str]:
    lines = [
        f"game {game.name}",
        f"version {version}",
        f"seats {seats}",
        f"seed {seed}",
        f"options {_options(game, options)}",
    ]
    if game.edition > 1:
        lines.append(f"edition {game.edition}")
    if release is not None:
        lines.append(f"release {release}")
    if drawn:
        lines.append(f"lot {' '.join(map(str, draw_lots(seed, seats)))}")
    if salt is not None:
        lines += [f"salt {salt}", f"commitment {commitment(salt, seed)}"]
    if handed:
        lines.append(f"handed {handed}")
    return lines


def _played(game: Game[Any], g: Any, seed: int, moves: Iterable[Entry]) -> Iterator[_Block]:
    """The game as these moves make it; IllegalMove if one is not open, ValueError if chance goes on
    with a number that was used before.
    """
    yield _Block("", g.news)
    made, last = 0, 0
    for entry in moves:
        if isinstance(entry, int):
            if entry <= last:
                raise ValueError("chance goes on with a number that was used before")
            last = entry
            g.rng = chance_after_rewind(seed, entry)
            yield _Block(_margin(entry))
            continue
        g = game.play(g, *entry)
        made += 1
        summed = made % MOVES_PER_SUM == 0 or g.scores is not None
        yield _Block(_margin(entry), g.news, g if summed else None)
    yield _Block(_end(g.scores))


def _margin(entry: Entry) -> str:
    return f"chance {entry}" if isinstance(entry, int) else f"{entry[0]} {entry[1]}"


def _end(scores: Sequence[int] | None) -> str:
    return "unfinished" if scores is None else f"scores {' '.join(map(str, scores))}"


def _news_lines(news: Iterable[News], seats: int) -> list[str]:
    return [_news_line(each, seat_names(seats)) for each in news]


def _news_line(news: News, names: Sequence[str]) -> str:
    template, values, seat = news
    return f"    {'' if seat is None else seat}> {news_text(template, values, names)}"


def _options(game: Game[Any], options: BaseModel | dict[str, Any] | None) -> str:
    if not isinstance(options, BaseModel):
        options = game.options.model_validate(options or {})
    return json.dumps(options.model_dump(mode="json"))


def _blocks(lines: list[str], start: int) -> list[_Written]:
    """The body of a record: lines at the margin with those indented below them."""
    blocks: list[_Written] = []
    for number, line in enumerate(lines[start:], start + 1):
        if blocks and line.startswith(" "):
            block = blocks[-1]
            (block.sums if line.startswith(SUM) else block.news).append((number, line))
        else:
            blocks.append(_Written(number, line))
    return blocks


def _entries(lines: list[str]) -> Iterator[Entry]:
    for line in lines:
        word, _, rest = line.partition(" ")
        chance = whole_number(rest, MASK) if word == "chance" else None
        seat = whole_number(word, MOST["seats"])
        if chance is not None:
            yield chance
        elif seat is not None and rest:
            yield seat, rest
