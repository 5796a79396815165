"""Every press and command is acknowledged before the bot waits for anything else."""

import ast
import inspect
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import simcord
from discord import AppCommandType, app_commands

from bot.interactions import commands, controls
from bot.interactions.context import Context
from tests.sim_server import SimServer

COGS = Path(__file__).parent.parent / "cogs"


@pytest.mark.parametrize("receives", [controls.receive, commands.command])
def test_nothing_is_awaited_before_the_acknowledgement(receives: Callable[..., Any]):
    tree = ast.parse(inspect.getsource(receives))
    awaited = [node.value for node in ast.walk(tree) if isinstance(node, ast.Await)]
    first = min(awaited, key=lambda node: (node.lineno, node.col_offset))
    assert isinstance(first, ast.Call) and ast.unparse(first.func) == "acknowledge"


def test_only_forms_open_without_an_acknowledgement(simcord_env: simcord.Env):
    assert SimServer.of(simcord_env, "Ada").bot
    openers = {action for action, each in controls.HANDLERS.items() if each.opens_form}
    assert openers == {"dials", "note", "operator-say", "options", "pace"}
    code = "".join(path.read_text(encoding="utf-8") for path in COGS.rglob("*.py"))
    assert code.count("opens_form=True") == 2  # the options, and a note by command


def test_every_command_is_made_by_the_decorator_that_acknowledges(simcord_env: simcord.Env):
    bot: Any = SimServer.of(simcord_env, "Ada").bot
    found = [each for each in bot.tree.walk_commands() if isinstance(each, app_commands.Command)]
    assert len(found) > 60
    entries = [
        each
        for kind in (AppCommandType.user, AppCommandType.message)
        for each in bot.tree.walk_commands(type=kind)
    ]
    assert len(entries) >= 4
    files = {each.callback.__code__.co_filename for each in [*found, *entries]}
    assert files == {commands.__file__}


def test_no_cog_gets_interactions_another_way():
    for path in COGS.rglob("*.py"):
        code = path.read_text(encoding="utf-8")
        for way in (
            "app_commands.command",
            "Cog",
            "ui.",
            "listener",
            "app_commands.context_menu",
            ".defer(",
        ):
            assert way not in code, path


async def test_a_handler_runs_when_its_interaction_is_acknowledged(
    simcord_env: simcord.Env, monkeypatch: pytest.MonkeyPatch
):
    acknowledged: list[bool] = []

    async def probe(ctx: Context) -> None:
        acknowledged.append(ctx.interaction.response.is_done())

    sim = SimServer.of(simcord_env, "Ada")
    await sim.open()
    made = commands.command(name="probe")(probe)
    sim.bot.tree.add_command(made)
    await sim.bot.tree.sync()
    await sim.command("Ada", "probe")
    monkeypatch.setitem(
        controls.HANDLERS, "leave", controls.Handler(probe, table=True, seat=True, ephemeral=True)
    )
    await sim.press("Ada", "Leave")
    assert acknowledged == [True, True]
