"""Logs: every line names its table, and none says what people keep to themselves."""

import ast
import io
import json
import logging
import zlib
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import simcord
from pydantic import TypeAdapter, ValidationError

from bot.operations import logs
from bot.outbox import table_workers
from bot.pictures import drawing, samples
from bot.players.pool import Thinkers
from bot.table import Refused
from games import discover
from games.kernel import IllegalMove
from tests.sim_server import SimServer

ROOT = Path(__file__).parent.parent
SAYS = {"debug", "info", "warning", "error", "critical", "exception", "log"}
TOLD = {
    *("context['message']", "each.name", "error", "error.remedy"),
    *("wait_s", "what", "shard.number", "now - seen", "len(moved)"),
    *("done", "len(wanted)", "len(old)", "emoji.name", "name"),  # of a symbol
    *("kind", "left", "reset_s", "shard", "stored", "tries", "left_s"),
    "about.kind",
    *("game_name", "language"),  # of an installed game
    *("link", "league_id", "table_id", "work.__name__", "self._ended - self._began"),
}
"""What log calls may put into templates: nothing personal or secret, and no error's text."""
LEAVES = {"leave", "leave_guild"}
MOVES = 12
SECRET = "the-widow-wears-number-seven"


class Both:
    """What a logger writes by our rules, and what it would write by its own."""

    def __init__(self) -> None:
        self.ours, self.theirs = io.StringIO(), io.StringIO()

    @property
    def lines(self) -> list[dict[str, Any]]:
        """What was written by our rules, as JSON."""
        return [json.loads(line) for line in self.ours.getvalue().splitlines()]


@pytest.fixture
def written() -> Iterator[Both]:
    """All that is logged at DEBUG, in both ways."""
    both, levels = Both(), {name: logging.getLogger(name).level for name in ("", *logs.OWN_LOGGERS)}
    plain = logging.StreamHandler(both.theirs)
    handlers = [logs.configure("DEBUG", "json", both.ours), plain]
    logging.getLogger().addHandler(plain)
    yield both
    for handler in handlers:
        logging.getLogger().removeHandler(handler)
    for name, level in levels.items():
        logging.getLogger(name).setLevel(level)


# --- Games ----------------------------------------------------------------------------------------


@pytest.mark.sampled
@pytest.mark.simcord(settle_timeout=30)
@pytest.mark.parametrize("game", list(discover()))
async def test_nobody_learns_from_the_logs_what_a_game_hides(
    simcord_env: simcord.Env, written: Both, monkeypatch: pytest.MonkeyPatch, game: str
):
    sim = SimServer.of(simcord_env, "Zephyrine", "Quillon")
    monkeypatch.setattr(Thinkers, "choose", thinks_aloud)
    monkeypatch.setattr(drawing, "draw", draws_aloud)
    monkeypatch.setattr(samples, "views", lambda _game: [])
    monkeypatch.setattr(table_workers, "FIRST_WAIT_S", 1000.0)  # so that SimCord waits for no try
    await sim.gather_near(game, 3)
    table = await sim.table()
    secrets = {SECRET, "Zephyrine", "Quillon", table.row.seed, table.row.salt}
    secrets |= {str(person.id) for person in sim.people.values()}
    for n in range(MOVES):
        seat = table.state.asked[0]
        secrets |= {move for move in table.game.legal(table.state, seat) if " " in move}
        move = table.game.default(table.state, seat)
        if table.game.play(table.state, seat, move).scores is not None:
            break
        secrets.add(table.game.label(table.state, seat, move))
        with sim.env._bot_scope():
            await table.submit(seat, move, f"test:{n}")
    await sim.env.settle()
    line = table.seq
    await try_command(sim, "move", move=SECRET)
    await try_command(sim, "hand")
    damage(sim, table.id, SECRET)
    await try_command(sim, "hand")
    said = written.ours.getvalue()
    assert [secret for secret in secrets if secret in said] == []
    assert SECRET in written.theirs.getvalue()
    kinds = {each["kind"] for line in written.lines for each in line.get("errors", ())}
    thought = {"IllegalMove"} if any(person.level for person in table.people) else set[str]()
    assert {*thought, "LookupError", f"Damaged (line {line} cannot be read)"} <= kinds
    about = {line.get("table") for line in written.lines if line["logger"].startswith("bot.")}
    assert about - {None} == {table.id}


async def try_command(sim: SimServer, command: str, **options: Any) -> None:
    """Somebody types a command that may fail."""
    await sim.people["Quillon"].slash(sim.room, command, **options)
    sim.env.errors.clear()


async def thinks_aloud(_self: Thinkers, game: Any, g: Any, seat: int, *_more: Any) -> str:
    """A computer player that fails and says what it thought of."""
    raise IllegalMove(f"{SECRET}: {', '.join(game.legal(g, seat))}")


def draws_aloud(view: dict[str, Any]) -> bytes:
    """A renderer that fails and says what it was to draw."""
    raise LookupError(f"{SECRET}: {view}")


def damage(sim: SimServer, table_id: int, secret: str) -> None:
    """Puts something into the newest state of a table that is not of it, and has it read."""
    [(seq, state)] = sim.sql(
        "SELECT seq, state FROM moves WHERE table_id = ? ORDER BY seq DESC LIMIT 1", table_id
    )
    damaged = json.loads(zlib.decompress(state)) | {"asked": secret}
    packed = zlib.compress(json.dumps(damaged).encode())
    sim.sql("UPDATE moves SET state = ? WHERE table_id = ? AND seq = ?", packed, table_id, seq)
    sim.bot.tables.mark_outdated([table_id])


# --- Errors and things ----------------------------------------------------------------------------


def failed(error: BaseException) -> BaseException:
    """An error as it is when it was raised because of another one."""
    try:
        try:
            TypeAdapter(int).validate_python(SECRET)
        except ValidationError as cause:
            raise error from cause
    except type(error) as raised:
        return raised


@pytest.mark.parametrize("form", ["text", "json"])
def test_of_an_error_only_its_kind_is_written_and_where_it_arose(form: str):
    stream = io.StringIO()
    handler = logging.StreamHandler(stream)
    handler.setFormatter(logs.FORMATTERS[form]())
    error = failed(Refused(SECRET))
    record = logging.LogRecord(
        "bot.x", logging.ERROR, "x.py", 1, "%s: %s, %r", (7, error, {SECRET: 1}), None
    )
    record.exc_info = (type(error), error, error.__traceback__)
    handler.emit(record)
    written = stream.getvalue()
    assert SECRET not in written
    assert "7: Refused, 'dict'" in written
    assert "ValidationError (int_parsing)" in written and "test_logs.py" in written


@pytest.mark.parametrize(
    ("error", "said"),
    [
        (OSError(28, "No space left on device", f"/home/{SECRET}"), "No space left on device"),
        (KeyError(SECRET), "KeyError"),
        (IllegalMove(SECRET), "IllegalMove"),
    ],
)
def test_what_the_system_says_of_an_error_is_written_and_what_people_did_is_not(
    error: BaseException, said: str
):
    assert said in logs.describe_error(error) and SECRET not in logs.describe_error(error)


@pytest.mark.parametrize(
    "secret",
    [
        "MTk4NjIyNDgzNDcxOTI1MjQ4.Gx7Rfv.bTtJj0Xy2",
        "198622483471925248",
        "aW50ZXJhY3Rpb246MTQwMDpXbXl",
        "f0a1b2c3d4e5f60718293a4b5c6d7e8f",
    ],
    ids=["token of the bot", "number of a person", "token of an interaction", "a session"],
)
def test_what_looks_like_a_token_or_a_number_of_discord_is_left_out_of_any_line(secret: str):
    record = logging.LogRecord("discord", 30, "x.py", 1, "POST /x/%s/y: %s", (secret, 429), None)
    assert logs.safe_message(record) == "POST /x/…/y: 429"


def test_libraries_say_nothing_of_what_they_send_and_store(written: Both):
    for name in ("discord.http", "discord.gateway", "aiosqlite", "asyncio", "aiohttp.client"):
        logging.getLogger(name).debug("%s", SECRET)
    logging.getLogger("bot.x").debug("heard")
    assert [line["message"] for line in written.lines] == ["heard"]


async def test_the_event_loop_complains_without_quoting(written: Both):
    logs.log_loop_error(
        None, {"message": "Task failed", "exception": KeyError(SECRET), "task": SECRET}
    )  # type: ignore[arg-type]
    [line] = written.lines
    assert line["message"] == "the event loop: Task failed"
    assert line["errors"] == [{"kind": "KeyError", "where": []}]


# --- What the source says -------------------------------------------------------------------------


@cache
def sources() -> dict[str, ast.Module]:
    files = [path for folder in logs.OWN_LOGGERS for path in (ROOT / folder).rglob("*.py")]
    return {
        str(path.relative_to(ROOT)): ast.parse(path.read_text(encoding="utf-8")) for path in files
    }


def nodes(kind: type[ast.AST]) -> Iterator[tuple[str, Any]]:
    """Every node of a kind in the bot, and where it stands."""
    for name, module in sources().items():
        for node in ast.walk(module):
            if isinstance(node, kind):
                yield f"{name}:{node.lineno}", node  # type: ignore[attr-defined]


def calls() -> Iterator[tuple[str, ast.Call]]:
    """Every log call of the bot, and where it stands."""
    for where, node in nodes(ast.Call):
        if isinstance(node.func, ast.Attribute) and node.func.attr in SAYS:
            logger = ast.unparse(node.func.value)
            if logger.startswith(("log", "logging")):
                yield where, node
        elif ast.unparse(node.func) == "log_error":
            yield where, ast.Call(node.func, node.args[1:], [])


def test_a_log_call_has_a_literal_template_and_says_only_what_was_judged():
    found = list(calls())
    assert len(found) > 15
    for where, call in found:
        template, *args = call.args
        literal = isinstance(template, ast.Constant) or ast.unparse(template) in (
            "sentence",
            "what",
        )
        assert literal, where
        assert {ast.unparse(each) for each in args} <= TOLD, where


def test_nothing_in_the_bot_leaves_a_server():
    found = [
        (where, ast.unparse(node.value))
        for where, node in nodes(ast.Attribute)
        if node.attr in LEAVES
    ]
    assert found and {thing for _, thing in found} == {"seating"}, found


# --- Repeated lines -------------------------------------------------------------------------------


class Repeated:
    """A handler that leaves out what is repeated, with a clock that the test sets."""

    def __init__(self) -> None:
        self.now, self.stream = 0.0, io.StringIO()
        self.handler = logging.StreamHandler(self.stream)
        self.handler.setFormatter(logs.JsonFormatter())
        self.handler.addFilter(logs.Repeats(lambda: self.now))

    def log(self, level: int, template: str, *args: object, error: Any = None) -> None:
        exc_info = (type(error), error, None) if error else None
        self.handler.handle(
            logging.LogRecord("asyncio", level, "x.py", 1, template, args, exc_info)
        )

    @property
    def lines(self) -> list[str]:
        return [json.loads(line)["message"] for line in self.stream.getvalue().splitlines()]


def test_a_repeated_error_is_logged_once_a_minute_with_its_count():
    repeated = Repeated()
    full = "socket.accept() out of system resource"
    for _ in range(10_000):
        repeated.log(logging.ERROR, "the event loop: %s", full, error=OSError(24, "too many"))
        repeated.now += 119 / 10_000
    assert [line.partition(" (")[0] for line in repeated.lines] == [f"the event loop: {full}"] * 2
    counts = [int(line.rpartition(" ")[2].rstrip(")")) for line in repeated.lines[1:]]
    assert 4_900 < counts[0] < 5_100


def test_lines_that_differ_are_all_logged_up_to_a_number():
    repeated = Repeated()
    for n in range(1000):
        repeated.log(logging.WARNING, "the shard %s is lost", n)
    repeated.log(logging.ERROR, "the shard %s is lost", 1)
    repeated.log(logging.WARNING, "the worker %s is lost", 1)
    assert len(repeated.lines) == logs.MAX_ALIKE + 2
    repeated.now = logs.REPEAT_S
    repeated.log(logging.WARNING, "the shard %s is lost", 1)
    assert repeated.lines[-1] == "the shard 1 is lost (left out since the last one: 980)"


def test_different_errors_and_tables_are_different_lines():
    repeated = Repeated()
    for error in (KeyError(), ValueError(), KeyError()):
        for table in (1, 2):
            with logs.log_table(table):
                repeated.log(logging.ERROR, "it cannot be shown", error=error)
    assert len(repeated.lines) == 4


def test_lines_about_what_is_usual_are_never_left_out():
    repeated = Repeated()
    for _ in range(100):
        repeated.log(logging.INFO, "connected")
    assert len(repeated.lines) == 100


def test_any_number_of_templates_takes_little_memory():
    repeated = Repeated()
    for n in range(10_000):
        repeated.log(logging.ERROR, f"template {n}")
    [known] = [each for each in vars(repeated.handler.filters[0]).values() if hasattr(each, "keys")]
    assert len(known) == logs.MAX_TEMPLATES
