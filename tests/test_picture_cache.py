"""The cache of drawings: one limit for all, and what is dropped where it is reached."""

from collections import Counter

import pytest
from PIL import Image

from bot.texts.languages import using_language
from renderers import caching
from renderers.caching import cached, cached_per_language

SIDE = 100
DRAWING = caching.ENTRY_BYTES + SIDE * SIDE
"""Bytes of one drawing of the tests."""


class Clock:
    """Stands in for the module `time`: only drawing takes time."""

    def __init__(self) -> None:
        self.now_s = 0.0

    def perf_counter(self) -> float:
        return self.now_s


clock = Clock()


@pytest.fixture(autouse=True)
def limited(monkeypatch: pytest.MonkeyPatch):
    """Room for ten drawings, and the clock of the tests."""
    caching.clear()
    monkeypatch.setattr(caching, "time", clock)
    monkeypatch.setattr(caching, "LIMIT_BYTES", 10 * DRAWING)
    yield
    caching.clear()


def drawing_of(drawn: Counter[int], seconds: float = 0.001):
    """A cached function that counts what it draws, and takes so long for it."""

    @cached
    def drawing(number: int) -> Image.Image:
        drawn[number] += 1
        clock.now_s += seconds
        return Image.new("P", (SIDE, SIDE))

    return drawing


def test_a_drawing_is_drawn_once():
    drawing = drawing_of(drawn := Counter())
    assert drawing(1) is drawing(1)
    assert drawn == {1: 1}
    assert drawing.cache_info() == (1, 1)


def test_all_drawings_share_one_limit():
    first, second = drawing_of(Counter()), drawing_of(Counter())
    for number in range(20):
        first(number)
        second(number)
        assert caching.held_bytes() <= 10 * DRAWING
    assert caching.held_bytes() > 8 * DRAWING


def test_what_takes_long_to_draw_stays_longer():
    slow, quick = drawing_of(drawn := Counter(), seconds=0.02), drawing_of(Counter())
    slow(1)
    for number in range(30):
        quick(number)
    slow(1)
    assert drawn == {1: 1}


def test_what_is_not_used_is_dropped_at_last():
    slow, quick = drawing_of(drawn := Counter(), seconds=0.005), drawing_of(Counter(), 0.001)
    slow(1)
    for number in range(200):
        quick(number)
    slow(1)
    assert drawn == {1: 2}


def test_a_drawing_larger_than_the_limit_is_returned_all_the_same():
    @cached
    def large() -> Image.Image:
        return Image.new("RGB", (1000, 1000))

    assert large().size == (1000, 1000)
    assert caching.held_bytes() == 0


def test_words_are_drawn_in_each_language():
    drawn = Counter[str]()

    @cached_per_language
    def words() -> Image.Image:
        drawn["once more"] += 1
        return Image.new("P", (SIDE, SIDE))

    for language in ("en", "de", "en", "de"):
        with using_language(language):
            words()
    assert drawn.total() == 2
