"""Privacy: everything about a person is given out, and taken away."""

import gzip
import json
import sys
from typing import Any

import pytest
import simcord

from bot.store import PingRow, TurnRow
from bot.table.names import Named
from tests.hostile import hostile_json
from tests.sim_server import SimServer, text

PEOPLE = ("Ada", "Ben")


async def export(sim: SimServer, name: str) -> Any:
    """What somebody gets about themselves."""
    answer = await sim.command(name, "mydata export")
    assert answer.response.ephemeral
    [file] = answer.response.attachments
    data = await file.read()
    return json.loads(gzip.decompress(data) if file.filename.endswith(".gz") else data)


async def delete(sim: SimServer, name: str) -> Any:
    asked = await sim.command(name, "mydata delete")
    return await sim.press(name, "Delete everything", asked.response)


def named(sim: SimServer, name: str) -> Named:
    """Somebody as a note names them."""
    return Named(sim.people[name].id, name)


async def settle_everything(sim: SimServer) -> int:
    """Has Ada change every setting; returns Ada's number."""
    user = sim.people["Ada"].id
    store = sim.bot.store
    await store.people.save(user, language="en", zone="Europe/Paris")
    await store.pings.save(PingRow(user, 0, "daily"))
    await store.turns.save([TurnRow(1, 0, user, 1, 2.0, None, None)])
    sim.sql("INSERT INTO watchers VALUES (1, ?, 0)", user)
    sim.sql("INSERT INTO offers VALUES (1, 1, ?, 1, 3.0)", user)
    sim.sql("INSERT INTO offers VALUES (1, 0, 5, 0, 4.0)")
    sim.sql("INSERT OR REPLACE INTO posts VALUES (1, ?, 7, 8, 'x', 1, 0, '', '')", str(user))
    sim.sql("INSERT INTO posts VALUES (1, ?, 7, 9, 'x', 1, 0, '', 'secret')", f"watch:{user}")
    return user


def everywhere(sim: SimServer) -> str:
    """The whole database as text, but for the states of games."""
    tables = [row[0] for row in sim.sql("SELECT name FROM sqlite_master WHERE type = 'table'")]
    kept: list[Any] = []
    for table in tables:
        columns = [row[1] for row in sim.sql(f"PRAGMA table_info({table})")]
        chosen = ", ".join(f'"{each}"' for each in columns if each != "state")
        kept += sim.sql(f"SELECT '{table}', {chosen} FROM {table}")
    return str(kept)


async def test_an_export_holds_everything_about_a_person(sim: SimServer):
    await sim.gather(computers=0, seats=2)
    table = await sim.play_until(lambda t: t.seq >= 4)
    await table.say("{name:text} leaves.", name=named(sim, "Ada"))
    await table.say("{name:text} leaves.", name=named(sim, "Ben"))
    user = await settle_everything(sim)
    found = await export(sim, "Ada")
    assert found["people"][0]["zone"] == "Europe/Paris" and found["pings"][0]["how"] == "daily"
    assert found["user"] == str(user) and len(found["turns"]) == len(found["watchers"]) == 1
    assert {each["place"] for each in found["messages"]} == {str(user), f"watch:{user}"}
    [seated] = found["tables"]
    assert found["offers"][0]["made"] == 3.0 and seated["offered"] == [{"seat": 0, "made": 4.0}]
    assert seated["host"] and seated["seats"][0]["name"] == "Ada"
    own = sim.sql("SELECT COUNT(*) FROM moves WHERE seat = 0")
    assert len(seated["moves"]) == own[0][0] > 1
    assert [note["words"] for note in seated["notes"]] == ["Ada leaves."]
    assert "Ben" not in json.dumps(found)


async def test_an_export_of_somebody_unknown_is_empty(sim: SimServer):
    found = await export(sim, "Ben")
    assert all(not each for name, each in found.items() if name != "user")


async def test_a_large_export_is_compressed(sim: SimServer, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(sys.modules["cogs.mydata"], "MAX_FILE_BYTES", 10)
    assert (await export(sim, "Ben"))["tables"] == []


async def test_nothing_about_a_person_is_left(sim: SimServer):
    await sim.gather(computers=0, seats=2)
    table = await sim.play_until(lambda t: t.seq >= 2)
    await table.say(
        "{before:text} gives way to {name:text}.", before=named(sim, "Ada"), name=named(sim, "Ben")
    )
    user = await settle_everything(sim)
    said = await delete(sim, "Ada")
    assert "is gone" in text(said.response)
    left = everywhere(sim)
    assert str(user) not in left and "Ada" not in left and "Ben" in left
    assert sim.sql("SELECT * FROM offers") == []
    assert str(user) not in json.dumps(await sim.bot.store.privacy.export(user)).replace(
        f'"user": "{user}"', ""
    )


async def test_a_running_game_goes_on_with_a_computer_player_under_a_pseudonym(sim: SimServer):
    await sim.gather(computers=0, seats=2)
    await delete(sim, "Ada")
    table = await sim.table()
    assert table.names == ["Player 1", "Ben"] and table.people[0].level
    assert table.row.host == sim.people["Ben"].id and table.row.status == "running"
    assert "Player 1" in text(sim.board()) and "Ada" not in text(sim.board())
    await sim.play_until(lambda t: t.seq >= 6)


async def test_a_game_without_people_is_abandoned(sim: SimServer):
    await sim.start("Ada", computers=1)
    await delete(sim, "Ada")
    assert (await sim.table()).row.status == "abandoned"


async def test_a_lobby_is_left(sim: SimServer):
    await sim.open(seats=3)
    await sim.press("Ben", "Join")
    await delete(sim, "Ada")
    table = await sim.table()
    assert table.names == ["Ben"] and table.row.host == sim.people["Ben"].id
    await delete(sim, "Ben")
    assert (await sim.table()).row.status == "abandoned"


async def test_a_finished_game_keeps_a_pseudonym_and_is_not_posted_anew(sim: SimServer):
    await sim.gather(computers=0, seats=2)
    await sim.play_out()
    posted = len(sim.posts())
    await delete(sim, "Ada")
    table = await sim.table()
    assert table.names == ["Player 1", "Ben"] and table.people[0].user is None
    assert not table.people[0].level, "it was a person who played"
    assert len(sim.posts()) == posted and sim.sql("SELECT * FROM outbox") == []
    assert "Player 1" in text((await sim.command("Ben", "game board")).response)


async def test_news_of_moderators_no_longer_name_them(sim: SimServer):
    await sim.gather(computers=0, seats=2)
    sim.add("Cleo", manage_messages=True)
    await sim.command("Cleo", "admin pause")
    sim.sql("UPDATE notes SET words = replace(words, '\"Cleo\"', '\"Cleopatra\"')")
    [order] = (await export(sim, "Cleo"))["orders"]
    assert order["words"] == "Cleopatra pauses the game."
    await delete(sim, "Cleo")
    left = everywhere(sim)
    assert "Cleo" not in left and str(sim.people["Cleo"].id) not in left and "somebody" in left


async def test_a_row_that_can_stand_without_a_person_loses_only_the_person(sim: SimServer):
    user = sim.people["Ada"].id
    sim.sql("CREATE TABLE later (place INTEGER, user INTEGER, PRIMARY KEY (place))")
    sim.sql("INSERT INTO later VALUES (1, ?), (2, 5)", user)
    assert (await export(sim, "Ada"))["later"] == [{"place": 1, "user": str(user)}]
    await delete(sim, "Ada")
    assert sim.sql("SELECT place, user FROM later") == [(1, None), (2, 5)]


async def test_a_deletion_that_fails_changes_nothing(
    sim: SimServer, monkeypatch: pytest.MonkeyPatch
):
    await sim.gather(computers=0, seats=2)
    user = await settle_everything(sim)
    before = everywhere(sim)

    def fail(*_: Any) -> None:
        raise OSError

    monkeypatch.setattr("bot.store.privacy._remove_from_notes", fail)
    with pytest.raises(OSError):
        await sim.bot.store.privacy.erase(user, "steady")
    assert everywhere(sim) == before


# --- Damaged rows --------------------------------------------------------------------------------

DAMAGE = {
    "people": "UPDATE tables SET people = ? WHERE id = 1",
    "votes": "UPDATE tables SET votes = ? WHERE id = 1",
    "options": "UPDATE tables SET options = ? WHERE id = 1",
    "labels": "UPDATE moves SET label = ? WHERE table_id = 1",
    "notes": "UPDATE notes SET words = ? WHERE table_id = 1",
    "state": "UPDATE moves SET state = ? WHERE table_id = 1",
    "game": "UPDATE tables SET game = ? WHERE id = 1",
}
PARTS = {"people": "seats", "votes": "votes", "labels": "moves", "notes": "notes"}


async def two_games(sim: SimServer) -> Any:
    """Table 1 in the usual channel and table 2 in another one; returns that channel."""
    await sim.gather(computers=0, seats=2)
    table = await sim.play_until(lambda t: t.seq >= 3)
    await table.say("{name:text} leaves.", name=named(sim, "Ada"))
    other = sim.guild.create_text_channel("other")
    await sim.start("Ada", "Ben", room=other)
    return other


def damage(sim: SimServer, part: str, stored: str) -> None:
    """Damages a part of table 1 as a failing disk would: nothing else follows from it."""
    made = "SELECT name FROM sqlite_master WHERE type = 'trigger' AND sql LIKE '%json%'"
    for (trigger,) in sim.sql(made):
        sim.sql(f"DROP TRIGGER {trigger}")
    sim.sql(DAMAGE[part], stored)


@pytest.mark.sampled
@pytest.mark.parametrize("part", DAMAGE)
async def test_of_a_damaged_table_an_export_has_all_that_can_be_read(sim: SimServer, part: str):
    await two_games(sim)
    whole = await export(sim, "Ada")
    assert [each["id"] for each in whole["tables"]] == [1, 2]
    assert "damaged" not in json.dumps(whole)
    for stored in hostile_json():
        damage(sim, part, stored)
        found = await export(sim, "Ada")
        one, two = found["tables"]
        assert two == whole["tables"][1] and found["people"] == whole["people"]
        assert {*one} - {"damaged"} == {*whole["tables"][0]}
        if part in PARTS and stored == "{a: 1}":
            assert one["damaged"] == [PARTS[part]]
        if part not in ("people", "labels"):
            assert one["moves"] == whole["tables"][0]["moves"] and one["seats"]


@pytest.mark.parametrize("seat", [7, "Ada", None, ["Ada"]])
async def test_a_damaged_seat_takes_no_other_seat_with_it(sim: SimServer, seat: Any):
    await two_games(sim)
    ada = sim.people["Ada"].id
    damage(sim, "people", json.dumps([seat, {"user": ada, "name": "Ada"}]))
    own = sim.sql("SELECT COUNT(*) FROM moves WHERE table_id = 1 AND seat = 1")
    one, _two = (await export(sim, "Ada"))["tables"]
    assert [each["seat"] for each in one["seats"]] == [1] and len(one["moves"]) == own[0][0]
    assert one["damaged"] == ["seats"]


@pytest.mark.sampled(one_in=8)
@pytest.mark.parametrize("part", ["people", "votes", "options", "notes"])
@pytest.mark.parametrize("stored", ["7", "]", '["Ada"]', "{user} Ada {{", '{{"of": [[', "null"])
async def test_a_damaged_table_keeps_nothing_of_somebody_who_is_erased(
    simcord_env: simcord.Env, part: str, stored: str
):
    sim = SimServer.of(simcord_env, "Ada", "Ben")  # the log may say that the table is set aside
    await two_games(sim)
    user = sim.people["Ada"].id
    damage(sim, part, stored.format(user=user) if part != "options" else "[[")
    assert "is gone" in text((await delete(sim, "Ada")).response)
    left = everywhere(sim)
    assert str(user) not in left and "Ada" not in left


@pytest.mark.sampled(one_in=6)
@pytest.mark.parametrize("part", ["state", "options", "votes", "game"])
@pytest.mark.parametrize("stored", ["[7]", "nonsense", "[" * 5000], ids=["list", "text", "deep"])
async def test_what_is_about_a_person_passes_over_a_damaged_table(
    simcord_env: simcord.Env, part: str, stored: str
):
    sim = SimServer.of(simcord_env, "Ada", "Ben")  # the log may say that the table is set aside
    other = await two_games(sim)
    damage(sim, part, '{"end": 7}' if (part, stored) == ("votes", "[7]") else stored)
    sim.bot.tables.mark_outdated([1])
    for command in ("stats", "leaderboard", "settings show", "history", "game board"):
        assert text((await sim.command("Ada", command, other)).response), command
    said = text((await sim.command("Ada", "turns", other)).response)
    assert "table 2" in said and "Table 1 is set aside" in said
    assert [each["id"] for each in (await export(sim, "Ada"))["tables"]] == [1, 2]
