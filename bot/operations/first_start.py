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

import discord
from discord.http import HTTPClient
from pydantic import SecretStr

from bot.operations.config import ENV_FILE, Settings, SettingsError
from bot.operations.discord_errors import FAILED

TOKEN_LINE: Final = re.compile(
    r"^[ \t]*(?:export[ \t]+)?DISCORD_TOKEN[ \t]*(?:=[^\r\n]*)?(?=\r?$)",
    re.MULTILINE | re.IGNORECASE,
)
EXAMPLE: Final = Path(__file__).parents[2] / ".env.example"
MAX_WAIT_S: Final = 30.0
"""How long Discord may take to answer."""
WHERE: Final = (
    "Discord gives you the token at https://discord.com/developers/applications:\n"
    "open your application there or create one, then choose Bot and press Reset Token."
)
REFUSED: Final = (
    "Discord does not know this token. Copy it again, or press Reset Token for a new one."
)


def has_terminal() -> bool:
    """Whether somebody sits at a terminal and can be asked."""
    return sys.stdin.isatty() and sys.stdout.isatty()


def looks_like_token(text: str) -> bool:
    """Whether a text has only characters that a token can have."""
    return re.fullmatch("[A-Za-z0-9_.-]+", text) is not None


def ask_for_token(settings: Settings, reason: str) -> Settings:
    """The settings with a token that somebody has typed and that is stored, where it can be.

    SettingsError where they end the questions instead.
    """
    print(f"{reason}\n{WHERE}")
    try:
        token = _accepted_token()
    except (KeyboardInterrupt, EOFError):
        print()
        raise SettingsError("No token was entered, so the bot does not start.") from None
    _store(token)
    return settings.model_copy(update={"discord_token": SecretStr(token)})


def _accepted_token() -> str:
    """A typed token that Discord does not refuse."""
    while True:
        token = getpass.getpass("Paste the token (it is not shown) and press Enter: ").strip()
        if not looks_like_token(token):
            print(REFUSED if token else "Nothing was entered.")
            continue
        print("Asking Discord …")
        try:
            name, _application = asyncio.run(bot_of(token))
        except discord.LoginFailure:
            print(REFUSED)
            continue
        except FAILED:
            print("Discord cannot be reached, so the token is not checked yet.")
        else:
            print(f"The token is good: the bot is {name}.")
        return token


async def bot_of(token: str) -> tuple[str, int]:
    """The name of the bot whose token this is, and the id of its application; LoginFailure where
    Discord refuses the token, one of FAILED where it cannot be asked.
    """
    if not looks_like_token(token):  # no header of a request can hold just anything
        raise discord.LoginFailure("not asked for")
    client = HTTPClient(asyncio.get_running_loop())
    try:
        async with asyncio.timeout(MAX_WAIT_S):
            name = (await client.static_login(token))["username"]
            return name, int((await client.application_info())["id"])
    finally:
        await client.close()


def _store(token: str) -> None:
    """Writes the token to `.env`; says in one sentence where, or why not."""
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
    """Puts the token into a file of settings and keeps all else; `.env.example` where there is no
    such file. Only the owner can read it then. OSError where it cannot be written.
    """
    source = file if file.exists() else EXAMPLE
    text = source.read_bytes().decode("utf-8") if source.exists() else ""
    line = f"DISCORD_TOKEN={token}"
    replaced, found = TOKEN_LINE.subn(line, text)
    if not found:
        gap = "\n" if text and not text.endswith("\n") else ""
        replaced = f"{text}{gap}{line}\n"
    descriptor, draft = tempfile.mkstemp(dir=file.parent, prefix=".env-")  # for the owner alone
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
    """Whether other users of this computer can read a file; false where that is not known."""
    return os.name == "posix" and file.is_file() and bool(file.stat().st_mode & stat.S_IROTH)
