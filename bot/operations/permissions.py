"""The permissions that the bot needs: the check of a channel and the invitation link share them."""

from __future__ import annotations

from typing import Final

import discord

from games.words import template

LABELS: Final = {
    "view_channel": template("View Channel"),
    "send_messages": template("Send Messages"),
    "send_messages_in_threads": template("Send Messages in Threads"),
    "create_public_threads": template("Create Public Threads"),
    "create_private_threads": template("Create Private Threads"),
    "attach_files": template("Attach Files"),
    "read_message_history": template("Read Message History"),
}
"""All that the bot needs, with Discord's names for it."""
PUBLIC: Final = "create_public_threads"
PRIVATE: Final = "create_private_threads"
OF_PEOPLE: Final = {
    "manage_messages": template("Manage Messages"),
    "manage_guild": template("Manage Server"),
}
"""What commands ask of people, with Discord's names for it."""


def missing(granted: discord.Permissions, *, in_thread: bool) -> list[str]:
    """The labels of what the bot lacks to host a game in a channel, or in a thread."""
    unused = ("send_messages" if in_thread else "send_messages_in_threads", PUBLIC, PRIVATE)
    return [
        label for name, label in LABELS.items() if name not in unused and not getattr(granted, name)
    ]


def missing_for_thread(granted: discord.Permissions, *, private: bool) -> list[str]:
    """The labels of what the bot lacks to open a thread in a channel and to write in it."""
    needed = (PRIVATE if private else PUBLIC, "send_messages_in_threads")
    return [LABELS[name] for name in needed if not getattr(granted, name)]


def invitation(application: int) -> str:
    """The address where somebody adds the bot to their server, with the permissions it needs."""
    return discord.utils.oauth_url(
        application, permissions=discord.Permissions(**dict.fromkeys(LABELS, True))
    )
