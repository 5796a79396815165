"""A tiny game, of whose parts the tests of the kernel are made."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Literal

from pydantic import BaseModel

from games.kernel import EVERYBODY, Form, Game, State, hidden

COLOURS = ("red", "green", "blue")


@dataclass(slots=True)
class Player:
    seat: int
    hand: list[int] = hidden("card")
    gold: int = 0


@dataclass(slots=True)
class Table(State):
    """A table that writes down what happens."""

    players: list[Player] = field(default_factory=list[Player])
    deck: list[int] = hidden("card")
    diary: list[str] = field(default_factory=list[str])


class Options(BaseModel):
    rounds: Literal[1, 2] = 1


def tiny(*plan: Any, hands: Any = ([1], [2], [3]), **facts: Any) -> Game[Table]:
    """A game of this plan and an end; its steps `a`, `b`, `c` write down that they ran."""
    game = Game("Tiny", Table, seats=range(2, 4), **facts)

    @game.setup
    def setup(g: Table, options: Any) -> None:
        g.players = [Player(seat, list(hands[seat])) for seat in range(g.seats)]
        g.then(*plan, "end")

    def write_down(name: str) -> Callable[..., None]:
        def step(g: Table, *args: Any) -> None:
            g.diary.append(" ".join([name, *map(str, args)]))

        step.__name__ = name
        return step

    for name in ("a", "b", "c"):
        game.step(write_down(name))

    @game.step
    def end(g: Table) -> None:
        g.scores = [p.gold for p in g.players]

    return game


def asking(game: Game[Table], moves: Any, **how: Any) -> Game[Table]:
    """The game with a choice `bid` of these moves, a function or a list."""

    @game.choice("Bid.", **how)
    def bid(g: Table, p: Player, *args: Any) -> list[str]:
        return moves(g, p, *args) if callable(moves) else moves

    @bid.does("bid {card:d}")
    def run(g: Table, p: Player, *words: Any) -> None:
        """Bid a number."""
        g.diary.append(f"{p.seat} bids {words[-1]}")

    @bid.does("pass")
    def nothing(g: Table, p: Player, *words: Any) -> None:
        """Bid nothing."""
        g.diary.append(f"{p.seat} passes")

    return game


def form_of(game: Game[Table], move: str) -> Form[...]:
    """The form of a move of the choice `bid`."""
    return game.choices["bid"].read(move)[2]


def from_hand(g: Table, p: Player) -> list[str]:
    """A bid for each card of the hand."""
    return [f"bid {card}" for card in p.hand]


def dealt(*hands: list[int], deck: list[int] | None = None) -> tuple[Game[Table], Table]:
    """A table with these hands and deck, all asked for a card."""
    game = asking(tiny(("bid", EVERYBODY), "end", hands=hands), from_hand, secret=True)
    g = game.new(len(hands), 1)
    g.deck = deck or []
    return game, g
