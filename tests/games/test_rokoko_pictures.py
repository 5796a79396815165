"""Rokoko: the words in pictures, in every language."""

from collections import Counter
from itertools import chain
from typing import Any

import pytest

from atelier_testing.drawn_texts import drawn_texts, tracking_texts
from atelier_testing.pictures import course_of
from atelier_testing.words import assert_apart
from bot.table.story import with_course
from bot.texts.languages import LANGUAGES, using_language
from games.rokoko.components import EMPLOYEES
from games.rokoko.state import Rokoko, board_of, game
from games.rokoko.view import employee_facts
from renderers.fonts import MIN_SIZE_PX, wrapped
from renderers.palettes import png
from renderers.rokoko import describe, draw, move_boxes, tell
from renderers.rokoko.faces import face
from renderers.rokoko.header import EVENT_ROOM_PX, latest_event
from renderers.rokoko.icon_text import bonus_icons, wrap_icon_text
from renderers.rokoko.market import HIRE_BOX, employee_line
from renderers.rokoko.private import CARD_PX, COLUMN_PX, MIN_LINE_PX
from renderers.rokoko.reading import employee_of, latest_move, whose_turn
from tests.games.rokoko import played_through

every_language = pytest.mark.parametrize("language", LANGUAGES)
PLAY = {"name": "play", "prompt": "Play a card."}
NARROW = (COLUMN_PX - 3 * 16) // 4
"""The width of a card in hand where there are four."""


@every_language
def test_no_word_of_an_employee_is_cut(language: str):
    with using_language(language, game.name), tracking_texts():
        for card in EMPLOYEES.values():
            it = employee_of(employee_facts(card))
            assert len(wrap_icon_text(it.bonus, 28, NARROW - 24)) <= 2
            for block in (
                face(it, NARROW, CARD_PX),
                employee_line(it, HIRE_BOX[2] - 36, 43, "#FFFFFF"),
            ):
                assert drawn_texts(block)
                assert [each.text for each in drawn_texts(block) if each.text.endswith("…")] == []
                assert_apart(drawn_texts(block))


@every_language
def test_what_a_player_does_in_one_move_is_told_with_one_name(language: str):
    news = [
        ["{who:seat takes|You took} the Favor card.", {"who": 1}],
        ["{who:seat gains|You gained} {amounts:commas}.", {"who": 1, "amounts": ["5"]}],
    ]
    with using_language(language, game.name):
        told = latest_move({"news": news, "question": PLAY, "scores": None}, ["Ada", "Ben"])
    assert told.count("Ben") == 1 and "5" in told


MAX_BYTES = 250_000


def test_late_boards_of_five_are_small_files():
    names = ["Maximiliane von Hohenfels", "Bartholomäus", "Wilhelmine-Charlotte", "織田信長", "Cy"]
    with using_language("de", game.name):
        for g in played_through(5, 2)[-60::6]:
            assert len(png(draw(game.view(g, None) | {"names": names}))) <= MAX_BYTES


def test_the_end_is_a_picture_to_post_and_a_score_sheet_for_each_player():
    played = played_through(3, 2)
    names = {"names": ["Ada", "Ben", "Cleo"]}
    course = course_of(game, played)
    end = with_course(game.view(played[-1], None) | names, course)
    with tracking_texts():
        shown = draw(end)
        words = Counter(each.text for each in drawn_texts(shown))
    decided = next(word for word in words if word.startswith("Round "))
    totals = map(str, played[-1].scores or [])
    assert shown.size == (1600, 1200)
    assert {*names["names"], *totals, *"1234567"} <= words.keys()
    assert decided in describe(end) and "In the lead, round by round: " in tell(end)
    without = draw(game.view(played[-1], None) | names)
    assert without.size == shown.size and without.tobytes() != shown.tobytes()
    with tracking_texts():
        sheet = {each.text for each in drawn_texts(draw(game.view(played[-1], 1) | names))}
    assert {"Majorities", "Terrace", *map(str, played[-1].scores or [])} <= sheet


NUMBER_PX = 44
"""How large the numbers are by which a move is told."""


@pytest.mark.sampled
@pytest.mark.parametrize("seats", [2, 5])
def test_the_private_picture_has_what_the_question_is_about(seats: int):
    asked: set[str] = set()
    for g in played_through(seats, 2)[::3]:
        for seat in g.asked:
            name, view = g.agenda[-1][0], game.view(g, seat)
            with tracking_texts():
                drawn = drawn_texts(draw(view))
            words = {each.text for each in drawn}
            large = Counter(each.text for each in drawn if each.size == NUMBER_PX)
            moves = [move.split() for move in game.legal(g, seat)]
            wanted = [words_of(g, view, move) for move in moves]
            assert {*chain.from_iterable(wanted)} <= words, name
            spaces = Counter(move[2].upper() for move in moves if move[0] == "rent")
            assert not spaces or spaces <= large
            asked.add(name)
    assert asked >= {"choose", "play", "act", "place", "extra_tile"}


def words_of(g: Rokoko, view: dict[str, Any], move: list[str]) -> list[str]:
    """What a picture has to say so that a move is found in it."""
    match move:
        case ["choose" | "play" | "hire", *cards]:
            return cards
        case ["make", dress]:
            return [dress]
        case ["using", tiles]:
            return tiles.split("+")
        case ["take", segment, place, _use]:
            return [segment, place]
        case ["fund", decoration]:
            return [str(max(0, board_of(g).decorations[decoration].cost - view["discount"]))]
        case _:
            return []


@every_language
def test_whose_turn_it_is_is_said_at_every_question(language: str):
    said: dict[str, set[str]] = {}
    with using_language(language, game.name):
        for g in played_through(3, 1):
            if g.asked:
                view = game.view(g, None)
                said.setdefault(view["question"]["name"], set()).add(whose_turn(view, "Ada"))
    assert said.keys() == game.choices.keys()
    assert all("Ada" in words and words != "Ada" for each in said.values() for words in each)
    assert len(set.union(*said.values())) == sum(map(len, said.values())), "each has its own"


@pytest.mark.parametrize(
    ("language", "strip"),
    [
        ("en", (("sign", "tile"), ("word", "buy one"))),
        ("fr", (("word", "acheter"), ("sign", "tile"))),
    ],
)
def test_the_signs_of_a_bonus_stand_where_the_language_has_them(language: str, strip: Any):
    with using_language(language, game.name):
        assert bonus_icons({"word": "acquire", "discount": 0}) == strip


@every_language
def test_what_a_very_long_move_did_fits_into_two_lines(language: str):
    deeds = [
        "{who:seat funds|You funded} {decoration:text}, {what} for {price} Livre.",
        "{who:seat is|You are} in all halls: {n} prestige at the end.",
        "{who:seat gains|You gained} {amounts:commas}.",
    ]
    values = {"who": 0, "decoration": "MUS1", "what": "musician", "price": 10, "n": 5}
    news = [[deed, values | {"amounts": ["2 Livre", "1 lace", "1 yarn"]}] for deed in deeds]
    view = {"news": news, "question": PLAY, "scores": None, "names": ["Bartholomew Quillington"]}
    view["players"] = [{}]
    with using_language(language, game.name):
        told = latest_event(view)
    assert "MUS1" in told and len(wrapped(told, "sans", MIN_SIZE_PX, EVENT_ROOM_PX)) <= 2


def test_only_a_card_that_a_high_pile_shows_has_a_place_in_it():
    view = game.view(game.new(2, 1), 0) | {"names": ["Ada", "Ben"]}
    supply = view["players"][0]["supply"]
    more = {f"X{n:02}": view["faces"][supply[0]] for n in range(14)}
    supply += more
    view["faces"] |= more
    [first], last = move_boxes(view, f"choose {supply[0]}"), move_boxes(view, "choose X13")
    assert first.h == MIN_LINE_PX and not last
