"""The kernel: its steps, choices and refusals, by tiny games."""

import random
import re
from collections.abc import Callable
from copy import deepcopy
from typing import Any

import pytest

from games import record
from games.kernel import EVERYBODY, Game, IllegalMove
from games.words import ENGLISH, translate_into
from tests.tiny import Options, Player, Table, asking, form_of, from_hand, tiny

# --- The stack of steps --------------------------------------------------------------------------


def test_steps_run_in_the_order_they_are_planned_in() -> None:
    assert tiny("a", ("b", 1, 2), "c").new(2, 1).diary == ["a", "b 1 2", "c"]


@pytest.mark.parametrize(
    ("plan", "act", "diary"),
    [
        (["c"], lambda g: g.then("a", "b"), ["a", "b", "c"]),
        ([("a", 1), "b", ("a", 2)], lambda g: g.skip("a"), ["b"]),
        (
            [("a", 1), "b", ("a", 2), "c"],
            lambda g: g.queue(("a", 3)),
            ["a 1", "b", "a 2", "a 3", "c"],
        ),
        (["b"], lambda g: g.queue(("a",)), ["a", "b"]),
    ],
    ids=[
        "then comes before whatever was planned",
        "skip drops every step of a name",
        "queue goes behind the last step of its name",
        "queue comes next where there is no step of its name",
    ],
)
def test_what_a_step_plans(plan: list[Any], act: Callable[[Table], None], diary: list[str]) -> None:
    game = tiny("now", *plan)

    @game.step
    def now(g: Table) -> None:
        act(g)

    assert game.new(2, 1).diary == diary


def test_scores_end_the_game_whatever_is_planned() -> None:
    g = tiny("a", "end", "b").new(2, 1)
    assert (g.scores, g.diary, g.agenda, g.asked) == ([0, 0], ["a"], [], [])


def test_a_game_that_asks_nobody_and_does_not_end_is_a_bug() -> None:
    game = tiny("again")

    @game.step
    def again(g: Table) -> None:
        g.then("again")

    with pytest.raises(RuntimeError, match="Tiny asks nobody and does not end"):
        game.new(2, 1)


def test_a_choice_without_a_move_is_a_bug() -> None:
    with pytest.raises(RuntimeError, match="the choice “bid” lists no move for seat 1"):
        asking(tiny(("bid", 1)), lambda g, p: []).new(2, 1)


def test_a_misspelt_step_is_named_with_the_nearest() -> None:
    with pytest.raises(KeyError) as raised:
        asking(tiny(("bud", 0)), ["bid 1"]).new(2, 1)
    assert raised.value.args[0] == "Tiny has no step or choice “bud”; there is: bid."
    with pytest.raises(KeyError) as raised:
        tiny("xyz").new(2, 1)
    assert raised.value.args[0] == "Tiny has no step or choice “xyz”; there is: a, b, c, end."


@pytest.mark.parametrize("who", [(), (2,), (-1,), ((0, 2),), (Player(0),), ("0",)])
def test_a_choice_that_is_planned_without_a_seat_of_the_table_is_named(who: tuple[Any]) -> None:
    with pytest.raises(RuntimeError) as raised:
        asking(tiny(("bid", *who)), ["bid 1", "bid 2"]).new(2, 1)
    assert str(raised.value) == (
        "Tiny plans the choice “bid” without a seat from 0 to 1, several seats, or EVERYBODY:"
        ' say g.then(("bid", seat)).'
    )


def test_a_game_with_nothing_planned_and_no_scores_says_so() -> None:
    game = asking(tiny(("bid", 0)), ["bid 1", "bid 2"])

    @game.step
    def end(g: Table) -> None:
        """Forgets the scores."""

    sentence = (
        "Tiny has nothing planned and no scores: plan a step with g.then, or end the game by "
        "setting g.scores."
    )
    g = game.new(2, 1)
    with pytest.raises(RuntimeError, match=re.escape(sentence)):
        game.playout(g, random.Random(1))
    with pytest.raises(RuntimeError, match=re.escape(sentence)):
        record.random_moves(game, g, 1)
    game.setup(lambda g, options: None)
    with pytest.raises(RuntimeError, match=re.escape(sentence)):
        game.new(2, 1)


# --- Choices -------------------------------------------------------------------------------------


def test_a_choice_gets_the_arguments_of_its_step() -> None:
    def moves(g: Table, p: Player, least: int) -> list[str]:
        return [f"bid {n}" for n in range(least, 4)]

    game = asking(tiny(("bid", 1, 2), "end"), moves)
    g = game.new(2, 1)
    assert g.asked == [1]
    assert game.legal(g, 1) == ["bid 2", "bid 3"] and game.legal(g, 0) == []
    assert game.play(g, 1, "bid 3").diary == ["1 bids 3"]


def test_a_single_move_is_made_by_the_kernel() -> None:
    g = asking(tiny(("bid", 0), ("bid", EVERYBODY), "end"), ["bid 7"]).new(2, 1)
    assert g.diary == ["0 bids 7", "0 bids 7", "1 bids 7"] and g.scores


def test_a_single_move_is_asked_for_where_its_absence_would_tell_a_secret() -> None:
    game = asking(tiny(("bid", 0), ("bid", EVERYBODY), "end"), ["bid 7"], secret=True)
    g = game.new(2, 1)
    assert g.asked == [0]
    assert game.play(g, 0, "bid 7").asked == [0, 1]


def test_play_leaves_its_argument_alone() -> None:
    game = asking(tiny(("bid", 0), "a", "end"), ["bid 7", "pass"])
    g = game.new(2, 1)
    before = deepcopy(g)
    assert game.play(g, 0, "pass").diary == ["0 passes", "a"]
    assert g == before


def test_all_answer_at_once_and_seats_act_in_order() -> None:
    game = asking(tiny(("bid", EVERYBODY), "a", "end"), from_hand, secret=True)
    g = game.new(3, 1)
    for seat in (2, 0, 1):
        assert g.diary == []
        g = game.play(g, seat, game.legal(g, seat)[0])
    assert g.diary == ["0 bids 1", "1 bids 2", "2 bids 3", "a"]


def test_some_seats_answer_at_once() -> None:
    game = asking(tiny(("bid", (0, 2)), "end"), ["bid 1", "bid 2"])
    g = game.new(3, 1)
    assert g.asked == [0, 2] and game.legal(g, 1) == []
    g = game.play(game.play(g, 2, "bid 2"), 0, "bid 1")
    assert g.diary == ["0 bids 1", "2 bids 2"] and g.scores


def test_a_plan_with_several_seats_survives_storage() -> None:
    game = asking(tiny(("bid", (0, 2)), ("a", (1, (2, 3))), "end"), ["bid 1", "bid 2"])
    g = game.new(3, 1)
    assert game.load(game.dump(g), 1) == g
    assert game.load(game.dump(g), 1).agenda[0] == ("end",)


def test_an_answer_can_be_changed_until_the_last_is_in() -> None:
    game = asking(tiny(("bid", EVERYBODY), "end"), ["bid 1", "bid 2"])
    g = game.play(game.new(2, 1), 0, "bid 1")
    assert (g.asked, g.answers) == ([1], {0: "bid 1"})
    assert game.view(g, 0)["answer"] == "bid 1" and game.view(g, 1)["answer"] is None
    assert game.view(g, 1)["answered"] == [0]
    g = game.play(g, 0, "bid 2")
    g = game.play(g, 1, "bid 1")
    assert g.diary == ["0 bids 2", "1 bids 1"]
    with pytest.raises(IllegalMove, match="The game is over"):
        game.play(g, 0, "bid 1")


def test_a_forced_answer_waits_with_the_others() -> None:
    game = asking(tiny(("bid", EVERYBODY), "end", hands=([1], [2, 3])), from_hand)
    g = game.new(2, 1)
    assert (g.asked, g.answers) == ([1], {0: "bid 1"})
    assert game.play(g, 1, "bid 3").diary == ["0 bids 1", "1 bids 3"]


def test_opened_answers_stop_undo_and_an_answer_alone_does_not() -> None:
    game = asking(tiny(("bid", EVERYBODY), "end"), ["bid 1", "bid 2"])
    g = game.new(2, 1)
    one = game.play(g, 0, "bid 1")
    assert one.rng == g.rng
    assert game.play(one, 1, "bid 1").rng != g.rng


def test_the_view_says_who_is_asked_for_what() -> None:
    game = asking(tiny(("bid", EVERYBODY), ("bid", 1), "end"), ["bid 1", "bid 2"])
    g = game.new(2, 1)
    bid = {"name": "bid", "prompt": "Bid.", "they": "", "secret": True}
    assert (game.view(g, 0)["question"], game.view(g, 0)["asked"]) == (bid, [0, 1])
    g = game.play(game.play(g, 0, "bid 1"), 1, "bid 1")
    assert game.view(g, 0)["question"]["secret"] is False
    view = game.view(game.play(g, 1, "bid 2"), None)
    nothing = {"name": "", "prompt": "", "they": "", "secret": False}
    assert (view["question"], view["winners"]) == (nothing, [0, 1])


def test_the_view_says_what_others_do_who_are_asked_alone() -> None:
    they = "{who:seat} bids"
    game = asking(tiny(("bid", EVERYBODY), ("bid", 1), "end"), ["bid 1", "bid 2"], they=they)
    g = game.new(2, 1)
    assert game.view(g, 0)["question"]["they"] == ""
    g = game.play(g, 0, "bid 1")
    assert game.view(g, 0)["question"]["they"] == "", "one of several may still change its answer"
    said = game.view(game.play(g, 1, "bid 1"), 0)["question"]["they"]
    assert translate_into(said, ENGLISH, ["Ada", "Ben"]) == "Ben bids"


# --- Refusals ------------------------------------------------------------------------------------


def refusal(game: Game[Table], g: Table, seat: int, move: str) -> str:
    with pytest.raises(IllegalMove) as refused:
        game.play(g, seat, move)
    return str(refused.value)


def test_a_refusal_names_what_is_open() -> None:
    game = asking(tiny(("bid", 0), "end"), [f"bid {n}" for n in range(10)])
    g = game.new(2, 1)
    assert refusal(game, g, 1, "bid 1") == "You are not asked to move now."
    assert refusal(game, g, 0, "bit 99") == (
        "“bit 99” is not open to you now. You can: bid 0, bid 1, bid 2, bid 3, bid 4, bid 5, "
        "bid 6, bid 7 and 2 more."
    )
    assert len(refusal(game, g, 0, "x" * 5000)) < 200


def test_a_refusal_names_the_rule_in_the_way() -> None:
    game = asking(tiny(("bid", 0), "end"), ["bid 1", "bid 2"])

    @form_of(game, "bid 1").refuses
    def cannot_bid(g: Table, p: Player, card: int) -> str | None:
        return "Bids are at most 2." if card > 2 else None

    g = game.new(2, 1)
    assert refusal(game, g, 0, "bid 9") == "Bids are at most 2."
    assert refusal(game, g, 0, "pass").startswith("“pass” is not open to you now.")


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("buy I 4", "After “buy I” you can say 1, 2."),
        ("buy I 1 1", "Say only “buy I 1”."),
        ("buy III", "After “buy” you can say I, II."),
        ("buy", "After “buy” you can say I, II."),
        ("pass now", "After “pass” you can say all."),
        (
            "sell I 1",
            "“sell I 1” is not open to you now. You can: buy I 1, buy I 2, buy II 1, pass",
        ),
        ("buy I ²", "“buy I ²” is not open to you now. You can: buy I 1, buy I 2, buy II 1, pass"),
    ],
)
def test_a_refusal_says_how_moves_go_on_that_begin_alike(text: str, sentence: str) -> None:
    moves = ["buy I 1", "buy I 2", "buy II 1", "pass", "pass all"]
    game = asking(tiny(("bid", 0), "end"), moves)
    assert refusal(game, game.new(2, 1), 0, text).startswith(sentence)


def test_a_refusal_says_which_numbers_a_dial_has() -> None:
    game = asking(
        tiny(("bid", 0), "end"),
        [f"bid {price} {crates}" for price in (2, 3) for crates in (0, 1)] + ["pass"],
        menu="bid {price:d} {crates:d}",
    )
    g = game.new(2, 1)
    assert refusal(game, g, 0, "bid 2 2") == "Crates goes from 0 to 1."
    assert refusal(game, g, 0, "bid 4 2") == "Price goes from 2 to 3."
    assert refusal(game, g, 0, "bid 2") == "After “bid 2” you can say 0, 1."


@pytest.mark.parametrize("text", ["bid ²", "bid " + "9" * 5000, "raise ²", "raise " + "x" * 60])
def test_a_rule_is_never_asked_about_a_strange_text(text: str) -> None:
    game = asking(tiny(("bid", 0), "end"), ["bid 1", "bid 2"])
    game.choices["bid"].does("raise {how}")(lambda g, p, how: None)
    for move in ("bid 1", "raise so"):
        form_of(game, move).refuses(lambda g, p, word: f"{word} is too much.")
    assert refusal(game, game.new(2, 1), 0, "bid 9") == "9 is too much."
    assert refusal(game, game.new(2, 1), 0, "raise so") == "so is too much."
    assert "is too much" not in refusal(game, game.new(2, 1), 0, text)


def test_seats_and_options_that_do_not_fit_are_refused() -> None:
    game = asking(tiny(("bid", 0), "end", options=Options), ["bid 1", "bid 2"])
    assert game.new(2, 1, {"rounds": 2}) == game.new(2, 1, Options(rounds=2))
    for seats, options, sentence in [
        (4, None, "Tiny is for 2 to 3 players, not 4."),
        (2, {"rounds": 3}, "The option “rounds” does not fit: Input should be 1 or 2."),
        (2, {"round": 2}, "Tiny has no option “round”."),
    ]:
        with pytest.raises(ValueError) as refused:
            game.new(seats, 1, options)
        assert str(refused.value) == sentence


def test_what_a_game_registers_can_still_be_called() -> None:
    game = tiny("end")

    def rule(*_: Any) -> Any: ...

    for register in (
        *(game.setup, game.step, game.derived, game.evaluation, game.points, game.parts),
        *(game.next_turn, game.last_round, game.alarm, game.forecast, game.cards),
    ):
        assert register(rule) is rule
