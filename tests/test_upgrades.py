"""Databases of every released version, and of this one as a release would keep it: opened, gone on
with and finished; a game whose rules change while it runs; and rules that are changed only with a
version of their own. No game is named here.
"""

import asyncio
import dataclasses
import json
import random
import time
import zlib
from collections.abc import AsyncIterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio

from bot.pages import panels
from bot.pictures.pictures import Pictures
from bot.players.levels import levels
from bot.standings.results import store_results
from bot.store import Store
from bot.store.transfer import transfer
from bot.table import Refused, Table, Tables, lobby, votes
from bot.table.history import read_history, replay_states, state_at
from bot.table.news import news_of
from bot.table.records import record_of
from games import discover, record
from games.kernel import Game
from tests.databases import ask, run, scratch
from tests.upgrades import __main__ as maker
from tests.upgrades import kept, rules

RELEASES = {path.name.removesuffix(kept.ENDING): path for path in kept.releases()}
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
def left_behind(release: str) -> tuple[bytes, str]:
    """The file of the database of a release, and the SQL for the schema of a PostgreSQL."""
    with scratch() as folder, ThreadPoolExecutor(1) as apart:
        file, made = Path(folder) / "atelier.sqlite3", Path(folder) / "made.sqlite3"
        copy = RELEASES.get(release, Path(folder) / f"{NOW}{kept.ENDING}")
        if release == NOW:
            apart.submit(asyncio.run, maker.make(made)).result()
            maker.thin(made)
            kept.write(made, copy, "", effort=0)
        sql = kept.read(copy, file)
        return file.read_bytes(), sql


EACH = [pytest.param(each, marks=pytest.mark.sampled) for each in (*RELEASES, NOW)]
"""A database a day, which all tests open."""


@pytest_asyncio.fixture(params=EACH)
async def opened(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[Opened]:
    """What a release left behind."""
    (tmp_path / "atelier.sqlite3").write_bytes(left_behind(request.param)[0])
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
    for name in GAMES:
        running = [each for each in await opened.all("running") if each.row.game == name]
        played = sorted(each.seq for each in running)
        assert played[0] < 10 < played[-1] // 2 and len({*played}) >= 3


async def test_every_running_game_can_be_shown_with_its_news(opened: Opened):
    drawn: set[str] = set()
    for table in await opened.all("running"):
        assert table.state.asked and table.state.scores is None
        assert await news_of(table)
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
        text = await record_of(table)
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
    await go_on(opened)


@pytest.mark.parametrize("release", EACH)
async def test_every_game_that_ran_on_a_server_goes_on_to_its_end(
    release: str, fresh: str, tmp_path: Path
):
    file = tmp_path / "atelier.sqlite3"
    content, sql = left_behind(release)
    file.write_bytes(content)
    if not sql:
        sql = await kept.postgresql(fresh)
        await ask(fresh, "DROP SCHEMA public CASCADE")
        sql = f"CREATE SCHEMA public; {sql}"
    await run(fresh, sql)
    await transfer(file, fresh)
    store = await Store.open(fresh)
    await go_on(Opened(store, Tables(store, lambda table: None)))
    await store.close()


async def go_on(opened: Opened) -> None:
    """Plays every game that runs to its end."""
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
        assert record.header((await record_of(table)).splitlines())["game"] == table.row.game
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
    people = await opened.store.people.of([101, 102, 103])
    assert [each.dms for each in people.values()] == ["closed", "unwanted", "wanted"]


# --- Rules ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", GAMES)
def test_a_change_of_the_rules_is_a_new_version_and_one_of_figures_a_new_edition(name: str):
    game, now = discover()[name], rules.sums(discover()[name])
    objection = rules.objection(game, rules.kept(name), now)
    assert not objection, objection
    assert now == rules.kept(name), "`python -m tests.upgrades --rules` keeps the sums of today."


def game_of(version: int, upgrade: Any = None) -> Game[Any]:
    """A released game as if it had another version."""
    any_game = discover()[GAMES[0]]
    kind = type(any_game.new(any_game.seats[0], 1))
    return Game("Some Game", kind, seats=range(2, 3), version=version, upgrade=upgrade)


def kept_sums(edition: str = "1", figures: str = "ten", **games: str) -> dict[str, Any]:
    """Sums of the first version, with one edition."""
    return {
        "version": 1,
        "state": "one",
        "editions": {edition: {"figures": figures, "games": games or {"2-1": "goes"}}},
    }


def test_a_change_of_rules_or_state_says_what_to_do():
    before, same = kept_sums(), game_of(1)
    assert not rules.objection(same, before, kept_sums())
    told = rules.objection(same, before, kept_sums(**{"2-1": "goes otherwise"}))
    assert "playthroughs go otherwise" in told and "Raise `version`" in told
    told = rules.objection(same, before, before | {"state": "two"})
    assert "other fields" in told and "`upgrade(" in told


def test_a_new_version_needs_an_upgrade():
    before = kept_sums()
    now = before | {"version": 2, "state": "two"}
    assert "no `upgrade`" in rules.objection(game_of(2), before, now)
    assert not rules.objection(game_of(2, lambda data, version: data), before, now)


def test_figures_that_were_changed_in_place_are_to_be_kept_as_an_edition():
    before, corrected = kept_sums(), kept_sums("2", "eleven")
    both = before | {"editions": before["editions"] | corrected["editions"]}
    assert not rules.objection(game_of(1), before, both)
    changed = kept_sums(figures="eleven")
    for now in (changed, corrected, changed | {"version": 2}):
        told = rules.objection(game_of(1), before, now)
        assert "of the last release into cards-1.toml, and those of today into cards.toml" in told


def test_sums_see_each_figure_and_no_words(tmp_path: Path):
    file = tmp_path / "cards.toml"

    def sum_of(text: str) -> str:
        file.write_text(text, encoding="utf-8")
        return rules.figures(file)

    text = 'minutes = 30\n[[card]]\nid = "B01"\nname = "Loom"\ncost = 3\ndo = ["sell"]\n'
    for said in (("Loom", "Big loom"), ("30", "45"), ("cost = 3", "cost = 3  # dollars")):
        assert sum_of(text.replace(*said)) == sum_of(text)
    for figure in (("cost = 3", "cost = 4"), ("sell", "buy"), ("cost = 3\n", "")):
        assert sum_of(text.replace(*figure)) != sum_of(text)


def test_sums_see_fields_and_moves_but_no_words():
    assert rules.without(["title"], {"a": {"title": "A", "type": "integer"}}) == {
        "a": {"type": "integer"}
    }
    name = min(GAMES, key=lambda name: discover()[name].minutes)
    told = json.dumps(rules.sums(discover()[name]))
    assert told == json.dumps(rules.sums(discover()[name]))
