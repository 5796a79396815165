"""Notices that a second process runs with the same token and the same shards.

Discord then sends each interaction to both, and refuses the acknowledgement of the slower one. That
is no sign during a restart in which the new process begins before the old one ends, so it has to
go on for some minutes. Several processes with shards of their own never get the same interaction.
"""

from __future__ import annotations

import logging
import time
from typing import Final

log = logging.getLogger(__name__)
OVERLAP_S: Final = 300.0
"""For so long two processes may run at once in a restart."""
ENOUGH: Final = 3
"""How many interactions another process has to be faster with."""
FORGOTTEN_S: Final = 3600.0
"""So long after the last such interaction, the next one counts as the first."""


class Rivals:
    """What this process has seen of another one."""

    def __init__(self) -> None:
        """Has seen nothing yet."""
        self._first = self._last = self._told = float("-inf")
        self._seen = 0

    def was_faster(self) -> None:
        """To be called when another process has acknowledged an interaction before this one."""
        now = time.time()
        if now - self._last > FORGOTTEN_S:
            self._first, self._seen = now, 0
        self._last = now
        self._seen += 1
        lasts = self._seen >= ENOUGH and now - self._first >= OVERLAP_S
        if lasts and now - self._told >= FORGOTTEN_S:
            self._told = now
            log.error(
                "a second process with the same DISCORD_TOKEN answers presses and commands as well;"
                " stop one of them, or reset the token in the developer portal if you do not know"
                " the other one"
            )
