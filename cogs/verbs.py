"""A command group per game, made from the verbs of its moves: nothing here is written for one
game.
"""

from __future__ import annotations

import inspect
from typing import Any

from discord import app_commands

from bot.interactions import Client, Context, Names, command, completion, group
from bot.interactions.finding import find_table
from bot.pages import panels
from bot.pages.menus import next_words
from bot.pages.page import clamp
from cogs.play import play
from games import discover
from games.kernel import Game, Verb


async def setup(bot: Client) -> None:
    """Adds a group for every game."""
    for game in discover().values():
        made = group(game.name, clamp(f"Moves of {game.title}", 100))
        for word, verb in game.verbs.items():
            add_command(made, game, word, verb)
        bot.tree.add_command(made)


def add_command(parent: app_commands.Group, game: Game[Any], first: str, verb: Verb) -> None:
    """Adds the command of a verb, with an option for each word that may follow it. All its words,
    put together, are the move.
    """

    async def run(ctx: Context, **words: Any) -> None:
        said = [str(words[name]) for name, _required in verb.words if words.get(name)]
        await play(ctx, " ".join(" ".join([first, *said]).split()))

    kind, empty = inspect.Parameter.POSITIONAL_OR_KEYWORD, inspect.Parameter.empty
    options = [
        inspect.Parameter(
            name,
            kind,
            default=empty if required else None,
            annotation=str if required else str | None,
        )
        for name, required in verb.words
    ]
    signature = inspect.Signature([inspect.Parameter("ctx", kind), *options])
    run.__signature__ = signature  # pyright: ignore[reportFunctionMemberAccess]
    run.__doc__ = clamp(verb.sentence, 100)
    names = [name for name, _required in verb.words]
    told = {name: f"The {name}; the list shows what is open to you" for name in names}
    completed = {name: _completer(game, [first, *names[:i]], name) for i, name in enumerate(names)}
    app_commands.describe(**told)(run)
    app_commands.autocomplete(**completed)(run)
    command(parent, name=first, seat=True, of=game)(run)


def _completer(game: Game[Any], before: list[str], name: str) -> Any:
    """Completes a word from the legal moves that begin with the words said before it."""

    @completion
    async def complete(ctx: Context, current: str) -> Names:
        table = await find_table(ctx, ctx.typed("game"), game)
        moves = panels.labelled(table, table.own_seat(ctx.user.id))
        said = [before[0]]
        said += [ctx.typed(word) for word in before[1:]]
        return [
            (f"{word} · {label}", word)
            for word, label in next_words(moves, said).items()
            if current.lower() in f"{word} {label}".lower()
        ]

    return complete
