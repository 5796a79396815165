"""Rokoko, Phase 3: how a dress is paid for, and where it goes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from functools import lru_cache

from games.kernel import Phrase, phrase
from games.rokoko.components import COLOURED, DRESSES, TILES
from games.rokoko.effects import add, amounts, for_price
from games.rokoko.halls import free_spaces, hall_called
from games.rokoko.rules.actions import Silk, silk_listed, window_price
from games.rokoko.state import NONE, Player, Rokoko, board_of, game, turn_of

CACHE_SIZE = 4096
FREE_TILE = "free_tile"
FREE_DISCOUNT = 2
"""The discount at which every tile is free."""
TILE_SEPARATOR = "+"


# --- Paying --------------------------------------------------------------------------------------


@lru_cache(CACHE_SIZE)
def payments(dress: str, tiles: tuple[str, ...]) -> tuple[tuple[str, ...], ...]:
    """The sets of these tiles, in rising order, that cover the silk and have none to spare.

    Tiles with the same silk count as equal: the lowest are named.
    """
    needs = DRESSES[dress].silk
    alike: dict[tuple[tuple[str, int], ...], list[str]] = {}
    for tile in tiles:
        alike.setdefault(tuple(sorted(TILES[tile].silk.items())), []).append(tile)
    found = extended(needs, [], list(alike.values()))
    return tuple(sorted(tuple(sorted(each)) for each in found))


def extended(needs: Silk, chosen: list[str], alike: list[list[str]]) -> Iterator[list[str]]:
    """The ways to go on from these tiles with others, kind by kind, none of them superfluous."""
    lacking = missing_colours(needs, chosen)
    if not lacking:
        if all(missing_colours(needs, [t for t in chosen if t != tile]) for tile in chosen):
            yield chosen
        return
    for kind, (tile, *same) in enumerate(alike):
        if lacking & TILES[tile].silk.keys():
            rest = [same, *alike[kind + 1 :]] if same else alike[kind + 1 :]
            yield from extended(needs, [*chosen, tile], rest)


def missing_colours(needs: Silk, tiles: list[str]) -> set[str]:
    """The colours of which these tiles do not have enough."""
    return {
        colour
        for colour, n in needs.items()
        if sum(TILES[tile].silk.get(colour, 0) for tile in tiles) < n
    }


def prompt_payment(g: Rokoko) -> Phrase:
    it = DRESSES[turn_of(g).dress]
    return phrase(
        "The {dress} ({id:text}) needs {silk} silk: choose the tiles to spend.",
        dress=COLOURED[it.colour],
        id=it.id,
        silk=silk_listed(it.silk),
    )


@game.choice(prompt_payment, they="{who:seat} pays in silk")
def pay(g: Rokoko, p: Player) -> Iterator[str]:
    """Every set of tiles without a superfluous one, those that waste least first."""
    dress = turn_of(g).dress
    found = payments(dress, tuple(p.tiles))
    for tiles in sorted(found, key=lambda tiles: wasted(dress, tiles).total()):
        yield f"using {TILE_SEPARATOR.join(tiles)}"


def bales(tiles: Iterable[str]) -> Counter[str]:
    """The silk on tiles, by colour."""
    return sum((Counter(TILES[tile].silk) for tile in tiles), Counter[str]())


def wasted(dress: str, tiles: Iterable[str]) -> Counter[str]:
    """The silk on tiles that a dress does not need, by colour; it is lost."""
    return bales(tiles) - Counter(DRESSES[dress].silk)


def least_wasted(dress: str, tiles: Iterable[str]) -> Counter[str]:
    """The silk that is lost at least where these tiles have to pay for a dress."""
    losses = [wasted(dress, each) for each in payments(dress, tuple(tiles))]
    return min(losses, key=lambda lost: lost.total(), default=Counter[str]())


@pay.does("using {tiles}")
def pay_for_dress(g: Rokoko, p: Player, tiles: str) -> None:
    """Pays for the dress and makes it, with these tiles as its silk."""
    dress, spent = DRESSES[turn_of(g).dress], tiles.split(TILE_SEPARATOR)
    price = window_price(g, dress.id)
    p.livre -= price
    p.yarn -= dress.yarn
    p.lace -= dress.lace
    p.tiles = [tile for tile in p.tiles if tile not in spent]
    g.used += spent
    g.windows[g.windows.index(dress.id)] = NONE
    g.say(
        "{who:seat makes|You made} a {dress} {price} ({id:text}) of {material:commas}.",
        who=p.seat,
        dress=COLOURED[dress.colour],
        price=for_price(price),
        id=dress.id,
        material=[silk_listed(bales(spent)), *amounts(dress.goods)],
    )


# --- Renting out or selling ----------------------------------------------------------------------


def prompt_place(g: Rokoko) -> Phrase:
    it = DRESSES[turn_of(g).dress]
    return phrase(
        "The {dress} ({id:text}) is made: rent it out for {prestige} prestige and strength in a"
        " hall, or sell it for {value} Livre.",
        dress=COLOURED[it.colour],
        id=it.id,
        prestige=it.prestige,
        value=it.value,
    )


@game.choice(
    prompt_place,
    they=lambda g: phrase(
        "{who:seat} has made a {dress}",
        who=turn_of(g).seat,
        dress=COLOURED[DRESSES[turn_of(g).dress].colour],
    ),
)
def place(g: Rokoko, p: Player) -> list[str]:
    """The free guest spaces, master spaces for a master; and the sale."""
    turn = turn_of(g)
    if turn.must_sell:
        return ["sell"]
    return [*free_spaces(g, turn.maker), "sell"]


@place.does("rent {hall} {space}")
def rent_out(g: Rokoko, p: Player, hall: str, space: str) -> None:
    it = board_of(g).by_key[hall, space]
    dress, turn_of(g).dress = turn_of(g).dress, NONE
    g.rented[it.id] = dress
    g.markers[it.id] = p.seat
    free_tile = FREE_TILE in it.bonus
    gained = {} if free_tile else it.bonus
    add(p, **gained)
    g.say(
        "{who:seat rents|You rented} the {dress} out in {hall} for {gained:commas} ({space:text})."
        if gained
        else "{who:seat rents|You rented} the {dress} out in {hall} ({space:text}).",
        who=p.seat,
        dress=COLOURED[DRESSES[dress].colour],
        hall=hall_called(board_of(g).halls[it.hall]),
        gained=amounts(gained),
        space=it.id,
    )
    g.then(("all_halls", p.seat))
    if free_tile and any(any(segment) for segment in g.warehouse):
        g.then(("extra_tile", p.seat, FREE_DISCOUNT))


@place.does("sell")
def sell(g: Rokoko, p: Player) -> None:
    dress, turn_of(g).dress = turn_of(g).dress, NONE
    g.sold.append(dress)
    it = DRESSES[dress]
    add(p, livre=it.value)
    g.say(
        "{who:seat sells|You sold} the {dress} for {n} Livre ({id:text}).",
        who=p.seat,
        dress=COLOURED[it.colour],
        n=it.value,
        id=dress,
    )
