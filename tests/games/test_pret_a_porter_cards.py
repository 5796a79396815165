"""Prêt-à-Porter: every card does what it says; b behind a card is its second side."""

import re
from collections import Counter
from pathlib import Path

import pytest

from games.pret_a_porter import company as arithmetic
from games.pret_a_porter import effects, game
from games.pret_a_porter.company import debts, payable_upkeep, total_upkeep
from games.pret_a_porter.components import CARDS, DATA, DESIGNS, FLIPPED, SHOWS, TYPES
from tests.games.pret_a_porter import *

# --- The components ------------------------------------------------------------------------------


@rule("1.3", "13.1")
def test_eighteen_and_six_of_each_kind_and_six_and_three_more() -> None:
    counts = Counter((card.kind, card.last, card.extra) for card in CARDS.values())
    for kind in ("contract", "building", "employee"):
        assert [counts[kind, False, extra] for extra in (False, True)] == [18, 6]
        assert [counts[kind, True, extra] for extra in (False, True)] == [6, 3]


@rule("1.4", "13.1")
def test_two_designs_of_each_type_in_each_style_and_ten_more() -> None:
    grid = Counter((each.style, each.type) for each in DESIGNS.values() if not each.extra)
    assert len(grid) == 25 and set(grid.values()) == {2}
    assert sum(each.extra for each in DESIGNS.values()) == 10
    assert all(len(set(each.materials)) == 2 for each in DESIGNS.values())


@rule("1.2")
def test_starting_designs_are_alike_for_all_types() -> None:
    local = DATA["prices"]["local"]
    for kind, designs in TYPES.items():
        pair = [DESIGNS[design] for design in designs]
        assert len({each.style for each in pair}) == 1 and not any(each.bonus for each in pair)
        assert any(each.type == kind for each in pair)
        assert all(sum(local[colour] for colour in each.materials) == 8 for each in pair)


@rule("1.5")
def test_each_category_stands_on_each_line_of_the_last_shows_once() -> None:
    last = [show.lines for show in SHOWS.values() if show.last]
    assert len(SHOWS) == 10 and len(last) == 4
    assert all(sorted(lines) == ["PR", "Q", "T", "X2"] for lines in zip(*last, strict=True))


def test_every_effect_word_is_known() -> None:
    used = {word for card in CARDS.values() for word in words_of(card.sides.values())}
    reads = {name for name in vars(arithmetic) if not name.startswith("_")}
    assert used <= set(effects.ACTS) | reads
    assert set(effects.ACTS) <= used, "no word that no card uses"


def words_of(sides: object) -> set[str]:
    """Every effect word in some data, within exchanges and choices too."""
    return set(re.findall(r"'do': '(\w+)'", str(sides)))


@rule("3.1")
def test_every_side_of_every_card_is_named_in_a_test() -> None:
    here = Path(__file__).parent
    own = [*here.glob("test_pret_a_porter*.py"), here / "pret_a_porter.scenarios.md"]
    texts = [path.read_text("utf-8") for path in own]
    named = set(re.findall(r"\bL?[BCE]\d\db?\b", " ".join(texts)))
    sides = {
        card.id + ("b" if side == FLIPPED else "") for card in CARDS.values() for side in card.sides
    }
    assert sides <= named, sorted(sides - named)


# --- Upkeep and debts ----------------------------------------------------------------------------


@rule("7.1")
def test_every_card_costs_its_upkeep() -> None:
    for card in CARDS.values():
        for side in card.sides:
            p = company(0, card.id + ("b" if side == FLIPPED else ""))
            covered = card.kind == "employee"
            if card.id not in ("E15", "B11"):
                assert total_upkeep(p) == 3 - covered + card.sides[side].upkeep


@rule("11.2")
@pytest.mark.parametrize(("cards", "owed"), [("", 30), ("E16", 30), ("E16b", 24), ("LE05", 24)])
def test_cheaper_repayment(cards: str, owed: int) -> None:
    assert debts(company(0, f"{cards} credit3")) == owed
    p = settled(f"{cards} credit3 $60").players[0]
    assert p.cash == 60 - owed - payable_upkeep(company(0, f"{cards} credit3"))


# --- Gifts at locations --------------------------------------------------------------------------


@rule("3.4")
@pytest.mark.parametrize(
    ("location", "card", "gain"),
    [
        (2, "E12", "$5"), (2, "B22b", "PR1 $4"), (4, "C24", "PR1 $5"), (4, "C24b", "$5"),
        (6, "E22", "$2"), (8, "E22b", "$3"), (6, "E06", "Q1"), (6, "B24", "Q1"),
    ],
)  # fmt: skip
def test_gifts_for_a_pawn(location: int, card: str, gain: str) -> None:
    wanted = company(0, gain)
    g = acting(location, card)
    while not at_rest(g):
        g = play(g, "A pass")
    p = g.players[0]
    assert (p.tokens, p.cash) == (wanted.tokens, wanted.cash), "the action may be forgone"
    g = acting(location, card, "", who="B")
    assert g.players[0].cash == 0 and not any(g.players[0].tokens.values())


@rule("3.4", "3.2")
@pytest.mark.parametrize(("card", "gain"), [("C15", "T1"), ("C15b", "$3"), ("E17", "$1")])
def test_gifts_without_a_pawn(card: str, gain: str) -> None:
    g = position(("resolve", 9), ("resolve", 9), companies=[card, ""])
    p, wanted = g.players[0], company(0, gain)
    assert (p.tokens, p.cash) == (wanted.tokens, wanted.cash), "once a month"


# --- Designs and contracts from cards ------------------------------------------------------------


@rule("3.9", "15.3")
@pytest.mark.parametrize("card", ["C23", "C23b", "B20", "B20b", "E20"])
@pytest.mark.parametrize("deck", ["", "D40", "D40 D22"])
def test_a_design_given_away_does_not_come_straight_back(card: str, deck: str) -> None:
    for seed in range(6):
        g = position(
            ("resolve", 5),
            companies=[f"{card} D30", ""],
            rows="D01",
            decks=deck,
            discards="D09 D10",
            rng=seed,
        )
        g = play(g, "A swap D30")
        while not at_rest(g):
            assert not [move for move in legal(g) if "D30" in move]
            g = play(g, f"A {legal(g)[0]}")
        assert "D30" in g.discards["design"] and "D30" not in g.players[0].designs


# --- Pawns ---------------------------------------------------------------------------------------


@rule("4.4", "5.1")
@pytest.mark.parametrize(("card", "places"), [("B18", [5]), ("B18b", [5, 6, 7, 8])])
def test_a_head_office_has_an_extra_action(card: str, places: list[int]) -> None:
    g = position("extra_actions", companies=[card, ""])
    assert legal(g) == [*[f"place {n}" for n in places], "pass"]
    g = play(g, "A place 5")
    g.rows["design"], g.spaces[5] = ["D01", "D02"], [1]
    g.agenda.append(("resolve", 5))
    g = game._stack.advance(g)
    g = play(g, "B take D01", "A take D02")
    assert g.players[0].designs == ["D02"], "behind all others"


# --- Looking cards up ----------------------------------------------------------------------------


def test_every_card_can_be_looked_up_with_its_words() -> None:
    found = game.lookup
    types = {f"type-{kind}" for kind in TYPES}
    assert set(CARDS) | set(DESIGNS) | set(SHOWS) | types <= set(found)
    assert found["B03"]["facts"] == {
        "Price": "$4", "Upkeep": "$0", "To be upgraded": "$5", "Upkeep then": "$1",
    }  # fmt: skip
    assert any("Once upgraded" in line for line in found["B03"]["text"])
    assert found["D03"]["facts"]["Price"] == "$9" and "1 quality" in found["D03"]["text"][1]
