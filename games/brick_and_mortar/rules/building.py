"""Brick & Mortar, chapter 3 of RULES.md: opening and closing stores."""

from __future__ import annotations

from collections.abc import Iterator

from games.brick_and_mortar.cards import CARD, HIGHEST_AUCTION_BID, ROW, SLOTS, contents, name
from games.brick_and_mortar.decks import draw_store
from games.brick_and_mortar.effects import (
    close,
    points_on_close_discard,
    purchase_discount,
    store_of,
)
from games.brick_and_mortar.money import bill_for, fewest_tokens, most_tokens, pay, payment
from games.brick_and_mortar.points import gain, in_order
from games.brick_and_mortar.rules.setup import preset_of
from games.brick_and_mortar.state import Auction, Brick, Player, Store, game
from games.kernel import phrase

KEPT = 5
"""Money a player who is absent keeps for stock when buying a store."""
SMALL_RAISE = 3
FEW_TOKENS = 1
"""What computer players need not think beyond: jumps in an auction, and debt."""


@game.step
def building_phase(g: Brick) -> None:
    """Hands out Starting Stores in January, else runs the store actions ("Building Phase")."""
    g.phase, g.sold_publicly = "building", False
    if g.month == 1:
        g.then(*[("starting_store", seat) for seat in g.order], "return_starting_stores")
    else:
        g.then("next_store_action", "update_row")


# --- January -------------------------------------------------------------------------------------


@game.choice("Take a Starting Store.")
def starting_store(g: Brick, p: Player) -> list[str]:
    """What is left of them; in a first game the one of the preset."""
    own = [preset_of(g, p.seat)["start"]] if g.first_game else g.starting
    return [f"take {store}" for store in own]


def label_start(g: Brick, p: Player, store: str) -> str:
    """The store and its stock."""
    return phrase("{store}: {crates}", store=name(store), crates=contents(CARD[store].capacity))


@starting_store.does("take {store}", label=label_start)
def take_start(g: Brick, p: Player, store: str) -> None:
    """Takes a Starting Store, with its crates."""
    g.starting.remove(store)
    p.stores.append(new_store(store))
    for kind, crates in CARD[store].capacity.items():
        p.stores[0].items[kind][0] = crates
    g.say("{who:seat} takes {store}.", who=p.seat, store=name(store))


@starting_store.default
def take_most_valuable(g: Brick, p: Player) -> str:
    """The one with most crates."""
    options = starting_store.options(g, p)
    return max(options, key=lambda move: sum(CARD[move.split()[1]].capacity.values()))


@game.step
def return_starting_stores(g: Brick) -> None:
    """Puts the Starting Stores that nobody took into the box."""
    g.gone += g.starting
    g.starting = []


def new_store(card: str) -> Store:
    """A store as it is opened: empty."""
    return Store(card, {kind: [0] * CARD[card].shelves for kind in CARD[card].capacity})


# --- Store action --------------------------------------------------------------------------------


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


def price_for(p: Player, store: str, price: int) -> int:
    """What a player pays for a store at a price or bid, with the discount of that store."""
    return max(0, price - purchase_discount(p, store))


def label_buy(g: Brick, p: Player, store: str) -> str:
    """The store, its price and the tokens that are needed."""
    price = price_for(p, store, CARD[store].cost)
    return label_buy_with_tokens(g, p, store, fewest_tokens(p, price))


def outlook_buy(g: Brick, p: Player, store: str) -> str:
    """What it leaves and what it costs each month."""
    price = price_for(p, store, CARD[store].cost)
    return outlook_purchase(p, store, price, fewest_tokens(p, price))


def outlook_purchase(p: Player, store: str, price: int, tokens: int) -> str:
    """The money after a purchase, and the utilities of the store."""
    left = p.money + 2 * tokens - price
    bill = CARD[store].utilities
    return phrase("Leaves ${left}; utilities ${bill} and the slot", left=left, bill=bill)


def dear(g: Brick, p: Player, store: str) -> bool:
    """Whether a store cannot be paid but with several tokens."""
    return fewest_tokens(p, price_for(p, store, CARD[store].cost)) > FEW_TOKENS


@store_action.does("buy {store}", label=label_buy, rarely_useful=dear, outlook=outlook_buy)
def buy_from_hand(g: Brick, p: Player, store: str) -> None:
    """Buys a store from the hand, with as few Debt Tokens as possible."""
    price = price_for(p, store, CARD[store].cost)
    buy_with_tokens(g, p, store, fewest_tokens(p, price))


def label_buy_with_tokens(g: Brick, p: Player, store: str, tokens: int) -> str:
    """The store, its price and the tokens that are wanted."""
    paid = payment(price_for(p, store, CARD[store].cost), tokens)
    return phrase("Buy the {store} for {paid}", store=name(store), paid=paid)


@store_action.does(
    "buy {store} tokens {count:d}",
    label=label_buy_with_tokens,
    rarely_useful=True,
    outlook=lambda g, p, store, tokens: outlook_purchase(
        p, store, price_for(p, store, CARD[store].cost), tokens
    ),
)
def buy_with_tokens(g: Brick, p: Player, store: str, tokens: int) -> None:
    """Buys a store from the hand, with so many Debt Tokens."""
    price = price_for(p, store, CARD[store].cost)
    p.hand.remove(store)
    g.left(p, "hand", store)
    g.say("{who:seat} buys the {store} for ${n}.", who=p.seat, store=name(store), n=price)
    pay(g, p, price, tokens)
    take_store(g, p, store)


def take_store(g: Brick, p: Player, store: str) -> None:
    """Notes a purchase and lets the buyer manage the building."""
    p.bought, p.acted = store, True
    g.then(("manage", p.seat))


@store_action.passes
def pass_action(g: Brick, p: Player) -> None:
    """Ends the store action without a store."""
    p.acted = True
    g.say("{who:seat} buys no store.", who=p.seat)
    g.then(("manage", p.seat))


@store_action.default
def buy_dearest(g: Brick, p: Player) -> str:
    """The dearest store in hand for which a slot and the money are there."""
    if len(p.stores) == SLOTS:
        return "pass"
    price = {store: price_for(p, store, CARD[store].cost) for store in p.hand}
    payable = [store for store in p.hand if price[store] <= p.money - KEPT]
    return f"buy {max(payable, key=price.__getitem__)}" if payable else "pass"


@store_action.premove("store action")
def act_premoves(g: Brick, p: Player) -> Iterator[tuple[tuple[()], list[str]]]:
    """Buying from hand or passing, while others are at it."""
    if may_act_later(g, p):
        yield (), [move for move in store_action.options(g, p) if not move.startswith("auction")]


def may_act_later(g: Brick, p: Player) -> bool:
    """Whether a player still has the store action of this month."""
    return g.phase == "building" and g.month > 1 and not p.acted


@store_action.refuses
def cannot_act(g: Brick, p: Player, words: list[str]) -> str | None:
    """The rule in the way of a purchase."""
    match words:
        case ["auction", store] if store == g.on_deck:
            return phrase("The {store} is on deck and cannot be auctioned yet.", store=name(store))
        case ["auction", store] if store in CARD:
            return phrase("The {store} is not among the public stores.", store=name(store))
        case ["buy", store] if store in g.row:
            return phrase("The {store} is public: put it up for auction.", store=name(store))
        case ["buy", store] if store in CARD:
            return phrase("The {store} is not in your hand.", store=name(store))
        case ["buy", store, "tokens", _] if store in p.hand:
            price = price_for(p, store, CARD[store].cost)
            return phrase(
                "At ${price} you may take up to {n:Debt Token|Debt Tokens}.",
                price=price,
                n=most_tokens(price),
            )
        case _:
            return None


# --- Bidding on a public store -------------------------------------------------------------------


def label_auction(g: Brick, p: Player, store: str) -> str:
    """The store and the least it may go for."""
    return phrase("Auction the {store}, from ${cost}", store=name(store), cost=CARD[store].cost)


def outlook_auction(g: Brick, p: Player, store: str) -> str:
    """Who may bid."""
    rivals = len(rivals_of(g, p))
    if not rivals:
        price = price_for(p, store, CARD[store].cost)
        return phrase("Nobody else can bid: yours for ${price}", price=price)
    return phrase("{n:other|others} may bid; you must buy if nobody does", n=rivals)


@store_action.does(
    "auction {store}", label=label_auction, rarely_useful=dear, outlook=outlook_auction
)
def put_up(g: Brick, p: Player, store: str) -> None:
    """Puts a public store up for auction, and asks for the first bid."""
    g.auction = Auction(store, p.seat, CARD[store].cost, p.seat, rivals_of(g, p))
    g.say("{who:seat} puts up the {store}.", who=p.seat, store=name(store))
    first = [("opening_bid", p.seat)] if g.auction.bidders else []
    g.then(*first, "next_bid")


def rivals_of(g: Brick, p: Player) -> list[int]:
    """Who has neither bought nor passed, after this player in turn order."""
    return [other.seat for other in in_order(g) if not other.acted and other is not p]


def auction_of(g: Brick) -> Auction:
    """The auction that is going on."""
    assert g.auction is not None
    return g.auction


def prompt_opening(g: Brick) -> str:
    """The store to open for."""
    auction = auction_of(g)
    return phrase(
        "Make your first bid for the {store}, ${price} or more.",
        store=name(auction.store),
        price=auction.price,
    )


@game.choice(prompt_opening, dials="bid {price:d}")
def opening_bid(g: Brick, p: Player) -> list[str]:
    """The cost of the store or more."""
    return [f"bid {n}" for n in range(auction_of(g).price, HIGHEST_AUCTION_BID + 1)]


def outlook_bid(g: Brick, p: Player, price: int) -> str:
    """What would be paid, and with what."""
    store = auction_of(g).store
    due = price_for(p, store, price)
    tokens = fewest_tokens(p, due)
    left = p.money + 2 * tokens - due
    return phrase("You would pay {paid}, leaving ${left}", paid=payment(due, tokens), left=left)


def rash(g: Brick, p: Player, price: int) -> bool:
    """Whether a bid jumps far up or is more than there is."""
    auction = auction_of(g)
    due = price_for(p, auction.store, price)
    return price > auction.price + SMALL_RAISE or (
        price > auction.price and fewest_tokens(p, due) > FEW_TOKENS
    )


@opening_bid.does("bid {price:d}", label="Bid ${price}", rarely_useful=rash, outlook=outlook_bid)
def open_bidding(g: Brick, p: Player, price: int) -> None:
    """Makes the first bid for the public store."""
    auction_of(g).price = price
    g.say("{who:seat} bids ${n}.", who=p.seat, n=price)


@opening_bid.default
def open_low(g: Brick, p: Player) -> str:
    """The cost of the store."""
    return f"bid {auction_of(g).price}"


@opening_bid.refuses
def cannot_open(g: Brick, p: Player, words: list[str]) -> str | None:
    """The least and the most that may be bid."""
    least = auction_of(g).price
    return phrase("Bid from ${least} to ${most}.", least=least, most=HIGHEST_AUCTION_BID)


@game.step
def next_bid(g: Brick) -> None:
    """Asks the next bidder, or gives the store to the only one left."""
    auction = auction_of(g)
    if auction.bidders:
        g.then(("raise_bid", auction.bidders[0]), "next_bid")
    else:
        settle_auction(g, auction)


def prompt_raise(g: Brick) -> str:
    """The store and the bid to beat."""
    auction = auction_of(g)
    return phrase(
        "Bid more than ${price} for the {store}, or drop out.",
        price=auction.price,
        store=name(auction.store),
    )


@game.choice(prompt_raise, dials="bid {price:d}")
def raise_bid(g: Brick, p: Player) -> Iterator[str]:
    """Any higher bid, or none."""
    yield "drop"
    yield from (f"bid {n}" for n in range(auction_of(g).price + 1, HIGHEST_AUCTION_BID + 1))


@raise_bid.does("bid {price:d}", label="Bid ${price}", rarely_useful=rash, outlook=outlook_bid)
def outbid(g: Brick, p: Player, price: int) -> None:
    """Leads the auction with this bid."""
    auction = auction_of(g)
    auction.bidders = [*auction.bidders[1:], auction.leader]
    auction.leader, auction.price = p.seat, price
    g.say("{who:seat} bids ${n}.", who=p.seat, n=price)


@raise_bid.does("drop", label="Drop out")
def drop_out(g: Brick, p: Player) -> None:
    """Leaves the auction; the store action stays."""
    auction_of(g).bidders.pop(0)
    g.say("{who:seat} drops out.", who=p.seat)


@raise_bid.default
def never_raise(g: Brick, p: Player) -> str:
    """Leaves the store to others."""
    return "drop"


@raise_bid.premove("auction")
def drop_premoves(g: Brick, p: Player) -> Iterator[tuple[tuple[()], list[str]]]:
    """Dropping out, whatever is bid until then."""
    if g.auction and p.seat in g.auction.bidders:
        yield (), ["drop"]


@raise_bid.refuses
def cannot_raise(g: Brick, p: Player, words: list[str]) -> str | None:
    """The bid to beat."""
    return phrase(
        "Bid more than ${price}, ${most} at most, or drop out.",
        price=auction_of(g).price,
        most=HIGHEST_AUCTION_BID,
    )


def settle_auction(g: Brick, auction: Auction) -> None:
    """Gives the store to the highest bidder, who must pay, and fills the row."""
    winner = g.players[auction.leader]
    price = price_for(winner, auction.store, auction.price)
    g.auction, g.sold_publicly = None, True
    g.say(
        "{who:seat} wins the {store} for ${n}.",
        who=winner.seat,
        store=name(auction.store),
        n=price,
    )
    g.row.remove(auction.store)
    shift_row(g)
    take_store(g, winner, auction.store)
    if price:
        g.then(("pay_auction", winner.seat, price))


def shift_row(g: Brick) -> None:
    """Adds the card on deck to the row and turns the next one up."""
    if g.on_deck:
        g.row.append(g.on_deck)
    g.on_deck = draw_store(g)


@game.choice(
    lambda g, price: phrase("Pay ${price} for the store you won.", price=price), always=True
)
def pay_auction(g: Brick, p: Player, price: int) -> Iterator[str]:
    """Every number of tokens, from what the money does not cover up to the whole price."""
    yield "pay"
    for tokens in range(fewest_tokens(p, price) + 1, most_tokens(price) + 1):
        yield f"pay tokens {tokens}"


def label_payment(g: Brick, p: Player, price: int, tokens: int | None = None) -> str:
    """The price and the tokens it takes, or those that are wanted."""
    tokens = fewest_tokens(p, price) if tokens is None else tokens
    return phrase("Pay {paid}", paid=payment(price, tokens))


def outlook_payment(g: Brick, p: Player, price: int, tokens: int | None = None) -> str:
    """The money it leaves."""
    tokens = fewest_tokens(p, price) if tokens is None else tokens
    return phrase("Leaves ${left}", left=p.money + 2 * tokens - price)


@pay_auction.does("pay", label=label_payment, outlook=outlook_payment)
def pay_in_money(g: Brick, p: Player, price: int) -> None:
    """Pays with as few Debt Tokens as possible."""
    pay(g, p, price, fewest_tokens(p, price))


@pay_auction.does(
    "pay tokens {count:d}", label=label_payment, rarely_useful=True, outlook=outlook_payment
)
def pay_in_tokens(g: Brick, p: Player, price: int, tokens: int) -> None:
    """Pays with so many Debt Tokens."""
    pay(g, p, price, tokens)


@pay_auction.default
def pay_plainly(g: Brick, p: Player, price: int) -> str:
    """As few tokens as possible."""
    return "pay"


@pay_auction.refuses
def cannot_pay(g: Brick, p: Player, price: int, words: list[str]) -> str | None:
    """The fewest and the most tokens."""
    return phrase(
        "For ${price} you take {fewest} to {most:Debt Token|Debt Tokens}.",
        price=price,
        fewest=fewest_tokens(p, price),
        most=most_tokens(price),
    )


# --- Managing the building -----------------------------------------------------------------------


def prompt_manage(g: Brick) -> str:
    """What may be done."""
    seat: int = g.agenda[-1][1]
    bought = g.players[seat].bought
    if not bought:
        return phrase("Close stores, or be done.")
    return phrase("Open the {store}, or close stores.", store=name(bought))


@game.choice(prompt_manage)
def manage(g: Brick, p: Player) -> Iterator[str]:
    """Each open store to close, and what ends it."""
    if p.bought and len(p.stores) < SLOTS:
        yield "open"
    yield "scrap" if p.bought else "done"
    for store in p.stores:
        yield f"close {store.card}"


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


def brings_nothing(g: Brick, p: Player, store: str) -> bool:
    """Whether closing a store gives no points."""
    return not points_on_close_discard(store_of(p, store))


def outlook_close(g: Brick, p: Player, store: str) -> str:
    """The next bill for utilities."""
    return outlook_bill([each.card for each in p.stores if each.card != store])


def outlook_open(g: Brick, p: Player) -> str:
    """The next bill for utilities."""
    return outlook_bill([*[each.card for each in p.stores], p.bought])


def outlook_bill(stores: list[str]) -> str:
    """The bill for utilities with these stores."""
    return phrase("Utilities are then ${bill}", bill=bill_for(stores))


@manage.does(
    "close {store}", label=label_close, rarely_useful=brings_nothing, outlook=outlook_close
)
def close_store(g: Brick, p: Player, store: str) -> None:
    """Closes a store for good, with all the crates in it."""
    closed = store_of(p, store)
    points = points_on_close_discard(closed)
    g.say("{who:seat} closes the {store}.", who=p.seat, store=name(store))
    close(g, p, closed)
    if points:
        g.say("{who:seat} gains {n:point|points} for its crates.", who=p.seat, n=points)
        gain(g, p, points)
    g.then(("manage", p.seat))


def label_open(g: Brick, p: Player) -> str:
    """The store and its slot."""
    if not p.bought:
        return phrase("Open the store you buy")
    slot = len(p.stores) + 1
    return phrase("Open the {store} in slot {slot}", store=name(p.bought), slot=slot)


@manage.does("open", label=label_open, outlook=outlook_open)
def open_store(g: Brick, p: Player) -> None:
    """Opens the store that was bought, in the first free slot."""
    g.say("{who:seat} opens the {store}.", who=p.seat, store=name(p.bought))
    p.stores.append(new_store(p.bought))
    p.bought = ""


@manage.does(
    "scrap",
    label=lambda g, p: phrase("Never open the {store}", store=name(p.bought)),
    rarely_useful=True,
)
def scrap(g: Brick, p: Player) -> None:
    """Takes the store that was bought out of the game."""
    g.say("{who:seat} does not open the {store}.", who=p.seat, store=name(p.bought))
    g.gone.append(p.bought)
    p.bought = ""


@manage.does("done", label="Close nothing more")
def keep_building(g: Brick, p: Player) -> None:
    """Leaves the stores as they are."""


@manage.default
def open_or_keep(g: Brick, p: Player) -> str:
    """Opens what was bought where there is room, and closes nothing."""
    return next(iter(manage.options(g, p)))


@manage.premove("building")
def manage_premoves(g: Brick, p: Player) -> Iterator[tuple[tuple[()], list[str]]]:
    """Opening what will be bought, or leaving things as they are."""
    if may_act_later(g, p):
        yield (), ["open", "done"]


@manage.refuses
def cannot_manage(g: Brick, p: Player, words: list[str]) -> str | None:
    """Why a store cannot be opened or closed."""
    match words:
        case ["open"] if p.bought:
            return phrase("All four slots are taken: close a store first.")
        case ["open" | "scrap"]:
            return phrase("You have bought no store this month.")
        case ["done"]:
            return phrase("Open the {store} or scrap it.", store=name(p.bought))
        case ["close", store] if store in CARD:
            return phrase("The {store} is not one of your open stores.", store=name(store))
        case _:
            return None


# --- Updating the public stores ------------------------------------------------------------------


@game.step
def update_row(g: Brick) -> None:
    """Discards the oldest public store, or the whole row if none was bought this month."""
    discarded = g.row[:1] if g.sold_publicly else list(g.row)
    g.row = g.row[len(discarded) :]
    g.store_discards += discarded
    while len(g.row) < ROW and g.on_deck:
        shift_row(g)
        g.say("The {store} is public.", store=name(g.row[-1]))
