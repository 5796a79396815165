"""Alone: one player turns cards and stops in time."""

from dataclasses import dataclass, field
from typing import Any

from games.kernel import Game, State, hidden

MOST = 21


@dataclass(slots=True)
class Player:
    """The only player."""

    seat: int
    cards: list[int] = field(default_factory=list[int])


@dataclass(slots=True)
class Table(State):
    """A deck and who draws from it."""

    players: list[Player] = field(default_factory=list[Player])
    deck: list[int] = hidden("card")

    def can_win(self, seat: int) -> bool:
        """Who draws too much has lost."""
        return sum(self.players[seat].cards) <= MOST


ABOUT = "Draw cards and stop before they are too many. For one person with a minute to spare."
game = Game("Alone", Table, seats=range(1, 2), about=ABOUT)
game.verb("draw", "Draw a card.")
game.verb("stop", "Draw no more.")


@game.setup
def setup(g: Table, options: Any) -> None:
    g.deck, g.players = [*range(1, 14)], [Player(0)]
    g.then(("draw", 0))


@game.choice("Draw a card, or stop.")
def draw(g: Table, p: Player) -> list[str]:
    return ["draw", "stop"]


@draw.does("draw")
def draw_card(g: Table, p: Player) -> None:
    p.cards.append(g.draw(g.deck))
    g.say("{who:seat draws|You drew} the {card}.", who=p.seat, card=p.cards[-1])
    g.then(("draw", 0) if sum(p.cards) <= MOST else "count")


@draw.does("stop")
def stop(g: Table, p: Player) -> None:
    g.then("count")


@game.step
def count(g: Table) -> None:
    g.scores = [sum(p.cards) for p in g.players]


def pieces(g: Table) -> list[int]:
    """All cards."""
    return sorted([*g.deck, *(card for p in g.players for card in p.cards)])
