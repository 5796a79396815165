"""Prints the links that add the bot to a server and to a person: `python -m bot.invite`."""

from __future__ import annotations

import asyncio
import sys

import discord

from bot.app import use_discord_urls
from bot.operations import permissions
from bot.operations.config import SettingsError, read_settings
from bot.operations.discord_errors import REQUEST_ERRORS
from bot.operations.first_start import identify_bot

VERIFICATION = (
    "The bot needs no privileged intents. Discord verifies bots before they join more than 100"
    " servers; docs/hosting/one-machine.md says how."
)


def main() -> int:
    """Prints the links and returns the exit status: 1 where Discord cannot be asked, 2 where a
    setting is wrong.
    """
    try:
        settings = read_settings()
        use_discord_urls(settings)
        _name, application = asyncio.run(identify_bot(settings.discord_token.get_secret_value()))
    except SettingsError as error:
        print(error, file=sys.stderr)
        return 2
    except discord.LoginFailure:
        print("DISCORD_TOKEN is not usable: Discord does not know this token.", file=sys.stderr)
        return 2
    except REQUEST_ERRORS:
        print("Discord cannot be asked now; try it again later.", file=sys.stderr)
        return 1
    print(permissions.invite_url(application))
    print(permissions.install_url(application))
    print(VERIFICATION, file=sys.stderr)
    return 0


if __name__ == "__main__":
    sys.exit(main())
