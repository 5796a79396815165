"""Powdered Wigs: selling, abilities and buying, where it needs more than a row of a table."""

from __future__ import annotations

import pytest

from games.wigs.state import game
from tests.games.wigs import (
    asked,
    play,
    position,
    ranked,
    selling,
    told,
)

rule = pytest.mark.rule


# --- 5. Selling ----------------------------------------------------------------------------------


@rule("5.2", "7.2")
@pytest.mark.parametrize("step", ["sell_wigs", "buy_wigs"])
def test_players_equal_in_everything_are_ordered_by_lot(step: str) -> None:
    tiles = [[5, 1], [4, 2], [3, 3], [1, 1]]
    orders = [
        ranked(position(step, worn=[4] * 4, tiles=tiles, rng=seed, market="I 1"))
        for seed in range(120)
    ]
    assert set(orders) == {"DABC", "DACB", "DBAC", "DBCA", "DCAB", "DCBA"}


# --- 6. Abilities --------------------------------------------------------------------------------


@rule("6.6", "10.3")
def test_the_buccaneer_draws_one_wig_that_the_others_do_not_see() -> None:
    g = position(*selling(), tiles=[[3], [], []], worn=[5, 1, 1], supply=[2, 2])
    for move in ("pass", "sell 3 1 I"):
        after = play(g, f"A {move}")
        assert after.players[0].tiles[-1:] == [2]
        assert after.supply == [2]
        assert told(after, "A")[1:] == ["You drew 1 wig from the supply.", "You drew: Trendsetter."]
        assert told(after, "B")[1:] == ["A draws 1 wig from the supply."]
        assert game.view(after, 1)["players"][0]["tiles_seen"] == []


@rule("4.8", "9.2")
def test_a_bon_vivant_draws_what_there_is_and_the_game_ends_after_the_round() -> None:
    g = position(
        *selling(),
        "buy_wigs",
        "end_round",
        tiles=[[5, 5, 3, 3], [4], [4]],
        worn=[1, 3, 3],
        supply=[2],
    )
    g = play(g, "A pass")
    assert g.players[0].tiles == [5, 5, 3, 3, 2, 1]
    assert g.scores == [2, 2, 2]
    assert told(g)[-1] == "That was the last round: the supply is empty."


# --- 7. Buying -----------------------------------------------------------------------------------


@rule("7.5")
def test_passing_for_good_ends_with_the_phase() -> None:
    g = position("buy_wigs", "sell_wigs", "buy_wigs", gold=[2, 2], tiles=[[], []], market="I 1")
    g = play(g, f"{asked(g)} pass all")
    g = play(g, f"{asked(g)} pass all")
    assert g.phase == "buy"
    assert asked(g) != ""
    g = position("buy_wigs", "end_round", gold=[2, 0], tiles=[[], []], worn=[1, 1], market="I 1")
    assert not any(p.out for p in play(g, "A pass all").players)
