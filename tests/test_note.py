"""Notes that people make for themselves: who sees them, and when they are deleted."""

from __future__ import annotations

import asyncio
import json
import sys
from collections.abc import Callable
from typing import Any

import pytest

from bot.store import MemoRow, Store
from cogs.note import MAX_CHARACTERS
from tests.databases import Address
from tests.salon import Salon, all_of, buttons, ephemeral_text, text

SECRET = "Ben hoards silk"
TRICKS = "**bold** @everyone <@1> [x](https://a.b) https://c.d\n# big\n-# small"


@pytest.fixture
def salon(salon_of: Callable[..., Salon]) -> Salon:
    """A server with two people in it."""
    return salon_of("Ada", "Ben")


async def write(salon: Salon, name: str, words: str, room: Any = None) -> Any:
    """Somebody types /note and sends what they write."""
    opened = await salon.command(name, "note", room)
    return await salon.people[name].submit_modal(opened, {"text": words})


def stored(salon: Salon) -> list[Any]:
    """All memos as they are stored."""
    return salon.sql('SELECT table_id, "user", text FROM memos ORDER BY "user"')


def field(opened: Any) -> dict[str, Any]:
    """The field of a form."""
    [label] = opened.modal["components"]
    return label["component"]


# --- Writing and reading --------------------------------------------------------------------------


async def test_a_note_is_written_by_command_and_stands_on_the_own_pages(salon: Salon):
    await salon.gather(computers=0, seats=2)
    saved = await write(salon, "Ada", SECRET)
    assert "Your note is saved" in ephemeral_text(saved) and f"> {SECRET}" in ephemeral_text(saved)
    assert stored(salon) == [(1, salon.people["Ada"].id, SECRET)]
    for label in ("Move", "My hand"):
        assert f"> {SECRET}" in ephemeral_text(await salon.press("Ada", label))
        assert SECRET not in ephemeral_text(await salon.press("Ben", label))
    assert SECRET in ephemeral_text(await salon.command("Ada", "game text"))
    assert SECRET not in ephemeral_text(await salon.command("Ben", "game text"))


async def test_the_button_of_the_panel_opens_the_note_and_the_panel_shows_it(salon: Salon):
    await salon.gather(computers=0, seats=2)
    panel = (await salon.press("Ada", "Move")).response
    opened = await salon.press("Ada", "Note", panel)
    assert field(opened).get("value", "") == ""
    saved = await salon.people["Ada"].submit_modal(opened, {"text": SECRET})
    assert saved.response.id == panel.id and f"> {SECRET}" in text(saved.response)
    again = await salon.press("Ada", "Note", saved.response)
    assert field(again)["value"] == SECRET and field(again)["max_length"] == MAX_CHARACTERS


async def test_an_empty_note_is_removed(salon: Salon):
    await salon.gather(computers=0, seats=2)
    await write(salon, "Ada", SECRET)
    gone = await write(salon, "Ada", " \n ")
    assert "Your note is removed" in ephemeral_text(gone) and SECRET not in ephemeral_text(gone)
    assert stored(salon) == []


async def test_the_panel_in_a_dm_shows_a_new_note_silently(salon: Salon):
    await salon.gather(computers=0, seats=2)
    await salon.play_until(lambda table: table.view(None)["secret"])
    shown = salon.dms("Ada")[-1]
    others = [await all_of(message) for message in (*salon.posts(), salon.dms("Ben")[-1])]
    await write(salon, "Ada", SECRET)
    assert salon.dms("Ada")[-1].id == shown.id and f"> {SECRET}" in text(salon.dms("Ada")[-1])
    seen = [await all_of(message) for message in (*salon.posts(), salon.dms("Ben")[-1])]
    assert seen == others
    written = await salon.people["Ada"].user.click(salon.dms("Ada")[-1], label="Note")
    await salon.people["Ada"].user.submit_modal(written, {"text": "other"})
    assert "> other" in text(salon.dms("Ada")[-1]) and SECRET not in text(salon.dms("Ada")[-1])


async def test_a_note_has_no_markdown_link_or_mention(salon: Salon):
    await salon.gather(computers=0, seats=2)
    saved = await write(salon, "Ada", f"{TRICKS}\x00\u202e")
    shown = ephemeral_text(saved)
    assert "> \\*\\*bold\\*\\* \\@everyone \\<\\@1> " in shown.replace("<@", "<\\@")
    assert "https\\://c.d" in shown and "> \\# big" in shown and "> \\-# small" in shown
    assert field(await salon.command("Ada", "note"))["value"] == TRICKS
    bodies = [each.json for each in salon.env.http_requests if each.json]
    told = [body for body in bodies if "bold" in json.dumps(body) and "allowed_mentions" in body]
    assert told and all(body["allowed_mentions"] == {"parse": []} for body in told)


async def test_a_note_is_in_no_news_log_or_history_and_not_for_watchers(
    salon: Salon, caplog: pytest.LogCaptureFixture
):
    caplog.set_level("DEBUG", logger="bot")
    await salon.gather(computers=0, seats=2)
    await write(salon, "Ada", SECRET)
    table = await salon.table()
    assert SECRET not in str(await table.news(400)) and SECRET not in await table.record()
    for asked in ("game board", "history"):
        assert SECRET not in ephemeral_text(await salon.command("Ben", asked))
    assert SECRET not in "".join(map(text, salon.posts())) and SECRET not in caplog.text


# --- Refused, stale and told of -------------------------------------------------------------------


async def test_only_somebody_who_plays_has_a_note(salon: Salon):
    await salon.open(seats=2)
    assert "not started yet" in ephemeral_text(await salon.command("Ada", "note"))
    refused = await salon.command("Ben", "note")
    assert "You do not play at this table" in ephemeral_text(refused) and stored(salon) == []


async def test_a_note_that_is_too_long_is_refused(salon: Salon, monkeypatch: pytest.MonkeyPatch):
    await salon.gather(computers=0, seats=2)
    await write(salon, "Ada", SECRET)
    before = stored(salon)
    monkeypatch.setattr(sys.modules["cogs.note"], "MAX_CHARACTERS", 10)
    assert field(await salon.command("Ada", "note"))["max_length"] == 10
    opened = await salon.command("Ben", "note")
    monkeypatch.setattr(sys.modules["cogs.note"], "MAX_CHARACTERS", 5)
    refused = await salon.people["Ben"].submit_modal(opened, {"text": "x" * 6})
    assert "A note has room for 5 characters" in ephemeral_text(refused)
    assert stored(salon) == before


async def test_a_form_needs_no_memory_and_works_after_a_restart(salon: Salon):
    await salon.gather(computers=0, seats=2)
    opened = await salon.command("Ada", "note")
    assert not salon.bot._connection._view_store._modals
    await salon.restart()
    saved = await salon.people["Ada"].submit_modal(opened, {"text": SECRET})
    assert f"> {SECRET}" in ephemeral_text(saved)


async def test_a_form_that_takes_too_long_is_refused_with_a_sentence(
    salon: Salon, monkeypatch: pytest.MonkeyPatch
):
    await salon.gather(computers=0, seats=2)
    monkeypatch.setattr("bot.interactions.replies.MAX_FORM_WAIT_S", 0.01)

    async def slow(*_: Any) -> str:
        await asyncio.sleep(1)
        return ""

    monkeypatch.setattr(salon.bot.store.memos, "of", slow)
    assert "too busy to open that" in ephemeral_text(await salon.command("Ada", "note"))


async def test_a_note_outlives_the_game_and_goes_with_the_data_of_its_writer(salon: Salon):
    await salon.gather(computers=0, seats=2)
    await write(salon, "Ada", SECRET)
    await write(salon, "Ben", "mine")
    await salon.skip_the_middle(1)
    table = await salon.table()
    for seat in table.waiting_people():
        with salon.env._bot_scope():
            await table.submit(seat, table.game.default(table.state, seat), f"last:{seat}")
    await salon.env.settle()
    assert table.row.status == "over"
    assert f"> {SECRET}" in ephemeral_text(await salon.press("Ada", "My hand"))
    found = await salon.bot.store.privacy.export(salon.people["Ada"].id)
    assert [each["text"] for each in found["memos"]] == [SECRET]
    asked = await salon.command("Ada", "mydata delete")
    await salon.press("Ada", "Delete everything", asked.response)
    assert [each[2] for each in stored(salon)] == ["mine"]
    assert "Note" not in buttons(salon.board())


async def test_a_seat_that_changes_hands_leaves_the_note_behind(salon: Salon):
    await salon.gather(computers=1, seats=3)
    await write(salon, "Ada", SECRET)
    leaving = await salon.command("Ada", "game leave")
    await salon.press("Ada", "Leave the game", leaving.response)
    assert "You do not play" in ephemeral_text(await salon.command("Ada", "note"))
    dora = salon.guild.add_member(salon.env.create_user("dora", global_name="Dora"))
    salon.people["Dora"] = dora
    await salon.press("Dora", "Play for Ada")
    assert SECRET not in ephemeral_text(await salon.press("Dora", "Move"))
    assert field(await salon.command("Dora", "note")).get("value", "") == ""


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
