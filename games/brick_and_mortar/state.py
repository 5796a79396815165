"""Brick & Mortar: options and what a running game consists of; no rules."""

from __future__ import annotations

from dataclasses import dataclass, field

from pydantic import BaseModel

from games.brick_and_mortar.components import DATA, KINDS
from games.kernel import Game, State, hidden, option

PHASES = (
    "building",
    "advertisement",
    "supply",
    "sale",
    "inventory",
    "utilities",
    "investment",
)
ALWAYS = "always"
"""Ends a move that a player makes now and whenever it is open."""
OTHERWISE = "pay otherwise"
"""The move of a player who wants to be asked how to pay instead of using the default."""
FUZZ_DOLLARS = 6
"""A guess of somebody's money is off by at most this."""


class Options(BaseModel):
    first_game: bool = option(
        "First game",
        False,
        {
            False: "Everybody drafts their stores before the first month.",
            True: "No draft: everybody gets preset stores and cards, and starts at once.",
        },
    )


def none_of_each() -> dict[str, int]:
    return dict.fromkeys(KINDS, 0)


@dataclass(slots=True)
class Store:
    """An open store: its card and the crates in it."""

    card: str
    """Its id; every card exists once, so it names the store too."""
    items: dict[str, list[int]] = field(default_factory=dict[str, list[int]])
    """Per kind it holds, the crates on each shelf, the top shelf first."""
    stocked: dict[str, int] = field(default_factory=dict[str, int])
    """Crates bought into it this month, by kind."""
    sold: dict[str, int] = field(default_factory=dict[str, int])
    """Crates sold from it this month, by kind; surplus is not sold."""
    filled: dict[str, int] = field(default_factory=dict[str, int])
    """Its own demand boxes that are full, by kind; only Fulfillment Centers have any."""


@dataclass(slots=True)
class Player:
    """A player, the building in front of the screen and what is behind it."""

    seat: int
    points: int = 0
    debt: int = 0
    """Debt Tokens taken: a point less for each at the end."""
    money: int = hidden(fuzz=FUZZ_DOLLARS)
    stores: list[Store] = field(default_factory=list[Store])
    """The open stores from the first slot on, without gaps."""
    hand: list[str] = hidden("store")
    """Store Cards that can be bought."""
    pack: list[str] = hidden("store")
    """Store Cards to pick one of; empty after the draft."""
    cards: list[str] = hidden("market")
    """Market Cards in hand."""
    bought: str = ""
    """The store bought this month that is neither opened nor scrapped yet; "" for none."""
    acted: bool = False
    """Has bought a store or passed in this month's Building."""
    says_how: bool = False
    """Is asked this month, once a store is bought, how to pay for it and what to open or close."""
    redrawn: int = 0
    """Market Cards exchanged this month with the bonus of the third slot."""
    keeps_cards: bool = False
    """Exchanges no Market Cards this month."""
    looked: str = ""
    """The pile looked at with the Advertisement Agency this month: supply, demand or ""."""
    kinds_sold: list[str] = field(default_factory=list[str])
    """The kinds of which something was sold this month, in the order of the phase."""


@dataclass(slots=True)
class Auction:
    """A public store that is bid for."""

    store: str
    starter: int
    """Who put it up, and takes another action if somebody else wins it."""
    price: int = 0
    """The highest bid so far; 0 before the opening bid."""
    leader: int = 0
    """Who made it."""
    bidders: list[int] = field(default_factory=list[int])
    """Who may still raise, in the order they are asked; the leader is not among them."""


@dataclass(slots=True)
class Bid:
    """A dial that was turned over."""

    seat: int
    price: int
    count: int = 0
    """The crates to be sold; 0 in Supply, where only the price counts."""


@dataclass(slots=True)
class Deal:
    """Crates of the kind being sold that went from one shelf into boxes, or became surplus."""

    seat: int
    store: str
    shelf: int
    """1 is the top shelf."""
    box: str
    """`demand`, the id of an own Fulfillment Center, `jewelry` for a box of another kind, or
    `surplus`."""
    count: int
    each: int = 0
    """Money for one of them; price changes that depend on other sellers come later."""


@dataclass(slots=True)
class Brick(State):
    players: list[Player] = field(default_factory=list[Player])
    first_game: bool = False
    goal: int = 0
    """Points at which the investment marker lies."""
    last_month: int = 0
    """The month with the final-month marker; 1 is January."""
    goal_taken: bool = False
    """Somebody has reached the investment marker: this month is the last."""
    month: int = 0
    phase: str = ""
    """One of the seven phases, or "" during the draft and at the end."""
    kind: str = ""
    """What is being stocked or sold; "" outside of that."""
    order: list[int] = field(default_factory=list[int])
    """The seats in turn order."""

    starting: list[str] = field(default_factory=list[str])
    """Starting Stores that can still be taken."""
    row: list[str] = field(default_factory=list[str])
    """The public stores, the oldest first."""
    on_deck: str = ""
    """The Store Card face up on the deck; "" where none is left."""
    store_deck: list[str] = hidden("store")
    draft_leftovers: list[str] = hidden("store")
    """Face down in the discard of the Store Cards."""
    store_discards: list[str] = field(default_factory=list[str])
    """Public stores that were discarded; they return when the deck is used up."""
    gone: list[str] = field(default_factory=list[str])
    """Stores closed or never opened, and Starting Stores nobody took: out of the game."""
    auction: Auction | None = None
    sold_publicly: bool = False
    """A public store was bought this month."""

    market_deck: list[str] = hidden("market")
    market_discards: list[str] = field(default_factory=list[str])
    """Used Supply and Demand Cards, face up."""
    put_away: list[str] = hidden("market")
    """Market Cards discarded face down."""
    supply: list[str] = field(default_factory=list[str])
    """Supply Cards played this month, sorted: nobody sees whose they were."""
    demand: list[str] = hidden("market")
    """Demand Cards played this month, face down until Sale."""
    shown_demand: list[str] = field(default_factory=list[str])
    """The Demand Cards once they are turned over, sorted; empty after Sale."""

    market: dict[str, int] = field(default_factory=none_of_each)
    """Crates that can be bought, by kind."""
    boxes: dict[str, int] = field(default_factory=none_of_each)
    """Boxes of the Demand Cards that are still empty, by kind."""
    all_boxes: dict[str, int] = field(default_factory=none_of_each)
    """All boxes of the Demand Cards, by kind."""

    competition: bool = False
    """The kind at hand is bid for."""
    bids: list[Bid] = field(default_factory=list[Bid])
    """The bids for the kind at hand in the order they are carried out; empty before the reveal."""
    turns: list[int] = field(default_factory=list[int])
    """The seats that still stock or sell this kind, in order, the current one first; empty when all
    have.
    """
    cart: dict[str, int] = field(default_factory=dict[str, int])
    """What the player at it has chosen to buy, by own store, and not yet paid."""
    says_payment: bool = False
    """That player wants to say how it is paid."""
    to_place: int = 0
    """Crates the player at it still has to sell; -1 without competition, where they may stop."""
    deals: list[Deal] = field(default_factory=list[Deal])
    """What was sold or became surplus in the sale of this kind."""
    surplus: dict[int, int] = field(default_factory=dict[int, int])
    """Surplus crates of this kind that a Resale Shop may still buy, by the seat that has them."""


game = Game(
    DATA["title"],
    Brick,
    seats=range(2, 5),
    minutes=DATA["minutes"],
    weight=DATA["weight"],
    about=DATA["about"],
    options=Options,
)
