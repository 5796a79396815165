"""A position of a game after moves, and all that it shows: picture, words, state, view, guess."""

from __future__ import annotations

import base64
import json
import random
import traceback
from collections.abc import Callable, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple

from pydantic import BaseModel

from bot.pictures.drawing import Drawn, describe, draw, draw_view
from bot.texts.languages import LANGUAGES, using_language
from games import discover, folder, unusable
from games.kernel import EVERYBODY, Game, IllegalMove
from games.words import news_text, seat_names
from renderers import for_game

SHARE_OF_DEFAULTS = 0.5
"""Of the moves that chance makes, as many are default moves."""


class Wanted(BaseModel):
    """What the page asks for."""

    name: str
    seats: int
    seed: int
    options: dict[str, Any] = {}
    moves: list[tuple[int, str]] = []
    at: int | None = None
    """After how many of the moves; all, if it is not said. Further moves go on from there."""
    more: int = 0
    """As many moves by chance are added."""
    seat: int | None = None
    """Who looks; nobody in particular, if it is not said."""
    language: str = "en"


class Table(NamedTuple):
    name: str
    seats: int
    seed: int
    options: str
    """As JSON."""


def game_named(name: str) -> Game[Any]:
    """LookupError with a sentence if there is none."""
    if error := unusable().get(name):
        raise LookupError(str(error))
    if name not in discover():
        raise LookupError(f"There is no game named “{name}”; there are: {', '.join(discover())}.")
    return discover()[name]


def state_after(table: Table, moves: Sequence[tuple[int, str]]) -> Any:
    """The state after these moves; IllegalMove or any error of the rules."""
    return [_after(table, tuple(moves[:n])) for n in range(len(moves) + 1)][-1]


@lru_cache(maxsize=4096)
def _after(table: Table, moves: tuple[tuple[int, str], ...]) -> Any:
    game = game_named(table.name)
    if not moves:
        return game.new(table.seats, table.seed, json.loads(table.options))
    return game.play(_after(table, moves[:-1]), *moves[-1])


def moves_by_chance(
    table: Table, moves: Sequence[tuple[int, str]], more: int
) -> list[tuple[int, str]]:
    """These moves and up to `more` further ones: default moves and others, the same ones each
    time.
    """
    game, played = game_named(table.name), [*moves]
    while len(played) < len(moves) + more:
        g = state_after(table, played)
        if g.scores is not None:
            break
        chance = random.Random(f"{table.seed}/{len(played)}")
        seat = chance.choice(game.seats_asked(g))
        usual = chance.random() < SHARE_OF_DEFAULTS
        played.append(
            (seat, game.default(g, seat) if usual else chance.choice(game.legal(g, seat)))
        )
    return played


def view_with_names(game: Game[Any], g: Any, seat: int | None) -> dict[str, Any]:
    return game.view(g, seat) | {"names": seat_names(g.seats)}


def draw_and_describe(game: Game[Any], g: Any, seat: int | None, language: str) -> Drawn:
    """LookupError with a sentence if there is no such language."""
    if language not in LANGUAGES:
        raise LookupError(f"There is no language “{language}”; there are: {', '.join(LANGUAGES)}.")
    with using_language(language):
        return draw_view(view_with_names(game, g, seat))


def position(asked: Wanted) -> dict[str, Any]:
    """All that the page shows. A part that fails is its traceback instead."""
    game = game_named(asked.name)
    table = Table(asked.name, asked.seats, asked.seed, json.dumps(asked.options))
    legal, refusal = _legal_part(table, asked.moves)
    at = len(legal) if asked.at is None else min(asked.at, len(legal))
    if asked.more:
        legal = moves_by_chance(table, legal[:at], asked.more)
        at = len(legal)
    g = state_after(table, legal[:at])
    view = view_with_names(game, g, asked.seat)
    with using_language(asked.language, game.name):
        return {
            "at": at,
            "moves": legal,
            "refusal": refusal,
            "names": seat_names(g.seats),
            "scores": g.scores,
            "asked": g.asked,
            "news": _news(g, asked.seat),
            "questions": _part(lambda: [_question(game, g, seat) for seat in game.seats_asked(g)]),
            "picture": _part(lambda: base64.b64encode(draw(view)).decode()),
            "words": _part(lambda: describe(view)),
            "view": view,
            "state": json.loads(game.dump(g)),
            "agenda": [list(step) for step in reversed(g.agenda)],
            "guess": _part(lambda: _guess(game, g, asked.seat)),
        }


def _legal_part(
    table: Table, moves: Sequence[tuple[int, str]]
) -> tuple[list[tuple[int, str]], str]:
    """The moves up to the first that the rules refuse, and why they do."""
    for n in range(1, len(moves) + 1):
        try:
            state_after(table, moves[:n])
        except IllegalMove as refusal:
            return [*moves[: n - 1]], f"Move {n}, {moves[n - 1][1]!r}, is not legal: {refusal}"
    return [*moves], ""


def _news(g: Any, reader: int | None) -> list[str]:
    names = seat_names(g.seats)
    return [
        news_text(text, values, names)
        for text, values, seat in g.news
        if seat is EVERYBODY or seat == reader
    ]


def _question(game: Game[Any], g: Any, seat: int) -> dict[str, Any]:
    question = game.question(g, seat)
    moves = [*question] if question else []
    said = [(move, question.said(move)) for move in moves] if question else []
    return {
        "seat": seat,
        "prompt": question.prompt if question else "",
        "default": game.default(g, seat),
        "moves": [
            {"move": move, "label": each.label, "alarm": each.alarm, "brings": each.brings()}
            for move, each in said
        ],
    }


def _guess(game: Game[Any], g: Any, seat: int | None) -> Any:
    """What the seat may take for the state; None for nobody in particular."""
    if seat is None:
        return None
    return json.loads(game.dump(game.guess(g, seat, random.Random(0))))


def _part(make: Callable[[], Any]) -> Any:
    try:
        return make()
    except Exception:  # noqa: BLE001  (the page shows what fails in a game)
        return {"error": traceback.format_exc()}


def folders(name: str) -> list[Path]:
    """The folders with the code of a game and its pictures."""
    drawn = for_game(name).__file__ or ""
    return [Path(str(folder(name))), Path(drawn).parent]
