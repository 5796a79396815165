"""What somebody types, and what it finds."""

import pytest

from bot.texts.languages import using_language
from bot.texts.search import MAX_TYPED_CHARACTERS, Search, normalized, typed_words

TITLES = ["Selling", "Order of selling", "Abilities", "Tie", "L'enchère", "Mitarbeiterkarten", "糸"]
TEXTS = ["You sell a crate.", "Ties.", "Draw", "Who is first?", "", "", "絹の糸を買う"]


def found(typed: str) -> list[str]:
    rows = zip(TITLES, TITLES, ["vend", *[""] * 6], TEXTS, strict=True)
    return Search(rows).found(typed)


@pytest.mark.parametrize(
    ("typed", "titles"),
    [
        ("selling", ["Selling", "Order of selling"]),
        ("sell ord", ["Order of selling", "Selling"]),  # in any order, by their beginnings
        ("the order, please", ["Order of selling"]),
        ("vend", ["Selling"]),  # among its other words
        ("tie", ["Tie", "Order of selling"]),  # not abili*tie*s
        ("enchere", ["L'enchère"]),
        ("Mitarbeiter", ["Mitarbeiterkarten"]),
        ("karten", ["Mitarbeiterkarten"]),
        ("sells", ["Selling", "Order of selling"]),
        ("糸", ["糸"]),
        ("糸の値段", []),
        ("を買う", ["糸"]),
        ("zzz", []),
        ("", []),
        ("!?", []),
    ],
)
def test_words_find_titles_before_texts(typed: str, titles: list[str]):
    assert found(typed) == titles


def test_words_of_questions_alone_find_what_has_them():
    assert found("who is") == ["Tie"] and found("who sells")[0] == "Selling"


def test_rare_words_count_more():
    rows = [("a", "Card of gold", "", ""), ("b", "Card", "", ""), ("c", "Gold of kings", "", "")]
    assert Search([*rows, ("d", "Cards", "", "")]).found("gold card") == ["a", "c", "b", "d"]


def test_what_is_typed_fits_a_custom_id():
    for typed in ("x" * 6000, "㌔" * 60, "ﷺ" * 60, " a" * 60):
        kept = typed_words(typed)
        assert len(kept) <= MAX_TYPED_CHARACTERS and typed_words(kept) == kept


def test_every_language_says_which_words_find_nothing():
    for language in ("en", "de", "fr", "es", "ja"):
        with using_language(language):
            assert Search[str]([]).common


def test_case_accents_signs_and_spaces_do_not_matter():
    assert normalized("  Crème-Brûlée,  à l’ORANGE! ") == "creme brulee a lorange"
    assert normalized("Straße_9") == "strasse 9"
