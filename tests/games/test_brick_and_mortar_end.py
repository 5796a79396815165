"""Brick & Mortar: the picture of the end tells what everybody built and sold."""

from collections import Counter
from itertools import pairwise

import pytest

from atelier_testing.pictures import Table, course_of, view_of
from atelier_testing.played import good_move, play, random_move
from bot.table.story import with_course
from games.brick_and_mortar.state import game
from renderers.brick_and_mortar import describe, draw, tell
from renderers.brick_and_mortar.chronicle import race, streets
from renderers.brick_and_mortar.docks import standing_apart
from renderers.brick_and_mortar.finale import verdict


@pytest.mark.parametrize("choose", [good_move, random_move])
@pytest.mark.parametrize("seats", [2, 4])
def test_a_street_tells_what_each_shop_sold_in_the_whole_game(seats, choose):
    played = [g for g, _ in play(game, seats, 5, {}, choose)]
    view = with_course(view_of(Table(game, seats), played[-1], None), course_of(game, played))
    sold: dict[tuple[int, str, int], Counter[str]] = {}
    for g in played:
        for p in g.players:
            for store in p.stores:
                found = sold.setdefault((p.seat, store.card, g.month), Counter())
                found |= Counter(store.sold)
                sold[p.seat, store.card, g.month] = found
    for street in streets(view):
        shops = [each for each in street.shops if each.points is not None]
        stores = played[-1].players[street.seat].stores
        assert len(shops) == len(stores) and len(street.shops) <= 4
        for shop, store in zip(shops, stores, strict=True):
            months = [found for (who, card, _), found in sold.items() if card == store.card]
            whole = sum(months, Counter())
            told = Counter(dict(shop.sold))
            assert told == whole or (shop.more and told <= whole)
            assert not (shop.more and choose is good_move)
    gone = [each for street in streets(view) for each in street.shops if each.points is None]
    assert bool(gone) <= bool(played[-1].gone)


def test_the_race_ends_with_the_scores_and_says_who_led_since_when():
    played = [g for g, _ in play(game, 3, 3, {}, good_move)]
    view = with_course(view_of(Table(game, 3), played[-1], None), course_of(game, played))
    found, scores = race(view), played[-1].scores
    assert found is not None and scores is not None
    assert found.behind[-1] == tuple(max(scores) - n for n in scores)
    assert len(found.behind) == 1 + len(found.months) == 1 + played[-1].month
    words = tell(view)
    assert all(f"{month}: " in words for month in found.months)
    assert found.headline[1:] in words and found.note[1:] in words
    assert found.headline[1:] in describe(view)
    assert verdict(streets(view)) == f"wins by {max(scores) - sorted(scores)[-2]}"


def test_without_the_story_the_end_is_drawn_alone():
    *_, (last, _move) = play(game, 2, 4, {}, good_move)
    view = game.view(last, None) | {"names": ["Ada", "Ben"]}
    assert race(view) is None and "since" not in tell(view)
    assert draw(view).height < 800 and describe(view)


def test_the_bars_of_a_bid_reach_the_highest_that_can_be_made():
    for g, move in play(game, 3, 1, {}, random_move):
        if move is None or g.agenda[-1][0] not in ("opening_bid", "raise_bid"):
            continue
        bids = [int(each.split()[1]) for each in game.legal(g, move[0]) if each.startswith("bid")]
        bars = [each["answer"] for each in game.view(g, move[0])["ladder"]]
        assert len(bars) <= 14 and set(bars) <= set(bids)
        assert bars[:2] == bids[:2] and bars[-1:] == bids[-1:]
        break
    else:
        pytest.fail("nobody bids in this game")


@pytest.mark.parametrize(
    "points", [(10, 10, 10, 10), (0, 0, 0, 1), (34, 35, 35, 35), (28, 29, 3, 9)]
)
def test_no_letter_of_the_street_is_hidden_and_who_has_more_stands_farther(points: tuple[int, ...]):
    places = standing_apart([76 + 38.7 * n for n in points])
    assert all(b - a > 41 for a, b in pairwise(sorted(places)))
    assert min(places) > 40 and max(places) < 1440
    assert [points[k] for k in sorted(range(4), key=lambda k: places[k])] == sorted(points)
