"""Reasons where points are bought: what a seat earns and spends on average after each move."""

from collections.abc import Sequence

import pytest

from bot.pages.reasons import reason_text
from bot.players import budget
from bot.players.courses import REST, Change, Course, Move, Step
from bot.players.explaining import reason_of
from bot.players.reasons import News
from games.kernel import phrase
from games.words import names_for

MONEY = ("${n}", ())
GAMES = 6


def sold(n: int, money: int, what: str = "cloth", points: int = 0) -> News:
    earned = phrase("${money}", money=money)
    if points:
        earned = phrase("${money} and {points:point|points}", money=money, points=points)
    values = {"who": 0, "n": n, "what": what, "earned": earned}
    return "{who:seat sells|You sold} {n} {what} for {earned}.", values


def stocked(n: int, money: int, what: str = "cloth") -> News:
    values = {"who": 0, "n": n, "what": what, "price": money}
    return "{who:seat buys|You bought} {n} {what} for ${price}.", values


def bought(n: int) -> News:
    return "{who:seat buys|You bought} {n:point|points}.", {"who": 0, "n": n}


def won(store: str, money: int, who: int = 0) -> News:
    return "{who:seat wins|You won} the {store} for ${n}.", {"who": who, "store": store, "n": money}


def billed(*money: int) -> News:
    bills = [phrase("{who:seat|you} ${n}", who=seat, n=n) for seat, n in enumerate(money)]
    return "Bills: {bills:semicolons}.", {"bills": bills}


Deed = tuple[int, int, Sequence[News]]
"""How much money and how many points news bring; the points are told by the last one."""


def games(*deeds: Deed, leaves: int = 20, spare: int = 0) -> list[Course]:
    """Equal games in which a move leaves money, and the seat then does this; what nothing tells of
    brings it points beside.
    """
    steps, has, total = [Step(0, [], [], has={MONEY: leaves})], leaves, spare
    for money, points, news in deeds:
        has, total = has + money, total + points
        changes = [Change(0, REST, points, news[-1])] if points else []
        steps.append(Step(1, [*news], changes, has={MONEY: has}))
    root = Move("act", "wait", 0, None, had={MONEY: 20})
    return [Course(steps, 1, [total, 0], [0, 1], [root]) for _game in range(GAMES)]


def told(better: list[Course], other: list[Course], about: str = "") -> list[str]:
    reason = reason_of(0, (better, other), about=about)
    assert not any(reason.entries)
    return reason_text(reason, names_for(0, ("Ada", "Ben")), "points").splitlines()


TRADE: list[Deed] = [(-10, 0, [stocked(2, 10)]), (30, 0, [sold(2, 30)]), (-20, 8, [bought(8)])]
LITTLE: list[Deed] = [(-5, 0, [stocked(1, 5)]), (15, 0, [sold(1, 15)]), (-10, 4, [bought(4)])]
END = "At the end, compared with the other move (average of 12 games): you +4 points"


def test_what_is_earned_and_spent_is_told_with_the_points_that_it_buys():
    assert told(games(*TRADE), games(*LITTLE, leaves=10)) == [
        "This move leaves: ✅ $20 ❌ $10",
        "The sum of what you do from this move to the end, on average of 6 games after each move:",
        "✅ You bought 2 cloth for $10. ❌ You bought 1 cloth for $5.",
        "✅ You sold 2 cloth for $30. ❌ You sold 1 cloth for $15.",
        "✅ You bought 8 points. ❌ You bought 4 points. → you +4 points",
        f"{END} (+4 points as listed)",
    ]


def test_sums_of_a_game_are_told_and_what_never_happens_or_rarely():
    twice = [*TRADE[:2], *TRADE[:2], (-40, 12, [bought(12)])]
    never = games((-5, 2, [bought(2)]), leaves=10)
    lines = told(games(*twice), never)
    assert "✅ You sold 4 cloth for $60. ❌ Never." in lines
    never[0] = games((3, 0, [sold(1, 3)]), (-8, 2, [bought(2)]), leaves=10)[0]
    lines = told(games(*twice), never)
    assert "✅ You sold 4 cloth for $60. ❌ Rarely." in lines


def test_what_happens_once_is_told_with_the_number_of_games():
    shop: Deed = (-10, 2, [won("Mill", 10)])
    better = games(*TRADE[:2], shop, (-10, 6, [bought(6)]))
    better[:2] = games(*TRADE)[:2]
    lines = told(better, games(*LITTLE, leaves=10))
    assert "✅ You won the Mill for $10. (in 4 of 6 games) ❌ Never. → you +1 point" in lines


def test_what_is_paid_is_found_among_several_amounts(monkeypatch: pytest.MonkeyPatch):
    """A bid is no payment, and a bill is the seat's own."""
    monkeypatch.setattr(budget, "SPENT", 1)
    bid: News = ("{who:seat bids|You bid} ${n}.", {"who": 0, "n": 9})
    better: list[Deed] = [
        (-9, 0, [bid, won("Mill", 9)]),
        (35, 1, [sold(1, 12, "silk"), sold(3, 23, "cloth", points=1)]),
        (-6, 0, [billed(6, 8)]),
        (-40, 8, [bought(8)]),
    ]
    lines = told(games(*better), games((-20, 4, [bought(4)])), "Buy the Mill.")
    assert [line for line in lines if "Never" in line] == [
        "✅ You sold 1 silk for $12. ❌ Never.",
        "✅ Bills: you $6. ❌ Never.",
        "✅ You won the Mill for $9. ❌ Never.",
        "✅ You sold 3 cloth for $23 and 1 point. ❌ Never. → you +1 point",
    ]


def test_what_is_paid_otherwise_is_put_down_to_what_brings_the_points():
    reached: News = ("{who:seat reaches|You reached} the goal.", {"who": 0})
    better = games(*TRADE[:2], (-20, 8, [reached, bought(8)]))
    assert "✅ You bought 8 points. ❌ You bought 4 points. → you +4 points" in told(
        better, games(*LITTLE, leaves=10)
    )


@pytest.mark.parametrize(
    ("better", "other"),
    [
        pytest.param(games(*TRADE, spare=4), games(*LITTLE, leaves=10), id="points elsewhere"),
        pytest.param(games(*TRADE), games(*LITTLE), id="the moves leave the same and name nothing"),
        pytest.param(
            games(*TRADE[:2], (-5, 5, [bought(5)])), games((-1, 1, [bought(1)]), leaves=10),
            id="what is earned is not spent",
        ),
        pytest.param(
            games(*TRADE, spare=1), games(*LITTLE[:2], (-10, 8, [bought(8)]), leaves=10),
            id="no points are told",
        ),
        pytest.param(
            games(*TRADE, (0, -5, [won("Mill", 0)]), (0, 5, [won("Inn", 0)])),
            games(*LITTLE, leaves=10),
            id="points that cancel out",
        ),
        pytest.param(
            [*games(*TRADE[:2], *TRADE)[:3], *games(*TRADE[2:])[:3]], games(*LITTLE, leaves=10),
            id="what is earned is not sure",
        ),
        pytest.param(
            [
                *games((180, 0, [sold(9, 180, "silk")]), (-180, 0, [won("Mill", 180)]), *TRADE)[:1],
                *games(*TRADE)[:5],
            ],
            games(*LITTLE, leaves=10),
            id="little of what differs",
        ),
        pytest.param(
            games(*[(0, n, [won(f"Mill {n}", 9)]) for n in range(1, 10)], *TRADE),
            games(*LITTLE, leaves=10),
            id="too much to tell",
        ),
    ],
)  # fmt: skip
def test_what_does_not_make_the_gain_is_not_told(better: list[Course], other: list[Course]):
    [line] = told(better, other)
    assert line.startswith("No single cause")


def test_what_the_moves_name_is_told_and_counts_as_linked():
    silk: list[Deed] = [(-1, 0, [stocked(1, 1, "silk")]), (2, 0, [sold(1, 2, "silk")])]
    lines = told(games(*TRADE, *silk), games(*LITTLE), about="Stock silk.")
    assert "✅ You sold 2 cloth for $30. ❌ You sold 1 cloth for $15." in lines
    assert "✅ You sold 1 silk for $2. ❌ Never." in lines
    assert not any("leaves" in line for line in lines)


def test_what_a_rival_loses_is_not_told_of_the_seat():
    better, other = games(*TRADE), games(*LITTLE, leaves=10)
    for it in other:
        it.final[1] = 5
    [line] = told(better, other)
    assert line.startswith("No single cause")


def test_where_points_are_not_bought_for_themselves_a_typical_game_is_told():
    made: News = (
        "{who:seat makes|You made} the {gown} for ${n}.",
        {"who": 0, "gown": "red", "n": 9},
    )
    better, other = games((-9, 5, [made]), leaves=9), games(leaves=1)
    for it in better:
        it.steps[1].is_own, it.steps[1].moves = True, 2
        it.moves.append(Move("act", "make", 1, None, is_asked=True, had={MONEY: 9}))
    reason = reason_of(0, (better, other))
    assert any(reason.entries) and not reason.averages
