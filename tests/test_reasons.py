"""Reasons: why a move is better than another one, and the marks of both in a picture."""

from __future__ import annotations

import json
import random
from dataclasses import dataclass, field
from typing import Any

import pytest
from PIL import Image, ImageColor, ImageDraw

from bot.pages.reasons import reason_text
from bot.players.explaining import _is_open, explain
from bot.players.reasons import Reason, read_reason
from games import discover
from games.kernel import Game, Phrase, State, phrase
from games.words import names_for
from renderers import marks

NAMES = ("Ada", "Ben")


@dataclass(slots=True)
class Player:
    seat: int
    gems: list[int] = field(default_factory=list[int])


@dataclass(slots=True)
class Row(State):
    players: list[Player] = field(default_factory=list[Player])
    row: list[int] = field(default_factory=list[int])


def row_game() -> Game[Row]:
    """Two players take gems from a row in turn: the highest one is what both want, and a 0 ends the
    game at once.
    """
    game = Game("Gems", Row, seats=range(2, 3), unit="gems")
    game.verb("take", "Take a gem.")

    @game.setup
    def setup(g: Row, options: Any) -> None:
        g.players = [Player(0), Player(1)]
        g.row = [9, 5, 4, 1]
        g.then("turn")

    @game.step
    def turn(g: Row) -> None:
        if g.row:
            g.then(("take", (4 - len(g.row)) % 2), "turn")
        else:
            g.scores = [sum(p.gems) for p in g.players]

    @game.choice("Take a gem.")
    def take(g: Row, p: Player) -> list[str]:
        return [f"take {gem}" for gem in g.row]

    @take.does("take {gem:d}")
    def take_gem(g: Row, p: Player, gem: int) -> None:
        g.row.remove(gem)
        p.gems.append(gem)
        g.say("{who:seat takes|You took} the {gem:text} gem.", who=p.seat, gem=str(gem))
        if not gem:
            g.row.clear()

    take_gem.says("Take {gem}")

    @take.expert
    def highest(g: Row, p: Player) -> str:
        return f"take {max(g.row)}"

    @game.parts
    def gems(g: Row, p: Player) -> list[Phrase]:
        return [phrase("{n:large gem|large gems}", n=sum(gem for gem in p.gems if gem > 6))]

    assert all((setup, turn, gems))
    return game


def why(game: Game[Row], g: Row, better: str, other: str) -> Reason:
    return explain(game, g, 0, better, other, random.Random(1))


def test_somebody_else_takes_it_next():
    game = row_game()
    reason = why(game, game.new(2, 1), "take 9", "take 1")
    assert reason.taken_by == 1 and reason.says_nothing is False
    said = reason_text(reason, names_for(0, NAMES), game.unit)
    assert "Otherwise Ben mostly makes this move first, and it is gone: Take 9." in said
    assert "At the end you mostly have" in said and "large gems more." in said
    own = reason_text(reason, names_for(1, NAMES), game.unit)
    assert "Otherwise you mostly make this move first" in own and "Ada mostly has" in own
    assert "takes the 9" not in said, "that is said already"


def test_what_two_can_have_is_not_taken():
    game = row_game()
    g = game.new(2, 1)
    g.row = [9, 9, 9, 1]
    reason = why(game, g, "take 9", "take 1")
    assert reason.taken_by is None, "Ben takes one of three"


def test_what_nobody_else_wants_can_wait():
    game = row_game()
    g = game.new(2, 1)

    def expert(g: Row, p: Player) -> str:
        """Ben wants the 9 and leaves the high ones else; Ada wants the highest."""
        moves = [f"take {gem}" for gem in sorted(g.row, reverse=p.seat == 0 or 9 in g.row)]
        return moves[0]

    game.choices["take"].expert_move = expert
    g.row = [9, 8, 4, 1]
    reason = why(game, g, "take 9", "take 8")
    assert reason.can_wait and reason.taken_by == 1
    said = reason_text(reason, names_for(0, NAMES), game.unit)
    assert "The other move can wait: you mostly make it afterwards." in said
    g.row = [8, 7, 4, 1]
    assert not why(game, g, "take 8", "take 7").can_wait, "either comes after the other"


def test_a_move_ends_the_game():
    game = row_game()
    g = game.new(2, 1)
    g.row = [9, 0, 4, 1]
    assert why(game, g, "take 0", "take 4").ends
    reason = why(game, g, "take 9", "take 0")
    assert reason.ends is False
    assert "you have another turn" in reason_text(reason, names_for(0, NAMES), game.unit)


def test_what_everybody_has_of_their_own_is_not_taken(monkeypatch: pytest.MonkeyPatch):
    game = row_game()

    def own_or_common(g: Row, p: Player) -> list[str]:
        return [f"take {gem}" for gem in {9, *g.row} - {*p.gems}]

    monkeypatch.setattr(game.choices["take"], "options", own_or_common)
    g = game.new(2, 1)
    after = game.play(g, 0, "take 1")
    assert _is_open(game, after, 0, g.agenda[-1], "Take 9")
    after = game.play(after, 1, "take 9")
    assert _is_open(game, after, 0, g.agenda[-1], "Take 9"), "Ada still has another 9"


def test_what_is_taken_is_open_to_nobody():
    game = row_game()
    g = game.new(2, 1)
    after = game.play(game.play(g, 0, "take 1"), 1, "take 9")
    assert not _is_open(game, after, 0, g.agenda[-1], "Take 9")
    assert _is_open(game, after, 0, g.agenda[-1], "Take 5")


@pytest.mark.parametrize("moves", [("take 4", "take 4"), ("take 9", "take 9")])
def test_a_reason_without_a_cause_says_nothing(moves: tuple[str, str]):
    game = row_game()
    g = game.new(2, 1)
    g.row = [9, 4, 4, 4]
    reason = why(game, g, *moves)
    assert reason.says_nothing
    assert reason_text(reason, NAMES, game.unit) == ""


def test_without_a_cause_the_average_is_said_and_no_events():
    news = ("{who:seat takes|You took} {n:gem|gems}.", {"who": 0, "n": 2})
    said = reason_text(Reason(0, then=[], games=32, lead=3), names_for(0, NAMES), "gems")
    assert said == (
        "No single cause stands out. The computer players finished 32 games from here: after the"
        " better move you ended 3 gems better on average."
    )
    told = Reason(0, is_difference=True, then=[news], otherwise=[news], games=32, lead=3)
    said = reason_text(told, names_for(0, NAMES), "gems")
    assert said.startswith("This makes most of the difference:\n✅") and "No single" not in said


def test_that_the_other_move_brings_more_is_no_cause():
    assert Reason(0, at_once=-3, games=32, lead=2).says_nothing
    assert not Reason(0, at_once=3, games=32, lead=2).says_nothing


# --- Amounts, warnings and the order --------------------------------------------------------------


@dataclass(slots=True)
class Seller:
    seat: int
    gold: int = 0
    price: int = 3


@dataclass(slots=True)
class Stall(State):
    players: list[Seller] = field(default_factory=list[Seller])
    order: list[int] = field(default_factory=lambda: [1, 0])


def stall_game() -> Game[Stall]:
    """Ada plans, then both sell twice: for gold at once, for a higher price, or before Ben."""
    game = Game("Stalls", Stall, seats=range(2, 3), unit="gold")
    game.verb("plan", "Plan.")
    game.verb("sell", "Sell.")

    @game.setup
    def setup(g: Stall, options: Any) -> None:
        g.players = [Seller(0), Seller(1)]
        g.then(("plan", 0), "sales")

    @game.choice("Plan your sale.", they="{who:seat plans|You plan}")
    def plan(g: Stall, p: Seller) -> list[str]:
        return ["plan gold", "plan price", "plan early", "plan much", "plan nothing", "plan fee"]

    @plan.does("plan {what}")
    def plan_sale(g: Stall, p: Seller, what: str) -> None:
        p.gold += {"gold": 1, "much": 9, "fee": -2}.get(what, 0)
        p.price += 4 * (what == "price")
        g.order = [0, 1] if what == "early" else g.order

    plan_sale.says("Plan: {what:text}")

    @game.step
    def sales(g: Stall) -> None:
        turns = [("sell", seat) for _round in range(2) for seat in g.order]
        g.then(*turns, "score")

    @game.choice("Sell or leave it.")
    def sell(g: Stall, p: Seller) -> list[str]:
        return ["sell", "sell nothing"]

    @sell.does("sell [{nothing}]")
    def sell_one(g: Stall, p: Seller, nothing: str = "") -> None:
        gold = 0 if nothing else p.price if p.seat or 1 in g.order[:1] else 2 * p.price
        p.gold += gold
        g.say("{who:seat sells|You sold} for {gold} gold.", who=p.seat, gold=gold)

    @sell_one.says
    def selling(g: Stall, p: Seller, nothing: str = "") -> str:
        return phrase("Sell nothing") if nothing else phrase("Sell one")

    @game.step
    def score(g: Stall) -> None:
        g.scores = points(g)

    @game.points
    def points(g: Stall) -> list[int]:
        return [p.gold for p in g.players]

    @plan.expert
    def plan_price(g: Stall, p: Seller) -> str:
        return "plan price"

    @sell.expert
    def sell_always(g: Stall, p: Seller) -> str:
        return "sell"

    assert all((setup, selling, score, sales, plan_price, sell_always))
    return game


def stall_reason(better: str, other: str, part: str = "") -> tuple[Reason, str]:
    """With a `part`, the game says of what its points are made."""
    game = stall_game()
    if part:

        @game.parts
        def gold(g: Stall, p: Seller) -> list[Phrase]:
            return [phrase(part, n=p.gold)]

        assert gold
    reason = explain(game, game.new(2, 1), 0, better, other, random.Random(1))
    return reason, reason_text(reason, names_for(0, NAMES), game.unit)


def test_a_part_is_told_with_what_brings_it_after_both_moves():
    _reason, said = stall_reason("plan price", "plan gold", "{n} gold")
    assert "The other move brings 1 gold more at once, but less later." in said
    assert "At the end you mostly have 7 gold more." in said
    assert "✅ After it typically: You sold for 7 gold." in said
    assert "❌ Otherwise typically: You sold for 3 gold." in said


def test_what_a_move_brings_at_once_is_said_by_the_parts_that_it_brings():
    _reason, said = stall_reason("plan much", "plan gold", "{n} gold in the purse")
    assert said == "It brings 8 gold more at once, with 8 gold in the purse."
    _reason, said = stall_reason("plan much", "plan fee", "{n} gold in the purse")
    assert said.startswith(
        "It brings 11 gold more at once, with 9 gold in the purse."
        " The other move costs 2 gold in the purse."
    )


def test_what_a_move_brings_at_once_is_said_if_it_lasts():
    reason, said = stall_reason("plan much", "plan gold")
    assert reason.at_once == 8
    assert "It brings 8 gold more at once, and that lasts." in said


def test_what_the_other_move_costs_is_said_if_it_brings_nothing_back():
    reason, said = stall_reason("plan nothing", "plan fee")
    assert (reason.saves, reason.at_once) == (2, 0)
    assert "The other move costs 2 gold and does not bring that back." in said


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


# --- Marks ----------------------------------------------------------------------------------------

SIZE = (400, 300)
GREY, FULL = (128, 128, 128), (255, 255, 0)


def drawn(*boxes: tuple[int, int, int, int]) -> Image.Image:
    out = Image.new("RGB", SIZE, GREY)
    for box in boxes:
        ImageDraw.Draw(out).rectangle(box, FULL)
    return out


def colours_at(picture: Image.Image, box: tuple[int, int, int, int]) -> set[Any]:
    return {each for _n, each in picture.crop(box).getcolors(10_000) or []}


def test_what_only_one_move_changes_is_marked():
    left, right, both = (40, 40, 119, 119), (240, 40, 319, 119), (40, 180, 119, 259)
    marked = marks.mark(drawn(), drawn(left, both), drawn(right, both))
    tick, cross = (ImageColor.getrgb(each) for each in (marks.TICK, marks.CROSS))
    assert tick in colours_at(marked, (20, 20, 140, 140))
    assert cross in colours_at(marked, (220, 20, 340, 140))
    assert colours_at(marked, (20, 170, 140, 280)) == {GREY}, "both change it in the same way"
    assert colours_at(marked, (60, 60, 100, 100)) == {GREY}, "a ring hides nothing"


def test_a_picture_that_is_another_one_after_a_move_has_no_marks():
    other_size = drawn().resize((400, 320))
    assert marks.mark(drawn(), other_size, drawn()).getcolors() == [(SIZE[0] * SIZE[1], GREY)]
    whole = drawn((0, 0, 399, 299))
    assert marks.mark(drawn(), whole, drawn()).getcolors() == [(SIZE[0] * SIZE[1], GREY)]
