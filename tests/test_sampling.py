"""Expensive cases take turns in a run of the whole suite, and run where they are asked for."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
FILES = {
    "conftest.py": "from tests.sampling import *\n",
    "pytest.ini": f"""[pytest]
pythonpath = "{ROOT}"
addopts = --strict-markers
markers =
    sampled
""",
    "given.py": "def test_given(game):\n    pass\n",
    "test_cases.py": """
import pytest
from given import test_given
from tests.sampling import sampled

@pytest.fixture(params=["here", "there"])
def place(request):
    return request.param

@pytest.fixture(scope="module", params="xy")
def kept(request):
    return request.param

@pytest.mark.sampled
@pytest.mark.parametrize("game", "ab")
def test_places(place, game):
    pass

@pytest.mark.sampled
def test_kept(kept):
    pass

@pytest.mark.sampled
def test_kept_too(kept):
    pass

@pytest.mark.sampled(one_in=3)
@pytest.mark.parametrize("n", range(7))
def test_some(n):
    pass

@pytest.mark.sampled(one_in=4)
def test_single():
    pass

@pytest.mark.parametrize("n", range(2))
def test_whole(n):
    pass

@pytest.fixture(params=range(4))
def game(request):
    return request.param

sampled(4, test_given)
""",
}
CASES = {"places": 4, "kept": 2, "kept_too": 2, "some": 7, "single": 1, "whole": 2, "given": 4}
ALL = sum(CASES.values())


@pytest.fixture(scope="module")
def suite(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A small suite with tests of which some are sampled."""
    folder = tmp_path_factory.mktemp("suite")
    for name, text in FILES.items():
        (folder / name).write_text(text, encoding="utf-8")
    return folder


def run(suite: Path, *words: str, seed: int = 20261127, long: str = "") -> tuple[set[str], str]:
    """The cases that run, and what pytest says."""
    env = {k: v for k, v in os.environ.items() if not k.startswith(("PYTEST_", "TEST_"))}
    env |= {"TEST_SEED": str(seed), "TEST_LONG": long, "PYTHONPATH": str(suite)}
    env |= {"PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}  # most of the time of such a run
    plugins = ["-p", "no:cacheprovider", "-p", "xdist.plugin"]
    done = subprocess.run(
        [sys.executable, "-B", "-m", "pytest", "-v", *plugins, *words],
        cwd=suite,
        env=env,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    passed = re.findall(r"(\S+::\S+) PASSED|PASSED (\S+::\S+)", done.stdout)
    return {(one or other).partition("::test_")[2] for one, other in passed}, done.stdout


@pytest.mark.sampled(one_in=3)
def test_a_whole_run_has_its_share_and_within_days_all_cases_run(suite: Path) -> None:
    met, most = set[str](), 0
    for seed in range(20261127, 20261127 + 4):
        ran, said = run(suite, seed=seed)
        count = {name: sum(case.partition("[")[0] == name for case in ran) for name in CASES}
        assert count["places"] == count["kept"] == count["kept_too"] == count["given"] == 1
        assert count["some"] in (2, 3) and count["whole"] == 2
        out = ALL - len(ran)
        assert f"{out} expensive cases have their turn on other days; TEST_LONG=1 runs all." in said
        met, most = met | ran, max(most, count["single"])
    assert len(met) == ALL and most == 1


@pytest.mark.sampled(one_in=3)
def test_each_process_of_a_run_leaves_out_the_same(suite: Path) -> None:
    alone, said = run(suite)
    shared, said_too = run(suite, "-n", "2")
    assert shared == alone
    [line] = re.findall(r".* on other days.*", said)
    assert line in said_too


@pytest.mark.sampled
@pytest.mark.parametrize(
    ("words", "count"),
    [
        (["test_cases.py"], ALL),
        (["-n", "2", "test_cases.py"], ALL),
        (["test_cases.py::test_places"], 4),
        (["test_cases.py::test_some[1]", "test_cases.py::test_some[2]"], 2),
        (["-k", "some and 1"], 1),
    ],
)
def test_what_is_named_runs_whole(suite: Path, words: list[str], count: int) -> None:
    ran, said = run(suite, *words)
    assert len(ran) == count and "other days" not in said


@pytest.mark.sampled(one_in=3)
def test_a_variable_runs_all_or_samples_what_is_named(suite: Path) -> None:
    assert len(run(suite, long="1")[0]) == ALL
    assert run(suite, "test_cases.py", long="0")[0] == run(suite)[0]
