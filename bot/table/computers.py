"""Computer players at a table, and their names."""

from __future__ import annotations

from collections.abc import Iterable

from bot.table.table import Person
from games.words import appearance

COMPUTER_NAMES = (
    "Pierrot", "Colombine", "Scaramouche", "Mezzetin", "Pantalone", "Zerbinette",
    "Isabelle", "Brighella",
)  # fmt: skip


def with_computers(
    people: list[Person], levels: Iterable[str], *, wanted: str = ""
) -> list[Person]:
    """These people, followed by a computer player of each level. Nobody else has their name; the
    first one has the name `wanted`, if that is one of theirs and free.
    """
    taken = {appearance(person.name) for person in people}
    names = sorted(COMPUTER_NAMES, key=lambda name: name != wanted)
    free = (name for name in names if appearance(name) not in taken)
    return [*people, *(Person(next(free), level=level) for level in levels)]
