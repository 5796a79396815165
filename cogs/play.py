"""Playing: the private panel, its buttons, /move and /hand."""

from __future__ import annotations

from functools import wraps
from typing import Any

from discord import app_commands

from bot.interactions import (
    Choices,
    Context,
    command,
    completion,
    extension,
    form,
    picked,
    pressed,
    submitted,
)
from bot.interactions.controls import Run, as_number
from bot.interactions.errors import database_unavailable
from bot.interactions.finding import find_table
from bot.interactions.replies import send_ephemeral
from bot.outbox.wanted import BOARD
from bot.pages import panels, plans, premoves, questions
from bot.pages.board import log_page
from bot.pages.ending import proof_page
from bot.pages.names import link
from bot.pages.notifications import waiting_tables
from bot.pages.page import Form
from bot.pages.questions import STEP, Asked, has_draft
from bot.pages.watching import web_buttons
from bot.table import Refused, Stale, seating, undo, votes
from bot.texts.languages import _
from cogs._tables.seats import vote_open_text
from games.kernel import PLAN, SKETCH, Dials, Picks, is_plan, plan_move


async def show_panel(
    ctx: Context, note: str = "", prefix: str = "", confirm: str = "", hint: str = ""
) -> None:
    """Replies with the player's panel, which the outbox then keeps up to date."""
    bot, table, user = ctx.bot, ctx.table, ctx.user.id
    asks = panels.question_of(table, ctx.seat)
    with bot.outbox.panel_replies.active(table.id, user):
        page = await panels.panel_page(
            *(table, ctx.seat, bot.pictures),
            note=note,
            prefix=prefix,
            confirm=confirm,
            hint=hint,
        )
        shown = await ctx.reply(page)
        if shown:
            token = ctx.interaction.token
            await bot.outbox.save_panel(table.id, user, shown, token, page, asks)
    if panels.question_of(table, ctx.seat) != asks:
        await bot.refresh(table.id)


def while_running(run: Run) -> Run:
    """Decorates the handler of a panel: after the game it shows the result."""

    @wraps(run)
    async def unless_ended(ctx: Context) -> None:
        table, token = ctx.table, str(ctx.interaction.id)
        if table.row.status not in ("over", "abandoned"):
            await run(ctx)
        elif await table.store.moves.of_token(table.id, token):  # this press ended it
            await show_panel(ctx)
        else:
            await show_panel(ctx, f"⚠ {_('The game has moved on since; nothing changed.')}")

    return unless_ended


async def play(
    ctx: Context,
    move: str,
    question: int | None = None,
    *,
    confirmed: bool = False,
    token: str = "",
) -> None:
    """Plays a move for the person who acts, and shows the panel; asks for a confirmation first if
    they want that or the move is grave. `token` tells it from another move of the same press.
    """
    note = ""
    await seating.reclaim(ctx.table, ctx.user.id)
    if not confirmed and (grave := _grave_premove(ctx, move)):
        await ctx.reply(await premoves.premoves_page(ctx.table, ctx.seat, *grave))
        return
    if not confirmed and await _must_confirm(ctx, move, question):
        await show_panel(ctx, confirm=move)
        return
    try:
        await ctx.table.submit(ctx.seat, move, token or str(ctx.interaction.id), question)
    except Stale as error:
        note = f"⚠ {error}"
        ctx.table = await ctx.bot.tables.get(ctx.table.id)
    await show_panel(ctx, note)


def _grave_premove(ctx: Context, move: str) -> tuple[str, str, str] | None:
    """The question of a grave answer in advance, without a draft, and the answer; else None."""
    table = ctx.table
    if table.row.status != "running" or not table.game.is_premove(move):
        return None
    for question in table.game.questions(table.state, ctx.seat):
        given = move.removeprefix(question.answer(""))
        if question.name and given != move and given in question:
            return (question.name, "", given) if question.tone(given) == "grave" else None
    return None


async def _must_confirm(ctx: Context, move: str, question: int | None) -> bool:
    """Whether this move is to be confirmed; False if it is not open."""
    table = ctx.table
    if table.row.status != "running" or table.row.paused:
        return False
    asked = table.game.question(table.state, ctx.seat)
    if asked is None or move not in asked or question not in (None, table.question):
        return False
    when = (await ctx.bot.store.people.get(ctx.user.id)).confirm
    if when == "never" or asked.tone(move) == "grave":
        return asked.tone(move) == "grave"
    return when == "always" or undo.is_final(table, ctx.seat, move)


@pressed("yes", seat=True)
@while_running
async def press_yes(ctx: Context) -> None:
    where, _colon, move = ctx.rest.partition(":")
    await answer(ctx, where, move, confirmed=True)


@pressed("move", seat=True)
@while_running
async def press_move(ctx: Context) -> None:
    where, _colon, move = ctx.rest.partition(":")
    await answer(ctx, where, move)


@picked("move", seat=True)
@while_running
async def pick_move(ctx: Context) -> None:
    """Makes the move of a select, or opens the menu under its heading."""
    kind, _colon, words = ctx.value.partition(":")
    where = ctx.rest.partition(":")[0]
    await (answer if kind == "move" else open_menu)(ctx, where, words)


async def answer(ctx: Context, where: str, move: str, *, confirmed: bool = False) -> None:
    """Makes a move, or sets a premove; `where` is as in `Asked`. Asks back first if it must."""
    if where.startswith(STEP):
        await add_step(ctx, where, move, confirmed=confirmed)
        return
    name = later_name(where)
    if not name:
        await play(ctx, move, as_number(where), confirmed=confirmed)
        return
    premove = f"ahead {name} {move}"
    grave = None if confirmed else _grave_premove(ctx, premove)
    if grave:
        await ctx.reply(await premoves.premoves_page(ctx.table, ctx.seat, *grave))
    else:
        await set_premove(ctx, premove)


@pressed("into", seat=True)
@while_running
async def press_into(ctx: Context) -> None:
    """Opens the menu under a heading, or goes back to the whole menu."""
    where, _colon, prefix = ctx.rest.partition(":")
    await open_menu(ctx, where, prefix)


async def open_menu(ctx: Context, where: str, draft: str) -> None:
    """Shows a question with this draft, or the moves that begin with these words."""
    if where.startswith(STEP):
        await show_plan(ctx, draft=draft)
    elif name := later_name(where):
        await ctx.reply(await premoves.premoves_page(ctx.table, ctx.seat, name, draft))
    elif as_number(where) != ctx.table.question:
        await show_panel(ctx, f"⚠ {_('The game has moved on since; this is the question now.')}")
    else:
        await show_panel(ctx, prefix=draft)


@pressed("asking", seat=True)
@while_running
async def press_asking(ctx: Context) -> None:
    """Shows the moves that only change what the player is asked."""
    asked = asked_at(ctx, ctx.rest)
    if asked is None:
        await open_menu(ctx, ctx.rest, "")
    else:
        await ctx.reply(panels.settings_page(asked))


@picked("dial", seat=True)
@while_running
async def pick_number(ctx: Context) -> None:
    """Changes a number of the draft; a button then makes the move."""
    where, dial, draft = [*ctx.rest.split(":", 2), "", ""][:3]
    dials = menu_at(ctx, where)
    is_dial = isinstance(dials, Dials)
    draft = dials.set_dial(draft, as_number(dial), as_number(ctx.value)) if is_dial else ""
    await open_menu(ctx, where, draft)


@form("dials", seat=True)
async def dials_form(ctx: Context) -> Form:
    """The form for the numbers of an answer."""
    asked = asked_at(ctx, ctx.rest)
    if asked is None or not isinstance(menu := asked.question.menu, Dials):
        raise Stale(_("The game has moved on since; nothing changed."))
    return questions.dials_form(asked, menu)


@submitted("dials", seat=True)
@while_running
async def submit_dials(ctx: Context) -> None:
    """Makes the move of these numbers; asks back first if the form could not tell its alarm."""
    where, asked = ctx.rest, asked_at(ctx, ctx.rest)
    if asked is None or not isinstance(menu := asked.question.menu, Dials):
        await open_menu(ctx, where, "")
        return
    move, question = questions.dialled(menu, ctx.answers), asked.question
    if move in question and question.alarm(move) and asked.is_now:
        ctx.table.must_run()
        await show_panel(ctx, confirm=move)
    else:
        await answer(ctx, where, move)


@picked("picks", seat=True)
@while_running
async def pick_things(ctx: Context) -> None:
    """Makes the move of the picked things, or shows their draft."""
    where, picks = ctx.rest, menu_at(ctx, ctx.rest)
    move = picks.move(ctx.values) if isinstance(picks, Picks) else ""
    if not isinstance(picks, Picks) or (move in picks and has_draft(picks)):
        await open_menu(ctx, where, move)
    else:
        await answer(ctx, where, move)


async def show_plan(ctx: Context, note: str = "", draft: str = "", confirm: str = "") -> None:
    """Replies with the page on which the player plans their turn."""
    table, seat, drawn = ctx.table, ctx.seat, ctx.bot.pictures
    table.must_run()
    page = await plans.plan_page(table, seat, drawn, draft=draft, confirm=confirm, note=note)
    await ctx.reply(page)


async def add_step(ctx: Context, where: str, move: str, *, confirmed: bool) -> None:
    """Adds a move to the plan, unless that has another step by now; asks back if it is grave."""
    asked = plans.planned_question(ctx.table, ctx.seat)
    if asked is None or asked.where != where or move not in asked.question:
        await show_plan(ctx, f"⚠ {_('The plan has changed since; nothing was added.')}")
    elif asked.question.tone(move) == "grave" and not confirmed:
        await show_plan(ctx, confirm=move)
    else:
        await set_plan(ctx, [*plans.steps_of(ctx.table, ctx.seat), move])
        await show_plan(ctx)


async def set_plan(ctx: Context, moves: list[str], verb: str = "") -> None:
    """Sets the plan of the player who acts; without a verb it is used if it was."""
    used = plans.plan_of(ctx.table, ctx.seat)["used"]
    text = plan_move(moves, verb or (PLAN if used else SKETCH))
    await ctx.table.submit(ctx.seat, text, str(ctx.interaction.id))


def menu_at(ctx: Context, where: str) -> Any:
    """How the moves of a question are arranged; None if the question is not open."""
    asked = asked_at(ctx, where)
    return asked.question.menu if asked else None


def asked_at(ctx: Context, where: str) -> Asked | None:
    """The question that a custom_id names; None if it is no longer open."""
    table, name = ctx.table, later_name(where)
    if where.startswith(STEP):
        asked = plans.planned_question(table, ctx.seat)
        return asked if asked and asked.where == where else None
    if not name and as_number(where) != table.question:
        return None
    question = table.game.question(table.state, ctx.seat, name)
    return Asked(table, question) if question else None


def later_name(where: str) -> str:
    """The name of a later question; "" if this is the number of one that was asked."""
    return where if where[:1].isalpha() else ""


async def set_premove(ctx: Context, move: str) -> None:
    """Sets or clears a premove of the person who acts. While they are asked it shows all premoves,
    else their panel with what comes next.
    """
    await ctx.table.submit(ctx.seat, move, str(ctx.interaction.id))
    if ctx.seat in ctx.table.state.asked:
        await ctx.reply(await premoves.premoves_page(ctx.table, ctx.seat))
    else:
        await show_panel(ctx)


@pressed("advance", seat=True)
@picked("advance", seat=True)
@while_running
async def press_advance(ctx: Context) -> None:
    """Opens the page for premoves, or one question."""
    await ctx.reply(await premoves.premoves_page(ctx.table, ctx.seat, ctx.value or ctx.rest))


@pressed("later", seat=True)
@picked("later", seat=True)
@while_running
async def press_later(ctx: Context) -> None:
    """Sets or clears one of all answers in advance, and shows these again."""
    name, _colon, move = ctx.rest.partition(":")
    move = move or ctx.value.removeprefix("move:")
    premove = f"ahead {name} {move}" if move not in ("", premoves.ASK_ME) else f"forget {name}"
    grave = _grave_premove(ctx, premove)
    if not grave:
        await ctx.table.submit(ctx.seat, premove, str(ctx.interaction.id))
    await ctx.reply(await premoves.premoves_page(ctx.table, ctx.seat, *(grave or ())))


@pressed("forget", seat=True)
@while_running
async def press_forget(ctx: Context) -> None:
    """Clears a premove."""
    await set_premove(ctx, f"forget {ctx.rest}")


@pressed("return", seat=True)
async def press_return(ctx: Context) -> None:
    await show_panel(ctx)


@pressed("undo", seat=True)
@while_running
async def press_undo(ctx: Context) -> None:
    if ctx.rest and as_number(ctx.rest) != ctx.table.question:
        raise Stale(_("The game has moved on since; nothing was taken back."))
    await undo.undo(ctx.table, ctx.user.id, str(ctx.interaction.id))
    await show_panel(ctx)


@pressed("redo", seat=True)
@while_running
async def press_redo(ctx: Context) -> None:
    if ctx.rest and as_number(ctx.rest) != ctx.table.question:
        raise Stale(_("The game has moved on since; nothing changed."))
    await undo.redo(ctx.table, ctx.user.id, str(ctx.interaction.id))
    await show_panel(ctx)


@pressed("further", seat=True)
@while_running
async def press_further(ctx: Context) -> None:
    """Shows which moves the table can vote to take back."""
    await ctx.reply(await panels.rewind_page(ctx.table))


@picked("further", seat=True)
@while_running
async def pick_further(ctx: Context) -> None:
    """Proposes to take back a move and all after it."""
    done = await votes.propose_undo(ctx.table, ctx.user.id, as_number(ctx.value))
    await show_panel(ctx, "" if done else vote_open_text())


@pressed("panel", seat=True, ephemeral=True)
async def press_panel(ctx: Context) -> None:
    await seating.reclaim(ctx.table, ctx.user.id)
    await show_panel(ctx)


@pressed("next", table=False, ephemeral=True)
async def press_next(ctx: Context) -> None:
    """Opens the panel of the next table that waits for the person who pressed, or links it if it is
    on another server; `number` is the table from which they come.
    """
    bot, user = ctx.bot, ctx.user.id
    found = [table for table, _turn in await waiting_tables(bot.store, bot.tables, user)]
    elsewhere = [table for table in found if table.id != ctx.number and not table.row.paused]
    if not elsewhere:
        raise Refused(_("No other table waits for you now."))
    table = elsewhere[0]
    ctx.use_table(table, seat=True)
    if ctx.guild_id in (None, table.row.guild):
        await show_panel(ctx)
        return
    board = (await bot.store.posts.of(table.id)).get(BOARD)
    await ctx.reply(
        _(
            "[{game:text}, table {n}]({link:text}) waits for you.",
            game=table.game.title,
            n=table.id,
            link=link(table, board.message if board else 0),
        )
    )


@pressed("hand", seat=True, ephemeral=True)
async def show_hand(ctx: Context) -> None:
    await ctx.reply(await panels.panel_page(ctx.table, ctx.seat, ctx.bot.pictures, hand_only=True))


@pressed("log", ephemeral=True)
async def press_log(ctx: Context) -> None:
    seat, table = ctx.table.seat_of(ctx.user.id), ctx.table
    web = web_buttons(table.id, ctx.bot.settings.web_url)
    await ctx.reply(await log_page(table, seat, *web))


@pressed("verify", ephemeral=True)
async def press_verify(ctx: Context) -> None:
    await ctx.reply(await proof_page(ctx.table))


@pressed("again", table=False)
async def press_again(ctx: Context) -> None:
    """Deletes the note of an outage that is over, if the bot that sent it has not done so."""
    if await ctx.bot.store.is_writable():
        await ctx.interaction.delete_original_response()
    else:
        await send_ephemeral(ctx.interaction, database_unavailable())


@completion
async def complete_move(ctx: Context, current: str) -> Choices:
    """The legal moves of the person, found by label or by text."""
    table = await find_table(ctx, ctx.typed("game"))
    ctx.use_table(table)
    seat, typed = table.own_seat(ctx.user.id), " ".join(current.split())
    if is_plan(typed):
        moves = plans.labelled_plans(table, seat, typed)
    elif table.game.is_premove(typed):
        moves = questions.labelled_premoves(table, seat)
    else:
        moves = questions.labelled_moves(table, seat, typed)
    wanted = current.lower().split()
    return [
        (label, move)
        for move, label in moves.items()
        if all(word in f"{label} {move}".lower() for word in wanted) and len(move) <= 100
    ]


@command(seat=True)
@app_commands.describe(move="Your move; the list shows what you can do now")
@app_commands.autocomplete(move=complete_move)
async def move(ctx: Context, move: str) -> None:
    """Make a move."""
    await play(ctx, " ".join(move.split()))


@command(seat=True)
async def hand(ctx: Context) -> None:
    """Look at your own hand; nobody else sees it."""
    await show_hand(ctx)


setup = extension(move, hand)
