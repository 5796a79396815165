"""Lessons and hints: what a question is about, and a sensible move. A lesson also names rules, and
covers somebody's first questions; a hint is for any question.

A question without a text of its own is explained by its prompt and the rules that name its moves.
"""

from __future__ import annotations

import re

from bot.pages.page import Button, Part, Row
from bot.pages.reasons import reason_text
from bot.players.levels.steady import Thought
from bot.table import Table
from bot.texts.languages import _, translate
from bot.texts.rulebook import Rule, rulebook
from games.lesson import Hint, LessonPosition, lesson_of, position
from games.words import names_for

MAX_RULES = 3
MIN_POINTS = 2
"""A smaller difference in points is too uncertain to be named."""


async def lesson(table: Table, seat: int) -> list[Part]:
    """The explanation above the controls of a first game; [] at an ordinary table, and when there
    is nothing to explain.
    """
    if not table.row.lesson or table.g is None or table.row.status != "running":
        return []
    view = table.view(seat)
    if seat not in view["asked"] or view["answer"] is not None:
        return []
    known, here = lesson_of(table.game.name), position(table.game, table.state, seat)
    answered = here.turn if here else await _questions_answered(table, seat)
    if answered > known.questions:
        return []
    if answered == known.questions:
        return ["\n".join([_("🎓 **You know the rest.**"), _spoken(known.after, table)]).strip()]
    heading = _("🎓 **Question {n} of {most}.**", n=answered + 1, most=known.questions)
    if here and not here.first:
        return [f"{heading} {_suggestion(table, seat, here)}"]
    hint = known.hints.get(view["question"]["name"]) or _rules_only_hint(table, seat)
    text = _spoken(hint.text or view["question"]["prompt"], table)
    rules = [_rule_button(table.game.name, rule) for rule in _rules(table.game.name, hint)]
    return [
        "\n".join([f"{heading} {text}", _suggestion(table, seat, here)]),
        *([Row(*rules)] if rules else []),
    ]


def hint_text(table: Table, seat: int, thought: Thought) -> str:
    """The hint for the question of a seat: a sensible move, what it would bring, and why it is
    better than another one, or else what the lesson says about such questions.
    """
    lines = [
        f"💡 {_computer_choice(table, seat, thought.move)}",
        *_comparison(table, seat, thought),
    ]
    if thought.reason is None:
        taught = lesson_of(table.game.name).hints.get(table.view(seat)["question"]["name"])
        lines += [_spoken(taught.text, table)] if taught else []
    return "\n".join(filter(None, lines))


def _comparison(table: Table, seat: int, thought: Thought) -> list[str]:
    """Why or how much a move is better than the next best one; [] if there is none."""
    game, g = table.game, table.state
    if thought.other not in game.legal(g, seat):
        return []
    other = _spoken(game.label(g, seat, thought.other), table)
    if thought.points is None:
        return [_("I am not sure that it is better than: {move:text}", move=other)]
    if thought.reason is not None and not thought.reason.says_nothing:
        names = names_for(seat, table.escaped_names)
        return [
            _("Better than “{move:text}”:", move=other),
            reason_text(thought.reason, names, game.unit),
        ]
    if thought.points < MIN_POINTS:
        return [_("By my estimate it is a little better than: {move:text}", move=other)]
    better = _(
        "By my estimate it is better by at least {n} {unit} than: {move:text}",
        n=int(thought.points),
        unit=translate(game.unit),
        move=other,
    )
    return [better]


def _spoken(text: str, table: Table) -> str:
    return translate(text, table.escaped_names)


async def _questions_answered(table: Table, seat: int) -> int:
    """How many questions a seat has answered so far."""
    return sum(
        row.seat == seat and row.kind == "move" and not table.game.is_premove(row.move or "")
        for row in await table.kept_lines()
    )


def _suggestion(table: Table, seat: int, here: LessonPosition | None) -> str:
    """A good move of the lesson and why; if the game went another way than the lesson, the move of
    a computer player.
    """
    game, g = table.game, table.state
    if here:
        why = _spoken(lesson_of(game.name).turns[here.turn].why, table)
        label = _spoken(game.label(g, seat, here.move), table)
        return _("A sensible move: **{move:text}**. {why:text}", move=label, why=why)
    return _computer_choice(table, seat, game.expert(g, seat))


def _computer_choice(table: Table, seat: int, move: str) -> str:
    """The move of a computer player, and what it would bring."""
    game, g = table.game, table.state
    label = _spoken(game.label(g, seat, move), table)
    consequence = _spoken(game.consequence(g, seat, move), table)
    if not consequence:
        return _("A computer player would choose: **{move:text}**", move=label)
    return _(
        "A computer player would choose: **{move:text}** — {consequence:text}",
        move=label,
        consequence=consequence,
    )


def _rules_only_hint(table: Table, seat: int) -> Hint:
    """A hint for a choice that has none: the rules that name one of its moves."""
    verb = table.game.default(table.state, seat).split(" ")[0]
    named = re.compile(rf"`{re.escape(verb)}\b")
    rules = rulebook(table.game.name).rules.values()
    return Hint("", tuple(rule.number for rule in rules if named.search(rule.text)))


def _rules(game: str, hint: Hint) -> list[Rule]:
    known = rulebook(game).rules
    return [known[number] for number in hint.rules[:MAX_RULES] if number in known]


def _rule_button(game: str, rule: Rule) -> Button:
    title = _("Rule {number}: {title}", number=rule.number, title=rule.title)
    return Button("rule", 0, f"{game}:{rule.number}", label=title)
