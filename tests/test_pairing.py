"""Who sits with whom in a league, what a game counts, and who moves between divisions."""

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import combinations, pairwise

import pytest

from bot.standings.league import (
    Seat,
    moving_count,
    points,
    promote_and_relegate,
    split_into_divisions,
    standings,
)
from bot.standings.pairing import Meetings, assign_tables, choose_byes, pair, table_sizes


def met_again(found: Sequence[Sequence[int]], met: Counter[tuple[int, int]]) -> int:
    """How often people meet again at these tables, each meeting before counting its square."""
    return sum(met[pair(*two)] ** 2 for table in found for two in combinations(table, 2))


def note(found: Sequence[Sequence[int]], met: Counter[tuple[int, int]]) -> None:
    """Counts who has met at these tables."""
    met.update(pair(*two) for table in found for two in combinations(table, 2))


def partitions(people: Sequence[int], sizes: Sequence[int]) -> Iterator[list[list[int]]]:
    """Every way in which people can sit at tables of these sizes."""
    if not sizes:
        yield []
        return
    for chosen in combinations(people, sizes[0]):
        rest = [who for who in people if who not in chosen]
        for others in partitions(rest, sizes[1:]):
            yield [list(chosen), *others]


@pytest.mark.parametrize(
    ("people", "wanted", "allowed", "sizes"),
    [
        (8, 4, range(2, 6), [4, 4]),
        (7, 4, range(2, 6), [4, 3]),
        (5, 4, range(2, 6), [5]),
        (9, 4, range(2, 6), [5, 4]),
        (3, 4, range(2, 5), [3]),
        (5, 2, range(2, 3), [2, 2]),
        (2, 4, range(3, 5), [2]),
        (1, 2, range(2, 5), []),
        (0, 2, range(2, 5), []),
    ],
)
def test_tables_are_as_even_as_the_game_allows(
    people: int, wanted: int, allowed: range, sizes: list[int]
):
    assert table_sizes(people, wanted, allowed) == sizes


def test_everybody_sits_at_one_table_and_few_sit_out():
    for people in range(40):
        for wanted in (2, 3, 4, 5):
            sizes = table_sizes(people, wanted, range(2, 6))
            assert sum(sizes) == (people if people > 1 else 0)
            assert all(2 <= size <= 5 for size in sizes) and max(sizes, default=2) - min(
                sizes, default=2
            ) in (0, 1)


def test_the_first_round_seats_neighbours_in_the_order_together():
    assert assign_tables([5, 3, 1, 2, 4, 6], [2, 2, 2], Meetings({}, {}), "x") == [
        [5, 3],
        [1, 2],
        [4, 6],
    ]


@pytest.mark.parametrize(("people", "seats"), [(4, 2), (6, 2), (8, 2), (9, 3), (12, 2)])
def test_nobody_meets_twice_while_others_have_not_met(people: int, seats: int):
    met, chance = Counter[tuple[int, int]](), random.Random(people)
    order, sizes = list(range(people)), table_sizes(people, seats, range(seats, seats + 1))
    for number in range((people - 1) // (seats - 1)):
        chance.shuffle(order)
        note(found := assign_tables(order, sizes, Meetings(met, {}), str(number)), met)
        assert sorted(who for table in found for who in table) == sorted(order)
    assert {*met.values()} == {1} and len(met) == people * (people - 1) // 2


def test_no_other_arrangement_has_fewer_people_meet_again(seed: int):
    chance = random.Random(seed)
    for _case in range(40):
        people = chance.randrange(4, 9)
        sizes = table_sizes(people, chance.choice((2, 3, 4)), range(2, 6))
        met = Counter(
            {two: chance.choice((0, 0, 1, 1, 2)) for two in combinations(range(people), 2)}
        )
        order = chance.sample(range(people), people)
        found = assign_tables(order, sizes, Meetings(met, {}), str(seed))
        best = min(met_again(each, met) for each in partitions(range(people), sizes))
        assert met_again(found, met) == best, (seed, order, sizes, met)


def test_a_best_arrangement_that_few_restarts_miss_is_found():
    test_no_other_arrangement_has_fewer_people_meet_again(20261127)


def test_the_same_seed_makes_the_same_tables():
    met = Counter(dict.fromkeys(combinations(range(12), 2), 1))
    first, again = (
        assign_tables(range(12), [4, 4, 4], Meetings(met, {}), "seed") for _ in range(2)
    )
    assert first == again


def test_who_met_in_an_earlier_season_sits_elsewhere_where_that_is_near():
    before = {(0, 1): 1, (2, 3): 1}
    assert assign_tables([0, 1, 2, 3], [2, 2], Meetings({}, before), "x") == [[0, 2], [1, 3]]


def test_who_sat_out_least_sits_out_of_these_the_last():
    assert choose_byes([1, 2, 3], 1, {}) == [3]
    assert choose_byes([1, 2, 3], 1, {3: 1}) == [2]
    assert choose_byes([1, 2, 3], 2, {3: 1, 2: 1}) == [1, 3]


# --- Points ---------------------------------------------------------------------------------------


def table(*seats: tuple[int | None, int, int]) -> list[Seat]:
    """A finished table: member, place and score of each seat."""
    return [Seat(*each) for each in seats]


def test_points_are_the_share_of_the_others_who_are_beaten():
    four = table((1, 1, 9), (2, 2, 8), (3, 2, 8), (4, 4, 1))
    assert [points(four, seat) for seat in four] == [100, 50, 50, 0]
    two = table((1, 1, 5), (2, 1, 5))
    assert [points(two, seat) for seat in two] == [50, 50]


def test_who_gave_up_gets_nothing_though_the_computer_player_won():
    seats = [Seat(1, 1, 9, finished=False), Seat(2, 2, 5)]
    assert points(seats, seats[0]) == 0 and points(seats, seats[1]) == 0
    [second, first] = standings([1, 2], [seats], {})
    assert (first.wins, second.wins, first.place, second.place) == (0, 0, 2, 1)


def test_standings_go_by_points_wins_opponents_and_score():
    games = [
        table((1, 1, 30), (2, 2, 10)),
        table((3, 1, 20), (4, 2, 10)),
        table((1, 2, 10), (3, 1, 11)),
        table((2, 1, 20), (4, 2, 10)),
    ]
    found = standings([1, 2, 3, 4], games, {})
    assert [(each.member, each.place, each.points) for each in found] == [
        (3, 1, 200),
        (1, 2, 100),
        (2, 3, 100),
        (4, 4, 0),
    ]
    first, second, third, _last = found
    assert first.wins == 2 and first.games == 2 and first.opponents == 50
    assert (second.opponents, third.opponents) == (150, 50)
    assert third.score == (Fraction(50) + Fraction(400, 3)) / 2


def test_equal_ones_share_a_place_in_the_order_in_which_they_began():
    found = standings([7, 8, 9], [], {9: 1})
    assert [(each.member, each.place) for each in found] == [(9, 1), (7, 2), (8, 2)]
    assert [(each.points, each.rounds) for each in found] == [(50, 1), (0, 0), (0, 0)]


def test_somebody_of_another_division_or_who_is_gone_changes_nothing():
    [found] = standings([1], [table((1, 1, 3), (2, 2, 0), (None, 3, -3))], {})
    assert (found.points, found.opponents, found.score) == (100, 0, 0)


def test_nobody_suffers_because_somebody_whom_they_met_has_left():
    first_round = [table((1, 1, 20), (2, 2, 10)), table((3, 1, 20), (4, 2, 10))]
    second_round = [table((1, 1, 20), (3, 2, 10))]  # 2 has left, and 4 sits out
    found = {each.member: each for each in standings([1, 2, 3, 4], first_round, {})}
    assert found[1].opponents == found[3].opponents == 0
    games = [*first_round, *second_round]
    found = {each.member: each for each in standings([1, 2, 3, 4], games, {4: 1})}
    assert found[2].points == 0 and found[4].points == 50
    assert found[1].opponents == (50 + 100) / 2, "the round that 2 missed is a bye, like that of 4"


# --- Divisions ------------------------------------------------------------------------------------


def test_people_are_divided_from_the_top():
    assert split_into_divisions(range(5), 0) == [[0, 1, 2, 3, 4]]
    assert [len(each) for each in split_into_divisions(range(20), 8)] == [8, 8, 4]
    assert [len(each) for each in split_into_divisions(range(19), 8)] == [8, 11]
    assert split_into_divisions([], 4) == [[]] and split_into_divisions([1], 4) == [[1]]


def test_the_first_move_up_and_the_last_down():
    assert promote_and_relegate([[1, 2, 3, 4], [5, 6, 7, 8], [9, 10]]) == [
        1,
        2,
        3,
        5,
        4,
        6,
        7,
        9,
        8,
        10,
    ]
    assert moving_count(8, 8) == 2 and moving_count(7, 9) == 1 and moving_count(5, 1) == 0


def test_nobody_is_lost_between_seasons(seed: int):
    chance = random.Random(seed)
    for _case in range(50):
        size, count = chance.randrange(2, 12), chance.randrange(1, 60)
        divisions = split_into_divisions(chance.sample(range(count), count), size)
        order = promote_and_relegate([each for each in divisions if each])
        assert sorted(order) == list(range(count))
        again = split_into_divisions(order, size)
        assert [len(each) for each in again] == [len(each) for each in divisions]
        for n, (upper, lower) in enumerate(pairwise(again)):
            bound = moving_count(len(divisions[n]), len(divisions[n + 1]))
            assert {*divisions[n + 1][:bound]} <= {*upper}
            assert {*divisions[n][len(divisions[n]) - bound :]} <= {*lower}
