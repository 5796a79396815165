"""Notes that people make for themselves: who sees them, and when they are deleted."""

import asyncio
import json
import sys
from typing import Any

import pytest

from bot.store import MemoRow, Store
from bot.table.news import news_of
from bot.table.records import record_of
from cogs.note import MAX_CHARACTERS
from tests.databases import Address
from tests.sim_server import SimServer, all_of, buttons, ephemeral_text, text

PEOPLE = ("Ada", "Ben")
SECRET = "Ben hoards silk"
TRICKS = "**bold** @everyone <@1> [x](https://a.b) https://c.d\n# big\n-# small"


async def write(sim: SimServer, name: str, words: str, room: Any = None) -> Any:
    """Somebody types /note and sends what they write."""
    opened = await sim.command(name, "note", room)
    return await sim.people[name].submit_modal(opened, {"text": words})


def stored(sim: SimServer) -> list[Any]:
    return sim.sql('SELECT table_id, "user", text FROM memos ORDER BY "user"')


def field(opened: Any) -> dict[str, Any]:
    [label] = opened.modal["components"]
    return label["component"]


# --- Writing and reading --------------------------------------------------------------------------


async def test_a_note_is_written_by_command_and_stands_on_the_own_pages(sim: SimServer):
    await sim.gather(computers=0, seats=2)
    saved = await write(sim, "Ada", SECRET)
    assert "Your note is saved" in ephemeral_text(saved) and f"> {SECRET}" in ephemeral_text(saved)
    assert stored(sim) == [(1, sim.people["Ada"].id, SECRET)]
    for label in ("Move", "My hand"):
        assert f"> {SECRET}" in ephemeral_text(await sim.press("Ada", label))
        assert SECRET not in ephemeral_text(await sim.press("Ben", label))
    assert SECRET in ephemeral_text(await sim.command("Ada", "game text"))
    assert SECRET not in ephemeral_text(await sim.command("Ben", "game text"))


async def test_the_button_of_the_panel_opens_the_note_and_the_panel_shows_it(sim: SimServer):
    await sim.gather(computers=0, seats=2)
    panel = (await sim.press("Ada", "Move")).response
    opened = await sim.press("Ada", "Note", panel)
    assert field(opened).get("value", "") == ""
    saved = await sim.people["Ada"].submit_modal(opened, {"text": SECRET})
    assert saved.response.id == panel.id and f"> {SECRET}" in text(saved.response)
    again = await sim.press("Ada", "Note", saved.response)
    assert field(again)["value"] == SECRET and field(again)["max_length"] == MAX_CHARACTERS


async def test_an_empty_note_is_removed(sim: SimServer):
    await sim.gather(computers=0, seats=2)
    await write(sim, "Ada", SECRET)
    gone = await write(sim, "Ada", " \n ")
    assert "Your note is removed" in ephemeral_text(gone) and SECRET not in ephemeral_text(gone)
    assert stored(sim) == []


async def test_the_panel_in_a_dm_shows_a_new_note_silently(sim: SimServer):
    await sim.gather(computers=0, seats=2)
    await sim.play_until(lambda table: table.view(None)["question"]["secret"])
    shown = sim.dms("Ada")[-1]
    others = [await all_of(message) for message in (*sim.posts(), sim.dms("Ben")[-1])]
    await write(sim, "Ada", SECRET)
    assert sim.dms("Ada")[-1].id == shown.id and f"> {SECRET}" in text(sim.dms("Ada")[-1])
    seen = [await all_of(message) for message in (*sim.posts(), sim.dms("Ben")[-1])]
    assert seen == others
    written = await sim.people["Ada"].user.click(sim.dms("Ada")[-1], label="Note")
    await sim.people["Ada"].user.submit_modal(written, {"text": "other"})
    assert "> other" in text(sim.dms("Ada")[-1]) and SECRET not in text(sim.dms("Ada")[-1])


async def test_a_note_has_no_markdown_link_or_mention(sim: SimServer):
    await sim.gather(computers=0, seats=2)
    saved = await write(sim, "Ada", f"{TRICKS}\x00\u202e")
    shown = ephemeral_text(saved)
    assert "> \\*\\*bold\\*\\* \\@everyone \\<\\@1> " in shown.replace("<@", "<\\@")
    assert "https\\://c.d" in shown and "> \\# big" in shown and "> \\-# small" in shown
    assert field(await sim.command("Ada", "note"))["value"] == TRICKS
    bodies = [each.json for each in sim.env.http_requests if each.json]
    told = [body for body in bodies if "bold" in json.dumps(body) and "allowed_mentions" in body]
    assert told and all(body["allowed_mentions"] == {"parse": []} for body in told)


async def test_a_note_is_in_no_news_log_or_history_and_not_for_watchers(
    sim: SimServer, caplog: pytest.LogCaptureFixture
):
    caplog.set_level("DEBUG", logger="bot")
    await sim.gather(computers=0, seats=2)
    await write(sim, "Ada", SECRET)
    table = await sim.table()
    assert SECRET not in str(await news_of(table, 400)) and SECRET not in await record_of(table)
    for asked in ("game board", "history"):
        assert SECRET not in ephemeral_text(await sim.command("Ben", asked))
    assert SECRET not in "".join(map(text, sim.posts())) and SECRET not in caplog.text


# --- Refused, stale and told of -------------------------------------------------------------------


async def test_only_somebody_who_plays_has_a_note(sim: SimServer):
    await sim.open(seats=2)
    assert "not started yet" in ephemeral_text(await sim.command("Ada", "note"))
    refused = await sim.command("Ben", "note")
    assert "You do not play at this table" in ephemeral_text(refused) and stored(sim) == []


async def test_a_note_that_is_too_long_is_refused(sim: SimServer, monkeypatch: pytest.MonkeyPatch):
    await sim.gather(computers=0, seats=2)
    await write(sim, "Ada", SECRET)
    before = stored(sim)
    monkeypatch.setattr(sys.modules["cogs.note"], "MAX_CHARACTERS", 10)
    assert field(await sim.command("Ada", "note"))["max_length"] == 10
    opened = await sim.command("Ben", "note")
    monkeypatch.setattr(sys.modules["cogs.note"], "MAX_CHARACTERS", 5)
    refused = await sim.people["Ben"].submit_modal(opened, {"text": "x" * 6})
    assert "A note has room for 5 characters" in ephemeral_text(refused)
    assert stored(sim) == before


async def test_a_form_needs_no_memory_and_works_after_a_restart(sim: SimServer):
    await sim.gather(computers=0, seats=2)
    opened = await sim.command("Ada", "note")
    assert not sim.bot._connection._view_store._modals
    await sim.restart()
    saved = await sim.people["Ada"].submit_modal(opened, {"text": SECRET})
    assert f"> {SECRET}" in ephemeral_text(saved)


async def test_a_form_that_takes_too_long_is_refused_with_a_sentence(
    sim: SimServer, monkeypatch: pytest.MonkeyPatch
):
    await sim.gather(computers=0, seats=2)
    monkeypatch.setattr("bot.interactions.replies.MAX_FORM_WAIT_S", 0.01)

    async def slow(*_: Any) -> str:
        await asyncio.sleep(1)
        return ""

    monkeypatch.setattr(sim.bot.store.memos, "of", slow)
    assert "too busy to open that" in ephemeral_text(await sim.command("Ada", "note"))


async def test_a_note_outlives_the_game_and_goes_with_the_data_of_its_writer(sim: SimServer):
    await sim.gather(computers=0, seats=2)
    await write(sim, "Ada", SECRET)
    await write(sim, "Ben", "mine")
    await sim.play_out()
    assert f"> {SECRET}" in ephemeral_text(await sim.press("Ada", "My hand"))
    found = await sim.bot.store.privacy.export(sim.people["Ada"].id)
    assert [each["text"] for each in found["memos"]] == [SECRET]
    asked = await sim.command("Ada", "mydata delete")
    await sim.press("Ada", "Delete everything", asked.response)
    assert [each[2] for each in stored(sim)] == ["mine"]
    assert "Note" not in buttons(sim.board())


async def test_a_seat_that_changes_hands_leaves_the_note_behind(sim: SimServer):
    await sim.gather(computers=1, seats=3)
    await write(sim, "Ada", SECRET)
    leaving = await sim.command("Ada", "game leave")
    await sim.press("Ada", "Leave the game", leaving.response)
    assert "You do not play" in ephemeral_text(await sim.command("Ada", "note"))
    sim.add("Dora")
    await sim.press("Dora", "Play for Ada")
    assert SECRET not in ephemeral_text(await sim.press("Dora", "Move"))
    assert field(await sim.command("Dora", "note")).get("value", "") == ""


# --- The store ------------------------------------------------------------------------------------


async def test_each_person_has_one_memo_a_table(address: Address):
    store = await Store.open(address)
    for number in (1, 2):
        await store._db.execute(
            "INSERT INTO tables (game, channel, status, host, seats, people, options, seed, salt,"
            " version, made) VALUES ('x', ?, 'running', 1, 2, '[]', '{}', '1', '', 1, 0)",
            (number,),
        )
    for table_id, user, words in ((1, 5, "old"), (1, 5, "new"), (1, 6, "b"), (2, 5, "c")):
        await store.memos.save(MemoRow(table_id, user, words, 1.0))
    assert [await store.memos.of(*each) for each in ((1, 5), (1, 6), (2, 5), (2, 6))] == [
        *("new", "b", "c", "")
    ]
    await store.memos.save(MemoRow(1, 5, "", 2.0))
    assert await store.memos.of(1, 5) == "" and await store.memos.of(2, 5) == "c"
    await store.close()
