"""Puzzles: find the best move in a position; then see the solution."""

from __future__ import annotations

import random
from collections.abc import Sequence
from datetime import date
from typing import Any

from bot.pages.page import Button, Option, Page, Picture, Row, Select, page, picture
from bot.pages.reasons import amount, compared, reason_text
from bot.pictures.pictures import Pictures
from bot.players.reasons import Reason
from bot.texts.languages import _, translate, use_words_of
from games.kernel import Game
from games.puzzles import HARDEST, Puzzle, position
from games.words import names_for


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
        _heading(title, game, puzzle),
        _(
            "You are {name:text}, and it is your turn. Which of these moves is the best?",
            name=names[puzzle.seat],
        ),
        *_pictures(pictures, puzzle),
        f"**{translate(prompt, names)}**",
        Row(pick),
    )


def solution_page(
    pictures: Pictures,
    puzzle: Puzzle,
    move: str,
    title: str,
    more: bool,
    reason: Reason | None = None,
) -> Page:
    """Whether a move was the best one, why, and what each move brings; with `more` also a button
    for another puzzle. The `reason` compares the best move with `compared_with`.
    """
    game, g = position(puzzle)
    use_words_of(game.name)
    names = _names(g)
    other = compared_with(puzzle, move)
    why = reason_text(reason, names_for(puzzle.seat, names), game.unit) if reason else ""
    another = Button("puzzle", puzzle.number, game.name, label=_("Another puzzle"), style="primary")
    return page(
        _heading(title, game, puzzle),
        *compared(pictures, game, g, puzzle.seat, puzzle.best, other, names),
        _judgement(puzzle, move, _label(game, g, puzzle, other), why),
        [_line(game, g, puzzle, each, each == move) for each in puzzle.outcomes],
        _(
            "-# In the pictures a tick marks what the best move changes, a cross what the other one"
            " does. The strong computer player finished the game many times after each move, each"
            " time with another guess of what you cannot see."
        ),
        *([Row(another)] if more else []),
    )


def compared_with(puzzle: Puzzle, move: str) -> str:
    """The move with which the solution compares the best one: the chosen one, or the next best."""
    return move if move != puzzle.best else [*puzzle.outcomes][1]


def as_known(puzzle: Puzzle) -> Any:
    """The position as the seat knows it, with the rest by a guess that is always the same."""
    game, g = position(puzzle)
    guessed = game.guess(
        game.hide_unknown(g, puzzle.seat), puzzle.seat, random.Random(puzzle.number)
    )
    guessed.news.clear()
    return guessed


def _heading(title: str, game: Game[Any], puzzle: Puzzle) -> str:
    stars = "★" * puzzle.difficulty + "☆" * (HARDEST - puzzle.difficulty)
    hard = _("Difficulty: {stars:text}", stars=stars)
    return f"### 🧩 {title} · {game.title}\n-# {hard}"


def _names(g: Any) -> list[str]:
    return [_("Player {n}", n=seat + 1) for seat in range(g.seats)]


def _pictures(pictures: Pictures, puzzle: Puzzle) -> list[Picture]:
    """The board, and the hand of the seat that is asked."""
    game, g = position(puzzle)
    names = {"names": _names(g)}
    return [picture(pictures, game.view(g, viewer) | names) for viewer in (None, puzzle.seat)]


def _judgement(puzzle: Puzzle, move: str, other: str, why: str) -> str:
    """Whether a move was the best one, and why: with which `other` it is compared."""
    is_best = move == puzzle.best
    if not why:
        return _("**Solved!**") if is_best else _("**Not the best.**")
    compared = (
        _(
            "**Solved!** Your move is the best one here. Compared with “{move:text}”:",
            move=other,
        )
        if is_best
        else _("**Not the best.** Why the best move is better than yours:")
    )
    return f"{compared}\n{why}"


def _label(game: Game[Any], g: Any, puzzle: Puzzle, move: str) -> str:
    return translate(game.label(g, puzzle.seat, move), _names(g))


def _line(game: Game[Any], g: Any, puzzle: Puzzle, move: str, chosen: bool) -> str:
    """A move, marked if it is the best one, or the chosen one and worse; what it brings at once and
    in the end.
    """
    found, best = puzzle.outcomes[move], puzzle.outcomes[puzzle.best]
    mark = "✅" if move == puzzle.best else "❌" if chosen else "▫️"
    brings = translate(game.consequence(g, puzzle.seat, move), _names(g))
    games = _("wins {games} of 100 games", games=round(100 * found.chance))
    behind = round(best.lead - found.lead)
    lost = amount(behind, game.unit)
    worse = _("{amount} worse at the end", amount=lost) if behind > 0 else ""
    facts = " · ".join(filter(None, [brings, worse, games]))
    return f"{mark} **{_label(game, g, puzzle, move)}**\n-# {facts}"
