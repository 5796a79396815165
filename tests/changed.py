"""What a change can reach, for `python3 atelier.py test --changed`.

Three kinds of files are known to be narrow: what lies in a title's own places, modules of Python,
and papers. Any other file reaches everything.

- A title's places reach its own tests, what every game must keep, for this title alone, and the
  tests that import from it. The bot knows no title, so its tests are left to the whole run.
- A module reaches the tests that import it, by whatever way: also what is loaded or started by its
  name, and what a fixture brings. A module of the product also reaches tests that read files.
- A paper reaches tests that name its file. No module of the product reads one, but titles' rules.

What tests really run could tell more closely, as pytest-testmon notes it. But it doubles the time
of a run, a change of one title's rules reaches most tests of the bot, which play this title as an
example, and it knows nothing of cards, translations, sources that tests read, and processes.
"""

import json
import re
import subprocess
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

import grimp

from games import own_names

ROOT = Path(__file__).parent.parent
PRODUCT = ("bot", "cogs", "games", "renderers")
PACKAGES = (*PRODUCT, "atelier_testing", "docs", "tests")
LOADED = {
    "bot.app": "cogs.*",
    "bot.players.levels": "bot.players.levels.*",
    "bot.workbench.server": "bot.workbench.positions",
    **{package: f"{package}.({'|'.join(own_names())})" for package in ("games", "renderers")},
}
"""Modules that load others, and the form of the names of these, as regular expression."""
ALWAYS = ("tests/test_docs.py", "tests/test_plain_words.py")
"""They read all files, and are quick."""
OF_TITLES = (
    "tests/test_every_*.py",
    "tests/test_bare_texts.py",
    "tests/test_changed.py",
    "tests/test_editions.py",
    "tests/test_languages.py",
    "tests/test_leaks.py",
    "tests/test_lesson.py",
    "tests/test_mutants.py",
    "tests/test_mutants.py",
    "tests/test_news.py",
    "tests/test_puzzles.py",
    "tests/test_seen_by_all.py",
    "tests/test_text_only.py",
    "tests/test_upgrades.py",
    "tests/test_whole_games.py",
)
"""What a title must keep, alone and at a table of the bot, with its name in the test's id."""
CONFTESTS = ("tests.conftest", "tests.wire.conftest")
BARE = {"known_chance", "seed"}
"""Fixtures that use nothing of this project."""
FIXTURE = re.compile(r"^@pytest(?:_asyncio)?\.fixture.*\n(?:async )?def (\w+)", re.MULTILINE)
NAMED = re.compile(rf"\b(?:{'|'.join(PACKAGES)})(?:\.\w+)+|(?<=[\"'])(?:{'|'.join(PACKAGES)})\b")
"""A module as it is started or loaded, as in `"-m", "bot"` and `import_module("cogs.games")`."""
MUTANTS = "atelier_testing.mutants"
TITLES = "tests.games"
"""Tests of titles, some of which tests load. What every game must keep only reads them."""
READS_FILES = re.compile(r"\bROOT\b|\b__file__\b")
MAIN = ("origin/main", "main")
"""What a change is compared with: the first of these that there is."""
PROCESSES = 2
"""For a part of the tests; each process imports the bot and collects them anew."""


@dataclass
class Reach:
    titles: set[str] = field(default_factory=set[str])
    tests: set[str] = field(default_factory=set[str])
    """Modules of tests that run whole."""
    product: bool = False
    """Whether a module has changed whose types others may rely on."""
    everything: str = ""
    """The file because of which everything runs; "" if there is none."""

    def pytest(self) -> list[str]:
        """The arguments of pytest; none stand for all tests."""
        if self.everything:
            return []
        whole = {*self.tests, *ALWAYS}
        every = paths(*OF_TITLES) if self.titles else set[str]()
        names = [*sorted(self.titles), *sorted(Path(path).name for path in whole)]
        chosen = ["-k", " or ".join(names)] if every else []
        return ["-n", str(PROCESSES), *sorted(whole | every), *chosen]

    def pyright(self) -> list[str] | None:
        """The arguments of pyright; none stand for all files, and None for no check."""
        if self.everything or self.product:
            return []
        found = [path for each in sorted(self.titles) for path in code(each)]
        return found or None

    def __str__(self) -> str:
        if self.everything:
            return f"{self.everything} can reach everything."
        parts = [f"what {each} must keep" for each in sorted(self.titles)]
        others = len(self.tests - {path for each in self.titles for path in own_tests(each)})
        parts += [f"{others} modules of tests that the change reaches"] if others else []
        return f"Runs {', '.join([*parts, 'and what reads all files'])}; `make test` runs the rest."


class Project:
    """The modules of this project, and which imports which."""

    def __init__(self) -> None:
        self.graph = grimp.build_graph(*PACKAGES, cache_dir=None)
        found = {module: file_of(module) for module in self.graph.modules}
        self.files = {module: file for module, file in found.items() if file}
        """The files of modules; folders without `__init__.py` have none."""
        self.texts = {
            module: (ROOT / file).read_text(encoding="utf-8") for module, file in self.files.items()
        }
        for module in self.graph.modules:  # a module is imported after the packages it lies in
            parts = module.split(".")
            self._add(module, {".".join(parts[:n]) for n in range(1, len(parts))})
        self._add_what_is_named()
        self._add_fixtures()
        self._importers = {name: self._importers_of_title(name) for name in own_names()}
        for loader, names in LOADED.items():
            self._add(loader, filter(re.compile(names).fullmatch, self.graph.modules))

    def reach(self, changed: Iterable[str]) -> Reach:
        found = Reach()
        for path in changed:
            module = path.removesuffix(".py").removesuffix("/__init__").replace("/", ".")
            if titles := titles_of(path):
                found.titles |= titles
                for name in titles:
                    found.tests |= own_tests(name)
                    found.tests |= self._importers[name] - paths(*OF_TITLES)
            elif module in self.texts and path.endswith(".py") and module not in CONFTESTS:
                found.tests |= self.tests_of(module)
                if module.split(".")[0] in PRODUCT:
                    found.product = True
                    found.tests |= self.readers
            elif is_paper(path):
                word = re.compile(rf"(?<![\w.-]){re.escape(Path(path).name)}(?!\w)")
                naming = [
                    name
                    for name, text in self.texts.items()
                    if name.split(".")[0] not in PRODUCT and word.search(text)
                ]
                found.tests |= {test for name in naming for test in self.tests_of(name)}
            else:
                found.everything = path
                break
        return found

    def tests_of(self, module: str) -> set[str]:
        """The modules of tests that import a module, and this one if it is one of them."""
        reached = {module, *self.graph.find_downstream_modules(module)}
        return {self.files[each] for each in reached if is_test(each)}

    @cached_property
    def readers(self) -> set[str]:
        """Tests that may read files of the product, those of titles left out."""
        found = [each for each, text in self.texts.items() if READS_FILES.search(text)]
        files = {self.files[each] for each in found if is_test(each)}
        return {each for each in files if not titles_of(each)}

    def _importers_of_title(self, name: str) -> set[str]:
        """The tests that import from a title, which most tests only find by its name."""
        own = (f"games.{name}", f"renderers.{name}", f"tests.games.{name}")
        modules = [each for each in self.graph.modules if f"{each}.".startswith(own)]
        return {test for module in modules for test in self.tests_of(module)}

    def _add_what_is_named(self) -> None:
        """Adds modules of which tests know the name: they load them, or start a process."""
        for module, text in self.texts.items():
            if module.split(".")[0] not in PRODUCT:
                for name in {*NAMED.findall(text)}:
                    while name not in self.graph.modules:
                        name = name.rpartition(".")[0]
                    self._add(module, {name, f"{name}.__main__"})
                    if name == TITLES and module.startswith(("tests.", MUTANTS)):
                        self._add(module, self.graph.find_children(name))

    def _add_fixtures(self) -> None:
        """Adds to tests the module whose fixture they ask for."""
        for conftest in CONFTESTS:
            folder = conftest.removesuffix("conftest")
            beside = self.graph.find_modules_directly_imported_by(conftest)
            for definer in (conftest, *(each for each in beside if each.startswith("tests."))):
                names = [each for each in FIXTURE.findall(self.texts[definer]) if each not in BARE]
                names += [r"simcord_\w+"] if definer == CONFTESTS[0] else []
                either = f"(?:{'|'.join(names)})"
                asked = (
                    re.compile(rf"[(,]\s*{either}\s*[:,)]|[\"']{either}[\"']") if names else None
                )
                for module, text in self.texts.items():
                    if asked and module.startswith(folder) and asked.search(text):
                        self._add(module, {definer})

    def _add(self, module: str, imported: Iterable[str]) -> None:
        """Adds imports that no statement makes, as far as these modules exist."""
        for each in imported:
            if each != module and each in self.texts:
                self.graph.add_import(importer=module, imported=each)


def file_of(module: str) -> str:
    """The file of a module; "" for a folder without one."""
    path = module.replace(".", "/")
    found = (f"{path}.py", f"{path}/__init__.py")
    return next((each for each in found if (ROOT / each).is_file()), "")


def is_test(module: str) -> bool:
    return module.startswith("tests.") and module.rpartition(".")[2].startswith("test_")


def is_paper(path: str) -> bool:
    """Whether a file is for readers alone. Rules of a title are not, and are found before."""
    return path.endswith(".md") or (path.startswith("docs/") and not path.endswith(".py"))


def titles_of(path: str) -> set[str]:
    """The titles in whose own places a file lies: one, or none."""
    return {name for name in own_names() if any(re.match(own, path) for own in places(name))}


def places(name: str) -> Iterator[str]:
    """The places of a title, as regular expressions of paths."""
    for folder in ("games", "renderers", "tests/playthroughs"):
        yield f"{folder}/{name}/"
    yield rf"renderers/{name}\.py$"
    yield rf"tests/games/(test_)?{name}[._]"


def own_tests(name: str) -> set[str]:
    """The modules of tests of a title."""
    return paths(f"tests/games/test_{name}.py", f"tests/games/test_{name}_*.py")


def code(name: str) -> list[str]:
    """The files and folders of a title whose types are checked."""
    return sorted(paths(f"games/{name}", f"renderers/{name}", f"renderers/{name}.py"))


def paths(*patterns: str) -> set[str]:
    return {path.relative_to(ROOT).as_posix() for each in patterns for path in ROOT.glob(each)}


def changed_files(root: Path) -> list[str] | None:
    """The files that differ from main, new and gone ones too; None if git does not tell."""
    left = next(filter(None, (git(root, "merge-base", "HEAD", name) for name in MAIN)), None)
    if left is None:
        return None
    differing = git(root, "diff", "--name-only", "--no-renames", "-z", left.strip())
    new = git(root, "ls-files", "--others", "--exclude-standard", "-z")
    if differing is None or new is None:
        return None
    return sorted({*differing.split("\0"), *new.split("\0")} - {""})


def git(root: Path, *arguments: str) -> str | None:
    """What git answers; None if it fails."""
    try:
        ran = subprocess.run(["git", "-C", root, *arguments], capture_output=True, text=True)
    except OSError:
        return None
    return None if ran.returncode else ran.stdout


def main() -> None:
    """Prints what to run as JSON, for atelier.py, and what it is on stderr, for people."""
    files = changed_files(ROOT)
    if files is None:
        reach = Reach(everything="What git cannot tell")
    elif files:
        reach = Project().reach(files)
    else:
        print("Nothing has changed since main.", file=sys.stderr)
        print(json.dumps({"pytest": None, "pyright": None}))
        return
    print(reach, file=sys.stderr)
    print(json.dumps({"pytest": reach.pytest(), "pyright": reach.pyright()}))


if __name__ == "__main__":
    main()
