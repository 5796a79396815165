"""Damaged and hostile files and requests: records, backups, and what is asked of the web server."""

import asyncio
import random
from collections import Counter
from collections.abc import Iterable
from contextlib import redirect_stderr, redirect_stdout
from io import StringIO
from itertools import islice
from pathlib import Path

import pytest

from bot.store import backup
from games.__main__ import main as games
from tests.databases import empty
from tests.hostile import damaged, hostile_values
from tests.site import Site, site

ROOT = Path(__file__).parent.parent
COUNT = 400
LONGEST_PATH = 2000
"""Characters of a hostile part of a path, which aiohttp sends and the server takes."""


async def attack(folder: Path) -> list[str]:
    backups = await asyncio.to_thread(restore_damaged, folder, 1, COUNT)
    records = await asyncio.to_thread(verify_damaged, folder, 1, COUNT)
    answers = await ask_hostile(folder, [*hostile_values()])
    return [
        f"{COUNT} damaged backups: {dict(backups)} by exit status, each with a sentence",
        f"{COUNT} damaged records: {dict(records)} by exit status, each with a sentence",
        f"requests with hostile paths, queries and headers: {dict(answers)} by status",
    ]


def verify_damaged(folder: Path, seed: int, count: int) -> Counter[int]:
    """Verifies damaged records, each told in a sentence; returns how often each exit status."""
    chance, found = random.Random(seed), Counter[int]()
    records = sorted((ROOT / "playthroughs").glob("*/*.txt"))
    for _ in range(count):
        whole = chance.choice(records).read_bytes()
        file = folder / "record.txt"
        file.write_bytes(next(damaged(whole, chance)))
        found[said(games, ["verify", str(file)])] += 1
    return found


def restore_damaged(folder: Path, seed: int, count: int) -> Counter[int]:
    """Restores damaged backups, or is told why not; returns how often each exit status came."""
    database, copy = empty(folder / "atelier.sqlite3"), folder / "copy.sqlite3"
    chance, found = random.Random(seed), Counter[int]()
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("DATABASE_URL", f"sqlite:///{database}")
        patch.setenv("DISCORD_TOKEN", "not-a-real.token")
        assert said(backup.main, ["make", str(copy)]) == 0
        whole = copy.read_bytes()
        for _ in range(count):
            copy.write_bytes(next(damaged(whole, chance)))
            found[said(backup.main, ["restore", str(copy)])] += 1
            for old in folder.glob("atelier.sqlite3.*"):
                old.unlink()
    return found


def said(main: object, words: list[str]) -> int:
    """The exit status of a command, which must print a sentence, and a short one."""
    assert callable(main)
    text = StringIO()
    with redirect_stdout(text), redirect_stderr(text):
        status = main(words)
    assert 0 < len(text.getvalue()) < 2000 and "Traceback" not in text.getvalue(), words
    return status


async def ask_hostile(folder: Path, values: Iterable[str]) -> Counter[int]:
    """Asks the web server with hostile values in each part; returns how often each status."""
    found = Counter[int]()
    async with site(empty(folder / "web.sqlite3")) as web:
        _table, link = await web.game()
        for value in values:
            sendable = value.encode("utf-8", "ignore").decode()[:LONGEST_PATH]
            for status in await statuses(web, link, sendable):
                assert status < 500, (value[:80], status)
                found[status] += 1
        assert (await web.get(link)).status == 200
    return found


async def statuses(web: Site, link: str, value: str) -> list[int]:
    """The statuses of requests with a value in the path, the query and the headers."""
    client, found = web.client, list[int]()
    for path in (f"/{value}", f"/t/{value}", f"{link}/{value}"):
        async with client.get(web.client._build_url("/").with_path(path)) as answer:
            found.append(answer.status)
    for key in ("step", "lang", "known"):
        async with client.get(link, params={key: value}) as answer:
            found.append(answer.status)
    plain = "".join(each for each in value if each.isprintable() and each.isascii())
    for header in ("If-None-Match", "Accept-Language", "Last-Event-ID", "Range", "Cookie"):
        found.append((await web.get(link, **{header: plain})).status)
    return found


def quickly(values: Iterable[str], seed: int, count: int) -> list[str]:
    """Some of many values, others every day."""
    shuffled = [*values]
    random.Random(seed).shuffle(shuffled)
    return [*islice(shuffled, count)]
