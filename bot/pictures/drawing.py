"""What draws a picture and its alt text, which takes a while: not for the event loop.

The processes that draw load this. They load no rules, unless games come from installed packages.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any, NamedTuple, TypeVar

from PIL import Image

from bot.operations.garbage import freeze_loaded_objects
from bot.texts.languages import _, current_language, translate, using_language
from games import installed, remove_game
from renderers import cards, chart, for_game, marks, own_names, palettes, standings
from renderers.course import course_of
from renderers.transcript import names_in_words

Result = TypeVar("Result")
NICENESS = 5
"""The niceness of the processes that draw."""


class Drawn(NamedTuple):
    """A picture as PNG, and its alt text of at most 1,000 characters."""

    png: bytes
    words: str


def prepare_process() -> None:
    """Lowers the priority of this process, so that the event loop runs first, and loads all
    renderers; garbage is not searched for among them.
    """
    with suppress(AttributeError, OSError):  # Windows has no niceness
        os.nice(NICENESS)
    load_renderers()
    freeze_loaded_objects()


def remove_undrawable_games() -> None:
    """Leaves out the installed games whose pictures cannot be loaded."""
    for name in installed():
        try:
            for_game(name)
        except Exception as error:  # noqa: BLE001  (a package may raise anything)
            remove_game(name, error)


def load_renderers() -> None:
    """Loads the renderers of all games, so that no picture waits for it."""
    for name in own_names():
        for_game(name)
    remove_undrawable_games()


def warm(views: Sequence[dict[str, Any]]) -> None:
    """Draws these views, so that later pictures find their parts in the cache."""
    for view in views:
        draw_image(view)


def draw_view(view: dict[str, Any]) -> Drawn:
    return Drawn(draw(view), describe(view))


def draw_marked(view: dict[str, Any], better: str, other: str) -> bytes:
    """As PNG, with the pieces of two moves marked as far as its game tells where they are."""
    whole, pictures = draw_image(view), for_game(view["game"])
    if hasattr(pictures, "move_boxes"):
        with using_language(current_language(), view["game"]):  # places depend on words
            boxes = [pictures.move_boxes(view, move) for move in (better, other)]
        whole = marks.mark(whole, *boxes)
    return palettes.png(whole.quantize(256, dither=Image.Dither.NONE))


def marked_with_words(view: dict[str, Any], better: str, other: str) -> Drawn:
    return Drawn(draw_marked(view, better, other), describe(view))


def draw(view: dict[str, Any]) -> bytes:
    """As PNG."""
    return palettes.png(draw_image(view))


def draw_image(view: dict[str, Any]) -> Image.Image:
    with using_language(current_language(), view["game"]):
        return for_game(view["game"]).draw(view)


def describe(view: dict[str, Any]) -> str:
    """At most 1,000 characters."""
    with using_language(current_language(), view["game"]):
        text = for_game(view["game"]).describe(view)
        return _shortened(
            f"{translate(view.get('last_round', ''))} {text} {_course_in_words(view)}".strip()
        )


def _course_in_words(view: dict[str, Any]) -> str:
    """How the points of a finished game went, which its picture shows; "" for others."""
    points = course_of(view)
    if not points:
        return ""
    known = view | {"names": names_in_words(view), "points": points}
    return " ".join(chart.course_in_words(known))


def draw_chart(points: dict[str, Any]) -> bytes:
    """As PNG."""
    with using_language(current_language(), points["game"]):
        return palettes.png(chart.draw(points))


def describe_chart(points: dict[str, Any]) -> str:
    """At most 1,000 characters."""
    with using_language(current_language(), points["game"]):
        return _shortened(chart.describe(points))


def draw_standings(table: dict[str, Any]) -> bytes:
    """As PNG."""
    return palettes.png(standings.draw(table))


def describe_standings(table: dict[str, Any]) -> str:
    """At most 1,000 characters."""
    return _shortened(standings.describe(table))


def describe_fully(view: dict[str, Any]) -> str:
    """Everything that the pictures of a view show, as text of any length, in sections with
    headings.
    """
    pictures = for_game(view["game"])
    with using_language(current_language(), view["game"]):
        text = getattr(pictures, "tell", pictures.describe)(view)
        first, *more = text.split("\n\n")
        last = translate(view.get("last_round", ""))
        course = _course_in_words(view)
        more += [f"{_('The whole game')}\n{course}"] if course else []
        return "\n\n".join([f"{first}\n{last}".strip(), *more])


def draw_card(game: str, card: cards.Card) -> bytes:
    """As PNG, drawn by its game, or else by the renderer for all games."""
    with using_language(current_language(), game):
        return palettes.png(getattr(for_game(game), "draw_card", cards.draw_card)(card))


def describe_card(card: cards.Card) -> str:
    """At most 1,000 characters."""
    return _shortened(cards.describe_card(card))


def card_with_words(game: str, card: cards.Card) -> Drawn:
    return Drawn(draw_card(game, card), describe_card(card))


def chart_with_words(points: dict[str, Any]) -> Drawn:
    return Drawn(draw_chart(points), describe_chart(points))


def standings_with_words(table: dict[str, Any]) -> Drawn:
    return Drawn(draw_standings(table), describe_standings(table))


def _shortened(text: str) -> str:
    return text if len(text) <= 1000 else text[:999] + "…"


def run_in_language(language: str, run: Callable[..., Result], *args: Any) -> Result:
    with using_language(language):
        return run(*args)
