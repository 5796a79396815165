"""Databases of every released version, and of this one as a release would keep it: opened, gone on
with and finished; a game whose rules change while it runs; and rules that are changed only with a
version of their own. No game is named here.
"""

from __future__ import annotations

import asyncio
import dataclasses
import itertools
import json
import random
import time
import zlib
from collections.abc import AsyncIterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
import pytest_asyncio

from bot.pages import panels
from bot.pictures.pictures import Pictures
from bot.players.levels import levels
from bot.standings.results import store_results
from bot.store import Store
from bot.store.migrations import scripts
from bot.table import NewerRelease, Refused, Table, Tables, lobby, votes
from bot.table.history import read_history, replay_states, state_at
from games import discover, record
from games.kernel import Game
from tests import tiny
from tests.databases import Address, ask
from tests.tables import process
from tests.upgrades import __main__ as maker
from tests.upgrades import kept, rules

RELEASES = {path.name.removesuffix(kept.ENDING): path for path in kept.releases()}
TOKENS = itertools.count()
NOW = "now"
"""In place of a release: this one."""
GAMES = rules.released()


@dataclass
class Opened:
    """The store that a release left behind, brought up to date, and its tables."""

    store: Store
    tables: Tables

    async def all(self, *wanted: str) -> list[Table]:
        """The tables that gather players, run or are over; every one of them is read."""
        rows = await self.store._db.fetch("SELECT id, status FROM tables ORDER BY id")
        return [await self.tables.get(number) for number, status in rows if status in wanted]


@cache
def left_behind(release: str) -> bytes:
    """The file of the database of a release."""
    with TemporaryDirectory() as folder, ThreadPoolExecutor(1) as apart:
        file, made = Path(folder) / "atelier.sqlite3", Path(folder) / "made.sqlite3"
        copy = RELEASES.get(release, Path(folder) / f"{NOW}{kept.ENDING}")
        if release == NOW:
            apart.submit(asyncio.run, maker.make(made)).result()
            maker.thin(made)
            kept.write(made, copy)
        kept.read(copy, file)
        return file.read_bytes()


@pytest_asyncio.fixture(params=[*RELEASES, NOW])
async def opened(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[Opened]:
    """What a release left behind."""
    (tmp_path / "atelier.sqlite3").write_bytes(left_behind(request.param))
    store = await Store.open(tmp_path / "atelier.sqlite3")
    yield Opened(store, Tables(store, lambda table: None))
    await store.close()


def without_news(table: Table, g: Any) -> bytes:
    """A state without what was told of its last move, which may be said otherwise today."""
    return table.game.dump(dataclasses.replace(g, news=[]))


# --- Databases of releases ------------------------------------------------------------------------


async def test_every_game_is_in_each_database(opened: Opened):
    games = {row.game for row in await opened.store.tables.open()}
    assert games <= {*discover()} and games == {*GAMES}


async def test_every_running_game_can_be_shown_with_its_news(opened: Opened):
    drawn: set[str] = set()
    for table in await opened.all("running"):
        assert table.state.asked and table.state.scores is None
        assert await table.news()
        for proposal in await votes.proposals(table):
            assert "?" in await votes.proposal_text(table, proposal)
        for seat in (None, *range(table.state.seats)):
            assert table.view(seat)["names"] == table.names
        if table.row.game not in drawn:
            drawn.add(table.row.game)
            assert (await panels.panel_page(table, table.state.asked[0], Pictures())).files
    assert drawn


async def test_every_log_is_played_again_to_the_states_that_were_stored(opened: Opened):
    for table in await opened.all("running", "over"):
        states = await table.store.moves.states(table.id, 0, table.seq)
        if any(version != table.game.version for _state, version in states.values()):
            continue  # it was begun under other rules, as its version says
        rows, first = await table.store.moves.of(table.id), {0: states[0]}
        for seq, g in replay_states(table.game, table.seed, rows, first):
            if seq in states:
                data, version = states[seq]
                then = table.game.load(zlib.decompress(data), version)
                assert without_news(table, g) == without_news(table, then), (table.id, seq)


async def test_no_record_of_a_game_that_a_release_left_is_called_different(opened: Opened):
    for table in await opened.all("running", "over"):
        text = await table.record()
        found = ""
        try:
            remarks = record.verify(text)
        except record.NeedsRelease as needs:
            found, remarks = str(needs), []
        if text.splitlines()[1] == f"version {table.game.version}":
            assert (found, remarks) == ("", [])
        else:
            assert "here is version" in " ".join([found, *remarks])


async def test_every_game_that_ran_goes_on_to_its_end(opened: Opened):
    quick = levels()["quick"][0]
    chance = random.Random(3)
    for table in await opened.all("running"):
        if table.row.paused:
            assert table.row.paused > time.time()
            continue
        game = table.game
        for _ in range(3):
            seat = table.state.asked[0]
            move = quick(game, table.state, seat, 0.0, chance)
            await table.submit(seat, move, f"now:{table.seq}", table.question)
        assert record.header((await table.record()).splitlines())["game"] == table.row.game
        last = game.playout(table.state, chance)
        assert last.scores is not None  # that nobody wins is a result as well


async def test_every_table_that_gathered_players_starts(opened: Opened):
    for table in await opened.all("lobby"):
        while len(table.people) < table.row.seats:
            await lobby.add_computer(table, table.row.host)
        await lobby.start(table, table.row.host)
        assert table.state.asked and table.view(None)["names"] == table.names


async def test_every_game_that_was_over_can_be_looked_back_on(opened: Opened):
    over = await opened.all("over")
    for table in over:
        found = await read_history(table, None)
        for step in (0, len(found.steps) // 2, len(found.steps) - 1):
            assert table.game.view(await state_at(table, found, step), None)
        assert table.state.scores is not None
        with pytest.raises(Refused):
            await table.submit(0, "pass", "too late")
    await store_results(opened.store)
    rows = await opened.store._db.fetch("SELECT DISTINCT table_id FROM results ORDER BY table_id")
    assert [row[0] for row in rows] == [table.id for table in over]


async def test_settings_of_people_are_kept(opened: Opened):
    assert await opened.store.people.dms([101, 102, 103]) == {101: "closed", 102: "unwanted"}


OLD_LINES = """
    INSERT INTO tables
    (id, game, channel, status, host, seats, people, options, seed, salt, version, made)
    VALUES (1, 'any', 1, 'running', 1, 2, '[]', '{}', '1', '', 1, 0);
    INSERT INTO moves
    (table_id, seq, kind, seat, move, asked, question, back_to, version, news, made)
    VALUES
"""
WORDS: list[tuple[Any, ...]] = [
    # What stood there (kind, seat, move, asked), and what is read (kind, move, unnoticed, dropped).
    ("start", None, None, "[0,1]", "start", None, 0, "[]"),
    ("move", 0, "pick 3", "[1]", "move", "pick 3", 0, "[]"),
    ("move", 0, "pick 4", "[1]", "move", "pick 4", 1, "[]"),
    ("move", 1, "ahead sale pass", "[1]", "move", "ahead sale pass", 1, "[]"),
    ("move", 1, "forget sale", "[1]", "move", "forget sale", 1, "[]"),
    ("move", 1, "redo unseen without 3", "[0]", "move", "redo unseen without 3", 0, "[]"),
    ("undo", 1, None, "[0]", "undo", None, 0, "[]"),
    ("undo", 1, "redo", "[0]", "redo", None, 0, "[]"),
    ("undo", 1, "unseen", "[0]", "undo", None, 1, "[]"),
    ("undo", 1, "unseen redo", "[0]", "redo", None, 1, "[]"),
    ("undo", 1, "without 3", "[0]", "undo", None, 0, "[3]"),
    ("undo", 1, "redo without 3 4", "[0]", "redo", None, 0, "[3,4]"),
    ("undo", 1, "unseen without 3 4", "[0]", "undo", None, 1, "[3,4]"),
    ("undo", 1, "unseen redo without 3 4 11", "[0]", "redo", None, 1, "[3,4,11]"),
    ("undo", None, "chance 18446744073709551615", None, "rewind", str(2**64 - 1), 0, "[]"),
    ("move", 1, "pass", None, "move", "pass", 0, "[]"),
    ("end", 1, "pass", "[]", "end", "pass", 0, "[]"),
]


@pytest.fixture(params=["sqlite", "postgresql"])
def untouched(request: pytest.FixtureRequest, tmp_path: Path) -> Address:
    """Where no database was opened yet, of each kind in turn."""
    if request.param == "sqlite":
        return tmp_path / "atelier.sqlite3"
    return request.getfixturevalue("fresh")


async def test_the_words_of_older_lines_become_kinds_and_columns(
    untouched: Address, monkeypatch: pytest.MonkeyPatch
):
    def older(*folder: str) -> list[tuple[int, str]]:
        return [(number, script) for number, script in scripts(*folder) if number < 9]

    with monkeypatch.context() as before:
        module = "sqlite" if isinstance(untouched, Path) else "postgres"
        before.setattr(f"bot.store.{module}.scripts", older)
        await (await Store.open(untouched)).close()
    tables, moves = OLD_LINES.split(";")
    await ask(untouched, tables)
    rows = [
        (1, seq, *was[:4], 0, 0 if was[0] == "undo" else None, 1, "[]", 0)
        for seq, was in enumerate(WORDS)
    ]
    values = ", ".join(str(row) for row in rows).replace("None", "NULL")
    await ask(untouched, moves + values)
    store = await Store.open(untouched)
    read = [(row.kind, row.move, row.unnoticed, row.dropped) for row in await store.moves.of(1)]
    table = await store.tables.get(1)
    await store.close()
    assert read == [was[4:] for was in WORDS]
    assert table is not None and table.status == "over"


# --- A game whose rules change while it runs ------------------------------------------------------


@dataclass(slots=True)
class Counted(tiny.Table):
    """The table of version 2 of the tiny game, which counts the gold of all."""

    coins: int = 0


def version_1() -> Game[tiny.Table]:
    """A game of two bids in which each brings its player one piece of gold."""
    return bidding(Game("Tiny", tiny.Table, seats=range(2, 3)), 1)


def version_2() -> Game[Counted]:
    """The same game, in which a bid brings two, and all of it is counted."""

    def upgrade(data: dict[str, Any], version: int) -> dict[str, Any]:
        assert version == 1
        return data | {"coins": sum(p["gold"] for p in data["players"])}

    return bidding(Game("Tiny", Counted, seats=range(2, 3), version=2, upgrade=upgrade), 2)


def bidding(game: Any, each: int) -> Any:
    """A game with rounds of a bid of every player, one after the other."""
    game.name = "tiny"

    @game.setup
    def setup(g: Any, options: Any) -> None:
        g.players = [tiny.Player(seat) for seat in range(g.seats)]
        g.then(("bid", 0), ("bid", 1), ("bid", 0), ("bid", 1), "end")

    @game.choice("Bid.")
    def bid(g: Any, p: tiny.Player) -> list[str]:
        return ["pass", "bid"]

    @bid.does("pass")
    def nothing(g: Any, p: tiny.Player) -> None:
        """Bid nothing."""

    @bid.does("bid")
    def run(g: Any, p: tiny.Player) -> None:
        """Bid."""
        p.gold += each
        if hasattr(g, "coins"):
            g.coins += each

    @bid.default
    def usual(g: Any, p: tiny.Player) -> str:
        return "bid"

    @game.step
    def end(g: Any) -> None:
        g.scores = [p.gold for p in g.players]

    return game


async def bid(table: Table, seat: int) -> None:
    """A seat bids."""
    await table.submit(seat, "bid", f"bid {next(TOKENS)}")


async def test_a_game_that_one_version_stored_is_finished_by_the_next(
    address: Address, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setitem(discover(), "tiny", version_1())
    async with process(address) as before:
        table = await before.game("tiny")
        await bid(table, 0)
    monkeypatch.setitem(discover(), "tiny", version_2())
    async with process(address) as after:
        table = await after.tables.get(table.id)
        assert (table.state.asked, table.state.coins) == ([1], 1)
        for seat in (1, 0, 1):
            await bid(table, seat)
        assert (table.state.scores, table.state.coins) == ([3, 4], 7)
        assert [row.version for row in await after.log(table)] == [1, 1, 2, 2, 2]
        found = await read_history(table, None)
        assert (await state_at(table, found, 1)).coins == 1, "the state that version 1 stored"
        assert "\nversion 2\n" in await table.record()


async def test_of_two_releases_beside_each_other_the_newer_one_plays_on(
    postgres: str, monkeypatch: pytest.MonkeyPatch
):
    older, newer = version_1(), version_2()
    monkeypatch.setitem(discover(), "tiny", older)
    async with process(postgres) as here, process(postgres) as there:
        table = await here.game("tiny")
        await bid(table, 0)
        monkeypatch.setitem(discover(), "tiny", newer)
        theirs = await there.tables.get(table.id)
        monkeypatch.setitem(discover(), "tiny", older)
        await bid(await here.tables.get(table.id), 1)
        monkeypatch.setitem(discover(), "tiny", newer)
        theirs = await there.tables.get(table.id)
        assert theirs.state.coins == 2
        await bid(theirs, 0)
        monkeypatch.setitem(discover(), "tiny", older)
        with pytest.raises(Refused):
            await bid(table, 0)
        with pytest.raises(NewerRelease):
            await here.tables.get(table.id)
        found = await here.store.tables.get(table.id)
        assert found is not None and found.status == "running"
        monkeypatch.setitem(discover(), "tiny", newer)
        await bid(theirs, 1)
        assert theirs.state.scores == [3, 3]


# --- Rules ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", GAMES)
def test_a_change_of_the_rules_is_a_new_version(name: str):
    game = discover()[name]
    objection = rules.objection(game, rules.kept(name), rules.sums(game))
    assert not objection, objection


def game_of(version: int, upgrade: Any = None) -> Game[Any]:
    """A released game as if it had another version."""
    any_game = discover()[GAMES[0]]
    kind = type(any_game.new(any_game.seats[0], 1))
    return Game("Some Game", kind, seats=range(2, 3), version=version, upgrade=upgrade)


def test_a_change_of_rules_or_state_says_what_to_do():
    before = {"version": 1, "state": "one", "games": {"2-1": "goes"}}
    same = game_of(1)
    assert not rules.objection(same, before, dict(before))
    told = rules.objection(same, before, before | {"games": {"2-1": "goes otherwise"}})
    assert "playthroughs go otherwise" in told and "Raise `version`" in told
    told = rules.objection(same, before, before | {"state": "two"})
    assert "other fields" in told and "`upgrade(" in told


def test_a_new_version_needs_an_upgrade_and_new_sums():
    before = {"version": 1, "state": "one", "games": {}}
    now = before | {"version": 2, "state": "two"}
    assert "no `upgrade`" in rules.objection(game_of(2), before, now)
    upgraded = game_of(2, lambda data, version: data)
    assert "--rules" in rules.objection(upgraded, before, now)


def test_sums_see_fields_and_moves_but_no_words():
    assert rules.without_words({"a": {"title": "A", "type": "integer"}}) == {
        "a": {"type": "integer"}
    }
    name = GAMES[0]
    told = json.dumps(rules.sums(discover()[name]))
    assert told == json.dumps(rules.sums(discover()[name]))
