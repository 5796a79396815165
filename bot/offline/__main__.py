"""Runs the bot offline: `python -m bot.offline`."""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import logging
import signal
import socket
import sqlite3
import sys
import tempfile
import webbrowser
from collections.abc import Generator
from pathlib import Path

from pydantic import SecretStr

from bot.app import Atelier
from bot.interactions.cooldowns import Cooldowns
from bot.offline.channel_pages import HOST
from bot.offline.front import FrontPage, OfflineServer
from bot.offline.world import World
from bot.operations.config import Settings, SettingsError
from bot.store import NotOpened

PORT = 8770
PEOPLE = "Ada,Ben,Cleo"
DEFAULT_FOLDER = Path(__file__).parents[2] / ".offline"
"""The folder of `--keep` when it names none."""
EXIT_FAILED = 2
"""The exit status where Atelier cannot start."""


async def run(
    bot: Atelier, names: list[str], wanted: int, browser: bool, folder: Path | None
) -> None:
    """Runs the bot offline until somebody ends it; `folder` keeps the world, if it is given."""
    ended = asyncio.Event()
    for ending in (signal.SIGINT, signal.SIGTERM):
        with contextlib.suppress(NotImplementedError):  # on Windows
            asyncio.get_running_loop().add_signal_handler(ending, ended.set)
    listening = listen(wanted)
    port = listening.getsockname()[1]
    if wanted not in (0, port):
        print(f"Port {wanted} is taken, so port {port} is used instead.")
    async with contextlib.AsyncExitStack() as stack:
        stack.callback(listening.close)
        world = World(bot, port, folder)
        stack.push_async_callback(world.close)
        await world.start()
        # The pages of channels close after the front page, which frames them, however late they
        # were opened.
        pages = await stack.enter_async_context(contextlib.AsyncExitStack())
        server = OfflineServer(world, pages, folder)
        await server.admit(names)
        stack.callback(server.save)
        address = await stack.enter_async_context(FrontPage(server, bot.pictures, listening).open())
        current = asyncio.create_task(server.keep_up_to_date())
        stack.callback(current.cancel)
        print(f"Atelier is ready: open {address} in a browser. Ctrl-C ends it.", flush=True)
        if browser:
            webbrowser.open(address)
        waiting = asyncio.create_task(ended.wait())
        await asyncio.wait([waiting, current], return_when=asyncio.FIRST_COMPLETED)
        if current.done():
            current.result()
        print("\nEnding …", flush=True)


def listen(wanted: int) -> socket.socket:
    """Listens on this machine only, at the wanted port or else at a free one."""
    with contextlib.suppress(OSError, OverflowError):
        return socket.create_server((HOST, wanted))
    return socket.create_server((HOST, 0))


def offline_bot(folder: Path) -> Atelier:
    """The real bot with its database in a folder. Its pauses are short, because nobody limits it
    here. It serves web pages at a free port.
    """
    with listen(0) as free:
        web_port = free.getsockname()[1]
    settings = Settings(
        _env_file=None,  # pyright: ignore[reportCallIssue]
        discord_token=SecretStr("offline"),
        database_url=f"sqlite:///{folder / 'atelier.sqlite3'}",
        board_seconds=0.2,
        dm_seconds=0.01,
        web_port=web_port,
        web_url=f"http://{HOST}:{web_port}",
    )
    bot = Atelier(settings)
    bot.cooldowns = Cooldowns(enabled=False)  # nobody is disturbed there
    return bot


@contextlib.contextmanager
def locked_folder(keep: Path | None) -> Generator[Path]:
    """The folder of the database: `keep`, locked for this process, or a temporary one. Raises
    OSError or sqlite3.Error where it cannot be used, or another process uses it.
    """
    if keep is None:
        with tempfile.TemporaryDirectory(prefix="atelier-") as path:
            yield Path(path)
        return
    keep.mkdir(parents=True, exist_ok=True)
    with contextlib.closing(sqlite3.connect(keep / "in-use.sqlite3", timeout=0)) as lock:
        lock.execute("BEGIN EXCLUSIVE")  # held until this process ends, also if it is killed
        yield keep


def parse_people(text: str) -> list[str]:
    names = list(dict.fromkeys(name.strip()[:32] for name in text.split(",") if name.strip()))
    if not 1 <= len(names) <= 8:
        raise argparse.ArgumentTypeError("one to eight different names, with commas between")
    return names


def main() -> int:
    """Runs the command line, and returns the exit status."""
    parser = argparse.ArgumentParser(
        prog="python -m bot.offline", description="Play Atelier in a simulated Discord."
    )
    parser.add_argument(
        "--port", type=int, default=PORT, help=f"the port of the page (default {PORT})"
    )
    parser.add_argument(
        "--people",
        type=parse_people,
        default=parse_people(PEOPLE),
        help=f"who plays (default {PEOPLE})",
    )
    parser.add_argument("--browser", action="store_true", help="open the page at once")
    parser.add_argument(
        "--keep",
        nargs="?",
        type=Path,
        const=DEFAULT_FOLDER,
        metavar="FOLDER",
        help=f"save everything, so that games go on at the next start (in {DEFAULT_FOLDER.name})",
    )
    options = parser.parse_args()
    logging.basicConfig(level=logging.WARNING, format="%(levelname)s %(name)s: %(message)s")
    keep: Path | None = options.keep and options.keep.resolve()
    with contextlib.ExitStack() as stack:
        try:
            folder = stack.enter_context(locked_folder(keep))
        except (OSError, sqlite3.Error) as error:
            where = f" in {keep}" if keep else ""
            print(f"Atelier cannot start{where}: {reason(error)}.", file=sys.stderr)
            return EXIT_FAILED
        stack.enter_context(contextlib.suppress(KeyboardInterrupt))
        try:
            asyncio.run(
                run(offline_bot(folder), options.people, options.port, options.browser, keep)
            )
        except (SettingsError, NotOpened) as error:
            why = str(error).rstrip(".")
            print(f"Atelier cannot start: {why}.", file=sys.stderr)
            return EXIT_FAILED
    print(f"Everything is saved in {keep}." if keep else "Ended; nothing was saved.")
    return 0


def reason(error: OSError | sqlite3.Error) -> str:
    """Why a folder cannot be used, in a few words."""
    if isinstance(error, OSError):
        return error.strerror or str(error)
    return "it is in use by another Atelier" if "locked" in str(error) else str(error)


if __name__ == "__main__":
    sys.exit(main())
