"""Games played out after a move: what is noted of them, and what tells of each change."""

import random
from dataclasses import dataclass, field
from typing import Any

import pytest

from bot.players.courses import Part, play_out
from games.kernel import Game, Phrase, State, phrase

COINS: Part = ("{n:coin|coins}", ())


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
    game = Game("Gems", Row, seats=range(2, 3), unit="gold")
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
            g.scores = points(g)

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

    @take_gem.refuses
    def cannot_take(g: Row, p: Player, gem: int) -> str:
        return phrase("The {gem} gem is gone.", gem=gem)

    @take.expert
    def highest(g: Row, p: Player) -> str:
        return f"take {max(g.row)}"

    @game.points
    def points(g: Row) -> list[int]:
        return [sum(p.gems) for p in g.players]

    @game.parts
    def gems(g: Row, p: Player) -> list[Phrase]:
        return [phrase("{n:large gem|large gems}", n=sum(gem for gem in p.gems if gem > 6))]

    assert all((setup, turn, cannot_take, gems))
    return game


def test_a_move_that_stands_for_another_thing_later_is_not_forbidden():
    game = row_game()
    game.choices["take"].forms[0].says(lambda g, p, gem: f"Take {gem} of {len(g.row)}")
    sides = play_out(game, game.new(2, 1), 0, "take 1", "take 4", random.Random(1), 4)
    roots = [it.moves[0] for it in sides[0]]
    assert any(each.is_asked for each in roots)
    assert all(not each.is_open and not each.barred for each in roots if each.is_asked)


def test_a_move_that_answers_another_question_is_not_forbidden():
    game = row_game()
    game.choices["take"].prompt = lambda g, *_args: f"Take a gem from {len(g.row)}."
    sides = play_out(game, game.new(2, 1), 0, "take 1", "take 9", random.Random(1), 4)
    assert all(it.moves[1].is_asked for it in sides[0])
    game.choices["take"].prompt = lambda g, *_args: f"Take a gem but for {max(g.row)}."
    sides = play_out(game, game.new(2, 1), 0, "take 1", "take 9", random.Random(1), 4)
    assert not any(it.moves[1].is_asked for it in sides[0])


def test_a_part_of_the_game_begins_without_other_news():
    game = Game("Quiet", Row, seats=range(1, 2))

    @game.setup
    def setup(g: Row, options: Any) -> None:
        g.players, g.row = [Player(0)], [1]
        g.then(("wait", 0), ("wait", 0), "autumn", ("wait", 0), "end")

    @game.choice("Wait.", always=True)
    def wait(g: Row, p: Player) -> list[str]:
        return ["wait", "sell"]

    @wait.does("wait")
    def wait_quietly(g: Row, p: Player) -> None: ...

    @wait.does("sell")
    def sell(g: Row, p: Player) -> None:
        g.say("{who:seat sells|You sold}.", who=p.seat)

    @wait.expert
    def best(g: Row, p: Player) -> str:
        return "wait" if g.row else "sell"

    @game.step
    def autumn(g: Row) -> None:
        g.row.clear()
        g.heading("Autumn")

    @game.step
    def end(g: Row) -> None:
        g.scores = [7]

    assert all((setup, best, autumn, end))
    [course], _other = play_out(game, game.new(1, 1), 0, "wait", "sell", random.Random(1), 1)
    assert [step.during for step in course.steps if step.news][:1] == [("Autumn", {})]


def test_what_a_seat_has_to_spend_is_noted():
    game = row_game()

    @game.resources
    def purse(g: Row, p: Player) -> list[Phrase]:
        return [phrase("{n:coin|coins}", n=10 - sum(p.gems))]

    assert purse
    [course], _other = play_out(game, game.new(2, 1), 0, "take 5", "take 9", random.Random(1), 1)
    assert [each.had[COINS] for each in course.moves] == [10, 5] and course.moved(0) == {COINS: -5}
    assert course.steps[-1].has == {COINS: 10 - 5 - 4}


def test_what_a_seat_loses_by_another_one_is_put_down_to_that_one():
    game = row_game()

    @game.parts
    def ahead(g: Row, p: Player) -> list[Phrase]:
        other = g.players[1 - p.seat]
        return [phrase("{n} for the {gem}", n=sum(p.gems) - sum(other.gems), gem="9")]

    assert ahead
    g = game.new(2, 1)
    g.row = [9, 5]
    [course], _other = play_out(game, g, 0, "take 5", "take 9", random.Random(1), 1)
    lost = [each.news for each in course.changes() if each.part[0] and each.n < 0]
    assert [each and each[1] for each in lost] == [{"who": 1, "gem": "9"}]


@pytest.mark.parametrize(("own", "named"), [(5, [{"who": 1, "gem": "9"}]), (9, [None])])
def test_news_of_another_one_tell_of_a_gain_only_if_they_name_it(own: int, named: list[Any]):
    game = row_game()

    @game.parts
    def behind(g: Row, p: Player) -> list[Phrase]:
        return [phrase("{n} for the {gem}", n=sum(g.players[1 - p.seat].gems), gem="9")]

    assert behind
    [course], _other = play_out(
        game, game.new(2, 1), 0, f"take {own}", "take 9", random.Random(1), 1
    )
    gained = [each.news for each in course.steps[1].changes if each.who == 0 and each.part[0]]
    assert [each and each[1] for each in gained] == named


def test_news_of_nobody_tell_of_a_gain_if_they_name_it():
    game = row_game()

    @game.parts
    def prize(g: Row, p: Player) -> list[Phrase]:
        return [phrase("{n} for the {gem}", n=3 * p.gems.count(0), gem="prize")]

    @game.step
    def award(g: Row) -> None:
        g.say("The {gem} is awarded.", gem="prize")
        g.players[0].gems.append(0)

    assert prize and award
    g = game.new(2, 1)
    g.agenda.insert(-1, ("award",))
    [course], _other = play_out(game, g, 0, "take 9", "take 5", random.Random(1), 1)
    gained = [each.news for each in course.changes() if each.who == 0 and each.part[0]]
    assert [each and each[1] for each in gained] == [{"gem": "prize"}]
