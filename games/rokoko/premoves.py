"""Rokoko: answers in advance."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from games.kernel import Step
from games.rokoko.components import EMPLOYEES, MASTER
from games.rokoko.rules.actions import (
    MAY,
    act,
    decorations_to_fund,
    dresses_in_reach,
    employees_to_hire,
    tiles_to_take,
)
from games.rokoko.rules.selection import HAND, choose, hands
from games.rokoko.rules.turns import play
from games.rokoko.state import Player, Rokoko, game, turns_go_on

Upcoming = Iterator[tuple[tuple[()], Iterable[str]]]


@choose.premove("next hand", together=lambda g, p: not p.hand)
def choose_premoves(g: Rokoko, p: Player) -> Upcoming:
    """The hand of the next round, where the supply is large enough to choose from."""
    if turns_go_on(g) and len(p.supply) > HAND:
        yield (), list(hands(p.supply, HAND))


@play.premove("next card")
def play_premoves(g: Rokoko, p: Player) -> Upcoming:
    """The card of the next turn."""
    if turns_go_on(g) and len(p.hand) > 1:
        yield (), play.options(g, p)


@act.premove("main action")
def act_premoves(g: Rokoko, p: Player) -> Upcoming:
    """The next main action, as far as some card in hand allows it and it can be paid now."""
    makers = {EMPLOYEES[card].grade for card in p.hand}
    if ("act", p.seat) not in g.agenda and not (turns_go_on(g) and makers):
        return
    allowed = {action for maker in makers for action in MAY[maker]}
    moves = ["favor"] if "favor" in allowed and g.favor is None else []
    moves += tiles_to_take(g, p)
    if "make" in allowed:
        moves += dresses_in_reach(g, p, MASTER in makers)
    if "hire" in allowed:
        moves += employees_to_hire(g, p)
    yield (), [*moves, *decorations_to_fund(g, p), "pass"]


@game.next_turn
def own_turn(g: Rokoko, p: Player) -> Step | None:
    """A card of this round, played by the player of the turn."""
    return ("next_turn", p.seat) if turns_go_on(g) and p.hand else None
