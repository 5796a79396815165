"""Questions: what a seat is asked now or later, as an object to list, test and read."""

from collections import Counter

import pytest

from games.kernel import Dials, IllegalMove, Said, phrase
from games.words import Phrase
from tests.test_premoves import fair
from tests.tiny import Player, Table, asking, form_of, tiny


def test_what_a_seat_is_asked_now_comes_first_then_what_it_may_answer_ahead() -> None:
    game = fair()
    g = game.new(2, 1)
    now, *later = game.questions(g, 0)
    assert (now.name, now.prompt, [*now]) == ("", "Walk.", ["walk", "haggle"])
    assert [each.name for each in later] == ["buy silk", "buy wool"]
    assert later[0].prompt == "buy silk" and "bid 3" in later[0]
    assert [each.name for each in game.questions(g, 1)] == ["buy silk", "buy wool"]
    assert game.question(g, 1) is None and game.question(g, 0, "buy tin") is None
    g.scores, g.asked = [0, 0], []
    assert [*game.questions(g, 0)] == [] and game.question(g, 0, "buy silk") is None


def test_an_answer_to_a_later_question_is_a_premove() -> None:
    game = fair()
    g = game.new(2, 1)
    now, later = game.question(g, 0), game.question(g, 1, "buy wool")
    assert now and later and now.answer("walk") == "walk" and later.given == ""
    g = game.play(g, 1, later.answer("bid 2"))
    assert g.premoves == {1: {"buy wool": "bid 2"}}
    set_now = game.question(g, 1, "buy wool")
    assert set_now and set_now.given == "bid 2"


def test_a_secret_answer_that_may_still_be_changed_is_given() -> None:
    game = fair()
    g = game.play(game.play(game.new(2, 1), 0, "walk"), 0, "bid 2")
    answered, asked = game.question(g, 0), game.question(g, 1)
    assert answered and asked and (answered.given, asked.given) == ("bid 2", "")


def test_moves_are_listed_counted_and_tested_also_where_nobody_lists_them() -> None:
    game = tiny(("bid", 0), "end")

    @game.choice("Bid.", menu="bid {low:d} {high:d}", may_pass="Bid nothing")
    def bid(g: Table, p: Player) -> Dials:
        return Dials(range(100), range(100), fits=lambda low, high: low < high)

    bid.does("bid {low:d} {high:d}")(lambda g, p, low, high: None)
    question = game.question(game.new(2, 1), 0)
    assert question and isinstance(question.menu, Dials)
    assert [*question] == question.moves and len(question) < 100
    unlisted = next(f"bid 7 {n}" for n in range(8, 99) if f"bid 7 {n}" not in [*question])
    assert unlisted in question and "pass" in question
    assert "bid 8 7" not in question and 7 not in question


def test_a_game_is_asked_once_what_it_says_of_a_move() -> None:
    game, asked = tiny(("bid", 0), "end"), Counter[str]()

    @game.choice("Bid.", menu=[["bid 1", "bid 2"]])
    def bid(g: Table, p: Player) -> list[str]:
        return ["bid 1", "bid 3"]

    @bid.does("bid {n:d}")
    def offer(g: Table, p: Player, n: int) -> None: ...

    @offer.says
    def offering(g: Table, p: Player, n: int) -> Said:
        asked[f"bid {n}"] += 1
        return Said(f"Bid {n}", cards=["card"] * n, tone="unusual" if n > 2 else "usual")

    question = game.question(game.new(2, 1), 0)
    assert question and question.menu == [["bid 1", "bid 2"]]
    for move, cards, unusual in (("bid 1", 1, False), ("bid 3", 3, True)):
        assert question.label(move) == f"Bid {move[-1]}" and len(question.cards(move)) == cards
        assert (question.tone(move) == "unusual") == unusual and question.consequence(move) == ""
    assert asked == {"bid 1": 1, "bid 3": 1}


def test_what_a_move_would_bring_is_not_said_of_a_later_question() -> None:
    game = fair()
    g = game.new(2, 1)
    later = game.question(g, 0, "buy silk")
    assert later and (later.label("bid 3"), later.consequence("bid 3")) == ("Bid $3", "")
    now = game.question(game.play(g, 0, "walk"), 0)
    assert now and (now.label("bid 3"), now.consequence("bid 3")) == ("Bid $3", "leaves 2")


def test_what_a_player_would_regret_is_said_of_a_move_and_of_a_position() -> None:
    game = tiny(("bid", 0), "end")

    @game.choice("Bid.")
    def bid(g: Table, p: Player) -> list[str]:
        return ["bid 1", "bid 9"]

    @bid.does("bid {n:d}")
    def offer(g: Table, p: Player, n: int) -> None: ...

    @offer.says
    def offering(g: Table, p: Player, n: int) -> Said:
        return Said(f"Bid {n}", alarm="You would be broke." if n > 2 else "")

    @game.alarm
    def broke(g: Table, p: Player) -> str | None:
        return f"{[*g.deck, *g.players[0].hand]}" if p.seat else None

    @game.forecast
    def next_round(g: Table, p: Player) -> str:
        return f"Seat {p.seat}"

    g, other = game.new(2, 1), game.new(2, 1)
    g.deck, g.players[0].hand = [9], [1, 5]
    other.deck, other.players[0].hand = [5], [9, 1]
    question = game.question(g, 0)
    assert question and [question.alarm(move) for move in question] == ["", "You would be broke."]
    assert [question.tone(move) for move in question] == ["usual", "unusual"]
    assert "alarms" not in game.view(g, 0) and game.view(g, 0)["forecast"] == "Seat 0"
    seen = game.view(g, 1)
    assert seen.get("forecast") == "Seat 1" and [*seen["alarms"]] == ["broke"]
    assert seen["alarms"] == game.view(other, 1)["alarms"], "nothing that they cannot see"
    assert not {"alarms", "forecast"} & game.view(g, None).keys()
    assert not {"alarms", "forecast"} & game.view(game.play(g, 0, "bid 9"), 1).keys()


def test_a_question_says_why_a_text_is_no_answer_as_the_game_refuses_it() -> None:
    game = asking(tiny(("bid", 0), "end"), [f"bid {n}" for n in range(10)])
    g = game.new(2, 1)
    question = game.question(g, 0)
    assert question
    for text in ("hop", "bid 99", "b" * 100):
        with pytest.raises(IllegalMove) as refused:
            game.play(g, 0, text)
        assert refused.value.args[0] == question.refuse(text)
    assert str(question.refuse("b" * 100)).startswith(f"“{'b' * 60}” is not open to you now.")
    assert str(question.refuse("hop")).endswith("bid 7 and 2 more.")


@pytest.mark.parametrize("reason", ["Seven is taken.", phrase("{n} is taken.", n=7)])
def test_the_reason_of_a_rule_refuses_a_move_as_it_is_written(reason: str) -> None:
    game = asking(tiny(("bid", 0), "end"), ["bid 1", "bid 2"])
    form_of(game, "bid 1").refuses(lambda g, p, card: reason if card == 7 else None)
    with pytest.raises(IllegalMove) as refused:
        game.play(game.new(2, 1), 0, "bid 7")
    assert isinstance(refused.value.args[0], Phrase) and refused.value.args[0] == reason


def test_absent_and_good_players_answer_it() -> None:
    game = asking(tiny(("bid", 0), "end"), ["bid 1", "bid 2", "bid 3"])
    question = game.question(game.new(2, 1), 0)
    assert question and question.default() == question.expert() == "bid 1"
    game.choices["bid"].default(lambda g, p: "bid 2")
    assert question.default() == question.expert() == "bid 2"
    game.choices["bid"].expert(lambda g, p: "bid 3")
    assert (question.default(), question.expert()) == ("bid 2", "bid 3")
