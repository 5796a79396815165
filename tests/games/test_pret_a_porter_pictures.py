"""The pictures of the magazine: what is written small, what is said in few words, what is seen."""

import random
import re

import pytest
from PIL import ImageColor

from games import discover
from games.pret_a_porter.cards import CARDS
from renderers.fonts import wrapped
from renderers.pret_a_porter import describe, draw
from renderers.pret_a_porter.colours import (
    ALARM,
    CLOTHS,
    GAIN,
    GREY,
    INK,
    NOW,
    NOW_PALE,
    PAGE,
    PAPER,
    STYLES,
    ZERO,
)
from renderers.pret_a_porter.finale import results
from renderers.pret_a_porter.reading import TO_DO, lines_of, runway_of
from renderers.pret_a_porter.wording import brief

game = discover()["pret_a_porter"]
INKS = [(ink, paper) for ink in (INK, GREY, ZERO, ALARM) for paper in (PAPER, NOW_PALE)]
INKS += [(INK, NOW), (INK, PAGE), (GREY, PAGE), (GAIN, PAPER), (PAPER, INK)]
INKS += [(style.body, PAPER) for style in STYLES.values()]
INKS += [(style.dark, style.tint) for style in STYLES.values()]
INKS += [(cloth.ink, cloth.fill) for cloth in CLOTHS.values()]


def brightness(colour: str) -> float:
    """The relative luminance of a colour."""
    parts = [value / 255 for value in ImageColor.getrgb(colour)[:3]]
    red, green, blue = (p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


@pytest.mark.parametrize(("ink", "paper"), INKS)
def test_type_stands_out_from_its_paper(ink: str, paper: str):
    low, high = sorted((brightness(ink), brightness(paper)))
    assert (high + 0.05) / (low + 0.05) >= 4.5


def test_what_a_card_does_fits_in_two_lines_of_its_row():
    told = {brief(side.text) for card in CARDS.values() for side in card.sides.values()}
    assert all(len(wrapped(words, "sans", 26, 365)) <= 2 for words in told)


@pytest.mark.parametrize(
    ("sentence", "words"),
    [
        ("At the show: gain 3 quality.", "Show: +3 Q"),
        ("After your sale with 3 or more designs shown: gain $6.", "Sale of 3+ designs: +$6"),
        ("With a pawn at the Warehouse: materials cost $2 less a unit.", "Pawn at 7: −$2 a unit"),
        ("When the month reaches Last-Minute: gain $3 or 1 quality.", "At 9: +$3 or 1 Q"),
    ],
)
def test_a_sentence_of_a_card_becomes_when_and_what(sentence: str, words: str):
    assert brief((sentence,)) == words


def test_few_words_keep_all_that_a_card_gains():
    for card in CARDS.values():
        for side in card.sides.values():
            gains = re.findall(r"gain (\$?\d+)", " ".join(side.text))
            words = brief(side.text)
            assert all(f"+{gain}" in words for gain in gains)
            assert not re.search(r",,|\byou\b|\bgain\b", words)


def shows(seats: int) -> list:
    """The positions of a game's exhibition months, as everybody sees them."""
    g, found = game.new(seats, 5), []
    while g.scores is None:
        if g.round % 3 == 0:
            found.append(game.view(g, None) | {"names": ["Ada", "Bo", "Cy", "Di"][:seats]})
        seat = random.Random(len(found)).choice(g.asked)
        g = game.play(g, seat, game.default(g, seat))
    return found


def test_lines_are_a_forecast_until_they_are_judged():
    before = next(view for view in shows(3) if view["phase"] == "show")
    after = next(view for view in shows(3) if view["phase"] == "upkeep")
    assert not any(line.judged for line in lines_of(before))
    assert all(line.judged for line in lines_of(after))
    awards = [tuple(award["prestige"]) for award in after["awards"]]
    assert [line.prestige for line in lines_of(after)] == awards


def test_the_board_before_a_show_tells_the_best_collection():
    view = next(view for view in shows(2) if view["phase"] == "show" and view["prospects"][0])
    best = view["prospects"][0][0]
    runway = runway_of(view, 0)
    assert {design.id for design in runway.designs} == set(best["designs"])
    assert f"{best['prestige']} prestige, sale ${best['takings']}" in runway.words
    assert runway.title in describe(view)


def test_debts_are_told_and_drawn_beside_the_upkeep():
    g = game.new(2, 1)
    free = game.view(g, None) | {"names": ["Ada", "Bo"]}
    g.players[0].loans = 2
    owing = game.view(g, None) | {"names": ["Ada", "Bo"]}
    assert "owes 2 loans: $56" in describe(owing) and "owes" not in describe(free)
    assert draw(owing).tobytes() != draw(free).tobytes()


def test_every_question_has_public_words():
    asked = {choice for choice in game.choices if choice not in TO_DO}
    assert not asked


def test_a_tie_behind_the_first_is_broken_in_the_score_sheet_too():
    g = game.playout(game.new(3, 1), random.Random(1))
    g.scores, g.tie_breaks = [9, 5, 5], [0, 1, 2]
    view = game.view(g, None)
    assert [(it.seat, it.place) for it in results(view)] == [(0, 1), (2, 2), (1, 3)]
