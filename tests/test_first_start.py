"""The first start in a terminal: the token is asked for, checked, and stored."""

import asyncio
import os
import re
import signal
import subprocess
import sys
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from pathlib import Path

import pytest

from bot.operations import permissions
from bot.operations.first_start import write_token
from tests import forked
from tests.test_settings import EXAMPLE, NAMES, ROOT, TOKEN, assert_one_sentence, discord, run
from tests.test_setup import as_somebody_lesser
from tests.wire.home import Process
from tests.wire.standin import StandIn, until

__all__ = ["discord"]
pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="Windows has no pseudo-terminal")
PROMPT = "Paste the token"
OTHER = "MTk4NjIyNDgzNDcxOTI1MjQ4.of-another.bot"
FILLED = EXAMPLE.replace("DISCORD_TOKEN=", f"DISCORD_TOKEN={TOKEN}")


class Terminal:
    """A pseudo-terminal at which somebody has typed `python -m bot`."""

    def __init__(self, process: Process, keyboard: int) -> None:
        self.process = process
        self.shown = ""
        """All that the screen has shown, in lines as Unix writes them."""
        self._keyboard = keyboard
        self._read = 0

    def receive(self) -> None:
        with suppress(OSError):  # the bot has ended
            self.shown += os.read(self._keyboard, 65536).decode().replace("\r\n", "\n")

    async def says(self, words: str) -> None:
        """Waits until this is shown, after what was waited for before."""
        await until(lambda: words in self.shown[self._read :], f"it says {words!r}", 30)
        self._read = self.shown.index(words, self._read) + len(words)

    def type(self, text: str) -> None:
        os.write(self._keyboard, text.encode())

    async def enter_token(self, token: str) -> None:
        """Somebody pastes a token when they are asked for it."""
        await self.says(PROMPT)
        self.type(f"{token}\n")

    async def ended(self) -> int:
        """The exit status, once the bot has ended."""
        return await asyncio.wait_for(self.process.wait(), 60)


def take_terminal() -> None:
    """Makes the terminal that is the standard input the one of this process."""
    import fcntl
    import termios

    signal.signal(signal.SIGINT, signal.SIG_DFL)  # else one that ignores it is inherited
    fcntl.ioctl(0, termios.TIOCSCTTY, 0)


@asynccontextmanager
async def terminal(
    folder: Path, discord: StandIn, first: Callable[[], None] | None = None, **more: str
) -> AsyncIterator[Terminal]:
    """A terminal in a folder where the bot is started; `first` is run by a process not forked."""
    import pty

    keyboard, screen = pty.openpty()
    env = {name: value for name, value in os.environ.items() if name not in NAMES}
    env |= {
        "PYTHONPATH": str(ROOT),
        "DISCORD_API_URL": discord.api,
        "DISCORD_GATEWAY_URL": discord.gateway,
        "SHARD_COUNT": "1",
        "DRAWING_PROCESSES": "0",
        **more,
    }
    if forked.POSSIBLE and first is None:
        files = [screen] * 3
        process = forked.start("bot", cwd=folder, env=env, files=files, at_terminal=True)
    else:
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "bot"),
            cwd=folder,
            env=env,
            stdin=screen,
            stdout=screen,
            stderr=screen,
            start_new_session=True,
            preexec_fn=first or take_terminal,
        )
    os.close(screen)
    opened = Terminal(process, keyboard)
    asyncio.get_running_loop().add_reader(keyboard, opened.receive)
    try:
        yield opened
    finally:
        asyncio.get_running_loop().remove_reader(keyboard)
        if process.returncode is None:
            process.kill()
            await process.wait()
        os.close(keyboard)
    assert "Traceback" not in opened.shown, opened.shown
    assert TOKEN not in opened.shown and OTHER not in opened.shown


async def connected(at: Terminal, discord: StandIn) -> None:
    """Waits until the bot is connected, and ends it."""
    await until(lambda: discord.connected, "the bot connects", 30)
    at.process.send_signal(signal.SIGTERM)
    assert await at.ended() == 0


# --- What is asked --------------------------------------------------------------------------------


async def test_the_first_start_asks_for_the_token_and_stores_it(tmp_path: Path, discord: StandIn):
    async with terminal(tmp_path, discord) as at:
        await at.says("The bot has no token yet.")
        await at.says("https://discord.com/developers/applications")
        await at.enter_token("")
        await at.says("Nothing was entered.")
        await at.enter_token("two words")
        await at.says("Discord does not know this token.")
        await at.enter_token(OTHER)
        await at.says("Discord does not know this token.")
        await at.enter_token(f" {TOKEN} ")
        await at.says("The token is good: the bot is atelier.")
        await at.says(f"The token is stored in {tmp_path / '.env'}, which only you can read.")
        await connected(at, discord)
    assert (tmp_path / ".env").read_text(encoding="utf-8") == FILLED
    assert (tmp_path / ".env").stat().st_mode & 0o777 == 0o600
    assert not list(tmp_path.glob(".env-*"))


async def test_a_stored_token_is_not_asked_for_again(tmp_path: Path, discord: StandIn):
    write_token(tmp_path / ".env", TOKEN)
    async with terminal(tmp_path, discord) as at:
        await connected(at, discord)
    assert PROMPT not in at.shown and "other users" not in at.shown


async def test_an_empty_token_is_filled_in_and_all_other_settings_stay(
    tmp_path: Path, discord: StandIn
):
    text = "# ours\nLOG_LEVEL=debug\nDISCORD_TOKEN=\nBOARD_SECONDS=3\n"
    (tmp_path / ".env").write_text(text)
    async with terminal(tmp_path, discord) as at:
        await at.enter_token(TOKEN)
        await connected(at, discord)
    assert (tmp_path / ".env").read_text() == text.replace("TOKEN=", f"TOKEN={TOKEN}")


async def test_a_token_that_discord_refuses_at_the_start_can_be_replaced(
    tmp_path: Path, discord: StandIn
):
    write_token(tmp_path / ".env", OTHER)
    async with terminal(tmp_path, discord) as at:
        await at.says("DISCORD_TOKEN is not usable: Discord does not know this token.")
        await at.enter_token(TOKEN)
        await connected(at, discord)
    assert (tmp_path / ".env").read_text(encoding="utf-8") == FILLED


async def test_a_token_of_the_environment_that_comes_first_is_named(
    tmp_path: Path, discord: StandIn
):
    async with terminal(tmp_path, discord, DISCORD_TOKEN=OTHER) as at:
        await at.enter_token(TOKEN)
        await at.says("DISCORD_TOKEN is also set in the environment, which comes first: remove it.")
        await connected(at, discord)


@pytest.mark.parametrize("key", ["\x03", "\x04"], ids=["Ctrl-C", "Ctrl-D"])
async def test_entering_no_token_ends_the_bot_with_a_sentence(
    tmp_path: Path, discord: StandIn, key: str
):
    async with terminal(tmp_path, discord) as at:
        await at.says(PROMPT)
        while at.process.returncode is None:  # a key pressed just before Python reads is not seen
            at.type(key)
            with suppress(TimeoutError):
                await asyncio.wait_for(at.process.wait(), 5)
        await at.says("\nNo token was entered, so the bot does not start.\n")
        assert await at.ended() == 2
    assert list(tmp_path.iterdir()) == []


async def test_a_token_that_cannot_be_checked_is_stored_all_the_same(
    tmp_path: Path, discord: StandIn
):
    async with terminal(tmp_path, discord, DISCORD_API_URL="http://127.0.0.1:9/api/v10") as at:
        await at.enter_token(TOKEN)
        await at.says("Discord cannot be reached, so the token is not checked yet.")
        await at.says("The token is stored")
        await at.says("Discord cannot be reached; look at the network and at DISCORD_API_URL.")
        assert await at.ended() == 1
    assert f"DISCORD_TOKEN={TOKEN}\n" in (tmp_path / ".env").read_text(encoding="utf-8")


def take_terminal_as_somebody_lesser() -> None:
    """As `take_terminal`, without the right of root to write anywhere."""
    take_terminal()
    as_somebody_lesser()


@pytest.mark.sampled(one_in=3)
@pytest.mark.skipif(sys.platform != "linux", reason="rights are taken from root on Linux")
async def test_the_bot_runs_although_its_token_cannot_be_stored(tmp_path: Path, discord: StandIn):
    data = tmp_path / "data"
    data.mkdir()
    locked = tmp_path / "locked"
    locked.mkdir(mode=0o555)
    where = f"sqlite:///{data / 'atelier.sqlite3'}"
    first = take_terminal_as_somebody_lesser
    async with terminal(locked, discord, first, DATABASE_URL=where) as at:
        await at.enter_token(TOKEN)
        await at.says(f"The token cannot be stored in {locked / '.env'} (Permission denied)")
        await connected(at, discord)
    assert list(locked.iterdir()) == []


async def test_another_wrong_setting_is_named_before_anything_is_asked(
    tmp_path: Path, discord: StandIn
):
    async with terminal(tmp_path, discord, LOG_LEVEL="loud") as at:
        await at.says("LOG_LEVEL is not usable")
        assert await at.ended() == 2
    assert PROMPT not in at.shown


# --- The file -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("", "DISCORD_TOKEN=new\n"),
        ("A=1", "A=1\nDISCORD_TOKEN=new\n"),
        ("A=1\n", "A=1\nDISCORD_TOKEN=new\n"),
        ("DISCORD_TOKEN\nA=1\n", "DISCORD_TOKEN=new\nA=1\n"),
        ("export DISCORD_TOKEN = 'old' # ours\nA=1\n", "DISCORD_TOKEN=new\nA=1\n"),
        ("discord_token=old\r\nA=1\r\n", "DISCORD_TOKEN=new\r\nA=1\r\n"),
        ("DISCORD_TOKEN=a\nDISCORD_TOKEN=b\n", "DISCORD_TOKEN=new\nDISCORD_TOKEN=new\n"),
        ("# DISCORD_TOKEN=x\nMY_DISCORD_TOKEN=y\n", None),
    ],
)
def test_only_the_line_of_the_token_changes(tmp_path: Path, before: str, after: str | None):
    file = tmp_path / ".env"
    file.write_bytes(before.encode())
    write_token(file, "new")
    assert file.read_bytes().decode() == (after or f"{before}DISCORD_TOKEN=new\n")
    assert file.stat().st_mode & 0o777 == 0o600


def test_a_file_that_cannot_be_written_whole_stays_as_it_was(tmp_path: Path):
    import resource

    file = tmp_path / ".env"
    file.write_text("A=1\n")
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (2, limits[1]))
    try:
        with pytest.raises(OSError):
            write_token(file, TOKEN)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)
    assert file.read_text() == "A=1\n" and list(tmp_path.iterdir()) == [file]


@pytest.mark.parametrize(("mode", "warned"), [(0o644, True), (0o640, False), (0o600, False)])
async def test_a_file_that_others_can_read_is_named_once(
    tmp_path: Path, discord: StandIn, mode: int, warned: bool
):
    (tmp_path / ".env").write_text("A=1\n")
    (tmp_path / ".env").chmod(mode)
    ended = await asyncio.to_thread(run, tmp_path, DISCORD_TOKEN=OTHER, DISCORD_API_URL=discord.api)
    assert len(re.findall("WARNING.*other users of this computer", ended.stderr)) == warned


# --- What comes after it --------------------------------------------------------------------------


def invitation(discord: StandIn) -> str:
    """The link that adds the bot to a server."""
    return (
        f"https://discord.com/oauth2/authorize?client_id={discord.application}"
        "&scope=bot+applications.commands&permissions=17970144316416"
    )


async def invite(folder: Path, discord: StandIn, token: str) -> subprocess.CompletedProcess[str]:
    return await asyncio.to_thread(
        run, folder, module="bot.invite", DISCORD_TOKEN=token, DISCORD_API_URL=discord.api
    )


async def test_the_invitation_links_can_be_printed_alone(tmp_path: Path, discord: StandIn):
    printed = await invite(tmp_path, discord, TOKEN)
    to_server, to_person = printed.stdout.splitlines()
    assert (printed.returncode, to_server) == (0, invitation(discord))
    assert "no privileged intents" in printed.stderr
    assert to_person.endswith("&scope=applications.commands&integration_type=1")
    assert not list(tmp_path.iterdir()) and not discord.connected


async def test_without_a_good_token_there_is_no_invitation_link(tmp_path: Path, discord: StandIn):
    refused = await invite(tmp_path, discord, OTHER)
    assert_one_sentence(refused, "Discord does not know this token")
    assert_one_sentence(await invite(tmp_path, discord, ""), "DISCORD_TOKEN is not usable")
    discord.refuse("GET", "/users/@me", 503)
    away = await invite(tmp_path, discord, TOKEN)
    assert_one_sentence(away, "Discord cannot be asked now", status=1)


async def test_the_log_has_the_invitation_link_once(tmp_path: Path, discord: StandIn):
    write_token(tmp_path / ".env", TOKEN)
    async with terminal(tmp_path, discord) as at:
        await connected(at, discord)
    assert re.findall(r"https://discord\.com/oauth2\S+", at.shown) == [invitation(discord)]


def test_the_readme_names_the_permissions_of_the_invitation_link():
    readme = " ".join((ROOT / "README.md").read_text(encoding="utf-8").split())
    for label in (permissions.NEEDED | permissions.OPTIONAL).values():
        assert label in readme
