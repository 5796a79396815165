"""What people are told in English, found in the sources and by playing."""

from __future__ import annotations

import ast
import random
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any, cast

from bot.texts.rulebook import rulebook
from games import folder
from games._kernel.dials import names_of
from games.kernel import Game, about_value, option_values
from games.words import Lexicon, said, tell
from renderers import SHARED, for_game

ROOT = Path(__file__).parents[3]
SAYS = dict.fromkeys(("_", "phrase", "template", "say", "note", "choice"), 0) | {
    "announce": 1,
    "group": 1,
    "Choice": None,
    "describe": None,
}
"""What is called with texts, and at which place the text stands; None: all texts by name."""
DESCRIBED = ("label", "may_pass", "title", "description", "group_description", "name")
"""Named arguments whose texts people read."""


TEMPLATE = re.compile(r"\{[a-z_]+(:[a-z|]*)?\}.* |.* \{[a-z_]+(:[^}]*)?\}")
SAID_AS_VALUES = ("yes", "no", "nothing")
"""Texts of the house that are values of others."""
READ = (
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
"""Keys of tables whose texts people read."""
TEXTS_OF = ("accents",)
"""Tables all of whose texts people read."""


class Heard(dict[str, str]):
    """Texts that were looked up, kept as they are."""

    def get(self, key: str, default: Any = None, /) -> Any:
        """The English text; notes that it was wanted."""
        self[key] = key
        return default


def of_house() -> set[str]:
    """The texts of bot and cogs, and those that pictures of all games share."""
    found: set[str] = set()
    for name in SHARED:
        found |= set(_in_calls(ast.parse((ROOT / "renderers" / f"{name}.py").read_text("utf-8"))))
    for room in ("bot", "cogs"):
        for file in sorted((ROOT / room).rglob("*.py")):
            tree = ast.parse(file.read_text(encoding="utf-8"))
            found |= set(_in_calls(tree))
            if room == "cogs":
                found |= set(_docstrings(tree))
            if about := list(_about(tree)):  # a level of computer players
                found |= {file.stem, *about}
    found |= {*SAID_AS_VALUES}
    return {text for text in found if is_text(text)}


def of_game(game: Game[Any], games: int = 6) -> set[str]:
    """The texts of a game: those in its sources and in those of its pictures, and those met in so
    many games played at random.
    """
    found: set[str] = set()
    for file in files_of_pictures(game.name):
        found |= set(_in_calls(ast.parse(file.read_text(encoding="utf-8"))))
    for file in sorted(folder_of(game.name).rglob("*.py")):
        found |= _of_rules(file)
    found |= set(_known(game)) | heard(game, games)
    return {text for text in found if is_text(text)}


def folder_of(game: str) -> Path:
    """The folder with the files of a game by its name."""
    return Path(str(folder(game)))


def files_of_pictures(game: str) -> list[Path]:
    """The source files of a game's pictures: a module's, or all of a package."""
    file = Path(str(for_game(game).__file__))
    return sorted(file.parent.rglob("*.py")) if file.name == "__init__.py" else [file]


def of_kernel() -> set[str]:
    """The texts of the kernel, which all games share; they stand with those of the house."""
    found: set[str] = set()
    for file in sorted((ROOT / "games" / "_kernel").rglob("*.py")):
        found |= _of_rules(file)
    return {text for text in found if is_text(text)}


def _of_rules(file: Path) -> set[str]:
    """The texts of a module of rules, with the templates that it keeps in tables."""
    tree = ast.parse(file.read_text(encoding="utf-8"))
    return set(_in_calls(tree)) | set(_templates(tree))


def _templates(tree: ast.AST) -> Iterator[str]:
    """Texts with values in them, wherever they stand, but for the patterns of moves."""
    patterns: set[int] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            name = getattr(node.func, "attr", getattr(node.func, "id", ""))
            patterns |= {id(each) for each in node.args[:1] if name in ("does", "premove")}
            patterns |= {id(each) for each in node.args if name == "unusual"}
            patterns |= {id(k.value) for k in node.keywords if k.arg in ("dials", "picks")}
            patterns |= {id(key) for key, _text in _by_form(node)}
        elif isinstance(node, ast.JoinedStr):
            patterns |= {id(each) for each in node.values}
        elif isinstance(node, ast.Expr):  # a docstring
            patterns.add(id(node.value))
    for node in ast.walk(tree):
        text = getattr(node, "value", None) if isinstance(node, ast.Constant) else None
        if isinstance(text, str) and id(node) not in patterns and TEMPLATE.search(text):
            yield text


def heard(game: Game[Any], games: int) -> set[str]:
    """All that players of random games are told, as what is looked up."""
    texts = Heard()
    lexicon = Lexicon("en", texts)
    for seed in range(games):
        rng = random.Random(seed)
        g = game.new(game.seats[seed % len(game.seats)], seed)
        names = [f"Player {seat + 1}" for seat in range(g.seats)]
        while g.scores is None:
            _hear(game, g, lexicon, names, rng)
            seat = rng.choice(g.asked)
            usual = rng.random() < seed / games
            move = game.default(g, seat) if usual else rng.choice(game.legal(g, seat))
            g = game.play(g, seat, move)
        _hear(game, g, lexicon, names, rng)
    return set(texts)


def _hear(game: Game[Any], g: Any, lexicon: Lexicon, names: list[str], rng: random.Random) -> None:
    for template, values, _to in g.news:
        tell(template, values, names, lexicon)
    if g.asked:
        said(game.view(g, None)["prompt"], lexicon, names)
    for seat in g.asked:
        moves = game.legal(g, seat)
        for move in rng.sample(moves, min(len(moves), 6)):
            said(game.label(g, seat, move), lexicon, names)
            said(game.outlook(g, seat, move), lexicon, names)
    for seat in range(g.seats):
        for question, later in game.premoves(g, seat).items():
            lexicon.texts.get(question)
            for label in list(game.premove_labels(g, seat, question).values())[: len(later)][:4]:
                said(label, lexicon, names)


def _known(game: Game[Any]) -> Iterator[str]:
    """What the game is, titles of rules and options, commands, dials and cards."""
    book = rulebook(game.name)
    yield book.glance
    yield game.about
    yield game.unit
    yield from (chapter.title for chapter in book.chapters)
    yield from (rule.title for rule in book.rules.values())
    for name, known in game.options.model_fields.items():
        yield known.title or name
        yield from (about_value(known, value) for value in option_values(known))
        yield from (str(v) for v in getattr(known.annotation, "__args__", ()))
    for verb in game.verbs.values():
        yield verb.sentence
    for choice in game.choices.values():
        yield from names_of(choice.dials)
    texts = Heard()
    for card in game.lookup.values():
        facts = card["facts"]
        for text in (card["name"], card["kind"], *facts, *facts.values(), *card["text"]):
            if isinstance(text, str):
                said(text, Lexicon("en", texts))
    yield from texts
    yield from _in_tables(game.name)


def _in_tables(game: str) -> Iterator[str]:
    """What the components and the lessons of a game say to people."""
    for name in ("cards.toml", "lesson.toml"):
        file = folder_of(game) / name
        if file.exists():
            yield from _worded(tomllib.loads(file.read_text(encoding="utf-8")))


def _worded(table: Any, key: str = "") -> Iterator[str]:
    """The texts of a table under the keys that people read."""
    if isinstance(table, dict):
        for name, each in cast("dict[str, Any]", table).items():
            yield from _worded(each, "text" if key in TEXTS_OF else name)
    elif isinstance(table, list):
        for each in cast("list[Any]", table):
            yield from _worded(each, key)
    elif isinstance(table, str) and key in READ:
        yield table


def _in_calls(tree: ast.AST) -> Iterator[str]:
    for node in ast.walk(tree):
        if not isinstance(node, ast.Call):
            continue
        name = getattr(node.func, "attr", getattr(node.func, "id", ""))
        place = SAYS.get(name, -1)
        if name in SAYS and place is not None and len(node.args) > place:
            yield from _texts(node.args[place])
        for _form, text in _by_form(node):
            yield from _texts(text)
        for keyword in node.keywords:
            if keyword.arg in DESCRIBED or (name in SAYS and place is None and keyword.arg):
                yield from _texts(keyword.value)


def _by_form(call: ast.Call) -> Iterator[tuple[ast.AST | None, ast.AST]]:
    """What a call of `labels`, `outlooks` and so on says, each after its form of words."""
    names = ("labels", "outlooks", "receipts", "cards", "rarely_useful")
    if getattr(call.func, "attr", "") in names:
        for table in call.args:
            if isinstance(table, ast.Dict):
                yield from zip(table.keys, table.values, strict=True)


def _texts(node: ast.AST) -> Iterator[str]:
    """The text that stands there, or both of a condition."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node.value
    elif isinstance(node, ast.IfExp):
        yield from _texts(node.body)
        yield from _texts(node.orelse)


def _about(tree: ast.Module) -> Iterator[str]:
    """What a module says about itself to players."""
    for node in tree.body:
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "ABOUT":
            yield from _texts(node.value)


def _docstrings(tree: ast.AST) -> Iterator[str]:
    """What commands are described as: the first lines of their docstrings."""
    for node in ast.walk(tree):
        if isinstance(node, ast.AsyncFunctionDef) and any(
            "command" in ast.dump(each) for each in node.decorator_list
        ):
            yield (ast.get_docstring(node) or "").split("\n")[0]


def is_text(text: str) -> bool:
    """Whether there is a word in it, beside the names of values, or money: not all languages begin
    with its sign.
    """
    bare, depth = "", 0
    for c in text:
        depth += (c == "{") - (c == "}")
        bare += c if not depth else ""
    return any(c.isalpha() or c == "$" for c in bare) or "|" in text
