"""News: by round and by seat, and with "you" for the reader."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio

from bot.pages.news import lines_by_seat
from bot.store import Store
from bot.table import NewTable, Person, Table, Tables, lobby
from bot.table.news import Sentence, news_of
from bot.texts.languages import using_language
from games import discover
from tests.databases import empty
from tests.golden import decisions, playthroughs

each_game = pytest.mark.parametrize("name", list(discover()))
with_last_round = pytest.mark.parametrize(
    "name", [name for name, game in discover().items() if game._last_round]
)
EACH_SEES, HEARD = 10, 3
"""Of so many positions, all seats look at one; so many games with a last round are enough."""


def by(seat: int | None, *rests: str) -> list[Sentence]:
    """Sentences about a seat, whose name is a letter, or about none."""
    if seat is None:
        return [Sentence(1, rest) for rest in rests]
    return [Sentence(1, f"{'ABC'[seat]} {rest}", None, seat, f" {rest}") for rest in rests]


def test_what_a_seat_did_in_a_round_is_one_line_and_other_things_are_in_small_print():
    told = [
        *by(0, "bids 3."),
        *by(1, "bids 4."),
        *by(0, "drops out."),
        *by(None, "Round 2 begins.", "For hire: a cook."),
        *by(0, "plays a card.", "gains 2."),
    ]
    assert lines_by_seat(told) == [
        "· A bids 3; drops out.",
        "· B bids 4.",
        "-# Round 2 begins. For hire: a cook.",
        "· A plays a card; gains 2.",
    ]
    assert lines_by_seat(told, by_turn=True)[:3] == ["· A bids 3.", "· B bids 4.", "· A drops out."]


def test_equal_sentences_in_a_row_are_one_with_their_number():
    told = [*by(0, "bids 3.", "bids 3.", "bids 3."), *by(1, "bids 3."), *by(0, "bids 3.")]
    assert lines_by_seat(told) == ["· A bids 3 (3×); bids 3.", "· B bids 3."]
    twice = [Sentence(1, "You took the Baron.", None, 0)] * 2
    assert lines_by_seat(twice) == ["· You took the Baron (2×)."]
    assert lines_by_seat([Sentence(1, "Berlin!", None, 0)] * 2) == ["· Berlin! Berlin!"]


def test_a_sentence_that_begins_otherwise_stands_whole():
    told = [
        *by(0, "shows a coat."),
        Sentence(1, "Berlin: 2 for A.", None, 0),
        *by(0, "sells."),
    ]
    assert lines_by_seat(told) == ["· A shows a coat. Berlin: 2 for A. A sells."]


def test_japanese_has_its_own_stops_and_particles():
    told = [
        Sentence(1, "Aはコートを買う。", None, 0, "はコートを買う。"),
        Sentence(1, "Aは2を得る。", None, 0, "は2を得る。"),
        Sentence(1, "大阪：Aに2。", None, 0),
    ]
    with using_language("ja"):
        assert lines_by_seat(told) == ["· Aはコートを買う、2を得る。大阪：Aに2。"]


@with_last_round
def test_all_read_until_the_end_that_the_last_round_is_played(name: str):
    heard = 0
    for path in playthroughs(name):
        told = []
        for n, at in enumerate(decisions(path)):
            viewers = (None, *range(at.g.seats)) if n % EACH_SEES == 0 else (None,)
            said = {at.game.view(at.g, seat).get("last_round") for seat in viewers}
            assert len(said) == 1
            told.append(said.pop() if at.g.scores is None else "over")
        first = next((n for n, each in enumerate(told) if each), len(told))
        heard += first < len(told) - 1 and told[-1] == "over"
        assert all(told[first:]), path
        if heard == HEARD:
            return
    assert heard


@pytest_asyncio.fixture
async def table(tmp_path: Path) -> Any:
    """A game of two people."""
    store = await Store.open(empty(tmp_path / "news.sqlite3"))
    tables = Tables(store, lambda table: None)
    laid = await tables.open(
        NewTable(discover()["wigs"], guild=1, channel=1, people=[Person("Ada", user=1)], seats=2)
    )
    await lobby.join(laid, 2, "Ben")
    await lobby.start(laid, 1)
    yield laid
    await store.close()


async def test_players_read_you_and_others_read_names(table: Table):
    for _ in range(20):
        seat = table.state.asked[0]
        await table.submit(seat, table.game.default(table.state, seat), f"test:{table.seq}")
    own, others = table.names
    public = [each.text for each in await news_of(table) if each.to is None]
    assert any(text.startswith(f"{own} ") for text in public)
    assert not any(text.startswith("You") for text in public)
    for seat, name in enumerate((own, others)):
        told = await news_of(table, seat=seat)
        assert all(each.to in (None, seat) for each in told)
        assert not any(each.text.startswith(f"{name} ") for each in told)
        assert any(each.text.startswith("You ") for each in told if each.subject == seat)
        public_for_seat = [each for each in told if each.to is None]
        assert len(public_for_seat) == len(public)
