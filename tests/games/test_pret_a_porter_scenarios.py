"""Prêt-à-Porter: worked examples, from the set-up to the ending; those of the show are apart."""

from __future__ import annotations

import pytest

from games.pret_a_porter import game
from games.pret_a_porter.calendar import ROUNDS
from games.pret_a_porter.company import (
    capacity,
    credit_room,
    payable_upkeep,
    severance,
    total_upkeep,
)
from games.pret_a_porter.components import DESIGNS
from games.pret_a_porter.state import House, deck
from tests.games.pret_a_porter import (
    LETTERS,
    acting,
    asked,
    at_rest,
    cash,
    company,
    exhibition,
    have,
    legal,
    month_end,
    pawns,
    play,
    position,
)

rule = pytest.mark.rule


# --- Set-up and first player ---------------------------------------------------------------------


@rule("1.1", "1.2", "1.3", "1.4")
def test_three_companies_are_set_up() -> None:
    g = game.new(3, seed=3)
    for p in g.players:
        assert (p.cash, p.vp, total_upkeep(p), len(p.designs)) == (40, 0, 3, 2)
        assert len({DESIGNS[design].style for design in p.designs}) == 1
        assert any(DESIGNS[design].type == p.type for design in p.designs)
    assert (len(g.rows["design"]), len(g.design_deck)) == (4, 40)
    for kind in ("contract", "building", "employee"):
        assert len(g.rows[kind]) == 3
        assert len(deck(g, kind)) + bool(g.tops[kind]) == 15
        assert len(getattr(g, f"last_{kind}")) == 6


def first_players(g: House) -> str:
    """Who goes first in each of the twelve months."""
    found: dict[int, str] = {}
    while g.scores is None:
        found[g.round] = LETTERS[g.order[0]]
        g = game.play(g, g.asked[0], game.default(g, g.asked[0]))
    return " ".join(found.values())


def cheapest(g: House) -> str:
    """A move that changes as little as it can."""
    moves = legal(g)
    return next((move for move in ("pass", "show none") if move in moves), moves[0])


def starting_with(seats: int, first: str) -> House:
    """A new game in which this player goes first."""
    games = (game.new(seats, seed) for seed in range(100))
    return next(g for g in games if LETTERS[g.order[0]] == first)


@rule("1.7", "2.4")
@pytest.mark.parametrize(
    ("seats", "first", "order"),
    [
        (4, "C", "C D D A B B C D D A B B"),
        (3, "A", "A B B C A A B C C A B B"),
        (2, "A", "A B B A B B A B B A B B"),
    ],
)
def test_the_marker_moves_in_working_months_only(seats: int, first: str, order: str) -> None:
    assert first_players(starting_with(seats, first)) == order


# --- Planning and the order of locations ---------------------------------------------------------


@rule("4.1", "4.2", "4.4")
def test_a_full_location_is_closed_but_for_a_card_space() -> None:
    full = pawns(at6="AB")
    g = position(("place", 0), spaces=full)
    assert "place 6" not in legal(g) and "place 7" in legal(g)
    g = position(("place", 0), companies=["E22", ""], spaces=full)
    g = play(g, "A place 6")
    assert (g.spaces[6], g.card_spaces[6]) == ([0, 1], [0])


@rule("5.1", "5.9", "2.3", "15.1")
def test_spaces_and_not_the_turn_order_decide_and_the_row_is_not_filled_up() -> None:
    g = acting(5, "", "", "", "", who="ADA", first="D", rows="D01 D08 D13 D26", decks="D40 D22")
    assert asked(g) == "A designs"
    g = play(g, "A take D13")
    assert asked(g) == "D designs"
    assert legal(g) == ["take D01", "take D08", "take D26", "take deck", "pass"]
    g = play(g, "D take D01")
    assert asked(g) == "A designs"
    assert legal(g) == ["take D08", "take D26", "take deck", "pass"]


@rule("5.1", "5.3", "5.10", "5.12")
def test_credit_of_the_bank_pays_for_materials_of_the_same_month() -> None:
    g = position(
        "action_phase",
        companies=["$2 D31 D33 D38", "$20"],
        spaces=pawns(at1="A", at3="B", at8="A"),
        rows="B03",
    )
    g = play(g, "A credit 30", "B pass", "A buy red 2")
    p = g.players[0]
    assert (p.cash, p.credits, p.tokens["Q"], have(p)) == (18, 3, 3, "red2")
    assert total_upkeep(p) == 6


@rule("3.4", "5.9")
def test_an_announcement_comes_before_the_pawns() -> None:
    g = acting(5, "", "B07", decks="D40 D22")
    assert asked(g) == "B extra_design"
    g = play(g, "B take deck", "A take deck")
    assert (g.players[1].designs, g.players[0].designs) == (["D40"], ["D22"])


@rule("3.4", "1.7")
def test_announcements_of_two_players_come_in_turn_order() -> None:
    g = position(("resolve", 9), companies=["E17", "E17"], first="B", pieces="", spaces=pawns())
    assert cash(g) == [1, 1]
    assert [values["who"] for text, values, _ in g.news if "brings" in text] == [1, 0]


# --- Bank and cards ------------------------------------------------------------------------------


@rule("5.3", "15.5")
@pytest.mark.parametrize(
    ("company_", "most"),
    [("D31 D33 D38 D12", 30), ("D31 D33 D38 D12 B14", 40), ("D31 D33 D38 credit2", 10)],
)
def test_credit_goes_by_the_largest_possible_collection(company_: str, most: int) -> None:
    wanted = [f"credit {amount}" for amount in range(10, most + 1, 10)]
    assert legal(acting(1, company_)) == [*wanted, "pass"]


@rule("5.3", "7.2")
def test_an_adviser_raises_the_limit_and_frees_credits_of_upkeep() -> None:
    g = play(acting(1, "E16 D33 D38"), "A credit 30")
    p = g.players[0]
    assert (p.cash, p.credits, total_upkeep(p)) == (30, 3, 4)
    assert credit_room(p, raised=1) == 0
    assert at_rest(acting(1, "E16 D33 D38 credit3"))


@rule("3.8", "5.4")
def test_a_contract_works_later_in_the_same_month() -> None:
    g = position("action_phase", spaces=pawns(at2="A"), rows="C15")
    g = play(g, "A take C15")
    assert g.players[0].tokens["T"] == 1


@rule("5.5")
def test_a_building_that_is_too_dear_is_not_offered() -> None:
    g = acting(3, "$6", rows="B04 B03 B10")
    assert legal(g) == ["take B03", "take B10", "pass"]
    p = play(g, "A take B03").players[0]
    assert (p.cash, capacity(p)) == (2, 4)
    exact = play(acting(3, "$4", rows="B03"), "A take B03")
    assert cash(exact)[0] == 0 and "B03" in exact.players[0].cards


@rule("5.6")
def test_an_employee_covers_a_printed_one() -> None:
    g = acting(4, "$5", rows="E03")
    assert total_upkeep(g.players[0]) == 3
    p = play(g, "A take E03").players[0]
    assert (p.cash, total_upkeep(p)) == (5, 4)


@rule("5.7", "5.8")
def test_with_a_full_staff_somebody_is_fired_first() -> None:
    g = acting(4, "E01 E02 E03 $9", rows="E07")
    assert legal(g) == ["fire E01", "fire E02", "fire E03", "pass"]
    g = play(g, "A fire E01")
    assert cash(g)[0] == 5
    p = play(g, "A take E07").players[0]
    assert total_upkeep(p) == 7


@rule("5.7", "5.8", "5.2")
def test_without_the_severance_the_action_is_lost() -> None:
    g = acting(4, "E01 E02 E03 $3", rows="E07")
    assert at_rest(g) and g.players[0].loans == 0


@rule("5.8")
def test_a_printed_employee_is_paid_again_after_a_firing() -> None:
    g = position(("growth_turn", 0), companies=["E01 E02 E03 $10 asks", ""])
    p = play(g, "A fire E01").players[0]
    assert (p.cash, total_upkeep(p)) == (6, 5)


@rule("5.8")
def test_the_severance_goes_by_the_side_that_lies_up() -> None:
    g = position(("growth_turn", 0), companies=["E02b $6 asks", ""])
    assert cash(play(g, "A fire E02"))[0] == 0


@rule("11.1", "10.1")
def test_the_takings_of_the_sale_pay_for_a_firing() -> None:
    g = play(exhibition("E07b D31 green red asks", ""), "A show D31")
    assert asked(g) == "A staff" and g.phase == "upkeep"
    p = g.players[0]
    assert p.cash - p.takings < severance(p, "E07") <= p.cash
    assert legal(g) == ["fire E07", "pass always", "pass"]


@rule("11.1")
def test_firing_before_the_upkeep_of_an_exhibition() -> None:
    g = position(("staff_turn", 0), "settle", companies=["E07b $20 asks", ""], month=6)
    assert cash(play(g, "A fire E07"))[0] == 9
    assert cash(play(g, "A pass"))[0] == 14


@rule("5.7")
def test_a_building_houses_a_fourth_employee() -> None:
    g = acting(4, "E01 E02 E03 B02", rows="E07 E12", who="AA")
    assert total_upkeep(g.players[0]) == 7
    g = play(g, "A take E07")
    assert total_upkeep(g.players[0]) == 10
    assert at_rest(g), "there is no fifth place, and no money to make one"


@rule("5.7", "5.8")
def test_employees_fill_the_printed_places_before_houses() -> None:
    g = position(("growth_turn", 0), companies=["E01 E02 E03 E07 B02 $9", ""])
    p = play(g, "A fire E01").players[0]
    assert total_upkeep(p) == 8


# --- Materials -----------------------------------------------------------------------------------


@rule("5.10", "5.13")
def test_a_discount_is_for_every_unit() -> None:
    p = play(acting(6, "E05 $20"), "A buy red 3").players[0]
    assert (p.cash, p.tokens["Q"], have(p)) == (8, 1, "red3")


@rule("3.7")
def test_a_discount_is_saved_for_a_later_pawn() -> None:
    g = position("action_phase", companies=["E05 $30", ""], spaces=pawns(at6="A", at8="A"))
    assert legal(g) == ["use E05", "save E05"]
    g = play(g, "A save E05", "A buy red 1")
    assert asked(g) == "A supplier", "without a later pawn nothing is asked"
    p = play(g, "A buy black 2").players[0]
    assert (p.cash, p.tokens["Q"]) == (30 - 17, 4)


@rule("5.13")
def test_a_unit_never_costs_less_than_a_dollar() -> None:
    p = play(acting(7, "C05 E05b $10"), "A buy white+black").players[0]
    assert (p.cash, p.tokens["Q"]) == (7, 2)
    p = play(acting(6, "E05b B03b $4"), "A buy white 3").players[0]
    assert (p.cash, have(p)) == (1, "white3"), "3 less 4 is a dollar"


@rule("5.11")
def test_a_raised_limit_asks_for_further_units_of_the_same_colours() -> None:
    g = play(acting(7, "B10 $20"), "A buy white+red")
    assert legal(g) == ["more white", "more red", "more white+red", "pass"]
    p = play(g, "A more red").players[0]
    assert (p.cash, have(p), p.tokens["Q"]) == (4, "white1 red2", 2)


@rule("5.12", "3.4")
def test_nothing_bought_brings_the_gift_of_a_card_but_no_quality_of_the_supplier() -> None:
    g = acting(6, "E06 $0")
    assert at_rest(g)
    assert g.players[0].tokens["Q"] == 1


@rule("5.14", "2.5")
def test_pieces_run_out_and_come_back() -> None:
    g = acting(9, "", "", "", "", who="ABA")
    g = play(g, "A take T", "B take cash")
    assert legal(g) == ["take Q", "take PR", "pass"]
    again = position("next_round", month=1, pieces="PR", decks="D01")
    assert again.pieces == ["Q", "PR", "T", "cash"]


# --- Growth --------------------------------------------------------------------------------------


@rule("6.1", "6.3")
def test_one_training_and_one_upgrade() -> None:
    g = position(("growth_turn", 0), companies=["E02 E03 B04 $12", ""])
    g = play(g, "A train E02")
    assert "train E03" not in legal(g) and "upgrade B04" in legal(g)
    g = play(g, "A upgrade B04")
    p = g.players[0]
    assert (p.cash, total_upkeep(p)) == (2, 7)
    assert at_rest(g)


@rule("6.2")
def test_the_apprentice_scheme_allows_two_trainings_the_first_cheaper() -> None:
    g = position(("growth_turn", 0), companies=["C18 E07 E02 $6", ""])
    g = play(g, "A train E07")
    assert cash(g)[0] == 5
    assert cash(play(g, "A train E02"))[0] == 1


# --- Upkeep and loans ----------------------------------------------------------------------------


EIGHTEEN = "E07 E04 E09 E13 E18 B02 B08 B09 B10 B13 B24"
"""A company with an upkeep of $18."""


@rule("7.3", "7.1")
@pytest.mark.parametrize(
    ("company_", "left", "loans"),
    [
        ("$2 E01 E02 E03", 14, 1),
        (f"{EIGHTEEN} B22", 17, 2),
        ("$5 E01 E02 B03", 0, 0),
        (EIGHTEEN, 0, 1),
        (f"$1 {EIGHTEEN} loan1", 17, 3),
    ],
)
def test_loans_are_forced_and_cost_upkeep_at_once(company_: str, left: int, loans: int) -> None:
    p = month_end(company_).players[0]
    assert (p.cash, p.loans) == (left, loans)


@rule("7.2")
def test_a_personnel_manager_makes_the_dearest_cheaper_and_firing_free() -> None:
    p = company(0, "E07 E02 E15")
    assert payable_upkeep(p) == 5
    assert severance(p, "E07") == 0


@rule("7.2")
def test_a_finance_director_halves_what_is_left() -> None:
    assert total_upkeep(company(0, "LE05 E07 B02 loan1")) == 10
    assert payable_upkeep(company(0, "LE05 E07 B02 loan1 C12b")) == 4
    assert payable_upkeep(company(0, "LE05 E07 B02 loan1")) == 5


@rule("7.2")
def test_an_accounting_bureau_frees_credits() -> None:
    assert payable_upkeep(company(0, "B13 credit4")) == 4


# --- Contracts that turn -------------------------------------------------------------------------


@rule("11.4", "8.9")
def test_a_contract_serves_in_two_exhibitions() -> None:
    g = exhibition("C01", "", month=3)
    assert g.awards[1].counts == [2, 0] and g.players[0].cards == {"C01": "b"}
    g = exhibition("C01b", "", month=6, decks="C02 C03 C04")
    assert max(award.counts[0] for award in g.awards) == 1
    assert g.players[0].cards == {} and g.discards["contract"] == ["C01"]


@rule("11.4", "7.2")
def test_a_rent_holiday_is_weaker_after_it_was_extended() -> None:
    p = company(0, "C12 E01 E02 E03")
    assert payable_upkeep(p) == 3
    p.cards["C12"] = "b"
    assert payable_upkeep(p) == 4
    g = position("settle", "turn_contracts", companies=["C12 E01 E02 E03 $9", ""], month=3)
    assert g.players[0].cards["C12"] == "b" and cash(g)[0] == 6


@rule("3.3", "11.4")
def test_what_works_at_once_works_on_both_sides() -> None:
    g = play(acting(2, "", rows="C19", month=4), "A take C19")
    assert cash(g)[0] == 10
    g = position("settle", "turn_contracts", companies=["C19 $10", ""], month=6)
    assert cash(g)[0] == 10 - 3 + 5


@rule("2.8", "3.3")
def test_a_fabric_fair_gives_a_unit_at_once_and_each_month() -> None:
    g = play(acting(2, "", rows="C16", month=2), "A take C16", "A gain red")
    assert have(g.players[0]) == "red1"
    g = position("next_round", companies=["C16b $5", ""], month=3, decks="D01 D02 D03 D04")
    assert asked(g) == "A material" and "pass" in legal(g)
    p = play(g, "A gain white").players[0]
    assert (p.cash, have(p)) == (3, "white1")


# --- Decks ---------------------------------------------------------------------------------------


@rule("2.7", "3.1", "15.1")
def test_the_last_quarter_replaces_the_company_cards() -> None:
    g = game.new(2, seed=5)
    while g.round < 10:
        g = game.play(g, g.asked[0], cheapest(g))
    for kind in ("contract", "building", "employee"):
        assert all(card.startswith("L") for card in g.rows[kind])
        assert len(deck(g, kind)) + bool(g.tops[kind]) == 3
        assert g.discards[kind] == []
    assert len(g.removed) == 54
    g = position(("growth_turn", 0), companies=["E02 $9", ""], month=10)
    assert play(g, "A fire E02").removed == ["E02"]


@rule("2.6")
def test_a_deck_that_runs_out_is_made_of_its_discard_pile() -> None:
    g = acting(
        2,
        "E12b",
        month=7,
        rows="C01",
        decks="C02 C03 C04",
        discards="C05 C06",
        steps=(("resolve", 2), "clean_up", "next_round"),
    )
    g = play(g, "A take C01", "A take deck")
    assert list(g.players[0].cards) == ["E12", "C01", "C02"]
    assert g.round == 8 and {"C03", "C04"} < set(g.rows["contract"])
    assert set(g.rows["contract"]) - {"C03", "C04"} < {"C05", "C06"}


# --- The end -------------------------------------------------------------------------------------


def ended(*companies: str, **facts: object) -> House:
    """A game after the last exchange of this position."""
    return position("final_exchange", companies=companies, month=ROUNDS, **facts)


@rule("12.1", "12.3")
def test_the_bankrupt_cannot_win() -> None:
    g = ended("$12 loan1 vp20 prestige4", "$10 vp20")
    assert g.players[0].vp == 24 and g.players[0].bankrupt
    assert game.view(g, None)["winners"] == [1]
    assert g.scores == [12 + 24 - 28, 30]


@rule("12.2")
def test_a_card_saves_from_bankruptcy() -> None:
    g = ended("$12 loan1 LC05 D01 D02 red3", "")
    assert cash(g)[0] == 6 and not g.players[0].bankrupt


@rule("12.2", "12.3")
def test_money_for_one_of_two_loans() -> None:
    g = ended("$40 loan2 vp5", "$1")
    p = g.players[0]
    assert (p.cash, p.loans, p.bankrupt) == (12, 1, True)
    assert g.scores == [12 + 5 - 28, 1]


@rule("12.5", "15.8")
def test_ties_at_the_end() -> None:
    g = ended("$60 vp50", "$58 vp52", "$50 vp50")
    assert g.scores == [110, 110, 100] and game.view(g, None)["winners"] == [1]
    g = ended("$60 vp50", "$58 vp52", "$58 vp52")
    assert game.view(g, None)["winners"] == [1, 2]


@rule("12.1", "12.4")
def test_prestige_is_noted_before_the_last_exchange() -> None:
    g = ended("prestige7 LE08", "", "", "")
    assert g.players[0].vp == 21 + 7


@rule("12.4")
@pytest.mark.parametrize(("money", "points"), [(63, 12), (130, 22)])
def test_an_investment_trust_has_a_limit(money: int, points: int) -> None:
    assert ended(f"${money} LB06", "").players[0].vp == points
