"""Pages are made although the game goes on meanwhile."""

from collections.abc import Awaitable, Callable, Sequence
from functools import partial
from typing import Any

import pytest

from bot.outbox.wanted import BOARD, PANEL, WATCHER, Snapshot, for_players, for_watchers
from bot.pages import board, panels, receipts, watching
from bot.pages.board import board_page
from bot.pages.page import Page, Row
from bot.store import PostRow
from bot.table import Table
from bot.web.content import content as web_content
from games import discover
from tests.twins import NOON, Twin, twin
from tests.twins import WATCHER as WATCHING

QUESTIONS = 8
"""So many questions of a game are tried."""


async def one_more(it: Twin) -> None:
    """Makes a move for somebody who is asked, unless the game has ended."""
    g, game = it.table.state, it.table.game
    if g.asked:
        await it.table.submit(g.asked[0], game.default(g, g.asked[0]), f"test:{next(it.steps)}")


async def made_meanwhile(
    it: Twin, make: Callable[[], Awaitable[Any]], monkeypatch: pytest.MonkeyPatch
) -> Any:
    """What is made if somebody moves before each thing that it reads from the store."""
    moving = False

    def after_a_move(read: Any) -> Any:
        async def read_after_a_move(sql: str, values: Sequence[Any] = ()) -> list[Any]:
            nonlocal moving
            if not moving:
                moving = True
                await one_more(it)
                moving = False
            return await read(sql, values)

        return read_after_a_move

    with monkeypatch.context() as patched:
        for name in ("fetch", "search"):
            patched.setattr(it.store._db, name, after_a_move(getattr(it.store._db, name)))
        return await make()


def asked(page: Page) -> list[Any]:
    """What a page asks: its texts but the receipt, its controls and its question."""
    parts = [part for part in page.parts if isinstance(part, str | Row)]
    return [*(part for part in parts if not str(part).startswith("✓")), page.question]


async def no_news(table: Table, *_any: Any) -> list[Any]:
    """Leaves out the news, which are always the newest, but reads the store for them."""
    await table.store.moves.last(table.id)
    return []


@pytest.mark.sampled(one_in=5)
@pytest.mark.parametrize("name", sorted(discover()))
@pytest.mark.parametrize(
    "make",
    [
        lambda it: board_page(it.table, it.pictures, []),
        lambda it: watching.watch_page(it.table, it.pictures),
        lambda it: panels.panel_page(it.table, 0, it.pictures),
        lambda it: panels.panel_page(it.table, 1, it.pictures),
        lambda it: panels.panel_page(it.table, 0, it.pictures, hand_only=True),
    ],
    ids=["board", "watcher", "panel of the first", "panel of the second", "hand"],
)
async def test_a_page_asks_what_was_asked_when_it_was_begun(
    name: str, make: Callable[[Twin], Awaitable[Page]], monkeypatch: pytest.MonkeyPatch
):
    for module in (board, receipts):
        monkeypatch.setattr(module, "news_of", no_news)
    seats = discover()[name].fewest_seats
    async with twin(name, seats, {}, 2026) as it:
        for _ in range(QUESTIONS):
            if not it.table.state.asked:
                break
            begun = await make(it)
            found = await made_meanwhile(it, lambda: make(it), monkeypatch)
            assert asked(found) == asked(begun)


@pytest.mark.sampled
@pytest.mark.parametrize("name", sorted(discover()))
async def test_a_whole_game_is_shown_although_it_goes_on_while_its_pages_are_made(
    name: str, monkeypatch: pytest.MonkeyPatch
):
    seats = discover()[name].fewest_seats
    async with twin(name, seats, {}, 2026) as it:
        places = [f"{PANEL}{user}" for user in range(1, seats + 1)]
        old = {place: PostRow(it.table.id, place, 0, 2, "shown", -5, NOON) for place in places}
        while it.table.state.asked:
            now, question = Snapshot(it.table, old, it.pictures, "en", NOON), it.table.question
            wanted = await made_meanwhile(it, partial(for_players, now), monkeypatch)
            for place in (BOARD, *places):
                assert wanted[place].page.question == question
            now, question = Snapshot(it.table, {}, it.pictures, "en", NOON), it.table.question
            wanted = await made_meanwhile(it, partial(for_watchers, now), monkeypatch)
            assert wanted[f"{WATCHER}{WATCHING}"].question == question
            page = partial(web_content, it.table, it.pictures, "folder", None)
            begun = await page()
            found = await made_meanwhile(it, page, monkeypatch)
            assert found.parts[:3] == begun.parts[:3], "its heading, status and board"
