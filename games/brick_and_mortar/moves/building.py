"""Brick & Mortar, chapter 3: what is said of opening and closing stores."""

from __future__ import annotations

from functools import partial

from games.brick_and_mortar.components import CARD, SLOTS, contents, name
from games.brick_and_mortar.effects import points_on_close_discard, store_of
from games.brick_and_mortar.money import (
    TOKEN_DOLLARS,
    bill_for,
    debt_alarm,
    fewest_tokens,
    payment,
)
from games.brick_and_mortar.rules.building import (
    auction_of,
    bid_up_to,
    buy_from_hand,
    close_no_more,
    close_store,
    drop_out,
    open_bidding,
    open_store,
    outbid,
    pass_and_close,
    pay_winning_bid,
    price_for,
    put_up,
    rivals_of,
    say_how_then_bid,
    say_how_then_buy,
    scrap,
    take_start,
)
from games.brick_and_mortar.state import Brick, Player, Store
from games.kernel import Phrase, Said, Tone, phrase


@take_start.says
def taking(g: Brick, p: Player, store: str) -> Said:
    crates = contents(CARD[store].capacity)
    return Said(phrase("{store}: {crates}", store=name(store), crates=crates), cards=[store])


# --- Store action --------------------------------------------------------------------------------


@buy_from_hand.says
def buying(g: Brick, p: Player, store: str, tokens: int | None = None) -> Said:
    price = price_for(p, store, CARD[store].cost)
    paying, tone = tokens_for_price(p, price, tokens)
    left = p.money + TOKEN_DOLLARS * paying - price
    bill = CARD[store].utilities
    paid = payment(price, paying)
    return Said(
        phrase("Buy the {store} for {paid}", store=name(store), paid=paid),
        phrase("You keep ${left}; utilities ${bill}, one slot used", left=left, bill=bill),
        [store],
        tone,
        debt_alarm(paying) or full_building(p),
    )


def full_building(p: Player) -> str:
    """That a store has to make room for a new one; "" if a slot is free."""
    if len(p.stores) < SLOTS:
        return ""
    return phrase("All slots are taken: you have to close a store for it.")


def tokens_for_price(p: Player, price: int, tokens: int | None) -> tuple[int, Tone]:
    """The Debt Tokens that are taken; players seldom name their number."""
    return (fewest_tokens(p, price), "usual") if tokens is None else (tokens, "unusual")


@buy_from_hand.refuses
def cannot_buy(g: Brick, p: Player, store: str, tokens: int | None = None) -> str | None:
    if store not in g.row:
        return None
    return phrase("The {store} is public: put it up for auction.", store=name(store))


@put_up.says
def putting_up(g: Brick, p: Player, store: str) -> Said:
    cost = CARD[store].cost
    label = phrase("Auction the {store}, from ${cost}", store=name(store), cost=cost)
    tokens = fewest_tokens(p, price_for(p, store, cost))
    alarm = debt_alarm(tokens) or full_building(p)
    return Said(label, partial(rivals_for, g, p, store), [store], alarm=alarm)


def rivals_for(g: Brick, p: Player, store: str) -> str:
    if rivals := len(rivals_of(g, p)):
        return phrase("{n:other|others} may bid; you must buy if nobody does", n=rivals)
    price = price_for(p, store, CARD[store].cost)
    return phrase("Nobody else can bid: yours for ${price}", price=price)


@put_up.refuses
def cannot_put_up(g: Brick, p: Player, store: str) -> str | None:
    if store != g.on_deck:
        return None
    return phrase("The {store} is on deck and cannot be auctioned yet.", store=name(store))


@pass_and_close.says
def passing_and_closing(g: Brick, p: Player) -> Said:
    return Said(phrase("Buy nothing, then close stores"), tone="unusual")


@say_how_then_buy.says
def saying_how_before_buying(g: Brick, p: Player) -> Said:
    label = phrase("Ask me how to bid and pay, and what to close or open")
    return Said(label, tone="setting")


# --- Bidding on a public store -------------------------------------------------------------------


@open_bidding.says
@outbid.says
def bidding(g: Brick, p: Player, price: int) -> Said:
    label, store = phrase("Bid ${price}", price=price), auction_of(g).store
    alarm = debt_alarm(fewest_tokens(p, price_for(p, store, price))) or full_building(p)
    return Said(label, partial(if_won, g, p, price), [store], alarm=alarm)


def if_won(g: Brick, p: Player, price: int) -> str:
    due = price_for(p, auction_of(g).store, price)
    tokens = fewest_tokens(p, due)
    left = p.money + TOKEN_DOLLARS * tokens - due
    return phrase("You would pay {paid}, leaving ${left}", paid=payment(due, tokens), left=left)


@drop_out.says
def dropping_out(g: Brick, p: Player) -> Said:
    return Said(phrase("Drop out"), cards=[auction_of(g).store])


bid_up_to.says("Bid up to ${limit}, $1 more at a time")


@say_how_then_bid.says
def saying_how_before_bidding(g: Brick, p: Player) -> Said:
    label = phrase("If I win, ask me how to pay and what to close or open")
    return Said(label, tone="setting")


@pay_winning_bid.says
def paying(g: Brick, p: Player, price: int, tokens: int | None = None) -> Said:
    paying, tone = tokens_for_price(p, price, tokens)
    left = p.money + TOKEN_DOLLARS * paying - price
    label, kept = (
        phrase("Pay {paid}", paid=payment(price, paying)),
        phrase("You keep ${left}", left=left),
    )
    return Said(label, kept, tone=tone, alarm=debt_alarm(paying))


# --- Managing the building -----------------------------------------------------------------------


@close_store.says
def closing(g: Brick, p: Player, store: str) -> Said:
    closed = store_of(p, store)
    bill = bill_with([each.card for each in p.stores if each is not closed])
    if len(p.stores) > 1 or p.bought:
        return Said(label_of_closing(closed), bill, [store], "unusual")
    alarm = phrase("Then you have no store, and sell nothing.")
    return Said(label_of_closing(closed), bill, [store], "grave", alarm)


def label_of_closing(store: Store) -> Phrase:
    """The store, and what is lost with it or what it brings."""
    crates = {kind: sum(shelves) for kind, shelves in store.items.items()}
    it = name(store.card)
    if points := points_on_close_discard(store):
        return phrase("Close the {store} for {n:point|points}", store=it, n=points)
    if any(crates.values()):
        return phrase("Close the {store}, losing {crates}", store=it, crates=contents(crates))
    return phrase("Close the {store}", store=it)


def bill_with(stores: list[str]) -> Phrase:
    """The utilities with these stores."""
    return phrase("Utilities are then ${bill}", bill=bill_for(stores))


@open_store.says
def opening(g: Brick, p: Player) -> Said:
    label = phrase("Open the {store} in slot {slot}", store=name(p.bought), slot=len(p.stores) + 1)
    return Said(label, bill_with([*[each.card for each in p.stores], p.bought]), [p.bought])


@open_store.refuses
def cannot_open(g: Brick, p: Player) -> str | None:
    return phrase("All four slots are taken: close a store first.") if p.bought else None


@scrap.says
def scrapping(g: Brick, p: Player) -> Said:
    label = phrase("Never open the {store}", store=name(p.bought))
    alarm = phrase("It is lost, and its price too.")
    return Said(label, tone="unusual" if len(p.stores) == SLOTS else "grave", alarm=alarm)


close_no_more.says("Keep all stores open")
