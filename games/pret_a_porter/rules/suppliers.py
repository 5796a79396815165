"""Local, Warehouse and Import Materials, Last-Minute Preparations (source text, Locations 6-9)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import combinations

from games.kernel import Phrase, do_nothing, phrase
from games.pret_a_porter.components import COLOURS, DATA, LOCATIONS
from games.pret_a_porter.effects import amount as in_words
from games.pret_a_porter.effects import errand_of, receive, unused, will_act
from games.pret_a_porter.state import Errand, House, Player, game

MOST_UNITS: int = DATA["limits"]["units"]
QUALITY: dict[str, int] = DATA["quality"]
OF_ONE_COLOUR, WAREHOUSE = (6, 8), 7
"""The locations of Local and Import Materials, and of Warehouse Materials."""
PIECES: dict[str, int] = DATA["pieces"]

# --- Prices --------------------------------------------------------------------------------------


def list_price(location: int, colour: str) -> int:
    """What a unit costs at a supplier by the list."""
    return DATA["prices"][LOCATIONS[location].id][colour]


def discount_at(p: Player, location: int) -> int:
    """What unused cards take off each unit at a supplier."""
    return sum(
        effect["per_unit"]
        for each in unused(p, "location")
        if location in each.at
        for effect in each.do
        if effect["do"] == "discount"
    )


def purchase_of(g: House, p: Player, *locations: int) -> Errand:
    """The running action of a player, else the next one to come at one of these locations."""
    if g.errand and g.errand.seat == p.seat and g.errand.location in locations:
        return g.errand
    location = next((n for n in locations if will_act(g, p, n)), locations[0])
    return Errand(p.seat, location, discount_at(p, location))


def cost_of_set(g: House, p: Player, colours: Iterable[str]) -> int:
    """What a unit of each colour costs at the Warehouse."""
    errand = purchase_of(g, p, WAREHOUSE)
    return sum(unit_price(errand, colour) for colour in colours)


def unit_price(errand: Errand, colour: str) -> int:
    """What a unit costs in an action: never less than a dollar (ruling)."""
    return max(1, list_price(errand.location, colour) - errand.discount)


# --- Local and Import Materials ------------------------------------------------------------------


def prompt_supplier(g: House) -> Phrase:
    """Which supplier it is, and what a unit costs there."""
    errand = errand_of(g)
    prices = [unit_price(errand, colour) for colour in COLOURS]
    return phrase(
        "{place}: buy units of one colour, ${low} to ${high} each.",
        place=LOCATIONS[errand.location].name,
        low=min(prices),
        high=max(prices),
    )


@game.choice(prompt_supplier, may_pass="Buy nothing", they="{who:seat} buys materials")
def supplier(g: House, p: Player) -> Iterator[str]:
    """Any number of units of one colour that the player can pay."""
    errand = purchase_of(g, p, *OF_ONE_COLOUR)
    for colour in COLOURS:
        most = min(MOST_UNITS, p.cash // unit_price(errand, colour))
        yield from (f"buy {colour} {count}" for count in range(1, most + 1))


@supplier.does("buy {colour} {count:d}")
def buy_units(g: House, p: Player, colour: str, count: int) -> None:
    cost = count * unit_price(errand_of(g), colour)
    p.cash -= cost
    p.material[colour] += count
    earn_quality(g, p, LOCATIONS[errand_of(g).location].id)
    g.say(
        "{who:seat buys|You bought} {count} {colour}.",
        who=p.seat,
        count=count,
        colour=colour,
        worth=-cost,
    )


def earn_quality(g: House, p: Player, supplier: str) -> None:
    """Gives the quality of a purchase: once, whatever its size."""
    receive(p, "Q", QUALITY[supplier])
    g.say("{who:seat gains|You gained} {n} quality.", who=p.seat, n=QUALITY[supplier])


# --- Warehouse Materials -------------------------------------------------------------------------


def payable_sets(g: House, p: Player, colours: Iterable[str]) -> Iterator[str]:
    """The sets of these colours of which the player can pay a unit each."""
    costs = {colour: cost_of_set(g, p, [colour]) for colour in colours}
    for size in range(1, len(costs) + 1):
        for some in combinations(costs, size):
            if sum(costs[colour] for colour in some) <= p.cash:
                yield "+".join(some)


@game.choice(
    "Warehouse Materials: buy one unit of each colour you pick.",
    may_pass="Buy nothing",
    menu="buy {colour}+…",
    they="{who:seat} buys materials",
)
def warehouse(g: House, p: Player) -> Iterator[str]:
    """Any set of colours that the player can pay."""
    return (f"buy {some}" for some in payable_sets(g, p, COLOURS))


@warehouse.does("buy {colours}")
def buy_set(g: House, p: Player, colours: str) -> None:
    """Buys the first unit of each of these colours from the Warehouse."""
    buy_layer(g, p, colours)
    earn_quality(g, p, "warehouse")


def buy_layer(g: House, p: Player, colours: str) -> None:
    """Buys a unit of each colour; where a limit is raised one more of these may follow."""
    errand = errand_of(g)
    errand.layer, errand.layers = colours.split("+"), errand.layers + 1
    pay_for_set(g, p, errand.layer)
    if errand.layers <= errand.raised:
        g.then(("more", p.seat))


def pay_for_set(g: House, p: Player, colours: list[str]) -> None:
    cost = sum(unit_price(errand_of(g), colour) for colour in colours)
    p.cash -= cost
    for colour in colours:
        p.material[colour] += 1
    g.say("{who:seat buys|You bought} {units:list}.", who=p.seat, units=colours, worth=-cost)


@game.choice(
    "Warehouse Materials: buy another unit of these colours.",
    may_pass="Buy no more",
    menu="more {colour}+…",
    they="{who:seat} may buy more",
)
def more(g: House, p: Player) -> list[str]:
    """Any set of the colours bought last."""
    return [f"more {some}" for some in payable_sets(g, p, errand_of(g).layer)]


@more.does("more {colours}")
def buy_more(g: House, p: Player, colours: str) -> None:
    buy_layer(g, p, colours)


# --- Last-Minute Preparations --------------------------------------------------------------------


@game.choice(
    "Last-Minute Preparations: take one piece.",
    may_pass="Take nothing",
    they="{who:seat} takes a piece",
)
def last_minute(g: House, p: Player) -> list[str]:
    """What is still there."""
    return [f"take {piece}" for piece in g.pieces]


buy_nothing_late = last_minute.passes(do_nothing)


@last_minute.does("take {card}")
def take_piece(g: House, p: Player, card: str) -> None:
    g.pieces.remove(card)
    receive(p, card, PIECES[card])
    what, cash = in_words(card, PIECES[card]), PIECES[card] if card == "cash" else 0
    g.say("{who:seat takes|You took} {what}.", who=p.seat, what=what, worth=cash)
