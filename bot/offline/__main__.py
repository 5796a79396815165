"""Lays the offline table: `python -m bot.offline`."""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import logging
import signal
import socket
import tempfile
import webbrowser
from collections.abc import Callable
from pathlib import Path

import discord
from pydantic import SecretStr

from bot.offline.front import Front, Table
from bot.offline.places import HOST
from bot.offline.world import World

PORT = 8770
PEOPLE = "Ada,Ben,Cleo"


async def play(bot: discord.Client, names: list[str], wanted: int, browser: bool) -> None:
    """Runs the offline table until somebody ends it."""
    ended = asyncio.Event()
    for ending in (signal.SIGINT, signal.SIGTERM):
        with contextlib.suppress(NotImplementedError):
            asyncio.get_running_loop().add_signal_handler(ending, ended.set)
    listening = door(wanted)
    port = listening.getsockname()[1]
    if wanted not in (0, port):
        print(f"Port {wanted} is taken; the table is at {port} instead.")
    async with contextlib.AsyncExitStack() as house:
        house.callback(listening.close)
        world = World(bot, port)
        house.push_async_callback(world.close)
        await world.start()
        # Rooms that open later still close after the front page, which shows them to its end.
        table = Table(world, await house.enter_async_context(contextlib.AsyncExitStack()))
        await table.seat(names)
        address = await house.enter_async_context(Front(table.people, listening).open())
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


def atelier(folder: Path) -> discord.Client:
    """The real bot with an empty database in a folder; it need not spare Discord's limits."""
    from bot.app import Atelier
    from bot.config import Settings

    settings = Settings(
        _env_file=None,  # pyright: ignore[reportCallIssue]
        discord_token=SecretStr("offline"),
        database_url=f"sqlite:///{folder / 'atelier.sqlite3'}",
        board_seconds=0.2,
    )
    return Atelier(settings)


def guests(text: str) -> list[str]:
    """The names in a comma-separated list, each once."""
    names = list(dict.fromkeys(name.strip()[:32] for name in text.split(",") if name.strip()))
    if not 1 <= len(names) <= 8:
        raise argparse.ArgumentTypeError("one to eight different names, with commas between")
    return names


def main(make_bot: Callable[[Path], discord.Client] = atelier) -> None:
    """Reads the command line and runs the offline table."""
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
    options = parser.parse_args()
    logging.basicConfig(level=logging.WARNING, format="%(levelname)s %(name)s: %(message)s")
    folder = tempfile.TemporaryDirectory(prefix="atelier-")
    with folder as path, contextlib.suppress(KeyboardInterrupt):
        bot = make_bot(Path(path))
        asyncio.run(play(bot, options.people, options.port, options.browser))
    print("The table is cleared.")


if __name__ == "__main__":
    main()
