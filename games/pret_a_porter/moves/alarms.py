"""Prêt-à-Porter: what players would regret, and what comes next."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

from games.kernel import Phrase, phrase
from games.pret_a_porter.calendar import is_exhibition, quarter_of
from games.pret_a_porter.company import (
    FINANCE,
    debts,
    late_loans_needed,
    loans_needed,
    payable_upkeep,
)
from games.pret_a_porter.components import COLOURS, DESIGNS, NAME, SHOWS
from games.pret_a_porter.making import NEEDS, missing, needs, stock_of
from games.pret_a_porter.projection import best_collections, best_of_size, has_shown, prospect
from games.pret_a_porter.state import House, Player, game

# --- What moves lead to --------------------------------------------------------------------------


def cannot_pay(g: House, p: Player, then: Player) -> str:
    """That a purchase in a working month leaves too little for the upkeep or the debts; "" if it
    does not.
    """
    if is_exhibition(g.round):
        return ""
    loans = loans_needed(then)
    if loans > loans_needed(p):
        return phrase(
            "You could not pay the upkeep of ${upkeep}: {n:loan|loans} would be forced on you.",
            upkeep=payable_upkeep(then),
            n=loans,
        )
    short = lack_after_show(g, then)
    return as_things_stand(short) if short and not lack_after_show(g, p) else ""


def cannot_repay(g: House, p: Player, designs: list[str]) -> str:
    """That the sale of a collection does not pay what is due after it; "" if it does."""
    if not late_loans_needed(p):
        return ""
    short = due_after_show(p) - p.cash - prospect(g, p, tuple(designs)).takings
    return as_things_stand(short) if short > 0 else ""


def as_things_stand(short: int) -> Phrase:
    return phrase("As things stand you lack ${n} for what is due after the show.", n=short)


def due_after_show(p: Player) -> int:
    return payable_upkeep(p) + debts(p)


def lack_after_show(g: House, p: Player) -> int:
    """How much is lacking for what is due after a show, with the best sale; 0 in the first month of
    a quarter.
    """
    if is_exhibition(g.round):
        cash = p.cash
    elif is_exhibition(g.round + 1):
        loans = loans_needed(p)
        cash = p.cash + loans * FINANCE["loan"] - payable_upkeep(p, loans)
        p = replace(p, loans=p.loans + loans)
    else:
        return 0
    short = due_after_show(p) - cash
    if short > 0 and not has_shown(g, p):
        short -= max((it.takings for it in best_collections(g, p, 1)), default=0)
    return max(0, short)


# --- While they are near -------------------------------------------------------------------------


@game.alarm
def nothing_to_show(g: House, p: Player) -> str | None:
    """In the last month before a show, and until the player shows something."""
    if is_exhibition(g.round):
        near = not has_shown(g, p) and g.phase != "upkeep"
    else:
        near = is_exhibition(g.round + 1)
    return phrase("You have nothing to show.") if near and not best_of_size(p) else None


@game.alarm
def upkeep_unpaid(g: House, p: Player) -> str | None:
    """In a working month in which the cash is not enough."""
    loans = 0 if is_exhibition(g.round) else loans_needed(p)
    if not loans:
        return None
    return phrase(
        "You cannot pay the upkeep of ${upkeep} in month {month}: {n:loan|loans} will be forced on"
        " you.",
        upkeep=payable_upkeep(p),
        month=g.round,
        n=loans,
    )


@game.alarm
def debts_unpaid(g: House, p: Player) -> str | None:
    """From the month before a show: its sale would not pay what is due after it."""
    short = 0 if p.collection else lack_after_show(g, p)
    return as_things_stand(short) if short else None


# --- What comes next -----------------------------------------------------------------------------


@game.forecast
def next_show(g: House, p: Player) -> str | None:
    """When the next show is and what the player can show; after it what is to be paid."""
    if is_exhibition(g.round) and has_shown(g, p):
        due, then = due_after_show(p), p.cash
        return phrase("Due this month: ${due}; you have ${cash}.", due=due, cash=then)
    cities = [SHOWS[show].city for show in g.shows[quarter_of(g.round) - 1]]
    said = {"cities": cities, "ready": readiness(p)}
    if is_exhibition(g.round):
        return phrase("Show this month in {cities:list}: {ready}", **said)
    if is_exhibition(g.round + 1):
        return phrase("Show after this month in {cities:list}: {ready}", **said)
    return phrase("Show after next month in {cities:list}: {ready}", **said)


def readiness(p: Player) -> Phrase:
    """The largest collection that a player can show now, or what the nearest design lacks."""
    best = best_of_size(p)
    if best:
        styles = Counter(DESIGNS[design].style for design in best)
        style = styles.most_common(1)[0][0]
        return phrase("you can show {n} {style}.", n=len(best), style=style)
    if not p.designs:
        return phrase("you have no design yet.")
    nearest = min(sorted(p.designs), key=lambda card: missing(needs([card]), stock_of(p)))
    stock = stock_of(p)
    lacks = [COLOURS[i] for i in sorted({*NEEDS[nearest]}) if not stock[i]]
    return phrase("{card} still lacks {colours:list}.", card=NAME[nearest], colours=lacks)
