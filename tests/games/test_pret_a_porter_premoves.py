"""Prêt-à-Porter: what is answered before it is asked."""

import pytest

from games.pret_a_porter import game
from tests.games.pret_a_porter import acting, asked, exhibition, play, position

rule = pytest.mark.rule


@rule("14.1")
def test_the_next_pawn_is_set_in_advance_and_dropped_when_the_location_is_full() -> None:
    g = position(("place", 0), ("place", 1), ("place", 0), phase="planning")
    g = play(g, "B ahead next pawn place 5")
    assert game.view(g, 0)["ahead"] == {}
    done = play(g, "A place 1")
    assert done.spaces[5] == [1] and asked(done) == "A place"
    told = next(each for each in game.premoves(g, 1)["next pawn"] if each.count(" ") == 2)
    taking = play(g, f"B ahead next pawn {told}", "A place 6")
    assert taking.spaces[int(told.split()[1])] == [1] and len(game.view(taking, 1)["ahead"]) == 1
    g.spaces[5] = [0, 0]
    g = play(g, "A place 5") if "place 5" in game.legal(g, 0) else play(g, "A place 1")
    assert asked(g) == "B place" and game.view(g, 1)["ahead"] == {}


@rule("14.1")
@pytest.mark.parametrize(
    ("location", "question", "rows", "move"),
    [
        (2, "contract", "C01 C02", "take C01"),
        (3, "building", "B01 B03", "take B03"),
        (4, "employee", "E01 E02", "take E01"),
        (5, "design", "D01 D02", "take D01"),
        (9, "last-minute piece", "", "take PR"),
    ],
)
def test_a_pawn_acts_as_set_in_advance_unless_somebody_was_faster(
    location: int, question: str, rows: str, move: str
) -> None:
    g = acting(location, "$30", "$30", who="AB", rows=rows)
    g = play(g, f"B ahead {question} {move}")
    assert game.view(g, 0)["ahead"] == {} and game.view(g, 1)["ahead"] == {question: move}
    assert asked(play(g, "A pass")) == "B place", "the card is taken, the phase is over"
    g = play(g, f"A {move}")
    assert asked(g) != "B place" and game.view(g, 1)["ahead"] == {}


@rule("14.1")
def test_the_style_of_a_show_is_set_in_advance() -> None:
    dressed = "D01 D31 red3 black3 blue3 white3 green3 yellow3"
    g = exhibition(dressed, dressed)
    assert asked(g) == "A style"
    move = next(each for each in game.premoves(g, 1)["style"] if each.startswith("style"))
    g = play(g, f"B ahead style {move}", "A show none")
    assert g.runway and (g.runway.seat, g.runway.style) == (1, move.split()[1])


@rule("14.1")
@pytest.mark.parametrize(
    ("location", "question", "move", "bought"),
    [
        (6, "materials", "buy red 3", {"red": 3}),
        (8, "materials", "buy blue 1", {"blue": 1}),
        (7, "warehouse", "buy blue+red", {"red": 1, "blue": 1}),
    ],
)
def test_materials_are_bought_as_set_in_advance_at_the_prices_of_the_place(
    location: int, question: str, move: str, bought: dict[str, int]
) -> None:
    g = acting(location, "$30", "$30", who="AB")
    g = play(g, f"B ahead {question} {move}")
    label = game.label(g, 1, f"ahead {question} {move}")
    after = play(g, "A pass")
    had, has = g.players[1], after.players[1]
    gained = {colour: n - had.material[colour] for colour, n in has.material.items()}
    assert {colour: n for colour, n in gained.items() if n} == bought
    assert f"for ${had.cash - has.cash} (leaves ${has.cash})" in label


@rule("14.1")
def test_materials_that_cannot_be_paid_any_more_give_way_to_the_next_answer() -> None:
    g = acting(6, "$30", "$30", who="AB")
    g = play(g, "B ahead materials buy red 6", "B ahead materials else buy red 1")
    g.players[1].cash = 6
    after = play(g, "A pass")
    assert after.players[1].material["red"] == g.players[1].material["red"] + 1
