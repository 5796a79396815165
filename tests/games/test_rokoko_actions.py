"""Rokoko: the main actions, dresses, halls and the bonuses of employees."""

from __future__ import annotations

import random
from collections.abc import Iterable
from typing import Any

import pytest

from games.rokoko.components import BOARDS, DRESSES, TILES
from games.rokoko.halls import strengths
from games.rokoko.rules.actions import material_suffices, silk_of
from games.rokoko.rules.dressmaking import payments
from games.rokoko.state import Player, game
from tests.games.rokoko import (
    STOP,
    asked,
    legal,
    level_cards,
    named,
    opened,
    p1,
    play,
    player,
    position,
    refusal,
    scores,
    shown,
    told,
    turn,
)

rule = pytest.mark.rule


# --- 6. The main actions -------------------------------------------------------------------------


@rule("6.2", "11.1")
def test_the_favor_may_be_taken_in_round_7_and_is_worth_3() -> None:
    g = p1(turn("B1", number=7), "favor")
    assert player(g).livre == 20
    assert scores(g, "favor") == [3, 0, 0]


@rule("6.3", "6.5")
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
    assert refusal(g, "P2 fund FU2").startswith("After “fund” you can say MUS1, MUS2")


@rule("6.10", "14.4")
def test_any_free_decoration_may_be_funded_not_only_the_cheapest() -> None:
    g = turn("B4")
    assert set(opened(g, "fund")) >= {"ST1", "ST6", "MUS1", "FW4"}
    g = p1(g, "fund ST6")
    assert g.markers == {"ST6": 0} and player(g).livre == 15 - 9 + 3


# --- 7. Making a dress ---------------------------------------------------------------------------


@rule("7.1", "7.3", "7.8", "14.4")
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


@rule("7.1", "7.3")
def test_exactly_enough_yarn_and_lace_make_a_dress_and_are_paid() -> None:
    own: dict[str, Any] = {"livre": 0, "yarn": 1, "lace": 1, "tiles": "R01 R31"}
    facts: dict[str, Any] = {"windows": "- - - - D09"}
    g = p1(turn("B1", own=own, **facts), "make D09", "sell")
    p = player(g)
    assert (p.livre, p.yarn, p.lace) == (26, 0, 0)
    for lacking in ("yarn", "lace"):
        g = turn("B1", own=own | {lacking: 0}, **facts)
        assert not opened(g, "make")
        assert refusal(g, "P1 make D09") == "You need 1 yarn and 1 lace for D09."
    g = turn("B1", own=own | {"tiles": "R01"}, **facts)
    assert refusal(g, "P1 make D09") == "You need 3 red silk for D09."


@rule("7.4", "7.6", "5.2")
def test_a_dress_is_rented_out_then_the_space_then_the_employee() -> None:
    g = turn("B3", own={"livre": 2, "tiles": "R07"}, windows="- - - D24")
    g = p1(g, "make D24")
    assert player(g).livre == 0 and "rent 4 m" not in legal(g)
    g = p1(g, "rent 4 1")
    assert g.rented == {"H4a": "D24"} and g.markers == {"H4a": 0}
    assert player(g).livre == 5 and strengths(g)[3] == [1, 0, 0]
    assert told(g) == [
        "P1 rents the blue dress out in Hall 4 for 3 Livre (H4a).",
        "P1 gains 2 Livre.",
    ]


@rule("7.5")
def test_what_only_masters_make_and_where_only_their_work_goes() -> None:
    facts: dict[str, Any] = {"windows": "- - - - D05 D01", "own": {"tiles": "R01 R31"}}
    g = turn("B3", **facts)
    assert opened(g, "make") == ["D01"]
    assert refusal(g, "P1 make D05") == "Only a master can make D05."
    g = p1(g, "make D01", "using R31")
    assert not [move for move in legal(g) if move.endswith(" m")]
    assert refusal(g, "P1 rent 2 m") == "Only a dress made by a master can go on H2M."
    g = turn("B1", **facts)
    assert opened(g, "make") == ["D05", "D01"]
    assert len(opened(p1(g, "make D05"), "rent")) == 26
    assert "rent 5 m" in legal(p1(g, "make D01", "using R31"))


@rule("7.2")
def test_no_tile_is_spent_in_vain() -> None:
    own = {"tiles": "R01 R13 R31 R34 R43"}
    g = p1(turn("B1", own=own, windows="- - - - D07"), "make D07")
    assert opened(g, "using") == ["R01+R34", "R13+R31", "R43", "R01+R13"]
    assert refusal(g, "P1 using R31+R43").startswith("Name kept tiles that cover the silk")
    g = p1(g, "using R01+R13")
    assert player(g).tiles == ["R31", "R34", "R43"] and g.used == ["R01", "R13"]
    assert player(g).yarn == 0


@rule("7.2", "14.4")
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
    assert refusal(g, "P1 rent king 1") == "After “rent king” you can say m."


# --- 8. All halls --------------------------------------------------------------------------------


@rule("8.1", "8.2")
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
    assert told(g)[:3] == [
        "P1 rents the red dress out in Hall 4 for 3 Livre (H4a).",
        "P1 is in all halls: 5 prestige at the end.",
        "P1 gains 2 Livre.",
    ]
    g = play(g, "P2 pass", "P2 fund MUS5")
    assert player(g, "P2").livre == 0 and player(g, "P2").all_halls == 3
    g.then(("all_halls", 1))
    assert player(game._stack.advance(g), "P2").all_halls == 3, "once only"


@rule("8.2")
def test_late_comers_get_nothing_when_the_track_is_full() -> None:
    everywhere = "MUS1 MUS2 MUS3 MUS4 MUS5"
    owns = {"P1": {"all_halls": 5}, "P2": {"all_halls": 3}}
    g = position(("all_halls", 2), owns=owns, funds={"P3": everywhere})
    assert player(g, "P3").all_halls == 1
    assert BOARDS[4].all_halls == (6, 4, 3, 2, 1)


# --- 9. Bonuses of employees ---------------------------------------------------------------------


@rule("9.5")
def test_a_decoration_by_a_bonus_is_cheaper() -> None:
    g = turn("E06", own={"livre": 2})
    assert not opened(g, "fund")
    g = p1(g, "pass")
    assert asked(g) == "P1 extra_decoration" and opened(g, "fund") == ["ST1"]
    assert refusal(g, "P1 fund ST2") == "That costs 3 Livre, and you have 2."
    g = p1(g, "fund ST1")
    assert player(g).livre == 0 and g.markers == {"ST1": 0}


@rule("9.3")
def test_halls_are_counted_after_the_action() -> None:
    g = turn("E13", rents={"P1": "H1a D01 H1b D02"}, funds={"P1": "MUS4"})
    g = p1(g, "fund MUS2")
    assert player(g).livre == 15 - 8 + 6


@rule("9.3", "14.5")
def test_kinds_of_decorations_are_counted_once() -> None:
    g = p1(turn("E18", funds={"P1": "FU2 FL1 ST1 ST2 MUS3"}), "pass")
    assert player(g).prestige == 3


@rule("9.4", "9.7")
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
    assert refusal(g, "P1 bonus yarn") == "After “bonus” you can say lace."
    g = p1(g, "bonus lace")
    assert (player(g).lace, player(g).prestige) == (0, 2)
    g = p1(turn("E09"), "pass")
    assert legal(g) == ["bonus yarn", "bonus lace", "pass"]
    assert player(p1(g, "bonus yarn")).yarn == 2


@rule("9.6", "9.1", "14.5")
def test_a_second_dress_by_a_bonus() -> None:
    facts: dict[str, Any] = {"windows": "- - - - D03 D21", "own": {"tiles": "R01 R31 R37"}}
    g = p1(turn("E16", **facts), "make D21", "rent 2 4")
    assert asked(g) == "P1 extra_dress" and legal(g) == ["make D03", "pass"]
    assert asked(p1(g, "pass")) == "P2 choose"
    g = p1(g, "make D03")
    assert asked(g) == "P2 choose" and player(g).livre == 25 and g.sold == ["D03"]
    g = p1(turn("E20", **facts), "make D21", "rent 2 4", "make D03")
    assert "rent king m" in legal(g)
    g = p1(g, "rent king 2")
    assert player(g).livre == 17 and set(g.rented) == {"H2d", "H1b"}
    assert asked(g) == "P2 choose", "a bonus for each card, not for each dress"


@rule("9.5", "9.7")
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
    g = position(("extra_decoration", 0, 99), STOP, owns={"P1": {"livre": 3}})
    assert player(p1(g, "fund ST6")).livre == 3


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
