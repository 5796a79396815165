"""The picture of a league's standings: it shows all that is told, in every language."""

from typing import Any
from unittest.mock import patch

import pytest
from PIL import Image, ImageColor

from atelier_testing.legible import contrast
from bot.pictures.drawing import describe_standings
from bot.texts.languages import LANGUAGES, using_language
from renderers import fonts, standings
from renderers.standings import DOWN, MAX_ROWS, UP, WIDTH_PX, draw, number

NAMES = ("Ada", "Théodore de la Montagne-Verte", "北京の歌舞伎役者", "🎩", "W" * 32)


def a_row(n: int, **known: Any) -> dict[str, Any]:
    """The row of somebody in place n."""
    figures = {"points": 1000 / 3 / n, "wins": 10, "opponents": 166.66, "score": 143.2}
    return {"place": n, "name": NAMES[n % 5], "moves": ""} | figures | known


def a_table(*rows: dict[str, Any], name: str = "") -> dict[str, Any]:
    """Standings with one division."""
    divisions = [{"name": name, "rows": [*rows]}]
    return {"title": "Winter: season 1", "subtitle": "Wigs · round 1 of 2", "divisions": divisions}


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_figure_or_heading_is_cut(language: str):
    table = a_table(*(a_row(n) for n in range(1, 6)), name="Division 1")
    written: list[str] = []

    def fitted(text: str, kind: str, size: int, room: float) -> tuple[str, int]:
        found = fonts.fitted(text, kind, size, room)
        written.append(found[0])
        assert found[0] == text or text in NAMES, f"{text} is cut in {language}"
        return found

    with using_language(language), patch("renderers.canvas.fitted", fitted):
        image = draw(table)
        headings = standings.headings()
    assert image.width == WIDTH_PX and {*headings} <= {*written}


def test_arrows_show_who_moves():
    def colours(**known: Any) -> set[Any]:
        found = draw(a_table(a_row(1, **known))).convert("RGB").getcolors(1 << 16)
        return {colour for _count, colour in found or []}

    up, down = ImageColor.getrgb(UP), ImageColor.getrgb(DOWN)
    assert up not in colours() and down not in colours()
    assert up in colours(moves="up") and down in colours(moves="down")


def test_what_is_too_long_to_read_is_left_out_and_said():
    rows = [a_row(n) for n in range(1, MAX_ROWS + 6)]
    longest = draw(a_table(*rows))
    assert longest.height < draw(a_table(*rows[:MAX_ROWS])).height + 80
    two = a_table(*rows)
    two["divisions"] = [{"name": f"Division {n}", "rows": rows[:20]} for n in (1, 2, 3)]
    shown = standings.drawn_divisions(two)
    assert [len(each["rows"]) for each in shown] == [20, 10]


def test_standings_are_told_in_words():
    table = a_table(a_row(1, moves="up"), a_row(2, moves="down"), name="Division 2")
    said = describe_standings(table)
    assert said.splitlines() == [
        "Winter: season 1. Wigs · round 1 of 2",
        "Division 2:",
        f"1. {NAMES[1]}: 333.3 points, wins 10, opponents 166.7, score 143%, moves up",
        f"2. {NAMES[2]}: 166.7 points, wins 10, opponents 166.7, score 143%, moves down",
    ]
    many = a_table(*(a_row(n) for n in range(1, 101)))
    assert len(describe_standings(many)) == 1000 and describe_standings(many).endswith("…")


def test_numbers_are_written_as_the_language_does():
    assert (number(100.0), number(100 / 3), number(0.0)) == ("100", "33.3", "0")
    with using_language("de"):
        assert number(100 / 3) == "33,3"


def test_words_and_arrows_stand_out_from_the_ground():
    theme = standings.THEME
    for ground in (theme.card, standings.BAND):
        for ink in (theme.ink, theme.soft, theme.accent, UP, DOWN):
            assert contrast(ImageColor.getrgb(ink)[:3], ImageColor.getrgb(ground)[:3]) >= 4.5


def test_a_picture_is_a_function_of_its_standings():
    table = a_table(a_row(1), a_row(2))
    assert draw(table).tobytes() == draw(table).tobytes()
    assert isinstance(draw(table), Image.Image)
