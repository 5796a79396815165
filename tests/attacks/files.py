"""The files of the database are removed or replaced under a running bot, which is killed later."""

import signal
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

from tests.wire.channel import types, whose_turn
from tests.wire.home import Home, home
from tests.wire.standin import text, until

Removal = Callable[[Path], object]
BEFORE, AFTER = 3, 4
"""Moves that people make before and after the removal."""


def wal(database: Path) -> None:
    """Removes the write-ahead log alone."""
    Path(f"{database}-wal").unlink()


def main_file(database: Path) -> None:
    """Removes the file, but not those beside it."""
    database.unlink()


def everything(database: Path) -> None:
    """Removes all files of the database."""
    for end in ("", "-wal", "-shm"):
        Path(f"{database}{end}").unlink()


def moved_away(database: Path) -> None:
    """Renames all files of the database."""
    for end in ("", "-wal", "-shm"):
        Path(f"{database}{end}").rename(f"{database}.away{end}")


REMOVALS: tuple[Removal, ...] = (wal, main_file, everything, moved_away)


async def confirmed(bot: Home, count: int) -> list[str]:
    """The interactions of `count` moves that were confirmed; those that are refused are made
    again.
    """
    found: list[str] = []
    for _ in range(20 * count):
        typed = await bot.answered(await types(bot))
        if "✓" in text(typed.response):
            found.append(str(typed.id))
        else:
            assert "nothing changed" in text(typed.followups[0])
        if len(found) == count:
            return found
    raise AssertionError(f"only {len(found)} of {count} moves are confirmed")


async def remove(folder: Path, removal: Removal) -> str:
    """Removes files during a game and kills the bot; every confirmed move must be there."""
    async with home(folder) as bot:
        bot.expected_errors.append(r".* ERROR .*its file was moved or removed.*\n")
        await bot.start()
        await bot.begin()
        made = await confirmed(bot, BEFORE)
        made += await noticed(bot, removal)
        made += await confirmed(bot, AFTER)
        assert await bot.end(signal.SIGKILL) != 0
        await bot.start()
        lost = {*made} - {token for *_, token in bot.moves()}
        assert not lost, f"{len(lost)} of {len(made)} confirmed moves are lost ({removal.__name__})"
        await bot.answered(await types(bot))
    return f"{removal.__name__}: {len(made)} confirmed moves, none lost after a kill"


async def noticed(bot: Home, removal: Removal) -> list[str]:
    """Removes the files before a move, until the bot has written them again. What the move is was
    read before: nobody else opens the files meanwhile. Returns the move if it was confirmed because
    another write had come upon the removal.
    """
    person, move = whose_turn(bot)
    removal(bot.database)
    typed = await bot.answered(bot.discord.command(person, "move", move=move))
    if typed.followups and "nothing changed" in text(typed.followups[0]):
        await until(lambda: "can be used again" in bot.output, "the files are written again")
        return []
    assert "can be used again" in bot.output, "it was confirmed"
    return [str(typed.id)]


async def replace(folder: Path) -> str:
    """Puts an older copy in place of the file during a game: no move is confirmed any more, and all
    that were are in a file beside.
    """
    async with home(folder) as bot:
        bot.expected_errors.append(r".* ERROR .*(another file|moved or removed).*\n")
        await bot.start()
        await bot.begin()
        older = folder / "older"
        made = await confirmed(bot, BEFORE)
        with closing(sqlite3.connect(bot.database)) as db, closing(sqlite3.connect(older)) as copy:
            db.backup(copy)
        made += await confirmed(bot, BEFORE)
        older.replace(bot.database)
        typed = await bot.answered(await types(bot))
        assert typed.followups and "nothing changed" in text(typed.followups[0]), "it was confirmed"
        kept: list[Path] = []
        await until(lambda: kept.extend(folder.glob("*.before-*[0-9]")) or kept, "a copy is kept")
        await bot.end(signal.SIGKILL)
        with closing(sqlite3.connect(kept[0])) as db:
            there = {token for (token,) in db.execute("SELECT token FROM moves")}
        assert {*made} <= there
    return f"replaced: {len(made)} confirmed moves are kept in a file beside, no more are confirmed"


async def attack(folder: Path) -> list[str]:
    lines: list[str] = []
    for removal in REMOVALS:
        place = folder / removal.__name__
        place.mkdir()
        lines.append(await remove(place, removal))
    place = folder / "replaced"
    place.mkdir()
    return [*lines, await replace(place)]
