"""Direct messages: how long one waits after Discord has refused it."""

from __future__ import annotations

import time
from collections.abc import AsyncIterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import discord
import pytest
import pytest_asyncio

from bot.outbox.dms import DirectMessages, Hold
from bot.store import PersonRow, Store
from tests.databases import empty
from tests.sim_server import SimServer

FIRST_WAIT_S = 10.0
FLAGGED, MISSING_ACCESS = 20026, 50001
ADA = PersonRow(1, dm_channel=5)
SECRET = "rokoko"
"""A game whose first question is secret, and goes to everybody."""


@pytest_asyncio.fixture
async def store(tmp_path: Path) -> AsyncIterator[Store]:
    """An empty store."""
    opened = await Store.open(empty(tmp_path / "atelier.sqlite3"))
    yield opened
    await opened.close()


@pytest.fixture
def dms(store: Store) -> DirectMessages:
    """Direct messages that wait for ten seconds after a first refusal."""
    return DirectMessages(cast("Any", None), store, 0.0, FIRST_WAIT_S)


@pytest.fixture
def sim(simcord_env: Any, drawn_once: None) -> SimServer:
    """A server with two players."""
    return SimServer.of(simcord_env, "Ada", "Ben")


def refusal(code: int) -> discord.Forbidden:
    """An error of Discord."""
    return discord.Forbidden(cast("Any", SimpleNamespace(status=403, reason="")), {"code": code})


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


async def test_a_message_to_somebody_ends_their_own_wait(dms: DirectMessages, store: Store):
    await dms.mark_refused(ADA.user, refusal(MISSING_ACCESS))
    dms.mark_sent(ADA.user)
    assert dms.wait_s(ADA) == 0.0


async def test_a_question_that_waits_for_the_bots_sake_is_sent_after_one_to_somebody_else(
    sim: SimServer,
):
    dms, ben = sim.bot.outbox.dms, sim.people["Ben"].user.id
    long_s = 100 * sim.bot.settings.dm_retry_seconds
    dms._holds[ben] = Hold(time.monotonic() + long_s, long_s, is_for_bot=True)
    await sim.open(game=SECRET, seats=2, host="Ben")
    await sim.press("Ada", "Join")
    await sim.press("Ben", "Start")
    assert sim.dms("Ada") and not sim.dms("Ben")
    await sim.env.advance_time(sim.bot.settings.dm_retry_seconds + 1)
    assert len(sim.dms("Ben")) == 1
