"""Brick & Mortar: what endangers a player, and what comes next."""

from __future__ import annotations

from games.brick_and_mortar.components import ACTING, CARD, KINDS, SLOTS, contents, name, total
from games.brick_and_mortar.money import tokens_for, utility_bill
from games.brick_and_mortar.points import EMPTY_SLOT_POINTS
from games.brick_and_mortar.rules.month_end import PRICES, is_last
from games.brick_and_mortar.state import Brick, Player, game
from games.brick_and_mortar.trade import held, rooms
from games.kernel import Phrase, known, phrase

BEFORE_BILLS = ("building", "advertisement", "supply", "sale")


@game.alarm
def debt(g: Brick, p: Player) -> str | None:
    """The money does not reach for the bill of this month."""
    bill = utility_bill(p)
    if g.phase not in BEFORE_BILLS or p.money >= bill:
        return None
    return phrase(
        "The bill is ${bill}, you have ${money}: without sales you take"
        " {n:Debt Token|Debt Tokens}, each a point less in the end.",
        bill=bill,
        money=p.money,
        n=tokens_for(bill - p.money),
    )


@game.alarm
def expired(g: Brick, p: Player) -> str | None:
    """Crates on the last shelf, which nobody has bought yet."""
    to_come = KINDS[KINDS.index(g.kind) :] if g.phase == "sale" and g.kind else KINDS
    crates = {kind: n for kind, n in on_last_shelves(p).items() if kind in to_come}
    if g.phase not in ("advertisement", "sale") or not any(crates.values()):
        return None
    return phrase(
        "On the last shelf, lost if not sold this month: {crates}.", crates=contents(crates)
    )


def on_last_shelves(p: Player) -> dict[str, int]:
    """What a player loses in the next Inventory, by kind."""
    return {
        kind: sum(store.items[kind][-1] for store in p.stores if kind in store.items)
        for kind in KINDS
    }


@game.alarm
def closing(g: Brick, p: Player) -> str | None:
    """A store will close by itself."""
    for store in p.stores:
        for m in ACTING["sale_after_type"].get(store.card, ()):
            kind = m.kinds[0] if m.kinds else ""
            if m.word == "close_if_sold" and g.phase in BEFORE_BILLS and held(store, kind):
                return phrase(
                    "The {store} closes once it has sold {kind}.", store=name(store.card), kind=kind
                )
        for m in ACTING["utilities_after"].get(store.card, ()):
            if m.word == "close_if_empty" and not any(held(store, kind) for kind in m.kinds):
                return phrase(
                    "The {store} closes after this month's bill if it holds no {kind}.",
                    store=name(store.card),
                    kind=m.kinds[0],
                )
    return None


@game.alarm
def unopened(g: Brick, p: Player) -> str | None:
    """A store was bought that has no slot yet."""
    if not p.bought or len(p.stores) < SLOTS:
        return None
    return phrase(
        "All slots are taken: close a store, or the {store} is lost.", store=name(p.bought)
    )


@game.alarm
def no_store(g: Brick, p: Player) -> str | None:
    """Nothing can be stocked or sold."""
    has_begun = g.month > 1 or g.phase not in ("", "building")
    is_over = is_last(g) and g.phase == "investment"
    if p.stores or p.bought or is_over or not has_begun:
        return None
    return phrase("You have no store: you sell nothing until you buy one.")


@game.alarm
def empty_slots(g: Brick, p: Player) -> str | None:
    """The last store action for slots that cost points at the end."""
    lost = sum(EMPTY_SLOT_POINTS[len(p.stores) :])
    if g.phase != "building" or not is_last(g) or not lost or p.acted:
        return None
    return phrase(
        "Your last chance to open a store: empty slots cost you {n:point|points}.", n=lost
    )


@game.alarm
def unspent(g: Brick, p: Player) -> str | None:
    """Money counts nothing once the game ends."""
    if g.phase != "investment" or not is_last(g) or p.money < PRICES[1]:
        return None
    return phrase("The game ends now, and money left over counts nothing: buy points with it.")


# --- What comes next -----------------------------------------------------------------------------


@game.forecast
def what_comes_next(g: Brick, p: Player) -> str | None:
    """The next phase that asks something, and what the player has for it."""
    stock, bill = sum(sum(held(s, kind) for kind in KINDS) for s in p.stores), utility_bill(p)
    due = phrase("bill ${bill}, cash ${money}", bill=bill, money=p.money)
    match g.phase:
        case "":
            return phrase(
                "In January you take a Starting Store for nothing and sell what is in it."
            )
        case "building" if not p.stores:
            return phrase("Next you play Market Cards: make demand for what is in your store.")
        case "building":
            room = sum(rooms(p, kind) for kind in KINDS)
            return phrase(
                "Next, Advertisement: {n:crate|crates} to sell, room for {room}; {due}.",
                n=stock,
                room=room,
                due=due,
            )
        case "advertisement":
            room = sum(rooms(p, kind) for kind in KINDS)
            return phrase(
                "Next, Supply and Sale: {n:crate|crates} to sell, room for {room} more; {due}.",
                n=stock,
                room=room,
                due=due,
            )
        case "supply":
            return phrase(
                "Next, Sale: you have {n:crate|crates}, and know of boxes for {k}; {due}.",
                n=stock,
                k=boxes_known(g, p),
                due=due,
            )
        case "sale" | "inventory" | "utilities":
            return phrase("Next, Utilities and Investment: {due}.", due=due)
        case _ if is_last(g):
            return phrase("The game ends after this phase.")
        case _:
            return next_month(p)


def boxes_known(g: Brick, p: Player) -> int:
    """How many of the own crates find a box on the Demand Cards that the player knows."""
    boxes = total(known(g, p.seat, g, "demand"))
    return sum(min(boxes[kind], sum(held(store, kind) for store in p.stores)) for kind in KINDS)


def next_month(p: Player) -> Phrase:
    """What a store and the bill will cost."""
    bill, costs = utility_bill(p), [CARD[store].cost for store in p.hand]
    if not costs:
        return phrase("Next month's bill is ${bill}, more with each store you open.", bill=bill)
    return phrase(
        "Next month's bill is ${bill}; the cheapest store in your hand costs ${cost}.",
        bill=bill,
        cost=min(costs),
    )
