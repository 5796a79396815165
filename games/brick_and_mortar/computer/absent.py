"""Brick & Mortar: what an absent player does: cheap, sensible, and from what they can see."""

from __future__ import annotations

from games.brick_and_mortar.components import CARD, HIGHEST_SUPPLY_BID, SLOTS
from games.brick_and_mortar.computer.adverts import best_cards
from games.brick_and_mortar.computer.estimates import working_capital
from games.brick_and_mortar.computer.stores import (
    MEASURED,
    least_valuable_store,
    months_to_come,
    purchase_gain,
)
from games.brick_and_mortar.computer.trading import best_bid, best_offer, best_purchase
from games.brick_and_mortar.effects import optional_points_instead
from games.brick_and_mortar.rules.advertisement import THIRD_CARD_SLOT, add, look, play, redraw
from games.brick_and_mortar.rules.building import (
    auction_of,
    manage,
    opening_bid,
    pay_auction,
    price_for,
    raise_bid,
    starting_store,
    store_action,
)
from games.brick_and_mortar.rules.month_end import PRICES, SALE, invest, is_last, purchase_limits
from games.brick_and_mortar.rules.sale import (
    SELL_ALL,
    exchanged,
    sale_bid,
    sell,
    sold_from,
    take_points,
)
from games.brick_and_mortar.rules.sale_modifiers import buy_surplus, move_in, surplus_price
from games.brick_and_mortar.rules.setup import draft
from games.brick_and_mortar.rules.supply import (
    factory,
    pay_stock,
    produce,
    stock,
    supply_bid,
)
from games.brick_and_mortar.state import Brick, Player
from games.brick_and_mortar.trade import (
    MONEY_PER_POINT,
    asking_price,
    crate_worth,
    everything,
    most_placed,
    places,
    selling_price,
)

KEPT_FOR_STOCK = 5
"""Money that an absent player keeps for stock when buying a store."""
WANTED_FOR_STOCK = 18
"""Money wanted for stock: points are sold for it."""
KEPT, MOST_KEPT_FOR_STOCK, FOR_STORE = 20, 15, 15
"""Money not invested: always, for stock at most, and for another store."""
MONTHLY_INCOME = 25
"""The money that a player may expect from a month."""


@draft.default
def pick_best(g: Brick, p: Player) -> str:
    """The store that has proved best in measured games."""
    return f"pick {max(p.pack, key=MEASURED.__getitem__)}"


@starting_store.default
def take_best(g: Brick, p: Player) -> str:
    options = starting_store.options(g, p)
    return max(options, key=lambda move: MEASURED[starting_store.words(move)[0]])


@store_action.default
def buy_best(g: Brick, p: Player) -> str:
    """The store in hand that may gain most, if a slot and the money are there."""
    store = best_in_hand(g, p)
    return f"buy {store}" if store and len(p.stores) < SLOTS else "pass"


def best_in_hand(g: Brick, p: Player) -> str:
    """The store in hand that may gain most and that the money reaches for; "" for none."""
    best = best_affordable(g, p, p.hand)
    return best if best and purchase_gain(g, p, best) > 0 else ""


def best_affordable(g: Brick, p: Player, stores: list[str]) -> str:
    """The store that may gain most and that the money reaches for; "" for none."""
    spare = p.money - KEPT_FOR_STOCK
    there = [store for store in stores if price_for(p, store, CARD[store].cost) <= spare]
    return max(there, key=lambda store: purchase_gain(g, p, store), default="")


@opening_bid.default
def open_low(g: Brick, p: Player) -> str:
    return f"bid {auction_of(g).price}"


@raise_bid.default
def never_raise(g: Brick, p: Player) -> str:
    return "drop"


@pay_auction.default
def pay_fewest_tokens(g: Brick, p: Player, price: int) -> str:
    return "pay"


@manage.default
def make_room(g: Brick, p: Player) -> str:
    """Opens what was bought; where all slots are taken, closes the store that is missed least."""
    if not p.bought:
        return "done"
    return "open" if len(p.stores) < SLOTS else f"close {least_valuable_store(g, p)}"


@redraw.default
def redraw_nothing(g: Brick, p: Player, when: str) -> str:
    return "pass"


@play.default
def play_most_cards(g: Brick, p: Player) -> str:
    """As many cards as may be played, on the piles where they may earn most."""
    return best_cards(g, p, 3 if len(p.stores) >= THIRD_CARD_SLOT else 2)


@look.default
def leave_piles(g: Brick, p: Player) -> str:
    return "pass"


@add.default
def keep_hand(g: Brick, p: Player, pile: str) -> str:
    return "pass"


@produce.default
def produce_most(g: Brick, p: Player, store: str) -> str:
    """As many as possible: they are paid for."""
    return f"supply {factory(store)[1]}"


@supply_bid.default
def bid_within_means(g: Brick, p: Player, kind: str) -> str:
    """The bid that may bring most of the likely profit and that the money reaches for, or none."""
    price = best_bid(g, p, kind, min(p.money, HIGHEST_SUPPLY_BID))
    crates = sum(best_purchase(g, p, kind, price).values())
    return f"bid {price} {crates}" if crates else "pass"


@stock.default
def stock_profitably(g: Brick, p: Player, store: str, kind: str) -> str:
    """As many as may bring most, without Debt Tokens."""
    wanted = best_purchase(g, p, kind, asking_price(g, p.seat))
    options = list(stock.options(g, p, store, kind))
    if options[0].startswith("stock all") and wanted == everything(g, p):
        return options[0]
    moves = [move for move in options if move.endswith(f" {store}")]
    enough = (move for move in moves if stock.words(move)[0] <= wanted.get(store, 0))
    return next(enough, "done" if "done" in options else options[-1])


@pay_stock.default
def pay_stock_fewest_tokens(g: Brick, p: Player) -> str:
    return "pay"


@sale_bid.default
def offer_what_sells(g: Brick, p: Player, kind: str) -> str:
    """The offer that may bring most, given the likely offers of the others."""
    count, price = best_offer(g, p, kind)
    return f"offer {count} at {price}"


@sell.default
def sell_best_lot(g: Brick, p: Player, kind: str) -> str:
    """Sells everything, or else as much as possible from where it brings most; own boxes first."""
    moves = list(sell.options(g, p, kind))
    if moves[0] == SELL_ALL:
        return SELL_ALL
    price = selling_price(g, p.seat)
    worst = bool(g.to_place > 0 and not most_placed(g, p, kind))
    lots = {
        (card, shelf): crate_worth(card, kind, shelf, price, g.competition)
        for card, shelf, _ in places(g, p, kind)
    }
    ranked = sorted(lots, key=lots.__getitem__, reverse=not worst)
    return next(move for lot in ranked for move in moves if sell.words(move)[1:3] == lot)


@take_points.default
def take_cheap_points(g: Brick, p: Player, store: str) -> str:
    """All of them where a point costs less than it is worth."""
    most, _ = optional_points_instead(store, g.kind, sold_from(p, store, g.kind))
    points, money = exchanged(g, p, store, 1)
    return f"points {most if money < MONEY_PER_POINT * points else 0}"


@move_in.default
def move_expiring_goods(g: Brick, p: Player, to: str, kinds: tuple[str, ...]) -> str:
    """Moves what would expire at the end of the month, all of it."""
    *moves, done = move_in.options(g, p, to, kinds)
    for move in moves:
        _, _, card, shelf, _ = move_in.words(move)
        if shelf == CARD[card].shelves:
            return move
    return done


@buy_surplus.default
def buy_surplus_with_money(g: Brick, p: Player, store: str) -> str:
    first = next(iter(buy_surplus.options(g, p, store)))
    return first if p.money >= surplus_price(store, g.kind) + 3 else "done"


@invest.default
def invest_steadily(g: Brick, p: Player, purchases: int) -> str:
    """About as much each month as points become dearer, beside money for stock and a store. Where
    there is no money for stock, sells points; in the last month invests everything.
    """
    if not purchases and not is_last(g) and (sold := points_to_sell(p)):
        return f"sell {sold}"
    spare, months = (p.money, 1) if is_last(g) else (p.money - money_kept(p), months_to_come(g))
    for_each_month = (spare + (months - 1) * MONTHLY_INCOME) / months
    most = purchase_limits(p)[1]
    sensible = [n for n in range(1, most + 1) if PRICES[n] <= min(spare, for_each_month)]
    return f"buy {sensible[-1]}" if sensible else "pass"


def points_to_sell(p: Player) -> int:
    short = min(working_capital(p), WANTED_FOR_STOCK) - p.money
    return min(p.points, max(0, -(-short // SALE)))


def money_kept(p: Player) -> int:
    """The money that stays for stock, and for a store where there is a slot."""
    for_store = FOR_STORE if p.hand and len(p.stores) < SLOTS else 0
    return KEPT + min(working_capital(p), MOST_KEPT_FOR_STOCK) + for_store
