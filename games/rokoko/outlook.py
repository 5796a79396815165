"""Rokoko: what a player is warned of, and what comes next."""

from __future__ import annotations

from collections.abc import Iterator

from games.kernel import Phrase, listed, phrase
from games.rokoko.components import (
    APPRENTICE,
    COLOURED,
    DRESSES,
    EMPLOYEES,
    FACTS,
    MASTER,
    Dress,
)
from games.rokoko.effects import amounts
from games.rokoko.halls import dresses_of
from games.rokoko.rules.actions import act, dresses_in_reach, silk_of, tile_price
from games.rokoko.rules.closing import income_of
from games.rokoko.state import Player, Rokoko, board_of, game, owned, turns_go_on

FROM_ROUND = FACTS["rounds"] - 2
"""From this round on it is late for a first dress in a hall."""
SHOWN = 2
"""Dresses that a forecast names."""


def rounds_after(g: Rokoko) -> int:
    """The rounds that are still to come after this one."""
    return FACTS["rounds"] - g.round


def grades_to_come(g: Rokoko, p: Player) -> list[str]:
    """The grades of those who still act for a player in this round."""
    acts = ("act", p.seat) in g.agenda and g.now is not None
    now = [g.now.maker] if acts and g.now and g.now.seat == p.seat else []
    return now + [EMPLOYEES[card].grade for card in p.hand]


def dresses_now(g: Rokoko, p: Player, grades: list[str]) -> list[str]:
    """The dresses for which a player has the material, the Livre and somebody of these grades."""
    if not {*grades} - {APPRENTICE}:
        return []
    moves = dresses_in_reach(g, p, MASTER in grades)
    return [act.words(move)[0] for move in moves]


def dress_called(dress: str) -> Phrase:
    return phrase("a {dress} ({id:text})", dress=COLOURED[DRESSES[dress].colour], id=dress)


# --- Alarms --------------------------------------------------------------------------------------


@game.alarm
def few_turns(g: Rokoko, p: Player) -> str | None:
    """With fewer than three employees, a player has fewer turns in all later rounds. Before the
    third is sent away, that move warns.
    """
    own = len(owned(g, p))
    if own >= FACTS["hand"] or not rounds_after(g):
        return None
    if not own:
        return phrase("You own no employee, so you take no more turns.")
    return phrase("You own {n:employee|employees}: only so many turns in each later round.", n=own)


@game.alarm
def no_money(g: Rokoko, p: Player) -> str | None:
    """With little money and no dress to sell there is soon nothing to do but to pass."""
    cards, price = len(grades := grades_to_come(g, p)), cheapest(g)
    if price is None or not cards or p.livre >= price * cards or dresses_now(g, p, grades):
        return None
    return phrase(
        "You have {livre} Livre for {n:turn|turns}, and a tile or decoration costs at least"
        " {price}; money comes after the round.",
        livre=p.livre,
        n=cards,
        price=price,
    )


def cheapest(g: Rokoko) -> int | None:
    """The lowest price of a tile or a free decoration; None where there is neither."""
    prices = [tile_price(segment) for segment in g.warehouse if any(segment)]
    prices += [it.cost for it in board_of(g).decorations.values() if it.id not in g.markers]
    return min(prices, default=None)


@game.alarm
def no_dress(g: Rokoko, p: Player) -> str | None:
    """Without a rented dress most of the final scoring brings nothing."""
    if g.round < FROM_ROUND or dresses_of(g, p.seat):
        return None
    left = rounds_after(g)
    if not left:
        return phrase("No dress of yours is in a hall, and this is the last round.")
    return phrase(
        "No dress of yours is in a hall yet; after this round {n:round is|rounds are} left.", n=left
    )


@game.alarm
def last_dress(g: Rokoko, p: Player) -> str | None:
    """Material that is left at the end brings nothing."""
    grades = grades_to_come(g, p)
    found = [] if rounds_after(g) else dresses_now(g, p, grades)
    if not found:
        return None
    return phrase(
        "Last chance: you have all for {dress}, and material brings nothing at the end.",
        dress=dress_called(found[0]),
    )


# --- What comes next -----------------------------------------------------------------------------


@game.forecast
def outlook(g: Rokoko, p: Player) -> str:
    """What follows the turns of this round, and which dresses could be made."""
    hand = len(grades_to_come(g, p))
    if not turns_go_on(g):
        hand = min(FACTS["hand"], len(owned(g, p)))
    if rounds_after(g):
        comes = phrase(
            "{n:turn|turns} in this round, then {livre} Livre of income.",
            n=hand,
            livre=income_of(g, p),
        )
    else:
        comes = phrase("{n:turn|turns}, then the final scoring.", n=hand)
    found = dresses_now(g, p, [EMPLOYEES[card].grade for card in owned(g, p)])
    if found:
        named = [dress_called(dress) for dress in found[:SHOWN]]
        ready = phrase("You have all for {dresses:or}.", dresses=named)
    else:
        ready = nearest(g, p)
    return listed([comes, *([ready] if ready else [])], "words")


def nearest(g: Rokoko, p: Player) -> Phrase | None:
    """The dress in the windows for which a player lacks least; None without a dress."""
    lacks = {
        dress: dict(lacking(DRESSES[dress], price, p))
        for dress, price in zip(g.windows, board_of(g).windows, strict=True)
        if dress
    }
    if not lacks:
        return None
    dress = min(lacks, key=lambda each: sum(lacks[each].values()))
    return phrase(
        "For {dress} you lack {missing:commas}.",
        dress=dress_called(dress),
        missing=amounts(lacks[dress]) or [phrase("somebody who may make it")],
    )


def lacking(it: Dress, price: int, p: Player) -> Iterator[tuple[str, int]]:
    """What a player lacks for a dress in a window of this price."""
    silk = silk_of(p)
    has = {**silk, "yarn": p.yarn, "lace": p.lace, "livre": p.livre}
    for what, n in {**it.silk, **it.goods, "livre": price}.items():
        if n > has.get(what, 0):
            yield what, n - has.get(what, 0)
