"""Brick & Mortar: labels and consequences of filling the market and stocking."""

from __future__ import annotations

from games.brick_and_mortar.components import DATA, name
from games.brick_and_mortar.effects import points_per_stocked
from games.brick_and_mortar.money import fewest_tokens, payment
from games.brick_and_mortar.rules.supply import (
    craft,
    crafts,
    factory,
    pay_stock,
    produce,
    stock,
    supply_bid,
    take_free,
)
from games.brick_and_mortar.state import ALWAYS, OTHERWISE, Brick, Player
from games.brick_and_mortar.trade import (
    UNLIMITED,
    asking_price,
    cheapest_first,
    cost,
    everything,
    payable,
    rooms,
    unit_prices,
)
from games.kernel import listed, phrase


def label_produce(g: Brick, p: Player, store: str, count: int) -> str:
    """The crates, and what they bring."""
    kind, _, each = factory(store)
    if not count:
        return phrase("Add no {kind}", kind=kind)
    return phrase("Add {n} {kind} and collect ${pay}", n=count, kind=kind, pay=count * each)


def label_bid(g: Brick, p: Player, kind: str, price: int, crates: int) -> str:
    """The price, and how many crates at most."""
    if not crates:
        return phrase("Bid ${price}, say later how many", price=price)
    return phrase("Bid ${price} for up to {n:crate|crates}", price=price, n=crates)


def consequence_bid(g: Brick, p: Player, kind: str, price: int, crates: int) -> str:
    """What as many crates as possible would cost at this price, and how they could be paid."""
    count = min(rooms(p, kind), g.market[kind], crates or UNLIMITED)
    cart = cheapest_first(p, kind, count)
    bill = cost(p, kind, price, cart)
    if bill <= p.money:
        left = p.money - bill
        return phrase("Up to {n} for ${bill}, leaves ${left}", n=count, bill=bill, left=left)
    carts = [cheapest_first(p, kind, n) for n in range(count + 1)]
    cash = max(n for n, each in enumerate(carts) if cost(p, kind, price, each) <= p.money)
    most = max(n for n, each in enumerate(carts) if payable(p, kind, price, each))
    tokens = fewest_tokens(p, cost(p, kind, price, carts[most]))
    return phrase(
        "{n} cost ${bill}; your ${money} buys {cash}, or {most} with"
        " {tokens:Debt Token|Debt Tokens}",
        n=count,
        bill=bill,
        money=p.money,
        cash=cash,
        most=most,
        tokens=tokens,
    )


def label_stock(g: Brick, p: Player, store: str, kind: str, count: int, card: str) -> str:
    """The number, the store and what a crate costs there."""
    if not count:
        return phrase("None for the {store}", store=name(card))
    prices = unit_prices(p, kind, asking_price(g, p.seat), g.cart | {card: count})
    return phrase("{n} for the {store}, ${each} each", n=count, store=name(card), each=prices[card])


def consequence_stock(g: Brick, p: Player, store: str, kind: str, count: int, card: str) -> str:
    """What the purchase costs so far, how it could be paid and the points it brings."""
    return consequence_purchase(g, p, g.cart | {card: count})


def consequence_purchase(g: Brick, p: Player, cart: dict[str, int]) -> str:
    """What crates for these stores cost together, and the points they bring."""
    bill = cost(p, g.kind, asking_price(g, p.seat), cart)
    if bill <= p.money:
        paid = phrase("${bill} in all, leaves ${left}", bill=bill, left=p.money - bill)
    elif payable(p, g.kind, asking_price(g, p.seat), cart):
        tokens = fewest_tokens(p, bill)
        paid = phrase("${bill} in all, with {n:Debt Token|Debt Tokens}", bill=bill, n=tokens)
    else:
        paid = phrase("${bill} in all: more is needed for the discount", bill=bill)
    points = sum(points_per_stocked(card, g.kind, n) for card, n in cart.items())
    if not points:
        return paid
    return listed([paid, phrase("{n:point|points}", n=points)], "semicolons")


def label_everything(g: Brick, p: Player, store: str, kind: str, count: int) -> str:
    """The number of crates; as many at most, where it is not the player's turn to stock yet."""
    if p.seat != g.turns[0]:
        return phrase("As many as possible, up to {count}", count=count)
    n = sum(everything(g, p, count).values())
    return phrase("As many as possible ({n})", n=n)


def consequence_everything(g: Brick, p: Player, store: str, kind: str, count: int) -> str:
    """What that costs, and the points it brings."""
    return consequence_purchase(g, p, everything(g, p, count))


def label_pay(g: Brick, p: Player, tokens: int = 0, card: str = "") -> str:
    """The price, and the tokens it takes."""
    price = cost(p, g.kind, asking_price(g, p.seat), g.cart)
    if not card:
        return phrase("Pay {paid}", paid=payment(price, fewest_tokens(p, price)))
    paid = payment(price, tokens)
    return phrase("Pay {paid} for a crate of the {store}", paid=paid, store=name(card))


def consequence_pay(g: Brick, p: Player, tokens: int = 0, card: str = "") -> str:
    """The money and the tokens there are then."""
    bill = cost(p, g.kind, asking_price(g, p.seat), g.cart)
    tokens = tokens or fewest_tokens(p, bill)
    left = p.money + DATA["debt"]["money"] * tokens - bill
    debt = p.debt + tokens
    if not debt:
        return phrase("You keep ${left}", left=left)
    return phrase("You keep ${left}, with {n:Debt Token|Debt Tokens}", left=left, n=debt)


def label_craft(g: Brick, p: Player, store: str) -> str:
    """The crates for the market."""
    kind, crates, _ = crafts(store)
    return phrase("Add {n} {kind} to the market", n=crates, kind=kind)


def label_craft_points(g: Brick, p: Player, store: str) -> str:
    """The points."""
    return phrase("Gain {n:point|points}", n=crafts(store)[2])


produce.labels(
    {
        "supply {count:d}": label_produce,
        f"supply {{count:d}} {ALWAYS}": lambda g, p, store, count: phrase(
            "{move}, in every month", move=label_produce(g, p, store, count)
        ),
    }
)
produce.unusual(f"supply {{count:d}} {ALWAYS}")
supply_bid.labels({"bid {price:d} {crates:d}": label_bid})
supply_bid.consequences({"bid {price:d} {crates:d}": consequence_bid})
stock.labels(
    {
        "stock {count:d} {store}": label_stock,
        "stock all {count:d}": label_everything,
        "done": "No more of this kind",
        OTHERWISE: "Choose how to pay",
    }
)
stock.unusual(OTHERWISE)
stock.consequences(
    {
        "stock {count:d} {store}": consequence_stock,
        "stock all {count:d}": consequence_everything,
    }
)
pay_stock.labels({"pay": label_pay, "pay tokens {count:d} {store}": label_pay})
pay_stock.consequences({"pay": consequence_pay, "pay tokens {count:d} {store}": consequence_pay})
take_free.labels(
    {
        "take {count:d} {store}": lambda g, p, store, kind, n, _: phrase(
            "Take {n} {kind}", n=n, kind=kind
        )
    }
)
craft.labels(
    {
        "market": label_craft,
        "points": label_craft_points,
        f"market {ALWAYS}": lambda g, p, store: phrase(
            "{move}, in every month", move=label_craft(g, p, store)
        ),
        f"points {ALWAYS}": lambda g, p, store: phrase(
            "{move}, in every month", move=label_craft_points(g, p, store)
        ),
    }
)
craft.unusual(f"market {ALWAYS}", f"points {ALWAYS}")
