"""Powdered Wigs: what always holds."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from games.kernel import known
from games.wigs.state import Wigs, game
from tests.games.wigs import *

# --- What always holds ---------------------------------------------------------------------------


def tables() -> st.SearchStrategy[tuple[int, int, dict[str, Any]]]:
    """Seats, a seed and options."""
    options = st.fixed_dictionaries(
        {
            "layout": st.sampled_from(["five", "stepped"]),
            "unplaceable": st.sampled_from(["return", "redraw"]),
            "end_gold": st.sampled_from([20, 25]),
        }
    )
    return st.tuples(st.integers(2, 4), st.integers(0, 2**32), options)


def playthrough(
    table: tuple[int, int, dict[str, Any]],
) -> Iterator[tuple[Wigs, int, str, Wigs]]:
    """A game of random moves, every third the default: state, seat, move, next state."""
    seats, seed, options = table
    g, chance = game.new(seats, seed, options), random.Random(seed)
    while g.scores is None:
        seat = chance.choice(g.asked)
        move = chance.choice([*game.legal(g, seat)])
        if chance.random() < 1 / 3:
            move = game.default(g, seat)
        after = game.play(g, seat, move)
        yield g, seat, move, after
        g = after


@rule("1.1")
@given(tables())
@settings(max_examples=30, deadline=None)
def test_there_are_always_thirty_five_wigs(table: tuple[int, int, dict[str, Any]]) -> None:
    for _, _, _, g in playthrough(table):
        assert pieces(g) == {f"wig {wig}": 7 for wig in range(1, 6)}


@rule("1.5")
@given(tables())
@settings(max_examples=30, deadline=None)
def test_a_column_always_holds_one_type_and_a_type_one_column(
    table: tuple[int, int, dict[str, Any]],
) -> None:
    for _, _, _, g in playthrough(table):
        types = [set(squares) - {0} for squares in g.market.values()]
        assert all(len(kinds) <= 1 for kinds in types)
        held = [wig for kinds in types for wig in kinds]
        assert len(held) == len(set(held))


def dots(g: Wigs, squares: dict[str, list[int]]) -> int:
    """The gold of all squares that have a wig."""
    return sum(
        price
        for column, prices in prices_of(g).items()
        for price, wig in zip(prices, squares[column], strict=True)
        if wig
    )


def newly_filled(before: Wigs, after: Wigs) -> int:
    """The gold of the squares that were empty before and are not now."""
    filled = {
        column: [
            wig if not old else 0 for old, wig in zip(squares, after.market[column], strict=True)
        ]
        for column, squares in before.market.items()
    }
    return dots(after, filled)


@rule("5.4", "6.4", "7.3")
@given(tables())
@settings(max_examples=60, deadline=None)
def test_all_gold_is_accounted_for(table: tuple[int, int, dict[str, Any]]) -> None:
    from_supply = bonus = 0
    for before, seat, move, after in playthrough(table):
        verb, *words = move.split(" ")
        if verb in ("wear", "show"):
            from_supply += newly_filled(before, after)
        if verb == "sell" and before.players[seat].worn == 3:
            bonus += int(words[1])
        assert min(gold(after)) >= 0
        occupied = dots(after, after.market)
        assert sum(gold(after)) == 2 * after.seats + occupied - from_supply + bonus


@rule("10.2")
@given(tables())
@settings(max_examples=30, deadline=None)
def test_what_is_remembered_is_always_true(table: tuple[int, int, dict[str, Any]]) -> None:
    for _, _, _, g in playthrough(table):
        for key, things in g.seen.items():
            _, owner, name = key.split("/")
            place = g if owner == "-" else g.players[int(owner)]
            assert Counter(things) <= Counter(getattr(place, name)), key
        for watcher in (None, *range(g.seats)):
            assert Counter(known(g, watcher, g, "supply")) <= Counter(g.supply)


@rule("10.2")
@given(tables())
@settings(max_examples=12, deadline=None)
def test_a_view_shows_nothing_that_was_not_seen(table: tuple[int, int, dict[str, Any]]) -> None:
    for _, _, _, g in playthrough(table):
        for seat in range(g.seats):
            guess = game.guess(g, seat, random.Random(table[1]))
            assert game.view(guess, seat) == game.view(g, seat)
            assert pieces(guess) == pieces(g)


@rule("12.2", "5.8", "7.6")
@given(tables())
@settings(max_examples=25, deadline=None)
def test_without_a_secret_coming_out_a_move_leads_to_the_same_in_all_worlds_its_maker_thinks_of(
    table: tuple[int, int, dict[str, Any]],
) -> None:
    for before, seat, move, after in playthrough(table):
        imagined = game.guess(before, seat, random.Random(table[1]))
        then = game.play(imagined, seat, move)
        came_out = after.rng != before.rng
        assert (then.rng != imagined.rng) == came_out
        assert came_out or game.view(then, seat) == game.view(after, seat)


def draws_after_selling(before: Wigs, after: Wigs) -> bool:
    """Whether a Bon Vivant's or Buccaneer's turn to sell ended by this move."""
    return any(
        now.done and not was.done and was.worn in (1, 5)
        for was, now in zip(before.players, after.players, strict=True)
    )


def tie_in_buying(after: Wigs) -> bool:
    """Whether two players were equal in gold and number of wigs when the order was fixed."""
    won = Counter(values["who"] for text, values, _ in after.news if "collects" in text)
    facts = [(p.gold, len(p.tiles) + (p.worn != 0) - won[p.seat]) for p in after.players]
    return len(set(facts)) < len(facts)


@rule("12.2")
@given(tables())
@settings(max_examples=60, deadline=None)
def test_chance_and_secrets_come_out_exactly_where_they_should(
    table: tuple[int, int, dict[str, Any]],
) -> None:
    for before, seat, move, after in playthrough(table):
        if before.phase == "wear":
            expected = before.asked == [seat]
        elif before.phase == "market":
            expected = True
        elif before.phase == "sell":
            expected = draws_after_selling(before, after)
            expected = expected or (after.phase != "sell" and tie_in_buying(after))
        else:
            expected = False
        assert (after.rng != before.rng) == expected, (before.phase, move)


@rule("13.6", "13.7")
@given(tables())
@settings(max_examples=40, deadline=None)
def test_rounds_without_movement_or_a_smaller_supply_are_counted(
    table: tuple[int, int, dict[str, Any]],
) -> None:
    still = stale = 0
    moved, supply = False, 35 - 3 - 4 * table[0]
    for _, _, move, after in playthrough(table):
        moved = moved or move.startswith(("sell", "buy"))
        if after.phase in ("wear", "over") and not after.answers and not move.startswith("take"):
            shrunk = len(after.supply) < supply
            still = 0 if moved or shrunk else still + 1
            stale = 0 if shrunk else stale + 1
            assert (after.still_rounds, after.stale_rounds) == (still, stale)
            moved, supply = False, len(after.supply)


@rule("13.6", "13.7")
@given(tables())
@settings(max_examples=30, deadline=None)
def test_every_game_ends_for_a_reason(table: tuple[int, int, dict[str, Any]]) -> None:
    *_, (before, _, _, g) = playthrough(table)
    assert g.scores == gold(g)
    assert max(gold(g)) >= g.end_gold or not g.supply or g.still_rounds == 3 or g.stale_rounds == 10
    assert before.scores is None


def test_absent_players_finish_a_game() -> None:
    for seats in (2, 3, 4):
        g = after_draft(seats, seed=seats)
        for _ in range(5000):
            if g.scores is None:
                g = play(g, f"{asked(g)[0]} {default(g, asked(g)[0])}")
        assert g.scores is not None


def test_the_cards_to_look_up_count_the_wigs_of_a_game_and_tell_of_the_debut() -> None:
    cards = game.lookup
    assert pieces(game.new(3, seed=1)) == {
        f"wig {wig}": card["facts"]["In the game"] for wig, card in cards.items()
    }
    debut = [int(wig) for wig, card in cards.items() if "debut" in " ".join(card["text"])]
    assert debut == sorted(game.new(2, seed=1).debut)
