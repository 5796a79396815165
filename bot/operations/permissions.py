"""The permissions that the bot needs, for the check of a channel and for the invite link."""

from __future__ import annotations

from typing import Final

import discord

from games.words import template

NEEDED: Final = {
    "view_channel": template("View Channel"),
    "send_messages": template("Send Messages"),
    "send_messages_in_threads": template("Send Messages in Threads"),
    "create_public_threads": template("Create Public Threads"),
    "create_private_threads": template("Create Private Threads"),
    "attach_files": template("Attach Files"),
    "read_message_history": template("Read Message History"),
    "connect": template("Connect"),
}
"""The permissions that the bot needs, with the labels that Discord shows for them."""
OPTIONAL: Final = {"create_events": "Create Events"}
"""What the bot uses where it may: the rounds of leagues are events of the server."""
PUBLIC: Final = "create_public_threads"
PRIVATE: Final = "create_private_threads"
VOICE: Final = "connect"
USER_PERMISSIONS: Final = {
    "manage_messages": template("Manage Messages"),
    "manage_guild": template("Manage Server"),
}
"""The permissions that commands ask of users, with the labels that Discord shows for them."""


def missing(granted: discord.Permissions, channel: object) -> list[str]:
    """The labels of the permissions that the bot lacks to run a game in a channel or thread. Only
    who may connect to a voice channel may write in it.
    """
    in_thread = isinstance(channel, discord.Thread)
    unused = ["send_messages" if in_thread else "send_messages_in_threads", PUBLIC, PRIVATE]
    unused += [] if isinstance(channel, discord.VoiceChannel | discord.StageChannel) else [VOICE]
    return [
        label for name, label in NEEDED.items() if name not in unused and not getattr(granted, name)
    ]


def missing_for_thread(granted: discord.Permissions, *, private: bool) -> list[str]:
    """The labels of the permissions that the bot lacks to open a thread in a channel and write in
    it.
    """
    needed = (PRIVATE if private else PUBLIC, "send_messages_in_threads")
    return [NEEDED[name] for name in needed if not getattr(granted, name)]


def invite_url(application: int) -> str:
    """The link that adds the bot to a server with the permissions that it uses; who opens it can
    refuse each.
    """
    used = dict.fromkeys([*NEEDED, *OPTIONAL], True)
    return discord.utils.oauth_url(application, permissions=discord.Permissions(**used))


def install_url(application: int) -> str:
    """The link by which somebody installs the bot for themselves, in all servers and chats."""
    link = discord.utils.oauth_url(application, scopes=["applications.commands"])
    return f"{link}&integration_type=1"
