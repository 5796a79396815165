"""Marks: the pieces of two moves are ringed in a picture."""

from io import BytesIO
from typing import Any

import pytest
from PIL import Image, ImageChops, ImageColor

from bot.pictures.drawing import draw, draw_marked
from bot.texts.languages import lexicon, reader, using_language
from games.puzzles import position, puzzles_of
from renderers import marks
from renderers.layout import Box

GREY = (128, 128, 128)


def test_the_pieces_of_one_move_are_ringed_and_a_piece_of_both_is_not():
    one, beside, both = Box(40, 40, 80, 80), Box(120, 40, 80, 80), Box(40, 180, 80, 80)
    picture = Image.new("RGB", (400, 300), GREY)
    marked = marks.mark(picture, [one, both], [beside, both])
    tick, cross = (ImageColor.getrgb(each) for each in (marks.TICK, marks.CROSS))
    signs = marked.getpixel((45, 34)), marked.getpixel((195, 34))
    assert signs == (tick, cross), "the signs of pieces side by side do not cover each other"
    assert marked.crop((60, 60, 100, 100)).getcolors() == [(1600, GREY)], "a ring hides nothing"
    assert marked.crop((20, 170, 140, 280)).getcolors() == [(120 * 110, GREY)]
    assert picture.getcolors() == [(400 * 300, GREY)], "the picture itself stays as it is"


def test_a_marked_picture_is_that_of_its_view_with_rings():
    puzzle = puzzles_of("rokoko")[0]
    game, g = position(puzzle)
    view = game.view(g, puzzle.seat) | {"names": [*"ABCDE"[: g.seats]]}
    better, other, *_more = puzzle.outcomes
    pngs = draw(view), draw_marked(view, better, other), draw_marked(view, better, better)
    plain, marked, same = (Image.open(BytesIO(png)).convert("RGB") for png in pngs)
    assert plain.size == marked.size == same.size
    both = (ImageChops.difference(plain, each).convert("L") for each in (marked, same))
    changed, none = (max(n for n, found in enumerate(it.histogram()) if found) for it in both)
    assert changed > 100 and none < 50, "256 colours, and no ring"


def test_pieces_are_looked_for_in_the_words_that_the_picture_has(monkeypatch: pytest.MonkeyPatch):
    readers = list[Any]()

    def move_boxes(view: Any, move: str) -> list[Box]:
        readers.append(reader())
        return []

    monkeypatch.setattr("renderers.rokoko.move_boxes", move_boxes)
    puzzle = puzzles_of("rokoko")[0]
    game, g = position(puzzle)
    with using_language("de"):
        draw_marked(game.view(g, None) | {"names": [*"ABCDE"[: g.seats]]}, *puzzle.moves[:2])
    assert readers == [lexicon("de", "rokoko")] * 2
