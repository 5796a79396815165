"""Looking up: /help with its topics, the picture beside the rules."""

from typing import Any

import pytest

from bot.pictures.samples import POSITIONS, position, views
from games import discover
from tests.sim_server import SimServer, alt_texts, options, text

PEOPLE = ("Ada",)


async def read(sim: SimServer, message: Any, label: str) -> str:
    """A topic of the help."""
    custom_id, value = options(message)[label]
    shown = await sim.people["Ada"].select(message, [value], custom_id=custom_id)
    return text(shown.response)


async def test_help_says_what_to_press_and_which_commands_there_are(sim: SimServer):
    shown = (await sim.command("Ada", "help")).response
    assert shown.ephemeral and alt_texts(shown)
    for word in ("**Join**", "**Start**", "**Move**", "**My hand**"):
        assert word in text(shown)
    numbers = {command.name: command.id for command in await sim.bot.tree.fetch_commands()}
    assert f"</game new:{numbers['game']}>" in text(shown)
    assert f"</tutorial:{numbers['tutorial']}> Learn a game" in text(shown)
    assert len(text(shown)) < 4000


async def test_every_topic_is_short_and_names_commands_that_exist(sim: SimServer):
    shown = (await sim.command("Ada", "help")).response
    assert len(options(shown)) == 20
    for label in options(shown):
        told = await read(sim, shown, label)
        assert label in told and len(told) < 1200


async def test_help_names_commands_where_discord_does_not_say_their_numbers(sim: SimServer):
    path = f"/applications/{sim.bot.application_id}/commands"
    sim.env.inject_error("GET", path, status=403, code=50001, times=None)
    assert "`/game new`" in text((await sim.command("Ada", "help")).response)


async def test_the_rules_show_how_the_game_looks(sim: SimServer):
    shown = (await sim.command("Ada", "rules", game="wigs")).response
    assert alt_texts(shown) and shown.attachments


@pytest.mark.parametrize("name", list(discover()))
def test_a_sample_is_a_position_in_play_that_everybody_may_see(name: str):
    view = position(name)
    assert view["scores"] is None and view["viewer"] is None and view["seats"] >= 2
    assert position(name) is view


@pytest.mark.parametrize("game", list(discover()))
def test_what_is_drawn_ahead_shows_a_full_table_from_its_first_question_on(game: str):
    found = views(game)
    assert 2 * POSITIONS <= len(found) <= 4 * POSITIONS
    assert {view["seats"] for view in found} == {max(discover()[game].seats)}
    assert [view["viewer"] is None for view in found] == [True, False] * (len(found) // 2)
    assert len({repr(view) for view in found[::2]}) == len(found) // 2
