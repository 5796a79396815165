"""Brick & Mortar: labels and consequences of playing Market Cards."""

from __future__ import annotations

from games.brick_and_mortar.components import KINDS, crates_on, total
from games.brick_and_mortar.rules.advertisement import (
    ALL,
    PILES,
    THIRD_CARD_SLOT,
    add,
    look,
    play,
    redraw,
    research,
)
from games.brick_and_mortar.state import ALWAYS, Brick, Player
from games.brick_and_mortar.trade import held, rooms
from games.kernel import phrase


def label_exchange(g: Brick, p: Player, when: str, card: str) -> str:
    """The card, or how many."""
    if card == ALL:
        return phrase("Exchange all {n:card|cards}", n=len(p.cards))
    return phrase("Exchange {card}", card=crates_on(card))


def label_card(g: Brick, p: Player, card: str, pile: str) -> str:
    """The card and what it is played as."""
    if pile == "supply":
        return phrase("{card} as supply", card=crates_on(card))
    return phrase("{card} as demand", card=crates_on(card))


def label_two(g: Brick, p: Player, card: str, pile: str, card_2: str, pile_2: str) -> str:
    """What is played as supply, and what as demand; as short as the labels of three cards."""
    short = len(p.stores) >= THIRD_CARD_SLOT
    return piles_as_words([(card, pile), (card_2, pile_2)], short)


def label_three(
    g: Brick, p: Player, card: str, pile: str, card_2: str, pile_2: str, card_3: str, pile_3: str
) -> str:
    """What is played as supply, and what as demand, in short words."""
    return piles_as_words([(card, pile), (card_2, pile_2), (card_3, pile_3)], short=True)


def piles_as_words(played: list[tuple[str, str]], short: bool) -> str:
    """Cards by what they are played as: "Supply M05 4 food 2 electronics; demand ..."."""
    supply = [crates_on(card, short) for card, pile in played if pile == "supply"]
    demand = [crates_on(card, short) for card, pile in played if pile == "demand"]
    if not demand:
        return phrase("Supply {supply:commas}", supply=supply)
    if not supply:
        return phrase("Demand {demand:commas}", demand=demand)
    return phrase("Supply {supply:commas}; demand {demand:commas}", supply=supply, demand=demand)


def consequence_play(g: Brick, p: Player, *words: str) -> str:
    """How many of the own crates the demand is for, and how many of the supply find room."""
    cards = dict(zip(words[::2], words[1::2], strict=True))
    piles = {pile: total(card for card, where in cards.items() if where == pile) for pile in PILES}
    stock = {kind: sum(held(store, kind) for store in p.stores) for kind in KINDS}
    numbers = {
        "wanted": sum(min(n, stock[kind]) for kind, n in piles["demand"].items()),
        "own": sum(stock.values()),
        "fitting": sum(min(n, rooms(p, kind)) for kind, n in piles["supply"].items()),
        "new": sum(piles["supply"].values()),
    }
    if not numbers["new"]:
        return phrase("Boxes for {wanted} of your {own:crate|crates}", **numbers)
    if not any(piles["demand"].values()):
        return phrase("Room for {fitting} of {new:crate|crates}", **numbers)
    return phrase(
        "Boxes for {wanted} of your {own:crate|crates}; room for {fitting} of {new:crate|crates}",
        **numbers,
    )


def label_add(g: Brick, p: Player, pile: str, card: str) -> str:
    """The card and the pile."""
    return phrase("Add {card} to the {pile}", card=crates_on(card), pile=pile)


research.labels(
    {
        "discard {card} {another}": lambda g, p, count, card, another: phrase(
            "Put away {card}, {another}", card=crates_on(card), another=crates_on(another)
        ),
        "discard {card} …": lambda g, p, count, card: crates_on(card),
    }
)
redraw.labels(
    {
        "redraw {card}": label_exchange,
        "redraw later": "Decide after playing",
        "pass": "Exchange nothing this month",
        f"pass {ALWAYS}": "Exchange nothing in any month",
    }
)
play.labels(
    {
        "play {card} {pile} …": label_card,
        "play {card} {pile} {card_2} {pile_2}": label_two,
        "play {card} {pile} {card_2} {pile_2} {card_3} {pile_3}": label_three,
    }
)
play.consequences(
    {
        "play {card} {pile} …": consequence_play,
        "play {card} {pile} {card_2} {pile_2}": consequence_play,
        "play {card} {pile} {card_2} {pile_2} {card_3} {pile_3}": consequence_play,
    }
)
look.labels({"look {pile}": "Look at the {pile}, then add a card or not", "pass": "Add no card"})
add.labels({"add {card}": label_add, "pass": "Add no card"})
