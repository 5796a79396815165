"""Damaged files and hostile requests, some of them every day."""

import logging
from pathlib import Path

import pytest

from tests.attacks import damaged
from tests.hostile import hostile_values


@pytest.mark.sampled(one_in=3)
def test_a_damaged_record_is_told_in_a_sentence(tmp_path: Path, seed: int):
    found = damaged.verify_damaged(tmp_path, seed, 40)
    assert {*found} <= {0, 1, 2, 3} and found.total() - found[0] > 20


def test_a_damaged_backup_is_refused_in_a_sentence(tmp_path: Path, seed: int):
    found = damaged.restore_damaged(tmp_path, seed, 25)
    assert {*found} <= {0, 1, 2} and found.total() - found[0] > 10


async def test_a_hostile_request_is_no_error_of_the_server(
    tmp_path: Path, seed: int, caplog: pytest.LogCaptureFixture
):
    found = await damaged.ask_hostile(tmp_path, damaged.quickly(hostile_values(), seed, 25))
    assert found[404] and not [each for each in caplog.records if each.levelno >= logging.WARNING]
