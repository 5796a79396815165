"""Brick & Mortar: why the rulebook forbids moves, which are asked back, and who reads "you"."""

from __future__ import annotations

import pytest

from bot.texts.languages import using_language
from games.brick_and_mortar import game
from games.brick_and_mortar.state import Brick
from games.kernel import IllegalMove
from games.words import names_for, news_text
from renderers.brick_and_mortar.reading import heading
from tests.games.brick_and_mortar import *

FOUR = "starting_1, starting_2, starting_3, starting_4"
SELLERS = ["corner_grocery F1/1, food_bank F2", "exporter F4"]


def reason(g: Brick, move: str) -> str:
    """The sentence with which a move is refused."""
    with pytest.raises(IllegalMove) as refused:
        play(g, move)
    return str(refused.value)


@pytest.mark.parametrize(
    ("move", "why"),
    [
        ("A buy gadget_shop", "The Gadget Shop is public: put it up for auction."),
        (
            "A auction souvenir_stand",
            "The Souvenir Stand is on deck and cannot be auctioned yet.",
        ),
        ("A buy jeweler", "After “buy” you can say bakery."),
    ],
)
def test_a_store_is_bought_from_the_hand_or_from_the_public_ones(move: str, why: str) -> None:
    assert reason(building(hands=["bakery"]), move) == why


def test_a_store_is_opened_where_a_slot_is_free() -> None:
    g = play(building(stores=[FOUR], hands=["jeweler"]), "A buy jeweler")
    assert reason(g, "A open") == "All four slots are taken: close a store first."
    assert reason(g, "A done").startswith("“done” is not open to you now.")


@pytest.mark.parametrize(
    ("cards", "why"),
    [
        ("m01 supply m01 demand", "Play each card once: as supply or as demand."),
        ("m02 supply m01 demand", "Name the cards in the order listed."),
        ("m01 supply m02 supply m03 demand", "You may play a third card if your building is full."),
        ("m01 supply m11 supply", "After “play m01 supply” you can say m02, m03, m04, m05."),
    ],
)
def test_cards_are_played_once_and_in_order(cards: str, why: str) -> None:
    assert reason(advertisement(cards=FIVE), f"A play {cards}") == why


def test_stores_are_stocked_from_the_left_and_one_crate_paid_with_tokens() -> None:
    g = supply(market="F5", stores=["food_distributor, bakery F1"], money=[0])
    first = "You go store by store from the left: now the Food Distributor."
    one = "Only one crate of each kind may be paid with Debt Tokens."
    assert reason(g, "A stock 1 bakery") == first and reason(g, "A stock 3 food_distributor") == one
    assert "you can say 2, 1, 0" in reason(g, "A stock 9 food_distributor")


def test_of_an_offer_as_many_crates_are_placed_as_find_a_box() -> None:
    g = sale(boxes="F4", stores=SELLERS, money=[0, 0])
    most = "You can offer up to 4 food, as many as can find a box, at $0 to $6; or offer 0."
    assert reason(g, "A offer 5 at 3") == most
    assert reason(g, "A offer 2 at 7") == "Price goes from 0 to 6."
    g = play(g, "A offer 2 at 3", "B offer 3 at 1")
    assert reason(g, "A done") == "You offered food and have to place 2 more."
    surplus = "Crates become surplus only when no box is open to them."
    assert reason(g, "A sell 1 food_bank shelf 1 to surplus") == surplus
    placed = "You have to place 2 more food, as many of them as find a box."
    assert reason(g, "A sell 2 food_bank shelf 1 to demand") == placed


def test_points_are_bought_with_money_and_not_sold_after_that() -> None:
    price = "5 points cost $18, and Debt Tokens do not buy points."
    assert reason(investment(money=[17]), "A buy 5") == price
    bank = investment(money=[60], stores=["bank"])
    assert reason(bank, "A buy 9").startswith("With the Bank you buy at most ")
    bought = "You have bought points this month, so you cannot sell any."
    assert reason(play(bank, "A buy 1"), "A sell 1") == bought


def test_giving_up_the_last_store_or_a_new_one_for_nothing_is_grave() -> None:
    closing = play(building(stores=["starting_1, starting_2"]), "A close")
    assert tones(closing) == {"done": "unusual", "close starting_1": "unusual"} | {
        "close starting_2": "unusual"
    }
    last = play(closing, "A close starting_2")
    assert tones(last) == {"done": "unusual", "close starting_1": "grave"}
    hands = {"hands": ["jeweler"]}
    full = play(building(stores=[FOUR], **hands), "A buy jeweler")
    assert tones(full)["scrap"] == "unusual"
    free = play(building(stores=["starting_1"], **hands), "A pay otherwise", "A buy jeweler")
    assert tones(free) == {"open": "usual", "scrap": "grave", "close starting_1": "unusual"}


def tones(g: Brick) -> dict[str, str]:
    """How the moves of the first player are offered."""
    question = game.question(g, 0)
    assert question
    return {move: question.tone(move) for move in legal(g)}


def test_a_store_that_closes_by_itself_is_yours_in_your_words() -> None:
    g = sale(boxes="A1", stores=["art_peddler A1"])
    g = play(g, *[f"A {move}" for move in legal(g) if move == "sell all"])
    [closing] = [each for each in g.news if "closes" in each[0]]
    told = [news_text(*closing[:2], names_for(seat, LETTERS[:2])) for seat in (0, 1)]
    assert told == [
        "Your Art Peddler has sold art and closed.",
        "The Art Peddler of A has sold art and closes.",
    ]


def test_of_who_is_asked_alone_and_openly_all_read_what_they_do() -> None:
    sealed = {"draft", "research", "redraw", "play", "add", "supply_bid", "sale_bid"}
    assert {name for name, choice in game.choices.items() if not choice.they} == sealed


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("en", "buys, auctions or passes"),
        ("fr", "achète, enchérit, passe"),
        ("ja", "購入・競売・パス"),
    ],
)
def test_the_header_says_it_above_the_name(language: str, words: str) -> None:
    with using_language(language):
        for seat in (None, 0, 1):
            said = heading(game.view(building(hands=["bakery"]), seat))
            assert said.caption == words and len(said.names) == 1
