"""What every game must keep of its files, as `games/README.md` lists them, where it has them:
its rules know nothing of what stands beside them, and most of what they say is rules.
"""

import ast
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from atelier_testing.project import own_games
from games import folder
from games.kernel import Game

RULES = ("components", "state", "rules")
BESIDE = ("computer", "lookup", "moves", "premoves", "view")
OTHERWISE = (
    *("verb", "says", "thing", "rarely_useful", "refuses", "default", "expert"),
    *("premove", "cards", "derived", "evaluation"),
)
"""With these a game says what is no rule."""
LEAST = 0.6
"""The part of the lines of each file of rules that has to be rules."""

every_game = pytest.mark.parametrize("game", own_games(), ids=lambda game: game.name)


@every_game
def test_rules_import_nothing_that_stands_beside_them(game: Game[Any]) -> None:
    imported = imports_of(game)
    for start in (module for module in imported if module.split(".")[0] in RULES):
        reached, todo = {start: start}, [start]
        while todo:
            module = todo.pop()
            for each in imported[module] - reached.keys():
                reached[each] = f"{reached[module]} > {each}"
                todo.append(each)
        wrong = [way for module, way in reached.items() if module.split(".")[0] in BESIDE]
        assert not wrong, f"{game.name}: {wrong[0]}"


def imports_of(game: Game[Any]) -> dict[str, set[str]]:
    """The modules of a game by their names in its package, each with those that it imports."""
    root = Path(str(folder(game.name)))
    package = next(
        name for name, each in sys.modules.items() if str(root) in getattr(each, "__path__", ())
    )
    modules = {module_name(file.relative_to(root)): file for file in root.rglob("*.py")}
    found: dict[str, set[str]] = {}
    for name, file in modules.items():
        wanted = {each.removeprefix(f"{package}.") for each in imported_names(file)}
        found[name] = {each for each in modules if each in wanted}
    return found


def module_name(path: Path) -> str:
    """As it is imported within its package, as in "rules.sale"."""
    return ".".join(path.with_suffix("").parts).removesuffix(".__init__")


def imported_names(file: Path) -> Iterator[str]:
    """What a module imports, also inside functions: modules, and names in modules."""
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (each.name for each in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield node.module or ""
            yield from (f"{node.module}.{each.name}" for each in node.names)


@every_game
def test_premoves_are_set_and_taken_by_their_question(game: Game[Any]) -> None:
    """With `set_premove` and `take_premove`, which name the question with its arguments."""
    for file in sorted(Path(str(folder(game.name))).rglob("*.py")):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            direct = isinstance(node, ast.Attribute) and node.attr == "premoves"
            assert not direct, f"{file}, line {node.lineno}: the premoves of the state"


@every_game
def test_most_lines_of_the_rules_are_rules(game: Game[Any]) -> None:
    """Of the written lines; imports, docstrings, comments, functions that return a phrase, labels,
    refusals and what a computer player does are no rules.
    """
    for file in sorted(Path(str(folder(game.name))).rglob("*.py")):
        if file.stem != "rules" and file.parent.name != "rules":
            continue
        text = file.read_text(encoding="utf-8")
        written = [n for n, line in enumerate(text.splitlines(), 1) if line.strip()]
        rules = {n for node in ast.parse(text).body for n in lines_of_rules(node)}
        if any(isinstance(node, ast.FunctionDef) for node in ast.parse(text).body):
            share = len(rules.intersection(written)) / len(written)
            assert share >= LEAST, f"{file}: {share:.0%}"


def lines_of_rules(node: ast.stmt) -> set[int]:
    """The lines of a statement of a module that are rules."""
    decorators: list[ast.expr] = getattr(node, "decorator_list", [])
    is_import = isinstance(node, ast.Import | ast.ImportFrom)
    called = {called_name(getattr(node, "value", None)), *map(called_name, decorators)}
    if is_import or called.intersection(OTHERWISE) or makes_text(node):
        return set()
    lines = {line for each in (node, *decorators) for line in lines_of(each)}
    for each in ast.walk(node):
        if is_docstring(each):
            lines -= lines_of(each)
    return lines


def called_name(called: ast.expr | None) -> str:
    """The last name of what is called or decorates: refuses, of `@bid.refuses`."""
    return getattr(getattr(called, "func", called), "attr", "")


def lines_of(node: Any) -> set[int]:
    """The lines on which a statement or a part of one stands."""
    return {*range(node.lineno, node.end_lineno + 1)}


def is_docstring(node: ast.AST) -> bool:
    """Whether it is a text that stands by itself."""
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)


def makes_text(node: ast.stmt) -> bool:
    """Whether it is a function that returns a phrase."""
    if not isinstance(node, ast.FunctionDef):
        return False
    returned = (each.value for each in ast.walk(node) if isinstance(each, ast.Return))
    return any(getattr(getattr(each, "func", None), "id", "") == "phrase" for each in returned)
