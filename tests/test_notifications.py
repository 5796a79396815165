"""Notifications: only those who must act are mentioned, and only by a new message."""

import re

from bot.table.clock import DAY_S, MINUTE_S
from tests.sim_server import SimServer, controls, text
from tests.test_clock import later, two


async def test_only_those_who_must_act_are_notified_and_only_by_a_new_message(sim: SimServer):
    table = await sim.gather_two()
    for _ in range(6):
        [name] = await sim.asked()
        count = len(sim.requests("POST"))
        await sim.command(name, "move", move=await sim.default(name))
        calls = sim.pinged()[count:]
        asked = set(await sim.asked())
        if asked != {name}:
            assert calls == [asked]
    assert all(calls == set() for calls in sim.pinged("PATCH"))
    assert not any("Cleo" in calls for calls in sim.pinged())
    assert table.seq == 6


async def test_somebody_asked_in_a_dm_is_not_notified_in_the_channel_as_well(sim: SimServer):
    table = await sim.gather_two()
    count = 0
    while table.view(None)["question"]["name"] == "draft":
        count = len(sim.requests("POST"))
        [name] = await sim.asked()
        await sim.command(name, "move", move=await sim.default(name))
    assert controls(sim.dms("Ada")[-1]) and controls(sim.dms("Ben")[-1])
    assert not any(sim.pinged()[count:])
    assert re.search(r"Ada.* — \*\*to choose\*\*", text(sim.board()))


async def test_somebody_who_plays_alone_is_never_notified(sim: SimServer):
    await sim.start("Ada", computers=2)
    await sim.play_until(lambda t: t.state.round == 2)
    assert not any(sim.pinged())
    assert all(calls == set() for calls in sim.pinged("PATCH"))
    assert len(sim.posts()) == 1


async def test_a_mention_or_markdown_in_a_name_reaches_nobody(sim: SimServer):
    sim.add("loud", "@everyone **x** <@1>")
    await sim.start("loud", computers=1)
    for method in ("POST", "PATCH"):
        for sent in sim.requests(method):
            allowed = sent["allowed_mentions"]
            assert not allowed.get("parse") and not allowed.get("roles")
    assert "**x**" not in text(sim.board())


async def test_a_reminder_comes_where_its_person_wants_to_be_notified(sim: SimServer):
    for name in ("Ada", "Ben"):
        await sim.command(name, "settings notifications", how="now", place="dm")
    table = await two(sim)
    name = table.names[table.waiting_people()[0]]
    await later(sim, MINUTE_S)
    before = len(sim.dms(name))
    await later(sim, 0.51 * DAY_S)
    await later(sim, MINUTE_S)
    assert len(sim.dms(name)) == before + 1


async def test_a_notification_that_cannot_be_sent_now_is_sent_later(sim: SimServer):
    for name in ("Ada", "Ben"):
        await sim.command(name, "settings notifications", how="grouped", minutes=30)
    table, name = await two(sim), "Ben"
    while table.names[table.waiting_people()[0]] != name:  # who starts the game is not called
        await sim.command("Ada", "move", move=await sim.default("Ada"))
    before, channel = len(sim.dms(name)), sim.people[name].user.dm_channel
    sim.env.inject_error("POST", f"/channels/{channel.id}/messages", status=403, code=40003)
    await later(sim, 31 * MINUTE_S)
    assert len(sim.dms(name)) == before and sim.pinged()[-1] == {name}
    assert (await sim.bot.store.people.get(sim.people[name].id)).dms == "wanted"
    await sim.env.advance_time(2 * MINUTE_S)
    await later(sim, 2 * MINUTE_S)
    assert len(sim.dms(name)) == before + 1
