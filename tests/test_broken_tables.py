"""Tables that cannot be read, or whose game is not installed, are set aside; all others go on."""

import zlib

import pytest
import simcord

from bot.app import Atelier
from bot.table import Refused
from tests.sim_server import SimServer, buttons, controls, ephemeral_text, reply_text, text
from tests.tables import Harness, a_move, process
from tests.test_restart import goes_on, second_table


@pytest.mark.parametrize(
    "damage",
    ["state = substr(state, 2)", "state = NULL", "state = substr(state, 1, 40)"],
    ids=["not compressed", "missing", "cut off"],
)
async def test_a_table_with_a_damaged_state_is_set_aside_and_no_other(
    harness: Harness, damage: str
):
    broken, whole = await harness.game(), await harness.game()
    await harness.move(broken, *a_move(broken))
    await harness.store._db.execute(
        f"UPDATE moves SET {damage} WHERE table_id = ? AND seq = 1", (broken.id,)
    )
    async with process(harness.address) as later:
        for _ in range(2):
            with pytest.raises(Refused, match=f"Table {broken.id} is set aside"):
                await later.tables.get(broken.id)
        row = await later.store.tables.get(broken.id)
        assert row is not None and row.status == "broken"
        assert await later.store.tables.open_in(broken.row.channel) is None
        assert len(await later.store.moves.of(broken.id)) == 2
        assert broken.id in await later.store.outbox.waiting()
        await later.move(await later.tables.get(whole.id), *a_move(whole))


UNREADABLE = (
    *("people = 'nobody'", "people = '[]'", "people = '[7]'", "options = '[1]'", "seed = 'x'"),
    *("votes = '[7]'", """votes = '{"end": ["Ada"]}'"""),
)


async def test_tables_whose_rows_cannot_be_read_are_set_aside_and_no_other(
    harness: Harness, caplog: pytest.LogCaptureFixture
):
    broken, whole = [await harness.game() for _ in UNREADABLE], await harness.game()
    for table, damage in zip(broken, UNREADABLE, strict=True):
        await harness.store._db.execute(f"UPDATE tables SET {damage} WHERE id = ?", (table.id,))
    async with process(harness.address) as later:
        for table in broken:
            with pytest.raises(Refused, match=f"Table {table.id} is set aside"):
                await later.tables.get(table.id)
        said = [(r.getMessage(), getattr(r, "table", None)) for r in caplog.records]
        told = {table for text, table in said if "set aside" in text}
        assert told == {table.id for table in broken}
        assert [row.id for row in await later.store.tables.open()] == [whole.id]
        await later.move(await later.tables.get(whole.id), *a_move(whole))


async def test_a_table_that_asks_a_seat_that_does_not_exist_is_set_aside(harness: Harness):
    table = await harness.game()
    g = table.state
    g.asked = [len(table.people)]
    state = zlib.compress(table.game.dump(g))
    await harness.store._db.execute(
        "UPDATE moves SET state = ? WHERE table_id = ?", (state, table.id)
    )
    async with process(harness.address) as later:
        with pytest.raises(Refused, match=f"Table {table.id} is set aside"):
            await later.tables.get(table.id)


async def test_an_open_table_whose_game_is_not_installed_is_set_aside_at_the_start(
    harness: Harness, caplog: pytest.LogCaptureFixture
):
    gone, over, whole = await harness.game(), await harness.game(), await harness.game()
    await harness.store._db.execute(
        "UPDATE tables SET game = 'faro' WHERE id IN (?, ?)", (gone.id, over.id)
    )
    await harness.store._db.execute("UPDATE tables SET status = 'over' WHERE id = ?", (over.id,))
    async with process(harness.address) as later:
        await later.tables.check_games()
        shared = later.store.shared  # with a process of a newer release, which may have the game
        why = "is moving to a newer release" if shared else "is set aside, because its game “faro”"
        with pytest.raises(Refused, match=f"Table {gone.id} {why}"):
            await later.tables.get(gone.id)
        with pytest.raises(Refused):
            await later.tables.get(over.id)
        rows = [await later.store.tables.get(each.id) for each in (gone, over, whole)]
        kept = "running" if shared else "broken"
        assert [row and row.status for row in rows] == [kept, "over", "running"]
        assert shared or gone.id in await later.store.outbox.waiting()
        assert shared or "no game named “faro” can be played here" in caplog.text
        await later.move(await later.tables.get(whole.id), *a_move(whole))


async def test_tables_that_were_set_aside_and_can_be_read_again_go_on_as_they_were(
    harness: Harness,
):
    begun, ended = await harness.game(), await harness.game()
    await harness.play_until(ended, lambda table: table.state.scores is not None)
    for table in (begun, ended):
        await harness.store._db.execute(
            "UPDATE tables SET status = 'broken' WHERE id = ?", (table.id,)
        )
    async with process(harness.address) as later:
        await later.tables.check_games()
        rows = [await later.store.tables.get(each.id) for each in (begun, ended)]
        assert [row and row.status for row in rows] == ["running", "over"]
        await later.move(await later.tables.get(begun.id), *a_move(begun))


# --- What people see of it ------------------------------------------------------------------------


@pytest.fixture
def sim(started: list[Atelier], simcord_env: simcord.Env) -> SimServer:
    """A server with two players; the log may say that a table is set aside."""
    return SimServer.of(simcord_env, "Ada", "Ben", started=started)


DAMAGES = {
    "state": "UPDATE moves SET state = X'00FF00FF' WHERE table_id = 1",
    "empty state": "UPDATE moves SET state = NULL WHERE table_id = 1",
    "other state": "UPDATE moves SET state = (SELECT CAST('{}' AS BLOB)) WHERE table_id = 1",
    "later release": "UPDATE moves SET version = 99 WHERE table_id = 1",
    "unknown game": "UPDATE tables SET game = 'faro' WHERE id = 1",
    "people": "UPDATE tables SET people = '[{\"nobody\"' WHERE id = 1",
    "people of another kind": 'UPDATE tables SET people = \'[{"colour": "red"}]\' WHERE id = 1',
    "nobody": "UPDATE tables SET people = '[]' WHERE id = 1",
    "options": "UPDATE tables SET options = 'garbage' WHERE id = 1",
}


@pytest.mark.sampled(one_in=3)
@pytest.mark.parametrize("damage", DAMAGES)
async def test_a_damaged_table_is_set_aside_and_others_go_on(sim: SimServer, damage: str):
    await sim.start("Ada", computers=1)
    room = await second_table(sim)
    sim.sql(DAMAGES[damage])
    await sim.restart()
    await sim.press_old("Ada", sim.board(), "panel:1:")
    said = text(sim.board())
    assert "Table 1" in said and "set aside" in said
    assert "free for a new game" in said
    answer = await sim.press("Ben", "Move", sim.board(room))
    assert controls(answer.response)
    await goes_on(sim)
    await sim.open(seats=2)
    assert "Join" in buttons(sim.board())
    listed = reply_text(await sim.command("Ben", "game list"))
    assert "table 2" in listed and "table 3" in listed
    assert sim.sql("SELECT COUNT(*) FROM moves WHERE table_id = 1")[0][0] > 0


@pytest.mark.parametrize("damage", ["state", "unknown game", "people"])
async def test_a_press_on_a_damaged_table_is_answered_with_a_sentence(sim: SimServer, damage: str):
    await sim.start("Ada", computers=1)
    sim.sql(DAMAGES[damage])
    await sim.restart()
    for action in ("panel", "hand", "log"):
        answer = await sim.press_old("Ada", sim.board(), f"{action}:1:")
        assert ephemeral_text(answer) and "went wrong" not in ephemeral_text(answer)


async def test_a_damaged_table_is_announced_once(sim: SimServer):
    await sim.start("Ada", computers=1)
    sim.sql(DAMAGES["state"])
    await sim.restart()
    for _ in range(2):
        await sim.press_old("Ada", sim.board(), "panel:1:")
    count = len(sim.posts())
    await sim.restart()
    assert len(sim.posts()) == count
    assert sum("set aside" in text(message) for message in sim.posts()) == 1
