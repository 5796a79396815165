"""Powdered Wigs: moves, what a player is shown besides, and answers in advance."""

import pytest

from bot.texts.languages import LANGUAGES, using_language
from games.wigs.state import game
from games.words import names_for
from renderers.wigs.reading import whose_turn
from tests.games.wigs import *


@rule("12.1")
def test_every_move_begins_with_a_word() -> None:
    assert game.verbs.keys() == {"take", "wear", "show", "sell", "buy", "pass"}
    assert refusal(position(*selling(), tiles=[[4], [], []]), "A ") == "“” is not open to you now."


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


def test_of_who_is_asked_alone_all_read_what_they_do() -> None:
    assert {name for name, choice in game.choices.items() if not choice.they} == {"wear"}


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
