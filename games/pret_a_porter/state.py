"""Prêt-à-Porter: options, and what a running game consists of; no rules."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from pydantic import BaseModel

from games.kernel import Game, State, hidden, option
from games.pret_a_porter.components import COLOURS, DATA, TOKENS


class Options(BaseModel):
    cards: Literal["core", "extra"] = option(
        "Cards",
        "core",
        {
            "core": "50 designs, and 24 contracts, buildings and employees each.",
            "extra": "Ten more designs, and nine more contracts, buildings and employees each.",
        },
    )
    spaces: Literal["usual", "tight"] = option(
        "Spaces for two players",
        "usual",
        {
            "usual": "Every location has two spaces or three, by the number of players.",
            "tight": "With two players the Bank and the three suppliers have one space each.",
        },
    )
    last_lines: Literal[2, 1] = option(
        "Award lines in the last quarter",
        2,
        {
            2: "The upper two lines of each of the four last shows count.",
            1: "Only the first line of each of the four last shows counts.",
        },
    )
    order: Literal["marker", "points"] = option(
        "Turn order",
        "marker",
        {
            "marker": "The first player changes clockwise from month to month.",
            "points": "The player with fewest points goes first in each working month.",
        },
    )


@dataclass(slots=True)
class Player:
    """A player and the company."""

    seat: int
    cash: int = 0
    vp: int = 0
    prestige: int = 0
    tokens: dict[str, int] = field(default_factory=lambda: dict.fromkeys(TOKENS, 0))
    """Quality, trend and public relations: Q, T, PR."""
    type: str = ""
    """The clothing type on the tile."""
    material: dict[str, int] = field(default_factory=lambda: dict.fromkeys(COLOURS, 0))
    designs: list[str] = field(default_factory=list[str])
    """Those that are in no collection."""
    looked_at: list[str] = hidden("design")
    """From the top of the deck; one of them will be kept."""
    cards: dict[str, str] = field(default_factory=dict[str, str])
    """Contracts, buildings and employees with the side that lies up, a or b, as they came."""
    credits: int = 0
    """Pieces of $10."""
    loans: int = 0
    used: list[str] = field(default_factory=list[str])
    """Abilities that have worked this round."""
    collection: list[str] = field(default_factory=list[str])
    """What is shown, from the show to its sale."""
    set_aside: dict[str, int] = field(default_factory=dict[str, int])
    """The materials of the collection, from the show to its sale."""
    shown: int = 0
    """Designs in the collection of the latest exhibition round."""
    takings: int = 0
    """What the latest sale brought."""
    last_prestige: int = 0
    """The prestige before the final exchange."""
    wins_ties: list[str] = field(default_factory=list[str])
    """Categories of the running awards in which cards break ties for this player."""
    bankrupt: bool = False
    asks_firing: bool = False
    """Wants to be asked where there is nothing to do but fire an employee."""
    skips_growth: bool = False
    """Is not asked for growth until they want to be."""


@dataclass(slots=True)
class Errand:
    """The action of one pawn while it is carried out."""

    seat: int
    location: int
    discount: int = 0
    """Dollars off each unit."""
    raised: int = 0
    """Credits, or units of each colour, above the limit."""
    layer: list[str] = field(default_factory=list[str])
    """At the Warehouse: the colours bought last, of which there may be one more each."""
    layers: int = 0


@dataclass(slots=True)
class Growth:
    seat: int
    train: int = 1
    upgrade: int = 1
    either: int = 0
    discounts: list[int] = field(default_factory=list[int])


@dataclass(slots=True)
class Runway:
    """The collection that a player is putting together."""

    seat: int
    style: str = ""
    changed: list[str] = field(default_factory=list[str])
    """Designs of other styles that take this one."""
    shown: list[str] = field(default_factory=list[str])
    left_out: list[str] = field(default_factory=list[str])
    waived: list[str] = field(default_factory=list[str])
    """Materials that designs do without, a colour each."""
    dyed: list[str] = field(default_factory=list[str])
    """Units that stand for a missing colour."""
    patched: int = 0
    """Missing units that were paid for."""
    typed: list[str] = field(default_factory=list[str])
    """Designs that gave a trend token for their clothing type."""


@dataclass(slots=True)
class Award:
    """A line of a fashion show that was judged."""

    show: str
    line: int
    category: str
    counts: list[int]
    """By seat, what was compared."""
    prestige: list[int]
    """By seat, what it brought."""
    first: int
    """The seat alone in first place, or -1."""


@dataclass(slots=True)
class House(State):
    players: list[Player] = field(default_factory=list[Player])
    round: int = 1
    phase: str = "planning"
    """planning, action, growth, upkeep; exchange, show, awards, sales, upkeep; end."""
    order: list[int] = field(default_factory=list[int])
    """The seats in turn order; the first has the marker."""
    rows: dict[str, list[str]] = field(default_factory=dict[str, list[str]])
    """What lies open: contracts, buildings, employees, designs."""
    tops: dict[str, str] = field(default_factory=dict[str, str])
    """The open top of each company deck; "" where the deck is empty."""
    discards: dict[str, list[str]] = field(default_factory=dict[str, list[str]])
    removed: list[str] = field(default_factory=list[str])
    """Company cards that are out of the game."""
    contract_deck: list[str] = hidden("contract")
    """Below its open top, the next card last; so the other decks."""
    building_deck: list[str] = hidden("building")
    employee_deck: list[str] = hidden("employee")
    design_deck: list[str] = hidden("design")
    last_contract: list[str] = hidden("last contract")
    """Set aside for the last quarter."""
    last_building: list[str] = hidden("last building")
    last_employee: list[str] = hidden("last employee")
    shows: list[list[str]] = field(default_factory=list[list[str]])
    """The fashion shows of each quarter."""
    pieces: list[str] = field(default_factory=list[str])
    """What is left at Last-Minute Preparations: Q, PR, T, cash."""
    spaces: dict[int, list[int]] = field(default_factory=dict[int, list[int]])
    """Per location the seats of the pawns on its spaces, the first space first."""
    card_spaces: dict[int, list[int]] = field(default_factory=dict[int, list[int]])
    """The same on the spaces that are for cards only."""
    at: int = 0
    """The location that is being resolved; 0 between action phases."""
    done: int = 0
    """Pawns of that location that have acted, spaces first."""
    errand: Errand | None = None
    growth: Growth | None = None
    runway: Runway | None = None
    awards: list[Award] = field(default_factory=list[Award])
    """The lines of the latest exhibition round."""
    sold: dict[int, list[str]] = field(default_factory=dict[int, list[str]])
    """By seat, the collections of the latest exhibition round that were sold."""
    extra_cards: bool = False
    tight_spaces: bool = False
    last_lines: int = 2
    by_points: bool = False

    def can_win(self, seat: int) -> bool:
        """Whether a player is not bankrupt (source text, End Game)."""
        return not self.players[seat].bankrupt


def deck(g: House, kind: str) -> list[str]:
    """A deck, the next card last; those of companies without their open top."""
    return getattr(g, f"{kind}_deck")


game = Game(
    DATA["title"],
    House,
    seats=range(2, 5),
    minutes=DATA["minutes"],
    weight=DATA["weight"],
    about=DATA["about"],
    options=Options,
)
