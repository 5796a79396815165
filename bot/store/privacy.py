"""Exporting and erasing all data of a user.

Every table of the database with a column `user` is included, so a table that is added later is
included too. Both run on a separate connection, and look for numbers of users, never for names.

What others decided about a user is in columns of other names, and stays when the user's data is
erased: bans, which are exported, and block lists of others, which are not.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, cast

from bot.store.database import Connection, Database, repeated
from bot.store.repository import Repository
from bot.store.rows import OF_USER, POST, UNREADABLE, PostRow, objects_of, to_json
from bot.store.tables import SEATED
from games.reading import read_json
from games.words import unpack

OPEN = ("lobby", "running")
SOMEBODY = "somebody"
"""Replaces an erased name in a note."""
MAX_EXACT_INT = 2**53
"""Larger numbers are exported as text: not every JSON parser keeps all their digits."""

IN_DM = "place = ? OR place LIKE ?"
"""Condition: a post in the DM of one user; all others are in channels."""


@dataclass(slots=True)
class Erased:
    """What erasing a user's data has changed."""

    tables: list[int] = field(default_factory=list[int])
    """The tables from which the user was removed."""
    open: list[int] = field(default_factory=list[int])
    """Those of `tables` that are open, and the lobbies to which the user was invited."""
    posts: list[PostRow] = field(default_factory=list[PostRow])
    """Direct messages to the user about these open tables."""


class PrivacyRepository(Repository):
    """Exports and erases the data of one user."""

    async def export(self, user: int) -> dict[str, Any]:
        """All that is stored about a user, as JSON data."""
        async with self._db.snapshot() as db:
            return await _export(db, user)

    async def erase(self, user: int, level: str) -> Erased:
        """Erases everything that is stored about a user.

        Computer players of this level take their seats in running games; in finished games the seat
        keeps a pseudonym. Each table has a transaction of its own, and so has each other kind of
        row, so that nobody else waits long. The rows by which tables are found go last: after a
        failure, everything is found again.
        """
        erased = Erased()
        for table_id in await _tables_with(self._db, user):
            await self._erase_at(table_id, user, level, erased)
        await self._erase_rest(user, erased)
        # Where they have sat down meanwhile:
        for (table_id,) in await self._db.search(f"SELECT id FROM tables WHERE {OWN}", _own(user)):
            await self._erase_at(table_id, user, level, erased)
        return erased

    async def _erase_at(self, table_id: int, user: int, level: str, erased: Erased) -> None:
        """Removes a user from a table and its notes, and adds to `erased` where they were."""
        status = await self._erase_from(table_id, user, level)
        if status and table_id not in erased.tables:
            erased.tables.append(table_id)
            if status in OPEN:
                erased.open.append(table_id)

    @repeated
    async def _erase_from(self, table_id: int, user: int, level: str) -> str:
        """Removes a user from a table and its notes; returns the status of the table, or "" if the
        user had nothing there but notes.
        """
        async with self._db.transaction() as db:
            rows = await db.fetch(
                f"SELECT * FROM tables WHERE id = ?{db.dialect.for_update}", (table_id,)
            )
            queued = await db.fetch("SELECT 1 FROM outbox WHERE table_id = ?", (table_id,))
            await _remove_from_notes(db, table_id, user)
            for row in rows:
                seats = await _seats(db, table_id, objects_of(row["people"]), user)
                if not (seats or row["host"] == user or str(user) in row["votes"]):
                    continue
                await _remove_from(db, row, user, seats, level)
                await db.execute(
                    'DELETE FROM vacated WHERE table_id = ? AND "user" = ?', (table_id, user)
                )
                if row["status"] not in OPEN and not queued:
                    # The board of a finished game is not posted again for this.
                    await db.execute("DELETE FROM outbox WHERE table_id = ?", (table_id,))
                return row["status"]
        return ""

    async def _erase_rest(self, user: int, erased: Erased) -> None:
        """Removes a user from everything but tables."""
        db = self._db
        invited = await db.fetch(
            "SELECT t.id FROM invitations AS i JOIN tables AS t ON t.id = i.table_id"
            " WHERE i.\"user\" = ? AND t.status = 'lobby'",
            (user,),
        )
        erased.open += [number for (number,) in invited if number not in erased.open]
        await db.execute('DELETE FROM league_members WHERE "user" = ? AND season = 0', (user,))
        await db.execute(
            "UPDATE league_members SET name = '', state = 'left' WHERE \"user\" = ?", (user,)
        )
        for table, needs_user in await db.fetch(db.dialect.user_tables):
            change = f"DELETE FROM {table}" if needs_user else f'UPDATE {table} SET "user" = NULL'
            await db.execute(f'{change} WHERE "user" = ?', (user,))
        for row in await db.search(f"SELECT {POST} FROM posts WHERE {IN_DM}", _in_dm(user)):
            post = PostRow(*row)
            if post.message and post.table_id in erased.open:
                erased.posts.append(post)
            await db.execute(
                "DELETE FROM posts WHERE table_id = ? AND place = ?", (post.table_id, post.place)
            )


def _in_dm(user: int) -> tuple[str, str]:
    """The values for `IN_DM`."""
    return str(user), f"%:{user}"


OWN = f'host = ? OR {SEATED} OR id IN (SELECT table_id FROM vacated WHERE "user" = ?)'
"""Condition: a row of `tables` where a user sits, or where a computer player has their seat."""


def _own(user: int) -> tuple[int, ...]:
    """The values for `OWN`."""
    return (user, user, user)


async def _tables_with(db: Database, user: int) -> list[int]:
    """The tables where this user sits or sat, has voted, or is named in a note."""
    rows = await db.search(
        f"SELECT id FROM tables WHERE {OWN} OR {db.dialect.has_voted}"
        " UNION SELECT table_id FROM notes WHERE words LIKE ? ORDER BY 1",
        (*_own(user), user, f"%{user}%"),
    )
    return [number for (number,) in rows]


# --- Export ---------------------------------------------------------------------------------------


async def _export(db: Connection, user: int) -> dict[str, Any]:
    found: dict[str, Any] = {"user": user}
    for name, _whole in await db.fetch(db.dialect.user_tables):
        rows = await db.fetch(f'SELECT * FROM {name} WHERE "user" = ?', (user,))
        found[name] = [dict(row) for row in rows]
    rows = await db.fetch(
        f"SELECT * FROM tables WHERE {OWN} OR {db.dialect.has_voted} ORDER BY id",
        (*_own(user), user),
    )
    found["tables"] = [await _table(db, row, user) for row in rows]
    found["orders"] = await _moderator_notes(db, user)
    bans = await db.fetch("SELECT guild, made FROM bans WHERE banned = ?", (user,))
    found["bans"] = [dict(row) for row in bans]
    posts = await db.fetch(f"SELECT * FROM posts WHERE {IN_DM}", _in_dm(user))
    # Without tokens, with which messages can be edited.
    found["messages"] = [dict(row) | {"token": ""} for row in posts]
    return _with_exact_numbers(found)


async def _table(db: Connection, row: Any, user: int) -> dict[str, Any]:
    """What a table stores of a user: their seats, their moves, and the notes that name them. What
    cannot be read is named under `damaged`.
    """
    known = {name: row[name] for name in ("id", "game", "guild", "channel", "status", "made")}
    damaged: list[str] = []
    people = objects_of(row["people"])
    if not people or {} in people:
        damaged.append("seats")
    seats = [seat for seat, person in enumerate(people) if person.get("user") == user]
    # Without `seq`: gaps in it would show how often other players did something unnoticed.
    moves = "SELECT kind, move, label, made FROM moves WHERE table_id = ? AND seat = ? ORDER BY seq"
    made = [dict(line) for seat in seats for line in await db.fetch(moves, (row["id"], seat))]
    for line in made:
        line["label"] = _readable(line["label"], "moves", damaged)
    rows = await db.fetch(
        "SELECT words, made FROM notes WHERE table_id = ? ORDER BY id", (row["id"],)
    )
    notes = [
        {"words": _readable(words, "notes", damaged), "made": when}
        for words, when in rows
        if _names_user(_stored(words, "notes", damaged), user)
    ]
    offered = "SELECT seat, made FROM offers WHERE table_id = ? AND seat = ? AND moderator = 0"
    votes = _stored(row["votes"], "votes", damaged)
    review = await _review_of(db, row["id"], seats, damaged)
    return {
        **known,
        "seats": [people[seat] | {"seat": seat} for seat in seats],
        "host": row["host"] == user,
        "agreed_to_something": _without(votes, user) != votes,
        "moves": made,
        "review": review,
        "notes": notes,
        "offered": [
            dict(each) for seat in seats for each in await db.fetch(offered, (row["id"], seat))
        ],
        **({"damaged": sorted({*damaged})} if damaged else {}),
    }


async def _review_of(
    db: Connection, table_id: int, seats: list[int], damaged: list[str]
) -> list[dict[str, Any]]:
    """What a review has found about the decisions of these seats."""
    rows = await db.fetch("SELECT found FROM reviews WHERE table_id = ?", (table_id,))
    findings = [each for (found,) in rows for each in objects_of(found)]
    if any(not isinstance(_stored(found, "review", damaged), list) for (found,) in rows):
        damaged.append("review")
    # Without line numbers, for the reason that `_table` names.
    return [
        {key: value for key, value in each.items() if key != "line"}
        for each in findings
        if each.get("seat") in seats
    ]


def _stored(text: str, part: str, damaged: list[str]) -> Any:
    """Stored JSON as data; if it is damaged None, and its part is noted."""
    try:
        return read_json(text)
    except (ValueError, TypeError):
        damaged.append(part)
        return None


async def _moderator_notes(db: Connection, user: int) -> list[dict[str, Any]]:
    """What a user did as a moderator: the notes that say it was by them."""
    rows = await db.fetch(
        "SELECT table_id, words, made FROM notes WHERE words LIKE ? ORDER BY id", (f"%{user}%",)
    )
    return [
        {"table": table_id, "words": _readable(words, "notes", []), "made": made}
        for table_id, words, made in rows
        if _values(_stored(words, "notes", [])).get(f"by{OF_USER}") == user
    ]


def _readable(text: str | None, part: str, damaged: list[str]) -> str | None:
    """A stored text in English; it is a packed phrase or plain text. None if it is damaged."""
    if text is None or text[:1] not in ('"', "{"):
        return text
    try:
        return str(unpack(read_json(text)))
    except UNREADABLE:
        damaged.append(part)
        return None


def _with_exact_numbers(value: Any) -> Any:
    """JSON data with large numbers as text."""
    if isinstance(value, dict):
        return {str(key): _with_exact_numbers(each) for key, each in value.items()}  # pyright: ignore[reportUnknownVariableType, reportUnknownArgumentType]
    if isinstance(value, list):
        return [_with_exact_numbers(each) for each in value]  # pyright: ignore[reportUnknownVariableType]
    return str(value) if isinstance(value, int) and abs(value) >= MAX_EXACT_INT else value


# --- Erasure --------------------------------------------------------------------------------------


def _own_seats(people: list[dict[str, Any]], user: int) -> set[int]:
    return {seat for seat, person in enumerate(people) if person.get("user") == user}


async def _seats(
    db: Connection, table_id: int, people: list[dict[str, Any]], user: int
) -> set[int]:
    """Those of the user, and those that a computer player took over from them."""
    rows = await db.fetch(
        'SELECT seat FROM vacated WHERE table_id = ? AND "user" = ?', (table_id, user)
    )
    return _own_seats(people, user) | {seat for (seat,) in rows if seat < len(people)}


async def _remove_from(db: Connection, row: Any, user: int, seats: set[int], level: str) -> None:
    """Removes a user from a table: in a lobby the seat goes, else it keeps a pseudonym."""
    before = objects_of(row["people"])
    people: list[dict[str, Any]] = []
    for seat, person in enumerate(before):
        own = person.get("user") == user
        if own and row["status"] == "lobby":
            continue
        if seat in seats:
            person = person | {"name": f"Player {seat + 1}"}
        if own:
            person["user"] = None
        if own and row["status"] == "running":
            # As with every player who leaves, anybody may take the seat.
            free = {"vacant": True, "stand_in": ""}
            person |= {key: value for key, value in free.items() if key in person}
            person["level"] = level
        people.append(person)
    users: list[int] = [person["user"] for person in people if person.get("user")]
    status = row["status"] if users or row["status"] not in OPEN else "abandoned"
    host = row["host"] if row["host"] != user else (*users, 0)[0]
    stored: Any = _stored(row["votes"], "votes", [])
    votes: Any = _without(stored, user) if isinstance(stored, dict) else {}
    await db.execute(
        "UPDATE tables SET people = ?, host = ?, votes = ?, status = ? WHERE id = ?",
        (to_json(people), host, to_json(votes), status, row["id"]),
    )


async def _remove_from_notes(db: Connection, table_id: int, user: int) -> None:
    """Removes a user from the notes of a table, and empties notes that cannot be read."""
    notes = await db.fetch("SELECT id, words FROM notes WHERE table_id = ?", (table_id,))
    for number, words in notes:
        damaged: list[str] = []
        note = _stored(words, "notes", damaged)
        left = "" if damaged or not isinstance(note, (str, dict)) else _without_named(note, user)
        if left != note:
            await db.execute("UPDATE notes SET words = ? WHERE id = ?", (to_json(left), number))


def _values(note: Any) -> dict[str, Any]:
    """The values of a packed phrase; {} where the note is plain text."""
    values: Any = cast("dict[str, Any]", note).get("of") if isinstance(note, dict) else None
    return cast("dict[str, Any]", values) if isinstance(values, dict) else {}


def _without_named(note: Any, user: int) -> Any:
    """A note without a user's number and the name beside it."""
    values = _values(note)
    theirs = {key for key in values if values.get(f"{key}{OF_USER}") == user}
    left = {
        key: SOMEBODY if key in theirs else None if each == user else _without(each, user)
        for key, each in values.items()
    }
    return note | {"of": left} if values else _without(note, user)


def _names_user(note: Any, user: int) -> bool:
    return _without_named(note, user) != note


def _without(value: Any, user: int) -> Any:
    """JSON data without the number of a user."""
    if isinstance(value, dict):
        return {
            key: SOMEBODY if each == user else _without(each, user)
            for key, each in value.items()  # pyright: ignore[reportUnknownVariableType]
        }
    if isinstance(value, list):
        return [_without(each, user) for each in value if each != user]  # pyright: ignore[reportUnknownVariableType]
    if isinstance(value, str):
        return value.replace(f"<@{user}>", SOMEBODY).replace(f"<@!{user}>", SOMEBODY)
    return value
