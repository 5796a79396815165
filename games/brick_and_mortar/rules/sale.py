"""Brick & Mortar, chapter 6 of RULES.md: turning the Demand Cards over, and selling."""

from __future__ import annotations

from collections.abc import Iterator

from games.brick_and_mortar.cards import CARD, HIGHEST, KINDS, contents, name, total
from games.brick_and_mortar.effects import optional_points_instead, sale_price_delta, store_of
from games.brick_and_mortar.money import fewest_tokens, most_tokens, pay, with_tokens
from games.brick_and_mortar.outlook import (
    offer_outlook,
    sell_all_outlook,
    sell_outlook,
    selling_price,
)
from games.brick_and_mortar.points import gain
from games.brick_and_mortar.state import Bid, Brick, Deal, Player, game, none_of_each
from games.brick_and_mortar.trade import (
    DEMAND,
    MONEY_A_POINT,
    SURPLUS,
    alternate_boxes,
    boxes_for,
    crate_worth,
    fit,
    most_placed,
    offers,
    places,
    room,
    sale_points,
    sale_price,
    sellable,
    sellers,
    short_demand,
)

ANY_NUMBER = -1
"""To be placed without competition: as many as the player likes."""


# --- Determine Demand ----------------------------------------------------------------------------


@game.step
def sale_phase(g: Brick) -> None:
    """Turns the Demand Cards over, then sells kind by kind ("Sale Phase")."""
    g.phase = "sale"
    for card in g.demand:
        g.left(g, "demand", card)
    g.shown_demand, g.demand = sorted(g.demand), []
    g.all_boxes = total(g.shown_demand)
    g.boxes = dict(g.all_boxes)
    g.reveal()
    g.say("The Demand Cards have boxes for {boxes}.", boxes=contents(g.boxes))
    kinds = [("sell_kind", kind) for kind in KINDS]
    g.then(("open_window", "sale_before_food"), *kinds, "end_sale", ("open_window", "sale_after"))


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


# --- Sell Items ----------------------------------------------------------------------------------


@game.step
def sell_kind(g: Brick, kind: str) -> None:
    """All players sell one kind; who has none or no box for it is not asked ("Sell Items")."""
    seats = sellers(g, kind)
    g.kind, g.bids, g.deals, g.surplus, g.turns = kind, [], [], {}, seats
    g.competition = short_demand(g, kind, seats)
    bidding = [("sale_bid", tuple(seats), kind), ("turn_sale_dials",)] if g.competition else []
    g.then(*bidding, "next_seller", "pay_by_rivals", ("open_window", "sale_after_type"))


# --- Competition for Demand ----------------------------------------------------------------------


def offer_prompt(g: Brick, kind: str) -> str:
    """The boxes there are, and the crates for them."""
    crates = sum(sellable(g, g.players[seat], kind) for seat in sellers(g, kind))
    return (
        f"{kind.capitalize()}: offer crates for {g.boxes[kind]} boxes, at ${HIGHEST[kind]} at "
        f"most each; {crates} crates are for sale."
    )


@game.choice(offer_prompt, dials="offer {quantity:d} at {price:d}")
def sale_bid(g: Brick, p: Player, kind: str) -> tuple[str, ...]:
    """As many as would find a box if all empty ones were the player's, at any price."""
    return offers(kind, most_placed(g, p, kind))


def odd(g: Brick, p: Player, kind: str, quantity: int, price: int) -> bool:
    """Whether an offer differs little from one of all or half the crates at an even price."""
    most = most_placed(g, p, kind)
    return price % 2 == 1 or quantity not in (most, (most + 1) // 2)


@sale_bid.does(
    "offer {quantity:d} at {price:d}",
    aside=odd,
    label=lambda g, p, kind, quantity, price: f"Offer {quantity} at ${price}",
    outlook=offer_outlook,
)
def offer_crates(g: Brick, p: Player, kind: str, quantity: int, price: int) -> None:
    """Offer items: the lowest price sells first; what finds no box then is lost."""
    g.bids.append(Bid(p.seat, price, quantity))


@sale_bid.does("offer {quantity:d}", label="Offer nothing")
def offer_nothing(g: Brick, p: Player, kind: str, quantity: int) -> None:
    """Offer none of your items of this kind."""
    g.bids.append(Bid(p.seat, 0))


@sale_bid.default
def moderate_offer(g: Brick, p: Player, kind: str) -> str:
    """All that may find a box, the cheaper the fewer boxes there are for the crates."""
    crates = sum(sellable(g, g.players[seat], kind) for seat in sellers(g, kind))
    share = min(1.0, g.boxes[kind] / crates)
    return f"offer {most_placed(g, p, kind)} at {round(0.8 * share * HIGHEST[kind])}"


@sale_bid.refuses
def cannot_offer(g: Brick, p: Player, kind: str, words: list[str]) -> str | None:
    """The ends of both dials."""
    if words[0] != "offer":
        return None
    return (
        f"You can offer up to {most_placed(g, p, kind)} {kind}, for that many have a box, "
        f"at $0 to ${HIGHEST[kind]}; or offer 0."
    )


@sale_bid.ahead("sale {0}")
def later_sale(g: Brick, p: Player) -> Iterator[tuple[tuple[str], tuple[str, ...]]]:
    """The kinds that the player has stores for and that are still to be sold this month."""
    if g.phase not in ("building", "advertisement", "supply", "sale"):
        return
    reached = KINDS.index(g.kind) + 1 if g.phase == "sale" and g.kind else 0
    for kind in KINDS[reached:]:
        capacity = sum(CARD[store.card].capacity.get(kind, 0) for store in p.stores)
        if capacity:
            yield (kind,), offers(kind, capacity)


@game.step
def turn_sale_dials(g: Brick) -> None:
    """Shows all offers: the lowest sells first, of equal ones who is further behind in order."""
    g.bids.sort(key=lambda bid: (not bid.count, bid.price, -g.order.index(bid.seat)))
    g.turns = [bid.seat for bid in g.bids if bid.count]
    shown = ", ".join(f"{{s{i}:seat}} {offered(bid)}" for i, bid in enumerate(g.bids))
    seats = {f"s{i}": bid.seat for i, bid in enumerate(g.bids)}
    g.say("Offers of {kind}: " + shown + ".", kind=g.kind, **seats)


def offered(bid: Bid) -> str:
    """An offer in words."""
    return f"{bid.count} at ${bid.price}" if bid.count else "none"


# --- Placing Items -------------------------------------------------------------------------------


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
    """Goes on to the next one."""
    g.to_place, g.turns = 0, g.turns[1:]


@game.step
def place_crates(g: Brick, seat: int) -> None:
    """Asks which crates go where, as long as there is something to choose."""
    p = g.players[seat]
    if not g.to_place or not sellable(g, p, g.kind):
        return
    if g.to_place == ANY_NUMBER:
        if most_placed(g, p, g.kind):
            g.then(("sell", seat), ("place_crates", seat))
    elif not_to_choose(g, p):
        place_all(g, p, g.to_place)
    else:
        g.then(("sell", seat), ("place_crates", seat))


def not_to_choose(g: Brick, p: Player) -> bool:
    """Whether all ways to place what was offered come to the same for everybody."""
    lots = list(places(g, p, g.kind))
    crates, placed = sellable(g, p, g.kind), min(g.to_place, most_placed(g, p, g.kind))
    if len(lots) > 1 and (g.to_place < crates or 0 < placed < crates):
        return False
    boxes = {box: n for card, _, _ in lots for box, n in boxes_for(g, p, g.kind, card)}
    return len(boxes) < 2 or sum(boxes.values()) == placed


def place_all(g: Brick, p: Player, count: int) -> None:
    """Places so many crates, those first that other kinds of boxes take; the rest is surplus."""
    lots = sorted(places(g, p, g.kind), key=lambda lot: not alternate_boxes(lot[0], g.kind))
    for card, shelf, n in lots:
        n = min(n, count)
        count -= n
        for box, free in reversed(boxes_for(g, p, g.kind, card)):
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


def sell_prompt(g: Brick) -> str:
    """The price, and what has to be placed."""
    price, kind = selling_price(g, g.turns[0]), g.kind
    if g.to_place == ANY_NUMBER:
        return f"Sell {kind} at ${price}: as many as you like, shared boxes left: {g.boxes[kind]}."
    return f"Sell {kind} at ${price}: {g.to_place} more, shared boxes left: {g.boxes[kind]}."


@game.choice(sell_prompt)
def sell(g: Brick, p: Player) -> Iterator[str]:
    """Each shelf into each kind of box; surplus only where no box is left ("Surplus")."""
    free = fit(g, p, g.kind)
    if g.to_place == ANY_NUMBER:
        if free.most == sellable(g, p, g.kind) and takes_several_sales(g, p):
            yield "sell all"
        yield from sales(g, p)
        yield "done"
    elif free.most:
        yield from sales(g, p)
    else:
        for card, shelf, n in places(g, p, g.kind):
            most = min(n, g.to_place)
            yield from (f"sell {i} {card} shelf {shelf} to {SURPLUS}" for i in range(most, 0, -1))


def takes_several_sales(g: Brick, p: Player) -> bool:
    """Whether no single sale could sell everything: two shelves, or too few boxes of each sort."""
    (card, _, n), *more = places(g, p, g.kind)
    return bool(more) or all(empty < n for _, empty in boxes_for(g, p, g.kind, card))


def sales(g: Brick, p: Player) -> Iterator[str]:
    """The sales open now: of an offer, as much must find a box as can."""
    free, wanted = fit(g, p, g.kind), g.to_place
    for card, shelf, n in places(g, p, g.kind):
        other = alternate_boxes(card, g.kind)
        for box, empty in boxes_for(g, p, g.kind, card):
            most = min(n, empty) if wanted == ANY_NUMBER else min(n, empty, wanted)
            for count in range(most, 0, -1):
                left = free.without(bool(other), box == other, count).most
                if wanted == ANY_NUMBER or min(wanted, free.most) - count <= left:
                    yield f"sell {count} {card} shelf {shelf} to {box}"


def label_sell(g: Brick, p: Player, count: int, card: str, shelf: int, box: str) -> str:
    """The crates, their store and the box."""
    what = f"{count} of the {name(card)}"
    if CARD[card].shelves > 1:
        what += f", shelf {shelf}"
    if box == DEMAND:
        return what
    return f"{what}: " + (
        f"to {name(box)}" if box in CARD else f"{box} boxes" * (box != SURPLUS) or box
    )


@sell.does(
    "sell {count:d} {store} shelf {level:d} to {box}", label=label_sell, outlook=sell_outlook
)
def sell_crates(g: Brick, p: Player, count: int, card: str, shelf: int, box: str) -> None:
    """Sell items: move them from a shelf into empty boxes."""
    put(g, p, count, card, shelf, box)


@sell.does("sell all", label="Sell all", outlook=sell_all_outlook)
def sell_everything(g: Brick, p: Player) -> None:
    """Sell all you have of this kind, own boxes first."""
    place_all(g, p, sellable(g, p, g.kind))


@sell.does("done", label="Sell no more")
def sell_no_more(g: Brick, p: Player) -> None:
    """Keep the rest of this kind."""
    g.to_place = 0


@sell.default
def sell_the_best(g: Brick, p: Player) -> str:
    """Everything, or as much as possible from where it brings most; own boxes first."""
    moves = list(sell.options(g, p))
    if moves[0] == "sell all":
        return moves[0]
    price = selling_price(g, p.seat)
    worst = bool(g.to_place > 0 and not most_placed(g, p, g.kind))
    lots = {f"{card} shelf {shelf}": crate_worth(card, g.kind, shelf, price, g.competition)
            for card, shelf, _ in places(g, p, g.kind)}  # fmt: skip
    ranked = sorted(lots, key=lambda lot: lots[lot], reverse=not worst)
    return next(move for lot in ranked for move in moves if f" {lot} " in move)


@sell.refuses
def cannot_sell(g: Brick, p: Player, words: list[str]) -> str | None:
    """Why not so many, from there or into that."""
    if words[0] == "done":
        return f"You offered {g.kind} and have to place {g.to_place} more."
    if words[0] != "sell":
        return None
    if words[-1] == SURPLUS:
        return "Crates become surplus only when no box is open to them."
    if g.to_place == ANY_NUMBER:
        return f"That much {g.kind} is not there, or there are not so many boxes for it."
    return f"You have to place {g.to_place} more {g.kind}, as many of them as find a box."


# --- Being Paid ----------------------------------------------------------------------------------


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
    tell_sale(g, seat, sum(deal.count for deal in sold), money, points)
    gain(g, p, points)
    choosing = [
        card for card in cards if optional_points_instead(card, kind, sold_from(p, card, kind))[0]
    ]
    g.then(*[("take_points", seat, card) for card in choosing])


def sold_from(p: Player, card: str, kind: str) -> int:
    """The crates of a kind sold from a store this month."""
    return store_of(p, card).sold.get(kind, 0)


def tell_sale(g: Brick, seat: int, count: int, money: int, points: int) -> None:
    """Tells what a seller sold, what it brought and what was too much."""
    facts = {"who": seat, "n": count, "kind": g.kind}
    text = "{who:seat} sells {n} {kind} for ${money}" if count else "{who:seat} sells no {kind}"
    facts |= {"money": money} if count else {}
    if points:
        text += " and {points:point|points}"
        facts["points"] = points
    if g.surplus.get(seat):
        text += "; {surplus} found no box"
        facts["surplus"] = g.surplus[seat]
    g.say(text + ".", **facts)


@game.choice(lambda g, store: f"{name(store)}: how many sales bring points instead of money?")
def take_points(g: Brick, p: Player, store: str) -> list[str]:
    """Up to the number that the store allows for what it sold."""
    most, _ = optional_points_instead(store, g.kind, sold_from(p, store, g.kind))
    return [f"points {n}" for n in range(most + 1)]


def exchanged(g: Brick, p: Player, store: str, count: int) -> tuple[int, int]:
    """The points that so many sales bring, and the money that they cost."""
    _, points = optional_points_instead(store, g.kind, sold_from(p, store, g.kind))
    each = next(deal.each for deal in g.deals if deal.store == store and deal.box != SURPLUS)
    return count * points, count * each


def label_points(g: Brick, p: Player, store: str, count: int) -> str:
    """What is given for what."""
    points, money = exchanged(g, p, store, count)
    return (
        f"{points} point{'s' if points > 1 else ''} instead of ${money}" if count else "Money only"
    )


@take_points.does("points {count:d}", label=label_points)
def take_points_instead(g: Brick, p: Player, store: str, count: int) -> None:
    """Gain points for some of your sales instead of money."""
    points, money = exchanged(g, p, store, count)
    p.money -= money
    if points:
        g.say(
            "{who:seat} takes {points:point|points} instead of ${money}.",
            who=p.seat,
            points=points,
            money=money,
        )
    gain(g, p, points)


@take_points.default
def take_cheap_points(g: Brick, p: Player, store: str) -> str:
    """All of them where a point costs less than it is worth."""
    most, _ = optional_points_instead(store, g.kind, sold_from(p, store, g.kind))
    points, money = exchanged(g, p, store, 1)
    return f"points {most if money < MONEY_A_POINT * points else 0}"


@take_points.refuses
def cannot_take_points(g: Brick, p: Player, store: str, words: list[str]) -> str | None:
    """How many sales may bring points."""
    if words[0] != "points":
        return None
    most, _ = optional_points_instead(store, g.kind, sold_from(p, store, g.kind))
    return f"At most {most} of the {g.kind} sold from the {name(store)} may bring points."


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
        g.say("{who:seat} gets ${n} more with the {store}.", who=seat, n=money, store=name(card))


# --- Before & After Modifiers --------------------------------------------------------------------


@game.choice(lambda g, store, kinds: f"{name(store)}: which items do you move here?")
def move_in(g: Brick, p: Player, store: str, kinds: tuple[str, ...]) -> Iterator[str]:
    """Crates of these kinds from any other own store, as long as there is room."""
    target = store_of(p, store)
    for source in p.stores:
        for kind in kinds if source is not target else ():
            space = room(target, kind)
            for shelf, n in enumerate(source.items.get(kind, ()), 1):
                for count in range(min(n, space), 0, -1):
                    yield f"move {count} {kind} {source.card} shelf {shelf} to {store}"
    yield "done"


def label_move(
    g: Brick, p: Player, to: str, kinds: tuple[str, ...], n: int, kind: str, card: str, shelf: int,
    target: str,
) -> str:  # fmt: skip
    """The crates and where they are."""
    return f"Move {n} {kind} from the {name(card)}, shelf {shelf}"


@move_in.does("move {count:d} {kind} {store} shelf {level:d} to {target}", label=label_move)
def move_crates(
    g: Brick, p: Player, to: str, kinds: tuple[str, ...], n: int, kind: str, card: str, shelf: int,
    target: str,
) -> None:  # fmt: skip
    """Move items to a store that may take them from your others."""
    store_of(p, card).items[kind][shelf - 1] -= n
    store_of(p, target).items[kind][0] += n
    g.say(
        "{who:seat} moves {n} {kind} from the {store} to the {target}.",
        who=p.seat,
        n=n,
        kind=kind,
        store=name(card),
        target=name(target),
    )
    g.then(("move_in", p.seat, target, kinds))


@move_in.does("done", label="Move nothing more")
def move_no_more(g: Brick, p: Player, to: str, kinds: tuple[str, ...]) -> None:
    """Leave the rest where it is."""


@move_in.default
def rescue(g: Brick, p: Player, to: str, kinds: tuple[str, ...]) -> str:
    """Moves what would expire at the end of the month, all of it."""
    for move in move_in.options(g, p, to, kinds):
        words = move.split(" ")
        if words[0] == "move" and int(words[5]) == CARD[words[3]].shelves:
            return move
    return "done"


@game.choice(lambda g, store: f"{name(store)}: which surplus do you buy?")
def buy_surplus(g: Brick, p: Player, store: str) -> Iterator[str]:
    """A crate of anybody else's surplus, as long as there is room."""
    price = surplus_price(store, g.kind)
    if room(store_of(p, store), g.kind):
        for seat in g.order:
            if seat != p.seat and g.surplus.get(seat):
                yield f"buy {g.kind} {seat + 1}"
                least = max(1, fewest_tokens(p, price))
                tokens = range(least, most_tokens(price) + 1)
                yield from (f"buy {g.kind} {seat + 1} tokens {n}" for n in tokens)
    yield "done"


def surplus_price(store: str, kind: str) -> int:
    """What a crate of surplus costs the owner of this store."""
    return next(m["prices"][kind] for m in CARD[store].modifiers if m.word == "buy_surplus")


def label_surplus(
    g: Brick, p: Player, store: str, kind: str, player: int, tokens: int | None = None
) -> str:
    """The price, and the tokens it takes."""
    price = surplus_price(store, kind)
    how = with_tokens(fewest_tokens(p, price) if tokens is None else tokens)
    said = " (as you choose)" if tokens is not None else ""
    return f"Buy 1 {kind} of player {player} for ${price}{how}{said}"


@buy_surplus.does("buy {kind} {player:d}", label=label_surplus)
def buy_of(g: Brick, p: Player, store: str, kind: str, player: int) -> None:
    """Buy an item that found no box from the player with this number."""
    buy_of_with_tokens(g, p, store, kind, player, fewest_tokens(p, surplus_price(store, kind)))


@buy_surplus.does("buy {kind} {player:d} tokens {count:d}", label=label_surplus, aside=True)
def buy_of_with_tokens(
    g: Brick, p: Player, store: str, kind: str, player: int, tokens: int
) -> None:
    """Buy an item that found no box, with Debt Tokens."""
    price, seat = surplus_price(store, kind), player - 1
    g.say(
        "{who:seat} buys 1 {kind} from {whose:seat} for ${price}.",
        who=p.seat,
        kind=kind,
        whose=seat,
        price=price,
    )
    pay(g, p, price, tokens)
    g.players[seat].money += price
    g.surplus[seat] -= 1
    store_of(p, store).items[kind][0] += 1
    g.then(("buy_surplus", p.seat, store))


@buy_surplus.does("done", label="Buy no more")
def buy_no_surplus(g: Brick, p: Player, store: str) -> None:
    """Leave the surplus."""


@buy_surplus.default
def buy_surplus_with_money(g: Brick, p: Player, store: str) -> str:
    """As long as the money is there."""
    first = next(iter(buy_surplus.options(g, p, store)))
    return first if p.money >= surplus_price(store, g.kind) + 3 else "done"
