"""The bot's process on a disk that is full, cannot be written, or fails."""

import shutil
import subprocess
import sys
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, suppress
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
import pytest_asyncio

from tests.test_setup import as_somebody_lesser
from tests.wire.channel import types
from tests.wire.home import Home, home
from tests.wire.standin import Interaction, text, until

pytestmark = [
    pytest.mark.skipif(sys.platform != "linux", reason="disks are made to fail on Linux"),
    pytest.mark.sampled(one_in=3),
]
NOTE = "No move counts at the moment"
DISK_BYTES = 2_000_000
"""The size of a small disk in bytes."""


@contextmanager
def limited(bot: Home) -> Iterator[str]:
    """Within it, no file of the bot may grow beyond the current size of its write-ahead log."""
    import resource

    assert bot.process is not None
    size = Path(f"{bot.database}-wal").stat().st_size
    most = resource.prlimit(bot.process.pid, resource.RLIMIT_FSIZE)
    resource.prlimit(bot.process.pid, resource.RLIMIT_FSIZE, (size, most[1]))
    yield "its disk fails"
    resource.prlimit(bot.process.pid, resource.RLIMIT_FSIZE, most)


@contextmanager
def unchangeable(bot: Home) -> Iterator[str]:
    """Within it, nobody can change the files of the database."""
    files = [f"{bot.database}{end}" for end in ("", "-wal")]
    subprocess.run(["chattr", "+i", *files], check=True)
    try:
        yield "its disk fails"
    finally:
        subprocess.run(["chattr", "-i", *files], check=True)


@contextmanager
def full(bot: Home) -> Iterator[str]:
    """Within it, the small disk of the database is full."""
    filler = bot.database.parent / "filler"
    with filler.open("wb", buffering=0) as file, suppress(OSError):
        while True:
            file.write(b"." * 4096)
    yield "its disk is full"
    filler.unlink()


@pytest.fixture
def on_disk() -> Iterator[Path]:
    """A folder on a disk, even if other tests use folders in memory."""
    with TemporaryDirectory(dir="/var/tmp") as name:
        yield Path(name)


@pytest_asyncio.fixture
async def disk(tmp_path: Path) -> AsyncIterator[Path]:
    """A small disk for one test."""
    place = tmp_path / "disk"
    place.mkdir()
    options = ["-o", f"size={DISK_BYTES}"]
    mount = subprocess.run(["mount", "-t", "tmpfs", *options, "tmpfs", place], capture_output=True)
    if mount.returncode:
        pytest.skip(f"only root may mount a disk: {mount.stderr.decode().strip()}")
    yield place
    subprocess.run(["umount", "--lazy", place], check=True)


async def refused_and_told_once(bot: Home, trouble: str) -> None:
    """Checks that moves are refused with a sentence, and that the channel has one note."""
    refused: list[Interaction] = []
    while len(refused) < 3:
        typed = await bot.answered(await types(bot))
        if typed.followups:
            refused.append(typed)
    assert all("nothing changed" in text(each.followups[0]) for each in refused)
    await until(lambda: bot.noted(NOTE), "the channel is told")
    errors = [line for line in bot.output.splitlines() if " ERROR " in line]
    assert len(errors) == 1 and trouble in errors[0]
    assert "Traceback" not in bot.output


async def goes_on(bot: Home, lines: int) -> None:
    """Checks that the note is removed, and that the game goes on where it was."""
    await until(lambda: not bot.noted(NOTE), "the note is taken down")
    assert len(bot.moves()) == lines
    typed = await bot.answered(await types(bot))
    assert "✓" in text(typed.response) and len(bot.moves()) == lines + 1
    await bot.shown()


async def nothing_is_lost(
    bot: Home, trouble: Callable[[Home], AbstractContextManager[str]]
) -> None:
    """Checks that everybody is told during a trouble, and that the game goes on after it."""
    await bot.start()
    await bot.begin()
    with trouble(bot) as what:
        await refused_and_told_once(bot, what)
        lines = len(bot.moves())
    await goes_on(bot, lines)


async def test_a_disk_on_which_files_grow_no_more_loses_nothing(tmp_path: Path):
    async with home(tmp_path) as bot:
        await nothing_is_lost(bot, limited)


async def test_a_full_disk_loses_nothing(tmp_path: Path, disk: Path):
    async with home(tmp_path) as bot:
        bot.database = disk / "atelier.sqlite3"
        await nothing_is_lost(bot, full)


async def test_a_file_that_becomes_unchangeable_loses_nothing(on_disk: Path):
    async with home(on_disk) as bot:
        if shutil.which("chattr") is None:
            pytest.skip("there is no chattr to make files unchangeable")
        probe = on_disk / "probe"
        probe.touch()
        tried = subprocess.run(["chattr", "+i", probe], capture_output=True, check=False)
        if tried.returncode:
            pytest.skip(f"files cannot be made unchangeable here: {tried.stderr.decode().strip()}")
        subprocess.run(["chattr", "-i", probe], check=True)
        await nothing_is_lost(bot, unchangeable)


async def test_a_bot_that_may_not_write_its_file_ends_with_one_sentence(tmp_path: Path):
    async with home(tmp_path) as bot:
        await bot.start()
        await bot.end()
        bot.database.chmod(0o444)
        process = await bot.launch(as_somebody_lesser)
        assert await process.wait() == 1
        assert bot.output.strip().splitlines()[-1].startswith("DATABASE_URL is not usable")
        assert "Traceback" not in bot.output


async def test_a_bot_whose_disk_is_full_at_the_start_ends_with_one_sentence(
    tmp_path: Path, disk: Path
):
    async with home(tmp_path) as bot:
        bot.database = disk / "atelier.sqlite3"
        with full(bot):
            process = await bot.launch()
            assert await process.wait() == 1
        said = "DATABASE_URL is not usable: its disk is full; make room (database or disk is full)."
        assert bot.output.strip().splitlines()[-1] == said
        assert "Traceback" not in bot.output
