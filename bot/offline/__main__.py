"""Lays the offline table: `python -m bot.offline`."""

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
from bot.offline.front import Front, Table
from bot.offline.places import HOST
from bot.offline.world import World
from bot.operations.config import Settings, SettingsError
from bot.store import NotOpened

PORT = 8770
PEOPLE = "Ada,Ben,Cleo"
KEPT = Path(__file__).parents[2] / ".offline"
"""Where the table is kept when `--keep` names no folder."""
NOT_USABLE = 2
"""The exit status where the table cannot be laid."""


async def play(
    bot: Atelier, names: list[str], wanted: int, browser: bool, folder: Path | None
) -> None:
    """Runs the offline table until somebody ends it; what is kept, a folder keeps."""
    ended = asyncio.Event()
    for ending in (signal.SIGINT, signal.SIGTERM):
        with contextlib.suppress(NotImplementedError):  # on Windows
            asyncio.get_running_loop().add_signal_handler(ending, ended.set)
    listening = door(wanted)
    port = listening.getsockname()[1]
    if wanted not in (0, port):
        print(f"Port {wanted} is taken; the table is at {port} instead.")
    async with contextlib.AsyncExitStack() as house:
        house.callback(listening.close)
        world = World(bot, port, folder)
        house.push_async_callback(world.close)
        await world.start()
        # Rooms that open later still close after the front page, which shows them to its end.
        pages = await house.enter_async_context(contextlib.AsyncExitStack())
        table = Table(world, pages, folder)
        await table.seat(names)
        house.callback(table.save)
        address = await house.enter_async_context(Front(table, bot.pictures, listening).open())
        current = asyncio.create_task(table.keep_current())
        house.callback(current.cancel)
        print(f"The table is laid: open {address} in a browser. Ctrl-C ends it.", flush=True)
        if browser:
            webbrowser.open(address)
        waiting = asyncio.create_task(ended.wait())
        await asyncio.wait([waiting, current], return_when=asyncio.FIRST_COMPLETED)
        if current.done():
            current.result()
        print("\nClearing the table …", flush=True)


def door(wanted: int) -> socket.socket:
    """A socket that listens on this machine only: at the wanted port, or at a free one."""
    with contextlib.suppress(OSError, OverflowError):
        return socket.create_server((HOST, wanted))
    return socket.create_server((HOST, 0))


def atelier(folder: Path) -> Atelier:
    """The real bot with its database in a folder; it need not spare Discord's limits. It serves web
    pages at a free port.
    """
    with door(0) as free:
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
def opened(keep: Path | None) -> Generator[Path]:
    """The folder for one table: that in which it is kept, or one that goes with the table; OSError
    or sqlite3.Error where it cannot be had or another table uses it.
    """
    if keep is None:
        with tempfile.TemporaryDirectory(prefix="atelier-") as path:
            yield Path(path)
        return
    keep.mkdir(parents=True, exist_ok=True)
    with contextlib.closing(sqlite3.connect(keep / "in-use.sqlite3", timeout=0)) as lock:
        lock.execute("BEGIN EXCLUSIVE")  # until this process ends, however it does
        yield keep


def guests(text: str) -> list[str]:
    """The names in a comma-separated list, each once."""
    names = list(dict.fromkeys(name.strip()[:32] for name in text.split(",") if name.strip()))
    if not 1 <= len(names) <= 8:
        raise argparse.ArgumentTypeError("one to eight different names, with commas between")
    return names


def main() -> int:
    """Reads the command line and runs the offline table; the exit status."""
    parser = argparse.ArgumentParser(
        prog="python -m bot.offline", description="Play Atelier in a simulated Discord."
    )
    parser.add_argument(
        "--port", type=int, default=PORT, help=f"where the table is laid (default {PORT})"
    )
    parser.add_argument(
        "--people", type=guests, default=guests(PEOPLE), help=f"who plays (default {PEOPLE})"
    )
    parser.add_argument("--browser", action="store_true", help="open the page at once")
    parser.add_argument(
        "--keep",
        nargs="?",
        type=Path,
        const=KEPT,
        metavar="FOLDER",
        help=f"keep what is played, so that games go on at the next start (default {KEPT.name})",
    )
    options = parser.parse_args()
    logging.basicConfig(level=logging.WARNING, format="%(levelname)s %(name)s: %(message)s")
    keep: Path | None = options.keep and options.keep.resolve()
    with contextlib.ExitStack() as house:
        try:
            folder = house.enter_context(opened(keep))
        except (OSError, sqlite3.Error) as error:
            where = f" in {keep}" if keep else ""
            print(f"The table cannot be laid{where}: {reason(error)}.", file=sys.stderr)
            return NOT_USABLE
        house.enter_context(contextlib.suppress(KeyboardInterrupt))
        try:
            asyncio.run(play(atelier(folder), options.people, options.port, options.browser, keep))
        except (SettingsError, NotOpened) as error:
            why = str(error).rstrip(".")
            print(f"The table cannot be laid: {why}.", file=sys.stderr)
            return NOT_USABLE
    print(f"The table is kept in {keep}." if keep else "The table is cleared.")
    return 0


def reason(error: OSError | sqlite3.Error) -> str:
    """Why a folder cannot be used, in a few words."""
    if isinstance(error, OSError):
        return error.strerror or str(error)
    return "another table is laid there" if "locked" in str(error) else str(error)


if __name__ == "__main__":
    sys.exit(main())
