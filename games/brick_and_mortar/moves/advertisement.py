"""Brick & Mortar, chapter 4: what is said of playing Market Cards."""

from __future__ import annotations

from functools import partial

from games.brick_and_mortar.components import KINDS, crates_on, total
from games.brick_and_mortar.rules.advertisement import (
    ALL,
    PILES,
    THIRD_CARD_SLOT,
    add_card,
    add_nothing,
    decide_later,
    discard_two,
    exchange,
    exchange_nothing,
    look_at,
    look_at_nothing,
    play,
    play_cards,
    research,
)
from games.brick_and_mortar.state import Brick, Player
from games.brick_and_mortar.trade import held, rooms
from games.kernel import Phrase, Said, phrase


@discard_two.says
def putting_away(g: Brick, p: Player, count: int, card: str, another: str) -> str:
    return phrase("Put away {card}, {another}", card=crates_on(card), another=crates_on(another))


@research.thing
def putting_one_away(g: Brick, p: Player, count: int, card: str) -> str:
    return crates_on(card)


# --- The bonus of the third slot -----------------------------------------------------------------


@exchange.says
def exchanging(g: Brick, p: Player, when: str, card: str) -> Said:
    if card == ALL:
        return Said(phrase("Exchange all {n:Market Card|Market Cards}", n=len(p.cards)))
    return Said(phrase("Exchange {card}", card=crates_on(card)), cards=[card])


@exchange_nothing.says
def exchanging_nothing(g: Brick, p: Player, when: str, always: str = "") -> Said:
    if always:
        return Said(phrase("Exchange nothing in any month"), tone="setting")
    return Said(phrase("Exchange nothing this month"))


decide_later.says("Decide after playing")


# --- Playing cards -------------------------------------------------------------------------------


@play.thing
def playing_one(g: Brick, p: Player, card: str, pile: str) -> Said:
    label = phrase("{card} as demand", card=crates_on(card))
    if pile == "supply":
        label = phrase("{card} as supply", card=crates_on(card))
    return Said(label, partial(boxes_and_room, p, [(card, pile)]))


@play_cards.says
def playing(
    g: Brick, p: Player, card: str, pile: str, card_2: str, pile_2: str, card_3: str = "",
    pile_3: str = "",
) -> Said:  # fmt: skip
    played = [(card, pile), (card_2, pile_2), *([(card_3, pile_3)] if card_3 else [])]
    label = piles_as_words(played, short=len(p.stores) >= THIRD_CARD_SLOT)
    return Said(label, partial(boxes_and_room, p, played), [each for each, _ in played])


def piles_as_words(played: list[tuple[str, str]], short: bool) -> Phrase:
    """Cards by what they are played as: "Supply M05 4 food 2 electronics; demand ..."."""
    supply = [crates_on(card, short) for card, pile in played if pile == "supply"]
    demand = [crates_on(card, short) for card, pile in played if pile == "demand"]
    if not demand:
        return phrase("Supply {supply:commas}", supply=supply)
    if not supply:
        return phrase("Demand {demand:commas}", demand=demand)
    return phrase("Supply {supply:commas}; demand {demand:commas}", supply=supply, demand=demand)


def boxes_and_room(p: Player, played: list[tuple[str, str]]) -> str:
    """How many of the own crates the demand is for, and how many of the supply find room."""
    piles = {pile: total(card for card, where in played if where == pile) for pile in PILES}
    stock = {kind: sum(held(store, kind) for store in p.stores) for kind in KINDS}
    numbers = {
        "wanted": sum(min(n, stock[kind]) for kind, n in piles["demand"].items()),
        "own": sum(stock.values()),
        "fitting": sum(min(n, rooms(p, kind)) for kind, n in piles["supply"].items()),
        "new": sum(piles["supply"].values()),
    }
    has_boxes = any(piles["demand"].values()) and numbers["own"]
    if not numbers["new"]:
        said = phrase("Boxes for {wanted} of your {own:crate|crates}", **numbers)
        return said if has_boxes else phrase("You have no crates to sell yet")
    if not has_boxes:
        return phrase("Room for {fitting} of {new:crate|crates}", **numbers)
    return phrase(
        "Boxes for {wanted} of your {own:crate|crates}; room for {fitting} of {new:crate|crates}",
        **numbers,
    )


@play_cards.refuses
def cannot_play(
    g: Brick, p: Player, card: str, pile: str, card_2: str, pile_2: str, card_3: str = "",
    pile_3: str = "",
) -> str | None:  # fmt: skip
    cards = [each for each in (card, card_2, card_3) if each]
    if len({*cards}) < len(cards):
        return phrase("Play each card once: as supply or as demand.")
    if card_3 and len(p.stores) < THIRD_CARD_SLOT:
        return phrase("You may play a third card if your building is full.")
    if cards != sorted(cards):
        return phrase("Name the cards in the order listed.")
    return None


# --- The Advertisement Agency --------------------------------------------------------------------

look_at.says("Look at the {pile}, then add a card or not")
look_at_nothing.says("Look at nothing, add no card")


@add_card.says
def adding(g: Brick, p: Player, pile: str, card: str) -> str:
    return phrase("Add {card} to the {pile}", card=crates_on(card), pile=pile)


add_nothing.says("Add no card")
