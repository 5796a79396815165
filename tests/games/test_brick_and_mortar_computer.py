"""Brick & Mortar: what computer players do, in small positions and over whole games."""

import pytest

from games.brick_and_mortar import game
from games.brick_and_mortar.components import CARD
from games.brick_and_mortar.computer.stores import MEASURED
from games.brick_and_mortar.state import Brick
from tests.games.brick_and_mortar import *
from tests.games.brick_and_mortar_scripts import SCRIPTS


def test_every_store_has_been_measured() -> None:
    assert {*MEASURED} == {*CARD}


def final(players: list[str], seed: int) -> Brick:
    """The end of a game of these players: scripts, or "usual" and "good" ones."""
    policies = SCRIPTS | {"usual": game.default, "good": game.expert}
    g = game.new(len(players), seed)
    while g.scores is None:
        seat = g.asked[0]
        g = game.play(g, seat, policies[players[seat]](g, seat))
    return g


@pytest.mark.sampled
@pytest.mark.parametrize("script", SCRIPTS)
def test_good_players_beat_every_script(script: str) -> None:
    ends = [final(["good", script], seed).scores or [] for seed in range(5)]
    assert sum(own > other for own, other in ends) >= 4


@pytest.mark.sampled
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_most_games_of_good_players_reach_the_goal_before_the_final_month(seats: int) -> None:
    ends = [final(["good"] * seats, seed) for seed in range(10)]
    assert sum(g.goal_taken and g.month < g.last_month for g in ends) >= 6


def test_an_absent_player_pays_otherwise_where_a_guess_has_no_money_for_what_is_chosen() -> None:
    g = supply(market="F5", stores=["corner_grocery, starting_1", "food_bank"])
    g = play(g, "A bid 2", "B bid 1", "A stock 4 corner_grocery")
    player(g, "A").money = 0
    assert game.default(g, 0) == "pay otherwise"
