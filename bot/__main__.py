"""Starts the bot: `python -m bot`."""

from __future__ import annotations

import asyncio
import logging
import signal
import sqlite3
import sys

import aiohttp
import discord

from bot.app import Atelier, point_elsewhere
from bot.config import Settings, Unusable, read

UNUSABLE = 2


def main() -> int:
    """Runs until it is told to stop; the exit status, 2 where a setting is missing or wrong."""
    try:
        settings = read()
    except Unusable as error:
        print(error, file=sys.stderr)
        return UNUSABLE
    logging.basicConfig(
        level=settings.log_level, format="%(asctime)s %(levelname)s %(name)s: %(message)s"
    )
    point_elsewhere(settings)
    try:
        asyncio.run(_run(settings))
    except discord.LoginFailure:
        print("DISCORD_TOKEN is not usable: Discord does not know this token.", file=sys.stderr)
        return UNUSABLE
    except sqlite3.Error as error:
        print(f"DATABASE_URL is not usable: {error}.", file=sys.stderr)
        return UNUSABLE
    except (aiohttp.ClientConnectionError, discord.GatewayNotFound):
        print(
            "Discord cannot be reached; look at the network and at DISCORD_API_URL.",
            file=sys.stderr,
        )
        return 1
    except KeyboardInterrupt:
        pass
    return 0


async def _run(settings: Settings) -> None:
    bot = Atelier(settings)
    task = asyncio.current_task()
    if task is not None and sys.platform != "win32":
        asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, task.cancel)
    try:
        async with bot:
            await bot.start(settings.discord_token.get_secret_value())
    except asyncio.CancelledError:
        logging.getLogger(__name__).info("told to stop")


if __name__ == "__main__":
    sys.exit(main())
