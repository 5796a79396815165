"""The lobby of a table: seats, computer players, options and the start, without Discord."""

from dataclasses import replace
from typing import Any

import pytest

from bot.pages.lobby import LEVEL
from bot.players.levels import levels
from bot.table import NewTable, Person, Refused, lobby
from bot.table.computers import with_computers
from bot.table.settings import HINTS, LATE, PACE, SEATING, STARTS_FULL, TableSetting, options_of
from games import discover
from tests.tables import ADA, GAMES, Harness, choose_option, process


async def test_a_new_table_seats_its_host_and_is_found_in_its_channel(harness: Harness):
    table = await harness.lobby("wigs", ADA, seats=3)
    assert table.people == [Person("Ada", user=ADA)]
    assert table.row.status == "lobby" and table.row.host == ADA
    assert await harness.tables.in_channel(table.row.channel) is table
    assert harness.changed == [table.id]
    with pytest.raises(Refused, match="not started yet"):
        _ = table.state


OF_ALL_GAMES = [PACE, LATE, SEATING, STARTS_FULL, HINTS, LEVEL]
SETTINGS = [*OF_ALL_GAMES, *options_of(discover()["wigs"]).values()]


@pytest.mark.parametrize("setting", SETTINGS, ids=lambda setting: setting.key)
async def test_a_setting_that_was_chosen_before_a_table_is_opened_counts_there(
    harness: Harness, setting: TableSetting
):
    people = with_computers([Person("Ada", user=ADA)], ["quick"])
    new = NewTable(discover()["wigs"], guild=1, channel=1, people=people, seats=3)
    values = setting.offered(new)
    assert len(values) > 1
    for channel, value in enumerate(values):
        chosen = replace(new, channel=channel, **setting.change(new, value))
        opened = await harness.tables.open(chosen)
        assert setting.now(NewTable.of(opened)) == setting.now(chosen) == value


@pytest.mark.parametrize("name", GAMES)
async def test_a_table_has_as_many_seats_as_its_game_allows(harness: Harness, name: str):
    seats = discover()[name].seats
    for wrong in (seats[0] - 1, seats[-1] + 1):
        with pytest.raises(Refused, match=f"is for {discover()[name].sizes}, not {wrong}"):
            await harness.lobby(name, ADA, seats=wrong)
    assert (await harness.lobby(name, ADA, seats=seats[-1])).row.seats == seats[-1]


@pytest.mark.parametrize("level", sorted(levels()))
async def test_the_next_computer_player_is_of_the_level_of_the_last(harness: Harness, level: str):
    table = await harness.lobby("wigs", ADA, seats=3)
    await lobby.add_computer(table, ADA, level)
    await lobby.add_computer(table, ADA)
    assert [person.level for person in table.people] == ["", level, level]


@pytest.mark.parametrize(
    ("options", "sentence"),
    [({"wig": 3}, "no option “wig”; it has .*end_gold"), ({"end_gold": 21}, "“end_gold” must be")],
)
async def test_a_wrong_option_is_named(harness: Harness, options: dict[str, Any], sentence: str):
    with pytest.raises(Refused, match=sentence):
        await harness.lobby("wigs", ADA, options=options)
    table = await harness.lobby()
    [(name, value)] = options.items()
    before = dict(table.options)
    with pytest.raises(Refused, match=sentence):
        await choose_option(table, ADA, name, value)
    assert table.options == before


async def test_a_lobby_with_an_option_that_its_game_no_longer_has_is_told_so(harness: Harness):
    table = await harness.lobby()
    await harness.store._db.execute("""UPDATE tables SET options = '{"powder": true}'""")
    async with process(harness.address) as later:
        again = await later.tables.get(table.id)
        with pytest.raises(Refused, match="no option “powder”"):
            await lobby.start(again, ADA)
        assert again.row.status == "lobby" and not await harness.log(table)


async def test_a_game_that_has_begun_is_not_closed_as_a_lobby(harness: Harness):
    table = await harness.game()
    with pytest.raises(Refused, match="no longer gathering"):
        await lobby.close(table)
    assert table.row.status == "running"
