"""Rokoko, Phase 3: the six main actions; what making a dress involves is in dressmaking.py."""

from __future__ import annotations

from collections.abc import Iterator
from functools import reduce

from games.kernel import EVERYBODY, Phrase, phrase
from games.rokoko.components import (
    DATA,
    DRESSES,
    EMPLOYEES,
    FACTS,
    FOUNTAIN,
    MASTER,
    TILES,
    Board,
    Decoration,
    Tile,
)
from games.rokoko.effects import add, amounts, for_price
from games.rokoko.halls import hall_called, halls_present
from games.rokoko.state import NONE, Player, Rokoko, board_of, game, turn_of

MAY: dict[str, list[str]] = DATA["grades"]
"""The actions that not every grade may take, by grade."""
TILE_PRICE: list[int] = DATA["prices"]["tile"]
HIRE_PRICE: list[int] = DATA["prices"]["hire"]
DEPUTED: dict[str, int] = DATA["depute"]
SILK, GOODS = "silk", "goods"
Silk = dict[str, int]
"""Bales by colour."""
SEGMENTS = [f"W{n + 1}" for n in range(FACTS["segments"])]
FOUNTAIN_ROWS = {"upper": "fountain, upper row", "lower": "fountain, lower row"}


def prompt_action(g: Rokoko) -> Phrase:
    it = EMPLOYEES[turn_of(g).card]
    return phrase(
        "{name}, {grade}: take a main action, or pass.",
        name=it.name,
        grade=it.grade,
    )


@game.choice(prompt_action, may_pass="No main action", they="{who:seat} to act")
def act(g: Rokoko, p: Player) -> Iterator[str]:
    """What the grade allows and the player can pay."""
    allowed = MAY[turn_of(g).maker]
    if "favor" in allowed and g.favor is None:
        yield "favor"
    yield from tiles_to_take(g, p)
    if "make" in allowed:
        yield from dresses_to_make(g, p)
    if "hire" in allowed:
        yield from employees_to_hire(g, p)
    yield "depute"
    yield from decorations_to_fund(g, p)


@act.passes
def pass_action(g: Rokoko, p: Player) -> None:
    g.say("{who:seat takes|You took} no main action.", who=p.seat)


# --- Claim the Queen's favor ---------------------------------------------------------------------


@act.does("favor")
def claim_favor(g: Rokoko, p: Player) -> None:
    """Takes the Favor card and its Livre."""
    g.favor = p.seat
    n = FACTS["favor_livre"]
    add(p, livre=n)
    g.say("{who:seat takes|You took} the Favor card and {n} Livre.", who=p.seat, n=n)


# --- Acquire resources ---------------------------------------------------------------------------


def tile_price(segment: list[str], discount: int = 0) -> int:
    """What a tile costs by the number of those that lie in its segment."""
    return max(0, TILE_PRICE[len(segment) - segment.count(NONE)] - discount)


def tiles_to_take(g: Rokoko, p: Player, discount: int = 0) -> Iterator[str]:
    """Both uses of every tile that the player can pay."""
    for name, segment in zip(SEGMENTS, g.warehouse, strict=True):
        if tile_price(segment, discount) > p.livre:
            continue
        for place, tile in enumerate(segment, 1):
            if tile:
                yield f"take {name} {place} silk"
                yield f"take {name} {place} goods"


def tile_at(g: Rokoko, segment: str, place: int) -> Tile:
    return TILES[g.warehouse[SEGMENTS.index(segment)][place - 1]]


def silk_listed(silk: Silk) -> Phrase:
    """Bales in words, of one colour at least: "2 red + 1 yellow"."""
    return reduce(lambda some, more: phrase("{some} + {more}", some=some, more=more), amounts(silk))


def take_tile(g: Rokoko, p: Player, discount: int, segment: str, place: int, use: str) -> None:
    row = g.warehouse[SEGMENTS.index(segment)]
    tile, price = tile_at(g, segment, place), tile_price(row, discount)
    p.livre -= price
    row[place - 1] = NONE
    if use == SILK:
        p.tiles = sorted([*p.tiles, tile.id])
        g.say(
            "{who:seat takes|You took} {silk} silk {price} ({tile:text}).",
            who=p.seat,
            tile=tile.id,
            price=for_price(price),
            silk=silk_listed(tile.silk),
        )
    else:
        g.used.append(tile.id)
        add(p, **tile.goods)
        g.say(
            "{who:seat takes|You took} {goods:commas} {price} ({tile:text}).",
            who=p.seat,
            tile=tile.id,
            price=for_price(price),
            goods=amounts(tile.goods),
        )


@act.does("take {segment} {place:d} {use}")
def buy_tile(g: Rokoko, p: Player, segment: str, place: int, use: str) -> None:
    take_tile(g, p, 0, segment, place, use)


# --- Make a dress --------------------------------------------------------------------------------


def silk_of(p: Player) -> Silk:
    silk: Silk = {}
    for tile in p.tiles:
        for colour, n in TILES[tile].silk.items():
            silk[colour] = silk.get(colour, 0) + n
    return silk


@game.resources
def money_and_material(g: Rokoko, p: Player) -> list[Phrase]:
    silk = silk_of(p).items()
    return [
        *amounts({"livre": p.livre, "yarn": p.yarn, "lace": p.lace}),
        *(phrase("{n} {colour} silk", n=n, colour=colour) for colour, n in silk),
    ]


def material_with(p: Player, silk: Silk, tile: Tile, use: str) -> tuple[Silk, int, int]:
    """Silk, yarn and lace of a player who has this silk and takes a tile for this use."""
    if use == GOODS:
        return silk, p.yarn + tile.goods.get("yarn", 0), p.lace + tile.goods.get("lace", 0)
    more = dict(silk)
    for colour, n in tile.silk.items():
        more[colour] = more.get(colour, 0) + n
    return more, p.yarn, p.lace


def material_suffices(dress: str, silk: Silk, yarn: int, lace: int) -> bool:
    """Whether there is enough of everything but Livre for a dress."""
    needs = DRESSES[dress]
    if needs.yarn > yarn or needs.lace > lace:
        return False
    return all(silk.get(colour, 0) >= n for colour, n in needs.silk.items())


def dresses_to_make(g: Rokoko, p: Player) -> Iterator[str]:
    """The dresses that the maker of this turn may make and the player can pay."""
    return dresses_in_reach(g, p, turn_of(g).maker == MASTER)


def dresses_in_reach(g: Rokoko, p: Player, master: bool) -> Iterator[str]:
    """The dresses that a master, or somebody else, may make and the player can pay."""
    silk = silk_of(p)
    for dress, price in zip(g.windows, board_of(g).windows, strict=True):
        if (
            dress
            and price <= p.livre
            and (master or not DRESSES[dress].master)
            and material_suffices(dress, silk, p.yarn, p.lace)
        ):
            yield f"make {dress}"


def window_price(g: Rokoko, dress: str) -> int:
    return board_of(g).windows[g.windows.index(dress)]


@act.does("make {dress}")
def make_dress(g: Rokoko, p: Player, dress: str) -> None:
    """Chooses a dress of the workshop, to be paid and placed."""
    turn_of(g).dress = dress
    g.then(("pay", p.seat), ("place", p.seat))


# --- Hire a new employee -------------------------------------------------------------------------


def hire_price(g: Rokoko) -> int:
    """What an employee costs by the number of those who are left."""
    return HIRE_PRICE[len(g.hire) - g.hire.count(NONE)]


def employees_to_hire(g: Rokoko, p: Player) -> Iterator[str]:
    """All who are for hire, if the player can pay."""
    if hire_price(g) <= p.livre:
        for card in g.hire:
            if card:
                yield f"hire {card}"


@act.does("hire {card}")
def hire_employee(g: Rokoko, p: Player, card: str) -> None:
    price = hire_price(g)
    p.livre -= price
    g.hire[g.hire.index(card)] = NONE
    p.hand = sorted([*p.hand, card])
    g.sees(EVERYBODY, p, "hand", card)
    g.say(
        "{who:seat hires|You hired} {name} {price} ({card:text}).",
        who=p.seat,
        card=card,
        name=EMPLOYEES[card].name,
        price=for_price(price),
    )


# --- Depute the employee -------------------------------------------------------------------------


@act.does("depute")
def depute_employee(g: Rokoko, p: Player) -> None:
    turn_of(g).deputed = True
    it = EMPLOYEES[turn_of(g).card]
    add(p, livre=DEPUTED[it.grade])
    g.say(
        "{who:seat sends|You sent} {name} to the Queen for {n} Livre ({card:text}).",
        who=p.seat,
        name=it.name,
        n=DEPUTED[it.grade],
        card=it.id,
    )


# --- Fund a decoration ---------------------------------------------------------------------------


def decorations_to_fund(g: Rokoko, p: Player, discount: int = 0) -> Iterator[str]:
    """The free decorations that the player can pay; of each row of the fountain only one."""
    have = p.livre + discount
    for it in board_of(g).decorations.values():
        if it.cost <= have and it.id not in g.markers and not is_in_row(g, p, it):
            yield f"fund {it.id}"


def is_in_row(g: Rokoko, p: Player, it: Decoration) -> bool:
    """Whether the player has a marker in this row of the fountain."""
    if it.kind != FOUNTAIN:
        return False
    row = (each for each in board_of(g).decorations.values() if each.row == it.row)
    return any(g.markers.get(each.id) == p.seat for each in row)


def describe(board: Board, it: Decoration) -> str:
    """A decoration in a few words."""
    if it.hall is not None:
        return phrase("musician in {hall}", hall=hall_called(board.halls[it.hall]))
    return FOUNTAIN_ROWS.get(it.row, it.kind)


def fund_decoration(g: Rokoko, p: Player, discount: int, decoration: str) -> None:
    price = max(0, board_of(g).decorations[decoration].cost - discount)
    p.livre -= price
    g.markers[decoration] = p.seat
    g.say(
        "{who:seat funds|You funded} a decoration {price}: {what} ({decoration:text}).",
        who=p.seat,
        decoration=decoration,
        what=describe(board_of(g), board_of(g).decorations[decoration]),
        price=for_price(price),
    )
    g.then(("all_halls", p.seat))


@act.does("fund {decoration}")
def buy_decoration(g: Rokoko, p: Player, decoration: str) -> None:
    fund_decoration(g, p, 0, decoration)


# --- All halls -----------------------------------------------------------------------------------


@game.step
def all_halls(g: Rokoko, seat: int) -> None:
    """Gives a player who is present in every hall the best free bonus, once."""
    p, board = g.players[seat], board_of(g)
    taken = {each.all_halls for each in g.players}
    free = [value for value in board.all_halls if value not in taken]
    if p.all_halls or len(halls_present(g, seat)) < len(board.halls):
        return
    p.all_halls = free[0]
    g.say("{who:seat is|You are} in all halls: {n} prestige at the end.", who=seat, n=free[0])
