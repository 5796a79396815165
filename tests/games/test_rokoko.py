"""Rokoko tested as play: every rule of RULES.md, every worked scenario, what always holds.

Players are P1 to P5; worked examples, K01 and so on, are rows of rokoko.scenarios.md. Where a
rule is in the source text, its test names the place: Phase 1 A to D, Phase 2 with its example.
"""

from collections import Counter

import pytest

from games.rokoko.components import BOARDS, COLOURS, DRESSES, EMPLOYEES, TILES
from games.rokoko.effects import WORDS
from games.rokoko.rules.setup import BASE
from games.rokoko.state import game
from tests.games.rokoko import *

__all__ = ["pieces"]
# --- 1. The table --------------------------------------------------------------------------------


@pytest.mark.parametrize("seats", [1, 6])
def test_the_game_is_for_two_to_five_players(seats: int) -> None:
    with pytest.raises(ValueError, match="is for 2 to 5 players"):
        game.new(seats, 1)


@rule("1.1", "14.1")
def test_the_employees() -> None:
    grades = [EMPLOYEES[card].grade for card in BASE]
    assert Counter(grades) == {"master": 2, "journeyman": 1, "apprentice": 2}
    levels = Counter(it.level for it in EMPLOYEES.values())
    assert levels == {0: 5, 1: 6, 2: 4, 3: 4, 4: 4, 5: 4, 6: 6}
    assert {it.grade for it in EMPLOYEES.values() if it.level == 6} == {"apprentice"}
    of_level = {(it.level, it.grade): 0 for it in EMPLOYEES.values()}
    for it in EMPLOYEES.values():
        of_level[it.level, it.grade] += 1
    assert of_level[2, "journeyman"] == of_level[5, "master"] == 2


def test_every_bonus_is_written_in_words_that_are_known() -> None:
    for it in EMPLOYEES.values():
        assert bool(it.bonus) == (it.id not in ("B1", "B2"))
        assert it.bonus.get("word", "gain") in WORDS
        assert (it.level == 6) == (it.bonus.get("word") == "final_per")
        assert it.text.endswith(".") and it.name


@rule("1.2")
def test_the_resource_tiles() -> None:
    assert len(TILES) == 48
    for tile in TILES.values():
        assert 1 <= len(tile.silk) <= 2 and set(tile.silk) <= set(COLOURS)
        assert tile.goods and set(tile.goods) <= {"yarn", "lace"}
    assert any(set(tile.silk) == {"red", "yellow"} for tile in TILES.values())


@rule("1.3")
def test_the_dresses() -> None:
    assert len(DRESSES) == 42
    assert {it.value for it in DRESSES.values()} >= {6, 28}
    assert all(6 <= it.value <= 28 and 2 <= it.prestige <= 4 for it in DRESSES.values())
    assert {it.colour for it in DRESSES.values()} == set(COLOURS)
    assert any(it.master for it in DRESSES.values())
    for silk, yarn, lace in ((3, 0, 1), (2, 1, 0)):
        assert any(
            it.master and (it.silk, it.yarn, it.lace) == ({"yellow": silk}, yarn, lace)
            for it in DRESSES.values()
        )


@rule("1.4", "1.5")
@pytest.mark.parametrize("seats", game.seats)
def test_both_sides_of_the_board(seats: int) -> None:
    board, small = BOARDS[seats], seats <= 3
    assert board.side == ("A" if small else "B")
    assert len(board.halls) == 5 and board.halls[0].key == "king"
    assert len(board.spaces) == (26 if small else 36)
    for hall in board.halls:
        assert [space.master for space in hall.spaces].count(True) == 1
        assert hall.musician.id in board.decorations
    assert board.tiles == (3 if small else 4)
    assert board.windows == ((8, 6, 4, 2, 0, 0) if small else (8, 6, 6, 4, 4, 2, 0, 0))
    assert len(board.decorations) == (19 if small else 25)


@rule("1.6")
def test_what_everybody_starts_with() -> None:
    for p in game.new(5, 1).players:
        assert (p.livre, p.yarn, p.lace, p.prestige) == (15, 1, 1, 0)
        assert p.supply == BASE and not p.hand and not p.discard and not p.tiles


@rule("1.7")
def test_the_starting_player_is_drawn() -> None:
    assert {game.new(4, seed).starting for seed in range(40)} == {0, 1, 2, 3}


# --- 2. The game ---------------------------------------------------------------------------------


@rule("2.1")
@pytest.mark.parametrize("seats", game.seats)
def test_seven_rounds_are_played(seats: int) -> None:
    rounds = [g.round for g in played_through(seats, 1)]
    assert rounds[0] == 1 and sorted(rounds) == rounds and set(rounds) == set(range(1, 8))
    assert played_through(seats, 1)[-1].scores is not None


# --- 3. Phase 1: prepare for a new round ---------------------------------------------------------


@rule("3.1", "6.1")
def test_the_starting_player_may_have_taken_it_and_can_again() -> None:
    g = position(
        "return_favor", ("next_turn", 1), STOP, starting=1, favor=1, owns={"P2": {"hand": "B1"}}
    )
    assert g.starting == 1 and g.favor is None
    assert "favor" in legal(g, "P2")


@rule("3.2")
def test_no_phase_1_comes_before_the_first_round() -> None:
    for seed in range(20):
        g = game.new(4, seed)
        assert g.starting == game.new(4, seed).starting and g.favor is None and g.round == 1
        assert len(g.hire) == 4 and all(g.hire) and all(g.windows)
        assert all(tile for segment in g.warehouse for tile in segment)
        assert not g.used and not g.sold and not g.gone
    assert 3 in {game.new(4, seed).starting for seed in range(20)}


@rule("3.3")
def test_employees_left_over_leave_the_game() -> None:
    stack = [[], [], *[level_cards(level) for level in (3, 4, 5, 6)]]
    stack[1] = ["E07", "E09"]
    g = position("reveal_employees", number=3, hire="E04 - - E08", stack=stack)
    assert g.gone == ["E04", "E08"]
    assert len(g.hire) == 4 and {"E07", "E09"} < set(g.hire)
    assert sum(map(len, g.stack)) == 16


@rule("3.4")
def test_exactly_four_employees_are_revealed() -> None:
    stack = [[], [], [], [], ["E19", "E20"], level_cards(6)]
    g = position("reveal_employees", number=6, stack=stack)
    assert not g.gone and len(g.hire) == 4 and {"E19", "E20"} < set(g.hire)
    assert sum(map(len, g.stack)) == 4


@rule("3.5")
@pytest.mark.parametrize("seats", game.seats)
def test_the_highest_level_is_the_number_of_the_round(seats: int) -> None:
    revealed = [set(g.hire) for g in starts_of_rounds(seats, 2)]
    levels = [sorted(EMPLOYEES[card].level for card in hire) for hire in revealed]
    assert levels == [
        [1, 1, 1, 1],
        [1, 1, 2, 2],
        [2, 2, 3, 3],
        [3, 3, 4, 4],
        [4, 4, 5, 5],
        [5, 5, 6, 6],
        [6, 6, 6, 6],
    ]
    assert [max(each) for each in levels[:6]] == [1, 2, 3, 4, 5, 6]
    assert not any(starts_of_rounds(seats, 2)[6].stack), "the stack is empty in round 7"


@rule("3.6")
def test_empty_places_are_filled_and_old_tiles_stay() -> None:
    stack = named("R20", 4)
    g = position(
        "fill_warehouse",
        warehouse=["R01 - R05", "- R07 -", "R10 R11 R12"],
        resources=stack,
        chance=chance_that_draws(tuple(stack), "R20", "R21", "R22"),
    )
    assert g.warehouse == [["R01", "R20", "R05"], ["R21", "R07", "R22"], ["R10", "R11", "R12"]]
    assert g.resources == ["R23"]


def test_tiles_are_drawn_at_random() -> None:
    firsts = {game.new(2, seed).warehouse[0][0] for seed in range(60)}
    assert len(firsts) > 25


@rule("3.7")
def test_the_discard_becomes_new_stacks_when_they_run_out() -> None:
    full = ["- - -", "R01 R02 R03", "R10 R11 R12"]
    used = ["R33", "R31", "R32"]
    g = position("fill_warehouse", warehouse=full, resources=["R20"], used=used)
    assert g.warehouse[0][0] == "R20"
    assert {*g.warehouse[0][1:], *g.resources} == set(used)
    assert len(g.resources) == 1 and not g.used


@rule("3.7", "14.2")
def test_the_discard_waits_until_a_tile_is_needed() -> None:
    full = ["- - -", "R01 R02 R03", "R10 R11 R12"]
    g = position("fill_warehouse", warehouse=full, resources=named("R20", 3), used=["R31"])
    assert set(g.warehouse[0]) == set(named("R20", 3))
    assert not g.resources and g.used == ["R31"]


@rule("3.8")
def test_places_stay_empty_if_even_the_new_stacks_do_not_suffice() -> None:
    g = position(
        "fill_warehouse",
        ("next_turn", 0),
        STOP,
        warehouse=["- - -", "- - -", "R10 R11 R12"],
        resources=["R20"],
        used=["R31", "R32"],
        owns={"P1": {"hand": "B1"}},
    )
    assert set(g.warehouse[0]) == {"R20", "R31", "R32"} and g.warehouse[1] == ["", "", ""]
    assert not g.resources and not g.used
    assert len([line for line in told(g) if "stacks" in line]) == 1, "no discard, no new stacks"
    assert {move.split()[0] for move in opened(g, "take")} == {"W1", "W3"}


@rule("3.12")
def test_an_empty_bag_gets_the_discard_back() -> None:
    g = workshop("- - - D04 D05 -", "D10", "D10", sold="D20 D21 D22 D23")
    back = {"D05", "D20", "D21", "D22", "D23"}
    assert g.windows[4:] == ["D10", "D04"]
    assert {*g.windows[:4], *g.bag} == back and len(g.bag) == 1 and not g.sold


@rule("3.13")
def test_the_leftmost_windows_stay_empty_in_a_shortage() -> None:
    g = workshop("- - - - D05 -", "D10", "D10", sold="D20")
    assert g.windows[:3] == ["", "", ""] and g.windows[5] == "D10"
    assert {*g.windows[3:5]} == {"D05", "D20"} and not g.bag and not g.sold
    assert len([line for line in told(g) if "bag" in line]) == 1, "an empty discard stays"
    assert told(g)[-1] == f"In the windows: {g.windows[3]}, {g.windows[4]}, D10."


# --- 4. Phase 2: select three hand cards ---------------------------------------------------------


@rule("4.7")
def test_others_see_that_somebody_is_ready_but_no_names() -> None:
    g = position("take_hands", "begin_turns")
    before = shown(g, "P2")["tables"][0]
    assert (before["ready"], before["hand"], before["supply"]) == (False, 0, 5)
    ready = p1(g, "choose B1 B3 B5")
    table = shown(ready, "P2")["tables"][0]
    assert (table["ready"], table["hand"], table["supply"]) == (True, 3, 2)
    assert shown(ready, "P2") == shown(p1(g, "choose B2 B3 B4"), "P2")
    assert asked(ready) == "P2 P3 choose"
    assert asked(play(ready, "P2 choose B1 B2 B3")) == "P3 choose"
    ready = p1(ready, "choose B2 B3 B4")
    g = play(ready, "P3 choose B1 B2 B3", "P2 choose B1 B2 B3")
    assert asked(g) == "P1 play" and player(g).hand == ["B2", "B3", "B4"]


# --- 5. Phase 3: turns ---------------------------------------------------------------------------


@rule("5.1", "6.7")
def test_turns_go_clockwise_and_a_hired_card_is_one_more_turn() -> None:
    hands = {who: {"hand": "B1 B3 B4"} for who in SEATS[:3]}
    g = position("begin_turns", STOP, owns=hands, starting=1, hire="E01")
    order: list[str] = []
    while asked(g).endswith(("play", "act")):
        who, what = asked(g).split()
        assert all(len(p.hand) <= 3 for p in g.players)
        if what == "act":
            order.append(who)
            move = "hire E01" if "hire E01" in legal(g, who) else "pass"
        else:
            move = f"play {player(g, who).hand[0]}"
        g = play(g, f"{who} {move}")
    assert " ".join(order) == "P2 P3 P1 P2 P3 P1 P2 P3 P1 P2"


@rule("5.1", "14.3")
def test_a_player_with_cards_begins_if_the_starting_player_has_none() -> None:
    g = position("begin_turns", STOP, owns={"P3": {"hand": "B1 B2"}}, starting=1)
    assert asked(g) == "P3 play" and g.starting == 1
