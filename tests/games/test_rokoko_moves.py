"""Rokoko: moves, what a player is shown besides, and what is set in advance."""

import random

import pytest

from bot.texts.languages import lexicon
from games.rokoko import scoring
from games.rokoko.components import BOARDS
from games.rokoko.state import Turn, game
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
@pytest.mark.parametrize("seats", game.seats)
def test_a_table_of_absent_players_plays_decently(seats: int) -> None:
    g = game.new(seats, 1)
    while g.scores is None:
        g = game.play(g, g.asked[0], game.default(g, g.asked[0]))
    assert sum(g.scores) / seats > 40, "players who move at random have some 32"


# --- What is worked out --------------------------------------------------------------------------


def test_consequences_are_short_and_know_no_secret() -> None:
    chance = random.Random(2)
    for g in played_through(4, 5)[::5]:
        for seat in g.asked:
            guess = game.guess(g, seat, chance)
            for move in game.legal(g, seat):
                assert len(game.consequence(g, seat, move)) <= 100
                assert game.consequence(g, seat, move) == game.consequence(guess, seat, move)


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


# --- In advance ----------------------------------------------------------------------------------


@rule("13.5")
def test_the_next_hand_is_set_in_advance() -> None:
    g = play(two_turns(), "P2 ahead next hand choose B2 B4 E01", "P1 pass")
    while g.asked:
        g = game.play(g, g.asked[0], game.default(g, g.asked[0]))
    assert player(g, "P2").hand == ["B2", "B4", "E01"], "nobody asked"


@rule("13.5")
@pytest.mark.parametrize(
    ("supply", "hands", "cards"),
    [
        ("B1 B2 B3 E01", "B1 B2 B3, B1 B2 E01, B1 B3 E01, B2 B3 E01", "B1 B2 B3"),
        ("B1 B2 B3", "", "B1 B2 B3"),
        ("B1 B2", "B4, B5", "B1 B2 B4"),
        ("B1", "", "B1 B4 B5"),
    ],
)
def test_the_next_round_is_set_in_advance(supply: str, hands: str, cards: str) -> None:
    """The hand, as far as there is a choice, and its first card, but in the last round neither."""
    for number in (2, 7):
        g = play(turn("B5", "B4", own={"supply": supply}, seats=2, number=number), "P1 pass")
        chosen = [f"choose {each}" for each in hands.split(", ") if hands]
        assert in_advance(g, "next hand") == (chosen if number == 2 else [])
        g = play(g, *[f"P1 ahead next hand {move}" for move in in_advance(g, "next hand")[:1]])
        played = [f"play {card}" for card in cards.split()]
        assert in_advance(g, "next card") == (played if number == 2 else [])


def in_advance(g: Rokoko, name: str) -> list[str]:
    """What P1 may answer in advance to a question."""
    return [move for each in game.questions(g, 0) if each.name == name for move in each]


@rule("13.5")
def test_the_next_main_action_is_one_of_the_next_card() -> None:
    g = play(two_turns(hire="E01"), "P2 ahead next card play B3")
    assert refusal(g, "P2 ahead main action hire E01")
    assert play(g, "P2 ahead next card play B1", "P2 ahead main action hire E01")


@rule("13.2")
def test_the_turn_of_a_last_card_can_be_planned() -> None:
    it = game.rehearse(turn("B5", "B4", seats=2), 0, ["pass"])
    assert it.question and (it.question.choice.name, it.g.now.card) == ("act", "B4")


@rule("13.5")
def test_passing_in_advance_lasts_for_the_turns_of_a_round() -> None:
    g = play(two_turns(), "P2 ahead passing rest", "P1 pass", "P2 play B1")
    assert asked(g) == "P2 act" or g.now is None or g.now.seat == 0
    assert game.view(g, 1)["ahead"] == {"passing": "rest"} and g.phase == "round 2"
