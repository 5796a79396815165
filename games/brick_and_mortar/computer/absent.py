"""Brick & Mortar: what an absent player does: cheap, sensible, and from what they can see."""

from __future__ import annotations

from itertools import combinations, product

from games.brick_and_mortar.components import CARD, HIGHEST, HIGHEST_SUPPLY_BID, LOWEST, SLOTS
from games.brick_and_mortar.computer.estimates import (
    chance_of_sale,
    crate_value,
    outlets,
    together,
    working_capital,
    worth_of_cards,
)
from games.brick_and_mortar.effects import optional_points_instead
from games.brick_and_mortar.rules.advertisement import add, look, play, redraw
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
from games.brick_and_mortar.rules.sale import exchanged, sale_bid, sell, sold_from, take_points
from games.brick_and_mortar.rules.sale_modifiers import buy_surplus, move_in, surplus_price
from games.brick_and_mortar.rules.setup import draft
from games.brick_and_mortar.rules.supply import factory, pay_stock, produce, stock, supply_bid
from games.brick_and_mortar.state import Brick, Player
from games.brick_and_mortar.trade import (
    MONEY_A_POINT,
    asking_price,
    cost,
    crate_worth,
    everything,
    most_placed,
    places,
    room,
    rooms,
    sellable,
    sellers,
    selling_price,
    unit_price,
)

KEPT_FOR_STOCK = 5
"""Money that an absent player keeps for stock when buying a store."""
LEAST, KEPT, KEPT_EARLY = 18, 12, 52
"""Money of an absent player: wanted for stock at least; kept beside it, late and early."""
LATE = 3
"""Months before the last from which on it is late."""


@draft.default
def pick_dearest(g: Brick, p: Player) -> str:
    """The store that costs most."""
    return f"pick {max(p.pack, key=lambda store: CARD[store].cost)}"


@starting_store.default
def take_most_valuable(g: Brick, p: Player) -> str:
    """The one with most crates."""
    options = starting_store.options(g, p)
    return max(options, key=lambda move: sum(CARD[starting_store.words(move)[0]].capacity.values()))


@store_action.default
def buy_dearest(g: Brick, p: Player) -> str:
    """The dearest store in hand for which a slot and the money are there."""
    if len(p.stores) == SLOTS:
        return "pass"
    price = {store: price_for(p, store, CARD[store].cost) for store in p.hand}
    payable = [store for store in p.hand if price[store] <= p.money - KEPT_FOR_STOCK]
    return f"buy {max(payable, key=price.__getitem__)}" if payable else "pass"


@opening_bid.default
def open_low(g: Brick, p: Player) -> str:
    """The cost of the store."""
    return f"bid {auction_of(g).price}"


@raise_bid.default
def never_raise(g: Brick, p: Player) -> str:
    """Leaves the store to others."""
    return "drop"


@pay_auction.default
def pay_plainly(g: Brick, p: Player, price: int) -> str:
    """As few tokens as possible."""
    return "pay"


@manage.default
def open_or_keep(g: Brick, p: Player) -> str:
    """Opens what was bought where there is room, and closes nothing."""
    return next(iter(manage.options(g, p)))


@redraw.default
def redraw_nothing(g: Brick, p: Player, when: str) -> str:
    """Keeps the hand."""
    return "pass"


@play.default
def serve_oneself(g: Brick, p: Player) -> str:
    """The two cards and piles with which own crates, room and boxes fit best."""
    where, best, move = outlets(g, p), -1.0, ""
    for one, two in combinations(sorted(p.cards), 2):
        for first, second in product(("supply", "demand"), repeat=2):
            supply = together(one * (first == "supply"), two * (second == "supply"))
            demand = together(one * (first == "demand"), two * (second == "demand"))
            worth = worth_of_cards(where, supply, demand)
            if worth > best:
                best, move = worth, f"play {one} {first} {two} {second}"
    return move


@look.default
def leave_piles(g: Brick, p: Player) -> str:
    """Looks at nothing."""
    return "pass"


@add.default
def keep_hand(g: Brick, p: Player, pile: str) -> str:
    """Adds nothing."""
    return "pass"


@produce.default
def produce_most(g: Brick, p: Player, store: str) -> str:
    """As many as possible: they are paid for."""
    return f"supply {factory(store)[1]}"


@supply_bid.default
def moderate_bid(g: Brick, p: Player, kind: str) -> str:
    """A part of the likely profit, as long as the money reaches for it."""
    chance = chance_of_sale(g, p, kind, min(rooms(p, kind), g.market[kind]))
    value = max(crate_value(store.card, kind, chance) for store in p.stores if room(store, kind))
    least = LOWEST[kind]
    return f"bid {max(least, min(least + int(value - least) // 3, p.money, HIGHEST_SUPPLY_BID))}"


@stock.default
def stock_profitably(g: Brick, p: Player, store: str) -> str:
    """As many as may sell for more than they cost, without Debt Tokens."""
    most = everything(g, p)
    if not g.cart and profitable(g, p, most):
        return f"stock all {sum(most.values())}"
    moves = [move for move in stock.options(g, p, store) if move.endswith(f" {store}")]
    carts = [g.cart | {store: stock.words(move)[0]} for move in moves]
    good = (move for move, cart in zip(moves, carts, strict=True) if profitable(g, p, cart))
    return next(good, moves[-1])


def profitable(g: Brick, p: Player, cart: dict[str, int]) -> bool:
    """Whether a purchase may bring more than it costs, in each store, and needs no tokens."""
    price, count = asking_price(g, p.seat), sum(cart.values())
    chance = chance_of_sale(g, p, g.kind, count)
    gains = (
        crate_value(card, g.kind, chance) - unit_price(p, g.kind, price, card, count)
        for card, n in cart.items()
        if n
    )
    return count > 0 and min(gains) > 0 and cost(p, g.kind, price, cart) <= p.money


@pay_stock.default
def just_pay(g: Brick, p: Player) -> str:
    """Takes no token more than needed."""
    return "pay"


@sale_bid.default
def moderate_offer(g: Brick, p: Player, kind: str) -> str:
    """All that may find a box, the cheaper the fewer boxes there are for the crates."""
    crates = sum(sellable(g, g.players[seat], kind) for seat in sellers(g, kind))
    share = min(1.0, g.boxes[kind] / crates)
    return f"offer {most_placed(g, p, kind)} at {round(0.8 * share * HIGHEST[kind])}"


@sell.default
def sell_the_best(g: Brick, p: Player) -> str:
    """Everything, or as much as possible from where it brings most; own boxes first."""
    moves = list(sell.options(g, p))
    if moves[0] == "sell all":
        return moves[0]
    price = selling_price(g, p.seat)
    worst = bool(g.to_place > 0 and not most_placed(g, p, g.kind))
    lots = {
        (card, shelf): crate_worth(card, g.kind, shelf, price, g.competition)
        for card, shelf, _ in places(g, p, g.kind)
    }
    ranked = sorted(lots, key=lots.__getitem__, reverse=not worst)
    return next(move for lot in ranked for move in moves if sell.words(move)[1:3] == lot)


@take_points.default
def take_cheap_points(g: Brick, p: Player, store: str) -> str:
    """All of them where a point costs less than it is worth."""
    most, _ = optional_points_instead(store, g.kind, sold_from(p, store, g.kind))
    points, money = exchanged(g, p, store, 1)
    return f"points {most if money < MONEY_A_POINT * points else 0}"


@move_in.default
def rescue(g: Brick, p: Player, to: str, kinds: tuple[str, ...]) -> str:
    """Moves what would expire at the end of the month, all of it."""
    *moves, done = move_in.options(g, p, to, kinds)
    for move in moves:
        _, _, card, shelf, _ = move_in.words(move)
        if shelf == CARD[card].shelves:
            return move
    return done


@buy_surplus.default
def buy_surplus_with_money(g: Brick, p: Player, store: str) -> str:
    """As long as the money is there."""
    first = next(iter(buy_surplus.options(g, p, store)))
    return first if p.money >= surplus_price(store, g.kind) + 3 else "done"


@invest.default
def invest_what_is_left(g: Brick, p: Player, purchases: int) -> str:
    """What is not needed for stock and a store, sparingly while the game is young.

    Where there is no money for stock points are sold; in the last month everything is invested.
    """
    last, stock = is_last(g), working_capital(p)
    short = 0 if last or purchases else min(stock, LEAST) - p.money
    if sold := min(p.points, -(-short // SALE)) if short > 0 else 0:
        return f"sell {sold}"
    kept = 0 if last else stock + (KEPT if g.last_month - g.month <= LATE else KEPT_EARLY)
    most = purchase_limits(p)[1]
    count = max((n for n in range(1, most + 1) if PRICES[n] <= p.money - kept), default=0)
    return f"buy {count}" if count else "pass"
