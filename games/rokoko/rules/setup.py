"""Rokoko: the set-up and the order of the phases."""

from __future__ import annotations

from pydantic import BaseModel

from games.rokoko.components import DRESSES, EMPLOYEES, FACTS, TILES
from games.rokoko.scoring import score_sheets
from games.rokoko.state import NONE, Player, Rokoko, board_of, game

BASE = [each.id for each in EMPLOYEES.values() if each.level == 0]
LEVELS = range(1, 7)


@game.setup
def setup(g: Rokoko, options: BaseModel) -> None:
    """Fills stacks and bag, gives everybody five employees and draws who starts."""
    board = board_of(g)
    g.players = [Player(seat, supply=list(BASE)) for seat in range(g.seats)]
    g.stack = [[each.id for each in EMPLOYEES.values() if each.level == n] for n in LEVELS]
    g.hire = [NONE] * FACTS["new_employees"]
    g.warehouse = [[NONE] * board.tiles for _ in range(FACTS["segments"])]
    g.resources = list(TILES)
    g.windows = [NONE] * len(board.windows)
    g.bag = list(DRESSES)
    g.starting = g.below(g.seats)
    g.say("{who:seat is|You are} the starting player.", who=g.starting)
    g.then("play_round")


@game.step
def play_round(g: Rokoko) -> None:
    """Plans the four phases of the next round, or the final scoring after the last one."""
    if g.round == FACTS["rounds"]:
        g.then("score")
        return
    g.round += 1
    for p, sheet in zip(g.players, score_sheets(g), strict=True):
        p.prestige_before = sheet["total"]
    g.heading("Round {n}", n=g.round)
    g.then(
        "return_favor",
        "reveal_employees",
        "fill_warehouse",
        "fill_workshop",
        "take_hands",
        "begin_turns",
        "collect_income",
        "play_round",
    )
