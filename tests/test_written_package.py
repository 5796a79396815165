"""A package as `python -m games new` writes it: it builds, passes its tests and disturbs nobody."""

import os
import re
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path

import pytest
from uv import find_uv_bin

from atelier_testing.project import entry_points_of
from games import skeleton
from games.__main__ import main
from games.version import VERSION
from tests.sampling import SEED
from tests.test_new_game import generic_tests
from tests.test_packages import OWN, ROOT

WRITTEN = "halma"
"""A name that no test has."""
MODULE = f"atelier_{WRITTEN}"
MAKING_GAMES = ("tests/test_new_game.py", "tests/test_packages.py")
KIND = skeleton.KINDS[(int(os.environ[SEED]) + 1) % len(skeleton.KINDS)]
"""What the game is like: another kind every day, and not that of tests/test_new_game.py."""


def uv(*words: object, folder: Path, **environment: str) -> str:
    """What uv prints; it may ask no other computer."""
    told = os.environ | {"UV_OFFLINE": "1", "UV_NO_CACHE": "1", "UV_NO_CONFIG": "1"} | environment
    done = subprocess.run(
        *[[find_uv_bin(), *map(str, words)]],
        cwd=folder,
        env={name: value for name, value in told.items() if name != "VIRTUAL_ENV"},
        capture_output=True,
        text=True,
        timeout=900,
    )
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A package that was just begun."""
    folder = tmp_path_factory.mktemp("written") / "a package"
    words = ["-m", "games", "new", WRITTEN, "--like", KIND, "--package", folder]
    made = subprocess.run([sys.executable, "-B", *words], cwd=ROOT, capture_output=True, text=True)
    assert made.returncode == 0, made.stderr
    assert f"{MODULE}/rules.py\n" in made.stdout
    assert made.stdout.endswith("\n  uv run python -m atelier_testing\n")
    assert str(ROOT) not in "".join(
        path.read_text(encoding="utf-8") for path in folder.rglob("*") if path.is_file()
    )
    return folder


def python_of(environment: Path) -> Path:
    return environment / ("Scripts" if os.name == "nt" else "bin") / "python"


@pytest.fixture(scope="module")
def environment(written: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A fresh environment with Atelier, what it needs, and the package as it is built."""
    place = tmp_path_factory.mktemp("environment")
    uv("build", "--wheel", "--out-dir", place / "built", folder=written)
    fresh = place / "fresh"
    made = [sys.executable, "-m", "venv", "--without-pip", fresh]
    subprocess.run(made, check=True, timeout=900)
    [wheel] = (place / "built").glob("*.whl")
    install = ("pip", "install", "--no-deps", "--python", fresh)
    uv(*install, wheel, "--editable", ROOT, folder=place)
    packages = Path(sysconfig.get_path("purelib", "venv", {"base": str(fresh)}))
    requirements = sysconfig.get_path("purelib")
    (packages / "requirements.pth").write_text(f"{requirements}\n", encoding="utf-8")
    return fresh


@pytest.mark.sampled(one_in=8)
def test_its_one_command_checks_style_types_tests_and_mutants(
    written: Path, environment: Path
) -> None:
    [command] = [
        line.split()[1:]
        for line in (written / "README.md").read_text(encoding="utf-8").splitlines()
        if "atelier_testing" in line
    ]
    assert command == ["run", "python", "-m", "atelier_testing"]
    more = "-vv -k 'not garbage'"
    here = {
        "UV_PROJECT_ENVIRONMENT": str(environment),
        "UV_NO_SYNC": "1",
        "PYTEST_ADDOPTS": more,
        "TEST_SEED": "1",
    }
    told = uv(*command, "--count", "2", folder=written, **here)
    for passed in (
        f"test_no_piece_is_made_or_lost[{WRITTEN}-4] PASSED",
        f"test_the_rules_are_written_down_and_each_is_tested[{WRITTEN}] PASSED",
        f"test_every_view_is_drawn_as_a_png_small_enough_to_send[{WRITTEN}-2] PASSED",
    ):
        assert passed in told
    assert OWN[0] not in told and "failed" not in told
    ends = [line.split(":")[0].split() for line in told.splitlines()[-4:]]
    assert ends == [[check, "passed"] for check in ("style", "types", "tests", "mutants")]


@pytest.mark.sampled(one_in=8)
def test_the_project_passes_its_tests_with_the_package_installed(environment: Path) -> None:
    modules = [each for each in generic_tests() if each not in MAKING_GAMES]
    command = [python_of(environment), "-B", "-m", "pytest", "-p", "no:cacheprovider"]
    command += ["-k", f"{WRITTEN} and not postgresql", *modules]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr
    assert " passed" in done.stdout


@pytest.mark.sampled(one_in=4)
def test_the_command_says_what_is_missing_and_what_it_found(
    written: Path, environment: Path, tmp_path: Path
) -> None:
    folder = tmp_path / "copy"
    shutil.copytree(written, folder)
    (folder / MODULE / "untidy.py").write_text("import os\n", encoding="utf-8")
    command = [python_of(environment), "-B", "-m", "atelier_testing"]

    def told(*words: str, where: Path = folder) -> tuple[int, str]:
        done = subprocess.run([*command, *words], cwd=where, capture_output=True, text=True)
        return done.returncode, (done.stdout + done.stderr).splitlines()[-1]

    assert told("style") == (1, "style    failed: Found 1 error")
    (folder / "pyright.py").write_text("raise SystemExit(1)\n", encoding="utf-8")
    assert told("types") == (1, "types    failed: see above")
    assert told("stile")[1].endswith(
        "There is no check “stile”; there are: style, types, tests, mutants."
    )
    assert told(where=tmp_path)[1].endswith("the project whose games it shall test.")
    assert told(where=ROOT)[1].endswith("offers no game as an entry point of atelier.games.")
    without = "import sys; sys.modules['ruff'] = None; from atelier_testing.__main__ import main"
    command[2:] = ["-c", f"{without}; sys.exit(main(sys.argv[1:]))"]
    said = "style    is left out: ruff is not installed; “uv sync” installs it."
    assert told("style") == (2, said)


@pytest.mark.sampled(one_in=4)
def test_an_installed_game_is_played_to_its_end(environment: Path, tmp_path: Path) -> None:
    words = ["-B", "-m", "games", "play", WRITTEN, "--seed", "3"]
    done = subprocess.run(
        [python_of(environment), *words],
        cwd=tmp_path,
        input="1\n" * 50,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    assert "\nThe game is over: " in done.stdout


def test_it_is_clean(written: Path) -> None:
    for check in (["check"], ["format", "--check"]):
        command = [sys.executable, "-m", "ruff", *check, "--no-cache", "."]
        done = subprocess.run(command, cwd=written, capture_output=True, text=True)
        assert done.returncode == 0, done.stdout


def test_atelier_is_built_into_the_package_as_its_readme_says(written: Path) -> None:
    """uv asks of the folder that it finds packages in that it is there already."""
    [line] = re.findall(r"uv (build .*) \.\./atelier", (written / "README.md").read_text("utf-8"))
    uv(*line.split(), ROOT, folder=written)
    [wheel] = (written / "wheels").glob("*.whl")
    assert wheel.name.startswith(f"atelier-{VERSION}-")
    wheel.unlink()


def test_a_package_is_not_written_over_anything(
    written: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    before = sorted(written.rglob("*"))
    for name, said in [
        (WRITTEN, f"{written} exists already; choose another folder.\n"),
        (OWN[0], f"games/{OWN[0]} exists already; choose another name.\n"),
        ("testing", "There is a Python package named “atelier_testing”; choose another name.\n"),
        ("pause", "cogs/admin.py has a command “pause”; choose another name.\n"),
    ]:
        assert main(["new", name, "--package", str(written)]) == 2
        assert capsys.readouterr() == ("", said)
    assert sorted(written.rglob("*")) == before


def test_the_games_of_a_project_are_those_it_names(written: Path) -> None:
    assert [*entry_points_of(written / "pyproject.toml")] == [WRITTEN]
    assert not entry_points_of(ROOT / "pyproject.toml")
    with pytest.raises(LookupError, match="Start it in the folder"):
        entry_points_of(written / "no" / "pyproject.toml")
