"""Expensive cases that take turns: with `@pytest.mark.sampled(one_in=N)`, each case of a test runs
on one day in N, all of them within N days. Without N there is one case a day.

Only a run of the whole suite samples, which is what `make test` does. A run that names modules,
tests or `-k` runs all cases of theirs; so does TEST_LONG=1. TEST_LONG=0 samples in any run. Games
in packages of their own have all cases, because the marks are set in `tests/`.
"""

import os
from collections.abc import Callable, Iterator
from typing import Any

import pytest

SEED = "TEST_SEED"
"""The variable with the seed of the day; who sets it repeats a run."""
LONG = "TEST_LONG"
LEFT_OUT = pytest.StashKey[int]()


def sampled(one_in: int, *tests: Callable[..., Any]) -> None:
    """Marks tests that come from `atelier_testing`."""
    for test in tests:
        pytest.mark.sampled(one_in=one_in)(test)


def is_sampling(config: pytest.Config) -> bool:
    """Whether this run, or the run that a process of xdist belongs to, leaves cases out."""
    if os.environ.get(LONG) in ("0", "1"):
        return os.environ[LONG] == "0"
    if hasattr(config, "workerinput"):
        return config.workerinput["sampling"]
    names_tests = config.args_source is pytest.Config.ArgsSource.ARGS
    return not (names_tests or config.option.keyword or config.option.markexpr)


def left_out(items: list[pytest.Item], seed: int) -> Iterator[pytest.Item]:
    """The cases that have their turn on other days: the days are as equal as can be."""
    found: dict[str, list[pytest.Item]] = {}  # those that share a fixture stand apart
    for item in items:
        found.setdefault(item.nodeid.partition("[")[0], []).append(item)
    next_days: dict[int, int] = {}
    for cases in found.values():
        mark = cases[0].get_closest_marker("sampled")
        if mark:
            one_in = mark.kwargs.get("one_in", len(cases))
            first = next_days.get(one_in, seed)
            next_days[one_in] = first + len(cases)
            yield from (case for n, case in enumerate(cases, first) if n % one_in)


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leaves out what has its turn on another day."""
    others = {*left_out(items, int(os.environ[SEED]))} if is_sampling(config) else set()
    config.stash[LEFT_OUT] = len(others)
    config.hook.pytest_deselected(items=[*others])
    items[:] = [item for item in items if item not in others]


@pytest.hookimpl(optionalhook=True)
def pytest_configure_node(node: Any) -> None:
    """Tells a process of xdist what the run does."""
    node.workerinput["sampling"] = is_sampling(node.config)


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node: Any) -> None:
    """Hears from a process of xdist how much it left out: each leaves out the same."""
    node.config.stash[LEFT_OUT] = getattr(node, "workeroutput", {}).get("left_out", 0)


def pytest_sessionfinish(session: pytest.Session) -> None:
    """Says in a process of xdist how much was left out."""
    if hasattr(session.config, "workeroutput"):
        session.config.workeroutput["left_out"] = session.config.stash.get(LEFT_OUT, 0)


def pytest_terminal_summary(
    terminalreporter: pytest.TerminalReporter, config: pytest.Config
) -> None:
    count = config.stash.get(LEFT_OUT, 0)
    if count:
        terminalreporter.write_line(
            f"{count} expensive cases have their turn on other days; {LONG}=1 runs all."
        )
