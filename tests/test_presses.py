"""How many presses a table takes before its first turn."""

import pytest
import simcord

from games import discover
from tests.presses import GUEST, HOST, lobby


@pytest.mark.parametrize("name", list(discover())[:1])
async def test_a_table_has_its_first_turn_after_few_presses_of_the_host_and_one_of_a_guest(
    simcord_env: simcord.Env, name: str
):
    acted = await lobby(simcord_env, name)
    assert 1 <= acted["host"] <= HOST
    assert acted["guest"] == GUEST
