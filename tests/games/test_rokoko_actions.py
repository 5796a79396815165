"""Rokoko: the main actions, dresses, halls and the bonuses of employees."""

import random
from collections.abc import Iterable
from typing import Any

from games.rokoko.components import BOARDS, DRESSES, TILES
from games.rokoko.rules.actions import material_suffices, silk_of
from games.rokoko.rules.dressmaking import payments
from games.rokoko.state import Player, game
from tests.games.rokoko import *


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


@rule("9.8")
def test_base_masters_and_level_6_have_no_bonus_in_play() -> None:
    for card in ("B1", "B2", *level_cards(6)):
        before = turn(card, funds={"P1": "MUS1 ST1 FW1"}, rents={"P1": "H1a D01"})
        g = p1(before, "pass")
        assert told(g) == ["P1 takes no main action."] and asked(g) == "P2 choose"
