"""Royal Threadcount: options and what a running game consists of; no rules."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from pydantic import BaseModel

from games.kernel import Game, State, hidden, option
from games.royal_threadcount.components import DATA, DYES, GARMENTS, TURNS

NOTHING = ""
"""In a garment: the dye or the pattern is missing."""


class Options(BaseModel):
    scoring: Literal["M-A", "M-B"] = option(
        "Values of the patterns",
        "M-A",
        {
            "M-A": "Each pattern has a track of its own, and the favourite adds 2 a card.",
            "M-B": "Simpler: price and 8 for each further card; the favourite adds 5 a card.",
        },
    )
    doubles: Literal["pay", "idle"] = option(
        "A number rolled twice",
        "pay",
        {
            "pay": "The second die acts too: it finds what the first one has left.",
            "idle": "A number counts once, even if you roll it several times.",
        },
    )
    dye_cap: Literal["4", "none"] = option(
        "Limit of dye between turns",
        "none",
        {
            "4": "You keep at most four dyes of each colour; more is lost.",
            "none": "You keep as much dye as you like.",
        },
    )


@dataclass(slots=True)
class Player:
    """A player, the open card in front of them and the Empress colour that they know."""

    seat: int
    silk: int = 0
    dye: dict[str, int] = field(default_factory=lambda: dict.fromkeys(DYES, 0))
    hues: list[str] = field(default_factory=lambda: [NOTHING] * len(GARMENTS))
    """The dye card in each garment, in the order of the garments; "" where there is none."""
    patterns: list[str] = field(default_factory=lambda: [NOTHING] * len(GARMENTS))
    """The pattern card in each garment; "" where there is none."""
    spare_hues: list[str] = field(default_factory=list[str])
    spare_patterns: list[str] = field(default_factory=list[str])
    by_hand: bool = False
    """Whether the player has arranged garments; then no card is exchanged automatically."""
    finished: int = 0
    """The turn at whose end all four garments were complete; 0 while they are not."""
    favourite: list[str] = hidden("favourite colour")
    """The Empress colour that only this player knows: a list of one."""


@dataclass(slots=True)
class Turn:
    """What a player has done in a turn so far."""

    seat: int
    number: int
    """The player's own turn, 1 to 10."""
    sown: list[int] = field(default_factory=list[int])
    before: list[int] = field(default_factory=list[int])
    """The spaces with a cube when the dice were rolled."""
    face: str = ""
    """What the four-sided die shows: red, yellow, blue or white; "" before the roll."""
    dye: str = ""
    """The dye it brought; "" before that is chosen."""
    dice: list[int] = field(default_factory=list[int])
    """The three numbers as rolled, 0 included; empty before the roll."""
    zeros: list[int] = field(default_factory=list[int])
    """What the zeros count as, in the order of the dice, as far as it is chosen."""
    resolved: bool = False
    filled: list[int] = field(default_factory=list[int])
    lines: list[tuple[int, ...]] = field(default_factory=list[tuple[int, ...]])
    refilled: list[int] = field(default_factory=list[int])
    cleared: list[int] = field(default_factory=list[int])
    """Full spaces that were rolled and emptied, not those of lines."""
    silk: int = 0
    """What the roll brought."""
    bought: list[str] = field(default_factory=list[str])
    """Dye and pattern cards, in the order they were bought."""
    refreshed: int = 0
    arranged: int = 0
    lost_silk: int = 0
    lost_dye: dict[str, int] = field(default_factory=dict[str, int])


@dataclass(slots=True)
class Threadcount(State):
    players: list[Player] = field(default_factory=list[Player])
    cubes: list[int] = field(default_factory=list[int])
    """The spaces 1 to 9 that hold a silk cube, in rising order."""
    rolls: list[int] = field(default_factory=list[int])
    """By seat, what was rolled for the order of the turns; 10 is the 0 of a die."""
    order: list[int] = field(default_factory=list[int])
    """The seats in the order of their turns; the first is player 1, who moves the calendar."""
    weeks: int = TURNS
    """What the calendar shows."""
    now: Turn | None = None
    """The turn that is being played; the last one when the game is over."""
    previous: Turn | None = None
    """The turn before that."""
    piles: dict[str, int] = field(default_factory=dict[str, int])
    """Dye cards left, by hue."""
    slots: list[list[str]] = field(default_factory=list[list[str]])
    """The pattern market: three piles, the one on offer last."""
    deck: list[str] = hidden("pattern")
    undealt: list[str] = hidden("favourite colour")
    """Favourite colours that nobody got: never shown."""
    favourite_pattern: list[str] = hidden("favourite pattern")
    """Behind the Empress: a list of one."""
    unpicked: list[str] = hidden("favourite pattern")
    """Favourite patterns that are not the one."""
    empress_colours: list[str] = field(default_factory=list[str])
    """Everybody's favourite colour, by seat, once they are revealed."""
    empress_pattern: str = ""
    """The favourite pattern, once it is revealed."""
    scoring: str = "M-A"
    idle_doubles: bool = False
    dye_cap: int | None = None


game = Game(
    DATA["title"],
    Threadcount,
    seats=range(2, 6),
    minutes=DATA["minutes"],
    weight=DATA["weight"],
    about=DATA["about"],
    options=Options,
)


def turn_of(g: Threadcount) -> Turn:
    assert g.now is not None
    return g.now
