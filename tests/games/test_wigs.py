"""Powdered Wigs tested as play: every rule of RULES.md, every scenario, and what always holds.

Players are A, B, C and D. A market reads "I 4 4, II _ 2": squares from the bottom up, `_` is empty.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import count
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.kernel import IllegalMove, State, Step, known
from games.wigs.state import DATA, Options, Player, Wigs, game
from games.words import tell

LETTERS = "ABCD"
DEBUT = (2, 3, 4)
FULL = "I 1 1 1 1 1, II 2 2 2 2 2, III 3 3 3 3 3"
FULL_FOR_TWO = "I 1 1 1 1 1, II 2 2 2, III 3 3 3 3 3"
rule = pytest.mark.rule


# --- Positions and play --------------------------------------------------------------------------


def position(
    *steps: str | Step,
    seats: int = 0,
    gold: Sequence[int] = (),
    tiles: Sequence[list[int]] = (),
    worn: Sequence[int] = (),
    market: str = "",
    draws: Sequence[int] = (),
    supply: Sequence[int] | None = None,
    **fields: Any,
) -> Wigs:
    """A small position in which these steps come next; `draws` come from the supply in this order.

    Unless said otherwise a player has 2 gold, nothing behind the screen and wears a Trendsetter,
    which has no ability while others wear it too.
    """
    seats = seats or max(len(gold), len(tiles), len(worn)) or 3
    wigs = list(supply) if supply is not None else [*draws, 1, 2, 3, 4, 5]
    g = Wigs(seats=seats, rng=rng_that_draws(wigs, draws), supply=wigs, least_supply=len(wigs))
    g.round, g.phase = 1, ""
    for name, value in fields.items():
        setattr(g, name, list(value) if isinstance(value, list | tuple) else value)
    g.players = [
        Player(
            seat,
            gold=gold[seat] if gold else 2,
            tiles=list(tiles[seat]) if tiles else [],
            worn=worn[seat] if worn else 2,
        )
        for seat in range(seats)
    ]
    g.market = {column: [0] * len(prices) for column, prices in prices_of(g).items()}
    for squares in filter(None, market.split(", ")):
        column, *wigs_on_it = squares.split(" ")
        for square, wig in enumerate(wigs_on_it):
            g.market[column][square] = 0 if wig == "_" else int(wig)
    g.fresh = {column: [0] * len(squares) for column, squares in g.market.items()}
    g.then(*steps)
    return game._advance(g)


def rng_that_draws(supply: Sequence[int], draws: Sequence[int]) -> int:
    """A state of chance in which these wigs come from this supply one after another."""
    for seed in count():
        chance, pile = State(seats=0, rng=seed), list(supply)
        if [chance.draw(pile) for _ in draws] == list(draws):
            return seed
    raise AssertionError


def prices_of(g: Wigs) -> dict[str, list[int]]:
    """The prices as the specification gives them, bottom up."""
    side = [1, 2, 3, 4] if g.layout == "stepped" else [1, 2, 3, 4, 5]
    return {"I": side, "II": [2, 3, 4] if g.seats == 2 else [1, 2, 3, 4, 5], "III": side}


def selling(*seats: int) -> list[Step]:
    """The steps of these seats' turns to sell; of A's, if none is named."""
    return [
        step
        for seat in seats or [0]
        for step in (("turn_to_sell", seat, 0), ("after_selling", seat))
    ]


def play(g: Wigs, *moves: str) -> Wigs:
    """The state after moves like "B buy II 3"."""
    for move in moves:
        who, text = move.split(" ", 1)
        g = game.play(g, LETTERS.index(who), text)
    return g


def legal(g: Wigs, who: str) -> list[str]:
    """The moves open to a player."""
    return game.legal(g, LETTERS.index(who))


def asked(g: Wigs) -> str:
    """Who has to move."""
    return "".join(LETTERS[seat] for seat in g.asked)


def ranked(g: Wigs) -> str:
    """The order of the running phase."""
    return "".join(LETTERS[seat] for seat in g.order)


def market(g: Wigs) -> str:
    """The market in the notation of `position`."""
    texts = (
        f"{column} {' '.join(str(wig or '_') for wig in squares)}"
        for column, squares in g.market.items()
        if any(squares)
    )
    return ", ".join(text.rstrip("_ ") for text in texts)


def gold(g: Wigs) -> list[int]:
    """Everybody's gold."""
    return [p.gold for p in g.players]


def told(g: Wigs, who: str = "") -> list[str]:
    """The news of the last move as a player, or else a spectator, reads them."""
    view = game.view(g, LETTERS.index(who) if who else None)
    return [tell(text, values, LETTERS) for text, values in view["news"]]


def refusal(g: Wigs, move: str) -> str:
    """Why a move is refused, up to the list of what is open."""
    with pytest.raises(IllegalMove) as refused:
        play(g, move)
    reason, found, _ = str(refused.value).partition(" You can: ")
    assert found
    return reason


def label(g: Wigs, move: str) -> str:
    """What a legal move is called."""
    who, text = move.split(" ", 1)
    assert text in legal(g, who)
    return game.label(g, LETTERS.index(who), text)


def default(g: Wigs, who: str) -> str:
    """What an absent player does, which has to be legal."""
    move = game.default(g, LETTERS.index(who))
    assert move in legal(g, who)
    return move


def after_draft(seats: int, seed: int = 1, **options: Any) -> Wigs:
    """A game at its first choice of a wig to wear, drafted by default."""
    g = game.new(seats, seed, options)
    while g.phase == "draft":
        g = game.play(g, g.asked[0], game.default(g, g.asked[0]))
    return g


def pieces(g: Wigs) -> Counter[str]:
    """All wigs of a game, wherever they are, by type."""
    wigs = [*g.supply, *g.debut, *g.offer, *(wig for column in g.market.values() for wig in column)]
    for p in g.players:
        wigs += [*p.tiles, *p.five, p.worn]
    return Counter(f"wig {wig}" for wig in wigs if wig)


# --- 1. The table --------------------------------------------------------------------------------


@rule("1.1", "1.2", "1.7", "2.1")
@pytest.mark.parametrize(("seats", "pool", "supply"), [(2, 8, 24), (3, 12, 20), (4, 16, 16)])
def test_W1_the_game_is_set_up_for_two_three_and_four(seats: int, pool: int, supply: int) -> None:
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


@rule("1.3")
def test_each_column_has_five_squares_worth_one_to_five_from_the_bottom() -> None:
    g = position(*selling(), tiles=[[4] * 5, [], []])
    for column in ("I", "II", "III"):
        values = [play(g, f"A sell 4 {n} {column}").players[0].gold - 2 for n in range(1, 6)]
        assert values == [1, 3, 6, 10, 15]
    assert game.view(g, None)["prices"] == {key: [1, 2, 3, 4, 5] for key in ("I", "II", "III")}


@rule("1.4")
def test_two_players_use_only_the_squares_two_three_and_four_of_column_II() -> None:
    g = position(*selling(), seats=2, tiles=[[4] * 5, []])
    assert [move for move in legal(g, "A") if move.endswith("II") and "III" not in move] == [
        "sell 4 1 II",
        "sell 4 2 II",
        "sell 4 3 II",
    ]
    assert gold(play(g, "A sell 4 1 II")) == [4, 2]
    assert gold(play(g, "A sell 4 3 II")) == [11, 2]
    assert gold(play(g, "A sell 4 5 III")) == [17, 2]
    assert game.view(g, 0)["prices"]["II"] == [2, 3, 4]


@rule("1.4")
def test_W6_two_fifths_drawn_by_two_players_land_on_the_squares_two_and_three() -> None:
    g = position("set_market", seats=2, draws=[3, 5, 5])
    assert market(g) == "I 3, II 5 5"
    g = position(*selling(), seats=2, market=market(g), tiles=[[5, 5], []])
    assert legal(g, "A") == ["sell 5 1", "pass"]
    assert gold(play(g, "A sell 5 1")) == [2 + 4, 2]


@rule("1.5")
def test_no_type_lies_in_two_columns_and_no_column_holds_two_types() -> None:
    g = position(*selling(), tiles=[[1, 4], [], []], market="I 4, II 2")
    assert legal(g, "A") == ["sell 1 1", "sell 4 1", "pass"]
    assert market(play(g, "A sell 1 1")) == "I 4, II 2, III 1"
    assert market(play(g, "A sell 4 1")) == "I 4 4, II 2"


@rule("1.6")
def test_W12_gaps_are_filled_first() -> None:
    g = position(*selling(), tiles=[[4, 4], [], []], market="I _ 4 4")
    g = play(g, "A sell 4 2")
    assert gold(g)[0] == 2 + 1 + 4
    assert market(g) == "I 4 4 4 4"


# --- 2. The draft --------------------------------------------------------------------------------


def takers(g: Wigs) -> str:
    """Who took a wig by the last move."""
    news = game.view(g, None)["news"]
    return "".join(LETTERS[values["who"]] for text, values in news if "takes" in text)


@rule("2.2")
def test_W2_everybody_takes_one_wig_at_a_time_from_the_starting_player_on() -> None:
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


@rule("2.1", "2.2")
def test_a_wig_taken_leaves_the_offer_and_goes_behind_the_screen_for_all_to_see() -> None:
    g = position(("draft", 0), ("draft", 1), ("draft", 2), offer=[1, 1, 3, 5])
    assert legal(g, "A") == ["take 1", "take 3", "take 5"]
    assert label(g, "A take 3") == "Take the Baron"
    g = play(g, "A take 3")
    assert (g.offer, g.players[0].tiles) == ([1, 1, 5], [3])
    assert told(g) == ["A takes the Baron."]
    assert asked(g) == "B"
    assert refusal(g, "B take 3") == "“take 3” is not open to you now."


@rule("2.3")
def test_the_last_type_is_taken_without_a_question() -> None:
    g = position(("draft", 0), ("draft", 1), ("draft", 2), offer=[1, 5, 5])
    g = play(g, "A take 1")
    assert [p.tiles for p in g.players] == [[1], [5], [5]]
    assert takers(g) == "ABC"
    assert asked(g) == ""


# --- 3. Wearing a wig ----------------------------------------------------------------------------


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


@rule("3.2")
def test_wigs_are_chosen_in_secret_and_may_be_changed_until_the_last_has_chosen() -> None:
    g = position("start_round", seats=3, tiles=[[1, 1, 3], [2, 4], [5]], worn=[0, 0, 0])
    assert asked(g) == "ABC"
    assert legal(g, "A") == ["wear 1", "wear 3"]
    assert label(g, "A wear 3") == "Wear the Baron"
    g = play(g, "A wear 3", "B wear 4")
    assert asked(g) == "C"
    for who in ("", "C"):
        view = game.view(g, LETTERS.index(who) if who else None)
        assert (view["answered"], view["answer"]) == ([0, 1], None)
        assert [p["worn"] for p in view["players"]] == [0, 0, 0]
        assert told(g, who) == []
    assert game.view(g, 0)["answer"] == "wear 3"
    g = play(g, "A wear 1", "C wear 5")
    assert [p.worn for p in g.players] == [1, 4, 5]
    assert [p.tiles for p in g.players][:2] == [[1, 3], [2]]
    assert told(g)[:3] == [
        "A wears the Bon Vivant.",
        "B wears the Scholar.",
        "C wears the Buccaneer.",
    ]


@rule("3.2")
def test_only_a_wig_of_ones_own_can_be_worn() -> None:
    g = position("start_round", seats=2, tiles=[[1], [2, 4]], worn=[0, 0])
    assert refusal(g, "A wear 2") == "“wear 2” is not open to you now."


@rule("3.3")
def test_W30_the_worn_wig_cannot_be_sold() -> None:
    g = position(*selling(), tiles=[[3, 3], [], []], worn=[3, 1, 1], market="I 3")
    assert legal(g, "A") == ["sell 3 1", "sell 3 2", "pass"]
    g = position(*selling(), tiles=[[5], [], []], worn=[3, 1, 1])
    assert refusal(g, "A sell 3 1 I") == (
        "You have no Baron behind your screen. You cannot sell the wig that you are wearing."
    )


@rule("3.4")
def test_a_player_with_one_type_only_is_asked_what_to_wear() -> None:
    g = position("start_round", seats=2, tiles=[[4, 4], [2]], worn=[0, 0])
    assert asked(g) == "AB"
    assert legal(g, "A") == ["wear 4"]


# --- 4. Filling the market -----------------------------------------------------------------------


@rule("4.1", "4.2")
def test_W3_drawn_wigs_go_to_their_column_or_start_the_left_most_empty_one() -> None:
    g = position("set_market", draws=[4, 2, 4])
    assert market(g) == "I 4 4, II 2"
    assert told(g) == [
        "The market gets the Scholar in column I.",
        "The market gets the Trendsetter in column II.",
        "The market gets the Scholar in column I.",
    ]


@rule("4.2")
def test_a_drawn_wig_starts_an_empty_column_left_of_the_others() -> None:
    assert market(position("set_market", draws=[5, 2, 2], market="II 3")) == "I 5, II 3, III 2 2"


@rule("4.3")
def test_W4_a_wig_of_a_fourth_type_returns_and_is_not_replaced() -> None:
    g = position("set_market", "return_wigs", draws=[5, 4, 2], market="I 4 4, II 2, III 1")
    assert market(g) == "I 4 4 4, II 2 2, III 1"
    assert sorted(g.supply) == [1, 2, 3, 4, 5, 5]
    assert told(g)[0] == "The Buccaneer finds no place and goes back."
    assert g.returned == [5]


@rule("4.3")
def test_W5_a_wig_whose_column_is_full_returns_and_is_not_replaced() -> None:
    g = position("set_market", "return_wigs", draws=[4, 1, 1], market="I 4 4 4 4 4, II 2, III 1")
    assert market(g) == "I 4 4 4 4 4, II 2, III 1 1 1"
    assert sorted(g.supply) == [1, 2, 3, 4, 4, 5]


@rule("4.3")
def test_a_full_column_does_not_let_its_type_start_an_empty_one() -> None:
    g = position("set_market", "return_wigs", supply=[4, 4, 4], market="I 4 4 4 4 4")
    assert market(g) == "I 4 4 4 4 4"
    assert g.supply == [4, 4, 4]


@rule("4.3")
def test_a_returned_wig_is_not_drawn_again_in_the_same_phase() -> None:
    g = position("set_market", "return_wigs", supply=[4, 4], market="I 3, II 2, III 1")
    assert told(g) == ["The Scholar finds no place and goes back."] * 2


@rule("4.4", "4.6", "6.3")
def test_W7_the_only_trendsetter_places_three_of_five_in_any_order() -> None:
    g = position("set_market", worn=[3, 2, 3], supply=[3, 3, 5, 1, 2], market="I 1")
    assert asked(g) == "B"
    assert legal(g, "B") == ["show 1", "show 2", "show 3", "show 5"]
    assert label(g, "B show 1") == "Place the Bon Vivant in column I"
    assert label(g, "B show 3") == "Place the Baron in column II"
    g = play(g, "B show 1")
    assert told(g, "A") == ["The market gets the Bon Vivant in column I."]
    g = play(g, "B show 3", "B show 3")
    assert market(g) == "I 1 1, II 3 3"
    assert sorted(g.supply) == [2, 5]
    assert asked(g) == ""
    assert told(g, "A") == [
        "The market gets the Baron in column II.",
        "B returns 2 wigs to the supply.",
    ]


@rule("4.4", "10.4")
def test_only_the_trendsetter_sees_the_five() -> None:
    g = position("set_market", worn=[3, 2, 3], supply=[3, 3, 5, 1, 2])
    assert game.view(g, 1)["players"][1]["five"] == [1, 2, 3, 3, 5]
    assert told(g, "B") == [
        "B looks at 5 wigs for the market.",
        "You look at: Bon Vivant, Trendsetter, 2 × Baron, Buccaneer.",
    ]
    for who in ("A", ""):
        view = game.view(g, 0 if who else None)
        assert view["players"][1]["five"] == 5
        assert view["players"][1]["five_seen"] == []
        assert told(g, who) == ["B looks at 5 wigs for the market."]


@rule("4.5")
def test_W36_the_trendsetter_goes_on_with_what_fits() -> None:
    g = position(
        "set_market", worn=[3, 2, 3], supply=[4, 4, 2, 5, 1], market="I 4 4 4 4, II 2, III 1"
    )
    g = play(g, "B show 4")
    assert market(g).startswith("I 4 4 4 4 4,")
    assert legal(g, "B") == ["show 1", "show 2"]
    assert refusal(g, "B show 4") == (
        "You can place only wigs that you drew and that fit into a column now."
    )
    assert refusal(g, "B pass") == refusal(g, "B show 4")


@rule("4.5")
def test_W35_a_trendsetter_whose_five_fit_nowhere_returns_them_all() -> None:
    g = position("set_market", worn=[2, 1, 3], supply=[4, 4, 5, 5, 4], market="I 1, II 2, III 3")
    assert asked(g) == ""
    assert market(g) == "I 1, II 2, III 3"
    assert sorted(g.supply) == [4, 4, 4, 5, 5]
    assert told(g) == ["A looks at 5 wigs for the market.", "A returns 5 wigs to the supply."]


@rule("4.5")
def test_the_trendsetter_is_done_early_when_nothing_more_fits() -> None:
    g = position(
        "set_market",
        worn=[2, 1, 3],
        supply=[4, 4, 5, 5, 4],
        market="I 1 1 1 1 1, II 2, III 4 4 4 4",
    )
    assert legal(g, "A") == ["show 4"]
    g = play(g, "A show 4")
    assert asked(g) == ""
    assert sorted(g.supply) == [4, 4, 5, 5]


@rule("4.5")
def test_the_trendsetter_is_asked_even_if_one_type_fits() -> None:
    g = position("set_market", worn=[2, 1, 3], supply=[5] * 5)
    assert (asked(g), legal(g, "A")) == ("A", ["show 5"])


@rule("4.6")
def test_only_the_trendsetter_knows_what_went_back() -> None:
    g = position("set_market", worn=[3, 2, 3], supply=[3, 3, 5, 1, 2])
    g = play(g, "B show 1", "B show 3", "B show 3")
    assert game.view(g, 1)["supply_seen"] == [2, 5]
    assert game.view(g, 0)["supply_seen"] == []
    assert game.view(g, None)["supply_seen"] == []


@rule("4.7")
@pytest.mark.parametrize("worn", [[2, 2, 1], [2, 2, 2]], ids=["two", "three"])
def test_W8_several_trendsetters_make_an_ordinary_draw(worn: list[int]) -> None:
    g = position("set_market", worn=worn, draws=[4, 2, 4])
    assert market(g) == "I 4 4, II 2"
    assert asked(g) == ""


@rule("4.7")
def test_without_a_trendsetter_the_draw_is_ordinary() -> None:
    assert market(position("set_market", worn=[1, 3, 5], draws=[4, 2, 4])) == "I 4 4, II 2"


@rule("4.8")
def test_W28_a_short_supply_is_drawn_to_the_end() -> None:
    g = position("set_market", supply=[1, 1])
    assert market(g) == "I 1 1"
    assert g.supply == []


@rule("4.8")
def test_a_trendsetter_looks_at_fewer_wigs_when_the_supply_is_short() -> None:
    g = position("set_market", worn=[2, 1, 3], supply=[1, 1])
    assert told(g) == ["A looks at 2 wigs for the market."]
    g = play(g, "A show 1", "A show 1")
    assert (market(g), g.supply, asked(g)) == ("I 1 1", [], "")


# --- 5. Selling ----------------------------------------------------------------------------------


@rule("5.1", "5.2")
def test_W16_the_lowest_worn_number_sells_first_then_the_poorer() -> None:
    g = position("sell_wigs", worn=[3, 3, 1], gold=[5, 4, 9])
    assert ranked(g) == "CBA"


@rule("5.1")
def test_players_are_asked_to_sell_in_their_order() -> None:
    g = position("sell_wigs", worn=[4, 3, 1], tiles=[[5], [5], [5]])
    order = ""
    while g.asked:
        order += asked(g)
        g = play(g, f"{asked(g)} pass")
    assert order == "CBA"


@rule("5.2")
@pytest.mark.parametrize(
    ("tiles", "order"),
    [
        ([[1, 1, 1, 1], [5, 5, 5], []], "CBA"),
        ([[5, 5, 1], [5, 2, 1], []], "CBA"),
        ([[5, 2, 1], [5, 5, 1], []], "CAB"),
    ],
    ids=["fewer wigs", "lower sum is B's", "lower sum is A's"],
)
def test_W17_equal_wig_and_gold_fewer_wigs_then_the_lower_sum(
    tiles: list[list[int]], order: str
) -> None:
    assert ranked(position("sell_wigs", worn=[4, 4, 1], gold=[6, 6, 0], tiles=tiles)) == order


@rule("5.2", "7.2")
@pytest.mark.parametrize("step", ["sell_wigs", "buy_wigs"])
def test_players_equal_in_everything_are_ordered_by_lot(step: str) -> None:
    tiles = [[5, 1], [4, 2], [3, 3], [1, 1]]
    orders = [
        ranked(position(step, worn=[4] * 4, tiles=tiles, rng=seed, market="I 1"))
        for seed in range(120)
    ]
    assert set(orders) == {"DABC", "DACB", "DBAC", "DBCA", "DCAB", "DCBA"}


@rule("5.3")
def test_any_number_of_one_type_may_be_sold_or_none() -> None:
    g = position(*selling(), tiles=[[4, 4, 2], [], []], market="I 4, II 2 2")
    assert legal(g, "A") == ["sell 2 1", "sell 4 1", "sell 4 2", "pass"]
    after = play(g, "A sell 4 2")
    assert after.players[0].tiles == [2]
    assert asked(after) == ""
    assert told(after) == ["A sells 2 Scholar to column I for 5 gold."]
    after = play(g, "A pass")
    assert after.players[0].tiles == [4, 4, 2]
    assert asked(after) == ""
    assert gold(after) == [2, 2, 2]
    assert told(after) == ["A sells nothing."]


@rule("5.4", "5.6")
def test_W9_each_wig_sold_brings_the_gold_of_its_square() -> None:
    g = position(*selling(), tiles=[[4, 4, 4, 4], [], []], market="I 4 4")
    assert label(g, "A sell 4 3") == "Sell 3 Scholar to column I for 3 + 4 + 5 = 12 gold"
    assert label(g, "A sell 4 1") == "Sell 1 Scholar to column I for 3 gold"
    assert refusal(g, "A sell 4 4") == "You can sell at most 3 Scholar to column I now."
    g = play(g, "A sell 4 3")
    assert gold(g) == [14, 2, 2]
    assert market(g) == "I 4 4 4 4 4"


@rule("5.5")
def test_W31_a_seller_names_one_of_several_empty_columns() -> None:
    g = position(*selling(), tiles=[[1, 1], [], []], market="I 4")
    assert legal(g, "A") == ["sell 1 1 II", "sell 1 2 II", "sell 1 1 III", "sell 1 2 III", "pass"]
    assert market(play(g, "A sell 1 2 III")) == "I 4, III 1 1"
    assert market(play(g, "A sell 1 2 II")) == "I 4, II 1 1"
    assert label(g, "A sell 1 2 III") == "Sell 2 Bon Vivant to column III for 1 + 2 = 3 gold"
    assert refusal(g, "A sell 1 1") == (
        "Name the column, II or III: the Bon Vivant may start either."
    )


@rule("5.5")
def test_W32_the_only_empty_column_is_not_named() -> None:
    g = position(*selling(), tiles=[[1, 1, 4], [], []], market="I 4, II 2")
    assert legal(g, "A") == ["sell 1 1", "sell 1 2", "sell 4 1", "pass"]
    assert market(play(g, "A sell 1 2")) == "I 4, II 2, III 1 1"
    assert refusal(g, "A sell 1 1 III") == "The column is given, III: leave it out."


@rule("5.6")
def test_a_full_column_takes_no_more_and_its_type_starts_no_second_one() -> None:
    g = position(*selling(), tiles=[[4, 4], [], []], market="I 4 4 4 4 4")
    assert legal(g, "A") == ["pass"]
    assert refusal(g, "A sell 4 1") == (
        "Column I is full, so no more Scholar can be sold this round."
    )


@rule("5.7")
def test_W13_types_that_have_no_column_cannot_be_sold() -> None:
    g = position(*selling(), tiles=[[3, 5], [], []], market="I 4, II 2, III 1")
    assert legal(g, "A") == ["pass"]
    g = play(g, "A pass")
    assert gold(g)[0] == 2
    assert asked(g) == ""


@rule("5.7", "6.6")
def test_W34_who_can_sell_nothing_is_asked_all_the_same() -> None:
    g = position(
        *selling(), tiles=[[3, 5], [], []], worn=[5, 1, 1], market="I 4, II 2, III 1", supply=[2]
    )
    assert (asked(g), legal(g, "A")) == ("A", ["pass"])
    g = play(g, "A pass")
    assert g.players[0].tiles == [3, 5, 2]


@rule("5.8")
@pytest.mark.parametrize(
    ("tiles", "square"), [([], ""), ([1, 1], FULL)], ids=["only the worn wig", "all columns full"]
)
def test_W33_a_turn_to_sell_passes_by_itself_for_reasons_all_can_see(
    tiles: list[int], square: str
) -> None:
    g = position(*selling(), tiles=[tiles, [], []], worn=[5, 1, 1], market=square, supply=[2, 2])
    assert asked(g) == ""
    assert g.players[0].tiles == [*tiles, 2]
    g = position(*selling(), tiles=[tiles, [], []], worn=[1, 3, 3], market=square, supply=[2, 2])
    assert asked(g) == ""
    assert g.players[0].tiles == [*tiles, *([2] if tiles else [])]


@rule("5.8")
def test_one_free_square_is_enough_to_be_asked() -> None:
    g = position(*selling(), tiles=[[5], [], []], market="I 1 1 1 1 1, II 2 2 2 2 2, III 3 3 3 3")
    assert (asked(g), legal(g, "A")) == ("A", ["pass"])


# --- 6. Abilities --------------------------------------------------------------------------------


@rule("6.1", "6.2")
def test_W14_the_bon_vivant_draws_a_wig_for_each_pair() -> None:
    tiles = [5, 5, 5, 3, 3, 2]
    g = position(*selling(), tiles=[tiles, [], []], worn=[1, 3, 3], supply=[4, 4, 4])
    g = play(g, "A pass")
    assert g.players[0].tiles == [*tiles, 4, 4]
    assert g.supply == [4]
    assert told(g, "A") == [
        "A sells nothing.",
        "A draws 2 wigs from the supply.",
        "You drew: 2 × Scholar.",
    ]
    assert told(g, "B") == ["A sells nothing.", "A draws 2 wigs from the supply."]


@rule("6.2")
@pytest.mark.parametrize(
    ("tiles", "drawn"), [([5], 0), ([5, 5], 1), ([5] * 3, 1), ([5] * 4, 2), ([1, 2, 3], 0)]
)
def test_three_alike_are_one_pair_and_four_are_two(tiles: list[int], drawn: int) -> None:
    g = position(*selling(), tiles=[tiles, [], []], worn=[1, 3, 3], supply=[4] * 7)
    assert len(play(g, "A pass").players[0].tiles) == len(tiles) + drawn


@rule("6.2", "3.3")
def test_pairs_are_counted_after_the_sale_without_the_worn_and_the_drawn_wigs() -> None:
    g = position(*selling(), tiles=[[5, 5, 1], [], []], worn=[1, 3, 3], supply=[1] * 4)
    assert play(g, "A sell 5 1 I").players[0].tiles == [5, 1]
    assert play(g, "A sell 1 1 I").players[0].tiles == [5, 5, 1]


@rule("6.4")
def test_W10_the_baron_takes_one_extra_gold_for_each_wig() -> None:
    g = position(*selling(), tiles=[[1, 1], [], []], worn=[3, 1, 1], market="I 4")
    assert label(g, "A sell 1 2 III") == (
        "Sell 2 Bon Vivant to column III for 1 + 2 + 2 (Baron) = 5 gold"
    )
    g = play(g, "A sell 1 2 III")
    assert gold(g)[0] == 2 + 1 + 2 + 2
    assert (g.players[0].sold, g.players[0].earned) == (2, 5)


@rule("6.5")
def test_W11_the_scholar_sells_two_types() -> None:
    g = position(*selling(), seats=2, tiles=[[3, 1, 1], []], worn=[4, 1], market="I 1, II 3 3")
    g = play(g, "A sell 3 1", "A sell 1 2")
    assert gold(g)[0] == 2 + 4 + 2 + 3
    assert market(g) == "I 1 1 1, II 3 3 3"
    assert (g.players[0].sold, g.players[0].earned) == (3, 9)
    assert asked(g) == ""


@rule("6.5")
def test_the_scholar_sells_two_different_types_and_no_third() -> None:
    g = position(*selling(), tiles=[[3, 3, 1, 5], [], []], worn=[4, 1, 1], market="I 1, II 3")
    assert label(g, "A pass") == "Sell nothing"
    g = play(g, "A sell 3 1")
    assert legal(g, "A") == ["sell 1 1", "sell 5 1", "pass"]
    assert label(g, "A pass") == "Sell nothing more"
    assert refusal(g, "A sell 3 1") == (
        "The Scholar sells two different types; you have sold Baron already."
    )
    assert asked(play(g, "A sell 1 1")) == ""
    assert asked(play(g, "A pass")) == ""
    assert told(play(g, "A pass")) == []


@rule("6.5")
def test_the_scholars_first_pass_ends_the_turn() -> None:
    g = position(*selling(), tiles=[[3, 1], [], []], worn=[4, 1, 1])
    g = play(g, "A pass")
    assert asked(g) == ""
    assert g.players[0].done


@rule("6.5", "5.8")
def test_the_scholar_is_asked_once_if_nothing_is_left_to_sell() -> None:
    g = position(*selling(), tiles=[[3, 3], [], []], worn=[4, 1, 1], market="I 3")
    assert asked(play(g, "A sell 3 2")) == ""
    assert asked(play(g, "A sell 3 1")) == "A"


@rule("6.5")
@pytest.mark.parametrize("wig", [1, 2, 3, 5])
def test_nobody_but_the_scholar_sells_a_second_type(wig: int) -> None:
    g = position(*selling(), tiles=[[3, 3, 1], [], []], worn=[wig, 4, 4], market="I 3")
    assert asked(play(g, "A sell 3 1")) == ""


@rule("6.6", "10.3")
def test_W29_the_buccaneer_draws_one_wig_that_the_others_do_not_see() -> None:
    g = position(*selling(), tiles=[[3], [], []], worn=[5, 1, 1], supply=[2, 2])
    for move in ("pass", "sell 3 1 I"):
        after = play(g, f"A {move}")
        assert after.players[0].tiles[-1:] == [2]
        assert after.supply == [2]
        assert told(after, "A")[1:] == ["A draws 1 wig from the supply.", "You drew: Trendsetter."]
        assert told(after, "B")[1:] == ["A draws 1 wig from the supply."]
        assert game.view(after, 1)["players"][0]["tiles_seen"] == []


@rule("6.6")
@pytest.mark.parametrize("wig", [2, 3, 4])
def test_only_bon_vivant_and_buccaneer_draw(wig: int) -> None:
    g = position(*selling(), tiles=[[3, 3], [], []], worn=[wig, 1, 1])
    assert play(g, "A pass").players[0].tiles == [3, 3]


@rule("4.8", "9.2")
def test_W15_a_bon_vivant_draws_what_there_is_and_the_game_ends_after_the_round() -> None:
    g = position(
        *selling(),
        "buy_wigs",
        "end_round",
        tiles=[[5, 5, 3, 3], [4], [4]],
        worn=[1, 3, 3],
        supply=[2],
    )
    g = play(g, "A pass")
    assert g.players[0].tiles == [5, 5, 3, 3, 2, 1]
    assert g.scores == [2, 2, 2]
    assert told(g)[-1] == "The game is over: the supply is empty."


@rule("4.8")
def test_no_draw_from_an_empty_supply_is_told() -> None:
    g = position(*selling(), tiles=[[5, 5], [4], [4]], worn=[1, 3, 3], supply=[])
    assert told(play(g, "A pass"), "A") == ["A sells nothing."]


# --- 7. Buying -----------------------------------------------------------------------------------


@rule("7.1", "7.2")
def test_W18_the_poorest_buys_first_then_who_has_fewer_wigs() -> None:
    tiles = [[1], [5, 5, 5, 5], [1, 1, 1, 1, 1]]
    assert ranked(position("buy_wigs", gold=[9, 4, 4], tiles=tiles, market="I 1")) == "BCA"


@rule("7.2")
def test_the_lower_sum_buys_first_the_worn_wig_included() -> None:
    tiles = [[4, 3], [5, 1], [5, 5]]
    g = position("buy_wigs", gold=[4, 4, 4], tiles=tiles, worn=[1, 4, 2], market="I 1")
    assert ranked(g) == "ABC"
    g = position("buy_wigs", gold=[4, 4, 4], tiles=tiles, worn=[4, 1, 2], market="I 1")
    assert ranked(g) == "BAC"


@rule("7.1")
def test_the_order_of_buying_stays_though_gold_changes() -> None:
    g = position("buy_wigs", gold=[5, 6, 7], market="I 1 1 1 1 1")
    g = play(g, "A buy I 1", "B buy I 5")
    assert asked(g) == "C"
    g = play(g, "C pass")
    assert (gold(g), asked(g)) == ([4, 1, 7], "A")


@rule("7.3", "1.6")
def test_W19_a_buyer_pays_the_price_of_the_square_and_leaves_a_gap() -> None:
    g = position("buy_wigs", "set_market", gold=[0, 4, 0], market="I 4 4 4", supply=[4])
    assert asked(g) == "B"
    assert label(g, "B buy I 1") == "Buy the Scholar from column I for 1 gold"
    g = play(g, "B buy I 1")
    assert gold(g)[1] == 3
    assert g.players[1].tiles == [4]
    assert market(g) == "I _ 4 4"
    assert told(g) == ["B buys the Scholar from column I for 1 gold."]
    g = play(g, "B pass")
    assert market(g) == "I 4 4 4"
    assert g.last == ("I", 1)


@rule("7.3")
def test_a_square_is_bought_by_its_price_in_a_two_player_column_II() -> None:
    g = position("buy_wigs", seats=2, gold=[3, 4], market="II 5 1 5")
    assert legal(g, "A") == ["buy II 2", "buy II 3", "pass", "pass all"]
    g = play(g, "A buy II 3")
    assert (market(g), g.players[0].tiles, gold(g)) == ("II 5 _ 5", [1], [0, 4])
    assert legal(g, "B") == ["buy II 2", "buy II 4", "pass", "pass all"]
    assert refusal(g, "B buy II 1") == "Column II has squares of 2, 3, 4 gold."


@rule("7.4")
def test_W21_the_phase_is_over_when_all_have_passed_in_a_row() -> None:
    g = position("buy_wigs", gold=[5, 6, 7], market="I 1 1 1 1")
    assert label(g, "A pass") == "Pass for now (asked again if somebody buys)"
    g = play(g, "A pass")
    assert told(g) == ["A passes."]
    g = play(g, "B buy I 1", "C pass", "A pass")
    assert asked(g) == "B"
    assert asked(play(g, "B pass")) == ""


@rule("7.4")
def test_a_pass_does_not_lock_out() -> None:
    g = position("buy_wigs", gold=[5, 6, 7], market="I 1 1 1 1")
    g = play(g, "A pass", "B buy I 1", "C pass", "A buy I 2", "B pass", "C pass")
    assert asked(g) == "A"
    assert asked(play(g, "A pass")) == ""


@rule("7.5")
def test_W39_who_passes_for_good_is_not_asked_again() -> None:
    g = position("buy_wigs", gold=[6, 5, 0], market="I 1 1 1 1")
    assert label(g, "B pass all") == "Pass for the rest of this phase"
    g = play(g, "B pass all")
    assert told(g) == ["B passes for the rest of this phase."]
    g = play(g, "A buy I 1")
    assert asked(g) == "A"
    assert asked(play(g, "A pass all")) == ""


@rule("7.4", "7.5")
def test_passing_for_good_is_a_pass_like_any_other() -> None:
    g = position("buy_wigs", gold=[5, 6, 7], market="I 1 1 1 1")
    assert asked(play(g, "A pass", "B pass all")) == "C"
    assert asked(play(g, "A pass", "B pass all", "C pass")) == ""
    assert asked(play(g, "A pass all", "B pass all")) == "C"


@rule("7.5")
def test_passing_for_good_ends_with_the_phase() -> None:
    g = position("buy_wigs", "sell_wigs", "buy_wigs", gold=[2, 2], tiles=[[], []], market="I 1")
    g = play(g, f"{asked(g)} pass all")
    g = play(g, f"{asked(g)} pass all")
    assert g.phase == "buy"
    assert asked(g) != ""
    g = position("buy_wigs", "end_round", gold=[2, 0], tiles=[[], []], worn=[1, 1], market="I 1")
    assert not any(p.out for p in play(g, "A pass all").players)


@rule("7.6")
def test_W20_who_cannot_pay_passes_by_himself() -> None:
    g = position("buy_wigs", gold=[2, 3, 2], market="I _ _ 4")
    assert asked(g) == "B"
    assert asked(position("buy_wigs", gold=[2, 2, 2], market="I _ _ 4")) == ""


@rule("7.6")
def test_W38_the_cheapest_wig_on_the_market_decides_who_is_asked() -> None:
    g = position("buy_wigs", gold=[6, 3, 0], market="II 2 2")
    assert ranked(g) == "CBA"
    assert asked(g) == "B"
    assert legal(g, "B") == ["buy II 1", "buy II 2", "pass", "pass all"]


@rule("7.6")
def test_the_cheapest_wig_may_lie_in_any_column_and_on_any_square() -> None:
    g = position("buy_wigs", gold=[1, 2, 3], market="I _ _ _ 1, II _ 2 2, III _ _ 3")
    assert asked(g) == "B"
    assert legal(g, "B") == ["buy II 2", "pass", "pass all"]


@rule("7.6")
def test_W40_an_empty_market_ends_the_phase_at_once() -> None:
    assert asked(position("buy_wigs", gold=[5, 6, 7])) == ""
    g = position("buy_wigs", gold=[5, 6, 7], market="I 1")
    assert asked(play(g, "A buy I 1")) == ""


@rule("7.7")
def test_one_player_may_buy_several_wigs_and_buy_back_his_own() -> None:
    g = position(*selling(), "buy_wigs", gold=[2, 0], tiles=[[4, 4], []], worn=[2, 2])
    g = play(g, "A sell 4 2 III", "A buy III 2")
    assert asked(g) == "A"
    g = play(g, "A buy III 1")
    assert g.players[0].tiles == [4, 4]
    assert gold(g) == [2, 0]


# --- 8. The end of a round -----------------------------------------------------------------------


@rule("8.1", "8.2", "8.3")
def test_W22_who_wore_a_type_alone_wins_its_debut_wig() -> None:
    g = position("end_round", worn=[2, 3, 3], debut=DEBUT)
    assert [p.tiles for p in g.players] == [[2, 2], [3], [3]]
    assert g.debut == [3, 4]
    assert told(g) == ["A collects the debut Trendsetter.", "Round 2 begins."]
    assert [p.worn for p in g.players] == [0, 0, 0]


@rule("8.2", "1.7")
def test_W23_a_debut_wig_is_never_replaced() -> None:
    g = position("end_round", worn=[2, 3, 3], debut=[3, 4])
    assert [p.tiles for p in g.players] == [[2], [3], [3]]
    assert g.debut == [3, 4]


@rule("8.2")
def test_two_debut_wigs_can_be_won_in_one_round() -> None:
    g = position("end_round", worn=[2, 4, 1], debut=DEBUT)
    assert [p.tiles for p in g.players] == [[2, 2], [4, 4], [1]]
    assert g.debut == [3]


@rule("8.2")
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


# --- 9. The end of the game ----------------------------------------------------------------------


@rule("9.1")
def test_W24_gold_counts_at_the_end_of_the_round_only() -> None:
    g = position("buy_wigs", "end_round", gold=[22, 10, 0], market="I _ _ 4", worn=[1, 1, 1])
    g = play(g, "B pass", "A buy I 3")
    assert gold(g)[0] == 19
    assert g.scores is None
    assert (g.phase, g.round) == ("wear", 2)


@rule("9.1", "9.3")
def test_W25_twenty_gold_ends_the_game_and_the_most_gold_wins() -> None:
    g = position("end_round", gold=[21, 20, 8], worn=[1, 1, 1])
    assert g.scores == [21, 20, 8]
    assert (asked(g), g.phase, g.order) == ("", "over", [])
    assert told(g)[-1] == "The game is over: somebody has 20 gold or more."
    assert game.legal(g, 0) == []
    with pytest.raises(IllegalMove, match="The game is over"):
        play(g, "A pass")


@rule("9.1")
@pytest.mark.parametrize(("most", "over"), [(19, False), (20, True)])
def test_exactly_twenty_is_enough(most: int, over: bool) -> None:
    g = position("end_round", gold=[0, most, 8], worn=[1, 1, 1])
    assert (g.scores is not None) == over


@rule("9.1")
def test_debut_wigs_are_won_before_the_game_ends() -> None:
    g = position("end_round", gold=[20, 0, 0], worn=[2, 1, 1], debut=[2])
    assert g.players[0].tiles == [2, 2]
    assert g.scores == [20, 0, 0]


@rule("9.4")
def test_W26_equal_gold_shares_the_victory() -> None:
    g = position("end_round", gold=[20, 20], worn=[1, 1], tiles=[[5, 5], []])
    assert g.scores == [20, 20]


@rule("9.2", "9.3")
def test_W27_an_empty_supply_ends_the_game() -> None:
    g = position("end_round", gold=[11, 9, 14], worn=[1, 1, 1], supply=[])
    assert g.scores == [11, 9, 14]
    assert position("end_round", gold=[11, 9, 14], worn=[1, 1, 1], supply=[1]).scores is None


@rule("9.2", "4.3")
def test_wigs_without_a_place_keep_the_supply_from_being_empty() -> None:
    steps = ("set_market", "return_wigs", "end_round")
    g = position(*steps, supply=[5], market="I 1, II 2, III 3", worn=[1, 1, 1])
    assert g.scores is None
    g = position(*steps, supply=[5], market="I 1, II 2", worn=[1, 1, 1])
    assert g.scores == [2, 2, 2]


@rule("9.5")
def test_three_rounds_without_movement_end_the_game() -> None:
    g = position(
        "start_round",
        gold=[5, 0],
        tiles=[[3], [3]],
        worn=[0, 0],
        market=FULL_FOR_TWO,
        supply=[5, 4, 5],
    )
    for number in (2, 3, 4):
        assert (g.round, g.phase, g.scores) == (number, "wear", None)
        g = play(g, "A wear 3", "B wear 3", "A pass all")
    assert g.scores == [5, 0]
    assert told(g)[-1] == "The game is over: nothing moved for 3 rounds."


@rule("9.5")
@pytest.mark.parametrize("moving", ["sale", "purchase", "draw", "market"])
def test_any_movement_starts_the_count_of_still_rounds_again(moving: str) -> None:
    steps: list[str | Step] = ["end_round"]
    worn, tiles, supply, squares, move = [3, 3], [[3], [3]], [5] * 5, FULL_FOR_TWO, ""
    if moving == "sale":
        steps, tiles, squares, move = [*selling(), *steps], [[1], [3]], "I 1", "A sell 1 1"
    elif moving == "purchase":
        steps, move = ["buy_wigs", *steps], "A buy I 1"
    elif moving == "draw":
        steps, worn = [*selling(), *steps], [5, 3]
    else:
        steps, squares = ["set_market", *steps], ""
    g = position(
        *steps, worn=worn, tiles=tiles, supply=supply, market=squares, gold=[1, 0], still_rounds=2
    )
    g = play(g, move) if move else g
    g = play(g, "A pass all") if g.phase == "buy" and g.asked else g
    assert (g.phase, g.round, g.still_rounds) == ("wear", 2, 0)


@rule("9.6")
def test_W37_six_rounds_without_a_smaller_supply_end_the_game() -> None:
    g = position(
        "start_round",
        gold=[5, 0],
        tiles=[[3, 4, 1], [3]],
        worn=[0, 0],
        market="I 1, II 2, III 3 3 3 3 3",
        supply=[5, 4, 5],
    )
    for number in range(2, 8):
        assert (g.round, g.scores) == (number, None)
        g = play(g, "A wear 3", "B wear 3", "A sell 1 1", "A buy I 2", "A pass all")
    assert g.scores == [5 + 6, 0]
    assert told(g)[-1] == "The game is over: the supply did not shrink for 6 rounds."


@rule("9.6")
def test_a_smaller_supply_starts_the_count_of_stale_rounds_again() -> None:
    g = position("end_round", worn=[1, 1], supply=[1, 2], stale_rounds=5)
    assert g.scores == [2, 2]
    g = position("set_market", "end_round", worn=[1, 1], supply=[1, 1, 1, 1], stale_rounds=5)
    assert (g.scores, g.stale_rounds, g.least_supply) == (None, 0, 1)


# --- 10. What everybody knows --------------------------------------------------------------------


@rule("10.1", "10.2")
def test_screens_are_counts_and_all_else_is_open() -> None:
    g = position(
        *selling(), gold=[5, 3], tiles=[[1, 2], [3, 3, 4]], worn=[3, 4], market="I 5", debut=[2]
    )
    for viewer, own in ((0, [1, 2]), (1, [3, 3, 4]), (None, None)):
        view = game.view(g, viewer)
        assert view["supply"] == 5
        assert (view["market"]["I"], view["debut"]) == ([5, 0, 0, 0, 0], [2])
        assert [(p["gold"], p["worn"]) for p in view["players"]] == [(5, 3), (3, 4)]
        screens = [p["tiles"] for p in view["players"]]
        assert screens == [own if seat == viewer else (2, 3)[seat] for seat in (0, 1)]


def seen_of_A(g: Wigs, by: int | None = 1) -> list[int]:
    """What of A's wigs another player, or a spectator, can remember."""
    return game.view(g, by)["players"][0]["tiles_seen"]


@rule("10.2")
def test_a_drafted_wig_is_known_until_as_many_are_worn_or_sold() -> None:
    g = position(
        ("draft", 0), ("draft", 0), *selling(), tiles=[[1], [], []], worn=[5, 1, 1], offer=[1, 2, 3]
    )
    g = play(g, "A take 1", "A take 2")
    assert seen_of_A(g) == [1, 2]
    assert seen_of_A(g, None) == [1, 2]
    assert g.players[0].tiles == [1, 1, 2]
    g = play(g, "A sell 1 1 I")
    assert seen_of_A(g) == [2]


@rule("10.2")
def test_a_bought_wig_is_known_to_be_behind_the_screen_until_it_is_sold() -> None:
    g = position("buy_wigs", *selling(), gold=[9, 0, 0], tiles=[[4], [], []], market="I 4 4 4 3")
    g = play(g, "A buy I 1", "A buy I 2", "A pass")
    assert seen_of_A(g) == [4, 4]
    g = play(g, "A sell 4 1")
    assert seen_of_A(g) == [4]
    assert Counter(g.players[0].tiles) == Counter([4, 4])


@rule("10.2", "8.1")
def test_worn_and_debut_wigs_are_known_once_they_are_behind_the_screen() -> None:
    g = position("end_round", worn=[2, 3, 3], tiles=[[5], [], []], debut=[2])
    assert seen_of_A(g) == [2, 2]
    g = play(g, "A wear 2", "B wear 3", "C wear 3")
    assert seen_of_A(g) == [2]


@rule("10.3")
def test_hidden_draws_blur_what_is_known_of_the_supply() -> None:
    steps = ["set_market", "return_wigs", *selling(0, 1)]
    worn = [5, 5, 1]
    g = position(*steps[:2], worn=worn, supply=[5, 5, 5], market="I 1, II 2, III 3")
    assert game.view(g, 1)["supply_seen"] == [5, 5, 5]
    g = position(
        *steps,
        worn=worn,
        tiles=[[1], [], []],
        supply=[5, 5, 4],
        draws=[5, 5, 4],
        market="I 1, II 2, III 3",
    )
    assert game.view(g, 1)["supply_seen"] == [4, 5, 5]
    g = play(g, "A pass")
    assert len(g.supply) == 1
    assert game.view(g, 2)["supply_seen"] == []


@rule("10.3", "10.4")
def test_the_trendsetters_knowledge_blurs_too_when_others_draw() -> None:
    g = position(
        "set_market", *selling(0), worn=[5, 2, 3], tiles=[[1], [], []], supply=[3, 3, 5, 5, 2]
    )
    g = play(g, "B show 3", "B show 3", "B show 2")
    assert game.view(g, 1)["supply_seen"] == [5, 5]
    g = play(g, "A pass")
    assert game.view(g, 1)["supply_seen"] == [5]


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


@rule("5.2", "7.2", "10.2")
def test_the_order_by_sums_shows_no_sum() -> None:
    low = position("buy_wigs", gold=[4, 4], tiles=[[1, 1], [5, 5]], market="I 1")
    high = position("buy_wigs", gold=[4, 4], tiles=[[5, 4], [5, 5]], market="I 1")
    assert ranked(low) == ranked(high) == "AB"
    assert game.view(low, None) == game.view(high, None)


# --- 11. Options ---------------------------------------------------------------------------------


@rule("11.1")
@pytest.mark.parametrize(("most", "over"), [(20, False), (24, False), (25, True)])
def test_the_longer_game_goes_to_twenty_five(most: int, over: bool) -> None:
    g = position("end_round", gold=[most, 0], worn=[1, 1], end_gold=25)
    assert (g.scores is not None) == over
    if over:
        assert told(g)[-1] == "The game is over: somebody has 25 gold or more."


@rule("11.1")
def test_W41_four_players_may_play_to_twenty_five_with_a_note() -> None:
    assert game.new(4, 1, {"end_gold": 25}).end_gold == 25
    assert game.new(4, 1).end_gold == 20
    note = Options.model_fields["end_gold"].description
    assert note is not None
    assert "not recommended with three or four players" in note


@rule("11.2")
def test_the_stepped_market_has_only_four_squares_in_the_outer_columns() -> None:
    g = position(*selling(), tiles=[[4] * 6, [], []], layout="stepped")
    assert [len(g.market[column]) for column in ("I", "II", "III")] == [4, 5, 4]
    assert gold(play(g, "A sell 4 4 I"))[0] == 2 + 10
    assert gold(play(g, "A sell 4 5 II"))[0] == 2 + 15
    assert "sell 4 5 I" not in legal(g, "A")
    assert "sell 4 5 III" not in legal(g, "A")
    two = game.new(2, 1, {"layout": "stepped"})
    assert game.view(two, None)["prices"] == {
        "I": [1, 2, 3, 4],
        "II": [2, 3, 4],
        "III": [1, 2, 3, 4],
    }
    assert [len(squares) for squares in two.market.values()] == [4, 3, 4]


@rule("11.3")
def test_with_redraw_the_supply_goes_on_until_three_wigs_are_placed() -> None:
    g = position(
        *("set_market", "return_wigs"),
        draws=[5, 4, 5, 1, 2],
        redraw=True,
        market="I 4, II 2, III 1",
    )
    assert market(g) == "I 4 4, II 2 2, III 1 1"
    assert sorted(g.supply) == [1, 2, 3, 4, 5, 5, 5]
    assert g.returned == [5, 5]


@rule("11.3")
def test_with_redraw_a_supply_that_does_not_fit_is_drawn_once() -> None:
    g = position(
        "set_market", "return_wigs", supply=[5, 5, 5, 5, 1], redraw=True, market="I 4, II 2, III 1"
    )
    assert market(g) == "I 4, II 2, III 1 1"
    assert g.supply == [5, 5, 5, 5]
    assert game.new(2, 1, {"unplaceable": "redraw"}).redraw
    assert not game.new(2, 1).redraw


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
    assert all(tell(text, ANYTHING, LETTERS) for text in DATA["accents"].values())


ANYTHING = {
    **{"round": 1, "who": 0, "wig": "Baron", "column": "I", "gold": 3, "count": 2},
    "reason": "the supply is empty",
}


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
        ("A sell 4 2", "You can sell at most 1 Scholar to column I now."),
        ("A sell 4 0", "You can sell at most 1 Scholar to column I now."),
        ("A sell 5 1", "You have no Buccaneer behind your screen."),
        (
            "A sell 2 1",
            "You have no Trendsetter behind your screen."
            " You cannot sell the wig that you are wearing.",
        ),
        ("A sell 4 1 I", "The column is given, I: leave it out."),
        ("A sell 4 1 II", "The Scholar lies in column I and may not start a second one."),
        ("A sell 4 1 V", "The column is given, I: leave it out."),
        ("A sell 1 1", "Name the column, II or III: the Bon Vivant may start either."),
        ("A sell 1 1 ii", "Name the column, II or III: the Bon Vivant may start either."),
        ("A sell 1 3 II", "You can sell at most 1 Bon Vivant to column II now."),
        ("A sell 1 1 I", "Column I holds Scholar wigs; yours are Bon Vivant."),
        ("A sell 6 1", "“sell 6 1” is not open to you now."),
        ("A sell 4", "“sell 4” is not open to you now."),
        ("A sell 4 1 I I", "“sell 4 1 I I” is not open to you now."),
        ("A sell ² 1", "“sell ² 1” is not open to you now."),
        ("A sell x 1", "“sell x 1” is not open to you now."),
        ("A buy I 1", "“buy I 1” is not open to you now."),
        ("A ", "“” is not open to you now."),
    ],
)
def test_a_refused_sale_is_told_the_rule_in_its_way(move: str, reason: str) -> None:
    g = position(*selling(), tiles=[[4, 1], [], []], market="I 4")
    assert refusal(g, move) == reason


@rule("12.1", "1.5")
def test_a_type_without_a_column_is_told_which_types_hold_them() -> None:
    g = position(*selling(), tiles=[[3], [], []], market="I 4, II 2, III 1")
    assert refusal(g, "A sell 3 1") == (
        "No column is free for the Baron: each holds another type"
        " (I Scholar, II Trendsetter, III Bon Vivant)."
    )


@rule("12.1")
@pytest.mark.parametrize(
    ("move", "reason"),
    [
        ("A buy I 9", "Column I has squares of 1, 2, 3, 4, 5 gold."),
        ("A buy I x", "Column I has squares of 1, 2, 3, 4, 5 gold."),
        ("A buy I ²", "“buy I ²” is not open to you now."),
        ("A buy I 1", "The square of 1 gold in column I is empty."),
        ("A buy I 4", "The square costs 4 gold and you have 3."),
        ("A buy IV 1", "“buy IV 1” is not open to you now."),
        ("A buy I", "“buy I” is not open to you now."),
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


def came_out(g: Wigs, *moves: str) -> bool:
    """Whether the last of these moves brought out something unknown."""
    before = play(g, *moves[:-1])
    return play(before, moves[-1]).rng != before.rng


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
def test_an_absent_player_takes_what_he_has_most_of(
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
def test_an_absent_player_wears_a_debut_type_or_what_he_has_most_of(
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
def test_an_absent_trendsetter_shows_what_he_holds_most_of(
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
        ("sell", (0, 0), "Sell wigs of one type, or pass."),
        ("buy", (0,), "Buy one wig, or pass."),
    ],
)
def test_every_question_says_what_is_asked(choice: str, args: tuple[int], prompt: str) -> None:
    g = position((choice, *args), offer=[1, 2], tiles=[[1, 2], [], []])
    assert (game.view(g, 0)["choice"], game.view(g, 0)["prompt"]) == (choice, prompt)


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
    assert refusal(g, "A sell 5 4 II") == "You can sell at most 3 Buccaneer to column II now."
    assert refusal(g, "A sell 5 6 III") == "You can sell at most 5 Buccaneer to column III now."
    g = position(*selling(), tiles=[[5] * 5, [], []], layout="stepped")
    sale = game.view(g, 0)["sales"]["5"]
    assert (sale["squares"], sale["held"], sale["fits"], sale["gold"]) == ([1, 2, 3, 4], 5, 4, 10)


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


# --- What always holds ---------------------------------------------------------------------------


def tables() -> st.SearchStrategy[tuple[int, int, dict[str, Any]]]:
    """Seats, a seed and options."""
    options = st.fixed_dictionaries(
        {
            "layout": st.sampled_from(["five", "stepped"]),
            "unplaceable": st.sampled_from(["return", "redraw"]),
            "end_gold": st.sampled_from([20, 25]),
        }
    )
    return st.tuples(st.integers(2, 4), st.integers(0, 2**32), options)


def playthrough(
    table: tuple[int, int, dict[str, Any]],
) -> Iterator[tuple[Wigs, int, str, Wigs]]:
    """A game of random moves, every third the default: state, seat, move, next state."""
    seats, seed, options = table
    g, chance = game.new(seats, seed, options), random.Random(seed)
    while g.scores is None:
        seat = chance.choice(g.asked)
        move = chance.choice([*game.legal(g, seat)])
        if chance.random() < 1 / 3:
            move = game.default(g, seat)
        after = game.play(g, seat, move)
        yield g, seat, move, after
        g = after


@rule("1.1")
@given(tables())
@settings(max_examples=30, deadline=None)
def test_there_are_always_thirty_five_wigs(table: tuple[int, int, dict[str, Any]]) -> None:
    for _, _, _, g in playthrough(table):
        assert pieces(g) == {f"wig {wig}": 7 for wig in range(1, 6)}


@rule("1.5")
@given(tables())
@settings(max_examples=30, deadline=None)
def test_a_column_always_holds_one_type_and_a_type_one_column(
    table: tuple[int, int, dict[str, Any]],
) -> None:
    for _, _, _, g in playthrough(table):
        types = [set(squares) - {0} for squares in g.market.values()]
        assert all(len(kinds) <= 1 for kinds in types)
        held = [wig for kinds in types for wig in kinds]
        assert len(held) == len(set(held))


def dots(g: Wigs, squares: dict[str, list[int]]) -> int:
    """The gold of all squares that have a wig."""
    return sum(
        price
        for column, prices in prices_of(g).items()
        for price, wig in zip(prices, squares[column], strict=True)
        if wig
    )


def newly_filled(before: Wigs, after: Wigs) -> int:
    """The gold of the squares that were empty before and are not now."""
    filled = {
        column: [
            wig if not old else 0 for old, wig in zip(squares, after.market[column], strict=True)
        ]
        for column, squares in before.market.items()
    }
    return dots(after, filled)


@rule("5.4", "6.4", "7.3")
@given(tables())
@settings(max_examples=60, deadline=None)
def test_all_gold_is_accounted_for(table: tuple[int, int, dict[str, Any]]) -> None:
    from_supply = bonus = 0
    for before, seat, move, after in playthrough(table):
        verb, *words = move.split(" ")
        if verb in ("wear", "show"):
            from_supply += newly_filled(before, after)
        if verb == "sell" and before.players[seat].worn == 3:
            bonus += int(words[1])
        assert min(gold(after)) >= 0
        occupied = dots(after, after.market)
        assert sum(gold(after)) == 2 * after.seats + occupied - from_supply + bonus


@rule("10.2")
@given(tables())
@settings(max_examples=30, deadline=None)
def test_what_is_remembered_is_always_true(table: tuple[int, int, dict[str, Any]]) -> None:
    for _, _, _, g in playthrough(table):
        for key, things in g.seen.items():
            _, owner, name = key.split("/")
            place = g if owner == "-" else g.players[int(owner)]
            assert Counter(things) <= Counter(getattr(place, name)), key
        for watcher in (None, *range(g.seats)):
            assert Counter(known(g, watcher, g, "supply")) <= Counter(g.supply)


@rule("10.2")
@given(tables())
@settings(max_examples=12, deadline=None)
def test_a_view_shows_nothing_that_was_not_seen(table: tuple[int, int, dict[str, Any]]) -> None:
    for _, _, _, g in playthrough(table):
        for seat in range(g.seats):
            guess = game.guess(g, seat, random.Random(table[1]))
            assert game.view(guess, seat) == game.view(g, seat)
            assert pieces(guess) == pieces(g)


@rule("12.2", "5.8", "7.6")
@given(tables())
@settings(max_examples=25, deadline=None)
def test_without_a_secret_coming_out_a_move_leads_to_the_same_in_all_worlds_its_maker_thinks_of(
    table: tuple[int, int, dict[str, Any]],
) -> None:
    for before, seat, move, after in playthrough(table):
        imagined = game.guess(before, seat, random.Random(table[1]))
        then = game.play(imagined, seat, move)
        came_out = after.rng != before.rng
        assert (then.rng != imagined.rng) == came_out
        assert came_out or game.view(then, seat) == game.view(after, seat)


def draws_after_selling(before: Wigs, after: Wigs) -> bool:
    """Whether a Bon Vivant's or Buccaneer's turn to sell ended by this move."""
    return any(
        now.done and not was.done and was.worn in (1, 5)
        for was, now in zip(before.players, after.players, strict=True)
    )


def tie_in_buying(after: Wigs) -> bool:
    """Whether two players were equal in gold and number of wigs when the order was fixed."""
    won = Counter(values["who"] for text, values, _ in after.news if "collects" in text)
    facts = [(p.gold, len(p.tiles) + (p.worn != 0) - won[p.seat]) for p in after.players]
    return len(set(facts)) < len(facts)


@rule("12.2")
@given(tables())
@settings(max_examples=60, deadline=None)
def test_chance_and_secrets_come_out_exactly_where_they_should(
    table: tuple[int, int, dict[str, Any]],
) -> None:
    for before, seat, move, after in playthrough(table):
        if before.phase == "wear":
            expected = before.asked == [seat]
        elif before.phase == "market":
            expected = True
        elif before.phase == "sell":
            expected = draws_after_selling(before, after)
            expected = expected or (after.phase != "sell" and tie_in_buying(after))
        else:
            expected = False
        assert (after.rng != before.rng) == expected, (before.phase, move)


@rule("9.5", "9.6")
@given(tables())
@settings(max_examples=40, deadline=None)
def test_rounds_without_movement_or_a_smaller_supply_are_counted(
    table: tuple[int, int, dict[str, Any]],
) -> None:
    still = stale = 0
    moved, supply = False, 35 - 3 - 4 * table[0]
    for _, _, move, after in playthrough(table):
        moved = moved or move.startswith(("sell", "buy"))
        if after.phase in ("wear", "over") and not after.answers and not move.startswith("take"):
            shrunk = len(after.supply) < supply
            still = 0 if moved or shrunk else still + 1
            stale = 0 if shrunk else stale + 1
            assert (after.still_rounds, after.stale_rounds) == (still, stale)
            moved, supply = False, len(after.supply)


@rule("9.5", "9.6")
@given(tables())
@settings(max_examples=30, deadline=None)
def test_every_game_ends_for_a_reason(table: tuple[int, int, dict[str, Any]]) -> None:
    *_, (before, _, _, g) = playthrough(table)
    assert g.scores == gold(g)
    assert max(gold(g)) >= g.end_gold or not g.supply or g.still_rounds == 3 or g.stale_rounds == 6
    assert before.scores is None


def test_absent_players_finish_a_game() -> None:
    for seats in (2, 3, 4):
        g = after_draft(seats, seed=seats)
        for _ in range(5000):
            if g.scores is None:
                g = play(g, f"{asked(g)[0]} {default(g, asked(g)[0])}")
        assert g.scores is not None


def test_the_cards_to_look_up_count_the_wigs_of_a_game_and_tell_of_the_debut() -> None:
    cards = game.lookup
    assert pieces(game.new(3, seed=1)) == {
        f"wig {wig}": card["facts"]["In the game"] for wig, card in cards.items()
    }
    debut = [int(wig) for wig, card in cards.items() if "debut" in " ".join(card["text"])]
    assert debut == sorted(game.new(2, seed=1).debut)


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
    assert game.ahead(g, 1)["buying"] == ["buy I 1", "buy I 2", "pass", "pass all"]
    assert "passing" not in game.ahead(g, 1), "passing for good is among them"
    g = play(g, "B ahead buying buy I 2")
    assert play(g, "A pass").players[1].tiles == [1]
    g = play(g, "A buy I 2")
    assert asked(g) == "B" and in_advance(g, "B") == {}
