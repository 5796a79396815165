"""Powdered Wigs tested as play: every rule of RULES.md, and what always holds; worked examples
are rows of wigs.scenarios.md.

Players are A, B, C and D. A market reads "I 4 4, II _ 2": squares from the bottom up, `_` is empty.
"""

from itertools import count

import pytest

from games.wigs.components import DATA
from games.wigs.state import Wigs, game
from tests.games.wigs import *


@rule("1.1", "1.2", "1.7", "2.1")
@pytest.mark.parametrize(("seats", "pool", "supply"), [(2, 8, 24), (3, 12, 20), (4, 16, 16)])
def test_the_game_is_set_up_for_two_three_and_four(seats: int, pool: int, supply: int) -> None:
    g = game.new(seats, 5)
    assert len(g.offer) == pool
    assert g.offer == sorted(g.offer)
    assert g.fresh == {column: [0] * len(prices) for column, prices in prices_of(g).items()}
    assert pieces(g) == {f"wig {wig}": 7 for wig in range(1, 6)}
    g = after_draft(seats, 5)
    assert len(g.supply) == supply
    assert gold(g) == [2] * seats
    assert [len(p.tiles) for p in g.players] == [4] * seats
    assert g.debut == [*DEBUT]
    assert market(g) == ""


@rule("1.1")
def test_the_five_types_are_numbered_from_bon_vivant_to_buccaneer() -> None:
    names = [(wig["id"], wig["name"], wig["count"]) for wig in DATA["wig"]]
    assert names == [
        (1, "Bon Vivant", 7),
        (2, "Trendsetter", 7),
        (3, "Baron", 7),
        (4, "Scholar", 7),
        (5, "Buccaneer", 7),
    ]


@pytest.mark.parametrize("seats", [1, 5])
def test_the_game_is_for_two_to_four_players(seats: int) -> None:
    with pytest.raises(ValueError, match="is for 2 to 4 players"):
        game.new(seats, 1)


@rule("1.3", "13.1")
def test_each_column_has_five_squares_worth_one_to_five_from_the_bottom() -> None:
    g = position(*selling(), tiles=[[4] * 5, [], []])
    for column in ("I", "II", "III"):
        values = [play(g, f"A sell 4 {n} {column}").players[0].gold - 2 for n in range(1, 6)]
        assert values == [1, 3, 6, 10, 15]
    assert game.view(g, None)["prices"] == {key: [1, 2, 3, 4, 5] for key in ("I", "II", "III")}


def takers(g: Wigs) -> str:
    """Who took a wig by the last move."""
    news = game.view(g, None)["news"]
    return "".join(LETTERS[values["who"]] for text, values in news if "takes" in text)


@rule("2.2")
def test_everybody_takes_one_wig_at_a_time_from_the_starting_player_on() -> None:
    g = next(g for seed in count() if (g := game.new(3, seed)).first == 1)
    assert told(g) == ["B begins."]
    order = ""
    while g.phase == "draft":
        g = game.play(g, g.asked[0], game.legal(g, g.asked[0])[0])
        order += takers(g)
    assert order == "BCABCABCABCA"


@rule("2.2")
def test_the_starting_player_is_drawn_by_lot() -> None:
    assert {game.new(4, seed).first for seed in range(40)} == {0, 1, 2, 3}


@rule("3.1")
def test_a_round_is_wear_market_sell_buy() -> None:
    g = after_draft(2)
    phases = [g.phase]
    while g.round == 1:
        g = game.play(g, g.asked[0], game.default(g, g.asked[0]))
        phases.append(g.phase)
    assert list(dict.fromkeys(phases)) == ["wear", "market", "sell", "buy"]
    assert phases[-1] == "wear"
    assert sum(len(squares) - squares.count(0) for squares in g.market.values()) > 0
