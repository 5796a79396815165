"""What is stored about a person: given out as a whole, or taken away as a whole.

Whatever table of the database has a column `user` counts: nothing that is added later is forgotten.
Both run on a connection of their own, in a thread: one transaction, whatever else is written.
"""

from __future__ import annotations

import asyncio
import json
import sqlite3
from collections.abc import Generator
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from typing import Any, Literal, cast

from bot.store.room import Room
from bot.store.rows import POST, PostRow, plain
from bot.store.service import in_service
from games.words import unpacked

OPEN = ("lobby", "running")
SOMEBODY = "somebody"
"""Instead of a name that stood in a note."""
EXACT = 2**53
"""Larger numbers are given out as text: not every reader of JSON keeps all their digits."""

PERSONAL = """
    SELECT m.name, p.pk > 0 OR p."notnull" AS whole
    FROM sqlite_master AS m JOIN pragma_table_info(m.name) AS p
    WHERE m.type = 'table' AND p.name = 'user' ORDER BY m.name
"""
"""The tables that say something about people; `whole` where a row is about nothing else."""

SEATED = """
    SELECT * FROM tables WHERE host = :user
    OR EXISTS (SELECT 1 FROM json_each(people) WHERE json_extract(value, '$.user') = :user)
    OR EXISTS (SELECT 1 FROM json_tree(votes) WHERE atom = :user)
    OR EXISTS (
        SELECT 1 FROM json_each(people)
        WHERE json_extract(value, '$.user') IS NULL
        AND json_extract(value, '$.name') IN (SELECT value FROM json_each(:names))
    )
"""
"""The tables at which somebody of this number sits, or of these names sat."""

ADDRESSED = "place = :user OR place LIKE '%:' || :user"
"""Messages to one person; the others stand in channels."""


@dataclass(slots=True)
class Erased:
    """What became of somebody's data."""

    tables: list[int] = field(default_factory=list[int])
    """The tables at which he no longer sits."""
    open: list[int] = field(default_factory=list[int])
    """Those of them that were being gathered or played."""
    posts: list[PostRow] = field(default_factory=list[PostRow])
    """Messages to him about tables that were open."""


class PrivacyRoom(Room):
    """What is stored about one person."""

    async def about(self, user: int) -> dict[str, Any]:
        """Everything that is stored about a person, as plain data."""
        return await asyncio.to_thread(_about, await self._file(), user)

    async def erase(self, user: int, name: str, level: str) -> Erased:
        """Takes away everything that is stored about a person, who is called by this name now.

        Computer players of this level take his seats in games that run; in games that have ended
        the seat keeps a pseudonym.
        """
        return await asyncio.to_thread(_erase, await self._file(), user, name, level)

    async def _file(self) -> str:
        files = {name: file for _number, name, file in await self._all("PRAGMA database_list")}
        return str(files["main"])


@contextmanager
def _transaction(
    file: str, kind: Literal["DEFERRED", "IMMEDIATE"]
) -> Generator[sqlite3.Connection]:
    """A connection within one transaction, to read or to write, committed at the end."""
    with in_service(), closing(sqlite3.connect(file, timeout=30, isolation_level=None)) as db:
        db.row_factory = sqlite3.Row
        db.execute(f"BEGIN {kind}")
        yield db  # closed without a commit where something fails, so nothing is changed
        db.execute("COMMIT")


# --- Giving out -----------------------------------------------------------------------------------


def _about(file: str, user: int) -> dict[str, Any]:
    with _transaction(file, "DEFERRED") as db:
        found: dict[str, Any] = {"user": user}
        for name, _whole in db.execute(PERSONAL).fetchall():
            found[name] = _rows(db, f"SELECT * FROM {name} WHERE user = ?", user)
        seated = db.execute(SEATED, {"user": user, "names": "[]"}).fetchall()
        found["tables"] = [_table(db, row, user) for row in seated]
        found["orders"] = _orders(db, user)
        found["messages"] = _rows(db, f"SELECT * FROM posts WHERE {ADDRESSED}", str(user))
    return _exact(found)


def _rows(db: sqlite3.Connection, sql: str, *values: Any) -> list[dict[str, Any]]:
    named = {"user": values[0]} if ":user" in sql else values
    return [dict(row) for row in db.execute(sql, named)]


def _table(db: sqlite3.Connection, row: sqlite3.Row, user: int) -> dict[str, Any]:
    """A table as far as it concerns a person: his seat, his moves, what was noted of him."""
    known = {name: row[name] for name in ("id", "game", "guild", "channel", "status", "made")}
    people: list[dict[str, Any]] = json.loads(row["people"])
    seats = [seat for seat, person in enumerate(people) if person.get("user") == user]
    names = {people[seat]["name"] for seat in seats}
    # Without numbers of lines, his own or those in a return: they tell what others do unnoticed.
    moves = (
        "SELECT kind, CASE WHEN kind != 'undo' THEN move END AS move, label, made FROM moves"
        " WHERE table_id = ? AND seat = ? ORDER BY seq"
    )
    made = [dict(line) for seat in seats for line in db.execute(moves, (row["id"], seat))]
    for line in made:
        line["label"] = _read(line["label"])
    told = db.execute("SELECT words, made FROM notes WHERE table_id = ?", (row["id"],)).fetchall()
    notes = [
        {"words": _read(words), "made": when}
        for words, when in told
        if _names(json.loads(words), user, names)
    ]
    agreed = _names(json.loads(row["votes"]), user, set())
    return {
        **known,
        "seats": [people[seat] | {"seat": seat} for seat in seats],
        "host": row["host"] == user,
        "agreed_to_something": agreed,
        "moves": made,
        "notes": notes,
    }


def _orders(db: sqlite3.Connection, user: int) -> list[dict[str, Any]]:
    """What somebody ordered at tables, as it was noted with his number."""
    noted = db.execute(
        "SELECT table_id, words, made FROM notes WHERE instr(words, ?)", (str(user),)
    )
    return [
        {"table": table_id, "words": _read(words), "made": made}
        for table_id, words, made in noted.fetchall()
    ]


def _read(text: str | None) -> str | None:
    """A stored text in English, whether it is packed or plain."""
    if text is None or text[:1] not in ('"', "{"):
        return text
    return str(unpacked(json.loads(text)))


def _names(value: Any, user: int, names: set[str]) -> bool:
    """Whether somebody is named in plain data."""
    return _without(value, user, names, SOMEBODY) != value


def _exact(value: Any) -> Any:
    """Plain data with large numbers as text."""
    if isinstance(value, dict):
        return {str(key): _exact(each) for key, each in value.items()}  # pyright: ignore[reportUnknownVariableType, reportUnknownArgumentType]
    if isinstance(value, list):
        return [_exact(each) for each in value]  # pyright: ignore[reportUnknownVariableType]
    return str(value) if isinstance(value, int) and abs(value) >= EXACT else value


# --- Taking away ----------------------------------------------------------------------------------


def _erase(file: str, user: int, name: str, level: str) -> Erased:
    erased = Erased()
    with _transaction(file, "IMMEDIATE") as db:
        queued = {row[0] for row in db.execute("SELECT table_id FROM outbox")}
        names = {name} | _known_names(db, user)
        rows = db.execute(SEATED, {"user": user, "names": plain(sorted(names))}).fetchall()
        for row in rows:
            _leave(db, row, user, names, level)
            _rename(db, row["id"], user, names)
            erased.tables.append(row["id"])
            if row["status"] in OPEN:
                erased.open.append(row["id"])
            elif row["id"] not in queued:
                # The board of a game long over is not posted anew for this.
                db.execute("DELETE FROM outbox WHERE table_id = ?", (row["id"],))
        given = "SELECT DISTINCT table_id FROM notes WHERE instr(words, ?)"
        for (table_id,) in db.execute(given, (str(user),)).fetchall():
            _rename(db, table_id, user, names)
        for table, whole in db.execute(PERSONAL).fetchall():
            change = f"DELETE FROM {table}" if whole else f"UPDATE {table} SET user = NULL"
            db.execute(f"{change} WHERE user = ?", (user,))
        posts = db.execute(f"SELECT {POST} FROM posts WHERE {ADDRESSED}", {"user": str(user)})
        found = [PostRow(*row) for row in posts]
        erased.posts = [post for post in found if post.table_id in erased.open]
        db.execute(f"DELETE FROM posts WHERE {ADDRESSED}", {"user": str(user)})
    return erased


def _known_names(db: sqlite3.Connection, user: int) -> set[str]:
    """The names under which somebody sits at tables."""
    rows = db.execute(
        "SELECT DISTINCT json_extract(value, '$.name') FROM tables, json_each(people)"
        " WHERE json_extract(value, '$.user') = ?",
        (user,),
    )
    return {row[0] for row in rows}


def _leave(
    db: sqlite3.Connection, row: sqlite3.Row, user: int, names: set[str], level: str
) -> None:
    """Takes somebody from a table: from a lobby altogether, else the seat keeps a pseudonym."""
    before: list[dict[str, Any]] = json.loads(row["people"])
    people: list[dict[str, Any]] = []
    for seat, person in enumerate(before):
        own = person.get("user") == user
        if own and row["status"] == "lobby":
            continue
        if own or (person.get("user") is None and person["name"] in names):
            person = person | {"name": f"Player {seat + 1}"}
        if own:
            person["user"] = None
        if own and row["status"] == "running":
            # As for anybody who leaves: the seat is free for whoever wants it.
            free = {"vacant": True, "stand_in": ""}
            person |= {key: value for key, value in free.items() if key in person}
            person["level"] = level
        people.append(person)
    users: list[int] = [person["user"] for person in people if person.get("user")]
    status = row["status"] if users or row["status"] not in OPEN else "abandoned"
    host = row["host"] if row["host"] != user else (*users, 0)[0]
    votes = _without(json.loads(row["votes"]), user, set(), SOMEBODY)
    db.execute(
        "UPDATE tables SET people = ?, host = ?, votes = ?, status = ? WHERE id = ?",
        (plain(people), host, plain(votes), status, row["id"]),
    )


def _rename(db: sqlite3.Connection, table_id: int, user: int, names: set[str]) -> None:
    """Takes somebody's names from the notes of a table."""
    notes = db.execute("SELECT id, words FROM notes WHERE table_id = ?", (table_id,)).fetchall()
    for number, words in notes:
        value = json.loads(words)
        known = names
        if user in _values(value).values():
            # His own order: what he was called then stands beside his number.
            known = names | {_values(value).get("by", SOMEBODY)}
        left = _without(value, user, known, SOMEBODY)
        if left != value:
            db.execute("UPDATE notes SET words = ? WHERE id = ?", (plain(left), number))


def _values(note: Any) -> dict[str, Any]:
    """The values of a packed phrase; {} where a note is a plain text."""
    return cast("dict[str, Any]", note["of"]) if isinstance(note, dict) else {}


def _without(value: Any, user: int, names: set[str], instead: str) -> Any:
    """Plain data in which somebody is no longer named: his number goes, his names change."""
    if isinstance(value, dict):
        return {
            key: instead if each == user else _without(each, user, names, instead)
            for key, each in value.items()  # pyright: ignore[reportUnknownVariableType]
        }
    if isinstance(value, list):
        return [_without(each, user, names, instead) for each in value if each != user]  # pyright: ignore[reportUnknownVariableType]
    if isinstance(value, str):
        bare = value.replace(f"<@{user}>", instead).replace(f"<@!{user}>", instead)
        return instead if bare in names else bare
    return value
