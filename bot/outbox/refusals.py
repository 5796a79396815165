"""Tables that Discord refuses to show."""

from __future__ import annotations

import time

from bot.outbox.table_workers import spread

REFUSED_WAITS_S = (10.0, 60.0, 300.0, 900.0, 3600.0)
"""How long a table that Discord refuses waits the first time, the second time, and so on."""


class Refusal:
    """Discord has refused a message of a table, for good as far as it says.

    Many things can end that of which no event tells: a permission of the category, the end of a
    time-out, another bot. So the table is shown again, after ever longer waits.
    """

    def __init__(self, guild: int, channel: int, why: str) -> None:
        """Takes the server (0 for none) and the channel of the table, and what Discord said."""
        self.guild, self.channel, self.why = guild, channel, why
        self.is_of_board = False
        """Whether the board is among what was refused: then the table asks people in private."""
        self._waits_s = iter(REFUSED_WAITS_S)
        self._begin_wait()

    def is_due(self) -> bool:
        """Whether it is time to show the table again; if so, the next wait begins."""
        if time.monotonic() < self._until:
            return False
        self._begin_wait()
        return True

    def _begin_wait(self) -> None:
        self._until = time.monotonic() + spread(next(self._waits_s, REFUSED_WAITS_S[-1]))
