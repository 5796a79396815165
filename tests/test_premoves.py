"""Premoves, hidden numbers and news of moves, with a tiny auction."""

import json
import random
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import pytest

from games.kernel import Dials, Game, IllegalMove, Said, State, hidden, phrase
from games.words import news_text

NAMES = ["Ada", "Ben", "Cy"]
GOODS = ("silk", "wool")


@dataclass(slots=True)
class Purse:
    """A player with secret money."""

    seat: int
    money: int = hidden(fuzz=4)
    paid: int = 0


@dataclass(slots=True)
class Fair(State):
    """Two sealed bids, one after the other, and a walk between them."""

    players: list[Purse] = field(default_factory=list[Purse])
    sold: list[str] = field(default_factory=list[str])
    price: int = 1


def fair(money: int = 5, stays: bool = False) -> Game[Fair]:
    """Each good is bid for in secret; a player who walks may make everything dearer. What is bid in
    advance may stay for every good.
    """
    game = Game("Fair", Fair, seats=range(2, 4))

    @game.setup
    def setup(g: Fair, options: Any) -> None:
        g.players = [Purse(seat, money) for seat in range(g.seats)]
        g.then(("stroll", 0), ("sale", "silk"), ("sale", "wool"), "close")

    @game.step
    def sale(g: Fair, good: str) -> None:
        g.then(("bid", tuple(range(g.seats)), good), ("gone", good))

    @game.step
    def gone(g: Fair, good: str) -> None:
        g.sold.append(good)

    @game.step
    def close(g: Fair) -> None:
        g.scores = [-p.paid for p in g.players]

    @game.choice("Walk.")
    def stroll(g: Fair, p: Purse) -> list[str]:
        return ["walk", "haggle"]

    @stroll.does("walk")
    def on(g: Fair, p: Purse) -> None:
        """Walk on."""

    @stroll.does("haggle")
    def dearer(g: Fair, p: Purse) -> None:
        """Make everything cost two more."""
        g.price += 2

    @game.choice(lambda g, good: f"Bid for {good}.", menu="bid {price:d}")
    def bid(g: Fair, p: Purse, good: str) -> Iterator[str]:
        yield from (f"bid {n}" for n in range(g.price, p.money + g.price + 1))

    @bid.does("bid {price:d}")
    def pay(g: Fair, p: Purse, good: str, price: int) -> None:
        """Bid so much."""
        p.money, p.paid = p.money - price, p.paid + price

    @pay.says
    def paying(g: Fair, p: Purse, good: str, price: int) -> Said:
        return Said(phrase("Bid ${price}", price=price), f"leaves {p.money - price}")

    @bid.premove("buy {0}")
    def later(g: Fair, p: Purse) -> Iterator[tuple[tuple[str], Iterator[str]]]:
        for good in GOODS[len(g.sold) :]:
            yield (good,), bid.options(g, p, good)

    if stays:

        @bid.premove("buying", stays=True)
        def whenever(g: Fair, p: Purse) -> Iterator[tuple[tuple[str], list[str]]]:
            yield (GOODS[0],), [f"bid {n}" for n in range(1, 4)]

    @game.evaluation
    def weigh(g: Fair) -> list[float]:
        return [float(-p.paid) for p in g.players]

    return game


def sentences(game: Game[Fair], g: Fair, seat: int) -> list[str]:
    """The news of the last move for a seat."""
    return [news_text(text, values, NAMES) for text, values in game.view(g, seat)["news"]]


def given(game: Game[Fair], g: Fair) -> Fair:
    """The state once the bot has given what is set for the question that is asked."""
    for seat in [*g.asked]:
        if move := game.answer_in_advance(g, seat):
            g = game.play(g, seat, move)
    return g


def test_a_premove_of_a_secret_question_stays_set_until_the_bot_gives_it() -> None:
    game = fair()
    g = game.play(game.new(2, 1), 0, "ahead buy silk bid 4")
    g = game.play(g, 1, "ahead buy wool bid 2")
    g = game.play(g, 0, "walk")
    assert (g.asked, game.view(g, None)["answered"]) == ([0, 1], [])
    assert [game.answer_in_advance(g, seat) for seat in (0, 1)] == ["bid 4", ""]
    g = given(game, g)
    assert (g.asked, g.answers) == ([1], {0: "bid 4"})
    assert sentences(game, g, 0) == ["As you chose in advance, buy silk: Bid $4."]
    g = given(game, game.play(g, 1, "bid 1"))
    assert g.asked == [0] and g.answers == {1: "bid 2"} and g.premoves == {}
    g = game.play(g, 0, "bid 1")
    assert g.scores == [-5, -3]


def test_what_is_set_for_the_question_that_is_asked_can_be_changed_cleared_and_answered() -> None:
    game = fair()
    g = game.play(game.play(game.new(2, 1), 1, "ahead buy silk bid 3"), 0, "walk")
    assert [*game.premoves(g, 1)] == ["buy silk", "buy silk else", "buy wool"]
    changed = game.play(g, 1, "ahead buy silk bid 4")
    assert game.answer_in_advance(changed, 1) == "bid 4" and changed.asked == [0, 1]
    cleared = game.play(g, 1, "forget buy silk")
    assert not game.answer_in_advance(cleared, 1) and [*game.premoves(cleared, 1)] == ["buy wool"]
    answered = game.play(g, 1, "bid 1")
    assert (answered.answers, answered.premoves) == ({1: "bid 1"}, {})
    assert sentences(game, answered, 1) == [], "another answer than the one that was set"


def test_a_premove_of_somebody_who_is_not_asked_changes_nothing_for_others() -> None:
    game = fair()
    g = game.new(2, 1)
    after = game.play(g, 1, "ahead buy silk bid 3")
    assert (after.asked, after.agenda, after.rng) == (g.asked, g.agenda, g.rng)
    for other in (0, None):
        assert game.view(after, other) == game.view(g, other)
    assert game.view(after, 1)["ahead"] == {"buy silk": "bid 3"}
    assert game.guess(after, 0, random.Random(1)).premoves == {}
    assert game.guess(after, 1, random.Random(1)).premoves == after.premoves


def test_a_premove_can_be_changed_and_cleared() -> None:
    game = fair()
    g = game.play(game.new(2, 1), 1, "ahead buy silk bid 3")
    g = game.play(g, 1, "ahead buy silk bid 4")
    assert g.premoves == {1: {"buy silk": "bid 4"}}
    assert game.label(g, 1, "forget buy silk") == "Forget what was set in advance for buy silk"
    g = game.play(g, 1, "forget buy silk")
    assert g.premoves == {}


def test_a_premove_that_becomes_impossible_is_cancelled_with_a_message() -> None:
    game = fair()
    g = game.play(game.new(2, 1), 1, "ahead buy wool bid 2")
    g = game.play(g, 0, "haggle")
    assert g.premoves == {} and g.asked == [0, 1]
    said = "Your answer for buy wool, bid 2, is cancelled: it is no longer possible."
    assert sentences(game, g, 1) == [said] and sentences(game, g, 0) == []


def test_an_answer_stands_in_for_one_that_is_no_longer_possible() -> None:
    game = fair()
    g = game.new(2, 1)
    assert [*game.premoves(g, 1)] == ["buy silk", "buy wool"]
    g = game.play(g, 1, "ahead buy silk bid 1")
    assert [*game.premoves(g, 1)] == ["buy silk", "buy silk else", "buy wool"]
    g = game.play(g, 1, "ahead buy silk else bid 4")
    g = game.play(g, 1, "ahead buy silk else else bid 5")
    assert game.label(g, 1, "forget buy silk else") == (
        "Forget what was set in advance for buy silk, else"
    )
    first = given(game, game.play(g, 0, "walk"))
    assert (first.answers, first.premoves) == ({1: "bid 1"}, {}), "the others are not needed"
    dear = given(game, game.play(g, 0, "haggle"))
    assert (dear.answers, dear.premoves) == ({1: "bid 4"}, {})
    g.price = 9
    assert game.play(g, 0, "haggle").premoves == {}, "none is possible"


def test_where_a_question_comes_several_times_the_second_answer_is_called_the_next() -> None:
    game = fair()
    bid = game.choices["bid"]
    bid.premove("buy {0}", several=True)(lambda g, p: [(("silk",), ["bid 1", "bid 2"])])
    g = game.play(game.new(2, 1), 1, "ahead buy silk bid 1")
    assert [each.called for each in game.questions(g, 1)] == ["buy silk", "buy silk, then"]


def test_an_answer_that_stands_in_counts_without_the_first_one() -> None:
    game = fair()
    g = game.play(game.new(2, 1), 1, "ahead buy silk bid 1")
    g = game.play(game.play(g, 1, "ahead buy silk else bid 4"), 1, "forget buy silk")
    assert [*game.premoves(g, 1)] == ["buy silk", "buy silk else", "buy silk else else", "buy wool"]
    with pytest.raises(IllegalMove, match="77"):
        game.play(g, 1, "ahead buy silk else bid 77")
    for question in ("buy silk", "buy silk else else"):
        assert game.premoves(g, 1)[question] == [f"bid {n}" for n in range(1, 7)]
    assert game.answer_in_advance(game.play(g, 0, "walk"), 1) == "bid 4"


def test_a_premove_that_is_illegal_at_its_question_is_cancelled_and_the_seat_is_asked() -> None:
    game = fair()
    g = game.new(2, 1)
    g.premoves = {1: {"buy silk": "bid 99"}}
    g = game.play(g, 0, "walk")
    assert g.asked == [0, 1] and g.premoves == {}
    assert "is cancelled" in sentences(game, g, 1)[0]


def test_a_premove_that_stays_is_played_each_time_until_it_is_cleared() -> None:
    game = fair(stays=True)
    g = game.play(game.new(2, 1), 1, "ahead buying bid 2")
    both = given(game, game.play(given(game, game.play(g, 0, "walk")), 0, "bid 1"))
    assert both.asked == [0] and both.answers == {1: "bid 2"} and both.sold == ["silk"]
    assert sentences(game, both, 1) == ["As you chose in advance, buying: Bid $2."]
    assert game.view(both, 1)["ahead"] == {"buying": "bid 2"}
    dear = game.play(g, 0, "haggle")
    assert dear.asked == [0, 1], "it is not open, so both are asked"
    assert (sentences(game, dear, 1), dear.premoves) == ([], {1: {"buying": "bid 2"}})
    assert game.play(dear, 1, "forget buying").premoves == {}
    assert game.play(dear, 1, "ahead buying bid 3").premoves == {1: {"buying": "bid 3"}}


def test_an_answer_for_one_occasion_comes_before_the_one_that_stays() -> None:
    game = fair(stays=True)
    g = game.play(game.new(2, 1), 1, "ahead buying bid 2")
    g = game.play(game.play(g, 1, "ahead buy silk bid 3"), 0, "walk")
    assert game.answer_in_advance(g, 1) == "bid 3"
    g = game.play(game.play(g, 1, "bid 3"), 0, "bid 1")
    assert (g.premoves, game.answer_in_advance(g, 1)) == ({1: {"buying": "bid 2"}}, "bid 2")


def test_who_is_invited_depends_on_public_facts_alone() -> None:
    game = fair(stays=True)
    bid = game.choices["bid"]
    rich = 3

    @bid.premove("buy {0}", together=lambda g, p: p.money < rich)
    def later(g: Fair, p: Purse) -> Iterator[tuple[tuple[str], list[str]]]:
        yield ("silk",), [f"bid {p.money}"]

    g = game.new(2, 1)
    assert game.invited(g) == {1: ["buy silk"]}, "a watcher sees no money; seat 0 is asked"
    for ahead in ("ahead buy silk bid 5", "ahead buying bid 2"):
        after = game.play(g, 1, ahead)
        assert game.invited(after) == game.invited(g), ahead
        assert game.invitation(g, 1)[0].name == "buy silk" and not game.invitation(after, 1), ahead
    assert game.invited(game.play(game.play(g, 0, "walk"), 0, "bid 1")) == {}, "0 has answered"


def test_the_open_question_takes_no_premove() -> None:
    game = fair()
    g = game.play(game.new(2, 1), 0, "walk")
    assert [*game.premoves(g, 0)] == [*game.premoves(g, 1)] == ["buy wool"]
    g = game.play(g, 0, "bid 2")
    assert [*game.premoves(g, 0)] == ["buy wool"], "an answer that may still be changed is given"
    wool = game.question(g, 0, "buy wool")
    assert wool and wool.label("bid 2") == "Bid $2"
    dials = wool.menu
    assert isinstance(dials, Dials)
    assert (dials.names, dials.numbers) == (["Price"], ([1, 2, 3, 4, 5, 6],))


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("ahead buy silk bid 77", "cannot be set in advance for buy silk. You can: bid 1"),
        ("ahead buy silk", "cannot be set in advance now. You can ahead: buy silk, buy wool"),
        ("ahead", "cannot be set in advance now"),
        ("ahead buy tin bid 1", "cannot be set in advance now"),
        ("forget buy silk", "You can forget: nothing"),
    ],
)
def test_an_impossible_premove_is_refused_with_the_possible_ones(text: str, said: str) -> None:
    game = fair()
    g = game.new(2, 1)
    with pytest.raises(IllegalMove) as refused:
        game.play(g, 1, text)
    assert said in str(refused.value)


def test_premoves_are_stored_and_replayed() -> None:
    game = fair()
    log = [(1, "ahead buy silk bid 2"), (0, "walk"), (0, "bid 1")]
    g = game.replay(2, 1, log)
    assert game.answer_in_advance(g, 1) == "bid 2"
    g = game.replay(2, 1, log[:1])
    assert game.load(game.dump(g), 1) == g
    stored = json.loads(game.dump(g))
    assert stored["ahead"] == {"1": {"buy silk": "bid 2"}}, "the key of all releases"
    assert "premoves" not in stored


def test_a_game_without_premoves_takes_their_words_for_an_ordinary_move() -> None:
    game = fair()
    game.choices["bid"].premoves.clear()
    g = game.new(2, 1)
    assert "ahead" not in game.view(g, 0) and not game.is_premove("ahead buy silk bid 1")
    with pytest.raises(IllegalMove, match="is not open to you now"):
        game.play(g, 0, "ahead buy silk bid 1")


def test_a_hidden_number_is_shown_to_its_owner_alone_and_guessed_roughly() -> None:
    game = fair(money=2)
    g = game.new(2, 1)
    assert [p["money"] for p in game.view(g, 0)["players"]] == [2, None]
    assert [p["money"] for p in game.view(g, None)["players"]] == [None, None]
    guesses = [game.guess(g, 0, random.Random(n)).players for n in range(60)]
    assert {own.money for own, _ in guesses} == {2}
    assert {other.money for _, other in guesses} == set(range(7))
    assert g.players[1].money == 2


def test_a_question_may_be_asked_always_and_yet_in_the_open() -> None:
    game = fair(money=0)
    game.choices["bid"].always = True
    g = game.play(game.new(2, 1), 0, "walk")
    assert g.asked == [0, 1] and game.legal(g, 0) == ["bid 1"]
    assert game.view(g, 0)["question"]["prompt"] == "Bid for silk."


def test_a_move_has_a_consequence_and_a_choice_may_have_dials() -> None:
    game = fair()
    g = game.new(2, 1)
    assert game.consequence(g, 0, "walk") == ""
    g = game.play(g, 0, "walk")
    assert game.consequence(g, 1, "bid 3") == "leaves 2"


def test_a_game_may_tell_how_its_seats_stand() -> None:
    game = fair()
    g = game.play(game.play(game.play(game.new(2, 1), 0, "walk"), 0, "bid 2"), 1, "bid 1")
    assert game.evaluation_of(g) == [-2.0, -1.0]
    assert Game("Mute", Fair, seats=range(2, 3)).evaluation_of(g) is None


def test_points_are_counted_during_the_game_if_it_says_how_and_at_its_end_anyway() -> None:
    game = fair()
    g = game.play(game.play(game.play(game.new(2, 1), 0, "walk"), 0, "bid 2"), 1, "bid 1")
    assert game.points_of(g) is None
    over = game.play(game.play(g, 0, "bid 1"), 1, "bid 1")
    assert game.points_of(over) == over.scores == [-3, -2]

    @game.points
    def count(g: Fair) -> list[int]:
        return [p.paid for p in g.players]

    assert game.points_of(g) == [2, 1]
    assert game.points_of(over) == [-3, -2]


def loud() -> Game[Fair]:
    """An open auction of one good, with limits in advance."""
    game = Game("Loud", Fair, seats=range(2, 4))

    @game.setup
    def setup(g: Fair, options: Any) -> None:
        g.players = [Purse(seat) for seat in range(g.seats)]
        g.then(*[("top", seat, "silk") for seat in range(g.seats)], "close")

    @game.step
    def close(g: Fair) -> None:
        g.scores = [-p.paid for p in g.players]

    @game.choice("Bid.", menu="bid {price:d}")
    def top(g: Fair, p: Purse, good: str) -> list[str]:
        return ["stop", *(f"bid {n}" for n in range(g.price + 1, 9))]

    @top.does("bid {price:d}")
    def bid(g: Fair, p: Purse, good: str, price: int) -> None:
        g.price = p.paid = price
        g.queue(("top", p.seat, good))
        g.say("{who:seat bids|You bid} {price}.", who=p.seat, price=price)

    @top.does("stop")
    def stop(g: Fair, p: Purse, good: str) -> None:
        g.say("{who:seat stops|You stopped}.", who=p.seat)
        if sum(step[0] == "top" for step in g.agenda) == 1:
            g.skip("top")

    @top.standing_order("up to {limit:d}")
    def bid_up_to(g: Fair, p: Purse, good: str, limit: int) -> str:
        return f"bid {g.price + 1}" if g.price < limit else "stop"

    bid_up_to.says("Bid up to {limit}")

    @top.premove("lot {0}")
    def later(g: Fair, p: Purse) -> Iterator[tuple[tuple[str], list[str]]]:
        if any(step[:2] == ("top", p.seat) for step in g.agenda):
            yield ("silk",), ["stop", *(f"up to {n}" for n in range(g.price + 1, 9))]

    return game


def test_a_standing_order_answers_as_often_as_it_is_asked_and_its_last_moves_are_told() -> None:
    game = loud()
    g = game.play(game.new(3, 1), 1, "ahead lot silk up to 7")
    g = game.play(g, 2, "ahead lot silk up to 4")
    assert [*game.premoves(g, 1)] == ["lot silk"], "nothing has to stand in for it"
    question = game.question(g, 2, "lot silk")
    assert question and question.label("up to 4") == "Bid up to 4"
    assert isinstance(question.menu, Dials) and question.menu.also == ["stop"]
    g = game.play(g, 0, "stop")
    assert (g.asked, g.scores, g.premoves) == ([], [0, -4, -3], {})
    assert sentences(game, g, 0) == ["Ada stops.", "Cy bids 3.", "Ben bids 4.", "Cy stops."]
    ahead = "As you chose in advance, lot silk:"
    told = ["Ada stops.", f"{ahead} Bid 3.", "Cy bids 3.", "Ben bids 4.", f"{ahead} Stop."]
    assert sentences(game, g, 2) == [*told, "Cy stops."]


def test_a_standing_order_ends_with_its_question_and_without_a_word() -> None:
    game = loud()
    g = game.play(game.new(3, 1), 1, "ahead lot silk stop")
    g = game.play(g, 1, "ahead lot silk else up to 7")
    g = game.play(g, 0, "bid 2")
    assert g.asked == [2] and g.premoves == {}
    assert sentences(game, g, 1)[-2:] == ["As you chose in advance, lot silk: Stop.", "Ben stops."]


@pytest.mark.parametrize("wrong", [("silk", ["bid 2"]), (("silk",),), (["silk"], ["bid 2"])])
def test_a_premove_that_yields_no_pair_is_a_bug(wrong: Any) -> None:
    game = fair()
    game.choices["bid"].premove("buying")(lambda g, p: [wrong])
    with pytest.raises(
        RuntimeError, match=r"“bid” yields .* instead of a pair: the arguments \(good"
    ):
        game.premoves(game.new(2, 1), 0)


def test_a_premove_that_leaves_out_an_argument_of_its_question_is_a_bug() -> None:
    game = fair()

    @game.choices["bid"].premove("buying")
    def whatever(g: Fair, p: Purse) -> Iterator[tuple[tuple[()], list[str]]]:
        yield (), ["bid 2"]

    with pytest.raises(
        RuntimeError, match=r"“bid” yields the arguments \(\); the choice has \(good"
    ):
        game.premoves(game.new(2, 1), 1)


def test_the_name_of_a_later_question_is_no_number() -> None:
    with pytest.raises(ValueError, match=r"begins with a letter: “\{0\}”"):
        fair().choices["bid"].premove("{0}")


def test_rules_set_and_take_premoves_by_their_question() -> None:
    game = fair(stays=True)
    g, bid = game.new(2, 1), game.choices["bid"]
    bid.set_premove(g, 1, "bid 2", "silk")
    assert g.premoves == {1: {"buy silk": "bid 2"}}
    assert (bid.answers_ahead(g, 1, "silk"), bid.answers_ahead(g, 1, "wool")) == (["bid 2"], [])
    assert not bid.answers_ahead(g, 0, "silk")
    assert (bid.take_premove(g, 1, "wool"), bid.take_premove(g, 1, "silk")) == ("", "bid 2")
    assert g.premoves == {} and bid.take_premove(g, 1, "silk") == ""
    bid.set_premove(g, 1, "bid 3", "silk", stays=True)
    assert g.premoves == {1: {"buying": "bid 3"}} and not bid.answers_ahead(g, 1, "silk")
    assert bid.answers_ahead(g, 1, "wool", stays=True) == ["bid 3"]
