"""The program that runs the commands of the papers: what it finds, and that it runs them."""

import re
import shutil
import subprocess
import sys
from fnmatch import fnmatchcase

import pytest

from tests import documented
from tests.test_workflows import WORKFLOWS


def test_all_that_is_known_of_commands_is_about_one_that_a_paper_has():
    texts = {each.text for each in documented.commands()}
    scripts = [each.read_text(encoding="utf-8") for each in WORKFLOWS]
    assert "".join(scripts).count("run: ") == len([*documented.steps()])
    for pattern in documented.NOT_RUN | documented.READY:
        assert any(fnmatchcase(text, pattern) for text in texts), pattern
    for pattern, _instead in documented.INSTEAD:
        assert any(re.search(pattern, text) for text in texts), pattern


@pytest.mark.sampled(one_in=4)
@pytest.mark.skipif(shutil.which("git") is None, reason="a fresh folder is a clone")
def test_a_command_is_run_in_a_clone():
    program = [sys.executable, "-m", "tests.documented", "--venv", sys.prefix, "--only"]
    done = subprocess.run([*program, "-m games list"], capture_output=True, text=True)
    assert "    works (" in done.stdout and done.stdout.endswith(" 0 failed, 0 cannot run here.\n")
    assert done.returncode == 0, done.stdout + done.stderr
