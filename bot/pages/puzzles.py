"""Puzzles: find the best move in a position; then see the solution."""

from __future__ import annotations

import random
from collections.abc import Sequence
from datetime import date
from typing import Any

from bot.pages.page import Button, Option, Page, Picture, Row, Select, page, picture
from bot.pictures.pictures import Pictures
from bot.texts.languages import _, translate, use_words_of
from games.kernel import Game
from games.lesson import lesson_of
from games.puzzles import Puzzle, position


def puzzle_of_the_day(puzzles: Sequence[Puzzle], server: int, day: date) -> Puzzle:
    """The puzzle of a server on a day; none repeats before all others have come."""
    round_, place = divmod(day.toordinal(), len(puzzles))
    order = [*puzzles]
    random.Random(f"{server} {round_}").shuffle(order)
    return order[place]


def puzzle_page(pictures: Pictures, puzzle: Puzzle, title: str) -> Page:
    """A puzzle with a select of moves; raises ValueError if its state cannot be read."""
    game, g = position(puzzle)
    use_words_of(game.name)
    names, prompt = _names(g), game.view(g, puzzle.seat)["question"]["prompt"]
    options = [
        Option(
            translate(game.label(g, puzzle.seat, move), names),
            str(n),
            translate(game.consequence(g, puzzle.seat, move), names),
        )
        for n, move in enumerate(puzzle.moves)
    ]
    pick = Select(
        *("puzzle", puzzle.number, game.name), placeholder=_("Which move?"), options=options
    )
    return page(
        _heading(title, game),
        _(
            "You are {name:text}, and it is your turn. Which of these moves is the best?",
            name=names[puzzle.seat],
        ),
        *_pictures(pictures, puzzle),
        f"**{translate(prompt, names)}**",
        Row(pick),
    )


def solution_page(pictures: Pictures, puzzle: Puzzle, move: str, title: str, more: bool) -> Page:
    """Whether a move was the best one, what such a question is about, and what each move brings;
    with `more` also a button for another puzzle.
    """
    game, g = position(puzzle)
    use_words_of(game.name)
    names = _names(g)
    labels = {each: translate(game.label(g, puzzle.seat, each), names) for each in puzzle.outcomes}
    consequences = [
        translate(game.consequence(g, puzzle.seat, each), names) for each in puzzle.outcomes
    ]
    taught = lesson_of(game.name).hints.get(game.view(g, puzzle.seat)["question"]["name"])
    another = Button("puzzle", puzzle.number, game.name, label=_("Another puzzle"), style="primary")
    return page(
        _heading(title, game),
        *_pictures(pictures, puzzle),
        _judgement(puzzle, move),
        *([translate(taught.text, names)] if taught else []),
        [
            _line(puzzle, each, label, each == move)
            + (f"\n-# {consequence}" if consequence else "")
            for (each, label), consequence in zip(labels.items(), consequences, strict=True)
        ],
        _(
            "-# The strong computer player finished the game many times after each move, "
            "each time with another guess of what you cannot see. Points are the average "
            "lead over the best other player."
        ),
        *([Row(another)] if more else []),
    )


def _heading(title: str, game: Game[Any]) -> str:
    return f"### 🧩 {title} · {game.title}"


def _names(g: Any) -> list[str]:
    return [_("Player {n}", n=seat + 1) for seat in range(g.seats)]


def _pictures(pictures: Pictures, puzzle: Puzzle) -> list[Picture]:
    """The board, and the hand of the seat that is asked."""
    game, g = position(puzzle)
    names = {"names": _names(g)}
    return [picture(pictures, game.view(g, viewer) | names) for viewer in (None, puzzle.seat)]


def _judgement(puzzle: Puzzle, move: str) -> str:
    """Whether a move was the best one, and how often both win."""
    best, chosen = puzzle.outcomes[puzzle.best], puzzle.outcomes[move]
    if move == puzzle.best:
        return _("**Solved!** Your move is the best one here.")
    return _(
        "**Not the best.** The best move wins {n} of 100 games, yours {own}.",
        n=_hundredths(best.chance),
        own=_hundredths(chosen.chance),
    )


def _line(puzzle: Puzzle, move: str, label: str, chosen: bool) -> str:
    """A move and how often it wins, marked if it is the best one, or the chosen one and worse."""
    found = puzzle.outcomes[move]
    mark = "✅" if move == puzzle.best else "❌" if chosen else "▫️"
    facts = {"games": _hundredths(found.chance), "points": abs(round(found.lead))}
    if not facts["points"]:
        said = _("wins {games} of 100 games, level on points", **facts)
    elif round(found.lead) < 0:
        said = _("wins {games} of 100 games, {points:point|points} behind", **facts)
    else:
        said = _("wins {games} of 100 games, {points:point|points} ahead", **facts)
    return f"{mark} **{label}** · {said}"


def _hundredths(share: float) -> int:
    return round(100 * share)
