"""Powdered Wigs: selling, abilities and buying, where it needs more than a row of a table."""

import pytest

from tests.games.wigs import *


@rule("5.2", "7.2")
@pytest.mark.parametrize("step", ["sell_wigs", "buy_wigs"])
def test_players_equal_in_everything_are_ordered_by_lot(step: str) -> None:
    tiles = [[5, 1], [4, 2], [3, 3], [1, 1]]
    orders = [
        ranked(position(step, worn=[4] * 4, tiles=tiles, rng=seed, market="I 1"))
        for seed in range(120)
    ]
    assert set(orders) == {"DABC", "DACB", "DBAC", "DBCA", "DCAB", "DCBA"}


@rule("7.5")
def test_passing_for_good_ends_with_the_phase() -> None:
    g = position("buy_wigs", "sell_wigs", "buy_wigs", gold=[2, 2], tiles=[[], []], market="I 1")
    g = play(g, f"{asked(g)} pass all")
    g = play(g, f"{asked(g)} pass all")
    assert g.phase == "buy"
    assert asked(g) != ""
    g = position("buy_wigs", "end_round", gold=[2, 0], tiles=[[], []], worn=[1, 1], market="I 1")
    assert not any(p.out for p in play(g, "A pass all").players)
