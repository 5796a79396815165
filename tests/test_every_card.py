"""What the cards of every game must keep, so that they can be looked up."""

import copy
from typing import Any

import pytest

from atelier_testing.cards import *
from bot.texts.catalogue import find_entry, similar_entries
from games.kernel import Card
from renderers import cards, fonts, palettes
from tests.sampling import sampled

# --- The card of a game that draws none itself ---------------------------------------------------


def card(**facts: Any) -> Card:
    """A card that no game has."""
    return {"id": "x", "name": "Ox", "kind": "Beast", "text": [], "facts": facts}


@pytest.mark.sampled(one_in=3)
@pytest.mark.parametrize(
    "odd",
    [
        card(),
        card(Price=3) | {"text": ["It ploughs."]},
        card() | {"name": "The Honourable Guild of Weavers, Dyers and Drapers"},
        card() | {"name": "W" * 90, "kind": "M" * 90},
        card(**{f"Fact {n}": "so much that it fills a line " * 3 for n in range(4)}),
        card() | {"text": ["A long sentence that goes on for a good while. " * 4] * 3},
    ],
)
def test_any_card_can_be_drawn_and_grows_with_its_words(odd: Card) -> None:
    before = copy.deepcopy(odd)
    image = cards.draw_card(odd)
    assert is_readable(palettes.png(image)) and len(palettes.png(image)) <= MOST_BYTES
    assert odd == before
    leaf = cards.typeset(odd, cards.theme_of(odd["kind"]), 800)
    assert image.width == cards.WIDTH_PX and image.height >= max(cards.MIN_HEIGHT_PX, leaf.height)


def test_words_and_boxes_of_a_card_stay_in_their_column_and_do_not_overlap() -> None:
    long = card(**{"A fact": "of some length", "Other": 12, "Third": "again quite a long one"})
    leaf = cards.typeset(long | {"text": ["Some words. " * 9]}, cards.theme_of("Beast"), 560)
    assert all(x + w <= 560 and y + h <= leaf.height for x, y, w, h in leaf.boxes)
    for line in leaf.lines:
        assert line.x + fonts.text_width(line.text, line.kind, line.size) <= 560
    for n, (x, y, w, h) in enumerate(leaf.boxes):
        for x2, y2, w2, h2 in leaf.boxes[:n]:
            assert x >= x2 + w2 or x2 >= x + w or y >= y2 + h2 or y2 >= y + h


def test_text_is_broken_at_spaces_and_only_a_word_too_long_is_cut() -> None:
    text = "You who read this read all of it"
    lines = fonts.wrapped(text, "sans", 40, 300)
    assert " ".join(lines) == text and len(lines) > 1
    assert all(fonts.text_width(line, "sans", 40) <= 300 for line in lines)
    assert fonts.wrapped("W" * 40 + " end", "sans", 40, 300)[0].endswith("…")


# --- How names are read --------------------------------------------------------------------------


def test_what_is_nothing_like_a_card_is_none() -> None:
    for typed in ("", " ", "!?", "qqqqqqqq", "x" * 6000):
        assert find_entry(typed) is None
        assert similar_entries(typed) == []


sampled(
    10,
    test_every_card_is_drawn_differently_and_small_enough_to_send,
    test_the_cards_that_a_move_is_about_can_be_looked_up,
    test_every_card_is_found_by_id_name_and_label_however_they_are_written,
)
