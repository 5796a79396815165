"""The stand-in itself, with the client of discord.py and no bot of ours: guilds and shards,
threads, what is completed and filled in, and rate limits.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from typing import Any

import discord
import pytest
import pytest_asyncio
import yarl
from discord import app_commands, gateway, http, ui

from tests.wire.standin import AS_DISCORD, Interaction, StandIn, until
from tests.wire.standin import faults as wrong
from tests.wire.standin.messages import NONCE_KNOWN_S

TOKEN = "MTk4NjIyNDgzNDcxOTI1MjQ4.not-a-real.token"


class Form(ui.Modal, title="A form"):
    """Asks for a word."""

    word = ui.TextInput[Any](label="Word", custom_id="word")

    async def on_submit(self, interaction: discord.Interaction, /) -> None:
        """Says the word."""
        await interaction.response.send_message(f"{self.word.value} it is")


class Client(discord.AutoShardedClient):
    """A client with two commands."""

    def __init__(self) -> None:
        super().__init__(intents=discord.Intents(guilds=True), guild_ready_timeout=0.1)
        self.tree = app_commands.CommandTree(self)
        self.on: list[int | None] = []

        async def words(interaction: discord.Interaction, current: str) -> list[Any]:
            return [app_commands.Choice(name=current.upper(), value=current)]

        @self.tree.command()
        @app_commands.autocomplete(word=words)
        async def say(interaction: discord.Interaction, word: str) -> None:
            """Says something."""
            self.on.append(interaction.guild and interaction.guild.shard_id)
            await interaction.response.send_message(word)

        @self.tree.command()
        async def ask(interaction: discord.Interaction) -> None:
            """Asks something."""
            await interaction.response.send_modal(Form())

        @self.tree.command()
        async def split(interaction: discord.Interaction) -> None:
            """Opens a thread."""
            await interaction.response.defer()
            assert isinstance(interaction.channel, discord.TextChannel)
            kind = discord.ChannelType.public_thread
            thread = await interaction.channel.create_thread(name="aside", type=kind)
            await thread.send("here")

        assert say and ask and split

    async def setup_hook(self) -> None:
        await self.tree.sync()

    async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:
        """Does not wait: the stand-in lets all shards in at once."""


@pytest_asyncio.fixture
async def pair(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[tuple[StandIn, Client]]:
    """A stand-in that advises two shards, and a client that is ready."""
    standin = StandIn(TOKEN)
    standin.shards = 2
    standin.add_channel("elsewhere", standin.add_guild("Another guild"))
    await standin.start()
    monkeypatch.setattr(http.Route, "BASE", standin.api)
    monkeypatch.setattr(
        gateway.DiscordWebSocket, "DEFAULT_GATEWAY", yarl.URL(standin.gateway), raising=False
    )
    client = Client()
    running = asyncio.create_task(client.start(TOKEN))
    try:
        await until(lambda: client.is_ready() and len(client.guilds) == 2, "it is ready", 20)
        yield standin, client
        assert standin.unknown == []
    finally:
        await client.close()
        await asyncio.gather(running, return_exceptions=True)
        await standin.close()


async def said(interaction: Any) -> str:
    """The answer to an interaction."""
    await until(lambda: interaction.confirmed, "it is answered")
    return interaction.response["content"]


async def test_each_guild_falls_to_its_shard_and_direct_messages_to_the_first(pair: Any):
    standin, client = pair
    assert standin.connected_shards == {0, 1} and standin.identified == 2
    ada = standin.person("Ada")
    for place in standin.places.copy().values():
        assert await said(standin.command(ada, "say", where=place.id, word="yes")) == "yes"
    assert sorted(client.on) == [0, 1]
    home = standin.dm_of(ada)
    assert await said(standin.command(ada, "say", where=home.id, word="no")) == "no"
    assert client.on[-1] is None
    standin.hang_up(shard=1)
    await until(lambda: standin.resumed == 1 and standin.connected_shards == {0, 1}, "it resumes")


async def test_what_sets_out_while_the_bot_leaves_is_lost_where_its_session_is(pair: Any):
    standin, _ = pair
    resumed = await typed_while_the_bot_leaves(standin, invalid=0.0)
    assert await said(resumed) == "yes" and resumed.faults == []
    lost = await typed_while_the_bot_leaves(standin, invalid=1.0)
    assert lost.kind is None and lost.faults == [wrong.DROPPED]


async def typed_while_the_bot_leaves(standin: StandIn, invalid: float) -> Interaction:
    """What is typed after the bot was asked to reconnect, once it is back."""
    standin.faults.begin(invalid, wrong.INVALID)
    begun = standin.resumed + standin.identified
    ada = standin.person("Ada")
    asked = asyncio.create_task(standin.reconnect())
    await asyncio.sleep(0)  # it is said, and not yet heard
    typed = standin.command(ada, "say", word="yes")
    assert standin.connected_shards == {0, 1}
    await asked
    await until(lambda: standin.resumed + standin.identified == begun + 2, "it is back", 20)
    return typed


async def test_words_are_completed_and_forms_filled_in(pair: Any):
    standin, _ = pair
    ada = standin.person("Ada")
    typing = standin.complete(ada, "say", "word", word="silk")
    await until(lambda: typing.confirmed, "it is completed")
    assert [(each["name"], each["value"]) for each in typing.choices] == [("SILK", "silk")]
    asked = standin.command(ada, "ask")
    await until(lambda: asked.form, "a form opens")
    assert await said(standin.submit(asked, word="Silk")) == "Silk it is"


async def test_threads_are_opened_and_an_archived_one_cannot_be_edited_until_written_in(pair: Any):
    standin, client = pair
    standin.command(standin.person("Ada"), "split")
    thread = await until(
        lambda: next((p for p in standin.places.values() if p.parent and p.messages), None),
        "a thread is opened",
    )
    there = client.get_partial_messageable(int(thread.id))
    message = there.get_partial_message(int(*thread.messages))
    standin.archive(thread.id)
    with pytest.raises(discord.HTTPException) as refused:
        await message.edit(content="x")
    assert refused.value.code == 50083
    await there.send("awake")
    await message.edit(content="x")
    standin.archive(thread.id, locked=True)
    with pytest.raises(discord.HTTPException):
        await there.send("asleep")


async def test_a_nonce_stands_for_its_message_for_some_minutes_and_for_none_once_it_is_deleted(
    pair: Any,
):
    standin, client = pair
    there = client.get_partial_messageable(int(standin.channel))
    first = await there.send("x", nonce="once")
    assert (await there.send("x", nonce="once")).id == first.id
    standin.passed_s += NONCE_KNOWN_S
    second = await there.send("x", nonce="once")
    assert second.id != first.id and len(standin.messages()) == 2
    await second.delete()
    with pytest.raises(discord.NotFound) as refused:
        await there.send("x", nonce="once")
    assert refused.value.code == 10008


async def test_a_bucket_that_is_empty_lets_the_client_wait(pair: Any):
    standin, client = pair
    standin.limits.known = AS_DISCORD | {"send": (2, 0.3)}
    there = client.get_partial_messageable(int(standin.channel))
    began = asyncio.get_running_loop().time()
    for n in range(5):
        await there.send(str(n))
    assert asyncio.get_running_loop().time() - began >= 0.55
    assert standin.limits.exceeded == [] and len(standin.messages()) == 5


async def test_who_is_removed_or_shut_out_is_told_so(pair: Any):
    standin, client = pair
    there = client.get_partial_messageable(int(standin.channel))
    standin.remove_bot(standin.guild)
    await until(lambda: len(client.guilds) == 1, "the guild is gone")
    with pytest.raises(discord.Forbidden):
        await there.send("x")
    standin.return_bot(standin.guild)
    await until(lambda: len(client.guilds) == 2, "the guild is back")
    standin.delete_channel(standin.channel)
    with pytest.raises(discord.NotFound):
        await there.send("x")
    ada = standin.person("Ada")
    standin.closed.add(ada["id"])
    dm = await client.create_dm(discord.Object(int(ada["id"])))
    with pytest.raises(discord.Forbidden) as refused:
        await dm.send("x")
    assert refused.value.code == 50007
