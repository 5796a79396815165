"""Slash commands: how they are made of functions, and the tree that they are found in."""

from __future__ import annotations

import contextlib
import functools
import inspect
from collections.abc import Callable, Coroutine
from typing import Any

import discord
from discord import app_commands

from bot.interactions.client import Client, Interaction
from bot.interactions.context import Context
from bot.interactions.errors import tell_error
from bot.interactions.finding import complete_own_table, find_table
from bot.interactions.replies import acknowledge, send_ephemeral, use_language_of
from bot.store import OutOfService
from bot.texts.languages import speak, understood
from games.kernel import Game

EVERYWHERE = app_commands.AppCommandContext(guild=True, dm_channel=True, private_channel=False)
SERVERS_ONLY = app_commands.AppCommandContext(guild=True, dm_channel=False, private_channel=False)

INTERACTION = inspect.Parameter("interaction", inspect.Parameter.POSITIONAL_OR_KEYWORD)
GAME = inspect.Parameter(
    "game", inspect.Parameter.POSITIONAL_OR_KEYWORD, default=None, annotation=str | None
)
Run = Callable[..., Coroutine[Any, Any, None]]
Command = app_commands.Command[Any, ..., None]


class Tree(app_commands.CommandTree[Client]):
    """The commands of the bot."""

    async def interaction_check(self, interaction: Interaction, /) -> bool:
        """Returns False where an interaction is delivered again.

        What is offered while somebody types is said in the language they have chosen. A command
        reads that language when it has acknowledged.
        """
        if not interaction.client.arrivals.first(interaction.id):
            return False
        speak(understood(interaction.locale))
        if interaction.type is discord.InteractionType.autocomplete:
            with contextlib.suppress(OutOfService):
                await use_language_of(interaction)
        return True

    async def on_error(
        self, interaction: Interaction, error: app_commands.AppCommandError, /
    ) -> None:
        """Answers a failed command with a sentence."""
        if isinstance(error, (app_commands.CheckFailure, app_commands.TransformerError)):
            await send_ephemeral(interaction, str(error))
        else:
            await tell_error(interaction, getattr(error, "original", error))


def group(
    name: str, description: str, permissions: discord.Permissions | None = None
) -> app_commands.Group:
    """Returns a group of commands: for everybody everywhere, or in servers for those who have some
    permissions.
    """
    return app_commands.Group(
        name=name,
        description=description,
        allowed_contexts=SERVERS_ONLY if permissions else EVERYWHERE,
        guild_only=permissions is not None,
        default_permissions=permissions,
    )


def command(
    parent: app_commands.Group | None = None,
    *,
    name: str = "",
    table: bool = False,
    seat: bool = False,
    of: Game[Any] | None = None,
    contexts: app_commands.AppCommandContext = EVERYWHERE,
) -> Callable[[Run], Command]:
    """Makes a slash command of a function, which is given a Context and the options.

    The interaction is acknowledged first; the reply is a message that only the person who acts
    sees. With `table` the command has an option `game` for their tables, and the function is given
    the table that is meant (of one game, where `of` names it); with `seat` also their seat there.
    """

    def make(run: Run) -> Command:
        async def callback(interaction: Interaction, **options: Any) -> None:
            await acknowledge(interaction, ephemeral=True)
            ctx = Context(interaction)
            if table or seat:
                ctx.table = await find_table(ctx, options.pop("game"), of)
            if seat:
                ctx.take_seat_at(ctx.table)
            await run(ctx, **options)

        functools.update_wrapper(callback, run)
        _context, *options = inspect.signature(run, eval_str=True).parameters.values()
        if table or seat:
            options.append(GAME)
        signature = inspect.Signature([INTERACTION, *options])
        callback.__signature__ = signature  # pyright: ignore[reportFunctionMemberAccess]
        if table or seat:
            app_commands.describe(game="Which of your games")(callback)
            app_commands.autocomplete(game=complete_own_table)(callback)
        owner: Any = parent or app_commands
        made: Command = owner.command(name=name or run.__name__.rstrip("_"))(callback)
        if parent is None:
            made.allowed_contexts = contexts
        return made

    return make


def extension(
    *parts: Command | app_commands.Group,
) -> Callable[[Client], Coroutine[Any, Any, None]]:
    """Returns the `setup` of an extension that has these commands."""

    async def setup(bot: Client) -> None:
        for part in parts:
            bot.tree.add_command(part)

    return setup
