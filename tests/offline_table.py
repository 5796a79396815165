"""The offline table as a process, the browser that shows it, and what people do there."""

import os
import re
import shutil
import signal
import subprocess
import sys
import urllib.error
import urllib.request
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import pytest
from playwright.sync_api import FrameLocator, Locator, Page, TimeoutError

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

PRESS_MS, PRESSES = 4_000, 10
"""A press on a message that is just replaced is lost: it is repeated after this, so often."""


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
        process = self.process
        if not self.output.closed:
            with self.output:
                self.said += self.output.read()
        return process.await_end(20) if isinstance(process, forked.Process) else process.wait(20)


def fetch(address: str, body: bytes | None = None, **headers: str) -> tuple[int, str]:
    request = urllib.request.Request(address, body, headers=headers)
    try:
        with urllib.request.urlopen(request, timeout=5) as answer:
            return answer.status, answer.read().decode()
    except urllib.error.HTTPError as error:
        return error.code, ""


def places(front: str) -> list[str]:
    return re.findall(r"http://127\.0\.0\.1:\d+/#[\w-]+", front)


def room(front: Page) -> FrameLocator:
    return front.frame_locator("#room iframe.here")


def letters(front: Page) -> FrameLocator:
    return front.frame_locator("#letters iframe.here")


def button(place: FrameLocator, label: str) -> Locator:
    return place.get_by_role("button", name=label, exact=True).last


def press(pressed: Locator, seen: Callable[[int], object]) -> None:
    """Presses until `seen` finds what should follow; it takes the milliseconds to wait."""
    for _attempt in range(PRESSES):
        with suppress(TimeoutError):  # the control is gone, so the press before was not lost
            pressed.click(timeout=PRESS_MS)
        with suppress(AssertionError):
            seen(PRESS_MS)
            return
    raise AssertionError(f"no press on {pressed} does anything")


def typefaces(place: FrameLocator) -> list[str]:
    """The families of the typefaces that a page has loaded."""
    asked = "[...document.fonts].filter(each => each.status !== 'unloaded')"
    found = place.locator("html").evaluate(f"() => {asked}.map(each => each.family)")
    return [family.strip('"') for family in found]


def become(front: Page, name: str) -> None:
    """Goes on as another person, who may have new messages."""
    front.locator(".person").filter(has_text=name).click()


def width_of(place: FrameLocator) -> int:
    """How wide a page is with everything in it."""
    return place.locator("html").evaluate("html => html.scrollWidth")
