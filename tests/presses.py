"""The presses before the first turn of a table."""

from collections import Counter

import simcord

from tests.sim_server import SimServer

HOST, GUEST = 5, 1
"""How many commands and presses host and guest need until the first turn of a table."""
COMMAND, PRESSED = 2, 3
"""Types of interactions that count; autocomplete does not."""


async def lobby(env: simcord.Env, name: str) -> Counter[str]:
    """The commands and presses of host and guest, from an empty channel to the first turn."""
    sim = SimServer.of(env, "host", "guest")
    await sim.gather(game=name, computers=0, seats=2)
    assert await sim.asked(), "nobody has a turn yet"
    return Counter(
        sim.named(int(payload["member"]["user"]["id"]))
        for _, event, payload in env.backend.transcript
        if event == "INTERACTION_CREATE" and payload["type"] in (COMMAND, PRESSED)
    )
