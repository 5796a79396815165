"""Prêt-à-Porter: what things are worth, roughly, for computer players."""

from __future__ import annotations

from collections import Counter
from functools import cache, lru_cache

from games.pret_a_porter.calendar import MONTHS_PER_QUARTER, quarter_of
from games.pret_a_porter.company import payable_upkeep
from games.pret_a_porter.components import (
    CARDS,
    COLOURS,
    DESIGNS,
    FLIPPED,
    FRESH,
    LAST_MINUTE,
    TOKENS,
    Ability,
    Effect,
)
from games.pret_a_porter.effects import unused
from games.pret_a_porter.making import Units, stock_of
from games.pret_a_porter.state import House, Player

QUARTERS = 4
OF = {"Q": 2.0, "T": 4.5, "PR": 4.5, "cash": 1.0, "vp": 1.0, "prestige": 5.0, "material": 3.5}
"""What one unit is worth, in dollars, by kind."""
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
RESERVE = 15
"""Dollars that are kept for the upkeep and the next materials when a card is taken."""
TURN_RESERVE = 19
"""Dollars kept when a card is turned over."""
COUNTED_SHARE = 0.1
"""The part of a card's value that is counted on."""
RESERVE_WEIGHT = 0.3
"""The weight of each dollar that a purchase takes from the reserve."""
MIN_PAWN_VALUE = 10
"""The least value, in dollars, of a building or employee for which a pawn is placed."""
CREDIT_TARGET = 30
"""The cash that computer players want to have after taking credit."""
MIN_TURN_GAIN = 3
"""What turning a card over must bring beyond its price."""
NUMBERS = ("n", "per_unit", "amount")
CACHE_SIZE = 20_000
WORKING_MONTHS = 2
"""Working rounds of a quarter."""


def effect_value(effect: Effect, quarter: int) -> float:
    """What an effect brings each time it works."""
    word = effect["do"]
    if word == "gain":
        return OF[effect["res"]] * effect["n"] * token_weight(effect["res"], quarter)
    if word == "gain_per":
        count = min(USUAL[effect["per"]], effect.get("max_count", 99))
        return OF[effect["res"]] * effect["n"] * count
    if word == "choice":
        return max(effect_value(each, quarter) for option in effect["options"] for each in option)
    if word == "exchange":
        return (
            max(0.5, effect_value(effect["get"][0], quarter) - effect["pay"]) * effect["max_times"]
        )
    number = next((effect[name] for name in NUMBERS if name in effect), 1)
    return STANDING.get(word, 1.0) * number


def token_weight(res: str, quarter: int) -> float:
    """How much more or less tokens are worth than usual."""
    return STAKES[quarter] if res in TOKENS else 1.0


def ability_value(ability: Ability, quarter: int) -> float:
    value = sum(effect_value(effect, quarter) for effect in ability.do)
    if ability.on == "location" and ability.pawn:
        return value * (0.8 if ability.has("gain", "choice") else 1.0)
    if ability.on == "location" and ability.at == (LAST_MINUTE,):
        return value * (1.0 if ability.has("sell_design") else WORKING_MONTHS)
    if ability.shown >= QUARTERS:
        return value * 0.3
    return value * (0.6 if ability.shown else 1.0)


@cache
def side_value(card: str, side: str, first: int, last: int = QUARTERS) -> float:
    """What a side of a card brings from one quarter to another, its upkeep taken off."""
    it = CARDS[card].sides[side]
    total = sum(ability_value(each, QUARTERS) for each in it.abilities if each.on == "game_end")
    lasting = [each for each in it.abilities if each.on not in ("instant", "game_end")]
    # An employee saves the dollar of a printed one, at least as long as there are few.
    upkeep = MONTHS_PER_QUARTER * (it.upkeep - (CARDS[card].kind == "employee"))
    for quarter in range(first, last + 1):
        total += sum(ability_value(each, quarter) for each in lasting) - upkeep
    return total


@cache
def card_value(card: str, month: int) -> float:
    """What a card brings from this month on, less its price."""
    it, now = CARDS[card], quarter_of(month)
    abilities = it.sides[FRESH].abilities
    at_once = sum(ability_value(each, now) for each in abilities if each.on == "instant")
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
    """What turning a card over brings, less its price."""
    now, cost = quarter_of(month), CARDS[card].sides[FLIPPED].cost
    return side_value(card, FLIPPED, now) - side_value(card, FRESH, now) - cost


def pawn_gifts(p: Player, location: int, quarter: int) -> float:
    """What unused cards give a pawn at a location beside its action."""
    return sum(
        effect_value(effect, quarter)
        for each in unused(p, "location")
        if each.pawn and location in each.at
        for effect in each.do
        if effect["do"] in ("gain", "choice")
    )


# --- A company -----------------------------------------------------------------------------------


def main_style(p: Player) -> str:
    return most_frequent_style(tuple(p.designs))


@lru_cache(CACHE_SIZE)
def most_frequent_style(designs: tuple[str, ...]) -> str:
    styles = Counter(DESIGNS[design].style for design in designs)
    return max(styles, key=lambda style: styles[style], default="")


def materials_lacking(p: Player) -> Counter[str]:
    """The materials that the designs of the main style lack; cached, so do not change them."""
    return materials_lacking_for(tuple(p.designs), stock_of(p))


@lru_cache(CACHE_SIZE)
def materials_lacking_for(designs: tuple[str, ...], stock: Units) -> Counter[str]:
    """The materials that the main style of these designs lacks with this stock."""
    style = most_frequent_style(designs)
    wanted = Counter(
        colour
        for design in designs
        if DESIGNS[design].style == style
        for colour in DESIGNS[design].materials
    )
    return wanted - Counter(dict(zip(COLOURS, stock, strict=True)))


def worth_taking(g: House, p: Player, card: str) -> float:
    """What a card is worth to a player, less what it costs them."""
    it = CARDS[card]
    short = max(0, it.cost + RESERVE - p.cash)
    upkeep = it.sides[FRESH].upkeep * max(0, payable_upkeep(p) - 4) / 4
    value = card_value(card, g.round) - (0 if it.kind == "contract" else MIN_PAWN_VALUE)
    return COUNTED_SHARE * value - RESERVE_WEIGHT * short - upkeep
