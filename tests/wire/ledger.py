"""Reads the database of a bot without the store.

The connection is read-only, so what a killed bot left behind stays as it is for the next bot.
"""

import json
import sqlite3
import zlib
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any

from bot.pictures.pictures import picture_key
from bot.store import MoveRow
from bot.table.lines import kept_lines
from games import discover, record
from games.kernel import Game, State, chance_after_rewind

UNDO = "undo"
"""Stands in place of a move: somebody takes their last move back."""
COLUMNS = [each.name for each in fields(MoveRow)]


@dataclass
class Standing:
    id: int
    game: Game[Any]
    status: str
    people: list[dict[str, Any]]
    options: dict[str, Any]
    seed: int
    last: MoveRow | None

    @property
    def state(self) -> State:
        """The state after the last line of the log."""
        assert self.last is not None and self.last.state is not None
        return self.game.load(zlib.decompress(self.last.state), self.last.version)

    @property
    def picture(self) -> str:
        """The file name of the board's picture."""
        names = [each["name"] for each in self.people]
        view = self.game.view(self.state, None) | {"names": names}
        return f"{self.game.name}-{picture_key(view)}.png"


@contextmanager
def reading(file: Path) -> Iterator[sqlite3.Connection]:
    with closing(opened(file)) as db:
        yield db


def opened(file: Path) -> sqlite3.Connection:
    """A read-only connection to the database."""
    return sqlite3.connect(f"file:{file}?mode=ro", uri=True)


def newest(db: sqlite3.Connection, channel: str) -> Standing | None:
    return _table(db, "channel = ?", int(channel))


def numbered(db: sqlite3.Connection, number: int) -> Standing:
    found = _table(db, "id = ?", number)
    assert found is not None
    return found


def _table(db: sqlite3.Connection, which: str, value: int) -> Standing | None:
    row = db.execute(
        "SELECT id, game, status, people, options, seed FROM tables"
        f" WHERE {which} ORDER BY id DESC LIMIT 1",
        (value,),
    ).fetchone()
    if row is None:
        return None
    number, game, status, people, options, seed = row
    last = _lines(db, number, "ORDER BY seq DESC LIMIT 1")
    return Standing(
        *(number, discover()[game], status, json.loads(people), json.loads(options), int(seed)),
        last[0] if last else None,
    )


def unshown(db: sqlite3.Connection) -> list[list[str]]:
    """The tables in the outbox: the channel of each, and its people."""
    query = "SELECT channel, people FROM tables WHERE id IN (SELECT table_id FROM outbox)"
    return [
        [str(channel), *(str(each["user"]) for each in json.loads(people))]
        for channel, people in db.execute(query).fetchall()
    ]


def posted(db: sqlite3.Connection, channel: str | None = None) -> set[str]:
    """The messages that the store has, everywhere or in one channel."""
    rows = db.execute("SELECT channel, message FROM posts").fetchall()
    return {str(message) for where, message in rows if channel in (None, str(where))}


def board(db: sqlite3.Connection, table: int) -> str:
    """The id of a table's board; "" where it has none."""
    row = db.execute(
        "SELECT message FROM posts WHERE table_id = ? AND place = 'board'", (table,)
    ).fetchone()
    return str(row[0]) if row else ""


@dataclass
class Proof:
    """Replays the log of one table as it grows, without trusting the stored states."""

    table: Standing
    seq: int = -1
    tokens: dict[str, tuple[str, str | None]] = field(default_factory=dict)
    """Who did what with each interaction in the log: a move or UNDO."""
    g: State | None = None

    def follow(self, db: sqlite3.Connection) -> None:
        """Replays the new lines: none missing, none twice, and to the stored state."""
        new = _lines(db, self.table.id, f"AND seq > {self.seq} ORDER BY seq")
        assert [row.seq for row in new] == list(range(self.seq + 1, self.seq + 1 + len(new)))
        for row in new:
            if row.token is not None:
                assert row.token not in self.tokens, f"{row.token} was carried out twice"
                self.tokens[row.token] = (self.table.people[row.seat or 0]["name"], said(row))
        if not new:
            return
        self.seq = new[-1].seq
        self.g = self._replayed(db, new)
        stored = self.table.game.load(zlib.decompress(new[-1].state or b""), new[-1].version)
        assert stored == self.g, f"line {self.seq} of table {self.table.id} has another state"

    def _replayed(self, db: sqlite3.Connection, new: list[MoveRow]) -> State:
        game = self.table.game
        if self.g is None or any(row.back_to is not None for row in new):
            stand = kept_lines(_lines(db, self.table.id, "ORDER BY seq"))
            g = game.new(len(self.table.people), self.table.seed, self.table.options)
        else:
            stand, g = new, self.g
        for entry in entries(stand):
            if isinstance(entry, int):
                g.rng = chance_after_rewind(self.table.seed, entry)
            else:
                g = game.play(g, *entry)
        return g


def said(row: MoveRow) -> str | None:
    """The move of a line, or UNDO; None for other lines."""
    return UNDO if row.kind == UNDO else row.move


def entries(rows: list[MoveRow]) -> Iterator[record.Entry]:
    """The moves of these lines, and the new chance of each rewind."""
    for row in rows:
        if row.kind == "rewind":
            yield int(row.move or "")
        elif row.kind != "start":
            yield (row.seat or 0, row.move or "")


def _lines(db: sqlite3.Connection, table: int, which: str) -> list[MoveRow]:
    rows = db.execute(
        f"SELECT {', '.join(COLUMNS)} FROM moves WHERE table_id = ? {which}", (table,)
    )
    return [MoveRow(*row) for row in rows]
