"""Privacy: everything about a person is given out, and taken away."""

from __future__ import annotations

import gzip
import json
import sys
from collections.abc import Iterator
from typing import Any

import discord
import pytest
import simcord

from bot.store import PingRow, TurnRow
from tests.salon import Salon, text, without_bugs


@pytest.fixture
def salon(simcord_env: simcord.Env, caplog: pytest.LogCaptureFixture) -> Iterator[Salon]:
    """A server with two people in it."""
    with without_bugs(caplog):
        yield Salon.of(simcord_env, "Ada", "Ben")


async def export(salon: Salon, name: str) -> Any:
    """What somebody gets about themselves."""
    answer = await salon.command(name, "mydata export")
    assert answer.response.ephemeral
    [file] = answer.response.attachments
    data = await file.read()
    return json.loads(gzip.decompress(data) if file.filename.endswith(".gz") else data)


async def delete(salon: Salon, name: str) -> Any:
    """Somebody deletes their data."""
    asked = await salon.command(name, "mydata delete")
    return await salon.press(name, "Delete everything", asked.response)


async def settle_everything(salon: Salon) -> int:
    """Has Ada change every setting; returns Ada's number."""
    user = salon.people["Ada"].id
    store = salon.bot.store
    await store.people.save(user, language="en", zone="Europe/Paris")
    await store.pings.save(PingRow(user, 0, "daily"))
    await store.turns.save([TurnRow(1, 0, user, 1, 2.0, None, None)])
    salon.sql("INSERT INTO watchers VALUES (1, ?, 0)", user)
    salon.sql("INSERT INTO offers VALUES (1, 1, ?, 1, 3.0)", user)
    salon.sql("INSERT INTO offers VALUES (1, 0, 5, 0, 4.0)")
    salon.sql("INSERT OR REPLACE INTO posts VALUES (1, ?, 7, 8, 'x', 1, 0, '', '')", str(user))
    salon.sql("INSERT INTO posts VALUES (1, ?, 7, 9, 'x', 1, 0, '', 'secret')", f"watch:{user}")
    return user


def everywhere(salon: Salon) -> str:
    """The whole database as text, but for the states of games."""
    tables = [row[0] for row in salon.sql("SELECT name FROM sqlite_master WHERE type = 'table'")]
    kept: list[Any] = []
    for table in tables:
        columns = [row[1] for row in salon.sql(f"PRAGMA table_info({table})")]
        chosen = ", ".join(f'"{each}"' for each in columns if each != "state")
        kept += salon.sql(f"SELECT '{table}', {chosen} FROM {table}")
    return str(kept)


async def test_an_export_holds_everything_about_a_person(salon: Salon):
    await salon.gather(computers=0, seats=2)
    table = await salon.play_until(lambda t: t.seq >= 4)
    await table.say("{name:text} leaves.", name="Ada")
    await table.say("{name:text} leaves.", name="Ben")
    user = await settle_everything(salon)
    found = await export(salon, "Ada")
    assert found["people"][0]["zone"] == "Europe/Paris" and found["pings"][0]["how"] == "daily"
    assert found["user"] == str(user) and len(found["turns"]) == len(found["watchers"]) == 1
    assert {each["place"] for each in found["messages"]} == {str(user), f"watch:{user}"}
    [seated] = found["tables"]
    assert found["offers"][0]["made"] == 3.0 and seated["offered"] == [{"seat": 0, "made": 4.0}]
    assert seated["host"] and seated["seats"][0]["name"] == "Ada"
    own = salon.sql("SELECT COUNT(*) FROM moves WHERE seat = 0")
    assert len(seated["moves"]) == own[0][0] > 1
    assert [note["words"] for note in seated["notes"]] == ["Ada leaves."]
    assert "Ben" not in json.dumps(found)


async def test_an_export_of_somebody_unknown_is_empty(salon: Salon):
    found = await export(salon, "Ben")
    assert all(not each for name, each in found.items() if name != "user")


async def test_a_large_export_is_compressed(salon: Salon, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(sys.modules["cogs.mydata"], "MAX_FILE_BYTES", 10)
    assert (await export(salon, "Ben"))["tables"] == []


async def test_nothing_about_a_person_is_left(salon: Salon):
    await salon.gather(computers=0, seats=2)
    table = await salon.play_until(lambda t: t.seq >= 2)
    await table.say("{before:text} gives way to {name:text}.", before="Ada", name="Ben")
    user = await settle_everything(salon)
    said = await delete(salon, "Ada")
    assert "is gone" in text(said.response)
    left = everywhere(salon)
    assert str(user) not in left and "Ada" not in left and "Ben" in left
    assert salon.sql("SELECT * FROM offers") == []
    assert str(user) not in json.dumps(await salon.bot.store.privacy.export(user)).replace(
        f'"user": "{user}"', ""
    )


async def test_a_running_game_goes_on_with_a_computer_player_under_a_pseudonym(salon: Salon):
    await salon.gather(computers=0, seats=2)
    await delete(salon, "Ada")
    table = await salon.table()
    assert table.names == ["Player 1", "Ben"] and table.people[0].level
    assert table.row.host == salon.people["Ben"].id and table.row.status == "running"
    assert "Player 1" in text(salon.board()) and "Ada" not in text(salon.board())
    await salon.play_until(lambda t: t.seq >= 6)


async def test_a_game_without_people_is_abandoned(salon: Salon):
    await salon.open(seats=2, computers=1)
    await salon.press("Ada", "Start")
    await delete(salon, "Ada")
    assert (await salon.table()).row.status == "abandoned"


async def test_a_lobby_is_left(salon: Salon):
    await salon.open(seats=3)
    await salon.press("Ben", "Join")
    await delete(salon, "Ada")
    table = await salon.table()
    assert table.names == ["Ben"] and table.row.host == salon.people["Ben"].id
    await delete(salon, "Ben")
    assert (await salon.table()).row.status == "abandoned"


async def test_a_finished_game_keeps_a_pseudonym_and_is_not_posted_anew(salon: Salon):
    await salon.gather(computers=0, seats=2)
    await salon.skip_the_middle(1)
    await salon.play_until(lambda t: t.row.status == "over")
    posted = len(salon.posts())
    await delete(salon, "Ada")
    table = await salon.table()
    assert table.names == ["Player 1", "Ben"] and table.people[0].user is None
    assert len(salon.posts()) == posted and salon.sql("SELECT * FROM outbox") == []
    assert "Player 1" in text((await salon.command("Ben", "game board")).response)


async def test_news_of_moderators_no_longer_name_them(salon: Salon):
    await salon.gather(computers=0, seats=2)
    role = salon.guild.create_role(
        "Moderator", permissions=discord.Permissions(manage_messages=True)
    )
    user = salon.env.create_user("cleo", global_name="Cleo")
    salon.people["Cleo"] = salon.guild.add_member(user, roles=[role])
    await salon.command("Cleo", "admin pause")
    salon.sql("UPDATE notes SET words = replace(words, '\"Cleo\"', '\"Cleopatra\"')")
    [order] = (await export(salon, "Cleo"))["orders"]
    assert order["words"] == "Cleopatra pauses the game."
    await delete(salon, "Cleo")
    left = everywhere(salon)
    assert "Cleo" not in left and str(user.id) not in left and "somebody" in left


async def test_a_row_that_can_stand_without_a_person_loses_only_the_person(salon: Salon):
    user = salon.people["Ada"].id
    salon.sql("CREATE TABLE later (place INTEGER, user INTEGER, PRIMARY KEY (place))")
    salon.sql("INSERT INTO later VALUES (1, ?), (2, 5)", user)
    assert (await export(salon, "Ada"))["later"] == [{"place": 1, "user": str(user)}]
    await delete(salon, "Ada")
    assert salon.sql("SELECT place, user FROM later") == [(1, None), (2, 5)]


async def test_a_deletion_that_fails_changes_nothing(salon: Salon, monkeypatch: pytest.MonkeyPatch):
    await salon.gather(computers=0, seats=2)
    user = await settle_everything(salon)
    before = everywhere(salon)

    def fail(*_: Any) -> None:
        raise OSError

    monkeypatch.setattr("bot.store.privacy._remove_from_notes", fail)
    with pytest.raises(OSError):
        await salon.bot.store.privacy.erase(user, "Ada", "steady")
    assert everywhere(salon) == before
