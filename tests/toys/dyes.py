"""Dyes: three dials of 0 to 99 within a budget, so that the moves are too many to list. Each player
wants more of a secret colour, which is open at the end.
"""

from dataclasses import dataclass, field
from typing import Any

from games.kernel import EVERYBODY, Dials, Game, Said, State, hidden

COLOURS = ("rose", "sage", "sky")
ROUNDS = 4
HIGHEST = 99


@dataclass(slots=True)
class Dyer:
    """A player with a budget, a secret colour, and what was mixed."""

    seat: int
    budget: int = 150
    colour: str = hidden(among=COLOURS)
    mixed: list[int] = field(default_factory=lambda: [0, 0, 0])


@dataclass(slots=True)
class Dyes(State):
    players: list[Dyer] = field(default_factory=list[Dyer])
    round: int = 0


ABOUT = "Mix dyes, most of all those of your secret colour. For two or three dyers."
game = Game("Dyes", Dyes, seats=range(2, 4), about=ABOUT, open_at_end=True)
game.verb("mix", "Mix three dyes.")
game.verb("pass", "Mix nothing.")


@game.setup
def setup(g: Dyes, options: Any) -> None:
    """Deals colours, which two may share."""
    g.players = [Dyer(seat, colour=COLOURS[g.below(3)]) for seat in range(g.seats)]
    g.then("play_round")


@game.step
def play_round(g: Dyes) -> None:
    g.round += 1
    g.then(*([("mix", EVERYBODY), "play_round"] if g.round <= ROUNDS else ["count"]))


@game.choice("Mix your dyes.", may_pass="Mix nothing", menu="mix {dark_rose:d} {sage:d} {sky:d}")
def mix(g: Dyes, p: Dyer) -> Dials:
    """All that the budget pays."""
    numbers = range(min(HIGHEST, p.budget) + 1)
    return Dials(numbers, numbers, numbers, fits=lambda *each: 0 < sum(each) <= p.budget)


@mix.does("mix {dark_rose:d} {sage:d} {sky:d}")
def pour(g: Dyes, p: Dyer, rose: int, sage: int, sky: int) -> None:
    p.budget -= rose + sage + sky
    p.mixed = [a + b for a, b in zip(p.mixed, (rose, sage, sky), strict=True)]
    told = "{who:seat mixes|You mixed} {rose}, {sage} and {sky}."
    g.say(told, who=p.seat, rose=rose, sage=sage, sky=sky)


@pour.says
def pouring(g: Dyes, p: Dyer, rose: int, sage: int, sky: int) -> Said:
    """The dyes, and what the budget comes to."""
    label = f"Dark rose: {rose}, Sage: {sage}, Sky: {sky}"
    return Said(label, f"leaves {p.budget - rose - sage - sky}")


@game.step
def count(g: Dyes) -> None:
    """Counts the own colour twice, and what was not spent."""
    g.scores = [p.budget + 2 * p.mixed[COLOURS.index(p.colour)] for p in g.players]


def pieces(g: Dyes) -> int:
    """All dyers; nothing else is in two places."""
    return len(g.players)
