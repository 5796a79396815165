"""What the operator of the bot sees and does: /operator."""

from typing import Any

import pytest
from discord.http import HTTPClient

from bot.pages.operator import MAX_STUCK, Situation, operator_page
from games.words import pack, phrase
from tests.sim_server import SimServer, all_of, buttons, ephemeral_text, reply_text, text
from tests.tables import Harness, process
from tests.test_broken_tables import DAMAGES

REFUSAL = "Only those who own this bot can do that."
CLOSED = "No new games can be opened for now"


def owned_by(sim: SimServer, monkeypatch: pytest.MonkeyPatch, owner: str, **team: int) -> None:
    """The application is somebody's, or of a team of these people: 2 has accepted, 1 is invited."""

    def user_of(name: str) -> dict[str, Any]:
        number = str(sim.people[name].id)
        return {"id": number, "username": name, "discriminator": "0", "avatar": None}

    members = [
        {"user": user_of(name), "membership_state": state, "permissions": ["*"], "role": "admin"}
        for name, state in team.items()
    ]
    user = user_of(owner)
    about = {"id": "1", "name": "Atelier", "icon": None, "owner_user_id": user["id"]}
    answer = {
        **about,
        "description": "",
        "bot_public": True,
        "bot_require_code_grant": False,
        "verify_key": "0",
        "owner": user,
        "approximate_guild_count": 7,
        "team": {**about, "members": members} if team else None,
    }

    async def info(_http: HTTPClient) -> Any:
        return answer

    monkeypatch.setattr(HTTPClient, "application_info", info)


@pytest.fixture
def sim(sim_server_of: Any, monkeypatch: pytest.MonkeyPatch) -> SimServer:
    """A server with the owner of the bot, Cleo, and two others."""
    made = sim_server_of("Ada", "Ben", "Cleo")
    owned_by(made, monkeypatch, "Cleo")
    return made


async def seen(sim: SimServer, name: str = "Cleo") -> Any:
    """What somebody gets for /operator."""
    return (await sim.command_dm(name, "operator")).response


async def press(sim: SimServer, label: str, message: Any = None) -> Any:
    return await sim.people["Cleo"].user.click(message or await seen(sim), label=label)


async def asked_to_say(sim: SimServer, said: str) -> Any:
    """Cleo types an announcement; what asks them to confirm it."""
    opened = await press(sim, "Announce something")
    return (await sim.people["Cleo"].user.submit_modal(opened, {"text": said})).response


async def two_tables(sim: SimServer) -> list[Any]:
    """A running table and a lobby; their channels."""
    other = sim.guild.create_text_channel("second-room")
    await sim.start("Ada", computers=1)
    await sim.open(host="Ben", room=other)
    return [sim.room, other]


# --- Who -----------------------------------------------------------------------------------------


async def test_only_the_owner_or_a_member_of_the_owning_team_operates(
    sim: SimServer, monkeypatch: pytest.MonkeyPatch
):
    assert ephemeral_text(await sim.command_dm("Ada", "operator")) == REFUSAL
    assert "**Servers:** 7" in text(await seen(sim))
    owned_by(sim, monkeypatch, "Ada", Ben=2, Cleo=1)
    assert "**Servers:** 7" in text(await seen(sim, "Ben"))
    for name in ("Ada", "Cleo"):
        assert ephemeral_text(await sim.command_dm(name, "operator")) == REFUSAL


async def test_forged_presses_of_others_change_nothing(sim: SimServer):
    await sim.open()
    draft = await asked_to_say(sim, "Hello.")
    [send] = buttons(draft).values()
    before = await all_of(sim.board())
    for custom_id in (send, *(f"operator-{what}:0:" for what in ("close", "reopen", "retry"))):
        assert REFUSAL in ephemeral_text(await sim.press_old("Ada", sim.board(), custom_id))
    opened = await sim.press_old("Ada", sim.board(), "operator-say:0:")
    assert REFUSAL in ephemeral_text(await sim.forge("Ada", opened, text="I am the operator."))
    assert await all_of(sim.board()) == before
    assert sim.sql("SELECT COUNT(*) FROM announcements") == [(1,)]
    assert not sim.sql("SELECT * FROM closures") and not sim.sql("SELECT * FROM notes")


# --- What is stuck -------------------------------------------------------------------------------


async def test_the_page_counts_tables_and_names_nobody(sim: SimServer):
    await two_tables(sim)
    said = text(await seen(sim))
    assert "1 gather players, 1 are running, 0 are finished" in said
    assert "**Invalid requests in the last ten minutes:** 0 of 10000" in said
    assert "Stuck" not in said and not any(name in said for name in sim.people)


@pytest.mark.parametrize(
    ("damage", "mended", "why"),
    [
        ("empty state", "UPDATE moves SET state = kept.state FROM kept", "state cannot be read"),
        ("unknown game", "UPDATE tables SET game = 'wigs' WHERE id = 1", "“faro” is not installed"),
    ],
)
async def test_a_table_that_is_set_aside_says_why_and_goes_on_once_it_can(
    sim: SimServer, damage: str, mended: str, why: str, caplog: pytest.LogCaptureFixture
):
    await two_tables(sim)
    sim.sql("CREATE TABLE kept AS SELECT state FROM moves")
    sim.sql(DAMAGES[damage])
    await sim.restart()
    await sim.press_old("Ada", sim.board(), "panel:1:")
    caplog.clear()
    page = await press(sim, "Try again")
    assert "Table 1: its " in text(page.response) and why in text(page.response)
    sim.sql(mended)
    await press(sim, "Try again", page.response)
    assert "Table 1" not in text(await seen(sim)) and "to move" in text(sim.board())


async def test_what_discord_refuses_is_named_and_tried_again(sim: SimServer):
    _room, other = await two_tables(sim)
    sim.env.inject_error("PATCH", "/channels/*/messages/*", status=403, code=50013, times=None)
    await sim.press("Ada", "Join", sim.board(other))
    page = await seen(sim)
    assert "Table 2: Discord refuses a message: Forbidden (status 403, code 50013)" in text(page)
    assert "Ada" not in text(sim.board(other))
    sim.env.backend.faults.clear()
    await press(sim, "Try again", page)
    assert "Ada" in text(sim.board(other)) and "Stuck" not in text(await seen(sim))


async def test_of_many_tables_only_those_are_read_that_the_page_lists(
    sim: SimServer, monkeypatch: pytest.MonkeyPatch
):
    await two_tables(sim)
    sim.sql("UPDATE tables SET status = 'broken'")
    monkeypatch.setattr("cogs.operator.MAX_STUCK", 1)
    read, get = list[int](), sim.bot.tables.get
    monkeypatch.setattr(sim.bot.tables, "get", lambda number: read.append(number) or get(number))
    await seen(sim)
    assert read == [1]


def test_the_page_lists_only_some_of_many_stuck_tables():
    stuck = dict.fromkeys(range(1, MAX_STUCK + 4), "it is tried again")
    it = Situation(1, {}, 0, stuck, 9, ["GET users/*"], None)
    said = "\n".join(part for part in operator_page(it).parts if isinstance(part, str))
    assert "3 more tables" in said and "**Discord refuses everywhere:** `GET users/*`" in said


# --- Announcements -------------------------------------------------------------------------------


async def test_an_announcement_stands_at_each_open_table_once_it_is_confirmed(sim: SimServer):
    rooms = await two_tables(sim)
    posts = [len(sim.posts(room)) for room in rooms]
    draft = await asked_to_say(sim, "@everyone: <@1> *upgrade* at\n noon")
    assert "Say this at 2 open tables?" in text(draft)
    assert not any("upgrade" in text(sim.board(room)) for room in rooms)
    [send] = buttons(draft).values()
    said = text((await press(sim, "Say it", draft)).response)
    assert "2 open tables will show it soon" in said
    for room in rooms:
        told = r"The operator of this bot says: “\@everyone: \<@1> \*upgrade\* at noon”"
        assert text(sim.board(room)).count(told) == 1
    assert [len(sim.posts(room)) for room in rooms] == posts and not any(sim.pinged("PATCH"))
    assert "This was said already" in ephemeral_text(await sim.press_old("Cleo", draft, send))
    assert text(sim.board()).count("upgrade") == 1


async def test_an_announcement_without_words_is_refused(sim: SimServer):
    opened = await press(sim, "Announce something")
    answer = await sim.people["Cleo"].user.submit_modal(opened, {"text": " \u200b "})
    assert "Type what I should say." in reply_text(answer)
    assert not sim.sql("SELECT * FROM announcements")


async def test_a_bot_that_is_killed_before_it_shows_an_announcement_shows_it_once(
    sim: SimServer, monkeypatch: pytest.MonkeyPatch
):
    rooms = await two_tables(sim)
    draft = await asked_to_say(sim, "Back at noon.")
    monkeypatch.setattr(sim.bot.outbox, "kick", lambda table_id: None)
    [send] = buttons(draft).values()
    await press(sim, "Say it", draft)
    assert not any("noon" in text(sim.board(room)) for room in rooms)
    await sim.restart()
    assert all(text(sim.board(room)).count("Back at noon.") == 1 for room in rooms)
    assert "This was said already" in ephemeral_text(await sim.press_old("Cleo", draft, send))
    assert all(text(sim.board(room)).count("Back at noon.") == 1 for room in rooms)


# --- No new games --------------------------------------------------------------------------------


async def test_nobody_opens_a_game_until_the_operator_allows_it_again(sim: SimServer):
    await sim.finish()
    other = sim.guild.create_text_channel("second-room")
    await sim.open(host="Ben", room=other)
    assert "cannot be opened" in text((await press(sim, "No new games")).response)
    await sim.restart()
    third = sim.guild.create_text_channel("third-room")
    for refused in (
        await sim.command("Ada", "game new", third, game="wigs"),
        await sim.command("Ada", "game new", third, game="wigs", private=True),
        await sim.command("Ada", "tutorial", third, game="wigs"),
        await sim.press("Ada", "Rematch"),
    ):
        assert CLOSED in ephemeral_text(refused)
    assert sim.sql("SELECT COUNT(*) FROM tables") == [(2,)] and not third.threads
    await sim.press("Ada", "Join", sim.board(other))
    await sim.press("Ben", "Start", sim.board(other))
    assert "to move" in text(sim.board(other)), "a lobby that was open goes on"
    await press(sim, "Allow new games")
    assert "is open" in ephemeral_text(await sim.command("Ada", "game new", third, game="wigs"))


# --- Several processes ---------------------------------------------------------------------------


async def test_other_processes_know_what_was_said_and_that_no_game_may_be_opened(harness: Harness):
    tables = [(await harness.game()).id, (await harness.lobby()).id]
    words = pack(phrase("Hello."))
    async with process(harness.address) as other:
        draft = await harness.store.operator.draft(str(words))
        assert sorted(await other.store.operator.announce(draft, 5.0) or []) == tables
        assert await harness.store.operator.announce(draft, 6.0) is None
        for table_id in tables:
            [note] = await harness.store.notes.of(table_id, -1)
            assert note.made == 5.0
        await harness.store.operator.close(7.0)
        await harness.store.operator.close(8.0)
        assert await other.store.operator.closed_since() == 8.0
        await other.store.operator.reopen()
        assert await harness.store.operator.closed_since() is None
