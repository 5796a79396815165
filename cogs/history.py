"""Looking back: /history, the button of the same name, and the replay of a finished game."""

from __future__ import annotations

from discord import app_commands
from discord.ext import commands

from bot.app import Atelier
from bot.interactions.controls import as_number, picked, pressed
from bot.interactions.replies import Interaction, acknowledge, show
from bot.operations.markdown import escaped
from bot.pages.names import heading
from bot.pages.page import (
    MAX_OPTIONS,
    Button,
    Option,
    Page,
    Picture,
    Row,
    Select,
    clamp,
    page,
    picture,
)
from bot.table import Refused, Table
from bot.table.past import Past, past, state_at, told_at
from bot.texts.languages import _
from cogs._finding import MOST_CHOICES, atelier, complete_own_table, may_look, numbered, table_here

WAYS = {"first": "«", "back": "‹", "on": "›", "last": "»"}
NEWEST = 100
"""Finished tables that are offered, at most."""
MOST_NEWS = 2500
"""Characters of what was told at one step."""


def not_to_be_seen() -> str:
    """What is said to somebody who may not look back on a table."""
    return _("You can look back on games that you play, or whose channel you see.")


async def table_meant(interaction: Interaction, game: str | None, table: str | None) -> Table:
    """The running or finished table that is meant; Refused where the person may not look at it."""
    chosen = table or game
    found = await (numbered(interaction, chosen) if chosen else table_here(interaction))
    if not may_look(interaction, found):
        raise Refused(not_to_be_seen())
    return found


async def complete_finished(
    interaction: Interaction, current: str
) -> list[app_commands.Choice[str]]:
    """The finished tables of the server that the person may look at; in a DM his own."""
    bot = atelier(interaction)
    choices: list[app_commands.Choice[str]] = []
    numbers = await bot.store.tables.finished(interaction.guild_id, interaction.user.id, NEWEST)
    for number in numbers:
        try:
            table = await bot.tables.get(number)
        except Refused:
            continue
        names = ", ".join(table.names)
        name = f"{table.game.title}, {_('table {n}', n=number)}: {names}"
        if table.g is not None and current.lower() in name.lower() and may_look(interaction, table):
            choices.append(app_commands.Choice(name=clamp(name, 100), value=str(number)))
        if len(choices) == MOST_CHOICES:
            break
    return choices


async def looked_back(interaction: Interaction, table: Table, step: int | None) -> Page:
    """The page of a step of a table's past, as the person may see it: the last one at first."""
    seat = table.seat_of(interaction.user.id)
    found = await past(table, seat)
    last = len(found.steps) - 1
    step = last if step is None else min(step, last)
    line = found.line(step)
    g = await state_at(table, found, step)
    view = table.game.view(g, seat) | {"names": table.names}
    shown = picture(atelier(interaction).pictures, view)
    where = _("Step {n} of {all}", n=step, all=len(found.steps) - 1)
    when = f"<t:{int(line.made)}:f>"
    lines = "\n".join(f"· {escaped(text)}" for text in told_at(line, seat, table.names))
    return page(
        f"{heading(table)}\n{where} · {when}",
        shown,
        clamp(lines, MOST_NEWS) or _("Nothing was told."),
        Row(*_ways(table, found, step)),
        *_jumps(table, found, step, seat),
        facts=[view, step],
    )


def _ways(table: Table, found: Past, step: int) -> list[Button]:
    """The buttons to the first step, one back, one on, and to the last."""
    last = len(found.steps) - 1
    goals = {"first": 0, "back": max(0, step - 1), "on": min(last, step + 1), "last": last}
    return [
        Button(
            "past",
            table.id,
            f"{goals[way]}:{way}",
            label=sign,
            disabled=goals[way] == step,
        )
        for way, sign in WAYS.items()
    ]


def _jumps(table: Table, found: Past, step: int, seat: int | None) -> list[Row]:
    """A select of steps, evenly spread where they are many; each says what was told then."""
    last = len(found.steps) - 1
    if last < len(WAYS):
        return []
    spread = min(MAX_OPTIONS, last + 1)
    goals = sorted({round(n * last / (spread - 1)) for n in range(spread)})
    options: list[Option] = []
    for goal in goals:
        line = found.line(goal)
        news = told_at(line, seat, table.names)
        label = f"{goal}. {news[0]}" if news else f"{goal}."
        options.append(Option(label=label, value=str(goal), default=goal == step))
    return [Row(Select("past", table.id, placeholder=_("Go to a step"), options=options))]


async def turn_to(interaction: Interaction, table_id: int, step: int | None) -> None:
    """Shows a step where the interaction was deferred to."""
    table = await atelier(interaction).tables.get(table_id)
    if not may_look(interaction, table):
        raise Refused(not_to_be_seen())
    await show(interaction, await looked_back(interaction, table, step))


@pressed("history")
async def press_history(interaction: Interaction, table_id: int, rest: str) -> None:
    """Opens the past of a table for the person who pressed, seen by nobody else."""
    await acknowledge(interaction, ephemeral=True, thinking=True)
    await turn_to(interaction, table_id, None)


@pressed("past")
async def press_past(interaction: Interaction, table_id: int, rest: str) -> None:
    """Goes to another step in place of the one shown."""
    await acknowledge(interaction)
    await turn_to(interaction, table_id, as_number(rest.split(":")[0]))


@picked("past")
async def pick_past(interaction: Interaction, table_id: int, rest: str, value: str) -> None:
    """Goes to the step that was picked."""
    await acknowledge(interaction)
    await turn_to(interaction, table_id, as_number(value))


@pressed("replay")
async def press_replay(interaction: Interaction, table_id: int, rest: str) -> None:
    """Shows the whole game as a film to the person who pressed."""
    await acknowledge(interaction, ephemeral=True, thinking=True)
    table = await atelier(interaction).tables.get(table_id)
    if not may_look(interaction, table):
        raise Refused(not_to_be_seen())
    data = await atelier(interaction).replays.gif(table)
    words = _("A replay of {game:text}, from the first move to the last.", game=table.game.title)
    replay = Picture(f"replay-{table_id}.gif", data, words)
    await show(interaction, page(heading(table), replay))


class History(commands.Cog):
    """Looking back."""

    @app_commands.command()
    @app_commands.allowed_contexts(guilds=True, dms=True, private_channels=False)
    @app_commands.describe(game="Which of your games", table="A game that has ended")
    @app_commands.autocomplete(game=complete_own_table, table=complete_finished)
    async def history(
        self, interaction: Interaction, game: str | None = None, table: str | None = None
    ) -> None:
        """Step through a game: its pictures, and what was told."""
        await acknowledge(interaction, ephemeral=True)
        meant = await table_meant(interaction, game, table)
        shown = await looked_back(interaction, meant, None)
        await show(interaction, shown)


async def setup(bot: Atelier) -> None:
    """Adds the command."""
    await bot.add_cog(History())
