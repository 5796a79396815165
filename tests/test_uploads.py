"""An edit that leaves a picture as it is does not upload it again."""

from typing import Any

import pytest
from simcord.http import router

from bot.outbox import layout
from bot.pages.page import Page, Picture, page
from tests.sim_server import SimServer, alt_texts, parts, text

PNG = (b"\x89PNG", "A board")


@pytest.fixture
def uploaded(monkeypatch: pytest.MonkeyPatch) -> list[list[str]]:
    """The names of the files of each request, in order."""

    def dispatch(*args: Any, files: Any = None, **more: Any) -> Any:
        uploads.append([each.filename for each in files or ()])
        return really(*args, files=files, **more)

    uploads: list[list[str]] = []
    really = router.dispatch
    monkeypatch.setattr(router, "dispatch", dispatch)
    return uploads


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
    uploads = sim.bot.outbox.uploads
    await uploads.edit(message.id, shown("Two", "a.png", "b.png", alt="Another one"), message.edit)
    board = sim.board()
    assert text(board) == "Two" and alt_texts(board) == ["Another one"] * 2
    assert [each.description for each in board.attachments] == ["Another one"] * 2
    await uploads.edit(message.id, shown("Three", "b.png", "c.png"), message.edit)
    assert [each.filename for each in sim.board().attachments] == ["b.png", "c.png"]
    assert [each for each in uploaded if each] == [["a.png", "b.png"], ["c.png"]]


async def test_what_discord_no_longer_knows_is_uploaded_again(
    sim: SimServer, uploaded: list[list[str]]
):
    message = await sent(sim, shown("One", "a.png"))
    await message.edit(**await layout.edit_arguments(shown("Two")))
    await sim.bot.outbox.uploads.edit(message.id, shown("Three", "a.png"), message.edit)
    assert text(sim.board()) == "Three" and len(sim.board().attachments) == 1
    assert [each for each in uploaded if each] == [["a.png"], ["a.png"]]


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
