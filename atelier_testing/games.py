"""What every game must keep, for every number of seats; nothing here names a game.

A new game is held to all of this by being there. Its own rules are tested in tests/games.
"""

import importlib
import itertools
import random
import re
import zlib
from collections import Counter
from collections.abc import Callable
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from atelier_testing.golden import decisions
from atelier_testing.played import (
    GAMES,
    LONGEST_GAME,
    TABLES,
    Played,
    Table,
    as_json,
    asked_samples,
    collected,
    every_game,
    every_table,
    games_played,
    replay,
    samples,
    seats_answering,
    some_options,
)
from atelier_testing.project import ROOT, module_of, pieces_of, seed_of_day
from bot.puzzles import MARGIN_ERRORS
from bot.texts.languages import LANGUAGES, lexicon
from games import MAX_SEATS, discover, folder, record
from games.kernel import EVERYBODY, Game, IllegalMove, Picks, about_value, option_values, teams
from games.puzzles import position, puzzles_of
from games.words import names_for, news_text, seat_names
from renderers import for_game

GARBAGE = 500
"""Texts that are tried as moves at each table."""
LONGEST_ABOUT = 200
"""Characters of what is said about a game: two lines or three on a phone's screen."""
LONGEST_LABEL, LONGEST_DESCRIPTION, MOST_COMMANDS = 80, 100, 24
"""What Discord takes for a button, and for a command and its group."""
MOST_MOVES, LONGEST_CONSEQUENCE, LARGEST_STATE = 300, 160, 4096
"""Characters of what a move would bring, and bytes of a state, compressed."""
LETTERS = "abcdepqrst0123456789 -+_.,:/{}[]()%@#*`'\"\\\n\t\r\0²٣éÄ“\u2028\u202e😀"
"""A few of each kind: a text need not look like a move to break something."""
PLAYTHROUGHS = 4
MOVES_COMPARED = 40
"""Moves of one question whose effects are compared with each other."""
CHANGED = (
    "If figures in cards.toml have changed, put those of the last release into cards-1.toml (or the"
    " next number) beside it: games that run keep them, and records are played again with them."
)
MOST_GAMES_FOR_RARE_WORDS = 300
MOVES_FORESEEN = 100


# --- Flow ----------------------------------------------------------------------------------------


@every_table
def test_games_end(table: Table) -> None:
    for played in games_played(table):
        scores = played.end.scores
        assert scores is not None, f"no end after {LONGEST_GAME} moves, seed {played.seed}"
        assert len(scores) == table.seats
        assert not played.end.asked and not played.end.agenda and not played.end.answers
        worth = [*zip(scores, played.end.tie_breaks or scores, strict=True)]
        apart = {*zip(teams(played.end), worth, strict=True)}
        assert len(apart) == len({*teams(played.end)}), "partners have one score and tie-break"


@every_table
def test_a_table_of_absent_players_comes_to_an_end(table: Table) -> None:
    game, g = table.game, table.game.new(table.seats, 1)
    for _ in range(LONGEST_GAME):
        if g.scores is not None:
            return
        g = game.play(g, g.asked[0], game.default(g, g.asked[0]))
    pytest.fail(f"no end after {LONGEST_GAME} default moves")


@every_table
def test_a_seat_that_is_asked_has_moves_and_no_other_seat_has(table: Table) -> None:
    for sample in samples(table):
        g = sample.g
        assert (not g.asked) == (g.scores is not None), "somebody is asked until the game is over"
        for seat in range(table.seats):
            moves = table.game.legal(g, seat)
            assert bool(moves) == (seat in seats_answering(g))
            assert len(set(moves)) == len(moves) <= MOST_MOVES
            assert all(re.fullmatch(r"\S+( \S+)*", move) for move in moves)


@every_table
def test_who_is_asked_next_is_foreseen_more_often_than_not(table: Table) -> None:
    game, found, chance = table.game, Counter[bool](), random.Random(3)
    g = game.new(table.seats, 3)
    for _ in range(MOVES_FORESEEN):
        if g.scores is not None:
            break
        soon, part = game.asked_next(g), {*g.asked, *g.answers}
        assert not part.intersection(soon)
        seat = chance.choice(g.asked)
        sensible = chance.random() < 0.8
        g = game.play(g, seat, game.default(g, seat) if sensible else game.legal(g, seat)[0])
        if g.scores is None and (new := {*g.asked} - part):
            found[new.issuperset(soon) and bool(soon)] += 1
    assert found[True] >= found[False]


@every_table
def test_labels_are_short_and_differ(table: Table) -> None:
    for g in asked_samples(table):
        for seat in seats_answering(g):
            moves = table.game.legal(g, seat)
            labels = [table.game.label(g, seat, move) for move in moves]
            assert all(0 < len(label) <= LONGEST_LABEL for label in labels), labels
            twice = [label for label, count in Counter(labels).items() if count > 1]
            assert not twice, f"these labels stand for several moves: {twice}"
            brings = [table.game.consequence(g, seat, move) for move in moves]
            assert all(len(each) <= LONGEST_CONSEQUENCE for each in brings), brings
            question = table.game.question(g, seat)
            if question and isinstance(question.menu, Picks):
                things = [question.thing(thing).label for thing in question.menu.things]
                assert all(0 < len(label) <= LONGEST_LABEL for label in things), things
                assert len({*things}) == len(things), f"two of these have one label: {things}"


@every_table
def test_labels_of_later_questions_are_short_and_differ(table: Table) -> None:
    for sample in samples(table):
        for seat in range(table.seats):
            later = [each for each in table.game.questions(sample.g, seat) if each.name]
            names = [each.name for each in later]
            assert len({*names}) == len(names), f"two later questions have one name: {names}"
            for question in later:
                labels = [question.label(move) for move in question]
                assert all(0 < len(label) <= LONGEST_LABEL for label in labels), labels
                twice = [label for label, n in Counter(labels).items() if n > 1]
                assert not twice, f"{question.name}: these labels stand for several moves: {twice}"


@every_table
def test_the_default_and_the_move_of_a_good_player_are_legal(table: Table) -> None:
    for g in asked_samples(table):
        for seat in seats_answering(g):
            legal = table.game.legal(g, seat)
            assert table.game.default(g, seat) in legal and table.game.expert(g, seat) in legal


@every_table
def test_a_good_player_knows_what_is_seen_and_no_more(table: Table) -> None:
    game, chance = table.game, random.Random(9)
    for g in asked_samples(table):
        for seat in g.asked:
            assert game.expert(game.guess(g, seat, chance), seat) == game.expert(g, seat)


@every_table
def test_the_default_is_legal_in_every_state_that_others_take_for_possible(table: Table) -> None:
    game, chance = table.game, random.Random(12)
    for g in asked_samples(table)[:40]:
        guess = game.guess(g, chance.randrange(table.seats), chance)
        for seat in guess.asked:
            assert game.default(guess, seat) in game.legal(guess, seat)


@every_game
def test_every_choice_and_every_effect_occurs(game: Game[Any]) -> None:
    wanted = {
        (name, pattern)
        for name, choice in game.choices.items()
        for form in choice.forms
        for pattern in form.patterns
    }
    assert all(choice.forms for choice in game.choices.values())
    for played in itertools.chain(*(games_played(each) for each in TABLES if each.game is game)):
        made = zip(played.questions, played.log, strict=False)  # the last one is “over”
        wanted -= {(name, pattern_of(game, name, move)) for name, (_, move) in made}
    for number in range(MOST_GAMES_FOR_RARE_WORDS):
        chance = random.Random(number)
        options = some_options(game, number, chance)
        g = game.new(game.seats[number % len(game.seats)], number, options)
        for _ in range(LONGEST_GAME):
            if g.scores is not None or not wanted:
                break
            seat = chance.choice(g.asked)
            name, moves = g.agenda[-1][0], game.legal(g, seat)
            patterns = {pattern for question, pattern in wanted if question == name}
            new = [m for m in moves if pattern_of(game, name, m) in patterns] if patterns else []
            move = chance.choice(new or moves)
            wanted.discard((name, pattern_of(game, name, move)))
            game._play(g, seat, move)  # without the copy that `play` makes: thousands of moves
        if not wanted:
            return
    pytest.fail(f"never open in {MOST_GAMES_FOR_RARE_WORDS} games: {sorted(wanted)}")


def pattern_of(game: Game[Any], choice: str, move: str) -> str:
    """The pattern of a move: of a form with words that may be left out the one that was said."""
    form = game.choices[choice].read(move)[2]
    return next(each for each in form.patterns if each.count(" ") == move.count(" "))


@every_game
def test_no_two_moves_of_a_question_have_one_effect(game: Game[Any]) -> None:
    seed = seed_of_day()
    chance = random.Random(seed)
    g = game.new(chance.choice(game.seats), seed)
    alike = list[str]()
    while g.scores is None:
        seat = chance.choice(g.asked)
        question = game.question(g, seat)
        assert question is not None
        moves = [move for move in question if question.tone(move) != "setting"]
        if g.answers:  # what comes of it depends on answers that the player cannot see
            moves = []
        if len(moves) > MOVES_COMPARED:
            moves = chance.sample(moves, MOVES_COMPARED)
        effects: dict[bytes, str] = {}
        for move in moves:
            effect = as_json(game.view(game.play(g, seat, move), seat))
            other = effects.setdefault(effect, move)
            if other != move:
                alike.append(f"{other}: {question.label(other)} / {move}: {question.label(move)}")
        sensible = chance.random() < 0.5  # games go on, and lead everywhere
        moves = [game.default(g, seat)] if sensible else game.candidate_moves(g, seat)
        g = game.play(g, seat, chance.choice(moves))
    assert not alike, "\n".join([f"{len(alike)} in {game.name}", *alike[:20]])


# --- Moves that are not open ---------------------------------------------------------------------


def assert_refused(table: Table, g: Any, seat: int, text: str) -> None:
    """Asserts that a text is refused with a sentence and that nothing changes."""
    before = table.game.dump(g)
    with pytest.raises(IllegalMove) as refused:
        table.game.play(g, seat, text)
    sentence = str(refused.value)
    assert sentence.endswith(".") and sentence[0] in f"“{sentence[0].upper()}", sentence
    assert table.game.dump(g) == before


def random_text(game: Game[Any], chance: random.Random) -> str:
    """A text that looks like a move, or one that does not."""
    if chance.random() < 0.5:
        return random_letters(chance, 80)
    forms = [form for choice in game.choices.values() for form in choice.forms]
    words = sorted({word for form in forms for word in form.patterns[-1].split(" ")})
    plain = [word for word in words if not word.startswith("{")]
    kinds: list[Callable[[], str]] = [
        lambda: chance.choice(plain),
        lambda: str(chance.randint(-2, 60)),
        lambda: chance.choice(["", "²", "٣", "9" * 5000, "I", "-0", "1e3", "{0}", "%s"]),
        lambda: random_letters(chance, 8),
    ]
    return " ".join(chance.choice(kinds)() for _ in range(chance.randrange(7)))


def random_letters(chance: random.Random, most: int) -> str:
    """At most so many random letters."""
    return "".join(chance.choices(LETTERS, k=chance.randint(0, most)))


@every_table
def test_garbage_is_refused(table: Table) -> None:
    states, chance = [sample.g for sample in samples(table)], random.Random(2)
    for _ in range(GARBAGE):
        g, seat = chance.choice(states), chance.randint(-1, table.seats)
        text = random_text(table.game, chance)
        if text not in table.game.legal(g, seat):
            assert_refused(table, g, seat, text)


@every_table
def test_moves_that_were_open_before_are_refused_now(table: Table) -> None:
    tried = sorted({move for played in games_played(table) for _, move in played.log})
    chance = random.Random(0)
    for sample in samples(table)[:60]:
        g = sample.g
        for seat in range(table.seats):
            legal = table.game.legal(g, seat)
            for text in chance.sample(tried, min(5, len(tried))):
                if text not in legal:
                    assert_refused(table, g, seat, text)
            for move in legal[:1]:
                for near in (move + " ", " " + move, move.upper(), move + " 1", move[:-1]):
                    if near not in legal:
                        assert_refused(table, g, seat, near)


# --- Plain data ----------------------------------------------------------------------------------


@every_table
def test_play_never_touches_its_argument(table: Table) -> None:
    for g in asked_samples(table):
        before = table.game.dump(g)
        for seat in seats_answering(g):
            for move in table.game.legal(g, seat)[:4]:
                after = table.game.play(g, seat, move)
                table.game.playout(after, random.Random(1), most=8)
                assert table.game.dump(g) == before, f"{seat} {move}"
        table.game.guess(g, 0, random.Random(1))
        table.game.view(g, 0)
        assert table.game.dump(g) == before


def question_that_changes_state(game: Game[Any], g: Any) -> str:
    """A sentence about the first question to the rules that changes the state; "" if none does."""
    before = game.dump(g)
    for seat in seats_answering(g):
        for what in ("view", "legal", "default", "expert", "candidate_moves"):
            getattr(game, what)(g, seat)
            if game.dump(g) != before:
                return f"Game.{what} changes the state at the choice “{g.agenda[-1][0]}”."
        for question in game.questions(g, seat):
            for move in question.moves[:4]:
                question.said(move).brings()
                if game.dump(g) != before:
                    return f"What is said of “{move}” changes the state."
    return ""


@every_table
def test_what_only_asks_about_a_state_leaves_it_alone(table: Table) -> None:
    for g in asked_samples(table)[:40]:
        assert question_that_changes_state(table.game, g) == ""


@every_table
def test_who_counts_points_counts_those_of_all_seats_in_every_state(table: Table) -> None:
    for sample in samples(table):
        points = table.game.points_of(sample.g)
        counts = table.game._points is not None or sample.g.scores is not None
        assert len(points or []) == counts * table.seats


@every_table
def test_states_survive_storage(table: Table) -> None:
    game = table.game
    for sample in samples(table):
        assert len(zlib.compress(sample.dumped)) <= LARGEST_STATE
        loaded = game.load(sample.dumped, game.version)
        assert loaded == sample.g and game.dump(sample.g) == sample.dumped
        assert all(game.legal(loaded, s) == game.legal(sample.g, s) for s in range(table.seats))


@every_table
def test_play_goes_on_after_storage(table: Table) -> None:
    game, played = table.game, games_played(table)[-1]

    def through_storage(g: Any, seat: int, move: str) -> Any:
        loaded = game.load(game.dump(g), game.version)
        assert loaded == g
        return game.play(loaded, seat, move)

    *_, end = replay(table, played, through_storage)
    assert end == played.end


@every_table
def test_replay_equals_play(table: Table) -> None:
    for played in games_played(table):
        replayed = table.game.replay(table.seats, played.seed, played.log, played.options)
        assert replayed == played.end


# --- Components and news -------------------------------------------------------------------------


@every_table
def test_no_piece_is_made_or_lost(table: Table) -> None:
    game = table.game

    def first_of(played: Played) -> Any:
        return pieces_of(game, game.new(table.seats, played.seed, played.options))

    played = games_played(table)[0]
    first = first_of(played)
    assert all(pieces_of(game, g) == first for g in replay(table, played, game.play))
    assert all(pieces_of(game, each.g) == first_of(each.played) for each in samples(table))


@every_table
def test_news_can_be_told(table: Table) -> None:
    names = seat_names(table.seats)
    assert collected(table).news
    for template, values, seat in collected(table).news:
        assert seat is EVERYBODY or seat in range(table.seats)
        sentence = news_text(template, values, names)
        assert sentence.strip() == sentence and "\n" not in sentence and sentence


@pytest.mark.parametrize("language", LANGUAGES)
@every_table
def test_news_never_name_the_one_who_reads_them(table: Table, language: str) -> None:
    """They say "you": "{who:seat sells|You sold}"."""
    names, texts = seat_names(table.seats), lexicon(language, table.game.name)
    for (template, values, to), seat in itertools.product(
        collected(table).news, range(table.seats)
    ):
        if to in (EVERYBODY, seat):
            sentence = news_text(template, values, names_for(seat, names), texts)
            assert names[seat] not in sentence, f"{sentence} ({template})"


# --- What belongs to a game besides its rules ----------------------------------------------------


def modules_of(game: Game[Any]) -> list[ModuleType]:
    """The test modules of a game, test_NAME.py and test_NAME_*.py. If the name of another game
    begins like this one, a module belongs to the longer name.
    """
    longer = tuple(f"test_{each.name}" for each in GAMES if each.name.startswith(f"{game.name}_"))
    more = sorted((ROOT / "tests" / "games").glob(f"test_{game.name}_*.py"))
    own = [path.stem for path in more if not path.stem.startswith(longer)]
    return [module_of(game), *[importlib.import_module(f"tests.games.{stem}") for stem in own]]


@cache
def rules_of(name: str) -> tuple[list[str], list[str]]:
    """The numbers of the chapters and of the rules in a RULES.md."""
    text = folder(name).joinpath("RULES.md").read_text(encoding="utf-8")
    chapters = re.findall(r"^## (\d+)\. \S.*$", text, re.MULTILINE)
    rules = re.findall(r"^\*\*(\d+\.\d+) [^*]+\.\*\* \S", text, re.MULTILINE)
    assert len(rules) == len(re.findall(r"^\*\*\d", text, re.MULTILINE)), "**3.2 Title.** text"
    assert re.match(r"(# .+\n\n)?\w", text), "first the game in a few sentences"
    assert set(re.findall(r"\d+\.\d+", text)) <= set(rules), "a rule is named that is not there"
    assert "(ruling" not in text, "rulings stand in the last chapter"
    return chapters, rules


def rules_tested(module: ModuleType) -> set[str]:
    """The numbers in the rule marks of a module's tests."""
    holders = [value for name, value in vars(module).items() if name.lower().startswith("test")]
    classes = [each for each in holders if isinstance(each, type)]
    inner = [value for each in classes for value in vars(each).values()]
    marks = [mark for each in (*holders, *inner) for mark in getattr(each, "pytestmark", [])]
    return {str(number) for mark in marks if mark.name == "rule" for number in mark.args}


@every_game
def test_the_facts_are_in_order(game: Game[Any]) -> None:
    assert discover()[game.name] is game
    assert game.seats and {*game.seats} <= {*range(1, MAX_SEATS + 1)}
    assert game.title and game.minutes > 0 and 1 <= game.weight <= 5
    assert 60 <= len(game.about) <= LONGEST_ABOUT, "say what it is like, and for whom it is"
    prompts = [text for c in game.choices.values() for text in (c.prompt, c.you) if text]
    texts = [text for text in prompts if isinstance(text, str)]
    assert all(text.endswith((".", "?")) for text in texts)


@every_game
def test_every_value_of_every_option_is_explained(game: Game[Any]) -> None:
    for name, facts in game.options.model_fields.items():
        told = [about_value(facts, value) for value in option_values(facts)]
        assert facts.title and len({*told}) == len(told), name
        for text in told:
            assert text.endswith(".") and 10 <= len(text) <= LONGEST_DESCRIPTION, text


@every_game
def test_the_verbs_make_commands(game: Game[Any]) -> None:
    assert 0 < len(game.verbs) <= MOST_COMMANDS
    for first, verb in game.verbs.items():
        assert verb.sentence.endswith(".") and len(verb.sentence) <= LONGEST_DESCRIPTION
        words = [name for name, _ in verb.words]
        assert len({*words, "game"}) == len(words) + 1, f"two words of “{first}” have one name"
        for word in (first, *words):
            assert re.fullmatch(r"[a-z][a-z0-9_]{0,31}", word), f"“{word}” is no name for Discord"


@every_game
def test_the_rules_are_written_down_and_each_is_tested(game: Game[Any]) -> None:
    chapters, rules = rules_of(game.name)
    tested = {rule for module in modules_of(game) for rule in rules_tested(module)}
    assert chapters == [str(number) for number in range(1, len(chapters) + 1)] and rules
    assert len(set(rules)) == len(rules)
    assert {rule.split(".")[0] for rule in rules} <= set(chapters)
    assert not set(rules) - tested, "rules without a test"
    assert not tested - set(rules), "tests of rules that are not there"


@every_game
def test_there_are_pictures(game: Game[Any]) -> None:
    pictures = for_game(game.name)
    assert callable(pictures.draw) and callable(pictures.describe)


@every_game
def test_each_edition_of_the_figures_is_there_and_was_played(game: Game[Any]) -> None:
    place = Path(str(folder(game.name)))
    earlier = sorted(path.name for path in place.glob("cards-*.toml"))
    assert earlier == sorted(f"cards-{edition}.toml" for edition in range(1, game.edition))
    found = [record_of(path) for path in playthroughs() if path.parent.name == game.name]
    heads = [record.header(text.splitlines()) for text in found]
    played = {(int(head.get("edition", 1)), int(head["seats"])) for head in heads}
    assert played == {(edition, seats) for edition in game.editions for seats in game.seats}
    assert [each.edition for each in game.editions.values()] == [*game.editions]


@every_table
def test_there_are_enough_playthroughs(table: Table) -> None:
    found = [record_of(path) for path in playthroughs() if path.parent.name == table.game.name]
    fitting = [text for text in found if f"\nseats {table.seats}\n" in text]
    assert len(fitting) >= PLAYTHROUGHS
    assert all("\nscores " in text for text in fitting)


def playthroughs() -> list[Path]:
    """The files of all recorded playthroughs."""
    return sorted((ROOT / "tests" / "playthroughs").glob("*/*.txt"))


def record_of(path: Path) -> str:
    """The text of a record."""
    return path.read_text(encoding="utf-8")


@pytest.mark.parametrize("path", playthroughs(), ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_a_playthrough_still_plays_as_it_did(path: Path) -> None:
    text = record_of(path)
    assert text.startswith(f"game {path.parent.name}\n")
    try:
        remarks = record.verify(text)
    except ValueError as error:
        pytest.fail(f"{error} {CHANGED}")
    assert remarks == []
    for at in decisions(path):
        question = at.game.question(at.g, at.seat)
        assert question is None or question.prompt, f"“{at.question}” is asked without a prompt"


@every_game
def test_the_best_move_of_a_puzzle_is_best(game: Game[Any]) -> None:
    for puzzle in puzzles_of(game.name):
        _, g = position(puzzle)
        legal = game.legal(g, puzzle.seat)
        assert puzzle.seat in g.asked and g.scores is None
        assert len(puzzle.outcomes) >= 3 and {*puzzle.outcomes} <= {*legal}
        best, *others = puzzle.outcomes.values()
        assert all(best.chance > each.chance and best.lead > each.lead for each in others)
        assert all(each.margin >= MARGIN_ERRORS for each in others)
