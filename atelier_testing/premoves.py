"""Answers in advance: each is used for the question that it was set for, and for no other."""

import dataclasses
import random
from typing import Any
from unittest.mock import patch

from atelier_testing.played import LONGEST_GAME, Table, every_game, every_table, some_options
from games._kernel.question import ELSE, called
from games.kernel import Choice, Game, State

GAMES_WITH_PREMOVES = 8
"""Random games for each number of seats in which answers are set in advance."""
MOVES_WITH_ORDERS = 150
GAMES_WITH_INVITATIONS, LONGEST_WAIT = 1, 60
SET_AHEAD = 0.3
"""How often something is set before a move."""
SENSIBLE = 0.8
"""How often a move is the default, with which games last longer and more is bought."""
PASSING = "passing"
Question = tuple[Any, ...]
"""The name of a choice and its arguments."""


@every_table
def test_what_is_carried_out_without_a_question_was_set_for_this_question(table: Table) -> None:
    for seed in range(GAMES_WITH_PREMOVES):
        game, chance = table.game, random.Random(seed)
        g = game.new(table.seats, seed, some_options(game, seed, chance))
        meant: dict[tuple[int, str], Question] = {}
        for _ in range(LONGEST_GAME):
            if g.scores is not None:
                break
            if chance.random() < SET_AHEAD and (new := some_premove(game, g, chance)):
                seat, question, move = new
                g = game.play(g, seat, f"ahead {question} {move}")
                meant.pop((seat, question), None)
            there = [(seat, question) for seat, own in g.premoves.items() for question in own]
            meant = {each: meant.get(each) or question_of_premove(game, g, *each) for each in there}
            seat = chance.choice(g.asked)
            sensible = chance.random() < SENSIBLE
            move = game.default(g, seat) if sensible else chance.choice(game.legal(g, seat))
            if given := game.answer_in_advance(g, seat):
                move = given
                for (owner, question), wanted in meant.items():
                    without = without_premove(game, g, owner, question)
                    if owner == seat and not game.answer_in_advance(without, seat):
                        assert question_now(game, g, seat, question) == wanted, f"seed {seed}"
            after = game.play(g, seat, move)
            for (owner, question), wanted in meant.items():
                if not is_premove_used(after, owner, question):
                    continue
                used = question_without_premove(game, g, (seat, move), owner, question)
                assert used in (None, wanted), (
                    f"seed {seed}: what seat {owner} set in advance for {wanted} answers {used}"
                    f" after “{move}” of seat {seat}"
                )
            g = after


def some_premove(game: Game[Any], g: Any, chance: random.Random) -> tuple[int, str, str] | None:
    """A seat, a later question and an answer to it; None unless all seats have a later question."""
    seat = chance.randrange(g.seats)
    later = game.premoves(g, seat)
    if not later:
        return None
    assert all(later.values()), f"a premove lists no moves: {later}"
    question = chance.choice([*later])
    return seat, question, chance.choice(later[question])


def question_of_premove(game: Game[Any], g: Any, seat: int, question: str) -> Question:
    """What a premove of this question answers: the choice and its arguments, or the name of one
    that stays. Passing is for a phase.
    """
    if question == PASSING:
        return PASSING, g.premoves[seat][question].partition(" ")[2]
    later = game.question(g, seat, question)
    assert later is not None, question
    name = later.choice.name
    return (name, question) if later.stays else (name, *later.args)


def is_premove_used(after: Any, seat: int, question: str) -> bool:
    """Whether the last move may have used a seat's premove: it is gone, or its seat was told so."""
    told = ((values.get("question"), to) for _, values, to in after.news)
    return question not in after.premoves.get(seat, {}) or (called(question), seat) in told


def question_without_premove(
    game: Game[Any], g: Any, made: tuple[int, str], seat: int, question: str
) -> Question | None:
    """What a seat is asked after a move if it has no premove for it, none that stands in and none
    that an earlier answer sets; None if that makes no difference. If it also passes, that does not
    count.
    """
    given = without_premove(game, g, seat, PASSING) if question != PASSING else g
    later, set_premove = game.question(g, seat, question), Choice.set_premove

    def set_others(choice: Any, g: Any, owner: int, *said: Any, **how: Any) -> None:
        if (owner, choice) != (seat, later and later.choice):
            set_premove(choice, g, owner, *said, **how)

    with patch.object(Choice, "set_premove", set_others):
        asked = game.play(without_premove(game, given, seat, question), *made)
    given = game.play(given, *made)
    if dump_without_premoves(game, given) == dump_without_premoves(game, asked):
        return None
    assert seat in asked.asked, f"without “{question}” seat {seat} is not asked"
    return question_now(game, asked, seat, question)


def question_now(game: Game[Any], g: Any, seat: int, question: str) -> Question:
    """What a seat is asked now, as something that this premove of it answers."""
    name, _who, *args = g.agenda[-1]
    choice = game.choices[name]
    if question == PASSING:
        assert choice.passing, f"seat {seat} passes, but “{name}” cannot be declined"
        return PASSING, getattr(g, "phase", "") or name
    names = [each.question.format(*args) for each in choice.premoves if each.stays]
    return (name, question) if question in names else (name, *args)


def without_premove(game: Game[Any], g: Any, seat: int, question: str) -> Any:
    """The state without a seat's premove, and those that stand in for it or stay."""
    g = game.load(game.dump(g), game.version)
    later = game.question(g, seat, question)
    how = later.choice.premoves if later else []
    firsts = {question.partition(ELSE)[0], *(each.question.format(*later.args) for each in how)}
    own = g.premoves[seat].items()
    g.premoves[seat] = {name: move for name, move in own if name.partition(ELSE)[0] not in firsts}
    return g


def dump_without_premoves(game: Game[Any], g: Any) -> bytes:
    """The state without premoves, chance and news."""
    return game.dump(dataclasses.replace(g, premoves={}, news=[], rng=0))


@every_table
def test_an_invited_answer_does_what_it_does_in_turn(table: Table) -> None:
    game, tried, used = table.game, 0, 0
    for seed in range(GAMES_WITH_INVITATIONS):
        chance = random.Random(seed)
        g = game.new(table.seats, seed, some_options(game, seed, chance))
        for _ in range(LONGEST_GAME):
            if g.scores is not None:
                break
            invited = {seat: game.invitation(g, seat) for seat in game.invited(g)}
            open_ = [(seat, each.name) for seat, some in invited.items() for each in some]
            if open_ and chance.random() < SET_AHEAD:
                seat, name = chance.choice(open_)
                move = chance.choice(game.premoves(g, seat)[name])
                with patch.object(State, "reveal"):  # after one, chance would fall otherwise
                    same = is_same_in_turn(game, g, seat, name, move)
                assert same is not False, f"seed {seed}: “{name}” of seat {seat}, “{move}”"
                tried, used = tried + 1, used + (same is True)
            g = game.play(g, g.asked[0], game.default(g, g.asked[0]))
    can_be_invited = any(how.together for each in game.choices.values() for how in each.premoves)
    assert used or not tried
    assert tried or not can_be_invited, "nobody was invited"


def is_same_in_turn(game: Game[Any], g: Any, seat: int, name: str, move: str) -> bool | None:
    """Whether an answer in advance does what it does when the question is asked; None if it is not
    asked, or the answer is no longer open then.
    """
    question = game.question(g, seat, name)
    assert question is not None
    wanted = (question.choice.name, *question.args)
    early, late = game.play(g, seat, f"ahead {name} {move}"), g
    for _ in range(LONGEST_WAIT):
        if seat in late.asked and (late.agenda[-1][0], *late.agenda[-1][2:]) == wanted:
            break
        if late.scores is not None or not early.premoves.get(seat):
            return None
        mover = late.asked[0]
        made = game.default(late, mover)
        early, late = game.play(early, mover, made), game.play(late, mover, made)
    if move not in game.legal(late, seat):
        return None
    if given := game.answer_in_advance(early, seat):  # which the bot gives after a drawn time
        early = game.play(early, seat, given)
    early, before, after = (
        dump_without_premoves(game, each) for each in (early, late, game.play(late, seat, move))
    )
    return early == after or (None if early == before else False)


@every_game
def test_orders_are_kept_while_open_given_while_set_and_seen_by_their_owner(
    game: Game[Any],
) -> None:
    chance = random.Random(5)
    for seats in (game.seats[0], game.seats[-1]):
        g, known = game.new(seats, 5), 0
        for _ in range(MOVES_WITH_ORDERS):
            if g.scores is not None:
                break
            seat = chance.randrange(seats)
            questions = game.premoves(g, seat)
            if questions and chance.random() < 0.5:
                question = chance.choice(list(questions))
                move = chance.choice(questions[question])
                assert game.question(g, seat, question).label(move)
                after = game.play(g, seat, f"ahead {question} {move}")
                assert game.view(after, seat)["ahead"][question] == move
                same_for_others(game, g, after, seat)
                g, known = after, known + 1
            ahead = {
                (owner, called(each.partition(ELSE)[0]))
                for owner in range(seats)
                for each in game.view(g, owner).get("ahead", ())
            }
            mover, noted = g.asked[0], {"autospec": True, "side_effect": Choice.set_premove}
            with patch.object(Choice, "set_premove", **noted) as set_premove:
                g = game.play(g, mover, chance.choice(game.legal(g, mover)))
            ahead |= {
                (owner, called(how.question.format(*args)))
                for (choice, _, owner, _, *args), _ in set_premove.call_args_list
                for how in choice.premoves
            }
            for text, values, to in g.news:
                if text.startswith("As you chose in advance"):
                    assert (to, values["question"]) in ahead
        assert known or "ahead" not in game.view(g, 0), "nothing was answered in advance"


def same_for_others(game: Game[Any], g: Any, after: Any, owner: int) -> None:
    """Nobody but the owner can tell two states apart that differ in what the owner has set."""
    for seat in (None, *range(g.seats)):
        if seat != owner:
            one, two = (dict(game.view(state, seat), news=[]) for state in (g, after))
            assert one == two
        if seat not in (owner, None):
            one, two = (game.guess(state, seat, random.Random(2)) for state in (g, after))
            one.news = two.news = []
            assert one == two
