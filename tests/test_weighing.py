"""Reasons of games that say how much something is worth."""

import random

import pytest

from bot.players.courses import REST, Change, Course, Move, Step, play_out
from bot.players.explaining import reason_of
from bot.players.reasons import News
from tests.test_courses import Row, row_game
from tests.test_reasons import taken, told


def brings(what: str, n: int = 0) -> News:
    told = "{card} brings {who:seat|you} {what}."
    return told, {"card": "Mill", "who": 0, "what": what, "worth": n}


def prize(n: int, who: int = 0, what: str = "cloth", at: str = "Rome") -> News:
    told = "Prize for {what}: {n:gem|gems} for {who:seat|you}."
    return told, {"who": who, "what": what, "at": at, "n": n, "worth": n, "is": "aside"}


def sale(n: int, paid: int, who: int = 0) -> News:
    told = "{who:seat sells|You sold} {n:dress|dresses} for {gems}."
    return told, {"who": who, "n": n, "gems": paid, "worth": paid}


def loan() -> News:
    return "{who:seat borrows|You borrowed}.", {"who": 0, "worth": -6}


def goes(place: str) -> News:
    return "{who:seat goes|You went} to the {place}.", {"who": 0, "place": place}


def bought(n: int, worth: int) -> News:
    return "{who:seat buys|You bought} {n:crate|crates}.", {"who": 0, "n": n, "worth": worth}


def weighed(
    *late: News, first: News | None = None, deed: tuple[str, News | None] | None = None
) -> list[Course]:
    """Games with news of the first move, perhaps with a later answer to a question and what comes
    of it, and with news two turns later.
    """
    moves = [Move("move", "first", 0, None), Move("act", "later", 1, None)]
    steps = [Step(0, [first] if first else [], []), Step(2, [*late], [], 3, True)]
    if deed:
        moves[1].prompt = deed[0]
        steps.insert(1, Step(1, [deed[1]] if deed[1] else [], [], 2, True))
    news = [each for step in steps for each in step.news]
    ends = [sum(it[1].get("worth", 0) for it in news if it[1]["who"] == s) for s in (0, 1)]
    return [Course(steps, 0, [float(it) for it in ends], [0, 1], moves) for _n in range(4)]


AT_FAIR, AT_BANK = ("Fair: buy.", bought(2, -2)), ("Bank: borrow.", loan())
NOTHING = "Nothing of the kind instead."
SOLD = ["✅ You sold 3 dresses for 9.", "❌ You sold 1 dress for 3. → you +6 gold"]
WEIGHED = {
    "one's own": (
        (weighed(prize(6), first=taken("cloth")), weighed(first=taken("wool"))),
        ["✅ You took the cloth.", "❌ You took the wool.",
         "✅ Prize for cloth: 6 gems for you.", f"❌ {NOTHING} → you +6 gold"],
    ),
    "what leads to it": (
        (weighed(brings("2 cloth"), prize(6), first=taken("Mill")), weighed()),
        ["✅ You took the Mill.", "✅ Mill brings you 2 cloth.",
         "✅ Prize for cloth: 6 gems for you.", f"❌ {NOTHING} → you +6 gold"],
    ),
    "another's, with what names nothing": (
        (weighed(prize(1, 1), sale(1, 3, 1), first=taken("cloth")),
         weighed(prize(6, 1), sale(3, 9, 1), first=taken("wool"))),
        ["✅ You took the cloth.", "❌ You took the wool.",
         "✅ Prize for cloth: 1 gem for Ben.",
         "❌ Prize for cloth: 6 gems for Ben. → Ben −5 gold",
         "✅ Ben sells 1 dress for 3.", "❌ Ben sells 3 dresses for 9. → Ben −6 gold"],
    ),
    "another's that names nothing": ((weighed(sale(1, 3, 1)), weighed(sale(3, 9, 1))), []),
    "an amount": ((weighed(sale(3, 9)), weighed(sale(1, 3))), SOLD),
    "what comes of an amount": (
        (weighed(prize(6), sale(3, 9)), weighed(sale(1, 3))),
        ["✅ Prize for cloth: 6 gems for you.", f"❌ {NOTHING} → you +6 gold", *SOLD],
    ),
    "a cost": (
        (weighed(), weighed(loan())), [f"✅ {NOTHING}", "❌ You borrowed. → you +6 gold"],
    ),
    "what is the same": (
        (weighed(prize(6), sale(3, 9), first=taken("cloth")), weighed(sale(3, 9))),
        ["✅ You took the cloth.",
         "✅ Prize for cloth: 6 gems for you.", f"❌ {NOTHING} → you +6 gold",
         "✅❌ Either way: You sold 3 dresses for 9."],
    ),
    "what comes instead": (
        (weighed(prize(9), first=taken("cloth")), weighed(prize(1, what="wool"))),
        ["✅ You took the cloth.",
         "✅ Prize for cloth: 9 gems for you.",
         "❌ Prize for wool: 1 gem for you. → you +9 gold"],
    ),
    "all of a kind": (
        (weighed(*(prize(n, at=str(n)) for n in (6, 5, 4, 3)), first=taken("cloth")), weighed()),
        ["✅ You took the cloth.",
         "✅ Prize for cloth: 6 gems for you. Prize for cloth: 5 gems for you. Prize for cloth: 4"
         " gems for you.",
         f"❌ {NOTHING} → you +18 gold, with all others of this kind"],
    ),
    "a piece at a place": (
        (weighed(sale(3, 9), first=goes("Fair"), deed=AT_FAIR),
         weighed(sale(1, 3), first=goes("Bank"), deed=AT_BANK)),
        ["✅ You bought 2 crates.", "❌ You borrowed. → you +4 gold", *SOLD],
    ),
    "a piece of which nothing comes": (
        (weighed(sale(3, 9), first=goes("Fair"), deed=("Fair: buy.", None)),
         weighed(sale(1, 3), first=goes("Bank"), deed=AT_BANK)), [],
    ),
    "another piece of which nothing comes": (
        (weighed(sale(3, 9), first=goes("Fair"), deed=AT_FAIR),
         weighed(sale(1, 3), first=goes("Bank"), deed=("Bank: borrow.", None))), [],
    ),
    "nothing leads to it": ((weighed(prize(6, what="wool")), weighed()), []),
}  # fmt: skip


@pytest.mark.parametrize("case", WEIGHED)
def test_what_the_game_says_the_worth_of_is_told_with_what_leads_to_it(case: str):
    sides, lines = WEIGHED[case]
    reason = reason_of(0, sides)
    assert [each for each in told(reason) if each[0] in "✅❌"] == lines
    assert reason.says_nothing is (not lines)


def test_what_a_move_brings_at_once_is_no_reason_if_much_comes_elsewhere():
    for spare, is_silent in ((1, False), (9, True)):
        sides = weighed(first=bought(1, -6)), weighed(first=bought(2, -12))
        for it in sides[0] + sides[1]:
            it.steps[0].changes[:] = [Change(0, REST, it.final[0], None)]
        for it in sides[0]:
            it.final[0] += spare
        assert reason_of(0, sides).says_nothing is is_silent


def test_luck_is_not_told_even_if_it_makes_the_mean():
    lucky = [*weighed(sale(9, 40))[:2], *weighed(sale(1, 3))[:2]]
    assert reason_of(0, (weighed(sale(3, 9)), weighed(sale(1, 3)))).events
    assert not reason_of(0, (lucky, weighed(sale(1, 3)))).events


def test_the_pair_that_is_told_is_the_one_nearest_to_the_mean():
    sides = [weighed(sale(n, n * 3))[0] for n in (2, 3, 4, 7)], weighed(sale(1, 3))
    assert told(reason_of(0, sides))[1] == "✅ You sold 4 dresses for 12."


def test_what_is_spent_in_a_later_part_is_not_put_down_to_the_move():
    later: News = "Autumn", {}
    sides = weighed(sale(3, 9), bought(2, -1)), weighed(sale(1, 3))
    assert any("crates" in line for line in told(reason_of(0, sides)))
    for it in sides[0] + sides[1]:
        it.steps[1].during = later
    assert not any("crates" in line for line in told(reason_of(0, sides)))


def test_news_after_a_heading_belong_to_the_part_that_it_begins():
    game = row_game()

    @game.step
    def turn(g: Row) -> None:
        if len(g.row) == 2:
            g.heading("Autumn")
            g.say("The leaves fall.")
        if g.row:
            g.then(("take", (4 - len(g.row)) % 2), "turn")
        else:
            g.scores = [0, 0]

    assert turn
    [course], _other = play_out(game, game.new(2, 1), 0, "take 9", "take 1", random.Random(1), 1)
    step = course.steps[1]
    assert [step.part(n) for n in range(len(step.news))] == [None, ("Autumn", {})]


def test_the_sum_is_what_is_listed_and_the_rest_unless_that_is_too_much():
    for less, said in ((3, "you +14 gold (+17 gold as listed, −3 gold elsewhere)"), (5, "")):
        sides = weighed(sale(3, 20)), weighed(sale(1, 3))
        for it in sides[0]:
            it.final[0] -= less
        reason = reason_of(0, sides)
        assert told(reason)[-1].endswith(said) and reason.says_nothing is (not said)
