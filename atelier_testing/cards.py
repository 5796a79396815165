"""What the cards of every game must keep, so that they can be looked up.

Nothing here names a game; every card is held to all of this by being listed.
"""

from __future__ import annotations

import copy
import json
import random
from typing import Any

import pytest

from atelier_testing.pictures import MOST_BYTES, is_readable
from atelier_testing.project import own_games
from bot.pictures import drawing
from bot.texts.catalogue import (
    entries,
    entries_matching,
    find_entry,
    similar_entries,
)
from bot.texts.search import normalized
from games.kernel import Game
from renderers import fonts

LONGEST_KEY = 100
"""Characters of a choice that Discord completes."""
MOVES = 100
"""Moves of a game that must leave its cards as they were."""
SHORTEST = 20
"""Names that are typed with a mistake, of each game."""
LISTED = [game for game in own_games() if game.lookup]
every_game = pytest.mark.parametrize("game", LISTED, ids=lambda game: game.name)


@every_game
def test_every_card_is_drawn_differently_and_small_enough_to_send(game: Game[Any]) -> None:
    before = game.lookup
    lent = copy.deepcopy(before)
    pngs = [drawing.draw_card(game.name, card) for card in lent.values()]
    assert lent == before, "drawing leaves a card alone"
    assert all(len(png) <= MOST_BYTES and is_readable(png) for png in pngs)
    assert len(set(pngs)) == len(pngs)


@every_game
def test_every_card_is_plain_data_with_all_that_is_told_of_it(game: Game[Any]) -> None:
    for card in game.lookup.values():
        assert json.loads(json.dumps(card)) == card
        assert {"id", "name", "kind", "text", "facts"} <= card.keys()
        assert all(isinstance(value, str | int) for value in card["facts"].values())
        assert all(each.strip() == each and each.endswith((".", "!")) for each in card["text"])
        assert card["text"] or card["facts"]


@every_game
def test_the_cards_that_a_move_is_about_can_be_looked_up(game: Game[Any]) -> None:
    known, chance = game.lookup, random.Random(12)
    for seats in game.seats:
        g = game.new(seats, chance.getrandbits(32))
        while g.scores is None:
            for seat in g.asked:
                for question in game.questions(g, seat):
                    for move in question:
                        assert known.keys() >= {*question.cards(move)}, move
            seat = g.asked[0]
            g = game.play(g, seat, game.default(g, seat))


@every_game
def test_every_word_of_a_card_can_be_written_in_its_picture(game: Game[Any]) -> None:
    for card in game.lookup.values():
        told = f"{card['name']}{card['kind']}{card['text']}{card['facts']}"
        assert all(fonts.has_glyph(letter) for letter in set(told) - {" "}), card["id"]


@every_game
def test_every_card_has_a_text_twin_short_enough_for_its_alt_text(game: Game[Any]) -> None:
    for card in game.lookup.values():
        said = drawing.describe_card(card)
        assert card["name"] in said and len(said) <= 1000
        assert all(each in said for each in card["text"])
        assert all(f"{label}: {value}" in said for label, value in card["facts"].items())


@every_game
def test_every_card_is_found_by_id_name_and_label_however_they_are_written(game: Game[Any]) -> None:
    own = [entry for entry in entries() if entry.game is game]
    assert [entry.card for entry in own] == list(game.lookup.values())
    for entry in own:
        assert len(entry.key) <= LONGEST_KEY and find_entry(entry.key) is entry
        for text in (entry.card["id"], entry.card["name"]):
            assert find_entry(text, game) is entry
            assert find_entry(f"  {text.upper()} ", game) is entry
        assert find_entry(entry.label) is entry
        words = normalized(entry.card["name"]).split()
        assert entry in entries_matching(" ".join(word[:3] for word in reversed(words)), game)
        assert all(entry in entries_matching(said, game) for said in entry.card["text"])
    # The shorter a name, the less is it like what is mistyped.
    for entry in sorted(own, key=lambda entry: len(entry.card["name"]))[:SHORTEST]:
        assert similar_entries(f"{entry.card['name']}x", game)


@every_game
def test_no_two_cards_of_a_game_have_one_name_or_one_id(game: Game[Any]) -> None:
    own = [entry for entry in entries() if entry.game is game]
    assert len({entry.name for entry in own}) == len(own)
    assert len(game.lookup) == len(game._cards())


@every_game
def test_the_cards_of_the_game_played_come_first(game: Game[Any]) -> None:
    for found in (entries_matching("", game), entries_matching("", game)):
        assert len(found) == len(entries())
        assert all(entry.game is game for entry in found[: len(game.lookup)])


@every_game
def test_names_that_begin_with_what_is_typed_come_first(
    game: Game[Any],
) -> None:
    for letter in {entry.name[0] for entry in entries() if entry.game is game}:
        names = [entry.name for entry in entries_matching(letter, game) if entry.game is game]
        begins = [name.startswith(letter) for name in names]
        assert begins[0] and begins == sorted(begins, reverse=True)


@every_game
def test_cards_tell_nothing_of_a_running_game(game: Game[Any]) -> None:
    before = copy.deepcopy(game.lookup)
    game.playout(game.new(game.seats[0], 5), random.Random(5), most=MOVES)
    assert game.lookup == before
