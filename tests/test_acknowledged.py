"""Everything that people press or type is acknowledged before anything else is waited for."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
HANDLERS = ("command", "pressed", "picked")
"""What decorates a function that carries out an interaction."""


def handlers() -> Iterator[tuple[str, ast.AsyncFunctionDef]]:
    """Every such function of the cogs, by its file and name."""
    for path in sorted((ROOT / "cogs").glob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.AsyncFunctionDef):
                names = {name_of(each) for each in node.decorator_list}
                if names & {*HANDLERS}:
                    yield f"{path.stem}.{node.name}", node


def name_of(node: ast.expr) -> str:
    """The name of a decorator or of a called function, without what it belongs to."""
    if isinstance(node, ast.Call):
        node = node.func
    return node.attr if isinstance(node, ast.Attribute) else getattr(node, "id", "")


FOUND = dict(handlers())


def test_there_are_handlers() -> None:
    assert len(FOUND) > 40


@pytest.mark.parametrize("name", FOUND)
def test_a_handler_waits_for_nothing_before_it_has_acknowledged(name: str) -> None:
    awaited = [node for node in ast.walk(FOUND[name]) if isinstance(node, ast.Await)]
    first = min(awaited, key=lambda node: (node.lineno, node.col_offset))
    assert name_of(first.value) == "acknowledge"
