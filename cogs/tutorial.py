"""A guided first game: /tutorial."""

from __future__ import annotations

from typing import Any

from discord import app_commands

from bot.interactions import Context, command, extension
from bot.interactions.cooldowns import TUTORIAL
from bot.interactions.finding import complete_game, find_game
from bot.outbox.wanted import NO_QUESTION, WELCOME
from bot.pages.page import Page, page
from bot.store import PostRow
from bot.table import STAND_IN_LEVEL, NewTable, Person, Refused, lobby
from bot.table.computers import with_computers
from bot.texts.languages import _, translate
from bot.texts.rulebook import rulebook
from games.kernel import Game
from games.lesson import lesson_of


def welcome(game: Game[Any]) -> Page:
    """The message above the table of a lesson."""
    return page(
        _("### Your first game of {game}", game=game.title),
        translate(rulebook(game.name).glance),
        _(
            "You play against a computer player, as slowly as you like; it is not rated. The deal"
            " is chosen so that there is something to decide from the start. Press **Move** under"
            " the board below: above the buttons I explain each of your first questions, and what"
            " would be sensible and why. /game leave ends it."
        ),
    )


@command()
@app_commands.describe(game="Which game to learn")
@app_commands.autocomplete(game=complete_game)
async def tutorial(ctx: Context, game: str) -> None:
    """Learn a game in our DM: your first turn guided, against a computer player."""
    bot, user, chosen = ctx.bot, ctx.user, find_game(game)
    await bot.tables.must_take_new_games()
    channel = await bot.outbox.dms.open(user.id)
    busy = await bot.store.tables.open_in(channel)
    if busy is not None:
        raise Refused(
            _(
                "Table {n} in our DM is still open. Finish it, or leave it there with /game leave.",
                n=busy.id,
            )
        )
    bot.cooldowns.use(TUTORIAL, user.id)
    above = welcome(chosen)
    message = await bot.outbox.dms.send(user.id, channel, above)
    lesson = lesson_of(chosen.name)
    seats = lesson.seats or chosen.fewest_seats
    host = Person(ctx.name, user=user.id)
    table = await bot.tables.open(
        NewTable(
            chosen,
            guild=None,
            channel=channel,
            people=with_computers([host], [STAND_IN_LEVEL] * (seats - 1)),
            seats=seats,
            lesson=1,
            seed=lesson.seed,
        )
    )
    made = message.created_at.timestamp()
    post = PostRow(table.id, WELCOME, channel, message.id, above.digest, NO_QUESTION, made)
    await bot.store.posts.save(post)
    await lobby.start(table, user.id)
    await ctx.reply(_("Your game is ready in our DMs: {link:text}", link=message.jump_url))


setup = extension(tutorial)
