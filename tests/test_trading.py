"""Reasons where goods are paid for with points: what a seat buys and sells after each move."""

import json
from collections.abc import Sequence
from typing import NamedTuple

import pytest

from bot.pages.reasons import reason_text
from bot.players.courses import REST, Amounts, Change, Course, Move, Part, Step
from bot.players.explaining import reason_of
from bot.players.reasons import News, Reason, read_reason
from bot.texts.languages import using_language
from games.words import names_for

GAMES = 4


def good(name: str) -> Part:
    return "{n} {what}", (("what", name),)


COINS: Part = ("{n} coins", ())


class Deed(NamedTuple):
    """How many points and goods come with news."""

    points: int
    goods: Amounts
    news: News


def bought(points: int, what: str = "silk") -> Deed:
    values = {"who": 0, "what": what, "n": points}
    return Deed(-points, {good(what): 1}, ("{who:seat buys|You bought} {what} for {n}.", values))


def sold(n: int, points: int, what: str = "silk", draws: str = "") -> Deed:
    values = {"who": 0, "count": n, "what": what, "n": points}
    news: News = ("{who:seat sells|You sold} {count} {what} for {n}.", values)
    goods: Amounts = {good(what): -n}
    if draws:
        goods[good(draws)] = goods.get(good(draws), 0) + 1
    return Deed(points, goods, news)


NOTHING = Deed(0, {}, ("{who:seat passes|You passed}.", {"who": 0}))


def game(move: Deed, *later: Deed, spare: int = 0, rival: int = 0) -> Course:
    """A game with a move and what the seat does later; what nothing tells of brings it points
    beside.
    """
    had: Amounts = {good("wool"): 1, good("silk"): 2}
    has, steps, total = had, list[Step](), spare
    for deed in (move, *later):
        has = {it: has.get(it, 0) + deed.goods.get(it, 0) for it in has | deed.goods}
        changes = [Change(0, REST, deed.points, deed.news)] if deed.points else []
        changes.append(Change(1, REST, -3, deed.news))
        steps.append(Step(len(steps), [deed.news], changes, has=has))
        total += deed.points
    root = Move("act", "go", 0, None, had=had)
    return Course(steps, len(steps), [total, rival], [0, 1], [root])


def why(better: Sequence[Course], other: Sequence[Course]) -> Reason:
    return reason_of(0, ([*better] * GAMES, [*other] * GAMES))


def told(reason: Reason, unit: str = "gold") -> list[str]:
    return reason_text(reason, names_for(0, ("Ada", "Ben")), unit).splitlines()


HEAD = "What you buy and sell from this move to the end, on average of 8 games after each move:"
END = "At the end, compared with the other move (average of 16 games):"


def test_what_is_bought_and_sold_of_the_goods_of_both_moves_is_told():
    better = game(bought(1), sold(3, 9, draws="lace")), game(bought(1), bought(2), sold(2, 5))
    other = game(bought(4, "lace")), game(bought(4, "lace"), sold(1, 1, "lace"))
    reason = why(better, other)
    assert told(reason) == [
        HEAD,
        "✅ silk: 1.5 bought for 2 gold, 2.5 sold for 7 gold, 1 left over → you +5 gold",
        "❌ silk: 2 left over",
        "✅ lace: 0.5 left over",
        "❌ lace: 1 bought for 4 gold, 0.5 sold for 0.5 gold, 0.5 left over → you −3.5 gold",
        f"{END} you +8 gold (+8 gold as listed)",
    ]
    assert read_reason(json.loads(json.dumps(reason.data()))) == reason


def test_a_part_of_a_point_is_told_as_in_the_language():
    reason = why([game(bought(1)), game(bought(2))], [game(bought(3)), game(bought(5))])
    assert "✅ silk: 1 bought for 1.5 points, 3 left over → you −1.5 points" in told(
        reason, "points"
    )
    with using_language("de"):
        assert "1,5" in told(reason, "points")[1]


FULL = "The column is full."


@pytest.mark.parametrize(
    ("games", "step", "sells", "is_told"),
    [(3, 1, 2, True), (2, 1, 2, True), (1, 1, 2, False), (3, 1, 3, False), (3, 2, 2, False),
     (3, 3, 2, False)],
)  # fmt: skip
def test_why_the_seat_sells_less_after_the_other_move_is_told(
    games: int, step: int, sells: int, is_told: bool
):
    """In so many games the rulebook would forbid what the seat does in a step."""
    lace = sold(1, 9, "lace")
    better = [game(bought(1), sold(3, 9), bought(1), lace) for _game in range(GAMES)]
    for it in better[:games]:
        it.steps[step].is_own, it.steps[step].moves = True, 2
        it.moves.append(Move("act", "trade", step, None, is_asked=True, barred=FULL))
    lines = told(reason_of(0, (better, [game(NOTHING, sold(sells, 2), lace)] * GAMES)))
    assert (f"❌ You then mostly cannot sell as much: “{FULL}”" in lines) is is_told


@pytest.mark.parametrize("deed", [bought(9, "wool"), sold(1, 9, "wool")])
def test_what_is_bought_or_sold_almost_never_is_not_told(deed: Deed):
    usual, rare = game(bought(1), sold(3, 9)), game(bought(1), sold(3, 9), deed)
    lines = told(reason_of(0, ([usual] * 39 + [rare], [game(bought(3, "wool"))] * 40)))
    assert lines[1:-1] == [
        "✅ silk: 1 bought for 1 gold, 3 sold for 9 gold → you +8 gold",
        "❌ silk: 2 left over",
        "✅ wool: 1 left over",
        "❌ wool: 1 bought for 3 gold, 2 left over → you −3 gold",
    ]


def test_what_is_sold_is_told_where_the_same_is_drawn_with_it():
    reason = why([game(sold(1, 4, draws="silk"), bought(1))], [game(NOTHING)])
    assert told(reason)[1:3] == [
        "✅ silk: 1 bought for 1 gold, 1 sold for 4 gold, 3 left over → you +3 gold",
        "❌ silk: 2 left over",
    ]


def test_where_there_is_money_nothing_is_paid_for_with_points():
    sides = [[game(deed, sold(3, 9)) for _game in range(GAMES)] for deed in (bought(1), NOTHING)]
    for it in sides[0] + sides[1]:
        it.moves[0].had = it.moves[0].had | {COINS: 5}
    reason = reason_of(0, (sides[0], sides[1]))
    assert not reason.trades


def test_goods_of_one_move_are_told_of_one_side_alone():
    lines = told(why([game(bought(1), sold(3, 11))], [game(bought(1, "lace"))]))
    assert [line[:7] for line in lines[1:-1]] == ["✅ silk:", "❌ silk:", "❌ lace:"]


def test_a_quarter_of_the_gain_or_half_a_point_may_be_missing():
    assert why([game(bought(1), sold(2, 9), spare=2)], [game(NOTHING)]).trades
    better = game(bought(1), sold(1, 2)), game(bought(1), sold(1, 2), spare=1)
    assert why(better, [game(NOTHING), game(NOTHING, sold(1, 1))]).trades


def test_goods_that_the_moves_do_not_trade_are_not_told():
    better = game(bought(1), sold(2, 8), bought(1, "lace"))
    assert not any("lace" in line for line in told(why([better], [game(NOTHING)])))


@pytest.mark.parametrize(
    ("better", "other"),
    [
        pytest.param(game(bought(1), sold(2, 6), spare=3), game(NOTHING), id="points elsewhere"),
        pytest.param(
            game(bought(1), sold(2, 2)), game(NOTHING, bought(9, "lace")), id="other goods"
        ),
        pytest.param(game(bought(1), sold(2, 6)), game(NOTHING, rival=9), id="what a rival loses"),
        pytest.param(
            game(bought(1), sold(2, 8)), game(bought(1, "lace"), sold(1, 1, "lace")),
            id="what is worth as much after both",
        ),
        pytest.param(
            game(bought(1), sold(2, 8)), game(bought(1, "lace"), sold(1, 5, "lace")),
            id="what loses points after the better move",
        ),
        pytest.param(
            game(sold(1, 1), sold(1, 5), bought(1, "lace")), game(sold(2, 4), bought(1, "lace")),
            id="moves that sell, and the better one for less",
        ),
    ],
)  # fmt: skip
def test_what_does_not_make_the_gain_is_not_told(better: Course, other: Course):
    [line] = told(why([better], [other]))
    assert line.startswith("No single cause")


def test_where_nothing_is_bought_a_typical_game_is_told():
    reason = why([game(sold(2, 6))], [game(NOTHING)])
    assert any(reason.entries) and not reason.trades
