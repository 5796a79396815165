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
    "attach_files": template("Attach Files"),
    "read_message_history": template("Read Message History"),
}
"""All that the bot needs, with Discord's names for it."""
OF_PEOPLE: Final = {
    "manage_messages": template("Manage Messages"),
    "manage_guild": template("Manage Server"),
}
"""What commands ask of people, with Discord's names for it."""


def missing(granted: discord.Permissions, *, in_thread: bool) -> list[str]:
    """The labels of what the bot lacks to host a game in a channel, or in a thread."""
    unused = "send_messages" if in_thread else "send_messages_in_threads"
    return [
        label
        for name, label in LABELS.items()
        if name not in (unused, "create_public_threads") and not getattr(granted, name)
    ]


def may_open_thread(granted: discord.Permissions) -> bool:
    """Whether the bot can open a thread in a channel and write in it."""
    return granted.create_public_threads and granted.send_messages_in_threads


def invitation(application: int) -> str:
    """The address where somebody adds the bot to their server, with the permissions it needs."""
    return discord.utils.oauth_url(
        application, permissions=discord.Permissions(**dict.fromkeys(LABELS, True))
    )
