"""The simulated Discord of the behaviour tests: a bot on a fresh database."""

import copy
import gc
import importlib
import os
import random
import re
from collections.abc import AsyncIterator, Callable, Generator, Iterator, Sequence
from datetime import UTC, datetime
from functools import cache, partial
from itertools import islice
from pathlib import Path
from shutil import disk_usage
from threading import Thread
from types import SimpleNamespace
from typing import Any

import aiosqlite.core
import pytest
import pytest_asyncio
import simcord
from discord.app_commands import CommandTree
from hypothesis import HealthCheck
from hypothesis import settings as hypothesis_settings
from simcord import components, gateway, results
from simcord.backend import serializers
from simcord.backend.errors import BackendError, invalid_form_body
from simcord.backend.ops.commands import COMMAND_FIELDS
from simcord.backend.state import Backend
from simcord.components import walk_components
from simcord.http import router

from atelier_testing.discord_payloads import errors_of, wrong_in
from bot.app import Atelier
from bot.interactions.registration import Registration
from bot.offline.emoji import install as install_emoji
from bot.operations.config import Settings
from bot.pictures import drawing, samples, symbols
from bot.pictures.pictures import picture_key
from bot.players import explaining
from bot.players.levels.steady import Thought
from bot.players.pool import Thinkers, think_why
from bot.players.reasons import Reason
from bot.store import OutOfService
from bot.table.clock import DAY_S
from bot.texts.languages import LANGUAGES
from tests import sampling
from tests.databases import address, empty, fresh, postgres, server
from tests.sampling import SEED, pytest_configure_node, pytest_sessionfinish, pytest_testnodedown
from tests.sim_server import SimServer, without_bugs
from tests.tables import harness, store, tables

aiosqlite.core.Thread = partial(Thread, daemon=True)  # type: ignore[misc]
"""A test that fails before it closes its store does not keep the run from ending."""
DRAWN: dict[str, bytes] = {}
"""Pictures by the digest of what they show, for all tests of this process."""
SIGNATURE = b"\x89PNG"
"""What every PNG begins with."""
DESCRIBED: dict[str, list[dict[str, Any]]] = {}
"""The commands as Discord has them, by the names of all that a bot has."""
ATOMS = frozenset({str, int, bool, float, type(None)})
"""Kinds of values that cannot change, so that nobody needs a copy."""
POLL_S = 0.015
"""How long a simulated Discord waits between two looks whether the bot is done."""
PATIENCE = 30.0
"""Seconds for which a simulated Discord waits until the bot has done all that it does."""
SECONDS = {
    "tests/wire/test_faults.py": 20,
    "tests/test_every_game.py": 18,
    "tests/wire/test_kill.py": 15,
    "tests/test_offline.py": 12,
    "tests/wire/test_direct_messages.py": 8,
    "tests/wire/test_wire.py": 8,
    "tests/test_fuzz_interactions.py": 7,
    "tests/test_load.py": 7,
    "tests/test_messages.py": 7,
    "tests/test_rematch.py": 7,
    "tests/test_restart.py": 7,
    "tests/test_direct_messages.py": 6,
    "tests/test_every_panel.py": 6,
    "tests/test_every_picture.py": 6,
    "tests/test_every_seen.py": 6,
    "tests/test_first_start.py": 6,
    "tests/test_league.py": 6,
    "tests/test_players.py": 6,
    "tests/test_upgrades.py": 6,
    "tests/test_web.py": 6,
    "tests/wire/test_two.py": 6,
    "tests/attacks/test_hostile.py": 5,
    "tests/test_every_card.py": 5,
    "tests/test_every_word.py": 5,
    "tests/test_fuzz_table.py": 5,
    "tests/test_leaks.py": 5,
    "tests/test_mutants.py": 5,
    "tests/test_new_game.py": 5,
    "tests/test_review.py": 5,
    "tests/test_toys.py": 5,
    "tests/wire/test_registration.py": 5,
}
"""The modules of tests that take long, the longest first, and about how long. Each runs in one
process, which keeps what its tests share.
"""
WAITING, WAITING_S = "tests/wire/", 4
"""Where tests wait for other processes, and about how long a module does: the processors have
something else to do meanwhile, if it does not come last.
"""
MEMORY = Path("/dev/shm")
"""A place for files that are in memory alone, where there is one: no test waits for a disk."""
ROOM = 2 * 2**30
"""Bytes that must be free there."""
SILENT = 1 << 12
"""The flag of a message that notifies nobody."""
NEW_MESSAGE = re.compile(r"/channels/\d+/messages")
FEW_EXAMPLES = 30
"""So many examples of a property are drawn on a day, of a hundred in a long run."""
FEW_PAIRS = 3
"""Of so many pairs of games the solution of a puzzle is explained."""
CHANCE = 2026
"""What the chance of each test begins with."""
OF_LANGUAGE = "TEST_LANGUAGES"
"""The variable with the language in which a run draws and says things, or "all"; by default the
language of the day.
"""


def pytest_configure(config: pytest.Config) -> None:
    """Puts the files of tests into memory, if there is room and nothing else is wished, and chooses
    the seed of the day, for all processes of a run.
    """
    if not config.option.basetemp and MEMORY.is_dir() and disk_usage(MEMORY).free > ROOM:
        os.environ.setdefault("PYTEST_DEBUG_TEMPROOT", str(MEMORY))
    seed = os.environ.setdefault(SEED, f"{datetime.now(UTC):%Y%m%d}")
    os.environ.setdefault(OF_LANGUAGE, [*LANGUAGES][int(seed) % len(LANGUAGES)])
    # No example fails because the machine is busy.
    hypothesis_settings.register_profile(
        "patient",
        deadline=None,
        suppress_health_check=[HealthCheck.too_slow],
        max_examples=FEW_EXAMPLES if sampling.is_sampling(config) else 100,
    )
    hypothesis_settings.load_profile("patient")


def pytest_terminal_summary(
    terminalreporter: pytest.TerminalReporter, config: pytest.Config
) -> None:
    """Tells the seed and the language of the day, and how many cases another day has."""
    chosen = " ".join(f"{each}={os.environ[each]}" for each in (SEED, OF_LANGUAGE))
    terminalreporter.write_line(f"{chosen} repeats this run on another day.")
    sampling.pytest_terminal_summary(terminalreporter, config)


@pytest.fixture(autouse=True)
def known_chance(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every test has the same chance: it repeats, and the games of most tests begin alike, which
    saves drawing.
    """
    bits, tokens = random.Random(CHANCE), random.Random(CHANCE)
    monkeypatch.setattr("secrets.randbits", bits.getrandbits)
    monkeypatch.setattr("secrets.token_hex", lambda size: tokens.randbytes(size).hex())


@pytest.fixture(scope="session")
def seed() -> int:
    """What tests are dealt from that look at something else every day."""
    return int(os.environ[SEED])


def settings(folder: Path) -> Settings:
    """Settings for a test, with an empty database if there is none yet: quick thoughts, no pauses
    between updates and new direct messages.
    """
    address = f"sqlite:///{empty(folder / 'atelier.sqlite3')}"
    return usual_settings().model_copy(update={"database_url": address})


@cache
def usual_settings() -> Settings:
    return Settings(
        _env_file=None,
        discord_token="offline",
        thinking_seconds=0.02,
        board_seconds=0,
        present_seconds=0,
        dm_seconds=0,
        drawing_processes=0,
        shard_count=1,
    )


@pytest.fixture
def drawn_once(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Pictures that some test has had before: they are functions of their view, and many tests
    begin alike. A run in which cases take turns has a text for each picture instead.
    Nothing is drawn in advance, and no emoji; test_lobby.py and test_emoji.py see to that.
    """

    def once(name: str, draw: Callable[..., bytes], *shown: Any) -> bytes:
        key = picture_key([name, *shown])
        if key not in DRAWN:
            DRAWN[key] = SIGNATURE + key.encode() if is_sampling else draw(*shown)
        return DRAWN[key]

    is_sampling = sampling.is_sampling(request.config)
    for name in ("draw", "draw_marked", "draw_chart", "draw_card", "draw_standings"):
        monkeypatch.setattr(drawing, name, partial(once, name, getattr(drawing, name)))
    monkeypatch.setattr(samples, "views", lambda _game: [])
    monkeypatch.setattr(symbols, "draw", lambda _group: [])


@pytest.fixture
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Computer players make the sensible move of their game, reviews come no further, and no
    process is started for them; test_players.py and test_review.py see to how they think, and
    tests/wire to bots that have them think.
    """

    async def choose(_self: Any, game: Any, g: Any, seat: int, *_more: Any) -> str:
        return game.default(g, seat)

    async def advise(_self: Any, game: Any, g: Any, seat: int) -> Thought:
        return Thought(game.expert(g, seat))

    async def explain(_self: Any, game: Any, g: Any, *moves: Any) -> Reason:
        return think_why(game.name, game.dump(g), *moves)

    async def run_low_priority(_self: Any, *_work: Any) -> Any:
        raise OutOfService("nothing is reviewed in this test")

    monkeypatch.setattr(Thinkers, "choose", choose)
    monkeypatch.setattr(Thinkers, "advise", advise)
    monkeypatch.setattr(Thinkers, "explain", explain)
    monkeypatch.setattr("bot.players.pool.explain", partial(explaining.explain, pairs=FEW_PAIRS))
    monkeypatch.setattr(Thinkers, "run_low_priority", run_low_priority)
    monkeypatch.setattr(Thinkers, "warm", lambda _self: None)


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """Does not search for garbage while tests are collected: nearly all of it stays."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.enable()


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Lets a simulated Discord wait longer than it would: the machine may be busy. What is loaded
    by now stays, so it is not searched for garbage with each test. Each process begins with modules
    that take long. Tests in each language run in one.
    """
    left_out = [item for item in items if not is_in_language_of_run(item)]
    config.hook.pytest_deselected(items=left_out)
    items[:] = [item for item in items if item not in {*left_out}]
    sampling.pytest_collection_modifyitems(config, items)
    items[:] = in_shares(items, int(os.environ.get("PYTEST_XDIST_WORKER_COUNT", "1")))
    gc.freeze()
    gc.set_threshold(100_000, 20, 20)
    for item in items:
        item.add_marker(pytest.mark.simcord(settle_timeout=PATIENCE))
    simcord.Env._settle_internal = settle_patiently
    install_emoji()
    for module in (gateway, router):
        module.copy = SimpleNamespace(deepcopy=copied)
    for module in (components, results, serializers):
        module.deepcopy = copied


def is_in_language_of_run(item: pytest.Item) -> bool:
    """Whether a test is not one of a kind in each language, or runs in all, or is of this run."""
    if not isinstance(item, pytest.Function) or item.get_closest_marker("every_language"):
        return True
    params = item.callspec.params if hasattr(item, "callspec") else {}
    language, wanted = params.get("language"), os.environ[OF_LANGUAGE]
    return language not in LANGUAGES or wanted in ("all", language)


async def settle_patiently(
    env: simcord.Env, *, timeout: float | None = None, idle: float = POLL_S, **more: Any
) -> None:
    """Waits until the bot is done. Looks more often than SimCord, by itself twenty times a second,
    and gives a bot that starts more than its five seconds.
    """
    await settle(env, timeout=max(timeout or 0.0, PATIENCE), idle=idle, **more)


def add_member_to_thread(backend: Any, thread: int, user: int) -> Any:
    """Adds somebody to a thread. SimCord would add anybody; Discord takes members of the server."""
    backend.get_member(backend.get_thread(thread).guild_id, user)
    return add_anybody(backend, thread, user)


def dispatch_within_limits(
    backend: Backend, method: str, path: str, *, json: Any = None, **more: Any
) -> Any:
    """Answers a request; refuses what exceeds a limit of Discord, and a message with an emoji that
    is not there. SimCord knows some of these.
    """
    if wrong := wrong_in(method, path, json):
        raise BackendError(400, 50035, f"Invalid Form Body: {wrong}", errors=errors_of(wrong))
    sent = json.get("data", json) if isinstance(json, dict) else {}
    for part in walk_components((sent or {}).get("components") or []):
        for shown in (part, *part.get("options", ())):
            number = (shown.get("emoji") or {}).get("id")
            if number is not None and int(number) not in backend.application_emojis:
                raise invalid_form_body(f"COMPONENT_INVALID_EMOJI {number}")
    return dispatch(backend, method, path, json=json, **more)


def require_guild_permissions(ctx: Any, guild: int, *names: str) -> None:
    """Checks permissions of the bot. SimCord asks for Manage Events where Discord lets those create
    events, and change their own, who have Create Events.
    """
    own = tuple("create_events" if name == "manage_events" else name for name in names)
    require_permissions(ctx, guild, *own)


dispatch = router.dispatch
require_permissions = router.RequestContext.require_guild_permissions
router.RequestContext.require_guild_permissions = require_guild_permissions
router.dispatch = dispatch_within_limits
add_anybody = Backend.add_thread_member
settle = simcord.Env._settle_internal
Backend.add_thread_member = add_member_to_thread  # pyright: ignore[reportAttributeAccessIssue]


def copied(value: Any) -> Any:
    """A copy of what SimCord sends and gets, several times as fast as `copy.deepcopy`."""
    if type(value) is dict:
        return {key: each if type(each) in ATOMS else copied(each) for key, each in value.items()}
    if type(value) is list:
        return [each if type(each) in ATOMS else copied(each) for each in value]
    return copy.deepcopy(value)


def in_shares(items: Sequence[pytest.Item], processes: int) -> list[pytest.Item]:
    """Tests in an order that xdist cuts into equal shares, one a process, each of which begins with
    some of the modules that take long. A process that is done takes from the ends of the others,
    where the quick tests are.
    """
    slow: dict[str, list[pytest.Item]] = {path: [] for path in SECONDS}
    quick: list[pytest.Item] = []
    for item in items:
        path = item.nodeid.split("::")[0]
        group = slow.setdefault(path, []) if path.startswith(WAITING) else slow.get(path, quick)
        group.append(item)
    shares: list[list[pytest.Item]] = [[] for _ in range(processes)]
    loads = [0] * processes
    for path, found in slow.items():
        least = loads.index(min(loads))
        shares[least] += found
        loads[least] += SECONDS.get(path, WAITING_S)
    order: list[pytest.Item] = []
    rest = iter(quick)
    for n, share in enumerate(shares):
        size = (len(items) - len(order)) // (processes - n)
        order += [*share, *islice(rest, max(0, size - len(share)))]
    return [*order, *rest]


class Simulated(Atelier):
    """The bot as tests of behaviour start it hundreds of times. Its commands are described in
    English alone, which takes a tenth of the time; test_languages.py sees to the others.
    """

    def __init__(self, settings: Settings) -> None:
        super().__init__(settings)
        self.tree.set_translator = self._leave  # pyright: ignore[reportAttributeAccessIssue]
        self.tree.sync = self._sync  # pyright: ignore[reportAttributeAccessIssue]

    async def _leave(self, _translator: Any) -> None:
        """Translates no command."""

    async def _sync(self) -> None:
        """Sends the commands with the first bot that has them; Discord knows them from then on."""
        has = named(self.tree)
        if has not in DESCRIBED:
            await CommandTree.sync(self.tree)
            sent = self.http.backend.commands[None].values()
            DESCRIBED[has] = [
                {name: each[name] for name in COMMAND_FIELDS if name in each} for each in sent
            ]
        else:
            self.http.backend.register_commands(None, DESCRIBED[has])

    async def load_extension(self, name: str, *, package: str | None = None) -> None:
        """Adds the commands of a module, which is read with the first bot alone."""
        await importlib.import_module(name, package).setup(self)


def named(tree: Any) -> str:
    return " ".join(sorted(each.qualified_name for each in tree.walk_commands()))


@pytest_asyncio.fixture
async def simcord_bot(
    tmp_path: Path, drawn_once: None, at_once: None, monkeypatch: pytest.MonkeyPatch
) -> AsyncIterator[Atelier]:
    """The bot under test; SimCord logs it in and the test's end closes it. What its commands are
    is read from their names, as no test changes one that stays.
    """
    monkeypatch.setattr(Registration, "_digest", lambda self: named(self._tree))
    bot = Simulated(settings(tmp_path))
    yield bot
    await bot.close()


@pytest_asyncio.fixture
async def started() -> AsyncIterator[list[Atelier]]:
    """The bots that restarts bring, closed after the world is."""
    bots: list[Atelier] = []
    yield bots
    for bot in bots:
        await bot.close()


@pytest.fixture
def sim_server_of(
    started: list[Atelier],
    simcord_env: simcord.Env,
    caplog: pytest.LogCaptureFixture,
    monkeypatch: pytest.MonkeyPatch,
) -> Iterator[Callable[..., SimServer]]:
    """Makes a server with people of these names, whose bot can be restarted. Its clock sweeps when
    a test says so: on a slow machine a sweep in between would come before the test moves the time.
    """
    monkeypatch.setattr("bot.table.clock.PAUSE_S", DAY_S)
    with without_bugs(caplog):
        yield partial(SimServer.of, simcord_env, started=started)
    without_empty_lock_screens(simcord_env.http_requests)


def without_empty_lock_screens(requests: list[Any]) -> None:
    """Fails if a message rings without content: a lock screen shows nothing else of it."""
    sent = [
        each.json
        for each in requests
        if each.method == "POST" and NEW_MESSAGE.fullmatch(each.path) and each.json is not None
    ]
    assert all(each.get("content") or each.get("flags", 0) & SILENT for each in sent), sent


@pytest.fixture
def sim(request: pytest.FixtureRequest, sim_server_of: Callable[..., SimServer]) -> SimServer:
    """A server with the `PEOPLE` of the module, else two players and a watcher."""
    return sim_server_of(*getattr(request.module, "PEOPLE", ("Ada", "Ben", "Cleo")))
