"""Royal Threadcount: what its pictures write, in every language."""

from itertools import combinations, product

import pytest

from bot.texts.languages import LANGUAGES, using_language
from games.royal_threadcount.state import game
from games.words import names_for
from renderers.layout import Box
from renderers.royal_threadcount.patterns import GARMENTS, HUES, letters_of, localized_letters
from renderers.royal_threadcount.players import (
    PLANS,
    Facts,
    labels_box,
    labels_of,
    overlap,
    overlapping_garments,
    spare_words,
)
from renderers.royal_threadcount.reading import whose_turn
from tests.games.royal_threadcount import play, position, rolling, shopping


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_hue_has_letters_of_its_own_and_a_dye_has_one(language: str) -> None:
    with using_language(language, "royal_threadcount"):
        assert len({*map(letters_of, HUES), localized_letters("W")}) == len(HUES) + 1
        assert all(len(localized_letters(letter)) == 1 for letter in "RYB")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_labels_of_garments_are_short_where_whole_ones_would_lie_on_others(
    language: str, seats: int
) -> None:
    plan, hues = PLANS[seats], ("red-violet", "")
    with using_language(language, "royal_threadcount"):
        for wears in product(product(hues, ("kikko", "")), repeat=len(GARMENTS)):
            short = overlapping_garments(wears, plan)
            boxes = [
                labels_box(kind, labels_of(wear, kind in short), plan)
                for kind, wear in zip(GARMENTS, wears, strict=True)
            ]
            assert not any(overlap(one, other) for one, other in combinations(boxes, 2)), wears
    assert not overlapping_garments((("red", "kikko"), *[("", "")] * 3), plan)


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_question_says_of_others_and_of_you_what_is_done(language: str) -> None:
    zero = position(cubes=[1], silk=[1], dice="white 3 0 5", dye=["R1"])
    positions = {
        "place": rolling(4, 0, 6, seats=3),
        "sow": position(silk=[2]),
        "dye": position(cubes=[1], dice="white 3 5 8"),
        "zero": play(zero, "A roll", "A dye red"),
        "market": shopping(silk=[7]),
        "wardrobe": play(shopping(silk=[7], outfits=["red uroko"]), "A arrange"),
    }
    assert positions.keys() == game.choices.keys()
    said: set[str] = set()
    with using_language(language, game.name):
        for name, g in positions.items():
            names, view = ["Ada"] * g.seats, game.view(g, None)
            assert view["question"]["name"] == name
            others, own = whose_turn(view, names), whose_turn(view, names_for(g.asked[0], names))
            assert "Ada" in others and own and "Ada" not in own
            said |= {others, own}
    assert len(said) == 2 * len(positions)


def test_boxes_that_only_touch_do_not_meet() -> None:
    assert overlap(Box(0, 0, 10, 10), Box(9, 9, 10, 10))
    assert not overlap(Box(0, 0, 10, 10), Box(10, 0, 10, 10))
    assert not overlap(Box(0, 0, 10, 10), Box(0, 10, 10, 10))


def test_spare_cards_are_counted_where_their_names_do_not_fit() -> None:
    def spares(*cards: str, seats: int = 4, silk: int = 0) -> str:
        facts = Facts(0, "A", "Ada", False, 0, False, silk, (0, 0, 0), (), cards)
        return spare_words(facts, PLANS[seats])

    assert spares("RV", "Kikko") == "spare RV, Kikko"
    assert spares("Uroko", "Karakusa") == "2 spare"
    assert spares("R", seats=5) == "1 spare"
    assert spares("R", seats=5, silk=10) == "1"
