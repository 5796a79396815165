"""The bot as a separate process, for all tests on the wire."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio

from tests import forked
from tests.wire.home import TOKEN, Home, home


@pytest.fixture
def forks() -> bool:
    """Whether bots are forked; some tests are given another value."""
    return forked.POSSIBLE


@pytest_asyncio.fixture
async def bot(tmp_path: Path, forks: bool) -> AsyncIterator[Home]:
    """A running bot that is connected; at the end its output must have no errors."""
    async with home(tmp_path, forks) as made:
        await made.start(again=True)
        yield made
        assert made.discord.unknown == []
        assert made.broken == "", made.broken
        assert TOKEN not in made.output
        for sent in made.discord.sends:
            assert sent["nonce"] and sent["enforce_nonce"] is True


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def everywhere(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Home]:
    """One bot for all tests of a file, since a start takes long; its output must have no errors."""
    async with home(tmp_path_factory.mktemp("home")) as made:
        made.hasten_dms()
        await made.start(again=True)
        yield made
        assert made.discord.unknown == []
        assert made.broken == "", made.broken


@pytest_asyncio.fixture(loop_scope="module")
async def elsewhere(everywhere: Home) -> AsyncIterator[Home]:
    """The bot of `everywhere`, in a new channel with new people."""
    discord = everywhere.discord
    discord.channel = discord.add_channel("a room")
    everywhere.people = {name: discord.person(name) for name in ("Ada", "Ben", "Cleo")}
    yield everywhere
    for trouble in discord.troubles:
        trouble.answers.clear()
