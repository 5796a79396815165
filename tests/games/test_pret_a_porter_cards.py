"""Prêt-à-Porter: every card does what it says; b behind a card is its second side."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import pytest

from games.pret_a_porter import company as arithmetic
from games.pret_a_porter import effects, game
from games.pret_a_porter.company import capacity, debts, payable_upkeep, severance, total_upkeep
from games.pret_a_porter.components import CARDS, DATA, DESIGNS, FLIPPED, NAME, SHOWS, TOKENS, TYPES
from games.pret_a_porter.state import House
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


@rule("7.2")
@pytest.mark.parametrize(
    ("cards", "upkeep"),
    [
        ("C12 B02", 1), ("C12b B02", 2), ("C12", 0), ("E08", 2), ("E08b", 1), ("B23", 1),
        ("B23b", 0), ("B13 credit2", 4), ("B13b credit2", 4), ("LE05", 2), ("E15 E07", 4),
        ("E15b E07 E02 E03", 5), ("B11b E07 E02", 4), ("B11 E07", 5), ("C11 credit5", 3),
        ("C11b credit5", 6), ("E16 credit5", 4), ("E16b credit5", 4), ("E15 E17", 3),
        ("E15 E17 E10", 3),
    ],
)  # fmt: skip
def test_what_a_month_costs(cards: str, upkeep: int) -> None:
    p = company(0, cards)
    assert payable_upkeep(p) == upkeep
    assert month_end(f"{cards} $40").players[0].cash == 40 - upkeep


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


@rule("5.8")
@pytest.mark.parametrize("card", ["E15", "E15b"])
def test_a_personnel_manager_fires_free_themselves_too(card: str) -> None:
    p = company(0, f"{card} E07b")
    assert [severance(p, each) for each in p.cards] == [0, 0]
    assert severance(company(0, "E07b"), "E07") == 8


@rule("5.7")
@pytest.mark.parametrize(("cards", "places"), [("", 3), ("B01", 4), ("B11", 5), ("B11b B01", 6)])
def test_room_for_employees(cards: str, places: int) -> None:
    assert capacity(company(0, cards)) == places


# --- Buying --------------------------------------------------------------------------------------


@rule("5.13", "3.6")
@pytest.mark.parametrize(
    ("location", "card", "move", "paid", "quality"),
    [
        (6, "", "buy red 2", 10, 1), (6, "C04", "buy red 2", 6, 2), (6, "C04b", "buy red 2", 8, 2),
        (6, "B03", "buy red 2", 8, 1), (6, "B03b", "buy red 2", 6, 1),
        (7, "C05", "buy red", 4, 2), (7, "C05b", "buy red", 5, 2),
        (8, "C06", "buy red 2", 10, 3), (8, "C06b", "buy red 2", 12, 3),
        (8, "B09", "buy red 2", 10, 3), (8, "B09b", "buy red 2", 10, 4),
        (8, "E05", "buy red 2", 12, 3), (6, "E05b", "buy red 2", 6, 1),
        (7, "E06", "buy red", 6, 3), (7, "E06b", "buy red", 6, 4),
        (8, "B24", "buy red 1", 7, 4), (8, "B24b", "buy red 1", 7, 5),
    ],
)  # fmt: skip
def test_prices_and_quality(location: int, card: str, move: str, paid: int, quality: int) -> None:
    p = play(acting(location, f"{card} $40"), f"A {move}").players[0]
    assert (p.cash, p.tokens["Q"]) == (40 - paid, quality)


@rule("5.11")
@pytest.mark.parametrize(("card", "price"), [("B10", 6), ("B10b", 5), ("E14", 6), ("E14b", 5)])
def test_raised_limits_of_the_warehouse(card: str, price: int) -> None:
    g = play(acting(7, f"{card} $40"), "A buy red", "A more red")
    assert (cash(g)[0], have(g.players[0])) == (40 - 2 * price, "red2") and at_rest(g)


@rule("5.11")
def test_two_raised_limits_add_up() -> None:
    g = play(acting(7, "B10 E14 $40"), "A buy white+red", "A more white", "A more white")
    assert have(g.players[0]) == "white3 red1" and at_rest(g)


@rule("5.13", "3.4")
@pytest.mark.parametrize(
    ("location", "card", "move", "paid", "quality"),
    [
        (8, "C20", "buy white+white", 8, 0), (8, "C20b", "buy red", 6, 0),
        (7, "E11", "buy red", 6, 0), (7, "E11b", "buy white+red+black", 16, 1),
        (7, "E11 E05", "buy red", 6, 0),
    ],
)  # fmt: skip
def test_purchases_without_a_pawn(
    location: int, card: str, move: str, paid: int, quality: int
) -> None:
    g = position(("resolve", location), companies=[f"{card} $40", ""])
    p = play(g, f"A {move}").players[0]
    assert (p.cash, p.tokens["Q"]) == (40 - paid, quality)
    assert card != "E11b" or "buy red+red" not in legal(g)
    assert cash(play(g, "A pass"))[0] == 40


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


@pytest.mark.parametrize(
    ("card", "location", "other"), [("E17b", 9, "choose Q"), ("B22", 2, "choose PR")]
)
def test_one_of_two_gifts(card: str, location: int, other: str) -> None:
    g = acting(location, card, pieces="")
    assert sorted(legal(g)) == sorted([other, "choose cash"])
    assert cash(play(g, "A choose cash"))[0] == (2 if card == "E17b" else 4)
    assert play(g, f"A {other}").players[0].tokens[other.split(" ")[1]] == 1


@rule("3.4", "5.3")
@pytest.mark.parametrize(
    ("card", "money", "fame"), [("C11", 5, 1), ("C11b", 0, 1), ("B13", 5, 0), ("B13b", 5, 1)]
)
def test_a_bank_pawn_brings_what_a_card_says(card: str, money: int, fame: int) -> None:
    p = play(acting(1, f"{card} D01", who="AA"), "A pass", "A pass").players[0]
    assert (p.cash, p.tokens["PR"]) == (money, fame), "for one of two pawns"


@rule("3.3", "11.4")
def test_the_second_side_of_an_advance_pays_at_once_too() -> None:
    g = position("turn_contracts", companies=["C19", "C19b"], month=3)
    assert cash(g) == [5, 0]


@rule("2.8")
def test_a_fabric_fair_wants_two_dollars_once_it_is_extended() -> None:
    g = position("next_round", companies=["C16", ""], month=1, decks="D01 D02 D03 D04")
    assert "pass" not in legal(g) and len(legal(g)) == 6
    assert have(play(g, "A gain blue").players[0]) == "blue1"
    poor = position("next_round", companies=["C16b $1", ""], month=1, decks="D01 D02 D03 D04")
    assert asked(poor).endswith("place")


# --- Designs and contracts from cards ------------------------------------------------------------


@rule("3.9")
def test_a_look_replaces_the_action() -> None:
    g = acting(5, "C07b", rows="D01", decks="D40 D22 D05 D06")
    g = play(g, "A look")
    assert "A looks at 3 designs." in told(g)
    assert legal(g) == ["keep D40", "keep D22", "keep D05"]
    g = play(g, "A keep D22")
    assert g.players[0].designs == ["D22"] and at_rest(g)
    assert g.design_deck == ["D05", "D40", "D06"], "the others lie under the deck"
    assert game.view(g, 0)["design_deck_seen"] == ["D05", "D40"]
    assert game.view(g, 1)["design_deck_seen"] == []
    g = play(acting(5, "C07b", rows="D01", decks="D40 D22 D05", discards="D09"), "A look")
    assert g.discards["design"] == ["D09"], "three are enough"


@rule("3.5")
@pytest.mark.parametrize(("card", "moves"), [("B07", 2), ("B07b", 3)])
def test_a_design_studio_needs_no_pawn(card: str, moves: int) -> None:
    g = position(("resolve", 5), companies=[card, ""], rows="D01", decks="D40 D22")
    assert len(legal(g)) == moves
    assert play(g, "A take deck").players[0].designs == ["D40"]


@rule("3.9")
@pytest.mark.parametrize(
    ("card", "got", "money"), [("C23", "D01", 0), ("B20", "D09", 0), ("B20b", "D09", 2)]
)
def test_exchanges_with_row_and_discard_pile(card: str, got: str, money: int) -> None:
    g = position(
        ("resolve", 5), companies=[f"{card} D30", ""], rows="D01", decks="D40", discards="D09"
    )
    g = play(g, "A swap D30")
    assert f"A gives {NAME['D30']} away." in told(g)
    p = g.players[0]
    assert (p.designs, p.cash) == ([got], money)
    assert "D30" in g.discards["design"], "and it did not come back"


@rule("3.5", "3.9")
def test_who_exchanges_nothing_gets_nothing_of_the_ability() -> None:
    g = position(("resolve", 5), companies=["B20b D30", ""], discards="D09")
    assert cash(play(g, "A pass"))[0] == 0


@rule("3.9")
@pytest.mark.parametrize(
    ("card", "there"),
    [
        ("C23", {"decks": "D40", "discards": "D09"}),
        ("C23b", {"rows": "D01"}),
        ("B20", {"rows": "D01", "decks": "D40"}),
        ("B20b", {"rows": "D01", "decks": "D40"}),
        ("E20", {"rows": "D01"}),
    ],
)
def test_no_exchange_is_asked_where_a_card_finds_no_other_design(
    card: str, there: dict[str, str]
) -> None:
    assert at_rest(position(("resolve", 5), companies=[f"{card} D30", ""], **there))


@rule("3.9")
def test_exchanges_with_the_deck() -> None:
    g = position(("resolve", 5), companies=["C23b D30", ""], decks="D40 D22")
    assert play(g, "A swap D30").players[0].designs == ["D40"]
    g = position(("resolve", 5), companies=["E20 D30", ""], decks="D40 D22 D05 D06")
    g = play(g, "A swap D30", "A keep D05")
    assert g.players[0].designs == ["D05"] and len(g.design_deck) == 3


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


@rule("3.9")
def test_a_trained_forecaster_pays_for_a_look() -> None:
    g = position(("resolve", 5), companies=["E20b $4", ""], decks="D40 D22 D05 D06")
    assert legal(g) == ["look", "pass"]
    g = play(g, "A look", "A keep D40")
    assert (cash(g)[0], g.players[0].designs) == (1, ["D40"])
    assert at_rest(position(("resolve", 5), companies=["E20b $2", ""], decks="D40"))


@rule("2.6", "3.6")
def test_a_trained_negotiator_takes_the_open_top() -> None:
    g = play(acting(2, "E12b", rows="C01", decks="C02 C03"), "A take C01")
    assert game.label(g, 0, "take deck") == f"Take {NAME['C02']}"
    assert list(play(g, "A take deck").players[0].cards) == ["E12", "C01", "C02"]


@rule("3.5")
@pytest.mark.parametrize(("card", "price"), [("C08", 10), ("C08b", 7), ("B16", 7), ("B16b", 10)])
def test_unmade_designs_are_sold(card: str, price: int) -> None:
    g = position(("resolve", 9), companies=[f"{card} D01", ""])
    assert cash(play(g, "A sell D01"))[0] == price
    assert play(g, "A pass").players[0].designs == ["D01"]


# --- Growth --------------------------------------------------------------------------------------


@rule("6.2")
def test_a_further_turn_for_either_is_one() -> None:
    g = position(("growth_turn", 0), companies=["B12b E07 E02 B04 B05 $40", ""])
    g = play(g, "A upgrade B04", "A upgrade B05", "A train E07")
    assert not [move for move in game.legal(g, 0) if move.startswith(("train", "upgrade"))]


@rule("6.3")
@pytest.mark.parametrize(("card", "price"), [("E21", 6), ("E21b", 9)])
def test_an_outlet_manager_sells_a_design_in_growth(card: str, price: int) -> None:
    g = position(("growth_turn", 0), companies=[f"{card} D01 D02", ""])
    g = play(g, "A sell D01")
    assert cash(g)[0] == price and not any(move.startswith("sell") for move in legal(g))


@rule("3.1", "6.1")
def test_a_card_is_turned_once_and_last_quarter_cards_never() -> None:
    for cards in ("E02b B04b", "LE02 LB03"):
        g = position(("growth_turn", 0), companies=[f"{cards} $40 asks", ""])
        assert all(move.startswith(("fire", "pass")) for move in legal(g))


# --- Pawns ---------------------------------------------------------------------------------------


@rule("4.4")
@pytest.mark.parametrize(("card", "open_"), [("E22", {6}), ("E22b", {1, 6})])
def test_a_courier_enters_full_locations(card: str, open_: set[int]) -> None:
    g = position(("place", 0), companies=[card, ""], spaces=pawns(at1="AB", at6="AB"))
    assert {n for n in (1, 6) if f"place {n}" in legal(g)} == open_


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


# --- The end -------------------------------------------------------------------------------------


@rule("12.2", "12.4")
@pytest.mark.parametrize(
    ("cards", "cash_", "vp"),
    [
        ("LC05 D01 red6", 20 + 5, 0), ("LC07 B01 B02", 8, 0), ("LB02", 0, 15),
        ("LB02 B01 B02 B03 B04", 0, 24), ("LB06 $27", 27, 5), ("LB08 shown3", 0, 12),
        ("LB09 B01b E01b C01b", 0, 10), ("LE07 B01 B02", 0, 6), ("LE08 prestige3", 0, 3 + 3),
    ],
)  # fmt: skip
def test_what_cards_bring_at_the_end(cards: str, cash_: int, vp: int) -> None:
    p = position("final_exchange", companies=[cards, ""], month=12).players[0]
    assert (p.cash, p.vp) == (cash_, vp)


@rule("12.4", "11.4", "15.6")
def test_contracts_of_month_twelve_still_count_at_the_end() -> None:
    g = exhibition("LC05 red2 $20", "", month=12)
    assert g.scores is not None and g.players[0].cash == 20 - 3 + 8


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


def test_a_gift_is_told() -> None:
    g: House = acting(2, "E12", rows="C01")
    assert "Negotiator brings A $5." in told(g)
    assert list(TOKENS) == ["Q", "T", "PR"]
