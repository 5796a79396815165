"""Tables whose channel is gone: who is asked, what they can do, and how the game ends."""

from typing import Any

import pytest
from simcord.backend import serializers

from bot.pages.names import when
from bot.table import Table, gone
from bot.table.clock import DAY_S, HOUR_S
from bot.table.news import news_of
from tests.sim_server import SimServer, buttons, ephemeral_text, reply_text, text
from tests.test_clock import later, two

GONE = "I can no longer reach the channel"


async def delete(sim: SimServer, room: Any) -> None:
    await sim.behind(sim.bot.get_channel(room.id).delete())


def kinds(sim: SimServer) -> list[str]:
    """What the store says of channels that are gone."""
    return [what for (what,) in sim.sql("SELECT what FROM waits WHERE what != 'vote'")]


def asked(sim: SimServer, name: str) -> list[str]:
    """The messages to somebody that say that the channel is gone."""
    return [text(message) for message in sim.dms(name) if GONE in text(message)]


async def of_gone_channel(sim: SimServer) -> Table:
    """A running game without a limit of time whose channel was deleted, three days later."""
    table = await two(sim, pace="none")
    await delete(sim, sim.room)
    assert kinds(sim) == ["gone"]
    await later(sim, gone.ASK_AFTER_S - HOUR_S)
    assert not asked(sim, "Ada") and not asked(sim, "Ben")
    await later(sim, 2 * HOUR_S)
    return table


async def test_people_are_asked_once_after_three_days(sim: SimServer):
    await of_gone_channel(sim)
    await sim.restart()  # the clock goes back to today, and with it what was stored
    await later(sim, DAY_S)
    ends = sim.sql("SELECT made FROM waits")[0][0] + gone.END_AFTER_S
    for name in ("Ada", "Ben"):
        [question] = asked(sim, name)
        assert f"the game ends {when(ends)}, without a result" in question
    assert kinds(sim) == ["asked"]


async def test_one_who_wants_to_go_on_is_enough_to_play_by_direct_message(sim: SimServer):
    await of_gone_channel(sim)
    assert "goes on" in reply_text(await sim.press_dm("Ada", "Go on"))
    assert kinds(sim) == ["stays"] and not asked(sim, "Ben")
    [asked_now] = await sim.asked()
    wish = await sim.default(asked_now)
    assert "✓" in reply_text(await sim.command_dm(asked_now, "move", move=wish))
    await later(sim, gone.END_AFTER_S + DAY_S)
    assert (await sim.table()).row.status == "running"


async def test_a_channel_that_only_refuses_the_board_is_not_gone(sim: SimServer):
    await two(sim, pace="none")
    sim.accept_refusals()
    path = f"/channels/{sim.room.id}/messages"
    sim.env.inject_error("POST", path, status=403, code=50013, times=None)
    [name] = await sim.asked()
    await sim.command_dm(name, "move", move=await sim.default(name))
    assert sim.bot.outbox.refused and kinds(sim) == []


async def test_a_game_that_has_its_channel_does_not_end(sim: SimServer):
    table = await two(sim, pace="none")
    await gone.end_due(table, sim.bot.clock.now() + gone.END_AFTER_S)
    assert table.row.status == "running"


async def test_without_an_answer_the_game_ends_without_a_result(sim: SimServer):
    await of_gone_channel(sim)
    await sim.restart()
    await later(sim, gone.END_AFTER_S + HOUR_S)
    table = await sim.table()
    assert table.row.status == "abandoned" and sim.sql("SELECT * FROM results") == []
    assert any("nobody wanted to go on" in each.text for each in await news_of(table))
    for name in ("Ada", "Ben"):
        [told] = [each for each in sim.dms(name) if "Nobody plays on" in text(each)]
        assert not buttons(told) and not asked(sim, name)
    before = len(sim.dms("Ada"))
    await sim.restart()
    await later(sim, DAY_S)
    assert len(sim.dms("Ada")) == before


async def test_all_can_end_the_game_at_once(sim: SimServer):
    await of_gone_channel(sim)
    first = await sim.press_dm("Ada", "End the game")
    assert "once Ben press" in reply_text(first)
    assert (await sim.table()).row.status == "running"
    await sim.press_dm("Ben", "End the game")
    assert (await sim.table()).row.status == "abandoned"


async def test_somebody_with_closed_messages_holds_up_nothing(sim: SimServer):
    table = await two(sim, pace="none")
    path = f"/channels/{sim.people['Ben'].user.dm_channel.id}/messages"
    sim.env.inject_error("POST", path, status=403, code=50007, times=None)
    sim.accept_refusals()
    await delete(sim, sim.room)
    await later(sim, gone.ASK_AFTER_S + HOUR_S)
    assert asked(sim, "Ada") and not sim.dms("Ben")
    await later(sim, gone.END_AFTER_S + HOUR_S)
    assert (await sim.table(table.id)).row.status == "abandoned"


async def test_a_lobby_is_closed(sim: SimServer):
    await sim.open(seats=2)
    await delete(sim, sim.room)
    await later(sim, gone.ASK_AFTER_S + HOUR_S)
    assert (await sim.table()).row.status == "abandoned" and not sim.dms("Ada")


async def test_a_channel_that_went_while_the_bot_was_offline_is_noticed(sim: SimServer):
    await two(sim, pace="none")
    sim.env.backend.channels.pop(sim.room.id)
    sim.env.backend.guilds[sim.guild.id].channel_ids.remove(sim.room.id)
    await sim.restart()
    assert kinds(sim) == ["gone"]


# --- The server -----------------------------------------------------------------------------------


async def remove_bot(sim: SimServer) -> None:
    path = f"/channels/{sim.room.id}*"
    sim.env.inject_error("*", path, status=403, code=50001, times=None)
    sim.env.backend.emit("GUILD_DELETE", {"id": str(sim.guild.id)})
    await sim.env.settle()


async def add_bot(sim: SimServer) -> None:
    sim.env.backend.faults.clear()
    server = sim.env.backend.guilds[sim.guild.id]
    whole = serializers.guild_create_payload(sim.env.backend, server)
    sim.env.backend.emit("GUILD_CREATE", whole)
    await sim.env.settle()


@pytest.mark.parametrize("days", [1, 4])
async def test_once_the_bot_is_back_the_game_goes_on_at_its_board(sim: SimServer, days: int):
    await two(sim, pace="none")
    await remove_bot(sim)
    assert kinds(sim) == ["gone"]
    await later(sim, days * DAY_S)
    await later(sim, 0)
    assert len(asked(sim, "Ada")) == (days > 3)
    await add_bot(sim)
    assert kinds(sim) == [] and not asked(sim, "Ada")
    assert sum("goes on in [its channel]" in text(each) for each in sim.dms("Ada")) == (days > 3)
    [name] = await sim.asked()
    await sim.command(name, "move", move=await sim.default(name))
    assert "Move" in buttons(sim.board())
    await later(sim, 20 * DAY_S)
    assert (await sim.table()).row.status == "running"


async def test_a_server_that_is_unavailable_is_not_gone(sim: SimServer):
    await two(sim, pace="none")
    sim.env.inject_error("*", f"/channels/{sim.room.id}*", status=403, code=50001, times=None)
    sim.accept_refusals()
    away = {"id": str(sim.guild.id), "unavailable": True}
    sim.env.backend.emit("GUILD_DELETE", away)
    await sim.env.settle()
    with sim.env._bot_scope():
        await sim.bot.refresh(1)
        await sim.bot.outbox.look_for_channel(1)
    await sim.env.settle()
    assert kinds(sim) == []


async def test_tables_that_are_gone_do_not_count_against_their_host(
    sim: SimServer, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr("cogs._tables.opening.MAX_OPEN_OF_HOST", 1)
    await two(sim, pace="none")
    other = sim.guild.create_text_channel("other")
    refused = await sim.command("Ada", "game new", room=other, game="wigs")
    assert "the most allowed" in ephemeral_text(refused)
    await delete(sim, sim.room)
    await sim.command("Ada", "game new", room=other, game="wigs")
    assert "Join" in buttons(sim.board(other))
