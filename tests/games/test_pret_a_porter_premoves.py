"""Prêt-à-Porter: what is answered before it is asked."""

import pytest

from games.pret_a_porter import game
from games.pret_a_porter.effects import will_act
from tests.games.pret_a_porter import acting, asked, at_rest, exhibition, pawns, play, position

rule = pytest.mark.rule
DRESSED = "D31 D33 D12 green red2 white black yellow"


@rule("14.1")
def test_each_pawn_is_set_in_advance_and_dropped_when_its_location_is_full() -> None:
    steps = [("place", seat, pawn) for pawn in (2, 3) for seat in (0, 1)]
    g = position(*steps, phase="planning")
    assert [*game.premoves(g, 1)] == ["pawn 1", "pawn 2", "pawn 3"]
    both = play(g, "B ahead pawn 2 place 5", "B ahead pawn 3 place 7", "A place 1", "A place 1")
    assert (both.spaces[5], both.spaces[7]) == ([1], [1])
    g = position(("place", 0, 1), ("place", 1, 1), ("place", 0, 1), phase="planning")
    g = play(g, "B ahead pawn 1 place 5")
    assert game.view(g, 0)["ahead"] == {}
    done = play(g, "A place 1")
    assert done.spaces[5] == [1] and asked(done) == "A place"
    told = next(each for each in game.premoves(g, 1)["pawn 1"] if each.count(" ") == 2)
    taking = play(g, f"B ahead pawn 1 {told}", "A place 6")
    assert taking.spaces[int(told.split()[1])] == [1] and len(game.view(taking, 1)["ahead"]) == 1
    g.spaces[5] = [0, 0]
    g = play(g, "A place 5") if "place 5" in game.legal(g, 0) else play(g, "A place 1")
    assert asked(g) == "B place" and game.view(g, 1)["ahead"] == {}


@rule("14.1")
def test_the_first_pawn_of_the_next_month_is_set_once_those_of_this_month_have_acted() -> None:
    g = game.new(2, 1)
    while g.phase == "planning" or will_act(g, g.players[1], 7):
        assert g.phase == "planning" or "pawn 1" not in game.premoves(g, 1)
        g = game.play(g, g.asked[0], game.default(g, g.asked[0]))
    g = play(g, "B ahead pawn 1 place 7")
    while g.round == 1:
        g = game.play(g, g.asked[0], game.default(g, g.asked[0]))
    assert play(g, "A place 5").spaces[7] == [1]


@rule("14.1")
def test_pawns_at_one_location_take_what_is_set_one_after_the_other() -> None:
    g = acting(2, "", "", who="BAAA", rows="C01 C02 C03 C04")
    said = [f"A ahead contract{' else' * n} take C0{n + 1}" for n in range(3)]
    after = play(g, *said, "B take C02")
    assert [*after.players[0].cards] == ["C01", "C03"] and asked(after) == "A contracts"
    assert game.view(after, 0)["ahead"] == {}
    own = play(
        acting(2, "", who="AAA", rows="C01 C02 C03"), "A ahead contract take C02", "A take C03"
    )
    assert [*own.players[0].cards] == ["C03", "C02"], "set while the first of them is asked"
    told = play(acting(2, "", who="AA", rows="C01 C02 C03"), *said[:2], "A take C03")
    assert at_rest(told) and not any("cancelled" in text for text, _, _ in told.news)
    twice = play(acting(1, DRESSED, who="AA"), "A ahead credit credit 10", "A credit 10")
    assert at_rest(twice) and twice.players[0].credits == 2, "the same, said by hand, is another"


@rule("4.1")
def test_what_a_pawn_is_told_to_take_comes_after_what_is_set() -> None:
    steps = [("place", 0, 2), ("place", 0, 3), ("place", 1, 3)]
    g = play(position(*steps, rows="C01 C02 C03", phase="planning"), "A place 2 C03")
    g = play(g, "A ahead contract else take C02", "A forget contract", "A place 2 C01")
    assert game.view(g, 0)["ahead"] == {"contract": "take C02", "contract else": "take C01"}


@rule("14.1")
def test_what_a_pawn_does_is_set_before_it_stands_there() -> None:
    g = position(
        ("place", 0, 2), ("place", 1, 2), "action_phase", rows="B01", companies=["$9", "$9"]
    )
    assert "building" not in game.premoves(g, 1)
    g = play(g, "B ahead pawn 2 place 3", "B ahead building take B01", "A place 1")
    assert [*g.players[1].cards] == ["B01"]


@rule("14.1")
def test_an_extra_action_is_set_in_advance() -> None:
    g = position(("place", 0, 2), ("place", 1, 3), "extra_actions", companies=["", "B18"])
    g = play(g, "B ahead extra action place 5", "A place 1", "B place 9")
    assert g.card_spaces[5] == [1]


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
def test_a_collection_is_set_in_the_month_before_the_show() -> None:
    g = acting(5, "", DRESSED, month=2, steps=(("resolve", 5), "next_round"), rows="D01")
    assert {"style", "collection"} & {*game.premoves(g, 1)} == {"style"}
    g = play(g, "B ahead style style Rock", "B ahead collection show D31+D33", "A take D01")
    assert g.players[1].shown == 2
    [only, *_] = game.premoves(exhibition("D31 green red", "D31 green red"), 1)["collection"]
    assert only == "show D31", "a single style is not asked for"


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


@rule("14.1")
def test_all_are_invited_to_choose_what_they_show_while_the_first_is_asked() -> None:
    dressed = "D01 D31 red3 black3 blue3 white3 green3 yellow3"
    g = exhibition(dressed, dressed)
    assert game.invited(g) == {1: ["style"]} and asked(g) == "A style"
    assert not game.invited(acting(5, "", dressed, month=2, rows="D01"))


@rule("14.1")
def test_the_whole_month_is_planned_without_the_others() -> None:
    steps = ("place", 0, 3), ("place", 1, 3), "action_phase", ("growth_turn", 1)
    facts = {"rows": "C01 D01 D02 D03 D04", "decks": "D05", "phase": "planning"}
    g = position(*steps, companies=["", "$30 B03"], spaces=pawns(at5="ABB"), **facts)
    moves = ["place 2", "take C01", "take D02", "take D03", "upgrade B03"]
    assert [each.choice.name for each in game.rehearse(g, 1, moves).asked] == [
        *("place", "contracts", "designs", "designs", "grow")
    ]
    g = play(g, f"B plan {' / '.join(moves)}", "A place 9", "A take D01", "A take PR")
    assert g.players[1].designs == ["D02", "D03"] and g.players[1].cards == {"B03": "b", "C01": "a"}
