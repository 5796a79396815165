"""Slash commands: decorators that make them from functions, and the command tree."""

from __future__ import annotations

import contextlib
import functools
import inspect
from collections.abc import Callable, Coroutine
from typing import Any

import discord
from discord import app_commands
from discord.app_commands import CommandNotFound, CommandSignatureMismatch, ContextMenu

from bot.interactions.client import Client, Interaction
from bot.interactions.context import Context
from bot.interactions.errors import reply_with_error
from bot.interactions.finding import complete_own_table, find_table
from bot.interactions.replies import acknowledge, before_form, send_ephemeral, use_language_of
from bot.interactions.unreadable import INTERACTION as EVENT
from bot.interactions.unreadable import unreadable
from bot.operations import permissions
from bot.store import OutOfService
from bot.table import Refused, format_names
from bot.texts.languages import _, language_of_locale, translate, use_language
from games.kernel import Game

EVERYWHERE = app_commands.AppCommandContext(guild=True, dm_channel=True, private_channel=False)
INSTALLS = app_commands.AppInstallationType(guild=True, user=False)
"""Only servers install the bot for its tables: where people bring it along, it could not keep a
board up to date.
"""
ANYWHERE = app_commands.AppCommandContext(guild=True, dm_channel=True, private_channel=True)
BY_PEOPLE = app_commands.AppInstallationType(guild=True, user=True)
"""For commands that need no table in a channel: people who install the bot for themselves can use
them in any server and any direct message.
"""
SERVERS_ONLY = app_commands.AppCommandContext(guild=True, dm_channel=False, private_channel=False)

INTERACTION = inspect.Parameter("interaction", inspect.Parameter.POSITIONAL_OR_KEYWORD)
GAME = inspect.Parameter(
    "game", inspect.Parameter.POSITIONAL_OR_KEYWORD, default=None, annotation=str | None
)
Run = Callable[..., Coroutine[Any, Any, None]]
Command = app_commands.Command[Any, ..., None]


class Tree(app_commands.CommandTree[Client]):
    """The commands of the bot."""

    def __init__(self, client: Client) -> None:
        """Takes the bot. By default commands can be used in servers and in DMs."""
        super().__init__(client, allowed_contexts=EVERYWHERE, allowed_installs=INSTALLS)

    async def interaction_check(self, interaction: Interaction, /) -> bool:
        """False if an interaction is delivered twice.

        Sets the language of an autocompletion. A command sets its own after it has acknowledged.
        """
        if not interaction.client.seen_interactions.is_new(interaction.id):
            return False
        use_language(language_of_locale(interaction.locale))
        if interaction.type is discord.InteractionType.autocomplete:
            with contextlib.suppress(OutOfService):
                await use_language_of(interaction)
        return True

    async def _call(self, interaction: Interaction) -> None:
        """Carries out a command or completes it; answers where its options cannot be read."""
        try:
            await super()._call(interaction)
        except app_commands.AppCommandError:
            raise
        except Exception as error:  # noqa: BLE001  (commands raise AppCommandError for all others)
            interaction.client.unreadable.note(EVENT, error)
            if interaction.type is not discord.InteractionType.autocomplete:
                await send_ephemeral(interaction, unreadable())

    async def on_error(
        self, interaction: Interaction, error: app_commands.AppCommandError, /
    ) -> None:
        """Replies to a failed command with a sentence."""
        if isinstance(error, (CommandNotFound, CommandSignatureMismatch)):
            interaction.client.registration.register_again()
            if interaction.type is not discord.InteractionType.autocomplete:
                await send_ephemeral(interaction, _out_of_date())
        elif isinstance(error, app_commands.TransformerError):
            await send_ephemeral(interaction, _("Choose somebody who is on this server."))
        else:
            await reply_with_error(interaction, getattr(error, "original", error))


def _out_of_date() -> str:
    """What somebody reads if Discord has delivered a command of another release."""
    return _(
        "This command has changed, so nothing was done. Type it again in a minute; if that does"
        " not help, restart Discord."
    )


def must_have(ctx: Context, needed: discord.Permissions) -> None:
    """Raises Refused if the user lacks a permission in this channel. Discord checks that as well,
    unless a server has opened the command to others in its settings.
    """
    granted = ctx.interaction.permissions
    missing = [name for name, is_needed in needed if is_needed and not getattr(granted, name)]
    if missing:
        labels = [translate(permissions.USER_PERMISSIONS[name]) for name in missing]
        raise Refused(
            _("You need a permission for that: {names:text}.", names=format_names(labels))
        )


def group(
    name: str,
    description: str,
    permissions: discord.Permissions | None = None,
    *,
    servers_only: bool = False,
    anywhere: bool = False,
) -> app_commands.Group:
    """A group of commands: for everybody, or only in servers for those with permissions."""
    in_servers = servers_only or permissions is not None
    return app_commands.Group(
        name=name,
        description=description,
        allowed_contexts=SERVERS_ONLY if in_servers else ANYWHERE if anywhere else None,
        allowed_installs=BY_PEOPLE if anywhere else None,
        guild_only=in_servers,
        default_permissions=permissions,
    )


def command(
    parent: app_commands.Group | None = None,
    *,
    name: str = "",
    table: bool = False,
    seat: bool = False,
    of: Game[Any] | None = None,
    opens_form: bool = False,
    contexts: app_commands.AppCommandContext | None = None,
    anywhere: bool = False,
) -> Callable[[Run], Command]:
    """Makes a slash command from a function, which gets a Context and the options.

    The interaction is acknowledged first; the reply is ephemeral. With `table` the command has an
    option `game`, and `ctx.table` is the chosen table, of the game `of` if that is given; with
    `seat` also `ctx.seat` is set. If the function `opens_form`, the form is the acknowledgement.
    """

    def make(run: Run) -> Command:
        async def callback(interaction: Interaction, **options: Any) -> None:
            if not opens_form:
                await acknowledge(interaction, ephemeral=True)
            async with before_form(interaction) if opens_form else contextlib.nullcontext():
                await carry_out(Context(interaction), options)

        async def carry_out(ctx: Context, options: dict[str, Any]) -> None:
            if parent is not None and parent.default_permissions is not None:
                must_have(ctx, parent.default_permissions)
            if table or seat:
                ctx.use_table(await find_table(ctx, options.pop("game"), of), seat=seat)
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
            made.allowed_contexts = contexts or (ANYWHERE if anywhere else None)
            made.allowed_installs = BY_PEOPLE if anywhere else None
            made.guild_only = contexts is SERVERS_ONLY
        return made

    return make


def context_menu(name: str, *, servers_only: bool = False) -> Callable[[Run], ContextMenu]:
    """Makes an entry of the context menu of a person or of a message, by the annotation of the
    function's parameter after the Context. The reply is ephemeral.
    """

    def make(run: Run) -> ContextMenu:
        async def callback(interaction: Interaction, opened_on: Any) -> None:
            await acknowledge(interaction, ephemeral=True)
            await run(Context(interaction), opened_on)

        _context, opened_on = inspect.signature(run, eval_str=True).parameters.values()
        signature = inspect.Signature([INTERACTION, opened_on])
        callback.__signature__ = signature  # pyright: ignore[reportFunctionMemberAccess]
        made = ContextMenu(
            name=name, callback=callback, allowed_contexts=SERVERS_ONLY if servers_only else None
        )
        made.guild_only = servers_only
        return made

    return make


def extension(
    *parts: Command | app_commands.Group | ContextMenu,
) -> Callable[[Client], Coroutine[Any, Any, None]]:
    """The `setup` function of an extension with these commands."""

    async def setup(bot: Client) -> None:
        for part in parts:
            bot.tree.add_command(part)

    return setup
