"""Starts the bot: `python -m bot`."""

from __future__ import annotations

import asyncio
import logging
import signal
import sys

import aiohttp
import discord

from bot.app import Atelier, use_discord_urls
from bot.interactions.registration import Unregistered
from bot.operations import logs
from bot.operations.config import ENV_FILE, NoToken, Settings, SettingsError, read_settings
from bot.operations.descriptors import raise_descriptor_limit
from bot.operations.first_start import ask_for_token, has_terminal, is_exposed, looks_like_token
from bot.operations.garbage import freeze_loaded_objects
from bot.store import NotOpened, OutOfService

log = logging.getLogger("bot")
EXIT_FAILED, EXIT_BAD_SETTINGS = 1, 2
"""Exit statuses: another start may succeed; or every start fails until somebody changes a setting.
"""


def main() -> int:
    """Runs the bot until it is told to stop, and returns the exit status."""
    no_token = None
    try:
        settings = read_settings()
    except NoToken as error:
        settings, no_token = error.settings, error
    except SettingsError as error:
        print(error, file=sys.stderr)
        return EXIT_BAD_SETTINGS
    raise_descriptor_limit()
    logs.configure(settings.log_level, settings.log_format)
    use_discord_urls(settings)
    try:
        _serve(settings, no_token)
    except KeyboardInterrupt:
        return 0
    except Exception as error:  # noqa: BLE001  (each error ends with a sentence for the operator)
        status, sentence = ending(error)
        if settings.log_format == "json":
            log.critical(sentence)
        else:
            print(sentence, file=sys.stderr)
        return status
    return 0


def ending(error: Exception) -> tuple[int, str]:
    """The exit status of a bot that an error has ended, and a sentence for the operator."""
    match error:
        case SettingsError():
            return EXIT_BAD_SETTINGS, str(error)
        case discord.LoginFailure() | discord.ConnectionClosed(code=4004):
            return (
                EXIT_BAD_SETTINGS,
                "DISCORD_TOKEN is not usable: Discord does not know this token.",
            )
        case Unregistered():
            return EXIT_BAD_SETTINGS, str(error)
        case NotOpened() | OutOfService():
            return EXIT_FAILED, f"DATABASE_URL is not usable: {error}."
        case aiohttp.ClientError() | ConnectionError() | TimeoutError() | discord.GatewayNotFound():
            return (
                EXIT_FAILED,
                "Discord cannot be reached; look at the network and at DISCORD_API_URL.",
            )
        case discord.DiscordServerError():
            return EXIT_FAILED, f"Discord has trouble (status {error.status}); start the bot later."
        case discord.RateLimited() | discord.HTTPException(status=429):
            return (
                EXIT_FAILED,
                "Discord gets too many requests from this computer; start the bot later.",
            )
        case discord.HTTPException():
            return EXIT_FAILED, (
                f"Discord does not let the bot in (status {error.status}, code {error.code});"
                " look at DISCORD_API_URL, or start the bot later."
            )
        case _:
            log.critical("the bot ends", exc_info=error)
            return EXIT_FAILED, (
                "The bot has ended because of an unexpected error"
                f" ({logs.describe_error(error)}). Its data is safe; you can start it again."
            )


def _serve(settings: Settings, trouble: Exception | None) -> None:
    """Runs the bot; in a terminal, asks for a token where it is missing or refused."""
    while True:
        if trouble is not None:
            if not has_terminal():
                raise trouble
            new = isinstance(trouble, NoToken)
            reason = "The bot has no token yet." if new else ending(trouble)[1]
            settings = ask_for_token(settings, reason)
        try:
            return asyncio.run(_run(settings))
        except discord.LoginFailure as error:
            trouble = error


async def _run(settings: Settings) -> None:
    if is_exposed(ENV_FILE):
        log.warning("other users of this computer can read .env; `chmod 600 .env` prevents that")
    token = settings.discord_token.get_secret_value()
    if not looks_like_token(token):  # other characters could not be sent in a header
        raise discord.LoginFailure("not asked for")
    bot = Atelier(settings)
    loop, task = asyncio.get_running_loop(), asyncio.current_task()
    loop.set_exception_handler(logs.log_loop_error)
    if task is not None and sys.platform != "win32":
        loop.add_signal_handler(signal.SIGTERM, task.cancel)
    try:
        async with bot:
            await bot.login(token)
            freeze_loaded_objects()
            await bot.connect()
    except asyncio.CancelledError:
        log.info("told to stop")


if __name__ == "__main__":
    sys.exit(main())
