"""What everybody sees and reads of every game: its words say what its pictures show, type stands
out from its ground, and no eye confuses its signs. Its golden playthroughs are drawn.
"""

import re
from collections.abc import Callable
from itertools import combinations
from typing import Any

from atelier_testing.legible import DEFECTS, distance, main_colour, unlike, watched
from atelier_testing.played import every_game
from atelier_testing.reach import looked_at, sampled, weak_texts, wrongly_told
from bot.pictures import drawing
from games.kernel import Game
from games.words import phrase
from renderers import caching, canvas, for_game

MOST_ALT = 1001
"""Discord takes a thousand characters."""
FAR = 25.0
"""Delta E of colours that nobody confuses, even small and side by side."""
OTHER_SHAPE = 0.1
"""Share of lines that differ; of one shape in two colours hardly any do."""
EYES = ("", *DEFECTS)


@every_game
def test_the_long_text_says_all_that_pictures_show_but_what_their_module_lists(game: Game[Any]):
    assert not any(wrongly_told(game.name, looked_at(game.name)).values())


def asking(view: dict[str, Any], seat: int) -> dict[str, Any]:
    """The same view, if this seat were asked."""
    they = view["question"]["they"]
    if they:
        they = phrase(they.template, **they.values | {"who": seat})
    return {**view, "asked": [seat], "question": {**view["question"], "they": they}}


@every_game
def test_the_alt_text_says_who_plays_who_is_asked_and_how_it_ended(game: Game[Any]):
    for view in looked_at(game.name):
        said = drawing.describe(view)
        assert len(said) < MOST_ALT and view["title"] in said
        assert all(name in said for name in view["names"])
        if len(view["asked"]) == 1 < view["seats"] and view["viewer"] is None:
            other = (view["asked"][0] + 1) % view["seats"]
            assert drawing.describe(asking(view, other)) != said
        for score in view["scores"] or ():
            assert re.search(rf"(?<!\d){abs(score)}(?!\d)", said)


@every_game
def test_every_text_stands_out_from_what_is_under_it(game: Game[Any]):
    written, weak = weak_texts(game.name, sampled(game.name))
    assert written
    assert not weak


@every_game
def test_signs_differ_in_letter_or_shape_wherever_some_eye_confuses_their_colours(game: Game[Any]):
    pictures = for_game(game.name)
    for kind, signs in getattr(pictures, "told_apart", dict)().items():
        assert not confused(pictures.__name__, signs), kind


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


@every_game
def test_nothing_inside_the_border_of_a_sprite_is_transparent(game: Game[Any]):
    caching.clear()
    for view in looked_at(game.name):
        drawing.draw_image(view)
    entries = caching.drawings._entries.values()
    for sprite in (entry.result for entry in entries if isinstance(entry.result, canvas.Sprite)):
        image, b = sprite.image, sprite.border
        if b and min(image.size) <= 2 * b:
            assert sprite.width * sprite.height <= canvas.MANY_PIXELS  # it is pasted at once
        elif b:
            inside = image.getchannel("A").crop((b, b, image.width - b, image.height - b))
            assert inside.getextrema() == (255, 255)
