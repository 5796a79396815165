"""The first start in a terminal: asks for the bot's token, checks it, and writes it to `.env`."""

from __future__ import annotations

import asyncio
import getpass
import os
import re
import stat
import sys
import tempfile
from contextlib import suppress
from pathlib import Path
from typing import Final

import aiohttp
import discord
from discord.http import HTTPClient
from pydantic import SecretStr

from bot.operations.config import ENV_FILE, Settings, SettingsError
from bot.operations.discord_errors import REQUEST_ERRORS, refuse_garbled

TOKEN_LINE: Final = re.compile(
    r"^[ \t]*(?:export[ \t]+)?DISCORD_TOKEN[ \t]*(?:=[^\r\n]*)?(?=\r?$)",
    re.MULTILINE | re.IGNORECASE,
)
ENV_EXAMPLE: Final = Path(__file__).parents[2] / ".env.example"
MAX_WAIT_S: Final = 30.0
"""How long the check waits for Discord's answer."""
TOKEN_HELP: Final = (
    "Discord gives you the token at https://discord.com/developers/applications:\n"
    "open your application there or create one, then choose Bot and press Reset Token."
)
TOKEN_REFUSED: Final = (
    "Discord does not know this token. Copy it again, or press Reset Token for a new one."
)


def has_terminal() -> bool:
    """Whether the bot can ask somebody."""
    return sys.stdin.isatty() and sys.stdout.isatty()


def looks_like_token(text: str) -> bool:
    """Whether it has only characters that a token can have."""
    return re.fullmatch("[A-Za-z0-9_.-]+", text) is not None


def ask_for_token(settings: Settings, reason: str) -> Settings:
    """Asks for a token, stores it where it can, and returns the settings with it.

    Raises SettingsError where somebody ends the questions instead.
    """
    print(f"{reason}\n{TOKEN_HELP}")
    try:
        token = _ask_until_accepted()
    except (KeyboardInterrupt, EOFError):
        print()
        raise SettingsError("No token was entered, so the bot does not start.") from None
    _save(token)
    return settings.model_copy(update={"discord_token": SecretStr(token)})


def _ask_until_accepted() -> str:
    while True:
        token = getpass.getpass("Paste the token (it is not shown) and press Enter: ").strip()
        if not looks_like_token(token):
            print(TOKEN_REFUSED if token else "Nothing was entered.")
            continue
        print("Asking Discord …")
        try:
            name, _application = asyncio.run(identify_bot(token))
        except discord.LoginFailure:
            print(TOKEN_REFUSED)
            continue
        except REQUEST_ERRORS:
            print("Discord cannot be reached, so the token is not checked yet.")
        else:
            print(f"The token is good: the bot is {name}.")
        return token


async def identify_bot(token: str) -> tuple[str, int]:
    """The name of the bot with this token, and the id of its application. Raises LoginFailure where
    Discord refuses the token, and one of REQUEST_ERRORS where it cannot be asked.
    """
    if not looks_like_token(token):  # other characters could not be sent in a header
        raise discord.LoginFailure("not asked for")
    trace = aiohttp.TraceConfig()
    refuse_garbled(trace)
    client = HTTPClient(asyncio.get_running_loop(), http_trace=trace)
    try:
        async with asyncio.timeout(MAX_WAIT_S):
            name = (await client.static_login(token))["username"]
            return name, int((await client.application_info())["id"])
    finally:
        await client.close()


def _save(token: str) -> None:
    """Writes the token to `.env`; prints where, or why not."""
    file = ENV_FILE.resolve()
    try:
        write_token(file, token)
    except OSError as error:
        print(
            f"The token cannot be stored in {file} ({error.strerror}): the bot uses it now and"
            " asks again at its next start."
        )
        return
    alone = ", which only you can read" if os.name == "posix" else ""
    print(f"The token is stored in {file}{alone}.")
    if "DISCORD_TOKEN" in os.environ:
        print("But DISCORD_TOKEN is also set in the environment, which comes first: remove it.")


def write_token(file: Path, token: str) -> None:
    """Writes the token into a settings file and keeps its other lines; a new file begins as a copy
    of `.env.example`. Only the owner can read the file then. Raises OSError where it cannot be
    written.
    """
    source = file if file.exists() else ENV_EXAMPLE
    text = source.read_bytes().decode("utf-8") if source.exists() else ""
    line = f"DISCORD_TOKEN={token}"
    replaced, found = TOKEN_LINE.subn(line, text)
    if not found:
        gap = "\n" if text and not text.endswith("\n") else ""
        replaced = f"{text}{gap}{line}\n"
    # mkstemp makes a file that only its owner can read.
    descriptor, draft = tempfile.mkstemp(dir=file.parent, prefix=".env-")
    try:
        with os.fdopen(descriptor, "wb") as opened:
            opened.write(replaced.encode("utf-8"))
            opened.flush()
            os.fsync(descriptor)
        Path(draft).replace(file)
    except OSError:
        with suppress(OSError):
            Path(draft).unlink()
        raise


def is_exposed(file: Path) -> bool:
    """Whether other users of this computer can read a file; False where that is not known."""
    return os.name == "posix" and file.is_file() and bool(file.stat().st_mode & stat.S_IROTH)
