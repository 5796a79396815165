"""Brick & Mortar: setup and the draft, chapters 1 and 2 of RULES.md."""

from collections import Counter

import pytest

from games.brick_and_mortar import game
from games.brick_and_mortar.components import DATA, MARKET, STARTS, STORES
from games.kernel import about_value
from tests.games.brick_and_mortar import *

__all__ = ["pieces"]


@pytest.mark.parametrize("seats", [1, 5])
def test_the_game_is_for_two_to_four_players(seats: int) -> None:
    with pytest.raises(ValueError, match="is for 2 to 4 players"):
        game.new(seats, 1)


@rule("1.1", "1.2", "1.3", "1.4")
@pytest.mark.parametrize(("seats", "goal", "last"), [(2, 45, 10), (3, 45, 10), (4, 35, 9)])
def test_the_game_is_set_up(seats: int, goal: int, last: int) -> None:
    g = game.new(seats, 7)
    assert (g.goal, g.last_month, heap(g.market)) == (goal, last, "")
    assert len(g.row) == 4 and g.on_deck in STORES and g.on_deck not in g.row
    assert g.starting == [f"starting_{n}" for n in range(1, seats + 3)]
    for p in g.players:
        assert (p.points, p.money, p.debt, p.stores) == (10, 15, 0, [])
        assert (len(p.cards), len(p.pack)) == (5, 4)
    assert pieces(g) == Counter(
        [f"store {card}" for card in [*STORES, *g.starting]] + [f"market {card}" for card in MARKET]
    )
    assert DATA["months"][0] == "January" and DATA["months"][last - 1] in ("September", "October")


@rule("1.2")
def test_a_lot_decides_who_is_first_and_the_others_follow_clockwise() -> None:
    orders = {order(game.new(3, seed)) for seed in range(20)}
    assert orders == {"ABC", "BCA", "CAB"}


@rule("1.4", "14.7")
@pytest.mark.parametrize(("seats", "count"), [(2, 4), (3, 5), (4, 6)])
def test_starting_stores_are_added_with_more_players(seats: int, count: int) -> None:
    g = drafted(seats)
    assert legal(g, LETTERS[g.order[0]]) == [f"take starting_{n}" for n in range(1, count + 1)]


@rule("1.5")
@pytest.mark.parametrize(
    ("seats", "starts"),
    [(2, [3, 4]), (3, [5, 3, 4]), (4, [6, 5, 3, 4])],
)
def test_a_first_game_gives_presets_by_place_in_turn_order(seats: int, starts: list[int]) -> None:
    g = game.new(seats, 3, {"first_game": True})
    assert (choice(g), asked(g)) == ("play", LETTERS[:seats]), "neither draft nor choice of stores"
    for seat, start in zip(g.order, starts, strict=True):
        p = g.players[seat]
        preset = next(each for each in DATA["preset"] if each["start"] == f"starting_{start}")
        assert [each.card for each in p.stores] == [f"starting_{start}"]
        assert (p.hand, p.cards) == (preset["stores"], preset["cards"])
    dealt = [card for p in g.players for card in p.hand]
    assert not {*dealt} & {*g.store_deck, *g.row, g.on_deck}


@rule("1.5")
def test_the_lobby_says_what_a_first_game_is() -> None:
    known = game.options.model_fields["first_game"]
    assert "drafts" in about_value(known, False) and "No draft" in about_value(known, True)


@rule("2.1")
def test_packs_go_round_clockwise() -> None:
    g = game.new(3, 5)
    packs = [list(p.pack) for p in g.players]
    assert asked(g) == "ABC"
    g = play(g, *[f"{LETTERS[seat]} pick {packs[seat][seat]}" for seat in range(3)])
    for seat in range(3):
        rest = [card for card in packs[seat - 1] if card != packs[seat - 1][(seat - 1) % 3]]
        assert sorted(g.players[seat].pack) == sorted(rest)
        assert g.players[seat].hand == [packs[seat][seat]]


@rule("2.1", "2.2")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_three_cards_are_kept_and_the_last_ones_are_discarded_face_down(seats: int) -> None:
    g = drafted(seats)
    assert [len(p.hand) for p in g.players] == [3] * seats
    assert all(not p.pack for p in g.players)
    assert len(g.draft_leftovers) == seats and not g.store_discards
    for p in g.players:
        assert len(game.view(g, p.seat)["draft_leftovers_seen"]) == 1, "each saw the last of a pack"
    assert game.view(g, None)["draft_leftovers_seen"] == []


@rule("2.3")
def test_with_two_players_a_pack_that_comes_back_tells_what_was_kept() -> None:
    g, kept = game.new(2, 3), []
    for _ in range(3):
        kept.append(legal(g, "B")[0].split()[1])
        g = play(g, f"A {legal(g)[0]}", f"B pick {kept[-1]}")
    assert game.view(g, 0)["players"][1]["hand"] == 3
    assert game.view(g, 0)["players"][1]["hand_seen"] == [kept[1]], "only one pack came back"
    assert game.view(drafted(3), 0)["players"][1]["hand_seen"] == []


@rule("2.2", "3.12", "14.8")
def test_the_last_cards_of_the_draft_come_back_but_closed_stores_do_not() -> None:
    out = [card for card in STORES if card not in (*ROW, ON_DECK, "bank", "bazaar")]
    g = building(draft_leftovers=["bank", "bazaar"], gone=[*out, *STARTS])
    assert g.store_deck == []
    g.sees(0, g, "draft_leftovers", "bank")
    g = play(g, "A pass", "B pass")
    assert sorted([*g.row, g.on_deck, *g.store_deck]) == sorted([*ROW, ON_DECK, "bank", "bazaar"])
    assert len(g.row) == 4
    assert g.draft_leftovers == g.store_discards == []
    assert not game.view(g, 0)["draft_leftovers_seen"]
