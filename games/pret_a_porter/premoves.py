"""Prêt-à-Porter: answers in advance.

A card that lies open can be taken in advance. If somebody else has taken it when the turn comes,
the player is told so and asked after all.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from games.kernel import Step
from games.pret_a_porter.calendar import is_exhibition
from games.pret_a_porter.company import credit_room, extra_pawn
from games.pret_a_porter.components import (
    BANK,
    BUILDINGS,
    CARDS,
    CONTRACTS,
    EMPLOYEES,
    LAST_MINUTE,
    LOCATIONS,
    NEW_DESIGNS,
)
from games.pret_a_porter.effects import will_act
from games.pret_a_porter.rules.growth import VERB, grow, improvable, sales_abilities, staff
from games.pret_a_porter.rules.offices import (
    bank,
    buildings,
    contracts,
    credits_for,
    designs,
    employees,
)
from games.pret_a_porter.rules.planning import extra, place
from games.pret_a_porter.rules.rounds import PAWNS
from games.pret_a_porter.rules.show import (
    AT_ONCE,
    candidates,
    collection,
    possible_styles,
    shows,
    style,
)
from games.pret_a_porter.rules.suppliers import (
    OF_ONE_COLOUR,
    WAREHOUSE,
    last_minute,
    supplier,
    warehouse,
)
from games.pret_a_porter.state import House, Player, Runway, game

Upcoming = Iterator[tuple[tuple[()], Iterable[str]]]


def is_placed(g: House, p: Player) -> bool:
    """Whether the pawns of this month stand, so that all can plan what these do."""
    return g.phase in ("action", "growth")


@place.premove("pawn {0}")
def place_premoves(g: House, p: Player) -> Iterator[tuple[tuple[int], list[str]]]:
    """The location of each pawn and what it takes there, as long as both are there; once the
    pawns of a month have acted, the location of the first one of the next.
    """
    for pawn in range(1, PAWNS + 1):
        if ("place", p.seat, pawn) in g.agenda:
            yield (pawn,), [move for move in place.options(g, p, pawn) if move.startswith("place")]
    if g.phase != "planning" and not acts(g, p):
        yield (1,), [f"place {location}" for location in LOCATIONS]


def acts(g: House, p: Player) -> bool:
    """Whether pawns of the player have yet to act this month."""
    return any(will_act(g, p, location) for location in LOCATIONS)


def goes_to(g: House, p: Player, location: int) -> bool:
    """Whether a pawn of the player stands at a location, its action still to come, or is set in
    advance to go there.
    """
    left = (pawn for pawn in range(1, PAWNS + 1) if ("place", p.seat, pawn) in g.agenda)
    ahead = (move for pawn in left for move in place.answers_ahead(g, p.seat, pawn))
    return will_act(g, p, location) or any(move.split()[1] == str(location) for move in ahead)


@bank.premove("credit", several=True, together=is_placed)
def bank_premoves(g: House, p: Player) -> Upcoming:
    """A credit within today's limit, or none, for a pawn that stands there."""
    if goes_to(g, p, BANK):
        yield (), [*(f"credit {amount}" for amount in credits_for(p)), "pass"]


@contracts.premove("contract", several=True, together=is_placed)
def contract_premoves(g: House, p: Player) -> Upcoming:
    """A contract of the row, or none, for a pawn that stands there."""
    if goes_to(g, p, CONTRACTS):
        yield (), contracts.options(g, p)


@buildings.premove("building", several=True, together=is_placed)
def building_premoves(g: House, p: Player) -> Upcoming:
    """A building of the row that can be paid, if need be with credit, or none, for a pawn that
    stands there.
    """
    if goes_to(g, p, BUILDINGS):
        room = credit_room(p) if goes_to(g, p, BANK) else 0
        payable = [card for card in g.rows["building"] if CARDS[card].cost <= p.cash + room]
        yield (), [*(f"take {card}" for card in payable), "pass"]


@employees.premove("employee", several=True, together=is_placed)
def employee_premoves(g: House, p: Player) -> Upcoming:
    """An employee of the row, or none, for a pawn that stands there; nobody is fired in advance."""
    if goes_to(g, p, EMPLOYEES):
        yield (), [move for move in employees.options(g, p) if not move.startswith("fire")]


@designs.premove("design", several=True, together=is_placed)
def design_premoves(g: House, p: Player) -> Upcoming:
    """A design of the row, the top of the deck, or none, for a pawn that stands there."""
    if goes_to(g, p, NEW_DESIGNS):
        yield (), [move for move in designs.options(g, p) if move != "look"]


@supplier.premove("materials", together=is_placed)
def supplier_premoves(g: House, p: Player) -> Upcoming:
    """Units of one colour at the next such supplier where a pawn stands, paid from today's cash."""
    if any(will_act(g, p, location) for location in OF_ONE_COLOUR):
        yield (), supplier.options(g, p)


@warehouse.premove("warehouse", together=is_placed)
def warehouse_premoves(g: House, p: Player) -> Upcoming:
    """A unit of each of some colours, paid from today's cash, for a pawn that stands there."""
    if goes_to(g, p, WAREHOUSE):
        yield (), warehouse.options(g, p)


@last_minute.premove("last-minute piece", several=True, together=is_placed)
def piece_premoves(g: House, p: Player) -> Upcoming:
    """A piece that is still there, or none, for a pawn that stands there."""
    if goes_to(g, p, LAST_MINUTE):
        yield (), last_minute.options(g, p)


@extra.premove("extra action")
def extra_premoves(g: House, p: Player) -> Iterator[tuple[tuple[tuple[int, ...]], list[str]]]:
    """The extra actions of this month, or none."""
    for locations in extra_pawn(p):
        if ("extra_actions",) in g.agenda or ("extra", p.seat, locations) in g.agenda:
            yield (locations,), [*extra.options(g, p, locations)]


def show_comes(g: House, p: Player) -> bool:
    """Whether a player shows next, once their pawns have acted in the month before."""
    if is_exhibition(g.round + 1):
        return is_placed(g, p) and not acts(g, p)
    return ("show_turn", p.seat) in g.agenda


@style.premove("style", together=lambda g, p: g.phase == "show")
def style_premoves(g: House, p: Player) -> Upcoming:
    """The style of the next show, or its designs."""
    if show_comes(g, p):
        yield (), style.options(g, p)


@collection.premove("collection")
def collection_premoves(g: House, p: Player) -> Upcoming:
    """The designs of the next show in the style that is set in advance, or the only one."""
    styles = possible_styles(p)
    if len(styles) > 1:
        said = (move.split() for move in style.answers_ahead(g, p.seat))
        styles = [word for verb, word in said if verb == "style"]
    if show_comes(g, p) and styles:
        some = candidates(p, Runway(p.seat, styles[0]))[:AT_ONCE]
        yield (), shows(p, some, [])


@grow.premove("growth", together=is_placed)
def growth_premoves(g: House, p: Player) -> Iterator[tuple[tuple[()], list[str]]]:
    """Growth of this round: none, or a card that could be turned over."""
    if p.skips_growth or not any(step[:2] == ("growth_turn", p.seat) for step in g.agenda):
        return
    cards = [f"{verb} {card}" for kind, verb in VERB.items() for card in improvable(p, kind)]
    if cards or sales_abilities(p) or p.asks_firing:
        yield (), ["pass", *cards]


@staff.premove("firing")
def staff_premoves(g: House, p: Player) -> Iterator[tuple[tuple[()], list[str]]]:
    """Fires nobody in this exhibition round, where the player would be asked."""
    if p.asks_firing and any(step[:2] == ("staff_turn", p.seat) for step in g.agenda):
        yield (), ["pass"]


OF_ALL = ("extra_actions", "action_phase", "resolve", "pawns")
TURNS = ("place", "extra", "errand", "growth_turn", "show_turn", "staff_turn")


@game.next_turn
def next_turn(g: House, p: Player) -> Step | None:
    """The next pawn; once all stand, the month without the others; else the show or the firing."""
    if not any(step[:2] == ("place", p.seat) for step in g.agenda):
        leave_alone(g, p)
    turns = (step for step in reversed(g.agenda) if step[0] in OF_ALL or step[:2] in own_turns(p))
    return next(turns, None)


def own_turns(p: Player) -> list[Step]:
    return [(turn, p.seat) for turn in TURNS]


def leave_alone(g: House, p: Player) -> None:
    """Takes the pawns and the turns of all others away."""
    g.order, own = [p.seat], own_turns(p)
    g.agenda = [step for step in g.agenda if step[0] not in TURNS or step[:2] in own]
    for seats in (*g.spaces.values(), *g.card_spaces.values()):
        seats[:] = [seat for seat in seats if seat == p.seat]
    if g.at:
        to_come = g.agenda.count(("errand", p.seat, g.at))
        g.done = len([*g.spaces[g.at], *g.card_spaces[g.at]]) - to_come
