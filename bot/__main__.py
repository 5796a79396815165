"""Starts the bot: `python -m bot`."""

from __future__ import annotations

import asyncio
import logging
import signal
import sys

import aiohttp
import discord

from bot import garbage, logs
from bot.app import Atelier, Unregistered, point_elsewhere
from bot.config import Settings, Unusable, read
from bot.store import NotOpened

log = logging.getLogger("bot")
FAILED, UNUSABLE = 1, 2


def main() -> int:
    """Runs until it is told to stop; the exit status, 2 where a setting is missing or wrong."""
    try:
        settings = read()
    except Unusable as error:
        print(error, file=sys.stderr)
        return UNUSABLE
    logs.begin(settings.log_level, settings.log_format)
    point_elsewhere(settings)
    try:
        asyncio.run(_run(settings))
    except KeyboardInterrupt:
        return 0
    except Exception as error:
        status, sentence = ending(error)
        if settings.log_format == "json":
            log.critical(sentence)
        else:
            print(sentence, file=sys.stderr)
        return status
    return 0


def ending(error: Exception) -> tuple[int, str]:
    """The exit status of a bot that an error has ended, and a sentence for whoever runs it."""
    match error:
        case Unusable():
            return UNUSABLE, str(error)
        case discord.LoginFailure():
            return UNUSABLE, "DISCORD_TOKEN is not usable: Discord does not know this token."
        case NotOpened():
            return UNUSABLE, f"DATABASE_URL is not usable: {error}."
        case Unregistered():
            return FAILED, str(error)
        case aiohttp.ClientError() | ConnectionError() | discord.GatewayNotFound():
            return FAILED, "Discord cannot be reached; look at the network and at DISCORD_API_URL."
        case _:
            log.critical("the bot ends", exc_info=error)
            return FAILED, (
                f"The bot met something that it cannot handle ({logs.why(error)}) and has ended;"
                " what is stored is whole, and it may be started again."
            )


async def _run(settings: Settings) -> None:
    bot = Atelier(settings)
    loop, task = asyncio.get_running_loop(), asyncio.current_task()
    loop.set_exception_handler(logs.heard)
    if task is not None and sys.platform != "win32":
        loop.add_signal_handler(signal.SIGTERM, task.cancel)
    collecting = asyncio.create_task(garbage.collect(lambda: bot.is_quiet))
    try:
        async with bot:
            await bot.start(settings.discord_token.get_secret_value())
    except asyncio.CancelledError:
        log.info("told to stop")
    finally:
        collecting.cancel()


if __name__ == "__main__":
    sys.exit(main())
