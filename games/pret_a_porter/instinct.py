"""Prêt-à-Porter: sensible moves without much thought, for absent players; no rules."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import lru_cache

from games.pret_a_porter.calendar import LAST_QUARTER, QUARTER, ROUNDS
from games.pret_a_porter.cards import (
    BANK,
    BUILDINGS,
    CARDS,
    COLOURS,
    CONTRACTS,
    DESIGNS,
    EMPLOYEES,
    FLIPPED,
    FRESH,
    IMPORT,
    LAST_MINUTE,
    LOCAL,
    NEW_DESIGNS,
    SIZE,
    TOKENS,
    WAREHOUSE,
)
from games.pret_a_porter.company import capacity, credit_room, owned, payable_upkeep
from games.pret_a_porter.estimate import card_value, turning_value
from games.pret_a_porter.making import Units, stock_of
from games.pret_a_porter.state import House, Player

REMEMBERED = 20_000
RESERVE = 38
"""Dollars that are kept for the upkeep and the next materials."""
AIM = 4
"""Designs of one style that are wanted for a show."""
ENOUGH = 6
"""Cash below which credit is wanted."""
PLENTY = 30
"""Cash that credit is to bring."""
# What a pawn promises: found by letting such players meet each other some thousand times.
SHARE = 0.1
"""The part of a card's value that is counted on."""
SHORTAGE = 1.5
"""What each dollar weighs that a purchase takes of the reserve."""
FITTING_DESIGN, ODD_DESIGN, NEW_MONTH, EACH_DESIGN = 50.0, 3.0, 1.0, 10.0
EACH_UNIT, EACH_QUALITY, LATE_MONTH, EACH_SUPPLIER = 4.0, 0.05, 20.0, 75.0
PIECE = 0.8
WORTHWHILE = 3
"""What turning a card over must bring beyond its price."""


def month_of_quarter(g: House) -> int:
    """1 or 2 in working rounds, 3 in an exhibition."""
    return (g.round - 1) % QUARTER + 1


def main_style(p: Player) -> str:
    """The style of which a player has most designs."""
    return most_frequent_style(tuple(p.designs))


@lru_cache(REMEMBERED)
def most_frequent_style(designs: tuple[str, ...]) -> str:
    """The style of most of these designs."""
    styles = Counter(DESIGNS[design].style for design in designs)
    return max(styles, key=lambda style: styles[style], default="")


def lacking(p: Player) -> Counter[str]:
    """The materials that the designs of the main style lack; not to be changed."""
    return lacking_for(tuple(p.designs), stock_of(p))


@lru_cache(REMEMBERED)
def lacking_for(designs: tuple[str, ...], stock: Units) -> Counter[str]:
    """The materials that the main style of these designs lacks with this stock."""
    style = most_frequent_style(designs)
    wanted = Counter(
        colour
        for design in designs
        if DESIGNS[design].style == style
        for colour in DESIGNS[design].materials
    )
    return wanted - Counter(dict(zip(COLOURS, stock, strict=True)))


# --- Planning ------------------------------------------------------------------------------------


def place(g: House, p: Player, moves: Sequence[str]) -> str:
    """The location that promises most."""
    return max(moves, key=lambda move: promise(g, p, int(move.split(" ")[1])))


def promise(g: House, p: Player, location: int) -> float:
    """What an action at a location promises."""
    own = g.spaces[location].count(p.seat)
    before = len(g.spaces[location]) - own
    return PROMISES.get(location, of_supplier)(g, p, location, own) - 0.4 * before


def of_bank(g: House, p: Player, location: int, own: int) -> float:
    """Credit where money is short."""
    short = ENOUGH - p.cash
    return 4 + short / 4 if short > 0 and credit_room(p) >= 20 and not own else -5


def of_cards(g: House, p: Player, location: int, own: int) -> float:
    """The best card of the row, or a worse one for a second pawn."""
    kind = {CONTRACTS: "contract", BUILDINGS: "building", EMPLOYEES: "employee"}[location]
    values = sorted((worth_taking(g, p, card) for card in g.rows[kind]), reverse=True)
    place = len(g.spaces[location])
    if kind == "employee" and len(owned(p, kind)) + own >= capacity(p):
        return -5
    return min(14.0, values[place]) if place < len(values) else -5


def worth_taking(g: House, p: Player, card: str) -> float:
    """What a card is worth to a player who has to pay it."""
    short = max(0, CARDS[card].cost + RESERVE - p.cash)
    upkeep = CARDS[card].sides[FRESH].upkeep * max(0, payable_upkeep(p) - 4) / 4
    return SHARE * card_value(card, g.round) - SHORTAGE * short - upkeep


def of_designs(g: House, p: Player, location: int, own: int) -> float:
    """Designs as long as there are few."""
    style = main_style(p)
    have = sum(DESIGNS[design].style == style for design in p.designs) + own
    fits = sum(DESIGNS[design].style == style for design in g.rows["design"])
    soon = NEW_MONTH if month_of_quarter(g) == 1 else 0
    return (FITTING_DESIGN if fits > own else ODD_DESIGN) + soon - EACH_DESIGN * max(0, have - 1)


def of_supplier(g: House, p: Player, location: int, own: int) -> float:
    """Materials that are lacking, above all in the second month."""
    want = lacking(p)
    if not want or p.cash < 6:
        return -5
    units = len(want) if location == WAREHOUSE else max(want.values())
    quality = {WAREHOUSE: 2, LOCAL: 1}.get(location, 3)
    suppliers = sum(g.spaces[n].count(p.seat) for n in (6, 7, 8))
    late = LATE_MONTH if month_of_quarter(g) == 2 else 0
    return EACH_UNIT * min(units, 4) + EACH_QUALITY * quality + late - EACH_SUPPLIER * suppliers


def of_last_minute(g: House, p: Player, location: int, own: int) -> float:
    """A piece, as long as there are some."""
    return PIECE - own if len(g.spaces[location]) < len(g.pieces) else -5


PROMISES = {
    BANK: of_bank,
    CONTRACTS: of_cards,
    BUILDINGS: of_cards,
    EMPLOYEES: of_cards,
    NEW_DESIGNS: of_designs,
    LAST_MINUTE: of_last_minute,
}


def is_idle(g: House, p: Player, location: int) -> bool:
    """Whether a player has no room, or not the money or the need, for what a location offers."""
    if location == EMPLOYEES:
        return len(owned(p, "employee")) >= capacity(p)
    if location == BUILDINGS:
        return p.cash < RESERVE
    if location in (LOCAL, WAREHOUSE, IMPORT):
        return not lacking(p)
    return location == BANK and p.cash >= PLENTY


def is_rash(g: House, p: Player, card: str) -> bool:
    """Whether taking a card, or turning it over, leaves too little for the next materials."""
    if card not in p.cards:
        return worth_taking(g, p, card) < 0
    price = CARDS[card].sides[FLIPPED].cost
    return p.cash - price < RESERVE / 2 or turning_value(card, g.round) < WORTHWHILE


# --- Actions -------------------------------------------------------------------------------------


def credit(g: House, p: Player, moves: Sequence[str]) -> str:
    """Enough to have some thirty dollars."""
    amounts = [move for move in moves if move != "pass"]
    wanted = [move for move in amounts if int(move.split(" ")[1]) + p.cash <= PLENTY]
    return wanted[-1] if wanted and p.cash < ENOUGH + 4 else "pass"


def card(g: House, p: Player, moves: Sequence[str]) -> str:
    """The card worth most, if it is worth anything."""
    values = {
        move: worth_taking(g, p, move.split(" ")[1]) for move in moves if move.startswith("take")
    }
    best = max(values, key=lambda move: values[move], default="pass")
    return best if best != "pass" and values[best] > 0 else "pass"


def design(g: House, p: Player, moves: Sequence[str]) -> str:
    """The design that fits best; the deck rather than one of another style."""
    return max(moves, key=lambda move: liking(p, move.split(" ")[-1]))


def liking(p: Player, card: str) -> float:
    """How well a design fits a company; the deck is a design not known."""
    if card not in DESIGNS:
        return {"deck": 8.0, "look": 9.0}.get(card, 0.0)
    it = DESIGNS[card]
    same = sum(DESIGNS[each].style == it.style for each in p.designs)
    shared = sum(p.material[colour] > 0 for colour in it.materials)
    used = {colour for each in p.designs for colour in DESIGNS[each].materials}
    common = sum(colour in used for colour in it.materials)
    return 4 * same + 3 * (it.type == p.type) + 2 * shared + common + 3 * bool(it.bonus) + 1


def units(g: House, p: Player, moves: Sequence[str]) -> str:
    """What the main style lacks, as far as the reserve allows."""
    want = lacking(p)
    value = {move: use_of(want, move) for move in moves}
    return max(moves, key=lambda move: (value[move], -len(move)))


def use_of(want: Counter[str], move: str) -> float:
    """How much of what is wanted a purchase brings; what is not wanted costs."""
    if move == "pass":
        return 0.5
    _, what, *count = move.split(" ")
    bought = Counter({what: int(count[0])}) if count else Counter(what.split("+"))
    useful = sum((bought & want).values())
    return useful - 1.5 * (sum(bought.values()) - useful)


def free_units(g: House, p: Player, moves: Sequence[str]) -> str:
    """The same without a pawn."""
    return units(g, p, moves)


def unit(g: House, p: Player, price: int) -> str:
    """The colour that is lacking most; the dearest if none is."""
    want = lacking(p)
    if price and not want:
        return "pass"
    return f"gain {max(COLOURS, key=lambda colour: (want[colour], colour in ('red', 'black')))}"


def piece(g: House, p: Player, moves: Sequence[str]) -> str:
    """A token in which the player is not far behind, else quality, else money."""
    for wanted in ("take T", "take PR", "take Q", "take cash"):
        if wanted in moves and not (wanted != "take cash" and p.cash < 5 and "take cash" in moves):
            return wanted
    return "pass"


def growth(g: House, p: Player, moves: Sequence[str]) -> str:
    """What pays for itself, as long as the upkeep stays paid."""
    values = {
        move: turning_value(move.split(" ")[1], g.round)
        for move in moves
        if move.split(" ")[0] in ("train", "upgrade")
    }
    best = max(values, key=lambda move: values[move], default="pass")
    if best == "pass" or values[best] < WORTHWHILE:
        return "pass"
    price = CARDS[best.split(" ")[1]].sides[FLIPPED].cost
    return best if p.cash - price - payable_upkeep(p) >= RESERVE / 2 else "pass"


def sale(g: House, p: Player, moves: Sequence[str]) -> str:
    """Keeps all, but sells what is left in the last months."""
    style = main_style(p)
    odd = [each for each in moves if each != "pass" and DESIGNS[each.split(" ")[1]].style != style]
    return odd[0] if odd and (g.round >= LAST_QUARTER or len(p.designs) > AIM) else moves[-1]


# --- Exhibition ----------------------------------------------------------------------------------


def style(g: House, p: Player, moves: Sequence[str]) -> str:
    """The style with most designs."""
    styles = Counter(DESIGNS[each].style for each in p.designs)
    return max(moves, key=lambda move: styles[move.split(" ")[1]])


def change(g: House, p: Player, moves: Sequence[str]) -> str:
    """Changes what there is materials for."""
    return moves[0]


def collection(g: House, p: Player, moves: Sequence[str]) -> str:
    """The largest and dearest."""
    return max(moves, key=size_and_price)


def size_and_price(move: str) -> tuple[int, int]:
    """How large and how dear a collection is."""
    designs = [each for each in move.split(" ")[1].split("+") if each in DESIGNS]
    return len(designs), sum(DESIGNS[each].price for each in designs)


def category(g: House, p: Player) -> str:
    """The category in which the player is equal to somebody, else the first."""
    for name in (*TOKENS, SIZE):
        own = p.shown if name == SIZE else p.tokens[name]
        others = [each.shown if name == SIZE else each.tokens[name] for each in g.players]
        if own and others.count(own) > 1:
            return f"choose {name}"
    return f"choose {TOKENS[0]}"


def donation(g: House, p: Player, moves: Sequence[str]) -> str:
    """As much as there is, where the sale pays for it."""
    return moves[-1] if p.shown + g.seats > 5 and g.round == ROUNDS else moves[0]
