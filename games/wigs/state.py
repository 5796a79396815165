"""Powdered Wigs: options, and the state of a game; no rules."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import Any, Literal

from pydantic import BaseModel

from games.kernel import Game, State, hidden, option
from games.wigs.components import DATA

EMPTY = 0
FROM_SUPPLY = -1


class Options(BaseModel):
    """The options of the game."""

    end_gold: Literal[20, 25] = option(
        "Gold that ends the game",
        20,
        {
            20: "The usual length, for any number of players.",
            25: "A longer game for two; not recommended with three or four players.",
        },
    )
    layout: Literal["five", "stepped"] = option(
        "Market",
        "five",
        {
            "five": "Columns I and III have the squares 1 to 5.",
            "stepped": "Tighter: columns I and III have only the squares 1 to 4.",
        },
    )
    unplaceable: Literal["return", "redraw"] = option(
        "A drawn wig that fits nowhere",
        "return",
        {
            "return": "It goes back, so fewer than three wigs may come to the market.",
            "redraw": "It is replaced, until three wigs have found a place.",
        },
    )
    accents: bool = option(
        "Fancy accents",
        False,
        {
            False: "The news is told in plain words.",
            True: "The news is told in the tone of the court; play is the same.",
        },
    )


@dataclass(slots=True)
class Player:
    """A player and what is behind their screen."""

    seat: int
    gold: int = 0
    tiles: list[int] = hidden("wig")
    """Behind the screen."""
    five: list[int] = hidden("wig")
    """What the Trendsetter has drawn and not yet placed."""
    worn: int = 0
    sold: int = 0
    """Number of wigs sold in this phase; `earned` is the gold for them."""
    earned: int = 0
    done: bool = False
    """Whether this player's turn to sell is over."""
    out: bool = False
    """Whether this player passes for the rest of this phase."""
    pairs: int = -1
    """How many pairs they last showed to have by what the Bon Vivant drew; -1 for never."""
    moved: dict[int, int] = field(default_factory=dict[int, int])
    """By type, how many more wigs all have seen leave their screen since then than come behind it.
    """
    drawn: int = 0
    """How many wigs came unseen since then."""


@dataclass(slots=True)
class Wigs(State):
    """A game of Powdered Wigs."""

    players: list[Player] = field(default_factory=list[Player])
    supply: list[int] = hidden("wig")
    market: dict[str, list[int]] = field(default_factory=dict[str, list[int]])
    """Per column the wig on each square, bottom first."""
    fresh: dict[str, list[int]] = field(default_factory=dict[str, list[int]])
    """Per square: 1 + the seat that sold there, -1 from the supply, both this round; else 0."""
    last: tuple[str, int] | None = None
    """The square filled most recently, as column and place from the bottom."""
    debut: list[int] = field(default_factory=list[int])
    offer: list[int] = field(default_factory=list[int])
    """The wigs that are taken before the first round; face up."""
    returned: list[int] = field(default_factory=list[int])
    """Wigs drawn for the market this round that fit nowhere; they return after the phase."""
    phase: str = "draft"
    round: int = 0
    first: int = 0
    order: list[int] = field(default_factory=list[int])
    """The order of the running phase."""
    passes: int = 0
    layout: str = "five"
    end_gold: int = 20
    redraw: bool = False
    accents: bool = False
    moved: bool = False
    """A wig was placed, drawn, sold or bought this round."""
    still_rounds: int = 0
    stale_rounds: int = 0
    least_supply: int = 0

    def can_be(self) -> bool:
        """Whether everybody may have had the pairs for which they drew."""
        return all(p.pairs < 0 or could_have_shown(p) for p in self.players)


def could_have_shown(p: Player) -> bool:
    """Whether what is behind a screen, with any of it as what came unseen, had those pairs."""
    held = Counter(p.tiles)
    held.update(p.moved)
    reached = {(0, 0)}
    for most in held.values():
        reached = {(n + k, two + k // 2) for n, two in reached for k in range(most + 1)}
    return (held.total() - p.drawn, p.pairs) in reached


game = Game(
    DATA["title"],
    Wigs,
    seats=range(2, 5),
    minutes=DATA["minutes"],
    weight=DATA["weight"],
    about=DATA["about"],
    unit="gold",
    options=Options,
)


def announce(g: Wigs, template: str, **values: Any) -> None:
    """Adds news for all, in the accents of the table."""
    g.say(DATA["accents"].get(template, template) if g.accents else template, **values)
