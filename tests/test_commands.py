"""The slash commands as Discord and the people in a server see them."""

import importlib
import pkgutil
import random
import re
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio
from simcord.interactions import command_leaves

import cogs
from atelier_testing.discord_limits import (
    BOOLEAN,
    CHANNEL,
    INTEGER,
    STRING,
    USER,
    Payload,
    problems,
)
from atelier_testing.discord_limits import MAX_TEXT as MAX_TYPED
from bot.app import Atelier
from bot.interactions.replies import MAX_TEXT
from bot.interactions.translator import Translator
from bot.table import Table
from cogs.verbs import MAX_VERBS
from games import discover
from tests.conftest import settings
from tests.hostile import hostile_numbers, hostile_texts
from tests.sim_server import SimServer, ephemeral_text, reply_text

COMMAND: Payload = {"name": "a", "description": "b", "type": 1, "options": []}
OPTION: Payload = {"name": "a", "description": "b", "type": 3}
LONG = {**OPTION, "choices": [{"name": f"{n:0100}", "value": f"{n:0100}"} for n in range(25)]}
"""An option whose choices have 5,000 characters."""


@pytest_asyncio.fixture
async def payload(tmp_path: Path) -> AsyncIterator[list[Payload]]:
    """The commands as they are sent to Discord, with all translations."""
    bot = Atelier(settings(tmp_path))
    await bot._async_setup_hook()
    for module in pkgutil.iter_modules(cogs.__path__):
        if not module.name.startswith("_"):
            await importlib.import_module(f"cogs.{module.name}").setup(bot)
    await bot.tree.set_translator(Translator())
    translator = bot.tree.translator
    assert translator is not None
    yield [
        await command.get_translated_payload(bot.tree, translator)
        for command in bot.tree.get_commands()
    ]
    await bot.close()


def options(command: Payload) -> Iterator[Payload]:
    """The options of a command and of its subcommands."""
    for option in command.get("options", ()):
        yield option
        yield from options(option)


def with_option(**changes: Any) -> list[Payload]:
    """The payload of a command with one option that has these properties."""
    return [{**COMMAND, "options": [{**OPTION, **changes}]}]


# --- What Discord takes ---------------------------------------------------------------------------


def test_every_command_keeps_to_the_limits_of_discord(payload: list[Payload]):
    assert problems(payload) == []
    assert len(payload) > 20


def test_commands_with_tables_are_for_servers_that_installed_the_bot(payload: list[Payload]):
    brought = {each["name"] for each in payload if each["integration_types"] != [0]}
    assert brought == {"puzzle", "rules", "card", "turns", "stats", "settings"}
    assert all(each["contexts"] == [0, 1, 2] for each in payload if each["name"] in brought)
    payload = [each for each in payload if each["name"] not in brought]
    contexts = {command["name"]: command["contexts"] for command in payload}
    assert contexts["admin"] == contexts["server"] == contexts["leaderboard"] == [0]
    assert contexts["game"] == contexts["move"] == [0, 1]
    assert {name for name, where in contexts.items() if where == [1]} == {"operator"}
    assert {*map(tuple, contexts.values())} == {(0,), (0, 1), (1,)}


def test_a_channel_option_names_the_channels_that_it_takes(payload: list[Payload]):
    found = [each for command in payload for each in options(command) if each["type"] == CHANNEL]
    assert found
    for option in found:
        assert sorted(option["channel_types"]) == [0, 2, 4, 5, 10, 11, 12, 13, 15]


@pytest.mark.parametrize(
    ("refused", "why"),
    [
        ([{**COMMAND, "name": "Upper"}], "name"),
        ([{**COMMAND, "name": "two words"}], "name"),
        ([{**COMMAND, "description": ""}], "0 characters"),
        ([{**COMMAND, "description_localizations": {"de": "x" * 101}}], "101 characters"),
        ([{**COMMAND, "description_localizations": {"tlh": "x"}}], "languages"),
        ([COMMAND, COMMAND], "not distinct"),
        ([{**COMMAND, "contexts": [0], "dm_permission": True}], "dm_permission"),
        ([{**COMMAND, "contexts": [3]}], "contexts"),
        ([{**COMMAND, "integration_types": []}], "integration_types"),
        ([{**COMMAND, "colour": 1}], "unknown keys"),
        ([{**COMMAND, "name": f"c{n}"} for n in range(101)], "101 commands"),
        (with_option(type=12), "type 12"),
        (with_option(choices=[{"name": "n", "value": "v"}], autocomplete=True), "autocomplete"),
        (with_option(choices=[{"name": "n" * 101, "value": "v"}]), "choice"),
        (with_option(choices=[{"name": "n", "value": 1}]), "value 1"),
        (with_option(min_value=1), "min_value"),
        (with_option(max_length=6001), "6001 characters"),
        (with_option(type=CHANNEL, channel_types=[16]), "channel types {16}"),
        (with_option(type=2, options=[{**OPTION, "type": 2}]), "nested too deep"),
        (
            [{**COMMAND, "options": [OPTION, {**OPTION, "name": "b", "required": True}]}],
            "stands behind",
        ),
        ([{**COMMAND, "options": [{**OPTION, "type": 1}, {**OPTION, "name": "b"}]}], "beside"),
        (
            [{**COMMAND, "options": [{**OPTION, "name": f"o{n}"} for n in range(26)]}],
            "26 options",
        ),
        ([{**COMMAND, "options": [{**LONG, "name": "b"}, {**LONG, "name": "c"}]}], "characters"),
    ],
)
def test_what_discord_refuses_is_noticed(refused: list[Payload], why: str):
    found = problems(refused)
    assert found and why in " ".join(found)
    assert problems([COMMAND]) == [] and problems(with_option()) == []


# --- The commands of games ------------------------------------------------------------------------


@pytest.mark.parametrize("name", list(discover()))
def test_a_game_has_room_for_another_command(payload: list[Payload], name: str):
    [command] = [each for each in payload if each["name"] == name]
    assert len(command["options"]) <= MAX_VERBS


@pytest.mark.parametrize("name", list(discover()))
def test_words_that_are_numbers_are_numbers_for_discord(payload: list[Payload], name: str):
    [command] = [each for each in payload if each["name"] == name]
    for verb, found in discover()[name].verbs.items():
        [leaf] = [each for each in command["options"] if each["name"] == verb]
        numbers = {each["name"] for each in leaf["options"] if each["type"] == INTEGER}
        assert numbers == found.numbers
        bounds = [
            (each["min_value"], each["max_value"])
            for each in options(leaf)
            if each["type"] == INTEGER
        ]
        assert all(0 <= least < most for least, most in bounds)


def test_every_number_has_bounds(payload: list[Payload]):
    found = [each for command in payload for each in options(command) if each["type"] == INTEGER]
    assert len(found) > 20
    assert all({"min_value", "max_value"} <= each.keys() for each in found)


async def begin(sim: SimServer, game: str) -> None:
    """Ada and Ben, or with as many more as the game needs, play in the room."""
    seats = discover()[game].seats[0]
    await sim.start(*[*sim.people][:seats], game=game, computers=max(0, seats - len(sim.people)))


def pattern_on_offer(table: Table) -> str:
    """The slot of a pattern that the seat which is asked can buy, or ""."""
    legal = [move for seat in table.state.asked for move in table.game.legal(table.state, seat)]
    return next((move.split()[1] for move in legal if move.startswith("pattern ")), "")


async def test_a_command_makes_the_move_that_has_another_word(sim: SimServer):
    await begin(sim, "royal_threadcount")
    slot = pattern_on_offer(await sim.play_until(lambda table: bool(pattern_on_offer(table))))
    command = "royal_threadcount buy_pattern"
    answer = await sim.command((await sim.asked())[0], command, slot=int(slot))
    assert "✓" in reply_text(answer)
    made = sim.sql("SELECT move FROM moves WHERE move IS NOT NULL ORDER BY seq DESC LIMIT 1")
    assert made == [(f"pattern {slot}",)]


async def test_of_words_that_share_a_command_the_legal_one_is_played(sim: SimServer):
    def may_craft(table: Table) -> bool:
        return any("market" in table.game.legal(table.state, seat) for seat in table.state.asked)

    await begin(sim, "brick_and_mortar")
    name = (await sim.asked())[0]
    answer = await sim.command(name, "brick_and_mortar supply", count="2")
    assert "“supply 2”" in ephemeral_text(answer)
    await sim.play_until(may_craft)
    name = (await sim.asked())[0]
    assert "✓" in reply_text(await sim.command(name, "brick_and_mortar supply"))
    assert sim.sql("SELECT 1 FROM moves WHERE move = 'market'")


def add_moderator(sim: SimServer) -> None:
    """Dora comes to the server, with every permission that a command asks for."""
    sim.add("Dora", manage_guild=True, manage_messages=True)


# --- Who may ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("command", "permission"),
    [
        ("admin pause", "Manage Messages"),
        ("admin end", "Manage Messages"),
        ("admin unban", "Manage Messages"),
        ("server show", "Manage Server"),
        ("server language", "Manage Server"),
    ],
)
async def test_a_command_that_a_server_gave_to_everybody_asks_for_the_permission(
    sim: SimServer, command: str, permission: str
):
    await sim.open()
    fetched = {each.name: each for each in await sim.bot.tree.fetch_commands()}
    root = fetched[command.split()[0]]
    more = {"language": "de"} if "language" in command else {}
    with pytest.raises(Exception, match=r"default.member.permissions"):
        await sim.command("Ben", command, **more)
    sim.guild.set_command_permissions(root, {sim.people["Ben"]: True})
    answer = await sim.command("Ben", command, **more)
    assert f"You need a permission for that: {permission}." in ephemeral_text(answer)
    add_moderator(sim)
    assert "You need" not in ephemeral_text(await sim.command("Dora", command, **more))


async def test_a_person_who_is_gone_cannot_be_chosen(sim: SimServer):
    await begin(sim, "wigs")
    gone = sim.env.create_user("emil", global_name="Emil")
    answer = await sim.command("Ada", "game give", to=gone)
    assert ephemeral_text(answer) == "Choose somebody who is on this server."


# --- What people type -----------------------------------------------------------------------------

HOSTILE = [text[:MAX_TYPED] for text in (*hostile_numbers(), *hostile_texts()) if text.strip()]


def sensible(option: Payload, sim: SimServer) -> Any:
    """Something for an option that must be there."""
    if choices := option.get("choices"):
        return choices[0]["value"]
    values: dict[int, Any] = {STRING: "x", INTEGER: option.get("min_value", 0), BOOLEAN: True}
    values |= {USER: sim.people["Ben"], CHANNEL: sim.room}
    return values[option["type"]]


async def type_into_everything(
    sim: SimServer, who: str, rng: random.Random, commands: list[Payload], times: int
) -> int:
    """Somebody types hostile texts into each free text of these commands; how many there are."""
    count = 0
    for path, leaf in [each for command in commands for each in command_leaves(command)]:
        name, known = " ".join(path), leaf.get("options", [])
        required = {each["name"]: sensible(each, sim) for each in known if each.get("required")}
        for option in known:
            is_free = option["type"] == STRING and not option.get("choices")
            count += is_free
            for typed in rng.sample(HOSTILE, times):
                if option.get("autocomplete"):  # unchecked by Discord, also where it is a number
                    await sim.people[who].autocomplete(sim.room, name, option["name"], typed)
                if is_free:
                    filled = {**required, option["name"]: typed}
                    said = ephemeral_text(await sim.command(who, name, **filled))
                    assert said.strip() and len(said) <= 2 * MAX_TEXT, (name, typed[:80])
                    assert not re.search(r"(?<!\\)@everyone", said), (name, typed[:80])
    return count


@pytest.mark.sampled(one_in=4)
async def test_any_text_in_a_command_gets_a_reply(sim: SimServer):
    add_moderator(sim)
    await begin(sim, "wigs")
    commands = [
        each for each in sim.env.backend.commands[None].values() if each["name"] not in discover()
    ]
    assert await type_into_everything(sim, "Dora", random.Random(5), commands, 12) > 10
