"""The workflows of CI and releases: least rights, fixed actions, the Pythons of `atelier.py`."""

import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

import atelier

ROOT = Path(__file__).parent.parent
WORKFLOWS = sorted((ROOT / ".github" / "workflows").glob("*.yml"))
TAG = "v9.8.7"
SCRIPT = re.compile(r"run: (?:\|\n((?:(?: {10}.*)?\n)+)|(.*)\n)")


def script(found: re.Match[str]) -> str:
    """The lines of a step that SCRIPT has found."""
    return (found[1] or found[2]).replace("\n" + " " * 10, "\n").strip()


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.stem)
def test_a_workflow_has_least_rights_and_fixed_actions(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    used = re.findall(r"uses: (\S+)(.*)", text)
    assert used
    for action, comment in used:
        is_fixed = re.fullmatch(r"[\w/-]+@[0-9a-f]{40}", action) and comment.startswith(" # v")
        assert is_fixed or action.startswith("./"), f"{action} may change"
    assert re.search(r"^permissions:( \{\}|\n  contents: read)$", text, re.MULTILINE)
    assert text.count("actions/checkout@") == text.count("persist-credentials: false")
    assert "pull_request_target" not in text
    scripts = "\n".join(map(script, re.finditer(SCRIPT, text)))
    assert "${{" not in scripts, "a script reads variables, or a name could become a command"


def test_the_suite_runs_with_every_python_that_atelier_takes() -> None:
    listed = re.findall(r"python: \[(.+)\]", (WORKFLOWS[-1]).read_text(encoding="utf-8"))
    (first, oldest), (_, newest) = atelier.OLDEST, atelier.NEWEST
    assert listed == [", ".join(f'"{first}.{n}"' for n in range(oldest, newest + 1))]


@pytest.mark.skipif(shutil.which("bash") is None, reason="the step is a script of bash")
@pytest.mark.parametrize(("version", "status"), [("9.8.7", 0), ("9.8.6", 1)])
def test_a_tag_gives_the_notes_of_its_version_alone(
    tmp_path: Path, version: str, status: int
) -> None:
    (tmp_path / "pyproject.toml").write_text(f'[project]\nversion = "{version}"\n')
    (tmp_path / "CHANGELOG.md").write_text(
        "## 9.8.8 · 2030\n\n- No.\n\n## 9.8.7 · 2029\n\n- This.\n\n## 9.8.6 · 2028\n\n- No.\n"
    )
    release = (ROOT / ".github/workflows/release.yml").read_text(encoding="utf-8")
    step = next(each for each in map(script, re.finditer(SCRIPT, release)) if "notes.md" in each)
    set_later = tmp_path / "environment"
    done = subprocess.run(
        ["bash", "-eo", "pipefail", "-c", step],
        cwd=tmp_path,
        env={**os.environ, "GITHUB_REF_NAME": TAG, "GITHUB_ENV": str(set_later)},
    )
    assert done.returncode == status
    if not status:
        assert (tmp_path / "notes.md").read_text().split("\n") == ["", "- This.", "", ""]
        assert set_later.read_text() == "VERSION=9.8.7\n"
