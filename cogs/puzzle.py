"""Puzzles: /puzzle."""

from __future__ import annotations

import random
from collections.abc import Sequence
from datetime import UTC, datetime

from discord import app_commands

from bot.interactions import Context, command, extension, picked, pressed
from bot.interactions.controls import as_number, out_of_date
from bot.interactions.finding import complete_game, find_game
from bot.interactions.replies import release_slot
from bot.pages.puzzles import (
    as_known,
    compared_with,
    puzzle_of_the_day,
    puzzle_page,
    solution_page,
)
from bot.table import Refused
from bot.texts.languages import _
from games import discover
from games.puzzles import Puzzle, all_puzzles, puzzles_of


def title_of(ctx: Context) -> str:
    return _("Puzzle") if ctx.guild_id is None else _("Puzzle of the day")


def chosen_puzzle(ctx: Context) -> Puzzle:
    """The puzzle of a button or select; raises Refused if it no longer exists."""
    known = puzzles_of(ctx.rest) if ctx.rest in discover() else ()
    found = next((each for each in known if each.number == ctx.number), None)
    if found is None:
        raise out_of_date()
    return found


async def show_puzzle(ctx: Context, puzzles: Sequence[Puzzle]) -> None:
    """Shows one of these puzzles: in a server that of the day, in a DM a random one. Raises Refused
    if there is none.
    """
    if not puzzles:
        raise Refused(_("There are no puzzles."))
    if ctx.guild_id is None:
        shown = random.choice(puzzles)
    else:
        shown = puzzle_of_the_day(puzzles, ctx.guild_id, datetime.now(UTC).date())
    await ctx.reply(puzzle_page(ctx.bot.pictures, shown, title_of(ctx)))


@command(anywhere=True)
@app_commands.describe(game="Which game, in our direct messages")
@app_commands.autocomplete(game=complete_game)
async def puzzle(ctx: Context, game: str | None = None) -> None:
    """Find the best move: one puzzle a day in a server, as many as you like in our DM."""
    if game and ctx.guild_id is not None:
        raise Refused(
            _(
                "In a server all get the same daily puzzle: /puzzle. Choose a game in our"
                " direct messages."
            )
        )
    await show_puzzle(ctx, puzzles_of(find_game(game).name) if game else all_puzzles())


@picked("puzzle", table=False)
async def pick_puzzle(ctx: Context) -> None:
    """Shows whether the picked move is the best one."""
    known = chosen_puzzle(ctx)
    moves = [*known.moves]
    if (chosen := as_number(ctx.value)) >= len(moves):
        raise out_of_date()
    move, more = moves[chosen], ctx.guild_id is None
    release_slot(ctx.interaction)
    reason = await ctx.bot.thinkers.explain(
        discover()[known.game],
        as_known(known),
        known.seat,
        known.best,
        compared_with(known, move),
    )
    page = solution_page(ctx.bot.pictures, known, move, title_of(ctx), more, reason)
    await ctx.reply(page)


@pressed("puzzle", table=False)
async def press_puzzle(ctx: Context) -> None:
    """Shows another puzzle of the same game."""
    now = chosen_puzzle(ctx)
    await show_puzzle(ctx, [each for each in puzzles_of(now.game) if each != now])


setup = extension(puzzle)
