"""Brick & Mortar: the components, as typed tables of cards.toml, and their names; no rules."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Any

from games.kernel import Phrase, figures, listed, phrase

DATA = figures(__name__)
KINDS: list[str] = [kind["id"] for kind in DATA["kind"]]
"""What is bought and sold, in the order in which it is."""
HEADING: dict[str, str] = {kind["id"]: kind["name"] for kind in DATA["kind"]}
"""What a kind is called at the head of a line."""
LOWEST: dict[str, int] = {kind["id"]: kind["lowest"] for kind in DATA["kind"]}
"""The least a crate costs in Supply."""
HIGHEST: dict[str, int] = {kind["id"]: kind["highest"] for kind in DATA["kind"]}
"""The most a crate sells for."""
MONTHS: list[str] = DATA["months"]
SLOT_COSTS: list[int] = DATA["building"]["slots"]
SLOTS = len(SLOT_COSTS)
ROW: int = DATA["setup"]["row"]
"""How many public stores there are."""
HAND: int = DATA["setup"]["cards"]
"""How many Market Cards a player has in hand."""
HIGHEST_SUPPLY_BID: int = DATA["bids"]["supply"]
HIGHEST_AUCTION_BID: int = DATA["bids"]["auction"]
SHOWN_WINDOWS = {
    "building_during": "During Building",
    "advertisement_before": "Before Advertisement",
    "advertisement_during": "During Advertisement",
    "supply_before": "Before Supply",
    "supply_during": "During Supply",
    "supply_before_food": "Before the supply of food",
    "supply_after_food": "After the supply of food",
    "supply_after_jewelry": "After the supply of jewelry",
    "supply_after_art": "After the supply of art",
    "supply_after_type": "After the supply of each kind",
    "sale_during": "During Sale",
    "sale_before_food": "Before the sale of food",
    "sale_during_art": "During the sale of art",
    "sale_after_type": "After the sale of each kind",
    "sale_after": "After Sale",
    "inventory_during": "During Inventory",
    "utilities_after": "After Utilities",
    "investment_during": "During Investment",
}
"""The 18 windows in which modifiers act (1.7), by the name they have in cards.toml."""


@dataclass(frozen=True, slots=True)
class Modifier:
    """A line on a Store Card that alters the rules."""

    window: str
    word: str
    """What it does: the name of a function in effects.py."""
    text: str
    drawn: str
    """Its text on the picture of a card: "{food}" is an emblem, "~" a space that never breaks."""
    short: str
    """The same in few words, for the window of a store in the street."""
    external: bool
    """Printed in bold: it acts on all stores of the owner."""
    kinds: tuple[str, ...]
    """The kinds of items it is about."""
    figures: dict[str, Any]
    """Its numbers and other words."""

    def __getitem__(self, name: str) -> Any:
        return self.figures[name]


@dataclass(frozen=True, slots=True)
class Card:
    """What is printed on a Store Card or a Starting Store."""

    id: str
    name: str
    cost: int
    utilities: int
    points: int
    capacity: dict[str, int]
    """Per kind it sells, in the order of the kinds, how many crates it holds."""
    shelves: int
    boxes: dict[str, int]
    """Demand boxes of its own, by kind."""
    modifiers: tuple[Modifier, ...]
    players: int
    """The number of players from which on a Starting Store is used; 0 for other stores."""


def modifier(entry: dict[str, Any]) -> Modifier:
    own = {"window", "word", "text", "drawn", "short", "external", "kinds"}
    drawn = entry.get("drawn", entry["text"])
    return Modifier(
        window=entry["window"],
        word=entry["word"],
        text=entry["text"],
        drawn=drawn,
        short=entry.get("short", drawn),
        external=entry.get("external", False),
        kinds=tuple(entry.get("kinds", ())),
        figures={name: value for name, value in entry.items() if name not in own},
    )


def card(entry: dict[str, Any]) -> Card:
    return Card(
        id=entry["id"],
        name=entry["name"],
        cost=entry.get("cost", 0),
        utilities=entry.get("utilities", 0),
        points=entry.get("points", 0),
        capacity=entry.get("capacity", {}),
        shelves=entry.get("shelves", 0),
        boxes=entry.get("boxes", {}),
        modifiers=tuple(modifier(each) for each in entry.get("modifier", ())),
        players=entry.get("players", 0),
    )


STARTS: dict[str, Card] = {each["id"]: card(each) for each in DATA["start"]}
STORES: dict[str, Card] = {each["id"]: card(each) for each in DATA["store"]}
CARD: dict[str, Card] = STARTS | STORES
"""Every Store Card and Starting Store."""
MARKET: dict[str, dict[str, int]] = DATA["market"]
"""The crates on each Market Card."""
ACTING: dict[str, dict[str, list[Modifier]]] = {
    window: {
        each.id: [m for m in each.modifiers if m.window == window]
        for each in CARD.values()
        if any(m.window == window for m in each.modifiers)
    }
    for window in SHOWN_WINDOWS
}
"""By window, the modifiers of the cards that act in it; other cards are left out."""
WINDOWS: list[str] = list(SHOWN_WINDOWS)


def name(store: str) -> str:
    return CARD[store].name


SHORT = {"clothing": "cloth", "electronics": "elec", "jewelry": "jewel"}


@lru_cache(maxsize=4096)
def crates_of(kind: str, n: int) -> Phrase:
    """As in "4 food"."""
    return phrase("{n} {kind}", n=n, kind=kind)


@cache
def crates_on(market_card: str, short: bool = False) -> Phrase:
    """As in "4 food 2 electronics (M05)"."""
    crates = crates_alone(market_card, short)
    code = market_card.upper()
    if short:
        return phrase("{crates} {card:text}", card=code, crates=crates)
    return phrase("{crates} ({card:text})", card=code, crates=crates)


def crates_alone(market_card: str, short: bool = False) -> Phrase:
    """As in "4 food 2 electronics"."""
    crates = MARKET[market_card].items()
    words = [crates_of(SHORT.get(kind, kind) if short else kind, n) for kind, n in crates]
    return listed(words, "words")


def contents(crates: dict[str, int]) -> Phrase:
    """As in "4 food, 2 electronics"."""
    there = [crates_of(kind, n) for kind, n in crates.items() if n]
    return listed(there, "commas") if there else phrase("nothing")


def total(cards: Iterable[str]) -> dict[str, int]:
    """The crates on Market Cards; kinds without any count 0."""
    counts = dict.fromkeys(KINDS, 0)
    for each in cards:
        for kind, n in MARKET[each].items():
            counts[kind] += n
    return counts
