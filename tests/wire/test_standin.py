"""The stand-in itself, with a plain client of discord.py."""

import asyncio
import io
from collections.abc import AsyncIterator
from typing import Any

import discord
import pytest
import pytest_asyncio
import yarl
from discord import app_commands, gateway, http, ui

from atelier_testing.discord_payloads import MAX_EMOJI_BYTES
from tests.wire.standin import AS_DISCORD, Interaction, StandIn, until
from tests.wire.standin import faults as wrong
from tests.wire.standin.emoji import MAX_EMOJI
from tests.wire.standin.messages import NONCE_KNOWN_S
from tests.wire.standin.things import (
    MAX_FILE_BYTES,
    OLD_EDITED,
    OLD_S,
    OPENED,
    OPENED_WITHIN_S,
    TOO_FAST,
)

TOKEN = "MTk4NjIyNDgzNDcxOTI1MjQ4.not-a-real.token"


class Form(ui.Modal, title="A form"):
    """Asks for a word."""

    word = ui.Label[Any](text="Word", component=ui.TextInput[Any](custom_id="word"))

    async def on_submit(self, interaction: discord.Interaction, /) -> None:
        """Says the word."""
        assert isinstance(self.word.component, ui.TextInput)
        await interaction.response.send_message(f"{self.word.component.value} it is")


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
        """Does not wait: the stand-in lets all shards identify at once."""


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
        await until(lambda: client.is_ready() and len(client.guilds) == 2, "it is ready")
        yield standin, client
        assert standin.unknown == []
    finally:
        await client.close()
        await asyncio.gather(running, return_exceptions=True)
        await standin.close()


async def said(interaction: Any) -> str:
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
    """What somebody types after the bot was asked to reconnect."""
    standin.faults.begin(invalid, wrong.INVALID)
    begun = standin.resumed + standin.identified
    ada = standin.person("Ada")
    asked = asyncio.create_task(standin.reconnect())
    await asyncio.sleep(0)  # the request to reconnect is sent, but not received yet
    typed = standin.command(ada, "say", word="yes")
    assert standin.connected_shards == {0, 1}
    await asked
    await until(lambda: standin.resumed + standin.identified == begun + 2, "it is back")
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


async def test_a_modal_is_no_answer_to_a_modal(pair: Any):
    standin, client = pair
    buttons = ui.View(timeout=None)
    buttons.add_item(ui.Button[Any](label="Press"))
    await client.get_partial_messageable(int(standin.channel)).send("pressed?", view=buttons)
    refused: list[int] = []

    async def ask(interaction: discord.Interaction) -> None:
        try:
            await interaction.response.send_modal(ui.Modal(title="Mute").add_item(Form.word))
        except discord.HTTPException as error:
            refused.append(error.code)

    client.on_interaction = ask
    pressed = standin.press(standin.person("Ada"), standin.messages()[-1], "Press")
    await until(lambda: pressed.form, "a form opens")
    standin.submit(pressed)
    await until(lambda: refused, "the bot is refused")
    assert refused == [50035]


async def test_an_edit_of_nothing_is_not_something_that_was_said(pair: Any):
    standin, client = pair
    buttons = ui.View(timeout=None)
    buttons.add_item(ui.Button[Any](label="Press"))
    await client.get_partial_messageable(int(standin.channel)).send("pressed?", view=buttons)

    async def edit(interaction: discord.Interaction) -> None:
        await interaction.response.defer()
        await interaction.edit_original_response()

    client.on_interaction = edit
    pressed = standin.press(standin.person("Ada"), standin.messages()[-1], "Press")
    assert await said(pressed) == "pressed?" and pressed.said == []


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


async def test_the_texts_of_a_message_are_counted_together(pair: Any):
    standin, client = pair
    there = client.get_partial_messageable(int(standin.channel))
    for last, taken in (("x", True), ("xx", False), ("", False)):
        view = discord.ui.LayoutView()
        for said in ("x" * 2000, "x" * 1999, last):
            view.add_item(discord.ui.TextDisplay(said))
        if taken:
            await there.send(view=view, silent=True)
        else:
            assert await code_of(there.send(view=view, silent=True)) == 50035
    assert len(standin.messages()) == 1


async def test_what_rings_has_content_until_it_is_edited_to_have_a_layout(pair: Any):
    standin, client = pair
    there = client.get_partial_messageable(int(standin.channel))
    view = discord.ui.LayoutView().add_item(discord.ui.TextDisplay("x"))
    assert await code_of(there.send(view=view)) == 50035
    rings = await there.send("Your turn.")
    assert await code_of(rings.edit(view=view)) == 50035
    await rings.edit(content=None, view=view)
    [message] = standin.messages()
    assert message["content"] == "" and message["components"][0]["content"] == "x"


async def test_channels_of_direct_messages_that_are_opened_too_fast_are_refused(pair: Any):
    standin, client = pair
    people = [discord.Object(int(standin.person(f"P{n}")["id"])) for n in range(OPENED + 1)]
    for person in people[:OPENED]:
        await client.create_dm(person)
    assert await code_of(client.create_dm(people[OPENED])) == TOO_FAST
    standin.passed_s += OPENED_WITHIN_S
    await client.create_dm(people[OPENED])


async def test_an_old_message_can_be_edited_but_not_too_often(pair: Any):
    standin, client = pair
    client.http.max_ratelimit_timeout = 60.0
    message = await client.get_partial_messageable(int(standin.channel)).send("x")
    for _ in range(2 * OLD_EDITED):
        await message.edit(content="y")
    standin.passed_s += OLD_S
    for _ in range(OLD_EDITED):
        await message.edit(content="z")
    with pytest.raises(discord.RateLimited):
        await message.edit(content="z")
    standin.old_edit_wait_s = 0.01
    assert await code_of(message.edit(content="z")) == 30046


async def test_files_are_taken_only_where_and_as_large_as_they_may_be(pair: Any):
    standin, client = pair
    there = client.get_partial_messageable(int(standin.channel))

    def file(size: int = 1) -> discord.File:
        return discord.File(io.BytesIO(b"x" * size), "x.txt")

    standin.without_files.add(standin.channel)
    assert await code_of(there.send("x", file=file())) == 50013
    standin.without_files.clear()
    standin.limits_uploads = True
    assert await code_of(there.send("x", file=file())) == 400001
    standin.limits_uploads = False
    assert await code_of(there.send("x", file=file(MAX_FILE_BYTES + 1))) == 40005
    await there.send("x", file=file())
    assert len(standin.messages()) == 1


async def test_nobody_writes_in_a_locked_thread(pair: Any):
    standin, client = pair
    thread = standin.add_thread("aside", standin.channel)
    standin.lock(thread.id)
    there = client.get_partial_messageable(int(thread.id))
    assert await code_of(there.send("x")) == 160005


async def test_the_bot_is_told_of_roles_and_of_itself_without_the_intent_of_members(pair: Any):
    standin, client = pair
    heard = [
        asyncio.create_task(client.wait_for(event, timeout=30))
        for event in ("guild_role_update", "member_update")
    ]
    await asyncio.sleep(0)
    standin.change_role(standin.guild)
    standin.change_bot(standin.guild)
    (_, role), (_, member) = await asyncio.gather(*heard)
    assert role.is_default() and member == role.guild.me


async def code_of(request: Any) -> int:
    """The error code with which a request is refused."""
    with pytest.raises(discord.HTTPException) as refused:
        await request
    return refused.value.code


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


async def test_emoji_are_kept_under_names_of_their_own_and_refused_where_they_are_gone(pair: Any):
    standin, client = pair
    png = b"\x89PNG\r\n\x1a\n"
    made = await client.create_application_emoji(name="apple_1", image=png)
    assert [each.id for each in await client.fetch_application_emojis()] == [made.id]
    for name, more in (
        ("apple_1", b""),
        ("a", b""),
        ("a-b", b""),
        ("pear", bytes(MAX_EMOJI_BYTES)),
    ):
        with pytest.raises(discord.HTTPException, match="50035"):
            await client.create_application_emoji(name=name, image=png + more)
    assert (await made.edit(name="pear_1")).name == "pear_1"
    button = ui.Button[Any](label="Eat", emoji=made)
    view = ui.View().add_item(button)
    room = client.get_channel(int(standin.channel))
    await room.send("Here", view=view)
    await made.delete()
    with pytest.raises(discord.HTTPException, match="Invalid emoji"):
        await room.send("Here", view=view)
    for n in range(MAX_EMOJI):
        standin.add_emoji(f"many_{n}")
    with pytest.raises(discord.HTTPException, match="30008"):
        await client.create_application_emoji(name="one_more", image=png)
