"""A table that is about to be opened, as one value: its place, its people and its settings."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import KW_ONLY, dataclass, field, fields
from typing import Any

from bot.store import LateRule, Seating
from bot.table.table import Person, Table
from games.kernel import Game


@dataclass(frozen=True)
class NewTable:
    """A table as somebody wants it; those who sit there may be fewer than its seats."""

    game: Game[Any]
    _: KW_ONLY
    guild: int | None
    channel: int
    people: Sequence[Person]
    seats: int
    options: dict[str, Any] = field(default_factory=dict[str, Any])
    pace: str = "none"
    late: LateRule = "wait"
    seating: Seating = "listed"
    starts_full: int = 0
    private: int = 0
    """Whether only people who are invited may join, as is `TableRow.private`."""
    hints: int = 0
    lesson: int = 0
    rematch_of: int = 0
    seed: int | None = None
    """What all chance follows from; None: one that nobody knows."""

    @property
    def host(self) -> int:
        """The first one who is no computer player; 0 if there is none."""
        return next((person.user for person in self.people if person.user), 0)

    @classmethod
    def of(cls, table: Table) -> NewTable:
        """One like this table, with chance of its own."""
        columns = {name: getattr(table.row, name) for name in COLUMNS}
        return cls(table.game, people=table.people, options=table.options, **columns)


COLUMNS = [
    each.name for each in fields(NewTable) if each.name not in ("game", "people", "options", "seed")
]
"""The fields that a row has as they are."""
