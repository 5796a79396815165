"""Orders: each player commands three units at once, and there are more commands than a list has
room for.
"""

from dataclasses import dataclass, field
from typing import Any

from games.kernel import EVERYBODY, Dials, Game, State

ROUNDS = 3
ORDERS = ["hold", "march", "sail", "dig", "scout", "help_others", "raid", "rest", "wait"]
UNITS = ["guard", "navy", "scouts"]


@dataclass(slots=True)
class Player:
    """A player with what their units did last, as numbers of orders."""

    seat: int
    done: list[int] = field(default_factory=lambda: [0, 0, 0])
    points: int = 0


@dataclass(slots=True)
class Table(State):
    """A war of few rounds."""

    players: list[Player] = field(default_factory=list[Player])
    round: int = 0


ABOUT = "Command three units at once, no two of them alike. For two or three who like to plan."
game = Game("Orders", Table, seats=range(2, 4), about=ABOUT)
game.verb("command", "Command your units.")


@game.setup
def setup(g: Table, options: Any) -> None:
    g.players = [Player(seat) for seat in range(g.seats)]
    g.then("play_round")


@game.step
def play_round(g: Table) -> None:
    g.round += 1
    if g.round <= ROUNDS:
        g.then(("command", EVERYBODY), "compare", "play_round")
    else:
        g.scores = [p.points for p in g.players]


@game.choice("Command your units.", menu="command {guard} {navy} {scouts}")
def command(g: Table, p: Player) -> Dials:
    return Dials(ORDERS, ORDERS, ORDERS, fits=all_differ)


def all_differ(*orders: str) -> bool:
    """Whether no two units do the same."""
    return len({*orders}) == len(orders)


@command.does("command {guard} {navy} {scouts}")
def command_all(g: Table, p: Player, guard: str, navy: str, scouts: str) -> None:
    p.done = [ORDERS.index(each) for each in (guard, navy, scouts)]
    g.say("{who:seat commands|You commanded} {orders}.", who=p.seat, orders=str(p.done))


@command.thing
def word(g: Table, p: Player, dial: str, order: str) -> str:
    return f"{order.replace('_', ' ').capitalize()} ({UNITS.index(dial) + 1})"


@game.step
def compare(g: Table) -> None:
    for unit in range(3):
        done = [p.done[unit] for p in g.players]
        for p in g.players:
            p.points += p.done[unit] if done.count(p.done[unit]) == 1 else 0


def pieces(g: Table) -> list[int]:
    """All units."""
    return [len(p.done) for p in g.players]
