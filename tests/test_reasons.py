"""Reasons: why a move is better than another one."""

import json
import random
from dataclasses import replace

import pytest

from bot.pages.reasons import reason_text
from bot.players import ledger
from bot.players.courses import REST, Change, Course, Move, Part, Step
from bot.players.explaining import explain, reason_of
from bot.players.reasons import News, Reason, read_reason
from games import discover
from games.words import names_for
from tests.test_courses import COINS, row_game

NAMES = ("Ada", "Ben")


def why(better: str, other: str, row: list[int] | None = None) -> Reason:
    game = row_game()
    g = game.new(2, 1)
    g.row = row or g.row
    return explain(game, g, 0, better, other, random.Random(1))


def told(reason: Reason, reader: int = 0) -> list[str]:
    return reason_text(reason, names_for(reader, NAMES), "gold").splitlines()


def test_what_brings_points_in_a_typical_game_adds_up(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(ledger, "LINKED", 0)
    reason = why("take 9", "take 1")
    assert told(reason) == [
        "A typical one of 24 games after each move: what brings points, unless both have the same,"
        " until the difference is there.",
        "✅ You took the 9 gem. → you +9 large gems",
        "✅ You took the 4 gem. → you +4 gold",
        "❌ You took the 1 gem. → you +1 gold",
        "❌ You took the 5 gem. → you +5 gold",
        "Sum for you: ✅ +13 gold ❌ +6 gold",
        "At the end, compared with the other move (average of 48 games): you +7 gold"
        " (+9 large gems, −2 gold elsewhere); Ben −7 gold",
    ]
    assert "✅ Ada takes the 9 gem. → Ada +9 large gems" in told(reason, 1)


def test_later_points_are_told_only_if_they_are_linked_with_the_moves(
    monkeypatch: pytest.MonkeyPatch,
):
    assert not any(why("take 9", "take 1").entries), "the later gems have nothing to do with them"
    monkeypatch.setattr(ledger, "LINKED", 0)
    assert any(why("take 9", "take 1").entries)


def test_what_a_move_brings_at_once_is_no_cause_if_most_of_it_comes_anyway():
    row = [9, 8, 1, 1]
    reason = why("take 9", "take 1", row)
    assert reason.own == 1 and not reason.is_direct


def test_what_a_move_brings_at_once_does_not_cancel_out_with_the_same_later():
    news: News = ("You gain 2.", {})
    first, second, third = (
        ledger.Line(REST, 2, news, (step, 0), None, 0, {}, "", {}, False) for step in range(3)
    )
    assert first.same != second.same == third.same


def test_a_move_ends_the_game():
    assert why("take 0", "take 4", [9, 0, 4, 1]).ends
    reason = why("take 9", "take 0", [9, 0, 4, 1])
    assert reason.ends is False
    assert "The game mostly goes on, and you have another turn." in told(reason)


@pytest.mark.parametrize(("ahead", "is_cause"), [(1, True), (0, True), (-1, False)])
def test_to_end_the_game_is_no_cause_for_who_is_behind_then(ahead: int, is_cause: bool):
    assert Reason(0, own=2, ends=True, ahead=ahead).says_nothing is not is_cause
    assert not Reason(0, own=2, ends=False, ahead=ahead).says_nothing


@pytest.mark.parametrize("move", ["take 4", "take 9"])
def test_a_reason_without_a_gain_says_nothing(move: str):
    reason = why(move, move, [9, 4, 4, 4])
    assert reason.says_nothing and not told(reason)


# --- What is told of games ------------------------------------------------------------------------


def sold(n: int, who: int = 0, what: str = "yarn") -> News:
    return "{who:seat sells|You sold} for {n:gem|gems}.", {"who": who, "n": n, "what": what}


EMPTY = "You have nothing to sell."


def taken(thing: str, who: int = 0) -> News:
    return "{who:seat takes|You took} the {thing}.", {"who": who, "thing": thing}


def side(*gains: int, spare: int = 0, kept: str | None = EMPTY, what: str = "yarn") -> list[Course]:
    """Games in which the seat sells in its next turn for so much, or not at all, and has something
    beside that nothing tells of. After the other move something keeps it from that.
    """
    return [
        Course(
            [
                Step(0, [], []),
                Step(1, [sold(n, 0, what)], [Change(0, REST, n, sold(n, 0, what))], 2, True)
                if n
                else Step(1, [], []),
            ],
            turns=2,
            final=[n + spare, 0],
            teams=[0, 1],
            moves=[
                Move("act", "wait", 0, None),
                Move("act", "sell", 1, None, "", False, True, kept is None, kept or ""),
            ],
        )
        for n in gains
    ]


def test_what_the_rulebook_forbids_after_the_other_move_is_told():
    assert told(reason_of(0, (side(6, 6, 6, 5), side(0, 0, 0, 1))))[1:-1] == [
        "✅ You sold for 6 gems. → you +6 gold",
        "❌ Not possible: “You have nothing to sell.”",
        "Sum for you: ✅ +6 gold ❌ ±0 gold",
    ]


CLOTH: Part = ("{n} {what}", (("what", "cloth"),))


def paid(n: int, had: int, *, elsewhere: int, asked: bool = True, gains: int = 0) -> list[str]:
    """What is told of a sale for which the seat paid so many coins of those that it had, all of
    which but what it then gained come from the move.
    """
    better, other = side(6, 6, 6, 6, kept=None), side(0, 0, 0, 0)
    for it in better:
        it.steps[0].has, it.moves[1].had = {COINS: had - gains}, {COINS: had}
        it.steps[1].has = {COINS: had - n}
    for it in other:
        it.steps[0].has = it.moves[1].had = it.steps[1].has = {COINS: elsewhere}
        it.moves[1:] = it.moves[1:] if asked else []
    return [line for line in told(reason_of(0, (better, other))) if line.startswith("❌")]


@pytest.mark.parametrize("asked", [True, False])
def test_what_the_seat_lacks_after_the_other_move_is_told(asked: bool):
    lacking = ["❌ Not possible: you then lack 3 coins."]
    assert paid(7, 9, elsewhere=4, asked=asked) == lacking
    assert not paid(4, 9, elsewhere=5, asked=asked), "it could have been paid"
    assert not paid(7, 9, elsewhere=4, asked=asked, gains=3), "where some comes from is not told"
    assert not paid(0, 9, elsewhere=0, asked=asked), "nothing was paid"


def test_where_it_comes_from_what_the_seat_lacks_is_told_if_it_has_to_do_with_a_move():
    better, other = side(6, 6, 6, 6, kept=None), side(0, 0, 0, 0)
    for n, it in enumerate(better):
        it.steps[1:1] = [Step(0, [taken(f"purse {n}")], [], 1, True, has={COINS: 9})]
        it.moves[1].had = {COINS: 9}
    assert reason_of(0, (better, other)).says_nothing
    for n, it in enumerate(better):
        it.steps[0].news = [taken(f"purse {n}")]
    assert told(reason_of(0, (better, other)))[1:4] == [
        "✅ You took the purse 0.", "✅ You sold for 6 gems. → you +6 gold",
        "❌ Not possible: you then lack 9 coins.",
    ]  # fmt: skip


@pytest.mark.parametrize("spent", [0, 1])
def test_what_is_lacked_for_the_last_payment_is_told(spent: int):
    better, other = side(6, 6, 6, 6, kept=None), side(0, 0, 0, 0)
    for it in better:
        it.moves[1:1] = [Move("trade", "stock", 1, None, had={COINS: 9})]
        it.steps[0].has, it.moves[2].had = {COINS: 9}, {COINS: 2}
        it.steps[1].has, it.steps[1].moves = {COINS: 2 - spent}, 3
    for it in other:
        it.steps[0].has = it.moves[1].had = it.steps[1].has = {COINS: 4}
    lacking = "❌ Not possible: you then lack 3 coins."
    assert (lacking in told(reason_of(0, (better, other)))) is (spent == 0)


def test_later_points_are_told_with_their_part_of_the_game():
    sides = side(6, 6, 6, 6), side(0, 0, 0, 0)
    for it in sides[0]:
        it.steps[1].during = it.moves[1].during = ("Round {n}", {"n": 3})
    assert told(reason_of(0, sides))[1] == "✅ You sold for 6 gems. (Round 3) → you +6 gold"


def test_the_same_news_with_other_points_are_no_cause():
    counted: News = "{who:seat counts|You counted}.", {"who": 0}
    sides = side(6, 6, 6, 6), side(3, 3, 3, 3)
    for each in (step for it in sides[0] + sides[1] for step in it.steps[1:]):
        each.news, each.changes[0].news = [counted], counted
    assert reason_of(0, sides).says_nothing


@pytest.mark.parametrize("during", [None, ("Round {n}", {"n": 3})])
def test_what_is_done_after_both_moves_at_the_same_time_is_possible(during: News | None):
    better, other = side(6, 6, 6, 6), side(6, 6, 6, 6, kept=None)
    for it in better:
        it.steps.insert(1, Step(1, [taken("cloth")], [], 1, True))
    for it in other:
        it.steps[1].changes[0].n = it.final[0] = 1
        it.steps[1].during = during
    lines = told(reason_of(0, (better, other)))
    assert ("❌ Not possible: “You have nothing to sell.”" in lines) is bool(during)


def test_a_game_that_is_unlike_the_average_is_not_told():
    better, other = side(6, 6, 6, 6), side(0, 0, 0, 0)
    assert any(reason_of(0, (better, other)).entries)
    for n, it in enumerate(better):
        it.steps[1].changes[0].part = ("{n} for {what}", (("what", f"gown {n}"),))
    assert not any(reason_of(0, (better, other)).entries)


@pytest.mark.parametrize("n", [2, 4])
def test_points_are_told_only_if_it_is_known_what_most_are_for(n: int):
    gown: Part = ("{n} for {what}", (("what", "gown"),))
    better, other = side(6, 6, 6, 6), side(0, 0, 0, 0)
    for it in better:
        [sale] = it.steps[1].changes
        it.steps[1].changes = [replace(sale, part=gown, n=n), replace(sale, n=6 - n)]
    assert any(reason_of(0, (better, other)).entries) is (n == 4)


@pytest.mark.parametrize("kept", [EMPTY, None])
@pytest.mark.parametrize("left", [0, 1])
def test_what_could_be_sold_after_both_moves_is_no_reason(left: int, kept: str | None):
    better, other = side(6, 6, 6, 6, kept=kept, what="cloth"), side(0, 0, 0, 0)
    for it in better:
        it.steps[0].news = [taken("cloth")]
        it.steps[0].has, it.steps[1].has = {CLOTH: 1}, {CLOTH: 0}
        it.moves[1].had = {CLOTH: 0}
    for it in other:
        it.steps[-1].has = {CLOTH: left}
    assert any(reason_of(0, (better, other)).entries) is (kept == EMPTY or not left)


def given(n: int, what: str) -> News:
    return "{who:seat gives|You gave} {what} for {n}.", {"who": 0, "what": what, "n": n}


Given = list[tuple[Part, int, News]]
"""What brings points of a kind, and what tells of it."""


def giving(*turns: Given) -> list[Course]:
    """Games in which a move and later turns bring points."""
    steps = [
        Step(turn, [news for *_part, news in each], [Change(0, *it) for it in each], turn + 1, True)
        for turn, each in enumerate(turns)
    ]
    total = sum(n for each in turns for _part, n, _news in each)
    moves = [Move("act", "go", turn, None) for turn in range(len(turns))]
    return [Course(steps, len(turns), [total, 0], [0, 1], moves) for _game in range(4)]


@pytest.mark.parametrize(("regained", "lost", "is_told"), [(2, 1, True), (5, 2, False)])
def test_what_has_to_do_with_the_moves_makes_most_of_the_gain(
    regained: int, lost: int, is_told: bool
):
    other = giving(
        [(REST, -5, given(5, "cloth"))],
        [(REST, regained, given(9, "cloth"))],
        [(REST, -lost, given(lost, "yarn"))],
    )
    assert any(reason_of(0, (giving([], [], []), other)).entries) is is_told


def test_what_a_move_brings_at_once_is_told_even_if_it_comes_later_after_the_other_one():
    better = giving([(HALL, 8, given(1, "Hall 2"))], [(STAGE, 7, given(2, "Stage"))])
    other = giving([(STAGE, 7, given(3, "Stage"))], [(HALL, 2, given(4, "Hall 2"))])
    assert told(reason_of(0, (better, other)))[1:5] == [
        "✅ You gave Hall 2 for 1. → you +8 for Hall 2",
        "✅ You gave Stage for 2. → you +7 for Stage",
        "❌ You gave Stage for 3. → you +7 for Stage",
        "❌ You gave Hall 2 for 4. → you +2 for Hall 2",
    ]


def test_all_is_told_until_most_of_the_gain_is_there():
    first, second = ((REST, n, given(n, "cloth")) for n in (6, 3))
    better = giving([(REST, 0, given(0, "cloth"))], [first], [second])
    for it in better:
        for n, step in enumerate(it.steps[1:], 1):
            step.during = it.moves[n].during = ("Round {n}", {"n": n})
    entries, _none = reason_of(0, (better, giving([]))).entries
    assert sum(it.n for it in entries) == 9


def test_a_game_with_another_gain_is_not_told():
    assert any(reason_of(0, (side(9, 4, 9, 4), side(0, 0, 0, 0))).entries)
    assert not any(reason_of(0, (side(14, 4, 14, 4), side(0, 0, 0, 0))).entries)


def test_small_things_are_summed_up():
    sides = side(20, 20, 20, 20), side(0, 0, 0, 0)
    for it in sides[0]:
        for n in range(5):
            found: News = "{who:seat finds|You found} a gem {n}.", {"who": 0, "n": n}
            it.steps.append(Step(2, [found], [Change(0, REST, 1, found)]))
        it.final[0] += 5
    lines = told(reason_of(0, sides))
    assert sum("→" in line for line in lines) == 5 and "✅ Other things. → you +2 gold" in lines
    assert "Sum for you: ✅ +25 gold ❌ ±0 gold" in lines


@pytest.mark.parametrize(
    "sides",
    [
        pytest.param((side(6, 6, 0, 0, spare=4), side(0, 0, 0, 6)), id="not often"),
        pytest.param((side(1, 1, 1, 1, spare=9), side(0, 0, 0, 0)), id="little of the gain"),
        pytest.param((side(20, 1, 20, 1), side(0, 0, 0, 0)), id="no pair is typical"),
        pytest.param((side(9, 9, 9, 0), side(9, 9, 9, 0)), id="no gain"),
        pytest.param((side(0, 3, 0, 2, spare=5), side(0, 2, 0, 0)), id="not sure"),
    ],
)
def test_what_does_not_differ_clearly_is_no_cause(sides: tuple[list[Course], list[Course]]):
    reason = reason_of(0, sides)
    assert reason.says_nothing
    text = "\n".join(told(reason))
    assert text.startswith("No single cause stands out.") if reason.lead else not text


def test_the_price_of_a_move_is_told_at_once():
    cheap, dear = side(6, 6, 6, 6), side(6, 6, 6, 6)
    for it in dear:
        it.steps[0].changes.append(Change(0, REST, -2, None))
        it.final[0] -= 2
    reason = reason_of(0, (cheap, dear))
    assert told(reason) == [
        "At once: ✅ ±0 gold ❌ −2 gold",
        "At the end, compared with the other move (average of 8 games): you +2 gold",
    ]


HALL: Part = ("{n} for {hall}", (("hall", "Hall 2"),))
STAGE: Part = ("{n} for {hall}", (("hall", "Stage"),))
PURSE: Part = ("{n} for coins", ())


def points(at_once: dict[Part, int], later: dict[Part, int]) -> list[Course]:
    """Games in which a move brings points of these kinds, and more of them come later."""
    for_all: News = ("All is counted.", {})
    steps = [
        Step(turn, [], [Change(0, part, n, for_all) for part, n in each.items()])
        for turn, each in enumerate((at_once, later))
    ]
    total = sum(at_once.values()) + sum(later.values())
    return [Course(steps, 1, [total, 0], [0, 1], [Move("act", "go", 0, None)]) for _n in range(4)]


def of_halls(better: list[Course], other: list[Course]) -> list[str]:
    """What is told of going to Hall 2 instead of the Stage; nobody has the same left."""
    better[0].steps[0].has = {COINS: 1}
    return told(reason_of(0, (better, other), ("Hall 2: the first space", "Stage, space 3")))


def test_points_for_a_thing_that_the_move_names_are_its_reason():
    assert of_halls(points({HALL: 6}, {HALL: 2}), points({STAGE: 4}, {STAGE: -1})) == [
        "At once: ✅ +6 for Hall 2 ❌ +4 for Stage",
        "At the end, on average, compared with before:",
        "✅ +8 for Hall 2 ❌ ±0 for Hall 2",
        "✅ ±0 for Stage ❌ +3 for Stage",
        "At the end, compared with the other move (average of 8 games): you +5 gold"
        " (+8 for Hall 2, −3 for Stage)",
    ]


@pytest.mark.parametrize(
    ("better", "other"),
    [
        pytest.param(points({}, {STAGE: 6}), points({}, {HALL: 1}), id="the other move names it"),
        pytest.param(points({}, {HALL: 4}), points({STAGE: 4}, {STAGE: -4}), id="it is lost again"),
        pytest.param(points({HALL: 2}, {HALL: 4}), points({}, {}), id="most of it comes later"),
        pytest.param(
            points({}, {HALL: 4, PURSE: 3}), points({}, {}), id="much is for other things"
        ),
        pytest.param(points({}, {HALL: 4, REST: 4}), points({}, {}), id="the rest is unknown"),
        pytest.param(points({}, {}), points({}, {HALL: 4}), id="it loses them"),
    ],
)
def test_points_for_what_a_move_names_are_no_reason_alone(
    better: list[Course], other: list[Course]
):
    assert not any(
        "→" in line or "compared with before" in line for line in of_halls(better, other)
    )


@pytest.mark.parametrize(("other_things", "is_told"), [(2, True), (3, False)])
def test_without_a_cause_it_is_told_what_most_of_the_gain_is_made_of(
    other_things: int, is_told: bool
):
    reason = reason_of(0, (points({}, {HALL: 5, REST: other_things}), points({}, {})))
    assert reason.says_nothing
    no_cause = (
        "No single cause stands out. The computer players finished 8 games from here: after the"
        f" better move you ended {reason.own} gold better on average."
    )
    parts = (
        "At the end, compared with the other move (average of 8 games): you +7 gold"
        " (+5 for Hall 2, +2 gold elsewhere)"
    )
    assert told(reason) == ([no_cause, parts] if is_told else [no_cause])


@pytest.mark.sampled
@pytest.mark.parametrize("name", discover())
def test_a_reason_survives_being_stored(name: str, seed: int):
    game, rng = discover()[name], random.Random(seed)
    g = game.new(game.seats[-1], seed)
    for _ in range(30):
        after = game.play(g, g.asked[0], game.expert(g, g.asked[0]))
        if after.scores is not None:
            break
        g = after
    seat = g.asked[0]
    moves = [*dict.fromkeys([game.expert(g, seat), game.random_candidate(g, seat, rng)])]
    reason = explain(game, g, seat, moves[0], moves[-1], rng, pairs=3)
    assert read_reason(json.loads(json.dumps(reason.data()))) == reason
    said = reason_text(reason, names_for(seat, ["Ada"] * g.seats), game.unit)
    assert (not said or said.startswith("No single cause")) is reason.says_nothing


OF_1_0_0 = {
    "seat": 0, "games": 24, "own": 6, "rival": 0, "rival_seat": 1, "parts": [],
    "at_once": [[], []], "is_direct": False, "ends": None,
    "events": [{
        "then": {"say": "{who:seat sells|You sold} for {n:gem|gems}.", "of": {"who": 0, "n": 6}},
        "n_then": 20, "otherwise": None, "n_otherwise": 1, "barred": EMPTY,
        "instead": {"say": "{who:seat sells|You sold} for {n:gem|gems}.", "of": {"who": 1, "n": 5}},
        "is_weighed": False, "own": 0, "rival": 0, "is_sum": False,
    }],
}  # fmt: skip


def test_a_reason_that_release_1_0_0_stored_is_shown():
    assert told(read_reason(OF_1_0_0)) == [
        "✅ In 20 of 24 games, otherwise in 1: You sold for 6 gems.",
        "❌ Otherwise mostly not possible: “You have nothing to sell.”",
        "❌ Otherwise mostly: Ben sells for 5 gems.",
        "At the end, compared with the other move (average of 48 games): you +6 gold",
    ]
    ends = told(read_reason(OF_1_0_0 | {"ends": True}))
    assert "After ✅ the game mostly ends before your next turn." in ends
    assert not any("ahead" in line for line in ends), "how far was not stored"


def test_a_reason_of_an_earlier_release_is_damaged():
    with pytest.raises(ValueError, match="at_once"):
        read_reason({"seat": 0, "taken_by": 1})
