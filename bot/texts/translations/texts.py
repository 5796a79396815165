"""Collects the English texts that people read, from the sources and by playing games."""

from __future__ import annotations

import ast
import random
import re
import tomllib
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, cast

from bot.texts.rulebook import rulebook
from games import folder
from games._kernel.dials import names_of
from games._kernel.question import ELSE
from games.kernel import Dials, Game, about_value, option_values
from games.words import Lexicon, news_text, translate_into
from renderers import SHARED, for_game

ROOT = Path(__file__).parents[3]
SETTINGS = ("Setting", "TableSetting", "PaceSetting", "LevelSetting")
TEXT_CALLS: dict[str, int | None] = {
    **dict.fromkeys(("_", "phrase", "template", "say", "note", "choice", "context_menu"), 0),
    **dict.fromkeys(("says", "Said", "thing"), 0),
    **dict.fromkeys(("announce", "group"), 1),
    **dict.fromkeys(("Choice", "describe", "switch", *SETTINGS)),
}
"""The functions that take a text, and its position among the arguments; None: all named ones."""
TEXT_ARGUMENTS = (
    "label",
    "may_pass",
    "they",
    "you",
    "title",
    "description",
    "group_description",
    "name",
    "alarm",
)
"""Named arguments that hold texts."""
MOVES = ("does", "premove", "standing_order")
"""The functions that take a text that is read as a move, or as the name of a later question."""
TEMPLATE = re.compile(r"\{[a-z_]+(:[^}]*)?\}.* |.* \{[a-z_]+(:[^}]*)?\}")
VALUE_TEXTS = ("yes", "no", "nothing")
"""Texts of the bot that are only used as values in other texts."""
TEXT_KEYS = (
    "text",
    "why",
    "drawn",
    "short",
    "name",
    "title",
    "after",
    "meaning",
    "colour",
    "city",
    "location",
)
"""Keys of TOML tables that hold texts."""
TEXT_TABLES = ("accents",)
"""TOML tables in which every value is a text."""


class RecordingTexts(dict[str, str]):
    """A catalogue that translates nothing and records every text that is looked up."""

    def get(self, key: str, default: Any = None, /) -> Any:
        self[key] = key
        return default


def of_bot() -> set[str]:
    """The texts of `bot/` and `cogs/`, and those that the pictures of all games share."""
    found: set[str] = set()
    for name in SHARED:
        found |= set(_in_calls(nodes_of(ROOT / "renderers" / f"{name}.py")))
    for room in ("bot", "cogs"):
        for file in sorted((ROOT / room).rglob("*.py")):
            tree = ast.parse(file.read_text(encoding="utf-8"))
            found |= set(_in_calls(ast.walk(tree)))
            if room == "cogs":
                found |= set(_docstrings(tree))
            if about := list(_level_texts(tree)):  # a level of computer players
                found |= {file.stem, *about}
    found |= {*VALUE_TEXTS}
    return {text for text in found if is_text(text)}


def of_game(game: Game[Any], games: int = 6) -> set[str]:
    """The texts of a game: those in its sources and in its renderer's, and those that come up in
    `games` random games.
    """
    found: set[str] = set()
    for file in files_of_pictures(game.name):
        found |= set(_in_calls(nodes_of(file)))
    for file in sorted(folder_of(game.name).rglob("*.py")):
        found |= _of_rules(file)
    found |= set(_texts_of_game(game)) | texts_of_play(game, games)
    return {text for text in found if is_text(text)}


def folder_of(game: str) -> Path:
    return Path(str(folder(game)))


def files_of_pictures(game: str) -> list[Path]:
    """The source files of a game's renderer, a module or a package."""
    file = Path(str(for_game(game).__file__))
    return sorted(file.parent.rglob("*.py")) if file.name == "__init__.py" else [file]


def of_kernel() -> set[str]:
    """The texts of the kernel, which all games share; they are in the bot's catalogues."""
    found: set[str] = set()
    for file in sorted((ROOT / "games" / "_kernel").rglob("*.py")):
        found |= _of_rules(file)
    return {text for text in found if is_text(text)}


def _of_rules(file: Path) -> set[str]:
    """The texts of a module of rules, with the templates that it keeps in dictionaries."""
    nodes = nodes_of(file)
    return {*_in_calls(nodes), *_templates(nodes)}


def nodes_of(file: Path) -> list[ast.AST]:
    """All nodes of a source file."""
    return [*ast.walk(ast.parse(file.read_text(encoding="utf-8")))]


def _templates(nodes: list[ast.AST]) -> Iterator[str]:
    """The string literals that contain values, except the patterns of moves."""
    patterns: set[int] = set()
    for node in nodes:
        if isinstance(node, ast.Call):
            name = getattr(node.func, "attr", getattr(node.func, "id", ""))
            patterns |= {id(each) for each in node.args[:1] if name in MOVES}
            patterns |= {id(k.value) for k in node.keywords if k.arg == "menu"}
        elif isinstance(node, ast.JoinedStr):
            patterns |= {id(each) for each in node.values}
        elif isinstance(node, ast.Expr):  # a docstring
            patterns.add(id(node.value))
    for node in nodes:
        text = getattr(node, "value", None) if isinstance(node, ast.Constant) else None
        if isinstance(text, str) and id(node) not in patterns and TEMPLATE.search(text):
            yield text


def texts_of_play(game: Game[Any], games: int) -> set[str]:
    texts = RecordingTexts()
    lexicon = Lexicon("en", texts)
    for seed in range(games):
        rng = random.Random(seed)
        g = game.new(game.seats[seed % len(game.seats)], seed)
        names = [f"Player {seat + 1}" for seat in range(g.seats)]
        while g.scores is None:
            _look_up_all(game, g, lexicon, names, rng)
            seat = rng.choice(g.asked)
            usual = rng.random() < seed / games
            move = game.default(g, seat) if usual else rng.choice(game.legal(g, seat))
            g = game.play(g, seat, move)
        _look_up_all(game, g, lexicon, names, rng)
    return set(texts)


def _look_up_all(
    game: Game[Any], g: Any, lexicon: Lexicon, names: list[str], rng: random.Random
) -> None:
    for template, values, _to in g.news:
        news_text(template, values, names, lexicon)
    if g.asked:
        translate_into(game.view(g, None)["question"]["prompt"], lexicon, names)
    for seat in range(g.seats):
        for question in game.questions(g, seat):
            if not question.name.endswith(ELSE):
                lexicon.texts.get(question.called)
            if isinstance(menu := question.menu, Dials):
                for dial, words in enumerate(menu.words):
                    for n in range(len(words)):
                        translate_into(question.value(menu, dial, n), lexicon, names)
            for move in rng.sample(question.moves, min(len(question), 6)):
                translate_into(question.label(move), lexicon, names)
                translate_into(question.consequence(move), lexicon, names)


def _texts_of_game(game: Game[Any]) -> Iterator[str]:
    """The texts of a game's description, options, commands, dials and cards, and the titles and
    other words of its rules.
    """
    book = rulebook(game.name)
    yield book.glance
    yield game.about
    yield game.unit
    yield from (chapter.title for chapter in book.chapters)
    for rule in book.rules.values():
        yield from (rule.title, rule.other_words)
    for name, known in game.options.model_fields.items():
        yield known.title or name
        yield from (about_value(known, value) for value in option_values(known))
        yield from (str(v) for v in getattr(known.annotation, "__args__", ()))
    for verb in game.verbs.values():
        yield verb.sentence
    for choice in game.choices.values():
        for pattern in (choice.dials, *(form.pattern for form in choice.orders)):
            yield from names_of(pattern)
    texts = RecordingTexts()
    for card in (card for each in game.editions.values() for card in each.lookup.values()):
        facts = card["facts"]
        for text in (card["name"], card["kind"], *facts, *facts.values(), *card["text"]):
            if isinstance(text, str):
                translate_into(text, Lexicon("en", texts))
    yield from texts
    yield from _in_tables(game.name)


def _in_tables(game: str) -> Iterator[str]:
    """The texts in the TOML files of a game."""
    for file in sorted(folder_of(game).glob("*.toml")):
        yield from _texts_under(tomllib.loads(file.read_text(encoding="utf-8")))


def _texts_under(table: Any, key: str = "") -> Iterator[str]:
    """The texts of a TOML table under `TEXT_KEYS` and in `TEXT_TABLES`."""
    if isinstance(table, dict):
        for name, each in cast("dict[str, Any]", table).items():
            yield from _texts_under(each, "text" if key in TEXT_TABLES else name)
    elif isinstance(table, list):
        for each in cast("list[Any]", table):
            yield from _texts_under(each, key)
    elif isinstance(table, str) and key in TEXT_KEYS:
        yield table


def _in_calls(nodes: Iterable[ast.AST]) -> Iterator[str]:
    for node in nodes:
        if not isinstance(node, ast.Call):
            continue
        name = getattr(node.func, "attr", getattr(node.func, "id", ""))
        place = TEXT_CALLS.get(name, -1)
        if name in TEXT_CALLS and place is not None and len(node.args) > place:
            yield from _texts(node.args[place])
        for keyword in node.keywords:
            if name in TEXT_CALLS and place is None and keyword.arg:
                yield from _texts_of_setting(keyword.value)
            elif keyword.arg in TEXT_ARGUMENTS:
                yield from _texts(keyword.value)


def _texts(node: ast.AST) -> Iterator[str]:
    """The text of a literal, or both texts of a conditional expression."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node.value
    elif isinstance(node, ast.IfExp):
        yield from _texts(node.body)
        yield from _texts(node.orelse)


def _texts_of_setting(node: ast.AST) -> Iterator[str]:
    """The same, or all texts of the values of a setting."""
    parts = node.values if isinstance(node, ast.Dict) else [node]
    for part in parts:
        for each in part.elts if isinstance(part, ast.Tuple) else [part]:
            yield from _texts(each)


def _level_texts(tree: ast.Module) -> Iterator[str]:
    """The `ABOUT` of a level of computer players."""
    for node in tree.body:
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "ABOUT":
            yield from _texts(node.value)


def _docstrings(tree: ast.AST) -> Iterator[str]:
    """The descriptions of commands: the first lines of their docstrings."""
    for node in ast.walk(tree):
        if isinstance(node, ast.AsyncFunctionDef) and any(
            "command" in ast.dump(each) for each in node.decorator_list
        ):
            yield (ast.get_docstring(node) or "").split("\n")[0]


def is_text(text: str) -> bool:
    """Whether a text has something to translate: a word beside its values, a plural, or a dollar
    sign, which not all languages put first.
    """
    bare, depth = "", 0
    for c in text:
        depth += (c == "{") - (c == "}")
        bare += c if not depth else ""
    return any(c.isalpha() or c == "$" for c in bare) or "|" in text
