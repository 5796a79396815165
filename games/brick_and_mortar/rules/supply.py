"""Brick & Mortar, chapter 5 of RULES.md: filling the market, and stocking from it."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from games.brick_and_mortar.components import (
    ACTING,
    CARD,
    HEADING,
    HIGHEST_SUPPLY_BID,
    KINDS,
    LOWEST,
    WINDOWS,
    contents,
    name,
    total,
)
from games.brick_and_mortar.effects import gain_with, points_per_stocked, store_of
from games.brick_and_mortar.money import fewest_tokens, most_tokens, pay
from games.brick_and_mortar.state import (
    ALWAYS,
    OTHERWISE,
    Bid,
    Brick,
    Player,
    Store,
    game,
)
from games.brick_and_mortar.trade import (
    asking_price,
    capacity,
    cheapest_first,
    completable,
    cost,
    everything,
    payable,
    room,
    rooms,
    short_supply,
    stockers,
    stores_waiting,
    unit_prices,
)
from games.kernel import Dials, Phrase, phrase

# --- 5.1 Filling the market ----------------------------------------------------------------------


@game.step
def supply_phase(g: Brick) -> None:
    """Fills the market from the Supply Cards, then stocks kind by kind."""
    g.phase = "supply"
    g.then(
        ("open_window", "supply_before"),
        "fill_market",
        ("open_window", "supply_before_food"),
        *[("stock_kind", kind) for kind in KINDS],
        "end_supply",
    )


@game.step
def fill_market(g: Brick) -> None:
    """A crate for every picture on the Supply Cards joins what is left from before."""
    crates = total(g.supply)
    for kind, n in crates.items():
        g.market[kind] += n
    g.market_discards += g.supply
    g.supply = []
    tell = g.aside if g.market == crates else g.say
    tell("The market has {crates}.", crates=contents(g.market))


def prompt_produce(g: Brick, store: str) -> str:
    return phrase("{store}: how many crates do you add to the market?", store=name(store))


@game.choice(prompt_produce, they="{who:seat} fills the market")
def produce(g: Brick, p: Player, store: str) -> list[str]:
    """Up to as many as the factory makes; the most of them in every month."""
    most = factory(store)[1]
    return [*(f"supply {n}" for n in range(most + 1)), f"supply {most} {ALWAYS}"]


def factory(store: str) -> tuple[str, int, int]:
    """What a factory makes: the kind, the most crates, the money for each."""
    m = next(m for m in ACTING["supply_before"][store] if m.word == "supply_market")
    return m.kinds[0], m["max"], m["money_each"]


@produce.does("supply {count:d} [{always}]")
def add_to_market(g: Brick, p: Player, store: str, count: int, always: str = "") -> None:
    """Adds crates from the general supply to the market, for money, now or in every month."""
    if always:
        produce.set_premove(g, p.seat, f"supply {count}", store)
    kind, _, each = factory(store)
    g.market[kind] += count
    p.money += count * each
    g.say(
        "{who:seat adds|You added} {n} {kind} with the {store}"
        " and {who:they collects|collected} ${pay}.",
        who=p.seat,
        n=count,
        kind=kind,
        store=name(store),
        pay=count * each,
    )


# --- 5.2 Kind by kind ----------------------------------------------------------------------------


@game.step
def stock_kind(g: Brick, kind: str) -> None:
    """All players stock one kind; a player who cannot is not asked."""
    seats = stockers(g, kind)
    g.kind, g.bids, g.turns = kind, [], seats
    g.competition = short_supply(g, kind, seats)
    bidding = [("supply_bid", tuple(seats), kind), ("turn_supply_dials",)] if g.competition else []
    after = ("supply_after_type", f"supply_after_{kind}")
    windows = [("open_window", window) for window in after if window in WINDOWS]
    g.then(*bidding, "next_stocker", *windows)


@game.step
def end_supply(g: Brick) -> None:
    """What nobody bought stays in the market."""
    g.kind, g.bids, g.competition = "", [], False


# --- 5.3 to 5.5 Bidding for crates ---------------------------------------------------------------


def prices(kind: str) -> range:
    """Every price on the dial from the least that the kind costs."""
    return range(LOWEST[kind], HIGHEST_SUPPLY_BID + 1)


def prompt_bid(g: Brick, kind: str) -> str:
    return phrase(
        "{kind}: bid for a crate, ${least} at least. Crates: {n}, room in all stores: {space}.",
        kind=HEADING[kind],
        least=LOWEST[kind],
        n=g.market[kind],
        space=sum(rooms(g.players[seat], kind) for seat in stockers(g, kind)),
    )


@game.choice(prompt_bid, menu="bid {price:d} {crates:d}", may_pass="Bid the least, buy none")
def supply_bid(g: Brick, p: Player, kind: str) -> Dials:
    """Any price from the least, and how many crates to buy at most: in advance as many as the
    stores hold, now as many as can be paid, which nobody is told, or 0 to say that later.
    """
    if g.kind != kind:
        return Dials(prices(kind), range(1, capacity(p, kind) + 1))
    numbers = range(min(rooms(p, kind), g.market[kind]) + 1)

    @cache
    def cart(crates: int) -> dict[str, int]:
        return cheapest_first(p, kind, crates)

    def is_affordable(price: int, crates: int) -> bool:
        return cost(p, kind, price, cart(crates)) <= p.money

    return Dials(prices(kind), numbers, fits=is_affordable)


@supply_bid.does("bid {price:d} {crates:d}")
def bid_for_crates(g: Brick, p: Player, kind: str, price: int, crates: int) -> None:
    """Notes the bid for being among the first to stock, and sets in advance what is bought."""
    g.bids.append(Bid(p.seat, price))
    if crates:
        stock.set_premove(g, p.seat, f"stock all {crates}", first_store(g, p), kind)


@supply_bid.passes
def bid_for_nothing(g: Brick, p: Player, kind: str) -> None:
    """Notes the lowest bid, and sets in advance that nothing is bought."""
    g.bids.append(Bid(p.seat, LOWEST[kind]))
    stock.set_premove(g, p.seat, "done", first_store(g, p), kind)


@game.step
def turn_supply_dials(g: Brick) -> None:
    """Shows all bids: the highest stocks first, of equal ones who is further behind in order."""
    g.bids.sort(key=lambda bid: (-bid.price, -g.order.index(bid.seat)))
    g.turns = [bid.seat for bid in g.bids]
    shown = [phrase("{who:seat|you} (${n})", who=bid.seat, n=bid.price) for bid in g.bids]
    g.say("Bids for {kind}: {bids:commas}.", kind=g.kind, bids=shown)


# --- 5.6 to 5.9 Stocking and paying --------------------------------------------------------------


@game.step
def next_stocker(g: Brick) -> None:
    """Lets the next player stock, as long as there is something left; who said in advance how much
    is not asked.
    """
    g.cart, g.says_payment = {}, False
    if not g.turns or not g.market[g.kind]:
        send_away(g)
        return
    p = g.players[g.turns[0]]
    g.then("stocker_done", "next_stocker")
    store = first_store(g, p)
    if said := stock.take_premove(g, p.seat, store, g.kind):
        g.reveal(by=p.seat)
        stock.run(g, p.seat, (store, g.kind), said)
    else:
        g.then(("next_store", p.seat))


def send_away(g: Brick) -> None:
    """Ends the stocking of a kind, also for those who have come too late."""
    late = [phrase("{who:seat|you}", who=seat) for seat in g.turns]
    if late:
        g.say("No {kind} is left for {names:commas}.", kind=g.kind, names=late)
    for seat in g.turns:
        stock.take_premove(g, seat, first_store(g, g.players[seat]), g.kind)
    g.turns = []


@game.step
def stocker_done(g: Brick) -> None:
    g.turns = g.turns[1:]


@game.step
def next_store(g: Brick, seat: int) -> None:
    """Asks for the next store with room from the left, or lets the player pay."""
    waiting = stores_waiting(g, g.players[seat])
    if waiting and crates_left(g):
        g.then(("stock", seat, waiting[0].card, g.kind))
    else:
        g.then(("check_out", seat))


def first_store(g: Brick, p: Player) -> str:
    """The store that a player who can stock is asked about first."""
    return stores_waiting(g, p)[0].card


def crates_left(g: Brick) -> int:
    """The crates left in the market after those that the stocking player has already chosen."""
    return g.market[g.kind] - sum(g.cart.values())


def prompt_stock(g: Brick, store: str, kind: str) -> str:
    return phrase(
        "{kind} at ${price}, {left} left: how many for the {store}?",
        kind=HEADING[kind],
        price=asking_price(g, g.turns[0]),
        left=crates_left(g),
        store=name(store),
    )


@game.choice(prompt_stock, always=True, they="{who:seat} stocks")
def stock(g: Brick, p: Player, store: str, kind: str) -> Iterator[str]:
    """Any number that has room and can still be paid for in the end, or all with money,
    unless a number does the same.

    The last answer pays with as few Debt Tokens as possible, unless the player wants to say how.
    The move for all names the number of crates, for the money that decides it is hidden.
    """
    price, left = asking_price(g, p.seat), crates_left(g)
    here, *later = stores_waiting(g, p)
    if not g.cart and later:
        filled = everything(g, p)
        if filled and filled != {store: left}:
            yield f"stock all {sum(filled.values())}"
    spaces = [(each.card, room(each, kind)) for each in later]
    for n in range(min(room(here, kind), left), -1 if later else 0, -1):
        if completable(p, kind, price, g.cart | {store: n}, spaces, left - n):
            yield f"stock {n} {store}"
    if payable(p, kind, price, g.cart):
        yield "done"
    if not g.says_payment:
        yield OTHERWISE


@stock.does("stock {count:d} {store}")
def stock_store(g: Brick, p: Player, store: str, kind: str, count: int, card: str) -> None:
    """Notes what a store takes from the market, and asks about the next store."""
    g.cart[card] = count
    g.then(("next_store", p.seat))


@stock.does("stock all {count:d}")
def stock_everything(g: Brick, p: Player, store: str, kind: str, count: int) -> None:
    """Buys up to this many crates: as many as the market has, find room and can be paid with money,
    for the cheapest stores first.
    """
    g.cart = everything(g, p, count)
    if g.says_payment or not g.cart:
        g.then(("check_out", p.seat))
    else:
        pay_for_stock(g, p)


@stock.does("done")
def stock_no_more(g: Brick, p: Player, store: str, kind: str) -> None:
    """Takes nothing more for this store and those after it."""
    g.then(("check_out", p.seat))


@stock.does(OTHERWISE)
def say_payment(g: Brick, p: Player, store: str, kind: str) -> None:
    """Asks in the end with how many Debt Tokens the crates are paid."""
    g.says_payment = True
    g.then(("next_store", p.seat))


@game.step
def check_out(g: Brick, seat: int) -> None:
    """Pays for a purchase, or asks how where the player wants to say so."""
    p = g.players[seat]
    if not any(g.cart.values()):
        g.say("{who:seat buys|You bought} no {kind}.", who=seat, kind=g.kind)
    elif g.says_payment and cost(p, g.kind, asking_price(g, seat), g.cart):
        g.then(("pay_stock", seat))
    else:
        pay_for_stock(g, p)


def prompt_pay(g: Brick) -> str:
    return phrase("Pay for the {kind}: {where:commas}.", kind=g.kind, where=destinations(g.cart))


def destinations(cart: dict[str, int]) -> list[Phrase]:
    """What goes where: "3 for the Bakery"."""
    return [phrase("{n} for the {store}", n=n, store=name(card)) for card, n in cart.items() if n]


@game.choice(prompt_pay, they="{who:seat} pays")
def pay_stock(g: Brick, p: Player) -> Iterator[str]:
    """Tokens may pay for one crate, also where the money is enough (5.9)."""
    yield "pay"
    price = asking_price(g, p.seat)
    least = max(1, fewest_tokens(p, cost(p, g.kind, price, g.cart)))
    for card, each in unit_prices(p, g.kind, price, g.cart).items():
        yield from (f"pay tokens {n} {card}" for n in range(least, most_tokens(each) + 1))


@pay_stock.does("pay [tokens {count:d} {store}]")
def pay_for_stock(g: Brick, p: Player, tokens: int | None = None, card: str = "") -> None:
    """Pays for what is in the cart, with as few Debt Tokens as possible or with so many for a crate
    of one store, and puts it on the top shelves.
    """
    price, kind = cost(p, g.kind, asking_price(g, p.seat), g.cart), g.kind
    bought = {each: n for each, n in g.cart.items() if n}
    for each, n in bought.items():
        store = store_of(p, each)
        store.items[kind][0] += n
        store.stocked[kind] = store.stocked.get(kind, 0) + n
    g.market[kind] -= sum(bought.values())
    g.say(
        "{who:seat buys|You bought} {n} {kind} for ${price}.",
        who=p.seat,
        n=sum(bought.values()),
        kind=kind,
        price=price,
    )
    pay(g, p, price, fewest_tokens(p, price) if tokens is None else tokens)
    for each in bought:
        reward_importer(g, p, store_of(p, each), kind)


def reward_importer(g: Brick, p: Player, store: Store, kind: str) -> None:
    """Gives the points of a store for which enough was bought this month."""
    gain_with(g, p, store.card, points_per_stocked(store.card, kind, store.stocked.get(kind, 0)))


# --- 5.11 After each kind ------------------------------------------------------------------------


def prompt_free(g: Brick, store: str, kind: str) -> str:
    return phrase("{store}: how many free {kind} do you take?", store=name(store), kind=kind)


@game.choice(prompt_free, they="{who:seat} takes free goods")
def take_free(g: Brick, p: Player, store: str, kind: str) -> list[str]:
    """Up to what there is room for, and what the modifier and its source allow."""
    return [f"take {n} {store}" for n in range(most_free(g, p, store, kind), -1, -1)]


def most_free(g: Brick, p: Player, store: str, kind: str) -> int:
    """The most crates that this store may be given."""
    m = next(m for m in CARD[store].modifiers if m.word == "free_stock")
    there = g.market[kind] if m["source"] == "market" else m["max_each"]
    return min(m["max_each"], there, room(store_of(p, store), kind))


@take_free.does("take {count:d} {store}")
def take_for_nothing(g: Brick, p: Player, store: str, kind: str, count: int, card: str) -> None:
    """Takes crates for a store without paying."""
    m = next(m for m in CARD[store].modifiers if m.word == "free_stock")
    store_of(p, card).items[kind][0] += count
    if m["source"] == "market":
        g.market[kind] -= count
    g.say(
        "{who:seat takes|You took} {n} free {kind} for the {store}.",
        who=p.seat,
        n=count,
        kind=kind,
        store=name(card),
    )


def prompt_craft(g: Brick, store: str) -> str:
    return phrase("{store}: something for the market, or points?", store=name(store))


@game.choice(prompt_craft, may_pass="Neither", they="{who:seat} chooses market or points")
def craft(g: Brick, p: Player, store: str) -> list[str]:
    return ["points", "market", f"points {ALWAYS}", f"market {ALWAYS}"]


def crafts(store: str) -> tuple[str, int, int]:
    """What a workshop gives: the kind, the crates for the market, or the points."""
    m = next(m for m in CARD[store].modifiers if m.word == "market_or_points")
    return m.kinds[0], m["items"], m["points"]


@craft.does("market [{always}]")
def craft_for_market(g: Brick, p: Player, store: str, always: str = "") -> None:
    """Adds crates from the general supply to the market, now or in every month."""
    if always:
        craft.set_premove(g, p.seat, "market", store)
    kind, crates, _ = crafts(store)
    g.market[kind] += crates
    g.say(
        "{who:seat adds|You added} {n} {kind} with the {store}.",
        who=p.seat,
        n=crates,
        kind=kind,
        store=name(store),
    )


@craft.does("points [{always}]")
def craft_for_points(g: Brick, p: Player, store: str, always: str = "") -> None:
    """Gains points, now or in every month."""
    if always:
        craft.set_premove(g, p.seat, "points", store)
    gain_with(g, p, store, crafts(store)[2])


@craft.passes
def craft_nothing(g: Brick, p: Player, store: str) -> None:
    g.say("{who:seat does|You did} not use the {store}.", who=p.seat, store=name(store))
