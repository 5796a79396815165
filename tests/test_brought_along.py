"""Commands that people bring along to servers and chats which have not installed the bot."""

from __future__ import annotations

from typing import Any

import pytest
from simcord.interactions import base_payload, build_options, nest_options, walk_to_subcommand
from simcord.results import InteractionResult

from tests.sim_server import SimServer, ephemeral_text, text

TYPED = 2
"""The type of an interaction with a command."""


async def elsewhere(sim: SimServer, name: str, command: str, **options: Any) -> InteractionResult:
    """Somebody uses a command in a server that the bot does not know."""
    backend, actor = sim.env.backend, sim.people[name]
    root = backend.find_command(command.split(" ")[0], sim.guild.id, type=1)
    assert root is not None and root["integration_types"] == [0, 1], command
    leaf, path = walk_to_subcommand(root, command.split(" ")[1:])
    built, resolved = build_options(actor, command, leaf, options, channel_id=sim.room.id)
    data = {key: root[key] for key in ("id", "name", "type")}
    data |= {"options": nest_options(root, path, built), "resolved": resolved}
    place = {"channel_id": sim.room.id, "guild_id": sim.guild.id, "user_id": actor.id}
    record, payload = base_payload(backend, type=TYPED, data=data, **place)
    payload["authorizing_integration_owners"] = {"1": str(actor.id)}
    payload["guild_id"] = "4711"
    backend.emit("INTERACTION_CREATE", payload)
    await sim.env.settle()
    return InteractionResult(sim.env, record)


@pytest.mark.parametrize(
    ("command", "told"),
    [
        ("puzzle", "Puzzle"),
        ("rules", "Wigs"),
        ("turns", "table 1"),
        ("stats", "Games of Ada"),
        ("settings show", "Language"),
    ],
)
async def test_what_needs_no_table_is_brought_along(sim: SimServer, command: str, told: str):
    await sim.gather_two()
    shown = await elsewhere(sim, "Ada", command)
    assert told in ephemeral_text(shown)


async def test_a_server_without_the_bot_is_like_a_direct_message(sim: SimServer):
    await sim.gather_two()
    own = await elsewhere(sim, "Ada", "stats", player=sim.people["Ben"])
    assert "your own games only" in ephemeral_text(own)
    chosen = await elsewhere(sim, "Ada", "puzzle", game="wigs")
    assert "Puzzle of the day" not in text(chosen.response)
    assert "Puzzle of the day" in text((await sim.command("Ada", "puzzle")).response)
