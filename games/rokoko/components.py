"""Rokoko: the components, as typed tables of cards.toml; no rules."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from games.kernel import figures

DATA = figures(__name__)
FACTS: dict[str, int] = DATA["facts"]
STATUES: list[int] = DATA["statues"]["prestige"]
"""Prestige by the number of statues."""
MASTER, JOURNEYMAN, APPRENTICE = GRADES = ("master", "journeyman", "apprentice")
COLOURS = ("red", "yellow", "blue", "green")
COLOURED = {
    "red": "red dress",
    "yellow": "yellow dress",
    "blue": "blue dress",
    "green": "green dress",
}
"""What a dress of each colour is called after "a"."""
GUESTS = {"red": "gentleman", "yellow": "gentleman", "blue": "lady", "green": "lady"}
MUSICIAN, STATUE, FOUNTAIN, FIREWORKS = KINDS = ("musician", "statue", "fountain", "fireworks")
HALLS = range(5)
"""The halls by number, the King's first."""
MASTER_SPACE = "m"

Bonus = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Employee:
    """An employee card; level 0 are the five that every player has."""

    id: str
    name: str
    level: int
    grade: str
    text: str
    bonus: Bonus = field(default_factory=dict[str, Any])
    """The word of an effect and its figures; {} without a bonus."""


@dataclass(frozen=True, slots=True)
class Dress:
    id: str
    silk: dict[str, int]
    """The bales by colour, the main colour first."""
    value: int
    prestige: int
    yarn: int = 0
    lace: int = 0
    master: bool = False
    """Whether only a master makes it."""

    @property
    def colour(self) -> str:
        return next(iter(self.silk))

    @property
    def goods(self) -> dict[str, int]:
        return {"yarn": self.yarn, "lace": self.lace}


@dataclass(frozen=True, slots=True)
class Tile:
    id: str
    silk: dict[str, int]
    goods: dict[str, int]


@dataclass(frozen=True, slots=True)
class Space:
    id: str
    hall: int
    key: str
    """What it is called in moves: "m" for the master space, else a number."""
    bonus: dict[str, int]

    @property
    def master(self) -> bool:
        """Whether only the work of a master goes there."""
        return self.key == MASTER_SPACE


@dataclass(frozen=True, slots=True)
class Decoration:
    """A space for a marker."""

    id: str
    kind: str
    cost: int
    prestige: int = 0
    row: str = ""
    """Of a fountain: upper or lower."""
    income: int = 0
    hall: int | None = None
    """Of a musician."""


@dataclass(frozen=True, slots=True)
class Hall:
    """A hall; the musician and the guest spaces are among those of the board."""

    key: str
    name: str
    majority: tuple[int, int]
    """What the first and the second place are worth."""
    spaces: tuple[Space, ...]
    musician: Decoration


@dataclass(frozen=True, slots=True)
class Board:
    side: str
    halls: tuple[Hall, ...]
    decorations: dict[str, Decoration]
    windows: tuple[int, ...]
    """The prices, left to right."""
    tiles: int
    """Places in a segment of the warehouse."""
    all_halls: tuple[int, ...]
    spaces: dict[str, Space]
    """The guest spaces of all halls."""
    by_key: dict[tuple[str, str], Space]
    """The guest spaces by the keys of hall and space."""
    hall_of: dict[str, int]
    """The halls of guest spaces and musicians."""


def decorations(data: dict[str, Any]) -> Iterator[Decoration]:
    """Every decoration of a side: musicians, statues, both rows of the fountain, fireworks."""
    for hall, each in enumerate(data["hall"]):
        yield Decoration(kind=MUSICIAN, hall=hall, **each["musician"])
    for each in data["statues"]:
        yield Decoration(kind=STATUE, **each)
    for row in ("upper", "lower"):
        for each in data[row]:
            yield Decoration(kind=FOUNTAIN, row=row, **each)
    for each in data["fireworks"]:
        yield Decoration(kind=FIREWORKS, **each)


def spaces(hall: int, bonuses: list[dict[str, int]]) -> Iterator[Space]:
    """The guest spaces of a hall: the master space H2M, then H2a, H2b and so on."""
    yield Space(f"H{hall + 1}M", hall, MASTER_SPACE, {})
    for i, bonus in enumerate(bonuses):
        yield Space(f"H{hall + 1}{'abcdefg'[i]}", hall, str(i + 1), bonus)


def board(side: str, data: dict[str, Any]) -> Board:
    on_it = {each.id: each for each in decorations(data)}
    halls = tuple(
        Hall(
            each["key"],
            each["name"],
            (each["majority"][0], each["majority"][1]),
            tuple(spaces(hall, each["spaces"])),
            on_it[each["musician"]["id"]],
        )
        for hall, each in enumerate(data["hall"])
    )
    return Board(
        side=side,
        halls=halls,
        decorations=on_it,
        windows=tuple(data["windows"]),
        tiles=data["tiles"],
        all_halls=tuple(data["all_halls"]),
        spaces={space.id: space for hall in halls for space in hall.spaces},
        by_key={(hall.key, space.key): space for hall in halls for space in hall.spaces},
        hall_of={
            each.id: number
            for number, hall in enumerate(halls)
            for each in (*hall.spaces, hall.musician)
        },
    )


EMPLOYEES = {each["id"]: Employee(**each) for each in DATA["employee"]}
DRESSES = {each["id"]: Dress(**each) for each in DATA["dress"]}
TILES = {each["id"]: Tile(**each) for each in DATA["tile"]}
BOARDS = {
    seats: board(side, data) for side, data in DATA["board"].items() for seats in data["players"]
}
"""The side that is used, by the number of seats."""
SIDES = {each.side: each for each in BOARDS.values()}
"""Both sides, A and B."""
