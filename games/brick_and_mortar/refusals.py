"""Brick & Mortar: why a move is not open, in a sentence."""

from __future__ import annotations

from games.brick_and_mortar.components import (
    CARD,
    HIGHEST,
    HIGHEST_AUCTION_BID,
    HIGHEST_SUPPLY_BID,
    LOWEST,
    name,
)
from games.brick_and_mortar.effects import optional_points_instead, store_of
from games.brick_and_mortar.money import fewest_tokens, most_tokens
from games.brick_and_mortar.rules.advertisement import THIRD_CARD_SLOT, play, redraw
from games.brick_and_mortar.rules.building import (
    auction_of,
    manage,
    opening_bid,
    pay_auction,
    price_for,
    raise_bid,
    store_action,
)
from games.brick_and_mortar.rules.month_end import MOST_POINTS, PRICES, invest, purchase_limits
from games.brick_and_mortar.rules.sale import ANY_NUMBER, sale_bid, sell, sold_from, take_points
from games.brick_and_mortar.rules.supply import (
    crates_left,
    factory,
    most_free,
    pay_stock,
    produce,
    stock,
    supply_bid,
    take_free,
)
from games.brick_and_mortar.state import Brick, Player
from games.brick_and_mortar.trade import SURPLUS, capacity, most_placed, room
from games.kernel import phrase, whole_number


@store_action.refuses
def cannot_act(g: Brick, p: Player, words: list[str]) -> str | None:
    """Why a purchase is refused."""
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


@opening_bid.refuses
def cannot_open(g: Brick, p: Player, words: list[str]) -> str | None:
    """The least and the most that may be bid."""
    least = auction_of(g).price
    return phrase("Bid from ${least} to ${most}.", least=least, most=HIGHEST_AUCTION_BID)


@raise_bid.refuses
def cannot_raise(g: Brick, p: Player, words: list[str]) -> str | None:
    """The bid to beat."""
    return phrase(
        "Bid more than ${price}, ${most} at most, or drop out.",
        price=auction_of(g).price,
        most=HIGHEST_AUCTION_BID,
    )


@pay_auction.refuses
def cannot_pay(g: Brick, p: Player, price: int, words: list[str]) -> str | None:
    """The fewest and the most tokens."""
    return phrase(
        "For ${price} you take {fewest} to {most:Debt Token|Debt Tokens}.",
        price=price,
        fewest=fewest_tokens(p, price),
        most=most_tokens(price),
    )


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


@redraw.refuses
def cannot_redraw(g: Brick, p: Player, when: str, words: list[str]) -> str | None:
    """That it is one card or all."""
    if words[0] != "redraw":
        return None
    return phrase("Exchange one of your Market Cards, or all of them.")


@play.refuses
def cannot_play(g: Brick, p: Player, words: list[str]) -> str | None:
    """That a card is named twice, or how many are to be played."""
    if len(words) > 3 and len({*words[1::2]}) < len(words[1::2]):
        return phrase("Play each card once: as supply or as demand.")
    if len(p.stores) >= THIRD_CARD_SLOT:
        return phrase(
            "Play two or three cards of your hand, each followed by supply or demand, in the order"
            " listed."
        )
    return phrase(
        "Play two cards of your hand, each followed by supply or demand, in the order listed."
    )


@produce.refuses
def cannot_produce(g: Brick, p: Player, store: str, words: list[str]) -> str | None:
    """The most that the factory makes."""
    if words[0] != "supply":
        return None
    kind, most, _ = factory(store)
    return phrase("The {store} makes at most {n} {kind}.", store=name(store), n=most, kind=kind)


@supply_bid.refuses
def cannot_bid_for_supply(g: Brick, p: Player, kind: str, words: list[str]) -> str | None:
    """The ends of the dial."""
    if words[0] != "bid":
        return None
    return phrase(
        "Bids for {kind} go from ${least} to ${most}, for up to {n:crate|crates}, or for 0 to say"
        " later how many.",
        kind=kind,
        least=LOWEST[kind],
        most=HIGHEST_SUPPLY_BID,
        n=capacity(p, kind),
    )


@stock.refuses
def cannot_stock(g: Brick, p: Player, store: str, kind: str, words: list[str]) -> str | None:
    """What there is no room, no crate or no money for."""
    count = whole_number(words[1]) if len(words) == 3 and words[0] == "stock" else None
    if count is None:
        return None
    it = name(store)
    if words[2] != store:
        return phrase("You go store by store from the left: now the {store}.", store=it)
    space, left = room(store_of(p, store), kind), crates_left(g)
    if count > space:
        return phrase("The {store} has room for {n} {kind}.", store=it, n=space, kind=kind)
    if count > left:
        return phrase("The market has {n} {kind} left.", n=left, kind=kind)
    return phrase("Only one crate of each kind may be paid with Debt Tokens.")


@pay_stock.refuses
def cannot_pay_so(g: Brick, p: Player, words: list[str]) -> str | None:
    """How many tokens a single crate allows."""
    if words[0] != "pay":
        return None
    return phrase(
        "Debt Tokens pay for one crate: enough for what is short, and no more than its price."
    )


@take_free.refuses
def cannot_take(g: Brick, p: Player, store: str, kind: str, words: list[str]) -> str | None:
    """The most that is free."""
    if words[0] != "take":
        return None
    return phrase(
        "The {store} gets at most {n} free {kind}.",
        store=name(store),
        n=most_free(g, p, store, kind),
        kind=kind,
    )


@sale_bid.refuses
def cannot_offer(g: Brick, p: Player, kind: str, words: list[str]) -> str | None:
    """The ends of both dials."""
    if words[0] != "offer":
        return None
    return phrase(
        "You can offer up to {n} {kind}, as many as can find a box, at $0 to ${highest}; or "
        "offer 0.",
        n=most_placed(g, p, kind),
        kind=kind,
        highest=HIGHEST[kind],
    )


@sell.refuses
def cannot_sell(g: Brick, p: Player, words: list[str]) -> str | None:
    """Why not so many, from there or into that."""
    if words[0] == "done":
        return phrase("You offered {kind} and have to place {n} more.", kind=g.kind, n=g.to_place)
    if words[0] != "sell":
        return None
    if words[-1] == SURPLUS:
        return phrase("Crates become surplus only when no box is open to them.")
    if g.to_place == ANY_NUMBER:
        return phrase(
            "There is not that much {kind}, or there are not enough boxes for it.", kind=g.kind
        )
    return phrase(
        "You have to place {n} more {kind}, as many of them as find a box.",
        n=g.to_place,
        kind=g.kind,
    )


@take_points.refuses
def cannot_take_points(g: Brick, p: Player, store: str, words: list[str]) -> str | None:
    """How many sales may bring points."""
    if words[0] != "points":
        return None
    most, _ = optional_points_instead(store, g.kind, sold_from(p, store, g.kind))
    return phrase(
        "At most {n} of the {kind} sold from the {store} may bring points.",
        n=most,
        kind=g.kind,
        store=name(store),
    )


@invest.refuses
def cannot_invest(g: Brick, p: Player, purchases: int, words: list[str]) -> str | None:
    """What stands in the way of a purchase or a sale."""
    match words:
        case ["buy", count] if n := whole_number(count, MOST_POINTS):
            most = purchase_limits(p)[1]
            if n > most:
                return phrase("With the Bank you buy at most {n:point|points} at a time.", n=most)
            return phrase(
                "{n:point costs|points cost} ${price}, and Debt Tokens do not buy points.",
                n=n,
                price=PRICES[n],
            )
        case ["buy", _]:
            return phrase("You may buy 1 to {n:point|points}.", n=MOST_POINTS)
        case ["sell", _] if purchases:
            return phrase("You have bought points this month, so you cannot sell any.")
        case ["sell", _]:
            return phrase("You have {n:point|points} to sell.", n=p.points)
        case _:
            return None
