"""What every game must keep of what it tells players besides its rules: its lesson, and those
translations that it has.
"""

import re
import string
from collections.abc import Collection, Iterator
from functools import cache
from importlib.resources import files
from typing import Any

import pytest

from atelier_testing.project import own_games
from bot.texts.languages import LANGUAGES, read_catalogue
from bot.texts.rulebook import rulebook
from bot.texts.translations.texts import of_bot, of_game, of_kernel
from games import folder
from games.kernel import Game
from games.lesson import LEARNER_SEAT, lesson_of
from games.words import PERSONS, Lexicon, translate_into

WHOLE = ("en", "de", "es", "fr", "ja")
"""Languages that lack nothing. Others may, and say that in English."""
REAL_CHOICES = 3
"""Questions at the beginning of a lesson that have several good answers."""
NUMBER = re.compile(r"\d+")
OF_PERSON = re.compile(r"\{\w+:(?:seat|they) ?([^|}]*)\|[^}]*\}")
"""The form of the third person in `{who:seat gains|You gained}`."""
FOLLOWING = re.compile(r"(?:, | and |; )([a-z]+)\b")

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
        g, asked = game.new(game.fewest_seats, seed), 0
        while asked < lesson.questions and g.scores is None:
            seat = g.asked[0]
            if seat == 0:
                asked += 1
                assert g.agenda[-1][0] in lesson.hints
            g = game.play(g, seat, game.default(g, seat))


@every_game
def test_a_good_player_plays_the_chosen_deal_and_its_first_questions_are_real_choices(
    game: Game[Any],
) -> None:
    for n, g in enumerate(turns_of(game)):
        turn = lesson_of(game.name).turns[n]
        assert turn.move == game.expert(g, LEARNER_SEAT), turn.move
        assert n >= REAL_CHOICES or len(game.candidate_moves(g, LEARNER_SEAT)) > 1, turn.move
        assert g.agenda[-1][0] in lesson_of(game.name).hints


@every_game
def test_the_reasons_of_a_lesson_are_true(game: Game[Any]) -> None:
    for n, g in enumerate(turns_of(game)):
        turn = lesson_of(game.name).turns[n]
        for path, fact in turn.facts.items():
            there = fact_at(game, g, path)
            assert (str(there) if isinstance(fact, str) else there) == fact, path
        texts = game.label(g, LEARNER_SEAT, turn.move), game.consequence(g, LEARNER_SEAT, turn.move)
        shown = " ".join(
            translate_into(text, Lexicon("en", {}), ["You", "Pierrot"]) for text in texts
        )
        known = {*NUMBER.findall(f"{shown} {turn.facts}")}
        assert known.issuperset(NUMBER.findall(turn.why)), turn.why


def turns_of(game: Game[Any]) -> Iterator[Any]:
    """The states of a chosen deal in which the learner is asked."""
    lesson = lesson_of(game.name)
    g = game.new(lesson.seats, lesson.seed or 0) if lesson.turns else None
    for turn in lesson.turns:
        yield g
        g = game.play(g, LEARNER_SEAT, turn.move)
        for move in turn.then:
            g = game.play(g, g.asked[0], move)


def fact_at(game: Game[Any], g: Any, path: str) -> Any:
    """What a path of a fact leads to: in a card, or in what the learner sees."""
    first, _space, rest = path.partition(" ")
    card, _space, key = rest.partition(" ")
    value, keys = (
        (game.lookup[card], key) if first == "card" else (game.view(g, LEARNER_SEAT), path)
    )
    while keys:
        if isinstance(value, list):
            key, _space, keys = keys.partition(" ")
            value = value[int(key)]
        else:
            key = max((each for each in value if f"{keys} ".startswith(f"{each} ")), key=len)
            value, keys = value[key], keys[len(key) + 1 :]
    return value


def in_two_persons(template: str) -> list[str]:
    """The verbs of the third person in a template, beside their form for "you"."""
    forms = (third.split() for third in OF_PERSON.findall(template))
    return [form[0] for form in forms if form and form[0].endswith("s")]


def verbs_without_you(template: str, verbs: Collection[str]) -> list[str]:
    """The verbs that follow another one in a template and have no form for "you"."""
    followed = FOLLOWING.findall(re.sub(r"\{[^{}]*\}", "…", template))
    return [verb for verb in followed if verb in verbs] if OF_PERSON.search(template) else []


def test_a_verb_without_a_form_for_you_is_found() -> None:
    verbs = in_two_persons("{who:seat gains|You gained} {n} and {who:they draws|drew} a card.")
    assert verbs == ["gains", "draws"]
    assert verbs_without_you("{who:seat plays|You played} it and draws a card.", verbs) == ["draws"]
    assert not verbs_without_you("{who:seat gains|You gained} 2 and {who:they draws|drew}.", verbs)
    assert not verbs_without_you("The bank plays, and draws.", verbs)


@cache
def texts_of(game: Game[Any]) -> set[str]:
    """The texts of a game, with those that come up in one random game."""
    return of_game(game, 1)


@cache
def texts_of_house() -> set[str]:
    """The texts that all games share."""
    return of_bot() | of_kernel()


@every_game
def test_each_verb_of_a_player_has_a_form_for_you(game: Game[Any]) -> None:
    templates = texts_of(game)
    verbs = {verb for template in templates for verb in in_two_persons(template)}
    wrong = {text: found for text in templates if (found := verbs_without_you(text, verbs))}
    assert not wrong


@every_game
def test_translations_say_the_same_values(game: Game[Any]) -> None:
    for language in LANGUAGES:
        assert_same_values(read_catalogue(folder(game.name).joinpath("translations"), language))


@every_game
def test_every_text_is_in_each_catalogue_that_there_is(game: Game[Any]) -> None:
    own, house = (each.joinpath("translations") for each in (folder(game.name), files("bot.texts")))
    texts = texts_of(game) - texts_of_house()
    for language in WHOLE:
        known = read_catalogue(own, language)
        missing = texts - known.keys() - read_catalogue(house, language).keys()
        assert not known or not missing, (language, sorted(missing)[:20])


def assert_same_values(texts: dict[str, str]) -> None:
    """Asserts that translations, by their English text, have all its values, each said alike."""
    for english, other in texts.items():
        assert {n for n, _ in placeholders(english)} == {n for n, _ in placeholders(other)}, other
        kept = {(n, spec) for n, spec in placeholders(english) if spec}
        assert kept <= placeholders(other), other
        unknown = {spec for _, spec in placeholders(other) - kept} - {""}
        assert not unknown, f"{other}: {unknown} is no way to say a value"


def placeholders(template: str) -> set[tuple[str, str]]:
    """The names of a template's values, and how each is said; words in it differ."""
    parsed = string.Formatter().parse(template)
    return {(name, kind_of(spec or "")) for _, name, spec, _ in parsed if name}


def kind_of(spec: str) -> str:
    """How a value is said, without words: of a number with its noun "", of a seat that is addressed
    "you".
    """
    if "|" in spec:
        return "you" if spec.startswith(PERSONS) else ""
    return spec
