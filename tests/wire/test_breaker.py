"""What Discord refuses is not asked again and again; what it never answers is asked again."""

import time
from collections.abc import AsyncIterator

import aiohttp
import pytest
import pytest_asyncio

from bot.operations import breaker as breakers
from bot.operations.breaker import Breaker, Held
from bot.operations.discord_errors import NO_RESPONSE, GarbledAnswer, refuse_garbled
from tests.wire.home import TOKEN, Home
from tests.wire.standin import UNANSWERED, FaultStrike, StandIn, text, until
from tests.wire.standin.broken import GARBLES, Broken

CHANNELS = r"/channels/\d+"
SHUT = FaultStrike("", 403, {"code": 0, "message": "403: Forbidden"})
BOARDS = r"/channels/\d+/messages(/\d+)?"


@pytest_asyncio.fixture
async def standin() -> AsyncIterator[StandIn]:
    async with StandIn(TOKEN) as made:
        yield made


class Asking:
    """A session that a breaker watches, and the clock of the breaker."""

    def __init__(self, standin: StandIn, share: float = 1.0) -> None:
        """Makes the session of a process with a share of the limits."""
        self.standin, self.passed_s = standin, 0.0
        self.breaker = Breaker(share, now=lambda: time.monotonic() + self.passed_s)
        trace = aiohttp.TraceConfig()
        self.breaker.watch(trace)
        self.session = aiohttp.ClientSession(trace_configs=[trace])

    async def ask(self, path: str, times: int = 1) -> list[int]:
        """Makes requests one after another; returns their statuses, and 0 for each that was
        held back.
        """
        found: list[int] = []
        for _ in range(times):
            headers = {"Authorization": f"Bot {TOKEN}"}
            try:
                async with self.session.get(self.standin.api + path, headers=headers) as response:
                    found.append(response.status)
            except Held:
                found.append(0)
        return found

    async def held(self, path: str) -> float:
        """Returns for how many seconds a request is held back."""
        headers = {"Authorization": f"Bot {TOKEN}"}
        with pytest.raises(Held) as found:
            await self.session.get(self.standin.api + path, headers=headers)
        return found.value.retry_after


@pytest_asyncio.fixture
async def asking(standin: StandIn) -> AsyncIterator[Asking]:
    """The session of the only process."""
    made = Asking(standin)
    yield made
    await made.session.close()


async def test_while_all_requests_of_a_kind_are_refused_one_at_a_time_tries(asking: Asking):
    discord, most = asking.standin, breakers.MAX_IN_A_ROW
    here, there = (f"/channels/{discord.add_channel(name)}" for name in ("here", "there"))
    discord.refuse("GET", CHANNELS, *[SHUT] * 1000)
    assert await asking.ask(here, most) == [403] * most
    assert await asking.ask(there, 5) == [0] * 5, "another channel waits too"
    assert await asking.ask("/users/@me") == [200], "another kind does not"
    tried = 0
    for _ in range(10):
        asking.passed_s += 10.0
        tried += (await asking.ask(there, 5)).count(403)
    assert 4 <= tried < 7, "the pauses grow"
    discord.troubles.clear()
    asking.passed_s += breakers.MAX_PAUSE_S
    assert await asking.ask(here, 5) == [200] * 5


async def test_what_discord_fails_to_do_is_tried_more_often_and_then_all_waits_end(asking: Asking):
    discord, most = asking.standin, breakers.MAX_IN_A_ROW
    here, accepted = f"/channels/{discord.channel}", list[str]()
    asking.breaker.on_accepted = lambda: accepted.append(here)
    discord.refuse("GET", CHANNELS, *[503] * 1000)
    assert await asking.ask(here, most) == [503] * most
    for _ in range(10):
        asking.passed_s += breakers.MAX_FAILED_PAUSE_S
        assert await asking.ask(here, 3) == [503, 0, 0]
    waits_s = [await asking.held(here) for _ in range(100)]
    at = {round(wait_s / breakers.MAX_FAILED_PAUSE_S) for wait_s in waits_s}
    assert at == {*range(1, 8)}, "somebody comes for each attempt"
    assert max(waits_s) <= breakers.MAX_HELD_S
    discord.troubles.clear()
    asking.passed_s += breakers.MAX_FAILED_PAUSE_S
    assert accepted == [] and await asking.ask(here, 3) == [200] * 3
    assert accepted == [here], "it is told once"


async def test_a_success_between_refusals_holds_nothing_back(asking: Asking):
    here = f"/channels/{asking.standin.channel}"
    for _ in range(breakers.MAX_IN_A_ROW // 2 + 1):
        asking.standin.refuse("GET", CHANNELS, SHUT, SHUT)
        assert await asking.ask(here, 3) == [403, 403, 200]


async def test_a_route_waits_as_long_as_discord_says(asking: Asking):
    discord = asking.standin
    here, there = (f"/channels/{discord.add_channel(name)}" for name in ("here", "there"))
    discord.refuse("GET", CHANNELS, (429, 90.0))
    assert await asking.ask(here, 3) == [0] * 3
    assert [status for _, _, status in discord.log] == [429], "it was asked once"
    assert await asking.ask(there) == [200]
    asking.passed_s += 90.0
    assert await asking.ask(here) == [200]


async def test_the_rest_of_the_invalid_requests_lasts_for_its_ten_minutes(standin: StandIn):
    asking = Asking(standin, share=0.001)
    refused = FaultStrike("", 401, {"code": 0, "message": "401: Unauthorized"})
    standin.refuse("GET", "/users/@me", *[refused] * 100)
    here = f"/channels/{standin.channel}"
    async with asking.session:
        assert await asking.ask("/users/@me", 6) == [401] * 6
        assert await asking.ask("/users/@me", 5) == [0] * 5, "more than half is used"
        assert await asking.ask(here, 5) == [0] * 5, "so everything waits"
        asking.passed_s += breakers.WINDOW_S / 3
        assert await asking.ask(here, 5) == [200] * 5
        assert (asking.breaker.invalid, await asking.ask("/users/@me", 3)) == (6, [401, 0, 0])
        asking.passed_s += breakers.WINDOW_S
        assert (asking.breaker.invalid, await asking.ask("/users/@me")) == (0, [401])


async def test_an_answer_that_cannot_be_read_counts_as_none(standin: StandIn):
    trace, breaker = aiohttp.TraceConfig(), Breaker()
    refuse_garbled(trace)
    breaker.watch(trace)
    here, headers = f"{standin.api}/channels/{standin.channel}", {"Authorization": f"Bot {TOKEN}"}
    part = Broken(GARBLES, route="get_channel")
    standin.broken.append(part)
    async with aiohttp.ClientSession(trace_configs=[trace]) as session:
        for expected in [GarbledAnswer] * breakers.MAX_IN_A_ROW + [Held]:
            with pytest.raises(expected):
                await session.get(here, headers=headers)
        standin.broken.remove(part)
        async with session.get(f"{standin.api}/users/@me", headers=headers) as response:
            assert (await response.json())["username"] == "atelier"
    assert issubclass(GarbledAnswer, NO_RESPONSE)


async def test_a_request_that_is_never_answered_ends(
    asking: Asking, monkeypatch: pytest.MonkeyPatch
):
    limit = aiohttp.ClientTimeout(sock_read=0.1)
    monkeypatch.setattr(breakers, "TIME_LIMIT", limit)
    asking.standin.refuse("GET", "/users/@me", UNANSWERED)
    await asking.ask(f"/channels/{asking.standin.channel}")
    with pytest.raises(TimeoutError):
        await asking.ask("/users/@me")
    assert await asking.ask("/users/@me") == [200]


async def test_a_lobby_that_waits_for_long_is_not_replaced_and_not_asked_for_again(bot: Home):
    before = await bot.open(seats=3)
    bot.discord.refuse("PATCH", BOARDS, (429, 90.0))
    await bot.press("Ben", "Join")
    await until(lambda: "the table is shown again later" in bot.output, "it waits")
    await bot.press("Cleo", "Join")
    bot.discord.channel = bot.discord.add_channel("another room")
    await bot.open(seats=2)
    assert [each["id"] for each in bot.discord.messages(before["channel_id"])] == [before["id"]]
    assert [status for _, _, status in bot.discord.log].count(429) == 1
    assert bot.output.count("the table is shown again later") == 1


@pytest.mark.sampled(one_in=3)
async def test_a_board_whose_receipt_never_comes_is_found_again(bot: Home):
    await bot.open()
    await bot.press("Ben", "Join")
    await until(lambda: bot.standing("Start"), "two sit there")
    bot.discord.refuse("POST", BOARDS, FaultStrike("", UNANSWERED, {}, after=True))
    await bot.press("Ada", "Start")
    await bot.shown()
    await bot.everything_shown()
    assert len(bot.discord.messages()) == 1


async def test_a_message_that_cannot_be_deleted_for_long_holds_up_no_board(bot: Home):
    lobby = await bot.open(seats=3)
    discord, people = bot.discord, bot.people
    await bot.answered(discord.command(people["Ada"], "game invite", player=people["Cleo"]))
    invitation = await until(lambda: bot.standing("Decline"), "the invitation stands there")
    discord.refuse("DELETE", BOARDS, (429, 90.0))
    discord.press(people["Cleo"], invitation, "Decline")
    await until(lambda: "the table is shown again later" in bot.output, "it waits")
    discord.press(people["Ben"], lobby, "Join")
    await until(lambda: "Ben" in text(discord.messages()[0]), "the board shows who joined")
