"""What everybody can see of the seats, as `atelier_testing/seen.py` measures it."""

from functools import partial
from itertools import combinations

import pytest

from atelier_testing.legible import distance, unlike
from atelier_testing.seen import EYES, FAR, OTHER_SHAPE, confused, nearest
from renderers import canvas
from renderers.seats import SEATS, seat_token


def test_seats_differ_in_shape_without_their_letters_and_nearly_all_eyes_tell_their_colours():
    signs = {str(seat): partial(seat_token, seat, "", 34) for seat in range(len(SEATS))}
    assert not confused("renderers", signs)
    drawn = [draw() for draw in signs.values()]
    for one, other in combinations(drawn, 2):
        assert unlike(one, other) >= OTHER_SHAPE
        assert nearest(one, other) >= FAR / 2


def test_the_simulation_knows_what_the_colour_blind_confuse():
    red, green = (200, 40, 40), (90, 120, 30)
    assert distance(red, green) > 2 * distance(red, green, "deuteranopia")
    assert distance(red, green) > 2 * distance(red, green, "protanopia")
    assert distance((0, 90, 200), (0, 130, 110), "tritanopia") < FAR
    for eye in EYES:
        assert distance((0, 0, 0), (255, 255, 255), eye) == pytest.approx(100, abs=1)


def test_one_shape_in_two_colours_is_one_shape():
    one, other = (canvas.Sprite(canvas.rounded(40, 40, 8, ink)) for ink in ("#A61F30", "#2B4636"))
    assert unlike(one, other) < OTHER_SHAPE
