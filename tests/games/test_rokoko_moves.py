"""Rokoko: moves, what a player is shown besides, and what is set in advance."""

from __future__ import annotations

import random
from typing import Any

import pytest

from bot.texts.languages import lexicon
from games.rokoko import scoring
from games.rokoko.components import BOARDS
from games.rokoko.state import Rokoko, Turn, game
from games.words import names_for, news_text
from tests.games.rokoko import *

# --- 13. Moves -----------------------------------------------------------------------------------


@rule("13.1")
def test_the_moves_have_the_words_of_the_rules() -> None:
    assert {first for verb in game.verbs.values() for first in verb.firsts} == {
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


def test_consequences_say_what_a_move_would_bring() -> None:
    def consequence(g: Rokoko, move: str) -> str:
        assert move in legal(g)
        return game.consequence(g, 0, move)

    g = selection("B1 B2 B3 E04 E05")
    assert (
        consequence(g, "choose B1 B2 E04") == "hand: 2 masters, 1 apprentice; 2 stay in the supply"
    )
    g = selection("B1 B3 E02 E04")
    assert consequence(g, "choose B1 B3 E02") == (
        "hand: 1 master, 2 journeymen; 1 stays in the supply"
    )
    g = turn_of_choice("B1 E04")
    assert (
        consequence(g, "play B1") == "No bonus." and consequence(g, "play E04") == "Bonus: 5 Livre."
    )
    g = turn("B1", warehouse=["R01 R02"], windows="D03", hire="E05")
    assert consequence(g, "fund ST1") == "+2 prestige; 11 Livre left"
    assert consequence(g, "fund FL1") == "+2 prestige, and 0 Livre a round; 9 Livre left"
    with_d03 = "then you have the material for D03; 14 Livre left"
    assert consequence(g, "take W1 1 silk") == with_d03
    assert consequence(g, "take W1 1 goods") == "14 Livre left"
    one_yarn = turn("B1", own={"tiles": "R01", "yarn": 1}, warehouse=["R02"], windows="D04")
    one_lace = turn("B1", own={"tiles": "R02", "lace": 1}, warehouse=["R01"], windows="D06")
    bare = {"tiles": "R02", "yarn": 0, "lace": 0}
    no_goods = turn("B1", own=bare, warehouse=["R01", "R02"], windows="D04 D06")
    no_silk = turn("B1", own={"lace": 1}, warehouse=["R01"], windows="D08")
    for which, move, dress in (
        (one_yarn, "take W1 1 goods", "D04"),
        (one_lace, "take W1 1 goods", "D06"),
        (no_goods, "take W1 1 goods", "D04"),
        (no_goods, "take W2 1 goods", "D06"),
    ):
        made = f"then you have the material for {dress}; 15 Livre left"
        assert consequence(which, move) == made
    assert consequence(no_silk, "take W1 1 silk") == "15 Livre left", "two of three bales"
    assert consequence(g, "hire E05") == (
        "Bonus: You may take another resource tile, free. 15 Livre left."
    )
    g = turn("B1", own={"tiles": "R01 R43"}, windows="- - - - D03")
    assert consequence(g, "make D03") == ("of 2 red; 15 Livre left"), "R01 is enough"
    costly = turn("B1", own={"tiles": "R43"}, windows="- - - - D03 D05")
    assert consequence(costly, "make D03") == ("of 2 red; 1 yellow silk is wasted; 15 Livre left")
    g = p1(g, "make D03")
    assert consequence(g, "using R43") == "1 yellow silk is wasted; 2 red silk left"
    g = p1(g, "using R01")
    assert consequence(g, "rent king 1") == (
        "you would be 1 there, the best other 0: 8 prestige as it stands, now 0"
    )
    g = turn("B1", rents={"P1": "H2a D01", "P2": "H2b D02"}, own={"tiles": "R01"}, windows="D03")
    g = p1(g, "make D03")
    assert "7 prestige as it stands, now 5" in consequence(g, "rent 2 m")


def test_consequences_are_short_and_know_no_secret() -> None:
    chance = random.Random(2)
    for g in played_through(4, 5)[::5]:
        for seat in g.asked:
            guess = game.guess(g, seat, chance)
            for move in game.legal(g, seat):
                assert len(game.consequence(g, seat, move)) <= 100
                assert game.consequence(g, seat, move) == game.consequence(guess, seat, move)


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
    assert [sheet["total"] for sheet in shown(end)["score_sheets"]] == end.scores
    for sheet in shown(end)["score_sheets"]:
        assert sheet["total"] == sum(sheet[part] for part in scoring.STEPS)


def test_who_stands_better_is_told_by_the_evaluation() -> None:
    worth = game.evaluation_of(position(owns={"P1": {"livre": 20}, "P2": {"prestige": 9}}))
    assert worth is not None and worth[1] > worth[0] > worth[2]


def test_every_card_can_be_looked_up() -> None:
    found = game.lookup
    assert len(found) == 33 + 42 + 48 + 25 + 5
    assert found["E12"]["text"] == ["You may pay 3 Livre, once, for 2 prestige."]
    assert found["D08"]["facts"]["Silk"] == "3 red" and "master" in found["D08"]["text"][0]
    assert found["R31"]["facts"] == {"Kept": "1 red silk", "Discarded": "1 yarn, 1 lace"}
    for card in found.values():
        assert card["name"] and card["kind"] and all(card["text"]) and all(card["facts"].values())


def test_decorations_and_halls_are_looked_up_with_what_they_cost_and_bring() -> None:
    facts = {id: card["facts"] for id, card in game.lookup.items()}
    assert facts["MUS2"] == {
        "Price": "8 Livre",
        "Prestige on side A": "3",
        "Prestige on side B": "4",
    }
    assert facts["ST3"] == {"Price": "6 Livre"} and facts["ST8"] == {"Price on side B": "10 Livre"}
    assert facts["FU1"] == {
        "Price on side A": "8 Livre",
        "Price on side B": "9 Livre",
        "Income": "3 Livre",
        "Prestige": "1",
    }
    assert facts["FU3"]["Income on side B"] == "1 Livre"
    assert facts["H3"] == {
        "Majority on side A": "6/3",
        "Majority on side B": "7/4",
        "Space 1": "1 lace",
        "Space 2": "a free resource tile",
        "Space 3 on side B": "1 yarn",
    }
    assert {*BOARDS[3].decorations, *BOARDS[5].decorations} < {*facts}


@pytest.mark.parametrize("language", ["en", "de", "es", "fr", "ja"])
def test_news_address_the_player_of_whom_they_tell(language: str) -> None:
    texts = lexicon(language, "rokoko")
    news = {text: values for g in played_through(3, 4) for text, values, _ in g.news}
    of_seats = {text: values for text, values in news.items() if "who" in values}
    assert len(of_seats) > 15
    for text, values in of_seats.items():
        who = values["who"]
        own = news_text(text, values, names_for(who, SEATS), texts)
        others = news_text(text, values, names_for(None, SEATS), texts)
        assert SEATS[who] in others and SEATS[who] not in own


# --- What one is warned of, and what comes next --------------------------------------------------


def alarms(g: Rokoko, who: str = "P1") -> set[str]:
    """The alarms that a player is shown."""
    return {*shown(g, who).get("alarms", {})}


@pytest.mark.parametrize(
    ("supply", "number", "warned"),
    [
        ("B1 B2 B3 B4", 3, set[str]()),
        ("B1 B2 B3", 3, set()),
        ("B1 B2", 3, {"few_turns"}),
        ("B1", 6, {"few_turns", "no_dress"}),
        ("B1 B2 B3", 7, {"no_dress"}),
    ],
)
def test_whoever_has_few_employees_is_warned(supply: str, number: int, warned: set[str]) -> None:
    g = position(STOP, number=number, owns={"P1": {"supply": supply}})
    assert alarms(g) == warned


def test_money_that_is_not_enough_for_all_turns_is_told() -> None:
    facts: dict[str, Any] = {"warehouse": ["R01 R02 R03"]}
    assert alarms(turn("B4", "B5", own={"livre": 3}, **facts)) == {"no_money"}
    assert alarms(turn("B4", "B5", own={"livre": 4}, **facts)) == set()
    can_sell = turn("B3", "B5", own={"livre": 0, "tiles": "R01"}, windows="- - - - D03", **facts)
    assert alarms(can_sell) == set()


def test_no_dress_in_a_hall_is_told_from_round_5_on() -> None:
    assert [alarms(turn("B4", number=n)) for n in (4, 5)] == [set(), {"no_dress"}]
    assert alarms(turn("B4", number=5, rents={"P1": "H1a D01"})) == set()


def test_the_last_chance_to_make_a_dress_is_told() -> None:
    facts: dict[str, Any] = {"own": {"tiles": "R01"}, "windows": "- - - - D03"}
    facts["rents"] = {"P1": "H1a D01"}
    assert alarms(turn("B3", number=7, **facts)) == {"last_dress"}
    assert alarms(turn("B4", number=7, **facts)) == set(), "an apprentice makes none"
    assert alarms(turn("B3", number=6, **facts)) == set()


@pytest.mark.parametrize(
    ("card", "left", "number", "tone", "alarm"),
    [
        ("B1", "B2 B3 B4 B5", 3, "unusual", ""),
        ("B1", "B3 B4 B5", 3, "unusual", "Your last master leaves: nobody could hire"),
        ("B1", "B2 B3", 3, "grave", "You would have only 2 turns in each later round, not 3."),
        ("B1", "", 3, "grave", "Your last employee leaves: you take no more turns."),
        ("B1", "", 7, "unusual", ""),
        ("E27", "B1 B2 B3", 7, "unusual", "Its 4 prestige at the end would be lost."),
    ],
)
def test_deputing_says_what_one_would_regret(
    card: str, left: str, number: int, tone: str, alarm: str
) -> None:
    question = game.question(turn(card, own={"supply": left}, number=number), 0)
    assert question and question.tone("depute") == tone
    assert question.alarm("depute").startswith(alarm) and bool(alarm) == bool(
        question.alarm("depute")
    )


def test_a_forecast_tells_what_follows_and_which_dress_is_nearest() -> None:
    g = turn("B1", "B3", own={"tiles": "R31"}, windows="- - - - D03 D01")
    assert shown(g, "P1")["forecast"] == (
        "2 turns in this round, then 5 Livre of income. You have all for a red dress (D01)."
    )
    g = turn("B4", number=7, own={"tiles": "R31", "yarn": 0}, windows="- - - - D10 D01")
    assert shown(g, "P1")["forecast"] == (
        "1 turn, then the final scoring. For a red dress (D01) you lack 1 yarn."
    )
    g = selection("B1 B2 B3 B4 B5")
    assert shown(g, "P1")["forecast"] == "3 turns in this round, then 5 Livre of income."


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
