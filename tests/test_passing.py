"""Passing in advance by a tiny market."""

import random
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import pytest

from games.kernel import Game, IllegalMove, State
from games.words import news_text

NAMES = ["Ada", "Ben"]
OVER = "Auto-pass is off: the phase is over."
MORE = "Auto-pass is off: you now have other options."
BARRED = "Auto-pass is off: you cannot pass now."


@dataclass(slots=True)
class Visitor:
    seat: int
    bought: int = 0


@dataclass(slots=True)
class Market(State):
    """A morning with two rounds of visits, an evening with one."""

    players: list[Visitor] = field(default_factory=list[Visitor])
    goods: int = 0
    closed: bool = False
    phase: str = ""


def market(phases: bool = True, always: bool = False, at_once: bool = False) -> Game[Market]:
    """Ada may bring goods, both may buy what there is, look at it or pass."""
    game = Game("Market", Market, seats=range(2, 3))
    round_ = [("visit", (0, 1))] if at_once else [("visit", 0), ("visit", 1)]

    @game.setup
    def setup(g: Market, options: Any) -> None:
        g.players = [Visitor(seat) for seat in range(g.seats)]
        g.phase = "morning" if phases else ""
        g.then(*round_, *round_, "dusk")

    @game.step
    def dusk(g: Market) -> None:
        g.phase = "evening" if phases else ""
        g.then(("greet", 0), *round_, "end")

    @game.step
    def end(g: Market) -> None:
        g.scores = [p.bought for p in g.players]

    @game.choice("Greet.")
    def greet(g: Market, p: Visitor) -> list[str]:
        return ["bow", "nod"]

    @greet.does("bow")
    @greet.does("nod")
    def be_kind(g: Market, p: Visitor) -> None:
        """Greet."""

    @game.choice("Visit the market.", always=always)
    def visit(g: Market, p: Visitor) -> Iterator[str]:
        if p.seat == 0:
            yield "bring"
            yield "close"
        if g.goods:
            yield "buy"
        yield "look"
        if not g.closed:
            yield "pass"

    @visit.does("bring")
    def bring(g: Market, p: Visitor) -> None:
        g.goods += 1

    @visit.does("close")
    def close(g: Market, p: Visitor) -> None:
        g.closed = True

    @visit.does("buy")
    def buy(g: Market, p: Visitor) -> None:
        g.goods, p.bought = g.goods - 1, p.bought + 1

    @visit.does("look")
    def look(g: Market, p: Visitor) -> None:
        """Look."""

    look.rarely_useful()

    @visit.does("pass")
    def go_by(g: Market, p: Visitor) -> None:
        """Do nothing."""

    go_by.says("Go by")

    return game


def play(game: Game[Market], *moves: str, g: Market | None = None) -> Market:
    """The position after moves, each with a seat's number before it."""
    g = g or game.new(2, 1)
    for move in moves:
        g = game.play(g, int(move[0]), move[2:])
    return g


def told(game: Game[Market], g: Market, seat: int) -> list[str]:
    """What the last move told a seat."""
    return [news_text(text, values, NAMES) for text, values in game.view(g, seat)["news"]]


def asked(g: Market) -> tuple[str, list[int]]:
    """The question and the seats it is put to."""
    return g.agenda[-1][0], g.asked


def test_passing_is_offered_where_something_can_be_declined() -> None:
    game = market()
    g = game.new(2, 1)
    assert game.premoves(g, 0) == game.premoves(g, 1) == {"passing": ["rest", "idle"]}
    passing = game.question(g, 1, "passing")
    assert passing and {mode: passing.label(mode) for mode in passing} == {
        "rest": "Pass for the rest of this phase",
        "idle": "Pass unless another move is useful",
    }
    g = play(game, "0 pass", "1 pass", "0 pass", "1 pass", g=g)
    assert asked(g) == ("greet", [0])
    assert "passing" in game.premoves(g, 1), "they will be asked in this phase"
    g = play(game, "0 nod", "0 pass", "1 pass", g=g)
    assert g.scores is not None and game.premoves(g, 0) == {}


def test_who_passes_for_the_rest_of_a_phase_passes_each_time_until_it_is_over() -> None:
    game = market()
    g = play(game, "1 ahead passing rest", "0 bring")
    assert asked(g) == ("visit", [0])
    assert told(game, g, 1) == ["As you chose in advance, passing: Go by."]
    assert told(game, g, 0) == []
    g = play(game, "0 bring", g=g)
    assert asked(g) == ("greet", [0]) and g.premoves == {}
    assert told(game, g, 1) == ["As you chose in advance, passing: Go by.", OVER]
    g = play(game, "0 bow", "0 bring", g=g)
    assert asked(g) == ("visit", [1])


def test_who_passes_until_there_is_more_to_do_is_asked_as_soon_as_there_is() -> None:
    game = market()
    g = play(game, "1 ahead passing idle", "0 pass")
    assert asked(g) == ("visit", [0]), "looking is no reason to stop"
    g = play(game, "0 bring", g=g)
    assert asked(g) == ("visit", [1]) and g.premoves == {}
    assert told(game, g, 1) == [MORE] and told(game, g, 0) == []


def test_an_order_that_was_dropped_gives_nothing_any_more() -> None:
    game = market()
    g = play(game, "1 ahead passing idle", "0 bring", "1 buy", "0 pass")
    assert asked(g) == ("visit", [1]), "now there is nothing but passing again"


def test_where_passing_is_not_open_the_order_is_dropped() -> None:
    game = market()
    g = play(game, "1 ahead passing rest", "0 bring", "0 close")
    assert asked(g) == ("visit", [1]) and g.premoves == {}
    assert told(game, g, 1) == [BARRED]


def test_without_phases_it_lasts_as_long_as_the_question() -> None:
    game = market(phases=False)
    g = play(game, "1 ahead passing rest", "0 pass")
    assert asked(g) == ("visit", [0]) and game.view(g, 1)["ahead"] == {"passing": "rest"}
    g = play(game, "0 pass", g=g)
    assert asked(g) == ("greet", [0]) and g.premoves == {} and told(game, g, 1)[-1] == OVER
    assert game.premoves(g, 1) == {}, "the phase is a greeting now"


def test_it_is_nobody_elses_business() -> None:
    game = market()
    g = game.new(2, 1)
    after = play(game, "1 ahead passing idle", g=g)
    assert (after.asked, after.agenda, after.rng) == (g.asked, g.agenda, g.rng)
    for other in (0, None):
        assert game.view(after, other) == game.view(g, other)
    assert game.view(after, 1)["ahead"] == {"passing": "idle"}
    assert game.guess(after, 0, random.Random(1)).premoves == {}
    assert game.guess(after, 1, random.Random(1)).premoves == after.premoves
    assert game.load(game.dump(after), 1) == after
    log = [(1, "ahead passing rest"), (0, "pass"), (0, "pass")]
    assert asked(game.replay(2, 1, log)) == ("greet", [0])


def test_it_is_changed_and_forgotten_also_while_others_are_asked_something_else() -> None:
    game = market()
    g = play(game, "1 ahead passing idle", "1 ahead passing rest")
    assert game.view(g, 1)["ahead"] == {"passing": "rest"}
    assert game.label(g, 1, "forget passing") == "Forget what was set in advance for passing"
    g = play(game, "1 forget passing", "0 pass", g=g)
    assert asked(g) == ("visit", [1]) and g.premoves == {}
    with pytest.raises(IllegalMove, match="You can: rest, idle"):
        play(game, "1 ahead passing twice", g=g)


def test_a_wait_that_keeps_a_secret_is_kept() -> None:
    game = market(always=True)
    g = game.new(2, 1)
    assert game.premoves(g, 1) == {"passing": ["rest"]}
    rest = play(game, "1 ahead passing rest", "0 pass", g=g)
    assert asked(rest) == ("visit", [1]) and game.answer_in_advance(rest, 1) == "pass"
    g.premoves = {1: {"passing": "idle morning"}}
    idle = play(game, "0 pass", g=g)
    assert not game.answer_in_advance(idle, 1), "only passing was worth a thought"


def test_a_move_on_which_somebody_else_passes_is_not_taken_back_freely() -> None:
    game = market()
    g = play(game, "1 ahead passing rest")
    assert play(game, "0 pass", g=g).rng != g.rng, "what the other one set came out"
    g = play(game, "0 pass", "0 ahead passing rest")
    assert play(game, "1 pass", g=g).rng != g.rng
    g = play(game, "0 pass", "1 ahead passing rest")
    assert play(game, "1 pass", g=g).rng == g.rng, "only Ada is asked now"


def test_answers_of_several_stay_secret_until_the_last_one_is_in() -> None:
    game = market(at_once=True)
    g = play(game, "1 ahead passing rest", "0 pass", "1 pass")
    assert asked(g) == ("visit", [0, 1]) and game.answer_in_advance(g, 1) == "pass"
    g = play(game, "1 pass", g=g)
    assert asked(g) == ("visit", [0]) and g.answers == {1: "pass"}
    assert game.view(g, 0)["answer"] is None
    assert game.play(g, 1, "look").answers == {1: "look"}, "it may still be changed"
