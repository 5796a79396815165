"""Worked examples as tables: `TITLE.scenarios.md` beside the tests of a title.

A row has a number, what it shows with its rules in brackets (none for a good player's habits), a
position, moves and what holds afterwards. A row without a number belongs to the example above; one
without a position goes on where the row above stopped, and "the same" is the position above, with
other facts if any follow.

- A position reads "supply: market F5; money 6 15"; players are parted by " / ", "-" is none.
- Moves read "A bid 2, B bid 1".
- What holds reads "money = 15-2×3 12; refused A pass; open B pass, B stock 1 exporter";
  "because A bid 9: You have $3." is in a refusal, "tells A bids $2." in the news.

An example that needs more than a row names its test in place of a position.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from math import prod
from pathlib import Path
from typing import Any

import pytest

from games.kernel import Game, IllegalMove
from games.words import names_for, news_text

HERE = Path(__file__).parent
SAME = "the same"
NEXT_CLAIM = re.compile(r"; (?=refused |open |because |tells |[a-z]\w*[^=;.:]* = )")
"""A text that is claimed may have a semicolon, too."""


@dataclass(frozen=True)
class Kit:
    """What the rows of a title are read with."""

    positions: Mapping[str, Callable[..., Any]]
    """By name; the facts of a row are keyword arguments."""
    read: Mapping[str, Callable[[str], Any]]
    """How the text of a fact is read; any other is numbers, if it is that, or remains a text."""
    play: Callable[..., Any]
    legal: Callable[[Any, str], list[str]]
    facts: Mapping[str, Callable[..., Any]]
    """What can hold, by name, of a state and the words after the name; else an own attribute."""


@dataclass(frozen=True)
class Row:
    line: str
    shows: str
    position: str
    moves: str
    holds: str


@dataclass
class Example:
    title: str
    number: str
    rows: list[Row] = field(default_factory=list[Row])

    @property
    def rules(self) -> list[str]:
        brackets = re.findall(r"\(([\d., ]+)\)", " ".join(row.shows for row in self.rows))
        return list(dict.fromkeys(re.findall(r"\d+\.\d+", " ".join(brackets))))

    def __str__(self) -> str:
        """The name of its test: the number and the rule in words."""
        return f"{self.number} {self.rows[0].shows.partition(' (')[0]}"

    def check(self, kit: Kit) -> None:
        """Plays all rows; an error names the row in which it happened."""
        g, begins = None, ""
        for row in self.rows:
            try:
                if row.position.startswith("`test_"):
                    has_test(self.title, row.position.strip("`"))
                    continue
                if row.position:
                    begins = row.position.replace(SAME, begins, 1).replace(": ", "; ")
                    g = begun(kit, begins)
                g = kit.play(g, *split(row.moves, ", "))
                for claim in NEXT_CLAIM.split(row.holds) if row.holds else ():
                    hold(kit, g, claim)
            except BaseException as error:
                error.add_note(f"{self.number}, {self.rows[0].shows}\n{row.line}")
                raise


def examples(title: str) -> Callable[[Any], Any]:
    """Runs a test once for each `example` of a title; it carries the rules of all of them."""
    found: list[Example] = []
    for line in HERE.joinpath(f"{title}.scenarios.md").read_text("utf-8").splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if len(cells) != 5 or cells[0] in ("number", "---"):
            assert not line.startswith("|") or len(cells) == 5, line
            continue
        number, *rest = cells
        if number:
            found.append(Example(title, number))
        found[-1].rows.append(Row(line, *rest))
    numbers = [example.number for example in found]
    assert len({*numbers}) == len(numbers), title
    assert all(it.rules or "(" not in it.rows[0].shows for it in found), title
    for row in (row for example in found for row in example.rows):
        assert row.holds or row.position.startswith("`test_"), f"nothing is checked: {row.line}"
    rules = dict.fromkeys(rule for example in found for rule in example.rules)

    def marked(test: Any) -> Any:
        return pytest.mark.rule(*rules)(pytest.mark.parametrize("example", found, ids=str)(test))

    return marked


@dataclass(frozen=True)
class Seats:
    """Players by the names that tests of a title give them: "A buy 2" is a move of the first."""

    game: Game[Any]
    names: Sequence[str]

    def of(self, move: str) -> tuple[int, str]:
        who, text = move.split(" ", 1)
        return self.names.index(who), text

    def play(self, g: Any, *moves: str) -> Any:
        for move in moves:
            g = with_premoves(self.game, self.game.play(g, *self.of(move)))
        return g

    def legal(self, g: Any, who: str = "") -> list[str]:
        """The moves open to a player, else to the first one."""
        return self.game.legal(g, self.names.index(who) if who else 0)

    def asked(self, g: Any) -> str:
        return "".join(self.names[seat] for seat in g.asked)

    def told(self, g: Any, who: str = "") -> list[str]:
        """The news of the last move as a player, or else a spectator, reads them."""
        seat = self.names.index(who) if who else None
        names = names_for(seat, self.names)
        return [news_text(text, it, names) for text, it in self.game.view(g, seat)["news"]]

    def refusal(self, g: Any, move: str) -> str:
        """Why a move is refused, up to the list of what is open."""
        with pytest.raises(IllegalMove) as refused:
            self.play(g, move)
        return str(refused.value).partition(" You can: ")[0]

    def label(self, g: Any, move: str) -> str:
        seat, text = self.of(move)
        assert text in self.game.legal(g, seat)
        return self.game.label(g, seat, text)


def split(text: str, by: str) -> list[str]:
    return text.split(by) if text else []


def begun(kit: Kit, text: str) -> Any:
    """The position of a text; a later fact stands in for an earlier one of its name."""
    name, *facts = split(text, "; ")
    values: dict[str, Any] = {}
    for fact in facts:
        key, _, value = fact.partition(" ")
        values[key] = kit.read.get(key, plain)(value)
    return kit.positions[name](**values)


def plain(text: str) -> Any:
    words = text.split()
    return [int(word) for word in words] if all(map(str.isdigit, words)) else text


def each_player(text: str) -> list[str]:
    """One text for each player: "jeweler / -"."""
    return ["" if part == "-" else part for part in text.split(" / ")]


def with_premoves(game: Game[Any], g: Any) -> Any:
    """The state once the bot has given what is set for the questions that are asked."""
    for seat in [*g.asked]:
        if move := game.answer_in_advance(g, seat):
            return with_premoves(game, game.play(g, seat, move))
    return g


def has_test(title: str, name: str) -> None:
    tests = "".join(path.read_text("utf-8") for path in HERE.glob(f"test_{title}*.py"))
    assert f"\ndef {name}(" in tests, f"no test {name}"


def hold(kit: Kit, g: Any, claim: str) -> None:
    verb, _, moves = claim.partition(" ")
    if verb == "refused":
        for move in split(moves, ", "):
            with pytest.raises(IllegalMove):
                kit.play(g, move)
    elif verb == "open":
        for move in split(moves, ", "):
            who, text = move.split(" ", 1)
            assert text in kit.legal(g, who), f"not open: {move}"
    elif verb == "because":
        move, _, reason = moves.partition(": ")
        with pytest.raises(IllegalMove) as refusal:
            kit.play(g, move)
        assert reason in str(refusal.value)
    elif verb == "tells":
        assert moves in said(kit.facts["told"](g)), said(kit.facts["told"](g))
    else:
        left, equals, wanted = claim.partition(" = ")
        name, *words = left.split(" ")
        found = kit.facts[name](g, *words) if name in kit.facts else attribute(g, name, *words)
        assert equals and said(found) == worked_out(found, wanted), f"{left} = {said(found)}"


def attribute(g: Any, name: str, who: str = "") -> Any:
    """What is stored by this name, of a player "A" if one is named."""
    return getattr(g.players["ABCDE".index(who)] if who else g, name)


def at(value: Any, key: str = "", *path: str) -> Any:
    """What lies at a path; "*" is each of a list, and what is not there is None."""
    if key == "*":
        return [at(each, *path) for each in value]
    if key:
        found = value.get(key) if isinstance(value, dict) else value[int(key)]
        return at(found, *path)
    return value


def panel(game: Game[Any], names: Sequence[str]) -> dict[str, Callable[..., Any]]:
    """What a player is shown: "view A rows 0", "consequence A take B03", "view -" for all."""

    def view(g: Any, who: str, *path: str) -> Any:
        return at(game.view(g, names.index(who) if who in names else None), *path)

    def of_question(g: Any, who: str, name: str, *move: str) -> str:
        return getattr(game.question(g, names.index(who)), name)(" ".join(move))

    def of_game(g: Any, who: str, name: str, *move: str) -> str:
        return getattr(game, name)(g, names.index(who), " ".join(move))

    return {
        "view": view,
        "ahead": lambda g, who: [f"{k}: {v}" for k, v in view(g, who, "ahead").items()],
        "alarms": lambda g, who: sorted(view(g, who, "alarms") or ()),
        "alarm": lambda g, who, *move: of_question(g, who, "alarm", *move),
        "tone": lambda g, who, *move: of_question(g, who, "tone", *move),
        "consequence": lambda g, who, *move: of_game(g, who, "consequence", *move),
        "label": lambda g, who, *move: of_game(g, who, "label", *move),
        "default": lambda g, who: game.default(g, names.index(who)),
        "parts": lambda g, who: [each.values["n"] for each in game.parts_of(g, names.index(who))],
        "resources": lambda g, who: [*map(str, game.resources_of(g, names.index(who)))],
    }


def said(value: Any) -> str:
    """A fact as a row says it."""
    if isinstance(value, list | tuple):
        texts = [said(each) for each in value]
        return (", " if any(" " in text for text in texts) else " ").join(texts) or "-"
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "-" if value in ("", None) else str(value)


def worked_out(found: Any, wanted: str) -> str:
    """The text of what is wanted; where numbers are found, "15-2×3" is 9."""
    values = found if isinstance(found, list | tuple) else [found]
    if not all(isinstance(each, int) for each in values):
        return wanted
    return " ".join(worth(word) for word in wanted.split(" "))


def worth(word: str) -> str:
    if not re.fullmatch(r"[+-]?\d[\d×]*([+-]\d[\d×]*)*", word):
        return word
    terms = re.findall(r"([+-]?)([\d×]+)", word)
    return str(sum(int(f"{sign}1") * prod(map(int, term.split("×"))) for sign, term in terms))
