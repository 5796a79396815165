"""What `python3 atelier.py test --changed` runs: at least all that a change can reach."""

import os
import re
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from games import own_names
from tests import changed
from tests.changed import ROOT, Project, Reach

each_title = pytest.mark.parametrize("title", own_names())
LOADS = re.compile(r"\b(?:import_module|iter_modules|load_extension|run_module)\(")
KNOWN = {"bot.texts.translations.__main__", "games._kernel.figures", "games.skeleton"}
"""Modules that load one of a title, by a name that they are given."""


@pytest.fixture(scope="module")
def project() -> Project:
    return Project()


def names(reach: Reach) -> set[str]:
    """The modules of tests that run whole, by their file names."""
    assert not reach.everything
    return {Path(each).stem for each in reach.tests}


# --- A title --------------------------------------------------------------------------------------


@pytest.mark.sampled(one_in=5)
@each_title
@pytest.mark.parametrize(
    "place",
    [
        "games/{}/rules.py",
        "games/{}/cards.toml",
        "games/{}/RULES.md",
        "games/{}/translations/de.po",
        "games/{}/gone.py",
        "renderers/{}.py",
        "renderers/{}/board.py",
        "tests/games/{}_questions.toml",
        "tests/games/test_{}_end.py",
        "tests/playthroughs/{}/2-1.txt",
    ],
)
def test_a_file_of_a_title_reaches_its_tests_and_those_of_all_for_it_alone(
    project: Project, title: str, place: str
) -> None:
    reach = project.reach([place.format(title)])
    assert reach.titles == {title} and not reach.everything
    own = {path.relative_to(ROOT).as_posix() for path in ROOT.glob(f"tests/games/test_{title}*.py")}
    assert own and own <= reach.tests
    assert {name for name in own_names() if f"test_{name}" in names(reach)} == {title}
    arguments = reach.pytest()
    assert {"tests/test_every_game.py", "tests/test_whole_games.py", *own} < {*arguments}
    wanted = arguments[arguments.index("-k") + 1].split(" or ")
    assert title in wanted and not {*wanted} & ({*own_names()} - {title})
    # What runs whole is wanted by its name as well.
    assert {Path(path).name for path in reach.tests | {*changed.ALWAYS}} <= {*wanted}


@each_title
def test_types_of_a_title_are_checked_where_it_alone_has_changed(
    project: Project, title: str
) -> None:
    alone = project.reach([f"games/{title}/rules.py"]).pyright()
    assert alone and f"games/{title}" in alone
    assert all((ROOT / path).exists() for path in alone)
    assert project.reach([f"games/{title}/rules.py", "games/kernel.py"]).pyright() == []


def test_a_test_that_imports_from_a_title_runs_whole(project: Project) -> None:
    imported = re.compile(rf"^from games\.({'|'.join(own_names())})\b", re.MULTILINE)
    found = {
        path: match[1]
        for path in ROOT.glob("tests/test_*.py")
        if (match := imported.search(path.read_text("utf-8")))
    }
    assert found
    for path, title in found.items():
        assert path.stem in names(project.reach([f"games/{title}/rules.py"]))


@each_title
def test_what_loads_the_tests_of_titles_reaches_them(project: Project, title: str) -> None:
    assert "tests/test_mutants.py" in project.tests_of(f"tests.games.test_{title}")


@each_title
def test_what_titles_must_keep_runs_for_each_title(title: str) -> None:
    modules = sorted(changed.paths(*changed.OF_TITLES))
    assert {Path(each).name for each in changed.OF_TITLES if "*" not in each} <= {
        Path(each).name for each in modules
    }
    texts = [(ROOT / each).read_text("utf-8") for each in modules]
    knows_titles = re.compile(r"atelier_testing|(discover|released|own_names)\(\)")
    assert all(map(knows_titles.search, texts))


def test_a_title_that_begins_like_another_has_its_own_places(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(changed, "own_names", lambda: ["fan", "fan_tan"])
    assert changed.titles_of("games/fan_tan/rules.py") == {"fan_tan"}
    assert changed.titles_of("games/fan/rules.py") == {"fan"}
    assert changed.titles_of("renderers/fans.py") == set()
    # This may be of both, so both run.
    assert changed.titles_of("tests/games/test_fan_tan.py") == {"fan", "fan_tan"}


# --- Modules --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("path", "reached", "spared"),
    [
        ("bot/pages/board.py", "test_playing test_wire test_web test_docs", "test_kernel"),
        ("bot/store/set_back.py", "test_store test_set_back test_wire", "test_kernel"),
        ("cogs/stats.py", "test_stats test_playing test_wire test_offline", "test_kernel"),
        ("games/_kernel/state.py", "test_kernel test_every_game test_wire", "test_pairing"),
        ("renderers/chart.py", "test_chart test_wire test_offline", "test_kernel"),
        ("bot/offline/front.py", "test_offline test_setup", "test_kernel test_undo"),
        ("tests/twins.py", "test_leaks test_wanted", "test_undo test_stats"),
        ("tests/wire/home.py", "test_wire test_container", "test_undo test_leaks"),
        ("tests/sim_server.py", "test_undo test_stats", "test_kernel test_pairing"),
        ("tests/databases.py", "test_store test_undo", "test_kernel test_pairing"),
        ("tests/release.py", "test_setup", "test_undo test_leaks"),
        ("atelier_testing/mutants/trials.py", "test_mutants", "test_undo test_leaks"),
        ("tests/test_pairing.py", "test_pairing", "test_undo test_leaks"),
        ("tests/test_store.py", "test_store test_store_leagues", "test_undo test_leaks"),
        ("atelier_testing/words.py", "test_every_word", "test_undo test_stats"),
    ],
)
def test_a_module_reaches_the_tests_that_import_or_start_it(
    project: Project, path: str, reached: str, spared: str
) -> None:
    assert (ROOT / path).is_file()
    reach = project.reach([path])
    assert {*reached.split()} <= names(reach) | {Path(each).stem for each in changed.ALWAYS}
    assert not names(reach) & {*spared.split()}
    assert "-k" not in reach.pytest() and {*changed.ALWAYS} < {*reach.pytest()}
    is_product = path.startswith(changed.PRODUCT)
    assert reach.pyright() == ([] if is_product else None)


@each_title
def test_the_kernel_reaches_the_tests_of_each_title(project: Project, title: str) -> None:
    own = changed.own_tests(title)
    assert own <= project.reach(["games/_kernel/state.py"]).tests


def test_every_module_of_the_product_reaches_a_test(project: Project) -> None:
    for module, path in project.files.items():
        if module.startswith(changed.PRODUCT) and not changed.titles_of(path):
            assert project.tests_of(module), path


def test_whatever_loads_modules_by_their_name_is_known(project: Project) -> None:
    found = {
        module
        for module, text in project.texts.items()
        if module.startswith(changed.PRODUCT) and LOADS.search(text)
    }
    assert {*changed.LOADED} <= found <= {*changed.LOADED} | KNOWN


# --- Papers, and all else -------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("path", "reached"),
    [
        ("games/README.md", "test_kernel_guide"),
        ("CHANGELOG.md", "test_setup"),
        ("docs/costs.md", ""),
        ("docs/turn.webp", ""),
    ],
)
def test_a_paper_reaches_tests_that_name_it(project: Project, path: str, reached: str) -> None:
    reach = project.reach([path])
    assert {*reached.split()} <= names(reach) and "test_undo" not in names(reach)
    assert reach.pyright() is None and {*changed.ALWAYS} <= {*reach.pytest()}


@pytest.mark.sampled(one_in=4)
@pytest.mark.parametrize(
    "path",
    [
        "pyproject.toml",
        "requirements.txt",
        "atelier.py",
        "Makefile",
        "bot/texts/translations/de.po",
        "bot/web/page.css",
        "bot/store/migrations/999_more.sql",
        "bot/pages/gone.py",
        "games/_skeleton/rules.tmpl",
        "games/gone/rules.py",
        "renderers/gone.py",
        "tests/conftest.py",
        "tests/wire/conftest.py",
        "tests/games/something.toml",
        "something",
        ".ci/run",
    ],
)
def test_any_other_file_reaches_everything(project: Project, path: str) -> None:
    for files in ([path], ["games/README.md", path], [path, f"games/{own_names()[0]}/rules.py"]):
        reach = project.reach(files)
        assert reach.everything == path and path in str(reach)
        assert reach.pytest() == [] and reach.pyright() == []


# --- What has changed -----------------------------------------------------------------------------


@pytest.fixture
def git(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """Runs git in a new folder; skips the test where there is none."""
    for name in ("GIT_CONFIG_GLOBAL", "GIT_CONFIG_SYSTEM"):
        monkeypatch.setenv(name, os.devnull)
    for name in [each for each in os.environ if each.startswith(("GIT_DIR", "GIT_INDEX"))]:
        monkeypatch.delenv(name)

    def run(*words: str) -> None:
        who = ["-c", "user.name=Ada", "-c", "user.email=ada@example.org"]
        subprocess.run(["git", "-C", tmp_path, *who, *words], check=True, capture_output=True)

    try:
        run("init", "--initial-branch=main")
    except (OSError, subprocess.CalledProcessError):
        pytest.skip("this machine has no git")
    return run


def test_what_differs_from_main_has_changed_whether_committed_new_or_gone(
    git: Callable[..., None], tmp_path: Path
) -> None:
    for name in ("as it was", "committed", "staged", "not staged", "gone", "moved", ".gitignore"):
        (tmp_path / name).write_text("*.log\n")
    git("add", ".")
    git("commit", "-m", "Before")
    assert changed.changed_files(tmp_path) == []
    git("checkout", "-b", "branch")
    (tmp_path / "committed").write_text("other")
    git("mv", "moved", "ünder a new name")
    git("commit", "-am", "A change")
    (tmp_path / "staged").write_text("other")
    git("add", ".")
    (tmp_path / "not staged").write_text("other")
    (tmp_path / "gone").unlink()
    (tmp_path / "new").write_text("")
    (tmp_path / "ignored.log").write_text("")
    expected = {"committed", "staged", "not staged", "gone", "moved", "ünder a new name", "new"}
    assert changed.changed_files(tmp_path) == sorted(expected)
    git("checkout", "--force", "main")
    (tmp_path / "new").unlink()
    (tmp_path / "on main").write_text("")
    git("add", ".")
    git("commit", "-m", "Main goes on")
    git("checkout", "branch")
    assert changed.changed_files(tmp_path) == ["committed", "moved", "ünder a new name"]


def test_without_git_or_main_it_is_not_known_what_has_changed(
    git: Callable[..., None], tmp_path: Path
) -> None:
    git("checkout", "-b", "trunk")
    (tmp_path / "new").write_text("")
    git("add", ".")
    git("commit", "-m", "Without main")
    assert changed.changed_files(tmp_path) is None
    (tmp_path / ".git").rename(tmp_path / "elsewhere")
    assert changed.changed_files(tmp_path) is None
