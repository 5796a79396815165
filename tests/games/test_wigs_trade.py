"""Powdered Wigs: selling, abilities and buying."""

from __future__ import annotations

import pytest

from games.wigs.state import game
from tests.games.wigs import (
    FULL,
    asked,
    gold,
    label,
    legal,
    market,
    play,
    position,
    ranked,
    refusal,
    selling,
    told,
)

rule = pytest.mark.rule


# --- 5. Selling ----------------------------------------------------------------------------------


@rule("5.1", "5.2")
def test_the_lowest_worn_number_sells_first_then_the_poorer() -> None:
    g = position("sell_wigs", worn=[3, 3, 1], gold=[5, 4, 9])
    assert ranked(g) == "CBA"


@rule("5.1")
def test_players_are_asked_to_sell_in_their_order() -> None:
    g = position("sell_wigs", worn=[4, 3, 1], tiles=[[5], [5], [5]])
    order = ""
    while g.asked:
        order += asked(g)
        g = play(g, f"{asked(g)} pass")
    assert order == "CBA"


@rule("5.2")
@pytest.mark.parametrize(
    ("tiles", "order"),
    [
        ([[1, 1, 1, 1], [5, 5, 5], []], "CBA"),
        ([[5, 5, 1], [5, 2, 1], []], "CBA"),
        ([[5, 2, 1], [5, 5, 1], []], "CAB"),
    ],
    ids=["fewer wigs", "lower sum is B's", "lower sum is A's"],
)
def test_equal_wig_and_gold_fewer_wigs_then_the_lower_sum(
    tiles: list[list[int]], order: str
) -> None:
    assert ranked(position("sell_wigs", worn=[4, 4, 1], gold=[6, 6, 0], tiles=tiles)) == order


@rule("5.2", "7.2")
@pytest.mark.parametrize("step", ["sell_wigs", "buy_wigs"])
def test_players_equal_in_everything_are_ordered_by_lot(step: str) -> None:
    tiles = [[5, 1], [4, 2], [3, 3], [1, 1]]
    orders = [
        ranked(position(step, worn=[4] * 4, tiles=tiles, rng=seed, market="I 1"))
        for seed in range(120)
    ]
    assert set(orders) == {"DABC", "DACB", "DBAC", "DBCA", "DCAB", "DCBA"}


@rule("5.2", "7.2")
@pytest.mark.parametrize("step", ["sell_wigs", "buy_wigs"])
def test_less_gold_comes_before_fewer_wigs(step: str) -> None:
    tiles = [[1], [5, 5, 5], [5, 5]]
    g = position(step, worn=[4, 4, 4], gold=[6, 3, 3], tiles=tiles, market="I 1")
    assert ranked(g) == "CBA"


@rule("5.3")
def test_any_number_of_one_type_may_be_sold_or_none() -> None:
    g = position(*selling(), tiles=[[4, 4, 2], [], []], market="I 4, II 2 2")
    assert legal(g, "A") == ["sell 2 1", "sell 4 1", "sell 4 2", "pass"]
    after = play(g, "A sell 4 2")
    assert after.players[0].tiles == [2]
    assert asked(after) == ""
    assert told(after) == ["A sells 2 Scholars to column I for 5 gold."]
    after = play(g, "A pass")
    assert after.players[0].tiles == [4, 4, 2]
    assert asked(after) == ""
    assert gold(after) == [2, 2, 2]
    assert told(after) == ["A sells nothing."]


@rule("5.4", "5.6")
def test_each_wig_sold_brings_the_gold_of_its_square() -> None:
    g = position(*selling(), tiles=[[4, 4, 4, 4], [], []], market="I 4 4")
    assert label(g, "A sell 4 3") == "Sell 3 Scholars to column I for 3 + 4 + 5 = 12 gold"
    assert label(g, "A sell 4 1") == "Sell 1 Scholar to column I for 3 gold"
    assert refusal(g, "A sell 4 4") == "After “sell 4” you can say 1, 2, 3."
    g = play(g, "A sell 4 3")
    assert gold(g) == [14, 2, 2]
    assert market(g) == "I 4 4 4 4 4"


@rule("5.5")
def test_a_seller_names_one_of_several_empty_columns() -> None:
    g = position(*selling(), tiles=[[1, 1], [], []], market="I 4")
    assert legal(g, "A") == ["sell 1 1 II", "sell 1 2 II", "sell 1 1 III", "sell 1 2 III", "pass"]
    assert market(play(g, "A sell 1 2 III")) == "I 4, III 1 1"
    assert market(play(g, "A sell 1 2 II")) == "I 4, II 1 1"
    assert label(g, "A sell 1 2 III") == "Sell 2 Bon Vivants to column III for 1 + 2 = 3 gold"
    assert refusal(g, "A sell 1 1") == "After “sell 1 1” you can say II, III."


@rule("5.5")
def test_the_only_empty_column_is_not_named() -> None:
    g = position(*selling(), tiles=[[1, 1, 4], [], []], market="I 4, II 2")
    assert legal(g, "A") == ["sell 1 1", "sell 1 2", "sell 4 1", "pass"]
    assert market(play(g, "A sell 1 2")) == "I 4, II 2, III 1 1"
    assert refusal(g, "A sell 1 1 III") == "Say only “sell 1 1”."


@rule("5.6")
def test_a_full_column_takes_no_more_and_its_type_starts_no_second_one() -> None:
    g = position(*selling(), tiles=[[4, 4], [], []], market="I 4 4 4 4 4")
    assert legal(g, "A") == ["pass"]
    assert refusal(g, "A sell 4 1") == (
        "Each type has one column on the market: there is no room for the Scholar."
    )


@rule("5.7")
def test_types_that_have_no_column_cannot_be_sold() -> None:
    g = position(*selling(), tiles=[[3, 5], [], []], market="I 4, II 2, III 1")
    assert legal(g, "A") == ["pass"]
    g = play(g, "A pass")
    assert gold(g)[0] == 2
    assert asked(g) == ""


@rule("5.7", "6.6", "13.9")
def test_who_can_sell_nothing_is_asked_all_the_same() -> None:
    g = position(
        *selling(), tiles=[[3, 5], [], []], worn=[5, 1, 1], market="I 4, II 2, III 1", supply=[2]
    )
    assert (asked(g), legal(g, "A")) == ("A", ["pass"])
    g = play(g, "A pass")
    assert g.players[0].tiles == [3, 5, 2]


@rule("5.8")
@pytest.mark.parametrize(
    ("tiles", "square"), [([], ""), ([1, 1], FULL)], ids=["only the worn wig", "all columns full"]
)
def test_a_turn_to_sell_passes_by_itself_for_reasons_all_can_see(
    tiles: list[int], square: str
) -> None:
    g = position(*selling(), tiles=[tiles, [], []], worn=[5, 1, 1], market=square, supply=[2, 2])
    assert asked(g) == ""
    assert g.players[0].tiles == [*tiles, 2]
    g = position(*selling(), tiles=[tiles, [], []], worn=[1, 3, 3], market=square, supply=[2, 2])
    assert asked(g) == ""
    assert g.players[0].tiles == [*tiles, *([2] if tiles else [])]


@rule("5.8")
def test_one_free_square_is_enough_to_be_asked() -> None:
    g = position(*selling(), tiles=[[5], [], []], market="I 1 1 1 1 1, II 2 2 2 2 2, III 3 3 3 3")
    assert (asked(g), legal(g, "A")) == ("A", ["pass"])


# --- 6. Abilities --------------------------------------------------------------------------------


@rule("6.1", "6.2")
def test_the_bon_vivant_draws_a_wig_for_each_pair() -> None:
    tiles = [5, 5, 5, 3, 3, 2]
    g = position(*selling(), tiles=[tiles, [], []], worn=[1, 3, 3], supply=[4, 4, 4])
    g = play(g, "A pass")
    assert g.players[0].tiles == [*tiles, 4, 4]
    assert g.supply == [4]
    assert told(g, "A") == [
        "You sold nothing.",
        "You drew 2 wigs from the supply.",
        "You drew: 2 × Scholar.",
    ]
    assert told(g, "B") == ["A sells nothing.", "A draws 2 wigs from the supply."]


@rule("6.2")
@pytest.mark.parametrize(
    ("tiles", "drawn"), [([5], 0), ([5, 5], 1), ([5] * 3, 1), ([5] * 4, 2), ([1, 2, 3], 0)]
)
def test_three_alike_are_one_pair_and_four_are_two(tiles: list[int], drawn: int) -> None:
    g = position(*selling(), tiles=[tiles, [], []], worn=[1, 3, 3], supply=[4] * 7)
    assert len(play(g, "A pass").players[0].tiles) == len(tiles) + drawn


@rule("6.2", "3.3", "13.4")
def test_pairs_are_counted_after_the_sale_without_the_worn_and_the_drawn_wigs() -> None:
    g = position(*selling(), tiles=[[5, 5, 1], [], []], worn=[1, 3, 3], supply=[1] * 4)
    assert play(g, "A sell 5 1 I").players[0].tiles == [5, 1]
    assert play(g, "A sell 1 1 I").players[0].tiles == [5, 5, 1]


@rule("6.4")
def test_the_baron_takes_one_extra_gold_for_each_wig() -> None:
    g = position(*selling(), tiles=[[1, 1], [], []], worn=[3, 1, 1], market="I 4")
    assert label(g, "A sell 1 2 III") == (
        "Sell 2 Bon Vivants to column III for 1 + 2 + 2 (Baron) = 5 gold"
    )
    g = play(g, "A sell 1 2 III")
    assert gold(g)[0] == 2 + 1 + 2 + 2
    assert (g.players[0].sold, g.players[0].earned) == (2, 5)


@rule("6.5")
def test_the_scholar_sells_two_types() -> None:
    g = position(*selling(), seats=2, tiles=[[3, 1, 1], []], worn=[4, 1], market="I 1, II 3 3")
    g = play(g, "A sell 3 1", "A sell 1 2")
    assert gold(g)[0] == 2 + 4 + 2 + 3
    assert market(g) == "I 1 1 1, II 3 3 3"
    assert (g.players[0].sold, g.players[0].earned) == (3, 9)
    assert asked(g) == ""


@rule("6.5", "13.4")
def test_the_scholar_sells_two_different_types_and_no_third() -> None:
    g = position(*selling(), tiles=[[3, 3, 1, 5], [], []], worn=[4, 1, 1], market="I 1, II 3")
    assert label(g, "A pass") == "Sell nothing"
    g = play(g, "A sell 3 1")
    assert legal(g, "A") == ["sell 1 1", "sell 5 1", "pass"]
    assert label(g, "A pass") == "Sell nothing more"
    assert refusal(g, "A sell 3 1") == (
        "The Scholar sells two different types; you have sold Baron already."
    )
    assert asked(play(g, "A sell 1 1")) == ""
    assert asked(play(g, "A pass")) == ""
    assert told(play(g, "A pass")) == []


@rule("6.5")
def test_the_scholars_first_pass_ends_the_turn() -> None:
    g = position(*selling(), tiles=[[3, 1], [], []], worn=[4, 1, 1])
    g = play(g, "A pass")
    assert asked(g) == ""
    assert g.players[0].done


@rule("6.5", "5.8")
def test_the_scholar_is_asked_once_if_nothing_is_left_to_sell() -> None:
    g = position(*selling(), tiles=[[3, 3], [], []], worn=[4, 1, 1], market="I 3")
    assert asked(play(g, "A sell 3 2")) == ""
    assert asked(play(g, "A sell 3 1")) == "A"


@rule("6.5")
@pytest.mark.parametrize("wig", [1, 2, 3, 5])
def test_nobody_but_the_scholar_sells_a_second_type(wig: int) -> None:
    g = position(*selling(), tiles=[[3, 3, 1], [], []], worn=[wig, 4, 4], market="I 3")
    assert asked(play(g, "A sell 3 1")) == ""


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


@rule("6.6")
@pytest.mark.parametrize("wig", [2, 3, 4])
def test_only_bon_vivant_and_buccaneer_draw(wig: int) -> None:
    g = position(*selling(), tiles=[[3, 3], [], []], worn=[wig, 1, 1])
    assert play(g, "A pass").players[0].tiles == [3, 3]


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


@rule("4.8")
def test_no_draw_from_an_empty_supply_is_told() -> None:
    g = position(*selling(), tiles=[[5, 5], [4], [4]], worn=[1, 3, 3], supply=[])
    assert told(play(g, "A pass"), "A") == ["You sold nothing."]


# --- 7. Buying -----------------------------------------------------------------------------------


@rule("7.1", "7.2")
def test_the_poorest_buys_first_then_who_has_fewer_wigs() -> None:
    tiles = [[1], [5, 5, 5, 5], [1, 1, 1, 1, 1]]
    assert ranked(position("buy_wigs", gold=[9, 4, 4], tiles=tiles, market="I 1")) == "BCA"


@rule("7.2", "13.3")
def test_the_lower_sum_buys_first_the_worn_wig_included() -> None:
    tiles = [[4, 3], [5, 1], [5, 5]]
    g = position("buy_wigs", gold=[4, 4, 4], tiles=tiles, worn=[1, 4, 2], market="I 1")
    assert ranked(g) == "ABC"
    g = position("buy_wigs", gold=[4, 4, 4], tiles=tiles, worn=[4, 1, 2], market="I 1")
    assert ranked(g) == "BAC"


@rule("7.1", "13.3")
def test_the_order_of_buying_stays_though_gold_changes() -> None:
    g = position("buy_wigs", gold=[5, 6, 7], market="I 1 1 1 1 1")
    g = play(g, "A buy I 1", "B buy I 5")
    assert asked(g) == "C"
    g = play(g, "C pass")
    assert (gold(g), asked(g)) == ([4, 1, 7], "A")


@rule("7.3", "1.6", "13.5")
def test_a_buyer_pays_the_price_of_the_square_and_leaves_a_gap() -> None:
    g = position("buy_wigs", "set_market", gold=[0, 4, 0], market="I 4 4 4", supply=[4])
    assert asked(g) == "B"
    assert label(g, "B buy I 1") == "Buy the Scholar from column I for 1 gold"
    g = play(g, "B buy I 1")
    assert gold(g)[1] == 3
    assert g.players[1].tiles == [4]
    assert market(g) == "I _ 4 4"
    assert told(g) == ["B buys the Scholar from column I for 1 gold."]
    g = play(g, "B pass")
    assert market(g) == "I 4 4 4"
    assert g.last == ("I", 1)


@rule("7.3")
def test_a_square_is_bought_by_its_price_in_a_two_player_column_II() -> None:
    g = position("buy_wigs", seats=2, gold=[3, 4], market="II 5 1 5")
    assert legal(g, "A") == ["buy II 2", "buy II 3", "pass", "pass all"]
    g = play(g, "A buy II 3")
    assert (market(g), g.players[0].tiles, gold(g)) == ("II 5 _ 5", [1], [0, 4])
    assert legal(g, "B") == ["buy II 2", "buy II 4", "pass", "pass all"]
    assert refusal(g, "B buy II 1") == "After “buy II” you can say 2, 4."


@rule("7.4")
def test_the_phase_is_over_when_all_have_passed_in_a_row() -> None:
    g = position("buy_wigs", gold=[5, 6, 7], market="I 1 1 1 1")
    assert label(g, "A pass") == "Pass for now (asked again if somebody buys)"
    g = play(g, "A pass")
    assert told(g) == ["A passes."]
    g = play(g, "B buy I 1", "C pass", "A pass")
    assert asked(g) == "B"
    assert asked(play(g, "B pass")) == ""


@rule("7.4")
def test_a_pass_does_not_lock_out() -> None:
    g = position("buy_wigs", gold=[5, 6, 7], market="I 1 1 1 1")
    g = play(g, "A pass", "B buy I 1", "C pass", "A buy I 2", "B pass", "C pass")
    assert asked(g) == "A"
    assert asked(play(g, "A pass")) == ""


@rule("7.5")
def test_who_passes_for_good_is_not_asked_again() -> None:
    g = position("buy_wigs", gold=[6, 5, 0], market="I 1 1 1 1")
    assert label(g, "B pass all") == "Pass for the rest of this phase"
    g = play(g, "B pass all")
    assert told(g) == ["B passes for the rest of this phase."]
    g = play(g, "A buy I 1")
    assert asked(g) == "A"
    assert asked(play(g, "A pass all")) == ""


@rule("7.4", "7.5")
def test_passing_for_good_is_a_pass_like_any_other() -> None:
    g = position("buy_wigs", gold=[5, 6, 7], market="I 1 1 1 1")
    assert asked(play(g, "A pass", "B pass all")) == "C"
    assert asked(play(g, "A pass", "B pass all", "C pass")) == ""
    assert asked(play(g, "A pass all", "B pass all")) == "C"


@rule("7.5")
def test_passing_for_good_ends_with_the_phase() -> None:
    g = position("buy_wigs", "sell_wigs", "buy_wigs", gold=[2, 2], tiles=[[], []], market="I 1")
    g = play(g, f"{asked(g)} pass all")
    g = play(g, f"{asked(g)} pass all")
    assert g.phase == "buy"
    assert asked(g) != ""
    g = position("buy_wigs", "end_round", gold=[2, 0], tiles=[[], []], worn=[1, 1], market="I 1")
    assert not any(p.out for p in play(g, "A pass all").players)


@rule("7.6", "13.5")
def test_a_player_who_cannot_pay_passes_automatically() -> None:
    g = position("buy_wigs", gold=[2, 3, 2], market="I _ _ 4")
    assert asked(g) == "B"
    assert asked(position("buy_wigs", gold=[2, 2, 2], market="I _ _ 4")) == ""


@rule("7.6")
def test_the_cheapest_wig_on_the_market_decides_who_is_asked() -> None:
    g = position("buy_wigs", gold=[6, 3, 0], market="II 2 2")
    assert ranked(g) == "CBA"
    assert asked(g) == "B"
    assert legal(g, "B") == ["buy II 1", "buy II 2", "pass", "pass all"]


@rule("7.6")
def test_the_cheapest_wig_may_lie_in_any_column_and_on_any_square() -> None:
    g = position("buy_wigs", gold=[1, 2, 3], market="I _ _ _ 1, II _ 2 2, III _ _ 3")
    assert asked(g) == "B"
    assert legal(g, "B") == ["buy II 2", "pass", "pass all"]


@rule("7.6")
def test_an_empty_market_ends_the_phase_at_once() -> None:
    assert asked(position("buy_wigs", gold=[5, 6, 7])) == ""
    g = position("buy_wigs", gold=[5, 6, 7], market="I 1")
    assert asked(play(g, "A buy I 1")) == ""


@rule("7.7")
def test_one_player_may_buy_several_wigs_and_buy_back_their_own() -> None:
    g = position(*selling(), "buy_wigs", gold=[2, 0], tiles=[[4, 4], []], worn=[2, 2])
    g = play(g, "A sell 4 2 III", "A buy III 2")
    assert asked(g) == "A"
    g = play(g, "A buy III 1")
    assert g.players[0].tiles == [4, 4]
    assert gold(g) == [2, 0]
