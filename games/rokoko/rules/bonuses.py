"""Rokoko, Phase 3: the bonuses that ask something; each may be passed."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from games.kernel import Phrase, phrase
from games.rokoko.components import EMPLOYEES
from games.rokoko.effects import add, amounts, gain
from games.rokoko.rules.actions import (
    decorations_to_fund,
    dresses_to_make,
    fund_decoration,
    make_dress,
    take_tile,
    tiles_to_take,
)
from games.rokoko.state import Player, Rokoko, game, turn_of

PAY = "pay"


# --- One more tile, decoration or dress ----------------------------------------------------------


def prompt_tile(g: Rokoko, discount: int) -> Phrase:
    if not discount:
        return phrase("Bonus: buy one more resource tile.")
    return phrase("Bonus: buy one more resource tile, {n} Livre cheaper.", n=discount)


@game.choice(prompt_tile, may_pass="No tile", they="{who:seat} buys a tile")
def extra_tile(g: Rokoko, p: Player, discount: int) -> Iterator[str]:
    return tiles_to_take(g, p, discount)


take_one_more = extra_tile.does("take {segment} {place:d} {use}")(take_tile)


@game.choice(
    lambda g, discount: phrase("Bonus: fund one more decoration, {n} Livre cheaper.", n=discount),
    may_pass="No decoration",
    they="{who:seat} funds",
)
def extra_decoration(g: Rokoko, p: Player, discount: int) -> Iterator[str]:
    return decorations_to_fund(g, p, discount)


fund_one_more = extra_decoration.does("fund {decoration}")(fund_decoration)


@game.choice("Bonus: make one more dress.", may_pass="No dress", they="{who:seat} makes a dress")
def extra_dress(g: Rokoko, p: Player) -> Iterator[str]:
    """Every dress that the maker may make and the player can pay."""
    return dresses_to_make(g, p)


make_one_more = extra_dress.does("make {dress}")(make_dress)


# --- Something for something ---------------------------------------------------------------------


def bargains(g: Rokoko) -> dict[str, tuple[dict[str, int], dict[str, int]]]:
    """What the played card offers: by its name in moves, what is paid and what is gained."""
    bonus = EMPLOYEES[turn_of(g).card].bonus
    if bonus["word"] == "trade":
        return {PAY: (bonus["pay"], bonus["gain"])}
    return dict(map(option, bonus["options"]))


def option(bonus: dict[str, Any]) -> tuple[str, tuple[dict[str, int], dict[str, int]]]:
    """One of several offers, called after what is paid, or gained where nothing is."""
    if bonus["word"] == "trade":
        return next(iter(bonus["pay"])), (bonus["pay"], bonus["gain"])
    gained = {name: n for name, n in bonus.items() if name != "word"}
    return next(iter(gained)), ({}, gained)


@game.choice(
    lambda g: phrase("Bonus: {text}", text=EMPLOYEES[turn_of(g).card].text),
    may_pass="No, thank you",
    they="{who:seat} decides",
)
def bargain(g: Rokoko, p: Player) -> Iterator[str]:
    """The offers that the player can pay."""
    for name, (paid, _) in bargains(g).items():
        if all(getattr(p, each) >= n for each, n in paid.items()):
            yield f"bonus {name}"


@bargain.does("bonus {what}")
def use_offer(g: Rokoko, p: Player, what: str) -> None:
    paid, gained = bargains(g)[what]
    if not paid:
        gain(g, p, **gained)
        return
    add(p, **{name: -n for name, n in paid.items()})
    add(p, **gained)
    g.say(
        "{who:seat gives|You gave} {paid:commas} for {gained:commas}.",
        who=p.seat,
        paid=amounts(paid),
        gained=amounts(gained),
    )
