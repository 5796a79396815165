"""The offline table in a browser: its players, and games that they have played before a picture."""

from __future__ import annotations

import asyncio
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import urllib.request
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from pathlib import Path

from playwright.sync_api import Browser, Locator, Page, expect, sync_playwright

from bot.store import Store
from bot.table import Tables
from games import discover

ROOT = Path(__file__).parent.parent
GAME = "wigs"
"""The game that is played."""
WIDTH_PX, HEIGHT_PX, DEVICE_SCALE = 700, 760, 1.5
TIMEOUT_MS = 45_000
PRIVATE = ".message-ephemeral-note"
FLAGS = ["--headless=new", "--no-sandbox", "--disable-gpu", "--hide-scrollbars"]
HIDE = "const style = new CSSStyleSheet(); document.adoptedStyleSheets.push(style);"
TIDY = f"""() => {{ {HIDE} style.replaceSync(
  '.preview-shell {{ --toolbar-height: 0px !important }}' +
  '.preview-toolbar, .message-context-actions {{ display: none !important }}'); }}"""
DISMISS = f"""() => {{ {HIDE} style.replaceSync(
  [...document.querySelectorAll('.channel-message:has(.message-ephemeral-note)')]
    .map(message => `[data-message-id="${{message.dataset.messageId}}"] {{ display: none }}`)
    .join(' ')); }}"""
"""Hides the ephemeral messages, as if Ada had dismissed them."""
MAX_MOVES = 1000
"""More moves than any game has."""


@contextmanager
def chromium() -> Iterator[Browser]:
    """A browser; the program ends with a sentence if there is none."""
    found = shutil.which("chromium") or shutil.which("chromium-browser")
    if found is None:
        sys.exit("No chromium was found; it is needed to show the offline table.")
    with sync_playwright() as playwright:
        expect.set_options(timeout=TIMEOUT_MS)
        browser = playwright.chromium.launch(executable_path=found, args=FLAGS)
        yield browser
        browser.close()


@contextmanager
def offline_table(*arguments: str) -> Iterator[list[dict[str, str]]]:
    """A running offline table: for each of two people the addresses of their room and messages."""
    command = [sys.executable, "-m", "bot.offline", "--port", "0", "--people", "Ada,Ben"]
    command += arguments
    environment = os.environ | {"DRAWING_PROCESSES": "0", "THINKING_SECONDS": "0.05"}
    process = subprocess.Popen(
        command, cwd=ROOT, env=environment, stdout=subprocess.PIPE, text=True
    )
    try:
        assert process.stdout is not None
        front = next(
            found[0]
            for line in process.stdout
            if (found := re.search(r"http://127\.0\.0\.1:\d+/", line))
        )
        with urllib.request.urlopen(f"{front}news") as answer:
            people = json.load(answer)
        yield [
            {"room": person["rooms"][0]["url"], "letters": person["letters"]} for person in people
        ]
    finally:
        process.send_signal(signal.SIGINT)
        process.communicate(timeout=30)


class Player:
    """One person at the offline table, with a page for the channel and one for their DMs."""

    def __init__(self, browser: Browser, places: dict[str, str]) -> None:
        """Opens both pages."""
        self.room = self._open(browser, places["room"])
        self.dms = self._open(browser, places["letters"])

    def _open(self, browser: Browser, address: str) -> Page:
        size = {"width": WIDTH_PX, "height": HEIGHT_PX}
        page = browser.new_page(viewport=size, device_scale_factor=DEVICE_SCALE)
        page.set_default_timeout(TIMEOUT_MS)
        page.goto(address)
        expect(page.locator("#channel-composer-input")).to_be_visible()
        page.evaluate(TIDY)
        return page

    def messages(self) -> Locator:
        """The messages in the channel."""
        return self.room.locator(".channel-message")

    def press(self, label: str) -> None:
        """Presses the last button of this name in the channel."""
        self.room.get_by_role("button", name=label, exact=True).last.click()

    def open_table(self) -> None:
        """Opens a table of the game by its command."""
        self.room.locator("#channel-composer-input").click()
        self.room.keyboard.type("/game new")
        offered = self.room.get_by_role("option")
        expect(offered.first).to_contain_text("/game new")
        self.room.keyboard.press("Enter")
        self.room.keyboard.type(discover()[GAME].title[:4])
        expect(offered.first).to_contain_text(discover()[GAME].title)
        self.room.keyboard.press("Enter")
        joins = self.room.get_by_role("button", name="Join", exact=True)
        for _ in range(5):  # a press may pick what is suggested once more instead of sending
            self.room.keyboard.press("Enter")
            with suppress(AssertionError):
                expect(joins).to_be_visible(timeout=5_000)
                return
        raise RuntimeError("the table is not opened")

    def board(self) -> Locator:
        """The last message that everybody sees."""
        return self.messages().filter(has_not=self.room.locator(PRIVATE)).last

    def panel(self) -> Locator:
        """Presses Move at the board and returns the panel that it opens."""
        private = self.messages().filter(has=self.room.locator(PRIVATE))
        before = private.last.get_attribute("data-message-id") if private.count() else ""
        for _ in range(5):  # a press is lost while the page is busy with the last one
            self.board().get_by_role("button", name="Move", exact=True).click()
            with suppress(AssertionError):
                expect(private.last).to_be_visible(timeout=5_000)
                expect(private.last).not_to_have_attribute(
                    "data-message-id", before or "", timeout=5_000
                )
                break
        number = private.last.get_attribute("data-message-id")
        panel = self.room.locator(f'.channel-message[data-message-id="{number}"]')
        expect(panel.get_by_role("button", name="Note", exact=True)).to_be_visible()
        return panel

    def draft(self, number: int) -> bool:
        """Takes a card from the draft in their panel; returns whether they were asked to."""
        panel = self.panel()
        takes = panel.get_by_role("button", name=re.compile(r"\bTake the"), disabled=False)
        if not takes.count():
            return False
        chosen = takes.nth(number % takes.count())
        label = chosen.inner_text()
        chosen.click()
        expect(panel).to_contain_text(receipt(label))
        return True

    def asked(self, label: re.Pattern[str]) -> Locator:
        """The moves of this kind that their DM offers."""
        return self.dms.get_by_role("button", name=label, disabled=False)

    def answer(self, button: Locator) -> None:
        """Presses a button in their DM and waits for the confirmation."""
        label = button.inner_text()
        button.click()
        expect(self.dms.locator(".channel-message").last).to_contain_text(receipt(label))


def receipt(label: str) -> re.Pattern[str]:
    """The confirmation of a move on the panel; its verb differs from that of the button."""
    return re.compile(f"✓ .*{re.escape(label.partition(' ')[2])}")


def scroll_to(part: Locator, where: str = "start") -> None:
    """Scrolls until a part of a page is at its start (the top) or at its end."""
    part.evaluate("(part, where) => part.scrollIntoView({block: where})", where)


def start_game(ada: Player, ben: Player) -> None:
    """Begins a game between these two."""
    ada.open_table()
    ben.press("Join")
    expect(ada.messages().filter(has_text="Ben").last).to_be_visible()
    ada.press("Start")
    expect(ada.room.get_by_role("button", name="Move", exact=True)).to_be_visible()


async def play_on(folder: Path, moves: int) -> None:
    """Plays at most so many default moves of the first table of a folder."""
    store = await Store.open(folder / "atelier.sqlite3")
    table = await Tables(store, lambda table: None).get(1)
    while table.row.status == "running" and table.seq < moves:
        seat = table.state.asked[0]
        await table.submit(seat, table.game.default(table.state, seat), f"scene:{table.seq}")
    await store.close()


@contextmanager
def played_game(browser: Browser, moves: int = MAX_MOVES) -> Iterator[Player]:
    """Ada at an offline table after so many moves, or at the end of the game."""
    with tempfile.TemporaryDirectory() as folder:
        with offline_table("--keep", folder) as places:
            start_game(*(Player(browser, place) for place in places))
        with ThreadPoolExecutor() as apart:  # this thread has the browser's event loop
            apart.submit(asyncio.run, play_on(Path(folder), moves)).result()
        with offline_table("--keep", folder) as places:
            yield Player(browser, places[0])
