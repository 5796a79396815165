"""Brick & Mortar, chapters 1 and 2 of RULES.md: setup, the draft, the phases of a month."""

from __future__ import annotations

from typing import Any

from games.brick_and_mortar.components import (
    DATA,
    HAND,
    MARKET,
    MONTHS,
    ROW,
    STARTS,
    STORES,
)
from games.brick_and_mortar.decks import draw_market, draw_store
from games.brick_and_mortar.state import Brick, Options, Player, game
from games.kernel import EVERYBODY, known

FIGURES: dict[str, Any] = DATA["setup"]


@game.setup
def setup(g: Brick, options: Options) -> None:
    """Lays out the game for a number of players."""
    g.first_game = options.first_game
    g.goal = FIGURES["goal"][str(g.seats)]
    g.last_month = FIGURES["last_month"][str(g.seats)]
    g.players = [
        Player(seat, points=FIGURES["points"], money=FIGURES["money"]) for seat in range(g.seats)
    ]
    start = g.below(g.seats)
    g.order = [(start + i) % g.seats for i in range(g.seats)]
    g.say("{who:seat is|You are} first in turn order.", who=start)
    g.starting = [each.id for each in STARTS.values() if each.players <= g.seats]
    g.store_deck, g.market_deck = list(STORES), list(MARKET)
    g.then("start_month")
    deal = give_presets if g.first_game else deal_hands
    deal(g)
    g.row = [draw_store(g) for _ in range(ROW)]
    g.on_deck = draw_store(g)


def give_presets(g: Brick) -> None:
    """Gives the hands meant for a first game, by place in turn order (1.5)."""
    for seat in g.order:
        p, preset = g.players[seat], preset_of(g, seat)
        p.hand, p.cards = list(preset["stores"]), list(preset["cards"])
        g.store_deck = [each for each in g.store_deck if each not in p.hand]
        g.market_deck = [each for each in g.market_deck if each not in p.cards]


def preset_of(g: Brick, seat: int) -> dict[str, Any]:
    """The preset of a seat, before any points changed the order."""
    place = g.order.index(seat) + 1
    return next(each for each in DATA["preset"] if each["position"].get(str(g.seats)) == place)


def deal_hands(g: Brick) -> None:
    """Deals Market Cards and the packs, and plans the draft."""
    for p in g.players:
        p.pack = [draw_store(g) for _ in range(FIGURES["pack"])]
        p.cards = [draw_market(g) for _ in range(HAND)]
    rounds = [[("draft", EVERYBODY), ("pass_packs", n + 1)] for n in range(FIGURES["drafted"])]
    g.then(*[step for each in rounds for step in each])


# --- 2 The draft ---------------------------------------------------------------------------------


@game.choice("Keep one store; the rest of the pack goes on to the next player.")
def draft(g: Brick, p: Player) -> list[str]:
    return [f"pick {store}" for store in p.pack]


@draft.does("pick {store}")
def pick(g: Brick, p: Player, store: str) -> None:
    p.pack.remove(store)
    p.hand.append(store)


@game.step
def pass_packs(g: Brick, picks: int) -> None:
    """Passes the packs on, or puts what is left after the last pick into the discard unseen."""
    packs, last = [p.pack for p in g.players], picks == FIGURES["drafted"]
    for p in g.players:
        if not last:
            note_what_comes_back(g, p)
        g.left_unseen(p, "pack")
        p.pack = []
    for seat, pack in enumerate(packs):
        for store in pack:
            if last:
                g.draft_leftovers.append(store)
                g.sees(seat, g, "draft_leftovers", store)
            else:
                receiver = g.players[(seat + 1) % g.seats]
                receiver.pack.append(store)
                g.sees(seat, receiver, "pack", store)


def note_what_comes_back(g: Brick, p: Player) -> None:
    """With two players a pack comes back: its former owner sees what the other one kept."""
    passer, receiver = (p.seat - 1) % g.seats, (p.seat + 1) % g.seats
    for store in known(g, passer, p, "pack") if passer == receiver else ():
        if store not in p.pack:
            g.sees(passer, p, "hand", store)


# --- The month -----------------------------------------------------------------------------------


@game.step
def start_month(g: Brick) -> None:
    """Opens a month of seven phases."""
    g.month += 1
    g.heading("{month}", month=MONTHS[g.month - 1])
    for p in g.players:
        p.bought, p.acted, p.looked, p.kinds_sold = "", False, "", []
        p.redrawn, p.keeps_cards, p.says_how = 0, False, False
        for store in p.stores:
            store.stocked, store.sold, store.filled = {}, {}, {}
    g.then(
        "building_phase",
        "advertisement_phase",
        "supply_phase",
        "sale_phase",
        "inventory_phase",
        "utilities_phase",
        "investment_phase",
        "end_month",
    )
