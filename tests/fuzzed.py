"""Tables that anything may be done to, watched: what always holds, and what a refusal leaves."""

import asyncio
import json
import random
import sqlite3
import zlib
from collections.abc import Awaitable, Callable
from contextlib import closing
from dataclasses import asdict
from pathlib import Path
from typing import Any
from unittest import mock

from hypothesis.stateful import RuleBasedStateMachine, invariant

from bot.interactions.replies import QUOTED
from bot.store import Store, to_json
from bot.table import Refused, Table, Tables
from bot.table.history import replay_states
from bot.table.news import news_of
from bot.table.records import record_of
from bot.texts.languages import LANGUAGES, using_language
from games import record
from tests.databases import empty, scratch

SENTENCE_ENDS = (".", "!", "?", "…", "”", ")")


def rows_of(path: Path) -> dict[str, list[Any]]:
    with closing(sqlite3.connect(path)) as other:
        named = other.execute("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name")
        return {name: other.execute(f"SELECT * FROM {name}").fetchall() for (name,) in named}


class Watched(RuleBasedStateMachine):
    """Tables of one process on a store of its own, and what is compared after each step."""

    def __init__(self) -> None:
        super().__init__()
        self.runner = asyncio.Runner()
        self.folder = scratch()
        self.path = empty(Path(self.folder.name) / "atelier.sqlite3")
        self.chance = random.Random(0)
        self.randbits = mock.patch("secrets.randbits", lambda bits: self.chance.getrandbits(bits))
        self.randbits.start()
        self.ids: list[int] = []
        self.tokens: list[tuple[int, int, str, str]] = []
        """Table, seat, move and token of moves that were made."""
        self.count = 0
        self.refusals: dict[str, int] = {}
        self.done: dict[str, int] = {}
        self.open_store()

    def open_store(self) -> None:
        self.store = self.run(Store.open(self.path))
        self.tables = Tables(self.store, lambda table: None)

    def run(self, job: Awaitable[Any]) -> Any:
        async def wait() -> Any:
            return await job

        return self.runner.run(wait())

    def teardown(self) -> None:
        """Every game that was played can be told and checked; then all is closed."""
        try:
            for number in self.ids:
                self._look_back(self.table(number))
        finally:
            self.run(self.store.close())
            self.runner.close()
            self.randbits.stop()
            self.folder.cleanup()

    def _look_back(self, table: Table) -> None:
        if table.g is None:
            return
        record.verify(self.run(record_of(table)))
        for language in LANGUAGES:
            with using_language(language):
                news = self.run(news_of(table))
            assert all(isinstance(each.text, str) and each.text for each in news)

    # --- help ------------------------------------------------------------------------------------

    def table(self, which: int) -> Table:
        return self.run(self.tables.get(which))

    def some_table(self, which: int) -> Table:
        """One of the tables; the newest ones more often."""
        return self.table(self.ids[-1 - which % min(len(self.ids), 3)])

    def token(self) -> str:
        self.count += 1
        return f"interaction {self.count}"

    def attempt(self, what: str, act: Callable[[], Awaitable[Any]]) -> Any:
        """What comes of an act; None where it was refused, with a sentence and no trace."""
        before = rows_of(self.path)
        try:
            result = self.run(act())
        except Refused as refusal:
            sentence = str(refusal)
            assert sentence.strip().endswith(SENTENCE_ENDS), sentence
            assert "{" not in QUOTED.sub("", sentence), sentence
            assert rows_of(self.path) == before, f"{what} was refused and changed something"
            self.refusals[what] = self.refusals.get(what, 0) + 1
            return None
        self.done[what] = self.done.get(what, 0) + 1
        return result

    def submit(self, what: str, table: Table, seat: int, move: str, **more: Any) -> Any:
        """What comes of a move with a token of its own."""
        token = more.pop("token", None) or self.token()
        receipt = self.attempt(what, lambda: table.submit(seat, move, token, **more))
        if receipt is not None and not receipt.repeated:
            self.tokens.append((table.id, seat, move, token))
        return receipt

    # --- what always holds -----------------------------------------------------------------------

    @invariant()
    def memory_is_what_is_stored(self) -> None:
        for number in self.ids[-3:]:
            here = self.table(number)
            fresh = self.run(Tables(self.store, lambda table: None).get(number))
            assert snapshot(here) == snapshot(fresh)
            assert here.row.people == to_json([asdict(person) for person in here.people])

    @invariant()
    def nobody_sits_twice(self) -> None:
        """A person has one seat, and the host of an open table sits at it."""
        for number in self.ids[-3:]:
            table = self.table(number)
            users = [person.user for person in table.people if person.user]
            assert len(users) == len(set(users)), users
            assert table.row.status not in ("lobby", "running") or table.row.host in users

    @invariant()
    def the_log_replays(self) -> None:
        for number in self.ids[-1:]:
            table = self.table(number)
            kept = self.run(self.store.moves.states(number, 0, table.seq))
            rows = self.run(self.store.moves.of(number))
            first = {0: kept[0]} if kept else {}
            for seq, g in replay_states(table.game, table.seed, rows, first):
                assert seq not in kept or table.game.dump(g) == zlib.decompress(kept[seq][0])
            tokens = [row.token for row in rows if row.token]
            assert len(tokens) == len(set(tokens))

    @invariant()
    def who_is_asked_can_answer(self) -> None:
        """Those who are asked have moves, nobody else has; everybody has a view."""
        for number in self.ids[-3:]:
            table = self.table(number)
            assert (table.g is not None) == (table.seq >= 0)
            if table.g is not None:
                check_asked(table)
                for seat in (None, *range(table.state.seats)):
                    json.dumps(table.view(seat))


def snapshot(table: Table) -> dict[str, Any]:
    state = table.game.dump(table.g) if table.g is not None else None
    return {
        "row": asdict(table.row),
        "people": table.people,
        "options": table.options,
        "state": state,
        "seq": table.seq,
        "question": table.question,
        "last": table.last,
    }


def check_asked(table: Table) -> None:
    g, game = table.state, table.game
    assert len(table.people) == g.seats == table.row.seats
    assert len(set(g.asked)) == len(g.asked) and not set(g.asked) & set(g.answers)
    assert (table.row.status == "over") == (g.scores is not None)
    assert bool(g.asked) == (g.scores is None)
    for seat in range(g.seats):
        legal = game.legal(g, seat)
        assert bool(legal) == (seat in g.asked or seat in g.answers)
        assert len(set(legal)) == len(legal)
    for seat in g.asked:
        assert game.default(g, seat) in game.legal(g, seat)
    if table.row.status == "running" and not table.row.paused:
        assert sorted(table.waiting_people() + table.waiting_computers()) == sorted(g.asked)
