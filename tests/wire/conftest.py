"""The bot as a process of its own, for all tests on the wire."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest_asyncio

from tests.wire.home import TOKEN, Home, home


@pytest_asyncio.fixture
async def bot(tmp_path: Path) -> AsyncIterator[Home]:
    """A running bot that is connected; at the end nothing was strange."""
    async with home(tmp_path) as made:
        await made.start()
        yield made
        assert made.discord.unknown == []
        assert made.broken == ""
        assert TOKEN not in made.output
        for sent in made.discord.sends:
            assert sent["nonce"] and sent["enforce_nonce"] is True
