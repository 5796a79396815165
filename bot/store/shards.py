"""The shards into which Discord divides a bot's servers, and the SQL that finds a shard's rows."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

OF_SHARD: Final = "(COALESCE(guild, 0) >> 22) % ? = ?"
"""Condition: a row with a server belongs to a shard; its values are `Shard.values`."""
TABLE_OF_SHARD: Final = OF_SHARD.replace(
    "guild", "(SELECT t.guild FROM tables AS t WHERE t.id = table_id)"
)
"""Condition: a row with a table belongs to a shard, with the same values."""


@dataclass(frozen=True, slots=True)
class Shard:
    """The servers that Discord counts to shard `number` of `count`, and direct messages to 0."""

    number: int
    count: int

    @property
    def values(self) -> tuple[int, int]:
        """The values for `OF_SHARD`."""
        return self.count, self.number

    def has(self, guild: int | None) -> bool:
        return ((guild or 0) >> 22) % self.count == self.number
