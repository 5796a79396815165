"""`python -m tests.mutants`: a made-up game, what its tests notice, and what they let pass."""

import ast
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from atelier_testing.mutants import __main__ as command
from atelier_testing.mutants.changes import mutants, mutated
from atelier_testing.mutants.subjects import Subject, title
from games import own_names
from tests.mutants.subjects import PARTS, file_of, part

ROOT = Path(__file__).parent.parent
RULES = '''"""The rules of a made-up game."""

from games.toy.prices import PRICE


def may_buy(gold: int) -> bool:
    """Whether this is enough gold."""
    return gold >= PRICE


def last(cards: list[int]) -> int:
    """The last card."""
    found = 0
    for card in cards:
        if found < card:
            found = card
    return found


def count() -> None:
    """Counts to three."""
    n = 0
    while n < 3:
        n += 1
'''
PRICES = '''"""Figures, worked out when they are imported."""


def twice(n: int) -> int:
    """Two times as much."""
    return n + n


PRICE = twice(2)
'''
TESTS = """
from games.toy import rules


def test_four_gold_are_enough() -> None:
    assert rules.may_buy(5) and not rules.may_buy(2)


def test_the_last_card_is_the_highest() -> None:
    assert rules.last([1, 3, 5]) == 5


def test_three_is_reached() -> None:
    rules.count()
"""
KERNEL = '''"""A made-up part of the house."""

import asyncio


async def wait_for(gold: int) -> int:
    """Waits until there is gold."""
    there = asyncio.Event()
    if gold:
        there.set()
    await there.wait()
    return gold + 1
'''
TESTS_OF_KERNEL = """
import asyncio
from games._kernel.waiting import wait_for


def test_with_gold_there_is_more() -> None:
    assert asyncio.run(wait_for(2)) == 3
"""
EQUIVALENT = """
[[mutant]]
module = "rules"
function = "last"
before = "if found < card:"
after = "if found <= card:"
why = "an equal card is the same card"
"""
UNTOUCHED = '''
from functools import lru_cache

CACHE_SIZE = 99


@lru_cache(maxsize=8)
def named(seat: int = 1, *, words: dict[Literal[2], int]) -> Literal[3]:
    """1"""
    assert seat < 2
    phrase("{n} cards", n="three")
'''


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A project with one game and its tests."""
    for name, text in {
        "games/__init__.py": 'GROUP = "atelier.games"\n',
        "games/toy/rules.py": RULES,
        "games/toy/prices.py": PRICES,
        "games/toy/moves.py": "LONGEST = 80\n",
        "tests/games/test_toy.py": TESTS,
        "games/_kernel/waiting.py": KERNEL,
        "tests/test_kernel_toy.py": TESTS_OF_KERNEL,
        "pyproject.toml": '[tool.pytest.ini_options]\naddopts = "--import-mode=importlib"\n',
    }.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text, encoding="utf-8")
    return tmp_path


def run(project: Path, *arguments: str, of: str = "--game=toy") -> tuple[int, str]:
    """How the command ends in this project, and what it says."""
    more = {
        "PYTHONPATH": str(ROOT),
        "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1",
        "PYTEST_PLUGINS": "xdist.plugin",
    }
    done = subprocess.run(
        [sys.executable, "-m", "tests.mutants", of, *arguments],
        cwd=project,
        env={**os.environ, **more},
        capture_output=True,
        text=True,
        check=False,
    )
    assert not done.stderr, done.stderr
    return done.returncode, done.stdout


def changes(source: str) -> set[tuple[str, str]]:
    """What becomes of the statements of a module."""
    return {(each.before, each.after) for each in mutants("rules", source)}


@pytest.mark.sampled(one_in=4)
def test_what_tests_let_pass_is_told_and_the_rest_is_counted(project: Path):
    code, said = run(project, "--count", "1000", "--limit", "0.25")
    told = re.findall(r"^(\w{8}) (\S+:\d+) in (.+)\n  - (.+)\n  \+ (.+)$", said, re.MULTILINE)
    assert ("games/toy/rules.py:8", "may_buy") in {(place, name) for _, place, name, *_ in told}
    survivors = {(before, after) for *_, before, after in told}
    assert survivors == {
        ("return gold >= PRICE", "return gold > PRICE"),
        ("found = 0", "found = 1"),
        ("found = 0", "found = -1"),
        ("if found < card:", "if found <= card:"),
        ("while n < 3:", "while n < 4:"),
        ("while n < 3:", "while n < 2:"),
        ("while n < 3:", "while n <= 3:"),
        ("while n < 3:", "while n >= 3:"),
        ("n = 0", "n = 1"),
        ("n = 0", "n = -1"),
        ("n += 1", "n += 2"),
    }
    counted = len(command.all_mutants(title(project, "toy")))
    killed = counted - len(told)
    assert f"{killed} of {counted} mutants killed" in said and "3 by a limit" in said
    assert code == 1


@pytest.mark.sampled(one_in=4)
def test_what_is_listed_as_equivalent_is_left_out(project: Path):
    (project / "tests/games/toy_equivalent_mutants.toml").write_text(EQUIVALENT, encoding="utf-8")
    last = [m for m in command.all_mutants(title(project, "toy")) if m.function == "last"]
    wanted = [each.id for each in last if each.before != "found = 0"]
    code, said = run(project, "--only", *wanted)
    assert said == (
        f"toy, chosen: {len(wanted) - 1} of {len(wanted) - 1} mutants killed, 100.0 %"
        " (0 by a playthrough alone, 0 by a limit); 1 more are equivalent.\n"
    )
    assert code == 0


@pytest.mark.sampled(one_in=4)
def test_a_part_of_the_house_has_tests_that_may_wait(project: Path):
    found = command.all_mutants(part(project, "kernel"))
    wanted = [each.id for each in found if each.after in ("pass", "return gold - 1")]
    code, said = run(project, "--only", *wanted, "--patience", "3", of="--part=kernel")
    assert re.findall("  - (.+)", said) == ["await there.wait()"]
    assert "2 of 3 mutants killed, 66.7 % (0 by a playthrough alone, 1 by a limit)" in said
    assert code == 1


@pytest.mark.sampled(one_in=3)
@pytest.mark.parametrize(
    "subject",
    [*(title(ROOT, name) for name in own_names()), *(part(ROOT, name) for name in PARTS)],
    ids=lambda subject: subject.name,
)
def test_lists_of_equivalent_mutants_name_mutants(subject: Subject):
    command.equivalent(subject)


@pytest.mark.parametrize("name", PARTS)
def test_a_part_names_tests_that_exist(name: str):
    for each in PARTS[name].tests.split():
        assert [*(ROOT / "tests").glob(file_of(each))], each


def test_an_entry_for_no_mutant_is_refused(project: Path):
    path = project / "tests/games/toy_equivalent_mutants.toml"
    path.write_text(EQUIVALENT.replace("found <= card", "found == card"), encoding="utf-8")
    with pytest.raises(ValueError, match="lists what is no mutant"):
        command.equivalent(title(project, "toy"))


def test_a_seed_draws_the_same_mutants_from_all_files(project: Path):
    found = command.all_mutants(title(project, "toy"))
    assert {each.module for each in found} == {"rules", "prices"}
    draws = [[each.id for each in command.chosen(found, seed, 8)] for seed in (1, 1, 2)]
    assert draws[0] == draws[1] != draws[2]
    assert len(set(draws[0])) == 8
    assert len({each.id for each in found}) == len(found)


def test_texts_annotations_and_sizes_of_caches_are_not_changed():
    assert changes(UNTOUCHED) == {
        (
            "@lru_cache(maxsize=8)\ndef named(seat: int=1, *, words: dict[Literal[2], int])"
            " -> Literal[3]:",
            f"@lru_cache(maxsize=8)\ndef named(seat: int={n}, *, words: dict[Literal[2], int])"
            " -> Literal[3]:",
        )
        for n in (0, 2)
    } | {("phrase('{n} cards', n='three')", "pass")}


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("a = b < c", "a = b <= c|a = b >= c"),
        ("a = b and c and d", "a = b or c or d|a = b and c|a = b and d|a = c and d"),
        ("a = not b", "a = b"),
        ("a = [*b] + [c]", ""),
        ("a = b[1:]", "a = b[:]|a = b[2:]|a = b[0:]"),
        ("a.b = True", "a.b = False|pass"),
        ("a.b += c", "a.b -= c|pass"),
        ("a = min(b, key=c)", "a = max(b, key=c)|a = min(b)"),
        ("a = range(b)", "a = range(b + 1)|a = range(b - 1)"),
        ("a = [b for b in c if b]", "a = [b for b in c if True]|a = [b for b in c if not b]"),
        ("g.then(a, b)", "pass|g.then(b)|g.then(a)"),
        ("del a[b]", "pass"),
    ],
)
def test_a_statement_becomes(before: str, after: str):
    assert changes(before) == {(before, each) for each in after.split("|") if each}


def test_the_tree_of_a_mutant_has_its_change_and_no_other():
    for each in mutants("rules", RULES):
        now = ast.unparse(mutated(RULES, each.number)).splitlines()
        old = ast.unparse(ast.parse(RULES)).splitlines()
        different = [pair for pair in zip(old, now, strict=True) if pair[0] != pair[1]]
        assert [(a.strip(), b.strip()) for a, b in different] == [(each.before, each.after)]
