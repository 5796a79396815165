"""Action phase: the nine locations in their order (source text, Working Round 2)."""

from __future__ import annotations

from games.pret_a_porter.components import LOCATIONS, Ability
from games.pret_a_porter.effects import ability_of, card_of, unused, use
from games.pret_a_porter.state import Errand, House, Player, game

PRICE_WORDS = ("discount", "raise_limit")
CARD_WORDS = ("take_design", "take_contract")
ACTIONS = {
    "bank": "bank",
    "contracts": "contracts",
    "buildings": "buildings",
    "employees": "employees",
    "designs": "designs",
    "local": "supplier",
    "warehouse": "warehouse",
    "import": "supplier",
    "last_minute": "last_minute",
}
"""The question of each location."""


@game.step
def action_phase(g: House) -> None:
    """Plans the locations one after the other."""
    g.phase = "action"
    g.then(*[("resolve", number) for number in LOCATIONS], "actions_done")


@game.step
def actions_done(g: House) -> None:
    g.at, g.done, g.phase = 0, 0, "growth"


@game.step
def resolve(g: House, location: int) -> None:
    """Lets cards work that need no pawn, in turn order, and then the pawns."""
    g.at, g.done = location, 0
    announced = [
        use(g.players[seat], each)
        for seat in g.order
        for each in answering(g.players[seat], location, pawn=False)
    ]
    g.then(*announced, ("pawns", location))


def answering(p: Player, location: int, pawn: bool) -> list[Ability]:
    """The unused abilities of a player for a location, with or without a pawn."""
    return [each for each in unused(p, "location") if location in each.at and each.pawn == pawn]


@game.step
def pawns(g: House, location: int) -> None:
    """Plans the actions of all pawns of a location in the order of its spaces."""
    seats = (*g.spaces[location], *g.card_spaces[location])
    g.then(*[("errand", seat, location) for seat in seats])


@game.step
def errand(g: House, seat: int, location: int) -> None:
    """Begins the action of a pawn: gifts, prices, the action, further cards (ruling)."""
    p = g.players[seat]
    g.errand = Errand(seat, location)
    here = answering(p, location, pawn=True)
    prices = [each for each in here if each.has(*PRICE_WORDS)]
    cards = [each for each in here if each.has(*CARD_WORDS) and not is_instead(each)]
    gifts = [each for each in here if not each.has(*PRICE_WORDS, *CARD_WORDS)]
    g.then(
        *[use(p, each) for each in gifts],
        *[("apply_price", seat, each.key) for each in prices],
        (ACTIONS[LOCATIONS[location].id], seat),
        *[use(p, each) for each in cards],
        "errand_done",
    )


def is_instead(ability: Ability) -> bool:
    """Whether an ability replaces the action of the pawn."""
    return any(effect.get("instead_of_action") for effect in ability.do)


@game.step
def errand_done(g: House) -> None:
    g.done += 1
    g.errand = None


def pawns_to_come(g: House, seat: int) -> list[int]:
    """The locations where pawns of a player have yet to act after the one that acts now."""
    here = [*g.spaces[g.at], *g.card_spaces[g.at]][g.done + 1 :]
    later = [n for n in LOCATIONS if n > g.at and seat in (*g.spaces[n], *g.card_spaces[n])]
    return [*[g.at] * here.count(seat), *later]


@game.step
def apply_price(g: House, seat: int, key: str) -> None:
    """Uses a price ability, or asks where a later pawn could use it (ruling)."""
    p = g.players[seat]
    if any(place in ability_of(p, key).at for place in pawns_to_come(g, seat)):
        g.then(("price", seat, key))
    else:
        g.then(use(p, ability_of(p, key)))


@game.choice(
    "Use a card for this action, or save it for a later pawn.",
    they="{who:seat} may use a card or save it",
)
def price(g: House, p: Player, key: str) -> list[str]:
    """Now or later."""
    return [f"use {card_of(key)}", f"save {card_of(key)}"]


@price.does("use {card}")
def use_price(g: House, p: Player, key: str, card: str) -> None:
    g.then(use(p, ability_of(p, key)))


@price.does("save {card}")
def save_price(g: House, p: Player, key: str, card: str) -> None:
    """Keeps the card for a later pawn of this month."""
