"""Brick & Mortar: labels and consequences of opening and closing stores."""

from __future__ import annotations

from games.brick_and_mortar.components import CARD, contents, name
from games.brick_and_mortar.effects import points_on_close_discard, store_of
from games.brick_and_mortar.money import bill_for, fewest_tokens, payment
from games.brick_and_mortar.rules.building import (
    auction_of,
    manage,
    opening_bid,
    pay_auction,
    price_for,
    raise_bid,
    rivals_of,
    starting_store,
    store_action,
)
from games.brick_and_mortar.state import OTHERWISE, Brick, Player
from games.kernel import phrase


def label_start(g: Brick, p: Player, store: str) -> str:
    """The store and its stock."""
    return phrase("{store}: {crates}", store=name(store), crates=contents(CARD[store].capacity))


def label_buy(g: Brick, p: Player, store: str) -> str:
    """The store, its price and the tokens that are needed."""
    price = price_for(p, store, CARD[store].cost)
    return label_buy_with_tokens(g, p, store, fewest_tokens(p, price))


def consequence_buy(g: Brick, p: Player, store: str) -> str:
    """What it leaves and what it costs each month."""
    price = price_for(p, store, CARD[store].cost)
    return consequence_purchase(p, store, price, fewest_tokens(p, price))


def label_buy_with_tokens(g: Brick, p: Player, store: str, tokens: int) -> str:
    """The store, its price and the tokens that are wanted."""
    paid = payment(price_for(p, store, CARD[store].cost), tokens)
    return phrase("Buy the {store} for {paid}", store=name(store), paid=paid)


def consequence_purchase(p: Player, store: str, price: int, tokens: int) -> str:
    """The money after a purchase, and the utilities of the store."""
    left = p.money + 2 * tokens - price
    bill = CARD[store].utilities
    return phrase("You keep ${left}; utilities ${bill}, one slot used", left=left, bill=bill)


def label_auction(g: Brick, p: Player, store: str) -> str:
    """The store and the least it may go for."""
    return phrase("Auction the {store}, from ${cost}", store=name(store), cost=CARD[store].cost)


def consequence_auction(g: Brick, p: Player, store: str) -> str:
    """Who may bid."""
    rivals = len(rivals_of(g, p))
    if not rivals:
        price = price_for(p, store, CARD[store].cost)
        return phrase("Nobody else can bid: yours for ${price}", price=price)
    return phrase("{n:other|others} may bid; you must buy if nobody does", n=rivals)


def consequence_bid(g: Brick, p: Player, price: int) -> str:
    """What would be paid, and with what."""
    store = auction_of(g).store
    due = price_for(p, store, price)
    tokens = fewest_tokens(p, due)
    left = p.money + 2 * tokens - due
    return phrase("You would pay {paid}, leaving ${left}", paid=payment(due, tokens), left=left)


def label_payment(g: Brick, p: Player, price: int, tokens: int | None = None) -> str:
    """The price and the tokens it takes, or those that are wanted."""
    tokens = fewest_tokens(p, price) if tokens is None else tokens
    return phrase("Pay {paid}", paid=payment(price, tokens))


def consequence_payment(g: Brick, p: Player, price: int, tokens: int | None = None) -> str:
    """The money it leaves."""
    tokens = fewest_tokens(p, price) if tokens is None else tokens
    return phrase("You keep ${left}", left=p.money + 2 * tokens - price)


def label_close(g: Brick, p: Player, store: str) -> str:
    """The store, what is lost with it, what it brings."""
    open_store = store_of(p, store)
    crates = {kind: sum(shelves) for kind, shelves in open_store.items.items()}
    it, points = name(store), points_on_close_discard(open_store)
    if points:
        return phrase("Close the {store} for {n:point|points}", store=it, n=points)
    if any(crates.values()):
        return phrase("Close the {store}, losing {crates}", store=it, crates=contents(crates))
    return phrase("Close the {store}", store=it)


def consequence_close(g: Brick, p: Player, store: str) -> str:
    """The next bill for utilities."""
    return consequence_bill([each.card for each in p.stores if each.card != store])


def label_open(g: Brick, p: Player) -> str:
    """The store and its slot."""
    if not p.bought:
        return phrase("Open the store you buy")
    slot = len(p.stores) + 1
    return phrase("Open the {store} in slot {slot}", store=name(p.bought), slot=slot)


def consequence_open(g: Brick, p: Player) -> str:
    """The next bill for utilities."""
    return consequence_bill([*[each.card for each in p.stores], p.bought])


def consequence_bill(stores: list[str]) -> str:
    """The bill for utilities with these stores."""
    return phrase("Utilities are then ${bill}", bill=bill_for(stores))


starting_store.labels({"take {store}": label_start})
store_action.labels(
    {
        "buy {store}": label_buy,
        "buy {store} tokens {count:d}": label_buy_with_tokens,
        "auction {store}": label_auction,
        "close": "Buy nothing, then close stores",
        OTHERWISE: "Ask me how to bid and pay, and what to close or open",
    }
)
store_action.unusual("buy {store} tokens {count:d}", "close", OTHERWISE)
store_action.consequences(
    {
        "buy {store}": consequence_buy,
        "buy {store} tokens {count:d}": lambda g, p, store, tokens: consequence_purchase(
            p, store, price_for(p, store, CARD[store].cost), tokens
        ),
        "auction {store}": consequence_auction,
    }
)
opening_bid.labels({"bid {price:d}": "Bid ${price}"})
opening_bid.consequences({"bid {price:d}": consequence_bid})
raise_bid.labels(
    {
        "bid {price:d}": "Bid ${price}",
        "drop": "Drop out",
        OTHERWISE: "If I win, ask me how to pay and what to close or open",
    }
)
raise_bid.unusual(OTHERWISE)
raise_bid.consequences({"bid {price:d}": consequence_bid})
pay_auction.labels({"pay": label_payment, "pay tokens {count:d}": label_payment})
pay_auction.unusual("pay tokens {count:d}")
pay_auction.consequences({"pay": consequence_payment, "pay tokens {count:d}": consequence_payment})
manage.labels(
    {
        "close {store}": label_close,
        "open": label_open,
        "scrap": lambda g, p: phrase("Never open the {store}", store=name(p.bought)),
        "done": "Close nothing more",
    }
)
manage.unusual("close {store}", "scrap")
manage.consequences({"close {store}": consequence_close, "open": consequence_open})
