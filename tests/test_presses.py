"""How many presses a decision takes, and a table before its first turn, in every game."""

import pytest
import simcord

from atelier_testing.golden import decisions, playthroughs
from atelier_testing.project import own_games
from games import discover
from tests.presses import GUEST, HOST, MOST, OFTEN, SHARE, counted, lobby, share_within

each_game = pytest.mark.parametrize("name", [game.name for game in own_games()])


@each_game
def test_nine_tenths_of_decisions_take_three_presses_and_none_more_than_six(name: str):
    found = counted(decisions(playthroughs(name)[0]))
    assert share_within(found, OFTEN) >= SHARE
    assert max(found) <= MOST


@pytest.mark.parametrize("name", list(discover())[:1])
async def test_a_table_has_its_first_turn_after_few_presses_of_the_host_and_one_of_a_guest(
    simcord_env: simcord.Env, name: str
):
    acted = await lobby(simcord_env, name)
    assert 1 <= acted["host"] <= HOST
    assert acted["guest"] == GUEST
