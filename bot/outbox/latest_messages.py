"""The latest message of a channel, as interactions name it. It tells that a board has not scrolled
away, so the bot need not ask Discord.
"""

from __future__ import annotations

import time
from collections import OrderedDict
from typing import Any

VALID_S = 60.0
"""For so long after an interaction its channel is taken to have no newer message."""
MAX_REMEMBERED = 10_000
"""How many channels are remembered."""


class LatestMessages:
    """The latest message of each channel in which somebody has just done something."""

    def __init__(self) -> None:
        self._known: OrderedDict[int, tuple[int, float]] = OrderedDict()
        """By channel, the latest message and when it was named."""

    def note(self, interaction: dict[str, Any]) -> None:
        """Notes the latest message in the channel of an interaction, given as Discord sent it:
        discord.py drops this message where it has the channel in its cache.
        """
        channel: dict[str, Any] = interaction.get("channel") or {}
        if channel.get("last_message_id"):
            number = int(channel["id"])
            self._known[number] = int(channel["last_message_id"]), time.monotonic()
            self._known.move_to_end(number)
            if len(self._known) > MAX_REMEMBERED:
                self._known.popitem(last=False)

    def is_latest(self, channel: int, message: int) -> bool:
        """Whether a message was the latest of its channel a moment ago."""
        latest, named = self._known.get(channel, (0, 0.0))
        return latest == message and time.monotonic() - named < VALID_S
