"""Brick & Mortar: labels and consequences of offering and selling."""

from __future__ import annotations

from collections.abc import Iterable

from games.brick_and_mortar.components import CARD, name
from games.brick_and_mortar.money import earned
from games.brick_and_mortar.rules.sale import SELL_ALL, exchanged, sale_bid, sell, take_points
from games.brick_and_mortar.state import ALWAYS, Brick, Player
from games.brick_and_mortar.trade import (
    DEMAND,
    SURPLUS,
    Place,
    best_places,
    fit,
    sale_points,
    sale_price,
    sellable,
    selling_price,
)
from games.kernel import Phrase, phrase


def consequence_offer(g: Brick, p: Player, kind: str, count: int, price: int) -> str:
    """What the offer brings if all is placed, and what at worst, when rivals fill shared boxes."""
    rivals = sum(sellable(g, q, kind) for q in g.players if q.seat != p.seat)
    worst = min(count, fit(g, p, kind, max(0, g.boxes[kind] - rivals)).most)
    best = brings(g, kind, price, best_places(g, p, kind, price, count))
    if worst == count:
        return phrase("Certain to sell: {best}", best=best)
    least = brings(g, kind, price, best_places(g, p, kind, price, worst))
    return phrase(
        "At best {best}; at worst {least}, {lost} lost",
        best=best,
        least=least,
        lost=count - worst,
    )


def brings(g: Brick, kind: str, price: int, sold: Iterable[Place]) -> Phrase:
    """Money and points for crates sold from these places at this price."""
    return earned(*proceeds(g, kind, price, sold))


def proceeds(g: Brick, kind: str, price: int, sold: Iterable[Place]) -> tuple[int, int]:
    """Money and points at once for crates sold from these places at this price."""
    money, lots = 0, dict[str, list[tuple[int, int]]]()
    for card, shelf, n in sold:
        money += n * sale_price(card, kind, price, g.competition)
        lots.setdefault(card, []).append((shelf, n))
    return money, sum(sale_points(card, kind, each) for card, each in lots.items())


def label_sell(g: Brick, p: Player, count: int, card: str, shelf: int, box: str) -> str:
    """The crates, their store and the box."""
    what = phrase("{n} from the {store}", n=count, store=name(card))
    if CARD[card].shelves > 1:
        what = phrase("{n} from the {store}, shelf {shelf}", n=count, store=name(card), shelf=shelf)
    if box == DEMAND:
        return what
    if box == SURPLUS:
        return phrase("{what}: surplus", what=what)
    if box in CARD:
        return phrase("{what}: to {box}", what=what, box=name(box))
    return phrase("{what}: {kind} boxes", what=what, kind=box)


def consequence_sell(g: Brick, p: Player, count: int, card: str, shelf: int, box: str) -> str:
    """What the crates bring, and what is left to sell."""
    left = (g.to_place if g.to_place > 0 else sellable(g, p, g.kind)) - count
    if box == SURPLUS:
        return phrase("Lost; {left} left", left=left)
    before = [(d.store, d.shelf, d.count) for d in g.deals if d.seat == p.seat and d.box != SURPLUS]
    price = selling_price(g, p.seat)
    money, points = proceeds(g, g.kind, price, [*before, (card, shelf, count)])
    earlier_money, earlier_points = proceeds(g, g.kind, price, before)
    brought = earned(money - earlier_money, points - earlier_points)
    return phrase("{brought}; {left} left to sell", brought=brought, left=left) if left else brought


def consequence_sell_all(g: Brick, p: Player) -> str:
    """What all crates bring together."""
    price = selling_price(g, p.seat)
    return brings(g, g.kind, price, best_places(g, p, g.kind, price, sellable(g, p, g.kind)))


def label_points(g: Brick, p: Player, store: str, count: int) -> str:
    """What is given for what."""
    points, money = exchanged(g, p, store, count)
    if not count:
        return phrase("Money only")
    return phrase("{n:point|points} instead of ${money}", n=points, money=money)


sale_bid.labels(
    {
        "offer {quantity:d} at {price:d}": "Offer {quantity} at ${price}",
        "offer {quantity:d}": "Offer nothing",
    }
)
sale_bid.unusual("offer {quantity:d}")
sale_bid.consequences({"offer {quantity:d} at {price:d}": consequence_offer})
sell.labels(
    {
        "sell {count:d} {store} shelf {level:d} to {box}": label_sell,
        SELL_ALL: "Sell all",
        f"{SELL_ALL} {ALWAYS}": "Sell all, whenever all find a box",
        "done": "Sell no more",
    }
)
sell.unusual(f"{SELL_ALL} {ALWAYS}")
sell.consequences(
    {
        "sell {count:d} {store} shelf {level:d} to {box}": consequence_sell,
        SELL_ALL: consequence_sell_all,
    }
)
take_points.labels({"points {count:d}": label_points})
