"""Rokoko: answers in advance."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from games.kernel import Step
from games.rokoko.components import EMPLOYEES, FACTS, MASTER
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
from games.rokoko.state import Player, Rokoko, game, owned, turns_go_on

Upcoming = Iterator[tuple[tuple[()], Iterable[str]]]


@choose.premove("next hand", together=lambda g, p: not p.hand)
def choose_premoves(g: Rokoko, p: Player) -> Upcoming:
    """The hand of the next round, or what it lacks once the supply is taken."""
    taken, left = next_supply(g, p)
    if left:
        yield (), list(hands(left, HAND - len(taken)))


def next_supply(g: Rokoko, p: Player) -> tuple[list[str], list[str]]:
    """The cards that a player has to take in the next round, and those that they then choose from,
    if nobody else joins or leaves them in this one.
    """
    if not turns_go_on(g) or g.round == FACTS["rounds"]:
        return [], []
    if len(p.supply) > HAND:
        return [], p.supply
    others = sorted({*owned(g, p)} - {*p.supply})
    if len(p.supply) == HAND or len(p.supply) + len(others) <= HAND:
        return [*p.supply, *others][:HAND], []
    return p.supply, others


@play.premove("next card")
def play_premoves(g: Rokoko, p: Player) -> Upcoming:
    """The card of the next turn that is asked for, even in the next round."""
    if cards := next_hand(g, p):
        yield (), [f"play {card}" for card in cards]


def next_hand(g: Rokoko, p: Player) -> list[str]:
    """The hand from which a player chooses a card next, as far as it is known."""
    if turns_go_on(g) and len(p.hand) > 1:
        return p.hand
    taken = next_supply(g, p)[0] if turns_go_on(g) else p.hand
    chosen = g.answers.get(p.seat) or next(iter(choose.answers_ahead(g, p.seat)), "")
    return sorted([*taken, *chosen.split()[1:]])


@act.premove("main action")
def act_premoves(g: Rokoko, p: Player) -> Upcoming:
    """The next main action, as far as it can be paid now and some card that may come next allows
    it. Before the next round, tiles and employees are not known.
    """
    makers = {EMPLOYEES[card].grade for card in next_cards(g, p)}
    if not makers:
        return
    this_round = bool(p.hand) or not turns_go_on(g)
    allowed = {action for maker in makers for action in MAY[maker]}
    moves = ["favor"] if "favor" in allowed and (g.favor is None or not this_round) else []
    if this_round:
        moves += tiles_to_take(g, p)
    if "make" in allowed:
        moves += dresses_in_reach(g, p, MASTER in makers)
    if "hire" in allowed and this_round:
        moves += employees_to_hire(g, p)
    yield (), [*moves, *decorations_to_fund(g, p), "pass"]


def next_cards(g: Rokoko, p: Player) -> list[str]:
    """The cards that a player may play next: the last one, those set in advance, or any."""
    if turns_go_on(g) and len(p.hand) == 1:
        return p.hand
    return [move.split()[1] for move in play.answers_ahead(g, p.seat)] or next_hand(g, p)


@game.next_turn
def own_turn(g: Rokoko, p: Player) -> Step | None:
    """A card of this round, played by the player of the turn."""
    return ("next_turn", p.seat) if turns_go_on(g) and p.hand else None
