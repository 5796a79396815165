"""Rokoko tested as play: every rule of RULES.md, every worked scenario, what always holds.

Players are P1 to P5; K01 to K62 are the scenarios. Where a rule is in the source text, its test
names the place: Phase 1 A to D, Phase 2 with its example.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from functools import cache
from typing import Any

import pytest

from games.kernel import IllegalMove, State, Step, winners
from games.rokoko import scoring
from games.rokoko.cards import BOARDS, COLOURS, DATA, DRESSES, EMPLOYEES, FACTS, TILES
from games.rokoko.effects import WORDS
from games.rokoko.halls import majority, strengths
from games.rokoko.rules.actions import material_suffices, silk_of
from games.rokoko.rules.dressmaking import payments
from games.rokoko.rules.setup import BASE
from games.rokoko.state import Player, Rokoko, Turn, board_of, game
from games.words import tell

SEATS = ("P1", "P2", "P3", "P4", "P5")
STOP = ("choose", (1,))
"""A question to P2, so that a position stands still when the turn is over."""
ALL_SCENARIOS = [f"K{number:02}" for number in range(1, 63)]
PLAYED: list[str] = []
rule = pytest.mark.rule


def scenario(*numbers: str) -> Callable[[Any], Any]:
    """Marks a test as the play of these worked scenarios."""
    PLAYED.extend(numbers)
    return lambda test: test


# --- Positions and play --------------------------------------------------------------------------


def position(
    *steps: str | Step,
    seats: int = 3,
    number: int = 2,
    owns: dict[str, dict[str, Any]] | None = None,
    rents: dict[str, str] | None = None,
    funds: dict[str, str] | None = None,
    warehouse: Sequence[str] = (),
    windows: str = "",
    hire: str = "",
    chance: int = 1,
    **fields: Any,
) -> Rokoko:
    """A small position in which these steps come next.

    `owns` gives fields of players, cards and tiles as words; `rents` places dresses, "H1M D09 H2a
    D15"; `funds` markers, "ST1 FU2"; a segment or the workshop reads "R01 - R05".
    """
    g = Rokoko(seats=seats, rng=chance, round=number)
    g.players = [Player(seat, supply=list(BASE)) for seat in range(seats)]
    for who, facts in (owns or {}).items():
        for name, value in facts.items():
            setattr(player(g, who), name, value.split() if isinstance(value, str) else value)
    for who, text in (rents or {}).items():
        words = text.split()
        for space, dress in zip(words[::2], words[1::2], strict=True):
            g.rented[space], g.markers[space] = dress, SEATS.index(who)
    for who, text in (funds or {}).items():
        g.markers |= dict.fromkeys(text.split(), SEATS.index(who))
    board = board_of(g)
    rows = [row(text, board.tiles) for text in warehouse]
    g.warehouse = rows + [[""] * board.tiles for _ in range(FACTS["segments"] - len(rows))]
    g.windows = row(windows, len(board.windows))
    g.hire = row(hire, FACTS["new_employees"])
    g.stack = [[] for _ in range(6)]
    for name, value in fields.items():
        setattr(g, name, value)
    g.then(*steps)
    return game._advance(g)


def row(text: str, length: int) -> list[str]:
    """A row of places; "-" is an empty one, and what is not said is empty."""
    found = ["" if word == "-" else word for word in text.split()]
    return found + [""] * (length - len(found))


def turn(card: str, rest: str = "", **facts: Any) -> Rokoko:
    """A position in which P1 has just played a card; `rest` stays in hand."""
    own = {"hand": f"{card} {rest}", **facts.pop("own", {})}
    owns = {**facts.pop("owns", {}), "P1": own}
    g = position(("next_turn", 0), STOP, owns=owns, **facts)
    return play(g, f"P1 play {card}") if rest else g


def player(g: Rokoko, who: str = "P1") -> Player:
    """A player by name."""
    return g.players[SEATS.index(who)]


def play(g: Rokoko, *moves: str) -> Rokoko:
    """The state after moves like "P1 sell"."""
    for move in moves:
        who, text = move.split(" ", 1)
        g = game.play(g, SEATS.index(who), text)
    return g


def p1(g: Rokoko, *moves: str) -> Rokoko:
    """The state after moves of P1."""
    return play(g, *[f"P1 {move}" for move in moves])


def legal(g: Rokoko, who: str = "P1") -> list[str]:
    """The moves open to a player."""
    return game.legal(g, SEATS.index(who))


def opened(g: Rokoko, verb: str, who: str = "P1") -> list[str]:
    """What may follow a verb."""
    return [move.removeprefix(f"{verb} ") for move in legal(g, who) if move.split()[0] == verb]


def asked(g: Rokoko) -> str:
    """Who has to move, and what about."""
    return f"{' '.join(SEATS[seat] for seat in g.asked)} {g.agenda[-1][0] if g.asked else ''}"


def told(g: Rokoko) -> list[str]:
    """The news of the last move as a spectator reads them."""
    return [tell(text, values, SEATS) for text, values in game.view(g, None)["news"]]


def refusal(g: Rokoko, move: str) -> str:
    """Why a move is refused, up to the list of what is open."""
    with pytest.raises(IllegalMove) as refused:
        play(g, move)
    reason, found, _ = str(refused.value).partition(" You can: ")
    assert found
    return reason


def cards(g: Rokoko, who: str = "P1") -> tuple[str, str, str]:
    """Hand, supply and discard of a player."""
    p = player(g, who)
    return " ".join(p.hand), " ".join(p.supply), " ".join(p.discard)


@cache
def chance_that_draws(pile: tuple[str, ...], *wanted: str) -> int:
    """A state of chance in which these things are drawn from a pile, in this order."""
    seed = 0
    while True:
        g, left = State(seats=0, rng=seed), list(pile)
        if [g.draw(left) for _ in wanted] == list(wanted):
            return seed
        seed += 1


def named(first: str, count: int) -> list[str]:
    """That many ids from the first one on, R20 R21 R22."""
    return [f"{first[0]}{int(first[1:]) + i:02}" for i in range(count)]


def shown(g: Rokoko, who: str = "") -> dict[str, Any]:
    """The view of a player, or else of a spectator."""
    return game.view(g, SEATS.index(who) if who else None)


def scores(g: Rokoko, part: str) -> list[int]:
    """One part of everybody's score as it stands."""
    return [sheet[part] for sheet in scoring.sheets(g)]


def pieces(g: Rokoko) -> Counter[str]:
    """Every employee, dress and tile that is somewhere."""
    found = Counter(card for level in g.stack for card in level)
    found.update([*g.hire, *g.gone, *g.resources, *g.used, *g.bag, *g.sold, *g.windows])
    found.update(tile for segment in g.warehouse for tile in segment)
    found.update(g.rented.values())
    for p in g.players:
        found.update([*p.supply, *p.hand, *p.discard, *p.tiles])
    if g.now:
        found.update([g.now.card, *({g.now.dress} - {*g.windows})])
    del found[""]
    return found


@cache
def played_through(seats: int, seed: int) -> list[Rokoko]:
    """Every state of a game with moves at random, half of them defaults."""
    chance = random.Random(seed)
    states = [game.new(seats, seed)]
    while states[-1].scores is None:
        g = states[-1]
        seat = chance.choice(g.asked)
        usual = chance.random() < 0.5
        move = game.default(g, seat) if usual else chance.choice(game.legal(g, seat))
        states.append(game.play(g, seat, move))
    return states


def starts_of_rounds(seats: int, seed: int) -> list[Rokoko]:
    """The first state of each round."""
    found: dict[int, Rokoko] = {}
    for g in played_through(seats, seed):
        found.setdefault(g.round, g)
    return list(found.values())


# --- 1. The table --------------------------------------------------------------------------------


@rule("1.1")
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


@rule("3.1")
@scenario("K01")
def test_source_text_1_a_whoever_has_the_favor_card_gets_the_marker_and_returns_the_card() -> None:
    g = position("return_favor", starting=0, favor=2)
    assert g.starting == 2 and g.favor is None
    assert [p.livre for p in g.players] == [15, 15, 15]


@rule("3.2")
@scenario("K02")
def test_source_text_1_a_the_starting_player_stays_if_nobody_took_the_card() -> None:
    g = position("return_favor", starting=1)
    assert g.starting == 1 and g.favor is None


@rule("3.1", "6.1")
@scenario("K03")
def test_source_text_1_a_the_starting_player_may_have_taken_it_and_can_again() -> None:
    g = position(
        "return_favor", ("next_turn", 1), STOP, starting=1, favor=1, owns={"P2": {"hand": "B1"}}
    )
    assert g.starting == 1 and g.favor is None
    assert "favor" in legal(g, "P2")


@rule("3.2")
@scenario("K04")
def test_source_text_1_a_is_ignored_in_the_first_round() -> None:
    for seed in range(20):
        g = game.new(4, seed)
        assert g.starting == game.new(4, seed).starting and g.favor is None and g.round == 1
        assert len(g.hire) == 4 and all(g.hire) and all(g.windows)
        assert all(tile for segment in g.warehouse for tile in segment)
        assert not g.used and not g.sold and not g.gone
    assert 3 in {game.new(4, seed).starting for seed in range(20)}


@rule("3.3")
@scenario("K05")
def test_source_text_1_b_1_employees_left_over_leave_the_game() -> None:
    stack = [[], [], *[level_cards(level) for level in (3, 4, 5, 6)]]
    stack[1] = ["E07", "E09"]
    g = position("reveal_employees", number=3, hire="E04 - - E08", stack=stack)
    assert g.gone == ["E04", "E08"]
    assert len(g.hire) == 4 and {"E07", "E09"} < set(g.hire)
    assert sum(map(len, g.stack)) == 16


def level_cards(level: int) -> list[str]:
    """The employees of a level."""
    return [it.id for it in EMPLOYEES.values() if it.level == level]


@rule("3.4")
@scenario("K06")
def test_source_text_1_b_2_exactly_four_employees_are_revealed() -> None:
    stack = [[], [], [], [], ["E19", "E20"], level_cards(6)]
    g = position("reveal_employees", number=6, stack=stack)
    assert not g.gone and len(g.hire) == 4 and {"E19", "E20"} < set(g.hire)
    assert sum(map(len, g.stack)) == 4


@rule("3.5")
@scenario("K07")
@pytest.mark.parametrize("seats", game.seats)
def test_source_text_1_b_note_the_highest_level_is_the_number_of_the_round(seats: int) -> None:
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
@scenario("K08")
def test_source_text_1_c_empty_places_are_filled_and_old_tiles_stay() -> None:
    stack = named("R20", 4)
    g = position(
        "fill_warehouse",
        warehouse=["R01 - R05", "- R07 -", "R10 R11 R12"],
        resources=stack,
        chance=chance_that_draws(tuple(stack), "R20", "R21", "R22"),
    )
    assert g.warehouse == [["R01", "R20", "R05"], ["R21", "R07", "R22"], ["R10", "R11", "R12"]]
    assert g.resources == ["R23"]


def test_source_text_1_c_tiles_are_drawn_at_random() -> None:
    firsts = {game.new(2, seed).warehouse[0][0] for seed in range(60)}
    assert len(firsts) > 25


@rule("3.7")
@scenario("K09")
def test_source_text_1_c_the_discard_becomes_new_stacks_when_they_run_out() -> None:
    full = ["- - -", "R01 R02 R03", "R10 R11 R12"]
    used = ["R33", "R31", "R32"]
    g = position("fill_warehouse", warehouse=full, resources=["R20"], used=used)
    assert g.warehouse[0][0] == "R20"
    assert {*g.warehouse[0][1:], *g.resources} == set(used)
    assert len(g.resources) == 1 and not g.used


@rule("3.7")
@scenario("K10")
def test_source_text_1_c_the_discard_waits_until_a_tile_is_needed() -> None:
    full = ["- - -", "R01 R02 R03", "R10 R11 R12"]
    g = position("fill_warehouse", warehouse=full, resources=named("R20", 3), used=["R31"])
    assert set(g.warehouse[0]) == set(named("R20", 3))
    assert not g.resources and g.used == ["R31"]


@rule("3.8")
@scenario("K11")
def test_source_text_1_c_places_stay_empty_if_even_the_new_stacks_do_not_suffice() -> None:
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
    assert {move.split()[0] for move in opened(g, "take")} == {"W1", "W3"}


def workshop(windows: str, bag: str, *wanted: str, sold: str = "") -> Rokoko:
    """The workshop after step D, with these dresses drawn from the bag."""
    pile = tuple(bag.split())
    chance = chance_that_draws(pile, *wanted)
    return position(
        "fill_workshop", windows=windows, bag=list(pile), sold=sold.split(), chance=chance
    )


@rule("3.9", "3.10", "3.11")
@scenario("K12")
def test_source_text_1_d_clear_the_dark_windows_slide_and_fill() -> None:
    bag = "D10 D11 D12 D13"
    g = workshop("D01 - D03 - D05 D06", bag, *bag.split())
    assert g.sold == ["D05", "D06"]
    assert g.windows == ["D13", "D12", "D11", "D10", "D01", "D03"]
    assert board_of(g).windows == (8, 6, 4, 2, 0, 0)


@rule("3.10")
@scenario("K13")
def test_source_text_1_d_2_all_dresses_move_right_together() -> None:
    g = workshop("D01 D02 D03 D04 - -", "D10 D11", "D10", "D11")
    assert not g.sold and g.windows == ["D11", "D10", "D01", "D02", "D03", "D04"]


@rule("3.9")
@scenario("K14")
def test_source_text_1_d_1_the_two_rightmost_dresses_go() -> None:
    g = workshop("D01 D02 D03 D04 D05 D06", "D10 D11", "D10", "D11")
    assert g.sold == ["D05", "D06"]
    assert g.windows == ["D11", "D10", "D01", "D02", "D03", "D04"]


@rule("3.12")
@scenario("K15")
def test_source_text_1_d_an_empty_bag_gets_the_discard_back() -> None:
    g = workshop("- - - D04 D05 -", "D10", "D10", sold="D20 D21 D22 D23")
    back = {"D05", "D20", "D21", "D22", "D23"}
    assert g.windows[4:] == ["D10", "D04"]
    assert {*g.windows[:4], *g.bag} == back and len(g.bag) == 1 and not g.sold


@rule("3.13")
@scenario("K16")
def test_source_text_1_d_the_leftmost_windows_stay_empty_in_a_shortage() -> None:
    g = workshop("- - - - D05 -", "D10", "D10", sold="D20")
    assert g.windows[:3] == ["", "", ""] and g.windows[5] == "D10"
    assert {*g.windows[3:5]} == {"D05", "D20"} and not g.bag and not g.sold


# --- 4. Phase 2: select three hand cards ---------------------------------------------------------


def selection(supply: str = "B1 B2 B3 B4 B5", discard: str = "", seats: int = 2) -> Rokoko:
    """Phase 2 for P1 with these cards; P2 chooses of five."""
    own = {"supply": supply, "discard": discard}
    return position("take_hands", ("begin_turns"), seats=seats, owns={"P1": own})


@rule("4.1", "4.7")
@scenario("K17")
def test_source_text_2_three_cards_of_the_whole_supply_the_others_stay_face_down() -> None:
    g = selection()
    assert asked(g) == "P1 P2 choose" and len(legal(g)) == 10
    g = p1(g, "choose B1 B3 B5")
    assert asked(g) == "P2 choose"
    assert shown(g, "P2")["tables"][0]["ready"]
    g = play(g, "P2 choose B1 B2 B3")
    assert cards(g) == ("B1 B3 B5", "B2 B4", "")
    assert shown(g, "P2")["players"][0]["supply"] == 2


@rule("4.2")
@scenario("K18")
def test_source_text_2_example_mike_takes_two_turns_his_discard_over_and_chooses_the_third() -> (
    None
):
    g = selection("B2 B4", "B1 B3 B5 E03")
    assert cards(g) == ("B2 B4", "B1 B3 B5 E03", "")
    assert legal(g) == ["choose B1", "choose B3", "choose B5", "choose E03"]
    g = play(g, "P1 choose E03", "P2 choose B1 B2 B3")
    assert cards(g) == ("B2 B4 E03", "B1 B3 B5", "")


@rule("4.3")
@scenario("K19")
def test_source_text_2_important_exactly_three_cards_are_taken_and_nothing_is_turned_over() -> None:
    g = selection("B1 B3 B5", "B2 B4 E03")
    assert asked(g) == "P2 choose"
    g = play(g, "P2 choose B1 B2 B3")
    assert cards(g) == ("B1 B3 B5", "", "B2 B4 E03")
    assert shown(g, "P2")["players"][0]["hand_seen"] == ["B1", "B3", "B5"], "all can tell"
    g = p1(g, "play B1", "pass")
    assert cards(g) == ("B3 B5", "", "B2 B4 E03 B1")


@rule("4.4")
@scenario("K20")
def test_source_text_2_important_the_discard_is_turned_over_in_the_next_phase_2() -> None:
    g = selection("", "B2 B4 E03 B1 B3 B5")
    assert len(legal(g)) == 20
    g = play(g, "P1 choose B1 B2 E03", "P2 choose B1 B2 B3")
    assert cards(g) == ("B1 B2 E03", "B3 B4 B5", "")


@rule("4.5", "5.1")
@scenario("K21")
def test_fewer_than_three_cards_in_all() -> None:
    g = play(selection("B4", "B1"), "P2 choose B1 B2 B3")
    assert cards(g) == ("B1 B4", "", "")
    g = play(g, "P1 play B1", "P1 pass", "P2 play B1", "P2 pass", "P1 pass", "P2 play B2")
    assert told(g)[0] == "P2 plays B2 Workshop Mistress, master."
    g = play(g, "P2 pass")
    assert asked(g) == "P2 act", "B3 is the last card of all"


@rule("4.5")
def test_no_cards_at_all_no_turns() -> None:
    g = position("take_hands", "begin_turns", STOP, seats=2, owns={"P1": {"supply": ""}})
    g = play(g, "P2 choose B1 B2 B3")
    assert asked(g) == "P2 play" and not player(g).hand


@rule("4.6")
def test_a_large_supply_is_chosen_from_in_two_goes() -> None:
    supply = " ".join([*BASE, *named("E01", 9)])
    g = selection(supply)
    assert len(legal(g)) == 91 and all(len(move.split()) == 3 for move in legal(g))
    g = play(g, "P1 choose B1 E05", "P2 choose B1 B2 B3")
    assert asked(g) == "P1 choose" and len(legal(g)) == 12 and player(g).hand == ["B1", "E05"]
    g = p1(g, "choose E09")
    assert player(g).hand == ["B1", "E05", "E09"] and asked(g) == "P1 play"


@rule("4.7")
@scenario("K22")
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
@scenario("K23")
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


@rule("5.1")
def test_whoever_has_cards_begins_if_the_starting_player_has_none() -> None:
    g = position("begin_turns", STOP, owns={"P3": {"hand": "B1 B2"}}, starting=1)
    assert asked(g) == "P3 play" and g.starting == 1


@rule("5.2", "5.5", "6.1")
@scenario("K24")
def test_the_favor_and_then_the_bonus() -> None:
    g = turn("B3")
    assert player(g).livre == 15, "the bonus waits for the action"
    g = p1(g, "favor")
    assert player(g).livre == 22 and g.favor == 0
    assert told(g)[:3] == ["P1 takes the Favor card.", "P1 gains 5 Livre.", "P1 gains 2 Livre."]
    assert player(g).discard == ["B3"]


@rule("6.1", "5.4", "5.6")
@scenario("K25")
def test_the_favor_is_refused_when_taken_and_to_apprentices() -> None:
    g = turn("B1", favor=1)
    assert "favor" not in legal(g)
    assert refusal(g, "P1 favor") == "The Favor card is taken for this round."
    g = turn("B4")
    assert "favor" not in legal(g)
    assert refusal(g, "P1 favor") == "An apprentice cannot claim the Queen's favor."


@rule("5.4")
def test_what_each_grade_may_do() -> None:
    facts: dict[str, Any] = {
        "warehouse": ["R01"],
        "windows": "D01",
        "hire": "E01",
        "own": {"tiles": "R31"},
    }
    verbs = {card: {move.split()[0] for move in legal(turn(card, **facts))} for card in BASE}
    common = {"take", "depute", "fund", "pass"}
    assert verbs["B1"] == common | {"favor", "make", "hire"}
    assert verbs["B3"] == common | {"favor", "make"}
    assert verbs["B4"] == common
    assert refusal(turn("B3", **facts), "P1 hire E01") == "Only a master hires."
    assert refusal(turn("B4", **facts), "P1 make D01") == "An apprentice cannot make a dress."


@rule("5.3", "9.2")
@scenario("K44")
def test_giving_up_the_action_leaves_the_bonus() -> None:
    g = p1(turn("E04"), "pass")
    assert player(g).livre == 20 and player(g).discard == ["E04"]
    g = p1(turn("B1"), "pass")
    assert player(g).livre == 15 and player(g).discard == ["B1"]


@rule("5.6")
def test_what_cannot_be_paid_is_not_open() -> None:
    g = turn("B1", own={"livre": 0}, warehouse=["R01 R02"], hire="E01 E02", windows="D01")
    assert legal(g) == ["favor", "depute", "pass"]
    assert refusal(g, "P1 take W1 1 silk") == "That costs 1 Livre, and you have 0."
    assert refusal(g, "P1 take W1 3 silk") == "No tile lies in W1 on place 3."
    assert refusal(g, "P1 take W9 3 silk").startswith("Name a segment")
    assert refusal(g, "P1 hire E01") == "That costs 1 Livre, and you have 0."
    assert refusal(g, "P1 hire E09") == "The employee E09 is not for hire now."
    assert refusal(g, "P1 make D01") == "You need 1 red silk for D01."
    assert refusal(g, "P1 make D02") == "The workshop shows no D02."
    assert refusal(g, "P1 fund ST1") == "That costs 4 Livre, and you have 0."
    assert refusal(g, "P1 play B2").startswith("“play B2” is not open")


# --- 6. The main actions -------------------------------------------------------------------------


@rule("6.2", "11.1")
def test_the_favor_may_be_taken_in_round_7_and_is_worth_3() -> None:
    g = p1(turn("B1", number=7), "favor")
    assert player(g).livre == 20
    assert scores(g, "favor") == [3, 0, 0]


@rule("6.3", "6.5")
@scenario("K26")
@pytest.mark.parametrize(("seats", "prices"), [(3, [2, 1, 0]), (4, [2, 2, 1, 0])])
def test_the_price_of_tiles_falls(seats: int, prices: list[int]) -> None:
    without_bonus = ["B1", "B2", "E23", "E24"][: len(prices)]
    tiles = " ".join(named("R01", len(prices)))
    paid: list[int] = []
    g = turn(without_bonus[0], " ".join(without_bonus[1:]), seats=seats, warehouse=[tiles])
    for place, card in enumerate(without_bonus, 1):
        if asked(g) == "P1 play":
            g = p1(g, f"play {card}")
        before = player(g).livre
        g = p1(g, f"take W1 {place} silk")
        paid.append(before - player(g).livre)
    assert paid == prices and not any(g.warehouse[0])


@rule("6.4", "6.5")
@scenario("K27")
def test_a_tile_is_kept_as_silk_or_discarded_for_goods() -> None:
    g = turn("B1", "B2", warehouse=["", "R01 R31 R43"])
    g = p1(g, "take W2 2 goods")
    p = player(g)
    assert (p.livre, p.yarn, p.lace, g.used) == (13, 2, 2, ["R31"])
    g = p1(g, "take W2 3 silk")
    p = player(g)
    assert (p.livre, p.yarn, p.lace, p.tiles) == (12, 2, 2, ["R43"])
    assert silk_of(p) == {"red": 2, "yellow": 1}
    assert g.warehouse[1] == ["R01", "", ""]


@rule("6.6", "5.4")
@scenario("K32")
def test_the_price_of_employees_falls() -> None:
    own = {"P1": {"hand": "B1 B2", "livre": 9}}
    g = position(("next_turn", 0), STOP, owns=own, hire="E01 E09 E11 E15")
    left: list[int] = []
    for card, hired in (("B1", "E01"), ("B2", "E09"), ("E01", "E11"), ("E09", "E15")):
        g = p1(g, f"play {card}", f"hire {hired}")
        g = p1(g, "pass") if asked(g) == "P1 bargain" else g
        left.append(player(g).livre)
    assert left == [4, 1, 2, 2], "5, 3, 1 (and the bonus of E01: 2) and nothing"
    assert not opened(turn("B3", hire="E01"), "hire")
    assert not opened(turn("B4", hire="E01"), "hire")


@rule("6.7", "6.5")
@scenario("K33")
def test_a_hired_card_is_played_in_the_same_round() -> None:
    g = turn("B1", "B3 B5", hire="E01 E04 E05 E06")
    g = p1(g, "hire E04")
    assert player(g).livre == 10 and player(g).hand == ["B3", "B5", "E04"]
    assert g.hire == ["E01", "", "E05", "E06"] and player(g).discard == ["B1"]
    assert shown(g, "P2")["players"][0]["hand_seen"] == ["E04"]
    g = p1(g, "play B3", "pass", "play E04", "pass")
    assert player(g).discard == ["B1", "B3", "E04"] and asked(g) == "P1 act"
    g = p1(g, "pass")
    assert player(g).discard == ["B1", "B3", "E04", "B5"], "four turns in this round"


@rule("6.8", "6.9")
@scenario("K34")
@pytest.mark.parametrize(
    ("card", "livre", "yarn"), [("B2", 10, 0), ("E02", 7, 1), ("B4", 7, 0), ("E19", 10, 0)]
)
def test_deputing_pays_by_grade_and_the_bonus_still_counts(
    card: str, livre: int, yarn: int
) -> None:
    g = p1(turn(card, own={"supply": "", "livre": 0, "yarn": 0}), "depute")
    p = player(g)
    assert (p.livre, p.yarn) == (livre, yarn)
    assert card not in (*p.hand, *p.supply, *p.discard) and g.gone == [card]
    assert shown(g)["tables"][0]["face_down"] == []


@rule("6.10", "6.11")
@scenario("K35")
def test_one_space_in_each_row_of_the_fountain() -> None:
    rich = {"livre": 30}
    g = turn("B4", own=rich, funds={"P1": "FU2"})
    assert [each for each in opened(g, "fund") if each[0] == "F" and each[1] != "W"] == [
        "FL1",
        "FL2",
    ]
    assert refusal(g, "P1 fund FU1") == "You have a marker in the upper row of the fountain."
    g = position(("next_turn", 1), STOP, owns={"P2": {"hand": "B4", **rich}}, funds={"P1": "FU2"})
    assert "FU1" in opened(g, "fund", "P2") and "FU2" not in opened(g, "fund", "P2")
    assert refusal(g, "P2 fund FU2") == "The space FU2 has a marker."


@rule("6.10")
def test_any_free_decoration_may_be_funded_not_only_the_cheapest() -> None:
    g = turn("B4")
    assert set(opened(g, "fund")) >= {"ST1", "ST6", "MUS1", "FW4"}
    g = p1(g, "fund ST6")
    assert g.markers == {"ST6": 0} and player(g).livre == 15 - 9 + 3


# --- 7. Making a dress ---------------------------------------------------------------------------


@rule("7.1", "7.3", "7.8")
@scenario("K28")
def test_the_window_is_paid_before_the_sale() -> None:
    facts: dict[str, Any] = {"windows": "D04"}
    g = turn("B1", own={"livre": 7, "tiles": "R01"}, **facts)
    assert not opened(g, "make")
    assert refusal(g, "P1 make D04") == "That costs 8 Livre, and you have 7."
    g = p1(turn("B1", own={"livre": 8, "tiles": "R01"}, **facts), "make D04")
    assert asked(g) == "P1 place", "there is one way to pay"
    g = p1(g, "sell")
    p = player(g)
    assert (p.livre, p.yarn, p.tiles) == (13, 0, [])
    assert g.used == ["R01"] and g.sold == ["D04"] and g.windows[0] == ""


@rule("7.4", "7.6", "5.2")
@scenario("K29")
def test_a_dress_is_rented_out_then_the_space_then_the_employee() -> None:
    g = turn("B3", own={"livre": 2, "tiles": "R07"}, windows="- - - D24")
    g = p1(g, "make D24")
    assert player(g).livre == 0 and "rent 4 m" not in legal(g)
    g = p1(g, "rent 4 1")
    assert g.rented == {"H4a": "D24"} and g.markers == {"H4a": 0}
    assert player(g).livre == 5 and strengths(g)[3] == [1, 0, 0]
    assert told(g)[1:] == ["P1 gains 3 Livre.", "P1 gains 2 Livre."]


@rule("7.5")
@scenario("K30")
def test_what_only_masters_make_and_where_only_their_work_goes() -> None:
    facts: dict[str, Any] = {"windows": "- - - - D05 D01", "own": {"tiles": "R01 R31"}}
    g = turn("B3", **facts)
    assert opened(g, "make") == ["D01"]
    assert refusal(g, "P1 make D05") == "Only a master can make D05."
    g = p1(g, "make D01", "using R31")
    assert not [move for move in legal(g) if move.endswith(" m")]
    assert refusal(g, "P1 rent 2 m") == "Only the work of a master goes on H2M."
    g = turn("B1", **facts)
    assert opened(g, "make") == ["D05", "D01"]
    assert len(opened(p1(g, "make D05"), "rent")) == 26
    assert "rent 5 m" in legal(p1(g, "make D01", "using R31"))


@rule("7.2")
@scenario("K31")
def test_no_tile_is_spent_in_vain() -> None:
    own = {"tiles": "R01 R13 R31 R34 R43"}
    g = p1(turn("B1", own=own, windows="- - - - D07"), "make D07")
    assert opened(g, "using") == ["R01+R13", "R01+R34", "R13+R31", "R43"]
    assert refusal(g, "P1 using R31+R43").startswith("Name kept tiles that cover the silk")
    g = p1(g, "using R01+R13")
    assert player(g).tiles == ["R31", "R34", "R43"] and g.used == ["R01", "R13"]
    assert player(g).yarn == 0


@rule("7.2")
def test_of_equal_tiles_the_lowest_are_spent() -> None:
    assert payments("D10", ("R31", "R32", "R33", "R34", "R35")) == (("R31", "R32", "R33", "R34"),)
    assert payments("D03", ("R01", "R03", "R31", "R32")) == (("R01",), ("R31", "R32"))


@rule("7.2")
def test_every_way_to_pay_and_only_those_are_listed() -> None:
    chance = random.Random(5)
    for _ in range(40):
        tiles = tuple(sorted(chance.sample(list(TILES), 7)))
        dress = chance.choice(list(DRESSES))
        found = {tuple(sorted(kinds(each))) for each in payments(dress, tiles)}
        assert len(found) == len(payments(dress, tiles))
        assert found == {tuple(sorted(kinds(each))) for each in all_payments(dress, tiles)}


def kinds(tiles: Iterable[str]) -> list[str]:
    """The silk of tiles, whatever their numbers."""
    return [str(sorted(TILES[tile].silk.items())) for tile in tiles]


def all_payments(dress: str, tiles: tuple[str, ...]) -> list[list[str]]:
    """Every subset that suffices and of which nothing can be left out."""
    found: list[list[str]] = []
    for number in range(1 << len(tiles)):
        chosen = [tile for i, tile in enumerate(tiles) if number >> i & 1]
        fewer = [[tile for tile in chosen if tile != left] for left in chosen]
        if covers(dress, chosen) and not any(covers(dress, each) for each in fewer):
            found.append(chosen)
    return found


def covers(dress: str, tiles: list[str]) -> bool:
    """Whether tiles have the silk for a dress."""
    return material_suffices(dress, silk_of(Player(0, tiles=tiles)), 9, 9)


def test_no_list_of_payments_is_too_long() -> None:
    assert max(len(payments(dress, tuple(TILES))) for dress in DRESSES) <= 300


@rule("7.7")
@scenario("K45")
def test_a_free_tile_of_a_space() -> None:
    g = turn(
        "B1",
        seats=4,
        own={"tiles": "R01"},
        windows="- - - - - - D03",
        warehouse=["", "", "R43 R44 R45 R46"],
    )
    g = p1(g, "make D03", "rent 3 2")
    assert asked(g) == "P1 extra_tile" and len(legal(g)) == 9 and "pass" in legal(g)
    kept = p1(g, "take W3 1 goods")
    p = player(kept)
    assert (p.livre, p.yarn) == (15, 2) and kept.used == ["R01", "R43"]
    assert kept.warehouse[2] == ["", "R44", "R45", "R46"]
    given_up = p1(g, "pass")
    assert player(given_up).yarn == 1 and all(given_up.warehouse[2])


@rule("7.7")
def test_no_free_tile_in_an_empty_warehouse() -> None:
    g = turn("B1", own={"tiles": "R01"}, windows="- - - - D03")
    assert asked(p1(g, "make D03", "rent 3 2")) == "P2 choose"


@rule("7.8")
def test_without_a_space_the_dress_is_sold() -> None:
    others = [space for space in BOARDS[3].spaces.values() if not space.master]
    rents = {"P2": " ".join(f"{space.id} D11" for space in others)}
    facts: dict[str, Any] = {"own": {"tiles": "R01"}, "windows": "- - - - D03", "rents": rents}
    g = p1(turn("B3", **facts), "make D03")
    assert player(g).livre == 15 + 10 + 2 and g.sold == ["D03"], "only master spaces are free"
    g = p1(turn("B1", **facts), "make D03")
    assert opened(g, "rent") == ["king m", "2 m", "3 m", "4 m", "5 m"]
    assert refusal(g, "P1 rent king 1") == "The space H1a is taken."


# --- 8. All halls --------------------------------------------------------------------------------


@rule("8.1", "8.2")
@scenario("K37", "K38")
def test_the_bonus_for_all_halls_by_a_dress_and_by_a_musician() -> None:
    g = turn(
        "B3",
        own={"tiles": "R01"},
        owns={"P2": {"hand": "E06", "livre": 3}},
        windows="- - - - D03",
        rents={
            "P1": "H1a D01 H2a D02 H5d D31",
            "P2": "H1b D11 H2b D12 H3c D13 H4b D14",
        },
        funds={"P1": "MUS3"},
    )
    g = p1(g, "make D03", "rent 4 1")
    assert player(g).all_halls == 5
    assert told(g)[1:4] == [
        "P1 gains 3 Livre.",
        "P1 is in all halls: 5 prestige at the end.",
        "P1 gains 2 Livre.",
    ]
    g = play(g, "P2 pass", "P2 fund MUS5")
    assert player(g, "P2").livre == 0 and player(g, "P2").all_halls == 3
    g.then(("all_halls", 1))
    assert player(game._advance(g), "P2").all_halls == 3, "once only"


@rule("8.2")
def test_late_comers_get_nothing_when_the_track_is_full() -> None:
    everywhere = "MUS1 MUS2 MUS3 MUS4 MUS5"
    owns = {"P1": {"all_halls": 5}, "P2": {"all_halls": 3}}
    g = position(("all_halls", 2), owns=owns, funds={"P3": everywhere})
    assert player(g, "P3").all_halls == 1
    assert BOARDS[4].all_halls == (6, 4, 3, 2, 1)


# --- 9. Bonuses of employees ---------------------------------------------------------------------


@rule("9.5")
@scenario("K36")
def test_a_decoration_by_a_bonus_is_cheaper() -> None:
    g = turn("E06", own={"livre": 2})
    assert not opened(g, "fund")
    g = p1(g, "pass")
    assert asked(g) == "P1 extra_decoration" and opened(g, "fund") == ["ST1"]
    assert refusal(g, "P1 fund ST2") == "That costs 3 Livre, and you have 2."
    g = p1(g, "fund ST1")
    assert player(g).livre == 0 and g.markers == {"ST1": 0}


@rule("9.3")
@scenario("K39")
def test_halls_are_counted_after_the_action() -> None:
    g = turn("E13", rents={"P1": "H1a D01 H1b D02"}, funds={"P1": "MUS4"})
    g = p1(g, "fund MUS2")
    assert player(g).livre == 15 - 8 + 6


@rule("9.3")
@scenario("K40")
def test_kinds_of_decorations_are_counted_once() -> None:
    g = p1(turn("E18", funds={"P1": "FU2 FL1 ST1 ST2 MUS3"}), "pass")
    assert player(g).prestige == 3


@rule("9.4", "9.7")
@scenario("K41")
def test_bargains() -> None:
    poor = p1(turn("E12", own={"livre": 2}), "pass")
    assert asked(poor) == "P2 choose" and "P1 cannot use the bonus." in told(poor)
    g = p1(turn("E12", own={"livre": 9}), "pass")
    assert legal(g) == ["bonus pay", "pass"]
    assert player(p1(g, "pass")).prestige == 0
    g = p1(g, "bonus pay")
    assert (player(g).livre, player(g).prestige, asked(g)) == (6, 2, "P2 choose")
    g = p1(turn("E17", own={"yarn": 0}), "pass")
    assert legal(g) == ["bonus lace", "pass"]
    assert refusal(g, "P1 bonus yarn").startswith("The card says: You may give 1 yarn or 1 lace")
    g = p1(g, "bonus lace")
    assert (player(g).lace, player(g).prestige) == (0, 2)
    g = p1(turn("E09"), "pass")
    assert legal(g) == ["bonus yarn", "bonus lace", "pass"]
    assert player(p1(g, "bonus yarn")).yarn == 2


@rule("9.6", "9.1")
@scenario("K42")
def test_a_second_dress_by_a_bonus() -> None:
    facts: dict[str, Any] = {"windows": "- - - - D03 D21", "own": {"tiles": "R01 R31 R37"}}
    g = p1(turn("E16", **facts), "make D21", "rent 2 4")
    assert asked(g) == "P1 extra_dress" and legal(g) == ["make D03", "pass"]
    g = p1(g, "make D03")
    assert asked(g) == "P2 choose" and player(g).livre == 25 and g.sold == ["D03"]
    g = p1(turn("E20", **facts), "make D21", "rent 2 4", "make D03")
    assert "rent king m" in legal(g)
    g = p1(g, "rent king 2")
    assert player(g).livre == 17 and set(g.rented) == {"H2d", "H1b"}
    assert asked(g) == "P2 choose", "a bonus for each card, not for each dress"


@rule("9.5", "9.7")
@scenario("K43")
def test_a_bonus_that_cannot_be_paid_is_lost() -> None:
    rows = ["R01 R02 R03", "R04 R05", "R10"]
    g = p1(turn("B5", own={"livre": 0}, warehouse=rows), "take W3 1 silk")
    assert asked(g) == "P2 choose" and "P1 cannot use the bonus." in told(g)
    g = p1(turn("E07", own={"livre": 0}, warehouse=rows), "take W3 1 silk")
    assert asked(g) == "P1 extra_tile"
    assert {move.split()[0] for move in opened(g, "take")} == {"W2"}
    assert player(p1(g, "take W2 1 goods")).livre == 0


@rule("9.5")
def test_a_discount_never_pays_out() -> None:
    g = p1(turn("E05", warehouse=["R01", "R02 R03 R04"]), "pass")
    assert player(p1(g, "take W1 1 silk")).livre == player(p1(g, "take W2 1 silk")).livre == 15
    g = p1(turn("E21", own={"livre": 0}), "pass")
    assert opened(g, "fund") == ["ST1"] and player(p1(g, "fund ST1")).livre == 0


@rule("9.2")
@pytest.mark.parametrize(
    ("card", "gained"),
    [
        ("E01", "2 Livre"),
        ("E02", "1 yarn"),
        ("E03", "1 lace"),
        ("E08", "1 prestige"),
        ("E10", "1 yarn, 1 lace"),
        ("E11", "3 Livre"),
        ("E19", "2 prestige"),
    ],
)
def test_plain_gains_are_given_without_a_question(card: str, gained: str) -> None:
    g = p1(turn(card), "pass")
    assert asked(g) == "P2 choose" and f"P1 gains {gained}." in told(g)


@rule("9.8")
def test_base_masters_and_level_6_have_no_bonus_in_play() -> None:
    for card in ("B1", "B2", *level_cards(6)):
        before = turn(card, funds={"P1": "MUS1 ST1 FW1"}, rents={"P1": "H1a D01"})
        g = p1(before, "pass")
        assert told(g) == ["P1 takes no main action."] and asked(g) == "P2 choose"


# --- 10. Phase 4: income -------------------------------------------------------------------------


@rule("10.1", "10.2")
@scenario("K46")
@pytest.mark.parametrize("number", [3, 7])
def test_income(number: int) -> None:
    g = position(
        "collect_income",
        number=number,
        funds={"P1": "FU1 FL2", "P2": "FU2"},
        rents={"P1": "H1a D01 H2a D02 H2b D03", "P2": "H3a D11"},
    )
    assert [p.livre - 15 for p in g.players] == [11, 7, 5]


# --- 11. The final scoring -----------------------------------------------------------------------


def hall_points(seats: int, hall: int, rents: dict[str, str], funds: str = "") -> list[int]:
    """What a hall brings with dresses on these spaces, "c d" or "M c", and a musician's owner."""
    dresses = iter(DRESSES)
    placed = {
        who: " ".join(f"H{hall}{space} {next(dresses)}" for space in spaces.split())
        for who, spaces in rents.items()
    }
    g = position(seats=seats, rents=placed, funds={funds: f"MUS{hall}"} if funds else None)
    return shown(g)["halls"][hall - 1]["points"]


@rule("11.3")
@scenario("K47", "K57")
def test_the_strongest_in_a_hall_and_the_next() -> None:
    assert hall_points(3, 1, {"P1": "a b", "P2": "c"}) == [8, 4, 0]
    assert hall_points(3, 5, {}, "P3") == [0, 0, 5], "no second place without anybody there"
    values = {seats: [hall.majority for hall in BOARDS[seats].halls] for seats in (2, 4)}
    assert values == {
        2: [(8, 4), (7, 3), (6, 3), (5, 2), (5, 2)],
        4: [(9, 5), (8, 4), (7, 4), (6, 3), (6, 3)],
    }


@rule("11.4", "11.3")
@scenario("K48", "K49")
def test_the_musician_counts_and_the_master_space_breaks_a_tie() -> None:
    assert hall_points(3, 1, {"P1": "a", "P2": "b c"}, "P1") == [6, 6, 0]
    assert hall_points(3, 1, {"P1": "M", "P2": "b c"}, "P1") == [8, 4, 0]


@rule("11.4")
@scenario("K50", "K51", "K52", "K53", "K54")
def test_ties_in_a_hall() -> None:
    assert hall_points(4, 2, {"P1": "a b", "P2": "M c", "P3": "d e"}) == [2, 8, 2, 0]
    assert hall_points(3, 2, {"P1": "a", "P2": "b", "P3": "c"}) == [3, 3, 3]
    assert hall_points(4, 3, {"P1": "a b", "P2": "M", "P3": "c"}) == [7, 4, 0, 0]
    assert hall_points(4, 3, {"P1": "M b", "P2": "a", "P3": "c"}) == [7, 2, 2, 0]
    others = {"P2": "c", "P3": "d", "P4": "e"}
    assert hall_points(5, 4, {"P1": "a b", **others}) == [6, 1, 1, 1, 0]


def test_a_majority_never_gives_more_than_its_values() -> None:
    chance = random.Random(3)
    for _ in range(300):
        strength = [chance.randrange(4) for _ in range(chance.randint(2, 5))]
        breaker = chance.choice([None, *[s for s, n in enumerate(strength) if n]])
        points = majority((7, 4), strength, breaker)
        assert sum(points) <= 11
        assert all(n or not point for n, point in zip(strength, points, strict=True))
        ranked = sorted(zip(strength, points, strict=True))
        assert [point for _, point in ranked if point] == sorted(p for _, p in ranked if p)


@rule("11.5")
@scenario("K55", "K56")
def test_two_players_have_no_second_place() -> None:
    assert hall_points(2, 1, {"P1": "a b", "P2": "c"}) == [8, 0]
    assert hall_points(2, 2, {"P1": "a", "P2": "b"}) == [3, 3]
    assert hall_points(2, 2, {"P1": "a", "P2": "M"}) == [0, 7]


@rule("11.6", "11.7", "11.8")
@scenario("K58")
def test_fireworks_count_the_best_dresses_twice() -> None:
    g = position(rents={"P1": "H1a D01 H2a D09"}, funds={"P1": "FW1 FW3 FW4"})
    assert [scores(g, part)[0] for part in ("dresses", "terrace", "decorations")] == [6, 6, 9]
    assert scores(g, "majorities")[0] == 8 + 7, "both dresses stay in their halls"
    g.markers = {"H1a": 0, "H2a": 0, "FW1": 0}
    assert scores(g, "terrace")[0] == 4


@rule("11.9")
@scenario("K59")
def test_statues() -> None:
    funds = {"P2": "ST1", "P3": "ST2 ST3", "P4": "ST4 ST5 ST6"}
    g = position(seats=5, funds=funds)
    assert scores(g, "statues") == [0, 2, 5, 9, 0] and sum(scores(g, "decorations")) == 0
    five = position(seats=4, funds={"P1": "ST1 ST2 ST3 ST4 ST5"})
    assert scores(five, "statues")[0] == 17
    assert DATA["statues"]["prestige"] == [0, 2, 5, 9, 13, 17, 21, 25, 29]


@rule("11.2")
@scenario("K60")
def test_cards_of_level_6() -> None:
    own = {"supply": "B1 E19 B4 E23 E27"}
    g = position(owns={"P1": own}, funds={"P1": "MUS2 MUS5"}, gone=["B2", "E26"])
    assert shown(g)["tables"][0]["card_points"] == {"E23": 4, "E27": 4}
    assert scores(g, "cards") == [8, 0, 0]


@rule("11.2")
def test_what_each_card_of_level_6_counts() -> None:
    own = {"supply": " ".join(["B1", *level_cards(6)])}
    rents = {"P1": "H1a D01 H2a D02 H3a D11"}
    g = position(owns={"P1": own}, funds={"P1": "MUS1 ST1 ST2 FW1"}, rents=rents)
    points = shown(g)["tables"][0]["card_points"]
    assert points == {"E23": 2, "E24": 4, "E25": 2, "E26": 3, "E27": 2, "E28": 4}


@rule("6.8", "11.2")
def test_a_deputed_card_is_not_owned_any_more_while_its_bonus_is_asked() -> None:
    g = turn("E09", own={"supply": "B1 E27"})
    assert shown(g)["tables"][0]["card_points"] == {"E27": 4}
    g = p1(g, "depute")
    assert asked(g) == "P1 bargain" and shown(g)["tables"][0]["card_points"] == {"E27": 2}


def end_of_k61() -> Rokoko:
    """The table of the full final scoring."""
    return position(
        "score",
        number=7,
        favor=1,
        owns={
            "P1": {"discard": "B1 B2 B3 B4 B5 E28", "livre": 27, "prestige": 4, "all_halls": 5}
            | {"supply": ""},
            "P2": {"discard": "B1 B3 B4 E24 E25", "supply": "", "livre": 9, "prestige": 6},
            "P3": {"discard": "B1 B2 B5 E11 E23 E27", "supply": "", "livre": 41, "prestige": 3},
        },
        rents={
            "P1": "H1M D09 H2a D15 H3c D01 H4a D26 H5c D32",
            "P2": "H1a D02 H1b D30 H2b D12 H2c D13 H3a D36",
            "P3": "H2d D22 H3M D18 H4b D24 H4c D07",
        },
        funds={
            "P1": "MUS5 ST1 ST2 FU2 FW1",
            "P2": "MUS1 ST3 ST4 ST5 FW2 FW3",
            "P3": "MUS4 FL1 FU1",
        },
    )


@rule("11.1", "11.2", "11.3", "11.6", "11.7", "11.8", "11.9", "11.10", "11.11")
@scenario("K61")
def test_a_full_final_scoring() -> None:
    g = end_of_k61()
    expected = {
        "tokens": [4, 6, 3],
        "favor": [0, 3, 0],
        "cards": [8, 10, 8],
        "majorities": [13, 16, 12],
        "dresses": [14, 13, 11],
        "terrace": [4, 7, 0],
        "decorations": [5, 10, 6],
        "statues": [5, 9, 0],
        "all_halls": [5, 0, 0],
        "money": [2, 0, 4],
    }
    assert {part: scores(g, part) for part in scoring.STEPS} == expected
    assert list(expected) == list(scoring.STEPS)
    assert g.scores == [60, 74, 44] and winners(g) == [1]
    points = [hall["points"] for hall in shown(g)["halls"]]
    assert points == [[4, 8, 0], [1, 7, 1], [1, 1, 6], [2, 0, 5], [5, 0, 0]]


@rule("11.12")
@scenario("K62")
def test_ties_for_the_victory() -> None:
    def end(dresses: dict[str, int]) -> Rokoko:
        spaces, tiles = iter(BOARDS[3].spaces), iter(DRESSES)
        rents = {
            who: " ".join(f"{next(spaces)} {next(tiles)}" for _ in range(n))
            for who, n in dresses.items()
        }
        g = position(rents=rents)
        for p, livre in zip(g.players, (14, 14, 9), strict=True):
            p.livre = livre
        for p, score in zip(g.players, scores(g, "total"), strict=True):
            p.prestige = 61 - score
        g.then("score")
        return game._advance(g)

    g = end({"P1": 6, "P2": 7, "P3": 9})
    assert g.scores == [61, 61, 61] and winners(g) == [1]
    steps = shown(g)["tie_steps"]
    assert [(step["why"], step["left"]) for step in steps] == [
        ("Livre", [0, 1]),
        ("rented dresses", [1]),
    ]
    assert winners(end({"P1": 7, "P2": 7, "P3": 9})) == [0, 1]


# --- 12. What everybody knows --------------------------------------------------------------------


@rule("12.1")
def test_what_lies_open() -> None:
    for g in played_through(3, 3)[::7]:
        view = shown(g)
        assert view["tables"] == shown(g, "P1")["tables"]
        assert view["sheets"] == shown(g, "P2")["sheets"]
        for p, player_ in zip(g.players, view["players"], strict=True):
            assert player_["tiles"] == p.tiles and player_["discard"] == p.discard
            assert view["tables"][p.seat]["face_down"] == sorted(p.hand + p.supply)


@rule("12.2")
def test_hand_and_supply_are_told_apart_by_their_owner_only() -> None:
    g = play(position("take_hands", "begin_turns"), *[f"{w} choose B1 B2 B3" for w in SEATS[:3]])
    assert shown(g, "P1")["players"][0]["hand"] == ["B1", "B2", "B3"]
    assert shown(g, "P2")["players"][0]["hand"] == 3
    chance, hands = random.Random(1), set[str]()
    for _ in range(60):
        guess = game.guess(g, 1, chance)
        assert sorted(player(guess).hand + player(guess).supply) == BASE
        assert shown(guess, "P2") == shown(g, "P2")
        hands.add(" ".join(sorted(player(guess).hand)))
    assert len(hands) == 10


@rule("12.2")
def test_cards_taken_without_a_choice_are_known() -> None:
    g = play(selection("B2 B4", "B1 B3 B5 E03"), "P1 choose E03", "P2 choose B1 B2 B3")
    assert shown(g, "P2")["players"][0]["hand_seen"] == ["B2", "B4"]
    for number in range(20):
        guess = game.guess(g, 1, random.Random(number))
        assert {"B2", "B4"} < set(player(guess).hand)


# --- 13. Moves -----------------------------------------------------------------------------------


@rule("13.1")
def test_the_moves_have_the_words_of_the_rules() -> None:
    assert set(game.verbs) == {
        "choose",
        "play",
        "favor",
        "take",
        "make",
        "using",
        "rent",
        "sell",
        "hire",
        "depute",
        "fund",
        "bonus",
        "pass",
    }


@rule("13.2")
def test_the_last_card_is_played_without_a_question() -> None:
    g = turn("B1")
    assert asked(g) == "P1 act" and g.now == Turn(0, "B1", "master")
    for g in played_through(4, 4):
        assert all(len(game.legal(g, seat)) > 1 for seat in g.asked)


@rule("13.3")
def test_what_can_be_taken_back() -> None:
    g = turn("B1", "B3 B5", hire="E01")
    assert p1(g, "hire E01").rng == g.rng
    last = turn("B1", owns={"P2": {"hand": "B3"}})
    assert p1(last, "pass").rng != last.rng, "P2's last card came out"
    both = position("take_hands", "begin_turns", seats=2)
    assert play(both, "P1 choose B1 B2 B3", "P2 choose B1 B2 B3").rng != both.rng


@rule("13.4")
def test_what_an_absent_player_does() -> None:
    g = selection("B1 B2 B3 B4 E23")
    assert game.default(g, 0) == "choose B1 B2 B3"
    assert game.default(turn_of_choice("B1 B3 B4"), 0) == "play B4"
    windows = "- - - - D05 D01"
    assert game.default(turn("B1", own={"tiles": "R01"}, windows=windows), 0) == "make D05"
    assert game.default(turn("B1", hire="E01 E04"), 0) == "hire E01"
    poor = turn("B4", own={"livre": 3}, warehouse=["R01 R07"], windows="D24")
    assert game.default(poor, 0) == "take W1 2 silk"
    assert game.default(turn("B4", own={"livre": 9}), 0) == "pass", "money is kept for dresses"
    assert game.default(turn("B4", own={"livre": 9}, number=6), 0).startswith("fund ")
    pay = p1(turn("B1", own={"tiles": "R01 R43"}, windows="- - - - D03"), "make D03")
    assert game.default(pay, 0) == "using R01"


def turn_of_choice(hand: str) -> Rokoko:
    """P1 is to play one of these cards."""
    return position(("next_turn", 0), STOP, owns={"P1": {"hand": hand}})


@rule("13.4")
@pytest.mark.parametrize("seats", game.seats)
def test_a_table_of_absent_players_plays_decently(seats: int) -> None:
    g = game.new(seats, 1)
    while g.scores is None:
        g = game.play(g, g.asked[0], game.default(g, g.asked[0]))
    assert sum(g.scores) / seats > 40, "players who move at random have some 32"


# --- What is worked out --------------------------------------------------------------------------


def test_outlooks_say_what_a_move_would_bring() -> None:
    def outlook(g: Rokoko, move: str) -> str:
        assert move in legal(g)
        return game.outlook(g, 0, move)

    g = selection("B1 B2 B3 E04 E05")
    assert outlook(g, "choose B1 B2 E04") == "hand: 2 masters, 1 apprentice; 2 stay in the supply"
    g = selection("B1 B3 E02 E04")
    assert outlook(g, "choose B1 B3 E02") == ("hand: 1 master, 2 journeymen; 1 stays in the supply")
    g = turn_of_choice("B1 E04")
    assert outlook(g, "play B1") == "No bonus." and outlook(g, "play E04") == "Bonus: 5 Livre."
    g = turn("B1", warehouse=["R01 R02"], windows="D03", hire="E05")
    assert outlook(g, "fund ST1") == "2 prestige as statue 1; leaves 11 Livre"
    assert outlook(g, "fund FL1") == "2 prestige, 0 Livre a round; leaves 9 Livre"
    assert outlook(g, "take W1 1 silk") == "leaves 14 Livre; material for D03"
    assert outlook(g, "take W1 1 goods") == "leaves 14 Livre"
    assert outlook(g, "hire E05") == ("leaves 15 Livre. You may take another resource tile, free.")
    g = turn("B1", own={"tiles": "R01 R43"}, windows="- - - - D03")
    assert outlook(g, "make D03") == (
        "rented 2 prestige, sold 10 Livre; leaves 15 Livre, 1 yarn, 1 lace"
    )
    g = p1(g, "make D03")
    assert outlook(g, "using R43") == "1 yellow lost; leaves 2 red silk"
    g = p1(g, "using R01")
    assert outlook(g, "rent king 1") == "you 1, best other 0; majority 8/4"


def test_outlooks_are_short_and_know_no_secret() -> None:
    chance = random.Random(2)
    for g in played_through(4, 5)[::5]:
        for seat in g.asked:
            guess = game.guess(g, seat, chance)
            for move in game.legal(g, seat):
                assert len(game.outlook(g, seat, move)) <= 100
                assert game.outlook(g, seat, move) == game.outlook(guess, seat, move)


def test_the_view_says_what_can_be_made() -> None:
    own = {"tiles": "R01", "livre": 3}
    g = turn("B1", own=own, windows="D03 D13 - - D04")
    assert shown(g, "P1")["makeable"] == {
        "D03": {"material": True, "livre": False},
        "D13": {"material": False, "livre": False},
        "D04": {"material": True, "livre": True},
    }
    assert shown(g)["makeable"] == {}


def test_the_score_as_it_stands_is_the_score_at_the_end() -> None:
    end = played_through(3, 6)[-1]
    assert [sheet["total"] for sheet in shown(end)["sheets"]] == end.scores
    for sheet in shown(end)["sheets"]:
        assert sheet["total"] == sum(sheet[part] for part in scoring.STEPS)


def test_who_stands_better_is_told_by_the_evaluation() -> None:
    worth = game.worth(position(owns={"P1": {"livre": 20}, "P2": {"prestige": 9}}))
    assert worth is not None and worth[1] > worth[0] > worth[2]


def test_every_card_can_be_looked_up() -> None:
    found = game.lookup
    assert len(found) == 33 + 42 + 48
    assert found["E12"]["text"] == ["You may pay 3 Livre, once, for 2 prestige."]
    assert found["D08"]["facts"]["Silk"] == "3 red" and "master" in found["D08"]["text"][0]
    assert found["R31"]["facts"] == {"Kept": "1 red silk", "Discarded": "1 yarn, 1 lace"}
    for card in found.values():
        assert card["name"] and card["kind"] and all(card["text"]) and all(card["facts"].values())


# --- What always holds ---------------------------------------------------------------------------


@pytest.mark.parametrize("seats", game.seats)
def test_nothing_goes_below_zero_and_nothing_is_in_two_places(seats: int) -> None:
    for g in played_through(seats, 7):
        for p in g.players:
            assert min(p.livre, p.yarn, p.lace, p.prestige) >= 0
            assert len(p.hand) <= 3
        found = pieces(g)
        assert all(found[card] == seats for card in BASE)
        assert all(n == 1 for card, n in found.items() if card not in BASE)
        assert len(found) == 33 + 42 + 48
        assert set(g.rented) == {place for place in g.markers if place.startswith("H")}


@pytest.mark.parametrize("seats", game.seats)
def test_nobody_has_two_spaces_in_a_row_of_the_fountain(seats: int) -> None:
    g = played_through(seats, 8)[-1]
    on_board = board_of(g).decorations
    rows = [(seat, on_board[m].row) for m, seat in g.markers.items() if m in on_board]
    assert all(n == 1 for (_, line), n in Counter(rows).items() if line)


def test_every_scenario_is_played() -> None:
    assert sorted(PLAYED) == ALL_SCENARIOS


# --- In advance ----------------------------------------------------------------------------------


def two_turns(**facts: Any) -> Rokoko:
    """A position in which P1 has played a card and P2 has two to come."""
    owns = {"P2": {"hand": "B1 B3", "supply": "B2 B4 B5 E01", "livre": 9}}
    return turn("B5", "B4", owns=owns, seats=2, **facts)


@rule("13.5")
def test_card_and_main_action_are_set_in_advance() -> None:
    g = play(two_turns(), "P2 ahead next card play B1", "P2 ahead main action favor")
    assert not game.view(g, 0)["ahead"] and len(game.view(g, 1)["ahead"]) == 2
    g = play(g, "P1 pass")
    assert g.favor == 1 and "B1" not in player(g, "P2").hand


@rule("13.5")
def test_a_main_action_that_somebody_else_takes_is_dropped() -> None:
    g = play(two_turns(warehouse=["R01 R02"]), "P2 ahead main action take W1 1 goods")
    g = play(g, "P1 take W1 1 silk")
    assert asked(g) == "P1 extra_tile" and game.view(g, 1)["ahead"] == {}


@rule("13.5")
def test_the_next_hand_is_set_in_advance() -> None:
    g = play(two_turns(), "P2 ahead next hand choose B2 B4 E01", "P1 pass")
    while g.asked:
        g = game.play(g, g.asked[0], game.default(g, g.asked[0]))
    assert player(g, "P2").hand == ["B2", "B4", "E01"], "nobody asked"


@rule("13.5")
def test_passing_in_advance_lasts_for_the_turns_of_a_round() -> None:
    g = play(two_turns(), "P2 ahead passing rest", "P1 pass", "P2 play B1")
    assert asked(g) == "P2 act" or g.now is None or g.now.seat == 0
    assert game.view(g, 1)["ahead"] == {"passing": "rest"} and g.phase == "round 2"
