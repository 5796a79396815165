"""Prêt-à-Porter: the rules that no worked example shows, what always holds, what pages are told."""

import random
from typing import Any

import pytest

from games.pret_a_porter import game
from games.pret_a_porter.components import CARDS, DATA, KINDS, SHOWS
from games.pret_a_porter.computer.estimates import card_value
from games.pret_a_porter.state import House
from renderers.pret_a_porter import describe
from tests.games.pret_a_porter import *

__all__ = ["pieces"]


def through(g: House, months: int) -> House:
    """A game some months later, with sensible moves."""
    until = g.round + months
    while g.scores is None and g.round < until:
        g = game.play(g, g.asked[0], game.default(g, g.asked[0]))
    return g


# --- 1. The table --------------------------------------------------------------------------------


@pytest.mark.parametrize("seats", [1, 5])
def test_the_game_is_for_two_to_four_players(seats: int) -> None:
    with pytest.raises(ValueError, match="is for 2 to 4 players"):
        game.new(seats, 1)


@rule("1.3", "1.9")
def test_the_tops_of_company_decks_lie_open_and_all_else_of_them_is_hidden() -> None:
    g = game.new(2, seed=1)
    view = game.view(g, None)
    for kind in KINDS:
        assert view["tops"][kind] == g.tops[kind] and CARDS[g.tops[kind]].kind == kind
        assert view[f"{kind}_deck"] == 14 and view[f"last_{kind}"] == 6
    assert view["design_deck"] == 42
    for name in ("cash", "designs", "cards", "material"):
        assert view["players"][0][name] == getattr(g.players[0], name)


@rule("1.5")
def test_shows_lie_at_their_quarters() -> None:
    for seed in range(5):
        g = game.new(2, seed)
        assert [len(shows) for shows in g.shows] == [1, 2, 3, 4]
        assert len({show for shows in g.shows for show in shows}) == 10
        assert all(SHOWS[show].last for show in g.shows[3])


@rule("1.6", "1.7")
def test_the_beginning_of_the_game() -> None:
    g = game.new(4, seed=2)
    assert (g.round, g.phase, g.pieces) == (1, "planning", ["Q", "PR", "T", "cash"])
    assert g.asked == [g.order[0]]
    assert g.order == [(g.order[0] + i) % 4 for i in range(4)]
    assert {game.new(4, seed).order[0] for seed in range(20)} == {0, 1, 2, 3}


# --- 2. The year ---------------------------------------------------------------------------------


@rule("2.1", "2.2")
def test_phases_follow_each_other() -> None:
    g, seen = game.new(2, seed=1), []
    while g.scores is None:
        if not seen or seen[-1] != (g.round, g.phase):
            seen.append((g.round, g.phase))
        g = game.play(g, g.asked[0], game.default(g, g.asked[0]))
    phases = [[phase for n, phase in seen if n == month] for month in range(1, 13)]
    for month, found in enumerate(phases, 1):
        order = ["show", "awards", "sales", "upkeep"] if month % 3 == 0 else WORKING
        assert found == [phase for phase in order if phase in found] and found
    assert g.phase == "end" and g.round == 12


WORKING = ["planning", "action", "growth", "upkeep"]


@rule("2.3", "2.5")
def test_rows_are_cleared_and_laid_out_anew() -> None:
    g = game.new(3, seed=4)
    before = {kind: list(row) for kind, row in g.rows.items()}
    g = through(g, 1)
    for kind, row in g.rows.items():
        assert not set(row) & set(before[kind])
        assert len(row) == (4 if kind == "design" else 3)
    assert g.pieces == ["Q", "PR", "T", "cash"]
    assert not any([*g.spaces.values(), *g.card_spaces.values()])


# --- 3. Cards ------------------------------------------------------------------------------------


@rule("3.5")
def test_sales_come_before_further_designs() -> None:
    keys = [each.key for each in company_abilities("B07 B20 E20b", 5)]
    assert keys == ["B07/0", "E20/0", "B20/0"]
    keys = [each.key for each in company_abilities("B16 C15 E17 C08", 9)]
    assert keys == ["C15/0", "E17/0", "B16/0", "C08/0"]


def company_abilities(cards: str, location: int) -> list[Any]:
    """The abilities of these cards for a location, in their order."""
    from games.pret_a_porter.rules.locations import answering

    return answering(company(0, cards), location, pawn=False)


@rule("3.9")
def test_designs_that_are_looked_at_again_are_shown_in_the_order_of_the_deck() -> None:
    look = ("look_into_deck", 0, "C07/0")
    g = position(look, look, look, companies=["C07b", ""], decks="D40 D22 D05 D06 D07")
    for top in ("D40 D22 D05", "D06 D07 D22", "D05 D07 D22"):
        known = game.hide_unknown(g, 0)
        assert game.view(g, 0)["players"][0]["looked_at"] == top.split()
        assert legal(known) == legal(g) == [f"keep {design}" for design in top.split()]
        g = play(g, f"A {legal(g)[0]}")


# --- 4. Planning ---------------------------------------------------------------------------------


@rule("4.1", "4.3")
def test_pawns_are_placed_one_by_one_in_turn_order() -> None:
    g = game.new(3, seed=1)
    first = list(g.order)
    placed = []
    while g.phase == "planning":
        placed.append(g.asked[0])
        assert "pass" not in legal(g)
        g = game.play(g, g.asked[0], legal(g)[0])
    assert placed == first * 3
    assert sum(map(len, g.spaces.values())) == 9


def test_locations_are_offered_in_rows_of_three() -> None:
    question = game.question(position(("place", 0, 1)), 0)
    assert question and question.menu
    assert question.menu == [
        ["place 1", "place 2", "place 3"],
        ["place 4", "place 5", "place 6"],
        ["place 7", "place 8", "place 9"],
    ]


# --- 5. Actions ----------------------------------------------------------------------------------


@rule("5.10", "5.11", "15.5")
def test_prices() -> None:
    prices = DATA["prices"]
    assert list(prices["local"].values()) == [3, 3, 4, 4, 5, 5]
    for colour, price in prices["local"].items():
        assert prices["warehouse"][colour] == price + 1 and prices["import"][colour] == price + 2
    g = acting(8, "$14")
    assert [move for move in legal(g) if "black" in move] == ["buy black 1", "buy black 2"]
    assert refused(g, "A buy black 3") == "After “buy black” you can say 1, 2."
    prompt = game.view(g, 0)["question"]["prompt"]
    assert prompt == "Import Materials: buy units of one colour, $5 to $7 each."


# --- 11. and 12. The end -------------------------------------------------------------------------


@rule("12.3")
def test_if_all_are_bankrupt_nobody_wins() -> None:
    g = position("final_exchange", companies=["$20 loan1 vp9", "$0 loan2 vp9"], month=12)
    view = game.view(g, None)
    assert (view["winners"], view["places"], g.scores) == ([], [2, 3], [1, -47])
    assert "Nobody wins: all are bankrupt." in describe({**view, "names": ["Ada", "Ben"]})


# --- 13. Options ---------------------------------------------------------------------------------


@rule("13.1")
def test_extra_cards_are_an_option() -> None:
    core, extra = pieces(game.new(2, 1)), pieces(game.new(2, 1, {"cards": "extra"}))
    assert sum(core.values()) == 50 + 3 * 24 + 10 and sum(extra.values()) == 60 + 3 * 33 + 10
    assert core < extra


# --- What the pages are told ---------------------------------------------------------------------


def test_a_view_has_facts_of_every_card_that_lies_open() -> None:
    chance = random.Random(2)
    g = game.new(3, 2, {"cards": "extra"})
    while g.scores is None:
        if chance.random() < 0.1:
            view = game.view(g, None)
            cards = {card for row in g.rows.values() for card in row} | set(g.tops.values())
            cards |= {card for p in g.players for card in (*p.cards, *p.designs, *p.collection)}
            assert cards - {""} <= set(view["facts"])
        g = game.play(g, g.asked[0], chance.choice(legal(g)))


def test_the_best_collections_come_with_what_they_would_win() -> None:
    companies = ["D31 D33 D38 green red2 yellow2 black Q3", "Q1 T1"]
    g = position(("place", 0, 1), companies=companies, month=2)
    best = game.view(g, 0)["prospects"][0]
    assert best[0]["designs"] == ["D31", "D33", "D38"] and len(best) == 4
    assert best[0]["counts"] == {"Q": 3, "T": 1, "PR": 0, "X2": 3}
    wins = {line["category"]: line["prestige"] for line in best[0]["lines"]}
    assert wins == {"Q": 4, "PR": 0, "X2": 2, "T": 0}
    assert best[0]["takings"] == 6 * 3 + 40
    g = showing(*companies)
    consequence = game.consequence(g, 0, "show D31+D33+D38")
    assert consequence.startswith("Sells for $58 and wins 6 prestige as things stand (quality 3,")


def test_a_prospect_is_what_comes_true_when_nobody_else_shows() -> None:
    g = exhibition("D31 D33 D37 green red2 yellow black2 E10 C10 B05 Q3", "Q2 PR3", month=3)
    promised = game.view(g, 0)["prospects"][0][0]
    g = play(g, "A show " + "+".join(promised["designs"]))
    assert g.players[0].takings == promised["takings"]
    assert g.players[0].prestige == promised["prestige"]
    assert [award.counts for award in g.awards] == [line["counts"] for line in promised["lines"]]


@pytest.mark.parametrize(
    ("month", "company", "forecast"),
    [
        (1, "D31", "after next month in Paris: Torn Encore still lacks"),
        (
            2,
            "D31 D33 green red yellow black",
            "after this month in Paris: you can show 2 Rock.",
        ),
        (2, "", "after this month in Paris: you have no design yet."),
    ],
)
def test_the_forecast_says_when_the_show_is_and_what_can_be_shown(
    month: int, company: str, forecast: str
) -> None:
    g = position(("place", 0, 1), companies=[company, ""], month=month)
    city = SHOWS[g.shows[0][0]].city
    assert game.view(g, 0)["forecast"].startswith(f"Show {forecast}".replace("Paris", city))


def test_the_price_of_the_running_action_is_that_of_the_view() -> None:
    g = position(("errand", 0, 8), companies=["$20 C06", ""], spaces=pawns(at8="A"), at=8)
    g = game.play(g, 0, "use C06") if "use C06" in legal(g) else g
    own = game.view(g, 0)["locations"][7]["own_prices"]
    assert game.question(g, 0) and f"buy white {20 // own['white']}" in legal(g)
    assert f"buy white {20 // own['white'] + 1}" not in legal(g)


def test_worth_grows_with_what_is_worth_something() -> None:
    plain = position(companies=["$20", "$20"])
    for more in ("$30", "$20 vp5", "$20 T2", "$20 E08", "$20 D31 D33"):
        assert (
            game.evaluation_of(position(companies=[more, "$20"]))[0] > game.evaluation_of(plain)[0]
        )  # type: ignore[index]
    assert (
        game.evaluation_of(position(companies=["$20 loan1", "$20"]))[0]
        < game.evaluation_of(plain)[0]
    )  # type: ignore[index]
    assert card_value("C12", 1) > card_value("C23", 1)


@rule("8.1")
def test_prestige_counts_already_as_what_it_is_turned_into() -> None:
    g = position("exchange_prestige", companies=["prestige5 vp2 $9", "prestige2", ""], month=6)
    before = position(companies=["prestige5 vp2 $9", "prestige2", ""], month=6)
    assert game.points_of(before) == game.points_of(g)
    assert [p.prestige for p in g.players] == [0, 0, 0] and before.players[0].prestige == 5
    for seat in range(3):
        parts = [each.values["n"] for each in game.parts_of(before, seat)]
        assert sum(parts) == (game.points_of(before) or [])[seat]
