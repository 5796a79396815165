"""AutoMod blocks words of people, and of the bot: the table goes on with fewer words."""

import logging
from collections.abc import Callable, Iterator
from typing import Any

import pytest
import simcord

from bot.outbox.automod import AGAIN_S
from tests.sim_server import (
    SimServer,
    alt_texts,
    asks,
    buttons,
    controls,
    ephemeral_text,
    reply_text,
    text,
)

BAD = "Ruffian"
NOTE = "AutoMod of this server blocks some words"


class AutoMod(dict[str, Any]):
    """A fault of SimCord that strikes messages and thread names by their words, as AutoMod does."""

    def __init__(self, env: simcord.Env, *words: str) -> None:
        super().__init__(method="", path="*", status=400, code=0, message="AutoMod", times=None)
        self._backend, self.words, self.blocked = env.backend, [*words], 0
        self._backend.faults.append(self)

    def __getitem__(self, key: str) -> Any:
        """SimCord looks at `method` to know whether the fault strikes the latest request."""
        asked = self._backend.http_requests[-1]
        if key == "code":
            self.blocked += 1
            return 200001 if asked.path.endswith("/threads") else 200000
        if key == "method" and self._reads(asked):
            return "*"
        return super().__getitem__(key)

    def _reads(self, asked: Any) -> bool:
        path = asked.path.split("/")
        private = {str(each) for each in self._backend.dm_channels.values()}
        if asked.method not in ("POST", "PATCH") or path[1] != "channels" or path[2] in private:
            return False
        return any(word in said for said in words_of(asked.json) for word in self.words)


def words_of(thing: Any, key: str = "") -> Iterator[str]:
    """All that people can read in the body of a request."""
    if isinstance(thing, dict):
        for name, each in thing.items():
            yield from words_of(each, name)
    elif isinstance(thing, list):
        for each in thing:
            yield from words_of(each, key)
    elif key in ("content", "label", "description", "placeholder", "name") and thing:
        yield str(thing)


@pytest.fixture
def sim(sim_server_of: Callable[..., SimServer]) -> SimServer:
    """A server with two people, one of whom has a name that AutoMod blocks."""
    made = sim_server_of("Ada", BAD)
    made.add("Eve", manage_guild=True)
    return made


async def move(sim: SimServer) -> str:
    """People type sensible moves until somebody else is asked; returns who."""
    [before] = asked = await sim.asked()
    while asked == [before]:
        await sim.command(before, "move", move=await sim.default(before))
        asked = await sim.asked()
    return asked[0]


def all_said(message: Any) -> str:
    """All that AutoMod reads of a message."""
    return "\n".join([text(message), *alt_texts(message), *buttons(message)])


# --- Threads --------------------------------------------------------------------------------------


async def in_a_thread(sim: SimServer, name: str) -> Any:
    """Somebody wants a thread in a busy channel."""
    await sim.open(seats=2)
    busy = await sim.command(name, "game new", game="rokoko", seats=2)
    return await sim.people[name].click(busy.response, label="Open it in a thread")


async def test_a_thread_whose_title_is_blocked_has_a_plain_one(sim: SimServer):
    AutoMod(sim.env, BAD)
    answer = await in_a_thread(sim, BAD)
    assert "is open in" in ephemeral_text(answer)
    assert [each.name for each in sim.env.backend.channels.values()][-1] == "Rokoko"


async def test_a_private_table_has_a_plain_title_as_well(sim: SimServer):
    AutoMod(sim.env, BAD)
    answer = await sim.command(BAD, "game new", game="rokoko", seats=2, private=True)
    assert "is open in" in reply_text(answer)


async def test_a_thread_title_that_automod_blocks_gets_a_sentence(sim: SimServer):
    sim.env.inject_error("POST", f"/channels/{sim.room.id}/threads", status=400, code=200001)
    sim.env.inject_error("POST", f"/channels/{sim.room.id}/threads", status=400, code=200001)
    answer = await in_a_thread(sim, "Ada")
    assert "AutoMod of this server blocks the name of the thread" in ephemeral_text(answer)
    again = await sim.command("Ada", "game new", game="rokoko", seats=2)  # it may be tried again
    answer = await sim.people["Ada"].click(again.response, label="Open it in a thread")
    assert "is open in" in ephemeral_text(answer)


# --- Boards ---------------------------------------------------------------------------------------


async def test_a_lobby_is_shown_without_names_or_says_why_not(sim: SimServer):
    guard = AutoMod(sim.env, BAD)
    await sim.open(seats=2, host=BAD)
    assert "Player 1" in text(sim.board()) and BAD not in all_said(sim.board())
    guard.words = ["seat", "Rules"]
    other = sim.guild.create_text_channel("other")
    answer = await sim.command("Ada", "game new", other, game="wigs", seats=2)
    assert "AutoMod of this server blocks my message" in reply_text(answer)


async def test_a_board_goes_on_without_the_names_that_are_blocked(
    sim: SimServer, caplog: pytest.LogCaptureFixture
):
    await sim.start("Ada", BAD)
    guard = AutoMod(sim.env, BAD)
    for _ in range(3):
        await move(sim)
        board = sim.board()
        assert NOTE in text(board) and BAD not in all_said(board) and board.attachments
    assert guard.blocked == 1  # moderators are told of each try
    assert any("AutoMod" in each.getMessage() for each in caplog.records)
    guard.words.clear()
    now = sim.bot.outbox._posts.now
    sim.bot.outbox._posts.now = lambda: now() + AGAIN_S
    await move(sim)
    assert NOTE not in text(sim.board()) and BAD in text(sim.board())


async def test_a_board_whose_own_words_are_blocked_says_hardly_anything(sim: SimServer):
    await sim.start("Ada", BAD)
    AutoMod(sim.env, "gold", "market")
    name = await move(sim)
    board = sim.board()
    assert NOTE in text(board) and not board.attachments and "Move" in buttons(board)
    assert sim.pinged()[-1] == {name}
    shown = sim.posts()
    await sim.make(name, await sim.default(name), (await sim.press(name, "Move")).response)
    assert len(sim.posts()) == len(shown)


async def test_a_board_that_is_blocked_altogether_asks_in_private(
    sim: SimServer, caplog: pytest.LogCaptureFixture
):
    await sim.start("Ada", BAD)
    guard = AutoMod(sim.env, "Rules")
    caplog.clear()
    name = await move(sim)
    assert asks(sim.dms(name)[-1], (await sim.table()).question)
    said = [each.getMessage() for each in caplog.records if each.levelno == logging.WARNING]
    assert len([line for line in said if "in few words as well" in line]) == 1
    await sim.make(name, await sim.default(name), sim.dms(name)[-1])
    other = await move(sim)
    assert asks(sim.dms(other)[-1], (await sim.table()).question)
    guard.words.clear()
    await move(sim)
    assert "Rules" in buttons(sim.board()) and not controls(sim.dms(other)[-1])


# --- Leagues --------------------------------------------------------------------------------------


async def test_a_league_whose_every_word_is_blocked_is_shown_once_it_may_be(
    sim: SimServer, caplog: pytest.LogCaptureFixture
):
    await sim.command("Eve", "league new", game="wigs", title="Winter", seats=2, rounds=2)
    guard = AutoMod(sim.env, "Wigs")
    caplog.clear()
    await sim.press("Ada", "Join", sim.board())
    assert not [each for each in caplog.records if each.levelno > logging.WARNING]
    guard.words.clear()
    await sim.press("Eve", "Join", sim.board())
    assert "Signed up: 2 people" in text(sim.board()) and "Winter" not in text(sim.board())


async def test_a_league_whose_name_is_blocked_goes_on_without_it(sim: SimServer):
    options = {"game": "wigs", "title": f"{BAD} league", "seats": 2, "rounds": 2}
    await sim.command("Eve", "league new", **options)
    for name in ("Ada", BAD):
        await sim.press(name, "Join", sim.board())
    AutoMod(sim.env, BAD)
    await sim.press("Eve", "Start", sim.board())
    threads = [each for each in sim.env.backend.channels.values() if "round 1" in (each.name or "")]
    assert [each.name for each in threads] == ["Powdered Wigs, round 1, table 1"]
    assert not any(BAD in text(each) for each in sim.posts()[1:])


async def test_a_thread_of_a_league_whose_name_is_blocked_meanwhile_is_opened_without_it(
    sim: SimServer,
):
    options = {"game": "wigs", "title": f"{BAD} league", "seats": 2, "rounds": 2}
    await sim.command("Eve", "league new", **options)
    for name in ("Ada", BAD):
        await sim.press(name, "Join", sim.board())
    # The server has as many threads as Discord allows.
    sim.env.inject_error("POST", "/channels/*/threads", status=400, code=160006)
    await sim.press("Eve", "Start", sim.board())
    assert "⚠ I cannot open the next table" in text(sim.posts()[0])
    AutoMod(sim.env, BAD)
    await sim.tell("guild_channel_update", None, sim.bot.get_channel(sim.room.id))
    [thread] = [each for each in sim.env.backend.channels.values() if "round 1" in each.name]
    assert thread.name == "Powdered Wigs, round 1, table 1"
    assert (await sim.table(1)).row.channel == thread.id
