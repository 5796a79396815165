"""Exporting and erasing all data of a user.

Every table of the database with a column `user` is included, so a table that is added later is
included too. Both run on a separate connection, and look for numbers of users, never for names.

What others decided about a user is in columns of other names, and stays when the user's data is
erased: bans, which are exported, and block lists of others, which are not.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, cast

from bot.operations.markdown import clean_line
from bot.store.database import Connection, Database
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
        """Everything that is stored about a user, as JSON data."""
        async with self._db.snapshot() as db:
            return await _export(db, user)

    async def erase(self, user: int, level: str) -> Erased:
        """Erases everything that is stored about a user.

        Computer players of this level take their seats in running games; in finished games the seat
        keeps a pseudonym. Each table has a transaction of its own, so that nobody else waits long.
        The rows by which tables are found go last: after a failure, everything is found again.
        """
        erased, known = Erased(), await _known_names(self._db, user)
        for table_id in await _tables_with(self._db, user):
            async with self._db.transaction() as db:
                await _erase_from(db, table_id, user, known, level, erased)
        async with self._db.transaction() as db:
            for (table_id,) in await db.fetch(f"SELECT id FROM tables WHERE {OWN}", _own(user)):
                await _erase_from(db, table_id, user, known, level, erased)
            await _erase_rest(db, user, erased)
        return erased


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
    names = _names(people, await _seats(db, row["id"], people, user))
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
        if _names_user(_stored(words, "notes", damaged), user, names)
    ]
    offered = "SELECT seat, made FROM offers WHERE table_id = ? AND seat = ? AND moderator = 0"
    votes = _stored(row["votes"], "votes", damaged)
    review = await _review_of(db, row["id"], seats, damaged)
    return {
        **known,
        "seats": [people[seat] | {"seat": seat} for seat in seats],
        "host": row["host"] == user,
        "agreed_to_something": _without(votes, user, set()) != votes,
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
        if _user_of("by", _values(_stored(words, "notes", []))) == user
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


async def _erase_from(
    db: Connection, table_id: int, user: int, known: set[str], level: str, erased: Erased
) -> None:
    """Removes a user from a table and its notes. Where it cannot be read who sits there, their name
    is one of those that are `known` from other tables.
    """
    rows = await db.fetch(f"SELECT * FROM tables WHERE id = ?{db.dialect.for_update}", (table_id,))
    for row in rows:
        queued = await db.fetch("SELECT 1 FROM outbox WHERE table_id = ?", (table_id,))
        people = objects_of(row["people"])
        seats = await _seats(db, table_id, people, user)
        is_damaged = not people or {} in people
        names = _names(people, seats) | (known if is_damaged else set[str]())
        await _remove_from_notes(db, table_id, user, names)
        if not (seats or row["host"] == user or str(user) in row["votes"]):
            continue
        await _remove_from(db, row, user, seats, names, level)
        await db.execute('DELETE FROM vacated WHERE table_id = ? AND "user" = ?', (table_id, user))
        erased.tables.append(table_id)
        if row["status"] in OPEN:
            erased.open.append(table_id)
        elif not queued:
            # The board of a finished game is not posted again for this.
            await db.execute("DELETE FROM outbox WHERE table_id = ?", (table_id,))


async def _erase_rest(db: Connection, user: int, erased: Erased) -> None:
    """Removes a user from everything but tables."""
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


async def _known_names(db: Database, user: int) -> set[str]:
    """The names that a user has at tables."""
    rows = await db.search(f"SELECT people FROM tables WHERE {SEATED}", (user,))
    tables = [objects_of(people) for (people,) in rows]
    found = [_names(people, _own_seats(people, user)) for people in tables]
    return set[str]().union(*found)


def _own_seats(people: list[dict[str, Any]], user: int) -> set[int]:
    return {seat for seat, person in enumerate(people) if person.get("user") == user}


async def _seats(
    db: Connection, table_id: int, people: list[dict[str, Any]], user: int
) -> set[int]:
    """The seats of a user at a table, and those that a computer player took over from them."""
    rows = await db.fetch(
        'SELECT seat FROM vacated WHERE table_id = ? AND "user" = ?', (table_id, user)
    )
    return _own_seats(people, user) | {seat for (seat,) in rows if seat < len(people)}


def _names(people: list[dict[str, Any]], seats: set[int]) -> set[str]:
    """The names of these seats, as they are stored and cleaned."""
    names = {str(people[seat].get("name", SOMEBODY)) for seat in seats}
    return names | {clean_line(name) for name in names}


async def _remove_from(
    db: Connection, row: Any, user: int, seats: set[int], names: set[str], level: str
) -> None:
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
    votes = _without(_stored(row["votes"], "votes", []) or {}, user, names)
    await db.execute(
        "UPDATE tables SET people = ?, host = ?, votes = ?, status = ? WHERE id = ?",
        (to_json(people), host, to_json(votes), status, row["id"]),
    )


async def _remove_from_notes(db: Connection, table_id: int, user: int, names: set[str]) -> None:
    """Removes a user from the notes of a table. In notes of earlier releases, which do not say
    whose a name is, it is one of these.
    """
    notes = await db.fetch("SELECT id, words FROM notes WHERE table_id = ?", (table_id,))
    for number, words in notes:
        damaged: list[str] = []
        value = _stored(words, "notes", damaged)
        if damaged and any(each in words for each in (str(user), *names)):
            await db.execute("UPDATE notes SET words = ? WHERE id = ?", (to_json(""), number))
            continue
        left = _without_named(value, user, names)
        if left != value:
            await db.execute("UPDATE notes SET words = ? WHERE id = ?", (to_json(left), number))


def _values(note: Any) -> dict[str, Any]:
    """The values of a packed phrase; {} where the note is plain text."""
    values: Any = cast("dict[str, Any]", note).get("of") if isinstance(note, dict) else None
    return cast("dict[str, Any]", values) if isinstance(values, dict) else {}


def _user_of(name: str, values: dict[str, Any]) -> int | None:
    """The user whose name is this value of a note; None if the note does not say it."""
    return values.get(f"{name}{OF_USER}", values.get("admin") if name == "by" else None)


def _without_named(note: Any, user: int, names: set[str]) -> Any:
    """A note without a user's number and name."""
    values = _values(note)
    if not values:
        return _without(note, user, names)
    left: dict[str, Any] = {}
    for key, each in values.items():
        whose = _user_of(key, values)
        known = names if whose is None else {each} if whose == user else set[str]()
        left[key] = None if each == user else _without(each, user, known)
    return note | {"of": left}


def _names_user(note: Any, user: int, names: set[str]) -> bool:
    """Whether a note names a user."""
    return _without_named(note, user, names) != note


def _without(value: Any, user: int, names: set[str]) -> Any:
    """JSON data without a user: their id is removed and their names are replaced."""
    if isinstance(value, dict):
        return {
            key: SOMEBODY if each == user else _without(each, user, names)
            for key, each in value.items()  # pyright: ignore[reportUnknownVariableType]
        }
    if isinstance(value, list):
        return [_without(each, user, names) for each in value if each != user]  # pyright: ignore[reportUnknownVariableType]
    if isinstance(value, str):
        bare = value.replace(f"<@{user}>", SOMEBODY).replace(f"<@!{user}>", SOMEBODY)
        return SOMEBODY if bare in names else bare
    return value
