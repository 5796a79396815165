"""The simulated Discord of the behaviour tests: a bot on a fresh database."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio

from bot.app import Atelier, warm
from bot.config import Settings


def settings(folder: Path) -> Settings:
    """Settings for a test: quick thoughts, no pause between two updates of a board."""
    return Settings(
        _env_file=None,
        discord_token="offline",
        database_url=f"sqlite:///{folder}/atelier.sqlite3",
        thinking_seconds=0.02,
        board_seconds=0,
        shard_count=1,
    )


@pytest.fixture(scope="session")
def warmed() -> None:
    """Pictures that are warm, so that no test waits for what another one may have drawn."""
    warm()


@pytest_asyncio.fixture
async def simcord_bot(tmp_path: Path, warmed: None) -> AsyncIterator[Atelier]:
    """The bot under test; SimCord logs it in and the test's end closes it."""
    bot = Atelier(settings(tmp_path))
    yield bot
    await bot.close()
