"""Prêt-à-Porter: what things are worth, roughly; for computer players and absent ones, no rules."""

from __future__ import annotations

from functools import cache

from games.pret_a_porter.calendar import QUARTER, ROUNDS, is_exhibition, quarter_of
from games.pret_a_porter.cards import (
    CARDS,
    DATA,
    DESIGNS,
    FLIPPED,
    FRESH,
    LAST_MINUTE,
    TOKENS,
    Ability,
    Effect,
)
from games.pret_a_porter.company import debts, payable_upkeep
from games.pret_a_porter.making import makeable, powers_of, stock_of
from games.pret_a_porter.state import House, Player, game

QUARTERS = 4
POINTS: dict[int, int] = {int(n): points for n, points in DATA["awards"]["points"].items()}
OF = {"Q": 2.0, "T": 4.5, "PR": 4.5, "cash": 1.0, "vp": 1.0, "prestige": 5.0, "material": 3.5}
"""Dollars that one of a thing is worth."""
STAKES = {1: 0.6, 2: 1.0, 3: 1.2, 4: 1.6}
"""What tokens bring by quarter: each has more shows than the last."""
USUAL = {
    "collection_card": 2.5,
    "final_collection_card": 2.5,
    "first_place": 2.0,
    "building": 2.5,
    "improved_card": 2.0,
    "prestige_token": 8.0,
    "cash_5": 14.0,
    "leftover_material": 1.5,
    "leftover_design": 2.0,
}
"""How many of a thing a company usually has."""
STANDING = {
    "discount": 2.5,
    "raise_limit": 1.5,
    "take_design": 3.5,
    "swap_design": 1.5,
    "take_contract": 4.0,
    "buy_material": 2.5,
    "sell_design": 3.0,
    "change_style": 6.0,
    "extra_type": 3.0,
    "count_as_type": 3.0,
    "waive_material": 4.0,
    "wild_material": 2.0,
    "upkeep_delta": 3.0,
    "upkeep_factor": 12.0,
    "employee_upkeep_delta": 4.0,
    "credit_no_upkeep": 3.0,
    "repay_delta": 2.0,
    "growth_extra": 1.5,
    "growth_discount": 1.5,
    "no_severance": 1.0,
    "housing": 1.5,
    "extra_pawn": 7.0,
    "overflow_space": 1.5,
    "win_ties": 3.0,
}
"""What effects bring in a quarter, for each unit of their number where they have one."""
TRUST = 0.4
"""The part of what cards may bring that is counted on."""
NUMBERS = ("n", "per_unit", "amount")
MONTHLY = 2
"""Working rounds of a quarter."""


def of_effect(effect: Effect, quarter: int) -> float:
    """What an effect brings each time it works."""
    word = effect["do"]
    if word == "gain":
        return OF[effect["res"]] * effect["n"] * stakes(effect["res"], quarter)
    if word == "gain_per":
        count = min(USUAL[effect["per"]], effect.get("max_count", 99))
        return OF[effect["res"]] * effect["n"] * count
    if word == "choice":
        return max(of_effect(each, quarter) for option in effect["options"] for each in option)
    if word == "exchange":
        return max(0.5, of_effect(effect["get"][0], quarter) - effect["pay"]) * effect["max_times"]
    number = next((effect[name] for name in NUMBERS if name in effect), 1)
    return STANDING.get(word, 1.0) * number


def stakes(res: str, quarter: int) -> float:
    """By how much tokens are worth more or less in a quarter than usual."""
    return STAKES[quarter] if res in TOKENS else 1.0


def in_quarter(ability: Ability, quarter: int) -> float:
    """What an ability brings in a quarter."""
    value = sum(of_effect(effect, quarter) for effect in ability.do)
    if ability.on == "location" and ability.pawn:
        return value * (0.8 if ability.has("gain", "choice") else 1.0)
    if ability.on == "location" and ability.at == (LAST_MINUTE,):
        return value * (1.0 if ability.has("sell_design") else MONTHLY)
    if ability.shown >= QUARTERS:
        return value * 0.3
    return value * (0.6 if ability.shown else 1.0)


@cache
def side_value(card: str, side: str, first: int, last: int = QUARTERS) -> float:
    """What a side of a card brings from one quarter to another, its upkeep taken off."""
    it = CARDS[card].sides[side]
    total = sum(in_quarter(each, QUARTERS) for each in it.abilities if each.on == "game_end")
    lasting = [each for each in it.abilities if each.on not in ("instant", "game_end")]
    # An employee saves the dollar of a printed one, at least as long as there are few.
    upkeep = QUARTER * (it.upkeep - (CARDS[card].kind == "employee"))
    for quarter in range(first, last + 1):
        total += sum(in_quarter(each, quarter) for each in lasting) - upkeep
    return total


@cache
def card_value(card: str, month: int) -> float:
    """What a card brings that is taken in this month, its price taken off."""
    it, now = CARDS[card], quarter_of(month)
    abilities = it.sides[FRESH].abilities
    at_once = sum(in_quarter(each, now) for each in abilities if each.on == "instant")
    if it.kind == "contract":
        return contract_value(card, FRESH, now) + at_once
    return side_value(card, FRESH, now) + at_once - it.cost


@cache
def contract_value(card: str, side: str, quarter: int) -> float:
    """What a contract brings with this side up now: its second side works for one show."""
    later = side == FRESH and quarter < QUARTERS and FLIPPED in CARDS[card].sides
    extended = side_value(card, FLIPPED, quarter + 1, quarter + 1) if later else 0.0
    return side_value(card, side, quarter, quarter) + extended


@cache
def turning_value(card: str, month: int) -> float:
    """What turning a card over brings, its price taken off."""
    now, cost = quarter_of(month), CARDS[card].sides[FLIPPED].cost
    return side_value(card, FLIPPED, now) - side_value(card, FRESH, now) - cost


def in_play(p: Player, month: int) -> float:
    """What the cards of a company will still bring."""
    now = quarter_of(month)
    return sum(
        contract_value(card, side, now)
        if CARDS[card].kind == "contract"
        else side_value(card, side, now)
        for card, side in p.cards.items()
    )


def designs_value(p: Player, month: int) -> float:
    """What the designs and materials of a company will still bring."""
    left = QUARTERS + 1 - quarter_of(month)
    stock, powers = stock_of(p), powers_of(p)
    styles: dict[str, int] = {}
    ready = 0.0
    for design in p.designs:
        style = DESIGNS[design].style
        styles[style] = styles.get(style, 0) + 1
        ready += 3.0 * makeable((design,), stock, powers)
    together = max(styles.values(), default=0)
    usable = min(len(p.designs), 4 * left)
    return ready + 2.0 * usable + 3.0 * min(together, 5) + 3.2 * min(sum(stock), 2 * usable)


def prestige_value(g: House, p: Player) -> float:
    """What prestige will bring: points, and before its sale dollars."""
    return p.prestige * (POINTS[g.seats] + (p.shown if g.phase in ("awards", "sales") else 0))


def tokens_value(p: Player, month: int) -> float:
    """What the tokens of a company bring at the next awards."""
    return STAKES[quarter_of(month)] * sum(OF[name] * n for name, n in p.tokens.items())


@game.evaluation
def worth(g: House) -> list[float]:
    """How each seat stands, in points of the final score."""
    months = ROUNDS + 1 - g.round
    values: list[float] = []
    for p in g.players:
        value = p.cash + p.vp - debts(p) + prestige_value(g, p)
        if g.phase != "end":
            value += (
                designs_value(p, g.round) + TRUST * in_play(p, g.round) + tokens_value(p, g.round)
            )
            value += sum(DESIGNS[design].price for design in p.collection)
            value -= 1.0 * months + (p.loans * 4 if not is_exhibition(g.round) else p.loans * 10)
            value -= max(0, payable_upkeep(p) + debts(p) - p.cash - 40) * 0.2
        values.append(float(value))
    return values
