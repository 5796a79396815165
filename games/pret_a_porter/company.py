"""Prêt-à-Porter: the figures of one company, with a function for each lasting effect."""

from __future__ import annotations

from games.pret_a_porter.components import (
    CARDS,
    DATA,
    DESIGNS,
    Ability,
    Effect,
    sides_answering,
    sides_with,
)
from games.pret_a_porter.state import Player

FINANCE: dict[str, int] = DATA["finance"]
SLOTS: int = DATA["start"]["slots"]


def owned(p: Player, kind: str) -> list[str]:
    """The cards of a kind, in the order of their numbers."""
    return sorted([card for card in p.cards if CARDS[card].kind == kind])


def abilities(p: Player, on: str) -> list[Ability]:
    """What the upper sides of all cards do at a trigger."""
    sides = sides_answering(on)
    return [each for side in p.cards.items() if side in sides for each in sides[side]]


def effects(p: Player, word: str) -> list[Effect]:
    """The effects of this word on the upper sides of all cards."""
    sides = sides_with(word)
    return [each for side in p.cards.items() if side in sides for each in sides[side]]


def in_exchange(p: Player, word: str) -> list[Effect]:
    """The exchanges that give an effect of this word for money."""
    return [each for each in effects(p, "exchange") if each["get"][0]["do"] == word]


# --- Employees -----------------------------------------------------------------------------------


def housing(p: Player) -> int:
    """Employees that a company can house beyond one for each building."""
    return sum(each["n"] for each in effects(p, "housing"))


def capacity(p: Player) -> int:
    """How many employees a company has room for (source text, Employee cards)."""
    return SLOTS + len(owned(p, "building")) + housing(p)


def no_severance(p: Player) -> bool:
    return bool(effects(p, "no_severance"))


def severance(p: Player, card: str) -> int:
    """What firing an employee costs: double the upkeep of the side that lies up."""
    if no_severance(p):
        return 0
    return FINANCE["severance"] * CARDS[card].sides[p.cards[card]].upkeep


def dismissible(p: Player) -> list[str]:
    """The employees whose severance a company can pay."""
    return [card for card in owned(p, "employee") if severance(p, card) <= p.cash]


# --- Upkeep --------------------------------------------------------------------------------------


def employee_upkeep_delta(p: Player, costs: list[int]) -> list[int]:
    """What employees cost after each reduction in turn, the dearest first, none below a dollar."""
    for each in effects(p, "employee_upkeep_delta"):
        costs = sorted(costs, reverse=True)
        for i in range(min(each["max_cards"], len(costs))):
            costs[i] = max(1, costs[i] - each["n"])
    return costs


def credit_no_upkeep(p: Player) -> int:
    return sum(each["max_cards"] for each in effects(p, "credit_no_upkeep"))


def upkeep_delta(p: Player) -> int:
    """What comes off the whole upkeep."""
    return sum(each["n"] for each in effects(p, "upkeep_delta"))


def upkeep_factor(p: Player) -> float:
    """The part of the upkeep that is paid."""
    factor = 1.0
    for each in effects(p, "upkeep_factor"):
        factor *= each["factor"]
    return factor


def upkeep_of(p: Player, kind: str) -> list[int]:
    return [CARDS[card].sides[p.cards[card]].upkeep for card in owned(p, kind)]


def upkeep_lines(p: Player) -> dict[str, int]:
    """The parts of the upkeep of a month, before reductions of the whole.

    Each printed employee that no card covers costs a dollar.
    """
    staff, buildings = upkeep_of(p, "employee"), upkeep_of(p, "building")
    return {
        "printed": max(0, SLOTS - len(staff)),
        "employees": sum(employee_upkeep_delta(p, staff)),
        "buildings": sum(buildings),
        "credits": max(0, p.credits - credit_no_upkeep(p)),
        "loans": FINANCE["loan_upkeep"] * p.loans,
    }


def total_upkeep(p: Player) -> int:
    """What the upkeep track of a company shows."""
    return sum(upkeep_lines(p).values())


def payable_upkeep(p: Player, new_loans: int = 0) -> int:
    """The upkeep, in dollars, of a company for a month, with this many more loans."""
    total = total_upkeep(p) + FINANCE["loan_upkeep"] * new_loans
    return int(max(0, total - upkeep_delta(p)) * upkeep_factor(p))


# --- Debts ---------------------------------------------------------------------------------------


def repay_delta(p: Player) -> int:
    """How much less each credit costs to repay."""
    return sum(each["n"] for each in effects(p, "repay_delta"))


def debts(p: Player) -> int:
    """What is repaid at the next exhibition round, as things stand."""
    credit = FINANCE["credit"] - repay_delta(p)
    return credit * p.credits + FINANCE["repay_loan"] * p.loans


def loans_needed(p: Player) -> int:
    """The loans that the upkeep of a working month forces on a company."""
    loans = 0
    while p.cash + loans * FINANCE["loan"] < payable_upkeep(p, loans):
        loans += 1
    return loans


def late_loans_needed(p: Player) -> int:
    """The loans that upkeep and repayments of an exhibition round force on a company."""
    short = payable_upkeep(p) + debts(p) - p.cash
    return max(0, -(-short // FINANCE["late_loan"]))


# --- Designs -------------------------------------------------------------------------------------


def change_style(p: Player) -> int:
    return sum(each["n"] for each in effects(p, "change_style"))


def paid_changes(p: Player) -> int:
    """How many more designs may change style for money."""
    return sum(each["max_times"] for each in in_exchange(p, "change_style"))


def waive_material(p: Player) -> int:
    """How many designs need one material only."""
    return sum(each["n"] for each in effects(p, "waive_material"))


def wild_material(p: Player) -> int:
    """How many units may stand for another colour."""
    return sum(each["n"] for each in effects(p, "wild_material"))


def wild_missing_material(p: Player) -> int:
    """How many missing units may be paid for."""
    return sum(each["max_times"] for each in in_exchange(p, "wild_missing_material"))


def price_of(p: Player, word: str) -> int:
    """What one use of this effect costs."""
    return max((each["pay"] for each in in_exchange(p, word)), default=0)


def possible_collection(p: Player) -> int:
    """The most designs a company could show together, materials aside (source text, Bank)."""
    styles = [DESIGNS[design].style for design in p.designs]
    of_one_style = max(map(styles.count, styles), default=0)
    return min(len(p.designs), of_one_style + change_style(p) + paid_changes(p))


def credit_room(p: Player, raised: int = 0) -> int:
    """The dollars that a company can still take at the Bank."""
    return max(0, FINANCE["credit"] * (possible_collection(p) + raised - p.credits))


# --- Places for pawns ----------------------------------------------------------------------------


def overflow_space(p: Player) -> set[int]:
    """The locations whose card space is open to a player's pawns when the others are taken."""
    return {number for each in effects(p, "overflow_space") for number in each["locations"]}


def extra_pawn(p: Player) -> list[tuple[int, ...]]:
    """For each extra action, the locations where it may be taken."""
    return [tuple(each["locations"]) for each in effects(p, "extra_pawn")]
