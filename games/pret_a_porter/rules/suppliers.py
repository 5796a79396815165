"""Local, Warehouse and Import Materials, Last-Minute Preparations (source text, Locations 6-9)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import combinations

from games.kernel import Phrase, do_nothing, phrase
from games.pret_a_porter import instinct, outlook
from games.pret_a_porter.cards import COLOURS, DATA, LOCATIONS
from games.pret_a_porter.effects import amount as in_words
from games.pret_a_porter.effects import errand_of, receive
from games.pret_a_porter.outlook import unit_price
from games.pret_a_porter.state import House, Player, game

MOST_UNITS: int = DATA["limits"]["units"]
QUALITY: dict[str, int] = DATA["quality"]
PIECES: dict[str, int] = DATA["pieces"]

# --- 6. and 8. Local and Import Materials --------------------------------------------------------


def what_to_buy(g: House) -> Phrase:
    """Which supplier it is, and what a unit costs there."""
    prices = [unit_price(g, colour) for colour in COLOURS]
    return phrase(
        "{place}: buy units of one colour, ${low} to ${high} each.",
        place=LOCATIONS[errand_of(g).location].name,
        low=min(prices),
        high=max(prices),
    )


@game.choice(what_to_buy, may_pass="Buy nothing")
def supplier(g: House, p: Player) -> list[str]:
    """Any number of units of one colour that the player can pay."""
    found: list[str] = []
    for colour in COLOURS:
        most = min(MOST_UNITS, p.cash // unit_price(g, colour))
        found += [f"buy {colour} {count}" for count in range(1, most + 1)]
    return found


def is_glut(g: House, p: Player, colour: str, count: int) -> bool:
    """Whether these are not just the units that the player's main style lacks."""
    return count != instinct.lacking(p)[colour]


@supplier.does(
    "buy {colour} {count:d}",
    label=outlook.label_of_units,
    outlook=outlook.of_units,
    rarely_useful=is_glut,
)
def buy_units(g: House, p: Player, colour: str, count: int) -> None:
    """Buys units of one colour from the supplier."""
    p.cash -= count * unit_price(g, colour)
    p.material[colour] += count
    earn_quality(g, p, LOCATIONS[errand_of(g).location].id)
    g.say("{who:seat} buys {count} {colour}.", who=p.seat, count=count, colour=colour)


@supplier.default
def usual_units(g: House, p: Player) -> str:
    """What lets most designs be made."""
    return instinct.units(g, p, list(supplier.options(g, p)))


@supplier.refuses
def cannot_buy(g: House, p: Player, words: list[str]) -> Phrase | None:
    """The price in the way."""
    if words[0] == "buy" and len(words) == 3 and words[1] in COLOURS and words[2].isdigit():
        return phrase(
            "A unit of {colour} costs ${price} here, and you have ${cash}.",
            colour=words[1],
            price=unit_price(g, words[1]),
            cash=p.cash,
        )
    return None


def earn_quality(g: House, p: Player, supplier: str) -> None:
    """Gives the quality of a purchase: once, whatever its size."""
    receive(p, "Q", QUALITY[supplier])
    g.say("{who:seat} gains {n} quality.", who=p.seat, n=QUALITY[supplier])


# --- 7. Warehouse Materials ----------------------------------------------------------------------


def payable_sets(g: House, p: Player, colours: Iterable[str]) -> Iterator[str]:
    """The sets of these colours of which the player can pay a unit each."""
    colours = list(colours)
    costs = {colour: unit_price(g, colour) for colour in colours}
    for size in range(1, len(colours) + 1):
        for some in combinations(colours, size):
            if sum(costs[colour] for colour in some) <= p.cash:
                yield "+".join(some)


@game.choice("Warehouse Materials: buy a unit each of any colours.", may_pass="Buy nothing")
def warehouse(g: House, p: Player) -> list[str]:
    """Any set of colours that the player can pay."""
    return [f"buy {some}" for some in payable_sets(g, p, COLOURS)]


def is_useless(g: House, p: Player, colours: str) -> bool:
    """Whether the player's main style does not lack one of these colours."""
    lacking = instinct.lacking(p)
    return any(not lacking[colour] for colour in colours.split("+"))


@warehouse.does(
    "buy {colours}", label=outlook.label_of_set, outlook=outlook.of_set, rarely_useful=is_useless
)
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
    """Takes the money and gives a unit of each colour."""
    for colour in colours:
        p.cash -= unit_price(g, colour)
        p.material[colour] += 1
    g.say("{who:seat} buys {units:list}.", who=p.seat, units=colours)


@game.choice("Warehouse Materials: buy another unit of these colours.", may_pass="Buy no more")
def more(g: House, p: Player) -> list[str]:
    """Any set of the colours bought last."""
    return [f"more {some}" for some in payable_sets(g, p, errand_of(g).layer)]


@more.does(
    "more {colours}", label=outlook.label_of_set, outlook=outlook.of_set, rarely_useful=is_useless
)
def buy_more(g: House, p: Player, colours: str) -> None:
    """Buys another unit of each of these colours."""
    buy_layer(g, p, colours)


@warehouse.default
def usual_set(g: House, p: Player) -> str:
    """What lets most designs be made."""
    return instinct.units(g, p, list(warehouse.options(g, p)))


@more.default
def usual_more(g: House, p: Player) -> str:
    """What lets more designs be made."""
    return instinct.units(g, p, list(more.options(g, p)))


@warehouse.refuses
@more.refuses
def cannot_buy_set(g: House, p: Player, words: list[str]) -> Phrase | None:
    """The order of colours, or the price."""
    colours = words[-1].split("+")
    if len(words) != 2 or not set(colours) <= set(COLOURS):
        return None
    if colours != [colour for colour in COLOURS if colour in colours]:
        order = ", ".join(COLOURS)
        return phrase("Name each colour once, in the order {order:text}.", order=order)
    cost = sum(unit_price(g, colour) for colour in colours)
    if cost <= p.cash:
        return None
    return phrase("These cost ${cost}, and you have ${cash}.", cost=cost, cash=p.cash)


# --- 9. Last-Minute Preparations -----------------------------------------------------------------


@game.choice("Last-Minute Preparations: take one piece.")
def last_minute(g: House, p: Player) -> list[str]:
    """What is still there."""
    return [*[f"take {piece}" for piece in g.pieces], "pass"]


def label_of_piece(g: House, p: Player, card: str) -> Phrase:
    """The piece in words."""
    return phrase("Take {what}", what=in_words(card, PIECES[card]))


@last_minute.does("take {card}", label=label_of_piece, outlook=outlook.of_piece)
def take_piece(g: House, p: Player, card: str) -> None:
    """Takes one of the pieces."""
    g.pieces.remove(card)
    receive(p, card, PIECES[card])
    g.say("{who:seat} takes {what}.", who=p.seat, what=in_words(card, PIECES[card]))


last_minute.does("pass", label="Take nothing", rarely_useful=True)(do_nothing)


@last_minute.default
def usual_piece(g: House, p: Player) -> str:
    """The token in which it is wanted most."""
    return instinct.piece(g, p, list(last_minute.options(g, p)))


@last_minute.refuses
def cannot_take_piece(g: House, p: Player, words: list[str]) -> Phrase | None:
    """That a piece is gone."""
    if len(words) == 2 and words[0] == "take" and words[1] in PIECES:
        piece = in_words(words[1], PIECES[words[1]])
        return phrase("The piece of {piece} is gone for this month.", piece=piece)
    return None
