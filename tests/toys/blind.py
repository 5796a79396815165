"""Blind: everybody sees a card but those who have it. One builds together upwards from 1."""

from collections.abc import Hashable, Iterator
from dataclasses import dataclass, field
from typing import Any

from games.kernel import Game, State, hidden

HIGHEST, HAND, AIM = 12, 3, 4


@dataclass(slots=True)
class Player:
    """A player who does not see the own cards."""

    seat: int
    hand: list[int] = hidden("card", from_="owner")
    told: list[int] = field(default_factory=lambda: [0] * HAND)
    """What all know of the cards in these places, 0 for nothing."""


@dataclass(slots=True)
class Table(State):
    """A table with one pile."""

    players: list[Player] = field(default_factory=list[Player])
    deck: list[int] = hidden("card")
    pile: list[int] = field(default_factory=list[int])
    wasted: list[int] = field(default_factory=list[int])

    def team(self, seat: int) -> Hashable:
        """All build the same pile."""
        return "all"

    def may_hold_at(self, seat: int | None, name: str, at: int, thing: int) -> bool:
        """What was told is true, and told of one card alone."""
        told = {p.seat: p.told for p in self.players}.get(seat if seat is not None else -1)
        return told is None or told[at] == thing or (not told[at] and not self.is_told(thing))

    def is_told(self, card: int) -> bool:
        """Whether all know where a card is."""
        return any(card in p.told for p in self.players)

    def can_win(self, seat: int) -> bool:
        """They win if it is high enough."""
        return len(self.pile) >= AIM


ABOUT = "Everybody sees the cards of all others, and nobody their own. For those who like to help."
game = Game("Blind", Table, seats=range(2, 4), about=ABOUT)
game.verb("play", "Play a card that you do not see.")
game.verb("tell", "Tell somebody what a card of theirs is.")


@game.setup
def setup(g: Table, options: Any) -> None:
    g.deck = [*range(1, HIGHEST + 1)]
    g.players = [Player(seat, [g.draw(g.deck) for _ in range(HAND)]) for seat in range(g.seats)]
    g.then("play_round")


@game.step
def play_round(g: Table) -> None:
    if all(p.hand for p in g.players):
        g.then(*[("act", p.seat) for p in g.players], "play_round")
    else:
        g.scores = [len(g.pile)] * g.seats


@game.choice("Play a card, or tell somebody what a card of theirs is.")
def act(g: Table, p: Player) -> Iterator[str]:
    yield from (f"play {n + 1}" for n in range(len(p.hand)))
    for other in g.players:
        if other is not p:
            untold = (n for n in range(1, 1 + len(other.hand)) if not other.told[n - 1])
            yield from (f"tell {other.seat + 1} {n}" for n in untold)


@act.does("play {place:d}")
def play(g: Table, p: Player, place: int) -> None:
    card = p.hand.pop(place - 1)
    p.told.pop(place - 1)
    g.reveal()
    higher = not g.pile or card > g.pile[-1]
    (g.pile if higher else g.wasted).append(card)
    g.say("{who:seat plays|You played} the {card}.", who=p.seat, card=card)


@act.does("tell {seat:d} {place:d}")
def tell(g: Table, p: Player, seat: int, place: int) -> None:
    other = g.players[seat - 1]
    card = other.hand[place - 1]
    g.reveal()
    other.told[place - 1] = card
    template = "{who:seat tells|You told} {whom:seat|you} of the {card}."
    g.say(template, who=p.seat, whom=other.seat, card=card)
    if len(p.hand) < HAND and g.deck:
        p.hand.append(g.draw(g.deck))
        p.told.append(0)


def pieces(g: Table) -> list[int]:
    """All cards."""
    return sorted([*g.deck, *g.pile, *g.wasted, *(card for p in g.players for card in p.hand)])
