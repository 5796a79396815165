"""Brick & Mortar, chapters 7 to 10 of RULES.md: Inventory, Utilities, Investment, month end."""

from __future__ import annotations

from collections.abc import Iterator

from games.brick_and_mortar.components import DATA, MONTHS, contents, name
from games.brick_and_mortar.effects import acting, split_investment, store_of
from games.brick_and_mortar.money import fewest_tokens, pay, utility_bill
from games.brick_and_mortar.points import gain, in_order, lose
from games.brick_and_mortar.state import Brick, Player, game
from games.kernel import do_nothing, phrase

PRICES: list[int] = DATA["investment"]["prices"]
"""Of no point, one, two and so on, bought at once."""
MOST_POINTS = len(PRICES) - 1
SALE: int = DATA["investment"]["sale"]


# --- 7 Inventory ---------------------------------------------------------------------------------


@game.step
def inventory_phase(g: Brick) -> None:
    """Ages all items (7.1)."""
    g.phase = "inventory"
    g.then(("open_window", "inventory_during"), "age_items")


@game.step
def return_kinds(g: Brick, seat: int, card: str, kinds: tuple[str, ...]) -> None:
    """Asks for each kind of which a crate would fall off the bottom shelf ("Pawn Shop")."""
    store = store_of(g.players[seat], card)
    g.then(*[("return_items", seat, card, kind) for kind in kinds if store.items[kind][-1]])


def prompt_return(g: Brick, card: str, kind: str) -> str:
    return phrase(
        "Return {kind} from the {store} to the market, a point each; the rest expires.",
        kind=kind,
        store=name(card),
    )


@game.choice(prompt_return, they="{who:seat} clears the bottom shelf")
def return_items(g: Brick, p: Player, card: str, kind: str) -> Iterator[str]:
    """Any number of those on the bottom shelf, all of them first."""
    return (f"return {n} {kind}" for n in range(store_of(p, card).items[kind][-1], -1, -1))


@return_items.does("return {count:d} {kind}")
def return_to_market(g: Brick, p: Player, card: str, kind: str, count: int, same_kind: str) -> None:
    """Returns crates that would expire to the market, for the points of the Pawn Shop."""
    store = store_of(p, card)
    store.items[kind][-1] -= count
    g.market[kind] += count
    points = count * acting(p, "inventory_during", "expire_to_market_points")[0][1]["points_each"]
    if count:
        g.say(
            "{who:seat returns|You returned} {n} {kind} to the market.",
            who=p.seat,
            n=count,
            kind=kind,
        )
    gain(g, p, points)


@game.step
def age_items(g: Brick) -> None:
    """Moves every crate down a shelf; those on a bottom shelf are lost."""
    expiring = [(p.seat, expired(p)) for p in g.players]
    lost = [
        phrase("{who:seat|you} {crates}", who=seat, crates=contents(crates))
        for seat, crates in expiring
        if any(crates.values())
    ]
    if lost:
        g.say("Too old: {lost:semicolons}.", lost=lost)


def expired(p: Player) -> dict[str, int]:
    """What falls off a player's bottom shelves as everything moves down."""
    lost: dict[str, int] = {}
    for store in p.stores:
        for kind, shelves in store.items.items():
            lost[kind] = lost.get(kind, 0) + shelves.pop()
            shelves.insert(0, 0)
    return lost


# --- 8 Utilities ---------------------------------------------------------------------------------


@game.step
def utilities_phase(g: Brick) -> None:
    """Has everybody pay the bill, with as few tokens as needed (8.2)."""
    g.phase = "utilities"
    g.reveal()
    bills = {p.seat: utility_bill(p) for p in g.players}
    due = [phrase("{who:seat|you} ${n}", who=seat, n=bill) for seat, bill in bills.items() if bill]
    if due:
        g.say("Utilities: {bills:semicolons}.", bills=due)
    for p in g.players:
        pay(g, p, bills[p.seat], fewest_tokens(p, bills[p.seat]))
    g.then(("open_window", "utilities_after"))


# --- 9 Investment --------------------------------------------------------------------------------


@game.step
def investment_phase(g: Brick) -> None:
    """Asks everybody once, in the order as it is now (9.1)."""
    g.phase = "investment"
    g.then(*[("invest", seat, 0) for seat in g.order])


def prompt_invest(g: Brick, bought: int) -> str:
    return phrase("Buy points once more?") if bought else phrase("Buy or sell points, or pass.")


@game.choice(prompt_invest, always=True, they="{who:seat} buys or sells points")
def invest(g: Brick, p: Player, purchases: int) -> Iterator[str]:
    """The points that can be paid, those that can be sold, and nothing."""
    yield "pass"
    most = purchase_limits(p)[1]
    yield from (f"buy {n}" for n in range(1, most + 1) if PRICES[n] <= p.money)
    if not purchases:
        yield from (f"sell {n}" for n in range(1, p.points + 1))


def purchase_limits(p: Player) -> tuple[int, int]:
    """How often a player may buy, and the most points at a time."""
    banks = acting(p, "investment_during", "split_investment")
    return split_investment(banks[0][1]) if banks else (1, MOST_POINTS)


@invest.does("buy {count:d}")
def buy_points(g: Brick, p: Player, purchases: int, count: int) -> None:
    """Buys points for money, and asks again while more may be bought."""
    p.money -= PRICES[count]
    g.say("{who:seat buys|You bought} {n:point|points}.", who=p.seat, n=count)
    gain(g, p, count)
    if purchases + 1 < purchase_limits(p)[0]:
        g.then(("invest", p.seat, purchases + 1))


@invest.does("sell {count:d}")
def sell_points(g: Brick, p: Player, purchases: int, count: int) -> None:
    p.money += SALE * count
    g.say("{who:seat sells|You sold} {n:point|points}.", who=p.seat, n=count)
    lose(g, p, count)


invest_nothing = invest.does("pass")(do_nothing)


# --- 10 Month end and scoring --------------------------------------------------------------------


def is_last(g: Brick) -> bool:
    """Whether the game ends with this month (10.1, 10.2)."""
    return g.goal_taken or g.month == g.last_month


@game.step
def end_month(g: Brick) -> None:
    """Says how everybody stands, and goes on with the next month, or counts."""
    if not is_last(g):
        points = [phrase("{who:seat|you} ({n})", who=p.seat, n=p.points) for p in in_order(g)]
        g.say("Points after {month}: {points:commas}.", month=MONTHS[g.month - 1], points=points)
    g.then("final_scoring" if is_last(g) else "start_month")
