"""Brick & Mortar: the cards, and what the source text says of them."""

import re
from collections import Counter
from typing import Any

import pytest

from bot.texts.languages import LANGUAGES, using_language
from bot.texts.rulebook import rulebook
from games.brick_and_mortar import game
from games.brick_and_mortar.components import CARD, KINDS, MARKET, SHOWN_WINDOWS, STARTS, STORES
from games.brick_and_mortar.effects import EFFECTS
from games.words import _, translate
from renderers.brick_and_mortar.goods import letters
from renderers.brick_and_mortar.reading import MONTHS
from tests.games.brick_and_mortar import *

RULES = rulebook("brick_and_mortar").rules


# --- The cards ------------------------------------------------------------------------------------


def test_every_market_card_shows_just_two_types() -> None:
    assert len(MARKET) == 84
    assert all(len(shown) == 2 and all(shown.values()) for shown in MARKET.values())


@pytest.mark.parametrize(
    ("kind", "by_number", "total", "percent"),
    [
        ("food", [0, 15, 15, 15], 135, 54),
        ("clothing", [8, 12, 15, 7], 105, 50),
        ("electronics", [6, 6, 6, 10], 76, 33),
        ("jewelry", [16, 17, 0, 0], 50, 39),
        ("art", [10, 10, 0, 0], 30, 24),
    ],
)
def test_the_market_deck_has_the_printed_distribution(
    kind: str, by_number: list[int], total: int, percent: int
) -> None:
    shown = Counter(card[kind] for card in MARKET.values() if kind in card)
    assert [shown[n] for n in (1, 2, 3, 4)] == by_number
    assert sum(n * count for n, count in shown.items()) == total
    assert round(100 * shown.total() / 84) == percent


@rule("1.8")
def test_the_rules_show_what_is_on_the_market_cards() -> None:
    for kind in KINDS:
        shown = Counter(card[kind] for card in MARKET.values() if kind in card)
        numbers = ", ".join(str(shown[n]) for n in (1, 2, 3, 4))
        line = f"- {kind.capitalize()}: {round(100 * shown.total() / len(MARKET))} %; {numbers}; "
        total = sum(n * count for n, count in shown.items())
        assert f"{line}{total}." in RULES["1.8"].text


def amount_before(text: str, name: str) -> int:
    """The last amount of money that a text names before it names this store."""
    return int(re.findall(r"\$(\d+)", text[: text.index(name)])[-1])


def amount_after(text: str, name: str) -> int:
    """The first amount of money that a text names after it has named this store."""
    return int(re.findall(r"\$(\d+)", text[text.index(name) :])[0])


@rule("13.6")
def test_the_rules_say_how_much_less_crates_cost() -> None:
    cheaper = {
        card.name: -m["amount"]
        for card in STORES.values()
        for m in card.modifiers
        if m.word == "supply_price_delta" and not m.external
    }
    assert len(cheaper) == 6
    text = RULES["13.6"].text
    assert {name: amount_before(text, name) for name in cheaper} == cheaper


@rule("13.17", "13.18")
def test_the_rules_say_how_much_more_or_less_crates_sell_for() -> None:
    changed = {
        card.name: m for card in STORES.values() for m in card.modifiers
        if m.word == "sale_price_delta"
    }  # fmt: skip
    assert len(changed) == 15
    for name, m in changed.items():
        by_rivals = m.figures.get("when") in ("others_sell", "nobody_else_sells")
        text = RULES["13.18" if by_rivals else "13.17"].text
        assert amount_after(text, name) == abs(m["amount"]), name
        lowered = "sell for $1 less" in text and text.index(name) > text.index("The Factory Thirds")
        assert by_rivals or lowered == (m["amount"] < 0), name


def test_the_market_deck_has_168_entries() -> None:
    assert sum(len(card) for card in MARKET.values()) == 168
    assert sum(sum(card.values()) for card in MARKET.values()) == 396


@pytest.mark.parametrize(
    ("cards", "printed"),
    [("m22 m43 m51", [5, 3, 3, 2, 2]), ("m16 m69 m40", [5, 4, 0, 2, 2])],
)
def test_both_printed_sums_can_be_made_of_three_cards(cards: str, printed: list[int]) -> None:
    total = Counter[str]()
    for card in cards.split():
        total.update(MARKET[card])
    assert [total[kind] for kind in KINDS] == printed


def test_there_are_65_stores_and_six_starting_stores() -> None:
    assert (len(STORES), len(STARTS)) == (65, 6)
    assert len({card.name for card in STORES.values()}) == 65
    assert [card.players for card in STARTS.values()] == [2, 2, 2, 2, 3, 4]
    assert all(card.cost == card.utilities == card.points == 0 for card in STARTS.values())


def test_the_costs_of_the_stores() -> None:
    """Designed, so only that they stay within reach of $15 and a month's income."""
    assert all(4 <= card.cost <= 13 and 0 <= card.utilities <= 3 for card in STORES.values())
    assert all(0 <= card.points <= 3 for card in STORES.values())
    assert [CARD[card].utilities for card in ("duty_free", "designer_boutique")] == [3, 2]


def test_a_store_sells_something_or_has_a_modifier() -> None:
    for card in CARD.values():
        assert card.capacity or card.modifiers
        assert bool(card.capacity) == bool(card.shelves)
        assert {*card.capacity} | {*card.boxes} <= {*KINDS}
        assert not (card.capacity and card.boxes)


FACTS = [
    ("clothing_exporter", "points_per_sold", {"per": 4, "points": 2}),
    ("exporter", "points_per_sold", {"per": 3, "points": 1}),
    ("farmers_market", "points_by_types_sold", {"at_least": 4, "points": 3}),
    ("designer_boutique", "sale_price_delta", {"amount": 6}),
    ("designer_knockoffs", "sale_price_delta", {"amount": 3}),
    ("knockoff_electronics", "sale_price_delta", {"amount": 4}),
    ("bakery", "sale_price_delta", {"amount": -2}),
    ("pawn_shop", "sale_price_delta", {"amount": -2}),
    ("estate_seller", "supply_price_delta", {"amount": -4}),
    ("large_loading_dock", "supply_price_delta", {"amount": -3, "at_least": 5}),
    ("clothing_importer", "points_per_stocked", {"need": 5}),
    ("electronics_importer", "points_per_stocked", {"need": 5}),
    ("jewelry_liquidator", "points_on_close_discard", {"points": 2}),
    ("private_catering", "free_stock", {"max_each": 2}),
    ("bank", "split_investment", {"max_each": 5}),
    ("resale_shop", "buy_surplus", {"prices": {"electronics": 4, "jewelry": 7, "art": 10}}),
]


@pytest.mark.parametrize(("card", "word", "figures"), FACTS, ids=[fact[0] for fact in FACTS])
def test_what_the_source_text_says_of_a_card(card: str, word: str, figures: dict[str, Any]) -> None:
    modifier = next(each for each in CARD[card].modifiers if each.word == word)
    assert {name: modifier[name] for name in figures} == figures


@pytest.mark.parametrize(
    ("card", "capacity"),
    [
        ("mall_gallery", "J3 A2"),
        ("food_distributor", "F4"),
        ("estate_seller", "J3"),
        ("jewelry_liquidator", "J3"),
        ("exporter", "F4 C4"),
    ],
)
def test_the_capacities_of_the_examples(card: str, capacity: str) -> None:
    assert heap(CARD[card].capacity) == capacity


def test_all_windows_and_all_words_are_used() -> None:
    modifiers = [each for card in CARD.values() for each in card.modifiers]
    assert len(SHOWN_WINDOWS) == 18 and {each.window for each in modifiers} == {*SHOWN_WINDOWS}
    assert len(EFFECTS) == 26 and {each.word for each in modifiers} == {*EFFECTS}
    assert len(modifiers) == 73


def test_a_text_with_emblems_says_what_the_text_says() -> None:
    for each in (it for card in CARD.values() for it in card.modifiers):
        told = each.drawn.format(**{kind: kind for kind in KINDS}).replace("~", " ")
        assert told == each.text


@pytest.mark.parametrize("language", LANGUAGES)
def test_texts_with_emblems_show_the_same_ones_in_every_language(language: str) -> None:
    with using_language(language, "brick_and_mortar"):
        for each in (it for card in CARD.values() for it in card.modifiers):
            for text in (each.drawn, each.short):
                assert sorted(emblems(translate(text))) == sorted({*emblems(text)})


def emblems(text: str) -> list[str]:
    """The goods in a text of a picture."""
    return [kind for kind in re.findall(r"{(\w+)}", text) if kind in KINDS]


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_type_and_each_month_has_a_letter_in_every_language(language: str) -> None:
    with using_language(language, "brick_and_mortar"):
        assert len({*letters().values()}) == len(KINDS)
        months = _("J F M A M J J A S O").split()
        assert len(months) == len(MONTHS)


def test_every_card_can_be_looked_up() -> None:
    shown = game.lookup
    assert {*shown} == {*CARD, *MARKET}
    assert all(len(shown[card]["text"]) == len(CARD[card].modifiers) for card in CARD)
