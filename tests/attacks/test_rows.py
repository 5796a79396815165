"""Rows that are damaged, or made to harm: others play on, and every list answers."""

import zlib
from typing import Any

import pytest
import simcord

from bot.store.rows import MAX_STATE_BYTES, decompressed
from tests.hostile import hostile_json
from tests.sim_server import SimServer

COLUMNS = {
    "tables": ("people", "options", "votes", "seed"),
    "moves": ("state", "news", "label", "asked", "undone"),
    "notes": ("words",),
    "servers": ("channels",),
}
"""What is stored as JSON, as a state, or as a number in words."""
LISTS = ("turns", "stats", "leaderboard", "history", "mydata export")


def hostile(column: str) -> list[Any]:
    """What a damaged or a hostile database may hold in a column."""
    if column == "state":
        return [b"", b"x", zlib.compress(b"[" * 100_000), zlib.compress(bytes(200_000_000), 9)]
    return [*hostile_json()]


def test_a_state_is_read_up_to_a_bound():
    assert decompressed(zlib.compress(b"x" * 1000)) == b"x" * 1000
    for stored in (zlib.compress(bytes(MAX_STATE_BYTES + 1)), zlib.compress(b"x" * 999)[:-5]):
        with pytest.raises(zlib.error):
            decompressed(stored)


@pytest.mark.sampled(one_in=22)
@pytest.mark.parametrize(
    ("table", "column"), [(table, each) for table, columns in COLUMNS.items() for each in columns]
)
async def test_a_damaged_row_stops_nobody_else(simcord_env: simcord.Env, table: str, column: str):
    sim = SimServer.of(simcord_env, "Ada", "Ben")  # the log may say that the table is set aside
    await sim.gather(computers=0, seats=2)
    await sim.play_until(lambda t: t.seq >= 2)
    other = sim.guild.create_text_channel("other")
    await sim.start("Ada", "Ben", room=other)
    made = "SELECT name FROM sqlite_master WHERE type = 'trigger' AND sql LIKE '%json%'"
    for (trigger,) in sim.sql(made):
        sim.sql(f"DROP TRIGGER {trigger}")
    which = {"tables": "id = 1", "servers": "1"}.get(table, "table_id = 1")
    for stored in hostile(column):
        sim.sql(f"UPDATE {table} SET {column} = ? WHERE {which}", stored)
        sim.bot.tables.mark_all_outdated()
        for listed in LISTS:
            assert (await sim.command("Ben", listed, other)).acknowledged, listed
        for own in ("history", "hand", "game text"):
            assert (await sim.command("Ada", own)).acknowledged, own
        with sim.env._bot_scope():
            assert 2 not in [n async for n in sim.bot.tables.waiting_for_computers()]
        table_2 = await sim.table(2)
        seat, before = table_2.waiting_people()[0], table_2.seq
        move = table_2.game.legal(table_2.state, seat)[0]
        await sim.command(table_2.names[seat], "move", other, move=move)
        assert (await sim.table(2)).seq == before + 1, stored[:40]
