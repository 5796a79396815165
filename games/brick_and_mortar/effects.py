"""Brick & Mortar: what the words on Store Cards do, and the windows in which they act.

A word that acts by itself when its window opens is a function of state, player, store and
modifier. It does what it says at once, or returns the step that asks the owner. Words that alter
something else (a price, a limit) are called from the chapter they alter.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from games.brick_and_mortar.cards import ACTING, Modifier, name
from games.brick_and_mortar.points import gain
from games.brick_and_mortar.state import Brick, Player, Store, game
from games.kernel import Step

EFFECTS: dict[str, Callable[..., Any]] = {}
"""The function of every word."""
FORCED: set[str] = set()
"""Words that come after all others of their owner in a window: closings nobody can avoid."""


def effect(word: str, *, forced: bool = False) -> Callable[..., Any]:
    """Registers the function of a word."""

    def register(run: Callable[..., Any]) -> Callable[..., Any]:
        EFFECTS[word] = run
        if forced:
            FORCED.add(word)
        return run

    return register


# --- Windows -------------------------------------------------------------------------------------


def modifiers(p: Player, window: str) -> Iterator[tuple[Store, Modifier]]:
    """The modifiers of a player that act in a window, from the first slot on."""
    for store in p.stores:
        for each in ACTING.get((store.card, window), ()):
            yield store, each


def acting(p: Player, window: str, word: str) -> list[tuple[Store, Modifier]]:
    """The modifiers of one word that act in a window."""
    return [(store, each) for store, each in modifiers(p, window) if each.word == word]


def owners(g: Brick, window: str, word: str) -> list[int]:
    """The seats that have a modifier of this word, in turn order."""
    return [seat for seat in g.order if acting(g.players[seat], window, word)]


def store_of(p: Player, card: str) -> Store:
    """An open store of a player."""
    return next(store for store in p.stores if store.card == card)


@game.step
def open_window(g: Brick, window: str) -> None:
    """Lets everybody use the modifiers of a window, in turn order ("Ties & Ambiguous...")."""
    seats = [seat for seat in g.order if any(modifiers(g.players[seat], window))]
    turns = [("use_modifiers", seat, window, forced) for seat in seats for forced in (False, True)]
    g.then(*turns)


@game.step
def use_modifiers(g: Brick, seat: int, window: str, forced: bool) -> None:
    """Runs one player's modifiers of a window: those that can be chosen, or forced closings.

    Two that ask the same question plan the same step, which then is planned once.
    """
    p = g.players[seat]
    steps: list[Step | None] = [
        EFFECTS[each.word](g, p, store, each)
        for store, each in list(modifiers(p, window))
        if (each.word in FORCED) == forced
    ]
    g.then(*dict.fromkeys(step for step in steps if step))


# --- Building ------------------------------------------------------------------------------------


@effect("purchase_discount")
def purchase_discount(p: Player, card: str) -> int:
    """What a player need not pay for a card ("Peddler"): so much for each open store."""
    words = ACTING.get((card, "building_during"), ())
    each = sum(m["amount"] for m in words if m.word == "purchase_discount")
    return each * len(p.stores)


@effect("points_on_close_discard")
def points_on_close_discard(store: Store) -> int:
    """The points for crates discarded by closing a store ("Liquidator")."""
    return sum(
        m["points"] * sum(store.items[kind])
        for m in ACTING.get((store.card, "building_during"), ())
        if m.word == "points_on_close_discard"
        for kind in m.kinds
    )


# --- Advertisement -------------------------------------------------------------------------------


@effect("peek_and_add_card")
def peek_and_add_card(g: Brick, p: Player, store: Store, m: Modifier) -> Step:
    """Asks which pile to look at ("Advertisement Agency")."""
    return "look", p.seat


@effect("draw_then_discard")
def draw_then_discard(g: Brick, p: Player, store: Store, m: Modifier) -> Step:
    """Draws cards, of which as many are to be put away ("Market Research Firm")."""
    raise NotImplementedError


# --- Inventory, Utilities, Investment ------------------------------------------------------------


@effect("expire_to_market_points")
def expire_to_market_points(g: Brick, p: Player, store: Store, m: Modifier) -> Step:
    """Asks for each kind that would expire ("Pawn Shop")."""
    return "return_kinds", p.seat, store.card, m.kinds


@effect("gain_money")
def gain_money(g: Brick, p: Player, store: Store, m: Modifier) -> None:
    """Collects money from the bank ("Solar Roof")."""
    p.money += m["amount"]
    g.say(
        "{who:seat} collects ${n} for the {store}.",
        who=p.seat,
        n=m["amount"],
        store=name(store.card),
    )


@effect("points_per_held")
def points_per_held(g: Brick, p: Player, store: Store, m: Modifier) -> None:
    """Gains points for the crates on a store ("Jewelry Collector")."""
    points = m["points"] * sum(sum(store.items[kind]) for kind in m.kinds)
    if points:
        g.say(
            "{who:seat} gains {n:point|points} with the {store}.",
            who=p.seat,
            n=points,
            store=name(store.card),
        )
        gain(g, p, points)


@effect("close_if_empty", forced=True)
def close_if_empty(g: Brick, p: Player, store: Store, m: Modifier) -> None:
    """Closes a store that holds nothing of a kind ("Jewelry Collector")."""
    if any(sum(store.items[kind]) for kind in m.kinds):
        return
    close(g, p, store)
    g.say("The {store} of {who:seat} is empty and closes.", who=p.seat, store=name(store.card))


@effect("split_investment")
def split_investment(m: Modifier) -> tuple[int, int]:
    """How often points may be bought, and the most at a time ("Bank")."""
    return m["purchases"], m["max_each"]


def close(g: Brick, p: Player, store: Store) -> None:
    """Takes a store out of the game with all its crates; the others slide left."""
    p.stores.remove(store)
    g.gone.append(store.card)
