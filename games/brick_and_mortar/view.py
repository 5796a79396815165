"""Brick & Mortar: arithmetic added to a view, from what its seat sees."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from games.brick_and_mortar.components import (
    DATA,
    HIGHEST,
    HIGHEST_AUCTION_BID,
    HIGHEST_SUPPLY_BID,
    KINDS,
    LOWEST,
)
from games.brick_and_mortar.lookup import Shown, card
from games.brick_and_mortar.money import (
    TOKEN_DOLLARS,
    fewest_tokens,
    most_tokens,
    tokens_for,
    utility_bill,
)
from games.brick_and_mortar.points import sheet
from games.brick_and_mortar.rules.building import auction_of, price_for
from games.brick_and_mortar.rules.month_end import PRICES, is_last, purchase_limits
from games.brick_and_mortar.rules.sale import exchanged, take_points
from games.brick_and_mortar.rules.supply import factory, prices, stock
from games.brick_and_mortar.state import Brick, Player, game
from games.brick_and_mortar.trade import (
    asking_price,
    best_places,
    cheapest_first,
    cost,
    held,
    most_placed,
    places,
    private_boxes,
    proceeds,
    rooms,
    sale_points,
    sale_price,
    sellable,
    selling_price,
    stockers,
)
from games.kernel import known, phrase


@game.last_round
def last_round_text(g: Brick) -> str:
    return phrase("This is the last month.") if is_last(g) else ""


@game.derived
def arithmetic(g: Brick, seat: int | None) -> dict[str, Any]:
    """Public sums for everybody, and what depends on money for its owner alone."""
    return {
        "cards": in_sight(g, seat),
        "lowest": LOWEST,
        "highest": HIGHEST,
        "highest_bid": HIGHEST_SUPPLY_BID,
        "point_prices": DATA["investment"]["prices"],
        "point_sale": DATA["investment"]["sale"],
        "bills": [utility_bill(p) for p in g.players],
        "trade": {kind: trade_in(g, kind) for kind in KINDS},
        "own": {} if seat is None else own_sums(g.players[seat]),
        "ladder": answers_of(g, seat, RUNGS),
        "lots": answers_of(g, seat, LOTS),
        "sheets": [final_sheet(p) for p in g.players] if g.scores is not None else [],
    }


def trade_in(g: Brick, kind: str) -> dict[str, Any]:
    """What everybody holds and can hold of a kind, and what of it can be sold."""
    return {
        "held": [sum(held(store, kind) for store in p.stores) for p in g.players],
        "room": [rooms(p, kind) for p in g.players],
        "sellable": [sellable(g, p, kind) for p in g.players],
        "own_boxes": [sum(n for _, n in private_boxes(p, kind)) for p in g.players],
        "stockers": stockers(g, kind),
    }


def own_sums(p: Player) -> dict[str, int]:
    """What a player can count on, whatever happens."""
    return {
        "after_bill": max(0, p.money - utility_bill(p)),
        "tokens_for_bill": tokens_for(max(0, utility_bill(p) - p.money)),
    }


# --- What an answer is about ---------------------------------------------------------------------

Figures = dict[str, Any]
MAX_RUNGS, FAR_RUNGS = 14, 5
"""So many bids of an auction, or numbers of Debt Tokens, are worked out; of many the first ones,
and a few that reach as far as the highest.
"""


def spread(numbers: range) -> list[int]:
    if len(numbers) <= MAX_RUNGS:
        return [*numbers]
    near = numbers[: MAX_RUNGS - FAR_RUNGS]
    left = numbers[-1] - near[-1]
    return [*near, *(near[-1] + left * n // FAR_RUNGS for n in range(1, FAR_RUNGS + 1))]


def answers_of(
    g: Brick, seat: int | None, figures: dict[str, Callable[..., Iterator[Figures]]]
) -> list[Figures]:
    """The figures of each answer to the question that a seat is asked or has answered."""
    if seat is None or seat not in {*g.asked, *g.answers}:
        return []
    name, _, *args = g.agenda[-1]
    return [*figures[name](g, g.players[seat], *args)] if name in figures else []


def rung(answer: int, worth: int, rest: int = 0, short: bool = False) -> Figures:
    """A number that may be answered: what it is worth, what comes with it, and whether the money
    is short of it.
    """
    return {"answer": answer, "worth": worth, "rest": rest, "short": short}


def bids_for_crates(g: Brick, p: Player, kind: str) -> Iterator[Figures]:
    """What is left of the best price after each bid, and what all crates with room would cost."""
    cart = cheapest_first(p, kind, min(rooms(p, kind), g.market[kind]))
    for price in prices(kind):
        bill = cost(p, kind, price, cart)
        yield rung(price, HIGHEST[kind] - price, bill, bill > p.money - utility_bill(p))


def purchases(g: Brick, p: Player, store: str, kind: str) -> Iterator[Figures]:
    """What each number of crates for a store costs, and the money left for the bill."""
    numbers = {stock.words(move)[0] for move in stock.options(g, p, store, kind) if store in move}
    for n in sorted({0, *numbers}):
        bill = cost(p, kind, asking_price(g, p.seat), g.cart | {store: n})
        left = p.money - bill
        yield rung(n, bill, left, left < utility_bill(p))


def offers_of_crates(g: Brick, p: Player, kind: str) -> Iterator[Figures]:
    """The money and points for all crates that may find a box, at each price."""
    count = most_placed(g, p, kind)
    for price in range(HIGHEST[kind] + 1):
        yield rung(price, *proceeds(g, kind, price, best_places(g, p, kind, price, count)))


def points_for_sales(g: Brick, p: Player, store: str) -> Iterator[Figures]:
    """Points, and the money that they cost."""
    for move in take_points.options(g, p, store):
        count: int = take_points.words(move)[0]
        yield rung(count, *exchanged(g, p, store, count))


def factory_output(g: Brick, p: Player, store: str) -> Iterator[Figures]:
    """The money for each number of crates."""
    _, most, each = factory(store)
    return (rung(n, n * each) for n in range(most + 1))


def point_purchases(g: Brick, p: Player, purchases: int) -> Iterator[Figures]:
    """What points cost, and the money left."""
    for n in range(purchase_limits(p)[1] + 1):
        left = p.money - PRICES[n]
        yield rung(n, PRICES[n], left, left < 0)


def higher_bids(g: Brick, p: Player) -> Iterator[Figures]:
    """The money left if the auction ends with each bid, and the Debt Tokens that it would take."""
    auction = auction_of(g)
    first = auction.price + (g.agenda[-1][0] == "raise_bid")
    for price in spread(range(first, HIGHEST_AUCTION_BID + 1)):
        due = price_for(p, auction.store, price)
        yield rung(price, p.money - due, fewest_tokens(p, due), due > p.money)


def payments(p: Player, price: int) -> Iterator[Figures]:
    """The money left with each number of Debt Tokens."""
    fewest = fewest_tokens(p, price)
    for tokens in spread(range(fewest, max(fewest, most_tokens(price)) + 1)):
        yield rung(tokens, p.money + TOKEN_DOLLARS * tokens - price)


def auction_payments(g: Brick, p: Player, price: int) -> Iterator[Figures]:
    return payments(p, price)


def stock_payments(g: Brick, p: Player) -> Iterator[Figures]:
    return payments(p, cost(p, g.kind, asking_price(g, p.seat), g.cart))


RUNGS: dict[str, Callable[..., Iterator[Figures]]] = {
    "supply_bid": bids_for_crates,
    "stock": purchases,
    "sale_bid": offers_of_crates,
    "take_points": points_for_sales,
    "produce": factory_output,
    "invest": point_purchases,
    "opening_bid": higher_bids,
    "raise_bid": higher_bids,
    "pay_auction": auction_payments,
    "pay_stock": stock_payments,
}
"""What is worked out for the numbers of a question."""


def lot(card: str, shelf: int, kind: str, n: int, each: int = 0, points: int = 0) -> Figures:
    """Crates on a shelf, the money for one of them and the points for all."""
    figures = {"store": card, "shelf": shelf, "kind": kind, "count": n}
    return figures | {"each": each, "points": points}


def sales_from_shelves(g: Brick, p: Player, kind: str) -> Iterator[Figures]:
    price = selling_price(g, p.seat)
    for store, shelf, n in places(g, p, kind):
        each = sale_price(store, kind, price, g.competition)
        yield lot(store, shelf, kind, n, each, sale_points(store, kind, [(shelf, n)]))


def crates_to_move(g: Brick, p: Player, store: str, kinds: tuple[str, ...]) -> Iterator[Figures]:
    """What lies in other stores and may be moved."""
    for source in p.stores:
        for kind in kinds if source.card != store else ():
            for shelf, n in enumerate(source.items.get(kind, ()), 1):
                if n:
                    yield lot(source.card, shelf, kind, n)


LOTS: dict[str, Callable[..., Iterator[Figures]]] = {
    "sell": sales_from_shelves,
    "move_in": crates_to_move,
}
"""What is worked out for the shelves that a question is about."""


def final_sheet(p: Player) -> dict[str, int]:
    """The lines of the final score; those that are subtracted are positive."""
    lines = sheet(p)
    return lines | {"empty": -lines["empty"], "debt": -lines["debt"]}


def in_sight(g: Brick, seat: int | None) -> dict[str, Shown]:
    """The cards that a seat (None: a spectator) has before it, by id."""
    found: list[str] = [*g.starting, *g.row, *g.supply, *g.shown_demand]
    found += known(g, seat, g, "demand")
    for p in g.players:
        found += [store.card for store in p.stores]
        found += [p.bought] if p.bought else []
        found += [*p.hand, *p.pack, *p.cards] if p.seat == seat else []
    found += [g.on_deck] if g.on_deck else []
    found += [g.auction.store] if g.auction else []
    return {name: card(name) for name in dict.fromkeys(found)}
