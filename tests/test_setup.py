"""Setting up with atelier.py: what stops it is one sentence, and the pins serve everybody."""

import ast
import ctypes
import os
import re
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

import atelier
from tests import release

ROOT = Path(__file__).parent.parent
PYPROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
DROP_A_RIGHT, WRITE_ANYTHING, READ_ANYTHING = 24, 1, 2
"""Linux' names for taking a right from a process, and for rights of root."""
UNREACHABLE = {
    "PIP_CONFIG_FILE": os.devnull,
    "PIP_FIND_LINKS": "",
    "PIP_INDEX_URL": "http://127.0.0.1:9/simple",
}
PIN = re.compile(
    r"^([a-z0-9-]+)==(\S+)( ; [^\\]+)? \\\n((?:    --hash=sha256:\S+(?: \\)?\n)+)", re.MULTILINE
)


def start(
    folder: Path, *arguments: str, before: Callable[[], None] | None = None, **environment: str
) -> subprocess.CompletedProcess[str]:
    """Runs atelier.py of a folder with this Python."""
    return subprocess.run(
        [sys.executable, folder / "atelier.py", *arguments],
        env=os.environ | environment,
        capture_output=True,
        text=True,
        timeout=120,
        preexec_fn=before,
    )


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A small project that atelier.py sets up, in a folder with a space."""
    folder = tmp_path_factory.mktemp("setup") / "a small project"
    (folder / "bot").mkdir(parents=True)
    shutil.copy(ROOT / "atelier.py", folder)
    (folder / "requirements.txt").write_text("")
    (folder / "bot" / "__main__.py").write_text(
        "import sys\nprint('in', sys.prefix, *sys.argv[1:])\nsys.exit(7)\n"
    )
    return folder


@pytest.mark.sampled(one_in=4)
def test_it_sets_up_once_and_again_when_the_requirements_changed(project: Path) -> None:
    unfinished = [sys.executable, "-m", "venv", "--without-pip", project / ".venv"]
    subprocess.run(unfinished, check=True)  # as a set-up leaves it that is stopped in its middle
    first = start(project, "run", "--some", "argument")
    assert first.returncode == 7, first.stderr
    assert first.stdout.splitlines()[-1] == f"in {project / '.venv'} --some argument"
    assert "Setting up" in first.stdout
    assert "Setting up" not in start(project, "run").stdout
    (project / "requirements.txt").write_text("# another list\n")
    assert "Setting up" in start(project, "run").stdout
    assert "Setting up" not in start(project, "run").stdout


def test_another_python_is_told_which_ones_do() -> None:
    pretended = (
        "import sys; sys.version_info = (3, 10, 4, 'final', 0);"
        "exec(compile(open('atelier.py').read(), 'atelier.py', 'exec'))"
    )
    ran = subprocess.run(
        [sys.executable, "-c", pretended, "play"], cwd=ROOT, capture_output=True, text=True
    )
    assert ran.returncode == 1
    assert "needs Python 3.11 to 3.14, and this is Python 3.10." in ran.stderr
    assert len(ran.stderr.strip().splitlines()) == 1
    ast.parse((ROOT / "atelier.py").read_text(encoding="utf-8"), feature_version=(3, 7))


@pytest.mark.sampled(one_in=4)
def test_without_a_network_it_says_so(project: Path) -> None:
    (project / "requirements.txt").write_text(f"nothing==1 --hash=sha256:{'0' * 64}\n")
    ran = start(project, "run", **UNREACHABLE)
    assert ran.returncode == 1
    assert ran.stderr.startswith("The package index cannot be reached")
    assert len(ran.stderr.strip().splitlines()) == 1


@pytest.mark.skipif(sys.platform != "linux", reason="root is held back as Linux does it")
def test_a_folder_that_cannot_be_written_is_named(project: Path, tmp_path: Path) -> None:
    folder = tmp_path / "project"
    shutil.copytree(project, folder, ignore=shutil.ignore_patterns(".venv"))
    folder.chmod(0o555)
    ran = start(folder, "run", before=as_somebody_lesser)
    folder.chmod(0o755)
    assert ran.returncode == 1
    assert ran.stderr.startswith(f"{folder} cannot be written")
    assert len(ran.stderr.strip().splitlines()) == 1


def as_somebody_lesser() -> None:
    """Takes from a process of root the rights to write and read what others may not."""
    for right in (WRITE_ANYTHING, READ_ANYTHING) if os.geteuid() == 0 else ():
        ctypes.CDLL(None).prctl(DROP_A_RIGHT, right)


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    place = tmp_path / "disk"
    place.mkdir()
    options = ["-o", "size=3000000"]
    mount = ["mount", "-t", "tmpfs", *options, "tmpfs", str(place)]
    if sys.platform != "linux" or subprocess.run(mount, capture_output=True).returncode:
        pytest.skip("only root may mount a disk, on Linux")
    yield place
    subprocess.run(["umount", "--lazy", place], check=True)


@pytest.mark.sampled(one_in=4)
def test_a_full_disk_is_called_full(project: Path, small_disk: Path) -> None:
    shutil.copytree(project, small_disk / "project", ignore=shutil.ignore_patterns(".venv"))
    ran = start(small_disk / "project", "run")
    assert ran.returncode == 1
    assert ran.stderr.startswith("The disk is full")
    assert len(ran.stderr.strip().splitlines()) == 1
    assert not (small_disk / "project" / ".venv").exists()


# --- Tests ----------------------------------------------------------------------------------------


@pytest.mark.sampled(one_in=8)
@pytest.mark.skipif(os.name == "nt", reason="its programs are scripts of the shell")
@pytest.mark.parametrize(
    ("pytests", "pyrights", "run"),
    [
        (
            '["-n", "2", "some.py"]',
            '["games/some"]',
            ["pytest -n 2 some.py -x", "pyright games/some"],
        ),
        ("[]", "[]", [f"pytest -n {atelier.TEST_PROCESSES} -x", "pyright"]),
        ('["some.py"]', "null", ["pytest some.py -x"]),
        ("null", "null", []),
    ],
)
def test_with_changed_it_runs_all_checks_and_what_a_change_can_reach(
    project: Path, pytests: str, pyrights: str, run: list[str]
) -> None:
    for name in ("requirements.txt", "requirements-test.txt"):
        (project / name).write_text("")
    (project / "pytest.py").write_text("import sys\nprint('pytest', *sys.argv[1:], flush=True)\n")
    (project / "tests").mkdir(exist_ok=True)
    chosen = f'{{"pytest": {pytests}, "pyright": {pyrights}}}'
    (project / "tests" / "changed.py").write_text(f"print({chosen!r})\n")
    assert start(project, "run").returncode == 7
    for name in ("ruff", "codespell", "lint-imports", "pyright"):
        program = project / ".venv" / "bin" / name
        program.write_text(f'#!/bin/sh\necho "{name}" "$@"\n')
        program.chmod(0o755)
    ran = start(project, "test", "--changed", "-x")
    assert ran.returncode == 0, ran.stderr
    checks = ["ruff check .", "codespell", "lint-imports"]
    lines = [each.strip() for each in ran.stdout.splitlines()]
    assert [each for each in lines if not each.startswith("Setting up")] == [*checks, *run]


def test_if_it_fails_to_tell_what_a_change_can_reach_nothing_passes(project: Path) -> None:
    (project / "requirements-test.txt").write_text("")
    (project / "tests").mkdir(exist_ok=True)
    (project / "tests" / "changed.py").write_text("raise LookupError('no such module')\n")
    ran = start(project, "test", "--changed")
    assert ran.returncode == 1 and "no such module" in ran.stderr


# --- The pins -------------------------------------------------------------------------------------


def pins(name: str) -> dict[str, str]:
    text = (ROOT / name).read_text(encoding="utf-8")
    found = {match[1]: match[2] for match in PIN.finditer(text)}
    assert len(found) == len(re.findall(r"(?m)^[a-z]", text)), "something is not pinned"
    return found


def test_everything_the_project_names_is_pinned_once() -> None:
    run, play, test = (pins(name) for name in release.PINS)
    assert {**run, **test} == {**test, **run} and {**play, **test} == {**test, **play}
    extras = PYPROJECT["project"]["optional-dependencies"]
    own = PYPROJECT["project"]["dependencies"]
    for named, pinned in (
        (own + extras["postgres"], run),
        (own + extras["play"], play),
        (extras["test"], test),
    ):
        names = {re.split(r"[\[<>=]", each)[0].replace(".", "-") for each in named} - {"atelier"}
        assert names <= pinned.keys()


def test_a_bot_that_runs_installs_nothing_of_the_offline_table() -> None:
    assert pins("requirements.txt").keys().isdisjoint({"simcord", "av", "regex", "pytest"})


def test_every_place_names_the_same_pythons() -> None:
    oldest, newest = atelier.OLDEST, atelier.NEWEST
    assert PYPROJECT["project"]["requires-python"] == f">=3.{oldest[1]},<3.{newest[1] + 1}"
    assert list(release.PYTHONS) == [f"3.{n}" for n in range(oldest[1], newest[1] + 1)]
    assert PYPROJECT["tool"]["pyright"]["pythonVersion"] == f"3.{oldest[1]}"


# --- A release ------------------------------------------------------------------------------------


def test_a_release_dates_what_is_unreleased() -> None:
    before = "# What is new\n\n## Unreleased\n\n- More.\n\n## 0.1.0 · 2026-01-02\n\n- First.\n"
    after = release.date_unreleased(before, "0.2.0", "2026-03-04")
    assert after == (
        "# What is new\n\n## Unreleased\n\n## 0.2.0 · 2026-03-04\n\n- More.\n\n"
        "## 0.1.0 · 2026-01-02\n\n- First.\n"
    )
    with pytest.raises(release.NotReleased, match="nothing under"):
        release.date_unreleased(after, "0.3.0", "2026-03-05")


@pytest.mark.parametrize("version", ["0.0.9", "next", "1.2"])
def test_a_release_has_a_higher_version(version: str) -> None:
    with pytest.raises(release.NotReleased, match="come after"):
        release.release(version, upgrade=False)


def test_a_release_changes_the_version_of_the_project_alone() -> None:
    text = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    raised = tomllib.loads(release.with_version(text, "9.8.7"))
    assert raised.pop("project") == PYPROJECT["project"] | {"version": "9.8.7"}
    assert raised == {key: value for key, value in PYPROJECT.items() if key != "project"}
