"""Brick & Mortar: why the rulebook forbids moves, which are asked back, and who reads "you"."""

import pytest

from bot.texts.languages import using_language
from games.brick_and_mortar import game
from games.words import names_for, news_text
from renderers.brick_and_mortar.reading import heading
from tests.games.brick_and_mortar import *


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
