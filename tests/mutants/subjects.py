"""In what mistakes are made, the rules of a title or a part of the house, and which tests should
notice them.
"""

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

PLAYTHROUGHS = "tests/test_every_game.py"
"""The module whose test plays the records of a game again."""
PLAYTHROUGH = "test_a_playthrough_still_plays_as_it_did"
TESTS = "tests.test_", "tests.conftest", "atelier_testing"
"""How the names of modules begin that hold tests of all titles."""
WIRE = "tests/wire/"
"""Where tests start the bot in a process of its own. Which lines it runs there nobody notes."""
HOUSE = "bot", "cogs", "tests.", "attacks"
"""How the names of modules begin that may import a part of the bot."""


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


@dataclass(frozen=True)
class Part:
    """A part of the house, by patterns of files."""

    package: str
    modules: tuple[str, ...]
    """In the folder of the package."""
    tests: str
    """The modules that run it, each for seconds and not for minutes: "a" is `tests/test_a.py`."""
    importing: tuple[str, ...] = HOUSE


PARTS = {
    "kernel": Part(
        "games",
        ("_kernel/*.py", "reading.py", "record.py", "words.py"),
        "kernel* chance commitment dials editions games_command hidden_information names numbers"
        " passing picks premoves typed_rules",
        ("bot", "cogs", "games", "renderers", "tests."),
    ),
    "bot/table": Part(
        "bot.table",
        ("*.py",),
        "table table_cache table_lobby table_undo broken_tables clock confirming forced gathering"
        " gone history load names news pace peace reach rematch results seats servers story"
        " together undo wall_time",
    ),
    "bot/outbox": Part(
        "bot.outbox",
        ("*.py",),
        "automod clock direct_messages emoji gathering gone latest_messages layout league*"
        " messages note notifications outage pages_meanwhile panels posts restart review seats"
        " shown_again standing_messages table_workers unnoticed uploads wanted watch wire/healing"
        " wire/locale wire/opening",
    ),
    "bot/store": Part(
        "bot.store",
        ("*.py",),
        "store* alarms clock league mydata next_table note numbers outage pace peace postgres posts"
        " reach results servers settings shown_again statistics stats table table_cache"
        " table_undo turns wall_time watch attacks/refusals attacks/rows attacks/set_back"
        " wire/backup",
    ),
}


def title(root: Path, name: str) -> Subject:
    """A game: its rules, its own tests, and its playthroughs."""
    tests = root / "tests" / "games"
    own = [path.relative_to(root).as_posix() for path in sorted(tests.glob(f"test_{name}*.py"))]
    return Subject(
        root,
        name,
        f"games.{name}",
        rules(root, name),
        (*own, PLAYTHROUGHS) if (root / PLAYTHROUGHS).is_file() else (*own,),
        (f"games.{name}", "tests.games", *TESTS),
        tests / f"{name}_equivalent_mutants.toml",
        95,
    )


def part(root: Path, name: str) -> Subject:
    """A part of the house, by its name in PARTS."""
    known = PARTS[name]
    folder = root.joinpath(*known.package.split("."))
    files = sorted(path for each in known.modules for path in folder.glob(each))
    tests = root / "tests"
    found = [path for each in known.tests.split() for path in tests.glob(file_of(each))]
    return Subject(
        root,
        name,
        known.package,
        {dotted(path.relative_to(folder)): path for path in files},
        tuple(sorted({path.relative_to(root).as_posix() for path in found})),
        known.importing,
        tests / "mutants" / f"{name.replace('/', '_')}_equivalent_mutants.toml",
        85,
    )


def file_of(test: str) -> str:
    """The file of a module of tests of a part, or the pattern of several, in `tests/`."""
    return re.sub(r"(\w+\*?)$", r"test_\1.py", test)


def rules(root: Path, name: str) -> dict[str, Path]:
    """The modules of a game's rules, by their names in its package: `rules` and what it imports."""
    folder = root / "games" / name
    files = {dotted(path.relative_to(folder)): path for path in sorted(folder.rglob("*.py"))}
    todo = [each for each in files if each.split(".")[0] == "rules"]
    found = dict.fromkeys(todo)
    while todo:
        for each in imports(files[todo.pop()], f"games.{name}."):
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
