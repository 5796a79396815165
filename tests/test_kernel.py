"""The kernel, by tiny games that are defined here."""

import json
import random
import re
from collections import Counter
from collections.abc import Callable
from copy import deepcopy
from dataclasses import dataclass, field
from typing import Any, Literal

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic import BaseModel

from games import record
from games.kernel import (
    EVERYBODY,
    MASK,
    Game,
    IllegalMove,
    State,
    copier,
    hidden,
    known,
    places,
    winners,
)
from games.words import seat_names, tell
from tests.test_every_game import changed_by_asking

COLOURS = ("red", "green", "blue")


@dataclass(slots=True)
class Player:
    """A player with a secret."""

    seat: int
    hand: list[int] = hidden("card")
    gold: int = 0


@dataclass(slots=True)
class Table(State):
    """A table that writes down what happens."""

    players: list[Player] = field(default_factory=list[Player])
    deck: list[int] = hidden("card")
    diary: list[str] = field(default_factory=list[str])


class Options(BaseModel):
    """Options of the tiny game."""

    rounds: Literal[1, 2] = 1


def tiny(*plan: Any, hands: Any = ([1], [2], [3]), **facts: Any) -> Game[Table]:
    """A game of this plan and an end; its steps `a`, `b`, `c` write down that they ran."""
    game = Game("Tiny", Table, seats=range(2, 4), **facts)

    @game.setup
    def setup(g: Table, options: Any) -> None:
        g.players = [Player(seat, list(hands[seat])) for seat in range(g.seats)]
        g.then(*plan, "end")

    def write_down(name: str) -> Callable[..., None]:
        def step(g: Table, *args: Any) -> None:
            g.diary.append(" ".join([name, *map(str, args)]))

        step.__name__ = name
        return step

    for name in ("a", "b", "c"):
        game.step(write_down(name))

    @game.step
    def end(g: Table) -> None:
        g.scores = [p.gold for p in g.players]

    return game


def asking(game: Game[Table], moves: Any, **how: Any) -> Game[Table]:
    """The game with a choice `bid` of these moves, a function or a list."""

    @game.choice("Bid.", **how)
    def bid(g: Table, p: Player, *args: Any) -> list[str]:
        return moves(g, p, *args) if callable(moves) else moves

    @bid.does("bid {card:d}")
    def run(g: Table, p: Player, *words: Any) -> None:
        """Bid a number."""
        g.diary.append(f"{p.seat} bids {words[-1]}")

    @bid.does("pass")
    def nothing(g: Table, p: Player, *words: Any) -> None:
        """Bid nothing."""
        g.diary.append(f"{p.seat} passes")

    return game


def from_hand(g: Table, p: Player) -> list[str]:
    """A bid for each card of the hand."""
    return [f"bid {card}" for card in p.hand]


# --- The stack of steps --------------------------------------------------------------------------


def test_steps_run_in_the_order_they_are_planned_in() -> None:
    assert tiny("a", ("b", 1, 2), "c").new(2, 1).diary == ["a", "b 1 2", "c"]


def test_then_comes_before_whatever_was_planned() -> None:
    game = tiny("interrupt", "c")

    @game.step
    def interrupt(g: Table) -> None:
        g.then("a", "b")

    assert game.new(2, 1).diary == ["a", "b", "c"]


def test_skip_drops_every_step_of_a_name() -> None:
    game = tiny("cut", ("a", 1), "b", ("a", 2))

    @game.step
    def cut(g: Table) -> None:
        g.skip("a")

    assert game.new(2, 1).diary == ["b"]


def test_queue_goes_behind_the_last_step_of_its_name() -> None:
    game = tiny("more", ("a", 1), "b", ("a", 2), "c")

    @game.step
    def more(g: Table) -> None:
        g.queue(("a", 3))

    assert game.new(2, 1).diary == ["a 1", "b", "a 2", "a 3", "c"]


def test_queue_comes_next_where_there_is_no_step_of_its_name() -> None:
    game = tiny("more", "b")

    @game.step
    def more(g: Table) -> None:
        g.queue(("a",))

    assert game.new(2, 1).diary == ["a", "b"]


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
        "Tiny plans the choice “bid” without a seat from 0 to 1, several seats, or EVERYBODY."
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
    view = game.view(g, 0)
    assert (view["choice"], view["prompt"], view["asked"], view["secret"]) == (
        "bid",
        "Bid.",
        [0, 1],
        True,
    )
    g = game.play(game.play(g, 0, "bid 1"), 1, "bid 1")
    assert game.view(g, 0)["secret"] is False
    view = game.view(game.play(g, 1, "bid 2"), None)
    assert (view["choice"], view["prompt"], view["winners"]) == (None, "", [0, 1])


# --- Words ---------------------------------------------------------------------------------------


def test_a_choice_may_lay_its_moves_out_in_a_grid() -> None:
    rows = [["bid 1", "bid 2"], ["bid 3", "bid 4"]]
    game = asking(tiny(("bid", 0), ("bid", EVERYBODY)), ["bid 1", "bid 4"], grid=rows)
    g = game.new(2, 1)
    assert game.view(g, None)["grid"] == rows, "moves that are not open have their place, too"
    assert game.legal(g, 0) == ["bid 1", "bid 4"]
    plain = asking(tiny(("bid", 0)), ["bid 1", "bid 4"])
    assert "grid" not in plain.view(plain.new(2, 1), None)


def test_ties_are_broken_where_the_rules_say_so() -> None:
    game = tiny("end")
    g = game.new(3, 1)
    g.scores = [5, 5, 4]
    assert winners(g) == game.view(g, None)["winners"] == [0, 1]
    g.tie_breaks = [0, 1, 2]
    assert winners(g) == game.view(g, None)["winners"] == [1]
    assert "tie_breaks" not in game.view(g, None)
    g.scores = None
    assert winners(g) == []


def test_places_are_shared_where_score_and_tie_break_are_equal() -> None:
    game = tiny("end")
    g = game.new(3, 1)
    g.scores = [5, 9, 9]
    assert places(g) == game.view(g, None)["places"] == [3, 1, 1]
    assert places(g, behind=[1]) == [2, 3, 1] and places(g, behind=[1, 0]) == [2, 2, 1]
    g.tie_breaks = [0, 1, 2]
    assert places(g) == game.view(g, 0)["places"] == [3, 2, 1]
    g.scores = [-5, -9, -7]
    assert places(g, behind=[0]) == [3, 2, 1], "zero is not behind all scores"
    g.scores = None
    assert places(g) == [] and "places" not in game.view(g, 0)


def test_who_cannot_win_comes_behind_all_who_can_and_where_nobody_can_nobody_wins(
    monkeypatch: pytest.MonkeyPatch,
):
    g = tiny("end").new(3, 1)
    g.scores, able = [5, 9, 7], [0, 2]
    monkeypatch.setattr(State, "can_win", lambda self, seat: seat in able)
    assert (places(g), winners(g)) == ([2, 3, 1], [2])
    able.clear()
    assert (places(g), winners(g)) == ([4, 2, 3], [])
    assert places(g, behind=[0, 1, 2]) == [1, 1, 1]


def test_rarely_useful_moves_are_legal_but_no_candidates() -> None:
    game = asking(tiny(("bid", 0), "end"), lambda g, p: ["bid 1", "hum", "hum loudly"])
    bid = game.choices["bid"]

    @bid.does("hum", rarely_useful=True)
    @bid.does("hum loudly", rarely_useful=lambda g, p: p.gold == 0)
    def hum(g: Table, p: Player) -> None:
        """Hum."""
        g.then(("bid", p.seat))

    g = game.new(2, 1)
    assert game.legal(g, 0) == ["bid 1", "hum", "hum loudly"]
    assert game.candidate_moves(g, 0) == ["bid 1"]
    assert game.candidate_moves(g, 1) == []
    g.players[0].gold = 1
    assert game.candidate_moves(g, 0) == ["bid 1", "hum loudly"]
    drawn = Counter(game.random_candidate(g, 0, random.Random(n)) for n in range(200))
    assert drawn.keys() == {"bid 1", "hum loudly"} and min(drawn.values()) > 70
    g.players[0].gold = 0
    assert game.playout(g, random.Random(1)).diary == ["0 bids 1"], "nobody hums in thought"
    game = asking(tiny(("bid", 0)), ["hum", "hum loudly"])
    game.choices["bid"].does("hum", rarely_useful=True)(hum)
    game.choices["bid"].does("hum loudly", rarely_useful=True)(hum)
    g = game.new(2, 1)
    assert game.candidate_moves(g, 0) == ["hum", "hum loudly"], "where there is nothing else"
    assert {game.random_candidate(g, 0, random.Random(n)) for n in range(20)} == {*game.legal(g, 0)}


def test_a_choice_may_be_passed_with_a_label_and_without_an_effect() -> None:
    game = tiny(("bid", 0), ("ask", 0, 7), "end")

    @game.choice("Bid?", may_pass="Bid nothing")
    def bid(g: Table, p: Player) -> list[str]:
        return [f"bid {card}" for card in p.hand]

    @game.choice("Ask?", may_pass=lambda g, p, n: f"Ask for fewer than {n}")
    def ask(g: Table, p: Player, n: int) -> list[str]:
        return []

    @bid.does("bid {card:d}")
    def bid_card(g: Table, p: Player, card: int) -> None: ...

    @ask.passes
    def ask_nothing(g: Table, p: Player, n: int) -> None:
        g.diary.append(f"{p.seat} does not ask for {n}")

    g = game.new(2, 1)
    assert game.legal(g, 0) == ["bid 1", "pass"] == list(bid.options(g, g.players[0]))
    assert game.label(g, 0, "pass") == "Bid nothing" and bid.passing == "pass"
    after = game.play(g, 0, "pass")
    assert after.scores and after.diary == ["0 does not ask for 7"], "the only move is made"
    assert ask.label(g, 0, (7,), "pass") == "Ask for fewer than 7"


def test_what_passing_does_needs_a_choice_that_may_be_passed() -> None:
    bid = asking(tiny(("bid", 0), "end"), ["bid 1"]).choices["bid"]
    with pytest.raises(ValueError, match="The choice “bid” has no pass: say may_pass="):
        bid.passes(lambda g, p: None)


def test_labels_are_templates_or_functions_or_the_pattern() -> None:
    game = tiny(("say", 0, 5), "end")

    @game.choice("Say something.")
    def say(g: Table, p: Player, extra: int) -> list[str]:
        return ["give 3 red", "shout Loud", "stayPut"]

    @say.does("give {n:d} {colour}", label="Give {n} of {colour}")
    def give(g: Table, p: Player, extra: int, n: int, colour: str) -> None:
        """Give something."""
        g.diary.append(f"{n!r} {colour!r}")

    @say.does("shout {word}", label=lambda g, p, extra, word: f"{p.seat} {extra} {word}")
    def shout(g: Table, p: Player, extra: int, word: str) -> None:
        """Shout."""

    @say.does("stayPut")
    def stay(g: Table, p: Player, extra: int) -> None:
        """Stay."""

    g = game.new(2, 1)
    labels = [game.label(g, 0, move) for move in game.legal(g, 0)]
    assert labels == ["Give 3 of red", "0 5 Loud", "StayPut"]
    assert game.play(g, 0, "give 3 red").diary == ["3 'red'"]


def test_a_command_says_what_the_game_says() -> None:
    game = asking(tiny(("bid", 0), "end"), ["bid 1"])
    game.verb("nothing", "Offer nothing.", "pass")
    game.verb("bid", "Offer a number.")
    assert [(name, verb.sentence, verb.firsts) for name, verb in game.verbs.items()] == [
        ("nothing", "Offer nothing.", ["pass"]),
        ("bid", "Offer a number.", ["bid"]),
    ]


def test_moves_without_a_command_and_commands_without_moves_are_named() -> None:
    game = asking(tiny(("bid", 0), "end"), ["bid 1"])
    game.verb("bid", "Bid a number.")
    with pytest.raises(RuntimeError, match=r"Tiny has moves “pass” .* say game.verb\(\"pass\""):
        _ = game.verbs
    game.verb("pass", "Bid nothing.")
    assert list(game.verbs) == ["bid", "pass"]
    game.verb("parse", "Bid nothing.")
    with pytest.raises(RuntimeError, match="Tiny has a command “parse” and no move for it"):
        _ = game.verbs
    with pytest.raises(ValueError, match="Tiny has two commands for moves “pass …”"):
        game.verb("more", "Bid more.", "raise", "pass")


def test_the_words_of_a_verb_are_those_of_its_longest_form() -> None:
    game = asking(tiny(("bid", 0), "end"), ["bid 1", "bid 2"])
    game.verb("bid", "Bid a number.")
    game.verb("pass", "Bid nothing.")

    @game.choices["bid"].does("bid {card:d} {column} twice")
    def bid_twice(g: Table, p: Player, card: int, column: str) -> None: ...

    assert game.verbs["bid"].words == [("card", True), ("column", False), ("twice", False)]
    assert game.verbs["pass"].words == []


def test_several_words_may_share_a_command() -> None:
    game = asking(tiny(("bid", 0), "end"), ["bid 1"])
    game.verb("bid", "Bid a number, or pass.", "bid", "pass")
    game.verb("more", "Raise a bid.", "raise")

    @game.choices["bid"].does("raise {card} {times:d}")
    def raise_bid(g: Table, p: Player, card: str, times: int) -> None: ...

    assert {name: verb.firsts for name, verb in game.verbs.items()} == {
        "bid": ["bid", "pass"],
        "more": ["raise"],
    }
    assert game.verbs["bid"].words == [("card", False)] and game.verbs["bid"].numbers == {"card"}
    assert game.verbs["more"].numbers == {"times"}


def test_a_word_that_is_a_number_in_some_forms_alone_is_a_text() -> None:
    game = asking(tiny(("bid", 0), "end"), ["bid 1"])
    game.verb("bid", "Bid a number, or pass.", "bid", "pass")

    @game.choices["bid"].does("bid {card} {times:d}")
    def bid_often(g: Table, p: Player, card: str, times: int) -> None: ...

    assert game.verbs["bid"].numbers == {"times"}


def test_labels_and_outlooks_attach_from_beside_the_rules() -> None:
    game = asking(tiny(("bid", 0, 7), "end"), ["bid 1", "pass"])
    bid = game.choices["bid"]
    bid.labels({"bid {card:d}": lambda g, p, n, card: f"{card} of {n}", "pass": "Bid nothing"})
    bid.outlooks({"bid {card:d}": lambda g, p, n, card: f"leaves {n - card}"})
    g = game.new(2, 1)
    assert [game.label(g, 0, move) for move in game.legal(g, 0)] == ["1 of 7", "Bid nothing"]
    assert [game.outlook(g, 0, move) for move in game.legal(g, 0)] == ["leaves 6", ""]
    for attach in (bid.labels, bid.outlooks, bid.rarely_useful):
        with pytest.raises(ValueError, match=r"“bid” has no moves “bit”; it has “bid \{card:d\}”"):
            attach({"bit": lambda g, p, n: "Bit"})


def test_moves_are_called_rarely_useful_from_beside_the_rules() -> None:
    game = asking(tiny(("bid", 0, 7), "end"), ["bid 1", "bid 8", "pass"])
    game.choices["bid"].rarely_useful({"bid {card:d}": lambda g, p, n, card: card > n})
    g = game.new(2, 1)
    assert game.candidate_moves(g, 0) == ["bid 1", "pass"]
    game.choices["bid"].rarely_useful({"pass": True})
    assert game.candidate_moves(g, 0) == ["bid 1"]
    game.choices["bid"].rarely_useful({"pass": False, "bid {card:d}": False})
    assert game.candidate_moves(g, 0) == game.legal(g, 0)


def test_the_words_of_a_move_are_read_as_its_form_says() -> None:
    bid = asking(tiny(("bid", 0), "end"), ["bid 1"]).choices["bid"]
    bid.does("bid {card} {times:d}")(lambda *_: None)
    assert bid.words("bid 1") == (1,) and bid.words("bid hat 3") == ("hat", 3)
    assert bid.words("pass") == ()
    with pytest.raises(LookupError):
        bid.words("bid hat")


def test_a_label_of_the_pattern_keeps_the_names_of_its_words() -> None:
    game = tiny(("say", 0), "end")

    @game.choice("Say.")
    def say(g: Table, p: Player) -> list[str]:
        return ["put 1", "put 2"]

    @say.does("put {theCard:d}")
    def put(g: Table, p: Player, the_card: int) -> None:
        """Put."""

    assert game.label(game.new(2, 1), 0, "put 2") == "Put 2"


@pytest.mark.parametrize(
    "text", ["bid x", "bid 1 2", "bid", "Bid 1", "bid -1", "bid ²", "bid  1", ""]
)
def test_a_text_of_no_form_is_not_read(text: str) -> None:
    choice = asking(tiny(("bid", 0)), ["bid 1", "pass"]).choices["bid"]
    with pytest.raises(LookupError, match="no form of words of the choice “bid” fits"):
        choice.read(text)


def test_the_default_is_what_the_game_says_or_the_first_move() -> None:
    game = asking(tiny(("bid", 0), "end"), ["bid 1", "bid 2"])
    g = game.new(2, 1)
    assert game.default(g, 0) == "bid 1"
    game.choices["bid"].default(lambda g, p: "bid 2")
    assert game.default(g, 0) == "bid 2"


def test_a_good_player_does_what_the_game_says_or_the_default() -> None:
    game = asking(tiny(("bid", 0), "end"), ["bid 1", "bid 2", "bid 3"])
    g = game.new(2, 1)
    game.choices["bid"].default(lambda g, p: "bid 2")
    assert game.expert(g, 0) == "bid 2" and not game.has_expert(g)
    game.choices["bid"].expert(lambda g, p: "bid 3")
    assert (game.default(g, 0), game.expert(g, 0)) == ("bid 2", "bid 3")
    assert game.has_expert(g)


def test_moves_that_change_the_state_while_they_are_listed_are_found() -> None:
    def sorting(g: Table, p: Player) -> list[str]:
        p.hand.sort(reverse=True)
        return from_hand(g, p)

    sentence = "Game.legal changes the state at the choice “bid”."
    for moves, said in ((from_hand, ""), (sorting, sentence)):
        game = asking(tiny(("bid", 0), hands=([1, 2], [3])), moves)
        g = game.new(2, 1)
        g.players[0].hand = [1, 2]
        assert changed_by_asking(game, g) == said


# --- Refusals ------------------------------------------------------------------------------------


def refusal(game: Game[Table], g: Table, seat: int, move: str) -> str:
    """The sentence that refuses a move."""
    with pytest.raises(IllegalMove) as refused:
        game.play(g, seat, move)
    return str(refused.value)


def test_a_refusal_names_what_is_open() -> None:
    game = asking(tiny(("bid", 0), "end"), [f"bid {n}" for n in range(10)])
    g = game.new(2, 1)
    assert refusal(game, g, 1, "bid 1") == "You are not asked to move now."
    assert refusal(game, g, 0, "bid 99") == (
        "“bid 99” is not open to you now. You can: bid 0, bid 1, bid 2, bid 3, bid 4, bid 5, "
        "bid 6, bid 7 and 2 more."
    )
    assert len(refusal(game, g, 0, "x" * 5000)) < 200


def test_a_refusal_names_the_rule_in_the_way() -> None:
    game = asking(tiny(("bid", 0), "end"), ["bid 1", "bid 2"])

    @game.choices["bid"].refuses
    def why(g: Table, p: Player, words: list[str]) -> str | None:
        return "Bids are at most 2." if words[0] == "bid" and int(words[1]) > 2 else None

    g = game.new(2, 1)
    assert refusal(game, g, 0, "bid 9") == "Bids are at most 2."
    assert refusal(game, g, 0, "pass").startswith("“pass” is not open to you now.")


@pytest.mark.parametrize("text", ["bid ²", "bid " + "9" * 5000])
def test_a_rule_is_never_asked_about_a_strange_text(text: str) -> None:
    game = asking(tiny(("bid", 0), "end"), ["bid 1", "bid 2"])
    game.choices["bid"].refuses(lambda g, p, words: f"{int(words[1])} is too much.")
    assert "is not open to you now" in refusal(game, game.new(2, 1), 0, text)


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


# --- Chance --------------------------------------------------------------------------------------


def test_chance_is_splitmix64() -> None:
    g = Table(seats=2, rng=0)
    outputs = [g.below(MASK + 1) for _ in range(3)]
    assert outputs == [0xE220A8397B1DCDAF, 0x6E789E6AA1B965F4, 0x06C45D188009454F]
    g = Table(seats=2, rng=1234567)
    assert [g.below(MASK + 1) for _ in range(3)] == [
        6457827717110365317,
        3203168211198807973,
        9817491932198370423,
    ]


def test_a_draw_takes_every_thing_equally_often() -> None:
    g, counts = Table(seats=2, rng=5), Counter[int]()
    for _ in range(6000):
        pile = [1, 2, 3, 4, 5, 6]
        counts[g.draw(pile)] += 1
        assert len(pile) == 5
    assert all(900 < count < 1100 for count in counts.values())


def test_a_draw_takes_one_and_leaves_the_rest() -> None:
    g, pile = Table(seats=2, rng=5), list(range(20))
    drawn = [g.draw(pile) for _ in range(20)]
    assert sorted(drawn) == list(range(20)) and drawn != list(range(20)) and pile == []


def test_to_reveal_changes_chance() -> None:
    g = Table(seats=2, rng=MASK)
    g.reveal()
    assert 0 <= g.rng < MASK


def test_the_same_seed_gives_the_same_game() -> None:
    game = asking(tiny(("bid", 0), "end"), ["bid 1", "bid 2"])
    assert game.new(2, 7) == game.new(2, 7) != game.new(2, 8)
    assert game.new(2, 7 + MASK + 1) != game.new(2, 7)
    with pytest.raises(ValueError, match="A seed is a number"):
        game.new(2, 1 << 256)


def test_replay_and_playout_reach_the_end() -> None:
    game = asking(tiny(("bid", 0), ("bid", EVERYBODY), "end"), ["bid 1", "bid 2"])
    log = [(0, "bid 2"), (1, "bid 1"), (1, "bid 2"), (0, "bid 1")]
    assert game.replay(2, 1, log).diary == ["0 bids 2", "0 bids 1", "1 bids 2"]
    g = game.new(2, 1)
    assert game.playout(g, random.Random(1)).scores == [0, 0] and g.scores is None
    assert game.playout(g, random.Random(1), most=1).asked == [0, 1]
    usual = game.playout(g, random.Random(1), sensible=1.0)
    assert usual.diary == ["0 bids 1", "0 bids 1", "1 bids 1"]
    told = game.playout(g, random.Random(1), sensible=1.0, usual=lambda g, seat: "bid 2")
    assert told.diary == ["0 bids 2", "0 bids 2", "1 bids 2"]


def test_playouts_of_different_moves_meet_the_same_chance_in_later_turns() -> None:
    game = tiny(("draw", 0), ("draw", 1), ("draw", 0), ("draw", 1), "end")

    @game.choice("Draw.")
    def draw(g: Table, p: Player) -> list[str]:
        return ["draw 1", "draw 3"]

    @draw.does("draw {n:d}")
    def drawn(g: Table, p: Player, n: int) -> None:
        """Draw numbers."""
        first, *_ = [g.below(1000) for _ in range(n)]
        g.diary.append(f"{p.seat} {first}")

    def later(move: str, mover: int | None) -> list[str]:
        g = game.play(game.new(2, 1), 0, move)
        return game.playout(g, random.Random(1), mover=mover).diary[1:]

    assert later("draw 1", 0) == later("draw 3", 0)
    assert later("draw 1", None) != later("draw 3", None)
    assert len({*later("draw 1", 0)}) == 3, "each turn has chance of its own"


# --- What is seen --------------------------------------------------------------------------------


def dealt(*hands: list[int], deck: list[int] | None = None) -> tuple[Game[Table], Table]:
    """A table with these hands and deck, all asked for a card."""
    game = asking(tiny(("bid", EVERYBODY), "end", hands=hands), from_hand, secret=True)
    g = game.new(len(hands), 1)
    g.deck = deck or []
    return game, g


def test_a_hidden_list_is_shown_to_its_owner_only() -> None:
    game, g = dealt([1, 2], [3], deck=[9, 9, 8])
    view = game.view(g, 0)
    assert view["players"][0]["hand"] == [1, 2] and "hand_seen" not in view["players"][0]
    assert (view["players"][1]["hand"], view["players"][1]["hand_seen"]) == (1, [])
    assert (view["deck"], view["deck_seen"]) == (3, [])
    assert game.view(g, None)["players"][0]["hand"] == 2
    assert not {"rng", "agenda", "answers", "seen"} & view.keys()


def test_what_was_seen_stays_known() -> None:
    game, g = dealt([1, 2], [3, 4], [5])
    g.sees(EVERYBODY, g.players[1], "hand", 3)
    g.sees(0, g.players[1], "hand", 4)
    assert known(g, None, g.players[1], "hand") == [3]
    assert known(g, 0, g.players[1], "hand") == [3, 4]
    assert known(g, 2, g.players[1], "hand") == [3]
    assert game.view(g, 0)["players"][1]["hand_seen"] == [3, 4]
    assert game.view(g, None)["players"][1]["hand_seen"] == [3]


def test_what_one_and_all_have_seen_counts_once() -> None:
    _, g = dealt([1], [3, 3])
    g.sees(EVERYBODY, g.players[1], "hand", 3)
    g.sees(0, g.players[1], "hand", 3)
    assert known(g, 0, g.players[1], "hand") == [3]


def test_what_leaves_in_sight_is_known_no_more() -> None:
    _, g = dealt([1], [3, 3, 4])
    for thing in (3, 3, 4):
        g.sees(EVERYBODY, g.players[1], "hand", thing)
    g.sees(0, g.players[1], "hand", 3)
    g.left(g.players[1], "hand", 3)
    assert known(g, None, g.players[1], "hand") == [3, 4]
    assert known(g, 0, g.players[1], "hand") == [3, 4]
    g.left(g.players[1], "hand", 7)
    assert known(g, None, g.players[1], "hand") == [3, 4]


def test_what_leaves_unseen_may_have_been_any_known_thing() -> None:
    _, g = dealt([1], [2], deck=[3, 3, 4])
    for thing in (3, 3, 4):
        g.sees(EVERYBODY, g, "deck", thing)
    g.sees(0, g.players[1], "hand", 2)
    g.left_unseen(g, "deck")
    assert known(g, None, g, "deck") == [3]
    assert known(g, 0, g.players[1], "hand") == [2]


def test_places_with_like_names_are_told_apart() -> None:
    _, g = dealt([1], [1], [1])
    g.players[1].seat = 12
    g.sees(EVERYBODY, g.players[1], "hand", 1)
    g.left(g.players[2], "hand", 1)
    assert known(g, None, g.players[1], "hand") == [1]


@dataclass(slots=True)
class Witness:
    """A player with a field that the state keeps private."""

    seat: int
    seen: int = 3


@dataclass(slots=True)
class Court(State):
    """A table of witnesses."""

    players: list[Witness] = field(default_factory=list[Witness])


def test_a_player_may_have_a_field_named_as_a_private_one_of_the_state() -> None:
    game = Game("Court", Court, seats=range(1, 2))

    @game.setup
    def setup(g: Court, options: Any) -> None:
        g.players = [Witness(0)]
        g.scores = [0]

    assert game.view(game.new(1, 1), None)["players"] == [{"seat": 0, "seen": 3}]


def test_what_the_rules_derive_is_in_the_view() -> None:
    game, g = dealt([1], [2])
    game.derived(lambda g, seat: {"sum": sum(g.players[seat].hand) if seat is not None else None})
    assert game.view(g, 1)["sum"] == 2 and game.view(g, None)["sum"] is None


def test_cards_are_looked_up_by_their_ids_and_a_game_may_have_none() -> None:
    game, _ = dealt([1], [2])
    assert game.lookup == {}
    game.cards(lambda: [{"id": "ox", "name": "Ox"}, {"id": "ass", "name": "Ass"}])
    assert [*game.lookup] == ["ox", "ass"] and game.lookup["ass"]["name"] == "Ass"


def test_a_choice_says_which_cards_its_moves_are_about() -> None:
    game, g = dealt([1], [2])
    move = game.legal(g, 0)[0]
    assert game.cards_of(g, 0, move) == []
    choice = game.choices[g.agenda[-1][0]]
    choice.cards({choice.effects[0].pattern: lambda g, p, card: [f"card-{card}"]})
    assert game.cards_of(g, 0, move) == ["card-1"]
    with pytest.raises(ValueError, match="has no moves “fly”"):
        choice.cards({"fly": lambda g, p: []})


# --- Guesses -------------------------------------------------------------------------------------


def test_a_guess_deals_the_unseen_within_its_pool() -> None:
    game, g = dealt([1, 2], [3, 4], [5, 6], deck=[7, 8, 9])
    chance, seen = random.Random(1), set[tuple[int, ...]]()
    for _ in range(50):
        guess = game.guess(g, 0, chance)
        assert guess.players[0].hand == [1, 2] and guess.rng != g.rng
        others = [*guess.players[1].hand, *guess.players[2].hand, *guess.deck]
        assert sorted(others) == list(range(3, 10))
        seen.add(tuple(guess.players[1].hand))
    assert len(seen) > 20
    assert g.deck == [7, 8, 9]


@dataclass(slots=True)
class Owner:
    """A player who lays some of the own cards aside."""

    seat: int
    hand: list[str] = hidden("cards of {seat}")
    aside: list[str] = hidden("cards of {seat}")


@dataclass(slots=True)
class Owners(State):
    """A table at which no card changes hands."""

    players: list[Owner] = field(default_factory=list[Owner])


def test_a_guess_deals_nobody_the_cards_of_somebody_else_where_every_owner_has_a_pool() -> None:
    game = Game("Owners", Owners, seats=range(3, 4))

    @game.setup
    def setup(g: Owners, options: Any) -> None:
        g.players = [Owner(s, [f"{s}a", f"{s}b"], [f"{s}c", f"{s}d"]) for s in range(3)]
        g.scores = [0, 0, 0]

    g, hands = game.new(3, 1), set[str]()
    for number in range(40):
        guess = game.guess(g, 0, random.Random(number))
        assert guess.players[0] == g.players[0]
        for p in guess.players:
            assert sorted(p.hand + p.aside) == [f"{p.seat}{letter}" for letter in "abcd"]
        hands.update(guess.players[1].hand)
    assert hands == {"1a", "1b", "1c", "1d"}


def test_a_guess_keeps_what_its_seat_has_seen_and_forgets_what_others_have() -> None:
    game, g = dealt([1, 2], [3, 4], deck=[7, 8, 9])
    g.sees(0, g.players[1], "hand", 4)
    g.sees(1, g, "deck", 8)
    g.sees(EVERYBODY, g, "deck", 9)
    g.say("Only for seat 1.", 1)
    for number in range(30):
        guess = game.guess(g, 0, random.Random(number))
        assert 4 in guess.players[1].hand and 9 in guess.deck
        assert "1/-/deck" not in guess.seen and not guess.news
        assert game.view(guess, 0) == game.view(g, 0)


def test_a_guess_has_answers_that_the_others_could_have_given() -> None:
    game, g = dealt([1, 2], [3, 4], deck=[7, 8])
    g = game.play(g, 1, "bid 4")
    answers = set[str]()
    for number in range(40):
        guess = game.guess(g, 0, random.Random(number))
        assert guess.answers[1] in game.legal(guess, 1)
        assert game.legal(guess, 0) == game.legal(g, 0)
        answers.add(guess.answers[1])
    assert len(answers) > 2
    g = game.play(g, 1, "bid 3")
    assert game.guess(g, 1, random.Random(1)).answers == {1: "bid 3"}


def test_in_a_guess_everybody_who_is_asked_has_a_move() -> None:
    def even(g: Table, p: Player) -> list[str]:
        return [f"bid {card}" for card in p.hand if card % 2 == 0]

    hands = ([1, 1], [3, 2], [5, 5])
    game = asking(tiny(("bid", 1), "end", hands=hands), even, secret=True)
    g = game.new(3, 1)
    for number in range(60):
        assert game.legal(game.guess(g, 0, random.Random(number)), 1) == ["bid 2"]


# --- News ----------------------------------------------------------------------------------------


def test_news_are_for_all_or_for_one_and_of_the_last_move_only() -> None:
    game = asking(tiny("deal", ("bid", 0), ("bid", 1), "end"), ["bid 1", "bid 2"])

    @game.step
    def deal(g: Table) -> None:
        g.say("{who:seat} deals.", who=1)
        g.say("You get {n:card|cards}.", 0, n=2)

    g = game.new(2, 1)
    assert game.view(g, 0)["news"] == [
        ["{who:seat} deals.", {"who": 1}],
        ["You get {n:card|cards}.", {"n": 2}],
    ]
    assert len(game.view(g, 1)["news"]) == len(game.view(g, None)["news"]) == 1
    assert game.play(g, 0, "bid 1").news == []


@pytest.mark.parametrize(
    ("template", "values", "sentence"),
    [
        ("{who:seat} deals.", {"who": 1}, "Player 2 deals."),
        ("{n:card|cards}", {"n": 1}, "1 card"),
        ("{n:card|cards}", {"n": 0}, "0 cards"),
        ("{n:card|cards}", {"n": 21}, "21 cards"),
        ("{name} {n:03d}", {"name": "{n}", "n": 7}, "{n} 007"),
    ],
)
def test_news_are_told_as_sentences(template: str, values: dict[str, Any], sentence: str) -> None:
    assert tell(template, values, seat_names(2)) == sentence


# --- Storage -------------------------------------------------------------------------------------


def test_a_state_is_stored_and_opened() -> None:
    game, g = dealt([1, 2], [3, 4], deck=[7])
    g.sees(EVERYBODY, g, "deck", 7)
    g = game.play(g, 1, "bid 3")
    g.say("{who:seat} waits.", 0, who=1)
    assert game.load(game.dump(g), 1) == g
    assert isinstance(json.loads(game.dump(g)), dict)


def test_a_state_of_an_older_version_opens_in_a_newer_one() -> None:
    @dataclass(slots=True)
    class Purse(State):
        players: list[Player] = field(default_factory=list[Player])
        deck: list[int] = hidden("card")
        diary: list[str] = field(default_factory=list[str])
        coins: int = 0

    def upgrade(data: dict[str, Any], version: int) -> dict[str, Any]:
        assert version == 1
        return data | {"coins": sum(p["gold"] for p in data["players"])}

    old, g = dealt([1, 2], [3], deck=[])
    g.players[0].gold = 4
    g = old.play(g, 1, "bid 3")
    new = Game("Tiny", Purse, seats=range(2, 4), version=2, upgrade=upgrade)
    opened = new.load(old.dump(g), 1)
    assert (opened.coins, opened.answers, opened.agenda) == (4, {1: "bid 3"}, g.agenda)


def test_a_state_of_an_unknown_version_is_refused_with_a_sentence() -> None:
    game, g = dealt([1, 2], [3])
    for version in (2, 0):
        with pytest.raises(ValueError, match=rf"cannot open a state of version {version}; this is"):
            game.load(game.dump(g), version)
    with pytest.raises(ValueError):
        game.load(b"{}", 1)


# --- Copies --------------------------------------------------------------------------------------


@dataclass(slots=True)
class Leaf:
    """The innermost part."""

    numbers: list[int]
    at: tuple[str, int] | None


@dataclass(slots=True)
class Branch:
    """A part with parts."""

    leaf: Leaf
    maybe: Leaf | None
    leaves: list[Leaf]
    perhaps: list[Leaf | None]
    by_name: dict[str, list[int]]
    by_number: dict[int, Leaf]
    deep: list[list[list[int]]]
    rows: dict[str, dict[str, list[int]]]
    optional_list: list[int] | None
    lists_or_none: list[list[int] | None]
    bare: list  # type: ignore[type-arg]
    words: tuple[str, ...]
    kind: Literal["x", "y"]


leaves = st.builds(
    Leaf, st.lists(st.integers(), max_size=3), st.none() | st.tuples(st.text(), st.integers())
)
numbers = st.lists(st.integers(), max_size=3)
names = st.text(max_size=3)
branches = st.builds(
    Branch,
    leaves,
    st.none() | leaves,
    st.lists(leaves, max_size=3),
    st.lists(st.none() | leaves, max_size=3),
    st.dictionaries(names, numbers, max_size=3),
    st.dictionaries(st.integers(), leaves, max_size=3),
    st.lists(st.lists(numbers, max_size=2), max_size=2),
    st.dictionaries(names, st.dictionaries(names, numbers, max_size=2), max_size=2),
    st.none() | numbers,
    st.lists(st.none() | numbers, max_size=3),
    numbers,
    st.lists(names, max_size=2).map(tuple),
    st.sampled_from(["x", "y"]),
)
copy_branch = copier(Branch)


def parts_of(value: Any) -> set[int]:
    """The identities of everything in a value that can be changed."""
    if isinstance(value, list | tuple):
        inside = list(value)
    elif isinstance(value, dict):
        inside = list(value.values())
    elif isinstance(value, Leaf | Branch):
        inside = [getattr(value, name) for name in value.__slots__]
    else:
        return set()
    own = set() if isinstance(value, tuple) else {id(value)}
    return own.union(*map(parts_of, inside))


@settings(max_examples=100, deadline=None, database=None, derandomize=True)
@given(branches)
def test_a_copy_is_equal_and_shares_nothing_that_can_be_changed(branch: Branch) -> None:
    copied = copy_branch(branch)
    assert copied == branch
    assert not parts_of(copied) & parts_of(branch)


@dataclass(slots=True)
class WithSet:
    """A part that the copier does not know."""

    things: set[int]


@dataclass(slots=True)
class WithListInTuple:
    """Another one."""

    things: tuple[list[int], int]


@dataclass(slots=True)
class WithEither:
    """A third one."""

    things: list[int] | dict[str, int]


@pytest.mark.parametrize("kind", [WithSet, WithListInTuple, WithEither])
def test_what_cannot_be_copied_is_refused_before_any_game(kind: type) -> None:
    with pytest.raises(TypeError, match="use lists, dicts and dataclasses"):
        copier(kind)


# --- Hidden fields that cannot be ----------------------------------------------------------------


@dataclass(slots=True)
class Cell:
    """A part of a board."""

    cards: list[int] = hidden("card")


@dataclass(slots=True)
class Board(State):
    """A state with hidden things too deep inside."""

    cells: dict[str, list[Cell]] = field(default_factory=dict[str, list[Cell]])


@dataclass(slots=True)
class Ghost:
    """A player without a seat."""

    hand: list[int] = hidden("card")


@dataclass(slots=True)
class Ghosts(State):
    """Their table."""

    players: list[Ghost] = field(default_factory=list[Ghost])


@dataclass(slots=True)
class Agent:
    """A player who serves one colour in secret."""

    seat: int
    colour: str = hidden(among=COLOURS)


@dataclass(slots=True)
class Agents(State):
    """Their table, with a number that nobody sees."""

    players: list[Agent] = field(default_factory=list[Agent])
    code: int = hidden(among=range(4))


def agents() -> tuple[Game[Agents], Agents]:
    """Two players with secret colours, and a code."""
    game = Game("Agents", Agents, seats=range(2, 3))
    return game, Agents(seats=2, rng=1, players=[Agent(0, "blue"), Agent(1, "green")], code=3)


def test_a_hidden_value_is_shown_to_its_owner_and_to_those_who_saw_it() -> None:
    game, g = agents()
    colours = {seat: [p["colour"] for p in game.view(g, seat)["players"]] for seat in (0, 1, None)}
    assert colours == {0: ["blue", None], 1: [None, "green"], None: [None, None]}
    assert game.view(g, 0)["code"] is None and "code_seen" not in game.view(g, 0)
    g.sees(1, g.players[0], "colour", "blue")
    g.sees(EVERYBODY, g, "code", 3)
    assert [p["colour"] for p in game.view(g, 1)["players"]] == ["blue", "green"]
    assert [p["colour"] for p in game.view(g, None)["players"]] == [None, None]
    assert game.view(g, None)["code"] == 3
    assert game.load(game.dump(g), 1) == g


def test_a_hidden_value_is_guessed_as_any_of_its_values_unless_it_is_known() -> None:
    game, g = agents()
    guesses = [game.guess(g, 0, random.Random(n)) for n in range(60)]
    assert {guess.players[0].colour for guess in guesses} == {"blue"}
    assert {guess.players[1].colour for guess in guesses} == {*COLOURS}
    assert {guess.code for guess in guesses} == {0, 1, 2, 3}
    assert [p.colour for p in game.hide_unknown(g, 1).players] == ["red", "green"]
    assert game.hide_unknown(g, 1).code == 0
    g.sees(0, g.players[1], "colour", "green")
    guesses = [game.guess(g, 0, random.Random(n)) for n in range(60)]
    assert {guess.players[1].colour for guess in guesses} == {"green"}
    assert game.hide_unknown(g, 0).players[1].colour == "green"


def test_at_the_end_all_that_was_hidden_is_open_if_the_game_says_so() -> None:
    game, g = agents()
    g.scores = [1, 2]
    assert game.view(g, 0)["code"] is None, "the game does not say so"
    game.open_at_end = True
    for seat in (0, 1, None):
        view = game.view(g, seat)
        assert [p["colour"] for p in view["players"]] == ["blue", "green"] and view["code"] == 3
    assert game.guess(g, 0, random.Random(1)).players == g.players
    assert game.hide_unknown(g, 0).players == g.players
    g.scores = None
    assert game.view(g, 0)["code"] is None, "it is not over yet"
    game, g = dealt([1, 2], [3], deck=[9, 8])
    ends = game.play(game.play(g, 0, "bid 1"), 1, "bid 3")
    game.open_at_end = True
    opens = game.play(game.play(g, 0, "bid 1"), 1, "bid 3")
    assert ends.scores and opens.rng != ends.rng, "free undo stops where all is opened"
    g.scores = [0, 0]
    assert [p["hand"] for p in game.view(g, None)["players"]] == [[1, 2], [3]]
    assert game.view(g, None)["deck"] == [9, 8] and "deck_seen" not in game.view(g, None)


def test_a_hidden_value_is_the_first_until_it_is_set() -> None:
    assert Agent(0).colour == "red" and Agents(seats=2, rng=1).code == 0


@dataclass(slots=True)
class Mixed(State):
    """A state that hides a text among numbers."""

    word: str = hidden(among=[1, 2])


@dataclass(slots=True)
class Wide(State):
    """A state that hides a list among values."""

    words: list[str] = hidden(among=COLOURS)


@dataclass(slots=True)
class Twice(State):
    """A state that hides a value in two ways."""

    gold: int = hidden(among=[1, 2], fuzz=3)


@dataclass(slots=True)
class Single(State):
    """A state that hides one card as a list."""

    card: int = hidden("card")


@dataclass(slots=True)
class Bank(State):
    """A state that hides a number, which has no owner."""

    gold: int = hidden(fuzz=3)


@pytest.mark.parametrize(
    ("state", "sentence"),
    [
        (Board, "Cell.cards cannot be hidden: only the state and its players have hidden fields."),
        (
            Ghosts,
            "Ghost.hand cannot be hidden: its player has no field “seat”, so nobody would see it.",
        ),
        (Single, "Single.card cannot be hidden: hidden(pool) is for list[int] and list[str]."),
        (
            Mixed,
            "Mixed.word cannot be hidden: hidden(among=...) is for an int or a str that is one of"
            " these values.",
        ),
        (
            Wide,
            "Wide.words cannot be hidden: hidden(among=...) is for an int or a str that is one of"
            " these values.",
        ),
        (
            Twice,
            "Twice.gold cannot be hidden: say one of hidden(pool), hidden(among=...) and"
            " hidden(fuzz=...).",
        ),
        (Bank, "Bank.gold cannot be hidden: hidden(fuzz=...) is for an int of a player."),
    ],
)
def test_a_field_that_cannot_be_hidden_is_named_before_any_game(
    state: type[State], sentence: str
) -> None:
    with pytest.raises(TypeError) as raised:
        Game("Tiny", state, seats=range(2, 4))
    assert str(raised.value) == sentence
