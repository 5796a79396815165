"""Prêt-à-Porter: the rules of shows, awards and sales that no worked example shows."""

import random

import pytest

from games.pret_a_porter import making
from games.pret_a_porter.components import DATA, DESIGNS, SHOWS
from tests.games.pret_a_porter import *


@rule("8.2", "8.3")
def test_why_a_collection_cannot_be_shown() -> None:
    g = showing("D31 D33 D02 green red yellow")
    assert "You lack materials" not in refused(g, "A show D33")
    assert "Oxford Ledger" not in refused(g, "A show D25")
    g = showing("D31 D38 green red yellow")
    assert "You lack materials for these designs together." in refused(g, "A show D31+D38")
    assert "in the order of the numbers" in refused(g, "A show D38+D31")


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
