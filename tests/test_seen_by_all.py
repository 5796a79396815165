"""What everybody can see: type that stands out from its ground, signs that no eye confuses.

Nothing here names a game; its golden playthroughs are drawn.
"""

from collections.abc import Callable
from functools import partial
from itertools import combinations

import pytest

from games import discover
from renderers import canvas, for_game
from renderers.seats import SEATS, seat_token
from tests.legible import DEFECTS, distance, main_colour, unlike, watched
from tests.reach import sampled, weak_texts

FAR = 25.0
"""Delta E of colours that nobody confuses, even small and side by side."""
OTHER_SHAPE = 0.1
"""Share of lines that differ; of one shape in two colours hardly any do."""
EYES = ("", *DEFECTS)
each_game = pytest.mark.parametrize("name", list(discover()))


@pytest.mark.sampled
@each_game
def test_every_text_stands_out_from_what_is_under_it(name: str):
    written, weak = weak_texts(name, sampled(name))
    assert written
    assert not weak


@each_game
def test_signs_differ_in_letter_or_shape_wherever_some_eye_confuses_their_colours(name: str):
    pictures = for_game(name)
    for kind, signs in getattr(pictures, "told_apart", dict)().items():
        assert not confused(pictures.__name__, signs), kind


def test_seats_differ_in_shape_without_their_letters_and_nearly_all_eyes_tell_their_colours():
    signs = {str(seat): partial(seat_token, seat, "", 34) for seat in range(len(SEATS))}
    assert not confused("renderers", signs)
    drawn = [draw() for draw in signs.values()]
    for one, other in combinations(drawn, 2):
        assert unlike(one, other) >= OTHER_SHAPE
        assert nearest(one, other) >= FAR / 2


def confused(package: str, signs: dict[str, Callable[[], canvas.Sprite]]) -> list[str]:
    """Pairs of signs that have near colours to some eye, the same letters and the same shape."""
    letters: dict[str, list[str]] = {}
    drawn: dict[str, canvas.Sprite] = {}
    with watched(package) as watch:
        for name, draw in signs.items():
            watch.said.clear()
            drawn[name] = draw()
            letters[name] = list(watch.said)
    return [
        f"{one} and {other}"
        for one, other in combinations(signs, 2)
        if letters[one] == letters[other]
        and nearest(drawn[one], drawn[other]) < FAR
        and unlike(drawn[one], drawn[other]) < OTHER_SHAPE
    ]


def nearest(one: canvas.Sprite, other: canvas.Sprite) -> float:
    """How far the colours of two signs are apart to the eye that tells them apart worst."""
    return min(distance(main_colour(one), main_colour(other), eye) for eye in EYES)


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
