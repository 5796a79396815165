"""Questions: what a seat is asked now or later, as an object to list, test and read."""

from collections import Counter
from typing import Any

import pytest

from games.kernel import Dials, Game, IllegalMove, Said, phrase
from games.words import Phrase
from tests.test_premoves import fair
from tests.tiny import Player, Table, asking, form_of, from_hand, tiny


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
    assert "bid 8 7" not in question


def auction(*plan: Any, sealed: str = "", **how: Any) -> Game[Table]:
    """Everybody bids a card of their hand for a lot. Nobody passes on the last lot, nor without
    gold; the bids for a `sealed` lot are always asked.
    """
    game = tiny(*plan, hands=[[1], [2, 3]])

    def passing(g: Table, p: Player, lot: str) -> str:
        return phrase("Leave the {lot}", lot=lot) if lot != "last" and p.gold else ""

    def is_sealed(g: Table, lot: str) -> bool:
        return lot == sealed

    @game.choice("Bid.", may_pass=passing, always=is_sealed, **how)
    def bid(g: Table, p: Player, lot: str) -> list[str]:
        return from_hand(g, p)

    @bid.does("bid {card:d}")
    def run(g: Table, p: Player, lot: str, card: int) -> None:
        g.diary.append(f"{p.seat} bids {card} for the {lot}")
        g.players[1].gold = 1

    @bid.passes
    def leave(g: Table, p: Player, lot: str) -> None:
        g.diary.append(f"{p.seat} leaves the {lot}")

    return game


def test_who_may_pass_is_said_by_a_function_that_returns_the_label() -> None:
    game = auction(("bid", 1, "hat"), ("bid", 1, "wig"), ("bid", 1, "last"))
    g = game.new(2, 1)
    assert game.legal(g, 1) == ["bid 2", "bid 3"], "without gold"
    with pytest.raises(IllegalMove, match="“pass” is not open to you now"):
        game.play(g, 1, "pass")
    g = game.play(g, 1, "bid 3")
    assert game.legal(g, 1) == ["bid 2", "bid 3", "pass"]
    assert game.label(g, 1, "pass") == "Leave the wig"
    g = game.play(g, 1, "pass")
    assert game.legal(g, 1) == ["bid 2", "bid 3"], "the last one"
    assert g.diary == ["1 bids 3 for the hat", "1 leaves the wig"]


def test_dials_end_with_passing_where_a_function_allows_it() -> None:
    game = tiny(("bid", 0, 1), ("bid", 0, 2))

    def passing(g: Table, p: Player, n: int) -> str:
        return "Bid nothing" if n == 2 else ""

    @game.choice("Bid.", menu="bid {low:d} {high:d}", may_pass=passing)
    def bid(g: Table, p: Player, n: int) -> Dials:
        return Dials(range(2), range(2))

    bid.does("bid {low:d} {high:d}")(lambda g, p, n, low, high: None)
    g = game.new(2, 1)
    assert "pass" not in game.legal(g, 0)
    assert "pass" in game.legal(game.play(g, 0, "bid 1 1"), 0)


def test_passing_in_advance_stops_where_a_function_forbids_it() -> None:
    game = auction(("bid", 0, "hat"), ("bid", 1, "wig"), ("bid", 1, "last"), sealed="hat")
    g = game.play(game.new(2, 1), 1, "ahead passing rest")
    g = game.play(g, 0, "bid 1")
    assert g.diary == ["0 bids 1 for the hat", "1 leaves the wig"]
    assert g.agenda[-1] == ("bid", 1, "last") and g.premoves == {}


def own_prompt(g: Table, p: Player, lot: str) -> str:
    return phrase("Bid for the {lot}; you have {n}.", lot=lot, n=max(p.hand))


@pytest.mark.parametrize(
    ("you", "told"),
    [
        (own_prompt, "Bid for the hat; you have 3."),
        ("Bid a card of yours.", "Bid a card of yours."),
        ("", "Bid."),
    ],
)
def test_a_player_reads_a_prompt_of_their_own_and_all_others_the_one_for_all(
    you: Any, told: str
) -> None:
    game = auction(("bid", 1, "hat"), you=you)
    g = game.new(2, 1)
    question = game.question(g, 1)
    assert question and question.prompt == game.view(g, 1)["question"]["prompt"] == told
    for other in (0, None):
        assert game.view(g, other)["question"]["prompt"] == "Bid."


def test_who_has_answered_in_secret_still_reads_their_own_prompt() -> None:
    game = auction(("bid", (0, 1), "hat"), sealed="hat", you=own_prompt)
    g = game.play(game.new(2, 1), 1, "bid 2")
    prompts = [game.view(g, seat)["question"]["prompt"] for seat in (0, 1, None)]
    assert prompts == [*(f"Bid for the hat; you have {n}." for n in (1, 3)), "Bid."]


def test_a_single_move_is_asked_for_where_a_function_says_so() -> None:
    plan = [("bid", 0, "hat"), ("bid", 0, "wig"), ("bid", 1, "last")]
    game = auction(*plan, sealed="wig")
    g = game.new(2, 1)
    assert g.diary == ["0 bids 1 for the hat"] and g.agenda[-1] == ("bid", 0, "wig")
    assert game.legal(g, 0) == ["bid 1"]
    assert game.hides_choice(g, 0)
    assert auction(*plan).new(2, 1).agenda[-1] == ("bid", 1, "last")
    assert auction(*plan, secret=True).new(2, 1).agenda[-1] == ("bid", 0, "hat")


def test_passing_unless_there_is_more_to_do_is_offered_and_waits_where_all_are_asked() -> None:
    def passing(g: Table, p: Player, lot: str) -> str:
        return "Bid nothing"

    for sealed, asked in (("", "last"), ("wig", "wig")):
        game = tiny(("bid", 0, "hat"), ("bid", 1, "wig"), ("bid", 1, "last"))

        @game.choice("Bid.", may_pass=passing, always=lambda g, lot: lot == sealed)
        def bid(g: Table, p: Player, lot: str) -> list[str]:
            return [] if lot == "wig" else ["bid 1"]

        bid.does("bid {card:d}")(lambda g, p, lot, card: None)
        g = game.new(2, 1)
        assert game.premoves(g, 1) == {"passing": ["rest", "idle"]}
        g = game.play(game.play(g, 1, "ahead passing idle"), 0, "bid 1")
        assert g.agenda[-1] == ("bid", 1, asked)


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
        return ["bid 1", "bid 9", "pass all"]

    @bid.does("bid {n:d}")
    def offer(g: Table, p: Player, n: int) -> None: ...

    bid.does("pass {all}")(lambda g, p, all: None)

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
    assert question and [*map(question.alarm, question)] == ["", "You would be broke.", ""]
    assert [question.tone(move) for move in question] == ["usual", "unusual", "unusual"]
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


def test_nobody_is_foreseen_where_a_guess_leaves_somebody_without_a_move() -> None:
    def usual(g: Table, p: Player) -> list[str]:
        return [] if g.diary else ["bid 1", "bid 2"]

    game = asking(tiny(("bid", 0), ("bid", 0), ("bid", 1)), usual, always=True)
    assert game.asked_next(game.new(2, 1)) == []
