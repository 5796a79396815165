"""Powdered Wigs: what always holds."""

import random
from collections import Counter
from collections.abc import Iterator
from itertools import chain

import pytest

from games.wigs.state import Wigs, game
from tests.games.wigs import *

GAMES = 40
Turn = tuple[Wigs, int, str, Wigs]
"""State, seat, move, next state."""
Games = list[list[Turn]]


@pytest.fixture(scope="module")
def games(seed: int) -> Games:
    """Games of random moves, every third the default."""
    chance = random.Random(seed)
    return [[*playthrough(chance)] for _ in range(GAMES)]


def playthrough(chance: random.Random) -> Iterator[Turn]:
    layout, end_gold = chance.choice(["five", "stepped"]), chance.choice([20, 25])
    options = {"layout": layout, "end_gold": end_gold}
    options["unplaceable"] = chance.choice(["return", "redraw"])
    g = game.new(chance.choice(game.seats), chance.getrandbits(32), options)
    while g.scores is None:
        seat = chance.choice(g.asked)
        usual = chance.random() < 1 / 3
        move = game.default(g, seat) if usual else chance.choice(game.legal(g, seat))
        after = game.play(g, seat, move)
        yield g, seat, move, after
        g = after


@rule("1.5")
def test_a_column_always_holds_one_type_and_a_type_one_column(games: Games) -> None:
    for _, _, _, g in chain(*games):
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
def test_all_gold_is_accounted_for(games: Games) -> None:
    for before, seat, move, after in chain(*games):
        if before.phase == "draft":
            from_supply = bonus = 0
        verb, *words = move.split(" ")
        if verb in ("wear", "show"):
            from_supply += newly_filled(before, after)
        if verb == "sell" and before.players[seat].worn == 3:
            bonus += int(words[1])
        assert min(gold(after)) >= 0
        occupied = dots(after, after.market)
        assert sum(gold(after)) == 2 * after.seats + occupied - from_supply + bonus


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
def test_chance_and_secrets_come_out_exactly_where_they_should(games: Games) -> None:
    for before, seat, move, after in chain(*games):
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
def test_rounds_without_movement_or_a_smaller_supply_are_counted(games: Games) -> None:
    for before, _, move, after in chain(*games):
        if before.phase == "draft":
            still, stale, moved, supply = 0, 0, False, 35 - 3 - 4 * before.seats
        moved = moved or move.startswith(("sell", "buy"))
        if after.phase in ("wear", "over") and not after.answers and not move.startswith("take"):
            shrunk = len(after.supply) < supply
            still = 0 if moved or shrunk else still + 1
            stale = 0 if shrunk else stale + 1
            assert (after.still_rounds, after.stale_rounds) == (still, stale)
            moved, supply = False, len(after.supply)


@rule("13.6", "13.7")
def test_every_game_ends_for_a_reason(games: Games) -> None:
    for _, _, _, g in (played[-1] for played in games):
        assert g.scores == gold(g)
        stands_still = g.still_rounds == 3 or g.stale_rounds == 10
        assert max(gold(g)) >= g.end_gold or not g.supply or stands_still


def test_the_cards_to_look_up_count_the_wigs_of_a_game_and_tell_of_the_debut() -> None:
    cards = game.lookup
    assert pieces(game.new(3, seed=1)) == {
        f"wig {wig}": card["facts"]["In the game"] for wig, card in cards.items()
    }
    debut = [int(wig) for wig, card in cards.items() if "debut" in " ".join(card["text"])]
    assert debut == sorted(game.new(2, seed=1).debut)
