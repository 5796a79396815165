"""Upkeep phases: loans, repayments, contracts that turn (source text, Working Round 4)."""

from __future__ import annotations

from games.pret_a_porter.calendar import ROUNDS
from games.pret_a_porter.company import (
    FINANCE,
    debts,
    late_loans_needed,
    loans_needed,
    owned,
    payable_upkeep,
)
from games.pret_a_porter.components import FRESH, NAME
from games.pret_a_porter.rules.decks import discard, work_at_once
from games.pret_a_porter.rules.growth import flip
from games.pret_a_porter.state import House, Player, game


@game.step
def pay_upkeep(g: House) -> None:
    """Everybody pays for the month; who cannot takes loans, which cost upkeep at once."""
    g.phase, g.growth = "upkeep", None
    for p in g.players:
        borrow(g, p, loans_needed(p), FINANCE["loan"])
        cost = payable_upkeep(p)
        p.cash -= cost
        g.aside("{who:seat pays|You paid} ${cost} of upkeep.", who=p.seat, cost=cost, worth=-cost)


def borrow(g: House, p: Player, loans: int, amount: int) -> None:
    if loans:
        p.loans += loans
        p.cash += loans * amount
        g.say(
            "{who:seat has|You had} to take {n:loan|loans}: ${cash}, and ${owed} to repay.",
            who=p.seat,
            n=loans,
            cash=loans * amount,
            owed=loans * FINANCE["repay_loan"],
            worth=loans * (amount - FINANCE["repay_loan"]),
        )


@game.step
def settle(g: House) -> None:
    """Everybody pays upkeep and repays credits and earlier loans, if need be with new loans."""
    for p in g.players:
        cost, owed, new = payable_upkeep(p), debts(p), late_loans_needed(p)
        p.credits = p.loans = 0
        borrow(g, p, new, FINANCE["late_loan"])
        p.cash -= cost + owed
        g.aside("{who:seat pays|You paid} ${cost} of upkeep.", who=p.seat, cost=cost, worth=-cost)
        if owed:
            g.say("{who:seat repays|You repaid} ${owed}.", who=p.seat, owed=owed)


@game.step
def turn_contracts(g: House) -> None:
    """Discards contracts that were extended and extends the others, but not in the last round."""
    if g.round == ROUNDS:
        return
    for p in g.players:
        for card in owned(p, "contract"):
            extend_or_discard(g, p, card)


def extend_or_discard(g: House, p: Player, card: str) -> None:
    """Extends a contract, or discards it where it was extended already."""
    if p.cards[card] == FRESH:
        flip(p, card)
        g.aside("{who:seat's|Your} {card} is extended.", card=NAME[card], who=p.seat)
        work_at_once(g, p, card)
        return
    del p.cards[card]
    discard(g, card, "contract")
    g.say("{who:seat's|Your} {card} has run out.", card=NAME[card], who=p.seat)
