"""Rounds of a league as scheduled events of the server; what its tables know and refuse."""

import itertools
import time
from datetime import datetime
from typing import Any

import discord
import pytest

from bot.outbox.leagues import DAY_S
from bot.table import ChannelBusy, NewTable
from tests.sim_server import SimServer, ephemeral_text, text
from tests.test_league import (
    PEOPLE,
    finish,
    later,
    league,
    look,
    new,
    points,
    rows,
    season_of,
    signed_up,
    started,
)
from tests.test_league import sim as sim

assert PEOPLE


def events(sim: SimServer) -> list[Any]:
    """The scheduled events of the server, in the order of their rounds."""
    return [*sim.env.backend.guilds[sim.guild.id].scheduled_events.values()]


def requests(sim: SimServer, method: str) -> int:
    """How many requests of a kind there were about events."""
    sent = [each for each in sim.env.http_requests if "/scheduled-events" in each.path]
    return sum(each.method == method for each in sent)


def ahead(moment: str | None) -> float:
    """In how many days it is that, rounded."""
    assert moment is not None
    return round((datetime.fromisoformat(moment).timestamp() - time.time()) / DAY_S, 1)


async def look_again(sim: SimServer) -> None:
    """The bot looks at its league as if it had changed."""
    await sim.behind(sim.bot.store.leagues.touch(1))
    await look(sim)


async def permit(sim: SimServer, *, may: bool) -> None:
    """Somebody gives the bot the permission Create Events, or takes it."""
    backend = sim.env.backend
    [role] = [each for each in backend.guilds[sim.guild.id].roles.values() if each.managed]
    permissions = discord.Permissions(role.permissions)
    permissions.update(create_events=may)
    with sim.env._bot_scope():
        backend.edit_role(sim.guild.id, role.id, {"permissions": permissions.value})
    await sim.env.settle()


async def test_the_round_and_the_next_one_are_events_until_they_are_over(sim: SimServer):
    await started(sim, "Ada", "Ben", "Cleo", "Dora", days=3, rounds=3)
    one, two = events(sim)
    assert (one.name, two.name) == ("Winter, round 1", "Winter, round 2")
    assert ahead(one.scheduled_start_time) == 0 and ahead(one.scheduled_end_time) == 3
    assert ahead(two.scheduled_start_time) == 3 and ahead(two.scheduled_end_time) == 6
    assert "Powdered Wigs · tables of 2" in one.description and one.description.endswith("(1:1:1)")
    assert (
        one.entity_metadata
        == {"location": f"https://discord.com/channels/{sim.guild.id}/{sim.room.id}"}
        and one.entity_type == 3
    )
    await finish(sim)
    names = {each.id: (each.name, each.status) for each in events(sim)}
    assert names.pop(two.id) == ("Winter, round 2", 2), "it has begun before its time"
    assert [*names.values()] == [("Winter, round 3", 1)], "the first one is over"
    await finish(sim)
    await finish(sim)
    assert "The season is over" in text(league(sim)) and not events(sim)


async def test_the_next_round_begins_at_its_time_and_its_event_with_it(sim: SimServer):
    await started(sim, "Ada", "Ben", "Cleo", "Dora", days=3)
    await finish(sim, 1)
    await later(sim, 4)
    [event] = events(sim)
    assert event.name == "Winter, round 2" and len(rows(sim)) == 3
    assert ahead(event.scheduled_end_time) == 7


async def test_a_league_without_a_time_limit_has_no_events(sim: SimServer):
    await started(sim, "Ada", "Ben")
    assert not any(requests(sim, method) for method in ("GET", "POST"))


async def test_events_are_in_the_language_of_the_server(sim: SimServer):
    await started(sim, "Ada", "Ben", days=3)
    await sim.command("Ada", "server language", language="de")
    await look_again(sim)
    assert [each.name for each in events(sim)] == ["Winter, Runde 1", "Winter, Runde 2"]
    assert "gespielt" in events(sim)[0].description and requests(sim, "POST") == 2


async def test_without_the_permission_nothing_is_asked_for_until_it_is_there(sim: SimServer):
    await permit(sim, may=False)
    await started(sim, "Ada", "Ben", days=3)
    assert "Round 1 of 2" in text(league(sim)) and "⚠" not in text(league(sim))
    assert not any(requests(sim, method) for method in ("GET", "POST"))
    await permit(sim, may=True)
    assert len(events(sim)) == 2


async def test_nobody_reads_of_a_league_in_a_channel_that_they_do_not_see(sim: SimServer):
    hidden = discord.PermissionOverwrite(view_channel=False)
    seen = discord.PermissionOverwrite(view_channel=True)
    members = dict.fromkeys((sim.people["Ada"], sim.people["Ben"], sim.env.bot.user), seen)
    sim.room = sim.guild.create_text_channel(
        "members", overwrites={sim.guild.default_role: hidden, **members}
    )
    await new(sim, days=3)
    board = sim.room.history(viewer=sim.people["Ada"])[-1]
    for name, label in (("Ada", "Join"), ("Ben", "Join"), ("Ada", "Start")):
        await sim.press(name, label, board)
    assert rows(sim) and not events(sim)


async def test_an_event_that_somebody_deletes_or_ends_stays_so(sim: SimServer):
    await started(sim, "Ada", "Ben", "Cleo", "Dora", days=3, rounds=3)
    one, two = events(sim)
    backend = sim.env.backend
    backend.delete_scheduled_event(sim.guild.id, two.id)
    backend.edit_scheduled_event(sim.guild.id, one.id, {"status": 3})
    edits = requests(sim, "PATCH")
    await sim.command("Ada", "server language", language="de")
    await look_again(sim)
    assert [each.name for each in events(sim)] == ["Winter, round 1"]
    assert requests(sim, "POST") == 2 and requests(sim, "PATCH") == edits
    await finish(sim)
    assert {each.name for each in events(sim)} == {"Winter, Runde 3"}, "later ones come as before"


@pytest.mark.parametrize(("status", "code"), [(400, 30038), (403, 50013), (400, 200000)])
async def test_what_discord_refuses_is_not_asked_for_again(sim: SimServer, status: int, code: int):
    sim.env.inject_error("POST", "/guilds/*/scheduled-events", status=status, code=code, times=9)
    await started(sim, "Ada", "Ben", days=3)
    assert "Round 1 of 2" in text(league(sim)) and requests(sim, "POST") == 2
    for _ in range(3):
        await look_again(sim)
    assert requests(sim, "POST") == 2 and sim.sql("SELECT next, trouble FROM leagues") != []


async def test_what_fails_for_a_while_is_made_later(sim: SimServer):
    sim.env.inject_error("POST", "/guilds/*/scheduled-events", status=500, code=0, times=9)
    await started(sim, "Ada", "Ben", days=3)
    assert "Round 1 of 2" in text(league(sim)) and not events(sim)
    sim.env.backend.faults.clear()
    await later(sim, 0.01)
    assert len(events(sim)) == 2


async def test_an_event_is_made_once_whatever_is_lost_of_it(sim: SimServer):
    await started(sim, "Ada", "Ben", days=3)
    before = [each.id for each in events(sim)]
    for lost in ("DELETE FROM league_posts", "UPDATE league_posts SET message = 0, shown = ''"):
        sim.sql(f"{lost} WHERE place LIKE 'event:%'")
        await sim.restart()
        await look_again(sim)
        assert [each.id for each in events(sim)] == before and requests(sim, "POST") == 2
    numbers = sim.sql("SELECT message FROM league_posts WHERE place LIKE 'event:%' ORDER BY place")
    assert [*itertools.chain(*numbers)] == before


async def test_a_league_that_ends_takes_its_events_along(sim: SimServer):
    await started(sim, "Ada", "Ben", days=3)
    sim.sql("UPDATE league_posts SET message = 0, shown = '' WHERE place LIKE 'event:%'")
    answer = await sim.command("Ada", "league end")
    await sim.press("Ada", "End the league", answer.response)
    assert not events(sim)


async def test_an_event_moves_with_the_time_of_its_round(sim: SimServer):
    await started(sim, "Ada", "Ben", "Cleo", "Dora", days=3)
    sim.sql("UPDATE leagues SET due = due + 86400")  # as after an outage of a day
    await look_again(sim)
    one, two = events(sim)
    assert ahead(one.scheduled_end_time) == 4 == ahead(two.scheduled_start_time)
    assert ahead(two.scheduled_end_time) == 7


async def test_events_go_once_not_everybody_sees_the_channel(sim: SimServer):
    await started(sim, "Ada", "Ben", days=3)
    seen = {
        sim.guild.default_role: discord.PermissionOverwrite(view_channel=False),
        sim.env.bot.user: discord.PermissionOverwrite(view_channel=True),
    }
    channels = sim.env.backend.channels
    hidden = channels[sim.guild.create_text_channel("hidden", overwrites=seen).id]
    with sim.env._bot_scope():
        sim.env.backend.edit_channel(sim.room.id, {}, overwrites=hidden.overwrites)
    await look(sim)
    assert not events(sim)


async def test_its_tables_keep_a_limit_of_time(sim: SimServer):
    await started(sim, "Ada", "Ben")
    [thread] = sim.room.threads
    refused = await sim.command("Ada", "game pace", thread, pace="none")
    assert "A league needs a limit of time" in ephemeral_text(refused)
    await sim.command("Ada", "game pace", thread, pace="36h")
    assert "Change the pace?" in text(sim.board(thread))


async def test_its_tables_know_half_hours_and_answers_in_advance(sim: SimServer):
    await signed_up(sim, *PEOPLE[:2])
    await sim.press("Ada", "Start", league(sim))
    [thread] = sim.room.threads
    table = await sim.bot.tables.in_channel(thread.id)
    await sim.press("Ada", "Half an hour together?", sim.board(thread))
    assert "Half an hour together, <t:" in text(sim.board(thread))
    [seat] = {0, 1} - {*table.state.asked}
    question, moves = next(iter(table.game.premoves(table.state, seat).items()))
    await sim.command(table.names[seat], "move", thread, move=f"ahead {question} {moves[0]}")
    assert table.view(seat)["ahead"] == {question: moves[0]}
    await finish(sim)
    assert sim.sql("SELECT * FROM together") == sim.sql("SELECT * FROM waits") == []
    assert sum(points(await season_of(sim)).values()) == 100


async def test_a_table_of_a_round_is_opened_once(sim: SimServer):
    await started(sim, "Ada", "Ben")
    [thread] = sim.room.threads
    table = await sim.bot.tables.in_channel(thread.id)
    assert table is not None
    [planned] = (await season_of(sim)).tables
    with pytest.raises(ChannelBusy):
        await sim.bot.tables.start_league_table(planned.row, NewTable.of(table))
