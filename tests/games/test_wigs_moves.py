"""Powdered Wigs: moves, what a player is shown besides, and answers in advance."""

from __future__ import annotations

import pytest

from bot.texts.languages import LANGUAGES, using_language
from games.kernel import IllegalMove
from games.wigs.state import Wigs, game
from games.words import names_for
from renderers.wigs.reading import whose_turn
from tests.games.wigs import *

# --- 12. Moves -----------------------------------------------------------------------------------


@rule("12.1")
def test_every_move_is_a_word_then_numbers() -> None:
    assert game.verbs.keys() == {"take", "wear", "show", "sell", "buy", "pass"}
    g = position(*selling(), "buy_wigs", tiles=[[4, 1], [], []], market="I 4 4 4")
    assert legal(g, "A") == ["sell 1 1 II", "sell 1 1 III", "sell 4 1", "pass"]
    g = play(g, "A sell 4 1")
    assert legal(g, "B") == ["buy I 1", "buy I 2", "pass", "pass all"]


@rule("12.1")
@pytest.mark.parametrize(
    ("move", "reason"),
    [
        ("A sell 4 2", "After “sell 4” you can say 1."),
        ("A sell 4 0", "After “sell 4” you can say 1."),
        ("A sell 5 1", "After “sell” you can say 1, 4."),
        ("A sell 2 1", "You cannot sell the wig that you are wearing."),
        ("A sell 4 1 I", "Say only “sell 4 1”."),
        ("A sell 4 1 II", "Say only “sell 4 1”."),
        ("A sell 4 1 V", "Say only “sell 4 1”."),
        ("A sell 1 1", "After “sell 1 1” you can say II, III."),
        ("A sell 1 1 ii", "After “sell 1 1” you can say II, III."),
        ("A sell 1 3 II", "After “sell 1” you can say 1."),
        ("A sell 1 1 I", "Column I holds Scholar wigs; yours are Bon Vivant."),
        ("A sell 0 1", "After “sell” you can say 1, 4."),
        ("A sell 6 1", "After “sell” you can say 1, 4."),
        ("A sell 4", "After “sell 4” you can say 1."),
        ("A sell 4 1 I I", "Say only “sell 4 1”."),
        ("A sell ² 1", "“sell ² 1” is not open to you now."),
        ("A sell x 1", "After “sell” you can say 1, 4."),
        ("A buy I 1", "“buy I 1” is not open to you now."),
        ("A ", "“” is not open to you now."),
    ],
)
def test_a_refused_sale_is_told_the_rule_in_its_way(move: str, reason: str) -> None:
    g = position(*selling(), tiles=[[4, 1], [], []], market="I 4")
    assert refusal(g, move) == reason


@rule("12.1")
@pytest.mark.parametrize(
    ("move", "reason"),
    [
        ("A buy I 9", "After “buy I” you can say 2, 3."),
        ("A buy I x", "After “buy I” you can say 2, 3."),
        ("A buy I ²", "“buy I ²” is not open to you now."),
        ("A buy I 1", "After “buy I” you can say 2, 3."),
        ("A buy I 4", "After “buy I” you can say 2, 3."),
        ("A buy IV 1", "After “buy” you can say I."),
        ("A buy I", "After “buy I” you can say 2, 3."),
        ("A sell 1 1", "“sell 1 1” is not open to you now."),
    ],
)
def test_a_refused_purchase_is_told_the_rule_in_its_way(move: str, reason: str) -> None:
    g = position("buy_wigs", gold=[3, 4, 5], market="I _ 4 4 4")
    assert refusal(g, move) == reason


@rule("12.1")
def test_a_refusal_lists_what_is_open_and_who_is_not_asked_has_no_move() -> None:
    g = position("buy_wigs", gold=[3, 4, 5], market="I _ 4 4 4")
    with pytest.raises(IllegalMove, match="You can: buy I 2, buy I 3, pass, pass all"):
        play(g, "A fly")
    assert legal(g, "B") == []
    with pytest.raises(IllegalMove, match="You are not asked to move now"):
        play(g, "B pass")


@rule("12.2")
def test_a_draft_can_be_taken_back() -> None:
    g = position(("draft", 0), ("draft", 1), offer=[1, 2, 3], tiles=[[], []])
    assert not came_out(g, "A take 1")
    g = position(("draft", 0), "start_round", offer=[1, 2], tiles=[[], [3]], worn=[0, 0])
    assert not came_out(g, "A take 1")


@rule("12.2")
def test_the_reveal_of_the_worn_wigs_cannot_be_taken_back() -> None:
    g = position(("wear", None), tiles=[[1], [2]], worn=[0, 0])
    assert not came_out(g, "A wear 1")
    assert came_out(g, "A wear 1", "B wear 2")


@rule("12.2")
def test_a_wig_shown_lies_on_the_table() -> None:
    g = position("set_market", worn=[2, 1, 3], supply=[1, 1, 1, 4, 4])
    assert came_out(g, "A show 1")
    assert came_out(g, "A show 1", "A show 1", "A show 1")


@rule("12.2")
@pytest.mark.parametrize(("wig", "out"), [(1, True), (2, False), (3, False), (4, False), (5, True)])
@pytest.mark.parametrize("supply", [[4, 4], []], ids=["supply", "no supply"])
@pytest.mark.parametrize("tiles", [[3, 3, 1], [3, 1]], ids=["a pair", "no pair"])
def test_a_turn_to_sell_can_be_taken_back_unless_its_wig_draws(
    wig: int, out: bool, supply: list[int], tiles: list[int]
) -> None:
    g = position(*selling(0, 1), tiles=[tiles, [4], []], worn=[wig, 3, 3], supply=supply)
    assert came_out(g, "A pass") == out
    assert came_out(g, "A sell 1 1 I") == out


@rule("12.2")
@pytest.mark.parametrize(
    ("golds", "tiles", "out"),
    [
        ([5, 6, 7], [[1], [1], [1]], False),
        ([5, 5, 7], [[1], [1, 1], [1]], False),
        ([5, 5, 7], [[1], [3], [1]], True),
        ([5, 5, 7], [[1], [1], [1]], True),
    ],
    ids=["gold differs", "numbers differ", "sums decide", "a lot decides"],
)
@pytest.mark.parametrize("last", ["sell_wigs", "buy_wigs"])
def test_an_order_between_players_equal_in_public_cannot_be_taken_back(
    golds: list[int], tiles: list[list[int]], out: bool, last: str
) -> None:
    g = position(*selling(), last, gold=golds, tiles=tiles, worn=[4, 4, 4], market="I 1")
    assert came_out(g, "A pass") == out


@rule("12.2")
def test_buying_can_be_taken_back() -> None:
    g = position("buy_wigs", "end_round", gold=[4, 5], worn=[3, 3], market="I 1 1 1")
    assert not came_out(g, "A buy I 1")
    assert not came_out(g, "A pass all")
    assert not came_out(g, "A pass", "B pass")


@rule("12.3")
@pytest.mark.parametrize(
    ("tiles", "offer", "move"),
    [
        ([3, 3, 1], [1, 2, 3], "take 3"),
        ([3, 3, 1], [1, 2, 5], "take 1"),
        ([3, 1], [1, 3], "take 1"),
        ([], [4, 5], "take 4"),
    ],
)
def test_an_absent_player_takes_the_type_they_have_most_of(
    tiles: list[int], offer: list[int], move: str
) -> None:
    g = position(("draft", 0), offer=offer, tiles=[tiles, [], []])
    assert default(g, "A") == move


@rule("12.3")
@pytest.mark.parametrize(
    ("tiles", "debut", "move"),
    [
        ([1, 1, 4], [4], "wear 4"),
        ([1, 1, 4], [2], "wear 1"),
        ([2, 4, 4], [2, 4], "wear 4"),
        ([1, 5, 5], [], "wear 5"),
    ],
)
def test_an_absent_player_wears_a_debut_type_or_the_type_they_have_most_of(
    tiles: list[int], debut: list[int], move: str
) -> None:
    g = position(("wear", None), tiles=[tiles, [1]], worn=[0, 0], debut=debut)
    assert default(g, "A") == move


@rule("12.4")
@pytest.mark.parametrize(
    ("tiles", "squares", "move"),
    [
        ([4, 4, 1], "", "show 4"),
        ([5, 5, 5], "I 1, II 2, III 4", "show 1"),
        ([3], "", "show 1"),
    ],
    ids=["most of", "what fits", "the lowest"],
)
def test_an_absent_trendsetter_shows_the_type_they_hold_most_of(
    tiles: list[int], squares: str, move: str
) -> None:
    g = position(
        "set_market", worn=[2, 1, 3], tiles=[tiles, [], []], supply=[1, 1, 4, 5, 5], market=squares
    )
    assert default(g, "A") == move


@rule("12.4")
def test_an_absent_player_makes_the_best_sale_and_buys_nothing() -> None:
    g = position(*selling(), tiles=[[4, 4, 1], [], []], market="I 4, II 1 1 1")
    assert default(g, "A") == "sell 4 2"
    g = position(*selling(), tiles=[[4, 1], [], []], market="I 4, II 1 1 1 1")
    assert default(g, "A") == "sell 1 1"
    g = position(*selling(), seats=2, tiles=[[5], []])
    assert default(g, "A") == "sell 5 1 II"
    g = position(*selling(), tiles=[[5], [], []], market="I 4, II 2, III 1")
    assert default(g, "A") == "pass"
    g = position("buy_wigs", gold=[7, 8, 9], market="I 1")
    assert default(g, "A") == "pass all"


# --- What a player is shown besides --------------------------------------------------------------


def test_what_a_player_sold_is_counted_for_the_running_phase() -> None:
    g = position(*("sell_wigs", "sell_wigs"), tiles=[[4, 4], [], []], worn=[3, 2, 2], market="I 4")
    g = play(g, "A sell 4 1")
    assert (g.players[0].sold, g.players[0].earned, g.players[0].done) == (0, 0, False)
    g = play(g, "A sell 4 1")
    assert (g.players[0].sold, g.players[0].earned, g.players[0].done) == (1, 4, True)


@pytest.mark.parametrize(
    ("choice", "args", "prompt"),
    [
        ("draft", (0,), "Take one wig."),
        ("wear", (0,), "Choose the wig that you wear this round."),
        ("trend", (0, 0), "Choose the next wig for the market."),
        ("sell", (0, 0), "Sell wigs of one type, or sell nothing."),
        ("buy", (0,), "Buy one wig, or pass."),
    ],
)
def test_every_question_says_what_is_asked(choice: str, args: tuple[int], prompt: str) -> None:
    g = position((choice, *args), offer=[1, 2], tiles=[[1, 2], [], []])
    assert (game.view(g, 0)["question"]["name"], game.view(g, 0)["question"]["prompt"]) == (
        choice,
        prompt,
    )


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    ("step", "others", "own"),
    [
        (("draft", 0), "Ada picks", "You pick"),
        (("wear", None), "Ada picks", "You pick"),
        (("trend", 0, 0), "Ada picks", "You pick"),
        (("sell", 0, 0), "Ada sells", "You sell"),
        (("buy", 0), "Ada buys", "You buy"),
    ],
)
def test_every_question_says_what_the_one_who_is_asked_does(
    language: str, step: tuple[str, *tuple[int | None, ...]], others: str, own: str
) -> None:
    view = game.view(position(step, offer=[1, 2], tiles=[[1, 2], [3], [4]]), None)
    assert view["question"]["name"] == step[0]
    with using_language(language, game.name):
        names = ["Ada", "Ben", "Cy"]
        said = [whose_turn(view, 0, names_for(seat, names)) for seat in (1, 0)]
    assert said == [others, own] or language != "en"
    assert "Ada" in said[0] and said[1] and "Ada" not in said[1]


def test_the_view_works_out_what_each_type_would_bring() -> None:
    g = position(*selling(), tiles=[[4, 4, 1], [5], []], worn=[3, 1, 1], market="I 4, II 2")
    sales = game.view(g, 0)["sales"]
    assert sales["4"] == {
        "columns": ["I"],
        "squares": [2, 3, 4, 5],
        "held": 2,
        "fits": 2,
        "gold": 7,
    }
    assert sales["1"] == {
        "columns": ["III"],
        "squares": [1, 2, 3, 4, 5],
        "held": 1,
        "fits": 1,
        "gold": 2,
    }
    assert (sales["2"]["fits"], sales["2"]["gold"]) == (0, 0)
    assert game.view(g, None)["sales"] == {}
    g = position(*selling(), tiles=[[5, 4], [], []], market="I 4 4 4 4 4, II 2, III 1")
    sales = game.view(g, 0)["sales"]
    assert sales["5"] == {"columns": [], "squares": [], "held": 1, "fits": 0, "gold": 0}
    assert sales["4"] == {"columns": [], "squares": [], "held": 1, "fits": 0, "gold": 0}


@rule("1.4", "11.2", "12.1")
def test_what_fits_depends_on_the_column_named() -> None:
    g = position(*selling(), seats=2, tiles=[[5] * 6, []], market="I 4")
    sold = [move for move in legal(g, "A") if move.startswith("sell")]
    assert sold == [
        *(f"sell 5 {n} II" for n in (1, 2, 3)),
        *(f"sell 5 {n} III" for n in (1, 2, 3, 4, 5)),
    ]
    assert refusal(g, "A sell 5 4 II") == "After “sell 5 4” you can say III."
    g = position(*selling(), tiles=[[5] * 5, [], []], layout="stepped")
    sale = game.view(g, 0)["sales"]["5"]
    assert (sale["squares"], sale["held"], sale["fits"], sale["gold"]) == ([1, 2, 3, 4], 5, 4, 10)


def test_of_who_is_asked_alone_all_read_what_they_do() -> None:
    assert {name for name, choice in game.choices.items() if not choice.they} == {"wear"}


def test_the_view_shows_the_order_of_buying_as_it_stands() -> None:
    g = position(*selling(), gold=[6, 2, 2], tiles=[[1], [1, 1], [1]])
    assert game.view(g, None)["buy_order"] == [2, 1, 0]


def test_the_scholar_is_shown_the_best_pair_of_sales_before_the_first() -> None:
    tiles = [[4, 4, 1, 5], [], []]
    g = position(*selling(), tiles=tiles, worn=[4, 1, 1], market="I 4 4 4, II 2")
    assert game.view(g, 0)["best"] is None
    g.phase = "sell"
    assert game.view(g, 0)["best"] == 4 + 5 + 1
    assert game.view(g, 1)["best"] is None
    assert game.view(play(g, "A sell 5 1"), 0)["best"] is None
    assert game.view(play(g, "A pass"), 0)["best"] is None
    g = position(*selling(), tiles=[[5], []], worn=[4, 1], market="I 1, II 2, III 3", phase="sell")
    assert game.view(g, 0)["best"] == 0
    g = position(
        *selling(), tiles=[[1, 5], [], []], worn=[4, 1, 1], market="I 4, II 2", phase="sell"
    )
    assert game.view(g, 0)["best"] == 1
    g = position(
        *selling(), tiles=[[3], [], []], worn=[4, 1, 1], market="I 4, II 2", phase="market"
    )
    assert game.view(g, 0)["best"] == 1
    g = position(*selling(), tiles=[[3], [], []], worn=[4, 1, 1], market=FULL[:-4], phase="sell")
    assert game.view(g, 0)["best"] == 4


def test_the_table_remembers_where_wigs_came_from_this_round() -> None:
    g = position(
        *("set_market", *selling(), "buy_wigs", "end_round"),
        *("return_wigs",),
        draws=[4, 4, 4],
        tiles=[[4, 5], [5], [5]],
        worn=[3, 3, 3],
        gold=[2, 0, 0],
    )
    g = play(g, "A sell 4 1")
    assert g.fresh["I"] == [-1, -1, -1, 1, 0]
    assert g.last == ("I", 4)
    after = play(position(*selling(1), tiles=[[], [5], []]), "B sell 5 1 II")
    assert (after.fresh["II"], after.last) == ([2, 0, 0, 0, 0], ("II", 1))
    g = play(g, f"{asked(g)} buy I 4")
    assert g.fresh["I"] == [-1, -1, -1, 0, 0]
    g = play(g, f"{asked(g)} pass all")
    assert g.phase == "wear"
    assert g.fresh["I"] == [0] * 5
    assert (g.last, g.order, g.returned) == (None, [], [])


# --- In advance ----------------------------------------------------------------------------------


def in_advance(g: Wigs, who: str) -> dict[str, str]:
    """What a player has set in advance; nobody else sees any of it."""
    seat = LETTERS.index(who)
    assert not any(game.view(g, each)["ahead"] for each in range(g.seats) if each != seat)
    return game.view(g, seat)["ahead"]


@rule("12.5")
def test_the_next_wig_is_taken_in_advance_as_long_as_it_is_offered() -> None:
    g = position(("draft", 0), ("draft", 1), ("draft", 0), ("draft", 1), offer=[1, 2, 3, 4])
    g = play(g, "B ahead taking take 3", "A take 1")
    assert asked(g) == "A" and g.players[1].tiles == [3]
    g = play(position(("draft", 0), ("draft", 1), offer=[1, 2, 3]), "B ahead taking take 3")
    g = play(g, "A take 3")
    assert asked(g) == "B" and in_advance(g, "B") == {}


@rule("12.5")
def test_what_is_worn_next_round_is_set_in_this_one() -> None:
    g = position("buy_wigs", "end_round", gold=[2, 3], tiles=[[3], [4]], worn=[1, 5], market="I 1")
    g = play(g, "B ahead wearing wear 5", "A ahead wearing wear 3", "A forget wearing")
    assert in_advance(g, "B") == {"wearing": "wear 5"}
    g = play(g, "A pass all", "B pass all")
    assert (g.phase, asked(g), g.answers) == ("wear", "A", {1: "wear 5"})


@rule("12.5")
def test_a_sale_set_in_advance_is_dropped_when_its_squares_are_taken() -> None:
    tiles = [[1, 1, 1, 1], [1, 1], [2]]
    g = position(*selling(0, 1, 2), phase="sell", tiles=tiles, worn=[2, 2, 3])
    g = play(g, "B ahead selling sell 1 1 I", "C ahead passing rest")
    assert in_advance(play(g, "B forget selling"), "C") == {"passing": "rest"}
    sold = play(g, "A sell 1 2 I")
    assert sold.players[1].tiles == [1, 1] and asked(sold) == "B", "the column is given now"
    g = play(g, "B ahead selling pass", "A pass")
    assert asked(g) == "" and g.players[1].tiles == [1, 1] and g.players[2].tiles == [2]


@rule("12.5")
def test_a_purchase_set_in_advance_is_dropped_when_the_wig_is_bought() -> None:
    g = position("buy_wigs", gold=[2, 3], tiles=[[], []], worn=[1, 5], market="I 1 1")
    assert game.premoves(g, 1)["buying"] == ["buy I 1", "buy I 2", "pass", "pass all"]
    assert "passing" not in game.premoves(g, 1), "passing for good is among them"
    g = play(g, "B ahead buying buy I 2")
    assert play(g, "A pass").players[1].tiles == [1]
    g = play(g, "A buy I 2")
    assert asked(g) == "B" and in_advance(g, "B") == {}
