"""Powdered Wigs: what a good player does, from which computer players start."""

from __future__ import annotations

import pytest

from games.wigs.state import Wigs, game
from tests.games.wigs import LETTERS, legal, position, selling


def expert(g: Wigs, who: str = "A") -> str:
    """What a good player does, which has to be legal."""
    move = game.expert(g, LETTERS.index(who))
    assert move in legal(g, who)
    return move


@pytest.mark.parametrize(
    ("tiles", "offer", "move"),
    [
        ([1], [1, 3], "take 3"),
        ([1, 1], [1, 3], "take 1"),
        ([3, 4, 4], [1, 3, 4], "take 4"),
        ([3, 4], [2, 5], "take 2"),
    ],
    ids=["a first Baron", "a third alike", "no second Baron", "the lowest"],
)
def test_a_good_player_drafts_a_baron_and_what_is_alike(
    tiles: list[int], offer: list[int], move: str
) -> None:
    assert expert(position(("draft", 0), offer=offer, tiles=[tiles, [], []])) == move


@pytest.mark.parametrize(
    ("tiles", "market", "debut", "move"),
    [
        ([3, 4, 4], "I 4 4", [], "wear 3"),
        ([2, 4, 5], "I 1, II 3", [2], "wear 2"),
        ([1, 1, 4, 5, 5], "I 1 1 1, II 5 5 5", [], "wear 4"),
        ([1, 5, 5], "", [], "wear 1"),
        ([1, 5], "", [], "wear 5"),
        ([2, 3], "", [2], "wear 3"),
    ],
    ids=["sale", "debut", "two sales", "draws for pairs", "one draw", "Baron"],
)
def test_a_good_player_wears_what_the_round_pays_for(
    tiles: list[int], market: str, debut: list[int], move: str
) -> None:
    g = position(("wear", None), tiles=[tiles, [1], [1]], worn=[0] * 3, debut=debut, market=market)
    assert expert(g) == move


@pytest.mark.parametrize(
    ("worn", "tiles", "market", "move"),
    [
        (2, [4], "I 1, II 5", "pass"),
        (3, [4], "I 1, II 5", "sell 4 1"),
        (2, [4, 4], "I 1, II 5", "sell 4 2"),
        (2, [4, 4, 5, 5, 5], "I 4 4 4, II 5", "sell 4 2"),
        (2, [4, 5, 5, 5], "I 4 4 4, II 5", "sell 5 3"),
    ],
)
def test_a_good_player_sells_for_more_than_a_wig_is_worth(
    worn: int, tiles: list[int], market: str, move: str
) -> None:
    g = position(*selling(), tiles=[tiles, [], []], worn=[worn, 2, 2], market=market)
    assert expert(g) == move


@pytest.mark.parametrize(
    ("gold", "market", "move"),
    [
        ([5, 9], "I 4 4, II _ 1 1", "buy I 1"),
        ([5, 9], "I 4 4, III 1", "buy III 1"),
        ([5, 9], "I _ 4 4, III _ 1", "pass all"),
        ([20, 19], "I 4", "pass all"),
        ([20, 20], "I 4", "buy I 1"),
        ([19, 22], "I 4", "buy I 1"),
    ],
    ids=["cheap", "one like those in hand", "too dear", "has won", "not ahead", "behind"],
)
def test_a_good_player_buys_cheap_and_gives_no_victory_away(
    gold: list[int], market: str, move: str
) -> None:
    g = position("buy_wigs", gold=gold, tiles=[[1], [1]], worn=[3, 3], market=market)
    while g.asked != [0]:
        g = game.play(g, g.asked[0], "pass")
    assert expert(g) == move


@pytest.mark.parametrize(
    ("tiles", "worn", "stale_rounds", "move"),
    [
        ([1, 1], 3, 1, "buy I 2"),
        ([1, 1], 3, 0, "pass all"),
        ([1, 1], 4, 1, "pass all"),
        ([1, 4], 3, 1, "pass all"),
    ],
    ids=["no room for two", "the supply shrinks", "no Baron", "room enough"],
)
def test_a_good_player_makes_room_on_a_market_that_stands_still(
    tiles: list[int], worn: int, stale_rounds: int, move: str
) -> None:
    g = position(
        "buy_wigs",
        gold=[5, 9],
        tiles=[tiles, [1]],
        worn=[worn, 3],
        market="I _ 1 1 1 1",
        stale_rounds=stale_rounds,
    )
    assert expert(g) == move
