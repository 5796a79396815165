"""Where words stand in pictures: beside each other, as near as they can to where they belong."""

from renderers.fonts import text_width
from renderers.layout import common_size, row_starts

LIMITS = (0, 100)


def test_things_that_have_room_stand_where_they_are_wanted():
    assert row_starts([5, 40, 90], [20, 20, 10], LIMITS, 4) == [5, 40, 90]


def test_things_that_would_touch_make_room_for_each_other_between_the_limits():
    assert row_starts([5, 10, 95], [20, 30, 20], LIMITS, 4) == [0, 24, 80]
    assert row_starts([50, 60, 70], [20, 30, 20], LIMITS, 4) == [12, 36, 70]


def test_words_behind_each_other_have_the_largest_size_that_they_all_fit_in():
    texts = [("Contratos", "sans"), ("Edificios", "sans-bold")]
    room = sum(text_width(text, kind, 30) for text, kind in texts)
    assert common_size(texts, 36, room) == 30
    assert common_size(texts, 36, 10 * room) == 36
    assert common_size(texts, 36, 1) == 25
