"""What keeps the bot quick, counted and not timed; `benchmarks load` has the figures."""

import asyncio
import gc
import math
import os
import signal
import time
from collections.abc import AsyncIterator
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import asynccontextmanager, closing
from pathlib import Path
from typing import Any

import pytest

from bot.operations import workers
from bot.operations.workers import WorkerPool
from bot.outbox.layout import send_arguments
from bot.pages.board import board_page
from bot.pictures import drawing, pictures
from bot.pictures.drawing import Drawn
from bot.pictures.pictures import Pictures
from bot.store import MoveRow, Store
from bot.table import Tables
from games import discover
from tests.slow_work import loaded, process_after, slow_result
from tests.stored import fill, lengthen, user_of
from tests.wire.standin import until

CACHE_BYTES = 40
"""Questions of which all states are kept, here."""


@asynccontextmanager
async def filled(folder: Path, count: int, **how: int) -> AsyncIterator[Tables]:
    file = folder / f"{count}.sqlite3"
    await fill(file, count, **how)
    store = await Store.open(file)
    try:
        yield Tables(store, lambda table: None)
    finally:
        await store.close()


# --- A start --------------------------------------------------------------------------------------


async def test_only_tables_where_a_computer_player_is_asked_are_found_and_none_is_opened(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr("bot.table.tables.PAGE_SIZE", 7)
    async with filled(tmp_path, 40, computers=1) as tables:
        with monkeypatch.context() as closed:
            closed.setattr(Tables, "get", None)
            found = [number async for number in tables.waiting_for_computers()]
        asked = [n for n in range(1, 41) if (await tables.get(n)).waiting_computers()]
    assert found == asked and 0 < len(found) < 40


async def test_paused_tables_are_left_out(tmp_path: Path):
    async with filled(tmp_path, 9, computers=1) as tables:
        before = [n async for n in tables.waiting_for_computers()]
        await tables.store._db.execute("UPDATE tables SET paused = 1 WHERE id > 2")
        kept = [n async for n in tables.waiting_for_computers()]
        assert kept == [n for n in before if n <= 2] and kept != before


# --- Pictures -------------------------------------------------------------------------------------


def sized(size: int) -> Drawn:
    return Drawn(bytes(size), "A picture")


@pytest.fixture
def drawn(monkeypatch: pytest.MonkeyPatch) -> list[dict[str, Any]]:
    """The views that are drawn."""
    seen: list[dict[str, Any]] = []

    def draw_view(view: dict[str, Any]) -> Drawn:
        seen.append(view)
        return sized(view["size"])

    monkeypatch.setattr(drawing, "draw_view", draw_view)
    return seen


async def test_a_picture_that_many_want_at_once_is_drawn_once(drawn: list[Any]):
    shared = Pictures()
    views = [{"size": 1 + n % 2} for n in range(20)]
    found = await asyncio.gather(*map(shared.view, views))
    assert found == [sized(view["size"]) for view in views]
    assert len(drawn) == 2
    await shared.view({"size": 1})
    assert len(drawn) == 2


async def test_who_goes_away_takes_the_picture_from_nobody(drawn: list[Any]):
    shared = Pictures()
    first, second = (asyncio.create_task(shared.view({"size": 3})) for _ in range(2))
    await asyncio.sleep(0)
    first.cancel()
    assert await second == sized(3)
    assert len(drawn) == 1


@pytest.fixture
def slowly(monkeypatch: pytest.MonkeyPatch) -> tuple[Pictures, list[int], asyncio.Event]:
    """Pictures of which one is drawn at a time, the sizes that are drawn, and what starts it."""
    shared, drawn, free = Pictures(processes=1), list[int](), asyncio.Event()

    async def run(*job: Any) -> Drawn:
        view: dict[str, int] = job[-1]
        await free.wait()
        drawn.append(view["size"])
        return sized(view["size"])

    monkeypatch.setattr(shared, "_run", run)
    return shared, drawn, free


async def test_a_picture_that_nobody_waits_for_any_more_is_not_drawn(
    slowly: tuple[Pictures, list[int], asyncio.Event],
):
    shared, drawn, free = slowly
    wanted = [asyncio.create_task(shared.view({"size": n})) for n in range(4)]
    stays = asyncio.create_task(shared.view({"size": 1}))
    await asyncio.sleep(0)
    for task in wanted:
        task.cancel()
    await asyncio.wait(wanted)
    again = asyncio.create_task(shared.view({"size": 3}))
    free.set()
    assert (await stays, await again) == (sized(1), sized(3))
    assert drawn == [0, 1, 3] and (shared.drawn, shared.left_out) == (3, 3)
    assert await shared.view({"size": 4}) == sized(4)


async def test_a_picture_for_a_reply_is_drawn_before_others(
    slowly: tuple[Pictures, list[int], asyncio.Event],
):
    shared, drawn, free = slowly
    wanted = [asyncio.create_task(shared.view({"size": n})) for n in range(4)]
    wanted += [asyncio.create_task(shared.view({"size": n}, urgent=True)) for n in (4, 2)]
    await asyncio.sleep(0)
    free.set()
    assert await asyncio.gather(*wanted) == [sized(n) for n in (0, 1, 2, 3, 4, 2)]
    assert drawn == [0, 4, 2, 1, 3] and shared.shared == 1


async def test_what_is_kept_has_an_end(drawn: list[Any], monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(pictures, "CACHE_BYTES", 100)
    shared = Pictures()
    for size in (40, 50, 60, 40):
        await shared.view({"size": size})
    assert [view["size"] for view in drawn] == [40, 50, 60, 40]
    await shared.view({"size": 60})
    assert len(drawn) == 4


async def test_a_picture_is_the_same_wherever_it_is_drawn_which_takes_no_rules():
    game = next(iter(discover().values()))
    names = [f"Player {n + 1}" for n in range(game.seats[0])]
    view = game.view(game.new(game.seats[0], 1), None) | {"names": names}
    with closing(Pictures(processes=1)) as pool:
        assert await pool.view(view) == (drawing.draw(view), drawing.describe(view))
        assert await pool.view(view, language="de") != await pool.view(view)
        rules = ["pydantic", "games.kernel", f"games.{game.name}"]
        assert await pool._run(loaded, rules) == set()
        assert await pool._run(gc.get_freeze_count), "no garbage is searched for among renderers"


async def test_a_process_that_is_full_gives_way_to_another():
    with closing(WorkerPool(int, max_mb=0)) as pool, closing(WorkerPool(int)) as lasting:
        first = await pool.run(os.getpid)
        async with asyncio.timeout(30):
            while await pool.run(os.getpid) == first:
                pass  # it works until the other one is ready
        await until(lambda: not Path(f"/proc/{first}").exists(), "the full one ends")
        assert await lasting.run(os.getpid) == await lasting.run(os.getpid)


async def test_a_process_that_stands_still_is_killed_and_another_does_its_work():
    with closing(WorkerPool(int, timeout_s=3.0)) as pool:
        first = await pool.run(os.getpid)
        os.kill(first, signal.SIGSTOP)
        others = await asyncio.gather(*(pool.run(os.getpid) for _ in range(3)))
        assert first not in others
        await until(lambda: not Path(f"/proc/{first}").exists(), "the first one is gone")


async def two_workers(pool: WorkerPool) -> list[int]:
    """Works with a pool until it has two processes; their numbers."""
    found: set[int] = set()
    async with asyncio.timeout(30):
        while len(found) < 2:
            found |= {*await asyncio.gather(*(pool.run(process_after, 0.02) for _ in range(3)))}
    return sorted(found)


async def test_another_process_starts_when_all_are_busy_and_not_before():
    with closing(WorkerPool(int, processes=2)) as pool:
        first = {await pool.run(os.getpid) for _ in range(5)}
        assert len(first) == 1 and first < {*await two_workers(pool)}


@pytest.mark.parametrize(
    ("memory_mb", "cores", "processes"),
    [(1024, 8, 1), (4096, 1, 1), (1950, 2, 2), (math.inf, 2, 2)],
)
def test_a_machine_with_two_cores_and_enough_memory_draws_in_two_processes(
    memory_mb: float, cores: int, processes: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    limit = tmp_path / "memory.max"
    limit.write_text("max" if math.isinf(memory_mb) else str(int(memory_mb * 2**20)))
    monkeypatch.setattr(workers, "MEMORY_LIMITS", (str(tmp_path / "missing"), str(limit)))
    monkeypatch.setattr(os, "sysconf", lambda name: 2**20, raising=False)
    monkeypatch.setattr(os, "cpu_count", lambda: cores)
    assert workers.suitable_processes() == processes


async def test_of_several_processes_only_the_one_that_stands_still_is_killed():
    with closing(WorkerPool(int, processes=2, timeout_s=3.0)) as pool:
        stuck, other = await two_workers(pool)
        os.kill(stuck, signal.SIGSTOP)
        assert stuck not in await asyncio.gather(*(pool.run(os.getpid) for _ in range(2)))
        left = {await pool.run(os.getpid) for _ in range(2)}
        assert stuck != other and other in left and stuck not in left


async def test_a_pool_that_is_closed_lets_a_result_be_handed_over(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(workers, "CLOSE_TIMEOUT_S", 30.0)
    pool, ready = WorkerPool(int), tmp_path / "ready"
    work = asyncio.create_task(pool.run(slow_result, ready))
    await until(ready.exists, "it works")
    pool.close()
    assert len(await work) == 2**20


async def test_a_pool_that_is_closed_does_not_wait_for_long_work(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(workers, "CLOSE_TIMEOUT_S", 0.1)
    pool, ready = WorkerPool(int), tmp_path / "ready"
    work = asyncio.create_task(pool.run(slow_result, ready, 1000.0))
    await until(ready.exists, "it works")
    pool.close()
    with pytest.raises(BrokenProcessPool):
        await work


async def test_an_interrupt_while_a_process_is_started_is_for_the_bot_and_not_for_the_process(
    monkeypatch: pytest.MonkeyPatch,
):
    told: list[int] = []
    submit = ProcessPoolExecutor.submit

    def interrupt(executor: Any, work: Any, *args: Any) -> Any:
        os.kill(os.getpid(), signal.SIGINT)
        return submit(executor, work, *args)

    pool = WorkerPool(int)
    asyncio.get_running_loop().add_signal_handler(signal.SIGINT, told.append, signal.SIGINT)
    try:
        with monkeypatch.context() as starting:
            starting.setattr(ProcessPoolExecutor, "submit", interrupt)
            pool.start()
        await until(lambda: bool(told), "the interrupt arrives")
        process = await pool.run(os.getpid)
        os.kill(process, signal.SIGINT)
        assert await pool.run(os.getpid) == process
    finally:
        asyncio.get_running_loop().remove_signal_handler(signal.SIGINT)
        pool.close()


async def test_a_failure_of_the_work_itself_is_told_and_the_process_stays():
    with closing(WorkerPool(int)) as pool:
        pid = await pool.run(os.getpid)
        with pytest.raises(ValueError, match="invalid literal"):
            await pool.run(int, "x")
        assert await pool.run(os.getpid) == pid


async def test_work_that_waits_its_turn_is_not_taken_for_lost():
    with closing(WorkerPool(int, timeout_s=3.0)) as pool:
        process = await pool.run(os.getpid)
        await asyncio.gather(*(pool.run(time.sleep, 0.9) for _ in range(4)))
        assert await pool.run(os.getpid) == process


async def test_a_message_that_stays_as_it_is_needs_no_picture(drawn: list[Any], tmp_path: Path):
    shared = Pictures()
    async with filled(tmp_path, 1) as tables:
        page = await board_page(await tables.get(1), shared, [])
        assert drawn == []
        with pytest.raises(KeyError):  # the size that is drawn here
            await send_arguments(page)
        assert len(drawn) == 1


# --- The event loop -------------------------------------------------------------------------------


async def test_a_person_is_read_once_until_their_settings_change(tmp_path: Path):
    async with filled(tmp_path, 1) as tables:
        store, user = tables.store, user_of(1, 0)
        statements: list[str] = []
        await store.people.cached(user)
        await ask_all(store, "set_trace_callback", statements.append)
        assert (await store.people.cached(user)).language == ""
        assert statements == []
        await store.people.save(user, language="de")
        assert (await store.people.cached(user)).language == "de"


async def test_what_was_read_before_a_change_is_not_remembered_after_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    async with filled(tmp_path, 1) as tables:
        store, user = tables.store, user_of(1, 0)
        persons = store.people.of

        async def slowly(users: Any) -> Any:
            found = await persons(users)
            await store.people.save(user, language="de")
            return found

        monkeypatch.setattr(store.people, "of", slowly)
        assert (await store.people.cached(user)).language == ""
        monkeypatch.setattr(store.people, "of", persons)
        assert (await store.people.cached(user)).language == "de"


# --- The cost of a move ---------------------------------------------------------------------------


async def work(store: Store, doing: Any) -> int:
    """The steps that the database takes for something."""
    taken = [0]

    def step() -> int:
        taken[0] += 1
        return 0

    await ask_all(store, "set_progress_handler", step, 1)
    await doing
    await ask_all(store, "set_progress_handler", None, 1)
    return taken[0]


async def ask_all(store: Store, method: str, *values: Any) -> None:
    """Asks something of all connections of a store to its file."""
    database: Any = store._db
    for connection in (database._connection, database._reading._connection):
        await getattr(connection, method)(*values)
    getattr(database._on_loop, method)(*values)


async def test_a_move_costs_the_same_among_many_tables_as_among_few(tmp_path: Path):
    costs: list[int] = []
    for count in (3, 300):  # the third is a copy of the same game wherever three are played
        async with filled(tmp_path, count, moves=1) as tables:
            table = await tables.get(1)
            seat = table.state.asked[0]
            move = table.game.default(table.state, seat)
            costs.append(await work(tables.store, table.submit(seat, move, "token")))
    assert max(costs) <= 1.1 * min(costs), costs


async def test_the_tables_of_a_person_are_found_among_many_as_among_few(tmp_path: Path):
    costs: list[int] = []
    for count in (3, 300):
        async with filled(tmp_path, count, moves=1) as tables:
            mine = tables.store.tables.open(user=user_of(1, 0))
            costs.append(await work(tables.store, mine))
            assert [row.id for row in await tables.store.tables.open(user=user_of(1, 0))] == [1]
    assert max(costs) <= 1.1 * min(costs), costs


@pytest.mark.sampled(one_in=3)
async def test_a_line_costs_the_same_in_a_long_log_as_in_a_shorter_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    costs: list[int] = []
    async with filled(tmp_path, 1, moves=0) as tables:
        table, commit = await tables.get(1), tables.store.moves.add

        async def counted(row: MoveRow, *before: Any) -> None:
            costs.append(await work(tables.store, commit(row, *before)))

        monkeypatch.setattr("bot.store.moves.KEPT_STATES", CACHE_BYTES)
        await lengthen(table, 4 * CACHE_BYTES + 20)
        monkeypatch.setattr(tables.store.moves, "add", counted)
        await lengthen(table, table.seq + 360)
    early, late = sum(costs[:40]), sum(costs[-40:])  # in each, states are cleared away twice
    assert len(costs) >= 360 and late <= 1.1 * early, (early, late)
