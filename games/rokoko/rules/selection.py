"""Rokoko, Phase 2: everybody takes three employees into the hand, secretly and at once."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from math import comb

from games.kernel import EVERYBODY
from games.rokoko.components import FACTS
from games.rokoko.state import Player, Rokoko, game

HAND = FACTS["hand"]
MAX_LISTED_SETS = 300


@game.step
def take_hands(g: Rokoko) -> None:
    """Hands out what nobody can choose, and asks those whose hands are not full (Phase 2)."""
    for p in g.players:
        take_what_is_forced(g, p)
    choosing = tuple(p.seat for p in g.players if missing(p) and p.supply)
    if choosing:
        g.then(("choose", choosing), "take_hands")


def missing(p: Player) -> int:
    """How many cards a hand lacks."""
    return HAND - len(p.hand)


def take_what_is_forced(g: Rokoko, p: Player) -> None:
    """Takes a supply of three or fewer; the discard is turned over where fewer than three were."""
    take_whole_supply(g, p)
    if missing(p) and not p.supply and p.discard:
        p.supply, p.discard = sorted(p.discard), []
        g.aside(
            "{who:seat turns the|You turned your} discard over: it is the new supply.", who=p.seat
        )
        take_whole_supply(g, p)


def take_whole_supply(g: Rokoko, p: Player) -> None:
    """Takes all cards of the supply if no more than the hand lacks; all know which these are."""
    if not p.supply or len(p.supply) > missing(p):
        return
    g.aside(
        "{who:seat takes|You took} the whole supply: {n:card|cards}.", who=p.seat, n=len(p.supply)
    )
    for card in p.supply:
        g.sees(EVERYBODY, p, "hand", card)
    p.hand = sorted(p.hand + p.supply)
    p.supply = []


@game.choice("Choose the employees you play this round.", menu="choose {card} …")
def choose(g: Rokoko, p: Player) -> Iterator[str]:
    """Every set of cards that fills the hand; fewer at once where these are too many to list."""
    return hands(p.supply, missing(p))


def chosen_at_once(supply: int, count: int) -> int:
    """How many cards of a supply of this size are chosen at once, of the `count` that are missing:
    fewer where the sets are too many to list.
    """
    while comb(supply, count) > MAX_LISTED_SETS:
        count -= 1
    return count


def hands(supply: list[str], count: int) -> Iterator[str]:
    """Every set of so many cards of a supply, or of fewer where these are too many."""
    for cards in combinations(sorted(supply), chosen_at_once(len(supply), count)):
        yield f"choose {' '.join(cards)}"


@choose.does("choose {first} {second} {third}")
@choose.does("choose {first} {second}")
@choose.does("choose {first}")
def take_into_hand(g: Rokoko, p: Player, *cards: str) -> None:
    for card in cards:
        p.supply.remove(card)
    p.hand = sorted([*p.hand, *cards])
