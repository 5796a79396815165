"""What everybody can see: type that stands out from its ground, signs that no eye confuses.

Nothing here names a game; its golden playthroughs are drawn.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from itertools import combinations
from typing import Any

import pytest

from games import discover
from games.words import seat_names
from renderers import canvas, cards, for_game
from tests.golden import Decision, decisions, playthroughs
from tests.legible import DEFECTS, distance, main_colour, unlike, watched

LEAST_CONTRAST = 4.5
FAR = 25.0
"""Delta E of colours that nobody confuses, even small and side by side."""
OTHER_SHAPE = 0.1
"""Share of lines that differ; of one shape in two colours hardly any do."""
EYES = ("", *DEFECTS)
NAMES = ["Ada", "Benedikt", "Clémence", "Dorothea", "Émile"]
each_game = pytest.mark.parametrize("name", list(discover()))


def sampled(name: str) -> list[Decision]:
    """Positions that show much: of one playthrough for each number of seats the end, and
    every question once.
    """
    game = discover()[name]
    found: dict[str, Decision] = {}
    ends: list[Decision] = []
    for path in playthroughs(name)[: len(game.seats)]:
        last = None
        for last in decisions(path):
            found[f"{last.question} {last.g.seats}"] = last
        ends += [last] if last else []
    return ends + thinned(found, len(game.seats))


def thinned(found: dict[str, Decision], share: int) -> list[Decision]:
    """One of so many positions, each time of another number of seats."""
    return [found[key] for n, key in enumerate(sorted(found)) if n % share == n // share % share]


def view_of(it: Decision, viewer: int | None, names: list[str]) -> dict[str, Any]:
    """What is drawn, as a table hands it over."""
    return it.game.view(it.g, viewer) | {"names": names}


@each_game
def test_every_text_stands_out_from_what_is_under_it(name: str):
    game, pictures = discover()[name], for_game(name)
    with watched(pictures.__name__) as watch:
        for n, it in enumerate(sampled(name)):
            if n % 2 or not it.move:
                pictures.draw(view_of(it, None, seat_names(it.g.seats)))
            if n % 2 == 0:
                pictures.draw(view_of(it, it.seat, NAMES[: it.g.seats]))
        kinds = {card["kind"]: card for card in game.lookup.values()}
        for card in kinds.values():
            getattr(pictures, "draw_card", cards.draw_card)(card)
    weak = {
        it.where: f"{it.text!r} in {it.ink}: {'clipped' if it.clipped else round(found, 2)}"
        for found, it in watch.found
        if found < LEAST_CONTRAST
    }
    assert watch.found
    assert not weak


@each_game
def test_signs_differ_in_letter_or_shape_wherever_some_eye_confuses_their_colours(name: str):
    pictures = for_game(name)
    for kind, signs in getattr(pictures, "told_apart", dict)().items():
        assert not confused(pictures.__name__, signs), kind


def test_seats_differ_in_shape_without_their_letters_and_nearly_all_eyes_tell_their_colours():
    signs = {str(seat): partial(canvas.seat, seat, "", 34) for seat in range(len(canvas.SEATS))}
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
    one, other = (canvas.sprite(canvas.rounded(40, 40, 8, ink)) for ink in ("#A61F30", "#2B4636"))
    assert unlike(one, other) < OTHER_SHAPE
