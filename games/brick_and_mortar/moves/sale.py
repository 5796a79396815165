"""Brick & Mortar, chapter 6: what is said of offering and selling."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial

from games.brick_and_mortar.components import CARD, HIGHEST, name
from games.brick_and_mortar.money import earned
from games.brick_and_mortar.rules.sale import (
    ANY_NUMBER,
    exchanged,
    offer_crates,
    sell_crates,
    sell_everything,
    sell_no_more,
    take_points_instead,
)
from games.brick_and_mortar.state import Brick, Player
from games.brick_and_mortar.trade import (
    DEMAND,
    SURPLUS,
    Place,
    best_places,
    fit,
    most_placed,
    proceeds,
    sellable,
    selling_price,
)
from games.kernel import Phrase, Said, phrase

# --- Competition for Demand ----------------------------------------------------------------------


@offer_crates.says
def offering(g: Brick, p: Player, kind: str, quantity: int, price: int = 0) -> Said:
    if not quantity:
        return Said(phrase("Offer nothing"), tone="unusual")
    label = phrase("Offer {quantity} at ${price}", quantity=quantity, price=price)
    lost = quantity - certain_to_sell(g, p, kind, quantity)
    alarm = phrase("{n:crate|crates} may find no box and be lost.", n=lost) if lost else ""
    return Said(label, partial(best_and_worst, g, p, kind, quantity, price), alarm=alarm)


def certain_to_sell(g: Brick, p: Player, kind: str, count: int) -> int:
    """How many of so many crates find a box even if rivals fill those for all first."""
    rivals = sum(sellable(g, q, kind) for q in g.players if q.seat != p.seat)
    return min(count, fit(g, p, kind, max(0, g.boxes[kind] - rivals)).most)


def best_and_worst(g: Brick, p: Player, kind: str, count: int, price: int) -> str:
    """What the offer brings if all is placed, and what at worst."""
    worst = certain_to_sell(g, p, kind, count)
    best = brings(g, kind, price, best_places(g, p, kind, price, count))
    if worst == count:
        return phrase("Certain to bring {best}", best=best)
    least = brings(g, kind, price, best_places(g, p, kind, price, worst))
    return phrase("At best {best}, at worst {least}", best=best, least=least)


def brings(g: Brick, kind: str, price: int, sold: Iterable[Place]) -> Phrase:
    """Money and points for crates sold from these places at this price."""
    return earned(*proceeds(g, kind, price, sold))


@offer_crates.refuses
def cannot_offer(g: Brick, p: Player, kind: str, quantity: int, price: int = 0) -> str | None:
    most = most_placed(g, p, kind)
    if quantity <= most:
        return None
    return phrase(
        "You can offer up to {n} {kind}, as many as can find a box, at $0 to ${highest}; or "
        "offer 0.",
        n=most,
        kind=kind,
        highest=HIGHEST[kind],
    )


# --- Placing Items -------------------------------------------------------------------------------


@sell_crates.says
def selling(g: Brick, p: Player, kind: str, count: int, card: str, shelf: int, box: str) -> Said:
    what = phrase("{n} from the {store}", n=count, store=name(card))
    if CARD[card].shelves > 1:
        what = phrase("{n} from the {store}, shelf {shelf}", n=count, store=name(card), shelf=shelf)
    left = (g.to_place if g.to_place > 0 else sellable(g, p, kind)) - count
    if box == SURPLUS:
        return Said(phrase("{what}: surplus", what=what), phrase("Lost; {left} left", left=left))
    brought = partial(brings_besides, g, p, (card, shelf, count), left)
    if box == DEMAND:
        return Said(what, brought)
    if box in CARD:
        return Said(phrase("{what}: to {box}", what=what, box=name(box)), brought)
    return Said(phrase("{what}: {kind} boxes", what=what, kind=box), brought)


def brings_besides(g: Brick, p: Player, sold: Place, left: int) -> str:
    """What crates bring besides those already sold, and how many are left to sell."""
    before = [(d.store, d.shelf, d.count) for d in g.deals if d.seat == p.seat and d.box != SURPLUS]
    price = selling_price(g, p.seat)
    money, points = proceeds(g, g.kind, price, [*before, sold])
    earlier_money, earlier_points = proceeds(g, g.kind, price, before)
    brought = earned(money - earlier_money, points - earlier_points)
    return phrase("{brought}; {left} left to sell", brought=brought, left=left) if left else brought


@sell_crates.refuses
def cannot_sell(
    g: Brick, p: Player, kind: str, count: int, card: str, shelf: int, box: str
) -> str | None:
    if box == SURPLUS and fit(g, p, kind).most:
        return phrase("Crates become surplus only when no box is open to them.")
    if box == SURPLUS or g.to_place == ANY_NUMBER:
        return None
    return phrase(
        "You have to place {n} more {kind}, as many of them as find a box.",
        n=g.to_place,
        kind=kind,
    )


@sell_everything.says
def selling_everything(g: Brick, p: Player, kind: str, always: str = "") -> Said:
    if always:
        return Said(phrase("Sell all, whenever all find a box"), tone="setting")
    return Said(phrase("Sell all"), partial(brings_all, g, p))


def brings_all(g: Brick, p: Player) -> str:
    """What all crates bring together."""
    price = selling_price(g, p.seat)
    return brings(g, g.kind, price, best_places(g, p, g.kind, price, sellable(g, p, g.kind)))


sell_no_more.says("Sell no more")


@sell_no_more.refuses
def cannot_stop(g: Brick, p: Player, kind: str) -> str | None:
    return phrase("You offered {kind} and have to place {n} more.", kind=kind, n=g.to_place)


# --- Being Paid ----------------------------------------------------------------------------------


@take_points_instead.says
def taking_points(g: Brick, p: Player, store: str, count: int) -> str:
    points, money = exchanged(g, p, store, count)
    if not count:
        return phrase("Money only")
    return phrase("{n:point|points} instead of ${money}", n=points, money=money)
