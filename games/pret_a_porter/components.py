"""Prêt-à-Porter: the components, as typed tables of cards.toml; no rules."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache
from typing import Any

from games.kernel import figures

DATA = figures(__name__)
KINDS = ("contract", "building", "employee")
ROWS = (*KINDS, "design")
COLOURS: tuple[str, ...] = tuple(DATA["prices"]["local"])
STYLES: tuple[str, ...] = ("Casual", "Evening", "Business", "Rock", "Sport")
TOKENS = ("Q", "T", "PR")
SIZE = "X2"
"""The category of an award line that counts the designs of a collection."""
TOKEN_NAME = {"Q": "quality", "T": "trend", "PR": "PR", SIZE: "designs"}
FRESH, FLIPPED = "a", "b"

Effect = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Ability:
    """Something a side of a card does: when, where, and what."""

    card: str
    key: str
    """The card and a number: how it is noted as used."""
    on: str
    do: tuple[Effect, ...]
    at: tuple[int, ...] = ()
    pawn: bool = False
    """Whether an own pawn has to stand there."""
    shown: int = 0
    """The least number of designs in the collection."""

    def has(self, *words: str) -> bool:
        """Whether one of its effects is one of these words."""
        return any(effect["do"] in words for effect in self.do)


@dataclass(frozen=True, slots=True)
class Side:
    """A side of a card: what it costs to turn it up, its upkeep, what it does."""

    cost: int
    upkeep: int
    text: tuple[str, ...]
    short: tuple[str, ...]
    """The same in few words, for pictures: "when: what", locations by their numbers."""
    abilities: tuple[Ability, ...]


@dataclass(frozen=True, slots=True)
class Card:
    id: str
    name: str
    kind: str
    cost: int
    extra: bool
    last: bool
    sides: dict[str, Side]


@dataclass(frozen=True, slots=True)
class Design:
    """A design: two materials make it."""

    id: str
    name: str
    style: str
    type: str
    materials: tuple[str, str]
    price: int
    bonus: dict[str, int] = field(default_factory=dict[str, int])
    extra: bool = False


@dataclass(frozen=True, slots=True)
class Show:
    """A fashion show: the category of each line, the most important one first."""

    id: str
    city: str
    lines: tuple[str, ...]
    last: bool = False


@dataclass(frozen=True, slots=True)
class Location:
    """A place for pawns; `spaces` is for two, three and four players."""

    number: int
    id: str
    name: str
    text: str
    spaces: tuple[int, ...]
    tight: int
    """Its spaces for two players with the option of tight spaces."""


def _ability(card: str, number: int, raw: dict[str, Any]) -> Ability:
    rest = {name: raw[name] for name in ("pawn", "shown") if name in raw}
    at = tuple(raw.get("at", ()))
    return Ability(card, f"{card}/{number}", raw["on"], tuple(raw["do"]), at, **rest)


def _side(card: str, raw: dict[str, Any]) -> Side:
    abilities = tuple(_ability(card, i, each) for i, each in enumerate(raw["abilities"]))
    text, short = tuple(raw["text"]), tuple(raw["short"])
    return Side(raw.get("cost", 0), raw.get("upkeep", 0), text, short, abilities)


def _card(kind: str, raw: dict[str, Any]) -> Card:
    sides = {name: _side(raw["id"], raw[name]) for name in (FRESH, FLIPPED) if name in raw}
    extra, last = raw.get("extra", False), raw.get("last", False)
    return Card(raw["id"], raw["name"], kind, raw.get("cost", 0), extra, last, sides)


CARDS: dict[str, Card] = {raw["id"]: _card(kind, raw) for kind in KINDS for raw in DATA[kind]}
SIDES: dict[tuple[str, str], Side] = {
    (card.id, name): side for card in CARDS.values() for name, side in card.sides.items()
}
DESIGNS: dict[str, Design] = {
    raw["id"]: Design(**raw | {"materials": tuple(raw["materials"])}) for raw in DATA["design"]
}
SHOWS: dict[str, Show] = {
    raw["id"]: Show(**raw | {"lines": tuple(raw["lines"])}) for raw in DATA["show"]
}
LOCATIONS: dict[int, Location] = {
    number: Location(
        number,
        raw["id"],
        raw["name"],
        raw["text"],
        tuple(raw["spaces"]),
        raw.get("tight", raw["spaces"][0]),
    )
    for number, raw in enumerate(DATA["location"], 1)
}
TYPES: dict[str, list[str]] = {raw["id"]: raw["designs"] for raw in DATA["type"]}
TYPE_NAME: dict[str, str] = {raw["id"]: raw["name"] for raw in DATA["type"]}
NAME: dict[str, str] = {each: card.name for each, card in (CARDS | DESIGNS).items()}
BANK, CONTRACTS, BUILDINGS, EMPLOYEES, NEW_DESIGNS, LOCAL, WAREHOUSE, IMPORT, LAST_MINUTE = (
    LOCATIONS
)


@cache
def sides_answering(on: str) -> dict[tuple[str, str], list[Ability]]:
    """What sides of cards do at a trigger, by card and side; all others are left out."""
    found = {each: [a for a in side.abilities if a.on == on] for each, side in SIDES.items()}
    return {each: abilities for each, abilities in found.items() if abilities}


@cache
def sides_with(word: str) -> dict[tuple[str, str], list[Effect]]:
    """The effects of this word, whenever they work, by card and side; all others are left out."""
    found = {
        each: [
            effect for ability in side.abilities for effect in ability.do if effect["do"] == word
        ]
        for each, side in SIDES.items()
    }
    return {each: effects for each, effects in found.items() if effects}
