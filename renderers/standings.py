"""The standings of a league, by division, with who moves up or down.

Standings are plain data: a `title`, a `subtitle`, and `divisions`, each with a `name` ("" where
there is only one) and `rows`. A row has `place`, `name`, `points`, `wins`, `opponents`, `score` and
`moves`: "up", "down" or "".
"""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

from babel.numbers import format_decimal, format_percent
from PIL import Image, ImageDraw

from games.words import _, reader
from renderers.canvas import panel, paste, write
from renderers.chart import GROUND, LEAF, THEME
from renderers.fonts import readable
from renderers.palettes import palette, quantized

WIDTH_PX, MARGIN_PX, PADDING_PX = 1120, 24, 48
"""No wider, so that figures can be read on a phone."""
TITLE_PX, SUBTITLE_PX, HEADING_PX, NAME_PX = 60, 38, 34, 42
HEADER_PX, DIVISION_PX, UNNAMED_DIVISION_PX, ROW_PX, FOOT_PX = 190, 130, 70, 72, 34
"""The heights of the titles, of the heading of a division with and without a name, of a row, and of
what is below the last row.
"""
MAX_ROWS = 30
"""Rows that are drawn; more would be too small to read."""
PLACE_X, NAME_X, NAME_END_X = 120, 150, 480
COLUMNS = ((645, 115), (750, 95), (910, 150), (1052, 130))
"""The right edge and the room of each figure: points, wins, points of the opponents, score."""
ARROW_PX = 13
UP, DOWN, BAND = "#2E6B3F", "#9A3B26", "#F6ECD6"


def draw(table: Mapping[str, Any]) -> Image.Image:
    divisions = drawn_divisions(table)
    rows = sum(len(division["rows"]) for division in divisions)
    left_out = sum(len(division["rows"]) for division in table["divisions"]) - rows
    headings_high = sum(map(_heading_height, divisions))
    high = HEADER_PX + headings_high + ROW_PX * (rows + bool(left_out)) + FOOT_PX + MARGIN_PX
    image = Image.new("RGB", (WIDTH_PX, high), GROUND)
    frame = panel(WIDTH_PX - 2 * MARGIN_PX, high - 2 * MARGIN_PX, THEME.card, THEME.line, 3, 26)
    paste(image, frame, MARGIN_PX, MARGIN_PX)
    room = WIDTH_PX - 2 * (MARGIN_PX + PADDING_PX)
    write(
        image, (MARGIN_PX + PADDING_PX, 88), table["title"], "serif", TITLE_PX, THEME.ink, room=room
    )
    subtitle = (MARGIN_PX + PADDING_PX, 152)
    write(image, subtitle, table["subtitle"], "sans", SUBTITLE_PX, THEME.soft, room=room)
    y = HEADER_PX
    for division in divisions:
        y += _heading_height(division)
        _heading(image, y, division["name"])
        for n, row in enumerate(division["rows"]):
            _row(image, y, row, banded=n % 2 == 0)
            y += ROW_PX
    if left_out:
        more = _("and {n} more", n=left_out)
        write(image, (NAME_X, y + ROW_PX / 2), more, "sans", NAME_PX, THEME.soft)
    return quantized(image, _palette())


def drawn_divisions(table: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    """The divisions, with at most MAX_ROWS rows in all."""
    found: list[Mapping[str, Any]] = []
    left = MAX_ROWS
    for division in table["divisions"]:
        if left > 0:
            found.append({**division, "rows": division["rows"][:left]})
            left -= len(division["rows"])
    return found


def _heading_height(division: Mapping[str, Any]) -> int:
    return DIVISION_PX if division["name"] else UNNAMED_DIVISION_PX


def _heading(image: Image.Image, y: int, name: str) -> None:
    """Writes the name of a division and what its figures are, above this height."""
    if name:
        write(image, (MARGIN_PX + PADDING_PX, y - 88), name, "serif", NAME_PX, THEME.accent)
    for (right, room), text in zip(COLUMNS, headings(), strict=True):
        edge = (right, y - 36)
        write(image, edge, text, "sans-bold", HEADING_PX, THEME.soft, "r", room)
    paste(
        image,
        panel(WIDTH_PX - 2 * (MARGIN_PX + 32), 3, THEME.line, radius=1),
        MARGIN_PX + 32,
        y - 4,
    )


def headings() -> Sequence[str]:
    return _("Points"), _("Wins"), _("Opponents"), _("Score")


def _row(image: Image.Image, y: int, row: Mapping[str, Any], *, banded: bool) -> None:
    if banded:
        paste(
            image,
            panel(WIDTH_PX - 2 * (MARGIN_PX + 32), ROW_PX, BAND, radius=10),
            MARGIN_PX + 32,
            y,
        )
    middle = y + ROW_PX / 2
    if row["place"] == 1:
        paste(image, panel(64, 52, LEAF, THEME.edge, 2, 14), PLACE_X - 52, y + 10)
    number = str(row["place"])
    write(image, (PLACE_X - 20, middle), number, "sans-bold", NAME_PX, THEME.ink, "m")
    name, room = readable(row["name"]) or "?", NAME_END_X - NAME_X
    write(image, (NAME_X, middle), name, "sans", NAME_PX, THEME.ink, room=room)
    if row["moves"]:
        _arrow(image, NAME_END_X + 28, round(middle), up=row["moves"] == "up")
    for n, ((right, room), text) in enumerate(zip(COLUMNS, figures(row), strict=True)):
        kind, ink = ("sans-bold", THEME.ink) if n == 0 else ("sans", THEME.soft)
        write(image, (right, middle), text, kind, NAME_PX, ink, "r", room)


def figures(row: Mapping[str, Any]) -> Sequence[str]:
    return number(row["points"]), str(row["wins"]), number(row["opponents"]), percent(row["score"])


def number(value: float) -> str:
    """A number with at most one decimal."""
    return format_decimal(value, "#,##0.#", locale=reader().locale)


def percent(value: float) -> str:
    return format_percent(value / 100, locale=reader().locale)


def _arrow(image: Image.Image, x: int, y: int, *, up: bool) -> None:
    tip = -ARROW_PX if up else ARROW_PX
    corners = [(x - ARROW_PX, y - tip), (x + ARROW_PX, y - tip), (x, y + tip)]
    ImageDraw.Draw(image).polygon(corners, fill=UP if up else DOWN)


@lru_cache(maxsize=1)
def _palette() -> bytes:
    plain = [GROUND, LEAF, UP, DOWN, BAND]
    plain += [THEME.card, THEME.ink, THEME.soft, THEME.line, THEME.edge, THEME.accent]
    grounds = (THEME.card, BAND)
    inks = (THEME.ink, THEME.soft, THEME.accent)
    mixed = [(ground, ink, 8) for ground in grounds for ink in inks]
    mixed += [(LEAF, THEME.ink, 6), (LEAF, THEME.edge, 4), (GROUND, THEME.line, 2)]
    return palette(plain, [*mixed, (THEME.card, THEME.line, 2), (THEME.card, BAND, 1)])


def describe(table: Mapping[str, Any]) -> str:
    said = [f"{table['title']}. {table['subtitle']}"]
    for division in table["divisions"]:
        if division["name"]:
            said.append(_("{name:text}:", name=division["name"]))
        said += [row_words(row) for row in division["rows"]]
    return "\n".join(said)


def row_words(row: Mapping[str, Any]) -> str:
    points, wins, opponents, score = figures(row)
    values = {"place": row["place"], "name": row["name"], "points": points}
    values |= {"wins": wins, "opponents": opponents, "score": score}
    said = _(
        "{place}. {name:text}: {points:text} points, wins {wins:text}, opponents {opponents:text},"
        " score {score:text}",
        **values,
    )
    if row["moves"] == "up":
        return _("{line:text}, moves up", line=said)
    if row["moves"] == "down":
        return _("{line:text}, moves down", line=said)
    return said
