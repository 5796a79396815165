"""For the operator of the bot alone, who owns its application: /operator."""

from __future__ import annotations

import discord
from discord import app_commands

from bot.interactions import Context, command, extension, form, pressed, submitted
from bot.operations.markdown import clean_line, escape_markdown
from bot.pages.operator import MAX_STUCK, Situation, announcement_form, confirm_page, operator_page
from bot.pages.page import Form
from bot.store import to_json
from bot.table import Refused
from bot.texts.languages import _
from games import discover
from games.words import pack, phrase

DIRECT_MESSAGES = app_commands.AppCommandContext(guild=False, dm_channel=True)
"""Nobody sees the command in a server."""


async def must_operate(ctx: Context) -> discord.AppInfo:
    """What Discord knows of the application now; raises Refused unless this person owns it, or is
    of the team that does.
    """
    info = await ctx.bot.application_info()
    owners = {info.owner.id}
    if info.team is not None:
        joined = discord.TeamMembershipState.accepted
        owners = {each.id for each in info.team.members if each.membership_state is joined}
    if ctx.user.id not in owners:
        raise Refused(_("Only those who own this bot can do that."))
    return info


@command(contexts=DIRECT_MESSAGES)
async def operator(ctx: Context) -> None:
    """For the owners of this bot: tables, errors, an announcement, no new games."""
    await show(ctx, await must_operate(ctx))


async def show(ctx: Context, info: discord.AppInfo, note: str = "") -> None:
    store, breaker = ctx.bot.store, ctx.bot.breaker
    situation = Situation(
        info.approximate_guild_count,
        await store.tables.counts_in(None),
        len(await store.outbox.waiting()),
        await find_stuck(ctx),
        breaker.invalid,
        breaker.refused_kinds,
        await store.operator.closed_since(),
    )
    await ctx.reply(operator_page(situation, note))


async def find_stuck(ctx: Context) -> dict[int, str]:
    """Why tables do not go on or are not shown, by their number."""
    bot, stuck = ctx.bot, dict[int, str]()
    for number, why in bot.outbox.failing.items():
        stuck[number] = _("it is tried again after {error:text}", error=escape_markdown(why))
    for number, refusal in bot.outbox.refused.items():
        why = escape_markdown(refusal.why)
        stuck[number] = _("Discord refuses a message: {error:text}", error=why)
    for number, game, _status in await bot.store.tables.broken_or_of_other_games([*discover()]):
        why = ""
        if game not in discover():
            why = _("its game “{game:text}” is not installed", game=escape_markdown(game[:60]))
        elif len(stuck) < MAX_STUCK:  # the page counts the others, so they are not read
            why = await _why_broken(ctx, number)
        stuck[number] = why
    return stuck


async def _why_broken(ctx: Context, number: int) -> str:
    try:
        await ctx.bot.tables.get(number)
    except Refused:
        return _("its stored state cannot be read")
    return _("it can be read again; its channel may have another open table")


@pressed("operator-retry", table=False)
async def retry(ctx: Context) -> None:
    """Reads tables that are set aside again, and shows what is not shown."""
    info, bot = await must_operate(ctx), ctx.bot
    await bot.tables.check_games()
    unshown = await bot.store.tables.running_unshown()
    for number in {*unshown, *bot.outbox.failing, *bot.outbox.refused}:
        await bot.refresh(number)
    await show(ctx, info, _("✓ I am trying again. /operator shows in a minute what still fails."))


# --- Announcements --------------------------------------------------------------------------------


@form("operator-say", table=False)
async def announce(ctx: Context) -> Form:
    return announcement_form()


@submitted("operator-say", table=False)
async def ask_whether_to_send(ctx: Context) -> None:
    await must_operate(ctx)
    text = clean_line(ctx.answer())
    if not text:
        raise Refused(_("Type what I should say."))
    words = phrase("The operator of this bot says: “{text:text}”", text=text)
    draft = await ctx.bot.store.operator.draft(to_json(pack(words)))
    counts = await ctx.bot.store.tables.counts_in(None)
    tables = counts.get("lobby", 0) + counts.get("running", 0)
    await ctx.reply(confirm_page(draft, text, tables))


@pressed("operator-send", table=False)
async def send(ctx: Context) -> None:
    """Says a draft, whose number the button has, at all open tables."""
    info, bot = await must_operate(ctx), ctx.bot
    told = await bot.store.operator.announce(ctx.number, bot.clock.now())
    if told is None:
        raise Refused(_("This was said already, once at each table."))
    for number in told:
        bot.outbox.kick(number)
    await show(ctx, info, _("✓ {n:open table|open tables} will show it soon.", n=len(told)))


# --- No new games ---------------------------------------------------------------------------------


@pressed("operator-close", table=False)
async def close(ctx: Context) -> None:
    info = await must_operate(ctx)
    await ctx.bot.store.operator.close(ctx.bot.clock.now())
    await show(ctx, info)


@pressed("operator-reopen", table=False)
async def reopen(ctx: Context) -> None:
    info = await must_operate(ctx)
    await ctx.bot.store.operator.reopen()
    await show(ctx, info)


setup = extension(operator)
