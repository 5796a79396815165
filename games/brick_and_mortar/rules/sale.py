"""Brick & Mortar, chapter 6 of RULES.md: turning the Demand Cards over, and selling."""

from __future__ import annotations

from collections.abc import Iterator

from games.brick_and_mortar.components import (
    HEADING,
    HIGHEST,
    KINDS,
    contents,
    name,
    total,
)
from games.brick_and_mortar.effects import (
    alternate_boxes,
    optional_points_instead,
    points_bottom_shelf_sold,
    sale_price_delta,
    store_of,
    words,
)
from games.brick_and_mortar.money import earned
from games.brick_and_mortar.points import gain
from games.brick_and_mortar.state import (
    ALWAYS,
    Bid,
    Brick,
    Deal,
    Player,
    game,
    none_of_each,
)
from games.brick_and_mortar.trade import (
    DEMAND,
    SURPLUS,
    Fit,
    boxes_for,
    fit,
    held,
    most_placed,
    offers,
    places,
    sale_points,
    sale_price,
    sellable,
    sellers,
    selling_price,
    short_demand,
)
from games.kernel import Phrase, phrase

SELL_ALL = "sell all"
ANY_NUMBER = -1
"""To be placed without competition: as many as the player likes."""


# --- 6.1 Demand ----------------------------------------------------------------------------------


@game.step
def sale_phase(g: Brick) -> None:
    """Turns the Demand Cards over, then sells kind by kind."""
    g.phase = "sale"
    for card in g.demand:
        g.left(g, "demand", card)
    g.shown_demand, g.demand = sorted(g.demand), []
    g.all_boxes = total(g.shown_demand)
    g.boxes = dict(g.all_boxes)
    g.reveal()
    g.say("Demand: boxes for {boxes}.", boxes=contents(g.boxes))
    kinds = [("sell_kind", kind) for kind in KINDS]
    g.then(("open_window", "sale_before_food"), *kinds, "end_sale", ("open_window", "sale_after"))


# --- 6.2 Who can sell ----------------------------------------------------------------------------


@game.step
def sell_kind(g: Brick, kind: str) -> None:
    """All players sell one kind; a player without crates or boxes for it is not asked."""
    seats = sellers(g, kind)
    g.kind, g.bids, g.deals, g.surplus, g.turns = kind, [], [], {}, seats
    g.competition = short_demand(g, kind, seats)
    bidding = [("sale_bid", tuple(seats), kind), ("turn_sale_dials",)] if g.competition else []
    g.then(*bidding, "next_seller", "pay_by_rivals", ("open_window", "sale_after_type"))


# --- 6.3 to 6.5 Offers ---------------------------------------------------------------------------


def prompt_offer(g: Brick, kind: str) -> str:
    return phrase(
        "{kind}: offer crates, at ${highest} each at most. Boxes: {boxes}, crates that could be"
        " sold: {crates}.",
        kind=HEADING[kind],
        highest=HIGHEST[kind],
        boxes=g.boxes[kind],
        crates=sum(sellable(g, g.players[seat], kind) for seat in sellers(g, kind)),
    )


@game.choice(prompt_offer, menu="offer {quantity:d} at {price:d}")
def sale_bid(g: Brick, p: Player, kind: str) -> tuple[str, ...]:
    """As many as would find a box if all empty ones were the player's, at any price."""
    return offers(kind, most_placed(g, p, kind))


@sale_bid.does("offer {quantity:d} [at {price:d}]")
def offer_crates(g: Brick, p: Player, kind: str, quantity: int, price: int = 0) -> None:
    """Notes how many crates are offered at which price; none have no price."""
    g.bids.append(Bid(p.seat, price, quantity))


@game.step
def turn_sale_dials(g: Brick) -> None:
    """Shows all offers: the lowest sells first, of equal ones who is further behind in order."""
    g.bids.sort(key=lambda bid: (not bid.count, bid.price, -g.order.index(bid.seat)))
    g.turns = [bid.seat for bid in g.bids if bid.count]
    g.say("Offers of {kind}: {offers:commas}.", kind=g.kind, offers=[offered(b) for b in g.bids])


def offered(bid: Bid) -> Phrase:
    if not bid.count:
        return phrase("{who:seat|you} (none)", who=bid.seat)
    return phrase("{who:seat|you} ({n} at ${price})", who=bid.seat, n=bid.count, price=bid.price)


# --- 6.6 to 6.9 Placing crates -------------------------------------------------------------------


@game.step
def next_seller(g: Brick) -> None:
    """Lets the next player sell: the number offered, or as many as that player likes."""
    if g.turns:
        seat = g.turns[0]
        offer = next((bid.count for bid in g.bids if bid.seat == seat), ANY_NUMBER)
        g.to_place = offer
        g.then(("place_crates", seat), ("settle", seat), "seller_done", "next_seller")


@game.step
def seller_done(g: Brick) -> None:
    g.to_place, g.turns = 0, g.turns[1:]


@game.step
def place_crates(g: Brick, seat: int) -> None:
    """Asks which crates go where, as long as there is something to choose."""
    p = g.players[seat]
    if not g.to_place or not sellable(g, p, g.kind):
        return
    if g.to_place == ANY_NUMBER:
        if most_placed(g, p, g.kind):
            g.then(("sell", seat, g.kind), ("place_crates", seat))
    elif nothing_to_choose(g, p):
        place_all(g, p, g.to_place)
    else:
        g.then(("sell", seat, g.kind), ("place_crates", seat))


def nothing_to_choose(g: Brick, p: Player) -> bool:
    """Whether all ways to place the offered crates have the same result for everybody."""
    lots = list(places(g, p, g.kind))
    crates, placed = sellable(g, p, g.kind), min(g.to_place, most_placed(g, p, g.kind))
    alike = {(card, points_bottom_shelf_sold(card, g.kind, shelf)) for card, shelf, _ in lots}
    if (len(lots) > 1 and g.to_place < crates) or (len(alike) > 1 and 0 < placed < crates):
        return False
    boxes = {box: n for card, _, _ in lots for box, n in boxes_for(g, p, g.kind, card)}
    return len(boxes) < 2 or sum(boxes.values()) == placed


def place_all(g: Brick, p: Player, count: int) -> None:
    """Places so many crates; the rest is surplus.

    Boxes of other kinds come first, which are of no more use once their own kind is sold, then the
    player's own; boxes of Demand Cards that stay empty may serve another kind ("Art Purveyor").
    """
    lots = sorted(places(g, p, g.kind), key=lambda lot: not alternate_boxes(lot[0], g.kind))
    for card, shelf, n in lots:
        n = min(n, count)
        count -= n
        for box, free in boxes_for(g, p, g.kind, card):
            put(g, p, min(n, free), card, shelf, box)
            n -= min(n, free)
        put(g, p, n, card, shelf, SURPLUS)


def put(g: Brick, p: Player, count: int, card: str, shelf: int, box: str) -> None:
    """Moves crates from a shelf into a box, or discards them as surplus."""
    if not count:
        return
    kind = g.kind
    store_of(p, card).items[kind][shelf - 1] -= count
    each = 0 if box == SURPLUS else sale_price(card, kind, selling_price(g, p.seat), g.competition)
    g.deals.append(Deal(p.seat, card, shelf, box, count, each))
    if g.to_place > 0:
        g.to_place -= count
    if box == SURPLUS:
        g.surplus[p.seat] = g.surplus.get(p.seat, 0) + count
    elif box == DEMAND or box in KINDS:
        g.boxes[kind if box == DEMAND else box] -= count
    else:
        center = store_of(p, box)
        center.filled[kind] = center.filled.get(kind, 0) + count


def prompt_sell(g: Brick, kind: str) -> str:
    facts = {
        "kind": kind,
        "price": selling_price(g, g.turns[0]),
        "n": g.to_place,
        "boxes": g.boxes[kind],
    }
    if g.to_place == ANY_NUMBER:
        return phrase(
            "Sell {kind} at ${price} each, as much as you like. Shared boxes left: {boxes}.",
            **facts,
        )
    return phrase("Sell {kind} at ${price} each: {n} more. Shared boxes left: {boxes}.", **facts)


@game.choice(prompt_sell, they="{who:seat} sells")
def sell(g: Brick, p: Player, kind: str) -> Iterator[str]:
    """Each shelf into each kind of box; surplus only where no box is left."""
    free = fit(g, p, kind)
    if g.to_place == ANY_NUMBER:
        whole = free.most == free.crates
        if whole:
            yield from (SELL_ALL, f"{SELL_ALL} {ALWAYS}")
        alike = same_as_selling_all(g, p) if whole else ()
        yield from (sale for sale in distinct_sales(g, p, free) if sale not in alike)
        yield "done"
    elif free.most:
        yield from sales(g, p, free)
    else:
        for card, shelf, n in places(g, p, kind):
            most = min(n, g.to_place)
            yield from (f"sell {i} {card} shelf {shelf} to {SURPLUS}" for i in range(most, 0, -1))


def distinct_sales(g: Brick, p: Player, free: Fit) -> Iterator[str]:
    """The sales open without competition: one for each number from a shelf, unless it matters which
    boxes are left.
    """
    found: dict[str, str] = {}
    for sale in sales(g, p, free):
        number_and_shelf = sale.rpartition(" to ")[0]
        found.setdefault(sale if boxes_matter(g) else number_and_shelf, sale)
    yield from found.values()


def boxes_matter(g: Brick) -> bool:
    """Whether crates of another kind may use the boxes of this one later ("Art Purveyor")."""
    return any(
        alternate_boxes(store.card, kind) == g.kind and held(store, kind)
        for p in g.players
        for store in p.stores
        for kind in store.items
    )


def same_as_selling_all(g: Brick, p: Player) -> list[str]:
    """The sales from the only shelf that would do what selling all does: they fill the same boxes,
    or it does not matter which.
    """
    lots = list(places(g, p, g.kind))
    if len(lots) != 1:
        return []
    [(card, shelf, n)] = lots
    boxes = boxes_for(g, p, g.kind, card)
    alike = boxes[:1] if boxes_matter(g) else boxes
    return [f"sell {n} {card} shelf {shelf} to {box}" for box, empty in alike if n <= empty]


def sales(g: Brick, p: Player, free: Fit) -> Iterator[str]:
    """The sales open now: of an offer, as much must find a box as can."""
    wanted, lots = g.to_place, [*places(g, p, g.kind)]
    if wanted == free.most == free.crates and not free.free:
        lots = lots[:1]  # each crate is sold: it only matters how many go into which boxes
    for card, shelf, n in lots:
        other = alternate_boxes(card, g.kind)
        for box, empty in boxes_for(g, p, g.kind, card):
            most = min(n, empty) if wanted == ANY_NUMBER else min(n, empty, wanted)
            for count in range(most, 0, -1):
                left = free.without(bool(other), box == other, count).most
                if wanted == ANY_NUMBER or min(wanted, free.most) - count <= left:
                    yield f"sell {count} {card} shelf {shelf} to {box}"


@sell.does("sell {count:d} {store} shelf {level:d} to {box}")
def sell_crates(
    g: Brick, p: Player, kind: str, count: int, card: str, shelf: int, box: str
) -> None:
    put(g, p, count, card, shelf, box)


@sell.does(f"{SELL_ALL} [{{always}}]")
def sell_everything(g: Brick, p: Player, kind: str, always: str = "") -> None:
    """Sells all crates of this kind, filling first the boxes that are of least use later; now or in
    every sale in which everything finds a box.
    """
    if always:
        sell.set_premove(g, p.seat, SELL_ALL, kind, stays=True)
    place_all(g, p, sellable(g, p, kind))


@sell.does("done")
def sell_no_more(g: Brick, p: Player, kind: str) -> None:
    """Keeps the rest of this kind."""
    g.to_place = 0


# --- 6.10 Being paid -----------------------------------------------------------------------------


@game.step
def settle(g: Brick, seat: int) -> None:
    """Pays a seller and gives the points for it, before the next one sells."""
    p, kind = g.players[seat], g.kind
    own = [deal for deal in g.deals if deal.seat == seat]
    sold = [deal for deal in own if deal.box != SURPLUS]
    for deal in sold:
        store = store_of(p, deal.store)
        store.sold[kind] = store.sold.get(kind, 0) + deal.count
    cards = list(dict.fromkeys(deal.store for deal in sold))
    points = sum(
        sale_points(card, kind, [(d.shelf, d.count) for d in sold if d.store == card])
        for card in cards
    )
    money = sum(deal.count * deal.each for deal in sold)
    p.money += money
    if sold:
        p.kinds_sold.append(kind)
    announce_sale(g, seat, sum(deal.count for deal in sold), money, points)
    gain(g, p, points)
    choosing = [card for card in cards if words(card, "optional_points_instead", kind)]
    g.then(*[("take_points", seat, card) for card in choosing])


def sold_from(p: Player, card: str, kind: str) -> int:
    """The crates of a kind sold from a store this month, of which there are some."""
    return store_of(p, card).sold[kind]


def announce_sale(g: Brick, seat: int, count: int, money: int, points: int) -> None:
    """Announces what a seller sold, what it brought and what found no box."""
    kind, lost = g.kind, g.surplus.get(seat)
    if not count:
        if lost:
            g.say(
                "{who:seat sells|You sold} no {kind}; {lost} found no box.",
                who=seat,
                kind=kind,
                lost=lost,
            )
        else:
            g.say("{who:seat sells|You sold} no {kind}.", who=seat, kind=kind)
        return
    facts = {"who": seat, "n": count, "kind": kind, "earned": earned(money, points)}
    if lost:
        g.say(
            "{who:seat sells|You sold} {n} {kind} for {earned}; {lost} found no box.",
            **facts,
            lost=lost,
        )
    else:
        g.say("{who:seat sells|You sold} {n} {kind} for {earned}.", **facts)


def prompt_points(g: Brick, store: str) -> str:
    return phrase("{store}: how many sales bring points instead of money?", store=name(store))


@game.choice(prompt_points, they="{who:seat} takes points or money")
def take_points(g: Brick, p: Player, store: str) -> list[str]:
    """Up to the number that the store allows for what it sold."""
    most, _ = optional_points_instead(store, g.kind, sold_from(p, store, g.kind))
    return [f"points {n}" for n in range(most + 1)]


def exchanged(g: Brick, p: Player, store: str, count: int) -> tuple[int, int]:
    """The points that so many sales bring, and the money that they cost."""
    _, points = optional_points_instead(store, g.kind, sold_from(p, store, g.kind))
    each = next(deal.each for deal in g.deals if deal.store == store and deal.box != SURPLUS)
    return count * points, count * each


@take_points.does("points {count:d}")
def take_points_instead(g: Brick, p: Player, store: str, count: int) -> None:
    """Takes points for some of the sales and returns their money."""
    points, money = exchanged(g, p, store, count)
    p.money -= money
    if points:
        g.say(
            "{who:seat takes|You took} {points:point|points} instead of ${money}.",
            who=p.seat,
            points=points,
            money=money,
        )
    gain(g, p, points)


@game.step
def pay_by_rivals(g: Brick) -> None:
    """Pays what depends on who else has sold this kind ("Designer Knockoffs", "Auction House")."""
    sold = [deal for deal in g.deals if deal.box != SURPLUS]
    extra: dict[tuple[int, str], int] = {}
    for deal in sold:
        alone = all(other.seat == deal.seat for other in sold)
        when = "nobody_else_sells" if alone else "others_sell"
        more = max(0, deal.each + sale_price_delta(deal.store, g.kind, when)) - deal.each
        if more:
            place = deal.seat, deal.store
            extra[place] = extra.get(place, 0) + deal.count * more
    for (seat, card), money in extra.items():
        g.players[seat].money += money
        g.say(
            "{who:seat gets|You got} ${n} more with the {store}.",
            who=seat,
            n=money,
            store=name(card),
        )


# --- 6.11 End of Sale ----------------------------------------------------------------------------


@game.step
def end_sale(g: Brick) -> None:
    """Clears all boxes and discards the Demand Cards."""
    g.market_discards += g.shown_demand
    g.shown_demand = []
    g.boxes, g.all_boxes = none_of_each(), none_of_each()
    g.kind, g.bids, g.competition, g.deals, g.surplus = "", [], False, [], {}
    for p in g.players:
        for store in p.stores:
            store.filled = {}
