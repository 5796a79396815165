"""Powdered Wigs: how a round and the game end, what everybody knows, and options."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from games.kernel import Step, about_value
from games.wigs.components import DATA
from games.wigs.state import Options, Wigs, game
from games.words import news_text
from tests.games.wigs import *

# --- 8. The end of a round -----------------------------------------------------------------------


def test_gold_counts_as_points_before_the_end_too() -> None:
    assert game.points_of(position("buy_wigs", gold=[3, 0, 7], worn=[1, 2, 3])) == [3, 0, 7]


@rule("8.2", "13.1")
def test_a_debut_wig_can_be_worn_from_the_next_round_on() -> None:
    g = position("end_round", worn=[2, 3, 3], debut=DEBUT)
    g = play(g, "A wear 2", "B wear 3", "C wear 3")
    while g.phase != "sell":
        g = play(g, f"A {legal(g, 'A')[0]}")
    assert g.players[0].tiles == [2]


@rule("8.3")
def test_a_debut_wig_missed_can_be_won_later() -> None:
    g = position("end_round", worn=[3, 3, 1], debut=[3], supply=[1] * 10)
    assert g.debut == [3]
    g = play(g, "A wear 3", "B wear 3", "C wear 1")
    while g.phase != "wear":
        g = play(g, f"{asked(g)} {'pass all' if g.phase == 'buy' else 'pass'}")
    assert g.debut == [3]


# --- 9. The end of the game ----------------------------------------------------------------------


@rule("13.6")
def test_three_rounds_without_movement_end_the_game() -> None:
    g = position(
        "start_round",
        gold=[5, 0],
        tiles=[[3], [3]],
        worn=[0, 0],
        market=FULL_FOR_TWO,
        supply=[5, 4, 5],
    )
    for number in (2, 3, 4):
        assert (g.round, g.phase, g.scores) == (number, "wear", None)
        g = play(g, "A wear 3", "B wear 3", "A pass all")
    assert g.scores == [5, 0]
    assert told(g)[-1] == "That was the last round: nothing moved for 3 rounds."


@rule("13.6")
@pytest.mark.parametrize("moving", ["sale", "purchase", "draw", "market"])
def test_any_movement_starts_the_count_of_still_rounds_again(moving: str) -> None:
    steps: list[str | Step] = ["end_round"]
    worn, tiles, supply, squares, move = [3, 3], [[3], [3]], [5] * 5, FULL_FOR_TWO, ""
    if moving == "sale":
        steps, tiles, squares, move = [*selling(), *steps], [[1], [3]], "I 1", "A sell 1 1"
    elif moving == "purchase":
        steps, move = ["buy_wigs", *steps], "A buy I 1"
    elif moving == "draw":
        steps, worn = [*selling(), *steps], [5, 3]
    else:
        steps, squares = ["set_market", *steps], ""
    g = position(
        *steps, worn=worn, tiles=tiles, supply=supply, market=squares, gold=[1, 0], still_rounds=2
    )
    g = play(g, move) if move else g
    g = play(g, "A pass all") if g.phase == "buy" and g.asked else g
    assert (g.phase, g.round, g.still_rounds) == ("wear", 2, 0)


@rule("13.7")
def test_a_smaller_supply_starts_the_count_of_stale_rounds_again() -> None:
    g = position("end_round", worn=[1, 1], supply=[1, 2], stale_rounds=9)
    assert g.scores == [2, 2]
    g = position("set_market", "end_round", worn=[1, 1], supply=[1, 1, 1, 1], stale_rounds=9)
    assert (g.scores, g.stale_rounds, g.least_supply) == (None, 0, 1)


# --- 10. What everybody knows --------------------------------------------------------------------


@rule("10.1", "10.2", "13.8")
def test_screens_are_counts_and_all_else_is_open() -> None:
    g = position(
        *selling(), gold=[5, 3], tiles=[[1, 2], [3, 3, 4]], worn=[3, 4], market="I 5", debut=[2]
    )
    for viewer, own in ((0, [1, 2]), (1, [3, 3, 4]), (None, None)):
        view = game.view(g, viewer)
        assert view["supply"] == 5
        assert (view["market"]["I"], view["debut"]) == ([5, 0, 0, 0, 0], [2])
        assert [(p["gold"], p["worn"]) for p in view["players"]] == [(5, 3), (3, 4)]
        screens = [p["tiles"] for p in view["players"]]
        assert screens == [own if seat == viewer else (2, 3)[seat] for seat in (0, 1)]


def seen_of_A(g: Wigs, by: int | None = 1) -> list[int]:
    """What of A's wigs another player, or a spectator, can remember."""
    return game.view(g, by)["players"][0]["tiles_seen"]


@rule("10.2")
def test_a_drafted_wig_is_known_until_as_many_are_worn_or_sold() -> None:
    g = position(
        ("draft", 0), ("draft", 0), *selling(), tiles=[[1], [], []], worn=[5, 1, 1], offer=[1, 2, 3]
    )
    g = play(g, "A take 1", "A take 2")
    assert seen_of_A(g) == [1, 2]
    assert seen_of_A(g, None) == [1, 2]
    assert g.players[0].tiles == [1, 1, 2]
    g = play(g, "A sell 1 1 I")
    assert seen_of_A(g) == [2]


@rule("10.2")
def test_a_bought_wig_is_known_to_be_behind_the_screen_until_it_is_sold() -> None:
    g = position("buy_wigs", *selling(), gold=[9, 0, 0], tiles=[[4], [], []], market="I 4 4 4 3")
    g = play(g, "A buy I 1", "A buy I 2", "A pass")
    assert seen_of_A(g) == [4, 4]
    g = play(g, "A sell 4 1")
    assert seen_of_A(g) == [4]
    assert Counter(g.players[0].tiles) == Counter([4, 4])


@rule("10.2", "8.1")
def test_worn_and_debut_wigs_are_known_once_they_are_behind_the_screen() -> None:
    g = position("end_round", worn=[2, 3, 3], tiles=[[5], [], []], debut=[2])
    assert seen_of_A(g) == [2, 2]
    g = play(g, "A wear 2", "B wear 3", "C wear 3")
    assert seen_of_A(g) == [2]


@rule("10.3")
def test_hidden_draws_blur_what_is_known_of_the_supply() -> None:
    steps = ["set_market", "return_wigs", *selling(0, 1)]
    worn = [5, 5, 1]
    g = position(*steps[:2], worn=worn, supply=[5, 5, 5], market="I 1, II 2, III 3")
    assert game.view(g, 1)["supply_seen"] == [5, 5, 5]
    g = position(
        *steps,
        worn=worn,
        tiles=[[1], [], []],
        supply=[5, 5, 4],
        draws=[5, 5, 4],
        market="I 1, II 2, III 3",
    )
    assert game.view(g, 1)["supply_seen"] == [4, 5, 5]
    g = play(g, "A pass")
    assert len(g.supply) == 1
    assert game.view(g, 2)["supply_seen"] == []


@rule("10.3", "10.4")
def test_the_trendsetters_knowledge_blurs_too_when_others_draw() -> None:
    g = position(
        "set_market", *selling(0), worn=[5, 2, 3], tiles=[[1], [], []], supply=[3, 3, 5, 5, 2]
    )
    g = play(g, "B show 3", "B show 3", "B show 2")
    assert game.view(g, 1)["supply_seen"] == [5, 5]
    g = play(g, "A pass")
    assert game.view(g, 1)["supply_seen"] == [5]


@rule("10.3", "4.1")
def test_an_open_draw_takes_a_known_wig_out_of_the_supply() -> None:
    g = position("set_market", "return_wigs", "set_market", supply=[5], market="I 1, II 2, III 3")
    assert g.supply == []
    g = position(
        *("set_market", "return_wigs", *selling(), "set_market"),
        supply=[5, 5],
        tiles=[[5], [], []],
        market="II 2, III 3, I 4",
    )
    assert game.view(g, 1)["supply_seen"] == [5, 5]
    g.market["I"] = [0, 0, 0, 0, 0]
    g = play(g, "A pass")
    assert (market(g), g.supply) == ("I 5 5, II 2, III 3", [])
    assert game.view(g, 1)["supply_seen"] == []


@rule("10.2")
def test_a_guess_keeps_what_was_seen_and_deals_the_rest_afresh() -> None:
    g = position("buy_wigs", gold=[9, 0, 0], tiles=[[1], [2], [3]], market="I 4 4")
    g = play(g, "A buy I 1")
    guesses = [game.guess(g, 1, random.Random(seed)) for seed in range(60)]
    assert all(4 in guess.players[0].tiles for guess in guesses)
    assert all(guess.players[1].tiles == [2] for guess in guesses)
    assert all(pieces(guess) == pieces(g) for guess in guesses)
    assert all(game.view(guess, 1) == game.view(g, 1) for guess in guesses)
    assert {wig for guess in guesses for wig in guess.players[0].tiles} == {1, 3, 4, 5, 2}


@rule("10.4")
def test_a_guess_deals_the_trendsetters_five_afresh() -> None:
    g = position("set_market", worn=[3, 2, 3], supply=[1, 1, 2, 2, 3, 3, 4, 4])
    guesses = [game.guess(g, 0, random.Random(seed)) for seed in range(40)]
    assert len({tuple(sorted(guess.players[1].five)) for guess in guesses}) > 1
    own = [game.guess(g, 1, random.Random(seed)) for seed in range(40)]
    assert all(guess.players[1].five == g.players[1].five for guess in own)


@rule("5.2", "7.2", "10.2", "13.3")
def test_the_order_by_sums_shows_no_sum() -> None:
    low = position("buy_wigs", gold=[4, 4], tiles=[[1, 1], [5, 5]], market="I 1")
    high = position("buy_wigs", gold=[4, 4], tiles=[[5, 4], [5, 5]], market="I 1")
    assert ranked(low) == ranked(high) == "AB"
    assert game.view(low, None) == game.view(high, None)


# --- 11. Options ---------------------------------------------------------------------------------


@rule("11.1")
@pytest.mark.parametrize(("most", "over"), [(20, False), (24, False), (25, True)])
def test_the_longer_game_goes_to_twenty_five(most: int, over: bool) -> None:
    g = position("end_round", gold=[most, 0], worn=[1, 1], end_gold=25)
    assert (g.scores is not None) == over
    if over:
        assert told(g)[-1] == "That was the last round: somebody has 25 gold or more."


@rule("11.1")
def test_four_players_may_play_to_twenty_five_with_a_note() -> None:
    assert game.new(4, 1, {"end_gold": 25}).end_gold == 25
    assert game.new(4, 1).end_gold == 20
    note = about_value(Options.model_fields["end_gold"], 25)
    assert "not recommended with three or four players" in note


@rule("11.2")
def test_the_stepped_market_has_only_four_squares_in_the_outer_columns() -> None:
    g = position(*selling(), tiles=[[4] * 6, [], []], layout="stepped")
    assert [len(g.market[column]) for column in ("I", "II", "III")] == [4, 5, 4]
    assert gold(play(g, "A sell 4 4 I"))[0] == 2 + 10
    assert gold(play(g, "A sell 4 5 II"))[0] == 2 + 15
    assert "sell 4 5 I" not in legal(g, "A")
    assert "sell 4 5 III" not in legal(g, "A")
    two = game.new(2, 1, {"layout": "stepped"})
    assert game.view(two, None)["prices"] == {
        "I": [1, 2, 3, 4],
        "II": [2, 3, 4],
        "III": [1, 2, 3, 4],
    }
    assert [len(squares) for squares in two.market.values()] == [4, 3, 4]


@rule("11.3")
def test_with_redraw_the_supply_goes_on_until_three_wigs_are_placed() -> None:
    g = position(
        *("set_market", "return_wigs"),
        draws=[5, 4, 5, 1, 2],
        redraw=True,
        market="I 4, II 2, III 1",
    )
    assert market(g) == "I 4 4, II 2 2, III 1 1"
    assert sorted(g.supply) == [1, 2, 3, 4, 5, 5, 5]
    assert g.returned == [5, 5]


@rule("11.3")
def test_with_redraw_a_supply_that_does_not_fit_is_drawn_once() -> None:
    g = position(
        "set_market", "return_wigs", supply=[5, 5, 5, 5, 1], redraw=True, market="I 4, II 2, III 1"
    )
    assert market(g) == "I 4, II 2, III 1 1"
    assert g.supply == [5, 5, 5, 5]
    assert game.new(2, 1, {"unplaceable": "redraw"}).redraw
    assert not game.new(2, 1).redraw


@rule("11.4")
def test_accents_change_every_announcement_and_nothing_else() -> None:
    plain = game.new(3, 4)
    courtly = game.new(3, 4, {"accents": True})
    chance = random.Random(4)
    heard: dict[str, str] = {}
    while plain.scores is None:
        seat = plain.asked[0]
        move = chance.choice(game.legal(plain, seat))
        plain, courtly = game.play(plain, seat, move), game.play(courtly, seat, move)
        assert game.view(plain, None)["market"] == game.view(courtly, None)["market"]
        assert [values for _, values, _ in plain.news] == [values for _, values, _ in courtly.news]
        heard.update(
            (one, two) for (one, _, _), (two, _, _) in zip(plain.news, courtly.news, strict=True)
        )
    assert courtly.scores == plain.scores
    assert set(DATA["accents"]) <= set(heard)
    assert all(heard[template] == text for template, text in DATA["accents"].items())
    assert all(news_text(text, ANYTHING, LETTERS) for text in DATA["accents"].values())


ANYTHING = {
    "wigs": ["Baron"],
    "round": 1,
    "who": 0,
    "wig": "Baron",
    "column": "I",
    "gold": 3,
    "count": 2,
    "reason": "the supply is empty",
}
