"""Posts: one message at each place, whatever moment the bot is ended at."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import suppress
from dataclasses import dataclass, field, replace
from types import SimpleNamespace
from typing import Any, cast

import discord
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from bot.outbox.posts import MAX_ATTEMPTS, Posts
from bot.outbox.wanted import NO_QUESTION, Wanted
from bot.pages.page import Page, Picture
from bot.store import PostRow
from bot.store.posts import PostRepository

TABLE, ROOM = 1, 2
PLACES = ("board", "vote", "101")
MOST_STEPS = 12
"""Requests and commits of a round after which the bot is killed in turn."""
Round = dict[str, tuple[int, int, bool]]
"""What is to stand: by place what it shows, its question, and whether it calls somebody."""
ROUNDS = st.lists(
    st.tuples(
        st.dictionaries(
            st.sampled_from(PLACES),
            st.tuples(st.integers(0, 1), st.integers(0, 2), st.booleans()),
        ),
        st.integers(0, MOST_STEPS),
        st.booleans(),
        st.integers(0, MOST_STEPS),
        st.booleans(),
    ),
    max_size=6,
)
"""What is to stand by round, when the bot is ended, what is removed, and if nonces are kept."""


class Killed(BaseException):
    """The bot is ended here."""


@dataclass
class World:
    """A room with messages and a store, which both outlive the bot."""

    messages: dict[int, str] = field(default_factory=dict)
    marks: dict[int, int | str] = field(default_factory=dict)
    """The first component's id of each message; of one with content, its button's custom_id."""
    rows: dict[str, PostRow] = field(default_factory=dict)
    nonces: dict[str, int] = field(default_factory=dict)
    loud: list[str] = field(default_factory=list)
    """What lock screens have shown."""
    made: int = 0
    steps: int = 0
    """Steps that the bot still makes; 0 where nothing ends it."""
    arrives: bool = False
    """Whether the last of them is still carried out."""
    readable: bool = True
    """Whether the bot may read the history of the room."""
    takes_files: bool = True
    fails: Exception | None = None
    """How Discord answers whatever is sent and deleted; None where it does that."""
    tries: int = 0
    """How often the bot has tried to send something."""

    def step(self, change: Any) -> Any:
        """Carries a step out, if the bot is not ended before."""
        ends = self.steps == 1
        self.steps = max(0, self.steps - 1)
        done = None if ends and not self.arrives else change()
        if ends:
            raise Killed
        return done

    # --- the room --------------------------------------------------------------------------------

    def get_partial_messageable(self, _channel: int) -> World:
        """The only room."""
        return self

    async def send(
        self, nonce: str, view: Any, silent: bool = False, content: str = "", **more: Any
    ) -> Message:
        """A new message, or the one that this known nonce was used for; one that rings has text."""
        [frame] = view.to_components()
        assert silent != bool(content)
        says = content or said(frame)
        mark = frame["components"][0]["custom_id"] if content else frame["id"]
        number = self.nonces.get(nonce, 0)
        self.tries += 1
        if self.fails:
            raise self.fails
        if more.get("files") and not self.takes_files:
            raise NO_FILES
        if number and number not in self.messages:
            raise unknown_message()
        return Message(self, self.step(lambda: self._sent(says, nonce, mark, silent)))

    def _sent(self, content: str, nonce: str, mark: int | str, silent: bool) -> int:
        if nonce not in self.nonces:
            self.made += 1
            self.nonces[nonce] = self.made
            self.messages[self.made], self.marks[self.made] = content, mark
            self.loud += [] if silent else [content]
        return self.nonces[nonce]

    async def history(self, **_which: Any) -> AsyncIterator[Message]:
        """The messages that stand, if the bot may read them."""
        if not self.readable:
            raise REFUSED
        for number in list(self.messages):
            yield Message(self, number)

    def get_partial_message(self, number: int) -> Message:
        """A message, which may be gone."""
        assert number, "no message has the number 0"
        return Message(self, number)

    # --- the store -------------------------------------------------------------------------------

    @property
    def posts(self) -> World:
        """What a store keeps of messages."""
        return self

    async def of(self, _table: int) -> dict[str, PostRow]:
        """What stands, and what may stand."""
        return {place: replace(row) for place, row in self.rows.items()}

    async def save(self, row: PostRow) -> None:
        self.step(lambda: self.rows.update({row.place: replace(row)}))

    async def remove(self, _table: int, place: str) -> None:
        self.step(lambda: self.rows.pop(place, None))


@dataclass
class Message:
    world: World
    id: int

    @property
    def components(self) -> list[Any]:
        mark = self.world.marks[self.id]
        if isinstance(mark, str):
            return [SimpleNamespace(id=0, children=[SimpleNamespace(custom_id=mark)])]
        return [SimpleNamespace(id=mark)]

    async def edit(self, view: Any, **_more: Any) -> Message:
        self._must_stand()
        [frame] = view.to_components()
        self.world.step(lambda: self._change(said(frame)))
        return self

    def _change(self, content: str) -> None:
        self.world.messages[self.id], self.world.marks[self.id] = content, 0

    async def delete(self) -> None:
        if self.world.fails:
            raise self.world.fails
        self._must_stand()
        self.world.step(lambda: self.world.messages.pop(self.id))

    def _must_stand(self) -> None:
        if self.id not in self.world.messages:
            raise unknown_message()


def answer(status: int) -> Any:
    """What an exception of the library is made from."""
    return SimpleNamespace(status=status, reason="")


def unknown_message() -> discord.NotFound:
    """The answer to whatever concerns a message that somebody has deleted."""
    return discord.NotFound(answer(404), {"code": 10008, "message": "Unknown Message"})


REFUSED = discord.Forbidden(answer(403), {"code": 50001, "message": "Missing Access"})
NO_FILES = discord.Forbidden(answer(403), {"code": 50013, "message": "Missing Permissions"})
BROKEN = discord.DiscordServerError(answer(500), {"code": 0, "message": "Internal Server Error"})


def said(frame: dict[str, Any]) -> str:
    """The text of a message that shows a page."""
    return frame["components"][0]["content"]


async def show(posts: Posts, wanted: Round, *files: Picture) -> None:
    """Brings every place to what it should be, as the outbox does; all pages have these files."""
    standing = await posts.of(TABLE)
    for place in standing.keys() - wanted.keys():
        await posts.take_down(standing[place])
    for place in PLACES:
        if place in wanted:
            shows, question, calls = wanted[place]
            says = f"{place} {shows}"
            rings = f"{place} asks {question}" if calls else ""
            page = Page([says, *files], says, [], question, rings)
            post = standing.get(place) or PostRow(TABLE, place, ROOM, 0, "", NO_QUESTION, 0.0)
            await posts.show(post, Wanted(page, question, notifies=calls))


def started(world: World) -> Posts:
    """A bot that has just been started after another one was ended."""
    posts = Posts(cast("discord.Client", world), cast("PostRepository", world))
    asyncio.run(posts.mark_unverified(TABLE))
    return posts


@pytest.mark.parametrize("times", range(1, 2 * MAX_ATTEMPTS + 2))
def test_one_stands_at_last_however_often_it_was_removed_before_the_bot_heard_of_it(times: int):
    world = World()
    asyncio.run(show(started(world), {"board": (0, 0, False)}))
    for _ in range(times):
        ended_after_a_message(world)
        world.messages.clear()
    posts = started(world)
    for _ in range(times):
        with suppress(OSError):  # what the outbox does not take for the end
            asyncio.run(show(posts, {"board": (1, 1, False)}))
    assert [*world.messages.values()] == [row.shown for row in world.rows.values()] == ["board 1"]


def ended_after_a_message(world: World) -> None:
    """The bot is ended, over and over, until a new message stands of which it never heard."""
    made = world.made
    while world.made == made:
        for world.steps in range(1, MOST_STEPS):
            world.arrives = True
            with suppress(Killed):
                asyncio.run(show(started(world), {"board": (1, 1, True)}))
            if world.made > made:
                break
    world.steps = 0


@pytest.mark.parametrize("forgotten", ["its nonce", "the message"])
def test_a_message_is_found_or_sent_anew_once_discord_has_forgotten(forgotten: str):
    world = World()
    ended_after_a_message(world)
    (world.nonces if forgotten == "its nonce" else world.messages).clear()
    asyncio.run(show(started(world), {"board": (0, 0, False)}))
    assert [*world.messages.values()] == [row.shown for row in world.rows.values()] == ["board 0"]


def test_a_first_message_that_nobody_wants_is_deleted_though_its_nonce_is_forgotten():
    world = World()
    ended_after_a_message(world)
    world.nonces.clear()
    asyncio.run(show(started(world), {}))
    assert world.messages == {} and world.rows == {} and world.made == 1


@pytest.mark.parametrize("standing", [False, True])
def test_what_discord_refuses_changes_nothing_and_rings_once_it_is_taken(standing: bool):
    world = World()
    posts = started(world)
    if standing:
        asyncio.run(show(posts, {"board": (0, 0, False)}))
    world.fails = REFUSED
    with pytest.raises(discord.Forbidden):
        asyncio.run(show(posts, {"board": (1, 1, True)}))
    assert [row.message for row in world.rows.values()] == [*world.messages]
    world.fails = None
    asyncio.run(show(posts, {"board": (1, 1, True)}))
    assert world.loud[-1] == "board asks 1" and [*world.messages.values()] == ["board 1"]


def test_a_message_of_which_the_bot_never_heard_is_found_once_discord_refuses_nothing():
    world = World()
    asyncio.run(show(started(world), {"board": (0, 0, False)}))
    for _ in ("its nonce is stored", "it is sent"):
        world.steps, world.arrives = 1, True
        with pytest.raises(Killed):
            asyncio.run(show(started(world), {"board": (1, 1, True)}))
    assert len(world.messages) == 2
    world.readable, world.fails = False, REFUSED
    with pytest.raises(discord.Forbidden):
        asyncio.run(show(started(world), {"board": (1, 1, True)}))
    world.fails = None
    asyncio.run(show(started(world), {"board": (1, 1, True)}))
    assert [*world.messages.values()] == ["board 1"]


def test_a_message_of_which_the_bot_never_heard_is_found_though_discord_takes_no_more_files():
    world, picture = World(), Picture("board.png", b"", "A board.")
    asyncio.run(show(started(world), {"board": (0, 0, False)}, picture))
    world.messages.clear()
    for _ in ("its nonce is stored", "it is sent"):
        world.steps, world.arrives = 1, True
        with pytest.raises(Killed):
            asyncio.run(show(started(world), {"board": (1, 0, False)}, picture))
    world.readable = world.takes_files = False
    asyncio.run(show(started(world), {"board": (1, 0, False)}, picture))
    assert len(world.messages) == 1 and world.made == 2


def test_a_message_that_rings_for_nobody_is_sent_once_and_not_edited():
    world = World(steps=MOST_STEPS)
    asyncio.run(show(started(world), {"board": (0, 0, False)}))
    assert MOST_STEPS - world.steps == len(["its nonce", "the message", "its number"])


def test_a_message_that_may_have_arrived_is_sent_again_under_its_nonce():
    world = World(fails=BROKEN)
    posts = started(world)
    with pytest.raises(discord.DiscordServerError):
        asyncio.run(show(posts, {"board": (0, 0, False)}))
    [nonce] = [row.next for row in world.rows.values()]
    world.fails = None
    asyncio.run(show(posts, {"board": (0, 0, False)}))
    assert [*world.nonces] == [nonce] and [*world.messages.values()] == ["board 0"]


def test_a_message_that_discord_fails_to_delete_is_deleted_later():
    world = World()
    asyncio.run(show(started(world), {"board": (0, 0, False)}))
    world.fails = BROKEN
    with pytest.raises(discord.DiscordServerError):
        asyncio.run(show(started(world), {}))
    world.fails = None
    asyncio.run(show(started(world), {}))
    assert world.messages == {} and world.rows == {}


def test_a_message_that_is_gone_whenever_it_is_sent_is_tried_again_a_few_times_at_once():
    world = World(fails=unknown_message())
    with pytest.raises(OSError, match="every message"):
        asyncio.run(show(started(world), {"board": (0, 0, False)}))
    assert world.tries == MAX_ATTEMPTS and not world.messages


@pytest.mark.parametrize("question", [1, 2])
def test_a_message_of_an_earlier_release_notifies_only_for_a_new_question(question: int):
    world = World(messages={7: "vote"}, marks={7: 1}, made=7)
    world.rows["vote"] = PostRow(TABLE, "vote", ROOM, 7, "its digest then", 1, 5.0)
    posts = Posts(cast("discord.Client", world), cast("PostRepository", world))
    page = Page(["vote"], "its digest now", [101], question, "vote!")
    wanted = Wanted(page, question, notifies=question == 2)
    asyncio.run(posts.show(world.rows["vote"], wanted))
    number = 8 if question == 2 else 7
    assert world.messages == {number: "vote"} and world.rows["vote"].message == number
    assert world.loud == (["vote!"] if question == 2 else [])


@pytest.mark.parametrize("arrives", [False, True])
@pytest.mark.parametrize("steps", range(1, MOST_STEPS))
@pytest.mark.parametrize("first", [False, True])
@pytest.mark.parametrize("later", [1, 2])
def test_each_question_rings_once(steps: int, arrives: bool, first: bool, later: int):
    world = World()
    if not first:
        asyncio.run(show(started(world), {"board": (0, 0, False)}))
    world.steps, world.arrives = steps, arrives
    with suppress(Killed):
        asyncio.run(show(started(world), {"board": (1, 1, True)}))
    world.steps = 0
    world.nonces.clear()
    asyncio.run(show(started(world), {"board": (1, later, True)}))
    assert world.loud[-1] == f"board asks {later}" and len(world.loud) == len({*world.loud})
    assert [*world.messages.values()] == ["board 1"]


@pytest.mark.sampled(one_in=3)
@settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])  # a machine may be busy
@given(
    rounds=ROUNDS,
    wanted=ROUNDS.map(lambda rounds: rounds[-1][0] if rounds else {}),
    readable=st.booleans(),
)
def test_one_message_stands_at_each_place_whenever_the_bot_is_ended(
    rounds: list[tuple[Round, int, bool, int, bool]], wanted: Round, readable: bool
):
    world = World(readable=readable)
    posts = started(world)
    for passing, world.steps, world.arrives, removed, forgets in rounds:
        if world.messages.pop(removed, None):
            # Nobody tells the bot: it is posted again once it is to show something else.
            wanted = {place: (2, *wanted[place][1:]) for place in wanted}
        if forgets and readable:
            world.nonces.clear()
        try:
            asyncio.run(show(posts, passing))
        except Killed:
            posts = started(world)
    world.steps = 0
    asyncio.run(show(posts, wanted))
    assert {row.message: row.shown for row in world.rows.values()} == world.messages
    assert {place: row.shown for place, row in world.rows.items()} == {
        place: f"{place} {shows}" for place, (shows, *_) in wanted.items()
    }
