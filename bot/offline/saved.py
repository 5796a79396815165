"""Saves a simulated Discord in a folder beside the database, for the next start: people, channels,
messages and their pictures. Ephemeral messages are not saved, as in Discord.
"""

# SimCord has no public interface for its data, so its version is pinned.
# pyright: reportPrivateUsage=false

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path, PurePosixPath
from typing import Any

from pydantic import TypeAdapter
from simcord.backend import Backend
from simcord.backend.models import Channel, Guild, GuildEmoji, Message, User

from bot.operations.config import SettingsError

FILE, PICTURES = "discord.json", "pictures"
MAX_MESSAGES = 200
"""How many messages of each channel are saved."""
LOADING_FLAG = 1 << 7
"""The flag of a message for which Discord shows that the bot is thinking."""


@dataclass
class SavedDiscord:
    """What a simulated Discord must remember for a restarted bot and its people."""

    application: int
    bot: int
    users: dict[int, User]
    guilds: dict[int, Guild]
    channels: dict[int, Channel]
    dm_channels: dict[int, int]
    messages: dict[int, dict[int, Message]]
    pictures: dict[str, str]
    """The file of each picture, by its address."""
    commands: list[dict[str, Any]]
    """The commands that the bot has registered."""
    emoji: dict[int, GuildEmoji] = field(default_factory=dict[int, GuildEmoji])
    """Those of the application."""


ADAPTER = TypeAdapter(SavedDiscord)


def save(backend: Backend, folder: Path) -> None:
    """Raises OSError where that fails."""
    pictures = {
        url: f"{number_of(PurePosixPath(url))}{PurePosixPath(url).suffix}"
        for url in backend.cdn._blobs
    }
    kept = SavedDiscord(
        application=backend.application_id,
        bot=backend.bot_user.id,
        users=backend.users,
        guilds=backend.guilds,
        channels=backend.channels,
        dm_channels=backend.dm_channels,
        messages={channel: _public(those) for channel, those in backend.messages.items()},
        pictures=pictures,
        commands=list(backend.commands.get(None, {}).values()),
        emoji=backend.application_emojis,
    )
    (folder / PICTURES).mkdir(exist_ok=True)
    for url, name in pictures.items():
        if not (folder / PICTURES / name).exists():
            _write(folder / PICTURES / name, backend.cdn._blobs[url])
    _write(folder / FILE, ADAPTER.dump_json(kept))
    for file in (folder / PICTURES).iterdir():
        if file.name not in pictures.values():
            file.unlink(missing_ok=True)


def load(backend: Backend, folder: Path) -> None:
    """Loads what a folder holds, if anything, into a new simulated Discord; raises SettingsError
    where it cannot be read.
    """
    try:
        if not (folder / FILE).exists():
            return
        kept = ADAPTER.validate_json((folder / FILE).read_bytes())
        for url, name in kept.pictures.items():
            backend.cdn._blobs[url] = (folder / PICTURES / name).read_bytes()
    except OSError as error:
        raise SettingsError(
            f"What is kept in {folder} cannot be read: {error.strerror}."
        ) from error
    except ValueError as error:
        raise SettingsError(
            f"What is kept in {folder} is of another version; remove it, or name another folder."
        ) from error
    backend.application_id = kept.application
    backend.users, backend.guilds, backend.channels = kept.users, kept.guilds, kept.channels
    backend.dm_channels, backend.messages = kept.dm_channels, kept.messages
    backend.bot_user = kept.users[kept.bot]
    backend.application_emojis = kept.emoji
    backend.commands[None] = {(each["name"], each["type"]): each for each in kept.commands}


def number_of(path: PurePosixPath) -> str:
    """The number of an attachment, emojis/7.png or attachments/3/7/board.png, in its address."""
    return path.stem if path.parent.name == "emojis" else path.parent.name


def _public(messages: dict[int, Message]) -> dict[int, Message]:
    lasting = [
        key
        for key, message in messages.items()
        if not message.is_ephemeral and not message.flags & LOADING_FLAG
    ]
    return {key: messages[key] for key in sorted(lasting)[-MAX_MESSAGES:]}


def _write(file: Path, content: bytes) -> None:
    """Replaces a file in one step; a process that is killed meanwhile leaves the old one."""
    new = file.with_name(f"{file.name}.new")
    new.write_bytes(content)
    new.replace(file)
