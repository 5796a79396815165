"""Planning one's turn: /plan and the buttons of its page."""

from __future__ import annotations

from discord import app_commands

from bot.interactions import Choices, Context, command, completion, extension, pressed
from bot.interactions.controls import as_number
from bot.interactions.finding import find_table
from bot.pages import plans
from bot.texts.languages import _
from cogs.play import play, set_plan, show_panel, show_plan, while_running
from games.kernel import PLAN, SKETCH


@pressed("plan", seat=True)
@while_running
async def press_plan(ctx: Context) -> None:
    await show_plan(ctx)


@pressed("plan-use", seat=True)
@while_running
async def press_use(ctx: Context) -> None:
    """Uses the plan; if its first question is asked now, this answers it. The page has said what
    its moves bring, so none is confirmed once more.
    """
    if not await has_steps(ctx):
        return
    moves, question = plans.steps_of(ctx.table, ctx.seat), ctx.table.question
    now = ctx.seat in ctx.table.state.asked
    await set_plan(ctx, moves, PLAN)
    if now:
        await play(ctx, moves[0], question, confirmed=True, token=f"{ctx.interaction.id}-0")
    else:
        await show_panel(ctx, f"✓ {_('Your plan is used when your turn comes.')}")


@pressed("plan-back", seat=True)
@while_running
async def press_back(ctx: Context) -> None:
    """Takes the last step back."""
    if await has_steps(ctx):
        await set_plan(ctx, plans.steps_of(ctx.table, ctx.seat)[:-1])
        await show_plan(ctx)


@pressed("plan-drop", seat=True)
@while_running
async def press_drop(ctx: Context) -> None:
    await set_plan(ctx, [], PLAN)
    await show_panel(ctx)


async def has_steps(ctx: Context) -> bool:
    """Whether the plan has as many steps as the message of the button shows; else shows it."""
    if len(plans.steps_of(ctx.table, ctx.seat)) == as_number(ctx.rest):
        return True
    await show_plan(ctx, f"⚠ {_('The plan has changed since; nothing changed.')}")
    return False


@completion
async def complete_plan(ctx: Context, current: str) -> Choices:
    """The plans with a step more than what was typed."""
    table = await find_table(ctx, ctx.typed("game"))
    ctx.use_table(table)
    found = plans.labelled_plans(table, table.own_seat(ctx.user.id), f"{PLAN} {current}")
    texts = {label: text.removeprefix(f"{PLAN} ") for text, label in found.items()}
    return [(label, text) for label, text in texts.items() if len(text) <= 100]


@command(seat=True)
@app_commands.describe(moves="The moves of your turn, with / between them")
@app_commands.autocomplete(moves=complete_plan)
async def plan(ctx: Context, moves: str = "") -> None:
    """Plan your next turn on a copy of what you see."""
    if moves:
        await set_plan(ctx, moves.split(" / "), SKETCH)
    await show_plan(ctx)


setup = extension(plan)
