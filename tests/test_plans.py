"""Plans of a turn: made on a copy, given step by step, and ended where a step means something else.

`atelier_testing/plans.py` plans turns in every title.
"""

import random
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import pytest

from games.kernel import EVERYBODY, Game, IllegalMove, Said, State, Step, hidden, phrase
from games.words import news_text

NAMES = ["Ada", "Ben"]


@dataclass(slots=True)
class Player:
    seat: int
    card: int = hidden(among=(1, 2, 3))
    made: list[str] = field(default_factory=list[str])


@dataclass(slots=True)
class Loom(State):
    """Players weave in turn, in a colour whose price anybody may raise, or draw lots."""

    players: list[Player] = field(default_factory=list[Player])
    price: int = 1
    left: list[str] = field(default_factory=lambda: ["cloth", "lace"])
    colours: list[str] = field(default_factory=lambda: ["red", "blue"])


def loom() -> Game[Loom]:
    game = Game("Loom", Loom, seats=range(2, 4))

    @game.setup
    def setup(g: Loom, options: Any) -> None:
        g.players = [Player(seat, card=1 + g.below(3)) for seat in range(g.seats)]
        g.then(("turn", 0))

    @game.step
    def turn(g: Loom, seat: int) -> None:
        if len(g.players[seat].made) == 3:
            g.scores = [p.card for p in g.players]
        else:
            g.then(("weave", seat), ("turn", (seat + 1) % g.seats))

    @game.choice("Weave.")
    def weave(g: Loom, p: Player) -> list[str]:
        return [
            *(f"weave {each}" for each in g.left),
            "haggle",
            "meet",
            "lots",
            "boast",
            "spill",
            "rest",
        ]

    @weave.premove("weaving", together=lambda g, p: True)
    def weaving(g: Loom, p: Player) -> Iterator[tuple[tuple[()], list[str]]]:
        yield (), ["spill", "rest"]

    @weave.does("weave {what}")
    def begin(g: Loom, p: Player, what: str) -> None:
        g.left.remove(what)
        g.then(("dye", p.seat, what))

    @weave.does("haggle")
    def haggle(g: Loom, p: Player) -> None:
        g.price += 1

    @weave.does("meet")
    def meet(g: Loom, p: Player) -> None:
        g.then(("greet", EVERYBODY))

    @weave.does("lots")
    def lots(g: Loom, p: Player) -> None:
        g.price += g.below(9)

    @weave.does("boast")
    def boast(g: Loom, p: Player) -> None:
        g.say("{who:seat shows|You show} a {card}.", who=p.seat, card=p.card)
        g.reveal(by=p.seat)

    @weave.does("spill")
    def spill(g: Loom, p: Player) -> None:
        g.colours.remove("blue")
        g.then(("weave", p.seat))

    @weave.does("rest")
    def rest(g: Loom, p: Player) -> None:
        p.made.append("rest")

    @game.choice("In which colour?")
    def dye(g: Loom, p: Player, what: str) -> list[str]:
        return [f"dye {each}" for each in g.colours]

    @dye.does("dye {colour}")
    def finish(g: Loom, p: Player, what: str, colour: str) -> None:
        p.made.append(f"{colour} {what}")

    @finish.says
    def finishing(g: Loom, p: Player, what: str, colour: str) -> Said:
        return Said(phrase("Dye it {colour}", colour=colour), f"costs {g.price}")

    @game.choice("Greet.")
    def greet(g: Loom, p: Player) -> list[str]:
        return ["bow", "nod"]

    @greet.does("bow")
    def bow(g: Loom, p: Player) -> None:
        """Greets."""

    @greet.does("nod")
    def nod(g: Loom, p: Player) -> None:
        p.made.append("nod")

    @game.next_turn
    def next_turn(g: Loom, p: Player) -> Step:
        return ("turn", p.seat)

    return game


PLAN = "plan weave cloth / dye blue"


def sentences(game: Game[Loom], g: Loom, seat: int) -> list[str]:
    return [news_text(text, values, NAMES) for text, values in game.view(g, seat)["news"]]


def test_a_plan_is_given_step_by_step_when_its_turn_comes() -> None:
    game = loom()
    g = game.play(game.new(2, 1), 1, PLAN)
    assert game.view(g, 1)["plan"] == {"moves": ["weave cloth", "dye blue"], "used": True}
    g = game.play(g, 0, "rest")
    assert (g.players[1].made, g.asked, g.plans) == (["blue cloth"], [0], {})
    assert sentences(game, g, 1) == ["As you planned: Weave cloth.", "As you planned: Dye it blue."]
    assert sentences(game, g, 0) == []


def test_a_step_that_answers_a_question_that_is_always_asked_is_left_to_the_bot() -> None:
    game = loom()
    game.choices["weave"].always = True
    g = game.play(game.play(game.new(2, 1), 1, "ahead weaving rest"), 1, PLAN)
    g = game.play(g, 0, "rest")
    assert g.asked == [1] and game.answer_in_advance(g, 1) == "weave cloth"
    assert game.play(g, 1, "weave cloth").players[1].made == ["blue cloth"]


def test_what_is_set_in_advance_leaves_the_plan_that_was_made_after_it() -> None:
    game = loom()
    g = game.play(game.new(2, 1), 1, "ahead weaving spill")
    g = game.play(game.play(g, 1, "plan weave cloth"), 0, "rest")
    assert (g.asked, g.players[1].made) == ([0], ["red cloth"])


def test_what_a_used_plan_answers_invites_nobody_any_more() -> None:
    game = loom()
    g = game.new(2, 1)
    kept, used = (game.play(g, 1, plan) for plan in ("sketch rest", "plan rest"))
    assert [each.name for each in game.invitation(kept, 1)] == ["weaving"]
    assert game.invitation(used, 1) == [] and game.invited(used) == game.invited(g)


def test_others_cannot_tell_that_there_is_a_plan() -> None:
    game = loom()
    g = game.new(2, 1)
    after = game.play(g, 1, PLAN)
    assert (after.asked, after.agenda, after.rng) == (g.asked, g.agenda, g.rng)
    for other in (0, None):
        assert game.view(after, other) == game.view(g, other)
        assert game.hide_unknown(after, other) == game.hide_unknown(g, other)
    assert game.play(after, 1, "plan") == g, "thrown away"


@pytest.mark.parametrize(
    ("before", "asked", "made", "why"),
    [
        ("haggle", "dye", [], "Your plan ends before “Dye it blue”. Now it means: costs 2"),
        (
            "weave cloth",
            "weave",
            [],
            "Your plan ends before “Weave cloth”: it is no longer possible.",
        ),
        (
            "meet",
            "greet",
            [],
            "Your plan rests: before “Weave cloth” you are asked something else.",
        ),
    ],
)
def test_where_a_step_means_something_else_its_player_is_asked(
    before: str, asked: str, made: list[str], why: str
) -> None:
    game = loom()
    g = game.play(game.play(game.new(2, 1), 1, PLAN), 0, before)
    g = game.play(g, 0, "dye red") if before == "weave cloth" else g
    assert (1 in g.asked, g.agenda[-1][0], g.players[1].made) == (True, asked, made)
    assert sentences(game, g, 1)[-1:] == [why]
    assert (asked == "greet") == (1 in g.plans), "one that has not begun is kept"
    assert why not in sentences(game, g, 0)


def test_what_a_player_does_instead_ends_the_plan() -> None:
    game = loom()
    g = game.play(game.new(2, 1), 0, PLAN)
    rested = game.play(g, 0, "rest")
    why = "Your plan ends before “Weave cloth”: the answer is another one."
    assert rested.plans == {} and sentences(game, rested, 0) == [why]
    assert why not in sentences(game, rested, 1)
    g = game.play(g, 0, "weave cloth")
    assert (g.asked, g.players[0].made) == ([1], ["blue cloth"]), "and the rest of it is given"


def test_an_answer_that_alone_is_left_is_not_told_as_the_players_own() -> None:
    game = loom()
    g = game.play(game.play(game.play(game.new(2, 1), 1, PLAN), 0, "spill"), 0, "rest")
    assert (g.asked, g.players[1].made) == ([0], ["red cloth"])
    why = "Your plan ends before “Dye it blue”: it is no longer possible."
    assert sentences(game, g, 1)[-1] == why


def test_a_plan_that_is_only_kept_gives_nothing() -> None:
    game = loom()
    g = game.play(game.play(game.new(2, 1), 1, "sketch rest"), 0, "rest")
    assert (g.asked, game.view(g, 1)["plan"]) == ([1], {"moves": ["rest"], "used": False})


@pytest.mark.parametrize(
    ("moves", "end"),
    [
        (["lots"], "Then something is drawn, rolled or revealed."),
        (["meet", "bow"], "Then all answers are revealed."),
        (["rest", "rest", "rest"], "Then the game is over."),
    ],
)
def test_a_plan_ends_where_something_comes_to_light(moves: list[str], end: str) -> None:
    game = loom()
    g = game.new(2, 1)
    it = game.rehearse(g, 1, moves)
    assert (it.question, it.end, [step.move for step in it.steps]) == (None, end, moves)
    with pytest.raises(IllegalMove, match=end):
        game.play(g, 1, f"plan {' / '.join([*moves, 'rest'])}")


def test_a_plan_goes_on_where_others_alone_learn_something() -> None:
    game = loom()
    g = game.new(2, 1)
    assert game.rehearse(g, 0, ["boast"]).question
    assert game.play(g, 0, "boast").rng != g.rng, "and undo stops there"


def test_a_plan_goes_on_in_the_turn_after_the_next_one() -> None:
    game = loom()
    it = game.rehearse(game.new(2, 1), 0, ["weave lace", "dye red", "rest"])
    assert [step.waits for step in it.steps] == [False, False, True]
    assert it.question is not None and it.question.choice.name == "weave"


def test_the_copy_knows_what_its_seat_has_answered_in_secret() -> None:
    game = loom()
    g = game.play(game.play(game.new(2, 1), 0, "meet"), 1, "nod")
    assert g.players[1].made == [] and game.rehearse(g, 1).g.players[1].made == ["nod"]
    assert game.rehearse(g, 1).question


def test_a_secret_answer_is_not_asked_for_again_where_it_plans_something() -> None:
    game = loom()
    game.next_turn(lambda g, p: None)
    game.choices["greet"].does("invite")(lambda g, p: g.then(("dye", p.seat, "flag")))
    g = game.play(game.play(game.new(2, 1), 0, "meet"), 1, "bow")
    g.answers[1] = "invite"
    question = game.rehearse(g, 1).question
    assert question and question.choice.name == "dye"


def test_a_turn_of_which_the_rules_say_nothing_begins_with_a_question_after_others_alone() -> None:
    game = loom()
    game.next_turn(lambda g, p: None)
    g = game.new(2, 1)
    g.agenda[:] = [("weave", 1), ("greet", 0), ("weave", 0)]
    assert game.rehearse(g, 1).question
    g.agenda[1] = ("turn", 0)
    assert game.rehearse(g, 1).question is None


def test_a_step_that_is_not_open_is_refused_in_a_sentence() -> None:
    game = loom()
    with pytest.raises(IllegalMove, match="you can say red, blue"):
        game.play(game.new(2, 1), 1, "plan weave cloth / dye green")


def test_the_copy_is_the_same_for_all_states_that_its_seat_cannot_tell_apart() -> None:
    game = loom()
    g = game.new(2, 1)
    other = game.guess(g, 1, random.Random(3))
    other.players[0].card = 6 - g.players[0].card or 1
    assert game.rehearse(g, 1, ["rest"]).g == game.rehearse(other, 1, ["rest"]).g
