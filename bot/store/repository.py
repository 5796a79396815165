"""The base of all repositories of the store."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from bot.store.database import Connection, Database


class Repository:
    """Reads and writes rows of one kind."""

    def __init__(self, database: Database) -> None:
        self._db = database

    async def _fetch(self, sql: str, values: Sequence[Any] = ()) -> list[Any]:
        return await self._db.fetch(sql, values)

    async def _one(self, sql: str, values: Sequence[Any] = ()) -> Any:
        """The first row that a short query finds; None without one."""
        return next(iter(await self._fetch(sql, values)), None)

    async def _value(self, sql: str, values: Sequence[Any] = ()) -> Any:
        """The only column of that row; None without one."""
        return next((value for (value,) in await self._fetch(sql, values)), None)

    async def _values(self, sql: str, values: Sequence[Any] = ()) -> list[Any]:
        """The only column of the rows that a longer query finds."""
        return [value for (value,) in await self._search(sql, values)]

    async def _search(self, sql: str, values: Sequence[Any] = ()) -> list[Any]:
        return await self._db.search(sql, values)

    async def _upsert(self, table: str, key: str, columns: dict[str, Any]) -> None:
        await upsert(self._db, table, key, columns)


async def upsert(db: Connection, table: str, key: str, columns: dict[str, Any]) -> None:
    """Inserts a row, or updates these columns if a row with this key exists."""
    names = [f'"{name}"' for name in columns]
    changes = ", ".join(f"{name} = excluded.{name}" for name in names)
    await db.execute(
        f"INSERT INTO {table} ({', '.join(names)}) VALUES ({placeholders(len(names))})"
        f" ON CONFLICT ({key}) DO UPDATE SET {changes}",
        [*columns.values()],
    )


def placeholders(count: int) -> str:
    """As in "?, ?, ?"."""
    return ", ".join("?" * count)
