"""Brick & Mortar, chapter 3 of RULES.md: opening and closing stores."""

from __future__ import annotations

from collections.abc import Iterator

from games.brick_and_mortar.components import CARD, HIGHEST_AUCTION_BID, ROW, SLOTS, name
from games.brick_and_mortar.decks import draw_store
from games.brick_and_mortar.effects import (
    close,
    points_on_close_discard,
    purchase_discount,
    store_of,
)
from games.brick_and_mortar.money import fewest_tokens, most_tokens, pay
from games.brick_and_mortar.points import gain, in_order
from games.brick_and_mortar.rules.setup import preset_of
from games.brick_and_mortar.state import OTHERWISE, Auction, Brick, Player, Store, game
from games.kernel import do_nothing, phrase


@game.step
def building_phase(g: Brick) -> None:
    """Hands out Starting Stores in January, else runs the store actions (3.1, 3.2)."""
    g.phase, g.sold_publicly = "building", False
    if g.month == 1:
        g.then(*[("starting_store", seat) for seat in g.order], "return_starting_stores")
    else:
        g.then("next_store_action", "update_row")


# --- 3.1 January ---------------------------------------------------------------------------------


@game.choice("Take a Starting Store.", they="{who:seat} takes a starting store")
def starting_store(g: Brick, p: Player) -> list[str]:
    """What is left of them; in a first game the one of the preset."""
    own = [preset_of(g, p.seat)["start"]] if g.first_game else g.starting
    return [f"take {store}" for store in own]


@starting_store.does("take {store}")
def take_start(g: Brick, p: Player, store: str) -> None:
    g.starting.remove(store)
    p.stores.append(new_store(store))
    for kind, crates in CARD[store].capacity.items():
        p.stores[0].items[kind][0] = crates
    g.say("{who:seat takes|You took} {store}.", who=p.seat, store=name(store))


@game.step
def return_starting_stores(g: Brick) -> None:
    """Puts the Starting Stores that nobody took into the box."""
    g.gone += g.starting
    g.starting = []


def new_store(card: str) -> Store:
    """A store as it is opened: empty."""
    return Store(card, {kind: [0] * CARD[card].shelves for kind in CARD[card].capacity})


# --- 3.2, 3.3 The store action -------------------------------------------------------------------


@game.step
def next_store_action(g: Brick) -> None:
    """Asks the first in turn order who has neither bought nor passed."""
    waiting = [p.seat for p in in_order(g) if not p.acted]
    if waiting:
        g.then(("store_action", waiting[0]), "next_store_action")


@game.choice(
    "Buy a store, put a public one up for auction, or pass.",
    always=True,
    may_pass="Buy nothing this month",
    they="{who:seat} buys, auctions or passes",
)
def store_action(g: Brick, p: Player) -> Iterator[str]:
    """The stores in hand at each number of tokens, and the public stores."""
    for store in p.hand:
        yield f"buy {store}"
        price = price_for(p, store, CARD[store].cost)
        for tokens in range(fewest_tokens(p, price) + 1, most_tokens(price) + 1):
            yield f"buy {store} tokens {tokens}"
    for store in g.row:
        yield f"auction {store}"
    if p.stores:
        yield "close"
    if p.hand or g.row:
        yield from wish_to_say_how(g, p)


def wish_to_say_how(g: Brick, p: Player) -> Iterator[str]:
    """The move of players who want to be asked how to pay, unless they already said so."""
    if not p.says_how:
        yield OTHERWISE


def price_for(p: Player, store: str, price: int) -> int:
    """What a player pays for a store at a price or bid, with the discount of that store."""
    return max(0, price - purchase_discount(p, store))


@store_action.does("buy {store} [tokens {count:d}]")
def buy_from_hand(g: Brick, p: Player, store: str, tokens: int | None = None) -> None:
    """Buys a store from the hand, with as few Debt Tokens as possible or with so many."""
    price = price_for(p, store, CARD[store].cost)
    p.hand.remove(store)
    g.left(p, "hand", store)
    g.say(
        "{who:seat buys|You bought} the {store} for ${n}.", who=p.seat, store=name(store), n=price
    )
    pay(g, p, price, fewest_tokens(p, price) if tokens is None else tokens)
    take_store(g, p, store)


def take_store(g: Brick, p: Player, store: str) -> None:
    """Notes a purchase, and has it opened or the buyer asked."""
    p.bought, p.acted = store, True
    g.then(("open_or_ask", p.seat))


@game.step
def open_or_ask(g: Brick, seat: int) -> None:
    """Opens the store that was bought; asks a player who has no free slot or wanted to be asked."""
    p = g.players[seat]
    if p.says_how or len(p.stores) == SLOTS:
        g.then(("manage", seat))
    else:
        g.aside("{who:seat opens|You opened} the {store}.", who=seat, store=name(p.bought))
        fill_slot(p)


@store_action.passes
def pass_action(g: Brick, p: Player) -> None:
    """Ends the store action without a store."""
    p.acted = True
    g.say("{who:seat buys|You bought} no store.", who=p.seat)


@store_action.does("close")
def pass_and_close(g: Brick, p: Player) -> None:
    """Ends the store action without a store, and lets the player close open ones."""
    pass_action(g, p)
    g.then(("manage", p.seat))


@store_action.does(OTHERWISE)
def say_how_then_buy(g: Brick, p: Player) -> None:
    """Has the player asked about a store that is bought, and goes on with the store action."""
    p.says_how = True
    g.then(("store_action", p.seat))


# --- 3.4 to 3.8 Bidding on a public store --------------------------------------------------------


@store_action.does("auction {store}")
def put_up(g: Brick, p: Player, store: str) -> None:
    """Puts a public store up for auction and bids its cost, or asks for the bid if the player
    wanted that.
    """
    cost = CARD[store].cost
    g.auction = Auction(store, p.seat, cost, p.seat, rivals_of(g, p))
    if not g.auction.bidders:
        g.say("{who:seat puts|You put} up the {store}.", who=p.seat, store=name(store))
        g.then("next_bid")
    elif p.says_how:
        g.say("{who:seat puts|You put} up the {store}.", who=p.seat, store=name(store))
        g.then(("opening_bid", p.seat), "next_bid")
    else:
        g.say(
            "{who:seat puts|You put} up the {store} for ${n}.",
            who=p.seat,
            store=name(store),
            n=cost,
        )
        g.then("next_bid")


def rivals_of(g: Brick, p: Player) -> list[int]:
    """The seats after this player in turn order that have neither bought nor passed."""
    return [other.seat for other in in_order(g) if not other.acted and other is not p]


def auction_of(g: Brick) -> Auction:
    assert g.auction is not None
    return g.auction


def prompt_opening(g: Brick) -> str:
    auction = auction_of(g)
    return phrase(
        "Make your first bid for the {store}, ${price} or more.",
        store=name(auction.store),
        price=auction.price,
    )


BIDS = [f"bid {price}" for price in range(HIGHEST_AUCTION_BID + 1)]
"""A bid at every price, from 0."""


@game.choice(prompt_opening, menu="bid {price:d}", they="{who:seat} opens the auction")
def opening_bid(g: Brick, p: Player) -> list[str]:
    return BIDS[auction_of(g).price :]


@opening_bid.does("bid {price:d}")
def open_bidding(g: Brick, p: Player, price: int) -> None:
    auction_of(g).price = price
    g.say("{who:seat bids|You bid} ${n}.", who=p.seat, n=price)


@game.step
def next_bid(g: Brick) -> None:
    """Asks the next bidder, or gives the store to the only one left."""
    auction = auction_of(g)
    if auction.bidders:
        g.then(("raise_bid", auction.bidders[0]), "next_bid")
    else:
        settle_auction(g, auction)


def prompt_raise(g: Brick) -> str:
    auction = auction_of(g)
    return phrase(
        "Bid more than ${price} for the {store}, or drop out.",
        price=auction.price,
        store=name(auction.store),
    )


@game.choice(prompt_raise, menu="bid {price:d}", they="{who:seat} raises or drops")
def raise_bid(g: Brick, p: Player) -> Iterator[str]:
    higher = BIDS[auction_of(g).price + 1 :]
    yield "drop"
    yield from higher
    if higher:
        yield from wish_to_say_how(g, p)


@raise_bid.does("bid {price:d}")
def outbid(g: Brick, p: Player, price: int) -> None:
    auction = auction_of(g)
    auction.bidders = [*auction.bidders[1:], auction.leader]
    auction.leader, auction.price = p.seat, price
    g.say("{who:seat bids|You bid} ${n}.", who=p.seat, n=price)


@raise_bid.does("drop")
def drop_out(g: Brick, p: Player) -> None:
    """Leaves the auction; the store action stays."""
    auction_of(g).bidders.pop(0)
    g.say("{who:seat drops|You dropped} out.", who=p.seat)


@raise_bid.does(OTHERWISE)
def say_how_then_bid(g: Brick, p: Player) -> None:
    """Has the player asked how to pay if they win and what to open, and goes on with the bid."""
    p.says_how = True
    g.then(("raise_bid", p.seat))


@raise_bid.standing_order("up to {limit:d}")
def bid_up_to(g: Brick, p: Player, limit: int) -> str:
    """One dollar more each time, as long as that is within a secret limit."""
    price = auction_of(g).price + 1
    return f"bid {price}" if price <= limit else "drop"


def settle_auction(g: Brick, auction: Auction) -> None:
    """Gives the store to the highest bidder, who must pay, and fills the row."""
    winner = g.players[auction.leader]
    price = price_for(winner, auction.store, auction.price)
    g.auction, g.sold_publicly = None, True
    for each in g.players:
        raise_bid.take_premove(g, each.seat)
    g.say(
        "{who:seat wins|You won} the {store} for ${n}.",
        who=winner.seat,
        store=name(auction.store),
        n=price,
    )
    g.row.remove(auction.store)
    shift_row(g)
    take_store(g, winner, auction.store)
    if price and winner.says_how:
        g.then(("pay_auction", winner.seat, price))
    else:
        pay_winning_bid(g, winner, price)


def shift_row(g: Brick) -> None:
    """Adds the card on deck to the row and turns the next one up."""
    if g.on_deck:
        g.row.append(g.on_deck)
    g.on_deck = draw_store(g)


@game.choice(
    lambda g, price: phrase("Pay ${price} for the store you won.", price=price),
    always=True,
    they="{who:seat} pays for the store",
)
def pay_auction(g: Brick, p: Player, price: int) -> Iterator[str]:
    """Every number of tokens, from what the money does not cover up to the whole price."""
    yield "pay"
    for tokens in range(fewest_tokens(p, price) + 1, most_tokens(price) + 1):
        yield f"pay tokens {tokens}"


@pay_auction.does("pay [tokens {count:d}]")
def pay_winning_bid(g: Brick, p: Player, price: int, tokens: int | None = None) -> None:
    """Pays with as few Debt Tokens as possible, or with so many."""
    pay(g, p, price, fewest_tokens(p, price) if tokens is None else tokens)


# --- 3.9 to 3.11 Managing the building -----------------------------------------------------------


def prompt_manage(g: Brick) -> str:
    seat: int = g.agenda[-1][1]
    bought = g.players[seat].bought
    if not bought:
        return phrase("Close stores if you want to.")
    return phrase("Open the {store}, or close stores.", store=name(bought))


@game.choice(prompt_manage, they="{who:seat} closes and opens stores")
def manage(g: Brick, p: Player) -> Iterator[str]:
    """Each open store to close, and what ends it."""
    if p.bought and len(p.stores) < SLOTS:
        yield "open"
    yield "scrap" if p.bought else "done"
    for store in p.stores:
        yield f"close {store.card}"


@manage.does("close {store}")
def close_store(g: Brick, p: Player, store: str) -> None:
    """Closes a store for good, with all the crates in it."""
    closed = store_of(p, store)
    points = points_on_close_discard(closed)
    g.say("{who:seat closes|You closed} the {store}.", who=p.seat, store=name(store))
    close(g, p, closed)
    if points:
        g.say("{who:seat gains|You gained} {n:point|points} for its crates.", who=p.seat, n=points)
        gain(g, p, points)
    g.then(("manage", p.seat))


@manage.does("open")
def open_store(g: Brick, p: Player) -> None:
    """Opens the store that was bought, in the first free slot."""
    g.say("{who:seat opens|You opened} the {store}.", who=p.seat, store=name(p.bought))
    fill_slot(p)


def fill_slot(p: Player) -> None:
    """Puts the store that was bought into the first free slot."""
    p.stores.append(new_store(p.bought))
    p.bought = ""


@manage.does("scrap")
def scrap(g: Brick, p: Player) -> None:
    """Takes the store that was bought out of the game."""
    g.say("{who:seat does|You did} not open the {store}.", who=p.seat, store=name(p.bought))
    g.gone.append(p.bought)
    p.bought = ""


close_no_more = manage.does("done")(do_nothing)


# --- 3.12 New public stores ----------------------------------------------------------------------


@game.step
def update_row(g: Brick) -> None:
    """Discards the oldest public store, or the whole row if none was bought this month."""
    discarded = g.row[:1] if g.sold_publicly else list(g.row)
    g.row = g.row[len(discarded) :]
    g.store_discards += discarded
    while len(g.row) < ROW and g.on_deck:
        shift_row(g)
        g.aside("The {store} is public.", store=name(g.row[-1]))
