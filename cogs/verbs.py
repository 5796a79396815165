"""A command group per game, made from the verbs of its moves: nothing here is written for one
game.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Coroutine
from typing import Any

from discord import app_commands

from bot.app import Atelier
from bot.interactions.replies import Interaction, acknowledge
from bot.pages import panels
from bot.pages.menus import next_words
from bot.pages.page import clamp
from bot.table import Refused, Table
from cogs._finding import complete_own_table, is_asked, own_tables, table_here
from cogs.play import play
from games import discover
from games.kernel import Game, Verb

Run = Callable[..., Coroutine[Any, Any, None]]
EMPTY = inspect.Parameter.empty


async def setup(bot: Atelier) -> None:
    """Adds a group for every game."""
    for game in discover().values():
        bot.tree.add_command(group(game))


def group(game: Game[Any]) -> app_commands.Group:
    """The group of a game: a command for each verb, an option for each word that may follow it."""
    made = app_commands.Group(
        name=game.name,
        description=clamp(f"Moves of {game.title}", 100),
        allowed_contexts=app_commands.AppCommandContext(
            guild=True, dm_channel=True, private_channel=False
        ),
    )
    for word, verb in game.verbs.items():
        command: app_commands.Command[Any, ..., None] = app_commands.Command(
            name=word, description=clamp(verb.sentence, 100), callback=_callback(game, word, verb)
        )
        for i, (name, _) in enumerate(verb.words):
            command.autocomplete(name)(
                _completer(game, [word, *(n for n, _ in verb.words[:i])], name)
            )
        command.autocomplete("game")(complete_own_table)
        made.add_command(command)
    return made


async def table_of(interaction: Interaction, game: Game[Any]) -> Table:
    """The table of this game that is meant; Refused where there is none."""
    chosen = getattr(interaction.namespace, "game", None)
    if chosen or interaction.guild_id is not None:
        table = await table_here(interaction, chosen)
        if table.game is not game:
            raise Refused(
                f"The table here plays {table.game.title}, not {game.title}:"
                f" use /{table.game.name} or /move."
            )
        return table
    mine = [table for table in await own_tables(interaction) if table.game is game]
    waiting = [table for table in mine if is_asked(table, interaction.user.id)]
    if len(waiting) == 1 or len(mine) == 1:
        return (waiting or mine)[0]
    if not mine:
        raise Refused(
            f"You sit at no table of {game.title}."
            " In a channel of your server, /game new opens one."
        )
    raise Refused(f"You sit at several tables of {game.title}: choose one with `game:`.")


def _callback(game: Game[Any], first: str, verb: Verb) -> Run:
    """What a verb's command does: its words, put together, are the move."""

    async def run(interaction: Interaction, **words: Any) -> None:
        await acknowledge(interaction, ephemeral=True)
        table = await table_of(interaction, game)
        said = [str(words[name]) for name, _ in verb.words if words.get(name)]
        move = " ".join(" ".join([first, *said]).split())
        await play(interaction, table, move)

    parameters = [
        inspect.Parameter(
            name,
            inspect.Parameter.POSITIONAL_OR_KEYWORD,
            default=EMPTY if required else None,
            annotation=str if required else str | None,
        )
        for name, required in [*verb.words, ("game", False)]
    ]
    own = inspect.Parameter(
        "interaction", inspect.Parameter.POSITIONAL_OR_KEYWORD, annotation=Interaction
    )
    run.__signature__ = inspect.Signature([own, *parameters])  # type: ignore[attr-defined]
    run.__name__ = f"{game.name}_{first}"
    told = {name: f"The {name}; the list shows what is open to you" for name, _ in verb.words}
    return app_commands.describe(game="Which of your games", **told)(run)


def _completer(game: Game[Any], before: list[str], name: str) -> Any:
    """Completes a word from the legal moves that begin with the words said before it."""

    async def complete(interaction: Interaction, current: str) -> list[app_commands.Choice[str]]:
        try:
            table = await table_of(interaction, game)
            moves = panels.labelled(table, table.own_seat(interaction.user.id))
        except Refused:
            return []
        said = [
            before[0],
            *(str(getattr(interaction.namespace, word, "") or "") for word in before[1:]),
        ]
        return [
            app_commands.Choice(name=clamp(f"{word} · {label}", 100), value=word)
            for word, label in next_words(moves, said).items()
            if current.lower() in f"{word} {label}".lower()
        ][:25]

    return complete
