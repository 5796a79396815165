"""Powdered Wigs: the rulebook from top to bottom; figures and names are in cards.toml."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import combinations, compress, groupby
from pathlib import Path
from typing import Any, Literal

from pydantic import BaseModel, Field

from games.kernel import EVERYBODY, Game, State, hidden, phrase

DATA = tomllib.loads(Path(__file__).with_name("cards.toml").read_text(encoding="utf-8"))
NAME = {wig["id"]: wig["name"] for wig in DATA["wig"]}
COUNT = {wig["id"]: wig["count"] for wig in DATA["wig"]}
BON_VIVANT, TRENDSETTER, BARON, SCHOLAR, BUCCANEER = NAME
COLUMNS = ("I", "II", "III")
PRICES: dict[tuple[str, bool], dict[str, list[int]]] = {
    (name, two): {c: (layout["two_players"] if two else {}).get(c, layout[c]) for c in COLUMNS}
    for name, layout in DATA["layout"].items()
    for two in (False, True)
}
"""Per layout, and whether two play, the prices of each column's squares, bottom first."""
EMPTY = 0
FROM_SUPPLY = -1


class Options(BaseModel):
    """How a table may play it."""

    end_gold: Literal[20, 25] = Field(
        default=20,
        title="Gold that ends the game",
        description="25 makes a longer game for two; not recommended with three or four players.",
    )
    layout: Literal["five", "stepped"] = Field(
        default="five",
        title="Market",
        description="Stepped: columns I and III have only the squares 1 to 4.",
    )
    unplaceable: Literal["return", "redraw"] = Field(
        default="return",
        title="A drawn wig that fits nowhere",
        description="Redraw: the supply goes on until three wigs found a place.",
    )
    accents: bool = Field(
        default=False,
        title="Fancy accents",
        description="The announcements are mock-courtly; play is the same.",
    )


@dataclass(slots=True)
class Player:
    """A player and the screen he sits behind."""

    seat: int
    gold: int = 0
    tiles: list[int] = hidden("wig")
    """Behind the screen."""
    five: list[int] = hidden("wig")
    """What the Trendsetter has drawn and not yet placed."""
    worn: int = 0
    sold: int = 0
    """Wigs sold in this phase, and the gold they brought."""
    earned: int = 0
    done: bool = False
    """Has had the turn to sell."""
    out: bool = False
    """Passes whenever asked again in this phase."""


@dataclass(slots=True)
class Wigs(State):
    """A game of Powdered Wigs."""

    players: list[Player] = field(default_factory=list[Player])
    supply: list[int] = hidden("wig")
    market: dict[str, list[int]] = field(default_factory=dict[str, list[int]])
    """Per column the wig on each square, bottom first."""
    fresh: dict[str, list[int]] = field(default_factory=dict[str, list[int]])
    """Per square: 1 + the seat that sold there, -1 from the supply, both this round; else 0."""
    last: tuple[str, int] | None = None
    """The square filled most recently, as column and place from the bottom."""
    debut: list[int] = field(default_factory=list[int])
    offer: list[int] = field(default_factory=list[int])
    """Face up, to be taken before the first round."""
    returned: list[int] = field(default_factory=list[int])
    """Drawn for the market this round, found no place; in the supply again after the phase."""
    phase: str = "draft"
    round: int = 0
    first: int = 0
    order: list[int] = field(default_factory=list[int])
    """The order of the running phase."""
    passes: int = 0
    layout: str = "five"
    end_gold: int = 20
    redraw: bool = False
    accents: bool = False
    moved: bool = False
    """A wig was placed, drawn, sold or bought this round."""
    still_rounds: int = 0
    stale_rounds: int = 0
    least_supply: int = 0


game = Game(
    DATA["title"],
    Wigs,
    seats=range(2, 5),
    minutes=DATA["minutes"],
    weight=DATA["weight"],
    options=Options,
)


def announce(g: Wigs, template: str, **values: Any) -> None:
    """Tells all, in the accents of the table."""
    g.say(DATA["accents"].get(template, template) if g.accents else template, **values)


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
    g.say("{who:seat} begins.", who=g.first)
    g.then(*[("draft", (g.first + i) % g.seats) for i in range(hand * g.seats)], "start_round")


@game.choice("Take one wig.")
def draft(g: Wigs, p: Player) -> Iterator[str]:
    """One wig of the offer."""
    return (f"take {wig}" for wig in sorted(set(g.offer)))


@draft.does("take {wig:d}", label=lambda g, p, wig: phrase("Take the {wig}", wig=NAME[wig]))
def take(g: Wigs, p: Player, wig: int) -> None:
    """Take a wig of the offer before the first round."""
    g.offer.remove(wig)
    put_behind_screen(g, p, wig)
    announce(g, "{who:seat} takes the {wig}.", who=p.seat, wig=NAME[wig])


@draft.default
def take_alike(g: Wigs, p: Player) -> str:
    """The type he has most of, else the lowest."""
    return f"take {max(sorted(set(g.offer)), key=p.tiles.count)}"


# --- The round -----------------------------------------------------------------------------------


@game.step
def start_round(g: Wigs) -> None:
    """Opens a round of four phases."""
    g.round += 1
    g.phase, g.moved, g.last, g.order, g.returned = "wear", False, None, [], []
    g.fresh = {column: [0] * len(squares) for column, squares in g.market.items()}
    announce(g, "Round {round} begins.", round=g.round)
    g.then(("wear", EVERYBODY), "set_market", "return_wigs", "sell_wigs", "buy_wigs", "end_round")


# --- Phase 1: Wear Wig ---------------------------------------------------------------------------


@game.choice("Choose the wig that you wear this round.", secret=True)
def wear(g: Wigs, p: Player) -> list[str]:
    """Any type behind the screen."""
    return [f"wear {wig}" for wig in sorted(set(p.tiles))]


@wear.does("wear {wig:d}", label=lambda g, p, wig: phrase("Wear the {wig}", wig=NAME[wig]))
def put_on(g: Wigs, p: Player, wig: int) -> None:
    """Choose in secret the wig that you wear this round."""
    p.tiles.remove(wig)
    g.left(p, "tiles", wig)
    p.worn = wig
    announce(g, "{who:seat} wears the {wig}.", who=p.seat, wig=NAME[wig])


@wear.default
def wear_debut(g: Wigs, p: Player) -> str:
    """A type whose debut wig is still there, else the one he has most of."""
    return f"wear {max(sorted(set(p.tiles)), key=lambda wig: (wig in g.debut, p.tiles.count(wig)))}"


# --- Phase 2: Set Market -------------------------------------------------------------------------


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
    while g.supply and (placed if g.redraw else drawn) < DATA["round"]["to_market"]:
        wig = g.draw(g.supply)
        g.left(g, "supply", wig)
        drawn += 1
        if column := column_for(g, wig):
            place(g, wig, column, FROM_SUPPLY)
            placed += 1
            announce_new(g, wig, column)
        else:
            g.returned.append(wig)
            announce(g, "The {wig} finds no place and goes back.", wig=NAME[wig])


def announce_new(g: Wigs, wig: int, column: str) -> None:
    """Tells all what has come to the market from the supply."""
    announce(g, "The market gets the {wig} in column {column:text}.", wig=NAME[wig], column=column)


def draw_for_trendsetter(g: Wigs, p: Player) -> None:
    """Draws five wigs that only the Trendsetter sees."""
    count = min(DATA["round"]["trendsetter_draws"], len(g.supply))
    p.five = sorted(draw_unseen(g) for _ in range(count))
    g.say("{who:seat} looks at {count:wig|wigs} for the market.", who=p.seat, count=count)
    g.say("You look at: {wigs:commas}.", p.seat, wigs=counted(p.five))
    g.then(("go_on_trending", p.seat, 0))


@game.step
def go_on_trending(g: Wigs, seat: int, placed: int) -> None:
    """Asks the Trendsetter for the next wig while one fits and fewer than three are placed."""
    p = g.players[seat]
    if placed < DATA["round"]["to_market"] and any(column_for(g, wig) for wig in set(p.five)):
        g.then(("trend", seat, placed))
        return
    g.say("{who:seat} returns {count:wig|wigs} to the supply.", who=p.seat, count=len(p.five))
    for wig in p.five:
        g.supply.append(wig)
        g.sees(p.seat, g, "supply", wig)
    p.five = []


@game.choice("Choose the next wig for the market.", secret=True)
def trend(g: Wigs, p: Player, placed: int) -> list[str]:
    """A type among those drawn that fits now."""
    return [f"show {wig}" for wig in sorted(set(p.five)) if column_for(g, wig)]


def label_placing(g: Wigs, p: Player, placed: int, wig: int) -> str:
    """The wig and the column that it goes to."""
    return phrase(
        "Place the {wig} in column {column:text}", wig=NAME[wig], column=column_for(g, wig)
    )


@trend.does("show {wig:d}", label=label_placing)
def show(g: Wigs, p: Player, placed: int, wig: int) -> None:
    """Place one of the five wigs that you drew as the only Trendsetter."""
    p.five.remove(wig)
    column = column_for(g, wig)
    place(g, wig, column, FROM_SUPPLY)
    g.reveal()
    announce_new(g, wig, column)
    g.then(("go_on_trending", p.seat, placed + 1))


@trend.default
def show_own(g: Wigs, p: Player, placed: int) -> str:
    """What he holds most of, else the lowest."""
    fitting = [wig for wig in sorted(set(p.five)) if column_for(g, wig)]
    return f"show {max(fitting, key=p.tiles.count)}"


@trend.refuses
def cannot_show(g: Wigs, p: Player, placed: int, words: list[str]) -> str | None:
    """Why a wig cannot be placed."""
    return phrase("You can place only wigs that you drew and that fit into a column now.")


@game.step
def return_wigs(g: Wigs) -> None:
    """Puts the wigs without a place back into the supply."""
    for wig in g.returned:
        g.supply.append(wig)
        g.sees(EVERYBODY, g, "supply", wig)


# --- Phase 3: Sell Wigs --------------------------------------------------------------------------


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
    """Asks a player who, as all can see, may be able to sell."""
    if g.players[seat].tiles and any(EMPTY in squares for squares in g.market.values()):
        g.then(("sell", seat, sold))


@game.choice("Sell wigs of one type, or pass.", secret=True)
def sell(g: Wigs, p: Player, already: int) -> Iterator[str]:
    """Any number of one type, or nothing."""
    yield from sales(g, p, already)
    yield "pass"


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


def label_sale(g: Wigs, p: Player, already: int, wig: int, count: int, column: str = "") -> str:
    """The sale with its sum: 3 + 4 = 7 gold."""
    column = column or columns_to_sell(g, wig)[0]
    sale = {
        "count": count,
        "wig": NAME[wig],
        "column": column,
        "prices": " + ".join(map(str, free_prices(g, column)[:count])),
        "gold": sale_gold(g, p, column, count),
    }
    if p.worn == BARON:
        return phrase(
            "Sell {count} {wig} to column {column:text}"
            " for {prices:text} + {count} (Baron) = {gold} gold",
            **sale,
        )
    if count > 1:
        return phrase(
            "Sell {count} {wig} to column {column:text} for {prices:text} = {gold} gold", **sale
        )
    return phrase("Sell {count} {wig} to column {column:text} for {gold} gold", **sale)


@sell.does("sell {wig:d} {count:d}", label=label_sale)
def sell_in_its_column(g: Wigs, p: Player, already: int, wig: int, count: int) -> None:
    """Sell wigs of one type from behind your screen to the market."""
    sell_to(g, p, already, wig, count, columns_to_sell(g, wig)[0])


@sell.does("sell {wig:d} {count:d} {column}", label=label_sale)
def sell_to(g: Wigs, p: Player, already: int, wig: int, count: int, column: str) -> None:
    """Sell wigs of a type that is not on the market, into an empty column of your choice."""
    gold = sale_gold(g, p, column, count)
    for _ in range(count):
        p.tiles.remove(wig)
        g.left(p, "tiles", wig)
        place(g, wig, column, 1 + p.seat)
    p.gold += gold
    p.sold += count
    p.earned += gold
    announce(
        g,
        "{who:seat} sells {count} {wig} to column {column:text} for {gold} gold.",
        who=p.seat,
        count=count,
        wig=NAME[wig],
        column=column,
        gold=gold,
    )
    if p.worn == SCHOLAR and not already:
        g.then(("turn_to_sell", p.seat, wig))


@sell.does(
    "pass",
    label=lambda g, p, already: phrase("Sell nothing more" if already else "Sell nothing"),
)
def stop_selling(g: Wigs, p: Player, already: int) -> None:
    """Sell nothing, or nothing more."""
    if not already:
        announce(g, "{who:seat} sells nothing.", who=p.seat)


@sell.default
def sell_best(g: Wigs, p: Player, already: int) -> str:
    """The sale that pays most."""
    return max(sales(g, p, already), key=lambda move: gold_of(g, p, move), default="pass")


@sell.refuses
def cannot_sell(g: Wigs, p: Player, already: int, words: list[str]) -> str | None:
    """The rule that stands in the way of a sale."""
    if words[0] != "sell" or len(words) not in (3, 4) or words[1] not in map(str, NAME):
        return None
    wig = int(words[1])
    if wig == already:
        return phrase(
            "The Scholar sells two different types; you have sold {wig} already.", wig=NAME[wig]
        )
    if wig == p.worn and wig not in p.tiles:
        return phrase(
            "You have no {wig} behind your screen. You cannot sell the wig that you are wearing.",
            wig=NAME[wig],
        )
    if wig not in p.tiles:
        return phrase("You have no {wig} behind your screen.", wig=NAME[wig])
    columns = columns_to_sell(g, wig)
    if not columns:
        return no_column(g, wig)
    if len(words) > 3 and words[3] in COLUMNS and words[3] not in columns:
        return wrong_column(g, wig, words[3], columns)
    if len(words) > 3 and len(columns) == 1:
        return phrase("The column is given, {column:text}: leave it out.", column=columns[0])
    if len(columns) > 1 and words[-1] not in columns:
        return phrase(
            "Name the column, {columns:or}: the {wig} may start either.",
            columns=columns,
            wig=NAME[wig],
        )
    column = words[3] if len(words) > 3 else columns[0]
    most = min(p.tiles.count(wig), g.market[column].count(EMPTY))
    return phrase(
        "You can sell at most {most} {wig} to column {column:text} now.",
        most=most,
        wig=NAME[wig],
        column=column,
    )


def no_column(g: Wigs, wig: int) -> str:
    """Why a type has no place on the market."""
    full = [column for column in COLUMNS if wig in g.market[column]]
    if full:
        return phrase(
            "Column {column:text} is full, so no more {wig} can be sold this round.",
            column=full[0],
            wig=NAME[wig],
        )
    return phrase(
        "No column is free for the {wig}: each holds another type ({taken:commas}).",
        wig=NAME[wig],
        taken=[
            phrase("{column:text} {wig}", column=column, wig=NAME[kind_of(g, column)])
            for column in COLUMNS
        ],
    )


def wrong_column(g: Wigs, wig: int, column: str, columns: list[str]) -> str:
    """Why a type may not go to this column."""
    kind = kind_of(g, column)
    if kind == EMPTY:
        return phrase(
            "The {wig} lies in column {column:text} and may not start a second one.",
            wig=NAME[wig],
            column=columns[0],
        )
    return phrase(
        "Column {column:text} holds {kind} wigs; yours are {own}.",
        column=column,
        kind=NAME[kind],
        own=NAME[wig],
    )


@game.step
def after_selling(g: Wigs, seat: int) -> None:
    """Ends a turn to sell: the Bon Vivant draws for pairs, the Buccaneer draws one."""
    p = g.players[seat]
    p.done = True
    if p.worn not in (BON_VIVANT, BUCCANEER):
        return
    pairs = sum(p.tiles.count(wig) // 2 for wig in NAME)
    drawn = [draw_unseen(g) for _ in range(min(1 if p.worn == BUCCANEER else pairs, len(g.supply)))]
    g.reveal()
    p.tiles += drawn
    if drawn:
        g.moved = True
        g.say("{who:seat} draws {count:wig|wigs} from the supply.", who=p.seat, count=len(drawn))
        g.say("You drew: {wigs:commas}.", p.seat, wigs=counted(drawn))


# --- Phase 4: Buy Wigs ---------------------------------------------------------------------------


@game.step
def buy_wigs(g: Wigs) -> None:
    """Fixes the order of buying: least gold first, then as ties are broken."""
    g.phase = "buy"
    g.order = in_order(g, lambda p: (p.gold, owned(p)))
    g.passes = 0
    g.then(("turn_to_buy", 0))


@game.step
def turn_to_buy(g: Wigs, place_in_order: int) -> None:
    """Goes round until all have passed one after another; who cannot pay passes by himself."""
    cheapest = cheapest_price(g)
    while cheapest and g.passes < g.seats:
        p = g.players[g.order[place_in_order]]
        place_in_order = (place_in_order + 1) % g.seats
        if not p.out and p.gold >= cheapest:
            g.then(("buy", p.seat), ("turn_to_buy", place_in_order))
            return
        g.passes += 1


@game.choice("Buy one wig, or pass.")
def buy(g: Wigs, p: Player) -> Iterator[str]:
    """Any wig on the market that he can pay."""
    table = all_prices(g)
    for column, squares in g.market.items():
        for price, wig in zip(table[column], squares, strict=True):
            if wig != EMPTY and price <= p.gold:
                yield f"buy {column} {price}"
    yield "pass"
    yield "pass all"


def label_purchase(g: Wigs, p: Player, column: str, price: int) -> str:
    """The purchase with its price."""
    return phrase(
        "Buy the {wig} from column {column:text} for {price} gold",
        wig=NAME[wig_at(g, column, price)],
        column=column,
        price=price,
    )


@buy.does("buy {column} {price:d}", label=label_purchase)
def purchase(g: Wigs, p: Player, column: str, price: int) -> None:
    """Buy a wig from the square of this price in a column."""
    square = prices(g, column).index(price)
    wig = g.market[column][square]
    g.market[column][square] = EMPTY
    g.fresh[column][square] = 0
    p.gold -= price
    put_behind_screen(g, p, wig)
    g.passes, g.moved = 0, True
    announce(
        g,
        "{who:seat} buys the {wig} from column {column:text} for {gold} gold.",
        who=p.seat,
        wig=NAME[wig],
        column=column,
        gold=price,
    )


@buy.does("pass", label="Pass for now (asked again if somebody buys)")
def pass_once(g: Wigs, p: Player) -> None:
    """Pass; you are asked again if somebody buys."""
    g.passes += 1
    announce(g, "{who:seat} passes.", who=p.seat)


@buy.does("pass all", label="Pass for the rest of this phase")
def pass_all(g: Wigs, p: Player) -> None:
    """Pass now and whenever asked again in this phase."""
    g.passes += 1
    p.out = True
    announce(g, "{who:seat} passes for the rest of this phase.", who=p.seat)


@buy.default
def buy_nothing(g: Wigs, p: Player) -> str:
    """Passes for the phase."""
    return "pass all"


@buy.refuses
def cannot_buy(g: Wigs, p: Player, words: list[str]) -> str | None:
    """The rule that stands in the way of a purchase."""
    if len(words) != 3 or words[0] != "buy" or words[1] not in COLUMNS:
        return None
    column = words[1]
    if words[2] not in map(str, prices(g, column)):
        return phrase(
            "Column {column:text} has squares of {prices:commas} gold.",
            column=column,
            prices=prices(g, column),
        )
    price = int(words[2])
    if wig_at(g, column, price) == EMPTY:
        return phrase(
            "The square of {price} gold in column {column:text} is empty.",
            price=price,
            column=column,
        )
    return phrase("The square costs {price} gold and you have {gold}.", price=price, gold=p.gold)


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
            announce(g, "{who:seat} collects the debut {wig}.", who=p.seat, wig=NAME[wig])
    count_idle_rounds(g)
    if reason := reason_to_end(g):
        g.phase = "over"
        g.order = []
        g.scores = [p.gold for p in g.players]
        announce(g, "The game is over: {reason}.", reason=reason)
    else:
        g.then("start_round")


@game.standing
def standing(g: Wigs) -> list[int]:
    """Gold is all that counts."""
    return [p.gold for p in g.players]


def count_idle_rounds(g: Wigs) -> None:
    """Counts rounds in a row without movement, and rounds in a row without a smaller supply."""
    g.still_rounds = 0 if g.moved else g.still_rounds + 1
    g.stale_rounds = 0 if len(g.supply) < g.least_supply else g.stale_rounds + 1
    g.least_supply = len(g.supply)


def reason_to_end(g: Wigs) -> str:
    """Why the game ends now; empty where it goes on."""
    if any(p.gold >= g.end_gold for p in g.players):
        return phrase("somebody has {gold} gold or more", gold=g.end_gold)
    if not g.supply:
        return phrase("the supply is empty")
    if g.still_rounds >= DATA["end"]["still_rounds"]:
        return phrase("nothing moved for {n:round|rounds}", n=g.still_rounds)
    if g.stale_rounds >= DATA["end"]["stale_rounds"]:
        return phrase("the supply did not shrink for {n:round|rounds}", n=g.stale_rounds)
    return ""


# --- Terms the rulebook uses ---------------------------------------------------------------------


def owned(p: Player) -> int:
    """How many wigs a player owns, the worn one included."""
    return len(p.tiles) + (p.worn != 0)


def in_order(g: Wigs, open_key: Callable[[Player], tuple[int, ...]]) -> list[int]:
    """The seats by what all can see, then by the lower sum of their wigs, then by lot."""
    order: list[int] = []
    for _, tied in groupby(sorted(g.players, key=open_key), open_key):
        group = list(tied)
        if len(group) == 1:
            order.append(group[0].seat)
            continue
        g.reveal()
        for _, alike in groupby(sorted(group, key=total), total):
            seats = [p.seat for p in alike]
            while seats:
                order.append(g.draw(seats) if len(seats) > 1 else seats.pop())
    return order


def total(p: Player) -> int:
    """The sum of the numbers on a player's wigs, the worn one included."""
    return sum(p.tiles) + p.worn


def kind_of(g: Wigs, column: str) -> int:
    """The type of wig in a column; 0 where it is empty."""
    return max(g.market[column])


def column_for(g: Wigs, wig: int) -> str:
    """Where a drawn wig goes: its column, else the left-most empty one, else "" for nowhere."""
    columns = columns_to_sell(g, wig)
    return columns[0] if columns else ""


def columns_to_sell(g: Wigs, wig: int) -> list[str]:
    """Where a wig can be sold: its column, else any empty one; a full column takes no more."""
    market = g.market
    for column in COLUMNS:
        if wig in market[column]:
            return [column] if EMPTY in market[column] else []
    return [column for column in COLUMNS if not any(market[column])]


def all_prices(g: Wigs) -> dict[str, list[int]]:
    """The prices of the squares by column, bottom first; two players use fewer of column II."""
    return PRICES[g.layout, g.seats == 2]


def prices(g: Wigs, column: str) -> list[int]:
    """The prices of one column's squares, bottom first."""
    return all_prices(g)[column]


def free_prices(g: Wigs, column: str) -> list[int]:
    """The prices of the empty squares of a column, lowest square first."""
    squares = zip(prices(g, column), g.market[column], strict=True)
    return [price for price, wig in squares if wig == EMPTY]


def place(g: Wigs, wig: int, column: str, source: int) -> None:
    """Puts a wig on the lowest empty square of a column."""
    square = g.market[column].index(EMPTY)
    g.market[column][square] = wig
    g.fresh[column][square] = source
    g.last = (column, square + 1)
    g.moved = True


def sale_gold(g: Wigs, p: Player, column: str, count: int) -> int:
    """What so many wigs sold to this column bring, the Baron's extra gold included."""
    return sum(free_prices(g, column)[:count]) + (count if p.worn == BARON else 0)


def gold_of(g: Wigs, p: Player, move: str) -> int:
    """What a sale brings."""
    return sale_gold(g, p, place_of(g, move)[1], sell.read(move)[1][1])


def cheapest_price(g: Wigs) -> int:
    """The price of the cheapest wig on the market; 0 where it is empty."""
    table = all_prices(g)
    lowest = [next(compress(table[column], wigs), 0) for column, wigs in g.market.items()]
    return min(filter(None, lowest), default=0)


def wig_at(g: Wigs, column: str, price: int) -> int:
    """The wig on the square of this price; 0 where it is empty."""
    return g.market[column][prices(g, column).index(price)]


def put_behind_screen(g: Wigs, p: Player, wig: int) -> None:
    """Gives a player a wig that all have seen."""
    p.tiles.append(wig)
    g.sees(EVERYBODY, p, "tiles", wig)


def draw_unseen(g: Wigs) -> int:
    """A random wig from the supply that only its owner sees."""
    g.left_unseen(g, "supply")
    return g.draw(g.supply)


def counted(wigs: list[int]) -> list[str]:
    """Names of wigs, alike ones counted."""
    counts = ((wigs.count(wig), NAME[wig]) for wig in sorted(set(wigs)))
    return [phrase("{n} × {wig}", n=n, wig=name) if n > 1 else name for n, name in counts]


# --- What is worked out for whoever looks --------------------------------------------------------


@game.derived
def arithmetic(g: Wigs, seat: int | None) -> dict[str, Any]:
    """The order of buying as it stands, and for an own screen what each type would bring."""
    by_gold = sorted(g.players, key=lambda p: (p.gold, owned(p)))
    out: dict[str, Any] = {
        "prices": {column: list(prices(g, column)) for column in COLUMNS},
        "buy_order": [p.seat for p in by_gold],
        "sales": {},
        "best": None,
    }
    if seat is None:
        return out
    p = g.players[seat]
    for wig in NAME:
        columns, held = columns_to_sell(g, wig), p.tiles.count(wig)
        squares = free_prices(g, columns[0]) if columns else []
        fits = min(held, len(squares))
        out["sales"][str(wig)] = {
            "columns": columns,
            "squares": squares,
            "held": held,
            "fits": fits,
            "gold": sale_gold(g, p, columns[0], fits) if columns else 0,
        }
    before_sale = g.phase == "market" or (g.phase == "sell" and not p.done and not p.sold)
    if p.worn == SCHOLAR and before_sale:
        out["best"] = best_pair(g, p)
    return out


def best_pair(g: Wigs, p: Player) -> int:
    """The most that two types would bring the Scholar now."""
    priced = [(gold_of(g, p, move), *place_of(g, move)) for move in sales(g, p, 0)]
    singles = [gold for gold, _, _ in priced]
    pairs = [a[0] + b[0] for a, b in combinations(priced, 2) if a[1] != b[1] and a[2] != b[2]]
    return max([0, *singles, *pairs])


def place_of(g: Wigs, move: str) -> tuple[int, str]:
    """The type and the column of a sale."""
    words = sell.read(move)[1]
    return words[0], words[2] if len(words) == 3 else columns_to_sell(g, words[0])[0]
