"""The commitment to the seed of a game: no page shows seed, salt or chance before the end."""

import hashlib
import json

import pytest

from bot.outbox.layout import components
from bot.pages import panels
from bot.pages.board import board_page, log_page
from bot.pages.ending import proof_page
from bot.pages.lobby import lobby_page
from bot.pages.page import Page
from bot.pictures.pictures import Pictures
from bot.table import Table, lobby
from bot.table.records import record_of
from games import record
from tests.tables import ADA, BEN, GAMES, SEED, Harness, a_move


async def test_the_commitment_is_the_hash_of_salt_and_seed(harness: Harness):
    table = await harness.lobby()
    text = f"{table.row.salt}:{SEED}"
    assert table.commitment() == hashlib.sha256(text.encode()).hexdigest()
    assert table.commitment() == record.commitment(table.row.salt, SEED)
    await lobby.start(table, ADA)
    assert f"commitment {table.commitment()}" in await record_of(table)


async def test_two_tables_with_one_seed_have_different_commitments(harness: Harness):
    first, second = await harness.lobby(), await harness.lobby()
    assert first.row.seed == second.row.seed == str(SEED)
    assert first.commitment() != second.commitment()


@pytest.mark.parametrize("address", ["sqlite"], indirect=True)  # pages know no database
@pytest.mark.sampled
@pytest.mark.parametrize("name", GAMES)
async def test_no_page_shows_seed_salt_or_chance_before_the_end(harness: Harness, name: str):
    pictures = Pictures()
    table = await harness.lobby(name, ADA, BEN)
    assert_silent(table, await said(lobby_page(table)))
    while len(table.people) < table.row.seats:
        await lobby.add_computer(table, ADA)
    await lobby.start(table, ADA)
    assert_silent(table, await said(await proof_page(table)))
    for n in range(24):
        if table.row.status != "running":
            break
        views = [table.view(seat) for seat in (None, *range(table.state.seats))]
        assert_silent(table, json.dumps(views))
        if n % 8 == 0:
            shown = [await board_page(table, pictures, [ADA]), await log_page(table, 0)]
            shown += [await panels.panel_page(table, seat, pictures) for seat in (0, 1)]
            shown += [await panels.answered_page(table, 0)]
            for page in shown:
                assert_silent(table, await said(page))
        await harness.move(table, *a_move(table))
    await harness.play_until(table, lambda table: table.row.status == "over")
    assert str(SEED) in await said(await proof_page(table))


async def said(page: Page) -> str:
    """All texts of a page, and its files with their names."""
    files = [(file.name, file.description, (await file.read()).hex()) for file in page.files]
    return json.dumps([components(page), files])


def assert_silent(table: Table, text: str) -> None:
    """Fails if a text gives away what is still to be drawn."""
    assert len(text) > 50
    for secret in (str(SEED), table.row.salt, f"{SEED:x}", str(table.g.rng if table.g else SEED)):
        assert secret not in text
