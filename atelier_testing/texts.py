"""What every game must keep of what it tells players besides its rules: its lesson, and those
translations that it has.
"""

import string
from typing import Any

import pytest

from atelier_testing.project import own_games
from bot.pages.lessons import lesson_of
from bot.texts.languages import LANGUAGES, read
from bot.texts.rulebook import rulebook
from games import folder
from games.kernel import Game

every_game = pytest.mark.parametrize("game", own_games(), ids=lambda game: game.name)


@every_game
def test_a_lesson_names_choices_and_rules_that_there_are(game: Game[Any]) -> None:
    lesson, rules = lesson_of(game.name), rulebook(game.name).rules
    assert set(lesson.hints) <= set(game.choices)
    for choice, hint in lesson.hints.items():
        assert hint.rules and set(hint.rules) <= set(rules), choice
        assert 1 <= hint.text.count(". ") + 1 <= 2 and len(hint.text) <= 300, choice


@every_game
def test_what_is_asked_in_a_first_turn_has_a_hint(game: Game[Any]) -> None:
    lesson = lesson_of(game.name)
    for seed in range(6):
        g, asked = game.new(max(2, game.seats[0]), seed), 0
        while asked < lesson.questions and g.scores is None:
            seat = g.asked[0]
            if seat == 0:
                asked += 1
                assert g.agenda[-1][0] in lesson.hints
            g = game.play(g, seat, game.default(g, seat))


@every_game
def test_translations_say_the_same_values(game: Game[Any]) -> None:
    for language in LANGUAGES:
        assert_same_values(read(folder(game.name).joinpath("translations"), language))


def assert_same_values(texts: dict[str, str]) -> None:
    """Asserts that translations, by their English text, have all its values, each said alike."""
    for english, other in texts.items():
        assert {n for n, _ in values(english)} == {n for n, _ in values(other)}, other
        kept = {(n, spec) for n, spec in values(english) if spec}
        assert kept <= values(other), other


def values(template: str) -> set[tuple[str, str]]:
    """The names of a template's values, and how each is said; forms of nouns differ."""
    parsed = string.Formatter().parse(template)
    return {
        (name, "" if "|" in (spec or "") else spec or "") for _, name, spec, _ in parsed if name
    }
