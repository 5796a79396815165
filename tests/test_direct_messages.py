"""Direct messages: closed, refused or turned off, and how long one waits after a refusal."""

import time
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast
from unittest.mock import AsyncMock

import discord
import pytest
import pytest_asyncio

from bot.operations.breaker import Held
from bot.outbox.dms import DirectMessages, Hold, Postponed
from bot.pages.page import page
from bot.store import PersonRow, Store
from bot.table import Refused, Table
from tests.databases import empty
from tests.sim_server import SimServer, asks, buttons, controls, ephemeral_text, text

FIRST_WAIT_S = 10.0
FLAGGED, MISSING_ACCESS = 20026, 50001
ADA, BEN = PersonRow(1, dm_channel=5), PersonRow(4, dm_channel=6)
SECRET = "rokoko"
"""A game whose first question is secret, and goes to everybody."""
CLOSED = "This question is closed."


@pytest_asyncio.fixture
async def store(tmp_path: Path) -> AsyncIterator[Store]:
    opened = await Store.open(empty(tmp_path / "atelier.sqlite3"))
    yield opened
    await opened.close()


@pytest.fixture
def dms(store: Store) -> DirectMessages:
    """Direct messages that wait for ten seconds after a first refusal."""
    return DirectMessages(cast("Any", None), store, 0.0, FIRST_WAIT_S)


def refusal(code: int) -> discord.Forbidden:
    return discord.Forbidden(cast("Any", SimpleNamespace(status=403, reason="")), {"code": code})


# --- How long one waits ---------------------------------------------------------------------------


@pytest.mark.parametrize(("code", "is_shortened"), [(FLAGGED, True), (MISSING_ACCESS, False)])
async def test_a_wait_because_of_the_bot_is_shortened_once_discord_accepts_a_message(
    dms: DirectMessages, store: Store, code: int, is_shortened: bool
):
    recovered: list[None] = []
    dms.on_recovered = lambda: recovered.append(None)
    await store.people.save(ADA.user, dm_channel=ADA.dm_channel)
    for _ in range(3):
        await dms.mark_refused(ADA.user, refusal(code))
    assert dms.wait_s(ADA) > 15 * FIRST_WAIT_S
    for _ in range(2):
        dms.mark_sent(2)
    assert (dms.wait_s(ADA) <= FIRST_WAIT_S) == is_shortened
    assert len(recovered) == is_shortened
    await dms.mark_refused(ADA.user, refusal(code))
    assert dms.wait_s(ADA) > 60 * FIRST_WAIT_S  # the next wait is longer all the same


@pytest.mark.parametrize(
    ("error", "all_wait"),
    [(refusal(FLAGGED), True), (Held(60.0), True), (refusal(MISSING_ACCESS), False)],
)
async def test_a_refusal_to_open_channels_holds_up_all_who_have_none(
    dms: DirectMessages, error: discord.Forbidden | Held, all_wait: bool
):
    await dms.mark_refused(2, error)
    assert (dms.wait_s(PersonRow(3)) > 0) == all_wait
    assert dms.wait_s(ADA) == 0.0


async def test_who_waits_for_the_opening_of_their_channel_keeps_their_time(store: Store):
    opened = AsyncMock(return_value={"id": "5"})
    client = SimpleNamespace(http=SimpleNamespace(start_private_message=opened))
    dms = DirectMessages(cast("Any", client), store, 100.0, FIRST_WAIT_S)
    assert await dms.channel(1) == 5
    for user, most in ((2, 100), (3, 200), (2, 100), (3, 200)):
        with pytest.raises(Postponed) as postponed:
            await dms.channel(user)
        assert most - 50 < postponed.value.wait_s <= most
    opened.assert_awaited_once_with(1)


async def test_a_channel_that_was_opened_is_not_opened_again(dms: DirectMessages, store: Store):
    await store.people.save(ADA.user, dm_channel=ADA.dm_channel)
    assert await dms.channel(ADA.user) == ADA.dm_channel
    assert await dms.channel(ADA.user, known=7) == 7, "a message stands there already"


@pytest.mark.parametrize(
    ("code", "said"), [(50007, "Allow direct messages"), (FLAGGED, "Try again in some minutes")]
)
async def test_a_command_says_why_it_cannot_write_to_somebody(store: Store, code: int, said: str):
    where = SimpleNamespace(send=AsyncMock(side_effect=refusal(code)))
    client = SimpleNamespace(get_partial_messageable=lambda channel: where)
    dms = DirectMessages(cast("Any", client), store, 0.0, FIRST_WAIT_S)
    with pytest.raises(Refused, match=said):
        await dms.send(1, 5, page("Hello."))


async def test_a_command_does_not_wait_long_for_the_opening_of_a_channel(
    dms: DirectMessages,
):
    await dms.mark_refused(2, refusal(FLAGGED))
    with pytest.raises(Refused, match="Try again in some minutes"):
        await dms.open(3)


async def test_a_message_to_somebody_ends_their_own_wait(dms: DirectMessages, store: Store):
    await dms.mark_refused(ADA.user, refusal(MISSING_ACCESS))
    dms.mark_sent(ADA.user)
    assert dms.wait_s(ADA) == 0.0


@pytest.mark.parametrize(("error", "ends"), [(Held(60.0), True), (refusal(FLAGGED), False)])
async def test_once_requests_are_sent_again_only_waits_for_them_end(
    dms: DirectMessages, error: discord.Forbidden | Held, ends: bool
):
    await dms.mark_refused(2, error)
    dms.end_held()
    assert (dms.wait_s(PersonRow(3)) == 0.0) == ends


@pytest.fixture
def passing(monkeypatch: pytest.MonkeyPatch) -> Callable[[float], None]:
    """Has so many seconds pass."""
    now = time.monotonic()

    def wait(seconds: float) -> None:
        nonlocal now
        now += seconds

    monkeypatch.setattr(time, "monotonic", lambda: now)
    return wait


async def test_each_refusal_in_a_row_makes_the_wait_four_times_as_long_up_to_an_hour(
    dms: DirectMessages,
    store: Store,
    passing: Callable[[float], None],
    caplog: pytest.LogCaptureFixture,
):
    await store.people.save(ADA.user, dm_channel=ADA.dm_channel)
    for wait_s in (10, 40, 160, 640, 2560, 3600, 3600):
        assert dms.wait_s(ADA) == pytest.approx(0.0)
        await dms.mark_refused(ADA.user, refusal(FLAGGED))
        assert dms.wait_s(ADA) == pytest.approx(wait_s)
        assert f"the next waits for {wait_s:.1f} s" in caplog.messages[-1]
        passing(wait_s)
    dms.mark_sent(ADA.user)
    await dms.mark_refused(ADA.user, refusal(FLAGGED))
    assert dms.wait_s(ADA) == pytest.approx(FIRST_WAIT_S), "a message has arrived since"


async def test_a_request_that_is_held_back_waits_as_long_as_discord_says(
    dms: DirectMessages, store: Store, passing: Callable[[float], None]
):
    await store.people.save(ADA.user, dm_channel=ADA.dm_channel)
    for error, wait_s in ((Held(1.0), 1), (refusal(FLAGGED), 10), (Held(2.0), 2)):
        await dms.mark_refused(ADA.user, error)
        assert dms.wait_s(ADA) == pytest.approx(wait_s)
        passing(wait_s)


async def test_a_channel_that_discord_does_not_know_is_opened_again_at_once_the_first_time(
    dms: DirectMessages, store: Store
):
    await store.people.save(ADA.user, dm_channel=ADA.dm_channel)
    gone = discord.NotFound(cast("Any", SimpleNamespace(status=404, reason="")), {"code": 10003})
    for wait_s in (0.0, FIRST_WAIT_S):
        await dms.mark_refused(ADA.user, gone)
        assert (await store.people.get(ADA.user)).dm_channel == 0
        assert dms.wait_s(PersonRow(ADA.user)) == pytest.approx(wait_s, abs=1)
    assert dms.wait_s(PersonRow(2)) == 0.0, "others do not wait for that"


@pytest.mark.parametrize(("share", "is_long"), [(0.4, False), (0.6, True)])
async def test_the_channel_notifies_where_a_direct_message_would_come_late(
    dms: DirectMessages, share: float, is_long: bool
):
    await dms.mark_refused(2, Held(share * FIRST_WAIT_S))
    assert dms.waits_long(PersonRow(3)) == is_long and not dms.waits_long(ADA)


async def test_an_opening_that_nobody_used_lapses_after_a_minute(
    store: Store, passing: Callable[[float], None]
):
    opened = AsyncMock(side_effect=[{"id": "5"}, {"id": "6"}, {"id": "7"}])
    client = SimpleNamespace(http=SimpleNamespace(start_private_message=opened))
    dms = DirectMessages(cast("Any", client), store, 100.0, FIRST_WAIT_S)
    assert await dms.channel(1) == 5
    for user in (2, 3):
        with pytest.raises(Postponed):
            await dms.channel(user)
    passing(159.0)
    assert await dms.channel(2) == 6, "it is used late"
    passing(102.0)
    with pytest.raises(Postponed) as postponed:
        await dms.channel(3)
    assert postponed.value.wait_s == pytest.approx(39.0)
    passing(39.0)
    assert await dms.channel(3) == 7 and opened.await_count == 3


async def test_a_command_waits_a_moment_for_the_opening_of_a_channel(store: Store):
    opened = AsyncMock(side_effect=[{"id": "5"}, {"id": "6"}])
    client = SimpleNamespace(http=SimpleNamespace(start_private_message=opened))
    dms = DirectMessages(cast("Any", client), store, 0.02, FIRST_WAIT_S)
    assert await dms.open(1) == 5 and await dms.open(2) == 6
    assert (await store.people.get(2)).dm_channel == 6


async def test_once_requests_are_sent_again_channels_are_opened_at_once(
    dms: DirectMessages, store: Store
):
    recovered: list[None] = []
    dms.on_recovered = lambda: recovered.append(None)
    await store.people.save(ADA.user, dm_channel=ADA.dm_channel)
    await store.people.save(BEN.user, dm_channel=BEN.dm_channel)
    for user in (2, BEN.user):
        await dms.mark_refused(user, Held(60.0))
    await dms.mark_refused(ADA.user, refusal(FLAGGED))
    assert dms.wait_s(PersonRow(3)) > 0 and dms.wait_s(BEN) > 0
    dms.end_held()
    assert dms.wait_s(PersonRow(3)) == dms.wait_s(BEN) == 0.0 and recovered == [None]
    assert dms.wait_s(ADA) > 0, "that was no request that was held back"


async def test_a_question_that_waits_for_the_bots_sake_is_sent_after_one_to_somebody_else(
    sim: SimServer,
):
    dms, ben = sim.bot.outbox.dms, sim.people["Ben"].user.id
    long_s = 100 * sim.bot.settings.dm_retry_seconds
    dms._holds[ben] = Hold(time.monotonic() + long_s, long_s, is_for_bot=True)
    await sim.start("Ben", "Ada", game=SECRET)
    assert sim.dms("Ada") and not sim.dms("Ben")
    made = len(sim.env.http_requests)
    await sim.behind(sim.bot.outbox.resume_all())
    assert len(sim.env.http_requests) == made, "a table that waits is shown already"
    await sim.env.advance_time(sim.bot.settings.dm_retry_seconds + 1)
    assert len(sim.dms("Ben")) == 1


# --- Closed, refused or turned off ----------------------------------------------------------------


@pytest.mark.parametrize("code", [50007, 50278])
async def test_somebody_with_closed_dms_is_notified_in_the_channel_and_chooses_there(
    sim: SimServer, code: int
):
    await sim.gather_two()
    for name in ("Ada", "Ben"):
        dm = sim.people[name].user.dm_channel
        if name == "Ada":
            sim.env.inject_error(
                "POST",
                f"/channels/{dm.id}/messages",
                status=403,
                code=code,
                message="Cannot send messages to this user",
                times=None,
            )
    table = await sim.play_until("wear")
    assert not sim.dms("Ada") and sim.dms("Ben")
    if away(table) == "Ada":
        assert sim.pinged()[-1] == {"Ada"}
    else:
        assert sim.pinged()[-1] == set()
    assert "Move" in buttons(sim.board()) and "press **Move**" in text(sim.board())
    panel = await sim.press("Ada", "Move")
    assert panel.ephemeral and panel.response.ephemeral
    seat = table.names.index("Ada")
    move = table.game.legal(table.state, seat)[0]
    await sim.make("Ada", move, panel.response)
    assert table.state.answers == {seat: move}
    assert "✓" in text(panel.response)


def away(table: Any) -> str:
    """Who of Ada and Ben did not make the last move."""
    return table.names[1 - table.last.seat]


async def next_secret(sim: SimServer) -> None:
    """Plays to the question of the next round that all are asked in secret."""
    await sim.play_until(
        lambda t: t.state.round == 2 and t.view(None)["question"]["name"] == "wear", slowly=True
    )


async def test_closed_dms_are_not_tried_again_until_somebody_asks_for_them(sim: SimServer):
    await sim.gather_two()
    channel = sim.people["Ada"].user.dm_channel
    sim.env.inject_error(
        "POST", f"/channels/{channel.id}/messages", status=403, code=50007, times=None
    )
    table = await sim.play_until("wear")
    tried = len(sim.requests("POST", channel))
    assert tried == 1
    await next_secret(sim)
    assert len(sim.requests("POST", channel)) == tried
    sim.env.backend.faults.clear()
    await sim.command("Ada", "game dms", wanted=True)
    assert controls(sim.dms("Ada")[-1])
    assert table.view(None)["question"]["prompt"] in text(sim.dms("Ada")[-1])


@pytest.mark.parametrize("code", [40003, 20026, 0])
async def test_a_dm_that_is_refused_for_now_comes_later_and_is_asked_at_the_table_meanwhile(
    sim: SimServer, code: int
):
    channel = sim.people["Ben"].user.dm_channel
    path = f"/channels/{channel.id}/messages"
    sim.env.inject_error("POST", path, status=403, code=code, times=2)
    await sim.gather_two(game="rokoko")  # all are asked in secret
    assert not sim.dms("Ben") and sim.dms("Ada")
    assert sim.pinged()[-1] == {"Ben"} and "Move" in buttons(sim.board())
    assert (await sim.bot.store.people.get(sim.people["Ben"].id)).dms == "wanted"
    for wait_s, tried in ((50, 1), (20, 2), (200, 2), (50, 3)):
        await sim.env.advance_time(wait_s)
        assert len(sim.requests("POST", channel)) == tried
    assert controls(sim.dms("Ben")[-1]) and len(sim.posts()) == 1
    assert sim.sql("SELECT * FROM outbox") == []


async def test_a_dm_that_is_refused_for_now_takes_the_place_of_the_one_that_stands(sim: SimServer):
    await sim.gather_two(until="wear")
    [before] = sim.dms("Ben")
    path = f"/channels/{sim.people['Ben'].user.dm_channel.id}/messages"
    sim.env.inject_error("POST", path, status=403, code=FLAGGED)
    await next_secret(sim)
    [waits] = sim.dms("Ben")
    assert waits.id == before.id and not controls(waits)
    await sim.env.advance_time(100)
    [shown] = sim.dms("Ben")
    assert shown.id != before.id and asks(shown, (await sim.table()).question)


async def test_a_channel_of_direct_messages_that_is_gone_is_opened_again(sim: SimServer):
    await sim.gather_two(until="wear")
    backend = sim.env.backend
    del backend.channels[backend.dm_channels.pop(sim.people["Ben"].id)]
    await next_secret(sim)
    [shown] = sim.dms("Ben")
    assert asks(shown, (await sim.table()).question)


async def test_a_dm_that_is_edited_after_its_question_is_silent(sim: SimServer):
    await sim.gather_two(until="wear")
    before = {name: sim.dms(name)[-1].id for name in ("Ada", "Ben")}
    for name in before:
        channel = sim.people[name].user.dm_channel
        path = f"/channels/{channel.id}/messages/*"
        sim.env.inject_error("PATCH", path, status=429, code=30046, times=None)
    for name in before:
        await sim.command(name, "move", move=await sim.default(name))
    settled = [name for name in before if CLOSED in text(sim.dms(name)[-1])]
    assert settled
    for name in settled:
        [message] = sim.dms(name)
        assert message.id != before[name] and message.flags.suppress_notifications


async def test_a_player_who_turns_dms_off_gets_none_until_they_turn_them_on(sim: SimServer):
    table = await sim.gather_two()
    answer = await sim.command("Ada", "game dms", wanted=False)
    assert "You answer at the table instead." in ephemeral_text(answer)
    await sim.play_until("wear")
    assert not sim.dms("Ada") and sim.dms("Ben")
    panel = await sim.press("Ada", "Move")
    assert panel.ephemeral and controls(panel.response)
    answer = await sim.command("Ada", "game dms", wanted=True)
    assert answer.ephemeral
    [asking] = sim.dms("Ada")
    move = table.game.legal(table.state, table.names.index("Ada"))[0]
    await sim.make("Ada", move, asking)
    assert table.state.answers


async def test_somebody_may_refuse_dms_while_one_asks_and_then_no_other_comes(sim: SimServer):
    await sim.gather_two(until="wear")
    assert sim.dms("Ada")
    await sim.command("Ada", "game dms", wanted=False)
    count = len(sim.dms("Ada"))
    await next_secret(sim)
    assert len(sim.dms("Ada")) <= count


async def test_a_dm_loses_its_controls_when_the_question_has_passed(sim: SimServer):
    table = await sim.gather_two(until="wear")
    for name in ("Ada", "Ben"):
        move = table.game.legal(table.state, table.names.index(name))[0]
        await sim.make(name, move, sim.dms(name)[-1])
    for name in ("Ada", "Ben"):
        if name not in await sim.asked():
            assert not controls(sim.dms(name)[-1])
            now = text(sim.dms(name)[-1])
            assert CLOSED in now or "Waiting for" in now
    assert sum(bool(controls(sim.dms(name)[-1])) for name in ("Ada", "Ben")) <= 1


async def test_a_secret_question_notifies_all_but_who_moved_last(sim: SimServer):
    table = await sim.gather_two(until="wear")
    before = dict[str, int]()
    while table.state.round == 1:
        seq, before = table.seq, {name: sim.dms(name)[-1].id for name in ("Ada", "Ben")}
        await sim.play_until(lambda t, seq=seq: t.seq > seq, slowly=True)
    assert [name for name in before if sim.dms(name)[-1].id != before[name]] == [away(table)]


async def test_a_dm_that_fails_after_the_board_was_shown_is_made_up_for_there(sim: SimServer):
    channel = sim.people["Ben"].user.dm_channel
    path = f"/channels/{channel.id}/messages"
    sim.env.inject_error("POST", path, status=403, code=50007, times=None)
    sim.bot.outbox.dms._pause_s = 5.0  # after the channel of Ada was opened
    await sim.gather_two(game=SECRET)
    await sim.env.advance_time(10)
    assert sim.pinged()[-1] == {"Ben"}


async def test_who_answers_in_a_dm_is_asked_there_what_comes_next(sim: SimServer):
    def leads_to_an_open_question(table: Table) -> bool:
        game, g, [seat] = table.game, table.state, table.waiting_people()[:1]
        after = game.play(g, seat, game.default(g, seat))
        secret = [game.view(each, None)["question"]["secret"] for each in (g, after)]
        return secret == [True, False] and after.asked == [seat]

    table = await sim.gather_two(until=leads_to_an_open_question)
    [name] = await sim.asked()
    await sim.make(name, await sim.default(name), sim.dms(name)[-1])
    assert asks(sim.dms(name)[-1], table.question)
