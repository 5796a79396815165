"""Runs the tests of a subject in a process forked for it, with one of its modules changed.

What the tests need beside the subject is imported before. The subject, what imports it and its
tests are imported in each process anew, and the module that is changed is not read from its file.
"""

from __future__ import annotations

import ast
import functools
import json
import os
import resource
import signal
import sys
import threading
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from importlib.machinery import ModuleSpec, SourceFileLoader
from importlib.util import spec_from_file_location
from itertools import accumulate
from pathlib import Path
from types import CodeType, FrameType
from typing import IO, Any

import pytest

from atelier_testing.mutants.subjects import WIRE, Subject, is_playthrough

MEMORY = 4 * 2**30
"""Bytes that a process may take."""
OWN = "tests.mutants", "atelier_testing.mutants"
"""What stays imported in any case."""
MUTANT = "TEST_MUTANT"
"""The variable that tells processes which module is changed: its name, its file and its text."""
OPTIONS = ("-x", "-q", "-n0", "-p", "no:cacheprovider", "--tb=short")


@dataclass(frozen=True)
class Passed:
    """What a run of all tests without any change showed."""

    seconds: dict[str, float]
    """How long each test computed, by its node id."""
    lines: dict[str, dict[str, list[int]]]
    """By test, the lines of each file of the subject that it ran; by "" those run by imports."""

    def order(self, file: Path, lines: Collection[int], budget: float) -> list[str]:
        """The tests that ran one of these lines, or may have done so in another process, or all if
        it is imports that run them: those of a game before the playthroughs, those with processes
        last, the quick ones first, as many as took these seconds.
        """
        ran = {
            test
            for test, files in self.lines.items()
            if test.startswith(WIRE) or not {*lines}.isdisjoint(files[str(file)])
        }
        tests = self.seconds if "" in ran else ran
        last = (is_playthrough, lambda test: test.startswith(WIRE), self.seconds.__getitem__)
        order = sorted(tests, key=lambda test: [each(test) for each in last])
        spent = accumulate(self.seconds[test] for test in order)
        return [test for test, seconds in zip(order, spent, strict=True) if seconds <= budget]


# --- One process ---------------------------------------------------------------------------------


class Changed(SourceFileLoader):
    """Loads a module from a changed tree instead of its file, and finds it."""

    def __init__(self, fullname: str, path: Path, tree: ast.Module) -> None:
        super().__init__(fullname, str(path))
        self.tree = tree

    def find_spec(self, fullname: str, *_: Any) -> ModuleSpec | None:
        """The module, if it is this one."""
        if fullname != self.name:
            return None
        return spec_from_file_location(fullname, self.path, loader=self)

    def get_code(self, fullname: str) -> CodeType:
        """The code of the changed tree."""
        return compile(self.tree, self.path, "exec", dont_inherit=True)


@dataclass(eq=False)
class Chosen:
    """Has pytest run some tests in an order of its own, with limits for each."""

    order: list[str]
    limit: float
    """Seconds that a test may compute."""
    patience: float
    """Seconds that it may last: one of the bot may wait for what never comes."""
    failed: str = ""

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        """Keeps the tests that are wanted, in their order."""
        place = {test: n for n, test in enumerate(self.order)}
        kept = [item for item in items if item.nodeid in place]
        items[:] = sorted(kept, key=lambda item: place[item.nodeid])

    def pytest_runtest_setup(self) -> None:
        """Ends the process if this test computes, or waits, for too long."""
        signal.setitimer(signal.ITIMER_PROF, self.limit)
        signal.setitimer(signal.ITIMER_REAL, self.patience)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Notes the test that failed."""
        if report.failed:
            self.failed = report.nodeid


@dataclass(eq=False)
class Watched:
    """Has pytest run all tests of a subject, and notes what they run."""

    subject: Subject
    files: set[str]
    seconds: dict[str, float] = field(default_factory=dict[str, float])
    lines: dict[str, dict[str, list[int]]] = field(default_factory=dict[str, dict[str, list[int]]])
    failed: str = ""
    _ran: dict[CodeType, set[int]] = field(default_factory=dict[CodeType, set[int]])
    """The lines that the test has run so far, and the functions that it has run completely."""
    _whole: set[CodeType] = field(default_factory=set[CodeType])

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        """Keeps the tests of the subject."""
        items[:] = [item for item in items if self.subject.runs(item.nodeid)]

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Iterator[None]:
        """Notes the lines that a test runs, and how long; what other tests have cached, it runs."""
        forget(self.subject.package, "tests.games.")
        begun = computed()
        self.follow()
        done = yield
        self.note(item.nodeid)
        self.seconds[item.nodeid] = computed() - begun
        return done

    def pytest_collection_finish(self) -> None:
        """Notes the lines that were run to import the subject and its tests."""
        self.note("")

    def follow(self) -> None:
        """Begins to note lines."""
        self._ran.clear()
        self._whole.clear()
        threading.settrace(self.enter)
        sys.settrace(self.enter)

    def note(self, test: str) -> None:
        """Notes the lines that a test has run."""
        sys.settrace(None)
        threading.settrace(None)
        files: dict[str, list[int]] = {file: [] for file in self.files}
        for code, lines in self._ran.items():
            files[code.co_filename].extend(lines)
        self.lines[test] = files

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed:
            self.failed = f"{report.nodeid}\n{report.longreprtext}"

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        if report.failed:
            self.failed = f"{report.nodeid}\n{report.longreprtext}"

    def enter(self, frame: FrameType, _event: str, _arg: Any) -> Callable[..., Any] | None:
        """Follows the lines of a function of the subject, until all of them have been run."""
        code = frame.f_code
        if code in self._whole or code.co_filename not in self.files:
            return None
        return self.line

    def line(self, frame: FrameType, event: str, _arg: Any) -> Callable[..., Any]:
        code = frame.f_code
        ran = self._ran.setdefault(code, set())
        ran.add(frame.f_lineno)
        if event == "return" and ran >= lines_within(code):
            self._whole.add(code)
        return self.line


def computed() -> float:
    """The seconds that this process and those that it has ended have computed: how busy the
    machine is changes nothing in them.
    """
    return sum(os.times()[:4])


@functools.cache
def lines_within(code: CodeType) -> set[int]:
    """The lines of a function without that of its name."""
    lines = {line for _, _, line in code.co_lines() if line}
    return lines - {code.co_firstlineno} or lines


def forget(*packages: str) -> None:
    """Empties the caches of modules whose names begin so."""
    for name, module in [*sys.modules.items()]:
        if name.startswith(packages):
            for each in [*vars(module).values()]:
                if isinstance(each, functools._lru_cache_wrapper):
                    each.cache_clear()


def watch(subject: Subject) -> Passed:
    """Runs all tests of a subject as it is; RuntimeError, with what failed, if they do not pass."""

    def run() -> dict[str, Any]:
        unload(subject)
        watched = Watched(subject, {str(path) for path in subject.modules.values()})
        watched.follow()
        code = pytest.main([*OPTIONS, *subject.tests], plugins=[watched])
        failed = watched.failed or (code and f"pytest ends with {code!r}")
        return {"failed": failed, "passed": (watched.seconds, watched.lines)}

    found = Running.start(run).result()
    if found is None or found["failed"]:
        raise RuntimeError(f"Without any change: {found and found['failed']}")
    return Passed(*found["passed"])


def warm(subject: Subject) -> None:
    """Imports what the tests of a subject need, and then forgets again what is imported anew in
    each process.
    """
    with silence():
        pytest.main([*OPTIONS, "--collect-only", *subject.tests])
    unload(subject)


def unload(subject: Subject) -> None:
    """Forgets what each process imports anew, and what the rest has cached of it."""
    names = [name for name in sys.modules if name.startswith(subject.anew)]
    for name in [name for name in names if not name.startswith(OWN)]:
        module = sys.modules.pop(name)
        parent, _, child = name.rpartition(".")
        if getattr(sys.modules.get(parent), child, None) is module:
            delattr(sys.modules[parent], child)
    forget("bot.", "games", "renderers")


@contextmanager
def silence() -> Iterator[None]:
    """Nothing is written or read meanwhile."""
    nothing, kept = os.open(os.devnull, os.O_RDWR), [os.dup(n) for n in range(3)]
    sys.stdout.flush()
    for number in range(3):
        os.dup2(nothing, number)
    try:
        yield
    finally:
        for number, old in enumerate(kept):
            os.dup2(old, number)
            os.close(old)
        os.close(nothing)


def change_as_told() -> None:
    """Changes the module that MUTANT names, if it does, in the process of a bot."""
    if told := os.environ.get(MUTANT):
        name, path, text = json.loads(told)
        sys.meta_path.insert(0, Changed(name, Path(path), ast.parse(text)))


def start(subject: Subject, module: str, tree: ast.Module, chosen: Chosen) -> Running:
    """Begins to run tests of a subject with another tree for one of its modules. The result is the
    node id of the first test that fails, or "", or None if a test ran into a limit.
    """
    path = subject.modules[module]
    name = f"{subject.package}.{module}".rstrip(".")

    def run() -> str:
        sys.meta_path.insert(0, Changed(name, path, tree))
        os.environ[MUTANT] = json.dumps([name, str(path), ast.unparse(tree)])
        files = dict.fromkeys(test.split("::")[0] for test in chosen.order)
        code = pytest.main([*OPTIONS, *files], plugins=[chosen])
        return chosen.failed or (str(code) if code else "")

    return Running.start(run)


@dataclass
class Running:
    """A process that works something out."""

    pid: int
    answer: IO[str]

    @classmethod
    def start(cls, work: Callable[[], Any]) -> Running:
        """Forks a process that does this work, silently."""
        reading, writing = os.pipe()
        sys.stdout.flush()
        pid = os.fork()
        if pid:
            os.close(writing)
            return cls(pid, os.fdopen(reading, encoding="utf-8"))
        os.close(reading)
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
        os.register_at_fork(after_in_child=lambda: os.close(writing))
        try:
            with silence(), os.fdopen(writing, "w", encoding="utf-8") as answer:
                json.dump(work(), answer)
        finally:  # nothing of the process that was copied is closed or told
            os._exit(0)

    def result(self) -> Any:
        """What was worked out; None if a limit ended the process; RuntimeError if it broke."""
        with self.answer:
            text = self.answer.read()
        _, status = os.waitpid(self.pid, 0)
        if os.WIFSIGNALED(status):
            return None
        if not text:
            raise RuntimeError("A process ended without an answer.")
        return json.loads(text)
