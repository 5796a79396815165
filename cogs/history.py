"""History of a table: /history, its button, and the replay of a finished game."""

from __future__ import annotations

import discord
from discord import app_commands

from bot.interactions import (
    Choices,
    Context,
    command,
    completion,
    context_menu,
    extension,
    picked,
    pressed,
)
from bot.interactions.completion import MAX_CHOICES
from bot.interactions.controls import as_number, one_of
from bot.interactions.finding import (
    complete_own_table,
    find_table,
    may_see,
    table_by_number,
    table_of_message,
)
from bot.operations.markdown import escape_markdown
from bot.pages.names import heading, when
from bot.pages.page import (
    MAX_OPTIONS,
    Button,
    Option,
    Page,
    Picture,
    Row,
    Select,
    page,
    picture,
    truncate,
)
from bot.pictures.pictures import Pictures
from bot.table import Refused, Table
from bot.table.history import History, news_of_line, read_history, state_at
from bot.table.story import course_of, with_course
from bot.texts.languages import _

BOARD = "board"
"""The value of a select that stands for the board."""
STEP_BUTTONS = {"first": "«", "back": "‹", "on": "›", "last": "»"}
MAX_FINISHED = 100
"""Finished tables that the autocompletion looks at."""
MAX_NEWS_CHARACTERS = 2500
"""Characters of the news of one step."""


def check_may_see(ctx: Context, table: Table) -> None:
    if not may_see(ctx, table):
        raise Refused(_("You can look back on games that you play, or whose channel you see."))


@completion
async def complete_finished(ctx: Context, current: str) -> Choices:
    """The finished tables of the server that the person may see; in a DM their own."""
    bot, user, names = ctx.bot, ctx.user.id, Choices()
    for number in await bot.store.tables.finished(ctx.guild_id, user, MAX_FINISHED):
        try:
            table = await bot.tables.get(number)
        except Refused:
            continue
        players = ", ".join(table.names)
        name = f"{table.game.title}, {_('table {n}', n=number)}: {players}"
        if table.g is not None and current.lower() in name.lower() and may_see(ctx, table):
            names.append((name, str(number)))
        if len(names) == MAX_CHOICES:
            break
    return names


async def history_page(
    table: Table,
    own: int | None,
    pictures: Pictures,
    step: int | None = None,
    screen: str = "",
    since: int | None = None,
) -> Page:
    """A step of a table's history, by default the last, or the one of line `since`. It shows what
    the seat `own` may see; once the game is over, the board or the `screen` of any seat, as the
    record tells everything then.
    """
    over = table.row.status == "over"
    seat = _seat_of_screen(table, screen) if over else own
    found = await read_history(table, seat)
    last = len(found.steps) - 1
    if since is not None:
        step = max(n for n in range(last + 1) if n == 0 or found.line(n).seq <= since)
    step = last if step is None else min(step, last)
    line = found.line(step)
    g = await state_at(table, found, step)
    view = table.game.view(g, seat) | {"names": table.names}
    if seat is None and view["scores"] is not None:
        view = with_course(view, await course_of(table))
    where = _("Step {n} of {all}", n=step, all=len(found.steps) - 1)
    reader = own if seat == own else None
    lines = "\n".join(
        f"· {escape_markdown(text)}" for text in news_of_line(line, reader, table.names)
    )
    return page(
        f"{heading(table)}\n{where} · {when(line.made, 'f')}",
        picture(pictures, view),
        truncate(lines, MAX_NEWS_CHARACTERS) or _("Nothing happened."),
        Row(*_step_buttons(table, found, step, screen)),
        *_step_select(table, found, step, reader, screen),
        *([_screen_select(table, line.seq, seat)] if over else []),
        facts=[view, step],
    )


def _seat_of_screen(table: Table, screen: str) -> int | None:
    """The seat whose screen is meant; None for the board."""
    if not screen:
        return None
    return int(one_of(screen, [str(seat) for seat in range(len(table.people))]))


def _screen_select(table: Table, seq: int, seat: int | None) -> Row:
    """A select of what a finished game is looked at with: the board, or what a player saw."""
    options = [Option(_("The board"), BOARD, default=seat is None)]
    options += [
        Option(_("What {name:text} saw", name=name), str(n), default=n == seat)
        for n, name in enumerate(table.names)
    ]
    return Row(Select("screen", table.id, str(seq), _("What to look at"), options))


def _step_buttons(table: Table, found: History, step: int, screen: str) -> list[Button]:
    last = len(found.steps) - 1
    goals = {"first": 0, "back": max(0, step - 1), "on": min(last, step + 1), "last": last}
    return [
        Button(
            "past",
            table.id,
            f"{goals[way]}:{way}:{screen}",
            label=sign,
            disabled=goals[way] == step,
        )
        for way, sign in STEP_BUTTONS.items()
    ]


def _step_select(
    table: Table, found: History, step: int, seat: int | None, screen: str
) -> list[Row]:
    """A select of steps with their news, evenly spread if they are many."""
    last = len(found.steps) - 1
    if last < len(STEP_BUTTONS):
        return []
    spread = min(MAX_OPTIONS, last + 1)
    goals = sorted({round(n * last / (spread - 1)) for n in range(spread)})
    options: list[Option] = []
    for goal in goals:
        line = found.line(goal)
        news = news_of_line(line, seat, table.names)
        label = f"{goal}. {news[0]}" if news else f"{goal}."
        options.append(Option(label=label, value=str(goal), default=goal == step))
    return [Row(Select("past", table.id, screen, _("Go to a step"), options))]


async def show_step(
    ctx: Context,
    table: Table,
    step: int | None = None,
    screen: str = "",
    since: int | None = None,
) -> None:
    """Replies with a step of a table's history; the arguments are as in `history_page`."""
    check_may_see(ctx, table)
    ctx.use_table(table)
    own = table.seat_of(ctx.user.id)
    await ctx.reply(await history_page(table, own, ctx.bot.pictures, step, screen, since))


@pressed("history", ephemeral=True)
async def press_history(ctx: Context) -> None:
    await show_step(ctx, ctx.table)


@pressed("past")
@picked("past")
async def press_past(ctx: Context) -> None:
    step, *more = ctx.rest.split(":")
    screen = ctx.rest if ctx.value else (more[1] if more[1:] else "")
    await show_step(ctx, ctx.table, as_number(ctx.value or step), screen)


@picked("screen")
async def pick_screen(ctx: Context) -> None:
    """Shows the same step with other eyes."""
    screen = "" if ctx.value == BOARD else ctx.value
    await show_step(ctx, ctx.table, screen=screen, since=as_number(ctx.rest))


@pressed("replay", ephemeral=True)
async def press_replay(ctx: Context) -> None:
    table = ctx.table
    check_may_see(ctx, table)
    data = await ctx.bot.replays.gif(table)
    words = _("A replay of {game:text}, from the first move to the last.", game=table.game.title)
    await ctx.reply(heading(table), Picture(f"replay-{table.id}.gif", data, words))


@command()
@app_commands.describe(game="Which of your games", table="A game that has ended")
@app_commands.autocomplete(game=complete_own_table, table=complete_finished)
async def history(ctx: Context, game: str | None = None, table: str | None = None) -> None:
    """Step through a game: its pictures and what happened."""
    chosen = table or game
    find = table_by_number(ctx, chosen) if chosen else find_table(ctx)
    await show_step(ctx, await find)


@context_menu("History")
async def history_of_board(ctx: Context, board: discord.Message) -> None:
    await show_step(ctx, await table_of_message(ctx, board))


setup = extension(history, history_of_board)
