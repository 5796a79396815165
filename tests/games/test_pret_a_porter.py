"""Prêt-à-Porter: the rules that no worked example shows, what always holds, what pages are told."""

from __future__ import annotations

import random
from typing import Any

import pytest

from games.pret_a_porter import game
from games.pret_a_porter.components import (
    CARDS,
    DATA,
    KINDS,
    LOCATIONS,
    NAME,
    SHOWS,
)
from games.pret_a_porter.computer.estimates import card_value
from games.pret_a_porter.state import House
from games.words import names_for, news_text
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


@rule("1.8")
def test_supplies_never_run_out() -> None:
    p = play(acting(6, "$120"), "A buy white 40").players[0]
    assert have(p) == "white40"
    assert month_end("loan5 $0 E09 E07 E04").players[0].loans > 5


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


@rule("2.6")
def test_the_design_deck_is_made_anew_and_a_place_stays_empty_if_nothing_is_left() -> None:
    g = position("next_round", month=1, decks="D01", discards="D02 D03")
    assert sorted(g.rows["design"]) == ["D01", "D02", "D03"] and g.rows["contract"] == []
    assert at_rest(acting(5, "")), "no design can be had"


# --- 3. Cards ------------------------------------------------------------------------------------


@rule("3.2")
def test_an_ability_works_once_a_month_and_again_in_the_next() -> None:
    g = play(acting(6, "E06 $20", who="AA"), "A pass", "A pass")
    assert g.players[0].tokens["Q"] == 1 and g.players[0].used
    g = position("next_round", companies=["E06", ""], month=1, decks="D01 D02 D03 D04")
    assert g.players[0].used == []


@rule("3.2")
def test_abilities_that_worked_are_unused_in_the_next_month() -> None:
    decks = "D01 D02 D03 D04"
    g = acting(6, "E06 $20", steps=(("resolve", 6), "next_round", ("resolve", 6)), decks=decks)
    assert g.players[0].used and g.players[0].tokens["Q"] == 1
    g = play(g, "A pass")
    while asked(g) in ("A place", "B place"):
        free = [move for move in legal(g) if len(move.split()) == 2 and move.startswith("place")]
        where = "place 6" if asked(g) == "A place" and g.spaces[6] == [0] else free[-1]
        g = play(g, f"{asked(g)[0]} {where}")
    assert g.round == 2 and g.players[0].tokens["Q"] == 2


@rule("3.8", "15.2")
def test_a_card_does_not_work_for_the_pawn_that_took_it() -> None:
    g = play(acting(4, "", rows="C24 E03"), "A take E03")
    g = play(acting(2, "", rows="C05"), "A take C05")
    assert g.players[0].used == []
    g = position("action_phase", spaces=pawns(at2="AA"), rows="C08 C15")
    g = play(g, "A take C08", "A take C15")
    assert g.players[0].tokens["T"] == 1, "location 9 comes later"
    g = acting(4, "", rows="E12 E17", who="AA")
    assert cash(play(g, "A take E12", "A take E17"))[0] == 0


@rule("3.1", "3.8", "15.2")
def test_a_card_that_is_turned_is_unused_again() -> None:
    g = position(("growth_turn", 0), companies=["E17 $5", ""])
    g.players[0].used.append("E17/0")
    assert play(g, "A train E17").players[0].used == []


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
def test_a_player_who_looks_alone_sees_what_there_is() -> None:
    g = play(acting(5, "C07b", rows="D01", decks="D40 D22 D05 D06"), "A look")
    assert game.view(g, 0)["players"][0]["looked_at"] == ["D40", "D22", "D05"]
    for other in (None, 1):
        assert game.view(g, other)["players"][0]["looked_at"] == 3
    assert game.view(g, 1)["question"]["secret"] and "D40" not in str(game.view(g, 1)["facts"])


@rule("3.9")
def test_designs_that_are_looked_at_again_are_shown_in_the_order_of_the_deck() -> None:
    look = ("look_into_deck", 0, "C07/0")
    g = position(look, look, look, companies=["C07b", ""], decks="D40 D22 D05 D06 D07")
    for top in ("D40 D22 D05", "D06 D07 D22", "D05 D07 D22"):
        known = game.hide_unknown(g, 0)
        assert game.view(g, 0)["players"][0]["looked_at"] == top.split()
        assert legal(known) == legal(g) == [f"keep {design}" for design in top.split()]
        g = play(g, f"A {legal(g)[0]}")


@rule("3.9")
def test_a_player_knows_no_design_of_the_deck_that_another_player_may_have_taken() -> None:
    looks = [("look_into_deck", seat, "C07/0") for seat in (0, 1)]
    g = position(*looks, companies=["C07b", "C07b"], decks="D40 D22 D05 D06 D07")
    g = play(g, "A keep D40")
    assert asked(g) == "B keep" and game.view(g, 0)["design_deck_seen"] == []


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


@rule("4.2", "15.4")
@pytest.mark.parametrize(
    ("seats", "spaces"),
    [(2, [2] * 9), (3, [2, 3, 3, 3, 3, 2, 2, 2, 3]), (4, [3] * 9)],
)
def test_spaces_by_players(seats: int, spaces: list[int]) -> None:
    view = game.view(game.new(seats, seed=1), 0)
    assert [each["spaces"] for each in view["locations"]] == spaces
    assert sum(spaces) > 3 * seats


@rule("13.2")
def test_tight_spaces_are_for_two() -> None:
    g = game.new(2, 1, {"spaces": "tight"})
    view = game.view(g, 0)
    assert [each["spaces"] for each in view["locations"]] == [1, 2, 2, 2, 2, 1, 1, 1, 2]
    g.spaces[6] = [0]
    assert "place 6" not in legal(g)
    assert game.view(game.new(3, 1, {"spaces": "tight"}), 0)["locations"][0]["spaces"] == 2


def test_locations_are_offered_in_rows_of_three() -> None:
    question = game.question(position(("place", 0)), 0)
    assert question and question.menu
    assert question.menu == [
        ["place 1", "place 2", "place 3"],
        ["place 4", "place 5", "place 6"],
        ["place 7", "place 8", "place 9"],
    ]


def test_a_full_location_is_refused_with_a_reason() -> None:
    g = position(("place", 0), spaces=pawns(at6="AB"))
    assert "All spaces of Local Materials are taken." in refused(g, "A place 6")


# --- 5. Actions ----------------------------------------------------------------------------------


@rule("5.2", "5.4", "15.4")
def test_actions_may_be_forgone_and_are_lost_where_nothing_can_be_done() -> None:
    g = acting(2, "", rows="C01")
    assert legal(g) == ["take C01", "pass"]
    assert play(g, "A pass").players[0].cards == {}
    assert (
        at_rest(acting(2, "")) and at_rest(acting(3, "$40")) and at_rest(acting(9, "", pieces=""))
    )


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


@rule("5.12")
def test_two_pawns_make_two_purchases() -> None:
    g = play(acting(7, "$40", who="AA"), "A buy white", "A buy white")
    assert (g.players[0].tokens["Q"], have(g.players[0])) == (4, "white2")


@rule("5.14")
def test_a_fifth_pawn_finds_nothing() -> None:
    g = acting(9, *[""] * 4, who="ABCDA")
    g = play(g, "A take Q", "B take PR", "C take T", "D take cash")
    assert at_rest(g)
    p = g.players
    assert (p[0].tokens["Q"], p[1].tokens["PR"], p[2].tokens["T"], p[3].cash) == (2, 1, 1, 5)


@rule("5.8")
def test_why_somebody_cannot_be_fired() -> None:
    g = acting(4, "E01 E02 E04 $4", rows="E07")
    assert "Firing Junior Designer costs $6, and you have $4." in refused(g, "A fire E04")
    assert refused(g, "A fire E05") == "After “fire” you can say E01, E02."
    assert "fire somebody first" in refused(g, "A take E07")


@rule("5.8")
def test_firing_is_asked_back_only_where_nobody_else_is_employed() -> None:
    for companies, tone in ("E01 E02 $9", "unusual"), ("E01 $9", "grave"):
        for steps in (("growth_turn", 0),), (("staff_turn", 0),):
            g = position(*steps, companies=[f"{companies} asks", ""])
            question = game.question(g, 0)
            assert question is not None and question.tone("fire E01") == tone


# --- 6. Growth -----------------------------------------------------------------------------------


@rule("6.1", "15.6")
def test_a_card_of_this_month_may_be_turned() -> None:
    g = acting(4, "$9", rows="E01", steps=(("resolve", 4), ("growth_turn", 0)))
    g = play(g, "A take E01", "A train E01")
    assert g.players[0].cards == {"E01": "b"} and cash(g)[0] == 6


@rule("6.2")
def test_what_helps_growth_is_fixed_when_it_begins() -> None:
    g = position(("growth_turn", 0), companies=["B12 E07 E02 B04 $40", ""])
    g = play(g, "A upgrade B12")
    assert cash(g)[0] == 40 - 1
    g = play(g, "A train E07", "A train E02")
    assert cash(g)[0] == 39 - 5 - 4, "the greater discount of its second side comes next month"
    assert not any(move.startswith(("train", "upgrade")) for move in legal(g))


@rule("6.3")
def test_who_could_only_pass_is_not_asked_for_growth() -> None:
    assert at_rest(position(("growth_turn", 0), companies=["$40 C01 D01", ""]))
    asked_on = position(("growth_turn", 0), companies=["E01 E02 $40 asks", ""])
    assert "You may train no more" in refused(play(asked_on, "A train E01"), "A train E02")


@rule("6.4")
def test_growth_is_answered_in_advance() -> None:
    g = position(("place", 1), ("growth_turn", 0), companies=["E01 E02 $40", ""])
    assert game.premoves(g, 0) == {"growth": ["pass", "train E01", "train E02"]}
    done = play(g, "A ahead growth pass", "B place 1")
    assert at_rest(done) and done.players[0].cards == {"E01": "a", "E02": "a"}
    done = play(g, "A ahead growth train E01", "B place 1")
    assert done.players[0].cards["E01"] == "b" and at_rest(done)
    assert game.view(play(g, "A ahead growth pass"), 0)["ahead"] == {"growth": "pass"}
    assert game.view(play(g, "A ahead growth pass"), 1)["ahead"] == {}


@rule("6.4")
def test_firing_is_answered_in_advance() -> None:
    g = position(("place", 1), ("staff_turn", 0), companies=["E01 $40 asks", ""], month=3)
    assert game.premoves(g, 0) == {"firing": ["pass"]}
    assert at_rest(play(g, "A ahead firing pass", "B place 1"))
    assert asked(play(g, "B place 1")) == "A staff"


# --- 7. Upkeep -----------------------------------------------------------------------------------


@rule("7.1")
def test_all_pay_at_once_and_see_what_they_pay_for() -> None:
    g = month_end("E01 B02 credit2 loan1 $40", "$40")
    assert cash(g) == [40 - (2 + 2 + 1 + 2 + 2), 37]
    lines = game.view(g, 1)["companies"][0]["upkeep_lines"]
    assert lines == {"printed": 2, "employees": 2, "buildings": 1, "credits": 2, "loans": 2}


@rule("7.3", "15.5")
def test_nobody_borrows_without_need_or_repays_early() -> None:
    p = month_end("$60 loan1").players[0]
    assert (p.cash, p.loans) == (55, 1)
    view = game.view(position(companies=["$2 E01 E02 E03", "$9"]), 0)
    assert [each["loans_to_come"] for each in view["companies"]] == [1, 0]


# --- 11. and 12. The end -------------------------------------------------------------------------


@rule("11.1")
def test_who_cannot_fire_is_not_asked_before_the_upkeep() -> None:
    assert at_rest(position(("staff_turn", 0), companies=["E01 $3", ""], month=3))


@rule("12.3", "15.8")
def test_bankrupt_players_are_ranked_behind_all_others() -> None:
    g = position("final_exchange", companies=["$20 loan1 vp90", "$5", "$0 loan2 vp80"], month=12)
    assert g.scores == [20 + 90 - 28, 5, 80 - 56]
    view = game.view(g, None)
    assert (view["winners"], view["places"]) == ([1], [2, 1, 3])
    assert "A has 82 points. B has 5 points. C has 24 points." in told(g)


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


@rule("13.3")
def test_the_last_quarter_may_have_one_line() -> None:
    view = game.view(game.new(2, 1, {"last_lines": 1}), 0)
    assert [each["lines"] for each in view["quarters"]] == [4, 3, 2, 1]


@rule("13.4")
def test_the_order_may_go_by_points() -> None:
    g = position(
        "next_round", companies=["vp5", "vp2", "vp5", "vp0"], month=3, by_points=True, decks="D01"
    )
    assert g.order == [3, 1, 2, 0]
    g = position("next_round", companies=["", "", ""], month=3, by_points=True, decks="D01")
    assert g.order == [1, 2, 0]
    g = position("next_round", companies=["vp5 D31 green red", "vp2"], month=5, by_points=True)
    assert asked(g) == "A collection" and g.order == [0, 1], "exhibitions keep the order"


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
    g = position(("place", 0), companies=companies, month=2)
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


def test_a_location_says_what_a_pawn_would_cost_and_bring() -> None:
    g = position(
        ("place", 0), companies=["$12 D31 E05", "$9"], rows="B03 C01", spaces=pawns(at3="B")
    )
    said = {n: game.consequence(g, 0, f"place {n}") for n in LOCATIONS}
    assert said[1] == "Credit up to $10, each $10 for $1 of upkeep a month."
    assert said[3] == "Fabric Depot for $4; you have $12. 1 pawn acts before yours."
    assert said[6] == "Units of one colour, $2 to $4 each; 1 quality. You lack green and red."
    g.players[0].material |= {"green": 1, "red": 1}
    assert game.consequence(g, 0, "place 6").endswith("You lack nothing.")


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
    g = position(("place", 0), companies=[company, ""], month=month)
    city = SHOWS[g.shows[0][0]].city
    assert game.view(g, 0)["forecast"].startswith(f"Show {forecast}".replace("Paris", city))


def test_the_forecast_after_a_show_is_the_bill() -> None:
    g = exhibition("$20 credit1 E05 asks", "", month=3)
    assert game.view(g, 0)["forecast"] == "Due this month: $15; you have $20."


@pytest.mark.parametrize(
    ("month", "company", "alarms"),
    [
        (1, "$9", set[str]()),
        (1, "$2", {"upkeep_unpaid"}),
        (2, "$9", {"nothing_to_show"}),
        (2, "$9 credit1", {"nothing_to_show", "debts_unpaid"}),
        (2, "$9 credit1 D31 green red", set[str]()),
    ],
)
def test_an_alarm_says_what_will_go_wrong_this_month_or_at_the_show(
    month: int, company: str, alarms: set[str]
) -> None:
    view = game.view(position(("place", 0), companies=[company, ""], month=month), 0)
    assert {*view.get("alarms", {})} == alarms


@pytest.mark.parametrize(
    ("month", "company", "alarm"),
    [
        (1, "$20", ""),
        (1, "$6", "You could not pay the upkeep of $3: 1 loan would be forced on you."),
        (2, "$19 credit1", "As things stand you lack $3 for what is due after the show."),
    ],
)
def test_a_purchase_that_leaves_too_little_comes_with_an_alarm(
    month: int, company: str, alarm: str
) -> None:
    g = position(("place", 0), companies=[company, ""], rows="B03", month=month)
    question = game.question(g, 0)
    assert question and question.alarm("place 3 B03") == alarm


def test_who_could_show_something_is_asked_whether_they_mean_nothing() -> None:
    question = game.question(showing("D31 green red", ""), 0)
    assert question and question.alarm("show none") == "You could show 1 design."


def test_what_changes_only_what_one_is_asked_is_a_setting() -> None:
    question = game.question(position(("place", 0), companies=["E05", ""]), 0)
    assert question and question.tone("ask firing") == "setting"


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


def test_what_happens_is_told() -> None:
    assert told(play(acting(3, "$20", rows="B03"), "A take B03")) == f"A takes {NAME['B03']}."
    assert "A has to take 1 loan." in told(month_end("$0"))


def test_who_acts_is_told_so_in_the_second_person() -> None:
    g = play(acting(3, "$20", rows="B03"), "A take B03")
    [(template, values, _)] = g.news
    told_to = [news_text(template, values, names_for(seat, ["Ada", "Ben"])) for seat in (0, 1)]
    assert told_to == [f"You took {NAME['B03']}.", f"Ada takes {NAME['B03']}."]
