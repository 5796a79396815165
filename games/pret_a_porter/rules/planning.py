"""Planning phase (source text, Working Round 1)."""

from __future__ import annotations

from games.pret_a_porter.company import extra_pawn, overflow_space
from games.pret_a_porter.components import LOCATIONS
from games.pret_a_porter.state import House, Player, game


def spaces(g: House, location: int) -> int:
    """How many ordinary spaces a location has at this table."""
    place = LOCATIONS[location]
    return place.tight if g.tight_spaces and g.seats == 2 else place.spaces[g.seats - 2]


def is_full(g: House, location: int) -> bool:
    """Whether all ordinary spaces of a location are taken."""
    return len(g.spaces[location]) >= spaces(g, location)


@game.choice("Place a pawn.", grid=[[f"place {n}" for n in range(i, i + 3)] for i in (1, 4, 7)])
def place(g: House, p: Player) -> list[str]:
    """Every location with a free space, and those where a card lets the player in."""
    beyond = overflow_space(p)
    return [f"place {n}" for n in LOCATIONS if not is_full(g, n) or n in beyond]


@place.does("place {location:d}")
def place_pawn(g: House, p: Player, location: int) -> None:
    """Puts a pawn on the first free space of a location."""
    full = is_full(g, location)
    (g.card_spaces if full else g.spaces)[location].append(p.seat)
    g.say("{who:seat} goes to {place}.", who=p.seat, place=LOCATIONS[location].name)


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


@game.choice("Take an extra action, or none.", may_pass="No extra action")
def extra(g: House, p: Player, locations: tuple[int, ...]) -> list[str]:
    """The locations of the card."""
    return [f"place {n}" for n in locations]


@extra.does("place {location:d}")
def place_extra(g: House, p: Player, locations: tuple[int, ...], location: int) -> None:
    """Takes an extra action at a location."""
    g.card_spaces[location].append(p.seat)
    g.say("{who:seat} has an extra action at {place}.", who=p.seat, place=LOCATIONS[location].name)
