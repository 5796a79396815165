"""Planning phase (source text, Working Round 1)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from games.kernel import Choice, Phrase, phrase
from games.pret_a_porter.company import extra_pawn, overflow_space
from games.pret_a_porter.components import (
    BANK,
    BUILDINGS,
    CONTRACTS,
    EMPLOYEES,
    LAST_MINUTE,
    LOCATIONS,
    NEW_DESIGNS,
)
from games.pret_a_porter.rules.offices import (
    bank,
    buildings,
    buildings_for,
    contracts,
    credits_for,
    designs,
    employees,
    employees_for,
    open_designs,
)
from games.pret_a_porter.rules.rounds import PAWNS
from games.pret_a_porter.rules.suppliers import last_minute
from games.pret_a_porter.state import House, Player, game

OFFERS: dict[int, tuple[Choice[House, Player], Callable[[House, Player], Iterable[int | str]]]] = {
    BANK: (bank, lambda g, p: credits_for(p)),
    CONTRACTS: (contracts, lambda g, p: g.rows["contract"]),
    BUILDINGS: (buildings, buildings_for),
    EMPLOYEES: (employees, employees_for),
    NEW_DESIGNS: (designs, lambda g, p: open_designs(g)),
    LAST_MINUTE: (last_minute, lambda g, p: g.pieces),
}
"""Where a pawn takes credit or one of what lies open: the question, and what there is to take."""
FIRING, GROWTH = "firing", "growth"
"""What a player may want to be asked for."""


def spaces(g: House, location: int) -> int:
    """How many ordinary spaces a location has at this table."""
    place = LOCATIONS[location]
    return place.tight if g.tight_spaces and g.seats == 2 else place.spaces[g.seats - 2]


def is_full(g: House, location: int) -> bool:
    """Whether all ordinary spaces of a location are taken."""
    return len(g.spaces[location]) >= spaces(g, location)


def pawns_left(g: House, seat: int) -> int:
    return sum(step[:2] == ("place", seat) for step in g.agenda)


def they_place(g: House, pawn: int) -> Phrase:
    """That somebody places a pawn, and how many they have left."""
    [who] = g.asked
    return phrase("{who:seat} places a pawn, {n:pawn|pawns} left", who=who, n=PAWNS - pawn + 1)


@game.choice(
    "Place a pawn.",
    menu=[[f"place {n}" for n in range(i, i + 3)] for i in (1, 4, 7)],
    they=they_place,
)
def place(g: House, p: Player, pawn: int) -> Iterator[str]:
    """Every location with a space for the player, with or without what the pawn is to take there,
    and what the player may want to be asked for.
    """
    locations = open_locations(g, p)
    yield from (f"place {n}" for n in locations)
    yield from (f"place {n} {what}" for n in locations for what in takings(g, p, n))
    if not p.asks_firing:
        yield f"ask {FIRING}"
    if p.skips_growth:
        yield f"ask {GROWTH}"


def open_locations(g: House, p: Player) -> list[int]:
    """Every location with a free space, and those where a card lets the player in."""
    beyond = overflow_space(p)
    return [n for n in LOCATIONS if not is_full(g, n) or n in beyond]


def takings(g: House, p: Player, location: int) -> Iterable[int | str]:
    """What a pawn may be told to take at a location as things stand."""
    return OFFERS[location][1](g, p) if location in OFFERS else ()


@place.does("place {location:d} [{what}]")
def place_pawn(g: House, p: Player, pawn: int, location: int, what: str = "") -> None:
    """Puts a pawn on the first free space of a location, and sets in advance what it takes there,
    which nobody else learns.
    """
    full = is_full(g, location)
    (g.card_spaces if full else g.spaces)[location].append(p.seat)
    g.say("{who:seat goes|You went} to {place}.", who=p.seat, place=LOCATIONS[location].name)
    if what:
        verb = "credit" if location == BANK else "take"
        OFFERS[location][0].set_premove(g, p.seat, f"{verb} {what}")


@place.does("ask {about}")
def ask_about(g: House, p: Player, pawn: int, about: str) -> None:
    """Has the player asked for growth again, or whether they fire, and goes on with the pawn."""
    wants_to_be_asked(p, about)
    g.then(("place", p.seat, pawn))


def wants_to_be_asked(p: Player, about: str) -> None:
    if about == FIRING:
        p.asks_firing = True
    else:
        p.skips_growth = False


@game.step
def extra_actions(g: House) -> None:
    """Asks, once all pawns are placed, for the extra actions of cards."""
    g.then(
        *[
            ("extra", seat, locations)
            for seat in g.order
            for locations in extra_pawn(g.players[seat])
        ]
    )


@game.choice(
    "Take an extra action, or none.",
    may_pass="No extra action",
    they="{who:seat} may take an extra action",
)
def extra(g: House, p: Player, locations: tuple[int, ...]) -> list[str]:
    """The locations of the card."""
    return [f"place {n}" for n in locations]


@extra.does("place {location:d}")
def place_extra(g: House, p: Player, locations: tuple[int, ...], location: int) -> None:
    g.card_spaces[location].append(p.seat)
    g.say(
        "{who:seat has|You have} an extra action at {place}.",
        who=p.seat,
        place=LOCATIONS[location].name,
    )
