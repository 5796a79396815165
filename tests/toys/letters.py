"""Letters: nobody knows who got a letter but those who wrote it or got it."""

from dataclasses import dataclass, field
from typing import Any

from games.kernel import EVERYBODY, Game, State, hidden

ROUNDS = 3


@dataclass(slots=True)
class Player:
    """A player with a drawer of letters."""

    seat: int
    letters: list[int] = hidden("letter", length=False)


@dataclass(slots=True)
class Table(State):
    """A table with paper, of which nobody sees how much there is."""

    players: list[Player] = field(default_factory=list[Player])
    paper: list[int] = hidden("letter", length=False)
    round: int = 0

    def can_be(self) -> bool:
        """There is paper for every letter that may still be written."""
        return len(self.paper) >= self.seats * (ROUNDS + 1 - self.round)


ABOUT = "Write letters of which nobody else hears; the highest ones win. For quiet people."
game = Game("Letters", Table, seats=range(2, 4), about=ABOUT, open_at_end=True)
game.verb("write", "Write to somebody.")
game.verb("rest", "Write nothing.")


@game.setup
def setup(g: Table, options: Any) -> None:
    g.players = [Player(seat) for seat in range(g.seats)]
    g.paper = [*range(1, 1 + ROUNDS * g.seats)]
    g.then("play_round")


@game.step
def play_round(g: Table) -> None:
    g.round += 1
    if g.round <= ROUNDS:
        g.heading("Round {n}", n=g.round)
        g.then(("write", EVERYBODY), "play_round")
    else:
        g.scores = [sum(p.letters) for p in g.players]


@game.choice("Write to somebody, or to nobody.", secret=True)
def write(g: Table, p: Player) -> list[str]:
    return [*(f"write {each.seat + 1}" for each in g.players if each is not p), "rest"]


@write.does("write {seat:d}")
def write_to(g: Table, p: Player, seat: int) -> None:
    other = g.players[seat - 1]
    letter = g.draw(g.paper)
    other.letters.append(letter)
    g.sees(p.seat, other, "letters", letter)
    g.say("{who:seat} sent you the letter {letter}.", other.seat, who=p.seat, letter=letter)
    g.say("You sent {who:seat} the letter {letter}.", p.seat, who=other.seat, letter=letter)


@write.does("rest")
def rest(g: Table, p: Player) -> None:
    """Write to nobody."""


def pieces(g: Table) -> list[int]:
    """All letters."""
    return sorted([*g.paper, *(letter for p in g.players for letter in p.letters)])
