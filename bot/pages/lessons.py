"""Lessons: for somebody's first questions, what each of them is about, what would be sensible, and
which rules govern it.

The words stand in `lesson.toml` in the folder of a game, by the name of the choice; a game, or a
choice, without any is explained by its prompt and by the rules that name its moves.
"""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from bot.pages.page import Button, Part, Row
from bot.table import Table
from bot.texts.languages import _, spoken
from bot.texts.rulebook import Rule, rulebook
from games import folder

QUESTIONS = 6
"""Questions that are explained where a game does not say how many."""
MOST_RULES = 3


@dataclass(frozen=True, slots=True)
class Hint:
    """What a question is about, and the numbers of the rules behind it."""

    text: str
    rules: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Lesson:
    """The hints of a game by choice, for how many questions, and what is said after them."""

    questions: int = QUESTIONS
    after: str = ""
    hints: dict[str, Hint] = field(default_factory=dict[str, Hint])


@cache
def lesson_of(game: str) -> Lesson:
    """The lesson of a game by its name; one without hints where it has none."""
    file = folder(game).joinpath("lesson.toml")
    if not file.is_file():
        return Lesson()
    data: dict[str, Any] = tomllib.loads(file.read_text(encoding="utf-8"))
    questions, after = data.pop("questions", QUESTIONS), data.pop("after", "")
    hints = {choice: Hint(hint["text"], tuple(hint["rules"])) for choice, hint in data.items()}
    return Lesson(questions, after, hints)


async def lesson(table: Table, seat: int) -> list[Part]:
    """What stands above the controls of a person who plays for the first time; [] at a table that
    is no lesson, and when there is nothing to explain.
    """
    if not table.row.lesson or table.g is None or table.row.status != "running":
        return []
    view = table.view(seat)
    if seat not in view["asked"] or view["answer"] is not None:
        return []
    known = lesson_of(table.game.name)
    given = await _given(table, seat)
    if given > known.questions:
        return []
    if given == known.questions:
        return ["\n".join([_("🎓 **You know the rest.**"), _spoken(known.after, table)]).strip()]
    hint = known.hints.get(view["choice"]) or _generic(table, seat)
    heading = _("🎓 **Question {n} of {most}.**", n=given + 1, most=known.questions)
    text = _spoken(hint.text or view["prompt"], table)
    rules = [_rule_button(table.game.name, rule) for rule in _rules(table.game.name, hint)]
    return [
        "\n".join([f"{heading} {text}", _sensible(table, seat)]),
        *([Row(*rules)] if rules else []),
    ]


def _spoken(text: str, table: Table) -> str:
    return spoken(text, table.escaped_names)


async def _given(table: Table, seat: int) -> int:
    """How many questions a seat has answered."""
    return sum(
        row.seat == seat and row.kind == "move" and not table.game.is_premove(row.move or "")
        for row in await table.store.moves.of(table.id)
    )


def _sensible(table: Table, seat: int) -> str:
    """The move that the game itself would make, and what comes of it."""
    game, g = table.game, table.state
    move = game.default(g, seat)
    label = _spoken(game.label(g, seat, move), table)
    outlook = _spoken(game.outlook(g, seat, move), table)
    if not outlook:
        return _("A sensible move: **{move:text}**", move=label)
    return _("A sensible move: **{move:text}** ({outlook:text})", move=label, outlook=outlook)


def _generic(table: Table, seat: int) -> Hint:
    """The hint of a choice that has none: the rules that name one of its moves."""
    verb = table.game.default(table.state, seat).split(" ")[0]
    named = re.compile(rf"`{re.escape(verb)}\b")
    rules = rulebook(table.game.name).rules.values()
    return Hint("", tuple(rule.number for rule in rules if named.search(rule.text)))


def _rules(game: str, hint: Hint) -> list[Rule]:
    known = rulebook(game).rules
    return [known[number] for number in hint.rules[:MOST_RULES] if number in known]


def _rule_button(game: str, rule: Rule) -> Button:
    title = _("Rule {number}: {title}", number=rule.number, title=rule.title)
    return Button("rule", 0, f"{game}:{rule.number}", label=title)
