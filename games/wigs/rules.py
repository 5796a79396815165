"""Powdered Wigs: the rulebook from top to bottom."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from games.kernel import EVERYBODY, HEADING, KIND, Phrase, phrase
from games.wigs.components import (
    BON_VIVANT,
    BUCCANEER,
    COLUMNS,
    COUNT,
    DATA,
    NAME,
    SCHOLAR,
    TRENDSETTER,
)
from games.wigs.state import EMPTY, FROM_SUPPLY, Options, Player, Wigs, announce, game
from games.wigs.terms import (
    all_prices,
    cheapest_price,
    column_for,
    columns_to_sell,
    counted,
    draw_unseen,
    in_order,
    named,
    owned,
    pairs,
    place,
    prices,
    put_behind_screen,
    sale_gold,
    take_from_screen,
)

# --- Setup ---------------------------------------------------------------------------------------


@game.setup
def setup(g: Wigs, options: Options) -> None:
    """Lays out market, debut wigs and the wigs to take from."""
    g.end_gold, g.layout, g.accents = options.end_gold, options.layout, options.accents
    g.redraw = options.unplaceable == "redraw"
    g.market = {column: [EMPTY] * len(prices(g, column)) for column in COLUMNS}
    g.fresh = {column: [0] * len(squares) for column, squares in g.market.items()}
    g.players = [Player(seat, gold=DATA["setup"]["gold"]) for seat in range(g.seats)]
    g.debut = list(DATA["setup"]["debut"])
    g.supply = [wig for wig in NAME for _ in range(COUNT[wig] - g.debut.count(wig))]
    hand = DATA["setup"]["hand"]
    g.offer = sorted(g.draw(g.supply) for _ in range(hand * g.seats))
    g.least_supply = len(g.supply)
    g.first = g.below(g.seats)
    g.say("{who:seat begins|You begin}.", who=g.first)
    g.then(*[("draft", (g.first + i) % g.seats) for i in range(hand * g.seats)], "start_round")


@game.choice("Take one wig.", they="{who:seat picks|You pick}")
def draft(g: Wigs, p: Player) -> Iterator[str]:
    return (f"take {wig}" for wig in sorted(set(g.offer)))


@draft.does("take {wig:d}")
def take(g: Wigs, p: Player, wig: int) -> None:
    """Takes a wig of the offer behind the player's screen."""
    g.offer.remove(wig)
    put_behind_screen(g, p, wig)
    announce(g, "{who:seat takes|You took} the {wig}.", who=p.seat, wig=NAME[wig])


# --- The round -----------------------------------------------------------------------------------


@game.step
def start_round(g: Wigs) -> None:
    """Opens a round of four phases."""
    g.round += 1
    g.phase, g.moved, g.last, g.order, g.returned = "wear", False, None, [], []
    g.fresh = {column: [0] * len(squares) for column, squares in g.market.items()}
    announce(g, "Round {round}", round=g.round, **{KIND: HEADING})
    g.then(("wear", EVERYBODY), "set_market", "return_wigs", "sell_wigs", "buy_wigs", "end_round")


# --- Wear Wig ------------------------------------------------------------------------------------


@game.choice("Choose the wig that you wear this round.", secret=True)
def wear(g: Wigs, p: Player) -> list[str]:
    """Any type behind the screen."""
    return [f"wear {wig}" for wig in sorted(set(p.tiles))]


@wear.does("wear {wig:d}")
def put_on(g: Wigs, p: Player, wig: int) -> None:
    take_from_screen(g, p, wig)
    p.worn = wig
    announce(g, "{who:seat wears|You wore} the {wig}.", who=p.seat, wig=NAME[wig])


# --- Set Market ----------------------------------------------------------------------------------


@game.step
def set_market(g: Wigs) -> None:
    """Fills the market from the supply, or asks the only Trendsetter."""
    g.phase = "market"
    trendsetters = [p for p in g.players if p.worn == TRENDSETTER]
    if len(trendsetters) == 1:
        draw_for_trendsetter(g, trendsetters[0])
    else:
        draw_for_market(g)


def draw_for_market(g: Wigs) -> None:
    """Draws three wigs one at a time and places each that fits."""
    placed = drawn = 0
    new, refused = list[str](), list[int]()
    while g.supply and (placed if g.redraw else drawn) < DATA["round"]["to_market"]:
        wig = g.draw(g.supply)
        g.left(g, "supply", wig)
        drawn += 1
        if column := column_for(g, wig):
            place(g, wig, column, FROM_SUPPLY)
            placed += 1
            new.append(phrase("{wig} ({column:text})", wig=NAME[wig], column=column))
        else:
            refused.append(wig)
    g.returned += refused
    if new:
        announce(g, "New at the market: {wigs:commas}.", wigs=new)
    if refused:
        announce(g, "No place at the market: {wigs:commas}.", wigs=counted(refused))


def draw_for_trendsetter(g: Wigs, p: Player) -> None:
    """Draws five wigs that only the Trendsetter sees."""
    count = min(DATA["round"]["trendsetter_draws"], len(g.supply))
    p.five = sorted(draw_unseen(g) for _ in range(count))
    looks = "{who:seat looks|You looked} at {count:wig|wigs} for the market."
    g.say(looks, who=p.seat, count=count)
    g.say("They are: {wigs:commas}.", p.seat, wigs=counted(p.five))
    g.then(("go_on_trending", p.seat, 0))


@game.step
def go_on_trending(g: Wigs, seat: int, placed: int) -> None:
    """Asks the Trendsetter for the next wig while one fits and fewer than three are placed."""
    p = g.players[seat]
    if placed < DATA["round"]["to_market"] and any(column_for(g, wig) for wig in set(p.five)):
        g.then(("trend", seat, placed))
        return
    returns = "{who:seat returns|You returned} {count:wig|wigs} to the supply."
    g.aside(returns, who=p.seat, count=len(p.five))
    for wig in p.five:
        g.supply.append(wig)
        g.sees(p.seat, g, "supply", wig)
    p.five = []


@game.choice("Choose the next wig for the market.", secret=True, they="{who:seat picks|You pick}")
def trend(g: Wigs, p: Player, placed: int) -> list[str]:
    """A type among those drawn that fits now."""
    return [f"show {wig}" for wig in sorted(set(p.five)) if column_for(g, wig)]


@trend.does("show {wig:d}")
def show(g: Wigs, p: Player, placed: int, wig: int) -> None:
    """Places one of the wigs that the only Trendsetter drew."""
    p.five.remove(wig)
    column = column_for(g, wig)
    place(g, wig, column, FROM_SUPPLY)
    g.reveal(by=p.seat)
    announce(
        g,
        "{who:seat places|You placed} the {wig} in column {column:text}.",
        who=p.seat,
        wig=NAME[wig],
        column=column,
    )
    g.then(("go_on_trending", p.seat, placed + 1))


@game.step
def return_wigs(g: Wigs) -> None:
    """Returns the wigs that fit nowhere to the supply."""
    for wig in g.returned:
        g.supply.append(wig)
        g.sees(EVERYBODY, g, "supply", wig)


# --- Sell Wigs -----------------------------------------------------------------------------------


@game.step
def sell_wigs(g: Wigs) -> None:
    """Fixes the order of selling: lowest wig first, then as ties are broken."""
    g.phase = "sell"
    g.order = in_order(g, lambda p: (p.worn, p.gold, owned(p)))
    for p in g.players:
        p.sold = p.earned = 0
        p.done = p.out = False
    for seat in reversed(g.order):
        g.then(("turn_to_sell", seat, 0), ("after_selling", seat))


@game.step
def turn_to_sell(g: Wigs, seat: int, sold: int) -> None:
    """Asks a player to sell, unless everybody can see that they cannot."""
    if g.players[seat].tiles and any(EMPTY in squares for squares in g.market.values()):
        g.then(("sell", seat, sold))


@game.choice(
    "Sell wigs of one type, or sell nothing.",
    secret=True,
    may_pass="Sell nothing",
    they="{who:seat sells|You sell}",
)
def sell(g: Wigs, p: Player, already: int) -> Iterator[str]:
    """Any number of one type."""
    return sales(g, p, already)


def sales(g: Wigs, p: Player, already: int) -> Iterator[str]:
    """Every sale of one type; `already` is the type that the Scholar sold first."""
    for wig in sorted(set(p.tiles)):
        if wig == already:
            continue
        columns = columns_to_sell(g, wig)
        held = p.tiles.count(wig)
        for column in columns:
            where = f" {column}" if len(columns) > 1 else ""
            for count in range(1, min(held, g.market[column].count(EMPTY)) + 1):
                yield f"sell {wig} {count}{where}"


@sell.does("sell {wig:d} {count:d} [{column}]")
def sell_to(g: Wigs, p: Player, already: int, wig: int, count: int, column: str = "") -> None:
    """Sells wigs of one type, into this column where there are several to go to."""
    column = column or columns_to_sell(g, wig)[0]
    gold = sale_gold(g, p, column, count)
    for _ in range(count):
        take_from_screen(g, p, wig)
        place(g, wig, column, 1 + p.seat)
    p.gold += gold
    p.sold += count
    p.earned += gold
    announce(
        g,
        "{who:seat sells|You sold} {count} {wig} to column {column:text} for {gold} gold.",
        who=p.seat,
        count=count,
        wig=named(wig, count),
        column=column,
        gold=gold,
    )
    if p.worn == SCHOLAR and not already:
        g.then(("turn_to_sell", p.seat, wig))


@sell.passes
def stop_selling(g: Wigs, p: Player, already: int) -> None:
    """Sells nothing, or nothing more."""
    if not already:
        announce(g, "{who:seat sells|You sold} nothing.", who=p.seat)


def gold_of(g: Wigs, p: Player, move: str) -> int:
    """What a sale brings."""
    return sale_gold(g, p, place_of(g, move)[1], sell.words(move)[1])


def place_of(g: Wigs, move: str) -> tuple[int, str]:
    """The type and the column of a sale."""
    words = sell.words(move)
    return words[0], words[2] if len(words) == 3 else columns_to_sell(g, words[0])[0]


@game.step
def after_selling(g: Wigs, seat: int) -> None:
    """Ends a turn to sell: the Bon Vivant draws for pairs, the Buccaneer draws one."""
    p = g.players[seat]
    p.done = True
    if p.worn not in (BON_VIVANT, BUCCANEER):
        return
    most = 1
    if p.worn == BON_VIVANT:
        most = pairs(p.tiles)
        if most <= len(g.supply):
            p.pairs, p.moved, p.drawn = most, {}, 0
    drawn = [draw_unseen(g) for _ in range(min(most, len(g.supply)))]
    g.reveal()
    p.tiles += drawn
    p.drawn += len(drawn)
    if drawn:
        g.moved = True
        draws = "{who:seat draws|You drew} {count:wig|wigs} from the supply."
        g.say(draws, who=p.seat, count=len(drawn))
        g.say("You drew: {wigs:commas}.", p.seat, wigs=counted(drawn))


# --- Buy Wigs ------------------------------------------------------------------------------------


@game.step
def buy_wigs(g: Wigs) -> None:
    """Fixes the order of buying: least gold first, then as ties are broken."""
    g.phase = "buy"
    g.order = in_order(g, lambda p: (p.gold, owned(p)))
    g.passes = 0
    g.then(("turn_to_buy", 0))


@game.step
def turn_to_buy(g: Wigs, place_in_order: int) -> None:
    """Asks in turn until all have passed one after another; players who cannot pay pass."""
    cheapest = cheapest_price(g)
    while cheapest and g.passes < g.seats:
        p = g.players[g.order[place_in_order]]
        place_in_order = (place_in_order + 1) % g.seats
        if not p.out and p.gold >= cheapest:
            g.then(("buy", p.seat), ("turn_to_buy", place_in_order))
            return
        g.passes += 1


@game.choice("Buy one wig, or pass.", they="{who:seat buys|You buy}")
def buy(g: Wigs, p: Player) -> Iterator[str]:
    """Any wig on the market that the player can pay."""
    table = all_prices(g)
    for column, squares in g.market.items():
        for price, wig in zip(table[column], squares, strict=True):
            if wig != EMPTY and price <= p.gold:
                yield f"buy {column} {price}"
    yield "pass"
    yield "pass all"


@buy.does("buy {column} {price:d}")
def purchase(g: Wigs, p: Player, column: str, price: int) -> None:
    """Buys the wig on the square of this price."""
    square = prices(g, column).index(price)
    wig = g.market[column][square]
    g.market[column][square] = EMPTY
    g.fresh[column][square] = 0
    p.gold -= price
    put_behind_screen(g, p, wig)
    g.passes, g.moved = 0, True
    announce(
        g,
        "{who:seat buys|You bought} the {wig} from column {column:text} for {gold} gold.",
        who=p.seat,
        wig=NAME[wig],
        column=column,
        gold=price,
    )


@buy.does("pass [{all}]")
def pass_by(g: Wigs, p: Player, all: str = "") -> None:
    """Passes until somebody buys, or for the rest of this phase."""
    g.passes += 1
    p.out = bool(all)
    if all:
        announce(g, "{who:seat passes|You passed} for the rest of this phase.", who=p.seat)
    else:
        announce(g, "{who:seat passes|You passed}.", who=p.seat)


# --- End of Round --------------------------------------------------------------------------------


@game.step
def end_round(g: Wigs) -> None:
    """Returns the worn wigs, gives the debut wigs to their only wearers, tests for the end."""
    worn = [p.worn for p in g.players]
    for p in g.players:
        put_behind_screen(g, p, p.worn)
        p.worn = 0
        p.out = False
    for p, wig in zip(g.players, worn, strict=True):
        if wig in g.debut and worn.count(wig) == 1:
            g.debut.remove(wig)
            put_behind_screen(g, p, wig)
            collects = "{who:seat collects|You collected} the debut {wig}."
            announce(g, collects, who=p.seat, wig=NAME[wig])
    count_idle_rounds(g)
    if reason := reason_to_end(g):
        g.phase = "over"
        g.order = []
        g.scores = [p.gold for p in g.players]
        announce(g, "That was the last round: {reason}.", reason=reason)
    else:
        g.then("start_round")


@game.points
def points_now(g: Wigs) -> list[int]:
    """Gold is all that counts."""
    return [p.gold for p in g.players]


@game.resources
def wigs_to_sell(g: Wigs, p: Player) -> list[Phrase]:
    wigs = Counter(p.tiles)
    return [phrase("{n} × {wig}", n=n, wig=NAME[wig]) for wig, n in sorted(wigs.items())]


def count_idle_rounds(g: Wigs) -> None:
    """Counts rounds in a row without movement, and rounds in a row without a smaller supply."""
    g.still_rounds = 0 if g.moved else g.still_rounds + 1
    g.stale_rounds = 0 if len(g.supply) < g.least_supply else g.stale_rounds + 1
    g.least_supply = len(g.supply)


def reason_to_end(g: Wigs) -> str:
    """Why the game ends now; "" if it goes on."""
    if any(p.gold >= g.end_gold for p in g.players):
        return phrase("somebody has {gold} gold or more", gold=g.end_gold)
    if not g.supply:
        return phrase("the supply is empty")
    if g.still_rounds >= DATA["end"]["still_rounds"]:
        return phrase("nothing moved for {n:round|rounds}", n=g.still_rounds)
    if g.stale_rounds >= DATA["end"]["stale_rounds"]:
        return phrase("the supply did not shrink for {n:round|rounds}", n=g.stale_rounds)
    return ""
