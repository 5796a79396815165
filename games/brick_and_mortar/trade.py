"""Brick & Mortar: what can be stocked and sold, and for how much."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import NamedTuple

from games.brick_and_mortar.components import CARD, HIGHEST, KINDS, LOWEST, crates_of
from games.brick_and_mortar.effects import (
    alternate_boxes,
    bulk_discounts,
    points_bottom_shelf_sold,
    points_instead,
    points_per_sold,
    private_demand,
    sale_price_delta,
    sale_requires_market_item,
    supply_price_delta,
)
from games.brick_and_mortar.money import TOKEN_DOLLARS, tokens_for
from games.brick_and_mortar.points import in_order
from games.brick_and_mortar.state import Brick, Player, Store, game
from games.kernel import Phrase, phrase

DEMAND, SURPLUS = "demand", "surplus"
UNLIMITED = 1_000
"""More crates than exist."""
MONEY_PER_POINT = 4
"""About how many dollars a point is worth, to compare sales."""
Place = tuple[str, int, int]
"""Store, shelf (1 is the top one) and the crates of a kind there."""


# --- Stocking ------------------------------------------------------------------------------------


def held(store: Store, kind: str) -> int:
    return sum(store.items.get(kind, ()))


@game.resources
def money_and_crates(g: Brick, p: Player) -> list[Phrase]:
    crates = {kind: sum(held(store, kind) for store in p.stores) for kind in KINDS}
    return [phrase("${n}", n=p.money), *(crates_of(kind, n) for kind, n in crates.items() if n)]


def room(store: Store, kind: str) -> int:
    """The crates that a store can still hold (1.6)."""
    most = CARD[store.card].capacity.get(kind)
    return most - held(store, kind) if most else 0


def capacity(p: Player, kind: str) -> int:
    """How many crates of a kind all stores of a player hold."""
    return sum(CARD[store.card].capacity.get(kind, 0) for store in p.stores)


def rooms(p: Player, kind: str) -> int:
    return sum(room(store, kind) for store in p.stores)


def stockers(g: Brick, kind: str) -> list[int]:
    """Who can stock a kind, in turn order."""
    if not g.market[kind]:
        return []
    return [seat for seat in g.order if rooms(g.players[seat], kind)]


def short_supply(g: Brick, kind: str, seats: list[int]) -> bool:
    """Whether these have to bid: they have more room than there is (5.3).

    Ruling: as many crates as room is enough for all (14.10).
    """
    return len(seats) > 1 and g.market[kind] < sum(rooms(g.players[seat], kind) for seat in seats)


def asking_price(g: Brick, seat: int) -> int:
    """What a crate of the kind at hand costs a player before discounts: the own bid, if any."""
    return next((bid.price for bid in g.bids if bid.seat == seat), LOWEST[g.kind])


def unit_prices(p: Player, kind: str, price: int, cart: dict[str, int]) -> dict[str, int]:
    """The price of a crate by store, with the discounts of the whole purchase."""
    count = sum(cart.values())
    bulk = sum(amount for least, amount in bulk_discounts(p, kind) if count >= least)
    return {
        card: max(0, price + supply_price_delta(card, kind) + bulk) for card, n in cart.items() if n
    }


def cost(p: Player, kind: str, price: int, cart: dict[str, int]) -> int:
    return sum(each * cart[card] for card, each in unit_prices(p, kind, price, cart).items())


def payable(p: Player, kind: str, price: int, cart: dict[str, int]) -> bool:
    """Whether the money is enough, with Debt Tokens for the dearest crate alone (5.9)."""
    prices = unit_prices(p, kind, price, cart)
    missing = sum(each * cart[card] for card, each in prices.items()) - p.money
    return missing <= TOKEN_DOLLARS * tokens_for(max(prices.values(), default=0))


def completable(
    p: Player,
    kind: str,
    price: int,
    cart: dict[str, int],
    later: list[tuple[str, int]],
    left: int,
) -> bool:
    """Whether a purchase can be paid, if need be with more crates that bring a discount.

    `later` are the stores still to come, each with its room, and `left` the crates for them.
    """
    if payable(p, kind, price, cart):
        return True
    if not later or not bulk_discounts(p, kind):
        return False
    (card, space), *rest = later
    return any(
        completable(p, kind, price, cart | {card: n}, rest, left - n)
        for n in range(min(space, left) + 1)
    )


def stores_waiting(g: Brick, p: Player) -> list[Store]:
    """The stores with room that the player was not asked about yet, from the left."""
    return [store for store in p.stores if store.card not in g.cart and room(store, g.kind)]


def everything(g: Brick, p: Player, at_most: int = UNLIMITED) -> dict[str, int]:
    """The most crates that there are, find room and can be paid with money, the cheapest first."""
    price = asking_price(g, p.seat)
    cart = cheapest_first(p, g.kind, min(g.market[g.kind], at_most))
    while cost(p, g.kind, price, cart) > p.money:
        card, n = cart.popitem()
        if n > 1:
            cart[card] = n - 1
    return cart


def cheapest_first(p: Player, kind: str, count: int) -> dict[str, int]:
    """A purchase of so many crates, if there is room, that fills the cheapest stores first, else
    from the left.
    """
    cart: dict[str, int] = {}
    for store in sorted(p.stores, key=lambda store: supply_price_delta(store.card, kind)):
        n = min(room(store, kind), count)
        count -= n
        if n:
            cart[store.card] = n
    return cart


# --- Selling -------------------------------------------------------------------------------------


def places(g: Brick, p: Player, kind: str) -> Iterator[Place]:
    """Where a player has crates that may be sold now."""
    for store in p.stores:
        shelves = store.items.get(kind)
        if shelves and not sale_requires_market_item(g, store, kind):
            for shelf, n in enumerate(shelves, 1):
                if n:
                    yield store.card, shelf, n


def sellable(g: Brick, p: Player, kind: str) -> int:
    return sum(n for _, _, n in places(g, p, kind))


def private_boxes(p: Player, kind: str) -> list[tuple[str, int]]:
    """The player's Fulfillment Centers with their empty boxes of a kind."""
    free = [(store.card, private_demand(store, kind)) for store in p.stores]
    return [(card, n) for card, n in free if n]


def boxes_for(g: Brick, p: Player, kind: str, card: str) -> list[tuple[str, int]]:
    """The boxes open to crates from this store: what they are called, and how many are empty.

    Those of another kind come first, then the player's own, then those of Demand Cards.
    """
    other = alternate_boxes(card, kind)
    found = [(other, g.boxes[other])] if other else []
    found += [*private_boxes(p, kind), (DEMAND, g.boxes[kind])]
    return [(box, n) for box, n in found if n]


class Fit(NamedTuple):
    """How crates and boxes meet: some crates may also use boxes of another kind."""

    plain: int
    """Crates that need a box of their kind."""
    free: int
    """Crates that may use either ("Art Purveyor")."""
    boxes: int
    """Boxes of the kind, own ones too."""
    others: int
    """Boxes of the other kind."""

    @property
    def crates(self) -> int:
        return self.plain + self.free

    @property
    def most(self) -> int:
        """The most crates that find a box."""
        return min(self.crates, self.boxes + min(self.free, self.others))

    def without(self, free: bool, other: bool, count: int) -> Fit:
        """What is left once so many crates of one sort have gone into boxes of one sort."""
        return Fit(
            self.plain - (0 if free else count),
            self.free - (count if free else 0),
            self.boxes - (0 if other else count),
            self.others - (count if other else 0),
        )


def fit(g: Brick, p: Player, kind: str, shared: int | None = None) -> Fit:
    """A player's crates and boxes of a kind; `shared` boxes instead of all that are empty."""
    crates, free, other = 0, 0, ""
    for card, _, n in places(g, p, kind):
        crates += n
        if alternate_boxes(card, kind):
            free, other = free + n, alternate_boxes(card, kind)
    boxes = g.boxes[kind] if shared is None else shared
    boxes += sum(private_demand(store, kind) for store in p.stores)
    return Fit(crates - free, free, boxes, g.boxes[other] if other else 0)


def most_placed(g: Brick, p: Player, kind: str) -> int:
    """The most crates of a player that find a box, if all empty ones were the player's."""
    return fit(g, p, kind).most


def sellers(g: Brick, kind: str) -> list[int]:
    """Who has crates that may be sold and a box to put them into, in turn order."""
    return [p.seat for p in in_order(g) if most_placed(g, p, kind)]


def short_demand(g: Brick, kind: str, seats: list[int]) -> bool:
    """Whether these have to bid: Demand Cards have fewer boxes than they have crates.

    Boxes of Fulfillment Centers do not count (6.3).
    """
    return len(seats) > 1 and g.boxes[kind] < sum(
        sellable(g, g.players[seat], kind) for seat in seats
    )


def sale_price(card: str, kind: str, price: int, competition: bool) -> int:
    """The money for a crate from this store, apart from what depends on other sellers."""
    if points_instead(card, kind):
        return 0
    more = sale_price_delta(card, kind, "competition") if competition else 0
    return max(0, price + sale_price_delta(card, kind) + more)


def sale_points(card: str, kind: str, sold: list[tuple[int, int]]) -> int:
    """The points at once for crates sold from a store: shelf and number of each lot."""
    count = sum(n for _, n in sold)
    bottom = sum(n * points_bottom_shelf_sold(card, kind, shelf) for shelf, n in sold)
    return count * points_instead(card, kind) + points_per_sold(card, kind, count) + bottom


@lru_cache(maxsize=4096)
def crate_worth(card: str, kind: str, shelf: int, price: int, competition: bool) -> int:
    """What selling a crate from this shelf brings, a point counted as MONEY_PER_POINT."""
    points = points_instead(card, kind) + points_bottom_shelf_sold(card, kind, shelf)
    return sale_price(card, kind, price, competition) + MONEY_PER_POINT * points


def best_places(g: Brick, p: Player, kind: str, price: int, count: int) -> list[Place]:
    """So many crates from where they bring most: store, shelf and number."""

    def by_worth(place: Place) -> tuple[int, int]:
        card, shelf, _ = place
        return -crate_worth(card, kind, shelf, price, g.competition), -shelf

    found: list[Place] = []
    for card, shelf, n in sorted(places(g, p, kind), key=by_worth):
        if count:
            found.append((card, shelf, min(n, count)))
            count -= min(n, count)
    return found


def proceeds(g: Brick, kind: str, price: int, sold: Iterable[Place]) -> tuple[int, int]:
    """Money and points at once for crates sold from these places at this price."""
    money, lots = 0, dict[str, list[tuple[int, int]]]()
    for card, shelf, n in sold:
        money += n * sale_price(card, kind, price, g.competition)
        lots.setdefault(card, []).append((shelf, n))
    return money, sum(sale_points(card, kind, each) for card, each in lots.items())


@lru_cache
def offers(kind: str, most: int) -> tuple[str, ...]:
    """Every offer of up to so many crates at every price, and none at all."""
    prices = range(HIGHEST[kind] + 1)
    return (*[f"offer {n} at {price}" for n in range(1, most + 1) for price in prices], "offer 0")


def selling_price(g: Brick, seat: int) -> int:
    """What a crate of the kind at hand sells for: the own offer, or else the highest price."""
    return next((bid.price for bid in g.bids if bid.seat == seat), HIGHEST[g.kind])
