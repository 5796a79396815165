"""Brick & Mortar: answers to the questions of Building, Advertisement and Investment in advance."""

from bot.texts.languages import using_language
from games.brick_and_mortar import game
from renderers.brick_and_mortar import tell
from tests.games.brick_and_mortar import *


def test_answers_in_advance_are_told_in_words() -> None:
    g = building(seats=3, hands=["", "bakery", "bank"], stores=["jeweler", "exporter", "freezer"])
    g = play(g, "B ahead store action buy bakery", "C ahead passing rest")
    assert "store action: Buy Bakery." in tell(game.view(g, 1))
    with using_language("de", "brick_and_mortar"):
        assert "Ladenaktion: Bäckerei kaufen." in tell(game.view(g, 1))
        assert "Passen: Für den Rest dieser Phase passen." in tell(game.view(g, 2))


@rule("4.6")
def test_not_exchanging_may_be_set_in_advance() -> None:
    three = "jeweler, exporter, freezer"
    hands = ["m01 m02 m03 m04 m05", "m11 m12 m13 m14 m15"]
    g = advertisement(stores=[three, "bakery"], cards=hands)
    assert (asked(g), choice(g)) == ("A", "redraw")
    assert game.premoves(g, 0)["exchanging cards"] == ["pass"]
    assert "exchanging cards" not in game.premoves(g, 1), "B has no store in the third slot"
    now = play(g, "A pass")
    assert (choice(now), now.premoves) == ("play", {})
    month = position(("store_action", 1), "advertisement_phase", stores=[three], cards=hands)
    ahead = play(month, "A ahead exchanging cards pass", "B pass")
    assert (choice(ahead), ahead.players[0].redrawn) == ("play", 0)
    assert ahead.premoves == {0: {"exchanging cards": "pass"}}, "it is for all months"


@rule("3.13")
def test_a_starting_store_is_set_in_advance() -> None:
    starting = ["starting_1", "starting_2", "starting_3"]
    g = position("building_phase", month=1, starting=starting)
    one, two = game.premoves(g, 1)["starting store"][:2]
    taken = play(g, f"B ahead starting store {one}", f"A {two}")
    assert taken.players[1].stores[0].card == one.split()[1]
    g = play(g, f"B ahead starting store {one}", f"A {one}")
    assert asked(g) == "B" and game.view(g, 1)["ahead"] == {}


@rule("4.6")
def test_market_cards_are_set_in_advance() -> None:
    g = advertisement(stores=["jeweler, exporter, freezer", "bakery"], cards=FIVE)
    assert (asked(g), choice(g)) == ("A", "redraw")
    g = play(g, "B ahead advertisement play m11 supply m12 demand", "A pass")
    assert choice(g) == "play" and asked(g) == "A" and g.answers.keys() == {1}
    assert game.view(g, 0)["ahead"] == {} and game.view(g, 0)["answer"] is None


@rule("5.12")
def test_what_a_factory_adds_is_set_in_advance() -> None:
    g = building(seats=2, stores=["small_textile_mill", ""])
    (question,) = [each for each in game.premoves(g, 0) if each.startswith("factory")]
    g = play(g, f"A ahead {question} supply 1")
    assert game.view(g, 0)["ahead"] == {question: "supply 1"}
    g = position(
        ("store_action", 1), "supply_phase", stores=["small_textile_mill", ""], phase="building"
    )
    before = dict(g.market)
    g = play(g, f"A ahead {question} supply 1", "B pass")
    assert sum(g.market.values()) == sum(before.values()) + 1


@rule("11.4")
def test_passing_in_advance_is_over_with_the_phase() -> None:
    shops = ["jeweler", "exporter", "freezer"]
    cards = [*FIVE, "m21 m22 m23 m24 m25"]
    g = position("building_phase", "advertisement_phase", seats=3, stores=shops, cards=cards)
    g = play(g, "C ahead passing rest", "B ahead passing rest", "A pass")
    assert choice(g) == "play" and g.premoves == {}
    assert any("the phase is over" in line for line in told(g, "C"))
