"""The offline table as a process, and the browser that shows it."""

import os
import re
import shutil
import signal
import subprocess
import sys
from contextlib import suppress
from pathlib import Path

import pytest

from tests import forked

ROOT = Path(__file__).parent.parent
CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
FLAGS = ["--headless=new", "--no-sandbox", "--disable-gpu", "--disable-background-networking"]
FLAGS += ["--disable-extensions", "--no-first-run"]
FLAGS += ["--disable-features=WebUIOmniboxPopup,WebUIOmniboxAimPopup"]
"""Each window would load two pages of Chromium's own, for what is typed into its address bar."""
needs_browser = pytest.mark.skipif(
    CHROMIUM is None, reason="no browser: install chromium to see the offline table played"
)


class Offline:
    """A running `python -m bot.offline`."""

    def __init__(self, *arguments: str, forks: bool = forked.POSSIBLE) -> None:
        """Starts the process and waits for its page; a fork is faster than the command."""
        env = os.environ | {"DRAWING_PROCESSES": "0", "THINKING_SECONDS": "0.02"}
        reading, writing = os.pipe()
        self.output = open(reading, encoding="utf-8")  # noqa: SIM115, PTH123  (`status` closes it)
        self.process: forked.Process | subprocess.Popen[bytes]
        if forks:
            files = [writing, writing]
            self.process = forked.start("bot.offline", *arguments, cwd=ROOT, env=env, files=files)
        else:
            command = [sys.executable, "-m", "bot.offline", *arguments]
            self.process = subprocess.Popen(
                command, cwd=ROOT, env=env, stdout=writing, stderr=writing
            )
        os.close(writing)
        self.said = ""
        while "open http" not in self.said:
            line = self.output.readline()
            assert line, f"it ended before its page was open:\n{self.said}"
            self.said += line
        found = re.search(r"http://127\.0\.0\.1:\d+/", self.said)
        assert found is not None
        self.address = found[0]

    def kill(self) -> None:
        """Kills the process, as a power cut does."""
        self.process.kill()
        self.status()

    def end(self) -> str:
        """Presses Ctrl-C and returns the whole output."""
        with suppress(ProcessLookupError):
            self.process.send_signal(signal.SIGINT)
        self.status()
        return self.said

    def status(self) -> int:
        """The exit status, once the process has ended."""
        process = self.process
        if not self.output.closed:
            with self.output:
                self.said += self.output.read()
        return process.await_end(20) if isinstance(process, forked.Process) else process.wait(20)
