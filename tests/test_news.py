"""News: by round and by seat, and with "you" for the reader."""

from dataclasses import replace

import pytest
import pytest_asyncio

from atelier_testing.golden import decisions, playthroughs
from bot.pages.news import lines_of
from bot.pages.page import MAX_LINE, in_lines
from bot.table import Table, Tables
from bot.table.news import Sentence, news_of, with_premoves
from bot.texts.languages import using_language
from games import discover
from games.kernel import AHEAD, ASIDE, HEADING
from tests.tables import game_of

with_last_round = pytest.mark.parametrize(
    "name", [name for name, game in discover().items() if game._last_round]
)
EACH_SEES, HEARD = 10, 3
"""Of so many positions, all seats look at one; so many games with a last round are enough."""

GAME = "wigs"


def by(seat: int | None, *rests: str) -> list[Sentence]:
    """Sentences about a seat, whose name is a letter, or about none."""
    if seat is None:
        return [Sentence(1, rest) for rest in rests]
    return [Sentence(1, f"{'ABC'[seat]} {rest}", None, seat, f" {rest}") for rest in rests]


def test_each_act_is_a_line_in_the_order_of_the_acts():
    told = [
        *by(0, "bids 3."),
        *by(1, "bids 4."),
        *by(0, "drops out."),
        *by(None, "For hire: a cook."),
        *by(0, "plays a card.", "gains 2."),
        Sentence(2, "A plays a card.", None, 0, " plays a card."),
    ]
    assert lines_of(told, GAME) == [
        "· A bids 3.",
        "· B bids 4.",
        "· A drops out.",
        "-# For hire: a cook.",
        "· A plays a card; gains 2.",
        "· A plays a card.",
    ]


def test_what_was_chosen_in_advance_is_told_once():
    chosen = Sentence(1, "As you chose in advance, dye: Take red.", 0, 0, kind=AHEAD)
    took = Sentence(1, "You took red.", None, 0)
    assert lines_of(with_premoves([*by(1, "bids 4."), chosen, took, *by(1, "passes.")]), GAME) == [
        "· B bids 4.",
        "· As you chose in advance: You took red.",
        "· B passes.",
    ]
    told = "· As you chose in advance, dye: Take red."
    later = replace(took, seq=2)
    assert lines_of(with_premoves([chosen]), GAME) == [told], "nobody is told what it did"
    assert lines_of(with_premoves([chosen, *by(1, "passes.")]), GAME) == [told, "· B passes."]
    assert lines_of(with_premoves([chosen, later]), GAME) == [told, "· You took red."]


def test_an_act_that_would_be_a_long_line_has_several():
    told = by(0, *[f"gains {n} of everything that there is." for n in range(8)])
    lines = lines_of(told, GAME)
    assert len(lines) == 3 and all(len(each) <= MAX_LINE + 2 for each in lines)
    assert all(each.startswith("· A gains ") for each in lines)


def test_a_heading_is_bold_and_the_log_alone_shows_housekeeping():
    told = [
        *by(0, "bids 3."),
        Sentence(1, "Round 2", kind=HEADING),
        Sentence(1, "A draws 2 cards.", None, 0, " draws 2 cards.", ASIDE),
        *by(0, "pays 2."),
    ]
    assert lines_of(told, GAME) == ["· A bids 3.", "**Round 2**", "· A pays 2."]
    log = ["· A bids 3.", "**Round 2**", "-# A draws 2 cards.", "· A pays 2."]
    assert lines_of(told, GAME, asides=True) == log


def test_equal_sentences_in_a_row_are_one_with_their_number():
    told = [*by(0, "bids 3.", "bids 3.", "bids 3."), *by(1, "bids 3."), *by(0, "bids 3.")]
    assert lines_of(told, GAME) == ["· A bids 3 (3×).", "· B bids 3.", "· A bids 3."]
    twice = [Sentence(1, "You took the Baron.", None, 0)] * 2
    assert lines_of(twice, GAME) == ["· You took the Baron (2×)."]
    assert lines_of([Sentence(1, "Berlin!", None, 0)] * 2, GAME) == ["· Berlin! Berlin!"]


def test_a_sentence_that_begins_otherwise_stands_whole():
    told = [
        *by(0, "shows a coat."),
        Sentence(1, "Berlin: 2 for A.", None, 0),
        *by(0, "sells."),
        Sentence(1, "A's loan has run out.", None, 0, "'s loan has run out."),
    ]
    assert lines_of(told, GAME) == [
        "· A shows a coat. Berlin: 2 for A. A sells. A's loan has run out.",
    ]


def test_japanese_has_its_own_stops_and_particles():
    told = [
        Sentence(1, "Aはコートを買う。", None, 0, "はコートを買う。"),
        Sentence(1, "Aは2を得る。", None, 0, "は2を得る。"),
        Sentence(1, "大阪：Aに2。", None, 0),
    ]
    with using_language("ja"):
        assert lines_of(told, GAME) == ["· Aはコートを買う、2を得る。大阪：Aに2。"]


def test_a_long_line_is_broken_after_a_sentence():
    sentence = "You take a card of which everybody knows. "
    assert in_lines(f"-# {sentence * 4}".strip()) == "\n".join(
        [f"-# {sentence * 2}".strip(), f"-# {sentence * 2}".strip()]
    )
    assert in_lines("Short.\n· Also short.") == "Short.\n· Also short."


@pytest.mark.sampled
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
async def table(tables: Tables) -> Table:
    """A game of two people."""
    return await game_of(tables)


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
