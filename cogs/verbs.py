"""A group of commands for each game, made from the verbs of its moves."""

from __future__ import annotations

import inspect
from functools import cache
from typing import Any

from discord import app_commands

from bot.interactions import Client, Context, command, completion, group
from bot.interactions.commands import Command
from bot.interactions.finding import find_table
from bot.pages import questions
from bot.pages.menus import next_words
from bot.pages.page import truncate
from cogs.play import play
from games import discover, remove_game
from games.kernel import Game, Verb
from games.words import phrase

MAX_VERBS = 24
"""Commands of one game: one less than Discord allows, so that a game can grow."""
MAX_NUMBER = 9999
Number = app_commands.Range[int, 0, MAX_NUMBER]


async def setup(bot: Client) -> None:
    """Adds a group for every game; leaves out a game whose verbs make no valid commands."""
    for game in [*discover().values()]:
        try:
            bot.tree.add_command(commands_of(game))
        except Exception as error:  # noqa: BLE001  (a package may have anything for a verb)
            remove_game(game.name, error)


@cache
def commands_of(game: Game[Any]) -> app_commands.Group:
    """The commands of a game; raises the library's error if Discord would not take them."""
    made = group(game.name, phrase("Moves of {game}", game=game.title))
    for name, verb in game.verbs.items():
        add_command(made, game, name, verb)
    return made


def add_command(parent: app_commands.Group, game: Game[Any], name: str, verb: Verb) -> Command:
    """Adds the command of a verb, with an option for each word that may follow it. The verb and its
    words make the move.
    """

    async def run(ctx: Context, **words: Any) -> None:
        said = [str(words[word]) for word, _required in verb.words if words.get(word) is not None]
        moves = [" ".join(" ".join([first, *said]).split()) for first in verb.firsts]
        if len(moves) > 1 and ctx.table.g is not None:
            legal = game.legal(ctx.table.g, ctx.seat)
            moves.sort(key=lambda move: move not in legal)
        await play(ctx, moves[0])

    kind, empty = inspect.Parameter.POSITIONAL_OR_KEYWORD, inspect.Parameter.empty
    parameters = [inspect.Parameter("ctx", kind)]
    for word, required in verb.words:
        type_: Any = Number if word in verb.numbers else str
        annotation, default = (type_, empty) if required else (type_ | None, None)
        parameters.append(inspect.Parameter(word, kind, default=default, annotation=annotation))
    run.__signature__ = inspect.Signature(parameters)  # pyright: ignore[reportFunctionMemberAccess]
    run.__doc__ = truncate(verb.sentence, 100)
    names = [word for word, _required in verb.words]
    descriptions = dict.fromkeys(names, phrase("Choose from the list of what you can do now"))
    completed = {word: _completer(game, verb, names[:i], word) for i, word in enumerate(names)}
    app_commands.describe(**descriptions)(run)
    app_commands.autocomplete(**completed)(run)
    return command(parent, name=name, seat=True, of=game)(run)


def _completer(game: Game[Any], verb: Verb, before: list[str], word: str) -> Any:
    """Completes a word from the legal moves that begin with the words before it."""

    @completion
    async def complete(ctx: Context, current: str) -> list[tuple[str, Any]]:
        ctx.use_table(await find_table(ctx, ctx.typed("game"), game), seat=True)
        moves = questions.labelled_moves(ctx.table, ctx.seat)
        said = [ctx.typed(each) for each in before]
        found: dict[str, str] = {}
        for first in verb.firsts:
            found |= next_words(moves, [first, *said])
        is_number = word in verb.numbers
        return [
            (f"{value} · {label}", int(value) if is_number else value)
            for value, label in found.items()
            if str(current).lower() in f"{value} {label}".lower()
        ]

    return complete
