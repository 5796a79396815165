"""Rokoko: why a move is not open, in a sentence."""

from __future__ import annotations

from collections.abc import Callable

from games.kernel import Phrase, phrase
from games.rokoko.components import DRESSES, EMPLOYEES, MASTER
from games.rokoko.rules.actions import (
    MAY,
    SEGMENTS,
    act,
    hire_price,
    is_in_row,
    silk_listed,
    silk_of,
    tile_price,
    window_price,
)
from games.rokoko.rules.bonuses import bargain, extra_decoration, extra_dress, extra_tile
from games.rokoko.rules.dressmaking import pay, place
from games.rokoko.rules.selection import choose, missing
from games.rokoko.rules.turns import play
from games.rokoko.state import Player, Rokoko, board_of, turn_of

Why = Phrase | None
ROW_TAKEN = {
    "upper": "You have a marker in the upper row of the fountain.",
    "lower": "You have a marker in the lower row of the fountain.",
}


@choose.refuses
def cannot_choose(g: Rokoko, p: Player, words: list[str]) -> Why:
    """The card that does not lie in the supply, or how many there must be."""
    if words[0] != "choose":
        return None
    absent = [word for word in words[1:] if word not in p.supply]
    if absent:
        return phrase("Your supply has no {card:text}.", card=absent[0])
    return phrase("Choose {n} different cards, in the order listed.", n=missing(p))


@play.refuses
def cannot_play(g: Rokoko, p: Player, words: list[str]) -> Why:
    """That the card is not in hand."""
    if len(words) == 2 and words[0] == "play" and words[1] in EMPLOYEES:
        return phrase("You do not have {card:text} in your hand.", card=words[1])
    return None


def not_enough_money(p: Player, price: int) -> Why:
    """That the money is not enough."""
    if p.livre >= price:
        return None
    return phrase("That costs {price} Livre, and you have {livre}.", price=price, livre=p.livre)


def no_favor(g: Rokoko, p: Player, words: list[str], discount: int) -> Why:
    """Who may claim the Queen's favor, and when."""
    if "favor" not in MAY[turn_of(g).maker]:
        return phrase("An apprentice cannot claim the Queen's favor.")
    return (
        phrase("Somebody has already taken the Favor card this round.")
        if g.favor is not None
        else None
    )


def no_tile(g: Rokoko, p: Player, words: list[str], discount: int) -> Why:
    """The empty place, or the price."""
    if len(words) != 4 or words[1] not in SEGMENTS or not words[2].isdigit():
        return phrase("Name a segment, a place and silk or goods, as in take W1 2 silk.")
    segment = g.warehouse[SEGMENTS.index(words[1])]
    if words[2] not in map(str, range(1, len(segment) + 1)) or not segment[int(words[2]) - 1]:
        return phrase(
            "There is no tile on place {place:text} of {segment:text}.",
            segment=words[1],
            place=words[2][:3],
        )
    return not_enough_money(p, tile_price(segment, discount))


def no_dress(g: Rokoko, p: Player, words: list[str], discount: int) -> Why:
    """The grade, the window, the price or the material in the way of a dress."""
    if "make" not in MAY[turn_of(g).maker]:
        return phrase("An apprentice cannot make a dress.")
    if len(words) != 2 or words[1] not in DRESSES:
        return None
    if words[1] not in g.windows:
        return phrase("There is no {dress:text} in the windows.", dress=words[1])
    it = DRESSES[words[1]]
    if it.master and turn_of(g).maker != MASTER:
        return phrase("Only a master can make {dress:text}.", dress=it.id)
    if p.yarn < it.yarn or p.lace < it.lace:
        return phrase(
            "You need {yarn} yarn and {lace} lace for {dress:text}.",
            yarn=it.yarn,
            lace=it.lace,
            dress=it.id,
        )
    silk = silk_of(p)
    if any(silk.get(colour, 0) < n for colour, n in it.silk.items()):
        silk_needed = silk_listed(it.silk)
        return phrase("You need {silk} silk for {dress:text}.", silk=silk_needed, dress=it.id)
    return not_enough_money(p, window_price(g, it.id))


def nobody_to_hire(g: Rokoko, p: Player, words: list[str], discount: int) -> Why:
    """The grade, the empty space or the price in the way of hiring."""
    if "hire" not in MAY[turn_of(g).maker]:
        return phrase("Only a master hires.")
    if len(words) != 2 or words[1] not in EMPLOYEES:
        return None
    if words[1] not in g.hire:
        return phrase("The employee {card:text} is not for hire now.", card=words[1])
    return not_enough_money(p, hire_price(g))


def no_decoration(g: Rokoko, p: Player, words: list[str], discount: int) -> Why:
    """The marker on the space or in its row, or the price."""
    it = board_of(g).decorations.get(words[-1])
    if it is None:
        return None
    if it.id in g.markers:
        return phrase("There is already a marker on space {space:text}.", space=it.id)
    if is_in_row(g, p, it):
        return phrase(ROW_TAKEN[it.row])
    return not_enough_money(p, max(0, it.cost - discount))


REASONS: dict[str, Callable[[Rokoko, Player, list[str], int], Why]] = {
    "favor": no_favor,
    "take": no_tile,
    "make": no_dress,
    "hire": nobody_to_hire,
    "fund": no_decoration,
}


@act.refuses
def cannot_act(g: Rokoko, p: Player, words: list[str]) -> Why:
    """Why a main action is refused."""
    return REASONS[words[0]](g, p, words, 0) if words[0] in REASONS else None


@extra_tile.refuses
def cannot_take(g: Rokoko, p: Player, discount: int, words: list[str]) -> Why:
    """Why one more tile is refused."""
    return no_tile(g, p, words, discount) if words[0] == "take" else None


@extra_decoration.refuses
def cannot_fund(g: Rokoko, p: Player, discount: int, words: list[str]) -> Why:
    """Why one more decoration is refused."""
    return no_decoration(g, p, words, discount) if words[0] == "fund" else None


@extra_dress.refuses
def cannot_make(g: Rokoko, p: Player, words: list[str]) -> Why:
    """Why one more dress is refused."""
    return no_dress(g, p, words, 0) if words[0] == "make" else None


@pay.refuses
def cannot_pay(g: Rokoko, p: Player, words: list[str]) -> Why:
    """That tiles are to be named, and none in vain."""
    if words[0] != "using":
        return phrase("You have chosen the dress: name the tiles that pay for it.")
    return phrase("Name kept tiles that cover the silk, and none too many, as in using R01+R13.")


@place.refuses
def cannot_place(g: Rokoko, p: Player, words: list[str]) -> Why:
    """The guest on the space, or the grade."""
    if len(words) != 3 or words[0] != "rent":
        return None
    space = board_of(g).by_key.get((words[1], words[2]))
    if space is None:
        return phrase("Name a hall (king, 2 to 5) and a space (m, 1, 2 and so on).")
    if space.id in g.markers:
        return phrase("The space {space:text} is taken.", space=space.id)
    if not space.master:
        return None
    return phrase("Only a dress made by a master can go on {space:text}.", space=space.id)


@bargain.refuses
def cannot_bargain(g: Rokoko, p: Player, words: list[str]) -> Why:
    """What the card offers."""
    if words[0] != "bonus":
        return None
    return phrase("The card says: {text}", text=EMPLOYEES[turn_of(g).card].text)
