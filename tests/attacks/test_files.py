"""What is confirmed is in the files of the database, whatever becomes of them."""

from pathlib import Path

import pytest

from tests.attacks import files


@pytest.mark.sampled(one_in=2)
@pytest.mark.parametrize("removal", files.REMOVALS)
async def test_no_confirmed_move_is_lost_with_the_files(tmp_path: Path, removal: files.Removal):
    await files.remove(tmp_path, removal)


async def test_nothing_is_confirmed_while_another_file_has_taken_the_place(tmp_path: Path):
    await files.replace(tmp_path)
