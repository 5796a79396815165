"""Connections that are held open, on a bot with few descriptors."""

from pathlib import Path

import pytest

from tests.attacks import connections


@pytest.mark.sampled(one_in=3)
async def test_connections_that_are_held_open_keep_nobody_from_playing(tmp_path: Path):
    assert len(await connections.hold(tmp_path, 300, 256)) == 4
