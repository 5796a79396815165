"""Exporting and erasing all data of a user.

Every table of the database with a column `user` is included, so a table that is added later is
included too. Export and erasure each run in one transaction on a separate connection.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, cast

from bot.operations.markdown import clean_line
from bot.store.database import Connection
from bot.store.repository import Repository
from bot.store.rows import POST, UNREADABLE, PostRow, objects_of, to_json
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
        """Everything that is stored about a user, as JSON data."""
        async with self._db.snapshot() as db:
            return await _export(db, user)

    async def erase(self, user: int, name: str, level: str) -> Erased:
        """Erases everything that is stored about a user; `name` is their name now.

        Computer players of this level take their seats in running games; in finished games the seat
        keeps a pseudonym.
        """
        async with self._db.transaction() as db:
            return await _erase(db, user, name, level)


def _in_dm(user: int) -> tuple[str, str]:
    """The values for `IN_DM`."""
    return str(user), f"%:{user}"


async def _tables_with(db: Connection, user: int, names: set[str]) -> list[Any]:
    """The tables where this user sits or has voted, or where somebody with these names sat."""
    sql = db.dialect
    return await db.fetch(
        f"SELECT * FROM tables WHERE host = ? OR {SEATED} OR {sql.has_voted}"
        f" OR {sql.has_named_seat} ORDER BY id{sql.for_update}",
        (user, user, user, to_json(sorted(names))),
    )


# --- Export ---------------------------------------------------------------------------------------


async def _export(db: Connection, user: int) -> dict[str, Any]:
    found: dict[str, Any] = {"user": user}
    for name, _whole in await db.fetch(db.dialect.user_tables):
        rows = await db.fetch(f'SELECT * FROM {name} WHERE "user" = ?', (user,))
        found[name] = [dict(row) for row in rows]
    found["tables"] = [await _table(db, row, user) for row in await _tables_with(db, user, set())]
    found["orders"] = await _moderator_notes(db, user)
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
    names = {str(people[seat].get("name", SOMEBODY)) for seat in seats}
    names |= {clean_line(name) for name in names}
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
        if _mentions(_stored(words, "notes", damaged), user, names)
    ]
    offered = "SELECT seat, made FROM offers WHERE table_id = ? AND seat = ? AND moderator = 0"
    agreed = _mentions(_stored(row["votes"], "votes", damaged), user, set())
    review = await _review_of(db, row["id"], seats, damaged)
    return {
        **known,
        "seats": [people[seat] | {"seat": seat} for seat in seats],
        "host": row["host"] == user,
        "agreed_to_something": agreed,
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
    """What a user did as a moderator: the notes that hold their id."""
    rows = await db.fetch(
        "SELECT table_id, words, made FROM notes WHERE words LIKE ? ORDER BY id", (f"%{user}%",)
    )
    return [
        {"table": table_id, "words": _readable(words, "notes", []), "made": made}
        for table_id, words, made in rows
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


def _mentions(value: Any, user: int, names: set[str]) -> bool:
    """Whether JSON data holds a user's id or one of these names."""
    return _without(value, user, names, SOMEBODY) != value


def _with_exact_numbers(value: Any) -> Any:
    """JSON data with large numbers as text."""
    if isinstance(value, dict):
        return {str(key): _with_exact_numbers(each) for key, each in value.items()}  # pyright: ignore[reportUnknownVariableType, reportUnknownArgumentType]
    if isinstance(value, list):
        return [_with_exact_numbers(each) for each in value]  # pyright: ignore[reportUnknownVariableType]
    return str(value) if isinstance(value, int) and abs(value) >= MAX_EXACT_INT else value


# --- Erasure --------------------------------------------------------------------------------------


async def _erase(db: Connection, user: int, name: str, level: str) -> Erased:
    erased = Erased()
    names = await _known_names(db, user) | {name}
    names |= {clean_line(each) for each in names}
    rows = await _tables_with(db, user, names)
    queued = {row[0] for row in await db.fetch("SELECT table_id FROM outbox")}
    for row in rows:
        await _remove_from(db, row, user, names, level)
        await _remove_from_notes(db, row["id"], user, names)
        erased.tables.append(row["id"])
        if row["status"] in OPEN:
            erased.open.append(row["id"])
        elif row["id"] not in queued:
            # The board of a finished game is not posted again for this.
            await db.execute("DELETE FROM outbox WHERE table_id = ?", (row["id"],))
    moderated = "SELECT DISTINCT table_id FROM notes WHERE words LIKE ?"
    for (table_id,) in await db.fetch(moderated, (f"%{user}%",)):
        await _remove_from_notes(db, table_id, user, names)
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
    posts = await db.fetch(f"SELECT {POST} FROM posts WHERE {IN_DM}", _in_dm(user))
    found = [PostRow(*row) for row in posts]
    erased.posts = [post for post in found if post.message and post.table_id in erased.open]
    await db.execute(f"DELETE FROM posts WHERE {IN_DM}", _in_dm(user))
    return erased


async def _known_names(db: Connection, user: int) -> set[str]:
    """The names that a user has at tables."""
    rows = await db.fetch(f"SELECT people FROM tables WHERE {SEATED}", (user,))
    return {
        str(person.get("name", SOMEBODY))
        for (people,) in rows
        for person in objects_of(people)
        if person.get("user") == user
    }


async def _remove_from(db: Connection, row: Any, user: int, names: set[str], level: str) -> None:
    """Removes a user from a table: in a lobby the seat goes, else it keeps a pseudonym."""
    before = objects_of(row["people"])
    people: list[dict[str, Any]] = []
    for seat, person in enumerate(before):
        own = person.get("user") == user
        if own and row["status"] == "lobby":
            continue
        if own or (person.get("user") is None and person.get("name") in names):
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
    votes = _without(_stored(row["votes"], "votes", []) or {}, user, names, SOMEBODY)
    await db.execute(
        "UPDATE tables SET people = ?, host = ?, votes = ?, status = ? WHERE id = ?",
        (to_json(people), host, to_json(votes), status, row["id"]),
    )


async def _remove_from_notes(db: Connection, table_id: int, user: int, names: set[str]) -> None:
    """Removes a user's names from the notes of a table."""
    notes = await db.fetch("SELECT id, words FROM notes WHERE table_id = ?", (table_id,))
    for number, words in notes:
        damaged: list[str] = []
        value = _stored(words, "notes", damaged)
        if damaged and any(each in words for each in (str(user), *names)):
            await db.execute("UPDATE notes SET words = ? WHERE id = ?", (to_json(""), number))
            continue
        known = names
        if user in _values(value).values():
            # A note of what the user did as a moderator holds the name they had then.
            known = names | {_values(value).get("by", SOMEBODY)}
        left = _without(value, user, known, SOMEBODY)
        if left != value:
            await db.execute("UPDATE notes SET words = ? WHERE id = ?", (to_json(left), number))


def _values(note: Any) -> dict[str, Any]:
    """The values of a packed phrase; {} where the note is plain text."""
    values: Any = cast("dict[str, Any]", note).get("of") if isinstance(note, dict) else None
    return cast("dict[str, Any]", values) if isinstance(values, dict) else {}


def _without(value: Any, user: int, names: set[str], instead: str) -> Any:
    """JSON data without a user: their id is removed and their names are replaced."""
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
