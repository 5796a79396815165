"""Powdered Wigs: how a round and the game end, what everybody knows, and options."""

import random
from collections import Counter

from games.kernel import about_value
from games.wigs.components import DATA
from games.wigs.state import Options, game
from games.wigs.terms import pairs
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


# --- 10. What everybody knows --------------------------------------------------------------------


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


@rule("10.3")
def test_a_guess_has_the_pairs_for_which_a_bon_vivant_drew() -> None:
    """What came behind the screen since then, seen or unseen, does not count."""
    none = position(
        ("after_selling", 0),
        ("buy", 0),
        ("buy", 1),
        tiles=[[2, 3, 4, 5], [1], [1]],
        worn=[1, 2, 2],
        market="I 4",
        supply=[1, 1, 2, 2, 3, 3, 4, 4, 5, 5],
    )
    bought = game.play(none, 0, "buy I 1")
    for number in range(60):
        assert pairs(game.guess(none, 1, random.Random(number)).players[0].tiles) == 0
        tiles = Counter(game.guess(bought, 2, random.Random(number)).players[0].tiles)
        assert tiles.pop(4) in (1, 2) and {*tiles.values()} == {1}
    one = position(
        ("after_selling", 0),
        ("buy", 1),
        tiles=[[3, 3, 4], [1], [1]],
        worn=[1, 2, 2],
        market="I 4",
        supply=[1, 1, 2, 2, 3, 4, 4, 5, 5],
    )
    seen = set[int]()
    for number in range(60):
        tiles = game.guess(one, 1, random.Random(number)).players[0].tiles
        seen.add(pairs(tiles))
        assert any(pairs([*tiles[:i], *tiles[i + 1 :]]) == 1 for i in range(4))
    assert seen == {1, 2}


# --- 11. Options ---------------------------------------------------------------------------------


@rule("11.1")
def test_four_players_may_play_to_twenty_five_with_a_note() -> None:
    assert game.new(4, 1, {"end_gold": 25}).end_gold == 25
    assert game.new(4, 1).end_gold == 20
    twenty, note = (about_value(Options.model_fields["end_gold"], end) for end in (20, 25))
    assert "any number of players" in twenty
    assert "not recommended with three or four players" in note


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
