"""An edit that leaves a picture as it is does not upload it again."""

from types import SimpleNamespace
from typing import Any
from unittest.mock import AsyncMock

import discord
import pytest
from simcord.http import router

from bot.outbox import layout, uploads
from bot.pages.page import FileLink, Page, Picture, Section, page
from tests.sim_server import SimServer, alt_texts, parts, text

PNG = (b"\x89PNG", "A board")


@pytest.fixture
def uploaded(monkeypatch: pytest.MonkeyPatch) -> list[list[str]]:
    """The names of the files of each request, in order."""

    def dispatch(*args: Any, files: Any = None, **more: Any) -> Any:
        uploaded.append([each.filename for each in files or ()])
        return really(*args, files=files, **more)

    uploaded: list[list[str]] = []
    really = router.dispatch
    monkeypatch.setattr(router, "dispatch", dispatch)
    return uploaded


def shown(words: str, *names: str, alt: str = "A board") -> Page:
    """A page with these words and pictures."""
    return page(words, *[Picture(name, b"\x89PNG", alt) for name in names])


async def sent(sim: SimServer, first: Page) -> Any:
    """A message that shows a page, and its files are known."""
    room = sim.bot.get_partial_messageable(sim.room.id)
    message = await room.send(**await layout.send_arguments(first))
    sim.bot.outbox.uploads.note(message)
    return room.get_partial_message(message.id)


async def test_what_stays_is_kept_and_its_words_are_new(sim: SimServer, uploaded: list[list[str]]):
    message = await sent(sim, shown("One", "a.png", "b.png"))
    known = sim.bot.outbox.uploads
    await known.edit(message.id, shown("Two", "a.png", "b.png", alt="Another one"), message.edit)
    board = sim.board()
    assert text(board) == "Two" and alt_texts(board) == ["Another one"] * 2
    assert [each.description for each in board.attachments] == ["Another one"] * 2
    await known.edit(message.id, shown("Three", "b.png", "c.png"), message.edit)
    assert [each.filename for each in sim.board().attachments] == ["b.png", "c.png"]
    assert [each for each in uploaded if each] == [["a.png", "b.png"], ["c.png"]]


async def test_files_beside_words_and_below_them_are_kept_too(
    sim: SimServer, uploaded: list[list[str]]
):
    def shows(words: str) -> Page:
        beside = Section(words, Picture("a.png", b"\x89PNG", "A card"))
        return page(words, beside, FileLink("log.txt", b"moves"))

    message = await sent(sim, shows("One"))
    await sim.bot.outbox.uploads.edit(message.id, shows("Two"), message.edit)
    assert [each.filename for each in sim.board().attachments] == ["a.png", "log.txt"]
    assert [each for each in uploaded if each] == [["a.png", "log.txt"]]


async def test_of_the_latest_messages_the_files_are_known(
    sim: SimServer, uploaded: list[list[str]], monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(uploads, "MAX_MESSAGES", 2)
    messages = [await sent(sim, shown(str(n), f"{n}.png")) for n in range(3)]
    uploaded.clear()
    for n in (2, 1, 0):
        again = shown("Two", f"{n}.png")
        await sim.bot.outbox.uploads.edit(messages[n].id, again, messages[n].edit)
    assert [each for each in uploaded if each] == [["0.png"]]


async def test_what_discord_no_longer_knows_is_uploaded_again(
    sim: SimServer, uploaded: list[list[str]]
):
    message = await sent(sim, shown("One", "a.png"))
    await message.edit(**await layout.edit_arguments(shown("Two")))
    await sim.bot.outbox.uploads.edit(message.id, shown("Three", "a.png"), message.edit)
    assert text(sim.board()) == "Three" and len(sim.board().attachments) == 1
    assert [each for each in uploaded if each] == [["a.png"], ["a.png"]]


async def test_an_edit_that_is_refused_for_another_reason_is_not_tried_again(sim: SimServer):
    message = await sent(sim, shown("One", "a.png"))
    answer: Any = SimpleNamespace(status=403, reason="")
    edit = AsyncMock(side_effect=discord.Forbidden(answer, {"code": 50013}))
    with pytest.raises(discord.Forbidden):
        await sim.bot.outbox.uploads.edit(message.id, shown("Two", "a.png"), edit)
    edit.assert_awaited_once()


async def test_a_board_with_the_same_picture_is_not_uploaded_again(
    sim: SimServer, uploaded: list[list[str]]
):
    await sim.gather_two(computers=0)
    board = sim.board()
    before = [part["items"][0]["media"]["url"] for part in parts(board) if part["type"] == 12]
    uploaded.clear()
    for name in ("Ada", "Ben"):
        await sim.command(name, "game pause")
    board = sim.board()
    after = [part["items"][0]["media"]["url"] for part in parts(board) if part["type"] == 12]
    assert "paused" in text(board) and after == before and not any(uploaded)
