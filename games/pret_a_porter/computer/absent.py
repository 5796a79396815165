"""Prêt-à-Porter: what an absent player does: sensible moves without much thought."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from typing import Any

from games.pret_a_porter.calendar import (
    FIRST_MONTH_OF_LAST_QUARTER,
    MONTHS_PER_QUARTER,
    ROUNDS,
    quarter_of,
)
from games.pret_a_porter.company import capacity, credit_room, owned, payable_upkeep
from games.pret_a_porter.components import (
    BANK,
    BUILDINGS,
    CARDS,
    COLOURS,
    CONTRACTS,
    DESIGNS,
    EMPLOYEES,
    FLIPPED,
    LAST_MINUTE,
    LOCAL,
    NEW_DESIGNS,
    SIZE,
    TOKENS,
    WAREHOUSE,
)
from games.pret_a_porter.computer.estimates import (
    CREDIT_TARGET,
    MIN_TURN_GAIN,
    TURN_RESERVE,
    main_style,
    materials_lacking,
    pawn_gifts,
    turning_value,
    worth_taking,
)
from games.pret_a_porter.effects import card_of
from games.pret_a_porter.judging import count
from games.pret_a_porter.rules.card_questions import (
    category,
    donate,
    extra_contract,
    extra_design,
    free_purchase,
    keep,
    material,
    option,
    peek,
    sell,
    swap,
    swap_in,
)
from games.pret_a_porter.rules.decks import designs_to_draw
from games.pret_a_porter.rules.growth import grow, staff, turnable
from games.pret_a_porter.rules.locations import price
from games.pret_a_porter.rules.offices import (
    bank,
    buildings,
    buildings_for,
    contracts,
    designs,
    employees,
    employees_for,
)
from games.pret_a_porter.rules.planning import extra, open_locations, place
from games.pret_a_porter.rules.show import change, collection, cover, style, waive
from games.pret_a_porter.rules.suppliers import last_minute, more, supplier, warehouse
from games.pret_a_porter.state import House, Player

WANTED_DESIGNS = 4
"""Designs of one style that are wanted for a show."""
CREDIT_BELOW_CASH = 6
"""Cash below which credit is wanted."""
CASH_FOR_LOOK = 20
"""Cash with which an absent player pays for a look into the deck."""
# What a pawn promises: found by letting such players meet each other some thousand times.
FITTING_DESIGN, ODD_DESIGN, NEW_MONTH, EACH_DESIGN = 50.0, 3.0, 1.0, 10.0
EACH_UNIT, EACH_QUALITY, LATE_MONTH, EACH_SUPPLIER = 4.0, 0.05, 20.0, 75.0
PIECE, EACH_GIFT = 0.8, 6.0

Words = Callable[[str], tuple[Any, ...]]
"""How a choice reads its moves."""


# --- Planning ------------------------------------------------------------------------------------


@place.default
def best_location(g: House, p: Player, pawn: int) -> str:
    return f"place {most_valuable_location(g, p, open_locations(g, p))}"


@extra.default
def best_extra_location(g: House, p: Player, locations: tuple[int, ...]) -> str:
    return f"place {most_valuable_location(g, p, locations)}"


def most_valuable_location(g: House, p: Player, locations: Iterable[int]) -> int:
    return max(locations, key=lambda location: location_value(g, p, location))


def month_of_quarter(g: House) -> int:
    """1 or 2 in working rounds, 3 in an exhibition."""
    return (g.round - 1) % MONTHS_PER_QUARTER + 1


def location_value(g: House, p: Player, location: int) -> float:
    own = g.spaces[location].count(p.seat)
    before = len(g.spaces[location]) - own
    action = LOCATION_VALUES.get(location, supplier_value)(g, p, location, own)
    given = 0.0 if own else pawn_gifts(p, location, quarter_of(g.round))
    return (max(0.0, action) + given / EACH_GIFT if given else action) - 0.4 * before


def bank_value(g: House, p: Player, location: int, own: int) -> float:
    """Credit where money is short."""
    short = CREDIT_BELOW_CASH - p.cash
    return 4 + short / 4 if short > 0 and credit_room(p) >= 20 and not own else -5


def cards_value(g: House, p: Player, location: int, own: int) -> float:
    """The best card of the row; for a second pawn the next best one."""
    kind = {CONTRACTS: "contract", BUILDINGS: "building", EMPLOYEES: "employee"}[location]
    values = sorted((worth_taking(g, p, card) for card in g.rows[kind]), reverse=True)
    place = len(g.spaces[location])
    if kind == "employee" and len(owned(p, kind)) + own >= capacity(p):
        return -5
    return min(14.0, values[place]) if place < len(values) else -5


def designs_value(g: House, p: Player, location: int, own: int) -> float:
    """Designs as long as there are few."""
    style = main_style(p)
    have = sum(DESIGNS[design].style == style for design in p.designs) + own
    fits = sum(DESIGNS[design].style == style for design in g.rows["design"])
    soon = NEW_MONTH if month_of_quarter(g) == 1 else 0
    return (FITTING_DESIGN if fits > own else ODD_DESIGN) + soon - EACH_DESIGN * max(0, have - 1)


def supplier_value(g: House, p: Player, location: int, own: int) -> float:
    """Materials that are lacking, above all in the second month."""
    want = materials_lacking(p)
    if not want or p.cash < 6:
        return -5
    units = len(want) if location == WAREHOUSE else max(want.values())
    quality = {WAREHOUSE: 2, LOCAL: 1}.get(location, 3)
    suppliers = sum(g.spaces[n].count(p.seat) for n in (6, 7, 8))
    late = LATE_MONTH if month_of_quarter(g) == 2 else 0
    return EACH_UNIT * min(units, 4) + EACH_QUALITY * quality + late - EACH_SUPPLIER * suppliers


def last_minute_value(g: House, p: Player, location: int, own: int) -> float:
    """A piece, as long as there are some."""
    return PIECE - own if len(g.spaces[location]) < len(g.pieces) else -5


LOCATION_VALUES = {
    BANK: bank_value,
    CONTRACTS: cards_value,
    BUILDINGS: cards_value,
    EMPLOYEES: cards_value,
    NEW_DESIGNS: designs_value,
    LAST_MINUTE: last_minute_value,
}


# --- Locations -----------------------------------------------------------------------------------


@price.default
def use_now(g: House, p: Player, key: str) -> str:
    return f"use {card_of(key)}"


@bank.default
def credit_to_target(g: House, p: Player) -> str:
    """Enough to have some thirty dollars."""
    *moves, none = bank.options(g, p)
    wanted = [move for move in moves if bank.words(move)[0] + p.cash <= CREDIT_TARGET]
    return wanted[-1] if wanted and p.cash < CREDIT_BELOW_CASH + 4 else none


@contracts.default
def best_contract(g: House, p: Player) -> str:
    """A contract costs nothing, so the most useful one."""
    return best_card(g, p, g.rows["contract"])


@buildings.default
def best_building(g: House, p: Player) -> str:
    return best_card(g, p, buildings_for(g, p))


@employees.default
def best_employee(g: House, p: Player) -> str:
    return best_card(g, p, employees_for(g, p))


def best_card(g: House, p: Player, cards: Iterable[str]) -> str:
    """The move that takes the most valuable card, or "pass" if none is worth anything."""
    values = {card: worth_taking(g, p, card) for card in cards}
    best = max(values, key=values.__getitem__, default="")
    return f"take {best}" if best and values[best] > 0 else "pass"


@designs.default
def best_design(g: House, p: Player) -> str:
    """The design that fits best; the deck before one of another style."""
    return best_fitting(p, designs.options(g, p), designs.words)


def best_fitting(p: Player, moves: Iterable[str], words: Words) -> str:
    return max(moves, key=lambda move: design_fit(p, *(words(move) or (move,))))


def design_fit(p: Player, card: str) -> float:
    """How well a design fits a company, in points of this computer player; "deck" is an unknown
    design.
    """
    if card not in DESIGNS:
        return {"deck": 8.0, "look": 9.0}.get(card, 0.0)
    it = DESIGNS[card]
    same = sum(DESIGNS[each].style == it.style for each in p.designs)
    shared = sum(p.material[colour] > 0 for colour in it.materials)
    used = {colour for each in p.designs for colour in DESIGNS[each].materials}
    common = sum(colour in used for colour in it.materials)
    return 4 * same + 3 * (it.type == p.type) + 2 * shared + common + 3 * bool(it.bonus) + 1


@supplier.default
def best_units(g: House, p: Player) -> str:
    """The units that the main style lacks."""
    return most_wanted(p, supplier.options(g, p), supplier.words)


@warehouse.default
def best_set(g: House, p: Player) -> str:
    return most_wanted(p, warehouse.options(g, p), warehouse.words)


@more.default
def best_of_more(g: House, p: Player) -> str:
    return most_wanted(p, more.options(g, p), more.words)


def most_wanted(p: Player, moves: Iterable[str], words: Words) -> str:
    """The purchase of most units that the main style lacks; of equal ones the shortest move."""
    want = materials_lacking(p)
    return max(moves, key=lambda move: (purchase_value(want, *words(move)), -len(move)))


def purchase_value(want: Counter[str], colours: str = "", count: int = 0) -> float:
    """The units bought that are wanted; others count against them."""
    if not colours:
        return 0.5
    bought = Counter({colours: count}) if count else Counter(colours.split("+"))
    useful = sum((bought & want).values())
    return useful - 1.5 * (sum(bought.values()) - useful)


@last_minute.default
def best_piece(g: House, p: Player) -> str:
    """A token in which the player is not far behind, else quality, else money."""
    short = p.cash < 5 and "cash" in g.pieces
    for piece in ("cash",) if short else ("T", "PR", "Q", "cash"):
        if piece in g.pieces:
            return f"take {piece}"
    return "pass"


# --- Questions of cards --------------------------------------------------------------------------


@material.default
def best_unit(g: House, p: Player, key: str, price: int) -> str:
    """The colour that is lacking most; if none is lacking, a dear one."""
    want = materials_lacking(p)
    if price and not want:
        return "pass"
    return f"gain {max(COLOURS, key=lambda colour: (want[colour], colour in ('red', 'black')))}"


@free_purchase.default
def best_free_purchase(g: House, p: Player, key: str) -> str:
    return most_wanted(p, free_purchase.options(g, p, key), free_purchase.words)


@option.default
def tokens_first(g: House, p: Player, key: str) -> str:
    return min(option.options(g, p, key), key=lambda move: option.words(move) == ("cash",))


@category.default
def tied_category(g: House, p: Player, key: str) -> str:
    """The category in which the player is equal to somebody, else the first."""
    for name in (*TOKENS, SIZE):
        own = count(p, name)
        if own and [count(each, name) for each in g.players].count(own) > 1:
            return f"choose {name}"
    return f"choose {TOKENS[0]}"


@donate.default
def donation(g: House, p: Player, key: str) -> str:
    """As much as there is, where the sale pays for it."""
    none, *more = donate.options(g, p, key)
    return more[-1] if more and p.shown + g.seats > 5 and g.round == ROUNDS else none


@extra_design.default
def best_extra_design(g: House, p: Player, key: str) -> str:
    return best_fitting(p, extra_design.options(g, p, key), extra_design.words)


@peek.default
def look_if_rich(g: House, p: Player, key: str) -> str:
    """Does not look where money is short."""
    return "look" if p.cash >= CASH_FOR_LOOK and designs_to_draw(g) else "pass"


@keep.default
def keep_best(g: House, p: Player) -> str:
    return best_fitting(p, keep.options(g, p), keep.words)


@swap_in.default
def swap_in_best(g: House, p: Player, source: str, given: str) -> str:
    return best_fitting(p, swap_in.options(g, p, source, given), swap_in.words)


@swap.default
def swap_nothing(g: House, p: Player, key: str) -> str:
    return "pass"


@sell.default
def sell_odd(g: House, p: Player, key: str) -> str:
    """Keeps all; sells what is left of other styles in the last months."""
    style = main_style(p)
    odd = [design for design in p.designs if DESIGNS[design].style != style]
    sells = odd and (g.round >= FIRST_MONTH_OF_LAST_QUARTER or len(p.designs) > WANTED_DESIGNS)
    return f"sell {odd[0]}" if sells else "pass"


@extra_contract.default
def take_contract(g: House, p: Player, key: str) -> str:
    """Takes the first: contracts cost nothing."""
    return next(iter(extra_contract.options(g, p, key)))


# --- Growth --------------------------------------------------------------------------------------


@grow.default
def grow_if_worthwhile(g: House, p: Player) -> str:
    """The turn of a card that pays for itself and leaves money for the upkeep."""
    cards = {grow.words(move)[0]: move for move in turnable(g, p)}
    best = max(cards, key=lambda card: turning_value(card, g.round), default="")
    if not best or turning_value(best, g.round) < MIN_TURN_GAIN:
        return "pass"
    left = p.cash - CARDS[best].sides[FLIPPED].cost - payable_upkeep(p)
    return cards[best] if left >= TURN_RESERVE else "pass"


@staff.default
def keep_staff(g: House, p: Player) -> str:
    return "pass"


# --- Exhibition ----------------------------------------------------------------------------------


@style.default
def show_main_style(g: House, p: Player) -> str:
    """The style with the most designs."""
    styles = Counter(DESIGNS[each].style for each in p.designs)
    return max(style.options(g, p), key=lambda move: styles[style.words(move)[0]])


@change.default
def change_first(g: House, p: Player) -> str:
    """Changes to what there are materials for."""
    return next(iter(change.options(g, p)))


@collection.default
def largest_collection(g: House, p: Player) -> str:
    """The largest collection, of equal ones the dearest."""
    return max(collection.options(g, p), key=lambda move: size_and_price(*collection.words(move)))


def size_and_price(designs: str) -> tuple[int, int]:
    shown = [each for each in designs.split("+") if each in DESIGNS]
    return len(shown), sum(DESIGNS[each].price for each in shown)


@waive.default
def keep_last_colour(g: House, p: Player) -> str:
    """Keeps the last colour; later ones are dearer."""
    return list(waive.options(g, p))[-1]


@cover.default
def pay_spare_units_first(g: House, p: Player) -> str:
    return next(iter(cover.options(g, p)))
