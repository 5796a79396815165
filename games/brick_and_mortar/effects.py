"""Brick & Mortar: what the words on Store Cards do, and the windows in which they act.

A word that acts by itself when its window opens is a function of state, player, store and
modifier. It does what it says at once, or returns the step that asks the owner. Words that alter
something else (a price, a limit) are called from the chapter they alter.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

from games.brick_and_mortar.components import ACTING, CARD, Modifier, crates_alone, name
from games.brick_and_mortar.decks import draw_market
from games.brick_and_mortar.points import gain
from games.brick_and_mortar.state import Brick, Player, Store, game
from games.kernel import Step

EFFECTS: dict[str, Callable[..., Any]] = {}
"""The function of every word."""
FORCED: set[str] = set()
"""Words that come after all others of their owner in a window: closings nobody can avoid."""
MAKING_ROOM = {"transfer_in", "buy_surplus"}
"""Words of which one makes room for the other: the first may be used again after the second."""


def effect(word: str, *, forced: bool = False) -> Callable[..., Any]:
    """Registers what the effect of this name does; `forced`: without being asked."""

    def register(run: Callable[..., Any]) -> Callable[..., Any]:
        EFFECTS[word] = run
        if forced:
            FORCED.add(word)
        return run

    return register


# --- Windows -------------------------------------------------------------------------------------


def modifiers(p: Player, window: str) -> list[tuple[Store, Modifier]]:
    """The modifiers that act in a window, from the first slot on."""
    acting = ACTING[window]
    return [(store, each) for store in p.stores for each in acting.get(store.card, ())]


def acting(p: Player, window: str, word: str) -> list[tuple[Store, Modifier]]:
    return [(store, each) for store, each in modifiers(p, window) if each.word == word]


def store_of(p: Player, card: str) -> Store:
    return next(store for store in p.stores if store.card == card)


@game.step
def open_window(g: Brick, window: str) -> None:
    """Lets everybody use the modifiers of a window, in turn order (14.3)."""
    seats = [seat for seat in g.order if modifiers(g.players[seat], window)]
    turns = [("use_modifiers", seat, window, forced) for seat in seats for forced in (False, True)]
    g.then(*turns)


@game.step
def use_modifiers(g: Brick, seat: int, window: str, forced: bool) -> None:
    """Runs one player's modifiers of a window: those that can be chosen, or forced closings.

    Two that ask the same question plan the same step, which then is planned once.
    """
    p = g.players[seat]
    planned: dict[Step, str] = {}
    for store, each in modifiers(p, window):
        due = (each.word in FORCED) == forced
        step: Step | None = EFFECTS[each.word](g, p, store, each) if due else None
        if step:
            planned[step] = each.word
    again = list(planned)[:1] if set(planned.values()) == MAKING_ROOM else []
    g.then(*planned, *again)


def gain_with(g: Brick, p: Player, store: str, points: int) -> None:
    """Gives the points that a store brings, with news unless there are none."""
    if points:
        g.say(
            "{who:seat gains|You gained} {n:point|points} with the {store}.",
            who=p.seat,
            n=points,
            store=name(store),
        )
        gain(g, p, points)


# --- Building ------------------------------------------------------------------------------------


@effect("purchase_discount")
def purchase_discount(p: Player, card: str) -> int:
    """What a player need not pay for a card ("Peddler"): so much for each open store."""
    words = ACTING["building_during"].get(card, ())
    each = sum(m["amount"] for m in words if m.word == "purchase_discount")
    return each * len(p.stores)


@effect("points_on_close_discard")
def points_on_close_discard(store: Store) -> int:
    """The points for crates discarded by closing a store ("Liquidator")."""
    return sum(
        m["points"] * sum(store.items[kind])
        for m in ACTING["building_during"].get(store.card, ())
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
    """Draws cards, and asks which of all in hand to put away ("Market Research Firm")."""
    new = [draw_market(g) for _ in range(m["draw"])]
    p.cards += new
    it = name(store.card)
    g.say(
        "{who:seat draws|You drew} {n:card|cards} with the {store}.",
        who=p.seat,
        n=len(new),
        store=it,
    )
    g.say("You draw {cards:commas}.", p.seat, cards=[crates_alone(card) for card in new])
    return "research", p.seat, m["discard"]


# --- Supply --------------------------------------------------------------------------------------


@cache
def words(card: str, word: str, kind: str) -> tuple[Modifier, ...]:
    """The modifiers of a card with this word that are about a kind; without kinds: about all."""
    return tuple(
        m for m in CARD[card].modifiers if m.word == word and (not m.kinds or kind in m.kinds)
    )


@effect("supply_market")
def supply_market(g: Brick, p: Player, store: Store, m: Modifier) -> Step:
    """Asks how many crates to add to the market for money ("Canning Factory", "Textile Mill")."""
    return "produce", p.seat, store.card


@effect("free_stock")
def free_stock(g: Brick, p: Player, store: Store, m: Modifier) -> Step | None:
    """Asks how many crates to take for nothing, where there is one and room for it."""
    kind = g.kind or m.kinds[0]
    there = m["source"] != "market" or g.market[kind]
    full = sum(store.items.get(kind, ())) >= CARD[store.card].capacity.get(kind, 0)
    return ("take_free", p.seat, store.card, kind) if there and not full else None


@effect("supply_price_delta")
@cache
def supply_price_delta(card: str, kind: str) -> int:
    """By how much a crate bought into this store costs more or less."""
    return sum(m["amount"] for m in words(card, "supply_price_delta", kind) if not m.external)


def bulk_discounts(p: Player, kind: str) -> list[tuple[int, int]]:
    """From how many crates of a kind on each of them costs more or less ("Loading Dock")."""
    return [
        (m["at_least"], m["amount"])
        for store in p.stores
        for m in words(store.card, "supply_price_delta", kind)
        if m.external
    ]


@effect("points_per_stocked")
def points_per_stocked(card: str, kind: str, bought: int) -> int:
    """The points for so many crates bought into a store in a month ("Importer")."""
    found = words(card, "points_per_stocked", kind)
    return sum(m["points"] for m in found if bought >= m["need"])


@effect("market_or_points")
def market_or_points(g: Brick, p: Player, store: Store, m: Modifier) -> Step:
    """Asks for a crate for the market, or points ("Art Studio", "Jewelry Crafter")."""
    return "craft", p.seat, store.card


# --- Sale ----------------------------------------------------------------------------------------


@effect("transfer_in")
def transfer_in(g: Brick, p: Player, store: Store, m: Modifier) -> Step:
    """Asks which crates move here ("Freezer", "Warehouse", "Thrift Store").

    After the sale of a kind it is about that kind alone.
    """
    kinds = tuple(kind for kind in m.kinds if g.kind in ("", kind))
    return "move_in", p.seat, store.card, kinds


@effect("private_demand")
def private_demand(store: Store, kind: str) -> int:
    """The boxes of a Fulfillment Center that are still empty."""
    return CARD[store.card].boxes.get(kind, 0) - store.filled.get(kind, 0)


@effect("alternate_boxes")
@cache
def alternate_boxes(card: str, kind: str) -> str:
    """The other kind whose boxes crates from this store may fill too, or "" ("Art Purveyor")."""
    found = words(card, "alternate_boxes", kind)
    return found[0]["may_use"] if found else ""


@effect("sale_requires_market_item")
def sale_requires_market_item(g: Brick, store: Store, kind: str) -> bool:
    """Whether nothing may be sold from here, for the market has none ("Electronics Surplus")."""
    return not g.market[kind] and bool(words(store.card, "sale_requires_market_item", kind))


@effect("sale_price_delta")
@cache
def sale_price_delta(card: str, kind: str, when: str = "") -> int:
    """By how much a crate from this store sells for more or less, under this condition."""
    found = words(card, "sale_price_delta", kind)
    return sum(m["amount"] for m in found if m.figures.get("when", "") == when)


@effect("points_instead")
@cache
def points_instead(card: str, kind: str) -> int:
    """The points that a crate from this store brings instead of money; 0 where it brings money."""
    return sum(m["points_each"][kind] for m in words(card, "points_instead", kind))


@effect("points_per_sold")
@cache
def points_per_sold(card: str, kind: str, count: int) -> int:
    """The points for so many crates sold from this store ("Exporter", "Bakery")."""
    return sum(count // m["per"] * m["points"] for m in words(card, "points_per_sold", kind))


@effect("points_bottom_shelf_sold")
@cache
def points_bottom_shelf_sold(card: str, kind: str, shelf: int) -> int:
    """The points for a crate sold from this shelf of the store ("Antique Store")."""
    found = words(card, "points_bottom_shelf_sold", kind) if shelf == CARD[card].shelves else ()
    return sum(m["points"] for m in found)


@effect("optional_points_instead")
@cache
def optional_points_instead(card: str, kind: str, count: int) -> tuple[int, int]:
    """How many of the crates sold may bring points instead, and how many each ("Distributor");
    ValueError if the card does not say so.
    """
    (found,) = words(card, "optional_points_instead", kind)
    return count // found["per_sold"], found["points"]


@effect("buy_surplus")
def buy_surplus(g: Brick, p: Player, store: Store, m: Modifier) -> Step | None:
    """Asks which surplus to buy, where this store may hold such a kind ("Resale Shop")."""
    return ("buy_surplus", p.seat, store.card) if g.kind in m["prices"] else None


@effect("close_if_sold", forced=True)
def close_if_sold(g: Brick, p: Player, store: Store, m: Modifier) -> None:
    """Closes a store that has just sold something ("Peddler")."""
    if g.kind in m.kinds and store.sold.get(g.kind):
        close(g, p, store)
        g.say(
            "{who:they The|Your} {store} {who:they of |}{who:seat has|has} sold {kind}"
            " and {who:they closes|closed}.",
            who=p.seat,
            store=name(store.card),
            kind=g.kind,
        )


@effect("points_by_types_sold")
def points_by_types_sold(g: Brick, p: Player, store: Store, m: Modifier) -> None:
    """Gains points for kinds sold this month, from any store ("Farmers Market", "Bazaar")."""
    if len(p.kinds_sold) < m["at_least"]:
        return
    g.say(
        "{who:seat has|You have} sold {kinds} kinds and {who:they gains|gained}"
        " {n:point|points} with the {store}.",
        who=p.seat,
        kinds=len(p.kinds_sold),
        n=m["points"],
        store=name(store.card),
    )
    gain(g, p, m["points"])


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
        "{who:seat collects|You collected} ${n} for the {store}.",
        who=p.seat,
        n=m["amount"],
        store=name(store.card),
    )


@effect("points_per_held")
def points_per_held(g: Brick, p: Player, store: Store, m: Modifier) -> None:
    """Gains points for the crates on a store ("Jewelry Collector")."""
    gain_with(g, p, store.card, m["points"] * sum(sum(store.items[kind]) for kind in m.kinds))


@effect("close_if_empty", forced=True)
def close_if_empty(g: Brick, p: Player, store: Store, m: Modifier) -> None:
    """Closes a store that holds nothing of a kind ("Jewelry Collector")."""
    if any(sum(store.items[kind]) for kind in m.kinds):
        return
    close(g, p, store)
    g.say(
        "{who:they The|Your} {store} {who:they of |}{who:seat is|was} empty"
        " and {who:they closes|has closed}.",
        who=p.seat,
        store=name(store.card),
    )


@effect("split_investment")
def split_investment(m: Modifier) -> tuple[int, int]:
    """How often points may be bought, and the most at a time ("Bank")."""
    return m["purchases"], m["max_each"]


def close(g: Brick, p: Player, store: Store) -> None:
    """Takes a store out of the game with all its crates; the others slide left."""
    p.stores.remove(store)
    g.gone.append(store.card)
