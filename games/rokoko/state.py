"""Rokoko: what a running game consists of; no rules."""

from __future__ import annotations

from dataclasses import dataclass, field

from games.kernel import Game, State, hidden
from games.rokoko.components import BOARDS, DATA, FACTS, Board

NONE = ""
"""In a row of spaces: nothing lies here."""


@dataclass(slots=True)
class Player:
    """A player, what lies before them and their cards."""

    seat: int
    livre: int = FACTS["livre"]
    yarn: int = FACTS["yarn"]
    lace: int = FACTS["lace"]
    prestige: int = 0
    """Tokens gained in play."""
    tiles: list[str] = field(default_factory=list[str])
    """Kept as silk, in rising order."""
    supply: list[str] = hidden("cards of {seat}")
    """Employees face down, in rising order."""
    hand: list[str] = hidden("cards of {seat}")
    """Employees to be played this round, in rising order."""
    discard: list[str] = field(default_factory=list[str])
    """Employees face up, the last played one last."""
    all_halls: int = 0
    """What the own marker on the All halls track is worth; 0 without one."""
    prestige_before: int = 0
    """All prestige as it stood at the beginning of the round."""


@dataclass(slots=True)
class Turn:
    """The turn that is being played."""

    seat: int
    card: str
    """The employee that is played."""
    maker: str
    """The grade of the card: who makes a dress."""
    must_sell: bool = False
    """Whether a dress may not be rented out."""
    deputed: bool = False
    dress: str = NONE
    """The dress that is being made, until it is rented out or sold."""


@dataclass(slots=True)
class Rokoko(State):
    players: list[Player] = field(default_factory=list[Player])
    round: int = 0
    starting: int = 0
    """Who has the starting player marker."""
    favor: int | None = None
    """Who has the Favor card; None: it lies at the board."""
    now: Turn | None = None
    """The turn that is being played; None between turns."""
    stack: list[list[str]] = field(default_factory=list[list[str]])
    """Employees not yet revealed, level by level: which come next is decided by chance."""
    hire: list[str] = field(default_factory=list[str])
    """The four hire spaces; "" where nobody is left."""
    gone: list[str] = field(default_factory=list[str])
    """Employees out of the game."""
    warehouse: list[list[str]] = field(default_factory=list[list[str]])
    """The three segments, place by place; "" where no tile lies."""
    resources: list[str] = field(default_factory=list[str])
    """Tiles not yet drawn, in no order."""
    used: list[str] = field(default_factory=list[str])
    """The discard of the resource tiles."""
    windows: list[str] = field(default_factory=list[str])
    """The workshop, left to right; "" where no dress hangs."""
    bag: list[str] = field(default_factory=list[str])
    """Dresses not yet drawn, in no order."""
    sold: list[str] = field(default_factory=list[str])
    """The discard of the dresses."""
    rented: dict[str, str] = field(default_factory=dict[str, str])
    """Dresses by guest space."""
    markers: dict[str, int] = field(default_factory=dict[str, int])
    """Whose marker it is, by guest space or decoration."""

    @property
    def phase(self) -> str:
        """The phase for which passing in advance holds: the turns of a round."""
        return f"round {self.round}"


game = Game(
    DATA["title"],
    Rokoko,
    seats=range(2, 6),
    minutes=DATA["minutes"],
    weight=DATA["weight"],
    about=DATA["about"],
)


def board_of(g: Rokoko) -> Board:
    return BOARDS[g.seats]


def turn_of(g: Rokoko) -> Turn:
    assert g.now is not None
    return g.now


def turns_go_on(g: Rokoko) -> bool:
    """Whether cards are being played."""
    return any(step[0] == "next_turn" for step in g.agenda)


def owned(g: Rokoko, p: Player) -> list[str]:
    """The employees of a player, wherever they are, without deputed ones."""
    cards = [*p.supply, *p.hand, *p.discard]
    if g.now and g.now.seat == p.seat and not g.now.deputed:
        cards.append(g.now.card)
    return cards
