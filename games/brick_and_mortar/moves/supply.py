"""Brick & Mortar, chapter 5: what is said of filling the market and of stocking."""

from __future__ import annotations

from functools import partial

from games.brick_and_mortar.components import name
from games.brick_and_mortar.effects import points_per_stocked, store_of
from games.brick_and_mortar.money import (
    TOKEN_DOLLARS,
    bill_alarm,
    debt_alarm,
    fewest_tokens,
    payment,
)
from games.brick_and_mortar.rules.supply import (
    add_to_market,
    bid_for_crates,
    craft_for_market,
    craft_for_points,
    crafts,
    crates_left,
    factory,
    pay_for_stock,
    say_payment,
    stock_everything,
    stock_no_more,
    stock_store,
    take_for_nothing,
)
from games.brick_and_mortar.state import Brick, Player
from games.brick_and_mortar.trade import (
    UNLIMITED,
    asking_price,
    cheapest_first,
    cost,
    everything,
    payable,
    room,
    rooms,
    unit_prices,
)
from games.kernel import Said, listed, phrase


def now_or_always(label: str, always: str) -> Said:
    """A move that can also be made in every month to come."""
    if not always:
        return Said(label)
    return Said(phrase("{move}, in every month", move=label), tone="setting")


@add_to_market.says
def adding(g: Brick, p: Player, store: str, count: int, always: str = "") -> Said:
    kind, _, each = factory(store)
    label = phrase("Add {n} {kind} and collect ${pay}", n=count, kind=kind, pay=count * each)
    return now_or_always(label if count else phrase("Add no {kind}", kind=kind), always)


# --- Competition for Supply ----------------------------------------------------------------------


@bid_for_crates.says
def bidding(g: Brick, p: Player, kind: str, price: int, crates: int) -> Said:
    label = phrase("Bid ${price}, say later how many", price=price)
    if crates == 1:
        label = phrase("Bid ${price} for 1 crate", price=price)
    elif crates:
        label = phrase("Bid ${price} for up to {n:crate|crates}", price=price, n=crates)
    bill = cost(p, kind, price, cheapest_first(p, kind, crates))
    alarm = bill_alarm(p, p.money - bill) if crates else ""
    brings = partial(cost_at_most, g, p, kind, price, crates or UNLIMITED)
    return Said(label, brings, alarm=alarm)


def cost_at_most(g: Brick, p: Player, kind: str, price: int, crates: int) -> str:
    """What as many crates as possible would cost at this price, and how they could be paid."""
    count = min(rooms(p, kind), g.market[kind], crates)
    cart = cheapest_first(p, kind, count)
    bill = cost(p, kind, price, cart)
    if bill <= p.money:
        left = p.money - bill
        return phrase(
            "{n:crate costs|crates cost} ${bill}, leaving ${left}", n=count, bill=bill, left=left
        )
    carts = [cheapest_first(p, kind, n) for n in range(count + 1)]
    cash = max(n for n, each in enumerate(carts) if cost(p, kind, price, each) <= p.money)
    most = max(n for n, each in enumerate(carts) if payable(p, kind, price, each))
    tokens = fewest_tokens(p, cost(p, kind, price, carts[most]))
    return phrase(
        "{n:crate costs|crates cost} ${bill}; your ${money} buys {cash}, or {most} with"
        " {tokens:Debt Token|Debt Tokens}",
        n=count,
        bill=bill,
        money=p.money,
        cash=cash,
        most=most,
        tokens=tokens,
    )


# --- Buying --------------------------------------------------------------------------------------


@stock_store.says
def stocking(g: Brick, p: Player, store: str, kind: str, count: int, card: str) -> Said:
    cart = g.cart | {card: count}
    if not count:
        return Said(phrase("None for the {store}", store=name(card)))
    each = unit_prices(p, kind, asking_price(g, p.seat), cart)[card]
    label = phrase("{n} for the {store}, ${each} each", n=count, store=name(card), each=each)
    return Said(label, partial(cost_in_all, g, p, cart), alarm=purchase_alarm(g, p, cart))


def purchase_alarm(g: Brick, p: Player, cart: dict[str, int]) -> str:
    """The Debt Tokens that a purchase takes, or that it leaves too little for the bill."""
    bill = cost(p, g.kind, asking_price(g, p.seat), cart)
    return debt_alarm(fewest_tokens(p, bill)) or bill_alarm(p, p.money - bill)


@stock_store.refuses
def cannot_stock(g: Brick, p: Player, store: str, kind: str, count: int, card: str) -> str | None:
    if card != store:
        return phrase("You go store by store from the left: now the {store}.", store=name(store))
    if count <= min(room(store_of(p, store), kind), crates_left(g)):
        return phrase("Only one crate of each kind may be paid with Debt Tokens.")
    return None


@stock_everything.says
def stocking_everything(g: Brick, p: Player, store: str, kind: str, count: int) -> Said:
    """At most so many crates, where it is not the player's turn to stock yet."""
    if p.seat != g.turns[0]:
        return Said(phrase("As many as possible, up to {count}", count=count))
    cart = everything(g, p, count)
    label = phrase("As many as possible ({n})", n=sum(cart.values()))
    return Said(label, partial(cost_in_all, g, p, cart), alarm=purchase_alarm(g, p, cart))


@stock_no_more.says
def stocking_no_more(g: Brick, p: Player, store: str, kind: str) -> str:
    if any(g.cart.values()):
        return phrase("No more {kind}", kind=kind)
    return phrase("Buy no {kind}", kind=kind)


@say_payment.says
def saying_payment(g: Brick, p: Player, store: str, kind: str) -> Said:
    return Said(phrase("Ask me with how many Debt Tokens I pay"), tone="setting")


def cost_in_all(g: Brick, p: Player, cart: dict[str, int]) -> str:
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


@pay_for_stock.says
def paying(g: Brick, p: Player, tokens: int | None = None, card: str = "") -> Said:
    bill = cost(p, g.kind, asking_price(g, p.seat), g.cart)
    tokens = fewest_tokens(p, bill) if tokens is None else tokens
    paid = payment(bill, tokens)
    label = phrase("Pay {paid}", paid=paid)
    if card:
        label = phrase("Pay {paid} for a crate of the {store}", paid=paid, store=name(card))
    left, debt = p.money + TOKEN_DOLLARS * tokens - bill, p.debt + tokens
    alarm = debt_alarm(tokens) or bill_alarm(p, left)
    if not debt:
        return Said(label, phrase("You keep ${left}", left=left), alarm=alarm)
    kept = phrase("You keep ${left}, with {n:Debt Token|Debt Tokens}", left=left, n=debt)
    return Said(label, kept, alarm=alarm)


@pay_for_stock.refuses
def cannot_pay(g: Brick, p: Player, tokens: int | None = None, card: str = "") -> str | None:
    return phrase(
        "Debt Tokens pay for one crate: enough for what is short, and no more than its price."
    )


# --- Before & After Modifiers --------------------------------------------------------------------


@take_for_nothing.says
def taking(g: Brick, p: Player, store: str, kind: str, count: int, card: str) -> str:
    return phrase("Take {n} {kind}", n=count, kind=kind) if count else phrase("Take none")


@craft_for_market.says
def crafting(g: Brick, p: Player, store: str, always: str = "") -> Said:
    kind, crates, _ = crafts(store)
    return now_or_always(phrase("Add {n} {kind} to the market", n=crates, kind=kind), always)


@craft_for_points.says
def gaining(g: Brick, p: Player, store: str, always: str = "") -> Said:
    return now_or_always(phrase("Gain {n:point|points}", n=crafts(store)[2]), always)
