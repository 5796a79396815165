"""In what mistakes are made, the rules of a game or another part of a project, and which tests
should notice them.
"""

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from atelier_testing.project import entry_points_of

PLAYTHROUGHS = "tests/test_every_game.py"
"""The module whose test plays the records of a game again."""
PLAYTHROUGH = "test_a_playthrough_still_plays_as_it_did"
TESTS = "tests.test_", "tests.conftest", "atelier_testing"
"""How the names of modules begin that hold tests of all titles."""
WIRE = "tests/wire/"
"""Where tests start the bot in a process of its own. Which lines it runs there nobody notes."""


@dataclass(frozen=True)
class Subject:
    """Modules and their tests, in the folder of a project."""

    root: Path
    name: str
    package: str
    """The package in which the modules lie."""
    modules: dict[str, Path]
    """The files of the modules, by their names in the package."""
    tests: tuple[str, ...]
    """The modules of tests to run."""
    anew: tuple[str, ...]
    """How the names of modules begin that each process imports anew: all that may import one of
    the subject's.
    """
    equivalent: Path
    """The list of mistakes that change nothing."""
    enough: int
    """Of a hundred mutants, how many the tests must notice."""

    def runs(self, test: str) -> bool:
        """Whether a test is one of the subject, by its node id: of the playthroughs, a title has
        its own alone.
        """
        return not is_playthrough(test) or f"::{PLAYTHROUGH}[{self.name}-" in test


def title(root: Path, name: str) -> Subject:
    """A game of the project, or its package: its rules, its own tests, and its playthroughs."""
    tests = root / "tests" / "games"
    own = [path.relative_to(root).as_posix() for path in sorted(tests.glob(f"test_{name}*.py"))]
    points = entry_points_of(root / "pyproject.toml")
    package = points[name].partition(":")[0] if name in points else f"games.{name}"
    return Subject(
        root,
        name,
        package,
        rules(root, package),
        (*own, PLAYTHROUGHS) if (root / PLAYTHROUGHS).is_file() else (*own,),
        (package, "tests.games", *TESTS),
        tests / f"{name}_equivalent_mutants.toml",
        95,
    )


def rules(root: Path, package: str) -> dict[str, Path]:
    """The modules of a game's rules, by their names in its package: `rules` and what it imports;
    LookupError if there are none.
    """
    folder = root.joinpath(*package.split("."))
    files = {dotted(path.relative_to(folder)): path for path in sorted(folder.rglob("*.py"))}
    todo = [each for each in files if each.split(".")[0] == "rules"]
    if not todo:
        raise LookupError(f"There are no rules in {folder}; a game has them in its rules.py.")
    found = dict.fromkeys(todo)
    while todo:
        for each in imports(files[todo.pop()], f"{package}."):
            if each in files and each not in found:
                found[each] = None
                todo.append(each)
    return {each: files[each] for each in sorted(found)}


def is_playthrough(test: str) -> bool:
    """Whether a test, by its node id, plays a record again."""
    return test.startswith(PLAYTHROUGHS)


def imports(file: Path, package: str) -> Iterator[str]:
    """The names of modules in a package that a module may import."""
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and f"{node.module}.".startswith(package):
            inner = f"{node.module}."[len(package) :]
            yield inner.rstrip(".")
            yield from (f"{inner}{each.name}" for each in node.names)


def dotted(path: Path) -> str:
    """The name of the module in a file; "" for a package itself."""
    return ".".join(path.with_suffix("").parts).removesuffix("__init__").rstrip(".")
