"""Rokoko: what an absent player does, and how a position is judged, from what all can see."""

from __future__ import annotations

from collections.abc import Iterable

from games.rokoko.components import (
    DRESSES,
    EMPLOYEES,
    FACTS,
    FIREWORKS,
    GRADES,
    HALLS,
    MASTER,
    MUSICIAN,
    STATUE,
    STATUES,
    Decoration,
)
from games.rokoko.halls import dresses_of, funded, halls_present
from games.rokoko.rules.actions import (
    GOODS,
    act,
    decorations_to_fund,
    dresses_to_make,
    employees_to_hire,
    material_suffices,
    material_with,
    silk_of,
    tile_at,
    tiles_to_take,
)
from games.rokoko.rules.bonuses import bargain, extra_decoration, extra_dress, extra_tile
from games.rokoko.rules.closing import income_of
from games.rokoko.rules.dressmaking import least_wasted, pay, place
from games.rokoko.rules.selection import choose, missing
from games.rokoko.rules.turns import play
from games.rokoko.scoring import score_sheets
from games.rokoko.state import Player, Rokoko, board_of, game, owned, turn_of

RESERVE_LIVRE = 6
"""Livre that are kept for dresses until the last rounds."""
DECORATIONS_FROM_ROUND = 5
"""From this round on money is spent on decorations."""
LAST_HIRE_ROUND = 5
"""The last round in which a new employee comes often enough to be worth it."""


@choose.default
def masters_first(g: Rokoko, p: Player) -> str:
    """Masters, then journeymen, the higher levels first; what only scores at the end stays."""
    count = len(choose.words(next(iter(choose.options(g, p)))))
    best = sorted(p.supply, key=eagerness)[: min(count, missing(p))]
    return f"choose {' '.join(sorted(best))}"


def eagerness(card: str) -> tuple[bool, int, int]:
    """The sort key of cards: the more useful ones first."""
    it = EMPLOYEES[card]
    return it.level == max(e.level for e in EMPLOYEES.values()), GRADES.index(it.grade), -it.level


@play.default
def apprentices_first(g: Rokoko, p: Player) -> str:
    """The cards that gather material before those that need it."""
    return f"play {max(p.hand, key=lambda card: GRADES.index(EMPLOYEES[card].grade))}"


@act.default
def useful_action(g: Rokoko, p: Player) -> str:
    """A dress, an employee, a decoration or a tile: the first of these that is possible."""
    master = turn_of(g).maker == MASTER
    return (
        (best_dress(p, dresses_to_make(g, p)) if turn_of(g).maker in GRADES[:2] else "")
        or (best_employee(g, p) if master else "")
        or best_decoration(g, p, 0)
        or best_tile(g, p, tiles_to_take(g, p))
        or ("favor" if "favor" in act.options(g, p) else "pass")
    )


def best_dress(p: Player, moves: Iterable[str]) -> str:
    """The dress of the highest value, of these the one that wastes least silk, or ""."""

    def use(move: str) -> tuple[int, int]:
        dress = act.words(move)[0]
        return DRESSES[dress].value, -least_wasted(dress, p.tiles).total()

    return max(moves, key=use, default="")


def best_employee(g: Rokoko, p: Player) -> str:
    """The employee of the highest level and grade while there is time to use one, or ""."""
    if g.round > LAST_HIRE_ROUND or p.livre < RESERVE_LIVRE:
        return ""
    return min(employees_to_hire(g, p), key=lambda move: eagerness(act.words(move)[0]), default="")


def best_decoration(g: Rokoko, p: Player, discount: int) -> str:
    """The decoration that brings most prestige for its price, or "" while money is short."""
    reserve = RESERVE_LIVRE if g.round < DECORATIONS_FROM_ROUND else 0
    on_board = board_of(g).decorations
    moves = decorations_to_fund(g, p, discount)
    wanted = [on_board[act.words(move)[0]] for move in moves]
    wanted = [it for it in wanted if it.cost - discount + reserve <= p.livre]
    if not wanted:
        return ""
    best = max(wanted, key=lambda it: prestige_of(g, p, it) / max(1, it.cost - discount))
    return f"fund {best.id}"


def prestige_of(g: Rokoko, p: Player, it: Decoration) -> float:
    """About what a decoration brings until the end."""
    own = funded(g, p.seat)
    if it.kind == STATUE:
        have = len(own[STATUE])
        return STATUES[have + 1] - STATUES[have]
    if it.kind == MUSICIAN:
        assert it.hall is not None
        return it.prestige + board_of(g).halls[it.hall].majority[0] / 3
    dresses = len(dresses_of(g, p.seat))
    if it.kind == FIREWORKS:
        return it.prestige + (3 if dresses > len(own[FIREWORKS]) else 1)
    rounds = FACTS["rounds"] + 1 - g.round
    income = it.income or dresses + 1
    return it.prestige + income * rounds / 4


def best_tile(g: Rokoko, p: Player, moves: Iterable[str]) -> str:
    """The tile that makes the best dress possible, else the one with most on it, or ""."""
    silk = silk_of(p)
    hanging = [dress for dress in g.windows if dress]

    def use(move: str) -> tuple[int, int]:
        segment, number, how = act.words(move)
        tile = tile_at(g, segment, number)
        missing_goods = sum(not getattr(p, name) for name in tile.goods)
        material = material_with(p, silk, tile, how)
        possible = [DRESSES[d].value for d in hanging if material_suffices(d, *material)]
        size = missing_goods if how == GOODS else sum(tile.silk.values())
        return max(possible, default=0), size

    return max(moves, key=use, default="")


@pay.default
def least_silk(g: Rokoko, p: Player) -> str:
    return next(iter(pay.options(g, p)))


@place.default
def welcome_space(g: Rokoko, p: Player) -> str:
    """A space in a hall without the player, else the first free one; sells when money is short."""
    moves = list(place.options(g, p))
    if p.livre < RESERVE_LIVRE and g.round < DECORATIONS_FROM_ROUND:
        return moves[-1]
    present = halls_present(g, p.seat)
    new = {board_of(g).halls[hall].key for hall in HALLS if hall not in present}
    return next((move for move in moves[:-1] if place.words(move)[0] in new), moves[0])


@extra_tile.default
def best_extra_tile(g: Rokoko, p: Player, discount: int) -> str:
    return best_tile(g, p, tiles_to_take(g, p, discount)) or "pass"


@extra_decoration.default
def best_extra_decoration(g: Rokoko, p: Player, discount: int) -> str:
    return best_decoration(g, p, discount) or "pass"


@extra_dress.default
def best_extra_dress(g: Rokoko, p: Player) -> str:
    return best_dress(p, dresses_to_make(g, p)) or "pass"


@bargain.default
def first_offer(g: Rokoko, p: Player) -> str:
    """The first one that can be paid."""
    return next(iter(bargain.options(g, p)))


# --- How everybody stands ------------------------------------------------------------------------


@game.evaluation
def expected_scores(g: Rokoko) -> list[float]:
    """The scores, and what money, material and employees may still bring."""
    rounds = FACTS["rounds"] + 1 - g.round
    return [
        score["total"] + future_prestige(g, p, rounds)
        for p, score in zip(g.players, score_sheets(g), strict=True)
    ]


def future_prestige(g: Rokoko, p: Player, rounds: int) -> float:
    """About the prestige that is still to come from what is on offer."""
    livre = p.livre + (rounds - 1) * (income_of(g, p) - FACTS["income"])
    material = p.yarn + p.lace + sum(silk_of(p).values())
    hired = sum(EMPLOYEES[card].level for card in owned(g, p))
    late = rounds / FACTS["rounds"]
    return 0.2 * (1 + late) * livre + 0.5 * late * material + 0.15 * late * hired
