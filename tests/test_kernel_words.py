"""The kernel: what moves, commands and news are called, and who wins, by tiny games."""

import random
import subprocess
import sys
from collections import Counter
from contextlib import nullcontext
from typing import Any

import pytest
from babel import Locale
from babel.lists import format_list

from games import discover
from games.kernel import EVERYBODY, Game, IllegalMove, Said, State, Tone, places, winners
from games.words import ENGLISH, LISTS, names_for, news_text, seat_names
from tests import test_every_game
from tests.test_every_game import question_that_changes_state
from tests.tiny import Player, Table, asking, dealt, form_of, from_hand, tiny

# --- Words ---------------------------------------------------------------------------------------


def test_a_choice_may_lay_its_moves_out_in_a_grid() -> None:
    rows = [["bid 1", "bid 2"], ["bid 3", "bid 4"]]
    game = asking(tiny(("bid", 0), ("bid", EVERYBODY)), ["bid 1", "bid 4"], menu=rows)
    g = game.new(2, 1)
    question = game.question(g, 0)
    assert question and question.menu == rows, "moves that are not open have their place, too"
    assert game.legal(g, 0) == ["bid 1", "bid 4"]
    plain = asking(tiny(("bid", 0)), ["bid 1", "bid 4"])
    listed = plain.question(plain.new(2, 1), 0)
    assert listed and listed.menu is None


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

    @bid.does("hum")
    def hum(g: Table, p: Player) -> None:
        g.then(("bid", p.seat))

    @bid.does("hum loudly")
    def hum_loudly(g: Table, p: Player) -> None:
        g.then(("bid", p.seat))

    hum.rarely_useful()
    hum_loudly.rarely_useful(lambda g, p: p.gold == 0)

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
    for each in ("hum", "hum loudly"):
        game.choices["bid"].does(each)(hum).rarely_useful()
    g = game.new(2, 1)
    assert game.candidate_moves(g, 0) == ["hum", "hum loudly"], "where there is nothing else"
    assert {game.random_candidate(g, 0, random.Random(n)) for n in range(20)} == {*game.legal(g, 0)}


def test_the_pattern_of_a_menu_is_no_form_of_a_move() -> None:
    bid = asking(tiny(("bid", 0)), ["bid 1"]).choices["bid"]
    with pytest.raises(ValueError, match="“…” is for menus alone"):
        bid.does("bid {card} …")


def test_nothing_is_drawn_from_an_empty_pile() -> None:
    with pytest.raises(IndexError, match="empty pile"):
        dealt([1], [2])[1].draw([])


def test_a_choice_may_be_passed_with_a_label_and_without_an_effect() -> None:
    game = tiny(("bid", 0), ("ask", 0, 7), "end")

    @game.choice("Bid?", may_pass="Bid nothing")
    def bid(g: Table, p: Player) -> list[str]:
        return [f"bid {card}" for card in p.hand]

    @game.choice("Ask?", may_pass="Ask for fewer")
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
    assert ask.label(g, 0, (7,), "pass") == "Ask for fewer"
    ask_nothing.says(lambda g, p, n: f"Ask for fewer than {n}")
    assert ask.label(g, 0, (7,), "pass") == "Ask for fewer than 7"


def test_what_is_said_of_a_move_is_one_thing_and_its_consequence_is_worked_out_when_asked_for():
    game = tiny(("bid", 0, 7), "end")
    worked_out: list[int] = []

    @game.choice("Bid?")
    def bid(g: Table, p: Player, n: int) -> list[str]:
        return [f"bid {card}" for card in p.hand]

    @bid.does("bid {card:d}")
    def offer(g: Table, p: Player, n: int, card: int) -> None: ...

    @offer.says
    def offering(g: Table, p: Player, n: int, card: int) -> Said:
        def value() -> str:
            worked_out.append(card)
            return f"{n * card} gold"

        tone: Tone = "unusual" if card > n else "usual"
        return Said(f"Bid {card}", value, [f"card-{card}"], tone)

    said = bid.said(game.new(2, 1), 0, (7,), "bid 8")
    assert (said.label, [*said.cards], said.tone) == ("Bid 8", ["card-8"], "unusual")
    assert worked_out == [] and said.brings() == "56 gold" and worked_out == [8]


def test_what_passing_does_needs_a_choice_that_may_be_passed() -> None:
    bid = asking(tiny(("bid", 0), "end"), ["bid 1"]).choices["bid"]
    with pytest.raises(ValueError, match="The choice “bid” has no pass: say may_pass="):
        bid.passes(lambda g, p: None)


def test_labels_are_templates_or_functions_or_the_pattern() -> None:
    game = tiny(("say", 0, 5), "end")

    @game.choice("Say something.")
    def say(g: Table, p: Player, extra: int) -> list[str]:
        return ["give 3 red", "shout Loud", "stayPut"]

    @say.does("give {n:d} {colour}")
    def give(g: Table, p: Player, extra: int, n: int, colour: str) -> None:
        """Give something."""
        g.diary.append(f"{n!r} {colour!r}")

    give.says("Give {n} of {colour}")

    @say.does("shout {word}")
    def shout(g: Table, p: Player, extra: int, word: str) -> None:
        """Shout."""

    shout.says(lambda g, p, extra, word: f"{p.seat} {extra} {word}")

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

    @game.choices["bid"].does("bid {all} {column} twice")
    def bid_twice(g: Table, p: Player, all: str, column: str) -> None: ...

    assert game.verbs["bid"].words == [("all", True), ("column", False), ("twice", False)]
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


def selling(*moves: str) -> tuple[Game[Table], Any]:
    """A game that asks for one of these sales, and the form of its sales."""
    game = tiny(("trade", 0, 7), "end")

    @game.choice("Sell.", may_pass="Sell nothing")
    def trade(g: Table, p: Player, already: int) -> list[str]:
        return [*moves] or ["sell 3", "sell 3 red"]

    @trade.does("sell {n:d} [{colour}]")
    def sell(g: Table, p: Player, already: int, n: int, colour: str = "grey") -> None:
        """Sell something."""
        g.diary.append(f"{p.seat} sells {n} {colour} after {already}")

    return game, sell


def test_the_last_words_of_a_move_may_be_left_out() -> None:
    game, sell = selling()
    g = game.new(2, 1)
    assert game.play(g, 0, "sell 3").diary == ["0 sells 3 grey after 7"]
    assert game.play(g, 0, "sell 3 red").diary == ["0 sells 3 red after 7"]
    sell(g, g.players[1], 0, 4)
    assert g.diary == ["1 sells 4 grey after 0"], "a rule can still be called"
    trade = game.choices["trade"]
    assert (trade.words("sell 3"), trade.words("sell 3 red")) == ((3,), (3, "red"))
    game.verb("sell", "Sell.")
    game.verb("pass", "Sell nothing.")
    assert game.verbs["sell"].words == [("n", True), ("colour", False)]


@pytest.mark.parametrize(
    "pattern", ["sell [{n:d}] {colour}", "sell [all]", "sell [{n:d}", "[{n:d}]"]
)
def test_only_last_words_with_a_value_may_be_in_brackets(pattern: str) -> None:
    game, _sell = selling()
    with pytest.raises(ValueError, match="only its last words, with a value, may be in brackets"):
        game.choices["trade"].does(pattern)


@pytest.mark.parametrize(
    ("moves", "never"),
    [
        (("sell 3", "sell 3 red"), ""),
        (("sell 3",), "sell {n:d} {colour}"),
        (("sell 3 red",), "sell {n:d}"),
    ],
)
def test_a_move_has_to_occur_with_and_without_its_words_in_brackets(moves: Any, never: str) -> None:
    game, _sell = selling(*moves)
    with pytest.raises(pytest.fail.Exception) if never else nullcontext() as failed:
        test_every_game.test_every_choice_and_every_effect_occurs(game)
    assert not failed or str(failed.value).endswith(f": [('trade', '{never}')]")


def test_what_is_said_of_a_move_is_said_in_one_place() -> None:
    game, sell = selling()
    g = game.new(2, 1)
    assert [game.label(g, 0, move) for move in game.legal(g, 0)] == [
        *("Sell 3", "Sell 3 red", "Sell nothing")
    ]

    @sell.says
    def selling_it(g: Table, p: Player, already: int, n: int, colour: str = "") -> Said | str:
        if not colour:
            return "Sell some"
        return Said(f"Sell {n} {colour}", lambda: f"{n + already} gold", ["card"], tone="unusual")

    assert game.label(g, 0, "sell 3") == "Sell some" and not game.consequence(g, 0, "sell 3")
    assert game.label(g, 0, "sell 3 red") == "Sell 3 red"
    assert game.consequence(g, 0, "sell 3 red") == "10 gold"
    asked = game.question(g, 0)
    assert asked and asked.cards("sell 3 red") == ["card"]
    assert asked and [m for m in asked if asked.tone(m) == "unusual"] == ["sell 3 red", "pass"]
    sell.says("Sell {n}")
    game.choices["trade"].passes(lambda g, p, already: None).says("Keep all")
    assert game.label(g, 0, "pass") == "Keep all"


def test_a_form_refuses_with_typed_words_what_fits_it_and_is_not_open() -> None:
    game, sell = selling()
    g = game.new(2, 1)

    @sell.refuses
    def cannot_sell(g: Table, p: Player, already: int, n: int, colour: str = "") -> str | None:
        return f"Nobody sells {n + already}." if colour != "red" else None

    def refused(move: str) -> str:
        with pytest.raises(IllegalMove) as found:
            game.play(g, 0, move)
        return str(found.value)

    assert refused("sell 4") == "Nobody sells 11."
    assert refused("sell 4 red") == "After “sell” you can say 3."
    assert refused("sell x") == "After “sell” you can say 3."


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
        assert question_that_changes_state(game, g) == said
    game = asking(tiny(("bid", 0), hands=([1, 2], [3])), from_hand)
    form_of(game, "bid 1").says(lambda g, p, card: f"Bid {p.hand.pop()}")
    assert (
        question_that_changes_state(game, game.new(2, 1))
        == "What is said of “bid 1” changes the state."
    )


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
    assert news_text(template, values, seat_names(2)) == sentence


@pytest.mark.parametrize(
    ("template", "others", "own"),
    [
        ("{who:seat sells|You sold} {n}.", "Ada sells 2.", "You sold 2."),
        ("{who:seat's|Your} shop closes.", "Ada's shop closes.", "Your shop closes."),
        ("{n} for {who:seat|you}.", "2 for Ada.", "2 for you."),
        (
            "{who:seat shows|You showed} {who:they their|your} hand.",
            "Ada shows their hand.",
            "You showed your hand.",
        ),
        ("{who:seatは|}{n}を{who:they売る|売りました}。", "Adaは2を売る。", "2を売りました。"),
        ("{who:seat} sells {n}.", "Ada sells 2.", "Ada sells 2."),
    ],
)
def test_one_sentence_is_news_for_others_and_a_receipt_for_the_seat_itself(
    template: str, others: str, own: str
) -> None:
    for seat, sentence in ((None, others), (0, own), (1, others)):
        names = names_for(seat, ["Ada", "Ben"])
        assert news_text(template, {"who": 0, "n": 2}, names) == sentence


# --- Without a bot -------------------------------------------------------------------------------

PLAY_ALL = """
import random, sys
for name in ("babel", "discord", "PIL", "pydantic_settings", "aiosqlite", "asyncpg"):
    sys.modules[name] = None
import games
for name, game in games.discover().items():
    g, chance = game.new(min(game.seats), 1), random.Random(1)
    for _ in range(60):
        if g.asked:
            seat = g.asked[0]
            move = chance.choice(game.legal(g, seat))
            assert game.label(g, seat, move)
            g = game.play(g, seat, move)
    print(name)
"""


def test_rules_need_none_of_the_packages_of_the_bot() -> None:
    done = subprocess.run([sys.executable, "-c", PLAY_ALL], capture_output=True, encoding="utf-8")
    assert done.returncode == 0, done.stderr
    assert done.stdout.split() == list(discover())


def test_english_lists_and_numbers_are_those_of_the_locale() -> None:
    locale = Locale.parse("en_GB")
    for size in range(5):
        parts = [f"part {n}" for n in range(size)]
        for spec, style in LISTS.items():
            assert ENGLISH.joined(parts, spec) == format_list(parts, style=style, locale=locale)
    for n in (-2, -1, 0, 1, 2, 21, 1000):
        kinds = ENGLISH.count(n, "one|other")
        assert kinds == f"{n} {locale.plural_form(n)}"
