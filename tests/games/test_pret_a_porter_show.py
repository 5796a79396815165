"""Prêt-à-Porter: the rules of shows, awards and sales that no worked example shows."""

from __future__ import annotations

import random

import pytest

from games.pret_a_porter import game, making
from games.pret_a_porter.components import (
    DATA,
    DESIGNS,
    SHOWS,
    TOKENS,
)
from tests.games.pret_a_porter import *

# --- 8. The show ---------------------------------------------------------------------------------


@rule("8.2")
def test_styles_are_asked_where_there_are_several() -> None:
    g = showing("D31 D12 green red2 white")
    assert legal(g) == ["style Evening", "style Rock", "show D12", "show D31", "show none"]
    assert "You can make no design of the style Sport." in refused(g, "A style Sport")
    shown = play(g, "A style Evening", "A show D12").players[0]
    assert shown.designs == ["D31"] and have(shown) == "green1 red1"
    assert play(g, "A show none").players[0].shown == 0


@rule("8.2", "8.4")
def test_choosing_a_style_stays_in_the_background_where_its_collections_are_listed() -> None:
    g = showing("D31 D12 green red2 white")
    question = game.question(g, 0)
    unusual = [move for move in question if question.tone(move) == "unusual"]
    assert unusual == ["style Evening", "style Rock", "show none"]
    assert game.label(g, 0, "show D31") == "Show Torn Encore"


@rule("8.3")
def test_materials_are_set_aside_until_the_sale() -> None:
    g = play(showing("D31 D35 green red2 blue3"), "A show D31+D35")
    p = g.players[0]
    assert have(p) == "blue2"
    assert {colour: n for colour, n in p.set_aside.items() if n} == {
        "green": 1,
        "blue": 1,
        "red": 2,
    }


@rule("8.2", "8.3")
def test_why_a_collection_cannot_be_shown() -> None:
    g = showing("D31 D33 D02 green red yellow")
    assert "You lack materials" not in refused(g, "A show D33")
    assert "Oxford Ledger" not in refused(g, "A show D25")
    g = showing("D31 D38 green red yellow")
    assert "You lack materials for these designs together." in refused(g, "A show D31+D38")
    assert "in the order of the numbers" in refused(g, "A show D38+D31")


@rule("8.6")
def test_many_designs_are_decided_on_in_two_lists() -> None:
    rock = " ".join(f"D{n}" for n in range(31, 41))
    g = showing(f"{rock} white9 yellow9 green9 blue9 red9 black9")
    assert len(legal(g)) == 256 and asked(g) == "A collection"
    g = play(g, "A show D31+D33+D34")
    assert legal(g) == ["show D39", "show D40", "show D39+D40", "show none"]
    p = play(g, "A show D39+D40").players[0]
    assert p.collection == ["D31", "D33", "D34", "D39", "D40"]
    assert play(g, "A show none").players[0].shown == 3


@rule("8.7")
@pytest.mark.parametrize(
    ("design", "materials", "gain"),
    [
        ("D03", "white yellow", "Q1"), ("D04", "green blue", "T1"), ("D06", "yellow green", "$4"),
        ("D10", "yellow red", "PR1"), ("D05", "white yellow", ""),
    ],
)  # fmt: skip
def test_bonuses(design: str, materials: str, gain: str) -> None:
    p, wanted = (
        play(showing(f"{design} {materials}"), f"A show {design}").players[0],
        company(0, gain),
    )
    assert (p.tokens, p.cash) == (wanted.tokens, wanted.cash)


def test_what_can_be_made_together_agrees_with_trying_all_ways() -> None:
    chance = random.Random(3)
    for _ in range(150):
        designs = tuple(sorted(chance.sample(sorted(DESIGNS), chance.randint(1, 3))))
        stock = tuple(chance.randint(0, 2) for _ in range(6))
        powers = making.Powers(*(chance.randint(0, 2) for _ in range(3)))
        assert making.makeable(designs, stock, powers) == by_trying(designs, stock, powers)


def by_trying(designs: tuple[str, ...], stock: making.Units, powers: making.Powers) -> bool:
    """Whether these can be made, by trying each design whole and without one of its materials."""

    def fits(left: list[str], need: list[int], waive: int) -> bool:
        if not left:
            lacking = sum(max(0, n - have) for n, have in zip(need, stock, strict=True))
            spare = sum(max(0, have - n) for n, have in zip(need, stock, strict=True))
            return lacking <= powers.patch + min(powers.wild, spare)
        one, two = making.NEEDS[left[0]]
        ways = [((one, two), waive)] + ([((one,), waive - 1), ((two,), waive - 1)] if waive else [])
        for places, rest in ways:
            more = [n + (i in places) for i, n in enumerate(need)]
            if fits(left[1:], more, rest):
                return True
        return False

    return fits(list(designs), [0] * 6, powers.waive)


# --- 9. and 10. Awards and sales -----------------------------------------------------------------


@rule("9.1")
@pytest.mark.parametrize(("month", "lines"), [(3, 4), (6, 6), (9, 6), (12, 8)])
def test_lines_that_count_by_quarter(month: int, lines: int) -> None:
    g = position("judge", month=month)
    assert len(g.awards) == lines
    assert all(SHOWS[award.show].lines[award.line - 1] == award.category for award in g.awards)


@rule("9.2")
def test_prizes_are_those_of_the_source_text() -> None:
    assert DATA["awards"]["prizes"] == {
        "2": [[4, 1], [3], [2], [1]],
        "3": [[4, 2], [3, 1], [2, 1], [1]],
        "4": [[4, 2], [3, 2], [2, 1], [1]],
    }


@rule("9.6", "10.1", "10.3", "2.2")
def test_a_whole_exhibition() -> None:
    """A shows one design at $14 in Berlin: quality, PR, designs, trend."""
    g = exhibition("$40 D31 D02 green red blue Q2 prestige1", "$40 PR1", month=3, decks="D40")
    g = play(g, "A show D31")
    a, b = g.players
    assert (a.takings, a.prestige) == ((1 + 4 + 2 + 1) * 1 + 14, 8)
    assert b.prestige == 3
    assert cash(g) == [40 + 22 - 3, 40 - 3]
    assert a.designs == ["D02"] and have(a) == "blue1"
    assert [a.tokens[name] for name in TOKENS] == [0, 0, 0] and g.sold[0] == ["D31"]
